"""The searches of a game are there again when the game is opened, without searching."""

import json
import time
from dataclasses import replace
from functools import partial

import pytest

from engines.player_text import make_engine, parse_player
from engines.search_engine import Searcher
from games.record import Record
from games.registry import load_game
from study.game.session import Session
from study.review.background_review import BackgroundReview
from study.review.reviewer import usual_searcher
from study.saved_games.examples import REVIEW_NODES, examples, open_example
from study.saved_games.kept_searches import read_searches
from study.saved_games.saved_games import Saves
from study.settings.settings import Settings
from study.state.wishes import Say

PLAYER = "alphabeta:territory,depth=2"
SMALL = {"compile": False, "table_megabytes": 0.01}


def engine(spec, game, seed):
    return replace(make_engine(spec, game, {}, seed, 0.01), compile=False)


def session_of(saves, opened=None) -> Session:
    players = tuple(parse_player(text, "isolation") for text in (PLAYER, PLAYER))
    record = Record.start(load_game("isolation")) if opened is None else opened.record
    file = None if opened is None else opened.file
    session = Session(record, players, Settings(), saves, 3, resumed=file, engine_maker=engine)
    session.study.pace = 0  # as fast as possible
    session.study.of(BackgroundReview).make = lambda lens, nodes: replace(
        usual_searcher(lens, nodes), **SMALL
    )
    if opened is not None:
        session.study.playing = False
        session.searches.read(opened.searches)
    return session


def until(session, done, seconds=120) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it takes too long"
        session.update()
        time.sleep(0.002)


def play(session, plies) -> None:
    until(session, lambda: len(session.study.record.plies) >= plies)
    session.turn.pause()


def review(session) -> None:
    found = session.study.of(BackgroundReview)
    found.nodes = 300
    found.begin(session.study)
    until(session, lambda: found.whole(session.study.record) is not None)
    found.pause()
    until(session, lambda: not found.running)


def entries(saves) -> list[dict]:
    (path,) = saves.folder.iterdir()
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def count(saves, kind) -> int:
    return sum(next(iter(entry)) == kind for entry in entries(saves))


def rows(session) -> list:
    found = session.study.of(BackgroundReview).whole(session.study.record)
    return [
        (each.index, each.move, each.move_loss.loss, each.move_loss.depth, each.terms, each.why)
        for each in found.looked
    ]


def told(session) -> list:
    found = [session.study.search_store.of(position) for position in session.study.record.positions]
    fields = ("value", "depth", "nodes", "pv", "move", "lens", "player", "best_moves")
    return [None if each is None else [getattr(each, field) for field in fields] for each in found]


@pytest.fixture
def saves(tmp_path):
    return Saves(tmp_path)


def open_again(saves, monkeypatch) -> Session:
    """The game, opened by a program that cannot search."""
    (listed,) = saves.list()

    def think(*arguments, **more):
        raise AssertionError("something is searched")

    monkeypatch.setattr(Searcher, "think", think)
    monkeypatch.setattr(Searcher, "prepare", think)
    return session_of(saves, saves.open(listed.path))


def test_searches_and_review_are_known_again_without_searching(saves, monkeypatch):
    session = session_of(saves)
    play(session, 6)
    review(session)
    before, reviewed = told(session), rows(session)
    session.close()
    assert sum(each is not None for each in before) >= 6 and any(row[2] > 0 for row in reviewed)
    size = len(entries(saves))

    again = open_again(saves, monkeypatch)
    found = again.study.of(BackgroundReview)
    until(again, lambda: found.whole(again.study.record) is not None)
    assert told(again) == before and rows(again) == reviewed and not found.problem
    found.nodes = 300
    found.begin(again.study)  # as the button does; everything is known
    until(again, lambda: not found.running)
    assert rows(again) == reviewed and not found.problem
    again.close()
    assert len(entries(saves)) == size  # nothing is written twice


def test_a_search_is_in_the_file_before_the_game_is_left(saves):
    session = session_of(saves)
    play(session, 3)
    until(session, lambda: count(saves, "search") == 3)
    assert [entry["search"] for entry in entries(saves) if "search" in entry] == [0, 1, 2]
    session.close()


def test_searches_before_the_first_move_go_to_the_file(saves):
    session = session_of(saves)
    session.study.playing = False
    session.analysis.ask_hint()
    until(session, lambda: session.study.thought_here is not None and not session.study.running)
    assert not saves.folder.exists()
    session.study.players = (parse_player("human", "isolation"), session.study.players[1])
    session.turn.enter(session.study.record.position.moves[0])
    until(session, lambda: count(saves, "search") == 1)
    session.close()


