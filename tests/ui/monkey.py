"""A monkey at the window: keys, clicks, drags, wheel, text, resizes down to one pixel, dropped files, in
every screen and every game, while the person's files are deleted, cut off and damaged. Nothing it does may
raise an exception, in whatever thread.

    python tests/ui/monkey.py --minutes 20 --seed 3
    python tests/ui/monkey.py --seed 3 --visit 12

It makes visits, each to a window of its own with a data folder of its own, which begin with the OPENINGS
in turn. Visit and event number, with the seed, decide all that is random in an event, so that `--visit`
does one visit again. What it cannot repeat: how far searches, files and other threads have come at an
event. So the zone that an event is about, its share of the zones drawn, may be another one, and the time
in the names of files is another.
"""

# ruff: noqa: E402 - as a script it first has to find the program

import argparse
import faulthandler
import os
import random
import shutil
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from unittest.mock import patch

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import pygame

from engines import jobs
from engines.subprocesses import user_players
from games.compiling.kept_kernels import kept_in
from games.record import Record
from games.registry import game_names, load_game
from heuristics import registry as heuristics
from own_heuristics import source
from study.game.session import Session
from study.saved_games.saved_games import Saves
from study.settings.settings import Settings, UiSettings
from study.settings.settings_store import SettingsStore
from study.tournaments.arena_session import ArenaSession
from ui import clipboard
from ui.app import App
from ui.import_games import open_some_file
from ui.scenes.file_chooser import FileChooser
from ui.scenes.play.play import Play
from ui.scenes.progress_dialog import ProgressDialog
from ui.window import Window

EVENTS = 300
"""Events of a visit."""

LAST = 30
"""How many of the last events a failure prints."""

SLOW_SECONDS = 1.0
"""A longer frame is looked into, if the monkey is started by hand."""

STUCK_SECONDS = 120.0
"""How long a frame may take before all threads are printed; the first use of a kernel compiles it."""

USUAL_SIZES = ((1280, 720), (640, 480), (1920, 1080), (900, 700))
TINY = (1, 1, 2, 3, 7, 16, 40, 90, 200, 399)
TEXTS = (
    *("a", "e4", "mine", "x" * 300, " ", "0", "-1", "1e9", "nan", "9" * 40, "ä→𝔘\u0301", "\t\n", "../"),
    *("alphabeta:weighted,depth=2", "random,seed=4", "level:3", "level:99", "own:mine", "own:broken"),
    *("uci:no-such-engine", "program:./no-such-program", "4bxx/2xxx2/1x2wxx/3x3/xx3x1/3x3/1x5 w"),
    *("8/8/8/8/8/8/8/8 w - - 0 1", '[White "A"]\n\n1. e4 e5 2. Ke2 *', "[", "1. e4 e5 1-0"),
)
"""What is typed, and what lies on the clipboard. It names only programs that do not exist, so the monkey can
start no other."""

PLAIN_KEYS = tuple(range(pygame.K_a, pygame.K_z + 1)) + tuple(range(pygame.K_0, pygame.K_9 + 1))
OTHER_KEYS = (
    *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_HOME, pygame.K_END),
    *(pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_RETURN, pygame.K_SPACE, pygame.K_TAB, pygame.K_ESCAPE),
    *(pygame.K_BACKSPACE, pygame.K_DELETE, pygame.K_PLUS, pygame.K_MINUS, pygame.K_COMMA, pygame.K_PERIOD),
    *(pygame.K_F1, pygame.K_F2, pygame.K_SLASH, pygame.K_KP_ENTER),
)
MODS = (
    0,
    0,
    0,
    0,
    pygame.KMOD_SHIFT,
    pygame.KMOD_CTRL,
    pygame.KMOD_CTRL | pygame.KMOD_SHIFT,
    pygame.KMOD_ALT,
)

Draw = random.Random


class Fallen(AssertionError):
    """The window raised an exception. Says after which events, and how to repeat the visit."""


