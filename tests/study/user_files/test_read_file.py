"""Any file that a person opens: what kind of file it is, and what is wrong with it."""

from pathlib import Path

import pytest

from games.contract import BadText
from games.record import Record
from games.registry import game_names, load_game
from study.saved_games.game_to_open import GameToOpen
from study.saved_games.read_game import read_game
from study.saved_games.saved_games import Saves
from study.settings.settings import Settings
from study.suites.suites import Suite
from study.user_files.read_file import ExchangedGames, file_suffixes, read_file
from trees import has_variations

PGN = "1. e4 e5 (1... c5) 2. Nf3!? *\n"
SUITE = """game: morris
cases:
  - position: "3/1ww/3/2w3/bbb/www/3 w 0 0 0"
    best: [b2-b4]
"""
EPD = 'r1b2rk1/ppbn1ppp/4p3/1QP4q/3P4/N4N2/5PPP/R1B2RK1 w - - bm c6; id "one";\n'


def opened(tmp_path: Path, name: str, text: str, games: tuple[str, ...] = game_names()):  # type: ignore[no-untyped-def]
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return read_file(path, Settings(), Saves(tmp_path / "data"), games)


@pytest.mark.parametrize("name", ["games.pgn", "games.PGN", "games.txt", "games"])
def test_games_in_pgn(tmp_path: Path, name: str) -> None:
    found = opened(tmp_path, name, PGN)
    assert isinstance(found, ExchangedGames) and found.game == "chess"
    assert found.only is not None and len(found.only.record.plies) == 3
    assert has_variations(found.only.record) and not found.only.record.not_kept
    many = opened(tmp_path, name, f"{PGN}\n{PGN}")
    assert isinstance(many, ExchangedGames) and many.only is None and len(many.file.entries) == 2


@pytest.mark.parametrize(("name", "text"), [("my.yaml", SUITE), ("my.txt", SUITE), ("my.epd", EPD)])
def test_a_suite(tmp_path: Path, name: str, text: str) -> None:
    found = opened(tmp_path, name, text)
    assert isinstance(found, Suite) and len(found.cases) == 1


@pytest.mark.parametrize("name", ["game.plyglass", "game.txt"])
def test_a_saved_game(tmp_path: Path, name: str) -> None:
    record = Record.start(load_game("isolation"))
    record.play(record.position.moves[0])
    file = Saves(tmp_path / "data").begin(record, "human", "program:./mine")
    file.close()
    found = opened(tmp_path, name, file.path.read_text(encoding="utf-8"))
    assert isinstance(found, GameToOpen) and found.players == ("human", "program:./mine")
    assert found.file is not None and found.file.path == tmp_path / name
    found.file.close()


@pytest.mark.parametrize("game", game_names())
def test_the_text_of_a_position(tmp_path: Path, game: str) -> None:
    text = Record.start(load_game(game)).position.text
    found = opened(tmp_path, "here.txt", f"\n{text}\n\n")
    assert isinstance(found, Record) and found.position.text == text
    assert opened(tmp_path, "here", text, (game,)).game.name == game


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.plyglass", "{}\n", ("saved game a.plyglass", "line 1")),
        ("a.txt", '{"plyglass": 1, "game": "no-such"}\n', ("saved game a.txt, line 1, game", "no-such")),
        ("a.pgn", "nothing\n", ("PGN file", "a.pgn: expected a game in PGN")),
        ("a.yaml", "game: no-such\n", ("suite", "a.yaml", "no-such")),
        ("a.epd", "nonsense\n", ("suite", "a.epd", "line 1")),
        ("a.txt", "cases: 3\n", ("suite", "a.txt: ", "cases")),
        (
            "a.txt",
            "8/8 w",
            (
                "a.txt: expected a saved game, a lesson file, a suite, PGN or a position (in chess, a FEN)",
                "Chess",
            ),
        ),
        ("a.bin", "", ("a.bin: expected a saved game", "found no text")),
    ],
)
def test_a_mistake_is_reported_for_its_kind_of_file(
    tmp_path: Path, name: str, text: str, words: tuple[str, ...]
) -> None:
    with pytest.raises(BadText) as error:
        opened(tmp_path, name, text, ("chess", *(n for n in game_names() if n != "chess")))
    assert all(word in str(error.value) for word in words), str(error.value)


@pytest.mark.parametrize("name", ["a.plyglass", "a.pgn", "a.yaml", "a.epd", "a.txt", "a"])
def test_a_file_that_is_not_there_or_a_folder(tmp_path: Path, name: str) -> None:
    for path in (tmp_path / name, tmp_path):
        with pytest.raises(BadText, match="cannot be read"):
            read_file(path, Settings(), Saves(tmp_path / "data"), game_names())


def test_all_kinds_are_offered_to_be_chosen() -> None:
    assert {".plyglass", ".pgn", ".yaml", ".epd", ".txt", ".fen"} <= set(file_suffixes(game_names()))
    assert ".pgn" not in file_suffixes(("isolation",))


def test_a_game_for_the_command_line_says_what_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "one.pgn"
    path.write_text(PGN.replace("(", "(Qh9 "), encoding="utf-8")
    assert "found 'Qh9'" in read_game(path, Settings()).not_kept


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("big.plyglass", b'{"plyglass": 1, "game": "isolation"}\n'),
        ("lesson.plyglass", b'{"plyglass": "lesson", "format": 1}\n'),
        ("big.plyglass-pack", b"PK\x03\x04"),
        ("big.yaml", b"game: morris\n"),
        ("big.txt", b"isolation 7/7/7/7/7/7/7 w\n1. d4"),
        ("big.fen", b"7/7/7/7/7/7/7 w"),
        ("big.pgn", b""),
    ],
)
def test_a_file_of_a_hundred_megabytes_is_one_line(tmp_path: Path, name: str, begins: bytes) -> None:
    path = tmp_path / name
    with path.open("wb") as file:
        file.write(begins)
        file.truncate(100_000_000)
    with pytest.raises(BadText) as caught:
        read_file(path, Settings(), Saves(tmp_path / "data"), game_names())
    assert "expected" in str(caught.value) and "\n" not in str(caught.value) and len(str(caught.value)) < 400


def test_text_with_a_mistake_keeps_the_moves_before(tmp_path: Path) -> None:
    text = "isolation 7/7/7/7/7/7/7 w\n1. d4 (1. c3) e5 2. zz\n"
    found = opened(tmp_path, "game.txt", text)
    assert isinstance(found, Record) and [ply.text for ply in found.plies] == ["d4", "e5"]
    assert found.not_kept.startswith("The game breaks off after e5: move: 'zz' is not legal here")
    read = read_game(tmp_path / "game.txt", Settings())
    assert read.not_kept == found.not_kept and len(read.record.plies) == 2
