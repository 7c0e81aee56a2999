"""The page of a game in a real browser, where one is installed: stepping through, at any width, in both
schemes and on paper, without an error in its console."""

import re
import sys
import zlib

import pytest
from browser import Browser, find_browser

from heuristics.registry import default_heuristic, load_lens
from reviews import random_game, reviewed_as
from study.export.game_page import game_page, published_game
from ui.game_boards import boards_of

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Chromium is spoken to over inherited pipes")

PLIES = 40
WIDTHS = (400, 600, 800, 1280, 1920)

CUT = """
[...document.querySelectorAll("body, body *")].filter(part => {
  const box = part.getBoundingClientRect(), style = getComputedStyle(part);
  if (!box.width || part.closest("svg") || style.display === "inline") return false;
  const cuts = style.overflowX !== "visible" && part.scrollWidth > part.clientWidth;
  return cuts || box.left < 0 || box.right > document.documentElement.clientWidth + 1;
}).map(part => part.outerHTML.slice(0, 80))
"""
"""Everything that is wider than the page, or than its own container."""


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    executable = find_browser()
    if not executable:
        pytest.skip("no Chromium: neither Playwright's nor a command here")
    browser = Browser(executable, tmp_path_factory.mktemp("profile"))
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """The page of a chess game with a slide and a marked move; its terms are in groups."""
    record = random_game("chess", PLIES, 5)
    lens = load_lens("chess", default_heuristic("chess").name)
    values = [20.0 * max(0, ply - 8) for ply in range(PLIES)]
    review_result = reviewed_as(record, values, {13: 60.0, 30: 400.0}, lens)
    told = published_game(
        record, lens, review_result, ("", ""), "alphabeta:classical,nodes=300000,quiescence=1"
    )
    assert told.stretch is not None
    path = tmp_path_factory.mktemp("page") / "game.html"
    path.write_text(game_page(told, boards_of(record)), encoding="utf-8")
    return path


@pytest.fixture
def page(browser, file):
    page = browser.open(file)
    page.resize(1280)
    page.wait("sheets.every(sheet => sheet.complete)")
    yield page
    assert page.problems == []
    page.call("Page.close")


def shown(page) -> int:
    """The ply that all parts of the page show."""
    plies = page.run("[...document.querySelectorAll('.ply')].flatMap((p, i) => p.offsetParent ? [i] : [])")
    moves = page.run("[...document.querySelectorAll('.moves .here')].map(m => Number(m.dataset.ply))")
    at = page.run("parseFloat(document.querySelector('.plot .at').style.left)") / 100 * (PLIES + 1)
    assert plies == moves == [round(at)]
    return plies[0]


def board(page) -> int:
    """A number for the drawn board."""
    pixels = page.run("document.querySelector('canvas').toDataURL()")
    return zlib.crc32(pixels.encode())


def test_it_is_stepped_through_by_keys_buttons_links_and_chart(page) -> None:
    boards = {shown(page): board(page)}
    for key, ply in (("ArrowRight", 1), ("ArrowRight", 2), ("End", PLIES), ("ArrowRight", PLIES)):
        page.press(key)
        assert shown(page) == ply
        boards[ply] = board(page)
    assert len(set(boards.values())) == 4, "each position has a board of its own"
    for key, ply in (("ArrowLeft", PLIES - 1), ("Home", 0), ("ArrowLeft", 0)):
        page.press(key)
        assert shown(page) == ply
    assert board(page) == boards[0]
    for selector, ply in (
        ("[data-step='1']", 1),
        ("[data-step='2']", PLIES),
        ("[data-step='-1']", PLIES - 1),
        (".moves [data-ply='7']", 7),
        (".costly [data-ply='31']", 31),
        (".plot svg", PLIES // 2),
        (".lead a", page.run("Number(document.querySelector('.lead a').dataset.ply)")),
    ):
        page.click(selector)
        assert shown(page) == ply


def test_a_link_leads_to_a_position(page) -> None:
    for link, ply in (("#18", 18), ("#900", PLIES), ("#-3", 0), ("#2.7", 2), ("#there", 0)):
        page.run(f"new Promise(done => {{ location.hash = {link!r}; setTimeout(done, 50); }})")
        page.wait(f"here === {ply}")
        assert shown(page) == ply


def test_groups_unfold_in_all_positions_at_once(page) -> None:
    seen = "[...document.querySelectorAll('.ply.here .terms tr')].filter(row => row.offsetParent).length"
    folded = ".ply.here tbody:not(.open) .fold"
    before, key = page.run(seen), page.run(f"document.querySelector({folded!r}).value")
    page.click(folded)
    assert page.run(seen) > before
    same = f"[...document.querySelectorAll('.fold')].filter(fold => fold.value === {key!r})"
    assert page.run(f"{same}.every(fold => fold.closest('tbody').classList.contains('open'))")
    page.click(f".ply.here .fold[value='{key}']")
    assert page.run(seen) == before


def test_nothing_is_cut_at_any_width_in_either_scheme(page) -> None:
    page.press("End")
    boards, grounds = set(), set()
    for scheme in ("light", "dark"):
        page.prefer(scheme)
        for width in WIDTHS:
            page.resize(width)
            sizes = page.run("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
            assert sizes[0] <= sizes[1] <= width and page.run(CUT) == []
        boards.add(board(page))
        grounds.add(page.run("getComputedStyle(document.body).backgroundColor"))
    assert len(boards) == len(grounds) == 2


def test_on_paper_groups_are_unfolded_on_a_light_ground(page) -> None:
    page.prefer("dark", "print")
    light = page.run("getComputedStyle(document.body).backgroundColor")
    assert light == "rgb(255, 255, 255)"
    terms = "[...document.querySelectorAll('.ply.here .head:not(.level) ~ .in')]"
    assert page.run(f"{terms}.length && {terms}.every(row => row.getBoundingClientRect().height)")
    assert page.run("!document.querySelector('[data-step]').offsetParent")
    page.prefer("dark")
    paper = page.pdf()
    assert paper.startswith(b"%PDF") and 1 <= len(re.findall(rb"/Type\s*/Page\b", paper)) <= 3
