"""The data of the timeline, the chart of a whole game: for each position, which terms its value consists of.
The terms that change most during the game are listed separately; the others are added up.

The contributions are those of static evaluations. If a review with the same heuristic has searched a
position, they are those at the end of its best line, which add up to the search's value.
"""

from collections.abc import Generator, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from games.contract import BLACK, ONGOING, WHITE
from games.position import Position
from heuristics.failure import TermFailure
from heuristics.guarded_evaluation import GuardedEvaluation, evaluating
from heuristics.lens import Breakdown, Lens
from study.compare.breakdown_diff import count_in_one_unit
from study.compare.heuristic_pair import SECOND, HeuristicPair, lens_of_player
from study.format import number_text
from study.format.loss_scale import standing
from study.format.term_colors import TERMS
from study.format.term_groups import group_title
from study.moves.line_terms import read_terms
from study.review.background_review import BackgroundReview, reviewed_move_losses, reviewed_stretch
from study.review.stretch import Stretch
from study.searches.values import for_side
from study.state.changes import ANYTHING, FEATURES, JOBS, SEARCHES, Follower
from study.state.incremental_cache import Steps
from study.state.move_loss import MoveLoss, ReviewedMove
from study.state.study import Study

MOST_TERMS = len(TERMS)
"""As many terms are listed separately as there are colours for them."""

OTHERS = "others"


@dataclass(frozen=True)
class SearchedTerms:
    """The contributions at the end of a search's best line, for `side`, by the term's name; their sum is
    `value`."""

    amounts: tuple[tuple[str, float], ...]
    value: float
    side: int


@dataclass(frozen=True)
class Decided:
    """A position that `winner` wins by force, in words."""

    winner: int
    words: str


Searched = SearchedTerms | Decided


def searched_terms(
    looked: ReviewedMove, lens: Lens, names: tuple[str, str], after: bool = False
) -> Generator[None, None, Searched | None]:
    """The terms of the position before a reviewed move, or `after` it. None if the review used another lens,
    or the terms at the end of the line do not add up to the value. Yields between steps of a fraction of a
    millisecond."""
    move_loss = looked.move_loss
    if move_loss is None or looked.thought.lens != lens:
        return None
    row, side = move_loss.played if after else move_loss.best, move_loss.side
    if winner := standing(row.value):
        return Decided(side if winner > 0 else 1 - side, number_text.verdict(row.value, side, names))
    found = yield from read_terms(looked.thought, row, names)
    total = sum(found.amounts.values())
    if not found.amounts or abs(total - row.value) > 1e-9 * max(1.0, abs(row.value)):
        return None
    return SearchedTerms(tuple(found.amounts.items()), row.value, side)


Seen = Breakdown | str
"""The static evaluation of a position; or a line that says why there is none, "" if the game is over."""

Known = Seen | Searched
"""A static evaluation, or what a review has found."""

AT_ONCE = 8
"""The number of positions that are evaluated between two checks of the time."""

_Key = tuple[Position, Lens, int]
"""A position, the lens that evaluates it, and the side that the value is for."""


@dataclass(frozen=True)
class Column:
    """A position of the game, after `cursor` plies."""

    cursor: int
    amounts: tuple[float, ...] | None
    """The contributions of `Course.terms`, then of all others together. None if the game is over or won by
    force, if a term failed, and if nothing was computed yet."""
    value: float | None
    """The sum of the amounts; None without amounts."""
    words: str = ""
    """Why there are no amounts; "" if they were not computed yet."""
    winner: int | None = None
    """The side that has won, or wins by force."""
    decided: bool = False
    """Whether the decisive term has replaced all others."""
    searched: bool = False
    """Whether it is a review's result, not the static evaluation."""


