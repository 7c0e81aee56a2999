"""The play screen, driven by mouse and keyboard."""

import time

import pygame
import pytest
from driving import Driver, texts_written

from engines.compiling import kernel_processes
from engines.compiling.kernel_processes import CompileProgress
from engines.jobs import COMPILING
from games.contract import ONGOING
from games.record import Record
from games.registry import load_game
from study.game.status import status
from study.review.background_review import BackgroundReview
from study.settings.settings import PACES
from study.state.activity import Activity
from ui.commands import presses
from ui.open_game import continue_game
from ui.scenes.home.home import Home
from ui.scenes.play.change_players import Players
from ui.scenes.play.play import Play
from ui.scenes.settings_page import SettingsPage
from ui.scenes.top_bar import player_label

AI = "alphabeta:improved,depth=1"
MORRIS_AI = "alphabeta:weighted,depth=1"


def texts(play: Play) -> list[str]:
    return [ply.text for ply in play.session.study.record.plies]


def test_click_answer_take_back_and_steps(driver):
    play = driver.play("isolation", "human", AI)
    driver.click_square(play, "d4")
    driver.until(lambda: len(play.session.study.record.plies) == 2)
    assert texts(play) == ["d4", "a1"]
    driver.click_square(play, "e6")
    driver.until(lambda: len(play.session.study.record.plies) == 4)
    driver.key(pygame.K_LEFT)
    driver.key(pygame.K_LEFT)
    assert (
        play.session.study.cursor == 2
        and play.session.study.position is play.session.study.record.positions[2]
    )
    driver.key(pygame.K_HOME)
    assert play.session.study.cursor == 0
    driver.key(pygame.K_RIGHT)
    assert play.session.study.cursor == 1
    driver.key(pygame.K_END)
    assert play.session.study.at_end
    driver.click_on(play.bar.buttons["take back"])
    assert texts(play) == ["d4", "a1"] and play.session.turn.person_may_move
    driver.key(pygame.K_u)
    driver.key(pygame.K_u)
    assert texts(play) == [] and play.session.study.cursor == 0


def test_piece_is_dragged_where_one_click_is_enough(driver):
    play = driver.play("isolation", "human", "human")
    for square in ("d4", "a1"):
        driver.click_square(play, square)
    driver.drag(play, "d4", "e6")
    assert texts(play) == ["d4", "a1", "e6"]
    driver.drag(play, "a1", "a2")
    assert len(texts(play)) == 3
    driver.click_square(play, "b3")
    assert texts(play) == ["d4", "a1", "e6", "b3"]


def test_click_on_an_earlier_position_begins_a_variation(driver):
    play = driver.play("isolation", "human", "human")
    driver.click_square(play, "d4")
    driver.click_square(play, "a1")
    driver.key(pygame.K_LEFT)
    driver.click_square(play, "g7")
    assert texts(play) == ["d4", "g7"] and play.session.study.cursor == 2
    assert play.session.study.record.tree.line(0) == [1, 2], "the game is as it was"


def test_click_on_an_earlier_position_moves_nothing(driver):
    play = driver.play("isolation", "human", "random")
    driver.click_square(play, "d4")
    driver.until(lambda: len(texts(play)) == 2)
    driver.key(pygame.K_LEFT)
    driver.click_square(play, "g7")
    assert len(texts(play)) == 2 and play.session.study.cursor == 1
    assert "Space pauses it" in play.notice.said


def test_illegal_square_is_refused(driver):
    play = driver.play("isolation", "human", "human")
    driver.click_square(play, "d4")
    driver.click_square(play, "d4")
    assert texts(play) == ["d4"]


def test_morris_by_clicks_and_drag_with_removal(driver):
    text = "3/3/3/2ww1w/3/1bb/b2 w 0 0 0"
    play = driver.play("morris", "human", "human", text=text.replace("2ww1w", "w1w1w1"))
    position = play.session.study.record.position
    wanted = next(move for move in position.moves if "x" in position.notation(move))
    path = play.session.study.record.game.click_paths(position.state, wanted)[0]
    driver.drag(play, path[0], path[1])
    assert play.board.hand.clicks == path[:2], "the stone has moved, what it takes is still open"
    driver.click_square(play, path[2])
    assert [ply.move for ply in play.session.study.record.plies] == [wanted]


def test_escape_drops_a_half_entered_move_before_it_leaves(driver):
    text = "3/3/3/w1w1w1/3/1bb/b2 w 0 0 0"
    play = driver.play("morris", "human", "human", text=text)
    position = play.session.study.record.position
    start = play.session.study.record.game.click_paths(position.state, position.moves[0])[0][0]
    driver.click_square(play, start)
    assert play.board.hand.clicks == (start,)
    driver.key(pygame.K_ESCAPE)
    assert play.board.hand.clicks == () and driver.app.scene is play
    driver.key(pygame.K_ESCAPE)
    assert isinstance(driver.app.scene, Home)


