"""A person's own files, heuristics and players, as one list."""

from dataclasses import dataclass
from pathlib import Path

from engines.subprocesses.user_players import own_players
from games.registry import entry
from heuristics.contract import Heuristic
from heuristics.failure import source_of
from heuristics.registry import own_files


@dataclass(frozen=True)
class UserFileRow:
    """A file: what it defines, where that can be used, and what is wrong with it, else ""."""

    path: Path
    title: str
    about: str
    problem: str = ""


def own_file_of(heuristic: Heuristic) -> Path | None:
    """The person's own file that a heuristic is from; None for one that comes with the program."""
    return next((file.path for file in own_files() if heuristic in file.heuristics), None)


def place_of_term(heuristic: Heuristic, name: str) -> str:
    """Where a person's own file defines a term, as "rim.py, line 9"; "" for a term from elsewhere."""
    path = own_file_of(heuristic)
    term = next((term for term in heuristic.terms if term.name == name), None)
    file, line = source_of(None if term is None else term.count)
    return f"{path.name}, line {line}" if path is not None and Path(file) == path else ""


def own_rows() -> tuple[UserFileRow, ...]:
    """Heuristics, and then players."""
    rows = []
    for file in own_files():
        names = ", ".join(f"{h.name} ({entry(h.game).title})" for h in file.heuristics)
        names = names or ", ".join(name for _, name in file.named) or file.path.name
        about = "; ".join(h.description for h in file.heuristics)
        rows.append(UserFileRow(file.path, names, about, file.problem))
    for player in own_players():
        about = player.description or "A player of any game."
        rows.append(UserFileRow(player.path, f"{player.name} (a player)", about, player.problem))
    return tuple(rows)
