"""Matches between two players: colour-swapped pairs of games from shared random openings."""

import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

import numpy as np

from arena.compiled_games import borrow, give_back
from arena.executors import PROCESSES, THREADS, open_executor
from arena.experiments.units import Flow
from arena.openings import RandomOpenings, enough_plies
from arena.sequential import NONE, SequentialTest
from arena.single_game import Effort, PlayedGame, SingleGame, can_be_compiled, play, points_of
from arena.statistics import PairCounts, elo
from engines.contract import EngineFailure
from engines.player_kinds import PlayerSpec
from games.contract import BLACK, WHITE, BadText, Game, Options
from heuristics.lens import Weights


@dataclass(frozen=True)
class GameResult:
    """One game's result. `points` are the first player's: 1, ½ or 0. `moves` are all moves of the game, the
    opening's included, each with the index of its chance outcome. `failure` is the message of an engine that
    forfeited, else "". `efforts` are the first player's and the second's. `values` has the value of each move
    for its player (`PlayedGame`); it is empty if the match was played without `keeps_values`."""

    number: int
    first_side: int
    points: float
    moves: tuple[tuple[int, int], ...]
    ending: str
    failure: str = ""
    efforts: tuple[Effort, Effort] = field(default=(Effort(), Effort()), compare=False)
    values: tuple[float, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, number: int, played: PlayedGame, keeps_values: bool = False) -> "GameResult":
        """The result of the game with a number; the first player is Black in the second game of a pair."""
        side, (white, black) = BLACK if number % 2 else WHITE, played.efforts
        points, efforts = points_of(played.outcome, side), (white, black) if side == WHITE else (black, white)
        values = played.values if keeps_values else ()
        return cls(number, side, points, played.moves, played.ending, played.failure, efforts, values)

    @property
    def plies(self) -> int:
        return len(self.moves)


@dataclass(frozen=True)
class MatchResult:
    """A match from the first player's perspective. `score` is wins + ½ draws over games. `seconds` is the
    time from the first game's start to the last one's end. `openings` is the number of different positions
    that the games began from, after random plies.

    A pair counts when both of its games are over. With a `test`, the match ends when the test decides.
    `to_json` then has the decision, and no estimate of how much better a player is.
    """

    first: str
    second: str
    results: tuple[GameResult, ...]
    seconds: float
    random_plies: int
    openings: int
    test: SequentialTest | None = None

    @property
    def wins(self) -> int:
        return sum(result.points == 1.0 for result in self.results)

    @property
    def draws(self) -> int:
        return sum(result.points == 0.5 for result in self.results)

    @property
    def losses(self) -> int:
        return sum(result.points == 0.0 for result in self.results)

    @property
    def score(self) -> float:
        return sum(result.points for result in self.results) / max(1, len(self.results))

    @cached_property
    def pairs(self) -> PairCounts:
        points = [result.points for result in self.results]
        return PairCounts.of(zip(points[::2], points[1::2], strict=False))

    @property
    def nodes_per_second(self) -> tuple[float | None, float | None]:
        """Nodes a second of the first player and the second; None for a player that searched nothing."""
        sums = [sum((result.efforts[which] for result in self.results), Effort()) for which in (0, 1)]
        first, second = (
            effort.nodes / effort.seconds if effort.nodes and effort.seconds else None for effort in sums
        )
        return first, second

    @property
    def distinct_games(self) -> int:
        """The number of games that differ in a move or in a chance outcome."""
        return len({result.moves for result in self.results})

    def to_json(self) -> dict[str, Any]:
        failures = [result.failure for result in self.results if result.failure]
        verdict = self._measured() if self.test is None else self.test.to_json(self.pairs)
        return {
            "first": self.first,
            "second": self.second,
            "games": len(self.results),
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "pairs": list(self.pairs.counts),
            "score": self.score,
            **verdict,
            "random_plies": self.random_plies,
            "distinct_openings": self.openings,
            "distinct_games": self.distinct_games,
            "nodes_per_second": list(self.nodes_per_second),
            "plies": sum(result.plies for result in self.results),
            "seconds": self.seconds,
            "endings": dict(Counter(result.ending for result in self.results)),
            "forfeits": len(failures),
            "failures": failures[:5],  # a few are enough to see why
        }

    def _measured(self) -> dict[str, Any]:
        low, high = self.pairs.interval()
        more = self.pairs.more_to_tell()
        return {
            "score_low": low,
            "score_high": high,
            "elo": elo(self.score),
            "elo_low": elo(low),
            "elo_high": elo(high),
            "normalized_elo": self.pairs.normalized_elo(),
            "superiority": self.pairs.superiority(),
            "more_games": None if more is None else 2 * more,
        }


