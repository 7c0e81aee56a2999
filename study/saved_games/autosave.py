"""Writes a game to its file move by move, and tells the person when that is impossible."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from games.record import Entries
from study.saved_games.game_file import MOST_BYTES_OF_SEARCHES, Displaced, GameFile
from study.saved_games.saved_games import Saves

Begin = Callable[[Saves], GameFile]


class Autosave:
    """The file of one game: begun at its first move, by `begin` with all that was played so far, in the
    folder of `saves` (None: nothing is saved). `file` is the one that the game was continued from. Where
    another program has deleted, moved or changed the file, the whole game goes to a new one. `tell` is
    called with a line where that happens, where moves cannot be written, and once they can again."""

    def __init__(
        self, saves: Saves | None, file: GameFile | None, begin: Begin, tell: Callable[[str], None]
    ) -> None:
        self._saves = saves
        self._file = file
        self._begin = begin
        self._tell = tell
        self._unsaved = False  # whether the person was told that moves could not be written
        self._why = ""  # in the system's words
        self._written = False  # whether anything was played since the file was opened

    @property
    def file(self) -> GameFile | None:
        """Where the game is written to now; None before its first move."""
        return self._file

    def is_in(self, path: Path) -> bool:
        """Whether the game is written to a file."""
        with suppress(OSError, ValueError):
            return self._file is not None and self._file.path.samefile(path)
        return False

    def change(self, entries: Entries) -> None:
        """The record was changed, as these entries say. A game that was only taken back is not saved yet."""
        if self._file is not None:
            self._write(lambda file: file.append(*entries))
        elif not all(entry.keys() & {"at", "back"} for entry in entries):
            self._begin_file()

    def add_searches(self, entries: Entries) -> None:
        """Searches of the game were made. They go to no file that has grown too long, and begin none."""
        if self._file is not None and self._file.end < MOST_BYTES_OF_SEARCHES:
            self._write(lambda file: file.append_closely(*entries))

    def end(self, reason: str, result: str = "") -> None:
        """The game is over, and not offered for continuation any more; see `GameFile.append_end`."""
        self._write(lambda file: file.append_end(reason, result), again=True)

    def leave(self, reason: str) -> None:
        """The game goes on in a file of its own, if it does."""
        self.end(reason)
        self.close()

    def close(self) -> str:
        """Gives the file up. A line that says why the game, or its last moves, could not be kept, else ""."""
        problem = ""
        if self._unsaved or self._written:
            if self._file is not None:
                self._write(lambda file: file.flush())
            else:
                self._begin_file()
            if self._unsaved:
                problem = f"The game that you left could not be saved: {self._why}"
        if self._file is not None:
            self._file.close()
        self._file, self._unsaved, self._written = None, False, False
        return problem

    def _begin_file(self) -> None:
        """A file with all moves so far; if that cannot be, the next move tries again."""
        if self._saves is None:
            return
        try:
            self._file = self._begin(self._saves)
        except OSError as error:
            self._tell_unsaved(error)
        else:
            self._written = True
            self._tell_saved()

    def _write(self, action: Callable[[GameFile], None], again: bool = False) -> None:
        """Has the file write something; `again` where the whole game, written again, lacks that."""
        if self._file is None:
            return
        try:
            action(self._file)
        except OSError as error:
            self._tell_unsaved(error)
        except Displaced:
            self._replace_file()
            if again:
                self._write(action)
        else:
            self._written = True
            self._tell_saved()

    def _replace_file(self) -> None:
        """The file is not ours any more: the whole game goes to a new one."""
        assert self._file is not None
        lost = self._file
        self._file = None
        lost.close()
        if self._saves is None:
            self._tell_unsaved(OSError("its file was deleted, moved or changed by another program"))
            return
        self._begin_file()
        if self._file is not None:
            name = self._file.path.name
            self._tell(f"This game's file was moved, deleted or changed: it is saved again, as {name}.")

    def _tell_unsaved(self, error: OSError) -> None:
        self._why = str(error.strerror or error)
        if not self._unsaved:
            self._tell(f"This game is not being saved: {self._why}")
        self._unsaved = True

    def _tell_saved(self) -> None:
        if self._unsaved:
            self._tell("This game is being saved again, with all its moves.")
        self._unsaved = False
