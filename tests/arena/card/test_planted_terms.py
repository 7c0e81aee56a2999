"""How often a card names what was planted in a heuristic, and how often it names what is nothing.

`pytest -m slow tests/arena/card/test_planted_terms.py -s` prints the counts that stand in docs/lab/cards.md.
"""

import os
from pathlib import Path

import planted
import pytest

from arena.card.card_run import CardRun
from arena.card.pairs import PairsPlayed
from arena.card.plan import KNOCK_OUT, CardPlan
from arena.card.verdicts import COSTS, EARNS, NEVER, STANDS_IN
from arena.card.work_units import CardFile, Workshop
from arena.executors import THREADS, open_executor
from engines.jobs import Job
from games.registry import load_game
from heuristics.contract import Heuristic
from heuristics.registry import lend

pytestmark = pytest.mark.slow

SEEDS = {"isolation": 34, "morris": 33, "tabletactics": 33}
NODES, PAIRS = 200, 40
WORKERS = 2
OFF = "PLYGLASS_PLANTED_SEEDS"
"""In the environment: fewer seeds a game, for a look."""


def seeds_of(game: str) -> range:
    return range(min(SEEDS[game], int(os.environ.get(OFF, "1000"))))


def planted_heuristic(folder: Path, game: str, *terms: str, loud: float | None = None) -> Heuristic:
    return lend(planted.write(folder, game, *terms, loud=loud), game, "planted")


def plan_of(game: str, heuristic: Heuristic, seed: int) -> CardPlan:
    return CardPlan(game, heuristic.name, load_game(game).options(), NODES, seed, PAIRS)


@pytest.mark.parametrize("game", SEEDS)
def test_what_is_planted_to_harm_costs_sixty_elo(game: str, tmp_path: Path) -> None:
    """Measured by itself, on seeds that no card has."""
    harmful = planted.HARMFUL[game]
    plan = plan_of(game, planted_heuristic(tmp_path, game, harmful), 10_000)
    match = plan.match(plan.player({harmful: 0.0}), plan.player(), KNOCK_OUT, plan.random_plies, 200)
    match.prepare()
    file = CardFile(tmp_path / "harm", plan.text)
    executor, workers = open_executor(THREADS, WORKERS)
    played = PairsPlayed("harm", match)
    played.play(Workshop(file, executor, workers, Job()), 200)
    executor.shutdown(wait=False)
    file.close()
    worth = played.worth
    print(
        f"\n{game}: without {harmful} {worth.elo:+.0f} [{worth.low:+.0f}, {worth.high:+.0f}] Elo, 200 pairs"
    )
    assert worth.low is not None and worth.low >= 60.0


def test_planted_terms_are_named(tmp_path: Path) -> None:
    named = total = 0
    for game in SEEDS:
        harmful = planted.HARMFUL[game]
        heuristic = planted_heuristic(tmp_path, game, "dead", "copy", harmful)
        original = heuristic.terms[planted.BASES[game][1]].name
        right = 0
        for seed in seeds_of(game):
            card = CardRun(plan_of(game, heuristic, seed), tmp_path / f"{game} {seed}", WORKERS).work(Job())
            rows = {row.name: row for row in card.terms}
            verdicts = {name: row.verdict for name, row in rows.items()}
            pair = rows["copy"].partner == original and rows[original].partner == "copy"
            pair &= all(verdicts[name].startswith(STANDS_IN) for name in ("copy", original))
            found = verdicts["dead"] == NEVER and verdicts[harmful] == COSTS and pair
            right += found
            if not found:
                print(f"\n{game} {seed}: {verdicts}")
        print(f"\n{game}: all three named in {right} of {len(seeds_of(game))}")
        named, total = named + right, total + len(seeds_of(game))
    assert named >= 0.95 * total


def test_what_only_decides_between_equal_moves_is_not_called_better(tmp_path: Path) -> None:
    called = total = 0
    for game in SEEDS:
        heuristic = planted_heuristic(tmp_path, game, "whisper", loud=1e-6)
        for seed in seeds_of(game):
            card = CardRun(plan_of(game, heuristic, seed), tmp_path / f"{game} {seed}", WORKERS).work(Job())
            verdict = next(row.verdict for row in card.terms if row.name == "whisper")
            called, total = called + (verdict == EARNS), total + 1
    print(f"\nwhisper earns its place in {called} of {total}")
    assert called <= 0.05 * total
