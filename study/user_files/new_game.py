"""Writes a small new game into a checkout, for an author to start from: rules, a heuristic, a board and a
set-up, and their lines in the registries."""

import keyword
import re
from pathlib import Path

from games.contract import BadText
from games.installation import ROOT
from games.registry import game_names
from games.text_files import check_name, read_text, write_file
from study.user_files.new_file import write_new

FILES = Path("assets", "new_game")
"""The files that are written. In them the game is called toy."""

MODULES = ("games", "heuristics", "study/setups", "ui/boards")
LONGEST_NAME = 30
MOST_BYTES = 1 << 20

REGISTRIES = (
    (
        "games/registry.py",
        "ENTRIES = (",
        ")",
        'Entry("{name}", "{title}", "Say in a line what it is about."),',
    ),
    ("ui/boards/registry.py", "_ARTS = {", "}", '"{name}": "{prefix}Art",'),
    ("study/setups/registry.py", "_SETUPS = {", "}", '"{name}": "{prefix}Setup",'),
)
"""Each registry: its file, the lines that its list begins and ends with, and the game's line in it."""


def new_game(name: str, root: Path = ROOT) -> list[Path]:
    """Writes a game of that name into the checkout at `root`; returns the files, the new ones first. Raises
    BadText for a name that is impossible or taken, and outside a checkout. If a file cannot be written, all
    changes are undone."""
    if not (root / "tests").is_dir() or not (root / FILES).is_dir():
        raise BadText("games --new: only in a checkout of the project; it writes into its folders")
    _check(name, root)
    changed = {
        root / file: _with_line(root / file, begins, ends, line, name)
        for file, begins, ends, line in REGISTRIES
    }
    before = {file: read_text(file, MOST_BYTES, str(file)) for file in changed}
    written: list[Path] = []
    try:
        for folder in MODULES:
            text = read_text(root / FILES / folder / "toy.py", MOST_BYTES, f"{FILES}/{folder}/toy.py")
            file = root / folder / f"{name}.py"
            write_new(file, named(text, name), "game")
            written.append(file)
        for file, text in changed.items():
            write_file(file, text)
    except BadText:
        for file in written:
            file.unlink(missing_ok=True)
        for file, text in before.items():
            file.write_text(text, encoding="utf-8", newline="\n")
        raise
    return [*written, *changed]


def _check(name: str, root: Path) -> None:
    """Raises BadText for a name that no new game can have. The game's modules have this name, too."""
    if len(name) > LONGEST_NAME or not re.fullmatch("[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        expected = f"at most {LONGEST_NAME} small letters, digits and _, a letter first, no Python keyword"
        raise BadText(f"name: expected {expected}; found {name!r}")
    check_name(root / MODULES[0] / f"{name}.py")
    if name in game_names() or any((root / folder / f"{name}.py").exists() for folder in MODULES):
        raise BadText(f"name: expected a free one, found {name!r}, which is taken")


def named(text: str, name: str) -> str:
    """The text of a module of the game toy, with another game's name instead."""
    text = re.sub(r"\bToy(?=[A-Z])", prefix_of(name), text)
    return re.sub(r"\btoy\b", name, re.sub(r"\bToy\b", title_of(name), text))


def prefix_of(name: str) -> str:
    """The first part of the names of a game's classes."""
    return "".join(word.capitalize() for word in name.split("_"))


def title_of(name: str) -> str:
    return " ".join(word.capitalize() for word in name.split("_"))


def _with_line(file: Path, begins: str, ends: str, line: str, name: str) -> str:
    """A registry's text with a game's line at the end of its list."""
    text = read_text(file, MOST_BYTES, str(file))
    start = text.find(f"\n{begins}\n")
    end = text.find(f"\n{ends}\n", start)
    if start < 0 or end < 0:
        raise BadText(f"{file}: expected a list that begins with {begins!r}")
    added = line.format(name=name, title=title_of(name), prefix=prefix_of(name))
    return f"{text[:end]}\n    {added}{text[end:]}"