@dataclass(frozen=True)
class Course:
    """What all positions of a game are worth by `lens`, for `side`: a column each, beginning with the start.
    `terms` are the terms, or groups of terms, that change most over the game, in the heuristic's order.
    `colors` are their numbers in the list of a chart's colours. A term keeps its colour during the game."""

    lens: Lens
    side: int
    terms: tuple[str, ...]
    columns: tuple[Column, ...]
    colors: tuple[int, ...]

    @property
    def has_others(self) -> bool:
        """Whether the other terms ever contribute anything."""
        return any(column.amounts is not None and column.amounts[-1] for column in self.columns)

    @property
    def is_searched(self) -> bool:
        """Whether all known values are a review's."""
        known = [column for column in self.columns if column.value is not None]
        return bool(known) and all(column.searched for column in known)


def is_decided(breakdown: Breakdown, lens: Lens) -> bool:
    """Whether a heuristic's decisive term, if it has one, has replaced the other terms."""
    return len(breakdown.rows) > len(lens.heuristic.terms)


def parts_of(found: Breakdown | SearchedTerms, lens: Lens) -> list[tuple[str, float]]:
    """(name, contribution) for each term of a value, for the value's side. The name is that of the term's
    group, or the term's label if it has no group."""
    if isinstance(found, Breakdown):
        return [(row.group or row.label, row.contribution) for row in found.rows]
    heuristic = lens.heuristic
    groups = {term.name: term.group for term in heuristic.terms}
    return [(groups.get(name) or heuristic.label_of(name), amount) for name, amount in found.amounts]


def title_of(part: str, lens: Lens) -> str:
    """The name of a group or a term for people."""
    is_group = any(term.group == part for term in lens.heuristic.terms)
    return group_title(part) if is_group else part


def most_changing(breakdowns: Sequence[Known | None], lens: Lens, most: int = MOST_TERMS) -> tuple[str, ...]:
    """The terms, or groups of terms, whose contributions to White vary most over some positions, in the
    heuristic's order. Leaves out terms that never contribute, and positions in which the decisive term
    decides."""
    amounts: dict[str, list[float]] = {}
    known = [
        found
        for found in breakdowns
        if isinstance(found, SearchedTerms) or (isinstance(found, Breakdown) and not is_decided(found, lens))
    ]
    for number, breakdown in enumerate(known):
        for part, amount in parts_of(breakdown, lens):
            of_part = amounts.setdefault(part, [0.0] * len(known))
            of_part[number] += for_side(amount, breakdown.side, WHITE)
    spread = {name: float(np.var(found)) for name, found in amounts.items() if any(found)}
    chosen = sorted(spread, key=lambda name: -spread[name])[:most]
    return tuple(name for name in spread if name in chosen)


def colors_of(terms: Sequence[str], lens: Lens, kept: Mapping[str, int]) -> tuple[int, ...]:
    """The number of each term's colour: the colour that it has `kept`, else its place in the heuristic, else
    the first free colour."""
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
    breakdowns: Sequence[Known | None],
    lens: Lens,
    side: int,
    names: tuple[str, str],
    kept: Mapping[str, int] | None = None,
) -> Course:
    """The course of a game. `breakdowns` has what is known of each position by the lens, None if nothing is
    known yet or the game is over. `names` are the sides' names, `kept` are the colours of terms so far."""
    terms = most_changing(breakdowns, lens)
    columns = []
    for cursor, (position, found) in enumerate(zip(positions, breakdowns, strict=True)):
        if position.outcome != ONGOING:
            winner = position.outcome if position.outcome in (0, 1) else None
            words = "drawn" if winner is None else f"{names[winner]} has won"
            columns.append(Column(cursor, None, None, words, winner))
        elif isinstance(found, Decided):
            columns.append(Column(cursor, None, None, found.words, found.winner, searched=True))
        elif isinstance(found, Breakdown | SearchedTerms):
            columns.append(_column(cursor, found, terms, side, lens))
        else:
            columns.append(Column(cursor, None, None, found or ""))
    return Course(lens, side, terms, tuple(columns), colors_of(terms, lens, kept or {}))


