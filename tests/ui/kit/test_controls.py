"""Text fields, drop-downs, lists, scroll bars and dividers, by posted events."""

import pygame
import pytest
from control_window import CTRL, SHIFT, ControlWindow
from hypothesis import given
from hypothesis import strategies as st

from ui import clipboard
from ui.kit.buttons import Button, quiet_button
from ui.kit.divider import Divider
from ui.kit.drop_down import WIDEST, DropDown, Menu, Option
from ui.kit.scroll_bar import Scroll
from ui.kit.sheet import Sheet
from ui.kit.table import DataTable, drawn
from ui.kit.text_field import TextField
from ui.theme import Theme

PLACE = pygame.Rect(20, 20, 160, 32)


class Written:
    """A text field in a window, with the texts that it reported."""

    def __init__(self, text: str = "") -> None:
        self.told: list[str] = []
        self.field = TextField(self.told.append, lambda: self.told.append("enter"), "Words.", "none yet")
        self.field.show(text)
        self.window = ControlWindow(lambda sheet: self.field.draw(sheet, PLACE))
        self.line = self.field.line

    def x(self, index: int) -> tuple[int, int]:
        """The pixel of the gap before a character."""
        inner = PLACE.inflate(-self.window.theme.px(16), 0)
        return inner.x + self.window.theme.width(self.field.text[:index]), PLACE.centery


def test_text_goes_only_to_the_field_with_the_focus(monkeypatch):
    calls: list[str] = []
    monkeypatch.setattr(pygame.key, "start_text_input", lambda: calls.append("start"))
    monkeypatch.setattr(pygame.key, "stop_text_input", lambda: calls.append("stop"))
    places: list[pygame.Rect] = []
    monkeypatch.setattr(pygame.key, "set_text_input_rect", places.append)
    written = Written()
    written.window.text("lost")
    assert written.field.text == "" and calls == ["stop", "start"], "what is typed may be a shortcut"
    calls.clear()
    written.window.key(pygame.K_TAB)
    written.window.text("é")
    written.window.text("👋")
    assert written.field.text == "é👋" and written.told == ["é", "é👋"]
    assert calls == ["stop", "start"] and places[-1] == PLACE
    calls.clear()
    assert written.window.key(pygame.K_f), "a letter's key is no shortcut while it is typed"
    assert not written.window.key(pygame.K_F5)
    written.window.key(pygame.K_ESCAPE)
    assert calls == ["stop", "start"] and not written.window.key(pygame.K_f)
    written.window.text("に", pygame.TEXTEDITING)
    assert calls[2:] == ["stop"], "an input method makes text of shortcuts and is kept away"
    written.window.key(pygame.K_TAB)
    assert calls[3:] == ["stop", "start"]


def test_text_of_an_input_method_is_shown_and_not_yet_reported():
    written = Written("ab")
    written.window.click(written.x(1))
    before = pygame.image.tobytes(written.window.surface, "RGB")
    written.window.text("に", pygame.TEXTEDITING)
    assert written.told == [] and pygame.image.tobytes(written.window.surface, "RGB") != before
    assert written.window.key(pygame.K_RETURN) and written.told == []
    written.window.text("日")
    assert written.field.text == "a日b"


def test_selection_by_keys():
    written = Written("one two three")
    written.window.click(written.x(13))
    written.window.key(pygame.K_HOME, SHIFT)
    assert written.line.selected == "one two three"
    written.window.key(pygame.K_RIGHT)
    assert written.line.selection == (13, 13)
    written.window.key(pygame.K_LEFT, CTRL)
    written.window.key(pygame.K_LEFT, CTRL | SHIFT)
    assert written.line.selected == "two "
    written.window.key(pygame.K_LEFT, SHIFT)
    assert written.line.selected == " two "
    written.window.key(pygame.K_a, CTRL)
    written.window.text("all")
    assert written.field.text == "all"
    written.window.key(pygame.K_BACKSPACE, CTRL)
    assert written.field.text == ""


