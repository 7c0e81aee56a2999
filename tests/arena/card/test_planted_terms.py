"""How often a card names the terms that were planted in a heuristic, and how often it wrongly names a
worthless one.

`pytest -m slow -n 0 -s tests/arena/card/test_planted_terms.py` prints a line for each card, with its
processor seconds, and the counts that stand in docs/lab/cards.md.
"""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import planted
import pytest

from arena.card.card_run import CardRun
from arena.card.pairs import PairsPlayed
from arena.card.plan import KNOCK_OUT, CardPlan
from arena.card.verdicts import COSTS, EARNS, NEVER, STANDS_IN
from arena.executors import THREADS, open_executor
from arena.experiments.experiment_run import Workshop
from arena.experiments.record import UnitRecord
from engines.jobs import Job
from games.registry import load_game
from heuristics.contract import Heuristic
from heuristics.registry import lend

pytestmark = pytest.mark.slow

SEEDS = {"isolation": 34, "morris": 33, "tabletactics": 33}
NODES, PAIRS = 200, 40

FEWER, WORKERS, FOLDER = "PLYGLASS_PLANTED_SEEDS", "PLYGLASS_PLANTED_WORKERS", "PLYGLASS_PLANTED_FOLDER"
"""Environment variables: fewer seeds for each game, for a quick look; how many cores, 2 by default; a folder
that keeps the cards, so that a stopped run resumes there."""


def workers() -> int:
    return int(os.environ.get(WORKERS, "2"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    kept = os.environ.get(FOLDER)
    if kept is None:
        return tmp_path
    Path(kept).mkdir(parents=True, exist_ok=True)
    return Path(kept)


def cards() -> Iterator[tuple[str, int]]:
    """Games and seeds in turn, so that a stopped run has something of each game."""
    fewer = int(os.environ.get(FEWER, "1000"))
    for seed in range(min(fewer, max(SEEDS.values()))):
        yield from ((game, seed) for game, seeds in SEEDS.items() if seed < seeds)


def planted_heuristic(folder: Path, game: str, *terms: str, loud: float | None = None) -> Heuristic:
    return lend(planted.write(folder, game, *terms, loud=loud), game, "planted")


def plan_of(game: str, heuristic: Heuristic, seed: int) -> CardPlan:
    return CardPlan(game, heuristic.name, load_game(game).options(), NODES, seed, PAIRS)


@pytest.mark.parametrize("game", SEEDS)
def test_what_is_planted_to_harm_costs_sixty_elo(game: str, tmp_path: Path) -> None:
    """Measured on seeds that no card uses."""
    harmful = planted.HARMFUL[game]
    plan = plan_of(game, planted_heuristic(tmp_path, game, harmful), 10_000)
    match = plan.match(plan.player({harmful: 0.0}), plan.player(), KNOCK_OUT, plan.random_plies, 200)
    match.prepare()
    file = UnitRecord(tmp_path / "harm", plan.text)
    played = PairsPlayed("harm", match)
    with open_executor(THREADS, workers()) as threads:
        played.play(Workshop(file, threads, Job()), 200)
    file.close()
    worth = played.worth
    print(
        f"\n{game}: without {harmful} {worth.elo:+.0f} [{worth.low:+.0f}, {worth.high:+.0f}] Elo, 200 pairs"
    )
    assert worth.low is not None and worth.low >= 60.0


def test_planted_terms_are_named(folder: Path) -> None:
    heuristics = {
        game: planted_heuristic(folder, game, "dead", "copy", planted.HARMFUL[game]) for game in SEEDS
    }
    named = total = 0
    for game, seed in cards():
        harmful, heuristic = planted.HARMFUL[game], heuristics[game]
        original = heuristic.terms[planted.BASES[game][1]].name
        began = time.process_time()
        path = folder / f"planted {game} {seed}"
        card = CardRun(plan_of(game, heuristic, seed), path, workers()).work(Job())
        rows = {row.name: row for row in card.terms}
        verdicts = {name: row.verdict for name, row in rows.items()}
        pair = rows["copy"].partner == original and rows[original].partner == "copy"
        pair &= all(verdicts[name].startswith(STANDS_IN) for name in ("copy", original))
        dead = verdicts["dead"] == NEVER and rows["dead"].worth is None
        right = dead and verdicts[harmful] == COSTS and pair
        named, total = named + right, total + 1
        seconds = time.process_time() - began
        print(f"{game} {seed}: {'named' if right else verdicts}, {seconds:.0f} s, in all {named} of {total}")
    assert named >= 0.95 * total


class KnockOutsOnly(Job):
    """Stops a card once every term was left out. What comes later can only make it call fewer terms good."""

    def report(self, value: Any = None, doing: str | None = None) -> None:
        super().report(value, doing)
        if value is not None and value.stage == "knock-outs, more nodes":
            self.stop.request()


def test_tie_breaker_is_not_called_better(folder: Path) -> None:
    heuristics = {game: planted_heuristic(folder, game, "whisper", loud=1e-6) for game in SEEDS}
    called = total = 0
    for game, seed in cards():
        plan = plan_of(game, heuristics[game], seed)
        card = CardRun(plan, folder / f"whisper {game} {seed}", workers()).work(KnockOutsOnly())
        row = next(row for row in card.terms if row.name == "whisper")
        assert row.worth is not None and row.worth.pairs == PAIRS
        called, total = called + (row.verdict == EARNS), total + 1
        print(f"{game} {seed}: {row.verdict}, in all {called} of {total}")
    assert called <= 0.05 * total
