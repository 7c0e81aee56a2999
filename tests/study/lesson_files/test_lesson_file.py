"""Lesson files: a written file can be read again, and what does not fit is one line."""

import json
from dataclasses import replace

import pytest

from games.contract import BadText
from games.record import Record
from games.registry import game_names, load_game
from games.text_files import read_text
from study.lesson_files import lesson_file
from study.lesson_files.lesson_file import (
    LessonFile,
    Look,
    StoredValues,
    lesson_of,
    read_lesson,
    write_lesson,
    written,
)
from study.saved_games.carried_code import CarriedCode
from study.saved_games.saved_games import Saves
from study.settings.settings import Settings
from study.suites.suites import Case
from study.user_files.read_file import read_file


def record_of(name: str, plies: int = 6) -> Record:
    game = load_game(name)
    record = Record.start(game, game.options())
    while len(record.plies) < plies and record.position.moves:
        move = record.position.moves[len(record.plies) % len(record.position.moves)]
        record.play(move)
    return record


def lesson(name: str = "isolation", **changes) -> LessonFile:
    record = record_of(name)
    position = record.positions[4]
    case = Case("A title", position, position.moves[:1], (), "Which one?", ("Look left.", "And right."))
    look = Look(side=("Moves", "Exercise"), foot="Timeline", on_squares="terms", arrows=("line",))
    values = StoredValues(1, -0.5, "squares", (("territory", -0.75), ("dead ends", 0.25)))
    made = LessonFile(record, 4, case, look, "mine", {"territory": 2.5}, None, values)
    return replace(made, **changes)


@pytest.mark.parametrize("name", game_names())
def test_what_is_written_is_read_again(tmp_path, name):
    code = CarriedCode("mine", "raise SystemExit\n", name, "mine")
    path, first = tmp_path / "a.plyglass", lesson(name, code=code)
    write_lesson(path, first)
    second = read_lesson(path)
    assert path.read_text(encoding="utf-8").startswith('{"plyglass": "lesson"')
    assert [each.text for each in second.record.positions] == [each.text for each in first.record.positions]
    assert (second.case.key, second.case.question, second.case.hints, second.case.name) == (
        first.case.key, first.case.question, first.case.hints, first.case.name
    )  # fmt: skip
    assert second.case.position is second.record.positions[4]
    kept = ("shown", "look", "heuristic", "weights", "code", "values")
    assert all(getattr(second, field) == getattr(first, field) for field in kept)
    assert written(second) == written(first)


def test_variations_are_kept(tmp_path):
    record = record_of("isolation")
    record.cut(2)
    record.play(record.position.moves[-1])
    record.follow(record.end)
    position = record.positions[1]
    first = LessonFile(record, 1, Case("", position, (), ()))
    second = lesson_of(written(first).encode(), "x")
    moves = [node.ply.move for node in record.tree.nodes[1:]]
    assert [node.ply.move for node in second.record.tree.nodes[1:]] == moves and len(moves) == 7
    assert [each.text for each in second.record.positions] == [each.text for each in record.positions]


def changed(**fields) -> bytes:
    head, _, rest = written(lesson()).partition("\n")
    body = json.loads(rest)
    for name, value in fields.items():
        at, *keys = name.split("__")
        where = body
        for key in (at, *keys)[:-1]:
            where = where[key]
        where[(at, *keys)[-1]] = value
    return f"{head}\n{json.dumps(body)}".encode()


BAD = {
    b"": "line 1",
    b'{"plyglass": 1}\n{}': "line 1",
    b'{"plyglass": "lesson", "format": 2}\n{}': "line 1",
    b'{"plyglass": "lesson", "format": 1}\n[]': "line 2",
    b'{"plyglass": "lesson", "format": 1}\n' + b"[" * 10_000: "expected JSON",
    b'{"plyglass": "lesson", "format": 1}\n{"game": 3}': "game",
    b"{\xff}": "not UTF-8 at byte 1; save it as UTF-8",
    b"\xff\xfe": "UTF-16",
    changed(shown=99): "shown: expected 0 to 6",
    changed(question="q" * 1_000_000): "question: expected at most",
    changed(hints=["h"] * 100): "hints: expected at most",
    changed(hints=["h" * 100_000]): "hint 1: expected at most",
    changed(answer__best=["z9"]): "answer",
    changed(game__game="go"): "game",
    changed(game__moves=[{"move": "z9"}]): "entry 1",
    changed(values__side="red"): "values.side",
    changed(values__value=float("nan")): "values.value",
    changed(heuristic={"name": "x", "code": {"name": "../../x", "text": ""}}): "heuristic.code.name",
    changed(heuristic={"name": "x", "code": {"name": "/etc/x", "text": ""}}): "heuristic.code.name",
    changed(heuristic={"name": "x", "code": {"name": "x\n", "text": ""}}): "heuristic.code.name",
    changed(heuristic={"name": "x", "weights": {"a": "much"}}): "heuristic.weights",
    changed(unknown=1): "unknown",
}


@pytest.mark.parametrize("content", BAD, ids=range(len(BAD)))
def test_what_does_not_fit_is_one_line(content):
    with pytest.raises(BadText) as error:
        lesson_of(content, "bad.plyglass")
    text = str(error.value)
    assert text.startswith("bad.plyglass: ") and BAD[content] in text and "\n" not in text and len(text) < 700


def test_a_file_that_is_too_large_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(lesson_file, "MOST_BYTES", 1000)
    path = tmp_path / "large.plyglass"
    path.write_bytes(b'{"plyglass": "lesson", "format": 1}\n' + b" " * 2000)
    with pytest.raises(BadText, match="at most 1,000 bytes"):
        read_lesson(path)


def test_signs_that_hide_others_are_written_as_escapes():
    case = lesson_of(changed(question="a\u202eb\x1b[31m", title="\u2066t", hints=["\x00h"]), "x").case
    assert case.question == "a\\u202eb\\x1b[31m" and case.name == "\\u2066t" and case.hints == ("\\x00h",)


def test_reading_runs_and_copies_nothing(tmp_path):
    """A file whose code would leave a trace; reading the file leaves none."""
    trace = tmp_path / "trace"
    code = CarriedCode("evil", f"open({str(trace)!r}, 'w')\n", "isolation", "evil")
    path = tmp_path / "evil.plyglass"
    write_lesson(path, lesson(code=code, heuristic="evil"))
    data = tmp_path / "data"
    settings = Settings(data_folder=data)
    opened = read_file(path, settings, Saves(data), game_names())
    assert opened.code == code and not trace.exists()
    left = [each for each in data.rglob("*") if each.is_file()] if data.exists() else []
    assert not left


def test_nothing_is_written_that_cannot_be_read(tmp_path):
    case = lesson().case
    with pytest.raises(BadText, match="question"):
        write_lesson(tmp_path / "a.plyglass", lesson(case=replace(case, question="q" * 5000)))
    assert not list(tmp_path.iterdir())
    write_lesson(tmp_path / "b.plyglass", lesson())
    assert read_text(tmp_path / "b.plyglass", 10**6).count("Which one?") == 1
