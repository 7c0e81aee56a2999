"""PGN: real games, odd files, broken files, and that written files can be read again."""

import errno
import io
import os
import re
import sys
import time
from datetime import date
from itertools import pairwise

import chess.pgn
import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.chess import GAME, pgn
from games.chess.board import ChessOptions
from games.chess.pgn import PgnFile, pgn_text, save_pgn
from games.contract import BadText
from games.game_tree import MOST_COMMENT, MOST_PROBLEMS, REPEAT, TOO_MUCH
from games.record import Record
from samples import random_walk
from trees import comments_of, random_tree, shape

HEAD = '[White "A"]\n\n'

OPERA = """[Event "Paris Opera"]
[Site "Paris FRA"]
[Date "1858.11.02"]
[White "Paul Morphy"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 {This is a weak move.} 4. dxe5 Bxf3 (4... dxe5 5. Qxd8+ (5. Qd3 $5) 5... Kxd8)
5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 {Black is in what's like
a zugzwang position here.} b5 10. Nxb5! cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 $6
15. Bxd7+ Nxd7 16. Qb8+! Nxb8 17. Rd8# 1-0
"""
ENDGAME = """[Event "Study"]
[White "Réti"]
[Black "?"]
[Result "1/2-1/2"]
[SetUp "1"]
[FEN "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"]

1. Kg7 h4 2. Kf6 Kb6 3. Ke5 Kxc6 4. Kf4 1/2-1/2
"""
SHUFFLE = " ".join(f"{2 * i + 1}. Nf3 Nf6 {2 * i + 2}. Ng1 Ng8" for i in range(4))


def load(text: str, number: int = 1):
    return PgnFile.of_text(text, "games.pgn").load(number)


def mainline(text: str) -> list[str]:
    """The moves as python-chess reads them."""
    game = chess.pgn.read_game(io.StringIO(text))
    return [move.uci() for move in game.mainline_moves()]


def moves(record: Record) -> list[str]:
    return [
        position.move_text(ply.move) for position, ply in zip(record.positions, record.plies, strict=False)
    ]


def test_any_game_of_a_file_is_read():
    file = PgnFile.of_text(f"{OPERA}\n{ENDGAME}\n\n{OPERA}", "games.pgn")
    assert [entry.number for entry in file.entries] == [1, 2, 3]
    assert file.entries[0].title == "Paul Morphy – Duke Karl / Count Isouard, Paris Opera, 1858.11.02, 1-0"
    assert file.entries[1].title == "Réti – ?, Study, 1/2-1/2"
    for number, text in ((1, OPERA), (2, ENDGAME), (3, OPERA)):
        game = file.load(number)
        assert game.problem == ""
        assert moves(game.record) == mainline(text)
    assert not file.left_out
    assert file.load(1).record.position.ending == "Black is checkmated."
    assert file.load(2).record.positions[0].text == "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"


def test_comments_of_the_main_line_are_kept():
    game = load(OPERA)
    assert comments_of(game.record) == {
        6: "This is a weak move.",
        17: "Black is in what's like a zugzwang position here.",
    }


def test_comments_to_the_end_of_a_line_are_kept_too():
    text = '[White "A"]\n\n; An old game.\n1. e4 ; the best\ne5 {so} ; and more\n'
    text += "(1... c5 ; not this) nor\n) 2. Nf3\n"
    game = load(text)
    assert moves(game.record) == ["e2e4", "e7e5", "g1f3"] and game.problem == ""
    assert comments_of(game.record) == {0: "An old game.", 1: "the best", 2: "so and more"}
    again = load(pgn_text(game.record))
    assert comments_of(again.record) == comments_of(game.record) and again.record.not_kept == ""


@pytest.mark.parametrize(
    ("text", "not_kept"),
    [
        ("1. e4 {so} e5 ; and so\n2. Nf3", ""),
        ("1. e4! e5 $1 2. Nf3", ""),
        ("1. e4 (1. d4 $2 (1. c4)) e5", ""),
        ("1. e4 (1. d4 Qh9 2. c4 (2. c3) {no}) (1. c4) e5", "move 1...: expected a move, found 'Qh9'."),
        ("1. e4 (1. d4 d4) (1. Ke2) e5", "move 1...: 'd4' is not legal in 'rnbqkbnr/.*, and 1 more like it."),
        (f"{HEAD}(1. d4) 1. e4 e5", "move 1.: a variation without a move that it could replace."),
        (f"{HEAD}$3 1. e4 e5 !!!", "move 1.: expected a move before the mark '\\$3', and 1 more like it."),
        ("1. e4 $999 e5", "move 1.: expected a mark such as '!\\?' or \\$0 to \\$255, found '\\$999'."),
        ("1. e4 e5!!! 2. d4", "move 1...: expected a mark such as '!\\?' or \\$0 to \\$255, found '!!!'."),
    ],
)
def test_a_line_says_what_is_not_kept(text, not_kept):
    game = load(text)
    assert game.problem == "" and len(game.record.plies) >= 2
    told = f"Not kept: games\\.pgn, game 1, {not_kept}" if not_kept else ""
    assert re.fullmatch(told, game.record.not_kept), game.record.not_kept


