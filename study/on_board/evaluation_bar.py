"""What the evaluation bar shows: which side the shown position favours, and how much.

If the heuristic with its weights was calibrated for these rules (`study.calibration.chances`), the bar shows
the expected score, called a chance, and its middle is 50 %. Else it shows a value, and says so: for a
heuristic that is not calibrated or has other weights, for another program, and for two programs that evaluate
differently.
"""

from dataclasses import dataclass

from arena.calibration.chance_scale import STATIC
from engines.registry import kind_named
from games.contract import BLACK, DRAW, ONGOING, WHITE
from games.position import Position
from heuristics.lens import Breakdown, Lens
from heuristics.presets import differences
from heuristics.sides import is_one_sided
from study.calibration.chance import chance_by
from study.calibration.chances import Chances
from study.compare.heuristic_pair import lens_of_player
from study.evaluation.breakdowns import breakdown_of, counting_side
from study.format import number_text
from study.format.loss_scale import share
from study.format.value_format import ValueFormat
from study.review.background_review import source_in
from study.searches.values import ShownValue, for_side, shown_value, shown_values
from study.state.changes import GAME, PLAYERS, POSITION, SEARCHES, VIEW, Derived
from study.state.study import LinePosition, Study

VALUE, VALUES = "value", "values"
"""The word for what a bar shows if it shows no chance: for one mark, and for two."""


@dataclass(frozen=True)
class Mark:
    """A mark on the bar, with the words beside it."""

    share: float
    """The mark's place from −1 to +1, positive for White: 2 × chance − 1, or `loss_scale.share` of a
    value."""
    side: int | None
    """The side whose program evaluates so; None for a single mark."""
    text: str
    """The value, the side that it is for, and the search that found it."""
    scaled: str = ""
    """How the value became the `share`; "" if the game is over or won by force."""
    words: str = VALUE
    """The words at the end of the bar: the chance of the side `at`, or a word for what the bar shows."""
    at: int = WHITE
    """The side whose end of the bar has the `words`."""
    counted: int | None = None
    """The side for which the position was evaluated; None if the heuristic values both sides alike."""


class EvaluationBar:
    """The marks of a study, all of the shown position: one; or one for each of two programs that evaluate
    differently, so that a single mark does not jump between their values. At the end of the game, the mark is
    its result. Without a search, the mark shows the static evaluation. There is no single mark until
    the files of calibrations are read."""

    def __init__(self) -> None:
        self._found: Derived[tuple[tuple[ShownValue, int | None], ...]] = Derived(
            GAME | POSITION | SEARCHES | PLAYERS | VIEW
        )

    def marks(self, study: Study) -> tuple[Mark, ...]:
        """The marks, White's program's first. Empty while the position is being evaluated. While the board
        shows a position on a line, the marks are static evaluations of that position."""
        ahead = study.shown_line_position
        outcome = study.outcome if ahead is None else ahead.position.outcome
        if outcome != ONGOING:
            if outcome == DRAW:
                return (Mark(0.0, None, "The game is drawn.", words="draw", at=study.perspective),)
            won = 1.0 if outcome == WHITE else -1.0
            return (Mark(won, None, f"{study.side_name(outcome)} has won.", words="won", at=outcome),)
        if ahead is not None:
            return _of_line(study, ahead)
        values = self._found.of(study.changes, lambda: _found(study))
        marks = [mark for found, side in values for mark in _mark_of(study, found, side)]
        if two_opinions(study):
            known = {side for _, side in values}
            for side in (WHITE, BLACK):
                lens = lens_of_player(study, side)
                if side not in known and lens is not None:
                    marks += _static_marks(study, lens, side)
            marks.sort(key=lambda mark: mark.side == BLACK)
        if not values and not marks:
            marks = _static_marks(study, study.lens, None)
        return tuple(marks)


def _of_line(study: Study, ahead: LinePosition) -> tuple[Mark, ...]:
    """The marks of a position on a line."""
    lenses: list[tuple[Lens | None, int | None]] = [(study.lens, None)]
    if two_opinions(study):
        lenses = [(lens_of_player(study, side), side) for side in (WHITE, BLACK)]
    marks = (_static_marks(study, lens, side, ahead.position) for lens, side in lenses if lens is not None)
    return tuple(mark for found in marks for mark in found)


def two_opinions(study: Study) -> bool:
    """Whether two programs play that evaluate differently, at least one of them with a heuristic. Two players
    evaluate differently if their heuristics differ, or their commands or kinds if they have no heuristic."""
    opinions = [
        player.heuristic or player.command or (player.kind if kind_named(player.kind).evaluates else "")
        for player in study.players
    ]
    has_heuristic = any(player.heuristic for player in study.players)
    return has_heuristic and opinions[0] != opinions[1] and "" not in opinions


