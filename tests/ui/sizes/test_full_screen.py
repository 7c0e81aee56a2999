"""F11 and Alt+Enter fill the screen, on every screen and with any list open."""

import pygame
from driving import Driver

from ui.commands import Command
from ui.keys_table import screens


def test_both_keys_work_wherever_a_person_is(tmp_path, monkeypatch):
    driver, asked = Driver(tmp_path), []

    class Window:
        def set_fullscreen(self, desktop):
            asked.append("full" if desktop else "another mode")

        def set_windowed(self):
            asked.append("windowed")

    monkeypatch.setattr("ui.display._window", Window)

    def both() -> None:
        scene, keys, palette = driver.app.scene, driver.app.key_list.open, driver.app.palette.open
        driver.key(pygame.K_F11)
        assert driver.app.display.fills_screen
        driver.key(pygame.K_RETURN, pygame.KMOD_LALT)
        assert not driver.app.display.fills_screen and asked == ["full", "windowed"]
        assert (driver.app.scene, driver.app.key_list.open, driver.app.palette.open) == (scene, keys, palette)
        asked.clear()

    both()
    driver.key(pygame.K_F1)
    both()
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_k, pygame.KMOD_LCTRL)
    both()
    driver.key(pygame.K_ESCAPE)
    play = driver.play("isolation", "human", "human")
    both()
    for name in ("set up", "players", "how to play", "settings", "open", "export", "arena"):
        play.commands.run(name)
        driver.frame()
        both()
        while driver.app.scene is not play:
            driver.app.pop()
    driver.close()


def test_escape_leaves_the_full_screen_last(tmp_path, monkeypatch):
    class Window:
        def set_fullscreen(self, desktop):
            pass

        def set_windowed(self):
            pass

    monkeypatch.setattr("ui.display._window", Window)
    driver = Driver(tmp_path)
    play = driver.play("isolation", "human", "human")
    driver.key(pygame.K_F11)
    driver.key(pygame.K_ESCAPE)
    assert driver.app.scene is not play and driver.app.display.fills_screen
    driver.key(pygame.K_ESCAPE)
    assert not driver.app.display.fills_screen and driver.app.running
    driver.close()


def test_another_size_is_another_picture(tmp_path):
    driver = Driver(tmp_path)
    driver.app.display.surface = pygame.display.set_mode((1920, 1080))
    pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, w=1920, h=1080, size=(1920, 1080)))
    driver.frame()
    assert driver.rect(driver.app.scene.settings).right > 1800
    driver.close()


def test_no_other_command_has_these_keys():
    for table in screens().values():
        for command in table:
            if isinstance(command, Command) and command.name != "full screen":
                assert not {"F11", "Alt+Enter"} & set(command.keys.split(", ")), command.name
