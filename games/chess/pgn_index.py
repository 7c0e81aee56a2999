"""Finds where each game of a PGN file begins, in one pass over its bytes that keeps headers and offsets. The
text of a game's moves is read when the game is opened, so that a file of thousands of games is listed at
once.

A game begins at its headers, wherever on a line they are. Headers after a blank line begin a game even
inside a comment, so that a comment without an end does not hide the next games. A game without moves ends
before a header that it already has. A game without headers begins after a result, at a word that looks
like a first move, or after a blank line at move number 1. Text before the first game is kept with that game.
"""

import io
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from games.chess.pgn_tags import PIECE, PLAIN, QUOTED, TAG, PgnHead, read_head, with_blanks
from games.contract import BadText
from games.text_files import MARK, open_regular, refuse_utf16, utf8_or_latin

MOST_BYTES = 512 << 20
MOST_GAMES = 200_000
MOST_GAME_BYTES = 32 << 20
"""The most bytes of one game. A single comment may fill a megabyte."""

LONGEST_LINE = 1 << 20
"""Longer lines are read in parts."""

MOST_BEFORE = 1 << 20
"""The most bytes of the text before the first game that are kept with it."""

ENDS = ("1-0", "0-1", "1/2-1/2", "*", "1/2", "½-½")
"""How the text of a game ends."""

END_BYTES = (*(end.encode() for end in ENDS), "½-½".encode("latin-1"))
TITLED = re.compile(rb'^\[(White|Black|Event|Date|Result|Opening) "([^"\n]*)"', re.MULTILINE)
"""The headers that the list shows, where all of them are plain."""

WORD = re.compile(rb"[^\s{}();$!?]+")
ONE = re.compile(rb"1(\.(?!\s*\.)|\s|$)")
MOVE = re.compile(rb"(?:[NBRQK]|\xe2\x99[\x94-\x9f])?[a-h]?[1-8]?[-x]?[a-h][1-8]|[Oo0]-[Oo0]")
"""What the first word of a game without headers looks like: its move number, or a move."""

NUMBER = re.compile(rb"[0-9]+(?:\.|\xe2\x80\xa6)|[01](?:\s|$)")
_NUMBERED = rb"[0-9]+(?:\s*(?:\.|\xe2\x80\xa6)[.\s]*|\s+)(?:\Z|" + MOVE.pattern + rb")"
_RESULT = rb"1-0|0-1|(?:1/2|\xc2?\xbd)-|\*"
MOVES = re.compile(
    rb"[0-9]+\s*(?:\.|\xe2\x80\xa6)|[($!?]|--|" + b"|".join((_NUMBERED, _RESULT, MOVE.pattern))
)
"""How a line of moves begins."""

BEHIND = re.compile(
    rb"1\s*\.(?![0-9])|(?:"
    + b"|".join((_NUMBERED, _RESULT, MOVE.pattern))
    + rb")(?:=?[QRBNqrbn]|[+#]*e\.?p)?[+#!?]*(?![A-Za-z])"
)
"""How moves begin behind a header or behind words."""

HEADER_BEGINS = re.compile(rb"\[\s*[A-Za-z0-9]")
MOVES_PIECE = re.compile(rb"(?P<word>[^{;\[]+)|;[^\n]*|" + TAG.pattern + rb"|.", re.DOTALL)
"""A piece of a game's moves."""

LINES_OF_HEADER, BYTES_OF_HEADER = 4, 2000
"""Over how many lines after the first a header may go on, and how long each may be."""


@dataclass(frozen=True, slots=True)
class PgnEntry:
    """A game in the list of a file's games."""

    number: int
    """From 1."""
    start: int
    stop: int
    """The first byte of its headers, and the first byte after its moves."""
    head: bytes
    """The text of its headers."""
    plain: bool
    """Whether each header is a line as programs write it."""
    title: str
    """Who played, where, when and with what result, as far as the headers say."""
    opening: str
    """The header of that name, else ""."""

    def read_head(self) -> PgnHead:
        """The headers with the comments and remarks between them."""
        return read_head(text_of(self.head))

    @property
    def headers(self) -> Mapping[str, str]:
        return self.read_head().tags

    def header(self, name: str) -> str:
        """One header, "" where it is missing. Faster than `headers` where these are plain."""
        if not self.plain:
            return self.headers.get(name, "")
        found = re.findall(rb'^\[%s "([^"\n]*)"' % name.encode(), self.head, re.MULTILINE)
        return text_of(found[-1]).strip() if found else ""


