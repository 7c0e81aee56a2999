"""A key that can do nothing now says why, on every screen, in words that are visible."""

from collections.abc import Callable

import pygame
import pytest
from driving import Driver

from engines.jobs import Job
from ui.commands import Command, Commands, presses
from ui.navigation import DialogAnswer
from ui.scenes.progress_dialog import ProgressDialog
from ui.scenes.scene import Scene
from ui.theme import Theme

SCREENS = ("home", "game", "finished", "arena", "editor", "players", "rules", "settings", "projector")


def drawn(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> str:
    """All words on the screen."""
    sheet, words, text = driver.app.event_router.sheet, [], Theme.text

    def noting(theme, surface, where, string, *rest, **more):
        words.append(string)
        return text(theme, surface, where, string, *rest, **more)

    with monkeypatch.context() as patch:
        patch.setattr(Theme, "text", noting)
        sheet.labels = []
        driver.app.redraw()
        driver.app.frame()
        words += [label.wanted for label in sheet.labels]
        sheet.labels = None
    return "\n".join(words)


def opened(driver: Driver, screen: str) -> tuple[Scene, list[Commands]]:
    """A screen, and the commands that its keys may mean."""
    if screen == "home":
        scene = driver.app.scene
    elif screen == "arena":
        scene = driver.window.arena("isolation")
    elif screen == "settings":
        scene = driver.window.show_settings()
    else:
        text = "7/7/7/7/xxxx3/xwxx3/x1xb3 w" if screen == "finished" else None
        scene = play = driver.play("isolation", "human", "human", text)
        while screen == "finished" and not play.session.study.over:
            play.session.turn.enter(play.session.study.record.position.moves[0])
            driver.frame()
        names = {"editor": "set up", "players": "players", "rules": "how to play"}
        if screen in names:
            play.commands.run(names[screen])
            scene = driver.app.scene
        if screen == "projector":
            driver.key(pygame.K_F5)
            return play, [play.projector, play.commands, driver.app.commands]
    driver.frame()
    return scene, [scene.commands, driver.app.commands]


@pytest.mark.parametrize("screen", SCREENS)
def test_a_key_that_can_do_nothing_here_says_why(driver, monkeypatch, screen):
    scene, tables = opened(driver, screen)
    meant: dict[object, tuple[Commands, Command]] = {}
    for table in tables:
        for name in table:
            for press in list(presses(table[name].keys))[:1]:
                meant.setdefault(press, (table, table[name]))
    said = 0
    for (key, control, shift, alt), (table, command) in meant.items():
        if (why := table.why_not(command.name)) is None:
            continue
        mod = control * pygame.KMOD_LCTRL | shift * pygame.KMOD_LSHIFT | alt * pygame.KMOD_LALT
        driver.app.event_router.focus(None)
        driver.key(key, mod)
        assert driver.app.scene is scene, command.name
        assert why in drawn(driver, monkeypatch), command.name
        said += 1
    assert said or screen in ("rules", "editor", "players"), "there is something to say"


@pytest.mark.parametrize("kind", ["question", "progress", "case", "file"])
def test_a_screen_without_a_line_for_it_says_it_too(driver, monkeypatch, kind):
    play = driver.play("isolation", "human", "human")
    screens: dict[str, Callable[[], object]] = {
        "question": lambda: driver.window.ask("A title", "Words", (), [DialogAnswer("A", "b", print)], print),
        "progress": lambda: driver.app.push(ProgressDialog(driver.app, "Opening", Job("x"), print)),
        "case": lambda: play.commands.run("case"),
        "file": lambda: play.commands.run("open"),
    }
    screens[kind]()
    driver.patient = False
    driver.frame()
    scene = driver.app.scene
    assert scene is not play
    driver.app.appearance.scale = 1.5
    driver.app.display.surface = pygame.display.set_mode((640, 480))
    driver.key(pygame.K_PLUS, pygame.KMOD_LCTRL)
    assert "The window is too small" in drawn(driver, monkeypatch)
    if scene.settings_wait:
        driver.key(pygame.K_COMMA, pygame.KMOD_LCTRL)
        assert driver.app.scene is scene and scene.settings_wait in drawn(driver, monkeypatch)


def test_what_the_window_says_goes_again_and_with_its_screen(driver, monkeypatch):
    driver.window.ask("A title", "Words", (), [DialogAnswer("A", "b", print)], print)
    driver.app.say("Something.")
    assert "Something." in drawn(driver, monkeypatch)
    driver.app.said.until = 0.0
    driver.frame()
    assert "Something." not in drawn(driver, monkeypatch)
    driver.app.say("Something.")
    driver.key(pygame.K_ESCAPE)
    assert "Something." not in drawn(driver, monkeypatch)


@pytest.mark.parametrize("size", [(1280, 720), (640, 480), (500, 900)])
def test_what_the_window_says_covers_nothing_that_can_be_clicked(tmp_path, size):
    driver = Driver(tmp_path, size)
    for show in (lambda: None, driver.window.show_settings, lambda: driver.window.arena("isolation")):
        show()
        driver.frame(2)
        driver.app.say("Something that was done.")
        labels = driver.app.event_router.sheet.labels = []
        driver.frame(2)
        place = next(label.column for label in labels if label.wanted == "Something that was done.")
        driver.app.event_router.sheet.labels = None
        clickable = [zone for zone in driver.app.event_router.sheet.active() if zone.click or zone.press]
        assert clickable and not [zone.key for zone in clickable if zone.rect.colliderect(place)]
    driver.close()


def test_a_game_says_it_in_its_own_place(driver):
    play = driver.play("isolation", "human", "human")
    driver.app.say("Something.")
    assert play.context.notice.said == "Something." and not driver.app.said.text
