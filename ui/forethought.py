"""Compiles what a chosen game will need while the person is still looking at the home screen."""

from engines.players import PlayerSpec, kind_named, make_engine
from engines.worker import Worker
from games.position import Position
from games.registry import load_game
from study.settings import Settings
from ui.choosers import Preparation

PATIENCE = 0.7
"""Seconds that a choice must stand before it is worth compiling for."""


class Forethought:
    """A worker that prepares the searches of the players shown. Compiled kernels are shared by all
    engines of a heuristic, so the game that is started finds them ready."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._worker: Worker | None = None
        self._considered: tuple[str, tuple[PlayerSpec, ...]] = ("", ())
        self._since = 0.0
        self._begun: set[tuple[str, PlayerSpec]] = set()

    def consider(self, game: str, players: tuple[PlayerSpec, ...], now: float) -> None:
        """To be told once a frame what is chosen; `now` in seconds."""
        if (game, players) != self._considered:
            self._considered, self._since = (game, players), now
            return
        if now - self._since < PATIENCE:
            return
        for spec in players:
            if kind_named(spec.kind).takes_heuristic and (game, spec) not in self._begun:
                self._begun.add((game, spec))
                self._begin(game, spec)
                self._since = now  # one at a time: the worker drops what is not yet begun
                return

    def _begin(self, game: str, spec: PlayerSpec) -> None:
        self._worker = self._worker or Worker("forethought")
        # The smallest table: only the kernels are wanted, and those are kept by their heuristic.
        engine = make_engine(spec, game, self._settings.weights, table_megabytes=1)
        self._worker.start(Preparation(engine), Position.start(load_game(game)))

    def close(self) -> None:
        if self._worker is not None:
            self._worker.close(patience=0.0)
