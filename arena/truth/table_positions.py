"""Draws random positions from endgame tables: from a game's own tables, and from a person's Syzygy tables. It
yields those in which good and bad players can choose differently (`Proven.is_telling`)."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from arena.truth.proven import Proven
from games.contract import WHITE, BadText, Game, Options, new_state
from games.position import Position
from games.random_stream import drawn_below, drawn_word
from games.registry import load_game
from games.truth.domain import TablePart
from games.truth.fate import Fate
from games.truth.syzygy import Syzygy, placed
from games.truth.tables import Tables

MOST_IN_VAIN = 2_000
"""After this many draws in a row without a telling position, a part is assumed to have no more."""


def parts_of(tables: Tables, names: tuple[str, ...] = ()) -> list[TablePart]:
    """The parts of the loaded groups of tables; with `names`, of these groups only."""
    groups = (group for group in tables.domain.groups if group.name in tables.checksums)
    return [part for group in groups if not names or group.name in names for part in group.parts]


def drawn_positions(
    tables: Tables, options: Options, seed: int, names: tuple[str, ...] = ()
) -> Iterator[Proven]:
    """Telling positions of each part in turn, the same ones for the same seed. Ends when no part has more."""
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


def telling(
    game: Game,
    options: Options,
    draw: Callable[[int], str],
    fates_of: Callable[[Position], Mapping[int, Fate] | None],
    kind_of: Callable[[Position], str],
) -> Iterator[Proven]:
    """The telling positions among drawn texts ("" for none), until MOST_IN_VAIN draws in a row give none."""
    number = vain = 0
    while vain < MOST_IN_VAIN:
        text = draw(number)
        number += 1
        vain += 1
        if not text:
            continue
        try:
            position = Position.start(game, options, text)
        except BadText:  # it cannot arise, for instance if the side that has moved is in check
            continue
        fates = fates_of(position)
        if fates:
            proven = Proven(position, fates, kind_of(position))
            if proven.is_telling:
                vain = 0
                yield proven


def _of_part(tables: Tables, part: TablePart, options: Options, seed: int) -> Iterator[Proven]:
    game = load_game(tables.domain.game)

    def drawn(at: int) -> str:
        number = part.start + drawn_below(seed, at, part.stop - part.start)
        state = new_state(game.dtype)
        # 1 is a win in one ply and −1 a loss in none: no choice is left there.
        may_be_telling = tables.values[number] not in (1, -1) and tables.domain.place(number, state)
        return game.format(state) if may_be_telling else ""

    return telling(game, options, drawn, tables.fates, lambda position: part.name)


def syzygy_positions(
    game: str, syzygy: Syzygy, names: tuple[str, ...], options: Options, seed: int
) -> Iterator[Proven]:
    """Telling positions with the pieces of each table in turn, the same ones for the same seed. Ends when no
    table has any."""
    rules = load_game(game)
    return in_turn(
        _of_table(rules, syzygy, name, options, drawn_word(seed, n)) for n, name in enumerate(names)
    )


def _of_table(game: Game, syzygy: Syzygy, name: str, options: Options, seed: int) -> Iterator[Proven]:
    def kind_of(position: Position) -> str:
        return f"{name}, {'White' if position.to_move == WHITE else 'Black'} to move"

    def drawn(number: int) -> str:
        return placed(name, drawn_word(seed, number))

    return telling(game, options, drawn, syzygy.fates, kind_of)
