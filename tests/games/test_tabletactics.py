"""TableTactics against slow, independent rules over the position text, and detail by detail."""

import re

import numpy as np
import pytest
from hypothesis import given

from games.contract import BLACK, BLACK_WINS, DRAW, ONGOING, WHITE, WHITE_WINS, BadText
from games.position import Position
from games.tabletactics import (
    END,
    GAME,
    TableTacticsOptions,
    attackable,
    full_key,
    move_kind,
    noisy,
    obstacles,
    reachable,
    route,
    soldiers,
    to_place,
)
from samples import seeds

PLAIN = TableTacticsOptions()
SETTINGS = {
    "plain": PLAIN,
    "tweaked": TableTacticsOptions(tweaked=True),
    "obstacles": TableTacticsOptions(obstacles=("c3", "d4", "c5"), turn_limit=0),
    "short": TableTacticsOptions(turn_limit=5),
}


def at(text: str, options: TableTacticsOptions = PLAIN) -> Position:
    return Position.start(GAME, options, text)


def texts(position: Position) -> set[str]:
    return {position.notation(move) for move in position.moves}


def after(position: Position, *moves: str) -> Position:
    for move in moves:
        position = position.play(position.parse_move(move))
    return position


# The slow version: a dictionary from squares to soldiers like "N42" or "#".

SPEED = {"N": 3, "F": 3, "T": 4}
FULL = {"N": 4, "F": 3, "T": 2}
HOMES = {"w": ["a1", "b1", "a2", "b2"], "b": ["f6", "e6", "f5", "e5"]}
ALL = [file + rank for rank in "123456" for file in "abcdef"]


def unpack(text: str) -> tuple[dict[str, str], str, str, str, int]:
    rows, side, stage, steps, turns = text.split()
    board = {}
    for rank, row in zip("654321", rows.split("/"), strict=True):
        files = iter("abcdef")
        for cell in re.findall(r"[NFTnft]\d\d|#|\d", row):
            if cell.isdigit():
                for _ in range(int(cell)):
                    next(files)
            else:
                board[next(files) + rank] = cell
        assert next(files, None) is None
    return board, side, stage, steps, int(turns)


def pack(board: dict[str, str], side: str, stage: str, steps: str, turns: int) -> str:
    rows = ["".join(board.get(file + rank, ".") for file in "abcdef") for rank in "654321"]
    text = re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(rows))
    return f"{text} {side} {stage} {steps} {turns}"


def is_own(cell: str, side: str) -> bool:
    return cell[0].isupper() if side == "w" else cell[0].islower()


def army(board: dict[str, str], side: str) -> dict[str, str]:
    return {square: cell for square, cell in board.items() if is_own(cell, side)}


def around(square: str) -> list[str]:
    file, rank = square
    near = [chr(ord(file) + 1) + rank, chr(ord(file) - 1) + rank]
    near += [file + chr(ord(rank) + 1), file + chr(ord(rank) - 1)]
    return [name for name in near if name in ALL]


def slow_moves(text: str, tweaked: bool) -> set[str]:
    board, side, stage, steps, _ = unpack(text)
    own, enemies = army(board, side), army(board, "b" if side == "w" else "w")
    if stage == "place":
        letters = [cell[0].upper() for cell in own.values()]
        left = list("NFTT" if tweaked and side == "b" else "NFFT")
        for letter in letters:
            left.remove(letter)
        kinds = ["N"] if "N" in left else left
        return {f"{kind}@{square}" for kind in kinds for square in HOMES[side] if square not in board}
    if not own or not enemies:
        return set()
    moves = {"end"}
    for square, cell in own.items():
        for target in around(square):
            if target in enemies and cell[2] != "0":
                moves.add(f"{square}x{target}")
            elif target not in board and (cell[2] != "0" or steps.startswith(square)):
                moves.add(f"{square}-{target}")
    return moves