def _column(
    cursor: int, found: Breakdown | SearchedTerms, terms: tuple[str, ...], side: int, lens: Lens
) -> Column:
    """The column of a position whose terms are known."""
    amounts = dict.fromkeys(terms, 0.0)
    others = 0.0
    for part, contribution in parts_of(found, lens):
        amount = for_side(contribution, found.side, side)
        if part in amounts:
            amounts[part] += amount
        else:
            others += amount
    value = for_side(found.value, found.side, side)
    searched = isinstance(found, SearchedTerms)
    decided = isinstance(found, Breakdown) and is_decided(found, lens)
    return Column(cursor, (*amounts.values(), others), value, decided=decided, searched=searched)


def read_review(
    looked: Sequence[ReviewedMove | None], lens: Lens, names: tuple[str, str]
) -> Generator[None, None, list[Searched | None]]:
    """What the review has found for each position of a game, the last included; None if it has found nothing.
    `looked` are those of the game's moves. Yields between small steps."""
    found: list[Searched | None] = []
    for each in looked:
        found.append(None if each is None else (yield from searched_terms(each, lens, names)))
        yield
    last = looked[-1] if looked else None
    found.append(None if last is None else (yield from searched_terms(last, lens, names, after=True)))
    return found


def evaluated(position: Position, lens: Lens, side: int) -> Seen | None:
    """The static evaluation of a position for a side, computed at once; None if the game is over."""
    if position.outcome != ONGOING:
        return None
    try:
        return GuardedEvaluation(lens.heuristic, lambda: lens.breakdown(position.state, side)).result()
    except TermFailure as failure:
        return str(failure)


def _seen(keys: Sequence[_Key]) -> list[Seen]:
    """The static evaluations of positions."""
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
    """The other lenses of the timeline: the lenses of the game's programs, with the side that plays by each,
    and the second heuristic of the page Compare, with None."""
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
    """The course of the game by another heuristic: the heuristic of the program that plays `side`; None for
    the second heuristic of the page Compare."""

    course: Course
    side: int | None

    def value_in(self, lens: Lens, value: float) -> float:
        """A value of this heuristic in the unit of another heuristic: unchanged if both have the same unit,
        else converted so that clear advantages correspond."""
        mine = self.course.lens
        if count_in_one_unit(mine, lens):
            return value
        return value / mine.heuristic.clear_advantage * lens.heuristic.clear_advantage


