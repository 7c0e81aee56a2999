"""Positions of a game's tables, drawn at random."""

from collections.abc import Iterable, Iterator

from arena.truth.proven import Proven
from games.contract import BadText, Options, new_state
from games.position import Position
from games.random_stream import drawn_below, drawn_word
from games.registry import load_game
from games.truth.domain import TablePart
from games.truth.tables import Tables

MOST_IN_VAIN = 2_000
"""A part is assumed to have no telling position after this many draws in a row without one."""


def parts_of(tables: Tables, names: tuple[str, ...] = ()) -> list[TablePart]:
    """The parts of the loaded groups; with `names`, of these groups only."""
    groups = (group for group in tables.domain.groups if group.name in tables.checksums)
    return [part for group in groups if not names or group.name in names for part in group.parts]


def drawn_positions(
    tables: Tables, options: Options, seed: int, names: tuple[str, ...] = ()
) -> Iterator[Proven]:
    """Telling positions of each part in turn, the same ones for the same seed. Ends when no part has any."""
    tables.prepare()
    parts = parts_of(tables, names)
    return in_turn(_of_part(tables, part, options, drawn_word(seed, n)) for n, part in enumerate(parts))


def in_turn(streams: Iterable[Iterator[Proven]]) -> Iterator[Proven]:
    """Yields one position of each stream after another. Ends when all streams have ended."""
    left = list(streams)
    while left:
        for stream in list(left):
            found = next(stream, None)
            if found is None:
                left.remove(stream)
            else:
                yield found


def _of_part(tables: Tables, part: TablePart, options: Options, seed: int) -> Iterator[Proven]:
    game = load_game(tables.domain.game)
    drawn = vain = 0
    while vain < MOST_IN_VAIN:
        number = part.start + drawn_below(seed, drawn, part.stop - part.start)
        drawn += 1
        vain += 1
        state = new_state(game.dtype)
        value = tables.values[number]
        if value == 1 or value == -1 or not tables.domain.place(number, state):
            continue
        try:
            position = Position.start(game, options, game.format(state))
        except BadText:  # it cannot arise, for instance if two bishops give check at once
            continue
        fates = tables.fates(position)
        if fates:
            proven = Proven(position, fates, part.name)
            if proven.is_telling:
                vain = 0
                yield proven
