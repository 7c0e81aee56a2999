"""The page Truth, driven by events: it measures, lists the worst positions, and leads to them."""

import time
from dataclasses import replace
from types import SimpleNamespace

import pygame
import pytest
from driving import Driver, open_page

from arena.truth import searched_positions
from arena.truth.measure import Figures, TruthTally
from games.compiling.compiler import jit_disabled
from games.truth import syzygy
from games.truth.syzygy import Syzygy
from games.truth.tables import tables_of
from study.format import number_text
from study.state.activity import Activity
from study.suites.suite_browser import SuiteBrowser
from study.truth import truth_run
from study.truth.figure_words import BEHIND, BLIND, GAINED, KEEPS, ORDERS, RANDOM, interval_in_brief
from study.truth.truth import Truth, mistake_in_words
from study.truth.truth_run import USUAL_DEPTHS, ByDepth, TruthNews
from study.why_not.questions import WhyNotQuestions
from ui.panels.truth.truth import KINDS, TERMS, WORST, TruthPanel
from ui.panels.truth.truth_rows import FIGURES
from ui.scenes.add_case import AddCase

WON = "w1w/3/3/3b2/3/b1b/2w w 0 0 0"


def opened(driver, game, text=None):
    play = driver.play(game, "human", "human", text)
    panel = next(panel for panel in play.dock.panels if isinstance(panel, TruthPanel))
    open_page(driver, play, panel)
    driver.until(lambda: driver.zone(panel.start))
    return play, panel, play.session.study.of(Truth)


def test_tables_that_are_missing_are_made_by_the_button(driver, monkeypatch, tmp_path):
    monkeypatch.setenv("PLYGLASS_CACHE", str(tmp_path / "cache"))
    _, panel, truth = opened(driver, "jungle")
    assert panel.start.label == "Make tables" and "tables to be made first" in panel.state(truth)
    assert all(not truth.tables.is_kept(group) for group in truth.tables.domain.groups)


def test_a_game_without_tables_is_measured_by_searches(driver):
    _, panel, truth = opened(driver, "isolation")
    assert truth.choices == ("searched",) and panel.start.label == "Measure"


def test_tables_of_syzygy_can_be_chosen_and_need_not_be_made(driver, monkeypatch):
    found = Syzygy(SyzygyOfOnePosition(), 4, "c0ffee", ("KRvK", "KRvKP"))
    monkeypatch.setattr(syzygy, "_opened", found)
    _, panel, truth = opened(driver, "chess")
    assert truth.choices[-2:] == found.names
    truth.table = "KRvKP"
    driver.frame(2)
    assert truth.missing == 0 and panel.start.label == "Measure"
    assert "table KRvKP" in driver.texts()


