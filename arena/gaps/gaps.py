"""The gaps that were found: what a heuristic does not see, although it explains who wins."""

from dataclasses import dataclass
from typing import Any

from arena.card.pairs import Worth
from arena.gaps.plan import GapsPlan
from games.figure_text import grouped

PHASES = "early in the game", "in the middle of the game", "late in the game"
"""Three phases, with about equally many positions each."""


@dataclass(frozen=True)
class ShownPosition:
    """A position in which a gap matters. `amount` is what the missing term would contribute for the side to
    move. `squares` are those that it counts, each with its amount for White; empty if they are not known."""

    text: str
    amount: float
    squares: tuple[tuple[str, float], ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "position": self.text,
            "amount": self.amount,
            "squares": [list(each) for each in self.squares],
        }


@dataclass(frozen=True)
class Gap:
    """Something that a heuristic does not see: a term of another `heuristic`, or a feature of the game if
    that is "". `name` is its key, `label` its name for people, `candidate` its key among all candidates.

    It explains a `share` of those errors of the heuristic that can be explained, from `low` to `high` (95 %).
    `p` is the probability that chance finds one as good, or that wins as much, if the heuristic misses
    nothing. `weight` is a weight to add it with; 0.0 if none of its sign suits the heuristic's own weights.
    `match` is what it won with this weight in pairs that did not choose it, None without a proof that it
    wins. `phases` are the shares of its gain by phase. `phase` is the phase that has most of the gain, beyond
    chance, "" for none.
    """

    name: str
    label: str
    heuristic: str
    candidate: str
    share: float
    low: float
    high: float
    p: float
    weight: float
    phases: tuple[float, ...]
    positions: tuple[ShownPosition, ...]
    phase: str = ""
    match: Worth | None = None

    @property
    def sentence(self) -> str:
        of = f" of {self.heuristic}" if self.heuristic else ""
        share, low, high = (_percents(max(0.0, each)) for each in (self.share, self.low, self.high))
        where = f", most of it {self.phase}" if self.phase else ""
        explains = f"that explains {share} % ({low} to {high}) of its explainable errors{where}."
        said = f"It does not see “{self.label}”{of}"
        if self.match is None:
            return f"{said}: {explains}"
        wins = f"{said}, and wins {_elo(self.match)} with it."
        return f"{wins} {explains.capitalize()}" if self.low > 0.0 else wins

    def to_json(self) -> dict[str, Any]:
        return {
            "term": self.name,
            "label": self.label,
            "heuristic": self.heuristic or None,
            "candidate": self.candidate,
            "sentence": self.sentence,
            "share": self.share,
            "share_low": self.low,
            "share_high": self.high,
            "p": self.p,
            "weight": self.weight,
            "match": self.match.to_json() if self.match else None,
            "phases": dict(zip(PHASES, self.phases, strict=False)),
            "phase": self.phase or None,
            "positions": [each.to_json() for each in self.positions],
        }


def _elo(worth: Worth) -> str:
    """What a match has won, with its interval where that is bounded."""
    if worth.elo is None:
        return "all its games"
    if worth.low is None or worth.high is None:
        return f"{worth.elo:.0f} Elo"
    return f"{worth.elo:.0f} Elo ({worth.low:.0f} to {worth.high:.0f})"


def _percents(share: float) -> str:
    """The share in hundredths, with a decimal where it is small."""
    return f"{100.0 * share:.0f}" if round(100.0 * share) >= 2 or share == 0.0 else f"{100.0 * share:.1f}"


@dataclass(frozen=True)
class Gaps:
    """The result so far. `stage` is what it is doing, "" at the end; `answers` are the gaps. `missed` is the
    mean deviance of a position under the heuristic's own terms, with all their weights fitted, and a small
    search's value. `explainable` is how much of it a deeper search and the gaps explain."""

    plan: GapsPlan
    stage: str
    file: str = ""
    games: int = 0
    positions: int = 0
    candidates: int = 0
    answers: tuple[Gap, ...] = ()
    missed: float | None = None
    explainable: float | None = None
    remark: str = ""
    seconds: float = 0.0
    compile_seconds: float = 0.0

    @property
    def sentence(self) -> str:
        """The result in a sentence."""
        if self.stage or self.remark:
            return self.remark or f"{self.games} games so far."
        if self.answers:
            return self.answers[0].sentence
        tried = f"{self.candidates} candidates in {grouped(self.positions)} positions"
        return f"Nothing found: none of {tried} explains more of its errors than chance would."

    def to_json(self) -> dict[str, Any]:
        return self.plan.to_json() | {
            "sentence": self.sentence,
            "answers": [each.to_json() for each in self.answers],
            "errors": {
                "measure": "deviance of results and a deeper search's chances, per position",
                "missed": self.missed,
                "explainable": self.explainable,
                "positions": self.positions,
            },
            "games": self.games,
            "positions": self.positions,
            "candidates": self.candidates,
            "seconds": self.seconds,
            "file": self.file,
        }
