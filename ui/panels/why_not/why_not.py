"""The page Why not, which says why a move is not played. A sentence comes first, then both lines, the groups
and terms that make the difference, both values at each depth, and all terms."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pygame

from games.position import Position
from heuristics.failure import shortened
from study.calibration.chances import chance_of
from study.evaluation.one_sided import counted_by
from study.evaluation.other_lenses import of_another_lens
from study.format import number_text
from study.review.ask_why_not import ask_why_not, ask_why_not_here, ask_why_not_this, step_to
from study.review.background_review import by_review
from study.searches.lines import Line
from study.state.changes import Memo
from study.state.study import Study
from study.state.wishes import AskCase
from study.truth.truth import Truth
from study.why_not.compared_line import ComparedLine
from study.why_not.comparison import Comparison
from study.why_not.main_reasons import MOST_NAMES
from study.why_not.questions import WhyNotQuestion, WhyNotQuestions
from study.why_not.why_not_text import WhyNotText, sentence
from ui import clipboard
from ui.commands import Command
from ui.kit.buttons import quiet_button
from ui.kit.rows import cut, right_of
from ui.kit.scroll_bar import Scroll
from ui.kit.sheet import Sheet
from ui.panels.moves.candidate_columns import number_width
from ui.panels.parts.line_moves import draw_line, step_into
from ui.panels.parts.outcome_table import draw_outcomes
from ui.panels.parts.panel import ANALYSIS, TAB, Panel
from ui.panels.parts.stated_values import states_compared_line
from ui.panels.why_not.why_not_pictures import (
    Labels,
    draw_depths,
    draw_strip,
    draw_terms,
    draw_waterfall,
    number_for,
)
from ui.theme import Theme

HOW = (
    "Why is another move not played? Press W to ask about your last move. In an earlier position W "
    "asks about the move that you played there, or about your last one before it. While a row of Moves "
    "is selected, W asks about that move. Right-click a square of the board to ask about a move there. "
    "A right click on the piece that has just moved asks about that move, the program's or yours."
)
LABELS = ("best move", "other move", "chosen move", "its move", "asked move", "played move", "your move")
"""The labels that a line may have; there is room for the longest."""

LEAST_LINE = 120
"""A line narrower than this, in design pixels, is drawn below its move's value."""

KEEP = "keep as test"
SHOW_END = "show end"

HEADLINES = 2
"""How many lines the sentence on the better move may have, if it can be shortened to that."""

STRIP = 28
"""Height of a line's evaluations, in design pixels."""


