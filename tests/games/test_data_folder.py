"""Where a person's own files are, also for a Python that Windows shows other folders than other programs."""

import os
from pathlib import Path

import platformdirs
import pytest

from games import data_folder
from games.compiling import kept_kernels

FOLDERS = {
    "data": data_folder.default_folder,
    "config": data_folder.config_folder,
    "cache": kept_kernels.cache_folder,
}


@pytest.fixture
def appdata(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The usual folders lie below this one, and no variable names others."""
    for kind in FOLDERS:
        monkeypatch.setattr(
            platformdirs, f"user_{kind}_path", lambda name, appauthor, kind=kind: tmp_path / kind / name
        )
    for name in ("PLYGLASS_DATA", "PLYGLASS_CACHE"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.mark.parametrize("kind", FOLDERS)
def test_a_folder_is_named_and_not_made(kind: str, appdata: Path) -> None:
    assert FOLDERS[kind]() == appdata / kind / "Plyglass"
    assert not list(appdata.iterdir())


@pytest.mark.parametrize("kind", FOLDERS)
def test_a_python_from_the_store_names_the_real_folder(
    kind: str, appdata: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def as_in_the_store(path: Path) -> str:
        return f"{path}-LocalCache" if os.path.isdir(path) else str(path)

    monkeypatch.setattr(data_folder, "FROM_STORE", True)
    monkeypatch.setattr(os.path, "realpath", as_in_the_store)
    assert FOLDERS[kind]() == appdata / kind / "Plyglass-LocalCache"


def test_a_folder_of_the_environment_stays_as_it_is_named(
    appdata: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data_folder, "FROM_STORE", True)
    monkeypatch.setenv("PLYGLASS_DATA", str(appdata / "mine"))
    assert data_folder.default_folder() == data_folder.config_folder() == appdata / "mine"
    assert not list(appdata.iterdir())
