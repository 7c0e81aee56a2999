"""The list of a PGN file's games: where they begin, and what is kept of a damaged file."""

import io

import chess.pgn
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.chess import pgn_index
from games.chess.pgn import PgnFile
from games.contract import BadText
from games.game_tree import MOST_COMMENT
from games.record import Record
from trees import comments_of

GAMES = "".join(
    f'[Event "Open {number}"]\n[White "A{number}"]\n[Black "B"]\n\n1. e4 e5 {{{number}}} 2. Nf3 *\n\n'
    for number in range(1, 6)
)


def whites(text: str) -> list[str]:
    return [entry.header("White") for entry in PgnFile.of_text(text).entries]


def plies(file: PgnFile, number: int) -> int:
    return len(file.load(number).record.plies)


def moves(record: Record) -> list[str]:
    played = zip(record.positions, record.plies, strict=False)
    return [position.move_text(ply.move) for position, ply in played]


def test_list_holds_no_moves_and_games_are_read_alone(tmp_path, monkeypatch):
    path = tmp_path / "games.pgn"
    path.write_text(GAMES, encoding="utf-8")
    file = PgnFile.open(path)
    assert [entry.title for entry in file.entries][1] == "A2 – B, Open 2"
    assert all(len(entry.head) < 100 for entry in file.entries)
    monkeypatch.setattr(pgn_index._Index, "read", None)  # nothing is listed a second time
    assert [comments_of(file.load(number).record) for number in (5, 1)] == [{2: "5"}, {2: "1"}]


def test_a_file_that_changed_meanwhile_is_named(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(GAMES, encoding="utf-8")
    file = PgnFile.open(path)
    path.write_text('[Event "Other"]\n' + GAMES, encoding="utf-8")
    with pytest.raises(BadText, match=r"games\.pgn: has changed since its games were listed"):
        file.load(2)
    path.unlink()
    with pytest.raises(BadText, match="no such file"):
        file.load(2)


@pytest.mark.parametrize(
    "broken",
    [
        "1. e4 Qh9 2. Nf3 *",
        "1. e4 {a comment that does not end",
        "1. e4 ((((( e5 *",
        "1. e4 } e5 *",
        "no moves at all",
        "",
        "1. e4 {" + "x" * 1_500_000 + "} e5 *",
        "1. e4 {" + "x\n" * 500_000 + "} e5 *",
        "\x00\xff\x00",
    ],
)
def test_a_broken_game_in_the_middle_takes_no_other_with_it(broken):
    text = f'{GAMES}[Event "Broken"]\n[White "X"]\n\n{broken}\n\n{GAMES}'
    assert whites(text) == ["A1", "A2", "A3", "A4", "A5", "X", "A1", "A2", "A3", "A4", "A5"]
    file = PgnFile.of_text(text)
    assert [plies(file, number) for number in (5, 7, 11)] == [3, 3, 3]
    assert "\n" not in file.load(6).problem


def test_a_comment_of_a_megabyte_is_cut_and_the_game_goes_on():
    game = PgnFile.of_text("1. e4 {" + "ab " * 400_000 + "} e5 *").load(1)
    assert len(comments_of(game.record)[1]) == MOST_COMMENT and len(game.record.plies) == 2
    assert game.record.not_kept.endswith("a comment of more than 20,000 characters is cut.")


def test_a_game_that_is_too_long_keeps_what_was_read(monkeypatch):
    monkeypatch.setattr(pgn_index, "MOST_GAME_BYTES", 1000)
    monkeypatch.setattr("games.chess.pgn.MOST_GAME_BYTES", 1000)
    game = PgnFile.of_text("1. e4 e5 2. Nf3 {" + "x" * 5000 + "} Nc6 *", "long.pgn").load(1)
    assert len(game.record.plies) == 3
    assert game.problem == "long.pgn, game 1, expected at most 1,000 bytes, the rest is left out"


@pytest.mark.parametrize(("most_bytes", "most_games"), [(3 * len(GAMES) // 5 - 20, 99), (9999, 3)])
def test_what_is_beyond_the_limits_is_said_to_be_left_out(monkeypatch, most_bytes, most_games):
    monkeypatch.setattr(pgn_index, "MOST_BYTES", most_bytes)
    monkeypatch.setattr(pgn_index, "MOST_GAMES", most_games)
    file = PgnFile.of_text(GAMES)
    assert len(file.entries) == 3 and file.left_out and plies(file, 3) == 3
    assert not PgnFile.of_text(GAMES[: len(GAMES) // 5]).left_out


def test_headers_in_a_comment_begin_no_game():
    assert whites('[White "A"]\n\n1. e4 {as in\n[White "Z"]\n} e5 *\n\n[White "B"]\n\n1. d4 *') == ["A", "B"]


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_ends_of_lines_of_all_systems(tmp_path, ends):
    path = tmp_path / "games.pgn"
    path.write_bytes(GAMES.replace("\n", ends).encode())
    file = PgnFile.open(path)
    assert [plies(file, entry.number) for entry in file.entries] == [3] * 5


def test_each_game_is_decoded_on_its_own(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_bytes(
        '[White "Réti"]\n\n1. e4 *\n\n'.encode() + '[White "Réti"]\n\n1. d4 *\n'.encode("latin-1")
    )
    assert [entry.title for entry in PgnFile.open(path).entries] == ["Réti – ?", "Réti – ?"]


names = st.text(alphabet='Aa,. -"\\é', max_size=8)
bodies = st.sampled_from(
    ["1. e4 *", "1. e4 e5 1-0", "1. d4 {a ; b} d5 ; c }\n2. c4 *", "*", "1. e4 {\n\nlong\n\n} e5 1/2-1/2"]
)


@settings(max_examples=200)
@given(st.lists(st.tuples(names, bodies), min_size=1, max_size=6))
def test_python_chess_finds_the_same_games(games):
    game = chess.pgn.Game()
    text = ""
    for name, body in games:
        game.headers["White"] = name
        text += "\n".join(str(game).split("\n")[:7]) + f"\n\n{body}\n\n"
    stream, theirs = io.StringIO(text), []
    while (found := chess.pgn.read_game(stream)) is not None:
        theirs.append([move.uci() for move in found.mainline_moves()])
    file = PgnFile.of_text(text)
    ours = [moves(file.load(entry.number).record) for entry in file.entries]
    assert ours == theirs
