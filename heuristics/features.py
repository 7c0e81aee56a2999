"""Features that any game has, made from its contract alone: pieces by kind and zone, how near pieces stand to
each other, and moves. A heuristic's file can use a feature as a term:

    from games.morris import GAME
    from heuristics.features import feature

    central = feature(GAME, "stones in the centre")
    central.add_to(mine, weight=1.0)

A game without `Rules.contents` has only features of moves. Zones and distances also need squares that are
called by a letter and a number. The `centre` is the middle half of the files and of the ranks, the `edge` the
first and last of them. In `the other half` are the ranks beyond the middle, as the side sees them. Distances
are steps along files and ranks, from each square to the next.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from games.contract import BadText, Rules, State, never
from heuristics.contract import DIFFERENCE, OTHER, SINGLE, Heuristic, Kernel, Squares, where

ANY = 0
"""The kind that stands for all kinds."""

UNNAMED = 12
"""The number of kinds of pieces for which features are made if a game does not name its kinds."""

OWN, THEIRS = 0, 1
ALL_MOVES, NOISY, WITHOUT = 0, 1, 2
"""What a feature of moves counts: all moves, the squares where noisy moves end, or pieces without a move."""

SQUARES = 64
"""The number of squares that a move's bits can name."""

Noisy = Callable[[State, int], bool]

# Parts of the kernels: of each feature's own count, and of the kernel that measures all features at once


def amount_on(board: Any, side: int, kind: int, amounts: Any) -> float:
    """The sum of a side's `amounts`, float64 [2, squares], on the squares of its pieces of a kind."""
    total = 0.0
    for square in range(board.shape[0]):
        if board[square, 1] == side and (kind == ANY or board[square, 0] == kind) and board[square, 0] > 0:
            total += amounts[side, square]
    return total


def nearness_of(board: Any, side: int, kind: int, whose: int, other: int, near: Any) -> float:
    """The sum over a side's pieces of a kind of how `near`, float64 [squares, squares], the nearest `other`
    piece is: one of the same side (OWN), or of the other."""
    total, owner = 0.0, side if whose == OWN else 1 - side
    for square in range(board.shape[0]):
        if board[square, 1] != side or (kind != ANY and board[square, 0] != kind) or board[square, 0] == 0:
            continue
        nearest = 0.0
        for place in range(board.shape[0]):
            stands = board[place, 1] == owner and place != square and board[place, 0] > 0
            if stands and (other == ANY or board[place, 0] == other):
                nearest = max(nearest, near[square, place])
        total += nearest
    return total


def number_of(board: Any, side: int, kind: int, what: int, moves: Any, noisy: Any) -> float:
    """The number that a feature counts (`what`) of a side's `moves`, int32 [n], by pieces of a kind. `noisy`,
    bool [n], says which moves are noisy. Moves with the same first and last square count once."""
    total, squares = 0.0, board.shape[0]
    seen = np.zeros(SQUARES, np.int64)  # by the square where a move begins: bits of those where it ends
    for i in range(moves.shape[0]):
        square = moves[i] >> 6 & 63
        begins = kind == ANY or (square < squares and board[square, 0] == kind and board[square, 1] == side)
        if what == NOISY:
            square = 0  # all that end on one square count once
        bit = np.int64(1) << np.int64(moves[i] & 63)
        if (what == NOISY and not noisy[i]) or not begins or seen[square] & bit != 0:
            continue
        seen[square] |= bit
        total += 1.0
    if what == WITHOUT:
        total = 0.0
        for square in range(squares):
            stands = board[square, 1] == side and board[square, 0] > 0
            if stands and (kind == ANY or board[square, 0] == kind) and seen[square] == 0:
                total += 1.0
    return total


@dataclass(frozen=True)
class GameFeature:
    """A feature: something to count. `count(state, side)` is a kernel. `kind` is the kind of its term:
    DIFFERENCE; SINGLE if only the moves of the side to move are known; or OTHER if only the other side
    counts."""

    name: str
    kind: str
    description: str
    count: Kernel
    squares: Squares | None
    family: str
    parameters: tuple[Any, ...]

    def add_to(self, heuristic: Heuristic, weight: float) -> None:
        """Adds the feature to a heuristic as a term."""
        count = where(self.squares)(self.count) if self.squares else self.count
        add = {DIFFERENCE: heuristic.difference, SINGLE: heuristic.single, OTHER: heuristic.other}[self.kind]
        add(self.name, weight=weight)(count)


PIECES, NEARNESS, MOVES = "pieces", "nearness", "moves"


@cache
def features_of(rules: Rules, noisy: Noisy = never) -> tuple[GameFeature, ...]:
    """All features of a game. `noisy(state, move)` says which moves may change the value much; without it, no
    move counts as noisy."""
    made = _Maker(rules, noisy)
    return tuple(made.features())


