"""The explanation of a learned player, such as a neural net. It says which terms explain the player's values,
and which terms the player does not see although they matter for results."""

import math
from dataclasses import dataclass
from typing import Any

from arena.gaps.gaps import ShownPosition
from arena.learned.plan import ExplanationPlan
from games.figure_text import listed, signed
from heuristics.contract import DIFFERENCE, OTHER, OWN

MOST_NAMED = 3
"""The most terms that the sentence names."""

FINENESS = 500
"""With the decimals shown, a clear advantage is at least this many steps of the last one."""

COUNTED = {OWN: "own", OTHER: "theirs", DIFFERENCE: "own − theirs"}
"""By a term's kind: whose pieces or moves it counts, in words."""


@dataclass(frozen=True)
class KnownTerm:
    """A term of a `heuristic`, or a feature of the game if `heuristic` is "". `name` is its key, `label` its
    name for people, `candidate` its key among all candidates. `kind` as in `heuristics.contract.Term`."""

    name: str
    label: str
    heuristic: str
    candidate: str
    kind: str

    @property
    def counted(self) -> str:
        """Whose amount counts: "own", "theirs" or "own − theirs"; "" if it does not count by side."""
        return COUNTED.get(self.kind, "")

    @property
    def counted_beside(self) -> str:
        """`counted`, where the label does not say it."""
        return "" if {"own", "their", "theirs"} & set(self.label.split()) else self.counted

    def to_json(self) -> dict[str, Any]:
        return {
            "term": self.name,
            "label": self.label,
            "heuristic": self.heuristic or None,
            "candidate": self.candidate,
            "counted": self.counted or None,
        }


@dataclass(frozen=True)
class ReadableTerm:
    """A term that explains a `share` of the values beyond the terms before it, from `low` to `high` (95 %).
    One more of it changes the value by `weight`, and one standard deviation of its amount, over positions,
    by `typical`. `p` is the probability that chance alone finds a term as good."""

    term: KnownTerm
    weight: float
    typical: float
    share: float
    low: float
    high: float
    p: float

    @property
    def said(self) -> str:
        """The term in a sentence: "mobility (+0.12 each)"."""
        return f"{self.term.label} ({weight_text(self.weight)} each)"

    def to_json(self) -> dict[str, Any]:
        return self.term.to_json() | {
            "weight": self.weight,
            "typical": self.typical,
            "share": self.share,
            "share_low": self.low,
            "share_high": self.high,
            "p": self.p,
        }


@dataclass(frozen=True)
class UnseenTerm:
    """A term that matters for results and explains none of the values. One more of it goes with an `effect`
    on the result, as a share of a win, from `low` to `high` (95 %). The value and the terms that explain it
    are held equal. `typical` is the standard deviation of its amount, and `p` as in `ReadableTerm`."""

    term: KnownTerm
    effect: float
    low: float
    high: float
    typical: float
    p: float
    positions: tuple[ShownPosition, ...]

    @property
    def sentence(self) -> str:
        sizes = (100.0 * self.typical * size for size in (self.effect, self.low, self.high))
        effect, low, high = (signed(size, 0) for size in sizes)
        return (
            f"It does not see “{self.term.label}”: one standard deviation more of it goes with {effect} % of "
            f"a win ({low} to {high}), and explains none of its values."
        )

    def to_json(self) -> dict[str, Any]:
        return self.term.to_json() | {
            "sentence": self.sentence,
            "effect": self.effect,
            "effect_low": self.low,
            "effect_high": self.high,
            "typical": self.typical,
            "p": self.p,
            "positions": [each.to_json() for each in self.positions],
        }


@dataclass(frozen=True)
class Surprise:
    """A position in which the player's `value` is far from the sum of the terms (`said`), both for the side
    to move."""

    text: str
    value: float
    said: float

    def to_json(self) -> dict[str, Any]:
        return {"position": self.text, "value": self.value, "terms": self.said}


