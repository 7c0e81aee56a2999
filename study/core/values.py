"""What the searches say that the positions of the game are worth: the one answer that every place of
the window gives, for the side that the person looks for (`Study.perspective`)."""

from dataclasses import dataclass

from engines.contract import EXACT, UNKNOWN, RootMove, Thought
from heuristics.lens import Lens
from study.core.search_store import has_value
from study.core.study import Study
from study.format import number_text


def for_side(value: float, whose: int, side: int) -> float:
    """A value that is for `whose`, for `side`: what one gains the other loses."""
    return value + 0.0 if whose == side else 0.0 - value


@dataclass(frozen=True)
class ShownValue:
    """What a search found: `value`, for `side`, of the position after `cursor` plies of the game."""

    thought: Thought
    cursor: int
    side: int
    value: float

    @property
    def depth(self) -> int:
        """Plies that the search looked ahead from there."""
        return depth_of_value(self.thought)

    @property
    def lens(self) -> Lens | None:
        """The lens that it evaluated with; None for another program, which does not say."""
        return self.thought.lens

    @property
    def unit(self) -> str:
        """Of the value; "" for the heuristic's own."""
        return self.thought.unit

    @property
    def scale(self) -> float:
        """Of another program's values."""
        return self.thought.scale

    @property
    def source(self) -> str:
        """Where the value comes from, in words."""
        return source(self.thought)


def depth_of_value(thought: Thought) -> int:
    """Plies that a search looked ahead for its value: one that was stopped may have it of an iteration
    that it did not finish."""
    best = next((row for row in thought.root_moves if row.move == thought.move), None)
    return best.depth if best is not None and best.bound == EXACT and best.depth > 0 else thought.depth


def is_unfinished(thought: Thought) -> bool:
    """Whether the value is of an iteration which the search did not finish: moves that it did not look at so
    deep may be better."""
    return depth_of_value(thought) > thought.depth


def looked_through(thought: Thought) -> str:
    """What a search evaluated with: a heuristic or another program."""
    return thought.lens.name if thought.lens is not None else thought.program or "a search"


def source(thought: Thought) -> str:
    """The heuristic of a search, and its depth."""
    rest = ", unfinished" if is_unfinished(thought) else ""
    return f"{looked_through(thought)}, {number_text.plies(depth_of_value(thought))} deep{rest}"


def _found(study: Study, cursor: int, thought: Thought) -> ShownValue:
    value = for_side(thought.value, thought.position.to_move, study.perspective)
    return ShownValue(thought, cursor, study.perspective, value)


def _holds(study: Study, cursor: int, thought: Thought) -> bool:
    """Whether what a search found after `cursor` plies is so of the position on the board: its best line was
    played since, and chance had no say, which brings one outcome of a mean."""
    record, played = study.record, study.record.plies[cursor : study.cursor]
    return tuple(ply.move for ply in played) == thought.pv[: len(played)] and all(
        len(record.positions[cursor + index].chances(ply.move)) == 1 for index, ply in enumerate(played)
    )


def shown_values(study: Study) -> tuple[ShownValue, ...]:
    """What the position on the board is worth through each lens (None: another program's) by the newest
    search of it, or of the nearest position before it that was searched through that lens, if that holds
    here, too. The nearest first, of equals the newest."""
    found: dict[Lens | None, ShownValue | None] = {}
    for cursor in range(study.cursor, -1, -1):
        for thought in study.thoughts.all_of(study.record.positions[cursor]):
            if thought.lens not in found and has_value(thought):
                holds = _holds(study, cursor, thought)
                found[thought.lens] = _found(study, cursor, thought) if holds else None
        if len(found) == len(study.thoughts.lenses):
            break
    return tuple(each for each in found.values() if each is not None)


def shown_value(study: Study) -> ShownValue | None:
    """What the position on the board is worth by the search that `Study.thought` names; None where
    nothing was searched, it moved without evaluating, or was of another position and does not hold here."""
    thought = study.thought
    if thought is None or not has_value(thought):
        return None
    positions = study.record.positions[: study.cursor + 1]
    cursor = next(i for i in range(len(positions) - 1, -1, -1) if study.thoughts.of(positions[i]) is thought)
    return _found(study, cursor, thought) if _holds(study, cursor, thought) else None


@dataclass(frozen=True)
class MoveValue:
    """What a move of the game was worth, for `side`; `row` where the search that chose it gave it one,
    whose bound it then has, None where the value is that of the position after it."""

    found: ShownValue
    row: RootMove | None

    @property
    def value(self) -> float:
        return self.found.value


def move_value(study: Study, index: int) -> MoveValue | None:
    """The value of the game's ply `index`: what the search of the position before it found the move to
    be worth; where that did not look at it, what a search found the position after it to be worth."""
    positions, ply = study.record.positions, study.record.plies[index]
    before = study.thoughts.of(positions[index])
    if before is not None:
        row = study.rows_of(before).get(ply.move)
        if row is not None and row.bound != UNKNOWN:
            value = for_side(row.value, ply.side, study.perspective)
            return MoveValue(ShownValue(before, index, study.perspective, value), row)
    after = study.thoughts.of(positions[index + 1])
    if after is None or not has_value(after):
        return None
    return MoveValue(_found(study, index + 1, after), None)
