"""The page of the suites and the dialog that adds cases, driven by events."""

import pygame
import pytest
from driving import FirstMove, choose

from engines.contract import Limits
from engines.player_text import parse_player
from engines.search_engine import Searcher
from heuristics.registry import load_lens
from study.card.report_card import ReportCard
from study.review.ask_why_not import ask_why_not
from study.suites import suite_browser, suite_run
from study.suites.suite_browser import SuiteBrowser
from study.suites.suites import read_suite
from study.suites.user_suites import own_suite
from study.why_not.questions import WhyNotQuestions
from ui.panels.suites.suites import SuitesPanel
from ui.scenes.add_case import AddCase
from ui.scenes.play.play import Play

EMPTY = "7/7/7/7/7/7/7 w"
SUITE = f"""
game: isolation
cases:
  - name: middle
    position: "{EMPTY}"
    best: [d4]
  - name: corner
    position: "{EMPTY}"
    best: [a1]
  - position: "w6/7/7/3b3/7/7/7 w"
    avoid: [c6]
"""
PLAYER = "greedy:center"


def uncompiled(spec, game, *others):
    """A player's engine without the compiler: its heuristic, one ply deep."""
    if not spec.heuristic:
        return FirstMove()
    lens = load_lens(game, spec.heuristic)
    return Searcher(lens, Limits(depth=1), table_megabytes=0.1, name=str(spec), compile=False)


def searched(position, heuristic="improved"):
    return Searcher(
        load_lens("isolation", heuristic), Limits(depth=1), table_megabytes=0.1, compile=False
    ).think(position)


@pytest.fixture
def opening(monkeypatch):
    monkeypatch.setattr(suite_browser, "LOOK_SECONDS", 0.05)
    for module in (suite_run, suite_browser):
        monkeypatch.setattr(module, "make_engine", uncompiled)
    return {}


def opened(driver, game="isolation", text=None):
    """A game of two people, with the suites beside it."""
    play = driver.play(game, "human", "human", text)
    panel = next(panel for panel in play.dock.panels if isinstance(panel, SuitesPanel))
    driver.key(pygame.K_1 + play.dock.panels.index(panel))
    driver.until(lambda: driver.zone(panel.suite))
    assert play.dock.upper is panel
    return play, panel, play.session.study.of(SuiteBrowser)


def mine(driver, text=SUITE):
    path = own_suite(driver.saves.data, "mine")
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def run_by(driver, panel, suites, player=PLAYER):
    """Types a player and runs the suite to its end."""
    if not panel.details:
        driver.click_on("player details")
    driver.click_on(panel.player)
    panel.player.choose_all()
    driver.type(player)
    driver.click_on(panel.run)
    driver.until(lambda: not suites.running)
    driver.frame()
    assert not suites.problem


@pytest.mark.parametrize("game", ["chess", "tabletactics"])
def test_the_suites_of_the_game_are_offered_and_one_runs(driver, game):
    _play, panel, suites = opened(driver, game)
    (shipped,) = [option.value for option in panel.suite.options]
    assert shipped.game == game and shipped.name in driver.texts()
    case = shipped.cases[0]
    panel.player.show("random")
    suites.player = "random"
    suites.begin(shipped, suites.spec_of("random", game), [case.key])
    driver.until(lambda: not suites.running)
    driver.frame()
    assert list(suites.news.outcomes) == [case.key]
    assert any(text.startswith(f"1 of {len(shipped.cases)} run") for text in driver.texts())


def test_what_passes_and_what_fails_and_since_when(driver):
    mine(driver)
    _play, panel, suites = opened(driver)
    run_by(driver, panel, suites)
    shown = driver.texts()
    news = suites.news
    assert [outcome.passed for outcome in news.outcomes.values()].count(False) == 1
    assert "2 passed, 1 failed" in shown and shown.count("failed") == 1 and shown.count("passed") == 2
    failed = next(outcome for outcome in news.outcomes.values() if not outcome.passed)
    assert f"wants d4; played {failed.played}" in shown and f"since {failed.since}" in shown
    driver.click_on("failed only")
    assert panel.list.count == 1 and "corner" not in driver.texts()


