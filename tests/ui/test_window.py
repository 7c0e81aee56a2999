"""What opening the window switches on."""

from pathlib import Path

import driving  # noqa: F401  # draws into memory
import pytest

from engines.compiling import kernel_processes
from study.saved_games.saved_games import Saves
from study.settings.settings import Settings
from study.settings.settings_store import SettingsStore
from ui.app import App
from ui.frame_report import FrameReport
from ui.window import run_window


@pytest.mark.parametrize(("frames", "expected"), [(None, ["begin", "end"]), (3, ["end"])])
def test_children_compile_in_a_window_for_a_person(
    frames: int | None, expected: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[str] = []
    monkeypatch.setattr(kernel_processes, "begin", lambda: called.append("begin"))
    monkeypatch.setattr(kernel_processes, "end", lambda: called.append("end"))
    monkeypatch.setattr(App, "run", lambda app, frames: FrameReport())
    run_window(SettingsStore.of(Settings()), saves=Saves(tmp_path), frames=frames)
    assert called == expected
