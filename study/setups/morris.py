"""Sets up a position of Nine Men's Morris: the stones on the board and those in hand."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from games.contract import BLACK, SIDE_NAMES, WHITE
from games.morris import MAX_COUNTER, ROWS, STONES, MorrisOptions, stash_place
from study.setups.setup import FieldRow, LetterSetup, Number, number_of

PIECES = ("stone_white", "stone_black")
QUIET = "quiet"
HANDS = ("white stash", "black stash")
STASHES = {stash_place(side, number): (side, number) for side in (WHITE, BLACK) for number in range(STONES)}
"""(side, number) of the stone in hand at each place beside the board."""


class MorrisSetup(LetterSetup):
    """`stash`: for each side, the number of its stones in hand."""

    names: ClassVar = {"w": PIECES[WHITE], "b": PIECES[BLACK]}
    rows = tuple(tuple(row.split()) for row in ROWS)
    palette = (PIECES,)
    hint = "Stones in hand lie beside the board: drag them onto it."

    def __init__(self, options: MorrisOptions) -> None:
        super().__init__()
        self.stash = [0, 0]
        self.quiet = 0

    @property
    def pieces(self) -> Mapping[str, str]:
        beside = {
            stash_place(side, i): PIECES[side] for side in (WHITE, BLACK) for i in range(self.stash[side])
        }
        return self.standing | beside

    def clear(self) -> None:
        super().clear()
        self.stash, self.quiet = [0, 0], 0

    def move(self, place: str, square: str) -> None:
        if place not in STASHES:
            super().move(place, square)
            return
        side, _ = STASHES[place]
        self.stash[side] -= 1
        if square:
            self.put(square, PIECES[side])

    def piece_name(self, piece: str) -> str:
        return f"A {SIDE_NAMES[PIECES.index(piece)]} stone"

    def fields(self, square: str) -> Sequence[FieldRow]:
        rows = []
        for side, name in enumerate(map(str.capitalize, SIDE_NAMES)):
            tip = f"How many stones {name} has still to place."
            hand = Number(HANDS[side], f"{name} stones in hand", tip, self.stash[side], 0, STONES, side)
            rows.append(FieldRow((hand,)))
        tip = "Plies without a placement or a mill: too many of them make a draw."
        quiet = Number(QUIET, "Plies without stone or mill", tip, self.quiet, 0, MAX_COUNTER)
        return *rows, FieldRow((quiet,))

    def set(self, name: str, value: Any, square: str) -> None:
        if name == QUIET:
            self.quiet = value
        else:
            self.stash[HANDS.index(name)] = value

    def read_fields(self, fields: Sequence[str]) -> None:
        self.stash = [number_of(fields, side, 0, STONES) for side in (WHITE, BLACK)]
        self.quiet = number_of(fields, 2, 0, MAX_COUNTER)

    def written_fields(self) -> Sequence[str]:
        return [str(number) for number in (*self.stash, self.quiet)]
