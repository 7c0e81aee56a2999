"""Random numbers that are the same in Python and in a kernel: each is a scrambled counter.

A kernel cannot use NumPy's generators, and a game that a kernel plays must be the game that Python plays from
the same seed. The n-th word of a seed is computed without those before. Words have 63 bits; none is negative.
"""

from dataclasses import dataclass
from typing import Any

from games.bits import WORD, low_product

STEP = 0x1E3779B97F4A7C15
FIRST, SECOND = 0x3F58476D1CE4E5B9, 0x14D049BB133111EB
"""The constants of SplitMix64 (Steele, Lea, Flood 2014, doi:10.1145/2660193.2660195), without bit 63."""


def scrambled(word: int) -> int:
    """A word 0..WORD that looks random, from a word that may not; one to one."""
    word = low_product(word ^ (word >> 30), FIRST)
    word = low_product(word ^ (word >> 27), SECOND)
    return word ^ (word >> 31)


def drawn_word(seed: int, number: int) -> int:
    """The random word 0..WORD with that number in the stream of a seed; both any 64-bit integers. The word
    may itself be the seed of a stream."""
    start = scrambled((int(seed) & WORD) ^ STEP)
    return scrambled(start ^ low_product(number, STEP))


def drawn_below(seed: int, number: int, limit: int) -> int:
    """A random number 0..limit − 1, by its number in the stream of a seed."""
    return drawn_word(seed, number) % int(limit)


def shuffle(seed: int, moves: Any, count: int) -> None:
    """Puts the first `count` entries of an array (or list) in an order drawn from a seed."""
    for last in range(count - 1, 0, -1):
        other = drawn_below(seed, last, last + 1)
        kept = moves[last]
        moves[last] = moves[other]
        moves[other] = kept


@dataclass
class Draws:
    """The stream of a seed, from its first word on."""

    seed: int
    drawn: int = 0

    def below(self, limit: int) -> int:
        """The next number 0..limit − 1."""
        self.drawn += 1
        return drawn_below(self.seed, self.drawn - 1, limit)
