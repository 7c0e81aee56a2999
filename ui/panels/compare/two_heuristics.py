"""The page Compare, for two heuristics: the shown position term by term, what each would play, and a scan for
positions in which they choose differently."""

from functools import partial

import pygame

from engines.contract import Thought
from engines.jobs import FAILED
from engines.search.options import has_noisy_moves
from heuristics.failure import shortened
from heuristics.lens import Breakdown
from study.compare.background_scan import Scanned
from study.compare.breakdown_diff import BETWEEN, BreakdownDiff, align, squares_of
from study.compare.heuristic_pair import FIRST, SECOND, HeuristicPair, Offer, offers
from study.compare.paired_search import PairedChoice
from study.compare.scan import Disagreement
from study.evaluation.breakdowns import breakdown_now
from study.format import number_text
from study.format.value_format import ValueFormat
from study.searches.single_move_search import SingleMoveSearches
from study.searches.values import depth_of_value, depth_words, for_side
from study.state.search_store import has_value, position_key
from study.state.study import Study
from ui.kit.buttons import choices
from ui.kit.drop_down import DropDown, Option
from ui.kit.flow import PageFlow
from ui.kit.rows import cut, right_of
from ui.kit.sheet import Sheet
from ui.panels.compare.aligned_table import AlignedTable, ShownDiff
from ui.panels.compare.scan_page import ScanPage
from ui.panels.parts.outcome_table import decided_words
from ui.panels.parts.panel import IMPROVE, Panel
from ui.panels.parts.perspective_switch import PerspectiveSwitch
from ui.panels.parts.sketch import Block
from ui.panels.parts.stated_values import states_alone, states_by_lens
from ui.panels.parts.table_cells import draw_name

LINE = 24

PAGES = (
    (False, "Position", "The shown position, term by term, and what each would play."),
    (True, "Scan", "The positions in which the two choose differently."),
)


