"""Repeats the searches by which the programs of a finished game chose their moves, so that the window can
show them. Searches limited by depth or nodes, in new engines from the start of the game, find the same."""

from arena.single_game import SingleGame
from engines.contract import EngineFailure, Thought
from engines.jobs import Job, Work
from engines.player_kinds import PlayerSpec
from engines.registry import kind_named
from games.record import Record
from study.state.background_task import BackgroundTask
from study.state.changes import JOBS
from study.state.features import Feature
from study.state.study import Study


def can_think_again(game: SingleGame) -> bool:
    """Whether repeating the searches of its players would give the same results."""
    return all(map(repeats_itself, game.players))


def repeats_itself(player: PlayerSpec) -> bool:
    """Whether repeating a search of this player gives the same result: no clock ends it, it has one thread,
    and the player is not another program."""
    given = kind_named(player.kind).given(player)  # with the time of a player whose text sets no limit
    return not (player.is_outside or "ms" in given or given.get("threads", 1) > 1)


def thinking_again(game: SingleGame, record: Record) -> Work:
    """Searches the positions in which the players of `game` had to move; `record` is the whole game. Reports
    the searches so far."""

    def work(job: Job) -> tuple[Thought, ...]:
        found: list[Thought] = []
        engines = game.engines()
        for engine in engines:
            engine.prepare(game.game)
        for number in range(len(game.opening), len(record.plies)):
            job.give_way()
            if job.stop.requested:
                break
            position = record.positions[number]
            try:
                thought = engines[record.plies[number].side].think(position, None, job.stop)
            except EngineFailure:  # the engine forfeited here
                break
            if thought.move != record.plies[number].move:
                break  # the engine has changed since: its searches are not those of the game
            found.append(thought)
            job.report(tuple(found))
        for engine in engines:
            engine.close()
        return tuple(found)

    return work


class ReplayedSearches(BackgroundTask, Feature):
    """The job that repeats the searches of a game that was opened."""

    depends = JOBS

    def __init__(self, study: Study) -> None:
        self._lane = study.features.lanes.batch
        self._taken = 0

    def begin(self, thinking: Work) -> None:
        self._job = self._lane.do(thinking, "the game's searches")

    def follow(self, study: Study) -> None:
        """Takes in the repeated searches."""
        found = self.newest(tuple) or ()
        for thought in found[self._taken :]:
            study.search_store.keep(thought)
        self._taken = len(found)
