"""Every kind of file that a person may write or change. Editors and shells of Windows begin it with a byte
order mark, end its lines with a carriage return, too, or write UTF-16."""

import codecs
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from cli.batch import read_batch
from docs.architecture import ROOT, sources
from engines.learned.files import shipped_file
from engines.subprocesses import user_players
from engines.subprocesses.player_host import Host
from games.contract import BadText
from games.game_text import game_text
from games.record import Record
from games.registry import game_names, load_game
from games.text_files import refuse_utf16, utf8_or_latin
from heuristics.user_files import UserFiles
from study.lesson_files.class_pack import read_pack
from study.lesson_files.lesson_file import LessonFile, read_lesson, written
from study.practice.progress import read_progress
from study.saved_games.game_to_open import GameToOpen
from study.saved_games.read_game import read_game
from study.saved_games.saved_games import Saves
from study.settings.settings import Settings
from study.settings.settings_store import load_settings
from study.suites.suites import Case, read_suite
from study.tournaments.tournament_files import read_tournament
from study.tournaments.training_curves import read_curve
from study.user_files.read_file import read_file

SETTINGS = Settings()


def played_once(record: Record) -> Record:
    copy = record.copy()
    copy.play(copy.position.moves[0])
    return copy


START = Record.start(load_game("isolation"))
LESSON = written(LessonFile(START, 0, Case("one", START.position, START.position.moves[:1], ())))
PLAYED = game_text(played_once(START))
SAVED = {"plyglass": 1, **START.header(), "white": "human", "black": "human"}
MOVE = {"move": START.position.move_text(START.position.moves[0])}
HEURISTIC = '''from heuristics.contract import Heuristic

mine = Heuristic("mine", "isolation", "Everything is worth the same.", "the tests")


@mine.single("nothing", weight=1.0)
def nothing(state, side):
    """Nothing."""
    return 0.0
'''
PRACTISED = {"game": "isolation", "position": START.position.text, "day": "2026-11-25"}
PLAYER = '''"""Über alles."""


def choose(position, clock):
    return position.moves[0]
'''
SUITE = f"""game: isolation
cases:
  - name: ü
    position: "{START.position.text}"
    best: [{MOVE["move"]}]
"""
TOURNAMENT = """game: isolation
games: 2
players:
  ä: random
  b: random
"""
TRAINING = shipped_file("qtable-jungle").with_suffix(".json").read_text(encoding="utf-8")
BOARD = "6k1/5ppp/8/8/8/8/8/R3K3 w Q -"


def opened(path: Path) -> None:
    found = read_file(path, SETTINGS, Saves(path.parent / "data"), game_names())
    if isinstance(found, GameToOpen) and found.file is not None:
        found.file.close()


def own_heuristics(path: Path) -> str:
    [found] = [file for file in UserFiles(path.parent, lambda game: ()).files if file.path == path]
    assert found.problem or found.heuristics
    return found.problem


def own_player(path: Path) -> str:
    user_players.look_in(path.parent)
    try:
        [found] = user_players.own_players()
    finally:
        user_players.look_in(None)
    if not found.problem:
        assert found.description == "Über alles."
    answers: list[str] = []
    host = Host(path, answers.append)
    for line in ("game isolation", "seed 1", "begin"):
        host.answer(line)
    assert ("ready" in answers) == (not found.problem)
    assert all(f in "\n".join(answers) for f in (["UTF-16"] if found.problem else ["ready"]))
    return found.problem


def preset(path: Path) -> str:
    (path.parent / "base.py").write_text(HEURISTIC, encoding="utf-8")
    return own_heuristics(path)


def settings(path: Path) -> str:
    found, problems = load_settings(path)
    assert problems or found.ui.editor == "ß"
    return "".join(problems)


def order(path: Path) -> None:
    (path.parent / "a.plyglass").write_text(LESSON, encoding="utf-8")
    assert read_pack(path.parent).title == "ü"


def saved(path: Path) -> None:
    assert len(read_game(path, SETTINGS).record.plies) == 1
    opened(path)


def epd(path: Path) -> None:
    assert [case.name for case in read_suite(path, SETTINGS).cases] == ["Müller", "two"]


def pgn(path: Path) -> None:
    game = read_game(path, SETTINGS, 1)
    assert game.names == ("Müller", "B") and len(game.record.plies) == 2


@dataclass(frozen=True)
class Kind:
    """A kind of file: its name, a text of it, and a reader that raises BadText or returns what is wrong."""

    name: str
    text: str
    read: Callable[[Path], str | None]


