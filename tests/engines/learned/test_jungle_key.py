"""What the table of Jungle sees: fifteen parts, from the side to move, and nothing that is hidden."""

import numpy as np
import pytest

from engines.learned.jungle_key import (
    AT_PARTS,
    FINE,
    NUMBERS,
    PARTS,
    SCRATCH,
    SIZES,
    broadly,
    chance_to_win,
    in_words,
    numbered,
    read,
    survey,
)
from games.jungle import GAME, SQUARES, JungleOptions
from games.position import Position
from samples import ongoing_positions


def parts(position: Position, text: str) -> dict[str, str]:
    """The parts of a move, in words."""
    seen = np.zeros(SCRATCH, np.int64)
    survey(position.state, seen)
    read(position.state, position.parse_move(text), seen)
    found = zip(PARTS, seen[AT_PARTS:].tolist(), strict=True)
    return {part.name: part.words[value] for part, value in found}


def number(position: Position, move: int) -> int:
    seen = np.zeros(SCRATCH, np.int64)
    survey(position.state, seen)
    return numbered(position.state, move, seen)


def from_the_other_side(position: Position) -> Position:
    """The position with the colours swapped and the board flipped."""
    rows, side, white, black, quiet = position.text.split()
    swapped = rows.swapcase().translate(str.maketrans("+-", "-+"))[::-1]
    pools = (black.upper(), white.lower())
    return Position.start(GAME, text=" ".join((swapped, "wb"["bw".index(side)], *pools, quiet)))


def test_the_number_is_that_of_the_parts() -> None:
    position = Position.start(GAME, text="8/8/3e4/3RL3/8/4c3/8 w - - 61")
    seen = np.zeros(SCRATCH, np.int64)
    survey(position.state, seen)
    found = set()
    for move in position.moves:
        made = numbered(position.state, move, seen)
        again = np.ravel_multi_index(tuple(seen[AT_PARTS:]), tuple(SIZES))
        assert made == again and 0 <= made < FINE <= broadly(seen) < NUMBERS
        found.add(made)
    assert len(found) >= 4


def test_a_capture_in_words() -> None:
    position = Position.start(GAME, text="8/8/3e4/3RL3/8/4c3/8 w - - 61")
    taking = parts(position, "d4xd5")
    assert (taking["kind"], taking["the piece"], taking["target"]) == ("takes", "rat", "elephant")
    assert taking["clock"] == "50 plies or more without a capture" and taking["pieces"] == "even"
    assert in_words(position.state, position.parse_move("d4xd5")).startswith("takes; the piece: rat; target:")


def test_prey_and_hunters_are_seen_before_and_after() -> None:
    position = Position.start(GAME, text="8/8/8/8/4L3/8/4c2e w - - 0")
    nearer, farther = parts(position, "e3-e2"), parts(position, "e3-e4")
    assert (
        nearer["the nearest prey"] == "is nearer to some own piece"
        and farther["the nearest prey"] == "is farther"
    )
    assert (
        nearer["nearest prey of any own piece then at"] == "1 step"
        and nearer["then attacks"] == "cat to wolf"
    )
    threatened = Position.start(GAME, text="8/8/8/4e3/4L3/8/8 w - - 0")
    stays, flees = parts(threatened, "e3xe4"), parts(threatened, "e3-e2")
    assert stays["kind"] == "gives itself up" and stays["strongest threatened piece after"] == ""
    assert flees["strongest threatened piece before"] == "leopard to lion" and flees["threatened"]
    assert (
        flees["nearest hunter of this piece then at"] == "2 steps"
        and flees["strongest threatened piece after"] == ""
    )


def test_what_lies_face_down_is_but_a_chance() -> None:
    text = "8/8/8/8/3-4/3T4/8 w - {} 0"
    chances = {}
    for pool in ("r", "c", "t", "p", "l", "e"):
        position = Position.start(GAME, text=text.format(pool))
        chances[pool] = chance_to_win(position.state, SQUARES.index("d3"), 6)
    assert chances == {"r": 1.0, "c": 1.0, "t": 0.5, "p": 1.0, "l": 0.0, "e": 0.0}
    two = Position.start(GAME, text="8/8/8/8/3-4/3T3-/8 w - cl 0")
    assert chance_to_win(two.state, SQUARES.index("d3"), 6) == 0.5
    mixed = GAME.parse("8/8/8/8/3?4/3T3?/8 w C l 0", JungleOptions(deal="mixed"))
    assert chance_to_win(mixed, SQUARES.index("d3"), 6) == 0.0
    reveal = parts(Position.start(GAME), "b1")
    assert reveal["kind"] == "turns a piece over" and reveal["then next to"] == ""


@pytest.mark.parametrize("seed", [1, 2])
def test_both_sides_see_alike(seed: int) -> None:
    for position in ongoing_positions("jungle", seed, 15):
        other = from_the_other_side(position)
        for move in position.moves:
            for_side = (55 - (move >> 6)) << 6 | 55 - (move & 63)
            assert number(position, move) == number(other, for_side), (position.text, move)
