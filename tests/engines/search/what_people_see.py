"""What a person sees of a search of chess, in which players of one heuristic can be compared:

    PYTHONPATH=.:tests python tests/engines/search/what_people_see.py nodes=20000
    PYTHONPATH=.:tests python tests/engines/search/what_people_see.py ms=200 --players strong selective

Mates are those of `mates.json`; other positions are from the games that come with the program.
"""

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median

import numpy as np

from arena.calibration.chance_scale import progress_of
from arena.calibration.kept_calibrations import scale_for
from arena.pools.pool import PoolPositions, pool_of
from engines.contract import EXACT, WIN, EngineFailure, Limits, RootMove, Thought
from engines.player_text import make_engine, parse_player
from engines.search_engine import Searcher
from games.chess import GAME
from games.compiling.kept_kernels import default_folder, keep_kernels_in
from games.contract import DRAW, ONGOING
from games.position import Position
from study.searches.lines import no_evaluation
from study.why_not.two_searches import WhyNot, explainer_of

PLAYERS = ("strong", "selective")
HEURISTIC = "classical"
MATES = json.loads(Path(__file__).with_name("mates.json").read_text(encoding="utf-8"))
NAMES = "White", "Black"

Make = Callable[[str], Searcher]
"""Makes a new engine of a player with further options."""


def mates(number: int) -> Iterator[Position]:
    """Positions with a mate in one, two or three moves."""
    for row in MATES:
        position = Position.start(GAME, text=row["fen"])
        if row["mate_in"] == number:
            yield position
        elif (row["mate_in"], number) == (2, 1):
            forced = position.play(position.parse_move(row["solutions"][0]))
            yield forced.play(forced.moves[0])


def shown_mates(make: Make, number: int) -> str:
    """How many mates are shown with their exact distance and the whole line, and how many as longer mates."""
    positions, exact, longer = list(mates(number)), 0, 0
    for position in positions:
        thought = make("multipv=3").think(position)
        ends = thought.pv_end().outcome == position.to_move
        exact += ends and thought.value == WIN - (2 * number - 1) and len(thought.pv) == 2 * number - 1
        longer += ends and thought.value < WIN - (2 * number - 1)
    return f"{exact} of {len(positions)}, {longer} as a longer one"


def end_of(row: RootMove, position: Position) -> Position:
    return [position, *position.along(row.line)][-1]


def why_it_adds_up(engine: Searcher, row: RootMove, position: Position) -> str:
    """What a line's value is: the sum of the breakdown at its end, a win or draw, or something else."""
    end, side = end_of(row, position), position.to_move
    if no_evaluation(row.value, side, end, len(row.line), "", NAMES):
        fits = row.value == 0.0 if end.outcome == DRAW else end.outcome != ONGOING
        return "game's end" if fits else "a win without its end"
    return "sum" if engine.lens.breakdown(end.state, side).value == row.value else "neither"


def lines(make: Make, positions: PoolPositions) -> dict[str, str]:
    """How the three best lines of each position add up, in which order, and how long they are."""
    engine, kinds, ordered = make("multipv=3"), Counter[str](), 0
    depths, first, others = list[int](), list[int](), list[int]()
    for at in range(len(positions)):
        position = positions.position(at)
        thought = engine.think(position)
        rows = thought.best_moves
        ordered += [row.value for row in rows] == sorted((row.value for row in rows), reverse=True)
        kinds.update(why_it_adds_up(engine, row, position) for row in rows)
        depths.append(thought.depth)
        first += [len(row.line) for row in rows[:1]]
        others += [len(row.line) for row in rows[1:]]
    short = sum(length < 4 for length in (*first, *others))
    return {
        "what values of lines are": ", ".join(f"{kind} {n}" for kind, n in kinds.most_common()),
        "lines in order": f"{ordered} of {len(positions)}",
        "plies of a line": f"best {median(first):g}, others {median(others):g}; {short} below 4",
        "depth": f"{median(depths):g}",
    }


def same_again(make: Make, positions: PoolPositions) -> str:
    """How often a new engine finds the same value, line and number of nodes."""
    same = 0
    for at in range(len(positions)):
        one, two = (make("").think(positions.position(at)) for _ in range(2))
        same += (one.value, one.pv, one.nodes) == (two.value, two.pv, two.nodes)
    return f"{same} of {len(positions)}"


