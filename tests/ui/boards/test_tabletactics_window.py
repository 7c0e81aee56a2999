"""TableTactics in the window: placement, turns of many actions, and taking back inside a turn."""

import time

import pygame
import pytest
from driving import Driver

from engines.contract import Thought
from games.record import Record
from games.registry import load_game
from study.settings.settings import Settings, UiSettings
from study.settings.settings_store import SettingsStore
from ui.boards.tabletactics import TableTacticsArt
from ui.scenes.play.play import Play
from ui.theme import Theme

AI = "alphabeta:concentration,depth=1"
PLAY = "6/6/2n421f321/2N421F321/6/6 w play - 6"
"""White: Noble c3, Fighter e3. Black: Noble c4, Fighter e4, each facing its counterpart."""


def texts(play: Play) -> list[str]:
    return [ply.text for ply in play.session.study.record.plies]


def corner_of(driver: Driver, play: Play, square: str) -> bytes:
    """The pixels of a square's corner where a soldier shows its actions."""
    frame = play.board.picture.geometry.square(play.board.art.center(square), 0.9)
    corner = pygame.Rect(frame.centerx + frame.width // 4, frame.y, frame.width // 4, frame.height // 2)
    return pygame.image.tobytes(driver.app.event_router.sheet.surface.subsurface(corner), "RGB")


def press(driver: Driver, play: Play, label: str) -> None:
    """Clicks the button beside the board whose label begins with these words."""
    driver.frame()
    button = next(b for b in play.board.choices.standing_buttons if b.label.startswith(label))
    driver.click_on(button)


def test_placement_by_soldier_by_square_and_without_a_choice(driver):
    play = driver.play("tabletactics", "human", "human")
    press(driver, play, "Fighter")
    assert play.board.hand.clicks == (), "the Noble comes first"
    driver.click_square(play, "a1")
    assert texts(play) == ["N@a1"], "there is only the Noble to be placed"
    press(driver, play, "Thief")
    driver.click_square(play, "b2")
    driver.click_square(play, "a2")
    assert play.board.hand.clicks == ("a2",) or texts(play)[-1] == "F@a2"
    assert texts(play) == ["N@a1", "T@b2", "F@a2"], "only Fighters are left"
    driver.click_square(play, "b1")
    assert texts(play)[-1] == "F@b1" and play.session.study.record.position.to_move == 1
    driver.click_square(play, "f6")
    assert play.board.hand.clicks == ("F",), "the usual soldier is chosen by itself"
    driver.click_square(play, "f5")
    assert texts(play)[-1] == "F@f5" and play.board.hand.clicks == ("F",)
    driver.key(pygame.K_ESCAPE)
    driver.click_square(play, "e5")
    assert play.board.hand.clicks == ("e5",), "which soldier is still open"
    press(driver, play, "Thief")
    assert texts(play)[-1] == "T@e5"


def test_soldier_chosen_by_itself_is_kept_by_its_button(driver):
    play = driver.play("tabletactics", "human", "human")
    driver.click_square(play, "a1")
    assert play.board.hand.clicks == ("F",)
    press(driver, play, "Fighter")
    assert play.board.hand.clicks == ("F",), "it was chosen by itself, and is now by the person"


def test_soldier_chosen_by_mistake_is_dropped(driver):
    play = driver.play("tabletactics", "human", "human")
    driver.click_square(play, "a1")
    press(driver, play, "Thief")
    assert play.board.hand.clicks == ("T",)
    press(driver, play, "Thief")
    assert play.board.hand.clicks == ()
    press(driver, play, "Thief")
    press(driver, play, "Fighter")
    assert play.board.hand.clicks == ("F",)
    press(driver, play, "Fighter")
    assert play.board.hand.clicks == ()
    press(driver, play, "Fighter")
    driver.click_square(play, "a2")
    assert texts(play) == ["N@a1", "F@a2"]


@pytest.mark.parametrize(
    ("size", "scale", "named"),
    [
        ((1280, 720), 1.0, ["Fighter ×2"]),
        ((1280, 720), 1.5, ["Fighter", "×2"]),
        ((640, 480), 1.0, ["×2"]),
    ],
)
def test_a_soldier_to_be_placed_has_its_whole_name_or_its_number(tmp_path, monkeypatch, size, scale, named):
    driver, drawn = Driver(tmp_path, size, scale), []
    text = Theme.text

    def record(theme, surface, at, words, *rest, **more):
        drawn.append((words, more.get("max_width")))
        return text(theme, surface, at, words, *rest, **more)

    monkeypatch.setattr(Theme, "text", record)
    play = driver.play("tabletactics", "human", "human")
    assert [words for words in ("Fighter ×2", "Fighter", "×2") if (words, None) in drawn] == named
    fighters = next(b for b in play.board.choices.standing_buttons if b.label == "Fighter ×2")
    assert driver.zone(fighters).tip.startswith("Fighter ×2: 3 hitpoints")
    driver.close()


def test_placement_by_keyboard(driver):
    play = driver.play("tabletactics", "human", "human")
    driver.key(pygame.K_TAB)
    driver.key(pygame.K_n)
    assert play.board.hand.clicks == ("N",), "with the focus on the board N is the Noble, not a new game"
    driver.key(pygame.K_RETURN)
    driver.key(pygame.K_UP)
    driver.key(pygame.K_f)
    driver.key(pygame.K_RETURN)
    assert texts(play) == ["N@a1", "F@a2"] and not play.board.picture.flipped


def test_steps_go_on_with_one_soldier_until_another_is_chosen(driver):
    play = driver.play("tabletactics", "human", "human", text=PLAY)
    driver.click_square(play, "e3")
    driver.click_square(play, "e2")
    assert play.board.hand.clicks == ("e2",), "two free steps are left"
    driver.click_square(play, "e1")
    driver.click_square(play, "c3")
    assert play.board.hand.clicks == ("c3",)
    driver.click_square(play, "b3")
    assert texts(play) == ["e3-e2", "e2-e1", "c3-b3"]
    assert int(play.session.study.record.position.state.steps_left) == 2 and play.board.hand.clicks == ("b3",)
    driver.click_square(play, "b3")
    assert play.board.hand.clicks == ("b3",), "it was chosen by itself, and is now by the person"
    driver.click_square(play, "b3")
    assert play.board.hand.clicks == (), "a second click puts it down"
    driver.click_square(play, "b3")
    driver.key(pygame.K_ESCAPE)
    assert play.board.hand.clicks == () and driver.app.scene is play


def test_click_farther_off_leads_the_soldier_step_by_step(driver):
    play = driver.play("tabletactics", "human", "human", text=PLAY)
    driver.click_square(play, "e3")
    driver.click_square(play, "e1")
    driver.frame(3)
    assert texts(play) == ["e3-e2", "e2-e1"] and play.board.hand.clicks == ("e1",)
    driver.key(pygame.K_u, pygame.KMOD_SHIFT)
    assert texts(play) == ["e3-e2"], "each step is an action of its own"
    driver.drag(play, "e2", "b2")
    driver.frame(4)
    assert len(texts(play)) == 4 and texts(play)[-1].endswith("-b2")
    assert TableTacticsArt().pieces(play.session.study.record.position.state)["b2"] == "0 F 3 0 2"


def test_a_soldier_on_its_way_stops_at_escape(tmp_path):
    driver = Driver(tmp_path, animation=True)
    try:
        play = driver.play("tabletactics", "human", "human", text=PLAY)
        driver.click_square(play, "e3")
        driver.click_square(play, "d1")
        driver.until(lambda: len(texts(play)) == 1)
        driver.key(pygame.K_ESCAPE)
        driver.until(lambda: not play.board.picture.moving(time.perf_counter()))
        driver.frame(5)
        assert len(texts(play)) == 1
        driver.click_square(play, "c3")
        driver.click_square(play, "a3")
        driver.until(lambda: len(texts(play)) == 3)
        assert texts(play)[1:] == ["c3-b3", "b3-a3"]
    finally:
        driver.close()


def test_soldier_chosen_by_itself_is_put_down_by_two_clicks(driver):
    """Whoever repeats the first blow, with a click on the soldier and one on its target, strikes again."""
    play = driver.play("tabletactics", "human", "human", text=PLAY)
    driver.click_square(play, "e3")
    driver.click_square(play, "e4")
    assert play.board.hand.clicks == ("e3",)
    driver.click_square(play, "e3")
    assert play.board.hand.clicks == ("e3",)
    driver.click_square(play, "e3")
    assert play.board.hand.clicks == ()


def test_attacks_spend_actions_and_take_hitpoints(driver):
    play = driver.play("tabletactics", "human", "human", text=PLAY)
    for _ in range(2):
        driver.click_square(play, "e3")
        driver.click_square(play, "e4")
    assert texts(play) == ["e3xe4", "e3xe4"]
    pieces = TableTacticsArt().pieces(play.session.study.record.position.state)
    assert pieces["e3"] == "0 F 3 0 0" and pieces["e4"] == "1 F 1 - -"
    assert "1 of 3 hitpoints" in driver.tip_at(play.board.picture.pixel_of("e4"))
    driver.click_square(play, "e3")
    assert play.board.hand.clicks == (), "it has no action left"


def test_turn_ends_by_button_and_by_key(driver):
    play = driver.play("tabletactics", "human", "human", text=PLAY)
    driver.click_square(play, "e3")
    press(driver, play, "End turn")
    assert texts(play) == ["end"] and play.session.study.record.position.to_move == 1
    driver.key(pygame.K_d)
    assert texts(play) == ["end", "end"] and int(play.session.study.record.position.state.turns) == 8
    heuristic = play.session.study.lens
    driver.key(pygame.K_LEFT)
    driver.key(pygame.K_d)
    assert texts(play) == ["end", "end"], "an earlier position is only looked at"
    assert play.session.study.lens is heuristic
    assert ("D", "End turn") in {(line.keys, line.label) for line in play.key_lines()}
    driver.key(pygame.K_END)
    driver.key(pygame.K_e)
    assert texts(play) == ["end", "end"], "E looks through another heuristic, as in every game"


def test_no_square_asks_for_a_soldier_once_the_game_is_given_up(driver):
    play = driver.play("tabletactics", "human", "human")
    driver.click_square(play, "a1")
    assert play.board._marks(driver.app.theme).targets
    play.commands.run("resign")
    driver.frame()
    assert not play.board._marks(driver.app.theme).targets


def test_finished_game_invites_to_no_move_until_one_is_tried(driver):
    play = driver.play("tabletactics", "human", "human", text=PLAY)
    driver.key(pygame.K_d)
    driver.key(pygame.K_d)
    driver.move_mouse((2, 2))
    driver.frame(2)
    board, (button,) = play.board, play.board.choices.standing_buttons
    with_dots = corner_of(driver, play, "e3")
    driver.click_square(play, "e3")
    driver.key(pygame.K_r, pygame.KMOD_SHIFT)
    driver.frame()
    assert play.session.study.over and board.hand.clicks == ()
    play.banner.hide()
    driver.move_mouse((2, 2))
    driver.frame(2)
    assert not board.choices.standing_buttons[0].enabled
    assert not board._marks(driver.app.theme).ready and corner_of(driver, play, "e3") != with_dots
    driver.key(pygame.K_d)
    assert texts(play) == ["end", "end"] and play.notice.said == "The game is over. White resigned."
    driver.click_square(play, "e3")
    driver.frame()
    assert board.hand.clicks == ("e3",) and button.enabled, "a variation can be tried"
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_u)
    driver.move_mouse((2, 2))
    driver.frame(2)
    assert button.enabled and board._marks(driver.app.theme).ready
    assert corner_of(driver, play, "e3") == with_dots