def tree_of(node):
    """Everything that python-chess reads of a game, in the order of its text."""
    told, todo = [], [(0, node)]
    while todo:
        depth, at = todo.pop()
        move = at.move.uci() if at.parent is not None else ""
        told.append((depth, move, at.comment, at.starting_comment if depth else "", sorted(at.nags)))
        todo += [(depth + 1, child) for child in reversed(at.variations)]
    return told


NESTED = """[White "A"]

{Before all} 1. e4! {A move} (1. d4 $14 {solid} d5 (1... Nf6?! 2. c4 e6 (2... g6 $1 {Indian})) 2. c4)
({or} 1. Nf3 d5) 1... e5 {and on} 2. Nf3 (2. f4!? exf4 {taken}) 2... Nc6 3. Bb5 a6 $10 *
"""


def test_variations_comments_and_marks_go_both_ways():
    ours = load(NESTED)
    assert ours.problem == ours.record.not_kept == ""
    theirs = chess.pgn.read_game(io.StringIO(NESTED))
    written = chess.pgn.read_game(io.StringIO(pgn_text(ours.record, headers=ours.headers)))
    assert not written.errors and tree_of(written) == tree_of(theirs)
    again = load(pgn_text(ours.record))
    assert shape(again.record, ids=False) == shape(ours.record, ids=False)
    assert len(again.record.tree.nodes) == 18


@given(seed=st.integers(0, 2**32))
@hypothesis.settings(max_examples=15)
def test_random_trees_go_both_ways(seed):
    """A comment before a main line's move comes back as one on the move before it."""
    first = load(pgn_text(random_tree("chess", seed, 30)))
    assert first.problem == first.record.not_kept == ""
    text = pgn_text(first.record)
    assert shape(load(text).record, ids=False) == shape(first.record, ids=False)
    theirs, tree = chess.pgn.read_game(io.StringIO(text)), first.record.tree
    repeats = sum(kind == REPEAT for kind, _ in tree.steps())
    assert not theirs.errors
    assert len(tree_of(theirs)) == repeats + sum(tree.is_there(node.id) for node in tree.nodes)
    assert mainline(text) == moves(first.record), "a variation after the last move is none of the game"


REPEATED = """[White "A"]
[Result "1-0"]

1. e4 {[%clk 0:02:59.9]} 1... e5 {[%clk 0:02:58]} (1... e5 2. Nf3 Nc6 $6 {was better} 3. Bb5 (3. Bc4 Bc5)
3... a6) ({or at once} 1... e5 2. d4) 2. Bc4 {[%clk 0:02:55]} (2. Bc4 {[%clk 0:02:55]} Nc6) 2... Nc6
3. Qh5 Nf6 $4 (3... Nf6 4. Qxf7# {it was mate}) 1-0
"""
"""A review as web sites write it: a variation repeats the move that was played; one of them is the last
move."""


BROADCAST = """[Event "Open | Round 1"]
[Site "https://lichess.org/broadcast/open/round-1/abc"]
[Round "1.1"]
[White "Ann, A."]
[Black "Bob, B."]
[Result "1/2-1/2"]
[WhiteTitle "GM"]
[WhiteFideId "1"]
[TimeControl "5400+30"]
[Variant "Standard"]
[ECO "C65"]
[Opening "Ruy Lopez: Berlin Defense"]
[BroadcastName "Open | Championship"]

{ [%csl Gd4][%cal Gd2d4,Rg1f3] Before the game. }
1. e4! $146 { [%eval 0.17] [%clk 1:30:50] } 1... e5 { [%eval #-4] [%clk 1:30:39] [%emt 0:00:11] }
2. Nf3 { [%eval 0.18] } { [%clk 1:31:12] The second comment. } (2. f4?! { [%cal Re5f4] } exf4
(2... d5!? $17 3. exd5 (3. Nf3 { a $9 in words } dxe4) 3... e4 $36)
(2... Nc6 3. Nf3) 3. Nf3 $14) (2. Bc4) 2... Nc6 $6 { [%clk 1:25:53] } 3. Bb5 Nf6 { C65 } 1/2-1/2

[Event "Open | Round 1"]
[White "Cid"]
[Black "Dan"]
[Result "*"]
[ECO "A00"]
[Opening "As the file says"]

1. d4 { [%clk 1:30:01] } *
"""


