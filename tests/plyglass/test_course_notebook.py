"""The course's notebook, cell by cell. `packaging/try_wheel.py` runs it with the installed package."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.installation import ROOT

NOTEBOOK = ROOT / "docs" / "course" / "see-why.ipynb"


def run(notebook: Path, data: Path) -> subprocess.CompletedProcess[str]:
    """Runs a notebook as Jupyter does: in the folder that the course's lies in, with no other on the path."""
    command = [sys.executable, str(ROOT / "packaging" / "run_notebook.py"), str(notebook)]
    variables = os.environ | {"PLYGLASS_DATA": str(data), "PYTHONUTF8": "1"}
    variables.pop("PYTHONPATH", None)
    folder = NOTEBOOK.parent
    return subprocess.run(
        command, cwd=folder, env=variables, capture_output=True, text=True, encoding="utf-8", timeout=600
    )


def test_the_first_cell_finds_the_checkout_that_it_lies_in(tmp_path: Path) -> None:
    document = json.loads(NOTEBOOK.read_text("utf-8"))
    document["cells"] = [cell for cell in document["cells"] if cell["cell_type"] == "code"][:1]
    first = tmp_path / "first.ipynb"
    first.write_text(json.dumps(document), encoding="utf-8")
    done = run(first, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


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