def feature(rules: Rules, name: str, noisy: Noisy = never) -> GameFeature:
    """A feature by its name. Raises BadText if the game has no such feature."""
    known = {each.name: each for each in features_of(rules, noisy)}
    if name not in known:
        raise BadText(f"feature of {rules.name}: expected one of {', '.join(known)}, found {name!r}")
    return known[name]


@cache
def measuring(rules: Rules, noisy: Noisy = never) -> Callable[[State, Any], None]:
    """The kernel `measure(state, out)`: fills `out`, float64, with each feature's amount for the side to
    move, in the order of `features_of`: the own count minus the other side's, or what a SINGLE or OTHER
    term counts."""
    made = _Maker(rules, noisy)
    features = features_of(rules, noisy)

    def of(family: str) -> list[tuple[Any, ...]]:
        return [each.parameters for each in features if each.family == family]

    pieces, nearness, moves = of(PIECES), of(NEARNESS), of(MOVES)
    squares = len(rules.squares)
    kinds = np.array([kind for kind, _ in pieces] or [0], np.int64)
    amounts = np.array([amount for _, amount in pieces] or [np.zeros((2, squares))])
    nearest = np.array(nearness or [(0, 0, 0)], np.int64)
    counted = np.array(moves, np.int64)
    number_pieces, number_nearness, number_moves = len(pieces), len(nearness), len(moves)
    near, read, fill, turns = made.near, made.read, made.fill, made.turns
    most, sides = rules.max_moves, 2

    def measure(state: State, out: Any) -> None:
        board = np.zeros((squares, 2), np.int8)
        read(state, board)
        found = np.empty((sides, most), np.int32)
        are_noisy = np.zeros((sides, most), np.bool_)
        own = int(state.to_move)
        own_moves = fill(state, own, found[own], are_noisy[own])
        other_moves = fill(state, 1 - own, found[1 - own], are_noisy[1 - own]) if turns else 0
        at = 0
        for i in range(number_pieces):
            out[at] = amount_on(board, own, kinds[i], amounts[i])
            out[at] -= amount_on(board, 1 - own, kinds[i], amounts[i])
            at += 1
        for i in range(number_nearness):
            kind, whose, other = nearest[i, 0], nearest[i, 1], nearest[i, 2]
            out[at] = nearness_of(board, own, kind, whose, other, near)
            out[at] -= nearness_of(board, 1 - own, kind, whose, other, near)
            at += 1
        for i in range(number_moves):
            kind, what = counted[i, 0], counted[i, 1]
            out[at] = 0.0
            if what != NOISY:
                out[at] = number_of(board, own, kind, what, found[own, :own_moves], are_noisy[own])
            if what == NOISY:
                other_found = found[1 - own, :other_moves]
                out[at] = number_of(board, 1 - own, kind, what, other_found, are_noisy[1 - own])
            elif turns:
                other_found = found[1 - own, :other_moves]
                out[at] -= number_of(board, 1 - own, kind, what, other_found, are_noisy[1 - own])
            at += 1

    return measure


