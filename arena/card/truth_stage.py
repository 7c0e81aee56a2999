"""The stage of a card that measures the truth kept in the usual sample (`arena.truth.sample`)."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from arena.card.plan import CardPlan
from arena.card.truth_kept import (
    Changes,
    OutcomesKept,
    ProvenNearEnds,
    TruthKept,
    counted,
)
from arena.experiments.experiment_run import ExperimentStopped, GoesOn, Make, Workshop
from arena.term_kinds import ByKind, gains_by_kind, kinds_of_proven
from arena.truth.beside_random import best_turned
from arena.truth.measure import TermTruth
from arena.truth.proven import Proven
from arena.truth.sample import LEAST, SEED, USUAL_POSITIONS
from arena.truth.searched_positions import GAMES_AT_ONCE, MOST_IN_VAIN
from arena.truth.table_positions import drawn_positions
from engines.jobs import Job
from games.registry import load_game
from games.truth.tables import TableMaking, Tables, tables_of

POSITIONS_A_PAIR = 5
"""If the plan fixes the number of pairs: the positions for each pair, at most those of the usual sample."""

MOST_GAMES = 2_000
"""The search ends if positions are so rare that this many games would give fewer than LEAST."""

AT_ONCE = 20
"""The number of positions from tables in a unit of work."""

UNITS = 6
"""Units of work between two reports if the plan fixes the number of pairs. In any case this many are examined
before positions count as rare."""

DRAWN, SOUGHT, CHOSEN = "truth: tables", "truth: games", "truth: choices"
"""Stages: positions from tables, positions near the ends of games, and what is chosen in them."""


class Ask(Protocol):
    """Answers to the units of a stage; with a time limit, to the first of them."""

    def __call__(self, stage: str, numbers: Collection[int], make: Make) -> list[Any]: ...


class TruthStage:
    """The truth kept with all terms, and without each of `left_out`, terms that are removed together. The
    positions are kept in the card's file, so a card that goes on uses the same ones."""

    def __init__(self, plan: CardPlan, left_out: Sequence[tuple[str, ...]]) -> None:
        self._plan, self._left_out = plan, tuple(left_out)
        most = USUAL_POSITIONS if plan.pairs is None else POSITIONS_A_PAIR * plan.pairs
        self._wanted = min(USUAL_POSITIONS, most)
        self._rows: list[Mapping[str, Any]] = []
        without = [tuple((name, 0.0) for name in names) for names in left_out]
        self._changes: tuple[Changes | None, ...] = (None, (), *without)
        self._answers: list[list[int | None]] = [[] for _ in self._changes]
        self._drawn: list[Mapping[str, Any]] = []
        self._tables: tuple[tuple[str, str], ...] = ()
        self._units = 0
        self._looked = 0  # units up to the end of the search for positions; later ones are ignored
        self._vain = 0  # the latest units in a row without a new position
        self._seen: dict[int, int] = {}  # positions examined, by unit
        self.kept: TruthKept | None = None
        """None before the first answers."""
        self.terms: dict[tuple[str, ...], TermTruth] = {}
        self.by_kind: ByKind | None = None
        """What the terms gain by kind of position; None before it is known."""
        self.wrong_sign = ""
        """The weight whose turned sign keeps the most outcomes, for a heuristic that is worse than random."""

    @property
    def _choices(self) -> str:
        """The name of the stage of choices, which contains all that its units depend on."""
        return f"{CHOSEN} {DRAWN if self._drawn else SOUGHT} {self._left_out}"

    @property
    def stages(self) -> tuple[str, ...]:
        """All stages of units that belong to this one, once positions are drawn."""
        return DRAWN, SOUGHT, self._choices

    def draw(
        self,
        workshop: Workshop,
        job: Job,
        goes_on: GoesOn = None,
        on_making: Callable[[TableMaking], object] = lambda making: None,
    ) -> bool:
        """Draws positions from the game's tables, which are made if they are missing, until `goes_on` says
        that the time is up. Workers need no tables. Returns whether there are positions, or some can be
        searched for."""
        tables = tables_of(self._plan.game)
        make = partial(_drawn_from, tables, self._plan, self._wanted, job, goes_on, on_making)
        answer = workshop.here(DRAWN, make)
        if answer:
            self._drawn, self._tables = answer["positions"], tuple(map(tuple, answer["tables"]))
        return bool(answer) or tables is None

    def is_known(self, workshop: Workshop) -> bool:
        """Whether the file has the answers to the next unit of `go_on`."""
        return workshop.known(self._choices) > self._units

    def go_on(self, ask: Ask, units: int = UNITS) -> bool:
        """Examines the positions of some more units. Returns whether there are any left, and time for
        them."""
        numbers = range(self._units, self._units + units)
        chunks = self._from_tables(numbers) if self._drawn else self._sought(numbers, ask)
        asked = ask(self._choices, chunks, lambda number: self._unit(chunks[number], self._changes))
        known = {row["position"] for row in self._rows}
        for (number, rows), answer in zip(chunks.items(), asked, strict=False):
            self._units = number + 1
            if self._is_over:  # workers have done more units than are needed
                continue
            before = len(self._rows)
            for at, row in enumerate(rows):
                # Two games may reach the same position, which counts once. From tables all count.
                if self._drawn or row["position"] not in known:
                    known.add(row["position"])
                    self._rows.append(row)
                    for player, kept in zip(self._answers, answer, strict=True):
                        player.append(kept[at])
            self._vain = 0 if len(self._rows) > before else self._vain + 1
            self._looked = number + 1
        if self._units:
            self._count()
        if self._drawn:
            return len(asked) == len(chunks) and self._units * AT_ONCE < len(self._drawn)
        return len(asked) == units and not self._is_over

    @property
    def _is_over(self) -> bool:
        if self._drawn:
            return False
        games = self._looked * GAMES_AT_ONCE
        is_rare = games >= UNITS * GAMES_AT_ONCE and len(self._rows) * MOST_GAMES < LEAST * games
        return is_rare or self._vain * GAMES_AT_ONCE >= MOST_IN_VAIN or len(self._rows) >= self._wanted

    def _from_tables(self, numbers: range) -> dict[int, Sequence[Mapping[str, Any]]]:
        chunks = {number: self._drawn[number * AT_ONCE : (number + 1) * AT_ONCE] for number in numbers}
        return {number: chunk for number, chunk in chunks.items() if chunk}

    def _sought(self, numbers: range, ask: Ask) -> dict[int, Sequence[Mapping[str, Any]]]:
        def seek(number: int) -> ProvenNearEnds:
            return ProvenNearEnds(self._plan.game, self._plan.options, SEED, number * GAMES_AT_ONCE)

        answers = ask(SOUGHT, numbers, seek)
        self._seen |= {number: answer["seen"] for number, answer in zip(numbers, answers, strict=False)}
        return {number: answer["found"] for number, answer in zip(numbers, answers, strict=False)}

    def _unit(self, rows: Sequence[Mapping[str, Any]], changes: Sequence[Changes | None]) -> OutcomesKept:
        plan = self._plan
        return OutcomesKept(
            plan.game, plan.heuristic, plan.weights, plan.options, tuple(rows), tuple(changes)
        )

    def ask_turned(self, ask: Ask, names: Sequence[str]) -> None:
        """Measures in how many positions the heuristic keeps the outcome with the sign of one weight turned,
        for each of `names`."""
        plan, kept, rows = self._plan, self.kept, self._rows[: self._wanted]
        if kept is None:
            return
        changes = [((name, -plan.weight(name)),) for name in names]
        chunks = {at // AT_ONCE: rows[at : at + AT_ONCE] for at in range(0, len(rows), AT_ONCE)}
        stage = f"{self._choices} turned {tuple(names)} {len(rows)}"
        asked = ask(stage, chunks, lambda number: self._unit(chunks[number], changes))
        if len(asked) < len(chunks):
            return
        turned, label_of = {}, plan.lens.heuristic.label_of
        for at, name in enumerate(names):
            changed = [one for answer in asked for one in answer[at]]
            both = zip(self._answers[1], changed, strict=False)
            known = [(bool(full), bool(one)) for full, one in both if full is not None and one is not None]
            if known:
                turned[name] = TermTruth.of(known)
        best = best_turned(list(turned.items()))
        self.wrong_sign = "" if best is None else best[0]
        self.kept = replace(kept, turned=tuple((label_of(name), each) for name, each in turned.items()))

    def _count(self) -> None:
        plan, most = self._plan, self._wanted
        proven = [Proven.of_json(plan.game, plan.options, row) for row in self._rows[:most]]
        kept, terms = counted(proven, [answer[:most] for answer in self._answers], self._left_out)
        self.by_kind = self._gains_by_kind(proven)
        if kept.positions < LEAST:
            kept, terms = TruthKept(kept.positions, why_none=self._why_none(kept.positions)), {}
        self.kept, self.terms = replace(kept, tables=self._tables), terms

    def _gains_by_kind(self, proven: Sequence[Proven]) -> ByKind:
        """What each term that is left out alone gains, by kind of position."""
        known = [at for at in range(len(proven)) if all(answer[at] is not None for answer in self._answers)]
        game, label_of = load_game(self._plan.game), self._plan.lens.heuristic.label_of
        names, kinds = kinds_of_proven(game, [proven[at] for at in known])
        full = [bool(self._answers[1][at]) for at in known]
        both = {
            left_out[0]: list(zip(full, (bool(answer[at]) for at in known), strict=True))
            for left_out, answer in zip(self._left_out, self._answers[2:], strict=True)
            if len(left_out) == 1
        }
        return gains_by_kind(both, kinds, names, {name: label_of(name) for name in both})

    def _why_none(self, found: int) -> str:
        if self._drawn:
            return f"The tables gave {found} positions in which moves differ; {LEAST} are needed."
        games = self._looked * GAMES_AT_ONCE
        seen = sum(count for number, count in self._seen.items() if number < self._looked)
        return (
            f"Of {seen} positions near the ends of {games} games, {found} are proven and have moves "
            f"that differ; {LEAST} are needed."
        )


class _TimeIsUp(Exception):
    """Ends the making of tables."""


def _drawn_from(
    tables: Tables | None,
    plan: CardPlan,
    wanted: int,
    job: Job,
    goes_on: GoesOn,
    on_making: Callable[[TableMaking], object],
) -> dict[str, Any]:
    """Positions in which moves differ, from all tables of the game, and the tables' checksums; {} for a game
    without tables, or where the time was up before there were enough."""
    if tables is None:
        return {}

    def may_go_on() -> bool:
        if job.stop.requested:
            raise ExperimentStopped
        job.give_way()
        return goes_on is None or goes_on()

    def tell(making: TableMaking) -> None:
        on_making(making)
        if not may_go_on():
            raise _TimeIsUp

    try:
        tables.make(tell)
    except _TimeIsUp:
        return {}
    found: list[dict[str, Any]] = []
    for proven in drawn_positions(tables, plan.options, SEED):
        if proven.differs:
            found.append(proven.to_json())
        if len(found) >= wanted:
            break
        if not may_go_on():
            if len(found) < LEAST:
                return {}
            break
    return {"positions": found, "tables": sorted(tables.checksums.items())}
