"""Written class packs: they can be read again in their order, and no file replaces another of the same
name."""

import json
import zipfile

import pytest
from test_class_pack import text_of

from games.contract import BadText
from study.lesson_files.class_pack import MOST_ENTRIES, ORDER, read_pack
from study.lesson_files.pack_writer import PackedLesson, lessons_in, packed, write_folder, write_pack


def of(name: str, title: str) -> PackedLesson:
    return packed(name, text_of(title).encode(), name)


def test_a_pack_is_read_in_the_order_in_which_it_was_written(tmp_path):
    path = tmp_path / "week.plyglass-pack"
    found = write_pack(path, "Forks", [of("z.plyglass", "Last?"), of("a.plyglass", "First")])
    assert (found.title, found.names) == ("Forks", ("z.plyglass", "a.plyglass"))
    assert found == read_pack(path) and [each.case.name for each in found.lessons()] == ["Last?", "First"]
    title, lessons = lessons_in(path)
    again = tmp_path / "again.plyglass-pack"
    write_pack(again, title, lessons)
    assert again.read_bytes() == path.read_bytes(), "the same lessons make the same file"


def test_files_of_one_name_stay_apart(tmp_path):
    same = [
        of("in/fork.plyglass", "A"),
        of("fork.plyglass", "B"),
        of("Fork.plyglass", "C"),
        of("fork-2.plyglass", "D"),
    ]
    found = write_pack(tmp_path / "p.plyglass-pack", "", same)
    assert found.names == ("fork.plyglass", "fork-2.plyglass", "Fork-3.plyglass", "fork-2-2.plyglass")
    assert [each.case.name for each in found.lessons()] == ["A", "B", "C", "D"] and found.title == "p"


def test_a_folder_takes_the_lessons_and_their_order(tmp_path):
    folder = tmp_path / "week.plyglass-pack"
    folder.mkdir()
    write_folder(folder, "Forks", [of("z.plyglass", "Z"), of("a.plyglass", "A")])
    assert read_pack(folder).names == ("z.plyglass", "a.plyglass") and read_pack(folder).title == "Forks"
    assert (folder / "z.plyglass").read_text(encoding="utf-8") == text_of("Z")
    assert json.loads((folder / ORDER).read_text(encoding="utf-8"))["order"] == ["z.plyglass", "a.plyglass"]
    (folder / ORDER).unlink()
    (folder / "z.plyglass").write_text("mine", encoding="utf-8")
    with pytest.raises(BadText, match=r"z\.plyglass: it is there already"):
        write_folder(folder, "", [of("b.plyglass", "B"), of("z.plyglass", "Z")])
    assert (folder / "z.plyglass").read_text(encoding="utf-8") == "mine" and not (
        folder / "b.plyglass"
    ).exists()


def test_what_is_no_lesson_is_refused_in_a_line(tmp_path):
    saved = tmp_path / "game.plyglass"
    saved.write_text('{"plyglass": 1, "game": "chess"}\n', encoding="utf-8")
    for path in (saved, tmp_path / "none.plyglass", tmp_path):
        with pytest.raises(BadText) as caught:
            lessons_in(path)
        assert "\n" not in str(caught.value)
    bad = zipfile.ZipFile(tmp_path / "bad.plyglass-pack", "w")
    bad.writestr("a.plyglass", text_of("A"))
    bad.writestr("b.plyglass", "nonsense")
    bad.close()
    with pytest.raises(BadText, match=r"b\.plyglass: line 1"):
        lessons_in(tmp_path / "bad.plyglass-pack")


def test_an_empty_and_a_huge_pack_are_not_written(tmp_path):
    path = tmp_path / "p.plyglass-pack"
    with pytest.raises(BadText, match="Add a lesson file first"):
        write_pack(path, "", [])
    with pytest.raises(BadText, match="expected fewer than 10,000"):
        write_pack(path, "", [of("a.plyglass", "A")] * MOST_ENTRIES)
    assert not path.exists()
