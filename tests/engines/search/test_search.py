"""Alpha-beta against plain minimax: the same value at the same depth, in every game, with and without table
and ordering, for both sides, and where repetition and counters draw."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from engines.compiling.kernels import load_kernels
from engines.workspace import new_states, new_table, new_workspace, set_root
from games.compiling.compiler import jit_disabled
from games.contract import DRAW, ONGOING
from games.position import Position
from games.registry import game_names, load_game
from heuristics.contract import Heuristic
from heuristics.lens import Lens
from heuristics.registry import heuristics_of, load_heuristic
from samples import ongoing_positions, random_walk, searched_heuristic

DEPTHS = {"isolation": 4, "morris": 3, "chess": 3, "jungle": 2, "tabletactics": 4}
DEPTH = 3  # of games without an entry
FEW = 4 if jit_disabled() else 60
MANY = {"isolation": 200, "morris": 200}  # of the first two games


def depth_of(game: str) -> int:
    return DEPTHS.get(game, DEPTH)


class Searches:
    """A game's two kernels, with memory of their own."""

    def __init__(self, heuristic: Heuristic, compile: bool = True) -> None:
        self.game = load_game(heuristic.game)
        self.heuristic = heuristic
        self.kernels = load_kernels(self.game, heuristic, compile)
        self.workspace = new_workspace(self.game, self.kernels.addresses)
        self.states = new_states(self.game)
        self.table = new_table(1)
        # Passed as the engines do, or everything would be compiled twice.
        self.weights = Lens.of(heuristic).prepared

    def minimax(self, position: Position, depth: int) -> float:
        set_root(self.workspace, self.states, position, list(position.moves))
        memory = (self.workspace, self.states, self.table, self.weights)
        return float(self.kernels.search.minimax(*memory, 0, depth))

    def alphabeta(self, position: Position, depth: int, table: bool = True, ordering: bool = True) -> float:
        set_root(self.workspace, self.states, position, list(position.moves))
        self.workspace.use_table, self.workspace.use_ordering = table, ordering
        memory = (self.workspace, self.states, self.table, self.weights)
        value = self.kernels.search.alphabeta(*memory, 0, depth, -np.inf, np.inf)
        self.workspace.use_table = self.workspace.use_ordering = 1
        return float(value)

    def root_lines(self) -> list[tuple[float, list[int]]]:
        """(value, line) of each root move whose value is exact."""
        ws = self.workspace
        exact = (i for i in range(int(ws.root_done)) if ws.root_exact[i])
        return [
            (float(ws.root_values[i]), ws.root_lines[i, : ws.root_line_length[i]].tolist()) for i in exact
        ]

    def line(self) -> list[int]:
        return [int(move) for move in self.workspace.pv[0, : self.workspace.pv_length[0]]]


@cache
def searches(game: str) -> Searches:
    return Searches(load_heuristic(game, searched_heuristic(game)))


@pytest.mark.parametrize("game", game_names())
def test_alphabeta_equals_minimax(game: str) -> None:
    search = searches(game)
    for position in ongoing_positions(game, 1, FEW if jit_disabled() else MANY.get(game, FEW)):
        for depth in range(1, depth_of(game) + 1):
            expected = search.minimax(position, depth)
            for table, ordering in ((True, True), (False, True), (False, False), (True, False)):
                value = search.alphabeta(position, depth, table, ordering)
                assert value == expected, (position.text, depth, table, ordering)


@pytest.mark.parametrize("game", game_names())
def test_table_kept_from_search_to_search(game: str) -> None:
    """Entries of earlier depths, positions and sides must never change a value."""
    search = searches(game)
    for walk_seed in range(2 if jit_disabled() else 6):
        walk = random_walk(load_game(game), walk_seed, plies=30)
        for position in walk:
            if position.moves:
                depth = depth_of(game) - 1
                assert search.alphabeta(position, depth) == search.minimax(position, depth), position.text


@pytest.mark.parametrize("game", game_names())
def test_principal_variation_ends_at_the_value(game: str) -> None:
    """The evaluation at the line's end is the value, unless the game ends there or its end is certain."""
    search = searches(game)
    shown = 0
    for position in ongoing_positions(game, 2, FEW):
        for depth in range(1, depth_of(game) + 2):
            value = search.alphabeta(position, depth)
            end, certain = position, True
            for move in search.line():
                if len(end.chances(move)) > 1:
                    certain = False
                    break
                end = end.play(move)
            if not certain:
                continue
            if end.outcome == ONGOING:
                assert len(search.line()) == depth
                breakdown = Lens.of(search.heuristic).breakdown(end.state, position.to_move)
                assert breakdown.value == value
                shown += 1
            elif end.outcome == DRAW:
                assert value == 0.0
            else:
                won = end.outcome == position.to_move
                assert value == (1e9 - len(search.line()) if won else len(search.line()) - 1e9)
    assert shown > 0


