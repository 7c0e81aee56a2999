"""Files of other programs, for any game that has such files, and moves numbered as the game does."""

from dataclasses import dataclass, replace
from pathlib import Path

import pygame
import pytest
from driving import Driver

import games.isolation
from games.chess.pgn import PgnFile
from games.contract import BadText, FileFormat
from games.record import Record
from games.registry import load_game
from study.card.report_card import ReportCard
from study.suites.suite_browser import SuiteBrowser
from trees import comments_of
from ui import clipboard
from ui.import_games import format_of_text
from ui.scenes.confirm_dialog import ConfirmDialog
from ui.scenes.home.home import Home
from ui.scenes.play.bottom_bar import last_move
from ui.scenes.play.play import Play
from ui.scenes.play.sharing import save_to, text_of_game


@dataclass(frozen=True)
class ToyGame:
    record: Record
    headers: dict[str, str]
    problem: str = ""


@dataclass(frozen=True)
class ToyFile:
    """One game of Isolation: the word TOY, then the moves, separated by blanks."""

    name: str
    words: tuple[str, ...]
    left_out: bool = False

    @property
    def entries(self) -> tuple[str, ...]:
        return ("the game",)

    def load(self, number: int, options: object = None) -> ToyGame:
        record = Record.start(load_game("isolation"))
        for word in self.words:
            record.play(record.position.parse_move(word))
        return ToyGame(record, {})


def toy_of_text(text: str, name: str) -> ToyFile:
    if not text.startswith("TOY"):
        raise BadText(f"{name}: expected TOY")
    return ToyFile(name, tuple(text.split()[1:]))


TOY = FileFormat(
    name="Toy",
    suffix=".toy",
    begins=lambda text: text.startswith("TOY"),
    open=lambda path: toy_of_text(path.read_text(encoding="utf-8"), str(path)),
    of_text=toy_of_text,
    write=lambda record, *rest, **more: " ".join(["TOY", *(ply.text for ply in record.plies)]),
    save=lambda path, text, append: path.write_text(text, encoding="utf-8"),
)


@pytest.fixture
def toy(monkeypatch):
    monkeypatch.setattr(games.isolation, "GAME", replace(games.isolation.GAME, files=(TOY,)))


def test_a_game_that_says_it_has_files_is_written_and_read(driver, toy, tmp_path):
    play = driver.play("isolation", "human", "human")
    for square in ("d4", "a1"):
        driver.click_square(play, square)
    assert "Save as Toy …" in {option.label for option in play.menu.options}
    driver.key(pygame.K_c, pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    assert clipboard.get() == "TOY d4 a1"
    save_to(play.context, TOY, tmp_path / "game.toy")
    driver.frame()
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(tmp_path / "game.toy")))
    driver.frame()
    opened = driver.app.scene
    assert isinstance(opened, Play) and opened is not play
    assert [ply.text for ply in opened.session.study.record.plies] == ["d4", "a1"]


def test_home_takes_a_pasted_game_of_any_kind(driver, toy):
    home = driver.app.scene
    assert isinstance(home, Home)
    home.choose_game("morris")
    clipboard.put("TOY d4 a1 e6")
    driver.key(pygame.K_v, pygame.KMOD_CTRL)
    play = driver.app.scene
    assert isinstance(play, Play) and play.session.study.record.position.text == "7/4w2/7/3x3/7/7/b6 b"


def test_the_kind_of_file_is_recognised_by_its_text(toy):
    assert format_of_text("TOY d4 a1 e6") == ("isolation", TOY)
    found = format_of_text("1. e4 e5")
    assert found is not None
    name, pgn = found
    assert name == "chess"
    assert isinstance(pgn.of_text("1. e4 e5", "a text"), PgnFile)
    assert format_of_text("7/7/7/7/7/7/7 w") is None


def test_a_game_without_files_is_copied_by_its_moves(driver):
    play = driver.play("isolation", "human", "human")
    driver.click_square(play, "d4")
    labels = {option.label for option in play.menu.options}
    saves = {label for label in labels if label.startswith("Save")}
    assert "Copy the game" in labels and saves == {"Save as lesson file …"}, "no format of its own"
    assert text_of_game(play.context) == "isolation 7/7/7/7/7/7/7 w\n1. d4\n"


def numbers_listed(driver: Driver, play: Play) -> list[int]:
    """The numbers beside the rows of the list of moves."""
    play.dock.show(next(p for p in play.dock.panels if p.title == "Game"), play.session.study)
    driver.app.redraw()
    driver.frame()
    return [number for number, _ in play.dock.upper._numbers]


