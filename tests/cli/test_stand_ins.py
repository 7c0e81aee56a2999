"""Text that goes into a pipe or file whose encoding lacks characters, as Windows' cp1252 lacks the minus."""

import ast
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.plain_tables import new_console, new_table
from cli.stand_ins import HANDLER, STAND_INS, writable
from docs.architecture import ROOT, sources

POSITION = "4bxx/2xxx2/1x2wxx/3x3/xx3x1/3x3/1x5 w"
EVAL = "eval", "isolation", "custom_score", "--position", POSITION


def printed(encoding: str, *words: str) -> tuple[int, str, str]:
    """What a command prints into pipes of an encoding."""
    done = subprocess.run(
        [sys.executable, "main.py", *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
        capture_output=True,
    )
    return done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding)


def test_a_minus_is_a_hyphen_in_a_pipe_of_windows() -> None:
    status, out, err = printed("utf-8", *EVAL)
    assert status == 0 and "−" in out and err == ""
    assert printed("cp1252", *EVAL) == (0, out.replace("−", "-"), "")


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "ascii"])
def test_every_command_prints_in_every_encoding(encoding: str) -> None:
    for words in (("--help",), ("heuristics",), ("engines",)):
        status, out, err = printed(encoding, *words)
        assert status == 0 and out and "\\u" not in out + err
    status, out, err = printed(encoding, "eval", "isolation", "−×ф")
    assert status == 2 and out == "" and "\\u0444" in err and "\\u2212" not in err
    _, out, _ = printed(encoding, *EVAL, "--json")
    assert out.isascii() and out.startswith("{")


def test_columns_hold_whatever_stands_in(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="cp1252", errors=HANDLER, newline="\n")
    monkeypatch.setattr(sys, "stdout", stream)
    table = new_table("ц", "value", right=("value",))
    for name, value in (("a", "−1.00"), ("ф → б", "≤ 0.25"), ("short", "[−∞, +∞]")):
        table.add_row(name, value)
    new_console().print(table)
    stream.seek(0)
    lines = [line.rstrip() for line in stream.read().splitlines()]
    assert len({len(line) for line in lines}) == 1
    assert lines[2].split(maxsplit=3) == ["\\u0444", "->", "\\u0431", "<= 0.25"]
    assert lines[3].endswith("[-inf, +inf]")


def said(path: Path) -> str:
    """The texts of a module. Docstrings are said only where they explain terms."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    explains = path.relative_to(ROOT).parts[0] == "heuristics"
    apart = {
        id(each.value) for each in (tree.body if explains else ast.walk(tree)) if isinstance(each, ast.Expr)
    }
    texts = (each for each in ast.walk(tree) if isinstance(each, ast.Constant) and id(each) not in apart)
    return "".join(each.value for each in texts if isinstance(each.value, str))


READ = {"games/chess/pgn_tags.py", "games/chess/written_moves.py"}
"""Modules whose characters stand in files of others, and are only read."""


def test_all_that_the_program_says_has_a_stand_in() -> None:
    names = {path.relative_to(ROOT).as_posix(): path for path in sources()}
    paths = [path for name, path in names.items() if not name.startswith("ui/") and name not in READ]
    letters = {letter for path in paths for letter in said(path) if not letter.isascii()}
    compared = set("äéü\ud800\udfff")  # with names of openings and characters of files
    assert len(letters) > 10 and letters - compared <= STAND_INS.keys()


def test_stand_ins_are_ascii_and_of_one_width_in_columns() -> None:
    assert all(text.isascii() for text in STAND_INS.values())
    assert {len(STAND_INS[letter]) for letter in "−–×\u202f"} == {1}
    assert writable("−½ \udc80 ф ×", "cp1252") == "-½ \\udc80 \\u0444 ×"
    assert writable("−½ ф ×", "utf-8") == "−½ ф ×"
