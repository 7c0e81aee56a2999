"""Whether a heuristic values a position and its mirror image alike.

In the mirror image the colours are exchanged, so whoever had White's side has Black's. For each side
`evaluate(mirror(state), 1 - side)` must equal `evaluate(state, side)`, term by term. It is no fault if the
value for White is not minus the value for Black (`heuristics.sides`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from arena.check.finding import ONE_SIDED, SYMMETRY, Finding, amount_text, title
from arena.pools.contributions import Contributions
from games.contract import BLACK, SIDE_NAMES, WHITE, Game, State, new_state
from games.figure_text import grouped
from heuristics.contract import DIFFERENCE, Term
from heuristics.lens import Lens
from heuristics.sides import is_one_sided, one_sided_terms

CLOSE = 1e-9
"""The largest difference that rounding explains, as a share of the larger amount, or of 1 if both are
smaller."""


@dataclass
class _Difference:
    """How often a term's amounts differ, and where they differ most."""

    positions: int = 0
    largest: float = 0.0
    state: State = None
    side: int = WHITE
    amounts: tuple[float, float] = (0.0, 0.0)


def asymmetries(contributions: Contributions, states: Any) -> Iterator[Finding]:
    """A finding for each term that values mirror images differently, the most frequent first; none for a game
    without `mirror`. `states` is a recarray. The decisive term, which is the whole value when it is
    not 0, is compared, too."""
    rules, lens = contributions.rules, contributions.lens
    kept, images = _images(rules, states)
    if not len(kept):
        return
    terms = [*lens.heuristic.terms, *([lens.heuristic.decisive] if lens.heuristic.decisive else [])]
    found = [_Difference() for _ in terms]
    differs = np.zeros((len(kept), len(terms)), bool)
    for side in (WHITE, BLACK):
        here = contributions.table(kept, [side] * len(kept))
        there = contributions.table(images, [1 - side] * len(kept))
        apart = np.abs(here - there)
        unlike = apart > CLOSE * np.maximum(1.0, np.maximum(np.abs(here), np.abs(there)))
        differs |= unlike[:, : len(terms)]
        for index in np.flatnonzero(unlike[:, : len(terms)].any(axis=0)).tolist():
            at = int(np.where(unlike[:, index], apart[:, index], 0.0).argmax())
            if apart[at, index] > found[index].largest:
                amounts = float(here[at, index]), float(there[at, index])
                found[index] = _Difference(0, float(apart[at, index]), kept[at], side, amounts)
    for index, difference in enumerate(found):
        difference.positions = int(differs[:, index].sum())
    guilty = sorted(
        (at for at in range(len(terms)) if found[at].positions), key=lambda at: -found[at].positions
    )
    for at in guilty:
        yield _finding(rules, lens, terms[at], found[at], len(kept))


def _images(rules: Game, states: Any) -> tuple[Any, Any]:
    """The positions that have a mirror image, and their mirror images; none in a game without `mirror`."""
    images = np.zeros(len(states), rules.dtype).view(np.recarray)
    mirror = rules.mirror
    if mirror is None:
        return states[:0], images[:0]
    has = np.array([bool(mirror(state, image)) for state, image in zip(states, images, strict=True)], bool)
    return states[has], images[has]


def _finding(rules: Game, lens: Lens, term: Term, found: _Difference, compared: int) -> Finding:
    counts = _counts(rules, lens, term, found.state)
    name = SIDE_NAMES[found.side].capitalize()
    if counts is None:
        amounts = [amount_text(amount) for amount in found.amounts]
        what = f"{amounts[0]} for {name} here, {amounts[1]} for the other side in the mirror image"
    else:
        side, here, there = counts
        names = SIDE_NAMES[side].capitalize(), SIDE_NAMES[1 - side].capitalize()
        what = f"it counts {here:.4g} for {names[0]} here, {there:.4g} for {names[1]} in the mirror image"
    evidence = {"positions": found.positions, "compared": compared, "largest": found.largest}
    said = f"{title(term.label)} treats the sides differently: {what}. That is so in "
    said += f"{grouped(found.positions)} of {grouped(compared)} positions."
    return Finding(SYMMETRY, said, (term.name,), evidence, rules.format(found.state))


def _counts(rules: Game, lens: Lens, term: Term, state: State) -> tuple[int, float, float] | None:
    """The side whose count changes in the mirror image, its count here and there; None for a term that does
    not count for each side."""
    image = new_state(rules.dtype)
    if term.kind != DIFFERENCE or rules.mirror is None or not rules.mirror(state, image):
        return None
    rows = [
        next(row for row in lens.breakdown(each, side).rows if row.name == term.name)
        for each, side in ((state, WHITE), (image, BLACK))
    ]
    (white, black), (mirrored, other) = ((float(row.own or 0.0), float(row.other or 0.0)) for row in rows)
    for side, here, there in ((WHITE, white, mirrored), (BLACK, black, other)):
        if abs(here - there) > CLOSE * max(1.0, abs(here), abs(there)):
            return side, here, there
    return None


def one_sidedness(lens: Lens) -> Iterator[Finding]:
    """The one-sided terms, as their author declares or sample positions show (`heuristics.sides`). They are
    named only if a value for White may differ from minus the value for Black."""
    names = one_sided_terms(lens.heuristic)
    if not is_one_sided(lens):
        return
    decisive = [lens.heuristic.decisive] if lens.heuristic.decisive else []
    terms = [term for term in (*lens.heuristic.terms, *decisive) if term.name in names]
    listed = ", ".join(term.label for term in terms)
    said = f"One-sided: {listed}. What such a term adds for White is not minus what it adds for Black."
    yield Finding(ONE_SIDED, said, tuple(term.name for term in terms))
