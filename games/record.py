"""A game as it was played: its first position, and its moves with their chance outcomes and variations.

Saved games are records, and they are loaded by replaying them by the rules. Each change is an entry of its
own, so that a file only ever grows. See `study.saved_games.saved_games` for the file.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import Any

from pydantic import ValidationError

from games.contract import ONGOING, SIDE_NAMES, WHITE, BadText, Game, Options, never
from games.game_tree import EDITS, MOST_NODES, ROOT, GameTree, Ply
from games.position import Position
from games.random_stream import Draws
from games.registry import entry as registered
from games.registry import load_game
from games.reveals import possible_chances
from games.safe_text import shown


def label_of(number: int, side: int) -> str:
    """A move's number in writing, before the move: "3." for White's, "3…" for Black's."""
    return f"{number}{'.' if side == WHITE else '…'}"


def joined_to(label: str, text: str) -> str:
    """A move with its number before it, for a sentence: "3. Bxf3", "3…Bxf3"."""
    return f"{label} {text}" if label.endswith(".") else label + text


def numbered_along(number: int | None, moves: Sequence[tuple[str, int]]) -> list[str]:
    """Moves in a row, each (text, side), with numbers as people write them: before White's turn, and before
    the first move. `number` is the number of the first move; None for moves without numbers."""
    texts: list[str] = []
    before: int | None = None
    for text, side in moves:
        if number is not None and (before is None or (side == WHITE and before != WHITE)):
            number += before is not None
            text = joined_to(label_of(number, side), text)
        texts.append(text)
        before = side
    return texts


def numbered(position: Position, move: int, number: int | None = None) -> str:
    """A move with its number, such as 2. Nf3 and 2…Qxd5. If the game does not count moves, the move gets
    `number`, or no number."""
    count, text = position.game.move_number, position.notation(move)
    if count is not None:
        number = count(position.state)
    return text if number is None else joined_to(label_of(number, position.to_move), text)


def numbers_along(number: int, sides: Sequence[int]) -> list[int]:
    """The number of each move in a row by these sides, the first of which has `number`. The number rises at
    White's turns."""
    turns = (side == WHITE != before for before, side in pairwise(sides))
    return list(accumulate(turns, initial=number)) if sides else []


def line_for_people(position: Position, texts: Sequence[str]) -> list[str]:
    """The moves of a line from a position as people write them, numbered where the game numbers moves.
    `texts` are in either notation, up to and including the first move that chance decides."""
    count, moves = position.game.move_number, []
    if count is None and position.game.move_text is None:
        return list(texts)  # people and programs write it alike, without numbers
    number = None if count is None else count(position.state)
    for place, text in enumerate(texts, 1):
        move = position.parse_move(text)
        moves.append((position.notation(move), position.to_move))
        if place < len(texts):
            position = position.play(move)
    return numbered_along(number, moves)


def resignation(game: str, side: int) -> str:
    """The sentence that ends a game in which `side` resigned."""
    return f"{registered(game).side_name(side)} resigned."


Entries = Sequence[Mapping[str, Any]]


def _step(here: int, to: int) -> list[dict[str, Any]]:
    """The entry that lets a file, whose entries have reached node `here`, go on from node `to`; no entry if
    these are the same node."""
    return [] if here == to else [{"at": to}]


