"""Where this program lies and how it is started: in a checkout of the project, or installed as a package.

The package is the checkout in one folder of the environment, so paths inside it are the same.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
"""The folder of `main.py`."""

IS_CHECKOUT = (ROOT / "pyproject.toml").is_file()

PROGRAM = "main.py" if IS_CHECKOUT else "plyglass"
"""The name of the program at the beginning of its messages on the command line."""

COMMAND = "python main.py" if IS_CHECKOUT else "plyglass"
"""What a person types to start it."""


def how_to_install(extra: str) -> str:
    """The command that installs the packages of an extra, such as "cluster"."""
    return f"pip install -r requirements-{extra}.txt" if IS_CHECKOUT else f'pip install "plyglass[{extra}]"'
