"""Compiles what a chosen game will need while the person is still on the home screen, and then what the other
games will need."""

from functools import partial
from typing import Any

from engines.compiling import kernel_processes
from engines.contract import Engine
from engines.jobs import COMPILING, Job, Lane, preparing
from engines.player_kinds import PlayerSpec
from engines.player_text import default_opponent, make_engine
from engines.search_engine import Searcher, parts_of_engine
from games.registry import game_names
from study.core.settings import Settings

PATIENCE = 0.7
"""Seconds after which a choice is worth compiling for."""


class Precompile:
    """A lane that prepares the searches of the chosen players. Compiled kernels are shared by all engines of
    a heuristic, so a game that is started finds them ready. Where child processes compile
    (`engines.compiling.kernel_processes`), they then compile the other games' searches, which are only
    kept."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lane = Lane("forethought")
        self._considered: tuple[str, tuple[PlayerSpec, ...]] = ("", ())
        self._since = 0.0
        self._chosen: dict[tuple[str, PlayerSpec], Job] = {}
        self._others: dict[str, Job] = {}  # by game

    def consider(self, game: str, players: tuple[PlayerSpec, ...], now: float) -> None:
        """Compiles for the present choice. Call it once a frame; `now` in seconds."""
        kernel_processes.hurry(False)
        if (game, players) != self._considered:
            self._considered, self._since = (game, players), now
            _drop_unfinished(self._chosen)
            _drop_unfinished(self._others)
            return
        if now - self._since < PATIENCE:
            return
        for spec in players:
            if spec.heuristic and (game, spec) not in self._chosen:
                engine = self._engine(game, spec)
                self._chosen[game, spec] = self._lane.do(preparing(engine, game), engine.name)
        if kernel_processes.have_begun():
            for other in (game, *game_names()):
                if other not in self._others:
                    self._others[other] = self._lane.do(partial(self._compile, other), other)

    def pause(self) -> None:
        """Waits with the other games, because another screen is shown, and what it needs comes first."""
        _drop_unfinished(self._others)
        kernel_processes.hurry(True)

    def _engine(self, game: str, spec: PlayerSpec) -> Engine:
        # The smallest table, because only the kernels are needed, and these belong to the heuristic.
        return make_engine(spec, game, self._settings.weights, table_megabytes=1, explains=True)

    def _compile(self, game: str, job: Job) -> None:
        """Compiles and keeps a game's usual search without loading it."""
        job.report(doing=COMPILING)
        engine = self._engine(game, default_opponent(game))
        if isinstance(engine, Searcher):
            kernel_processes.compile_there(parts_of_engine(engine))

    def close(self) -> None:
        self._lane.close(patience=0.0)


def _drop_unfinished(jobs: dict[Any, Job]) -> None:
    """Drops jobs that nobody waits for any more, so that they may begin another time."""
    for name, job in list(jobs.items()):
        if not job.over:
            job.drop()
            del jobs[name]
