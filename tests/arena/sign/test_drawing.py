"""Drawing positions with a clear winner: the same for any number of workers, and when a position is clear."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from arena.sign import candidate_game
from arena.sign.candidate_game import BUDGETS, TRIES, CandidateGame
from arena.sign.drawing import BATCH, DrawingRun, DrawnPositions
from arena.sign.drawing_plan import DrawingPlan
from arena.single_game import PlayedGame, SingleGame, play
from engines.contract import WIN_BAND, StopSignal
from engines.jobs import Job
from engines.player_text import make_engine, parse_player
from games.compiling.compiler import jit_disabled
from games.contract import BLACK_WINS, DRAW, SIDE_NAMES, WHITE_WINS, BadText
from games.position import Position
from games.registry import load_game

WANTED = 14

pytestmark = pytest.mark.skipif(jit_disabled(), reason="plays whole games")


def plan_of(wanted: int = WANTED, seed: int = 5) -> DrawingPlan:
    return DrawingPlan.of("isolation", load_game("isolation").options(), wanted, seed)


class StopsAfterABatch(Job):
    """Stops as soon as there is a report of games."""

    def report(self, value: object = None, doing: str | None = None) -> None:
        super().report(value, doing)
        if isinstance(value, DrawnPositions) and value.games:
            self.stop.request()


@pytest.mark.long
def test_drawing_is_the_same_after_a_break_and_more_workers(tmp_path: Path) -> None:
    whole = DrawingRun(plan_of(), tmp_path / "one").work(Job())
    broken = DrawingRun(plan_of(), tmp_path / "two", 2).work(StopsAfterABatch())
    assert not broken.over and broken.games == BATCH
    assert broken.positions == whole.positions[: len(broken.positions)]
    assert DrawingRun(plan_of(), tmp_path / "two", 3).work(Job()) == whole
    assert whole.over and len(whole.positions) == WANTED
    assert 0 < sum(each.proven for each in whole.positions) <= WANTED / 2


def test_too_few_positions_are_refused() -> None:
    with pytest.raises(BadText, match="--draw: expected at least 2 positions, found 1"):
        plan_of(1)


# One game


def games_end(outcome: Callable[[SingleGame], int], asked: list[SingleGame]) -> Callable[..., PlayedGame]:
    """Stands in for `play`: the level's game is played, games from its positions end as `outcome` says."""

    def played(game: SingleGame, stop: StopSignal) -> PlayedGame:
        if game.players[0].kind == "level":
            return replace(play(game), outcome=WHITE_WINS)
        asked.append(game)
        return PlayedGame(outcome(game), (), "")

    return played


def candidate(monkeypatch: pytest.MonkeyPatch, outcome: Callable[[SingleGame], int]) -> list[SingleGame]:
    """The games that are played out while a position is drawn. No search proves a win."""
    asked: list[SingleGame] = []
    monkeypatch.setattr(candidate_game, "play", games_end(outcome, asked))
    monkeypatch.setattr(CandidateGame, "_searched", lambda self, position, stop: 0.0)
    return asked


def test_a_side_with_most_points_is_the_winner(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = candidate(monkeypatch, lambda game: WHITE_WINS if len(asked) % 6 == 0 else BLACK_WINS)
    found = plan_of().candidate(0, True).work(StopSignal())
    assert found is not None and found["winner"] == "black" and not found["proven"]
    assert found["score"] == pytest.approx(20 / 24, abs=1e-4)
    budgets = [tuple(player.option("nodes") for player in game.players) for game in asked]
    assert budgets == list(zip(BUDGETS, reversed(BUDGETS), strict=True)) and len(budgets) == 24
    assert len({game.seeds for game in asked}) == 24
    position = Position.start(load_game("isolation"), asked[0].options)
    for move, chance in asked[0].opening:
        position = position.play(move, chance)
    assert found["position"] == position.text


def test_playing_out_ends_once_no_side_can_be_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = candidate(monkeypatch, lambda game: DRAW)
    assert plan_of().candidate(1, True).work(StopSignal()) is None
    assert len({game.opening for game in asked}) == TRIES
    assert len(asked) == TRIES * 10, "after 10 draws no side reaches 19.2 of 24 points"


def test_a_drawn_game_gives_no_position(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = candidate(monkeypatch, lambda game: WHITE_WINS)
    monkeypatch.setattr(candidate_game, "play", lambda game, stop: replace(play(game), outcome=DRAW))
    assert plan_of().candidate(0, True).work(StopSignal()) is None and not asked


def test_proven_positions_are_won_and_skipped_if_unwanted() -> None:
    found = next(
        (game, drawn)
        for game in range(40)
        if (drawn := plan_of().candidate(game, True).work(StopSignal())) is not None and drawn["proven"]
    )
    game, drawn = found
    assert drawn["score"] == 1.0 and drawn["winner"] == winner_by_another_search(drawn["position"])
    other = plan_of().candidate(game, False).work(StopSignal())
    assert other is None or (not other["proven"] and other["position"] != drawn["position"])


def winner_by_another_search(text: str) -> str:
    """Who wins, proven with another heuristic."""
    position = Position.start(load_game("isolation"), text=text)
    player = parse_player("alphabeta:improved,nodes=500000", "isolation")
    with closing(make_engine(player, "isolation")) as engine:
        value = engine.think(position, stop=StopSignal()).value
    assert abs(value) > WIN_BAND
    return SIDE_NAMES[position.to_move if value > 0 else 1 - position.to_move]
