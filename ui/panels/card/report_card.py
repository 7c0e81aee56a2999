"""The page Card, for the report card of a heuristic: how much each term is worth in matches without it, as a
list with intervals that is updated while the matches run."""

from collections.abc import Mapping, Sequence
from functools import partial

import pygame

from arena.card.card import Card, Confirmation, TermRow
from arena.card.pairs import Worth
from arena.card.verdicts import COSTS, EARNS
from arena.sequential import would_decide
from arena.term_kinds import WEIGHT
from study.card.report_card import MINUTES, ReportCard
from study.evaluation.other_lenses import of_another_lens, with_changes
from study.format import number_text
from study.state.study import Study
from study.truth.figure_words import gain_text, interval_in_brief
from ui.kit.buttons import Button
from ui.kit.drop_down import DropDown, Option
from ui.kit.rows import below, cut, right_of
from ui.kit.sheet import Sheet
from ui.kit.table import DataTable, drawn
from ui.panels.parts.panel import IMPROVE, Panel
from ui.panels.parts.sketch import Block
from ui.theme import Theme

LINE = 18
ROW = 2 * LINE + 6
"""Height of a row of the list, in design pixels: two lines for a term. `ReportCardPanel._row_height`
adds further lines."""

BESIDE, LEAST_INTERVAL = 18, 64
"""In design pixels: the space at the right of a row, with the scroll bar, and the least width of an
interval's picture."""

MOST_LINES = 6
"""The most lines of the card's sentence, and of each further text."""

LEAST_LIST = 170
"""The least useful height of the list of terms, in design pixels. If the texts above leave less, all but the
first text share a line."""

SCALES = (25, 50, 100, 200, 400, 800)
"""The possible scales of an interval's picture: the Elo at either end."""

ABOUT = (
    "Plays {heuristic} against itself without each term, in pairs of games. The card says which terms earn "
    "their place, which cost strength, and which stand in for others. It suggests weights and tries them. "
    "Pause at any time: what is played is kept."
)


