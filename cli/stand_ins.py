"""ASCII stand-ins for characters that the encoding of a pipe or file lacks, such as "-" for the minus sign,
which Windows' cp1252 does not have."""

import codecs
import io
import sys

STAND_INS = {
    "−": "-",
    "–": "-",
    "—": "-",
    "×": "x",
    "÷": "/",
    "·": ".",
    "…": "...",
    "±": "+-",
    "∓": "-+",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "≈": "~",
    "→": "->",
    "←": "<-",
    "↑": "^",
    "↓": "v",
    "∞": "inf",
    "½": "1/2",
    "²": "^2",
    "□": "[]",
    "▸": ">",
    "▾": "v",
    "◐": "(*)",
    "⩱": "=+",
    "⩲": "+=",
    "Δ": "delta ",
    "Σ": "sum ",
    "‹": "<",
    "›": ">",
    "‘": "'",
    "’": "'",
    "“": '"',
    "”": '"',
    "\u00a0": " ",
    "\u2009": " ",
    "\u202f": " ",
}
"""ASCII by character. Other characters that an encoding lacks are written as Python escapes."""

HANDLER = "plyglass.stand_ins"


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    """The text for what cannot be encoded, and where encoding goes on: the contract of `register_error`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    written = (STAND_INS.get(each) or each.encode("ascii", "backslashreplace").decode() for each in lacking)
    return "".join(written), error.end


codecs.register_error(HANDLER, _stand_in)


def use_stand_ins() -> None:
    """Lets standard output and standard error write stand-ins for what their encoding lacks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=HANDLER)


def writable(text: str, encoding: str) -> str:
    """The text as a stream of that encoding will show it, whose width columns need."""
    return text.encode(encoding, HANDLER).decode(encoding)
