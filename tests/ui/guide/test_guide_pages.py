"""The guide as pages that open offline, and the ways to them in the window."""

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlparse
from urllib.request import url2pathname

import pygame
import pytest
from driving import Driver

from ui.guide import pages
from ui.guide.pages import DOCS, html_of, parsed, sources, written_page
from ui.panels.dock import Dock
from ui.panels.parts.panel import FOOT, STAGE
from ui.scenes.arena.arena import Arena
from ui.scenes.editor.editor import Editor
from ui.scenes.home.home import Home
from ui.scenes.play.play import Play
from ui.scenes.settings_page import SettingsPage
from ui.scenes.user_files import UserFilesScreen

GUIDE = DOCS / "guide"
REFERENCE = {
    *("README", "keys", "options", "terms", "commands", "line-protocol"),
    *(
        "words",
        "json",
        "scan-fields",
        "kinds-of-terms",
        "game-files",
        "card-methods",
        "check-methods",
        "gaps-methods",
    ),
    *("gaps", "explain"),
}
"""Reference pages."""

PAGES = sorted(file.stem for file in GUIDE.glob("*.md"))


class Links(HTMLParser):
    """The addresses of a page's links and pictures, and the ids of its parts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.pictures: list[str] = []
        self.ids: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = dict(attrs)
        self.ids.add(about.get("id") or "")
        if tag == "a" and "href" in about:
            self.links.append(about["href"] or "")
        if tag == "img":
            self.pictures.append(about.get("src") or "")


def file_of(address: str, page: Path) -> tuple[Path, str]:
    """The file that an address on a page names, and the part of it."""
    found = urlparse(address)
    if found.scheme == "file":
        return Path(url2pathname(found.path)), unquote(found.fragment)
    return (page.parent / url2pathname(found.path)).resolve() if found.path else page, unquote(found.fragment)


@pytest.fixture(scope="module")
def written(tmp_path_factory) -> Path:  # type: ignore[no-untyped-def]
    folder: Path = tmp_path_factory.mktemp("pages")
    pages.write_pages(folder)
    return folder


def test_every_page_becomes_html_and_each_link_a_file(written: Path) -> None:
    files = sorted(written.rglob("*.html"))
    assert len(files) == len(sources()) > 20
    read = {file.resolve(): Links(file.read_text(encoding="utf-8")) for file in files}
    for page, found in read.items():
        for address in found.links:
            if address.startswith("https://"):
                continue
            file, part = file_of(address, page)
            assert file.exists(), f"{page.name}: {address}"
            assert not part or part in read[file].ids, f"{page.name}: {address}"
        for address in found.pictures:
            assert address.startswith("file:") and file_of(address, page)[0].is_file(), address


@pytest.mark.parametrize("name", sorted(set(PAGES) - REFERENCE))
def test_page_begins_with_a_question_and_is_short(name: str) -> None:
    text = (GUIDE / f"{name}.md").read_text(encoding="utf-8")
    title, question, rest = text.split("\n\n", 2)
    assert title.startswith("# ") and re.fullmatch(r"\*\*.*\?\*\*", question), question
    assert re.search(r"!\[[^\]]{10,}\]\(pictures/[\w-]+\.webp\)", rest)
    assert text.count("\n") <= 70


def test_the_index_names_every_page() -> None:
    index = Links(html_of(GUIDE / "README.md", sources()))
    assert {f"{name}.html" for name in PAGES} - {"README.html"} <= set(index.links)


def test_each_panel_and_each_screen_has_its_page() -> None:
    dock = Dock()
    named = {panel.guide_page for panel in (*dock.panels, dock.lab)}
    assert named <= set(PAGES) and len(named) > 8
    assert [panel.title for panel in dock.panels if panel.guide_page == "README"] == []
    screens = (Home, Arena, Editor, SettingsPage, UserFilesScreen)
    assert {screen.guide_page for screen in screens} <= set(PAGES) - {"README"}  # type: ignore[comparison-overlap]


def test_headings_have_the_ids_that_github_gives_them() -> None:
    tokens = parsed("# What `strong` cuts\n\n## A, b: c?\n\n## Same\n\n## Same\n")
    ids = [token.attrGet("id") for token in tokens if token.type == "heading_open"]
    assert ids == ["what-strong-cuts", "a-b-c", "same", "same-1"]


def test_a_link_to_what_is_not_installed_keeps_its_words(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(pages, "DOCS", tmp_path)
    folder = tmp_path / "guide"
    folder.mkdir()
    page, other = folder / "a.md", folder / "b.md"
    page.write_text(
        "# A\n\n[gone](../lab/x.md) [there](b.md#part) [web](https://example.org)\n", encoding="utf-8"
    )
    other.write_text("# B\n", encoding="utf-8")
    html = html_of(page, [page, other])
    assert Links(html).links == ["../guide/README.html", "b.html#part", "https://example.org"]
    assert "gone" in html


def test_pages_go_elsewhere_where_the_cache_cannot_be_written_to(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    in_the_way = tmp_path / "cache"
    in_the_way.write_text("no folder", encoding="utf-8")
    monkeypatch.setenv("PLYGLASS_CACHE", str(in_the_way))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    file = written_page("guide/moves")
    assert file.is_file() and file.parents[1].parent == tmp_path
    monkeypatch.setenv("PLYGLASS_CACHE", str(tmp_path / "another"))
    assert written_page("guide/moves") == tmp_path / "another" / "pages" / "guide" / "moves.html"


class Named:
    def __init__(self, name: str, opens: bool = True) -> None:
        self.name, self.opens = name, opens
        self.opened: list[str] = []

    def open(self, address: str) -> bool:
        self.opened.append(address)
        return self.opens


@pytest.mark.parametrize(
    ("program", "opens", "problem"),
    [
        ("firefox", True, ""),
        ("firefox", False, "none could be started"),
        ("w3m", True, "w3m needs a terminal"),
    ],
)
def test_a_page_is_opened_in_a_browser_with_a_window(tmp_path, monkeypatch, program, opens, problem) -> None:  # type: ignore[no-untyped-def]
    found = Named(f"/usr/bin/{program}", opens)
    monkeypatch.setattr(pages.webbrowser, "get", lambda: found)
    file = tmp_path / "a page.html"
    assert pages.open_in_browser(file) == problem
    assert found.opened == ([] if program == "w3m" else [file.as_uri()])


def test_without_a_browser_it_says_so(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    def none() -> None:
        raise pages.webbrowser.Error("could not locate runnable browser")

    monkeypatch.setattr(pages.webbrowser, "get", none)
    assert pages.open_in_browser(tmp_path / "a.html") == "could not locate runnable browser"


# In the window


@pytest.fixture
def opened(tmp_path, monkeypatch) -> list[Path]:  # type: ignore[no-untyped-def]
    """The files that a browser was asked to open."""
    files: list[Path] = []
    monkeypatch.setenv("PLYGLASS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(pages, "open_in_browser", lambda file: files.append(file) or "")
    return files


def followed(driver: Driver) -> str:
    """What the window says after a page was opened."""
    driver.until(lambda: not driver.app.guide.busy)
    scene = driver.app.scene
    return scene.context.notice.said if isinstance(scene, Play) else driver.app.said.text


def test_the_sign_of_each_open_panel_opens_its_page(tmp_path, opened) -> None:  # type: ignore[no-untyped-def]
    driver = Driver(tmp_path)
    play = driver.play("chess", "human", "human")
    dock, study = play.dock, play.session.study
    for panel in dock.panels:
        if not panel.suits(study):
            continue
        if panel not in (dock.upper, dock.foot, dock.stage):
            dock.show(panel, study)
        driver.app.redraw()
        driver.frame()
        driver.click_on(dock._helps[panel])
        said = followed(driver)
        assert opened[-1].stem == panel.guide_page and opened[-1].is_file()
        assert said == f"Your browser was asked to open {opened[-1]}", "whether it did is not known"
        if panel.place in (FOOT, STAGE):
            dock.show(panel, study)
    assert len(opened) > 10
    compare = next(panel for panel in dock.panels if panel.title == "Compare")
    dock.show(compare, study)
    driver.app.redraw()
    driver.frame()
    driver.click_on(("compare page", True))
    driver.app.redraw()
    driver.frame()
    driver.click_on(dock._helps[compare])
    followed(driver)
    assert opened[-1].stem == "scan"
    driver.close()


def test_no_tab_is_cut_for_the_sign_in_the_narrowest_window(tmp_path) -> None:  # type: ignore[no-untyped-def]
    driver = Driver(tmp_path, (640, 480))
    play = driver.play("chess", "human", "human")
    play.dock.call_page("Compare", play.session.study)  # it has the widest title of the Lab's pages
    labels = driver.app.event_router.sheet.labels = []
    driver.app.redraw()
    driver.frame()
    drawn = {label.wanted: label.shown for label in labels}
    assert drawn["Evaluation"] == "Evaluation" and drawn["Compare"] == "Compare"
    driver.close()


def test_key_opens_the_page_of_the_screen_and_f1_the_guide(tmp_path, opened) -> None:  # type: ignore[no-untyped-def]
    driver = Driver(tmp_path)
    driver.key(pygame.K_F1, pygame.KMOD_SHIFT)
    followed(driver)
    driver.key(pygame.K_F1)
    driver.click_on(driver.app.key_list.guide)
    followed(driver)
    assert not driver.app.key_list.open
    play = driver.play("morris", "human", "human")
    play.dock.call_page("Moves", play.session.study)
    driver.frame()
    driver.key(pygame.K_F1)
    driver.key(pygame.K_F1, pygame.KMOD_SHIFT)
    followed(driver)
    assert [file.stem for file in opened] == ["playing", "playing", "moves"]
    driver.close()


def test_without_a_browser_the_window_says_where_the_page_is(tmp_path, opened, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(pages, "open_in_browser", lambda file: "there is none")
    driver = Driver(tmp_path)
    driver.app.open_guide("weights")
    said = followed(driver)
    file = tmp_path / "cache" / "pages" / "guide" / "weights.html"
    assert file.is_file() and said == (
        f"No browser opens the page (there is none). Its path has been copied: {file}"
    )
    driver.close()
