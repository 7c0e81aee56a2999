"""The package's data in `pyproject.toml`: the requirements that pip reads elsewhere, and all folders."""

import re
import tomllib

from docs.architecture import LAYER_OF
from games.installation import ROOT

ABOUT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = ABOUT["project"]
WHEEL = ABOUT["tool"]["hatch"]["build"]["targets"]["wheel"]


def required(file: str) -> list[str]:
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith(("#", "-r"))]


def test_the_package_needs_what_a_checkout_needs() -> None:
    assert PROJECT["dependencies"] == required("requirements.txt")


def test_each_extra_is_a_file_of_requirements() -> None:
    files = {file.name for file in ROOT.glob("requirements-*.txt")} - {"requirements-dev.txt"}
    extras = PROJECT["optional-dependencies"]
    assert {f"requirements-{name}.txt" for name in extras} == files
    for name, packages in extras.items():
        assert packages == required(f"requirements-{name}.txt")


def test_all_folders_of_the_program_are_in_the_wheel() -> None:
    folders = {name for name in LAYER_OF if name != "main"}
    assert folders | {"assets", "docs"} == set(WHEEL["only-include"])
    assert WHEEL["sources"] == {
        name: f"plyglass/{name}" for name in WHEEL["only-include"] if name != "plyglass"
    }
    assert {"main.py", "settings.yaml", "requirements.txt"} == set(WHEEL["force-include"])
    assert WHEEL["exclude"] == ["/assets/screenshots", "/docs/*.py"], "README's pictures, makers of pictures"


def test_every_file_that_it_names_is_there() -> None:
    named = [*WHEEL["only-include"], *WHEEL["force-include"], *PROJECT["license-files"], PROJECT["readme"]]
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_python_is_bounded_on_both_sides() -> None:
    from main import OLDEST_PYTHON

    found = re.fullmatch(r">=3\.(\d+),<3\.(\d+)", PROJECT["requires-python"])
    assert found is not None and (3, int(found[1])) == OLDEST_PYTHON and int(found[2]) > int(found[1])


def test_the_command_is_the_launcher() -> None:
    assert PROJECT["scripts"] == {"plyglass": "plyglass.__main__:run"}
