"""The window: a stack of scenes, the frame loop and its measure, the list of keys, the palette, and the
banner about mistakes in the settings."""

import gc
import sys
import time
import warnings
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pygame

from engines.jobs import Job, Lane
from games.contract import BadText
from games.installation import HOUSE
from study.core.settings import RAW, Settings
from study.core.settings_store import YOURS, SettingsStore
from study.format import value_format
from study.game.compile_line import CompileLine
from study.game.watched_files import WatchedFiles
from study.saved_games.preferences import Preferences
from study.saved_games.saved_games import Saves
from ui import clipboard
from ui.command_palette import CommandPalette
from ui.commands import Command, Commands, KeyLine
from ui.contract import LEAST_ROOM, Screen
from ui.devices import display_scale, open_display
from ui.frame_report import FrameReport, seconds_since_process_start
from ui.garbage import Garbage
from ui.key_list import KeyList
from ui.kit.buttons import Button
from ui.kit.desk import Desk
from ui.kit.divider import Divider
from ui.kit.keyboard import as_read, spelled
from ui.kit.sheet import ACTIVATES, Sheet, fill
from ui.sounds import Sounds
from ui.theme import Theme, drawable

SIZE = (1280, 720)
SCALES = (0.75, 3.0)
BARS = (16, 96)
"""Design pixels of width and height that the window's frame and a task bar take from a desktop. SDL knows
them, but pygame does not ask it."""

LEAST_SIZE = (400, 400)
"""The smallest size in pixels that the window manager is asked to allow. A smaller window is possible;
controls then cover each other."""

SCALE_STEP = 0.25
SAID_SECONDS = 6.0
SAID_HEIGHT = 36
"""Height of a line that is shown for SAID_SECONDS, in design pixels."""

DIALOG_SECONDS = 1.0
"""Seconds that a file from another process waits for a dialog to close."""

NEVER = 1_000_000_000
FULL_SCREEN = "full screen"
"""The command that fills the screen."""

GUIDE = "guide"
"""The window's command that opens the guide."""

SOUNDS = "ui.sounds"
"""The setting that switches sounds on."""

HOW_TO_PLAY = "how to play"
"""The command of a screen that leads to the page on its game."""

ICON = HOUSE / "assets" / "icon.svg"
ICON_PIXELS = 64

DROPS = (pygame.DROPBEGIN, pygame.DROPFILE, pygame.DROPTEXT, pygame.DROPCOMPLETE)
"""The events of a drop onto the window, in the order in which they come."""

SWITCH_SECONDS = 0.0005
"""How long a thread may hold Python's lock while another waits. The compiler holds it a lot."""


def _window() -> pygame.Window:
    """The window that the display module made."""
    # Pygame deprecates this call but has no other for a window of the display module.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return pygame.Window.from_display_module()


def first_size(desktop: tuple[int, int], scale: float) -> tuple[int, int]:
    """The window's size in pixels when nobody asks for another: SIZE at its scale, or what the window's frame
    and a task bar leave of a smaller desktop."""
    wide, high = (
        min(round(wanted * scale), room - round(bars * scale))
        for wanted, room, bars in zip(SIZE, desktop, BARS, strict=True)
    )
    return max(LEAST_SIZE[0], wide), max(LEAST_SIZE[1], high)