@pytest.mark.skipif(jit_disabled(), reason="millions of positions")
def test_the_worst_positions_lead_to_their_reasons(driver):
    tables_of("morris").make(lambda making: None, ("3-3",))
    play, panel, truth = opened(driver, "morris")
    truth.table, truth.amount = "3-3", 40
    driver.frame(2)
    driver.click_on(panel.start)
    driver.until(lambda: truth.news is not None and not truth.running, 300)
    driver.frame(2)
    shown = driver.texts()
    assert "mobile in 40 positions" in shown and "1 ply ahead" in shown and "3 plies ahead" in shown
    assert {KEEPS, ORDERS, BEHIND, BLIND, RANDOM, "of 40"} <= set(shown)
    figures = truth.news.by_depth[0].figures.all
    assert number_text.percent(figures.kept) in shown and interval_in_brief(figures.interval) in shown
    said = driver.zone("truth conclusion").tip
    assert said.startswith("Better than a random move: it keeps the outcome in ") and shown.index(KEEPS) > 0
    mistake = truth.news.worst[0]
    for view in (TERMS, KINDS):
        driver.click_on(("truth view", view))
        driver.frame(2)
        found, kept = driver.texts(), f"({interval_in_brief(figures.interval)}) of 40"
        assert ("free steps" if view == TERMS else "3–3") in found
        assert any(text.endswith(kept) for text in found), "each share has its interval and its number"
        assert {KEEPS, GAINED if view == TERMS else ORDERS} <= set(found)
    driver.click_on(("truth view", "worst"))
    driver.frame(2)
    driver.click(panel.list.area(0).center)
    driver.until(lambda: driver.app.scene is not play)
    study = driver.app.scene.session.study
    driver.until(lambda: study.of(WhyNotQuestions).answer is not None)
    answer = study.of(WhyNotQuestions).answer
    assert study.position.text == mistake.proven.position.text
    assert answer.chosen.asked == (mistake.chosen,) and answer.asked.asked == (mistake.right,)
    assert study.of(Truth).known(study.position).fates == mistake.proven.fates
    assert panel.state(study.of(Truth)) == mistake_in_words(mistake)
    proven = study.of(Truth).comparison(study.position, mistake.chosen, mistake.right)
    assert proven.startswith("Proven: ") and proven in driver.texts()  # beside the search's opinion
    assert study.of(Truth).comparison(study.position, mistake.chosen, mistake.chosen) == ""
    driver.key(pygame.K_ESCAPE)
    driver.until(lambda: driver.app.scene is play)
    driver.frame(2)
    assert truth.visited is mistake
    driver.move_mouse(play.board.picture.pixel_of("d6"))
    driver.frame(2)
    driver.key(pygame.K_INSERT)  # wherever the pointer is
    driver.until(lambda: isinstance(driver.app.scene, AddCase))
    driver.key(pygame.K_ESCAPE)
    driver.until(lambda: driver.app.scene is play)
    driver.frame(2)
    driver.click_on("truth case")
    driver.until(lambda: isinstance(driver.app.scene, AddCase))


def test_before_the_first_position_is_drawn_it_says_what_it_does():
    started = SimpleNamespace(
        problem="", running=True, waits=False, making=None, activity=Activity(), news=TruthNews("jungle")
    )
    assert TruthPanel().state(started) == "drawing positions"


def test_page_says_that_tables_are_made_before_their_news():
    started = SimpleNamespace(
        problem="", running=True, waits=False, making=None, activity=Activity(), news=None, missing=2
    )
    assert TruthPanel().state(started) == "making the table"


@pytest.mark.skipif(jit_disabled(), reason="millions of positions")
def test_window_says_that_the_strongest_level_plays_from_tables(driver):
    tables_of("chess").make(lambda making: None, ("KQK", "KRK"))
    driver.play("chess", "level:7", "level:8", "7k/8/8/8/8/8/1R6/K7 w - - 0 1")
    driver.until(lambda: driver.zone(("player", 1)) is not None)
    tips = [driver.zone(("player", side)).tip for side in (0, 1)]
    assert tips[1] == "Black: level:8. Plays from endgame tables. Click to choose who plays on (P)."
    assert "tables" not in tips[0]


def test_a_case_passes_with_every_move_that_keeps_the_outcome(driver):
    tables = tables_of("morris")
    tables.make(lambda making: None, ("3-3",))
    play, _, truth = opened(driver, "morris")
    truth.table, truth.amount = "3-3", 40
    truth.begin(play.session.study)
    driver.until(lambda: not truth.running, 300)
    mistake = next(each for each in truth.news.worst if len(each.keeping) > 1)
    truth.ask_case(play.session.study, mistake)
    driver.until(lambda: isinstance(driver.app.scene, AddCase))
    page = driver.app.scene
    assert {mistake.right, *page.as_good} == set(mistake.keeping)
    assert any(text.startswith("or as good: ") for text in driver.texts())
    driver.click_on(page.accept)
    driver.until(lambda: driver.app.scene is play)
    browser = play.session.study.of(SuiteBrowser)
    driver.until(lambda: browser.look("morris").suites and browser.known_own)
    case = browser.known_own[0].cases[0]
    fates = mistake.proven.fates
    assert case.position.text == mistake.proven.position.text
    for move, fate in fates.items():
        assert case.passes(move) == (fate.result == mistake.proven.best.result)


