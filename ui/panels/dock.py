"""The places of the panels, and which panel is open in each place. Beside the board there are one or two
panels, one above the other if there is room. One panel may be in a strip at the foot, and one on the stage,
which means in place of the board."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import pygame

from study.practice.hidden_answers import HiddenAnswers, not_hidden
from study.saved_games.preferences import Layout
from study.state.features import Feature
from study.state.study import Pointed, Study
from study.state.wishes import OpenGuide
from ui.commands import Command, KeyLine, Never
from ui.kit.buttons import Button, quiet_button
from ui.kit.rows import cut
from ui.kit.sheet import COMMANDS, ENTERS, Sheet
from ui.panels.lab import LabPanel
from ui.panels.parts.cover import draw_cover
from ui.panels.parts.panel import ANALYSIS, FOOT, SIDE, STAGE, TAB, Panel
from ui.panels.registry import PANELS
from ui.theme import Theme

STACKED_LEAST = 720
"""The height in design pixels from which on two panels fit beside the board, one above the other."""

EMPTY_ROOM = 140
"""The height in design pixels of a lower panel that has only a few words to show (`Panel.is_empty`)."""

HEAD = 36
FOOT_HEIGHT = 132
FOOT_THIN = 40
QUESTION = 26
"""Heights in design pixels: of a row of tabs, of the strip at the foot, of this strip in a low window, and of
a line of a panel's question."""

ABOVE_LEAST = 360
"""The height in design pixels that board and side panels need above the strip at the foot. If less would be
left, the strip is thin."""

SIGN = 28
"""The side of a button's square, beside the tabs or in a corner, in design pixels."""

LEAST_APART = 4
"""The least space between two titles of tabs in design pixels. If there is less, the title of the shown tab
is not bold any more."""

NUMBERED = 9
"""The largest digit that is a panel's key."""

PAGES = "Pages"
"""The group of the keys that open a panel."""

ARROWS = "Up, Down", "Select in the panel (Esc leaves the board)"


