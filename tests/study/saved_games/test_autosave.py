"""A game's file is deleted, moved, truncated or overwritten by another program during the game, or the disk
is full: no move is lost, and one message says so."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from engines.player_text import parse_player
from games.record import Record
from games.registry import load_game
from samples import said
from study.game.session import Session
from study.saved_games.saved_games import Saves
from study.settings.settings import Settings

MOVES = ("d4", "e5", "f5", "f3", "g7", "e1")
NEW_FILE = "moved, deleted or changed"


def begun(folder: Path) -> Session:
    players = (parse_player("human", "isolation"), parse_player("human", "isolation"))
    return Session(Record.start(load_game("isolation")), players, Settings(), Saves(folder))


def enter(session: Session, *texts: str) -> None:
    for text in texts:
        session.turn.enter(session.study.record.position.parse_move(text))


def games_in(folder: Path) -> list[list[str]]:
    """The moves of each game that can be opened."""
    saves = Saves(folder)
    games = [saves.load(saved.path)[0] for saved in saves.list() if not saved.problem]
    return [[ply.text for ply in record.plies] for record in games]


def cut_to_nothing(path: Path) -> None:
    os.truncate(path, 0)


def cut_in_the_middle(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 30)


def fill_with_zeros(path: Path) -> None:
    size = path.stat().st_size
    os.truncate(path, 0)
    os.truncate(path, size)


def overwrite(path: Path) -> None:
    path.write_text("somebody else's text\n" * 100, encoding="utf-8")


def put_another_there(path: Path) -> None:
    path.rename(path.with_suffix(".moved"))
    path.write_text("somebody else's text\n" * 100, encoding="utf-8")


def move_the_folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))


HARMS: tuple[Callable[[Path], object], ...] = (
    *(Path.unlink, lambda path: path.rename(path.with_suffix(".moved")), put_another_there, move_the_folder),
    *(cut_to_nothing, cut_in_the_middle, fill_with_zeros, overwrite),
)


def harm(session: Session, how: Callable[[Path], object]) -> Path:
    file = session.file.file
    assert file is not None
    try:
        how(file.path)
    except PermissionError:
        pytest.skip("this system lets nobody touch a file that is open")
    return file.path


@pytest.mark.parametrize("how", HARMS, ids=lambda how: how.__name__)
def test_the_whole_game_goes_to_a_new_file(tmp_path: Path, how: Callable[[Path], object]) -> None:
    session = begun(tmp_path)
    enter(session, *MOVES[:3])
    path = harm(session, how)
    left = path.read_bytes() if path.exists() else None
    enter(session, *MOVES[3:5])
    session.turn.take_back()
    enter(session, MOVES[4], MOVES[5])
    assert list(MOVES) in games_in(tmp_path)
    assert len([line for line in said(session) if NEW_FILE in line]) == 1 == len(said(session))
    assert session.close() == ""
    if left is not None:
        assert path.read_bytes() == left, "what is not ours is not written over"


def test_harmed_file_is_written_again_on_leaving(tmp_path: Path) -> None:
    session = begun(tmp_path)
    enter(session, *MOVES)
    harm(session, Path.unlink)
    assert games_in(tmp_path) == []
    assert session.close() == "" and games_in(tmp_path) == [list(MOVES)]


def test_the_end_of_a_game_is_in_the_new_file(tmp_path: Path) -> None:
    session = begun(tmp_path)
    enter(session, *MOVES)
    harm(session, Path.unlink)
    session.file.end("White has won", "white")
    (saved,) = Saves(tmp_path).list()
    assert saved.finished and saved.result == "white" and saved.plies == len(MOVES)
    session.close()


def test_a_game_that_is_only_looked_at_is_not_written_again(tmp_path: Path) -> None:
    session = begun(tmp_path)
    enter(session, *MOVES)
    session.close()
    saves = Saves(tmp_path)
    opened = saves.open(saves.list()[0].path)
    looked = Session(opened.record, session.study.players, Settings(), saves, resumed=opened.file)
    harm(looked, Path.unlink)
    assert looked.close() == "" and games_in(tmp_path) == []


def disk_full() -> Callable[[], None]:
    """Nothing can be written or created until the returned function is called."""

    def fail(*arguments: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    patched = pytest.MonkeyPatch()
    patched.setattr(os, "write", fail)
    return patched.undo


@pytest.mark.parametrize("first", [0, 2])
def test_a_full_disk_is_reported_once_and_again_on_leaving(tmp_path: Path, first: int) -> None:
    session = begun(tmp_path)
    enter(session, *MOVES[:first])
    undo = disk_full()
    try:
        enter(session, *MOVES[first:])
        assert [line for line in said(session) if "not being saved" in line] == said(session)
        assert len(said(session)) == 1
        assert "could not be saved: No space left" in session.close()
    finally:
        undo()


@pytest.mark.parametrize("first", [0, 2])
def test_what_a_full_disk_refused_is_written_on_leaving(tmp_path: Path, first: int) -> None:
    session = begun(tmp_path)
    enter(session, *MOVES[:first])
    undo = disk_full()
    try:
        enter(session, *MOVES[first:])
    finally:
        undo()
    assert session.close() == "" and games_in(tmp_path) == [list(MOVES)]


def test_lost_file_on_a_full_disk_is_written_when_it_can(tmp_path: Path) -> None:
    session = begun(tmp_path)
    enter(session, *MOVES[:2])
    harm(session, Path.unlink)
    undo = disk_full()
    try:
        enter(session, *MOVES[2:4])
    finally:
        undo()
    enter(session, *MOVES[4:])
    assert games_in(tmp_path) == [list(MOVES)]
    session.close()
