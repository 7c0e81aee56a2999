"""The conclusion at the head of a card: what to do with the heuristic, in sentences."""

from collections.abc import Iterator, Mapping, Sequence

from arena.card.card import Suggestion, TermRow
from arena.card.open_questions import in_pairs
from arena.card.pairs import Worth
from arena.card.truth_kept import TruthKept
from arena.card.verdicts import CANNOT_TELL, COSTS
from arena.statistics import signed_elo

NOTHING_TO_CHANGE = "Nothing to change: nothing that was tried is better beyond chance."


def to_do(
    rows: Sequence[TermRow],
    suggestion: Suggestion | None,
    truth: TruthKept | None,
    labels: Mapping[str, str],
    is_over: bool,
) -> tuple[str, ...]:
    """The sentences: which signs to turn, which terms to drop, which weights to use, and whether the
    heuristic is worse than random. `labels` are the names of weights for people; `is_over` says whether
    the card is complete."""
    found = [*_signs(rows), *_left_out(rows), *_weights(suggestion, labels)]
    if truth is not None and truth.is_worse:
        found.append(truth.conclusion)
    if not found and is_over and not any(row.verdict.startswith(CANNOT_TELL) for row in rows):
        found.append(NOTHING_TO_CHANGE)
    return tuple(found)


def _signs(rows: Sequence[TermRow]) -> Iterator[str]:
    for row in rows:
        turned = row.turned
        if turned is None or not turned.pairs:
            continue
        if row.turned_confirmed:
            yield f"Turn the sign of {row.label}: {worth_text(turned)}, confirmed."
        elif turned.is_better:
            deeper = "" if row.turned_deeper is None else f" {worth_text(row.turned_deeper)} with more nodes,"
            yield f"Try to turn the sign of {row.label}: {worth_text(turned)},{deeper} not confirmed."
        elif turned.straddles:
            more = in_pairs(turned, 1)
            tell = f": {more} would tell" if more else ""
            yield f"The sign of {row.label} may be wrong: {worth_text(turned)} with the opposite sign{tell}."


def _left_out(rows: Sequence[TermRow]) -> Iterator[str]:
    for row in rows:
        turns = row.turned is not None and row.turned.is_better
        if row.verdict == COSTS and row.worth is not None and not turns:
            if row.changes_sign:
                yield f"Keep {row.label}: it helps with more nodes."
            else:
                yield f"Leave out {row.label}: {worth_text(row.worth.swapped)}."


def _weights(suggestion: Suggestion | None, labels: Mapping[str, str]) -> Iterator[str]:
    if suggestion is not None and suggestion.confirmed:
        changed = suggestion.weights.items()
        weights = ", ".join(f"{labels.get(name, name)} {weight:g}" for name, weight in changed)
        yield f"Take the weights {weights}: {worth_text(suggestion.confirmations[0].worth)}, confirmed."


def worth_text(worth: Worth) -> str:
    """Elo with its interval: "+166 Elo (+121 to +213)"."""
    low, high = ("" if end is None else signed_elo(end) for end in (worth.low, worth.high))
    if worth.elo is None:
        return f"at least {low} Elo" if low else f"at most {high} Elo"
    return f"{signed_elo(worth.elo)} Elo ({low or '−∞'} to {high or '+∞'})"
