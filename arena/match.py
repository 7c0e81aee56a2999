"""Matches between two players: colour-swapped pairs of games from shared random openings."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from arena.game_loop import GameLoop
from arena.statistics import elo, wilson_interval
from engines.contract import Engine, EngineFailure
from engines.kinds import PlayerSpec
from engines.players import make_engine
from games.contract import BLACK, DRAW, ONGOING, WHITE, BadText, Game, Options
from games.record import Record
from heuristics.lens import Weights

OPENING_TRIES = 1000


@dataclass(frozen=True)
class GameResult:
    """One game's result. `points` are the first player's: 1, ½ or 0. `failure` is the line that an
    engine gave when it forfeited, else ""."""

    number: int
    first_side: int
    points: float
    plies: int
    ending: str
    failure: str = ""


@dataclass(frozen=True)
class MatchResult:
    """A match as the first player sees it; `score` is wins + ½ draws over games, `seconds` what the
    games took, compiled."""

    first: str
    second: str
    results: tuple[GameResult, ...]
    seconds: float

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

    def to_json(self) -> dict[str, Any]:
        low, high = wilson_interval(self.score, len(self.results))
        failures = [result.failure for result in self.results if result.failure]
        endings: dict[str, int] = {}
        for result in self.results:
            endings[result.ending] = endings.get(result.ending, 0) + 1
        return {
            "first": self.first,
            "second": self.second,
            "games": len(self.results),
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": self.score,
            "score_low": low,
            "score_high": high,
            "elo": elo(self.score),
            "elo_low": elo(low),
            "elo_high": elo(high),
            "plies": sum(result.plies for result in self.results),
            "seconds": self.seconds,
            "endings": endings,
            "forfeits": len(failures),
            "failures": failures[:5],
        }


@dataclass(frozen=True)
class Match:
    """What is to be played. Game 2k and 2k + 1 share an opening of `random_plies` random moves,
    with sides swapped. With limits in depth or nodes, the same seed gives the same games on any
    number of workers: every game gets engines of its own, seeded by its number."""

    game: Game
    first: PlayerSpec
    second: PlayerSpec
    games: int
    options: Options
    random_plies: int = 2
    seed: int = 0
    weights: Weights | None = None
    table_megabytes: int = 64

    def play(self, workers: int = 1, on_game: Callable[[GameResult], None] | None = None) -> MatchResult:
        """Plays all games on `workers` threads; the search kernels run in parallel."""
        if self.first.is_human or self.second.is_human:
            raise BadText("player: a match is between programs, expected no human")
        self._compile()
        started = time.perf_counter()
        lock = threading.Lock()

        def play_and_tell(number: int) -> GameResult:
            result = self.play_game(number)
            if on_game is not None:
                with lock:
                    on_game(result)
            return result

        with ThreadPoolExecutor(max_workers=max(1, workers)) as pool:
            results = tuple(pool.map(play_and_tell, range(self.games)))
        return MatchResult(str(self.first), str(self.second), results, time.perf_counter() - started)

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
        record = self.opening(pair)
        seeds = np.random.SeedSequence([self.seed, number]).generate_state(3, np.uint64).tolist()
        engines = [self._engine(self.first, seeds[0] >> 1), self._engine(self.second, seeds[1] >> 1)]
        by_side = engines if first_side == WHITE else engines[::-1]
        loop = GameLoop(record, seeds[2])
        failure = ""
        try:
            outcome, ending = loop.finish(by_side), loop.position.ending
        except EngineFailure as error:
            failure = str(error)
            outcome, ending = 1 - loop.position.to_move, "forfeit"
        finally:
            for engine in engines:
                engine.close()
        points = 0.5 if outcome in (DRAW, ONGOING) else float(outcome == first_side)
        return GameResult(number, first_side, points, len(record.plies), ending, failure)

    def opening(self, pair: int) -> Record:
        """The random opening that both games of a pair start from."""
        generator = np.random.Generator(np.random.PCG64([self.seed, 1 << 32, pair]))
        for _ in range(OPENING_TRIES):
            record = Record.start(self.game, self.options)
            for _ in range(self.random_plies):
                moves = record.position.moves
                if not moves:
                    break
                move = moves[int(generator.integers(len(moves)))]
                record.play(move, record.draw_chance(move, generator))
            if record.position.outcome == ONGOING:
                return record
        raise BadText(f"random plies: {self.random_plies} random moves end every game; expected fewer")
