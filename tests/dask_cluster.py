"""A Dask cluster on this machine, started as a person would."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


class Cluster:
    """A scheduler that knows nothing of this program, and workers, each a process, on loopback. All are
    started in a folder without any of the program's files."""

    def __init__(self, folder: Path, workers: int = 2) -> None:
        self.folder = folder
        file = folder / "scheduler.json"
        scheduler = ("-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0")
        self.processes = [self._start(*scheduler, "--no-dashboard", "--scheduler-file", str(file))]
        while not file.is_file() or not file.read_text(encoding="utf-8"):
            assert self.processes[0].poll() is None
            time.sleep(0.05)
        self.address = json.loads(file.read_text(encoding="utf-8"))["address"]
        for _ in range(workers):
            self.add_worker()

    def add_worker(self) -> "subprocess.Popen[bytes]":
        """Starts a worker; returns its process, whose child plays."""
        words = (str(ROOT / "main.py"), "worker", self.address, "--threads", "1")
        self.processes.append(self._start(*words))
        return self.processes[-1]

    def add_worker_without_the_program(self) -> None:
        """Starts a worker as somebody would who does not have this program."""
        self.processes.append(self._start("-m", "distributed.cli.dask_worker", self.address))

    def _start(self, *words: str) -> "subprocess.Popen[bytes]":
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return subprocess.Popen([sys.executable, *words], cwd=self.folder, **quiet)

    def wait(self) -> None:
        """Waits until all workers are there."""
        from distributed import Client

        with Client(self.address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(len(self.processes) - 1, timeout=120)

    def kill_children(self) -> None:
        """Kills the processes that play. Their parents start them again."""
        from distributed import Client

        with Client(self.address, timeout=60, set_as_default=False) as client:
            for child in client.run(os.getpid).values():
                os.kill(child, signal.SIGKILL)

    def close(self) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait()
