"""Saved games: no move is ever lost, whatever happens to the process or the file."""

import json
import os
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

import study.saved_games.saved_games
from engines.jobs import Job
from games.contract import BadText
from games.record import Record
from games.registry import load_game
from study.saved_games.examples import examples
from study.saved_games.game_file import MOST_BYTES
from study.saved_games.saved_games import LATEST, Saves, delete_games
from trees import has_variations


def a_game(saves: Saves, *moves: str):  # type: ignore[no-untyped-def]
    record = Record.start(load_game("isolation"))
    file = saves.begin(record, "human", "random", seed=3)
    for text in moves:
        record.play(record.position.parse_move(text))
        file.append(record.entry(record.end))
    return record, file


def test_every_move_is_on_disk_when_it_is_made(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    record, file = a_game(saves, "d4", "e5")
    loaded, header, _ = saves.load(file.path)
    assert loaded.position.text == record.position.text
    assert (header["white"], header["black"], header["seed"]) == ("human", "random", 3)
    record.take_back()
    file.append({"back": 1})
    assert saves.load(file.path)[0].position.text == record.position.text


def test_the_header_names_the_tables_that_a_player_plays_from(tmp_path: Path) -> None:
    saves, record = Saves(tmp_path), Record.start(load_game("chess"))
    with_tables = saves.begin(record, "human", "level:8", tables={"KQK": "c0ffee"})
    without = saves.begin(record, "human", "level:7", tables={})
    assert saves.load(with_tables.path)[1]["tables"] == {"KQK": "c0ffee"}
    assert "tables" not in saves.load(without.path)[1]


def test_finished_game_with_a_variation_stays_finished(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    record, *_ = saves.load(examples()[1].path)
    played, ending = len(record.plies), record.position.ending
    parent = record.node(4)
    other = next(
        move for move in record.before(record.node(5)).moves if move != record.ply(record.node(5)).move
    )
    record.follow(record.grow(parent, other))
    assert record.position.ending != ending
    saves.begin(record, "human", "human").close()
    (kept,) = saves.list()
    assert (kept.finished, kept.ending, kept.plies) == (True, ending, played) and not saves.interrupted()
    assert has_variations(saves.load(kept.path)[0])


def test_any_text_stays_on_its_line(tmp_path: Path) -> None:
    """A player's command may contain characters that some programs take for a line's end."""
    saves = Saves(tmp_path)
    saves.begin(Record.start(load_game("isolation")), "human", "uci:a\u2028b\x85c").close()
    assert [(saved.black, saved.problem) for saved in saves.list()] == [("uci:a\u2028b\x85c", "")]


def test_entry_cut_off_is_left_out_and_play_goes_on(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    _, file = a_game(saves, "d4", "e5")
    file.close()
    with file.path.open("ab") as stream:
        stream.write(b'{"move": "f')
    record, *_ = saves.load(file.path)
    assert len(record.plies) == 2
    again = saves.open(file.path)
    assert again.file is not None
    again.record.play(again.record.position.parse_move("f5"))
    again.file.append(again.record.entry(again.record.end))
    assert [ply.text for ply in saves.load(file.path)[0].plies] == ["d4", "e5", "f5"]


def test_list_is_newest_first_without_finished_games(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    _, first = a_game(saves, "d4")
    _, second = a_game(saves, "a1", "b2")
    first.close()
    second.close()
    os.utime(first.path, (1, 1))
    os.utime(second.path, (2, 2))
    assert [saved.path for saved in saves.list()] == [second.path, first.path]
    assert [saved.plies for saved in saves.list()] == [2, 1]
    assert [saved.path for saved in saves.interrupted()] == [second.path, first.path]
    again = saves.open(second.path).file
    assert again is not None
    again.append_end("Black has no free square to move to.")
    os.utime(second.path, (2, 2))
    assert saves.list()[0].finished
    assert [saved.path for saved in saves.interrupted()] == [first.path]


START = {"plyglass": 1, "game": "isolation", "position": "7/7/7/7/7/7/7 w"}


def with_header(**changes: object) -> str:
    return json.dumps({**START, **changes}) + "\n"


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("", "line 1"),
        ("hello\n", "line 1"),
        ('{"plyglass": 99}\n', "line 1"),
        (with_header(game="no-such"), "line 1, game: expected one of isolation"),
        (with_header(game=["isolation"]), "line 1, game"),
        (with_header(white="a\0b"), "line 1, white"),
        (with_header(black="\ud800"), "line 1, black"),
        (with_header(white=3), "line 1, white"),
        (with_header(black="x" * 100_000), "line 1, black"),
        (with_header(seed=-1), "line 1, seed"),
        (with_header(seed=1 << 64), "line 1, seed"),
        (with_header(seed=True), "line 1, seed"),
        (with_header(seed="1"), "line 1, seed"),
        (with_header() + '{"end": {}}\n', "line 2, end"),
        ("[" * 100_000 + "\n", "line 1"),
        (with_header() + "[" * 100_000 + "\n", "line 2"),
        (with_header() + "1" * 10_000 + "\n", "line 2"),
        (with_header() + "[1]\n", "line 2"),
    ],
)
def test_a_broken_file_is_one_line_of_the_list(tmp_path: Path, content: str, named: str) -> None:
    saves = Saves(tmp_path)
    saves.folder.mkdir()
    path = saves.folder / "broken.plyglass"
    path.write_text(content, encoding="utf-8")
    for read in (saves.load, saves.open):
        with pytest.raises(BadText) as caught:
            read(path)
        assert named in str(caught.value) and "broken.plyglass" in str(caught.value)
        assert "\n" not in str(caught.value) and len(str(caught.value)) <= 500
    assert [(saved.path, saved.problem) for saved in saves.list()] == [(path, str(caught.value))]
    assert saves.interrupted() == ()


def test_a_file_that_is_too_long_is_one_line_of_the_list(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    saves.folder.mkdir()
    path = saves.folder / "long.plyglass"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    (listed,) = saves.list()
    assert MOST_BYTES >= 64e6
    assert listed.problem == f"long.plyglass: expected at most {MOST_BYTES:,} bytes, found more"


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (with_header() + '{"move": "z9"}\n', "entry 1"),
        (with_header(position=""), "missing"),
        (with_header(position=3), "position"),
        (with_header(options=[]), "options"),
        (with_header(options={"deep": eval("[" * 90 + "]" * 90)}), "options"),
    ],
)
def test_mistakes_by_the_rules_are_reported_when_opened(tmp_path: Path, content: str, named: str) -> None:
    saves = Saves(tmp_path)
    saves.folder.mkdir()
    path = saves.folder / "broken.plyglass"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BadText, match=named):
        saves.open(path)
    assert saves.list()[0].problem == ""
    path.write_text(with_header(), encoding="utf-8")  # without an owner
    again = saves.open(path)
    assert again.file is not None and again.players == ("human", "human")


