"""The levels: their names, how they choose, and what they never do."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from engines.contract import EXACT, WIN_BAND, Limits, StopSignal
from engines.levels import WORDS
from engines.move_noise import better_known, playing_drawn
from engines.player_text import level_of, level_player, make_engine, parse_player
from engines.search.options import is_selective
from engines.search_engine import Searcher
from games.compiling.compiler import jit_disabled
from games.contract import ONGOING, BadText
from games.position import Position
from games.registry import game_names, load_game
from heuristics.levels import COUNT, Level
from heuristics.registry import default_heuristic, levels_of
from samples import ongoing_positions, random_positions, random_walk, searched_heuristic

needs_speed = pytest.mark.skipif(jit_disabled(), reason="plays many games")


def engine_of(game: str, level: int, seed: int = 0) -> Searcher:
    engine = make_engine(parse_player(f"level:{level}", game), game, seed=seed, table_megabytes=1)
    assert isinstance(engine, Searcher)
    return engine


@pytest.mark.parametrize("game", game_names())
def test_every_game_has_all_levels(game: str) -> None:
    assert len(levels_of(game)) == COUNT == len(WORDS)
    for level in range(1, COUNT + 1):
        spec = parse_player(f"level:{level}", game)
        assert str(spec) == f"level:{level}" and spec == level_player(game, level)
        assert level_of(str(spec)) == level and spec.heuristic == default_heuristic(game).name
        engine = engine_of(game, level)
        assert engine.name == f"level:{level}" and engine.limits.seconds is None
        slack = levels_of(game)[level - 1].slack * engine.lens.heuristic.clear_advantage
        assert engine.workspace_flags.get("slack", 0.0) == slack
    assert levels_of(game)[-1].slack == 0.0


@pytest.mark.parametrize("game", game_names())
def test_selective_plays_level_8_of_chess_alone(game: str) -> None:
    for level, at in enumerate(levels_of(game), 1):
        spec, usual = parse_player(f"level:{level},seed=5", game), engine_of(game, level, seed=5)
        made = make_engine(spec, game, table_megabytes=1, selective=True)
        assert isinstance(made, Searcher) and made.lens == usual.lens
        assert made.seed == usual.seed
        assert is_selective(made.cuts) == (at.selective is not None) == ((game, level) == ("chess", 8))
        if at.selective is not None:
            assert at.nodes is not None and at.selective < at.nodes, "it plays better, node for node"
            assert made.limits == Limits(nodes=at.selective)
            again = make_engine(parse_player(made.name, game), game, table_megabytes=1)
            assert isinstance(again, Searcher) and again.cuts == made.cuts, "its name says what it is"
            assert (again.limits, again.seed) == (made.limits, made.seed)
        else:
            assert made.limits == usual.limits
            assert (made.cuts, made.workspace_flags) == (usual.cuts, usual.workspace_flags)
            assert not is_selective(usual.cuts)


def test_the_seed_is_the_only_option_of_a_level() -> None:
    assert str(parse_player("level:2,seed=5", "chess")) == "level:2,seed=5"
    assert level_of("level:2,seed=5") == level_of("strong:location,ms=500") == level_of("human") == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("level", "expected level:N with a whole number from 1 to 8, found ''"),
        ("level:", "expected level:N with a whole number from 1 to 8, found ''"),
        ("level:0", "from 1 to 8, found '0'"),
        ("level:9", "from 1 to 8, found '9'"),
        ("level:x", "from 1 to 8, found 'x'"),
        ("level:3,ms=100", "expected seed=N for level, found 'ms=100'"),
        ("level:3,mobility=2", "expected seed=N for level"),
    ],
)
def test_what_is_no_level_is_one_line_that_says_what_is(text: str, words: str) -> None:
    with pytest.raises(BadText) as caught:
        parse_player(text, "isolation")
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_a_slack_goes_with_a_depth() -> None:
    for wrong in ({}, {"depth": 1, "nodes": 1}, {"nodes": 100, "slack": 0.5}, {"depth": 1, "slack": -1.0}):
        with pytest.raises(AssertionError, match=r"expected|slack"):
            Level(**wrong)  # type: ignore[arg-type]


# How it chooses


def of_slack(game: str) -> int:
    """The highest level of a game that does not always play its best move."""
    return max(level for level, at in enumerate(levels_of(game), 1) if at.slack)


@needs_speed
@pytest.mark.parametrize("game", game_names())
def test_moves_within_the_slack_are_drawn_by_the_seed(game: str) -> None:
    rules = load_game(game)
    positions = [each for each in random_positions(rules, 3, 16) if each.outcome == ONGOING][:12]
    passed_over = 0
    for level in {1, of_slack(game)}:
        slack = engine_of(game, level).workspace_flags["slack"]
        for position in positions:
            engine = engine_of(game, level, seed=7)
            thought = engine.think(position)
            again = engine_of(game, level, seed=7).think(position)
            assert (again.move, again.value, again.pv) == (thought.move, thought.value, thought.pv)
            rows = {row.move: row for row in thought.root_moves}
            assert thought.move is not None and thought.player == f"level:{level}"
            best, played = max(row.value for row in rows.values() if row.bound == EXACT), rows[thought.move]
            assert best - slack < played.value <= best or played.value == best
            assert (thought.value, thought.pv) == (played.value, played.line)
            assert ("skipped it on purpose (level" in thought.remark) == (played.value < best)
            if played.value < best:  # of several best moves, the one that others name, too
                named = thought.position.notation(better_known(thought)[0].move)
                assert thought.remark.startswith(f"Saw {named}, ")
            passed_over += played.value < best
            if abs(thought.value) <= WIN_BAND and not thought.outcomes and not position.game.has_chance:
                leaf = engine.lens.breakdown(thought.pv_end().state, position.to_move).value
                assert thought.pv_end().outcome != ONGOING or leaf == thought.value
    assert passed_over or game != "chess"


@pytest.mark.parametrize("game", game_names())
def test_moves_within_the_slack_have_plain_values(game: str) -> None:
    heuristic = searched_heuristic(game)
    slow = make_engine(parse_player(f"minimax:{heuristic},depth=2", game), game)
    plain = make_engine(parse_player(f"alphabeta:{heuristic},depth=2", game), game, table_megabytes=1)
    assert isinstance(plain, Searcher)
    slack = plain.lens.heuristic.clear_advantage
    drawing = replace(plain, workspace_flags={**plain.workspace_flags, "slack": slack})
    for position in ongoing_positions(game, 4, 4):
        exact = {row.move: row.value for row in slow.think(position).root_moves}
        thought, best = drawing.think(position), max(exact.values())
        assert thought.depth == 2 or abs(best) > WIN_BAND
        for row in thought.root_moves if thought.depth == 2 else ():
            assert row.bound == EXACT or exact[row.move] <= best - slack
            assert row.value == exact[row.move] if row.bound == EXACT else row.value >= exact[row.move]


@needs_speed
def test_other_seeds_choose_otherwise_and_a_move_alone_is_chosen() -> None:
    position = Position.start(load_game("morris"), text=None)
    moves = {engine_of("morris", 1, seed).think(position).move for seed in range(12)}
    assert len(moves) > 3
    (first, *_) = position.moves
    alone = engine_of("morris", 1).think(position, only=(first,))
    assert alone.move == first and alone.remark == ""


@needs_speed
def test_stopped_search_is_no_draw_of_unequal_depths() -> None:
    position = Position.start(load_game("morris"), text=None)
    engine = engine_of("morris", 3)
    engine.prepare("morris")
    stop = StopSignal()
    stop.request()
    assert engine.think(position, stop=stop).move in position.moves
    thought = engine.think(position)
    assert playing_drawn(thought, -1) is thought


# What it never does from level 3 on


def after(position: Position, move: int) -> list[Position]:
    """The positions that a move may lead to."""
    return [position.play(move, chance) for chance in range(len(position.chances(move)))]


def wins(position: Position, move: int) -> bool:
    return all(each.outcome == position.to_move for each in after(position, move))


def may_lose(position: Position, move: int) -> bool:
    """Whether the move loses the game, or the opponent's next move may."""
    for each in after(position, move):
        if each.outcome == 1 - position.to_move:
            return True
        replies = each.moves if each.to_move != position.to_move else ()
        if any(wins(each, reply) for reply in replies):
            return True
    return False


def late_positions(game: str, seed: int) -> Iterator[Position]:
    """Positions of random games shortly before their end, where wins and losses are near."""
    rules = load_game(game)
    for number in range(seed, seed + 200):
        walk = list(random_walk(rules, number, plies=1500))
        if walk[-1].outcome in (0, 1):
            yield from (position for position in walk[-4:-1] if len(position.moves) > 1)


@pytest.mark.long
@needs_speed
@pytest.mark.parametrize("game", game_names())
def test_win_in_one_is_played_and_loss_in_one_avoided(game: str) -> None:
    won = avoided = 0
    for number, position in enumerate(islice(late_positions(game, 100), 12)):
        winning = [move for move in position.moves if wins(position, move)]
        for level in {3, max(3, of_slack(game))}:
            move = engine_of(game, level, seed=number).think(position).move
            assert move is not None
            if winning:
                assert wins(position, move), (level, position.text, position.move_text(move))
                won += 1
            elif not may_lose(position, move):
                avoided += any(may_lose(position, other) for other in position.moves)
            else:
                assert all(may_lose(position, other) for other in position.moves), (level, position.text)
    assert won and avoided
