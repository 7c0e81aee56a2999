"""What `qtable` sees of a state of Jungle and an action: fifteen small parts, which make one number.

Each of some 10^32 positions would be met once. Of the parts' numbers some 40 000 are met, again and again.
All is from the perspective of the player to move, who knows no face-down piece. For an attack on a face-down
piece the table knows the chance to win. Reveals differ only by whether an opposing piece stands beside.
"""

from typing import Any, NamedTuple

import numpy as np

from games.bits import lowest_bit, popcount
from games.contract import State
from games.jungle import (
    BIT,
    EMPTY,
    FACE_DOWN,
    FILES,
    LOSES,
    NEIGHBOURS,
    RANKS,
    RESULT,
    TAKES,
    UNKNOWN,
    strength_of,
)

REVEAL, QUIET, TAKE, TRADE, LOSS, ATTACK = range(6)


class KeyPart(NamedTuple):
    """One part, and its values 0, 1, … in words; "" for a value that needs no words."""

    name: str
    words: tuple[str, ...]


RAT_TO_ELEPHANT = ("rat", "cat to wolf", "leopard to lion", "elephant")
CHANCES = ("below 1/4", "below 1/2", "below 3/4", "3/4 and more")
PARTS = (
    KeyPart(
        "kind", ("turns a piece over", "moves", "takes", "trades", "gives itself up", "attacks face down")
    ),
    KeyPart("the piece", RAT_TO_ELEPHANT),
    KeyPart("target", RAT_TO_ELEPHANT),  # of an attack on a face-down piece: the chance to win
    KeyPart("threatened", ("", "the piece is threatened")),
    KeyPart("strongest threatened piece before", ("", *RAT_TO_ELEPHANT)),
    KeyPart("strongest threatened piece after", ("", *RAT_TO_ELEPHANT)),
    KeyPart("then attacks", ("", *RAT_TO_ELEPHANT)),
    KeyPart("the nearest prey", ("is nearer to some own piece", "is nearer to this piece", "", "is farther")),
    KeyPart(
        "nearest prey of any own piece then at",
        ("1 step", "2 steps", "3 or 4 steps", "5 steps or more, or none"),
    ),
    KeyPart("own face down", ("none", "1 to 3", "4 or more")),
    KeyPart("opposing face down", ("none", "1 to 3", "4 or more")),
    KeyPart("pieces", ("behind", "even", "ahead")),
    KeyPart("nearest hunter of this piece then at", ("1 step", "2 steps", "")),
    KeyPart("then next to", ("", "an opposing piece")),
    KeyPart("clock", ("", "50 plies or more without a capture")),
)
BAND = np.array([0, 1, 2, 2, 2, 3, 3, 3, 4], np.int64)
"""1 to 4 by strength, as RAT_TO_ELEPHANT."""

SIZES = np.array([len(part.words) for part in PARTS], np.int64)
BROAD = np.array([0, 2, 3, 5, 6, 7, 8], np.int64)
"""The most important parts, by their place in PARTS. They make a second number, for an action whose first
number was never met."""
FINE = int(np.prod(SIZES))
NUMBERS = FINE + int(np.prod(SIZES[BROAD]))
"""How many numbers there are: FINE of all parts, and after them those of the broad parts."""


def _distances() -> np.ndarray:
    squares = np.arange(FILES * RANKS)
    files, ranks = squares % FILES, squares // FILES
    return np.abs(files[:, None] - files) + np.abs(ranks[:, None] - ranks)


DISTANCE = _distances()
"""Steps from square to square, int64[56, 56]."""
FAR = 99

# Where `survey` writes what all actions of a state have in common.
OWN, OPPOSING, WORST, NEAREST, OWN_HIDDEN, OPPOSING_HIDDEN, AHEAD, CLOCK = range(8)
OWN_SQUARES, OWN_STRENGTHS, OPPOSING_SQUARES, OPPOSING_STRENGTHS, AT_PARTS = 8, 16, 24, 32, 40
SCRATCH = AT_PARTS + len(PARTS)


