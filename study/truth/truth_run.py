"""Measures how often a heuristic's moves keep the outcome, in positions whose outcome with best play is
proven: at several depths, by kind of position, and with each term in turn at weight 0."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from itertools import count, islice, takewhile
from pathlib import Path
from typing import Any

from arena.experiments.experiment_run import ExperimentRun, ExperimentStopped, Workshop
from arena.experiments.plan import check_lens, file_stem, plan_text
from arena.statistics import wilson_interval
from arena.term_kinds import ByKind, gains_by_kind, kinds_of_proven
from arena.truth.beside_random import beside_random, of_terms
from arena.truth.bounds import blind
from arena.truth.measure import (
    CountedChoice,
    Figures,
    OverRandom,
    ProvenChoice,
    ProvenChoices,
    TermTruth,
    TruthTally,
    random_share,
    searcher_of,
)
from arena.truth.proven import Proven
from arena.truth.sample import DEPTH, SEED, USUAL_POSITIONS
from arena.truth.searched_positions import (
    GAMES_AT_ONCE,
    SearchTally,
    plies_left,
    proven_near_ends,
    searched_positions,
)
from arena.truth.table_positions import drawn_positions, syzygy_positions
from engines.contract import StopSignal
from engines.jobs import COMPILING, Job
from games.contract import BadText, Options
from games.data_folder import default_folder
from games.registry import load_game
from games.truth.tables import TableMaking, Tables, tables_of
from heuristics.lens import Lens
from study.format import number_text

MAKING, DRAWING, MEASURING = "making the table", "drawing positions", "measuring"
SEARCHED = "searched"
"""The name for positions whose moves a search proves."""

FORMAT = 1
FOLDER = "truth"

DRAWN, SOUGHT, WHOLE = "positions", "games", "whole"
"""Stages of the measurement, as its file names them: drawing positions, proving positions near the ends of
games, and the moves that the heuristic with all its terms chooses."""

AT_ONCE = 50
"""The number of positions in a unit of work."""

USUAL_DEPTHS = (DEPTH, 2, 3)
MOST_WORST = 50
NEWS_EVERY = 0.2
"""Seconds between two reports of the progress."""


@dataclass(frozen=True)
class ByDepth:
    """The figures at one depth. `blind` are those of a player that values all positions as equal, so that
    only the search helps it."""

    depth: int
    figures: Figures
    blind: TruthTally

    def to_json(self, random: float | None) -> dict[str, Any]:
        """The figures as JSON, with the share of `random` moves that keep the outcome, which is the same at
        all depths."""
        answer: dict[str, Any] = {"depth": self.depth, "blind": self.blind.kept, "random": random}
        answer |= self.figures.all.to_json()
        positions = self.figures.all.positions
        at_random = (None, None) if random is None else wilson_interval(random, positions)
        for name, ends in (("blind", self.blind.interval or (None, None)), ("random", at_random)):
            answer |= {f"{name}_low": ends[0], f"{name}_high": ends[1]}
        return answer


@dataclass
class ChangedTerm:
    """The figures at the smallest depth with one term changed: at weight 0, or with its weight's sign
    reversed."""

    name: str
    tally: TruthTally = field(default_factory=TruthTally)
    _both: list[tuple[bool, bool]] = field(default_factory=list)
    """(whether the unchanged heuristic keeps the outcome, whether the changed one does) by position."""
    _proven: list[Proven] = field(default_factory=list)  # the positions of `_both`

    def add(self, proven: Proven, choice: CountedChoice, is_kept: bool) -> None:
        """Counts the choice in a position. `is_kept`: whether the unchanged heuristic keeps the outcome
        there."""
        self.tally.add(proven, choice)
        if proven.differs:
            self._both.append((is_kept, choice.kept))
            self._proven.append(proven)

    @property
    def beside(self) -> TermTruth | None:
        """The unchanged heuristic compared with the changed one; None before the first position."""
        return TermTruth.of(self._both) if self._both else None

    def to_json(self) -> dict[str, Any]:
        beside = None if self.beside is None else self.beside.to_json()
        return {"name": self.name, **self.tally.to_json(), "beside": beside}


def by_kind(terms: Sequence[ChangedTerm], lens: Lens) -> ByKind | None:
    """What the terms that were left out gain by kind of position (`kinds_of_proven`); None without terms.
    Terms that were not measured in all positions do not count."""
    most = max((len(term._both) for term in terms), default=0)
    whole = [term for term in terms if len(term._both) == most]
    if not most:
        return None
    names, kinds = kinds_of_proven(load_game(lens.heuristic.game), whole[0]._proven)
    labels = {term.name: lens.heuristic.label_of(term.name) for term in whole}
    return gains_by_kind({term.name: term._both for term in whole}, kinds, names, labels)


@dataclass(frozen=True)
class TruthNews:
    """The progress. `making` is set while a table is made; then `positions` are drawn to measure in."""

    game: str
    making: TableMaking | None = None
    positions: tuple[Proven, ...] = ()
    wanted: int = 0
    by_depth: tuple[ByDepth, ...] = ()
    terms: tuple[ChangedTerm, ...] = ()
    """The figures with one term at weight 0, for each term that was asked for."""
    turned: tuple[ChangedTerm, ...] = ()
    """The figures with the sign of one weight reversed, for each term; only measured if the heuristic is
    worse than a random move."""
    over_random: OverRandom | None = None
    """The heuristic at the smallest depth compared with a random move; None before it is measured."""
    worst: tuple[ProvenChoice, ...] = ()
    """The positions in which the heuristic gives the outcome away at the smallest measured depth."""
    random: float | None = None
    """The share of random moves that keep the outcome."""
    tables: tuple[tuple[str, str], ...] = ()
    """(name, checksum) of the tables that were used; empty for positions that a search has proven."""
    share: float = 0.0
    """The share of the measurement that is done."""
    seconds: float = 0.0
    """The seconds that the measurement took, earlier runs included. While positions are drawn: the seconds
    since that began."""
    by_kind: ByKind | None = None
    """What the terms gain by kind of position; None before the end."""
    why_few: str = ""
    """Why there are fewer positions than `wanted`, in a sentence; "" if there are enough."""

    @property
    def kinds(self) -> dict[str, TruthTally]:
        """The figures at the smallest depth by kind of position. Positions proven by searches are grouped by
        their distance to the end."""
        found = self.by_depth[0].figures.by_kind if self.by_depth else {}
        return found if self.tables else dict(sorted(found.items(), key=lambda kind: plies_left(kind[0])))

    def conclusion(self, label_of: Callable[[str], str]) -> str:
        """Whether the heuristic is better than a random move, and which terms matter, in some sentences; ""
        before it is measured. `label_of` gives the name of a term for people."""
        row = self.by_depth[0].figures.all if self.by_depth else TruthTally()
        if self.over_random is None or row.kept is None or self.random is None:
            return ""
        turned, left_out = (
            [(label_of(each.name), each.beside) for each in changed if each.beside]
            for changed in (self.turned, self.terms)
        )
        said = [beside_random(self.over_random, row.kept, self.random, turned)]
        if self.share >= 1.0:
            said.append(of_terms(row.kept, left_out))
            if self.by_kind is not None and self.by_kind.terms:
                said.append(self.by_kind.sentence)
        return " ".join(filter(None, said))

    def to_json(self) -> dict[str, Any]:
        over = {} if self.over_random is None else self.over_random.to_json()
        return over | {
            "positions": sum(proven.differs for proven in self.positions),
            "why_few": self.why_few,
            "table": [{"name": name, "checksum": checksum} for name, checksum in self.tables] or SEARCHED,
            "by_depth": [row.to_json(self.random) for row in self.by_depth],
            "kinds": [{"name": name} | tally.to_json() for name, tally in self.kinds.items()],
            "terms": [term.to_json() for term in self.terms],
            "turned": [term.to_json() for term in self.turned],
            "by_kind": None if self.by_kind is None else self.by_kind.to_json(),
            "worst": [mistake_to_json(mistake) for mistake in self.worst],
            "seconds": self.seconds,
        }


def mistake_to_json(mistake: ProvenChoice) -> dict[str, Any]:
    position = mistake.proven.position
    head = {"position": position.text, "kind": mistake.proven.kind, "equal": mistake.is_tied}
    return head | {
        name: {
            "move": position.move_text(move),
            "outcome": mistake.proven.fates[move].in_words,
            "value": mistake.values[move],
        }
        for name, move in (("chosen", mistake.chosen), ("right", mistake.right))
    }


@dataclass
class TruthRun:
    """The measurement of a lens. `names` are groups of tables (empty: all groups of the game), names of
    Syzygy's tables, or (SEARCHED,) for positions that a search proves. `without` are the terms that are set
    to weight 0, one at a time (None: every term). Results are kept in a file in `folder`, and another run
    goes on with them."""

    lens: Lens
    options: Options
    folder: Path
    depths: Sequence[int] = USUAL_DEPTHS
    without: Sequence[str] | None = None
    names: tuple[str, ...] = ()
    wanted: int = USUAL_POSITIONS
    seed: int = SEED
    _tally: SearchTally = field(default_factory=SearchTally)
    _reported: float = 0.0
    _drawing: StopSignal | None = None
    _ended_early: bool = False

    def __post_init__(self) -> None:
        game = self.lens.heuristic.game
        self.game = game
        self.tables = None if SEARCHED in self.names else tables_of(game)
        self.syzygy = None if self.tables is None else self.tables.syzygy
        known = [group.name for group in self.tables.domain.groups] if self.tables else []
        if self.syzygy is not None and self.names and set(self.names) <= set(self.syzygy.names):
            self.tables = None
        else:
            self.syzygy = None
            for name in self.names:
                if name not in (*known, SEARCHED):
                    expected = ", ".join((*known, SEARCHED))
                    raise BadText(f"table: expected one of {expected}, found {name!r}{_or_syzygy(game)}")
        terms = [term.name for term in self.lens.heuristic.terms]
        for name in self.without or ():
            if name not in terms:
                raise BadText(f"term: expected one of {', '.join(terms)}, found {name!r}")
        self.left_out = terms if self.without is None else list(self.without)

    @property
    def text(self) -> str:
        """The text of the experiment's plan, by which its file is found: the positions, and the heuristic
        that chooses there. It has the checksums of the tables, which must be made before. Depths and terms
        are not in it, so a run with more of them goes on with the same file."""
        about = {
            "names": self.names,
            "positions": self.wanted,
            "seed": self.seed,
            "tables": self._tables_used(),
        }
        return plan_text(self.lens, self.options, truth=FORMAT, **about)

    def check(self) -> None:
        """Raises BadText for a heuristic that cannot play."""
        check_lens(self.lens)

    def measure_now(self) -> None:
        """Ends the drawing of positions, and measures in those drawn so far. Any thread may call it."""
        drawing = self._drawing
        if drawing is not None:
            drawing.request()

    def work(self, job: Job) -> TruthNews:
        """The work of the job: reports `TruthNews` and returns the last one, also if it is stopped. Raises
        BadText for a heuristic that cannot play."""
        nothing = TruthNews(self.game)
        if self.tables is not None:
            job.report(nothing, MAKING)
            if not make_tables(self.tables, job, self.names, partial(TruthNews, self.game)):
                return nothing
        run = ExperimentRun[TruthRun, TruthNews](self, self.folder / f"{file_stem(self)}.sqlite")
        self.check()

        def prepare() -> bool:
            job.report(nothing, COMPILING)
            for lens in (self.lens, blind(self.game)):
                searcher_of(lens, 1).prepare(self.game)
            return True

        with run.workshop(prepare, job) as workshop:
            return self._measure(job, workshop, self._positions(job, workshop))

    def _stream(self, workshop: Workshop, stop: StopSignal) -> Iterator[Proven]:
        if self.syzygy is not None:
            return syzygy_positions(self.game, self.syzygy, self.names, self.options, self.seed)
        if self.tables is not None:
            return drawn_positions(self.tables, self.options, self.seed, self.names)
        return searched_positions(self._blocks(workshop, stop), self._tally)

    def _blocks(self, workshop: Workshop, stop: StopSignal) -> Iterator[Iterator[list[Proven]]]:
        """Yields blocks of games, and for each game its proven positions near the end. Ends when `stop` is
        requested."""
        for number in count():
            if stop.requested:
                return
            games = proven_near_ends(self.game, self.options, self.seed, number * GAMES_AT_ONCE, stop)
            rows = workshop.stream(
                SOUGHT, ([proven.to_json() for proven in found] for found in games), number
            )
            rows = takewhile(lambda _: not stop.requested, rows)
            yield ([self._proven(row) for row in found] for found in rows)

    def _proven(self, row: Any) -> Proven:
        return Proven.of_json(self.game, self.options, row)

    def _rows(self, workshop: Workshop, stop: StopSignal) -> Iterator[dict[str, Any]]:
        """Yields positions as JSON, until there are `wanted` ones whose moves have different outcomes, or no
        more are found. The last row is what the search has counted."""
        differing = 0
        # Stops in any case after 20 times as many: in some games hardly any position has such moves.
        for proven in islice(self._stream(workshop, stop), 20 * self.wanted):
            yield proven.to_json()
            differing += proven.differs
            if differing >= self.wanted:
                break
        yield asdict(self._tally)

    def _positions(self, job: Job, workshop: Workshop) -> list[Proven]:
        """The positions to measure in, from the experiment's file if an earlier run has drawn them."""
        job.report(doing=DRAWING)
        found: list[Proven] = []
        stop = self._drawing = StopSignal()
        job.stop.attach(stop.request)
        began = time.perf_counter()
        for row in workshop.stream(DRAWN, self._rows(workshop, stop)):
            if stop.requested:  # the stream must not reach its end, at which the file counts it as complete
                break
            if "position" not in row:
                self._tally = SearchTally(**row)
                continue
            found.append(self._proven(row))
            seconds = time.perf_counter() - began
            self._report(
                job, TruthNews(self.game, positions=tuple(found), wanted=self.wanted, seconds=seconds)
            )
            job.give_way()
        self._drawing, self._ended_early = None, stop.requested
        return found

    def _measure(self, job: Job, workshop: Workshop, found: list[Proven]) -> TruthNews:
        """Measures in the drawn positions: at each depth, the heuristic and a player without evaluation; at
        the smallest depth, also the heuristic with one weight changed. Reports the figures so far. `workshop`
        lets workers choose the moves, and keeps their answers in the experiment's file."""
        job.report(doing=MEASURING)
        by_depth: list[ByDepth] = []
        terms: list[ChangedTerm] = []
        turned: list[ChangedTerm] = []
        worst: list[ProvenChoice] = []
        kept: dict[int, bool] = {}  # by the position's number
        over_random: OverRandom | None = None
        at_random, tables = random_share(found), self._tables_used()
        steps = 2 * len(self.depths) + len(self.left_out)
        done = 0

        def news(part: float) -> TruthNews:
            return TruthNews(
                self.game,
                positions=tuple(found),
                wanted=self.wanted,
                by_depth=tuple(by_depth),
                terms=tuple(terms),
                turned=tuple(turned),
                over_random=over_random,
                worst=tuple(sorted(worst, key=lambda mistake: mistake.rank)[:MOST_WORST]),
                random=at_random,
                tables=tables,
                why_few=self._why_few(found),
                share=(done + part) / steps,
                seconds=workshop.taken,
            )

        def over(lens: Lens, depth: int, of: str) -> Iterator[tuple[int, CountedChoice]]:
            """Yields (number of the position, choice) for all positions. `of` names the player in the
            experiment's file."""
            nonlocal done
            # Only these choices are listed with their moves, as the page's mistakes (`worst`).
            stage, names_mistakes = f"{of} {depth}: {len(found)}", of == WHOLE and depth == first

            def unit(at: int) -> ProvenChoices:
                some = found[at * AT_ONCE : (at + 1) * AT_ONCE]
                return ProvenChoices(lens, depth, some, names_mistakes)

            for at in range(-(-len(found) // AT_ONCE)):
                (rows,) = workshop.ask(stage, [at], unit)
                for number, row in enumerate(rows, at * AT_ONCE):
                    if row is not None:
                        choice = CountedChoice(*row)
                        yield number, choice
                        if choice.values:
                            worst.append(ProvenChoice.named(found[number], choice))
                self._report(job, news, at * AT_ONCE / len(found))
            done += 1

        def measure(changed: list[ChangedTerm], name: str, weight: float, of: str) -> None:
            """Adds the figures with another weight."""
            changed.append(ChangedTerm(name))
            for number, choice in over(self.lens.with_weight(name, weight), first, f"{of} {name}"):
                if number in kept:
                    changed[-1].add(found[number], choice, kept[number])

        first = min(self.depths)
        with suppress(ExperimentStopped):
            for depth in self.depths:
                row = ByDepth(depth, Figures(), TruthTally())
                by_depth.append(row)
                for number, choice in over(self.lens, depth, WHOLE):
                    row.figures.add(found[number], choice)
                    if depth == first:
                        kept[number] = choice.kept
                if depth == first:
                    over_random = OverRandom.of((keeps, found[number]) for number, keeps in kept.items())
                for number, choice in over(blind(self.game), depth, "blind"):
                    row.blind.add(found[number], choice)
            if over_random is not None and over_random.is_worse:  # perhaps a weight has the wrong sign
                signed = [term.name for term in self.lens.heuristic.terms if self.lens.weight(term.name)]
                steps += len(signed)
                for name in signed:
                    measure(turned, name, -self.lens.weight(name), "turned")
            for name in self.left_out:
                measure(terms, name, 0.0, "without")
        return replace(news(0.0), by_kind=by_kind(terms, self.lens))

    def _why_few(self, found: list[Proven]) -> str:
        """The sentence for `TruthNews.why_few`."""
        if sum(proven.differs for proven in found) >= self.wanted:
            return ""
        if self._tables_used():
            return "" if self._ended_early else "The tables hold no more positions in which moves differ."
        return why_so_few(self._tally)

    def _tables_used(self) -> tuple[tuple[str, str], ...]:
        """(name, checksum) of the tables that the positions come from; empty for searched positions."""
        if self.syzygy is not None:
            return tuple((name, self.syzygy.checksum) for name in self.names)
        if self.tables is None:
            return ()
        known = self.tables.checksums
        return tuple((name, known[name]) for name in known if not self.names or name in self.names)

    def _report(self, job: Job, news: Any, *arguments: float) -> None:
        """Reports `news`, or what it returns for `arguments`, at most once in NEWS_EVERY seconds."""
        now = time.perf_counter()
        if now - self._reported > NEWS_EVERY:
            self._reported = now
            job.report(news(*arguments) if callable(news) else news)


def why_so_few(tally: SearchTally) -> str:
    """A sentence that says why many positions cannot be used."""
    if not tally.positions:
        return f"No position near the end of {number_text.grouped(tally.games)} games has two moves."
    reasons = (
        (tally.unproven, "are too far from the end to be proven"),
        (tally.alike, "have moves of one outcome"),
        (tally.won_at_once, "are won at once"),
    )
    shares = [f"{number_text.percent(n / tally.positions)} {why}" for n, why in reasons if n]
    games, positions = number_text.grouped(tally.games), number_text.grouped(tally.positions)
    return f"Of {positions} positions near the ends of {games} games {', '.join(shares)}."


def _or_syzygy(game: str) -> str:
    """The other possible names of tables, for an error message."""
    tables = tables_of(game)
    names = () if tables is None or tables.syzygy is None else tables.syzygy.names
    return f"; or Syzygy tables alone, such as {names[0]}" if names else ""


def truth_folder(data: Path | None) -> Path:
    """The folder of measurements, in a person's data (None: the usual folder)."""
    return (data or default_folder()) / FOLDER


class _Ended(Exception):
    """Raised to stop making a table."""


def make_tables(
    tables: Tables,
    job: Job,
    names: tuple[str, ...] = (),
    news_of: Callable[[TableMaking], Any] = lambda making: making,
) -> bool:
    """Makes the missing tables of a game, or those that the groups `names` need. `news_of` turns the progress
    into what the job reports. Returns False if the job was stopped."""

    def tell(making: TableMaking) -> None:
        job.report(news_of(making), MAKING)
        if job.stop.requested:
            raise _Ended

    with suppress(_Ended):
        tables.make(tell, names)
        return True
    return False
