"""The figures of why not my move, over many positions of each game: run with `-m slow`, with `-s` to
read them."""

import numpy as np
import pytest

from asked_moves import (
    DEPTHS,
    NAMES,
    at,
    check_crossing,
    check_flips,
    check_pairs,
    compared_with_second,
    searcher,
)
from engines.contract import Thought
from games.compiler import jit_disabled
from games.registry import game_names, load_game
from samples import endless_positions
from study import why_not
from study.numbers import is_decided
from study.why_not import WhyNot

pytestmark = [pytest.mark.slow, pytest.mark.skipif(jit_disabled(), reason="searches thousands of times")]

USUAL_DEPTHS = {"isolation": 8, "morris": 6, "chess": 6, "jungle": 5, "tabletactics": 7}
"""At which a search takes some tenths of a second."""


@pytest.mark.parametrize("game", game_names())
def test_the_terms_make_the_difference_ten_thousand_times(game: str) -> None:
    check_pairs(game, 10_000, 2)


@pytest.mark.parametrize("game", game_names())
def test_flips_and_crossings_of_a_hundred_positions(game: str) -> None:
    flips = crossings = 0
    for compared in compared_with_second(game, 10, 100, DEPTHS.get(game, 3) + 1):
        flips += check_flips(game, compared)
        crossings += check_crossing(game, compared)
    print(f"\n{game}: {flips} flip weights, {crossings} crossings, all confirmed by fresh searches")
    assert crossings > 0
    assert game == "isolation" or flips > 0


class Counted:
    """How many nodes the searches of a question take."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.nodes = 0
        search = why_not._search

        def counted(*arguments, **named):  # type: ignore[no-untyped-def]
            found = search(*arguments, **named)
            self.nodes += found.thought.nodes
            return found

        monkeypatch.setattr(why_not, "_search", counted)

    def of(self, asking: WhyNot, first: Thought) -> int:
        """For both moves and what they were worth at smaller depths."""
        self.nodes = 0
        asking._asking = asking.engine
        asking._with_history(asking._both(first))
        return self.nodes


@pytest.mark.parametrize("kind", ["alphabeta", "strong"])
@pytest.mark.parametrize("game", game_names())
def test_a_question_costs_little_beside_the_search_that_chose(
    game: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any other move, of the largest bound or another: in nodes, as a share of the first search's."""
    draw, counted = np.random.default_rng(5), Counted(monkeypatch)
    engine = at(searcher(game, kind), USUAL_DEPTHS.get(game, 5))
    if load_game(game).has_chance:
        engine = engine.anew(explains=True)
    shares = []
    for position in endless_positions(load_game(game), 77):
        if len(position.moves) < 2:
            continue
        first = engine.think(position)
        if is_decided(first.value):
            continue
        others = sorted((r for r in first.root_moves if r.move != first.move), key=lambda row: -row.value)
        other = others[0] if draw.random() < 0.5 else others[int(draw.integers(len(others)))]
        asking = WhyNot(engine, position, (other.move,), NAMES, first)
        shares.append(counted.of(asking, first) / first.nodes)
        if len(shares) == 60:
            break
    median, most = np.quantile(shares, (0.5, 0.95))
    print(f"\n{game} {kind}: median {median:.1%}, 95th percentile {most:.1%} of the first search's nodes")
    assert median <= 0.15 and most <= 0.5
