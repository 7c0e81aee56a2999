"""The system's clipboard, as text; an own one where the display has none."""

from contextlib import suppress

import pygame

_kept = ""


def put(text: str) -> None:
    global _kept
    _kept = text
    with suppress(pygame.error):
        pygame.scrap.put_text(text)


def get() -> str:
    """What was copied last, here or elsewhere; "" for nothing."""
    with suppress(pygame.error):
        if pygame.scrap.has_text():
            return pygame.scrap.get_text()
    return _kept
