"""Chess games as PGN, the text that all chess programs exchange: reads it into records, and writes records.

python-chess reads SAN and writes games. The rest of a text is read by our own code, so that a word that is no
move is reported, not skipped, and no file takes long. Variations, comments and marks ("!?", $5) are kept.
(Edwards 1994, the PGN standard.)
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import chess

from games.chess.board import ChessOptions, board_of, chess_move, move_of
from games.chess.openings import opening_of
from games.chess.pgn_index import MOST_GAME_BYTES, PgnBytes, PgnEntry
from games.chess.pgn_tags import INVISIBLE
from games.chess.written_moves import END, LONGEST_WORD, WORD, read_move, shortened
from games.contract import BLACK_WINS, DRAW, ONGOING, WHITE_WINS, BadText, FileFormat
from games.game_tree import (
    CLOSE,
    LARGEST_MARK,
    MOST_COMMENT,
    MOST_NODES,
    MOST_PROBLEMS,
    OPEN,
    REPEAT,
    ROOT,
    SIGNS,
    TOO_MUCH,
    GameNode,
    as_comment,
    with_remark,
)
from games.record import Record
from games.registry import load_game
from games.safe_text import shown
from games.text_files import mistakes_in, write_whole

if TYPE_CHECKING:
    import chess.pgn  # imported with the first PGN, not before the first frame

CHESS = "chess"

MOST_PLIES = 2_000
"""More than any game played; a limit so that no text keeps the window waiting."""

MOST_REMARKS = 3
"""The most remarks on a game that are shown."""

RESULTS = {WHITE_WINS: "1-0", BLACK_WINS: "0-1", DRAW: "1/2-1/2", ONGOING: "*"}
STANDARD = ("", "standard", "chess", "normal", "from position")
"""Values of the header Variant, in lower case, that mean the chess of this program."""

TOKEN = re.compile(
    r"""(?P<comment>\{[^}]*(?P<closed>\})?) | (?P<rest>;[^\n]*) | (?P<escaped>^%[^\n]*)
    | (?P<open>\() | (?P<close>\)) | (?P<mark>\$[0-9]*|[!?]+)
    | \[(?P<command>%[^\]]*)\] | (?P<bracket>\[[^\]\n]*\]?) | (?P<word>[^\s{}();$!?\["""
    + INVISIBLE
    + r"]+)",
    re.VERBOSE | re.MULTILINE,
)

ONLY_END = re.compile(END + "$")
"""The end of a game, alone or stuck to the last move."""

BEGINS = re.compile(
    rf"(?:[\s{INVISIBLE}]|\{{[^}}]*\}}|;[^\n]*\n|%[^\n]*\n)*(?:\[\s*[A-Za-z][\w+#=:-]*[\s\"“]|[0-9]+\s*[.…])"
)
"""The beginning of a text in PGN; no text of a position begins so."""


@dataclass(frozen=True)
class PgnGame:
    """A game that was read. `problem` is one line that says where the text stopped making sense, else "". The
    record holds the moves before that place. What made no sense in a variation is one of the record's
    `problems`; the record's `remark` says what else is left out, or is written differently from the standard.

    The record's draw rules are off if the game or a variation goes on where they would have ended it."""

    record: Record
    headers: Mapping[str, str]
    problem: str = ""


@dataclass
class ReadMove:
    """A move of a text, made after move `parent` of it; 0 is the start. `before` is the comment before it,
    `place` its number for messages, `level` how deeply its variation is nested: 0 for the game itself."""

    parent: int
    move: chess.Move
    place: str
    before: str = ""
    comment: str = ""
    marks: set[int] = field(default_factory=set)
    depth: int = 0
    level: int = 0


@dataclass
class _Line:
    """A line that is being read, of the game or a variation: `board` is the position after its move `last`.
    It `begins` until it has a move of its own; `remark` is the comment before that. The rest of a `lost` line
    is skipped."""

    board: chess.Board
    last: int
    level: int = 0
    lost: bool = False
    begins: bool = True
    remark: str = ""


@dataclass
class MovesText:
    """The moves of a game's text with its variations; the first entry stands for the start. `problem` says
    what is wrong where the game breaks off, else ""; `problems` what is wrong in variations, `remarks` what
    was left out."""

    moves: list[ReadMove]
    problem: str = ""
    problems: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    full: bool = False  # no more variations are read


@dataclass(frozen=True)
class PgnFile:
    """The games of a file. `left_out`: it holds more of them than are listed."""

    source: PgnBytes = field(repr=False)
    entries: tuple[PgnEntry, ...]
    left_out: bool = False

    @property
    def name(self) -> str:
        return self.source.name

    @classmethod
    def open(cls, path: Path) -> "PgnFile":
        """Lists the games of a file. On failure raises a BadText that names it and says why it cannot be
        read."""
        return cls._of(PgnBytes.of_file(path))

    @classmethod
    def of_text(cls, text: str, name: str = "PGN") -> "PgnFile":
        """The games of a text, such as a pasted one. Raises BadText if there is none."""
        return cls._of(PgnBytes.of_text(text, name))

    @classmethod
    def _of(cls, source: PgnBytes) -> "PgnFile":
        entries, left_out = source.index()
        if not entries:
            raise BadText(f"{source.name}: expected a game in PGN, found none")
        return cls(source, entries, left_out)

    def load(self, number: int = 1, options: ChessOptions | None = None) -> PgnGame:
        """Reads game `number`, from 1, and plays its moves. Raises BadText for a number without a game,
        a chess variant and a wrong FEN."""
        if not 1 <= number <= len(self.entries):
            raise BadText(f"{self.name}: expected a game from 1 to {len(self.entries)}, found {number}")
        entry = self.entries[number - 1]
        place, head = f"{self.name}, game {number}", entry.read_head()
        headers = head.tags
        variant = headers.get("Variant", "")
        if variant.lower() not in STANDARD:
            raise BadText(f"{place}, Variant: expected standard chess, found {variant!r}")
        fen = headers.get("FEN")
        with mistakes_in(f"{place}, FEN"):
            record = Record.start(load_game(CHESS), options, fen)
        moves_text, cut = self.source.moves_text(entry)
        before = "".join(f"{{{comment.replace('}', ')')}}}\n" for comment in head.comments)
        read = _read_moves(before + moves_text, board_of(record.position.state))
        problem = read.problem
        if cut:
            problem = f"expected at most {MOST_GAME_BYTES:,} bytes, the rest is left out"
        over, problems = _build(record, read.moves)
        if over or problems:
            unclaimed = ChessOptions(quiet_limit=0, repetition=0)
            record = Record.start(record.game, unclaimed, fen)
            over, problems = _build(record, read.moves)
        problem = over or problem
        record.problems += [f"{place}, {each}" for each in (*read.problems, *problems)]
        record.follow(ROOT)
        record.remark = _remark_on(place, [*head.remarks, *read.remarks])
        return PgnGame(record, headers, f"{place}, {problem}" if problem else "")


def _remark_on(place: str, remarks: Sequence[str]) -> str:
    """Remarks as one line, "" if there is none."""
    more = len(remarks) - MOST_REMARKS
    said = "; ".join(remarks[:MOST_REMARKS]) + (f"; and {more} more like it" if more > 0 else "")
    return f"{place}: {said}." if remarks else ""


def _read_moves(text: str, board: chess.Board) -> MovesText:
    """The moves of the text, up to the first mistake in the game itself. A mistake in a variation costs the
    rest of that variation."""
    start = ReadMove(-1, chess.Move.null(), "the start")
    read = MovesText([start])
    lines = [_Line(board, 0)]
    ended = False
    for token in TOKEN.finditer(text):
        line = lines[-1]
        if token["open"]:
            lines.append(_alternative(read, line))
        elif token["close"]:
            if len(lines) > 1:
                lines.pop()
        elif line.lost:
            continue
        elif token["comment"] or token["rest"]:
            if token["comment"] and not token["closed"]:
                _wrong(read, lines, "a comment begins here that does not end")
                return read
            _remark(read, line, token["comment"][1:-1] if token["comment"] else token["rest"][1:])
        elif token["command"]:
            _remark(read, line, token[0])
        elif token["bracket"]:
            if len(read.remarks) < MOST_PROBLEMS:
                read.remarks.append(f"{shown(token[0])} at {_place_on(line.board)} is left out")
        elif token["mark"] or token["word"] in SIGNS:
            _mark(read, line, token["mark"] or token["word"])
        elif token["word"]:
            if ended and len(lines) == 1 and not ONLY_END.fullmatch(token["word"]):
                left = " ".join(text[token.start() :].split())
                read.remarks.append(f"{shown(left)} after the end of the game is left out")
                break
            ended = ended or (len(lines) == 1 and ONLY_END.search(token["word"]) is not None)
            if problem := _read_word(read, line, token["word"]):
                _wrong(read, lines, problem)
                if read.problem:
                    return read
    return read


def _alternative(read: MovesText, line: _Line) -> _Line:
    """A new line for a variation that replaces the last move of `line`. It is lost where there is no such
    move, and after too many moves or problems."""
    if read.full or (not line.lost and (len(read.problems) >= MOST_PROBLEMS or len(read.moves) > MOST_NODES)):
        if not read.full:
            read.full = True
            read.problems.append(f"{_place_on(line.board)}: {TOO_MUCH}")
        return _Line(line.board, line.last, line.level + 1, lost=True)
    if line.lost or line.begins:
        if not line.lost:
            read.problems.append(f"{_place_on(line.board)}: a variation without a move that it could replace")
        return _Line(line.board, line.last, line.level + 1, lost=True)
    board = line.board.copy(stack=1)
    board.pop()
    return _Line(board, read.moves[line.last].parent, line.level + 1)


def _wrong(read: MovesText, lines: list[_Line], problem: str) -> None:
    """Notes a problem in the innermost line and skips the rest of that line."""
    message = f"{_place_on(lines[-1].board)}: {problem}"
    lines[-1].lost = True
    if len(lines) == 1:
        read.problem = message
    else:
        read.problems.append(message)


def _remark(read: MovesText, line: _Line, text: str) -> None:
    """Keeps a comment on the last move of the line, or before its first move."""
    move = read.moves[line.last]
    first = line.begins and line.level > 0
    before = line.remark if first else move.comment
    if len(before) < MOST_COMMENT < len(before) + len(text):
        cut = f"a comment of more than {MOST_COMMENT:,} characters is cut"
        read.problems.append(f"{_place_on(line.board)}: {cut}")
    if first:
        line.remark = with_remark(before, text)
    else:
        move.comment = with_remark(before, text)


def _mark(read: MovesText, line: _Line, text: str) -> None:
    number = text[1:] if text.startswith("$") else str(SIGNS.get(text, ""))
    mark = int(number) if number.isdecimal() and len(number) < 4 else -1
    if line.begins:
        read.problems.append(f"{_place_on(line.board)}: expected a move before the mark {text[:20]!r}")
    elif not 0 <= mark <= LARGEST_MARK:
        wanted = f"expected a mark such as '!?' or $0 to ${LARGEST_MARK}"
        read.problems.append(f"{read.moves[line.last].place}: {wanted}, found {text[:20]!r}")
    else:
        read.moves[line.last].marks.add(mark)


def _read_word(read: MovesText, line: _Line, text: str) -> str:
    """Reads a word of a line: a move, a move number, the end of the game, or several without a blank between.
    Returns what is wrong with it, else ""."""
    while text and not ONLY_END.fullmatch(text):
        word = WORD.fullmatch(text) if len(text) <= LONGEST_WORD else None
        if word is None:
            unnumbered = re.sub(r"^[0-9]+[.…]+", "", text)
            return f"expected a move, found {shortened(unnumbered or text)!r}"
        if word["move"] and (problem := _read_move(read, line, word["move"])):
            return problem
        if word["sign"]:
            _mark(read, line, word["sign"])
        text = word["rest"] or ""
    return ""


def _read_move(read: MovesText, line: _Line, text: str) -> str:
    """Makes a move of a line. Returns what is wrong with it, else ""."""
    before = read.moves[line.last]
    if before.depth == MOST_PLIES:
        return f"expected at most {MOST_PLIES} plies"
    try:
        move = read_move(text, line.board)
    except BadText as error:
        return str(error)
    made = ReadMove(line.last, move, _place_on(line.board), line.remark)
    made.depth, made.level = before.depth + 1, line.level
    read.moves.append(made)
    line.board.push(move)
    line.last, line.begins, line.remark = len(read.moves) - 1, False, ""
    return ""


def _place_on(board: chess.Board) -> str:
    return f"move {board.fullmove_number}{'.' if board.turn == chess.WHITE else '...'}"


def _build(record: Record, moves: Sequence[ReadMove]) -> tuple[str, list[str]]:
    """Makes the moves, which python-chess found legal, in a record: first the game, then its variations, then
    the variations inside these. So if a variation begins with moves of its line, as some programs write it,
    these moves join the line. A variation after the game's last move does not lengthen the game. Returns the
    problem of the game ("" for none) and those of its variations: moves after the game was over by our rules,
    or beyond MOST_NODES."""
    problem, problems = "", list[str]()
    nodes: dict[int, int] = {}
    remarks: dict[int, str] = {}  # of variations, until their first new move
    end = ROOT
    for number, read in sorted(enumerate(moves), key=lambda each: each[1].level):
        node, known = ROOT, len(record.tree.nodes)
        if number:
            if read.parent not in nodes:
                continue
            parent = nodes[read.parent]
            try:
                node = record.grow(parent, move_of(read.move))
            except BadText:
                position = record.tree[parent].position
                assert position is not None
                over = position.ending or f"expected at most {MOST_NODES} moves with the variations"
                message = f"{read.place}: {'the game is over: ' if position.ending else ''}{over}"
                if not read.level:
                    problem = problem or message
                else:
                    problems.append(message)
                continue
        nodes[number] = node
        if not read.level:
            end = node
        remark = read.before
        if number and read.level == moves[read.parent].level:
            remark = as_comment(remarks.pop(read.parent, ""), remark)
        if remark and len(record.tree.nodes) == known:
            remarks[number], remark = remark, ""
        _annotate(record.tree[node], read.comment, remark, read.marks)
    for number, remark in remarks.items():
        _annotate(record.tree[nodes[number]], remark)
    if record.tree.living(end):
        record.edit({"last": end})
    return problem, problems


def _annotate(node: GameNode, comment: str, before: str = "", marks: Iterable[int] = ()) -> None:
    """Adds comments and marks to a move. The text may have given the same ones at another place."""
    if comment not in node.comment:
        node.comment = as_comment(node.comment, comment)
    node.before = as_comment(node.before, before)
    node.marks = tuple(sorted({*node.marks, *marks}))


def pgn_text(
    record: Record,
    white: str = "?",
    black: str = "?",
    day: date | None = None,
    result: str = "",
    headers: Mapping[str, str] | None = None,
) -> str:
    """A chess game with its variations, comments and marks as PGN; it ends with a newline.

    `result` is that of a game that is not over in the record, such as one lost on time. `headers` are those
    of a game that was read; the other arguments take precedence over them.
    """
    import chess.pgn

    if record.line != record.tree.line(ROOT):
        record = record.copy()
        record.follow(ROOT)
    game = chess.pgn.Game()
    first = record.positions[0]
    if first.text != chess.STARTING_FEN:
        game.setup(board_of(first.state))
    own = {"White": white, "Black": black, "Date": day.strftime("%Y.%m.%d") if day else "?"}
    kept = {name: value for name, value in (headers or {}).items() if name not in ("FEN", "SetUp")}
    for name, value in (kept | {name: value for name, value in own.items() if value != "?"}).items():
        if chess.pgn.TAG_NAME_REGEX.match(name):
            game.headers[name] = _header_text(value)
    on_board = RESULTS[record.outcome]
    game.headers["Result"] = on_board if on_board != "*" else result or kept.get("Result", "*")
    if game.headers["Result"] not in RESULTS.values():
        game.headers["Result"] = "*"
    opening = opening_of(record)
    if opening is not None:
        game.headers.setdefault("ECO", opening.code)
        game.headers.setdefault("Opening", opening.name)
    _add_moves(record, game)
    exporter = chess.pgn.StringExporter(headers=True, variations=True, comments=True)
    return game.accept(exporter) + "\n"


def _add_moves(record: Record, game: "chess.pgn.Game") -> None:
    """Adds the tree of a record. A comment before a move of the game itself joins that of the previous
    move."""
    tree = record.tree
    game.comment = " ".join(filter(None, (tree[ROOT].before, tree[ROOT].comment)))
    made: dict[int, chess.pgn.GameNode] = {ROOT: game}
    last = ""
    for kind, id in tree.steps():
        if kind not in (OPEN, CLOSE):
            node, before = tree[id], made[tree[id].parent]
            made[id] = at = before.add_variation(chess_move(record.ply(id).move))
            if kind == REPEAT:
                at.starting_comment = tree[tree.living(id)[0]].before
            else:
                at.comment, at.nags = node.comment, {*node.marks}
                if last == OPEN:
                    at.starting_comment = node.before
                elif node.before and last != REPEAT:
                    before.comment = " ".join(filter(None, (before.comment, node.before)))
        last = kind


def _header_text(value: str) -> str:
    """A header's value as every reader accepts it: on one line, without quotes and backslashes."""
    return " ".join(value.replace('"', "'").replace("\\", "/").split()) or "?"


def save_pgn(path: Path, text: str, append: bool = False) -> None:
    """Writes games to a file, over its content or at its end. Raises BadText if that fails."""
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
)
