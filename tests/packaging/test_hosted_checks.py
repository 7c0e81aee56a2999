"""The checks on hosted computers, as far as they can be checked here: they run what README and pyproject.toml
say."""

import re
import tomllib
from typing import Any

import yaml

from games.installation import ROOT

FILE = ROOT / ".github" / "workflows" / "ci.yml"
JOB: dict[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))["jobs"]["commands"]
RUN = [step["run"] for step in JOB["steps"] if "run" in step]


def test_hosted_checks_run_the_commands_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    program, tests = re.findall(r"^```\n(.*)\n```", readme, re.MULTILINE)[:2]
    assert RUN[0].startswith(f"{program} ") and RUN[1] == tests


def test_hosted_checks_have_the_oldest_and_newest_python() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest, after = re.findall(r"3\.(\d+)", project["requires-python"])
    assert JOB["strategy"]["matrix"]["python"] == [f"3.{oldest}", f"3.{int(after) - 1}"]
    [lint] = (step for step in JOB["steps"] if step.get("run") == RUN[2])
    assert f"'3.{int(after) - 1}'" in lint["if"]


def test_hosted_checks_lint_as_a_submission_does() -> None:
    submission = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert RUN[2] == " && ".join(re.findall(r"^(?:ruff|mypy).*", submission, re.MULTILINE))
