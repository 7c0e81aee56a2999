"""Nine Men's Morris against independent rules with sets and names, and against known results."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import morris
from games.compiling.compiler import compiled, jit_disabled
from games.contract import BLACK_WINS, DRAW, ONGOING, WHITE_WINS, BadText, new_state
from games.morris import MorrisOptions
from games.position import Position
from samples import ongoing_positions, random_walk, seeds

GAME = morris.GAME
START = "3/3/3/6/3/3/3 w 9 9 0"

ACROSS = "a7 d7 g7/b6 d6 f6/c5 d5 e5/a4 b4 c4/e4 f4 g4/c3 d3 e3/b2 d2 f2/a1 d1 g1"
DOWN = "a7 a4 a1/b6 b4 b2/c5 c4 c3/d7 d6 d5/d3 d2 d1/e5 e4 e3/f6 f4 f2/g7 g4 g1"
LINES = [line.split() for lines in (ACROSS, DOWN) for line in lines.split("/")]
READING_ORDER = [name for line in LINES[:8] for name in line]


class SlowMorris:
    """The rules as the page of rules tells them. A board is a dict from a point's name to "w" or "b"."""

    def __init__(self, text: str):
        board, self.to_move, white, black, quiet = text.split()
        letters = ""
        for letter in board.replace("/", ""):
            letters += "." * int(letter) if letter.isdigit() else letter
        self.board = {n: s for n, s in zip(READING_ORDER, letters, strict=True) if s != "."}
        self.stash = {"w": int(white), "b": int(black)}
        self.quiet = int(quiet)

    @property
    def text(self) -> str:
        letters = "".join(self.board.get(name, ".") for name in READING_ORDER)
        rows = []
        for length in (3, 3, 3, 6, 3, 3, 3):
            row, letters = letters[:length], letters[length:]
            for run in range(6, 0, -1):
                row = row.replace("." * run, str(run))
            rows.append(row)
        return f"{'/'.join(rows)} {self.to_move} {self.stash['w']} {self.stash['b']} {self.quiet}"

    def stones(self, side: str) -> set[str]:
        return {name for name, owner in self.board.items() if owner == side}

    def removal_orders(self, side: str, count: int, board: dict[str, str]) -> set[tuple[str, ...]]:
        """Every order in which `count` stones of `side` can be taken."""
        stones = {name for name, owner in board.items() if owner == side}
        if count == 0 or not stones:
            return {()}
        milled = {name for line in LINES if set(line) <= stones for name in line}
        orders = set()
        for name in stones - milled or stones:
            rest = {other: owner for other, owner in board.items() if other != name}
            orders |= {(name, *after) for after in self.removal_orders(side, count - 1, rest)}
        return orders

    def moves(self) -> dict[str, set[tuple[str, ...]]]:
        """Each legal move by its notation, with the orders in which its stones can be taken."""
        own, opponent = self.to_move, "b" if self.to_move == "w" else "w"
        if any(self.stash[s] == 0 and len(self.stones(s)) < 3 for s in "wb"):
            return {}
        empty = set(READING_ORDER) - set(self.board)
        ways: list[tuple[str, ...]] = []
        if self.stash[own]:
            ways = [(to,) for to in empty]
        elif len(self.stones(own)) == 3:
            ways = [(start, to) for start in self.stones(own) for to in empty]
        else:
            for line in LINES:
                for first, second in ((line[0], line[1]), (line[1], line[2])):
                    ways += [
                        way
                        for way in ((first, second), (second, first))
                        if self.board.get(way[0]) == own and way[1] in empty
                    ]
        moves: dict[str, set[tuple[str, ...]]] = {}
        for way in ways:
            board = {name: owner for name, owner in self.board.items() if name not in way} | {way[-1]: own}
            mills = sum(way[-1] in line and all(board.get(n) == own for n in line) for line in LINES)
            for order in self.removal_orders(opponent, mills, board):
                moves.setdefault("x".join(["-".join(way), *sorted(order)]), set()).add(order)
        return moves

    def after(self, move: str) -> "SlowMorris":
        next = SlowMorris(self.text)
        way, *removed = move.split("x")
        *start, to = way.split("-")
        next.quiet = self.quiet + 1
        if start:
            del next.board[start[0]]
        else:
            next.stash[self.to_move] -= 1
            next.quiet = 0
        next.board[to] = self.to_move
        if any(to in line and all(next.board.get(n) == self.to_move for n in line) for line in LINES):
            next.quiet = 0
        for name in removed:
            del next.board[name]
        next.to_move = "b" if self.to_move == "w" else "w"
        return next

    def outcome(self, quiet_limit: int = 100) -> int:
        lost = not self.moves()
        if lost:
            few = [s for s in "wb" if self.stash[s] == 0 and len(self.stones(s)) < 3]
            loser = self.to_move if not few or self.to_move in few else few[0]
            return BLACK_WINS if loser == "w" else WHITE_WINS
        return DRAW if 0 < quiet_limit <= self.quiet else ONGOING