@pytest.mark.skipif(jit_disabled(), reason="millions of positions")
def test_what_a_table_knows_of_the_board_stands_in_three_groups(driver):
    tables = tables_of("morris")
    tables.make(lambda making: None, ("3-3",))
    play, _, truth = opened(driver, "morris", WON)
    driver.until(lambda: truth.known(play.session.study.position) is not None)
    driver.frame(2)
    study = play.session.study
    driver.until(lambda: "wins in" in truth.verdict(study))
    known, shown = truth.known(study.position), driver.texts()
    assert f"Proven: White wins in {number_text.plies(known.best.plies)}." in shown
    for result, title in ((1, "Wins"), (0, "Draws"), (-1, "Loses")):
        count = sum(fate.result == result for fate in known.fates.values())
        assert (f"{title} {count}" in shown) == (count > 0)
    move = max(known.fates, key=lambda move: known.fates[move].order)
    driver.move_mouse(driver.rect(("proven move", move)).center)
    driver.frame(2)
    assert play.session.study.pointed.move == move


@pytest.mark.skipif(jit_disabled(), reason="millions of positions")
@pytest.mark.parametrize(
    "quiet, says", [(0, "wins in 3 plies."), (98, "the draw after 100 quiet plies comes first.")]
)
def test_a_win_is_shown_only_where_the_limit_leaves_room(driver, quiet, says):
    tables_of("morris").make(lambda making: None, ("3-3",))
    play = driver.play("morris", "human", "human", f"1w1/1b1/w2/6/2w/1b1/b2 w 0 0 {quiet}")
    study = play.session.study
    truth = study.of(Truth)
    driver.until(lambda: truth.known(study.position) is not None)
    assert truth.known(study.position).best.in_words == "won in 3"
    driver.until(lambda: says in truth.verdict(study))
    driver.frame(3)
    assert truth.verdict(study) in driver.texts()  # in Evaluation, beside the value
    driver.key(pygame.K_2)
    driver.frame(3)
    assert any(text.startswith("Wins ") for text in driver.texts())  # in Moves


PAWN = "8/4P3/8/8/2k5/7r/8/K7 w - - 3 70"


class SyzygyOfOnePosition:
    """White wins; a pawn's step zeroes, and the position before needs 20 plies for that."""

    def probe_wdl(self, board):
        return 2 if board.turn else -2

    def probe_dtz(self, board):
        return 20 if board.turn else -19


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (PAWN, "Proven: White wins, 1 ply to a capture or pawn move."),
        (
            "6n1/8/8/3k4/8/8/1Q6/K7 w - - 97 90",
            "Won for White, but the draw after 100 quiet plies comes first.",
        ),
    ],
)
def test_syzygy_says_who_wins_and_in_how_many_plies_to_zeroing(driver, monkeypatch, text, verdict):
    monkeypatch.setattr(syzygy, "_opened", Syzygy(SyzygyOfOnePosition(), 5, "c0ffee"))
    play, _, truth = opened(driver, "chess", text)
    study = play.session.study
    driver.until(lambda: truth.verdict(study) == verdict)
    known = truth.known(study.position)
    assert known is not None and set(known.fates) == set(study.position.moves)
    assert verdict in driver.texts() and any(each.startswith("Wins") for each in driver.texts())


@pytest.mark.parametrize("size, scale", [((640, 480), 1.5), ((1280, 720), 1.5), ((1280, 720), 1.0)])
def test_what_is_chosen_can_be_read_at_any_size(tmp_path, size, scale):
    window = Driver(tmp_path, size)
    window.app.set("ui.scale", scale)
    _, panel, truth = opened(window, "morris")
    for table in truth.choices:
        truth.table = table
        window.frame(2)
        theme = window.app.event_router.sheet.theme
        for control in (panel.table, panel.amount):
            assert control.least_width(theme) <= window.rect(control).width, (table, control.value)
        assert not window.rect(panel.start).colliderect(window.rect(panel.amount))
    window.close()