class WhyNotPanel(Panel):
    title = "Why not"
    tip = "Why another move is not played, term by term"
    question = "Why is another move not played?"
    guide_page = "why-not"
    group = TAB
    feature = WhyNotQuestions
    comes = True

    def __init__(self) -> None:
        self.scroll = Scroll()
        self._scrolls: Memo[Scroll] = Memo()
        self.outcomes = Scroll()
        self._height = 0

    def asks(self, study: Study) -> str:
        return ""  # the page itself says which move is asked about, and how to ask

    def commands(self) -> tuple[Command[Study]]:
        label = "Why not this move?"
        tip = "Says why the program would not play the selected move, or the last move that you played."
        return (Command("why not", label, tip, "W", ask_why_not_this, ANALYSIS),)

    def key(self, event: pygame.event.Event, study: Study) -> bool:
        return self.scroll.key(event)

    # Drawing

    def is_empty(self, study: Study) -> bool:
        return study.of(WhyNotQuestions).question is None

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        theme, why = sheet.theme, study.of(WhyNotQuestions)
        question = why.question
        body = rect.copy()
        head = cut(body, theme.px(28))
        if question is None:
            sheet.label(head, "Why not?", 14, bold=True)
            sheet.paragraph(body, HOW, 14, theme.dim)
            return
        self._draw_title(sheet, head, study, question)
        body = self._draw_elsewhere(sheet, body, study, question, below=bool(question.among))
        answer = why.answer
        self.scroll = self._scrolls.of(Scroll, question)  # a new question begins at the top of the page
        if question.among:
            self._draw_choice(sheet, body, study, question)
        elif answer is not None:
            self._draw_answer(sheet, body, study, answer)
        else:
            doing = why.activity.compiling or f"{why.doing.capitalize() or 'Waiting'} …"
            words = shortened(why.problem) if why.problem else doing
            sheet.paragraph(body, words, 14, theme.warning if why.problem else theme.dim)

    def _draw_title(self, sheet: Sheet, rect: pygame.Rect, study: Study, question: WhyNotQuestion) -> None:
        theme, answer = sheet.theme, study.of(WhyNotQuestions).answer
        position, texts = question.position, []
        for move in question.moves:
            texts.append(position.notation(move))
            if len(position.chances(move)) > 1:
                break  # nobody knows in which position the moves after it would be made
            position = position.play(move)
        asked = " ".join(texts)
        if question.decided:
            title = f"Your move: {asked}"
        elif asked:
            title = f"Why {asked}?" if question.played_by is not None else f"Why not {asked}?"
        else:
            title = "Why not which move?"
        width = _draw_side(sheet, rect, study, question.position.to_move)
        place = pygame.Rect(rect.left, rect.top, rect.width - width - theme.px(8), rect.height)
        if answer is not None:
            keeps = (
                "Adds the position to a suite of tests. Next you say which move should, or should not, be "
                "played (Ctrl+D)."
            )
            case = AskCase(study.record.options, question.position, question.moves[0])
            keep = partial(study.wish, case)
            copies = "Copies this answer as text."
            copy = partial(_copy, answer)
            for key, label, tip, act in (("copy why", "copy", copies, copy), ("add why", KEEP, keeps, keep)):
                width = theme.width(label) + theme.px(16)
                if theme.width(title, 14, True) <= place.width - width - theme.px(4):
                    quiet_button(key, label, tip, act).draw(sheet, right_of(place, place.right - width))
                    place.width -= width + theme.px(4)
        sheet.label(place, title, 14, bold=True)

    @staticmethod
    def _draw_elsewhere(
        sheet: Sheet, rect: pygame.Rect, study: Study, question: WhyNotQuestion, below: bool
    ) -> pygame.Rect:
        """Draws which position the answer is about, if that is not the position on the board, with buttons to
        go there or to ask here. Returns the rest of `rect`. `below`: draws it below the moves to choose from,
        so that they stay under the pointer when the game goes on."""
        if study.shows(question.position):
            return rect
        theme, gap = sheet.theme, sheet.theme.px(8)
        node = study.node_of(question.position)
        text = f"{place_of(study, question)}, not about the position on the board."
        buttons: list[tuple[str, str, Callable[[], object]]] = []
        if node is not None:
            go = partial(study.go_to_node, node)
            buttons.append(("Go there", "Shows the position that the answer is about.", go))
        if study.position.moves:
            tip = "Asks about the position on the board."
            buttons.append(("Ask here", tip, lambda: ask_why_not_here(study)))
        widths = [theme.width(label) + 2 * gap for label, _, _ in buttons]
        room = rect.width - 2 * gap - sum(width + gap for width in widths)
        beside = theme.width(text, 12) <= room
        lines = theme.wrapped(text, room if beside else rect.width - 2 * gap, 12)
        row, line = theme.px(28), theme.px(16)
        box = pygame.Rect(rect.left, rect.top, rect.width, max(row, line * len(lines)) + gap)
        if not beside:
            box.height = line * len(lines) + row * bool(buttons) + gap
        if below:
            box.bottom = rect.bottom
        sheet.fill(box, theme.raised, 4)
        words = pygame.Rect(box.left + gap, box.top + gap // 2, 0, line * len(lines))
        words.width = room if beside else box.width - 2 * gap
        if beside:
            words.centery = box.centery
        sheet.paragraph(words, text, 12, theme.warning)
        x = box.right - gap - sum(widths) - gap * (len(widths) - 1) if beside else box.left + gap
        top = box.centery - row // 2 if beside else words.bottom
        for (label, tip, act), width in zip(buttons, widths, strict=True):
            quiet_button(("elsewhere", label), label, tip, act).draw(sheet, pygame.Rect(x, top, width, row))
            x += width + gap
        left = pygame.Rect(rect.left, rect.top, rect.width, rect.height - box.height - gap)
        return left if below else left.move(0, box.height + gap)

    def _draw_choice(self, sheet: Sheet, rect: pygame.Rect, study: Study, question: WhyNotQuestion) -> None:
        """Draws a button for each move that may be meant (`_choices`)."""
        theme, line = sheet.theme, sheet.theme.px(28)
        rows = _choices(study, question)

        def point(move: int | None) -> None:
            study.point(move=move)

        for index, place in self.scroll.lines(sheet, "why", rect, line, len(rows)):
            place.size = rect.width - theme.px(8), line - theme.px(4)
            row = rows[index]
            if isinstance(row, str):
                sheet.label(place, row, 14, theme.dim)
                continue
            text = row.position.notation(row.move)
            here = study.shows(row.position)

            def choose(row: Choosable = row) -> None:
                node = study.node_of(row.position)
                if node is not None:
                    step_to(study, node)
                    ask_why_not(study, (row.move,))

            key, tip = ("why", row.position is question.position, row.move), f"Why not {text}?"
            enter, leave = partial(point, row.move if here else None), partial(point, None)
            quiet_button(key, text, tip, choose, align="left", enter=enter, leave=leave).draw(sheet, place)

    def _draw_answer(self, sheet: Sheet, rect: pygame.Rect, study: Study, answer: Comparison) -> None:
        theme, labels = sheet.theme, study.of(WhyNotQuestions).labels(study, answer)
        with self.scroll.view(sheet, "why", rect, self._height) as top:
            page = pygame.Rect(rect.left, top, rect.width - theme.px(8), rect.height)
            y = self._draw_headline(sheet, page, study, answer)
            if not answer.same:
                for compared_line, label in zip((answer.chosen, answer.asked), labels, strict=True):
                    y = self._draw_compared_line(sheet, page, y, study, answer, compared_line, label)
                remarks = [self._chances(study, answer), WhyNotText(answer, with_place=True).parting]
                y = self._draw_remarks(sheet, page, y, remarks) + theme.px(8)
                folds = study.folds_of(self.title, answer.lens.heuristic)
                y = draw_waterfall(sheet, page, y, answer, labels, folds)
                y = draw_depths(sheet, page, y, study, answer)
                y = self._draw_remarks(sheet, page, y, [WhyNotText(answer).crossed])
                y = draw_terms(sheet, page, y, answer, labels)
                for compared_line in (answer.chosen, answer.asked):
                    y = self._draw_outcomes(sheet, page, y, study, answer, compared_line)
                y = self._draw_positions(sheet, page, y, answer, labels)
                remarks = list(WhyNotText(answer).details())
                if doing := self._doing(study, answer):
                    remarks.insert(0, doing)
                if answer.looked_for_flips and not answer.flips:
                    remarks.insert(
                        0, f"No weight was found at which {answer.asked.text} becomes the better one."
                    )
                y = self._draw_remarks(sheet, page, y, remarks)
                searched = by_review(study, answer.thought)
                searched = searched and f"This position was searched {searched}."
                y = self._draw_remarks(sheet, page, y, [searched])
            self._height = y - page.top

    def _draw_headline(self, sheet: Sheet, page: pygame.Rect, study: Study, answer: Comparison) -> int:
        """Draws which move is better and why, with remarks: whether a deeper search agrees, proven results,
        and the lens that searched, if it is not the shown one."""
        theme = sheet.theme
        text, *remarks = short_headline(theme, answer, page.width)
        place = sheet.text(page, page.top, text)
        # As many lines as the sentence had before a deeper search reversed it, so that nothing moves.
        lines = len(theme.wrapped(text, page.width, 14))
        place.height = place.height * max(lines, _lines_before(theme, answer, page.width)) // lines
        remarks[:0] = [WhyNotText(answer).check, self._proven(study, answer)]
        if used := of_another_lens(answer.lens, study.lens):
            remarks.append(f"The answer is by {used}, which searched the position.")
        if evaluated := counted_by(answer.lens, answer.side, study.side_names):
            remarks.append(f"Some terms are one-sided: both values are {evaluated}.")
        return self._draw_remarks(sheet, page, place.bottom + theme.px(4), remarks) + theme.px(4)

    @staticmethod
    def _proven(study: Study, answer: Comparison) -> str:
        """How the game ends after both moves, if that is proven; "" if the answer is not about the position
        on the board."""
        if not study.shows(answer.thought.position):
            return ""
        return study.of(Truth).comparison(study.position, answer.chosen.moves[0], answer.asked.moves[0])

    def _draw_remarks(self, sheet: Sheet, page: pygame.Rect, y: int, remarks: Sequence[str]) -> int:
        """Draws the remarks in small type, one below the other; returns where they end."""
        theme = sheet.theme
        for text in filter(None, remarks):
            y = sheet.text(page, y, text, 12, theme.dim).bottom + theme.px(2)
        return y

    @staticmethod
    def _doing(study: Study, answer: Comparison) -> str:
        """What is still being computed; "" for nothing, and while a remark below the first sentence says that
        the answer is being checked at another depth."""
        questions = study.of(WhyNotQuestions)
        below = questions.running and (answer.looked_deeper or answer.is_decided)
        return f"{questions.doing.capitalize()} …" if below and questions.doing else ""

    def _chances(self, study: Study, answer: Comparison) -> str:
        """Both values as chances: expected scores, in which a draw counts half. "" if one of them has none,
        such as a forced win, or a value of a heuristic without a calibration."""
        side = answer.side
        chosen, asked = (
            chance_of(study, answer.thought, compared_line.value, side)
            for compared_line in (answer.chosen, answer.asked)
        )
        if chosen is None or asked is None:
            return ""
        return (
            f"As chances for {study.side_name(side)}: {chosen.text} after {answer.chosen.text}, {asked.text} "
            f"after {answer.asked.text}, {chosen.between}."
        )

    # Both lines

    def _draw_compared_line(
        self,
        sheet: Sheet,
        page: pygame.Rect,
        y: int,
        study: Study,
        answer: Comparison,
        compared_line: ComparedLine,
        label: str,
    ) -> int:
        """Draws a move's value and its line, whose moves can be stepped through. The line is to the right of
        the value, or below it if there is no room."""
        theme, gap = sheet.theme, sheet.theme.px(8)
        which = "chosen" if compared_line is answer.chosen else "asked"
        line, height = line_of(study, answer, compared_line), theme.px(20)
        name = pygame.Rect(page.left, y, max(theme.width(text, 12, True) for text in LABELS), height)
        sheet.label(name, label, 12, bold=True)
        decided = [number_text.is_decided(each.value) for each in (answer.chosen, answer.asked)]
        value = pygame.Rect(name.right + gap, y, number_width(theme), height)
        value.width += theme.px(16) if any(decided) else 0
        states, number = states_compared_line(answer, compared_line), number_for(answer, compared_line.value)
        sheet.label(value, number, 14, None, "right", True, states)
        if number_text.is_decided(compared_line.value):
            shape = pygame.Rect(0, y, theme.px(16), height)
            shape.right = value.right - theme.width(number, 14, True) - theme.px(2)
            sheet.shape(shape, answer.side)
        end = pygame.Rect(0, y, theme.width(SHOW_END, 12) + theme.px(12), height)
        end.right = page.right
        if line.positions:
            last = len(line.positions) - 1
            active = study.ahead is not None and study.ahead == line.ahead(last + 1)
            tip = f"Shows the end of {compared_line.text}'s line on the board. Click again to return."
            quiet_button(
                (which, "end"), SHOW_END, tip, lambda: step_into(study, line, last), active, 12
            ).draw(sheet, end)
        decisive = answer.decisive
        mark = decisive[0] - 1 if decisive is not None and decisive[1] is compared_line else None
        nominal = answer.depth if len(compared_line.moves) > answer.depth else None
        moves = pygame.Rect(value.right + gap, y, end.left - value.right - 2 * gap, height)
        if moves.width < theme.px(LEAST_LINE):
            moves = pygame.Rect(page.left, y + height, page.width, height)
        draw_line(sheet, moves, study, line, which, mark, nominal)
        return moves.bottom + theme.px(4)

    def _draw_positions(
        self,
        sheet: Sheet,
        page: pygame.Rect,
        y: int,
        answer: Comparison,
        labels: Labels,
    ) -> int:
        """Draws the values of the positions along both lines, term by term."""
        theme = sheet.theme
        sheet.rule(page.left, page.right, y)
        y += theme.px(4)
        for compared_line, label in zip((answer.chosen, answer.asked), labels, strict=True):
            title = pygame.Rect(page.left, y, page.width, theme.px(20))
            sheet.label(title, f"along the line: {label}", 12, theme.dim)
            strip = pygame.Rect(page.left, title.bottom, page.width, theme.px(STRIP))
            y = draw_strip(sheet, strip, answer, compared_line)
        return y

    # Chance

    def _draw_outcomes(
        self,
        sheet: Sheet,
        page: pygame.Rect,
        y: int,
        study: Study,
        answer: Comparison,
        compared_line: ComparedLine,
    ) -> int:
        if not compared_line.outcomes:
            return y
        height = sheet.theme.px(24) + sheet.theme.px(20) * len(compared_line.outcomes)
        place = pygame.Rect(page.left, y, page.width, height)
        mean = sum(outcome.probability * outcome.value for outcome in compared_line.outcomes)
        scroll = self.outcomes if compared_line is answer.asked else Scroll()
        title = f"What {compared_line.plies[-1][0]} may bring"
        table = title, mean, compared_line.outcomes, answer.side
        draw_outcomes(sheet, place, study, answer.lens, scroll, *table, shares=True, perspective=answer.side)
        return place.bottom + sheet.theme.px(8)


@dataclass(frozen=True)
class Choosable:
    """A move that the question may mean, and the game's position in which it would be made."""

    position: Position
    move: int


def _choices(study: Study, question: WhyNotQuestion) -> list[Choosable | str]:
    """The moves that the question may mean, with headings if they belong to two positions."""
    position, earlier = question.position, question.earlier
    own: list[Choosable | str] = [Choosable(position, move) for move in question.among]
    if earlier is None:
        return own
    played, whose = study.record.numbered(earlier.cursor), study.side_name(earlier.position.to_move)
    theirs = [Choosable(earlier.position, move) for move in earlier.moves]
    made = study.record.plies[earlier.cursor].move
    return [
        f"{whose}'s last move" if made in earlier.moves else f"{whose}'s last move, in place of {played}",
        *theirs,
        f"{study.side_name(position.to_move)}'s next move",
        *own,
    ]


def _copy(answer: Comparison) -> None:
    clipboard.put(sentence(answer))


def short_headline(theme: Theme, answer: Comparison, width: int) -> list[str]:
    """The sentences that say which move is better. The first says what the moves do, and names as many terms
    as then fit into HEADLINES lines. If it is too long even without terms, it does not say what the moves do
    either. If a deeper search reverses the answer, it gets no more lines than it had."""
    sentences: list[str] = []
    most = HEADLINES if answer.turned is None else _lines_before(theme, answer, width)
    for names, with_effects in (*((names, True) for names in range(MOST_NAMES, -1, -1)), (0, False)):
        sentences = list(WhyNotText(answer, names, with_effects).headline())
        if len(theme.wrapped(sentences[0], width, 14)) <= most:
            break
    return sentences


def _lines_before(theme: Theme, answer: Comparison, width: int) -> int:
    """How many lines the first sentence had before the result of the search one ply deeper."""
    first, *_ = short_headline(theme, replace(answer, later=None), width)
    return len(theme.wrapped(first, width, 14))


def _draw_side(sheet: Sheet, rect: pygame.Rect, study: Study, side: int) -> int:
    """Draws at the right of `rect` for which side all values of the page are; returns the width. That side
    makes both moves: so the better move always has the larger value."""
    theme, whose = sheet.theme, study.side_name(side)
    mark = theme.px(28)
    width = mark + theme.px(8) + max(theme.width(f"for {name}") for name in study.side_names)
    place = right_of(rect, rect.right - width)
    tip = f"All values here are for {whose}, who moves: the better move has the larger value."
    sheet.add("why side", place, tip, focusable=False)
    sheet.shape(pygame.Rect(place.left, place.top, mark, place.height), side)
    text = pygame.Rect(place.left + mark, place.top, place.width - mark, place.height)
    sheet.label(text, f"for {whose}", 14)
    return width


def place_of(study: Study, question: WhyNotQuestion) -> str:
    """The position of a question, as the beginning of a sentence: "About move 12 for Black"."""
    node = study.node_of(question.position)
    if node is None:
        return "About a position that is no longer in the game"
    whose = study.side_name(question.position.to_move)
    return f"About move {study.record.number_after(node)} for {whose}"


def line_of(study: Study, answer: Comparison, compared_line: ComparedLine) -> Line:
    """A compared line as a line to draw and step through; a turn of several moves is in brackets."""
    moves = []
    sides = [position.to_move for position in compared_line.positions]
    last = min(len(compared_line.moves), len(sides)) - 1
    for index, (move, position) in enumerate(zip(compared_line.moves, compared_line.positions, strict=False)):
        text = position.notation(move)
        goes_on = index < last and sides[index + 1] == sides[index]
        went_on = index > 0 and sides[index - 1] == sides[index]
        if goes_on and not went_on:
            text = f"[{text}"
        elif went_on and not goes_on:
            text = f"{text}]"
        moves.append((text, position.to_move))
    return Line(
        thought=answer.thought,
        side=answer.side,
        moves=tuple(moves),
        positions=compared_line.positions[1:],
        value=compared_line.value,
        words="",
        breakdown=None,
        played=compared_line.moves,
        number=study.number_of(answer.thought.position),
    )
