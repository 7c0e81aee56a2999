"""The page Tree, in the board's place: every node of a recorded search, drawn as an icicle. The icicle is
also the time axis of the replay. Below it are details of the node under the cursor."""

from collections.abc import Iterable
from functools import partial

import pygame

from engines.jobs import COMPILING
from study.format import number_text
from study.format.player_names import player_in_words
from study.format.value_format import ValueFormat
from study.searches.values import for_side
from study.state.changes import Memo
from study.state.job_reports import JobReports
from study.state.study import Study
from study.tree.search_tree import WalkedTree
from study.tree.tree_recordings import AS_PLAYED, TreeRecordings, Wanted, kinds_to_record
from study.tree.tree_text import move_name, summary
from ui.kit.buttons import Button, quiet_button
from ui.kit.drop_down import DropDown, Option
from ui.kit.rows import below, in_rows, right_of
from ui.kit.sheet import Sheet
from ui.panels.parts.panel import STAGE, UNDERSTAND, Panel
from ui.panels.parts.sketch import Block
from ui.panels.tree.icicle import draw_legend
from ui.panels.tree.tree_cursor import KEYS, RATES, TreeCursor
from ui.panels.tree.tree_outline import OUTLINE, TreeOutline

DEPTHS = (0, *range(1, 13))
PLIES = (0, 2, 3, 4, 6, 8)
DEPTH_TIP = (
    "The depth in plies. “Any depth”, “as it plays here”: the depth of the position's search, if that "
    "had at most 200 000 nodes. Else as deep as 200 000 nodes allow, or 3 plies for minimax."
)

REPLAY, NARROW = 260, 740
"""In design pixels: the width of the replay's buttons, and the width of the head below which they are in a
second line."""

MOST_LINES = 3
"""The most lines on what a recording has found. Longer text is cut off; the tooltip has all of it."""

DRAWN_SECONDS = 0.1
"""While a search is being recorded, the panel is drawn again after this many seconds."""

ABOUT = (
    "Records a search of the position on the board: every node in the order of the visits, "
    "why it ended, and what was never searched. A node is as wide as the tree below it. "
    "Its replies are drawn below it."
)


