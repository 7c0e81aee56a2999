"""The side panel of the play screen: its pages, and the way of events to them."""

from typing import Protocol

import pygame

from ui.panels.candidates import CandidatesPage
from ui.panels.evaluation import EvaluationPage
from ui.panels.explanations import Explanations
from ui.panels.move_list import MoveListPage
from ui.panels.sheet import Sheet, Zone
from ui.panels.view import PanelActions, PanelView
from ui.theme import Theme

WORK_SECONDS = 0.003
"""How long the panel may work on explanations in one frame, beside drawing."""

KEYS = (
    ("Ctrl+Tab", "next page of the side panel (with Shift: the one before)"),
    ("1, 2, 3", "evaluation, candidate moves, moves of the game"),
    ("E", "next heuristic to look through (with Shift: the one before)"),
    ("V", "values for White, or for the player to move"),
    ("B", "break down the position on the board, or the end of the best line"),
    ("Up, Down", "select among the moves, while the pointer is over the panel"),
)
"""The panel's keys, for the list of all keys."""


class Page(Protocol):
    """One of the panel's pages. `title` names its tab, `tip` says what it shows."""

    title: str
    tip: str

    def draw(self, sheet: Sheet, rect: pygame.Rect, view: PanelView) -> None: ...

    def scroll(self, pixels: int) -> None: ...

    def key(self, event: pygame.event.Event) -> bool: ...


class SidePanel:
    """Draws what `PanelView` says and calls `PanelActions`. Give every event to `handle`, before the
    rest of the screen uses it, and call `draw` once a frame; `draw` also works on explanations
    for a few milliseconds. A click makes the panel `focused`: the arrow keys are then its own even
    while the pointer is elsewhere; without one they are while the pointer is over it, unless it
    `yields_arrows`, to a board that the keyboard is on."""

    def __init__(self, theme: Theme, actions: PanelActions) -> None:
        self.theme = theme
        self.actions = actions
        self.focused = False
        self.yields_arrows = False
        self.explanations = Explanations()
        self.evaluation = EvaluationPage(self.explanations, actions)
        self.candidates = CandidatesPage(self.explanations, actions, self.evaluation.table)
        self.move_list = MoveListPage(actions)
        self.pages: list[Page] = [self.evaluation, self.candidates, self.move_list]
        self.page = 0
        self._sheet = Sheet(theme, pygame.Surface((1, 1)))
        self._under: object = None  # key of the zone under the pointer

    def show_page(self, index: int) -> None:
        """Turns to a page, counted from 0 and around."""
        self.page = index % len(self.pages)
        self._under = None
        self._clear_board()

    def set_theme(self, theme: Theme) -> None:
        """Draws with another theme from now on: another scale, or the other palette."""
        self.theme = self._sheet.theme = theme

    # Drawing

    def draw(self, surface: pygame.Surface, rect: pygame.Rect, view: PanelView) -> None:
        """Draws the panel within `rect`, after some work on what it shows."""
        self.explanations.advance(view, WORK_SECONDS, self.pages[self.page] is self.candidates)
        sheet, theme = self._sheet, self.theme
        clip = surface.get_clip()
        surface.set_clip(rect.clip(clip))
        sheet.begin(surface)
        surface.fill(theme.panel, rect)
        pad = theme.px(12)
        tabs = pygame.Rect(rect.left, rect.top, rect.width, theme.px(36))
        self._draw_tabs(sheet, tabs)
        page = pygame.Rect(rect.left + pad, tabs.bottom + theme.px(8), rect.width - 2 * pad, 0)
        page.height = rect.bottom - theme.px(8) - page.top
        self.pages[self.page].draw(sheet, page, view)
        surface.set_clip(clip)
        self._move(sheet.pointer)  # what is under a resting pointer may have changed

    def _draw_tabs(self, sheet: Sheet, rect: pygame.Rect) -> None:
        theme = self.theme
        sheet.rule(rect.left, rect.right, rect.bottom - 1)
        x = rect.left + theme.px(4)
        room = (rect.width - theme.px(8)) // len(self.pages)
        for index, page in enumerate(self.pages):
            active = index == self.page
            width = min(theme.width(page.title, 14, True) + theme.px(24), room)
            place = pygame.Rect(x, rect.top, width, rect.height)

            def choose(index: int = index) -> None:
                self.show_page(index)

            over = sheet.add(("tab", index), place, f"{page.tip} ({index + 1}).", choose)
            color = theme.text_color if active or over else theme.dim
            sheet.label(place, page.title, 14, color, "center", bold=active)
            if active:
                under = pygame.Rect(x, rect.bottom - theme.px(3), width, theme.px(3))
                sheet.fill(under, theme.accent, 1)
            x += width

    def tooltip_at(self, where: tuple[int, int]) -> str:
        """What to say of the thing there; "" where there is nothing to say."""
        zone = self._sheet.zone_at(where)
        return zone.tip if zone is not None else ""

    # Events

    def handle(self, event: pygame.event.Event, rect: pygame.Rect) -> bool:
        """Uses an event, if it is for the panel, which lies in `rect`; whether it was."""
        if event.type == pygame.MOUSEMOTION:
            self._move(event.pos if rect.collidepoint(event.pos) else None)
            return rect.collidepoint(event.pos) and not any(event.buttons)
        if event.type in (pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST):
            self._move(None)
            return False
        if event.type == pygame.MOUSEBUTTONDOWN:
            inside = rect.collidepoint(event.pos)
            self.focused = bool(inside)
            if inside and event.button == 1:
                self._move(event.pos)
                self._click(self._sheet.zone_at(event.pos))
            return bool(inside)
        if event.type == pygame.MOUSEWHEEL:
            if self._sheet.pointer is None:
                return False
            self.pages[self.page].scroll(-event.y * self.theme.px(48))
            return True
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        return False

    def _click(self, zone: Zone | None) -> None:
        if zone is not None and zone.click is not None:
            zone.click()

    def _key(self, event: pygame.event.Event) -> bool:
        shift, control = event.mod & pygame.KMOD_SHIFT, event.mod & pygame.KMOD_CTRL
        if event.key == pygame.K_TAB and control:
            self.show_page(self.page + (-1 if shift else 1))
            return True
        if control or event.mod & (pygame.KMOD_ALT | pygame.KMOD_META):
            return False
        if pygame.K_1 <= event.key < pygame.K_1 + len(self.pages) and not shift:
            self.show_page(event.key - pygame.K_1)
            return True
        if event.key == pygame.K_e:
            self.evaluation.choose_next(-1 if shift else 1)
            return True
        if event.key == pygame.K_v:
            self.evaluation.toggle_side()
            return True
        if event.key == pygame.K_b:
            self.evaluation.toggle_shown()
            return True
        if self.focused or (self._sheet.pointer is not None and not self.yields_arrows):
            return self.pages[self.page].key(event)
        return False

    def _move(self, where: tuple[int, int] | None) -> None:
        """The pointer is there now; None for outside the panel."""
        self._sheet.pointer = where
        zone = self._sheet.zone_at(where) if where is not None else None
        key = zone.key if zone is not None and zone.enter is not None else None
        if key == self._under:
            return
        self._leave()
        self._under = key
        if zone is not None and zone.enter is not None:
            zone.enter()

    def _leave(self) -> None:
        """Takes away what hovering has put on the board."""
        if self._under is not None:
            self._under = None
            self._clear_board()

    def _clear_board(self) -> None:
        """Leaves on the board no more than the arrow of the selected candidate."""
        choosing = self.pages[self.page] is self.candidates
        self.actions.hover_squares(None)
        self.actions.hover_move(self.candidates.selected if choosing else None)
