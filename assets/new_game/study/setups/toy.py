"""Setting up a position of Toy by hand. This module is optional."""

from typing import ClassVar

from games.contract import Options
from games.toy import SIZE, SQUARES
from study.setups.setup import LetterSetup, from_the_top

PLATES = ("plate_white", "plate_black")


class ToySetup(LetterSetup):
    names: ClassVar = dict(zip("wb", PLATES, strict=True))
    rows = from_the_top(SQUARES, SIZE)
    palette = (PLATES,)

    def __init__(self, options: Options) -> None:
        super().__init__()

    def piece_name(self, piece: str) -> str:
        return f"A stone of {'White' if piece == PLATES[0] else 'Black'}'s"
