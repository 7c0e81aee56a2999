"""How long a page of the guide is on a screen, in a real browser where one is installed."""

import sys

import pytest
from browser import Browser, find_browser

from ui.guide.pages import DOCS, write_pages

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Chromium is spoken to over inherited pipes")

SCREEN = (1920, 1080)
"""CSS pixels, at 100 %."""

MOST_SCREENS = 2.0

TABLES = {"commands", "json", "keys", "line-protocol", "terms"}
"""Reference pages: tables of names to look up, made from the code or a specification."""

NAMES = sorted(file.stem for file in (DOCS / "guide").glob("*.md") if file.stem not in TABLES)


def too_long(browser, folder, names):
    """The pages of more than two screens, pictures included, with the number of screens."""
    found = []
    for name in names:
        page = browser.open(folder / "guide" / f"{name}.html")
        page.resize(*SCREEN)
        page.wait("[...document.images].every(image => image.complete && image.naturalHeight)")
        screens = page.run("document.documentElement.getBoundingClientRect().height") / SCREEN[1]
        if screens > MOST_SCREENS:
            found.append(f"{name}: {screens:.2f}")
    return found


LONGEST = sorted(NAMES, key=lambda name: -(DOCS / "guide" / f"{name}.md").stat().st_size)[:6]
"""The longest pages; all others are much shorter."""


@pytest.mark.parametrize(
    "names", [LONGEST, pytest.param(NAMES, marks=pytest.mark.slow)], ids=["longest", "all"]
)
def test_pages_of_the_guide_fill_two_screens_at_most(tmp_path, names) -> None:  # type: ignore[no-untyped-def]
    executable = find_browser()
    if not executable:
        pytest.skip("no Chromium: neither Playwright's nor a command here")
    write_pages(tmp_path)
    browser = Browser(executable, tmp_path / "profile")
    try:
        assert too_long(browser, tmp_path, names) == []
        assert too_long(browser, tmp_path, ["terms"])  # shows that pages are measured
    finally:
        browser.close()