@pytest.mark.parametrize("game", game_names())
def test_exact_root_move_has_the_line_of_its_value(game: str) -> None:
    search = searches(game)
    depth, lens, evaluated = depth_of(game) - 1, Lens.of(search.heuristic), 0
    for position in ongoing_positions(game, 6, 3 if jit_disabled() else 20):
        for run in (search.minimax, search.alphabeta):
            value = run(position, depth)
            lines = search.root_lines()
            assert (value, search.line()) in lines
            assert run != search.minimax or {line[0] for _, line in lines} == set(position.moves)
            for found, line in lines:
                *_, end = [position, *position.along(line)]
                if len([*position.along(line)]) == len(line) and end.outcome == ONGOING:
                    assert lens.breakdown(end.state, position.to_move).value == found
                    evaluated += 1
    assert evaluated > 0


@pytest.mark.parametrize("heuristic", [h.name for h in heuristics_of("isolation")])
def test_heuristics_that_are_not_antisymmetric(heuristic: str) -> None:
    """Every leaf is valued for the root's side, whichever side moves there.

    Compiled values are tested elsewhere, so one heuristic is compiled here and searched deeper.
    """
    compile = heuristic == searched_heuristic("isolation") and not jit_disabled()
    search = Searches(load_heuristic("isolation", heuristic), compile)
    for position in ongoing_positions("isolation", 3, 10 if compile else 5):
        for depth in (1, 2, 3) if compile else (1, 2):
            assert search.alphabeta(position, depth) == search.minimax(position, depth)
            assert search.minimax(position, depth) == slow_minimax(search, position, depth)


def slow_minimax(search: Searches, position: Position, depth: int, side: int | None = None) -> float:
    """Minimax by its definition, over immutable positions and breakdowns, with their own count of
    repetitions."""
    side = position.to_move if side is None else side
    plies = 0

    def value(position: Position, depth: int, plies: int) -> float:
        if position.outcome == DRAW:
            return 0.0
        if position.outcome != ONGOING:
            return 1e9 - plies if position.outcome == side else plies - 1e9
        if depth == 0:
            return Lens.of(search.heuristic).breakdown(position.state, side).value
        values = []
        for move in position.moves:
            mean = 0.0
            for chance, probability in enumerate(position.chances(move)):
                mean += probability * value(position.play(move, chance), depth - 1, plies + 1)
            values.append(mean)
        return max(values) if position.to_move == side else min(values)

    return value(position, depth, plies)


@pytest.mark.parametrize("game", game_names())
def test_minimax_is_the_definition(game: str) -> None:
    search = searches(game)
    for position in ongoing_positions(game, 4, 2 if jit_disabled() else 5):
        depth = 2 if game != "jungle" else 1
        assert search.minimax(position, depth) == pytest.approx(
            slow_minimax(search, position, depth), rel=1e-12
        )


def shuffling_game(game: str, text: str, seed: int, plies: int) -> list[Position]:
    """A game whose players like to move back, so that positions recur."""
    draw = np.random.default_rng(seed)
    position = Position.start(load_game(game), text=text)
    seen: dict[int, int] = {}
    walk = [position]
    while len(walk) < plies and position.moves:
        seen[int(position.state.key)] = seen.get(int(position.state.key), 0) + 1
        after = [position.play(move) for move in position.moves]
        known = [p for p in after if int(p.state.key) in seen and p.outcome == ONGOING]
        pool = known if known and draw.random() < 0.8 else after
        position = pool[draw.integers(len(pool))]
        walk.append(position)
    return walk


