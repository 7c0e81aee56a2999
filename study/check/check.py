"""What is said of a heuristic by itself when its file is saved, and what a check of it finds.

The new version is compared with the one before in many positions. A person need not ask for it.
"""

import os
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice

from arena.pools.pool import pool_of
from engines.jobs import Job
from games.contract import BadText, Game, Options
from games.position import Position
from heuristics.contract import Heuristic
from heuristics.lens import Lens
from heuristics.registry import default_heuristic
from study.compare.background_scan import SEED, ScanRun
from study.compare.scan import ScanNews
from study.compare.scan_positions import Spot, has_choice, random_spots
from study.format import number_text
from study.state.changes import LENS
from study.state.features import Feature
from study.state.study import Study

POSITIONS = 200
"""The positions on which a new version is compared with the one before."""

MOST_SECONDS = 8.0
"""The time for that. A slow computer compares fewer positions."""

VERSIONS = ("version before", "new version")
"""The labels of the two that are compared."""


class HeuristicCheck(Feature):
    """The check of the heuristic that a window shows, and the `scan` of its new version against the one
    before. Saving the heuristic's file begins both."""

    depends = LENS
    fields = ("seen", "saved_in")

    def __init__(self, study: Study) -> None:
        behind = max(1, (os.cpu_count() or 2) - 1)  # a processor is left to the window
        self.scan = ScanRun(study.features.lanes.batch, POSITIONS, behind, MOST_SECONDS)
        self.seen = True
        """Whether the person has seen what was found since the file was saved."""
        self.saved_in: Position | None = None
        """The position that was shown when the file was saved."""
        self._newest = {study.lens.name: study.lens.heuristic}

    def follow(self, study: Study) -> None:
        now = study.lens.heuristic
        before, self._newest[now.name] = self._newest.get(now.name), now
        if before is not None and before is not now:
            self._saved(study, before)

    def _saved(self, study: Study, before: Heuristic) -> None:
        """Begins with a version of the shown heuristic that was saved just now."""
        self.seen, self.saved_in = False, study.position
        judge = Lens.of(default_heuristic(study.record.game.name))
        lenses = Lens.of(before), Lens.of(study.lens.heuristic), judge
        spots = partial(spots_of_games, study.record.game, study.record.options)
        self.scan.begin(study.record, lenses, VERSIONS, spots)

    @property
    def said(self) -> str:
        """What has been found of the version that was saved last, in a sentence; "" for nothing yet."""
        return "" if self.scan.running else changes_in_words(self.scan)

    @property
    def jobs(self) -> Iterable[Job | None]:
        return self.scan.jobs

    def close(self) -> None:
        self.scan.drop()


def spots_of_games(game: Game, options: Options) -> Iterator[Spot]:
    """POSITIONS positions, each of another game of those that come with the program; under other rules than
    theirs, and where there are none, of random games. Always the same."""
    try:
        pool = pool_of(game.name)
    except BadText:
        pool = None
    if pool is None or pool.file.options != options:
        return random_spots(game, options, POSITIONS, SEED)
    found = pool.positions(SEED, of_a_game=1)
    positions = ((int(found.plies[at]), found.position(at)) for at in range(len(found)))
    chosen = ((plies, position) for plies, position in positions if has_choice(position))
    return (
        Spot(number, plies, position) for number, (plies, position) in enumerate(islice(chosen, POSITIONS), 1)
    )


def changes_in_words(scan: ScanRun) -> str:
    """How many choices a new version of a heuristic has changed, and how many for the better by the judge's
    deeper search; "" where nothing was compared."""
    news = scan.news
    if scan.problem or news is None or not news.done:
        return scan.problem
    of = f"{number_text.grouped(news.done)} choices"
    if scan.running:
        return f"{news.differ} of {of} changed so far."
    if not news.differ:
        return f"None of {of} changed."
    return f"{news.differ} of {of} changed; {_judged(news)} by the deeper search."


def _judged(news: ScanNews) -> str:
    """How many of the changed choices are better, and how many worse."""
    better, worse = (len(news.worse(which)) for which in (0, 1))
    told = [f"{count} {word}" for count, word in ((better, "better"), (worse, "worse")) if count]
    return ", ".join(told) or "none better"