def at(text: str, **options) -> Position:
    return Position.start(GAME, MorrisOptions(**options), text)


def play(position: Position, *moves: str) -> Position:
    for move in moves:
        position = position.play(position.parse_move(move))
    return position


def compare_along(texts) -> None:
    for text in texts:
        position, slow = at(text), SlowMorris(text)
        moves = slow.moves()
        assert position.outcome == slow.outcome()
        out = np.zeros(GAME.max_moves, np.int32)
        found = {
            position.notation(int(move)): int(move) for move in out[: GAME.legal_moves(position.state, out)]
        }
        assert set(found) == set(moves)
        for notation, move in found.items():
            after = new_state(GAME.dtype)
            GAME.apply(position.state, move, 0, after)
            assert GAME.format(after) == slow.after(notation).text
            assert after.key == morris.full_key(after)
            clicks = {
                path[-len(order) :] if order else ()
                for order in moves[notation]
                for path in GAME.click_paths(position.state, move)
            }
            assert clicks == moves[notation]


@given(seed=seeds)
def test_random_games_follow_the_slow_rules(seed):
    walk = list(random_walk(GAME, seed, 150))
    compare_along(position.text for position in walk[:: 8 if jit_disabled() else 3])


@st.composite
def any_position(draw) -> str:
    """Boards that a game need not reach: few stones, full stashes, crowded lines."""
    names = draw(st.permutations(READING_ORDER))
    white, black = draw(st.integers(0, 9)), draw(st.integers(0, 9))
    board = dict.fromkeys(names[:white], "w") | dict.fromkeys(names[white : white + black], "b")
    slow = SlowMorris(START)
    slow.board = board
    slow.to_move = draw(st.sampled_from("wb"))
    slow.stash = {"w": draw(st.integers(0, 9 - white)), "b": draw(st.integers(0, 9 - black))}
    slow.quiet = draw(st.integers(0, 120))
    return slow.text


@given(text=any_position())
def test_any_position_follows_the_slow_rules(text):
    compare_along([text])


@pytest.mark.parametrize(
    ("text", "move", "orders"),
    [
        # d6 closes two mills; Black's stones: all free
        ("1w1/w1w/1w1/b4b/3/3/b1b w 1 0 0", "d6xa1xg1", {("a1", "g1"), ("g1", "a1")}),
        # only two stones, both free
        ("1w1/w1w/1w1/6/b2/3/b2 w 1 1 0", "d6xa1xc3", {("a1", "c3"), ("c3", "a1")}),
        # Only a4 is free, so it goes first, and then any stone of the mill.
        ("1wb/w1w/1w1/b4b/3/3/2b w 1 0 0", "d6xa4xg7", {("a4", "g7")}),
        ("bw1/w1w/1w1/b5/3/3/b1b w 1 0 0", "d6xa1xg1", {("g1", "a1")}),
        # All in one mill: any goes first, and then either of the other two.
        ("1wb/w1w/1w1/5b/3/3/2b w 1 0 0", "d6xg4xg7", {("g4", "g7"), ("g7", "g4")}),
        # one stone on the board: two mills take it
        ("1w1/w1w/1w1/6/3/3/b2 w 1 5 0", "d6xa1", {("a1",)}),
        # none on the board
        ("1w1/w1w/1w1/6/3/3/3 w 1 9 0", "d6", {()}),
    ],
)
def test_double_mills(text, move, orders):
    position = at(text)
    paths = GAME.click_paths(position.state, position.parse_move(move))
    assert {path[1:] for path in paths} == orders
    assert {path[0] for path in paths} == {"d6"}
    assert orders == SlowMorris(text).moves()[move]


