"""The toy game wherever the program shows or plays a game. `test_sixth_game.py` runs this file."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from driving import Driver

import main as program
from games.position import Position
from games.registry import load_game
from study.settings.settings_store import load_settings
from ui.scenes.home.home import Home
from ui.scenes.play.play import Play

NEARLY = "2b/1w1/w2 b"


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    """As the fixture in `tests/ui`, which tests of this folder do not see."""
    window = Driver(folder=tmp_path)
    yield window
    window.close()


def data(capsys, *words):
    status = program.main([*words, "--json"])
    out, err = capsys.readouterr()
    assert status == 0, err
    return json.loads(out)


def test_home_shows_it_and_starts_it(driver):
    home = driver.app.scene
    assert isinstance(home, Home)
    card = next(card for card in home.cards if card.about.name == "toy")
    driver.click_on(card)
    assert home.game == "toy"
    assert driver.app.surface.get_rect().contains(driver.rect(card))
    driver.click_on(home.who.start)
    assert isinstance(driver.app.scene, Play)
    assert driver.app.scene.session.study.record.game.name == "toy"


def test_it_is_played_to_its_end_and_saved(driver):
    play = driver.play("toy", "human", "alphabeta:lines,depth=1")  # the driver has played the first move
    for square in ("b2", "c2", "a2"):
        driver.click_square(play, square)
        driver.until(lambda: play.session.turn.person_may_move or play.session.study.over)
    assert [ply.text for ply in play.session.study.record.plies] == ["b2", "a1", "c2", "b1", "a2"]
    assert play.session.study.record.position.ending == "White has three in a row."
    driver.frame(3)
    (saved,) = driver.saves.list()
    assert saved.game == "toy" and saved.finished


def test_the_command_line_lists_it(capsys):
    assert data(capsys, "games")[-1]["name"] == "toy"
    (row,) = data(capsys, "heuristics", "toy")
    assert [term["name"] for term in row["terms"]] == ["open lines", "centre"]


def test_the_command_line_evaluates_and_analyses_it(capsys):
    assert data(capsys, "perft", "toy", "3")["nodes"] == 9 * 8 * 7
    value = data(capsys, "eval", "toy", "lines", "--position", NEARLY, "--side", "white")
    assert value["value"] == 3.5
    answer = data(capsys, "analyse", "toy", "alphabeta:lines,depth=4", "--position", "2b/1w1/w1b b")
    assert answer["move"] == "c2"
    assert len(answer["moves"]) == 5


def test_it_has_levels_though_it_names_none(capsys, driver):
    answer = data(capsys, "match", "toy", "level:3", "random", "--games", "4")
    assert answer["games"] == 4 and answer["score"] >= 0.5
    driver.app.scene.choose_game("toy")
    assert str(driver.app.scene.who.players[1].spec) == "level:3"


def test_a_match_of_it(capsys):
    answer = data(capsys, "match", "toy", "greedy:lines", "random", "--games", "4")
    assert answer["games"] == 4 == answer["wins"] + answer["draws"] + answer["losses"]


def test_settings_take_its_weights_and_refuse_unknown_rules(tmp_path):
    file = tmp_path / "settings.yaml"
    file.write_text("weights:\n  toy:\n    lines:\n      centre: 3\n", encoding="utf-8")
    settings, problems = load_settings(file)
    assert not problems and settings.lens("toy", "lines").weight("centre") == 3.0
    file.write_text("games:\n  toy:\n    size: 4\n", encoding="utf-8")
    _, (problem,) = load_settings(file)
    assert "games.toy.size" in problem


def test_its_end_has_words():
    position = Position.start(load_game("toy"), text="wbw/wbb/bww b")
    assert position.ending == "The board is full." and not position.moves
