"""No screen cuts a word, in the smallest windows and in the usual one at a large scale. Covers the screens
beside the game; its panels have tests of their own."""

from collections.abc import Callable
from functools import partial

import pygame
import pytest
from driving import Driver, opening_in
from test_small_windows import in_the_middle_of

from arena.sequential import SequentialTest
from engines.jobs import Job
from games.chess.pgn import PgnFile
from games.registry import ENTRIES, entry
from reviews import random_game, small
from study.review.background_review import BackgroundReview
from study.tournaments.arena_session import Plan
from ui.navigation import DialogAnswer
from ui.panels.compare.two_heuristics import TwoHeuristicsPanel
from ui.panels.evaluation.evaluation import EvaluationPanel
from ui.panels.evaluation.weights import WeightsPanel
from ui.panels.move_list import TOOLS, MoveListPanel
from ui.scenes.arena.arena import Arena
from ui.scenes.editor.editor import Editor
from ui.scenes.home.home import Home
from ui.scenes.home.who_plays import MODES
from ui.scenes.progress_dialog import ProgressDialog
from ui.theme import Theme

WINDOWS = [((640, 480), 1.0), ((500, 900), 1.0), ((1280, 720), 1.0), ((1280, 720), 1.5)]
GAMES = [about.name for about in ENTRIES]
LONG = {about.tagline for about in ENTRIES}
"""Complete in a card's tooltip: the smallest windows have no room for them."""


opening = opening_in(WINDOWS)


def cut(driver: Driver) -> list[str]:
    """The texts that are cut, or that reach beyond the sides of the window."""
    sheet, theme, drawn = driver.app.event_router.sheet, driver.app.theme, Theme.text
    cut: list[str] = []

    def text(surface, where, string, size=14, color=None, align="left", bold=False, max_width=None):
        if max_width is not None and theme.width(string, size, bold) > max_width:
            cut.append(string)
        return drawn(theme, surface, where, string, size, color, align, bold, max_width)

    sheet.labels, theme.text = [], text
    driver.app.redraw()
    driver.app.frame()
    cut += [label.wanted for label in sheet.labels if label.shown != label.wanted]
    right = driver.app.surface.get_rect().right
    outside = (label for label in sheet.labels if label.column.left < 0 or label.column.right > right)
    cut += [label.wanted for label in outside]  # only their visible part is known
    sheet.labels = None
    del theme.text
    return [each for each in cut if not any(tagline.endswith(each) for tagline in LONG)]


def texts(driver: Driver) -> list[str]:
    sheet = driver.app.event_router.sheet
    sheet.labels = []
    driver.app.redraw()
    driver.app.frame()
    labels, sheet.labels = sheet.labels, None
    return [label.shown for label in labels]


def home(driver: Driver) -> Home:
    scene = driver.app.scene
    assert isinstance(scene, Home)
    return scene


def save(driver: Driver, game: str) -> None:
    """Begins a game and leaves it."""
    play = driver.play(game, "human", "level:3")
    play.session.turn.enter(play.session.study.record.position.moves[0])
    driver.app.pop()
    driver.frame(2)


def test_home(driver):
    for mode in MODES:
        home(driver).who.choose_mode(mode)
        driver.frame()
        assert not cut(driver), mode
    home(driver).who.choose_mode("Play")
    for game in GAMES:
        save(driver, game)
    for exact in (False, True):
        driver.app.choices.exact = exact
        for game in GAMES:
            home(driver).choose_game(game)
            driver.frame()
            assert not cut(driver), game


@pytest.mark.parametrize("game", GAMES)
def test_the_editor(driver, game):
    home(driver).choose_game(game)
    home(driver).set_up()
    driver.frame(2)
    editor = driver.app.scene
    assert isinstance(editor, Editor)
    assert not cut(driver)
    driver.click_on(editor.details)
    assert not cut(driver)
    driver.key(pygame.K_c)
    driver.frame()
    assert not cut(driver), editor.problem


@pytest.mark.parametrize("game", GAMES)
def test_the_head_of_a_game_its_moves_and_the_lab(driver, game):
    play = driver.play(game, "human", "level:5", record=in_the_middle_of(game, driver))
    play.session.turn.pause()
    for page in (1, 2):  # Moves and Game
        play.dock.show(play.dock.side_panels[page], play.session.study)
        driver.frame(3)
        assert not cut(driver), play.dock.side_panels[page].title
    assert all(driver.zone(("edit", command.name)) for command in TOOLS), "all of them have room"
    driver.key(pygame.K_0)
    driver.frame(2)
    assert not set(cut(driver)) & {panel.question for panel in play.dock.panels}


def test_no_head_of_the_table_of_moves_is_cut(driver):
    play = driver.play("chess", "human", "level:5", record=in_the_middle_of("chess", driver))
    play.session.turn.pause()
    play.dock.show(play.dock.side_panels[1], play.session.study)
    driver.frame(2)  # the table asks for its facts
    driver.until(lambda: not play.session.study.facts.busy)
    heads = set()
    for _ in range(90):
        driver.frame(2)
        assert not cut(driver)
        heads |= {zone.key[1] for zone in driver.app.event_router.sheet.zones if head_of(zone.key)}
        if driver.zone(("columns", "›")) is None:
            break
        driver.click_on(("columns", "›"))
    assert "rounding" in heads


def head_of(key: object) -> bool:
    return isinstance(key, tuple) and key[0] == "head"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", [TwoHeuristicsPanel, WeightsPanel, EvaluationPanel])
def test_terms_and_heuristics_have_their_whole_names(driver, game, kind):
    play = driver.play(game, "human", "level:5", record=in_the_middle_of(game, driver))
    play.session.turn.pause()
    panel = next(panel for panel in play.dock.panels if isinstance(panel, kind))
    play.dock.show(panel, play.session.study)
    driver.until(lambda: not play.session.study.facts.busy)
    driver.frame(3)
    assert not cut(driver)


def test_a_move_is_whole_in_the_list_and_its_value_gives_way(driver):
    record = random_game("jungle", 24, 3)
    play = driver.play("jungle", "human", "level:5", record=record)
    play.session.turn.pause()
    study = play.session.study
    review = study.of(BackgroundReview)
    review.make = lambda lens, nodes: small(lens, depth=1)
    review.begin(study)
    driver.until(lambda: not review.running)
    play.dock.show(next(panel for panel in play.dock.panels if isinstance(panel, MoveListPanel)), study)
    driver.frame(3)
    assert any("(" in text for text in texts(driver)) and not cut(driver)


@pytest.mark.parametrize("moves", [0, 12])
def test_terms_have_whole_names_before_and_after_moves(tmp_path, moves):
    driver = Driver(tmp_path, (1280, 720), 1.5)
    record = in_the_middle_of("tabletactics", driver) if moves else None
    driver.play("tabletactics", "human", "human", record=record)
    driver.frame(3)
    assert not cut(driver)
    driver.close()


@pytest.mark.parametrize("game", GAMES)
def test_how_a_game_is_played(driver, game):
    driver.window.explain(game, driver.app.settings.options_for(game))
    driver.frame(2)
    assert not cut(driver)


def test_keys_commands_and_settings(driver):
    for key, mod in ((pygame.K_F1, 0), (pygame.K_k, pygame.KMOD_CTRL)):
        driver.key(key, mod)
        driver.frame(2)
        assert not cut(driver)
        driver.key(pygame.K_ESCAPE)
    driver.window.show_settings()
    driver.frame(2)
    folders = {str(path) for path in (driver.saves.data, driver.app.settings.saved_games)}
    assert not [text for text in cut(driver) if not any(folder in text for folder in folders)]


def test_dialogs(driver):
    save(driver, "isolation")
    pgn = PgnFile.of_text("1. e4 e5 2. Nf3 *\n\n1. d4 *\n", "two games")
    answers = [DialogAnswer(label, "tip", print) for label in ("Play without it", "Start it")]
    screens: list[Callable[[], object]] = [
        home(driver).history.ask_to_delete_all,
        lambda: driver.window.choose_game(pgn, lambda number: None),
        lambda: driver.window.ask("Start another program?", "Words " * 30, ("one",), answers, lambda: None),
        partial(driver.window.own_files, "isolation"),
    ]
    settings = driver.app.settings
    folders = {str(path) for path in (driver.saves.data, settings.own_heuristics, settings.own_players)}
    for show in screens:
        show()
        driver.frame(2)
        assert not [text for text in cut(driver) if not any(folder in text for folder in folders)]
        driver.app.pop()
        driver.frame(2)
    driver.patient = False
    driver.app.push(ProgressDialog(driver.app, "Opening a file", Job("opening"), lambda found: None))
    driver.frame(2)
    assert not cut(driver)


def test_dialogs_of_a_game(driver):
    play = driver.play("chess", "human", "human")
    play.session.turn.enter(play.session.study.record.position.moves[0])
    for name in ("players", "case", "export"):
        for exact in (False, True):
            driver.app.choices.exact = exact
            play.commands.run(name)
            driver.frame(3)
            assert driver.app.scene is not play and not cut(driver), name
            driver.app.pop()
            driver.frame()


@pytest.mark.parametrize("details", [False, True], ids=["by name", "with details"])
def test_the_players_of_the_arena(driver, details):
    driver.app.choices.exact = details
    arena = driver.window.arena("chess")
    driver.frame(2)
    assert not cut(driver)
    arena.setup.choose_mode("Test")
    driver.frame(2)
    assert not cut(driver)


@pytest.mark.parametrize("test", [None, SequentialTest(0.0, 200.0)], ids=["games", "test"])
def test_the_results_of_the_arena(driver, test):
    names = ["greedy:improved", "random"] if test else ["greedy:improved", "greedy:open", "random"]
    arena = Arena(driver.app, driver.window, "isolation", (), "threads")
    driver.window._show(arena)
    arena.setup.fill(Plan("isolation", tuple(names), 0 if test else 6, test))
    driver.frame(2)
    arena.play_or_pause()
    driver.until(lambda: arena.contest.over, 120)
    driver.frame(2)
    assert not cut(driver)
    assert any("better than" in text or "strongest" in text or "leads" in text for text in texts(driver))


def test_what_home_offers_is_one_click_away_in_every_window(driver):
    for _ in range(6):
        save(driver, "isolation")
    scene = home(driver)
    driver.frame(2)
    assert driver.zone(scene.examples) and not driver.rect(scene.examples).colliderect(
        driver.rect(scene.elsewhere["own files"])
    )
    driver.click_on(scene.examples)
    assert [option.label for option in scene.examples.options] == [
        entry(example.game).title for example in scene.history.examples.games
    ]
    driver.click(scene.examples.list.area(0).center)
    driver.frame(3)
    assert entry(driver.app.scene.session.study.record.game.name).name == scene.history.examples.games[0].game