def test_soldier_without_steps_stays_chosen_while_it_may_attack(driver):
    play = driver.play("tabletactics", "human", "human", text="6/2n423/6/2N421F321/6/6 w play - 6")
    for square in ("e3", "e4", "e5", "d5"):
        driver.click_square(play, square)
    assert int(play.session.study.record.position.state.steps_left) == 0 and play.board.hand.clicks == ("d5",)
    driver.click_square(play, "c5")
    assert texts(play) == ["e3-e4", "e4-e5", "e5-d5", "d5xc5"]
    assert play.board.hand.clicks != ("d5",), "it has no action left"


def test_the_last_soldier_that_can_act_is_chosen_by_itself(driver):
    play = driver.play("tabletactics", "human", "human", text="6/2n423/6/2N421F221/6/6 w play - 6")
    assert play.board.hand.clicks == (), "the turn has not begun"
    for square in ("e3", "e4", "e5", "d5", "c5"):
        driver.click_square(play, square)
    driver.frame()
    assert texts(play)[-1] == "d5xc5" and play.board.hand.clicks == ("c3",), "only the Noble can still act"
    driver.click_square(play, "c3")
    assert play.board.hand.clicks == ("c3",), "who chooses it does not put it down"
    driver.click_square(play, "c2")
    assert texts(play)[-1] == "c3-c2"