def a_move_more(make: Make, positions: PoolPositions) -> str:
    """By how many pawns the value changes once the line's first two moves are made, in the median, and how
    often by more than one."""
    changes = []
    for at in range(len(positions)):
        thought = make("").think(positions.position(at))
        after = [*thought.position.along(thought.pv)][:2]
        if len(after) == 2 and after[1].outcome == ONGOING and abs(thought.value) < 10_000:
            changes.append(abs(make("").think(after[1]).value - thought.value) / 100)
    far = sum(change > 1.0 for change in changes)
    return f"{median(changes):.2f}, {far} of {len(changes)} by more than 1"


def why_not(make: Make, positions: PoolPositions) -> str:
    """How the answer to *why not* the fourth-best move of each position ends."""
    answers = Counter[str]()
    for at in range(len(positions)):
        position, engine = positions.position(at), explainer_of(make(""))
        first = engine.think(position)
        known = [row for row in first.root_moves if row.bound != 0 and row.move != first.move]
        if not known:
            continue
        asked = sorted(known, key=lambda row: -row.value)[min(3, len(known) - 1)].move
        try:
            compared = WhyNot(engine, position, (asked,), NAMES, first).compared()
        except EngineFailure as failure:
            answers[str(failure)] += 1
            continue
        kind = "asked move is better" if compared.difference < 0 else "explained"
        answers[kind] += 1
        answers["less deep than the search"] += compared.depth < first.depth
    return ", ".join(f"{kind} {n}" for kind, n in answers.most_common())


def alone(make: Make, positions: PoolPositions) -> str:
    """How often a move that a search refuted is worth more than the best one, searched alone as deep."""
    more, asked = 0, 0
    for at in range(len(positions)):
        position, engine = positions.position(at), make("")
        first = engine.think(position)
        best = next(row for row in first.root_moves if row.move == first.move)
        known = [row for row in first.root_moves if 0 < row.depth == best.depth and row.bound != EXACT]
        if known:
            deep = replace(engine, limits=Limits(depth=best.depth), at_once=True)
            value = deep.think(position, only=(known[0].move,)).value
            more, asked = more + (value > first.value), asked + 1
    return f"{more} of {asked}"


def chances(make: Make, positions: PoolPositions, nodes: int) -> str:
    """The mean chance by the calibration of `strong`, the mean score, and the mean logarithmic loss."""
    engine, found, scores = make(""), [], []
    scale = scale_for(engine.lens, GAME.options(), None)
    assert scale is not None, "the program comes with one"
    for at in range(len(positions)):
        position = positions.position(at)
        thought: Thought = engine.think(position)
        if abs(thought.value) < 10_000:
            found.append(scale.score(thought.value, progress_of(position), nodes).score)
            scores.append(positions.results[at])
    expected, scored = np.array(found), np.array(scores)
    loss = -np.mean(scored * np.log(expected) + (1 - scored) * np.log(1 - expected))
    off = np.mean(np.abs(expected - 0.5)), np.mean((scored - 0.5) * np.sign(expected - 0.5))
    return f"{off[0]:.3f} from even, the games {off[1]:.3f}; loss {loss:.4f} ({len(found)} positions)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("limit")
    parser.add_argument("--players", nargs="+", default=PLAYERS)
    parser.add_argument("--heuristic", default=HEURISTIC)
    parser.add_argument("--positions", type=int, default=200)
    arguments = parser.parse_args()
    keep_kernels_in(default_folder())
    pool = pool_of("chess")
    some = pool.positions(seed=7, of_a_game=1, games=arguments.positions)
    name, _, number = arguments.limit.partition("=")
    for player in arguments.players:

        def make(options: str, player: str = player) -> Searcher:
            text = f"{player}:{arguments.heuristic},{arguments.limit}"
            text = ",".join(filter(None, (text, options)))
            engine = make_engine(parse_player(text, "chess"), "chess", table_megabytes=16)
            assert isinstance(engine, Searcher)
            return engine

        found = {f"mates in {n} shown exactly": shown_mates(make, n) for n in (1, 2, 3)}
        found |= lines(make, some)
        found["a move alone is worth more"] = alone(make, some)
        found["why not"] = why_not(make, some)
        found["change after two plies"] = a_move_more(make, some)
        if name == "nodes":
            found["same again"] = same_again(make, some)
            found["chances"] = chances(make, some, int(number))
        for what, value in found.items():
            print(f"{player:10} {what:28} {value}", flush=True)


if __name__ == "__main__":
    main()
