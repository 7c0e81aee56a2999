"""Which two heuristics are compared, what each would play, and the way to the positions that a scan has
found."""

import time
from functools import partial

import pytest

from engines.contract import WIN_BAND, EngineFailure, Limits
from engines.jobs import COMPILING, DONE, FAILED, NewestFirst
from engines.player_kinds import HUMAN, PlayerSpec
from engines.player_text import parse_player
from engines.search_engine import Searcher
from games.record import Record
from games.registry import game_names, load_game
from heuristics.lens import Lens
from heuristics.registry import default_heuristic, load_lens
from samples import ongoing_positions
from study.compare import paired_search, scan_positions
from study.compare.background_scan import Scanned
from study.compare.heuristic_pair import HELD, NAMED, PLAYER, SHOWN, HeuristicPair, game_of, offers
from study.compare.paired_search import PairedSearch
from study.compare.scan import Disagreement, ScanChoice
from study.compare.scan_positions import random_spots, spots_of_game
from study.saved_games.game_to_open import OpenGame
from study.state.search_store import position_key
from study.state.study import Study
from study.state.wishes import Show


def study_of(game, heuristic="", players=(PlayerSpec(HUMAN), PlayerSpec(HUMAN))):
    record = Record.start(load_game(game))
    lens = load_lens(game, heuristic) if heuristic else Lens.of(default_heuristic(game))
    return Study(record, lens, players=players)


@pytest.fixture
def studies():
    made = []

    def make(*words, **more):
        made.append(study_of(*words, **more))
        return made[-1]

    yield make
    for each in made:
        each.features.close()


@pytest.mark.parametrize("game", game_names())
def test_the_shown_heuristic_is_compared_with_another(studies, game):
    study = studies(game)
    known = offers(study)
    assert [offer.key for offer in known[1:]] == [(NAMED, name) for name in study.lens_names]
    first, second, judge = study.of(HeuristicPair).lenses(study)
    assert first == study.lens and judge == Lens.of(default_heuristic(game))
    assert (second != first) == (len(study.lens_names) > 1)
    name = first.heuristic.terms[0].name
    study.lens = first.with_weight(name, 7.25)  # a slider
    first, second, _ = study.of(HeuristicPair).lenses(study)
    assert first == study.lens != second


def test_one_heuristic_with_two_sets_of_weights(studies):
    players = tuple(parse_player(text, "morris") for text in ("human", "alphabeta:weighted,depth=2,mills=3"))
    study = studies("morris", players=players)
    black = next(offer for offer in offers(study) if offer.key[0] == PLAYER)
    assert black.lens.weight("mills") == 3.0 and black.label == "Black's weighted"
    assert black.detail == "mills 3 instead of 4"
    plain = next(offer for offer in offers(study) if offer.lens == load_lens("morris", "weighted"))
    study.of(HeuristicPair).chosen[:2] = black.key, plain.key
    first, second, _ = study.of(HeuristicPair).lenses(study)
    assert first == black.lens and second == plain.lens
    other = second.with_weight("stones", 9.0)
    study.of(HeuristicPair).hold(study, (first, other), "so it is")
    assert study.of(HeuristicPair).sentence_on(study.position) == "so it is"
    assert study.of(HeuristicPair).lenses(study)[:2] == (first, other)
    assert study.take_wishes() == [Show(HeuristicPair)]
    assert [key[0] for key in study.of(HeuristicPair).chosen[:2]] == [PLAYER, HELD]
    study.lens = other
    assert next(offer for offer in offers(study) if offer.key[0] == SHOWN).lens == other


def both_of(choices, position, lenses, make):
    deadline = time.perf_counter() + 60
    while True:
        news = choices.ask(position, lenses, make)
        if news.phase in (DONE, FAILED):
            return news
        assert time.perf_counter() < deadline
        time.sleep(0.001)


@pytest.fixture
def choices():
    lane = NewestFirst("both choices of a test")
    made = PairedSearch(lane)
    yield made
    lane.close()


def uncompiled(lens):
    return Searcher(lens, Limits(), table_megabytes=0.1, compile=False)