def test_where_only_free_steps_are_left_the_turns_end_stands_out(driver):
    play = driver.play("tabletactics", "human", "human", text="6/2n423/6/2N413/6/6 w play - 6")
    (button,) = play.board.choices.standing_buttons
    driver.frame()
    assert not button.primary, "an action is left"
    driver.click_square(play, "c3")
    driver.click_square(play, "c2")
    driver.frame()
    (button,) = play.board.choices.standing_buttons
    assert button.primary and play.prompt.prompt == "2 free steps left on c2, or end the turn."
    driver.click_square(play, "c1")
    driver.click_square(play, "b1")
    assert play.session.study.record.position.to_move == 1, "the turn ends by itself with the last free step"


def test_attacked_soldier_is_not_chosen_for_its_player(driver):
    play = driver.play("tabletactics", "human", "human", text=PLAY)
    for square in ("e3", "e4"):
        driver.click_square(play, square)
    assert texts(play) == ["e3xe4"] and play.board.hand.clicks == ("e3",), "it has an action left"
    driver.key(pygame.K_d)
    assert play.session.study.record.position.to_move == 1 and play.board.hand.clicks == ()


def test_take_back_in_a_turn_undoes_it_and_shift_one_action(driver):
    play = driver.play("tabletactics", "human", AI, text=PLAY)
    for square in ("e3", "e2", "e1", "d1"):
        driver.click_square(play, square)
    driver.key(pygame.K_u, pygame.KMOD_SHIFT)
    assert texts(play) == ["e3-e2", "e2-e1"] and play.board.hand.clicks == ("e1",), "its free step is back"
    driver.click_on(play.bar.buttons["take back"])
    assert texts(play) == []
    assert {"Shift+U", "Shift+H"} <= {line.keys.partition(", ")[0] for line in play.key_lines()}
    assert (
        "Shift+U" in play.bar.buttons["take back"].tooltip and "Shift+H" in play.bar.buttons["hint"].tooltip
    )


