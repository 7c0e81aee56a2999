"""The page Weights: a slider and a number for each weight of the shown heuristic, and a field for the name of
a new heuristic with these weights."""

import math
from functools import partial

import pygame

from engines.contract import Thought
from games.contract import BLACK, WHITE, BadText
from heuristics.contract import Heuristic
from heuristics.failure import shortened
from heuristics.lens import Breakdown, Lens
from heuristics.presets import differences, in_words
from heuristics.registry import keep_weights
from study.evaluation.breakdowns import breakdown_of, counting_side
from study.evaluation.contribution_formula import phases_in_words
from study.evaluation.other_lenses import with_changes
from study.format import number_text
from study.format.term_groups import AUTHORS, GROUP, Arrangement, Part, TableRow, capital
from study.format.value_format import ValueFormat
from study.moves.replaced_move import replaced_by
from study.searches.values import depth_words
from study.state.changes import Memo
from study.state.study import Study
from ui.kit.buttons import Button
from ui.kit.rows import below, right_of
from ui.kit.scroll_bar import Scroll
from ui.kit.sheet import Sheet
from ui.kit.slider import Slider
from ui.kit.text_field import TextField
from ui.panels.parts.panel import IMPROVE, Panel
from ui.panels.parts.sketch import Block
from ui.panels.parts.stated_values import states_now
from ui.panels.parts.table_cells import INDENT, draw_group_name, draw_name

ROW = 32
LEAST_SLIDER = 40
"""The least width of a slider in design pixels, beside long names."""

LONGEST_NUMBER, LONGEST_NAME = 30, 60
"""The most characters of a weight, and of the new heuristic's name."""

SEARCHING = "searching …"

SPAN = 4.0
"""A slider reaches from minus to plus this many times the default weight (of 1, if the default is 0)."""


class WeightRow:
    """The controls of one weight; `label` is its name for people."""

    def __init__(self, panel: "WeightsPanel", name: str, label: str) -> None:
        self.name, self.label = name, label
        self.slider = Slider(partial(panel.weigh, name))
        self.field = TextField(partial(self._typed, panel), most=LONGEST_NUMBER)

    def show(self, lens: Lens, usual: float, typing: bool) -> None:
        value = lens.weight(self.name)
        size = abs(usual) or 1.0
        step = 10.0 ** (math.floor(math.log10(size)) - 1)
        self.slider.show(value, usual, -SPAN * size, SPAN * size, step)
        title = capital(self.label)
        self.slider.tooltip = (
            f"{title}: the weight, {number_text.short(usual)} by default in {lens.name}. Arrow keys "
            "change it, with Shift in small steps. Delete or a double click restores the default."
        )
        term = next((term for term in lens.heuristic.terms if term.name == self.name), None)
        if term is not None and (phases := phases_in_words(lens, term, value)):
            self.slider.tooltip += f" {phases}"
        self.field.tooltip = f"{title}: the weight as a number."
        if not typing and _number(self.field.text) != value:
            text = f"{value:g}" if float(f"{value:g}") == value else repr(value)
            self.field.show(text.replace("-", number_text.MINUS))
        self.field.problem = _number(self.field.text) is None

    def _typed(self, panel: "WeightsPanel", text: str) -> None:
        value = _number(text)
        self.field.problem = value is None
        if value is not None:
            panel.weigh(self.name, value)


def _best_words(study: Study, thought: Thought) -> tuple[str, ...]:
    """The best move with these weights, in a long and a short version. If a side wins by force, says so
    instead, because weights do not matter then."""
    assert thought.move is not None
    forced = number_text.verdict(thought.value, thought.position.to_move, study.side_names)
    if forced:
        return f"{forced}, with any weights", forced
    best = f"best {thought.position.notation(thought.move)}"
    return f"{best}, {depth_words(thought)}", best


