"""A person's own files, heuristics and players, as one list."""

from dataclasses import dataclass
from pathlib import Path

from engines.subprocesses.user_players import own_players
from games.registry import entry
from heuristics.registry import own_files


@dataclass(frozen=True)
class UserFileRow:
    """A file: what it defines, where that can be used, and what is wrong with it, else ""."""

    path: Path
    title: str
    about: str
    problem: str = ""


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