class _Maker:
    """Makes the features of a game. `read(state, board)` is its `contents`, or does nothing. `fill(state,
    side, moves, noisy) -> n` finds a side's moves; `turns` says whether it can do so for the side that is not
    to move, too. `has_origins`: a move's number says where it begins."""

    def __init__(self, rules: Rules, noisy: Noisy) -> None:
        self.rules = rules
        self.places = _places(rules.squares)
        self.near = _near(self.places, len(rules.squares))
        contents = rules.contents
        self.has_board = contents is not None and rules.squares != ()
        self.turns = rules.pass_turn is not None or rules.idles is never
        self.has_noisy = noisy is not never
        self.has_origins = _has_origins(rules)
        self.read = contents if contents is not None else _nothing
        self.fill = _filling(rules, noisy)

    def features(self) -> Iterator[GameFeature]:
        if self.has_board:
            yield from self._of_pieces()
            if self.places is not None:
                yield from self._of_distances()
        yield from self._of_moves()

    def _kinds(self) -> Iterator[tuple[int, str]]:
        names = self.rules.piece_kinds or tuple(f"pieces of kind {at}" for at in range(1, UNNAMED + 1))
        if len(names) > 1:
            yield ANY, "all pieces"
        yield from enumerate(names, 1)

    def _of_pieces(self) -> Iterator[GameFeature]:
        for (kind, name), (zone, words, amounts) in product(self._kinds(), self._zones()):
            yield self._pieces(f"{name} {zone}", f"{name.capitalize()} {words}.", kind, amounts)

    def _zones(self) -> Iterator[tuple[str, str, np.ndarray]]:
        """The zones: (its name in a feature's name, its words in a tooltip, and the amount of each square,
        float64 [2, squares], by side)."""
        squares = len(self.rules.squares)
        yield "on the board", "on the board", np.ones((2, squares))
        if self.places is None:
            return
        # From −1 to 1, from the first file or rank to the last.
        low, high = self.places.min(axis=0), self.places.max(axis=0)
        scaled = 2.0 * (self.places - low) / np.maximum(1, high - low) - 1.0
        size = np.abs(scaled).max(axis=1)
        yield "in the centre", "on the middle files and ranks", np.tile(size < 0.5, (2, 1)).astype(float)
        yield "at the edge", "on the first or last file or rank", np.tile(size == 1.0, (2, 1)).astype(float)
        ranks = scaled[:, 1]
        beyond = np.array([ranks > 0.0, ranks < 0.0]).astype(float)
        yield "in the other half", "on the other side's half of the ranks", beyond
        ahead = (self.places[:, 1] - low[1]).astype(float)
        advanced = np.array([ahead, ahead.max() - ahead])
        yield "by ranks advanced", "each counted by the ranks from its own side", advanced

    def _pieces(self, name: str, about: str, kind: int, amounts: np.ndarray) -> GameFeature:
        names, read, squares = self.rules.squares, self.read, len(self.rules.squares)

        def count(state: State, side: int) -> float:
            board = np.zeros((squares, 2), np.int8)
            read(state, board)
            return amount_on(board, side, kind, amounts)

        def places(state: State, side: int) -> list[tuple[str, float]]:
            return [
                (names[square], float(amounts[side, square]))
                for square in self._squares_of(state, side, kind)
                if amounts[side, square]
            ]

        return GameFeature(name, DIFFERENCE, about, count, places, PIECES, (kind, amounts))

    def _squares_of(self, state: State, side: int, kind: int) -> list[int]:
        board = np.zeros((len(self.rules.squares), 2), np.int8)
        self.read(state, board)
        chosen = (board[:, 1] == side) & (board[:, 0] > 0)
        if kind != ANY:
            chosen &= board[:, 0] == kind
        found: list[int] = np.flatnonzero(chosen).tolist()
        return found

    def _of_distances(self) -> Iterator[GameFeature]:
        kinds = list(self._kinds())
        every = kinds[0]
        for kind, name in kinds:
            of = f"nearness of {name} to any of theirs"
            yield self._nearness(
                of, f"How near {name} are to the nearest of their pieces.", kind, THEIRS, ANY
            )
        for kind, name in kinds[1:]:
            of = f"nearness of {every[1]} to their {name}"
            yield self._nearness(of, f"How near pieces are to their {name}.", ANY, THEIRS, kind)
        about = f"How near {every[1]} are to the nearest own one."
        yield self._nearness(f"nearness of {every[1]} to each other", about, ANY, OWN, ANY)

    def _nearness(self, name: str, about: str, kind: int, whose: int, other: int) -> GameFeature:
        names, read, near, squares = self.rules.squares, self.read, self.near, len(self.rules.squares)

        def count(state: State, side: int) -> float:
            board = np.zeros((squares, 2), np.int8)
            read(state, board)
            return nearness_of(board, side, kind, whose, other, near)

        def places(state: State, side: int) -> list[tuple[str, float]]:
            owner = side if whose == OWN else 1 - side
            others = self._squares_of(state, owner, other)
            found = []
            for square in self._squares_of(state, side, kind):
                nearest = max((float(near[square, each]) for each in others if each != square), default=0.0)
                found.append((names[square], nearest))
            return [(square, amount) for square, amount in found if amount]

        return GameFeature(name, DIFFERENCE, about, count, places, NEARNESS, (kind, whose, other))

    def _of_moves(self) -> Iterator[GameFeature]:
        yield self._moves("moves", "Legal moves.", ANY, ALL_MOVES)
        if self.has_noisy and self.turns:
            about = "Squares on which the other side's captures, or other noisy moves, end."
            yield self._moves("targets of their noisy moves", about, ANY, NOISY)
        if not self.has_board or not self.has_origins:
            return
        for kind, name in self._kinds():
            if kind != ANY:
                yield self._moves(f"moves of {name}", f"Legal moves of {name}.", kind, ALL_MOVES)
            yield self._moves(f"{name} without a move", f"{name.capitalize()} without a move.", kind, WITHOUT)

    def _moves(self, name: str, about: str, kind: int, what: int) -> GameFeature:
        names, squares, most = self.rules.squares, len(self.rules.squares), self.rules.max_moves
        read, fill = self.read, self.fill

        def of_side(state: State, side: int) -> float:
            board = np.zeros((squares, 2), np.int8)
            read(state, board)
            moves = np.empty(most, np.int32)
            noisy = np.zeros(most, np.bool_)
            number = fill(state, side, moves, noisy)
            return number_of(board, side, kind, what, moves[:number], noisy)

        def of_mover(state: State, side: int) -> float:
            count = of_side(state, int(state.to_move))
            return count if state.to_move == side else -count

        def places(state: State, side: int) -> list[tuple[str, float]]:
            board = np.zeros((squares, 2), np.int8)
            read(state, board)
            moves, noisy = np.empty(most, np.int32), np.zeros(most, np.bool_)
            number = fill(state, side, moves, noisy)
            begun = [int(moves[at]) >> 6 & 63 for at in range(number)]
            if what == WITHOUT:
                return [(names[at], 1.0) for at in self._squares_of(state, side, kind) if at not in begun]
            pieces = set(self._squares_of(state, side, kind))
            found: dict[str, float] = {}
            ways: set[tuple[int, int]] = set()
            for at in range(number):
                way = (0 if what == NOISY else begun[at], int(moves[at]) & 63)
                counts = (kind == ANY or begun[at] in pieces) and (what == ALL_MOVES or noisy[at])
                if counts and way not in ways and way[1] < squares:
                    ways.add(way)
                    found[names[way[1]]] = found.get(names[way[1]], 0.0) + 1.0
            return list(found.items())

        count = of_side if self.turns else of_mover
        where_ = places if self.has_board and self.turns else None
        sides = OTHER if what == NOISY else DIFFERENCE if self.turns else SINGLE
        return GameFeature(name, sides, about, count, where_, MOVES, (kind, what))


