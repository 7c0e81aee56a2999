"""The file of practised positions: it survives a kill at any byte, and reports what it cannot read."""

from datetime import date
from pathlib import Path

import pytest

from games.contract import BadText
from study.practice.leitner import Place
from study.practice.progress import DecidingGroup, PracticeAnswer, PracticePosition, append, read_progress
from study.settings.settings import Settings

DAY = date(2026, 11, 25)
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def asked(name: str = "", **more: object) -> PracticePosition:
    return PracticePosition(game="chess", position=START, name=name, day=DAY, **more)  # type: ignore[arg-type]


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "new" / "practice.jsonl"
    position = asked("instead of 1. f3 – ü")
    answer = PracticeAnswer(to=position.key, right=False, move="f2f3", heuristic="classical", day=DAY)
    outside = PracticeAnswer(to="elsewhere", right=True, heuristic="classical", game="chess", day=DAY)
    append(path, [position])
    append(path, [answer, answer.model_copy(update={"right": True})])
    append(path, [DecidingGroup(of=position.key, decides="mobility", heuristic="classical"), outside])
    found = read_progress(path)
    assert found.problem == "" and list(found.positions.values()) == [position] and found.answers[0] == answer
    assert found.places[position.key] == Place(1, date(2026, 11, 28))
    assert found.deciding == {("classical", position.key): "mobility"}
    assert found.answers_of("chess")[-1] == outside and list(found.places) == [position.key]
    assert found.due("chess", DAY) == [] and found.due("chess", date(2026, 11, 28)) == [position]
    assert found.due("morris", date(2027, 1, 1)) == []


def test_a_kill_at_any_byte_loses_at_most_the_last_line(tmp_path: Path) -> None:
    path = tmp_path / "practice.jsonl"
    position = asked("ä")
    append(path, [position, *[PracticeAnswer(to=position.key, right=True, day=DAY)] * 2])
    whole = path.read_bytes()
    ends = [i + 1 for i, byte in enumerate(whole) if byte == 10]
    for cut in range(len(whole) + 1):
        path.write_bytes(whole[:cut])
        lines = sum(end <= cut + 1 for end in ends)  # complete except for the line's end
        found = read_progress(path)
        assert len(found.positions) + len(found.answers) == lines
        append(path, [asked(best=["e2e4"])])
        assert len(read_progress(path).positions) == min(lines, 1) + 1


def test_lines_that_are_none_are_left_out_and_the_first_is_named(tmp_path: Path) -> None:
    path = tmp_path / "practice.jsonl"
    append(path, [asked()])
    bad = (
        b"what\n",
        b'{"to": 3}\n',
        b"[1]\n",
        b'{"game": "chess"}\n',
        b"\xff\xfe\n",
        b"[" * 100_000 + b"\n",
        b'{"to": "nobody", "right": true, "day": "2026-11-25"}\n',
        b'{"to": "' + asked().key.encode() + b'", "right": true, "day": "9999-12-31"}\n',
    )
    with path.open("ab") as file:
        file.writelines(bad)
    append(path, [PracticeAnswer(to=asked().key, right=True, day=DAY)])
    found = read_progress(path)
    assert len(found.positions) == len(found.answers) == 1
    assert found.problem.startswith(f"{path}: line 2 ") and "\n" not in found.problem and found.readable


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "practice.jsonl"
    append(path, [asked()])
    monkeypatch.setattr("study.practice.progress.MOST_BYTES", 10)
    found = read_progress(path)
    assert found.positions == {} and "expected at most 10 bytes" in found.problem and not found.readable


def test_a_position_of_the_file_is_checked() -> None:
    settings = Settings()
    assert asked().case(settings)[2] is None
    case = asked(best=["e2e4"]).case(settings)[2]
    assert case is not None and case.wanted == "e4"
    wrong = (
        asked().model_copy(update={"game": "go"}),
        asked().model_copy(update={"position": "nonsense"}),
        asked().model_copy(update={"rules": {"no": 1}}),
        asked(best=["e2e5"]),
    )
    for each in wrong:
        with pytest.raises(BadText):
            each.case(settings)
    assert asked("a\nb\x00").name == asked("a b").name or "\n" not in asked("a\nb\x00").name
