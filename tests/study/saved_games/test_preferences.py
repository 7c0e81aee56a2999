"""The person's last choices are there at the next start; rubbish in their file is ignored."""

import json
import os
import sys
from pathlib import Path

import pytest

from study.saved_games.preferences import Layout, Preferences, PreferencesFile


def written(folder: Path, content: str) -> Preferences:
    (folder / "last_choice.json").write_text(content, encoding="utf-8")
    return PreferencesFile(folder).made


def test_what_is_kept_is_found_again(tmp_path: Path) -> None:
    choices = PreferencesFile(tmp_path)
    assert choices.made == Preferences()
    choices.made.game = "morris"
    choices.made.players["morris"] = {"white": "human", "black": "random"}
    choices.made.lines, choices.made.layout.best_moves = 5, False
    choices.made.exact = choices.made.analyses = choices.made.contends = choices.made.terms_by_size = True
    choices.made.move_costs = True
    choices.made.contests["morris"] = ["random", "greedy:weighted"]
    choices.made.folds = {"Evaluation, chess classical": {"group:material": False}}
    choices.made.layout.side = ["Game", "Evaluation"]
    choices.made.layout.divider = 0.4
    choices.made.layout.evaluation_bar, choices.made.layout.sounds = False, True
    choices.keep()
    assert PreferencesFile(tmp_path).made == choices.made != Preferences()


def test_what_has_not_changed_is_not_written(tmp_path: Path) -> None:
    choices = PreferencesFile(tmp_path)
    choices.made.folds["Evaluation, chess classical"] = {}  # a table in which nothing was folded
    choices.keep()
    assert not (tmp_path / "last_choice.json").exists()


@pytest.mark.parametrize(
    ("content", "left"),
    [
        ("[", {}),
        ("[" * 100_000, {}),
        ("[]", {}),
        ('{"game": 3, "players": []}', {}),
        (
            '{"players": {"chess": 3, "morris": {"white": 3, "black": "a", "x": "a"}}}',
            {"morris": {"black": "a"}},
        ),
        ('{"players": {"chess": {"white": "a\\u0000", "black": "\\ud800"}}}', {"chess": {}}),
    ],
)
def test_of_players_what_is_usable_is_used(tmp_path: Path, content: str, left: object) -> None:
    made = written(tmp_path, content)
    assert made == Preferences(players=left)  # type: ignore[arg-type]


@pytest.mark.parametrize("folds", ["3", '{"a": 3}', '{"a": {"group:b": 1}}', '{"a": {}}'])
def test_of_folded_rows_what_is_usable_is_used(tmp_path: Path, folds: str) -> None:
    made = written(tmp_path, f'{{"folds": {folds}, "game": "chess"}}')
    assert made == Preferences(game="chess")


@pytest.mark.parametrize(
    ("contests", "left"),
    [("3", {}), ('{"chess": "random"}', {}), ('{"chess": ["random", 3, "\\ud800"]}', {"chess": ["random"]})],
)
def test_of_the_arenas_players_what_is_usable_is_used(tmp_path: Path, contests: str, left: object) -> None:
    assert written(tmp_path, f'{{"contests": {contests}}}') == Preferences(contests=left)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("layout", "left"),
    [
        (3, Layout()),
        ({"side": "Game", "stacked": 1, "foot": [], "divider": "0.5"}, Layout()),
        ({"side": ["Game", 3, None], "stacked": True}, Layout(["Game"], True)),
        ({"evaluation_bar": 0, "sounds": "yes"}, Layout()),
        ({"evaluation_bar": False, "sounds": False}, Layout(evaluation_bar=False, sounds=False)),
        ({"on_squares": 3, "arrows": ["line", 4]}, Layout(arrows=["line"])),
        ({"on_squares": "terms", "arrows": "line"}, Layout(on_squares="terms")),
        ({"divider": 7.5}, Layout()),
        ({"divider": float("nan"), "foot": "Timeline"}, Layout(foot="Timeline")),
        ({"divider": 0.25}, Layout(divider=0.25)),
    ],
)
def test_of_a_layout_what_is_usable_is_used(tmp_path: Path, layout: object, left: Layout) -> None:
    assert written(tmp_path, json.dumps({"layout": layout})).layout == left


@pytest.mark.skipif(sys.platform == "win32", reason="no such things in its folders")
def test_a_file_that_is_none_neither_hangs_nor_stops(tmp_path: Path) -> None:
    file = tmp_path / "last_choice.json"
    for make in (lambda: os.mkfifo(file), lambda: file.symlink_to("/dev/zero"), file.mkdir):
        make()
        choices = PreferencesFile(tmp_path)
        assert choices.made == Preferences()
        choices.made.game = "morris"
        choices.keep()
        assert PreferencesFile(tmp_path).made.game in ("", "morris")
        file.rmdir() if file.is_dir() else file.unlink()


@pytest.mark.parametrize("lines", ["true", "0", "501", '"3"', "2.0"])
def test_a_number_of_lines_that_cannot_be_is_the_usual_one(tmp_path: Path, lines: str) -> None:
    assert written(tmp_path, f'{{"lines": {lines}}}').lines == 3
    assert written(tmp_path, '{"lines": 10}').lines == 10