@dataclass(frozen=True)
class PgnBytes:
    """The source of the games: a file, or a text that was pasted. `name` is used in messages."""

    name: str
    open: Callable[[], BinaryIO]

    @classmethod
    def of_file(cls, path: Path) -> "PgnBytes":
        return cls(str(path), lambda: _of_lines(open(open_regular(path), "rb", buffering=1 << 18)))

    @classmethod
    def of_text(cls, text: str, name: str) -> "PgnBytes":
        content = text.replace("\r\n", "\n").replace("\r", "\n").encode("utf-8", "replace")
        return cls(name, lambda: io.BytesIO(content))

    def index(self) -> tuple[tuple[PgnEntry, ...], bool]:
        """The games, and whether the file holds more than are listed. Raises BadText where it cannot be
        read."""
        try:
            with self.open() as stream:
                return _Index(stream).read()
        except (OSError, BadText) as error:
            raise self._unreadable(error) from None

    def moves_text(self, entry: PgnEntry) -> tuple[str, bool]:
        """The text of a game's moves, and whether it was cut off for its length. Raises BadText where the
        file has changed since it was indexed."""
        size = entry.stop - entry.start
        try:
            with self.open() as stream:
                stream.seek(entry.start)
                content = stream.read(min(size, MOST_GAME_BYTES))
        except (OSError, BadText) as error:
            raise self._unreadable(error) from None
        if not content.startswith(entry.head) or len(content) < min(size, MOST_GAME_BYTES):
            raise BadText(f"{self.name}: has changed since its games were listed; open it again")
        return text_of(content[len(entry.head) :]), size > MOST_GAME_BYTES

    def _unreadable(self, error: Exception) -> BadText:
        if isinstance(error, FileNotFoundError):
            return BadText(f"{self.name}: cannot be read: no such file")
        return BadText(f"{self.name}: cannot be read: {getattr(error, 'strerror', None) or error}")


def _of_lines(stream: BinaryIO) -> BinaryIO:
    """The stream, with "\\n" between lines where it has "\\r" alone, as on old Macintoshes. Raises BadText
    for UTF-16."""
    start = stream.read(LONGEST_LINE)
    try:
        refuse_utf16(start)
    except BadText:
        stream.close()
        raise
    stream.seek(0)
    if b"\n" in start or b"\r" not in start:
        return stream
    with stream:
        return io.BytesIO(stream.read(MOST_GAME_BYTES).replace(b"\r", b"\n"))


def text_of(content: bytes) -> str:
    """Bytes as text: UTF-8, else Latin-1, which the PGN standard prescribes and which can read any bytes."""
    return utf8_or_latin(content).replace("\r\n", "\n").replace("\r", "\n")


