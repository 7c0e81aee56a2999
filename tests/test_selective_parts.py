"""The page on what `selective` leaves out: its table is what the records of its nodes say today."""

import pytest

from docs.selective_parts import BEGIN, END, PAGE, PARTS, table
from study.tree.search_tree import AT_LEAST


@pytest.mark.long
def test_the_table_is_what_the_searches_do() -> None:
    page = PAGE.read_text(encoding="utf-8")
    written = page.partition(BEGIN)[2].partition(END)[0].strip()
    assert written == table(), "run python -m docs.selective_parts"


@pytest.mark.long
@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_a_part_saves_nodes_or_finds_more(part) -> None:  # type: ignore[no-untyped-def]
    off, on = part.record(False), part.record(True)
    nodes = [int(tree.rows.visits[0]) for tree in (off, on)]
    if part.name == "Singular move":
        assert (off.bound(0) == AT_LEAST, on.bound(0) == AT_LEAST) == (False, True)
    else:
        assert off.bound(0) == on.bound(0) and nodes[1] < nodes[0] / 2
