"""Hover, focus, click, drag and tooltip against the zones of the last frame."""

import pygame
import pytest
from control_window import SHIFT, ControlWindow

from ui.kit.sheet import Sheet

LEFT, RIGHT = pygame.Rect(10, 10, 80, 30), pygame.Rect(110, 10, 80, 30)


class Two:
    """Two zones that record what happens to them; `moved` puts them elsewhere."""

    def __init__(self) -> None:
        self.did: list[str] = []
        self.moved = 0
        self.shown = ["left", "right"]
        self.window = ControlWindow(self.draw)

    def draw(self, sheet: Sheet) -> None:
        for name, rect in (("left", LEFT), ("right", RIGHT)):
            if name in self.shown:
                sheet.add(
                    name,
                    rect.move(0, self.moved),
                    f"What {name} does.",
                    click=lambda name=name: self.did.append(f"click {name}"),
                    enter=lambda name=name: self.did.append(f"enter {name}"),
                    leave=lambda name=name: self.did.append(f"leave {name}"),
                )


def due(window: ControlWindow) -> str:
    """The tooltip, once its delay is over."""
    window.event_router.update(1e12)
    return window.event_router.tooltip


def test_a_click_acts_on_release_inside_and_not_outside() -> None:
    two = Two()
    two.window.press(LEFT.center)
    assert "click left" not in two.did
    two.window.release(LEFT.center)
    assert "click left" in two.did
    two.did.clear()
    two.window.drag(LEFT.center, RIGHT.center)
    assert not [text for text in two.did if text.startswith("click")]


def test_tab_goes_round_in_drawing_order_and_enter_presses() -> None:
    two = Two()
    for wanted in ("left", "right", "left"):
        assert two.window.key(pygame.K_TAB)
        assert two.window.focused == wanted
    two.window.key(pygame.K_TAB, SHIFT)
    assert two.window.focused == "right"
    two.window.key(pygame.K_RETURN)
    two.window.key(pygame.K_SPACE)
    assert two.did.count("click right") == 2
    assert two.window.key(pygame.K_ESCAPE) and two.window.focused is None
    assert not two.window.key(pygame.K_ESCAPE) and not two.window.key(pygame.K_RETURN)


def test_focus_and_tooltip_are_seen_and_wait_for_the_same_delay() -> None:
    two = Two()
    ground = two.window.surface.get_at((LEFT.x - 1, LEFT.centery))
    two.window.key(pygame.K_TAB)
    assert two.window.surface.get_at((LEFT.x - 1, LEFT.centery)) == two.window.theme.accent != ground
    assert not two.window.event_router.update(0.0) and two.window.event_router.tooltip == ""
    assert due(two.window) == "What left does."
    two.window.move(RIGHT.center)
    assert two.window.event_router.tooltip == "" and due(two.window) == "What right does."
    two.window.key(pygame.K_x)
    assert due(two.window) == ""


def test_a_tooltip_says_what_is_there_by_now() -> None:
    said = ["A soldier."]
    window = ControlWindow(lambda sheet: sheet.add("square", LEFT, lambda: said[0]))
    window.move(LEFT.center)
    assert due(window) == "A soldier."
    said[0] = "Another one."
    window.frame()
    assert window.event_router.tooltip == "Another one."
    said[0] = ""
    window.frame()
    assert window.event_router.tooltip == "" and not window.event_router.update(1e12)


@pytest.mark.parametrize("uncovered", [False, True])
def test_tooltip_covers_no_similar_row_and_no_kept_place(uncovered: bool) -> None:
    board, rows = pygame.Rect(0, 0, 150, 200), [pygame.Rect(160, 10 + 30 * i, 150, 26) for i in range(3)]

    def draw(sheet: Sheet) -> None:
        sheet.add("board", board, uncovered=uncovered)
        for number, row in enumerate(rows):
            sheet.add(number, row, "The weight.", aside=row)

    window = ControlWindow(draw)
    window.event_router.update(0.0)
    before = window.surface.copy()
    window.move(rows[1].center)
    assert due(window) == "The weight."
    window.frame()
    drawn = [
        (x, y)
        for x in range(window.surface.get_width())
        for y in range(window.surface.get_height())
        if window.surface.get_at((x, y)) != before.get_at((x, y))
    ]
    assert drawn and not any(row.collidepoint(at) for row in rows for at in drawn)
    assert any(board.collidepoint(at) for at in drawn) is not uncovered


