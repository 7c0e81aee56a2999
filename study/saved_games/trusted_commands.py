"""The commands that this person has chosen to run. A saved game, a tournament or a suite is a file, and
files come from anywhere: what one names as a player is started only if it stands here, or after the
person was shown it and agreed."""

import contextlib
import json
from collections.abc import Iterable
from pathlib import Path

from engines.player_kinds import PlayerSpec
from games.contract import BadText
from games.safe_text import can_be_kept
from games.text_files import read_json, read_text, write_whole

MOST_BYTES = 1 << 20
MOST = 500
"""Commands that are kept, the last ones chosen."""


class TrustedCommands:
    """The list in a data folder, each command exactly as it is written in a player's text.

    It is read again for every question, since another window may have added to it. A list that cannot
    be read holds nothing; one that cannot be written lasts as long as this object.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / "trusted_commands.json"
        self._chosen_now: list[str] = []

    def unknown(self, players: Iterable[PlayerSpec]) -> list[str]:
        """The commands of these players that the person has not chosen yet, each once."""
        trusted = self._all()
        commands = dict.fromkeys(player.command for player in players if player.command)
        return [command for command in commands if command not in trusted]

    def choose(self, players: Iterable[PlayerSpec]) -> None:
        """The person chose these players; their commands are trusted from now on."""
        new = self.unknown(players)
        if new:
            self._chosen_now += new
            with contextlib.suppress(OSError):
                self._file.parent.mkdir(parents=True, exist_ok=True)
                write_whole(self._file, json.dumps({"commands": self._all()[-MOST:]}, indent=1))

    def _all(self) -> list[str]:
        try:
            content = read_json(read_text(self._file, MOST_BYTES))
        except BadText:
            content = None
        listed = content.get("commands") if isinstance(content, dict) else None
        texts = listed if isinstance(listed, list) else []
        kept = [text for text in texts if isinstance(text, str) and can_be_kept(text)]
        return list(dict.fromkeys([*kept, *self._chosen_now]))
