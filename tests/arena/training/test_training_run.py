"""Training runs: what they write, what they measure, and how they resume."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from arena.training.training_run import Trainer, TrainingNews, TrainingRun
from engines.contract import StopSignal
from engines.learned.registry import learner_named
from games.contract import BadText

LEARNER = learner_named("qtable")


class Pretender:
    """A trainer that learns nothing, at once."""

    def __init__(self) -> None:
        self.games = self.plies = 0
        self.kept: dict[str, Any] = {}

    def play(self) -> None:
        self.games += LEARNER.games // 4

    def write(self, path: Path, **header: Any) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(header), encoding="utf-8")

    def keep(self, path: Path, **header: Any) -> None:
        path.write_text(json.dumps({**header, "games": self.games}), encoding="utf-8")

    def resume(self, path: Path) -> dict[str, Any]:
        header: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        self.games = header["games"]
        return header


class InBlocks(Pretender):
    """A trainer with three opponents that only notes its blocks. `during` is called in each."""

    block = 20
    opponents = ("random", "greedy:greedy", "qtable")
    play = Trainer.play

    def __init__(self, during: Callable[[], None]) -> None:
        super().__init__()
        self.blocks: list[tuple[int, int]] = []
        self._training, self._during = SimpleNamespace(opponents=self.opponents, play=self._note), during

    def _note(self, first: int, games: int) -> None:
        self.blocks.append((first, games))
        self._during()


@pytest.fixture
def in_blocks(pretending: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., InBlocks]:
    """Makes the trainer of the next run, in which a block takes some seconds of a clock that is set."""

    def make(during: Callable[[], None] = lambda: None, seconds: float = 0.0) -> InBlocks:
        clock = [0.0]

        def block() -> None:
            clock[0] += seconds
            during()

        trainer = InBlocks(block)
        monkeypatch.setattr(time, "perf_counter", lambda: clock[0])
        monkeypatch.setattr("arena.training.training_run.make_trainer", lambda learner, seed: trainer)
        return trainer

    return make


@pytest.fixture(autouse=True)
def pretending(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[tuple[str, Any, int, int]]]:
    """Plays no matches; returns the list of those that were asked for."""
    asked: list[tuple[str, Any, int, int]] = []

    def measured(self: TrainingRun, judge: str, change: Any, games: int, seed: int) -> dict[str, Any]:
        asked.append((judge, dict(change), games, seed))
        return {"against": judge, "score": 0.5, "games": games}

    monkeypatch.setenv("PLYGLASS_DATA", str(tmp_path))
    monkeypatch.setattr("arena.training.training_run.make_trainer", lambda learner, seed: Pretender())
    monkeypatch.setattr(TrainingRun, "_measure", measured)
    yield asked


def test_a_run_learns_is_measured_and_writes_its_record(pretending: list[Any], tmp_path: Path) -> None:
    news: list[TrainingNews] = []
    run = TrainingRun(LEARNER, 5)
    record = run.run(news.append)
    assert record["games"] == LEARNER.games and str(run.player) == "qtable,trained=5" == record["player"]
    assert [news.share for news in news[:4]] == [0.25, 0.5, 0.75, 1.0]
    assert [point["games"] for point in record["curve"]] == [LEARNER.games // 4 * n for n in (1, 2, 3, 4)]
    in_the_end = pretending[-4:]
    assert [(judge, change["no_capture_limit"]) for judge, change, _, _ in in_the_end] == [
        *(("random", 100), ("random", 200), ("greedy:greedy", 100), ("greedy:greedy", 200))
    ]
    assert {games for _, _, games, _ in in_the_end} == {2000}
    assert {seed for *_, seed in in_the_end}.isdisjoint(seed for *_, seed in pretending[:-4])
    written = json.loads((tmp_path / "learned" / "qtable-jungle-5.json").read_text(encoding="utf-8"))
    kept = {name: value for name, value in record.items() if name != "file"}
    assert written == json.loads(json.dumps(kept))
    assert written["seed"] == 5 and written["settings"]["discount"] == 0.95 and len(written["results"]) == 4


def test_a_run_is_gone_on_with() -> None:
    first = TrainingRun(LEARNER, 5).run()
    again = TrainingRun(LEARNER, 5, resume=True).run()
    assert again["games"] == 2 * first["games"] and len(again["curve"]) == 2 * len(first["curve"])
    assert again["seconds"] > first["seconds"]


def test_minutes_end_a_run_and_so_does_a_stop() -> None:
    assert TrainingRun(LEARNER, 5, minutes=1e-9).run()["games"] == 0
    stop = StopSignal()
    record = TrainingRun(LEARNER, 5).run(lambda news: stop.request(), stop)
    assert record["games"] == LEARNER.games // 4 and record["results"] == []


def test_stop_ends_a_run_after_one_block_and_resumes_there(
    in_blocks: Callable[..., InBlocks],
) -> None:
    stop = StopSignal()
    trainer = in_blocks(stop.request)
    assert TrainingRun(LEARNER, 5).run(stop=stop)["games"] == 20 and trainer.blocks == [(0, 20)]
    stop = StopSignal()
    trainer = in_blocks(lambda: stop.request() if len(trainer.blocks) == 2 else None)
    assert TrainingRun(LEARNER, 5, resume=True).run(stop=stop)["games"] == 60
    assert trainer.blocks == [(20, 20), (40, 20)]


def test_a_run_that_is_broken_off_goes_on_from_its_last_minute(in_blocks: Callable[..., InBlocks]) -> None:
    def break_off() -> None:
        if len(trainer.blocks) == 5:
            raise KeyboardInterrupt

    trainer = in_blocks(break_off, seconds=25.0)
    with pytest.raises(KeyboardInterrupt):
        TrainingRun(LEARNER, 5).run()
    stop = StopSignal()
    trainer = in_blocks(stop.request)
    assert TrainingRun(LEARNER, 5, resume=True).run(stop=stop)["games"] == 80
    assert trainer.blocks == [(60, 20)], "the third block ended after 75 seconds, and was written"


def test_minutes_are_over_after_any_block(in_blocks: Callable[..., InBlocks]) -> None:
    trainer = in_blocks(seconds=6.0)
    assert TrainingRun(LEARNER, 5, minutes=0.4).run()["games"] == 80 == 20 * len(trainer.blocks)


def test_blocks_are_reported_once_a_second(in_blocks: Callable[..., InBlocks]) -> None:
    news: list[TrainingNews] = []
    in_blocks(seconds=0.25)
    TrainingRun(LEARNER, 5, minutes=1.0).run(news.append)
    at = [each.seconds for each in news if not each.measuring]
    assert at == [float(second) for second in range(1, 61)]
    news.clear()
    in_blocks(seconds=4.0)
    TrainingRun(LEARNER, 5, minutes=1.0).run(news.append)
    assert [each.games for each in news if not each.measuring] == [20 * block for block in range(1, 16)]


def test_what_is_not_there_is_not_gone_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    with pytest.raises(BadText, match="no such file"):
        LEARNER.read(TrainingRun(LEARNER, 987).checkpoint)


def test_unknown_learners_are_refused() -> None:
    with pytest.raises(BadText, match=r"learner: expected one of .*qtable.*, found 'random'"):
        learner_named("random")
    with pytest.raises(BadText, match="game: expected jungle for qtable, found 'chess'"):
        learner_named("qtable", "chess")
