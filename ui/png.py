"""Writes pictures as PNG without that format's filters: of few colours, as in drawings, filters only make the
file larger."""

import struct
import zlib

import numpy as np

RGB, RGB_AND_OPACITY = 2, 6
"""The kinds of colours."""


def png_of_pixels(pixels: np.ndarray) -> bytes:
    """A PNG of `pixels`: uint8[height, width, 3] or, with opacity, uint8[height, width, 4]."""
    height, width, parts = pixels.shape
    lines = np.zeros((height, 1 + parts * width), np.uint8)  # a line begins with its filter, 0 for none
    lines[:, 1:] = pixels.reshape(height, parts * width)
    kind = RGB if parts == 3 else RGB_AND_OPACITY
    header = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    body = zlib.compress(lines.tobytes(), 9)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
