"""The page on the architecture agrees with the code: its picture, its walks and its numbers."""

import ast
import re

import pytest

from docs.architecture import ROOT, Hop, Layer, changing, folders, in_words, modules, needed, picture, walks

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
WALKS = walks(PAGE)

pytestmark = pytest.mark.usefixtures("trees_are_forgotten")


def test_the_picture_is_the_one_that_the_script_draws() -> None:
    drawn = (ROOT / "docs" / "architecture.svg").read_text(encoding="utf-8")
    assert drawn == picture(modules()), "draw it again: python docs/architecture.py"


MOST_MODULES = {
    "A click becomes a move": 8,
    "From the kernel to a bar": 7,
    "From a saved heuristic to its new breakdown": 8,
    "From why-not to its answer": 8,
    "From a tournament's game to the table": 7,
}
"""The most modules of each walk that change what they get."""


def test_walks_pass_no_more_modules_than_before() -> None:
    assert {title for title, hops in WALKS.items() if len(changing(hops)) > MOST_MODULES[title]} == set()
    assert WALKS.keys() == MOST_MODULES.keys()


def test_page_is_short() -> None:
    assert len(PAGE.splitlines()) <= 150


@pytest.mark.parametrize("title", WALKS)
def test_each_hop_is_where_the_page_says(title: str) -> None:
    hops = WALKS[title]
    numbers = re.findall(r"^(\d+)\. ", PAGE.partition(f"### {title}\n")[2].partition("\n#")[0], re.MULTILINE)
    assert [int(number) for number in numbers] == list(range(1, len(hops) + 1))
    assert [hop.file for hop in hops if not (ROOT / hop.file).is_file()] == []


def test_all_that_the_page_names_is_there() -> None:
    named = set(re.findall(r"`([\w/]+(?:\.py|/))`", PAGE))
    assert {name for name in named if not (ROOT / name).exists()} == set()
    layers = {f"{name}/" for name in folders(modules()) if name != "main"}
    assert layers <= named, "a folder without its sentence"


def test_module_counts_once_and_apart_where_it_passes_on() -> None:
    hops = [Hop("a.py", False), Hop("b.py", False), Hop("a.py", True)]
    assert in_words(hops) == "2 modules"
    assert in_words([*hops, Hop("c.py", True), Hop("c.py", True)]) == "2 modules, and 1 that pass on"


def test_rows_lie_above_imports_without_derived_arrows() -> None:
    layer = Layer("f", {"a": {"b", "c"}, "b": {"c"}, "c": set(), "d": set()})
    assert layer.rows == [["a"], ["b"], ["c", "d"]]
    assert layer.arrows == [("a", "b"), ("b", "c")]


def test_a_circle_of_folders_is_drawn_as_one() -> None:
    layer = Layer("f", {"a": {"b"}, "b": {"a", "c"}, "c": set()})
    assert layer.rows == [["a", "b"], ["c"]] and layer.arrows == [("a", "b"), ("b", "a"), ("b", "c")]
    assert sum("circle" in line for line in layer.draw(0, 0, 400, layer.height)) == 2


def test_imports_for_the_checker_alone_draw_no_arrow() -> None:
    tree = ast.parse("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import games.chess")
    assert needed(tree, {"games.chess"}) == set()