@pytest.mark.parametrize(("mod", "left"), [(0, []), (pygame.KMOD_SHIFT, ["e3-e2"])])
def test_take_back_after_the_reply_undoes_it_and_the_turn(driver, mod, left):
    play = driver.play("tabletactics", "human", AI, text=PLAY)
    driver.click_square(play, "e3")
    driver.click_square(play, "e2")
    driver.key(pygame.K_d)
    driver.until(lambda: play.session.turn.person_may_move and len(texts(play)) > 4, 20.0)
    sides = [ply.side for ply in play.session.study.record.plies]
    assert sides[:2] == [0, 0] and set(sides[2:]) == {1} and len(sides) > 3, "several actions in reply"
    driver.key(pygame.K_u, mod)
    assert texts(play) == left, "the end of the turn was the last action of one's own"
    assert play.session.turn.person_may_move and play.board.hand.clicks == (("e2",) if left else ())


def test_two_persons_take_back_turn_by_turn(driver):
    play = driver.play("tabletactics", "human", "human", text=PLAY)
    for square in ("e3", "e2"):
        driver.click_square(play, square)
    driver.key(pygame.K_d)
    driver.click_square(play, "c4")
    driver.click_square(play, "c5")
    assert len(texts(play)) == 3
    driver.key(pygame.K_u)
    assert texts(play) == ["e3-e2", "end"]
    driver.key(pygame.K_u)
    assert texts(play) == []


