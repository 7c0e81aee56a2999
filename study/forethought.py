"""Compiles what a chosen game will need while the person is still looking at the home screen."""

from engines.jobs import WAITING, Job, Lane, preparing
from engines.kinds import PlayerSpec
from engines.players import make_engine
from study.settings import Settings

PATIENCE = 0.7
"""Seconds that a choice must stand before it is worth compiling for."""


class Forethought:
    """A lane that prepares the searches of the players shown. Compiled kernels are shared by all
    engines of a heuristic, so the game that is started finds them ready."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lane = Lane("forethought")
        self._considered: tuple[str, tuple[PlayerSpec, ...]] = ("", ())
        self._since = 0.0
        self._begun: dict[tuple[str, PlayerSpec], Job] = {}

    def consider(self, game: str, players: tuple[PlayerSpec, ...], now: float) -> None:
        """To be told once a frame what is chosen; `now` in seconds."""
        if (game, players) != self._considered:
            self._considered, self._since = (game, players), now
            for kept, job in list(self._begun.items()):
                if job.news.phase == WAITING:  # nobody waits for that any more
                    job.drop()
                    del self._begun[kept]
            return
        if now - self._since < PATIENCE:
            return
        for spec in players:
            if spec.heuristic and (game, spec) not in self._begun:
                self._begun[game, spec] = self._begin(game, spec)

    def _begin(self, game: str, spec: PlayerSpec) -> Job:
        # The smallest table: only the kernels are wanted, and those are kept by their heuristic.
        engine = make_engine(spec, game, self._settings.weights, table_megabytes=1, explains=True)
        return self._lane.do(preparing(engine, game), engine.name)

    def close(self) -> None:
        self._lane.close(patience=0.0)
