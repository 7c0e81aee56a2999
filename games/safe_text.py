"""Text from outside the program, made safe to show and keep."""

LONGEST = 500
"""The most characters of a message. A longer message loses its middle, because it names the place at its
beginning, and usually what was expected at its end."""


def one_line(text: str, most: int = LONGEST) -> str:
    """The text as one line of at most `most` characters (20 or more). Characters that are invisible, or
    change how others are shown, are written as Python escapes."""
    room = most + most // 2
    if len(text) > 2 * room:  # cut first, because it may be a megabyte
        text = f"{text[:room]}…{text[-room:]}"
    shown = "".join(letter if letter.isprintable() else _escaped(letter) for letter in text)
    if len(shown) <= most:
        return shown
    tail = most // 3
    return f"{shown[: most - tail - 1]}…{shown[-tail:]}"


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")


def can_be_kept(text: str) -> bool:
    """Whether text can go to a file, to another program and onto the screen unchanged: it has no NUL and no
    lone surrogate."""
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


def shown(value: object) -> str:
    """The `repr` of a value from a file or a person's code, as one short line; its type's name where `repr`
    fails."""
    try:
        written = repr(value)
    except (ValueError, RecursionError):  # an integer of thousands of digits, or too many nested brackets
        written = f"a {type(value).__name__} too long to show"
    except Exception:  # a class of the person may raise anything in __repr__
        written = f"a {type(value).__name__} that cannot be shown"
    return one_line(written, 120)