def test_selection_by_mouse():
    written = Written("one two three")
    written.window.drag(written.x(4), written.x(7))
    assert written.line.selected == "two"
    for times, selected in ((1, ""), (2, "three"), (3, "one two three")):
        written.window.click(written.x(10))
        assert written.line.selected == selected, times


def test_cut_copy_paste_undo_and_redo():
    written = Written("one two")
    written.window.click(written.x(7))
    written.window.key(pygame.K_LEFT, CTRL | SHIFT)
    written.window.key(pygame.K_x, CTRL)
    assert written.field.text == "one " and clipboard.get() == "two"
    written.window.key(pygame.K_v, CTRL)
    written.window.key(pygame.K_v, CTRL)
    assert written.field.text == "one twotwo"
    written.window.key(pygame.K_c, CTRL)
    assert clipboard.get() == "two", "nothing is selected: nothing is copied"
    written.window.key(pygame.K_z, CTRL)
    written.window.key(pygame.K_z, CTRL)
    written.window.key(pygame.K_z, CTRL)
    assert written.field.text == "one two"
    written.window.key(pygame.K_y, CTRL)
    written.window.key(pygame.K_z, CTRL | SHIFT)
    assert written.field.text == "one two" and written.told[-1] == "one two"
    clipboard.put("two\nlines")
    written.window.key(pygame.K_a, CTRL)
    written.window.key(pygame.K_v, CTRL)
    assert written.field.text == "two lines"


def test_a_long_text_scrolls_with_the_cursor_and_back():
    written = Written("a text that is much longer than its field is wide, and then some")
    written.window.click((PLACE.right - 12, PLACE.centery))
    written.window.key(pygame.K_END)
    assert written.field._offset > 0
    here = written.line.cursor
    written.window.click((PLACE.right - 12, PLACE.centery))
    assert here - written.line.cursor <= 2, "a click finds the letter that is drawn there"
    written.window.key(pygame.K_HOME)
    assert written.field._offset == 0


class Chosen:
    """A drop-down of times for a move, with the choices that were made."""

    def __init__(self, labels: list[str], value: int, size: tuple[int, int] = (400, 200)) -> None:
        self.values: list[int] = []
        self.drop = DropDown(self.values.append, "Which.")
        self.drop.offer([Option(i, label) for i, label in enumerate(labels)], value)
        self.window = ControlWindow(lambda sheet: self.drop.draw(sheet, pygame.Rect(20, 4, 120, 28)), size)

    def seen(self, index: int) -> bool:
        area = self.drop.list.area(index)
        return self.drop.list._rect.contains(area)


LABELS = [f"{word} {number}" for word in ("ape", "bear", "cat") for number in range(10)]


def test_a_drop_down_opens_with_the_chosen_row_lit_and_in_sight():
    chosen = Chosen(LABELS, 25)
    chosen.window.click((40, 10))
    assert chosen.drop.open and chosen.drop.list.lit == 25 and chosen.seen(25) and not chosen.seen(0)
    row = chosen.drop.list.area(25)
    assert chosen.window.surface.get_at((row.right - 20, row.y + 4)) == chosen.window.theme.pressed
    assert chosen.window.key(pygame.K_ESCAPE)
    assert not chosen.drop.open and chosen.values == []


def test_a_drop_down_that_is_offered_the_same_again_stays_open():
    chosen = Chosen(LABELS, 25)
    chosen.window.click((40, 10))
    options = [Option(i, label) for i, label in enumerate(LABELS)]
    chosen.drop.offer(options, 25)
    assert chosen.drop.open
    for others, value in ((options, 3), (options[:9], 3)):
        chosen.drop.unfold()
        chosen.drop.offer(others, value)
        assert not chosen.drop.open and chosen.drop.value == 3 and chosen.drop.options == others