def slow_play(text: str, move: str, tweaked: bool) -> str:
    board, side, stage, steps, turns = unpack(text)
    other = "b" if side == "w" else "w"
    ends = False
    if stage == "place":
        letter, square = move.split("@")
        board[square] = f"{letter if side == 'w' else letter.lower()}{FULL[letter]}2"
        ends = len(army(board, side)) == 4
        stage = "play" if ends and side == "b" else "place"
    elif move == "end":
        ends = True
    else:
        start, target = move[:2], move[3:]
        cell = board[start]
        spent = f"{cell[:2]}{int(cell[2]) - 1}"
        if move[2] == "-":
            del board[start]
            if steps.startswith(start):
                left = int(steps[3]) - 1
                board[target] = cell
            else:
                left = SPEED[cell[0].upper()] - 1
                board[target] = spent
            steps = f"{target}:{left}" if left else "-"
        else:
            board[start] = spent
            steps = "-"
            hit = board[target]
            if hit[1] != "1":
                board[target] = f"{hit[0]}{int(hit[1]) - 1}{hit[2]}"
            elif hit[0] in "nN":
                for square in army(board, other):
                    del board[square]
                return pack(board, side, stage, steps, turns)
            else:
                del board[target]
        ends = slow_moves(pack(board, side, stage, steps, turns), tweaked) == {"end"}
    if ends:
        board |= {square: f"{cell[:2]}2" for square, cell in army(board, side).items()}
        side, steps, turns = other, "-", turns + 1
    return pack(board, side, stage, steps, turns)


def slow_result(text: str, turn_limit: int) -> int:
    board, _, stage, _, turns = unpack(text)
    if stage == "play" and not army(board, "b"):
        return WHITE_WINS
    if stage == "play" and not army(board, "w"):
        return BLACK_WINS
    return DRAW if 0 < turn_limit <= turns else ONGOING


@pytest.mark.long
@pytest.mark.parametrize("setting", SETTINGS)
@given(seed=seeds)
def test_random_games_follow_the_slow_rules(setting, seed):
    options = SETTINGS[setting]
    draw = np.random.default_rng(seed)
    position = Position.start(GAME, options)
    for _ in range(110):
        text = position.text
        assert position.outcome == slow_result(text, options.turn_limit)
        assert int(position.state.key) == full_key(position.state)
        assert Position.start(GAME, options, text).state.key == position.state.key
        if position.outcome != ONGOING:
            break
        assert texts(position) == slow_moves(text, options.tweaked)
        attacks = [move for move in position.moves if move_kind(position.state, move) == "attack"]
        others = [move for move in position.moves if move != END] or [END]
        choice = attacks if attacks else others if draw.random() < 0.9 else position.moves
        move = int(draw.choice(choice))
        before, position = position, position.play(move)
        assert position.text == slow_play(text, before.notation(move), options.tweaked)


def test_random_games_reach_both_victories_and_the_limit():
    """The test above only means something if its games get that far."""
    seen = set()
    for seed in range(40):
        draw = np.random.default_rng(seed)
        position = Position.start(GAME, PLAIN)
        while position.outcome == ONGOING:
            attacks = [move for move in position.moves if move_kind(position.state, move) == "attack"]
            position = position.play(int(draw.choice(attacks or position.moves)))
        seen.add(position.outcome)
    assert seen == {WHITE_WINS, BLACK_WINS, DRAW}


# Placement


def test_noble_is_placed_first_and_white_before_black():
    position = Position.start(GAME)
    assert position.text == "6/6/6/6/6/6 w place - 0"
    assert texts(position) == {"N@a1", "N@b1", "N@a2", "N@b2"}
    position = after(position, "N@b1")
    assert position.to_move == WHITE and len(position.moves) == 6
    assert to_place(position.state, WHITE) == ["F", "F", "T"]
    position = after(position, "T@a1", "F@a2")
    assert texts(position) == {"F@b2"}
    position = after(position, "F@b2")
    assert position.text == "6/6/6/6/F32F324/T22N424 b place - 1"
    assert texts(position) == {"N@f6", "N@e6", "N@f5", "N@e5"}
    position = after(position, "N@f6", "F@e6", "F@f5", "T@e5")
    assert position.text == "4f32n42/4t22f32/6/6/F32F324/T22N424 w play - 2"


