"""A hint: the moves that a turn should consist of, and those that remain after some were made."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from engines.contract import Thought
from games.position import Position
from study.format import number_text


@dataclass(frozen=True)
class TurnHint:
    """The moves that the side to move in `position` should make in a row, as far as the search's best line
    has them. `ends`: no further move is missing, because the turn is over after them, a chance outcome comes
    next, or only one move was asked for."""

    position: Position
    moves: tuple[int, ...]
    ends: bool
    promise: str = ""
    """How soon the turn wins, if it wins by force: "wins in 4 plies"; else ""."""

    @classmethod
    def of(cls, thought: Thought, single: bool = False) -> "TurnHint":
        """The advice of a search: the moves of its best line up to the end of the turn, or only the first one
        if `single`."""
        assert thought.move is not None
        line = thought.pv if thought.pv[:1] == (thought.move,) else (thought.move,)
        position, count, ends = thought.position, 0, False
        while count < len(line) and not ends:
            count += 1
            if len(position.chances(line[count - 1])) > 1:
                ends = True
                break
            position = position.play(line[count - 1])
            ends = single or not position.moves or position.to_move != thought.position.to_move
        length, wins = number_text.plies(number_text.plies_to_end(thought.value)), thought.value > 0
        promise = f"wins in {length}" if number_text.is_decided(thought.value) and wins else ""
        return cls(thought.position, line[:count], ends, promise)

    @property
    def steps(self) -> Sequence[tuple[Position, int]]:
        """The moves, each with the position that it is made in."""
        found, position = [], self.position
        for number, move in enumerate(self.moves):
            found.append((position, move))
            if number + 1 < len(self.moves):
                position = position.play(move)
        return found

    @cached_property
    def words(self) -> str:
        """The hint as text: "b2-b3-c3, then c3xd3 2×, then end". Dots follow if the turn goes on after the
        last known move. A forced win is added: "…: wins in 4 plies"."""
        moves = ", then ".join(self._actions) + ("" if self.ends else ", …")
        return f"{moves}: {self.promise}" if self.promise else moves

    @property
    def _actions(self) -> list[str]:
        """The moves as text. Steps of one piece in a row become one path, and a repeated move becomes one
        with a number."""
        found: list[tuple[str, str, int]] = []  # the text, its last move, how often that move is repeated
        for position, move in self.steps:
            text = position.notation(move)
            before, last, times = found[-1] if found else ("", "", 0)
            if text == last:
                found[-1] = before, last, times + 1
            elif times == 1 and "-" in text and last.endswith("-" + text.partition("-")[0]):
                # The piece goes on from the square where the last step ended.
                found[-1] = before + text[text.index("-") :], text, 1
            else:
                found.append((text, text, 1))
        return [text if times == 1 else f"{text} {times}×" for text, _, times in found]

    def after(self, shown: Position) -> "TurnHint | None":
        """The rest of the hint once `shown` is reached by its moves: no moves if all were made and the turn
        goes on; None if the turn is over, or the game went another way."""
        text, steps = shown.text, self.steps
        for number, (position, _) in enumerate(steps):
            if position.text == text:
                return TurnHint(shown, self.moves[number:], self.ends)
        if not steps or self.ends:
            return None
        position, move = steps[-1]
        return TurnHint(shown, (), False) if position.play(move).text == text else None
