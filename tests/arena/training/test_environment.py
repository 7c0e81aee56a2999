"""The environment of learners: games by the rules, in which the other side answers in between."""

import numpy as np
import pytest

from arena.game_kernel import GAME_STATE
from arena.kernel_players import KernelPlayers
from arena.training.environment import Environment, make_advance, make_steps, room_for_keys
from engines.player_text import make_engine, parse_player
from games.compiling.compiler import jit_disabled
from games.contract import ONGOING
from games.position import Position
from games.registry import load_game

JUNGLE = load_game("jungle")
RANDOM = make_engine(parse_player("random", "jungle"), "jungle")


def test_a_step_is_the_move_and_its_answer() -> None:
    """Uncompiled: the position after a step is one that the rules allow."""
    begin, make, answer = make_steps(JUNGLE)
    game = np.zeros(1, GAME_STATE).view(np.recarray)[0]
    now = np.zeros(2, JUNGLE.dtype).view(np.recarray)
    seats = KernelPlayers(JUNGLE)
    weights = seats.take(0, RANDOM)
    opponent = (seats.records[0], seats.workspaces[0], seats.states, seats.tables[0], weights)
    board = (game, now, room_for_keys(JUNGLE), np.zeros((1, 2), np.int32))
    start = Position.start(JUNGLE)
    for number, side in ((1, 0), (2, 1)):
        begin(game, now, start.state, number, 1000, seats.records[0])
        answer(*board, side, *opponent)
        assert now[0].to_move == side and game.outcome == ONGOING
        for _ in range(12):
            before = Position(JUNGLE, now.copy()[0])
            move = before.moves[-1]
            make(*board, move)
            answer(*board, side, *opponent)
            answered = {
                JUNGLE.format(reply.state)
                for chance in range(len(before.chances(move)))
                for after in [before.play(move, chance)]
                for answer in after.moves
                for luck in range(len(after.chances(answer)))
                for reply in [after.play(answer, luck)]
            }
            assert JUNGLE.format(now[0]) in answered and now[0].to_move == side


@pytest.fixture
def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiles nothing."""
    monkeypatch.setattr("arena.training.environment.kernel_of", make_advance)


def played(seed: int, boards: int = 8, steps: int = 60) -> tuple[list[list[str]], int]:
    """The positions after each step, and how many games ended."""
    environment = Environment(JUNGLE, RANDOM, boards, seed, JUNGLE.options(no_capture_limit=12))
    draw, seen, ended = np.random.default_rng(5), [], 0
    for _ in range(steps):
        going_on, states = ~environment.over, environment.states
        assert (states.to_move[going_on] == environment.sides[going_on]).all()
        assert ((environment.counts > 0) == going_on).all()
        for state, moves, count in zip(states, environment.moves, environment.counts, strict=True):
            assert Position(JUNGLE, state).moves == tuple(moves[:count].tolist())
        chosen = (draw.random(boards) * environment.counts).astype(int)
        ended += int(environment.over.sum())
        environment.step(environment.moves[np.arange(boards), chosen])
        seen.append([JUNGLE.format(state) for state in environment.states])
    assert environment.plies > steps * boards
    return seen, ended


@pytest.mark.usefixtures("plainly")
def test_many_games_at_a_time() -> None:
    seen, ended = played(7)
    assert ended > 8 and played(7)[0] == seen and played(8)[0] != seen
    environment = Environment(JUNGLE, RANDOM, 3)
    assert set(environment.sides.tolist()) == {0, 1}
    with pytest.raises(ValueError, match="not legal"):
        environment.step(np.full(3, -1, np.int32))


@pytest.mark.slow
@pytest.mark.skipif(jit_disabled(), reason="needs the compiler")
def test_compiled_games_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = played(7)
    monkeypatch.setattr("arena.training.environment.kernel_of", make_advance)
    assert played(7) == compiled
