"""A game of any kind as text, and back, with its variations."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.contract import BadText
from games.game_text import game_text, is_game_text, read_game_text
from games.game_tree import MOST_COMMENT, MOST_PROBLEMS, ROOT, TOO_MUCH
from games.record import Record
from games.registry import game_names, load_game
from trees import comments_of, random_tree, shape

HEAD = "isolation 7/7/7/7/7/7/7 w\n"


def a_tree_comes_back(game: str, seed: int) -> None:
    """A comment before a main line's move comes back as one on the move before it."""
    first = read_game_text(game_text(random_tree(game, seed, 40)))
    text = game_text(first)
    again = read_game_text(text)
    assert not again.problems
    assert is_game_text(text) or not first.tree.living(ROOT), "a game without moves is a position's text"
    assert shape(again, ids=False) == shape(first, ids=False) and game_text(again) == text


@pytest.mark.parametrize("game", game_names())
@given(seed=st.integers(0, 2**32))
@settings(max_examples=8)
def test_random_trees_come_back(game: str, seed: int) -> None:
    a_tree_comes_back(game, seed)


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
@given(seed=st.integers(0, 2**32))
@settings(max_examples=2_000, deadline=None)
def test_ten_thousand_random_trees_come_back(game: str, seed: int) -> None:
    a_tree_comes_back(game, seed)


def test_the_text_of_a_small_tree() -> None:
    record = read_game_text(HEAD + "{begin} 1. d4 $1 {good} (1. c3 1… e5 (1… f5)) 1… e5 2. f5")
    assert game_text(record) == HEAD + "{begin} 1. d4 $1 {good} (1. c3 e5 (1… f5)) 1… e5 2. f5\n"


def test_a_variation_that_repeats_the_moves_played_joins_them() -> None:
    text = HEAD + "1. d4 (1. d4 $2 e5 2. f5 (2. b5)) ({or} 1. d4 1… f5 {so}) 1… e5 (1… e5 2. c2 {on})"
    record = read_game_text(text)
    tree = record.tree
    assert [ply.text for ply in record.plies] == ["d4", "e5"] and not record.problems
    d4, e5 = record.line
    assert [record.ply(each).text for each in tree.living(d4)] == ["e5", "f5"]
    assert [record.ply(each).text for each in tree.living(e5)] == ["f5", "c2", "b5"]
    assert tree[tree.living(d4)[1]].before == "or" and tree[d4].marks == (2,) and tree.first(e5) is None
    written = game_text(record)
    assert written == HEAD + "1. d4 $2 e5 ({or} 1… f5 {so}) (1… e5 2. f5 (2. c2 {on}) (2. b5))\n"
    assert game_text(read_game_text(written)) == written


def test_a_reveal_stands_in_brackets() -> None:
    record = Record.start(load_game("jungle"))
    record.play(record.position.parse_move("a1"), 2)
    record.cut(0)
    record.play(record.position.parse_move("a1"), 3)
    moves = game_text(record).splitlines()[1]
    assert moves == f"1. a1[{record.written_of(1)[4:-1]}] (1. a1[{record.written_of(2)[4:-1]}])"


@pytest.mark.parametrize(
    ("moves", "problem"),
    [
        ("1. d4 (1. zz 1… e5) e5", "at the start: move: 'zz' is not legal here"),
        ("1. d4 (1. c3 1… c3) e5", "after c3: move: 'c3' is not legal here"),
        ("1. d4 (1. c3 $999) e5", "after c3: expected a mark from $0 to $255, found '$999'"),
        ("1. d4 (1. c3 ($4) 1… e5) e5", "at the start: expected a move before the mark '$4'"),
    ],
)
def test_what_is_wrong_in_a_variation_costs_that_alone(moves: str, problem: str) -> None:
    record = read_game_text(HEAD + moves)
    assert [ply.text for ply in record.plies] == ["d4", "e5"]
    assert len(record.problems) == 1 and record.problems[0].startswith(problem)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (HEAD + "1. d4d4 e5", "at the start: move: 'd4d4'"),
        (HEAD + "{never", "a comment begins here"),
        (HEAD + "]", "expected a move, found ']'"),
        ("no-such 3\n1. a", "no-such"),
        ("isolation x\n1. a", "isolation|side|rows|row"),
        (HEAD + 'rules {"speed": 3}\n', "rules"),
    ],
)
def test_what_is_wrong_in_the_game_is_named(text: str, named: str) -> None:
    with pytest.raises(BadText, match=named):
        read_game_text(text)


@pytest.mark.parametrize(
    ("moves", "kept", "problem"),
    [
        ("1. d4 (1. c3 e5) e5 2. d4 f5", ["d4", "e5"], "after e5: move: 'd4' is not legal here"),
        (
            "1. d4 (1. c3 e5) e5 {never ends",
            ["d4", "e5"],
            "after e5: a comment begins here that does not end",
        ),
        ("1. d4 (1. c3 e5) ] e5", ["d4"], "after d4: expected a move, found ']'"),
        ("1. d4 (1. c3 e5) $999 e5", ["d4"], "after d4: expected a mark from $0 to $255, found '$999'"),
    ],
)
def test_where_the_game_makes_no_sense_the_moves_before_are_kept(moves, kept, problem) -> None:
    """The variations before it are kept as well, as in PGN."""
    record = read_game_text(HEAD + moves)
    assert [ply.text for ply in record.plies] == kept and not record.problems
    assert [record.ply(node).text for node in record.tree.living(ROOT)] == ["d4", "c3"]
    assert record.breaks_off.startswith(problem) and "\n" not in record.not_kept
    assert record.not_kept == f"The game breaks off {record.breaks_off}."
    assert not read_game_text(game_text(record)).breaks_off


def test_million_comments_and_many_mistakes_end_soon() -> None:
    bad = "(1. zz) " * (2 * MOST_PROBLEMS)
    record = read_game_text(HEAD + "1. d4 " + "{a few words} {others} " * 20_000 + bad + " e5")
    assert [ply.text for ply in record.plies] == ["d4", "e5"]
    assert len(comments_of(record)[1]) <= MOST_COMMENT
    assert len(record.problems) == MOST_PROBLEMS + 1 and record.problems[-1] == TOO_MUCH


def test_ten_thousand_in_one_another_and_a_megabyte_of_comment() -> None:
    record = read_game_text(
        HEAD + "1. d4 " + "(1. c3 (1. b2 " * 5_000 + ")" * 10_000 + " e5 {" + "x" * 2**20 + "}"
    )
    assert [ply.text for ply in record.plies] == ["d4", "e5"] and len(record.tree.nodes) == 5
    assert len(comments_of(record)[2]) == MOST_COMMENT and len(record.problems) == 1
