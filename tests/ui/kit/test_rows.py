"""Controls side by side, in as many rows as they need."""

import pygame

from ui.kit.rows import below, in_rows, right_of


def test_what_has_no_room_begins_a_row_below():
    area = pygame.Rect(10, 20, 100, 28)
    places = in_rows(area, (60, 36, 30), 4, 6)
    assert [tuple(place) for place in places] == [(10, 20, 60, 28), (74, 20, 36, 28), (10, 54, 30, 28)]


def test_what_is_too_wide_has_a_row_of_its_own():
    area = pygame.Rect(0, 0, 50, 20)
    places = in_rows(area, (80, 20), 4, 4)
    assert [tuple(place) for place in places] == [(0, 0, 50, 20), (0, 24, 20, 20)]
    assert in_rows(area, (), 4, 4) == []


def test_a_part_of_a_rectangle_is_never_smaller_than_nothing():
    area = pygame.Rect(10, 20, 100, 28)
    assert tuple(below(area, 30)) == (10, 30, 100, 18) and tuple(right_of(area, 60)) == (60, 20, 50, 28)
    assert below(area, 60).height == 0 and right_of(area, 120).width == 0