class App:
    """The window and all it shows. `size` is in pixels; None means the size that suits the desktop. A process
    has one at a time."""

    def __init__(
        self,
        store: SettingsStore,
        saves: Saves | None = None,
        size: tuple[int, int] | None = None,
        resizable: bool = True,
    ) -> None:
        open_display()
        pygame.font.init()
        pygame.key.set_repeat(300, 60)
        self.store = store
        self.saves = saves
        self.files = Lane("files")  # reads and writes files, so that no frame waits for a disk
        self.watched = WatchedFiles()
        self.problems = list(store.problems)
        self._desktop = desktop = pygame.display.get_desktop_sizes()[0] if resizable else size or SIZE
        self._display_scale = display_scale(desktop)
        if resizable:
            size = size or first_size(desktop, self._own_scale)
            size = (min(size[0], desktop[0]), min(size[1], desktop[1]))
            pygame.display.set_icon(pygame.image.load_sized_svg(ICON, (ICON_PIXELS, ICON_PIXELS)))
        self.surface = pygame.display.set_mode(size or SIZE, pygame.RESIZABLE if resizable else 0)
        if resizable:
            _window().minimum_size = LEAST_SIZE
        pygame.display.set_caption("Plyglass")
        self.scenes: list[Screen] = []
        self._wished_scale = self._own_scale
        self.theme = self._styled()
        self.desk = Desk(self.theme)
        self.divider = Divider("Drag to resize the panel. A double click restores its size.")
        self.choices = saves.choices.made if saves is not None else Preferences()
        self.layout = self.choices.layout
        self.divider.share = self.layout.divider
        if self.layout.sounds is not None:  # older versions kept it in the layout
            if store.source(SOUNDS) != YOURS:
                with suppress(BadText):
                    store.set(SOUNDS, self.layout.sounds)
            self.layout.sounds = None
        self.sounds = Sounds(self.settings.ui.sounds)
        value_format.show_raw(self.settings.ui.values == RAW)
        self.report = FrameReport()
        self.process_started: float | None = None  # of time.perf_counter, if known
        self.running = True
        self.parting: list[str] = []  # messages about scenes that were left, for the next scene
        self.garbage = Garbage()
        self.compile_line = CompileLine()
        # Set by `ui/window.py`, which knows the screens.
        self.open_settings: Callable[[], object] = lambda: None
        self.focused: Callable[[], object] = lambda: None  # called when the window gains the focus
        self.handed_over: deque[Path] = deque()  # files to open, put here by another thread
        self._drop_taken = False  # whether a file of the current drop is being opened
        self._dropped_lines: list[str] = []  # of a dropped text
        self._opening: Job | None = None  # a page of the guide
        self.fills_screen = False
        self._said, self._said_until = "", 0.0
        self._said_at: pygame.Rect | None = None  # the free place that was found for the line
        self._makes_room = False  # whether the screen leaves the line room at its lower edge
        self.key_list = KeyList(self._hide_keys, self._explain, self._leave_keys_for_guide)
        self._shows_keys = False
        self.palette = CommandPalette()
        self.commands = Commands(self, WINDOW, lambda why: self.scene.tell(why))
        self._dirty = True
        self._flipped_at = 0.0
        self._dismiss = Button(self._dismiss_problems, icon="close", tooltip="Hide this message.", flat=True)

    # Settings

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self.store.settings

    @property
    def _own_scale(self) -> float:
        return self.settings.ui.scale or self._display_scale

    def set(self, name: str, value: Any) -> None:
        """Sets a setting, as "ui.theme"; all screens follow it."""
        self._change_setting(partial(self.store.set, name, value))

    def clear_setting(self, name: str) -> None:
        """Removes the person's own value of a setting."""
        self._change_setting(partial(self.store.clear, name))

    def _change_setting(self, change: Callable[[], object]) -> None:
        before = self.settings
        try:
            change()
        except BadText as error:
            self.scene.tell(str(error))
        ui = self.settings.ui
        if ui.scale != before.ui.scale:
            self.rescale_as_set()
        elif ui != before.ui:
            self.restyle()
        self.sounds.on = ui.sounds
        value_format.show_raw(ui.values == RAW)
        for scene in self.scenes:
            scene.settings_changed(self.settings)
        self._dirty = True

    # Scenes

    @property
    def scene(self) -> Screen:
        return self.scenes[-1]

    def push(self, scene: Screen) -> None:
        if self.scenes:
            self.scene.covered()
        self.scenes.append(scene)
        self._changed_scene()

    def pop(self) -> None:
        """Leaves the scene on top; the lowest stays."""
        if len(self.scenes) > 1:
            left = self.scenes.pop()
            left.close()
            if left.heavy:
                self.garbage.leave()
            self.scene.shown_again()
            self._changed_scene()

    def _changed_scene(self) -> None:
        self.desk.clear()
        self.palette.close()
        self._said, self._makes_room, self._dirty = "", False, True
        title = f"{self.scene.title} · Plyglass" if self.scene.title else "Plyglass"
        pygame.display.set_caption(drawable(title))

    def part_with(self, line: str) -> None:
        """Shows a message about a scene that is being left on the next one."""
        self.parting.append(line)

    def quit(self) -> None:
        self.running = False

    def close(self) -> None:
        self.quit()
        while self.scenes:
            self.scenes.pop().close()
        self.keep_choices()
        self.files.close(patience=0.0)
        self.sounds.close()
        self.watched.close()
        pygame.quit()

    def keep_choices(self) -> None:
        """Keeps what was chosen for the next start of the program."""
        self.layout.divider = self.divider.share
        if self.saves is not None:
            self.saves.choices.keep()

    # Frames

    def run(self, frames: int | None = None) -> FrameReport:
        """Runs frames until the window is closed, or this number of them."""
        sys.setswitchinterval(SWITCH_SECONDS)
        thresholds = gc.get_threshold()
        gc.set_threshold(*thresholds[:2], NEVER)  # what is old: see `Garbage`
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
        for event in as_read(pygame.event.get()):
            self._handle(event)
        self.garbage.collect(len(self.scenes) == 1)
        now = time.perf_counter()
        if not self.running:
            return
        while self.parting:
            self.scene.tell(self.parting.pop(0))
        if self.handed_over and self.scene.takes_files:
            self._open_handed_over(self.handed_over.popleft())
        self._follow_guide()
        self._follow_display()
        self.compile_line.update(now)
        changed = self.scene.update(now)
        if self._fitting_scale != self.theme.scale:
            self.restyle()
        if self._said and now > self._said_until:
            self._said, self._makes_room, self._dirty = "", False, True
        tells, whole = self.desk.update(now), self._dirty
        if changed or whole or tells:
            self._dirty = False
            self._draw(now, whole)
            if self.scene.shown is None or whole or tells:  # a tooltip lies over all parts
                pygame.display.flip()
            elif self.scene.shown:
                pygame.display.update(list(self.scene.shown))
        self._measure(began)

    def _measure(self, began: float) -> None:
        ended = time.perf_counter()
        if self.report.first_frame_seconds == 0.0:
            self.report.first_frame_seconds = seconds_since_process_start(self.process_started)
        else:
            self.report.frame_ms.append((ended - began) * 1000)
            self.report.interval_ms.append((ended - self._flipped_at) * 1000)
        self._flipped_at = ended

    # Files from other processes

    def take_file(self, path: Path) -> bool:
        """Queues a file to be opened as if it were dropped, in front of other windows. False where the screen
        on top takes no files and does not close within DIALOG_SECONDS. For other threads."""
        until = time.monotonic() + DIALOG_SECONDS
        while not self.scene.takes_files:
            if time.monotonic() > until:
                return False
            time.sleep(0.05)
        self.handed_over.append(path)
        return True

    def _open_handed_over(self, path: Path) -> None:
        window = _window()
        if not pygame.display.get_active():  # iconified
            window.restore()
        window.focus()
        self._dirty = True
        self.scene.dropped(path)

    def redraw(self) -> None:
        self._dirty = True

    # Events

    def _handle(self, event: pygame.event.Event) -> None:
        self._dirty = True
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type == pygame.VIDEORESIZE:
            self.surface = pygame.display.get_surface() or self.surface
            self._said_at = None
        elif event.type in DROPS:
            self._drop(event)
        elif event.type == pygame.WINDOWFOCUSGAINED:
            self.focused()
        elif event.type == pygame.KEYDOWN:
            self._key(event)
        else:
            self.desk.handle(event)

    def _drop(self, event: pygame.event.Event) -> None:
        """Opens several files one after the other; collects a text, which comes line by line."""
        if event.type == pygame.DROPFILE:
            if self._drop_taken and not self.scene.takes_files:
                self.handed_over.append(Path(event.file))
            else:
                self._drop_taken = self.scene.takes_files
                self.scene.dropped(Path(event.file))
        elif event.type == pygame.DROPTEXT:
            self._dropped_lines.append(event.text)
        else:
            text, self._dropped_lines, self._drop_taken = "\n".join(self._dropped_lines), [], False
            if event.type == pygame.DROPCOMPLETE and text.strip():
                self.scene.dropped_text(text)

    def _key(self, event: pygame.event.Event) -> None:
        """Takes a key. If it changes what is shown, the pointer rests until it moves."""
        scene, subject = self.scene, self.scene.subject
        self._give_key(event)
        if self.scene is scene and scene.subject != subject:
            self.desk.rest()

    def _give_key(self, event: pygame.event.Event) -> None:
        """Gives a key to the window's own commands, then to the control with the focus, then to the scene."""
        if self._shows_keys and self.commands.named(event) != FULL_SCREEN:
            self._key_of_list(event)
        elif self.commands.key(event):
            pass
        elif self.palette.open:
            if not self.palette.key(event):
                self.desk.key(event)
        elif (not self.desk.busy and self.scene.key_first(event)) or self.desk.key(event):
            pass
        elif event.key != pygame.K_ESCAPE:
            self.scene.key(event)
        elif self.desk.escape() or self.scene.escape():
            pass
        elif self.problems:
            self._dismiss_problems()
        elif len(self.scenes) == 1 and self.fills_screen:
            self.turn_full_screen()
        else:
            self.pop()

    def _key_of_list(self, event: pygame.event.Event) -> None:
        """Hides the list of keys at any key, except those that lead on from it or scroll it."""
        if self.scene.commands.named(event) == HOW_TO_PLAY:
            self._explain()
        elif self.commands.named(event) == GUIDE:
            self._leave_keys_for_guide()
        elif self.key_list.scroll.needed and self.key_list.scroll.key(event):
            pass
        elif event.key not in (pygame.K_TAB, *ACTIVATES) or not self.desk.key(event):
            self._hide_keys()

    def _hide_keys(self) -> None:
        self._shows_keys = False

    def show_keys(self) -> None:
        """Shows the list of all keys, from its beginning."""
        self.palette.close()
        self.key_list.scroll.offset = 0
        self._shows_keys = True

    def find_command(self) -> None:
        """Opens the palette, or closes it."""
        if self.palette.open:
            self.palette.close()
        else:
            self.palette.show((self.scene.commands, self.commands))

    def _explain(self) -> None:
        self._hide_keys()
        self.scene.commands.run(HOW_TO_PLAY)

    def _leave_keys_for_guide(self) -> None:
        self._hide_keys()
        self.open_guide()

    def open_guide(self, name: str = "") -> None:
        """Opens a page of the guide in the browser, as "moves"; by default the one that explains the
        screen."""
        page = f"guide/{name or self.scene.guide_page}"
        self._opening = self.files.do(partial(_open_page, page), "the guide")

    def _follow_guide(self) -> None:
        """Says where the requested page is, once the browser has it."""
        job = self._opening
        if job is None or not job.over:
            return
        self._opening = None
        if job.news.error:
            self.say(f"The guide cannot be written: {job.news.error}")
            return
        file, problem = job.news.value
        if problem:
            clipboard.put(str(file))
            self.say(f"No browser opens the page ({problem}). Its path has been copied: {file}")
        else:
            self.say(f"Your browser was asked to open {file}")

    def enlarge(self) -> None:
        if self.scene.scale_by(1):
            return
        self.rescale(self.theme.scale + SCALE_STEP)
        if self.theme.scale < self._wished_scale:
            self._wished_scale = self.theme.scale
            self.scene.tell("The window is too small for a larger scale. Enlarge it first.")

    def shrink(self) -> None:
        if not self.scene.scale_by(-1):
            self.rescale(self.theme.scale - SCALE_STEP)

    def rescale_as_set(self) -> None:
        """Draws everything at the scale of the settings."""
        self.rescale(self._own_scale)

    def rescale(self, scale: float) -> None:
        """Draws everything at another scale from now on, as far as the window has room."""
        self._wished_scale = max(SCALES[0], min(SCALES[1], scale))
        self.restyle()

    def _follow_display(self) -> None:
        """Draws at the scale of the window's display, once the window was moved or that scale was changed."""
        scale = display_scale(self._desktop)
        if scale != self._display_scale:
            self._display_scale = scale
            if self.settings.ui.scale is None:
                self.rescale_as_set()

    def restyle(self) -> None:
        """Draws everything in the theme and the board colours of the settings."""
        self.theme, self._said_at = self._styled(), None
        self._dirty = True

    def _styled(self) -> Theme:
        return Theme(self._fitting_scale, self.settings.ui.theme, self.settings.ui.board_colours)

    @property
    def _fitting_scale(self) -> float:
        """The scale that was asked for; if that leaves the screen too little room, the largest scale that
        does not."""
        scene = self.scenes[-1] if self.scenes else None
        own, least = (None, LEAST_ROOM) if scene is None else (scene.own_scale, scene.least_room)
        width, height = self.surface.get_size()
        room = min(width / least[0], height / least[1])
        return max(SCALES[0], min(own or self._wished_scale, room))

    def turn_full_screen(self) -> None:
        """Fills the screen, or goes back to a window."""
        window = _window()
        window.set_windowed() if self.fills_screen else window.set_fullscreen(desktop=True)
        self.fills_screen = not self.fills_screen  # the system sends the new size as an event

    def say(self, text: str) -> None:
        """Shows a line for some seconds: where the screen has a place for it, or else where nothing below it
        can be clicked."""
        self._dirty = True
        if not self.scene.say(text):
            self._said, self._said_until = spelled(text), time.perf_counter() + SAID_SECONDS
            self._said_at, self._makes_room = None, False

    def _dismiss_problems(self) -> None:
        self.problems.clear()
        self._dirty = True

    # Drawing

    def _draw(self, now: float, whole: bool = True) -> None:
        surface, theme = self.surface, self.theme
        rect = surface.get_rect()
        self.desk.first_focus = self.scene.first_focus
        sheet = self.desk.begin(surface, theme, whole or self._shows_keys or self.palette.open)
        if sheet.whole:
            fill(surface, theme.ground, rect)
        banner = pygame.Rect(rect.topleft, (rect.width, theme.px(36) if self.problems else 0))
        below = theme.px(SAID_HEIGHT) if self._makes_room else 0
        room = pygame.Rect(0, banner.bottom, rect.width, rect.height - banner.height - below)
        self.scene.draw(sheet, room, now)
        if self.problems:
            self._draw_problems(sheet, banner)
        if self._said:
            self._draw_said(sheet, rect)
        if self.palette.open:
            sheet.layer(lambda: self.palette.draw(sheet), self.palette.close)
        if self._shows_keys:
            sheet.layer(lambda: self._draw_keys(sheet), self._hide_keys)
        if self.desk.finish():
            self.scene.look_again()

    def _draw_keys(self, sheet: Sheet) -> None:
        there, how = self.scene.commands, None
        if HOW_TO_PLAY in there and there.why_not(HOW_TO_PLAY) is None:
            how = there[HOW_TO_PLAY]
        label, tip = ("", "") if how is None else (how.label.removesuffix(" …"), how.tooltip)
        lines = (*self.scene.key_lines(), *self.commands.lines)
        self.key_list.draw(sheet, [each._replace(keys=spelled(each.keys)) for each in lines], label, tip)

    def _draw_said(self, sheet: Sheet, rect: pygame.Rect) -> None:
        """Draws the line where nothing below it can be clicked. Where there is no such place, the screen
        makes room from the next frame on."""
        theme = self.theme
        wide = min(rect.width, theme.width(self._said) + 2 * theme.px(16))
        strip = pygame.Rect(0, 0, wide, theme.px(SAID_HEIGHT))
        if self._makes_room:
            strip.midbottom = rect.midbottom
        else:
            self._said_at = self._said_at or free_place(sheet, rect, strip.size)
            if self._said_at is None:
                self._makes_room = self._dirty = True
                return
            strip = self._said_at
        sheet.fill(strip, theme.raised, 6)
        sheet.label(strip.inflate(-theme.px(24), 0), self._said, 14, theme.text_color, "center")

    def _draw_problems(self, sheet: Sheet, rect: pygame.Rect) -> None:
        theme = self.theme
        sheet.fill(rect, theme.raised)
        sheet.fill(pygame.Rect(rect.x, rect.y, theme.px(4), rect.height), theme.warning)
        more = f"  (and {len(self.problems) - 1} more)" if len(self.problems) > 1 else ""
        text = f"The defaults are used.  {self.problems[0]}{more}"
        side = theme.px(28)
        self._dismiss.draw(sheet, pygame.Rect(rect.right - theme.px(36), rect.y + theme.px(4), side, side))
        room = pygame.Rect(rect.x + theme.px(16), rect.y, rect.width - theme.px(60), rect.height)
        sheet.label(room, text, 14, theme.warning)