class SearchTreePanel(Panel):
    title = "Tree"
    tip = "The nodes that a search visits, in the board's place"
    question = "What did the search look at?"
    guide_page = "tree"
    group = UNDERSTAND
    shortcut = "Shift+T"
    sketch = (
        Block("accent", 1, 1, 10, 1.5),
        Block("dim", 1, 3, 4, 1.5),
        Block("dim", 5.5, 3, 3, 1.5),
        Block("line", 9, 3, 2, 1.5),
        Block("dim", 1, 5, 2, 1.5),
        Block("line", 3.5, 5, 1.5, 1.5),
        Block("line", 5.5, 5, 1, 1.5),
    )
    place = STAGE
    keys = (*KEYS, ("R", "Records the position on the board"))

    def __init__(self) -> None:
        self.cursor = TreeCursor("tree")
        self.outline = TreeOutline()
        self.recordings: TreeRecordings | None = None
        self._recordings_of: Memo[TreeRecordings] = Memo()
        self.start = Button(self.record_or_stop, primary=True)
        self.by = DropDown(self._record, "Who searches: the program that plays here, or a kind of search.")
        self.depth = DropDown(self._record, DEPTH_TIP)
        self.plies = DropDown(self._record, "How many plies of the tree are recorded.")
        self._reports = JobReports()
        self._counted_at = 0.0  # when the seconds of a running search were last drawn
        self._offer_kinds(())
        self.depth.offer([Option(d, f"{number_text.plies(d)} deep" if d else "any depth") for d in DEPTHS], 0)
        self.plies.offer([Option(p, f"upper {p} plies" if p else "all plies") for p in PLIES], 0)

    def _offer_kinds(self, kinds: Iterable[str]) -> None:
        options = [Option(AS_PLAYED, "as it plays here"), *(Option(kind, kind) for kind in kinds)]
        self.by.offer(options, AS_PLAYED)

    def _begin(self, study: Study) -> TreeRecordings:
        """Leaves the tree of the game before, and returns the recordings of the game now shown."""
        self._offer_kinds(kinds_to_record(study.position.game.name))
        self.cursor.leave()
        return TreeRecordings(study.features.lanes.study)

    # What the person does

    @property
    def tree(self) -> WalkedTree | None:
        return self.recordings.tree if self.recordings is not None else None

    def record_or_stop(self) -> None:
        if self.recordings is not None and self.recordings.running:
            self.recordings.stop()
        else:
            self._record()

    def _record(self, chosen: object = None) -> None:
        if self.recordings is not None:
            self.cursor.leave()
            self.recordings.wanted = Wanted(self.by.value, self.depth.value, self.plies.value)
            self.recordings.begin(self.study)

    # Keys

    def key(self, event: pygame.event.Event, study: Study) -> bool:
        return self.cursor.key(event)

    def command(self, event: pygame.event.Event, study: Study) -> bool:
        if event.key != pygame.K_r:
            return self.cursor.command(event)
        self._record()
        return True

    # Time

    def ticks(self, study: Study, now: float) -> bool:
        recordings = self.recordings
        if recordings is None:
            return False
        moved = self.cursor.tick(now)
        reported = self._reports.moved(job for job in recordings.jobs if job is not None)
        counts = recordings.running and now - self._counted_at > DRAWN_SECONDS
        if counts:
            self._counted_at = now
        return moved or reported or counts

    # Drawing

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        theme = sheet.theme
        recordings = self.recordings = self._recordings_of.of(partial(self._begin, study), study)
        pad, gap, line = theme.px(12), theme.px(8), theme.px(28)
        area = rect.inflate(-2 * pad, -2 * pad)
        head = pygame.Rect(area.left, area.top, area.width, line)
        replay = pygame.Rect(head.right - theme.px(REPLAY), head.top, theme.px(REPLAY), line)
        narrow = head.width < theme.px(NARROW)
        if not narrow:
            head.width -= replay.width + 2 * gap
        end = self._draw_head(sheet, head, recordings)
        state = pygame.Rect(area.left, end + theme.px(4), area.width, theme.px(20))
        if narrow:  # otherwise the words about the recording would be cut off
            replay.topright = area.right, state.top
            state.size = replay.left - gap - state.left, line
        if recordings.tree is not None:
            self._draw_replay(sheet, replay)
        tree = recordings.tree
        words = self._state(study, recordings, tree)
        lines = min(MOST_LINES, len(theme.wrapped(words, state.width, 12)))
        state.height = max(state.height, lines * theme.px(16))
        body = below(area, state.bottom + theme.px(4))
        if tree is None:
            color = theme.warning if recordings.problem else theme.dim
            place = pygame.Rect(area.left, state.top + gap, area.width, body.height)
            sheet.paragraph(place, words, 14, color)
            return
        if lines > 1:
            sheet.paragraph(state, words, 12, theme.dim)
        else:
            sheet.label(state, words, 12, theme.dim)
        sheet.add("tree state", state, words, focusable=False)
        self.cursor.enter(tree)
        self._draw_tree(sheet, body, study, tree)

    def _draw_tree(self, sheet: Sheet, body: pygame.Rect, study: Study, tree: WalkedTree) -> None:
        theme, names, perspective, cursor = sheet.theme, study.side_names, study.perspective, self.cursor
        form = ValueFormat.of_lens(tree.lens)
        deep = min(theme.px(OUTLINE), round(body.height * 0.44))
        legend = pygame.Rect(body.left, body.bottom - deep - theme.px(28), body.width, theme.px(20))
        icicle = pygame.Rect(body.left, body.top, body.width, legend.top - theme.px(4) - body.top)
        tip = partial(summary, tree, side=perspective, names=names, form=form)
        upto = cursor.node if cursor.playing else None
        cursor.icicle.draw(sheet, icicle, tree, cursor.node, cursor.key, tip, upto)
        draw_legend(sheet, legend, tree)
        self.outline.draw(sheet, below(body, body.bottom - deep), study, tree, cursor.node)

    def _draw_head(self, sheet: Sheet, rect: pygame.Rect, recordings: TreeRecordings) -> int:
        """Draws the controls, in as many rows as they need; returns where they end."""
        theme, gap = sheet.theme, sheet.theme.px(4)
        self.start.label = "Stop" if recordings.running else "Record"
        self.start.tooltip = (
            "Stops the search and keeps what it recorded."
            if recordings.running
            else "Searches the position on the board and records every node (R)."
        )
        width = max(theme.width("Record"), theme.width("Stop")) + theme.px(24)
        controls = (self.by, self.depth, self.plies)
        widths = [width, *(control.wanted_width(theme) for control in controls)]
        if sum(widths) + 3 * gap > rect.width:
            widths[1:] = [control.least_width(theme) for control in controls]
        places = in_rows(rect, widths, gap, gap)
        self.start.draw(sheet, places[0])
        for control, place in zip(controls, places[1:], strict=True):
            control.draw(sheet, place)
        return places[-1].bottom

    def _draw_replay(self, sheet: Sheet, rect: pygame.Rect) -> None:
        cursor, quarter = self.cursor, rect.width // 4
        slower, play = pygame.Rect(rect.topleft, (quarter, rect.height)), rect.inflate(-2 * quarter, 0)
        tips = "Slower: fewer visits a second (comma).", "Faster: more visits a second (full stop)."
        rate = number_text.grouped(RATES[cursor.rate])
        quiet_button("tree slower", "Slower", tips[0], lambda: cursor.faster(-1), size=12).draw(sheet, slower)
        tip = "Plays the visits one after another (Space)."
        text = f"{'Pause' if cursor.playing else 'Play'}: {rate} a second"
        quiet_button("tree play", text, tip, cursor.play_or_pause, cursor.playing, 12).draw(sheet, play)
        faster = right_of(rect, play.right)
        quiet_button("tree faster", "Faster", tips[1], lambda: cursor.faster(1), size=12).draw(sheet, faster)

    def _state(self, study: Study, recordings: TreeRecordings, tree: WalkedTree | None) -> str:
        """The progress of the recording, and what it found."""
        if recordings.problem:
            return recordings.problem
        doing = ""
        if recordings.running:
            verb = "Compiling" if recordings.doing == COMPILING else "Searching"
            doing = f"{verb}, {number_text.seconds(recordings.seconds)} …"
        if tree is None:
            return doing or ABOUT
        thought = tree.thought
        form = ValueFormat.of_lens(tree.lens)
        found = for_side(thought.value, tree.position.to_move, study.perspective)
        value = number_text.verdict(found, study.perspective, study.side_names) or form.signed(found)
        searched = f"{number_text.grouped(thought.nodes)} nodes"
        if len(tree) < thought.nodes:
            searched += f", {number_text.grouped(len(tree))} of them recorded"
        choice = tree.position.notation(thought.move) if thought.move is not None else "no move"
        deep = f"{number_text.plies(thought.depth)} deep"
        if form.steps(tree.value(tree.last_root, study.perspective)) != form.steps(found):
            # The value is from the last iteration, which was stopped.
            deep = f"{move_name(tree, tree.roots[-1])}, not finished"
        player = player_in_words(tree.player, tree.position.game.name)
        parts = [f"{player}: {searched}, {deep}: {choice}, {value}"]
        if not study.shows(tree.position):
            parts.append("not of the position on the board (R records it)")
        return "; ".join([*parts, doing] if doing else parts)