def test_long_detail_keeps_the_list_narrow_and_has_a_tooltip():
    chosen, long = Chosen(["ape", "bear"], 0, (1200, 200)), "how it goes on " * 20
    chosen.drop.offer([Option(0, "ape", long), Option(1, "bear", "short")], 0)
    chosen.window.click((40, 10))
    list_box, theme = chosen.drop.list, chosen.window.theme
    assert theme.width(long, 12) > theme.px(WIDEST)
    assert list_box.area(0).width == theme.px(WIDEST)
    tips = []
    for row in (0, 1):
        list_box.light(row)
        tips.append(list_box._tip_of_lit())
    assert tips == [long, ""]
    chosen.drop.offer([Option(1, "bear", "short")], 0)
    chosen.drop.unfold()
    chosen.window.frame()
    assert list_box.area(0).width < theme.px(WIDEST)


def test_detail_too_long_for_a_line_takes_two():
    long = "how it goes on " * 10
    for height, lines in ((300, 2), (100, 1)):
        chosen = Chosen(["ape", "bear"], 0, (1200, height))
        chosen.drop.offer([Option(0, "ape", long.strip()), Option(1, "bear", "short")], 0)
        chosen.window.click((40, 10))
        assert chosen.window.theme.width(long, 12) > chosen.window.theme.px(WIDEST)
        sheet = chosen.window.event_router.sheet
        sheet.labels = []
        chosen.window.frame()
        said = " ".join(label.shown for label in chosen.window.event_router.sheet.labels)
        first, second = (chosen.drop.list.area(row).height for row in (0, 1))
        assert (first > second) is (lines == 2)
        chosen.drop.list.light(0)
        assert bool(chosen.drop.list._tip_of_lit()) is (lines == 1)
        assert (long.strip() in said) is (lines == 2)


@pytest.mark.parametrize(
    ("keys", "lit"),
    [
        ([pygame.K_DOWN], 13),
        ([pygame.K_UP, pygame.K_UP], 10),
        ([pygame.K_END], 29),
        ([pygame.K_HOME], 0),
        ([pygame.K_PAGEDOWN, pygame.K_PAGEUP], 12),
        ([pygame.K_c], 20),
        ([pygame.K_b, pygame.K_b], 14),
        ([pygame.K_c, pygame.K_a, pygame.K_t], 20),
        ([pygame.K_x], 12),
    ],
)
def test_a_drop_down_by_keyboard(keys, lit):
    chosen = Chosen(LABELS, 12)
    chosen.window.key(pygame.K_TAB)
    chosen.window.key(pygame.K_RETURN)
    assert chosen.drop.open
    for key in keys:
        chosen.window.key(key)
    assert chosen.drop.list.lit == lit and chosen.seen(lit)
    chosen.window.key(pygame.K_RETURN)
    assert not chosen.drop.open and chosen.drop.value == lit
    assert chosen.window.focused is chosen.drop, "the focus is where it was"


def test_a_drop_down_by_mouse_wheel_and_away():
    chosen = Chosen(LABELS, 0)
    chosen.window.click((40, 10))
    area = chosen.drop.list._rect
    chosen.window.move(area.center)
    chosen.window.wheel(-2)
    assert chosen.drop.list.scroll.offset > 0
    below = chosen.drop.list.index_at(area.center)
    chosen.window.click(area.center)
    assert chosen.values == [below] and not chosen.drop.open
    chosen.window.click((40, 10))
    chosen.window.click((390, 190))
    assert not chosen.drop.open and len(chosen.values) == 1


def test_left_and_right_change_a_folded_drop_down_but_no_menu():
    chosen = Chosen(LABELS, 3)
    chosen.window.key(pygame.K_TAB)
    chosen.window.key(pygame.K_RIGHT)
    assert chosen.values == [4]
    done: list[str] = []
    menu = Menu(done.append, "more", "More.")
    menu.offer([Option("a", "A"), Option("b", "B")])
    window = ControlWindow(lambda sheet: menu.draw(sheet, PLACE))
    window.key(pygame.K_TAB)
    window.key(pygame.K_RIGHT)
    assert not done
    window.key(pygame.K_SPACE)
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    assert done == ["b"] and not menu.open


