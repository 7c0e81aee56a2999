"""The commands: each gets its answer and prints it for people or as JSON."""

import argparse
import io
import sys
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from cli.output.command_io import settings_of, show
from cli.output.side_outputs import Drawing, take_along
from games.compiling.kept_kernels import keep_kernels_in
from games.contract import BadText

if TYPE_CHECKING:
    from heuristics.contract import Heuristic

LONGEST_TEST = 4
"""The largest length of a sequential test, in times of its average length half-way between the hypotheses."""

NOT_ACCEPTED = 1
"""Exit status of `match --sprt … --check` if the first player is not shown to be better."""


def run_games(arguments: argparse.Namespace) -> None:
    from cli import lists
    from cli.output.plain_tables import show_list

    settings_of(arguments)
    if arguments.new is None:
        show(arguments, lists.list_games(), show_list)
    else:
        show(arguments, lists.start_game(arguments.new), lambda answer: print("\n".join(answer["files"])))


def run_heuristics(arguments: argparse.Namespace) -> None:
    from cli import lists
    from cli.output.plain_tables import show_heuristics

    settings = settings_of(arguments)
    if arguments.new is None and arguments.new_game is None:
        show(arguments, lists.list_heuristics(arguments.game, settings), show_heuristics)
        return
    game = arguments.new_game or arguments.game
    if arguments.new is None or game is None:
        raise BadText("heuristics: expected --new NAME together with --game GAME")
    if arguments.new_game and arguments.game:
        raise BadText("heuristics: expected GAME once, found it twice")
    answer = lists.start_heuristic(arguments.new, game, settings)
    show(arguments, answer, lambda answer: print(answer["file"]))


def run_players(arguments: argparse.Namespace) -> None:
    from cli import lists
    from cli.output.plain_tables import show_players

    settings = settings_of(arguments)
    if arguments.new is None:
        show(arguments, lists.list_players(), show_players)
        return
    answer = lists.start_player(arguments.new, settings)
    show(arguments, answer, lambda answer: print(answer["file"]))


def run_course(arguments: argparse.Namespace) -> None:
    """Starts a lesson of the course; without a number, lists the lessons."""
    from cli import course
    from cli.output.plain_tables import show_lesson, show_lessons

    settings = settings_of(arguments)
    if arguments.lesson is None:
        show(arguments, course.list_lessons(), show_lessons)
    else:
        show(arguments, course.begin_lesson(arguments.lesson, settings), show_lesson)


def run_engines(arguments: argparse.Namespace) -> None:
    from cli import lists
    from cli.output.plain_tables import show_list

    settings_of(arguments)
    show(arguments, lists.list_engines(), show_list)


def run_docs(arguments: argparse.Namespace, parser: argparse.ArgumentParser, keys: Callable[[], str]) -> None:
    from cli import generated_tables

    generated_tables.run(arguments, parser, keys)


def run_settings(arguments: argparse.Namespace) -> None:
    from cli.output.plain_tables import show_settings
    from cli.settings import list_settings

    show(arguments, list_settings(arguments.settings), show_settings)


def run_desktop(arguments: argparse.Namespace) -> None:
    from cli.desktop.menu_entry import install, remove
    from cli.output.plain_tables import show_desktop

    show(arguments, install() if arguments.install else remove(), show_desktop)


def is_batch(arguments: argparse.Namespace, needed: tuple[str, ...], optional: tuple[str, ...]) -> bool:
    """Whether `--batch` is given. Then the arguments that it replaces must be missing; without it, the needed
    ones must be given."""
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
    from cli import perft
    from cli.batch import read_batch
    from cli.output.plain_tables import show_batch, show_perft

    settings = settings_of(arguments)
    if is_batch(arguments, ("game", "depth"), ("position", "divide")):
        rows = perft.perft_batch(read_batch(arguments.batch), settings)
        show(arguments, rows, show_batch)
        return
    answer = perft.perft(arguments.game, arguments.depth, arguments.position, arguments.divide, settings)
    show(arguments, answer, show_perft)


