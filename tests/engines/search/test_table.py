"""Two threads in one table: an entry is read whole or not at all, whenever the other thread writes."""

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engines.contract import WIN
from engines.player_text import make_engine, parse_player
from engines.search.build import Build
from engines.search.table import (
    EXACT_VALUE,
    LEAST_DEPTH,
    LOWER_BOUND,
    NO_MOVE,
    UPPER_BOUND,
    bound_in,
    content_of,
    depth_in,
    first_row,
    keep_deepest,
    keep_worthiest,
    make_table,
    move_in,
    read,
)
from engines.search_hints import morris
from engines.workspace import BUSY_ROWS, new_table, new_workspace
from games.registry import load_game
from samples import ongoing_positions

FIELDS = ("check", "value", "packed")
"""In the order in which they are written."""

OURS, THEIRS = np.int64(3 << 20), np.int64(5 << 20)
"""Keys of two positions with the same rows."""

MOMENTS = [(reads, writes) for reads in range(12) for writes in (1, 3)]
"""After how many reads of a row another thread begins to write there, and how many fields it writes between
two reads."""


class SharedRow:
    """A row in which another thread writes `theirs` while this one reads."""

    def __init__(self, ours: Any, theirs: Any, reads: int, writes: int) -> None:
        self.asked: Counter[str] = Counter()
        self._fields = {name: ours[name] for name in FIELDS}
        self._writes = [(name, theirs[name]) for name in FIELDS]
        self._reads, self._at_a_time = reads, writes

    def __getattr__(self, name: str) -> Any:
        self.asked[name] += 1
        self._reads -= 1
        if self._reads < 0:
            now, self._writes = self._writes[: self._at_a_time], self._writes[self._at_a_time :]
            self._fields.update(now)
        return self._fields[name]

    def __setattr__(self, name: str, value: Any) -> None:
        if name in FIELDS:
            self._fields[name] = value
        else:
            super().__setattr__(name, value)


class SharedTable:
    """A table in which both rows of our position are shared."""

    shape = (16 + BUSY_ROWS,)

    def __init__(self, ours: Any, theirs: Any, reads: int, writes: int) -> None:
        row = first_row(self, OURS)
        assert row == first_row(self, THEIRS)
        self._rows = {row + i: SharedRow(ours[i], theirs[i], reads, writes) for i in (0, 1)}

    def __getitem__(self, row: int) -> SharedRow:
        return self._rows[row]

    def most_reads(self) -> int:
        """How often a field of a row was read, of the one that was read most often."""
        return max(max(row.asked.values(), default=0) for row in self._rows.values())

    def found(self) -> set[tuple[int, float]]:
        """What our position's rows hold, once the other thread has written all."""
        for row in self._rows.values():
            for _ in range(20):
                _ = row.packed
        contents = [content_of(row, OURS) for row in self._rows.values()]
        return {(int(packed), float(value)) for ours, packed, value in contents if ours}


def pair_of(workspace: Any, keep: Any) -> Any:
    """The two rows that are left when `keep(table)` has written into an empty table."""
    table = new_table(16 * 32 / 2**20)
    keep(table)
    row = first_row(table, OURS)
    return table[row : row + 2]


@pytest.mark.parametrize(("reads", "writes"), MOMENTS)
def test_a_selective_entry_is_never_half_of_another(reads: int, writes: int) -> None:
    ws = new_workspace(load_game("chess"))

    def deep(table: Any, key: Any, value: float, move: int) -> None:
        keep_worthiest(ws, table, key, 0, value, move, 20, EXACT_VALUE, 0)

    def update(table: Any) -> None:
        """Knows less than the entry, and leaves it its value."""
        keep_worthiest(ws, table, OURS, 0, 0.5, 77, 3, UPPER_BOUND, 0)

    ours = pair_of(ws, lambda table: deep(table, OURS, 1.25, 11))
    theirs = pair_of(ws, lambda table: deep(table, THEIRS, -3.75, 22))
    shared = SharedTable(ours, theirs, reads, writes)
    update(shared)
    for packed, value in shared.found():
        depth, bound = depth_in(packed), bound_in(packed)
        assert (move_in(packed), value, depth, bound) in (
            (77, 1.25, 20, EXACT_VALUE),
            (77, 0.5, 3, UPPER_BOUND),
        )
    shared = SharedTable(ours, theirs, reads, writes)
    known, value, move, depth, bound, _ = read(ws, shared, OURS, 0)
    expected = (1.25, 11, 20, EXACT_VALUE) if known else (0.0, NO_MOVE, LEAST_DEPTH, 0)
    assert (value, move, depth, bound) == expected


