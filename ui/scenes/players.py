"""Who plays on: the players of a game that is under way, chosen anew."""

from collections.abc import Callable

import pygame

from engines.kinds import PlayerSpec
from engines.players import parse_player
from games.contract import BadText
from games.registry import entry
from ui.app import App
from ui.controls import Button, Control, Dropdown, FocusRing
from ui.scenes.home import PlayerChoice
from ui.scenes.scene import Keys, Scene


class Players(Scene):
    """`done(players)` is called with the two that were chosen."""

    title = "Players"

    def __init__(
        self,
        app: App,
        game: str,
        players: tuple[PlayerSpec, PlayerSpec],
        done: Callable[[tuple[PlayerSpec, PlayerSpec]], None],
    ) -> None:
        super().__init__(app)
        self.game = game
        self.entry = entry(game)
        self.problem = ""
        self._done = done
        self.choices = (PlayerChoice(0, self._clear), PlayerChoice(1, self._clear))
        for choice, spec in zip(self.choices, players, strict=True):
            choice.show(game, spec)
        self.back = Button(
            self.app.pop, icon="back", tooltip="Leaves the players as they are (Esc).", flat=True
        )
        self.accept = Button(
            self.finish, "Play on", "play", "The game goes on with these players (Enter).", True
        )
        self._focus = FocusRing(lambda: self._controls)

    def _clear(self) -> None:
        self.problem = ""

    @property
    def _controls(self) -> list[Control]:
        return [self.back, *self.choices[0].controls, *self.choices[1].controls, self.accept]

    @property
    def _unfolded(self) -> Dropdown | None:
        found = (c for c in self._controls if isinstance(c, Dropdown) and c.open)
        return next(found, None)

    def finish(self) -> None:
        try:
            first, second = (parse_player(str(choice.spec), self.game) for choice in self.choices)
        except BadText as error:
            self.problem = str(error)
            return
        self._done((first, second))

    def handle(self, event: pygame.event.Event) -> bool:
        unfolded = self._unfolded
        if unfolded is not None:
            return unfolded.handle(event)
        if event.type == pygame.MOUSEMOTION:
            for control in self._controls:
                control.handle(event)
            return True
        if self._focus.handle(event) or any(control.handle(event) for control in self._controls):
            return True
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.finish()
            return True
        return False

    def escape(self) -> bool:
        unfolded = self._unfolded
        if unfolded is not None:
            unfolded.open = False
            return True
        if any(control.focused for control in self._controls):
            self._focus.clear()
            return True
        return False

    def draw(self, surface: pygame.Surface, rect: pygame.Rect, now: float) -> None:
        theme = self.app.theme
        bar = pygame.Rect(rect.x, rect.y, rect.width, theme.px(44))
        pygame.draw.rect(surface, theme.panel, bar)
        pygame.draw.line(surface, theme.line, bar.bottomleft, bar.bottomright)
        gap, side = theme.px(16), theme.px(36)
        self.back.rect = pygame.Rect(bar.x + theme.px(8), bar.y + theme.px(4), side, side)
        self.back.draw(surface, theme)
        top = bar.centery - theme.line_height(18) // 2
        title = f"{self.entry.title}: who plays on"
        theme.text(surface, (self.back.rect.right + theme.px(8), top), title, 18, bold=True)
        width = min(rect.width - theme.px(48), theme.px(560))
        y = bar.bottom + theme.px(24)
        for choice, name in zip(self.choices, (self.entry.white, self.entry.black), strict=True):
            box = pygame.Rect(rect.centerx - width // 2, y, width, theme.px(104))
            pygame.draw.rect(surface, theme.panel, box, border_radius=theme.px(8))
            choice.draw(surface, box.inflate(-2 * gap, -2 * gap), theme, name)
            y = box.bottom + gap
        self.accept.rect = pygame.Rect(rect.centerx - width // 2, y, width, theme.px(44))
        self.accept.draw(surface, theme)
        if self.problem:
            at = (rect.centerx, self.accept.rect.bottom + theme.px(8))
            theme.text(surface, at, self.problem, 14, theme.warning, "center", max_width=rect.width - gap)
        unfolded = self._unfolded
        if unfolded is not None:
            unfolded.draw_list(surface, theme)

    def tooltip_at(self, pos: tuple[int, int]) -> str:
        if self._unfolded is not None:
            return ""
        for control in self._controls:
            if control.visible and control.rect.collidepoint(pos):
                return control.tooltip
        return ""

    def clickable_at(self, pos: tuple[int, int]) -> bool:
        return any(control.usable and control.rect.collidepoint(pos) for control in self._controls)

    def keys(self) -> Keys:
        return [("Enter", "play on with these players")]
