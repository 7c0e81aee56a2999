"""Writes a search as an entry of a saved game's file, and reads it.

Moves are in the notation for programs. `values` are the values of the legal moves that have one, in the order
of the rules; `bounds` has a letter for each legal move. The terms at the ends of lines are written only in
games with chance, where a value may be a mean over positions; else the heuristic gives them again.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from engines.contract import EXACT, PAWNS_SCALE, UNKNOWN, UPPER, RootMove, Thought
from games.contract import BadText
from games.position import Position
from games.safe_text import one_line, shown
from heuristics.lens import Lens

LETTERS = {EXACT: "e", UPPER: "u", UNKNOWN: "-"}
BOUNDS = {letter: bound for bound, letter in LETTERS.items()}
ABSENT = "."
"""The letter of a legal move that is not written."""

LONGEST_LINE = 200
LONGEST_REMARK = 400
LARGEST_NUMBER = 1e9
FEWER_DIGITS = 3
"""Decimals of values that are only bounds."""


def write_thought(thought: Thought, only: Collection[int] | None = None) -> dict[str, Any]:
    """The entry of a search, without the position and the lens. `only`: the moves to write, None for all."""
    position = thought.position
    texts = {move: position.move_text(move) for move in position.moves}
    rows = {row.move: row for row in thought.root_moves if only is None or row.move in only}
    listed = [rows.get(move) for move in position.moves]
    known = [row for row in listed if row is not None and row.bound != UNKNOWN]
    depths = [row.depth for row in known]
    written: dict[str, Any] = {"depth": thought.depth, "nodes": thought.nodes}
    written |= {"seconds": round(thought.seconds, 3), "value": thought.value}
    written["move"] = None if thought.move is None else texts[thought.move]
    written["line"] = write_line(position, thought.pv)
    written["bounds"] = "".join(ABSENT if row is None else LETTERS[row.bound] for row in listed)
    written["values"] = [_value(row) for row in known]
    written["depths"] = depths[0] if len(set(depths)) == 1 else depths
    lines = (row for row in known if row.line and row.line != thought.pv)
    written |= _some("lines", {texts[row.move]: write_line(position, row.line) for row in lines})
    written |= _some("remark", thought.remark)
    written |= _some("remarks", {texts[row.move]: row.remark for row in known if row.remark})
    if thought.lines != 1:
        written["best"] = thought.lines
    if thought.lens is None:
        written |= _some("program", thought.program) | _some("unit", thought.unit)
        written |= _some("player", thought.player)
        written["scale"] = thought.scale
    if position.game.has_chance:
        written |= _some("parts", list(thought.parts)) | _some("outcomes", list(thought.outcomes))
        for name in ("parts", "outcomes"):
            numbers = {texts[row.move]: list(getattr(row, name)) for row in known if getattr(row, name)}
            written |= _some(f"{name} by move", numbers)
    return written


def _some(name: str, value: Any) -> dict[str, Any]:
    return {name: value} if value else {}


def _value(row: RootMove) -> float:
    """A row's value. An upper bound is rounded up to fewer decimals, so that it stays one."""
    if row.bound == EXACT:
        return row.value
    rounded = round(row.value, FEWER_DIGITS)
    return rounded if rounded >= row.value else round(rounded + 0.1**FEWER_DIGITS, FEWER_DIGITS)


def write_line(position: Position, moves: Sequence[int]) -> str:
    """The moves of a line, one word each."""
    steps = zip((position, *position.along(moves[:-1])), moves, strict=True)
    return " ".join(here.move_text(move).replace(" ", "_") for here, move in steps)


