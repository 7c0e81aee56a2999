"""Plays whole games in compiled code: one compiled function (a kernel) has the game loop and calls the
searches of both players.

It makes the same moves as `arena.game_loop`: the same random numbers (`games.random_stream`) decide chance
and the order of root moves, and the same deepening (`engines.deepening`) calls the same search. It is faster,
because it makes no Python objects.

There is one kernel for each game of the registry. It calls searches by their addresses, as searches call
evaluations, so it is compiled once for all players. The heuristics' weights are arguments.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from engines.deepening import make_deepening, make_fixed_depth, untold
from engines.learned.policy import best_of
from engines.move_noise import draw_move
from engines.workspace import MAX_EARLIER, begin_root, root_seed
from games.compiling.function_pointers import call_at, nanoseconds
from games.contract import DRAW, ONGOING, Game
from games.random_stream import drawn_below, shuffle

GAME_STATE = np.dtype(
    [
        ("seed", "i8"),  # of chance
        ("drawn", "i8"),  # chance outcomes drawn so far
        ("noted", "i8"),  # moves in `line`
        ("earlier", "i8"),  # number of `keys`
        ("left", "i8"),  # plies until the game is broken off
        ("outcome", "i8"),
        ("moves", "i8"),  # moves made in all games of this record, so that a watcher sees progress
        ("stop", "i8"),  # not 0: break the game off
        ("clock", "i8"),  # address of the clock
        ("opened", "i8"),  # moves of the opening made so far
    ]
)
"""A game in progress, without its position."""

SEAT = np.dtype(
    [
        ("kind", "i8"),  # AT_RANDOM, TO_A_DEPTH, DEEPENING or BY_POLICY
        ("search", "i8"),  # address of its search kernel, or of the policy's values
        ("seed", "i8"),
        ("drawn", "i8"),  # random numbers used so far, one for each move
        ("busy", "i8"),  # not 0: a random player ends its turn early only if it must
        ("deepest", "i8"),  # the largest depth that it searches
        ("node_limit", "i8"),
        ("aspires", "i8"),  # not 0: searches with aspiration windows
        ("nodes", "i8"),  # searched in this game, or moves that a policy valued
        ("nanoseconds", "i8"),  # its thinking time
        ("keep_best", "i8"),  # address of the kernel that keeps an endgame table's best moves, 0 for none
        ("outcomes", "i8"),  # address of the endgame table's outcomes
        ("value", "f8"),  # of the best move that it found last, for its side; NaN where it is not known
    ]
)
"""The player of a side."""

AT_RANDOM, TO_A_DEPTH, DEEPENING, BY_POLICY = 0, 1, 2, 3

Play = Callable[..., bool]
"""`play(game, now, keys, line, values, opening, seats, states, ws0, ws1, table0, table1, weights0,
weights1)`: returns True when the game is over, broken off or stopped. It returns False when `line` or `keys`
is full; the caller makes room and calls it again.

