"""A game's own strengths of its levels."""

import pytest

from heuristics import registry
from heuristics.levels import COUNT, GENERAL, Level
from heuristics.registry import BrokenModule, levels_of


def test_a_game_that_says_nothing_has_the_general_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(registry._module("morris"), "LEVELS", raising=False)
    assert levels_of("morris") is GENERAL and len(GENERAL) == COUNT


def test_a_game_says_its_own_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    module = registry._module("morris")
    own = (Level(depth=1),) * COUNT
    monkeypatch.setattr(module, "LEVELS", own, raising=False)
    assert levels_of("morris") is own
    monkeypatch.setattr(module, "LEVELS", own[:3])
    with pytest.raises(BrokenModule, match=r"morris: expected 8 LEVELS, found 3 \(.*morris.py\)"):
        levels_of("morris")
