"""A module's former name still names it."""

import sys
from importlib import import_module

import pytest

from games.former_names import FORMER, ROOMS, accept_former_names


@pytest.mark.parametrize("former", FORMER)
def test_a_former_name_gives_the_very_module(former: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if "pettingzoo" in former:
        pytest.importorskip("pettingzoo")
    monkeypatch.delitem(sys.modules, former, raising=False)
    accept_former_names()
    module = import_module(former)
    assert module is import_module(FORMER[former])
    assert module.__name__ == FORMER[former] == module.__spec__.name


@pytest.mark.parametrize("room", ROOMS)
def test_a_folder_called_as_a_module_was_has_what_the_module_has(room: str) -> None:
    accept_former_names()
    folder, module = import_module(room), import_module(ROOMS[room])
    own = [
        name for name, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__
    ]
    assert own and all(getattr(folder, name) is getattr(module, name) for name in own)
    with pytest.raises(ImportError):
        exec(f"from {room} import no_such_name")


def test_other_names_are_not_found() -> None:
    accept_former_names()
    accept_former_names()
    with pytest.raises(ModuleNotFoundError):
        import_module("heuristics.no_such_module")
