"""Keys of other layouts than the American one, in the window."""

import pygame
import pytest
from driving import texts_written

from ui.kit import keyboard
from ui.scenes.home.home import Home
from ui.scenes.home.who_plays import PLAY, WATCH
from ui.scenes.rules_page import RulesPage

SHIFT, CTRL, ALT, CMD = pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL, pygame.KMOD_LALT, pygame.KMOD_LMETA


@pytest.mark.parametrize("key", "цς")
def test_w_on_russian_and_greek_layouts_shows_watch(driver, key):
    home = driver.app.scene
    assert isinstance(home, Home)
    assert home.who.mode == PLAY
    driver.key(ord(key), 0, pygame.KSCAN_W, key)
    assert home.who.mode == WATCH


@pytest.mark.parametrize("key", "лκ")
def test_ctrl_k_on_russian_and_greek_layouts_finds_commands(driver, key):
    driver.key(ord(key), CTRL, pygame.KSCAN_K, key)
    assert driver.app.palette.open


@pytest.mark.parametrize(("key", "place"), [("ß", pygame.KSCAN_MINUS), (",", pygame.KSCAN_M)])
def test_the_german_and_french_question_mark_explains(driver, key, place):
    driver.key(ord(key), 0, place, key)
    assert isinstance(driver.app.scene, Home), "without Shift it is another character"
    driver.key(ord(key), SHIFT, place, "?")
    assert isinstance(driver.app.scene, RulesPage)


def test_a_field_edits_by_russian_keys_without_their_letters(driver):
    driver.key(ord("л"), CTRL, pygame.KSCAN_K, "л")
    field = driver.app.palette.field
    driver.type("flip")

    def command(key: str, place: int, mod: int = CTRL) -> None:
        driver._post_key(ord(key), mod, place, key)
        driver.type(key)

    command("ф", pygame.KSCAN_A)
    assert field.line.selected == "flip" and field.text == "flip"
    command("ч", pygame.KSCAN_X)
    assert field.text == ""
    command("м", pygame.KSCAN_V)
    assert field.text == "flip"
    command("я", pygame.KSCAN_Z)
    assert field.text == ""
    command("2", pygame.KSCAN_2, ALT)
    assert field.text == ""


def test_alt_gr_opens_no_page_and_types_in_a_field(driver):
    play = driver.play("isolation", "human", "human")
    upper = play.dock.upper
    for held in (pygame.KMOD_RALT, pygame.KMOD_LCTRL | pygame.KMOD_RALT):
        driver.key(pygame.K_2, held, pygame.KSCAN_2, "²")
        assert play.dock.upper is upper
    driver.key(pygame.K_k, CTRL)
    driver._post_key(pygame.K_2, pygame.KMOD_LCTRL | pygame.KMOD_RALT, pygame.KSCAN_2, "²")
    driver.type("²")
    assert driver.app.palette.field.text == "²" and play.dock.upper is upper
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_2, ALT)
    assert play.dock.upper is not upper


def test_the_editor_places_pieces_by_russian_keys(driver):
    driver.app.scene.choose_game("chess")
    driver.key(pygame.K_e, CTRL)
    editor = driver.app.scene
    driver.key(ord("й"), SHIFT, pygame.KSCAN_Q, "Й")
    assert editor.tool == "Q"
    driver.key(ord("т"), 0, pygame.KSCAN_N, "т")
    assert editor.tool == "n"


def test_cmd_works_and_is_shown_on_macos(driver, monkeypatch):
    monkeypatch.setattr(keyboard, "MACOS", True)
    driver.key(pygame.K_F1)
    written = texts_written(driver, monkeypatch)
    assert "Cmd+K" in written and "Cmd++" in written and "Ctrl+H" in written
    assert not [text for text in written if "Ctrl+" in text and text != "Ctrl+H"]
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_k, CMD)
    assert driver.app.palette.open
    assert "Cmd+O" in texts_written(driver, monkeypatch)


def test_tooltips_menus_and_messages_name_cmd_on_macos(driver, monkeypatch):
    monkeypatch.setattr(keyboard, "MACOS", True)
    play = driver.play("chess", "human", "human")
    (menu,) = play.commands.options([("copy",)])
    assert menu.detail == "Cmd+C"
    driver.app.say("Deleted it. Ctrl+Z undoes it.")
    assert play.context.notice.said == "Deleted it. Cmd+Z undoes it."