class Timeline:
    """The course of a study's game, computed a little in each frame, and again only if it may have changed.
    `course` is by the shown heuristic, `others` by the other heuristics (`other_lenses`). `move_losses` are
    those of the game's moves by ply, `marked` the marked ones. `stretch` is where the game was lost, by the
    review; `lost_where` is its sentence, "" until the review has reviewed all moves."""

    def __init__(self) -> None:
        self.course: Course | None = None
        self.others: tuple[OtherCourse, ...] = ()
        self.move_losses: tuple[MoveLoss | None, ...] = ()
        self.marked: tuple[MoveLoss, ...] = ()
        self.stretch: Stretch | None = None
        self.lost_where = ""
        self._known: dict[_Key, Seen] = {}
        self._found: dict[tuple[Position, Lens, int], Searched | None] = {}  # what the review has found
        self._wanted: dict[Lens, list[_Key]] = {}
        self._others: dict[Lens, int | None] = {}
        self._complete = False  # whether all that is needed is known
        self._grew = False  # whether more is known than when the courses were made
        self._question: Hashable = None  # the key of the facts
        self._game = Follower(ANYTHING & ~SEARCHES & ~JOBS)
        self._results = Follower(SEARCHES | FEATURES)

    def follow(self, study: Study) -> None:
        """Follows the present game. Call it once in each frame in which it is drawn."""
        if self._game.moved(study.changes):
            self._want(study)
        if not self._complete:
            self._complete = all(key in self._known for keys in self._wanted.values() for key in keys)
        if not self._complete:
            study.facts.ask(("timeline", self._question), lambda: self._steps(self._wanted))
        self._follow_review(study)
        if self._results.moved(study.changes) or self._grew:
            self._grew = False
            self._make_courses(study)

    def _want(self, study: Study) -> None:
        """Finds out which positions must be evaluated, by which heuristics and for which side."""
        positions, others = study.record.positions, other_lenses(study)
        wanted = {
            lens: [(position, lens, study.perspective) for position in positions]
            for lens in (study.lens, *others)
        }
        if (wanted, others) == (self._wanted, self._others):
            return
        self._wanted, self._others = wanted, others
        # Evaluations for both sides are kept: if values are for the side to move, each step changes the side.
        kept = {key[:2] for keys in wanted.values() for key in keys}
        self._known = {key: seen for key, seen in self._known.items() if key[:2] in kept}
        here = set(positions)
        self._found = {key: found for key, found in self._found.items() if key[0] in here}
        self._complete, self._grew, self._question = False, True, object()

    def _make_courses(self, study: Study) -> None:
        """Makes the courses, and takes over what the review has found, if anything is different now."""
        course = self._course(study, study.lens)
        opinions = tuple(OtherCourse(self._course(study, lens), side) for lens, side in self._others.items())
        move_losses = reviewed_move_losses(study)
        stretch, lost_where = reviewed_stretch(study)
        now = course, opinions, move_losses, stretch, lost_where
        if now != (self.course, self.others, self.move_losses, self.stretch, self.lost_where):
            self.course, self.others, self.move_losses, self.stretch, self.lost_where = now
            self.marked = tuple(each for each in move_losses if each is not None and each.marked)

    def _follow_review(self, study: Study) -> None:
        """Reads the review's results, a little at a time."""
        review, record = study.of(BackgroundReview), study.record
        lens = review.lens
        if lens is None or lens not in self._wanted:
            return
        game = record.position, len(record.plies)
        key = ("timeline of the review", *game, review.changes, lens, review.given)
        study.facts.ask(key, lambda: self._read(study, lens))

    def _read(self, study: Study, lens: Lens) -> Steps:
        """Reads what is missing: the position before each reviewed move, and that after the last one."""
        record, review = study.record, study.of(BackgroundReview)
        for index, ply in enumerate(record.plies):
            looked = review.looked(record.positions[index], ply.move)
            if looked is None:
                continue
            is_last = index + 1 == len(record.plies)
            places = [(index, False), (index + 1, True)] if is_last else [(index, False)]
            for at, after in places:
                key = record.positions[at], lens, review.given
                if key not in self._found:
                    steps = searched_terms(looked, lens, study.side_names, after)
                    self._found[key] = yield from steps
                    self._grew = True
        return True

    def _steps(self, wanted: Mapping[Lens, list[_Key]]) -> Steps:
        """Evaluates some positions at a time, because each call of the evaluating thread costs as much as
        several evaluations."""
        for lens, keys in wanted.items():
            missing = [key for key in keys if key not in self._known]
            for start in range(0, len(missing), AT_ONCE):
                some = missing[start : start + AT_ONCE]
                try:
                    found = yield from evaluating(lens.heuristic, partial(_seen, some))
                except TermFailure as failure:  # an evaluation that does not end
                    found = [str(failure)] * len(some)
                self._known |= zip(some, found, strict=True)
                self._grew = True
                yield None
        return True

    def _course(self, study: Study, lens: Lens) -> Course:
        """The course by a lens, from the values that are known now. Terms keep the colours of `course`."""
        given = study.of(BackgroundReview).given
        seen = [self._found.get((key[0], lens, given)) or self._known.get(key) for key in self._wanted[lens]]
        before = self.course
        kept = (
            dict(zip(before.terms, before.colors, strict=True))
            if before is not None and before.lens.heuristic is lens.heuristic
            else {}
        )
        return course(study.record.positions, seen, lens, study.perspective, study.side_names, kept)