def test_a_file_as_broadcasts_write_it_goes_both_ways():
    """Clocks, evaluations, arrows, marks, nested variations and several games: read, written, and compared by
    python-chess. Headers stay unchanged."""

    def told(text: str) -> list[list[object]]:
        stream, games = io.StringIO(text), []
        while (game := chess.pgn.read_game(stream)) is not None:
            found, todo = [dict(game.headers)], [game]
            while todo:
                node = todo.pop()
                words = (" ".join(each.split()) for each in (node.comment, node.starting_comment))
                found.append((node.move, *words, sorted(node.nags), len(node.variations)))
                todo += reversed(node.variations)
            games.append(found)
        return games

    file = PgnFile.of_text(BROADCAST)
    read = [file.load(number) for number in (1, 2)]
    assert not any(game.problem or game.record.problems for game in read)
    written = "\n".join(pgn_text(game.record, headers=game.headers) for game in read)
    assert told(written) == told(BROADCAST)


def test_a_variation_that_repeats_the_moves_played_joins_them():
    game = load(REPEATED)
    record, tree = game.record, game.record.tree
    assert game.problem == record.not_kept == ""
    assert moves(record) == ["e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6"] == mainline(REPEATED)
    e5, last = record.line[1], record.line[-1]
    assert [record.ply(each).text for each in tree.living(e5)] == ["Bc4", "Nf3", "d4"]
    assert tree[tree.living(e5)[2]].before == "or at once" and tree[e5].before == ""
    assert comments_of(record) == {1: "[%clk 0:02:59.9]", 2: "[%clk 0:02:58]", 3: "[%clk 0:02:55]"}
    assert [record.ply(each).text for each in tree.living(last)] == ["Qxf7#"] and tree.first(last) is None
    assert tree[last].marks == (4,) and record.varies is False
    record.follow(tree.living(last)[0])
    assert record.varies and record.position.ending == "Black is checkmated."


def test_what_follows_the_last_move_stays_none_of_the_game():
    first = load(REPEATED)
    text = pgn_text(first.record, headers=first.headers)
    theirs = chess.pgn.read_game(io.StringIO(text))
    assert not theirs.errors and theirs.headers["Result"] == "1-0"
    assert mainline(text) == moves(first.record)
    assert "3. Qh5 Nf6 $4 ( 3... Nf6 4. Qxf7# { it was mate } ) 1-0" in text
    assert shape(load(text).record) == shape(first.record)
    entries = list(first.record.entries())
    assert shape(Record.replay(first.record.header(), entries)) == shape(first.record)


def test_game_that_goes_on_after_it_has_it_as_main_line():
    record = load(REPEATED).record
    last, told = record.end, []
    record.on_change = told.extend
    mate = record.tree.living(last)[0]
    on = record.play(record.position.parse_move("a2a3"))
    assert record.tree.living(last) == [record.end, mate] and on.text == "a3" and not record.varies
    assert moves(record)[-1] == "a2a3" and told[-1] == {"move": "a2a3"}


@pytest.mark.slow
@given(seed=st.integers(0, 2**32))
@hypothesis.settings(max_examples=10_000, deadline=None)
def test_ten_thousand_random_trees_go_both_ways(seed):
    first = load(pgn_text(random_tree("chess", seed, 30)))
    assert shape(load(pgn_text(first.record)).record, ids=False) == shape(first.record, ids=False)


def test_ten_thousand_variations_in_one_another():
    text = "1. e4 " + "(1. d4 {x} (1. c4 " * 5_000 + ")" * 10_000 + " e5 2. Nf3 *"
    game = load(text)
    assert game.problem == "" and moves(game.record) == ["e2e4", "e7e5", "g1f3"]
    assert len(game.record.tree.living(0)) == 3


