"""Random legal games in the layouts that programs and people give to PGN are read back with the same tags and
moves."""

import io
import random

import chess
import chess.pgn
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.chess.pgn import PgnFile

COMMENTS = ("{[%clk 0:10:03]}", "{a ; b}", '{[White "nobody"]}', "{as in\n[Event 1]}", "{}", "{1. d4 d5 1-0}")
RESTS = ("; a remark\n", '; [White "nobody"]\n', ";\n")
ESCAPED = "\n% 1. h4 {\n"
BETWEEN = (
    "\n",
    " ",
    "",
    "\t",
    "\n\n",
    "\n \t\n",
    "\n\u00a0\n",
    "\n\n\n",
    "\u200b",
    " {a note} ",
    "\n{a\nnote}\n",
)
BETWEEN_TAGS = (*BETWEEN, " ; a remark\n", ESCAPED, " \n")
BETWEEN_WORDS = (" ", "\n", "\u00a0", " \u200b", "  ", "\t", "\n ", "\u2009", "\n\n")
AFTER_NUMBER = (".", ". ", " ", ".\n", ".\u00a0", ".  ")
NAMES = ("Site", "Date", "White", "Black", "Opening", "Annotator", "X_1")
SECOND_FIGURINES = {"K": "♚", "Q": "♛", "R": "♜", "B": "♝", "N": "♞"}
FIRST_FIGURINES = {"K": "♔", "Q": "♕", "R": "♖", "B": "♗", "N": "♘"}
STARTS = (
    chess.STARTING_FEN,
    "r3k2r/ppp1qppp/8/3pP3/8/8/PPPQ1PPP/R3K2R w KQkq d6 0 9",
    "4k3/P6P/8/8/3p4/8/4P2p/4K3 w - - 0 1",
)
values = st.text(alphabet='Aé b."\\[]{};%1', max_size=10).map(lambda text: " ".join(text.split()))


def escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


class Writer:
    """Writes games with random layouts; `told` are the tags and moves of each. `usual`: as programs write."""

    def __init__(self, rng: random.Random, usual: bool) -> None:
        self.rng, self.usual = rng, usual
        self.told: list[tuple[dict[str, str], list[str]]] = []

    def some(self, choices: tuple[str, ...], usual: str) -> str:
        return usual if self.usual else self.rng.choice(choices)

    def file(self, tags: list[dict[str, str]]) -> str:
        between = ("\n\n", "\n", " ", "\n \n\n")
        return "".join(self.game(each) + self.some(between, "\n\n") for each in tags)

    def game(self, values: dict[str, str]) -> str:
        rng = self.rng
        start = rng.choice(STARTS)
        tags = {"Event": "Open"} | {name: values[name] for name in rng.sample([*values], len(values))}
        if start != chess.STARTING_FEN:
            tags |= {"FEN": start}
        board = chess.Board(start)
        moves = self.line(board, rng.randint(1, 14), 0)
        self.told.append((tags, [move.uci() for move in board.move_stack]))
        head = "".join(self.tag(*each) + self.some(BETWEEN_TAGS, "\n") for each in tags.items())
        result = rng.choice(("1-0", "0-1", "1/2-1/2", "*"))
        moves += " " if moves.endswith("$1") else self.some((" ", "\n", ""), " ")
        return head + self.some(("\n", " ", "\n\n"), "\n") + moves + result

    def tag(self, name: str, value: str) -> str:
        text = escaped(value)
        blanks = [at for at, letter in enumerate(text) if letter == " " and text[at + 1] not in " ["]
        if blanks and self.some(("wrapped", ""), ""):
            at = self.rng.choice(blanks)
            text = f"{text[:at].rstrip()}\n{text[at + 1 :]}"
        before, inside, after = (
            self.some(("", " "), ""),
            self.some((" ", "", "  "), " "),
            self.some(("", " "), ""),
        )
        return f'[{before}{name}{inside}"{text}"{after}]'

    def line(self, board: chess.Board, plies: int, level: int) -> str:
        """Plays random moves, and returns their text with comments and variations."""
        rng, text, numbered = self.rng, "", True
        for _ in range(plies):
            moves = list(board.legal_moves)
            if not moves or board.is_insufficient_material():
                break
            move = rng.choice(
                [each for each in moves if board.is_castling(each) or board.is_en_passant(each)] or moves
            )
            text += self.number(board, numbered or rng.random() < 0.2) + self.move(board, move)
            numbered = rng.random() < 0.3
            if numbered:
                text += rng.choice((" $1", "!", "?! ", f" {rng.choice(COMMENTS)}"))
                text += self.some((" " + rng.choice(RESTS), ESCAPED, " "), " ")
            if level < 2 and len(moves) > 1 and rng.random() < 0.15:
                text += f" ({self.line(board.copy(), 3, level + 1)})"
                numbered = True
            board.push(move)
            text += self.some(BETWEEN_WORDS if not level else (" ",), " ")
        return text.rstrip(" \t\u00a0\u2009\u200b")

    def number(self, board: chess.Board, always: bool) -> str:
        number = board.fullmove_number
        if board.turn == chess.WHITE:
            return f"{number}{self.some(AFTER_NUMBER, '. ')}"
        return f"{number}{self.some(('...', '... ', '…', '. ... ', '..'), '... ')}" if always else ""

    def move(self, board: chess.Board, move: chess.Move) -> str:
        text = board.san(move)
        if self.usual:
            return text
        rng = self.rng
        bare = text.rstrip("+#")
        sign = rng.choice((text.removeprefix(bare), "", "+" if bare != text else ""))
        if board.is_castling(move):
            return bare.replace("O", rng.choice("O0o")) + sign
        if board.is_en_passant(move):
            return bare + rng.choice((f"{sign} e.p.", f"ep{sign}", f"{sign}e.p.", f"{sign} ep", sign))
        if rng.random() < 0.2:
            return move.uci() + sign
        figurines = rng.choice(({}, FIRST_FIGURINES, SECOND_FIGURINES))
        return "".join(figurines.get(letter, letter) for letter in bare) + sign


