"""Editing one value of a person's YAML keeps what the person wrote."""

from copy import deepcopy

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from study.text.yaml_edit import with_value, without_value

TEXT = """# mine
ui:
  # a dark room
  theme: dark  # at night
  scale: 1.5
games:
  chess:
    fifty: true
"""


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        ("ui.theme", "light", "  theme: light  # at night"),
        ("ui.scale", None, "  scale: null"),
        ("ui.sounds", True, "  sounds: true"),
        ("engine.threads", 2, "engine:"),
        ("games.jungle.no_capture_limit", 200, "  jungle:"),
    ],
)
def test_set_value_changes_its_line_alone(name: str, value: object, line: str) -> None:
    edited = with_value(TEXT, name.split("."), value)
    assert edited is not None and line in edited.splitlines()
    rest = [each for each in TEXT.splitlines() if each.split(":")[0].strip() != name.split(".")[-1]]
    assert [each for each in edited.splitlines() if each in rest] == rest
    found = yaml.safe_load(edited)
    for part in name.split("."):
        found = found[part]
    assert found == value


def test_removed_value_takes_its_line_alone() -> None:
    assert without_value(TEXT, ["ui", "theme"]) == TEXT.replace("  theme: dark  # at night\n", "")
    assert without_value(TEXT, ["ui", "sounds"]) is None


def test_section_of_comments_gets_its_first_value() -> None:
    assert (
        with_value("ui:\n  # theme: dark\n", ["ui", "scale"], 2.0) == "ui:\n  scale: 2.0\n  # theme: dark\n"
    )
    assert with_value("# nothing yet", ["ui", "scale"], 2.0) == "# nothing yet\nui:\n  scale: 2.0\n"


@pytest.mark.parametrize("text", ["ui: {}\n", "{}\n"])
def test_empty_section_in_braces_is_not_edited(text: str) -> None:
    assert with_value(text, ["ui", "scale"], 2.0) is None


keys = st.sampled_from(["a", "b", "c"])
values = st.one_of(st.booleans(), st.integers(-9, 9), st.text("xy #:'\"", max_size=4), st.none())
sections = st.dictionaries(keys, st.one_of(values, st.dictionaries(keys, values)), min_size=1)


@given(sections, keys, keys, values, st.sampled_from([None, False]))
def test_edited_text_has_the_new_value_and_all_others(content, section, key, value, flow) -> None:  # type: ignore[no-untyped-def]
    text = yaml.safe_dump(content, default_flow_style=flow, allow_unicode=True)
    edited = with_value(text, [section, key], value)
    wanted = deepcopy(content)
    if edited is None:
        return
    if not isinstance(wanted.get(section), dict):
        assert wanted.get(section) is None
        wanted[section] = {}
    wanted[section][key] = value
    assert yaml.safe_load(edited) == wanted
