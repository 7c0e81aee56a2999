"""Exports of the play screen: a position's breakdown, or why another move is not played, as text, CSV or
picture; and a whole game as a page."""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from arena.calibration.kept_calibrations import scale_for
from engines.jobs import Job
from games.data_folder import default_folder
from games.position import Position
from games.record import Record
from games.text_files import write_file
from heuristics.lens import Breakdown, Lens
from study.calibration.chances import chance_now
from study.evaluation import one_sided
from study.evaluation.breakdowns import breakdown_now
from study.export.game_page import game_page, published_game
from study.export.position_report import PositionReport, of_breakdown, of_why_not
from study.game.session import Session
from study.review.background_review import BackgroundReview
from study.review.reviewer import review_tasks, tasks_of, usual_searcher
from study.state.move_loss import ReviewResult
from study.state.study import Study
from study.why_not.questions import WhyNotQuestions
from study.why_not.why_not_text import as_json
from ui import clipboard
from ui.game_boards import GameBoards
from ui.navigation import DialogAnswer, Navigation
from ui.report_picture import SUFFIX, draw_report, save_picture

CSV = ".csv"
PAGE = ".html"

PLY_SECONDS = 0.25
"""A rough estimate of the review's time for each ply."""


def _nothing() -> None:
    """Does nothing: for a dialog that was closed without an answer."""


def report_of(study: Study) -> PositionReport | str | None:
    """The report on the shown position, or a line that says why there is none; None while the position is
    being evaluated."""
    questions = study.of(WhyNotQuestions)
    question, answer = questions.question, questions.answer
    if answer is not None and question is not None and question.position is study.position:
        return of_why_not(as_json(answer), study.position)
    found = breakdown_now(study)
    if not isinstance(found, Breakdown):
        return found
    if found.failure is not None:
        return str(found.failure)
    content = one_sided.as_json(study.lens, found)
    chance = chance_now(study, study.lens, study.position, found.value, found.side)
    if chance is not None:
        content["chance"] = chance.to_json(study.side_name(found.side))
    return of_breakdown(content | {"heuristic": study.lens.name}, study.position)


