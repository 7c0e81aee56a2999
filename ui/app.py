"""The window: a stack of screens, its own commands, and the loop of frames."""

import gc
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import pygame

from engines.jobs import Lane
from games.contract import BadText
from study.format import value_format
from study.game.compile_line import CompileLine
from study.game.watched_files import WatchedFiles
from study.saved_games.preferences import Preferences
from study.saved_games.saved_games import Saves
from study.settings.settings import RAW, Settings
from study.settings.settings_store import YOURS, SettingsStore
from ui.appearance import STEP, Appearance
from ui.arriving_files import DROPS, ArrivingFiles
from ui.command_palette import CommandPalette
from ui.commands import Command, Commands, KeyLine
from ui.contract import Screen
from ui.display import Display
from ui.file_opener import FileOpener
from ui.frame_report import FrameReport
from ui.garbage import Garbage
from ui.guide.opener import GuideOpener
from ui.key_list import GUIDE, HOW_TO_PLAY, KeyList
from ui.kit.divider import Divider
from ui.kit.event_router import EventRouter
from ui.kit.keyboard import as_read
from ui.kit.sheet import fill
from ui.problem_banner import ProblemBanner
from ui.said_line import SaidLine
from ui.sounds import Sounds
from ui.theme import Theme, drawable

NEVER = 1_000_000_000
"""A threshold of Python's garbage collection that is never reached."""

FULL_SCREEN = "full screen"
"""The command that fills the screen."""

SOUNDS = "ui.sounds"
"""The setting that switches sounds on."""

SWITCH_SECONDS = 0.0005
"""Seconds for which a thread may hold Python's lock (the GIL) while another waits. The default is longer, and
the compiler would delay frames."""


