"""The side panel of the play screen: its pages, and their keys."""

from typing import Protocol

import pygame

from ui.kit.sheet import Sheet
from ui.panels.candidates import CandidatesPage
from ui.panels.evaluation import EvaluationPage
from ui.panels.explanations import Explanations
from ui.panels.move_list import MoveListPage
from ui.panels.view import PanelActions, PanelView

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

    def key(self, event: pygame.event.Event) -> bool: ...


class SidePanel:
    """Draws what `PanelView` says and calls `PanelActions`. Give `key` every key that no zone took;
    call `draw` once a frame: it also works on explanations for a few milliseconds. After a click on
    the panel the arrow keys are its own even while the pointer is elsewhere; without one they are
    while the pointer is over it, unless it `yields_arrows`, to a board that the keyboard is on."""

    def __init__(self, actions: PanelActions) -> None:
        self.actions = actions
        self.yields_arrows = False
        self.explanations = Explanations()
        self.evaluation = EvaluationPage(self.explanations, actions)
        self.candidates = CandidatesPage(self.explanations, actions, self.evaluation.table)
        self.move_list = MoveListPage(actions)
        self.pages: list[Page] = [self.evaluation, self.candidates, self.move_list]
        self.page = 0
        self._sheet: Sheet | None = None  # what it was drawn on last, and where
        self._rect = pygame.Rect(0, 0, 0, 0)

    def show_page(self, index: int) -> None:
        """Turns to a page, counted from 0 and around."""
        self.page = index % len(self.pages)
        choosing = self.pages[self.page] is self.candidates
        self.actions.hover_squares(None)
        self.actions.hover_move(self.candidates.selected if choosing else None)

    # Drawing

    def draw(self, sheet: Sheet, rect: pygame.Rect, view: PanelView) -> None:
        """Draws the panel within `rect`, after some work on what it shows."""
        self.explanations.advance(view, WORK_SECONDS, self.pages[self.page] is self.candidates)
        self._sheet, self._rect = sheet, rect
        surface, theme = sheet.surface, sheet.theme
        clip = surface.get_clip()
        surface.set_clip(rect.clip(clip))
        surface.fill(theme.panel, rect)
        pad = theme.px(12)
        tabs = pygame.Rect(rect.left, rect.top, rect.width, theme.px(36))
        self._draw_tabs(sheet, tabs)
        page = pygame.Rect(rect.left + pad, tabs.bottom + theme.px(8), rect.width - 2 * pad, 0)
        page.height = rect.bottom - theme.px(8) - page.top
        self.pages[self.page].draw(sheet, page, view)
        surface.set_clip(clip)

    def _draw_tabs(self, sheet: Sheet, rect: pygame.Rect) -> None:
        theme = sheet.theme
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

    # Keys

    def key(self, event: pygame.event.Event) -> bool:
        """Takes a key, if it is for the panel; whether it was."""
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
        return self._has_arrows and self.pages[self.page].key(event)

    @property
    def _has_arrows(self) -> bool:
        if self._sheet is None:
            return False
        clicked = self._sheet.pressed_at
        if clicked is not None and self._rect.collidepoint(clicked):
            return True
        return self._sheet.points_into(self._rect) and not self.yields_arrows
