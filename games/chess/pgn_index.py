"""Where each game of a PGN file begins, found in one pass over its bytes that keeps headers and offsets. The
text of a game's moves is read when it is asked for, so that a file of thousands of games opens at once.

A game begins at its headers. Without headers it begins at a word that looks like a first move, after a blank
line and the end of the game before. Headers after a blank line begin a game even inside a comment, so that a
comment that never ends swallows no other game.
"""

import io
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from games.contract import BadText
from games.text_files import MARK, open_regular, refuse_utf16, utf8_or_latin

MOST_BYTES = 512 << 20
MOST_GAMES = 200_000
MOST_GAME_BYTES = 32 << 20
"""Of one game: a comment may fill a megabyte."""

LONGEST_LINE = 1 << 20
"""Longer lines are read in parts."""

ENDS = ("1-0", "0-1", "1/2-1/2", "*", "1/2", "½-½")
"""How the text of a game ends."""

END_BYTES = (*(end.encode() for end in ENDS), "½-½".encode("latin-1"))
TAG = re.compile(rb'[ \t]*\[[A-Za-z0-9][\w+#=:-]*\s*"')
"""A line that begins a game's headers."""

HEADER = re.compile(rb"[ \t]*\[[A-Za-z0-9]")
"""The beginning of a header line, whether well formed or not."""

VALUE = re.compile(r'^\s*\[([A-Za-z0-9][\w+#=:-]*)\s+"(.*)"\s*\]?\s*$')
TITLED = re.compile(rb'^[ \t]*\[(White|Black|Event|Date|Result|Opening)\s+"(.*)"', re.MULTILINE)
"""The headers that the list shows."""

WORD = re.compile(rb"[^\s{}();$!?]+")
ONE = re.compile(rb"1(\.(?!\.)|$)")
MOVE = re.compile(rb"[NBRQK]?[a-h]?[1-8]?[-x]?[a-h][1-8]|[O0]-[O0]")
"""What the first word of a game without headers looks like: its move number, or a move."""


@dataclass(frozen=True, slots=True)
class PgnEntry:
    """A game in the list of a file's games. `number` counts from 1. `head` is the text of its headers, which
    begins at byte `start`; its moves' text ends before `stop`. `title` says who played, where, when and with
    what result, as far as the headers say; `opening` is the header of that name, else ""."""

    number: int
    start: int
    stop: int
    head: bytes
    title: str
    opening: str

    @property
    def headers(self) -> Mapping[str, str]:
        found = (VALUE.match(line) for line in text_of(self.head).split("\n"))
        return {match[1]: _unescape(match[2]) for match in found if match}

    def header(self, name: str) -> str:
        """One header, "" where it is missing. Faster than `headers`."""
        found = re.search(rb'^[ \t]*\[%s\s+"(.*)"' % name.encode(), self.head, re.MULTILINE)
        return _unescape(text_of(found[1])) if found else ""


@dataclass(frozen=True)
class PgnBytes:
    """The source of the games: a file, or a text that was pasted. `name` stands in messages."""

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
        """The games, and whether the file holds more than are listed. BadText where it cannot be read."""
        index = _Index()
        try:
            with self.open() as stream:
                return index.read(stream)
        except (OSError, BadText) as error:
            raise self._unreadable(error) from None

    def moves_text(self, entry: PgnEntry) -> tuple[str, bool]:
        """The text of a game's moves, and whether it was cut off for its length. BadText where the file has
        changed since it was indexed."""
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
    """The stream, with "\\n" between lines where it has "\\r" alone, as on old Macintoshes. BadText for
    UTF-16."""
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
    """The state of the pass. `_start` is where the current game begins (-1: none yet), `_head` the lines of
    its headers, and `_last` the last text of its moves."""

    def __init__(self) -> None:
        self.entries: list[PgnEntry] = []
        self._start = -1
        self._head: list[bytes] = []
        self._last = b""

    def read(self, stream: BinaryIO) -> tuple[tuple[PgnEntry, ...], bool]:
        at = 0
        blank, in_head = True, False  # whether the line before was blank, or a header
        comment = False  # whether the line begins inside a comment
        undecided = False  # whether the paragraph has had no word yet
        paragraph = 0  # the offset at which it begins
        while line := stream.readline(LONGEST_LINE):
            begins, at = at, at + len(line)
            if begins == 0 and line.startswith(MARK):
                begins, line = len(MARK), line[len(MARK) :]
            if len(self.entries) == MOST_GAMES:
                return tuple(self.entries), True
            if begins >= MOST_BYTES:
                self._end(begins)
                return tuple(self.entries), True
            if not line.strip():
                blank, in_head, undecided = True, False, undecided and comment
                continue
            first = line[:1]
            if first in b"[ \t":
                if in_head and HEADER.match(line):
                    self._head.append(line)
                    continue
                if (blank or not comment) and TAG.match(line):
                    self._end(begins)
                    self._start, self._head, self._last = begins, [line], b""
                    blank, in_head, comment, undecided = False, True, False, False
                    continue
            elif first == b"%" and not comment:
                if in_head:
                    self._head.append(line)
                continue
            in_head = False
            if blank and not comment and (self._start < 0 or self._last):
                undecided, paragraph = True, begins  # it may belong to the game before
            blank = False
            if undecided or comment or b"{" in line:
                outside, comment = _outside(line, comment)
                word = undecided and WORD.search(outside)
                if word:
                    undecided = False
                    self._decide(word[0], paragraph)
            self._last = line.rstrip() or self._last
        self._end(at)
        return tuple(self.entries), False

    def _decide(self, word: bytes, begins: int) -> None:
        """Begins a game at a paragraph without headers, unless the game before goes on in it."""
        ended = self._start < 0 or self._last.endswith(END_BYTES)
        if not ended and not ONE.match(word):
            return
        if MOVE.match(word) or ONE.match(word):
            self._end(begins)
            self._start, self._head = begins, []

    def _end(self, stop: int) -> None:
        """Lists the game that was read so far."""
        if self._start >= 0:
            head = b"".join(self._head)
            listed = {name: _unescape(text_of(value)) for name, value in TITLED.findall(head)}
            title, opening = _title(listed), listed.get(b"Opening", "")
            self.entries.append(PgnEntry(len(self.entries) + 1, self._start, stop, head, title, opening))
        self._start = -1


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


def _unescape(value: str) -> str:
    return re.sub(r"\\([\"\\])", r"\1", value).strip()
