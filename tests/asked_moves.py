"""Questions of why a move is not played, and what is to be so of every answer."""

from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random

import numpy as np

from engines.contract import Limits
from engines.players import make_engine, parse_player
from engines.searchers import Searcher
from games.contract import ONGOING
from games.position import Position
from games.registry import load_game
from heuristics.lens import Lens
from samples import endless_positions, searched_heuristic
from study.comparison import ROUNDING, Comparison
from study.why_not import WhyNot, explainer_of, read_turn

NAMES = ("White", "Black")
DEPTHS = {"isolation": 4, "morris": 3, "chess": 3, "jungle": 3, "tabletactics": 4}


@cache
def searcher(game: str, player: str = "alphabeta", heuristic: str = "") -> Searcher:
    """An engine without a limit; `at` gives it one."""
    kind, comma, options = player.partition(",")
    text = f"{kind}:{heuristic or searched_heuristic(game)}{comma}{options}"
    return explainer_of(make_engine(parse_player(text, game), game, table_megabytes=4))


def at(engine: Searcher, depth: int) -> Searcher:
    engine.prepare(engine.lens.heuristic.game)
    return replace(engine, limits=Limits(depth=depth))


def compare(game: str, text: str | None, move: str, depth: int, player: str = "alphabeta") -> Comparison:
    position = Position.start(load_game(game), text=text)
    engine = at(searcher(game, player), depth)
    return WhyNot(engine, position, read_turn(position, move), NAMES).answer()


def quick(engine: Searcher, position: Position, move: int) -> Comparison:
    """Without what takes more searches than two."""
    asking = WhyNot(engine, position, (move,), NAMES)
    game = position.game
    asking._asking = _explaining(engine) if game.has_chance else engine
    return asking._both(asking._asking.think(position))


@cache
def _explaining_twin(game: str, heuristic: str) -> Searcher:
    return searcher(game, "alphabeta", heuristic).anew(explains=True)


def _explaining(engine: Searcher) -> Searcher:
    twin = _explaining_twin(engine.lens.heuristic.game, engine.lens.name)
    return at(twin, engine.limits.depth or 1)


def check_identity(compared: Comparison) -> bool:
    """Whether there are terms: then they make the difference exactly."""
    assert compared.difference == compared.chosen.value - compared.asked.value
    if not compared.terms:
        return False
    total = 0.0
    for row in compared.terms:
        total += row.difference
    assert total == compared.difference
    for branch in (compared.chosen, compared.asked):
        assert branch.parts is not None
        value = 0.0
        for _, part in branch.parts:
            value += part
        if branch.by_chance:
            assert abs(value - branch.value) <= 1e-9 * max(1.0, abs(branch.value))
        else:
            assert value == branch.value
    for row in compared.terms:
        if row.name != ROUNDING:
            assert row.difference == row.chosen - row.asked
    return True


def check_pairs(game: str, count: int, seed: int) -> None:
    draw = np.random.default_rng(seed)
    engine = at(searcher(game), DEPTHS.get(game, 3))
    pairs = with_terms = 0
    for position in endless_positions(load_game(game), seed):
        if position.outcome != ONGOING:
            continue
        for move in draw.choice(position.moves, size=min(5, len(position.moves)), replace=False):
            with_terms += check_identity(quick(engine, position, int(move)))
            pairs += 1
            if pairs == count:
                assert with_terms > count / 4
                return


def fresh_values(
    game: str, lens: Lens, position: Position, moves: tuple[int, int], depth: int
) -> list[float]:
    """What two moves are worth to an engine that knows nothing yet."""
    engine = replace(searcher(game).anew(lens), limits=Limits(depth=depth), table_megabytes=1)
    return [engine.think(position, only=(move,)).value for move in moves]


def check_flips(game: str, compared: Comparison) -> int:
    position = compared.thought.position
    moves = compared.chosen.asked[0], compared.asked.asked[0]
    for name, weight in compared.flips:
        now = compared.lens.weight(name)
        for share, preferred in ((0.99, 0), (1.01, 1)):
            lens = compared.lens.with_weight(name, now + share * (weight - now))
            values = fresh_values(game, lens, position, moves, compared.depth)
            assert values[preferred] > values[1 - preferred], (position.text, name, weight)
        assert {row.name: row.flip_weight for row in compared.terms}[name] == weight
    return len(compared.flips)


def check_crossing(game: str, compared: Comparison) -> bool:
    position = compared.thought.position
    moves = compared.chosen.asked[0], compared.asked.asked[0]
    if compared.difference <= 0.0:
        return False
    last = None
    for depth in range(1, compared.depth):
        chosen, asked = fresh_values(game, compared.lens, position, moves, depth)
        if asked > chosen:
            last = depth
        assert (chosen, asked) == (compared.chosen.values[depth - 1], compared.asked.values[depth - 1])
    assert compared.crossing == last
    return last is not None


def second_best(engine: Searcher, position: Position) -> int | None:
    thought = engine.think(position)
    others = [row for row in thought.root_moves if row.move != thought.move]
    return max(others, key=lambda row: row.value).move if others else None


def any_other(engine: Searcher, position: Position, draw: Random) -> int | None:
    chosen = engine.think(position).move
    others = [move for move in position.moves if move != chosen]
    return draw.choice(others) if others else None


def compared_with_second(
    game: str, seed: int, count: int, depth: int, draw: Random | None = None
) -> list[Comparison]:
    """Questions of random positions about the second best move; with `draw` about any other, for where the
    moves of a turn can come in any order the second is worth as much as the best."""
    engine = at(searcher(game), depth)
    positions = (p for p in endless_positions(load_game(game), seed) if len(p.moves) > 1)
    found = []
    for position in islice(positions, count):
        move = any_other(engine, position, draw) if draw else second_best(engine, position)
        assert move is not None
        found.append(WhyNot(engine, position, (move,), NAMES).answer())
    return found
