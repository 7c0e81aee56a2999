"""Puts into words the stretch in which a game was lost (`study.review.stretch`)."""

from dataclasses import dataclass

from engines.contract import WIN
from games.contract import ONGOING, WHITE
from games.record import Record
from heuristics.lens import Lens
from study.format import number_text
from study.format.loss_scale import clear_advantage, standing
from study.format.term_groups import parts_between
from study.format.value_format import ValueFormat
from study.moves.line_terms import terms_at_end
from study.review.stretch import Stretch, losing_move, too_short, was_ahead
from study.searches.values import evaluator
from study.state.move_loss import ReviewedMove, ReviewResult
from study.why_not.main_reasons import reasons

SLIDE = 3
"""A fall without a marked move is called a slide if it has at least this many moves."""


def stretch_sentence(
    record: Record,
    review_result: ReviewResult,
    found: Stretch | None,
    names: tuple[str, str],
    names_costliest: bool = True,
) -> str:
    """A sentence that says where the game was lost, or an advantage let slip: the stretch `found` by
    `stretch_of`. It is "" until all moves are reviewed. Values are for the side that the sentence names. It
    says before which move each value was found. `names_costliest`: the sentence names the costliest marked
    move and the move that lost by force, which is not needed beside a list of them."""
    if not record.plies or len(review_result.looked) != len(record.plies):
        return ""
    thought = review_result.looked[0].thought
    form = ValueFormat.of_thought(thought)
    if found is None and too_short(record):
        return "The game is too short so far to say where it turned."
    if found is None:
        clear = form.named(form.size(clear_advantage(thought)))
        if was_ahead(record, review_result):
            return f"Neither side let a clear advantage, {clear}, slip."
        return f"Neither side was ever ahead by a clear advantage, {clear}."
    causes = stretch_causes(review_result, found)
    about = record, found, names[found.side], form, evaluator(thought), causes
    sentence = _Wording(*about, names_costliest).sentence
    losing = losing_move(review_result, found) if names_costliest else None
    if losing is None or losing == found.costliest:
        return sentence
    return f"{sentence} {record.numbered(losing.index)} then lost by force."


def moves_of(record: Record, stretch: Stretch) -> str:
    """The moves of a stretch, as a heading: "Moves 24–40", or "24…Nf6" for a single one. Of a single turn
    with several actions, the first and the last action."""
    first, last = record.number(stretch.start), record.number(stretch.last)
    if stretch.start == stretch.last:
        return record.numbered(stretch.last) if stretch.count else f"Move {first}"
    if first == last:
        return f"{record.numbered(stretch.start)} to {record.numbered(stretch.last)}"
    return f"Moves {first}–{last}"


def happened(stretch: Stretch, below_loser: bool = False) -> str:
    """What happened in a stretch, in a few words beside its moves. They say "lost" only if the stretch ends
    in a forced loss or is one marked move. Other stretches may end long before the move that loses by force.
    `below_loser`: the list already names the move that lost the game, above the stretch."""
    if not stretch.lost:
        return "let slip here"
    if stretch.end == stretch.start:
        return "behind before its first move"
    if below_loser:
        return "fell behind here"
    return "lost here" if standing(stretch.after) or stretch.only is not None else "fell behind here"


