"""Moves in the middle of a game that is over or paused begin variations, which are saved."""

import json
from pathlib import Path

import pytest

from engines.player_kinds import HUMAN, PlayerSpec
from engines.player_text import parse_player
from games.game_tree import ROOT
from games.random_stream import Draws
from games.record import Record
from games.registry import load_game
from study.game.session import Session
from study.saved_games.saved_games import Saves
from study.settings.settings import Settings
from trees import change_at_random, shape

PEOPLE = (PlayerSpec(HUMAN), PlayerSpec(HUMAN))


MOVES = ("d4", "e5", "f5", "f3")


def a_session(saves: Saves, moves: tuple[str, ...] = MOVES) -> Session:
    session = Session(Record.start(load_game("isolation")), PEOPLE, Settings(), saves)
    for text in moves:
        session.turn.enter(session.study.record.position.parse_move(text))
    return session


def only_file(saves: Saves) -> Path:
    (path,) = saves.folder.iterdir()
    return path


def test_a_move_in_the_middle_is_a_variation_that_is_saved(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    session = a_session(saves)
    session.study.go_to(1)
    session.turn.enter(session.study.position.parse_move("c3"))
    assert [ply.text for ply in session.study.record.plies] == ["d4", "c3"] and session.study.cursor == 2
    session.turn.enter(session.study.position.parse_move("f3"))
    assert [ply.text for ply in session.study.record.plies] == ["d4", "c3", "f3"]
    session.study.go_to(1)
    session.turn.enter(session.study.position.parse_move("e5"))
    assert [ply.text for ply in session.study.record.plies] == [
        "d4",
        "e5",
        "f5",
        "f3",
    ] and session.study.cursor == 2
    session.close()
    lines = only_file(saves).read_text(encoding="utf-8").splitlines()[1:]
    moves = [{"move": text} for text in ("d4", "e5", "f5", "f3")]
    assert [json.loads(line) for line in lines] == [*moves, {"at": 1}, {"move": "c3"}, {"move": "f3"}]
    record, *_ = saves.load(only_file(saves))
    assert shape(record) == shape(session.study.record)
    (listed,) = saves.list()
    assert (listed.plies, listed.problem) == (4, "")


def test_paused_game_against_a_program_takes_variations(tmp_path: Path) -> None:
    record = Record.start(load_game("isolation"))
    for text in ("d4", "e5", "f5", "f3"):
        record.play(record.position.parse_move(text))
    players = PlayerSpec(HUMAN), parse_player("random", "isolation")
    session = Session(record, players, Settings(), Saves(tmp_path))
    session.study.go_to(1)
    assert session.study.playing and not session.turn.person_may_move, (
        "the program plays: the game is at its end"
    )
    session.turn.pause()
    assert session.turn.person_may_move
    session.turn.enter(session.study.position.parse_move("c3"))
    session.turn.enter(session.study.position.parse_move("f3"))
    assert [ply.text for ply in session.study.record.plies] == ["d4", "c3", "f3"], "for either side"
    session.study.go_to_node(session.study.record.tree.line(ROOT)[-1])
    assert session.study.at_end and session.turn.person_may_move, "White is to move in the game"
    session.close()


def test_turning_to_another_line_pauses_the_programs(tmp_path: Path) -> None:
    record = Record.start(load_game("isolation"))
    for text in ("d4", "e5", "f5"):
        record.play(record.position.parse_move(text))
    record.cut(1)
    record.play(record.position.parse_move("c3"))
    variation = record.end
    record.follow(ROOT)
    players = PlayerSpec(HUMAN), parse_player("random", "isolation")
    session = Session(record, players, Settings(), Saves(tmp_path))
    session.study.go_to_node(variation)
    session.update()
    assert not session.study.playing and session.study.position is record.tree[variation].position
    session.close()


def test_saved_game_without_variations_opens_and_grows(tmp_path: Path) -> None:
    """The file's bytes are those that version 0.4 wrote: moves with outcomes, a take-back and an ending."""
    saves = Saves(tmp_path)
    saves.folder.mkdir()
    path = saves.folder / "old.plyglass"
    entries = (
        '{"move": "a1", "chance": 0}\n{"back": 1}\n{"move": "a1", "chance": 0}\n{"move": "a7", "chance": 2}\n'
        '{"end": "continued with other players"}\n'
    )
    header = Record.start(load_game("jungle")).header()
    head = json.dumps({"plyglass": 1, **header, "white": "human", "black": "human", "seed": 0}) + "\n"
    path.write_text(head + entries, encoding="utf-8")
    (listed,) = saves.list()
    assert (listed.plies, listed.ending) == (2, "continued with other players")
    opened = saves.open(path)
    assert opened.file is not None and not opened.remark
    session = Session(opened.record, PEOPLE, Settings(), saves, resumed=opened.file)
    session.study.go_to(1)
    session.turn.enter(session.study.position.parse_move("b7"))
    session.study.record.edit({"comment": 2, "text": "tried"})
    session.close()
    assert path.read_text(encoding="utf-8").startswith(head + entries)
    again, *_ = saves.load(path)
    assert shape(again) == shape(session.study.record)
    assert saves.list()[0].plies == 2


@pytest.mark.long
def test_a_kill_at_every_byte_keeps_all_that_was_written(tmp_path: Path) -> None:
    saves, record, draws = Saves(tmp_path), Record.start(load_game("jungle")), Draws(11)
    session = Session(record, PEOPLE, Settings(), saves)
    shapes = {}
    for _ in range(30):
        change_at_random(record, draws)
        if saves.folder.is_dir():
            shapes[len(only_file(saves).read_bytes())] = shape(record)
    session.close()
    path = only_file(saves)
    content = path.read_bytes()
    assert len(shapes) > 15
    for size in range(min(shapes), len(content) + 1):
        path.write_bytes(content[:size])
        loaded, *_ = saves.load(path)
        if size in shapes:
            assert shape(loaded) == shapes[size]
        assert saves.list()[0].plies == len(loaded.tree.line(ROOT))


@pytest.mark.parametrize("deleted", [False, True])
def test_the_list_says_how_the_main_line_stands(tmp_path: Path, deleted: bool) -> None:
    saves = Saves(tmp_path)
    session = a_session(saves, ("d4", "e5"))
    draws = Draws(1)
    while not session.study.over:
        moves = session.study.record.position.moves
        session.turn.enter(moves[draws.below(len(moves))])
    ended = len(session.study.record.plies)
    session.study.go_to(1)
    session.turn.enter(session.study.position.parse_move("c3"))
    if deleted:
        session.study.record.edit({"delete": ended})
    session.close()
    (listed,) = saves.list()
    assert listed.finished is not deleted and listed.plies == ended - deleted
