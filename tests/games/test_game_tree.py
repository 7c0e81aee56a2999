"""The game as a tree: variations, edits and their undo, and its entries in a file."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.contract import BadText
from games.game_tree import CLOSE, MOST_COMMENT, MOVE, OPEN, ROOT, GameTree, Ply, marked
from games.random_stream import Draws
from games.record import Record
from games.registry import game_names, load_game
from trees import as_written, change_at_random, random_tree, shape

GAMES = st.sampled_from(game_names())


def journaled(game: str, seed: int, changes: int) -> tuple[Record, list[object]]:
    record, draws, entries = Record.start(load_game(game)), Draws(seed), []
    record.on_change = entries.extend
    for _ in range(changes):
        change_at_random(record, draws)
    return record, entries


def the_same_trees_come_back(game: str, seed: int, changes: int) -> None:
    record, entries = journaled(game, seed, changes)
    again = Record.replay(as_written([record.header()])[0], as_written(entries))
    assert shape(again) == shape(record) and not again.problems
    whole = as_written(list(record.entries()))
    anew = Record.replay(record.header(), whole)
    assert shape(anew) == shape(record)
    assert anew.tree.here == record.tree.here == record.end


@given(game=GAMES, seed=st.integers(0, 2**32))
@settings(max_examples=30)
def test_a_tree_comes_back_from_its_entries(game: str, seed: int) -> None:
    """From the entries of each change, and from those of a file that begins with the whole game."""
    the_same_trees_come_back(game, seed, 40)


@pytest.mark.slow
@given(game=GAMES, seed=st.integers(0, 2**32))
@settings(max_examples=10_000, deadline=None)
def test_ten_thousand_trees_come_back_from_their_entries(game: str, seed: int) -> None:
    the_same_trees_come_back(game, seed, 40)


@given(game=GAMES, seed=st.integers(0, 2**32))
@settings(max_examples=20)
def test_every_edit_and_its_undo_leave_the_tree_as_before(game: str, seed: int) -> None:
    record = random_tree(game, seed, 30)
    for node in record.tree.nodes[1:]:
        if not record.tree.is_there(node.id):
            continue
        for entry in (
            {"promote": node.id},
            {"delete": node.id},
            {"comment": node.id, "text": "new"},
            {"comment": node.id, "text": "new", "before": True},
            {"marks": node.id, "nags": [3, 14]},
            {"resigned": node.id, "by": "black"},
            {"resigned": node.id, "by": ""},
        ):
            before, line = shape(record), list(record.line)
            undo = record.edit(entry)
            if "delete" in entry:
                assert node.id not in record.line and not record.tree.is_there(node.id)
            record.edit(*undo)
            assert shape(record) == before
            record.follow(line[-1] if line else ROOT)


@given(seed=st.integers(0, 2**32))
@settings(max_examples=20)
def test_the_line_shown_is_always_a_line_of_the_tree(seed: int) -> None:
    record, draws = Record.start(load_game("jungle")), Draws(seed)
    for _ in range(40):
        change_at_random(record, draws)
        tree = record.tree
        assert record.line == tree.path(record.end)
        assert record.plies == [tree[id].ply for id in record.line]
        assert record.positions == [tree[id].position for id in (ROOT, *record.line)]


def played(record: Record, text: str, chance: int = 0) -> int:
    record.play(record.position.parse_move(text), chance)
    return record.end


def test_move_in_the_middle_begins_a_variation() -> None:
    record = Record.start(load_game("isolation"))
    main = [played(record, text) for text in ("d4", "e5", "f5", "f3")]
    record.cut(1)
    other = played(record, "c3")
    assert record.tree.line(ROOT) == main and record.tree.living(main[0]) == [main[1], other]
    assert [ply.text for ply in record.plies] == ["d4", "c3"]
    record.cut(1)
    assert played(record, "e5") == main[-1], "the line goes on with what followed"
    assert record.line == main and len(record.tree.nodes) == 6


def test_siblings_may_differ_in_the_outcome_alone() -> None:
    record = Record.start(load_game("jungle"))
    first = played(record, "a1", 0)
    record.cut(0)
    second = played(record, "a1", 3)
    assert record.tree.living(ROOT) == [first, second]
    assert record.written_of(first) != record.written_of(second)
    record.cut(0)
    assert played(record, "a1", 0) == first


def test_a_variation_draws_from_all_that_lie_face_down() -> None:
    """Chance is free: neither what the game turned up on that square nor what a take-back has shown is
    used."""
    record, draws = Record.start(load_game("jungle")), Draws(3)
    move = record.position.parse_move("a1")
    count = len(record.position.chances(move))
    played(record, "a1", 2)
    record.cut(0)
    assert record.possible_chances(move) == tuple(range(count))
    record.follow(ROOT)
    record.take_back()
    assert record.possible_chances(move) == (2,), "the game itself remembers"
    played(record, "a1", 2)
    record.cut(0)
    found = set()
    for _ in range(200):
        record.cut(0)
        record.play(move, record.draw_chance(move, draws))
        found.add(record.plies[0].chance)
    assert found == set(range(count))


def test_game_goes_on_as_main_line_after_a_take_back() -> None:
    record = Record.start(load_game("isolation"))
    played(record, "d4")
    first = played(record, "e5")
    record.cut(1)
    variation = played(record, "c3")
    record.follow(first)
    record.take_back()
    assert record.tree.first(1) is None, "the game stands there, though a variation goes on"
    assert Record.replay(record.header(), list(record.entries())).line == [1]
    record.follow(1)
    instead = played(record, "f5")
    assert record.tree.line(ROOT) == [1, instead] and record.tree.living(1) == [instead, variation]


def test_play_from_the_last_move_is_a_variation_at_first() -> None:
    record = Record.start(load_game("isolation"))
    played(record, "d4")
    end = played(record, "e5")
    beyond = played(record, "f5")
    undo = record.edit({"last": end})
    assert record.tree.line(ROOT) == [1, end] and record.tree.branch(beyond) == beyond
    kept = record.add_move(end, record.tree[end].position.parse_move("b5"))
    assert record.tree.living(end) == [kept, beyond] and record.tree.line(ROOT) == [1, end]
    record.follow(ROOT)
    on = played(record, "c2")
    assert record.tree.living(end) == [on, kept, beyond] and record.line == [1, end, on]
    again = Record.replay(record.header(), list(record.entries()))
    assert shape(again) == shape(record)
    record.edit({"delete": on}, {"delete": kept}, {"last": end})
    record.edit(*undo)
    assert record.tree.line(ROOT) == [1, end, beyond]


def test_deleting_a_shown_line_shows_what_is_left() -> None:
    record = Record.start(load_game("isolation"))
    played(record, "d4")
    played(record, "e5")
    record.cut(1)
    variation = played(record, "c3")
    undo = record.edit({"delete": variation})
    assert [ply.text for ply in record.plies] == ["d4", "e5"]
    record.edit(*undo)
    record.follow(variation)
    record.edit({"promote": variation})
    assert record.tree.line(ROOT) == record.line == [1, variation]


def test_fault_in_a_variation_is_named_and_the_rest_kept() -> None:
    record = Record.start(load_game("isolation"))
    entries = [
        *({"move": text} for text in ("d4", "e5", "f5")),
        {"at": 1},
        {"move": "d4"},
        {"move": "e5"},
        {"comment": 5, "text": "of a move that is not there"},
        {"at": 4},
        {"move": "a1"},
        {"at": 2},
        {"move": "c2"},
        {"comment": 7, "text": "kept"},
    ]
    read = Record.replay(record.header(), entries)
    assert [ply.text for ply in read.plies] == ["d4", "e5", "f5"]
    assert len(read.problems) == 1 and read.problems[0].startswith("entry 5: move: 'd4' is not legal")
    assert read.tree[7].comment == "kept" and read.tree.living(2) == [3, 7]
    again = Record.replay(read.header(), list(read.entries()))
    assert shape(again) == shape(read)


@pytest.mark.parametrize(
    ("entry", "named"),
    [
        ({"at": 9}, "at: expected a move of the game, found 9"),
        ({"at": True}, "at: expected"),
        ({"promote": 0}, "promote: expected a move of the game"),
        ({"promote": 1, "to": 1}, "to: expected 0 to 0"),
        ({"delete": "1"}, "delete: expected a move"),
        ({"delete": 10**5000}, "delete: expected a move"),
        ({"restore": 1}, "restore: expected a move"),
        ({"last": 1, "is": 3}, "last, is: expected true or false, found 3"),
        ({"comment": 1}, "text: expected a text"),
        ({"comment": 1, "text": "x", "before": 1}, "before: expected"),
        ({"marks": 1, "nags": 3}, "nags: expected a list"),
        ({"marks": 1, "nags": [True]}, "nags: expected a list"),
        ({"marks": 1, "nags": [256]}, "nags: expected 0 to 255"),
        ({"lost": 5}, "lost: expected"),
        ({"hint": 3}, "expected a move, found {'hint': 3}"),
    ],
)
def test_an_edit_that_does_not_fit_is_named(entry: dict[str, object], named: str) -> None:
    header = Record.start(load_game("isolation")).header()
    with pytest.raises(BadText, match=f"entry 2: .*{named}"):
        Record.replay(header, [{"move": "d4"}, entry])


def test_a_comment_of_a_megabyte_is_cut() -> None:
    record = Record.start(load_game("isolation"))
    record.edit({"comment": ROOT, "text": "a {brace}\n" + "x" * 2**20})
    assert len(record.tree[ROOT].comment) == MOST_COMMENT
    assert record.tree[ROOT].comment.startswith("a (brace) x")


def test_ten_thousand_variations_in_one_another() -> None:
    """The time grows with the number of nodes, and nothing recurses."""
    tree, ply, at = GameTree(), Ply(1, 0, "b1", 0), ROOT
    for _ in range(10_000):
        tree.add(at, ply)
        at = tree.add(at, ply)
    kinds = [kind for kind, _ in tree.steps()]
    assert kinds.count(OPEN) == kinds.count(CLOSE) == 10_000 and kinds.count(MOVE) == 20_000
    deepest = most = 0
    for kind in kinds:
        deepest += (kind == OPEN) - (kind == CLOSE)
        most = max(most, deepest)
    assert most == 10_000 and len(tree.path(at)) == 10_000 and len(tree.line(ROOT)) == 1


def test_a_mark_is_a_sign_or_words_or_its_number():
    assert marked("Nf3", (1, 132, 200)) == "Nf3! counterplay for White $200"
