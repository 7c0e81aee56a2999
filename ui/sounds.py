"""Short sounds for a move, a capture and the end of a game, made from sines and noise. There are none if
sounds are switched off or the computer cannot play them."""

from collections.abc import Callable

import numpy as np
import pygame

from engines.jobs import DONE, Job, Lane
from games.record import Record
from ui.devices import RATE, open_sound

LOUDNESS = 0.35
MOVE, CAPTURE, END = "move", "capture", "end"

_PARTS: dict[str, tuple[tuple[float, float, float, float], ...]] = {
    MOVE: ((0.0, 330.0, 0.09, 0.5),),
    CAPTURE: ((0.0, 330.0, 0.09, 0.5), (0.055, 220.0, 0.13, 0.5)),
    END: ((0.0, 523.25, 0.35, 0.02), (0.12, 659.25, 0.35, 0.02), (0.24, 783.99, 0.6, 0.02)),
}
"""The notes of each sound: start in seconds, frequency in hertz, length in seconds, and the share of noise at
its beginning."""


def samples(name: str) -> np.ndarray:
    """A sound as int16 samples of one channel, `RATE` a second."""
    parts = _PARTS[name]
    length = max(start + duration for start, _, duration, _ in parts)
    whole = np.zeros(round(length * RATE))
    noise = np.random.default_rng(1)
    for start, frequency, duration, stroke in parts:
        time = np.arange(round(duration * RATE)) / RATE
        # The second sine is the first overtone of a struck bar, so that it sounds like wood.
        tone = np.sin(2 * np.pi * frequency * time) + 0.3 * np.sin(2 * np.pi * 2.76 * frequency * time)
        knock = noise.uniform(-1.0, 1.0, len(time)) * np.exp(-time / 0.004)
        note = (1.0 - stroke) * tone * np.exp(-5.0 * time / duration) + stroke * knock
        note *= np.minimum(1.0, time / 0.001)  # avoids a click at the beginning
        first = round(start * RATE)
        whole[first : first + len(note)] += note[: len(whole) - first]
    return np.asarray(whole / np.max(np.abs(whole)) * LOUDNESS * 32767, np.int16)


class Sounds:
    """The sounds; `on` says whether the person wants sounds. When they are first switched on, a job opens
    the sound device, which may take long."""

    def __init__(self, on: bool) -> None:
        self._lane = Lane("sounds")
        self._opening: Job | None = None
        self._wanted = self._reported = False
        self.on = on

    @property
    def on(self) -> bool:
        return self._wanted

    @on.setter
    def on(self, on: bool) -> None:
        self._wanted = on
        if on and self._opening is None:
            self._opening = self._lane.do(_open, "sounds")

    def problem(self) -> str:
        """A line that says why sounds that are wanted cannot be heard. It is returned once; after that, and
        without a problem, ""."""
        if self._reported or self._opening is None or not self._opening.news.error:
            return ""
        self._reported = True
        return self._opening.news.error

    def play(self, name: str) -> None:
        """Starts a sound and returns; does nothing if sounds cannot be heard, or not yet."""
        if self.on and self._opening is not None and self._opening.news.phase == DONE:
            self._opening.news.value[name].play()

    def close(self) -> None:
        """Waits for the device if it is being opened, because it cannot be closed meanwhile. Waits at
        most a second."""
        self._lane.close()


class MoveSounds:
    """Plays a sound for each move that is added to the record; none for a game that is opened."""

    def __init__(self, sounds: Sounds, record: Record) -> None:
        self._sounds = sounds
        self._heard = record, len(record.tree.nodes)

    def follow(self, record: Record, takes: Callable[[Record], bool], over: bool) -> str:
        """Plays the newest move's sound. Call it once a frame. `takes(record)` says whether that move took a
        piece, `over` whether the game has ended. Returns once why nothing can be heard, else ""."""
        heard, self._heard = self._heard, (record, len(record.tree.nodes))
        problem = self._sounds.problem()
        if heard[0] is record and len(record.tree.nodes) > heard[1]:
            self._sounds.play(END if over else CAPTURE if takes(record) else MOVE)
        return problem


def _open(job: Job) -> dict[str, pygame.mixer.Sound]:
    open_sound()
    return {name: pygame.mixer.Sound(buffer=samples(name).tobytes()) for name in _PARTS}
