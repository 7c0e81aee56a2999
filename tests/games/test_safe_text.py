"""Messages are one short line, even if they quote a long or strange text."""

import pytest

from games.contract import BadText
from games.safe_text import LONGEST, can_be_kept, one_line, shown


def test_what_cannot_be_seen_is_written_out() -> None:
    assert one_line("a\nb\x1b[31m\0\ud800\u202ec") == "a\\nb\\x1b[31m\\x00\\ud800\\u202ec"
    assert one_line("Größe − 一 ♞") == "Größe − 一 ♞"


@pytest.mark.parametrize("letter", ["x", "\n", "\U0001f600"])
def test_a_megabyte_keeps_its_beginning_and_its_end(letter: str) -> None:
    line = one_line(f"place: {letter * 1_000_000} expected a number")
    assert len(line) == LONGEST and line.startswith("place: ") and line.endswith("expected a number")
    assert one_line(line) == line


def test_bad_text_is_one_line() -> None:
    assert str(BadText("two\nlines")) == "two\\nlines"


def test_what_can_be_kept() -> None:
    assert can_be_kept("uci:sh -c 'a\u2028b'")
    assert not can_be_kept("a\0b") and not can_be_kept("\udc80")


def test_values_without_a_repr_are_shown_by_their_type() -> None:
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]
    assert shown(nested) == "a list too long to show"
    assert shown(1 << 100_000) == "a int too long to show"
    assert shown({"a": 1}) == "{'a': 1}"


def test_a_value_whose_repr_raises_is_named_by_kind() -> None:
    class Foreign:
        def __repr__(self) -> str:
            raise KeyError("in __repr__")

    assert shown(Foreign()) == "a Foreign that cannot be shown"
