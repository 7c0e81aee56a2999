"""Published results, compared with the games that were played here.

The sentences are computed from the results: which published figures chance explains, because they lie within
95 % intervals, and which claims hold.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arena.crosstable import Cell, CrossTable
from arena.statistics import Z_95, signed_elo, wilson_interval

AGREES, HIGHER, LOWER = "agrees", "higher", "lower"
"""How the published figure compares with the figure found here."""

HOLDS, OPEN, FAILS = "holds", "not shown", "does not hold"


@dataclass(frozen=True)
class Figure:
    """A published share 0..1 of the games of `first` against `second` (None: of all its games here): its
    score or, with `of_draws`, how many were drawn. `games` is the number of the published games, None where
    the source does not say it; `by` is who played in place of `first`, if it was somebody else."""

    first: str
    second: str | None
    share: float
    games: int | None = None
    of_draws: bool = False
    by: str = ""


@dataclass(frozen=True)
class Claim:
    """What a source says, in its words or nearly: that one entrant is better than another, or, with `even`,
    that they are equally good."""

    text: str
    better: str
    than: str
    even: bool = False


@dataclass(frozen=True)
class Published:
    """What a `source` has published about the entrants of a tournament."""

    source: str
    figures: tuple[Figure, ...] = ()
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True)
class FigureCheck:
    """A published figure and the figure found here, with its interval; `verdict` is AGREES, HIGHER or
    LOWER."""

    figure: Figure
    found: float
    low: float
    high: float
    verdict: str

    def to_json(self) -> dict[str, Any]:
        figure = self.figure
        return {
            "first": figure.first,
            "second": figure.second,
            "of": "draws" if figure.of_draws else "score",
            "by": figure.by,
            "published": figure.share,
            "found": self.found,
            "low": self.low,
            "high": self.high,
            "verdict": self.verdict,
        }


@dataclass(frozen=True)
class ClaimCheck:
    """A claim with the difference in Elo found here and its interval; None where the difference is not known
    or would be infinite. Then `at_least` is its bound, if there is one."""

    claim: Claim
    difference: tuple[float, float, float] | None
    verdict: str
    at_least: float | None = None


@dataclass(frozen=True)
class PublishedCheck:
    """What somebody has published about a tournament's players, compared with its table. `sentences` say what
    agrees and which claims hold."""

    published: Published
    figures: tuple[FigureCheck, ...]
    claims: tuple[ClaimCheck, ...]
    sentences: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        claims = [
            {
                "claim": judged.claim.text,
                "difference": judged.difference,
                "at_least": judged.at_least,
                "verdict": judged.verdict,
            }
            for judged in self.claims
        ]
        return {
            "source": self.published.source,
            "figures": [compared.to_json() for compared in self.figures],
            "claims": claims,
            "sentences": list(self.sentences),
        }


def compare(table: CrossTable, published: Published) -> PublishedCheck:
    """Compares published results with a table. Figures of games that were not played here yet are left
    out."""
    found = (_compared(table, figure) for figure in published.figures)
    figures = tuple(compared for compared in found if compared is not None)
    claims = tuple(_judged(table, claim) for claim in published.claims)
    sentences = (*_about_figures(figures), *_about_totals(table, figures), *map(_about_claim, claims))
    return PublishedCheck(published, figures, claims, sentences)


def _compared(table: CrossTable, figure: Figure) -> FigureCheck | None:
    number = {entrant.name: index for index, entrant in enumerate(table.tournament.entrants)}
    first = number[figure.first]
    if figure.second is None:
        standing = table.standings[first]
        if not standing.games:
            return None
        found, low, high = standing.score, standing.score_low, standing.score_high
    else:
        second = number[figure.second]
        cell = next((c for c in table.cells if {c.first, c.second} == {first, second}), None)
        if cell is None or not cell.pairs.pairs:
            return None
        found, low, high = _share(cell, cell.first == first, figure.of_draws)
    return FigureCheck(figure, found, low, high, _verdict(figure, found, low, high))


def _share(cell: Cell, as_first: bool, of_draws: bool) -> tuple[float, float, float]:
    if of_draws:
        drawn = cell.draws / cell.games
        # By pairs, because the two games of a pair may depend on each other.
        return drawn, *wilson_interval(drawn, cell.pairs.pairs)
    low, high = cell.pairs.interval()
    score = cell.points / cell.games
    return (score, low, high) if as_first else (1 - score, 1 - high, 1 - low)


def _verdict(figure: Figure, found: float, low: float, high: float) -> str:
    """AGREES, HIGHER or LOWER for a published figure against the figure `found`, with its interval. The
    published figure is a sample too, where its number of games is known."""
    variance = found * (1 - found) / figure.games if figure.games else 0.0
    # The errors of the games here and of the published games are combined.
    own = high - found if figure.share > found else found - low
    if abs(figure.share - found) <= math.hypot(own, Z_95 * math.sqrt(variance)):
        return AGREES
    return HIGHER if figure.share > found else LOWER


def _judged(table: CrossTable, claim: Claim) -> ClaimCheck:
    names = [entrant.name for entrant in table.tournament.entrants]
    better, than = names.index(claim.better), names.index(claim.than)
    difference = table.ratings.difference(better, than)
    if difference is None:
        bound = table.ratings.at_least(better, than)
        known = bound is not None and bound > 0.0
        return ClaimCheck(claim, None, (FAILS if claim.even else HOLDS) if known else OPEN, bound)
    _, low, high = difference
    if claim.even:
        return ClaimCheck(claim, difference, OPEN if low <= 0.0 <= high else FAILS)
    return ClaimCheck(claim, difference, HOLDS if low > 0.0 else FAILS if high < 0.0 else OPEN)


def _about_figures(figures: Sequence[FigureCheck]) -> list[str]:
    if not figures:
        return []
    counts = {verdict: sum(c.verdict == verdict for c in figures) for verdict in (AGREES, HIGHER, LOWER)}
    if counts[AGREES] == len(figures):
        return [f"All {len(figures)} published figures agree with what was found here."]
    apart = [
        f"{counts[verdict]} {'is' if counts[verdict] == 1 else 'are'} {verdict}"
        for verdict in (HIGHER, LOWER)
        if counts[verdict]
    ]
    return [
        f"Of {len(figures)} published figures {counts[AGREES]} {'agrees' if counts[AGREES] == 1 else 'agree'}"
        f" with what was found here, {' and '.join(apart)} than chance explains."
    ]


def _about_totals(table: CrossTable, figures: Sequence[FigureCheck]) -> list[str]:
    """The sentences on the published scores over all games ("totals"): which of their differences the games
    here confirm beyond chance."""
    totals = [c.figure for c in figures if c.figure.second is None and not c.figure.by]
    names = [entrant.name for entrant in table.tournament.entrants]
    real, opposite, number = [], [], 0
    for place, one in enumerate(totals):
        for other in totals[place + 1 :]:
            above, below = (one, other) if one.share >= other.share else (other, one)
            difference = table.ratings.difference(names.index(above.first), names.index(below.first))
            if above.share == below.share or difference is None:
                continue
            number += 1
            elo, low, high = difference
            text = f"{above.first} above {below.first} by {_elo(elo, low, high)}"
            if low > 0.0:
                real.append(text)
            elif high < 0.0:
                opposite.append(text)
    if not number:
        return []
    sentences = [
        f"Of {number} {'difference' if number == 1 else 'differences'} between published totals "
        f"{len(real)} {'is' if len(real) == 1 else 'are'} confirmed here"
        + (f": {'; '.join(real)}." if real else ".")
    ]
    if opposite:
        sentences.append(f"The opposite is shown for {len(opposite)}: {'; '.join(opposite)}.")
    left = number - len(real) - len(opposite)
    if left:
        sentences.append(f"{left} may be chance.")
    return [" ".join(sentences)]


def _elo(value: float, low: float, high: float) -> str:
    return f"{signed_elo(value)} [{signed_elo(low)}, {signed_elo(high)}] Elo"


def _about_claim(judged: ClaimCheck) -> str:
    claim = judged.claim
    if judged.difference is not None:
        worth = _elo(*judged.difference)
    elif judged.at_least is not None:
        worth = f"at least {signed_elo(judged.at_least)} Elo"
    else:
        return f"“{claim.text}”: not known yet."
    found = f"{claim.better} against {claim.than} here: {worth}"
    if claim.even:
        verdict = "no difference is shown" if judged.verdict == OPEN else "does not hold"
    else:
        verdict = "is not shown" if judged.verdict == OPEN else judged.verdict
    return f"“{claim.text}”: {verdict}; {found}."
