"""`main.py train`, and players that were never trained."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import main as program
from arena.training.training_run import CurvePoint, TrainingNews, TrainingRun

RECORD = {
    "learner": "qtable-jungle",
    "player": "qtable,trained=3",
    "seed": 3,
    "games": 1200,
    "seconds": 7.5,
    "settings": {},
    "curve": [{"games": 600, "seconds": 3.0, "scores": {"random": 0.75, "greedy:greedy": 0.5}}],
    "results": [
        {
            "against": "random",
            "options": {"no_capture_limit": 100},
            **{"games": 2000, "wins": 1900, "draws": 80, "losses": 20},
            **{"score": 0.97, "score_low": 0.96, "score_high": 0.98, "seed": 1},
        }
    ],
    "file": "the file",
}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[TrainingRun]:
    """The runs that were asked for; none of them takes place."""
    runs: list[TrainingRun] = []

    def run(self: TrainingRun, on_news: Callable[[TrainingNews], None]) -> dict[str, Any]:
        runs.append(self)
        on_news(TrainingNews(600, 3.0, 0.5, (CurvePoint(600, 3.0, {"random": 0.75, "greedy:greedy": 0.5}),)))
        on_news(TrainingNews(1200, 7.5, 1.0, measuring="random, no_capture_limit 100"))
        return RECORD

    monkeypatch.setattr(TrainingRun, "run", run)
    return runs


def test_it_trains_what_was_asked_for(asked: list[TrainingRun], capsys: pytest.CaptureFixture[str]) -> None:
    words = ["train", "qtable", "jungle", "--seed", "3", "--minutes", "0.5", "--resume", "--json"]
    assert program.main(words) == 0
    output = capsys.readouterr()
    assert json.loads(output.out) == RECORD
    assert "600 games  75.0 % against random, 50.0 % against greedy:greedy" in output.err
    assert "measuring: random, no_capture_limit 100" in output.err
    (run,) = asked
    assert (run.learner.name, run.seed, run.minutes, run.resume) == ("qtable-jungle", 3, 0.5, True)
    assert program.main(["train", "qtable"]) == 0
    assert (asked[1].seed, asked[1].minutes, asked[1].resume) == (1, None, False)
    table = capsys.readouterr().out
    assert "no_capture_limit 100" in table and "97.0 %" in table and "qtable,trained=3" in table


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("train random", "learner: expected one of"),
        ("train qtable chess", "game: expected jungle for qtable, found 'chess'"),
        ("train qtable --minutes 0", "expected a number above 0"),
        ("train qtable --resume --seed 77001", "qtable-jungle-77001.checkpoint.npz: no such file"),
        ("analyse jungle qtable,trained=77001", "qtable-jungle-77001.npz: no such file"),
        ("analyse chess qtable", "qtable does not play chess"),
    ],
)
def test_a_mistake_is_one_line_and_status_2(
    words: str, says: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Untrained:
        def __init__(self, *_: Any) -> None:
            self.games = self.plies = 0

        def resume(self, path: Any) -> Any:
            from engines.learned.qtable import read

            return read(path)[1]

    monkeypatch.setattr("arena.training.training_run.make_trainer", Untrained)
    try:
        status = program.main(words.split())
    except SystemExit as stop:
        status = int(stop.code or 0)
    output = capsys.readouterr()
    assert (status, output.out) == (2, "") and says in output.err and len(output.err.splitlines()) == 1
