"""Class packs, and malicious zips."""

import json
import os
import stat
import struct
import sys
import zipfile

import pytest
from test_lesson_file import lesson

from games.contract import BadText
from study.lesson_files import class_pack
from study.lesson_files.class_pack import ORDER, read_pack
from study.lesson_files.lesson_file import LessonFile, written
from study.suites.suites import Case


def text_of(title: str) -> str:
    first = lesson()
    case = first.case
    return written(LessonFile(first.record, 4, Case(title, case.position, case.best, ())))


def zip_of(path, members):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return path


@pytest.fixture(params=["folder", "zip"])
def pack(request, tmp_path):
    path = tmp_path / "week 3.plyglass-pack"
    order = json.dumps(
        {"plyglass": "pack", "format": 1, "title": "Forks", "order": ["z.plyglass", "in/b.plyglass"]}
    )
    members = [("a.plyglass", text_of("A")), ("in/b.plyglass", text_of("B")), ("z.plyglass", text_of("Z"))]
    members += [(ORDER, order), ("readme.txt", "hello")]
    if request.param == "zip":
        return zip_of(path, members)
    for name, content in members:
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_text(content, encoding="utf-8")
    return path


def test_lessons_come_in_their_order(pack):
    found = read_pack(pack)
    assert (found.title, found.names) == ("Forks", ("z.plyglass", "in/b.plyglass", "a.plyglass"))
    assert [found.read(number).case.name for number in range(3)] == ["Z", "B", "A"]


def test_all_lessons_are_read_with_one_opening(pack, monkeypatch):
    found, opened, real = read_pack(pack), [], class_pack._opened
    monkeypatch.setattr(class_pack, "_opened", lambda path: opened.append(path) or real(path))
    assert [each.case.name for each in found.lessons()] == ["Z", "B", "A"]
    assert opened == ([pack] if pack.is_file() else [])


def test_without_an_order_they_come_by_name(tmp_path):
    path = zip_of(tmp_path / "p.plyglass-pack", [("b.plyglass", text_of("B")), ("a.plyglass", text_of("A"))])
    assert (read_pack(path).title, read_pack(path).names) == ("p", ("a.plyglass", "b.plyglass"))


@pytest.mark.parametrize("name", ["/etc/a.plyglass", "../a.plyglass", "in/../../a.plyglass", "C:/a.plyglass",
                                  "..\\a.plyglass", "\\\\host\\a.plyglass"])  # fmt: skip
def test_names_that_lead_out_are_refused(tmp_path, name):
    path = tmp_path / "p.plyglass-pack"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(zipfile.ZipInfo("good.plyglass"), text_of("A"))
        info = zipfile.ZipInfo("x")
        info.filename = name  # bypasses ZipInfo's own changes
        archive.writestr(info, text_of("A"))
    with pytest.raises(BadText, match="names inside the pack"):
        read_pack(path)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["p.plyglass-pack"], "nothing was unpacked"


def test_links_in_a_zip_are_refused(tmp_path):
    path = tmp_path / "p.plyglass-pack"
    with zipfile.ZipFile(path, "w") as archive:
        info = zipfile.ZipInfo("a.plyglass")
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(info, "/etc/passwd")
    with pytest.raises(BadText, match="no links"):
        read_pack(path)


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize("of", ["file", "folder"])
def test_links_in_a_folder_are_refused(tmp_path, of):
    path, outside = tmp_path / "p.plyglass-pack", tmp_path / "outside"
    path.mkdir()
    outside.mkdir()
    (outside / "a.plyglass").write_text(text_of("A"), encoding="utf-8")
    os.symlink(outside / "a.plyglass" if of == "file" else outside, path / "a.plyglass")
    with pytest.raises(BadText, match="no links"):
        read_pack(path)


def test_what_unpacks_to_too_much_is_refused_as_it_comes(tmp_path, monkeypatch):
    monkeypatch.setattr(class_pack, "MOST_UNPACKED", 1_000_000)
    path = zip_of(
        tmp_path / "p.plyglass-pack", [("a.plyglass", text_of("A")), ("bomb.bin", b"\0" * 3_000_000)]
    )
    assert path.stat().st_size < 20_000
    with pytest.raises(BadText, match="at most 1,000,000 bytes unpacked"):
        read_pack(path)


def test_a_lesson_that_is_too_large_is_named_once(tmp_path, monkeypatch):
    monkeypatch.setattr(class_pack, "MOST_BYTES", 1_000)
    path = zip_of(tmp_path / "p.plyglass-pack", [("a.plyglass", "x" * 2_000)])
    with pytest.raises(BadText) as error:
        read_pack(path).read(0)
    assert str(error.value).count("a.plyglass") == 1 and "at most 1,000 bytes" in str(error.value)


def test_the_size_in_the_header_is_not_believed(tmp_path, monkeypatch):
    """The header says 10 bytes. The real content is counted, or refused because it differs from the
    header."""
    monkeypatch.setattr(class_pack, "MOST_UNPACKED", 1_000_000)
    path = zip_of(tmp_path / "p.plyglass-pack", [("bomb.bin", b"\0" * 3_000_000)])
    content = path.read_bytes()
    size = struct.pack("<L", 3_000_000)
    assert content.count(size) == 2
    path.write_bytes(content.replace(size, struct.pack("<L", 10)))
    with pytest.raises(BadText) as error:
        read_pack(path)
    assert "\n" not in str(error.value)


def test_too_many_entries_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(class_pack, "MOST_ENTRIES", 20)
    members = [(f"{number}.plyglass", "x") for number in range(21)]
    with pytest.raises(BadText, match="at most 20 entries"):
        read_pack(zip_of(tmp_path / "p.plyglass-pack", members))
    folder = tmp_path / "q.plyglass-pack"
    folder.mkdir()
    for name, content in members:
        (folder / name).write_text(content, encoding="utf-8")
    with pytest.raises(BadText, match="at most 20 entries"):
        read_pack(folder)


def test_the_limits_are_those_that_are_promised():
    assert (class_pack.MOST_UNPACKED, class_pack.MOST_ENTRIES) == (200_000_000, 10_000)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 no zip", b"\0" * 100])
def test_what_is_no_zip_is_one_line(tmp_path, content):
    path = tmp_path / "p.plyglass-pack"
    path.write_bytes(content)
    with pytest.raises(BadText) as error:
        read_pack(path)
    assert str(error.value).startswith(str(path)) and "\n" not in str(error.value)


BAD_ORDERS = (
    "[]",
    '{"plyglass": "pack"}',
    '{"plyglass": "pack", "format": 1, "order": [1]}',
    '{"plyglass": "pack", "format": 1, "order": ["gone.plyglass"]}',
)


@pytest.mark.parametrize("order", BAD_ORDERS)
def test_an_order_that_makes_no_sense_is_one_line(tmp_path, order):
    path = zip_of(tmp_path / "p.plyglass-pack", [("a.plyglass", text_of("A")), (ORDER, order)])
    with pytest.raises(BadText, match=r"pack\.json"):
        read_pack(path)


def test_a_lesson_that_is_broken_is_named(tmp_path):
    path = zip_of(tmp_path / "p.plyglass-pack", [("a.plyglass", "no lesson")])
    with pytest.raises(BadText, match=r"p\.plyglass-pack, a\.plyglass: "):
        read_pack(path).read(0)
