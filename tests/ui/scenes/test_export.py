"""Exports of a position: text, CSV and a picture."""

import csv

import pygame
import pytest

from games.contract import BadText
from games.position import Position
from games.registry import load_game
from heuristics.registry import default_heuristic, load_lens
from study.evaluation import one_sided
from study.export.position_report import of_breakdown
from ui import clipboard
from ui.report_picture import draw_report, save_picture
from ui.scenes.confirm_dialog import ConfirmDialog
from ui.scenes.file_chooser import FileChooser
from ui.scenes.play import export


@pytest.fixture
def opening(tmp_path, monkeypatch):
    monkeypatch.setattr(FileChooser, "last_folder", tmp_path)
    return {}


def asked(driver):
    """A game after some moves, with the question how to export the position."""
    play = driver.play("isolation", "human", "human")
    for square in ("d4", "a1", "b3"):
        driver.click_square(play, square)
    driver.until(lambda: not play.session.study.facts.busy)
    driver.key(pygame.K_s, pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    assert isinstance(driver.app.scene, ConfirmDialog)
    return play, driver.app.scene


def test_the_position_is_copied_as_text(driver) -> None:
    play, question = asked(driver)
    driver.click_on(question.buttons[0])
    driver.frame()
    assert driver.app.scene is play and play.session.study.position.text in clipboard.get()
    assert play.session.study.lens.heuristic.terms[0].name in clipboard.get()


@pytest.mark.parametrize(("button", "suffix"), [(1, ".csv"), (2, ".png")])
def test_the_position_is_saved(driver, tmp_path, button, suffix) -> None:
    play, question = asked(driver)
    driver.click_on(question.buttons[button])
    chooser = driver.app.scene
    assert isinstance(chooser, FileChooser)
    path = tmp_path / f"isolation-3{suffix}"
    assert chooser.field.text == str(path)
    driver.key(pygame.K_RETURN)
    driver.until(lambda: driver.app.scene is play)
    assert play.notice.said == f"Saved as {path}."
    if suffix == ".csv":
        rows = list(csv.reader(path.open(encoding="utf-8")))
        study = play.session.study
        breakdown = study.lens.breakdown(study.position.state, study.perspective)
        assert [float(row[4]) for row in rows[1:]] == [
            *(row.contribution for row in breakdown.rows),
            breakdown.value,
        ]
    else:
        assert pygame.image.load(path).get_width() == 2 * (420 + 560 + 60)


def test_without_an_evaluation_only_the_game_is_exported(driver, monkeypatch) -> None:
    play = driver.play("isolation", "human", "human")
    monkeypatch.setattr(export, "breakdown_now", lambda study: "rim.py, line 3: no number")
    driver.key(pygame.K_s, pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    assert driver.app.scene is play and play.notice.said == "rim.py, line 3: no number"
    driver.click_square(play, "d4")
    driver.key(pygame.K_s, pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    assert [button.label for button in driver.app.scene.buttons] == ["The whole game as a page …"]


def test_position_is_exported_once_it_is_evaluated(driver, monkeypatch) -> None:
    play = driver.play("isolation", "human", "human")
    asked, known = [], export.breakdown_now
    monkeypatch.setattr(
        export, "breakdown_now", lambda study: asked.append(0) if len(asked) < 5 else known(study)
    )
    driver.key(pygame.K_s, pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    assert driver.app.scene is play and play.notice.said == "Evaluating the position …"
    driver.until(lambda: isinstance(driver.app.scene, ConfirmDialog))
    assert driver.app.scene.buttons[0].label == "Copy as text"
    driver.key(pygame.K_ESCAPE)
    asked.clear()
    driver.key(pygame.K_s, pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    driver.click_square(play, "d4")
    driver.frame(8)
    assert driver.app.scene is play, "it was about another position"


@pytest.mark.parametrize("game", ["chess", "morris", "jungle", "tabletactics"])
def test_a_picture_shows_the_board_and_the_table(game) -> None:
    pygame.display.set_mode((8, 8))
    position = Position.start(load_game(game))
    lens = load_lens(game, default_heuristic(game).name)
    answer = one_sided.as_json(lens, lens.breakdown(position.state, 0)) | {"heuristic": lens.name}
    picture = draw_report(of_breakdown(answer, position))
    board, words = picture.subsurface((40, 40, 840, 840)), picture.subsurface((920, 40, 1100, 840))
    for part in (board, words):
        colors = {tuple(part.get_at((x, y))) for x in range(0, 840, 7) for y in range(0, 840, 7)}
        assert len(colors) > 5


def test_a_picture_needs_a_name_of_its_own(tmp_path) -> None:
    surface = pygame.Surface((4, 4))
    with pytest.raises(BadText, match=r"ends in \.png"):
        save_picture(surface, tmp_path / "a.csv")
    with pytest.raises(BadText, match="cannot be written"):
        save_picture(surface, tmp_path / "no" / "a.png")
