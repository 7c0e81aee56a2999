"""`main.py doctor` lists what there is, and what is wrong in a line each."""

import json
import os
from pathlib import Path

import pytest

from cli import doctor
from games.compiling import kept_kernels
from games.compiling.compiler import jit_disabled
from games.registry import game_names
from main import main

FINE = {
    "display": {"driver": "x11", "screens": [(1920, 1080)], "problem": ""},
    "sound": {"driver": "alsa", "problem": ""},
}


@pytest.fixture
def devices(monkeypatch: pytest.MonkeyPatch) -> dict[str, dict]:
    """The devices of a computer on which everything works; a test may change them."""
    found = {name: dict(device) for name, device in FINE.items()}
    monkeypatch.setattr("ui.devices.look_at_devices", lambda: found)
    return found


@pytest.fixture(autouse=True)
def own_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PLYGLASS_DATA", str(tmp_path / "data"))


def examined(capsys: pytest.CaptureFixture[str], expected: int, *words: str) -> dict:
    """What the command prints; checks that its status is `expected`."""
    try:
        status = main(["doctor", "--json", *words])
    except SystemExit as ended:
        status = ended.code
    assert status == expected
    return json.loads(capsys.readouterr().out)


def test_where_all_is_well_nothing_is_wrong(devices: dict, capsys: pytest.CaptureFixture[str]) -> None:
    answer = examined(capsys, 0)
    assert answer["problems"] == []
    assert [row["name"] for row in answer["games"]] == list(game_names())
    assert all(row["problem"] == "" for row in answer["games"])
    assert answer["packages"].keys() >= {"numba", "llvmlite", "pygame-ce"}
    named = [row["name"] for row in answer["folders"]]
    assert named == ["data", "settings", "heuristics", "players", "kernels", "tables"]


def test_people_read_what_is_wrong_first(
    devices: dict, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "ENTRIES", ())
    devices["display"]["problem"] = "there is none"
    with pytest.raises(SystemExit) as ended:
        main(["doctor"])
    assert ended.value.code == 1
    assert capsys.readouterr().out.splitlines()[0] == "WRONG  display: there is none"


def test_silence_is_wrong_only_for_who_wants_sounds(
    devices: dict, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(doctor, "ENTRIES", ())
    devices["sound"]["problem"] = "no such device"
    assert examined(capsys, 0)["problems"] == []
    settings = tmp_path / "loud.yaml"
    settings.write_text("ui:\n  sounds: true\n", encoding="utf-8")
    assert examined(capsys, 1, "--settings", str(settings))["problems"] == ["sound: no such device"]


def test_rules_that_compile_to_something_else_are_found(
    devices: dict, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = doctor.perft
    monkeypatch.setattr(doctor, "perft", lambda *a, uncompiled=False: real(*a, uncompiled=True) + uncompiled)
    problems = examined(capsys, 1)["problems"]
    assert [line.partition(":")[0] for line in problems] == list(game_names())
    assert "the compiled rules count" in problems[0]


def test_a_compiler_that_does_not_work_is_a_line(
    devices: dict, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*arguments: object, **options: object) -> int:
        raise RuntimeError("LLVM is gone\nand more")

    monkeypatch.setattr(doctor, "perft", broken)
    problems = examined(capsys, 1)["problems"]
    assert len(problems) == len(game_names())
    assert problems[0].endswith("the rules cannot be compiled: RuntimeError: LLVM is gone")


@pytest.mark.skipif(jit_disabled(), reason="nothing is compiled")
def test_kernels_that_cannot_be_listed_are_a_line(
    devices: dict, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*arguments: object) -> None:
        raise KeyError("a bug of ours")

    monkeypatch.setattr(doctor, "later_parts", broken)
    problems = examined(capsys, 1)["problems"]
    assert [line.partition(":")[0] for line in problems] == list(game_names())
    assert problems[0].endswith("its kernels cannot be listed: KeyError: 'a bug of ours'")


def test_own_files_and_settings_that_are_wrong_are_lines(
    devices: dict, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(doctor, "ENTRIES", ())
    for folder in ("heuristics", "players"):
        (tmp_path / "data" / folder).mkdir(parents=True)
        (tmp_path / "data" / folder / f"my_{folder}.py").write_text("def f(:\n", encoding="utf-8")
    (tmp_path / "data" / "settings.yaml").write_text("ui: 3\n", encoding="utf-8")
    problems = examined(capsys, 1)["problems"]
    assert len(problems) == 3
    assert "settings.yaml" in problems[0] and "my_heuristics" in problems[1] and "my_players" in problems[2]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_to_is_a_line(
    devices: dict, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(doctor, "ENTRIES", ())
    tmp_path.chmod(0o500)
    try:
        problems = examined(capsys, 1)["problems"]
    finally:
        tmp_path.chmod(0o700)
    assert problems and all("cannot be written to" in line for line in problems)


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such permissions")
def test_a_cache_that_others_can_write_to_is_a_line(
    devices: dict, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(doctor, "ENTRIES", ())
    monkeypatch.setenv("PLYGLASS_CACHE", str(tmp_path))
    kernels = kept_kernels.default_folder()
    kernels.mkdir()
    kernels.chmod(0o777)
    (problem,) = examined(capsys, 1)["problems"]
    assert problem.startswith(f"{kernels}: others can write there")


def test_clearing_deletes_only_what_can_be_made_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PLYGLASS_CACHE", str(tmp_path))
    for folder in ("kernels", "truth"):
        (tmp_path / folder).mkdir()
    files = (
        ("kernels/a.kernel", 1000),
        ("kernels/b.part", 20),
        ("kernels/seconds.json", 300),
        ("truth/c.table", 4),
    )
    for name, size in files:
        (tmp_path / name).write_bytes(bytes(size))
    assert examined(capsys, 0, "--clear-cache") == {"folder": str(tmp_path), "files": 3, "bytes": 1024}
    assert [file.name for file in tmp_path.rglob("*.*")] == ["seconds.json"]
    assert examined(capsys, 0, "--clear-cache")["files"] == 0