def test_soldier_is_placed_by_clicks_in_either_order():
    position = after(Position.start(GAME), "N@b1")
    assert GAME.click_paths(position.state, position.parse_move("T@a1")) == (("T", "a1"), ("a1", "T"))


def test_tweaked_gives_black_another_thief():
    options = TableTacticsOptions(tweaked=True)
    position = after(Position.start(GAME, options), "N@a1", "F@b1", "F@a2", "T@b2", "N@f6")
    assert to_place(position.state, BLACK) == ["F", "T", "T"]
    position = after(position, "T@e6", "T@f5")
    assert texts(position) == {"F@e5"}
    plain = at("4t22n42/5t22/6/6/F32T224/N42F324 b place - 1", options)
    assert texts(plain) == {"F@e5"}
    with pytest.raises(BadText, match="at most 1 of T for Black"):
        at("4t22n42/5t22/6/6/F32T224/N42F324 b place - 1")


# Turns

OPEN = "5n42/4f32f32/5t22/6/F32T224/N42F324 w play - 2"


def test_the_first_step_spends_an_action_and_the_rest_are_free():
    position = after(at(OPEN), "b2-c2")
    assert position.text == "5n42/4f32f32/5t22/6/F321T213/N42F324 w play c2:3 2"
    position = after(position, "c2-d2", "d2-e2", "e2-f2")
    assert position.text == "5n42/4f32f32/5t22/6/F324T21/N42F324 w play - 2"
    position = after(position, "f2-f3")
    assert position.text == "5n42/4f32f32/5t22/5T20/F325/N42F324 w play f3:3 2"


def test_steps_are_lost_when_another_soldier_steps():
    position = after(at(OPEN), "b2-c2", "b1-c1")
    assert position.text.endswith("w play c1:2 2")
    assert "c2:" not in position.text
    position = after(position, "c2-d2")
    assert position.text == "5n42/4f32f32/5t22/6/F322T202/N421F313 w play d2:3 2"


def test_steps_are_lost_when_any_own_soldier_attacks():
    own = at("5n42/4f32f32/6/2t223/F321T213/N42F324 w play c2:3 2")
    assert after(own, "c2xc3").text == "5n42/4f32f32/6/2t123/F321T203/N42F324 w play - 2"
    another = at("5n42/4f32f32/6/t225/F321T213/N42F324 w play c2:3 2")
    assert after(another, "a2xa3").text == "5n42/4f32f32/6/t125/F311T213/N42F324 w play - 2"


def test_a_soldier_without_actions_walks_on_but_does_not_attack():
    position = at("4f32n42/6/6/2f323/F321T203/N42F324 w play c2:2 2")
    assert {move for move in texts(position) if move.startswith("c2")} == {"c2-b2", "c2-d2", "c2-c1"}
    done = at("4f32n42/6/6/2f323/F321T203/N42F324 w play - 2")
    assert not {move for move in texts(done) if move.startswith("c2")}


def test_attack_takes_one_hitpoint_and_one_action():
    position = at("5n42/6/6/f125/F325/N425 w play - 4")
    position = after(position, "a2xa3")
    assert position.text == "5n42/6/6/6/F315/N425 w play - 4"
    position = after(at("5n42/6/6/f325/F325/N425 w play - 4"), "a2xa3", "a2xa3")
    assert position.text == "5n42/6/6/f125/F305/N425 w play - 4"


