"""The lab and the changes stay short enough to read, and the pages of the lab that code names are there."""

import re

import pytest

from games.installation import ROOT

LAB = ROOT / "docs" / "lab"
LAB_WORDS = 15_000
CHANGES_LINES = 60


def test_lab_has_no_more_words_than_one_reads() -> None:
    words = {page.name: len(page.read_text(encoding="utf-8").split()) for page in LAB.glob("*.md")}
    assert sum(words.values()) <= LAB_WORDS, words


def test_changes_of_the_first_version_fit_a_screen() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first = text[text.index("## 0.1.0") :]
    assert len(first.splitlines()) <= CHANGES_LINES


def references() -> list[tuple[str, str]]:
    """The references of source files to pages of the lab: (file, page)."""
    found = []
    for folder in ("ui", "cli", "study", "arena", "engines", "heuristics", "games", "plyglass", "tests"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            text = file.read_text(encoding="utf-8")
            found += [(file.name, page) for page in re.findall(r"docs/lab/([\w-]+\.md)", text)]
    return found


@pytest.mark.parametrize(("file", "page"), sorted(set(references())))
def test_page_of_the_lab_that_code_names_is_there(file: str, page: str) -> None:
    assert (LAB / page).is_file(), file