def read(text: str) -> list[tuple[dict[str, str], list[str]]]:
    file = PgnFile.of_text(text, "x.pgn")
    games = []
    for entry in file.entries:
        game = file.load(entry.number)
        assert game.problem == game.record.not_kept == "", text
        plies = zip(game.record.positions, game.record.plies, strict=False)
        games.append((dict(game.headers), [position.move_text(ply.move) for position, ply in plies]))
        assert all(entry.header(name) == value for name, value in game.headers.items())
    return games


tags_of_games = st.lists(st.dictionaries(st.sampled_from(NAMES), values, max_size=4), min_size=1, max_size=3)
counts = pytest.mark.parametrize("count", [150, pytest.param(10_000, marks=pytest.mark.slow)])


@counts
def test_games_in_any_layout_are_read_back(count):
    @given(tags_of_games, st.integers(0, 2**32), st.sampled_from(["\n", "\r\n", "\r"]))
    @settings(max_examples=count, deadline=None)
    def check(tags: list[dict[str, str]], seed: int, ends: str) -> None:
        writer = Writer(random.Random(seed), usual=False)
        text = writer.file(tags).replace("\n", ends)
        games = read(text)
        assert games == writer.told, text

    check()


def test_python_chess_reads_the_same_in_usual_layouts():
    @given(tags_of_games, st.integers(0, 2**32))
    @settings(max_examples=60, deadline=None)
    def check(tags: list[dict[str, str]], seed: int) -> None:
        plain = [
            {name: value.replace("\\", "").replace('"', "").strip() for name, value in each.items()}
            for each in tags
        ]
        writer = Writer(random.Random(seed), usual=True)
        text = writer.file(plain)
        stream, theirs = io.StringIO(text), []
        while (game := chess.pgn.read_game(stream)) is not None:
            tags_found = {name: value for name, value in game.headers.items() if name in text}
            theirs.append((tags_found, [move.uci() for move in game.mainline_moves()]))
        ours = read(text)
        assert ours == writer.told
        assert [moves for _, moves in ours] == [moves for _, moves in theirs], text
        for (found, _), (known, _) in zip(ours, theirs, strict=True):
            assert found.items() <= known.items()

    check()
