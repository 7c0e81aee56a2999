"""Plyglass: play board games against an AI, and see why it moves.

`python main.py` opens the window; `python main.py --help` lists what else there is.
"""

import time

PROCESS_STARTED = time.perf_counter()

import argparse  # noqa: E402
import io  # noqa: E402
import json  # noqa: E402
import sys  # noqa: E402
from collections.abc import Callable  # noqa: E402
from pathlib import Path  # noqa: E402
from typing import Any, NoReturn  # noqa: E402

from games.contract import BadText  # noqa: E402


class Parser(argparse.ArgumentParser):
    """An argument parser whose mistakes are one line."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message}; see {self.prog} --help", file=sys.stderr)
        raise SystemExit(2)


def weight_change(text: str) -> tuple[str, float]:
    name, equals, value = text.rpartition("=")
    try:
        number = float(value)
    except ValueError:
        number = float("nan")
    if not equals or number - number != 0.0:
        raise argparse.ArgumentTypeError(f"expected TERM=NUMBER, found {text!r}")
    return name, number


def counting_number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) >= 1):
        raise argparse.ArgumentTypeError(f"expected a whole number from 1, found {text!r}")
    return int(text)


def natural_number(text: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise argparse.ArgumentTypeError(f"expected a whole number from 0, found {text!r}")
    return int(text)


def window_size(text: str) -> tuple[int, int]:
    width, x, height = text.partition("x")
    if not (x and width.isdecimal() and height.isdecimal() and int(width) >= 640 and int(height) >= 480):
        raise argparse.ArgumentTypeError(f"expected WIDTHxHEIGHT of at least 640x480, found {text!r}")
    return int(width), int(height)


def make_parser() -> Parser:
    """The whole command line; every command sets `run`, a function of `commands` below."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--settings", type=Path, metavar="FILE", help="settings instead of settings.yaml")
    data = argparse.ArgumentParser(add_help=False)
    data.add_argument("--json", action="store_true", help="print one JSON document and nothing else")
    placed = argparse.ArgumentParser(add_help=False)
    placed.add_argument("--position", metavar="TEXT", help="a position's text instead of the start")
    seeded = argparse.ArgumentParser(add_help=False)
    seeded.add_argument("--seed", type=natural_number, default=0, metavar="N")

    parser = Parser("main.py", description=(__doc__ or "").splitlines()[0], parents=[common, data])
    parser.set_defaults(run=run_window, game=None, frames=None)
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=Parser)

    def command(
        name: str, run: Callable[..., Any], help: str, *parents: argparse.ArgumentParser
    ) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=help, description=help, parents=[common, data, *parents])
        added.set_defaults(run=run)
        return added

    play = command("play", run_window, "the window, in a game", placed, seeded)
    play.add_argument("game", metavar="GAME")
    play.add_argument("--white", metavar="PLAYER", default="human")
    play.add_argument("--black", metavar="PLAYER")
    play.add_argument("--frames", type=counting_number, metavar="N", help="run N frames, then exit")
    play.add_argument("--size", type=window_size, metavar="WxH", help="the window's size in pixels")

    command("games", run_games, "the games there are")
    heuristics = command("heuristics", run_heuristics, "the heuristics there are")
    heuristics.add_argument("game", metavar="GAME", nargs="?")
    command("engines", run_engines, "the kinds of players there are")

    perft = command("perft", run_perft, "number of move sequences of a length", placed)
    perft.add_argument("game", metavar="GAME", nargs="?")
    perft.add_argument("depth", metavar="DEPTH", nargs="?", type=natural_number)
    perft.add_argument("--divide", action="store_true", help="by first move")
    perft.add_argument("--batch", type=Path, metavar="FILE", help="a JSON list of rows instead")

    evaluate = command("eval", run_eval, "a heuristic's value of a position, term by term", placed)
    evaluate.add_argument("game", metavar="GAME", nargs="?")
    evaluate.add_argument("heuristic", metavar="HEURISTIC", nargs="?")
    evaluate.add_argument("--side", metavar="SIDE", help="white or black; the player to move if left out")
    evaluate.add_argument("--weight", type=weight_change, action="append", default=[], metavar="TERM=X")
    evaluate.add_argument("--batch", type=Path, metavar="FILE", help="a JSON list of rows instead")

    analyse = command("analyse", run_analyse, "what a player would play, and why", placed, seeded)
    analyse.add_argument("game", metavar="GAME")
    analyse.add_argument("player", metavar="PLAYER")

    match = command("match", run_match, "a match of colour-swapped pairs", seeded)
    match.add_argument("game", metavar="GAME")
    match.add_argument("first", metavar="PLAYER")
    match.add_argument("second", metavar="PLAYER")
    match.add_argument("--games", type=counting_number, required=True, metavar="N")
    match.add_argument("--random-plies", type=natural_number, default=2, metavar="K")
    match.add_argument("--workers", type=counting_number, default=1, metavar="W")

    bench = command("bench", run_bench, "nodes a second of rules and of search")
    bench.add_argument("game", metavar="GAME", nargs="?")
    bench.add_argument("--threads", type=counting_number, metavar="N", help="compare one thread with N")

    uci = command("uci", run_uci, "a UCI engine on standard input and output")
    uci.add_argument("--heuristic", metavar="NAME", default="location")

    screenshot = command(
        "screenshot", run_screenshot, "a picture of a screen, without a display", placed, seeded
    )
    screenshot.add_argument("out", metavar="OUT.png", type=Path)
    screenshot.add_argument("--game", metavar="GAME", help="the play screen of a game; else the home screen")
    screenshot.add_argument("--white", metavar="PLAYER", default="human")
    screenshot.add_argument("--black", metavar="PLAYER")
    screenshot.add_argument(
        "--plies", type=natural_number, default=0, metavar="N", help="moves to play first"
    )
    screenshot.add_argument("--size", type=window_size, metavar="WxH", default=(1280, 720))
    return parser