class Exporting:
    """The exports of a play screen; `say` shows a line on it."""

    def __init__(self, navigation: Navigation, say: Callable[..., object]) -> None:
        self.navigation = navigation
        self.say = say
        self._asked: tuple[Session, str, Position] | None = None  # for `ask`, until the position is evaluated
        # The steps that draw the boards of a page, and the function that writes the page afterwards.
        self._drawing: tuple[Iterator[None], Callable[[], object]] | None = None

    def ask(self, session: Session, theme: str) -> None:
        """Asks in which form to export the position: its why-not answer if there is one, else its breakdown,
        once it is evaluated. `theme` is the theme of the picture."""
        report, whole = report_of(session.study), self._whole_game(session)
        self._asked = (session, theme, session.study.position) if report is None else None
        if report is None:
            self.say("Evaluating the position …")
        elif isinstance(report, str):
            if whole:
                self.navigation.ask(
                    "Export", f"There is nothing to export for this position: {report}", (), whole, _nothing
                )
            else:
                self.say(report, problem=True)
        else:
            self._ask_form(session, theme, report, whole)

    def _ask_form(
        self, session: Session, theme: str, report: PositionReport, whole: Sequence[DialogAnswer]
    ) -> None:
        answers = (
            DialogAnswer("Copy as text", "To the clipboard.", partial(self._copy, report)),
            DialogAnswer(
                "Save as CSV …", "The table, to the last digit.", partial(self._csv, session, report)
            ),
            DialogAnswer(
                "Save as a picture …",
                "Board and table, as a PNG.",
                partial(self._picture, session, theme, report),
            ),
            *whole,
        )
        self.navigation.ask("Export", report.sentences[0], (report.title,), answers, _nothing)

    def _copy(self, report: PositionReport) -> None:
        clipboard.put(report.text)
        self.say("Copied as text.")

    def _csv(self, session: Session, report: PositionReport) -> None:
        self._save(session, "Save as CSV", CSV, lambda path: lambda job: write_file(path, report.csv))

    def _picture(self, session: Session, theme: str, report: PositionReport) -> None:
        surface = draw_report(report, theme)
        self._save(session, "Save as a picture", SUFFIX, lambda path: lambda job: save_picture(surface, path))

    # The whole game

    def _whole_game(self, session: Session) -> list[DialogAnswer]:
        if not session.study.record.plies:
            return []
        tip = "All boards, the timeline and the review, as one page that opens offline."
        return [DialogAnswer("The whole game as a page …", tip, partial(self._page, session))]

    def _page(self, session: Session) -> None:
        navigation, record, study = self.navigation, session.study.record, session.study

        def begin(path: Path) -> None:
            navigation.back()
            as_now = record.copy()
            boards = GameBoards(as_now)
            review = study.of(BackgroundReview)
            review_result = review.whole(as_now)
            lens = review.judging(study) if review_result is None else review.lens
            assert lens is not None, "a review has a lens"
            players = session.players.name(0), session.players.name(1)
            known = None if review_result is None else (review_result, review.player)
            data = study.data or default_folder()
            write = partial(self._write, path, as_now, boards, lens, players, study.side_names, known, data)
            self._drawing = boards.draw(), write
            self.say("Drawing the boards …")

        name = f"{record.game.name}-{time.strftime('%Y%m%d')}{PAGE}"
        navigation.choose_file("Save the game as a page", (PAGE,), begin, name, adds=False)

    def go_on(self, shown: Session) -> None:
        """Opens the dialog once the position is evaluated, if it is still shown. Draws the next part of a
        page's boards, and writes the page after the last. Call it once a frame."""
        if self._asked is not None:
            session, theme, position = self._asked
            if session is not shown or session.study.position is not position:
                self._asked = None
            elif report_of(session.study) is not None:
                self.ask(session, theme)
        if self._drawing is not None:
            steps, write = self._drawing
            if next(steps, self) is self:  # there was no further step
                self._drawing = None
                write()

    def _write(
        self,
        path: Path,
        record: Record,
        boards: GameBoards,
        lens: Lens,
        players: tuple[str, str],
        side_names: tuple[str, str],
        known: tuple[ReviewResult, str] | None,
        data: Path,
    ) -> None:
        """Writes the page of a game. `known` is its review with the reviewer's name; None if a move is not
        reviewed yet. `data` is the folder of the person's data."""

        def work(job: Job) -> int:
            if known is None:
                job.report(len(record.plies) * PLY_SECONDS)
                searcher, reviewing_job = usual_searcher(lens), Job("review")
                job.stop.attach(reviewing_job.stop.request)
                review_result = review_tasks(searcher, tasks_of(record), side_names, reviewing_job)
                name = searcher.name
            else:
                review_result, name = known
            scale = scale_for(lens, record.options, data)
            game = published_game(record, lens, review_result, players, name, scale)
            page = game_page(game, boards.tiles)
            if not job.stop.requested:
                write_file(path, page)
            return len(page.encode())

        def tell(size: int) -> None:
            self.say(f"Saved as {path}, {size / 1e6:.1f} MB.")

        self.navigation.wait("Reviewing the game", work, tell)

    def _save(
        self, session: Session, title: str, suffix: str, work: Callable[[Path], Callable[[Job], object]]
    ) -> None:
        navigation = self.navigation
        name = f"{session.study.record.game.name}-{session.study.cursor}{suffix}"

        def save(path: Path) -> None:
            def tell(written: object) -> None:
                navigation.back()
                self.say(f"Saved as {path}.")

            navigation.wait(f"Saving {path.name}", work(path), tell)

        navigation.choose_file(title, (suffix,), save, name, adds=False)