class App:
    """The window, with the stack of its screens. `open_settings` opens the settings page. `size` is in
    pixels; None means a size that suits the desktop. A process has one window at a time."""

    def __init__(
        self,
        store: SettingsStore,
        open_settings: Callable[[], object],
        saves: Saves | None = None,
        size: tuple[int, int] | None = None,
        resizable: bool = True,
    ) -> None:
        self.store = store
        self.saves = saves
        self.open_settings = open_settings
        self.display = Display(self.settings.ui.scale, size, resizable)
        pygame.font.init()
        pygame.key.set_repeat(300, 60)
        pygame.display.set_caption("Plyglass")
        self.scenes: list[Screen] = []
        self.appearance = Appearance(self.settings.ui, self.display)
        self.event_router = EventRouter(self.theme)
        self.divider = Divider("Drag to resize the panel. A double click restores its size.")
        self.choices = saves.choices.made if saves is not None else Preferences()
        self.layout = self.choices.layout
        self.divider.share = self.layout.divider
        if self.layout.sounds is not None:  # older versions kept this setting in the layout
            if store.source(SOUNDS) != YOURS:
                with suppress(BadText):
                    store.set(SOUNDS, self.layout.sounds)
            self.layout.sounds = None
        self.sounds = Sounds(self.settings.ui.sounds)
        value_format.show_raw(self.settings.ui.values == RAW)
        self.report = FrameReport()
        self.running = True
        self.parting: list[str] = []  # messages about screens that were left, for the next screen
        self.garbage = Garbage()
        self.watched = WatchedFiles()
        self.compile_line = CompileLine()
        self.files = Lane("files")  # reads and writes files, so that no frame waits for a disk
        self.arriving = ArrivingFiles(lambda: self.scene.takes_files)
        self.guide, self.editor = GuideOpener(self.files), FileOpener(self.files)
        self.problems = ProblemBanner(store.problems)
        self.said = SaidLine()
        self.palette = CommandPalette()
        self.key_list = KeyList(lambda: self.scene.commands.run(HOW_TO_PLAY), self.open_guide)
        self.commands = Commands(self, WINDOW, lambda why: self.scene.tell(why))
        self._room = pygame.Rect(0, 0, 0, 0)  # where the screen is drawn
        self._dirty = True

    # Settings

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self.store.settings

    def set(self, name: str, value: Any) -> None:
        """Changes a setting, such as "ui.theme"; all screens follow it."""
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
            self.rescale()
        elif ui != before.ui:
            self.restyle()
        self.sounds.on = ui.sounds
        value_format.show_raw(ui.values == RAW)
        for scene in self.scenes:
            scene.settings_changed(self.settings)
        self._dirty = True

    # Appearance

    @property
    def theme(self) -> Theme:
        """The theme that everything is drawn in."""
        return self.appearance.theme

    @property
    def surface(self) -> pygame.Surface:
        """What everything is drawn on."""
        return self.display.surface

    def restyle(self) -> None:
        """Draws everything in the theme and the board colours of the settings."""
        self.appearance.restyle(self.settings.ui, self.scenes[-1] if self.scenes else None)
        self.said.move()
        self._dirty = True

    def rescale(self, scale: float | None = None) -> None:
        """From now on draws everything at another scale, by default the scale of the settings. In a window
        that is too small, it draws at the largest scale that fits."""
        self.appearance.rescale(scale or self.settings.ui.scale)
        self.restyle()

    def scale_by(self, steps: int) -> None:
        """Draws everything larger or smaller by steps. If the window is too small for a larger scale, says so
        and uses the largest that fits."""
        if self.scene.scale_by(steps):  # a screen with its own scale, such as a board for a projector
            return
        self.rescale(self.theme.scale + steps * STEP)
        if steps > 0 and self.theme.scale < self.appearance.scale:
            self.appearance.scale = self.theme.scale
            self.scene.tell("The window is too small for a larger scale. Enlarge it first.")

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
        """Leaves the screen on top. The lowest screen cannot be left."""
        if len(self.scenes) > 1:
            left = self.scenes.pop()
            left.close()
            if left.heavy:
                self.garbage.leave()
            self.scene.shown_again()
            self._changed_scene()

    def _changed_scene(self) -> None:
        self.event_router.clear()
        self.palette.close()
        self.said.clear()
        self._dirty = True
        title = f"{self.scene.title} · Plyglass" if self.scene.title else "Plyglass"
        pygame.display.set_caption(drawable(title))

    def part_with(self, line: str) -> None:
        """Keeps a message about a screen that is being left. The next screen shows it."""
        self.parting.append(line)

    def quit(self) -> None:
        self.running = False

    def close(self) -> None:
        self.quit()
        self.arriving.close()
        while self.scenes:
            self.scenes.pop().close()
        self.keep_choices()
        self.files.close(patience=0.0)
        self.sounds.close()
        self.watched.close()
        pygame.quit()

    def keep_choices(self) -> None:
        """Saves what the person chose, for the next start of the program."""
        self.layout.divider = self.divider.share
        if self.saves is not None:
            self.saves.choices.keep()

    # Frames

    def run(self, frames: int | None = None) -> FrameReport:
        """Runs frames until the window is closed, or this number of them."""
        sys.setswitchinterval(SWITCH_SECONDS)
        thresholds = gc.get_threshold()
        gc.set_threshold(*thresholds[:2], NEVER)  # `Garbage` collects old objects instead
        clock = pygame.time.Clock()
        done = 0
        while self.running and done != frames:
            self.frame()
            done += 1
            clock.tick(self.settings.ui.fps)
        gc.set_threshold(*thresholds)
        return self.report

    def frame(self) -> None:
        """Does what a frame does: takes the events, updates the screen, and draws it if something has
        changed."""
        began = time.perf_counter()
        for event in as_read(pygame.event.get()):
            self._handle(event)
        self.garbage.collect(len(self.scenes) == 1)
        now = time.perf_counter()
        if not self.running:
            return
        self._bring_news(now)
        changed = self.scene.update(now)
        if not self.appearance.fits(self.scene):
            self.restyle()
        if self.said.over(now):
            self.said.clear()
            self._dirty = True
        tip_changed, whole = self.event_router.update(now), self._dirty
        if changed or whole or tip_changed:
            self._dirty = False
            self._lay_out(now, whole)
            self._draw(now)
            self._dirty |= self.said.settle(self.event_router.sheet)
            if self.event_router.finish():
                self.scene.look_again()
            if self.scene.shown is None or whole or tip_changed:  # a tooltip may cover any part
                pygame.display.flip()
            elif self.scene.shown:
                pygame.display.update(list(self.scene.shown))
        self.report.measure(began, time.perf_counter())

    def _bring_news(self, now: float) -> None:
        """Takes over what has happened since the last frame: messages of a screen that was left, files that
        arrived, news of the guide and the editor, another scale of the display, the person's files that
        were loaded again, and compiling."""
        while self.parting:
            self.scene.tell(self.parting.pop(0))
        if self.arriving.give_next(self.scene):
            self.display.come_to_front()
            self._dirty = True
        if news := self.guide.news():
            self.say(news)
        if opened := self.editor.news():
            if opened.problem:
                self.scene.tell(opened.problem)
            else:
                self.say(f"Save {opened.path.name} in your editor to load it again.")
        if self.display.follow_scale() and self.settings.ui.scale is None:
            self.rescale()
        if self.watched.loaded_again():
            for scene in self.scenes:
                scene.files_loaded()
            self.scene.look_again()
        if self.compile_line.update(now):
            self.scene.look_again()

    def redraw(self) -> None:
        self._dirty = True

    # Events

    def _handle(self, event: pygame.event.Event) -> None:
        self._dirty = True
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type == pygame.VIDEORESIZE:
            self.display.resized()
            self.said.move()
        elif event.type in DROPS:
            self.arriving.drop(event, self.scene)
        elif event.type == pygame.WINDOWFOCUSGAINED:
            self.arriving.prefer()
        elif event.type == pygame.KEYDOWN:
            self._key(event)
        else:
            self.event_router.handle(event)

    def _key(self, event: pygame.event.Event) -> None:
        """Handles a key. If the key changes the shown position (`Screen.subject`), the mouse pointer has no
        effect until it moves."""
        scene, subject = self.scene, self.scene.subject
        self._give_key(event)
        if self.scene is scene and scene.subject != subject:
            self.event_router.rest()

    def _give_key(self, event: pygame.event.Event) -> None:
        """Gives a key to the first that uses it, from the window's commands to the scene."""
        command = self.commands.named(event)
        if self.key_list.open and command != FULL_SCREEN:
            self.key_list.key(event, {command, self.scene.commands.named(event)}, self.event_router.key)
        elif command:
            self.commands.run(command)
        elif self.palette.open:
            if not self.palette.key(event):
                self.event_router.key(event)
        elif (not self.event_router.busy and self.scene.key_first(event)) or self.event_router.key(event):
            pass
        elif event.key != pygame.K_ESCAPE:
            self.scene.key(event)
        elif self.event_router.escape() or self.scene.escape():
            pass
        elif self.problems.lines:
            self.problems.lines.clear()
        elif len(self.scenes) == 1 and self.display.fills_screen:
            self.display.turn_full_screen()
        else:
            self.pop()

    def show_keys(self) -> None:
        """Shows the list of all keys, from its beginning."""
        self.palette.close()
        self.key_list.show()

    def open_guide(self, name: str = "") -> None:
        """Opens a page of the guide in the browser, such as "moves"; by default the screen's page."""
        self.guide.open(name or self.scene.guide_page)

    def say(self, text: str) -> None:
        """Shows a line for some seconds: in the screen's own place for messages if it has one, or else where
        it covers nothing that can be clicked."""
        self._dirty = True
        if not self.scene.say(text):
            self.said.say(text, time.perf_counter())

    # Drawing

    def _lay_out(self, now: float, whole: bool) -> None:
        """Begins a drawing: decides what it shows and where."""
        theme, rect = self.theme, self.surface.get_rect()
        self.event_router.first_focus = self.scene.first_focus
        sheet = self.event_router.begin(self.surface, theme, whole or self.key_list.open or self.palette.open)
        top, below = self.problems.height(theme), self.said.room(theme)
        self._room = pygame.Rect(0, top, rect.width, rect.height - top - below)
        self.scene.lay_out(sheet, self._room, now)

    def _draw(self, now: float) -> None:
        """Draws what was laid out. Drawing again without a change gives the same picture."""
        sheet, rect = self.event_router.sheet, self.surface.get_rect()
        if sheet.whole:
            fill(sheet.surface, sheet.theme.ground, rect)
        self.scene.draw(sheet, self._room, now)
        self.problems.draw(sheet, pygame.Rect(rect.topleft, (rect.width, self._room.top)))
        self.said.draw(sheet)
        if self.palette.open:
            sheet.layer(partial(self.palette.draw, sheet), self.palette.close)
        if self.key_list.open:
            draw = partial(self.key_list.draw, sheet, self.scene, self.commands)
            sheet.layer(draw, self.key_list.close)


