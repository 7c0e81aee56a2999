"""A person's own files as they go to another computer: what is sent, where it lies there, and who uses it."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena import own_files
from arena.own_files import OwnFiles, find_own, own_folders, using
from engines.subprocesses import user_players
from games.contract import BadText
from heuristics.registry import load_heuristic, looked_in

FILE = '''
from heuristics.contract import Heuristic

mine = Heuristic("mine", "isolation", "random", "a test")

@mine.single("{term}", weight=1.0)
def anything(state, side):
    """Anything."""
    return 1.0
'''


@pytest.fixture(autouse=True)
def folders_are_put_back(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setattr(own_files, "cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setattr(own_files, "_used", None)
    before = own_folders()
    yield
    find_own(before)


def packed(folder: Path, term: str) -> bytes:
    """A person's files, as they are sent; the heuristic has a term of that name."""
    (folder / "heuristics" / "data").mkdir(parents=True, exist_ok=True)
    (folder / "players").mkdir(exist_ok=True)
    (folder / "heuristics" / "mine.py").write_text(FILE.format(term=term), encoding="utf-8")
    (folder / "heuristics" / "data" / "table.bin").write_bytes(b"\0\1")
    (folder / "heuristics" / ".hidden").write_text("no", encoding="utf-8")
    (folder / "players" / "first.py").write_text("def choose(position, clock): ...", encoding="utf-8")
    return OwnFiles.of((folder / "heuristics", folder / "players", None)).packed()


def terms() -> list[str]:
    return [term.name for term in load_heuristic("isolation", "mine").terms]


def test_files_are_used_where_their_folder_does_not_exist(tmp_path: Path) -> None:
    sent = packed(tmp_path / "person", "sent")
    (tmp_path / "person").rename(tmp_path / "elsewhere")
    with using(sent):
        assert terms() == ["sent"]
        there = looked_in()
        assert there is not None and tmp_path / "cache" in there.parents
        assert (there / "data" / "table.bin").read_bytes() == b"\0\1" and not (there / ".hidden").exists()
        assert [player.name for player in user_players.own_players()] == ["first"]


def test_a_damaged_copy_is_written_again(tmp_path: Path) -> None:
    sent = packed(tmp_path / "person", "sent")
    (tmp_path / "person").rename(tmp_path / "elsewhere")
    with using(sent):
        (there := looked_in() or tmp_path).joinpath("mine.py").write_text("broken", encoding="utf-8")
    own_files._used = None
    with using(sent):
        assert looked_in() == there and terms() == ["sent"]


def test_a_folder_that_says_the_same_is_used_itself(tmp_path: Path) -> None:
    """So messages name the person's file."""
    with using(packed(tmp_path / "person", "sent")):
        assert looked_in() == tmp_path / "person" / "heuristics"


def test_an_edited_file_does_not_replace_the_sent_one(tmp_path: Path) -> None:
    sent = packed(tmp_path / "person", "sent")
    edited = packed(tmp_path / "person", "edited")
    for files, expected in ((sent, "sent"), (edited, "edited"), (sent, "sent")):
        with using(files):
            assert terms() == [expected]


def test_work_with_other_files_waits_for_its_turn(tmp_path: Path) -> None:
    one, two = packed(tmp_path / "one", "one"), packed(tmp_path / "two", "two")
    found: list[list[str]] = []

    def other() -> None:
        with using(two):
            found.append(terms())

    with using(one):
        thread = threading.Thread(target=other, daemon=True)
        thread.start()
        with using(one):  # work with the same files does not wait
            thread.join(0.05)
        assert terms() == ["one"] and not found
    thread.join(10)
    assert found == [["two"]]


def test_too_much_is_refused_with_the_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_files, "MOST_BYTES", 10)
    with pytest.raises(BadText, match=r"mine\.py: own files for a cluster.*expected at most 8 bytes"):
        packed(tmp_path / "person", "sent")
