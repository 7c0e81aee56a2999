"""Chess games as PGN, the text that all chess programs exchange: read into records, written from them.

Headers, SAN and the layout of written games come from python-chess. The moves' text is split up
here, so that a word that is no move is reported, not skipped, and no file takes long. Comments of
the main line are kept; variations and marks ("!?", $5) are counted and reported. (Edwards 1994, the PGN
standard.)
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import chess

from games.chess.board import ChessOptions, board_of, chess_move, move_of
from games.chess.openings import opening_of
from games.chess.pgn_index import ENDS, MOST_GAME_BYTES, PgnBytes, PgnEntry
from games.contract import BLACK_WINS, DRAW, ONGOING, WHITE_WINS, BadText, FileFormat
from games.record import Record
from games.registry import load_game
from games.text_files import write_whole

if TYPE_CHECKING:
    import chess.pgn  # imported with the first PGN, not before the first frame

CHESS = "chess"
"""The game whose records these are."""

MOST_PLIES = 2_000
"""More than any game played; a limit so that no text keeps the window waiting."""

RESULTS = {WHITE_WINS: "1-0", BLACK_WINS: "0-1", DRAW: "1/2-1/2", ONGOING: "*"}
STANDARD = ("", "standard", "chess", "normal", "from position")
"""Values of the header Variant, in lower case, that mean chess as it is known here."""

TOKEN = re.compile(
    r"""(?P<comment>\{[^}]*(?P<closed>\})?) | (?P<rest>;[^\n]*) | (?P<escaped>^%[^\n]*)
    | (?P<open>\() | (?P<close>\)) | (?P<mark>\$[0-9]*|[!?]+) | (?P<word>[^\s{}();$!?]+)""",
    re.VERBOSE | re.MULTILINE,
)
MOVE_NUMBER = re.compile(r"[0-9]+(\.+|$)")

BEGINS = re.compile(r"\s*(\[\w+ \"|1\s*\.)")
"""How a text begins that is PGN and no position."""


@dataclass(frozen=True)
class PgnGame:
    """A game that was read. `comments` by the number of plies before them. `problem` is one line
    that says where the text stopped making sense; the record holds the moves before, else "".
    `variations` and `marks` are how many of them the text has that are not kept.

    The record's draw rules are off where the game went on after a draw that nobody claimed.
    """

    record: Record
    headers: Mapping[str, str]
    comments: Mapping[int, str]
    problem: str = ""
    variations: int = 0
    marks: int = 0

    @property
    def not_kept(self) -> str:
        """One line on the parts of the text that are not kept; "" if all are."""
        counted = []
        if self.variations:
            counted.append(f"{self.variations} variation{'s' if self.variations > 1 else ''}")
        if self.marks:
            counted.append(f"{self.marks} move mark{'s' if self.marks > 1 else ''} such as !? and $1")
        return f"Not kept of the file: {' and '.join(counted)}." if counted else ""


@dataclass
class MovesText:
    """What the text of a game's moves says: the main line's moves, the comments by the number of moves
    before them, how many variations and marks it has besides, and what is wrong where the line breaks off,
    else ""."""

    moves: list[chess.Move] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)
    variations: int = 0
    marks: int = 0
    problem: str = ""

    def comment(self, text: str) -> None:
        """Adds a comment on the move before it."""
        parts = (self.comments.get(len(self.moves), ""), " ".join(text.split()))
        if parts[1]:
            self.comments[len(self.moves)] = " ".join(filter(None, parts))


@dataclass(frozen=True)
class PgnFile:
    """The games of a file. `left_out` tells whether it holds more of them than are listed."""

    source: PgnBytes = field(repr=False)
    entries: tuple[PgnEntry, ...]
    left_out: bool = False

    @property
    def name(self) -> str:
        return self.source.name

    @classmethod
    def open(cls, path: Path) -> "PgnFile":
        """Lists the games of a file; BadText names it and says why it cannot be read."""
        return cls._of(PgnBytes.of_file(path))

    @classmethod
    def of_text(cls, text: str, name: str = "PGN") -> "PgnFile":
        """The games of a text, such as a pasted one; BadText if there is none."""
        return cls._of(PgnBytes.of_text(text, name))

    @classmethod
    def _of(cls, source: PgnBytes) -> "PgnFile":
        entries, left_out = source.index()
        if not entries:
            raise BadText(f"{source.name}: expected a game in PGN, found none")
        return cls(source, entries, left_out)

    def load(self, number: int = 1, options: ChessOptions | None = None) -> PgnGame:
        """Plays through game `number`, from 1. BadText where it cannot even begin."""
        if not 1 <= number <= len(self.entries):
            raise BadText(f"{self.name}: expected a game from 1 to {len(self.entries)}, found {number}")
        entry = self.entries[number - 1]
        place, headers = f"{self.name}, game {number}", entry.headers
        variant = headers.get("Variant", "")
        if variant.lower() not in STANDARD:
            raise BadText(f"{place}, Variant: expected standard chess, found {variant!r}")
        fen = headers.get("FEN")
        try:
            record = Record.start(load_game(CHESS), options, fen)
        except BadText as error:
            raise BadText(f"{place}, FEN: {error}") from None
        moves_text, cut = self.source.moves_text(entry)
        read = _read_moves(moves_text, board_of(record.position.state))
        problem = read.problem
        if cut:
            problem = f"expected at most {MOST_GAME_BYTES:,} bytes, the rest is left out"
        if not _play(record, read.moves):
            unclaimed = ChessOptions(quiet_limit=0, repetition=0)
            record = Record.start(record.game, unclaimed, fen)
            if not _play(record, read.moves):
                problem = f"{_move_place(record)}: the game is over: {record.position.ending}"
        problem = f"{place}, {problem}" if problem else ""
        return PgnGame(record, headers, read.comments, problem, read.variations, read.marks)


def _read_moves(text: str, board: chess.Board) -> MovesText:
    """The moves and comments of the text, up to where it stops making sense."""
    read = MovesText()
    depth = 0  # of variations
    for token in TOKEN.finditer(text):
        if token["open"]:
            depth += 1
            read.variations += 1
        elif token["close"]:
            depth = max(0, depth - 1)
        elif token["comment"]:
            if not token["closed"]:
                read.problem = f"{_place_on(board)}: a comment begins here that does not end"
                return read
            if depth == 0:
                read.comment(token["comment"][1:-1])
        elif depth:
            continue
        elif token["rest"]:
            read.comment(token["rest"][1:])
        elif token["mark"]:
            read.marks += 1
        elif token["word"]:
            word = (
                MOVE_NUMBER.sub("", token["word"], count=1) if token["word"][0].isdigit() else token["word"]
            )
            if token["word"] in ENDS:
                break
            word = word.lstrip(".…")
            if not word or word == "e.p.":
                continue
            if len(read.moves) == MOST_PLIES:
                read.problem = f"{_place_on(board)}: expected at most {MOST_PLIES} plies"
                return read
            try:
                move = _parse_move(word, board)
            except BadText as error:
                read.problem = f"{_place_on(board)}: {error}"
                return read
            read.moves.append(move)
            board.push(move)
    return read


def _parse_move(word: str, board: chess.Board) -> chess.Move:
    shown = word if len(word) <= 20 else word[:20] + "…"
    try:
        move = board.parse_san(word)
    except chess.AmbiguousMoveError:
        raise BadText(f"{shown!r} fits more than one piece in {board.fen()!r}") from None
    except chess.IllegalMoveError:
        raise BadText(f"{shown!r} is not legal in {board.fen()!r}") from None
    except ValueError:
        raise BadText(f"expected a move, found {shown!r}") from None
    if not move:
        raise BadText(f"expected a move, found the null move {shown!r}")
    return move


def _place_on(board: chess.Board) -> str:
    return f"move {board.fullmove_number}{'.' if board.turn == chess.WHITE else '...'}"


def _move_place(record: Record) -> str:
    return _place_on(board_of(record.position.state))


def _play(record: Record, moves: list[chess.Move]) -> bool:
    """Plays moves that python-chess found legal; False if the game is over before they are."""
    for move in moves:
        if record.position.outcome != ONGOING:
            return False
        record.play(move_of(move))
    return True


def pgn_text(
    record: Record,
    white: str = "?",
    black: str = "?",
    day: date | None = None,
    result: str = "",
    headers: Mapping[str, str] | None = None,
    comments: Mapping[int, str] | None = None,
) -> str:
    """A chess record as PGN, with a line's end after its last line.

    `result` is for a game that ended off the board; what the board says goes first. `headers` are
    those of a game that was read, `comments` as in `PgnGame`; the other arguments go first.
    """
    import chess.pgn

    game = chess.pgn.Game()
    first = record.positions[0]
    if first.text != chess.STARTING_FEN:
        game.setup(board_of(first.state))
    own = {"White": white, "Black": black, "Date": day.strftime("%Y.%m.%d") if day else "?"}
    kept = {name: value for name, value in (headers or {}).items() if name not in ("FEN", "SetUp", "Variant")}
    for name, value in (kept | {name: value for name, value in own.items() if value != "?"}).items():
        if chess.pgn.TAG_NAME_REGEX.match(name):
            game.headers[name] = _header_text(value)
    on_board = RESULTS[record.position.outcome]
    game.headers["Result"] = on_board if on_board != "*" else result or kept.get("Result", "*")
    if game.headers["Result"] not in RESULTS.values():
        game.headers["Result"] = "*"
    opening = opening_of(record)
    if opening is not None:
        game.headers["ECO"], game.headers["Opening"] = opening.code, opening.name
    node: chess.pgn.GameNode = game
    node.comment = (comments or {}).get(0, "")
    for number, ply in enumerate(record.plies, start=1):
        node = node.add_variation(chess_move(ply.move), comment=(comments or {}).get(number, ""))
    return game.accept(chess.pgn.StringExporter(headers=True, variations=False, comments=True)) + "\n"


def _header_text(value: str) -> str:
    """A value that every reader can read: on one line, without quotes and backslashes."""
    return " ".join(value.replace('"', "'").replace("\\", "/").split()) or "?"


def save_pgn(path: Path, text: str, append: bool = False) -> None:
    """Writes games to a file, over its content or at its end; BadText if that fails.

    Half a character out of a file's name, which UTF-8 cannot write, becomes "?".
    """
    try:
        adds = append and path.exists() and path.stat().st_size > 0
        write_whole(path, f"\n{text}" if adds else text, append=adds)
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        reason = getattr(error, "strerror", None) or error
        raise BadText(f"{path}: cannot be written: {reason}") from None


PGN = FileFormat(
    name="PGN",
    suffix=".pgn",
    begins=lambda text: BEGINS.match(text) is not None,
    open=PgnFile.open,
    of_text=PgnFile.of_text,
    write=pgn_text,
    save=save_pgn,
    not_kept=lambda game: game.not_kept,
)