def survey(state: State, seen: Any) -> None:
    """Fills `seen` (int64[SCRATCH]) with what `numbered` needs for every action of the state."""
    side = int(state.to_move)
    for owner in range(2):
        whose = side if owner == 0 else 1 - side
        squares = OWN_SQUARES if owner == 0 else OPPOSING_SQUARES
        count = 0
        bits = int(state.revealed[whose])
        while bits != 0:
            square = lowest_bit(bits)
            bits &= bits - 1
            seen[squares + count] = square
            seen[squares + 8 + count] = strength_of(state.board[square])
            count += 1
        seen[owner] = count
        hidden = popcount(state.pool[whose])
        seen[OWN_HIDDEN + owner] = 0 if hidden == 0 else 1 if hidden < 4 else 2
    seen[WORST] = 0
    seen[NEAREST] = FAR
    for i in range(seen[OWN]):
        strength = seen[OWN_STRENGTHS + i]
        for j in range(seen[OPPOSING]):
            steps = DISTANCE[seen[OWN_SQUARES + i], seen[OPPOSING_SQUARES + j]]
            result = RESULT[strength, seen[OPPOSING_STRENGTHS + j]]
            if result == TAKES:
                seen[NEAREST] = min(seen[NEAREST], steps)
            elif result == LOSES and steps == 1:
                seen[WORST] = max(seen[WORST], BAND[strength])
    own = seen[OWN] + popcount(state.pool[side])
    opposing = seen[OPPOSING] + popcount(state.pool[1 - side])
    seen[AHEAD] = 0 if own < opposing else 1 if own == opposing else 2
    seen[CLOCK] = 1 if state.quiet >= 50 else 0


def chance_to_win(state: State, square: int, strength: int) -> float:
    """The chance of an own piece of that strength to win the face-down piece on a square. A trade counts
    half. An own piece, which may lie there in a mixed deal, counts nothing."""
    side = int(state.to_move)
    pool = int(state.pool[1 - side])
    outcomes = popcount(pool)
    if state.board[square] == FACE_DOWN + UNKNOWN:
        outcomes += popcount(state.pool[side])
    won = 0.0
    while pool != 0:
        won += 0.5 + 0.5 * RESULT[strength, lowest_bit(pool) + 1]
        pool &= pool - 1
    return won / outcomes


def kind_of(state: State, move: int) -> int:
    """The kind of a move, REVEAL to ATTACK."""
    target = int(state.board[move & 63])
    if move >> 6 == move & 63:
        return REVEAL
    if target == EMPTY:
        return QUIET
    if target >= FACE_DOWN:
        return ATTACK
    result = RESULT[strength_of(state.board[move >> 6]), strength_of(target)]
    return TAKE if result == TAKES else LOSS if result == LOSES else TRADE


