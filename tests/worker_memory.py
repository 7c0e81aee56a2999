"""A run of the suite fails if one of its processes takes too much memory; on Linux."""

import sys
from typing import Any

import pytest

MOST = 1300
"""Megabytes at the peak. With an empty cache 975 were measured, but which worker compiles what is chance."""

PEAK = "peak_megabytes"


def peak_megabytes() -> int:
    """The peak of this process in megabytes; 0 where the system does not report it in kilobytes."""
    if sys.platform != "linux":
        return 0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1000


def too_much(peaks: dict[str, int]) -> str:
    """A line that names the processes that took more than MOST; "" where none did."""
    over = [f"{name} {peak} MB" for name, peak in sorted(peaks.items()) if peak > MOST]
    return f"a process of the suite may take {MOST} MB, found: {', '.join(over)}" if over else ""


class WorkerMemory:
    """The plugin: each worker reports its peak at its end, and the controller sums up."""

    def __init__(self) -> None:
        self.peaks: dict[str, int] = {}

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        output = getattr(node, "workeroutput", {})
        self.peaks[node.gateway.id] = int(output.get(PEAK, 0))

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output[PEAK] = peak_megabytes()
        elif too_much(self.peaks):
            session.exitstatus = max(int(exitstatus), 1)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if self.peaks:
            told = ", ".join(f"{name} {peak} MB" for name, peak in sorted(self.peaks.items()))
            terminalreporter.write_line(f"memory at the peak: {told}")
        if line := too_much(self.peaks):
            terminalreporter.write_line(line, red=True)
