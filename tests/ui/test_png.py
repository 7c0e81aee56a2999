"""PNG as the program writes it, read by another program's code."""

import io

import numpy as np
import pygame
import pytest

from ui.png import png_of_pixels


@pytest.mark.parametrize("parts", [3, 4])
def test_a_png_has_the_pixels_that_were_given(parts: int) -> None:
    pixels = np.random.default_rng(parts).integers(0, 256, (5, 7, parts), np.uint8)
    picture = pygame.image.load(io.BytesIO(png_of_pixels(pixels)), "picture.png")
    assert picture.get_size() == (7, 5)
    kind = "RGB" if parts == 3 else "RGBA"
    assert pygame.image.tobytes(picture, kind) == pixels.tobytes()
