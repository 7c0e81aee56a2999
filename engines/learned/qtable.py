"""`qtable`: a player of Jungle with a table of the values of actions, learned by playing."""

from pathlib import Path
from typing import Any

import numpy as np

from engines.learned.action_table import UNSEEN, contents, filled, row_of, value_in
from engines.learned.files import read_learned, write_learned
from engines.learned.jungle_key import NUMBERS, SCRATCH, broadly, in_words, numbered, survey
from engines.learned.jungle_rewards import WON, table_reward
from engines.learned.kind import learned_kind, loader
from engines.learned.learners import TableLearner
from engines.learned.policy import Policy
from games.contract import BadText, State

NAME = "qtable-jungle"
HALF_A_WIN = WON / 2


def values(state: State, moves: Any, count: int, learned: Any, out: Any) -> float:
    """The values of moves by a table of actions, `learned`; see `engines.learned.policy.Values`."""
    seen = np.zeros(SCRATCH, np.int64)
    survey(state, seen)
    for i in range(count):
        number = numbered(state, moves[i], seen)
        out[i] = value_in(learned, number, broadly(seen), UNSEEN)
    return 0.0


def policy_of(table: np.ndarray) -> Policy:
    """The policy that plays by a table of actions."""

    def words(state: State, move: int) -> str:
        seen = np.zeros(SCRATCH, np.int64)
        survey(state, seen)
        exactly = _visits(table, numbered(state, move, seen))
        alike = _visits(table, broadly(seen))
        if exactly:
            times = f"Tried {exactly:,} times, and similar actions {alike:,} times"
        else:
            times = "Hardly ever tried" + (f", but similar actions {alike:,} times" if alike else "")
        return f"{times}: {in_words(state, move)}."

    return Policy(values, table, HALF_A_WIN, words)


def _visits(table: np.ndarray, number: int) -> int:
    at = row_of(table, number)
    return int(table[at + 2]) if at >= 0 else 0


def write(path: Path, table: np.ndarray, least_visits: int, **header: Any) -> None:
    """Writes the rows of a table with at least this many visits. If that is all rows, it keeps them exactly,
    so that learning can go on."""
    numbers, of_actions, visits = contents(table, least_visits)
    arrays = {
        "numbers": numbers,
        "values": of_actions.astype(np.float64 if least_visits <= 1 else np.float32),
        "visits": visits,
    }
    write_learned(path, NAME, arrays, **header)


def read(path: Path) -> tuple[np.ndarray, dict[str, Any]]:
    """The table of a file, and its header. Raises BadText if it cannot be read."""
    arrays, header = read_learned(path, NAME, {"numbers": (None,), "values": (None,), "visits": (None,)})
    numbers, of_actions, visits = arrays["numbers"], arrays["values"], arrays["visits"]
    if not len(numbers) == len(of_actions) == len(visits):
        raise BadText(f"{path}: expected as many values and visits as numbers")
    if len(numbers) and not 0 <= int(numbers.min()) <= int(numbers.max()) < NUMBERS:
        raise BadText(f"{path}: numbers: expected 0 to {NUMBERS - 1}")
    return filled(numbers, of_actions, visits), header


LEARNER = TableLearner(
    NAME,
    "qtable",
    "jungle",
    50_000,
    ("random", "greedy:greedy"),
    ("random", "greedy:greedy"),
    ({"no_capture_limit": 100}, {"no_capture_limit": 200}),
    survey,
    numbered,
    broadly,
    SCRATCH,
    table_reward,
    write,
    read,
)


load = loader(NAME, lambda path: policy_of(read(path)[0]))

KINDS = (
    learned_kind(
        "qtable",
        "A table of what actions are worth, learned by playing; trained=N: yours, trained with seed N.",
        {"jungle": load},
        "Q-table",
    ),
)
LEARNERS = (LEARNER,)
