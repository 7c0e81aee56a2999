"""The search itself, on the stage: every node that it visited, as an icicle that is the replay's time axis
as well, and below it what the node under the cursor is."""

import pygame

from engines.jobs import COMPILING
from engines.tree_recorder import STOPPED
from games.position import Position
from study import numbers
from study.search_tree import WalkedTree
from study.study import Study
from study.tree_recordings import AS_PLAYED, KINDS, TreeRecordings, Wanted
from study.tree_told import summary, worth
from ui.kit.buttons import Button
from ui.kit.drop_down import DropDown, Option
from ui.kit.sheet import Sheet
from ui.panels.icicle import ZOOM, Icicle, draw_legend
from ui.panels.panel import STAGE, Panel
from ui.panels.tree_outline import TreeOutline

RATES = (2, 5, 20, 100, 500, 2000)
"""Nodes a second that the replay plays."""

DEPTHS = (0, *range(1, 13))
PLIES = (0, 2, 3, 4, 6, 8)
OUTLINE = 236
"""Height of what is said of a node, in design pixels, at most; 44 % of the place at most."""

DRAWN_SECONDS = 0.1
"""How often the panel is drawn anew while a search is recorded."""

ABOUT = (
    "Records a search of the position on the board: every node that it visits, in the order of the visits, "
    "why each of them ended, and what was never looked at. A node is as wide as all that was visited below "
    "it; below each node stand the replies to it."
)


