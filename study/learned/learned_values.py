"""The explanation of a learned player that a person has asked for: the job that makes it, and its result so
far."""

from collections.abc import Sequence

from arena.gaps.candidates import GapCandidate
from arena.gaps.gaps_run import squares_of
from arena.learned.explanation import KnownTerm, PlayerExplanation
from arena.learned.explanation_run import ExplanationRun
from arena.learned.plan import USUAL_GAMES, ExplanationPlan
from engines.jobs import Job
from engines.learned.registry import learners
from engines.player_text import parse_player
from engines.search_hints import hints_of
from games.contract import BadText
from games.position import Position
from heuristics.features import feature
from heuristics.lens import Lens
from heuristics.registry import load_heuristic
from study.learned.explanation_file import explanation_file
from study.on_board.counted_squares import counted_on
from study.on_board.exhibits import ExhibitFeature
from study.state.background_task import usual_workers
from study.state.study import Study

GAMES = (200, USUAL_GAMES, 1600)
"""The choices of how many games are played."""


class LearnedValues(ExhibitFeature):
    """The newest explanation of a learned player. `player` is the player that the person has chosen, "" for
    none; `games` is the number of games to play. Games that are opened for its positions share this
    object."""

    fields = ("visited", "player", "games")

    def __init__(self, study: Study) -> None:
        super().__init__(study)
        self.player = ""
        self.games = USUAL_GAMES

    @property
    def found(self) -> PlayerExplanation | None:
        """What is known so far; None before anything is known."""
        return self.newest(PlayerExplanation)

    def begin(self, study: Study, player: str) -> None:
        """Explains a player, or continues an explanation that was stopped. Ends another explanation that
        runs."""
        self.drop()
        self.visited = None
        record, data, games, workers = study.record, study.data, self.games, usual_workers()

        def work(job: Job) -> PlayerExplanation:
            spec = parse_player(player, record.game.name)
            plan = ExplanationPlan(record.game.name, spec, record.options, games=games)
            return ExplanationRun(plan, explanation_file(data, plan), workers).work(job)

        self._job = self._lanes.batch.do(work, "the explanation of a learned player")

    def point_at(self, study: Study, term: KnownTerm | None) -> None:
        """Highlights the squares that a term counts; nothing for None."""
        squares = counted_in(term, study.position) if term else ()
        study.point(squares=squares, ahead=None)

    @property
    def at_work(self) -> bool:
        return self.running and not self.is_shared


def learning_kinds(game: str) -> list[str]:
    """The kinds of player of a game that learned to play."""
    return [learner.kind for learner in learners() if learner.game == game]


def counted_in(term: KnownTerm, position: Position) -> Sequence[tuple[str, float]]:
    """The squares that a term counts, evaluated for the side to move, each with its amount for White. Empty
    if the term does not name its squares, or if its heuristic no longer exists."""
    rules = position.game
    try:
        if not term.heuristic:
            known = feature(rules, term.name, hints_of(rules).noisy)
            return squares_of(GapCandidate(term.name, term.label, 1.0, feature=known), position.state)
        heuristic = load_heuristic(rules.name, term.heuristic)
    except BadText:
        return ()
    terms = [each for each in heuristic.terms if each.name == term.name]
    return counted_on(Lens.of(heuristic), terms, position, position.to_move)
