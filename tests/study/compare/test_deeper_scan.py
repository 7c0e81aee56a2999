"""A scan of one heuristic: a refuted move loses by its own deeper search, and terms are said to mislead only
for what they promised."""

from functools import partial

import pytest

from engines.contract import Limits
from engines.jobs import Job
from engines.player_text import parse_player
from engines.search_engine import Searcher
from games.compiling.compiler import jit_disabled
from games.record import Record
from games.registry import load_game
from heuristics.registry import load_lens
from study.compare.deeper_scan import FURTHER, DeeperScan, MisledTerm, refutations
from study.compare.scan_positions import own_and_saved_spots, own_spots, saved_spots
from study.format.loss_scale import is_marked
from study.saved_games.saved_games import Saves
from study.suites.refuted_moves import case_of

pytestmark = pytest.mark.skipif(jit_disabled(), reason="searches many times")

GAME = load_game("isolation")
LENS = load_lens("isolation", "custom_score")
SCALE = LENS.heuristic.clear_advantage
PLAYER = parse_player("alphabeta:custom_score,depth=1", "isolation")


def plain(depth):
    return Searcher(LENS, Limits(depth=depth), table_megabytes=1)


def own():
    return own_spots(PLAYER, GAME, GAME.options(), None, 1)


@pytest.fixture(scope="module")
def scanned():
    deeper = partial(plain, 1 + FURTHER)
    spots = partial(lambda: own_and_saved_spots(own(), iter(()), 24))
    return DeeperScan(GAME, (partial(plain, 1), deeper), deeper, spots, 24, 2).work(Job())


def test_refuted_moves_are_marked_losses_by_separate_searches(scanned):
    assert scanned.done == 24 and len(refutations(scanned)) > 2
    for found in refutations(scanned):
        position, (shallow, deep) = found.spot.position, found.choices
        assert plain(1).think(position).move == shallow.move == found.refuted
        searched = [plain(6).think(position, only=(choice.move,)).value for choice in found.choices]
        assert searched == [shallow.judged, deep.judged]
        assert plain(6).think(position).value == deep.judged
        assert is_marked(deep.judged, shallow.judged, SCALE) and found.better == 1


def test_good_moves_are_nearer_to_the_best_than_the_refuted_one(scanned):
    for found in refutations(scanned):
        position, (shallow, deep) = found.spot.position, found.choices
        half = (shallow.judged + deep.judged) / 2
        values = {move: plain(6).think(position, only=(move,)).value for move in position.moves}
        good = [move for move in position.moves if values[move] > half]
        case = case_of(found, LENS)
        if len(found.good) > 4:
            assert set(found.good) <= set(good) and case.avoid == (found.refuted,) and not case.best
        else:
            assert sorted(found.good) == good and case.best == found.good
        assert not case.passes(found.refuted) and case.passes(deep.move)
        assert case.name.startswith("own game ") and case.question


def test_confirmed_choices_are_counted_with_their_term(scanned):
    assert sum(scanned.confirmed.values()) + len(scanned.found) <= scanned.done
    assert scanned.right(0) == sum(scanned.confirmed.values()) > 0


def test_terms_mislead_by_what_they_promised_and_did_not_keep(scanned):
    assert MisledTerm("a", "a", 3.0, -2.0).misled == 3.0, "more than all of it cannot be lost"
    assert MisledTerm("a", "a", 3.0, 1.0).misled == 2.0
    assert MisledTerm("a", "a", 3.0, 5.0).misled == 0.0
    assert MisledTerm("a", "a", 3.0, None).misled == 3.0
    for found in refutations(scanned):
        misled = [term.misled for term in found.terms]
        assert misled == sorted(misled, reverse=True) and all(amount > 0.0 for amount in misled)


def test_saved_games_take_turns_with_own_ones(tmp_path):
    saves = Saves(tmp_path)
    for moves in ((20, 3, 2, 1), (5, 4)):
        record = Record.start(GAME)
        for index in moves:
            record.play(record.position.moves[index])
        saves.begin(record, "human", "human").close()
    with (saves.folder / "broken.plyglass").open("w", encoding="utf-8") as file:
        file.write("nothing\n")
    saved = partial(saved_spots, saves, GAME, GAME.options(), 3)
    spots = list(own_and_saved_spots(own(), saved(), 30))
    assert len(spots) == 30 and [spot.number for spot in spots] == list(range(1, 31))
    of_saved = [spot for spot in spots if not spot.where.startswith("own game")]
    assert len(of_saved) == 7, "the start counts once"
    assert [spot.where.startswith("own game") for spot in spots[:4]] == [True, False, True, False]
    for spot in spots:
        record = Record.start(GAME)
        for move, chance in spot.moves:
            record.play(move, chance)
        assert record.position.text == spot.position.text and spot.plies == len(spot.moves)
    assert [spot.position.text for spot in own_and_saved_spots(own(), saved(), 30)] == [
        spot.position.text for spot in spots
    ]