def free_place(sheet: Sheet, rect: pygame.Rect, size: tuple[int, int]) -> pygame.Rect | None:
    """The lowest place of that size in which nothing can be clicked; None where there is none."""
    gap = sheet.theme.px(4)
    taken = [zone.rect.inflate(2 * gap, 2 * gap) for zone in sheet.active() if zone.click or zone.press]
    for bottom in range(rect.bottom - gap, rect.top + size[1], -gap):
        for left in (rect.centerx - size[0] // 2, rect.left, rect.right - size[0]):
            place = pygame.Rect((left, bottom - size[1]), size)
            if place.collidelist(taken) < 0:
                return place
    return None


def _open_page(page: str, job: Job) -> tuple[Path, str]:
    """Writes the guide and opens a page of it. Returns the page's file, and why no browser opens it, "" where
    one does."""
    from ui.guide.pages import open_in_browser, written_page  # not before the first frame

    file = written_page(page)
    return file, open_in_browser(file)


GROUP = "Window"
# fmt: off
WINDOW: tuple[Command[App] | KeyLine, ...] = (
    KeyLine("Tab, Shift+Tab", "Next, previous control", GROUP),
    KeyLine("Enter", "Press the control", GROUP),
    KeyLine("Esc", "One step back; a game stays saved", GROUP),
    Command("find", "Find a command", "All commands by name.", "Ctrl+K", App.find_command, GROUP),
    Command("keys", "All keys", "All keys of this screen.", "F1", App.show_keys, GROUP),
    Command(GUIDE, "Guide", "Opens the guide in your browser, at the page on what is shown.",
            "Shift+F1", App.open_guide, GROUP),
    Command("settings", "Settings …", "Theme, scale, sound, memory and more, on a page.", "Ctrl+,",
            lambda app: app.open_settings(), GROUP, lambda app: app.scene.settings_wait, "settings"),
    Command(FULL_SCREEN, "Full screen, or a window again", "Fills the screen, or goes back to a window.",
            "F11, Alt+Enter", App.turn_full_screen, GROUP),
    Command("larger", "Larger", "Draws everything larger.", "Ctrl++", App.enlarge, GROUP),
    Command("smaller", "Smaller", "Draws everything smaller.", "Ctrl+−",
            App.shrink, GROUP),
    Command("own scale", "As large as in the settings", "At the scale of the settings.", "Ctrl+0",
            App.rescale_as_set, GROUP),
    Command("quit", "Quit; the game stays saved", "Ends the program.", "Ctrl+Q", App.quit, GROUP),
)
# fmt: on
"""What can be done on every screen."""
