"""Fixtures for the tests of the window."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest
from driving import WATCHING, Driver

from heuristics.former_weights import take_remarks
from ui.theme import Theme


@pytest.fixture(scope="module", autouse=True)
def windows_left_open_stop_watching_files() -> Iterator[None]:
    yield
    while WATCHING:
        WATCHING.pop().close()


@pytest.fixture
def opening() -> dict[str, Any]:
    """The arguments with which `driver` opens its window. A module with a fixture of this name opens it
    otherwise, or prepares something before."""
    return {}


@pytest.fixture
def driver(tmp_path: Path, opening: dict[str, Any]) -> Iterator[Driver]:
    """A window that is driven by events, with its files in a folder of its own."""
    take_remarks()  # those that another test left would be shown here
    window = Driver(**{"folder": tmp_path, **opening})
    yield window
    window.close()


MOST_TEXTS = 4000
"""Pictures of words that are kept: some ten megabytes."""


@pytest.fixture(scope="session", autouse=True)
def windows_share_what_they_draw() -> Iterator[None]:
    """Caches pieces, words and their widths between windows. A test opens a window for a few frames, and
    would spend much of its time drawing and measuring these."""
    draw, measure = pygame.image.load_sized_svg, Theme.measured
    render, line_height = Theme.rendered, Theme.line_height
    pictures: dict[object, pygame.Surface] = {}
    widths: dict[tuple[object, ...], int] = {}
    texts: dict[tuple[object, ...], pygame.Surface] = {}
    heights: dict[int, int] = {}

    def drawn(source: Any, size: tuple[int, int]) -> pygame.Surface:
        key = (source if isinstance(source, Path) else source.getvalue(), size)
        if key not in pictures:
            pictures[key] = draw(source, size)
        return pictures[key].copy()

    def measured(theme: Theme, string: str, size: int = 14, bold: bool = False) -> int:
        key = (theme.px(size), bold, string)
        if key not in widths:
            widths[key] = measure(theme, string, size, bold)
        return widths[key]

    def rendered(
        theme: Theme, string: str, size: int = 14, color: pygame.Color | None = None, bold: bool = False
    ) -> pygame.Surface:
        color = color or theme.text_color
        key = (theme.px(size), bold, int(color), string)
        if key not in texts:
            if len(texts) >= MOST_TEXTS:
                texts.clear()
            texts[key] = render(theme, string, size, color, bold)
        return texts[key]

    def height_of_line(theme: Theme, size: int = 14) -> int:
        pixels = theme.px(size)
        if pixels not in heights:
            heights[pixels] = line_height(theme, size)
        return heights[pixels]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pygame.image, "load_sized_svg", drawn)
        patch.setattr(Theme, "measured", measured)
        patch.setattr(Theme, "rendered", rendered)
        patch.setattr(Theme, "line_height", height_of_line)
        if os.environ.get("SDL_VIDEODRIVER") == "dummy":  # nobody sees the window
            patch.setattr(pygame.display, "flip", lambda: None)
        yield
