"""Explains a program's move that is held until a person allows it: why the program wants it, and what another
move costs that is played in its place."""

from collections.abc import Iterable
from dataclasses import dataclass

from engines.contract import UNKNOWN, Thought
from engines.jobs import Job
from study.state.background_task import BackgroundTask
from study.state.changes import FEATURES, JOBS, PLAYERS, POSITION, SEARCHES, VIEW
from study.state.features import Feature
from study.state.study import Study
from study.state.wishes import Say
from study.why_not.comparison import Comparison
from study.why_not.main_reasons import MOST_NAMES
from study.why_not.questions import answering, searcher_like, who_searched
from study.why_not.why_not_text import headline

MOST_REPLACED = 200
"""The costs of this many replaced moves are kept; older ones are dropped."""

COMPARING = "Comparing it with another move …"
ONLY_MOVE = "It is the only legal move."
SAYS_NOTHING = "This player does not say why."


@dataclass(frozen=True)
class Replaced:
    """A move that was played in place of a held one, and the job that finds its cost."""

    thought: Thought
    move: int
    job: Job

    @property
    def words(self) -> str:
        """A sentence: which move was played in place of which, which is better, by how much and why. "" while
        the job runs, and if it failed."""
        answer = self.job.news.value
        if not isinstance(answer, Comparison) or not self.job.over:
            return ""
        name, wanted = self.thought.position.notation, self.thought.move
        assert wanted is not None
        return f"{name(self.move)} was played in place of {name(wanted)}. {headline(answer)}"


class HeldMove(BackgroundTask, Feature):
    """Compares the held move (`study.held`) with the move that a person points at or has selected, or else
    with the next best move."""

    fields = ("_compared",)
    depends = POSITION | PLAYERS | SEARCHES | JOBS | VIEW | FEATURES

    def __init__(self, study: Study) -> None:
        self._compared: tuple[Thought, int] | None = None  # the search and the move that it is compared with
        self._replaced: list[Replaced] = []
        self._unreported: list[Replaced] = []  # replaced moves whose cost was not reported yet
        self._lane = study.features.lanes.study

    @property
    def jobs(self) -> Iterable[Job | None]:
        return self._job, *(each.job for each in self._unreported)

    @property
    def answer(self) -> Comparison | None:
        return self.newest(Comparison)

    def replaced(self, study: Study, held: Thought, move: int) -> None:
        """Records that `move` was played in place of the held one, and begins to find what that costs."""
        if move != held.move and _is_explained(held):
            replaced = Replaced(held, move, self._begin(study, held, move))
            self._replaced = [*self._replaced, replaced][-MOST_REPLACED:]
            self._unreported.append(replaced)

    def consequence(self, study: Study) -> str:
        """A sentence on the cost of the move before the shown position, if it was played in place of a held
        one; else ""."""
        if study.cursor == 0:
            return ""
        before, move = study.record.positions[study.cursor - 1], study.record.plies[study.cursor - 1].move
        found = (each for each in self._replaced if each.thought.position is before and each.move == move)
        return next((each.words for each in found), "")

    def follow(self, study: Study) -> None:
        """Compares the held move with another move, and says what a move played in its place costs."""
        for replaced in [each for each in self._unreported if each.job.over]:
            self._unreported.remove(replaced)
            if replaced.words:
                study.wish(Say(replaced.words))
        thought = study.held
        other = None if thought is None else self._other(study, thought)
        compared = None if thought is None or other is None else (thought, other)
        if compared != self._compared:
            super().drop()
            self._compared = compared
            self._job = None if compared is None else self._begin(study, *compared)

    def words(self, study: Study, names: int = MOST_NAMES) -> str:
        """What the program wants to play and why, with at most `names` names of terms; "" while no move is
        held."""
        thought = study.held
        if thought is None or thought.move is None:
            return ""
        position = thought.position
        wants = f"{study.side_name(position.to_move)} wants {position.notation(thought.move)}."
        if len(position.moves) == 1:
            return f"{wants} {ONLY_MOVE}"
        if not _is_explained(thought):
            return f"{wants} {SAYS_NOTHING}"
        if self.problem:
            return f"{wants} {self.problem}"
        return f"{wants} {COMPARING if self.answer is None else headline(self.answer, names)}"

    def _other(self, study: Study, thought: Thought) -> int | None:
        """The move that the held move is compared with; None if the held move cannot be explained."""
        if not _is_explained(thought):
            return None
        if study.position is thought.position and study.ahead is None:
            for move in (study.pointed.move, study.pointed.selected):
                if move is not None and move != thought.move and move in thought.position.moves:
                    return move
        return next_best(thought)

    def _begin(self, study: Study, thought: Thought, other: int) -> Job:
        position, names, searcher = thought.position, study.side_names, who_searched(study, thought)
        number = study.number_of(position)
        work = answering(
            searcher_like, position, (other,), names, thought, study.lens, searcher, number=number
        )
        return self._lane.do(work, "why the program wants this move")

    def close(self) -> None:
        self.drop()
        for each in self._replaced:
            each.job.drop()


def _is_explained(thought: Thought) -> bool:
    """Whether it can be explained why a search chose its move: it used a heuristic, and another move was
    possible."""
    return thought.lens is not None and thought.depth > 0 and len(thought.position.moves) > 1


def next_best(thought: Thought) -> int:
    """Of the moves that the search did not choose, the one with the largest value or bound; if none is known,
    the first of them."""
    others = [row for row in thought.root_moves if row.move != thought.move and row.bound != UNKNOWN]
    if others:
        return max(others, key=lambda row: row.value).move
    return next(move for move in thought.position.moves if move != thought.move)
