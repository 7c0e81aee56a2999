"""Draws `assets/icon.ico`, the icon for Windows, from `assets/icon.svg`. Run it when the drawing changes:

python packaging/draw_icon.py
"""

import os
import struct
import zlib
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame
from PIL import Image

ASSETS = Path(__file__).resolve().parents[1] / "assets"
SIZES = (16, 24, 32, 48, 64, 128, 256)
COLOURS = 64
HEADER, ENTRY = struct.Struct("<HHH"), struct.Struct("<BBBBHHII")
"""ICONDIR and ICONDIRENTRY: a picture's width, height, colours, nothing, planes, bits, bytes and place."""
PICTURE, NUMBER = struct.Struct(">IIBBBBB"), struct.Struct(">I")
"""A PNG's head: width, height, bits of a colour, kind of colours (6: red to opacity), how it is packed."""


def png(size: int) -> bytes:
    """The drawing as a PNG of `size` × `size` pixels. It has few colours, which makes it smaller; nobody sees
    the difference. Windows wants four bytes a pixel all the same, not a palette."""
    picture = pygame.image.load_sized_svg(os.fspath(ASSETS / "icon.svg"), (size, size))
    drawn = Image.frombytes("RGBA", (size, size), pygame.image.tobytes(picture, "RGBA"))
    few = drawn.quantize(COLOURS, Image.Quantize.FASTOCTREE).convert("RGBA").tobytes()
    # Without the filters of PNG, which Pillow always uses: of few colours they make twice as many bytes.
    rows = (b"\0" + few[start : start + 4 * size] for start in range(0, len(few), 4 * size))
    head = PICTURE.pack(size, size, 8, 6, 0, 0, 0)
    parts = {b"IHDR": head, b"IDAT": zlib.compress(b"".join(rows), 9), b"IEND": b""}
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(name, body) for name, body in parts.items())


def chunk(name: bytes, body: bytes) -> bytes:
    """A part of a PNG file."""
    return NUMBER.pack(len(body)) + name + body + NUMBER.pack(zlib.crc32(name + body))


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
