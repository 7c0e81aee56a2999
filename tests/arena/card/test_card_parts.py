"""The parts of a card: terms that count the same, foresight, its sentences, and its file."""

import sqlite3
import threading
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from arena.card.card_run import _State
from arena.card.collinearity import TermShape, term_shapes
from arena.card.foresight import foresight
from arena.card.open_questions import in_minutes, in_pairs, open_questions, width_to_tell
from arena.card.pairs import Worth
from arena.card.verdicts import (
    AT_MOST,
    CANNOT_TELL,
    COSTS,
    EARNS,
    EARNS_DEEPER,
    NEVER,
    OFF,
    STANDS_IN,
    sentence,
    significant,
    verdict,
)
from arena.executors import Threads
from arena.experiments.experiment_run import ExperimentStopped, Workshop
from arena.experiments.record import UnitRecord
from arena.statistics import PairCounts
from engines.contract import StopSignal
from engines.jobs import Job
from games.contract import BadText

ALONE = TermShape(0.5, 1.0, 1.0, None, 0.0)
DOUBLED = TermShape(0.5, 1.0, float("inf"), 1, 1.0)
LIKE_ANOTHER = TermShape(0.5, 1.0, 2.0, 1, 0.8)


def worth(*counts: int) -> Worth:
    return Worth.of(PairCounts(counts))  # type: ignore[arg-type]


BETTER, WORSE, EVEN = worth(5, 10, 40, 40, 60), worth(60, 40, 40, 10, 5), worth(20, 20, 40, 20, 20)
NARROW = worth(0, 500, 9000, 500, 0)


def test_a_dead_term_a_copy_and_a_term_by_itself_are_told_apart() -> None:
    random = np.random.default_rng(0)
    one, two = random.normal(0, 1, (2, 400))
    dead, copy, alone, also = term_shapes(np.column_stack([np.zeros(400), one, two, one]))
    assert dead.fires == 0.0 and dead.partner is None and not dead.is_redundant
    assert copy.partner == 3 and also.partner == 1 and copy.inflation == float("inf")
    assert alone.inflation == pytest.approx(1.0, abs=0.05) and not alone.is_redundant
    assert alone.effect == pytest.approx(np.abs(two).mean())


def test_no_positions_give_shapes_all_the_same() -> None:
    assert [shape.fires for shape in term_shapes(np.zeros((0, 2)))] == [0.0, 0.0]


@pytest.mark.parametrize(
    ("shape", "weight", "found", "told", "refitted", "says"),
    [
        (TermShape(0.0, 0.0, 1.0, None, 0.0), 1.0, None, False, None, NEVER),
        (ALONE, 0.0, None, False, None, OFF),
        (ALONE, 1.0, BETTER, True, None, EARNS),
        (ALONE, 1.0, WORSE, True, None, COSTS),
        (ALONE, 1.0, EVEN, False, None, CANNOT_TELL),
        (ALONE, 1.0, NARROW, False, None, AT_MOST),
        (DOUBLED, 1.0, BETTER, True, EVEN, f"{STANDS_IN} other"),
        (DOUBLED, 1.0, BETTER, True, BETTER, EARNS),
        (LIKE_ANOTHER, 1.0, EVEN, False, EVEN, CANNOT_TELL),
        (LIKE_ANOTHER, 1.0, EVEN, False, NARROW, f"{STANDS_IN} other"),
        (DOUBLED, 1.0, WORSE, True, EVEN, COSTS),
        (DOUBLED, 1.0, EVEN, False, worth(2, 2, 10, 3, 2), CANNOT_TELL),
    ],
)
def test_verdicts(
    shape: TermShape, weight: float, found: Worth | None, told: bool, refitted: Worth | None, says: str
) -> None:
    partner = "other" if shape.is_redundant else ""
    assert verdict(shape, weight, found, told, refitted, partner, "").startswith(says)


def test_term_that_gains_with_more_nodes_is_not_dropped() -> None:
    """siege's attacks on the Noble: worth at most 3 Elo with 200 nodes, +32 (+14 to +49) with 800."""
    words = verdict(ALONE, 1.0, NARROW, False, None, "", "", True)
    assert words == EARNS_DEEPER
    assert sentence({"attacks": words}, {}) == "With more nodes attacks earns a place."
    assert verdict(ALONE, 1.0, NARROW, False, None, "", "", False).startswith(AT_MOST)


