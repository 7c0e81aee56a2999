"""Checks a heuristic for faults when its file is saved, or when a person asks for it. It also compares the
new version with the version before, in many positions."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice

from arena.check.finding import Finding
from arena.pools.pool import games_under, pool_of
from engines.compiling import kernel_processes
from engines.jobs import Job
from games.contract import BadText, Game, Options
from games.position import Position
from heuristics.contract import Heuristic
from heuristics.lens import Lens
from heuristics.registry import default_heuristic
from study.check.check_run import CheckNews, check_work, saved_games
from study.compare.background_scan import SEED, ScanRun
from study.compare.scan import ScanNews
from study.compare.scan_positions import Spot, has_choice, random_spots
from study.format import number_text
from study.gaps.gap_search import GapSearch
from study.on_board.exhibits import ExhibitFeature
from study.state.background_task import usual_workers
from study.state.changes import JOBS, LENS, SEARCHES
from study.state.study import Study
from study.state.wishes import Say, Show, ShowPage
from study.user_files.user_files import own_file_of
from study.user_files.weight_in_file import write_weight

POSITIONS = 200
"""In how many positions a new version is compared with the version before."""

MOST_SECONDS = 8.0
"""The most seconds of that comparison. A slow computer compares fewer positions in this time."""

VERSIONS = ("version before", "new version")
"""The labels of the two versions that are compared when a file is saved."""

WEIGHTS = ("before", "tried")
"""The labels of the two sets of weights that are compared when a person tries the weights that a finding
proposes."""

FINDINGS, CHANGES, GAPS = VIEWS = "findings", "changes", "gaps"
"""The parts of the page Check."""

NOTHING_WRONG, CHECKING_AGAIN = "Nothing wrong found.", "Checking again …"


class HeuristicCheck(ExhibitFeature):
    """The check of the heuristic that the window shows, and the `scan` that compares its new version with the
    version before. Saving the heuristic's file begins both. A position of a finding opens as a game of its
    own; that game and the one it was opened from share this object."""

    depends = LENS | JOBS | SEARCHES
    fields = ("seen", "saved_in", "visited", "view")

    def __init__(self, study: Study) -> None:
        super().__init__(study)
        self.scan = ScanRun(self._lanes.batch, POSITIONS, usual_workers(), MOST_SECONDS)
        self.seen = True
        """Whether the person has seen what was found since the file was saved."""
        self.saved_in: Position | None = None
        """The position that was shown when the file was saved, or when a finding's weights were tried."""
        self.view = FINDINGS
        """The part of the page that is shown."""
        self.gaps = GapSearch(self._lanes.batch)
        self._newest = {study.lens.name: study.lens.heuristic}
        self._checked: dict[str, Heuristic] = {}
        """The version of each heuristic that was checked last, by name."""
        self._begun: CheckNews | None = None
        self._before: CheckNews | None = None
        """What an earlier check of the same heuristic found."""

    # A saved file

    def follow(self, study: Study) -> None:
        """Checks the shown heuristic if its file was saved just now, or if it is a person's own and this
        version was not checked yet."""
        self.gaps.follow(study)
        now = study.lens.heuristic
        before, self._newest[now.name] = self._newest.get(now.name), now
        if before is not None and before is not now:
            self._saved(study, before)
        elif self._checked.get(now.name) is not now:
            self._look_ahead(study)

    def _look_ahead(self, study: Study) -> None:
        """Checks a person's own heuristic when it is first shown, and compiles the code of the scan, so that
        both begin at once when the file is saved. Waits while a search or other work of the game goes on."""
        ahead = kernel_processes.have_begun() and study.settings.engine.compile_ahead
        busy = study.running or any(not job.over for job in study.features.jobs)
        if ahead and not busy and own_file_of(study.lens.heuristic) is not None:
            lens = Lens.of(study.lens.heuristic)
            self.seen, self.saved_in = False, None
            self._begin(study, lens)
            self.scan.compile_ahead(lens)

    def _saved(self, study: Study, before: Heuristic) -> None:
        """Begins the check and the scan of a version of the shown heuristic that was saved just now."""
        self._compare(study, Lens.of(before), Lens.of(study.lens.heuristic), VERSIONS)

    def _compare(self, study: Study, before: Lens, now: Lens, labels: tuple[str, str]) -> None:
        """Checks `now`, and compares its choices with those of `before`."""
        self.seen, self.saved_in = False, study.position
        self._begin(study, now)
        judge = Lens.of(default_heuristic(study.record.game.name))
        spots = partial(spots_of_games, study.record.game, study.record.options)
        self.scan.begin(study.record, (before, now, judge), labels, spots)

    # What a person asks for

    def begin(self, study: Study) -> None:
        """Checks the shown heuristic with its present weights. Ends an earlier check."""
        self._begin(study, study.lens)

    def _begin(self, study: Study, lens: Lens) -> None:
        self._keep_findings(lens)
        self.drop()
        self.visited = None
        self._begun = CheckNews(lens)
        self._checked[lens.name] = lens.heuristic
        saved = saved_games(study.data, study.record.game, study.record.options)
        self._job = self._lanes.batch.do(check_work(lens, saved), "the check")

    def _keep_findings(self, lens: Lens) -> None:
        """Keeps what was found so far, until a new check of `lens` has found it again or is over. A check
        that is broken off does not replace the findings of a whole one."""
        news = self.news
        if news is not None and (news.share >= 1.0 or self._before is None):
            self._before = news
        if self._before is not None and self._before.lens.name != lens.name:
            self._before = None

    def try_remedy(self, study: Study, finding: Finding) -> None:
        """Sets the weights that the finding proposes, and opens the page Weights. They are checked and
        compared like a saved version. No analysis begins, because it would slow the check down."""
        before, known = study.lens, study.lens.heuristic.weight_names
        weights = (each for each in weights_to_try(finding).items() if each[0] in known)
        study.show_lens(before.with_weights(weights), analyses=False)
        study.wish(ShowPage("Weights"))
        self._compare(study, before, study.lens, WEIGHTS)

    def write_remedy(self, study: Study, heuristic: Heuristic, name: str, weight: float) -> None:
        """Writes the weight of a term into the heuristic's file. The window loads the file as after any
        save."""
        try:
            place = write_weight(heuristic, name, weight)
            study.wish(Say(f"{place}: {heuristic.label_of(name)} is now {number_text.short(weight)}."))
        except BadText as error:
            study.wish(Say(f"Nothing was written. {error}."))
        except OSError as error:
            study.wish(Say(f"Nothing was written: {error.strerror or error}."))

    def show_found(self, study: Study) -> None:
        """Brings what was found into view."""
        self.view = FINDINGS
        study.wish(Show(HeuristicCheck))

    # Results

    @property
    def news(self) -> CheckNews | None:
        """What was found so far; None if nothing was checked."""
        found = self.newest(CheckNews)
        return self._begun if found is None and self.running else found

    @property
    def earlier(self) -> CheckNews | None:
        """The faults that an earlier check found and the present one has not found yet; None if there are
        none, or once the present check is over."""
        before, now = self._before, self.news
        if before is None or now is None or now.share >= 1.0:
            return None
        again = {(finding.kind, finding.terms) for finding in now.findings}
        faults = (finding for finding in before.findings if finding.is_fault)
        left = tuple(finding for finding in faults if (finding.kind, finding.terms) not in again)
        return replace(before, findings=left) if left else None

    @property
    def said(self) -> str:
        """What has been found about the version that was saved last: its first fault, and how many choices
        changed. "" while neither is known."""
        changed = "" if self.scan.running else changes_in_words(self.scan)
        return " ".join(filter(None, (self.first_sentence, changed)))

    @property
    def said_in_short(self) -> str:
        """The text of `said`, without the part of the fault's sentence that gives its evidence."""
        first = self.first_sentence
        said = self.said.removeprefix(first).strip()
        return " ".join(filter(None, (f"{re.split('[,:] ', first)[0].rstrip('.')}." if first else "", said)))

    @property
    def first_sentence(self) -> str:
        """The sentence of the first fault so far, by its rank. NOTHING_WRONG if a whole check found none,
        CHECKING_AGAIN while faults of an earlier check may still be there; else ""."""
        news = self.news
        faults = () if news is None else (finding.sentence for finding in news.findings if finding.is_fault)
        none = NOTHING_WRONG if news is not None and news.share >= 1.0 else ""
        return next(iter(faults), none or (CHECKING_AGAIN if self.running and self.earlier else ""))

    @property
    def is_known(self) -> bool:
        """Whether a fault was found, or a whole check found none."""
        return self.first_sentence not in ("", CHECKING_AGAIN)

    @property
    def at_work(self) -> bool:
        return self.gaps.running and not self.is_shared

    @property
    def jobs(self) -> Iterable[Job | None]:
        return self._job, *self.scan.jobs, *self.gaps.jobs

    def end_work(self) -> None:
        super().end_work()
        self.scan.drop()
        self.gaps.drop()


def weights_to_try(finding: Finding) -> dict[str, float]:
    """The weights that a finding proposes, to three digits, by name."""
    return {name: float(f"{weight:.3g}") for name, weight in finding.remedy.items()}


def spots_of_games(game: Game, options: Options) -> Iterator[Spot]:
    """At most POSITIONS positions, always the same, each from a different game. The games are those that come
    with the program. If none has these rules, the positions are from random games."""
    if not games_under(game.name, options):
        return random_spots(game, options, POSITIONS, SEED)
    found = pool_of(game.name).positions(SEED, of_a_game=1)
    positions = ((int(found.plies[at]), found.position(at)) for at in range(len(found)))
    chosen = ((plies, position) for plies, position in positions if has_choice(position))
    return (
        Spot(number, plies, position) for number, (plies, position) in enumerate(islice(chosen, POSITIONS), 1)
    )


def changes_in_words(scan: ScanRun) -> str:
    """How many choices a new version of a heuristic has changed, and how many of the new choices are better
    by the judge's deeper search. If the comparison failed, why; "" if nothing was compared."""
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
    parts = [f"{count} {word}" for count, word in ((better, "better"), (worse, "worse")) if count]
    return ", ".join(parts) or "none better"
