"""What a check has found: a sentence, the evidence, and a position that shows it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

SYMMETRY, DEAD, DOUBLED, SIGN, RANDOM, JUMPS, DROWNED, BY_KIND, CONSTANT, COST, ONE_SIDED = KINDS = (
    "symmetry",
    "dead",
    "doubled",
    "sign",
    "random",
    "jumps",
    "drowned",
    "by kind",
    "constant",
    "cost",
    "one-sided",
)
"""The kinds of findings, in the order in which an author should look at them. A term that drowns the others
comes after all other faults, because a fault of another term, or a missing term, often makes it so large."""

REMARKS = frozenset((BY_KIND, CONSTANT, ONE_SIDED))
FAULTS = frozenset(KINDS) - REMARKS - {COST}
"""The kinds that are information for the author, and those that are faults. The computing time of terms is
neither."""


@dataclass(frozen=True)
class Finding:
    """Something that a check found in a heuristic. `terms` are the keys of the terms that it is about, the
    term at fault first; none if it is about the whole heuristic. `position` is the text of a position that
    shows it, "" for none. `remedy` are weights to try, by key."""

    kind: str
    sentence: str
    terms: tuple[str, ...] = ()
    evidence: Mapping[str, Any] = field(default_factory=dict)
    position: str = ""
    remedy: Mapping[str, float] = field(default_factory=dict)

    @property
    def is_fault(self) -> bool:
        return self.kind in FAULTS

    @property
    def rank(self) -> int:
        """Sorts findings by their place in KINDS."""
        return KINDS.index(self.kind)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "fault": self.is_fault,
            "text": self.sentence,
            "terms": list(self.terms),
            "evidence": dict(self.evidence),
            "position": self.position or None,
            "remedy": dict(self.remedy) or None,
        }


@dataclass(frozen=True)
class CheckProgress:
    """What a check does now, as a sentence without its full stop, and the share that is done, 0 to 1. At the
    end of a check, `positions` is the number of positions in which it looked at the terms."""

    doing: str
    share: float
    positions: int = 0


def amount_text(amount: float) -> str:
    """A contribution in a sentence: "+30", "−0.25"."""
    return f"{amount:+.4g}".replace("-", "−")


def title(label: str) -> str:
    """A term's label at the beginning of a sentence."""
    return label[:1].upper() + label[1:]