def test_single_step_makes_one_action_of_a_turn(driver):
    play = driver.play("tabletactics", AI, AI, text=PLAY)
    play.session.study.pace = 0
    driver.key(pygame.K_SPACE)
    made = len(texts(play))
    driver.key(pygame.K_PERIOD)
    driver.until(lambda: len(texts(play)) == made + 1)
    driver.frame(10)
    assert len(texts(play)) == made + 1 and not play.session.study.playing


def test_hint_for_the_second_action_of_a_turn(driver):
    play = driver.play("tabletactics", "human", AI, text=PLAY)
    driver.click_square(play, "e3")
    driver.click_square(play, "e2")
    driver.key(pygame.K_h)
    driver.until(lambda: play.board.hint is not None)
    assert play.board.hint in play.session.study.record.position.moves
    driver.frame()


def thought(play: Play, *texts: str) -> Thought:
    """A search of the shown position with these moves as its best line."""
    position, line = play.session.study.position, []
    for text in texts:
        line.append(position.parse_move(text))
        position = position.play(line[-1])
    return Thought(play.session.study.position, line[0], 0.0, 1, 1, 0.1, tuple(line), ())


def give_hint(driver: Driver, play: Play, *texts: str, mod: int = 0) -> None:
    driver.engine.waits = 60.0  # or on a busy machine it may find a hint of its own first
    driver.key(pygame.K_h, mod)
    play.session.analysis.drop()
    driver.engine.waits = 0.0
    play.session.study.hint = thought(play, *texts)
    driver.frame()


def test_a_hint_is_for_the_whole_turn_and_followed_as_it_is_made(driver):
    play = driver.play("tabletactics", "human", AI, text=PLAY)
    give_hint(driver, play, "e3-e2", "e2-e1", "end", "c4-c5")
    assert play.notice.said == "Hint: e3-e2-e1, then end"
    assert [arrow.number for arrow in play.board._marks(driver.app.theme).arrows] == [3, 2, 1]
    driver.click_square(play, "e3")
    driver.click_square(play, "e2")
    assert play.session.study.record.position.notation(play.board.hint) == "e2-e1"
    driver.click_square(play, "e1")
    assert play.session.study.record.position.notation(play.board.hint) == "end"
    driver.click_square(play, "d1")
    assert play.board.hint is None, "that was not in the hint"


def test_hint_whose_line_ends_in_the_turn_is_sought_again(driver):
    play = driver.play("tabletactics", "human", AI, text=PLAY)
    give_hint(driver, play, "e3-e2", "e2-e1")
    assert play.notice.said == "Hint: e3-e2-e1, …"
    driver.click_square(play, "e3")
    driver.click_square(play, "e2")
    assert play.session.study.hint_for is None
    driver.click_square(play, "e1")
    driver.until(lambda: play.board.hint is not None)
    assert play.board.hint in play.session.study.record.position.moves


def test_soldier_stays_chosen_while_it_may_attack_again(driver):
    play = driver.play("tabletactics", "human", "human", text=PLAY)
    for square in ("e3", "e4", "e4"):
        driver.click_square(play, square)
    assert texts(play) == ["e3xe4", "e3xe4"]


@pytest.mark.parametrize(
    ("first", "then", "drawn"), [(0, pygame.KMOD_SHIFT, [0]), (pygame.KMOD_SHIFT, 0, [3, 2, 1])]
)
def test_hint_asked_for_the_other_way_is_drawn_again(driver, first, then, drawn):
    play = driver.play("tabletactics", "human", AI, text=PLAY)
    give_hint(driver, play, "e3-e2", "e2-e1", "end", mod=first)
    give_hint(driver, play, "e3-e2", "e2-e1", "end", mod=then)
    assert [arrow.number for arrow in play.board._marks(driver.app.theme).arrows] == drawn


