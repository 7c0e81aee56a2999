"""The screen with the list of a PGN file's games, which can be searched by words and sorted by a header."""

from collections.abc import Callable, Sequence
from pathlib import Path

from games.contract import FileEntry, GamesFile
from ui.app import App
from ui.kit.drop_down import DropDown, Option
from ui.scenes.chooser import Chooser

IN_FILE, NEWEST = "", "Date"
ORDERS = (
    Option(IN_FILE, "in the file's order"),
    Option("White", "by White"),
    Option("Black", "by Black"),
    Option(NEWEST, "newest first"),
    Option("Event", "by event"),
    Option("Result", "by result"),
)
"""The possible orders of the list: as in the file, or by a header of the games."""


class PgnGames(Chooser):
    """The screen. Calls `done(number)` with the number of the chosen game, from 1, and `drop(path)` with a
    dropped file."""

    takes_files = True

    def __init__(
        self, app: App, file: GamesFile, done: Callable[[int], None], drop: Callable[[Path], None]
    ) -> None:
        hint = "Words to find: a player, an event, a year."
        super().__init__(app, f"Games of {Path(str(file.name)).name}", hint)
        self._entries = file.entries
        self._texts = [f"{entry.title} {entry.opening}".lower() for entry in file.entries]
        self._ordered: dict[str, Sequence[int]] = {IN_FILE: range(len(file.entries))}
        self._more = bool(file.left_out)
        self._done = done
        self._drop = drop
        self._listed: Sequence[FileEntry] = ()
        self.order = DropDown(
            lambda order: self._type(self.field.text), "The order in which games are listed."
        )
        self.order.offer(ORDERS, IN_FILE)
        self.beside = self.order
        self.empty = "No game has all these words."
        self._type("")

    def _type(self, text: str) -> None:
        self.problem = ""
        words, texts = text.lower().split(), self._texts
        found = self._in_order(self.order.value)
        for word in words:
            found = [index for index in found if word in texts[index]]
        self._listed = [self._entries[index] for index in found]
        self.offer(len(found), self._line)

    def _line(self, index: int) -> tuple[str, str]:
        entry = self._listed[index]
        return f"{entry.number}.  {entry.title}", entry.opening

    def _in_order(self, header: str) -> Sequence[int]:
        """The games sorted by a header; those without it come last."""
        if header not in self._ordered:
            # PGN writes "?" for an unknown name, and "????.??.??" for an unknown date.
            values = [entry.header(header).strip("?. ").lower() for entry in self._entries]
            known = [index for index, value in enumerate(values) if value]
            unknown = [index for index, value in enumerate(values) if not value]
            known.sort(key=values.__getitem__, reverse=header == NEWEST)
            self._ordered[header] = known + unknown
        return self._ordered[header]

    def dropped(self, path: Path) -> None:
        self._drop(path)

    def _open(self, index: int) -> None:
        self.problem = ""
        self._done(self._listed[index].number)

    def _enter(self) -> None:
        if self._listed:
            self._open(self.list.lit)

    @property
    def remark(self) -> str:
        games = f"{len(self._listed)} of {len(self._entries)} games"
        return f"{games}; the file has more than the list can hold." if self._more else games