def run_eval(arguments: argparse.Namespace, draw: Drawing) -> None:
    from cli import evaluate
    from cli.batch import read_batch
    from cli.output.plain_tables import show_batch, show_breakdown

    settings = settings_of(arguments)
    if is_batch(arguments, ("game", "heuristic"), ("position", "side", "weight", "csv", "picture")):
        rows = evaluate.evaluate_batch(read_batch(arguments.batch), settings)
        show(arguments, rows, show_batch)
        return
    changes = dict(arguments.weight)
    answer = evaluate.evaluate(
        arguments.game, arguments.heuristic, arguments.position, arguments.side, changes, settings
    )
    if arguments.csv is not None or arguments.picture is not None:
        from study.export.position_report import of_breakdown  # imported late, because it is slow

        take_along(arguments, answer, of_breakdown, draw, settings)
    show(arguments, answer, show_breakdown)


def run_analyse(arguments: argparse.Namespace, draw: Drawing) -> None:
    from cli import analyse
    from cli.output.text_output import show_analysis
    from study.export.position_report import of_analysis

    settings = settings_of(arguments)
    answer = analyse.analyse(arguments.game, arguments.player, arguments.position, arguments.seed, settings)
    take_along(arguments, answer, of_analysis, draw, settings)
    show(arguments, answer, show_analysis)


def run_why_not(arguments: argparse.Namespace, draw: Drawing) -> None:
    from cli import why_not
    from cli.output.text_output import show_why_not
    from study.export.position_report import of_why_not

    settings = settings_of(arguments)
    answer = why_not.why_not(
        arguments.game, arguments.player, arguments.move, arguments.position, arguments.seed, settings
    )
    take_along(arguments, answer, of_why_not, draw, settings)
    show(arguments, answer, show_why_not)


def run_scan(arguments: argparse.Namespace) -> None:
    from cli.scan import run_scan

    run_scan(arguments)


def run_truth(arguments: argparse.Namespace) -> None:
    from cli import truth

    truth.run(arguments)


def run_tree(arguments: argparse.Namespace) -> None:
    from cli import tree

    tree.run(arguments)


def run_suite(arguments: argparse.Namespace) -> None:
    from cli import suite

    suite.run(arguments)


def run_review(arguments: argparse.Namespace) -> None:
    from cli import review

    review.run(arguments)


def run_export(arguments: argparse.Namespace, draw: Drawing) -> None:
    from cli import export

    export.run(arguments, draw)


def run_convert(arguments: argparse.Namespace, draw: Drawing) -> None:
    from cli import convert

    convert.run(arguments, draw)


def run_match(arguments: argparse.Namespace) -> None:
    from arena.match import Match
    from arena.sequential import ACCEPT, SequentialTest
    from cli.output.text_output import counted_progress, show_match, tell_length
    from engines.player_text import parse_player
    from engines.table_moves import checksums_played
    from games.registry import load_game

    settings = settings_of(arguments)
    test = None if arguments.sprt is None else SequentialTest(*arguments.sprt)
    if arguments.check and test is None:
        raise BadText("--check: expected together with --sprt ELO0 ELO1")
    if arguments.games is None and test is None:
        raise BadText("--games: expected, or --sprt ELO0 ELO1 instead")
    most: int = arguments.games or LONGEST_TEST * test.expected_games()[1]  # type: ignore[union-attr]
    match = Match(
        load_game(arguments.game),
        parse_player(arguments.first, arguments.game),
        parse_player(arguments.second, arguments.game),
        most,
        settings.options_for(arguments.game),
        arguments.random_plies,
        arguments.seed,
        settings.weights,
        settings.engine.table_megabytes,
        test,
    )
    if test is not None:
        tell_length(test.expected_games(), most)
    with counted_progress("games", most) as advance:
        result = match.play(arguments.workers, advance)
    answer = result.to_json()
    tables = checksums_played((match.first, match.second), arguments.game)
    if tables:
        answer["tables"] = tables
    show(arguments, answer, show_match)
    if arguments.check and answer["decision"] != ACCEPT:
        raise SystemExit(NOT_ACCEPTED)