def test_an_army_dies_with_its_noble():
    position = after(at("5f32/6/6/n125/F325/N425 w play - 4"), "a2xa3")
    assert position.outcome == WHITE_WINS and position.moves == ()
    assert position.text == "6/6/6/6/F315/N425 w play - 4"
    assert position.ending == "Black's Noble has fallen, and the army with it."
    lost = after(at("5f32/6/n425/N125/F325/6 b play - 4"), "a4xa3")
    assert lost.outcome == BLACK_WINS and lost.text == "5f32/6/n415/6/6/6 b play - 4"


def test_a_player_may_end_the_turn_at_once_and_actions_come_back():
    position = after(at(OPEN), "b2-c2", "end")
    assert position.text == "5n42/4f32f32/5t22/6/F321T223/N42F324 b play - 3"
    assert GAME.click_paths(position.state, position.parse_move("end")) == (("end",),)


def test_turn_ends_by_itself_without_step_or_attack():
    position = after(at("5n42/6/6/6/6/N405 w play a1:1 4"), "a1-a2")
    assert position.text == "5n42/6/6/6/N425/6 b play - 5"
    position = after(at("5n42/6/6/6/f325/N415 w play - 4"), "a1xa2")
    assert position.text == "5n42/6/6/6/f225/N425 b play - 5"


def test_shut_in_soldier_does_not_keep_the_turn_open():
    position = at("5n42/6/6/6/T205/N421F303 w play c1:1 4")
    assert texts(position) == {"a1-b1", "c1-b1", "c1-d1", "c1-c2", "end"}
    assert after(position, "c1-b1").text == "5n42/6/6/6/T225/N42F324 b play - 5"
    assert after(position, "c1-c2").text == "5n42/6/6/6/T201F303/N425 w play - 4"


def test_whoever_can_do_nothing_may_only_end_the_turn():
    position = at("5n42/6/6/6/6/N405 w play - 4")
    assert texts(position) == {"end"} and position.outcome == ONGOING
    assert after(position, "end").text == "5n42/6/6/6/6/N425 b play - 5"


def test_the_game_is_drawn_after_the_turn_limit():
    position = at(OPEN.removesuffix("2") + "18")
    assert GAME.approaching(position.state) == "Drawn after 2 more turns."
    position = after(position, "end", "end")
    assert position.outcome == DRAW and position.moves == ()
    assert position.ending == "20 turns have been played."
    never = at(position.text, TableTacticsOptions(turn_limit=0))
    assert never.outcome == ONGOING and GAME.approaching(never.state) == ""


def test_a_noble_that_falls_in_the_last_turn_still_decides():
    assert at("6/6/6/6/F315/N425 w play - 20").outcome == WHITE_WINS


# The key


def test_the_key_tells_apart_all_that_matters():
    base = "5n42/4f32f32/5t22/2#3/F311T203/N42F324 w play c2:2 4"
    others = [
        base.replace("F31", "F30"),
        base.replace("N42", "N32"),
        base.replace("c2:2", "c2:3"),
        base.replace("c2:2", "a2:2"),
        base.replace("c2:2", "-"),
        base.replace("2#3", "3#2"),
        base.replace("2#3", "6"),
        base[:-1] + "5",
    ]
    keys = [int(at(text).state.key) for text in (base, *others)]
    assert len(set(keys)) == len(keys)
    waiting = ["5n42/6/6/6/6/N425 w play - 4", "5n42/6/6/6/6/N425 b play - 4"]
    assert at(waiting[0]).state.key != at(waiting[1]).state.key
    limits = [TableTacticsOptions(turn_limit=limit) for limit in (0, 20, 30)]
    assert len({int(at(base, options).state.key) for options in limits}) == 3


def test_fighters_that_trade_places_make_the_same_position():
    one = after(at(OPEN), "a2-a3", "b1-c1", "c1-c2")
    other = after(at(OPEN), "b1-c1", "c1-c2", "a2-a3")
    assert one.text.split()[0] == other.text.split()[0]
    assert one.state.key != other.state.key, "their steps left differ"
    assert after(one, "end").state.key == after(other, "end").state.key


