"""Values of a search that corrects evaluations (`engines.search.selective.corrections`).

It chooses by the corrected values. But a thought's value must be the value of the position at the end of its
line, so the evaluations are shown.
"""

from collections.abc import Sequence

from engines.contract import WIN_BAND


def by_evaluations(
    ends: Sequence[float], best: int, values: Sequence[float], exact: Sequence[int]
) -> tuple[list[float], list[int]]:
    """The shown values of the root's moves, and which of these are exact. An exact value is the evaluation at
    the end of the move's line, which is in `ends`. Where no line is known, or the evaluation is above that of
    the best move, the value is a bound: as far below the best one as the corrected value is."""
    shown: list[float] = []
    known: list[int] = []
    for i, value in enumerate(values):
        is_known = bool(exact[i]) and (i == best or ends[i] <= ends[best])
        below = value + ends[best] - values[best] if abs(value) <= WIN_BAND else value
        shown.append(ends[i] if is_known else below)
        known.append(int(is_known))
    return shown, known
