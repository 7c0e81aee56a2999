"""The window: scenes on a stack, the frame loop and its measure, tooltips, the list of keys, and
the banner that says what is wrong with the settings."""

import gc
import os
import sys
import time
from contextlib import suppress
from dataclasses import dataclass

import pygame

from engines.kinds import PlayerSpec
from games.contract import BadText
from games.position import Position
from games.record import Record
from games.registry import load_game
from study.saves import Saves
from study.settings import Settings
from ui.boards.registry import has_board
from ui.controls import Button
from ui.frame_report import FrameReport, seconds_since_process_start
from ui.scenes.scene import Keys, Scene
from ui.theme import Theme, drawable

SIZE = (1280, 720)
SCALES = (0.75, 3.0)
TOOLTIP_SECONDS = 0.5
NEVER = 1_000_000_000
SWITCH_SECONDS = 0.0005
"""How long a thread may keep Python's lock while another waits; the compiler runs in Python."""

GENERAL_KEYS: Keys = [
    ("Tab, Shift+Tab", "next, previous control"),
    ("Enter", "press the control"),
    ("Ctrl +, Ctrl −, Ctrl 0", "larger, smaller, as in the settings"),
    ("Esc", "one step back; a game stays saved"),
    ("F1", "this list"),
    ("Ctrl Q", "quit; the game stays saved"),
]


@dataclass(frozen=True)
class Opening:
    """A game to begin with, instead of the home screen."""

    game: str
    white: PlayerSpec
    black: PlayerSpec
    position_text: str | None = None
    seed: int = 0


def display_scale(size: tuple[int, int]) -> float:
    """A scale that suits a display of that many pixels: 1 up to Full HD, 2 at 4K."""
    return max(1.0, min(3.0, round(size[1] / 1080 * 4) / 4))


