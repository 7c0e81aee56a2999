"""Checks from time to time whether the files of heuristics or of own players have changed, and loads them
again."""

import time

from engines.jobs import Job, Lane
from engines.subprocesses import user_players
from heuristics.contract import Heuristic
from heuristics.lens import Lens
from heuristics.registry import refresh, version
from heuristics.smoke_test import check

POLL_SECONDS = 0.25


class WatchedFiles:
    """Checks the files in a job until it is closed. A changed heuristic is loaded into the registry, which
    counts its versions (`heuristics.registry.version`); a changed player into
    `engines.subprocesses.user_players`."""

    def __init__(self) -> None:
        self._loaded = _versions()
        self._lane = Lane("watched files")
        self._lane.do(_looking, "the files of heuristics and players")

    def loaded_again(self) -> bool:
        """Whether a file has been loaded, or has vanished, since the last call."""
        before, self._loaded = self._loaded, _versions()
        return self._loaded != before

    def close(self) -> None:
        self._lane.close(patience=0.0)


def _versions() -> tuple[object, ...]:
    return version(), user_players.own_players()


def _looking(job: Job) -> None:
    while not job.stop.requested:
        refresh(tried_out)
        if job.stop.requested:  # trying heuristics out can take seconds
            return
        user_players.refresh()
        time.sleep(POLL_SECONDS)


def tried_out(heuristic: Heuristic) -> None:
    """Evaluates a few positions with a heuristic. Raises TermFailure if a term fails there."""
    check(Lens.of(heuristic), heuristic.game)
