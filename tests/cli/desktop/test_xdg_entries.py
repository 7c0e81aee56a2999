"""Menu entry and file type under Linux: files of this user, complete and removable."""

import os
import re
import sys
import xml.etree.ElementTree as xml
from configparser import RawConfigParser
from pathlib import Path

import pytest

from cli.desktop import menu_entry, xdg_entries
from games.contract import BadText
from study.saved_games.saved_games import SUFFIX

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the desktops of freedesktop.org")


@pytest.fixture
def data(tmp_path, monkeypatch) -> Path:
    folder = tmp_path / "data of ä user"
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    monkeypatch.setattr(xdg_entries, "UPDATES", ())
    return folder


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def exec_words(entry: str) -> list[str]:
    """The words of an entry's command, parsed as the specification says."""
    parser = RawConfigParser()
    parser.optionxform = str  # type: ignore[assignment]
    parser.read_string(entry)
    value = parser["Desktop Entry"]["Exec"].replace("\\\\", "\\")
    words = re.findall(r'"((?:[^"\\]|\\.)*)"|(\S+)', value)
    return [re.sub(r"\\(.)", r"\1", quoted).replace("%%", "%") or plain for quoted, plain in words]


def test_what_is_installed_is_removed_whole(data):
    (data / "applications").mkdir(parents=True)
    (data / "applications" / "other.desktop").write_text("of another program", encoding="utf-8")
    answer = menu_entry.install()
    assert answer["installed"] and set(answer["entries"]) == {
        str(data / name) for name in files(data) - {"applications/other.desktop"}
    }
    assert len(answer["entries"]) == 4
    again = menu_entry.install()
    assert again["entries"] == answer["entries"]
    gone = menu_entry.remove()
    assert not gone["installed"] and sorted(gone["entries"]) == sorted(answer["entries"])
    assert files(data) == {"applications/other.desktop"}
    assert menu_entry.remove()["entries"] == []


def test_the_entry_starts_this_program(data):
    menu_entry.install()
    words = exec_words((data / xdg_entries.MENU_ENTRY).read_text(encoding="utf-8"))
    assert words == [sys.executable, str(menu_entry.PROGRAM), "open", "--running", "%f"]
    assert menu_entry.PROGRAM.is_file()


@pytest.mark.parametrize(
    "folder", ["a b", "ü", 'quo"te', "back\\slash", "do$llar", "tick`", "100%", "%f", "'"]
)
def test_any_path_can_be_started(folder):
    path = f"/media/{folder}/python"
    assert exec_words(xdg_entries.menu_entry([path]))[0] == path


def test_a_path_with_a_line_break_is_refused():
    with pytest.raises(BadText, match="line break"):
        xdg_entries.menu_entry(["/media/a\nExec=evil/python"])


def test_the_type_is_that_of_saved_games(data):
    menu_entry.install()
    tree = xml.parse(data / xdg_entries.FILE_TYPE)
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    kind = tree.getroot()[0]
    assert kind.get("type") == xdg_entries.MIME_TYPE
    assert [glob.get("pattern") for glob in kind.iter(f"{space}glob")] == [f"*{SUFFIX}"]
    begin = next(kind.iter(f"{space}match")).get("value") or ""
    example = next(Path("assets/examples").glob(f"*{SUFFIX}")).read_text(encoding="utf-8")
    assert begin and example.startswith(begin)
    pack = tree.getroot()[1]
    assert pack.get("type") == xdg_entries.PACK_TYPE
    assert [glob.get("pattern") for glob in pack.iter(f"{space}glob")] == ["*.plyglass-pack"]
    assert f"MimeType={xdg_entries.MIME_TYPE};{xdg_entries.PACK_TYPE};" in xdg_entries.menu_entry(
        ["plyglass"]
    )


def test_missing_and_failing_commands_are_remarks(data, monkeypatch):
    monkeypatch.setattr(xdg_entries, "UPDATES", (("no-such-command", "mime"), ("false", "applications")))
    remarks = menu_entry.install()["remarks"]
    assert "no-such-command is not installed" in remarks[0] and remarks[1].startswith("false failed")


def test_an_environment_in_a_cache_is_named(data, monkeypatch):
    assert menu_entry.install()["remarks"] == []
    monkeypatch.setattr(sys, "prefix", "/home/me/.cache/uv/archive-v0/x")
    assert "lies in a cache" in menu_entry.install()["remarks"][0]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_named(data):
    data.mkdir()
    data.chmod(0o500)
    with pytest.raises(BadText, match="cannot be written"):
        menu_entry.install()


def test_a_file_in_the_place_of_a_folder_is_named(data):
    data.write_text("", encoding="utf-8")
    with pytest.raises(BadText, match="cannot be written"):
        menu_entry.install()


def test_macos_says_what_to_do_instead(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    for command in (menu_entry.install, menu_entry.remove):
        with pytest.raises(BadText, match="drop a file onto the window"):
            command()