def read(state: State, move: int, seen: Any) -> None:
    """Writes the parts of an action to `seen`, from AT_PARTS on. Call `survey` before. An attack on a
    face-down piece is treated as if it succeeded."""
    to_square = move & 63
    kind = kind_of(state, move)
    mover = -1  # the moving piece's index; -1 for a reveal
    for i in range(seen[OWN]):
        if seen[OWN_SQUARES + i] == move >> 6 and kind != REVEAL:
            mover = i
    strength = seen[OWN_STRENGTHS + mover] if mover >= 0 else 0
    gone = kind in (LOSS, TRADE)
    worst = 0
    attacks = 0
    nearest, prey_before, prey_after, hunter_before, hunter = FAR, FAR, FAR, FAR, FAR
    for i in range(seen[OWN]):
        own = seen[OWN_STRENGTHS + i]
        for j in range(seen[OPPOSING]):
            at, other = seen[OPPOSING_SQUARES + j], seen[OPPOSING_STRENGTHS + j]
            result = RESULT[own, other]
            steps = DISTANCE[seen[OWN_SQUARES + i], at]
            if i == mover:
                if result == TAKES:
                    prey_before = min(prey_before, steps)
                elif result == LOSES:
                    hunter_before = min(hunter_before, steps)
                steps = DISTANCE[to_square, at]
                if gone:
                    continue
            if at == to_square and kind in (TAKE, TRADE):
                continue
            if result == TAKES:
                nearest = min(nearest, steps)
                if i == mover:
                    prey_after = min(prey_after, steps)
                    if steps == 1:
                        attacks = max(attacks, BAND[other])
            elif result == LOSES:
                if steps == 1:
                    worst = max(worst, BAND[own])
                if i == mover:
                    hunter = min(hunter, steps)
    target = 0
    if kind == ATTACK:
        target = min(3, int(4.0 * chance_to_win(state, to_square, strength)))
    elif kind != REVEAL and kind != QUIET:
        target = BAND[strength_of(state.board[to_square])] - 1
    change = 2
    if nearest < seen[NEAREST]:
        change = 0
    elif prey_after < prey_before:
        change = 1
    elif nearest > seen[NEAREST] or prey_after > prey_before:
        change = 3
    beside = NEIGHBOURS[to_square] & (state.revealed[1 - state.to_move] | state.face_down[1 - state.to_move])
    seen[AT_PARTS] = kind
    seen[AT_PARTS + 1] = BAND[strength] - 1 if mover >= 0 else 0
    seen[AT_PARTS + 2] = target
    seen[AT_PARTS + 3] = 1 if hunter_before == 1 else 0
    seen[AT_PARTS + 4] = seen[WORST]
    seen[AT_PARTS + 5] = worst
    seen[AT_PARTS + 6] = attacks
    seen[AT_PARTS + 7] = change
    seen[AT_PARTS + 8] = 0 if nearest <= 1 else 1 if nearest == 2 else 2 if nearest <= 4 else 3
    seen[AT_PARTS + 9] = seen[OWN_HIDDEN]
    seen[AT_PARTS + 10] = seen[OPPOSING_HIDDEN]
    seen[AT_PARTS + 11] = seen[AHEAD]
    seen[AT_PARTS + 12] = 0 if hunter == 1 else 1 if hunter == 2 else 2
    seen[AT_PARTS + 13] = 1 if beside & ~BIT[move >> 6] != 0 else 0
    seen[AT_PARTS + 14] = seen[CLOCK]


def numbered(state: State, move: int, seen: Any) -> int:
    """The number that the parts of an action make, 0 to FINE − 1. Call `survey` before."""
    read(state, move, seen)
    number = 0
    for part in range(len(SIZES)):
        number = number * SIZES[part] + seen[AT_PARTS + part]
    return int(number)


def broadly(seen: Any) -> int:
    """The broad number of the last action in `seen`, FINE to NUMBERS − 1."""
    number = 0
    for i in range(len(BROAD)):
        number = number * SIZES[BROAD[i]] + seen[AT_PARTS + BROAD[i]]
    return int(FINE + number)


def in_words(state: State, move: int) -> str:
    """The parts of an action, for people."""
    seen = np.zeros(SCRATCH, np.int64)
    survey(state, seen)
    read(state, move, seen)
    values = seen[AT_PARTS:].tolist()
    kind = values[0]
    said = [PARTS[0].words[kind]]
    for part, value in list(zip(PARTS, values, strict=True))[1:]:
        word = part.words[value]
        if part.name == "target":
            if kind in (TAKE, TRADE, LOSS):
                said.append(f"target: {word}")
            elif kind == ATTACK:
                said.append(f"chance to win: {CHANCES[value]}")
        elif (part.name, kind) in (("the piece", REVEAL), ("the nearest prey", TAKE)):
            continue  # a reveal has no piece yet, and nothing comes nearer to a prey that is taken
        elif part.name in ("threatened", "clock"):
            said += [word] if word else []
        elif word:
            said.append(f"{part.name}: {word}" if part.name != "the nearest prey" else f"{part.name} {word}")
    return "; ".join(said)
