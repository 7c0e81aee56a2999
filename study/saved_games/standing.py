"""How long a saved game is and how it ended, from its entries alone: no move is played through the rules."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from games.contract import BadText
from games.game_tree import EDITS, ROOT, GameTree, Ply

OF_TREES = {"at", "lost", *EDITS}
"""The keys of entries that change a game's tree otherwise than by moves and take-backs at its end."""

ANY = Ply(0, 0, "", 0)
"""The ply that each move becomes here, because only the number of plies is needed."""


class SavedStanding(NamedTuple):
    """The main line's number of `plies` and of `turns` (0 if the file does not say), and how the game ended.
    `ending` is "" if the game goes on or a side `resigned`. `result` is what the file says, unchecked."""

    plies: int = 0
    ending: str = ""
    result: object = ""
    resigned: int | None = None
    turns: int = 0


def standing(entries: Sequence[Mapping[str, Any]]) -> SavedStanding:
    """The length and the ending that the entries give."""
    if any(entry.keys() & OF_TREES for entry in entries):
        return _of_tree(entries)
    turns: list[int] = []  # after each ply
    ending, result = "", ""
    for entry in entries:
        if "end" in entry:
            ending, result = entry["end"], entry.get("result", "")
        elif "back" in entry:
            del turns[max(0, len(turns) - _whole(entry["back"])) :]
            ending = result = ""
        else:
            turns.append(_whole(entry.get("turn")))
    return SavedStanding(len(turns), ending, result, turns=turns[-1] if turns else 0)


def _of_tree(entries: Sequence[Mapping[str, Any]]) -> SavedStanding:
    """As `standing`, for a game with such entries (OF_TREES)."""
    tree, ends = GameTree(), dict[int, tuple[str, object]]()
    left = ""  # why the game was left without a result; "" once it goes on
    turns: dict[int, int] = {}
    for entry in entries:
        if "end" in entry:
            if "result" in entry:
                ends[tree.here] = entry["end"], entry["result"]
            else:
                left = entry["end"]
            continue
        with suppress(BadText):
            left = "" if _apply(tree, entry) else left
        if "turn" in entry:
            turns[tree.here] = _whole(entry["turn"])
    main = tree.line(ROOT)
    last = main[-1] if main else ROOT
    ending, result = ends.get(last, (left, ""))
    return SavedStanding(
        len(main), ending, result, None if last in ends else tree[last].resigned, turns.get(last, 0)
    )


def _apply(tree: GameTree, entry: Mapping[str, Any]) -> bool:
    """Applies an entry to the tree. Returns whether it is a move or a take-back."""
    if "at" in entry:
        if tree.is_there(entry["at"]):
            tree.here = entry["at"]
    elif "lost" in entry:  # a move that was not legal: it is not kept, but has its number in the tree
        if tree.is_there(entry["lost"]) or tree.is_lost(entry["lost"]):
            tree.add(entry["lost"], None)
    elif "back" in entry:
        for _ in range(min(_whole(entry["back"]), tree[tree.here].depth)):
            tree.take_back(tree.here, {})
        return True
    elif any(kind in entry for kind in EDITS):
        tree.edit(entry)
    else:
        tree.add(tree.here, ANY)
        return True
    return False


def _whole(number: object) -> int:
    """The number, if it is a positive whole number; else 0."""
    return number if type(number) is int and number > 0 else 0
