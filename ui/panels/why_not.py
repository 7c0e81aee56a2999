"""The page that says why a move is not played: both lines, the terms that make the difference, and the
two values over the depth of the search."""

from collections.abc import Sequence

import pygame

from heuristics.failure import shortened
from study import numbers
from study.comparison import ROUNDING, Branch, Comparison, TermDifference
from study.lines import Line
from study.questions import Question
from study.study import Study
from study.values import turned
from ui import clipboard
from ui.kit.scroll_bar import Scroll
from ui.kit.sheet import Sheet
from ui.panels.breakdown_table import written
from ui.panels.eyes import draw_eyes, eyes_width
from ui.panels.line_moves import draw_line, step_into
from ui.panels.outcome_table import decided_words, draw_outcomes
from ui.panels.panel import Panel

HOW = (
    "Why is another move not played? Press W after a move of your own, or while a row of Moves is selected; "
    "or press the right mouse button on a square of the board."
)
MOST_STEPS = 7
"""Terms of which each has its own step; the rest share one."""

CHART, STRIP = 84, 28
"""Heights in design pixels: of the values over the depth, of a line's evaluations."""


class WhyNotPanel(Panel):
    title = "Why not"
    tip = "Why another move is not played, term by term"
    keys = (("W", "why not the selected move, or the one that was played here?"),)

    def __init__(self) -> None:
        self.scroll = Scroll()
        self.outcomes = Scroll()
        self._seen = 0  # how many questions had been raised when it was opened last
        self._height = 0

    def called(self, study: Study) -> bool:
        new = study.why.raised != self._seen
        self._seen = study.why.raised
        return new

    def summons(self, event: pygame.event.Event, study: Study) -> bool:
        if event.key != pygame.K_w:
            return False
        study.ask_why_not_this()
        return True

    def key(self, event: pygame.event.Event, study: Study) -> bool:
        return self.scroll.key(event)

    # Drawing

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        theme, why = sheet.theme, study.why
        question = why.question
        head = pygame.Rect(rect.left, rect.top, rect.width, theme.px(28))
        body = pygame.Rect(rect.left, head.bottom, rect.width, rect.bottom - head.bottom)
        if question is None:
            sheet.label(head, "Why not?", 14, bold=True)
            sheet.paragraph(body, HOW, 14, theme.dim)
            return
        self._draw_title(sheet, head, study, question)
        answer = why.answer
        if question.among:
            self._draw_choice(sheet, body, study, question)
        elif answer is not None:
            self._draw_answer(sheet, body, study, answer)
        else:
            words = shortened(why.problem) if why.problem else f"{why.doing.capitalize() or 'Waiting'} …"
            sheet.paragraph(body, words, 14, theme.warning if why.problem else theme.dim)

    def _draw_title(self, sheet: Sheet, rect: pygame.Rect, study: Study, question: Question) -> None:
        theme, answer = sheet.theme, study.why.answer
        position, texts = question.position, []
        for move in question.moves:
            texts.append(position.notation(move))
            if len(position.chances(move)) > 1:
                break
            position = position.play(move)
        width = eyes_width(sheet, study)
        draw_eyes(sheet, rect, study)
        place = pygame.Rect(rect.left, rect.top, rect.width - width - theme.px(8), rect.height)
        if answer is not None:
            copy = pygame.Rect(0, place.top, theme.width("copy") + theme.px(16), place.height)
            copy.right = place.right
            tip = "Copies what is said here as text."
            sheet.button("copy why", copy, "copy", tip, lambda: clipboard.put(answer.sentence))
            place.width -= copy.width + theme.px(4)
        sheet.label(place, f"Why not {' '.join(texts)}?" if texts else "Why not which move?", 14, bold=True)

    def _draw_choice(self, sheet: Sheet, rect: pygame.Rect, study: Study, question: Question) -> None:
        theme, position = sheet.theme, question.position
        line = theme.px(28)
        self.scroll.fit(line * len(question.among), rect.height)
        self.scroll.area(sheet, "why", rect)
        clip = sheet.surface.get_clip()
        sheet.surface.set_clip(rect.clip(clip))
        for index in self.scroll.rows(line, len(question.among)):
            move = question.among[index]
            top = rect.top + index * line - self.scroll.offset
            place = pygame.Rect(rect.left, top, rect.width - theme.px(8), line - theme.px(4))
            text = position.notation(move)

            def choose(move: int = move) -> None:
                study.why.ask(position, (move,), study.side_names, study.thoughts.of(position), study.lens)

            sheet.button(("why", move), place, text, f"Why not {text}?", choose, align="left")
        sheet.surface.set_clip(clip)
        self.scroll.draw(sheet, "why", rect)

    def _draw_answer(self, sheet: Sheet, rect: pygame.Rect, study: Study, answer: Comparison) -> None:
        theme = sheet.theme
        self.scroll.fit(self._height, rect.height)
        self.scroll.area(sheet, "why", rect)
        clip = sheet.surface.get_clip()
        sheet.surface.set_clip(rect.clip(clip))
        page = pygame.Rect(rect.left, rect.top - self.scroll.offset, rect.width - theme.px(8), rect.height)
        y = self._draw_sentences(sheet, page, study, answer)
        if not answer.same:
            for branch in (answer.chosen, answer.asked):
                y = self._draw_branch(sheet, page, y, study, answer, branch)
            y = self._draw_waterfall(sheet, page, y, study, answer)
            for branch in (answer.chosen, answer.asked):
                y = self._draw_outcomes(sheet, page, y, study, answer, branch)
            y = self._draw_depths(sheet, page, y, study, answer)
        self._height = y - page.top
        sheet.surface.set_clip(clip)
        self.scroll.draw(sheet, "why", rect)

    def _draw_sentences(self, sheet: Sheet, page: pygame.Rect, study: Study, answer: Comparison) -> int:
        theme, y = sheet.theme, page.top
        for index, text in enumerate(answer.sentences()):
            size = 14 if index == 0 else 12
            height = theme.px(20 if size == 14 else 16)
            lines = theme.wrapped(text, page.width, size)
            place = pygame.Rect(page.left, y, page.width, height * len(lines))
            sheet.paragraph(place, text, size, theme.text_color if index == 0 else theme.dim)
            y = place.bottom + theme.px(2)
        if study.why.busy and study.why.doing:
            place = pygame.Rect(page.left, y, page.width, theme.px(16))
            sheet.label(place, f"{study.why.doing.capitalize()} …", 12, theme.faint)
        return y + theme.px(20)

    def _number(self, answer: Comparison, value: float, study: Study) -> str:
        """A value of the comparison for whom the window shows values."""
        value = turned(value, answer.side, study.eyes)
        return decided_words(value) or numbers.signed(value, answer.decimals)

    # The two lines

    def _draw_branch(
        self, sheet: Sheet, page: pygame.Rect, y: int, study: Study, answer: Comparison, branch: Branch
    ) -> int:
        """A line's moves, to be stepped through, with its value; below them what each position of it is
        worth, term by term."""
        theme = sheet.theme
        which = "chosen" if branch is answer.chosen else "asked"
        line, head = line_of(answer, branch), theme.px(20)
        shows = pygame.Rect(0, y, theme.width("show its end") + theme.px(12), head)
        shows.right = page.right
        value = self._number(answer, branch.value, study)
        wide = theme.width(value, 14, True)
        sheet.label(pygame.Rect(page.left, y, wide, head), value, 14, bold=True)
        name = pygame.Rect(
            page.left + wide + theme.px(8), y, shows.left - page.left - wide - theme.px(8), head
        )
        sheet.label(name, "chosen" if which == "chosen" else "asked", 12, theme.dim)
        if line.positions:
            last = len(line.positions) - 1
            active = study.ahead is not None and study.ahead == line.ahead(last + 1)
            tip = f"Shows the end of {branch.text}'s line on the board; once more leads back."
            sheet.button(
                (which, "end"), shows, "show its end", tip, lambda: step_into(study, line, last), active, 12
            )
        y += head
        decisive = answer.decisive
        mark = decisive[0] - 1 if decisive is not None and decisive[1] is branch else None
        moves = pygame.Rect(page.left, y, page.width, 2 * head)
        needed = sum(theme.width(text, 14, True) + theme.px(8) for text, _ in line.moves)
        if needed <= page.width:
            moves.height = head
        nominal = answer.depth if len(branch.moves) > answer.depth else None
        draw_line(sheet, moves, study, line, which, mark, nominal)
        y = moves.bottom + theme.px(2)
        return self._draw_strip(
            sheet, pygame.Rect(page.left, y, page.width, theme.px(STRIP)), study, answer, branch
        )

    def _draw_strip(
        self, sheet: Sheet, rect: pygame.Rect, study: Study, answer: Comparison, branch: Branch
    ) -> int:
        """What the positions of a line are worth, a column a ply: contributions for one side above the
        middle, those for the other below, one term on the other."""
        theme, eyes = sheet.theme, study.eyes
        which = "chosen" if branch is answer.chosen else "asked"
        both = [s for b in (answer.chosen, answer.asked) for s in b.statics if s is not None]
        stacks = [[turned(row.contribution, s.side, eyes) for row in s.rows] for s in both]
        largest = max((max(_above(stack), _above([-v for v in stack])) for stack in stacks), default=0.0)
        plies = max(len(answer.chosen.statics), len(answer.asked.statics))
        wide = max(theme.px(3), min(theme.px(28), rect.width // max(1, plies)))
        half = rect.height // 2
        sheet.rule(rect.left, rect.left + wide * len(branch.statics), rect.top + half)
        for ply, static in enumerate(branch.statics):
            if static is None or largest <= 0.0:
                continue
            column = pygame.Rect(rect.left + ply * wide, rect.top, wide - theme.px(2), rect.height)
            top = bottom = rect.top + half
            for row in static.rows:
                amount = turned(row.contribution, static.side, eyes)
                height = round(abs(amount) / largest * half)
                if not height:
                    continue
                top -= height if amount > 0 else 0
                place = pygame.Rect(column.left, top if amount > 0 else bottom, column.width, height)
                bottom += height if amount < 0 else 0
                sheet.fill(place, theme.side_color(eyes if amount > 0 else 1 - eyes))
                sheet.rule(place.left, place.right, place.top if amount > 0 else place.bottom - 1)
            after = "before it" if ply == 0 else f"after {branch.plies[ply - 1][0]}"
            terms = sorted(static.rows, key=lambda row: -abs(row.contribution))[:4]
            told = ", ".join(
                f"{written(row.name)} {self._number(answer, row.contribution, study)}"
                for row in terms
                if row.contribution
            )
            tip = f"{self._number(answer, static.value, study)} {after}: {told or 'nothing counts'}."
            sheet.add((which, "static", ply), column, tip, focusable=False)
        return rect.bottom + theme.px(8)

    # The difference

    def _draw_waterfall(
        self, sheet: Sheet, page: pygame.Rect, y: int, study: Study, answer: Comparison
    ) -> int:
        """From the asked move's value to the chosen one's, a step a term, the largest first."""
        if not answer.terms:
            return y
        theme = sheet.theme
        sheet.rule(page.left, page.right, y)
        y += theme.px(4)
        rows = _folded(answer.ranked)
        steps = [turned(row.difference, answer.side, study.eyes) for row in rows]
        start = turned(answer.asked.value, answer.side, study.eyes)
        end = turned(answer.chosen.value, answer.side, study.eyes)
        path = [start]
        for step in steps:
            path.append(path[-1] + step)
        low, high = min(*path, end), max(*path, end)
        span = (high - low) or 1.0
        number = max(
            theme.width(numbers.signed(v, answer.decimals)) for v in (*path, *steps, end)
        ) + theme.px(4)
        number = max(number, theme.width("flips at 0.0000", 12))
        name = min(max(theme.width(written(row.name)) for row in rows) if rows else 0, page.width * 2 // 5)
        name = max(name, theme.px(96))
        bars = pygame.Rect(page.left + name + theme.px(8), 0, page.width - name - number - theme.px(16), 0)

        def x(value: float) -> int:
            return bars.left + round((value - low) / span * bars.width)

        def draw(
            text: str, value: float, left: float, right: float, tip: str, total: bool, key: object
        ) -> None:
            nonlocal y
            place = pygame.Rect(page.left, y, page.width, theme.px(20))
            over = sheet.add(("step", key), place, tip, focusable=False)
            if over:
                sheet.fill(place, theme.raised, 4)
            sheet.label(pygame.Rect(place.left, y, name, place.height), text, 14, bold=total)
            if total:
                sheet.fill(
                    pygame.Rect(x(right) - theme.px(1), y + theme.px(2), theme.px(3), theme.px(16)),
                    theme.accent,
                )
            else:
                a, b = sorted((x(left), x(right)))
                side = study.eyes if value > 0 else 1 - study.eyes
                sheet.fill(
                    pygame.Rect(a, y + theme.px(4), max(theme.px(1), b - a), theme.px(12)),
                    theme.side_color(side),
                )
                sheet.rule(min(x(right), bars.right), min(x(right), bars.right) + 1, place.bottom)
            amount = pygame.Rect(page.right - number, y, number, place.height)
            sheet.label(amount, numbers.signed(value, answer.decimals), 14, align="right", bold=total)
            y = place.bottom

        value = f"What {answer.asked.text} is worth at depth {answer.depth}."
        draw(answer.asked.text, start, start, start, value, True, "asked")
        for row, step, before in zip(rows, steps, path, strict=False):
            tip = self._step_tip(answer, row, study)
            draw(written(row.name), step, before, before + step, tip, False, row.name)
        value = f"What {answer.chosen.text} is worth at depth {answer.depth}."
        draw(answer.chosen.text, end, end, end, value, True, "chosen")
        return y + theme.px(8)

    def _step_tip(self, answer: Comparison, row: TermDifference, study: Study) -> str:
        if row.name in (ROUNDING, OTHERS):
            return (
                "What the rounding of the numbers leaves."
                if row.name == ROUNDING
                else "The smaller differences together."
            )
        ours, theirs = (self._number(answer, amount, study) for amount in (row.chosen, row.asked))
        told = f"{written(row.name).capitalize()}: {ours} after {answer.chosen.text}, {theirs} after "
        told += f"{answer.asked.text}, at the ends of their lines."
        if row.flip_weight is None:
            return told
        now, to = numbers.short(answer.lens.weight(row.name)), numbers.short(row.flip_weight)
        return f"{told} It weighs {now}; from {to} on {answer.asked.text} would be preferred (searched)."

    # Chance and depth

    def _draw_outcomes(
        self, sheet: Sheet, page: pygame.Rect, y: int, study: Study, answer: Comparison, branch: Branch
    ) -> int:
        if not branch.outcomes:
            return y
        theme = sheet.theme
        height = theme.px(24) + theme.px(20) * len(branch.outcomes)
        place = pygame.Rect(page.left, y, page.width, height)
        mean = sum(outcome.probability * outcome.value for outcome in branch.outcomes)
        scroll = self.outcomes if branch is answer.asked else Scroll()
        title = f"What {branch.plies[-1][0]} may bring"
        measures = study.measures(answer.lens)
        draw_outcomes(sheet, place, scroll, title, mean, branch.outcomes, answer.side, study.eyes, measures)
        return place.bottom + theme.px(8)

    def _draw_depths(self, sheet: Sheet, page: pygame.Rect, y: int, study: Study, answer: Comparison) -> int:
        """Both values at each depth: a disc for the chosen move, a ring for the asked one."""
        theme = sheet.theme
        sheet.rule(page.left, page.right, y)
        y += theme.px(4)
        title = pygame.Rect(page.left, y, page.width, theme.px(20))
        sheet.label(title, "values over the depth of the search", 12, theme.dim)
        series = [
            [None if v is None else turned(v, answer.side, study.eyes) for v in branch.values]
            for branch in (answer.chosen, answer.asked)
        ]
        plain = [v for values in series for v in values if v is not None and not numbers.is_decided(v)]
        low, high = min(plain, default=0.0), max(plain, default=0.0)
        span = (high - low) or 1.0
        left = (
            page.left
            + max(theme.width(numbers.signed(v, answer.decimals), 12) for v in (low, high))
            + theme.px(8)
        )
        chart = pygame.Rect(
            left, title.bottom + theme.px(4), page.right - left - theme.px(8), theme.px(CHART - 32)
        )
        for value, at in ((high, chart.top), (low, chart.bottom)):
            place = pygame.Rect(page.left, at - theme.px(8), left - page.left - theme.px(8), theme.px(16))
            sheet.label(place, numbers.signed(value, answer.decimals), 12, theme.dim, "right")
            sheet.rule(chart.left, chart.right, at)
        step = chart.width / max(1, answer.depth - 1)
        every = max(1, -(-theme.width("88") // max(1, round(step))))

        def spot(depth: int, value: float) -> tuple[int, int]:
            share = max(0.0, min(1.0, (value - low) / span))
            return chart.left + round((depth - 1) * step), chart.bottom - round(share * chart.height)

        for which, values in enumerate(series):
            color = theme.text_color if which == 0 else theme.hint
            points = [spot(depth, v) for depth, v in enumerate(values, 1) if v is not None]
            if len(points) > 1:
                pygame.draw.lines(sheet.surface, color, False, points, theme.px(2))
            for point in points:
                ring = 0 if which == 0 else theme.px(2)
                pygame.draw.circle(sheet.surface, color, point, theme.px(4), ring)
        for depth in range(1, answer.depth + 1):
            x = chart.left + round((depth - 1) * step)
            told = [
                f"{branch.text} {'not searched' if v is None else self._number(answer, v, study)}"
                for branch in (answer.chosen, answer.asked)
                for v in branch.values[depth - 1 : depth]
            ]
            column = pygame.Rect(x - round(step / 2), chart.top, max(2, round(step)), chart.height)
            sheet.add(("depth", depth), column, f"Depth {depth}: {'; '.join(told)}.", focusable=False)
            if (depth - 1) % every == 0:
                place = pygame.Rect(x - theme.px(16), chart.bottom + theme.px(2), theme.px(32), theme.px(16))
                crossed = answer.crossing == depth
                sheet.label(place, str(depth), 12, theme.hint if crossed else theme.dim, "center")
        return chart.bottom + theme.px(24)


OTHERS = "others"


def _folded(rows: Sequence[TermDifference]) -> list[TermDifference]:
    """The largest rows, the rest as one."""
    if len(rows) <= MOST_STEPS + 1:
        return list(rows)
    rest = rows[MOST_STEPS:]
    sums = (sum(getattr(row, name) for row in rest) for name in ("chosen", "asked", "difference"))
    return [*rows[:MOST_STEPS], TermDifference(OTHERS, *sums)]


def _above(amounts: Sequence[float]) -> float:
    return sum(amount for amount in amounts if amount > 0.0)


def line_of(answer: Comparison, branch: Branch) -> Line:
    """A branch as a line to be drawn and stepped through; moves of one turn are in brackets."""
    sides = [position.to_move for position in branch.positions]
    moves = []
    for index, (move, position) in enumerate(zip(branch.moves, branch.positions, strict=False)):
        text = position.notation(move)
        goes_on = (
            index + 1 < len(branch.moves) and index + 1 < len(sides) and sides[index + 1] == sides[index]
        )
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
        positions=branch.positions[1:],
        value=branch.value,
        words="",
        breakdown=None,
        played=branch.moves,
    )
