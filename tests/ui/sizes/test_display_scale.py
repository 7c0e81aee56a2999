"""How large the window is drawn on the display that it is on, unless the settings name a scale."""

import os
import sys

import pygame
import pytest

from study.settings.settings import Settings, UiSettings
from study.settings.settings_store import SettingsStore
from ui import devices
from ui.app import App
from ui.devices import display_scale, open_display
from ui.window import Window

FULL_HD = (1920, 1080)


@pytest.fixture
def scaled_windows(monkeypatch):
    """Lets SDL look as on Windows, on a Full HD display at 150 %. A call sets other dots an inch."""
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "windows")
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [FULL_HD])

    def scale_to(dots: int) -> None:
        monkeypatch.setattr(devices, "_dots_per_inch", lambda: dots)

    scale_to(144)
    return scale_to


@pytest.fixture
def opened():
    """Opens a window with settings of its appearance."""
    apps: list[App] = []

    def opened(**ui: float) -> App:
        apps.append(Window(SettingsStore.of(Settings(ui=UiSettings(**ui)))).app)
        return apps[-1]

    yield opened
    for app in apps:
        app.close()


@pytest.mark.parametrize(
    ("driver", "size", "scale"),
    [
        ("x11", (1366, 768), 1.0),
        ("x11", FULL_HD, 1.0),
        ("x11", (3840, 2160), 2.0),
        ("dummy", (3840, 2160), 2.0),
        ("wayland", (2560, 1440), 1.0),  # 4K at 150 %: the desktop enlarges the window itself
        ("cocoa", (3008, 1692), 1.0),
    ],
)
def test_the_scale_of_a_display_by_its_system(driver, size, scale, monkeypatch):
    monkeypatch.setattr(pygame.display, "get_driver", lambda: driver)
    assert display_scale(size) == scale


@pytest.mark.parametrize(("dots", "scale"), [(72, 1.0), (96, 1.0), (120, 1.25), (144, 1.5), (480, 3.0)])
def test_windows_tells_the_scale_whatever_the_height(dots, scale, scaled_windows):
    scaled_windows(dots)
    assert display_scale((1366, 768)) == display_scale((3840, 2160)) == scale


def test_on_windows_the_process_asks_for_real_pixels(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("SDL_WINDOWS_DPI_AWARENESS", "")  # so that it is put back
    monkeypatch.delenv("SDL_WINDOWS_DPI_AWARENESS")
    open_display()
    assert os.environ["SDL_WINDOWS_DPI_AWARENESS"] == "permonitorv2"


@pytest.mark.skipif(sys.platform != "win32", reason="asks Windows")
def test_windows_tells_the_dots_of_its_display():
    open_display()
    assert devices._dots_per_inch() >= devices.STANDARD_DPI


def test_the_first_window_at_150_percent_fits_its_display(scaled_windows, opened):
    app = opened()
    assert app.theme.scale == 1.5 and app.surface.get_size() == (1896, 936)


def test_a_scale_of_the_settings_beats_the_display(scaled_windows, opened):
    app = opened(scale=1.0)
    assert app.theme.scale == 1.0 and app.surface.get_size() == (1280, 720)
    scaled_windows(192)
    app.frame()
    assert app.theme.scale == 1.0


def test_the_window_follows_to_a_display_of_other_scale(scaled_windows, opened):
    app = opened()
    app.frame()
    scaled_windows(120)
    app.frame()
    assert app.theme.scale == 1.25
    app.scale_by(1)
    app.frame()
    assert app.theme.scale == 1.5, "the display's scale is asked for, not imposed on what the person chose"
    app.rescale()
    assert app.theme.scale == 1.25
