"""A game against a person's own player in the window: it plays, and the window survives whatever it does
wrong."""

import pytest
from driving import Driver

from engines.player_text import parse_player
from engines.subprocesses import line_protocol_player, user_players
from engines.subprocesses.line_protocol_player import ProgramTimeouts
from games.record import Record
from games.registry import load_game
from study.game.session import Session
from ui.scenes.confirm_dialog import ConfirmDialog
from ui.scenes.play.play import Play

LAST = "def choose(position, clock):\n    print('as far as I see')\n    return position.moves[-1]\n"
WRONG = {
    "raises": ("def choose(position, clock):\n    raise ValueError('no idea')\n", "ValueError: no idea"),
    "loops": ("def choose(position, clock):\n    while True:\n        pass\n", "still at line"),
    "late": ("import time\ndef choose(position, clock):\n    time.sleep(9)\n", "no move"),
    "illegal": ("def choose(position, clock):\n    return 'z9'\n", "played 'z9', not legal"),
    "exits": ("import sys\ndef choose(position, clock):\n    sys.exit(3)\n", "SystemExit: 3"),
    "ends": ("import os\ndef choose(position, clock):\n    os._exit(3)\n", "ended with exit status 3"),
    "syntax": ("def choose(\n", "SyntaxError"),
    "nothing": ("", "expected a function choose(position, clock)"),
    "gone": (None, "there is no file"),
}
FAST = ("raises", "gone")
"""The kinds in the fast suite; the way to the window is the same for all."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    before = user_players.looked_in()
    folder = tmp_path / "players"
    folder.mkdir()
    user_players.look_in(folder)
    monkeypatch.setattr(line_protocol_player, "PATIENT", ProgramTimeouts(late=0.5))
    yield folder
    user_players.look_in(before)


def begin(driver: Driver, game: str, player: str) -> Play:
    players = (parse_player("human", game), parse_player(player, game))
    play = driver.window.play(
        Session(Record.start(load_game(game)), players, driver.app.settings, driver.saves)
    )
    driver.frame()
    return play


def test_it_plays_and_what_it_prints_is_shown(driver, folder):
    (folder / "mine.py").write_text(LAST, encoding="utf-8")
    play = begin(driver, "isolation", "own:mine,ms=30000")
    driver.click_square(play, "d4")
    driver.until(lambda: len(play.session.study.record.plies) == 2, 60)
    assert [ply.text for ply in play.session.study.record.plies] == ["d4", "g7"]
    thought = play.session.study.search_store.of(play.session.study.record.positions[1])
    assert thought.remark == "as far as I see"


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=() if kind in FAST else pytest.mark.slow) for kind in WRONG]
)
def test_its_mistake_is_reported_and_it_can_be_asked_again(driver, folder, kind):
    source, message = WRONG[kind]
    if source is not None:
        (folder / "mine.py").write_text(source, encoding="utf-8")
    # Only these may be late, however busy the machine is.
    milliseconds = 50 if kind in ("loops", "late") else 30_000
    play = begin(driver, "morris", f"own:mine,ms={milliseconds}")
    driver.click_square(play, "a1")
    driver.until(lambda: play.session.study.failure, 60)
    assert message in play.session.study.failure and "\n" not in play.session.study.failure
    driver.frame(2)
    if kind == "raises":  # mended and saved, it is asked again and plays
        (folder / "mine.py").write_text(LAST, encoding="utf-8")
        play.session.turn.retry()
        driver.until(lambda: len(play.session.study.record.plies) == 2, 60)
    else:  # a person moves instead
        driver.click_square(play, "d1")
        assert len(play.session.study.record.plies) == 2


def test_command_in_a_file_is_asked_about_and_an_own_file_not(driver, folder):
    (folder / "mine.py").write_text(LAST, encoding="utf-8")
    for player, asks in (("program:rm -r everything,ms=100", True), ("own:mine", False)):
        record = Record.start(load_game("morris"))
        record.play(record.position.moves[0])
        driver.saves.begin(record, "human", player).close()
        driver.window.home()
        from ui.open_game import continue_game

        path = next(saved.path for saved in driver.saves.list() if saved.black == player)
        continue_game(driver.window, path)
        driver.frame()
        assert isinstance(driver.app.scene, ConfirmDialog if asks else Play), player
        if asks:
            assert driver.app.scene._exact == ["rm -r everything"]