def test_many_comments_in_one_place_and_many_mistakes_end_soon():
    """Neither costs the game's own moves."""
    bad = "(1. d4 zz) (1. e4 zz) " * MOST_PROBLEMS
    game = load("1. e4 " + "{a few words} {others} " * 20_000 + bad + "(1. c4) e5 2. Nf3 *")
    assert [ply.text for ply in game.record.plies] == ["e4", "e5", "Nf3"] and not game.problem
    assert len(comments_of(game.record)[1]) == MOST_COMMENT
    mistakes = [each for each in game.record.problems if "zz" in each]
    assert len(mistakes) < MOST_PROBLEMS and game.record.problems[-1].endswith(TOO_MUCH)


def test_moves_of_variations_are_limited_as_the_game_s(monkeypatch):
    monkeypatch.setattr(pgn, "MOST_NODES", 50)
    game = load("1. e4 " + "(1. d4 d5 2. c4) " * 100 + " e5 2. Nf3 *")
    assert [ply.text for ply in game.record.plies] == ["e4", "e5", "Nf3"] and not game.problem
    assert len(game.record.problems) == 1 and game.record.problems[0].endswith(TOO_MUCH)


def test_game_nested_ten_thousand_deep_is_one_line():
    game = load("1. e4 " + "(" * 10_000 + ")" * 10_000 + " e5")
    assert moves(game.record) == ["e2e4", "e7e5"]
    assert len(game.record.not_kept.splitlines()) == 1


@pytest.mark.parametrize("number", [0, 2, -1])
def test_a_game_that_is_not_there(number):
    with pytest.raises(BadText, match=r"games\.pgn: expected a game from 1 to 1"):
        load(OPERA, number)


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 e5 2. Nf3",
        "1.e4 e5 2.Nf3 *",
        "1. e4 1... e5 2. Nf3",
        "e4 e5 Nf3",
        "e2e4 e7e5 g1f3",
        "1.e4! e5?! 2.Nf3!? $14 1/2-1/2 4. Qh5",
        "\ufeff1. e4 e5 2. Nf3",
        "\n\n  \n1. e4\ne5\n2. Nf3\n",
        "1. e4 ; the best\ne5 {so} 2. Nf3 ; 3. Qh9\n",
        "% an escape\n1. e4 e5\n% another Qh9\n2. Nf3",
        "1. e4 (1. d4 (1. c4 {(} c5) d5) 1... e5 2. Nf3 )",
        "1. e4 e5\n\n2. Nf3",
        "1. e4\n\n1... e5\n\n2. Nf3",
        "1. e4 e5\r\n2. Nf3\r\n",
        '[White "A"]\n1. e4 e5 2. Nf3 *\n',
    ],
)
def test_the_many_ways_to_write_a_game(text):
    game = load(text)
    assert game.problem == ""
    assert moves(game.record) == ["e2e4", "e7e5", "g1f3"]


def test_games_without_a_blank_line_between():
    file = PgnFile.of_text('[White "A"]\n1. e4 *\n[White "B"]\n[Black "C"]\n\n1. d4 *\n1-0\n')
    assert [entry.headers["White"] for entry in file.entries] == ["A", "B"]


def test_headerless_games_apart():
    file = PgnFile.of_text("1. e4 e5 *\n\n1. d4 d5\n\n2. c4 *\n\ne4 *\n")
    assert [len(file.load(number).record.plies) for number in (1, 2, 3)] == [2, 3, 1]


@pytest.mark.parametrize(
    ("text", "kept", "message"),
    [
        ("1. e4 e5 2. Qh6 Nc6", 2, "game 1, move 2.: 'Qh6' is not legal in 'rnbqkbnr/"),
        ("1. e4 Ke6", 1, "game 1, move 1...: 'Ke6' is not legal"),
        ("1. Nf3 d5 2. d3 d4 3. Nd2", 4, "game 1, move 3.: 'Nd2' fits more than one piece"),
        ("1. e4 e5 2. Nf9 Nc6", 2, "game 1, move 2.: expected a move, found 'Nf9'"),
        ("1. e4 -- 2. d4", 1, "game 1, move 1...: expected a move, found the null move"),
        ("1. e4 e5 {and so on", 2, "game 1, move 2.: a comment begins here that does not end"),
        ("1. e4 e5 2. " + "x" * 999, 2, f"found '{'x' * 20}…'"),
        ("1. f3 e5 2. g4 Qh4# 3. a3", 4, "game 1, move 3.: 'a3' is not legal"),
    ],
)
def test_where_the_text_makes_no_sense_the_moves_before_are_kept(text, kept, message):
    game = load(text)
    assert len(game.record.plies) == kept
    assert message in game.problem
    assert game.problem.startswith("games.pgn, ")
    assert "\n" not in game.problem


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[FEN "nonsense"]\n\n1. e4', "games.pgn, game 1, FEN: "),
        ('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4', "expected a white king"),
        ('[Variant "Atomic"]\n\n1. e4', "game 1, Variant: expected standard chess, found 'Atomic'"),
        ('[White "A"]\n[Variant "Chess960"]\n\n1. e4', "Chess960"),
    ],
)
def test_a_game_that_cannot_begin(text, message):
    with pytest.raises(BadText) as error:
        load(text)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "text", ["", " \n\n", "% nothing\n", "?", "{ }", "\x00\x01\x02", "Übrigens\n\nfährt"]
)
def test_no_game_at_all(text):
    with pytest.raises(BadText, match=r"games\.pgn: expected a game in PGN, found none"):
        PgnFile.of_text(text, "games.pgn")