def test_moves_have_the_numbers_that_the_game_gives_them(driver):
    play = driver.play("chess", "human", "human", text="4k3/8/8/8/8/8/4P3/4K3 b - - 0 30")
    for square in ("e8", "d7", "e2", "e4"):
        driver.click_square(play, square)
    assert numbers_listed(driver, play) == [30, 31] and last_move(play.session) == "31. e4"
    play = driver.play("morris", "human", "human", text="3/3/3/6/3/3/3 b 9 9 0")
    driver.click_square(play, "d6")
    assert numbers_listed(driver, play) == [1] and last_move(play.session) == "1…d6"


SUITE = """game: morris
cases:
  - name: closes
    position: "3/1ww/3/2w3/bbb/www/3 w 0 0 0"
    best: [b2-b4]
"""


def drop(driver: Driver, path: Path, text: str) -> Play:
    path.write_text(text, encoding="utf-8")
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    driver.frame(4)
    return driver.app.scene


def test_a_suite_is_opened_with_its_first_case_on_the_board(driver, tmp_path):
    play = drop(driver, tmp_path / "mine.yaml", SUITE)
    assert (
        isinstance(play, Play) and play.session.study.record.position.text == "3/1ww/3/2w3/bbb/www/3 w 0 0 0"
    )
    suites, shelf = play.session.study.of(SuiteBrowser), None
    driver.until(lambda: suites.looked)
    shelf = suites.look("morris")
    assert suites.suite_chosen(shelf).path == tmp_path / "mine.yaml" and len(shelf.suites) > 1
    assert suites.case_shown(play.session.study.record)
    empty = drop(driver, tmp_path / "empty.yaml", "game: jungle\ncases: []\n")
    assert isinstance(empty, Play) and empty.session.study.record.game.name == "jungle"
    assert "has no cases yet" in empty.notice.said


def test_position_and_saved_game_open_wherever_dropped(driver, tmp_path):
    first = driver.play("chess", "human", "human")
    driver.click_square(first, "e2")
    play = drop(driver, tmp_path / "here.txt", "7/4w2/7/3x3/7/7/b6 b\n")
    assert play is not first and play.session.study.record.game.name == "isolation"
    play.session.turn.enter(play.session.study.record.position.moves[0])
    driver.frame()
    saved = play.session.file.file.path
    driver.window.home()
    again = drop(driver, tmp_path / "taken.plyglass", saved.read_text(encoding="utf-8"))
    assert isinstance(again, Play) and len(again.session.study.record.plies) == 1


def test_a_command_in_a_file_that_is_opened_is_asked_about(driver, tmp_path):
    text = (
        '{"plyglass": 1, "game": "isolation", "position": "7/7/7/7/7/7/7 w", "black": "program:./unknown"}\n'
    )
    question = drop(driver, tmp_path / "game.plyglass", text)
    assert isinstance(question, ConfirmDialog)


def test_fault_of_a_file_is_reported_where_it_was_dropped(driver, tmp_path):
    home = drop(driver, tmp_path / "bad.yaml", "game: no-such\n")
    assert isinstance(home, Home) and home._problem.startswith("suite ") and "no-such" in home._problem
    bad = '{"plyglass": 1, "game": "isolation", "position": "7/7/7/7/7/7/7 w", "black": "nobody"}\n'
    home = drop(driver, tmp_path / "bad.plyglass", bad)
    assert isinstance(home, Home) and "nobody" in home._problem


def test_what_a_file_of_games_has_that_is_not_kept_is_said(driver, tmp_path):
    play = drop(driver, tmp_path / "one.pgn", "1. e4 (1. d4 Qh9 e5) e5! ; a comment\n2. Nf3 *\n")
    assert play.notice.said.startswith("Not kept: ")
    assert "move 1...: expected a move, found 'Qh9'" in play.notice.said
    assert comments_of(play.session.study.record) == {2: "a comment"}
    assert len(play.session.study.record.tree.living(0)) == 2


@pytest.mark.parametrize("running", [True, False])
def test_a_file_is_opened_above_a_game_with_a_running_card(driver, tmp_path, monkeypatch, running):
    file = tmp_path / "game.pgn"
    file.write_text("1. e4 e5 *\n", encoding="utf-8")
    play = driver.play("isolation", "human", "human")
    monkeypatch.setattr(ReportCard, "running", running)
    play.session.study.of(ReportCard)
    play.dropped(file)
    driver.until(lambda: isinstance(driver.app.scene, Play) and driver.app.scene is not play)
    assert (play in driver.app.scenes) == running
