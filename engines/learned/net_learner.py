"""What training needs to know of a player that learns a neural net."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from engines.learned.learners import Learner, Schedule
from engines.learned.net import Net
from games.contract import State


@dataclass(frozen=True, eq=False)
class View:
    """How a net sees a state and names its actions, from the perspective of the player to move. A question is
    one evaluation of the net: some nets get one about the whole board, others one about each own piece."""

    net: Net
    rows: int
    """The most inputs of a question that are not 0."""
    asked: int
    """The most questions of a state."""
    look: Callable[[State, int, Any, Any, Any], int]
    """`look(state, mirrored, rows, coefficients, counts) -> asked` fills the arguments of `Net.answers`, and
    returns the number of questions."""
    action: Callable[[State, int, int], int]
    """`action(state, move, mirrored)`: the index of the move's value in the flattened answers."""
    mirrors: bool
    """Whether a reflected position is possible, too, so that the net learns from both. Jungle exchanges left
    and right, TableTactics reflects the board in the diagonal a1–f6. Colours stay."""


@dataclass(frozen=True, eq=False)
class NetLearner(Learner):
    """Learns a net by deep Q-learning, with demonstrations by a teacher (Hester et al. 2018,
    arXiv:1704.03732)."""

    view: View
    """What the net sees."""
    reward: Callable[[State, State, int, int], float]
    """`reward(before, after, side, outcome)`: a side's reward from one of its turns to the next."""
    write: Callable[..., None]
    """`write(path, weights, **header)` writes its file."""
    read: Callable[[Path], tuple[np.ndarray, dict[str, Any]]]
    """`read(path) -> (weights, header)` reads its file."""
    teacher: str
    """The player whose move should be worth `margin` more than all others, in every state that is met. A loss
    with that `weight` teaches this to the net."""
    boards: tuple[Mapping[str, Any], ...] = ({},)
    """Games begin from one of these, each given by the rules' options that are not the usual ones."""
    shown: float = 0.3
    """The share of the games in which the teacher also makes the learner's moves."""
    margin: float = 0.3
    weight: float = 1.0
    discount: float = 0.95
    exploration: Schedule = field(default=Schedule(0.1, 0.02, 2_000))
    """The share of the learner's moves that are drawn at random."""
    rate: Schedule = field(default=Schedule(1e-3, 1e-4, 10_000))
    """The learning rate of Adam."""
    batch: int = 64
    """The number of turns that the net learns from at a time, drawn from the last `kept`."""
    every: int = 16
    """The number of the learner's turns from one batch to the next."""
    kept: int = 1 << 17
    target_every: int = 1000
    """The number of batches after which the net is copied into the target net, which values the next
    states."""
