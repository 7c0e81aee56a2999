"""The course's notebook, cell by cell. `packaging/try_wheel.py` runs it with the installed package."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.installation import HOUSE

NOTEBOOK = HOUSE / "docs" / "course" / "see-why.ipynb"


def run(notebook: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(HOUSE / "packaging" / "run_notebook.py"), str(notebook)]
    variables = os.environ | {"PYTHONPATH": str(HOUSE), "PLYGLASS_DATA": str(folder), "PYTHONUTF8": "1"}
    return subprocess.run(
        command, cwd=folder, env=variables, capture_output=True, text=True, encoding="utf-8", timeout=600
    )


@pytest.mark.slow
def test_every_cell_runs_and_answers_show_themselves(tmp_path: Path) -> None:
    done = run(NOTEBOOK, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("characters of HTML") == 4


def test_nothing_that_was_shown_is_kept_in_it() -> None:
    cells = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
    assert all(cell["outputs"] == [] for cell in cells if cell["cell_type"] == "code")


def test_a_cell_that_fails_is_named(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.ipynb"
    cells = [{"cell_type": "code", "source": [line]} for line in ("a = 1", "assert a == 2")]
    wrong.write_text(json.dumps({"cells": cells}), encoding="utf-8")
    done = run(wrong, tmp_path)
    assert done.returncode == 1 and 'File "cell 2"' in done.stderr
