"""A position that is being set up: the fields of its text, even while they are not legal yet. Each game has a
module of its own here. Only `games.<game>.parse` decides whether the text is legal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from games.contract import BLACK, WHITE, BadText
from games.fen_rows import read_rows, whole_number, write_rows


@dataclass(frozen=True)
class Switch:
    """A field that is on or off; `side` is set if it belongs to one side."""

    name: str
    label: str
    tooltip: str
    value: bool
    side: int | None = None
    enabled: bool = True


@dataclass(frozen=True)
class ChoiceField:
    """One of several values; `options` are pairs of a value and its label."""

    name: str
    label: str
    tooltip: str
    value: str
    options: Sequence[tuple[str, str]]
    enabled: bool = True


@dataclass(frozen=True)
class Number:
    """A whole number from `low` to `high`."""

    name: str
    label: str
    tooltip: str
    value: int
    low: int
    high: int
    side: int | None = None
    enabled: bool = True


Field = Switch | ChoiceField | Number


@dataclass(frozen=True)
class FieldRow:
    """Fields side by side, below a title if there is one."""

    fields: Sequence[Field]
    title: str = ""


class Setup(Protocol):
    """A position under construction. Pieces and places are named as the game's art names them; places beside
    the board are among `pieces` too.

    `palette`: rows of pieces that can be placed. `letters`: keys that choose a piece. `to_move`: the side to
    move. `hint`: a sentence about places beside the board, or about fields. `by_square`: some fields are
    about the piece on the chosen square.
    """

    palette: Sequence[Sequence[str]]
    letters: ClassVar[Mapping[str, str]] = {}
    to_move: int
    hint: str = ""
    by_square: bool = False

    def read(self, text: str) -> bool:
        """Takes over a text's board and the other fields that can be read. Returns False, and changes
        nothing, if the board cannot be read."""

    @property
    def text(self) -> str:
        """The position's text, without choices that the board does not allow."""

    @property
    def pieces(self) -> Mapping[str, str]:
        """The pieces by place, places beside the board included."""

    def put(self, square: str, piece: str) -> None:
        """Puts a piece on a square, in place of any piece there; "" removes it."""

    def clear(self) -> None:
        """Empties the board."""

    def piece_name(self, piece: str) -> str:
        """A piece of the palette in words."""

    # Defaults

    def move(self, place: str, square: str) -> None:
        """Moves a piece from a place to a square; to "" takes it off the board."""
        piece = self.pieces[place]
        self.put(place, "")
        if square:
            self.put(square, piece)

    def click_beside(self, place: str) -> None:
        """Handles a click on a place beside the board."""

    def leave_out(self, square: str) -> None:
        """Removes the piece on a square, so that the positions with and without it can be compared; does
        nothing if they cannot be."""
        self.put(square, "")

    def pass_turn(self) -> None:
        """Gives the turn to the other side without a move."""
        self.to_move = 1 - self.to_move

    def fields(self, square: str) -> Sequence[FieldRow]:
        """The other fields of the position's text; `square` is the chosen square."""
        return ()

    def set(self, name: str, value: Any, square: str) -> None:
        """Sets the field of that name."""
        raise KeyError(name)


class LetterSetup(Setup):
    """A setup whose text has rows of letters, one letter a piece: `names` are the pieces by letter, `rows`
    the squares from the top. The fields after the rows differ by game."""

    names: ClassVar[Mapping[str, str]]
    rows: ClassVar[Sequence[Sequence[str]]]

    def __init__(self) -> None:
        self.standing: dict[str, str] = {}  # the pieces on the board, by square
        self.to_move = WHITE

    @property
    def pieces(self) -> Mapping[str, str]:
        return self.standing

    def put(self, square: str, piece: str) -> None:
        self.standing.pop(square, None)
        if piece:
            self.standing[square] = piece

    def clear(self) -> None:
        self.standing.clear()

    def read(self, text: str) -> bool:
        board, *fields = text.split() or [""]
        try:
            found = "".join(read_rows(board, [len(row) for row in self.rows], "".join(self.names)))
        except BadText:
            return False
        squares = [name for row in self.rows for name in row]
        letters = zip(squares, found, strict=True)
        self.standing = {name: self.names[letter] for name, letter in letters if letter != "."}
        self.to_move = BLACK if fields[:1] == ["b"] else WHITE
        self.read_fields(fields[1:])
        return True

    @property
    def text(self) -> str:
        letters = {piece: letter for letter, piece in self.names.items()}
        board = ["".join(letters.get(self.standing.get(name, ""), ".") for name in row) for row in self.rows]
        return " ".join([write_rows(board), "wb"[self.to_move], *self.written_fields()])

    def read_fields(self, fields: Sequence[str]) -> None:
        """Takes over the fields after the side to move, as many as there are."""

    def written_fields(self) -> Sequence[str]:
        """The fields after the side to move."""
        return ()


def field_of(fields: Sequence[str], number: int, otherwise: str) -> str:
    """A field of a text, `otherwise` if the text ends before it."""
    return fields[number] if number < len(fields) else otherwise


def number_of(fields: Sequence[str], number: int, low: int, high: int) -> int:
    """A field as a whole number; `low` if it is none."""
    found = whole_number(field_of(fields, number, ""), low, high)
    return low if found is None else found


def from_the_top(squares: Sequence[str], files: int) -> tuple[tuple[str, ...], ...]:
    """The rows of a rectangular board whose squares are counted from a1."""
    return tuple(tuple(squares[at : at + files]) for at in reversed(range(0, len(squares), files)))
