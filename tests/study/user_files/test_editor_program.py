"""Which editor opens a file, and the message where one does not."""

import sys

import pytest

from study.user_files import editor_program
from study.user_files.editor_program import editor_command, open_in_editor


@pytest.fixture(autouse=True)
def no_editor(monkeypatch):
    for name in ("VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)


def test_settings_come_before_an_editor_without_terminal(monkeypatch):
    usual = editor_command()
    monkeypatch.setenv("EDITOR", "/usr/bin/vim -p")
    assert editor_command() == usual
    assert editor_command("vim") == ["vim"]
    monkeypatch.setenv("EDITOR", "gedit --wait")
    assert editor_command() == ["gedit", "--wait"]
    monkeypatch.setenv("VISUAL", "code")
    assert editor_command() == ["code"] and editor_command("kate -b") == ["kate", "-b"]


def test_an_editor_with_a_blank_in_its_path_is_opened(tmp_path):
    program = tmp_path / "my editor"
    program.touch()
    assert editor_command(f'"{program}" --o="c d"') == [str(program), "--o=c d"]
    assert editor_command(str(program)) == [str(program)]


@pytest.mark.parametrize(("platform", "words"), [("darwin", ["open", "-t"]), ("linux", ["xdg-open"])])
def test_else_the_systems_way(monkeypatch, platform, words):
    monkeypatch.setattr(sys, "platform", platform)
    assert editor_command() == words


def test_an_editor_that_is_not_there_or_fails_is_reported(tmp_path, monkeypatch):
    monkeypatch.setattr(editor_program, "SOON", 60.0)  # a busy computer takes half a second to start one
    assert "no-such-editor-here" in open_in_editor(tmp_path / "a.py", "no-such-editor-here")
    fails = f'"{sys.executable}" -c "raise SystemExit(3)"'
    assert "status 3" in open_in_editor(tmp_path / "a.py", fails)
