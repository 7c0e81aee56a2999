"""The command line: its commands, and the arguments that several of them take."""

import argparse
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from cli.parser import (
    COUNT,
    FILE,
    OPEN,
    CommandParser,
    Parser,
    counting_number,
    natural_number,
    positive_number,
    window_size,
)
from cli.run import LateFunction, Run, interruptible, later
from cli.side_outputs import Drawing
from cli.version import ShowVersion
from games.installation import PROGRAM

EXECUTORS = ("threads", "processes", "dask")
"""The kinds of `arena.executors`, repeated because that module is slow to import."""


def make_parser(
    description: str,
    open_window: Run,
    draw_screenshot: Run,
    draw: Drawing,
    look_at_devices: Callable[[], Mapping[str, Mapping[str, Any]]],
    keys: Callable[[], str],
) -> Parser:
    """The parser of the whole command line. Each command sets `run`, the function that carries it out; its
    module adds the arguments that only it takes. The functions that draw or look at devices, and the table of
    `keys`, belong to the window, which this package does not import."""
    placed = CommandParser(add_help=False)
    placed.add_argument("--position", metavar="TEXT", help="a position instead of the start; in chess, a FEN")
    seeded = CommandParser(add_help=False)
    seeded.add_argument("--seed", type=natural_number, default=0, metavar="N")
    spread = _spread("threads if the games can be played compiled or there is one worker, else processes")
    of_heuristic = CommandParser(add_help=False)
    of_heuristic.add_argument("game", metavar="GAME")
    of_heuristic.add_argument("heuristic", metavar="HEURISTIC")
    limited = CommandParser(add_help=False)
    limited.add_argument(
        "--minutes",
        type=positive_number,
        metavar="M",
        help="minutes to compute in all, those of earlier runs included; 10 if left out",
    )
    limited.add_argument(
        "--pairs", **COUNT, help="the most pairs of games for a comparison, in place of --minutes"
    )
    limited.add_argument("--nodes", **COUNT, default=1000, help="nodes for each move; 1000 if left out")

    framed = CommandParser(add_help=False)
    framed.add_argument("--frames", **COUNT, help="draw N frames, print how long they took, and exit")
    framed.add_argument("--size", type=window_size, metavar="WxH", help="the window's size in pixels")

    taken = CommandParser(add_help=False)
    taken.add_argument("--csv", **FILE, help="also write the table of terms to a CSV file")
    taken.add_argument("--picture", **FILE, help="also draw the board and the terms into a PNG file")

    parser = Parser(PROGRAM, description=description)
    _add_common(parser, settings=None, json=False)
    parser.add_argument("--version", action=ShowVersion, nargs=0, help="print the version and exit")
    parser.set_defaults(run=open_window, game=None, frames=None, opened=None, shown_file=None, running=False)
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=CommandParser)

    def command(name: str, does: Run, help: str, *parents: CommandParser) -> CommandParser:
        adds = does.add_arguments if isinstance(does, LateFunction) else None
        added = commands.add_parser(name, adds=adds, help=help, description=help, parents=parents)
        # No defaults: they would replace the options before the command.
        _add_common(added, settings=argparse.SUPPRESS, json=argparse.SUPPRESS)
        added.set_defaults(run=does)
        return added

    def computing(name: str, does: Run, help: str, *parents: CommandParser) -> None:
        command(name, does, help, *parents).set_defaults(run=partial(interruptible, does))

    play = command("play", open_window, "the window, in a game", placed, seeded, framed)
    play.add_argument("game", metavar="GAME")
    _add_players(play)
    opened = command(
        OPEN,
        open_window,
        "the window, with the content of a file: a saved game, a lesson, a class pack, a suite, PGN, or the "
        "text of a game or a position; the word open may be left out",
        framed,
    )
    opened.add_argument(
        "shown_file", metavar="FILE", type=Path, nargs="?", help="the file; the home screen if left out"
    )
    opened.add_argument(
        "--running",
        action="store_true",
        help="open the file in the running window, else in a new one; the window says if the file is wrong",
    )

    command("games", later("cli.lists", "run_games"), "lists the games")
    command("heuristics", later("cli.lists", "run_heuristics"), "lists the heuristics with their terms")
    command("players", later("cli.lists", "run_players"), "lists your own players")
    command("engines", later("cli.lists", "run_engines"), "lists the kinds of players")
    command(
        "course", later("cli.course"), "a course of four lessons: copies the files that a lesson starts from"
    )

    command("settings", later("cli.settings"), "each setting, and where it comes from")

    command(
        "desktop",
        later("cli.desktop.menu_entry"),
        "installs or removes the menu entry and file types (saved games, class packs), for this user only",
    )

    computing("perft", later("cli.perft"), "number of move sequences of a length", placed)

    command(
        "eval",
        later("cli.evaluate", draw=draw),
        "a heuristic's value of a position, term by term",
        placed,
        taken,
    )

    computing(
        "analyse",
        later("cli.analyse", draw=draw),
        "what a player would play, and why",
        placed,
        seeded,
        taken,
    )

    computing(
        "whynot",
        later("cli.why_not", draw=draw),
        "why a player plays its move and not another one",
        placed,
        seeded,
        taken,
    )

    computing(
        "tree",
        later("cli.tree"),
        "the nodes that a player's search visits: why they ended, and one node with its children",
        placed,
        seeded,
    )

    computing(
        "suite",
        later("cli.suite"),
        "which positions of a suite a player solves; without a file, lists the suites",
    )

    games = "a saved game, PGN, a game's text (.txt), a lesson file or a class pack"
    number = "number of the game, or of the lesson in a class pack; needed if FILE has several"
    computing(
        "review",
        later("cli.review"),
        "what each move of a game lost, by a search of its position, where the game was lost, and why",
        seeded,
        _reviewed(games, number),
    )
    kept = "who made the review in FILE, which is then completed; without one, "
    computing(
        "export",
        later("cli.export", draw=draw),
        "a whole game as one HTML page that opens offline: boards, timeline, where and why it was lost",
        seeded,
        _reviewed(games, number, kept),
    )

    computing(
        "convert",
        later("cli.convert", draw=draw),
        "a game as another kind of file: PGN, a saved game (.plyglass) or a page (.html), by the name of "
        "OUT; a folder of lesson files as a class pack (.plyglass-pack), and back; --player and --seed are "
        "for a page, whose game is reviewed",
        seeded,
        _reviewed(
            f"{games}; or a folder of lesson files",
            "number of the only game or lesson to convert; all if left out, where OUT can hold them",
            kept,
        ),
    )

    computing("match", later("cli.arena.match"), "a match in pairs of games with sides swapped", seeded)

    computing(
        "scan",
        later("cli.scan"),
        "the positions in which two heuristics or players choose differently, or in which a deeper search "
        "refutes the move of one, and what the worse choice costs",
        seeded,
    )

    computing(
        "truth",
        later("cli.arena.truth"),
        "how often a heuristic keeps a proven outcome, by depth and by kind of position; if no heuristic is "
        "named, the tables of a game",
        seeded,
    )

    computing(
        "sign",
        later("cli.arena.sign"),
        "how often a heuristic's value without a search favours the side that wins, in positions that it "
        "clearly wins: a search proves it, or it gets at least four fifths of the points in games from there",
        of_heuristic,
    )

    computing(
        "check",
        later("cli.arena.check"),
        "what is wrong with a heuristic: terms that are asymmetric, dead, doubled, too large or of the wrong "
        "sign; and how much computing time each takes",
        seeded,
        of_heuristic,
    )

    computing(
        "card",
        later("cli.arena.card"),
        "which terms of a heuristic earn their place, and what their weights should be",
        seeded,
        of_heuristic,
        limited,
        spread,
    )

    computing(
        "tune",
        later("cli.arena.tune"),
        "finds better weights for a heuristic; if they also win with 1000 and with 4000 nodes a move, keeps "
        "them as a new heuristic",
        seeded,
        of_heuristic,
        limited,
        spread,
    )

    computing(
        "gaps",
        later("cli.arena.gaps"),
        "what a heuristic does not see: terms and features that explain results beyond its own terms",
        seeded,
        of_heuristic,
        spread,
    )

    computing(
        "explain",
        later("cli.arena.explain"),
        "what a learned player has learned: the terms that its values follow, and those that it does not see",
        seeded,
        spread,
    )

    computing(
        "calibrate",
        later("cli.arena.calibrate"),
        "what a heuristic's values mean as chances, by games between two equal programs",
        seeded,
        of_heuristic,
        spread,
    )

    command(
        "tournament",
        later("cli.arena.tournament", open_window=open_window),
        "plays or continues a tournament, a round robin or a gauntlet",
        _spread("threads if all its games can be played compiled, else processes"),
    )

    computing(
        "compile",
        later("cli.compile"),
        "compiles everything that the window may need and keeps it, so that later starts need not wait",
    )
    computing(
        "doctor",
        later("cli.doctor", look_at_devices=look_at_devices),
        "what is installed, where your folders are, and whether everything works",
    )

    command(
        "worker",
        later("cli.arena.worker"),
        "plays games as a worker of a Dask cluster, for commands with --executor dask",
    )

    computing("train", later("cli.arena.train"), "trains a player that learns, and measures it")

    computing("bench", later("cli.arena.bench"), "measures nodes a second, of the rules and of the search")

    command("uci", later("cli.uci_server"), "a UCI engine on standard input and output")

    screenshot = command(
        "screenshot", draw_screenshot, "a picture of a screen, without a display", placed, seeded
    )
    screenshot.add_argument("out", metavar="OUT.png", type=Path)
    screenshot.add_argument("--game", metavar="GAME", help="the play screen of a game; else the home screen")
    _add_players(screenshot)
    screenshot.add_argument(
        "--plies", type=natural_number, metavar="N", help="with --game: random moves to make first"
    )
    screenshot.add_argument(
        "--size",
        type=window_size,
        metavar="WxH",
        default=(1280, 720),
        help="the picture's size in pixels; 1280x720 if left out",
    )
    command(
        "docs",
        later("cli.generated_tables", parser=parser, keys=keys),
        "in a checkout: writes the tables and lines of the documentation that are made from the code",
    )
    parser.commands = frozenset(commands.choices)
    return parser


