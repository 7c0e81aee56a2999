"""Where a term is good: it is said only of terms that differ between kinds, and says in which they harm."""

from dataclasses import replace

import numpy as np
import pytest

from arena.term_kinds import (
    GAIN,
    HARMS,
    HELPS,
    UNCLEAR,
    KindEffect,
    TermByKind,
    gains_by_kind,
    kinds_in,
    kinds_of_proven,
    weights_by_kind,
)
from arena.truth.proven import Proven
from games.contract import PositionKinds
from games.position import Position
from games.registry import game_names, load_game

NAMES = ("placing", "moving", "flying")
TERMS = {"first": ("first term", 2.0), "second": ("second", -1.0)}


def sample(turned: float, games: int = 400, seed: int = 1):  # type: ignore[no-untyped-def]
    """Nine positions a game, three of each kind. Both terms speak for who wins; the first one against it
    where stones fly, if it is `turned`."""
    rng = np.random.default_rng(seed)
    better = rng.normal(size=games)
    of, kinds = np.repeat(np.arange(games), 9), np.tile(np.repeat(np.arange(3), 3), games)
    columns = 0.5 * better[of][:, None] + rng.normal(size=(9 * games, 2))
    flies = kinds == 2
    columns[flies, 0] -= turned * better[of][flies]
    won = (rng.random(games) < 1 / (1 + np.exp(-2 * better))).astype(float)
    side = rng.choice([-1, 1], size=9 * games)
    return columns * side[:, None], np.where(side > 0, won[of], 1 - won[of]), of, kinds


def test_term_that_harms_in_one_kind_is_named_with_it() -> None:
    found = weights_by_kind(*sample(turned=1.0), NAMES, TERMS, 0.5)
    (term,) = found.terms
    assert term.name == "first" and [effect.verdict for effect in term.effects] == [HELPS, HELPS, HARMS]
    assert term.sentence == "first term helps (placing and moving), harms (flying)."
    assert found.sentence == "First term helps (placing and moving), harms (flying)."
    assert found.counts == dict.fromkeys(NAMES, 1200)
    flying = term.effects[2]
    assert flying.low < flying.value < flying.high < 0.0 and flying.positions == 1200
    assert term.figures.startswith("placing ") and "flying −" in term.figures
    assert found.to_json()["terms"][0]["kinds"][2]["verdict"] == HARMS


def test_sentence_says_where_most_if_it_helps_in_all_kinds() -> None:
    def effect(kind: str, value: float, verdict: str = HELPS) -> KindEffect:
        return KindEffect(kind, 100, value, value - 1, value + 1, verdict)

    both = TermByKind("a", "dead ends", GAIN, (effect("one area", -2.0), effect("apart", -30.0)))
    assert both.sentence == "dead ends helps most (apart), least (one area)."
    unclear = [effect("one area", 1.0, UNCLEAR), effect("apart", -0.5, UNCLEAR)]
    neither = TermByKind("a", "dead ends", GAIN, tuple(unclear))
    assert neither.sentence == "dead ends differs between one area and apart, but is unclear in each kind."


def test_terms_that_are_alike_in_all_kinds_are_not_named() -> None:
    named = [bool(weights_by_kind(*sample(0.0, seed=seed), NAMES, TERMS, 0.5).terms) for seed in range(12)]
    assert sum(named) <= 1
    found = weights_by_kind(*sample(0.0), NAMES, TERMS, 0.5)
    assert found.sentence == "No term differs between placing, moving and flying, beyond chance."


def test_too_few_positions_are_said_in_one_line() -> None:
    found = weights_by_kind(*sample(1.0, games=20), NAMES, TERMS, 0.5)
    assert not found.terms and found.why_none == found.sentence
    assert "Too few positions to compare kinds: placing 60, moving 60, flying 60" in found.sentence
    columns, results, games, kinds = sample(1.0)
    alone = weights_by_kind(columns, results, games, np.zeros_like(kinds), NAMES, TERMS, 0.5)
    assert "placing 3600, moving 0, flying 0" in alone.why_none


def test_silent_term_of_one_kind_is_not_asked_there() -> None:
    columns, results, games, kinds = sample(1.0)
    columns[kinds == 0, 0] = 0.0
    (term,) = weights_by_kind(columns, results, games, kinds, NAMES, TERMS, 0.5).terms
    assert [effect.kind for effect in term.effects] == ["moving", "flying"]


