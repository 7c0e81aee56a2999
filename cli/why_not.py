"""`main.py whynot`: why a player plays its move and not another one."""

import argparse
import time
from contextlib import closing
from typing import Any

from cli.command_io import settings_of, show
from cli.position import failures_as_mistakes, position_to_search
from cli.side_outputs import Drawing, take_along
from cli.text_output import show_why_not
from engines.player_text import make_engine, parse_player
from games.contract import BadText
from games.registry import entry as entry_of
from study.export.position_report import of_why_not
from study.settings.settings import Settings
from study.why_not.two_searches import WhyNot, explainer_of, read_turn
from study.why_not.why_not_text import as_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("player", metavar="PLAYER")
    parser.add_argument("move", metavar="MOVE", help="a move, or in quotes the moves of a turn")


def run(arguments: argparse.Namespace, draw: Drawing) -> None:
    settings = settings_of(arguments)
    game, player, position = arguments.game, arguments.player, arguments.position
    answer = why_not(game, player, arguments.move, position, arguments.seed, settings)
    take_along(arguments, answer, of_why_not, draw, settings)
    show(arguments, answer, show_why_not)


def why_not(
    game: str, player: str, move: str, text: str | None, seed: int, settings: Settings
) -> dict[str, Any]:
    """Why a player does not play a move, or the moves of a turn, separated by blanks."""
    spec = parse_player(player, game)
    if not spec.heuristic:
        raise BadText(f"player: expected one that searches with a heuristic, found {player!r}")
    position = position_to_search(game, text, settings)
    asked = read_turn(position, move)
    engine = make_engine(spec, game, settings.weights, seed, settings.engine.table_megabytes)
    started = time.perf_counter()
    names = (entry_of(game).white, entry_of(game).black)
    with failures_as_mistakes(), closing(engine):
        answer = as_json(WhyNot(explainer_of(engine), position, asked, names).answer())
    head = {"game": game, "player": str(spec), "position": position.text}
    return head | answer | {"seconds": time.perf_counter() - started}
