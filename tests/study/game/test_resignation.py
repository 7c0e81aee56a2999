"""A person resigns: the game ends, is saved so, and goes on once that is taken back."""

import json
from pathlib import Path

import pytest

from engines.player_text import parse_player
from games.chess.pgn import pgn_text
from games.contract import BLACK, BLACK_WINS, ONGOING, WHITE, WHITE_WINS, BadText
from games.record import Record
from games.registry import load_game
from study.game.session import Session
from study.saved_games.saved_games import Saves
from study.settings.settings import Settings
from study.variations.tree_edits import TreeEdits
from trees import shape

MOVES = ("d4", "e5", "f5", "f3")


def a_session(saves: Saves, white: str = "human", black: str = "human", game: str = "isolation") -> Session:
    record = Record.start(load_game(game))
    for text in MOVES if game == "isolation" else ("d2d4", "d7d5"):
        record.play(record.position.parse_move(text))
    session = Session(record, (parse_player(white, game), parse_player(black, game)), Settings(), saves)
    session.turn.enter(session.study.record.position.moves[0])
    return session


def reloaded(saves: Saves) -> Record:
    (saved,) = saves.list()
    return saves.load(saved.path)[0]


@pytest.mark.parametrize(
    ("white", "black", "loser"),
    [("human", "random", WHITE), ("random", "human", BLACK), ("human", "human", BLACK)],
)
def test_the_person_resigns_or_of_two_the_one_to_move(
    tmp_path: Path, white: str, black: str, loser: int
) -> None:
    saves = Saves(tmp_path)
    session = a_session(saves, white, black)
    session.turn.resign()
    words = ("White resigned.", "Black resigned.")[loser]
    assert (
        session.study.over
        and session.study.record.outcome == 1 - loser
        and session.study.record.ending == words
    )
    session.close()
    (saved,) = saves.list()
    assert (saved.ending, saved.result) == (words, ("white", "black")[1 - loser])
    assert saved.finished and saves.interrupted() == ()
    again = reloaded(saves)
    assert (again.outcome, again.ending) == (1 - loser, words) and shape(again) == shape(session.study.record)


def test_a_side_is_named_as_its_game_names_it(tmp_path: Path) -> None:
    record = Record.start(load_game("jungle"))
    record.play(record.position.moves[0])
    record.resign(WHITE)
    assert record.ending == "Amber resigned."


def test_taking_it_back_lets_the_game_go_on(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    session = a_session(saves)
    moves = len(session.study.record.plies)
    session.turn.resign()
    assert session.turn.withdraw_resignation() and not session.turn.withdraw_resignation()
    assert not session.study.over and len(session.study.record.plies) == moves and session.study.playing
    session.turn.enter(session.study.record.position.moves[0])
    session.close()
    (saved,) = saves.list()
    assert (saved.ending, saved.plies) == ("", moves + 1)
    assert reloaded(saves).outcome == ONGOING


def test_a_move_taken_back_takes_its_resignation_with_it(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    session = a_session(saves)
    session.turn.resign()
    session.study.record.take_back()
    assert not session.study.over
    session.close()
    assert saves.list()[0].ending == "" and reloaded(saves).outcome == ONGOING


def test_moves_after_the_end_are_variations_and_the_result_stays(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    session = a_session(saves)
    session.turn.resign()
    line = list(session.study.record.line)
    assert session.turn.person_may_move
    session.turn.enter(session.study.record.position.moves[0])
    assert session.study.record.varies and not session.study.over
    session.study.go_to(2)
    session.turn.enter(session.study.position.parse_move("c2"))
    assert session.study.record.varies
    session.close()
    assert saves.list()[0].ending == "Black resigned."
    again = reloaded(saves)
    assert again.line == line and again.outcome == WHITE_WINS
    again.resign(None)
    assert again.line == line and again.outcome == ONGOING, "a variation does not become the game"
    session.study.record.follow(line[-1])
    assert session.turn.withdraw_resignation()
    before = len(line)
    session.turn.enter(session.study.record.position.moves[1])
    assert len(session.study.record.tree.line(0)) == before + 1 and not session.study.record.varies


def test_variation_that_becomes_the_game_removes_resignation(tmp_path: Path) -> None:
    session = a_session(Saves(tmp_path))
    session.turn.resign()
    end = session.study.record.end
    session.turn.enter(session.study.record.position.moves[0])
    edits = session.study.of(TreeEdits)
    edits.promote(session.study)
    assert session.study.record.tree[end].resigned is None and session.study.record.goes_on
    edits.undo(session.study)
    session.study.record.follow(end)
    assert session.study.record.outcome == WHITE_WINS
    session.close()


def test_a_resignation_is_the_result_of_its_pgn(tmp_path: Path) -> None:
    session = a_session(Saves(tmp_path), game="chess")
    session.opened.headers = {"Result": "1-0"}
    assert session.study.record.position.to_move == BLACK
    session.turn.resign()
    assert '[Result "1-0"]' in pgn_text(session.study.record, headers=session.opened.headers)
    session.turn.withdraw_resignation()
    assert '[Result "*"]' in pgn_text(session.study.record, headers=session.opened.headers)
    session.close()


def test_the_rules_come_first(tmp_path: Path) -> None:
    record = Record.start(load_game("isolation"), text="7/7/7/7/xxxx3/xwxx3/x1xb3 w")
    while record.position.outcome == ONGOING:
        record.play(record.position.moves[0])
    outcome, ending = record.outcome, record.ending
    assert outcome in (WHITE_WINS, BLACK_WINS) and ending == record.position.ending
    record.resign(outcome)
    assert (record.outcome, record.ending) == (outcome, ending)


@pytest.mark.parametrize("by", ["nobody", 0, None, ["white"]])
def test_a_file_that_names_no_side_is_refused(by: object) -> None:
    entries = [{"move": "d4"}, {"resigned": 1, "by": by}]
    with pytest.raises(BadText, match="entry 2: resigned, by: expected a side or an empty text, found"):
        Record.replay(Record.start(load_game("isolation")).header(), json.loads(json.dumps(entries)))