class ReportCardPanel(Panel):
    title = "Card"
    tip = "Which terms of the heuristic earn their place, by matches without them"
    question = "Which terms earn their place?"
    guide_page = "card"
    group = IMPROVE
    sketch = (
        Block("accent", 6, 1, 4, 1),
        Block("accent", 6, 3, 2, 1),
        Block("warning", 3, 5, 3, 1),
        Block("dim", 6, 1, 0.4, 6),
    )
    feature = ReportCard

    def __init__(self) -> None:
        self.minutes = DropDown(self._choose_minutes, "How long the card may take.")
        self.minutes.offer([Option(each, f"{each} minutes") for each in MINUTES], MINUTES[1])
        self.start = Button(self._start_or_pause, primary=True)
        self.list = DataTable()
        self._rows: Sequence[TermRow] = ()
        self._narrow = False  # whether a row's Elo has a line of its own, for lack of width
        self._shares = 0  # how many lines the shares of a row have

    # What the person does

    def _choose_minutes(self, minutes: int) -> None:
        self.study.of(ReportCard).minutes = minutes

    def _start_or_pause(self) -> None:
        card = self.study.of(ReportCard)
        if card.running:
            card.stop()
        else:
            card.begin(self.study)

    def is_empty(self, study: Study) -> bool:
        return study.of(ReportCard).card is None

    def _tip(self, index: int) -> str:
        labels = {row.name: row.label for row in self._rows}
        return "" if index >= len(self._rows) else figures(self._rows[index], labels)

    # Drawing

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        theme, report = sheet.theme, study.of(ReportCard)
        line, gap = theme.px(28), theme.px(8)
        self._draw_head(sheet, pygame.Rect(rect.left, rect.top, rect.width, line), study)
        body, card = below(rect, rect.top + line + gap), report.card
        if card is None or report.problem:
            about = "Preparing …" if report.running else ABOUT.format(heuristic=with_changes(study.lens))
            color = theme.warning if report.problem else theme.dim
            sheet.paragraph(body, report.problem or about, 14, color)
            return
        state, words = cut(body, theme.px(20), theme.px(4)), self.state(study, card)
        sheet.label(state, words, 12, theme.dim)
        sheet.add("card state", state, words, focusable=False)
        self._rows = [*card.terms, *card.groups]
        row = self._row_height(theme, body.width)
        room = body.height - theme.px(LEAST_LIST)
        room -= self._draw_text(sheet, body, card.sentence, 14, MOST_LINES)
        more = [suggested(card), "" if card.truth is None else card.truth.sentence, card.kinds_sentence]
        more.append(left_out(card))
        lines = [len(theme.wrapped(text, body.width, 12)) for text in more if text]
        is_short = sum(lines) * theme.px(16) + len(lines) * theme.px(8) > room
        for text in [" ".join(filter(None, more))] if is_short else more:
            self._draw_text(sheet, body, text, 12, 1 if is_short else MOST_LINES)
        if self._rows:
            draw_row = partial(self._draw_row, sheet, scale_of(self._rows))
            self.list.draw(
                sheet, body, drawn(len(self._rows), [row] * len(self._rows), draw_row, tip=self._tip)
            )

    def _row_height(self, theme: Theme, width: int) -> int:
        """The height of a term's row on a page of this width. Sets `_narrow` and `_shares`."""
        room = width - theme.px(BESIDE)
        self._narrow = any(
            theme.width(one.verdict_text, 12) + theme.px(8) + theme.width(worth_words(one.worth), 12) > room
            for one in self._rows
        )
        shares = [shares_of(row) for row in self._rows]
        fits = all(theme.width(", ".join(words), 12) <= room for words in shares)
        self._shares = max((min(1, len(words)) if fits else len(words) for words in shares), default=0)
        return theme.px(ROW + LINE * (self._narrow + self._shares))

    def _draw_head(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        theme, gap, report = sheet.theme, sheet.theme.px(4), study.of(ReportCard)
        is_paused = report.card is not None and bool(report.card.stage) and report.is_of(study)
        self.start.label = "Pause" if report.running else "Go on" if is_paused else "Make the card"
        self.start.tooltip = (
            "Pauses the card. Played games are kept, and the card continues from there."
            if report.running
            else f"Makes the card of {with_changes(study.lens)}, or continues it. The minutes are for the "
            "whole card: choose more, and a finished card continues."
        )
        width = theme.width("Make the card") + theme.px(24)
        button = pygame.Rect(rect.right - width, rect.top, width, rect.height)
        self.minutes.draw(sheet, pygame.Rect(rect.left, rect.top, button.left - gap - rect.left, rect.height))
        self.start.draw(sheet, button)

    def _draw_text(self, sheet: Sheet, body: pygame.Rect, text: str, size: int, most: int) -> int:
        """Draws a text of at most `most` lines at the top of `body`, and takes its place from `body`. If it
        is cut off, the tooltip has all of it. Returns the height."""
        if not text:
            return 0
        before, line = body.height, sheet.theme.px(20 if size == 14 else 16)
        lines = min(most, len(sheet.theme.wrapped(text, body.width, size)))
        place = cut(body, line * lines, sheet.theme.px(8))
        if not sheet.paragraph(place, text, size):
            sheet.add(("card text", place.top), place, text, focusable=False)
        return before - body.height

    def state(self, study: Study, card: Card) -> str:
        """The heuristic and the card's progress, in a line."""
        report = study.of(ReportCard)
        of = of_another_lens(card.plan.lens, study.lens) or card.plan.heuristic
        doing = report.waits or report.activity.compiling_for or card.stage
        if not report.running:
            doing = "" if not card.stage else "paused"
        # `seconds` are those of all workers together.
        spent = number_text.seconds(card.seconds / max(1, report.workers)) if card.seconds else ""
        positions = f"{number_text.grouped(card.positions)} positions" if card.positions else ""
        compiled = number_text.seconds(card.compile_seconds)
        compiling = f"{compiled} of it compiling" if card.compile_seconds >= 1.0 else ""
        return ", ".join(filter(None, (of, positions, doing, spent, compiling)))

    def _draw_row(self, sheet: Sheet, scale: float, area: pygame.Rect, index: int) -> None:
        theme, row = sheet.theme, self._rows[index]
        inner = area.inflate(-theme.px(8), 0)
        inner.width = area.width - theme.px(BESIDE)
        upper = pygame.Rect(inner.left, inner.top + theme.px(2), inner.width, theme.px(LINE))
        lower = upper.move(0, theme.px(LINE))
        named = max(theme.width(each.label) for each in self._rows) + theme.px(8)
        left = max(inner.width * 11 // 20, min(named, inner.width - theme.px(LEAST_INTERVAL)))
        picture = right_of(upper, inner.left + left)
        upper.width = picture.left - upper.left
        sheet.label(upper, row.label, 14)
        if row.worth is not None and row.worth.pairs:
            draw_interval(sheet, picture, row.worth, scale)
        color = theme.warning if row.verdict == COSTS else theme.dim
        sheet.label(lower, row.verdict_text, 12, theme.text_color if row.verdict == EARNS else color)
        last = lower.move(0, theme.px(LINE) * self._narrow)
        sheet.label(last, worth_words(row.worth), 12, theme.dim, "left" if self._narrow else "right")
        words = shares_of(row)
        for text in (", ".join(words),) if self._shares == 1 else words:
            last = last.move(0, theme.px(LINE))
            sheet.label(last, text, 12, theme.dim)


def draw_interval(sheet: Sheet, rect: pygame.Rect, worth: Worth, scale: float) -> None:
    """Draws an interval of Elo as a bar, with a mark at the estimate. The picture goes from −`scale` to
    `scale`, with 0 in the middle."""
    theme = sheet.theme
    half = rect.width // 2 - theme.px(2)

    def place(elo: float | None, side: int) -> int:  # None: infinite, towards `side`
        share = side if elo is None else max(-1.0, min(1.0, elo / scale))
        return rect.centerx + round(share * half)

    left, right = place(worth.low, -1), place(worth.high, 1)
    color = theme.dim if worth.straddles else theme.accent if (worth.elo or 0.0) > 0 else theme.warning
    bar = pygame.Rect(left, rect.centery - theme.px(2), max(1, right - left), theme.px(4))
    sheet.fill(bar, color, 1)
    if worth.elo is not None:
        mark = pygame.Rect(place(worth.elo, 0) - theme.px(1), rect.top, theme.px(3), rect.height)
        sheet.fill(mark.inflate(0, -2 * theme.px(2)), color)
    sheet.zero(rect, rect)


def scale_of(rows: Sequence[TermRow]) -> float:
    """The Elo at either end of the pictures: the smallest of SCALES into which all finite ends of intervals
    fit, or the largest."""
    ends = [
        abs(end) for row in rows if row.worth for end in (row.worth.low, row.worth.high) if end is not None
    ]
    return next((float(scale) for scale in SCALES if max(ends, default=0.0) <= scale), float(SCALES[-1]))


def elo_text(value: float | None, infinite: str) -> str:
    return infinite if value is None else number_text.signed(value, 0)


def worth_words(worth: Worth | None) -> str:
    """Elo with its interval and the number of pairs of games; "" if no pair was played."""
    if worth is None or not worth.pairs:
        return ""
    ends = f"[{elo_text(worth.low, '−∞')}, {elo_text(worth.high, '+∞')}]"
    return f"{elo_text(worth.elo, '')} {ends} Elo, {number_text.grouped(worth.pairs)} pairs".strip()


def shares_of(row: TermRow) -> tuple[str, ...]:
    """In how many positions a term is not 0 ("fires"), and by how much it raises the share of proven
    positions in which the heuristic's move keeps the outcome ("truth kept"), each with its interval."""
    found = []
    shape = row.shape
    if shape is not None and shape.positions and shape.fires:
        ends = "" if shape.fires_interval is None else f" ({interval_in_brief(shape.fires_interval)})"
        positions = number_text.grouped(shape.positions)
        found.append(f"fires in {round(100 * shape.fires)} %{ends} of {positions} positions")
    if row.truth is not None:
        gain = gain_text(row.truth.gain, *row.truth.interval)
        found.append(f"truth kept {gain} of {number_text.grouped(row.truth.positions)}")
    return tuple(found)


def figures(row: TermRow, labels: Mapping[str, str]) -> str:
    """The tooltip of a term: everything that the card knows about it, one fact a line. `labels` are the names
    of all terms for people, by key."""
    lines = [f"{row.label}: {row.verdict_text}."]
    if row.shape is not None and row.shape.positions:
        fires = f"{shares_of(row)[0].capitalize()}." if row.shape.fires else ""
        alike = number_text.signed(row.shape.correlation, 2)
        like = labels.get(row.partner, row.partner)
        goes = f" Most similar to {like} (correlation {alike})." if like else ""
        lines.append(f"{fires}{goes}".strip())
    named = (
        ("Gain", row.worth),
        ("With more nodes", row.deeper),
        ("With the other weights refitted", row.refitted),
        ("With its sign turned", row.turned),
        ("With its sign turned and more nodes", row.turned_deeper),
    )
    for title, worth in named:
        if words := worth_words(worth):
            lines.append(f"{title}: {words}.")
    if row.changes_sign:
        lines.append("It helps at one number of nodes and harms at the other.")
    if row.truth is not None:
        truth = row.truth
        lines.append(
            f"Truth kept: {gain_text(truth.gain, *truth.interval)}. Of {truth.positions} proven positions "
            f"the heuristic keeps the outcome in {truth.only_with} only with the term, in "
            f"{truth.only_without} only without it."
        )
    for kinds in row.by_kind:
        what = "The fit says, by kind" if kinds.measure == WEIGHT else "Truth kept by kind"
        lines.append(f"{what}: {kinds.figures}.")
    if row.foresight is not None:
        found = row.foresight
        value, low, high = (number_text.signed(end, 2) for end in (found.correlation, found.low, found.high))
        lines.append(f"Foresight {value} [{low}, {high}].")
    if row.suggested is not None and row.weight is not None:
        of = row.suggested
        low, high = (number_text.short(end, 3) for end in (of.low, of.high))
        now, then = number_text.short(row.weight), number_text.short(of.weight, 3)
        lines.append(f"Weight {now}; the fit says {then} [{low}, {high}].")
    return "\n".join(filter(None, lines))


def suggested(card: Card) -> str:
    """The suggestion and the result of its matches in a sentence, or why there is none."""
    if card.suggestion is None:
        return card.no_fit
    label_of = card.plan.lens.heuristic.label_of
    weights = ", ".join(
        f"{label_of(name)} {number_text.short(weight)}" for name, weight in card.suggestion.weights.items()
    )
    tests = "; ".join(
        f"{worth_words(test.worth)} at {number_text.grouped(test.nodes)} nodes{_more(test)}"
        for test in card.suggestion.confirmations
    )
    state = "confirmed" if card.suggestion.confirmed else "not confirmed"
    return f"The fit suggests {weights} ({state}: {tests or 'no matches yet'})."


def left_out(card: Card) -> str:
    """The parts that were left out for lack of time, in a sentence; "" for none."""
    if not card.left_out:
        return ""
    return f"No time was left for: {'; '.join(card.left_out)}. Choose more minutes and go on."


def _more(test: Confirmation) -> str:
    """How much more an undecided test needs, in words."""
    if test.more_pairs is None:
        return ""
    return f", undecided: {would_decide(test.more_pairs)}"