def test_programs_play_pause_and_single_step(driver):
    play = driver.play("isolation", AI, AI)
    play.session.study.pace = 0
    driver.until(lambda: len(play.session.study.record.plies) >= 3)
    driver.key(pygame.K_SPACE)
    made = len(play.session.study.record.plies)
    driver.frame(20)
    assert len(play.session.study.record.plies) == made and status(play.session) == "paused"
    driver.click_on(play.bar.buttons["step"])
    driver.until(lambda: len(play.session.study.record.plies) == made + 1)
    driver.frame(20)
    assert len(play.session.study.record.plies) == made + 1
    driver.key(pygame.K_SPACE)
    driver.until(lambda: play.session.study.over)
    assert play.session.study.record.position.outcome != ONGOING


def test_pace_holds_a_finished_move_back(driver):
    play = driver.play("isolation", AI, AI)
    play.session.turn.pause()
    play.session.study.pace = 1  # a quarter of a second
    play.session.turn.play_or_pause()
    began = time.perf_counter()
    driver.until(lambda: len(play.session.study.record.plies) == 1)
    assert time.perf_counter() - began > 0.2
    driver.key(pygame.K_PLUS)
    assert play.session.study.pace == 0


def test_plus_makes_two_programs_faster(driver):
    play = driver.play("isolation", AI, AI)
    play.session.turn.pause()
    play.session.study.pace = PACES.index(0.5)
    driver.frame()
    slower, faster = play.bar.speed["slower"], play.bar.speed["faster"]
    assert driver.rect(slower).right < driver.rect(faster).left
    driver.click_on(slower)
    assert PACES[play.session.study.pace] == 1.0
    assert play.notice.said == "Slower: two programs play 1 move a second."
    driver.click_on(faster)
    driver.key(pygame.K_KP_PLUS)
    assert PACES[play.session.study.pace] == 0.25
    assert play.notice.said == "Faster: two programs play 4 moves a second."
    driver.key(pygame.K_KP_MINUS)
    assert PACES[play.session.study.pace] == 0.5
    assert "(−)" in slower.tooltip and "(+)" in faster.tooltip


@pytest.mark.parametrize(
    ("size", "expected"),
    [((1280, 720), {"Slower", "2 moves a second", "Faster", "Analyse"}), ((800, 600), {"2 / s"})],
)
def test_the_speed_of_two_programs_is_moves_a_second(tmp_path, monkeypatch, size, expected):
    driver = Driver(tmp_path, size)
    try:
        play = driver.play("isolation", AI, AI)
        play.session.turn.pause()
        play.session.study.pace = PACES.index(0.5)
        written = set(texts_written(driver, monkeypatch))
        assert expected <= written
        assert expected == written & {"Slower", "2 moves a second", "2 / s", "Faster", "Analyse"}
    finally:
        driver.close()


def test_stepping_back_pauses_two_programs(driver):
    play = driver.play("isolation", AI, AI)
    play.session.study.pace = 0
    driver.until(lambda: len(play.session.study.record.plies) >= 2)
    driver.key(pygame.K_LEFT)
    made = len(play.session.study.record.plies)
    driver.frame(10)
    assert not play.session.study.playing and len(play.session.study.record.plies) == made


def test_failing_engine_says_so_and_the_game_goes_on(driver):
    driver.engine.fails = True
    play = driver.play("isolation", "human", AI)
    driver.click_square(play, "d4")
    driver.until(lambda: play.session.study.failure)
    assert "headache" in play.session.study.failure
    driver.click_square(play, "a1")  # by hand, instead of the program
    assert texts(play) == ["d4", "a1"] and not play.session.study.failure
    driver.click_square(play, "e6")
    driver.until(lambda: play.session.study.failure)
    driver.engine.fails = False
    driver.click_on(play.retry)
    driver.until(lambda: len(play.session.study.record.plies) == 4)
    assert not play.session.study.failure


def test_hint_is_a_legal_move_and_vanishes_with_the_next(driver):
    play = driver.play("isolation", "human", AI)
    driver.key(pygame.K_h)
    driver.until(lambda: play.board.hint is not None)
    assert play.board.hint == play.session.study.record.position.moves[0]
    driver.click_square(play, "d4")
    driver.until(lambda: len(play.session.study.record.plies) == 2)
    assert play.board.hint is None


