"""The page Suites: which suites of test positions there are, the run of one of them, its results, and the
case that is shown or added."""

import os
import time
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from pathlib import Path
from types import MappingProxyType

from arena.experiments.progress import CountedProgress
from engines.jobs import COMPILING, Job
from engines.player_kinds import PlayerSpec
from engines.player_text import STRONGEST, make_engine, parse_player
from games.contract import BadText, Options
from games.position import Position
from games.record import Record
from games.registry import load_game
from study.game.side_engines import weights_of
from study.saved_games.game_to_open import GameToOpen, OpenGame
from study.state.shared_feature import SharedFeature
from study.state.study import Study
from study.state.wishes import AskCase, Say, Show
from study.suites.suite_history import Runs, SuiteHistory, dated, run_key
from study.suites.suite_run import CaseResult, run_suite
from study.suites.suites import Case, Suite, find_suite, read_suite, shipped_suites, suite_files
from study.suites.user_suites import add_case, add_cases, can_change, own_folder, remove_case
from study.why_not.questions import WhyNotQuestions

LOOK_SECONDS = 1.0
"""Seconds between two checks whether a file has changed, while the suites are shown."""

RUNNING_CASES = "running"

NO_OUTCOMES: Mapping[str, CaseResult] = MappingProxyType({})


@dataclass(frozen=True)
class Unreadable:
    """A file in the folder of suites that cannot be read as one, and why."""

    path: Path
    problem: str


@dataclass(frozen=True)
class Shelf:
    """The suites of a game, beginning with the suites that come with the program, and the results of earlier
    runs."""

    suites: tuple[Suite, ...] = ()
    unreadable: tuple[Unreadable, ...] = ()
    runs: Runs = field(default_factory=dict)


@dataclass(frozen=True)
class SuiteProgress(CountedProgress):
    """The progress of a player's run of a suite: `outcomes` by the key of their case, including those of the
    previous run that are not run again. `done` of `total` cases are run, in `seconds` without compiling."""

    suite: Suite
    player: str
    outcomes: Mapping[str, CaseResult]
    done: int = 0
    total: int = 0
    seconds: float = 0.0


ShowCase = Callable[["SuiteBrowser", Study, Suite, int], object]
"""A function that shows a case, by its index in the suite, as an exercise in the study of its game."""


