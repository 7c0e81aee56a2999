"""Finds the one-sided terms of a heuristic.

A term is one-sided if its values for the two sides are not each other's negative, as with the number of own
hidden pieces alone. The value for White is then not minus the value for Black. A term's
author may declare it (`one_sided` of `Heuristic.own`, `other`, `single` and `decides`). Terms without this
declaration are evaluated on sample positions for both sides.
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
"""Names of terms."""

_known: "WeakKeyDictionary[Heuristic, Names]" = WeakKeyDictionary()
_asked: "WeakKeyDictionary[Heuristic, GuardedEvaluation[Names]]" = WeakKeyDictionary()
_lock = threading.Lock()


def one_sided_terms(heuristic: Heuristic) -> Names:
    """The names of the heuristic's one-sided terms, the decisive one included. Until the sample positions are
    evaluated, or if they cannot be, an undeclared term is judged by its kind: `own` and `other` are
    one-sided, `single` is not."""
    with _lock:
        if heuristic not in _known:
            names = _found_names(heuristic)
            if names is None:
                return _names_where(heuristic, _is_one_sided)
            _known[heuristic] = names
        return _known[heuristic]


def _found_names(heuristic: Heuristic) -> Names | None:
    """The names of the one-sided terms; None while the sample positions are being evaluated."""
    if all(_as_declared(term) is not None for term in terms_of(heuristic)):
        return _names_where(heuristic, _is_one_sided)
    if heuristic not in _asked:
        _asked[heuristic] = GuardedEvaluation(heuristic, lambda: found_one_sided(heuristic))
    if not _asked[heuristic].ready(SOON):
        return None
    try:
        return _asked.pop(heuristic).result()
    except TermFailure:  # ignored here: the panel that shows the evaluation reports it
        return _names_where(heuristic, _is_one_sided)


def is_one_sided(lens: Lens) -> bool:
    """Whether a position's value for White may differ from minus the value for Black. Terms of weight 0 do
    not matter. Together, an `own` and an `other` term with the same count and opposite weights are like a
    `difference`, so they do not matter either."""
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
    """The names of the one-sided terms: as declared or, for undeclared terms, as sample positions show."""
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

    def applies(term: Term) -> bool:
        usual = _is_one_sided(term)
        return usual if _as_declared(term) is not None else seen.get(term.name, usual)

    return _names_where(heuristic, applies)


def _names_where(heuristic: Heuristic, applies: Callable[[Term], bool]) -> Names:
    return frozenset(term.name for term in terms_of(heuristic) if applies(term))


def _as_declared(term: Term) -> bool | None:
    """Whether the author declares the term one-sided; None if nothing is declared. False for a difference,
    which cannot be one-sided."""
    return False if term.kind == DIFFERENCE else term.one_sided


def _is_one_sided(term: Term) -> bool:
    """Whether the term is one-sided: as declared, else as most terms of its kind are."""
    declared = _as_declared(term)
    return term.kind in (OWN, OTHER) if declared is None else declared
