"""The command line: its commands, and the arguments of each."""

import argparse
import os
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from cli.output.side_outputs import Drawing
from cli.run import Run, interruptible, later
from cli.version import ShowVersion
from games.fen_rows import whole_number
from games.installation import PROGRAM

EXECUTORS = ("threads", "processes", "dask")
"""The kinds of `arena.executors`, repeated because that module is slow to import."""

OPEN = "open"
"""The command for a file that stands alone."""

MEANINGS = {
    "GAME": "a game, as games lists them",
    "PLAYER": "a player, such as alphabeta:weighted,depth=8; engines lists the kinds",
    "HEURISTIC": "a heuristic of the game, as heuristics lists them",
    "DEPTH": "how many moves deep",
    "TERM=X": "another weight for a term; may be given several times",
    "N": "fixes all random choices; the same number gives the same answer",
    "W": "how many at a time; 1 if left out",
    "OUT.png": "the file to write",
    "WxH": "the window's size in pixels",
}
"""By placeholder: the help of an argument that has none of its own."""

MOST = 2**63 - 1
"""The largest number that any option takes."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose mistakes are one line. `commands` are the names of its commands."""

    commands: Collection[str] = ()

    def parse(self, words: Sequence[str]) -> argparse.Namespace:
        """The arguments of these words. A file in the place of a command is opened in the window."""
        words, at = list(words), 0
        while at < len(words) and words[at].startswith("-"):
            at += 2 if words[at] == "--settings" else 1
        if at < len(words) and words[at] not in self.commands and _is_file(words[at]):
            words.insert(at, OPEN)
        return self.parse_args(words)

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message}; see {self.prog} --help", file=sys.stderr)
        raise SystemExit(2)


def _is_file(word: str) -> bool:
    """Whether a word is the path of a file. If it looks like one, the file need not exist."""
    return os.path.isfile(word) or bool(Path(word).suffix) or os.sep in word


def weight_change(text: str) -> tuple[str, float]:
    name, equals, value = text.rpartition("=")
    try:
        number = finite_number(value)
    except argparse.ArgumentTypeError:
        equals = ""
    if not equals:
        raise argparse.ArgumentTypeError(f"expected TERM=NUMBER, found {text!r}")
    return name, number


def finite_number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if number - number != 0.0:
        raise argparse.ArgumentTypeError(f"expected a number, found {text[:40]!r}")
    return number


def positive_number(text: str) -> float:
    number = finite_number(text)
    if number <= 0.0:
        raise argparse.ArgumentTypeError(f"expected a number above 0, found {text[:40]!r}")
    return number


def counting_number(text: str) -> int:
    return _number_from(1, text)


def natural_number(text: str) -> int:
    return _number_from(0, text)


def _number_from(low: int, text: str) -> int:
    number = whole_number(text, low, MOST)
    if number is None:
        raise argparse.ArgumentTypeError(f"expected a whole number from {low} to {MOST}, found {text[:40]!r}")
    return number


COUNT: dict[str, Any] = {"type": counting_number, "metavar": "N"}
FILE: dict[str, Any] = {"type": Path, "metavar": "FILE"}
"""Kinds of arguments."""


def window_size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    size = (whole_number(width, 640, 16384), whole_number(height, 480, 16384))
    if size[0] is None or size[1] is None:
        raise argparse.ArgumentTypeError(
            f"expected WIDTHxHEIGHT from 640x480 to 16384x16384, found {text[:40]!r}"
        )
    return size[0], size[1]


