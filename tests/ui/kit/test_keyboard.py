"""Presses of keys as the program reads them: layouts, AltGr, and Cmd on macOS."""

import ast
from pathlib import Path

import pygame
import pytest

from ui.kit import keyboard
from ui.kit.keyboard import as_read, place_of, read, spelled, types_text

SHIFT, CTRL, ALT, CMD = pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL, pygame.KMOD_LALT, pygame.KMOD_LMETA
ALT_GR = pygame.KMOD_RALT
ALT_GR_OF_WINDOWS = pygame.KMOD_LCTRL | pygame.KMOD_RALT
UNKNOWN = 1 << 30

UI = Path(keyboard.__file__).parents[1]


def press(key: int | str, place: int = 0, mod: int = 0, typed: str = "") -> pygame.event.Event:
    code = ord(key) if isinstance(key, str) else key
    return pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=typed, scancode=place)


def text(typed: str) -> pygame.event.Event:
    return pygame.event.Event(pygame.TEXTINPUT, text=typed)


READ = {
    "Russian W": (press("ц", pygame.KSCAN_W, typed="ц"), "w"),
    "Russian Ctrl+K": (press("л", pygame.KSCAN_K, CTRL, "л"), "k"),
    "Russian Ctrl+comma": (press("б", pygame.KSCAN_COMMA, CTRL), ","),
    "Russian full stop": (press(".", pygame.KSCAN_SLASH, typed="."), "."),
    "Russian ?": (press("7", pygame.KSCAN_7, SHIFT, "?"), "?"),
    "Greek F": (press("φ", pygame.KSCAN_F, typed="φ"), "f"),
    "German Z": (press("z", pygame.KSCAN_Y, typed="z"), "z"),
    "German ?": (press("ß", pygame.KSCAN_MINUS, SHIFT, "?"), "?"),
    "German ß": (press("ß", pygame.KSCAN_MINUS, typed="ß"), "ß"),
    "German Ctrl+ß": (press("ß", pygame.KSCAN_MINUS, CTRL), "ß"),
    "German umlaut": (press("ö", pygame.KSCAN_SEMICOLON, typed="ö"), "ö"),
    "German +": (press("+", pygame.KSCAN_RIGHTBRACKET, typed="+"), "+"),
    "German /": (press("7", pygame.KSCAN_7, SHIFT, "/"), "7"),
    "French W": (press("w", pygame.KSCAN_Z, typed="w"), "w"),
    "French ?": (press(",", pygame.KSCAN_M, SHIFT, "?"), "?"),
    "French −": (press("6", pygame.KSCAN_6, typed="-"), "-"),
    "French 6": (press("6", pygame.KSCAN_6, SHIFT, "6"), "6"),
    "French Alt+6": (press("6", pygame.KSCAN_6, ALT, "-"), "6"),
    "French comma": (press(",", pygame.KSCAN_M, typed=","), ","),
    "Czech 2": (press("ě", pygame.KSCAN_2, typed="ě"), "2"),
    "Dvorak W": (press("w", pygame.KSCAN_COMMA, typed="w"), "w"),
    "Dvorak comma": (press(",", pygame.KSCAN_W, typed=","), ","),
    "American ?": (press("/", pygame.KSCAN_SLASH, SHIFT, "?"), "?"),
    "American ? without its character": (press("/", pygame.KSCAN_SLASH, SHIFT, "/"), "?"),
    "American +": (press("=", pygame.KSCAN_EQUALS, SHIFT, "+"), "+"),
    "Vietnamese 5, an accent": (press(UNKNOWN, pygame.KSCAN_5), "5"),
}


@pytest.mark.parametrize("name", READ)
def test_a_press_is_read_by_layout_place_or_character(name):
    event, wanted = READ[name]
    found = read(event)
    assert chr(found.key) == wanted and found.mod == event.mod


def test_a_sign_at_a_missing_letters_place_is_the_letter(monkeypatch):
    ctrl_q = press(";", pygame.KSCAN_Q, CTRL)
    monkeypatch.setattr(keyboard, "place_of", lambda key: pygame.KSCAN_M)
    assert read(ctrl_q).key == pygame.K_SEMICOLON, "the layout has its Q elsewhere"
    monkeypatch.setattr(keyboard, "place_of", lambda key: 0)
    assert read(ctrl_q).key == pygame.K_q, "Greek"


def test_the_layout_says_where_a_letter_is():
    pygame.display.init()
    assert place_of(pygame.K_q) == pygame.KSCAN_Q
    assert place_of(ord("ц")) == 0