# Settings and text


@pytest.mark.parametrize(
    ("squares", "message"),
    [
        (("a2",), "expected no obstacle where soldiers are placed, found one on a2"),
        (("c1", "c2", "a3", "b3"), "connected, the obstacles cut off"),
        (("g7",), "expected squares from a1 to f6, found 'g7'"),
        (("a4", "b5", "a6"), "connected, the obstacles cut off a5"),
    ],
)
def test_obstacles_that_spoil_the_board_are_refused(squares, message):
    with pytest.raises(ValueError, match=message):
        TableTacticsOptions(obstacles=squares)


def test_obstacles_stand_on_the_board_and_nobody_enters_them():
    position = Position.start(GAME, TableTacticsOptions(obstacles=["c2", "d4"]))
    assert position.text == "6/6/3#2/6/2#3/6 w place - 0"
    assert obstacles(position.state) == ["c2", "d4"]
    position = at("5n42/6/3#2/6/F32T22#3/N42F324 w play - 2")
    assert "b2-c2" not in texts(position) and "b2-b3" in texts(position)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("6/6/6/6/6 w place - 0", "board: expected 6 rows"),
        ("6/6/6/6/7/6 w place - 0", "board, row 5 from the top .*unexpected '7'"),
        ("6/6/6/6/51/6 x place - 0", "side to move"),
        ("6/6/6/6/52/6 w place - 0", "row 5 from the top .*expected 6 squares, found 7"),
        ("6/6/6/6/6/6 w plays - 0", "stage: expected place or play"),
        ("6/6/6/6/6/6 w place - 3", "turns completed: expected 0 at this stage"),
        ("6/6/6/6/6/6 w play - 2", "board: expected an army in play"),
        (
            "5n42/6/6/6/6/N525 w play - 2",
            "hitpoints from 1 to 4 and actions from 0 to 2 after 'N', found '52'",
        ),
        ("5n42/6/6/6/6/N435 w play - 2", "after 'N', found '43'"),
        ("5n42/6/6/6/6/N4 w play - 2", "after 'N', found '4'"),
        ("5n42/6/6/6/6/N02 w play - 2", "after 'N', found '02'"),
        ("5n42/6/6/6/6/F325 w play - 2", "one Noble of White's, found 0"),
        ("5n42/n425/6/6/6/N425 w play - 2", "one Noble of Black's, found 2"),
        ("5n42/6/6/6/t22t22t22t222/N425 w play - 2", "at most 4 soldiers of Black's, found 5"),
        ("5n41/6/6/6/6/N425 w play - 2", "2 actions of every soldier of the side that waits.*f6"),
        ("5n42/6/6/6/6/N425 w play a1:2 2", "steps left: expected a soldier that has spent an action"),
        ("5n42/6/6/6/6/N415 w play a1:3 2", "steps left of a1: expected a whole number from 1 to 2"),
        ("5n42/6/6/6/6/N415 w play f6:1 2", "steps left: expected - or a square of the side to move"),
        ("6/6/6/6/6/N424F32 w place - 0", "place on a1 b1 a2 b2, found a soldier on f1"),
        ("6/6/6/6/6/F325 w place - 0", "Noble to be placed first"),
        ("6/6/6/6/6/N325 w place - 0", "full hitpoints and actions while placing, found fewer on a1"),
        ("5n42/6/6/6/6/N425 w place - 0", "none of Black's soldiers while White places"),
        ("6/6/6/6/6/N425 b place - 1", "White's whole army while Black places"),
        ("6/6/6/6/F32F324/N42T224 w place - 0", "expected play once"),
        ("5n42/6/6/6/1#4/N42#4 w play - 2", "no obstacle where soldiers are placed, found one on b1"),
    ],
)
def test_bad_text_names_the_field(text, message):
    with pytest.raises(BadText, match=message) as caught:
        at(text)
    assert "\n" not in str(caught.value)