def test_a_scroll_bar_is_dragged_and_turned():
    scroll = Scroll()
    place = pygame.Rect(0, 0, 200, 100)

    def draw(sheet: Sheet) -> None:
        scroll.fit(1000, place.height)
        scroll.area(sheet, "rows", place)
        scroll.draw(sheet, "rows", place)

    window = ControlWindow(draw)
    window.drag((197, 5), (197, 50))
    assert 400 < scroll.offset < 600
    window.drag((197, 50), (197, 300))
    assert scroll.offset == 900
    window.move((20, 20))
    window.wheel(1)
    assert scroll.offset < 900
    window.key(pygame.K_TAB)
    window.key(pygame.K_HOME)
    assert scroll.offset == 0
    window.key(pygame.K_PAGEDOWN)
    assert scroll.offset == 100
    window.press((197, 95))
    assert scroll.offset > 800, "a press beside the grip brings it there"


def test_scrolled_view_gives_and_cuts_the_visible_rows():
    scroll, place, drawn = Scroll(), pygame.Rect(10, 50, 200, 100), []

    def draw(sheet: Sheet) -> None:
        drawn.clear()
        for index, row in scroll.lines(sheet, "rows", place, 30, 20):
            drawn.append((index, row.top))
            assert sheet.surface.get_clip() == place and row.size == (200, 30)
            sheet.add(("row", index), row)
        assert sheet.surface.get_clip() == sheet.surface.get_rect()

    window = ControlWindow(draw)
    assert drawn == [(index, 50 + 30 * index) for index in range(5)], "one more for Tab to go on to"
    scroll.show_line(10, 30)
    window.frame()
    assert scroll.offset == 230 and drawn[0] == (6, 0) and drawn[-1] == (11, 150)
    assert place.contains(window.rect(("row", 7))) and window.rect(("row", 7)).height == 10


def test_list_opens_rows_by_mouse_and_key_and_draws_few():
    opened: list[int] = []
    seen: list[int] = []
    box, place = DataTable(), pygame.Rect(10, 10, 200, 100)
    rows = drawn(
        1000, 20, lambda area, index: seen.append(index), opened.append, lambda index: f"row {index}"
    )
    window = ControlWindow(lambda sheet: box.draw(sheet, place, rows))
    seen.clear()
    window.frame()
    assert len(seen) <= 7
    window.click((50, 35))
    assert opened == [1]
    window.key(pygame.K_TAB)
    for key in (pygame.K_END, pygame.K_UP, pygame.K_RETURN):
        window.key(key)
    assert opened == [1, 998] and place.contains(box.area(998))
    window.event_router.update(1e12)
    assert window.event_router.tooltip == "row 998"
    window.drag((207, 105), (207, 12))
    assert box.scroll.offset == 0


def test_rows_of_a_list_may_differ_in_height():
    opened: list[int] = []
    seen: list[tuple[int, int, int]] = []
    heights = [20, 50, 30] * 10
    box = DataTable()

    def draw_row(area: pygame.Rect, index: int) -> None:
        seen.append((index, area.y, area.height))

    rows = drawn(30, heights, draw_row, opened.append)
    window = ControlWindow(lambda sheet: box.draw(sheet, pygame.Rect(10, 10, 200, 90), rows))
    seen.clear()
    window.frame()
    assert seen == [(0, 10, 20), (1, 30, 50)] and box.index_at((50, 85)) is None, "the third has no room"
    window.click((50, 75))
    assert opened == [1]
    window.key(pygame.K_TAB)
    for key in (pygame.K_END, pygame.K_RETURN):
        window.key(key)
    assert opened == [1, 29] and box.area(29) == pygame.Rect(10, 70, 200, 30)
    assert box.index_at((50, 69)) == 28 and box.area(30).height == 0


def test_a_divider_is_dragged_and_a_double_click_resets_it():
    divider = Divider("Drag.")
    whole = pygame.Rect(0, 0, 400, 300)

    def edge() -> int:
        return whole.right - divider.width(whole.width, 160, 80, 320)

    window = ControlWindow(lambda sheet: divider.draw(sheet, whole, edge()))
    assert edge() == 240
    window.drag((240, 150), (140, 150))
    assert edge() == 140 and divider.share == 0.65
    whole.width = 800
    window.frame()
    assert edge() == 800 - 320, "no wider than there is room for"
    whole.width = 400
    window.frame()
    window.drag((140, 150), (2, 150))
    assert edge() == 80
    window.key(pygame.K_TAB)
    window.key(pygame.K_RIGHT)
    assert 80 < edge() < 100
    window.click((edge(), 150))
    window.click((edge(), 150))
    assert divider.share is None and edge() == 240


