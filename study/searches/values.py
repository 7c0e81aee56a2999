"""The values that searches found for the positions of the game, for the side that values are shown for
(`Study.perspective`). All pages take them from here, so that they agree."""

from dataclasses import dataclass

from engines.contract import EXACT, UNKNOWN, RootMove, Thought
from heuristics.lens import Lens
from study.format import number_text
from study.state.search_store import has_value
from study.state.study import Study


def for_side(value: float, whose: int, side: int) -> float:
    """A value that is for the side `whose`, with the sign that it has for `side`; never −0.0."""
    return value + 0.0 if whose == side else 0.0 - value


def after_plies(value: float, plies: int) -> float:
    """A search's value as seen after `plies` plies of its line: a forced win or loss is that many plies
    closer."""
    if not number_text.is_decided(value):
        return value
    return value + plies if value > 0.0 else value - plies


@dataclass(frozen=True)
class ShownValue:
    """The result of a search: `value`, for `side`, of the position after `cursor` plies of the game."""

    thought: Thought
    cursor: int
    side: int
    value: float


def depth_of_value(thought: Thought) -> int:
    """The number of plies that a search looked ahead for its value. If it was stopped, the value may come
    from the iteration that it had begun, which is a ply deeper than its `depth`."""
    best = next((row for row in thought.root_moves if row.move == thought.move), None)
    return best.depth if best is not None and best.bound == EXACT and best.depth > 0 else thought.depth


def is_unfinished(thought: Thought) -> bool:
    """Whether the value is from an iteration that the search did not finish. Other moves, not yet searched to
    that depth, may be better."""
    return depth_of_value(thought) > thought.depth


def depth_words(thought: Thought) -> str:
    """The depth that belongs to a search's move and value: "depth 9", or "depth 9, unfinished"."""
    return f"depth {depth_of_value(thought)}" + ", unfinished" * is_unfinished(thought)


def evaluator(thought: Thought) -> str:
    """The name of the heuristic or program that evaluated for a search."""
    return thought.lens.name if thought.lens is not None else thought.program or "a search"


def source(thought: Thought) -> str:
    """The heuristic or program of a search, and its depth, in words."""
    rest = ", unfinished" if is_unfinished(thought) else ""
    return f"{evaluator(thought)}, {number_text.plies(depth_of_value(thought))} deep{rest}"


def _found(study: Study, cursor: int, thought: Thought) -> ShownValue:
    value = for_side(thought.value, thought.position.to_move, study.perspective)
    return ShownValue(thought, cursor, study.perspective, value)


def _holds(study: Study, cursor: int, thought: Thought) -> bool:
    """Whether the result of a search after `cursor` plies also holds for the position on the board: the moves
    since are its best line, and chance decided none of them. (Before a chance move, the value is a mean over
    all outcomes.)"""
    record, played = study.record, study.record.plies[cursor : study.cursor]
    return tuple(ply.move for ply in played) == thought.pv[: len(played)] and all(
        len(record.positions[cursor + index].chances(ply.move)) == 1 for index, ply in enumerate(played)
    )


def shown_values(study: Study) -> tuple[ShownValue, ...]:
    """The values of the position on the board, one for each lens that searches used, and one for programs
    without a lens. Each is from the newest search of this position by the lens, or of the nearest earlier
    position. An earlier result holds only if the moves since are its best line. Searches of the nearest
    position come first, and of these the newest."""
    found: dict[Lens | None, ShownValue | None] = {}
    for cursor in range(study.cursor, -1, -1):
        for thought in study.search_store.all_of(study.record.positions[cursor]):
            if thought.lens not in found and has_value(thought):
                holds = _holds(study, cursor, thought)
                found[thought.lens] = _found(study, cursor, thought) if holds else None
        if len(found) == len(study.search_store.lenses):
            break
    return tuple(each for each in found.values() if each is not None)


def shown_value(study: Study) -> ShownValue | None:
    """The value of the position on the board by the search of `Study.thought`; None if nothing was searched,
    the search has no value, or its result does not hold here."""
    thought = study.thought
    if thought is None or not has_value(thought):
        return None
    positions = study.record.positions[: study.cursor + 1]
    cursor = next(
        i for i in range(len(positions) - 1, -1, -1) if study.search_store.of(positions[i]) is thought
    )
    return _found(study, cursor, thought) if _holds(study, cursor, thought) else None


@dataclass(frozen=True)
class MoveValue:
    """What a move of the game was worth, for `side`. `row` is the move's result, perhaps a bound, in the
    search of the position before it. It is None if the value is that of the position after the move."""

    found: ShownValue
    row: RootMove | None

    @property
    def value(self) -> float:
        return self.found.value


def move_value(study: Study, index: int) -> MoveValue | None:
    """The value of the game's ply `index`: the move's value in the search of the position before it; if that
    has none, the value of a search of the position after it; None if neither has one."""
    positions, ply = study.record.positions, study.record.plies[index]
    before = study.search_store.of(positions[index])
    if before is not None:
        row = study.rows_of(before).get(ply.move)
        if row is not None and row.bound != UNKNOWN:
            value = for_side(row.value, ply.side, study.perspective)
            return MoveValue(ShownValue(before, index, study.perspective, value), row)
    after = study.search_store.of(positions[index + 1])
    if after is None or not has_value(after):
        return None
    return MoveValue(_found(study, index + 1, after), None)
