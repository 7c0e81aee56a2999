"""A screen that is drawn in parts, over several frames, ends with the same picture as one that is drawn at
once."""

import pygame
import pytest
from drawn_twice import draw_whole
from driving import Driver

from ui.kit.sheet import Sheet
from ui.scenes.partial_redraw import MOTION_SECONDS, PartialRedraw

GAMES = ("isolation", "morris", "chess", "jungle", "tabletactics")
AB, C = frozenset("ab"), frozenset("c")


def test_a_round_draws_each_group_once():
    rounds = PartialRedraw((AB, C))
    assert not rounds.open
    rounds.want()
    assert rounds.open and rounds.begins
    assert rounds.step(1.0) == AB and rounds.open and not rounds.begins
    assert rounds.step(2.0) == C and not rounds.open
    assert rounds.drawn_at == 2.0


def test_what_changes_during_a_round_is_drawn_in_the_next():
    rounds = PartialRedraw((AB, C))
    rounds.want()
    rounds.step(1.0)
    rounds.want()
    rounds.step(2.0)
    assert rounds.open and rounds.begins
    rounds.drew_all(3.0)
    assert not rounds.open


def test_a_round_waits_for_what_moves_but_not_for_long():
    rounds = PartialRedraw((AB, C))
    rounds.drew_all(1.0)
    rounds.want()
    assert rounds.waits(1.0 + MOTION_SECONDS / 2) and not rounds.waits(1.0 + MOTION_SECONDS)
    rounds.step(1.1)
    assert not rounds.waits(1.1), "a round that has begun is drawn to its end"


def test_all_parts_show_one_position_however_fast_programs_play(tmp_path, monkeypatch):
    driver = Driver(tmp_path, animation=True)
    play = driver.play("isolation", "random", "random")
    play.session.study.pace = 0
    drawn, moved = {}, 0
    for owner, part in ((play, "_draw_stage"), (play, "_draw_side"), (play.bar, "draw")):

        def draw(*args, part=part, draws=getattr(owner, part)):
            drawn[part] = play.session.study.position
            return draws(*args)

        monkeypatch.setattr(owner, part, draw)
    rounds, last = 0, play.rounds.drawn_at
    while not play.session.study.over:
        driver.app.frame()
        moved += play.board.picture.motion is not None and len(play.session.study.record.plies) > 2
        if play.rounds.drawn_at != last and play.rounds.begins:
            last, rounds = play.rounds.drawn_at, rounds + 1
            assert len({id(position) for position in drawn.values()}) == 1
            assert not play.session.study.record.plies or len(drawn) == 3
    driver.close()
    assert rounds > 5 and not moved, "no slide where moves come faster"


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_parts_make_the_picture_that_the_whole_makes(game, tmp_path):
    driver = Driver(tmp_path, animation=True)
    play = driver.play(game, "random", "random")
    play.session.study.pace = 1
    alike, differ, app = 0, 0, driver.app
    while alike < 8 and not play.session.study.over:
        driver.app.frame()
        sheet = app.event_router.sheet
        ended = (
            not sheet.whole and play.shown is None and not play.rounds.open and not play.session.study.running
        )
        if not ended or play.session.study.facts.busy or play.board.picture.motion is not None:
            continue
        parts, zones = pygame.image.tobytes(app.surface, "RGB"), places(sheet)
        draw_whole(app, play.rounds.drawn_at)
        if pygame.image.tobytes(app.surface, "RGB") == parts and places(sheet) == zones:
            alike, differ = alike + 1, 0
        else:  # a thread may change something in between, but not each time
            differ += 1
        assert differ < 3
    driver.close()
    assert alike


def test_end_of_a_motion_is_drawn_after_a_busy_frame(tmp_path, monkeypatch):
    driver = Driver(tmp_path, animation=True)
    play = driver.play("isolation", "human", "human")
    driver.until(lambda: not play.rounds.open and not play.session.study.facts.busy)
    monkeypatch.setattr("ui.boards.motion.SECONDS", 1000.0)
    play.session.turn.enter(play.session.study.record.position.moves[0])
    driver.until(lambda: play.board.picture.motion is not None)
    driver.until(lambda: not play.rounds.open and not play.session.study.facts.busy)
    monkeypatch.setattr("ui.boards.motion.SECONDS", 0.0)
    monkeypatch.setattr("ui.scenes.partial_redraw.BUSY_SECONDS", -1.0)
    driver.app.frame()
    assert play.board.picture.motion is None
    monkeypatch.setattr("ui.scenes.partial_redraw.BUSY_SECONDS", 1000.0)
    driver.frame()
    parts = pygame.image.tobytes(driver.app.surface, "RGB")
    draw_whole(driver.app, play.rounds.drawn_at)
    assert pygame.image.tobytes(driver.app.surface, "RGB") == parts
    driver.close()


def test_a_window_that_is_late_in_every_frame_draws_all_the_same(tmp_path, monkeypatch):
    driver = Driver(tmp_path)
    play = driver.play("isolation", "human", "human")
    driver.until(lambda: not play.rounds.open and not play.session.study.facts.busy)
    monkeypatch.setattr("ui.scenes.partial_redraw.BUSY_SECONDS", -1.0)
    play.session.turn.enter(play.session.study.record.position.moves[0])
    for _ in range(60):
        driver.app.frame()
    parts = pygame.image.tobytes(driver.app.surface, "RGB")
    draw_whole(driver.app, play.rounds.drawn_at)
    assert pygame.image.tobytes(driver.app.surface, "RGB") == parts
    driver.close()


def test_the_board_shows_the_move_that_the_list_has_selected(tmp_path):
    driver = Driver(tmp_path)
    play = driver.play("isolation", "human", "human")
    driver.key(pygame.K_2)
    driver.until(lambda: not play.rounds.open and not play.session.study.facts.busy)
    for _ in range(2):
        press = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_DOWN, mod=0, unicode="")
        pygame.event.post(press)  # it stays pressed: no event follows
        driver.frame(3)
        assert play.board.shown_move == play.session.study.pointed.selected
        parts = pygame.image.tobytes(driver.app.surface, "RGB")
        draw_whole(driver.app, play.rounds.drawn_at)
        assert pygame.image.tobytes(driver.app.surface, "RGB") == parts
    driver.close()


def places(sheet: Sheet) -> list[tuple[object, tuple[int, ...]]]:
    """The zones in the order of the Tab key, without those of rows whose keys are new in each frame."""
    return [(type(zone.key), tuple(zone.rect)) for zone in sheet.zones]
