"""Keeps the results of earlier runs of suites: for each player and case, whether it passes, and since which
day."""

import contextlib
import json
import threading
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

from games.text_files import read_object, write_whole
from study.suites.suite_run import CaseResult
from study.suites.suites import Suite

MOST_BYTES = 1 << 24
MOST_RUNS = 200
"""The results of at most this many pairs of suite and player are kept: those run last."""

Runs = dict[str, dict[str, tuple[bool, str]]]
"""By suite and player, then by the key of a case: whether it passed, and since which day."""


_remembering = threading.Lock()
"""Needed because a dropped run may still write its results while the next run writes."""


class SuiteHistory:
    """The file of results in a data folder. A file that cannot be read counts as empty; errors of writing are
    ignored."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "suites" / "results.json"

    def remember(
        self, suite: Suite, player: str, outcomes: list[CaseResult], today: date
    ) -> list[CaseResult]:
        """Adds the outcomes of a run. Returns them with the day since when each case has had its outcome."""
        with _remembering:
            runs = self.read()
            before = runs.pop(run_key(suite, player), {})
            known = [dated(outcome, before, today) for outcome in outcomes]
            now = {outcome.case.key: (outcome.passed, outcome.since) for outcome in known}
            runs[run_key(suite, player)] = before | now
            self._write(runs)
        return known

    def read(self) -> Runs:
        """All kept results."""
        runs: Runs = {}
        for key, cases in read_object(self._file, MOST_BYTES).items():
            if isinstance(cases, dict):
                runs[key] = {case: (row[0], row[1]) for case, row in cases.items() if _sound(row)}
        return runs

    def _write(self, runs: Runs) -> None:
        kept = dict(list(runs.items())[-MOST_RUNS:])
        with contextlib.suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._file, json.dumps(kept, indent=1))


def run_key(suite: Suite, player: str) -> str:
    """The key of a run."""
    return f"{suite.path.resolve()} | {player}"


def dated(outcome: CaseResult, before: Mapping[str, tuple[bool, str]], today: date) -> CaseResult:
    """The outcome with the day since when its case has passed, or failed. `before` are the earlier outcomes,
    by case."""
    passed, since = before.get(outcome.case.key, (outcome.passed, today.isoformat()))
    return replace(outcome, since=since if passed == outcome.passed else today.isoformat())


def _sound(row: object) -> bool:
    return isinstance(row, list) and len(row) == 2 and isinstance(row[0], bool) and isinstance(row[1], str)
