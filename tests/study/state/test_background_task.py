"""The base of the classes that keep their newest job."""

import pytest

from study.state.background_task import usual_workers


def test_one_processor_is_left_to_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    for processors, workers in ((8, 7), (2, 1), (1, 1), (None, 1)):
        monkeypatch.setattr("os.cpu_count", lambda processors=processors: processors)
        assert usual_workers() == workers