@dataclass
class Figures:
    """The figures of a run. `scenes` and `panels` count the names of those that were drawn."""

    visits: int = 0
    events: int = 0
    frames: int = 0
    fallen: int = 0
    slowest: float = 0.0
    slowest_after: str = ""
    waits: Counter[str] = field(default_factory=Counter)
    """Where frames of more than SLOW_SECONDS were spending their time, looked at once each."""
    scenes: Counter[str] = field(default_factory=Counter)
    panels: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        return (
            f"{self.visits} visits, {self.events} events, {self.frames} frames, {self.fallen} fallen; "
            f"slowest frame {self.slowest:.1f} s after {self.slowest_after}\n"
            f"slow frames, by where they were: {dict(self.waits.most_common(8))}\n"
            f"screens {dict(self.scenes)}\npanels {dict(self.panels)}\ngames {dict(self.games)}"
        )


# Openings of a visit


def _home(window: Window) -> None:
    """Does nothing: the home screen is shown already."""


def _play(game: str, white: str, black: str, window: Window) -> None:
    window.play(_session(window, game, white, black))


def _session(window: Window, game: str, white: str, black: str, plies: int = 0) -> Session:
    from engines.player_text import parse_player

    record = Record.start(load_game(game), window.settings.options_for(game))
    draw = random.Random(plies)
    for _ in range(plies):
        if record.position.moves:
            move = draw.choice(record.position.moves)
            record.play(move, _chance(record, move))
    players = (parse_player(white, game), parse_player(black, game))
    return Session(record, players, window.settings, window.saves)


def _chance(record: Record, move: int) -> int:
    from games.random_stream import Draws

    return record.draw_chance(move, Draws(len(record.plies)))


def _looked_through(game: str, window: Window) -> None:
    window.play(_session(window, game, "human", "human", 14))


def _dropped(name: str, window: Window) -> None:
    saves = window.saves
    assert saves is not None
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(saves.data / name)))


PLAYERS = (("human", "level:2"), ("level:1", "random"), ("human", "human"), ("random", "own:mine"))
OPENINGS: list[tuple[str, Callable[[Window], object]]] = [
    ("home", _home),
    *((f"a game of {name} looked through", partial(_looked_through, name)) for name in game_names()),
    ("several games dropped", partial(_dropped, "games.pgn")),
    *(
        (f"{name}, {white} against {black}", partial(_play, name, white, black))
        for name, (white, black) in zip(game_names(), PLAYERS * 2, strict=False)
    ),
    ("the arena", lambda window: window.arena("isolation")),
    ("a file to open", open_some_file),
    ("your own files", lambda window: window.own_files("morris")),
    *((f"{name} set up", partial(lambda name, window: _edited(name, window), name)) for name in game_names()),
    ("rules of morris", lambda window: window.explain("morris", window.settings.options_for("morris"))),
    *(
        (f"{name}, {white} against {black}", partial(_play, name, white, black))
        for name, (white, black) in zip(game_names(), PLAYERS[1:] * 2, strict=False)
    ),
    ("a class pack to make", lambda window: window.make_pack(lambda path: None)),
]
"""How visits begin, in turn."""


def _edited(name: str, window: Window) -> None:
    session = _session(window, name, "human", "level:1")
    window.play(session).commands.run("set up")


def prepare_data(folder: Path) -> None:
    """A data folder with games, a suite, a player and a heuristic, some of them broken."""
    saves = Saves(folder)
    for name in game_names():
        record = Record.start(load_game(name))
        file = saves.begin(record, "human", "level:2")
        draw = random.Random(5)
        for _ in range(9):
            move = draw.choice(record.position.moves)
            record.play(move, _chance(record, move))
            file.append(record.entry(record.end))
        file.close()
    (saves.folder / "broken.plyglass").write_text("{]\n", encoding="utf-8")
    (folder / "games.pgn").write_text(
        '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n[White "C"]\n\n1. d4 d5 0-1\n',
        encoding="utf-8",
    )
    (folder / "broken.pgn").write_text("1. e4 e5 2. Ke9 *", encoding="utf-8")
    for kind in ("suites", "players", "heuristics"):
        (folder / kind).mkdir()
    (folder / "suites" / "mine.yaml").write_text(
        "game: isolation\ncases:\n- {name: a, position: '7/7/2w4/7/4b2/7/7 w', best: [d5]}\n",
        encoding="utf-8",
    )
    (folder / "suites" / "broken.yaml").write_text("game: [\n", encoding="utf-8")
    choose = "def choose(position, clock):\n    return position.moves[0]\n"
    (folder / "players" / "mine.py").write_text(choose, encoding="utf-8")
    (folder / "players" / "broken.py").write_text(
        "def choose(position, clock):\n    1 / 0\n", encoding="utf-8"
    )
    (folder / "heuristics" / "broken.py").write_text("1 / 0\n", encoding="utf-8")


