"""Draws what a window shows twice, and tells what a drawing has changed."""

from collections import deque
from collections.abc import Iterator
from typing import Any

import pygame

from engines.jobs import Job, Lane
from study.game.session import Session
from study.state.changes import Memo
from study.state.features import Lanes
from study.state.incremental_cache import Facts
from ui.app import App
from ui.kit.sheet import Sheet
from ui.kit.table import Each
from ui.scenes.play.play import Play

STUDY = ("study.", "games.record", "games.game_tree")
"""The modules whose objects belong to what is shown."""

SCREENS = ("ui.scenes.", "ui.boards.", "ui.panels.", "ui.kit.")
"""The modules whose objects draw it."""

APART = (Facts, Memo, Lanes, Lane, Job, Sheet, App, Each)
"""Not looked into. Whoever asks for a fact while drawing subscribes to it. What is kept is made of the same
again. Zones and rows of a table are registered while they are drawn. Jobs and lanes are other threads'."""

Snapshot = dict[str, Any]
SIMPLE = (bool, int, float, str, frozenset, range, type(None), pygame.Rect)
NOTHING = object()


def snapshot(root: object, modules: tuple[str, ...] = STUDY) -> Snapshot:
    """All values that can be reached from an object through objects of these modules, by their paths."""
    found: Snapshot = {}
    seen: set[int] = set()
    waiting = deque([("", root)])
    while waiting:
        path, value = waiting.popleft()
        found[path] = _kept(value)
        if id(value) not in seen:
            seen.add(id(value))
            waiting.extend((f"{path}{name}", part) for name, part in _parts(value, modules))
    return found


def _kept(value: object) -> object:
    """What is compared: for a container its kind, because its parts have paths of their own."""
    if isinstance(value, (list, tuple, dict, deque, Each)):
        return type(value)
    if isinstance(value, set):
        return frozenset(value)
    return value.copy() if isinstance(value, pygame.Rect) else value


def _parts(value: object, modules: tuple[str, ...]) -> Iterator[tuple[str, object]]:
    if isinstance(value, (list, tuple, deque)):
        yield from ((f"[{number}]", part) for number, part in enumerate(value))
    elif isinstance(value, dict):
        yield from ((f"[{_short(key)}]", part) for key, part in list(value.items()))
    elif type(value).__module__.startswith(modules) and not isinstance(value, (*APART, type)):
        yield from ((f".{name}", part) for name, part in list(getattr(value, "__dict__", {}).items()))


def _short(key: object) -> str:
    return key.__name__ if isinstance(key, type) else repr(key)[:80]


def changes(before: Snapshot, after: Snapshot) -> set[str]:
    """The paths at which another value stands now."""
    paths = before.keys() | after.keys()
    return {path for path in paths if not _same(before.get(path, NOTHING), after.get(path, NOTHING))}


def _same(one: object, other: object) -> bool:
    return one is other or (isinstance(one, SIMPLE) and type(one) is type(other) and one == other)


def session_of(app: App) -> Session | None:
    """The game on the screen on top, with its study; None where that shows none."""
    return app.scene.session if isinstance(app.scene, Play) else None


def draw_whole(app: App, now: float) -> bytes:
    """The picture of what was laid out last, drawn as a whole."""
    app.event_router.begin(app.surface, app.theme)
    app._draw(now)
    app.event_router.finish()
    return pygame.image.tobytes(app.surface, "RGB")
