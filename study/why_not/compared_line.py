"""One of the two moves that an answer to "why not this move?" compares: the best line that begins with it,
the static evaluations along the line, and the terms of its value."""

from dataclasses import dataclass
from functools import cached_property

from engines.contract import Thought
from games.contract import DRAW
from games.position import Position
from games.record import numbered, numbers_along
from heuristics.lens import Breakdown
from study.searches.chance_outcome import ChanceOutcome


@dataclass(frozen=True)
class ComparedLine:
    """One of the two compared lines: the moves that are compared, then what the search found after them. All
    values are for the player to move in its first position."""

    asked: tuple[int, ...]
    """The moves that are compared; several if a turn has several actions."""
    moves: tuple[int, ...]
    """All moves of the line, beginning with `asked`."""
    value: float
    """The line's value at the depth of the comparison."""
    positions: tuple[Position, ...]
    """`moves[i]` was made in `positions[i]`. The last position is the end of the line, unless chance decides
    there."""
    statics: tuple[Breakdown | None, ...]
    """The static evaluation of each position; None if the game has ended there."""
    parts: tuple[tuple[str, float], ...] | None
    """The contributions at the end of the line, by term in the lens's order. Their sum is the value. None if
    the line ends in a draw or a forced result."""
    values: tuple[float | None, ...]
    """The value at each depth, from depth 1 on; None for a depth that was not searched."""
    lines: tuple[tuple[int, ...] | None, ...]
    """The line at each depth, as `values`."""
    thought: Thought
    """The search that found the line. It begins with the last of the asked moves."""
    named: int = 1
    """The line is named by this many first moves: `asked` or, in a question about a whole turn, the whole
    turn that was chosen."""
    number: int | None = None
    """The number of the first move in the game, for rules whose positions have none; None outside a game."""
    outcomes: tuple[ChanceOutcome, ...] = ()
    """The outcomes of the chance move at the end of the line, with values for the root's player."""

    @property
    def end(self) -> Position:
        return self.positions[-1]

    @property
    def by_chance(self) -> bool:
        """Whether the value is a mean over chance outcomes of the line's last move."""
        return len(self.positions) == len(self.moves)

    @property
    def is_drawn(self) -> bool:
        """Whether the line ends in a draw by rule."""
        return not self.by_chance and self.end.outcome == DRAW

    @property
    def text(self) -> str:
        """The line's name in notation for people."""
        return " ".join(p.notation(m) for p, m in self._name)

    @property
    def played(self) -> str:
        """The line's first move in notation for people."""
        return self.positions[0].notation(self.moves[0])

    @property
    def move_text(self) -> str:
        """The line's name in notation for programs."""
        return " ".join(p.move_text(m) for p, m in self._name)

    @property
    def _name(self) -> list[tuple[Position, int]]:
        return list(zip(self.positions, self.moves[: self.named], strict=False))

    @cached_property
    def plies(self) -> tuple[tuple[str, int], ...]:
        """(the move with its number, the side that moves) for each move of the line."""
        sides = [position.to_move for position in self.positions]
        numbers = [None] * len(sides) if self.number is None else numbers_along(self.number, sides)
        steps = zip(self.positions, self.moves, numbers, strict=False)
        return tuple((numbered(p, m, number), p.to_move) for p, m, number in steps)

    @property
    def worst(self) -> ChanceOutcome | None:
        """The chance outcome that is worst for the root's player; None if the line does not end with
        chance."""
        return min(self.outcomes, key=lambda outcome: outcome.value, default=None)

    def share(self, outcome: ChanceOutcome) -> float:
        """How far a chance outcome moves the mean: its probability times its distance from the mean. The
        shares sum to 0."""
        mean = sum(each.probability * each.value for each in self.outcomes)
        return outcome.probability * (outcome.value - mean)

    def reply(self) -> int | None:
        """The index in the line of the first move of the other player; None if that player does not move in
        it."""
        sides = [side for _, side in self.plies]
        return next((index for index, side in enumerate(sides) if side != sides[0]), None)

    def worth_after(self, ply: int) -> float | None:
        """The evaluation after `ply` plies of the line; at its end or beyond, the line's value. None if the
        game has ended."""
        if ply >= len(self.moves):
            return self.value
        breakdown = self.statics[ply] if ply < len(self.statics) else None
        return None if breakdown is None else breakdown.value
