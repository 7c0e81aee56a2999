"""Small pictures of a game's boards: they consist of the same tiles, each kept once."""

from dataclasses import dataclass


@dataclass(frozen=True)
class BoardSprites:
    """`sheets` are PNGs with square tiles of `side` pixels, `across` in a row: one for a light page and one
    for a dark one. Each of `boards`, one for each position, has rows of `columns` tiles by their number in
    both sheets."""

    sheets: tuple[bytes, bytes]
    side: int
    across: int
    columns: int
    boards: tuple[tuple[int, ...], ...]
