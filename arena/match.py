"""Matches between two players: colour-swapped pairs of games from shared random openings."""

import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from arena.game_loop import GameLoop
from arena.openings import Openings, enough_plies
from arena.sequential import NONE, SequentialTest
from arena.statistics import PairCounts, elo
from engines.contract import Engine, EngineFailure
from engines.kinds import PlayerSpec
from engines.players import make_engine
from games.contract import BLACK, DRAW, ONGOING, WHITE, BadText, Game, Options
from heuristics.lens import Weights


@dataclass(frozen=True)
class GameResult:
    """One game's result. `points` are the first player's: 1, ½ or 0. `moves` are all of the game's, the
    opening's included, each with the index of its chance outcome. `failure` is the line that an engine
    gave when it forfeited, else ""."""

    number: int
    first_side: int
    points: float
    moves: tuple[tuple[int, int], ...]
    ending: str
    failure: str = ""

    @property
    def plies(self) -> int:
        return len(self.moves)


@dataclass(frozen=True)
class MatchResult:
    """A match as the first player sees it; `score` is wins + ½ draws over games, `seconds` what the
    games took, compiled. `openings` is how many positions they began from, by number of random plies.

    A pair counts when both of its games are there. With a `test`, whose games are as many as it took,
    nothing is said of how much better a player is."""

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
    def distinct_games(self) -> int:
        """How many games differ in a move or in what chance decided."""
        return len({result.moves for result in self.results})

    def to_json(self) -> dict[str, Any]:
        failures = [result.failure for result in self.results if result.failure]
        verdict = self._measured() if self.test is None else self._tested(self.test)
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
            "plies": sum(result.plies for result in self.results),
            "seconds": self.seconds,
            "endings": dict(Counter(result.ending for result in self.results)),
            "forfeits": len(failures),
            "failures": failures[:5],
        }

    def _measured(self) -> dict[str, Any]:
        low, high = self.pairs.interval()
        return {
            "score_low": low,
            "score_high": high,
            "elo": elo(self.score),
            "elo_low": elo(low),
            "elo_high": elo(high),
            "normalized_elo": self.pairs.normalized_elo(),
            "superiority": self.pairs.superiority(),
        }

    def _tested(self, test: SequentialTest) -> dict[str, Any]:
        ratio = test.ratio(self.pairs)
        low, high = test.bounds
        return {
            "sprt": [test.elo0, test.elo1],
            "llr": ratio,
            "llr_low": low,
            "llr_high": high,
            "decision": test.decision(ratio),
        }


@dataclass
class _Tally:
    """Results as they come in, in any order, and where a sequential test ends the match: at the first
    pair, in order, that decides, so that it does not depend on which game was over first."""

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
    """What is to be played: `games` of them, or as many at most as the `test` takes. Game 2k and 2k + 1
    share an opening of `random_plies` random moves (None: as many as it takes for openings to spare),
    with sides swapped, and the seeds of both sides and of chance: players that are the same play the
    same game twice. With limits in depth or nodes, the same seed gives the same games on any number of
    workers: every game gets engines of its own."""

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
    def openings(self) -> Openings:
        """What its games begin with, by number of the pair."""
        plies = self.random_plies
        if plies is None:
            most = self.games if self.test is None else min(self.games, self.test.expected_games()[1])
            plies = enough_plies(self.game, self.options, (most + 1) // 2)
        return Openings(self.game, self.options, plies, self.seed)

    def play(self, workers: int = 1, on_game: Callable[[GameResult], None] | None = None) -> MatchResult:
        """Plays all games on `workers` threads; the search kernels run in parallel."""
        if self.first.is_human or self.second.is_human:
            raise BadText("player: a match is between programs, expected no human")
        self.openings.record(0)
        self._compile()
        started = time.perf_counter()
        lock = threading.Lock()
        numbers = iter(range(self.games))
        tally = _Tally(self.test)

        def work() -> None:
            while True:
                with lock:
                    number = next(numbers, None) if tally.ends is None else None
                if number is None:
                    return
                try:
                    result = self.play_game(number)
                except BaseException:
                    with lock:
                        tally.ends = 0  # nobody waits for the others' games
                    raise
                with lock:
                    tally.add(result)
                    if on_game is not None:
                        on_game(result)

        with ThreadPoolExecutor(max_workers=max(1, workers)) as pool:
            for worker in [pool.submit(work) for _ in range(max(1, workers))]:
                worker.result()
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

    def _compile(self) -> None:
        """Before the threads start: two would only wait for one another."""
        for spec in (self.first, self.second):
            engine = self._engine(spec, 0)
            try:
                engine.prepare(self.game.name)
            except EngineFailure:
                pass  # it will forfeit its games, and they tell why
            finally:
                engine.close()

    def _engine(self, spec: PlayerSpec, seed: int) -> Engine:
        return make_engine(spec, self.game.name, self.weights, seed, self.table_megabytes)

    def play_game(self, number: int) -> GameResult:
        """One game of the match, by its number."""
        pair, swapped = divmod(number, 2)
        first_side = BLACK if swapped else WHITE
        record = self.openings.record(pair)
        *seeds, chance = np.random.SeedSequence([self.seed, pair]).generate_state(3, np.uint64).tolist()
        by_side = [
            self._engine(self.first if side == first_side else self.second, seeds[side] >> 1)
            for side in (WHITE, BLACK)
        ]
        loop = GameLoop(record, chance >> 1)
        failure = ""
        try:
            outcome, ending = loop.finish(by_side), loop.position.ending
        except EngineFailure as error:
            failure = str(error)
            outcome, ending = 1 - loop.position.to_move, "forfeit"
        finally:
            for engine in by_side:
                engine.close()
        points = 0.5 if outcome in (DRAW, ONGOING) else float(outcome == first_side)
        moves = tuple((ply.move, ply.chance) for ply in record.plies)
        return GameResult(number, first_side, points, moves, ending, failure)
