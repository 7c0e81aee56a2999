"""How smooth the window was: when the first frame appeared, and how long frames took."""

import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

_IMPORTED = time.perf_counter()


def seconds_since_process_start(started: float | None = None) -> float:
    """Seconds since the process began, as the system reports it (Linux, to 10 ms). On other systems since
    `started` (`time.perf_counter`), or since the import of this module."""
    try:
        fields = Path("/proc/self/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
        up = float(Path("/proc/uptime").read_text("utf-8").split()[0])
        return up - int(fields[19]) / os.sysconf("SC_CLK_TCK")  # the process's start in ticks
    except (OSError, ValueError, IndexError, AttributeError):
        return time.perf_counter() - (_IMPORTED if started is None else started)


@dataclass
class FrameReport:
    """The times of the frames. `frame_ms` is from a frame's events to its end, without the wait for the next
    frame. `interval_ms` is from end to end, the wait included. A frame that draws ends when it is shown. The
    first frame, which loads everything, counts only for `first_frame_seconds`. `process_started` is a time of
    `time.perf_counter`, None if not known."""

    process_started: float | None = None
    first_frame_seconds: float = 0.0
    frame_ms: list[float] = field(default_factory=list)
    interval_ms: list[float] = field(default_factory=list)
    _ended_at: float = 0.0

    def measure(self, began: float, ended: float) -> None:
        """Adds a frame by the times of its beginning and of its end (`time.perf_counter`)."""
        if self.first_frame_seconds == 0.0:
            self.first_frame_seconds = seconds_since_process_start(self.process_started)
        else:
            self.frame_ms.append((ended - began) * 1000)
            self.interval_ms.append((ended - self._ended_at) * 1000)
        self._ended_at = ended

    def to_json(self) -> dict[str, Any]:
        return {
            "first_frame_seconds": round(self.first_frame_seconds, 3),
            "frames": len(self.frame_ms),
            "frame_ms": percentiles(self.frame_ms),
            "interval_ms": percentiles(self.interval_ms),
        }


def percentiles(values: list[float]) -> dict[str, float]:
    """p50, p95, p99 and the maximum; zeros for an empty list."""
    found = np.percentile(values or [0.0], [50, 95, 99, 100])
    names = ("p50", "p95", "p99", "max")
    return {name: round(float(value), 2) for name, value in zip(names, found, strict=True)}
