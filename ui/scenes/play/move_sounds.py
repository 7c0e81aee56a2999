"""The sounds of a game's moves."""

from collections.abc import Callable

from games.record import Record
from ui.sounds import CAPTURE, END, MOVE, Sounds


class MoveSounds:
    """Plays a sound for each move that is added to the record; none for a game that is opened."""

    def __init__(self, sounds: Sounds, record: Record) -> None:
        self._sounds = sounds
        self._heard = record, len(record.tree.nodes)

    def follow(self, record: Record, takes: Callable[[Record], bool], over: bool) -> str:
        """Plays the newest move's sound. Call it once a frame. `takes(record)` says whether that move took a
        piece, `over` whether the game has ended. Returns why nothing can be heard, once, else ""."""
        heard, self._heard = self._heard, (record, len(record.tree.nodes))
        problem = self._sounds.problem()
        if heard[0] is record and len(record.tree.nodes) > heard[1]:
            self._sounds.play(END if over else CAPTURE if takes(record) else MOVE)
        return problem
