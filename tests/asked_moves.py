"""Questions why a move is not played, and what must be true of every answer."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random

import numpy as np
import pytest

from engines.contract import Limits
from engines.player_text import make_engine, parse_player
from engines.search_engine import Searcher
from games.contract import ONGOING
from games.position import Position
from games.registry import load_game
from heuristics.lens import Lens
from samples import endless_positions, searched_heuristic
from study.why_not import two_searches
from study.why_not.comparison import ROUNDING, Comparison
from study.why_not.two_searches import WhyNot, explainer_of, read_turn

NAMES = ("White", "Black")
DEPTHS = {"isolation": 4, "morris": 3, "chess": 3, "jungle": 3, "tabletactics": 4}


def searcher(game: str, player: str = "alphabeta", heuristic: str = "") -> Searcher:
    """An engine without a limit of its own; `at` gives it one. Its memory is empty, because earlier searches
    would change what it finds and how soon."""
    kind, comma, options = player.partition(",")
    text = f"{kind}:{heuristic or searched_heuristic(game)}{comma}{options}"
    engine = explainer_of(make_engine(parse_player(text, game), game, table_megabytes=4))
    return replace(engine, explains=engine.deepens and load_game(game).has_chance)


def at(engine: Searcher, depth: int) -> Searcher:
    engine.prepare(engine.lens.heuristic.game)
    return replace(engine, limits=Limits(depth=depth))


def compare(
    game: str, text: str | None, move: str, depth: int, player: str = "alphabeta", heuristic: str = ""
) -> Comparison:
    position = Position.start(load_game(game), text=text)
    engine = at(searcher(game, player, heuristic), depth)
    return WhyNot(engine, position, read_turn(position, move), NAMES).answer()


def quick(engine: Searcher, position: Position, move: int) -> Comparison:
    """The comparison without the parts that need more than two searches."""
    asking = WhyNot(engine, position, (move,), NAMES)
    asking._asking = engine
    return asking._both(engine.think(position))


def check_identity(compared: Comparison) -> bool:
    """Checks that the terms make up the difference exactly; returns whether there are terms."""
    assert compared.difference == compared.chosen.value - compared.asked.value
    if not compared.terms:
        return False
    total = 0.0
    for row in compared.terms:
        total += row.difference
    assert total == compared.difference
    for compared_line in (compared.chosen, compared.asked):
        assert compared_line.parts is not None
        value = 0.0
        for _, part in compared_line.parts:
            value += part
        if compared_line.by_chance:
            assert abs(value - compared_line.value) <= 1e-9 * max(1.0, abs(compared_line.value))
        else:
            assert value == compared_line.value
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


def fresh_values(game: str, lens: Lens, position: Position, moves: Sequence[int], depth: int) -> list[float]:
    """The values of moves, each searched by an engine with an empty memory."""
    engine = searcher(game, "alphabeta", lens.name).with_empty_memory(lens)
    engine = replace(engine, limits=Limits(depth=depth), table_megabytes=1)
    return [engine.think(position, only=(move,)).value for move in moves]


def check_flips(game: str, compared: Comparison, looks: int = 8) -> int:
    """Checks an answer's flips in fresh searches; returns how many there are. Up to the weight of the flip
    the chosen move is better. From there on the asked one is, at `looks` weights up to `until`, or up to
    twice the way and with weight 0 where that lies beyond. Just beyond the weight, the answer's best move is
    the best."""
    for flip in compared.flips:
        now, about = compared.lens.weight(flip.term), (compared.thought.position.text, flip)
        way = flip.weight - now
        start = flip.weight + 0.01 * way
        end = flip.weight + way if flip.until is None else flip.until
        for share in np.linspace(0.0, 0.99, looks):
            assert gap_at(game, compared, flip.term, now + share * way) > 0.0, (share, *about)
            assert gap_at(game, compared, flip.term, start + share * (end - start)) < 0.0, (share, *about)
        if flip.until is not None:
            assert gap_at(game, compared, flip.term, flip.until) >= -1e-9, about
        elif way * flip.weight < 0.0:
            assert gap_at(game, compared, flip.term, 0.0) < 0.0, about
        position, lens = compared.thought.position, compared.lens.with_weight(flip.term, start)
        values = fresh_values(game, lens, position, position.moves, compared.depth)
        known = dict(zip(position.moves, values, strict=True))
        best, asked = max(values), compared.asked.asked[0]
        assert flip.best == asked if known[asked] >= best - 1e-9 else known[flip.best] == best, about
        assert {row.name: row.flip for row in compared.terms}[flip.term] == flip
    return len(compared.flips)


def gap_at(game: str, compared: Comparison, term: str, weight: float) -> float:
    """The chosen move's value minus the asked one's, in a fresh search with another weight."""
    moves = compared.chosen.asked[0], compared.asked.asked[0]
    lens, position = compared.lens.with_weight(term, weight), compared.thought.position
    chosen, asked = fresh_values(game, lens, position, moves, compared.depth)
    return chosen - asked


def check_without(game: str, compared: Comparison) -> bool:
    """If the answer says what is played without a term, checks that fresh searches say the same; returns
    whether it says so."""
    without = compared.without
    if without is None:
        return False
    position, lens = compared.thought.position, compared.lens.with_weight(without.term, 0.0)
    values = fresh_values(game, lens, position, position.moves, compared.depth)
    known = dict(zip(map(position.notation, position.moves), values, strict=True))
    assert known[without.played] == max(values)
    assert abs(without.difference - gap_at(game, compared, without.term, 0.0)) < 1e-9
    return True


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
    game: str, seed: int, count: int, depth: int, draw: Random | None = None, heuristic: str = ""
) -> Iterator[Comparison]:
    """Questions of random positions about the second best move, or with `draw` about any other: where the
    moves of a turn can come in any order, the second is worth as much as the best."""
    engine = at(searcher(game, "alphabeta", heuristic), depth)
    positions = (p for p in endless_positions(load_game(game), seed) if len(p.moves) > 1)
    for position in islice(positions, count):
        move = any_other(engine, position, draw) if draw else second_best(engine, position)
        assert move is not None
        with pytest.MonkeyPatch.context() as patched:  # gives each search time to finish on a busy machine
            patched.setattr(two_searches, "LEAST_SECONDS", 60.0)
            compared = WhyNot(engine, position, (move,), NAMES).answer()
        yield compared
