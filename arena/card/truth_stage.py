"""The stage of a card that measures the truth kept: where its positions come from, and how many they are."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from arena.card.plan import TRUTH, USUAL_PAIRS, CardPlan
from arena.card.truth_kept import (
    GAMES_AT_ONCE,
    LEAST,
    OutcomesKept,
    ProvenNearEnds,
    TermTruth,
    TruthKept,
    counted,
    position_of_json,
    position_to_json,
)
from arena.card.work_units import CardStopped, GoesOn, Workshop, WorkUnit
from arena.truth.table_positions import drawn_positions
from engines.jobs import Job
from games.installation import COMMAND
from games.truth.tables import GAMES, tables_of

MOST_POSITIONS = 400
POSITIONS_A_PAIR, GAMES_A_PAIR = 5, 2
"""For each pair of a comparison: the number of positions from tables, or of games near whose ends positions
are looked for."""

AT_ONCE = 20
"""The number of positions from tables in a unit of work."""

UNITS = 6
"""The number of units of work between two checks of the time."""

DRAWN, SOUGHT = "truth tables", "truth games"
"""Stages: positions from tables, and positions near the ends of games."""


class Ask(Protocol):
    """Answers to the units of a stage; with a time limit, to the first of them."""

    def __call__(self, stage: str, tasks: Mapping[int, Callable[[], WorkUnit]]) -> list[Any]: ...


class TruthStage:
    """The truth kept with all terms, and without each of `left_out`, terms that are removed together. The
    positions are kept in the card's file, so a card that goes on uses the same ones."""

    def __init__(self, plan: CardPlan, left_out: Sequence[tuple[str, ...]]) -> None:
        self._plan, self._left_out = plan, tuple(left_out)
        self._seed = plan.seed_of(TRUTH)
        self._rows: list[Mapping[str, Any]] = []
        self._answers: list[list[int | None]] = [[] for _ in range(2 + len(left_out))]
        self._drawn: list[Mapping[str, Any]] = []
        self._tables: tuple[tuple[str, str], ...] = ()
        self._units = 0
        self._seen: dict[int, int] = {}  # positions examined, by unit
        self.kept: TruthKept | None = None
        """None before the first answers."""
        self.terms: dict[tuple[str, ...], TermTruth] = {}

    @property
    def _choices(self) -> str:
        """The name of the stage of choices, which contains all that its units depend on."""
        return f"{DRAWN if self._drawn else SOUGHT} {self._left_out}"

    @property
    def stages(self) -> tuple[str, ...]:
        """All stages of units that belong to this one, once positions are drawn."""
        return DRAWN, SOUGHT, self._choices

    def draw(self, workshop: Workshop, job: Job, goes_on: GoesOn = None) -> None:
        """Draws positions from the tables of this computer, until `goes_on` says that the time is up. Workers
        need no tables."""
        answer = workshop.here(DRAWN, lambda: _drawn_from_tables(self._plan, self._seed, job, goes_on))
        if answer:
            self._drawn, self._tables = answer["positions"], tuple(map(tuple, answer["tables"]))

    def is_known(self, workshop: Workshop) -> bool:
        """Whether the file has the answers to the next unit of `go_on`."""
        return workshop.known(self._choices) > self._units

    def go_on(self, ask: Ask, units: int = UNITS) -> bool:
        """Examines the positions of some more units. Returns whether there are any left, and time for
        them."""
        numbers = range(self._units, self._units + units)
        chunks = self._from_tables(numbers) if self._drawn else self._sought(numbers, ask)
        asked = ask(self._choices, {number: self._asking(chunk) for number, chunk in chunks.items()})
        for (number, rows), answer in zip(chunks.items(), asked, strict=False):
            for player, kept in zip(self._answers, answer, strict=True):
                player += kept
            self._rows += rows
            self._units = number + 1
        if self._units:
            self._count()
        if self._drawn:
            return len(asked) == len(chunks) and self._units * AT_ONCE < len(self._drawn)
        return len(asked) == units and not self._is_over

    @property
    def _is_over(self) -> bool:
        games, most = self._units * GAMES_AT_ONCE, GAMES_A_PAIR * (self._plan.pairs or USUAL_PAIRS)
        is_vain = games >= UNITS * GAMES_AT_ONCE and len(self._rows) * max(1.0, most / games) < LEAST
        return is_vain or len(self._rows) >= MOST_POSITIONS or games >= most

    def _from_tables(self, numbers: range) -> dict[int, Sequence[Mapping[str, Any]]]:
        chunks = {number: self._drawn[number * AT_ONCE : (number + 1) * AT_ONCE] for number in numbers}
        return {number: chunk for number, chunk in chunks.items() if chunk}

    def _sought(self, numbers: range, ask: Ask) -> dict[int, Sequence[Mapping[str, Any]]]:
        plan = self._plan

        def seeking(number: int) -> Callable[[], ProvenNearEnds]:
            return lambda: ProvenNearEnds(plan.game, plan.options, self._seed, number * GAMES_AT_ONCE)

        answers = ask(SOUGHT, {number: seeking(number) for number in numbers})
        self._seen |= {number: answer["seen"] for number, answer in zip(numbers, answers, strict=False)}
        return {number: answer["found"] for number, answer in zip(numbers, answers, strict=False)}

    def _asking(self, rows: Sequence[Mapping[str, Any]]) -> Callable[[], OutcomesKept]:
        plan = self._plan
        return lambda: OutcomesKept(
            plan.game, plan.heuristic, plan.weights, plan.options, tuple(rows), self._left_out
        )

    def _count(self) -> None:
        plan = self._plan
        proven = [position_of_json(plan.game, plan.options, row) for row in self._rows]
        kept, terms = counted(proven, self._answers, self._left_out)
        if kept.positions < LEAST:
            kept, terms = TruthKept(kept.positions, why_none=self._why_none(kept.positions)), {}
        self.kept, self.terms = replace(kept, tables=self._tables), terms

    def _why_none(self, found: int) -> str:
        if self._drawn:
            return f"The tables gave {found} positions in which moves differ; {LEAST} are needed."
        games = self._units * GAMES_AT_ONCE
        seen = sum(count for number, count in self._seen.items() if number < self._units)
        why = (
            f"Of {seen} positions near the ends of {games} games, {found} are proven and have moves "
            f"that differ; {LEAST} are needed."
        )
        game = self._plan.game
        return f"{why} Tables know more: {COMMAND} truth {game} --make" if game in GAMES else why


def _drawn_from_tables(plan: CardPlan, seed: int, job: Job, goes_on: GoesOn) -> dict[str, Any]:
    """Positions in which moves differ, from the kept tables of the game, and their checksums; {} where none
    is kept, or where the time was up before there were enough."""
    tables = tables_of(plan.game)
    wanted = MOST_POSITIONS if plan.pairs is None else min(MOST_POSITIONS, POSITIONS_A_PAIR * plan.pairs)
    found: list[dict[str, Any]] = []
    if tables is None or not tables.load():
        return {}
    for proven in drawn_positions(tables, plan.options, seed):
        if job.stop.requested:
            raise CardStopped
        job.give_way()
        if proven.differs:
            found.append(position_to_json(proven))
        if len(found) >= wanted:
            break
        if goes_on is not None and not goes_on():
            if len(found) < LEAST:
                return {}
            break
    return {"positions": found, "tables": sorted(tables.checksums.items())}
