"""The endgame tables of a game, which are made once, kept in the cache folder, and know positions' outcomes.

Each group of positions is a file, named by the game, the group and a digest of the rules, so that tables of
other rules are never read. It holds the outcomes, compressed, and their checksum. Options of the rules do not
change a table: move limits and repetition do not count in any of them.
"""

import hashlib
import json
import threading
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from games.compiling.compiler import compiled
from games.compiling.kept_kernels import cache_folder
from games.compiling.kernel_key import content_digest
from games.contract import ONGOING, State, new_state
from games.position import Position
from games.text_files import write_whole
from games.truth.domain import Domain, Group, TablePart
from games.truth.fate import Fate
from games.truth.probe import make_keep_best, make_probe
from games.truth.retrograde import (
    NO_POSITION,
    OUTCOME,
    Progress,
    make_count,
    make_spread,
    plies_of,
    solve,
)
from games.truth.syzygy import NAME as SYZYGY
from games.truth.syzygy import Syzygy, syzygy

GAMES = ("morris", "chess", "jungle")
"""The games with tables; each has a module in this folder."""

FOLDER, SUFFIX, PARTIAL = "truth", ".table", ".part"
MAGIC = b"Plyglass table 1\n"
COUNTING = 0.7
"""About the part of a group's time in which its moves are counted."""


def domain_of(game: str) -> Domain | None:
    """The positions of a game that tables can hold; None for a game without tables."""
    if game not in GAMES:
        return None
    domain = import_module(f"games.truth.{game}").DOMAIN
    assert isinstance(domain, Domain)
    return domain


SAME_TABLES = {
    "c6c41786995eb419dbb6d93dd8fa0978127276cc1528d626037ae0cabb87f3f2": (
        "e90e6a572e774a63e0509a02cfcbd82086e1876d3ea2e4f0960d96541377dd76"  # morris
    ),
}
"""By a digest: the digest of earlier functions that make the same tables. So people's tables stay valid."""


@cache
def digest_of(domain: Domain) -> str:
    """64 hexadecimal digits of the functions that make a table, of all that they call and of the constants
    that they use, without comments and documentation: tables of other rules have another digest.
    Functions in SAME_TABLES have the earlier digest."""
    parts = [(part.name, part.start, part.stop) for group in domain.groups for part in group.parts]
    kernels = [make_count(domain), make_spread(domain)]
    found = content_digest([parts, OUTCOME, domain.max_unmoves, solve.__code__, kernels], comments=False)
    return SAME_TABLES.get(found, found)


@dataclass(frozen=True)
class TableMaking:
    """The progress of making tables: the present `group`, the finished `share` of all, 0 to 1, and about how
    many `seconds` are left."""

    group: str
    share: float
    seconds: float


@dataclass
class Pace:
    """An estimate of the time that is left. Time is measured from the first call on, so that compiling does
    not count."""

    _first: tuple[float, float] | None = None

    def left(self, share: float, now: float) -> float:
        """The seconds that are left when `share` of the work is done at the time `now`; 0 at the first
        call."""
        if self._first is None:
            self._first = share, now
        done, began = self._first
        return (now - began) * (1 - share) / (share - done) if share > done else 0.0


