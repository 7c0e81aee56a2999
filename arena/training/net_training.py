"""Trains a neural net by deep Q-learning. One compiled function plays whole games and learns from them.

    loss = ½·(Q(s, a) − r − γ·max Q⁻(s′, a′))² + λ·(max (Q(s, a) + margin·[a ≠ t]) − Q(s, t))

(Mnih et al. 2015, doi:10.1038/nature14236; Hester et al. 2018, arXiv:1704.03732): r is the reward, γ the
discount, s′ the position at the learner's next turn, Q⁻ an earlier state of the net. λ is `weight`. t is a
move that the teacher, another player, would play in s; of several that it values alike, the net's best.
[a ≠ t] is 1 for other moves than t, else 0. Both maxima are over legal actions alone: those of s′, and those
of s without the teacher's other moves.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from arena.game_kernel import BY_POLICY, GAME_STATE, make_turns
from arena.game_loop import MOST_PLIES
from arena.kernel_players import KernelPlayers
from arena.training.environment import make_steps, room_for_keys
from arena.training.table_training import CHANCES
from engines.contract import Engine
from engines.learned.net import adapt, first_weights
from engines.learned.net_learner import NetLearner
from engines.learned.policy import best_of
from games.compiling.compiler import compiled
from games.compiling.function_pointers import clock_address
from games.contract import ONGOING, Game
from games.position import Position
from games.random_stream import drawn_below, drawn_word

EXPERIENCE = np.dtype(
    [
        ("reward", "f8"),
        ("advised", "i8"),  # bit by legal move: the teacher knows no better move
        ("move", "i4"),
        ("over", "i1"),  # the game ended with the action
        ("same_turn", "i1"),  # the learner moves again without an answer; γ is 1 then
    ],
    align=True,
)
"""An action's record in the experience, without the states before and after it."""

LEAST_BATCHES = 20
"""The net begins to learn once it has experience for this many batches."""

PROGRESS = np.dtype([("turns", "i8"), ("batches", "i8"), ("plies", "i8")])
"""Turns of the learner in this run, each of which is an experience; batches learned from, earlier runs
included; plies of both sides in this run."""


class Memory(NamedTuple):
    """The last experiences: states before and after (recarrays of the rules' dtype); `said`: EXPERIENCE."""

    befores: Any
    afters: Any
    said: Any


class NetArrays(NamedTuple):
    """Scratch for a state: its moves and their values, and the arguments and results of each call of
    `Net.ask`."""

    moves: np.ndarray
    values: np.ndarray
    rows: np.ndarray
    coefficients: np.ndarray
    counts: np.ndarray
    layers: np.ndarray


KEPT = ("weights", "target", "first", "second")
"""The arrays of a brain that are needed after a batch."""


