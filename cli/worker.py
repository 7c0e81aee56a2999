"""`main.py worker`: plays the games that a tournament on another computer sends."""

import argparse
import sys

from arena.cluster_worker import serve
from cli.output.command_io import settings_of


def run(arguments: argparse.Namespace) -> None:
    """Plays until the scheduler ends."""
    settings_of(arguments)

    def tell(scheduler: str, games: int) -> None:
        at_a_time = "1 game" if games == 1 else f"{games} games"
        print(f"plays {at_a_time} at a time for {scheduler}; Ctrl-C ends it", file=sys.stderr)

    serve(arguments.scheduler, arguments.threads, tell)
    print("the scheduler has ended", file=sys.stderr)
