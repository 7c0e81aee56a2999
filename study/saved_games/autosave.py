"""Writes a game to its file move by move, and reports when that is impossible."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from games.record import Entries
from study.saved_games.game_file import MOST_BYTES_OF_SEARCHES, Displaced, GameFile
from study.saved_games.saved_games import Saves

Begin = Callable[[Saves], GameFile]


class Autosave:
    """The file of one game. The first change (see `change`) makes it by `begin`, with all moves so far, in
    the folder of `saves` (None: nothing is saved). `file` is None before that. If another program has
    deleted, moved or changed the file, the whole game is written to a new one. `tell` is called with a line
    when that happens, when moves cannot be written, and when they can be written again."""

    def __init__(
        self, saves: Saves | None, file: GameFile | None, begin: Begin, tell: Callable[[str], None]
    ) -> None:
        self._saves = saves
        self.file = file
        self._begin = begin
        self._tell = tell
        self._unsaved = False  # whether the person knows that moves are not saved
        self._why = ""  # why moves are not saved
        self._written = False  # whether anything was written since the file was opened

    def is_in(self, path: Path) -> bool:
        """Whether the game is written to the file with this path."""
        with suppress(OSError, ValueError):
            return self.file is not None and self.file.path.samefile(path)
        return False

    def change(self, entries: Entries) -> None:
        """Writes a change of the record, by its entries. Without a file, a change that only takes moves back
        ("back") or goes to another node ("at") does not begin one."""
        if self.file is not None:
            self._write(lambda file: file.append(*entries))
        elif not all(entry.keys() & {"at", "back"} for entry in entries):
            self._begin_file()

    def add_searches(self, entries: Entries) -> None:
        """Writes searches of the game, unless the file has grown too long. They do not begin a file."""
        if self.file is not None and self.file.end < MOST_BYTES_OF_SEARCHES:
            self._write(lambda file: file.append_closely(*entries))

    def end(self, reason: str, result: str = "") -> None:
        """Writes that the game is over, so that it is not offered for continuation; see
        `GameFile.append_end`."""
        self._write(lambda file: file.append_end(reason, result), again=True)

    def leave(self, reason: str) -> None:
        """Ends the file. If the game goes on, it does so in a new file."""
        self.end(reason)
        self.close()

    def close(self) -> str:
        """Closes the file. Returns a line that says why the game, or its last moves, could not be kept, else
        ""."""
        problem = ""
        if self._unsaved or self._written:
            if self.file is not None:
                self._write(lambda file: file.flush())
            else:
                self._begin_file()
            if self._unsaved:
                problem = f"The game that you left could not be saved: {self._why}"
        if self.file is not None:
            self.file.close()
        self.file, self._unsaved, self._written = None, False, False
        return problem

    def _begin_file(self) -> None:
        """Begins a file with all moves so far. If that fails, the next change tries again."""
        if self._saves is None:
            return
        try:
            self.file = self._begin(self._saves)
        except OSError as error:
            self._tell_unsaved(error)
        else:
            self._written = True
            self._tell_saved()

    def _write(self, action: Callable[[GameFile], None], again: bool = False) -> None:
        """Runs `action` on the file. `again`: if a new file has to replace it, also runs `action` on that,
        because it does not have the entry yet."""
        if self.file is None:
            return
        try:
            action(self.file)
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
        """Moves the whole game to a new file, because another program has deleted, moved or changed its
        file."""
        assert self.file is not None
        lost = self.file
        self.file = None
        lost.close()
        if self._saves is None:
            self._tell_unsaved(OSError("its file was deleted, moved or changed by another program"))
            return
        self._begin_file()
        if self.file is not None:
            name = self.file.path.name
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
