"""Plyglass: play board games against an AI, and see why it moves.

`python main.py` opens the window; `python main.py --help` lists what else there is.
"""

import time

PROCESS_STARTED = time.perf_counter()

import argparse  # noqa: E402
import io  # noqa: E402
import json  # noqa: E402
import os  # noqa: E402
import sys  # noqa: E402
import threading  # noqa: E402
from collections.abc import Callable  # noqa: E402
from concurrent.futures import Future  # noqa: E402
from pathlib import Path  # noqa: E402
from typing import Any, NoReturn  # noqa: E402

from games.contract import BadText  # noqa: E402
from games.rows import whole_number  # noqa: E402

MOST = 2**63 - 1
"""The largest number that any option takes."""


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
    return _number_from(1, text)


def natural_number(text: str) -> int:
    return _number_from(0, text)


def _number_from(low: int, text: str) -> int:
    number = whole_number(text, low, MOST)
    if number is None:
        raise argparse.ArgumentTypeError(f"expected a whole number from {low} to {MOST}, found {text[:40]!r}")
    return number


def window_size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    size = (whole_number(width, 640, 16384), whole_number(height, 480, 16384))
    if size[0] is None or size[1] is None:
        raise argparse.ArgumentTypeError(
            f"expected WIDTHxHEIGHT from 640x480 to 16384x16384, found {text[:40]!r}"
        )
    return size[0], size[1]


def make_parser() -> Parser:
    """The whole command line; every command sets `run`, a function of `commands` below."""
    placed = argparse.ArgumentParser(add_help=False)
    placed.add_argument("--position", metavar="TEXT", help="a position's text instead of the start")
    seeded = argparse.ArgumentParser(add_help=False)
    seeded.add_argument("--seed", type=natural_number, default=0, metavar="N")

    parser = Parser("main.py", description=(__doc__ or "").splitlines()[0])
    _add_common(parser, settings=None, json=False)
    parser.set_defaults(run=run_window, game=None, frames=None)
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=Parser)

    def command(
        name: str, run: Callable[..., Any], help: str, *parents: argparse.ArgumentParser
    ) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=help, description=help, parents=parents)
        # No defaults: they would undo what stood before the command.
        _add_common(added, settings=argparse.SUPPRESS, json=argparse.SUPPRESS)
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


def _add_common(parser: argparse.ArgumentParser, settings: Any, json: Any) -> None:
    """The options that may stand before and after the command, with their defaults."""
    parser.add_argument(
        "--settings", type=Path, metavar="FILE", default=settings, help="settings instead of settings.yaml"
    )
    parser.add_argument(
        "--json", action="store_true", default=json, help="print one JSON document and nothing else"
    )


def settings_of(arguments: argparse.Namespace) -> Any:
    """The settings, which must be right for a command that prints data."""
    from arena.settings import load_settings

    settings, problems = load_settings(arguments.settings)
    if problems:
        raise BadText(problems[0])
    return settings


def show(arguments: argparse.Namespace, answer: Any, as_text: Callable[[Any], None]) -> None:
    if arguments.json:
        print(json.dumps(answer, allow_nan=False))  # ASCII, which every encoding of a pipe holds
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


def is_batch(arguments: argparse.Namespace, needed: tuple[str, ...], optional: tuple[str, ...]) -> bool:
    """Whether `--batch` is given; the arguments in whose place it stands must then be left out, and
    those needed must be there without it."""
    if arguments.batch is None:
        for name in needed:
            if getattr(arguments, name) is None:
                raise BadText(f"{name.upper()}: expected, or --batch FILE instead")
        return False
    for name in (*needed, *optional):
        if getattr(arguments, name) not in (None, False, []):
            shown = name.upper() if name in needed else f"--{name}"
            raise BadText(f"--batch: expected in place of {shown}, found both")
    return True


def run_perft(arguments: argparse.Namespace) -> None:
    from arena import commands
    from arena.text_output import show_batch, show_perft

    settings = settings_of(arguments)
    if is_batch(arguments, ("game", "depth"), ("position", "divide")):
        rows = commands.perft_batch(commands.read_batch(arguments.batch), settings)
        show(arguments, rows, show_batch)
        return
    answer = commands.perft(arguments.game, arguments.depth, arguments.position, arguments.divide, settings)
    show(arguments, answer, show_perft)


def run_eval(arguments: argparse.Namespace) -> None:
    from arena import commands
    from arena.text_output import show_batch, show_breakdown

    settings = settings_of(arguments)
    if is_batch(arguments, ("game", "heuristic"), ("position", "side", "weight")):
        rows = commands.evaluate_batch(commands.read_batch(arguments.batch), settings)
        show(arguments, rows, show_batch)
        return
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
    UciServer(setup, lambda line: print(line, flush=True)).serve(sys.stdin or ())  # None where closed


def run_screenshot(arguments: argparse.Namespace) -> None:
    from ui.screenshot import render

    settings = settings_of(arguments)
    if arguments.out.is_dir() or not arguments.out.absolute().parent.is_dir():
        raise BadText(f"{arguments.out}: expected a file in a folder that is there")
    opening = opening_of(arguments, settings)
    render(arguments.out, settings, opening, arguments.plies, arguments.size)
    show(arguments, {"file": str(arguments.out)}, lambda answer: print(answer["file"]))


def run_beside(run: Callable[[argparse.Namespace], None], arguments: argparse.Namespace) -> None:
    """Runs a command in a thread of its own, so that Ctrl-C ends the process at once: Python tells the
    main thread of it only between two of its own steps, and a kernel may run for hours."""
    done: Future[None] = Future()

    def work() -> None:
        try:
            run(arguments)
        except BaseException as error:
            done.set_exception(error)
        else:
            done.set_result(None)

    thread = threading.Thread(target=work, name="command", daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.1)  # on Windows, only a wait that ends is interrupted
    except KeyboardInterrupt:
        if sys.stderr is not None and sys.stderr.isatty():
            sys.stderr.write("\x1b[?25h")  # the cursor, which a progress bar hides
            sys.stderr.flush()
        other_programs = sys.modules.get("engines.uci_player")
        if other_programs is not None:
            other_programs.kill_all()
        os._exit(1)
    done.result()


def main(words: list[str] | None = None) -> int:
    """Runs a command; returns the exit status: 0 done, 2 an input is wrong, 1 anything else."""
    arguments = make_parser().parse_args(words)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        if arguments.run in (run_perft, run_analyse, run_match, run_bench):
            run_beside(arguments.run, arguments)
        else:
            arguments.run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BadText as error:
        print(f"main.py: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 1
    except Exception as error:
        if isinstance(error, OSError):
            _give_up_on_output()
        if not isinstance(error, BrokenPipeError):  # whoever read on has enough
            message = str(error).splitlines()[0] if str(error) else ""
            print(f"main.py: {type(error).__name__}: {message}", file=sys.stderr)
        return 1
    return 0


def _give_up_on_output() -> None:
    """Points standard output to nowhere if it takes no more, or Python complains of it as it ends."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    raise SystemExit(main())
