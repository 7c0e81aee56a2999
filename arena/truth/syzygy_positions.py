"""Random positions whose outcome a person's Syzygy tables know."""

from collections.abc import Iterator

from arena.truth.proven import Proven
from arena.truth.table_positions import MOST_IN_VAIN, in_turn
from games.contract import WHITE, BadText, Game, Options
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
    drawn = vain = 0
    while vain < MOST_IN_VAIN:
        text = placed(name, drawn_word(seed, drawn))
        drawn += 1
        vain += 1
        if not text:
            continue
        try:
            position = Position.start(game, options, text)
        except BadText:  # it cannot arise, for instance if the side that has moved is in check
            continue
        fates = syzygy.fates(position)
        if fates:
            mover = "White" if position.to_move == WHITE else "Black"
            proven = Proven(position, fates, f"{name}, {mover} to move")
            if proven.is_telling:
                vain = 0
                yield proven
