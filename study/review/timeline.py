"""The course of a game through a heuristic: for each position, what its value is made of, the largest terms
by name and the rest as one.

The contributions are those of the positions as they stand; what a search found is a mark's
(`study.core.move_loss`).
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from games.contract import BLACK, ONGOING, WHITE
from games.position import Position
from heuristics.failure import TermFailure
from heuristics.guarded_evaluation import GuardedEvaluation
from heuristics.lens import Breakdown, Lens, Row
from study.compare.breakdown_diff import count_in_one_unit
from study.compare.heuristic_pair import SECOND, HeuristicPair, lens_of_player
from study.core.incremental_cache import Steps
from study.core.lines import STEP_SECONDS
from study.core.move_loss import MoveLoss
from study.core.study import Study
from study.core.values import for_side
from study.format.term_colors import TERMS
from study.format.term_groups import group_title
from study.review.background_review import Review
from study.review.move_losses import judged_moves
from study.review.reviewed_stretch import reviewed_stretch
from study.review.stretch import Stretch

MOST_TERMS = len(TERMS)
OTHERS = "others"

Seen = Breakdown | str
"""A position through a lens; a line that says why it has no value, "" where the game is over."""

AT_ONCE = 8
"""How many positions are evaluated between two looks at the clock."""

_Key = tuple[Position, Lens, int]
"""A position, what it is seen through, and for which side."""


@dataclass(frozen=True)
class Column:
    """A position of the game, after `cursor` plies. `amounts` are the contributions of `Course.terms` and
    then of the others, together; their sum is `value`. None for both where it has no evaluation: `words` say
    why, else "", and `winner` who has won then, if somebody has. `decided`: what decides has taken the place
    of all terms."""

    cursor: int
    amounts: tuple[float, ...] | None
    value: float | None
    words: str = ""
    winner: int | None = None
    decided: bool = False


@dataclass(frozen=True)
class Course:
    """The positions of a game through `lens`, for `side`: a column each, the start's first. `terms` are the
    labels of the terms that change most over the game, or of the heuristic's groups of them, in its order.
    `colors` are their places in a chart's colours, which stay theirs over the game."""

    lens: Lens
    side: int
    terms: tuple[str, ...]
    columns: tuple[Column, ...]
    colors: tuple[int, ...]

    @property
    def has_others(self) -> bool:
        """Whether the other terms ever count anything."""
        return any(column.amounts is not None and column.amounts[-1] for column in self.columns)


def is_decided(breakdown: Breakdown, lens: Lens) -> bool:
    """Whether the decisive term has replaced the sum."""
    return len(breakdown.rows) > len(lens.heuristic.terms)


def part_of(row: Row) -> str:
    """What a term is shown as in a course: its group, or its label where it has none."""
    return row.group or row.label


def title_of(part: str, lens: Lens) -> str:
    """What a group or a term is called where it is shown."""
    is_group = any(term.group == part for term in lens.heuristic.terms)
    return group_title(part) if is_group else part


def most_changing(breakdowns: Sequence[Seen | None], lens: Lens, most: int = MOST_TERMS) -> tuple[str, ...]:
    """The terms, or groups of terms, whose contributions to White vary most over some positions, in the
    heuristic's order. What never counts anything is left out, and so are positions in which something else
    decides."""
    amounts: dict[str, list[float]] = {}
    known = [found for found in breakdowns if isinstance(found, Breakdown) and not is_decided(found, lens)]
    for number, breakdown in enumerate(known):
        for row in breakdown.rows:
            of_part = amounts.setdefault(part_of(row), [0.0] * len(known))
            of_part[number] += for_side(row.contribution, breakdown.side, WHITE)
    spread = {name: float(np.var(found)) for name, found in amounts.items() if any(found)}
    chosen = sorted(spread, key=lambda name: -spread[name])[:most]
    return tuple(name for name in spread if name in chosen)


