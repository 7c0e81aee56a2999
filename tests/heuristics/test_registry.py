"""A file of heuristics that cannot be loaded is reported with file and line, and nothing else fails."""

import sys
from pathlib import Path

import pytest

from bad_terms import replace_module
from games.contract import BadText
from games.registry import game_names
from heuristics.contract import Heuristic
from heuristics.registry import BrokenModule, default_heuristic, heuristics_of, load_heuristic, problem_with
from study.settings.settings_store import load_settings

MADE = "from heuristics.contract import Heuristic\n\nmade = Heuristic('made', 'morris', '', '')\n"
BROKEN = [
    ("syntax", "x = (\n", "SyntaxError", 1),
    ("import", "\nimport no_such_thing\n", "ModuleNotFoundError: No module named 'no_such_thing'", 2),
    ("name", "\n\nx = y\n", "NameError", 3),
    ("exit", "\nraise SystemExit(0)\n", "SystemExit: 0", 2),
    ("null", "x = '\0'\n", "null bytes", 0),
    ("term", f"{MADE}\n@made.own(weight=1)\ndef t(state):\n    return 1\n", "found 1 parameters", 5),
    ("twice", f"{MADE}\nagain = Heuristic('made', 'morris', '', '')\n", "a free name", 5),
    ("comma", f"{MADE}x = Heuristic('a,b', 'morris', '', '')\n", "'a,b': expected a name that can be", 4),
]


@pytest.mark.parametrize(
    ("source", "words", "line"), [row[1:] for row in BROKEN], ids=[row[0] for row in BROKEN]
)
def test_problem_is_one_line_and_other_games_go_on(monkeypatch, tmp_path, source, words, line):
    replace_module(monkeypatch, tmp_path, "morris", source)
    for _ in range(2):  # the second time it is not loaded again
        with pytest.raises(BrokenModule) as raised:
            heuristics_of("morris")
        text = str(raised.value)
        assert text.startswith("heuristics of morris: ") and words in text and len(text.splitlines()) == 1
        assert not line or text.endswith(f"{Path(tmp_path.name, 'morris.py')}, line {line})")
    assert problem_with("morris") == text
    with pytest.raises(BrokenModule):
        load_heuristic("morris", "weighted")
    for game in game_names():
        assert game == "morris" or (heuristics_of(game) and problem_with(game) == "")


def test_a_module_without_a_default_says_so(monkeypatch, tmp_path):
    replace_module(monkeypatch, tmp_path, "morris", MADE)
    assert [heuristic.name for heuristic in heuristics_of("morris")] == ["made"]
    with pytest.raises(BadText, match="heuristics of morris: expected DEFAULT"):
        default_heuristic("morris")


def test_settings_with_its_weights_are_no_mistake_elsewhere(monkeypatch, tmp_path):
    replace_module(monkeypatch, tmp_path, "morris", "import no_such_thing\n")
    file = tmp_path / "settings.yaml"
    file.write_text(
        "weights: {morris: {weighted: {stones: 2}}, isolation: {improved: {mobility: 2}}}\n", encoding="utf-8"
    )
    settings, problems = load_settings(file)
    assert problems == []
    assert settings.lens("isolation", "improved").weights[0] == 2


@pytest.mark.parametrize("name", ["", " ", " a", "a ", "a,b", "a:b", "a=b", "a\nb", "a\0"])
def test_a_name_that_cannot_be_written_as_a_player_is_refused(name):
    with pytest.raises(BadText, match="expected a name that can be written"):
        Heuristic(name, "isolation", "", "")


def test_a_heuristic_knows_where_it_is_defined():
    assert Heuristic("made", "isolation", "", "").place == (__file__, sys._getframe().f_lineno)


@pytest.mark.parametrize("game", game_names())
def test_heuristics_of_a_game_call_a_term_by_one_name(game):
    names = {term.name for heuristic in heuristics_of(game) for term in heuristic.terms}
    assert len({name.replace("_", " ").lower() for name in names}) == len(names)
