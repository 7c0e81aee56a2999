"""The tags of a PGN game, as people and programs write them; what stands there otherwise gets a remark."""

import pytest

from games.chess.pgn import PgnFile
from games.chess.pgn_tags import read_head
from games.contract import BadText

PAWN = "8/P6k/8/8/8/8/7K/8 w - - 0 1"


def games(text: str) -> list[tuple[dict[str, str], list[str], str]]:
    """The tags, the moves and the remark of each game."""
    file = PgnFile.of_text(text, "x.pgn")
    read = [file.load(entry.number) for entry in file.entries]
    assert not any(game.problem for game in read), [game.problem for game in read]
    records = [game.record for game in read]
    moves = [[ply.text for ply in record.plies] for record in records]
    return [(dict(g.headers), m, r.not_kept) for g, m, r in zip(read, moves, records, strict=True)]


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ('[A "1"][B"2"] [C  "3" ]', {"A": "1", "B": "2", "C": "3"}),
        ('[A "one\ntwo"]\n[B\n"2"]', {"A": "one two", "B": "2"}),
        (r'[A "a \"b\" \\"] [B "C:\"]', {"A": r'a "b" ' + "\\", "B": "C:\\"}),
        ('[A "1]\n;"] [B "2"]', {"A": "1] ;", "B": "2"}),
        ('[A "\\"]\n;"] [B "2"]', {"A": '"] ;', "B": "2"}),
        ('[A "\\"1\n2"] [B "a "b\nc"]', {"A": '"1 2', "B": 'a "b c'}),
        (r'[A "\"]"][B "\"]["]', {"A": '"]', "B": '"]['}),
        ('[A "a "b" c"]', {"A": 'a "b" c'}),
        ('[A "[1"] [B "a]"]', {"A": "[1", "B": "a]"}),
        ('{[A "1"]} [B "2"] ; [C "3"]\n% [D "4"]\n[E "5"]', {"B": "2", "E": "5"}),
        ('\ufeff[A "1"]\u200b\u00a0[B "2"]', {"A": "1", "B": "2"}),
        ('[A: "1"]', {"A": "1"}),
    ],
)
def test_tags_in_any_layout_are_read_without_a_remark(text, tags):
    head = read_head(text)
    assert (head.tags, head.remarks) == (tags, [])
    assert [game[0] for game in games(f"{text}\n\n1. e4 *")] == [tags]


@pytest.mark.parametrize(
    ("text", "tags", "remark"),
    [
        ("[A one two]", {"A": "one two"}, "tag A: expected its value in quotes, and read 'one two'"),
        ("[A “one”]", {"A": "one"}, "tag A: expected its value in quotes, and read 'one'"),
        ('[A "one]\n[B "2"]', {"A": "one", "B": "2"}, "tag A: expected its value in quotes, and read 'one'"),
        ('[A "one"\n[B "2"]', {"A": "one", "B": "2"}, "tag A: expected its end, and read 'one'"),
        ('[A "one\n[B "2"]', {"A": "one", "B": "2"}, "tag A: expected its end, and read 'one'"),
        ('[A "one\n\ntwo"]', {"A": "one"}, "tag A: expected its end, and read 'one'"),
        ('[A "1"]\n[A "2"]', {"A": "2"}, "tag A: found it twice, and '2' counts, not '1'"),
        ('[A "1"] by lot\n[B "2"]', {"A": "1", "B": "2"}, "'by lot' behind the tag A is left out"),
        ('Hello: [A "1"]', {"A": "1"}, "'Hello:' before the tags is left out"),
        ('[A "1"] [#]', {"A": "1"}, "'[#]' behind the tag A is left out"),
        ('{one\n\n[A "1"]', {"A": "1"}, "a comment before the tags does not end"),
    ],
)
def test_what_is_no_tag_of_the_standard_gets_a_remark(text, tags, remark):
    head = read_head(text)
    assert head.tags == tags and head.remarks[0] == remark


@pytest.mark.parametrize(
    ("text", "tags", "moves"),
    [
        ('[Event "A"] [White "W"] 1. e4 e5 1-0', {"Event": "A", "White": "W"}, "e4 e5"),
        ('[Event "A"]\n[Result "1-0"] 1. e4 e5 1-0', {"Event": "A", "Result": "1-0"}, "e4 e5"),
        (f'[FEN "{PAWN}"] 1. a8=Q Kg6', {"FEN": PAWN}, "a8=Q Kg6"),
        (f'[Event "A"][FEN "{PAWN}"]\n\n1. a8=Q *', {"Event": "A", "FEN": PAWN}, "a8=Q"),
        (
            '[Event "A"]\n\n[White "W"]\n \n[Black "B"]\n\n1. e4',
            {"Event": "A", "White": "W", "Black": "B"},
            "e4",
        ),
        ('[Event "A"]\n\u00a0\n[White "W"]\n\n1. e4', {"Event": "A", "White": "W"}, "e4"),
        ('[Event "A"]e4 e5', {"Event": "A"}, "e4 e5"),
        (f'[FEN "{PAWN}"] 1 a7a8q Kg6', {"FEN": PAWN}, "a8=Q Kg6"),
        (f'[FEN "{PAWN}"] a8R+! Kg6', {"FEN": PAWN}, "a8=R Kg6"),
        ('[Event "A"] {[%clk 0:01] [White "no"]} 1. e4 {[Black "no"]} *', {"Event": "A"}, "e4"),
    ],
)
def test_one_game_stays_one_whatever_stands_between(text, tags, moves):
    assert games(text) == [(tags, moves.split(), "")]


