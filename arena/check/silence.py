"""Finds terms that never count, or that always contribute the same, in all positions of many games."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from arena.check.finding import DEAD, Finding, amount_text, title
from arena.check.sample import RANDOM_GAMES, SOURCES, GamePositions, TermSample, games_in_words, undecided
from arena.pools.contributions import Contributions
from arena.statistics import wilson_interval
from games.figure_text import grouped, percent

LEAST_GAMES = 100
"""With fewer games of players no term is called dead."""

SAME = 1e-9
"""Amounts that differ by less than this share of them are equal, up to rounding."""

AT_ONCE = 2000
"""How many positions are computed at a time. After each time, terms whose amounts differ are no suspects any
more."""


@dataclass(frozen=True)
class _Rows:
    """Positions of one source, and what all terms contribute, float64 [positions, terms], for the side to
    move and for the other one."""

    source: str
    states: Any
    amounts: tuple[np.ndarray, np.ndarray]


class _Ranges:
    """The least and the largest amount of each term so far: in random games (row 1), and in all others, the
    games of players (row 0). `counted` has the first state of a random game in which a term counts."""

    def __init__(self, terms: int) -> None:
        self.low, self.high = np.full((2, terms), np.inf), np.full((2, terms), -np.inf)
        self.positions = [0, 0]
        self.counted: dict[int, Any] = {}

    def take(self, rows: _Rows) -> None:
        """Adds the amounts of these positions."""
        which = int(rows.source == RANDOM_GAMES)
        self.positions[which] += len(rows.states)
        for amounts in rows.amounts:
            if len(amounts):
                self.low[which] = np.minimum(self.low[which], amounts.min(axis=0))
                self.high[which] = np.maximum(self.high[which], amounts.max(axis=0))
        if which and len(rows.states):
            counts = (rows.amounts[0] != 0.0) | (rows.amounts[1] != 0.0)
            for at in np.flatnonzero(counts.any(axis=0)).tolist():
                self.counted.setdefault(at, rows.states[int(counts[:, at].argmax())])

    def is_constant(self, at: int, everywhere: bool = False) -> bool:
        """Whether a term always had the same amount in games of players; or `everywhere`, in random games,
        too."""
        until = 2 if everywhere else 1
        low, high = float(self.low[:until, at].min()), float(self.high[:until, at].max())
        return high - low <= SAME * max(abs(low), abs(high))


def silent_terms(
    sample: TermSample, contributions: Contributions, games: Sequence[GamePositions]
) -> Iterator[Finding]:
    """The terms that contribute nothing, or always the same, in all positions of games of players, for the
    side to move and for the other one. Terms of weight 0 are skipped. First the sample is searched. Terms
    that are constant there are searched in `games`, all positions of the sample's games, if the heuristic is
    compiled."""
    weighted = [at for at in range(len(sample.keys)) if sample.lens.prepared[at]]
    ranges = _Ranges(len(sample.keys))
    for rows in _of_sample(sample):
        ranges.take(rows)
    counts = sample.counts
    suspects = [at for at in weighted if ranges.is_constant(at)]
    if suspects and contributions.is_compiled:
        ranges, counts = _Ranges(len(sample.keys)), {}
        for part in games:
            counts[part.source] = len(np.unique(part.games))
            for rows in _of_games(contributions, part):
                ranges.take(rows)
                suspects = [at for at in suspects if ranges.is_constant(at)]
                if not suspects:
                    return
    played = {source: count for source, count in counts.items() if source != RANDOM_GAMES}
    if sum(played.values()) < LEAST_GAMES:
        return
    for at in suspects:
        yield from _finding(sample, at, ranges, counts, played)


def _of_sample(sample: TermSample) -> Iterator[_Rows]:
    for number, source in enumerate(SOURCES):
        rows = sample.sources == number
        yield _Rows(source, sample.states[rows], (sample.own[rows], sample.other[rows]))


def _of_games(contributions: Contributions, part: GamePositions) -> Iterator[_Rows]:
    for first in range(0, len(part), AT_ONCE):
        states = part.states[first : first + AT_ONCE]
        open_, own, other = undecided(contributions, states)
        yield _Rows(part.source, states[open_], (own, other))


def _finding(
    sample: TermSample, at: int, ranges: _Ranges, counts: dict[str, int], played: dict[str, int]
) -> Iterator[Finding]:
    key, name, amount = sample.keys[at], title(sample.labels[at]), float(ranges.low[0, at])
    everywhere = ranges.is_constant(at, everywhere=True)
    of = counts if everywhere else played
    games, positions = sum(of.values()), sum(ranges.positions if everywhere else ranges.positions[:1])
    where = f"{grouped(positions)} positions of {grouped(games)} games ({games_in_words(of)})"
    at_most = wilson_interval(0.0, games)[1]
    evidence = {"positions": positions, "games": of, "games_at_most": at_most}
    # No finding if the term is constant but not 0, and changes in random games.
    if amount and everywhere:
        said = f"{name} is always {amount_text(amount)}: in all {where}."
        yield Finding(DEAD, said, (key,), evidence | {"constant": amount}, sample.text(0), {key: 0.0})
    elif everywhere:
        said = f"{name} never counts: in none of {where}, so in at most {percent(at_most)} of such games."
        yield Finding(DEAD, said, (key,), evidence, remedy={key: 0.0})
    elif not amount:
        said = f"{name} counts in random games only: in none of {where}, so in at most "
        said += f"{percent(at_most)} of such games."
        shown = sample.rules.format(ranges.counted[at])
        yield Finding(DEAD, said, (key,), evidence | {"only_random": True}, shown, {key: 0.0})