@dataclass
class _Tally:
    """Collects results, which may come in any order. A sequential test counts pairs in the order of their
    numbers, and the first one that decides ends the match. So the decision does not depend on which game was
    over first."""

    test: SequentialTest | None
    results: dict[int, GameResult] = field(default_factory=dict)
    ends: int | None = None
    _counted: list[tuple[float, float]] = field(default_factory=list)

    def add(self, result: GameResult) -> None:
        self.results[result.number] = result
        while self.test is not None and self.ends is None:
            first = 2 * len(self._counted)
            if first not in self.results or first + 1 not in self.results:
                return
            self._counted.append((self.results[first].points, self.results[first + 1].points))
            if self.test.decision(self.test.ratio(PairCounts.of(self._counted))) != NONE:
                self.ends = first + 2

    def in_order(self) -> tuple[GameResult, ...]:
        """The results up to the end of the match."""
        numbers = sorted(self.results) if self.ends is None else range(self.ends)
        return tuple(self.results[number] for number in numbers)


@dataclass(frozen=True)
class Match:
    """A match of `games` games; with a `test`, of at most that many. Games 2k and 2k + 1 share an opening of
    `random_plies` random moves, with sides swapped. (None: enough random moves for more openings than pairs.)
    Both games also share the seeds of White, Black and chance, so two equal players play the same game twice.

    With limits in depth or nodes, the same seed gives the same games on any number of workers: every game
    gets new engines.
    """

    game: Game
    first: PlayerSpec
    second: PlayerSpec
    games: int
    options: Options
    random_plies: int | None = None
    seed: int = 0
    weights: Weights | None = None
    table_megabytes: int = 64
    test: SequentialTest | None = None

    @cached_property
    def openings(self) -> RandomOpenings:
        """The openings of its games, by the number of the pair."""
        plies = self.random_plies
        if plies is None:
            most = self.games if self.test is None else min(self.games, self.test.expected_games()[1])
            plies = enough_plies(self.game, self.options, (most + 1) // 2)
        return RandomOpenings(self.game, self.options, plies, self.seed)

    def play(
        self,
        workers: int = 1,
        on_game: Callable[[GameResult], None] | None = None,
        keeps_values: bool = False,
    ) -> MatchResult:
        """Plays all games with this number of `workers`: threads if the games can be played compiled or there
        is one worker, else processes. With `keeps_values` each result has the values of its moves."""
        kind = THREADS if self.prepare() or workers <= 1 else PROCESSES
        started = time.perf_counter()
        tally = _Tally(self.test)
        games = ((number, partial(play, self.single_game(number))) for number in range(self.games))
        with open_executor(kind, workers) as executor, Flow(executor, games) as flow:
            while tally.ends is None and flow.begin():
                for number, done in flow.done():
                    result = GameResult.of(number, done.answer, keeps_values)
                    tally.add(result)
                    if on_game is not None:
                        on_game(result)
        results = tally.in_order()
        return MatchResult(
            str(self.first),
            str(self.second),
            results,
            time.perf_counter() - started,
            self.openings.plies,
            self.openings.different((len(results) + 1) // 2),
            self.test,
        )

    def prepare(self, may_forfeit: bool = True) -> bool:
        """Compiles before the threads start, because they would only wait for one another. Returns whether
        the games can be played compiled. Raises BadText for a human, and unless players `may_forfeit`
        EngineFailure for a program that cannot be started: it would forfeit every game, and its opponent
        would seem to win them."""
        if self.first.is_human or self.second.is_human:
            raise BadText("player: a match is between programs, expected no human")
        game = self.single_game(0)
        engines = game.engines()
        for engine in engines:
            failures = suppress(EngineFailure) if may_forfeit else nullcontext()  # its games will say why
            with closing(engine), failures:
                engine.prepare(game.game)
        compiled = can_be_compiled(engines, self.game)
        if compiled:
            games = borrow(self.game)
            games.prepare()
            give_back(games)
        return compiled

    def single_game(self, number: int) -> SingleGame:
        """A game of the match, by its number."""
        pair, swapped = divmod(number, 2)
        white, black, chance = np.random.SeedSequence([self.seed, pair]).generate_state(3, np.uint64).tolist()
        return SingleGame(
            self.game.name,
            (self.second, self.first) if swapped else (self.first, self.second),
            self.openings[pair],
            (white >> 1, black >> 1, chance >> 1),  # so that they fit into an int64
            self.options,
            self.weights,
            self.table_megabytes,
        )
