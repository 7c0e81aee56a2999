"""The page on the architecture agrees with the code: its picture, its walks and its numbers."""

import ast
import re

import pytest

from docs.architecture import HOUSE, Floor, Hop, folders, in_words, modules, needed, picture, walks

PAGE = (HOUSE / "docs" / "architecture.md").read_text(encoding="utf-8")
WALKS = walks(PAGE)

pytestmark = pytest.mark.usefixtures("trees_are_forgotten")


def test_the_picture_is_the_one_that_the_script_draws() -> None:
    drawn = (HOUSE / "docs" / "architecture.svg").read_text(encoding="utf-8")
    assert drawn == picture(modules()), "draw it anew: python docs/architecture.py"


def test_there_are_five_walks_and_the_table_says_what_they_pass() -> None:
    assert len(WALKS) == 5
    told = dict(re.findall(r"^\| (.+?) \| (\d+ rooms.*?) \|$", PAGE, re.MULTILINE))
    assert told == {title: in_words(hops) for title, hops in WALKS.items()}


@pytest.mark.parametrize("title", WALKS)
def test_each_hop_is_where_the_page_says(title: str) -> None:
    hops = WALKS[title]
    numbers = re.findall(r"^(\d+)\. ", PAGE.partition(f"### {title}\n")[2].partition("\n#")[0], re.MULTILINE)
    assert [int(number) for number in numbers] == list(range(1, len(hops) + 1))
    assert [hop.file for hop in hops if not (HOUSE / hop.file).is_file()] == []


def test_all_that_the_page_names_is_there() -> None:
    named = set(re.findall(r"`([\w/]+(?:\.py|/))`", PAGE))
    assert {name for name in named if not (HOUSE / name).exists()} == set()
    floors = {f"{name}/" for name in folders(modules()) if name != "main"}
    assert floors <= named, "a folder without its sentence"


def test_a_file_counts_once_and_apart_where_it_only_hands_on() -> None:
    hops = [Hop("a.py", False), Hop("b.py", False), Hop("a.py", True)]
    assert in_words(hops) == "2 rooms"
    assert in_words([*hops, Hop("c.py", True), Hop("c.py", True)]) == "2 rooms, and 1 that hand on"


def test_rows_lie_above_what_they_import_and_what_follows_has_no_arrow() -> None:
    floor = Floor("f", {"a": {"b", "c"}, "b": {"c"}, "c": set(), "d": set()})
    assert floor.rows == [["a"], ["b"], ["c", "d"]]
    assert floor.arrows == [("a", "b"), ("b", "c")]


def test_a_circle_of_folders_is_drawn_as_one() -> None:
    floor = Floor("f", {"a": {"b"}, "b": {"a", "c"}, "c": set()})
    assert floor.rows == [["a", "b"], ["c"]] and floor.arrows == [("a", "b"), ("b", "a"), ("b", "c")]
    assert sum("circle" in line for line in floor.draw(0, 0, 400, floor.height)) == 2


def test_imports_for_the_checker_alone_draw_no_arrow() -> None:
    tree = ast.parse("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import games.chess")
    assert needed(tree, {"games.chess"}) == set()
