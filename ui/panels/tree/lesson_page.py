"""The page Lesson, in the board's place: minimax and alpha-beta search the position on the board, side by
side. It counts the nodes of each setting. While you step through alpha-beta's visits, it asks whether the
rest of a node will be cut off."""

import math
from collections.abc import Callable
from functools import partial
from itertools import compress

import pygame

from engines.jobs import COMPILING
from study.format import number_text
from study.format.value_format import ValueFormat
from study.searches.values import for_side
from study.state.changes import Memo
from study.state.job_reports import JobReports
from study.state.study import Study
from study.tree.lesson import DEEPEST, Lesson, LessonQuestion, Lessons, Setting, questions_before
from study.tree.search_tree import WalkedTree
from study.tree.tree_text import move_name, summary
from ui.kit.buttons import Button, quiet_button
from ui.kit.drop_down import DropDown, Option
from ui.kit.rows import below
from ui.kit.sheet import Sheet
from ui.panels.parts.panel import STAGE, UNDERSTAND, Panel
from ui.panels.parts.sketch import Block
from ui.panels.tree.icicle import Icicle
from ui.panels.tree.tree_cursor import KEYS, TreeCursor
from ui.panels.tree.tree_outline import OUTLINE, TreeOutline
from ui.theme import Theme

ABOUT = (
    "Searches the position on the board a few plies deep, by minimax and by textbook "
    "alpha-beta. Both trees stand side by side: alpha-beta never visited what is pale on "
    "the left. As you step through the right one, you guess whether the rest of a node is cut off."
)
LEAST_TREES, LEAST_OUTLINE = 96, 56
"""Heights in design pixels: the trees get at least the first. The words about a node are omitted if they
would get less than the second."""

COUNTS, ROOMY_STEP = 44, 110
"""In design pixels: the height of a row of node counts, and the least width of a count. If the counts would
be narrower, they are in two rows."""

ROOMY = 440
"""From this width on, in design pixels, the buttons are at the right of the words under the trees, otherwise
below them."""

MOST_LINES = 6
"""The most lines under the trees. Longer text is cut off; the tooltip has all of it."""

NOTHING_CUT = "At depth 1 there is nothing to cut off. Choose a depth of 2 or 3."


DRAWN_SECONDS = 0.1
"""While the lesson is being searched, the panel is drawn again after this many seconds."""


