"""Jungle in the window: reveals, attacks, what is remembered, and what must stay hidden."""

import pygame
import pytest
from driving import Driver

from games.position import Position
from games.record import Record
from games.registry import load_game
from study.settings.settings import Settings, UiSettings
from study.settings.settings_store import SettingsStore
from ui.boards.jungle import BACKS, JungleArt
from ui.boards.motion import SECONDS
from ui.scenes.play.play import Play

GREEDY = "greedy:greedy"
FIGHT = "4-3/8/8/2e5/2r1T3/2E5/1+6 w D c 3"
"""Amber: elephant c2, tiger e3, a face-down dog b1. Blue: elephant c4, rat c3, a face-down cat e7."""


def revealed(play: Play, square: str) -> str:
    return JungleArt().pieces(play.session.study.record.position.state).get(square, "")


def test_one_click_reveals_an_own_piece_only(driver):
    play = driver.play("jungle", "human", "human", seed=4)
    driver.click_square(play, "d7")
    assert not play.session.study.record.plies, "a piece of the other side cannot be revealed"
    driver.click_square(play, "d1")
    assert [ply.text for ply in play.session.study.record.plies] == ["d1"]
    assert revealed(play, "d1").startswith("0 ") and revealed(play, "c1") == BACKS[0]
    driver.click_square(play, "c1")
    assert len(play.session.study.record.plies) == 1, "it is Blue's turn"


@pytest.mark.parametrize("other", ["a1", "h1"])
def test_a_reveal_taken_back_shows_the_same_animal_again(driver, other):
    play = driver.play("jungle", "human", "human", seed=9)
    driver.click_square(play, "d1")
    animal = revealed(play, "d1")
    driver.key(pygame.K_u)
    assert revealed(play, "d1") == BACKS[0] and not play.session.study.record.plies
    driver.click_square(play, other)
    assert revealed(play, other) != animal, "no other square may show it"
    driver.click_square(play, "a7")
    driver.click_square(play, "d1")
    assert revealed(play, "d1") == animal


def test_a_reveal_taken_back_is_remembered_by_the_file(driver):
    play = driver.play("jungle", "human", "human", seed=2)
    for square in ("b1", "b7", "c1"):
        driver.click_square(play, square)
    animal = revealed(play, "c1")
    driver.key(pygame.K_u)
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_c)
    again = driver.app.scene
    assert isinstance(again, Play) and again is not play and revealed(again, "c1") == BACKS[0]
    driver.click_square(again, "c1")
    assert revealed(again, "c1") == animal


@pytest.mark.parametrize(
    ("clicks", "text", "gone", "stands"),
    [
        (("e3", "d3"), "e3-d3", "e3", ("d3", "0 6")),
        (("c2", "c3"), "c2xc3", "c2", ("c3", "1 1")),  # the elephant loses to the rat
    ],
)
def test_step_and_lost_attack_by_two_clicks(driver, clicks, text, gone, stands):
    play = driver.play("jungle", "human", "human", text=FIGHT)
    for square in clicks:
        driver.click_square(play, square)
    assert [ply.text for ply in play.session.study.record.plies] == [text]
    assert revealed(play, gone) == "" and revealed(play, stands[0]) == stands[1]


def test_attack_by_drag_takes_and_equals_go_together(driver):
    play = driver.play("jungle", "human", "human", text="8/8/8/2e5/2E1t3/4T3/8 w - - 3")
    driver.drag(play, "c3", "c4")
    assert revealed(play, "c4") == "" == revealed(play, "c3")
    driver.key(pygame.K_u)
    driver.drag(play, "e2", "e3")
    assert revealed(play, "e2") == revealed(play, "e3") == ""


def test_attack_on_a_face_down_piece_turns_it_up_first(tmp_path):
    driver = Driver(tmp_path, animation=True)
    try:
        play = driver.play("jungle", "human", "human", text="8/8/8/8/2-5/2E5/8 w - c 0")
        driver.click_square(play, "c2")
        driver.click_square(play, "c3")
        position, before = play.session.study.record.position, play.session.study.record.positions[0]
        assert revealed(play, "c3") == "0 8", "the elephant has taken the cat"
        (stage,) = JungleArt().stages(before, position, play.session.study.record.plies[0].move)
        assert stage["c3"] == "1 2" and stage["c2"] == "0 8", "the cat is seen before it goes"
        assert stage["pool 1 2"].endswith("known")
        motion = play.board.picture.motion
        assert motion is not None and motion.over(motion.started + 2.01 * SECONDS)
        assert not motion.over(motion.started + 1.99 * SECONDS), "turned up, then taken"
    finally:
        driver.close()


def test_the_list_beside_the_board_is_of_what_is_still_face_down():
    art, game = JungleArt(), load_game("jungle")
    placed = art.pieces(Position.start(game, text=FIGHT).state)
    unseen = {name for name, piece in placed.items() if name.startswith("pool") and "known" not in piece}
    assert unseen == {"pool 0 3", "pool 1 2"}
    assert len([name for name in placed if name.startswith("pool")]) == 16


def test_words_on_a_face_down_piece_tell_no_secret(driver):
    play = driver.play("jungle", "human", "human", text="8/8/8/8/2--4/2E5/8 w - cd 0")
    for square in ("c3", "d3"):
        tip = driver.tip_at(play.board.picture.pixel_of(square))
        assert tip == "Face down. It may be Blue: cat, dog."
    assert "elephant, 8" in driver.tip_at(play.board.picture.pixel_of("c2"))


def test_mixed_deal_reveals_any_piece_and_names_the_rule(tmp_path):
    driver = Driver(tmp_path)
    try:
        driver.app.store = SettingsStore.of(
            Settings(ui=UiSettings(animation=False), games={"jungle": {"deal": "mixed"}})
        )
        play = driver.play("jungle", "human", "human", seed=5)
        assert set(JungleArt().pieces(play.session.study.record.position.state).values()) >= {BACKS[2]}
        driver.click_square(play, "e7")
        assert [ply.text for ply in play.session.study.record.plies] == ["e7"]
        assert revealed(play, "e7") not in BACKS
    finally:
        driver.close()


def test_program_replies_and_take_back_undoes_both(driver):
    play = driver.play("jungle", "human", GREEDY)
    driver.click_square(play, "d1")
    animal = revealed(play, "d1")
    driver.until(lambda: len(play.session.study.record.plies) == 2)
    reply = play.session.study.record.plies[1]
    driver.key(pygame.K_u)
    assert not play.session.study.record.plies and revealed(play, "d1") == BACKS[0]
    driver.click_square(play, "d1")
    driver.until(lambda: len(play.session.study.record.plies) == 2)
    assert revealed(play, "d1") == animal
    assert play.session.study.record.plies[1] == reply, "the program's reveal is remembered as well"


def test_home_picture_is_a_position_of_the_game():
    assert Record.start(load_game("jungle"), text=JungleArt.showcase).position.moves
