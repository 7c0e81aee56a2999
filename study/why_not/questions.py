"""The question "why not this move?" about a position, and the job that answers it, a little more with each
report."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from engines.contract import Limits, Thought
from engines.jobs import Job, Work
from engines.player_kinds import PlayerSpec
from engines.player_text import STRONGEST, make_engine, parse_player, tireless
from engines.search_engine import Searcher
from games.contract import BadText
from games.position import Position
from games.record import Record
from heuristics.lens import Lens
from study.state.background_task import BackgroundTask
from study.state.changes import JOBS, Memo
from study.state.features import Feature
from study.state.study import Study
from study.state.wishes import Show
from study.why_not.comparison import Comparison
from study.why_not.two_searches import WhyNot, explainer_of

FIRST_SECONDS = 1.0
"""Seconds of the search that chooses a move, if no search of the position is known."""

TABLE_MEGABYTES = 32


@dataclass(frozen=True)
class WhyNotQuestion:
    """A position and the moves of one turn that are asked about."""

    position: Position
    moves: tuple[int, ...] = ()
    """The asked moves; empty while it is not clear which moves the person means."""
    among: tuple[int, ...] = ()
    """The moves that the person may mean then."""
    earlier: "MovesAt | None" = None
    """Moves of the last turn that the person may mean instead: one that was made, or others that a program
    could have made there."""
    played_by: PlayerSpec | None = None
    """The program that played the asked moves, if one did; then the question is why it played them."""
    decided: bool = False
    """Whether a person has just chosen these moves in a position whose values were hidden (`DecideFirst`)."""


@dataclass(frozen=True)
class MovesAt:
    """Moves of the game's position after `cursor` plies."""

    cursor: int
    position: Position
    moves: tuple[int, ...]


class WhyNotQuestions(BackgroundTask, Feature):
    """The last question and its answer so far. `make` makes the searcher that answers one."""

    fields = ("question",)
    depends = JOBS

    def __init__(self, study: Study) -> None:
        self.make: Callable[[Position, Thought | None, Lens], Searcher] = partial(searcher_in, study)
        self.question: WhyNotQuestion | None = None
        self._lane = study.features.lanes.study
        self._taken: Memo[None] = Memo()

    def follow(self, study: Study) -> None:
        """Adds the values that the answer has found to the study's searches, so that all pages show them."""
        if (answer := self.answer) is not None:
            self._taken.of(lambda: self._take(study, answer), answer)

    def _take(self, study: Study, answer: Comparison) -> None:
        """Adds an answer's searches to the study's."""
        if study.search_store.of(answer.thought.position) is None:
            study.search_store.keep(answer.thought)
        if len(answer.asked.asked) == 1 and not answer.same:
            study.search_store.learn(answer.thought, answer.asked.asked[0], answer.asked.thought)

    @property
    def answer(self) -> Comparison | None:
        return self.newest(Comparison)

    def labels(self, study: Study, answer: Comparison) -> tuple[str, str]:
        """The names of the chosen and the asked move. The asked move is *your move* if the person has just
        chosen it, or plays this side against a program."""
        decided = self.question is not None and self.question.decided
        return answer.labels_for(decided or (study.people == 1 and study.is_person(answer.side)))

    @property
    def doing(self) -> str:
        """What is being computed, in words."""
        answer = self.answer
        return super().doing if answer is None or not self.running else answer.doing

    def ask(
        self,
        study: Study,
        position: Position,
        moves: Sequence[int],
        thought: Thought | None,
        lens: Lens,
        searcher: Searcher | None = None,
        beside: Thought | None = None,
        make: Callable[[Position, Thought | None, Lens], Searcher] | None = None,
        decided: bool = False,
    ) -> None:
        """Asks why not these moves of one turn. `thought` is the search of the position, if there was one.
        Unless it has a lens, the position is searched first, with `lens`. `searcher` is the searcher of
        `thought`, if it still exists: its memory saves most of the work. `beside` is a search of the asked
        move to the same depth as `thought`, if there was one (`WhyNot`). `make` makes the searcher in place
        of the usual one. `decided` as in `WhyNotQuestion`; `played_by` is None then."""
        self.drop()
        asked, names = tuple(moves), study.side_names
        program = None if decided else _program_of(study, position, asked)
        self.question = WhyNotQuestion(position, asked, played_by=program, decided=decided)
        study.wish(Show(WhyNotQuestions))
        number = study.number_of(position)
        work = answering(
            make or self.make, position, asked, names, thought, lens, searcher, beside, number, program
        )
        self._job = self._lane.do(work, "why not")

    def ask_among(
        self, study: Study, position: Position, moves: Sequence[int], earlier: MovesAt | None = None
    ) -> None:
        """Asks the person which of these moves, or which move of an earlier position, the question is
        about."""
        self.drop()
        self.question = WhyNotQuestion(position, (), tuple(moves), earlier)
        study.wish(Show(WhyNotQuestions))

    def drop(self) -> None:
        """Drops the question."""
        super().drop()
        self.question = None


