"""The result of tuning a heuristic's weights: at most one suggestion, and the attempts that lost."""

from dataclasses import dataclass
from typing import Any

from arena.card.card import Suggestion
from arena.card.pairs import Worth
from arena.card.plan import CardPlan

CARD, REGRESSION, SEARCH = "card", "regression", "cma"
"""How weights are found: by the matches of a report card, by a fit to results of self-play, or by a search
with matches (CMA-ES)."""

NOT_TRIED, LOST, SECOND, NOT_CONFIRMED, CONFIRMED = (
    "not tried: no time was left",
    "lost its trial",
    "another one was better",
    "not confirmed",
    "confirmed at both budgets",
)


@dataclass(frozen=True)
class Attempt:
    """The weights that differ, by name, how they were found, and their result in a trial against the present
    ones."""

    method: str
    weights: dict[str, float]
    trial: Worth
    state: str = ""

    def to_json(self) -> dict[str, Any]:
        return {
            "method": self.method,
            "weights": self.weights,
            "state": self.state,
            **self.trial.to_json(),
        }


@dataclass(frozen=True)
class Tuning:
    """Tuning in its present state; `stage` is "" once it is over. `frozen` are the weights that the search
    did not change, `notes` say what it could not do, and `left_out` what it had no time for. A `remark` on
    the games comes before anything else; `no_fit` says why no fit suggests weights. `suggestion` is the
    attempt with the best trial, and counts only if it is confirmed. `preset` is the name under which it was
    kept, "" where it was not. The other fields are as those of a card."""

    plan: CardPlan
    stage: str
    attempts: tuple[Attempt, ...] = ()
    frozen: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    remark: str = ""
    no_fit: str = ""
    suggestion: Suggestion | None = None
    method: str = ""
    games: int = 0
    positions: int = 0
    other_games: int = 0
    other_positions: int = 0
    seconds: float = 0.0
    compile_seconds: float = 0.0
    file: str = ""
    preset: str = ""

    @property
    def confirmed(self) -> bool:
        return self.suggestion is not None and self.suggestion.confirmed

    @property
    def sentence(self) -> str:
        """The result in words. Too little data is said as such."""
        return f"{self.remark} {self._result}".strip()

    @property
    def _result(self) -> str:
        if self.stage:
            return "Not finished: give it more time."
        if self.confirmed:
            kept = f" They are kept as {self.preset}." if self.preset else ""
            return f"The weights of the {self.method} are better at both budgets.{kept}"
        if self.left_out:
            return f"Not decided: no time was left for {', '.join(self.left_out)}. Give it more time."
        if self.attempts:
            return "No other weights are suggested: none were better at both budgets."
        if self.no_fit:
            return f"No other weights are suggested. {self.no_fit}"
        return f"No other weights are suggested: the results of {self.games} games do not ask for any."

    def to_json(self) -> dict[str, Any]:
        return self.plan.to_json() | {
            "sentence": self.sentence,
            "method": self.method or None,
            "suggestion": None if self.suggestion is None else self.suggestion.to_json(),
            "attempts": [attempt.to_json() for attempt in self.attempts],
            "frozen": list(self.frozen),
            "notes": list(self.notes),
            "left_out": list(self.left_out),
            "preset": self.preset or None,
            "games": self.games,
            "positions": self.positions,
            "seconds": self.seconds,
            "file": self.file,
        }
