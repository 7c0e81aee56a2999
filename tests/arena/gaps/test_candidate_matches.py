"""Matches of candidates: the heuristic that plays them, and what says that one wins."""

import numpy as np
import pytest

from arena.gaps.candidate_matches import Addition, CandidateMatches, with_candidates, with_probabilities
from arena.gaps.candidates import candidates_of
from arena.gaps.plan import GapsPlan
from games.registry import load_game
from heuristics.registry import load_lens
from heuristics.smoke_test import sample_states


def test_candidates_count_only_with_their_weight():
    states = sample_states("morris")
    lens = load_lens("morris", "mobile").with_weight("steps", 2.5)
    candidates, amounts = candidates_of(lens, states)
    chosen = dict(enumerate(candidates))
    made, terms = with_candidates(lens, chosen)
    assert made is not None and len(terms) == len(candidates)
    evaluate, plain = made.evaluator(), lens.heuristic.evaluator()
    weights = made.default_weights
    names = made.weight_names
    for row, state in list(enumerate(states))[::7]:
        side = int(state.to_move)
        assert evaluate(state, side, weights) == plain(state, side, lens.prepared)
        for index in (0, len(candidates) - 1):
            changed = weights.copy()
            changed[names.index(terms[index])] = candidates[index].weight
            more = evaluate(state, side, changed) - evaluate(state, side, weights)
            assert more == pytest.approx(amounts[row, index])


def test_terms_that_need_their_own_heuristic_do_not_play():
    lens = load_lens("jungle", "hunter")
    candidates, _ = candidates_of(lens, sample_states("jungle"))
    _, terms = with_candidates(lens, dict(enumerate(candidates)))
    for index, candidate in enumerate(candidates):
        if candidate.term is not None:
            assert (index in terms) != candidate.term.takes_weights
    # Parameters come after the terms, so no term can be added.
    assert with_candidates(load_lens("jungle", "greedy"), {}) == (None, {})
    plan = GapsPlan("jungle", "greedy", load_game("jungle").options())
    assert not CandidateMatches(plan, candidates, {0: 1.0}).prepare()


def test_proof_counts_how_many_candidates_were_played():
    random = np.random.default_rng(0)

    def pairs(chance: float, number: int = 200) -> tuple[tuple[float, float], ...]:
        return tuple(map(tuple, (random.random((number, 2)) < chance).astype(float)))

    found = with_probabilities(
        [Addition(at, str(at), 1.0, pairs(chance)) for at, chance in enumerate((0.5, 0.65, 0.58))]
    )
    assert [each.index for each in found] == [1, 2, 0]
    assert [each.is_proven for each in found] == [True, True, False]
    assert found[0].worth.elo == pytest.approx(108, abs=25)
    named = sum(
        any(
            each.is_proven
            for each in with_probabilities([Addition(at, "", 1.0, pairs(0.5)) for at in range(3)])
        )
        for _ in range(200)
    )
    assert named <= 20  # of 200 at 5 %
