"""The positions of a scan: those of one game, of random games, of games that a player plays against itself,
or of saved games."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count, zip_longest
from pathlib import Path

from arena.compiled_games import KernelFailure, borrow, give_back
from arena.game_loop import GameLoop
from arena.openings import RandomOpenings, enough_plies
from arena.single_game import PlayedMoves, SingleGame, play
from engines.contract import EngineFailure
from engines.player_kinds import PlayerSpec
from engines.random_player import RandomPlayer
from games.compiling.compiler import jit_disabled
from games.contract import BLACK, WHITE, Game, Options
from games.position import Position
from games.random_stream import drawn_below, drawn_word, shuffle
from games.record import Record
from heuristics.lens import Weights
from study.saved_games.saved_games import Saves
from study.state.search_store import position_key

LONGEST_GAME = 80
"""The plies after which a random game ends. Later positions of random games are unlike those of real games,
and much like one another."""

MOST_OWN_PLIES = 200
"""Positions of a player's game against itself are taken from at most this many plies after its opening."""

OPENINGS = 1000
"""The number of games against itself that begin with different openings, if the game has as many."""

TABLE_MEGABYTES = 8
"""The transposition table of each player of a game against itself."""

MOST_IN_VAIN = 1000
"""After this many tries in a row without a new position, no more are made."""


@dataclass(frozen=True)
class Spot:
    """A position of a scan: its `number`, from 1, the `plies` played before it, and the `moves` that led to
    it from the usual starting position; empty if they are not known or begin elsewhere. `where` names its
    game and move for people, or is ""."""

    number: int
    plies: int
    position: Position
    moves: PlayedMoves = ()
    where: str = ""


Spots = Callable[[], Iterator[Spot]]
"""A function that returns a new iterator of the positions."""

Drawn = Iterator[tuple[PlayedMoves, Position, str]]
"""(moves that led to it, position, name of its game and move) of each position."""


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


def random_spots(game: Game, options: Options, wanted: int, seed: int) -> Iterator[Spot]:
    """At most `wanted` positions with a choice of moves, each from a random game of its own. There, each
    position from `Game.opening_plies` on except the last is equally likely. All positions differ, and the
    same seed gives the same positions."""
    start = Position.start(game, options)
    seen: set[Hashable] = set()
    number = tried = vain = 0
    while number < wanted and vain < MOST_IN_VAIN:
        of_game = drawn_word(seed, tried)
        tried += 1
        vain += 1
        plies = len(_random_game(start, options, of_game, LONGEST_GAME)[0])
        if not plies:  # the start position has no moves
            continue
        least = min(game.opening_plies, plies - 1)
        chosen = least + drawn_below(of_game, 3, plies - least)  # words 0 to 2 are for players and chance
        moves, position = _random_game(start, options, of_game, chosen)
        here = position_key(position)
        if here not in seen and has_choice(position):
            seen.add(here)
            number += 1
            vain = 0
            yield Spot(number, chosen, position, moves)


def own_spots(player: PlayerSpec, game: Game, options: Options, weights: Weights | None, seed: int) -> Drawn:
    """One position of each of a player's games against itself, which begin with different random openings.
    The same seed gives the same positions. Raises EngineFailure if the player cannot play."""
    openings = RandomOpenings(game, options, enough_plies(game, options, OPENINGS), seed)
    for number in count():
        of_game, opening = drawn_word(seed, number), openings[number]
        seeds = (drawn_word(of_game, WHITE), drawn_word(of_game, BLACK), drawn_word(of_game, 2))
        single = SingleGame(game.name, (player, player), opening, seeds, options, weights, TABLE_MEGABYTES)
        played = play(single)
        if played.failure:
            raise EngineFailure(played.failure)
        moves = played.moves[: len(opening) + MOST_OWN_PLIES]
        plies = len(opening) + drawn_below(of_game, 3, max(1, len(moves) - len(opening)))
        record = Record.start(game, options)
        for move, chance in moves[:plies]:
            record.play(move, chance)
        yield moves[:plies], record.position, f"own game {number + 1}, move {record.number(plies)}"


def saved_spots(saves: Saves, game: Game, options: Options, seed: int) -> Drawn:
    """Positions of the saved games with these rules, the newest game first: one position of each game, then a
    second of each, and so on."""
    left: list[tuple[Path, Record, list[int]]] = []
    for number, (path, record) in enumerate(saves.records(game.name, options)):
        plies = [at for at, position in enumerate(record.positions) if has_choice(position)]
        shuffle(drawn_word(seed, number), plies, len(plies))
        left.append((path, record, plies))
    while left := [one for one in left if one[2]]:
        for path, record, plies in left:
            at = plies.pop()
            moves = tuple((ply.move, ply.chance) for ply in record.plies[:at])
            begins = record.positions[0].text == Position.start(game, options).text
            where = f"{path.stem}, move {record.number(at)}"
            yield moves if begins else (), record.positions[at], where


def spots_of_player(
    player: PlayerSpec,
    game: Game,
    options: Options,
    weights: Weights | None,
    saves: Saves | None,
    seed: int,
    wanted: int,
) -> Iterator[Spot]:
    """Positions of a player's games against itself and of saved games, in turns (`own_and_saved_spots`)."""
    saved = iter(()) if saves is None else saved_spots(saves, game, options, seed)
    return own_and_saved_spots(own_spots(player, game, options, weights, seed), saved, wanted)


def spots_and_total(positions: Sequence[Position], others: Spots, wanted: int) -> tuple[Spots, int]:
    """The positions to scan, and how many there are at most: those of a game, or `wanted` of `others` if
    `positions` is empty."""
    if not positions:
        return others, wanted
    return partial(spots_of_game, positions), sum(map(has_choice, positions))


def own_and_saved_spots(own: Drawn, saved: Drawn, wanted: int) -> Iterator[Spot]:
    """At most `wanted` different positions with more than one legal move. They come in turns from a player's
    games against itself and from saved games, as long as there are saved games."""
    seen: set[Hashable] = set()
    number = vain = 0
    both = (one for pair in zip_longest(own, saved) for one in pair if one is not None)
    for moves, position, where in both:
        here = position_key(position)
        vain += 1
        if here not in seen and has_choice(position):
            seen.add(here)
            number += 1
            vain = 0
            yield Spot(number, len(moves), position, moves, where)
        if number == wanted or vain == MOST_IN_VAIN:
            return


def _random_game(start: Position, options: Options, seed: int, most: int) -> tuple[PlayedMoves, Position]:
    """The first `most` plies of a random game, and the position after them. Players do not end a turn of
    several actions early."""
    players = [RandomPlayer(drawn_word(seed, side), busy=True) for side in (0, 1)]
    chance = drawn_word(seed, 2)
    if not most:
        return (), start
    if not jit_disabled():
        games = borrow(start.game)
        try:
            played = games.play(start, players, chance, most)
        except KernelFailure:
            # Not given back, because the kernel may still write to its memory. Plain Python plays the game.
            pass
        else:
            give_back(games)
            return played.moves, played.end
    loop = GameLoop(Record.start(start.game, options), chance)
    loop.finish(players, most)
    return tuple((ply.move, ply.chance) for ply in loop.record.plies), loop.position
