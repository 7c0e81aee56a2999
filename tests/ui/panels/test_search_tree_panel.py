"""The search tree on the stage, driven as a person would."""

from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from driving import Driver, choose, open_page

from engines.contract import WIN
from engines.player_text import parse_player
from engines.tree_recorder import CUT, FULL
from games.position import Position
from games.registry import load_game
from samples import ongoing_positions
from study.format import number_text
from study.state.study import Study
from study.tree.search_tree import WalkedTree
from study.tree.tree_recordings import AS_PLAYED, Wanted, searcher_of
from study.tree.tree_text import ENDINGS, ended, move_name
from ui.panels.tree import icicle
from ui.panels.tree.lesson_page import LessonPanel, ask, explained
from ui.panels.tree.search_tree import SearchTreePanel
from ui.scenes.play.play import Play


def uncompiled(wanted: Wanted, study: Study):  # type: ignore[no-untyped-def]
    kind = "alphabeta" if wanted.by == "as played" else wanted.by
    return replace(searcher_of(kind, study.lens), compile=False)


def opened(driver: Driver, game: str, text: str) -> tuple[Play, SearchTreePanel]:
    play = driver.play(game, "human", "human", text)
    panel = next(panel for panel in play.dock.panels if isinstance(panel, SearchTreePanel))
    open_page(driver, play, panel)
    driver.until(lambda: panel.recordings is not None)  # it is drawn in parts, one in each frame
    assert play.dock.stage is panel and panel.recordings is not None
    panel.recordings.make = uncompiled
    return play, panel


def record(driver: Driver, panel: SearchTreePanel, depth: int) -> WalkedTree:
    choose(driver, panel.depth, depth)
    recordings = panel.recordings
    assert recordings is not None
    driver.until(lambda: not recordings.running)
    driver.frame(2)
    assert panel.tree is not None, recordings.problem
    return panel.tree


@pytest.fixture
def screen(driver: Driver) -> tuple[Play, SearchTreePanel, WalkedTree]:
    text = ongoing_positions("isolation", 9, 3)[2].text
    play, panel = opened(driver, "isolation", text)
    return play, panel, record(driver, panel, 3)


def texts(driver: Driver) -> str:
    driver.app.event_router.sheet.labels = []
    driver.move_mouse((1, 1))
    labels = driver.app.event_router.sheet.labels
    return "\n".join(label.wanted for label in labels)