def test_game_in_another_file_keeps_its_searches(saves, tmp_path):
    session = session_of(saves)
    play(session, 4)
    review(session)
    until(session, lambda: count(saves, "review") == 4)
    session.players.change((parse_player("human", "isolation"),) * 2)
    session.study.go_to(4)
    session.turn.enter(session.study.record.position.moves[0])
    session.close()
    newest = max(saves.list(), key=lambda saved: saved.plies)
    opened = saves.open(newest.path)
    kept = read_searches(opened.record, opened.searches)
    assert newest.plies == 5 and len(kept.looked) == 4
    assert {each.position.text for each in kept.thoughts} <= {p.text for p in opened.record.positions}
    assert len(kept.thoughts) + len(kept.looked) >= 4
    opened.file.close()


def test_a_variation_keeps_its_searches(saves, monkeypatch):
    session = session_of(saves)
    play(session, 4)
    session.study.players = (parse_player("human", "isolation"),) * 2
    session.study.go_to(2)
    other = next(move for move in session.study.position.moves if move != session.study.record.plies[2].move)
    session.turn.enter(other)
    node, value = session.study.node, None
    session.analysis.ask_hint()
    until(session, lambda: session.study.thought_here is not None and not session.study.running)
    value = session.study.thought_here.value
    session.close()
    assert node == 5 and any(entry.get("search") == node for entry in entries(saves))
    again = open_again(saves, monkeypatch)
    again.study.go_to_node(node)
    until(again, lambda: again.study.thought_here is not None)
    assert again.study.thought_here.value == value
    again.close()


def test_a_file_that_has_grown_too_long_takes_moves_only(saves, monkeypatch):
    monkeypatch.setattr("study.saved_games.autosave.MOST_BYTES_OF_SEARCHES", 10)
    session = session_of(saves)
    play(session, 3)
    session.close()
    assert count(saves, "move") == 3 and count(saves, "search") == 0


def test_review_begun_while_reading_waits_for_the_file(saves, monkeypatch):
    session = session_of(saves)
    play(session, 6)
    review(session)
    reviewed = rows(session)
    session.close()
    again = open_again(saves, monkeypatch)  # its searches are still being read
    found = again.study.of(BackgroundReview)
    found.nodes = 300
    found.begin(again.study)
    assert again.study.restoring and not found.running
    until(again, lambda: found.whole(again.study.record) is not None)
    assert rows(again) == reviewed and not found.problem and not again.study.restoring
    again.close()


def forbid_searching(monkeypatch) -> None:
    def think(*arguments, **more):
        raise AssertionError("something is searched")

    monkeypatch.setattr(Searcher, "think", think)
    monkeypatch.setattr(Searcher, "prepare", think)


def open_example_as(example, opened) -> Session:
    """The session that the window makes of an example, with its review started."""
    players = tuple(parse_player(text, example.game) for text in opened.players)
    session = Session(opened.record, players, Settings(), None, 1, engine_maker=engine)
    session.study.playing = False
    session.study.of(BackgroundReview).make = lambda lens, nodes: replace(
        usual_searcher(lens, nodes), **SMALL
    )
    session.searches.read(opened.searches)
    opened.prepare(session.study)
    return session


def begin_review(study, nodes=REVIEW_NODES) -> None:
    study.of(BackgroundReview).nodes = nodes
    study.of(BackgroundReview).begin(study)


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.title)
def test_an_example_is_reviewed_without_a_search(example, tmp_path, monkeypatch):
    forbid_searching(monkeypatch)
    session = open_example_as(example, open_example(example, Saves(tmp_path), begin_review))
    found = session.study.of(BackgroundReview)
    until(session, lambda: found.whole(session.study.record) is not None)
    until(session, lambda: not found.running)
    assert not found.problem and any(each.why for each in found.whole(session.study.record).looked)
    session.close()


def test_example_of_a_changed_heuristic_is_searched_again(tmp_path):
    example = next(each for each in examples() if each.game == "isolation")
    opened = open_example(example, Saves(tmp_path), partial(begin_review, nodes=200))
    stale = tuple(
        json.dumps(json.loads(line) | {"content": "0" * 64}).encode() if b'"heuristic"' in line else line
        for line in opened.searches
    )
    session = open_example_as(example, replace(opened, searches=stale))
    found = session.study.of(BackgroundReview)
    until(session, lambda: found.news.done >= 1)
    told = [wish.text for wish in session.study.take_wishes() if isinstance(wish, Say)]
    assert told == ["territory has changed since this game was reviewed, so the kept review is left out."]
    assert found.goes_on and found.running and not found.whole(session.study.record)
    session.close()
