"""The page Suites: which player runs which suite, the progress of the run, and the cases with the played
move, its value, and since when each passes or fails."""

from functools import partial

import pygame

from games.contract import BadText
from heuristics.failure import shortened
from study.evaluation.other_lenses import older_files
from study.exercises.answer_log import solved
from study.exercises.exercises import Exercises, look_at_case
from study.format import number_text
from study.format.player_names import player_in_words
from study.format.value_format import ValueFormat
from study.practice.practice import Practice
from study.searches.values import for_side
from study.state.study import Study
from study.suites.suite_browser import Shelf, SuiteBrowser, SuiteProgress, suggested_players
from study.suites.suite_history import run_key
from study.suites.suite_run import CaseResult
from study.suites.suites import Case, Suite
from ui.icons import draw_icon
from ui.kit.buttons import Button, quiet_button
from ui.kit.drop_down import DropDown, Option
from ui.kit.keyboard import spelled
from ui.kit.rows import right_of
from ui.kit.sheet import COMMANDS, Sheet
from ui.kit.table import DataTable, drawn
from ui.kit.text_field import TextField
from ui.panels.exercise.exercise import ExercisePanel
from ui.panels.parts.outcome_table import decided_words
from ui.panels.parts.panel import IMPROVE, Panel
from ui.panels.parts.perspective_switch import PerspectiveSwitch
from ui.panels.parts.sketch import Block, Curve

ROW = 44
LINE = 20
ADD_KEY = "Ctrl+D"
ABOUT = (
    "No suite of this game yet. A suite lists positions with the move that should, or "
    f"should not, be played. {ADD_KEY} adds the shown position."
)


EXERCISES = "Exercises"
SOLVE = "Hides the answers: you solve the cases yourself, with questions and hints. Click again to end it."