def _found(study: Study) -> tuple[tuple[ShownValue, int | None], ...]:
    """(value found by a search, side) for each mark; the side is that of the program that evaluates so, None
    for a single mark."""
    if not two_opinions(study):
        found = shown_value(study)
        return () if found is None else ((found, None),)
    # Reversed, so that of two values by one heuristic that of the nearest and newest search counts.
    by_name = {
        found.thought.lens.name if found.thought.lens is not None else "": found
        for found in shown_values(study)[::-1]
    }
    sides = [(by_name.get(player.heuristic), side) for side, player in enumerate(study.players)]
    return tuple((found, side) for found, side in sides if found is not None)


def _static_marks(study: Study, lens: Lens, side: int | None, position: Position | None = None) -> list[Mark]:
    """The mark of the static evaluation of a `position` (None: the game's position). Empty while it is being
    evaluated, or if a term fails."""
    # A single mark is evaluated for the same side as on the page Evaluation, so that both point the same way.
    asked = counting_side(study) if side is None else study.perspective
    shown = position or study.position
    now = breakdown_of(study, shown, asked, lens)
    if not isinstance(now, Breakdown) or now.failure is not None:
        return []
    where = f"{lens.name}, static evaluation" + " of the position on the line" * (position is not None)
    value = for_side(now.value, now.side, study.perspective)
    return _marks(study, BarValue(value, shown, now.side, lens), where, side)


def _mark_of(study: Study, found: ShownValue, side: int | None) -> list[Mark]:
    where = source_in(study, found.thought)
    if found.cursor < study.cursor:
        first = study.record.numbered(found.cursor)
        where += f", searched before {first}; the game has followed its best line since"
    thought, position = found.thought, found.thought.position
    value = BarValue(
        found.value, position, position.to_move, thought.lens, thought.nodes, thought.unit, thought.scale
    )
    return _marks(study, value, where, side)


@dataclass(frozen=True)
class BarValue:
    """A position's value for the perspective. It was evaluated for the side `counted` with `lens`, by a
    search of `nodes` nodes. A value of another program has no lens, but a `unit` and a `scale`."""

    value: float
    position: Position
    counted: int
    lens: Lens | None
    nodes: int = STATIC
    unit: str = ""
    scale: float = 0.0


def _marks(study: Study, opinion: BarValue, where: str, side: int | None) -> list[Mark]:
    """The mark of a value. `side` is the side whose program evaluates so, None if there is a single mark.
    Empty for a single mark until the heuristic's calibrations are read."""
    value, whose, lens = opinion.value, study.perspective, opinion.lens
    if verdict := number_text.verdict(value, whose, study.side_names):
        full = share(for_side(value, whose, WHITE), 1.0)
        winner = WHITE if full > 0 else BLACK
        return [Mark(full, side, f"{verdict}: {where}.", words="wins", at=winner)]
    alone, chances = side is None, study.of(Chances)
    if alone and lens is not None and not chances.knows(study, lens):
        return []
    form = ValueFormat.of_lens(lens, opinion.unit)
    text = f"{form.with_unit(value)} for {study.side_name(whose)}: {where}."
    counted = opinion.counted if lens is not None and is_one_sided(lens) else None
    if counted is not None and counted != whose:
        text += f"\nIt is from the point of view of {study.side_name(counted)}, the side that searched."
    scale_of_chances = chances.scale(study, lens) if alone else None
    chance = chance_by(scale_of_chances, opinion.position, value, whose, opinion.nodes)
    if chance is not None:
        tip = f"{chance.sentence_for(study.side_name(whose))}\n{text}"
        length = 2 * (chance.score if whose == WHITE else 1 - chance.score) - 1
        return [Mark(length, side, tip, "The middle of the bar is 50 %.", chance.text, whose, counted)]
    scale = opinion.scale if lens is None else lens.heuristic.clear_advantage
    clear = f"At {form.plain(scale)}, a clear advantage{f' by {lens.name}' if lens else ''},"
    half = f"{clear} the bar reaches half of the way to its end."
    scaled = f"{_why_no_chance(study, lens) if alone else TWO} {half}"
    return [Mark(share(for_side(value, whose, WHITE), scale), side, text, scaled, VALUE, whose, counted)]


TWO = "Two programs that evaluate differently have a mark each, by their values."


def _why_no_chance(study: Study, lens: Lens | None) -> str:
    """A sentence on why the bar shows a value and no chance."""
    if lens is None:
        return "The bar shows a value, not a chance: values of other programs are not calibrated."
    if differences(lens):
        return "The bar shows a value, not a chance: the changed weights are not calibrated."
    return f"The bar shows a value, not a chance: {lens.name} has no calibration for these rules."
