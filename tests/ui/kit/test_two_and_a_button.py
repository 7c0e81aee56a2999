"""Two controls and a button: in one row where they have room, else in two."""

import pygame
import pytest

from ui.kit.rows import two_and_a_button


@pytest.mark.parametrize(("wide", "rows"), [(300, 2), (379, 2), (380, 1), (700, 1)])
def test_no_control_is_narrower_than_it_wants_to_be(wide: int, rows: int) -> None:
    area = pygame.Rect(10, 20, wide, 28)
    first, second, button = places = two_and_a_button(area, (180, 120), 72, 4)
    assert (second.top > first.top) == (rows == 2) and button.top == first.top == area.top
    assert second.width >= 120 and (first.width >= 180 or wide < 180 + 72 + 4)
    assert button.right == area.right and all(
        area.left <= each.left and each.right <= area.right for each in places
    )
    assert not any(a.colliderect(b) for a, b in ((first, second), (first, button), (second, button)))
