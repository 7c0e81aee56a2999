"""Variations in the window: the page Game shows and changes them, by mouse and by key."""

import pygame
import pytest
from panel_views import searched

from games.chess.pgn import PgnFile
from games.game_tree import ROOT
from games.random_stream import Draws
from games.record import Record
from games.registry import load_game
from study.state.study import Study
from study.variations.tree_edits import TreeEdits, keep_best_line
from study.why_not.questions import WhyNotQuestion
from trees import change_at_random, comments_of, random_tree, shape
from ui.panels.move_list import MoveListPanel
from ui.panels.why_not.why_not import place_of
from ui.scenes.comment_dialog import CommentDialog

TEXT = "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) 1... e5 2. Nf3 *"


def open_game(driver, record=None):
    play = driver.play("chess", "human", "human", record=record or PgnFile.of_text(TEXT).load(1).record)
    driver.key(pygame.K_3)
    driver.frame()
    return play


def shown(play):
    return [ply.text for ply in play.session.study.record.plies[: play.session.study.cursor]]


def test_click_leads_to_a_variation_and_arrows_step_in_it(driver):
    play = open_game(driver)
    driver.click(driver.rect(("node", 4)).center)
    assert shown(play) == ["d4"]
    driver.key(pygame.K_RIGHT)
    assert shown(play) == ["d4", "d5"]
    driver.key(pygame.K_DOWN)
    assert shown(play) == ["d4", "Nf6"]
    driver.key(pygame.K_UP)
    driver.key(pygame.K_LEFT)
    driver.key(pygame.K_DOWN, pygame.KMOD_CTRL)
    assert shown(play) == ["c4"]
    driver.key(pygame.K_DOWN, pygame.KMOD_CTRL)
    assert shown(play) == ["c4"] and "no further move" in play.notice.said
    driver.click(driver.rect(("ply", 1)).center)
    assert shown(play) == ["e4", "e5"]


def test_delete_and_promote_are_undone_by_a_key(driver):
    play = open_game(driver)
    record = play.session.study.record
    driver.click(driver.rect(("node", 4)).center)
    for key, mod in ((pygame.K_DELETE, pygame.KMOD_CTRL), (pygame.K_p, pygame.KMOD_CTRL)):
        before = shape(record)
        driver.key(key, mod)
        assert shape(record) != before
        driver.key(pygame.K_z, pygame.KMOD_CTRL)
        assert shape(record) == before and shown(play) == ["d4"]
    driver.key(pygame.K_z, pygame.KMOD_CTRL)
    assert "left to undo" in play.notice.said


def test_a_comment_and_marks_are_given_by_keys_and_saved(driver):
    play = open_game(driver)
    driver.click(driver.rect(("node", 4)).center)
    driver.key(pygame.K_5, pygame.KMOD_CTRL)
    play.commands.run("mark 14")
    driver.key(pygame.K_1, pygame.KMOD_CTRL)
    assert play.session.study.record.tree[4].marks == (1, 14)
    driver.key(pygame.K_1, pygame.KMOD_CTRL)
    assert play.session.study.record.tree[4].marks == (14,)
    driver.key(pygame.K_m, pygame.KMOD_CTRL)
    driver.frame()
    dialog = driver.app.scene
    assert isinstance(dialog, CommentDialog) and dialog.on == "1. d4"
    driver.type("solid {so}")
    driver.key(pygame.K_RETURN)
    assert driver.app.scene is play and play.session.study.record.tree[4].comment == "solid (so)"
    driver.frame()
    assert play.notice.said or "solid (so)" in comments_of(play.session.study.record).values()
    (saved,) = driver.saves.list()
    assert shape(driver.saves.load(saved.path)[0]) == shape(play.session.study.record)


def test_the_buttons_below_the_list_say_why_they_cannot(driver):
    play = open_game(driver)
    driver.click(driver.rect(("ply", 0)).center)
    driver.click(driver.rect(("edit", "promote")).center)
    driver.frame()
    assert play.notice.said == "This is the main line already."
    driver.click(driver.rect(("edit", "delete")).center)
    assert play.session.study.record.tree.line(ROOT)[0] == 4


def test_another_outcome_of_a_reveal_is_a_sibling(driver):
    record = Record.start(load_game("jungle"))
    record.play(record.position.parse_move("a1"), 2)
    play = driver.play("jungle", "human", "human", record=record)
    driver.key(pygame.K_r, pygame.KMOD_CTRL)
    assert play.session.study.cursor == 1 and play.session.study.record.plies[0].chance == 3
    assert [record.ply(each).chance for each in record.tree.living(ROOT)] == [2, 3]