def test_move_now_ends_a_long_search(driver):
    driver.engine.waits = 60.0
    play = driver.play("isolation", "human", AI)
    driver.click_square(play, "d4")
    driver.until(lambda: driver.engine.asked >= 1 and status(play.session) == "thinking")
    driver.until(lambda: driver.engine.asked == 2 or play.session.study.news.doing == "thinking")
    driver.key(pygame.K_m)
    driver.until(lambda: len(play.session.study.record.plies) == 2)


def test_take_back_while_the_program_thinks(driver):
    driver.engine.waits = 60.0
    play = driver.play("isolation", "human", AI)
    driver.click_square(play, "d4")
    driver.until(lambda: play.session.study.running)
    driver.key(pygame.K_BACKSPACE)
    assert texts(play) == [] and play.session.turn.person_may_move
    driver.frame(10)
    assert texts(play) == []


def test_flip_turns_the_board_and_clicks_follow(driver):
    play = driver.play("isolation", "human", "human")
    before = play.board.picture.pixel_of("a1")
    driver.key(pygame.K_f)
    driver.frame()
    after = play.board.picture.pixel_of("a1")
    assert after[0] > before[0] and after[1] < before[1]
    driver.click(after)
    assert texts(play) == ["a1"]


def test_black_person_sees_the_board_from_blacks_side(driver):
    play = driver.play("isolation", AI, "human")
    assert play.board.picture.flipped
    driver.until(lambda: len(play.session.study.record.plies) == 1)


def test_swap_sides_lets_the_program_go_on(driver):
    play = driver.play("isolation", "human", AI)
    driver.key(pygame.K_s)
    driver.until(lambda: len(play.session.study.record.plies) == 1)
    assert play.session.study.is_person(1) and play.board.picture.flipped


def test_new_game_keeps_the_players(driver):
    play = driver.play("isolation", "human", AI)
    driver.click_square(play, "d4")
    driver.until(lambda: len(play.session.study.record.plies) == 2)
    driver.key(pygame.K_n)
    assert texts(play) == [] and play.session.study.is_person(0) and not play.session.study.is_person(1)
    driver.click_square(play, "c3")
    driver.until(lambda: len(play.session.study.record.plies) == 2)
    assert len(driver.saves.list()) == 2


def opened_again(driver, over=False):
    """A game of two programs that was opened from its file, unless `over` before it had ended."""
    play = driver.play("isolation", "random", "level:1")
    driver.until(lambda: play.session.study.over if over else len(play.session.study.record.plies) >= 3)
    play.session.turn.pause()
    driver.app.pop()
    driver.frame()
    (saved,) = driver.saves.list()
    continue_game(driver.window, saved.path)
    driver.until(lambda: isinstance(driver.app.scene, Play))
    driver.frame()
    return driver.app.scene


@pytest.mark.parametrize(("flipped", "names"), [(False, ("human", "level:1")), (True, ("random", "human"))])
def test_new_game_after_watching_two_programs_is_the_person_s(driver, flipped, names):
    play = opened_again(driver)
    assert play.session.study.people == 0 and not play.session.study.playing
    if flipped:
        driver.key(pygame.K_f)
    program = "Random moves" if flipped else "Level 1"
    assert program in play.bar.buttons["new game"].tooltip
    driver.key(pygame.K_n)
    assert tuple(map(str, play.session.study.players)) == names
    assert f"You play {('White', 'Black')[flipped]}." in play.notice.said
    if not flipped:
        driver.frame(5)
        assert texts(play) == [], "nobody moves before the person"
    driver.key(pygame.K_n)
    assert tuple(map(str, play.session.study.players)) == names


def test_swapping_after_watching_gives_the_person_the_other_side(driver):
    play = opened_again(driver, over=True)
    assert play.session.study.over
    driver.frame()
    assert "Random moves, in which you play Black" in play.bar.buttons["swap sides"].tooltip
    driver.key(pygame.K_s)
    assert tuple(map(str, play.session.study.players)) == ("random", "human")
    assert play.board.picture.flipped and "You play Black." in play.notice.said


def test_a_new_game_keeps_two_programs_that_were_watched(driver):
    play = opened_again(driver)
    driver.click_on(play.bar.buttons["step"])
    driver.key(pygame.K_n)
    assert tuple(map(str, play.session.study.players)) == ("random", "level:1")


