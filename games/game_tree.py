"""A game with its variations: a tree of moves, without the rules.

A node is a move with its chance outcome, and the position after it. Its `id` counts the nodes in the order in
which they were made and never changes, so a file names nodes by it. A deleted node is only marked, so that it
can be restored. Nothing here is recursive, because lines are long and variations are nested deeply.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from games.contract import SIDE_NAMES, BadText
from games.position import Position
from games.safe_text import shown

ROOT = 0
"""The node of the first position."""

MOST_COMMENT = 20_000
"""The most characters of a comment."""

MOST_NODES = 200_000
"""The most moves of a game with its variations."""

MOST_PROBLEMS = 1_000
"""The number of mistakes in the variations of a text after which no more variations are read."""

TOO_MUCH = (
    f"the variations from here on are left out: expected at most {MOST_NODES:,} moves with the variations, "
    f"and {MOST_PROBLEMS:,} mistakes in them"
)

MARKS = {
    1: "!",
    2: "?",
    3: "!!",
    4: "??",
    5: "!?",
    6: "?!",
    7: "□",
    10: "=",
    13: "∞",
    14: "⩲",
    15: "⩱",
    16: "±",
    17: "∓",
    18: "+−",
    19: "−+",
}
"""The signs of the numbers by which the PGN standard judges a move or a position."""

SIGNS = {sign: mark for mark, sign in MARKS.items()} | {
    "+/=": 14,
    "=/+": 15,
    "+/-": 16,
    "-/+": 17,
    "+-": 18,
    "-+": 19,
}
"""The marks by their signs, including those that are easy to type."""

IN_LETTERS = {7: "only move", 13: "unclear", 14: "+/=", 15: "=/+", 17: "−/+"}
"""Words or letters in place of signs that many fonts lack."""

DRAWN_MARKS = {**MARKS, **IN_LETTERS}
"""The marks as the window and an exported page draw them."""

WITHOUT_SIGN = {
    22: "White is in zugzwang",
    23: "Black is in zugzwang",
    32: "White is ahead in development",
    33: "Black is ahead in development",
    36: "White has the initiative",
    37: "Black has the initiative",
    40: "White attacks",
    41: "Black attacks",
    44: "compensation for White",
    45: "compensation for Black",
    132: "counterplay for White",
    133: "counterplay for Black",
    138: "White is short of time",
    139: "Black is short of time",
    146: "novelty",
}
"""Common marks of PGN files without a sign. Most programs write 146 for a novelty."""

OF_MOVES = range(1, 10)
"""The marks that judge a move. Those from 10 on judge the position after it."""

LARGEST_MARK = 255

FOR_PROGRAMS = re.compile(r"\[%[a-z]+ [^\]]*\]")
"""A clock, an evaluation or an arrow in a comment of PGN."""

OPEN, MOVE, CLOSE, REPEAT = "(", "move", ")", "repeat"
"""The kinds of steps of `GameTree.steps`. REPEAT writes a move again that an earlier step has written."""


@dataclass(frozen=True)
class Ply:
    """A move that was made, with its chance outcome; `text` is its notation for people."""

    move: int
    chance: int
    text: str
    side: int


@dataclass(eq=False)
class GameNode:
    """A move and the position after it.

    - `ply` led to `position`. Both are None for an illegal move of a file.
    - `number`: the number that is written before the move. `depth` counts the plies up to here,
      `turn` the turns of both sides, each of one or several moves.
    - `children`: the nodes of the moves made from this position, deleted ones included. `first` says which
      continues the line; the others begin variations.
    - `comment` follows the move, `before` is the comment before it, `marks` are numbers of the PGN standard.
    - `last`: the line ends with this move. `resigned`: the side that resigned after it, else None. In both
      cases all later moves are variations.
    - `gone`: 0, or the tree's version at which the node was deleted. A move that was `taken_back` is deleted,
      too; `aside` says that it was in a variation.
    - `seen`: what the moves that were taken back to this node had revealed, by square.
    """

    id: int
    parent: int
    ply: Ply | None = None
    position: Position | None = None
    number: int = 0
    depth: int = 0
    turn: int = 0
    children: list[int] = field(default_factory=list)
    comment: str = ""
    before: str = ""
    marks: tuple[int, ...] = ()
    last: bool = False
    resigned: int | None = None
    gone: int = 0
    taken_back: bool = False
    aside: bool = False
    seen: dict[str, str] = field(default_factory=dict)

    @property
    def deleted(self) -> bool:
        return self.gone > 0

    @property
    def ends_line(self) -> bool:
        """Whether all moves after this one are variations."""
        return self.last or self.resigned is not None


def as_comment(*texts: str) -> str:
    """Joins texts to one comment: on one line, without braces, no longer than MOST_COMMENT."""
    text = " ".join(filter(None, texts))
    one = " ".join(text[: 4 * MOST_COMMENT].split()).replace("{", "(").replace("}", ")")
    return one if len(one) <= MOST_COMMENT else one[: MOST_COMMENT - 1] + "…"


def with_remark(comment: str, text: str) -> str:
    """Appends a comment to another. A comment of the greatest length stays unchanged, so that a file with a
    million comments at one move is read quickly."""
    return comment if len(comment) >= MOST_COMMENT else as_comment(comment, text)


def readable(comment: str) -> str:
    """A comment as people read it: without annotations for programs, such as [%clk 0:14:52]."""
    return " ".join(FOR_PROGRAMS.sub(" ", comment).split())


def marked(text: str, marks: tuple[int, ...], signs: Mapping[int, str] = MARKS) -> str:
    """A move with its marks as people write them, "e4! ⩲". A mark without sign and words is "$n"."""
    for mark in marks:
        said = signs.get(mark) or WITHOUT_SIGN.get(mark, f"${mark}")
        text += f"{'' if mark in range(1, 7) else ' '}{said}"
    return text


class GameTree:
    """The nodes of a game. `here` is the node after which a file's next move is made; `version` counts the
    changes."""

    def __init__(self) -> None:
        self.nodes = [GameNode(ROOT, -1)]
        self.here = ROOT
        self.version = 0

    def __getitem__(self, id: int) -> GameNode:
        return self.nodes[id]

    def copy(self) -> "GameTree":
        """A copy of the tree. Positions and plies are shared, because they never change."""
        made = GameTree()
        made.nodes = [replace(node, children=[*node.children], seen={**node.seen}) for node in self.nodes]
        made.here, made.version = self.here, self.version
        return made

    # Finding nodes

    def living(self, id: int) -> list[int]:
        """The nodes of the moves made from a node, without deleted ones."""
        return [child for child in self.nodes[id].children if not self.nodes[child].deleted]

    def first(self, id: int) -> int | None:
        """The next node of the line. None at its end, or if its next move was taken back."""
        if self.nodes[id].ends_line:
            return None
        for child in self.nodes[id].children:
            if self.nodes[child].taken_back:
                return None
            if not self.nodes[child].deleted:
                return child
        return None

    def child(self, id: int, move: int, chance: int) -> int | None:
        """The node of a move with that chance outcome; None where there is none."""
        for child in self.living(id):
            ply = self.nodes[child].ply
            if ply is not None and (ply.move, ply.chance) == (move, chance):
                return child
        return None

    def path(self, id: int) -> list[int]:
        """The nodes from the first move on to this one."""
        path = []
        while id != ROOT:
            path.append(id)
            id = self.nodes[id].parent
        return path[::-1]

    def line(self, id: int) -> list[int]:
        """The nodes from the first move to this node, then along the first children to the end."""
        line = self.path(id)
        on = self.first(id)
        while on is not None:
            line.append(on)
            on = self.first(on)
        return line

    def siblings(self, id: int) -> list[int]:
        """The nodes of all moves from the same position, with this node."""
        return self.living(self.nodes[id].parent) if id != ROOT else [ROOT]

    def branch(self, id: int) -> int | None:
        """Where the node's variation begins: the last node on the way to it that is not the first move of
        its position. None on the main line."""
        while id != ROOT:
            if self.first(self.nodes[id].parent) != id:
                return id
            id = self.nodes[id].parent
        return None

    def is_lost(self, id: object) -> bool:
        """Whether a node is an illegal move of a file."""
        return type(id) is int and 0 < id < len(self.nodes) and self.nodes[id].ply is None

    def is_there(self, id: object) -> bool:
        """Whether a node of that number is part of the game: it is not deleted, and no move before it is."""
        if type(id) is not int or not 0 <= id < len(self.nodes):
            return False
        return not any(self.nodes[each].deleted for each in self.path(id))

    def steps(self, start: int = ROOT) -> Iterator[tuple[str, int]]:
        """Everything after a node, in the order of PGN: a move, then each alternative with its line between
        OPEN and CLOSE, then everything after the move. Each step names the node of its move.

        Moves tried at the end of the main line are written as an alternative that begins with a REPEAT of
        the last move. So a reader does not take them for the game."""
        after = ""
        todo = [(after, start)]
        while todo:
            kind, id = todo.pop()
            if kind == OPEN:
                yield OPEN, id
                yield MOVE, id
            elif kind == CLOSE:
                yield CLOSE, id
            elif moves := self.living(id):
                if id != ROOT and self.first(id) is None and self.branch(id) is None:
                    yield OPEN, id
                    yield REPEAT, id
                    todo.append((CLOSE, id))
                yield MOVE, moves[0]
                todo.append((after, moves[0]))
                for other in reversed(moves[1:]):
                    todo += [(CLOSE, other), (after, other), (OPEN, other)]

    # Changes

    def add(self, parent: int, ply: Ply | None, position: Position | None = None, number: int = 0) -> int:
        """Adds a node and returns its id. The node becomes the last of its siblings, with two exceptions that
        keep the game on the main line: it comes before a move that was taken back, and it comes first if its
        parent was the last move of its line. Without a ply it is a deleted node."""
        above = self.nodes[parent]
        begins = ply is not None and (above.ply is None or above.ply.side != ply.side)
        node = GameNode(
            len(self.nodes),
            parent,
            ply,
            position,
            number,
            above.depth + 1,
            above.turn + begins,
            gone=int(ply is None),
        )
        taken = (at for at, each in enumerate(above.children) if self.nodes[each].taken_back)
        above.children.insert(0 if above.last and ply else next(taken, len(above.children)), node.id)
        above.last = above.last and ply is None
        self.nodes.append(node)
        self.here = node.id
        self.version += 1
        return node.id

    def take_back(self, id: int, seen: Mapping[str, str], aside: bool = False) -> None:
        """Takes back the last move of a line. `seen` is what the move has revealed, by square. That is
        remembered unless the move was `aside`, in a variation."""
        node = self.nodes[id]
        self.version += 1
        node.gone, node.taken_back, node.aside = self.version, True, aside
        if not aside:
            self.nodes[node.parent].seen |= {**node.seen, **seen}
        self.here = node.parent

    def edit(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        """Makes the change that an entry of a file describes; returns the entry that undoes it. Raises
        BadText where it does not fit. The entries:

            {"promote": id}, {"promote": id, "to": index}    among its siblings, the deleted ones included
            {"delete": id}, {"restore": id}                  with all that follows
            {"comment": id, "text": text}, {…, "before": true}
            {"marks": id, "nags": [number, …]}
            {"last": id}, {"last": id, "is": false}          whether the game ends there, whatever follows
            {"resigned": id, "by": "white"}, {…, "by": ""}   the side that resigned there; "" if none did
        """
        kind = next((each for each in EDITS if each in entry), None)
        if kind is None:
            raise BadText(f"expected a move, found {shown(dict(entry))}")
        id = entry[kind]
        there = self._is_restorable(id) if kind == "restore" else self.is_there(id)
        if not there or (id == ROOT and kind not in ("comment", "marks")):
            raise BadText(f"{kind}: expected a move of the game, found {shown(id)}")
        undo = EDITS[kind](self, self.nodes[id], entry)
        self.version += 1
        return undo

    def _is_restorable(self, id: object) -> bool:
        if type(id) is not int or not 0 < id < len(self.nodes):
            return False
        node = self.nodes[id]
        return node.deleted and not node.taken_back and node.ply is not None and self.is_there(node.parent)

    def _promote(self, node: GameNode, entry: Mapping[str, Any]) -> dict[str, Any]:
        others, to = self.nodes[node.parent].children, entry.get("to", 0)
        if type(to) is not int or not 0 <= to < len(others):
            raise BadText(f"promote, to: expected 0 to {len(others) - 1}, found {shown(to)}")
        before = others.index(node.id)
        others.insert(to, others.pop(before))
        return {"promote": node.id, "to": before}

    def _delete(self, node: GameNode, entry: Mapping[str, Any]) -> dict[str, Any]:
        node.gone = self.version + 1
        return {"restore": node.id}

    def _restore(self, node: GameNode, entry: Mapping[str, Any]) -> dict[str, Any]:
        node.gone = 0
        return {"delete": node.id}

    def _comment(self, node: GameNode, entry: Mapping[str, Any]) -> dict[str, Any]:
        text, before = entry.get("text"), entry.get("before", False)
        if not isinstance(text, str):
            raise BadText(f"comment, text: expected a text, found {shown(text)}")
        if type(before) is not bool:
            raise BadText(f"comment, before: expected true or false, found {shown(before)}")
        field = "before" if before else "comment"
        undo = {"comment": node.id, "text": getattr(node, field)} | ({"before": True} if before else {})
        setattr(node, field, as_comment(text))
        return undo

    def _mark(self, node: GameNode, entry: Mapping[str, Any]) -> dict[str, Any]:
        marks = entry.get("nags")
        if not isinstance(marks, list) or not all(type(each) is int for each in marks):
            raise BadText(f"marks, nags: expected a list of numbers, found {shown(marks)}")
        if wrong := [each for each in marks if not 0 <= each <= LARGEST_MARK]:
            raise BadText(f"marks, nags: expected 0 to {LARGEST_MARK}, found {shown(wrong[0])}")
        undo = {"marks": node.id, "nags": [*node.marks]}
        node.marks = tuple(sorted(set(marks)))
        return undo

    def _end(self, node: GameNode, entry: Mapping[str, Any]) -> dict[str, Any]:
        last = entry.get("is", True)
        if type(last) is not bool:
            raise BadText(f"last, is: expected true or false, found {shown(last)}")
        undo = {"last": node.id} | ({} if node.last else {"is": False})
        node.last = last
        return undo

    def _resign(self, node: GameNode, entry: Mapping[str, Any]) -> dict[str, Any]:
        by = entry.get("by")
        if by not in ("", *SIDE_NAMES):
            raise BadText(f"resigned, by: expected a side or an empty text, found {shown(by)}")
        undo = {"resigned": node.id, "by": "" if node.resigned is None else SIDE_NAMES[node.resigned]}
        node.resigned = SIDE_NAMES.index(by) if by else None
        return undo

    # For a new file

    def edits(self) -> Iterator[dict[str, Any]]:
        """The entries of a file that lead to this tree from a tree with the same moves, in which nothing is
        deleted, promoted or commented: those of `edit`, and {"at": id} and {"back": 1} for `Record`."""
        for node in self.nodes:
            made = sorted(node.children)
            for index, child in enumerate(node.children):
                if made[index] != child:
                    made.insert(index, made.pop(made.index(child)))
                    yield {"promote": child, "to": index}
        for node in self.nodes:
            if node.before:
                yield {"comment": node.id, "text": node.before, "before": True}
            if node.comment:
                yield {"comment": node.id, "text": node.comment}
            if node.marks:
                yield {"marks": node.id, "nags": [*node.marks]}
            if node.last:
                yield {"last": node.id}
            if node.resigned is not None:
                yield {"resigned": node.id, "by": SIDE_NAMES[node.resigned]}
        gone = (node for node in self.nodes if node.deleted and node.ply is not None)
        for node in sorted(gone, key=lambda node: node.gone):
            if node.taken_back:
                yield {"at": node.id}
                yield {"back": 1, "aside": True} if node.aside else {"back": 1}
            else:
                yield {"delete": node.id}


EDITS = {
    "promote": GameTree._promote,
    "delete": GameTree._delete,
    "restore": GameTree._restore,
    "comment": GameTree._comment,
    "marks": GameTree._mark,
    "last": GameTree._end,
    "resigned": GameTree._resign,
}
"""The changes of a tree other than moves, by the key of their entry in a file."""