def read_thought(written: Mapping[str, Any], position: Position, lens: Lens | None) -> Thought:
    """The search that an entry describes. Raises BadText if it is no search, or one of another position."""
    moves = {position.move_text(move): move for move in position.moves}
    bounds = _text(written, "bounds")
    if len(bounds) != len(position.moves) or not set(bounds) <= {*BOUNDS, ABSENT}:
        raise BadText(f"bounds: expected a letter for each of {len(position.moves)} moves")
    # Each letter for a value or a bound takes the next of `values`, and of `depths` if they differ.
    values = iter(_numbers(written, "values"))
    depth = _whole(written.get("depth"), "depth")
    depths = written.get("depths", depth)
    each_depth = iter(depths) if isinstance(depths, list) else None
    pv = read_line(position, _text(written, "line"))
    rows = []
    try:
        for move, letter in zip(position.moves, bounds, strict=True):
            if letter == ABSENT:
                continue
            bound = BOUNDS[letter]
            if bound == UNKNOWN:
                rows.append(RootMove(move, 0.0, UNKNOWN))
                continue
            at = _whole(depths if each_depth is None else next(each_depth), "depths")
            rows.append(RootMove(move, next(values), bound, at))
    except StopIteration:
        raise BadText("values: expected as many as there are moves with one") from None
    chosen = written.get("move")
    best = None if chosen is None else _move(moves, chosen)
    more = {name: written.get(name, {}) for name in ("lines", "remarks", "parts by move", "outcomes by move")}
    for name, by_move in more.items():
        if not isinstance(by_move, dict) or not by_move.keys() <= moves.keys():
            raise BadText(f"{name}: expected values by legal move")
    rows = [_with_more(row, position, more, pv) for row in rows]
    return Thought(
        position=position,
        move=best,
        value=_number(written.get("value"), "value"),
        depth=depth,
        nodes=_whole(written.get("nodes", 0), "nodes"),
        seconds=_number(written.get("seconds", 0.0), "seconds"),
        pv=pv,
        root_moves=tuple(rows),
        remark=_said(written, "remark"),
        outcomes=tuple(_numbers(written, "outcomes")),
        parts=tuple(_numbers(written, "parts")),
        lens=lens,
        program=_said(written, "program"),
        unit=_said(written, "unit"),
        scale=_number(written.get("scale", PAWNS_SCALE), "scale"),
        player=_said(written, "player"),
        lines=_whole(written.get("best", 1), "best"),
    )


def _with_more(
    row: RootMove, position: Position, more: Mapping[str, Mapping[str, Any]], pv: tuple[int, ...]
) -> RootMove:
    """A row with its line, and its other written fields."""
    text = position.move_text(row.move)
    line = pv if pv[:1] == (row.move,) and row.bound == EXACT else ()
    if text in more["lines"]:
        line = read_line(position, _text(more["lines"], text))
    if line and line[0] != row.move:
        raise BadText(f"lines: expected one that begins with {text}")
    outcomes, parts = (tuple(_numbers(more[name], text)) for name in ("outcomes by move", "parts by move"))
    remark = _said(more["remarks"], text)
    return RootMove(row.move, row.value, row.bound, row.depth, line, outcomes, parts, remark)


def read_line(position: Position, text: str) -> tuple[int, ...]:
    """The moves of a line. Raises BadText for one that is not legal."""
    moves: list[int] = []
    words = text.split()
    if len(words) > LONGEST_LINE:
        raise BadText(f"line: expected at most {LONGEST_LINE} moves")
    for number, word in enumerate(words, 1):
        move = _parsed(position, word.replace("_", " "))
        moves.append(move)
        if number < len(words):
            if len(position.chances(move)) > 1:
                raise BadText("line: expected no move after a chance move")
            position = position.play(move)
    return tuple(moves)


def _parsed(position: Position, text: str) -> int:
    """A move of a line. A search may go on where a repetition has ended the game, which then has no legal
    moves."""
    if position.moves:
        return position.parse_move(text)
    out = np.zeros(position.game.max_moves, np.int32)
    for move in out[: position.game.legal_moves(position.state, out)]:
        if position.move_text(int(move)) == text:
            return int(move)
    raise BadText(f"line: {text!r} is not legal there")


def _move(moves: Mapping[str, int], text: Any) -> int:
    if not isinstance(text, str) or text not in moves:
        raise BadText(f"move: expected a legal one, found {shown(text)}")
    return moves[text]


def _text(written: Mapping[str, Any], name: str) -> str:
    text = written.get(name, "")
    if not isinstance(text, str):
        raise BadText(f"{name}: expected a text, found {shown(text)}")
    return text


def _said(written: Mapping[str, Any], name: str) -> str:
    """A text for people."""
    return one_line(_text(written, name), LONGEST_REMARK)


def _numbers(written: Mapping[str, Any], name: str) -> list[float]:
    found = written.get(name, [])
    if not isinstance(found, list):
        raise BadText(f"{name}: expected numbers, found {shown(found)}")
    return [_number(each, name) for each in found]


def _number(value: Any, name: str) -> float:
    if type(value) not in (int, float) or not abs(value) <= LARGEST_NUMBER:
        raise BadText(f"{name}: expected a number, found {shown(value)}")
    return float(value)


def _whole(value: Any, name: str) -> int:
    if type(value) is not int or not 0 <= value <= 2**62:
        raise BadText(f"{name}: expected a whole number, found {shown(value)}")
    return value
