"""The figures of a measurement in proven positions (`study.truth.truth_run`) as rows of text: each share with
its number of positions and its 95 % interval."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.statistics import wilson_interval
from arena.truth.measure import TermTruth, TruthTally
from games.figure_text import grouped, percent
from study.truth.figure_words import (
    BEHIND,
    BLIND,
    GAINED,
    KEEPS,
    ORDERS,
    RANDOM,
    gain_text,
    interval_in_brief,
    plies_text,
)
from study.truth.truth_run import TruthNews


@dataclass(frozen=True)
class FigureOverDepths:
    """One figure at all measured depths. `words` say what it is, `of` how many positions or pairs of moves it
    is a share of. `cells` are (figure, interval) by depth."""

    words: str
    of: str
    cells: tuple[tuple[str, str], ...]


def figures_by_depth(news: TruthNews) -> list[FigureOverDepths]:
    """The figures of a measurement, each with its numbers of positions and, if it is a share, its
    intervals."""
    rows = news.by_depth
    tallies, blind = [row.figures.all for row in rows], [row.blind for row in rows]
    positions = _of([tally.positions for tally in tallies])
    at_random = [
        None if news.random is None else wilson_interval(news.random, tally.positions) for tally in tallies
    ]
    return [
        _shares(KEEPS, positions, [(tally.kept, tally.interval) for tally in tallies]),
        _shares(
            ORDERS,
            _of([tally.pairs for tally in tallies]),
            [(tally.ordered, tally.ordered_interval) for tally in tallies],
        ),
        FigureOverDepths(BEHIND, "", tuple((plies_text(tally.plies_lost), "") for tally in tallies)),
        _shares(
            BLIND,
            _of([tally.positions for tally in blind]),
            [(tally.kept, tally.interval) for tally in blind],
        ),
        _shares(RANDOM, positions, [(news.random, interval) for interval in at_random]),
    ]


def _of(numbers: Sequence[int]) -> str:
    """The number of positions, or of pairs of moves. It is the same at each depth, except at one whose
    measurement is still running: that has fewer so far."""
    return f"of {grouped(max(numbers))}"


def _shares(
    words: str, of: str, shares: Sequence[tuple[float | None, tuple[float, float] | None]]
) -> FigureOverDepths:
    cells = (("" if share is None else percent(share), _in_brief(interval)) for share, interval in shares)
    return FigureOverDepths(words, of, tuple(cells))


def _in_brief(interval: tuple[float, float] | None) -> str:
    return "" if interval is None else interval_in_brief(interval)


@dataclass(frozen=True)
class FigureRow:
    """The figures for one kind of position, or without one term: the cells below the `heads` of columns, and
    a tip with all figures."""

    name: str
    cells: tuple[str, ...]
    tip: str

    @staticmethod
    def heads(of_terms: bool) -> tuple[str, ...]:
        """The heads of the columns in the table of terms (`of_terms`), or of kinds of positions."""
        return (KEEPS, GAINED, ORDERS) if of_terms else (KEEPS, ORDERS, BEHIND)

    @classmethod
    def of(
        cls, name: str, tally: TruthTally, beside: TermTruth | None = None, kinds: str = ""
    ) -> "FigureRow":
        """The row of a kind of position. With `beside`, the row of a term: `tally` is without the term, and
        `beside` compares that with the whole heuristic. `kinds` are the term's gains by kind of position, ""
        if they do not differ."""
        kept, ordered = (
            "" if share is None else f"{percent(share)} ({_in_brief(interval)})"
            for share, interval in ((tally.kept, tally.interval), (tally.ordered, tally.ordered_interval))
        )
        kept += f" of {grouped(tally.positions)}" if kept else ""
        plies = plies_text(tally.plies_lost)
        without = "" if beside is None else "without "
        tips = [f"{without}{name}: {KEEPS} {kept}", f"{ORDERS} {ordered} of {grouped(tally.pairs)} pairs"]
        tips += [f"{plies} {BEHIND}"] if plies else []
        if beside is None:
            return cls(name, (kept, ordered, plies), f"{'; '.join(tips)}.")
        gain = gain_text(beside.gain, *beside.interval)
        tips.append(f"{GAINED} {gain} of all positions")
        tips += [f"by kind: {kinds}"] if kinds else []
        return cls(name, (kept, gain, ordered), f"{'; '.join(tips)}.")
