"""`main.py worker` says in a line why it cannot play; tests/arena/test_executors.py has workers play."""

import sys

import pytest

from main import main


def test_without_the_package_the_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["worker", "tcp://127.0.0.1:1"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("main.py: worker: ") and line.endswith("pip install -r requirements-cluster.txt")


def test_a_scheduler_that_cannot_be_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed")
    assert main(["worker", "nonsense://here"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("main.py: scheduler 'nonsense://here': cannot be reached: ")
