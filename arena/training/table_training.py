"""Trains a table of actions by Q-learning. One compiled function plays whole games and learns from them.

    Q(s, a) ← Q(s, a) + α·[r + γ·max Q(s′, a′) − Q(s, a)]

(Watkins 1989), where r is the reward, γ the discount, and s′ the position at the learner's next turn.
"""

from typing import Any

import numpy as np

from arena.game_kernel import GAME_STATE
from arena.game_loop import MOST_PLIES
from arena.kernel_players import KernelPlayers
from arena.training.environment import make_steps, room_for_keys
from engines.contract import Engine
from engines.learned.action_table import ROW, contents, row_of, value_in
from engines.learned.learners import TableLearner
from engines.learned.policy import best_of
from games.compiling.compiler import compiled
from games.compiling.function_pointers import clock_address
from games.contract import ONGOING, Game, Options
from games.position import Position
from games.random_stream import drawn_below, drawn_word

CHANCES = 1 << 20
"""Probabilities are drawn in steps of 1 / CHANCES."""


def make_training(rules: Game, learner: TableLearner) -> Any:
    """The kernel of whole games against one opponent: `train(first, games, seed, exploration, …) -> plies`.

    Games are numbered from `first`; the learner has White in the even ones.
    """
    begin, make, answer = make_steps(rules)
    legal_moves = rules.legal_moves
    survey, numbered, broadly, reward = learner.survey, learner.numbered, learner.broadly, learner.reward
    discount, rate, slower, least = learner.discount, learner.rate, learner.slower, learner.least_rate

    def learn(learned: Any, number: int, broad: int, target: float) -> None:
        # A row of the table has the action's number + 1 (0: a free row), its value and its visits.
        at = row_of(learned, number)
        if at < 0:  # the table is full
            return
        if learned[at] == 0.0:  # a new action begins with the value of its coarser description
            learned[at] = number + 1
            learned[at + 1] = value_in(learned, broad, broad, 0.0)
        pace = max(least, rate / (1.0 + learned[at + 2] / slower))
        learned[at + 1] += pace * (target - learned[at + 1])
        learned[at + 2] += 1.0

    def train(
        first: int, games: int, seed: int, exploration: float, learned: Any, seen: Any, values: Any,
        numbers: Any, game: Any, now: Any, before: Any, keys: Any, line: Any, start: Any, most_plies: int,
        seat: Any, ws: Any, states: Any, table: Any, weights: Any,
    ) -> int:  # fmt: skip
        plies = game.moves
        for index in range(first, first + games):
            side = index & 1
            word = drawn_word(seed, index)
            begin(game, now, start, word, most_plies, seat)
            draws = drawn_word(word, 2)
            drawn = 0
            last = -1  # the numbers of the learner's last action; −1: none yet
            broad = -1
            while True:
                answer(game, now, keys, line, side, seat, ws, states, table, weights)
                over = game.outcome != ONGOING or game.left <= 0
                count = 0 if over else legal_moves(now[0], ws.root_moves)
                best = 0
                if count > 0:
                    survey(now[0], seen)
                    for i in range(count):
                        numbers[i, 0] = numbered(now[0], ws.root_moves[i], seen)
                        numbers[i, 1] = broadly(seen)
                        values[i] = value_in(learned, numbers[i, 0], numbers[i, 1], 0.0)
                    best = best_of(values, count, draws, drawn)
                if last >= 0:
                    target = reward(before[0], now[0], side, game.outcome)
                    if count > 0:
                        target += discount * values[best]
                    learn(learned, last, broad, target)
                    learn(learned, broad, broad, target)
                if count == 0:
                    break
                if drawn_below(draws, drawn + 1, CHANCES) < exploration * CHANCES:
                    best = drawn_below(draws, drawn + 2, count)
                drawn += 3  # one for ties, one for whether to explore, one for the move
                last = numbers[best, 0]
                broad = numbers[best, 1]
                before[0] = now[0]
                make(game, now, keys, line, ws.root_moves[best])
        return int(game.moves - plies)

    return train


class TableTraining:
    """A table that is trained against one opponent after the other, a block of games against each at a time.
    Games are numbered; the same seed and the same games make the same table."""

    def __init__(
        self,
        rules: Game,
        learner: TableLearner,
        opponents: tuple[Engine, ...],
        learned: np.ndarray,
        seed: int,
        options: Options | None = None,
    ) -> None:
        """`learned` is the table, which changes."""
        self.learner, self.learned, self.seed, self.opponents = learner, learned, seed, opponents
        self._seats = [KernelPlayers(rules) for _ in opponents]
        self._weights = [seats.take(0, engine) for seats, engine in zip(self._seats, opponents, strict=True)]
        self._game = np.zeros(1, GAME_STATE).view(np.recarray)[0]
        self._game.clock = clock_address()
        now = np.zeros(2, rules.dtype).view(np.recarray)
        before = np.zeros(1, rules.dtype).view(np.recarray)
        self._memory = (
            np.zeros(learner.scratch, np.int64), np.zeros(rules.max_moves),
            np.zeros((rules.max_moves, 2), np.int64), self._game, now, before, room_for_keys(rules),
            np.zeros((1, 2), np.int32), Position.start(rules, options).state, MOST_PLIES,
        )  # fmt: skip
        self._train = compiled(make_training(rules, learner))

    def take_over(self, table: np.ndarray) -> None:
        """Goes on from the content of another table."""
        for number, value, visits in zip(*contents(table), strict=True):
            at = row_of(self.learned, int(number))
            self.learned[at : at + ROW] = number + 1, value, visits

    def play(self, first: int, games: int) -> None:
        """Plays a block of games, from number `first` on, against one opponent. The next block is against the
        next opponent. All blocks have the same number of `games`."""
        which = (first // games) % len(self.opponents)
        seats = self._seats[which]
        self._train(
            first, games, self.seed, self.learner.exploration.at(first), self.learned, *self._memory,
            seats.records[0], seats.workspaces[0], seats.states, seats.tables[0], self._weights[which],
        )  # fmt: skip