@dataclass
class Record:
    """A game in progress or finished, and one line of it. `plies[i]` was made in `positions[i]` and led to
    node `line[i]` of the `tree`. `on_change` is called with the entries of every change."""

    game: Game
    options: Options
    positions: list[Position]
    plies: list[Ply] = field(default_factory=list)
    tree: GameTree = field(default_factory=GameTree)
    line: list[int] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    """What could not be kept of the variations of a file, one line each."""
    remark: str = ""
    """Which other parts of a file's text were left out or read differently than written, in one line."""
    breaks_off: str = ""
    """Where the game's text stops making sense, and why; the moves before are kept. Else ""."""
    on_change: Callable[[Entries], object] | None = field(default=None, repr=False)
    changes: int = 0
    """How often another line was shown."""

    def __post_init__(self) -> None:
        self.tree[ROOT].position = self.positions[0]

    @classmethod
    def start(cls, game: Game, options: Options | None = None, text: str | None = None) -> "Record":
        """A new game from the initial position or from `text`. Raises BadText."""
        chosen = game.options() if options is None else options
        return cls(game, chosen, [Position.start(game, chosen, text)])

    def copy(self) -> "Record":
        """A copy of the game and its line, without `on_change` and remarks on a file."""
        line, tree = list(self.line), self.tree.copy()
        return Record(self.game, self.options, list(self.positions), list(self.plies), tree, line)

    @property
    def position(self) -> Position:
        return self.positions[-1]

    @property
    def end(self) -> int:
        """The last node of the line."""
        return self.line[-1] if self.line else ROOT

    @property
    def resigned(self) -> int | None:
        """The side that resigned at the end of the line; None if none did, or if the rules end the game
        there."""
        return self.tree[self.end].resigned if self.position.outcome == ONGOING else None

    @property
    def outcome(self) -> int:
        """How the line ended, by the rules or by resignation: the outcome of a position, ONGOING if it goes
        on."""
        return self.position.outcome if self.resigned is None else 1 - self.resigned

    @property
    def ending(self) -> str:
        """Why the line is over, as a sentence; "" while it is not."""
        return self.position.ending if self.resigned is None else resignation(self.game.name, self.resigned)

    def node(self, cursor: int) -> int:
        """The node of the position after this number of plies of the line."""
        return self.line[cursor - 1] if cursor else ROOT

    @property
    def varies(self) -> bool:
        """Whether the line is a variation."""
        return self.tree.branch(self.end) is not None

    @property
    def goes_on(self) -> bool:
        """Whether a move at the end of the line goes on with the main line."""
        return self.tree.first(self.end) is None and not self.varies and self.resigned is None

    @property
    def remembered(self) -> dict[str, str]:
        """The identities, by square, that moves taken back have revealed."""
        found = dict(self.tree[ROOT].seen)
        for id in self.line:
            found |= self.tree[id].seen
        return found

    def possible_chances(self, move: int) -> tuple[int, ...]:
        """The chance outcomes that a move at the end of the line may have. In the game itself, a piece
        that was revealed before a take-back is revealed as the same piece again. A variation draws from
        all pieces that lie face down."""
        remembered = self.remembered if self.game.has_chance and self.goes_on else {}
        state = self.position.state
        chances = possible_chances(self.game, state, move, remembered)
        # After a change of the main line, no outcome may fit what is remembered.
        return chances or possible_chances(self.game, state, move, {})

    def draw_chance(self, move: int, draws: Draws) -> int:
        """Draws the index of the chance outcome of `move`; all are equally likely."""
        chances = self.possible_chances(move)
        return chances[0] if len(chances) == 1 else chances[draws.below(len(chances))]

    # Other lines

    def follow(self, id: int) -> None:
        """Shows the line through a node, which goes on along the first moves after it."""
        self._show(self.tree.line(id))

    def cut(self, cursor: int) -> None:
        """Ends the line after this number of plies, until another line is shown. The next move is made
        there."""
        self._show(self.line[:cursor])

    def _show(self, line: list[int]) -> None:
        same = 0
        for old, new in zip(self.line, line, strict=False):
            if old != new:
                break
            same += 1
        if same == len(line) == len(self.line):
            return
        self.line[same:] = line[same:]
        del self.plies[same:], self.positions[same + 1 :]
        for id in line[same:]:
            node = self.tree[id]
            assert node.ply is not None and node.position is not None, "it is in the game"
            self.plies.append(node.ply)
            self.positions.append(node.position)
        self.changes += 1

    # Changes

    def play(self, move: int, chance: int = 0) -> Ply:
        """Makes a legal move at the end of the line. If it was made there before, the line goes on with the
        moves that followed. Raises BadText if the move is not legal or its chance outcome is impossible: no
        outcome has its number, or it contradicts a piece that was revealed before a take-back."""
        before, known = self.tree.here, self.tree.child(self.end, move, chance)
        ply = self._make(move, chance, known)
        if known is None:
            self._report_added(self.end, before)
        else:
            self.follow(self.end)
        return ply

    def grow(self, parent: int, move: int, chance: int = 0) -> int:
        """Makes a legal move from any node, also from a node outside the shown line. Returns the node after
        the move: a new one, unless the move was made there before. Raises BadText if it is impossible."""
        position = self.tree[parent].position
        assert position is not None
        if move not in position.moves:
            raise BadText(f"{move} is not legal in {position.text!r}")
        outcomes = len(position.chances(move))
        if not 0 <= chance < outcomes:
            raise BadText(f"chance: expected 0 to {outcomes - 1}, found {shown(chance)}")
        known = self.tree.child(parent, move, chance)
        return self._add(parent, move, chance) if known is None else known

    def add_move(self, parent: int, move: int, chance: int = 0) -> int:
        """Makes a legal move from any node, as `grow` does, and reports the change to `on_change`."""
        before, known, last = self.tree.here, len(self.tree.nodes), self.tree[parent].last
        id = self.grow(parent, move, chance)
        if len(self.tree.nodes) > known:
            self._report_added(id, before)
            if last:  # the move becomes a variation: the game still ends before it
                self.edit({"last": parent})
        self._keep_line()
        return id

    def _report_added(self, id: int, before: int) -> None:
        """Reports a new node to `on_change`. `before` is the node that the file's entries had reached."""
        if self.on_change is not None:
            self.on_change([*_step(before, self.tree[id].parent), self.entry(id)])

    def _add(self, parent: int, move: int, chance: int) -> int:
        position = self.tree[parent].position
        assert position is not None
        if len(self.tree.nodes) > MOST_NODES:
            raise BadText(f"expected at most {MOST_NODES} moves with the variations")
        ply = Ply(move, chance, position.notation(move), position.to_move)
        return self.tree.add(parent, ply, position.play(move, chance), self.number_after(parent))

    def _end_at_here(self) -> None:
        """Ends the line at the node that the entries of a file have reached."""
        if self.end != self.tree.here:
            if not self.tree.is_there(self.tree.here):
                raise BadText("the move before it was deleted")
            self._show(self.tree.path(self.tree.here))

    def _make(self, move: int, chance: int, id: int | None = None) -> Ply:
        """Makes a legal move at the end of the line: a new node, or an existing one."""
        position, parent = self.position, self.end
        if move not in position.moves:
            raise BadText(f"move {len(self.plies) + 1}: {move} is not legal in {position.text!r}")
        outcomes = len(position.chances(move))
        if not 0 <= chance < outcomes:
            raise BadText(
                f"chance of move {len(self.plies) + 1}: expected 0 to {outcomes - 1}, found {shown(chance)}"
            )
        if outcomes > 1 and chance not in self.possible_chances(move):
            raise BadText(
                f"chance of move {len(self.plies) + 1}: {chance} contradicts what was revealed before"
            )
        if id is None:
            id = self._add(parent, move, chance)
        made = self.tree[id]
        assert made.ply is not None and made.position is not None
        self.line.append(id)
        self.plies.append(made.ply)
        self.positions.append(made.position)
        return made.ply

    def take_back(self, plies: int = 1) -> None:
        """Takes back the last `plies` moves of the line, or all if there are fewer."""
        plies, aside = min(plies, len(self.plies)), self.varies
        step = _step(self.tree.here, self.end)
        for _ in range(plies):
            self._take_back(aside)
        if plies and self.on_change is not None:
            self.on_change([*step, {"back": plies, "aside": True} if aside else {"back": plies}])

    def _take_back(self, aside: bool) -> None:
        """Takes back the last move. A piece that it revealed is remembered, unless the move was in a
        variation."""
        id, ply = self.line.pop(), self.plies.pop()
        self.positions.pop()
        square = self.game.revealed_square(self.position.state, ply.move) if self.game.has_chance else ""
        turned = {square: self.game.chance_text(self.position.state, ply.move, ply.chance)} if square else {}
        self.tree.take_back(id, turned, aside)

    def resign(self, side: int | None) -> None:
        """Ends the game at the last move of the line, because `side` resigns; None takes a resignation
        back. Moves that were tried after it stay variations."""
        entries: list[Mapping[str, Any]] = [{"last": self.end}] if self.tree.living(self.end) else []
        self.edit(*entries, {"resigned": self.end, "by": "" if side is None else SIDE_NAMES[side]})

    def edit(self, *entries: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Makes changes to the tree (`GameTree.edit`); returns the entries that undo them."""
        undo = [self.tree.edit(entry) for entry in entries]
        self._keep_line()
        if self.on_change is not None:
            self.on_change(entries)
        return undo[::-1]

    def _keep_line(self) -> None:
        """Ends the line before its first deleted move, and goes on along the first moves there."""
        gone = next((at for at, id in enumerate(self.line) if self.tree[id].deleted), None)
        if gone is not None or self.tree.first(self.end) is not None:
            self.follow(self.end if gone is None else self.node(gone))

    # Text

    @property
    def not_kept(self) -> str:
        """One line that says which parts of the file's text cannot be kept and how odd text was read, else
        ""."""
        more = f", and {len(self.problems) - 1} more like it" if len(self.problems) > 1 else ""
        left_out = f"Not kept: {self.problems[0]}{more}." if self.problems else ""
        game = f"The game breaks off {self.breaks_off}." if self.breaks_off else ""
        return " ".join(filter(None, (self.remark, game, left_out)))

    def written(self, index: int) -> str:
        """The ply at `index` with its chance outcome, such as "b3 (rat)"."""
        return self.written_of(self.line[index])

    def written_of(self, id: int) -> str:
        """The ply of a node with its chance outcome, such as "b3 (rat)"."""
        position, ply = self.before(id), self.ply(id)
        if not self.game.has_chance or len(position.chances(ply.move)) == 1:
            return ply.text
        seen = self.game.chance_text(position.state, ply.move, ply.chance)
        return f"{ply.text} ({seen})" if seen else ply.text

    def ply(self, id: int) -> Ply:
        """The move of a node."""
        ply = self.tree[id].ply
        assert ply is not None, "the start has none"
        return ply

    def before(self, id: int) -> Position:
        """The position in which the move of a node was made."""
        position = self.tree[self.tree[id].parent].position
        assert position is not None
        return position

    def label_of(self, id: int) -> str:
        """The number of a node's move in writing, before the move: "3." for White's, "3…" for
        Black's."""
        return label_of(self.tree[id].number, self.ply(id).side)

    def number(self, index: int) -> int:
        """The number of the move that the ply at `index`, made or not, belongs to, as the game counts moves.
        In a game that does not count them, White's turn and Black's next turn have one number, as in a list
        of two columns."""
        return self.number_after(self.node(index))

    def number_after(self, id: int) -> int:
        """The number of a move to be made from a node."""
        node = self.tree[id]
        assert node.position is not None
        if self.game.move_number is not None:
            return self.game.move_number(node.position.state)
        if node.ply is None:
            return 1
        side = node.position.to_move
        return node.number + (side != node.ply.side and side == WHITE)

    def label(self, index: int) -> str:
        """The number of the ply at `index` in writing, before the ply: "3." for White's, "3…" for
        Black's."""
        return label_of(self.number(index), self.positions[index].to_move)

    def numbered(self, index: int) -> str:
        """The ply at `index` with its number, as `written` writes it: "3. Bxf3", "3…Bxf3"."""
        return self.numbered_of(self.line[index])

    def numbered_of(self, id: int) -> str:
        """The ply of a node with its number: "3. Bxf3", "3…Bxf3"."""
        return joined_to(self.label_of(id), self.written_of(id))

    def last_turn(self, count: int) -> list[tuple[Position, int]]:
        """The last moves before the position after `count` plies, each with the position it was made in. If
        a side's turn ended there, these are all moves of the turn, else only the last; none at the start."""
        first = max(0, count - 1)
        if count and self.positions[count].to_move != self.plies[first].side:
            while first and self.plies[first - 1].side == self.plies[count - 1].side:
                first -= 1
        return [(self.positions[ply], self.plies[ply].move) for ply in range(first, count)]

    def plies_since(self, side: int) -> int:
        """The number of plies since this side's last ply, with that ply; 0 if it has made none."""
        for index in range(len(self.plies) - 1, -1, -1):
            if self.plies[index].side == side:
                return len(self.plies) - index
        return 0

    def plies_since_turn(self, side: int) -> int:
        """The number of plies from the beginning of this side's last turn on; 0 if it has made none."""
        count = self.plies_since(side)
        while 0 < count < len(self.plies) and self.plies[-count - 1].side == side:
            count += 1
        return count

    def entry(self, id: int) -> dict[str, Any]:
        """The move of a node as the file writes it, with the number of its turn where a turn may have several
        moves."""
        position, ply = self.before(id), self.ply(id)
        written: dict[str, Any] = {"move": position.move_text(ply.move)}
        if len(position.chances(ply.move)) > 1:
            written["chance"] = ply.chance
        if self.game.idles is not never:
            written["turn"] = self.tree[id].turn  # lists of games show the number of turns, without the rules
        return written

    def entries(self) -> Iterator[dict[str, Any]]:
        """The entries that a new file begins with: all moves and changes so far. Later ones are appended."""
        here = ROOT
        for node in self.tree.nodes[1:]:
            if node.ply is None:
                yield {"lost": node.parent}
                continue
            yield from _step(here, node.parent)
            yield self.entry(node.id)
            here = node.id
        yield from (edits := list(self.tree.edits()))
        if here != self.end or any("at" in entry for entry in edits):
            yield {"at": self.end}
        self.tree.here = self.end

    def header(self) -> dict[str, Any]:
        """The beginning of a file: the game, its options and the first position."""
        return {
            "game": self.game.name,
            "options": self.options.model_dump(mode="json"),
            "position": self.positions[0].text,
        }

    @classmethod
    def replay(cls, header: Mapping[str, Any], entries: Iterable[Mapping[str, Any]]) -> "Record":
        """The record that a file describes, its main line shown. On failure raises a BadText that names the
        entry of the game that does not fit. A move of a variation that does not fit is left out, and
        `problems` says so."""
        for name in ("game", "position"):
            if not isinstance(header.get(name), str):
                raise BadText(f"header: expected a text {name!r}, found {shown(header.get(name))}")
        game = load_game(header["game"])
        try:
            options = game.options.model_validate(header.get("options", {}))
        except ValidationError as error:
            problem = error.errors()[0]
            key = ".".join(("options", *map(str, problem["loc"])))
            raise BadText(f"header, {key}: {problem['msg']}") from None
        record = cls.start(game, options, header["position"])
        for number, entry in enumerate(entries, start=1):
            try:
                record.apply_entry(entry)
            except BadText as error:
                if "move" not in entry or record.goes_on:
                    raise BadText(f"entry {number}: {error}") from None
                record.problems.append(f"entry {number}: {error}")
                record.tree.add(record.tree.here, None)
        record.follow(ROOT)
        return record

    def apply_entry(self, entry: Mapping[str, Any]) -> None:
        """Replays one entry: a move, `{"back": n}` for n plies taken back, `{"at": id}` for the node that the
        next move is made from, or an edit of the tree. `{"lost": id}` is a move from a node that was not
        legal. Moves after it and remarks on it are left out."""
        tree = self.tree
        if "at" in entry:
            id = entry["at"]
            if not tree.is_there(id) and not tree.is_lost(id):
                raise BadText(f"at: expected a move of the game, found {shown(id)}")
            tree.here = id
        elif "lost" in entry:
            if not tree.is_there(entry["lost"]) and not tree.is_lost(entry["lost"]):
                raise BadText(f"lost: expected a move of the game, found {shown(entry['lost'])}")
            tree.add(entry["lost"], None)
        elif "back" in entry:
            if tree.is_lost(tree.here):
                raise BadText("back: the move before it is not legal")
            self._end_at_here()
            if type(entry["back"]) is not int or not 0 < entry["back"] <= len(self.plies):
                raise BadText(f"back: expected 1 to {len(self.plies)} plies, found {shown(entry['back'])}")
            for _ in range(entry["back"]):
                self._take_back(entry.get("aside") is True)
        elif "move" in entry:
            if tree.is_lost(tree.here):
                tree.add(tree.here, None)
                return
            self._end_at_here()
            text, chance = entry["move"], entry.get("chance", 0)
            if not isinstance(text, str):
                raise BadText(f"expected a move, found {shown(dict(entry))}")
            if type(chance) is not int:
                raise BadText(f"chance: expected a whole number, found {shown(chance)}")
            self._make(self.position.parse_move(text), chance)
            tree.here = self.end
        elif not any(tree.is_lost(entry.get(kind)) for kind in EDITS):
            self.edit(entry)