def test_double_mill_cannot_break_a_mill_while_two_are_free():
    notations = {at(text).notation(m) for text in ["1wb/w1w/1w1/b4b/3/3/b1b w 1 0 0"] for m in at(text).moves}
    assert {n for n in notations if n.count("x") == 2} == {"d6xa1xa4"}


@pytest.mark.parametrize(
    ("text", "outcome", "ending"),
    [
        ("1w1/1w1/1w1/b4b/3/3/3 b 0 0 0", WHITE_WINS, "Black has fewer than three stones left."),
        ("1b1/1b1/1b1/w4w/3/3/3 b 0 0 0", BLACK_WINS, "White has fewer than three stones left."),
        ("wb1/3/3/wb4/3/b2/wb1 w 0 0 0", ONGOING, ""),
        ("wbw/3/3/b4b/3/3/wbw w 0 0 0", BLACK_WINS, "White cannot move."),
        ("wbw/3/3/b4b/3/3/wbw w 1 0 0", ONGOING, ""),
        ("www/3/3/6/3/3/bbb w 0 0 99", ONGOING, ""),
        ("www/3/3/6/3/3/bbb w 0 0 100", DRAW, "No stone was placed and no mill closed in 100 plies."),
        ("wbw/3/3/b4b/3/3/wbw w 0 0 100", BLACK_WINS, "White cannot move."),
    ],
)
def test_endings(text, outcome, ending):
    position = at(text)
    assert (position.outcome, position.ending) == (outcome, ending)
    assert position.outcome == SlowMorris(text).outcome()
    assert bool(position.moves) == (outcome == ONGOING)


def test_quiet_limit_is_an_option():
    text = "www/3/3/6/3/3/bbb w 0 0 {}"
    assert at(text.format(12), quiet_limit=12).outcome == DRAW
    assert at(text.format(12), quiet_limit=13).outcome == ONGOING
    assert at(text.format(5000), quiet_limit=0).outcome == ONGOING
    before = at(text.format(11), quiet_limit=12)
    assert before.outcome == ONGOING
    assert play(before, "g7-g4").outcome == DRAW


def test_a_mill_resets_the_counter_and_sliding_adds_to_it():
    position = at("ww1/3/3/5w/3/3/bbb w 0 0 41")
    assert play(position, "g4-f4").text.endswith(" 42")
    assert play(position, "g4-g7xa1").text.endswith(" 0")
    with_stash = at("ww1/3/3/5w/3/3/3 w 0 9 41")
    assert play(with_stash, "g4-g7").text.endswith(" 0"), "a mill that finds no stone to take"


@pytest.mark.parametrize(("quiet", "words"), [(0, ""), (79, ""), (80, "20 plies"), (99, "1 ply"), (100, "")])
def test_a_draw_is_announced(quiet, words):
    expected = f"Draw in {words} unless a stone is placed or a mill closed." if words else ""
    assert GAME.approaching(at(f"www/3/3/6/3/3/bbb w 0 0 {quiet}").state) == expected


def test_no_draw_is_announced_without_a_limit_or_while_placing():
    assert GAME.approaching(at("www/3/3/6/3/3/bbb w 0 0 99", quiet_limit=0).state) == ""
    assert GAME.approaching(at("www/3/3/6/3/3/bbb w 1 0 99").state) == ""
    assert GAME.approaching(at("www/3/3/6/3/3/bbb w 0 0 2", quiet_limit=6).state) == ""
    assert GAME.approaching(at("www/3/3/6/3/3/bbb w 0 0 3", quiet_limit=6).state) != ""


