"""The program's version. It is written in `pyproject.toml`, and nowhere else."""

import argparse
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def version() -> str:
    """The version in the checkout's `pyproject.toml`; without a checkout the installed package's version."""
    import tomllib
    from importlib import metadata

    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"] if PROJECT.is_file() else {}
    return str(project["version"]) if project.get("name") == "plyglass" else metadata.version("plyglass")


class ShowVersion(argparse.Action):
    """Prints the version and ends the program."""

    def __call__(self, parser: argparse.ArgumentParser, *found: Any) -> None:
        print(f"Plyglass {version()}")
        parser.exit()
