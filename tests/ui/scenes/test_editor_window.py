"""The position editor in the window: every game set up by mouse, keyboard and text."""

import pygame
import pytest
from driving import Driver, choose

from engines.player_kinds import HUMAN, PlayerSpec
from games.jungle import JungleOptions
from games.position import Position
from games.record import Record
from games.registry import game_names, load_game
from study.setups.registry import has_setup
from ui.scenes.editor.editor import Editor
from ui.scenes.home.home import Home
from ui.scenes.play.play import Play
from ui.theme import Theme

SETUPS = [name for name in game_names() if has_setup(name)]


def editor_of(driver: Driver, game: str, text: str | None = None) -> Editor:
    people = PlayerSpec(HUMAN), PlayerSpec(HUMAN)
    editor = Editor(driver.app, game, text, people, lambda text, players: None)
    driver.app.push(editor)
    driver.frame()
    return editor


def drag(driver: Driver, start: tuple[int, int], end: tuple[int, int]) -> None:
    driver.move_mouse(start)
    driver.press(start)
    driver.move_mouse(((start[0] + end[0]) // 2, (start[1] + end[1]) // 2), True)
    driver.move_mouse(end, True)
    driver.frame()
    driver.release(end)


def click_field(driver: Driver, editor: Editor, name: str, which: int = 0) -> None:
    driver.frame()
    driver.click_on(editor.fields.named(name)[which])


@pytest.mark.parametrize("game", SETUPS)
def test_home_leads_to_the_editor_and_from_there_to_a_game(driver, game):
    home = driver.app.scene
    assert isinstance(home, Home)
    home.choose_game(game)
    home.who.players[0].show(game, home.who.players[0].spec)
    driver.frame()
    assert home.elsewhere["set up"].enabled
    driver.click_on(home.elsewhere["set up"])
    editor = driver.app.scene
    assert isinstance(editor, Editor) and not editor.problem
    assert editor.text == Position.start(load_game(game)).text
    driver.frame()
    for zone in driver.app.event_router.sheet.zones:
        assert zone.tip and driver.app.surface.get_rect().contains(zone.rect)
    driver.key(pygame.K_ESCAPE)
    assert driver.app.scene is home


@pytest.mark.parametrize("game", SETUPS)
def test_play_screen_leads_to_the_editor_and_back(driver, game):
    play = driver.play(game, "human", "human")
    play.session.turn.enter(play.session.study.record.position.moves[0])
    driver.until(lambda: play.session.study.record.plies)
    text = play.session.study.record.position.text
    driver.key(pygame.K_e, pygame.KMOD_CTRL)
    editor = driver.app.scene
    assert isinstance(editor, Editor) and editor.text == text
    driver.key(pygame.K_RETURN)
    assert driver.app.scene is play and play.session.study.record.positions[0].text == text


@pytest.mark.parametrize(
    ("game", "piece", "square", "text"),
    [
        ("isolation", "knight_black", "d4", "7/7/7/3b3/7/7/7 w"),
        ("morris", "stone_white", "d6", "3/1w1/3/6/3/3/3 w 0 0 0"),
        ("chess", "n", "b8", "1n6/8/8/8/8/8/8/8 w - - 0 1"),
        ("jungle", "1 7", "c3", "8/8/8/8/2l5/8/8 w - - 0"),
        ("tabletactics", "0 F 3 - -", "c3", "6/6/6/2F323/6/6 w play - 0"),
    ],
)
def test_pieces_are_put_and_taken_by_click_and_by_drag(driver, game, piece, square, text):
    editor = editor_of(driver, game)
    driver.click_on(editor.tools["clear"])
    empty = editor.text
    driver.frame()
    drag(driver, driver.rect(editor.palette.buttons[piece]).center, editor.picture.pixel_of(square))
    assert editor.text == text and editor.tool == "hand", "a drag from the palette does not choose"
    drag(driver, editor.picture.pixel_of(square), driver.rect(editor.back).center)
    assert editor.text == empty and driver.app.scene is editor, "off the board removes"
    driver.click_on(editor.palette.buttons[piece])
    driver.click(editor.picture.pixel_of(square))
    assert editor.text == text and editor.tool == piece
    driver.click(editor.picture.pixel_of(square))
    assert editor.text == empty, "the same piece once more takes it away"
    driver.click(editor.picture.pixel_of(square))
    driver.press(editor.picture.pixel_of(square), button=3)
    assert editor.text == empty


def test_stones_in_hand_lie_beside_the_board(driver):
    editor = editor_of(driver, "morris")
    drag(driver, editor.picture.pixel_of("stash 0 8"), editor.picture.pixel_of("d6"))
    assert editor.text == "3/1w1/3/6/3/3/3 w 8 9 0"
    click_field(driver, editor, "black stash")
    click_field(driver, editor, "quiet", 1)
    click_field(driver, editor, "quiet", 1)
    driver.click_on(editor.turns[1])
    assert editor.text == "3/1w1/3/6/3/3/3 b 8 8 2" and not editor.problem


def test_animals_beside_the_board_are_seen_or_still_face_down(driver):
    editor = editor_of(driver, "jungle")
    drag(driver, editor.picture.pixel_of("pool 0 8"), editor.picture.pixel_of("d4"))
    assert editor.text.startswith("--------/8/8/3E4/") and "as many letters" in editor.problem
    driver.press(editor.picture.pixel_of("a1"), button=3)
    assert not editor.problem and editor.done.enabled
    driver.click(editor.picture.pixel_of("pool 1 1"))
    assert editor.problem
    driver.click(editor.picture.pixel_of("pool 1 1"))
    assert not editor.problem
    driver.frame()
    drag(driver, driver.rect(editor.palette.buttons["back_white"]).center, editor.picture.pixel_of("a2"))
    assert editor.problem
    drag(driver, editor.picture.pixel_of("d4"), editor.picture.pixel_of("d5"))
    assert editor.text.startswith("--------/8/3E4/8/8/+7/")


def test_a_mixed_deal_is_edited_by_its_own_options(driver):
    options = JungleOptions(deal="mixed")
    record = Record.start(load_game("jungle"), options)
    play = driver.play("jungle", "human", "human", record=record)
    driver.key(pygame.K_e, pygame.KMOD_CTRL)
    editor = driver.app.scene
    assert isinstance(editor, Editor) and not editor.problem and "back_unknown" in editor.palette.buttons
    driver.key(pygame.K_RETURN)
    assert driver.app.scene is play and play.session.study.record.options == options


def test_a_soldier_is_chosen_and_its_figures_set(driver):
    editor = editor_of(driver, "tabletactics", "6/6/2n421f321/2N421F321/6/6 w play - 6")
    driver.click(editor.picture.pixel_of("c3"))
    click_field(driver, editor, "hitpoints", 0)
    click_field(driver, editor, "actions", 0)
    click_field(driver, editor, "free steps", 1)
    assert editor.text == "6/6/2n421f321/2N311F321/6/6 w play c3:1 6" and not editor.problem
    drag(driver, editor.picture.pixel_of("c3"), editor.picture.pixel_of("b3"))
    assert editor.text == "6/6/2n421f321/1N312F321/6/6 w play b3:1 6"
    click_field(driver, editor, "stage")
    driver.key(pygame.K_DOWN)
    driver.key(pygame.K_RETURN)
    assert editor.text.endswith(" w place - 0") and "expected" in editor.problem


def test_no_line_promises_a_list_that_does_not_follow(driver, monkeypatch):
    drawn, text = [], Theme.text

    def record(theme, surface, at, words, *rest, **more):
        drawn.append(words)
        return text(theme, surface, at, words, *rest, **more)

    monkeypatch.setattr(Theme, "text", record)
    home = driver.app.scene
    home.choose_game("tabletactics")
    home.set_up()
    driver.frame(2)
    assert "White places soldiers" in drawn and not any(words.endswith("places:") for words in drawn)


def test_a_position_is_set_up_by_keyboard_alone(driver):
    editor = editor_of(driver, "isolation")
    driver.key(pygame.K_UP)
    driver.key(pygame.K_UP)
    driver.key(pygame.K_RIGHT)
    driver.key(pygame.K_1)
    driver.key(pygame.K_UP)
    driver.key(pygame.K_3)
    driver.key(pygame.K_RIGHT)
    driver.key(pygame.K_SPACE)
    driver.key(pygame.K_LEFT)
    driver.key(pygame.K_DELETE)
    driver.key(pygame.K_t)
    assert editor.text == "7/7/7/7/2x4/1w5/7 b"


def test_tooltip_of_a_piece_names_the_key_that_chooses_it(driver):
    editor = editor_of(driver, "chess", "8/8/8/8/8/8/8/8 w - - 0 1")
    tips = [button.tooltip for button in editor.palette.buttons.values()]
    keys = {tip.partition(":")[0]: tip.rpartition("(")[2].rstrip(").") for tip in tips}
    assert keys["White's king"] == "Shift K" and keys["Black's king"] == "K"
    for name, key in keys.items():
        shift, _, letter = key.rpartition(" ")
        driver.key(pygame.key.key_code(letter), mod=pygame.KMOD_SHIFT if shift else 0)
        assert editor.setup.piece_name(editor.tool) == name


def test_keyboard_reaches_what_lies_beside_the_board(driver):
    editor = editor_of(driver, "jungle")
    for _ in range(12):
        driver.key(pygame.K_LEFT)
    assert editor._cursor.startswith("pool 0")
    before = editor.text
    driver.key(pygame.K_SPACE)
    assert editor.text != before and editor.problem


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((1280, 720), 1.5), ((960, 640), 1.0)])
@pytest.mark.parametrize("game", SETUPS)
def test_nothing_of_the_column_is_cut_off_or_overlaps(tmp_path, game, size, scale):
    driver = Driver(tmp_path, size, scale)
    try:
        editor = editor_of(driver, game)
        driver.frame()
        window = driver.app.surface.get_rect()
        zones = driver.app.event_router.sheet.zones
        rects = [zone.rect for zone in zones if zone.key not in (editor.back, editor.picture)]
        assert len(rects) > 10
        assert all(window.contains(rect) for rect in rects)
        assert not any(a.colliderect(b) for i, a in enumerate(rects) for b in rects[i + 1 :])
    finally:
        driver.close()