def settings_of(arguments: argparse.Namespace) -> Any:
    """The settings, which must be right for a command that prints data."""
    from arena.settings import load_settings

    settings, problems = load_settings(arguments.settings)
    if problems:
        raise BadText(problems[0])
    return settings


def show(arguments: argparse.Namespace, answer: Any, as_text: Callable[[Any], None]) -> None:
    if arguments.json:
        print(json.dumps(answer, ensure_ascii=False, allow_nan=False))
    else:
        as_text(answer)


def opening_of(arguments: argparse.Namespace, settings: Any) -> Any:
    """The game that the window is to open with, None for the home screen."""
    if arguments.game is None:
        return None
    from arena.commands import position_of
    from engines.players import default_opponent, parse_player
    from ui.app import Opening

    position_of(arguments.game, arguments.position, settings)
    return Opening(
        arguments.game,
        parse_player(arguments.white, arguments.game),
        parse_player(arguments.black or str(default_opponent(arguments.game)), arguments.game),
        arguments.position,
        arguments.seed,
    )


def run_window(arguments: argparse.Namespace) -> None:
    from arena.saves import Saves
    from arena.settings import load_settings
    from arena.text_output import show_frames
    from ui.app import run_window as open_window

    settings, problems = load_settings(arguments.settings)
    opening = opening_of(arguments, settings)

    report = open_window(
        settings,
        problems,
        Saves(settings.data_folder),
        opening,
        arguments.frames,
        PROCESS_STARTED,
        getattr(arguments, "size", None),
    )
    if arguments.frames is not None:
        show(arguments, report.to_json(), show_frames)


def run_games(arguments: argparse.Namespace) -> None:
    from arena import commands
    from arena.text_output import show_list

    settings_of(arguments)
    show(arguments, commands.list_games(), show_list)


def run_heuristics(arguments: argparse.Namespace) -> None:
    from arena import commands
    from arena.text_output import show_heuristics

    show(arguments, commands.list_heuristics(arguments.game, settings_of(arguments)), show_heuristics)


def run_engines(arguments: argparse.Namespace) -> None:
    from arena import commands
    from arena.text_output import show_list

    settings_of(arguments)
    show(arguments, commands.list_engines(), show_list)


