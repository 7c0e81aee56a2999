"""Sets up a position of Jungle: animals that are revealed or face down, and which animals nobody has seen
yet."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from games.contract import BLACK, WHITE
from games.jungle import ANIMALS, FILES, LETTERS, MOST_PLIES, SIDES, SQUARES, JungleOptions
from study.setups.setup import FieldRow, LetterSetup, Number, field_of, from_the_top, number_of

BACKS = ("back_white", "back_black", "back_unknown")


STRENGTHS = range(1, len(ANIMALS) + 1)
UNKNOWN = 2
"""The index of the back that does not show its owner."""

QUIET = "quiet"


def letter_of(side: int, strength: int) -> str:
    letter = LETTERS[strength - 1]
    return letter if side == WHITE else letter.lower()


ANIMAL_NAMES = {
    letter_of(side, strength): f"{side} {strength}" for side in (WHITE, BLACK) for strength in STRENGTHS
}
"""The name of each revealed animal in the game's art (its pictures), by its letter."""


class JungleSetup(LetterSetup):
    """`pools`: for each side, the strengths of its animals that are still face down."""

    names: ClassVar = ANIMAL_NAMES | dict(zip("+-?", BACKS, strict=True))
    rows = from_the_top(SQUARES, FILES)
    hint = "Click an animal beside the board to say if it was seen or is still face down."

    def __init__(self, options: JungleOptions) -> None:
        super().__init__()
        backs = (BACKS[UNKNOWN],) * 2 if options.deal == "mixed" else BACKS[:UNKNOWN]
        animals = [[f"{side} {strength}" for strength in STRENGTHS] for side in (WHITE, BLACK)]
        self.palette = [[*animals[side], backs[side]] for side in (WHITE, BLACK)]
        self.pools: tuple[set[int], set[int]] = (set(), set())
        self.quiet = 0

    @property
    def pieces(self) -> Mapping[str, str]:
        beside = {
            pool_place(side, strength): pool_piece(side, strength, strength in self.pools[side])
            for side in (WHITE, BLACK)
            for strength in STRENGTHS
        }
        return self.standing | beside

    def put(self, square: str, piece: str) -> None:
        """Puts an animal on a square. Each animal exists once: if it is on another square it moves here, and
        it counts as seen."""
        if piece and piece not in BACKS:
            self.standing = {name: other for name, other in self.standing.items() if other != piece}
            side, strength = (int(part) for part in piece.split())
            self.pools[side].discard(strength)
        super().put(square, piece)

    def clear(self) -> None:
        super().clear()
        self.pools, self.quiet = (set(), set()), 0

    def move(self, place: str, square: str) -> None:
        animal = pool_animal(place)
        if animal is None:
            super().move(place, square)
        elif square:
            self.put(square, f"{animal[0]} {animal[1]}")

    def click_beside(self, place: str) -> None:
        animal = pool_animal(place)
        if animal is not None:
            self.pools[animal[0]].symmetric_difference_update({animal[1]})

    def piece_name(self, piece: str) -> str:
        if piece in BACKS:
            owner = (*(f"{side}'s" for side in SIDES), "Anybody's")[BACKS.index(piece)]
            return f"{owner} animal, face down"
        side, strength = (int(part) for part in piece.split())
        return f"{SIDES[side]}'s {ANIMALS[strength - 1]}"

    def fields(self, square: str) -> Sequence[FieldRow]:
        tip = "Plies without a capture: too many of them make a draw."
        return (FieldRow((Number(QUIET, "Plies without a capture", tip, self.quiet, 0, MOST_PLIES),)),)

    def set(self, name: str, value: Any, square: str) -> None:
        self.quiet = value

    def read_fields(self, fields: Sequence[str]) -> None:
        letters = (field_of(fields, side, "-").upper() for side in (WHITE, BLACK))
        white, black = ({s for s in STRENGTHS if letter_of(WHITE, s) in pool} for pool in letters)
        self.pools = white, black
        self.quiet = number_of(fields, 2, 0, MOST_PLIES)

    def written_fields(self) -> Sequence[str]:
        pools = [
            "".join(letter_of(side, strength) for strength in sorted(self.pools[side])) or "-"
            for side in (WHITE, BLACK)
        ]
        return *pools, str(self.quiet)


def pool_place(side: int, strength: int) -> str:
    """The name of an animal's place in the list beside the board."""
    return f"pool {side} {strength}"


def pool_piece(side: int, strength: int, unseen: bool) -> str:
    """The name of an animal in the list beside the board. `unseen`: it may be any of its side's face-down
    pieces."""
    return f"pool {side} {strength}{'' if unseen else ' known'}"


def pool_animal(place: str) -> tuple[int, int] | None:
    """Side and strength of the animal at a place of the list; None for a square."""
    if not place.startswith("pool"):
        return None
    side, strength = place.split()[1:3]
    return int(side), int(strength)