class SuitesPanel(Panel):
    title = "Suites"
    tip = "Positions with the moves that should be played: which pass"
    question = "Which test positions are solved?"
    guide_page = "suites"
    group = IMPROVE
    sketch = (
        *(Block("line", 4, y, 7, 1) for y in (1.5, 3.5, 5.5)),
        *(Curve("hint", ((1, y + 0.4), (1.8, y + 1.2), (3.2, y - 0.4))) for y in (1.5, 3.5)),
        Curve("warning", ((1.2, 5.2), (2.8, 6.8))),
        Curve("warning", ((2.8, 5.2), (1.2, 6.8))),
    )
    feature = SuiteBrowser
    keys = (("Del", "Remove the selected case from your suite"),)

    def __init__(self) -> None:
        tip = "Which suite is run: one of the program's, or one of yours."
        self.suite = DropDown(self._choose_suite, tip)
        tip = "Who plays, as on the command line."
        self.player = TextField(self._type_player, self._begin, tip, "a player")
        self.players = DropDown(self._type_player)
        self.details = False  # whether the text of the player, as on the command line, is shown
        self.run = Button(self._begin, "Run", primary=True)
        self.pause = Button(self._pause, "Pause")
        self.practise = Button(self._practise)
        tip = "Puts the removed case back, at the end of the suite."
        self.undo = Button(self._put_back, "Undo", tooltip=tip)
        self.list = DataTable()
        self.only_failed = False
        self._shown: tuple[Suite | None, tuple[Case, ...]] = (None, ())
        self._problem = ""

    def key(self, event: pygame.event.Event, study: Study) -> bool:
        suite, cases = self._shown
        if event.key == pygame.K_DELETE and not event.mod & COMMANDS:
            suites = study.of(SuiteBrowser)
            if suite is None or not cases or not suites.can_change(suite):
                return False
            suites.take_out(suite, cases[self.list.lit])
            return True
        return self.list.key(event)

    # What the person does

    def _choose_suite(self, suite: Suite) -> None:
        self.study.of(SuiteBrowser).chosen = suite.path
        self.list.restart()

    def _type_player(self, text: str) -> None:
        self._problem = ""
        self.study.of(SuiteBrowser).player = text.strip()

    def _turn_details(self) -> None:
        self.details = not self.details

    def _practise(self) -> None:
        if (suite := self._shown[0]) is not None:
            self.study.of(Practice).add_cases(self.study, suite)

    def _pause(self) -> None:
        """Stops the run, or continues with the cases that have no result yet."""
        suite, suites = self._shown[0], self.study.of(SuiteBrowser)
        if suites.running:
            suites.stop()
        elif suite is not None:
            known = suites.outcomes(suite, player_of(self.study))
            self._begin([case.key for case in suite.cases if case.key not in known])

    def _begin(self, keys: list[str] | None = None) -> None:
        """Runs the cases with these keys, or all from the first."""
        suite, suites = self._shown[0], self.study.of(SuiteBrowser)
        if suite is None:
            return
        try:
            suites.begin(suite, suites.spec_of(player_of(self.study), suite.game), keys)
        except BadText as error:
            self._problem = str(error)

    def _turn_exercises(self) -> None:
        """Hides the cases' answers, so that the person solves them as exercises, or shows the answers
        again."""
        suites = self.study.of(SuiteBrowser)
        suites.hides_answers = not suites.hides_answers
        if suites.hides_answers:
            self.only_failed = False  # such a list would tell which cases have failed

    def _put_back(self) -> None:
        self.study.of(SuiteBrowser).put_back()

    def _open(self, index: int) -> None:
        look_at_case(self.study.of(SuiteBrowser), self.study, self._shown[1][index])

    def _turn_failed(self) -> None:
        self.only_failed = not self.only_failed
        self.list.restart()

    def _tip(self, index: int) -> str:
        study, case = self.study, self._shown[1][index]
        outcome = self._outcome(case)
        if study.of(SuiteBrowser).hides_answers:
            answers = study.of(Exercises).of(case)
            asked = [case.name or case.position.text, case.question, *(each.words for each in answers[-3:])]
            return "\n".join([*filter(None, asked), "Click to solve it."])
        lines = [case.name or f"{case.position.text}", f"Should play {case.wanted}."]
        if outcome is not None:
            played = f"{outcome.played} was played, in {number_text.seconds(outcome.seconds)}."
            lines.append(outcome.error or played)
            verdict = f"It {'passes' if outcome.passed else 'fails'}"
            lines += [f"{verdict} {outcome.by_lot}."] if outcome.lot is not None else []
            lines += [f"{verdict} since {outcome.since}."] if outcome.since else []
        whose = study.side_name(case.position.to_move)
        return "\n".join([*lines, f"{whose} is to move. Click to look at it, and to ask why."])

    def _outcome(self, case: Case) -> CaseResult | None:
        suite = self._shown[0]
        assert suite is not None
        return self.study.of(SuiteBrowser).outcomes(suite, player_of(self.study)).get(case.key)

    # Drawing

    def ticks(self, study: Study, now: float) -> bool:
        study.of(SuiteBrowser).look(study.record.game.name)
        return False

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        theme = sheet.theme
        shelf = study.of(SuiteBrowser).shelf
        suite = study.of(SuiteBrowser).suite_chosen(shelf)
        self._offer(sheet, study, shelf, suite)
        gap, line = theme.px(4), theme.px(28)
        row = pygame.Rect(rect.left, rect.top, rect.width, line)
        if suite is None:
            self._shown = (None, ())
            words = spelled(ABOUT) if study.of(SuiteBrowser).looked else "Reading …"
            sheet.paragraph(rect, words, 14, theme.dim)
            return
        perspective = PerspectiveSwitch(study).wanted_width(theme) + gap
        wide = theme.width(EXERCISES) + theme.px(24)
        room = row.width - perspective - wide - gap
        if room < self.suite.least_width(theme):  # not enough for the suite: it gets a line of its own
            self.suite.draw(sheet, row)
            row.y += line + gap
        else:
            self.suite.draw(sheet, pygame.Rect(row.left, row.top, room, line))
        PerspectiveSwitch(study).draw(sheet, row)
        place = pygame.Rect(row.right - perspective - wide, row.top, wide, line)
        solving = study.of(SuiteBrowser).hides_answers
        quiet_button("as exercises", EXERCISES, SOLVE, self._turn_exercises, solving).draw(sheet, place)
        row.y += line + gap
        wide = theme.width("Details") + theme.px(24)
        place = pygame.Rect(row.left, row.top, row.width - wide - gap, line)
        self.players.draw(sheet, place)
        toggle = pygame.Rect(place.right + gap, row.top, wide, line)
        tip = "Shows or hides how the command line writes the player."
        quiet_button("player details", "Details", tip, self._turn_details, self.details).draw(sheet, toggle)
        row.y += line + gap
        if self.details:
            self.player.problem = bool(self._problem)
            self.player.draw(sheet, row)
            row.y += line + gap
        news = study.of(SuiteBrowser).news
        mine = news if news is not None and news.suite.path == suite.path else None
        before = shelf.runs.get(run_key(suite, player_of(study)), {})  # the results of earlier runs
        now = {key: o.passed for key, o in study.of(SuiteBrowser).outcomes(suite, player_of(study)).items()}
        known = {key: passed for key, (passed, _) in before.items()} | now
        self._draw_state(sheet, row, study, suite, mine, len(now), known)
        foot = self._draw_foot(sheet, rect, study, shelf, suite)
        foot = self._draw_practise(sheet, rect, foot, study, suite)
        top = row.bottom + theme.px(12)
        failing = tuple(case for case in suite.cases if known.get(case.key) is False)
        self._shown = (suite, failing if self.only_failed else suite.cases)
        body = pygame.Rect(rect.left, top, rect.width, max(0, foot - top))
        draw_row = partial(self._draw_row, sheet, study, before)
        rows = drawn(len(self._shown[1]), ROW, draw_row, self._open, self._tip)
        self.list.draw(sheet, body, rows)

    def _offer(self, sheet: Sheet, study: Study, shelf: Shelf, suite: Suite | None) -> None:
        """Updates the controls to the current choice."""
        text, players = player_of(study), suggested_players(study)
        if sheet.focused != self.player:
            self.player.show(text)
        if not self.suite.open and not self.players.open:
            yours = {each.path for each in shelf.suites if study.of(SuiteBrowser).can_change(each)}
            options = [
                Option(each, each.name, f"{each.count_in_words}{', yours' if each.path in yours else ''}")
                for each in shelf.suites
            ]
            self.suite.offer(options, suite)
            named = partial(player_in_words, game=study.record.game.name)
            names = [Option(player, named(player)) for player in players]
            if text not in players:
                names.append(Option(text, named(text) or "no player", "as written under Details", True))
            self.players.offer(names, text)
            self.players.tooltip = f"Who plays. On the command line: {text}"

    def _draw_state(
        self,
        sheet: Sheet,
        row: pygame.Rect,
        study: Study,
        suite: Suite,
        news: SuiteProgress | None,
        done: int,
        known: dict[str, bool],
    ) -> None:
        theme, gap = sheet.theme, sheet.theme.px(4)
        running = study.of(SuiteBrowser).running and news is not None
        self.run.tooltip = f"Runs all {len(suite.cases)} cases, each with a new engine."
        self.run.enabled = bool(suite.cases) and not running
        self.pause.label = "Pause" if running or not 0 < done < len(suite.cases) else "Go on"
        self.pause.enabled = running or 0 < done < len(suite.cases)
        self.pause.tooltip = "Pauses the run." if running else "Runs the cases that were not run yet."
        x = row.left
        for button, widest in ((self.run, "Run"), (self.pause, "Go on")):
            wide = theme.width(widest) + theme.px(24)
            button.draw(sheet, pygame.Rect(x, row.top, wide, row.height))
            x += wide + gap
        wide = theme.width("failed only", 12) + theme.px(12)
        toggle = pygame.Rect(row.right - wide, row.top, wide, row.height)
        tip = "Shows only the failed cases. Click again for all."
        quiet_button("failed only", "failed only", tip, self._turn_failed, self.only_failed, 12).draw(
            sheet, toggle
        )
        text = self.state(study, suite, news if running else None, done, known)
        outcomes = study.of(SuiteBrowser).outcomes(suite, player_of(study)).values()
        lots = sum(outcome.lot is not None for outcome in outcomes)
        if not running:
            text += f", {lots} by chance" if lots else ""
            lenses = (outcome.thought.lens for outcome in outcomes if outcome.thought is not None)
            text = ", ".join((text, *older_files(study, (lens for lens in lenses if lens is not None))))
        label = pygame.Rect(x + gap, row.top, toggle.left - x - 2 * gap, row.height)
        if theme.width(text, 12) <= label.width:
            sheet.label(label, text, 14 if theme.width(text) <= label.width else 12)
        else:
            lines = pygame.Rect(label.left, label.centery - theme.px(16), label.width, theme.px(32))
            sheet.paragraph(lines, text, 12)
        sheet.add("suite state", label, text, focusable=False)
        track = pygame.Rect(row.left, row.bottom + theme.px(4), row.width, theme.px(4))
        share = news.done / news.total if running and news is not None and news.total else 0.0
        if not running and suite.cases:
            share = done / len(suite.cases)
        sheet.progress(track, share)

    def state(
        self, study: Study, suite: Suite, running: SuiteProgress | None, done: int, known: dict[str, bool]
    ) -> str:
        """The progress of the run and the number of failures, in a line."""
        if running is not None:
            if words := study.of(SuiteBrowser).activity.compiling:
                return words
            left = running.seconds_left
            soon = f", {number_text.seconds(left)} left" if left is not None else ""
            waits = study.of(SuiteBrowser).waits
            soon = f", {waits}" if waits else soon
            return f"{running.done} of {running.total}{soon}"
        if not known:
            return "not run yet"
        failed = list(known.values()).count(False)
        if 0 < done < len(suite.cases):
            return f"{done} of {len(suite.cases)} run, {failed} failed"
        return f"{len(known) - failed} passed, {failed} failed{'' if done else ' in earlier runs'}"

    def _draw_foot(self, sheet: Sheet, rect: pygame.Rect, study: Study, shelf: Shelf, suite: Suite) -> int:
        """Draws a problem, or the removed case with its button; returns where they begin."""
        theme, suites = sheet.theme, study.of(SuiteBrowser)
        line = theme.px(24)
        problem = self._problem or suites.problem
        if not problem and shelf.unreadable:
            problem = shelf.unreadable[0].problem
        problem = problem or suite.left_out
        removed = suites.removed
        if not problem and removed is None:
            return rect.bottom
        place = pygame.Rect(rect.left, rect.bottom - line, rect.width, line)
        if removed is not None:
            wide = self.undo.wanted_width(theme) + theme.px(8)
            self.undo.draw(sheet, pygame.Rect(place.right - wide, place.top, wide, line))
            place.width -= wide + theme.px(8)
        text = f"{removed[1].name or 'The case'} was removed." if removed else ""
        text = shortened(problem) if problem else text
        sheet.label(place, text, 12, theme.warning if problem else theme.dim)
        sheet.add("suite problem", place, problem or text, focusable=False)
        return place.top - theme.px(4)

    def _draw_practise(self, sheet: Sheet, rect: pygame.Rect, foot: int, study: Study, suite: Suite) -> int:
        """Draws the button that practises the cases; returns where it begins."""
        theme, high = sheet.theme, sheet.theme.px(28)
        if study.data is None or not suite.cases:
            return foot
        count = len(suite.cases)
        self.practise.label = f"Practise {count} case{'' if count == 1 else 's'}"
        self.practise.tooltip = "Asks you for the moves. What you get wrong comes back another day."
        wide = min(rect.width, self.practise.wanted_width(theme) + theme.px(8))
        self.practise.draw(sheet, pygame.Rect(rect.left, foot - high, wide, high))
        return foot - high - theme.px(4)

    # Cases

    def _draw_row(
        self, sheet: Sheet, study: Study, before: dict[str, tuple[bool, str]], area: pygame.Rect, index: int
    ) -> None:
        theme, (suite, cases) = sheet.theme, self._shown
        assert suite is not None
        case, gap = cases[index], theme.px(8)
        outcome = self._outcome(case)
        passed, since = before.get(case.key, (None, ""))
        if outcome is not None:
            passed, since = outcome.passed, outcome.since
        hidden = study.of(SuiteBrowser).hides_answers
        if hidden:  # the played move may be the answer
            outcome, passed, since = None, None, ""
        if study.of(SuiteBrowser).case_shown(study.record) == case.key:
            sheet.accent(area)
        tools = theme.px(24)
        area.width -= theme.px(10)  # room for the scroll bar
        wide = area.width - 2 * gap - tools
        inner = pygame.Rect(area.left + gap, area.top + theme.px(2), wide, theme.px(LINE))
        low = inner.move(0, theme.px(LINE))
        mark = theme.width("passed", 12, True) + gap
        words = "" if passed is None else "passed" if passed else "failed"
        color = theme.warning if passed is False else theme.dim
        sheet.label(pygame.Rect(inner.left, inner.top, mark, inner.height), words, 12, color, bold=not passed)
        found = self._found(study, outcome)
        wide = theme.width(found, 12)
        name = pygame.Rect(inner.left + mark, inner.top, inner.width - mark - wide - gap, inner.height)
        number = suite.cases.index(case) + 1
        sheet.label(name, case.name or f"case {number}", 14, bold=passed is False)
        sheet.label(inner, found, 12, theme.dim, "right")
        status = "" if passed is None or not since else f"since {since}"
        answers = study.of(Exercises).of(case) if hidden else ()
        text = f"wants {case.wanted}"
        if hidden:
            text = case.question or ExercisePanel.question
            status = "solved" if solved(answers) else "tried" if answers else "not tried"
        elif outcome is not None:
            text += f"; {outcome.error or f'played {outcome.played}'}"
            text += f", {outcome.by_lot}" if outcome.lot is not None else ""
        rest = right_of(low, low.left + mark)
        if theme.width(text, 12) + gap + theme.width(status, 12) <= rest.width:
            sheet.label(low, status, 12, theme.dim, "right")
        color = theme.text_color if passed is False and outcome is not None else theme.dim
        sheet.label(rest, text, 12, color)
        if index == self.list.lit:
            self._draw_tools(sheet, right_of(area, area.right - tools), study, suite, case)

    def _found(self, study: Study, outcome: CaseResult | None) -> str:
        """The value of the played move, in the window's perspective, and the time it took."""
        if outcome is None:
            return ""
        time = number_text.seconds(outcome.seconds)
        if outcome.value is None:
            return time
        position = outcome.case.position
        value = for_side(outcome.value, position.to_move, study.perspective_in(position))
        thought = outcome.thought
        form = ValueFormat() if thought is None else ValueFormat.of_thought(thought)
        return f"{decided_words(value) or form.signed(value)}  {time}"

    def _draw_tools(self, sheet: Sheet, rect: pygame.Rect, study: Study, suite: Suite, case: Case) -> None:
        """Draws the buttons of the highlighted case: run it again, remove it."""
        theme, half = sheet.theme, rect.height // 2
        tools = [("retry", "Runs this case again.", partial(self._begin, [case.key]))]
        if study.of(SuiteBrowser).can_change(suite):
            tip = "Removes the case from your suite (Delete). Undo puts it back, at the end."
            tools.append(("close", tip, partial(study.of(SuiteBrowser).take_out, suite, case)))
        for number, (icon, tip, click) in enumerate(tools):
            place = pygame.Rect(rect.left, rect.top + number * half, rect.width, half)
            over = sheet.add(("case", icon), place, tip, click)
            if over:
                sheet.fill(place, theme.raised, 4)
            draw_icon(sheet.surface, theme, icon, place.center, 14, theme.text_color if over else theme.dim)


def player_of(study: Study) -> str:
    """The text of the player that runs a suite: what the person chose, else the suggested player."""
    return study.of(SuiteBrowser).player or suggested_players(study)[0]
