"""Makes `mates.json`: positions with a mate in two or three, verified by brute force.

    python tests/engines/search/make_mates.py

Games of a quick search against random moves, or against itself after a random opening; where the
search sees such a mate, `mate_search` has the last word. One position a game, with at most three
first moves that solve it. The seed is fixed; it takes some minutes.
"""

import json
import random
import sys
from pathlib import Path

import chess
from mate_search import shortest_mates

sys.path.insert(0, str(Path(__file__).parents[3]))

from engines.contract import WIN, Limits
from engines.search_engine import Searcher
from games.position import Position
from games.registry import load_game
from heuristics.lens import Lens
from heuristics.registry import load_heuristic

WANTED = {2: 50, 3: 50}
MOST_SOLUTIONS = 3
FILE = Path(__file__).with_name("mates.json")


def candidates(draw: random.Random, engine: Searcher) -> list[tuple[str, int]]:
    """The positions of one game in which the search sees a mate in 2 or 3, as (FEN, moves to mate)."""
    position = Position.start(load_game("chess"))
    opening, weak = draw.randint(4, 16), draw.randrange(3)
    found = []
    for ply in range(160):
        if not position.moves:
            break
        if ply < opening or position.to_move == weak:
            move = draw.choice(position.moves)
        else:
            thought = engine.think(position)
            assert thought.move is not None
            move = thought.move
            plies = WIN - thought.value
            if plies in (3, 5):
                found.append((position.text, int(plies + 1) // 2))
        position = position.play(move)
    return found


def main() -> None:
    draw = random.Random(1)
    heuristic = load_heuristic("chess", "location")
    engine = Searcher(Lens.of(heuristic), Limits(depth=5, nodes=300_000))
    mates: dict[int, list[dict[str, object]]] = {moves: [] for moves in WANTED}
    while any(len(mates[moves]) < WANTED[moves] for moves in WANTED):
        wanted = [found for found in candidates(draw, engine) if len(mates[found[1]]) < WANTED[found[1]]]
        if not wanted:
            continue
        fen, moves = draw.choice(wanted)
        board = chess.Board(fen)
        if board.legal_moves.count() > 45:  # brute force would take minutes
            continue
        solutions = shortest_mates(board, moves)
        if 1 <= len(solutions) <= MOST_SOLUTIONS:
            mates[moves].append({"fen": fen, "mate_in": moves, "solutions": solutions})
            print(moves, len(mates[moves]), fen, solutions, flush=True)
    rows = [json.dumps(row) for moves in WANTED for row in mates[moves]]
    FILE.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