# Visits


OPENING_SECONDS = 30.0
"""How long an opening that reads a file may take. A busy machine needs that, or the visit would only see its
progress."""


class Monkey:
    """Makes visits, each in a fresh copy of a data folder below `folder`; `figures` counts them."""

    def __init__(self, folder: Path, seed: int, events: int = EVENTS) -> None:
        self.seed = seed
        self.figures = Figures()
        self._events = events
        self._folder = folder
        self._data = folder / "data"
        prepare_data(self._data)
        self._done: deque[str] = deque(maxlen=LAST)
        self._raised: list[BaseException] = []  # in other threads, and where nothing could catch it
        self._frame_began: float | None = None

    @contextmanager
    def _kept_in(self, folder: Path) -> Iterator[None]:
        """Keeps the monkey in: nothing outside its folder is written or deleted, no editor is opened, and the
        person's own files are those in `folder`. Records mistakes in jobs and threads."""
        before = heuristics.looked_in(), user_players.looked_in()
        words = jobs.in_words

        def in_words(error: BaseException) -> str:
            if not isinstance(error, OSError):
                self._raised.append(error)
            return words(error)

        with ExitStack() as stack:
            stack.enter_context(patch("ui.file_opener.open_in_editor", lambda file, chosen: ""))
            stack.enter_context(patch("ui.scenes.arena.arena.ArenaSession", _played_in_threads))
            stack.enter_context(patch.object(jobs, "in_words", in_words))
            stack.enter_context(patch.object(FileChooser, "last_folder", folder))
            hook = threading.excepthook
            threading.excepthook = lambda told: self._raised.append(told.exc_value or SystemExit())
            stack.callback(setattr, threading, "excepthook", hook)
            unraisable = sys.unraisablehook
            sys.unraisablehook = lambda told: self._raised.append(told.exc_value or SystemExit())
            stack.callback(setattr, sys, "unraisablehook", unraisable)
            heuristics.look_in(folder / "heuristics")
            user_players.look_in(folder / "players")
            stack.callback(heuristics.look_in, before[0])
            stack.callback(user_players.look_in, before[1])
            stack.enter_context(_fence(self._folder))
            yield

    def visit(self, number: int) -> None:
        """Makes one visit; raises Fallen where the window raised an exception."""
        folder = self._folder / f"visit-{number}"
        shutil.copytree(self._data, folder)
        self._done.clear()
        self._raised.clear()
        name, opening = OPENINGS[number % len(OPENINGS)]
        self._done.append(f"opened: {name}")
        draw = Draw(f"{self.seed}/{number}")
        look = UiSettings(
            scale=draw.choice((0.75, 1.0, 1.5)),
            theme=draw.choice(("dark", "light")),
            animation=draw.random() < 0.5,
        )
        try:
            with self._kept_in(folder):
                window = Window(
                    SettingsStore.of(Settings(ui=look), folder / "settings.yaml"),
                    Saves(folder),
                    draw.choice(USUAL_SIZES),
                    resizable=False,
                )
                try:
                    self._live(window, number, opening)
                finally:
                    window.app.close()
            if self._raised:
                raise self._raised[0]
        except Exception as error:
            self.figures.fallen += 1
            raise Fallen(self._story(number, error)) from error
        finally:
            self.figures.visits += 1
            shutil.rmtree(folder, ignore_errors=True)

    def _story(self, number: int, error: BaseException) -> str:
        raised = "".join(traceback.format_exception(error))
        events = "\n".join(f"  {done}" for done in self._done)
        again = f"python tests/ui/monkey.py --seed {self.seed} --visit {number} --events {self._events}"
        return f"{raised}\nafter these events, the last one last:\n{events}\nagain: {again}"

    def _live(self, window: Window, number: int, opening: Callable[[Window], object]) -> None:
        pygame.event.clear()
        app = window.app
        opening(window)
        self._frame(app)
        ends = time.perf_counter() + OPENING_SECONDS
        while isinstance(app.scene, ProgressDialog) and time.perf_counter() < ends:
            self._frame(app)
            time.sleep(0.001)
        small_until = 0
        for index in range(self._events):
            draw = Draw(f"{self.seed}/{number}/{index}")
            if index == small_until and small_until:
                self._resize(app, draw.choice(USUAL_SIZES))
            small = self._act(app, draw)
            if small:
                small_until = index + 1 + draw.randrange(6)
            self.figures.events += 1
            if not app.running or self._raised:
                return

    def _frame(self, app: App) -> None:
        began = self._frame_began = time.perf_counter()
        app.frame()
        took, self._frame_began = time.perf_counter() - began, None
        figures = self.figures
        figures.frames += 1
        if took > figures.slowest:
            figures.slowest, figures.slowest_after = took, self._done[-1]
        if app.running:
            scene = app.scene
            figures.scenes[type(scene).__name__] += 1
            if isinstance(scene, Play):
                figures.games[scene.session.study.record.game.name] += 1
                figures.panels.update(type(panel).__name__ for panel, _ in scene.dock._drawn)

    @property
    def stuck(self) -> bool:
        """Whether a frame is being drawn for longer than any may take."""
        began = self._frame_began
        return began is not None and time.perf_counter() - began > STUCK_SECONDS

    # Events

    def _act(self, app: App, draw: Draw) -> bool:
        """Makes one event, or a few that belong together; returns whether the window is now too small to be
        used."""
        kinds = (
            (self._click, 34),
            (self._key, 26),
            (self._hover, 10),
            (self._drag, 7),
            (self._wheel, 6),
            (self._type, 5),
            (self._tab, 3),
            (self._wait, 5),
            (self._drop, 0.5),
            (self._copy, 1),
            (self._leave, 0.5),
            (self._meddle, 0.7),
        )
        if draw.random() < 0.02:
            tiny = draw.random() < 0.6
            size = (draw.choice(TINY), draw.choice((*TINY, 700))) if tiny else draw.choice(USUAL_SIZES)
            self._resize(app, size if draw.random() < 0.5 else size[::-1])
            return tiny
        (act,) = draw.choices([kind for kind, _ in kinds], [often for _, often in kinds])
        act(app, draw)
        return False

    def _post(self, app: App, told: str, *events: pygame.event.Event) -> None:
        """Posts events, a frame after each."""
        self._done.append(f"{type(app.scene).__name__}: {told}")
        for event in events:
            if not app.running:
                return
            pygame.event.post(event)
            self._frame(app)

    def _resize(self, app: App, size: tuple[int, int]) -> None:
        pygame.display.set_mode(size)
        resized = pygame.event.Event(pygame.VIDEORESIZE, w=size[0], h=size[1], size=size)
        self._post(app, f"resized to {size[0]}x{size[1]}", resized)

    def _spot(self, app: App, draw: Draw) -> tuple[tuple[int, int], str]:
        """A place, mostly in a zone, else anywhere; and what lies there, in words."""
        width, height = app.surface.get_size()
        anywhere, x, y, share = draw.random() < 0.15, draw.random(), draw.random(), draw.random()
        zones = [zone for zone in app.event_router.sheet.active() if zone.rect]
        if anywhere or not zones:
            return (int(x * width), int(y * height)), "nothing"
        zone = zones[int(share * len(zones))]
        rect = zone.rect
        if x < 0.5:
            spot = rect.center
        else:
            spot = (rect.x + int(y * rect.width), rect.y + int((2 * x - 1) * rect.height))
        key = zone.key
        said = key if isinstance(key, str | tuple) else getattr(key, "tooltip", "") or type(key).__name__
        return spot, f"{said!r}"[:90]

    def _mouse(self, kind: int, spot: tuple[int, int], button: int = 1) -> pygame.event.Event:
        if kind == pygame.MOUSEMOTION:
            return pygame.event.Event(kind, pos=spot, rel=(0, 0), buttons=(button, 0, 0))
        return pygame.event.Event(kind, pos=spot, button=button)

    def _click(self, app: App, draw: Draw) -> None:
        spot, said = self._spot(app, draw)
        button = draw.choices((1, 3, 2), (20, 4, 1))[0]
        times = draw.choices((1, 2, 3), (20, 3, 1))[0]
        down, up = pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP
        events = [self._mouse(pygame.MOUSEMOTION, spot, 0)]
        events += [self._mouse(kind, spot, button) for kind in (down, up) * times]
        self._post(app, f"{times} clicks of button {button} at {spot} on {said}", *events)

    def _hover(self, app: App, draw: Draw) -> None:
        spot, said = self._spot(app, draw)
        self._post(app, f"the mouse to {spot}, {said}", self._mouse(pygame.MOUSEMOTION, spot, 0))
        if draw.random() < 0.5:  # until its tooltip is shown
            app.event_router._rested = 0.0
            self._frame(app)

    def _drag(self, app: App, draw: Draw) -> None:
        (a, said), (b, there) = self._spot(app, draw), self._spot(app, draw)
        down, up, motion = pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION
        middle = ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)
        events = [self._mouse(down, a), *(self._mouse(motion, spot) for spot in (middle, b))]
        if draw.random() < 0.9:  # otherwise the button stays down
            events.append(self._mouse(up, b))
        self._post(app, f"dragged from {a}, {said}, to {b}, {there}", *events)

    def _wheel(self, app: App, draw: Draw) -> None:
        spot, said = self._spot(app, draw)
        notches = draw.choice((-30, -3, -1, 1, 3, 30))
        wheel = pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=notches)
        self._post(
            app, f"wheel by {notches} at {spot}, {said}", self._mouse(pygame.MOUSEMOTION, spot, 0), wheel
        )

    def _key(self, app: App, draw: Draw) -> None:
        key = draw.choice(PLAIN_KEYS if draw.random() < 0.55 else OTHER_KEYS)
        mod, times = draw.choice(MODS), draw.choices((1, 5), (9, 1))[0]
        if key == pygame.K_q and mod & pygame.KMOD_CTRL:
            mod = 0  # it would leave the program
        letter = chr(key) if 32 <= key < 127 else ""
        events = []
        for _ in range(times):
            events.append(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=letter, scancode=0))
            if letter and not mod & ~pygame.KMOD_SHIFT and app.event_router._takes_text:
                events.append(pygame.event.Event(pygame.TEXTINPUT, text=letter))
        self._post(app, f"{times} times key {pygame.key.name(key)!r} with {mod}", *events)

    def _tab(self, app: App, draw: Draw) -> None:
        times = draw.randrange(1, 12)
        mod = draw.choice((0, pygame.KMOD_SHIFT))
        tab = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=mod, unicode="", scancode=0)
        enter = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=0)
        self._post(app, f"{times} times Tab with {mod}, and Enter", *[tab] * times, enter)

    def _type(self, app: App, draw: Draw) -> None:
        text, composed = draw.choice(TEXTS), draw.random() < 0.1
        kind = pygame.TEXTEDITING if composed else pygame.TEXTINPUT
        self._post(app, f"typed {text[:40]!r}", pygame.event.Event(kind, text=text))

    def _copy(self, app: App, draw: Draw) -> None:
        text = draw.choice(TEXTS)
        clipboard.put(text)
        paste = pygame.event.Event(
            pygame.KEYDOWN, key=pygame.K_v, mod=pygame.KMOD_CTRL, unicode="", scancode=0
        )
        self._post(app, f"pasted {text[:40]!r}", paste)

    def _drop(self, app: App, draw: Draw) -> None:
        assert app.saves is not None
        names = (
            "games.pgn",
            "broken.pgn",
            "suites/mine.yaml",
            "suites/broken.yaml",
            "no such file",
            "suites",
        )
        file = app.saves.data / draw.choice(names)
        self._post(app, f"dropped {file.name}", pygame.event.Event(pygame.DROPFILE, file=str(file)))

    def _meddle(self, app: App, draw: Draw) -> None:
        """Does to a person's files what other programs might do: deletes, truncates, damages or writes
        one."""
        assert app.saves is not None
        files = sorted(path for path in app.saves.data.rglob("*") if path.is_file())
        share, kind = draw.random(), draw.choice(("deleted", "cut off", "damaged", "written"))
        file = files[int(share * len(files))] if files else app.saves.data / "a"
        if kind == "written":
            name = draw.choice(("mine", "other", "broken"))
            file = app.saves.data / "heuristics" / f"{name}.py"
        with suppress(OSError):  # a system may protect open files
            if kind == "deleted":
                file.unlink()
            elif kind == "cut off":
                os.truncate(file, draw.randrange(1 + file.stat().st_size))
            elif kind == "written":
                weight = draw.choice((1.0, -1.0, 1e300, float("nan")))
                body = draw.choice(("return 1.0", "return state.to_move", "1 / 0", "return None", ")"))
                text = source(name, draw.choice(game_names()), weight, body)
                file.write_text(text, encoding="utf-8")
            else:
                content = bytearray(file.read_bytes())
                for _ in range(min(len(content), 9)):
                    content[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
                file.write_bytes(content)
        self._post(app, f"{kind} by another program: {file.name}")

    def _leave(self, app: App, draw: Draw) -> None:
        kind = draw.choice((pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST))
        self._post(app, "the mouse has left the window", pygame.event.Event(kind))

    def _wait(self, app: App, draw: Draw) -> None:
        """Gives searches, files and motion time to go on."""
        ends = time.perf_counter() + draw.choice((0.0, 0.02, 0.1, 0.4))
        self._post(app, "waited")
        while app.running:
            self._frame(app)
            if time.perf_counter() >= ends:
                return
            time.sleep(0.005)


def _played_in_threads(settings: Settings, folder: Path | None, executor: str) -> ArenaSession:
    """An arena that plays in threads: its processes would take seconds to start."""
    return ArenaSession(settings, folder, executor or "threads")


_fenced: list[Path] = []
"""The folders that may be written to; none while there is no fence."""

_hooked: list[bool] = []


def _refuse(event: str, arguments: tuple[object, ...]) -> None:
    if not _fenced:
        return
    if event == "open":
        path, _, flags = arguments
        writes = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        paths = [path] if writes else []
    elif event in ("os.remove", "os.rmdir", "os.mkdir", "os.truncate"):
        paths = [arguments[0]]
    elif event == "os.rename":
        paths = list(arguments[:2])
    else:
        return
    for path in paths:
        if not isinstance(path, str | bytes | os.PathLike):
            continue
        target = os.path.abspath(os.fsdecode(path))
        if not any(target.startswith(str(folder)) for folder in _fenced) and target != os.devnull:
            raise PermissionError(13, "the monkey may not write here", target)


@contextmanager
def _fence(folder: Path) -> Iterator[None]:
    """Lets nothing outside `folder` and the kernels' cache be written."""
    if not _hooked:
        _hooked.append(True)
        sys.addaudithook(_refuse)
    cache = kept_in()
    _fenced[:] = [folder.resolve(), folder.absolute(), *([cache] if cache is not None else [])]
    try:
        yield
    finally:
        _fenced.clear()


# By hand


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--visit", type=int, help="make this visit alone")
    parser.add_argument("--events", type=int, default=EVENTS, help="of a visit (default %(default)s)")
    parser.add_argument("--goes-on", action="store_true", help="after a failure, with the next visit")
    arguments = parser.parse_args()
    faulthandler.enable()
    from games.compiling.kept_kernels import default_folder, keep_kernels_in

    keep_kernels_in(default_folder())
    with tempfile.TemporaryDirectory(prefix="plyglass-monkey-", ignore_cleanup_errors=True) as folder:
        monkey = Monkey(Path(folder), arguments.seed, arguments.events)
        threading.Thread(target=_watch, args=(monkey,), daemon=True).start()
        ends = time.perf_counter() + 60 * arguments.minutes
        number = 0 if arguments.visit is None else arguments.visit
        while True:
            try:
                monkey.visit(number)
            except Fallen as fallen:
                print(fallen, flush=True)
                if not arguments.goes_on:
                    break
            number += 1
            if arguments.visit is not None or time.perf_counter() > ends:
                break
        print(f"seed {arguments.seed}: {monkey.figures}", flush=True)
    return 1 if monkey.figures.fallen else 0


def _watch(monkey: Monkey) -> None:
    """Looks where slow frames spend their time, and ends a run that is stuck."""
    main, seen = threading.main_thread().ident, None
    while not monkey.stuck:
        time.sleep(0.1)
        began = monkey._frame_began
        if began is not None and began != seen and time.perf_counter() - began > SLOW_SECONDS:
            seen = began
            stack = traceback.extract_stack(sys._current_frames().get(main))
            ours = [
                f"{Path(at.filename).name}:{at.lineno}" for at in stack if "site-packages" not in at.filename
            ]
            monkey.figures.waits[" ".join(ours[-5:])] += 1
    print(f"A frame takes more than {STUCK_SECONDS:.0f} s, after:", *monkey._done, sep="\n  ", flush=True)
    faulthandler.dump_traceback(all_threads=True)
    os._exit(1)


if __name__ == "__main__":
    raise SystemExit(main())