def test_the_tooltip_of_the_keyboards_focus_is_drawn_beside_it() -> None:
    two = Two()
    two.window.key(pygame.K_TAB)
    before = pygame.image.tobytes(two.window.surface, "RGB")
    assert due(two.window)
    two.window.frame()
    assert pygame.image.tobytes(two.window.surface, "RGB") != before


def test_hover_and_focus_follow_a_layout_that_moved() -> None:
    two = Two()
    two.window.key(pygame.K_TAB)
    two.window.move(RIGHT.center)
    assert two.did == ["enter left", "leave left", "enter right"]
    two.moved = 100
    two.window.frame()
    assert two.did[-1] == "leave right" and two.window.focused == "left"
    two.shown = ["right"]
    two.window.frame()
    assert two.window.focused is None
    two.shown = ["left", "right"]
    two.window.frame()
    assert two.window.focused == "left"


def test_tab_goes_on_from_where_a_vanished_zone_had_been() -> None:
    two = Two()
    two.window.key(pygame.K_TAB)
    two.shown = ["right"]
    two.window.frame()
    two.window.key(pygame.K_TAB)
    assert two.window.focused == "right"


def test_a_click_elsewhere_takes_the_focus_away() -> None:
    two = Two()
    two.window.key(pygame.K_TAB)
    two.window.click((300, 200))
    assert two.window.focused is None


def test_a_later_zone_lies_on_top_and_a_layer_takes_everything() -> None:
    did: list[str] = []
    opened = ["open"]

    def draw(sheet: Sheet) -> None:
        sheet.add("below", pygame.Rect(0, 0, 200, 200), click=lambda: did.append("below"))
        sheet.add("above", pygame.Rect(0, 0, 50, 50), click=lambda: did.append("above"))
        if opened:
            sheet.layer(lambda: sheet.add("asked", pygame.Rect(100, 100, 50, 50)), opened.clear)

    window = ControlWindow(draw)
    window.click((10, 10))
    assert did == [] and not opened, "the layer closes and nothing below it hears the click"
    window.click((10, 10))
    window.click((60, 60))
    assert did == ["above", "below"]
    opened.append("again")
    window.frame()
    assert window.focused == "asked" and window.key(pygame.K_x), "keys stay in the layer"
    window.key(pygame.K_TAB)
    assert window.focused == "asked"
    assert window.key(pygame.K_ESCAPE) and not opened and did == ["above", "below"]


def test_a_drag_keeps_the_mouse_until_it_is_released() -> None:
    at: list[tuple[int, int]] = []
    entered: list[str] = []

    def draw(sheet: Sheet) -> None:
        sheet.add("grip", LEFT, drag=at.append)
        sheet.add("other", RIGHT, enter=lambda: entered.append("other"))

    window = ControlWindow(draw)
    window.press(LEFT.center)
    window.move(RIGHT.center)
    assert at == [RIGHT.center] and not entered and window.event_router.sheet.hovered is None
    window.release(RIGHT.center)
    window.move((RIGHT.x + 1, RIGHT.y + 1))
    assert len(at) == 1 and entered == ["other"]


def test_the_wheel_is_for_the_topmost_zone_that_takes_it() -> None:
    for_side: list[tuple[str, float]] = []

    def draw(sheet: Sheet) -> None:
        sheet.add("list", pygame.Rect(0, 0, 200, 200), wheel=lambda by: for_side.append(("list", by)))
        sheet.add("row", LEFT, click=lambda: None)

    window = ControlWindow(draw)
    window.wheel(1)
    window.move(LEFT.center)
    window.wheel(-2)
    assert for_side == [("list", -2.0)]


def test_resting_pointer_points_at_nothing_until_it_moves() -> None:
    two = Two()
    two.window.move(LEFT.center)
    two.window.event_router.rest()
    two.window.frame()
    assert two.did == ["enter left", "leave left"] and two.window.event_router.sheet.hovered is None
    two.window.move(LEFT.center)  # some systems report a mouse that stays where it is
    assert two.did[2:] == []
    two.window.move((LEFT.centerx + 1, LEFT.centery))
    assert two.did[2:] == ["enter left"] and two.window.event_router.sheet.hovered == "left"
    two.window.event_router.rest()
    two.window.click(LEFT.center)
    assert two.did[-1] == "click left"
