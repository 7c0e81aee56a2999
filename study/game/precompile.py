"""Compiles in the background what a person may need next: first for the chosen game, then for the others."""

from collections.abc import Sequence
from contextlib import suppress

from engines.compiling import kernel_processes
from engines.compiling.kernel_parts import KernelPart
from engines.jobs import Job, Lane, preparing
from engines.player_kinds import PlayerSpec
from games.contract import BadText
from games.registry import game_names
from study.game.later_parts import engine_to_compile, later_parts
from study.settings.settings import Settings
from study.state.changes import Memo

PATIENCE = 0.7
"""Seconds for which a choice must not change before its players are compiled."""

LISTING = "listing the kernels to compile ahead"


class Precompile:
    """Compiles the searches of the programs that are chosen on the home screen, so that a new game need not
    wait for them.

    If child processes compile (`engines.compiling.kernel_processes`), they go on with all searches of all
    games. The chosen game comes first, then the games in `played`.
    """

    def __init__(self, settings: Settings) -> None:
        self.played: Sequence[str] = ()
        self._settings = settings
        self._lane = Lane("forethought")
        self._since: Memo[float] = Memo()
        self._chosen: dict[tuple[str, PlayerSpec], Job] = {}
        self._listed: Memo[None] = Memo()
        self._list: Job | None = None

    def consider(self, game: str, players: tuple[PlayerSpec, ...], now: float) -> None:
        """Compiles for the game and players that are chosen now, once that choice has lasted PATIENCE
        seconds. Call it once a frame; `now` in seconds."""
        if not self._settings.engine.compile_ahead:
            return
        if now - self._since.of(lambda: self._reconsider(now), game, players) < PATIENCE:
            return
        for spec in players:
            if spec.heuristic and (game, spec) not in self._chosen:
                engine = engine_to_compile(game, spec, self._settings)
                self._chosen[game, spec] = self._lane.do(preparing(engine, game), engine.name)
        self.go_on(game, players)

    def _reconsider(self, now: float) -> float:
        """Drops jobs that were begun for another choice. Returns `now`, from which the present choice
        counts."""
        for name, job in list(self._chosen.items()):
            if not job.over:  # it has not compiled all, and may begin again when this player is chosen again
                job.drop()
                del self._chosen[name]
        return now

    def go_on(self, game: str, players: tuple[PlayerSpec, ...]) -> None:
        """Lets child processes compile all that a game with these players may need, then the other games. May
        be called each frame."""
        if not kernel_processes.have_begun() or not self._settings.engine.compile_ahead:
            return
        games = tuple(dict.fromkeys((game, *self.played, *game_names())))
        self._listed.of(lambda: self._list_parts(game, games, players), players, games, self._settings)

    def _list_parts(self, game: str, games: tuple[str, ...], players: tuple[PlayerSpec, ...]) -> None:
        """Lists in the background what these games may need, and hands the list to the child processes."""
        if self._list is not None:
            self._list.drop()

        def work(job: Job) -> None:
            parts: list[KernelPart] = []
            for name in games:
                with suppress(BadText):  # its heuristics are broken
                    parts += later_parts(name, players if name == game else (), self._settings)
                if job.dropped:
                    return
                kernel_processes.compile_later(parts)

        self._list = self._lane.do(work, LISTING)

    @property
    def problem(self) -> str:
        """A line that says why nothing is compiled in the background; "" if nothing failed."""
        return "" if self._list is None else self._list.news.error

    def use(self, settings: Settings) -> None:
        """Follows changed settings."""
        self._settings, self._listed = settings, Memo()
        if not settings.engine.compile_ahead:
            kernel_processes.compile_later(())

    def close(self) -> None:
        self._lane.close(patience=0.0)
