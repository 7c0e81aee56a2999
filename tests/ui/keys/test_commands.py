"""The tables of commands: what each command must have, and what is made of it."""

import pygame
import pytest

from ui.commands import Command, Commands, KeyLine, Never, presses
from ui.keys_table import screens
from ui.scenes.play.commands import MENU
from ui.scenes.play.context import PlayContext

TABLES = screens()
CONTROL, SHIFT, ALT = pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT, pygame.KMOD_LALT


def press(key: int, mod: int = 0, unicode: str = "") -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=unicode)


def commands_of(screen: str) -> list[Command]:
    return [each for each in TABLES[screen] if isinstance(each, Command)]


@pytest.mark.parametrize("screen", TABLES)
def test_each_command_says_what_it_is(screen):
    commands = commands_of(screen)
    assert len({command.name for command in commands}) == len(commands)
    for command in commands:
        assert command.name and command.label and command.group, command
        assert command.label[0].isupper() and not command.label.endswith("."), command.label
        assert command.tip[0].isupper() and command.tip.endswith((".", "?")), command.tip


@pytest.mark.parametrize("screen", TABLES)
def test_no_key_does_two_things_on_a_screen(screen):
    commands = commands_of(screen) + (commands_of("Every screen") if screen != "Every screen" else [])
    meant = [press for command in commands for press in presses(f"{command.keys}, {command.also}")]
    assert len(meant) == len(set(meant))


def test_keys_are_read_as_they_are_written():
    assert list(presses("Ctrl+Shift+C")) == [(pygame.K_c, True, True, False)]
    assert list(presses("U, Backspace")) == [
        (pygame.K_u, False, False, False),
        (pygame.K_BACKSPACE, False, False, False),
    ]
    assert (pygame.K_RETURN, False, False, True) in presses("F11, Alt+Enter")
    assert (pygame.K_KP_PLUS, True, False, False) in presses("Ctrl++")
    assert list(presses("")) == []


def table(*commands: Command) -> tuple[Commands, list[str]]:
    said: list[str] = []
    return Commands([], commands, said.append), said


def plain(name: str, keys: str, **more) -> Command:
    label = name.capitalize()
    return Command(name, label, f"{label}.", keys, lambda at: at.append(name), "Group", **more)


def test_key_does_its_command_and_shift_another_if_there_is():
    commands, _ = table(plain("a", "A"), plain("b", "Shift+B"), plain("c", "B"), plain("d", "Ctrl+A"))
    a, b = pygame.K_a, pygame.K_b
    for key, mod in ((a, 0), (a, SHIFT), (b, SHIFT), (b, 0), (a, CONTROL)):
        assert commands.key(press(key, mod))
    assert commands.at == ["a", "a", "b", "c", "d"]
    assert not commands.key(press(pygame.K_a, ALT)) and not commands.key(press(pygame.K_z))
    assert len(commands.at) == 5


def test_what_cannot_be_done_says_why_and_is_not_done():
    commands, said = table(plain("a", "A", enabled=lambda at: None if at else "There is nothing."))
    button = commands.button("a")
    commands.look()
    assert not button.enabled and commands.why_not("a") == "There is nothing."
    assert commands.key(press(pygame.K_a)), "the key is its own all the same"
    assert commands.at == [] and said == ["There is nothing."]
    commands.at.append("something")
    commands.look()
    button.action()
    assert button.enabled and commands.at == ["something", "a"] and len(said) == 1


def test_what_can_never_be_done_stands_in_no_menu_and_in_no_list():
    commands, said = table(
        plain("a", "A", enabled=lambda at: Never("Not in this game.")),
        plain("b", "B", enabled=lambda at: "Not now."),
        KeyLine("Tab", "Next control", "Group"),
    )
    assert [(option.value, option.begins) for option in commands.options([("a", "b")])] == [("b", False)]
    begun = commands.options([("b",), ("a",), ("a", "b")])
    assert [option.begins for option in begun] == [False, True], "a group of which nothing is left is none"
    assert [line.keys for line in commands.lines] == ["B", "Tab"]
    commands.key(press(pygame.K_a))
    assert said == ["Not in this game."]


