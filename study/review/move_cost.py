"""What a move of the game cost, by a search of the position before it: a review's, an analysis's, or the
search of the program that made the move."""

from dataclasses import dataclass

from engines.contract import EXACT, UPPER, Thought
from study.format.loss_scale import cost_in_words, standing
from study.format.value_format import ValueFormat
from study.review.background_review import reviewed_move_loss
from study.state.study import Study


@dataclass(frozen=True)
class MoveCost:
    """The values of the best move and of the move played, by one search at one depth, for the side that
    moved. With `at_least`, `played` is only an upper bound, so that the cost is at least the difference."""

    thought: Thought
    best: float
    played: float
    at_least: bool = False

    @property
    def short(self) -> str:
        """The cost for a cell: "−0.35", "best" for a move that cost nothing, or "misses a win"."""
        if self.best == self.played:
            return "best"
        form = ValueFormat.of_thought(self.thought)
        if standing(self.best) or standing(self.played):
            return cost_in_words(self.best, self.played, form)
        return f"−{form.size(form.difference(self.best, self.played))}"

    @property
    def words(self) -> str:
        """The cost as a verb and its object: "costs 0.35 pawns", "costs nothing"."""
        if self.best == self.played:
            return "costs nothing"
        words = cost_in_words(self.best, self.played, ValueFormat.of_thought(self.thought))
        return words.replace("costs ", "costs at least ", 1) if self.at_least else words


def move_cost(study: Study, index: int) -> MoveCost | None:
    """The cost of the game's ply `index`. If no search knows it exactly, the least that it can be, by the
    newest search that has a bound. None if none has."""
    move_loss = reviewed_move_loss(study, index)
    if move_loss is not None:
        return MoveCost(move_loss.thought, move_loss.best.value, move_loss.played.value)
    position, move = study.record.positions[index], study.record.plies[index].move
    for thought in study.search_store.all_of(position):
        rows = study.rows_of(thought)
        choice = next((row.move for row in thought.best_moves), thought.move)
        best, played = rows.get(choice) if choice is not None else None, rows.get(move)
        if best is None or played is None or (best.bound, played.bound) != (EXACT, UPPER):
            continue
        if best.depth == played.depth and best.value > played.value:
            return MoveCost(thought, best.value, played.value, at_least=True)
    return None
