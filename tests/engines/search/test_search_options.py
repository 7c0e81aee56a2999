"""The switches of alpha-beta are declared once: everything else that names them agrees with their rows."""

import re
from pathlib import Path

import pytest

from engines.search.options import CUT_NAMES, CUTS, EXTRAS, cuts_that_serve
from engines.search_kinds import ALPHABETA, STRONG
from engines.workspace import workspace_dtype
from games.registry import load_game

ROOT = Path(__file__).parents[3]
SOURCES = sorted((ROOT / "engines" / "search").glob("*.py"))


def test_the_page_has_a_row_for_each_cut() -> None:
    page = (ROOT / "docs" / "lab" / "strength.md").read_text(encoding="utf-8")
    table = page.split("| option | what it does |\n| --- | --- |\n")[1].split("\n\n")[0]
    assert table.splitlines() == [f"| `{cut.name}` | {cut.description} |" for cut in CUTS]


def test_each_declared_cut_is_made_and_no_other() -> None:
    made = {
        name
        for path in SOURCES
        for name in re.findall(r'"(\w+)" in (?:build\.)?cuts\b', path.read_text(encoding="utf-8"))
    }
    assert made == set(CUT_NAMES)


@pytest.mark.parametrize("kind", [ALPHABETA, STRONG])
def test_each_switch_is_an_option_of_the_players(kind) -> None:
    names = [extra.name for extra in EXTRAS] + list(CUT_NAMES)
    assert [name for name in kind.options if name in names] == names


def test_each_extra_sets_a_field_of_the_workspace() -> None:
    assert {extra.flag for extra in EXTRAS} <= set(workspace_dtype(1).names or ())


def test_cut_is_made_where_it_pays_with_what_it_needs() -> None:
    chess, isolation = load_game("chess"), load_game("isolation")
    assert cuts_that_serve(chess, set(CUT_NAMES)) == set(CUT_NAMES)
    assert cuts_that_serve(isolation, {"delta", "futility", "losing_captures", "malus"}) == {"malus"}
    assert cuts_that_serve(chess, {"root_reductions", "sacrifices", "delta"}) == {"delta"}
    assert cuts_that_serve(chess, {"late_moves", "sacrifices"}) == {"late_moves"}
