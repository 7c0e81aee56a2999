"""The positions of a scan: those of a game, or of random games."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass

from arena.compiled_games import KernelFailure, borrow, give_back
from arena.game_loop import GameLoop
from arena.single_game import PlayedMoves
from engines.random_player import RandomPlayer
from games.compiling.compiler import jit_disabled
from games.contract import Game, Options
from games.position import Position
from games.random_stream import drawn_below, drawn_word
from games.record import Record
from study.state.search_store import position_key

LONGEST_GAME = 80
"""The plies after which a random game ends, because later positions are alike, and wild."""

MOST_IN_VAIN = 1000
"""Random games in a row without a new position, after which the search for more ends."""


@dataclass(frozen=True)
class Spot:
    """A position of a scan: its `number`, from 1, the `plies` played before it, and for one of a random game
    the `moves` that led to it from the start."""

    number: int
    plies: int
    position: Position
    moves: PlayedMoves = ()


Spots = Callable[[], Iterator[Spot]]
"""A function that begins with the first position each time."""


def has_choice(position: Position) -> bool:
    """Whether there is more than one move to choose from."""
    return len(position.moves) > 1


def spots_of_game(positions: Sequence[Position]) -> Iterator[Spot]:
    """The positions of a game with more than one legal move."""
    number = 0
    for plies, position in enumerate(positions):
        if has_choice(position):
            number += 1
            yield Spot(number, plies, position)


def random_spots(game: Game, options: Options, count: int, seed: int) -> Iterator[Spot]:
    """At most `count` positions from as many random games. Each position of a game from `Game.opening_plies`
    on is equally likely. All differ, and the same seed gives the same ones."""
    start = Position.start(game, options)
    seen: set[Hashable] = set()
    number = tried = vain = 0
    while number < count and vain < MOST_IN_VAIN:
        of_game = drawn_word(seed, tried)
        tried += 1
        vain += 1
        plies = len(_random_game(start, options, of_game, LONGEST_GAME)[0])
        if not plies:
            continue
        least = min(game.opening_plies, plies - 1)
        chosen = least + drawn_below(of_game, 3, plies - least)
        moves, position = _random_game(start, options, of_game, chosen)
        here = position_key(position)
        if here not in seen and has_choice(position):
            seen.add(here)
            number += 1
            vain = 0
            yield Spot(number, chosen, position, moves)


def _random_game(start: Position, options: Options, seed: int, most: int) -> tuple[PlayedMoves, Position]:
    """The first `most` plies of a random game; players do not end a turn of several actions early."""
    players = [RandomPlayer(drawn_word(seed, side), busy=True) for side in (0, 1)]
    chance = drawn_word(seed, 2)
    if not most:
        return (), start
    if not jit_disabled():
        games = borrow(start.game)
        try:
            played = games.play(start, players, chance, most)
        except KernelFailure:  # the kernel may still write to the memory
            pass
        else:
            give_back(games)
            return played.moves, played.end
    loop = GameLoop(Record.start(start.game, options), chance)
    loop.finish(players, most)
    return tuple((ply.move, ply.chance) for ply in loop.record.plies), loop.position