def test_new_game_does_not_begin_with_the_former_review(driver):
    play = driver.play("isolation", "human", "human")
    review, moves = (
        next(each for each in play.dock.panels if each.title == title) for title in ("Review", "Moves")
    )
    for panel, expected in ((review, "Evaluation"), (moves, "Moves")):
        play.session.turn.enter(play.session.study.record.position.moves[0])
        play.dock.show(panel, play.session.study)
        play.commands.run("new game")
        driver.frame()
        assert play.session.study.record.plies == [] and play.dock.upper.title == expected
    play.session.turn.enter(play.session.study.record.position.moves[0])
    play.dock.show(review, play.session.study)
    driver.key(pygame.K_ESCAPE)
    assert driver.play("isolation", "human", "human").dock.upper.title == "Evaluation"


def test_board_by_keyboard(driver):
    play = driver.play("isolation", "human", "human")
    driver.key(pygame.K_TAB)
    assert driver.focused is play.board
    start = play.board.hand.cursor
    driver.key(pygame.K_RIGHT)
    driver.key(pygame.K_UP)
    assert play.board.hand.cursor == "b2" and start == "a1"
    driver.key(pygame.K_RETURN)
    assert texts(play) == ["b2"]
    driver.key(pygame.K_ESCAPE)
    assert driver.focused is None and driver.app.scene is play


def test_every_move_is_on_disk_and_leads_back_into_the_game(driver):
    play = driver.play("isolation", "human", "human")
    for square in ("d4", "a1", "e6"):
        driver.click_square(play, square)
    driver.key(pygame.K_u)
    saved = driver.saves.list()[0]
    record, *_ = driver.saves.load(saved.path)
    assert [ply.text for ply in record.plies] == ["d4", "a1"]
    assert driver.saves.interrupted() == ()  # it is being played
    driver.key(pygame.K_ESCAPE)
    home = driver.app.scene
    driver.key(pygame.K_c)
    again = driver.app.scene
    assert isinstance(home, Home) and isinstance(again, Play) and texts(again) == ["d4", "a1"]
    driver.click_square(again, "b5")
    record, *_ = driver.saves.load(saved.path)
    assert [ply.text for ply in record.plies] == ["d4", "a1", "b5"]
    assert len(driver.saves.list()) == 1


def test_result_names_the_reason_and_can_be_put_away(driver):
    record = Record.start(load_game("isolation"))
    text = "w1x3b/2x4/1x5/7/7/7/7 w"
    play = driver.play("isolation", "human", "human", text=text)
    assert record.game.name == "isolation" and play.session.study.over
    driver.frame()
    assert play.session.study.record.position.ending == "White has no free square to move to."
    assert driver.zone(play.banner.dismiss)
    driver.key(pygame.K_ESCAPE)
    assert not driver.zone(play.banner.dismiss) and driver.app.scene is play


SIZES = [((1280, 720), 1.0), ((1280, 720), 1.5), ((1920, 1080), 1.0), ((500, 900), 1.0), ((640, 480), 1.0)]
LOST = "5f32/6/n415/6/6/6 b play - 4"
"""TableTactics without White's Noble: the longest of the usual reasons."""