def make_parser(
    description: str,
    open_window: Run,
    draw_screenshot: Run,
    draw: Drawing,
    look_at_devices: Callable[[], Mapping[str, Mapping[str, Any]]],
    keys: Callable[[], str],
) -> Parser:
    """The whole command line. Every command sets `run`, the function that does it. The functions that draw or
    look at devices and the table of `keys` are the other front's, which this one does not know."""
    placed = Parser(add_help=False)
    placed.add_argument("--position", metavar="TEXT", help="a position instead of the start: in chess, a FEN")
    seeded = Parser(add_help=False)
    seeded.add_argument("--seed", type=natural_number, default=0, metavar="N")
    spread = Parser(add_help=False)  # games that several workers, or computers, play
    spread.add_argument("--workers", type=counting_number, default=1, metavar="W")
    spread.add_argument(
        "--executor", choices=EXECUTORS, help="how the games are run; chosen automatically if left out"
    )
    spread.add_argument(
        "--scheduler", metavar="ADDRESS", help="address of a Dask cluster, such as tcp://127.0.0.1:8786"
    )
    of_heuristic = Parser(add_help=False)
    of_heuristic.add_argument("game", metavar="GAME")
    of_heuristic.add_argument("heuristic", metavar="HEURISTIC")
    limited = Parser(add_help=False)
    limited.add_argument(
        "--minutes", type=positive_number, metavar="M", help="minutes to compute; 10 if left out"
    )
    limited.add_argument("--pairs", **COUNT, help="pairs of games for each comparison, instead of minutes")
    limited.add_argument("--nodes", **COUNT, default=1000, help="nodes for each move; 1000 if left out")

    framed = Parser(add_help=False)
    framed.add_argument("--frames", **COUNT, help="run N frames, then exit")
    framed.add_argument("--size", type=window_size, metavar="WxH", help="the window's size in pixels")

    taken = Parser(add_help=False)
    taken.add_argument("--csv", **FILE, help="write the table as CSV, too")
    taken.add_argument("--picture", **FILE, help="draw board and table as a PNG, too")

    parser = Parser(PROGRAM, description=description)
    _add_common(parser, settings=None, json=False)
    parser.add_argument("--version", action=ShowVersion, nargs=0, help="print the version and exit")
    parser.set_defaults(run=open_window, game=None, frames=None, opened=None, shown_file=None, running=False)
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=Parser)

    def command(name: str, does: Run, help: str, *parents: Parser) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=help, description=help, parents=parents)
        # No defaults: they would replace the options before the command.
        _add_common(added, settings=argparse.SUPPRESS, json=argparse.SUPPRESS)
        added.set_defaults(run=does)
        return added

    def computing(name: str, does: Run, help: str, *parents: Parser) -> argparse.ArgumentParser:
        return command(name, partial(interruptible, does), help, *parents)

    play = command("play", open_window, "the window, in a game", placed, seeded, framed)
    play.add_argument("game", metavar="GAME")
    play.add_argument("--white", metavar="PLAYER", default="human")
    play.add_argument("--black", metavar="PLAYER")
    opened = command(
        OPEN,
        open_window,
        "the window, with what is in a file: a saved game, a suite, games in PGN or a position; the command "
        "may be left out",
        framed,
    )
    opened.add_argument(
        "shown_file", metavar="FILE", type=Path, nargs="?", help="the file; the home screen if left out"
    )
    opened.add_argument(
        "--running",
        action="store_true",
        help="open it in the running window, if there is one; that window also reports problems",
    )

    games = command("games", later("cli.lists", "run_games"), "the games there are")
    games.add_argument("--new", metavar="NAME", help="in a checkout: write the modules of a new game")
    heuristics = command("heuristics", later("cli.lists", "run_heuristics"), "the heuristics there are")
    heuristics.add_argument("game", metavar="GAME", nargs="?")
    heuristics.add_argument("--new", metavar="NAME", help="write a small commented file for a new one")
    heuristics.add_argument("--game", dest="new_game", metavar="GAME", help="the game of the new one")
    players = command("players", later("cli.lists", "run_players"), "your own players")
    players.add_argument("--new", metavar="NAME", help="write a small commented file for a new one")
    command("engines", later("cli.lists", "run_engines"), "the kinds of players there are")
    course = command(
        "course", later("cli.course"), "a course of four lessons: copies the files that a lesson starts from"
    )
    course.add_argument(
        "lesson",
        metavar="LESSON",
        nargs="?",
        type=counting_number,
        help="number of a lesson; lists the lessons if left out",
    )

    command("settings", later("cli.settings"), "each setting, and where it comes from")

    desktop = command(
        "desktop",
        later("cli.desktop.menu_entry"),
        "the menu entry and the file type of saved games, for this user only",
    )
    wanted = desktop.add_mutually_exclusive_group(required=True)
    wanted.add_argument("--install", action="store_true", help="add both: a double click opens a saved game")
    wanted.add_argument("--remove", action="store_true", help="remove both")

    perft = computing("perft", later("cli.perft"), "number of move sequences of a length", placed)
    perft.add_argument("game", metavar="GAME", nargs="?")
    perft.add_argument("depth", metavar="DEPTH", nargs="?", type=natural_number)
    perft.add_argument("--divide", action="store_true", help="list the number for each first move")
    perft.add_argument("--batch", **FILE, help="a JSON list of rows instead")

    evaluate = command(
        "eval",
        later("cli.evaluate", draw=draw),
        "a heuristic's value of a position, term by term",
        placed,
        taken,
    )
    evaluate.add_argument("game", metavar="GAME", nargs="?")
    evaluate.add_argument("heuristic", metavar="HEURISTIC", nargs="?")
    evaluate.add_argument("--side", metavar="SIDE", help="white or black; the player to move if left out")
    evaluate.add_argument("--weight", type=weight_change, action="append", default=[], metavar="TERM=X")
    evaluate.add_argument("--batch", **FILE, help="a JSON list of rows instead")

    analyse = computing(
        "analyse",
        later("cli.analyse", draw=draw),
        "what a player would play, and why",
        placed,
        seeded,
        taken,
    )
    analyse.add_argument("game", metavar="GAME")
    analyse.add_argument("player", metavar="PLAYER")

    why_not = computing(
        "whynot",
        later("cli.why_not", draw=draw),
        "why a player plays its move and not another one",
        placed,
        seeded,
        taken,
    )
    why_not.add_argument("game", metavar="GAME")
    why_not.add_argument("player", metavar="PLAYER")
    why_not.add_argument("move", metavar="MOVE", help="a move, or in quotes the moves of a turn")

    tree = computing(
        "tree",
        later("cli.tree"),
        "every node that a player's search visits: why they ended, and one of them with its children",
        placed,
        seeded,
    )
    tree.add_argument("game", metavar="GAME")
    tree.add_argument("player", metavar="PLAYER")
    tree.add_argument("--depth", **COUNT, help="plies to record; the player's own depth if left out")
    tree.add_argument("--nodes", **COUNT, help="most nodes to record")
    tree.add_argument("--line", nargs="+", default=[], metavar="MOVE", help="the moves that lead to a node")

    suite = computing(
        "suite",
        later("cli.suite"),
        "which positions of a suite a player solves; without a file, lists the suites",
    )
    suite.add_argument("file", metavar="FILE", nargs="?", help="a YAML or EPD file, or the name of a suite")
    suite.add_argument("player", metavar="PLAYER", nargs="?")
    suite.add_argument("--workers", type=counting_number, default=1, metavar="W")

    reviewed = Parser(add_help=False)
    reviewed.add_argument(
        "file", metavar="FILE", type=Path, help="a saved game, PGN, a lesson file or a class pack"
    )
    reviewed.add_argument(
        "--number", **COUNT, help="number of the game in a file of several, or of the lesson in a pack"
    )
    reviewed.add_argument(
        "--player",
        metavar="PLAYER",
        help="who reviews: a heuristic, or a player that searches with one, as in "
        "location,nodes=1000000; the game's usual heuristic, plain alpha-beta with quiescence and 300000 "
        "nodes a position if left out",
    )
    computing(
        "review",
        later("cli.review"),
        "what each move of a game lost, by a search of its position, where the game was lost, and why",
        seeded,
        reviewed,
    )
    export = computing(
        "export",
        later("cli.export", draw=draw),
        "a whole game as one page of HTML that opens offline: boards, timeline, where and why it was lost",
        seeded,
        reviewed,
    )
    export.add_argument("--html", type=Path, metavar="OUT", help="the page to write")

    convert = computing(
        "convert",
        later("cli.convert", draw=draw),
        "a game as another kind of file: PGN, a saved game (.plyglass) or a page (.html), by the name of "
        "OUT; a folder of lesson files as a class pack (.plyglass-pack), and back",
        seeded,
        reviewed,
    )
    convert.add_argument(
        "out",
        metavar="OUT",
        type=Path,
        help="the file to write; a folder takes each game of a file of several as a saved game, and each "
        "lesson of a class pack as a lesson file",
    )

    match = computing("match", later("cli.arena.match"), "a match of colour-swapped pairs", seeded)
    match.add_argument("game", metavar="GAME")
    match.add_argument("first", metavar="PLAYER")
    match.add_argument("second", metavar="PLAYER")
    match.add_argument("--games", **COUNT, help="how many; with --sprt at most")
    match.add_argument(
        "--sprt",
        type=finite_number,
        nargs=2,
        metavar=("ELO0", "ELO1"),
        help="play until it is decided between two strengths of the first player, in normalized Elo",
    )
    match.add_argument(
        "--check",
        action="store_true",
        help="with --sprt: exit status 1 unless the first player is shown to be better",
    )
    match.add_argument(
        "--random-plies",
        type=natural_number,
        metavar="K",
        help="random moves at the start of a game; by default as many as give enough openings",
    )
    match.add_argument("--workers", type=counting_number, default=1, metavar="W")

    scan = computing(
        "scan",
        later("cli.scan"),
        "the positions in which two heuristics or players choose differently, and what that costs",
        seeded,
    )
    scan.add_argument("game", metavar="GAME")
    scan.add_argument("first", metavar="FIRST", help="a heuristic, or a player that searches with one")
    scan.add_argument("second", metavar="SECOND", help="the other one")
    looked_at = scan.add_mutually_exclusive_group()
    looked_at.add_argument(
        "--game", dest="file", type=Path, metavar="FILE", help="the positions of a saved game"
    )
    looked_at.add_argument("--positions", **COUNT, help="number of random positions; 100 if left out")
    scan.add_argument(
        "--depth",
        type=counting_number,
        metavar="D",
        help="plies that a heuristic chooses with; 3 if left out, 2 where there is chance",
    )
    scan.add_argument(
        "--judge",
        metavar="JUDGE",
        help=(
            "who judges what a choice costs: a heuristic, for two plies more, or "
            "alphabeta:HEURISTIC,depth=N; the game's usual heuristic if left out"
        ),
    )
    scan.add_argument(
        "--workers",
        type=counting_number,
        metavar="W",
        help="positions at a time; as many as there are processors if left out",
    )

    truth = computing(
        "truth",
        later("cli.arena.truth"),
        "how often a heuristic keeps a proven outcome, by depth, kind of position and term left out; without "
        "a heuristic, the tables of a game",
        seeded,
    )
    truth.add_argument("game", metavar="GAME")
    truth.add_argument("heuristic", metavar="HEURISTIC", nargs="?")
    truth.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="TERM",
        help="measure with this term left out, too; all: each of them in turn",
    )
    truth.add_argument(
        "--depth",
        type=counting_number,
        nargs="+",
        action="extend",
        default=[],
        metavar="N",
        help="plies that the heuristic searches; 1 2 3 if left out",
    )
    truth.add_argument(
        "--table",
        action="append",
        default=[],
        metavar="NAME",
        help="a table of the game; or searched: positions near the end of games, proven by searches; or one "
        "of your Syzygy tables, such as KRvKP; all tables of the game if left out",
    )
    truth.add_argument("--positions", **COUNT, help="number of positions; 400 if left out")
    truth.add_argument("--make", action="store_true", help="make the tables that are missing")

    sign = computing(
        "sign",
        later("cli.arena.sign"),
        "how often a heuristic's value without a search is on the side of the clear winner",
        of_heuristic,
    )
    sign.add_argument(
        "--half",
        choices=("fit", "figure", "all"),
        default="all",
        help="every second position, for fitting weights; the others, for the figure; all if left out",
    )
    sign.add_argument("--positions", **FILE, help="a file of positions; the program's own if left out")
    sign.add_argument(
        "--draw",
        type=counting_number,
        nargs="?",
        const=400,
        metavar="N",
        help="draw N positions first, 400 without a number, from games between programs of level 6",
    )
    sign.add_argument("--workers", type=counting_number, metavar="W")
    sign.add_argument("--seed", type=natural_number, metavar="N")

    card = computing(
        "card",
        later("cli.arena.card"),
        "which terms of a heuristic earn their place, and what their weights should be",
        seeded,
        of_heuristic,
        limited,
        spread,
    )
    card.add_argument(
        "--against",
        metavar="FILE",
        help="only test whether it is worse than another one, a Python file or a name: exit status 0 for not "
        "worse, 1 for worse, 3 if undecided",
    )
    card.add_argument("--file", **FILE, help="SQLite file that the card is kept in")

    tune = computing(
        "tune",
        later("cli.arena.tune"),
        "better weights for a heuristic, confirmed at two budgets and kept under a name",
        seeded,
        of_heuristic,
        limited,
        spread,
    )
    tune.add_argument("--cma", action="store_true", help="search by matches, too; needs the package cma")
    tune.add_argument("--file", **FILE, help="SQLite file that its games are kept in")

    calibrate = computing(
        "calibrate",
        later("cli.arena.calibrate"),
        "what a heuristic's values mean as chances, by games between two equal programs",
        seeded,
        of_heuristic,
        spread,
    )
    calibrate.add_argument("--nodes", **COUNT, default=2000, help="nodes for each move; 2000 if left out")
    calibrate.add_argument(
        "--games", **COUNT, default=2000, help="games for the fit, and as many to check it; 2000 if left out"
    )
    calibrate.add_argument(
        "--folder", type=Path, metavar="FOLDER", help="folder for the result; your data folder if left out"
    )
    calibrate.add_argument("--picture", **FILE, help="write a reliability diagram as SVG")

    tournament = command(
        "tournament",
        later("cli.arena.tournament", open_window=open_window),
        "plays or continues a round robin or gauntlet; without a name, lists the presets",
        spread,
    )
    tournament.add_argument("name", metavar="NAME-OR-FILE", nargs="?", help="a preset, or a YAML file")
    tournament.add_argument("--games", **COUNT, help="games of each pairing")
    tournament.add_argument("--seed", type=natural_number, metavar="N")
    tournament.add_argument("--file", **FILE, help="SQLite file that results are kept in")
    tournament.add_argument("--report", **FILE, help="write a page of HTML with charts")
    tournament.add_argument("--list", action="store_true", help="list the finished games")
    tournament.add_argument("--open", **COUNT, help="open a game in the window")
    tournament.add_argument(
        "--trust", action="store_true", help="allow the programs that the file names to start"
    )

    compile = computing(
        "compile",
        later("cli.compile"),
        "compiles all that the window can ask for and keeps it, so that later starts wait for nothing",
    )
    compile.add_argument("game", metavar="GAME", nargs="?", help="only this game; all if left out")
    compile.add_argument("--workers", **COUNT, help="processes; one for each processor if left out")
    doctor = computing(
        "doctor",
        later("cli.doctor", look_at_devices=look_at_devices),
        "what is installed, where your folders are, and whether everything works",
    )
    doctor.add_argument(
        "--clear-cache",
        action="store_true",
        help="delete what is compiled and the tables of endgames, and nothing else",
    )

    worker = command(
        "worker", later("cli.arena.worker"), "plays the games of a tournament that is sent to a Dask cluster"
    )
    worker.add_argument(
        "scheduler", metavar="ADDRESS", help="address of the scheduler, such as tcp://127.0.0.1:8786"
    )
    worker.add_argument(
        "--threads", **COUNT, help="games at a time; as many as there are processors if left out"
    )

    train = computing("train", later("cli.arena.train"), "trains a player that learns, and measures it")
    train.add_argument("name", metavar="NAME", help="a kind of player that learns")
    train.add_argument(
        "game", metavar="GAME", nargs="?", help="a game; the first that it can play if left out"
    )
    train.add_argument(
        "--minutes",
        type=positive_number,
        metavar="M",
        help="minutes to train; the usual number of games if left out",
    )
    train.add_argument("--resume", action="store_true", help="go on where the run of that seed ended")
    train.add_argument("--seed", type=natural_number, default=1, metavar="N")

    bench = computing("bench", later("cli.arena.bench"), "nodes a second of rules and of search")
    bench.add_argument("game", metavar="GAME", nargs="?")
    bench.add_argument("heuristic", metavar="HEURISTIC", nargs="?", help="the game's usual one if left out")
    bench.add_argument("--threads", **COUNT, help="compare one thread with N")
    bench.add_argument(
        "--games", **COUNT, help="play N games with one worker, with two, and some of them in Python"
    )
    bench.add_argument("--boards", **COUNT, help="play in the learners' environment, N games at a time")

    uci = command("uci", later("cli.uci_server"), "a UCI engine on standard input and output")
    uci.add_argument("--heuristic", metavar="NAME", help="the game's usual one if left out")

    screenshot = command(
        "screenshot", draw_screenshot, "a picture of a screen, without a display", placed, seeded
    )
    screenshot.add_argument("out", metavar="OUT.png", type=Path)
    screenshot.add_argument("--game", metavar="GAME", help="the play screen of a game; else the home screen")
    screenshot.add_argument("--white", metavar="PLAYER", default="human")
    screenshot.add_argument("--black", metavar="PLAYER")
    screenshot.add_argument(
        "--plies", type=natural_number, default=0, metavar="N", help="moves to play first"
    )
    screenshot.add_argument("--size", type=window_size, metavar="WxH", default=(1280, 720))
    docs = command(
        "docs",
        later("cli.generated_tables", parser=parser, keys=keys),
        "in a checkout: write the tables and lines of the documentation that are made from the code",
    )
    docs.add_argument(
        "--check",
        action="store_true",
        help="write nothing; status 1 if a table or a line differs from the code",
    )
    for added in commands.choices.values():
        for action in added._actions:
            action.help = action.help or MEANINGS[str(action.metavar)]
    parser.commands = frozenset(commands.choices)
    return parser


def _add_common(parser: argparse.ArgumentParser, settings: Any, json: Any) -> None:
    """The options that may stand before and after the command, with their defaults."""
    parser.add_argument("--settings", **FILE, default=settings, help="settings instead of settings.yaml")
    parser.add_argument(
        "--json", action="store_true", default=json, help="print one JSON document and nothing else"
    )
