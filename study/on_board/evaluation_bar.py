"""What the evaluation bar shows: which side the shown position favours, and how much."""

from collections.abc import Hashable
from dataclasses import dataclass, replace

from engines.registry import kind_named
from games.contract import BLACK, DRAW, ONGOING, WHITE
from games.position import Position
from heuristics.lens import Breakdown, Lens
from study.calibration.chances import chance_of
from study.compare.heuristic_pair import lens_of_player
from study.core.breakdowns import breakdown_of, counting_side
from study.core.one_sided import counted_by
from study.core.study import LinePosition, Study
from study.core.values import ShownValue, for_side, shown_value, shown_values
from study.format import number_text
from study.format.loss_scale import share
from study.format.value_format import ValueFormat
from study.review.background_review import source_in


@dataclass(frozen=True)
class Mark:
    """A mark on the bar: `share` as in `loss_scale.share`, positive for White; `side` is that of its program,
    None for a single mark. `text` says the value, for which side and from where, `scaled` how it became a
    length ("" for a game that is over)."""

    share: float
    side: int | None
    text: str
    scaled: str = ""


class EvaluationBar:
    """The marks of a study, all of the shown position: one; or one for each of two programs that evaluate
    differently, so that no bar jumps between two opinions. At the end of the game, the mark is its result.
    Without a search, the mark is that of the static evaluation. Results of searches are looked up again only
    when they may have changed."""

    def __init__(self) -> None:
        self._at: Hashable = None
        self._found: tuple[tuple[ShownValue, int | None], ...] = ()

    def marks(self, study: Study) -> tuple[Mark, ...]:
        """The marks, White's program's first. Empty while the position is being evaluated. While the board
        shows a position on a line, they are of that one, without a search."""
        ahead = study.shown_line_position
        outcome = study.outcome if ahead is None else ahead.position.outcome
        if outcome != ONGOING:
            if outcome == DRAW:
                return (Mark(0.0, None, "The game is drawn."),)
            won = 1.0 if outcome == WHITE else -1.0
            return (Mark(won, None, f"{study.side_name(outcome)} has won."),)
        if ahead is not None:
            return _of_line(study, ahead)
        at = (study.position, study.cursor, study.thoughts.changes, study.perspective, study.players)
        if at != self._at:
            self._at, self._found = at, _found(study)
        marks = [_mark_of(study, found, side) for found, side in self._found]
        if two_opinions(study):
            known = {side for _, side in self._found}
            for side in (WHITE, BLACK):
                lens = lens_of_player(study, side)
                if side not in known and lens is not None:
                    marks += _as_it_stands(study, lens, side)
            marks.sort(key=lambda mark: mark.side == BLACK)
        return tuple(marks or _as_it_stands(study, study.lens, None))


def _of_line(study: Study, ahead: LinePosition) -> tuple[Mark, ...]:
    """The marks of a position on a line."""
    lenses: list[tuple[Lens | None, int | None]] = [(study.lens, None)]
    if two_opinions(study):
        lenses = [(lens_of_player(study, side), side) for side in (WHITE, BLACK)]
    marks = (_as_it_stands(study, lens, side, ahead.position) for lens, side in lenses if lens is not None)
    return tuple(mark for found in marks for mark in found)


def two_opinions(study: Study) -> bool:
    """Whether two programs play that evaluate differently, at least one of them by a heuristic; by what else,
    their commands and kinds say. (Of values by other programs only the newest are known.)"""
    if study.players is None:
        return False
    opinions = [
        player.heuristic or player.command or (player.kind if kind_named(player.kind).evaluates else "")
        for player in study.players
    ]
    through = any(player.heuristic for player in study.players)
    return through and opinions[0] != opinions[1] and "" not in opinions


def _found(study: Study) -> tuple[tuple[ShownValue, int | None], ...]:
    if study.players is None or not two_opinions(study):
        found = shown_value(study)
        return () if found is None else ((found, None),)
    by_name = {
        found.thought.lens.name if found.thought.lens is not None else "": found
        for found in shown_values(study)[::-1]
    }
    sides = [(by_name.get(player.heuristic), side) for side, player in enumerate(study.players)]
    return tuple((found, side) for found, side in sides if found is not None)


def _as_it_stands(study: Study, lens: Lens, side: int | None, position: Position | None = None) -> list[Mark]:
    """The mark of the static evaluation of a `position`, without one of the game's; none while it is being
    evaluated, or if a term fails."""
    # Alone it is counted by the side by which the page Evaluation counts, so that both point the same way.
    asked = counting_side(study) if side is None else study.perspective
    now = breakdown_of(study, position or study.position, asked, lens)
    if not isinstance(now, Breakdown) or now.failure is not None:
        return []
    where = f"{lens.name}, the position {'on the line' if position else 'as it stands'}"
    value = for_side(now.value, now.side, study.perspective)
    return [_mark(study, BarValue(value, study.perspective, lens), where, side, now.side)]


def _mark_of(study: Study, found: ShownValue, side: int | None) -> Mark:
    where = source_in(study, found.thought)
    if found.cursor < study.cursor:
        first = study.record.numbered(found.cursor)
        where += f", before {first}, whose best line the game has followed"
    thought = found.thought
    value = BarValue(found.value, found.side, thought.lens, thought.unit, thought.scale)
    mark = _mark(study, value, where, side, thought.position.to_move)
    chance = chance_of(study, thought, found.value, found.side)
    if chance is None:
        return mark
    # The length stays that of the value: not every search has a chance, and the bar must mean one thing.
    return replace(mark, text=f"{mark.text}\n{chance.told(study.side_name(chance.side))}")


@dataclass(frozen=True)
class BarValue:
    """A value for `side`, by a lens; or another program's, in its `unit` and on its `scale`."""

    value: float
    side: int
    lens: Lens | None
    unit: str = ""
    scale: float = 0.0


def _mark(study: Study, opinion: BarValue, where: str, side: int | None, asked: int) -> Mark:
    """`asked` is the side that the value was evaluated for."""
    value, whose, lens, unit = opinion.value, opinion.side, opinion.lens, opinion.unit
    if verdict := number_text.verdict(value, whose, study.side_names):
        return Mark(share(for_side(value, whose, WHITE), 1.0), side, f"{verdict}: {where}.")
    scale = opinion.scale if lens is None else lens.heuristic.clear_advantage
    form = ValueFormat.of_lens(lens, unit)
    text = f"{form.with_unit(value)} for {study.side_name(whose)}: {where}."
    evaluated = counted_by(lens, asked, study.side_names)
    if evaluated and asked != whose:
        text += f"\nIt is {evaluated}, the side that searched."
    half = form.plain(scale)
    scaled = f"The bar is half full at {half}, a clear advantage" + (f" by {lens.name}." if lens else ".")
    return Mark(share(for_side(value, whose, WHITE), scale), side, text, scaled)