def test_case_and_passed_count_are_read_in_a_narrow_window(driver):
    mine(driver)
    _play, panel, suites = opened(driver)
    run_by(driver, panel, suites)
    pygame.display.set_mode((640, 480))
    pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, w=640, h=480, size=(640, 480)))
    driver.frame(2)
    sheet = driver.app.event_router.sheet
    sheet.labels = []
    driver.app.redraw()
    driver.frame()
    shown, sheet.labels = {label.wanted: label.shown for label in sheet.labels}, None
    wants = [text for text in shown if text.startswith("wants d4; played ")]
    assert wants and all(shown[text] == text for text in wants)
    assert "2 passed, 1 failed" in " ".join(shown.values())
    failed = next(outcome for outcome in suites.news.outcomes.values() if not outcome.passed)
    assert f"since {failed.since}" in driver.tip_at(panel.list.area(0).center)


def test_a_case_that_is_decided_by_lot_says_so(driver):
    mine(driver)
    _play, panel, suites = opened(driver)
    run_by(driver, panel, suites, "greedy:improved")
    shown = driver.texts()
    lots = [outcome for outcome in suites.news.outcomes.values() if outcome.by_lot]
    (middle,) = [outcome for outcome in lots if outcome.case.name == "middle"]
    assert not middle.passed
    assert f"wants d4; played {middle.played}, by chance: another seed could choose d4" in shown
    assert any(text.endswith(f"failed, {len(lots)} by chance") for text in shown)
    at = [case.name for case in panel._shown[1]].index("middle")
    assert "It fails by chance: another seed could choose d4." in driver.tip_at(panel.list.area(at).center)


def test_one_case_is_run_again(driver):
    mine(driver)
    _play, panel, suites = opened(driver)
    run_by(driver, panel, suites)
    kept = {case.key: suites.news.outcomes[case.key] for case in suites.news.suite.cases[1:]}
    driver.move_mouse(panel.list.area(0).center)
    driver.click_on(("case", "retry"))
    driver.until(lambda: not suites.running and suites.news.done == 1)
    assert all(suites.news.outcomes[key] is outcome for key, outcome in kept.items())


def test_a_run_pauses_and_goes_on(driver, monkeypatch):
    def slow(*spec):
        engine = FirstMove()
        engine.waits = waits[0]
        return engine

    waits = [0.05]

    monkeypatch.setattr(suite_run, "make_engine", slow)
    case = SUITE.split("cases:\n")[1].split("  - name: corner")[0]
    lines = "".join(
        case.replace("middle", f"no. {i}").replace("d4", f"{f}{r}")
        for i, (f, r) in enumerate((f, r) for f in "abcdefg" for r in range(1, 8))
    )
    mine(driver, f"game: isolation\ncases:\n{lines}")
    _play, panel, suites = opened(driver)
    driver.click_on(panel.run)
    driver.until(lambda: suites.news is not None and suites.news.done > 0)
    driver.click_on(panel.pause)
    driver.until(lambda: not suites.running)
    driver.until(lambda: panel.pause.label == "Go on" and panel.pause.enabled)
    before = dict(suites.news.outcomes)
    assert 0 < len(before) < 49
    waits[0] = 0.0
    driver.click_on(panel.pause)
    driver.until(lambda: not suites.running)
    assert len(suites.news.outcomes) == 49 and suites.news.done == 49 - len(before)
    assert all(suites.news.outcomes[key] is outcome for key, outcome in before.items())


def test_case_is_opened_with_its_search_and_replaced(driver):
    mine(driver)
    play, panel, suites = opened(driver)
    run_by(driver, panel, suites)
    driver.click(panel.list.area(0).center)
    driver.until(lambda: driver.app.scene is not play and hasattr(driver.app.scene, "session"))
    there = driver.app.scene
    study = there.session.study
    case = suites.news.suite.cases[0]
    outcome = suites.news.outcomes[case.key]
    assert study.position.text == case.position.text and study.thought_here.move == outcome.move
    assert study.lens.name == "center" and study.of(SuiteBrowser) is suites
    driver.frame()
    beside = there.dock.upper
    assert isinstance(beside, SuitesPanel) and "2 passed, 1 failed" in driver.texts()
    driver.click(beside.list.area(2).center)
    driver.until(lambda: driver.app.scene not in (play, there) and hasattr(driver.app.scene, "session"))
    assert driver.app.scene.session.study.position.text == suites.news.suite.cases[2].position.text
    driver.key(pygame.K_ESCAPE)
    driver.frame()
    assert driver.app.scene is play
    driver.click_on(panel.run)  # the suites stay open
    driver.until(lambda: not suites.running)
    assert not suites.problem and suites.news.done == 3


