"""How a heuristic is measured in proven positions: by hand, in Morris' table, and by searches without
tables."""

from dataclasses import replace

import pytest

from arena.truth import table_positions
from arena.truth.bounds import Prover, blind
from arena.truth.measure import ProvenChoice, TruthTally, random_share, searcher_of
from arena.truth.proven import Proven
from arena.truth.table_positions import drawn_positions
from engines.contract import StopSignal
from games.compiling.compiler import jit_disabled
from games.contract import BadText
from games.position import Position
from games.registry import load_game
from games.truth.fate import DRAWN, Fate
from games.truth.tables import tables_of

needs_the_compiler = pytest.mark.skipif(jit_disabled(), reason="millions of positions")


IMPOSSIBLE = "7K/6B1/8/8/3k4/8/8/B7 b - - 0 1"
FATES = {1: Fate(1, 3), 2: Fate(1, 7), 3: DRAWN, 4: Fate(-1, 2)}


def proven(fates: dict[int, Fate]) -> Proven:
    return Proven(Position.start(load_game("isolation")), fates, "by hand")


def choice(chosen: int, values: dict[int, float], fates: dict[int, Fate] = FATES) -> ProvenChoice:
    return ProvenChoice(proven(fates), chosen, values)


VALUES = {1: 5.0, 2: 1.0, 3: 1.0, 4: 2.0}


def test_value_kept_is_of_the_outcome_and_not_of_its_plies():
    assert [choice(move, VALUES).kept for move in FATES] == [True, True, False, False]


def test_pairs_are_ordered_by_outcome_and_alike_is_half():
    # Better and worse: 1 and 2 over 3, 1 and 2 over 4, 3 over 4.
    assert choice(1, VALUES).ordered == (2.5, 5)


def test_plies_lost_are_those_of_the_moves_that_keep_the_outcome():
    assert [choice(move, VALUES).plies_lost for move in FATES] == [0, 4, None, None]
    lost = {1: Fate(-1, 8), 2: Fate(-1, 2)}
    assert choice(2, {1: 0.0, 2: 1.0}, lost).plies_lost == 6
    tally = TruthTally()
    for made in (choice(2, VALUES), choice(2, {1: 0.0, 2: 1.0}, lost)):
        tally.add(made.proven, made.counted())
    assert tally.plies_lost == 5.0 and tally.positions == 1  # in a lost position all moves lose


def test_what_a_random_move_keeps():
    positions = [proven(FATES), proven({1: Fate(1, 3), 2: Fate(1, 5)})]
    assert random_share(positions) == 0.5  # a position in which all moves keep the outcome tells nothing


def test_a_position_with_a_win_in_one_tells_nothing():
    assert not proven({1: Fate(1, 1), 2: DRAWN}).is_telling
    assert not proven({1: Fate(1, 3), 2: Fate(1, 3)}).is_telling
    assert proven({1: Fate(-1, 4), 2: Fate(-1, 2)}).is_telling


@needs_the_compiler
def test_a_search_proves_what_the_table_knows():
    """Its wins and losses agree with the table to the ply; it proves no other position."""
    tables = tables_of("morris")
    tables.make(lambda making: None, ("3-3",))
    prover = Prover("morris", 30_000)
    agreed = 0
    for text in (
        "w1w/3/3/3b2/3/b1b/2w w 0 0 0",
        "w1w/3/3/3b2/1w1/b1b/3 b 0 0 0",
        "1ww/3/3/3b2/3/bwb/3 b 0 0 0",
    ):
        position = Position.start(load_game("morris"), text=text)
        for move, known in tables.fates(position).items():
            after = position.play(move)
            fate = prover._fate(after, StopSignal()) if after.moves else None
            if fate is not None and fate.result:
                agreed += 1
                assert fate.before_move == known
    assert agreed > 10


@needs_the_compiler
def test_isolation_is_proven_to_the_end_and_nobody_draws():
    position = Position.start(
        load_game("isolation"), text="xxxxxxx/xx1x1xx/x1xxx1x/xxxwxxx/x1xbx1x/xx1x1xx/xxxxxxx w"
    )
    prover = Prover("isolation", 200_000)
    fates = prover.fates(position, StopSignal())

    def worth(at: Position) -> Fate:
        if not at.moves:
            return Fate(-1, 0)
        return max((worth(at.play(move)).before_move for move in at.moves), key=lambda fate: fate.order)

    assert fates == {move: worth(position.play(move)).before_move for move in position.moves}
    assert len(fates) > 1


@needs_the_compiler
def test_the_blind_player_sees_nothing_but_the_end():
    position = Position.start(load_game("isolation"), text="7/7/2w4/7/7/4b2/7 w")
    values = {row.value for row in searcher_of(blind("isolation"), 1).think(position).root_moves}
    assert values == {0.0}


@needs_the_compiler
def test_positions_that_no_game_leads_to_are_left_out(monkeypatch):
    """Two bishops that check along one diagonal cannot have got there, says python-chess."""
    tables = tables_of("chess")
    tables.make(lambda making: None, ("KRK",))
    game, said = load_game("chess"), []

    def written(state):
        said.append(IMPOSSIBLE if not said else game.format(state))
        return said[-1]

    monkeypatch.setattr(table_positions, "load_game", lambda name: replace(game, format=written))
    with pytest.raises(BadText):
        Position.start(game, text=IMPOSSIBLE)
    found = next(drawn_positions(tables, game.options(), 1, ("KRK",)))
    assert found.position.text in said and len(said) > 1
