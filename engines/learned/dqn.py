"""`dqn`: players with a neural net that says what each action is worth, learned by playing."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from engines.learned.files import read_learned, write_learned
from engines.learned.jungle_centred import ASKED, INPUTS, OUTPUTS, ROWS, action, look
from engines.learned.jungle_rewards import net_reward
from engines.learned.kind import learned_kind, loader
from engines.learned.net import make_net
from engines.learned.net_learner import NetLearner, View
from engines.learned.policy import Policy, Values
from games.contract import State

HALF_A_WIN = 0.5


def make_values(view: View) -> Values:
    """Closes `engines.learned.policy.Values` over what a net sees; what was learned are its weights."""
    look, action, answers = view.look, view.action, view.net.answers
    asked_most, rows_most = view.asked, view.rows

    def values(state: State, moves: Any, count: int, learned: Any, out: Any) -> float:
        rows = np.zeros((asked_most, rows_most), np.int64)
        coefficients = np.zeros((asked_most, rows_most))
        counts = np.zeros(asked_most, np.int64)
        asked = look(state, 0, rows, coefficients, counts)
        found = answers(learned, rows, coefficients, counts, asked).ravel()
        for i in range(count):
            out[i] = found[action(state, moves[i], 0)]
        return 0.0

    return values


@dataclass(frozen=True)
class _File:
    """What a net learned, in files by the learner's name: its weights, as float32."""

    name: str
    view: View

    def write(self, path: Path, weights: np.ndarray, **header: Any) -> None:
        write_learned(path, self.name, {"weights": weights.astype(np.float32)}, **header)

    def read(self, path: Path) -> tuple[np.ndarray, dict[str, Any]]:
        """The weights (float64), and the header; BadText."""
        arrays, header = read_learned(path, self.name, {"weights": (self.view.net.weights,)})
        return arrays["weights"].astype(np.float64), header


def net_learner(kind: str, game: str, view: View, **settings: Any) -> NetLearner:
    """One whose files are as `_File` writes them."""
    name = f"{kind}-{game}"
    file = _File(name, view)
    return NetLearner(
        name=name, kind=kind, game=game, view=view, write=file.write, read=file.read, **settings
    )


VIEW = View(make_net(INPUTS, 64, 32, OUTPUTS), ROWS, ASKED, look, action, True)
LEARNER = net_learner(
    "dqn",
    "jungle",
    VIEW,
    games=12_000,
    opponents=("random", "greedy:greedy", "qtable"),
    judges=("random", "greedy:greedy"),
    judged_under=({"no_capture_limit": 100}, {"no_capture_limit": 200}),
    reward=net_reward,
    teacher="qtable",
)
LEARNERS = (LEARNER,)


@lru_cache
def _values(view: View) -> Values:
    """The same function for all weights of a net: it is compiled once."""
    return make_values(view)


load = loader(LEARNER.name, lambda path: Policy(_values(VIEW), LEARNER.read(path)[0], HALF_A_WIN))

KINDS = (
    learned_kind(
        "dqn",
        "A neural net that says what each action is worth, learned by playing; trained=N: yours, of seed N.",
        "jungle",
        load,
    ),
)
