"""Draws `assets/icon.ico`, the icon for Windows, from `assets/icon.svg`. Run it when the drawing changes:

python packaging/draw_icon.py
"""

import os
import struct
import sys
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
sys.path.insert(0, os.fspath(Path(__file__).resolve().parents[1]))

import numpy as np
import pygame
from PIL import Image

from ui.png import png_of_pixels

ASSETS = Path(__file__).resolve().parents[1] / "assets"
SIZES = (16, 24, 32, 48, 64, 128, 256)
COLOURS = 64
HEADER, ENTRY = struct.Struct("<HHH"), struct.Struct("<BBBBHHII")
"""ICONDIR and ICONDIRENTRY: a picture's width, height, colours, nothing, planes, bits, bytes and place."""


def png(size: int) -> bytes:
    """The drawing as a PNG of `size` × `size` pixels. It has few colours, which makes it smaller; nobody sees
    the difference. Windows wants four bytes a pixel all the same, not a palette."""
    picture = pygame.image.load_sized_svg(os.fspath(ASSETS / "icon.svg"), (size, size))
    drawn = Image.frombytes("RGBA", (size, size), pygame.image.tobytes(picture, "RGBA"))
    few = drawn.quantize(COLOURS, Image.Quantize.FASTOCTREE).convert("RGBA").tobytes()
    return png_of_pixels(np.frombuffer(few, np.uint8).reshape(size, size, 4))


def icon(pictures: dict[int, bytes]) -> bytes:
    """A Windows icon file with pictures by their size; 256 is written as 0."""
    head = HEADER.pack(0, 1, len(pictures))
    place = HEADER.size + ENTRY.size * len(pictures)
    for size, picture in pictures.items():
        head += ENTRY.pack(size % 256, size % 256, 0, 0, 1, 32, len(picture), place)
        place += len(picture)
    return head + b"".join(pictures.values())


if __name__ == "__main__":
    (ASSETS / "icon.ico").write_bytes(icon({size: png(size) for size in SIZES}))
