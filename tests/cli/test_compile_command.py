"""`main.py compile` compiles all that the window can ask for, and `doctor` says what is kept."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from cli import compile as command
from cli import doctor
from engines.compiling.kernel_parts import EVALUATION, KernelPart
from games.compiling.compiler import jit_disabled
from games.compiling.kept_kernels import keep_kernels_in
from games.installation import COMMAND
from games.registry import game_names
from main import main
from study.game.later_parts import later_parts
from study.settings.settings import Settings

PARTS = tuple(KernelPart("isolation", name, EVALUATION) for name in ("open", "improved"))


@pytest.fixture
def two_parts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A game of two small parts, and an empty folder for them."""
    monkeypatch.setenv("PLYGLASS_CACHE", str(tmp_path))
    monkeypatch.setenv("PLYGLASS_DATA", str(tmp_path / "data"))
    for module in (command, doctor):
        monkeypatch.setattr(module, "later_parts", lambda *_: PARTS)
    return tmp_path


def answer_of(capsys: pytest.CaptureFixture[str], *words: str) -> dict:
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.long
@pytest.mark.skipif(jit_disabled(), reason="needs the compiler")
def test_what_is_missing_is_compiled_once_and_kept(
    two_parts: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = answer_of(capsys, "compile", "isolation")
    names = ["isolation evaluation open", "isolation evaluation improved"]
    assert found["games"] == [{"name": "isolation", "parts": 2, "compiled": names}]
    assert Path(found["folder"]) == two_parts / "kernels" and found["seconds"] > 0.0
    assert answer_of(capsys, "compile", "isolation")["games"][0]["compiled"] == []


@pytest.mark.skipif(jit_disabled(), reason="needs the compiler")
def test_doctor_says_what_is_kept_and_what_is_missing(
    two_parts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_kernels_in(two_parts / "kernels")
    ready = [PARTS[0]]
    monkeypatch.setattr(KernelPart, "is_ready", lambda part: part in ready)
    missing = {"kept": 1, "missing": ["isolation evaluation improved"]}
    assert doctor._kernels("isolation", Settings()) == missing
    keeps_none = Settings.model_validate({"engine": {"keep_kernels": False}})
    assert doctor._kernels("isolation", keeps_none) is None


def test_people_read_how_many_are_kept(capsys: pytest.CaptureFixture[str]) -> None:
    from cli.doctor import kernels_text

    row = {"name": "chess", "kernels": {"kept": 3, "missing": ["chess games"]}}
    assert kernels_text(row) == f"3 of 4; {COMMAND} compile chess makes the others"
    assert kernels_text({"name": "chess", "kernels": {"kept": 4, "missing": []}}) == "4 of 4"


@pytest.mark.skipif(jit_disabled(), reason="needs the compiler")
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("compile", "draughts"), "game: expected one of"),
        (("compile", "--settings", "KEEPS"), "keep_kernels"),
    ],
)
def test_what_is_wrong_is_one_line(
    words: tuple[str, ...], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "none.yaml"
    settings.write_text("engine: {keep_kernels: false}\n", encoding="utf-8")
    assert main([word.replace("KEEPS", str(settings)) for word in words]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert says in line


def test_all_games_are_compiled_unless_one_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PLYGLASS_CACHE", str(tmp_path))
    monkeypatch.setattr(command, "jit_disabled", lambda: False)
    monkeypatch.setattr(KernelPart, "is_ready", lambda part: True)
    monkeypatch.setattr(command.kernel_processes, "begin", lambda cores: None)
    found = answer_of(capsys, "compile")
    assert [row["name"] for row in found["games"]] == list(game_names())
    listed: Callable[[str], int] = lambda game: len(later_parts(game, (), Settings()))  # noqa: E731
    assert [row["parts"] for row in found["games"]] == [listed(game) for game in game_names()]
