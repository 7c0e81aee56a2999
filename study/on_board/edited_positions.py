"""Makes positions that differ from another position in one thing: a piece is missing, or the turn is passed.

They are made from the position's text, and the game's parser decides whether they are legal.
"""

from collections.abc import Callable, Mapping

from games.contract import ONGOING, BadText, Options
from games.position import Position
from study.setups.registry import has_setup, load_setup
from study.setups.setup import Setup


def standing_in(position: Position, options: Options) -> Mapping[str, str]:
    """The pieces by square; empty for a game whose positions cannot be set up by hand."""
    if not has_setup(position.game.name):
        return {}
    pieces, squares = _setup_of(position, options).pieces, set(position.game.squares)
    return {square: piece for square, piece in pieces.items() if square in squares}


def without(position: Position, options: Options, square: str) -> Position | None:
    """The position without the piece on a square. None if it is illegal, if the game would be over, or if the
    game's setup does not remove this piece (`Setup.leave_out`)."""
    try:
        return _altered(position, options, lambda setup: setup.leave_out(square))
    except BadText:
        return None


def turn_passed(position: Position, options: Options) -> Position:
    """The position with the other side to move. Raises BadText if that is illegal, or the game would be
    over."""
    if not has_setup(position.game.name):
        raise BadText("it is not known how to pass a turn in this game")
    return _altered(position, options, lambda setup: setup.pass_turn())


def _setup_of(position: Position, options: Options) -> Setup:
    setup = load_setup(position.game.name, options)
    if not setup.read(position.text):
        raise BadText("the position's text cannot be parsed")
    return setup


def _altered(position: Position, options: Options, change: Callable[[Setup], object]) -> Position:
    setup = _setup_of(position, options)
    before = setup.text
    change(setup)
    if setup.text == before:
        raise BadText("nothing changes")
    altered = Position.start(position.game, options, setup.text)
    if altered.outcome != ONGOING:
        raise BadText("the game would be over")
    return altered
