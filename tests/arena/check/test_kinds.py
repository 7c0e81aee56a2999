"""Terms that are silent, or harm, in one kind of position."""

from dataclasses import replace

import numpy as np

from arena.check.finding import BY_KIND, CONSTANT, DEAD, SIGN, Finding
from arena.check.kinds import constant_terms, kinds_that_harm
from arena.check.results import Judged
from arena.check.sample import TermSample
from arena.check.shapes import drowning_terms
from games.contract import PositionKinds
from games.position import Position
from games.registry import load_game
from heuristics.contract import Heuristic
from heuristics.lens import Lens

NAMES = ("placing", "moving", "flying")
MORRIS = load_game("morris")
RULES = replace(MORRIS, kinds=PositionKinds(NAMES, lambda state: int(state.quiet)))
"""Morris with kinds of positions that a test chooses."""


def lens() -> Lens:
    made = Heuristic("mine", "morris", "", "")
    for name, weight in (("first", 2.0), ("second", 1.0)):

        @made.single(name, weight=weight)
        def term(state, side):  # type: ignore[no-untyped-def]
            return 0.0

    return Lens.of(made)


def states(kinds: np.ndarray) -> np.recarray:
    made = np.zeros(len(kinds), MORRIS.dtype).view(np.recarray)
    made[:] = Position.start(MORRIS).state
    made["quiet"] = kinds
    return made


def sample(columns: np.ndarray, kinds: np.ndarray) -> TermSample:
    """A position a game."""
    games = np.arange(len(kinds))
    return TermSample(lens(), RULES, states(kinds), columns, -columns, games, np.zeros(len(kinds), np.int64))


def test_term_that_never_counts_in_one_kind_is_named() -> None:
    kinds = np.repeat([0, 1, 2], 120)
    columns = np.random.default_rng(1).normal(size=(360, 2))
    columns[kinds == 2, 0] = 0.0
    (found,) = constant_terms(sample(columns, kinds))
    assert found.kind == CONSTANT and not found.is_fault and found.terms == ("first",)
    assert found.sentence == (
        "First never counts in positions of the kind “flying”: 120 positions of 120 games."
    )


def test_term_of_one_kind_and_rare_terms_are_not_named() -> None:
    kinds = np.repeat([0, 1, 2], 120)
    columns = np.random.default_rng(1).normal(size=(360, 2))
    columns[kinds != 1, 0] = 0.0  # as stones in hand are
    columns[kinds == 2, 1] = columns[::3, 1] = columns[1::3, 1] = 0.0  # seldom, so perhaps by chance
    assert list(constant_terms(sample(columns, kinds))) == []


def test_count_of_pieces_that_are_gone_is_not_named() -> None:
    kinds = np.repeat([0, 1, 2], 120)
    columns = np.random.default_rng(1).normal(size=(360, 2))
    found = sample(columns, kinds)
    stones = np.random.default_rng(2).integers(1, 9, size=360)
    stones[kinds == 2] = 0
    found.states["stones"][:, 0] = (1 << stones) - 1
    found.own[:, 0] = 3.0 * stones
    found.other[:, 0] = -3.0 * stones
    assert list(constant_terms(found)) == []


def judged(turned: float, seed: int = 1) -> Judged:
    """Six positions a game. Both terms speak for who wins; the first one against it in the last kind, if it
    is `turned`."""
    rng = np.random.default_rng(seed)
    better, side = rng.normal(size=600), rng.choice([-1, 1], size=3600)
    of, kinds = np.repeat(np.arange(600), 6), np.tile(np.repeat([0, 1, 2], 2), 600)
    columns = 0.5 * better[of][:, None] + rng.normal(size=(3600, 2))
    columns[kinds == 2, 0] -= turned * better[of][kinds == 2]
    won = (rng.random(600) < 1 / (1 + np.exp(-2 * better))).astype(float)[of]
    own = np.column_stack([columns * side[:, None], np.zeros(3600)])
    results = np.where(side > 0, won, 1 - won)
    return Judged(
        RULES,
        lens(),
        own,
        -own,
        results,
        of,
        (side < 0).astype(np.int64),
        states(kinds),
        np.zeros(3600, bool),
    )


def test_term_that_harms_in_one_kind_is_named_with_it() -> None:
    (found,) = kinds_that_harm(judged(1.5), frozenset())
    assert found.kind == BY_KIND and not found.is_fault and found.terms == ("first",) and found.position
    assert found.sentence.startswith("By results first helps (placing and moving), harms (flying).")
    assert found.sentence.endswith("; its weight is +2.")
    assert [kind["verdict"] for kind in found.evidence["kinds"]] == ["helps", "helps", "harms"]


def test_terms_that_help_in_all_kinds_are_not_named() -> None:
    assert list(kinds_that_harm(judged(0.0), frozenset())) == []
    assert list(kinds_that_harm(judged(1.5), frozenset(["first"]))) == []


def test_loud_term_with_which_others_agree_does_not_drown_them() -> None:
    kinds = np.zeros(400, np.int64)
    loud = np.random.default_rng(1).normal(size=400)
    agreeing = sample(np.column_stack([loud, 0.6 * loud]), kinds)
    assert list(drowning_terms(agreeing, 1)) == []
    quiet = np.random.default_rng(2).normal(size=400)
    constant = np.column_stack([loud, np.repeat([0.1, 0.1 + 1e-15], 200)])
    assert list(drowning_terms(sample(constant, kinds), 1)) == []
    (found,) = drowning_terms(sample(np.column_stack([1000.0 * loud, quiet]), kinds), 1)
    assert found.terms == ("first",) and found.sentence.endswith("Often a term is missing: see gaps.")
    turned, silent = Finding(SIGN, ""), Finding(DEAD, "")
    assert sorted((found, turned, silent), key=lambda each: each.rank) == [silent, turned, found]
    equal = 12.3 * np.random.default_rng(3).integers(1, 4, size=400)
    rounded = equal * (1.0 + 1e-15 * np.arange(400))
    (found,) = drowning_terms(sample(np.column_stack([rounded, 0.01 * quiet]), kinds), 1)
    assert found.evidence["flipped"] == 0
