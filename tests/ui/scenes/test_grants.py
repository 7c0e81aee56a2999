"""The play screen grants every wish that a study can have."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pkgutil import walk_packages
from types import SimpleNamespace
from typing import Any

import study
import ui
from games.contract import BLACK
from study.state.wishes import FaceSide, Say, Wish
from ui.scenes.play.grants import GRANTS, grant


def without_entry() -> set[type[Wish]]:
    """The wishes, of all modules that are imported, that `GRANTS` does not know."""

    def kinds(kind: type[Wish]) -> Iterator[type[Wish]]:
        for below in kind.__subclasses__():
            yield below
            yield from kinds(below)

    return set(kinds(Wish)) - set(GRANTS)


def test_each_wish_of_the_program_has_an_entry() -> None:
    for package in (study, ui):
        for found in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(found.name)
    assert {kind.__name__ for kind in without_entry() if kind.__module__ != __name__} == set()


def test_a_wish_without_an_entry_is_found() -> None:
    @dataclass(frozen=True)
    class Forgotten(Wish):
        """Has no entry."""

    assert Forgotten in without_entry()


def test_lines_of_one_frame_are_said_together() -> None:
    said: list[str] = []
    picture = SimpleNamespace(flipped=False)
    context: Any = SimpleNamespace(say=said.append, board=SimpleNamespace(picture=picture))
    grant(context, [Say("One."), FaceSide(BLACK), Say("Two.")])
    assert said == ["One. Two."] and picture.flipped
