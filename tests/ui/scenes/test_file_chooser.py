"""The file chooser, by keyboard alone, with the paths of both kinds of systems."""

import ntpath
import os
from pathlib import Path, PurePath, PureWindowsPath

import pygame
import pytest
from driving import Driver

from games.contract import BadText
from ui.scenes import file_chooser
from ui.scenes.file_chooser import FileChooser, drives, within, written


def rows(chooser):
    """The list of a chooser: texts with their details."""
    return [chooser.line(index) for index in range(chooser.count)]


@pytest.fixture
def opening(tmp_path):
    (tmp_path / "games" / "old").mkdir(parents=True)
    (tmp_path / "games" / "one.pgn").write_text("1", encoding="utf-8")
    (tmp_path / "games" / "two.pgn").write_text("22", encoding="utf-8")
    (tmp_path / "games" / "note.txt").write_text("no game", encoding="utf-8")
    FileChooser.last_folder = tmp_path / "games"
    return {"folder": tmp_path / "saves"}


def opened(driver: Driver, name: str | None = None) -> tuple[FileChooser, list[Path]]:
    taken: list[Path] = []
    scene = FileChooser(driver.app, "Choose", (".pgn",), taken.append, name)
    driver.app.push(scene)
    driver.frame()
    return scene, taken


def test_the_field_has_the_keyboard_and_arrows_go_to_the_list(driver, tmp_path):
    scene, taken = opened(driver)
    assert driver.focused is scene.field and scene.field.text == within(tmp_path / "games")
    assert [text for text, _ in rows(scene)] == ["..", within(Path("old")), "one.pgn", "two.pgn"]
    for _ in range(3):
        driver.key(pygame.K_DOWN)
    driver.key(pygame.K_RETURN)
    assert taken == [tmp_path / "games" / "two.pgn"]


def test_into_a_folder_out_of_it_and_up_by_keys(driver, tmp_path):
    scene, _ = opened(driver)
    driver.key(pygame.K_DOWN)
    driver.key(pygame.K_RETURN)
    assert scene.folder == tmp_path / "games" / "old"
    driver.key(pygame.K_DOWN)
    driver.key(pygame.K_UP)
    driver.key(pygame.K_RETURN)
    assert scene.folder == tmp_path / "games"
    driver.key(pygame.K_UP, pygame.KMOD_LALT)
    assert scene.folder == tmp_path and scene.field.text == within(tmp_path)


def test_written_beginning_lights_its_file_and_enter_takes_it(driver, tmp_path):
    scene, taken = opened(driver)
    driver.type("tw")
    assert scene.line(scene.list.lit)[0] == "two.pgn"
    driver.key(pygame.K_RETURN)
    assert taken == [tmp_path / "games" / "two.pgn"]
    driver.type("x")
    driver.key(pygame.K_RETURN)
    assert len(taken) == 1 and "no such file" in scene.problem


def test_folder_with_the_suffix_is_opened_and_saved_into(driver, tmp_path):
    pack = tmp_path / "games" / "week.pgn"
    pack.mkdir()
    (pack / "in.pgn").write_text("3", encoding="utf-8")
    scene, taken = opened(driver)
    assert ("week.pgn", "a folder") in rows(scene)
    driver.type("week.pgn")
    driver.key(pygame.K_RETURN)
    scene._open([text for text, _ in rows(scene)].index("week.pgn"))
    assert taken == [pack, pack]
    driver.type(os.sep)
    driver.frame()
    assert [text for text, _ in rows(scene)] == ["..", "in.pgn"]
    driver.key(pygame.K_UP, pygame.KMOD_LALT)
    assert scene.folder == tmp_path / "games" and len(taken) == 2

    saving, _ = opened(driver, "mine.pgn")
    assert (within(Path("week.pgn")), "") in rows(saving)
    saving._open([text for text, _ in rows(saving)].index(within(Path("week.pgn"))))
    assert saving.folder == pack and saving.field.text == str(pack / "mine.pgn")


def test_tab_leads_to_the_list_and_escape_leaves_at_once(driver, tmp_path):
    scene, taken = opened(driver)
    driver.tab_to(scene.list)
    driver.key(pygame.K_END)
    driver.key(pygame.K_RETURN)
    assert taken == [tmp_path / "games" / "two.pgn"]
    driver.tab_to(scene.accept)
    driver.key(pygame.K_ESCAPE)
    assert driver.app.scene is scene and driver.focused is scene.field
    driver.key(pygame.K_ESCAPE)
    assert driver.app.scene is not scene