@pytest.mark.parametrize("mod", [ALT_GR, ALT_GR_OF_WINDOWS, ALT_GR | SHIFT, pygame.KMOD_MODE])
def test_alt_gr_types_a_character_and_commands_nothing(mod):
    for event in (press("q", pygame.KSCAN_Q, mod, "@"), press("2", pygame.KSCAN_2, mod, "²")):
        found = read(event)
        assert chr(found.key) == event.unicode and found.mod == mod & SHIFT
        assert types_text(found)
        assert list(as_read([event, text(event.unicode)]))[1].text == event.unicode
    polish = press("a", pygame.KSCAN_A, mod, "ą")
    assert read(polish).key == ord("ą"), "not at the place of a missing letter"


def test_alt_gr_without_a_character_commands_nothing():
    found = read(press("q", pygame.KSCAN_Q, ALT_GR_OF_WINDOWS, "\x11"))
    assert (found.key, found.mod) == (pygame.K_q, ALT_GR_OF_WINDOWS)
    assert types_text(found)


@pytest.mark.parametrize(("key", "typed"), [("2", "2"), ("2", ""), ("й", "й")])
def test_the_right_alt_of_an_american_keyboard_is_alt(key, typed):
    found = read(press(key, 0, ALT_GR, typed))
    assert (found.key, found.mod) == (ord(key), ALT_GR)
    assert not types_text(found)


def test_a_key_of_the_number_block_stays_itself():
    assert read(press(pygame.K_KP1, pygame.KSCAN_KP_1, ALT_GR, "1")).key == pygame.K_KP1
    assert read(press(pygame.K_RETURN, pygame.KSCAN_RETURN, ALT_GR, "\r")).key == pygame.K_RETURN


@pytest.mark.parametrize(
    "command", [press("с", pygame.KSCAN_C, CTRL, "с"), press("2", pygame.KSCAN_2, ALT, "2")]
)
def test_the_text_of_a_command_is_left_out(command):
    plain = press("2", pygame.KSCAN_2, typed="2")
    found = list(as_read([command, text("с"), plain, text("2")]))
    assert [event.type for event in found] == [pygame.KEYDOWN, pygame.KEYDOWN, pygame.TEXTINPUT]


def test_the_text_of_a_repeated_command_is_left_out(monkeypatch):
    for held, wanted in ((CTRL, 0), (ALT, 0), (ALT_GR, 1), (ALT_GR_OF_WINDOWS, 1), (0, 1)):
        monkeypatch.setattr(pygame.key, "get_mods", lambda held=held: held)
        assert len(list(as_read([text("с")]))) == wanted, held


def test_cmd_is_ctrl_on_macos_and_nothing_elsewhere(monkeypatch):
    event = press("л", pygame.KSCAN_K, CMD | SHIFT)
    assert read(event).mod == CMD | SHIFT
    monkeypatch.setattr(keyboard, "MACOS", True)
    found = read(event)
    assert (found.key, found.mod) == (pygame.K_k, CTRL | SHIFT)
    for kept in (press("h", pygame.KSCAN_H, CMD), press("m", pygame.KSCAN_M, CMD)):
        assert read(kept).mod == CMD, "macOS hides or minimises the window"


def test_option_types_in_a_field_and_commands_outside_on_macos(monkeypatch):
    monkeypatch.setattr(keyboard, "MACOS", True)
    event = press("5", pygame.KSCAN_5, ALT, "[")
    found = read(event)
    assert (found.key, found.mod) == (pygame.K_5, ALT)
    assert types_text(found) and len(list(as_read([event, text("[")]))) == 2


@pytest.mark.parametrize(
    ("written", "on_macos"),
    [
        ("Ctrl+K", "Cmd+K"),
        ("Ctrl+Shift+C", "Cmd+Shift+C"),
        ("Ctrl++", "Cmd++"),
        ("To the next exercise (Ctrl+Right).", "To the next exercise (Cmd+Right)."),
        ("Ctrl+H", "Ctrl+H"),
        ("Ctrl+Tab, Ctrl+Shift+Tab", "Ctrl+Tab, Ctrl+Shift+Tab"),
        ("F11, Alt+Enter", "F11, Alt+Enter"),
    ],
)
def test_keys_are_spelled_as_the_system_calls_them(monkeypatch, written, on_macos):
    assert spelled(written) == written
    monkeypatch.setattr(keyboard, "MACOS", True)
    assert spelled(written) == on_macos


def test_nothing_else_in_the_window_reads_presses_as_they_come():
    """What would not go through `as_read`: another loop of events, places, and keys that are held."""
    found = []
    for file in sorted(UI.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            name = node.attr if isinstance(node, ast.Attribute) else ""
            if name in ("scancode", "unicode", "get_pressed") or ast.unparse(node) == "pygame.event.get":
                found.append((file.relative_to(UI).as_posix(), name))
    assert [each for each in found if each[0] != "kit/keyboard.py"] == [("app.py", "get")]
    app = (UI / "app.py").read_text(encoding="utf-8")
    assert "as_read(pygame.event.get())" in app
