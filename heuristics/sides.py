"""Which terms do not see both sides alike.

A term is one-sided where its contribution to the value for one side is not what it takes from the value for
the other: of one side's own prey, say. The value of a position is then another one for White than what it is
for Black, turned round. A term's author says so (`Heuristic.own` and the others); of a term that says nothing
it is found out on some positions, evaluated for both sides.
"""

import threading
from collections.abc import Callable
from weakref import WeakKeyDictionary

import numpy as np

from heuristics.contract import DIFFERENCE, OTHER, OWN, Heuristic, Term
from heuristics.failure import TermFailure
from heuristics.guarded_evaluation import SOON, GuardedEvaluation, terms_of
from heuristics.lens import Lens
from heuristics.smoke_test import sample_states

Names = frozenset[str]
"""Of terms."""

_known: "WeakKeyDictionary[Heuristic, Names]" = WeakKeyDictionary()
_asked: "WeakKeyDictionary[Heuristic, GuardedEvaluation[Names]]" = WeakKeyDictionary()
_lock = threading.Lock()


def one_sided_terms(heuristic: Heuristic) -> Names:
    """The names of its one-sided terms, the decisive one included. While that is being found out, or cannot
    be, the term's kind decides: `own` and `other` are one-sided, `single` is not."""
    with _lock:
        if heuristic not in _known:
            names = _names(heuristic)
            if names is None:
                return _all_that(heuristic, _usually)
            _known[heuristic] = names
        return _known[heuristic]


def _names(heuristic: Heuristic) -> Names | None:
    """None while they are being found out."""
    if all(_declared(term) is not None for term in terms_of(heuristic)):
        return _all_that(heuristic, _usually)
    if heuristic not in _asked:
        _asked[heuristic] = GuardedEvaluation(heuristic, lambda: found_one_sided(heuristic))
    if not _asked[heuristic].ready(SOON):
        return None
    try:
        return _asked.pop(heuristic).result()
    except TermFailure:  # its own place says which
        return _all_that(heuristic, _usually)


def is_one_sided(lens: Lens) -> bool:
    """Whether a position's value through the lens may depend on the side that it is evaluated for. Terms that
    weigh nothing do not count, nor do two that count the same, for the own and the other side, with opposite
    weights."""
    heuristic = lens.heuristic
    names = one_sided_terms(heuristic)
    sums: dict[object, float] = {}
    for term, weight in zip(heuristic.terms, lens.weights, strict=False):
        if term.name in names:
            counted = term.count if term.kind in (OWN, OTHER) else term
            sums[counted] = sums.get(counted, 0.0) + float(weight)
    decisive = heuristic.decisive
    return any(sums.values()) or (decisive is not None and decisive.name in names)


def found_one_sided(heuristic: Heuristic) -> Names:
    """What some positions say of the terms of which the author says nothing; the others as declared."""
    weights = heuristic.default_weights
    lens = Lens(heuristic, np.where(weights == 0.0, 1.0, weights))
    seen: dict[str, bool] = {}
    for state in sample_states(heuristic.game):
        both = [lens.breakdown(state, side, partly=True) for side in (0, 1)]
        sums: dict[str, float] = {}
        counts: dict[str, bool] = {}
        for row in (row for breakdown in both for row in breakdown.rows):
            sums[row.name] = sums.get(row.name, 0.0) + row.contribution
            counts[row.name] = counts.get(row.name, False) or row.contribution != 0.0
        for name, counted in counts.items():
            if counted:
                seen[name] = seen.get(name, False) or sums[name] != 0.0
    return _all_that(
        heuristic,
        lambda term: _usually(term) if _declared(term) is not None else seen.get(term.name, _usually(term)),
    )


def _all_that(heuristic: Heuristic, applies: Callable[[Term], bool]) -> Names:
    return frozenset(term.name for term in terms_of(heuristic) if applies(term))


def _declared(term: Term) -> bool | None:
    """What the author says; a difference is two-sided by what it is."""
    return False if term.kind == DIFFERENCE else term.one_sided


def _usually(term: Term) -> bool:
    """What the author says, else what is so of most terms of its kind."""
    declared = _declared(term)
    return term.kind in (OWN, OTHER) if declared is None else declared