def _spread(usual: str) -> CommandParser:
    """The options of a command whose games several workers, or computers, play; `usual` is what runs them by
    default."""
    spread = CommandParser(add_help=False)
    spread.add_argument("--workers", type=counting_number, default=1, metavar="W")
    spread.add_argument(
        "--executor",
        choices=EXECUTORS,
        help="what runs the games: threads or processes of this computer, or a Dask cluster; if left out, "
        f"{usual}",
    )
    spread.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="with --executor dask: address of the cluster's scheduler, such as tcp://127.0.0.1:8786",
    )
    return spread


def _reviewed(file: str, number: str, kept: str = "") -> CommandParser:
    """The arguments of a command that reviews the game of a file, with the help of FILE and of --number.
    `kept` says who reviews by default if the file has a review."""
    reviewed = CommandParser(add_help=False)
    reviewed.add_argument("file", metavar="FILE", type=Path, help=file)
    reviewed.add_argument("--number", **COUNT, help=number)
    reviewed.add_argument(
        "--player",
        metavar="PLAYER",
        help="who reviews: a heuristic, also with limits as in location,nodes=1000000, or an alphabeta "
        f"player; if left out, {kept}the game's usual heuristic, plain alpha-beta with quiescence and 300000 "
        "nodes a position",
    )
    return reviewed


def _add_players(parser: argparse.ArgumentParser) -> None:
    """Adds the options for the two players of a game."""
    parser.add_argument("--white", metavar="PLAYER", help="who plays White; you if left out")
    parser.add_argument(
        "--black", metavar="PLAYER", help="who plays Black; the game's usual opponent if left out"
    )


def _add_common(parser: argparse.ArgumentParser, settings: Any, json: Any) -> None:
    """Adds the options that a person may write before or after the command, with these defaults."""
    parser.add_argument("--settings", **FILE, default=settings, help="a file that replaces all your settings")
    parser.add_argument(
        "--json", action="store_true", default=json, help="print one JSON document and nothing else"
    )
