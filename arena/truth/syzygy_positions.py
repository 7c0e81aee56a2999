"""Random positions whose outcome a person's Syzygy tables know."""

from collections.abc import Iterator

from arena.truth.proven import Proven
from arena.truth.table_positions import in_turn, telling
from games.contract import WHITE, Game, Options
from games.position import Position
from games.random_stream import drawn_word
from games.registry import load_game
from games.truth.syzygy import Syzygy, placed


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