class SuiteBrowser(SharedFeature):
    """Reads and runs suites in the background, with the game's `settings` and the person's `data` folder.
    `chosen` is the file of the shown suite, `player` the text of the player that will run it ("" for the
    suggested one). A case opens as a game of its own, which shares this object with the game below it."""

    fields = ("chosen", "player", "_shelf")

    def __init__(self, study: Study) -> None:
        super().__init__(study)
        self.settings, self.data = study.settings, study.data
        self.chosen: Path | None = None
        self.player = ""
        self.hides_answers = False  # whether cases are asked as exercises
        self._opened: tuple[Path, ...] = ()  # files outside the usual folders
        self.removed: tuple[Suite, Case] | None = None  # the last removed case, which can be restored
        self._shown: tuple[Record, Case] | None = None  # the shown case, and its game
        self._looking: Job | None = None
        self._looked_at = -LOOK_SECONDS  # time.perf_counter() when the suites were last read
        self._shelf = Shelf()
        self._changing: Job | None = None
        self._read: dict[
            Path, tuple[Hashable, Suite | Unreadable]
        ] = {}  # used only by the thread of the lane that reads files
        self._begun: SuiteProgress | None = None  # the progress at the run's beginning

    # The suites

    @property
    def shelf(self) -> Shelf:
        """The suites of the game when they were last read."""
        return self._shelf

    def look(self, game: str) -> Shelf:
        """Returns the suites of a game as they were last read, and reads them again after LOOK_SECONDS. Call
        it once a frame while they are shown."""
        now = time.perf_counter()
        if self._looking is not None and self._looking.over:
            found, self._looking, self._looked_at = self._looking.news.value, None, now
            if isinstance(found, Shelf):
                self._shelf = found
        if self._looking is None and now - self._looked_at >= LOOK_SECONDS:
            self._looking = self._lanes.files.do(partial(self._read_shelf, game, self._opened), "the suites")
        return self._shelf

    def open(self, suite: Suite) -> None:
        """Opens and chooses a suite from any folder."""
        self._opened, self.chosen = (*self._opened, suite.path), suite.path
        self._shelf = Shelf((suite,))

    @property
    def looked(self) -> bool:
        """Whether the suites have been read, and none has been changed here since."""
        return self._looked_at >= 0.0

    def look_again(self) -> None:
        """Reads the suites again at once, because a file has changed."""
        self._looking, self._looked_at = None, -LOOK_SECONDS

    def _read_shelf(self, game: str, opened: Sequence[Path], job: Job) -> Shelf:
        """The work of a job that reads the suites of a game, and the results of earlier runs."""
        files = [find_suite(name) for name in shipped_suites()]
        files += suite_files(own_folder(self.data)) if self.data is not None else []
        found = [self._known(path) for path in dict.fromkeys((*files, *opened))]
        return Shelf(
            tuple(suite for suite in found if isinstance(suite, Suite) and suite.game == game),
            tuple(file for file in found if isinstance(file, Unreadable)),
            SuiteHistory(self.data).read() if self.data is not None else {},
        )

    def _known(self, path: Path) -> Suite | Unreadable:
        """The suite in a file, which is read only if it has changed since the last call."""
        try:
            now = path.stat()
            stamp = (now.st_mtime_ns, now.st_size)
            if path not in self._read or self._read[path][0] != stamp:
                self._read[path] = stamp, read_suite(path, self.settings)
            return self._read[path][1]
        except (BadText, OSError) as error:
            return Unreadable(path, str(error))

    @property
    def known_own(self) -> tuple[Suite, ...]:
        """The suites of the game that cases can be added to."""
        return tuple(suite for suite in self._shelf.suites if self.can_change(suite))

    def can_change(self, suite: Suite) -> bool:
        return self.data is not None and can_change(suite.path, self.data)

    def suite_chosen(self, shelf: Shelf) -> Suite | None:
        """The chosen suite; if none is chosen, the person's first own suite, or else the first suite. None
        without suites."""
        own = [suite for suite in shelf.suites if self.can_change(suite)]
        chosen = [suite for suite in shelf.suites if suite.path == self.chosen]
        return next(iter((*chosen, *own, *shelf.suites)), None)

    def take_out(self, suite: Suite, case: Case) -> None:
        """Removes a case from its file. `put_back` restores it."""
        settings = self.settings
        self.removed = (suite, case)
        self._change(lambda job: remove_case(suite.path, case, settings))

    def put_back(self) -> None:
        """Restores the removed case, at the end of its file."""
        if self.removed is not None:
            (suite, case), self.removed = self.removed, None
            settings = self.settings
            self._change(lambda job: add_case(suite.path, case, suite.options, settings))

    def add(self, path: Path, cases: Sequence[Case], options: Options) -> None:
        """Adds cases to a suite of the person's own, which is made if there is none, and chooses it."""
        settings = self.settings
        self.chosen = path
        self._change(lambda job: add_cases(path, cases, options, settings))

    def _change(self, work: Callable[[Job], Suite]) -> None:
        self._changing = self._lanes.files.do(work, "the suite")
        self.look_again()

    # The run

    @property
    def news(self) -> SuiteProgress | None:
        """The progress of the last run; None without one."""
        return self.newest(SuiteProgress) or self._begun

    @property
    def problem(self) -> str:
        """Why the run failed, or a file could not be changed, in a line; else ""."""
        errors = (job.news.error for job in (self._changing, self._job) if job is not None)
        return next((error for error in errors if error), "")

    def outcomes(self, suite: Suite, player: str) -> Mapping[str, CaseResult]:
        """The outcomes of a suite's cases with a player, by the cases' keys."""
        news = self.news
        mine = news is not None and (news.suite.path, news.player) == (suite.path, player)
        return news.outcomes if news is not None and mine else NO_OUTCOMES

    def spec_of(self, player: str, game: str) -> PlayerSpec:
        """The program that a player's text describes. Raises BadText if it describes none."""
        spec = parse_player(player, game)
        if spec.is_human:
            raise BadText(f"player: expected a program, found {player!r}")
        return spec

    def begin(self, suite: Suite, spec: PlayerSpec, keys: Collection[str] | None = None) -> None:
        """Runs a suite from its start, or only the cases with one of these keys. Ends an earlier run. Reads
        the file again, because a person may have changed it."""
        self.player = player = str(spec)
        before = {} if keys is None else dict(self.outcomes(suite, player))
        self.drop()
        self._changing = None
        self._begun = SuiteProgress(suite, player, before)
        self._job = self._lanes.batch.do(self._run(suite, spec, keys, before), f"the suite {suite.name}")

    def _run(
        self, listed: Suite, spec: PlayerSpec, keys: Collection[str] | None, outcomes: dict[str, CaseResult]
    ) -> Callable[[Job], SuiteProgress]:
        """The work of a run. Reports its progress after each case, and writes the new results to the history
        at the end. `outcomes` are the results that stay."""
        settings, player = self.settings, str(spec)
        history = SuiteHistory(self.data) if self.data is not None else None
        outcomes = dict(outcomes)

        def work(job: Job) -> SuiteProgress:
            suite = read_suite(listed.path, settings)
            only = [i for i, case in enumerate(suite.cases) if keys is None or case.key in keys]
            progress = SuiteProgress(suite, player, dict(outcomes), 0, len(only))
            job.report(progress, COMPILING)
            megabytes = settings.engine.table_megabytes
            # Compiles before the threads of `run_suite` start, because they would all wait for it.
            engine = make_engine(spec, suite.game, settings.weights, 0, megabytes)
            try:
                engine.prepare(suite.game)
            finally:
                engine.close()
            job.report(progress, RUNNING_CASES)
            before = history.read().get(run_key(suite, player), {}) if history is not None else {}
            new: list[CaseResult] = []
            started = time.perf_counter()
            workers = os.cpu_count() or 1
            try:
                for outcome in run_suite(suite, spec, settings.weights, megabytes, workers, job.stop, only):
                    new.append(dated(outcome, before, date.today()))
                    outcomes[outcome.case.key] = new[-1]
                    seconds = time.perf_counter() - started - job.seconds_waited
                    progress = SuiteProgress(suite, player, dict(outcomes), len(new), len(only), seconds)
                    job.report(progress)
                    job.give_way()
            finally:
                if history is not None and new:
                    history.remember(suite, player, new, date.today())
            return progress

        return work

    # Cases as games, and positions of games as cases

    def look_at(self, study: Study, case: Case, ask: ShowCase | None = None) -> None:
        """Shows a case as a game of its own, in place of the case that is shown now, if any. If `ask` is
        given, it shows the case as an exercise."""
        instead = bool(self.case_shown(study.record))
        study.wish(OpenGame(lambda: self.game_of(case, ask), "the suite", instead))

    def game_of(self, case: Case, ask: ShowCase | None = None) -> GameToOpen:
        """A case as a game of its own, with the search by which it passed or failed in the last run."""
        news = self.news
        outcome = None if news is None else news.outcomes.get(case.key)
        position = case.position
        suite = next((suite for suite in self._shelf.suites if suite.number_of(case) is not None), None)
        options = position.game.options() if suite is None else suite.options
        record = Record(position.game, options, [position])
        thought = None if outcome is None else outcome.thought

        def prepare(study: Study) -> None:
            self.share_with(study)
            self.show(study, case)
            if thought is not None:
                study.search_store.keep(thought)
                study.show_lens(thought.lens or study.lens)
            if ask is not None and suite is not None:
                ask(self, study, suite, suite.number_of(case) or 0)

        remark = "" if ask is not None else _about(case)
        return GameToOpen(record, remark=remark, prepare=prepare)

    def show(self, study: Study, case: Case | None) -> None:
        """Shows the page Suites beside a game that shows this case."""
        self._shown = None if case is None else (study.record, case)
        study.wish(Show(SuiteBrowser))

    def case_shown(self, record: Record) -> str:
        """The key of the case that this game shows; "" for any other game."""
        return self._shown[1].key if self._shown is not None and self._shown[0] is record else ""

    def ask(self, study: Study, index: int | None = None) -> None:
        """Asks to add the shown position as a case, about the move that is pointed at or selected; else the
        move that Why not is about, the move played from there, or the best move of a search. With `index`:
        the position before ply `index` of the game, about that ply. If a program played the move, the case
        says to avoid it."""
        record, cursor = study.record, study.cursor if index is None else index
        if index is None and study.ahead is not None:
            self._ask(study, study.ahead.position, None)
            return
        if index is None and study.at_end and not study.position.moves:
            cursor = max(0, cursor - 1)  # the game is over: take the move that ended it
        position, question = record.positions[cursor], study.of(WhyNotQuestions).question
        about: list[int | None] = []
        if index is None:
            about = [study.pointed.move, study.pointed.selected]
            if question is not None and question.position is position:
                about += question.moves[:1]
        move = next((move for move in about if move is not None and move in position.moves), None)
        if move is None and cursor < len(record.plies):
            played = record.plies[cursor]
            by_person = study.is_person(played.side)
            self._ask(study, position, played.move, by_person)
        else:
            self._ask(study, position, move)

    def _ask(self, study: Study, position: Position, move: int | None, should: bool = True) -> None:
        """Asks to add a position as a case about a move (None: the best move of its search)."""
        thought = study.search_store.of(position)
        if move is None and thought is not None:
            move = thought.move
        if position.moves:
            study.wish(AskCase(study.record.options, position, move, should))
        else:
            study.wish(Say("The game is over here: there is no move that a case could be about."))

    @property
    def at_work(self) -> bool:
        return self.running and not self.is_shared

    @property
    def jobs(self) -> Iterable[Job | None]:
        return self._looking, self._changing, self._job


