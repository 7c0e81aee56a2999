"""Finds terms that repeat other terms, and terms so large that the other terms hardly matter."""

from collections.abc import Iterator

import numpy as np

from arena.check.finding import DOUBLED, DROWNED, Finding, title
from arena.check.sample import TermSample
from games.figure_text import grouped

SAME = 1e-9
"""If other terms leave less than this share of a term's variance, they equal it, up to rounding."""

CLOSE = 1e-9
"""The largest difference of equal amounts, as a share of their spread, that rounding explains."""

MOST_OTHERS = 3
"""A term counts as the sum of others only if these are at most this many."""

SHARE = 1e-6
"""A term belongs to a sum if its part has at least this share of the sum's standard deviation."""

FLIPPED = 0.004
"""A term drowns the others if they change the order of at most this share of the pairs that it orders. It is
atan(1/100) / π, and a little more: the share that changes if the term's standard deviation is 100 times that
of the others, as after a slip of two digits in a weight."""

PAIRS, LEAST_PAIRS = 40_000, 200
"""The pairs of positions that are drawn, and the least number of them in which the term must differ."""


def doubled_terms(sample: TermSample) -> Iterator[Finding]:
    """The terms that are others times a number, or sums of at most MOST_OTHERS of them."""
    live = [at for at in range(len(sample.keys)) if float(np.ptp(sample.own[:, at])) > 0.0]
    if len(sample) < 10 * len(live):  # a term could be a sum of others by chance
        return
    centred = sample.own - sample.own.mean(axis=0)
    sizes = np.linalg.norm(centred, axis=0)
    # The triangle of a QR decomposition has the columns' lengths and angles, in few rows.
    unit = np.asarray(np.linalg.qr(centred / np.where(sizes > 0.0, sizes, 1.0), "r"))
    named: set[int] = set()
    for index in reversed(live):  # of two equal terms it names the later one
        others = [at for at in live if at != index and at not in named]
        parts = _parts(unit, index, others)
        if not parts:
            continue
        named.add(index)
        names = " and ".join(sample.labels[at] for at in parts)
        what = f"repeats {names}" if len(parts) == 1 else f"is the sum of {names}"
        yield Finding(
            DOUBLED,
            f"{title(sample.labels[index])} {what}, in all of {grouped(len(sample))} positions.",
            (sample.keys[index], *(sample.keys[at] for at in parts)),
            {"positions": len(sample), "games": sample.counts},
            sample.text(int(np.abs(centred[:, index]).argmax())),
            {sample.keys[index]: 0.0},
        )


def _parts(unit: np.ndarray, index: int, others: list[int]) -> tuple[int, ...]:
    """The other columns, at most MOST_OTHERS, of which a column is a sum; none if it is not. First all others
    are fitted at once. If too many have a part, they are added one by one (orthogonal matching pursuit)."""
    column = unit[:, index]
    if not others:
        return ()
    factors, left = _fitted(unit, column, others)
    if left > SAME:
        return ()
    found = [at for at, factor in zip(others, factors, strict=True) if abs(factor) > SHARE]
    if len(found) <= MOST_OTHERS and _fitted(unit, column, found)[1] <= SAME:
        return tuple(found)
    chosen: list[int] = []
    rest = column
    for _ in range(min(MOST_OTHERS, len(others))):
        chosen.append(
            max((at for at in others if at not in chosen), key=lambda at: abs(float(rest @ unit[:, at])))
        )
        factors, left = _fitted(unit, column, chosen)
        rest = column - unit[:, chosen] @ factors
        if left <= SAME:
            return tuple(sorted(chosen))
    return ()


def _fitted(unit: np.ndarray, column: np.ndarray, others: list[int]) -> tuple[np.ndarray, float]:
    """The factors with which other columns come closest to a column of length 1, and the share of its
    variance that they leave."""
    factors: np.ndarray = np.linalg.lstsq(unit[:, others], column, rcond=1e-8)[0]
    rest = column - unit[:, others] @ factors
    return factors, float(rest @ rest)


def drowning_terms(sample: TermSample, seed: int) -> Iterator[Finding]:
    """The term, if there is one, that alone decides which of two positions is better: the other terms
    together hardly ever change it. In the same two positions the others may agree with the term, so they are
    also taken from two unrelated ones."""
    spreads = sample.own.std(axis=0)
    loud = int(spreads.argmax())
    if len(sample) < 2 or np.count_nonzero(spreads > CLOSE * spreads[loud]) < 2:
        return
    first, second, third, fourth = np.random.default_rng(seed).integers(len(sample), size=(4, PAIRS))
    by_loud = sample.own[first, loud] - sample.own[second, loud]
    others = sample.own.sum(axis=1) - sample.own[:, loud]
    asked = np.abs(by_loud) > CLOSE * float(spreads[loud])
    pairs = int(asked.sum())
    flipped, unrelated = (
        int((asked & (by_loud * (by_loud + others[one] - others[other]) <= 0.0)).sum())
        for one, other in ((first, second), (third, fourth))
    )
    if pairs < LEAST_PAIRS or max(flipped, unrelated) > FLIPPED * pairs:
        return
    rest = float(others.std())
    weight = sample.lens.weight(sample.keys[loud])
    yield Finding(
        DROWNED,
        f"{title(sample.labels[loud])} drowns the rest: where it differs, the other terms decide in "
        f"{grouped(flipped)} of {grouped(pairs)} pairs of positions. Often a term is missing: see gaps.",
        (sample.keys[loud],),
        {"pairs": pairs, "flipped": flipped, "spread": float(spreads[loud]), "spread_of_others": rest},
        sample.text(int(np.abs(sample.own[:, loud]).argmax())),
        {sample.keys[loud]: weight * rest / float(spreads[loud])},
    )
