"""The result of tuning a heuristic's weights: all attempts, and at most one suggestion."""

from dataclasses import dataclass
from typing import Any

from arena.card.card import Suggestion
from arena.card.pairs import Worth
from arena.card.plan import CardPlan

CARD, REGRESSION, SEARCH = "card", "regression", "cma"
"""How weights are found: by the matches of a report card, by a fit to results of self-play, or by a search
with matches (CMA-ES)."""

FOUND_BY = {CARD: "the report card", REGRESSION: "the regression", SEARCH: "the search with matches"}

NOT_TRIED, LOST, BEHIND, NOT_CONFIRMED, CONFIRMED = (
    "not tried: no time was left",
    "lost its trial",
    "another one was better",
    "not confirmed",
    "confirmed at both budgets",
)


@dataclass(frozen=True)
class Attempt:
    """A candidate: the changed weights by name, the `method` that found them, their `trial` against the
    present ones, and what became of it (`state`, one of the texts above)."""

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
    """The result of tuning so far.

    - `stage`: what it is doing, "" once it is over; `left_out`: the stages that it had no time for.
    - `frozen`: the weights that the search with matches held fixed; `notes`: what that search could not do.
    - `remark`: a warning about the games, put first in `sentence`; `no_fit`: as in a card.
    - `suggestion`: the weights with the best trial, which count only if they are confirmed; `method`: how
      they were found; `preset`: the name under which they were kept, "" if they were not.
    - The other fields are those of `arena.card.card.Card`.
    """

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
        """The result in words. Says so if there were too few games."""
        return f"{self.remark} {self._result}".strip()

    @property
    def _result(self) -> str:
        if self.stage:
            return "Not finished: give it more time."
        if self.confirmed:
            kept = f" They are kept as {self.preset}." if self.preset else ""
            return f"The weights found by {FOUND_BY[self.method]} are better at both budgets.{kept}"
        if self.left_out:
            return f"Not decided: no time was left for {', '.join(self.left_out)}. Give it more time."
        if self.attempts:
            return "No other weights are suggested: none of those tried were better at both budgets."
        if self.no_fit:
            return f"No other weights are suggested. {self.no_fit}"
        return f"No other weights are suggested: {self.games} games gave no reason to change any."

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