def colors_of(terms: Sequence[str], lens: Lens, kept: Mapping[str, int]) -> tuple[int, ...]:
    """The place of each part in a chart's colours: the one that it has `kept`, else its place in the
    heuristic, else the first that is free."""
    heuristic = lens.heuristic
    parts = list(dict.fromkeys(term.group or heuristic.label_of(term.name) for term in heuristic.terms))
    taken: dict[str, int] = {}
    for known in (kept, {part: at for at, part in enumerate(parts) if at < MOST_TERMS}):
        for part in terms:
            if part not in taken and known.get(part, MOST_TERMS) not in (*taken.values(), MOST_TERMS):
                taken[part] = known[part]
    free = (at for at in range(MOST_TERMS) if at not in taken.values())
    return tuple(taken[part] if part in taken else next(free) for part in terms)


def course(
    positions: Sequence[Position],
    breakdowns: Sequence[Seen | None],
    lens: Lens,
    side: int,
    names: tuple[str, str],
    kept: Mapping[str, int] | None = None,
) -> Course:
    """The course of a game: `breakdowns` are of its positions through the lens, None where nothing is known
    yet or the game is over; `names` what the sides are called, `kept` the colours of parts so far."""
    terms = most_changing(breakdowns, lens)
    columns = []
    for cursor, (position, found) in enumerate(zip(positions, breakdowns, strict=True)):
        if position.outcome != ONGOING:
            winner = position.outcome if position.outcome in (0, 1) else None
            words = "drawn" if winner is None else f"{names[winner]} has won"
            columns.append(Column(cursor, None, None, words, winner))
        elif isinstance(found, Breakdown):
            columns.append(_column(cursor, found, terms, side, is_decided(found, lens)))
        else:
            columns.append(Column(cursor, None, None, found or ""))
    return Course(lens, side, terms, tuple(columns), colors_of(terms, lens, kept or {}))


def _column(cursor: int, breakdown: Breakdown, terms: tuple[str, ...], side: int, decided: bool) -> Column:
    amounts = dict.fromkeys(terms, 0.0)
    others = 0.0
    for row in breakdown.rows:
        amount = for_side(row.contribution, breakdown.side, side)
        if part_of(row) in amounts:
            amounts[part_of(row)] += amount
        else:
            others += amount
    value = for_side(breakdown.value, breakdown.side, side)
    return Column(cursor, (*amounts.values(), others), value, decided=decided)


def seen_through(position: Position, lens: Lens, side: int) -> Seen | None:
    """A position evaluated at once for a side; None where the game is over."""
    if position.outcome != ONGOING:
        return None
    try:
        return GuardedEvaluation(lens.heuristic, lambda: lens.breakdown(position.state, side)).result()
    except TermFailure as failure:
        return str(failure)


def _seen(keys: Sequence[_Key]) -> list[Seen]:
    """Positions through their lens."""
    found: list[Seen] = []
    for position, lens, side in keys:
        if position.outcome != ONGOING:
            found.append("")
            continue
        try:
            found.append(lens.breakdown(position.state, side))
        except TermFailure as failure:
            found.append(str(failure))
    return found


def other_lenses(study: Study) -> dict[Lens, int | None]:
    """What else the game is seen through: by its programs, with the side that plays so; and by the second of
    the two heuristics that a person has chosen to compare."""
    found: dict[Lens, int | None] = {}
    for side in (WHITE, BLACK):
        lens = lens_of_player(study, side)
        if lens is not None:
            found.setdefault(lens, side)
    if study.of(HeuristicPair).chosen[SECOND] is not None:
        found.setdefault(study.of(HeuristicPair).lenses(study)[SECOND], None)
    found.pop(study.lens, None)
    return found


@dataclass(frozen=True)
class OtherCourse:
    """The course of the game through another heuristic: that of the program that plays `side`; None for one
    that a person compares with."""

    course: Course
    side: int | None

    def value_in(self, lens: Lens, value: float) -> float:
        """A value of this heuristic's in the unit of another one: as it is where they count in one, else as
        many times what is a clear advantage."""
        mine = self.course.lens
        if count_in_one_unit(mine, lens):
            return value
        return value / mine.heuristic.clear_advantage * lens.heuristic.clear_advantage


