"""Files and texts that reach the window from outside: dropped onto it, or handed over by another process."""

import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pygame

from ui.contract import Screen
from ui.path_channel import PathChannel

DIALOG_SECONDS = 1.0
"""Seconds that a file from another process waits for a dialog to close."""

DROPS = (pygame.DROPBEGIN, pygame.DROPFILE, pygame.DROPTEXT, pygame.DROPCOMPLETE)
"""The events of a drop onto the window, in the order in which they come."""


class ArrivingFiles:
    """Gives files to the screen on top, one after the other. While one file opens a dialog, the others are
    `waiting`. `takes_files` says whether the screen on top can open a file."""

    def __init__(self, takes_files: Callable[[], bool]) -> None:
        self.waiting: deque[Path] = deque()
        self._takes_files = takes_files
        self._drop_taken = False  # whether a file of the current drop is being opened
        self._lines: list[str] = []  # the lines of a dropped text
        self._channel: PathChannel | None = None

    # From other processes

    def listen(self, folder: Path) -> None:
        """Receives files from other processes, through a channel in this folder. Without a channel, a double
        click on a file opens a new window."""
        with suppress(OSError):
            self._channel = PathChannel(folder, self.take)

    def take(self, path: Path) -> bool:
        """Queues a file to be opened as if it were dropped onto the window. Returns False if the screen on
        top takes no files and does not close within DIALOG_SECONDS. Other threads may call it."""
        until = time.monotonic() + DIALOG_SECONDS
        while not self._takes_files():
            if time.monotonic() > until:
                return False
            time.sleep(0.05)
        self.waiting.append(path)
        return True

    def prefer(self) -> None:
        """Makes other processes ask this window first, because it was used last."""
        if self._channel is not None:
            self._channel.prefer()

    def close(self) -> None:
        """Takes no more files from other processes."""
        if self._channel is not None:
            self._channel.close()

    # To the screen

    def give_next(self, screen: Screen) -> bool:
        """Gives the next file to the screen, if there is one and the screen takes files. Returns whether it
        did."""
        if not self.waiting or not screen.takes_files:
            return False
        screen.dropped(self.waiting.popleft())
        return True

    def drop(self, event: pygame.event.Event, screen: Screen) -> None:
        """Handles an event of a drop. Files of one drop are opened one after the other. A text arrives line
        by line."""
        if event.type == pygame.DROPFILE:
            if self._drop_taken and not screen.takes_files:
                self.waiting.append(Path(event.file))
            else:
                self._drop_taken = screen.takes_files
                screen.dropped(Path(event.file))
        elif event.type == pygame.DROPTEXT:
            self._lines.append(event.text)
        else:
            text, self._lines, self._drop_taken = "\n".join(self._lines), [], False
            if event.type == pygame.DROPCOMPLETE and text.strip():
                screen.dropped_text(text)