def _replaced_words(study: Study, thought: Thought | None) -> tuple[str, ...]:
    """Whether the weights have changed the best move, in a long and a short version. That is certain only if
    the best moves with both weights are known at the same depth. Empty if no search with other weights is
    known, and if a side wins by force."""
    replaced = None if thought is None else replaced_by(study, thought)
    if thought is None or replaced is None or number_text.is_decided(thought.value):
        return ()
    now, before = map(thought.position.notation, (replaced.now, replaced.before))
    by, depth = "other weights" if differences(replaced.lens) else "default weights", replaced.depth
    if not replaced.comparable:
        short = f"With {by}: {before}, depth {replaced.depth_before}."
        return f"{short[:-1]}; not yet compared at one depth.", short
    if replaced.now == replaced.before:
        return (
            f"At depth {depth} the best move is {now} with {by}, too.",
            f"At depth {depth} {now} with both.",
        )
    best = f"At depth {depth} the best move is {now}"
    return f"{best}; with {by} it is {before}.", f"At depth {depth} {now}, was {before}."


def _best_tip(study: Study, thought: Thought) -> str:
    if number_text.is_decided(thought.value):
        return "The search has found a forced win, which no evaluation and so no weight can change."
    tip = f"The best move by these weights, at {depth_words(thought)}."
    return " ".join((tip, *_replaced_words(study, thought)[:1]))


def who_plays(study: Study) -> str:
    """Which programs play with the shown weights. If none does: which programs play with the shown heuristic
    and other weights. "" for none."""
    named = [side for side in (WHITE, BLACK) if study.players[side].heuristic == study.lens.name]
    same = [side for side in named if study.plays_by_shown_lens(side)]
    names = [study.side_name(side) for side in same or named]
    plays = "plays" if len(names) == 1 else "play"
    return f"{' and '.join(names)} {plays} with {'them' if same else 'other weights'}" if names else ""


def _number(text: str) -> float | None:
    try:
        value = float(text.replace(number_text.MINUS, "-"))
    except ValueError:
        return None
    return value if math.isfinite(value) else None


