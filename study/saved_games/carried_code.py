"""The code in a lesson file: a heuristic that the file's author wrote."""

from dataclasses import dataclass
from pathlib import Path

from games.contract import BadText
from games.text_files import read_text, write_file
from heuristics.contract import Heuristic
from heuristics.module_loader import MOST_BYTES
from heuristics.registry import lend, own_files
from study.saved_games.trusted_programs import digest


@dataclass(frozen=True)
class CarriedCode:
    """The text of a Python file, its `name` without the suffix, and the `heuristic` that it defines for a
    `game`."""

    name: str
    text: str
    game: str
    heuristic: str

    @property
    def own(self) -> Heuristic | None:
        """The person's own heuristic with the same code; None if there is none."""
        for file in own_files():
            for each in file.heuristics:
                if (each.game, each.name) == (self.game, self.heuristic) and self._is_in(file.path):
                    return each
        return None

    def _is_in(self, path: Path) -> bool:
        try:
            return read_text(path, MOST_BYTES) == self.text
        except BadText:
            return False

    def load(self, data: Path) -> Heuristic:
        """Runs the code, which the person must have agreed to; returns its heuristic. The file is in a folder
        from which nothing is loaded automatically. Raises BadText if it cannot be written or run."""
        path = data / "lesson_code" / digest(self.text) / f"{self.name}.py"
        write_file(path, self.text, makes_folder=True)
        return lend(path, self.game, self.heuristic)