def test_a_case_with_a_running_card_stays_below_the_next_one(driver, monkeypatch):
    path = mine(driver)
    play, _panel, suites = opened(driver)
    suite = read_suite(path, driver.app.settings)
    suites.look_at(play.session.study, suite.cases[0])
    driver.until(lambda: isinstance(driver.app.scene, Play) and driver.app.scene is not play)
    first = driver.app.scene
    monkeypatch.setattr(ReportCard, "running", True)
    first.session.study.of(ReportCard)
    suites.look_at(first.session.study, suite.cases[1])
    driver.until(lambda: driver.app.scene is not first and isinstance(driver.app.scene, Play))
    assert driver.app.scenes[-2] is first
    monkeypatch.setattr(ReportCard, "running", False)


def test_a_case_is_removed_and_put_back(driver):
    path = mine(driver)
    _play, panel, suites = opened(driver)
    driver.move_mouse(panel.list.area(1).center)
    driver.click_on(("case", "close"))
    driver.until(lambda: panel.list.count == 2)
    assert "corner" not in path.read_text(encoding="utf-8")
    assert "corner was removed." in driver.texts()
    driver.click_on(panel.undo)
    driver.until(lambda: panel.list.count == 3)
    driver.until(lambda: suites.removed is None)
    assert [case.name for case in read_suite(path, driver.app.settings).cases] == ["middle", "", "corner"]
    driver.tab_to(panel.list)
    driver.key(pygame.K_DELETE)
    driver.until(lambda: panel.list.count == 2)
    suites.chosen = next(o.value.path for o in panel.suite.options if o.value.name != "mine")
    driver.frame(2)
    driver.move_mouse(panel.list.area(0).center)
    assert driver.zone(("case", "retry")) and not driver.zone(("case", "close"))


def test_what_is_wrong_is_said_in_a_line(driver):
    mine(driver, SUITE.replace("d4", "z9"))
    _play, panel, suites = opened(driver)
    driver.until(lambda: driver.zone("suite problem"))
    assert "mine.yaml: cases.0: move: 'z9' is not legal here" in driver.tip_at(
        driver.rect("suite problem").center
    )
    assert driver.zone(panel.player) is None
    driver.click_on("player details")
    driver.click_on(panel.player)
    panel.player.choose_all()
    driver.type("greedy:nothing")
    driver.key(pygame.K_RETURN)
    assert panel.player.problem and not suites.running
    driver.frame()
    assert "nothing" in driver.tip_at(driver.rect("suite problem").center)


def added(driver, play, name):
    """Confirms the dialog under a name; returns the suite as it is then."""
    dialog = driver.app.scene
    assert isinstance(dialog, AddCase)
    driver.type(name)
    driver.key(pygame.K_RETURN)
    driver.until(lambda: driver.app.scene is play)
    assert play.notice.said.startswith("Added to the suite")
    return read_suite(play.session.study.of(SuiteBrowser).chosen, driver.app.settings)


def test_case_dialog_is_drawn_again_once_suites_are_read(driver, monkeypatch):
    path = mine(driver)
    driver.play("isolation", "human", "human")
    driver.key(pygame.K_d, pygame.KMOD_CTRL)
    dialog, drawn = driver.app.scene, []
    update = dialog.update
    monkeypatch.setattr(dialog, "update", lambda now: drawn.append(update(now)) or drawn[-1])
    assert dialog.suite.value is None
    driver.until(lambda: dialog.suite.value == path)
    assert any(drawn)


def test_position_is_added_by_key_with_the_selected_move(driver):
    play = driver.play("isolation", "human", "human")
    for square in ("d4", "a1"):
        driver.click_square(play, square)
    study = play.session.study
    study.search_store.keep(searched(study.position))
    driver.key(pygame.K_2)
    driver.until(lambda: not study.facts.busy)
    driver.frame(2)
    move, other = study.position.moves[1:3]
    driver.click_on("more moves")
    driver.click_on(("candidate", move, id(study.position)))
    driver.move_mouse((5, 5))
    driver.key(pygame.K_d, pygame.KMOD_CTRL)
    suite = added(driver, play, "the fifth")
    (case,) = suite.cases
    assert (case.name, case.best, case.avoid) == ("the fifth", (move,), ())
    assert suite.path == own_suite(driver.saves.data, "isolation")
    place = driver.rect(("candidate", other, id(study.position))).center
    driver.move_mouse(place)
    driver.press(place, button=3)
    driver.release(place, button=3)
    driver.frame()
    dialog = driver.app.scene
    driver.until(lambda: dialog.suite.value == suite.path)
    assert dialog.suite.options[0].detail == "1 case"
    assert dialog.move.value == other
    driver.click_on(("should", False))
    driver.click_on(dialog.name)
    assert added(driver, play, "not so").cases[1].avoid == (other,)