@pytest.mark.parametrize(("reads", "writes"), MOMENTS)
def test_an_entry_is_never_half_of_another(reads: int, writes: int) -> None:
    game = load_game("morris")
    ws = new_workspace(game)
    look_up = make_table(Build(game, lambda *_: 0.0, lambda *_: 0.0)).look_up
    ours = pair_of(ws, lambda table: keep_deepest(ws, table, OURS, 1.25, 11, 5, EXACT_VALUE))
    theirs = pair_of(ws, lambda table: keep_deepest(ws, table, THEIRS, -3.75, 22, 6, LOWER_BOUND))
    shared = SharedTable(ours, theirs, reads, writes)
    assert look_up(ws, shared, OURS, 1, 5, -9.0, 1.0) in ((True, 1.25, 11), (False, 0.0, NO_MOVE))
    whole, packed, value = content_of(SharedRow(ours[0], theirs[0], reads, writes), OURS)
    assert not whole or (packed, value) == (ours[0].packed, 1.25)
    shared = SharedTable(ours, theirs, reads, writes)
    keep_deepest(ws, shared, OURS, 0.5, 77, 3, UPPER_BOUND)
    for packed, value in shared.found():
        assert (packed & 0xFFFFFFFF, value) in ((11, 1.25), (77, 0.5))


@pytest.mark.parametrize("depth", [3, 9])
@pytest.mark.parametrize("theirs_in_both", [True, False])
def test_each_field_of_a_row_is_read_once(depth: int, theirs_in_both: bool) -> None:
    """What was checked and then read again may be another thread's by then."""
    ws = new_workspace(load_game("chess"))
    theirs = pair_of(ws, lambda table: keep_deepest(ws, table, THEIRS, -3.75, 22, 6, LOWER_BOUND))
    pair = pair_of(ws, lambda table: keep_deepest(ws, table, OURS, 1.25, 11, 5, EXACT_VALUE))
    if theirs_in_both:
        pair[0] = pair[1] = theirs[0]
    for use in (
        lambda table: read(ws, table, OURS, 0),
        lambda table: keep_deepest(ws, table, OURS, 0.5, 77, depth, UPPER_BOUND),
        lambda table: keep_worthiest(ws, table, OURS, 0, 0.5, 77, depth, UPPER_BOUND, 0),
    ):
        shared = SharedTable(pair, theirs, 1000, 1)
        use(shared)
        assert shared.most_reads() == 1


@pytest.mark.parametrize("value", [WIN - 7, 7 - WIN, 0.25])
def test_both_policies_keep_wins_by_the_plies_to_them(value: float) -> None:
    """A win that is 7 plies from the root is 4 plies from ply 3. A mean of wins stays as it is."""
    game = load_game("chess")
    ws = new_workspace(game)
    parts = make_table(Build(game, lambda *_: 0.0, lambda *_: 0.0))
    near = value + np.sign(value) * 3 if abs(value) > 1 else value
    by_depth, by_worth = new_table(0.01), new_table(0.01)
    parts.remember(ws, by_depth, OURS, 3, 5, value, 11, EXACT_VALUE, False)
    keep_worthiest(ws, by_worth, OURS, 3, value, 11, 5, EXACT_VALUE, 0)
    for table in (by_depth, by_worth):
        assert read(ws, table, OURS, 0)[:5] == (True, near, 11, 5, EXACT_VALUE)
        assert read(ws, table, OURS, 3)[1] == value
    jungle = make_table(Build(load_game("jungle"), lambda *_: 0.0, lambda *_: 0.0))
    jungle.remember(ws, by_depth, OURS, 3, 5, value, 11, EXACT_VALUE, False)
    assert read(ws, by_depth, OURS, 0)[1] == value


def test_rows_that_are_fetched_ahead_change_no_node(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engines.search.table.LARGE", 0)
    hints: Any = morris.HINTS
    asked = 0

    def key_after(state: Any, move: int) -> int:
        nonlocal asked
        asked += 1
        return hints.key_after(state, move)

    def found(hints: Any) -> list[Any]:
        monkeypatch.setattr(morris, "HINTS", hints)
        thoughts = []
        for kind in ("strong", "alphabeta"):
            player = parse_player(f"{kind}:mobile,nodes=400,seed=3", "morris")
            engine = replace(make_engine(player, "morris", table_megabytes=1), compile=False)  # type: ignore[type-var]
            for position in ongoing_positions("morris", 12, 2):
                thought = engine.think(position)
                thoughts.append((thought.nodes, thought.value, thought.pv, thought.root_moves))
        return thoughts

    assert found(replace(hints, key_after=None)) == found(replace(hints, key_after=key_after))
    assert asked > 400