class WeightsPanel(Panel):
    """Sliders for the weights. `Study.show_lens` says what a changed weight leads to."""

    title = "Weights"
    tip = "The weight of each term: change it and see what follows"
    question = "What if a term counted more?"
    guide_page = "weights"
    group = IMPROVE
    sketch = (
        *(Block("line", 1, y, 10, 0.6) for y in (1.7, 3.7, 5.7)),
        *(Block("accent", x, y, 1.2, 1.6) for x, y in ((7, 1.2), (3, 3.2), (8.5, 5.2))),
    )
    lower = True

    def __init__(self) -> None:
        self.scroll = Scroll()
        self.arrangement = Arrangement()
        tip = "A name for these weights."
        self.name = TextField(lambda text: None, self._keep, tip, "a name", LONGEST_NAME)
        tip = "Saves the weights as a heuristic of this name, which can then be chosen like any other."
        self.keep = Button(self._keep, "Keep", tooltip=tip)
        self.reset = Button(self._reset, "Reset", tooltip="Restores the default weights.")
        self._rows: list[WeightRow] = []
        self._rows_of: Memo[list[WeightRow]] = Memo()
        self._message = ("", False)

    def weigh(self, name: str, value: float) -> None:
        """Sets a weight."""
        try:
            self.study.show_lens(self.study.lens.with_weight(name, value))
            self._message = ("", False)
        except BadText as error:
            self._message = (str(error), True)

    def _reset(self) -> None:
        self.study.show_lens(Lens.of(self.study.lens.heuristic))
        self._message = ("", False)
        self._rows_of = Memo()  # new fields, without numbers that were typed and are no weights

    def _begin(self, heuristic: Heuristic) -> list[WeightRow]:
        """The rows of another heuristic. A message about the last heuristic is removed."""
        self._message = ("", False)
        return [WeightRow(self, name, heuristic.label_of(name)) for name in heuristic.weight_names]

    def _keep(self) -> None:
        try:
            file = keep_weights(self.study.lens, self.name.text.strip())
            self._message = (f"Saved as {self.name.text.strip()}, in {file}", False)
        except BadText as error:
            self._message = (str(error), True)

    # Drawing

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        theme, lens = sheet.theme, study.lens
        names = lens.heuristic.weight_names
        self._rows = self._rows_of.of(lambda: self._begin(lens.heuristic), lens.heuristic)
        head = pygame.Rect(rect.x, rect.y, rect.width, 0)
        head.height = self._draw_head(sheet, head, study) + theme.px(8)
        row, foot = theme.px(ROW), theme.px(80)
        body = pygame.Rect(rect.x, head.bottom, rect.width, max(row, rect.height - head.height - foot))
        terms = lens.heuristic.terms
        groups = [term.group for term in terms] + [""] * (len(names) - len(terms))  # "": weights of no term
        parts = [
            Part(line.name, line.label, group, 0.0, False)
            for line, group in zip(self._rows, groups, strict=True)
        ]
        # Room for each weight and a group for each: only a person folds rows.
        form, whole = ValueFormat.of_lens(lens), 2 * len(parts)
        folds = study.folds_of(self.title, lens.heuristic)
        rows = self.arrangement.rows(form, parts, AUTHORS, whole, folds, None, False)
        height = row * len(rows)
        body.height = height if height <= body.height else body.height - body.height % row
        own = dict(zip(names, lens.heuristic.default_weights.tolist(), strict=True))
        longest = max((theme.width(each.label, bold=True) for each in self._rows), default=0)
        longest += theme.px(INDENT)
        with self.scroll.view(sheet, "weights", body, height) as top:
            for index, table_row in enumerate(rows):
                place = pygame.Rect(body.x, top + index * row, body.width, row)
                if table_row.kind == GROUP:
                    moved = sum(own[names[term]] != lens.weight(names[term]) for term in table_row.terms)
                    self._draw_group(sheet, place, table_row, index, moved)
                    continue
                line = self._rows[table_row.terms[0]]
                line.show(lens, own[line.name], sheet.focused == line.field)
                self._draw_row(sheet, place, line, index, table_row.inside, longest)
        self._draw_foot(sheet, pygame.Rect(rect.x, body.bottom + theme.px(8), rect.width, foot - theme.px(8)))

    def _draw_group(self, sheet: Sheet, place: pygame.Rect, row: TableRow, index: int, moved: int) -> None:
        """Draws the head of a group's weights, with how many of them were changed."""
        theme = sheet.theme
        over = sheet.add(
            ("weight group", row.key),
            pygame.Rect(place.x, place.y, place.width - theme.px(12), place.height),  # beside the scroll bar
            f"{row.label(False)}: {len(row.terms)} weights. A click or Enter {row.verb} them.",
            click=partial(self.arrangement.toggle, row),
            reached=partial(self.scroll.show_line, index, place.height),
        )
        if over:
            sheet.fill(place, theme.raised, 4)
        count_width = theme.width("88 changed", 12)
        draw_group_name(
            sheet, pygame.Rect(place.x, place.y, place.width - count_width, place.height), row, False
        )
        if moved:
            end = pygame.Rect(place.right - count_width - theme.px(12), place.y, count_width, place.height)
            sheet.label(end, f"{moved} changed", 12, theme.warning, "right")

    def _draw_head(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> int:
        """Draws whose weights they are, who plays with them, and how they value the position. Returns the
        height of all that."""
        theme = sheet.theme
        width = self.reset.wanted_width(theme) + theme.px(8)
        button = pygame.Rect(rect.right - width, rect.y, width, theme.px(28))
        self.reset.enabled = bool(differences(study.lens))
        self.reset.draw(sheet, button)
        room = pygame.Rect(rect.x, rect.y, button.x - rect.x - theme.px(8), theme.px(28))
        name, below = sheet.label(room, with_changes(study.lens), bold=True), button.bottom
        if plays := who_plays(study):
            rest = right_of(room, name.right + theme.px(8))
            if theme.width(plays, 12) > rest.width:
                rest = pygame.Rect(rect.x, button.bottom, rect.width, theme.px(18))
                below = rest.bottom
            sheet.label(rest, plays, 12, theme.dim)
        low = pygame.Rect(rect.x, below + theme.px(4), rect.width, theme.px(24))
        self._draw_numbers(sheet, low, study)
        low = pygame.Rect(rect.x, low.bottom, rect.width, theme.px(18))  # always, so that no slider moves
        if words := _replaced_words(study, study.search_store.of(study.position, study.lens)):
            fits = (text for text in words if theme.width(text, 12) <= low.width)
            sheet.label(low, next(fits, words[-1]), 12)
            sheet.add("replaced move", low, words[0], focusable=False)
        return low.bottom - rect.top

    def _draw_numbers(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        """Draws the value of the shown position with these weights, and the move that a search with them
        prefers."""
        now = breakdown_of(study, study.position, counting_side(study), study.lens)
        thought = study.search_store.of(study.position, study.lens)
        words: tuple[str, ...] = ()
        if thought is not None and thought.move is not None:
            words = _best_words(study, thought)
        elif study.running:
            words = (SEARCHING,)
        left = rect.copy()
        if words:
            left.width -= sheet.theme.width(words[-1]) + sheet.theme.px(8)
            left.width = max(left.width, rect.width // 2)
        if isinstance(now, Breakdown) and now.failure is None and not study.position.ending:
            states = states_now(study, now)
            text = ValueFormat.of_lens(study.lens).with_unit(states.value)
            left = sheet.label(left, f"now {text} for {study.side_name(study.perspective)}", states=states)
        elif now is not None:
            sheet.label(left, study.position.ending or "now: failed", 14, sheet.theme.dim)
        right = right_of(rect, left.right + sheet.theme.px(8))
        if thought is not None and thought.move is not None:
            fits = (text for text in words if sheet.theme.width(text) <= right.width)
            sheet.add("best move", right, _best_tip(study, thought), focusable=False)
            sheet.label(right, next(fits, words[-1]), align="right")
        elif words:
            sheet.label(right, words[0], 14, sheet.theme.dim, "right")

    def _draw_row(
        self, sheet: Sheet, rect: pygame.Rect, line: WeightRow, index: int, inside: bool, longest: int
    ) -> None:
        """Draws a weight's row; `longest` is the room that the longest name needs."""
        theme = sheet.theme
        gap = theme.px(8)
        inner = pygame.Rect(rect.x, rect.y, rect.width - theme.px(12), rect.height)
        field = right_of(inner, inner.right - theme.px(76)).inflate(0, -2 * theme.px(2))
        indent = theme.px(INDENT) * inside
        most = field.x - inner.x - 2 * gap - theme.px(LEAST_SLIDER)
        wide = min(max(inner.width * 2 // 5, longest), most)
        name = pygame.Rect(inner.x + indent, inner.y, wide - indent, inner.height)
        slider = pygame.Rect(name.right + gap, inner.y, field.x - name.right - 2 * gap, inner.height)
        changed = line.slider.value != line.slider.usual
        draw_name(sheet, name, line.label, bold=changed)
        line.slider.draw(sheet, slider, partial(self.scroll.show_line, index, rect.height), inner)
        line.field.draw(sheet, field)

    def _draw_foot(self, sheet: Sheet, rect: pygame.Rect) -> None:
        theme = sheet.theme
        width = self.keep.wanted_width(theme) + theme.px(8)
        line = theme.px(32)
        self.name.draw(sheet, pygame.Rect(rect.x, rect.y, rect.width - width - theme.px(8), line))
        self.keep.draw(sheet, pygame.Rect(rect.right - width, rect.y, width, line))
        text, warns = self._message
        if not text:
            changes = differences(self.study.lens)
            text = "These are the default weights."
            if changes:
                text = f"With {in_words(self.study.lens.heuristic, changes)}."
        place = below(rect, rect.y + line + theme.px(4))
        sheet.paragraph(place, shortened(text), 12, theme.warning if warns else theme.dim)
        sheet.add("weights said", place, text, focusable=False)
