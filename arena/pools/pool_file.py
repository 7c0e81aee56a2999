"""Reads and writes the file of a pool: a line of JSON, a row for each game, and each game as one large number
(`arena.pools.replay`), all compressed."""

import json
import zlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from games.contract import BadText, Game, Options
from games.text_files import mistakes_in, read_bytes

SHIPPED = Path(__file__).parent / "shipped"
FORMAT = 1
MOST_BYTES = 1 << 22

ROW = np.dtype([("plies", "u1"), ("opened", "u1"), ("white", "u1"), ("complete", "u1"), ("bytes", "<u2")])
"""A game: the number of its stored plies and of those of its random opening; twice the points of White;
whether it is stored to its end; and the length of its number in bytes."""


@dataclass(frozen=True)
class StoredGame:
    """A game to store. `white` is what White got in the end; `complete` says whether `plies` are all its
    plies."""

    number: bytes
    plies: int
    opened: int
    white: float
    complete: bool


@dataclass(frozen=True)
class PoolFile:
    """What a file holds. `key` is the sum of the keys of all positions but the first of each game (mod 2⁶⁴),
    by which changed rules are noticed. After the opening one move in `one_in` was random."""

    games: tuple[StoredGame, ...]
    options: Options
    key: int
    one_in: int

    @cached_property
    def numbers(self) -> tuple[bytes, ...]:
        return tuple(game.number for game in self.games)

    @cached_property
    def plies(self) -> tuple[int, ...]:
        return tuple(game.plies for game in self.games)

    @cached_property
    def opened(self) -> tuple[int, ...]:
        return tuple(game.opened for game in self.games)

    @cached_property
    def white(self) -> tuple[float, ...]:
        return tuple(game.white for game in self.games)

    @cached_property
    def complete(self) -> tuple[bool, ...]:
        return tuple(game.complete for game in self.games)


def shipped_file(game: str) -> Path:
    """The file of a game's pool that comes with the program."""
    return SHIPPED / f"{game}.pool"


def write_pool(file: Path, pool: PoolFile) -> None:
    """Writes a pool."""
    head = {
        "format": FORMAT,
        "options": pool.options.model_dump(),
        "key": pool.key,
        "one_in": pool.one_in,
    }
    rows = np.array(
        [
            (each.plies, each.opened, int(2 * each.white), each.complete, len(each.number))
            for each in pool.games
        ],
        ROW,
    )
    # Column by column, which compresses better.
    columns = b"".join(rows[name].tobytes() for name in ROW.names or ())
    text = json.dumps(head | {"games": len(rows)}).encode() + b"\n"
    file.write_bytes(zlib.compress(text + columns + b"".join(pool.numbers), 9))


def read_pool(file: Path, rules: Game) -> PoolFile:
    """Reads a pool. Raises BadText if there is none, or if it is of another format."""
    content = read_bytes(file, MOST_BYTES)
    with mistakes_in(file):
        try:
            text, _, rest = zlib.decompress(content).partition(b"\n")
            head = json.loads(text)
            if head["format"] != FORMAT:
                raise BadText(f"expected format {FORMAT}, found {head['format']}")
            options = rules.options(**head["options"])
            return PoolFile(_games(rest, head["games"]), options, int(head["key"]), int(head["one_in"]))
        except (zlib.error, ValueError, KeyError, TypeError, IndexError) as error:
            if isinstance(error, BadText):
                raise
            raise BadText("expected a pool of games as python -m arena.pools.making writes it") from None


def _games(rest: bytes, count: int) -> tuple[StoredGame, ...]:
    columns, at = [], 0
    for name in ROW.names or ():
        dtype = ROW[name]
        columns.append(np.frombuffer(rest, dtype, count, at).tolist())
        at += count * dtype.itemsize
    found = []
    for plies, opened, white, complete, size in zip(*columns, strict=True):
        number, at = rest[at : at + size], at + size
        found.append(StoredGame(number, plies, opened, white / 2, bool(complete)))
    return tuple(found)
