"""A person's own suites: cases are added and removed, and nothing else in the file changes."""

import pytest

from games.contract import BadText
from games.position import Position
from games.registry import game_names, load_game
from study.settings.settings import Settings
from study.suites.suites import Case, find_suite, read_suite
from study.suites.user_suites import add_case, can_change, own_folder, own_suite, remove_case

SETTINGS = Settings()


def start(game, **rules):
    options = SETTINGS.options_for(game, rules)
    return Position.start(load_game(game), options), options


@pytest.mark.parametrize("game", game_names())
def test_a_case_is_added_once_and_removed(tmp_path, game) -> None:
    path = own_suite(tmp_path, f"my {game}")
    position, options = start(game)
    first = Case("the start: why?", position, (position.moves[1],), ())
    second = Case("", position, (), (position.moves[0],))
    assert can_change(path, tmp_path) and not can_change(find_suite("win-at-chess"), tmp_path)
    assert len(add_case(path, first, options, SETTINGS).cases) == 1
    suite = add_case(path, second, options, SETTINGS)
    assert [case.key for case in suite.cases] == [first.key, second.key]
    assert len(add_case(path, first, options, SETTINGS).cases) == 2 and suite.cases[0].name == first.name
    assert [case.key for case in remove_case(path, first, SETTINGS).cases] == [second.key]
    assert [case.key for case in remove_case(path, first, SETTINGS).cases] == [second.key]
    assert remove_case(path, second, SETTINGS).cases == ()
    assert [case.key for case in add_case(path, second, options, SETTINGS).cases] == [second.key]


BY_HAND = """\
# Mine.
game: isolation

cases:
# the first
- name: take the middle   # or not?
  position: "7/7/7/7/7/7/7 w"
  best: [d4]

# the second
- position: "7/7/7/7/7/7/7 w"
  avoid:
    - a1
description: Mine, too.
"""


def test_what_a_person_has_written_stays(tmp_path) -> None:
    path = own_folder(tmp_path) / "mine.yaml"
    path.parent.mkdir()
    path.write_text(BY_HAND, encoding="utf-8")
    position, options = start("isolation")
    first, second = read_suite(path, SETTINGS).cases
    third = Case("b", position, (position.parse_move("b2"),), ())
    add_case(path, third, options, SETTINGS)
    entry = "- name: b\n  position: 7/7/7/7/7/7/7 w\n  best:\n  - b2\n"
    assert path.read_text(encoding="utf-8") == BY_HAND.replace("description", f"{entry}description")
    remove_case(path, first, SETTINGS)
    text = path.read_text(encoding="utf-8")
    assert "take the middle" not in text and "# the second" in text and "# Mine." in text
    remove_case(path, second, SETTINGS)
    remove_case(path, third, SETTINGS)
    text = path.read_text(encoding="utf-8")
    assert "cases: []" in text and text.endswith("description: Mine, too.\n")
    assert len(add_case(path, first, options, SETTINGS).cases) == 1


def test_rules_other_than_the_settings_are_in_the_file(tmp_path) -> None:
    path = own_suite(tmp_path, "long")
    position, options = start("jungle", no_capture_limit=200)
    case = Case("", position, (position.moves[0],), ())
    suite = add_case(path, case, options, SETTINGS)
    assert suite.options == options and "no_capture_limit: 200" in path.read_text(encoding="utf-8")
    usual, its = start("jungle")
    with pytest.raises(BadText, match="with the rules of this game"):
        add_case(path, Case("", usual, (usual.moves[1],), ()), its, SETTINGS)


def test_what_cannot_be_added_to_says_why(tmp_path) -> None:
    position, options = start("isolation")
    case = Case("", position, (position.moves[0],), ())
    other, its = start("morris")
    path = own_suite(tmp_path, "mine")
    add_case(path, case, options, SETTINGS)
    with pytest.raises(BadText, match="expected a suite of morris"):
        add_case(path, Case("", other, (other.moves[0],), ()), its, SETTINGS)
    path.write_text('game: isolation\ncases: [{position: "7/7/7/7/7/7/7 w", best: [d4]}]\n', encoding="utf-8")
    with pytest.raises(BadText, match="lines of its own"):
        add_case(path, case, options, SETTINGS)
    with pytest.raises(BadText, match="lines of its own"):
        remove_case(path, read_suite(path, SETTINGS).cases[0], SETTINGS)
    path.write_text("game: isolation\n", encoding="utf-8")
    with pytest.raises(BadText, match="lines of its own"):
        add_case(path, case, options, SETTINGS)
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(BadText, match="cannot be written"):
        add_case(tmp_path / "file" / "suites" / "mine.yaml", case, options, SETTINGS)


@pytest.mark.parametrize("name", ["", "../mine", "a/b", "a\0b", ".hidden", "a\nb"])
def test_a_name_that_no_file_can_have(tmp_path, name) -> None:
    with pytest.raises(BadText, match="expected a name"):
        own_suite(tmp_path, name)