class Tables:
    """The tables of one game in a folder. Any thread may look positions up and load tables, also while
    another one makes some: a group's outcomes become known when the group is finished. One thread at a time
    makes tables."""

    def __init__(self, domain: Domain, folder: Path) -> None:
        self.domain, self.folder = domain, folder
        self.checksums: dict[str, str] = {}
        """By group that is loaded: the checksum of its outcomes, 64 hexadecimal digits."""
        self.problems: dict[str, str] = {}
        """By group: what is wrong with its file."""
        self._values: np.ndarray | None = None
        self._probe: Any = make_probe(domain)
        self._tried: set[str] = set()
        self._lock = threading.RLock()
        """Held only for moments and while files are read, not while a group is worked out."""
        self._making = threading.Lock()

    def prepare(self) -> None:
        """Compiles the kernel that looks positions up, which pays off for thousands of them."""
        self._probe = compiled(make_probe(self.domain))

    @cached_property
    def keep_best(self) -> Any:
        """The compiled kernel that keeps only the best moves of a position (`games.truth.probe`)."""
        return compiled(make_keep_best(self.domain))

    @property
    def syzygy(self) -> Syzygy | None:
        """The Syzygy tables that the person has; None for a game other than chess."""
        return syzygy() if self.domain.game == "chess" else None

    @property
    def are_there(self) -> bool:
        """Whether any table can be used: a loaded one, or Syzygy's."""
        return bool(self.checksums) or self.syzygy is not None

    @property
    def kept_checksums(self) -> dict[str, str]:
        """The checksums by group of the kept tables, Syzygy's included. Reads only the heads of the files."""
        found = {group.name: self._kept_checksum(group) for group in self.domain.groups}
        if self.syzygy is not None:
            found[SYZYGY] = self.syzygy.checksum
        return {name: checksum for name, checksum in found.items() if checksum}

    @property
    def values(self) -> np.ndarray:
        """OUTCOME by number of the position; NO_POSITION where no outcome is known."""
        with self._lock:
            if self._values is None:
                self._values = np.full(self.domain.size, NO_POSITION, OUTCOME)
            return self._values

    def path(self, group: Group) -> Path:
        return self.folder / f"{self.domain.game}-{group.name}-{digest_of(self.domain)[:12]}{SUFFIX}"

    def is_kept(self, group: Group) -> bool:
        """Whether the folder has a file of the group."""
        return self.path(group).is_file()

    def load(self) -> bool:
        """Reads the groups' files that were not read yet. Returns whether any group is loaded."""
        with self._lock:
            for group in self.domain.groups:
                if group.name not in self._tried and self.is_kept(group):
                    self._tried.add(group.name)
                    self._read(group)
            return bool(self.checksums)

    def missing(self, names: tuple[str, ...] = ()) -> list[Group]:
        """The groups that must still be made for `names` (none: all groups), in order, with the groups before
        them, to which their moves may lead."""
        self.load()
        last = max((i for i, g in enumerate(self.domain.groups) if not names or g.name in names), default=-1)
        return [group for group in self.domain.groups[: last + 1] if group.name not in self.checksums]

    def make(self, tell: Callable[[TableMaking], object], names: tuple[str, ...] = ()) -> None:
        """Makes the missing groups, one after another, and keeps each when it is done. If `tell` ends this by
        raising, the finished groups stay, and a later call begins with the group that was not finished."""
        with self._making:
            groups = self.missing(names)
            if not groups:
                return
            # While a group is worked out, its outcomes are preliminary, so nobody else may see them.
            values = self.values.copy()
            total, done = sum(group.size for group in groups), 0
            pace = Pace()

            for group in groups:

                def report(progress: Progress, group: Group = group, done: int = done) -> None:
                    # 40 plies are a guess, which only the estimate of the time uses.
                    of_group = progress.counted * COUNTING + (1 - COUNTING) * min(1.0, progress.plies / 40)
                    share = (done + of_group * group.size) / total
                    tell(TableMaking(group.name, share, pace.left(share, time.perf_counter())))

                solve(self.domain, group, values, report)
                self._keep(group, values[group.start : group.stop])
                done += group.size

    def outcome(self, state: State) -> int | None:
        """The outcome of a state for its side to move, as `games.truth.retrograde` writes it; None where no
        loaded table knows it."""
        if self._values is None:
            return None
        number = int(self.domain.index(state))
        value = NO_POSITION if number < 0 else int(self._values[number])
        return None if value == NO_POSITION else value

    def fate(self, position: Position) -> Fate | None:
        """The fate of a position for its side to move, without repetition and move limits. Where no table
        made here knows it, Syzygy's answer, by the move limit; None where they do not know it either."""
        outcome = self.outcome(position.state)
        if outcome is None:
            return None if self.syzygy is None else self.syzygy.fate(position)
        return Fate.of(outcome)

    def fates(self, position: Position) -> dict[int, Fate] | None:
        """The fate of each move for the side that makes it; None where the fate of any move is not known.
        Syzygy's tables answer where no table made here knows them."""
        found = self.fates_here(position)
        return found if found is not None or self.syzygy is None else self.syzygy.fates(position)

    def fates_here(self, position: Position) -> dict[int, Fate] | None:
        """The fate of each move as in `fates`, but without Syzygy's tables."""
        if self._values is None:
            return None
        game = position.game
        after = new_state(game.dtype)
        moves, worths = np.zeros((2, game.max_moves), np.int32)
        n = int(self._probe(self._values, position.copy_state(), after, moves, worths))
        found = zip(moves[: max(0, n)].tolist(), worths[: max(0, n)].tolist(), strict=True)
        return None if n < 0 else {move: Fate.of(worth) for move, worth in found}

    def best_moves(self, position: Position) -> tuple[int, ...]:
        """The moves that win soonest, or else draw, or else lose latest, in ascending order; none where their
        fates are not known."""
        fates = self.fates(position)
        if not fates:
            return ()
        best = max(fate.order for fate in fates.values())
        return tuple(move for move, fate in fates.items() if fate.order == best)

    def counts(self, part: TablePart) -> dict[str, int]:
        """The number of positions of a part, and how many of them end in which way; the plies of the longest
        win and of the longest loss, 0 where there is none."""
        values = self.values[part.start : part.stop]
        values = values[values != NO_POSITION]
        won, lost = values[values > 0], values[values < 0]
        return {
            "positions": len(values),
            "won": len(won),
            "drawn": len(values) - len(won) - len(lost),
            "lost": len(lost),
            "longest_win": int(won.max(initial=0)),
            "longest_loss": plies_of(int(lost.min())) if len(lost) else 0,
        }

    def _keep(self, group: Group, outcomes: np.ndarray) -> None:
        """Writes the file of a group that has been made, and makes its outcomes known."""
        raw = outcomes.tobytes()
        checksum = hashlib.sha256(raw).hexdigest()
        head = json.dumps({"game": self.domain.game, "group": group.name, "checksum": checksum}).encode()
        self.folder.mkdir(parents=True, exist_ok=True)
        write_whole(self.path(group), MAGIC + head + b"\n" + zlib.compress(raw, 1))
        with self._lock:
            # Searches hold the address of `values`, so the outcomes must be written into the same array.
            self.values[group.start : group.stop] = outcomes
            self._tried.add(group.name)
            self.checksums[group.name] = checksum

    def _kept_checksum(self, group: Group) -> str:
        """The checksum that a group's file names; "" without a file, or where it names none."""
        try:
            with self.path(group).open("rb") as stream:
                return str(_head_of(stream).get("checksum", ""))
        except (OSError, ValueError, AttributeError):
            return ""

    def _read(self, group: Group) -> None:
        """Reads a file; a file that is not whole is ignored."""
        try:
            with self.path(group).open("rb") as stream:
                head = _head_of(stream)
                packer = zlib.decompressobj()
                raw = packer.decompress(stream.read(), group.size * OUTCOME.itemsize + 1) if head else b""
            checksum = hashlib.sha256(raw).hexdigest()
            if len(raw) != group.size * OUTCOME.itemsize or head.get("checksum") != checksum:
                raise ValueError("its checksum does not match its content")
        except (OSError, ValueError, AttributeError, zlib.error) as error:
            self.problems[group.name] = f"{self.path(group).name}: {error}"
            return
        self.values[group.start : group.stop] = np.frombuffer(raw, OUTCOME)
        self.checksums[group.name] = checksum


def _head_of(stream: BinaryIO) -> Any:
    """The head of a table's file, an object of JSON; an empty one for any other file."""
    return json.loads(stream.readline()) if stream.readline() == MAGIC else {}


@cache
def _tables_in(game: str, folder: Path) -> Tables | None:
    domain = domain_of(game)
    return None if domain is None else Tables(domain, folder)


def tables_of(game: str) -> Tables | None:
    """The tables of a game in the person's cache folder, one object for all callers; None for a game without
    tables."""
    return _tables_in(game, cache_folder() / FOLDER)


def best_move(fates: dict[int, Fate]) -> int:
    """The move that wins soonest, else draws, else loses latest; of equal ones the one with the lowest
    number."""
    return max(fates, key=lambda move: (fates[move].order, -move))


def end_by_tables(position: Position, tables: Tables) -> Position:
    """The position in which a game ends if both sides play by the tables, with move limits and repetition. If
    the tables do not lead to the end, the position where they know no further."""
    while position.outcome == ONGOING:
        fates = tables.fates(position)
        if fates is None:
            break
        position = position.play(best_move(fates))
    return position