SHUFFLE = ("g7-g4", "f2-f4", "g4-g7", "f4-f2")


def test_the_third_occurrence_draws():
    position = play(at("1ww/w2/3/6/3/2b/bb1 w 0 0 7"), *SHUFFLE, *SHUFFLE[:3])
    assert position.outcome == ONGOING and position.occurrences == 2
    position = play(position, SHUFFLE[3])
    assert position.occurrences == 3
    assert position.outcome == DRAW
    assert position.moves == ()
    assert position.ending == "The same position stood on the board 3 times."


def test_the_occurrence_that_draws_is_an_option():
    text = "1ww/w2/3/6/3/2b/bb1 w 0 0 7"
    assert play(at(text, repetition=2), *SHUFFLE).outcome == DRAW
    assert play(at(text, repetition=0), *SHUFFLE, *SHUFFLE, *SHUFFLE).outcome == ONGOING


def test_side_to_move_and_stash_tell_positions_apart():
    keys = {
        int(at(text).state.key)
        for text in (
            "www/3/3/6/3/3/bbb w 0 0 0",
            "www/3/3/6/3/3/bbb b 0 0 0",
            "www/3/3/6/3/3/bbb w 1 0 0",
            "www/3/3/6/3/3/bbb w 0 1 0",
            "bbb/3/3/6/3/3/www w 0 0 0",
        )
    }
    assert len(keys) == 5
    assert at("www/3/3/6/3/3/bbb w 0 0 5").state.key in keys, "the counter is no part of the key"


@pytest.mark.parametrize("repetition", [1, -1, "often"])
def test_bad_options_are_refused(repetition):
    with pytest.raises(ValueError, match="repetition"):
        MorrisOptions(repetition=repetition)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3/3/3/6/3/3/3 w 9 9", "plies since placement or mill is missing: expected 5 fields"),
        ("3/3/3/6/3/3/3 w 9 9 0 0", "unexpected '0' after plies since placement or mill"),
        ("3/3/3/6/3/3 w 9 9 0", "board: expected 7 rows between '/', found 6"),
        ("3/3/3/7/3/3/3 w 9 9 0", "row 4 from the top ('7'): expected 6 squares, found 7"),
        ("3/3/x2/6/3/3/3 w 9 9 0", "row 3 from the top ('x2'): unexpected 'x'"),
        ("3/3/3/6/3/3/3 white 9 9 0", "side to move: expected w or b, found 'white'"),
        ("3/3/3/6/3/3/3 w ten 9 0", "white stash: expected a whole number from 0 to 9, found 'ten'"),
        ("3/3/3/6/3/3/3 w 9 10 0", "black stash: expected a whole number from 0 to 9, found '10'"),
        ("w2/3/3/6/3/3/3 w 9 9 0", "white stash: expected at most 8 beside the 1 stones on the board"),
        ("www/www/www/w5/3/3/bbb w 0 0 0", "board: expected at most 9 'w', found 10"),
        ("3/3/3/6/3/3/3 w 9 9 -1", "plies since placement or mill: expected a whole number from 0"),
    ],
)
def test_bad_text_names_the_field(text, message):
    with pytest.raises(BadText) as caught:
        at(text)
    assert message in str(caught.value)


def test_lines_and_reflection():
    assert sorted(map(sorted, LINES)) == sorted(
        sorted(morris.SQUARES[p] for p in line) for line in morris.LINES
    )
    for point, name in enumerate(morris.SQUARES):
        image = int(morris.reflected(1 << point))
        assert morris.reflected(image) == 1 << point
        mirrored = morris.SQUARES[image.bit_length() - 1]
        assert ("abcdefg".index(name[0]), int(name[1]) - 1) == (
            int(mirrored[1]) - 1,
            "abcdefg".index(mirrored[0]),
        )


# Endings with three flying stones each