def needs(arguments: argparse.Namespace, *names: str) -> None:
    """Positional arguments that only `--batch` makes optional."""
    for name in names:
        if getattr(arguments, name) is None:
            raise BadText(f"{name.upper()}: expected, or --batch FILE instead")


def run_perft(arguments: argparse.Namespace) -> None:
    from arena import commands
    from arena.text_output import show_batch, show_perft

    settings = settings_of(arguments)
    if arguments.batch:
        answer = commands.perft_batch(commands.read_batch(arguments.batch), settings)
        show(arguments, answer, show_batch)
        return
    needs(arguments, "game", "depth")
    answer = commands.perft(arguments.game, arguments.depth, arguments.position, arguments.divide, settings)
    show(arguments, answer, show_perft)


def run_eval(arguments: argparse.Namespace) -> None:
    from arena import commands
    from arena.text_output import show_batch, show_breakdown

    settings = settings_of(arguments)
    if arguments.batch:
        answer = commands.evaluate_batch(commands.read_batch(arguments.batch), settings)
        show(arguments, answer, show_batch)
        return
    needs(arguments, "game", "heuristic")
    changes = dict(arguments.weight)
    answer = commands.evaluate(
        arguments.game, arguments.heuristic, arguments.position, arguments.side, changes, settings
    )
    show(arguments, answer, show_breakdown)


def run_analyse(arguments: argparse.Namespace) -> None:
    from arena import commands
    from arena.text_output import show_analysis

    settings = settings_of(arguments)
    answer = commands.analyse(arguments.game, arguments.player, arguments.position, arguments.seed, settings)
    show(arguments, answer, show_analysis)


def run_match(arguments: argparse.Namespace) -> None:
    from arena.match import Match
    from arena.text_output import games_progress, show_match
    from engines.players import parse_player
    from games.registry import load_game

    settings = settings_of(arguments)
    match = Match(
        load_game(arguments.game),
        parse_player(arguments.first, arguments.game),
        parse_player(arguments.second, arguments.game),
        arguments.games,
        settings.options_for(arguments.game),
        arguments.random_plies,
        arguments.seed,
        settings.weights,
        settings.engine.table_megabytes,
    )
    with games_progress(arguments.games) as advance:
        result = match.play(arguments.workers, advance)
    show(arguments, result.to_json(), show_match)


def run_bench(arguments: argparse.Namespace) -> None:
    from arena.bench import bench_game, bench_threads
    from arena.text_output import show_bench
    from games.registry import game_names, load_game

    settings = settings_of(arguments)
    names = [arguments.game] if arguments.game else game_names()
    megabytes = settings.engine.table_megabytes
    answer = {name: bench_game(load_game(name), settings.options_for(name), megabytes) for name in names}
    if arguments.threads:
        for name, row in answer.items():
            row |= bench_threads(load_game(name), settings.options_for(name), arguments.threads)
    show(arguments, answer, show_bench)


def run_uci(arguments: argparse.Namespace) -> None:
    from engines.uci_server import Setup, UciServer
    from heuristics.registry import load_heuristic

    settings = settings_of(arguments)
    name = load_heuristic("chess", arguments.heuristic).name
    setup = Setup(name, settings.engine.table_megabytes, weights=settings.weights.get("chess", {}))
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    UciServer(setup, lambda line: print(line, flush=True)).serve(sys.stdin)


def run_screenshot(arguments: argparse.Namespace) -> None:
    from ui.screenshot import render

    settings = settings_of(arguments)
    opening = opening_of(arguments, settings)
    render(arguments.out, settings, opening, arguments.plies, arguments.size)
    show(arguments, {"file": str(arguments.out)}, lambda answer: print(answer["file"]))


def main(words: list[str] | None = None) -> int:
    """Runs a command; returns the exit status: 0 done, 2 an input is wrong, 1 anything else."""
    arguments = make_parser().parse_args(words)
    try:
        arguments.run(arguments)
    except BadText as error:
        print(f"main.py: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 1
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except Exception as error:
        message = str(error).splitlines()[0] if str(error) else ""
        print(f"main.py: {type(error).__name__}: {message}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
