"""Makes the suites of `assets/suites` whose cases exact searches prove.

    python tests/study/suites/make_suites.py

Random games; a case is a position with one move that wins by force, which a look at one ply does not
see, or one in which the move that looks best after one ply loses by force and another does not. Plain
alpha-beta, which is exact, has the last word on every other move. The seed is fixed; it takes minutes.
"""

import random
import sys
from pathlib import Path

import yaml

sys.path.insert(0, str(Path(__file__).parents[3]))

from engines.contract import WIN_BAND, Limits
from engines.player_text import make_engine, parse_player
from engines.search_engine import Searcher
from games.position import Position
from games.registry import load_game
from heuristics.lens import Lens
from heuristics.registry import default_heuristic
from study.suites.suites import SHIPPED

DEPTHS = {"isolation": 7, "morris": 5, "jungle": 4, "tabletactics": 5}
WINS = {"isolation": 10, "morris": 10, "jungle": 7, "tabletactics": 7}
TRAPS = 6
LONGEST = 300


def cases_in_a_game(game: str, depth: int, engine: Searcher, draw: random.Random) -> dict[str, dict]:
    """At most one case of each kind, from one random game."""
    greedy = make_engine(parse_player(f"greedy:{default_heuristic(game).name}", game), game)
    position = Position.start(load_game(game))
    found: dict[str, dict] = {}
    for _ in range(LONGEST):
        moves = position.moves
        if not moves:
            break
        looks_best = greedy.think(position)
        if len(moves) > 1 and abs(looks_best.value) < WIN_BAND:
            whole = engine.think(position)
            if whole.value > WIN_BAND and whole.depth >= 3 and looks_best.move != whole.move:
                others = tuple(move for move in moves if move != whole.move)
                if engine.think(position, only=others).value < WIN_BAND:
                    found.setdefault("wins", case(position, best=whole.move))
            elif -WIN_BAND < whole.value < WIN_BAND:
                alone = engine.think(position, only=(looks_best.move,))
                if alone.value < -WIN_BAND:
                    found.setdefault("loses", case(position, avoid=looks_best.move))
        move = draw.choice(moves) if draw.random() < 0.5 else looks_best.move
        chances = position.chances(move)
        position = position.play(move, draw.choices(range(len(chances)), chances)[0])
    return found


def case(position: Position, best: int | None = None, avoid: int | None = None) -> dict:
    entry: dict = {"position": position.text}
    if best is not None:
        entry["best"] = [position.move_text(best)]
    if avoid is not None:
        entry["avoid"] = [position.move_text(avoid)]
    return entry


def main() -> None:
    for game, depth in DEPTHS.items():
        draw = random.Random(1)
        engine = Searcher(Lens.of(default_heuristic(game)), Limits(depth=depth))
        wanted = {"wins": WINS[game], "loses": TRAPS}
        cases: dict[str, list[dict]] = {kind: [] for kind in wanted}
        while any(len(cases[kind]) < wanted[kind] for kind in wanted):
            for kind, entry in cases_in_a_game(game, depth, engine, draw).items():
                if len(cases[kind]) < wanted[kind]:
                    name = f"{kind} {len(cases[kind]) + 1}"
                    cases[kind].append({"name": name, **entry})
                    print(game, name, flush=True)
        content = {
            "description": "One move wins by force, or the move that looks best loses by force.",
            "game": game,
            "cases": cases["wins"] + cases["loses"],
        }
        text = yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=1000)
        (SHIPPED / f"{game}-by-force.yaml").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
