"""The command `plyglass`, also as `python -m plyglass`: does what `python main.py` does in a checkout."""

import runpy

from plyglass.module_path import ROOT, put_first


def run() -> None:
    """Runs `main.py` as the program of this process, so that child processes find it as well."""
    put_first()
    runpy.run_path(str(ROOT / "main.py"), run_name="__main__")


if __name__ == "__main__":
    run()