def test_a_game_that_went_on_after_a_draw_nobody_claimed():
    game = load(SHUFFLE + " 9. e4 e5")
    assert game.problem == ""
    assert len(game.record.plies) == 18
    assert game.record.options == ChessOptions(quiet_limit=0, repetition=0)
    assert load("1. e4 e5").record.options == ChessOptions()


def test_a_game_that_went_on_with_bare_kings():
    game = load('[FEN "8/8/4k3/8/8/4K3/4p3/8 w - - 0 1"]\n\n1. Kxe2 Ke5 2. Ke3')
    assert len(game.record.plies) == 1
    assert "move 1...: the game is over: Neither side" in game.problem


def test_files_are_named_in_errors(tmp_path):
    for path in (tmp_path / "missing.pgn", tmp_path):
        with pytest.raises(BadText) as error:
            PgnFile.open(path)
        assert str(error.value).startswith(f"{path}: cannot be read: ")
    with pytest.raises(BadText) as error:
        save_pgn(tmp_path / "no" / "where.pgn", OPERA)
    assert "where.pgn: cannot be written" in str(error.value)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_encodings(tmp_path, encoding):
    path = tmp_path / "file.pgn"
    path.write_bytes(ENDGAME.encode(encoding))
    assert PgnFile.open(path).entries[0].headers["White"] == "Réti"


