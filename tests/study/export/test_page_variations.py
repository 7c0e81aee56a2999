"""The variations on the page of a game: each has a board, a place in the text, and steps that lead to it."""

from games.game_tree import ROOT, readable
from study.export.page_variations import (
    board_of_node,
    name_of,
    remark_of,
    variation_nodes,
    variations_at,
    ways,
)
from trees import random_tree


def test_every_move_has_a_board_and_a_place() -> None:
    record = random_tree("isolation", 3, 80)
    record.follow(ROOT)
    nodes = variation_nodes(record)
    boards = board_of_node(record, nodes)
    there = {node.id for node in record.tree.nodes if record.tree.is_there(node.id)}
    assert set(boards) == there and sorted(boards.values()) == list(range(len(there)))
    text = "".join("".join(variations_at(record, cursor, boards)) for cursor in range(len(record.line) + 1))
    assert all(text.count(f"data-ply={boards[id]}>") == 1 for id in nodes)
    without_comments = text.replace("1. e4 ) ( $3 [x]", "")
    assert without_comments.count("(") == without_comments.count(")") > 0


def test_step_back_leads_to_the_move_before_and_on_again() -> None:
    record = random_tree("isolation", 3, 80)
    record.follow(ROOT)
    nodes = variation_nodes(record)
    boards, (before, after) = board_of_node(record, nodes), ways(record, nodes)
    for id in nodes:
        assert before[boards[id]] == boards[record.tree[id].parent]
        on = record.tree.first(id)
        assert after[boards[id]] == (boards[id] if on is None else boards[on])
    assert after[: len(record.line) + 1] == [*range(1, len(record.line) + 1), len(record.line)]


def test_a_comment_is_escaped() -> None:
    record = random_tree("isolation", 1, 10, deletes=False)
    record.follow(ROOT)
    record.cut(0)
    move = next(m for m in record.position.moves if record.tree.child(ROOT, m, 0) is None)
    record.play(move)
    record.edit({"comment": record.end, "text": "<script>alert(1)</script>"})
    record.follow(ROOT)
    boards = board_of_node(record, variation_nodes(record))
    assert "<script>" not in "".join(variations_at(record, 0, boards))


def test_what_programs_write_into_comments_is_not_shown() -> None:
    assert readable("[%eval 0.17] [%clk 0:05:00]") == "" == "".join(remark_of("[%clk 0:05:00]"))
    assert readable("A good [%cal Ge2e4,Gd2d4] plan [sic]") == "A good plan [sic]"


def test_marks_stand_in_letters_where_fonts_lack_their_sign() -> None:
    record = random_tree("isolation", 1, 10, deletes=False)
    id = record.line[0]
    record.edit({"marks": id, "nags": [1, 14]})
    assert name_of(record, id).endswith("! +/=")
