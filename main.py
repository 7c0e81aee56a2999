"""Plyglass: play board games against an AI, and see why it moves.

`python main.py` opens the window; `python main.py --help` lists the commands.
"""

try:
    import gc
    import os
    import signal
    import sys
    import time

    PROCESS_STARTED = time.perf_counter()
    OLDEST_PYTHON = (3, 11)
    if sys.version_info < OLDEST_PYTHON:  # before all other imports: even Python 3.6 can read this file
        wanted = ".".join(map(str, OLDEST_PYTHON))
        raise SystemExit(f"main.py: Python {wanted} or newer is needed, this is {sys.version.split()[0]}")
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "1")  # there are none, and looking for them takes 20 ms

    def end_at_once(number: int, frame: object) -> None:
        """Ctrl-C ends the process with status 1, quietly, also while it imports, draws or waits for a thread
        that runs compiled code. Nothing is lost: a person's data is in files at any time."""
        try:
            if os.isatty(2):
                os.write(2, b"\x1b[?25h")  # shows the cursor, which a progress bar hides
            other_programs = sys.modules.get("engines.subprocesses.subprocess_player")
            if other_programs is not None:
                other_programs.kill_all()
        finally:
            os._exit(1)

    if __name__ == "__main__":  # not in a child process that imports it
        gc.disable()  # until all is imported: imports leave no garbage, and searching for it takes long
        # If the process began with Ctrl-C ignored, it goes on ignoring it.
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, end_at_once)
except KeyboardInterrupt:
    raise SystemExit(1) from None

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from cli import needed_packages

absent = needed_packages.missing()
if absent:
    raise SystemExit(absent)
try:
    from cli.arguments import make_parser
    from cli.command_io import settings_of, show
    from cli.run import later
    from cli.side_outputs import Drawing
    from cli.stand_ins import use_stand_ins
    from games.compiling.kept_kernels import keep_kernels_in
    from games.contract import BadText
    from games.installation import PROGRAM
    from heuristics.failure import in_words
    from heuristics.former_weights import take_remarks
except Exception as error:  # a package that is too old or broken may raise anything
    raise SystemExit(needed_packages.failed(error)) from None

if TYPE_CHECKING:
    from study.settings.settings import Settings
    from study.user_files.read_file import FileContent
    from ui.window import GameAtStart


def opening_of(arguments: argparse.Namespace, settings: "Settings") -> "GameAtStart | None":
    """The game that the window should open with, None for the home screen."""
    if arguments.game is None:
        return None
    from cli.position import position_of
    from engines.player_kinds import HUMAN
    from engines.player_text import default_opponent, parse_player
    from ui.window import GameAtStart

    position_of(arguments.game, arguments.position, settings)
    return GameAtStart(
        arguments.game,
        parse_player(arguments.white or HUMAN, arguments.game),
        parse_player(arguments.black or str(default_opponent(arguments.game)), arguments.game),
        arguments.position,
        arguments.seed,
    )


def is_handed_over(arguments: argparse.Namespace) -> bool:
    """Hands a file to a window that already runs. Returns whether such a window has taken it."""
    if not arguments.running or arguments.shown_file is None or arguments.frames is not None:
        return False
    from games.data_folder import channel_folder
    from ui.path_channel import hand_over

    return hand_over(arguments.shown_file, channel_folder())


def run_window(arguments: argparse.Namespace) -> None:
    """Opens the window. With `--frames` it draws that number of frames, and prints how long they took."""
    from study.saved_games.saved_games import Saves
    from study.settings.settings_store import SettingsStore
    from ui.devices import NoDisplay
    from ui.window import run_window as open_window

    store = SettingsStore.load(arguments.settings)
    if arguments.frames is not None and store.problems:  # it prints data, so the settings must be valid
        raise BadText(store.problems[0])
    settings = store.settings
    keep_kernels_in(settings.kernel_folder)
    saves = Saves(settings.data_folder)
    opening: GameAtStart | FileContent | Path | None = arguments.opened or opening_of(arguments, settings)
    if arguments.shown_file is not None and arguments.running:
        opening = arguments.shown_file.absolute()
    elif arguments.shown_file is not None:  # read before the window opens, so that a mistake is reported here
        from study.user_files.read_file import read_file
        from ui.import_games import games_shown

        opening = read_file(arguments.shown_file, settings, saves, games_shown(saves.choices.made.game))

    size = getattr(arguments, "size", None)
    try:
        report = open_window(store, saves, opening, arguments.frames, PROCESS_STARTED, size)
    except NoDisplay as error:
        raise SystemExit(f"{PROGRAM}: {error}") from None
    if arguments.frames is not None:
        from cli.plain_tables import show_frames  # after the first frame, because it is slow to import

        show(arguments, report.to_json(), show_frames)


def draw_screenshot(arguments: argparse.Namespace) -> None:
    """Draws the window into a picture file, without a display."""
    from ui.screenshot import render

    settings = settings_of(arguments)
    if arguments.out.is_dir() or not arguments.out.absolute().parent.is_dir():
        raise BadText(f"{arguments.out}: expected a file in a folder that exists")
    for option in ("position", "white", "black", "plies"):
        if arguments.game is None and getattr(arguments, option) is not None:
            raise BadText(f"--{option}: expected together with --game")
    opening = opening_of(arguments, settings)
    render(arguments.out, settings, opening, arguments.plies or 0, arguments.size)
    show(arguments, {"file": str(arguments.out)}, lambda answer: print(answer["file"]))


def main(words: list[str] | None = None) -> int:
    """Runs a command. Returns the exit status: 0 done, 2 an input is wrong, 1 anything else."""
    parser = make_parser(
        (__doc__ or "").splitlines()[0],
        run_window,
        draw_screenshot,
        Drawing(later("ui.report_picture", "write_picture"), later("ui.game_boards", "boards_of")),
        later("ui.devices", "look_at_devices"),
        later("ui.keys_table", "keys_table"),
    )
    use_stand_ins()
    try:
        arguments = parser.parse(sys.argv[1:] if words is None else words)
        if is_handed_over(arguments):
            return 0
        if arguments.run is run_window:
            import ui.window  # noqa: F401 - it imports most modules, which are then frozen
        if not gc.isenabled():
            gc.freeze()
            gc.enable()
        arguments.run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
        for remark in take_remarks():
            print(f"{PROGRAM}: {remark}", file=sys.stderr)
    except BadText as error:
        print(f"{PROGRAM}: {error}", file=sys.stderr)
        return 2
    except Exception as error:
        if isinstance(error, ImportError):
            print(needed_packages.failed(error), file=sys.stderr)
            return 1
        if isinstance(error, OSError):
            _give_up_on_output()
        if not isinstance(error, BrokenPipeError):  # the reader of the output has seen enough
            print(f"{PROGRAM}: {in_words(error)}", file=sys.stderr)
        return 1
    return 0


def _give_up_on_output() -> None:
    """Points standard output to nowhere if it is closed. Otherwise Python complains about it at the end."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    raise SystemExit(main())
