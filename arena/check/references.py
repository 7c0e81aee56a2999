"""Finds terms that are nearly the opposite of a term of another heuristic. A sign may have been lost in
copying."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from arena.check.finding import SIGN, Finding, title
from arena.check.sample import TermSample
from arena.pools.contributions import Contributions
from engines.compiling import kernel_processes
from engines.compiling.kernel_parts import parts_of_contributions
from engines.contract import StopSignal
from games.figure_text import grouped
from heuristics.lens import Lens
from heuristics.registry import heuristics_of, is_as_shipped

OPPOSITE = -0.98
"""If the correlation of two terms is below this, one is called the other's opposite."""


@dataclass(frozen=True)
class Reference:
    """A term of a shipped heuristic: the heuristic's name, the term's label, and float64 [positions], what it
    contributes there for the side to move."""

    heuristic: str
    label: str
    amounts: np.ndarray


def references_of(sample: TermSample, stop: StopSignal | None = None) -> Iterator[Reference]:
    """The terms of the game's shipped heuristics other than the sample's own, with their default weights."""
    mine = sample.lens.heuristic.compiled_as
    sides = sample.sides.tolist()
    shipped = [each for each in heuristics_of(sample.rules.name) if is_as_shipped(each)]
    others = [each for each in shipped if each.compiled_as is not mine]
    kernel_processes.compile_there([part for each in others for part in parts_of_contributions(each)])
    for heuristic in others:
        rows = Contributions(sample.rules, Lens.of(heuristic), stop=stop).table(sample.states, sides)
        for at, term in enumerate(heuristic.terms):
            if float(np.ptp(rows[:, at])) > 0.0:
                yield Reference(heuristic.name, term.label, rows[:, at])


def opposite_terms(sample: TermSample, references: Sequence[Reference]) -> Iterator[Finding]:
    """The terms that correlate with a reference below OPPOSITE, and with none above −OPPOSITE."""
    if not references or len(sample) < 100:  # too few positions for a correlation
        return
    known = _unit(np.column_stack([each.amounts for each in references]))
    mine = _unit(sample.own)
    for at, (key, label) in enumerate(zip(sample.keys, sample.labels, strict=True)):
        if not mine[:, at].any():
            continue
        alike = known.T @ mine[:, at]
        lowest = int(alike.argmin())
        if alike[lowest] > OPPOSITE or alike.max() >= -OPPOSITE:
            continue
        other = references[lowest]
        what = f"{other.label} of {other.heuristic}"
        yield Finding(
            SIGN,
            f"{title(label)} counts against what {what} counts for, in {grouped(len(sample))} positions "
            f"(r = {alike[lowest]:.2f}). Is its sign wrong?".replace("-", "−"),
            (key,),
            {"correlation": float(alike[lowest]), "heuristic": other.heuristic, "positions": len(sample)},
            sample.text(int(np.abs(sample.own[:, at]).argmax())),
            {key: -sample.lens.weight(key)},
        )


def _unit(columns: np.ndarray) -> np.ndarray:
    """The columns without their means, of length 1, or 0 where a column does not vary."""
    centred = columns - columns.mean(axis=0)
    sizes = np.linalg.norm(centred, axis=0)
    scaled: np.ndarray = centred / np.where(sizes > 0.0, sizes, 1.0)
    return scaled
