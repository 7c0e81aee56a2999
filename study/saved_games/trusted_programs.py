"""The commands and code that this person has agreed to run. A file that is opened may come from anywhere. A
command or code in it is run only if it is listed here, or after the person was shown it and agreed."""

import contextlib
import hashlib
import json
import re
from collections.abc import Iterable
from pathlib import Path

from engines.player_kinds import PlayerSpec
from games.safe_text import can_be_kept
from games.text_files import read_object, write_whole

MOST_BYTES = 1 << 20
MOST = 500
"""The most commands, and the most digests of code, that are kept. Older entries are dropped."""


class TrustedPrograms:
    """The list in a data folder: each command exactly as a player's text has it, and the SHA-256 of each text
    of code.

    The file is read again each time, because another window may have changed it. A file that cannot be read
    counts as empty. If the file cannot be written, what the person agrees to holds for this object only.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._file = folder / "trusted_commands.json"
        self._chosen_now: list[str] = []
        self._code_now: list[str] = []

    def unknown(self, players: Iterable[PlayerSpec]) -> list[str]:
        """The commands of these players that the person has not agreed to yet, each once."""
        trusted = self._all()
        commands = dict.fromkeys(player.command for player in players if player.command)
        return [command for command in commands if command not in trusted]

    def choose(self, players: Iterable[PlayerSpec]) -> None:
        """Trusts the commands of these players, which the person chose."""
        new = self.unknown(players)
        if new:
            self._chosen_now += new
            self._write()

    def runs(self, code: str) -> bool:
        """Whether the person has agreed to run exactly this code."""
        return digest(code) in self._code()

    def agree(self, code: str) -> None:
        """Trusts this code, which the person was shown and agreed to run."""
        if not self.runs(code):
            self._code_now.append(digest(code))
            self._write()

    def _write(self) -> None:
        content = {"commands": self._all()[-MOST:], "code": self._code()[-MOST:]}
        with contextlib.suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._file, json.dumps(content, indent=1))

    def _all(self) -> list[str]:
        return list(dict.fromkeys([*filter(can_be_kept, self._listed("commands")), *self._chosen_now]))

    def _code(self) -> list[str]:
        kept = filter(re.compile("[0-9a-f]{64}").fullmatch, self._listed("code"))
        return list(dict.fromkeys([*kept, *self._code_now]))

    def _listed(self, kind: str) -> list[str]:
        listed = read_object(self._file, MOST_BYTES).get(kind)
        return [text for text in listed if isinstance(text, str)] if isinstance(listed, list) else []


def digest(code: str) -> str:
    """The SHA-256 of a text of code."""
    return hashlib.sha256(code.encode("utf-8", "surrogatepass")).hexdigest()
