"""Writing a game to its file as it is played, and telling the person when that cannot be."""

from collections.abc import Callable

from games.record import Record
from study.game_file import GameFile
from study.saves import Saves

Begin = Callable[[Saves], GameFile]


class Autosave:
    """The file of one game: begun at its first move, by `begin`, in the folder of `saves` (None:
    nothing is saved). `file` is the one that the game was continued from. `tell` is called with a
    line where moves cannot be written, and once they can again."""

    def __init__(
        self, saves: Saves | None, file: GameFile | None, begin: Begin, tell: Callable[[str], None]
    ) -> None:
        self._saves = saves
        self._file = file
        self._begin = begin
        self._tell = tell
        self._unsaved = False  # whether the person was told that moves could not be written

    def ply(self, record: Record) -> None:
        """The record's last move was made."""
        if self._file is not None:
            self._write(lambda file: file.append_ply(record))
        elif self._saves is not None:  # with all moves so far; if that cannot be, the next one tries again
            try:
                self._file = self._begin(self._saves)
            except OSError as error:
                self._tell_unsaved(error)
            else:
                self._tell_saved()

    def take_back(self, record: Record, plies: int) -> None:
        if self._file is not None:
            self._write(lambda file: file.append_take_back(record, plies))

    def end(self, reason: str, result: str = "") -> None:
        """The game is over, and not offered for continuation any more; see `GameFile.append_end`."""
        self._write(lambda file: file.append_end(reason, result))

    def leave(self, reason: str) -> None:
        """The game goes on in a file of its own, if it does."""
        self.end(reason)
        self.close()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
        self._file = None

    def _write(self, action: Callable[[GameFile], None]) -> None:
        if self._file is not None:
            try:
                action(self._file)
            except OSError as error:
                self._tell_unsaved(error)
            else:
                self._tell_saved()

    def _tell_unsaved(self, error: OSError) -> None:
        if not self._unsaved:
            self._tell(f"This game is not being saved: {error.strerror or error}")
        self._unsaved = True

    def _tell_saved(self) -> None:
        if self._unsaved:
            self._tell("This game is being saved again, with all its moves.")
        self._unsaved = False
