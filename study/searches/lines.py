"""Reads a search's principal variation: plays its moves and breaks down the evaluation at its end, from which
the search's value comes.

Playing moves and writing their notation is slow in Python, so each frame does only a few moves.
"""

import time
from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import cached_property, partial

from engines.contract import EXACT, RootMove, Thought
from games.contract import DRAW, ONGOING
from games.position import Position
from games.record import joined_to, label_of, numbered_along, numbers_along
from heuristics.failure import TermFailure
from heuristics.guarded_evaluation import evaluating
from heuristics.lens import Breakdown, Lens
from study.format import number_text
from study.searches.chance_outcome import ChanceOutcome, outcomes_of
from study.state.incremental_cache import Steps
from study.state.search_store import has_value, position_key
from study.state.study import LinePosition, Study

AWAITED_SECONDS = 0.004
"""The seconds of a frame for reading a line that a person waits for."""


@dataclass(frozen=True)
class Line:
    """A line that has been read."""

    thought: Thought
    side: int
    """The player to move at the root."""
    moves: tuple[tuple[str, int], ...]
    """(notation, side that moves) of each move."""
    positions: tuple[Position, ...]
    """The positions after each move, up to a move that chance decides."""
    value: float | None
    """The search's value, for `side`; None for a search without a value (a random player)."""
    words: str
    """What the value is, if it is not the evaluation at the line's end, such as a forced win; else ""."""
    breakdown: Breakdown | None
    """The evaluation at the line's end by the search's lens; None with `words` or `error`, or no lens."""
    error: str = ""
    """Why the evaluation failed; "" if it did not."""
    chance: str = ""
    """The chance move at the end of the line in notation for people, else ""."""
    outcomes: tuple[ChanceOutcome, ...] = ()
    """The chance move's outcomes, with the search's values for `side`; empty if the search has none."""
    played: tuple[int, ...] = ()
    """The moves as integers of the game's rules."""
    number: int | None = None
    """The number of the first move for people; None if it is not known."""

    @cached_property
    def numbered(self) -> tuple[str, ...]:
        """The moves with their numbers: "12. Nf3", "d5", "13. Nc3"."""
        return tuple(numbered_along(self.number, self.moves))

    def labelled(self, index: int) -> str:
        """One of the moves with its own number, for a sentence: "12…d5"."""
        text, side = self.moves[index]
        if self.number is None:
            return text
        numbers = numbers_along(self.number, [side for _, side in self.moves])
        return joined_to(label_of(numbers[index], side), text)

    def before(self, index: int) -> Position:
        """The position in which a move is made."""
        return self.positions[index - 1] if index else self.start

    @property
    def lens(self) -> Lens | None:
        return self.thought.lens

    @property
    def start(self) -> Position:
        """The position before the first move."""
        return self.thought.position

    def ahead(self, plies: int) -> LinePosition | None:
        """The position on the line after this number of plies, or the last before chance decides; None if
        that is the first position."""
        plies = min(plies, len(self.positions))
        return LinePosition(self.thought.position, self.played, self.positions, plies) if plies > 0 else None


def read_line(thought: Thought, names: tuple[str, str], number: int | None = None) -> Steps:
    """Reads a thought's line. Yields None between steps of a fraction of a millisecond, and returns the
    `Line`.

    `names` are the names of the sides, `number` is the number of the first move.
    """
    position, side = thought.position, thought.position.to_move
    moves: list[tuple[str, int]] = []
    positions: list[Position] = []
    chance = ""
    outcomes: tuple[ChanceOutcome, ...] = ()
    for move in thought.pv:
        text = position.notation(move)
        moves.append((text, position.to_move))
        yield None
        if len(position.chances(move)) > 1:
            chance = text
            outcomes = outcomes_of(position, move, thought.outcomes, side)
            break
        position = position.play(move)
        positions.append(position)
        yield None
    value = thought.value if has_value(thought) else None
    words = "" if value is None else no_evaluation(value, side, position, len(moves), chance, names)
    breakdown, error = None, ""
    if value is not None and not words and thought.lens is not None:
        lens = thought.lens
        try:
            breakdown = yield from evaluating(lens.heuristic, partial(lens.breakdown, position.state, side))
        except TermFailure as failure:
            error = str(failure)
    return Line(
        thought=thought,
        side=side,
        moves=tuple(moves),
        positions=tuple(positions),
        value=value,
        words=words,
        breakdown=breakdown,
        error=error,
        chance=chance,
        outcomes=outcomes,
        played=thought.pv[: len(moves)],
        number=number,
    )


def no_evaluation(
    value: float, side: int, end: Position, length: int, chance: str, names: tuple[str, str]
) -> str:
    """Where a line's value comes from, in words, if it is not the evaluation at the line's end: "draw in 5
    plies". Else ""."""
    decided = number_text.verdict(value, side, names)
    if decided:
        return decided
    if chance:
        return f"mean over the outcomes of {chance}"
    if end.outcome == DRAW:
        return f"draw in {number_text.plies(length)}"
    if end.outcome != ONGOING:
        return f"{names[end.outcome]} wins in {number_text.plies(length)}"
    return ""


def steps_of(study: Study, thought: Thought) -> Steps:
    """The steps of `read_line` for a thought of a study."""
    return read_line(thought, study.side_names, study.number_of(thought.position))


def _read(study: Study, thought: Thought) -> Line | None:
    """A thought's line, None while it is being read."""
    line: Line | None = study.facts.ask(line_key(thought), lambda: steps_of(study, thought))
    return line


def line_key(thought: Thought) -> Hashable:
    """The key of a thought's line, equal for snapshots with the same line, value and depth."""
    found = (thought.value, thought.depth, thought.pv, thought.outcomes, thought.lens, thought.program)
    return "line", position_key(thought.position), found


def best_line(study: Study) -> Line | None:
    """The line of `Study.thought`. None without one, and while it is being read, because an older line would
    not match the newer value."""
    thought = study.thought
    return None if thought is None else _read(study, thought)


def take_in(study: Study) -> None:
    """Adds the newest snapshot of the running search to the study once its best line is played out.
    Until then the whole window shows the previous one. The result of a search that is over is added at once.
    Called once a frame."""
    search = study.search
    if search is not None and search.over:
        study.collect()
        return
    newest = search.news.value if search is not None else None
    reading = study.reading
    if isinstance(newest, Thought) and reading.incoming is None and newest is not reading.taken:
        reading.incoming = newest
    if reading.incoming is None:
        return
    line = _read(study, reading.incoming)
    if line is None and _is_awaited(study, reading.incoming):
        line = study.facts.hurry(line_key(reading.incoming), time.perf_counter() + AWAITED_SECONDS)
    if line is not None:
        reading.taken, reading.incoming = reading.incoming, None
        study.search_store.keep(reading.taken)


def _is_awaited(study: Study, thought: Thought) -> bool:
    """Whether this is the first search of the shown position by a changed lens. A person who moves a slider
    waits for it."""
    known = study.thought_here
    if known is None or known.lens is None or thought.lens is None or not study.shows(thought.position):
        return False
    return study.search_store.of(thought.position, thought.lens) is None


def line_of(study: Study, thought: Thought, row: RootMove) -> Line | None:
    """The line of a root move that has an exact value in a search; None while it is being read."""
    assert row.bound == EXACT and row.line

    def steps() -> Steps:
        of_move = replace(thought, move=row.move, value=row.value, pv=row.line, outcomes=row.outcomes)
        return (yield from steps_of(study, of_move))

    found: Line | None = study.facts.ask(("line of", thought, row), steps)
    return found
