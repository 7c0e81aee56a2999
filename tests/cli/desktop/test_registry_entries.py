"""Menu entry and file type under Windows, with stand-ins for the registry and the shell."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from cli.desktop import menu_entry, registry_entries


class FakeRegistry:
    """The part of `winreg` that is used: keys below the current user's, by path."""

    HKEY_CURRENT_USER, REG_SZ = "HKCU", 1

    def __init__(self) -> None:
        self.keys: dict[str, dict[str, str]] = {}

    def SetValue(self, root, key, kind, value):
        assert root == "HKCU" and kind == self.REG_SZ
        parts = key.split("\\")
        for end in range(1, len(parts) + 1):
            self.keys.setdefault("\\".join(parts[:end]), {})
        self.keys[key][""] = value

    def CreateKey(self, root, key):
        self.keys.setdefault(key, {})
        values = self.keys[key]

        class Opened:
            def __enter__(self):
                return values

            def __exit__(self, *_):
                return None

        return Opened()

    def SetValueEx(self, opened, name, reserved, kind, value):
        opened[name] = value

    def QueryValue(self, root, key):
        if key not in self.keys:
            raise FileNotFoundError
        return self.keys[key].get("", "")

    def DeleteKey(self, root, key):
        if key not in self.keys:
            raise FileNotFoundError
        if any(other.startswith(key + "\\") for other in self.keys):
            raise PermissionError(13, "has keys below it")
        del self.keys[key]


@pytest.fixture
def registry(monkeypatch, tmp_path):
    made = FakeRegistry()
    monkeypatch.setitem(sys.modules, "winreg", made)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("APPDATA", str(tmp_path))
    monkeypatch.setattr(registry_entries, "_tell_desktop", lambda: None)

    def run(command, env, **_):
        assert command[0] == "powershell"
        registry_entries._shortcut().parent.mkdir(parents=True, exist_ok=True)
        registry_entries._shortcut().write_text(
            f"{env['PLYGLASS_TARGET']} {env['PLYGLASS_ARGUMENTS']}", encoding="utf-8"
        )
        return SimpleNamespace(returncode=0)

    monkeypatch.setattr(subprocess, "run", run)
    return made


def test_what_is_installed_is_removed_whole(registry):
    answer = menu_entry.install()
    assert answer["remarks"] == [] and registry_entries._shortcut().is_file()
    assert registry.QueryValue("HKCU", r"Software\Classes\.plyglass") == registry_entries.FILE_TYPE
    assert registry.QueryValue("HKCU", r"Software\Classes\.plyglass-pack") == registry_entries.FILE_TYPE
    command = registry.QueryValue("HKCU", r"Software\Classes\Plyglass.SavedGame\shell\open\command")
    python = registry_entries._without_console(Path(sys.executable))
    assert command.startswith(f'"{python}" ') and command.endswith('open --running "%1"')
    assert str(menu_entry.PROGRAM) in command
    menu_entry.remove()
    assert not [key for key in registry.keys if "lyglass" in key]
    assert not registry_entries._shortcut().exists()
    assert menu_entry.remove()["entries"] == []


def test_a_type_that_another_program_took_stays(registry):
    menu_entry.install()
    registry.SetValue("HKCU", r"Software\Classes\.plyglass", 1, "Other.Game")
    menu_entry.remove()
    assert registry.QueryValue("HKCU", r"Software\Classes\.plyglass") == "Other.Game"


def test_without_powershell_the_type_is_there_all_the_same(registry, monkeypatch):
    def absent(*_, **__):
        raise FileNotFoundError

    monkeypatch.setattr(subprocess, "run", absent)
    assert "PowerShell" in menu_entry.install()["remarks"][0]
    assert registry.QueryValue("HKCU", r"Software\Classes\.plyglass") == registry_entries.FILE_TYPE


def test_the_icon_has_all_sizes():
    content = registry_entries.ICON.read_bytes()
    count = int.from_bytes(content[4:6], "little")
    sizes = [content[6 + 16 * number] or 256 for number in range(count)]
    assert content[:4] == bytes((0, 0, 1, 0)) and sizes == [16, 24, 32, 48, 64, 128, 256]