@pytest.mark.parametrize(("size", "scale"), SIZES, ids=str)
@pytest.mark.parametrize(
    ("game", "text"), [("tabletactics", LOST), ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")]
)
def test_banner_has_the_whole_reason_at_every_size(tmp_path, size, scale, game, text):
    driver = Driver(tmp_path, size, scale)
    try:
        play = driver.play(game, "human", "random", text=text)
        assert play.session.study.over
        sheet = driver.app.event_router.sheet
        sheet.labels = []
        driver.app.redraw()
        driver.frame()
        box = driver.rect((play.banner, "box"))
        written = " ".join(label.shown for label in sheet.labels if box.contains(label.place))
        assert play.session.study.record.position.ending in written
        assert written.startswith("Draw" if game == "chess" else "You lose: Black wins")
        sheet.labels = None
        assert play.layout.result.contains(box)
        assert not box.colliderect(play.board.picture.geometry.rect), "the last move can be seen"
        buttons = (play.review, play.again, play.swap)
        assert all(box.contains(driver.rect(button)) and button.shows_label for button in buttons)
        driver.click_on(play.swap)
        assert [str(player) for player in play.session.study.players] == ["random", "human"]
        assert play.board.picture.flipped
    finally:
        driver.close()


@pytest.mark.parametrize(
    ("size", "scale"), [((1280, 720), 1.0), ((640, 480), 1.0), ((900, 1000), 1.0)], ids=str
)
def test_the_board_does_not_move_when_the_banner_comes_and_goes(tmp_path, size, scale):
    driver = Driver(tmp_path, size, scale)
    try:
        play = driver.play("isolation", "human", "human", text="7/7/7/7/xxxx3/xwxx3/x1xb3 w")
        place = play.board.picture.geometry.rect
        while not play.session.study.over:
            play.session.turn.enter(play.session.study.record.position.moves[0])
            driver.frame()
        assert driver.zone((play.banner, "box")) and play.board.picture.geometry.rect == place
        driver.click_on(play.banner.dismiss)
        driver.frame()
        assert driver.zone((play.banner, "box")) is None and play.layout.result.height == 0
        assert play.board.picture.geometry.rect == place
    finally:
        driver.close()


@pytest.mark.parametrize(
    ("white", "black", "said"),
    [
        ("human", "random", "You lose: Black wins"),
        ("random", "human", "You win"),
        ("human", "human", "Black wins"),
        ("random", "random", "Black wins"),
    ],
)
def test_the_result_speaks_to_the_only_person(driver, white, black, said):
    play = driver.play("isolation", white, black, text="w1x3b/2x4/1x5/7/7/7/7 w")
    box = driver.zone((play.banner, "box"))
    assert box is not None and box.tip == f"{said}. White has no free square to move to."


@pytest.mark.long
@pytest.mark.parametrize(("size", "scale"), SIZES, ids=str)
def test_opened_finished_game_is_uncovered_and_offers_review(tmp_path, size, scale):
    driver = Driver(tmp_path, size, scale)
    try:
        play = driver.play("isolation", "human", "human", text="7/7/7/7/xxxx3/xwxx3/x1xb3 w")
        while not play.session.study.over:
            play.session.turn.enter(play.session.study.record.position.moves[0])
            driver.frame()
        assert driver.zone((play.banner, "box")) is not None, "it has ended while one played"
        driver.app.pop()
        driver.frame()
        (saved,) = driver.saves.list()
        continue_game(driver.window, saved.path)
        driver.until(lambda: isinstance(driver.app.scene, Play))
        again = driver.app.scene
        driver.frame()
        assert (
            again.session.study.over
            and again.session.study.at_end
            and driver.zone((again.banner, "box")) is None
        )
        sheet = driver.app.event_router.sheet
        sheet.labels = []
        driver.app.redraw()
        driver.frame()
        place = driver.rect("ending")
        said = " ".join(label.shown for label in sheet.labels if place.contains(label.column))
        sheet.labels = None
        assert said.endswith(again.session.study.record.position.ending) and "wins. " in said, (
            "all of it can be read"
        )
        assert again.review.primary and again.review.label == "Review"
        driver.key(pygame.K_LEFT)
        assert driver.zone(again.review) is None
        driver.key(pygame.K_END)
        assert driver.zone((again.banner, "box")) is None, "nor does it come with the last position"
        driver.click_on(again.review)
        assert again.dock.upper.title == "Review" and again.session.study.of(BackgroundReview).goes_on
        driver.frame(2)
        assert driver.zone(again.review) is None
        driver.until(lambda: not again.session.study.of(BackgroundReview).running)
        driver.key(pygame.K_BACKSPACE)
        while not again.session.study.over:
            again.session.turn.enter(again.session.study.record.position.moves[0])
            driver.frame()
        assert driver.zone((again.banner, "box")) is not None, "it has ended once more"
    finally:
        driver.close()


def test_the_banner_reviews_and_begins_again(driver):
    play = driver.play("tabletactics", "human", "human", text=LOST)
    assert driver.zone(play.swap) is None, "both players are alike"
    surface, theme = driver.app.event_router.sheet.surface, driver.app.theme
    box, review, again = (driver.rect(key) for key in ((play.banner, "box"), play.review, play.again))
    colors = [surface.get_at((place.x + theme.px(4), place.centery)) for place in (review, again)]
    ground = surface.get_at((box.centerx, review.y - theme.px(2)))
    assert colors == [theme.accent, theme.raised] and ground not in colors, "both look like buttons"
    driver.click_on(play.again)
    assert play.session.study.over, "it began with this position"
    driver.click_on(play.review)
    assert play.dock.upper.title == "Review"
    driver.frame()
    assert driver.zone((play.banner, "box")) is None, "its room is free for what the review shows"


def test_a_game_that_is_over_is_begun_again_with_sides_swapped(driver):
    play = driver.play("isolation", "human", "random", text="w1x3b/2x4/1x5/7/7/7/7 w")
    over = play.session
    driver.key(pygame.K_s)
    assert play.session is not over and [str(each) for each in play.session.study.players] == [
        "random",
        "human",
    ]
    assert not play.session.study.record.plies and [str(each) for each in over.study.players] == [
        "human",
        "random",
    ]
    assert play.session.study.record.positions[0].text == over.study.record.positions[0].text


def test_mill_asks_on_the_board_and_a_wrong_click_keeps_the_move(driver):
    play = driver.play("morris", "human", "human", text="3/3/3/w1w1w1/3/1b1/bbb w 0 0 0")
    assert play.prompt.prompt == ""
    driver.click_square(play, "f4")
    driver.click_square(play, "b4")
    assert play.prompt.prompt == "Take a stone: one of those ringed."
    assert not play.board._marks(driver.app.theme).chosen, "only stones to take are ringed"
    driver.click_square(play, "a1")
    assert play.prompt.refused == "Protected: it stands in a mill." and play.board.hand.clicks == ("f4", "b4")
    sheet = driver.app.event_router.sheet
    sheet.labels = []
    driver.app.redraw()
    driver.frame()
    assert "Protected: it stands in a mill." in [label.shown for label in sheet.labels]
    sheet.labels = None
    driver.click_square(play, "d2")
    assert texts(play) == ["f4-b4xd2"] and play.prompt.refused == play.prompt.prompt == ""


def test_a_refused_square_says_why_to_the_keyboard_too(driver):
    play = driver.play("morris", "human", "human", text="3/3/3/w1w1w1/3/1b1/bbb w 0 0 0")
    driver.tab_to(play.board)
    play.board.hand.cursor = "d2"
    driver.key(pygame.K_RETURN)
    assert play.prompt.refused == "That stone is Black's."


def test_the_key_of_a_standing_choice_says_why_it_cannot_be_made(driver):
    play = driver.play("tabletactics", "human", "random", text="6/6/n425/6/6/N425 w play - 4")
    driver.key(pygame.K_d)
    assert texts(play)[0] == "end"
    driver.key(pygame.K_HOME)
    driver.key(pygame.K_d)
    assert "End goes on" in play.notice.said and play.session.study.cursor == 0


def test_end_leads_back_to_the_game_whatever_has_the_keyboard(driver):
    play = driver.play("isolation", "human", "human")
    for square in ("d4", "a1", "e6", "b3"):
        driver.click_square(play, square)
    for page in range(len(play.dock.side_panels)):
        driver.key(pygame.K_1 + page)
        driver.key(pygame.K_HOME)
        for zone in [
            zone.key for zone in driver.app.event_router.sheet.active() if zone.keys and not zone.typing
        ]:
            play.session.study.go_to(1)
            driver.frame()
            if (found := driver.zone(zone)) is None or not found.focusable:
                continue
            driver.move_mouse(found.rect.center)
            driver.app.event_router.focus(zone)
            driver.key(pygame.K_END)
            assert play.session.study.at_end, (page, zone)


def test_end_stays_with_a_text_that_is_typed(driver):
    play = driver.play("isolation", "human", "human")
    driver.click_square(play, "d4")
    driver.key(pygame.K_LEFT)
    driver.key(pygame.K_k, pygame.KMOD_CTRL)
    driver.type("abc")
    driver.key(pygame.K_END)
    assert not play.session.study.at_end


def test_engine_of_each_side_stays_the_same_through_a_game(driver):
    play = driver.play("isolation", AI, AI)
    play.session.study.pace = 0
    driver.until(lambda: len(play.session.study.record.plies) >= 2)
    engines = dict(play.session.study.engines)
    driver.until(lambda: len(play.session.study.record.plies) >= 6)
    assert len(engines) == 2 and play.session.study.engines == engines


@pytest.mark.parametrize(("size", "scale"), [((640, 420), 1.0), ((1920, 1080), 1.5), ((900, 1400), 1.0)])
@pytest.mark.parametrize("game", ["isolation", "morris"])
def test_all_of_the_board_is_inside_the_window(tmp_path, size, scale, game):
    driver = Driver(tmp_path, size, scale)
    try:
        play = driver.play(game, "human", "human")
        window = pygame.Rect((0, 0), size)
        for square in play.session.study.record.game.squares:
            assert window.collidepoint(play.board.picture.pixel_of(square))
            assert play.board.picture.square_at(play.board.picture.pixel_of(square)) == square
        for button in play.bar.buttons.values():
            assert window.contains(driver.rect(button)), button.tooltip
    finally:
        driver.close()


def test_scale_can_change_in_the_window(driver):
    play = driver.play("isolation", "human", "human")
    driver.key(pygame.K_PLUS, pygame.KMOD_CTRL)
    assert driver.app.theme.scale == 1.25
    driver.click_square(play, "d4")
    assert texts(play) == ["d4"]
    driver.key(pygame.K_0, pygame.KMOD_CTRL)
    assert driver.app.theme.scale == 1.0


def test_a_program_that_has_its_move_is_not_said_to_think(driver):
    play = driver.play("isolation", "random", "random")
    play.session.study.pace = len(PACES) - 1
    driver.until(lambda: status(play.session) == "next move in 4 s")
    assert not play.session.study.running and play.session.study.playing
    made = len(play.session.study.record.plies)
    driver.until(lambda: status(play.session) == "next move in 3 s")
    assert len(play.session.study.record.plies) == made
    play.session.turn.pause()
    assert status(play.session) == "paused"


def test_the_status_does_not_come_and_go_with_short_moves(driver):
    play = driver.play("isolation", "random", "random")
    play.session.turn.pause()
    play.session.study.pace = PACES.index(0.25)
    play.session.turn.play_or_pause()
    seen = set()

    def made() -> bool:
        seen.add(status(play.session))
        return len(play.session.study.record.plies) >= 3

    driver.until(lambda: play.session.study.move_search is not None)
    driver.until(made)
    assert seen == {"playing"}


def test_what_was_said_of_a_position_goes_with_it(driver):
    play = driver.play("isolation", "human", "human")
    driver.click_square(play, "d4")
    play.say("Hint: a1")
    driver.key(pygame.K_u)
    assert play.notice.said == ""
    assert texts(play) == []


def test_a_tooltip_stays_until_a_key_is_pressed(driver, monkeypatch):
    play = driver.play("isolation", "random", "random")
    play.session.study.playing = False
    driver.move_mouse(driver.rect(play.bar.buttons["hint"]).center)
    driver.until(lambda: driver.app.event_router.tooltip == play.bar.buttons["hint"].tooltip)
    driver.key(pygame.K_MINUS)
    monkeypatch.setattr("ui.kit.event_router.TOOLTIP_SECONDS", 0.0)
    driver.frame()
    assert driver.app.event_router.tooltip == ""
    driver.move_mouse(driver.rect(play.bar.buttons["flip"]).center)
    driver.frame()
    assert driver.app.event_router.tooltip == play.bar.buttons["flip"].tooltip


def test_the_divider_between_board_and_panel_is_remembered(driver):
    play = driver.play("isolation", "human", "human")
    before, board = play.layout.panel.x, play.layout.board.width
    edge = driver.rect(driver.app.divider)
    driver.move_mouse(edge.center)
    driver.press(edge.center)
    driver.move_mouse((edge.centerx - 150, edge.centery), True)
    driver.release((edge.centerx - 150, edge.centery))
    assert play.layout.panel.x == before - 150 and play.layout.board.width == board - 150
    driver.click_square(play, "d4")
    assert texts(play) == ["d4"]
    driver.key(pygame.K_ESCAPE)
    again = driver.play("morris", "human", "human")
    assert again.layout.panel.x == before - 150
    for _ in range(2):
        driver.click_on(driver.app.divider)
    assert driver.app.divider.share is None and again.layout.panel.x != before - 150


def test_what_is_open_where_is_remembered_between_starts(tmp_path):
    first = Driver(tmp_path, (1280, 900))
    play = first.play("isolation", "human", "human")
    first.key(pygame.K_3)
    first.click_on("second panel")
    first.app.divider.share = 0.4
    first.close()
    second = Driver(tmp_path, (1280, 900))
    again = second.play("morris", "human", "human")
    assert again.dock.upper.title == play.dock.upper.title == "Game"
    assert not again.dock.stacked and second.app.divider.share == 0.4
    second.click_on("second panel")
    second.key(pygame.K_ESCAPE)
    third = second.play("isolation", "human", "human")
    assert third.dock.stacked and third.dock.upper.title == "Game"
    second.close()


def test_tab_reaches_every_zone_with_a_sign_and_a_tip(driver):
    play = driver.play("isolation", AI, AI)
    play.session.turn.pause()
    driver.until(lambda: driver.zone(("line", 0)) is not None and not play.session.study.facts.busy)
    ring = [zone.key for zone in driver.app.event_router.sheet.zones if zone.focusable and zone.rect]
    for wanted in ring:
        driver.key(pygame.K_TAB)
        assert driver.focused == wanted
        zone = driver.zone(wanted)
        assert zone.tip, wanted
    assert {play.board, play.menu, play.back, play.bar.buttons["flip"], driver.app.divider} <= set(ring)
    driver.key(pygame.K_TAB, pygame.KMOD_LSHIFT)
    assert driver.focused == ring[-2]


def test_the_menu_is_a_layer_that_takes_every_key_and_click(driver):
    play = driver.play("isolation", "human", "human")
    driver.click_on(play.menu)
    assert play.menu.open
    driver.key(pygame.K_n)
    driver.click_square(play, "a7")
    assert not play.menu.open and texts(play) == []
    driver.tab_to(play.menu)
    driver.key(pygame.K_RETURN)
    driver.key(pygame.K_HOME)
    for _ in range([option.value for option in play.menu.options].index("settings")):
        driver.key(pygame.K_DOWN)
    driver.key(pygame.K_RETURN)
    assert isinstance(driver.app.scene, SettingsPage)


def test_the_names_in_the_header_lead_to_who_plays(driver):
    play = driver.play("isolation", "human", AI)
    for side, name in ((0, "White: you"), (1, f"Black: {AI}")):
        assert name in driver.tip_at(driver.rect(("player", side)).center)
        driver.click_on(("player", side))
        players = driver.app.scene
        assert isinstance(players, Players) and str(players.choices[1].spec) == AI
        driver.key(pygame.K_ESCAPE)
    driver.tab_to(("player", 0))
    driver.key(pygame.K_RETURN)
    assert isinstance(driver.app.scene, Players) and play.session.study.record.plies == []


def test_a_level_is_named_as_it_was_chosen(driver):
    play = driver.play("tabletactics", "human", "level:2")
    labels = [player_label(play.session, side) for side in (0, 1)]
    assert labels == ["White: you", "Black: Level 2"]
    assert "level:2" in driver.zone(("player", 1)).tip
    play = driver.play("tabletactics", "human", "level:2,seed=5")
    assert player_label(play.session, 1) == "Black: Level 2, seed 5"


def test_one_line_says_what_is_compiled(driver, monkeypatch):
    play = driver.play("isolation", "human", "level:3")
    now = CompileProgress("isolation", 23.0, 60.2, False)
    monkeypatch.setattr(kernel_processes, "progress", lambda: now)
    line = (
        "Compiling Isolation for this computer, only once: 23 s of about 1 min 0 s. You can play meanwhile."
    )
    driver.until(lambda: play.notice.compiles == line)
    sheet = driver.app.event_router.sheet
    sheet.labels = []
    driver.app.redraw()
    driver.frame()
    drawn = " ".join(label.shown for label in sheet.labels)
    assert drawn.count("Compiling") == 1 and line in drawn
    sheet.labels = None
    play.say("Something else.")
    assert play.notice._line(driver.app.theme, play.session, False, 500)[0] == "Something else."
    monkeypatch.setattr(kernel_processes, "progress", lambda: None)
    driver.until(lambda: play.notice.compiles == "")
    assert Activity(COMPILING, "mine", 2.0, part="search", expected=30.2).compiling == (
        "Compiling search: 2.0 s of about 30 s"
    )


@pytest.mark.parametrize("state", ["begins", "waits", "is over", "earlier", "two programs"])
@pytest.mark.parametrize("game", ["isolation", "tabletactics"])
def test_every_key_that_can_do_nothing_says_why(driver, game, state):
    driver.engine.waits = 30.0
    over = {"isolation": "w1x3b/2x4/1x5/7/7/7/7 w", "tabletactics": LOST}
    players = {"waits": ("level:3", "human"), "two programs": ("level:3", "level:2")}
    white, black = players.get(state, ("human", "human"))
    play = driver.play(game, white, black, text=over[game] if state == "is over" else None)
    if state == "earlier":
        for _ in range(2):
            play.session.turn.enter(play.session.study.record.position.moves[0])
            driver.frame()
        play.session.study.go_to(0)
        driver.frame()
    pressed = 0
    for name in play.commands:
        why, keys = play.commands.why_not(name), list(presses(play.commands[name].keys))
        if why is None or not keys:
            continue
        key, *held = keys[0]
        mods = (pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT, pygame.KMOD_LALT)
        play.notice.said = ""
        driver.key(key, sum(mod for mod, is_held in zip(mods, held, strict=True) if is_held))
        assert play.notice.said == why, name
        pressed += 1
    assert pressed > 2


def test_the_text_of_a_position_has_the_name_that_people_know(driver: Driver) -> None:
    """FEN in chess, in the names of commands, where the palette looks for it, and in the line of the copy."""
    play = driver.play("chess", "human", "human")
    assert play.commands["copy"].label == "Copy the position as FEN"
    assert play.commands["paste"].label == "Paste a position (FEN) or a game (PGN)"
    driver.key(pygame.K_c, pygame.KMOD_LCTRL)
    assert play.notice.said == "The position is on the clipboard as FEN."
    driver.key(pygame.K_k, pygame.KMOD_LCTRL)
    driver.type("fen")
    found = [command.name for _, command in driver.app.palette.rows]
    assert {"copy", "paste"} <= set(found)
    driver.key(pygame.K_ESCAPE)
    other = driver.play("isolation", "human", "human")
    assert (other.commands["copy"].label, other.commands["paste"].label) == (
        "Copy the position",
        "Paste a position",
    )