KINDS = (
    Kind("settings.yaml", "ui:\n  editor: ß\n", settings),
    Kind("suite.yaml", SUITE, lambda path: read_suite(path, SETTINGS) and None),
    Kind("suite.epd", f'{BOARD} bm Ra8; id "Müller";\n\n# ü\n{BOARD} bm Ra8; id "two";\n', epd),
    Kind("games.pgn", '[White "Müller"]\n[Black "B"]\n\n1. e4 {ü} e5 *\n\n1. d4 *\n', pgn),
    Kind("opened.pgn", '[White "Müller"]\n\n1. e4 *\n', opened),
    Kind("text.txt", PLAYED, lambda path: read_game(path, SETTINGS) and None),
    Kind("position.txt", f"{START.position.text}\n", opened),
    Kind("position.fen", f"{START.position.text}\n", opened),
    Kind("games.txt", '[White "Müller"]\n\n1. e4 *\n', opened),
    Kind("game.plyglass", f"{json.dumps(SAVED)}\n{json.dumps(MOVE)}\n", saved),
    Kind("saved.txt", f"{json.dumps(SAVED)}\n{json.dumps(MOVE)}\n", opened),
    Kind("lesson.plyglass", LESSON, lambda path: read_lesson(path) and opened(path)),
    Kind("pack.json", '{"plyglass": "pack", "format": 1, "title": "ü"}\n', order),
    Kind("own.py", HEURISTIC, own_heuristics),
    Kind("preset.json", '{"game": "isolation", "name": "ü", "heuristic": "mine", "weights": {}}\n', preset),
    Kind("player.py", PLAYER, own_player),
    Kind("tournament.yaml", TOURNAMENT, lambda path: read_tournament(path) and None),
    Kind("rows.json", '[{"game": "isolation"}]\n', lambda path: read_batch(path) and None),
    Kind("practice.jsonl", f"{json.dumps(PRACTISED)}\n", lambda path: read_progress(path).problem),
    Kind("training.json", TRAINING, lambda path: read_curve(path, False) and None),
)  # fmt: skip


def problem_of(kind: Kind, folder: Path, content: bytes) -> str:
    path = folder / kind.name
    path.write_bytes(content)
    try:
        return kind.read(path) or ""
    except BadText as error:
        return str(error)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_byte_order_mark_and_carriage_returns_are_no_text(kind: Kind, tmp_path: Path) -> None:
    plain = kind.text.encode()
    for content in (plain, codecs.BOM_UTF8 + plain, codecs.BOM_UTF8 + plain.replace(b"\n", b"\r\n")):
        assert problem_of(kind, tmp_path, content) == "", content[:60]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_in_utf_16_is_named(kind: Kind, encoding: str, tmp_path: Path) -> None:
    problem = problem_of(kind, tmp_path, kind.text.replace("\n", "\r\n").encode(encoding))
    assert "UTF-16; save it as UTF-8" in problem and kind.name in problem and "\n" not in problem
    assert problem.count(kind.name) < 3


@pytest.mark.parametrize("name", ["suite.epd", "games.pgn", "opened.pgn", "games.txt"])
def test_files_of_chess_programs_may_be_in_latin_1(name: str, tmp_path: Path) -> None:
    [kind] = (kind for kind in KINDS if kind.name == name)
    assert problem_of(kind, tmp_path, kind.text.encode("latin-1")) == ""


@pytest.mark.parametrize("name", ["suite.yaml", "settings.yaml", "preset.json", "practice.jsonl"])
def test_other_files_that_are_not_utf_8_are_a_line(name: str, tmp_path: Path) -> None:
    [kind] = (kind for kind in KINDS if kind.name == name)
    problem = problem_of(kind, tmp_path, kind.text.encode("utf-8") + b"\xff\n")
    assert name in problem and "\n" not in problem


def test_bytes_of_a_person_are_decoded_in_one_module() -> None:
    telling = re.compile(r"utf-8-sig|ufeff|BOM_UTF|decode\(.(latin|utf-?16)")
    found = {path for path in sources() if telling.search(path.read_text(encoding="utf-8"))}
    by_name = {path.relative_to(ROOT).as_posix() for path in found}
    # A mark may also lie in the middle of a game, where it is a blank, and before what another program says.
    assert by_name == {"games/text_files.py", "games/chess/pgn_tags.py", "engines/standard_input.py"}


@pytest.mark.parametrize(
    "content", [b"", b"a", b"\0", b"\0" * 4, b"a\0\0b", "1. e4 ü\0".encode(), b"\0" * 99], ids=range(7)
)
def test_nuls_alone_are_no_utf_16(content: bytes) -> None:
    refuse_utf16(content)
    assert utf8_or_latin(content).encode() == content