REPETITIVE = [
    ("morris", "w1w/1w1/3/w5/3/1b1/bbb w 0 0 0", 3),
    ("morris", "1bw/www/3/b3bb/1ww/ww1/1bb w 0 0 1", 4),
    ("chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 3),
    ("chess", "8/8/4k3/8/8/3QK3/8/7q w - - 0 1", 3),
]


@pytest.mark.parametrize(("game", "text", "deepest"), REPETITIVE)
def test_repetition_inside_the_search(game: str, text: str, deepest: int) -> None:
    """Histories with positions that occurred once and twice. The table must not carry a value to another
    path, on which a third occurrence is nearer or farther."""
    search = searches(game)
    recurred = 0
    for seed in range(2 if jit_disabled() else 8):
        for position in shuffling_game(game, text, seed, 30):
            recurred += position.occurrences > 1
            if position.outcome != ONGOING:
                continue
            for depth in range(1, 4 if jit_disabled() else deepest + 1):
                expected = search.minimax(position, depth)
                assert search.alphabeta(position, depth) == expected, (position.text, depth)
                assert search.alphabeta(position, depth, table=False) == expected
    assert recurred > 0


@pytest.mark.skipif(jit_disabled(), reason="needs depth, and so the compiler")
def test_repetition_deep_in_a_small_ending() -> None:
    """Eight plies hold whole cycles: table entries of one search meet other paths."""
    search = searches("chess")
    for text in ("8/8/8/8/8/5k2/8/5K2 w - - 0 1", "k7/p7/P7/8/8/7p/7P/7K w - - 0 1"):
        position = Position.start(load_game("chess"), text=text)
        if position.outcome != ONGOING:
            continue
        for depth in range(1, 10):
            assert search.alphabeta(position, depth) == search.minimax(position, depth), depth


def test_a_counter_that_runs_out_inside_the_search() -> None:
    game = load_game("morris")
    search = searches("morris")
    for quiet in range(94, 100):
        position = Position.start(game, text=f"1bw/www/3/b3bb/1ww/ww1/1bb w 0 0 {quiet}")
        for depth in (1, 2, 3) if jit_disabled() else (1, 2, 3, 4, 5):
            assert search.alphabeta(position, depth) == search.minimax(position, depth)


def test_third_occurrence_is_seen_as_a_draw() -> None:
    """White, two queens up, must not enter the third occurrence; Black must."""
    game = load_game("chess")
    position = Position.start(game, text="7k/8/8/8/8/8/6q1/K7 w - - 0 1")
    for text in ("a1b1", "g2g3", "b1a1", "g3g2", "a1b1", "g2g3", "b1a1"):
        position = position.play(position.parse_move(text))
    search = searches("chess")
    back = position.parse_move("g3g2")
    assert position.play(back).outcome == DRAW
    search.alphabeta(position, 1)
    values = {
        int(m): float(v)
        for m, v in zip(search.workspace.root_moves, search.workspace.root_values, strict=True)
    }
    assert values[back] <= 0.0
    assert search.alphabeta(position, 3) > 0.0


def test_evaluation_sees_both_sides(game: str = "isolation") -> None:
    """With the sides swapped, a search for White and one for Black give the same value."""
    search = Searches(load_heuristic(game, "open"), compile=False)
    position = Position.start(load_game(game), text="7/7/3w3/7/2b4/7/7 w")
    other = Position.start(load_game(game), text="7/7/3b3/7/2w4/7/7 b")
    for depth in (1, 2, 3):
        assert search.alphabeta(position, depth) == search.alphabeta(other, depth)


def _fields(record: Any) -> tuple[int, ...]:
    return tuple(int(record[name]) for name in ("nodes", "root_done"))


def test_node_limit_is_kept_exactly() -> None:
    search = searches("isolation")
    position = Position.start(search.game, text="7/7/3w3/7/2b4/7/7 w")
    search.workspace.node_limit = 500
    search.alphabeta(position, 20)
    assert _fields(search.workspace)[0] == 500
    search.workspace.node_limit = 1 << 62
    search.workspace.stop = 0


SMALL_JUNGLE = [  # few pieces, some face down, close enough to fight
    "8/8/2--4/2E5/3R4/8/8 w - rc 0",
    "8/8/2-e4/2+L4/2+5/8/8 b CP d 3",
    "8/3-4/3+4/3-4/8/8/8 w E rc 0",
    "8/8/1+-5/1+6/4tD2/8/8 b LC w 97",
    "8/8/8/2rE4/2-+4/2-+4/8 w DT lw 0",
]


@pytest.mark.parametrize("text", SMALL_JUNGLE)
def test_small_jungle_positions_against_brute_force_expectimax(text: str) -> None:
    """Every move and every outcome, without pruning or table, over immutable positions."""
    search = searches("jungle")
    position = Position.start(load_game("jungle"), text=text)
    for depth in (1, 2) if jit_disabled() else (1, 2, 3):
        expected = slow_minimax(search, position, depth)
        for value in (search.minimax(position, depth), search.alphabeta(position, depth)):
            assert value == pytest.approx(expected, rel=1e-12, abs=1e-9), depth
    after = [position, *(position.play(move) for move in position.moves)]
    assert any(len(p.chances(move)) > 1 for p in after for move in p.moves)


@pytest.mark.parametrize("game", ["jungle", "tabletactics"])
def test_other_seeds_give_the_same_values(game: str) -> None:
    """No engine knows a face-down piece: the seed only decides the order of equal moves."""
    from engines.player_text import make_engine, parse_player

    heuristic = searched_heuristic(game)
    for position in ongoing_positions(game, 7, 2 if jit_disabled() else 12):
        for player in (f"minimax:{heuristic},depth=2", f"alphabeta:{heuristic},depth=3"):
            if jit_disabled() and "depth=3" in player:
                continue
            found = []
            for seed in (1, 2, 3):
                engine = make_engine(parse_player(player, game), game, seed=seed, table_megabytes=1)
                thought = engine.think(position)
                exact = {row.move: row.value for row in thought.root_moves if row.bound == "exact"}
                found.append((thought.value, exact if player.startswith("minimax") else None))
            assert found[0] == found[1] == found[2], position.text
