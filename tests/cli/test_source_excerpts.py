"""Lines of the source in the documentation: which lines a mark names, and that they cannot age."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cli import generated_tables, source_excerpts
from cli.generated_tables import outdated
from games.contract import BadText

SOURCE = '''
def make(build):
    def search(ws, depth):
        """A docstring."""
        # First
        a = 1

        # Null move: a turn
        # without a move. It goes on
        if depth:
            # A remark
            b = 2

            # Inside
            c = 3
        return b

        # The moves
        d = 4

    return search
'''


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for module in (generated_tables, source_excerpts):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(generated_tables, "DOCS", tmp_path / "docs")
    (tmp_path / "docs" / "guide").mkdir(parents=True)
    (tmp_path / "search.py").write_text(SOURCE, encoding="utf-8")
    return tmp_path


@pytest.fixture
def lines_of(root: Path) -> Callable[[str], str]:
    return lambda place: source_excerpts.excerpt(place, root / "docs" / "guide" / "page.md")


def test_a_function_comes_whole_and_links_to_its_file(lines_of: Callable[[str], str]) -> None:
    link, _, code = lines_of("search.py, search").partition("\n\n")
    assert link == "[search.py](../../search.py), `search`:"
    assert code.startswith('```python\ndef search(ws, depth):\n    """A docstring.')
    assert code.endswith("    d = 4\n```")


def test_a_class_comes_whole(lines_of: Callable[[str], str], root: Path) -> None:
    (root / "panel.py").write_text("class Panel:\n    title = ''\n\n\nOTHER = 1\n", encoding="utf-8")
    assert lines_of("panel.py, Panel").endswith("```python\nclass Panel:\n    title = ''\n```")


def test_a_step_ends_before_the_next_heading(lines_of: Callable[[str], str]) -> None:
    _, _, code = lines_of("search.py, search, Null move").partition("\n\n")
    assert code.startswith("```python\n# Null move: a turn\n") and code.endswith("\nreturn b\n```")
    assert "    # Inside\n    c = 3\n" in code


def test_a_step_ends_with_its_block(lines_of: Callable[[str], str]) -> None:
    assert lines_of("search.py, search, Inside").endswith("```python\n# Inside\nc = 3\n```")


def test_all_steps_are_listed_by_their_headings(lines_of: Callable[[str], str]) -> None:
    _, _, steps = lines_of("search.py, search, all steps").partition("\n\n")
    assert steps == "- Null move: a turn without a move\n  - Inside\n- The moves"


@pytest.mark.parametrize(
    ("place", "problem"),
    [
        ("search.py", "expected FILE, FUNCTION"),
        ("absent.py, search", "expected FILE, FUNCTION"),
        ("search.py, absent", "expected one function absent, found 0"),
        ("search.py, search, Absent", "expected one heading that begins so, found 0"),
    ],
)
def test_a_place_that_is_gone_is_named(lines_of: Callable[[str], str], place: str, problem: str) -> None:
    with pytest.raises(BadText, match=problem):
        lines_of(place)


def test_changed_lines_make_a_page_old_until_written(root: Path) -> None:
    page, place = root / "docs" / "page.md", "search.py, search, The moves"
    page.write_text(f"<!-- made from the code: {place} (main.py docs) -->\n<!-- end -->\n", encoding="utf-8")
    assert outdated({}, write=True) == {"docs/page.md": [place]}
    assert outdated({}, write=False) == {} and "d = 4" in page.read_text(encoding="utf-8")
    (root / "search.py").write_text(SOURCE.replace("d = 4", "d = 5"), encoding="utf-8")
    assert outdated({}, write=False) == {"docs/page.md": [place]}
    (root / "search.py").write_text(SOURCE.replace("The moves", "Each move"), encoding="utf-8")
    with pytest.raises(
        BadText, match=r"docs/page\.md: 'search\.py, search, The moves': expected one heading"
    ):
        outdated({}, write=False)
