"""What is wrong with a game's `mirror`, `mirror_move` and `contents` (`games.contract.Rules`), a line each.
`test_a_game_is_complete.py` asks it of every game, `games/test_mirror_images.py` of many positions."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from games.contract import (
    BLACK,
    DRAW,
    NOBODY,
    ONGOING,
    WHITE,
    BadText,
    Game,
    Options,
    State,
    copy_state,
    new_state,
)
from games.position import Position
from samples import fields


def mirrored(game: Game, state: State, soiled: bool = False) -> State | None:
    """The mirror image of a state, None where it has none. `soiled`: written over something else."""
    image = new_state(game.dtype)
    if soiled:
        for name in game.dtype.names or ():
            image[name] = 1
    assert game.mirror is not None
    return image if game.mirror(state, image) else None


def squares_filled(game: Game, state: State, before: int = 0) -> np.ndarray:
    """What `contents` writes over an array of `before`."""
    out = np.full((len(game.squares), 2), before, np.int8)
    assert game.contents is not None
    game.contents(state, out)
    return out


def exchanged(owner: int) -> int:
    """The owner in the mirror image."""
    return owner if owner == NOBODY else 1 - owner


def faults(position: Position, options: Options | None = None) -> Iterator[str]:
    """What is wrong in a position, a line each; nothing for a game without these kernels. Texts are read with
    the options, None for the usual ones."""
    game = position.game
    if (game.mirror is None) != (game.mirror_move is None):
        stated = "mirror" if game.mirror_move is None else "mirror_move"
        yield f"expected mirror and mirror_move, found {stated} alone"
    elif game.mirror is not None:
        yield from (f"{line}, at {position.text!r}" for line in _of_mirror(position, options))
    if game.contents is not None:
        yield from (f"contents: {line}, at {position.text!r}" for line in _of_contents(position))


def _of_mirror(position: Position, options: Options | None) -> Iterator[str]:
    game, state = position.game, position.state
    before = fields(state)
    image = mirrored(game, state)
    if fields(state) != before:
        yield "mirror: expected the state to stay as it is, found it changed"
        return
    if image is None:
        return
    other = mirrored(game, state, soiled=True)
    for name, value in fields(image).items():
        if other is None or fields(other)[name] != value:
            yield f"mirror: expected every field of next to be filled, {name!r} is not"
            return
    again = mirrored(game, image)
    if again is None:
        yield "mirror: expected a mirror image of the mirror image, found none"
        return
    if fields(again) != before:
        wrong = ", ".join(name for name, value in fields(again).items() if value != before[name])
        yield f"mirror: expected the position after two of them, found another {wrong}"
        return
    if image.to_move == state.to_move:
        yield "mirror: expected the other side to move, found the same"
        return
    yield from _of_text(game, image, game.options() if options is None else options)
    yield from _of_end(game, state, image)
    yield from _of_moves(position, Position(game, image))


def _of_text(game: Game, image: State, options: Options) -> Iterator[str]:
    text = game.format(image)
    try:
        read = game.parse(text, options)
    except BadText as error:
        yield f"mirror: expected a text that can be read, found {text!r}: {error}"
        return
    if (game.format(read), read.key) != (text, image.key):
        yield f"mirror: expected the position again when {text!r} is read, found another text or key"


def _of_end(game: Game, state: State, image: State) -> Iterator[str]:
    outcome = int(game.outcome(state))
    expected = outcome if outcome in (ONGOING, DRAW) else 1 - outcome
    if game.outcome(image) != expected:
        yield f"mirror: expected outcome {expected}, found {game.outcome(image)}"
    for name in ("quiet", "quiet_limit", "repetition_limit"):
        kernel = getattr(game, name)
        if kernel(state) != kernel(image):
            yield f"mirror: expected {name} {kernel(state)}, found {kernel(image)}"


def _of_moves(position: Position, image: Position) -> Iterator[str]:
    move_of = position.game.mirror_move
    assert move_of is not None
    images = {move: int(move_of(position.state, move)) for move in position.moves}
    if sorted(images.values()) != list(image.moves):
        wrong = next((move for move, its in images.items() if its not in image.moves), None)
        which = f"none for {position.move_text(wrong)}" if wrong is not None else "fewer or one twice"
        yield f"mirror_move: expected the legal moves of the mirror image, found {which}"
        return
    for move, its in images.items():
        text = position.move_text(move)
        if move_of(image.state, its) != move:
            yield f"mirror_move: expected {text} after two of them, found another move"
    for move in position.moves[:: 1 + len(position.moves) // 4]:
        text = position.move_text(move)
        if _after(position, move, turned=True) != _after(image, images[move], turned=False):
            yield f"mirror_move: expected mirror images after {text} and its image, found others"


def _after(position: Position, move: int, turned: bool) -> Counter[tuple[int, float]] | None:
    """Keys and probabilities of the positions that a move leads to, `turned`: of their mirror images. None
    where one has none."""
    game, found = position.game, []
    for chance, probability in enumerate(position.chances(move)):
        state = position.play(move, chance).state
        image = mirrored(game, state)
        if image is None:
            return None
        found.append((int((image if turned else state).key), round(probability, 9)))
    return Counter(found)


def _of_contents(position: Position) -> Iterator[str]:
    game, state = position.game, copy_state(position.state)
    found = squares_filled(game, state)
    if fields(state) != fields(position.state):
        yield "expected the state to stay as it is, found it changed"
    for name, row, other in zip(game.squares, found, squares_filled(game, state, -7), strict=True):
        kind, owner = row.tolist()
        if other.tolist() != row.tolist():
            yield f"expected both numbers of {name} to be filled"
        elif kind < 0 or owner not in (WHITE, BLACK, NOBODY):
            yield f"expected a kind from 0, and WHITE, BLACK or NOBODY on {name}, found {kind} and {owner}"
        elif kind == 0 and owner != NOBODY:
            yield f"expected NOBODY on {name}, which is empty, found {owner}"
        else:
            continue
        return
    image = mirrored(game, state) if game.mirror is not None else None
    if image is not None:
        its = Counter((kind, exchanged(owner)) for kind, owner in squares_filled(game, image).tolist())
        if its != Counter((kind, owner) for kind, owner in found.tolist()):
            yield "expected as many of each kind in the mirror image, of the other side's, found others"