class LessonPanel(Panel):
    """The page. The cursor moves through alpha-beta's tree; minimax's tree shows the same node."""

    title = "Lesson"
    tip = "Minimax and alpha-beta side by side, a few plies deep, to learn how cut-offs come about"
    question = "What can a search leave out?"
    guide_page = "lesson"
    group = UNDERSTAND
    shortcut = "K"
    sketch = (
        Block("accent", 1, 1, 4.5, 1.5),
        *(Block("dim", x, 3, 1, 1.5) for x in (1, 2.7, 4.5)),
        *(Block("dim", x, 5, 0.6, 1.5) for x in (1, 1.8, 2.7, 3.5, 4.5)),
        Block("accent", 6.5, 1, 4.5, 1.5),
        *(Block("dim", x, 3, 1, 1.5) for x in (6.5, 8.2)),
        *(Block("dim", x, 5, 0.6, 1.5) for x in (6.5, 7.3)),
    )
    place = STAGE
    keys = (*KEYS, ("R", "Searches the position on the board"), ("Y, N", "Answers: it is cut off, it is not"))

    def __init__(self) -> None:
        self.cursor = TreeCursor("alpha-beta", self._stop_guessing)
        self.minimax = Icicle("minimax", self._choose_twin)
        self.outline = TreeOutline()
        self.depth = DropDown(lambda depth: self.begin(), "How many plies deep.")
        self.depth.offer([Option(d, f"{number_text.plies(d)} deep") for d in range(1, DEEPEST + 1)], 2)
        self.start = Button(self.begin, "Search", primary=True)
        self.start.tooltip = "Searches the position on the board in all settings (R)."
        self.setting: Setting = (False, False)
        self.lessons: Lessons | None = None
        self._lessons_of: Memo[Lessons] = Memo()
        self.asked: list[LessonQuestion] = []  # the questions to answer before the next step
        self.said = ""  # whether the last answer was right, and why
        self.guesses = False  # whether the person steps and guesses; later visits are then hidden
        self.right, self.answered = 0, 0
        self._lesson: Lesson | None = None
        self._started: Memo[None] = Memo()
        self._twins: Memo[None] = Memo()
        self._reports = JobReports()
        self._counted_at = 0.0  # when the panel was last drawn again because a search runs
        self._called = (
            False  # whether another page has just opened this one; the next drawing begins the search
        )

    # What the person does

    def called(self) -> None:
        self._called = True

    def begin(self) -> None:
        """Searches the position on the board."""
        if self.lessons is not None and self.study.position.moves:
            self.cursor.leave()
            self.lessons.begin(self.study, self.depth.value)

    def turn(self, which: int) -> None:
        """Switches move ordering (0) or the transposition table (1) on or off."""
        ordering, table = self._switches
        self.set_to((not ordering, table) if which == 0 else (ordering, not table))

    def set_to(self, setting: Setting) -> None:
        self.setting = setting
        self._restart()

    @property
    def _switches(self) -> tuple[bool, bool]:
        """Whether move ordering and the transposition table are on. For the setting "selective" both count as
        off."""
        return (False, False) if self.setting == "selective" else self.setting

    def _restart(self) -> None:
        self.cursor.leave()
        self.cursor.icicle.whole()
        self._stop_guessing()

    def _stop_guessing(self) -> None:
        """Ends the questions, and shows the later visits."""
        self.asked, self.said, self.guesses = [], "", False

    @property
    def tree(self) -> WalkedTree | None:
        return None if self._lesson is None else self._lesson.trees[self.setting].tree

    def _choose_twin(self, node: int) -> None:
        """A node of minimax's tree was clicked: moves the cursor to the same node in alpha-beta's tree, at
        its first visit there. Does nothing if alpha-beta never visited it."""
        if self._lesson is not None:
            twins = self._lesson.trees[self.setting].twins
            found = (twins == node).nonzero()[0]
            if len(found):
                self._stop_guessing()
                self.cursor.choose(int(found[0]))

    def play_or_pause(self) -> None:
        """Plays the visits, or pauses; does nothing while a question about this node is open."""
        if not self.asked:
            self._stop_guessing()
            self.cursor.play_or_pause()

    def step(self) -> None:
        """Goes to the next visit, or asks the questions that come before it."""
        tree = self.tree
        if tree is None or self.asked:
            return
        self.cursor.playing = False
        row, self.guesses = self.cursor.node + 1, True
        self.asked = list(questions_before(tree, row))
        if not self.asked:
            self.cursor.choose(row)

    def answer(self, cut: bool) -> None:
        """Takes the answer to the question whether the rest will be cut off."""
        tree = self.tree
        if not self.asked or tree is None:
            return
        question = self.asked.pop(0)
        self.answered += 1
        self.right += question.cut == cut
        self.said = f"{'Right' if question.cut == cut else 'Wrong'}: {explained(tree, question, self.study)}"
        if not self.asked:
            self.cursor.choose(question.end)

    # Keys

    def key(self, event: pygame.event.Event, study: Study) -> bool:
        if event.key in (pygame.K_RIGHT, pygame.K_SPACE):
            (self.step if event.key == pygame.K_RIGHT else self.play_or_pause)()
            return self.tree is not None
        return self._moves(self.cursor.key, event)

    def command(self, event: pygame.event.Event, study: Study) -> bool:
        if event.key == pygame.K_r:
            self.begin()
            return True
        if self.asked and event.key in (pygame.K_y, pygame.K_n):
            self.answer(event.key == pygame.K_y)
            return True
        return self._moves(self.cursor.command, event)

    def _moves(self, take: Callable[[pygame.event.Event], bool], event: pygame.event.Event) -> bool:
        """Gives a key to the cursor; returns whether the cursor used it."""
        before, taken = self.cursor.node, take(event)
        if self.cursor.node != before or self.cursor.playing:
            self._stop_guessing()
        return taken

    def _new_lessons(self, study: Study) -> Lessons:
        """The lessons of another game. Resets the score."""
        self.right = self.answered = 0
        return Lessons(study.features.lanes.study)

    def _start(self, lesson: Lesson) -> None:
        """Shows another lesson."""
        self._lesson = lesson
        if self.setting not in lesson.trees:
            self.setting = (False, False)
        self._restart()

    # Time

    def ticks(self, study: Study, now: float) -> bool:
        lessons = self.lessons
        if lessons is None:
            return False
        moved = self.cursor.tick(now)
        reported = self._reports.moved(job for job in lessons.jobs if job is not None)
        counts = lessons.running and now - self._counted_at > DRAWN_SECONDS
        if counts:
            self._counted_at = now
        return moved or reported or counts

    # Drawing

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        theme, gap = sheet.theme, sheet.theme.px(8)
        area = rect.inflate(-theme.px(24), -theme.px(24))
        head = pygame.Rect(area.left, area.top, area.width, theme.px(28))
        lessons = self.lessons = self._lessons_of.of(partial(self._new_lessons, study), study)
        if self._called:
            self._called = False
            self.begin()
        top = self._draw_head(sheet, head) + gap
        body = below(area, top)
        lesson = lessons.lesson
        if lesson is None:
            words = lessons.problem or ABOUT
            if lessons.running:
                words = "Compiling …" if lessons.doing == COMPILING else "Searching …"
            sheet.paragraph(body, words, 14, theme.warning if lessons.problem else theme.dim)
            return
        self._started.of(partial(self._start, lesson), lesson)
        shown = lesson.trees[self.setting]
        self.cursor.enter(shown.tree)
        rows = 1 if body.width >= len(lesson.steps) * theme.px(ROOMY_STEP) else 2
        counts = pygame.Rect(body.left, body.top, body.width, rows * theme.px(COUNTS))
        self._draw_counts(sheet, counts, lesson)
        deep = min(theme.px(OUTLINE), round(body.height * 0.42))
        words = self._words(study, shown.tree)
        high = self._question_height(sheet, body.width, words)
        top = counts.bottom + gap
        deep = min(deep, body.bottom - gap - high - gap - theme.px(LEAST_TREES) - top)
        if deep < theme.px(LEAST_OUTLINE):
            deep = -gap  # no words, and no gap above them
        ask = pygame.Rect(body.left, body.bottom - deep - gap - high, body.width, high)
        half = (body.width - gap) // 2
        left = pygame.Rect(body.left, top, half, max(0, ask.top - gap - top))
        self._draw_trees(sheet, left, left.move(half + gap, 0), study, lesson)
        self._draw_question(sheet, ask, words)
        if deep > 0:
            self.outline.draw(sheet, below(body, body.bottom - deep), study, shown.tree, self.cursor.node)

    def _draw_head(self, sheet: Sheet, rect: pygame.Rect) -> int:
        """Draws the controls, in as many lines as they need; returns where they end."""
        theme, gap = sheet.theme, sheet.theme.px(8)
        width = theme.width("Search") + theme.px(24)
        self.start.draw(sheet, pygame.Rect(rect.left, rect.top, width, rect.height))
        x = rect.left + width + gap
        depth = pygame.Rect(x, rect.top, theme.width("2 plies deep") + theme.px(44), rect.height)
        self.depth.draw(sheet, depth)
        x = depth.right + gap
        tips = (
            "Alpha-beta searches promising moves first.",
            "Alpha-beta keeps positions in a transposition table.",
        )
        for which, (word, tip) in enumerate(zip(("ordering", "table"), tips, strict=True)):
            on = self._switches[which]
            text = f"{word} {'on' if on else 'off'}"
            wide = theme.width(f"{word} off") + theme.px(20)
            if x + wide > rect.right and x > rect.left:
                x, rect = rect.left, rect.move(0, rect.height + theme.px(4))
            place = pygame.Rect(x, rect.top, wide, rect.height)
            quiet_button(("lesson", word), text, tip, partial(self.turn, which), on).draw(sheet, place)
            x += wide + gap
        return rect.bottom

    def _draw_counts(self, sheet: Sheet, rect: pygame.Rect, lesson: Lesson) -> None:
        """Draws how many nodes minimax and each setting of alpha-beta visit."""
        theme = sheet.theme
        most = lesson.nodes(None)
        high = theme.px(COUNTS)
        across = -(-len(lesson.steps) * high // rect.height)  # counts in a row
        width = rect.width // across
        for index, (name, setting) in enumerate(lesson.steps):
            down, right = divmod(index, across)
            corner = rect.left + right * width, rect.top + down * high
            cell = pygame.Rect(corner, (width - theme.px(8), high))
            nodes = lesson.nodes(setting)
            tip = f"{name}: {number_text.grouped(nodes)} nodes, {100 * nodes / most:.1f} % of minimax's."
            active = setting == self.setting
            choose = None if setting is None else lambda setting=setting: self.set_to(setting)  # type: ignore[misc]
            over = sheet.add(("lesson step", index), cell, tip, choose)
            if active or over:
                sheet.fill(cell, theme.raised, 4)
            inner = cell.inflate(-theme.px(12), -theme.px(6))
            line = pygame.Rect(inner.left, inner.top, inner.width, theme.px(18))
            sheet.label(line, name, 12, theme.text_color if active else theme.dim)
            sheet.label(line, number_text.grouped(nodes), 14, align="right", bold=active)
            track = pygame.Rect(inner.left, inner.bottom - theme.px(8), inner.width, theme.px(6))
            sheet.fill(track, theme.line, 2)
            part = max(1, round(track.width * nodes / most))
            sheet.fill(pygame.Rect(track.left, track.top, part, track.height), theme.dim, 2)

    def _draw_trees(
        self, sheet: Sheet, left: pygame.Rect, right: pygame.Rect, study: Study, lesson: Lesson
    ) -> None:
        theme, cursor, shown = sheet.theme, self.cursor, lesson.trees[self.setting]
        names, perspective = study.side_names, study.perspective
        form = ValueFormat.of_lens(shown.tree.lens)
        line = theme.px(20)
        titles = (("minimax", lesson.minimax), (words_for(self.setting), shown.tree))
        for place, (title, tree) in zip((left, right), titles, strict=True):
            text = f"{title}: {number_text.grouped(tree.thought.nodes)} nodes"
            if len(tree) < tree.thought.nodes:
                text += f", {number_text.grouped(len(tree))} of them shown"
            sheet.label(pygame.Rect(place.left, place.top, place.width, line), text, 12, theme.dim)
        first, second = (below(r, r.top + line) for r in (left, right))
        tips = partial(summary, side=perspective, names=names, form=form)
        keys = partial(self.key, study=study)
        twin = max(0, int(shown.twins[cursor.node]))  # the root, if minimax's tree lacks the node (−1)
        self._twins.of(partial(self.minimax.reveal, twin), cursor.node)
        tip, faint = partial(tips, lesson.minimax), None if self.guesses else shown.skipped
        self.minimax.draw(sheet, first, lesson.minimax, twin, keys, tip, faint=faint)
        tip, upto = partial(tips, shown.tree), cursor.node if cursor.playing else None
        cursor.icicle.draw(sheet, second, shown.tree, cursor.node, keys, tip, upto, hides=self.guesses)

    def _words(self, study: Study, tree: WalkedTree) -> str:
        """The question, or the response to the last answer."""
        words = ask(tree, self.asked[0], study) if self.asked else self.said
        return words or (NOTHING_CUT if len(tree.layers) < 3 else "Step through the visits on the right.")

    def _beside_words(self, theme: Theme) -> tuple[int, int]:
        """The widths of one of the two buttons and of the score, which are at the right of the words."""
        score = theme.width("888 of 888 right", 12) + theme.px(8) if self.answered else 0
        return theme.width("Yes, cut") + theme.px(20), score

    def _question_height(self, sheet: Sheet, width: int, words: str) -> int:
        """The height of the box with the words in small type, at most MOST_LINES lines, and in a narrow page
        with the buttons below them."""
        theme, narrow = sheet.theme, width < sheet.theme.px(ROOMY)
        button, score = self._beside_words(theme)
        room = width - theme.px(28) - (0 if narrow else 2 * button + score)
        lines = min(MOST_LINES, len(theme.wrapped(words, max(1, room), 12)))
        return max(theme.px(64), lines * theme.px(16) + theme.px(16) + theme.px(32) * narrow)

    def _draw_question(self, sheet: Sheet, rect: pygame.Rect, words: str) -> None:
        """Draws the words, the score and the buttons."""
        theme, line, narrow = sheet.theme, sheet.theme.px(28), rect.width < sheet.theme.px(ROOMY)
        sheet.fill(rect, theme.panel, 6)
        inner = rect.inflate(-theme.px(16), -theme.px(8))
        buttons = [("Yes, cut", "It is cut off (Y).", True), ("No", "It is not (N).", False)]
        width, score = self._beside_words(theme)
        x = inner.right - 2 * width - theme.px(4)
        top = inner.bottom - line if narrow else inner.centery - line // 2
        if self.asked:
            for index, (text, tip, cut) in enumerate(buttons):
                place = pygame.Rect(x + index * (width + theme.px(4)), top, width, line)
                answer = partial(self.answer, cut)
                quiet_button(("lesson answer", cut), text, tip, answer, True).draw(sheet, place)
        else:
            place = pygame.Rect(x + width + theme.px(4), top, width, line)
            quiet_button("lesson step", "Step", "The next visit (Right).", self.step, True).draw(sheet, place)
        if score:
            place = pygame.Rect(x - score, inner.top, score - theme.px(8), inner.height)
            if narrow:
                place.top, place.height = top, line
            sheet.label(place, f"{self.right} of {self.answered} right", 12, theme.dim, "right")
            x = place.left
        if narrow:
            inner.height, x = top - inner.top, inner.right
        text_place = pygame.Rect(inner.left, inner.top, max(0, x - theme.px(8) - inner.left), inner.height)
        size = 14 if len(theme.wrapped(words, text_place.width)) * theme.px(20) <= inner.height else 12
        if not sheet.paragraph(text_place, words, size):
            sheet.add("lesson words", text_place, words)


def words_for(setting: Setting) -> str:
    """A setting in words."""
    if setting == "selective":
        return "selective, all iterations"
    words = " and ".join(compress(("ordering", "table"), setting))
    return f"alpha-beta with {words}" if words else "alpha-beta"


def _figures(tree: WalkedTree, question: LessonQuestion, study: Study) -> tuple[str, str]:
    """In words, for the side that all values are for: the best value so far at a question's node, and the
    value that the other side is already sure of elsewhere (beta); "" if there is none."""
    mover, perspective = tree.side(question.node), study.perspective
    form = ValueFormat.of_lens(tree.lens)

    def written(value: float) -> str:
        seen = for_side(value, mover, perspective)
        if not number_text.is_decided(seen):
            return form.signed(seen)
        winner = study.side_names[perspective if seen > 0 else 1 - perspective]
        return f"a win for {winner} in {number_text.plies(number_text.plies_to_end(seen))}"

    beta = float(tree.rows.beta[question.node])
    return written(question.best), "" if math.isinf(beta) else written(beta)


def ask(tree: WalkedTree, question: LessonQuestion, study: Study) -> str:
    """The question in words."""
    mover, names = tree.side(question.node), study.side_names
    best, sure = _figures(tree, question, study)
    if not number_text.is_decided(question.best):
        bound = "at least" if mover == study.perspective else "at most"
        best = f"{best} for {names[study.perspective]} {bound}"
    known = f"is sure of {sure}" if sure else "has no certain value"
    return (
        f"{names[mover]} has {move_name(tree, question.child)}: {best}. "
        f"{names[1 - mover]} {known} elsewhere{'' if sure else ' yet'}. Will {_others(question)} be cut off?"
    )


def _others(question: LessonQuestion) -> str:
    return "the other move" if question.left == 1 else f"the {question.left} other moves"


def explained(tree: WalkedTree, question: LessonQuestion, study: Study) -> str:
    """Why the other moves were cut off, or why not."""
    mover, names = tree.side(question.node), study.side_names
    best, sure = _figures(tree, question, study)
    if question.cut:
        return (
            f"cut off. With {best}, {names[mover]} has a reply here that is no better for "
            f"{names[1 - mover]} than {sure}. So {names[1 - mover]} will not come here."
        )
    if question.skipped:
        return "not cut off, but skipped, without proof that they cannot matter."
    if not sure:
        return f"not cut off: {names[1 - mover]} has no certain value elsewhere yet to compare it with."
    return (
        f"not cut off: {best} is still better for {names[1 - mover]} than {sure}, so "
        f"{names[mover]} searches on."
    )
