"""`main.py docs`: tables of the documentation that are generated from the code."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli import generated_tables
from cli.generated_tables import BETWEEN, OPTIONS, outdated
from engines.registry import kinds
from games.contract import BadText
from heuristics.registry import heuristics_of
from main import main


def test_the_tables_are_as_the_code_has_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["docs", "--check", "--json"]) == 0, "run python main.py docs"
    assert json.loads(capsys.readouterr().out) == {"check": True, "differ": {}}


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(generated_tables, "ROOT", tmp_path)
    monkeypatch.setattr(generated_tables, "DOCS", tmp_path / "docs")
    (tmp_path / "docs").mkdir()
    yield tmp_path / "docs" / "page.md"


MARKED = "before\n\n<!-- made from the code: one (main.py docs) -->\nold\n<!-- end -->\n\nafter\n"


def test_differing_table_is_named_or_written_alone(page: Path) -> None:
    page.write_text(MARKED, encoding="utf-8")
    made = {"one": lambda: "| a |"}
    assert (
        outdated(made, write=False) == {"docs/page.md": ["one"]}
        and page.read_text(encoding="utf-8") == MARKED
    )
    assert outdated(made, write=True) == {"docs/page.md": ["one"]}
    text = page.read_text(encoding="utf-8")
    assert text.startswith("before\n\n<!--") and text.endswith("<!-- end -->\n\nafter\n")
    assert BETWEEN.findall(text) == [("one", "\n| a |\n\n")]
    assert outdated(made, write=True) == {} and page.read_text(encoding="utf-8") == text


def test_mark_without_table_or_page_is_named(page: Path) -> None:
    page.write_text(MARKED, encoding="utf-8")
    with pytest.raises(BadText, match=r"docs/page\.md: expected a mark of one of two, found 'one'"):
        outdated({"two": lambda: ""}, write=False)
    with pytest.raises(BadText, match="no page has the mark of two"):
        outdated({"one": lambda: "", "two": lambda: ""}, write=False)


def test_outside_a_checkout_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generated_tables, "IS_CHECKOUT", False)
    with pytest.raises(BadText, match="only in a checkout"):
        outdated({}, write=False)


def test_status_1_where_a_table_differs(
    page: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(generated_tables, "tables", lambda parser, keys: {"one": lambda: "| a |"})
    page.write_text(MARKED, encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["docs", "--check"])
    assert ended.value.code == 1
    assert "docs/page.md: one: differs from the code" in capsys.readouterr().out
    assert main(["docs"]) == 0 and "| a |" in page.read_text(encoding="utf-8")


def test_every_option_that_is_no_switch_says_what_it_does() -> None:
    named = {name for kind in kinds() for name in kind.options if name not in kind.switches}
    assert named == set(OPTIONS)


def test_table_of_terms_has_each_term_and_marks_one_sided() -> None:
    text = generated_tables._terms()
    for heuristic in heuristics_of("chess"):
        assert all(f"| `{term.name}` |" in text for term in heuristic.terms)
    greedy = text.split("### greedy")[1].split("###")[0]
    assert greedy.count("One-sided.") == greedy.count("\n| ") - 2