class SearchTreePanel(Panel):
    title = "Tree"
    tip = "The nodes that a search visits, in the board's place"
    place = STAGE
    keys = (
        ("Left, Right", "in the tree: the visit before, the next one"),
        ("Up, Down", "in the tree: the parent, the first child"),
        ("N, P", "in the tree: the next sibling, the one before"),
        ("V", "in the tree: along the principal variation"),
        ("C", "in the tree: the next cut-off"),
        ("Space", "in the tree: plays the visits, or pauses"),
        (", and .", "in the tree: plays slower, faster"),
        ("+, −", "in the tree: nearer, farther"),
        ("Z", "in the tree: the node fills the width; then the whole tree"),
        ("R", "in the tree: records the position on the board"),
    )

    def __init__(self) -> None:
        self.node = 0
        self.playing = False
        self.rate = 2
        self.icicle = Icicle("tree", self.choose)
        self.outline = TreeOutline()
        self.recordings: TreeRecordings | None = None
        self.start = Button(self.record_or_stop, primary=True)
        self.by = DropDown(self._choose_by, "Who searches: as it is played here, or one of the kinds.")
        self.depth = DropDown(self._choose_depth, "How many plies deep.")
        self.plies = DropDown(self._choose_plies, "How many plies of the tree are written down.")
        self._study: Study | None = None
        self._of: Position | None = None  # what the tree is of that the cursor is in
        self._drawn: tuple[object, ...] = ()
        self._played_at = 0.0  # when the replay was last moved on, and what is left of a step
        self._due = 0.0
        self._options()

    def _options(self) -> None:
        names = {AS_PLAYED: "as it plays here"}
        self.by.offer([Option(kind, names.get(kind, kind)) for kind in (AS_PLAYED, *KINDS)], AS_PLAYED)
        self.depth.offer(
            [Option(d, f"{numbers.plies(d)} deep" if d else "as far as it fits") for d in DEPTHS], 0
        )
        self.plies.offer([Option(p, f"upper {p} plies" if p else "all plies") for p in PLIES], 0)

    # What the person does

    @property
    def tree(self) -> WalkedTree | None:
        return self.recordings.tree if self.recordings is not None else None

    def _wanted(self) -> Wanted:
        return Wanted(self.by.value, self.depth.value, self.plies.value)

    def _choose_by(self, kind: str) -> None:
        self._record()

    def _choose_depth(self, depth: int) -> None:
        self._record()

    def _choose_plies(self, plies: int) -> None:
        self._record()

    def record_or_stop(self) -> None:
        if self.recordings is not None and self.recordings.busy:
            self.recordings.stop()
        else:
            self._record()

    def _record(self) -> None:
        if self.recordings is not None and self._study is not None:
            self.playing, self._of = False, None
            self.recordings.wanted = self._wanted()
            self.recordings.begin(self._study)

    def choose(self, node: int) -> None:
        """The cursor is on a node from now on."""
        tree = self.tree
        if tree is not None:
            self.node = max(0, min(node, len(tree) - 1))
            self.icicle.reveal(self.node)

    def play_or_pause(self) -> None:
        tree = self.tree
        if tree is not None:
            self.playing = not self.playing
            self._due = self._played_at = 0.0
            if self.playing and self.node == len(tree) - 1:
                self.choose(0)

    def faster(self, step: int) -> None:
        self.rate = max(0, min(len(RATES) - 1, self.rate + step))

    def follow_best(self) -> None:
        """A move along the principal variation; from its end, or from beside it, back to its beginning."""
        tree = self.tree
        if tree is None:
            return
        best = tree.best(self.node)
        known = best is not None and tree.rows.reason[self.node] != STOPPED
        self.choose(best.visits[0] if best is not None and known else tree.last_root)

    # Keys

    def key(self, event: pygame.event.Event, study: Study) -> bool:
        tree = self.tree
        if tree is None:
            return False
        node = self.node
        steps = {
            pygame.K_LEFT: node - 1,
            pygame.K_RIGHT: node + 1,
            pygame.K_UP: tree.parent(node),
            pygame.K_DOWN: tree.first_child(node),
            pygame.K_HOME: 0,
            pygame.K_END: len(tree) - 1,
        }
        if event.key == pygame.K_SPACE:
            self.play_or_pause()
        elif event.key in steps:
            self.playing = False
            found = steps[event.key]
            self.choose(node if found is None else found)
        else:
            return False
        return True

    def command(self, event: pygame.event.Event, study: Study) -> bool:
        tree, key = self.tree, event.key
        if key == pygame.K_r and self.recordings is not None:
            self._record()
            return True
        if tree is None:
            return False
        if key in (pygame.K_PLUS, pygame.K_KP_PLUS, pygame.K_EQUALS, pygame.K_MINUS, pygame.K_KP_MINUS):
            out = key in (pygame.K_MINUS, pygame.K_KP_MINUS)
            at = (self.node - self.icicle.start) / self.icicle.span
            self.icicle.zoom(ZOOM**-2 if out else ZOOM**2, at if 0.0 <= at <= 1.0 else None)
        elif key in (pygame.K_COMMA, pygame.K_PERIOD):
            self.faster(1 if key == pygame.K_PERIOD else -1)
        elif key == pygame.K_z:
            self._fill_or_whole(tree)
        elif key == pygame.K_v:
            self.follow_best()
        elif key in (pygame.K_n, pygame.K_p):
            found = tree.sibling(self.node, 1 if key == pygame.K_n else -1)
            self.choose(self.node if found is None else found)
        elif key == pygame.K_c:
            cut = tree.next_cut(self.node)
            self.choose(self.node if cut is None else cut)
        else:
            return False
        return True

    def _fill_or_whole(self, tree: WalkedTree) -> None:
        start, span = self.icicle.start, self.icicle.span
        self.icicle.fill_with(self.node)
        if (start, span) == (self.icicle.start, self.icicle.span):
            self.icicle.whole()

    # Time

    def ticks(self, study: Study, now: float) -> bool:
        recordings, tree = self.recordings, self.tree
        if recordings is None:
            return False
        moved = False
        if self.playing and tree is not None:
            if self._played_at:
                self._due += (now - self._played_at) * RATES[self.rate]
            self._played_at = now
            steps = int(self._due)
            self._due -= steps
            moved = steps > 0
            if moved:
                self.choose(self.node + steps)
                self.playing = self.node < len(tree) - 1
        running = int(recordings.seconds / DRAWN_SECONDS) if recordings.busy else 0
        seen = (tree, recordings.busy, recordings.problem, running)
        changed = seen != self._drawn
        self._drawn = seen
        return moved or changed

    # Drawing

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        theme = sheet.theme
        if self._study is not study:
            self._study = study
            self.recordings = TreeRecordings(study.why.lane)
            self.node, self.playing = 0, False
        recordings = self.recordings
        assert recordings is not None
        pad, gap, line = theme.px(12), theme.px(8), theme.px(28)
        area = rect.inflate(-2 * pad, -2 * pad)
        head = pygame.Rect(area.left, area.top, area.width, line)
        self._draw_head(sheet, head, recordings)
        state = pygame.Rect(area.left, head.bottom + theme.px(4), area.width, theme.px(20))
        body = pygame.Rect(area.left, state.bottom + theme.px(4), area.width, 0)
        body.height = area.bottom - body.top
        tree = recordings.tree
        words = self._state(study, recordings, tree)
        if tree is None:
            color = theme.warning if recordings.problem else theme.dim
            sheet.paragraph(
                pygame.Rect(area.left, state.top + gap, area.width, body.height), words, 14, color
            )
            return
        sheet.label(state, words, 12, theme.dim)
        sheet.add("tree state", state, words, focusable=False)
        if self._of is not tree.position:  # the first of a new recording
            self._of, self.node = tree.position, tree.last_root
        self.node = min(self.node, len(tree) - 1)
        self._draw_tree(sheet, body, study, tree)

    def _draw_tree(self, sheet: Sheet, body: pygame.Rect, study: Study, tree: WalkedTree) -> None:
        theme, names, eyes = sheet.theme, study.side_names, study.eyes
        decimals = study.measures(tree.lens).decimals
        deep = min(theme.px(OUTLINE), round(body.height * 0.44))
        legend = pygame.Rect(body.left, body.bottom - deep - theme.px(28), body.width, theme.px(20))
        icicle = pygame.Rect(body.left, body.top, body.width, legend.top - theme.px(4) - body.top)
        self.icicle.draw(
            sheet,
            icicle,
            tree,
            self.node,
            lambda event: self.key(event, study),
            lambda node: summary(tree, node, eyes, names, decimals),
            self.node if self.playing else None,
        )
        draw_legend(sheet, legend, tree)
        below = pygame.Rect(body.left, body.bottom - deep, body.width, deep)
        self.outline.draw(sheet, below, study, tree, self.node)

    def _draw_head(self, sheet: Sheet, rect: pygame.Rect, recordings: TreeRecordings) -> None:
        theme, gap = sheet.theme, sheet.theme.px(4)
        self.start.label = "Stop" if recordings.busy else "Record"
        self.start.tooltip = (
            "Ends the search; what is recorded stays."
            if recordings.busy
            else "Searches the position on the board and records every node (R)."
        )
        width = max(theme.width("Record"), theme.width("Stop")) + theme.px(24)
        self.start.draw(sheet, pygame.Rect(rect.left, rect.top, width, rect.height))
        x = rect.left + width + 2 * gap
        playing = pygame.Rect(rect.right - theme.px(140), rect.top, theme.px(140), rect.height)
        room = playing.left - 2 * gap - x
        for control, share in ((self.by, 0.36), (self.depth, 0.34), (self.plies, 0.3)):
            wide = round(room * share) - gap
            control.draw(sheet, pygame.Rect(x, rect.top, wide, rect.height))
            x += wide + gap
        if recordings.tree is not None:
            self._draw_replay(sheet, playing)

    def _draw_replay(self, sheet: Sheet, rect: pygame.Rect) -> None:
        third = rect.width // 4
        cells = [
            pygame.Rect(rect.left, rect.top, third, rect.height),
            pygame.Rect(rect.left + third, rect.top, rect.width - 2 * third, rect.height),
            pygame.Rect(rect.right - third, rect.top, third, rect.height),
        ]
        rate = numbers.grouped(RATES[self.rate])
        sheet.button("tree slower", cells[0], "−", "Plays slower (comma).", lambda: self.faster(-1))
        tip = f"Plays the visits one after another, {rate} a second (Space)."
        text = "Pause" if self.playing else f"Play {rate}/s"
        sheet.button("tree play", cells[1], text, tip, self.play_or_pause, self.playing, 12)
        sheet.button("tree faster", cells[2], "+", "Plays faster (full stop).", lambda: self.faster(1))

    def _state(self, study: Study, recordings: TreeRecordings, tree: WalkedTree | None) -> str:
        """How far the recording has come, and what it found."""
        if recordings.problem:
            return recordings.problem
        doing = ""
        if recordings.busy:
            verb = "Compiling" if recordings.doing == COMPILING else "Searching"
            doing = f"{verb}, {numbers.seconds(recordings.seconds)} …"
        if tree is None:
            return doing or ABOUT
        thought = tree.thought
        decimals = study.measures(tree.lens).decimals
        value = worth(tree, tree.last_root, study.eyes, study.side_names, decimals)
        searched = f"{numbers.grouped(thought.nodes)} nodes"
        if len(tree) < thought.nodes:
            searched += f", {numbers.grouped(len(tree))} of them recorded"
        choice = tree.position.notation(thought.move) if thought.move is not None else "no move"
        parts = [f"{tree.player}: {searched}, {numbers.plies(thought.depth)} deep: {choice}, {value}"]
        if not study.shows(tree.position):
            parts.append("of another position than the one on the board (R records that)")
        return "; ".join([*parts, doing] if doing else parts)
