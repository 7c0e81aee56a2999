"""The settings page as a person uses it."""

import pygame
import pytest
import yaml
from driving import Driver, choose

from heuristics.registry import load_heuristic
from study.format.value_format import ValueFormat
from study.settings.settings import PACES
from study.settings.settings_store import SettingsStore
from ui import clipboard
from ui.colors import values
from ui.scenes import settings_page
from ui.scenes.settings_page import GROUPS, SettingsPage

CONTROL = pygame.KMOD_LCTRL


def opened(driver: Driver) -> SettingsPage:
    driver.key(pygame.K_COMMA, CONTROL)
    page = driver.app.scene
    assert isinstance(page, SettingsPage)
    return page


def texts(driver: Driver) -> list[str]:
    sheet = driver.app.event_router.sheet
    sheet.labels = []
    driver.app.redraw()
    driver.app.frame()
    found, sheet.labels = [label.wanted for label in sheet.labels], None
    return found


def test_it_opens_from_home_from_the_menu_and_by_name(driver):
    driver.click_on(driver.app.scene.settings)
    assert isinstance(driver.app.scene, SettingsPage)
    driver.key(pygame.K_ESCAPE)
    play = driver.play("isolation", "human", "human")
    choose_row = [option.value for option in play.menu.options].index("settings")
    driver.click_on(play.menu)
    play.menu.list.light(choose_row)
    driver.frame()
    driver.click(play.menu.list.area(choose_row).center)
    assert isinstance(driver.app.scene, SettingsPage)
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_k, CONTROL)
    driver.type("settings")
    driver.key(pygame.K_RETURN)
    assert isinstance(driver.app.scene, SettingsPage)
    before = len(driver.app.scenes)
    driver.key(pygame.K_COMMA, CONTROL)
    assert len(driver.app.scenes) == before and driver.app.scene.said == "The settings are open already."


def test_a_change_is_in_force_at_once_kept_and_taken_back(driver, tmp_path):
    play = driver.play("isolation", "human", "human")
    page = opened(driver)
    choose(driver, page.controls["ui.theme"], "light")
    assert driver.app.theme.name == "light"
    assert (
        tuple(driver.app.surface.get_at((1, 715)))[:3] == tuple(pygame.Color(values("light")["ground"]))[:3]
    )
    choose(driver, page.controls["ui.scale"], 1.25)
    assert driver.app.theme.scale == 1.25
    choose(driver, page.controls["ui.sounds"], True)
    choose(driver, page.controls["ui.pace"], 2.0)
    choose(driver, page.controls["ui.animation"], True)
    assert driver.app.sounds.on and PACES[play.session.study.pace] == 2.0 and play.board.picture.animated
    assert "from your settings" in texts(driver)
    kept = yaml.safe_load((tmp_path / "settings.yaml").read_text(encoding="utf-8"))
    assert kept == {"ui": {"theme": "light", "scale": 1.25, "sounds": True, "pace": 2.0, "animation": True}}
    driver.click_on(page.resets["ui.theme"])
    assert driver.app.theme.name == "dark" and driver.zone(page.resets["ui.theme"]) is None
    assert "theme" not in yaml.safe_load((tmp_path / "settings.yaml").read_text(encoding="utf-8"))["ui"]
    driver.key(pygame.K_ESCAPE)
    assert driver.app.scene is play
    new = play.context
    new.start_record(play.session.study.record)
    assert PACES[play.session.study.pace] == 2.0, "the next game too"


def test_values_are_in_units_or_the_authors_numbers(driver):
    heuristic = load_heuristic("chess", "classical")
    page = opened(driver)
    assert ValueFormat.of(heuristic).signed(35.0) == "+0.35"
    choose(driver, page.controls["ui.values"], "raw")
    assert ValueFormat.of(heuristic).per_unit == 1.0 and ValueFormat.of(heuristic).unit == ""
    assert ValueFormat.of(heuristic).signed(35.0).startswith("+35")
    choose(driver, page.controls["ui.values"], "units")
    assert ValueFormat.of(heuristic).signed(35.0) == "+0.35"


def test_memory_and_threads_are_those_of_the_next_search(driver):
    play = driver.play("isolation", "human", "alphabeta:improved,depth=1")
    session, made = play.session, []
    engine = session.engines.engine(1)
    session.engines.maker = lambda spec, game, seed: made.append(spec) or driver.engine
    page = opened(driver)
    choose(driver, page.controls["engine.table_megabytes"], 128)
    assert session.study.settings.engine.table_megabytes == 128 and not session.study.engines
    assert session.engines.engine(1) is driver.engine and len(made) == 1 and engine is driver.engine
    driver.app.set("engine.threads", 2)
    session.analysis.ask_hint()
    assert dict(made[-1].options)["threads"] == 2 and dict(made[-1].options)["multipv"] == 3


def test_every_control_is_reached_by_tab_and_comes_into_sight(tmp_path):
    driver = Driver(tmp_path, (640, 480))
    page = opened(driver)
    driver.frame()
    named = [name for name in page.opening if page._path(name) is not None]
    assert set(page.opening) - set(named) == {"syzygy_folder"}
    controls = [*page.controls.values()]
    controls += [buttons[name] for buttons in (page.opening, page.copying) for name in named]
    for control in controls:
        driver.tab_to(control)
        driver.frame()
        assert driver.rect(control).height > 20, "it is in sight"
        assert driver.zone(control).tip
    driver.close()