@pytest.mark.skipif(jit_disabled(), reason="millions of positions")
def test_drawing_can_be_ended_and_what_is_drawn_is_measured_in(driver, monkeypatch):
    drawn = truth_run.drawn_positions

    def slowly(*arguments):
        for number, proven in enumerate(drawn(*arguments)):
            time.sleep(0.3 if number > 8 else 0.0)
            yield proven

    monkeypatch.setattr(truth_run, "drawn_positions", slowly)
    tables_of("morris").make(lambda making: None, ("3-3",))
    _, panel, truth = opened(driver, "morris")
    truth.table = "3-3"
    driver.frame(2)
    driver.click_on(panel.start)
    driver.until(lambda: panel.start.label == "Measure now" and " left" in panel.state(truth), 120)
    driver.click_on(panel.start)
    driver.until(lambda: not truth.running, 300)
    differ = sum(proven.differs for proven in truth.news.positions)
    assert 0 < differ < 400 and truth.news.by_depth[2].figures.all.positions == differ
    assert truth.news.why_few == "" and panel.state(truth) == f"mobile in {differ} positions"


@pytest.mark.skipif(jit_disabled(), reason="searches")
def test_why_there_are_few_positions_is_said(driver, monkeypatch):
    monkeypatch.setattr(searched_positions, "MOST_IN_VAIN", 1)
    monkeypatch.setattr(searched_positions, "PROVER_NODES", 10)  # too few to prove a move
    _, panel, truth = opened(driver, "isolation")
    driver.click_on(panel.start)
    driver.until(lambda: truth.news is not None and truth.news.by_depth and not truth.running)
    why = truth.news.why_few
    assert why.startswith("Of ") and "are too far from the end to be proven" in why
    driver.frame(2)
    assert driver.zone("truth why few").tip == why


def test_no_tab_moves_from_the_first_figures_to_the_last(driver, monkeypatch):
    opened(driver, "isolation")
    state = {}
    why = "Of 21 000 positions near the ends of 1 000 games 90 % are too far from the end to be proven. " * 2
    rows = tuple(ByDepth(depth, Figures(), TruthTally()) for depth in USUAL_DEPTHS)
    news = TruthNews("isolation", wanted=400, by_depth=rows[:1], why_few=why)
    for name in ("news", "running"):
        monkeypatch.setattr(Truth, name, property(lambda truth, name=name: state[name]))
    tops = set()
    for running, share in ((True, 0.1), (True, 0.5), (True, 0.9), (False, 1.0)):
        state |= {
            "news": replace(news, by_depth=rows[: 1 + round(2 * share)], share=share),
            "running": running,
        }
        driver.app.redraw()
        driver.frame(2)
        tops.add(driver.rect(("truth view", KINDS)).top)
    assert len(tops) == 1 and driver.zone("truth why few").tip == why


@pytest.mark.parametrize(("scale", "has_a_view"), [(1.0, False), (1.5, True)])
def test_figures_are_a_view_where_they_leave_no_room(driver, monkeypatch, scale, has_a_view):
    driver.app.set("ui.scale", scale)
    _, panel, _ = opened(driver, "isolation")
    tally = TruthTally(40, 30, [(3.0, 4)] * 40)
    rows = tuple(ByDepth(depth, Figures(tally), TruthTally()) for depth in USUAL_DEPTHS)
    news = TruthNews("isolation", wanted=400, by_depth=rows, share=1.0, random=0.5)
    monkeypatch.setattr(Truth, "news", property(lambda truth: news))
    found = driver.texts()
    assert {"3 plies ahead", KEEPS, "75.0 %", "60–86", "of 40"} <= set(found)
    assert (driver.zone(("truth view", FIGURES)) is not None) == has_a_view
    assert panel.view == (FIGURES if has_a_view else WORST)


@pytest.mark.long
@pytest.mark.skipif(jit_disabled(), reason="searches")
@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_the_names_of_kinds_can_be_read(driver, scale):
    tables_of("chess").make(lambda making: None, ("KQK", "KRK", "KPK"))
    driver.app.set("ui.scale", scale)
    play, _, truth = opened(driver, "chess")
    truth.table, truth.amount = "KPK", 20
    truth.begin(play.session.study)
    driver.until(lambda: not truth.running, 300)
    driver.frame(2)
    driver.click_on(("truth view", KINDS))
    driver.frame(2)
    sheet = driver.app.event_router.sheet
    sheet.labels = []
    driver.app.redraw()
    driver.frame()
    found, sheet.labels = sheet.labels, None
    names = [label for label in found if label.wanted.startswith("KPK, ")]
    assert len(names) == 2 and all(label.shown == label.wanted for label in names)
