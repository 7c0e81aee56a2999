"""The engine that plays any legal move."""

from engines.contract import UNKNOWN, Engine, EngineFailure, Moves, Publish, RootMove, StopSignal, Thought
from engines.player_kinds import SEED, Kind, Making, PlayerSpec
from games.position import Position
from games.random_stream import Draws


class RandomPlayer(Engine):
    """Plays uniformly random moves. Each `think` takes the next random number of the seed. So the same seed
    gives the same game against the same opponent, but a repeated position may get another move. A `busy`
    player never ends a turn of several actions while it can do anything else."""

    name = "random"

    def __init__(self, seed: int = 0, busy: bool = False) -> None:
        self.seed = seed
        self.busy = busy
        self._draws = Draws(seed)

    def think(
        self,
        position: Position,
        publish: Publish | None = None,
        stop: StopSignal | None = None,
        only: Moves = (),
    ) -> Thought:
        moves = only or position.moves
        if not moves:
            raise EngineFailure("there is no move: the game is over")
        if self.busy:
            idles, state = position.game.idles, position.state
            moves = tuple(move for move in moves if not idles(state, move)) or moves
        move = moves[self._draws.below(len(moves))]
        unknown = tuple(RootMove(candidate, 0.0, UNKNOWN) for candidate in position.moves)
        return Thought(position, move, 0.0, 0, 0, 0.0, (move,), unknown)


def make(spec: PlayerSpec, making: Making) -> RandomPlayer:
    options = dict(spec.options)
    return RandomPlayer(options.get("seed", making.seed), bool(options.get("busy", 0)))


BUSY = ("busy", (0, 1))

KINDS = (Kind("random", "Any legal move.", make, options=dict((SEED, BUSY)), title="Random moves"),)