def test_both_choose_at_one_depth_what_they_choose_alone(choices, monkeypatch):
    monkeypatch.setattr(paired_search, "CHOOSING_SECONDS", 0.1)
    lenses = load_lens("isolation", "improved"), load_lens("isolation", "open")
    for position in ongoing_positions("isolation", 5, 6)[4:]:
        both = both_of(choices, position, lenses, uncompiled).value
        assert both.depth > 0
        for thought, lens in zip(both.thoughts, lenses, strict=True):
            alone = uncompiled(lens).to_depth(thought.depth).think(position)
            assert (thought.move, thought.value, thought.lens) == (alone.move, alone.value, lens)
            assert thought.depth == both.depth or abs(thought.value) > WIN_BAND
        assert both.agree == (both.thoughts[0].move == both.thoughts[1].move)
        again = choices.ask(position, lenses, uncompiled)
        assert again.phase == DONE and again.value is both  # cached


def test_another_position_takes_its_place(choices, monkeypatch):
    monkeypatch.setattr(paired_search, "CHOOSING_SECONDS", 60.0)
    first, second = ongoing_positions("isolation", 5, 6)[4:]
    lenses = load_lens("isolation", "improved"), load_lens("isolation", "open")
    deadline = time.perf_counter() + 120
    for position in (first, second):
        while choices.ask(position, lenses, uncompiled).value is None:
            assert time.perf_counter() < deadline, "the search before is not given up"
            time.sleep(0.001)
    assert choices.news.value.thoughts[0].position is second


def test_a_heuristic_that_fails_is_named(choices):
    class Failing(Searcher):
        def prepare(self, game_name):
            raise EngineFailure("the engine has a headache")

    lens = load_lens("isolation", "improved")
    position = Record.start(load_game("isolation")).position
    news = both_of(choices, position, (lens, lens), partial(Failing, limits=Limits()))
    assert news.error == "the engine has a headache" and news.doing == COMPILING
    assert both_of(choices, position, (lens, lens), uncompiled) is news  # once is enough


def scanned_by(study, found, amount):
    lenses = load_lens("isolation", "improved"), load_lens("isolation", "open"), study.lens
    record = study.record
    study.of(HeuristicPair).scan.scanned = Scanned(
        lenses, ("one", "other"), 2, amount, record, tuple(record.positions)
    )
    return Disagreement(
        found,
        tuple(
            ScanChoice(move, 0.0, 2, 0.0, -1.0, "mobility", float(move)) for move in found.position.moves[:2]
        ),
    )


def test_a_position_of_the_game_is_gone_to(studies):
    study = studies("isolation")
    study.record.play(study.record.position.moves[20])
    spot = list(spots_of_game(study.record.positions))[1]
    found = scanned_by(study, spot, 0)
    study.of(HeuristicPair).show(study, study.of(HeuristicPair).scan.scanned, found)
    assert study.cursor == 1 and study.take_wishes() == [Show(HeuristicPair)]
    assert [lens.name for lens in study.of(HeuristicPair).lenses(study)[:2]] == ["improved", "open"]


def test_any_other_is_a_game_of_its_own(studies, monkeypatch):
    monkeypatch.setattr(scan_positions, "jit_disabled", lambda: True)  # compiles nothing
    study = studies("isolation")
    (spot,) = random_spots(study.record.game, study.record.options, 1, 4)
    found = scanned_by(study, spot, 100)
    scanned = study.of(HeuristicPair).scan.scanned
    study.of(HeuristicPair).show(study, scanned, found)
    (wish,) = study.take_wishes()
    assert study.cursor == 0 and isinstance(wish, OpenGame) and wish.name == "the scan" and not wish.instead
    opened = wish.read()
    assert position_key(opened.record.position) == position_key(spot.position)
    there = studies("isolation")
    opened.prepare(there)
    assert [lens.name for lens in there.of(HeuristicPair).lenses(there)[:2]] == ["improved", "open"]
    words = there.of(HeuristicPair).sentence_on(there.position)
    assert words.startswith("2 plies deep improved plays") and "by territory, 4 plies deep" in words
    gone = Disagreement(spots_of_game([spot.position]).__next__(), found.choices)
    assert game_of(scanned, gone).record.position.text == spot.position.text
