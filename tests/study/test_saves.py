"""Saved games: nothing played is ever lost, whatever happens to the process or the file."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.contract import BadText
from games.record import Record
from games.registry import load_game
from study.saves import Saves

ROOT = Path(__file__).parents[2]


def a_game(saves: Saves, *moves: str):  # type: ignore[no-untyped-def]
    record = Record.start(load_game("isolation"))
    file = saves.begin(record, "human", "random", seed=3)
    for text in moves:
        record.play(record.position.parse_move(text))
        file.append_ply(record)
    return record, file


def test_every_move_is_on_disk_when_it_is_made(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    record, file = a_game(saves, "d4", "e5")
    loaded, header = saves.load(file.path)
    assert loaded.position.text == record.position.text
    assert (header["white"], header["black"], header["seed"]) == ("human", "random", 3)
    record.take_back()
    file.append_take_back(record, 1)
    assert saves.load(file.path)[0].position.text == record.position.text


def test_any_text_stays_on_its_line(tmp_path: Path) -> None:
    """A player's command may hold characters that some take for the end of a line."""
    saves = Saves(tmp_path)
    saves.begin(Record.start(load_game("isolation")), "human", "uci:a\u2028b\x85c").close()
    assert [(saved.black, saved.problem) for saved in saves.list()] == [("uci:a\u2028b\x85c", "")]


def test_a_killed_process_loses_no_move(tmp_path: Path) -> None:
    """The process dies without any chance to clean up, as when it is killed."""
    program = (
        "import os\nfrom pathlib import Path\nfrom study.saves import Saves\n"
        "from games.record import Record\nfrom games.registry import load_game\n"
        f"saves = Saves(Path({str(tmp_path)!r}))\nrecord = Record.start(load_game('isolation'))\n"
        "file = saves.begin(record, 'human', 'human')\n"
        "for text in ('d4', 'e5', 'f5'):\n"
        "    record.play(record.position.parse_move(text))\n    file.append_ply(record)\nos._exit(9)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    assert done.returncode == 9
    interrupted = Saves(tmp_path).interrupted()
    assert interrupted is not None and interrupted.plies == 3
    record, _ = Saves(tmp_path).load(interrupted.path)
    assert [ply.text for ply in record.plies] == ["d4", "e5", "f5"]


def test_an_entry_cut_off_in_the_middle_is_left_out_and_play_goes_on(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    _, file = a_game(saves, "d4", "e5")
    file.close()
    with file.path.open("ab") as stream:
        stream.write(b'{"move": "f')
    record, _ = saves.load(file.path)
    assert len(record.plies) == 2
    again = saves.resume(file.path)
    record.play(record.position.parse_move("f5"))
    again.append_ply(record)
    assert [ply.text for ply in saves.load(file.path)[0].plies] == ["d4", "e5", "f5"]


def test_the_list_is_newest_first_and_finished_games_are_not_offered(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    _, first = a_game(saves, "d4")
    _, second = a_game(saves, "a1", "b2")
    os.utime(first.path, (1, 1))
    os.utime(second.path, (2, 2))
    assert [saved.path for saved in saves.list()] == [second.path, first.path]
    assert [saved.plies for saved in saves.list()] == [2, 1]
    assert saves.interrupted() is not None and saves.interrupted().path == second.path  # type: ignore[union-attr]
    second.append_end("Black has no free square to move to.")
    os.utime(second.path, (2, 2))
    assert saves.list()[0].finished
    assert saves.interrupted() is None


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("", "line 1"),
        ("hello\n", "line 1"),
        ('{"plyglass": 99}\n', "line 1"),
        ('{"plyglass": 1, "game": "ludo", "position": ""}\n', "ludo"),
        ('{"plyglass": 1, "game": "isolation", "position": "7/7/7/7/7/7/7 w"}\n[1]\n', "line 2"),
        ('{"plyglass": 1, "game": "isolation", "position": "7/7/7/7/7/7/7 w"}\n{"move": "z9"}\n', "entry 1"),
    ],
)
def test_a_broken_file_is_one_line_and_stays_in_the_list(tmp_path: Path, content: str, named: str) -> None:
    saves = Saves(tmp_path)
    saves.folder.mkdir()
    path = saves.folder / "broken.plyglass"
    path.write_text(content)
    with pytest.raises(BadText) as caught:
        saves.load(path)
    assert named in str(caught.value) and "broken.plyglass" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert [saved.path for saved in saves.list()] == [path]


def test_choices_are_remembered_and_rubbish_is_ignored(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    assert saves.last_choice() == {}
    saves.remember_choice({"game": "morris"})
    assert Saves(tmp_path).last_choice() == {"game": "morris"}
    (tmp_path / "last_choice.json").write_text("[")
    assert saves.last_choice() == {}
