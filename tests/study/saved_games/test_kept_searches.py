"""Searches in the lines of a saved game: they are read as they were found, and a search by a changed
heuristic is named as such."""

import json
from dataclasses import replace

import pytest

from engines.contract import EXACT, UPPER, RootMove, Thought
from engines.player_text import make_engine, parse_player
from games.record import Record
from games.registry import game_names, load_game
from heuristics.lens import Lens
from heuristics.registry import default_heuristic
from reviews import random_game
from study.saved_games.kept_searches import SearchWriter, read_searches
from study.saved_games.saved_games import Saves
from study.saved_games.written_thought import read_line, read_thought, write_line, write_thought
from study.state.move_loss import ReviewedMove


def searched(position, text=None, **changes) -> Thought:
    game = position.game.name
    spec = parse_player(text or f"alphabeta:{default_heuristic(game).name},depth=2", game)
    made = make_engine(spec, game, {}, 1, 0.01, explains=True)
    engine = replace(made, compile=False, table_megabytes=0.01, **changes)
    return engine.think(position)


def again(thought: Thought) -> Thought:
    text = json.dumps(write_thought(thought), allow_nan=False)
    read = read_thought(json.loads(text), thought.position, thought.lens)
    return replace(read, player=thought.player)


def lines_of(entries) -> list[bytes]:
    return [json.dumps(entry, separators=(",", ":")).encode() for entry in entries]


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("player", ["alphabeta", "greedy"])
def test_a_search_is_read_as_it_was_found(name, player):
    record = random_game(name, 4, 3)
    heuristic = default_heuristic(name).name
    options = ",depth=2" if player == "alphabeta" else ""
    thought = searched(record.position, f"{player}:{heuristic}{options}")
    found = again(thought)
    same = ("move", "value", "depth", "nodes", "pv", "lens", "lines", "outcomes", "remark", "best_moves")
    for field in same if record.game.has_chance else (each for each in same if each != "best_moves"):
        assert getattr(found, field) == getattr(thought, field), field
    rows = {row.move: row for row in thought.root_moves}
    assert len(found.root_moves) == len(rows)
    for row in found.root_moves:
        before = rows[row.move]
        assert (row.bound, row.depth) == (before.bound, before.depth)
        if row.bound == EXACT:
            assert (row.value, row.line, row.outcomes) == (before.value, before.line, before.outcomes)
            assert row.parts == (before.parts if record.game.has_chance else ())


def test_a_line_that_goes_on_after_a_draw_by_repetition_is_read():
    record = Record.start(load_game("chess"))
    for text in ("g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"):
        record.play(record.position.parse_move(text))
    texts = ("f6g8", "e2e4", "e7e5")  # after the first of them the position occurs a third time
    moves, position = [], record.position
    fresh = Record.start(load_game("chess")).position
    for text in texts:
        move = position.parse_move(text) if position.moves else fresh.parse_move(text)
        moves.append(move)
        position = position.play(move)
        fresh = fresh if text == "f6g8" else fresh.play(move)
    line = write_line(record.position, moves)
    assert line == " ".join(texts) and read_line(record.position, line) == tuple(moves)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"bounds": "e"}, "bounds"),
        ({"bounds": 1}, "bounds"),
        ({"values": []}, "values"),
        ({"values": ["x"]}, "values"),
        ({"value": float("nan")}, "value"),
        ({"value": True}, "value"),
        ({"depth": -1}, "depth"),
        ({"move": "z9"}, "move"),
        ({"line": "z9"}, "move"),
        ({"line": "a1 " * 500}, "line"),
        ({"lines": {"z9": "z9"}}, "lines"),
        ({"remark": 5}, "remark"),
    ],
)
def test_what_is_no_search_is_named(change, said):
    thought = searched(random_game("isolation", 2, 1).position)
    with pytest.raises(Exception, match=said) as caught:
        read_thought(write_thought(thought) | change, thought.position, thought.lens)
    assert type(caught.value).__name__ == "BadText"


def kept_of(record, entries):
    return read_searches(record, lines_of(entries))


def test_searches_go_by_node_and_the_later_one_counts():
    record = random_game("isolation", 6, 2)
    writer = SearchWriter()
    first, second = (searched(record.positions[at]) for at in (2, 4))
    deeper = replace(first, depth=3, value=1.0)
    entries = [
        *writer.searched(record.node(2), first),
        *writer.searched(record.node(4), second),
        *writer.searched(record.node(2), deeper),
        *writer.searched(record.node(4), replace(second, depth=5), alone=True),
    ]
    assert [next(iter(entry)) for entry in entries] == ["lens", "search", "search", "search", "alone"]
    kept = kept_of(record, entries)
    assert {(each.position.text, each.depth, each.value) for each in kept.thoughts} == {
        (record.positions[4].text, second.depth, second.value),
        (record.positions[2].text, 3, 1.0),
    }
    assert [(move, each.depth) for move, each in kept.alone] == [(second.move, 5)]
    assert kept.remark == "" and all(each.lens == first.lens for each in kept.thoughts)


def test_changed_heuristic_marks_values_as_earlier():
    record = random_game("chess", 4, 2)
    thought = searched(record.position, "greedy:classical")
    entries = SearchWriter(lambda heuristic: "another").searched(record.end, thought)
    looked = ReviewedMove(0, thought.move, thought)
    entries += SearchWriter(lambda heuristic: "another").reviewed(record.end, looked, 1000, True)
    kept = kept_of(record, entries)
    assert kept.stale == ("classical",) and kept.looked == () and kept.reviewer is None
    assert kept.remark.startswith("classical has changed since this game was searched.")
    (found,) = kept.thoughts
    assert (found.lens, found.program, found.unit) == (None, "an earlier classical", "pawn")
    assert found.value == pytest.approx(thought.value / 100) and found.pv == thought.pv