class Brain(NamedTuple):
    """The arrays that learning changes: the weights, those of Q⁻ (`target`), their gradient, Adam's two
    moments, and which inputs have a gradient (`touched`)."""

    weights: np.ndarray
    target: np.ndarray
    gradient: np.ndarray
    first: np.ndarray
    second: np.ndarray
    touched: np.ndarray

    def to_keep(self) -> dict[str, np.ndarray]:
        """The arrays that a later run needs, by name."""
        return {name: getattr(self, name) for name in KEPT}

    def take_over(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Goes on from kept arrays."""
        for name in KEPT:
            getattr(self, name)[:] = arrays[name]


def make_net_training(rules: Game, learner: NetLearner) -> Any:
    """The kernel of whole games against one opponent."""
    begin, make, answer = make_steps(rules)
    chosen = make_turns(rules).chosen
    legal_moves = rules.legal_moves
    view, net, reward = learner.view, learner.view.net, learner.reward
    look, action, ask, learn = view.look, view.action, net.ask, net.learn
    first_width, outputs = net.sizes[1], net.sizes[-1]
    last_layer = net.values - outputs
    batch, every, kept, target_every = learner.batch, learner.every, learner.kept, learner.target_every
    discount, margin, weight, shown = learner.discount, learner.margin, learner.weight, learner.shown
    mirrors = view.mirrors

    def consider(state: Any, mirrored: int, weights: Any, desk: Any) -> None:
        # Puts the values of all actions on the desk.
        asked = look(state, mirrored, desk.rows, desk.coefficients, desk.counts)
        for i in range(asked):
            ask(weights, desk.rows[i], desk.coefficients[i], desk.counts[i], desk.layers[i])

    def value_at(desk: Any, place: int) -> float:
        return float(desk.layers[place // outputs, last_layer + place % outputs])

    def best_of_all(state: Any, mirrored: int, weights: Any, desk: Any) -> float:
        consider(state, mirrored, weights, desk)
        best = -np.inf
        for i in range(legal_moves(state, desk.moves)):
            best = max(best, value_at(desk, action(state, desk.moves[i], mirrored)))
        return best

    def correct(place: int, error: float, brain: Any, desk: Any) -> None:
        which = place // outputs
        learn(brain.weights, desk.rows[which], desk.coefficients[which], desk.counts[which],
              desk.layers[which], place % outputs, error / batch, brain.gradient, brain.touched)  # fmt: skip

    def learn_one(one: Any, before: Any, after: Any, mirrored: int, brain: Any, desk: Any) -> None:
        target = one.reward
        if one.over == 0:
            ahead = best_of_all(after, mirrored, brain.target, desk)
            target += ahead if one.same_turn != 0 else discount * ahead
        consider(before, mirrored, brain.weights, desk)
        taken = action(before, one.move, mirrored)
        # The error is cut off at ±1, as by Mnih et al.
        correct(taken, max(-1.0, min(1.0, value_at(desk, taken) - target)), brain, desk)
        if weight > 0.0:
            wanted, rival = -1, -1
            for i in range(legal_moves(before, desk.moves)):
                place = action(before, desk.moves[i], mirrored)
                if one.advised >> i & 1:
                    if wanted < 0 or value_at(desk, place) > value_at(desk, wanted):
                        wanted = place
                elif rival < 0 or value_at(desk, place) > value_at(desk, rival):
                    rival = place
            if wanted >= 0 and rival >= 0 and value_at(desk, rival) + margin > value_at(desk, wanted):
                correct(rival, weight, brain, desk)
                correct(wanted, -weight, brain, desk)

    def advised_by(seat: Any, ws: Any, moves: Any, count: int, advice: int) -> int:
        # A policy leaves the values of all moves. Moves as good as the chosen one are advised as well.
        advised = 0
        at = 0
        for i in range(count):
            if moves[i] == advice:
                at = i
        for i in range(min(count, 63)):  # as many bits as an int64 has beside its sign
            if i == at or (seat.kind == BY_POLICY and ws.root_values[i] == ws.root_values[at]):
                advised |= 1 << i
        return advised

    def learn_batch(
        memory: Any, stored: int, seed: int, pace: float, brain: Any, number: int, desk: Any
    ) -> None:
        for index in range(batch):
            word = drawn_word(seed, index)
            which = word % stored
            mirrored = (word >> 40) & 1 if mirrors else 0
            learn_one(memory.said[which], memory.befores[which], memory.afters[which], mirrored, brain, desk)
        adapt(brain.weights, brain.gradient, brain.first, brain.second, brain.touched, first_width,
              number, pace)  # fmt: skip

    def train(
        first: int, games: int, seed: int, exploration: float, pace: float, brain: Any, memory: Any,
        desk: Any, progress: Any, game: Any, now: Any, before: Any, keys: Any, line: Any, starts: Any,
        most_plies: int,
        seat: Any, ws: Any, states: Any, table: Any, weights: Any,
        t_seat: Any, t_ws: Any, t_states: Any, t_table: Any, t_weights: Any,
    ) -> None:  # fmt: skip
        for index in range(first, first + games):
            side = index & 1
            word = drawn_word(seed, index)
            begin(game, now, starts[drawn_below(word, 5, len(starts))], word, most_plies, seat)
            answer(game, now, keys, line, side, seat, ws, states, table, weights)
            draws = drawn_word(word, 2)
            t_seat.seed = drawn_word(word, 3)
            t_seat.drawn = 0
            # Whether the learner plays the teacher's moves in this game.
            is_shown = drawn_below(word, 4, CHANCES) < shown * CHANCES
            drawn = 0
            while game.outcome == ONGOING and game.left > 0:
                state = now[0]
                before[0] = state
                advice = chosen(game, state, keys, t_seat, t_ws, t_states, t_table, t_weights)
                count = legal_moves(state, desk.moves)
                advised = advised_by(t_seat, t_ws, desk.moves, count, advice)
                move = advice
                if drawn_below(draws, drawn + 1, CHANCES) < exploration * CHANCES:
                    move = desk.moves[drawn_below(draws, drawn + 2, count)]
                elif not is_shown:
                    consider(state, 0, brain.weights, desk)
                    for i in range(count):
                        desk.values[i] = value_at(desk, action(state, desk.moves[i], 0))
                    move = desk.moves[best_of(desk.values, count, draws, drawn)]
                drawn += 3  # one for ties, one for whether to explore, one for the move
                made = game.moves
                make(game, now, keys, line, move)
                answer(game, now, keys, line, side, seat, ws, states, table, weights)
                progress.plies += game.moves - made
                place = progress.turns % kept
                memory.befores[place] = before[0]
                memory.afters[place] = now[0]
                one = memory.said[place]
                one.move = move
                one.advised = advised
                one.over = 1 if game.outcome != ONGOING or game.left <= 0 else 0
                one.same_turn = 1 if game.moves - made == 1 else 0
                one.reward = reward(before[0], now[0], side, game.outcome)
                progress.turns += 1
                if progress.turns % every == 0 and progress.turns >= LEAST_BATCHES * batch:
                    progress.batches += 1
                    stored = min(progress.turns, kept)
                    # Games draw with `seed`, batches with the next one.
                    learn_batch(memory, stored, drawn_word(seed + 1, progress.batches), pace, brain,
                                progress.batches, desk)  # fmt: skip
                    if progress.batches % target_every == 0:
                        brain.target[:] = brain.weights

    return train


class NetTraining:
    """A net that is trained against one opponent after the other. Games are numbered; the same seed and the
    same games make the same net."""

    def __init__(
        self,
        rules: Game,
        learner: NetLearner,
        opponents: tuple[Engine, ...],
        teacher: Engine,
        seed: int,
    ) -> None:
        self.learner, self.seed, self.opponents = learner, seed, opponents
        net = learner.view.net
        weights = first_weights(net, seed, learner.view.rows)
        self.brain = Brain(
            weights,
            weights.copy(),
            np.zeros(net.weights),
            np.zeros(net.weights),
            np.zeros(net.weights),
            np.zeros(net.sizes[0], np.int64),
        )
        self.progress = np.zeros(1, PROGRESS).view(np.recarray)[0]
        self.memory = Memory(
            np.zeros(learner.kept, rules.dtype).view(np.recarray),
            np.zeros(learner.kept, rules.dtype).view(np.recarray),
            np.zeros(learner.kept, EXPERIENCE).view(np.recarray),
        )
        view = learner.view
        self._desk = NetArrays(
            np.zeros(rules.max_moves, np.int32),
            np.zeros(rules.max_moves),
            np.zeros((view.asked, view.rows), np.int64),
            np.zeros((view.asked, view.rows)),
            np.zeros(view.asked, np.int64),
            np.zeros((view.asked, net.values)),
        )
        self._seats = [KernelPlayers(rules) for _ in (*opponents, teacher)]
        self._weights = [
            seats.take(0, engine) for seats, engine in zip(self._seats, (*opponents, teacher), strict=True)
        ]
        self._game = np.zeros(1, GAME_STATE).view(np.recarray)[0]
        self._game.clock = clock_address()
        starts = np.zeros(len(learner.boards), rules.dtype).view(np.recarray)
        for number, board in enumerate(learner.boards):
            starts[number] = Position.start(rules, rules.options(**board)).state
        self._board = (
            self._game, np.zeros(2, rules.dtype).view(np.recarray),
            np.zeros(1, rules.dtype).view(np.recarray), room_for_keys(rules), np.zeros((1, 2), np.int32),
            starts, MOST_PLIES,
        )  # fmt: skip
        self._train = compiled(make_net_training(rules, learner), allocates=True)

    def play(self, first: int, games: int) -> None:
        """Plays a block of games, from number `first` on, against one opponent. The next block is against the
        next opponent. All blocks have the same number of `games`."""
        which = (first // games) % len(self.opponents)
        self._train(
            first, games, self.seed, self.learner.exploration.at(first), self.learner.rate.at(first),
            self.brain, self.memory, self._desk, self.progress, *self._board, *self._of(which), *self._of(-1),
        )  # fmt: skip

    def _of(self, which: int) -> tuple[Any, ...]:
        seats = self._seats[which]
        return seats.records[0], seats.workspaces[0], seats.states, seats.tables[0], self._weights[which]
