"""Lists games, heuristics, kinds of players and own players. With `--new`, writes the files to start a new
game, heuristic or player from."""

import argparse
from typing import Any

from cli.command_io import settings_of, show
from cli.plain_tables import show_heuristics, show_list, show_players
from engines.subprocesses.user_players import own_players
from games.contract import BadText
from games.registry import ENTRIES
from heuristics.registry import BrokenModule, heuristics_of, own_files
from study.format.value_format import ValueFormat
from study.settings.settings import Settings

OWN = "own"
"""The kind of the person's own players in `engines.subprocesses.program_kinds`, repeated because that module
is slow to import."""


def add_players_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--new", metavar="NAME", help="write a small commented file for a new player")


def add_heuristics_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help="only the heuristics of this game; all if left out"
    )
    parser.add_argument(
        "--new", metavar="NAME", help="with --game: write a small commented file for a new heuristic"
    )
    parser.add_argument("--game", dest="new_game", metavar="GAME", help="the game of the new heuristic")


def add_games_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--new", metavar="NAME", help="in a checkout: write the modules of a new game")


def run_games(arguments: argparse.Namespace) -> None:
    settings_of(arguments)
    if arguments.new is None:
        rows = [{"name": each.name, "title": each.title, "description": each.tagline} for each in ENTRIES]
        show(arguments, rows, show_list)
        return
    from study.user_files.new_game import new_game

    answer = {"files": [str(file) for file in new_game(arguments.new)], "name": arguments.new}
    show(arguments, answer, lambda answer: print("\n".join(answer["files"])))


def run_heuristics(arguments: argparse.Namespace) -> None:
    settings = settings_of(arguments)
    name, game = arguments.new, arguments.new_game or arguments.game
    if name is None and arguments.new_game is None:
        show(arguments, list_heuristics(game, settings), show_heuristics)
        return
    if name is None or game is None:
        raise BadText("heuristics: expected --new NAME together with --game GAME")
    if arguments.new_game and arguments.game:
        raise BadText("heuristics: expected GAME once, found it twice")
    from study.user_files.new_heuristic import new_heuristic

    file = new_heuristic(name, game, settings.own_heuristics)
    answer = {"file": str(file), "game": game, "name": name}
    show(arguments, answer, lambda answer: print(answer["file"]))


def list_heuristics(game: str | None, settings: Settings) -> list[dict[str, Any]]:
    """A row for every heuristic of one game or of all games, with its terms and parameters and their present
    weights. Each file of the person whose newest version cannot be loaded is a row with an `error`. So is, in
    the list of all games, a game whose heuristics cannot be loaded."""
    rows: list[dict[str, Any]] = []
    for name in [entry.name for entry in ENTRIES] if game is None else [game]:
        try:
            heuristics = heuristics_of(name)
        except BrokenModule as error:
            if game is not None:
                raise
            rows.append({"game": name, "error": str(error)})
            continue
        for heuristic in heuristics:
            weights = settings.lens(name, heuristic.name).weights
            terms = [
                {
                    "name": term.name,
                    "label": term.label,
                    "weight": float(weight),
                    "description": term.description,
                    "source": term.source,
                    **({"group": term.group} if term.group else {}),
                    **({"worth": term.worth._asdict()} if term.worth else {}),
                    **({} if term.counts else {"counts": False}),
                }
                for term, weight in zip(heuristic.terms, weights, strict=False)
            ]
            others = zip(heuristic.parameters, weights[len(terms) :], strict=True)
            parameters = [
                {"name": name, "label": heuristic.label_of(name), "weight": float(weight)}
                for name, weight in others
            ]
            rows.append(
                {
                    "game": name,
                    "name": heuristic.name,
                    "description": heuristic.description,
                    "source": heuristic.source,
                    **ValueFormat.of(heuristic).to_json(),
                    "terms": terms,
                    "parameters": parameters,
                }
            )
    for file in own_files():
        if file.problem:
            games = {of for of, _ in file.named} | {heuristic.game for heuristic in file.heuristics}
            if game is None or game in games or not games:
                names = sorted({name for _, name in file.named})
                row = {"name": names[0]} if names else {}
                rows.append({"game": min(games, default=""), **row, "error": file.problem})
    return rows


def run_players(arguments: argparse.Namespace) -> None:
    """Lists the person's own players, each with its file, and an `error` if the file is wrong. With `--new`,
    writes a file for a new player."""
    settings = settings_of(arguments)
    if arguments.new is not None:
        from study.user_files.new_player import new_player

        file = new_player(arguments.new, settings.own_players)
        answer = {"file": str(file), "name": f"{OWN}:{arguments.new}"}
        show(arguments, answer, lambda answer: print(answer["file"]))
        return
    rows = []
    for player in own_players():
        row = {
            "name": f"{OWN}:{player.name}",
            "description": player.description,
            "file": str(player.path),
        }
        rows.append(row | ({"error": player.problem} if player.problem else {}))
    show(arguments, rows, show_players)


def run_engines(arguments: argparse.Namespace) -> None:
    from engines.registry import kinds

    settings_of(arguments)
    rows = [
        {
            "name": kind.name,
            "description": kind.description,
            "options": sorted(kind.options),
            "switches": dict(kind.switches),
        }
        for kind in kinds()
    ]
    show(arguments, rows, show_list)