def test_a_move_of_the_game_is_added_from_its_list(driver):
    play = driver.play("isolation", "human", "human")
    for square in ("d4", "a1", "b3"):
        driver.click_square(play, square)
    driver.key(pygame.K_3)
    driver.frame()
    place = driver.rect(("ply", 1)).center
    driver.move_mouse(place)
    driver.press(place, button=3)
    driver.release(place, button=3)
    driver.frame()
    record = play.session.study.record
    assert driver.app.scene.asked.position is record.positions[1]
    assert driver.app.scene.move.value == record.plies[1].move
    driver.click_on(driver.app.scene.suite_name)
    driver.app.scene.suite_name.choose_all()
    driver.type("blunders")
    driver.click_on(driver.app.scene.name)
    suite = added(driver, play, "the corner")
    assert suite.name == "blunders" and suite.cases[0].best == (record.plies[1].move,)


def test_what_was_asked_about_is_added_from_its_answer(driver):
    play = driver.play("isolation", "human", "human")
    for square in ("d4", "a1"):
        driver.click_square(play, square)
    study = play.session.study
    study.search_store.keep(searched(study.position))
    move = next(move for move in study.position.moves if move != study.thought_here.move)
    study.of(WhyNotQuestions).make = lambda position, thought, lens: uncompiled(
        parse_player("greedy:improved", "isolation"), "isolation"
    )
    ask_why_not(study, (move,))
    driver.until(
        lambda: study.of(WhyNotQuestions).answer is not None and not study.of(WhyNotQuestions).running
    )
    driver.frame()
    driver.click_on("add why")
    driver.frame()
    assert driver.app.scene.move.value == move and driver.app.scene.should
    choose(driver, driver.app.scene.move, study.thought_here.move)
    driver.click_on(("should", False))
    driver.click_on(driver.app.scene.accept)
    driver.until(lambda: driver.app.scene is play)
    (case,) = read_suite(study.of(SuiteBrowser).chosen, driver.app.settings).cases
    assert case.avoid == (study.thought_here.move,) and not case.best


def test_what_a_program_played_is_taken_for_what_it_should_not(driver):
    play = driver.play("isolation", "human", "greedy:center")
    driver.click_square(play, "d4")
    driver.until(lambda: len(play.session.study.record.plies) == 2)
    driver.key(pygame.K_LEFT)
    driver.key(pygame.K_d, pygame.KMOD_CTRL)
    dialog = driver.app.scene
    assert dialog.move.value == play.session.study.record.plies[1].move and not dialog.should
    driver.click_on(dialog.suite_name)
    dialog.suite_name.choose_all()
    driver.type("../no")
    driver.key(pygame.K_RETURN)
    assert driver.app.scene is dialog and "expected a name" in dialog.problem
    driver.key(pygame.K_ESCAPE)
    driver.frame()
    driver.key(pygame.K_ESCAPE)
    driver.frame()
    assert driver.app.scene is play and not list(own_suite(driver.saves.data, "x").parent.glob("*.yaml"))


def test_for_the_side_to_move_each_row_is_for_that_of_its_case(driver):
    mine(
        driver,
        """
game: isolation
cases:
  - name: white
    position: "7/7/3w3/7/2b4/7/7 w"
    best: [b6]
  - name: black
    position: "7/7/3w3/7/2b4/7/7 b"
    best: [e2]
""",
    )
    _play, panel, suites = opened(driver, text="7/7/3w3/7/2b4/7/7 w")
    run_by(driver, panel, suites, "greedy:open")
    outcomes = list(suites.news.outcomes.values())
    assert sorted(outcome.case.position.to_move for outcome in outcomes) == [0, 1]
    assert all(outcome.value > 0 for outcome in outcomes), "each for its own player to move"

    def signs():
        return [text[0] for text in driver.texts() if text[0] in "+−" and text.endswith("s")]

    assert signs() == ["+", "−"], "for White at all times"
    driver.key(pygame.K_v)
    assert signs() == ["+", "+"], "for the side to move of each"
    study = _play.session.study
    study.record.play(study.record.position.moves[0])
    study.go_to(1)
    assert signs() == ["+", "+"], "whoever is to move on the board"


def test_who_runs_a_suite_is_chosen_by_name(driver):
    _play, panel, suites = opened(driver)
    driver.until(lambda: driver.zone(panel.players))
    assert not any(":" in option.label for option in panel.players.options)
    value = panel.players.options[-1].value
    choose(driver, panel.players, value)
    assert suites.player == value and driver.zone(panel.player) is None
    driver.click_on("player details")
    assert panel.player.text == value
