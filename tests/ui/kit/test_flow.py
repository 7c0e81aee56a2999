"""A page from its top to its bottom: bands, and which of them give way."""

import pygame
import pytest
from control_window import ControlWindow

from ui.kit.buttons import Button, choices
from ui.kit.drop_down import DropDown, Option
from ui.kit.flow import PageFlow
from ui.kit.sheet import Sheet


def laid_out(height: int, add) -> tuple[dict[str, pygame.Rect], ControlWindow]:
    """The places of the bands that `add(page, band)` adds by name."""
    places: dict[str, pygame.Rect] = {}

    def draw(sheet: Sheet) -> None:
        places.clear()
        page = PageFlow(sheet, pygame.Rect(10, 10, 200, height))
        add(page, lambda name: lambda place: places.__setitem__(name, place))
        page.draw()

    return places, ControlWindow(draw)


@pytest.mark.parametrize(
    ("height", "shown", "left"),
    [
        (200, ["head", "depth", "line", "rows", "foot"], 92),
        (100, ["head", "line", "rows", "foot"], 40),
        (70, ["head", "rows", "foot"], 40),
    ],
)
def test_the_least_important_band_gives_way_first(height, shown, left):
    def add(page: PageFlow, band) -> None:
        page.row(20, band("head"), gap=0)
        page.row(40, band("depth"), importance=1, gap=8)
        page.row(20, band("line"), importance=2, gap=0)
        page.rest(band("rows"), least=30)
        page.row(10, band("foot"), gap=0)

    places, _ = laid_out(height, add)
    assert list(places) == shown
    tops = [place.top for place in places.values()]
    assert tops == sorted(tops) and tops[0] == 10 and places["foot"].bottom == 10 + height
    assert places["rows"].height >= 30 and (height != 200 or places["rows"].height == 102)


def test_a_text_has_room_for_its_usual_lines_and_a_tip():
    words = "some words that need more than a line of this page"

    def add(page: PageFlow, band) -> None:
        page.text("short", key="said", usual=words, gap=0)
        page.row(20, band("below"))

    places, window = laid_out(200, add)
    assert places["below"].top == 10 + 2 * 20 and window.rect("said").height == 20
    assert window.event_router.sheet.zone("said").tip == "short"


@pytest.mark.parametrize(("wide", "rows"), [(300, 2), (360, 2), (410, 1), (700, 1)])
def test_no_control_is_narrower_than_it_wants_to_be(wide, rows):
    first, second = (DropDown(list, "Which.") for _ in range(2))
    first.offer([Option(0, "x" * 18)], 0)
    second.offer([Option(0, "y" * 10)], 0)
    start, area = Button(list, "Start", primary=True), pygame.Rect(10, 20, wide, 200)

    def draw(sheet: Sheet) -> None:
        page = PageFlow(sheet, area)
        page.controls("Among", first, second, start)
        page.draw()

    window = ControlWindow(draw, (800, 300))
    places = [window.rect(control) for control in (first, second, start)]
    assert (places[1].top > places[0].top) == (rows == 2) and places[2].top == places[0].top == area.top
    assert all(
        c.wanted_width(window.theme) <= place.width for c, place in zip((first, second), places, strict=False)
    )
    assert places[2].right == area.right and all(
        area.left <= p.left and p.right <= area.right for p in places
    )
    assert not any(a.colliderect(b) for n, a in enumerate(places) for b in places[:n])


def test_choices_show_which_is_chosen_and_call_with_the_value():
    chosen: list[int] = []

    def add(page: PageFlow, band) -> None:
        options = [(1, "one", "The first."), (2, "two", "The second.")]
        page.buttons(*choices("view", options, 1, chosen.append))

    _, window = laid_out(100, add)
    window.click(window.rect(("view", 2)).center)
    assert chosen == [2]


def test_state_without_room_is_written_smaller():
    words = "33 of 200 choices changed so far."

    def draw(sheet: Sheet) -> None:
        sheet.labels = []
        width = sheet.theme.width(words) - 1
        assert sheet.theme.width(words, 12) < width
        page = PageFlow(sheet, pygame.Rect(10, 10, width, 200))
        page.state(words, "state", 0.5)
        page.draw()

    labels = ControlWindow(draw).event_router.sheet.labels
    assert labels is not None and [label.shown for label in labels] == [words]
