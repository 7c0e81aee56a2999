"""The tags of a game in PGN, as programs and people write them: several on a line, one over two lines,
without quotes, without a blank, with comments between. The PGN standard's import format lets them stand
anywhere before the moves.

The patterns work on bytes, because the list of a file's games is made without decoding the file.
"""

import re
from dataclasses import dataclass, field

from games.safe_text import shown

INVISIBLE = "\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
"""Characters without a width that web pages and messengers leave in a text, for use in a pattern's [ ]."""

_NAME = rb"[A-Za-z0-9][A-Za-z0-9_+#=:-]*"
_GAP = rb"[ \t\r]*(?:\n[ \t\r]*)?"
_ENDS = rb"[ \t\r]*\][ \t\r]*(?:\[|\n|\Z)"
_OTHER = rb"\[" + _GAP + _NAME + _GAP + rb'"(?!' + _GAP + rb"\])"
_NEXT_LINE = rb"\n(?![ \t\r]*(?:\n|\[|\Z))"
_CLOSES = rb'"' + _GAP + rb"\]"


def _over_lines(line: bytes) -> bytes:
    """The pattern of a value that goes on over up to four lines."""
    return line + rb"(?:" + _NEXT_LINE + line + rb"){0,3}"


_ESCAPED = _over_lines(rb'(?:[^"\\\n]++|\\[^\n])*+')
_LOOSE = _over_lines(
    rb'(?:[^"\\\[\n]++|\\\\|\\(?!["\\])|\\"(?!' + _ENDS + rb')|\\(?="' + _ENDS + rb")"
    rb"|(?!" + _CLOSES + rb')"|(?!' + _OTHER + rb")\[)*+"
)
_TAG = (
    rb"\["
    + _GAP
    + rb"(?P<name>"
    + _NAME
    + rb")(?:"
    + (_GAP + rb'"(?P<value>' + _ESCAPED + rb"(?=" + _CLOSES + rb")|" + _LOOSE + rb")" + _CLOSES)
    + rb'|(?:[ \t]+|(?=["\xc2\xe2]))"?(?P<bare>[^"\[\]\n]*[^"\[\]\s])[ \t]*"?[ \t]*\]'
    rb'|[ \t]*"(?P<cut>[^"\[\n]*)"'
    rb'|(?:[ \t]+|(?="))(?P<torn>[^\n]*?)(?=' + _OTHER + rb"|\n|\Z))"
)
"""A tag. Its value is in quotes, over up to four lines, else it is `bare`; or the bracket behind it is
missing (`cut`), or more than that (`torn`). Where quotes and backslashes are not escaped, the value is
`_LOOSE`: a backslash is an escape unless it would hide the end of the tag."""

TAG = re.compile(_TAG)
QUOTED = re.compile(_OTHER)
"""The beginning of a tag with quotes."""

PLAIN = re.compile(rb'\[[A-Za-z0-9]\w* "[^"\\\[\n]*"\][ \t]*\r?\n')
"""A line that is one tag as programs write it."""

PIECE = re.compile(
    rb"(?P<blank>\s+)"
    rb"|\{(?P<comment>[^}\n]*(?:\n(?![ \t\r]*\n[ \t]*" + _OTHER + rb")[^}\n]*)*)\}?"
    rb"|;(?P<rest>[^\n]*)|(?P<escaped>^%[^\n]*)|" + _TAG + rb"|(?P<word>[^\s{};\[]+|.)",
    re.MULTILINE | re.DOTALL,
)
"""A piece of the text before the moves. Its comment has no possessive quantifiers (`*+`): in Python
3.11.2 these forget the look-ahead in a group. It never backtracks, because only an optional } follows."""

_BLANKS = re.compile(
    rb"\xc2[\xa0\xad]|\xe2\x80[\x80-\x8f\xa8-\xaf]|\xe2\x81[\xa0-\xa9]|\xe3\x80\x80|\xef\xbb\xbf"
)
_LATIN_BLANK = re.compile(rb"(?<![\x80-\xff])\xa0(?![\x80-\xff])")


def with_blanks(content: bytes) -> bytes:
    """The content with ordinary blanks in place of special ones and of characters without a width. Every
    byte stays where it was."""
    if content.isascii():
        return content
    return _LATIN_BLANK.sub(b" ", _BLANKS.sub(lambda found: b" " * len(found[0]), content))


@dataclass
class PgnHead:
    """The tags of a game by name, the `comments` between them, and `remarks`: a line for each
    thing that is written differently from the standard."""

    tags: dict[str, str] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def read_head(text: str) -> PgnHead:
    """Reads the text before a game's moves. Each part of it becomes a tag, a comment or a remark."""
    head = PgnHead()
    written = text.encode("utf-8", "replace")
    content = with_blanks(written)
    at, junk, behind = 0, -1, ""
    while at < len(content):
        piece = PIECE.match(content, at)
        assert piece is not None, "each character is a word of its own"
        if junk >= 0 and (piece["name"] or piece["comment"] is not None):
            _leave_out(head, written[junk:at], behind)
            junk = -1
        if piece["name"]:
            behind = _read_tag(head, piece, written)
        elif piece["comment"] is not None:
            head.comments.append(_text(written, piece, "comment"))
            if not piece[0].endswith(b"}"):
                head.remarks.append(f"a comment {_behind(behind)} does not end")
        elif piece["rest"] is not None and junk < 0:
            head.comments.append(_text(written, piece, "rest"))
        elif piece["word"] and junk < 0:
            junk = at
        at = piece.end()
    if junk >= 0:
        _leave_out(head, written[junk:], behind)
    return head


def _read_tag(head: PgnHead, tag: re.Match[bytes], written: bytes) -> str:
    """Keeps a tag and returns its name."""
    name = tag["name"].decode().rstrip(":=") or tag["name"].decode()
    value = _text(written, tag, "value")
    if tag["value"] is not None:
        value = re.sub(r"\\([\"\\])", r"\1", re.sub(r"\s*\n\s*", " ", value)).strip()
    else:
        value = "".join(_text(written, tag, kind) for kind in ("bare", "cut", "torn"))
        value = value.strip(" \t\r\"]'“”„‟‘’«»")
        wanted = "its value in quotes" if tag["bare"] is not None else "its end"
        head.remarks.append(f"tag {name}: expected {wanted}, and read {shown(value)}")
    if name in head.tags:
        before = shown(head.tags[name])
        head.remarks.append(f"tag {name}: found it twice, and {shown(value)} counts, not {before}")
    head.tags[name] = value
    return name


def _text(written: bytes, piece: re.Match[bytes], kind: str) -> str:
    """The text of a group as the file has it, "" where the piece has none."""
    return written[piece.start(kind) : piece.end(kind)].decode() if piece[kind] is not None else ""


def _leave_out(head: PgnHead, content: bytes, behind: str) -> None:
    text = " ".join(content.decode().split())
    head.remarks.append(f"{shown(text)} {_behind(behind)} is left out")


def _behind(tag: str) -> str:
    return f"behind the tag {tag}" if tag else "before the tags"
