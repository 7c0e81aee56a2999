"""The packages of `requirements.txt`, and a line that says what to install if one is missing, too old or
broken. Imports none of them."""

import re
import sys
from collections.abc import Iterator
from importlib.util import find_spec

from games.installation import PROGRAM, ROOT

LIST = ROOT / "requirements.txt"
MODULES = {"pygame-ce": "pygame", "pyyaml": "yaml", "markdown-it-py": "markdown_it"}
"""The name for importing, for packages that have another one."""


def needed() -> dict[str, str]:
    """The oldest version of each package that will do, by the package's name."""
    lines = LIST.read_text(encoding="utf-8").splitlines()
    return {found[1]: found[2] for line in lines if (found := re.match(r"([\w-]+)>=([\d.]+)", line))}


def missing() -> str:
    """A line that says which packages are missing, else "". Call it before the imports that need them."""
    if not LIST.is_file():
        return f"{PROGRAM}: {LIST.name} is missing in {ROOT}. Copy the whole checkout."
    absent = [name for name in needed() if not _is_there(MODULES.get(name, name))]
    return _line(f"not installed: {', '.join(absent)}") if absent else ""


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def failed(error: BaseException) -> str:
    """A line on an import that failed although every package is there: one is too old, or broken."""
    old = [f"{name} {found} (needs {oldest})" for name, oldest, found in outdated()]
    if old:
        return _line(f"too old: {', '.join(old)}", "--upgrade ")
    reason = str(error).strip().splitlines()
    told = f"a package cannot be imported ({reason[0] if reason else type(error).__name__})"
    return _line(told, "--force-reinstall ")


def outdated() -> Iterator[tuple[str, str, str]]:
    from importlib import metadata  # importing it takes as long as all the rest

    for name, oldest in needed().items():
        try:
            found = metadata.version(name)
        except metadata.PackageNotFoundError:
            found = "from another package"  # importable, but installed by it: pygame in place of pygame-ce
        if _numbers(found) < _numbers(oldest):
            yield name, oldest, found


def _numbers(version: str) -> tuple[int, ...]:
    """The first two numbers of a version: `requirements.txt` names no more."""
    return tuple(int(number) for number in re.findall(r"\d+", version)[:2])


def _line(problem: str, option: str = "") -> str:
    python, file = (f'"{path}"' if " " in str(path) else path for path in (sys.executable, LIST))
    return f"{PROGRAM}: {problem}. Install with: {python} -m pip install {option}-r {file}"
