"""The figures of why-not answers over many positions of each game. Run with `-m slow`, and with `-s` to read
them."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from asked_moves import (
    DEPTHS,
    NAMES,
    check_crossing,
    check_flips,
    check_pairs,
    check_without,
    compared_with_second,
    searcher,
)
from engines.contract import Limits, Thought
from games.compiling.compiler import jit_disabled
from games.registry import game_names, load_game
from samples import endless_positions
from study.format.number_text import is_decided
from study.why_not import two_searches
from study.why_not.two_searches import WhyNot
from study.why_not.why_not_text import WhyNotText

pytestmark = [pytest.mark.slow, pytest.mark.skipif(jit_disabled(), reason="searches thousands of times")]

USUAL_NODES = 150_000
"""Nodes of the search that chooses: some tenths of a second."""


@pytest.mark.parametrize("game", game_names())
def test_the_terms_make_the_difference_ten_thousand_times(game: str) -> None:
    check_pairs(game, 10_000, 2)


@pytest.mark.parametrize("game", game_names())
def test_flips_and_crossings_of_a_hundred_positions(game: str) -> None:
    flips = crossings = 0
    for draw in (None, Random(3)):
        for compared in compared_with_second(game, 10, 100, DEPTHS.get(game, 3) + 1, draw):
            flips += check_flips(game, compared)
            crossings += check_crossing(game, compared)
    print(f"\n{game}: {flips} flip weights, {crossings} crossings, all confirmed by fresh searches")
    assert crossings > 0 and flips > 0


@pytest.mark.parametrize(
    ("game", "heuristic", "depth"),
    [("isolation", "territory", 4), ("isolation", "custom_score_2", 4), ("morris", "weighted", 3)],
)
def test_fifty_flips_hold_as_far_as_is_said(
    game: str, heuristic: str, depth: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything that is stated about them, at twenty weights before each flip and twenty beyond it, and what
    is stated about a term that counts nothing; by searches with an empty memory."""
    monkeypatch.setattr(two_searches, "LEAST_SECONDS", 60.0)
    flips = ends = others = without = 0
    for seed in range(20, 40):
        draw = Random(seed) if seed % 2 else None
        for compared in compared_with_second(game, seed, 25, depth, draw, heuristic):
            flips += check_flips(game, compared, looks=20)
            without += check_without(game, compared)
            ends += sum(flip.until is not None for flip in compared.flips)
            others += sum(WhyNotText(compared).best_beyond(flip) != "" for flip in compared.flips)
        if flips >= 50:
            break
    print(
        f"\n{game} {heuristic}: {flips} flips, {ends} that end before twice the way or at weight 0, {others} "
        f"beyond which another move is best of all; {without} answers without a term: all confirmed"
    )
    assert flips >= 50 and ends > 0 and others > 0


class Counted:
    """Counts the nodes of a question's searches."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.nodes = 0
        search = WhyNot._values

        def counted(*arguments, **named):  # type: ignore[no-untyped-def]
            found = search(*arguments, **named)
            self.nodes += found.thought.nodes
            return found

        monkeypatch.setattr(WhyNot, "_values", counted)

    def of(self, asking: WhyNot, first: Thought) -> tuple[int, int, bool, bool]:
        """The nodes until both moves are known at one depth; the nodes until they are known at the first
        search's depth and all smaller ones; whether that was reached; and whether that depth or one ply less
        was reached."""
        self.nodes = 0
        asking._asking = asking.engine
        compared = asking._both(first)
        answered = self.nodes
        if compared.depth < first.depth:
            compared = asking._deeper(compared, first.depth)
        compared = asking._with_history(compared)
        whole = compared.depth >= first.depth and None not in compared.asked.values
        return answered, self.nodes, whole, compared.depth >= first.depth - 1


@pytest.mark.parametrize("kind", ["alphabeta", "strong"])
@pytest.mark.parametrize("game", game_names())
def test_a_question_costs_less_than_the_search_that_chose(
    game: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For the second best move or any other, in nodes, as a share of the first search's."""
    draw, counted = np.random.default_rng(5), Counted(monkeypatch)
    engine = replace(searcher(game, kind), limits=Limits(nodes=USUAL_NODES), table_megabytes=64)
    if load_game(game).has_chance:
        engine = engine.with_empty_memory(explains=True)
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
        answered, searched, *known = counted.of(asking, first)
        shares.append((answered / first.nodes, searched / first.nodes, *known))
        if len(shares) == 240:
            break
    figures = np.array(shares, float)
    (answer, all_of_it), (most, most_of_all) = np.quantile(figures[:, :2], (0.5, 0.95), axis=0)
    whole, near = figures[:, 2:].mean(axis=0)
    print(
        f"\n{game} {kind}, of the search that chose: an answer {answer:.1%} (95th percentile {most:.1%}), "
        f"all of it {all_of_it:.1%} ({most_of_all:.1%}); as deep, and at all depths: {whole:.0%}, as deep or "
        f"one ply nearer: {near:.0%}"
    )
    assert answer <= 0.15
    assert most_of_all <= 0.5
    assert whole >= 0.5
    assert near >= 0.65
