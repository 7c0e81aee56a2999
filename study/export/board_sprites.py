"""Pictures of many boards of a game in little space: they share tiles, and each tile is stored once."""

from dataclasses import dataclass


@dataclass(frozen=True)
class BoardSprites:
    """`sheets` are PNGs with square tiles of `side` pixels, `across` in a row: one for a light page and one
    for a dark one. Each of `boards`, one for each position, is a list of tiles in rows of `columns`, given by
    their number in both sheets."""

    sheets: tuple[bytes, bytes]
    side: int
    across: int
    columns: int
    boards: tuple[tuple[int, ...], ...]
