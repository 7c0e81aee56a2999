"""A game as it was played: where it began, and its moves with their chance outcomes.

The record is what is saved, and it is loaded by replaying it through the rules. A take-back is
an entry of its own, so that a file only ever grows. See `study.saved_games.saved_games` for the file.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from games.contract import WHITE, BadText, Game, Options
from games.position import Position
from games.random_stream import Draws
from games.registry import load_game
from games.reveals import possible_chances
from games.safe_text import shown


def label_of(number: int, side: int) -> str:
    """A move's number as written before the move: "3." for White's, "3…" for Black's."""
    return f"{number}{'.' if side == WHITE else '…'}"


def joined_to(label: str, text: str) -> str:
    """A move with its number before it, for a sentence: "3. Bxf3", "3…Bxf3"."""
    return f"{label} {text}" if label.endswith(".") else label + text


def numbered_along(number: int | None, moves: Sequence[tuple[str, int]]) -> list[str]:
    """Moves in a row, each (text, side), with numbers as people write them: before White's turn, and before
    the first move. `number` is that of the first move; None for moves without numbers."""
    texts: list[str] = []
    before: int | None = None
    for text, side in moves:
        if number is not None and (before is None or (side == WHITE and before != WHITE)):
            number += before is not None
            text = joined_to(label_of(number, side), text)
        texts.append(text)
        before = side
    return texts


def numbered(position: Position, move: int) -> str:
    """A move with its number, such as 2. Nf3 and 2…Qxd5, where the game numbers moves."""
    count = position.game.move_number
    text = position.notation(move)
    if count is None:
        return text
    return joined_to(label_of(count(position.state), position.to_move), text)


def line_for_people(position: Position, texts: Sequence[str]) -> list[str]:
    """The moves of a line from a position as people write them, numbered where the game numbers moves.
    `texts` are in either notation, up to and including the first move that chance decides."""
    count, moves = position.game.move_number, []
    if count is None and position.game.move_text is None:
        return list(texts)  # one notation for both, without numbers
    number = None if count is None else count(position.state)
    for place, text in enumerate(texts, 1):
        move = position.parse_move(text)
        moves.append((position.notation(move), position.to_move))
        if place < len(texts):
            position = position.play(move)
    return numbered_along(number, moves)


@dataclass(frozen=True)
class Ply:
    """One move as it was made; `text` in the notation for people."""

    move: int
    chance: int
    text: str
    side: int