def test_a_hint_for_a_single_move_ends_with_it(driver):
    play = driver.play("tabletactics", "human", AI, text=PLAY)
    give_hint(driver, play, "e3-e2", "e2-e1", "end", mod=pygame.KMOD_SHIFT)
    assert play.notice.said == "Hint: e3-e2"
    assert [arrow.number for arrow in play.board._marks(driver.app.theme).arrows] == [0]
    driver.click_square(play, "e3")
    driver.click_square(play, "e2")
    driver.frame(5)
    assert play.board.hint is None and play.session.study.hint_for is None


def test_a_hint_to_end_the_turn_lights_its_button(driver):
    play = driver.play("tabletactics", "human", AI, text=PLAY)
    play.board.hint = play.session.study.record.position.parse_move("end")
    driver.app.redraw()
    driver.frame()
    assert [button.primary for button in play.board.choices.standing_buttons] == [True]
    driver.click_square(play, "e3")
    driver.click_square(play, "e2")
    assert [button.primary for button in play.board.choices.standing_buttons] == [False]


def test_swapping_sides_in_a_turn_lets_the_program_go_on(driver):
    play = driver.play("tabletactics", "human", AI, text=PLAY)
    driver.click_square(play, "e3")
    driver.click_square(play, "e2")
    driver.key(pygame.K_s)
    driver.until(lambda: len(texts(play)) > 1)
    assert play.session.study.record.plies[1].side == 0 and play.board.picture.flipped


def test_stepping_through_a_turn_shows_every_action(driver):
    play = driver.play("tabletactics", "human", "human", text=PLAY)
    for square in ("e3", "e2", "e1"):
        driver.click_square(play, square)
    driver.key(pygame.K_LEFT)
    assert play.session.study.cursor == 1 and play.board.hand.clicks == (), "the game has gone on from here"
    (button,) = play.board.choices.standing_buttons
    marks = play.board._marks(driver.app.theme)
    assert not button.enabled and not marks.ready and not marks.targets and not play.prompt.prompt
    driver.key(pygame.K_d)
    assert len(texts(play)) == 2 and "Click a piece to try another move" in play.notice.said
    driver.key(pygame.K_RIGHT)
    assert play.board.hand.clicks == ("e1",), "its last free step can still be made"
    driver.key(pygame.K_LEFT)
    driver.click_square(play, "e2")
    driver.frame()
    assert button.enabled and play.prompt.prompt, "a variation has begun"
    driver.click_square(play, "d2")
    assert texts(play) == ["e3-e2", "e2-d2"] and len(play.session.study.record.tree.living(1)) == 2


def test_reach_and_targets_are_drawn_for_every_soldier(driver):
    play = driver.play("tabletactics", "human", "human", text=PLAY)
    plain = play.app.surface.copy()
    driver.move_mouse(play.board.picture.pixel_of("c3"))
    changed = play.app.surface.copy()
    for square in ("c2", "c1", "c4"):  # squares within reach, and the enemy to attack
        rect = pygame.Rect(0, 0, 70, 70)
        rect.center = play.board.picture.pixel_of(square)
        one, other = (pygame.surfarray.array3d(s.subsurface(rect)) for s in (plain, changed))
        assert (one != other).any(), square


def test_resting_pointer_shows_no_reach_until_it_moves(driver):
    play = driver.play("tabletactics", "human", "human", text=PLAY)
    board, session = play.board, play.session
    at = board.picture.pixel_of("c3")
    driver.move_mouse(at)
    assert board._reach == "c3"
    session.turn.enter(session.study.record.position.moves[0])
    driver.frame(3)
    assert board.hand.hovered == "c3" and board._reach in ("", *board.hand.clicks)
    board.hand.drop_clicks()
    assert board._reach == ""
    driver.move_mouse((at[0] + 2, at[1]))
    assert board._reach == "c3"