def _has_origins(rules: Rules) -> bool:
    """Whether moves say where they begin: at least one move of the initial position does."""
    moves = np.zeros(rules.max_moves, np.int32)
    number = rules.legal_moves(rules.initial(rules.options()), moves)
    return bool((moves[:number] >> 6 & 63).any())


def _nothing(state: State, board: Any) -> None:
    """In place of the `contents` of a game that has none."""


def _filling(rules: Rules, noisy: Noisy) -> Callable[..., int]:
    """The kernel `fill(state, side, moves, are_noisy) -> n`. For the side that is not to move it takes the
    moves of the position after a pass. In a game without passes it only changes whose turn it is."""
    legal_moves, pass_turn = rules.legal_moves, rules.pass_turn
    dtype = np.dtype((np.record, rules.dtype))

    def turned(state: State, next: Any) -> None:
        next[0] = state
        next[0].to_move = 1 - state.to_move

    def passed(state: State, next: Any) -> None:
        pass_turn(state, next[0])  # type: ignore[misc]

    turn = turned if pass_turn is None else passed

    def fill(state: State, side: int, moves: Any, are_noisy: Any) -> int:
        if state.to_move == side:
            number = legal_moves(state, moves)
            for i in range(number):
                are_noisy[i] = noisy(state, moves[i])
            return int(number)
        next = np.empty(1, dtype)
        turn(state, next)
        number = legal_moves(next[0], moves)
        for i in range(number):
            are_noisy[i] = noisy(next[0], moves[i])
        return int(number)

    return fill


def _places(squares: tuple[str, ...]) -> np.ndarray | None:
    """int64 [squares, 2]: the file and the rank of each; None if the names do not give them."""
    found = [re.fullmatch(r"([a-z])(\d+)", name) for name in squares]
    if not all(found):
        return None
    return np.array([(ord(each[1]) - ord("a"), int(each[2])) for each in found if each], np.int64)


def _near(places: np.ndarray | None, squares: int) -> np.ndarray:
    """float64 [squares, squares]: 1 for the same square, down to 0 for the farthest, by the steps between
    squares that are next to each other on a file or a rank."""
    if places is None or not squares:
        return np.zeros((squares, squares))
    steps = np.full((squares, squares), np.inf)
    np.fill_diagonal(steps, 0.0)
    for line, along in ((0, 1), (1, 0)):
        for number in np.unique(places[:, line]):
            on_line = np.flatnonzero(places[:, line] == number)
            ordered = on_line[np.argsort(places[on_line, along])]
            steps[ordered[:-1], ordered[1:]] = steps[ordered[1:], ordered[:-1]] = 1.0
    for middle in range(squares):
        steps = np.minimum(steps, steps[:, [middle]] + steps[[middle]])
    farthest = float(steps[np.isfinite(steps)].max()) or 1.0
    near: np.ndarray = np.where(np.isfinite(steps), 1.0 - steps / farthest, 0.0)
    return near
