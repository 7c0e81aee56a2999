"""Endings that the table calls won, played by a program without tables against the table's best defence.

    PYTHONPATH=.:tests python tests/engines/play_endings.py KBNK --nodes 20000

The counter of the move limit begins at 0. Positions are the same for the same seed.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass

from engines.player_text import make_engine, parse_player
from games.contract import BadText, new_state
from games.position import Position
from games.random_stream import drawn_below, drawn_word
from games.registry import load_game
from games.truth.retrograde import NO_POSITION
from games.truth.tables import Tables, best_move, tables_of

NODES = 250_000
"""The nodes of `strong:classical` in 100 ms on a quiet core: about 3 million nodes in a processor second in
these endings, rounded down."""

POSITIONS = 200
NEEDED = {"KQK": 1.0, "KRK": 1.0, "KBBK": 1.0, "KPK": 0.98, "KBNK": 0.9}
"""By ending: the share of won positions that the player must win."""


def won_positions(tables: Tables, ending: str, seed: int) -> Iterator[Position]:
    """Positions that are won for the side with more material, whichever side is to move."""
    game, group = load_game("chess"), tables.domain.group(ending)
    stronger = group.parts[0]
    number = 0
    while True:
        drawn = group.start + drawn_below(drawn_word(seed, number), 0, group.size)
        number += 1
        value = int(tables.values[drawn])
        if value == NO_POSITION or not (value > 0 if drawn < stronger.stop else value < -1):
            continue
        state = new_state(game.dtype)
        if tables.domain.place(drawn, state):
            try:
                yield Position.start(game, text=game.format(state))
            except BadText:  # no game reaches it
                continue


@dataclass(frozen=True)
class PlayedEnding:
    """How a won position ended: whether it was won, how many plies it took, how many it needs, and the nodes
    and processor seconds of all its searches."""

    start: Position
    won: bool
    plies: int
    needed: int
    nodes: int
    seconds: float


def play_ending(tables: Tables, position: Position, player: str, seed: int = 0) -> PlayedEnding:
    """Plays a position to its end: `player` for the winning side, the table for the other."""
    fate = tables.fate(position)
    assert fate is not None and fate.result
    start, winner = position, position.to_move if fate.result > 0 else 1 - position.to_move
    engine = make_engine(parse_player(player, "chess"), "chess", seed=seed)
    plies = nodes = 0
    seconds = 0.0
    engine.prepare("chess")
    while position.moves:
        if position.to_move == winner:
            began = time.process_time()
            thought = engine.think(position)
            seconds += time.process_time() - began
            nodes += thought.nodes
            move = thought.move
        else:
            fates = tables.fates(position)
            # A hanging piece leads out of the tables: it is taken.
            move = best_move(fates) if fates else position.moves[0]
        assert move is not None
        position = position.play(move)
        plies += 1
    engine.close()
    return PlayedEnding(start, position.outcome == winner, plies, fate.plies, nodes, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("endings", nargs="*", default=list(NEEDED))
    parser.add_argument("--nodes", type=int, default=NODES)
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--player", default="strong:classical")
    arguments = parser.parse_args()
    tables = tables_of("chess")
    assert tables is not None
    tables.make(lambda making: None)
    for ending in arguments.endings:
        starts = won_positions(tables, ending, arguments.seed)
        player = f"{arguments.player},nodes={arguments.nodes}"
        played = [play_ending(tables, next(starts), player) for _ in range(arguments.positions)]
        won = [each for each in played if each.won]
        later = sum(each.plies - each.needed for each in won) / max(1, len(won))
        nodes, seconds = sum(each.nodes for each in played), sum(each.seconds for each in played)
        print(
            f"{ending}: {len(won)} of {len(played)} won, {later:.1f} plies later than possible, "
            f"{nodes / seconds / 10:.0f} nodes in 100 ms of the processor",
            flush=True,
        )
        for each in [each for each in played if not each.won][:5]:
            print(f"  not won: {each.start.text}, won in {each.needed}", flush=True)


if __name__ == "__main__":
    main()