def run_tournament(arguments: argparse.Namespace, open_window: Callable[[argparse.Namespace], None]) -> None:
    """Plays a tournament, or does what another option asks; without a name, lists the tournaments."""
    from cli import tournament

    if arguments.name is None:
        for option in ("open", "list", "report"):
            if getattr(arguments, option):
                raise BadText(f"--{option}: expected the name of a tournament too")
        tournament.list_tournaments(arguments)
    elif arguments.open is not None:
        arguments.opened = tournament.opened_game(arguments)
        open_window(arguments)
    elif arguments.list:
        tournament.list_games(arguments)
    else:
        if (arguments.executor == "dask") != (arguments.scheduler is not None):
            raise BadText("--executor dask: expected together with --scheduler ADDRESS")
        interruptible(tournament.play, arguments)


def run_doctor(
    arguments: argparse.Namespace, look_at_devices: Callable[[], Mapping[str, Mapping[str, Any]]]
) -> None:
    """Prints the results of `doctor`. Exit status 1 if there is a problem."""
    from cli import doctor
    from cli.output.doctor_page import show_cleared, show_doctor

    if arguments.clear_cache:
        show(arguments, doctor.clear_cache(), show_cleared)
        return
    answer = doctor.examine(
        arguments.settings, look_at_devices, lambda line: print(line, file=sys.stderr, flush=True)
    )
    show(arguments, answer, show_doctor)
    if answer["problems"]:
        raise SystemExit(1)


def run_worker(arguments: argparse.Namespace) -> None:
    from cli import worker

    worker.work(arguments)


def run_card(arguments: argparse.Namespace) -> None:
    from cli import card

    card.run(arguments)


def run_tune(arguments: argparse.Namespace) -> None:
    from cli import tune

    tune.run(arguments)


def run_calibrate(arguments: argparse.Namespace) -> None:
    from cli import calibrate

    calibrate.run(arguments)


def run_train(arguments: argparse.Namespace) -> None:
    from cli.train import train

    train(arguments)


def _heuristic(game: str, name: str | None) -> "Heuristic":
    """The heuristic of that name; without a name, the game's usual one. BadText for an unknown name."""
    from heuristics.registry import default_heuristic, load_heuristic

    return default_heuristic(game) if name is None else load_heuristic(game, name)


def run_bench(arguments: argparse.Namespace) -> None:
    from cli.bench import bench_environment, bench_game, bench_games, bench_threads
    from cli.output.text_output import show_bench
    from games.registry import game_names, load_game

    settings = settings_of(arguments)
    keep_kernels_in(None)  # because it measures the time of compiling
    megabytes = settings.engine.table_megabytes
    answer = {}
    for name in [arguments.game] if arguments.game else game_names():
        game, options = load_game(name), settings.options_for(name)
        heuristic = _heuristic(name, arguments.heuristic)
        row = answer[name] = bench_game(game, options, heuristic, megabytes)
        if arguments.threads:
            row |= bench_threads(game, options, heuristic, arguments.threads)
        if arguments.games:
            row |= bench_games(game, options, heuristic, arguments.games, megabytes)
        if arguments.boards:
            row |= bench_environment(game, options, arguments.boards)
    show(arguments, answer, show_bench)


def run_uci(arguments: argparse.Namespace) -> None:
    from cli.uci_server import UciOptions, UciServer

    settings = settings_of(arguments)
    heuristic = _heuristic("chess", arguments.heuristic)
    setup = UciOptions(
        heuristic.name, settings.engine.table_megabytes, weights=settings.weights.get("chess", {})
    )
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    UciServer(setup, lambda line: print(line, flush=True)).serve(sys.stdin or ())  # None if it is closed


def interruptible(command: Callable[[argparse.Namespace], None], arguments: argparse.Namespace) -> None:
    """Runs a command in a thread of its own, so that Ctrl-C works at once: Python handles it in the main
    thread, only between two of its own steps, and a kernel may run for hours."""
    done: Future[None] = Future()

    def work() -> None:
        try:
            command(arguments)
        except BaseException as error:
            done.set_exception(error)
        else:
            done.set_result(None)

    thread = threading.Thread(target=work, name="command", daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.1)  # with a timeout, because Windows does not interrupt endless waits
    done.result()