class Dock:
    """The panels of one screen. Some have a tab each. The others are listed on the page Lab, and the one used
    last has a tab beside the Lab's.

    Keys go to `key`. The arrow and page keys belong to the panel that was clicked last. After a click
    elsewhere they belong to the board if it has the keyboard (`yields_arrows`), else to the panel under the
    pointer. With neither, up, down and Enter go to the first panel that uses them. Home and End step through
    the game, unless the panel on the stage uses them. Insert goes to any panel in view, wherever the pointer
    is.
    """

    _study: Study  # of the last frame

    def __init__(self, panels: Sequence[type[Panel]] | None = None) -> None:
        self.panels = [kind() for kind in (PANELS if panels is None else panels)]
        self.yields_arrows = False
        self.stacked = True  # whether a second panel is open beside the board, if there is room
        self._room = False  # whether two panels have room beside the board
        self.foot: Panel | None = None
        self.stage: Panel | None = None
        self.lab = LabPanel(self.panels, self._choose, self._key_of, self._is_open)
        side = self.side_panels
        # The upper panel, and the lower if there is one.
        below = [panel for panel in side[1:] if panel.lower] or side[1:]
        self._open = side[:1] + below[:1]
        # The last used panels of the Lab, in the upper and the lower place.
        self._last: list[Panel | None] = [None, None]
        self._before_lab = self._open[0]
        self._keep_tabs()
        self._called: list[Panel] = []  # panels to bring into view
        self._helps = {panel: self._help(panel) for panel in (*self.panels, self.lab)}
        self._closes_foot = Button(lambda: self._close(self.foot), icon="close", flat=True)
        self._closes_stage = Button(lambda: self._close(self.stage), icon="close", flat=True)
        self._asked = self._open[0]  # the panel that a person opened last
        self._drawn: list[tuple[Panel, pygame.Rect]] = []
        self._sheet: Sheet | None = None

    @property
    def side_panels(self) -> list[Panel]:
        return [panel for panel in self.panels if panel.place == SIDE]

    @property
    def upper(self) -> Panel:
        """The panel beside the board, or the upper of two."""
        return self._open[0]

    def show(self, panel: Panel, study: Study, lower: bool = False) -> None:
        """Opens a panel in its place; with `lower`, a panel beside the board opens in the lower place. If it
        is open already at the foot or on the stage, it is closed instead."""
        study.pointed, self._asked, at = Pointed(), panel, int(lower)
        if panel.place == FOOT:
            self.foot = None if self.foot is panel else panel
            self._keep_tab(panel, at)
        elif panel.place == STAGE:
            self.stage = None if self.stage is panel else panel
            self._keep_tab(panel, at)
            if self._sheet is not None:
                self._sheet.pressed_at = None  # the press on its tab must not keep the arrow keys from it
        else:
            if len(self._open) > 1 and self._open[1 - at] is panel:
                self._open.reverse()
                self._last.reverse()
            elif panel is self.lab:
                self._before_lab, self._open[at] = self._open[at], panel
                self.lab.called()
            else:
                self._open[at] = panel
            self._keep_tabs()

    def _choose(self, panel: Panel, study: Study) -> None:
        """Opens a panel of the Lab in place of the Lab. A panel for the foot or the stage opens there, and
        gets a tab beside the board. There a page with a tab of its own replaces the Lab, to free that tab."""
        at = self._open.index(self.lab)
        before = (each for each in (self._before_lab, *self.side_panels) if each not in self._open)
        free = (each for each in before if panel.place == SIDE or each.group == TAB)
        self._open[at] = next(free, self.lab)
        self.show(panel, study, lower=bool(at))

    def _keep_tabs(self) -> None:
        """Remembers which panels of the Lab are open beside the board: each keeps a tab there."""
        for at, panel in enumerate(self._open):
            if panel.group != TAB:
                self._last[at] = panel

    def _keep_tab(self, panel: Panel, at: int) -> None:
        """Gives a panel that is not beside the board a tab there, unless a page of the Lab is open beside the
        board and needs that tab."""
        if panel.group != TAB and self._open[min(at, len(self._open) - 1)].group == TAB:
            self._last[at] = panel

    def draws(self, feature: type[Feature]) -> bool:
        """Whether the page that shows a feature, such as the review, is in view."""
        return any(panel.feature is feature for panel, _ in self._drawn)

    def call(self, feature: type[Feature]) -> None:
        """Brings the page that shows a feature into view in the next frame that draws panels beside the
        board."""
        self._called += [panel for panel in self.side_panels if panel.feature is feature]

    def call_page(self, title: str, study: Study) -> None:
        """Brings the page with that title into view."""
        for panel in self.panels:
            if panel.title == title and panel.place == SIDE:
                self._called.append(panel)
            elif panel.title == title:
                panel.called()
                if panel not in (self.foot, self.stage):
                    self.show(panel, study)

    def arrange(self, layout: Layout) -> None:
        """Opens the panels that are open in `layout`, if they still exist."""
        titled = {panel.title: panel for panel in (*self.panels, self.lab)}
        side = [titled[title] for title in dict.fromkeys(layout.side) if title in titled]
        side = [panel for panel in side if panel.place == SIDE]
        rest = [panel for panel in self._open if panel not in side]
        self._open = [*side, *rest][: len(self._open)]
        self.stacked = layout.stacked
        foot = titled.get(layout.foot)
        self.foot = foot if foot is not None and foot.place == FOOT else None
        last = [titled.get(title) for title in (*layout.lab, "", "")][:2]  # a file may have fewer than two
        self._last = [None if panel is None or panel.group == TAB else panel for panel in last]
        self._keep_tabs()
        if self.foot is not None:
            self._keep_tab(self.foot, 0)

    def begin_game(self) -> None:
        """Replaces pages that look back on the previous game by pages with a tab."""
        for at, panel in enumerate(self._open):
            if panel.reviews:
                tabs = (each for each in self.side_panels if each.group == TAB and each not in self._open)
                self._open[at] = next(tabs, panel)

    def note(self, layout: Layout) -> None:
        """Writes what is open into `layout`, except the stage, because a game begins with its board."""
        layout.side = [panel.title for panel in self._open]
        layout.lab = [panel.title if panel is not None else "" for panel in self._last]
        layout.stacked = self.stacked
        layout.foot = self.foot.title if self.foot is not None else ""

    @property
    def asked(self) -> Panel:
        """The panel that a person opened last, if it is still open; else the stage or the upper panel."""
        return self._asked if self._is_open(self._asked) else self.stage or self.upper

    @property
    def has_stage_focus(self) -> bool:
        """Whether something on the stage's panel has the keyboard's focus."""
        sheet = self._sheet
        if sheet is None or self.stage is None or sheet.focused is None:
            return False
        zone = sheet.zone(sheet.focused)
        on_stage = [rect for panel, rect in self._drawn if panel is self.stage]
        return zone is not None and any(rect.collidepoint(zone.rect.center) for rect in on_stage)

    def close_stage(self) -> bool:
        """Goes back to the board; returns whether a panel was in its place."""
        open_before, self.stage = self.stage, None
        return open_before is not None

    # Drawing

    def begin(self, sheet: Sheet) -> None:
        """Begins a frame. Call it before the panels are drawn."""
        self._sheet = sheet
        if sheet.whole:
            self._drawn = []

    def lay_out_side(self, theme: Theme, rect: pygame.Rect, study: Study, alone: bool = False) -> None:
        """Prepares the panels beside the board, in the place `rect`, and brings called panels into view. Call
        it before `draw_side`; with `alone`, before `draw_alone`."""
        self._study = study
        self._room = not alone and rect.height >= theme.px(STACKED_LEAST) and len(self._open) > 1
        called, self._called = self._called, []
        for panel in called:
            panel.called()
            self._asked = panel
            if panel not in self._beside:
                self.show(panel, study)
        for panel in [self.asked] if alone else self._beside:
            panel.foot = self.foot
            panel.look(study)

    def lay_out(self, place: str, study: Study) -> None:
        """Prepares the panel of the foot or the stage. Call it before `draw_foot` or `draw_stage`."""
        panel = self.foot if place == FOOT else self.stage
        if panel is not None:
            panel.beside = tuple(self._beside)
            panel.look(study)

    def draw_side(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        theme = sheet.theme
        self._forget_side()
        sheet.fill(rect, theme.panel)
        if not (self._room and self.stacked):
            self._draw_pane(sheet, rect, study, 0)
            return
        deep = theme.px(EMPTY_ROOM) if self._open[1].is_empty(study) else rect.height - rect.height // 2
        lower = rect.copy()
        self._draw_pane(sheet, cut(lower, rect.height - deep), study, 0)
        sheet.rule(rect.left, rect.right, lower.top)
        self._draw_pane(sheet, lower, study, 1)

    def _forget_side(self) -> None:
        """Forgets what was drawn beside the board."""
        self._drawn = [drawn for drawn in self._drawn if drawn[0].place != SIDE]

    def draw_alone(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        """Draws only the panel that a person opened last, below its question, without tabs."""
        theme = sheet.theme
        self._forget_side()
        sheet.fill(rect, theme.panel)
        page = self._draw_question(sheet, rect.inflate(-2 * theme.px(12), -theme.px(12)), self.asked, study)
        self._draw_panel(sheet, self.asked, page, rect, study)

    @staticmethod
    def _draw_question(sheet: Sheet, page: pygame.Rect, panel: Panel, study: Study) -> pygame.Rect:
        """Draws the panel's question in large letters; returns the room below."""
        line, question = sheet.theme.px(QUESTION), panel.asks(study)
        for text in sheet.theme.wrapped(question, page.width, 18, bold=True) if question else ():
            sheet.label(cut(page, line), text, 18, bold=True)
        return page

    @property
    def _beside(self) -> list[Panel]:
        """The panels beside the board, as far as there is room."""
        return self._open[: 1 + (self.stacked and self._room)]

    def _draw_pane(self, sheet: Sheet, rect: pygame.Rect, study: Study, at: int) -> None:
        theme = sheet.theme
        head = pygame.Rect(rect.left, rect.top, rect.width, theme.px(HEAD))
        side = theme.px(SIGN)
        sign = pygame.Rect(0, 0, side, side)
        sign.midright = (head.right, head.centery)
        if self._room:
            self._draw_split(sheet, sign, at)
            sign = sign.move(-side, 0)
        self._helps[self._open[at]].draw(sheet, sign)
        head.width = sign.left - head.left  # so that even in the narrowest window no button covers a tab
        self._draw_tabs(sheet, head, study, at)
        sheet.rule(rect.left, rect.right, head.bottom - 1)
        pad = theme.px(12)
        page = pygame.Rect(rect.left + pad, head.bottom + theme.px(8), rect.width - 2 * pad, 0)
        page.height = rect.bottom - theme.px(8) - page.top
        self._draw_panel(sheet, self._open[at], page, rect, study)

    def _help(self, panel: Panel) -> Button:
        """The button that opens a panel's page of the guide."""
        button = Button(lambda: self._study.wish(OpenGuide(panel.guide_page)), icon="help", flat=True)
        button.tooltip = f"Opens the guide at the page on {panel.title}."
        return button

    def _in_corner(self, sheet: Sheet, panel: Panel, page: pygame.Rect) -> pygame.Rect:
        """Draws the buttons × and ? of a panel without tabs, in its upper right corner. In the foot they
        are in a row, on the stage one below the other. Returns the rest of the page."""
        side, gap = sheet.theme.px(SIGN), sheet.theme.px(4)
        sign = pygame.Rect(page.right - side - gap, page.y + gap, side, side)  # beside the divider's grip
        closes, ways = self._closes_foot, [self._key_of(panel)]
        if panel.place == STAGE:
            closes, ways = self._closes_stage, [*ways, "Esc"]
        keys = ", ".join(filter(None, ways))
        closes.tooltip = f"Closes the {panel.title.lower()}{f' ({keys})' if keys else ''}."
        closes.draw(sheet, sign)
        sign.move_ip((0, side) if panel.place == STAGE else (-side - gap, 0))
        self._helps[panel].draw(sheet, sign)
        return pygame.Rect(page.x, page.y, sign.left - page.left, page.height)

    def _close(self, panel: Panel | None) -> None:
        """Closes an open panel of the foot or of the board's place."""
        if panel is not None:
            self.show(panel, self._study)

    def _draw_split(self, sheet: Sheet, rect: pygame.Rect, at: int) -> None:
        """Draws the button that opens a second panel below the first, or closes it."""

        def turn() -> None:
            self.stacked = not self.stacked

        if at == 0 and not self.stacked:
            quiet_button("second panel", "+", "A second panel below this one.", turn, size=18).draw(
                sheet, rect
            )
        elif at == 1:
            quiet_button("second panel", "×", "Closes the lower panel.", turn, size=18).draw(sheet, rect)

    def _tabs(self, study: Study, at: int) -> list[Panel]:
        """The panels whose tabs are above a pane: those that always have a tab, the Lab, and the panel of the
        Lab that was used last."""
        offered = [panel for panel in self.panels if panel.group == TAB and (at == 0 or panel.place == SIDE)]
        lab = self.lab if self.lab.offered(study) else None
        shown = (*offered, lab, self._last[at])
        return [panel for panel in shown if panel is not None and panel.suits(study)]

    def _is_open(self, panel: Panel) -> bool:
        return panel in (self.foot, self.stage) or panel in self._beside

    def _draw_tabs(self, sheet: Sheet, rect: pygame.Rect, study: Study, at: int) -> None:
        theme = sheet.theme
        x = rect.left + theme.px(4)
        offered = self._tabs(study, at)
        size, bold, widths = self._tab_widths(theme, offered, rect.width - theme.px(8))
        for panel, width in zip(offered, widths, strict=True):
            chosen, elsewhere = panel is self._open[at], panel in (self.foot, self.stage)
            place = pygame.Rect(x, rect.top, width, rect.height)
            show = partial(self.show, panel, study, lower=bool(at))
            tip, key = self._page(panel).tooltip, ("tab", at, self._number(panel))
            if elsewhere:
                tip += "\nIt is open: a click closes it."
            sheet.tab(key, place, panel.title, tip, show, chosen, size, bold, elsewhere)
            x += width

    def _tab_widths(self, theme: Theme, offered: Sequence[Panel], room: int) -> tuple[int, bool, list[int]]:
        """The size of the titles, whether the shown one is bold, and the width of each tab. Room is kept for
        the tab of a page of the Lab, so that no tab moves when that comes or goes. If there is no such tab,
        room is kept only if small titles in bold type leave it."""
        titles = [panel.title for panel in offered if panel.group == TAB]
        last = [panel.title for panel in offered if panel.group != TAB]
        widest = max(
            (panel.title for panel in self.panels if panel.group != TAB),
            key=lambda title: theme.width(title, 14, True),
            default="",
        )
        reserved = [*titles, widest]
        apart = theme.px(8) * len(reserved)
        if not last and sum(theme.width(title, 12, True) for title in reserved) + apart > room:
            return _tab_widths(theme, titles, room)
        size, bold, widths = _tab_widths(theme, reserved, room)
        for title in last:
            unused = theme.width(widest, size, bold) - theme.width(title, size, bold)
            widths[-1] -= max(0, unused)
        return size, bold, widths[: len(offered)]

    def foot_of(self, theme: Theme, rect: pygame.Rect, alone: bool = False) -> pygame.Rect:
        """The strip at the bottom of `rect`; its height is 0 if no panel is open there. With `alone`, only
        the panel that a person opened last is shown."""
        hidden = self.foot is None or (alone and self.asked is not self.foot)
        wanted = theme.px(FOOT_HEIGHT) + (theme.px(QUESTION) if alone else 0)
        deep = 0 if hidden else min(wanted, rect.height // (2 if alone else 3))
        if not alone and rect.height - deep < theme.px(ABOVE_LEAST):
            deep = min(deep, theme.px(FOOT_THIN))
        return pygame.Rect(rect.x, rect.bottom - deep, rect.width, deep)

    def draw_foot(self, sheet: Sheet, strip: pygame.Rect, study: Study, alone: bool = False) -> None:
        """Draws the open panel into the strip that `foot_of` returned; with `alone`, below its question."""
        if self.foot is None or strip.height == 0:
            return
        sheet.fill(strip, sheet.theme.panel)
        sheet.rule(strip.left, strip.right, strip.top)
        page = strip.inflate(-sheet.theme.px(16), -sheet.theme.px(8))
        if alone:
            page = self._draw_question(sheet, page, self.foot, study)
        else:
            page = self._in_corner(sheet, self.foot, page)
        self._draw_panel(sheet, self.foot, page, strip, study)

    def draw_stage(self, sheet: Sheet, rect: pygame.Rect, study: Study, alone: bool = False) -> bool:
        """Draws the stage's panel in place of the board; with `alone`, below its question. Returns whether
        there is one."""
        if self.stage is not None:
            page = rect if alone else self._in_corner(sheet, self.stage, rect)
            if alone and self.asked is self.stage:
                pad = sheet.theme.px(12)
                below = self._draw_question(sheet, rect.inflate(-2 * pad, -pad), self.stage, study)
                page = pygame.Rect(rect.x, below.y - pad // 2, rect.width, rect.bottom - below.y + pad // 2)
            self._draw_panel(sheet, self.stage, page, rect, study)
        return self.stage is not None

    def _draw_panel(
        self, sheet: Sheet, panel: Panel, page: pygame.Rect, whole: pygame.Rect, study: Study
    ) -> None:
        panel.study = study
        self._drawn = [drawn for drawn in self._drawn if drawn[0] is not panel] + [(panel, whole)]
        with sheet.clipped(whole):
            if _is_covered(panel, study):
                draw_cover(sheet, page, study, panel.title)
            else:
                panel.draw(sheet, page, study)

    def ticks(self, study: Study, now: float) -> bool:
        """Whether an open panel has changed by itself since it was drawn."""
        ticked = [
            panel.ticks(study, now) for panel, _ in self._drawn
        ]  # not in `any`, which would not call all
        return any(ticked)

    # Commands and keys

    def commands(self) -> Iterator[Command[Study] | KeyLine]:
        """The commands that open panels, the panels' own commands, and the commands that all panels share."""
        for step, keys, which in ((1, "Ctrl+Tab", "Next"), (-1, "Ctrl+Shift+Tab", "Previous")):
            label = f"{which} page of the side panel"
            yield Command(label, label, f"{label}.", keys, partial(self._show_next, step), PAGES)
        yield from map(self._page, (*self.panels, self.lab))
        for step, keys, which in ((1, "E", "next"), (-1, "Shift+E", "previous")):
            label, tip = f"{which.capitalize()} heuristic", f"Shows the game's {which} heuristic."
            turn = partial(Study.show_next_lens, step=step)
            yield Command(label, label, tip, keys, turn, ANALYSIS)
        label = "Values for White, or for the side to move"
        tip = "Shows all values from the other perspective."
        yield Command("perspective", label, tip, "V", Study.toggle_perspective, ANALYSIS)
        for panel in self.panels:
            for command in panel.commands():
                enabled = command.enabled if panel.comes else partial(self._closed, panel)
                yield replace(command, enabled=partial(_hidden_or, enabled) if panel.tells else enabled)
        yield KeyLine(*ARROWS, PAGES)

    def _key_of(self, panel: Panel) -> str:
        """The key that opens a panel: its own, or the digit of its place among the first nine."""
        number = self._number(panel) + 1
        return panel.shortcut or (str(number) if number <= NUMBERED else "")

    def _number(self, panel: Panel) -> int:
        """The panel's number in the list of all panels; the Lab comes last."""
        return len(self.panels) if panel is self.lab else self.panels.index(panel)

    def _page(self, panel: Panel) -> Command[Study]:
        """The command that opens a panel."""
        name, show = f"Page: {panel.title}", partial(self.show, panel)
        label = name if panel.group == TAB or panel is self.lab else f"{name}, in Lab"
        unsuited = partial(_unsuited, panel)
        key = self._key_of(panel)
        also = ""
        if key.isdigit() and panel is not self.lab:  # Moves may use the plain digits to play its rows
            key, also = f"Alt+{key}", key
        return Command(name, label, f"{panel.tip}.", key, show, PAGES, unsuited, also=also)

    def _show_next(self, step: int, study: Study) -> None:
        side = [panel for panel in self._tabs(study, 0) if panel.place == SIDE]
        self.show(side[(side.index(self.upper) + step) % len(side)], study)

    def _closed(self, panel: Panel, study: Study) -> str | None:
        drawn = any(each is panel for each, _ in self._drawn)
        return None if drawn else f"Open the page {panel.title} first."

    def key(self, event: pygame.event.Event, study: Study) -> bool:
        """Handles a key that belongs to a panel. Returns whether a panel used it."""
        if event.mod & COMMANDS:
            return False
        stage = self.stage
        if stage is not None and not _is_covered(stage, study) and stage.command(event, study):
            return True  # it is in the place of the board
        if digit := _digit(event.key):
            drawn = [panel for panel, _ in self._drawn if not _is_covered(panel, study)]
            return any(panel.digit(digit, study) for panel in drawn)
        offered = [panel for panel in self._with_key(event.key) if not _is_covered(panel, study)]
        return any(panel.key(event, study) for panel in offered)

    def _with_key(self, key: int) -> list[Panel]:
        """The panels to which a key such as an arrow is offered, in this order."""
        sheet = self._sheet
        if sheet is None:
            return []
        clicked, stage = sheet.pressed_at, [self.stage] if self.stage is not None else []
        if key in (pygame.K_HOME, pygame.K_END):
            return stage
        drawn = [panel for panel, _ in self._drawn]
        if key == pygame.K_INSERT:  # no board and no game uses it
            return drawn
        for panel, rect in reversed(self._drawn):
            if clicked is not None and rect.collidepoint(clicked):
                return [panel, *stage]
        if self.yields_arrows:
            return stage
        for panel, rect in reversed(self._drawn):
            if sheet.points_into(rect):
                return [panel, *stage]
        if stage or key not in (pygame.K_UP, pygame.K_DOWN, *ENTERS):
            return stage
        return [panel for panel in (*self._open, self.foot) if panel in drawn]

    @property
    def keys(self) -> list[KeyLine]:
        """The panels' own keys, for the list of all keys. Keys of a stage panel are listed only while it is
        open: without it they are keys of the board."""
        offered = [panel for panel in self.panels if panel.place != STAGE or panel is self.stage]
        return [
            KeyLine(keys, label, panel.title if panel.place == STAGE else PAGES)
            for panel in offered
            for keys, label in panel.keys
        ]


def _is_covered(panel: Panel, study: Study) -> bool:
    """Whether a panel is hidden and gets no keys, because it would reveal the hidden answer."""
    return panel.tells and study.of(HiddenAnswers).hides(study)


def _hidden_or(enabled: Callable[[Study], str | None], study: Study) -> str | None:
    """Why a panel's command is impossible now: it would reveal a hidden answer, or `enabled` gives another
    reason."""
    return not_hidden(study) or enabled(study)


def _digit(key: int) -> int:
    """The digit from 1 to 9 that a key types, on either block of keys; 0 for another key."""
    for first in (pygame.K_1, pygame.K_KP1):
        if first <= key < first + NUMBERED:
            return key - first + 1
    return 0


def _unsuited(panel: Panel, study: Study) -> str | None:
    return None if panel.suits(study) else Never(f"The page {panel.title} has nothing for this game.")


def _tab_widths(theme: Theme, titles: Sequence[str], room: int) -> tuple[int, bool, list[int]]:
    """The size of the titles, whether the shown one is bold, and the width of each tab. If there is too
    little room, titles move closer together, then get smaller, then lose their bold type, and are cut at
    last."""
    for size, bold, least in ((14, True, 8), (12, True, LEAST_APART), (12, False, LEAST_APART)):
        widths = [theme.width(title, size, bold) for title in titles]
        space = min(theme.px(24), (room - sum(widths)) // max(1, len(titles)))
        if space >= theme.px(least):
            break
    while sum(widths) + space * len(widths) > room and space > 0:
        space -= 1
    most = max(widths, default=0)
    while sum(widths) > room and most > 0:  # the widest are cut first
        most -= 1
        widths = [min(width, most) for width in widths]
    return size, bold, [width + max(0, space) for width in widths]
