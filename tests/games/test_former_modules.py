"""A module's former name still names it."""

import sys
from importlib import import_module

import pytest

from games.former_modules import FORMER, accept_former_names


@pytest.mark.parametrize("former", FORMER)
def test_a_former_name_gives_the_very_module(former: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, former, raising=False)
    accept_former_names()
    module = import_module(former)
    assert module is import_module(FORMER[former])
    assert module.__name__ == FORMER[former] == module.__spec__.name


def test_other_names_are_not_found() -> None:
    accept_former_names()
    accept_former_names()
    with pytest.raises(ModuleNotFoundError):
        import_module("heuristics.no_such_module")
