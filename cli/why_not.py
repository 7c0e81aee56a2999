"""`main.py whynot`: why a player plays its move and not another one."""

import time
from typing import Any

from cli.position import position_of
from engines.contract import EngineFailure
from engines.player_text import make_engine, parse_player
from games.contract import BadText
from games.registry import entry as entry_of
from study.core.settings import Settings
from study.why_not.two_searches import WhyNot, explainer_of, read_turn
from study.why_not.why_not_text import as_json


def why_not(
    game: str, player: str, move: str, text: str | None, seed: int, settings: Settings
) -> dict[str, Any]:
    """Why a player does not play a move, or the moves of a turn, separated by blanks."""
    spec = parse_player(player, game)
    if not spec.heuristic:
        raise BadText(f"player: expected one that searches with a heuristic, found {player!r}")
    position = position_of(game, text, settings)
    if not position.moves:
        raise BadText(f"position {position.text!r}: the game is over: {position.ending}")
    asked = read_turn(position, move)
    engine = make_engine(spec, game, settings.weights, seed, settings.engine.table_megabytes)
    started = time.perf_counter()
    names = (entry_of(game).white, entry_of(game).black)
    try:
        answer = as_json(WhyNot(explainer_of(engine), position, asked, names).answer())
    except EngineFailure as error:
        raise BadText(str(error)) from None
    finally:
        engine.close()
    head = {"game": game, "player": str(spec), "position": position.text}
    return head | answer | {"seconds": time.perf_counter() - started}
