"""Sentences that compare how often a heuristic's moves keep a proven outcome with how often others do: random
moves, and its moves without one of its terms."""

from collections.abc import Sequence

from arena.truth.measure import OverRandom, TermTruth
from games.figure_text import grouped, percent

MOST_MORE = 1_000_000
"""If more positions than this would be needed for a conclusion, their number is not stated."""


def with_interval(share: float, interval: tuple[float, float]) -> str:
    """A share with its interval: "93.8 % (90.9 to 95.7)"."""
    low, high = interval
    return f"{percent(share)} ({100 * low:.1f} to {100 * high:.1f})"


def beside_random(
    over: OverRandom, kept: float, random: float, turned: Sequence[tuple[str, TermTruth]]
) -> str:
    """Whether the heuristic is better than a random move, in a sentence or two. If it is worse, the term is
    named whose turned sign keeps the most outcomes; `turned` are the terms that were tried, by label."""
    if over.is_better:
        return _better(kept, random)
    if over.is_worse:
        best, where = best_turned(turned), f"of {grouped(over.positions)} positions"
        now = f"It keeps the outcome in {percent(kept)} {where}, a random move in {percent(random)}."
        if best is None:
            none = " Turning the sign of a single term does not help." if turned else ""
            return f"Worse than random: is a sign wrong? {now}{none}"
        name, then = best[0], percent(kept - best[1].gain)
        return (
            f"Worse than random: is the sign of {name} wrong? With it turned, the outcome is kept in {then} "
            f"{where}, with the present sign in {percent(kept)}, by a random move in {percent(random)}."
        )
    few = f"{grouped(over.positions)} position{'s' * (over.positions != 1)}"
    if over.more is None or over.more > MOST_MORE:
        return f"No difference from a random move is shown by {few}."
    return (
        f"No difference from a random move is shown by {few}; about {grouped(over.more)} more would show it."
    )


def best_turned(turned: Sequence[tuple[str, TermTruth]]) -> tuple[str, TermTruth] | None:
    """The term whose turned sign keeps the most outcomes; None where no turned sign keeps more beyond
    chance."""
    found = min(turned, key=lambda term: term[1].gain, default=None)
    return found if found is not None and found[1].gain < 0.0 and found[1].differs_of(len(turned)) else None


def of_terms(kept: float, left_out: Sequence[tuple[str, TermTruth]]) -> str:
    """Which term does harm, and which one matters most, in a sentence or two. `left_out` are the terms that
    were left out, by label."""
    found = [(name, truth) for name, truth in left_out if truth.differs_of(len(left_out))]
    if not found:
        return "No term left out changes that beyond chance." if left_out else ""
    said = []
    worst, most = (pick(found, key=lambda term: term[1].gain) for pick in (min, max))
    if worst[1].gain < 0.0:
        said.append(f"It does better without {worst[0]}: {percent(kept - worst[1].gain)}.")
    if most[1].gain > 0.0:
        said.append(_needs(most[0], kept - most[1].gain))
    return " ".join(said)


def usual_conclusion(term: str) -> str:
    """A conclusion with made-up figures, about as long as most are: `term` matters most in it."""
    return f"{_better(0.5, 0.5)} {_needs(term, 0.5)}"


def _better(kept: float, random: float) -> str:
    return (
        f"Better than a random move: it keeps the outcome in {percent(kept)}, a random move in "
        f"{percent(random)}."
    )


def _needs(term: str, without: float) -> str:
    return f"It needs {term} most: without it {percent(without)}."