class _Index:
    """The pass over a file, and its state. `_start` is where the current game begins (-1: none yet) and
    `_head` the text of its headers. The head is `_open` until a move comes. `_gap` is the text after the last
    header; before the first game it is all text so far. `_last` is the last text of the game's moves."""

    def __init__(self, stream: BinaryIO) -> None:
        self.entries: list[PgnEntry] = []
        self._stream = stream
        self._at = 0  # the offset after the current line
        self._start = -1
        self._head: list[bytes] = []
        self._open = False
        self._plain = True  # whether each line of the head is one header as programs write it
        self._named = 0  # the pieces of the head whose names are in `_names`
        self._names: set[bytes] = set()
        self._gap: list[bytes] = []
        self._gap_begins = 0
        self._words = False  # whether the gap has words, which are no moves
        self._last = b""

    def read(self) -> tuple[tuple[PgnEntry, ...], bool]:
        readline, is_plain = self._stream.readline, PLAIN.match
        at = 0
        blank, in_head = True, False  # whether the line before was blank, or a header
        comment = False  # whether the line begins inside a comment
        undecided = False  # whether the paragraph has had no word yet
        paragraph = 0  # the offset at which it begins
        while line := readline(LONGEST_LINE):
            begins, at = at, at + len(line)
            if in_head and is_plain(line):
                self._head.append(line)
                continue
            if begins == 0 and line.startswith(MARK):
                begins, line = len(MARK), line[len(MARK) :]
                self._gap_begins = begins
            if len(self.entries) >= MOST_GAMES:
                return tuple(self.entries[:MOST_GAMES]), True
            if begins >= MOST_BYTES:
                self._end(begins)
                return tuple(self.entries), True
            written, line = line, line if line.isascii() else with_blanks(line)
            if not line.strip():
                if self._open or self._start < 0:
                    self._pass(written, at)
                blank, in_head, undecided = True, False, undecided and comment
                continue
            if self._open:
                if comment or not MOVES.match(line):
                    self._at = at
                    comment = self._read_line(written, line, begins, blank, comment)
                    at, blank, in_head = self._at, False, self._open and not self._gap
                    continue
                self._close_head()
            elif blank and is_plain(line):
                self._begin(begins, line, plain=True)
                blank, in_head, comment, undecided = False, True, False, False
                continue
            elif line.startswith(b"%") and not comment:
                if self._start < 0:
                    self._pass(written, at)
                continue
            in_head = False
            fresh = blank and (self._start < 0 or self._last)  # behind moves, or before the first game
            if not comment and (fresh or (line.startswith(b"1") and self._is_next(line))):
                undecided, paragraph = True, begins  # it may belong to the game before
            before, blank, inside = blank, False, comment
            if undecided or comment or b"{" in line:
                outside, comment = _outside(line, comment)
                word = undecided and WORD.search(outside)
                if word:
                    undecided = False
                    self._decide(outside[word.start() :], paragraph)
            if b"[" in line and HEADER_BEGINS.search(line):
                self._at = at
                comment = self._read_line(written, line, begins, before, inside)
                at, in_head = self._at, self._open and not self._gap
                undecided = undecided and not self._open
                continue
            self._last = line.rstrip()
            if self._start < 0:
                self._pass(written, at)
        self._end(at)
        return tuple(self.entries), False

    def _is_next(self, line: bytes) -> bool:
        """Whether a line right after the end of a game begins one without headers."""
        return ONE.match(line) is not None and self._last.endswith(END_BYTES)

    def _decide(self, words: bytes, begins: int) -> None:
        """Begins a game at a paragraph without headers, unless the paragraph continues the previous game."""
        ended = self._start < 0 or self._last.endswith(END_BYTES)
        if not ended and not ONE.match(words):
            return
        if MOVE.match(words) or NUMBER.match(words):
            if self._start < 0 and b"".join(self._gap).strip():
                self._start, self._head, self._plain = self._gap_begins, self._gap, False
            else:
                self._end(begins)
                self._start, self._head = begins, []
            self._gap, self._last = [], b""

    def _begin(self, begins: int, header: bytes, plain: bool) -> None:
        """Begins a game at a header. The first game begins with the text before it."""
        before = self._gap if self._start < 0 and b"".join(self._gap).strip() else []
        self._end(begins)
        self._start, self._head = (self._gap_begins, before) if before else (begins, [])
        self._head.append(header)
        self._plain = plain and not before
        self._open, self._gap, self._words, self._last = True, [], False, b""
        self._named, self._names = 0, set()

    def _pass(self, text: bytes, stop: int) -> None:
        """Keeps text that no header has followed yet; `stop` is where it ends."""
        self._gap.append(text)
        if self._start < 0 and stop - self._gap_begins > MOST_BEFORE:
            self._gap, self._gap_begins = [], stop

    def _close_head(self, text: bytes = b"") -> None:
        """Ends the headers, because a move comes. Words before it and `text` belong to the head."""
        if self._words:
            self._head += [*self._gap, text]
            self._plain = False
        self._open, self._gap, self._words = False, [], False

    def _read_line(self, written: bytes, line: bytes, begins: int, blank: bool, comment: bool) -> bool:
        """Reads a line that has a header, a comment or words before the moves, or a header among the moves.
        `blank`: the previous line was blank. If a header goes on in the next line, reads that line, too.
        Returns whether a comment goes on after the line."""
        at = kept = 0  # the text of the line from `kept` on follows the last header
        first, behind = True, False  # whether nothing, and whether a header or a word, stands before
        if comment and blank and QUOTED.match(line.lstrip()):
            comment = False
        while at < len(line):
            if comment:
                closes = line.find(b"}", at)
                comment, at = closes < 0, closes + 1 if closes >= 0 else len(line)
                continue
            if line.startswith(b"{", at):
                comment, first, at = True, False, at + 1
                continue
            piece = (PIECE if self._open else MOVES_PIECE).match(line, at)
            assert piece is not None
            if piece["name"] and (more := self._rest_of_header(line, piece)):
                if self._open or self._start < 0:
                    self._pass(written[kept:at], begins + at)
                written, line = written[at:] + more, line[at:] + with_blanks(more)
                begins, at, kept = begins + at, 0, 0
                piece = TAG.match(line)
                assert piece is not None
            if piece["name"] and self._begins_game(piece, blank and first):
                if self._start < 0:
                    self._gap.append(written[kept:at])
                plain = PLAIN.fullmatch(line, at) is not None
                self._begin(begins + at, written[at : piece.end()], plain)
                kept, behind = piece.end(), True
            elif piece["name"] and self._open:
                self._head += [*self._gap, written[kept:at], written[at : piece.end()]]
                self._gap, self._words, self._plain = [], False, False
                kept, behind = piece.end(), True
            elif piece["name"] or not piece["word"]:
                pass
            elif not self._open:
                self._last = piece["word"].rstrip() or self._last
            else:
                if (BEHIND if behind or self._words else MOVES).match(line, at):
                    self._close_head(written[kept:at])
                    continue
                self._words = behind = True
            first = first and line[at : piece.end()].isspace()
            at = piece.end()
        if self._open and kept and not self._gap and not written[kept:].strip():
            self._head.append(written[kept:])
        elif self._open or self._start < 0:
            self._pass(written[kept:], self._at)
        return comment

    def _begins_game(self, header: re.Match[bytes], after_blank: bool) -> bool:
        """Whether a header begins the next game. Among headers only after a blank line, if it is Event or the
        head has it already. Among moves: after a blank line, a result or a game without headers, and if it is
        Event or the head has it; but not without quotes and with a small first letter."""
        name = header["name"]
        if self._open:
            return after_blank and (name == b"Event" or name in self._known())
        ended = self._start < 0 or after_blank or self._last.endswith(END_BYTES) or not self._head
        if header["bare"] is not None and not name[:1].isupper():
            return False
        return ended or name == b"Event" or name in self._known()

    def _known(self) -> set[bytes]:
        """The names of the current game's headers."""
        for piece in self._head[self._named :]:
            if found := TAG.match(piece):
                self._names.add(found["name"])
        self._named = len(self._head)
        return self._names

    def _rest_of_header(self, line: bytes, header: re.Match[bytes]) -> bytes:
        """The next lines up to the end of the header, if the header at the end of this line goes on in them;
        else b""."""
        value = header["value"]
        closed = b'"' not in header[0] if value is None else not value.endswith(b"\\")
        if closed or QUOTED.search(line, header.end()):
            return b""
        self._stream.seek(self._at)
        more = b"".join(self._stream.readline(BYTES_OF_HEADER) for _ in range(LINES_OF_HEADER))
        begun = line[header.start() :]
        whole = TAG.match(begun + with_blanks(more))
        stop = 0 if whole is None or whole["value"] is None else whole.end() - len(begun)
        more = more[: more.find(b"\n", stop) + 1 or stop] if stop > 0 else b""
        self._at += len(more)
        self._stream.seek(self._at)
        return more

    def _end(self, stop: int) -> None:
        """Lists the game that was read so far."""
        if self._start >= 0:
            head = b"".join(self._head)
            if self._plain:
                listed = {name: text_of(value).strip() for name, value in TITLED.findall(head)}
            else:
                listed = {name.encode(): value for name, value in read_head(text_of(head)).tags.items()}
            title, opening = _title(listed), listed.get(b"Opening", "")
            number = len(self.entries) + 1
            self.entries.append(PgnEntry(number, self._start, stop, head, self._plain, title, opening))
        self._start, self._open, self._plain = -1, False, True


def _outside(line: bytes, comment: bool) -> tuple[bytes, bool]:
    """The parts of a line outside comments, and whether a comment goes on after it. `comment`: whether one
    goes on at its beginning."""
    outside: list[bytes] = []
    at = 0
    while True:
        if comment:
            closes = line.find(b"}", at)
            if closes < 0:
                return b" ".join(outside), True
            at, comment = closes + 1, False
        opens, rest = line.find(b"{", at), line.find(b";", at)
        if rest >= 0 and (opens < 0 or rest < opens):  # a comment to the line's end
            opens, line = -1, line[:rest]
        outside.append(line[at:] if opens < 0 else line[at:opens])
        if opens < 0:
            return b" ".join(outside), False
        at, comment = opens + 1, True


def _title(headers: Mapping[bytes, str]) -> str:
    white, black = (headers.get(side, "?") for side in (b"White", b"Black"))
    known = (headers.get(name, "") for name in (b"Event", b"Date", b"Result"))
    more = [text for text in known if text.strip("?.*- ")]
    return ", ".join([f"{white} – {black}", *more])
