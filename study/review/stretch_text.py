"""Sentences on the stretch in which a game was lost, the same for window, command line and page."""

from dataclasses import dataclass

from games.record import Record
from study.core.move_loss import Reviewed
from study.core.values import looked_through
from study.format import number_text
from study.format.loss_scale import clear_advantage, standing
from study.format.value_format import ValueFormat
from study.review.stretch import Stretch, too_short
from study.review.stretch_causes import stretch_causes

SLIDE = 3
"""The least number of moves of an unmarked fall that is called a slide."""


def stretch_sentence(
    record: Record, reviewed: Reviewed, found: Stretch | None, names: tuple[str, str]
) -> str:
    """A sentence on where the game was lost, or an advantage let slip, as `stretch_of` has `found`; "" before
    all is reviewed. Values are for the side that it names."""
    if not record.plies or len(reviewed.looked) != len(record.plies):
        return ""
    thought = reviewed.looked[0].thought
    form = ValueFormat.of_thought(thought)
    if found is None and too_short(record):
        return "The game is too short so far to say where it turned."
    if found is None:
        clear = form.named(form.size(clear_advantage(thought)))
        return f"Neither side was ever ahead by a clear advantage, {clear}."
    causes = stretch_causes(reviewed, found)
    return _Wording(record, found, names[found.side], form, looked_through(thought), causes).sentence


def moves_of(record: Record, stretch: Stretch) -> str:
    """The moves of a stretch, as a heading: "Moves 24–40"."""
    first, last = _numbers(record, stretch)
    return f"Move {first}" if first == last else f"Moves {first}–{last}"


def happened(stretch: Stretch) -> str:
    """What happened in a stretch, in a few words beside its moves. "Lost" only if it ends in
    a forced loss or is one marked move: a slide may end long before the move that loses by force."""
    if not stretch.lost:
        return "let slip here"
    if stretch.end == stretch.start:
        return "behind before its first move"
    return "lost here" if standing(stretch.after) or _of_one_move(stretch) else "fell behind here"


def _of_one_move(stretch: Stretch) -> bool:
    """Whether the stretch is a single move that is marked."""
    return stretch.dearest is not None and stretch.dearest.marked and stretch.count == 1


def _numbers(record: Record, stretch: Stretch) -> tuple[int, int]:
    """The numbers of the first and the last move of the side in the stretch."""
    return record.number(stretch.start), record.number(stretch.last)


@dataclass(frozen=True)
class _Wording:
    record: Record
    stretch: Stretch
    side_name: str
    form: ValueFormat
    judge: str
    """The name of what the search evaluated with."""
    causes: str
    """The terms of the fall in words; "" if they are not known."""

    @property
    def sentence(self) -> str:
        stretch, dearest = self.stretch, self.stretch.dearest
        if stretch.end == stretch.start:
            value = self._value(stretch.before)
            return f"{self.side_name} was behind before its first move, at {value} by {self.judge}."
        marked = dearest is not None and dearest.marked
        if dearest is not None and _of_one_move(stretch):
            verb = "lost the game" if stretch.lost else "let a clear advantage slip"
            return f"{self.side_name} {verb} with {self.record.numbered(dearest.index)}, {self._fall}."
        if not stretch.lost:
            verb = "let a clear advantage slip,"
        else:
            verb = "fell" if marked or stretch.count < SLIDE else "slid"
        causes = f", {self.causes}" if self.causes else ""
        return f"{self.side_name} {verb} {self._fall} {self._moves}{causes}{self._explained}."

    @property
    def _fall(self) -> str:
        """The value before and after the stretch, with the unit once: "from −0.40 to −4.20 pawns"."""
        before, after = self.stretch.before, self.stretch.after
        end = "a draw" if self.stretch.drawn else self._value(after)
        plain = end.startswith(self.form.signed(after)) and not standing(before)
        return f"from {self.form.signed(before) if plain else self._value(before)} to {end}"

    def _value(self, value: float) -> str:
        if not standing(value):
            return number_text.of_a_win(value) or self.form.named(self.form.signed(value))
        distance = number_text.plies_to_end(value)
        if not distance:
            return "a lost game"
        return f"a forced {'win' if value > 0 else 'loss'} in {number_text.plies(distance)}"

    @property
    def _moves(self) -> str:
        first, last = _numbers(self.record, self.stretch)
        return f"at move {first}" if first == last else f"between moves {first} and {last}"

    @property
    def _explained(self) -> str:
        """Which move explains the fall, or that none does."""
        stretch, dearest = self.stretch, self.stretch.dearest
        if dearest is not None and dearest.marked:
            return f"; its costliest move there, {self.record.numbered(dearest.index)}, {dearest.words}"
        if len(stretch.moves) < stretch.count:
            return ""
        if not stretch.most:
            return "; the search saw no better move"
        return f"; no move alone cost more than {self.form.size(stretch.most)}"
