"""What the play screen lets a person take along: what a position is made of, or why another move is not
played, as text, as CSV or as a picture; and a whole game as a page."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engines.jobs import Job
from games.record import Record
from heuristics.lens import Breakdown, Lens
from study import one_sided
from study.breakdowns import breakdown_now
from study.game_page import game_page, told_game
from study.handout import Handout, of_breakdown, of_why_not, write_text
from study.judged import Reviewed
from study.questions import Questions
from study.review import reviewing, tasks_of, usual_searcher
from study.review_run import Review
from study.why_told import as_json
from ui import clipboard
from ui.game_boards import GameBoards
from ui.handout_picture import SUFFIX, draw_handout, save_picture
from ui.ways import Answer

if TYPE_CHECKING:
    from ui.scenes.play import Play

CSV = ".csv"
PAGE = ".html"

PLY_SECONDS = 0.25
"""About what the review takes for each ply of a game."""


@dataclass
class _Drawing:
    """The boards of a page that are being drawn, where it is to be, and the review if there has been one."""

    record: Record
    boards: GameBoards
    steps: Iterator[None]
    path: Path
    lens: Lens
    reviewed: Reviewed | None
    reviewer: str


def _nothing() -> None:
    """What is done where nothing is chosen."""


class Exporting:
    """The exports of a play screen."""

    def __init__(self, play: "Play") -> None:
        self.play = play
        self._drawing: _Drawing | None = None

    def ask(self) -> None:
        """Has the person choose as what the position is taken along: the answer to the question why not,
        where one was asked of it, else what it is made of."""
        handout, whole = self.handout(), self._whole_game()
        if isinstance(handout, str):
            if whole:
                self.play.ways.ask(
                    "Export", f"Of this position there is nothing: {handout}", (), whole, _nothing
                )
            else:
                self.play.say(handout, problem=True)
            return
        answers = (
            Answer("Copy as text", "To the clipboard.", partial(self._copy, handout)),
            Answer("Save as CSV …", "The table, to the last digit.", partial(self._csv, handout)),
            Answer("Save as a picture …", "Board and table, as a PNG.", partial(self._picture, handout)),
            *whole,
        )
        self.play.ways.ask("Export", handout.sentences[0], (handout.title,), answers, _nothing)

    def handout(self) -> Handout | str:
        """What is to be taken along; a line that says why there is nothing."""
        study = self.play.session.study
        question, answer = study.of(Questions).question, study.of(Questions).answer
        if answer is not None and question is not None and question.position is study.position:
            return of_why_not(as_json(answer), study.position)
        found = breakdown_now(study)
        if not isinstance(found, Breakdown):
            return found or "The position is still being evaluated: try again."
        if found.failure is not None:
            return str(found.failure)
        told = one_sided.as_json(study.lens, found)
        return of_breakdown(told | {"heuristic": study.lens.name}, study.position)

    def _copy(self, handout: Handout) -> None:
        clipboard.put(handout.text)
        self.play.say("Copied as text.")

    def _csv(self, handout: Handout) -> None:
        self._save("Save as CSV", CSV, lambda path: lambda job: write_text(handout.csv, path))

    def _picture(self, handout: Handout) -> None:
        surface = draw_handout(handout, self.play.app.theme.name)
        self._save("Save as a picture", SUFFIX, lambda path: lambda job: save_picture(surface, path))

    # The whole game

    def _whole_game(self) -> list[Answer]:
        if not self.play.session.record.plies:
            return []
        tip = "All boards, the timeline and why the worst moves lost, as one page that opens offline."
        return [Answer("The whole game as a page …", tip, self._page)]

    def _page(self) -> None:
        ways, record = self.play.ways, self.play.session.record

        def begin(path: Path) -> None:
            ways.back()
            as_now = Record(record.game, record.options, list(record.positions), list(record.plies))
            boards = GameBoards(as_now)
            study = self.play.session.study
            reviewed = study.of(Review).whole(as_now)
            lens = study.of(Review).judging(study) if reviewed is None else study.of(Review).lens
            assert lens is not None, "somebody has reviewed"
            reviewer = study.of(Review).player
            self._drawing = _Drawing(as_now, boards, boards.draw(), path, lens, reviewed, reviewer)
            self.play.say("Drawing the boards …")

        name = f"{record.game.name}-{time.strftime('%Y%m%d')}{PAGE}"
        ways.choose_file("Save the game as a page", (PAGE,), begin, name, adds=False)

    def go_on(self) -> None:
        """Draws a little more of what a page needs, and then has it written. Once a frame."""
        drawing = self._drawing
        if drawing is None or next(drawing.steps, self) is None:
            return
        self._drawing = None
        session, ways = self.play.session, self.play.ways
        lens, record, path = drawing.lens, drawing.record, drawing.path
        white, black = (session.player_name(side) for side in (0, 1))
        names = session.study.side_names

        def work(job: Job) -> int:
            reviewed, name = drawing.reviewed, drawing.reviewer
            if reviewed is None:
                job.report(len(record.plies) * PLY_SECONDS)
                searcher, reviewing_job = usual_searcher(lens), Job("review")
                job.stop.attach(reviewing_job.stop.request)
                reviewed = reviewing(searcher, tasks_of(record), names)(reviewing_job)
                name = searcher.name
            told = told_game(record, lens, reviewed, (white, black), name)
            page = game_page(told, drawing.boards.tiles)
            if not job.stop.requested:
                write_text(page, path)
            return len(page)

        def tell(size: int) -> None:
            self.play.say(f"Saved as {path}, {size / 1e6:.1f} MB.")

        ways.wait("Reviewing the game", work, tell)

    def _save(self, title: str, suffix: str, work: Callable[[Path], Callable[[Job], object]]) -> None:
        ways, session = self.play.ways, self.play.session
        name = f"{session.record.game.name}-{session.cursor}{suffix}"

        def save(path: Path) -> None:
            def tell(written: object) -> None:
                ways.back()
                self.play.say(f"Saved as {path}.")

            ways.wait(f"Saving {path.name}", work(path), tell)

        ways.choose_file(title, (suffix,), save, name, adds=False)
