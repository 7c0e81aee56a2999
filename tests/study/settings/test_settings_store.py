"""Where settings come from, and how a person's own are kept."""

import json
from pathlib import Path

import pytest
import yaml

from games.contract import BadText
from games.truth import syzygy
from study.saved_games.preferences import PreferencesFile
from study.settings import settings_store
from study.settings.settings import PACES, Settings, UiSettings
from study.settings.settings_store import DEFAULT, THIS_WINDOW, YOURS, SettingsStore


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """`settings.yaml` beside main.py, and the person's own."""
    beside, own = tmp_path / "checkout" / "settings.yaml", tmp_path / "home" / "settings.yaml"
    beside.parent.mkdir()
    monkeypatch.setattr(settings_store, "DEFAULT_FILE", beside)
    monkeypatch.setattr(settings_store, "config_folder", lambda: own.parent)
    return beside, own


def sources(store: SettingsStore) -> dict[str, str]:
    return {setting.name: setting.source for setting in store.all}


TWICE = "engine: {threads: 1}\nengine: {keep_kernels: false}\n"


def test_own_setting_comes_before_file_and_default(files: tuple[Path, Path]) -> None:
    beside, own = files
    beside.write_text("ui: {theme: light, fps: 30}\ngames: {morris: {repetition: 2}}\n", encoding="utf-8")
    before = beside.read_bytes()
    store = SettingsStore.load()
    assert store.settings.ui.theme == "light" and not own.exists()
    store.set("ui.theme", "dark")
    store.set("engine.table_megabytes", 256)
    store.set("ui.scale", None)
    again = SettingsStore.load()
    assert again.problems == [] and again.settings == store.settings
    assert (again.settings.ui.theme, again.settings.ui.fps) == ("dark", 30)
    assert again.settings.engine.table_megabytes == 256
    found = sources(again)
    assert found["ui.theme"] == found["ui.scale"] == found["engine.table_megabytes"] == YOURS
    assert found["ui.fps"] == found["games.morris.repetition"] == "settings.yaml"
    assert found["ui.sounds"] == found["data_folder"] == found["games.chess.repetition"] == DEFAULT
    assert beside.read_bytes() == before, "the checkout is never written to"
    assert yaml.safe_load(own.read_text(encoding="utf-8"))["ui"] == {"theme": "dark", "scale": None}


def test_what_is_taken_back_is_what_it_was_below(files: tuple[Path, Path]) -> None:
    beside, own = files
    beside.write_text("ui: {theme: light}\n", encoding="utf-8")
    store = SettingsStore.load()
    store.set("ui.theme", "dark")
    store.set("ui.sounds", True)
    store.clear("ui.theme")
    assert store.settings.ui.theme == "light" and store.source("ui.theme") == "settings.yaml"
    store.clear("ui.sounds")
    store.clear("ui.sounds")
    assert store.source("ui.sounds") == DEFAULT and yaml.safe_load(own.read_text(encoding="utf-8")) is None


def test_two_windows_and_an_editor_do_not_undo_each_other(files: tuple[Path, Path]) -> None:
    own = files[1]
    first, second = SettingsStore.load(), SettingsStore.load()
    first.set("ui.theme", "light")
    own.write_text(
        own.read_text(encoding="utf-8") + "weights: {morris: {weighted: {mills: 3}}}\n", encoding="utf-8"
    )
    second.set("ui.sounds", True)
    settings = SettingsStore.load().settings
    assert (settings.ui.theme, settings.ui.sounds) == ("light", True)
    assert settings.weights == {"morris": {"weighted": {"mills": 3.0}}} == second.settings.weights


def test_a_mistake_in_one_file_leaves_the_other_in_force(files: tuple[Path, Path]) -> None:
    beside, own = files
    own.parent.mkdir()
    beside.write_text("ui: {theme: light, sounds: true}\n", encoding="utf-8")
    for text, expected in (
        ("ui: {theme: pink}", "ui.theme"),
        ("ui: [", "not YAML"),
        ("- 1", "sections"),
        (TWICE, "line 2"),
    ):
        own.write_text(text, encoding="utf-8")
        store = SettingsStore.load()
        assert store.settings == Settings(ui=UiSettings(theme="light", sounds=True))
        (problem,) = store.problems
        assert str(own) in problem and expected in problem
        store.set("ui.theme", "dark")
        assert store.settings.ui.theme == "dark" and store.source("ui.theme") == THIS_WINDOW
        assert not store.lasts and own.read_text(encoding="utf-8") == text, (
            "a file that a person must mend stays as it is"
        )
    own.write_text("ui: {scale: 2.0}", encoding="utf-8")
    beside.write_text("ui: {theme: pink}", encoding="utf-8")
    store = SettingsStore.load()
    assert store.settings == Settings(ui=UiSettings(scale=2.0)) and str(beside) in store.problems[0]


def test_a_file_that_is_asked_for_stands_in_for_both(files: tuple[Path, Path], tmp_path: Path) -> None:
    beside, own = files
    own.parent.mkdir()
    own.write_text("ui: {theme: light}", encoding="utf-8")
    beside.write_text("ui: {sounds: true}", encoding="utf-8")
    asked = tmp_path / "mine.yaml"
    asked.write_text("ui: {fps: 30}", encoding="utf-8")
    store = SettingsStore.load(asked)
    assert store.settings == Settings(ui=UiSettings(fps=30)) and store.source("ui.fps") == "mine.yaml"
    store.set("ui.theme", "light")
    assert store.source("ui.theme") == THIS_WINDOW and not store.lasts
    assert (
        own.read_text(encoding="utf-8") == "ui: {theme: light}"
        and asked.read_text(encoding="utf-8") == "ui: {fps: 30}"
    )