@dataclass(frozen=True)
class PlayerExplanation:
    """The explanation so far.

    - `stage`: what it is doing, "" at the end; its games take about `seconds_left`, None where not known
    - `terms`: they explain a `share` of the variance of the values, from `low` to `high` (95 %), measured in
      `held` positions of games that had no part in choosing them
    - `all_candidates`: the share that all candidates together explain
    - `constant`: the value if all terms are 0
    - `unseen`: terms that it does not see, by `judged` positions with results
    - `surprises`: positions that the terms explain least
    """

    plan: ExplanationPlan
    stage: str
    file: str = ""
    games: int = 0
    positions: int = 0
    judged: int = 0
    candidates: int = 0
    held: int = 0
    terms: tuple[ReadableTerm, ...] = ()
    constant: float = 0.0
    share: float = 0.0
    low: float = 0.0
    high: float = 0.0
    all_candidates: float = 0.0
    unseen: tuple[UnseenTerm, ...] = ()
    surprises: tuple[Surprise, ...] = ()
    remark: str = ""
    seconds: float = 0.0
    compile_seconds: float = 0.0
    seconds_left: float | None = None

    @property
    def sentence(self) -> str:
        """The explanation in a sentence or two, with the player's text as its name."""
        return self.said_of(str(self.plan.player))

    def said_of(self, name: str) -> str:
        """The explanation in a sentence or two, with a name for the player."""
        if self.stage or self.remark:
            return self.remark or f"{self.games} games so far."
        return " ".join(filter(None, (self._explained(name), self._unseen)))

    def _explained(self, name: str) -> str:
        if not self.terms:
            return (
                f"Nothing readable found: none of {self.candidates} candidates explains what {name} values."
            )
        named = [each.said for each in self.terms[:MOST_NAMED]]
        more = len(self.terms) - len(named)
        if more:
            named.append("1 more" if more == 1 else f"{more} more")
        share = share_text(self.share, self.low, self.high)
        return f"{share} of what {name} values is {listed(named)}."

    @property
    def _unseen(self) -> str:
        names = [f"“{each.term.label}”" for each in self.unseen]
        return f"It does not see {listed(names, 'or')}." if names else ""

    @property
    def rest(self) -> str:
        """What remains unexplained, in a sentence; "" before anything is known."""
        if self.stage or self.remark or not self.candidates:
            return ""
        left, every = max(0.0, 1.0 - self.share), self.all_candidates
        more = f"{100 * every:.0f} %" if every >= self.share + 0.01 else "no more"
        unexplained = f"{100 * left:.0f} % is left unexplained. " if self.terms else ""
        return f"{unexplained}All {self.candidates} candidates together explain {more}."

    @property
    def decimals(self) -> int:
        """The decimals that its values are shown with."""
        return max(0, math.ceil(-math.log10(self.plan.policy.scale / FINENESS) - 1e-9))

    def to_json(self) -> dict[str, Any]:
        return self.plan.to_json() | {
            "sentence": self.sentence,
            "share": self.share,
            "share_low": self.low,
            "share_high": self.high,
            "all_candidates": self.all_candidates,
            "rest": self.rest,
            "constant": self.constant,
            "terms": [each.to_json() for each in self.terms],
            "unseen": [each.to_json() for each in self.unseen],
            "surprises": [each.to_json() for each in self.surprises],
            "games": self.games,
            "positions": self.positions,
            "held": self.held,
            "judged": self.judged,
            "candidates": self.candidates,
            "seconds": self.seconds,
            "file": self.file,
        }


def weight_text(weight: float) -> str:
    """A weight with its sign and two significant digits."""
    size = abs(weight)
    decimals = max(0, 1 - math.floor(math.log10(size))) if size > 0.0 else 0
    return signed(weight, decimals)


def share_text(share: float, low: float, high: float) -> str:
    """A share with its interval, in per cent."""
    return f"{100 * share:.0f} % ({100 * max(0.0, low):.0f} to {100 * high:.0f})"
