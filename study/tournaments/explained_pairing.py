"""Explains one pairing of a tournament in the window: why it was lost, and the deciding positions as games to
open."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from arena.match import GameResult
from arena.parting import loser_of, uneven_pairs
from arena.tournament import Tournament
from engines.jobs import Job, Lane
from engines.player_kinds import PlayerSpec
from games.game_tree import ROOT
from games.registry import entry
from heuristics.lens import Lens
from heuristics.registry import default_heuristic
from study.compare.heuristic_pair import HeuristicPair
from study.format.player_names import entrant_in_words, shortened
from study.saved_games.game_to_open import GameToOpen
from study.settings.settings import Settings
from study.state.background_task import BackgroundTask
from study.state.study import Study
from study.tournaments.tournaments import open_game
from study.tournaments.why_lost import Parting, WhyLost, WhyLostNews, judge_by
from study.tournaments.why_lost_text import MatchNames, parting_sentence


class ExplainedPairing(BackgroundTask):
    """The explanation that was begun last. Only the window's thread uses it. `games` is the number of games
    that the pairing had then; `deeper`: a deeper search judges the moves."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lane = Lane("why the match was lost")
        self.tournament: Tournament | None = None
        self.pairing = 0
        self.games = 0
        self.deeper = False

    def begin(
        self, tournament: Tournament, pairing: int, games: Sequence[GameResult], deeper: bool = False
    ) -> None:
        """Explains the `games` of a pairing."""
        self.drop()
        self.tournament, self.pairing, self.games, self.deeper = tournament, pairing, len(games), deeper

        def work(job: Job) -> WhyLostNews:
            judge = None
            if deeper:
                judge = judge_by(default_heuristic(tournament.game).name, tournament.game, self._settings)
            pairs = uneven_pairs(games, lambda number: tournament.slot(number).pair)
            return WhyLost(pairs, tournament.single_game, loser_of(games), 1, judge).work(job)

        self._job = self._lane.do(work, "why the match was lost")

    def close(self) -> None:
        """Ends the work without waiting for it."""
        self.drop()
        self._lane.close(patience=0.0)

    @property
    def news(self) -> WhyLostNews | None:
        return self.newest(WhyLostNews)

    @property
    def players(self) -> tuple[PlayerSpec, PlayerSpec]:
        """The players of the pairing, in its order."""
        assert self.tournament is not None
        first, second = (self.tournament.entrants[at].player for at in self._entrants)
        return first, second

    @property
    def names(self) -> MatchNames:
        """The names of the players and of the sides."""
        assert self.tournament is not None
        about, entrants = entry(self.tournament.game), self.tournament.entrants
        first, second = shortened(
            [
                entrant_in_words(entrants[at].name, str(entrants[at].player), about.name)
                for at in self._entrants
            ]
        )
        return MatchNames((first, second), (about.white, about.black))

    @property
    def _entrants(self) -> tuple[int, int]:
        assert self.tournament is not None
        return self.tournament.pairings[self.pairing]

    def opening(self, parting: Parting) -> Callable[[], GameToOpen]:
        """A function that makes a game for the window: the game in which the pair's loser made the move that
        parts the two games, shown before that move. The other game is a variation. It raises BadText if a
        move is no longer legal, because the rules have changed."""
        assert self.tournament is not None and self.news is not None
        lenses = [self.news.lenses[choice.player] for choice in parting.choices]
        return partial(
            _opened, self.tournament, parting, lenses, parting_sentence(parting, self.news, self.names)
        )


def _opened(
    tournament: Tournament, parting: Parting, lenses: Sequence[Lens | None], words: str
) -> GameToOpen:
    """The game of `ExplainedPairing.opening`. `words` is the sentence on the parting."""
    assert parting.position is not None
    plies, side = parting.pair.plies, parting.position.to_move
    own, other = (parting.pair.game_of(choice.player, side) for choice in parting.choices)
    opened = open_game(tournament, own)
    record = opened.record
    node = record.line[plies - 1] if plies else ROOT
    for move, chance in other.moves[plies:]:
        node = record.grow(node, move, chance)
    loser, winner = lenses
    begin_searches = opened.prepare

    def prepare(study: Study) -> None:
        if begin_searches is not None:
            begin_searches(study)
        if loser is not None and winner is not None:
            study.of(HeuristicPair).hold(study, (loser, winner), words)

    numbers = own.number + 1, other.number + 1
    remark = f"Games {numbers[0]} and {numbers[1]} part here. Game {numbers[1]} is the variation."
    return replace(opened, shown=plies, remark=remark, prepare=prepare)
