"""A worker of a Dask cluster, which plays the games that `arena.executors.Dask` sends.

It runs in a child process that is started again if it dies. It finds this program by the paths of this
process, wherever that was started.
"""

import asyncio
import os
from collections.abc import Callable

from arena.executors import CONNECT
from games.contract import BadText
from games.installation import how_to_install


def serve(scheduler: str, games: int | None, on_start: Callable[[str, int], None]) -> None:
    """Plays up to `games` games at a time until the scheduler ends; None: one for each processor. Calls
    `on_start` with the scheduler's address and that number once games can come. BadText where the
    scheduler cannot be reached."""
    # Its log has tracebacks of harmless events, such as the scheduler's end. The child processes inherit the
    # setting.
    os.environ.setdefault("DASK_LOGGING__DISTRIBUTED", "critical")
    try:
        from distributed import Nanny
        from distributed.core import Status, connect
    except ImportError:
        raise BadText(f"worker: expected the package distributed: {how_to_install('cluster')}") from None
    threads = games or os.cpu_count() or 1

    async def work() -> None:
        try:
            await (await connect(scheduler, timeout=CONNECT)).close()
        except (OSError, ValueError, TypeError) as error:
            line = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise BadText(f"scheduler {scheduler!r}: cannot be reached: {line}") from None
        async with Nanny(scheduler, nthreads=threads, dashboard=False) as nanny:
            if nanny.status == Status.running:
                on_start(scheduler, threads)
            await nanny.finished()

    asyncio.run(work())