GROUP = "Window"
# fmt: off
WINDOW: tuple[Command[App] | KeyLine, ...] = (
    KeyLine("Tab, Shift+Tab", "Next, previous control", GROUP),
    KeyLine("Enter", "Press the control", GROUP),
    KeyLine("Esc", "One step back; a game stays saved", GROUP),
    Command("find", "Find a command", "All commands by name.", "Ctrl+K",
            lambda app: app.palette.turn((app.scene.commands, app.commands)), GROUP),
    Command("keys", "All keys", "All keys of this screen.", "F1", App.show_keys, GROUP),
    Command(GUIDE, "Guide", "Opens the guide in your browser, at the page on what is shown.",
            "Shift+F1", App.open_guide, GROUP),
    Command("settings", "Settings …", "Theme, scale, sound, memory and more, on a page.", "Ctrl+,",
            lambda app: app.open_settings(), GROUP, lambda app: app.scene.settings_wait, "settings"),
    Command(FULL_SCREEN, "Full screen, or a window again", "Fills the screen, or goes back to a window.",
            "F11, Alt+Enter", lambda app: app.display.turn_full_screen(), GROUP),
    Command("larger", "Larger", "Draws everything larger.", "Ctrl++", lambda app: app.scale_by(1), GROUP),
    Command("smaller", "Smaller", "Draws everything smaller.", "Ctrl+−",
            lambda app: app.scale_by(-1), GROUP),
    Command("own scale", "As large as in the settings", "At the scale of the settings.", "Ctrl+0",
            App.rescale, GROUP),
    Command("quit", "Quit; the game stays saved", "Ends the program.", "Ctrl+Q", App.quit, GROUP),
)
# fmt: on
"""What can be done on every screen."""
