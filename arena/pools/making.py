"""Makes the pools of games that come with the program.

python -m arena.pools.making [GAME ...] [--games N] [--one-in K]

A pool must be made again when the rules of its game have changed. Players search by nodes, so the same
checkout makes the same games.
"""

import argparse
import sys

from arena.game_loop import GameLoop
from arena.pools.pool import MASK
from arena.pools.pool_file import PoolFile, StoredGame, read_pool, shipped_file, write_pool
from arena.pools.replay import digits_of, number_of
from arena.single_game import points_of
from engines.player_kinds import PlayerSpec
from engines.player_text import make_engine
from games.contract import WHITE, Game, Options
from games.random_stream import Draws, drawn_word
from games.record import Record
from games.registry import game_names, load_game
from heuristics.registry import default_heuristic

GAMES, ONE_IN = 300, 12
"""How many games a new pool has. After the opening one move in ONE_IN is random, so that one side gets ahead
and most games are decided. A pool that is made again keeps both numbers."""

NODES = 500
OPENING = 8
"""A game begins with its usual number of random plies, and fewer than OPENING more."""

STORED, LONGEST = 110, 400
"""The most plies of a game that are stored, and the plies after which an unfinished game counts as drawn."""

SEED = 71


def main(words: list[str]) -> None:
    """Makes the pools of the named games, else of all."""
    parser = argparse.ArgumentParser("python -m arena.pools.making")
    parser.add_argument("game", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, metavar="N")
    parser.add_argument("--one-in", type=int, metavar="K")
    wanted = parser.parse_args(words)
    for name in wanted.game or game_names():
        rules, file = load_game(name), shipped_file(name)
        present = read_pool(file, rules) if file.is_file() else None
        games = wanted.games or (len(present.games) if present else GAMES)
        one_in = wanted.one_in or (present.one_in if present else ONE_IN)
        write_pool(file, made(rules, rules.options(), games, one_in))
        print(f"{file}: {file.stat().st_size:,} bytes")


def made(rules: Game, options: Options, games: int, one_in: int = ONE_IN, seed: int = SEED) -> PoolFile:
    """Plays the games of a pool, all of them different."""
    stored: dict[bytes, StoredGame] = {}
    key, number = 0, -1
    while len(stored) < games:
        number += 1
        record, opened = _played(rules, options, one_in, drawn_word(seed, number))
        kept = record.positions[: STORED + 1]
        digits = [
            digit
            for position, ply in zip(kept[:-1], record.plies, strict=False)
            for digit in digits_of(position, ply.move, ply.chance)
        ]
        played = number_of(digits)
        if played in stored:
            continue
        white = points_of(record.position.outcome, WHITE)
        complete = len(kept) == len(record.positions)
        stored[played] = StoredGame(played, len(kept) - 1, opened, white, complete)
        key += sum(int(position.state.key) for position in kept[1:])
    return PoolFile(tuple(stored.values()), options, key & MASK, one_in)


def _played(rules: Game, options: Options, one_in: int, seed: int) -> tuple[Record, int]:
    """A game, and the number of plies of its random opening."""
    draws = Draws(seed)
    loop = GameLoop(Record.start(rules, options), draws.below(1 << 32))
    player = PlayerSpec("strong", default_heuristic(rules.name).name, (("nodes", NODES),))
    engines = [
        make_engine(player, rules.name, None, draws.below(1 << 32), 1, options=options) for _ in range(2)
    ]
    opened = rules.opening_plies + draws.below(OPENING)
    while not loop.over and len(loop.record.plies) < LONGEST:
        position, ply = loop.position, len(loop.record.plies)
        if ply < opened or draws.below(one_in) == 0:
            loop.play(position.moves[draws.below(len(position.moves))])
            continue
        move = engines[position.to_move].think(position).move
        assert move is not None
        loop.play(move)
    for engine in engines:
        engine.close()
    return loop.record, min(opened, len(loop.record.plies))


if __name__ == "__main__":
    main(sys.argv[1:])