@pytest.mark.skipif(sys.platform == "win32", reason="no such things in its folders")
def test_whatever_lies_in_the_folder_is_a_line_of_the_list(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    saves.folder.mkdir()
    os.mkfifo(saves.folder / "pipe.plyglass")
    (saves.folder / "folder.plyglass").mkdir()
    (saves.folder / "nowhere.plyglass").symlink_to(tmp_path / "none")
    (saves.folder / "device.plyglass").symlink_to("/dev/zero")
    problems = sorted(saved.problem for saved in saves.list())
    assert [problem.split(":")[0] for problem in problems] == [
        "device.plyglass",
        "folder.plyglass",
        "nowhere.plyglass",
        "pipe.plyglass",
    ]
    saves.folder.rename(tmp_path / "moved")
    saves.folder.write_text("no folder", encoding="utf-8")
    assert "cannot be read" in saves.list()[0].problem


@pytest.mark.skipif(sys.platform != "linux", reason="names are text there")
def test_a_name_that_is_no_text_is_written_out(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    saves.folder.mkdir()
    (saves.folder / os.fsdecode(b"\xff.plyglass")).write_text("", encoding="utf-8")
    assert [saved.problem.split(":")[0] for saved in saves.list()] == ["\\udcff.plyglass, line 1"]


def test_a_file_of_the_far_future_or_past_has_a_date(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    _, file = a_game(saves, "d4")
    for seconds in (-(2**40), 2**33, 2**40):
        with suppress(OSError, OverflowError, ValueError):  # not every file system allows it
            os.utime(file.path, (0, seconds))
        assert 0 <= saves.list()[0].modified <= LATEST


def test_a_file_is_read_when_it_is_new_or_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saves = Saves(tmp_path)
    record, first = a_game(saves, "d4")
    _, second = a_game(saves, "a1")
    reads: list[str] = []
    real = study.saved_games.saved_games.read_source

    def counted(path: Path, *rest: object) -> bytes:
        reads.append(path.name)
        return real(path, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(study.saved_games.saved_games, "read_source", counted)
    listed = saves.list()
    assert sorted(reads) == sorted([first.path.name, second.path.name])
    saves.interrupted()
    assert saves.list() == listed and len(reads) == 2
    record.play(record.position.parse_move("e5"))
    first.append(record.entry(record.end))
    assert sorted(saved.plies for saved in saves.list()) == [1, 2]
    assert reads[2:] == [first.path.name]


def test_who_won_is_in_the_file_until_the_end_is_taken_back(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    record, file = a_game(saves, "d4", "e5")
    file.append_end("Over.", "white")
    assert [(saved.ending, saved.result) for saved in saves.list()] == [("Over.", "white")]
    record.take_back()
    file.append({"back": 1})
    assert [(saved.ending, saved.result) for saved in saves.list()] == [("", "")]
    file.close()
    with file.path.open("a", encoding="utf-8") as stream:
        stream.write('{"end": "Over.", "result": ["white"]}\n')
    assert [(saved.ending, saved.result) for saved in saves.list()] == [("Over.", "")]


def test_what_cannot_be_deleted_is_named(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    _, first = a_game(saves, "d4")
    _, second = a_game(saves, "a1")
    second.close()
    job = Job()
    job.run(partial(delete_games, saves.list()))
    assert job.news.value == f"Not deleted: {first.path.name}: the game is being played"
    assert first.path.exists() and not second.path.exists()
    first.close()
    job.run(partial(delete_games, saves.list()))
    assert job.news.value == "" and saves.list() == []