`game` is a GAME_STATE record. `now` is a recarray[2] of positions; the first is the current one. `keys`
int64[n] has the hash keys of the positions before it, back to the last irreversible move. `line` int32[m, 2]
takes the moves made and their chance outcomes, `values` float64[m] the value that each move's player found
(`seats.value`). The moves of `opening`, in the same form as `line`, are made first. If one is
impossible, the game is broken off: its outcome stays ONGOING, and `game.opened` is less than the opening's
length. `seats` recarray[2] of SEAT, the workspaces `ws0` and `ws1`, transposition tables and weights are by
side. `states` has room for the positions along the line that a search looks at, one for each ply; both
players use it in turn.
"""


def alphabeta(
    ws: Any, states: Any, table: Any, weights: Any, ply: int, depth: int, alpha: float, beta: float
) -> float:
    """The search kernel whose address the workspace holds."""
    return call_at(ws.search, (ws, states, table, weights, ply, depth, alpha, beta))


def minimax(ws: Any, states: Any, table: Any, weights: Any, ply: int, depth: int) -> float:
    """The minimax kernel whose address the workspace holds; it takes no window."""
    return call_at(ws.search, (ws, states, table, weights, ply, depth))


class Turns(NamedTuple):
    """The steps of a game in a kernel. `decided(game, state, keys)`: its outcome, repetition included.
    `chosen(game, state, keys, seat, ws, states, table, weights)`: a player's move. `drawn_chance(game, state,
    move)`: its chance outcome. `make_move(game, now, keys, line, move, chance)` makes it."""

    decided: Callable[..., int]
    chosen: Callable[..., int]
    drawn_chance: Callable[..., int]
    make_move: Callable[..., None]


def make_turns(rules: Game) -> Turns:
    """Makes the steps for a game's rules. They are written in Python, but run only when Numba has compiled
    them, because only compiled code can call a search by its address."""
    deepen, search_to = make_deepening(alphabeta, draw_move), make_fixed_depth(minimax, untold)
    legal_moves, apply, outcome = rules.legal_moves, rules.apply, rules.outcome
    chance_count, quiet, repetition_limit = rules.chance_count, rules.quiet, rules.repetition_limit
    has_repetition, has_chance, idles = rules.has_repetition, rules.has_chance, rules.idles

    def busy_moves(state: Any, moves: Any, count: int) -> int:
        # Puts the moves first that do not end the turn early (`idles`), over the others. Returns how many
        # there are; if there are none, the number of all moves.
        busy = 0
        for i in range(count):
            if not idles(state, moves[i]):
                moves[busy] = moves[i]
                busy += 1
        return busy if busy > 0 else count

    def decided(game: Any, state: Any, keys: Any) -> int:
        result = outcome(state)
        if has_repetition and result == ONGOING and repetition_limit(state) > 0:
            occurrences = 1
            for i in range(game.earlier):
                if keys[i] == state.key:
                    occurrences += 1
            if occurrences >= repetition_limit(state):
                return DRAW
        return int(result)

    def lay_down(game: Any, state: Any, keys: Any, seat: Any, ws: Any, states: Any) -> None:
        # Sets up the root of a search, as `set_root` does in Python.
        states[0] = state
        if has_repetition:
            first = max(0, game.earlier - MAX_EARLIER)
            for i in range(first, game.earlier):
                ws.keys[i - first] = keys[i]
            ws.earlier = game.earlier - first
        count = legal_moves(state, ws.root_moves)
        best = count
        if seat.keep_best != 0:  # an endgame table: only its best moves are searched
            scratch = (states[1], ws.root_moves, count, ws.root_values)
            best = int(call_at(seat.keep_best, (seat.outcomes, state, *scratch)))
        partial = int(best < count)
        count = best
        seed = root_seed(seat.seed, state.key, quiet(state))
        shuffle(seed, ws.root_moves, count)
        ws.noise_seed = seed
        begin_root(ws, state.to_move, count)
        ws.root_partial = partial
        ws.search = seat.search
        ws.node_limit = seat.node_limit
        ws.stop = 0
        if game.stop != 0:  # another thread may have set both flags just before the line above cleared one
            ws.stop = 1

    def chosen(
        game: Any, state: Any, keys: Any, seat: Any, ws: Any, states: Any, table: Any, weights: Any
    ) -> int:
        if seat.kind == AT_RANDOM:
            count = legal_moves(state, ws.root_moves)
            if seat.busy != 0:
                count = busy_moves(state, ws.root_moves, count)
            seat.drawn += 1
            seat.value = np.nan
            return int(ws.root_moves[drawn_below(seat.seed, seat.drawn - 1, count)])
        began = nanoseconds(game.clock)
        if seat.kind == BY_POLICY:
            count = legal_moves(state, ws.root_moves)
            call_at(seat.search, (state, ws.root_moves, count, weights, ws.root_values))
            seat.drawn += 1
            seat.nodes += count  # each move that it values counts, as in `PolicyPlayer`
            best = best_of(ws.root_values, count, seat.seed, seat.drawn - 1)
            seat.value = ws.root_values[best] if np.isfinite(ws.root_values[best]) else np.nan
            seat.nanoseconds += nanoseconds(game.clock) - began
            return int(ws.root_moves[best])
        lay_down(game, state, keys, seat, ws, states)
        if seat.kind == TO_A_DEPTH:
            move, seat.value = search_to(ws, states, table, weights, seat.deepest, seat.aspires)
        else:
            move, seat.value = deepen(ws, states, table, weights, seat.deepest, seat.aspires)
            if ws.drawn >= 0:  # a player of a limited level draws one of the good moves
                move = int(ws.drawn)
        seat.nodes += ws.nodes
        seat.nanoseconds += nanoseconds(game.clock) - began
        return move

    def drawn_chance(game: Any, state: Any, move: int) -> int:
        if has_chance:
            outcomes = chance_count(state, move)
            if outcomes > 1:
                game.drawn += 1
                return drawn_below(game.seed, game.drawn - 1, outcomes)
        return 0

    def make_move(game: Any, now: Any, keys: Any, line: Any, move: int, chance: int) -> None:
        apply(now[0], move, chance, now[1])
        if has_repetition and quiet(now[1]) > 0:
            keys[game.earlier] = now[0].key
            game.earlier += 1
        else:
            game.earlier = 0
        now[0] = now[1]
        line[game.noted, 0] = move
        line[game.noted, 1] = chance
        game.noted += 1
        game.moves += 1
        game.left -= 1

    return Turns(decided, chosen, drawn_chance, make_move)


def make_play(rules: Game) -> Play:
    """Makes the game loop for a game's rules. It is written in Python, but runs only when Numba has compiled
    it."""
    decided, chosen, drawn_chance, make_move = make_turns(rules)
    legal_moves, chance_count = rules.legal_moves, rules.chance_count

    def is_possible(state: Any, move: int, chance: int, moves: Any) -> bool:
        for i in range(legal_moves(state, moves)):
            if moves[i] == move:
                return 0 <= chance < chance_count(state, move)
        return False

    def play(
        game: Any,
        now: Any,
        keys: Any,
        line: Any,
        values: Any,
        opening: Any,
        seats: Any,
        states: Any,
        ws0: Any,
        ws1: Any,
        table0: Any,
        table1: Any,
        weights0: Any,
        weights1: Any,
    ) -> bool:
        while True:
            state = now[0]
            game.outcome = decided(game, state, keys)
            if game.outcome != ONGOING or game.left <= 0:
                return True
            if game.noted >= line.shape[0] or game.earlier >= keys.shape[0]:
                return False
            if game.opened < opening.shape[0]:
                move, chance = opening[game.opened, 0], opening[game.opened, 1]
                if not is_possible(state, move, chance, ws0.root_moves):
                    return True
                values[game.noted] = np.nan
                make_move(game, now, keys, line, move, chance)
                game.opened += 1
                continue
            if state.to_move == 0:
                move = chosen(game, state, keys, seats[0], ws0, states, table0, weights0)
            else:
                move = chosen(game, state, keys, seats[1], ws1, states, table1, weights1)
            if game.stop != 0:
                return True
            # + 0.0 turns a minus zero into 0.0, as an engine in Python does.
            values[game.noted] = seats[state.to_move].value + 0.0
            make_move(game, now, keys, line, move, drawn_chance(game, state, move))

    return play