def test_one_slight_gain_of_ten_with_more_nodes_is_chance() -> None:
    """By its own interval the gain is above 0, but one of ten is by chance in 4 of 10 cards."""
    slight = worth(12, 22, 40, 28, 23)
    assert slight.is_better and not EVEN.is_better
    worths = {"a": slight} | {str(number): EVEN for number in range(9)}
    contests: dict[str, Any] = {
        name: SimpleNamespace(played=SimpleNamespace(worth=found, points=(1,)))
        for name, found in worths.items()
    }
    state: Any = SimpleNamespace(plan=SimpleNamespace(pairs=125))
    assert _State.better(state, contests) == frozenset()
    assert _State.better(state, {"a": contests["a"]}) == {"a"}


def test_needed_amount_is_said_in_minutes_or_pairs() -> None:
    half = EVEN.half_width
    pairs = 120 * ((half / 8) ** 2 - 1)
    assert in_minutes(EVEN, [EVEN], 60 / pairs * 3.2) == "about 4 more minutes"
    assert in_minutes(EVEN, [EVEN], 1e-6) == "about 1 more minute"
    assert in_minutes(EVEN, [EVEN, EVEN, BETTER, NARROW], 60 / pairs * 3.2) == "about 7 more minutes"
    count = 10 * -(-int(pairs) // 10)
    assert in_pairs(EVEN, 1) == f"about {count // 1000}\u202f{count % 1000:03} more pairs"
    assert in_pairs(Worth.nothing(), 1) == "" and in_minutes(Worth.nothing(), [Worth.nothing()], 1.0) == ""
    unasked = in_minutes(Worth.nothing(), [EVEN, Worth.nothing()], 60 / pairs * 3.2)
    assert unasked == "about 7 more minutes", "it will take as long as the other one"
    assert verdict(ALONE, 1.0, EVEN, False, None, "", "about 1 more minute").endswith(": about 1 more minute")


def test_large_effect_is_told_before_its_interval_is_narrow() -> None:
    """120 Elo, ± 100, among five terms: the interval must shrink to ± 91, not to ± 8."""
    large = Worth(20, 120.0, 20.0, 220.0, 0.02)
    assert width_to_tell(large, 5) == pytest.approx(120 * 1.95996 / 2.57583, rel=1e-4)
    assert in_pairs(large, 5) == "about 10 more pairs"
    assert width_to_tell(EVEN, 5) == 8.0


def test_play_goes_on_until_a_verdict() -> None:
    """Among eight terms, an interval beside 0 is no verdict yet: it must be narrower first."""
    beside = worth(8, 12, 40, 24, 14)
    assert not beside.straddles and beside.probability > 0.05 / 8
    assert open_questions([beside] + 7 * [EVEN]) == list(range(8))
    assert open_questions([BETTER, NARROW, Worth.nothing()]) == [2]


def test_of_many_terms_that_are_worth_nothing_few_cards_name_one() -> None:
    random = np.random.default_rng(5)
    named = 0
    for _ in range(400):
        worths = {str(term): worth(*random.multinomial(100, [0.1, 0.2, 0.4, 0.2, 0.1])) for term in range(8)}
        named += bool(significant(worths))
    assert named <= 400 * 0.05 + 3 * np.sqrt(400 * 0.05 * 0.95)


def test_few_terms_are_named_of_those_played_to_a_verdict() -> None:
    """Equal players, tested after every 100 pairs up to 2 000. A test meant for a fixed number of pairs would
    tell more than one in ten apart at some time."""
    random = np.random.default_rng(7)
    named, naive, most = 0, 0, 200
    for _ in range(most):
        looks = random.multinomial(100, [0.1, 0.2, 0.4, 0.2, 0.1], size=20).cumsum(axis=0)
        found = [{"term": worth(*counts)} for counts in looks.tolist()]
        named += any(significant(each, is_open=True) for each in found)
        naive += any(significant(each) for each in found)
    assert named <= 0.05 * most + 3 * np.sqrt(0.05 * 0.95 * most) and naive > 0.1 * most
    strong = worth(40, 80, 320, 240, 120)
    assert significant({"term": strong}, is_open=True), f"{strong.elo} Elo in {strong.pairs} pairs"


def test_the_sentence_names_what_to_keep_and_what_to_drop() -> None:
    verdicts = {"a": EARNS, "b": COSTS, "c": NEVER, "d": f"{STANDS_IN} a", "e": CANNOT_TELL, "f": EARNS}
    told = sentence(verdicts, {"a": EVEN, "f": BETTER})
    assert told == "Earn their place: f and a. Costs strength: b. Never fires: c. Stands in for a: d."
    doubled = sentence({"a": f"{STANDS_IN} b", "b": f"{STANDS_IN} a"}, {}, {"hunt": EARNS, "rest": COSTS})
    assert doubled == "Stand in for each other: a and b. Group worth having: hunt."
    little = sentence({"a": EARNS, "g": f"{AT_MOST} 9 Elo", "h": f"{AT_MOST} 2 Elo"}, {"a": EVEN})
    assert little.endswith("Can be dropped at little cost: g (at most 9 Elo) and h (at most 2 Elo).")
    assert sentence({"e": CANNOT_TELL}, {}) == "No term stands out yet."


def test_foresight_is_found_where_it_is_and_nowhere_else() -> None:
    random = np.random.default_rng(6)
    terms = random.normal(0, 1, (500, 3))
    deep = terms[:, 0] + 0.5 * terms[:, 1] + random.normal(0, 1, 500)
    rows = [[value, list(row)] for value, row in zip(deep, terms, strict=True)]
    games = np.repeat(np.arange(100), 5)
    sees = foresight(rows, games, 1, 0)
    blind = foresight(rows, games, 2, 0)
    assert sees is not None and blind is not None
    assert sees.low > 0.2 and sees.low <= sees.correlation <= sees.high
    assert blind.low < 0.0 < blind.high
    assert foresight(rows[:10], games, 1, 0) is None
    assert foresight([[value, [row[0], row[0], row[2]]] for value, row in rows], games, 1, 0) is None


@dataclass
class Square:
    number: int
    done: list[int]

    def work(self, stop: StopSignal) -> int:
        self.done.append(self.number)
        return self.number**2


def test_units_are_done_once_and_found_again(tmp_path: Path) -> None:
    path, done = tmp_path / "card.sqlite", []  # type: tuple[Path, list[int]]
    for _ in range(2):
        file = UnitRecord(path, "a card")
        with Threads(2) as threads:
            workshop = Workshop(file, threads, Job())
            assert workshop.ask("squares", range(5), lambda number: Square(number, done)) == [0, 1, 4, 9, 16]
            assert workshop.known("squares") == 5 and workshop.known("others") == 0
        file.close()
    assert sorted(done) == [0, 1, 2, 3, 4]


def test_units_end_when_the_time_is_up(tmp_path: Path) -> None:
    """The answers are those of the first units. What waits for a worker is not begun."""
    done: list[int] = []
    file = UnitRecord(tmp_path / "card.sqlite", "a card")
    with Threads(1) as threads:
        workshop = Workshop(file, threads, Job())
        tasks = range(50), lambda number: Square(number, done)
        answers = workshop.ask("squares", *tasks, lambda: len(done) < 5)
        assert answers == [number**2 for number in done] and 5 <= len(done) <= 8
        assert workshop.ask("squares", *tasks, lambda: False) == answers, "what is known costs no time"
    file.close()


def test_a_card_that_is_stopped_keeps_what_is_done(tmp_path: Path) -> None:
    job, file = Job(), UnitRecord(tmp_path / "card.sqlite", "a card")
    began = threading.Event()

    class Stops:
        def work(self, stop: StopSignal) -> int:
            began.set()
            job.stop.request()
            return 1

    with Threads(1) as threads, pytest.raises(ExperimentStopped):
        Workshop(file, threads, job).ask("s", range(50), lambda number: Stops())
    assert began.is_set() and len(file.answers("s")) < 50
    file.close()


def test_a_file_of_another_card_or_program_is_named(tmp_path: Path) -> None:
    path = tmp_path / "card.sqlite"
    UnitRecord(path, "one").close()
    with pytest.raises(BadText, match="another experiment"):
        UnitRecord(path, "two")
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE mine (x)")
    database.close()
    with pytest.raises(BadText, match="another program"):
        UnitRecord(other, "one")
    (tmp_path / "text").write_text("no database, but long enough to be read as one" * 20, encoding="utf-8")
    with pytest.raises(BadText, match="cannot be used"):
        UnitRecord(tmp_path / "text", "one")
