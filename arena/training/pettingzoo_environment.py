"""Each game as an environment of PettingZoo (https://pettingzoo.farama.org), for your own reinforcement
learning: `pip install -r requirements-pettingzoo.txt`, and then

    from arena.training.pettingzoo_environment import env
    jungle = env("jungle")

Two agents, `white` and `black`, act one after the other, and in TableTactics one several times in a row. An
observation is a dictionary with `observation` (float32) and `action_mask` (int8, 1 for legal actions). The
winner gets 1 in the end, and the other −1; a draw gives 0. Chance is drawn from the seed that `reset` gets.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from engines.learned.whole_boards import WHOLE_BOARDS, WholeBoard
from games.contract import ONGOING, SIDE_NAMES, Game, Options
from games.position import Position
from games.random_stream import Draws
from games.registry import load_game


def env(game: str, options: Options | None = None, render_mode: str | None = None) -> Any:
    """The environment of a game, with PettingZoo's checks against wrong use. Raises BadText for an unknown
    game."""
    raw = GameEnvironment(load_game(game), options, render_mode)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw))


class Numbers:
    """What an agent sees of a game, and the numbers of its actions, for games without a `WholeBoard`. It sees
    the bits of the position's record; an action is the index of a move among the legal moves."""

    def __init__(self, rules: Game) -> None:
        self.inputs, self.actions = 8 * rules.dtype.itemsize, rules.max_moves

    def observed(self, position: Position) -> np.ndarray:
        bits = np.unpackbits(np.frombuffer(position.state.tobytes(), np.uint8))
        return bits.astype(np.float32)

    def by_action(self, position: Position) -> dict[int, int]:
        """The legal moves by the number of their action."""
        return dict(enumerate(position.moves))


class NumbersOfABoard:
    """What an agent sees of a game with a `WholeBoard`, which gives the board as numbers for a net, from the
    perspective of the side to move; and the numbers of its actions."""

    def __init__(self, board: WholeBoard) -> None:
        self._board = board
        self.inputs, self.actions = board.inputs, board.actions

    def observed(self, position: Position) -> np.ndarray:
        rows, coefficients = np.zeros((1, self._board.most), np.int64), np.zeros((1, self._board.most))
        counts = np.zeros(1, np.int64)
        self._board.look(position.state, 0, rows, coefficients, counts)
        out = np.zeros(self.inputs, np.float32)
        out[rows[0, : counts[0]]] = coefficients[0, : counts[0]]
        return out

    def by_action(self, position: Position) -> dict[int, int]:
        return {self._board.action(position.state, move, 0): move for move in position.moves}


def numbers_of(rules: Game) -> Numbers | NumbersOfABoard:
    """The numbers of the game's `WholeBoard`, else the numbers for any game."""
    board = WHOLE_BOARDS.get(rules.name)
    return Numbers(rules) if board is None else NumbersOfABoard(board)


class GameEnvironment(AECEnv):  # type: ignore[misc]
    """A game between two agents; see the module's documentation."""

    def __init__(self, rules: Game, options: Options | None, render_mode: str | None) -> None:
        super().__init__()
        self.metadata = {
            "name": f"{rules.name}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = list(SIDE_NAMES)
        self._rules, self._options = rules, options
        self._numbers = numbers_of(rules)
        observation = {
            "observation": spaces.Box(0.0, 1.0, (self._numbers.inputs,), np.float32),
            "action_mask": spaces.Box(0, 1, (self._numbers.actions,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(observation) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self._numbers.actions) for agent in self.possible_agents}
        self._seeds = np.random.SeedSequence()
        self._begin()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. With a seed it is always the same game for the same actions."""
        if seed is not None:
            self._seeds = np.random.SeedSequence(seed)
        self._begin()

    def _begin(self) -> None:
        (word,) = self._seeds.spawn(1)[0].generate_state(1, np.uint64).tolist()
        self._draws = Draws(word >> 1)  # so that it fits into an int64
        self.position = Position.start(self._rules, self._options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.position.to_move]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        mask = np.zeros(self._numbers.actions, np.int8)
        if agent == self.agent_selection and self.position.outcome == ONGOING:
            mask[list(self._numbers.by_action(self.position))] = 1
        return {"observation": self._numbers.observed(self.position), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        legal = self._numbers.by_action(self.position)
        if action is None or int(action) not in legal:
            raise ValueError(f"action {action!r} is not legal for {agent}: see its action_mask")
        move = legal[int(action)]
        outcomes = len(self.position.chances(move))
        self.position = self.position.play(move, self._draws.below(outcomes) if outcomes > 1 else 0)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        outcome = self.position.outcome
        if outcome == ONGOING:
            self.agent_selection = self.possible_agents[self.position.to_move]
        else:
            for side, name in enumerate(self.possible_agents):
                self.terminations[name] = True
                if outcome in (0, 1):
                    self.rewards[name] = 1.0 if outcome == side else -1.0
            self.agent_selection = self.possible_agents[1 - self.possible_agents.index(agent)]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position's text in the mode `ansi`; None in any other."""
        return self.position.text if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass
