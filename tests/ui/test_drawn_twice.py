"""A drawing changes nothing and starts no work: drawn again, a screen is the same."""

import re
import time
from collections.abc import Callable, Iterator
from functools import partial

import pygame
import pytest
from drawn_twice import SCREENS, STUDY, changes, draw_whole, session_of, snapshot
from driving import Driver

from engines.jobs import Job
from games.chess.pgn import PgnFile
from games.registry import game_names
from heuristics.registry import default_heuristic
from ui.app import App
from ui.boards.registry import has_board
from ui.navigation import DialogAnswer
from ui.panels.parts.panel import SIDE, TAB
from ui.scenes.play.play import Play
from ui.scenes.progress_dialog import ProgressDialog

GAMES = [name for name in game_names() if has_board(name)]
PGN = "1. e4 e5 2. Nf3 *\n\n1. d4 *\n"

MADE = re.compile(r"\.features\._made\[\w+\]$")
"""A feature, which is made when it is first asked for."""

APART = re.compile(r"\._read\[")
"""What a thread in the background changes meanwhile, and answers that are kept, which are the same again."""

NOT_YET = re.compile(r"\._number_columns\[|\.folds\[")
"""What drawings still change: how wide numbers are, and the table of folds that is asked for."""


class Watch:
    """Looks at each drawing of a window. `changed` are the paths in the game and its study that
    one has changed."""

    def __init__(self, driver: Driver, patch: pytest.MonkeyPatch) -> None:
        self.driver = driver
        self.changed: set[str] = set()
        draw = App._draw

        def watched(app: App, now: float) -> None:
            before = snapshot(session_of(app))
            draw(app, now)
            after = snapshot(session_of(app))
            made = tuple(path for path in after.keys() - before.keys() if MADE.search(path))
            found = changes(before, after)
            self.changed |= {path for path in found if not (made and path.startswith(made))}

        patch.setattr(App, "_draw", watched)

    def draws_the_same_again(self) -> None:
        """Draws what is shown twice. Neither drawing may change anything, and both show the same."""
        self.driver.app.redraw()  # as after any event
        self.driver.frame(3)
        app, now, modules = self.driver.app, time.perf_counter(), STUDY + SCREENS
        first = draw_whole(app, now)
        before = snapshot(app.scene, modules)
        assert draw_whole(app, now) == first
        changed = self.changed | changes(before, snapshot(app.scene, modules))
        assert {path for path in changed if not (APART.search(path) or NOT_YET.search(path))} == set()


@pytest.fixture
def watch(tmp_path, monkeypatch) -> Iterator[Watch]:  # type: ignore[no-untyped-def]
    driver = Driver(tmp_path, problems=["settings.yaml: a line"])
    yield Watch(driver, monkeypatch)
    driver.close()


def begun(watch: Watch, game: str) -> Play:
    """A game in which a person and a program have moved."""
    driver = watch.driver
    play = driver.play(game, "human", f"alphabeta:{default_heuristic(game).name},depth=2")
    for _ in range(2):
        driver.until(lambda: play.session.turn.person_may_move)
        play.session.turn.enter(play.session.study.position.moves[0])
        driver.frame()
    study, turn = play.session.study, play.session.turn
    driver.until(lambda: turn.person_may_move or study.over)
    driver.until(lambda: turn.prepared)  # compiling ahead begins after a drawing, and shows a clock
    driver.until(lambda: study.preparation is None or study.preparation.over)
    return play


def test_the_home_screen_with_each_overlay(watch) -> None:  # type: ignore[no-untyped-def]
    begun(watch, "isolation")
    watch.driver.app.pop()
    watch.draws_the_same_again()
    for key, mod in ((pygame.K_F1, 0), (pygame.K_k, pygame.KMOD_LCTRL)):
        watch.driver.key(key, mod)
        watch.draws_the_same_again()
        watch.driver.key(pygame.K_ESCAPE)
    watch.driver.app.say("A line for some seconds.")
    watch.draws_the_same_again()


def test_a_game_with_each_tab(watch) -> None:  # type: ignore[no-untyped-def]
    play = begun(watch, "isolation")
    for panel in play.dock.panels:
        if panel.group == TAB:
            play.dock.show(panel, play.session.study)
            watch.draws_the_same_again()


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_game_with_each_panel(watch, game) -> None:  # type: ignore[no-untyped-def]
    play = begun(watch, game)
    study = play.session.study
    watch.draws_the_same_again()
    for panel in (*play.dock.panels, play.dock.lab):
        if panel.suits(study):
            play.dock.show(panel, study)
            watch.draws_the_same_again()
            if panel.place != SIDE:
                play.dock.show(panel, study)
    watch.driver.move_mouse(play.board.picture.geometry.rect.center)
    watch.draws_the_same_again()
    play.commands.run("projector")
    watch.draws_the_same_again()


def test_the_end_of_a_game(watch) -> None:  # type: ignore[no-untyped-def]
    play = begun(watch, "isolation")
    play.session.turn.resign()
    watch.draws_the_same_again()
    assert play.layout.result.height


@pytest.mark.parametrize("name", ["players", "case", "set up", "how to play", "open", "export", "settings"])
def test_a_screen_that_a_game_leads_to(watch, name) -> None:  # type: ignore[no-untyped-def]
    play = begun(watch, "chess")
    play.commands.run(name)
    watch.draws_the_same_again()
    assert watch.driver.app.scene is not play


def test_the_other_screens(watch) -> None:  # type: ignore[no-untyped-def]
    driver = watch.driver
    window = driver.window
    screens: list[Callable[[], object]] = [
        partial(window.own_files, "chess"),
        partial(window.arena, "isolation"),
        partial(window.make_pack, print),
        partial(window.comment, "1. e4", "A text.", print),
        partial(window.choose_file, "Save", (".pgn",), print, "name"),
        partial(window.choose_game, PgnFile.of_text(PGN, "two games"), print),
        partial(window.ask, "A title", "Words " * 90, ("x " * 9000,), [DialogAnswer("A", "b", print)], print),
        lambda: driver.app.push(ProgressDialog(driver.app, "Opening", Job("x"), print)),
    ]
    for show in screens:
        driver.patient = False
        show()
        watch.draws_the_same_again()
        driver.app.pop()
