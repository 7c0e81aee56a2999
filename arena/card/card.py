"""A report card: which terms of a heuristic earn their place, and what their weights should be."""

from dataclasses import dataclass
from typing import Any

from arena.card.collinearity import TermShape
from arena.card.foresight import Foresight
from arena.card.pairs import Worth
from arena.card.plan import CardPlan
from arena.card.truth_kept import TruthKept
from arena.card.verdicts import NEVER, silence
from arena.term_kinds import WEIGHT, ByKind, TermByKind
from arena.truth.measure import TermTruth


@dataclass(frozen=True)
class Suggested:
    """The weight that the fit suggests, with its 95 % interval."""

    weight: float
    low: float
    high: float


@dataclass(frozen=True)
class TermRow:
    """A term by its key and its name for people, or a group of terms. Fields are None until they are known.

    - `worth`: how much strength the heuristic gains by the term, compared with weight 0
    - `deeper`: the same with DEEPER times the nodes
    - `refitted`: the gain over the heuristic without the term and with its other weights fitted again
    - `turned`: the gain of the weight with the opposite sign against the weight itself
    - `turned_deeper`: the same with DEEPER times the nodes; `turned_confirmed`: whether both are gains beyond
      chance
    - `truth`: the effect of the term in positions whose outcome is proven
    - `by_kind`: how its fitted weight, and its gain in proven positions, differ between kinds of positions
    - `partner`: the key of the term with the strongest correlation, "" for none
    """

    name: str
    label: str
    verdict: str
    weight: float | None = None
    shape: TermShape | None = None
    partner: str = ""
    worth: Worth | None = None
    deeper: Worth | None = None
    refitted: Worth | None = None
    turned: Worth | None = None
    turned_deeper: Worth | None = None
    turned_confirmed: bool = False
    foresight: Foresight | None = None
    suggested: Suggested | None = None
    truth: TermTruth | None = None
    by_kind: tuple[TermByKind, ...] = ()

    @property
    def verdict_text(self) -> str:
        """The verdict; for a term that never fires, with the number of positions and the upper limit."""
        if self.verdict != NEVER or self.shape is None:
            return self.verdict
        return f"{NEVER} {silence(self.shape.positions, self.shape.fires_at_most)}"

    @property
    def changes_sign(self) -> bool:
        """Whether the term helps at one budget and harms at the other."""
        both = (self.worth, self.deeper)
        signs = [worth.elo > 0.0 for worth in both if worth and worth.elo and not worth.straddles]
        return len(set(signs)) == 2

    def to_json(self) -> dict[str, Any]:
        answer: dict[str, Any] = {
            "name": self.name,
            "label": self.label,
            "verdict": self.verdict,
            "verdict_text": self.verdict_text,
            "weight": self.weight,
        }
        if self.shape is not None:
            answer |= self.shape.to_json()
            answer |= {"partner": self.partner or None, "correlation": self.shape.correlation}
        answer |= (self.worth or Worth.nothing()).to_json()
        for name in ("deeper", "refitted", "turned", "turned_deeper"):
            worth: Worth | None = getattr(self, name)
            answer[name] = None if worth is None else worth.to_json()
        answer["turned_confirmed"] = self.turned_confirmed
        answer["changes_sign"] = self.changes_sign
        if self.foresight is not None:
            answer |= self.foresight.to_json()
        answer["truth"] = None if self.truth is None else self.truth.to_json()
        answer["by_kind"] = {one.measure: one.to_json() for one in self.by_kind}
        of = self.suggested
        answer["suggested"] = None if of is None else of.weight
        answer["suggested_low"] = None if of is None else of.low
        answer["suggested_high"] = None if of is None else of.high
        return answer


@dataclass(frozen=True)
class Confirmation:
    """A match of the suggested weights against the present ones, with separate seeds. `decision` (see
    `arena.sequential`) is the result of a test of 0 against 20 normalized Elo; `more_pairs` is about how many
    more pairs decide the test, None after a decision and before the first pair."""

    nodes: int
    worth: Worth
    decision: str
    more_pairs: int | None = None

    def to_json(self) -> dict[str, Any]:
        answer = {"nodes": self.nodes, **self.worth.to_json(), "decision": self.decision}
        return answer | {"more_pairs": self.more_pairs}


@dataclass(frozen=True)
class Suggestion:
    """Weights that predict results better, by name, and whether matches at both budgets confirm them."""

    weights: dict[str, float]
    confirmations: tuple[Confirmation, ...]
    confirmed: bool

    def to_json(self) -> dict[str, Any]:
        tests = [test.to_json() for test in self.confirmations]
        return {"weights": self.weights, "confirmed": self.confirmed, "tests": tests}


@dataclass(frozen=True)
class Card:
    """A report card so far.

    - `stage`: what it is doing, "" at the end; `left_out`: what there was no time for
    - `games`, `positions`: of self-play; `other_games`, `other_positions`: of games that only show how often
      terms contribute
    - `seconds`: the time of all workers together; `compile_seconds`: how long each waited for the compiler
    - `truth`: how often the full heuristic keeps the outcome of proven positions, None before it is known
    - `by_kind`: which terms' fitted weights, and gains in proven positions, differ between kinds of positions
    - `no_fit`: why there is no fit, or that a fit to few games changes no weight; else ""
    """

    plan: CardPlan
    stage: str
    sentence: str = ""
    terms: tuple[TermRow, ...] = ()
    groups: tuple[TermRow, ...] = ()
    suggestion: Suggestion | None = None
    truth: TruthKept | None = None
    by_kind: tuple[ByKind, ...] = ()
    games: int = 0
    positions: int = 0
    other_games: int = 0
    other_positions: int = 0
    seconds: float = 0.0
    compile_seconds: float = 0.0
    left_out: tuple[str, ...] = ()
    no_fit: str = ""
    file: str = ""

    @property
    def kinds_sentence(self) -> str:
        """Which terms differ between kinds of positions, or why kinds were not compared; "" if none
        differs."""
        found = [one.sentence for one in self.by_kind if one.terms]
        return " ".join(found or [one.why_none for one in self.by_kind if one.measure == WEIGHT])

    def to_json(self) -> dict[str, Any]:
        return self.plan.to_json() | {
            "sentence": self.sentence,
            "kinds_sentence": self.kinds_sentence,
            "terms": [row.to_json() for row in self.terms],
            "groups": [row.to_json() for row in self.groups],
            "suggestion": None if self.suggestion is None else self.suggestion.to_json(),
            "truth": None if self.truth is None else self.truth.to_json(),
            "by_kind": {one.measure: one.to_json() for one in self.by_kind},
            "games": self.games,
            "positions": self.positions,
            "other_games": self.other_games,
            "other_positions": self.other_positions,
            "seconds": self.seconds,
            "left_out": list(self.left_out),
            "no_fit": self.no_fit or None,
            "file": self.file,
        }
