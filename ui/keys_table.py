"""The table of all commands and keys, for the guide (`main.py docs`)."""

from collections.abc import Iterable
from typing import Any

from ui.app import WINDOW
from ui.commands import Command, KeyLine
from ui.panels.dock import Dock
from ui.panels.parts.panel import STAGE
from ui.panels.registry import PANELS
from ui.panels.variation_commands import EDIT_COMMANDS
from ui.scenes.arena.arena import ARENA
from ui.scenes.editor.editor import EDITOR
from ui.scenes.home.home import HOME
from ui.scenes.play.change_players import PLAYERS
from ui.scenes.play.commands import PLAY
from ui.scenes.play.projector import PROJECTOR
from ui.scenes.rules_page import RULES
from ui.scenes.settings_page import SETTINGS

PANEL_KEYS = [
    KeyLine(
        keys, label, f"On the page {panel.title}" + ", whose keys have precedence" * (panel.place == STAGE)
    )
    for panel in PANELS
    for keys, label in panel.keys
]

Table = Iterable[Command[Any] | KeyLine]


def screens() -> dict[str, Table]:
    """Every screen that has commands, with its table."""
    return {
        "Every screen": WINDOW,
        "Home": HOME,
        "A game": (*PLAY, *EDIT_COMMANDS, *Dock().commands(), *PANEL_KEYS),
        "The view for a projector": PROJECTOR,
        "The arena": ARENA,
        "The position editor": EDITOR,
        "Who plays on": PLAYERS,
        "How a game is played": RULES,
        "Settings": SETTINGS,
    }


def keys_table() -> str:
    """The commands and keys of every screen, in groups, as Markdown."""
    parts = []
    for screen, table in screens().items():
        parts.append(f"## {screen}")
        groups: dict[str, list[str]] = {}
        for each in table:
            tip = each.tip if isinstance(each, Command) else ""
            named = each.keys or (each.also if isinstance(each, Command) else "")
            keys = ", ".join(f"`{key}`" for key in named.split(", ")) if named else "by name"
            row = f"| {keys} | {each.label.removesuffix(' …')} | {tip} |"
            groups.setdefault(each.group, []).append(row)
        for group, rows in groups.items():
            parts.append(f"### {group}")
            parts.append("\n".join(("| key | command | what it does |", "| --- | --- | --- |", *rows)))
    return "\n\n".join(parts)
