"""Rules that differ from the default, in words."""

import pytest

from games.registry import load_game
from study.format.rule_options import rules_in_force


@pytest.mark.parametrize(
    ("game", "changes", "words"),
    [
        ("jungle", {}, ""),
        ("jungle", {"deal": "mixed"}, "Rules: deal mixed"),
        ("jungle", {"no_capture_limit": 0}, "Rules: without no-capture limit"),
        ("jungle", {"no_capture_limit": 60}, "Rules: no-capture limit 60"),
        ("tabletactics", {"tweaked": True, "obstacles": ["c3", "d4"]}, "Rules: tweaked, obstacles c3 d4"),
        ("tabletactics", {"turn_limit": 0}, "Rules: without turn limit"),
    ],
)
def test_only_what_differs_is_named(game, changes, words):
    assert rules_in_force(load_game(game).options.model_validate(changes)) == words
