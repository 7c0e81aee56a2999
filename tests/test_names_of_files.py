"""Every place where a word of a person becomes the name of a new file. Windows keeps some names for devices:
what is written there is lost, so no system takes them."""

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

import main as program
from arena.results import Results
from games.chess.pgn import save_pgn
from games.contract import BadText
from games.installation import ROOT
from games.record import Record
from games.registry import load_game
from plyglass.answers import BoardImage
from study.lesson_files.lesson_file import LessonFile, written
from study.lesson_files.pack_writer import packed, write_folder, write_pack
from study.saved_games.carried_code import CarriedCode
from study.suites.suites import Case
from study.suites.user_suites import own_suite
from study.user_files.new_game import FILES, MODULES, REGISTRIES, new_game
from study.user_files.new_heuristic import new_heuristic
from study.user_files.new_player import new_player
from ui.report_picture import save_picture

GAME = '[White "Ann"]\n[Black "Ben"]\n\n1. e4 e5 *\n'
START = Record.start(load_game("isolation"))
LESSON = written(LessonFile(START, 0, Case("one", START.position, START.position.moves[:1], ()))).encode()


def checkout(folder: Path) -> Path:
    """The part of a checkout that a new game is written into."""
    for file in (*(file for file, *_ in REGISTRIES), *(FILES / place / "toy.py" for place in MODULES)):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes((ROOT / file).read_bytes())
    (folder / "tests").mkdir()
    return folder


PLACES: dict[str, Callable[[Path], object]] = {
    "a player": lambda folder: new_player("nul", folder),
    "a heuristic": lambda folder: new_heuristic("Con", "isolation", folder),
    "a game": lambda folder: new_game("aux", checkout(folder)),
    "a suite": lambda folder: own_suite(folder, "LPT1"),
    "PGN": lambda folder: save_pgn(folder / "com9.pgn", GAME),
    "a picture": lambda folder: save_picture(pygame.Surface((8, 8)), folder / "nul.png"),
    "a picture of a notebook": lambda folder: BoardImage(b"PNG").save(folder / "nul.png"),
    "results": lambda folder: Results(folder / "prn.sqlite"),
    "a class pack": lambda folder: write_pack(
        folder / "com1.plyglass-pack", "Title", [packed("one.plyglass", LESSON, "one")]
    ),
    "the lessons of a class pack": lambda folder: write_folder(
        folder, "Title", [packed("Com1.plyglass", LESSON, "one")]
    ),
    "the code in a lesson": lambda folder: CarriedCode("nul", "x = 1", "isolation", "mine").load(folder),
}


@pytest.mark.parametrize("place", PLACES)
def test_no_new_file_is_named_like_a_device(place: str, tmp_path: Path) -> None:
    with pytest.raises((BadText, OSError), match=r"Windows keeps the name \w+ for a device"):
        PLACES[place](tmp_path)
    assert not [path for path in tmp_path.rglob("*") if path.stem.lower() in ("nul", "con", "aux", "prn")]


@pytest.mark.parametrize(
    "words",
    [
        ["players", "--new", "nul"],
        ["heuristics", "--new", "con", "--game", "morris"],
        ["convert", "one.pgn", "nul.pgn"],
        ["convert", "one.pgn", "aux.plyglass"],
        ["convert", "one.pgn", "com1.html"],
        ["export", "one.pgn", "--html", "LPT1.html"],
        ["eval", "isolation", "territory", "--csv", "nul.csv"],
        ["eval", "isolation", "territory", "--picture", "nul.png"],
        ["screenshot", "prn.png"],
        ["tournament", "cup.yaml", "--report", "aux.html"],
        ["tournament", "cup.yaml", "--file", "aux.sqlite"],
    ],
)
def test_a_command_says_it_in_one_line(
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PLYGLASS_DATA", str(tmp_path))
    (tmp_path / "one.pgn").write_text(GAME, encoding="utf-8")
    cup = "game: isolation\ngames: 2\nplayers: {one: random, two: greedy:territory}\n"
    (tmp_path / "cup.yaml").write_text(cup, encoding="utf-8")
    assert program.main(words) == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1 and "for a device. Choose another name" in said.err and not said.out