def test_a_disabled_button_is_skipped_and_still_says_what_it_is():
    pressed: list[str] = []
    one = Button(lambda: pressed.append("one"), "One", tooltip="First.", enabled=False)
    two = Button(lambda: pressed.append("two"), "Two", tooltip="Second.")

    def draw(sheet: Sheet) -> None:
        one.draw(sheet, pygame.Rect(0, 0, 60, 30))
        two.draw(sheet, pygame.Rect(70, 0, 60, 30))

    window = ControlWindow(draw)
    window.click((10, 10))
    window.event_router.update(1e12)
    assert pressed == []
    window.move((11, 11))
    window.event_router.update(1e12)
    assert window.event_router.tooltip == "First."
    window.key(pygame.K_TAB)
    assert window.focused is two


def test_click_into_a_long_text_measures_few_beginnings(monkeypatch):
    """Measuring all of them at each click would take seconds for 20 000 characters."""
    written = Written("some words " * 300)
    written.window.click(written.x(0))
    measured, real = [], Theme.measured
    monkeypatch.setattr(Theme, "measured", lambda *given: measured.append(len(given[1])) or real(*given))
    written.window.click((PLACE.centerx, PLACE.centery))
    assert 0 < len(measured) < 60
    left = written.window.theme.width(written.field.text[: written.line.cursor])
    inner = PLACE.inflate(-written.window.theme.px(16), 0)
    assert abs(left - (PLACE.centerx - inner.x)) <= written.window.theme.width("w")


@given(st.text(st.characters(min_codepoint=32, max_codepoint=0x3FF), max_size=12), st.integers(-20, 160))
def test_the_nearest_gap_is_found(text, x):
    theme = Theme()
    found = theme.gap_at(text, x)
    nearest = min(abs(theme.width(text[:i]) - x) for i in range(len(text) + 1))
    assert abs(theme.width(text[:found]) - x) == nearest


def test_a_field_takes_no_more_than_fits_what_is_asked_for():
    told: list[str] = []
    field = TextField(told.append, most=5)
    window = ControlWindow(lambda sheet: field.draw(sheet, PLACE))
    window.key(pygame.K_TAB)
    window.text("seven letters")
    assert (field.text, told) == ("seven", ["seven"])
    window.text("x")
    assert told == ["seven"], "nothing has changed"
    field.line.select(0, 2)
    window.text("abcd")
    assert field.text == "abven"
    clipboard.put("y" * 20_000)
    field.choose_all()
    window.key(pygame.K_v, CTRL)
    assert field.text == "yyyyy"


def test_a_quiet_button_has_its_key_and_a_ground_when_chosen():
    pressed: list[str] = []
    place, other = pygame.Rect(0, 0, 60, 30), pygame.Rect(70, 0, 60, 30)

    def draw(sheet: Sheet) -> None:
        sheet.fill(sheet.surface.get_rect(), sheet.theme.panel)
        quiet_button("one", "One", "First.", lambda: pressed.append("one"), chosen=True).draw(sheet, place)
        quiet_button("two", "Two", "Second.", lambda: pressed.append("two")).draw(sheet, other)

    window = ControlWindow(draw)
    corners = [window.surface.get_at((place.left + 4, place.centery)) for place in (place, other)]
    assert corners == [window.theme.raised, window.theme.panel]
    window.click(other.center)
    window.key(pygame.K_TAB)
    assert pressed == ["two"] and window.focused == "one"


def test_a_button_is_as_wide_as_the_longest_label_it_may_have():
    theme = Theme()
    short, long = (Button(list, word, labels=("Stop", "Make tables")) for word in ("Stop", "Make tables"))
    assert short.wanted_width(theme) == long.wanted_width(theme) > Button(list, "Stop").wanted_width(theme)
