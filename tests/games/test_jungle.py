"""Simplified Jungle against slow, independent rules over the position text, and detail by detail."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.contract import BLACK, BLACK_WINS, DRAW, ONGOING, WHITE, WHITE_WINS, BadText, new_state
from games.jungle import GAME, JungleOptions, face_down, full_key, noisy, pieces
from games.position import Position
from games.reveals import possible_chances
from samples import seeds

OWN, MIXED = JungleOptions(), JungleOptions(deal="mixed")
NAMES = dict(
    zip("RCDWPTLE", ("rat", "cat", "dog", "wolf", "leopard", "tiger", "lion", "elephant"), strict=True)
)


def at(text: str, options: JungleOptions = OWN) -> Position:
    return Position.start(GAME, options, text)


def texts(position: Position) -> set[str]:
    return {position.notation(move) for move in position.moves}


def after(position: Position, move: str, shown: str = "") -> Position:
    """The position after a move, with the outcome of chance in which `shown` appears."""
    played = position.parse_move(move)
    outcomes = [GAME.chance_text(position.state, played, i) for i, _ in enumerate(position.chances(played))]
    return position.play(played, outcomes.index(shown))


# The slow version: a board of letters by square name, read from the text.


def unpack(text: str) -> tuple[dict[str, str], str, list[str], int]:
    rows, side, white, black, plies = text.split()
    board = {}
    for rank, row in zip("7654321", rows.split("/"), strict=True):
        expanded = "".join("." * int(letter) if letter.isdigit() else letter for letter in row)
        board |= {file + rank: letter for file, letter in zip("abcdefgh", expanded, strict=True)}
    return board, side, [pool.strip("-") for pool in (white, black)], int(plies)


def pack(board: dict[str, str], side: str, pools: list[str], plies: int) -> str:
    rows = []
    for rank in "7654321":
        row = "".join(board[file + rank] for file in "abcdefgh")
        for run in range(8, 0, -1):
            row = row.replace("." * run, str(run))
        rows.append(row)
    return f"{'/'.join(rows)} {side} {pools[0] or '-'} {pools[1] or '-'} {plies}"


def near(one: str, other: str) -> bool:
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1]) - int(other[1])) == 1


def is_whites(letter: str) -> bool:
    return letter == "+" or letter.isupper()


def slow_result(text: str) -> int:
    board, side, pools, _ = unpack(text)
    alive = [
        any(letter.isupper() for letter in board.values()) or pools[0] != "",
        any(letter.islower() for letter in board.values()) or pools[1] != "",
    ]
    if not all(alive):
        return alive.index(True) if any(alive) else DRAW
    if not slow_moves(text):
        return BLACK_WINS if side == "w" else WHITE_WINS
    return DRAW if unpack(text)[3] >= 100 else ONGOING


def slow_moves(text: str) -> dict[str, list[str]]:
    """Every legal action with the letters that it may reveal, in the order of the chances."""
    board, side, pools, _ = unpack(text)
    own = "+" if side == "w" else "-"
    drawn = {"+": list(pools[0]), "-": list(pools[1]), "?": list(pools[0] + pools[1])}
    moves = {}
    for square, letter in board.items():
        if letter in (own, "?"):
            moves[square] = drawn[letter]
        elif letter.isalpha() and is_whites(letter) == (side == "w"):
            for target, victim in board.items():
                if not near(square, target):
                    continue
                if victim == ".":
                    moves[f"{square}-{target}"] = [""]
                elif victim == "?" or is_whites(victim) != (side == "w"):
                    moves[f"{square}x{target}"] = drawn.get(victim, [""])
    return moves


def slow_play(text: str, move: str, shown: str) -> str:
    board, side, pools, plies = unpack(text)
    plies += 1
    target = move[-2:]
    if shown:
        board[target] = shown
        pools = [pool.replace(shown, "") for pool in pools]
    if len(move) == 5:
        attacker, victim = board[move[:2]], board[target]
        if victim == ".":
            board[move[:2]], board[target] = ".", attacker
        elif is_whites(victim) != (side == "w"):
            plies = 0
            board[move[:2]] = "."
            strengths = [list(NAMES).index(letter.upper()) + 1 for letter in (attacker, victim)]
            wins = strengths[0] > strengths[1]
            if sorted(strengths) == [1, 8]:
                wins = strengths[0] == 1
            if strengths[0] == strengths[1]:
                board[target] = "."
            elif wins:
                board[target] = attacker
    return pack(board, "b" if side == "w" else "w", pools, plies)


@pytest.mark.parametrize("options", [OWN, MIXED], ids=["own", "mixed"])
@given(seed=seeds)
def test_random_games_follow_the_slow_rules(options, seed):
    draw = np.random.default_rng(seed)
    position = Position.start(GAME, options)
    for _ in range(100):
        text = position.text
        assert position.outcome == slow_result(text)
        assert int(position.state.key) == full_key(position.state)
        assert Position.start(GAME, options, text).state.key == position.state.key
        if position.outcome != ONGOING:
            break
        slow = slow_moves(text)
        assert texts(position) == set(slow)
        attacks = [move for move in position.moves if "x" in position.notation(move)]
        choice = attacks if attacks and draw.random() < 0.5 else position.moves
        move = int(draw.choice(choice))
        shown = slow[position.notation(move)]
        assert len(position.chances(move)) == len(shown)
        chance = int(draw.integers(len(shown)))
        if shown[chance]:
            side = "Amber" if shown[chance].isupper() else "Blue"
            said = GAME.chance_text(position.state, move, chance)
            assert said == f"{side} {NAMES[shown[chance].upper()]}"
        before, position = position, position.play(move, chance)
        assert position.text == slow_play(text, before.notation(move), shown[chance])


# Details


def test_start_reveals_only_and_draws_from_all_eight():
    position = Position.start(GAME)
    assert position.text == "--------/8/8/8/8/8/++++++++ w RCDWPTLE rcdwptle 0"
    assert texts(position) == {f"{file}1" for file in "abcdefgh"}
    assert position.chances(position.moves[0]) == (1 / 8,) * 8
    assert GAME.click_paths(position.state, position.parse_move("c1")) == (("c1",),)


@pytest.mark.parametrize(
    ("attacker", "victim", "left"),
    [
        ("L", "t", "L"),
        ("T", "l", "l"),
        ("R", "e", "R"),
        ("E", "r", "r"),
        ("R", "c", "c"),
        ("C", "r", "C"),
        ("E", "l", "E"),
        ("W", "w", "."),
        ("R", "r", "."),
        ("E", "e", "."),
    ],
)
def test_who_takes_whom(attacker, victim, left):
    free = next(letter for letter in "CDPT" if letter not in (attacker, victim.upper()))
    position = at(f"{free.lower()}7/8/8/3{attacker}{victim}3/8/8/{free}7 w - - 7")
    assert noisy(position.state, position.parse_move("d4xe4")) == (left != victim)
    row = "8" if left == "." else f"4{left}3"
    assert after(position, "d4xe4").text == f"{free.lower()}7/8/8/{row}/8/8/{free}7 b - - 0"


def test_attack_turns_the_victim_up_and_reveals_a_lost_attacker():
    position = at("7-/8/8/3T4/3-4/8/C7 w - re 3")
    assert position.chances(position.parse_move("d4xd3")) == (1 / 2, 1 / 2)
    assert after(position, "d4xd3", "Blue rat").text == "7-/8/8/8/3T4/8/C7 b - e 0"
    assert after(position, "d4xd3", "Blue elephant").text == "7-/8/8/8/3e4/8/C7 b - r 0"


def test_pools_must_match_what_lies_face_down():
    with pytest.raises(BadText, match=r"Black's strengths.*expected as many letters as.*'-', 1, found 2"):
        at("8/8/8/3T4/3-4/8/8 w - re 3")


def test_both_sides_lose_their_last_piece_and_it_is_a_draw():
    last = after(at("8/8/8/3Ww3/8/8/8 w - - 4"), "d4xe4")
    assert last.outcome == DRAW and last.moves == ()
    assert last.ending == "Neither side has a piece left."
    assert last.text == "8/8/8/8/8/8/8 b - - 0"


def test_a_side_without_pieces_loses():
    last = after(at("8/8/8/3Dc3/8/8/8 w - - 4"), "d4xe4")
    assert last.outcome == WHITE_WINS and last.ending == "Blue has no piece left."
    lost = after(at("8/8/8/3Ct3/8/8/8 w - - 4"), "d4xe4")
    assert lost.outcome == BLACK_WINS and lost.ending == "Amber has no piece left."


def test_piece_beside_enemies_only_may_always_attack():
    position = at("8/8/8/8/8/t7/Cl6 w - - 0")
    assert texts(position) == {"a1xa2", "a1xb1"}
    assert position.outcome == ONGOING


CORNER = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3"]


@given(squares=st.lists(st.sampled_from(GAME.squares), min_size=1, max_size=8, unique=True))
@example(squares=CORNER)
def test_no_side_with_a_piece_is_without_a_legal_action(squares):
    """So `outcome` need not look for that case. Pieces anywhere, including pieces that shut each other in."""
    board = dict.fromkeys(GAME.squares, ".") | dict(zip(squares, "RCDWPTLE", strict=False))
    far = next(square for square in reversed(GAME.squares) if square not in squares)
    text = pack(board | {far: "r"}, "w", ["", ""], 0)
    assert slow_moves(text) and texts(at(text)) == set(slow_moves(text))


def test_a_hundred_plies_without_a_capture_draw():
    position = at("7r/8/8/8/8/8/C7 w - - 98")
    assert GAME.approaching(position.state) == "Drawn in 2 plies unless a piece is taken."
    position = after(after(position, "a1-a2"), "h7-h6")
    assert position.outcome == DRAW and position.ending == "100 plies without a capture."
    assert position.moves == () and GAME.quiet(position.state) == GAME.quiet_limit(position.state) == 100
    never = JungleOptions(no_capture_limit=0)
    assert at(position.text, never).outcome == ONGOING
    assert GAME.approaching(at(position.text, never).state) == ""


def test_reveal_is_a_quiet_ply_and_a_lost_attack_a_capture():
    position = at("7-/8/8/8/8/8/Ct6 w - e 9")
    assert after(position, "a1-a2").state.quiet == 10
    assert after(after(position, "a1-a2"), "h7", "Blue elephant").state.quiet == 11
    assert after(at("7-/8/8/8/8/D7/Ct6 w - e 9"), "a1xb1").state.quiet == 0


def test_the_key_leaves_the_counter_out_and_keeps_the_pool_in():
    one, other = at("-7/8/8/8/8/8/R7 w - c 3"), at("-7/8/8/8/8/8/R7 w - c 30")
    assert one.state.key == other.state.key
    assert one.state.key != at("-7/8/8/8/8/8/R7 w - d 3").state.key
    assert one.state.key != at("-7/8/8/8/8/8/R7 b - c 3").state.key


def test_mixed_deal_reveals_anything_and_only_turns_up_its_own():
    start = Position.start(GAME, MIXED)
    assert start.text == "????????/8/8/8/8/8/???????? w RCDWPTLE rcdwptle 0"
    assert len(start.moves) == 16 and len(start.chances(start.moves[0])) == 16
    shown = [GAME.chance_text(start.state, start.moves[0], i) for i in range(16)]
    assert shown[0] == "Amber rat" and shown[7] == "Amber elephant" and shown[8] == "Blue rat"
    position = at("8/8/8/8/8/8/C??4r w E t 3", MIXED)
    assert texts(position) == {"a1-a2", "a1xb1", "b1", "c1"}
    assert after(position, "a1xb1", "Amber elephant").text == "8/8/8/8/8/8/CE?4r b - t 4"
    assert after(position, "a1xb1", "Blue tiger").text == "8/8/8/8/8/8/1t?4r b E - 0"
    with pytest.raises(BadText, match=r"letters as the board has '\?', 1, found 2"):
        at("8/8/8/8/8/8/C?5r w E t 3", MIXED)


def test_mixed_deal_counts_face_down_pieces_by_owner():
    position = at("8/8/8/8/8/8/r?6 b E - 3", MIXED)
    assert position.outcome == ONGOING
    last = after(position, "a1xb1", "Amber elephant")
    assert last.outcome == BLACK_WINS and last.text == "8/8/8/8/8/8/1r6 w - - 0"


def test_a_face_down_piece_needs_the_right_deal():
    with pytest.raises(BadText, match=r"unexpected '\?'"):
        at("8/8/8/8/8/8/C?5r w E - 3")
    with pytest.raises(BadText, match=r"unexpected '\+'"):
        at("8/8/8/8/8/8/C+5r w E - 3", MIXED)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("8/8/8/8/8/8/CC5r w - - 3", "board: .*once, found 'C' twice"),
        ("8/8/8/8/8/8/C6r x - - 3", "side to move: expected w or b"),
        ("8/8/8/8/8/8/C6r w Q - 3", "White's strengths still face down: expected letters"),
        ("8/8/8/8/8/8/+6r w r - 3", "White's strengths still face down: expected letters"),
        ("8/8/8/8/8/8/++5r w RR - 3", "White's strengths.*at most once"),
        ("8/8/8/8/8/8/C+5r w C - 3", "White's strengths.*that the board shows, found 'C'"),
        ("8/8/8/8/8/8/C6r w - - many", "plies since the last capture: expected a whole number"),
        ("8/8/8/8/8/8/C6r w - -", "plies since the last capture is missing"),
    ],
)
def test_bad_text_names_the_field(text, message):
    with pytest.raises(BadText, match=message):
        at(text)


def test_bad_options_are_refused():
    with pytest.raises(ValueError, match="deal"):
        JungleOptions(deal="fair")
    with pytest.raises(ValueError, match="no_capture_limit"):
        JungleOptions(no_capture_limit=-1)


def test_what_a_board_shows():
    position = at("-7/8/8/3L4/8/8/+6r w E c 3")
    shown = [(piece.square, piece.side, piece.strength, piece.animal) for piece in pieces(position.state)]
    assert shown == [
        ("a1", WHITE, 0, ""),
        ("h1", BLACK, 1, "rat"),
        ("d4", WHITE, 7, "lion"),
        ("a7", BLACK, 0, ""),
    ]
    assert face_down(position.state, WHITE) == ["elephant"]
    assert face_down(position.state, BLACK) == ["cat"]


# Taken-back reveals


def test_revealed_square_names_what_a_move_turns_up():
    position = at("8/8/8/3L4/3-4/8/+7 w E c 3")
    named = {position.notation(move): GAME.revealed_square(position.state, move) for move in position.moves}
    assert named == {"a1": "a1", "d4xd3": "d3", "d4-d5": "", "d4-c4": "", "d4-e4": ""}


@pytest.mark.parametrize("options", [OWN, MIXED], ids=["own", "mixed"])
@given(seed=seeds)
def test_identities_stay_with_squares_after_take_back(options, seed):
    """A loop that takes back moves at random, but remembers identities: as if all had been dealt at the
    start."""
    draw = np.random.default_rng(seed)
    line, remembered = [Position.start(GAME, options)], {}
    for _ in range(120):
        if draw.random() < 0.4 and len(line) > 1:
            line = line[: draw.integers(1, len(line))]
        position = line[-1]
        if not position.moves:
            line = line[:1]
            continue
        move = int(draw.choice(position.moves))
        allowed = possible_chances(GAME, position.state, move, remembered)
        assert allowed
        chance = int(draw.choice(allowed))
        square = GAME.revealed_square(position.state, move)
        if square:
            shown = GAME.chance_text(position.state, move, chance)
            assert remembered.setdefault(square, shown) == shown
            assert len(set(remembered.values())) == len(remembered)
        line.append(position.play(move, chance))


def test_a_remembered_identity_is_drawn_again_and_nowhere_else():
    position = at("8/8/8/8/8/8/++5r w CE - 3")
    remembered = {"a1": "Amber elephant"}
    first, second = position.parse_move("a1"), position.parse_move("b1")
    assert possible_chances(GAME, position.state, first, {}) == (0, 1)
    assert possible_chances(GAME, position.state, first, remembered) == (1,)
    assert possible_chances(GAME, position.state, second, remembered) == (0,)
    step = at("8/8/8/8/8/8/R6r w - - 3")
    assert possible_chances(GAME, step.state, step.moves[0], remembered) == (0,)


def test_apply_takes_the_identity_from_its_owner_s_pool():
    position = at("-7/8/8/8/8/8/+7 w C c 0")
    fresh = new_state(GAME.dtype)
    GAME.apply(position.state, position.moves[0], 0, fresh)
    assert fresh.pool[WHITE] == 0 and fresh.pool[BLACK] == 0b10