class Timeline:
    """The course of a study's game, worked out a little in each frame and looked up again only where it may
    be another. `course` is through what the person looks through, `others` are through what the programs play
    by where that is something else, and `judged` are the game's moves, by ply; `marked` those that lost much.
    `stretch` is where the review found the game to be lost, in a sentence `lost_where`; "" before that."""

    def __init__(self) -> None:
        self.course: Course | None = None
        self.others: tuple[OtherCourse, ...] = ()
        self.judged: tuple[MoveLoss | None, ...] = ()
        self.marked: tuple[MoveLoss, ...] = ()
        self.stretch: Stretch | None = None
        self.lost_where = ""
        self.changes = 0  # how often it became another one
        self._known: dict[_Key, Seen] = {}
        self._wanted: dict[Lens, list[_Key]] = {}
        self._complete = False  # whether all that is wanted is known
        self._of: Hashable = None  # what is wanted is of this
        self._question: Hashable = None  # by which the facts know it
        self._shown: Hashable = None

    def follow(self, study: Study) -> None:
        """Goes on with the game as it is now; once a frame in which it is drawn."""
        others = other_lenses(study)
        record, lenses = study.record, (study.lens, *others)
        game = (record.position, len(record.plies))
        if self._of != (game, lenses, study.perspective):
            self._of = game, lenses, study.perspective
            self._wanted = {
                lens: [(position, lens, study.perspective) for position in record.positions]
                for lens in lenses
            }
            # For either side: where values are for who is to move, each step has all evaluated for the other.
            kept = {key[:2] for keys in self._wanted.values() for key in keys}
            self._known = {key: seen for key, seen in self._known.items() if key[:2] in kept}
            self._complete, self._question = False, object()  # what was dropped is worked out once more
        if not self._complete:
            self._complete = all(key in self._known for keys in self._wanted.values() for key in keys)
        if not self._complete:
            study.facts.ask(("timeline", self._question), lambda: self._steps(self._wanted))
        changes = study.thoughts.changes, study.of(Review).version
        shown = (self._of, len(self._known), changes)
        if shown == self._shown:
            return
        self._shown = shown
        course = self._course(study, study.lens)
        opinions = tuple(OtherCourse(self._course(study, lens), side) for lens, side in others.items())
        judged = judged_moves(study)
        stretch, lost_where = reviewed_stretch(study)
        now = course, opinions, judged, stretch, lost_where
        if now != (self.course, self.others, self.judged, self.stretch, self.lost_where):
            self.course, self.others, self.judged, self.stretch, self.lost_where = now
            self.marked = tuple(each for each in judged if each is not None and each.marked)
            self.changes += 1

    def _steps(self, wanted: Mapping[Lens, list[_Key]]) -> Steps:
        """Some positions at a time: each handing over to the thread that evaluates costs as much as several
        evaluations."""
        for lens, keys in wanted.items():
            missing = [key for key in keys if key not in self._known]
            for start in range(0, len(missing), AT_ONCE):
                some = missing[start : start + AT_ONCE]
                with GuardedEvaluation(lens.heuristic, partial(_seen, some)) as asked:
                    while not asked.ready(STEP_SECONDS):
                        yield None
                    try:
                        found = asked.result()
                    except TermFailure as failure:  # one that does not end
                        found = [str(failure)] * len(some)
                self._known |= zip(some, found, strict=True)
                yield None
        return True

    def _course(self, study: Study, lens: Lens) -> Course:
        seen = [self._known.get(key) for key in self._wanted[lens]]
        before = self.course
        kept = (
            dict(zip(before.terms, before.colors, strict=True))
            if before is not None and before.lens.heuristic is lens.heuristic
            else {}
        )
        return course(study.record.positions, seen, lens, study.perspective, study.side_names, kept)
