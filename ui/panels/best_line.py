"""The end of a search's principal variation, broken down: where the search's value comes from.

Reading a line means playing it, and writing each move; both take long enough in Python to be
done a move at a time, a few in each frame.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass

from engines.contract import UNKNOWN, Thought
from games.contract import DRAW, ONGOING
from games.position import Position
from heuristics.failure import TermFailure
from heuristics.lens import Breakdown, Lens
from heuristics.watch import Watched
from ui.panels import numbers
from ui.panels.outcome_table import Outcome

STEP_SECONDS = 0.001
"""What a step waits at most for an evaluation."""


@dataclass(frozen=True)
class Line:
    """A line that has been read.

    `moves` are (notation, side that moves). `value` is the search's, for `side`, the player to
    move at its root; None where it had none (a random player). `breakdown` is of the line's end;
    through the lens that the search used; None where the value is not an evaluation, which `words`
    then says.
    """

    thought: Thought
    side: int
    moves: tuple[tuple[str, int], ...]
    value: float | None
    words: str
    breakdown: Breakdown | None
    error: str = ""
    chance: str = ""
    """The chance move that the line ends in, as people write it."""
    outcomes: tuple[Outcome, ...] = ()
    """What it may bring, with the search's values for `side`; empty where they are not known."""

    @property
    def lens(self) -> Lens | None:
        return self.thought.lens


def has_value(thought: Thought) -> bool:
    """Whether the thought comes of a search: a random player's says nothing of its moves."""
    return any(row.bound != UNKNOWN for row in thought.root_moves)


def read_line(thought: Thought, names: tuple[str, str]) -> Iterator[Line | None]:
    """Yields None between steps of a fraction of a millisecond, and the line at last.

    `names` are what the sides are called.
    """
    position, side = thought.position, thought.position.to_move
    moves: list[tuple[str, int]] = []
    chance = ""
    outcomes: tuple[Outcome, ...] = ()
    for move in thought.pv:
        text = position.notation(move)
        moves.append((text, position.to_move))
        yield None
        if len(position.chances(move)) > 1:
            chance = text
            outcomes = _outcomes(thought, position, move)
            break
        position = position.play(move)
        yield None
    value = thought.value if has_value(thought) else None
    words = "" if value is None else _words(value, side, position, len(moves), chance, names)
    breakdown, error = None, ""
    if value is not None and not words and thought.lens is not None:
        lens, end = thought.lens, position.state
        with Watched(lens.heuristic, lambda: lens.breakdown(end, side)) as asked:
            while not asked.ready(STEP_SECONDS):
                yield None
            try:
                breakdown = asked.result()
            except TermFailure as failure:
                error = str(failure)
    yield Line(
        thought=thought,
        side=side,
        moves=tuple(moves),
        value=value,
        words=words,
        breakdown=breakdown,
        error=error,
        chance=chance,
        outcomes=outcomes,
    )


def _outcomes(thought: Thought, position: Position, move: int) -> tuple[Outcome, ...]:
    """The outcomes of the chance move at the line's end, for the player to move at its root."""
    chances, game = position.chances(move), position.game
    if len(thought.outcomes) != len(chances):
        return ()
    same = position.to_move == thought.position.to_move
    return tuple(
        Outcome(game.chance_text(position.state, move, index), probability, value if same else -value)
        for index, (probability, value) in enumerate(zip(chances, thought.outcomes, strict=True))
    )


def _words(value: float, side: int, end: Position, length: int, chance: str, names: tuple[str, str]) -> str:
    """What the value is where it is not the evaluation at the end of the line; else ""."""
    decided = numbers.verdict(value, side, names)
    if decided:
        return decided
    if chance:
        return f"mean over what {chance} may bring"
    if end.outcome == DRAW:
        return f"draw in {numbers.plies(length)}"
    if end.outcome != ONGOING:
        return f"{names[end.outcome]} wins in {numbers.plies(length)}"
    return ""


class BestLine:
    """The newest line that has been read, while the next one is being read."""

    def __init__(self) -> None:
        self.line: Line | None = None
        self._thought: Thought | None = None
        self._reading: Iterator[Line | None] | None = None

    def follow(self, thought: Thought | None, names: tuple[str, str]) -> None:
        """Begins to read `thought`'s line, unless it is read or being read already."""
        if thought is self._thought:
            return
        self._thought = thought
        if thought is None:
            self.line = self._reading = None
            return
        if self.line is not None and self.line.thought.position is not thought.position:
            self.line = None
        self._reading = read_line(thought, names)

    @property
    def busy(self) -> bool:
        return self._reading is not None

    def advance(self, deadline: float) -> None:
        """Reads on until `deadline`, a time of `time.perf_counter`; one step at least."""
        while self._reading is not None:
            line = next(self._reading)
            if line is not None:
                self.line, self._reading = line, None
            if time.perf_counter() >= deadline:
                return