def opened_suite(suite: Suite) -> GameToOpen:
    """A game that shows the first case of a suite from any folder, with the suite beside it."""
    case = suite.cases[0] if suite.cases else None
    remark = f"The suite {suite.name} has no cases yet." if case is None else _about(case)
    record = Record.start(load_game(suite.game), suite.options)
    if case is not None:
        record = Record(record.game, suite.options, [case.position])

    def prepare(study: Study) -> None:
        suites = study.of(SuiteBrowser)
        suites.open(suite)
        suites.show(study, case)

    return GameToOpen(record, remark=remark, prepare=prepare)


def _about(case: Case) -> str:
    """A case in a sentence: which moves should, or should not, be played."""
    title = f"{case.name}: " if case.name else ""
    should = (
        f"should play {case.wanted}" if case.best else f"should not play {case.wanted.removeprefix('not ')}"
    )
    return f"{title}{should}; Escape leads back."


CASE_MILLISECONDS = 200
"""The milliseconds for a case that the suggested players have."""

PLIES = 4
"""The depth of the suggested player that searches by depth."""


def suggested_players(study: Study) -> tuple[str, ...]:
    """Players' texts, each once: the programs that play; the shown heuristic with its present weights, by
    time and by depth; every heuristic of the game."""
    lens = study.lens
    weights = weights_of(lens, study.named(lens.name)) if lens.name in study.lens_names else ()
    quick = (("ms", CASE_MILLISECONDS),)
    found = [
        *(spec for spec in study.players if not spec.is_human),
        PlayerSpec(STRONGEST, lens.name, quick, weights=weights),
        PlayerSpec("alphabeta", lens.name, (("depth", PLIES),), weights=weights),
        *(PlayerSpec(STRONGEST, name, quick) for name in study.lens_names),
    ]
    return tuple(dict.fromkeys(map(str, found)))
