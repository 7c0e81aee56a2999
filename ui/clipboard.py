"""The system's clipboard, for text. If the display has none, the text is kept in this process."""

from contextlib import suppress

import pygame

_kept = ""


def put(text: str) -> None:
    global _kept
    _kept = text
    with suppress(pygame.error):
        pygame.scrap.put_text(text.replace("\0", "").encode("utf-8", "replace").decode("utf-8"))


def get() -> str:
    """What was copied last, here or elsewhere; "" for nothing."""
    with suppress(pygame.error, UnicodeError):  # another program may put something there that is no text
        if pygame.scrap.has_text():
            return pygame.scrap.get_text()
    return _kept