def test_actions_of_a_turn_are_siblings_of_their_own(driver):
    play = driver.play("tabletactics", "human", "human")
    session = play.session
    for text in ("N@a1", "F@a2", "F@b1"):
        session.turn.enter(session.study.position.parse_move(text))
    session.study.go_to(1)
    session.turn.enter(session.study.position.parse_move("F@b2"))
    tree = session.study.record.tree
    assert [session.study.record.ply(each).text for each in tree.living(1)] == ["F@a2", "F@b2"]
    driver.key(pygame.K_3)
    driver.frame()
    assert driver.zone(("node", 4))


def test_the_best_line_is_kept_as_a_variation(driver):
    play = open_game(driver)
    study: Study = play.session.study
    study.go_to(1)
    assert play.commands.why_not("keep best line")
    thought = searched(study.position, "alphabeta:classical,depth=3")
    study.search_store.keep(thought)
    before = shape(study.record)
    keep_best_line(study)
    at = study.node
    for move in thought.pv:
        at = study.record.tree.child(at, move, 0)
        assert at is not None
    study.of(TreeEdits).undo(study)
    after = [node for node in study.record.tree.nodes if study.record.tree.is_there(node.id)]
    assert len(after) == len(before) - 1


@pytest.mark.parametrize("seed", range(3))
def test_every_node_of_a_tree_stands_in_the_list_once(driver, seed):
    record = random_tree("chess", seed, 60)
    play = open_game(driver, record)
    panel = next(each for each in play.dock.panels if isinstance(each, MoveListPanel))
    there = sorted(node.id for node in record.tree.nodes[1:] if record.tree.is_there(node.id))
    assert sorted(each.node for each in panel._placed if each.node is not None) == there
    assert panel._tops == sorted(panel._tops)


@pytest.mark.parametrize("moves", [500, pytest.param(1500, marks=pytest.mark.slow)])
def test_a_step_looks_only_at_what_is_seen(driver, moves):
    """With many moves and variations: no layout, no position, and no text out of sight."""
    record, draws = Record.start(load_game("jungle")), Draws(5)
    while len(record.tree.nodes) < moves:
        change_at_random(record, draws, deletes=False)
    record.follow(ROOT)
    play = driver.play("jungle", "human", "human", record=record)
    driver.key(pygame.K_3)
    driver.frame()
    panel = next(each for each in play.dock.panels if isinstance(each, MoveListPanel))
    layout, made = panel._placed, len(record.tree.nodes)
    play.session.study.go_to(0)
    for _ in range(min(8, len(record.plies))):
        driver.key(pygame.K_RIGHT)
        assert panel._placed is layout and len(record.tree.nodes) == made
        assert 0 < panel.visited < 80


def test_a_comment_stands_below_the_name_of_its_move(driver):
    play = open_game(driver, PgnFile.of_text("1. e4 (1. d4 {solid} d5) *").load(1).record)
    sheet = driver.app.event_router.sheet
    sheet.labels = []
    driver.app.redraw()
    driver.frame()
    assert play.dock.upper.title == "Game"
    left = {label.shown: label.place.left for label in sheet.labels}
    assert left["solid"] == left["1. d4"]


def test_end_leads_from_the_end_of_a_variation_back_to_the_game(driver):
    play = open_game(driver)
    record = play.session.study.record
    played = [ROOT, *record.tree.line(ROOT)][-1]
    driver.key(pygame.K_HOME)
    tried = next(
        move for move in play.session.study.position.moves if record.tree.child(ROOT, move, 0) is None
    )
    play.context._enter(tried)
    driver.frame()
    assert record.varies and play.notice.said.startswith("This begins a variation.")
    driver.key(pygame.K_END)
    assert not record.varies and play.session.study.node == played
    driver.key(pygame.K_END)
    assert play.notice.said == "This is the last position."


def test_earlier_position_says_by_the_rules_why_not_a_square(driver):
    play = open_game(driver)
    driver.key(pygame.K_HOME)
    assert play.session.turn.person_may_move and not play.session.study.at_end
    driver.click_square(play, "b8")
    assert play.prompt.refused == "That piece is Black's." and not play.notice.said


def test_an_answer_about_another_line_leads_there(driver):
    play = open_game(driver)
    study = play.session.study
    about = study.position
    node = study.node
    driver.click(driver.rect(("node", 4)).center)
    assert study.position is not about and study.node_of(about) == node
    question = WhyNotQuestion(about, (about.moves[0],))
    assert place_of(study, question).startswith("About move 2 for Black")
    study.go_to_node(study.node_of(about))
    assert study.position is about and study.node == node
