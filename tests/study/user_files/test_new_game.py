"""The start of a new game: its name, its files; a failure leaves no half of it."""

from pathlib import Path

import pytest

from games.contract import BadText
from games.installation import ROOT
from study.user_files import new_game as module
from study.user_files.new_game import FILES, MODULES, REGISTRIES, named, new_game


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The part of a checkout that a new game is written into."""
    for file in (*(file for file, *_ in REGISTRIES), *(FILES / folder / "toy.py" for folder in MODULES)):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_bytes((ROOT / file).read_bytes())
    (tmp_path / "tests").mkdir()
    return tmp_path


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_new_files_and_the_registries_are_named(root: Path) -> None:
    before = contents(root)
    files = new_game("ludo", root)
    after = contents(root)
    assert files == [path for path in files if before.get(path) != after[path]]
    assert {path for path in after if before.get(path) != after[path]} == set(files)


@pytest.mark.parametrize("name", ["", "Ludo", "9holes", "nine holes", "../ludo", "class", "a" * 31])
def test_what_cannot_be_a_name_is_refused(name: str, root: Path) -> None:
    before = contents(root)
    with pytest.raises(BadText, match=r"^name: expected at most 30 small letters"):
        new_game(name, root)
    assert contents(root) == before


@pytest.mark.parametrize("name", ["chess", "registry"])
def test_a_name_that_is_taken_is_refused(name: str, root: Path) -> None:
    with pytest.raises(BadText, match=r"^name: expected a free one"):
        new_game(name, root)


def test_elsewhere_one_line_says_so(tmp_path: Path) -> None:
    with pytest.raises(BadText, match=r"^games --new: only in a checkout"):
        new_game("ludo", tmp_path)


def test_a_registry_that_looks_otherwise_is_left_alone(root: Path) -> None:
    (root / "ui" / "boards" / "registry.py").write_text("_ARTS = dict()\n", encoding="utf-8")
    before = contents(root)
    with pytest.raises(BadText, match="expected a list that begins with"):
        new_game("ludo", root)
    assert contents(root) == before


def test_nothing_is_left_of_a_game_that_could_not_be_written(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(root)

    def fail(file: Path, text: str) -> None:
        raise BadText(f"{file}: cannot be written: the disk is full")

    monkeypatch.setattr(module, "write_file", fail)
    with pytest.raises(BadText, match="the disk is full"):
        new_game("ludo", root)
    assert contents(root) == before


def test_names_are_put_in_the_places_of_the_toy() -> None:
    text = "class ToyArt: the board of Toy, games.toy, a history"
    assert (
        named(text, "nine_holes")
        == "class NineHolesArt: the board of Nine Holes, games.nine_holes, a history"
    )
