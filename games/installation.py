"""Where this program lies and how it is started: in a checkout of the project, or installed as a package.

The package is the checkout in one folder of the environment, so paths within it are the same.
"""

from pathlib import Path

HOUSE = Path(__file__).resolve().parents[1]
"""The folder of `main.py`."""

IS_CHECKOUT = (HOUSE / "pyproject.toml").is_file()

PROGRAM = "main.py" if IS_CHECKOUT else "plyglass"
"""The first word of a message on the command line."""

COMMAND = "python main.py" if IS_CHECKOUT else "plyglass"
"""What a person types to start it."""


def how_to_install(extra: str) -> str:
    """The command that installs the packages of an extra, as "cluster"."""
    return f"pip install -r requirements-{extra}.txt" if IS_CHECKOUT else f'pip install "plyglass[{extra}]"'