class TwoHeuristicsPanel(Panel):
    title = "Compare"
    tip = "Two heuristics side by side on the position, and a scan for positions where they differ"
    question = "Where do two heuristics differ?"
    guide_page = "compare"
    group = IMPROVE
    sketch = (
        *(Block("white", 6 - w, y, w, 1) for y, w in ((1.5, 4), (3.5, 2), (5.5, 3))),
        *(Block("black", 6.3, y, w, 1) for y, w in ((1.5, 2), (3.5, 4.5), (5.5, 1))),
    )
    feature = HeuristicPair

    def __init__(self) -> None:
        self.scans = False  # whether the scan is shown and not the position
        self.table = AlignedTable()
        self.scan = ScanPage(self._open_found)
        self.choosers = tuple(
            DropDown(partial(self._choose, which), f"The {name} of the two heuristics.")
            for which, name in enumerate(("first", "second"))
        )

    def called(self) -> None:
        self.scans = False

    def key(self, event: pygame.event.Event, study: Study) -> bool:
        return self.scan.key(event) if self.scans else self.table.scroll.key(event)

    def _choose(self, which: int, key: tuple[str, object]) -> None:
        self.study.of(HeuristicPair).chosen[which] = key

    def _open_found(self, scanned: Scanned, found: Disagreement) -> None:
        self.study.of(HeuristicPair).show(self.study, scanned, found)

    # Drawing

    def page(self, study: Study, page: PageFlow) -> None:
        self.guide_page = "scan" if self.scans else "compare"
        known = offers(study)
        options = [Option(offer.key, offer.label, offer.detail) for offer in known]
        for which, dropdown in enumerate(self.choosers):
            dropdown.offer(options, study.of(HeuristicPair).offer(study, which, known).key)
        page.controls(*self.choosers)
        page.controls(*choices("compare page", PAGES, self.scans, self._turn), PerspectiveSwitch(study))
        if self.scans:
            self.scan.page(study, page, known)
        else:
            page.rest(lambda place: self._draw_position(page.sheet, place, study, known))

    def _turn(self, scans: bool) -> None:
        self.scans = scans

    def ticks(self, study: Study, now: float) -> bool:
        """Whether the position has been shown long enough to be searched."""
        return study.of(HeuristicPair).choices.due

    # Position

    def _draw_position(self, sheet: Sheet, rect: pygame.Rect, study: Study, known: tuple[Offer, ...]) -> None:
        theme = sheet.theme
        first, second = (study.of(HeuristicPair).offer(study, which, known) for which in (FIRST, SECOND))
        sentence = study.of(HeuristicPair).sentence_on(study.position)
        lines = theme.wrapped(sentence, rect.width, 12) if sentence else []
        under = theme.px(3 * LINE + 8) + len(lines) * theme.px(16)
        place = pygame.Rect(rect.left, rect.top, rect.width, max(0, rect.height - under))
        found = [breakdown_now(study, lens) for lens in (first.lens, second.lens)]
        problem = next((text for text in found if isinstance(text, str)), "")
        bottom = rect.top
        one, other = found
        if isinstance(one, Breakdown) and isinstance(other, Breakdown):
            alignment = align((first.lens, second.lens), (one, other))
            shown = ShownDiff(
                alignment,
                (first.label, second.label),
                (study.number_columns(first.lens), study.number_columns(second.lens)),
                study.side_names,
                study.perspective,
                (states_by_lens(study, first.lens, one), states_by_lens(study, second.lens, other)),
                study.term_order,
                position_key(study.position),
                study.folds_of(self.title, first.lens.heuristic, second.lens.heuristic),
            )
            bottom = self.table.draw(sheet, place, shown, partial(self._point, study, alignment))
        else:
            text = shortened(problem) if problem else "evaluating …"
            sheet.paragraph(place, text, 14, theme.warning if problem else theme.dim)
            bottom = min(place.bottom, rect.top + theme.px(60))
        y = bottom + theme.px(4)
        sheet.rule(rect.left, rect.right, y)
        choices = pygame.Rect(rect.left, y + theme.px(4), rect.width, theme.px(3 * LINE))
        self._draw_choices(sheet, choices.copy(), study, (first, second))
        if sentence:
            sheet.text(rect, choices.bottom, sentence, 12, theme.dim)

    def _point(self, study: Study, alignment: BreakdownDiff, name: str, which: int) -> None:
        """Shows the squares of a term on the board while the pointer is over it."""
        squares = squares_of(alignment, name, which, study.position.state) if name else ()
        form = alignment.form if which == BETWEEN else ValueFormat.of_lens(alignment.lenses[which])
        study.point(squares=form.squares(squares), ahead=None)

    def _draw_choices(self, sheet: Sheet, rect: pygame.Rect, study: Study, two: tuple[Offer, Offer]) -> None:
        """Draws what each of the two heuristics would play."""
        theme = sheet.theme
        line = theme.px(LINE)
        ending = study.position.ending
        if ending:
            sheet.paragraph(rect, ending, 14, theme.dim)
            return
        choices, lenses = study.of(HeuristicPair).choices, (two[FIRST].lens, two[SECOND].lens)
        news = choices.ask(study.position, lenses, study.of(SingleMoveSearches).make)
        both = news.value if isinstance(news.value, PairedChoice) else None
        for which, offer in enumerate(two):
            thought = None if both is None else both.thoughts[which]
            depth = 0 if both is None else both.depth
            self._draw_choice(sheet, cut(rect, line), study, which, offer.label, thought, depth)
        place = cut(rect, line)
        if news.phase == FAILED:
            sheet.label(place, shortened(news.error), 12, theme.warning)
            sheet.add("comparison", place, news.error, focusable=False)
            return
        if both is None:
            text = choices.activity.compiling or "Searching …"
        else:
            agree = "They agree" if both.agree else "They differ"
            text = f"{agree}: plain alpha-beta, each {number_text.plies(both.depth)} deep"
            other = study.thought_here
            longer = [f"{text}."]
            if captures := has_noisy_moves(study.position.game):
                longer.insert(0, f"{text}; captures are not played out.")
            if other is not None and has_value(other) and depth_of_value(other) != both.depth:
                beside = f"the game's search here: {depth_words(other)}"
                short = f"{agree} at depth {both.depth}; {beside}."
                longer = [f"{text}; {beside}.", short, *longer]
                if captures:
                    longer.insert(0, f"{text}, captures are not played out; {beside}.")
            fits = (each for each in longer if theme.width(each, 12) <= place.width)
            plays_on = "plays captures out or looks deeper" if captures else "looks deeper"
            tip = f"{longer[0]} A search that {plays_on} may find other values, and another move."
            text = next(fits, f"{text}.")
            sheet.add("comparison", place, tip, focusable=False)
        sheet.label(place, text, 12, theme.dim)

    def _draw_choice(
        self,
        sheet: Sheet,
        rect: pygame.Rect,
        study: Study,
        which: int,
        name: str,
        thought: Thought | None,
        depth: int,
    ) -> None:
        """Draws the move that one of the two heuristics would play, and its value."""
        theme = sheet.theme
        half = rect.width // 2
        left = pygame.Rect(rect.left, rect.top, half - theme.px(8), rect.height)
        right = right_of(rect, rect.left + half)
        if thought is None or thought.move is None or thought.lens is None:
            draw_name(sheet, left, f"{name} plays", theme.dim)
            sheet.label(right, number_text.NOTHING, 14, theme.dim)
            return
        move = thought.move

        def point(there: bool) -> None:
            study.point(move=move if there else None, ahead=None)

        text = study.position.notation(move)
        tip = f"{name} would play {text}. W asks why not this move."
        enter, leave = partial(point, True), partial(point, False)
        if sheet.add(("would play", which), rect, tip, enter=enter, leave=leave):
            sheet.fill(rect, theme.raised, 4)
        draw_name(sheet, left, f"{name} plays", theme.dim)
        states = states_alone(study, thought)
        value = for_side(thought.value, study.position.to_move, study.perspective)
        words = decided_words(value) or ValueFormat.of_thought(thought).signed(value)
        wide = max(0, right.width - theme.width(words) - theme.px(8))
        room = pygame.Rect(right.topleft, (wide, right.height))
        move_end = sheet.label(room, text, 14, bold=True).right
        deep = f"depth {depth}"
        if move_end + theme.width(deep, 12) + theme.px(8) <= room.right:
            sheet.label(room, deep, 12, theme.dim, "right")
        sheet.label(right, words, 14, align="right", states=states)