@pytest.mark.parametrize(
    ("text", "whites"),
    [
        ('[White "A"] 1. e4 1-0 [White "B"] 1. d4 *', "AB"),
        ('[Event "1"] [White "A"] 1. e4 [Event "2"] [White "B"] 1. d4', "AB"),
        ('[White "A"]\n1. e4 e5\n[White "B"]\n1. d4', "AB"),
        ('[Event "1"]\n[White "A"]\n\n[Event "2"]\n[White "B"]\n\n1. d4', "AB"),
        ('[White "A"]\n\n[Black "X"]\n\n[White "B"]\n\n1. d4', "AB"),
        ('[Event "1"]\n[White "A"]\n\n\n[White "B"]\n\n*\n\n[Event "3"]\n\n[White "C"]', "ABC"),
        ("[White A]\n\n1. e4 1-0\n\n[White B]\n\n1. d4 *", "AB"),
        ('\ufeff[White "A"]\n\n1. e4 *\n\n\ufeff[White "B"]\n\n1. d4 *', "AB"),
        ('[White "A"]\n\n1. e4 {does not end\n\n[Black "X"] [White "B"] 1. d4', "AB"),
        ('[White "A"] {does not end\n\n[White "B"]\n\n1. d4', "AB"),
    ],
)
def test_the_next_game_begins_at_a_tag_that_the_head_has(text, whites):
    assert "".join(entry.header("White") for entry in PgnFile.of_text(text).entries) == whites


def test_games_without_tags_on_lines_of_their_own_are_apart():
    assert [moves for _, moves, _ in games("1. e4 e5 1-0\n1. d4 d5 *\n1. c4\n")] == [
        ["e4", "e5"],
        ["d4", "d5"],
        ["c4"],
    ]


@pytest.mark.parametrize(
    ("text", "moves", "remark"),
    [
        ('[A "1"]\n[B "2"] played blind\n\n1. e4 *', ["e4"], "'played blind' behind the tag B is left out"),
        ('[A "1"]\n\nAnnotated by Bob\n\n1. e4 *', ["e4"], "'Annotated by Bob' behind the tag A is left out"),
        ('[A "1"]\n\n1. e4 [B "2"] e5 *', ["e4", "e5"], "'[B \"2\"]' at move 1... is left out"),
        ('[A "1"]\n\n1. e4\n[B "2"]\ne5 *', ["e4", "e5"], "'[B \"2\"]' at move 1... is left out"),
        ("Here it is\n\n1. e4 e5", ["e4", "e5"], "'Here it is' before the tags is left out"),
        ("1. e4 e5 1-0 2. Nf3 Nc6", ["e4", "e5"], "'2. Nf3 Nc6' after the end of the game is left out"),
    ],
)
def test_what_is_left_out_of_a_game_is_named(text, moves, remark):
    assert [game[1:] for game in games(text)] == [(moves, f"x.pgn, game 1: {remark}.")]


def test_more_than_three_remarks_are_counted():
    [(_, _, remark)] = games("[A 1] [B 2] [C 3] [D 4] [E 5]\n\n1. e4")
    assert remark.count("expected its value") == 3 and remark.endswith("; and 2 more like it.")


def test_comments_between_tags_become_comments_of_the_start():
    file = PgnFile.of_text('{one}\n[A "1"] {two} ; three }\n\n{four} 1. e4 *')
    record = file.load(1).record
    assert record.tree[0].comment == "one two three ) four" and len(record.plies) == 1


def test_comments_after_the_result_stay_with_the_last_move():
    record = PgnFile.of_text("1. e4 e5 1-0 {Black resigned} (1... c5)").load(1).record
    assert record.tree[record.line[1]].comment == "Black resigned" and record.not_kept == ""
    assert len(record.tree.living(record.line[0])) == 2


def test_a_clock_outside_a_comment_is_kept():
    record = PgnFile.of_text("1. e4 [%clk 0:10:03] e5 *").load(1).record
    assert record.tree[record.line[0]].comment == "[%clk 0:10:03]" and len(record.plies) == 2


def test_a_file_of_which_nothing_is_a_game_is_refused():
    with pytest.raises(BadText, match="expected a game in PGN, found none"):
        PgnFile.of_text("[see above]\n\nsome words, 12 of them")