def _symmetries() -> list[list[int]]:
    """The 16 symmetries of the board as lists of images of the points: rotations, reflections, and inside
    out."""
    index = {name: point for point, name in enumerate(morris.SQUARES)}
    centred = [("abcdefg".index(name[0]) - 3, int(name[1]) - 4) for name in morris.SQUARES]
    found = []
    for inside_out in (False, True):
        for swap, flip_x, flip_y in [(s, x, y) for s in (0, 1) for x in (1, -1) for y in (1, -1)]:
            images = []
            for x, y in centred:
                if inside_out:
                    ring = max(abs(x), abs(y))
                    x, y = x * (4 - ring) // ring, y * (4 - ring) // ring
                if swap:
                    x, y = y, x
                images.append(index["abcdefg"[x * flip_x + 3] + str(y * flip_y + 4)])
            found.append(images)
    return found


TRIPLES = list(combinations(range(24), 3))


def _improve(states, moves, rank, canonical, values, positions, masks, plies) -> int:
    """One step of the analysis: finds the positions decided in exactly `plies` plies, when all shorter ones
    are known. `values`: 0 is unknown, an odd number a win in that number of plies, an even one a loss."""
    found = 0
    state, after = states[0], states[1]
    for position in positions:
        if values[position] != 0:
            continue
        state.stones[0] = masks[position // 2024]
        state.stones[1] = masks[position % 2024]
        wins, loses = False, True
        for i in range(legal_moves(state, moves)):
            apply(state, moves[i], 0, after)
            value = 0
            if outcome(after) != 0:
                value = values[canonical[rank[after.stones[1]] * 2024 + rank[after.stones[0]]]]
                if value == 0 or value >= plies:
                    loses = False
                    continue
            if value % 2 == 0:
                wins, loses = True, False
                break
        if wins if plies % 2 == 1 else loses:
            values[position] = plies
            found += 1
    return found


legal_moves, apply, outcome = GAME.legal_moves, GAME.apply, GAME.outcome


@pytest.mark.slow  # the tables have the same figures, found backwards: see games/truth/test_truth_tables.py
@pytest.mark.skipif(jit_disabled(), reason="170 000 positions need compiled kernels")
def test_three_against_three():
    masks = np.array([sum(1 << p for p in triple) for triple in TRIPLES], np.int64)
    rank = np.full(1 << 24, -1, np.int16)
    rank[masks] = np.arange(len(masks))
    canonical = np.full((2024, 2024), np.iinfo(np.int32).max, np.int32)
    for images in _symmetries():
        moved = np.array([rank[sum(1 << images[p] for p in triple)] for triple in TRIPLES], np.int32)
        np.minimum(canonical, moved[:, None] * 2024 + moved[None, :], out=canonical)
    canonical = canonical.ravel()
    apart = (masks[:, None] & masks[None, :] == 0).ravel()
    positions = np.flatnonzero(apart & (canonical == np.arange(2024 * 2024)))
    assert len(positions) == 169_626

    states = np.zeros(2, GAME.dtype).view(np.recarray)
    values = np.zeros(2024 * 2024, np.int16)
    step = compiled(_improve)
    moves = np.zeros(GAME.max_moves, np.int32)
    plies = found = 0
    idle = 0
    while idle < 2:
        plies += 1
        found = step(states, moves, rank, canonical, values, positions, masks, plies)
        idle = 0 if found else idle + 1
    wins = values[positions] % 2 == 1
    assert wins.sum() == 140_621
    assert values[positions][wins].max() == 25


def test_noisy_moves_alone_are_those_of_all_that_are_noisy():
    fast = compiled(morris.noisy_moves)
    out = np.zeros(GAME.max_moves, np.int32)
    counts = []
    for position in ongoing_positions("morris", 41, 30 if jit_disabled() else 600):
        expected = [move for move in position.moves if morris.noisy(position.state, move)]
        assert out[: fast(position.state, out)].tolist() == expected, position.text
        assert out[: morris.noisy_moves(position.state, out)].tolist() == expected, position.text
        counts.append(len(expected))
    assert 0 in counts
    assert max(counts) > 3