@pytest.mark.parametrize(
    "text",
    [
        lambda size: "1. e4 " + "(" * 4 * size + " e5",
        lambda size: "1. e4 " + "(1. d4) " * size + " e5",
        lambda size: "1. e4 " + "{a} " * 4 * size + " e5 " + ")" * 2 * size,
        lambda size: "1. e4 e5 " + "!" * 4 * size + "." * 4 * size + "1" * 4 * size,
        lambda size: '[White "' + '"' * 2 * size + "]\n\n1. e4",
        lambda size: '[White "A"]\n\n1. e4 *\n\n' * (size // 10),
        lambda size: "1. e4 " + "e5\n\n" * size,
        lambda size: "{" + "\n\n" * 2 * size + "} e4",
        lambda size: '[A "x"] ' * size + "1. e4",
        lambda size: '[A "x' * size + "\n1. e4",
        lambda size: '[A "x\n' * size + "1. e4",
        lambda size: '[A "1\n2"] ' * size + "1. e4",
        lambda size: '[A "x"]\n\n[B' + 'b "y"]\n\n[B' * size + ' "z"]\n\n1. e4',
        lambda size: '[A "x"] word [' * size + "1. e4",
        lambda size: "[A " * size + "\\" * size + " 1. e4 " + "[%x " * size,
    ],
    ids=[
        *("open lines", "lines", "comments", "signs", "quotes", "games", "paragraphs", "a long comment"),
        *("tags on a line", "torn tags on a line", "torn tags", "wrapped tags", "tags apart"),
        *("words", "brackets"),
    ],
)
def test_long_and_odd_files_take_no_longer_for_their_length(text):
    """Eight times the text takes some eight times as long; what is quadratic would take 64 times."""

    def seconds(size: int) -> float:
        taken = []
        for _ in range(3):  # of the processor, the least: a busy or slow computer may take far longer
            began = time.process_time()
            load(text(size))
            taken.append(time.process_time() - began)
        return min(taken)

    tick = 1 / 64 if sys.platform == "win32" else 0.0  # of the processor's clock
    assert seconds(8_000) < 24 * max(seconds(1_000), 0.002, tick)


def test_a_blank_line_before_the_tenth_move():
    text = OPERA.replace("10. Nxb5!", "\n\n10. Nxb5!").replace("11. Bxb5+", "\n\n11. Bxb5+")
    assert len(PgnFile.of_text(text).entries) == 1
    assert moves(load(text).record) == mainline(OPERA)


def test_endless_games_are_cut(monkeypatch):
    monkeypatch.setattr(pgn, "MOST_PLIES", 200)
    game = load("Nf3 Nf6 Ng1 Ng8 " * 55)
    assert len(game.record.plies) == 200
    assert "expected at most 200 plies" in game.problem


@given(st.text(alphabet='[]{}();"%$.*!?-+#=x 1230/\n\\abcdefghKQRBNO\x00é', max_size=120))
def test_no_text_breaks_it(text):
    try:
        file = PgnFile.of_text(text)
        for entry in file.entries:
            file.load(entry.number)
    except BadText as error:
        assert "\n" not in str(error)


def test_what_is_written_is_read_again_by_us_and_by_python_chess():
    for seed in range(4):
        record = Record.start(GAME)
        positions = list(random_walk(GAME, seed, plies=60))
        for before, after in pairwise(positions):
            record.play(next(m for m in before.moves if before.play(m).text == after.text))
        record.edit({"comment": 0, "text": "start"}, {"comment": 3, "text": "a {brace}"})
        text = pgn_text(record, "Anna", "Bob", date(2026, 11, 20))
        assert mainline(text) == moves(record)
        again = load(text)
        assert again.problem == ""
        assert moves(again.record) == moves(record)
        assert again.headers["White"] == "Anna"
        assert again.headers["Date"] == "2026.11.20"
        assert comments_of(again.record)[0] == "start"
        assert all(len(line) <= 80 for line in text.splitlines() if not line.startswith(("[", "{")))


def test_headers_tell_the_result_the_start_and_the_opening():
    mated = load("1. f3 e5 2. g4 Qh4#")
    assert '[Result "0-1"]' in pgn_text(mated.record, result="1-0")
    assert pgn_text(mated.record).rstrip().endswith("0-1")
    assert "FEN" not in pgn_text(mated.record)
    study = load(ENDGAME)
    written = pgn_text(study.record, headers=study.headers)
    assert '[FEN "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"]' in written
    assert '[SetUp "1"]' in written
    assert '[White "Réti"]' in written
    assert '[Result "1/2-1/2"]' in written
    assert '[ECO "C41"]' in pgn_text(load(OPERA).record)
    assert '[Result "*"]' in pgn_text(load("1. e4").record, result="who knows")


@pytest.mark.parametrize("name", ['A "quoted" name', "two\nlines", "back\\slash\\", 'x"]\n[Result "1-0'])
def test_no_name_breaks_the_headers(name):
    again = load(pgn_text(load("1. e4").record, white=name, black="B"))
    assert again.headers["Black"] == "B"
    assert again.headers["Result"] == "*"
    assert len(again.record.plies) == 1


@pytest.mark.parametrize("append", [False, True])
def test_a_full_disk_leaves_a_file_of_games_as_it_was(tmp_path, monkeypatch, append):
    path = tmp_path / "games.pgn"
    save_pgn(path, OPERA)
    before = path.read_bytes()
    real, calls = os.write, []

    def fills(descriptor, content):
        calls.append(descriptor)
        if len(calls) > 1:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(descriptor, bytes(content)[:40])

    monkeypatch.setattr(os, "write", fills)
    with pytest.raises(BadText, match=r"games\.pgn: cannot be written: No space left"):
        save_pgn(path, OPERA, append=append)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]


def test_a_pipe_is_no_pgn_file_and_a_name_may_be_impossible(tmp_path):
    with pytest.raises(BadText, match="cannot be"):
        save_pgn(tmp_path / "a\0b.pgn", OPERA)
    if sys.platform != "win32":
        os.mkfifo(tmp_path / "pipe.pgn")
        with pytest.raises(BadText, match="expected a file"):
            PgnFile.open(tmp_path / "pipe.pgn")


def test_saving_replaces_or_appends(tmp_path):
    path = tmp_path / "games.pgn"
    text = pgn_text(load(OPERA).record, "A", "B")
    save_pgn(path, text)
    save_pgn(path, text)
    assert len(PgnFile.open(path).entries) == 1
    save_pgn(path, text, append=True)
    assert len(PgnFile.open(path).entries) == 2
    assert [file.name for file in tmp_path.iterdir()] == ["games.pgn"]
