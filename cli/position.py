"""The position that a command is about: reads it, evaluates it, and writes lines from it as text."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from arena.calibration.chance_scale import STATIC
from arena.calibration.kept_calibrations import scale_for
from engines.contract import EngineFailure
from engines.player_kinds import PlayerSpec, lens_of
from games.contract import BadText
from games.position import Position
from games.registry import entry, load_game
from heuristics.failure import TermFailure
from heuristics.guarded_evaluation import GuardedEvaluation
from heuristics.lens import Breakdown, Lens, Weights
from study.calibration.chance import chance_by
from study.format.value_format import ValueFormat
from study.settings.settings import Settings


def position_of(game: str, text: str | None, settings: Settings) -> Position:
    """The position of a command. Raises BadText if `text` describes none."""
    try:
        return Position.start(load_game(game), settings.options_for(game), text)
    except BadText as error:
        if text is None:
            raise
        raise BadText(f"position {text!r}: {error}") from None


def position_to_search(game: str, text: str | None, settings: Settings) -> Position:
    """The position of a command that searches it. Raises BadText if the game is over there."""
    position = position_of(game, text, settings)
    if not position.moves:
        raise BadText(f"position {position.text!r}: the game is over: {position.ending}")
    return position


def program_of(text: str, game: str) -> PlayerSpec:
    """The player of a command. Raises BadText for a person."""
    from engines.player_text import parse_player  # imported late, because it imports the search

    spec = parse_player(text, game)
    if spec.is_human:
        raise BadText(f"player: expected a program, found {text!r}")
    return spec


@contextmanager
def failures_as_mistakes() -> Iterator[None]:
    """Turns the failure of an engine into a BadText."""
    try:
        yield
    except EngineFailure as failure:
        raise BadText(str(failure)) from None


def chance_of(
    lens: Lens | None, position: Position, value: float, side: int, settings: Settings, nodes: int = STATIC
) -> dict[str, Any]:
    """The field `chance` of an answer, in a dictionary: the mean score (a draw is half a win) that games of
    the heuristic's calibration reached from positions with this `value` for `side`. A search of `nodes` nodes
    found the value (STATIC: no search). Empty for a forced win or loss, without a heuristic (`lens`), and
    without a calibration of the heuristic with these weights."""
    if lens is None:
        return {}
    scale = scale_for(lens, settings.options_for(position.game.name), settings.saved_games)
    chance = chance_by(scale, position, value, side, nodes)
    name = entry(position.game.name).side_name(side)
    return {} if chance is None else {"chance": chance.to_json(name)}


def breakdown_of(lens: Lens, position: Position, side: int) -> Breakdown:
    """The breakdown of the position by a heuristic with its weights (`lens`). Raises a BadText that names the
    term if a term fails."""
    try:
        return GuardedEvaluation(lens.heuristic, lambda: lens.breakdown(position.state, side)).result()
    except TermFailure as failure:
        raise BadText(str(failure)) from None


def form_of(player: PlayerSpec, game: str, weights: Weights | None) -> ValueFormat:
    """The format of the values of a player's searches. If a person changed the weight of the term that makes
    the heuristic's unit, such as pawns, the values have no unit (`ValueFormat`)."""
    return ValueFormat.of_lens(lens_of(player, game, weights)) if player.heuristic else ValueFormat()


def line_texts(position: Position, line: Sequence[int]) -> list[str]:
    """The moves of a variation as text, up to and including the first one with a random outcome."""
    texts = []
    for move in line:
        texts.append(position.move_text(move))
        if len(position.chances(move)) > 1:
            break
        position = position.play(move)
    return texts