def test_gains_are_told_where_kinds_differ() -> None:
    kinds = np.repeat([0, 1, 2], [200, 200, 10])
    helping, level = [(True, False)] * 40 + [(True, True)] * 160, [(True, True)] * 200
    harming = [(False, True)] * 30 + [(False, False)] * 170
    both = {"first": helping + harming + level[:10], "second": level + level + level[:10]}
    labels = {name: label for name, (label, _) in TERMS.items()}
    found = gains_by_kind(both, kinds, NAMES, labels)
    (term,) = found.terms
    assert term.measure == GAIN and [effect.kind for effect in term.effects] == ["placing", "moving"]
    assert [effect.value for effect in term.effects] == [0.2, -0.15]
    assert [effect.verdict for effect in term.effects] == [HELPS, HARMS]
    assert term.figures.startswith("placing +20.0 % [+14.")
    alike = gains_by_kind({"first": helping + helping + level[:10]}, kinds, NAMES, labels)
    assert not alike.terms and not alike.why_none
    few = gains_by_kind({"first": helping}, kinds[:200], NAMES, labels)
    assert "two kinds need 50 proven positions" in few.why_none


@pytest.mark.parametrize("game", game_names())
def test_each_position_is_of_one_of_the_named_kinds(game: str) -> None:
    rules = load_game(game)
    if rules.kinds is None:
        pytest.skip("the game names no kinds")
    assert len(set(rules.kinds.names)) == len(rules.kinds.names) > 1
    position = Position.start(rules)
    names, kinds = kinds_in(rules, [position.state])
    assert names == rules.kinds.names and kinds.tolist() == [0]
    for _ in range(60):
        assert 0 <= rules.kinds.kind_of(position.state) < len(names)
        if not position.moves:
            break
        position = position.play(position.moves[len(position.moves) // 3])


def test_parts_of_a_table_stand_in_where_all_is_one_kind() -> None:
    rules = load_game("isolation")
    position = Position.start(rules)
    named = Position.start(rules, text="7/7/2w4/5b1/7/7/7 w")
    proven = [Proven(position, {}, "near")] * 60 + [Proven(position, {}, "far")] * 60
    names, kinds = kinds_of_proven(rules, proven)
    assert names == ("near", "far") and kinds.tolist() == [0] * 60 + [1] * 60
    names, kinds = kinds_of_proven(rules, [*proven, *[Proven(named, {}, "near")] * 50])
    assert names == ("placing", "one area", "apart") and kinds.tolist() == [0] * 120 + [1] * 50


OF_KINDS = [
    ("chess", "8/4k3/8/8/2P5/8/4K3/8 w - - 0 40", "pawn ending"),
    ("chess", "8/3k4/8/8/2P1R3/8/4K3/8 w - - 0 40", "queens off"),
    ("chess", "2kq4/8/8/8/2P1R3/8/4K3/8 w - - 0 11", "middle game"),
    ("chess", "2kq4/8/8/8/2P1R3/8/4K3/8 w - - 0 10", "opening"),
    ("morris", "3/2w/wb1/3bwb/3/1wb/3 w 5 5 0", "placing"),
    ("morris", "w1w/2w/wb1/b2b1b/3/3/3 w 0 0 0", "moving"),
    ("morris", "w1w/2w/1b1/b2b1b/3/3/3 w 0 0 0", "flying"),
    ("isolation", "xxxxxxx/1xxxxxx/xxwxxxx/xxxxxbx/xxxxxxx/xxxx1xx/xxxxxxx w", "apart"),
    ("isolation", "7/7/2w4/5b1/7/7/7 w", "one area"),
]


@pytest.mark.parametrize(("game", "text", "kind"), OF_KINDS)
def test_kinds_of_known_positions(game: str, text: str, kind: str) -> None:
    rules = load_game(game)
    assert rules.kinds is not None
    assert rules.kinds.names[rules.kinds.kind_of(Position.start(rules, text=text).state)] == kind


def test_shipped_games_name_kinds_and_another_may_too() -> None:
    shipped = ("chess", "isolation", "jungle", "morris", "tabletactics")
    assert all(load_game(game).kinds is not None for game in shipped)
    rules = load_game("isolation")
    sixth = replace(
        rules, kinds=PositionKinds(("white to move", "black to move"), lambda state: state.to_move)
    )
    start = Position.start(sixth)
    names, kinds = kinds_in(sixth, [start.state, start.play(start.moves[0]).state])
    assert names == ("white to move", "black to move") and kinds.tolist() == [0, 1]


def test_game_without_kinds_is_divided_by_progress() -> None:
    rules = load_game("isolation")
    position, states = Position.start(rules), []
    while position.moves:
        states.append(position.state)
        position = position.play(position.moves[0])
    names, kinds = kinds_in(replace(rules, kinds=None), states)
    assert names == ("early", "middle", "late") and kinds.tolist() == sorted(kinds.tolist())
    assert set(kinds.tolist()) == {0, 1, 2}
    bare = replace(rules, kinds=None, progress=None)
    assert kinds_in(bare, states)[0] == ()
    nothing = gains_by_kind({"first": [(True, True)]}, np.zeros(1, np.int64), (), {})
    assert nothing.why_none == "Kinds of position were not compared: the game names no kinds."
