"""A person's last choices, for the next start of the program, such as game, players and open panels."""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from engines.player_kinds import MOST_LINES
from engines.player_text import check_player_text
from games.contract import SIDE_NAMES, BadText
from games.text_files import read_object, write_whole
from study.state.view_choices import ViewChoices

MOST_BYTES = 1 << 20

Made = TypeVar("Made")

PROJECTOR_SCALES = 1.5, 2.5
"""The least and the largest scale of the view for a projector."""


@dataclass
class Layout:
    """How the play screen is laid out."""

    side: list[str] = field(default_factory=list)
    """The titles of the panels beside the board, the upper first."""
    stacked: bool = True
    """Whether two panels are shown beside the board, one above the other."""
    foot: str = ""
    """The panel below the board; "" for none."""
    divider: float | None = None
    """The share of the width for the panels beside the board; None: automatic."""
    evaluation_bar: bool = True
    sounds: bool | None = None
    """Whether moves make a sound; None: by the settings."""
    on_squares: str = ""
    """What is written on the board's squares; "" for nothing."""
    arrows: list[str] = field(default_factory=list)
    """The kinds of arrows that are drawn on the board."""
    best_moves: bool = True
    """Whether an analysis draws arrows for its best moves."""
    lab: list[str] = field(default_factory=list)
    """The panels of the Lab that were used last in the upper and in the lower place."""
    projector_scale: float = 2.0
    """The scale of the view for a projector."""


@dataclass
class Preferences(ViewChoices):
    """The choices that a person made last, and how values are shown."""

    game: str = ""
    players: dict[str, dict[str, str]] = field(default_factory=dict)
    """Players' texts by game, then by "white" or "black"."""
    commands: dict[str, str] = field(default_factory=dict)
    """The last command lines of other programs, by kind of player."""
    analyses: bool = False
    """Whether *Analyse* is chosen on the home screen."""
    contests: dict[str, list[str]] = field(default_factory=dict)
    """The players in the arena, by game."""
    contends: bool = False
    """Whether *Arena* is chosen on the home screen."""
    exact: bool = False
    """Whether players are chosen in all detail."""
    keeps_values: bool = False
    """Whether the arena keeps the value of each move."""
    has_moved: bool = False
    """Whether a game with moves was ever shown."""
    layout: Layout = field(default_factory=Layout)


class PreferencesFile:
    """`made` are the choices. Whoever changes them calls `keep`. Uses the valid part of the file in the data
    folder."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "last_choice.json"
        self.made = _choices_of(read_object(self._file, MOST_BYTES))
        self._kept = self._text

    @property
    def _text(self) -> str:
        made = asdict(self.made)
        made["folds"] = {table: rows for table, rows in made["folds"].items() if rows}
        return json.dumps(made)

    def keep(self) -> None:
        """Writes the choices if they have changed and the file can be written."""
        text = self._text
        if text != self._kept:
            with suppress(OSError):
                self._file.parent.mkdir(parents=True, exist_ok=True)
                write_whole(self._file, text)
                self._kept = text


def _choices_of(found: dict[str, Any]) -> Preferences:
    """The choices in a file's content. Invalid ones have their defaults."""
    made = _with_plain_fields(Preferences(), found)
    for game, sides in _entries(found, "players"):
        if isinstance(sides, dict):
            usable = {side: text for side, text in sides.items() if side in SIDE_NAMES and _is_player(text)}
            made.players[game] = usable
    for game, texts in _entries(found, "contests"):
        if isinstance(texts, list):
            made.contests[game] = list(filter(_is_player, texts))
    made.commands = {kind: text for kind, text in _entries(found, "commands") if _is_player(text)}
    for table, rows in _entries(found, "folds"):
        if isinstance(rows, dict) and rows and all(type(unfolded) is bool for unfolded in rows.values()):
            made.folds[table] = rows
    lines = found.get("lines")
    if type(lines) is int and 1 <= lines <= MOST_LINES:
        made.lines = lines
    made.layout = _layout_of(found.get("layout"))
    return made


def _layout_of(found: object) -> Layout:
    if not isinstance(found, dict):
        return Layout()
    layout = _with_plain_fields(Layout(), found)
    share, sounds, scale = (found.get(name) for name in ("divider", "sounds", "projector_scale"))
    if isinstance(share, float) and 0.0 <= share <= 1.0:
        layout.divider = share
    if isinstance(sounds, bool):
        layout.sounds = sounds
    if isinstance(scale, float) and PROJECTOR_SCALES[0] <= scale <= PROJECTOR_SCALES[1]:
        layout.projector_scale = scale
    return layout


def _with_plain_fields(made: Made, found: Mapping[str, Any]) -> Made:
    """`made` with the switches, texts and lists of texts that `found` has."""
    for name, usual in list(vars(made).items()):
        value = found.get(name)
        if isinstance(usual, bool | str) and isinstance(value, type(usual)):
            setattr(made, name, value)
        elif isinstance(usual, list) and isinstance(value, list):
            setattr(made, name, [text for text in value if isinstance(text, str)])
    return made


def _entries(found: Mapping[str, Any], name: str) -> Iterable[tuple[str, Any]]:
    entries = found.get(name)
    return entries.items() if isinstance(entries, dict) else ()


def _is_player(text: object) -> bool:
    try:
        if isinstance(text, str):
            check_player_text(text)
            return True
    except BadText:
        pass
    return False