def test_a_heuristic_that_is_gone_is_said_too():
    record = random_game("isolation", 2, 1)
    entries = SearchWriter().searched(record.end, searched(record.position))
    entries[0]["heuristic"] = "of-a-friend"
    kept = kept_of(record, entries)
    assert kept.stale == ("of-a-friend",) and kept.thoughts[0].program == "an earlier of-a-friend"


def test_weights_are_kept_with_the_search():
    record = random_game("chess", 2, 1)
    thought = searched(record.position, "greedy:classical")
    name = thought.lens.heuristic.weight_names[0]
    other = replace(thought, lens=Lens.of(thought.lens.heuristic, {name: 7.0}))
    writer = SearchWriter()
    kept = kept_of(record, [*writer.searched(record.end, thought), *writer.searched(record.end, other)])
    assert {each.lens for each in kept.thoughts} == {thought.lens, other.lens} and not kept.stale


def test_numbers_of_lenses_may_begin_again_where_a_game_goes_on():
    record = random_game("isolation", 4, 1)
    thought = searched(record.positions[1])
    other = searched(record.positions[2])
    other = replace(other, lens=Lens.of(other.lens.heuristic, {other.lens.heuristic.weight_names[0]: 3.0}))
    entries = SearchWriter().searched(record.node(1), thought) + SearchWriter().searched(
        record.node(2), other
    )
    assert [entry["lens"] for entry in entries] == [0, 0, 0, 0]
    assert {each.lens for each in kept_of(record, entries).thoughts} == {thought.lens, other.lens}


def test_a_review_keeps_two_moves_where_a_deeper_search_is_kept():
    record = random_game("chess", 3, 1)
    thought = searched(record.positions[2], "greedy:classical")
    looked = ReviewedMove(2, record.plies[2].move, thought)
    for whole, count in ((True, len(thought.root_moves)), (False, len({thought.move, looked.move}))):
        kept = kept_of(record, SearchWriter().reviewed(record.node(2), looked, 5000, whole))
        (found,) = kept.looked
        assert len(found.thought.root_moves) == count and kept.given == 5000
        assert found.move_loss.loss == looked.move_loss.loss and kept.reviewer == thought.lens


def test_senseless_lines_are_counted_and_others_kept():
    record = random_game("isolation", 4, 1)
    entries = SearchWriter().searched(record.end, searched(record.position))
    lines = [
        b'{"search":',
        b'{"search":[1],"lens":0}',
        b'{"search":1,"lens":99}',
        *lines_of(entries),
        b'{"lens":"x","heuristic":3}',
        b'{"review":1}',
        b'{"search":1,"bounds":"?"}',
        b'{"alone":' + b"[" * 10_000 + b"}",
        b'{"search":99}',
    ]
    kept = read_searches(record, lines)
    assert len(kept.thoughts) == 1 and kept.unread == 7
    assert "7 searches in the file cannot be read" in kept.remark


def test_the_list_of_saved_games_looks_into_no_search(tmp_path, monkeypatch):
    record = random_game("isolation", 6, 2)
    saves = Saves(tmp_path)
    file = saves.begin(record, "human", "human")
    file.append_closely(*SearchWriter().searched(record.end, searched(record.position)))
    file.append_end("over", "white")
    file.append_closely({"search": 0, "broken": True})
    file.close()
    asked = []
    plain = json.loads
    monkeypatch.setattr(json, "loads", lambda text, **more: asked.append(text) or plain(text, **more))
    (listed,) = saves.list()
    assert (listed.plies, listed.result, listed.problem) == (6, "white", "")
    assert asked and not any("search" in str(text) or "lens" in str(text) for text in asked)


def test_a_file_cut_at_any_byte_keeps_what_was_whole(tmp_path):
    record = random_game("isolation", 3, 2)
    saves = Saves(tmp_path)
    file = saves.begin(record, "human", "human")
    start = file.end
    thought = searched(record.position)
    file.append_closely(*SearchWriter().searched(record.end, thought))
    file.close()
    content = file.path.read_bytes()
    first = content.index(b"\n", start) + 1  # the lens is complete
    for length in range(start, len(content) + 1):
        file.path.write_bytes(content[:length])
        opened = saves.open(file.path)
        kept = read_searches(opened.record, opened.searches)
        assert len(opened.record.plies) == 3 and kept.remark == "" and kept.unread == 0
        assert len(kept.thoughts) == (length == len(content))
        assert opened.file.end == (start if length < first else first if length < len(content) else length)
        opened.file.append_closely({"back": 1})  # the next entry replaces the torn part
        opened.file.close()
        assert len(saves.load(file.path)[0].plies) == 2


def test_a_game_of_before_there_were_searches_opens(tmp_path):
    record = random_game("chess", 6, 2)
    saves = Saves(tmp_path)
    saves.begin(record, "human", "human").close()
    (listed,) = saves.list()
    opened = saves.open(listed.path)
    assert opened.searches == () and opened.remark == ""
    opened.file.close()


def test_bounds_are_rounded_up_and_values_are_not():
    thought = searched(random_game("isolation", 2, 1).position)
    value = 1 / 3
    rows = [
        RootMove(row.move, value, bound, 2, row.line)
        for row, bound in zip(thought.root_moves, (EXACT, UPPER), strict=False)
    ]
    found = again(replace(thought, root_moves=tuple(rows)))
    assert [row.value for row in found.root_moves] == [value, 0.334]
