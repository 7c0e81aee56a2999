"""The reader of standard input, in processes that have one of their own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent

ECHOES = """
import os, sys
from engines.standard_input import take_standard_input
lines = take_standard_input()
print(os.read(0, 1), repr(sys.stdin.read()), flush=True)
for line in lines:
    print(ascii(line), flush=True)
"""


COMPILES = """
import os, sys
import engines.compiling.kernel_parts, engines.search_engine
def compile(*asked):
    print(os.read(0, 1), file=sys.stderr, flush=True)
engines.compiling.kernel_parts.KernelPart.compile = compile
engines.search_engine.Searcher.prepare = compile
"""
CHILD = "from engines.compiling.kernel_child import serve\nserve(sys.argv[1])"
UCI = "import main\nmain.main(['uci'])"


def start(**streams: object) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-c", ECHOES],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        **streams,  # type: ignore[call-overload]
    )


def test_descriptor_0_is_empty_and_lines_come_one_by_one() -> None:
    with start(stdin=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        assert process.stdout.readline().split() == [b"b''", b"''"]
        for line, seen in ((b"\xef\xbb\xbfisready\n", rb"'isready\n'"), (b"\xff\r\n", rb"'\ufffd\n'")):
            process.stdin.write(line)
            process.stdin.flush()
            assert process.stdout.readline().rstrip() == seen  # before the next is written
        process.stdin.write(b"no end")
        process.stdin.close()
        assert process.stdout.read().split() == [b"'no", b"end'"]
    assert process.returncode == 0


@pytest.mark.parametrize(
    ("program", "request_line"),
    [(CHILD, '["isolation", "open", "evaluation", []]'), (UCI, "isready")],
    ids=["kernel child", "uci"],
)
def test_descriptor_0_is_empty_while_something_compiles(
    program: str, request_line: str, tmp_path: Path
) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", COMPILES + program, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PLYGLASS_CACHE": str(tmp_path)},
        encoding="utf-8",
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(f"{request_line}\n")
        process.stdin.flush()
        assert process.stdout.readline() != ""
        _, seen = process.communicate(timeout=60)
    assert seen == "b''\n"


def test_a_closed_input_has_no_lines(tmp_path: Path) -> None:
    code = f"import os; os.close(0); import sys; sys.stdin = None\n{ECHOES.replace('os.read(0, 1)', '0')}"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert (done.returncode, done.stderr, done.stdout.split()) == (0, b"", [b"0", b"''"])