def _program_of(study: Study, position: Position, moves: Sequence[int]) -> PlayerSpec | None:
    """The program that played these moves in the shown position; None if none did."""
    if not study.shows(position):
        return None
    played = turn_played(study.record, study.cursor)[: len(moves)] == tuple(moves)
    return study.program(position.to_move) if played else None


def answering(
    make: Callable[[Position, Thought | None, Lens], Searcher],
    position: Position,
    moves: Sequence[int],
    names: tuple[str, str],
    thought: Thought | None,
    lens: Lens,
    searcher: Searcher | None,
    beside: Thought | None = None,
    number: int | None = None,
    played_by: PlayerSpec | None = None,
) -> Work:
    """The work that answers why not these moves, and reports comparisons. The arguments are those of
    `WhyNotQuestions.ask` and the fields of `WhyNot`."""

    def work(job: Job) -> Comparison:
        known = thought is not None and thought.lens is not None and thought.depth > 0
        first = thought if known else None
        engine = make(position, first, lens)
        job.report(doing="compiling")
        engine.prepare(position.game.name)
        if searcher is not None:
            engine.recall(searcher)
        job.report(doing="searching")
        asking = WhyNot(engine, position, tuple(moves), names, first, job.stop, beside, number, played_by)

        def report(comparison: Comparison) -> None:
            before = job.news.value
            job.report(comparison)
            if before is None or before.doing != comparison.doing:  # another part of the answer begins
                job.give_way()

        return asking.answer(report)

    return work


def searcher_in(study: Study, position: Position, first: Thought | None, lens: Lens) -> Searcher:
    """As `searcher_like`. Without a first search, it is of the kind that the settings name for analyses."""
    return searcher_like(position, first, lens, study.settings.search_of(position.game.name))


def searcher_like(position: Position, first: Thought | None, lens: Lens, kind: str = STRONGEST) -> Searcher:
    """A searcher of the kind that did the search `first`, with a transposition table of its own, because that
    engine may be thinking. Without a first search, a searcher of `kind` with `lens`."""
    game, limits = position.game.name, Limits(seconds=FIRST_SECONDS)
    player = str(tireless(lens.name, kind=kind))
    if first is not None and first.lens is not None:
        player, lens, limits = first.player, first.lens, Limits()
    try:
        made = explainer_of(make_engine(parse_player(player, game), game, table_megabytes=TABLE_MEGABYTES))
    except BadText:  # no player's text describes it, or its heuristic's file is gone
        made = Searcher(lens, limits, table_megabytes=TABLE_MEGABYTES)
    explains = made.deepens and position.game.has_chance
    return replace(made, lens=lens, limits=limits, explains=explains)


def who_searched(study: Study, thought: Thought) -> Searcher | None:
    """The engine of a search; None if the game no longer has it."""
    engines = (study.analyst, *(kept.engine for kept in study.engines.values()))
    searchers = (engine for engine in engines if isinstance(engine, Searcher))
    return next((e for e in searchers if (e.name, e.lens) == (thought.player, thought.lens)), None)


def turn_played(record: Record, cursor: int) -> tuple[int, ...]:
    """The moves of the turn that was played from a position of a game, up to the first that chance decides;
    none at the end of the game."""
    moves: list[int] = []
    for index in range(cursor, len(record.plies)):
        if record.plies[index].side != record.plies[cursor].side:
            break
        moves.append(record.plies[index].move)
        if len(record.positions[index].chances(moves[-1])) > 1:
            break
    return tuple(moves)
