"""`main.py worker`: a worker of a Dask cluster, which plays the games that `arena.executors.Dask` sends.

The worker runs in a child process that is started again if it dies. The child imports this program from the
same paths as this process.
"""

import argparse
import asyncio
import os
import sys

from arena.executors import CONNECT
from cli.command_io import settings_of
from cli.parser import COUNT
from games.contract import BadText
from games.installation import how_to_install
from heuristics.failure import first_line


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "scheduler", metavar="ADDRESS", help="address of the scheduler, such as tcp://127.0.0.1:8786"
    )
    parser.add_argument(
        "--threads", **COUNT, help="games at a time; as many as there are processors if left out"
    )


def run(arguments: argparse.Namespace) -> None:
    """Plays games until the scheduler ends. Raises BadText if the scheduler cannot be reached."""
    settings_of(arguments)
    # Dask's log has tracebacks of harmless events, such as the scheduler's end. The child processes inherit
    # the setting.
    os.environ.setdefault("DASK_LOGGING__DISTRIBUTED", "critical")
    try:
        from distributed import Nanny
        from distributed.core import Status, connect
    except ImportError:
        raise BadText(f"worker: expected the package distributed: {how_to_install('cluster')}") from None
    scheduler, threads = arguments.scheduler, arguments.threads or os.cpu_count() or 1
    at_a_time = "1 game" if threads == 1 else f"{threads} games"

    async def work() -> None:
        try:
            await (await connect(scheduler, timeout=CONNECT)).close()
        except (OSError, ValueError, TypeError) as error:
            raise BadText(f"scheduler {scheduler!r}: cannot be reached: {first_line(error)}") from None
        async with Nanny(scheduler, nthreads=threads, dashboard=False) as nanny:
            if nanny.status == Status.running:
                print(f"plays {at_a_time} at a time for {scheduler}; Ctrl-C ends it", file=sys.stderr)
            await nanny.finished()

    asyncio.run(work())
    print("the scheduler has ended", file=sys.stderr)