def test_controls_follow_the_present_name_of_a_command():
    commands, _ = table(
        plain("a", "A, F2", icon="play", now=lambda at: {"label": f"Do {len(at)} …", "caption": str(len(at))})
    )
    button = commands.button("a", flat=True)
    for count in (0, 1):
        commands.look()
        (option,), (line,) = commands.options([("a",)]), commands.lines
        assert (option.label, option.detail) == (f"Do {count} …", "A")
        assert line == KeyLine("A, F2", f"Do {count}", "Group")
        assert (button.label, button.icon, button.tooltip, button.flat) == (
            str(count),
            "play",
            "A (A).",
            True,
        )
        commands.run("a")


def test_the_key_stands_in_the_first_sentence_of_a_tooltip():
    for tip, tooltip in (("One. Two.", "One (A). Two."), ("One.", "One (A).")):
        assert Command("a", "A", tip, "A", print, "Group").tooltip == tooltip
    assert Command("a", "A", "One.", "", print, "Group").tooltip == "One."


def test_a_command_can_be_done_by_whoever_has_what_it_is_done_at():
    inner = plain(
        "a", "A", enabled=lambda at: None if at else "Empty.", also="B", now=lambda at: {"label": "Now"}
    )
    commands = Commands({"list": []}, [inner.where(lambda outer: outer["list"])])
    assert commands.why_not("a") == "Empty." and commands["a"].label == "Now"
    commands.at["list"].append("")
    commands.key(press(pygame.K_b))
    assert commands.at["list"] == ["", "a"]


# On the screens


def test_the_menu_and_the_bar_name_commands_of_the_game():
    names = {command.name for screen in ("A game", "Every screen") for command in commands_of(screen)}
    assert {name for group in MENU for name in group} <= names
    assert len(MENU) <= 3 and all(len(group) <= 7 for group in MENU)


@pytest.mark.parametrize(
    ("key", "why"),
    [
        (pygame.K_LEFT, "This is the first position."),
        (pygame.K_END, "This is the last position."),
        (pygame.K_SPACE, "Both sides are played by people: there is nothing to pause."),
        (pygame.K_u, "There is no move of yours to take back."),
        (pygame.K_m, "No program is looking for a move."),
        (pygame.K_r, "No program has failed."),
        (pygame.K_c, "There is nothing to turn over in this game."),
    ],
)
def test_a_key_that_can_do_nothing_in_a_game_says_why(driver, key, why):
    play = driver.play("isolation", "human", "human")
    driver.key(key)
    assert play.notice.said == why


def test_a_page_that_is_not_open_says_so_where_its_key_needs_it(driver):
    play = driver.play("isolation", "human", "human")
    driver.key(pygame.K_2)
    driver.key(pygame.K_b)
    assert play.notice.said == "Open the page Evaluation first."
    driver.key(pygame.K_1)
    driver.frame(2)
    assert play.commands.why_not("break down") is None


def test_home_and_arena_say_why_too(driver):
    driver.key(pygame.K_c)
    assert driver.app.scene._problem == "No game was interrupted."
    driver.key(pygame.K_RIGHT)
    assert driver.app.scene._problem == "", "it was an answer to the key before"
    arena = driver.window.arena("isolation")
    driver.key(pygame.K_m)
    assert arena.problem == "Only a test can be measured, once it has games and is paused or over."


def test_a_command_of_a_game_knows_no_screen(driver):
    """It runs on the game, its board and panels, and needs no screen."""
    play = driver.play("isolation", "human", "human")
    context = PlayContext(driver.app, driver.window, play.session)
    (flip,) = (command for command in commands_of("A game") if command.name == "flip")
    before = context.board.picture.flipped
    flip.do(context)
    assert context.board.picture.flipped is not before and play.board.picture.flipped is before