def test_obstacles_and_other_rules_are_drawn_and_named(tmp_path):
    driver = Driver(tmp_path)
    try:
        rules = {"tweaked": True, "obstacles": ["c3", "d4"], "turn_limit": 0}
        driver.app.store = SettingsStore.of(
            Settings(ui=UiSettings(animation=False), games={"tabletactics": rules})
        )
        play = driver.play("tabletactics", "human", "human")
        pieces = TableTacticsArt().pieces(play.session.study.record.position.state)
        assert pieces == {"c3": "obstacle", "d4": "obstacle"}
        assert "no soldier can enter" in driver.tip_at(play.board.picture.pixel_of("c3"))
    finally:
        driver.close()


@pytest.mark.parametrize(("size", "scale"), [((640, 420), 1.0), ((1920, 1080), 1.5), ((900, 1400), 1.0)])
@pytest.mark.parametrize("flipped", [False, True])
def test_buttons_beside_the_board_are_inside_the_window(tmp_path, size, scale, flipped):
    driver = Driver(tmp_path, size, scale)
    try:
        play = driver.play("tabletactics", "human", "human")
        play.board.picture.flipped = flipped
        driver.app.redraw()
        driver.frame()
        window = pygame.Rect((0, 0), size)
        squares = [play.board.picture.pixel_of(square) for square in play.session.study.record.game.squares]
        heights = [driver.rect(button).y for button in play.board.choices.standing_buttons]
        assert heights == sorted(heights), "the Noble stands first, from either side"
        for button in play.board.choices.standing_buttons:
            assert window.contains(driver.rect(button)) and driver.rect(button).width > 20
            assert not any(driver.rect(button).collidepoint(pixel) for pixel in squares)
    finally:
        driver.close()


def test_home_picture_is_a_position_of_the_game():
    assert Record.start(load_game("tabletactics"), text=TableTacticsArt.showcase).position.moves


def test_the_end_of_a_turn_is_named_in_a_small_window(tmp_path):
    driver = Driver(tmp_path, (640, 480))
    try:
        driver.play("tabletactics", "human", "human", text="5f32/6/n425/N125/F325/6 b play - 4")
        sheet = driver.app.event_router.sheet
        sheet.labels = []
        driver.app.redraw()
        driver.frame()
        assert "End turn" in [label.shown for label in sheet.labels]
    finally:
        driver.close()


def test_no_sign_covers_the_marks_of_a_soldier(driver):
    text = "6/6/2T21n422/2F313/1N424/1F324 w play c3:1 8"
    play = driver.play("tabletactics", "human", "human", text=text)
    picture, surface, art = play.board.picture, driver.app.surface, play.board.art
    driver.move_mouse((2, 2))

    def marks(square, low=False):
        """The pixels of a soldier's picture that nothing shines through, only those of its hitpoints if
        `low`; each as it is and as it is drawn."""
        piece = picture.placement[square]
        pixels = picture.geometry.length(art.piece_size(piece))
        drawing = art.piece_picture(piece, pixels, driver.app.theme)
        place = drawing.get_rect(center=picture.pixel_of(square))
        solid = [
            (x, y)
            for x in range(pixels)
            for y in range(round(0.85 * pixels) if low else 0, pixels)
            if drawing.get_at((x, y)).a == 255
        ]
        assert len(solid) > 50
        return [
            (drawing.get_at((x, y))[:3], surface.get_at((place.x + x, place.y + y))[:3]) for x, y in solid
        ]

    assert play.board.hand.clicks == ("c3",), "a frame is drawn there"
    assert all(wanted == drawn for wanted, drawn in marks("c3"))
    driver.key(pygame.K_ESCAPE)
    driver.click_square(play, "c4")
    driver.move_mouse((2, 2))
    assert play.board.hand.clicks == ("c4",) and "d4" in play.board.hand.filter.squares
    assert all(wanted == drawn for wanted, drawn in marks("d4", low=True))