def test_a_setting_is_changed_by_keys_alone(driver):
    page = opened(driver)
    driver.tab_to(page.controls["ui.theme"])
    driver.key(pygame.K_RIGHT)
    assert driver.app.settings.ui.theme == "light"
    driver.key(pygame.K_LEFT)
    assert driver.app.settings.ui.theme == "dark"


def test_folders_are_opened_and_copied(driver, monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr(settings_page, "open_folder", lambda path: asked.append(path) or "")
    page = opened(driver)
    driver.click_on(page.opening["heuristics_folder"])
    driver.until(lambda: page._job is None)
    assert asked == [driver.app.settings.own_heuristics]
    monkeypatch.setattr(settings_page, "open_folder", lambda path: "xdg-open: No such file or directory")
    driver.click_on(page.opening["data_folder"])
    driver.until(lambda: page._job is None)
    assert "No such file" in page.said and clipboard.get() == str(driver.app.settings.saved_games)
    driver.click_on(page.copying["players_folder"])
    assert clipboard.get() == str(driver.app.settings.own_players)
    driver.key(pygame.K_c, CONTROL)
    assert clipboard.get() == str(tmp_path / "settings.yaml")


def test_a_folder_of_syzygy_tables_is_shown_once_it_is_named(driver, tmp_path):
    page = opened(driver)
    assert driver.zone(page.copying["syzygy_folder"]) is None
    driver.app.set("syzygy_folder", str(tmp_path))
    driver.frame(2)
    driver.click_on(page.copying["syzygy_folder"])
    assert clipboard.get() == str(tmp_path)


def test_a_value_that_no_list_has_is_shown_as_it_is(driver):
    driver.app.set("ui.scale", 1.1)
    page = opened(driver)
    driver.frame()
    control = page.controls["ui.scale"]
    assert control.value == 1.1 and control.options[control.index].label == "110 %"


def test_sounds_of_a_version_before_become_a_setting(tmp_path):
    first = Driver(tmp_path)
    first.app.layout.sounds = True
    first.close()
    second = Driver(tmp_path)
    assert second.app.sounds.on and second.app.layout.sounds is None
    assert second.app.store.source("ui.sounds") == "your settings"
    second.play("isolation", "human", "human")
    second.key(pygame.K_l, pygame.KMOD_SHIFT)
    assert not second.app.sounds.on
    second.close()
    third = Driver(tmp_path)
    assert not third.app.sounds.on, "it is off now, for good"
    third.close()


def test_a_window_without_a_file_says_so(driver):
    driver.app.store = SettingsStore.of(driver.app.settings)
    page = opened(driver)
    assert any("lasts as long as this window" in text for text in texts(driver))
    choose(driver, page.controls["ui.theme"], "light")
    assert "from this window" in texts(driver)
    driver.key(pygame.K_c, CONTROL)
    assert "there is no file" in page.said


@pytest.mark.parametrize("size", [(500, 900), (640, 480), (1280, 720), (1920, 1080)])
def test_no_text_is_cut_at_any_size(tmp_path, size):
    driver = Driver(tmp_path, size)
    opened(driver)
    sheet = driver.app.event_router.sheet
    sheet.labels = []
    driver.app.redraw()
    driver.app.frame()
    paths = {str(find(driver.app.store)) for _, _, find in settings_page.FOLDERS}
    cut = [
        label.wanted for label in sheet.labels if label.shown != label.wanted and label.wanted not in paths
    ]
    assert not cut
    assert {choice.label for _, choices in GROUPS for choice in choices} <= {
        label.wanted for label in sheet.labels
    }
    driver.close()


def test_all_of_it_is_in_view_in_the_usual_window(driver):
    page = opened(driver)
    driver.frame()
    assert not page._scroll.needed


def test_only_a_differing_setting_says_where_it_comes_from(driver):
    page = opened(driver)
    before = texts(driver)
    assert "default" not in before and "from your settings" not in before
    assert not any("in the file" in text for text in before), "a person need not know the file"
    choose(driver, page.controls["ui.theme"], "light")
    assert any(text.startswith("from ") for text in texts(driver))


def test_source_is_nearer_to_its_name_than_to_the_next(driver):
    for name, value in (("ui.theme", "light"), ("ui.animation", False), ("ui.sounds", True)):
        driver.app.set(name, value)
    opened(driver)
    sheet = driver.app.event_router.sheet
    sheet.labels = []
    driver.app.redraw()
    driver.app.frame()
    labels, sheet.labels = sheet.labels, None
    names = [choice.label for _, choices in GROUPS for choice in choices]
    at = {label.wanted: label.column.centery for label in labels if label.wanted in names}
    sources = [label.column.centery for label in labels if label.wanted == "from your settings"]
    assert len(sources) == 3
    for source in sources:
        own = max(each for each in at.values() if each < source)
        following = min(each for each in at.values() if each > source)
        assert source - own < following - source
