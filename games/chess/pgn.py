"""Chess games as PGN, the text that all chess programs exchange: read into records, written from them.

Headers, SAN and the layout of written games come from python-chess. The moves' text is split up
here, so that a word that is no move is reported, not skipped, and no file takes long. Comments of
the main line are kept; variations and marks ("!?", $5) are counted and reported. (Edwards 1994, the PGN
standard.)
"""

import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import chess

from games.chess.board import ChessOptions, board_of, chess_move, move_of
from games.chess.openings import opening_of
from games.contract import BLACK_WINS, DRAW, ONGOING, WHITE_WINS, BadText, FileFormat
from games.record import Record
from games.registry import load_game
from games.text_files import read_bytes, write_whole

if TYPE_CHECKING:
    import chess.pgn  # imported with the first PGN, not before the first frame

CHESS = "chess"
"""The game whose records these are."""

MOST_BYTES = 128 * 2**20
MOST_GAMES = 20_000
MOST_PLIES = 2_000
"""More than any game played; a limit so that no text keeps the window waiting."""

RESULTS = {WHITE_WINS: "1-0", BLACK_WINS: "0-1", DRAW: "1/2-1/2", ONGOING: "*"}
ENDS = (*RESULTS.values(), "1/2", "½-½")
GLUED = re.compile(r"^(.*(?:1-0|0-1|1/2-1/2|\*)[ \t]*)\n(?=\[[A-Za-z0-9_]+\s*\")", re.MULTILINE)
"""The last line of a game that the next one follows without a blank line."""

STANDARD = ("", "standard", "chess", "normal", "from position")
"""Values of the header Variant, in lower case, that mean chess as it is known here."""

TOKEN = re.compile(
    r"""(?P<comment>\{[^}]*(?P<closed>\})?) | (?P<rest>;[^\n]*) | (?P<escaped>^%[^\n]*)
    | (?P<open>\() | (?P<close>\)) | (?P<mark>\$[0-9]*|[!?]+) | (?P<word>[^\s{}();$!?]+)""",
    re.VERBOSE | re.MULTILINE,
)
MOVE_NUMBER = re.compile(r"[0-9]+(\.+|$)")
ONE = re.compile(r"1(\.(?!\.)|$)")
MOVE = re.compile(r"[NBRQK]?[a-h]?[1-8]?[-x]?[a-h][1-8]|[O0]-[O0]")
"""What the first word of a game without headers looks like: its move number, or a move."""

HEADER = re.compile(r"\s*\[[A-Za-z0-9]")
BEGINS = re.compile(r"\s*(\[\w+ \"|1\s*\.)")
"""How a text begins that is PGN and no position."""


@dataclass(frozen=True)
class PgnEntry:
    """A game in the list of a file's games. `number` counts from 1."""

    number: int
    headers: Mapping[str, str]
    moves_text: str = field(repr=False)

    @property
    def title(self) -> str:
        """Who played, where, when and with what result, as far as the headers say."""
        white, black = (self.headers.get(side, "?") for side in ("White", "Black"))
        known = (self.headers.get(name, "") for name in ("Event", "Date", "Result"))
        more = [text for text in known if text.strip("?.*- ")]
        return ", ".join([f"{white} – {black}", *more])


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
    """The games of a file. `left_out` tells whether it holds more than MOST_GAMES."""

    name: str
    entries: tuple[PgnEntry, ...]
    left_out: bool = False

    @classmethod
    def open(cls, path: Path) -> "PgnFile":
        """Reads a file; BadText names it and says why it cannot be read."""
        content = read_bytes(path, MOST_BYTES)
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = content.decode("latin-1")  # the standard's own, and any bytes are that
        return cls.of_text(text, str(path))

    @classmethod
    def of_text(cls, text: str, name: str = "PGN") -> "PgnFile":
        """The games of a text, such as a pasted one; BadText if there is none."""
        games: list[tuple[dict[str, str], list[str]]] = []
        left_out = False
        for headers, moves_text in _split(text):
            word = _first_word(moves_text) if headers is None else ""
            ended = not games or games[-1][1][-1].rstrip().endswith(ENDS)
            if headers is None and not ended and not ONE.match(word):
                games[-1][1].append(moves_text)  # a blank line among moves, though there should be none
            elif headers is not None or MOVE.match(word) or ONE.match(word):
                if len(games) == MOST_GAMES:
                    left_out = True
                    break
                games.append((headers or {}, [moves_text]))
        if not games:
            raise BadText(f"{name}: expected a game in PGN, found none")
        entries = (
            PgnEntry(number, headers, "\n".join(parts)) for number, (headers, parts) in enumerate(games, 1)
        )
        return cls(name, tuple(entries), left_out)

    def load(self, number: int = 1, options: ChessOptions | None = None) -> PgnGame:
        """Plays through game `number`, from 1. BadText where it cannot even begin."""
        if not 1 <= number <= len(self.entries):
            raise BadText(f"{self.name}: expected a game from 1 to {len(self.entries)}, found {number}")
        entry = self.entries[number - 1]
        place = f"{self.name}, game {number}"
        variant = entry.headers.get("Variant", "")
        if variant.lower() not in STANDARD:
            raise BadText(f"{place}, Variant: expected standard chess, found {variant!r}")
        fen = entry.headers.get("FEN")
        try:
            record = Record.start(load_game(CHESS), options, fen)
        except BadText as error:
            raise BadText(f"{place}, FEN: {error}") from None
        read = _read_moves(entry.moves_text, board_of(record.position.state))
        problem = read.problem
        if not _play(record, read.moves):
            unclaimed = ChessOptions(quiet_limit=0, repetition=0)
            record = Record.start(record.game, unclaimed, fen)
            if not _play(record, read.moves):
                problem = f"{_move_place(record)}: the game is over: {record.position.ending}"
        problem = f"{place}, {problem}" if problem else ""
        return PgnGame(record, entry.headers, read.comments, problem, read.variations, read.marks)


def _split(text: str) -> Iterator[tuple[dict[str, str] | None, str]]:
    """The headers, None where there are none, and the moves' text of each game."""
    import chess.pgn

    text = GLUED.sub(r"\1\n\n", text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    stream = io.StringIO(text)
    while True:
        begins = stream.tell()
        headers = chess.pgn.read_headers(stream)
        if headers is None:
            return
        game = text[begins : stream.tell()]
        lines = list(io.StringIO(game))  # split at "\n" alone: a name may hold other ends of lines
        first = next(
            (i for i, line in enumerate(lines) if line.strip() and not line.startswith(("[", "%", ";"))),
            len(lines),
        )
        has_headers = any(HEADER.match(line) for line in lines[:first])
        known = {name: _unescape(value) for name, value in headers.items()} if has_headers else None
        begins_at = max((i + 1 for i, line in enumerate(lines[:first]) if HEADER.match(line)), default=0)
        remarks = [line for line in lines[begins_at:first] if line.startswith(";")]
        yield known, "".join([*remarks, *lines[first:]])


def _first_word(text: str) -> str:
    return next((token["word"] for token in TOKEN.finditer(text) if token["word"]), "")


def _unescape(value: str) -> str:
    return re.sub(r"\\([\"\\])", r"\1", value).strip()


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