# What a board shows


def test_soldiers_tell_all_that_is_drawn_on_them():
    position = after(at("5n42/4f22f32/5t22/6/F32T224/N42F324 w play - 2"), "b2-c2")
    shown = soldiers(position.state)
    assert shown[3] == ("c2", WHITE, "T", 2, 1, 3)
    assert shown[0] == ("a1", WHITE, "N", 4, 2, 0)
    assert ("e5", BLACK, "F", 2, 2, 0) in shown and len(shown) == 8


def test_reachable_counts_the_actions_that_a_square_costs():
    position = at("5n42/6/6/6/6/N415 w play - 4")
    found = reachable(position.state, "a1")
    assert found["d1"] == 1 and found["b3"] == 1 and "e1" not in found and "a1" not in found
    position = after(at("5n42/6/6/6/6/N425 w play - 4"), "a1-b1")
    found = reachable(position.state, "b1")
    assert found["d1"] == 0 and found["e1"] == 1 and "f3" not in found and found["f2"] == 1
    assert reachable(position.state, "c4") == {}


def test_reachable_is_what_steps_of_one_soldier_reach():
    """Found by breadth-first search through the rules, without ending the turn."""
    position = at("5n42/3f322/6/1#1#2/F32T22#3/N42F324 w play - 2")
    for soldier in soldiers(position.state)[:4]:
        seen, edge = {soldier.square}, [(soldier.square, position)]
        while edge:
            square, now = edge.pop()
            for move in now.moves:
                if move_kind(now.state, move) == "step" and now.notation(move)[:2] == square:
                    target, then = now.notation(move)[3:], now.play(move)
                    if then.to_move == WHITE:
                        edge.append((target, then))
                    seen.add(target)
        assert set(reachable(position.state, soldier.square)) == seen - {soldier.square}


def test_moves_say_what_they_are():
    position = at("5n42/6/6/t225/F325/N425 w play - 4")
    kinds = {position.notation(move): move_kind(position.state, move) for move in position.moves}
    assert kinds["a2xa3"] == "attack" and kinds["a2-b2"] == "step" and kinds["end"] == "end"
    assert {move_kind(Position.start(GAME).state, move) for move in Position.start(GAME).moves} == {"place"}
    assert {name for name in kinds if noisy(position.state, position.parse_move(name))} == {"a2xa3"}


@pytest.mark.parametrize("seed", range(6))
def test_a_route_is_legal_and_as_short_as_reachable_says(seed):
    draw = np.random.default_rng(seed)
    position = Position.start(GAME, SETTINGS["obstacles"])
    for _ in range(40 + 7 * seed):
        if position.moves:
            position = position.play(int(draw.choice(position.moves)))
    for soldier in soldiers(position.state):
        if soldier.side != position.to_move:
            continue
        for target, actions in reachable(position.state, soldier.square).items():
            way = route(position.state, soldier.square, target)
            assert way[-1] == target and len(set(way)) == len(way)
            walked, here = position, soldier.square
            for square in way:
                walked = walked.play(walked.parse_move(f"{here}-{square}"))
                here = square
            if walked.to_move == position.to_move:
                left = next(s.actions for s in soldiers(walked.state) if s.square == target)
                assert soldier.actions - left == actions
    assert route(position.state, "c3", "c4") == ()


def test_attackable_are_the_attacks_that_are_legal():
    position = at("6/6/2n421f321/2N421F301/6/6 w play - 6")
    assert attackable(position.state, "c3") == ["c4"] and attackable(position.state, "c4") == ["c3"]
    assert attackable(position.state, "e3") == [], "it has no action left"
    assert attackable(position.state, "a1") == []
    assert attackable(at("6/6/6/6/6/6 w place - 0").state, "a1") == []
