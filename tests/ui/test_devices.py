"""What is found out about the display and the sound device, silently."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOOK = "from ui.devices import look_at_devices; import json; print(json.dumps(look_at_devices()))"


def looked(**environment: str) -> subprocess.CompletedProcess[str]:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_AUDIODRIVER", "XDG_RUNTIME_DIR")
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    return subprocess.run(
        [sys.executable, "-c", LOOK],
        cwd=ROOT, env=kept | environment, capture_output=True, text=True, timeout=60,
    encoding="utf-8")  # fmt: skip


def test_drivers_that_were_asked_for_are_fine() -> None:
    done = looked(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    assert done.stdout.count('"problem": ""') == 2 and done.stdout.count('"driver": "dummy"') == 2


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_missing_display_is_the_only_problem_printed() -> None:
    done = looked(SDL_AUDIODRIVER="nothing")
    assert '"problem": "there is none, so the window cannot open' in done.stdout
    assert done.stdout.count('"problem": ""') == 0 and done.stderr == ""
