"""The verdict on a move that a person chose: whether it is right, what it cost, and which group of terms the
person misjudged.

A move is right if a review would not mark it (`loss_scale.is_marked`). In a case of a suite, the case says
which moves are right.
"""

from dataclasses import dataclass

from games.position import Position
from study.format.loss_scale import clear_advantage, cost_in_words, is_marked
from study.format.term_groups import groups_of
from study.suites.suites import Case
from study.why_not.comparison import Comparison


@dataclass(frozen=True)
class Verdict:
    """`best` is the search's best move; None if the person chose it, or if nothing was searched. `cost` says
    what the chosen move costs, as a verb and its object; "" if it costs nothing, or if no search has compared
    it. `group` is the group of terms that speaks most for the better move, by `heuristic`; "" if none
    does."""

    right: bool
    position: Position
    move: int
    best: int | None = None
    cost: str = ""
    heuristic: str = ""
    group: str = ""
    case: Case | None = None

    @property
    def sentence(self) -> str:
        """The verdict in one line."""
        return self.sentences[0]

    @property
    def sentences(self) -> tuple[str, ...]:
        """The verdict in one line, then in shorter and shorter versions for small places."""
        name, word = self.position.notation(self.move), "Right" if self.right else "Wrong"
        if self.case is not None:
            return self._by_case(self.case, name)
        if self.best is None:
            return f"{word}: {name} is the best move.", f"{word}."
        best = self.position.notation(self.best)
        if not self.cost:
            return f"{word}: {name} is as good as {best}.", f"{word}."
        if self.right:
            return f"Good enough: {name} {self.cost}. Best was {best}.", f"Good enough. Best: {best}."
        group = self.group.replace("_", " ")
        if self.cost.endswith(f" {group}"):  # the unit has that name, too
            group = f"the number of {group}"
        mostly = f", mostly {group}" if group else ""
        rest = f"{name} {self.cost}"
        return (
            f"Wrong: {rest}{mostly}. Best was {best}.",
            f"Wrong: {rest}. Best was {best}.",
            f"Wrong. Best: {best}.",
        )

    def _by_case(self, case: Case, name: str) -> tuple[str, ...]:
        if self.right:
            return f"Right: {name if case.best else case.answer}.", "Right."
        costs = f"; {name} {self.cost}" if self.cost else ""
        if not case.best:
            return f"Wrong: {case.answer}{costs}.", f"Wrong: {case.answer}."
        return f"Wrong: {case.answer}, not {name}{costs}.", f"Wrong: {case.answer}."


def by_case(case: Case, move: int) -> Verdict:
    """The verdict on a move by a suite's case alone, without a search."""
    return Verdict(case.passes(move), case.position, move, case=case)


def verdict_of(compared: Comparison, case: Case | None = None) -> Verdict:
    """The verdict on the asked move of a comparison, which must be a single move."""
    position, move = compared.thought.position, compared.asked.asked[0]
    better, worse = compared.chosen.value, compared.asked.value
    loses = not compared.same and compared.difference > 0.0
    right = not (loses and is_marked(better, worse, clear_advantage(compared.thought)))
    best = None if compared.same else compared.chosen.moves[0]
    steps = compared.form.steps(compared.difference) if loses else 0
    cost = cost_in_words(better, worse, compared.form) if loses and steps else ""
    return Verdict(
        case.passes(move) if case is not None else right,
        position,
        move,
        best,
        cost,
        compared.lens.name,
        misjudged(compared)[0] if loses else "",
        case,
    )


def misjudged(compared: Comparison) -> tuple[str, int]:
    """The group of terms that speaks most for the chosen move and against the asked one, and the number of
    groups. A term without a group has its own name. The name is "" if no group favours the chosen move, and
    if a line ends in a draw or a forced result."""
    parts = compared.parts
    groups = groups_of(compared.form, parts)
    most = max(groups, key=lambda group: group.amount, default=None)
    if most is None or most.amount <= 0.0:
        return "", len(groups)
    return most.name or parts[most.terms[0]].label, len(groups)