def test_play_from_here_begins_that_game(driver):
    home = driver.app.scene
    home.choose_game("isolation")
    driver.key(pygame.K_e, pygame.KMOD_CTRL)
    editor = driver.app.scene
    assert isinstance(editor, Editor)
    drag(driver, driver.rect(editor.palette.buttons["knight_black"]).center, editor.picture.pixel_of("d4"))
    home.who.players[1].show("isolation", home.who.players[0].spec)
    driver.click_on(editor.done)
    play = driver.app.scene
    assert isinstance(play, Play) and play.session.study.record.position.text == "7/7/7/3b3/7/7/7 w"


def test_who_plays_is_chosen_as_on_the_home_screen(driver):
    home = driver.app.scene
    home.choose_game("morris")
    driver.key(pygame.K_e, pygame.KMOD_LCTRL)
    editor = driver.app.scene
    assert [str(choice.spec) for choice in editor.players] == ["human", "level:3"]
    choose(driver, editor.players[0].who, "random")
    choose(driver, editor.players[1].who, "human")
    driver.click_on(editor.done)
    play = driver.app.scene
    assert isinstance(play, Play) and [str(spec) for spec in play.session.study.players] == [
        "random",
        "human",
    ]
    assert [str(choice.spec) for choice in home.who.players] == ["random", "human"]
    play.session.turn.pause()
    driver.key(pygame.K_e, pygame.KMOD_LCTRL)
    editor = driver.app.scene
    assert [str(choice.spec) for choice in editor.players] == ["random", "human"]
    choose(driver, editor.players[0].who, 2)
    driver.click_on(editor.done)
    assert driver.app.scene is play
    assert [str(spec) for spec in play.session.study.players] == ["level:2", "human"]


def test_a_program_that_is_not_there_cannot_play_from_here(driver):
    editor = editor_of(driver, "chess")
    spec = PlayerSpec("uci", "", (("ms", 100),), "no-such-engine")
    editor.players[1].show("chess", spec)
    driver.until(lambda: editor.cannot_play)
    driver.frame()
    assert (
        editor.cannot_play == "no-such-engine: no such program on this computer" and not editor.done.enabled
    )


def test_details_show_and_take_the_command_line_s_players(driver):
    editor = editor_of(driver, "isolation")
    field = editor.players[1].exactly
    assert driver.zone(field) is None
    driver.click_on(editor.details)
    assert field.text == "human" and driver.app.choices.exact
    driver.click_on(field)
    field.choose_all()
    driver.type("level:2")
    assert str(editor.players[1].spec) == "level:2" and editor.players[1].who.value == 2
    field.choose_all()
    driver.type("level:99")
    driver.frame()
    assert "level" in editor.cannot_play and not editor.done.enabled
    driver.click_on(editor.details)
    assert driver.zone(field) is None and not editor.cannot_play, "what is hidden forbids nothing"
    assert str(editor.players[1].spec) == "level:2"