class App:
    """The window and all it shows. `size` in pixels; made once a process at a time."""

    def __init__(
        self,
        settings: Settings,
        problems: list[str] | None = None,
        saves: Saves | None = None,
        size: tuple[int, int] = SIZE,
        resizable: bool = True,
    ) -> None:
        if sys.platform == "linux":
            # SDL would hand every frame to OpenGL, which is software where there is no such
            # hardware: 7 ms a frame under Xvfb instead of 0.5. The picture is drawn in memory anyway.
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        pygame.display.init()
        pygame.font.init()
        pygame.key.set_repeat(300, 60)
        self.settings = settings
        self.saves = saves
        self.problems = list(problems or [])
        desktop = pygame.display.get_desktop_sizes()[0] if resizable else size
        self._own_scale = settings.ui.scale or display_scale(desktop)
        if resizable:
            size = (min(size[0], desktop[0]), min(size[1], desktop[1]))
        self.surface = pygame.display.set_mode(size, pygame.RESIZABLE if resizable else 0)
        pygame.display.set_caption("Plyglass")
        self.theme = Theme(self._own_scale, settings.ui.theme)
        self.report = FrameReport()
        self.process_started: float | None = None  # of time.perf_counter, if known
        self.running = True
        self.scenes: list[Scene] = []
        self._left_scene = False  # since memory was cleared up last
        self._shows_keys = False
        self._dirty = True
        self._rested = 0.0
        self._mouse = (-1, -1)
        self._tooltip = ""
        self._hand = False
        self._flipped_at = 0.0
        self._dismiss = Button(self._dismiss_problems, icon="close", tooltip="Hide this message.", flat=True)

    # Scenes

    @property
    def scene(self) -> Scene:
        return self.scenes[-1]

    def push(self, scene: Scene) -> None:
        self.scenes.append(scene)
        self._changed_scene()

    def pop(self) -> None:
        """Leaves the scene on top; the lowest stays."""
        if len(self.scenes) > 1:
            self.scenes.pop().close()
            self._left_scene = True
            self.scene.shown_again()
            self._changed_scene()

    def _changed_scene(self) -> None:
        self._tooltip = ""
        self._dirty = True
        title = f"{self.scene.title} · Plyglass" if self.scene.title else "Plyglass"
        pygame.display.set_caption(drawable(title))

    def quit(self) -> None:
        self.running = False

    def close(self) -> None:
        while self.scenes:
            self.scenes.pop().close()
        pygame.quit()

    # Frames

    def run(self, frames: int | None = None) -> FrameReport:
        """Frames until the window is closed, or that many."""
        sys.setswitchinterval(SWITCH_SECONDS)
        # A full collection stops every thread for a tenth of a second once Numba has compiled: old
        # garbage is collected when a scene is left, and not before.
        thresholds = gc.get_threshold()
        gc.set_threshold(*thresholds[:2], NEVER)
        clock = pygame.time.Clock()
        done = 0
        while self.running and done != frames:
            self.frame()
            done += 1
            clock.tick(self.settings.ui.fps)
        gc.set_threshold(*thresholds)
        return self.report

    def frame(self) -> None:
        """Takes the events, goes on with the scene, and draws where something has changed."""
        began = time.perf_counter()
        for event in pygame.event.get():
            self._handle(event)
        if self._left_scene:
            self._left_scene = False
            self._clear_up()
        now = time.perf_counter()
        if not self.running:
            return
        changed = self.scene.update(now)
        changed |= self._update_tooltip(now)
        if changed or self._dirty:
            self._dirty = False
            self._draw(now)
            pygame.display.flip()
        self._measure(began)

    def _clear_up(self) -> None:
        """Frees what was left, once no handler that led out of it runs any more."""
        gc.collect()
        if len(self.scenes) == 1:  # what there is now is here to stay, the compiler's objects above all
            gc.freeze()

    def _measure(self, began: float) -> None:
        ended = time.perf_counter()
        if self.report.first_frame_seconds == 0.0:
            self.report.first_frame_seconds = seconds_since_process_start(self.process_started)
        else:
            self.report.frame_ms.append((ended - began) * 1000)
            self.report.interval_ms.append((ended - self._flipped_at) * 1000)
        self._flipped_at = ended

    def redraw(self) -> None:
        self._dirty = True

    # Events

    def _handle(self, event: pygame.event.Event) -> None:
        self._dirty = True
        if event.type == pygame.KEYDOWN:  # who types does not ask what is under the pointer
            self._tooltip, self._rested = "", float("inf")
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type == pygame.VIDEORESIZE:
            self.surface = pygame.display.get_surface() or self.surface
        elif event.type == pygame.MOUSEMOTION:
            self._mouse = event.pos
            self._rested = time.perf_counter()
            self._tooltip = ""
            self._dismiss.handle(event)
            self.scene.handle(event)
            self._show_hand(self.scene.clickable_at(event.pos))
        elif event.type == pygame.WINDOWLEAVE:
            self._mouse = (-1, -1)
            self._tooltip = ""
        elif self._shows_keys:
            if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
                self._shows_keys = False
        elif event.type == pygame.KEYDOWN and self._handle_key(event):
            pass
        elif not (self.problems and self._dismiss.handle(event)):
            if event.type == pygame.MOUSEBUTTONDOWN:
                self._tooltip, self._rested = "", float("inf")
            self.scene.handle(event)

    def _handle_key(self, event: pygame.event.Event) -> bool:
        control = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        if event.key == pygame.K_F1:
            self._shows_keys = True
        elif event.key == pygame.K_ESCAPE:
            if self.scene.escape():
                return True
            if self.problems:
                self._dismiss_problems()
            else:
                self.pop()
        elif control and event.key == pygame.K_q:
            self.quit()
        elif control and event.key in (pygame.K_PLUS, pygame.K_EQUALS, pygame.K_KP_PLUS):
            self.rescale(self.theme.scale + 0.25)
        elif control and event.key in (pygame.K_MINUS, pygame.K_KP_MINUS):
            self.rescale(self.theme.scale - 0.25)
        elif control and event.key in (pygame.K_0, pygame.K_KP0):
            self.rescale(self._own_scale)
        else:
            return False
        return True

    def rescale(self, scale: float) -> None:
        """Draws everything at another scale from now on."""
        self.theme = Theme(max(SCALES[0], min(SCALES[1], scale)), self.settings.ui.theme)
        self._dirty = True

    def _dismiss_problems(self) -> None:
        self.problems.clear()
        self._dirty = True

    def _show_hand(self, hand: bool) -> None:
        if hand != self._hand:
            self._hand = hand
            with suppress(pygame.error):  # a display without cursors
                pygame.mouse.set_cursor(pygame.SYSTEM_CURSOR_HAND if hand else pygame.SYSTEM_CURSOR_ARROW)

    def _update_tooltip(self, now: float) -> bool:
        if self._mouse[0] < 0 or now - self._rested < TOOLTIP_SECONDS or self._tooltip or self._shows_keys:
            return False
        dismisses = self.problems and self._dismiss.rect.collidepoint(self._mouse)
        self._tooltip = self._dismiss.tooltip if dismisses else self.scene.tooltip_at(self._mouse)
        return bool(self._tooltip)

    # Drawing

    def _draw(self, now: float) -> None:
        surface, theme = self.surface, self.theme
        surface.fill(theme.ground)
        rect = surface.get_rect()
        if self.problems:
            height = theme.px(36)
            self._draw_problems(pygame.Rect(rect.topleft, (rect.width, height)))
            rect = pygame.Rect(rect.x, rect.y + height, rect.width, rect.height - height)
        self.scene.draw(surface, rect, now)
        if self._shows_keys:
            self._draw_keys()
        elif self._tooltip:
            self._draw_tooltip()

    def _draw_problems(self, rect: pygame.Rect) -> None:
        theme = self.theme
        pygame.draw.rect(self.surface, theme.raised, rect)
        pygame.draw.rect(self.surface, theme.warning, (rect.x, rect.y, theme.px(4), rect.height))
        more = f"  (and {len(self.problems) - 1} more)" if len(self.problems) > 1 else ""
        text = f"The defaults are used.  {self.problems[0]}{more}"
        self._dismiss.rect = pygame.Rect(
            rect.right - theme.px(36), rect.y + theme.px(4), theme.px(28), theme.px(28)
        )
        top = rect.centery - theme.line_height(14) // 2
        room = self._dismiss.rect.x - rect.x - theme.px(24)
        theme.text(self.surface, (rect.x + theme.px(16), top), text, 14, theme.warning, max_width=room)
        self._dismiss.draw(self.surface, theme)

    def _draw_tooltip(self) -> None:
        theme, surface = self.theme, self.surface
        lines = theme.wrapped(self._tooltip, theme.px(360), 12)
        width = max(theme.width(line, 12) for line in lines) + theme.px(16)
        box = pygame.Rect(0, 0, width, len(lines) * theme.line_height(12) + theme.px(8))
        box.topleft = (self._mouse[0] + theme.px(12), self._mouse[1] + theme.px(20))
        if box.bottom > surface.get_height():
            box.bottom = self._mouse[1] - theme.px(8)
        box.clamp_ip(surface.get_rect())
        pygame.draw.rect(surface, theme.raised, box, border_radius=theme.px(4))
        pygame.draw.rect(surface, theme.line, box, theme.px(1), border_radius=theme.px(4))
        for number, line in enumerate(lines):
            top = box.y + theme.px(4) + number * theme.line_height(12)
            theme.text(surface, (box.x + theme.px(8), top), line, 12)

    def _draw_keys(self) -> None:
        theme, surface = self.theme, self.surface
        rows = [*self.scene.keys(), *GENERAL_KEYS]
        pad = theme.px(24)
        room = surface.get_rect().inflate(-theme.px(16), -theme.px(16))
        for size, columns in ((14, 1), (14, 2), (12, 2)):
            line = theme.line_height(size) + theme.px(4 if size == 14 else 2)
            deep = -(-len(rows) // columns)
            parts = [rows[first : first + deep] for first in range(0, len(rows), deep)]
            key_widths = [max(theme.width(key, size, True) for key, _ in part) + pad for part in parts]
            what_widths = [max(theme.width(what, size) for _, what in part) + pad for part in parts]
            wanted = sum(key_widths) + sum(what_widths) + pad
            box = pygame.Rect(0, 0, wanted, deep * line + theme.px(72))
            if box.height <= room.height and box.width <= room.width:
                break
        box.width = min(box.width, room.width)
        box.center = surface.get_rect().center
        pygame.draw.rect(surface, theme.panel, box, border_radius=theme.px(8))
        pygame.draw.rect(surface, theme.line, box, theme.px(1), border_radius=theme.px(8))
        theme.text(surface, (box.x + pad, box.y + theme.px(16)), "Keys", 18, bold=True)
        x = box.x + pad
        for part, key_width, what_width in zip(parts, key_widths, what_widths, strict=True):
            given = what_width - (wanted - box.width) * what_width // sum(what_widths)
            for number, (key, what) in enumerate(part):
                y = box.y + theme.px(56) + number * line
                theme.text(surface, (x, y), key, size, bold=True)
                left = given - theme.px(8)
                theme.text(surface, (x + key_width, y), what, size, theme.dim, max_width=left)
            x += key_width + given


def check_opening(opening: Opening, settings: Settings) -> None:
    """Raises BadText for a game without a board or a position that the game cannot take."""
    if not has_board(opening.game):
        raise BadText(f"game: the window has no board for {opening.game} yet")
    game = load_game(opening.game)
    Position.start(game, settings.options_for(opening.game), opening.position_text)


def _has_display() -> bool:
    """Whether what is drawn can be seen; SDL quietly draws into memory where it finds no display,
    which is right only for who asked for it by name (SDL_VIDEODRIVER)."""
    return "SDL_VIDEODRIVER" in os.environ or pygame.display.get_driver() not in ("offscreen", "dummy")


def run_window(
    settings: Settings,
    problems: list[str] | None = None,
    saves: Saves | None = None,
    opening: Opening | None = None,
    frames: int | None = None,
    process_started: float | None = None,
    size: tuple[int, int] | None = None,
) -> FrameReport:
    """Opens the window and runs it until it is closed, or for `frames` frames.

    `process_started`, of `time.perf_counter`, is taken for the process's start where the system
    does not tell it. Raises BadText where `opening` cannot be, RuntimeError where there is no
    display to show a window on (a number of frames is drawn all the same, unseen).
    """
    from study.session import Session
    from ui.scenes.home import Home
    from ui.scenes.play import Play

    if opening is not None:  # before the window opens, so that a mistake is told on the command line
        check_opening(opening, settings)
    app = App(settings, problems, saves, size or SIZE)
    app.process_started = process_started
    try:
        if frames is None and not _has_display():
            raise RuntimeError("there is no display to open a window on; see --help for what needs none")
        app.push(Home(app))
        if opening is not None:
            options = settings.options_for(opening.game)
            record = Record.start(load_game(opening.game), options, opening.position_text)
            if saves is not None:
                saves.trusted.choose((opening.white, opening.black))
            session = Session(record, (opening.white, opening.black), settings, saves, opening.seed)
            app.push(Play(app, session))
        return app.run(frames)
    finally:
        app.close()