@dataclass
class Record:
    """A game in progress or finished. `positions[i]` stood before `plies[i]`."""

    game: Game
    options: Options
    positions: list[Position]
    plies: list[Ply] = field(default_factory=list)
    revealed: dict[str, str] = field(default_factory=dict)
    """Identities that have been seen, by square: taking back a reveal does not hide them again."""

    @classmethod
    def start(cls, game: Game, options: Options | None = None, text: str | None = None) -> "Record":
        """A new game from the initial position or from `text`. Raises BadText."""
        chosen = game.options() if options is None else options
        return cls(game, chosen, [Position.start(game, chosen, text)])

    @property
    def position(self) -> Position:
        return self.positions[-1]

    def draw_chance(self, move: int, draws: Draws) -> int:
        """Draws the index of the chance outcome of `move`; all are equally likely.

        A piece that was revealed before a take-back is revealed again, and is not drawn for another square.
        """
        chances = possible_chances(self.game, self.position.state, move, self.revealed)
        return chances[0] if len(chances) == 1 else chances[draws.below(len(chances))]

    def play(self, move: int, chance: int = 0) -> Ply:
        """Makes a legal move. BadText if the move is not legal or its chance outcome is impossible: there is
        none of that number, or it contradicts what was revealed before a take-back."""
        position = self.position
        if move not in position.moves:
            raise BadText(f"move {len(self.plies) + 1}: {move} is not legal in {position.text!r}")
        outcomes = len(position.chances(move))
        if not 0 <= chance < outcomes:
            raise BadText(
                f"chance of move {len(self.plies) + 1}: expected 0 to {outcomes - 1}, found {shown(chance)}"
            )
        if outcomes > 1 and chance not in possible_chances(self.game, position.state, move, self.revealed):
            raise BadText(
                f"chance of move {len(self.plies) + 1}: {chance} contradicts what was revealed before"
            )
        square = self.game.revealed_square(position.state, move) if outcomes > 1 else ""
        if square:
            self.revealed[square] = self.game.chance_text(position.state, move, chance)
        ply = Ply(move, chance, position.notation(move), position.to_move)
        self.plies.append(ply)
        self.positions.append(position.play(move, chance))
        return ply

    def take_back(self) -> None:
        """Undoes the last move; nothing at the start."""
        if self.plies:
            self.plies.pop()
            self.positions.pop()

    # Text

    def written(self, index: int) -> str:
        """The ply at `index` with what chance has shown, such as "b3 (rat)"."""
        ply, position = self.plies[index], self.positions[index]
        if not self.game.has_chance or len(position.chances(ply.move)) == 1:
            return ply.text
        seen = self.game.chance_text(position.state, ply.move, ply.chance)
        return f"{ply.text} ({seen})" if seen else ply.text

    def number(self, index: int) -> int:
        """The number of the move that the ply at `index`, made or not, belongs to, as the game counts moves.
        In a game that does not count them, White's turn and Black's next turn have one number, as in a list
        of two columns."""
        count = self.game.move_number
        if count is not None:
            return count(self.positions[index].state)
        number, before = 0, None
        for position in self.positions[: index + 1]:
            side = position.to_move
            number += side != before and (side == WHITE or before is None)
            before = side
        return number

    def label(self, index: int) -> str:
        """That number as written before the ply: "3." for White's, "3…" for Black's."""
        return label_of(self.number(index), self.positions[index].to_move)

    def numbered(self, index: int) -> str:
        """`written` with its number: "3. Bxf3", "3…Bxf3"."""
        return joined_to(self.label(index), self.written(index))

    def last_turn(self, count: int) -> list[tuple[Position, int]]:
        """The last moves before the position after `count` of them, each with the position it was made in. If
        a side's turn is over then, these are all moves that it made in a row, else only the last; none at the
        start."""
        first = max(0, count - 1)
        if count and self.positions[count].to_move != self.plies[first].side:
            while first and self.plies[first - 1].side == self.plies[count - 1].side:
                first -= 1
        return [(self.positions[ply], self.plies[ply].move) for ply in range(first, count)]

    def plies_since(self, side: int) -> int:
        """The number of plies from this side's last one on; 0 if it has made none."""
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

    def entry(self, index: int) -> dict[str, Any]:
        """The ply at `index` as the file writes it."""
        position, ply = self.positions[index], self.plies[index]
        written: dict[str, Any] = {"move": position.move_text(ply.move)}
        if len(position.chances(ply.move)) > 1:
            written["chance"] = ply.chance
        return written

    def header(self) -> dict[str, Any]:
        """The beginning of a file: the game, its options and the first position."""
        return {
            "game": self.game.name,
            "options": self.options.model_dump(mode="json"),
            "position": self.positions[0].text,
        }

    @classmethod
    def replay(cls, header: Mapping[str, Any], entries: Iterable[Mapping[str, Any]]) -> "Record":
        """The record that a file describes; BadText names the entry that does not fit."""
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
                raise BadText(f"entry {number}: {error}") from None
        return record

    def apply_entry(self, entry: Mapping[str, Any]) -> None:
        """Replays one entry: a move, or `{"back": n}` for n plies taken back."""
        if "back" in entry:
            if type(entry["back"]) is not int or not 0 < entry["back"] <= len(self.plies):
                raise BadText(f"back: expected 1 to {len(self.plies)} plies, found {shown(entry['back'])}")
            for _ in range(entry["back"]):
                self.take_back()
            return
        text, chance = entry.get("move"), entry.get("chance", 0)
        if not isinstance(text, str):
            raise BadText(f"expected a move, found {shown(dict(entry))}")
        if type(chance) is not int:
            raise BadText(f"chance: expected a whole number, found {shown(chance)}")
        self.play(self.position.parse_move(text), chance)
