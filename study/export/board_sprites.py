"""Pictures of a game's boards in few bytes: all of them are laid of the same small tiles, each kept once."""

from dataclasses import dataclass


@dataclass(frozen=True)
class BoardSprites:
    """`sheet` is a PNG with square tiles of `side` pixels, `across` in a row. Each of `boards`, one a
    position, is rows of `columns` tiles by their number on the sheet."""

    sheet: bytes
    side: int
    across: int
    columns: int
    boards: tuple[tuple[int, ...], ...]
