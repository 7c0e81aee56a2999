"""Decide first: a person chooses a move before the window shows anything about the position. Then the move is
compared with the best move, as in Why not."""

from collections.abc import Iterable
from dataclasses import dataclass

from engines.contract import Thought
from engines.jobs import FAILED, Job, searching
from games.position import Position
from study.practice.hidden_answers import HiddenAnswers
from study.practice.verdict import Verdict, by_case, verdict_of
from study.review.ask_why_not import ask_why_not
from study.review.background_review import BackgroundReview
from study.state.changes import FEATURES, JOBS
from study.state.features import Feature
from study.state.study import Study
from study.state.wishes import Say
from study.suites.suites import Case
from study.why_not.comparison import GOING_DEEPER
from study.why_not.questions import WhyNotQuestions


@dataclass(frozen=True, eq=False)
class Decision:
    """The move that a person chose in a position; None if the person gave up and asked for the answer. `case`
    is the case of a suite that the position comes from, if any."""

    position: Position
    move: int | None
    case: Case | None = None


class DecideFirst(Feature):
    """The person's last decision. `verdict` is the newest verdict on it; `settled` says that no running
    search will change the verdict."""

    fields = ("decision", "verdict", "settled", "_answer")
    depends = FEATURES | JOBS

    def __init__(self, study: Study) -> None:
        self.decision: Decision | None = None
        self.verdict: Verdict | None = None
        self.settled = False
        self._case: Case | None = None
        self._answer: Job | None = None  # the search for a person who has given up
        self._lane = study.features.lanes.study

    @property
    def jobs(self) -> Iterable[Job | None]:
        return (self._answer,)

    def ask(self, study: Study, position: Position, case: Case | None = None) -> None:
        """Hides a position until a move is chosen there. A `case` says which moves are right."""
        study.of(HiddenAnswers).hide(study, position)
        self.decision, self.verdict, self.settled, self._case = None, None, False, case

    @property
    def searches(self) -> bool:
        """Whether the answer is being searched for a person who has given up."""
        return self._answer is not None

    def decided_here(self, study: Study) -> Decision | None:
        """The decision on the shown position; None if there is none yet, or if the position is hidden
        again."""
        decision = self.decision
        if decision is None or study.of(HiddenAnswers).hides(study) or not study.shows(decision.position):
            return None
        return decision

    def choose(self, study: Study, move: int) -> None:
        """Takes a move of the shown position as the person's answer. Compares it with the best move: by the
        search of the position, if there is one, else by a search like a review's."""
        self._decide(study, move)
        case = self.decision.case if self.decision is not None else None
        self.verdict = None if case is None else by_case(case, move)
        if study.thought_here is not None:
            ask_why_not(study, (move,), decided=True)
            return
        review = study.of(BackgroundReview)
        nodes, make = review.nodes, review.make
        study.of(WhyNotQuestions).ask(
            study,
            study.position,
            (move,),
            None,
            review.judging(study),
            make=lambda position, first, lens: make(lens, nodes),
            decided=True,
        )

    def show_answer(self, study: Study) -> None:
        """Shows what is known about the position, because the person gives up. If it was not searched yet,
        searches it as a review does."""
        self._decide(study, None)
        self.settled = True
        if study.thought_here is None:
            position, review = study.position, study.of(BackgroundReview)
            searcher = review.make(review.judging(study), review.nodes)
            self._answer = self._lane.do(searching(searcher, position), "the answer")

    def _decide(self, study: Study, move: int | None) -> None:
        position, case = study.position, self._case
        if case is not None and not study.shows(case.position):
            case = None  # the person has gone on to another position
        study.of(HiddenAnswers).show(study, position)
        self.decision, self.verdict, self.settled = Decision(position, move, case), None, False

    def problem(self, study: Study) -> str:
        """Why the chosen move could not be compared, in a line; else ""."""
        return study.of(WhyNotQuestions).problem if self._asks(study) else ""

    def _asks(self, study: Study) -> bool:
        """Whether the last question of Why not is about the last decision."""
        decision, question = self.decision, study.of(WhyNotQuestions).question
        if decision is None or question is None or decision.move is None:
            return False
        return question.position is decision.position and question.moves == (decision.move,)

    def follow(self, study: Study) -> None:
        """Takes over the newest result of the comparison."""
        if self._answer is not None and self._answer.over:
            news, self._answer = self._answer.news, None
            if isinstance(news.value, Thought):
                study.search_store.keep(news.value)
            if news.phase == FAILED:
                study.wish(Say(news.error))
        decision, questions = self.decision, study.of(WhyNotQuestions)
        if self.settled or decision is None:
            return
        if not self._asks(study):
            self.settled = True  # another question has replaced it, so no more results will come
            return
        answer = questions.answer
        if answer is not None:
            self.verdict = verdict_of(answer, decision.case)
        deeper = answer is not None and answer.doing == GOING_DEEPER
        self.settled = not questions.running or (answer is not None and not deeper)
