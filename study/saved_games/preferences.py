"""A person's last choices, for the next start of the program: game, players, how they are chosen, and which
panels are open where."""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from engines.player_kinds import MOST_LINES, USUAL_LINES
from engines.player_text import check_player_text
from games.contract import SIDE_NAMES, BadText
from games.text_files import read_json, read_text, write_whole

MOST_BYTES = 1 << 20

PROJECTOR_SCALES = 1.5, 2.5
"""The least and the largest scale of the view for a projector."""


@dataclass
class Layout:
    """The layout: the titles of the panels beside the board, the upper first, and at the foot ("" for none);
    the last used panels of the Lab, above and below, in `lab`; whether two are stacked; the share of the
    width for the side (None: automatic); whether the evaluation bar is shown, and whether moves sound (None:
    by the settings); what is written on the board's squares ("" for nothing); whose arrows are drawn there;
    whether an analysis draws arrows for its best moves; and the scale of the view for a projector."""

    side: list[str] = field(default_factory=list)
    stacked: bool = True
    foot: str = ""
    divider: float | None = None
    evaluation_bar: bool = True
    sounds: bool | None = None
    on_squares: str = ""
    arrows: list[str] = field(default_factory=list)
    best_moves: bool = True
    lab: list[str] = field(default_factory=list)
    projector_scale: float = 2.0


@dataclass
class Preferences:
    """`players` are texts, by game and then "white" or "black"; `commands` are the last ones for other
    programs, by kind; `contests` are the players of the arena, texts by game, and `contends` is whether they
    will play; `analyses` is whether a game is begun to analyse it; `exact` whether players are chosen in all
    detail; `for_mover` whether values are for the side to move, not always for White; `terms_by_size` whether
    tables of terms are sorted by size; `lines` the number of best lines of an analysis."""

    game: str = ""
    players: dict[str, dict[str, str]] = field(default_factory=dict)
    commands: dict[str, str] = field(default_factory=dict)
    analyses: bool = False
    contests: dict[str, list[str]] = field(default_factory=dict)
    contends: bool = False
    exact: bool = False
    for_mover: bool = False
    terms_by_size: bool = False
    lines: int = USUAL_LINES
    layout: Layout = field(default_factory=Layout)


class PreferencesFile:
    """`made` are the choices. Whoever changes them calls `keep`. Uses the valid part of the file in the data
    folder."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "last_choice.json"
        self.made = self._read()
        self._kept = self._text

    @property
    def _text(self) -> str:
        return json.dumps(asdict(self.made))

    def keep(self) -> None:
        """Writes the choices if they have changed. Ignores a full disk."""
        text = self._text
        if text != self._kept:
            with suppress(OSError):
                self._file.parent.mkdir(parents=True, exist_ok=True)
                write_whole(self._file, text)
                self._kept = text

    def _read(self) -> Preferences:
        try:
            found = read_json(read_text(self._file, MOST_BYTES))
        except BadText:
            found = None
        return _choices_of(found if isinstance(found, dict) else {})


def _choices_of(found: dict[str, Any]) -> Preferences:
    players = found.get("players")
    return Preferences(
        game=_text_of(found.get("game")),
        players={
            game: {side: text for side, text in sides.items() if side in SIDE_NAMES and _is_player(text)}
            for game, sides in (players.items() if isinstance(players, dict) else ())
            if isinstance(sides, dict)
        },
        commands=_commands_of(found.get("commands")),
        analyses=found.get("analyses") is True,
        contests=_contests_of(found.get("contests")),
        contends=found.get("contends") is True,
        exact=found.get("exact") is True,
        for_mover=found.get("for_mover") is True,
        terms_by_size=found.get("terms_by_size") is True,
        lines=_lines_of(found.get("lines")),
        layout=_layout_of(found.get("layout")),
    )


def _lines_of(found: object) -> int:
    if isinstance(found, int) and not isinstance(found, bool) and 1 <= found <= MOST_LINES:
        return found
    return USUAL_LINES


def _contests_of(found: object) -> dict[str, list[str]]:
    if not isinstance(found, dict):
        return {}
    return {
        game: [text for text in texts if _is_player(text)]
        for game, texts in found.items()
        if isinstance(texts, list)
    }


def _layout_of(found: object) -> Layout:
    if not isinstance(found, dict):
        return Layout()
    side, share = found.get("side"), found.get("divider")
    titles = _texts_of(side)
    usable = isinstance(share, float) and 0.0 <= share <= 1.0
    sounds = found.get("sounds")
    return Layout(
        titles,
        found.get("stacked") is not False,
        _text_of(found.get("foot")),
        share if usable else None,
        found.get("evaluation_bar") is not False,
        sounds if isinstance(sounds, bool) else None,
        _text_of(found.get("on_squares")),
        _texts_of(found.get("arrows")),
        found.get("best_moves") is not False,
        _texts_of(found.get("lab")),
        _projector_scale_of(found.get("projector_scale")),
    )


def _projector_scale_of(found: object) -> float:
    least, most = PROJECTOR_SCALES
    return found if isinstance(found, float) and least <= found <= most else Layout.projector_scale


def _commands_of(found: object) -> dict[str, str]:
    if not isinstance(found, dict):
        return {}
    return {kind: command for kind, command in found.items() if _is_player(command)}


def _texts_of(found: object) -> list[str]:
    return [text for text in found if isinstance(text, str)] if isinstance(found, list) else []


def _text_of(found: object) -> str:
    return found if isinstance(found, str) else ""


def _is_player(text: object) -> bool:
    try:
        if isinstance(text, str):
            check_player_text(text)
            return True
    except BadText:
        pass
    return False
