"""Progress in a pipe: lines on standard error, now and then."""

from dataclasses import dataclass

import pytest

from cli import progress_bars
from cli.arena import card_table
from cli.arena.card_table import card_progress
from cli.progress_bars import counted_progress


@dataclass
class News:
    stage: str
    seconds: float = 0.0


def test_a_card_tells_a_pipe_each_stage_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(card_table.time, "perf_counter", lambda: now[0])
    with card_progress() as tell:
        for stage, seconds in (("preparing", 0), ("knock-outs", 2), ("knock-outs", 3), ("knock-outs", 10)):
            now[0] += seconds
            tell(News(stage))
        tell(News(""))
    assert capsys.readouterr().err.splitlines() == ["2.0 s  knock-outs", "15 s  knock-outs", "15 s  done"]


def test_what_is_counted_tells_a_pipe_now_and_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with counted_progress("games", 4) as advance:
        advance()
    assert not capsys.readouterr().err, "it was over in a moment"
    monkeypatch.setattr(progress_bars, "LINE_EVERY", 0.0)
    with counted_progress("games", 4) as advance:
        advance()
        advance()
    assert capsys.readouterr().err.splitlines() == ["25 %", "50 %"]
