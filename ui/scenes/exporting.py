"""What the play screen lets a person take along: what a position is made of, or why another move is not
played, as text, as CSV or as a picture."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engines.jobs import Job
from heuristics.lens import Breakdown
from study.breakdowns import breakdown_now
from study.handout import Handout, of_breakdown, of_why_not, write_text
from study.why_told import as_json
from ui import clipboard
from ui.handout_picture import SUFFIX, draw_handout, save_picture
from ui.ways import Answer

if TYPE_CHECKING:
    from ui.scenes.play import Play

CSV = ".csv"


class Exporting:
    """The exports of a play screen."""

    def __init__(self, play: "Play") -> None:
        self.play = play

    def ask(self) -> None:
        """Has the person choose as what the position is taken along: the answer to the question why not,
        where one was asked of it, else what it is made of."""
        handout = self._handout()
        if isinstance(handout, str):
            self.play.say(handout, problem=True)
            return
        answers = (
            Answer("Copy as text", "To the clipboard.", partial(self._copy, handout)),
            Answer(
                "Save as CSV …", "The table, every number to the last digit.", partial(self._csv, handout)
            ),
            Answer(
                "Save as a picture …", "The board and the table, as a PNG.", partial(self._picture, handout)
            ),
        )
        text = "Board, sentences and table are taken along as they are now:"
        self.play.ways.ask("Export", text, (handout.title, handout.sentences[0]), answers, lambda: None)

    def _handout(self) -> Handout | str:
        """What is to be taken along; a line that says why there is nothing."""
        study = self.play.session.study
        question, answer = study.why.question, study.why.answer
        if answer is not None and question is not None and question.position is study.position:
            return of_why_not(as_json(answer), study.position)
        found = breakdown_now(study, study.asker)
        if not isinstance(found, Breakdown):
            return found or "The position is still being evaluated: try again."
        if found.failure is not None:
            return str(found.failure)
        return of_breakdown(found.to_json() | {"heuristic": study.lens.name}, study.position)

    def _copy(self, handout: Handout) -> None:
        clipboard.put(handout.text)
        self.play.say("Copied as text.")

    def _csv(self, handout: Handout) -> None:
        self._save("Save as CSV", CSV, lambda path: lambda job: write_text(handout.csv, path))

    def _picture(self, handout: Handout) -> None:
        surface = draw_handout(handout, self.play.app.theme.name)
        self._save("Save as a picture", SUFFIX, lambda path: lambda job: save_picture(surface, path))

    def _save(self, title: str, suffix: str, work: Callable[[Path], Callable[[Job], object]]) -> None:
        ways, session = self.play.ways, self.play.session
        name = f"{session.record.game.name}-{session.cursor}{suffix}"

        def save(path: Path) -> None:
            def tell(written: object) -> None:
                ways.back()
                self.play.say(f"Saved as {path}.")

            ways.wait(f"Saving {path.name}", work(path), tell)

        ways.choose_file(title, (suffix,), save, name, adds=False)
