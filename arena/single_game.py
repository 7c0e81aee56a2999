"""One game between two programs: all that it depends on, and its result.

With players that are limited in depth or nodes it has the same moves wherever it is played. If both players
can play compiled, compiled code plays it (`arena.game_kernel`), without the interpreter's lock. Otherwise the
game loop in Python plays it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import nan

from arena.compiled_games import KernelFailure, borrow, give_back
from arena.game_loop import GameLoop
from arena.kernel_players import plays_compiled
from engines.contract import UNKNOWN, Engine, EngineFailure, StopSignal, Thought
from engines.move_noise import better_known
from engines.player_kinds import PlayerSpec
from engines.player_text import make_engine
from engines.search_engine import Searcher
from games.contract import BLACK, DRAW, ONGOING, WHITE, Game, Options
from games.position import Position
from games.record import Record
from games.registry import load_game
from heuristics.failure import TermFailure
from heuristics.lens import Lens, Weights
from heuristics.smoke_test import check

PlayedMoves = tuple[tuple[int, int], ...]
"""Moves, each with the index of its chance outcome."""

FORFEIT = "forfeit"
"""The ending of a game that was lost because an engine failed."""


@dataclass(frozen=True)
class SingleGame:
    """A game to play. `players` are White's and Black's; the `opening` is made before they begin; `seeds` are
    White's, Black's and chance's; `weights` are the weights that a person changed."""

    game: str
    players: tuple[PlayerSpec, PlayerSpec]
    opening: PlayedMoves
    seeds: tuple[int, int, int]
    options: Options
    weights: Weights | None = None
    table_megabytes: float = 64

    def engines(self) -> list[Engine]:
        """New engines, by side."""
        return [self.engine(side) for side in (WHITE, BLACK)]

    def engine(self, side: int) -> Engine:
        """A new engine of a side's player."""
        spec, seed = self.players[side], self.seeds[side]
        return make_engine(spec, self.game, self.weights, seed, self.table_megabytes, options=self.options)

    def opened(self) -> Record:
        """The game after its opening. Raises BadText for an opening that the rules do not allow."""
        record = Record.start(load_game(self.game), self.options)
        for move, chance in self.opening:
            record.play(move, chance)
        return record


@dataclass(frozen=True)
class Effort:
    """A player's effort in a game: nodes searched and seconds of thinking. Where the game was played
    compiled they are processor time, except on Windows."""

    nodes: int = 0
    seconds: float = 0.0

    def __add__(self, other: "Effort") -> "Effort":
        return Effort(self.nodes + other.nodes, self.seconds + other.seconds)


@dataclass(frozen=True)
class PlayedGame:
    """A game that is over. Its outcome is ONGOING only if it was broken off after MOST_PLIES. `moves` are all
    moves, the opening's included. `failure` is the message of an engine that forfeited, else "". `efforts`
    are by side; their seconds differ each time that the game is played. `values` has a value for each move
    (`known_value`), NaN in the opening."""

    outcome: int
    moves: PlayedMoves
    ending: str
    failure: str = ""
    efforts: tuple[Effort, Effort] = field(default=(Effort(), Effort()), compare=False)
    values: tuple[float, ...] = field(default=(), compare=False)


def known_value(thought: Thought) -> float:
    """The value of the best move that a search found, for its player. The player may have played another
    move, if its level skips good moves on purpose. NaN if the player values no moves."""
    if better := better_known(thought):
        return better[0].value
    row = next((row for row in thought.root_moves if row.move == thought.move), None)
    return nan if thought.depth == 0 and (row is None or row.bound == UNKNOWN) else thought.value


def points_of(outcome: int, side: int) -> float:
    """1, ½ or 0 for a side. An unfinished game counts as a draw."""
    return 0.5 if outcome in (DRAW, ONGOING) else float(outcome == side)


class Stopped(Exception):
    """A game was stopped before its end."""


def play(game: SingleGame, stop: StopSignal | None = None, compiled: bool = True) -> PlayedGame:
    """Plays a game to its end, `compiled` if possible. Raises Stopped if `stop` was requested before the
    end."""
    engines = game.engines()
    try:
        stop = stop or StopSignal()
        played = None
        if compiled and can_be_compiled(engines, load_game(game.game)):
            played = _play_compiled(game, engines, stop)
        played = played or _play_in_python(game, engines, stop)
        if stop.requested:
            raise Stopped
        return played
    finally:
        for engine in engines:
            engine.close()


def can_be_compiled(engines: Sequence[Engine], rules: Game) -> bool:
    """Whether the game kernel can play a game of these engines; may take seconds the first time. False if a
    heuristic fails its smoke test: the loop in Python then forfeits the game, with a message that says
    why."""
    return all(
        plays_compiled(engine, rules)
        and (not isinstance(engine, Searcher) or _passes(engine.lens, rules.name))
        for engine in engines
    )


@lru_cache(maxsize=256)
def _passes(lens: Lens, game: str) -> bool:
    try:
        check(lens, game)
    except TermFailure:
        return False
    return True


def _play_compiled(game: SingleGame, engines: Sequence[Engine], stop: StopSignal) -> PlayedGame | None:
    """The game played by the kernel. None if a heuristic fails: the game is then played again in Python,
    where the message names the failure."""
    start = _start(game.game, game.options)
    games = borrow(start.game)
    try:
        played = games.play(start, engines, game.seeds[2], stop=stop, opening=game.opening)
    except KernelFailure:  # the kernel may still write to that memory
        return None
    give_back(games)
    efforts = Effort(played.nodes[0], played.seconds[0]), Effort(played.nodes[1], played.seconds[1])
    return PlayedGame(
        played.end.outcome, played.moves, played.end.ending, efforts=efforts, values=played.values
    )


@lru_cache(maxsize=64)
def _start(game: str, options: Options) -> Position:
    return Position.start(load_game(game), options)


def _play_in_python(game: SingleGame, engines: Sequence[Engine], stop: StopSignal) -> PlayedGame:
    efforts, values = [Effort(), Effort()], [nan] * len(game.opening)

    def count(thought: Thought) -> None:
        efforts[thought.position.to_move] += Effort(thought.nodes, thought.seconds)
        values.append(known_value(thought))

    loop = GameLoop(game.opened(), game.seeds[2])
    failure = ""
    try:
        outcome, ending = loop.finish(engines, stop=stop, on_thought=count), loop.position.ending
    except EngineFailure as error:
        outcome, ending, failure = 1 - loop.position.to_move, FORFEIT, str(error)
    moves = tuple((ply.move, ply.chance) for ply in loop.record.plies)
    return PlayedGame(outcome, moves, ending, failure, (efforts[0], efforts[1]), tuple(values))