def test_saving_keeps_the_name_while_folders_are_walked(driver, tmp_path):
    scene, taken = opened(driver, "mine.pgn")
    driver.key(pygame.K_DOWN)
    driver.key(pygame.K_RETURN)
    assert scene.field.text == str(tmp_path / "games" / "old" / "mine.pgn")
    driver.key(pygame.K_RETURN)
    assert taken == [tmp_path / "games" / "old" / "mine.pgn"]
    driver.key(pygame.K_a, pygame.KMOD_LCTRL)
    driver.type(str(tmp_path / "games" / "one"))
    driver.key(pygame.K_RETURN)
    assert taken[1] == tmp_path / "games" / "one.pgn"
    assert scene.remark == "This file is there already: the game is added to it."
    scene.field.show("/.")
    assert scene.remark.startswith("Folders and .pgn files in ")


def test_a_name_that_no_new_file_can_have_is_said(driver, tmp_path):
    scene, taken = opened(driver, "nul.pgn")
    driver.key(pygame.K_RETURN)
    assert "nul.pgn: cannot be written: Windows keeps the name nul for a device" in scene.problem
    assert driver.app.scene is scene and not taken


@pytest.mark.parametrize("text", ["~nosuchuser/games/one.pgn", "x" * 5000, "a/" * 3000, "\0", "~", "//\0/"])
@pytest.mark.parametrize("name", [None, "mine.pgn"])
def test_what_can_be_no_path_is_reported(driver, text, name):
    scene, _ = opened(driver, name)
    scene.field.show("")
    for part in (text, "/", "y"):
        scene.field.insert(part)
        scene._type(scene.field.text)
        driver.frame()
        assert scene.remark
        driver.key(pygame.K_RETURN)
    assert driver.app.scene is scene and (scene.problem or scene.folder.is_dir())


def test_what_cannot_be_taken_is_said(driver):
    scene, _ = opened(driver)

    def refuse(path: Path) -> None:
        raise BadText(f"{path.name}: expected a game")

    scene._done = refuse
    driver.type("one.pgn")
    driver.key(pygame.K_RETURN)
    assert scene.problem == "one.pgn: expected a game"


@pytest.mark.parametrize(
    ("text", "folder", "name"),
    [
        ("C:\\games\\one.pgn", "C:\\games", "one.pgn"),
        ("C:\\games\\", "C:\\games", ""),
        ("C:/games/one.pgn", "C:/games", "one.pgn"),
        ("C:", "C:\\", ""),
        ("C:\\", "C:\\", ""),
        ("\\\\server\\share\\one.pgn", "\\\\server\\share\\", "one.pgn"),
    ],
)
def test_paths_as_windows_writes_them(monkeypatch, text, folder, name):
    class Os:
        name, sep, path = "nt", "\\", ntpath

    monkeypatch.setattr(file_chooser, "os", Os)
    monkeypatch.setattr(file_chooser, "Path", PureWindowsPath)
    assert written(text) == (PureWindowsPath(folder), name)
    assert within(PureWindowsPath("C:\\games")) == "C:\\games\\"
    assert written(within(PureWindowsPath("C:\\"))) == (PureWindowsPath("C:\\"), "")


def test_above_a_drive_s_topmost_folder_are_the_other_drives(driver, monkeypatch, tmp_path):
    one, other = Path(tmp_path.anchor), tmp_path
    monkeypatch.setattr(file_chooser, "drives", lambda: [one, other])
    scene, _ = opened(driver)
    scene._show(one)
    assert scene.line(0) == ("..", "the other drives")
    driver.key(pygame.K_UP, pygame.KMOD_LALT)
    assert [text for text, _ in rows(scene)] == [str(one), str(other)]
    driver.key(pygame.K_DOWN)
    driver.key(pygame.K_RETURN)
    assert scene.folder == other


def test_drives_are_looked_for_where_there_are_such(monkeypatch):
    assert bool(drives()) == (os.name == "nt")

    class Drive(PurePath(".").__class__):  # type: ignore[misc]
        def exists(self) -> bool:
            return str(self)[0] in "CD"

    class Os:
        name = "nt"

    monkeypatch.setattr(file_chooser, "os", Os)
    monkeypatch.setattr(file_chooser, "Path", Drive)
    assert [str(path) for path in drives()] == ["C:\\", "D:\\"]
