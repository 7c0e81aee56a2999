"""Reading and writing boards as rows of characters, as in FEN: `/` between rows, digits for runs of empty
squares."""

from collections.abc import Sequence

from games.contract import BLACK, WHITE, BadText


def read_rows(text: str, lengths: Sequence[int], letters: str, what: str = "board") -> list[str]:
    """The squares of each row as single characters, "." for an empty one.

    `lengths` are the numbers of squares in the rows, from the top. Raises BadText.
    """
    rows = text.split("/")
    if len(rows) != len(lengths):
        raise BadText(f"{what}: expected {len(lengths)} rows between '/', found {len(rows)}")
    board = []
    for number, (row, length) in enumerate(zip(rows, lengths, strict=True), start=1):
        squares = ""
        for letter in row:
            if letter in "123456789":
                squares += "." * int(letter)
            elif letter in letters:
                squares += letter
            else:
                raise BadText(
                    f"{what}, row {number} from the top ({row!r}): unexpected {letter!r}, expected "
                    f"one of {' '.join(letters)} or a digit for a run of empty squares"
                )
        if len(squares) != length:
            raise BadText(
                f"{what}, row {number} from the top ({row!r}): expected {length} squares, "
                f"found {len(squares)}"
            )
        board.append(squares)
    return board


def write_rows(board: Sequence[str]) -> str:
    """The inverse of `read_rows`."""
    written = []
    for squares in board:
        row, run = "", 0
        for letter in squares + "\0":
            if letter == ".":
                run += 1
                continue
            row, run = row + (str(run) if run else "") + letter.strip("\0"), 0
        written.append(row)
    return "/".join(written)


def read_fields(text: str, names: Sequence[str]) -> list[str]:
    """The fields of a position text, separated by blanks. On failure raises a BadText that names a missing
    one."""
    fields = text.split()
    if len(fields) < len(names):
        raise BadText(
            f"{names[len(fields)]} is missing: expected {len(names)} fields, "
            f"{', '.join(names)}, found {len(fields)}"
        )
    if len(fields) > len(names):
        raise BadText(f"unexpected {fields[len(names)]!r} after {names[-1]}: expected {len(names)} fields")
    return fields


def read_side(text: str) -> int:
    """WHITE or BLACK from `w` or `b`."""
    if text not in ("w", "b"):
        raise BadText(f"side to move: expected w or b, found {text!r}")
    return WHITE if text == "w" else BLACK


def whole_number(text: str, low: int, high: int) -> int | None:
    """The number from `low` to `high`, neither negative, that ASCII digits write; None for anything else. The
    number of digits is bounded, because Python refuses to read thousands of them."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 100):
        return None
    number = int(text)
    return number if low <= number <= high else None


def read_number(text: str, what: str, low: int, high: int) -> int:
    """A whole number from `low` to `high`."""
    number = whole_number(text, low, high)
    if number is None:
        raise BadText(f"{what}: expected a whole number from {low} to {high}, found {text[:40]!r}")
    return number
