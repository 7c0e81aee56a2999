"""`dqn`: players with a neural net that learned by playing what each action is worth."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from engines.learned import (
    jungle_board,
    jungle_centred,
    jungle_rewards,
    tabletactics_rewards,
    tabletactics_view,
)
from engines.learned.files import read_learned, write_learned
from engines.learned.kind import Load, learned_kind, loader
from engines.learned.net import make_net
from engines.learned.net_learner import NetLearner, View
from engines.learned.policy import Policy, Values
from engines.player_kinds import Kind
from games.contract import State
from games.tabletactics import SQUARES, read_obstacles

HALF_A_WIN = 0.5


def make_values(view: View) -> Values:
    """`engines.learned.policy.Values`, closed over what a net sees. The learned array holds the net's
    weights."""
    look, action, answers = view.look, view.action, view.net.answers
    asked_most, rows_most = view.asked, view.rows

    def values(state: State, moves: Any, count: int, learned: Any, out: Any) -> float:
        rows = np.zeros((asked_most, rows_most), np.int64)
        coefficients = np.zeros((asked_most, rows_most))
        counts = np.zeros(asked_most, np.int64)
        asked = look(state, 0, rows, coefficients, counts)
        found = answers(learned, rows, coefficients, counts, asked).ravel()
        for i in range(count):
            out[i] = found[action(state, int(moves[i]), 0)]
        return 0.0

    return values


@dataclass(frozen=True)
class _File:
    """Writes and reads files of a net's weights, as float32. A file holds the learner's name."""

    name: str
    view: View

    def write(self, path: Path, weights: np.ndarray, **header: Any) -> None:
        write_learned(path, self.name, {"weights": weights.astype(np.float32)}, **header)

    def read(self, path: Path) -> tuple[np.ndarray, dict[str, Any]]:
        """The weights (float64) and the header of a file. Raises BadText if it cannot be read."""
        arrays, header = read_learned(path, self.name, {"weights": (self.view.net.weights,)})
        return arrays["weights"].astype(np.float64), header


def net_learner(kind: str, game: str, view: View, **settings: Any) -> NetLearner:
    """A learner whose files `_File` writes."""
    name = f"{kind}-{game}"
    file = _File(name, view)
    return NetLearner(
        name=name, kind=kind, game=game, view=view, write=file.write, read=file.read, **settings
    )


JUNGLE: dict[str, Any] = {
    "games": 3_000,
    "opponents": ("random", "greedy:greedy", "qtable"),
    "judges": ("random", "greedy:greedy"),
    "judged_under": ({"no_capture_limit": 100}, {"no_capture_limit": 200}),
    "reward": jungle_rewards.net_reward,
    "teacher": "qtable",
}
BOARD: dict[str, Any] = {
    **JUNGLE,
    "games": 12_000,
    "opponents": ("random",) * 3 + ("greedy:greedy",) * 5 + ("greedy:hunter",) * 2,
    "teacher": "greedy:hunter",
    "every": 4,
}
"""The settings of `dqn336`, which sees the whole board. docs/lab/learned-players.md says what they gain."""
CENTRED_VIEW = View(
    make_net(jungle_centred.INPUTS, 64, 32, jungle_centred.OUTPUTS),
    jungle_centred.ROWS,
    jungle_centred.ASKED,
    jungle_centred.look,
    jungle_centred.action,
    True,
)
BOARD_VIEW = View(
    make_net(jungle_board.INPUTS, 128, 128, 128, jungle_board.ACTIONS),
    jungle_board.ROWS,
    1,
    jungle_board.look,
    jungle_board.action,
    True,
)
TABLETACTICS_VIEW = View(
    make_net(tabletactics_view.INPUTS, 64, 32, tabletactics_view.OUTPUTS),
    tabletactics_view.ROWS,
    tabletactics_view.ASKED,
    tabletactics_view.look,
    tabletactics_view.action,
    True,
)


def random_boards(seed: int, count: int) -> tuple[dict[str, Any], ...]:
    """Boards of TableTactics with one to five obstacles each, drawn from a seed: the rules' options."""
    draw = np.random.default_rng(seed)
    boards: list[dict[str, Any]] = []
    while len(boards) < count:
        squares = sorted(draw.choice(len(SQUARES), int(draw.integers(1, 6)), replace=False).tolist())
        obstacles = tuple(SQUARES[square] for square in squares)
        try:
            read_obstacles(obstacles)
        except ValueError:  # they cut the board in two, or lie on a square for placing soldiers
            continue
        boards.append({"obstacles": obstacles})
    return tuple(boards)


LEARNERS = (
    net_learner("dqn", "jungle", CENTRED_VIEW, **JUNGLE),
    net_learner("dqn336", "jungle", BOARD_VIEW, **BOARD),
    net_learner(
        "dqn",
        "tabletactics",
        TABLETACTICS_VIEW,
        games=2_400,
        opponents=("random,busy=1", "hunter", "greedy:concentration"),
        judges=("random,busy=1",),
        judged_under=({}, *random_boards(2, 5)),
        boards=({},) * 30 + random_boards(1, 100),
        reward=tabletactics_rewards.net_reward,
        teacher="hunter",
    ),
)


@lru_cache
def _values(view: View) -> Values:
    """The values of a view, one function for all weights of a net, because it is compiled once."""
    return make_values(view)


def _load(learner: NetLearner) -> Load:
    return loader(learner.name, lambda path: Policy(_values(learner.view), learner.read(path)[0], HALF_A_WIN))


def _kind(name: str, description: str, title: str) -> Kind:
    loads = {learner.game: _load(learner) for learner in LEARNERS if learner.kind == name}
    return learned_kind(name, description, loads, title)


KINDS = (
    _kind(
        "dqn",
        "A neural net that sees the board from each of its pieces; trained=N: yours, trained with seed N.",
        "DQN",
    ),
    _kind(
        "dqn336",
        "The neural net of the lecture slides on Jungle; trained=N: yours, trained with seed N.",
        "DQN 336",
    ),
)