def test_the_legend_has_all_that_the_tree_has(
    driver: Driver, screen: tuple[Play, SearchTreePanel, WalkedTree], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, tree = screen
    reasons = [reason for reason, number in enumerate(tree.endings) if number]
    assert len(reasons) > 1
    named = [driver.rect(("legend", reason)) for reason in reasons]
    wordy = {reason: (letter, 40 * words) for reason, (letter, words) in ENDINGS.items()}
    monkeypatch.setattr(icicle, "ENDINGS", wordy)
    driver.move_mouse((1, 1))
    marks = [driver.rect(("legend", reason)) for reason in reasons]
    assert all(mark.width < name.width for mark, name in zip(marks, named, strict=True))


def test_keys_walk_the_tree(driver: Driver, screen: tuple[Play, SearchTreePanel, WalkedTree]) -> None:
    play, panel, tree = screen
    root = tree.last_root
    assert panel.cursor.node == root, "the cursor begins with the search's last iteration"
    driver.key(pygame.K_RIGHT)
    assert panel.cursor.node == root + 1
    driver.key(pygame.K_LEFT)
    driver.key(pygame.K_DOWN)
    assert panel.cursor.node == root + 1 == tree.first_child(root)
    driver.key(pygame.K_n)
    assert panel.cursor.node == root + 1 + int(tree.rows.size[root + 1]), "the next sibling, not a new game"
    driver.key(pygame.K_p)
    assert panel.cursor.node == root + 1
    driver.key(pygame.K_UP)
    assert panel.cursor.node == root
    driver.key(pygame.K_n)
    assert panel.cursor.node == root, "there is no iteration after the last"
    driver.key(pygame.K_p)
    assert tree.parent(panel.cursor.node) is None and panel.cursor.node < root
    driver.key(pygame.K_HOME)
    assert panel.cursor.node == 0
    driver.key(pygame.K_c)
    assert tree.rows.reason[panel.cursor.node] == CUT and CUT not in tree.rows.reason[: panel.cursor.node]
    driver.key(pygame.K_END)
    assert panel.cursor.node == len(tree) - 1 and play.session.study.cursor == 0
    driver.key(pygame.K_c)
    assert panel.cursor.node == len(tree) - 1, "there is none"


def test_the_arrows_are_the_trees_from_the_first_moment_on(driver: Driver) -> None:
    """Even with the pointer where the tab was clicked, over the panel beside it."""
    play, panel = opened(driver, "isolation", ongoing_positions("isolation", 9, 3)[2].text)
    panel.depth.offer(panel.depth.options, 2)
    driver.key(pygame.K_r)
    driver.until(lambda: panel.tree is not None)
    driver.frame(2)
    at = panel.cursor.node
    driver.key(pygame.K_LEFT)
    assert panel.cursor.node == at - 1 and play.session.study.cursor == 0


def test_v_follows_the_principal_variation_and_leads_back(
    driver: Driver, screen: tuple[Play, SearchTreePanel, WalkedTree]
) -> None:
    _, panel, tree = screen
    follows = driver.app.scene.session.study.view.for_mover
    line = []
    for _ in tree.thought.pv:
        driver.key(pygame.K_v)
        line.append(int(tree.rows.move[panel.cursor.node]))
    assert tuple(line) == tree.thought.pv
    driver.key(pygame.K_v)
    assert panel.cursor.node == tree.last_root
    assert driver.app.scene.session.study.view.for_mover == follows, "the key is the tree's here"


def test_what_is_said_of_a_node(driver: Driver, screen: tuple[Play, SearchTreePanel, WalkedTree]) -> None:
    _, panel, tree = screen
    cut = next(
        node
        for node in range(tree.last_root, len(tree))
        if tree.rows.reason[node] == CUT and tree.looked_at(node) < tree.rows.moves[node]
    )
    panel.cursor.choose(cut)
    driver.until(lambda: "static evaluation" in texts(driver))  # it is evaluated in a thread
    shown = texts(driver)
    looked, moves = tree.looked_at(cut), int(tree.rows.moves[cut])
    best = tree.best(cut)
    assert best is not None
    by = tree.at(cut).notation(best.move)
    assert f"Tried {looked} of {moves}, then cut by {by}." in shown
    assert f"{moves - looked} not looked at" in shown
    assert move_name(tree, cut) in shown and "static evaluation" in shown and "window" in shown
    panel.cursor.choose(tree.last_root)
    shown = texts(driver)
    assert tree.rows.reason[tree.last_root] == FULL and "open to open" in shown
    assert ended(tree, tree.last_root) in shown and "not looked at" not in shown


def test_the_wheel_zooms_around_the_pointer_and_dragging_pans(
    driver: Driver, screen: tuple[Play, SearchTreePanel, WalkedTree]
) -> None:
    _, panel, tree = screen
    rect = driver.rect(("tree", "icicle"))
    assert (panel.cursor.icicle.start, panel.cursor.icicle.span) == (0.0, len(tree))
    at = (rect.left + rect.width * 3 // 4, rect.top + 4)
    driver.move_mouse(at)
    under = panel.cursor.icicle.node_at(at)
    for _ in range(4):
        driver.wheel(1)
    assert panel.cursor.icicle.span < len(tree) / 2
    assert panel.cursor.icicle.node_at(at) == under, "what lies under the pointer stays there"
    start = panel.cursor.icicle.start
    driver.press(at)
    driver.move_mouse((at[0] + 60, at[1]), True)
    driver.release((at[0] + 60, at[1]))
    assert panel.cursor.icicle.start < start and panel.cursor.node == tree.last_root, "dragged, not clicked"
    assert panel.cursor.icicle.start == pytest.approx(start - 60 * panel.cursor.icicle.span / rect.width)
    driver.key(pygame.K_MINUS)
    assert panel.cursor.icicle.span > len(tree) / 4
    driver.key(pygame.K_z)
    driver.key(pygame.K_z)
    assert panel.cursor.icicle.span in (len(tree), float(tree.rows.size[panel.cursor.node]))


def test_a_click_chooses_and_the_tooltip_tells(
    driver: Driver, screen: tuple[Play, SearchTreePanel, WalkedTree]
) -> None:
    _, panel, tree = screen
    rect = driver.rect(("tree", "icicle"))
    at = (rect.right - 5, rect.top + 4)
    assert driver.tip_at(at).startswith("iteration 3: ")
    driver.click((rect.left + 1, rect.top + 4))
    assert panel.cursor.node == 0
    driver.click(at)
    assert panel.cursor.node == tree.last_root


def test_the_replay_plays_pauses_and_ends(
    driver: Driver, screen: tuple[Play, SearchTreePanel, WalkedTree]
) -> None:
    play, panel, tree = screen
    paused = play.session.study.playing
    driver.key(pygame.K_HOME)
    driver.key(pygame.K_SPACE)
    assert panel.cursor.playing and play.session.study.playing == paused
    driver.until(lambda: panel.cursor.node > 3)
    driver.key(pygame.K_SPACE)
    assert not panel.cursor.playing
    for _ in range(4):
        driver.key(pygame.K_PERIOD)
    driver.key(pygame.K_SPACE)
    driver.until(lambda: not panel.cursor.playing)
    assert panel.cursor.node == len(tree) - 1
    driver.key(pygame.K_ESCAPE)
    assert play.dock.stage is None


def test_another_position_is_recorded_when_it_is_asked_for(
    driver: Driver, screen: tuple[Play, SearchTreePanel, WalkedTree]
) -> None:
    play, panel, tree = screen
    play.session.turn.enter(play.session.study.record.position.moves[0])
    driver.until(lambda: play.session.study.cursor == 1)
    driver.frame()
    said = " ".join(texts(driver).split())  # it may take two lines
    assert panel.tree is tree and "not of the position on the board" in said
    driver.key(pygame.K_r)
    driver.until(lambda: panel.tree is not None and panel.tree is not tree)
    assert panel.tree is not None and panel.tree.position is play.session.study.record.position


def test_chance_and_budget(driver: Driver) -> None:
    positions = ongoing_positions("jungle", 7, 20)
    chancy = [p for p in positions if any(1 < len(p.chances(move)) < 5 for move in p.moves)]
    _, panel = opened(driver, "jungle", min(chancy, key=lambda p: len(p.moves)).text)
    tree = record(driver, panel, 2)
    by_chance = next(node for node in range(len(tree)) if tree.rows.chance[node] > 0)
    panel.cursor.choose(by_chance)
    assert " = " in move_name(tree, by_chance) and move_name(tree, by_chance) in texts(driver)
    choose(driver, panel.plies, 2)
    recordings = panel.recordings
    assert recordings is not None
    driver.until(lambda: not recordings.running)
    assert panel.tree is not None and panel.tree.thought.nodes == tree.thought.nodes


def test_the_lesson_asks_before_a_step_and_counts(driver: Driver) -> None:
    narrow = sorted(ongoing_positions("isolation", 5, 8), key=lambda position: len(position.moves))
    _, page = opened_lesson(driver, narrow[4].text)
    assert page.lessons is not None
    page.lessons.compiles = False
    choose(driver, page.depth, 3)
    driver.until(lambda: page.tree is not None)
    lesson = page.lessons.lesson
    assert lesson is not None
    shown = texts(driver)
    for name, switches in lesson.steps:
        assert name in shown and number_text.grouped(lesson.nodes(switches)) in shown
    assert page.setting == (False, False)
    driver.click_on(("lesson", "ordering"))
    driver.click_on(("lesson", "table"))
    assert page.setting == (True, True) and page.tree is lesson.trees[True, True].tree
    driver.click_on(("lesson step", 1))
    tree = page.tree
    assert tree is lesson.trees[False, False].tree
    while not (page.asked and page.asked[0].cut):
        driver.key(pygame.K_n if page.asked else pygame.K_RIGHT)
    assert page.right == page.answered and page.guesses, "what comes is hidden meanwhile"
    before, question = page.cursor.node, page.asked[0]
    driver.key(pygame.K_RIGHT)
    assert page.cursor.node == before, "the question comes first"
    assert "Will the" in texts(driver) and "be cut off?" in texts(driver)
    right = page.right
    driver.click_on(("lesson answer", True))
    assert page.right == right + 1 and page.said.startswith("Right: cut off.")
    assert page.asked or page.cursor.node == min(question.end, len(tree) - 1)
    assert f"{page.right} of {page.answered} right" in texts(driver)


def opened_lesson(driver: Driver, text: str, game: str = "isolation") -> tuple[Play, LessonPanel]:
    play = driver.play(game, "human", "human", text)
    page = next(panel for panel in play.dock.panels if isinstance(panel, LessonPanel))
    open_page(driver, play, page)
    driver.until(lambda: page.lessons is not None)
    assert play.dock.stage is page
    return play, page


def lesson_at_a_question(driver: Driver) -> tuple[Play, LessonPanel]:
    narrow = sorted(ongoing_positions("isolation", 5, 8), key=lambda position: len(position.moves))
    play, page = opened_lesson(driver, narrow[4].text)
    assert page.lessons is not None
    page.lessons.compiles = False
    choose(driver, page.depth, 3)
    driver.until(lambda: page.tree is not None)
    driver.click_on(("lesson step", 1))
    while not page.asked:
        driver.key(pygame.K_RIGHT)
    return play, page


@pytest.mark.parametrize(("game", "offered"), [("chess", True), ("isolation", True), ("jungle", False)])
def test_selective_is_offered_where_it_plays(driver: Driver, game: str, offered: bool) -> None:
    _, panel = opened(driver, game, Position.start(load_game(game)).text)
    kinds = [option.value for option in panel.by.options]
    assert ("selective" in kinds) == offered and kinds[:2] == [AS_PLAYED, "strong"]


@pytest.mark.long
def test_the_lesson_shows_selective_where_it_plays(driver: Driver) -> None:
    text = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9"
    _, page = opened_lesson(driver, text, "chess")
    page.study.players = (parse_player("selective:location,depth=1", "chess"), page.study.players[1])
    page.study.set_lens("location")
    assert page.lessons is not None
    page.lessons.compiles = False
    page.begin()
    driver.until(lambda: page.tree is not None)
    driver.click_on(("lesson step", 4))
    assert page.setting == "selective" and page.tree is page.lessons.lesson.trees["selective"].tree
    assert "selective, all iterations" in texts(driver)
    for _ in range(150):
        if page.asked and page.asked[0].skipped:
            break
        driver.key(pygame.K_n if page.asked else pygame.K_RIGHT)
    driver.key(pygame.K_n)
    assert page.said.startswith("Right: not cut off, but skipped")
    driver.click_on(("lesson", "ordering"))
    assert page.setting == (True, False)


def test_the_lesson_does_not_play_on_while_a_question_stands(driver: Driver) -> None:
    _, page = lesson_at_a_question(driver)
    before, asked = page.cursor.node, list(page.asked)
    driver.key(pygame.K_SPACE)
    driver.frame(3)
    assert not page.cursor.playing and page.cursor.node == before and page.asked == asked
    while page.asked:
        driver.key(pygame.K_n)
    driver.key(pygame.K_SPACE)
    assert page.cursor.playing
    page.step()
    assert not page.cursor.playing, "a question is about the node that is shown"


def test_the_lesson_names_a_win_as_a_thing(driver: Driver) -> None:
    """ "With a win for Black in 3 plies, …" and not "With Black wins in 3 plies, …"."""
    _, page = lesson_at_a_question(driver)
    question = replace(page.asked[0], best=WIN - 3)
    mover = page.study.side_names[page.tree.side(question.node)]
    for told in (ask(page.tree, question, page.study), explained(page.tree, question, page.study)):
        assert f"a win for {mover} in 3 plies" in told or "no certain value" in told
        assert " wins in " not in told


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_sentence_of_the_lesson_is_whole_or_marked_as_cut(tmp_path: Path, scale: float) -> None:
    driver = Driver(tmp_path, scale=scale)
    _, page = lesson_at_a_question(driver)
    sheet = driver.app.event_router.sheet
    words = ask(page.tree, page.asked[0], page.study)
    sheet.labels = labels = []
    driver.app.redraw()
    driver.app.frame()
    shown = " ".join(label.shown for label in labels)
    assert words in shown or (shown.count("…") and driver.zone("lesson words").tip == words)
    driver.close()


def test_the_words_on_a_recording_are_not_cut_beside_a_timeline(
    driver: Driver, screen: tuple[Play, SearchTreePanel, WalkedTree]
) -> None:
    panel = screen[1]
    driver.key(pygame.K_j)
    sheet = driver.app.event_router.sheet
    sheet.labels = []
    driver.app.redraw()
    driver.app.frame()
    shown, sheet.labels = {label.wanted: label.shown for label in sheet.labels}, None
    for control in (panel.by, panel.depth, panel.plies):
        label = control.options[control.index].label
        assert shown[label] == label


def test_a_value_of_an_unfinished_iteration_says_so(
    driver: Driver, screen: tuple[Play, SearchTreePanel, WalkedTree]
) -> None:
    """The move so far of an iteration that was stopped is played, by a value of that iteration."""
    _, panel, tree = screen
    said = texts(driver)
    assert "3 plies deep: " in said and "not finished" not in said
    assert f"Alpha-beta, {tree.lens.name}: " in said and tree.player not in said, "players have names"
    later = replace(tree, thought=replace(tree.thought, value=tree.thought.value + 7.0))
    assert panel.recordings is not None
    last = move_name(tree, tree.roots[-1])
    assert f", {last}, not finished: " in panel._state(screen[0].session.study, panel.recordings, later)