@dataclass(frozen=True)
class _Wording:
    record: Record
    stretch: Stretch
    side_name: str
    form: ValueFormat
    judge: str
    """The name of the heuristic or program that evaluated for the search."""
    causes: str
    """The terms of the fall in words, by `stretch_causes`; "" if it finds none."""
    names_costliest: bool = True

    @property
    def sentence(self) -> str:
        stretch, costliest, only = self.stretch, self.stretch.costliest, self.stretch.only
        if stretch.end == stretch.start:
            value = self._value(stretch.before)
            return f"{self.side_name} was behind before its first move, at {value} by {self.judge}."
        marked = costliest is not None and costliest.marked
        if only is not None:
            verb = "lost the game" if stretch.lost else "let a clear advantage slip"
            return f"{self.side_name} {verb} with {self.record.numbered(only.index)}, {self._fall}."
        if not stretch.lost:
            verb = "let a clear advantage slip,"
        else:
            verb = "fell" if marked or stretch.count < SLIDE else "slid"
        causes = f", {self.causes}" if self.causes else ""
        return f"{self.side_name} {verb} {self._fall}{causes}{self._explained}."

    @property
    def _fall(self) -> str:
        """The value before and after the stretch, with the unit once: "from −0.40 (before 24…Nf6) to −4.20
        pawns (before 41…Kg7)"."""
        stretch = self.stretch
        end = "a draw" if stretch.drawn else self._value(stretch.after)
        plain = end.startswith(self.form.signed(stretch.after)) and not standing(stretch.before)
        start = self.form.signed(stretch.before) if plain else self._value(stretch.before)
        return f"from {start} {self._before} to {end}{self._after}"

    @property
    def _before(self) -> str:
        """The position of the first value: "(before 24…Nf6)", or "(before it)" if the stretch is one marked
        move, which the sentence has just named."""
        return (
            f"(before {'it' if self.stretch.only is not None else self.record.numbered(self.stretch.start)})"
        )

    @property
    def _after(self) -> str:
        """The position of the last value: " (before 41…Kg7)", or " (after it)" if the stretch is one marked
        move. "" if the game is over there, or if that move leads to a forced loss: "a forced loss in 5 plies"
        is already counted from it."""
        at = self.stretch.end
        if self.stretch.only is not None and abs(self.stretch.after) != WIN:  # WIN: the game is over
            return "" if standing(self.stretch.after) else " (after it)"
        if at < len(self.record.plies):
            return f" (before {self.record.numbered(at)})"
        return " (in the last position)" if self.record.outcome == ONGOING else ""

    def _value(self, value: float) -> str:
        if not standing(value):
            whom = "" if self.stretch.side == WHITE else f" for {self.side_name}"
            return f"{number_text.of_a_win(value) or self.form.named(self.form.signed(value))}{whom}"
        distance = number_text.plies_to_end(value)
        if not distance:
            return "a lost game"
        return f"a forced {'win' if value > 0 else 'loss'} in {number_text.plies(distance)}"

    @property
    def _explained(self) -> str:
        """Names the marked move that cost most, or says that no single move explains the fall. "" if a list
        beside the sentence names that move, or if the review did not find the losses of all moves."""
        stretch, costliest = self.stretch, self.stretch.costliest
        if costliest is not None and costliest.marked and not self.names_costliest:
            return ""
        if costliest is not None and costliest.marked:
            return f"; its costliest move there, {self.record.numbered(costliest.index)}, {costliest.words}"
        if len(stretch.moves) < stretch.count:
            return ""
        if not stretch.most:
            return "; the search saw no better move"
        return f"; no move alone cost more than {self.form.size(stretch.most)}"


def stretch_causes(review_result: ReviewResult, stretch: Stretch) -> str:
    """The terms of the fall, from the ends of the best lines before and after it: "mostly king safety and
    material". "" if the stretch begins or ends in a draw or a forced result. Also "" if it is a single
    marked move: its second value is that move's, not that of the position's best line."""
    if not stretch.start < stretch.end < len(review_result.looked):
        return ""
    lens = review_result.looked[stretch.start].thought.lens
    before, after = (
        _terms(review_result.looked[index], value, lens)
        for index, value in ((stretch.start, stretch.before), (stretch.end, stretch.after))
    )
    if lens is None or not before or not after:
        return ""
    parts = parts_between(lens, after, before)  # this order, so that what was lost counts as positive
    return reasons(ValueFormat.of_lens(lens), parts, stretch.before - stretch.after)


def _terms(looked: ReviewedMove, value: float, lens: Lens | None) -> dict[str, float]:
    """The contributions to a position's value for its side to move. Empty if another lens
    searched, or if `value` is a forced win or loss. Also empty if the terms at the end of the position's best
    line do not add up to `value`."""
    move_loss = looked.move_loss
    if move_loss is None or lens is None or looked.thought.lens != lens or standing(value):
        return {}
    amounts = dict(terms_at_end(looked.thought, move_loss.best).amounts)
    return amounts if abs(sum(amounts.values()) - value) <= 1e-9 * max(1.0, abs(value)) else {}
