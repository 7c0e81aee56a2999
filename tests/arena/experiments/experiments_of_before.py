"""One experiment of each kind, as programs of before made them: its files are in `files_of_before`.

No search takes part: units are made up (`FalseGames`), or random players play. So the figures stay the same
when a search becomes better.
"""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from arena.calibration.calibration_run import CalibrationRun
from arena.calibration.plan import CalibrationPlan
from arena.calibration.valued_games import STATIC, Budget
from arena.card.against import RivalRun
from arena.card.card_run import CardRun
from arena.card.plan import CardPlan
from arena.results import Results
from arena.sign.drawing import DrawingRun
from arena.sign.drawing_plan import DrawingPlan
from arena.tournament import Entrant, make_tournament
from arena.tournament_run import TournamentRun
from arena.tuning.tuning_run import TuningRun
from engines.jobs import Job
from engines.player_text import parse_player
from false_games import FalseGames
from games.registry import load_game

FOLDER = Path(__file__).parent / "files_of_before"

Stops = Callable[[Any], bool] | None
Figures = dict[str, Any]


class StopsWhen(Job):
    """Stops once a report says that it is time to."""

    def __init__(self, stops: Stops) -> None:
        super().__init__()
        self.stops = stops

    def report(self, value: Any = None, doing: str | None = None) -> None:
        super().report(value, doing)
        if value is not None and self.stops is not None and self.stops(value):
            self.stop.request()


def _card_plan(pairs: int, rival: str = "") -> CardPlan:
    options = load_game("isolation").options()
    weights = {"isolation": {"territory": {"territory": 0.1}}}
    return CardPlan("isolation", "territory", options, 30, 3, pairs, weights=weights, rival=rival)


def _games(patch: pytest.MonkeyPatch, worth: float = 0.5) -> None:
    """A term is worth that much, by its weight."""
    games = FalseGames(strength=lambda weights: worth * weights.get("territory", 1.0))
    games.terms = 2
    games.stand_in(patch)


def card(file: Path, patch: pytest.MonkeyPatch, stops: Stops) -> Figures:
    _games(patch)
    return CardRun(_card_plan(20), file).work(StopsWhen(stops)).to_json()


def tune(file: Path, patch: pytest.MonkeyPatch, stops: Stops) -> Figures:
    """The tuning after a card, in whose file it finds a term that costs strength."""
    _games(patch, worth=-3.0)
    CardRun(_card_plan(20), file).work(Job())
    return TuningRun(_card_plan(20), file).work(StopsWhen(stops)).to_json()


def check(file: Path, patch: pytest.MonkeyPatch, stops: Stops) -> Figures:
    _games(patch)
    return RivalRun(_card_plan(200, "improved"), file).work(StopsWhen(stops)).to_json()


def calibrate(file: Path, patch: pytest.MonkeyPatch, stops: Stops) -> Figures:
    _games(patch)
    options, others = load_game("isolation").options(), (Budget(STATIC), Budget(500, 1, every=2))
    plan = CalibrationPlan("isolation", "territory", options, nodes=50, games=200, seed=3, others=others)
    found = CalibrationRun(plan, file).work(StopsWhen(stops))
    return {} if found.calibration is None else found.calibration.to_json()


def draw(file: Path, patch: pytest.MonkeyPatch, stops: Stops) -> Figures:
    _games(patch)
    plan = DrawingPlan.of("isolation", load_game("isolation").options(), 30, 3)
    return asdict(DrawingRun(plan, file).work(StopsWhen(stops)))


def tournament(file: Path, patch: pytest.MonkeyPatch, stops: Stops) -> Figures:
    patch.setattr("arena.tournament_run.NEWS_EVERY", 0.0)
    names = ("random", "random,seed=5", "random,seed=6")
    entrants = [Entrant("abc"[i], parse_player(text, "isolation")) for i, text in enumerate(names)]
    options = load_game("isolation").options()
    made = make_tournament("of before", "isolation", entrants, [(0, 1), (0, 2), (1, 2)], 8, options, seed=1)
    with Results(file) as results:
        news = TournamentRun(made, results, 1, "threads").work(StopsWhen(stops))
    return news.table.to_json()


KINDS: dict[str, tuple[Callable[[Path, pytest.MonkeyPatch, Stops], Figures], Stops]] = {
    "card": (card, lambda news: news.stage == "knock-outs, more nodes"),
    "tune": (tune, lambda news: news.stage == "trials"),
    "check": (check, lambda news: news.counts.pairs >= 40),
    "calibrate": (calibrate, lambda news: news.played >= 200),
    "draw": (draw, lambda news: len(news.positions) >= 20),
    "tournament": (tournament, lambda news: 10 <= news.done < 24),
}
"""By name: how it is made, and when the file that is kept was half done."""