def test_a_value_that_cannot_be_is_refused(files: tuple[Path, Path]) -> None:
    store = SettingsStore.load()
    store.set("ui.theme", "light")
    for name, value in (("ui.theme", "pink"), ("ui.zoom", 1), ("ui.pace", 0.3), ("engine.threads", 0)):
        with pytest.raises(BadText, match=name):
            store.set(name, value)
    assert store.settings == Settings(ui=UiSettings(theme="light")) == SettingsStore.load().settings


def test_what_cannot_be_kept_is_in_force_and_said(files: tuple[Path, Path]) -> None:
    own = files[1]
    own.parent.write_text("a file where the folder is to be", encoding="utf-8")
    store = SettingsStore.load()
    with pytest.raises(BadText, match="The change lasts until this window closes"):
        store.set("ui.theme", "light")
    assert store.settings.ui.theme == "light"


def test_a_file_that_an_editor_broke_meanwhile_stays_as_it_is(files: tuple[Path, Path]) -> None:
    own = files[1]
    store = SettingsStore.load()
    store.set("ui.theme", "light")
    twice = "ui: {theme: light}\n" + TWICE
    own.write_text(twice, encoding="utf-8")
    with pytest.raises(
        BadText, match=r"line 3: the key 'engine' stands twice, first in line 2.*until this window"
    ):
        store.set("ui.sounds", True)
    store.set("ui.scale", 2.0)
    assert own.read_text(encoding="utf-8") == twice and not store.lasts
    ui = store.settings.ui
    assert (ui.theme, ui.sounds, ui.scale) == ("light", True, 2.0)


def test_every_setting_is_listed_once_with_what_it_does(files: tuple[Path, Path]) -> None:
    store = SettingsStore.load()
    store.set("weights.morris.weighted.mills", 3)
    every = list(store.all)
    assert len({setting.name for setting in every}) == len(every)
    named = {setting.name: setting for setting in every}
    for section in ("ui", "engine"):
        for key in type(getattr(Settings(), section)).model_fields:
            assert named[f"{section}.{key}"].description.endswith("."), key
    assert named["games.tabletactics.obstacles"].value == []
    assert named["weights.morris.weighted.mills"] == settings_store.Setting(
        "weights.morris.weighted.mills", 3.0, YOURS, files[1], ""
    )
    assert json.dumps([setting.value for setting in every])


def test_choices_of_a_version_without_own_settings_still_open(tmp_path: Path) -> None:
    (tmp_path / "last_choice.json").write_text(
        '{"layout": {"side": ["Weights", "Game"], "sounds": true}}', encoding="utf-8"
    )
    layout = PreferencesFile(tmp_path).made.layout
    assert layout.sounds is True and layout.side == ["Weights", "Game"] and layout.lab == []


def test_the_paces_are_those_of_the_bar() -> None:
    assert Settings().ui.pace in PACES and list(PACES) == sorted(PACES)


def test_a_folder_of_syzygy_tables_is_looked_into(files: tuple[Path, Path], tmp_path: Path) -> None:
    beside, _ = files
    folder = tmp_path / "syzygy"
    beside.write_text(f"syzygy_folder: {json.dumps(str(folder))}\n", encoding="utf-8")
    try:
        store = SettingsStore.load()
        (problem,) = store.problems
        assert (
            "syzygy_folder: " in problem and "cannot be read" in problem and problem.startswith(str(beside))
        )
        assert syzygy.syzygy() is None
        folder.mkdir()
        for suffix in syzygy.SUFFIXES:
            (folder / f"KQvK{suffix}").touch()
        store = SettingsStore.load()
        found = syzygy.syzygy()
        assert store.problems == [] and found is not None and found.most_men == 3
        assert syzygy.looked_in() == folder
        (row,) = [setting for setting in store.all if setting.name == "syzygy_folder"]
        assert (row.value, row.source) == (str(folder), "settings.yaml")
        beside.write_text("", encoding="utf-8")
        SettingsStore.load()
        assert syzygy.syzygy() is None
    finally:
        syzygy.look_in(None)


def test_comments_of_a_person_s_file_stay(files: tuple[Path, Path]) -> None:
    _, own = files
    own.parent.mkdir()
    own.write_text("# mine\nui:\n  theme: dark  # at night\n  # scale: 2\n", encoding="utf-8")
    store = SettingsStore.load()
    store.set("ui.theme", "light")
    assert own.read_text(encoding="utf-8") == "# mine\nui:\n  theme: light  # at night\n  # scale: 2\n"
    store.set("ui.scale", 1.5)
    store.clear("ui.theme")
    assert own.read_text(encoding="utf-8") == "# mine\nui:\n  scale: 1.5\n  # scale: 2\n"


@pytest.mark.parametrize("text", ["ui: {}\n", "{}\n"])
def test_setting_in_file_with_empty_braces_is_saved(files: tuple[Path, Path], text: str) -> None:
    _, own = files
    own.parent.mkdir()
    own.write_text(text, encoding="utf-8")
    SettingsStore.load().set("ui.theme", "light")
    assert yaml.safe_load(own.read_text(encoding="utf-8")) == {"ui": {"theme": "light"}}


@pytest.mark.parametrize("text", ["ui: large\n", "ui: [large]\n"])
def test_a_section_that_an_editor_broke_is_named_and_kept(files: tuple[Path, Path], text: str) -> None:
    store, own = SettingsStore.load(), files[1]
    store.set("ui.theme", "dark")
    own.write_text(text, encoding="utf-8")
    with pytest.raises(BadText, match="ui: expected settings, found"):
        store.set("ui.theme", "light")
    assert own.read_text(encoding="utf-8") == text and store.settings.ui.theme == "dark"
