"""`main.py explain`: what a learned player has learned, in readable terms."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.console import Console

from arena.learned.explanation import share_text, weight_text
from arena.learned.explanation_run import ExplanationRun
from arena.learned.plan import USUAL_GAMES, ExplanationPlan
from cli.arena.card_table import card_progress
from cli.command_io import settings_of, show
from cli.foreground_job import ForegroundJob
from cli.parser import COUNT, FILE
from cli.plain_tables import new_console, new_table
from cli.run import workers_of
from engines.player_text import parse_player
from games.figure_text import MINUS
from games.registry import load_game
from study.format import number_text
from study.format.number_text import grouped
from study.learned.explanation_file import explanation_file

RIGHT = ("each", "typical", "explains", "95 %")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("player", metavar="PLAYER", help="a player that learned, such as qtable")
    parser.add_argument(
        "--games", **COUNT, default=USUAL_GAMES, help=f"games to play; {USUAL_GAMES} if left out"
    )
    parser.add_argument(
        "--file",
        **FILE,
        help="the SQLite file in which the games are kept; in your data folder if left out",
    )


def run(arguments: argparse.Namespace) -> None:
    settings, workers = settings_of(arguments), workers_of(arguments)
    game = load_game(arguments.game)
    plan = ExplanationPlan(
        game.name,
        parse_player(arguments.player, game.name),
        settings.options_for(game.name),
        arguments.seed,
        arguments.games,
    )
    plan.check()
    path: Path = arguments.file or explanation_file(settings.data_folder, plan)
    with card_progress() as on_news:
        found = ExplanationRun(plan, path, *workers).work(ForegroundJob(on_news))
    answer = found.to_json() | {"compile_seconds": found.compile_seconds, "decimals": found.decimals}
    show(arguments, answer, show_explanation)


def show_explanation(answer: Mapping[str, Any]) -> None:
    """Prints the answer for people."""
    console = new_console()
    console.print(answer["sentence"])
    if answer["rest"]:
        console.print(answer["rest"])
    console.print(
        f"{answer['game']} {answer['player']}: {grouped(answer['games'])} games, "
        f"{grouped(answer['positions'])} positions, {answer['candidates']} candidates, "
        f"seed {answer['seed']}; {number_text.seconds(answer['compile_seconds'])} of compiling"
    )
    if answer["terms"]:
        _show_terms(console, answer)
    for each in answer["unseen"]:
        console.print(each["sentence"])
        for position in each["positions"]:
            amount = number_text.signed(position["amount"], 2)
            console.print(f"  {position['position']}   {amount}")
    if answer["surprises"]:
        console.print("where its values and these terms differ most:")
    for each in answer["surprises"]:
        value, terms = (number_text.signed(each[key], answer["decimals"]) for key in ("value", "terms"))
        console.print(f"  {each['position']}   {value}, by the terms {terms}")
    console.print(f"games are kept in {answer['file']}")


def _show_terms(console: Console, answer: Mapping[str, Any]) -> None:
    table = new_table("its values follow", "of", "counts", *RIGHT, right=RIGHT)
    for each in answer["terms"]:
        low, high = (f"{100 * each[key]:.1f}".replace("-", MINUS) for key in ("share_low", "share_high"))
        table.add_row(
            each["label"],
            each["heuristic"] or "the game",
            each["counted"] or "",
            weight_text(each["weight"]),
            number_text.signed(each["typical"], answer["decimals"]),
            f"{100 * each['share']:.1f} %",
            f"{low} to {high}",
        )
    console.print(table)
    share = share_text(answer["share"], answer["share_low"], answer["share_high"])
    constant = number_text.signed(answer["constant"], answer["decimals"])
    console.print(f"together {share}; without any of them a position is worth {constant} {answer['unit']}")
