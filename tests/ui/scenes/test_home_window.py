"""The home screen, driven by mouse and keyboard."""

import json

import pygame
import pytest
from driving import Driver, choose, outside

from engines.jobs import Job
from engines.player_text import level_player
from games.record import Record
from games.registry import game_names, load_game
from heuristics.levels import COUNT
from study.game.precompile import LISTING
from study.review.background_review import BackgroundReview
from study.saved_games.game_file import GameFile
from ui.kit.buttons import Button
from ui.scenes.confirm_dialog import ConfirmDialog
from ui.scenes.home.history import WORTH_A_LOOK
from ui.scenes.home.home import Home
from ui.scenes.play.play import Play


def home(driver: Driver) -> Home:
    scene = driver.app.scenes[0]
    assert isinstance(scene, Home)
    return scene


def test_from_home_to_the_first_reply(driver):
    choose(driver, home(driver).who.players[1].who, "random")
    driver.click_on(home(driver).who.start)
    play = driver.app.scene
    assert isinstance(play, Play) and play.session.study.record.game.name == "isolation"
    driver.click_square(play, "d4")
    driver.until(lambda: len(play.session.study.record.plies) == 2)


def test_players_are_chosen_and_remembered(driver, tmp_path):
    black = home(driver).who.players[1]
    driver.click_on(home(driver).who.details)
    choose(driver, black.kind, "minimax")
    choose(driver, black.heuristic, "center")
    choose(driver, black.limit, "depth")
    choose(driver, black.amount, 2)
    assert str(black.spec) == "minimax:center,depth=2"
    driver.click_on(home(driver).who.swap_button)
    assert str(home(driver).who.players[0].spec) == "minimax:center,depth=2"
    driver.close()
    again = Driver(tmp_path)
    assert [str(player.spec) for player in home(again).who.players] == ["minimax:center,depth=2", "human"]
    again.close()


def test_card_and_keys_choose_the_game(driver):
    cards = {card.about.name: card for card in home(driver).cards}
    driver.click_on(cards["morris"])
    assert home(driver).game == "morris"
    driver.key(pygame.K_LEFT)
    assert home(driver).game == "isolation"
    driver.key(pygame.K_RIGHT)
    driver.key(pygame.K_RETURN)
    assert isinstance(driver.app.scene, Play)
    assert driver.app.scene.session.study.record.game.name == "morris"


def test_choices_that_make_no_sense_any_more_are_forgotten(tmp_path):
    choice = {"game": "no-such", "players": {"isolation": {"white": "oracle", "black": 3}}}
    (tmp_path / "last_choice.json").write_text(json.dumps(choice), encoding="utf-8")
    driver = Driver(tmp_path)
    assert home(driver).game == "isolation" and home(driver).who.players[0].spec.is_human
    driver.close()


def test_saved_game_opens_by_a_click_and_a_broken_one_says_why(driver):
    play = driver.play("isolation", "human", "human")
    driver.click_square(play, "d4")
    driver.key(pygame.K_ESCAPE)
    driver.frame()
    driver.click(home(driver).history.list.area(0).center)
    assert [ply.text for ply in driver.app.scene.session.study.record.plies] == ["d4"]
    driver.key(pygame.K_ESCAPE)
    driver.frame()
    home(driver).history.saved[0].path.write_text("nonsense\n", encoding="utf-8")
    driver.click(home(driver).history.list.area(0).center)
    assert driver.app.scene is home(driver) and "line 1" in home(driver)._problem


def test_problems_of_the_settings_are_shown_until_dismissed(tmp_path):
    driver = Driver(tmp_path, problems=["settings.yaml: ui.fps: expected a number"])
    assert driver.app.problems.lines
    driver.click_on(driver.app.problems.dismiss)
    assert not driver.app.problems.lines
    driver.close()


def test_f1_lists_the_keys_and_any_key_closes(driver):
    driver.key(pygame.K_F1)
    assert driver.app.key_list.open
    driver.key(pygame.K_ESCAPE)
    assert not driver.app.key_list.open and driver.app.running
    driver.key(pygame.K_q, pygame.KMOD_CTRL)
    assert not driver.app.running


def tips(driver: Driver) -> list[str]:
    zones = [zone for zone in driver.app.event_router.sheet.zones if zone.focusable]
    return [zone.tip if isinstance(zone.tip, str) else zone.tip() for zone in zones]


def test_every_control_has_a_tooltip(driver):
    driver.frame()
    assert all(tips(driver)) and len(tips(driver)) > 10
    play = driver.play("isolation", "human", "human")
    assert play.board.picture.square_at(play.board.picture.pixel_of("a1")) == "a1"
    said = [zone.tip for zone in driver.app.event_router.sheet.zones if isinstance(zone.key, Button)]
    assert len(said) > 10 and all(str(tip).endswith((".", ").")) for tip in said)


def test_tab_reaches_the_start_button(driver):
    driver.tab_to(home(driver).who.start)
    driver.key(pygame.K_RETURN)
    assert isinstance(driver.app.scene, Play)


def test_tab_reaches_everything_and_enter_opens_games(driver):
    for square in ("d4", "e5"):
        play = driver.play("isolation", "human", "human")
        driver.click_square(play, square)
        driver.key(pygame.K_ESCAPE)
    scene = home(driver)
    ring = [zone.key for zone in driver.app.event_router.sheet.zones if zone.focusable]
    reached = []
    for _ in ring:
        driver.key(pygame.K_TAB)
        reached.append(driver.focused)
    assert reached == ring and scene.history.list in ring and all(card in ring for card in scene.cards)
    driver.tab_to(scene.history.list)
    driver.key(pygame.K_DOWN)
    driver.key(pygame.K_RETURN)
    assert [ply.text for ply in driver.app.scene.session.study.record.plies] == ["d4"]


def test_the_list_of_games_is_scrolled_by_its_bar_and_the_wheel(driver):
    scene = home(driver)
    play = driver.play("isolation", "human", "human")
    driver.click_square(play, "d4")
    driver.key(pygame.K_ESCAPE)
    scene.history.saved = scene.history.saved * 40
    driver.app.redraw()
    driver.frame(2)
    bar = driver.rect(((scene.history.list, "scroll"), "bar"))
    driver.move_mouse(bar.center)
    driver.press((bar.centerx, bar.y + 2))
    driver.move_mouse((bar.centerx, bar.bottom), True)
    driver.release((bar.centerx, bar.bottom))
    assert driver.app.scene is scene and scene.history.list.area(39).bottom <= bar.bottom
    driver.move_mouse((bar.x - 40, bar.y + 10))
    driver.wheel(40)
    assert scene.history.list.scroll.offset == 0


def test_a_card_opens_its_game_by_a_double_click(driver):
    card = home(driver).cards[1]
    driver.click_on(card)
    assert home(driver).game == card.about.name
    driver.press(driver.rect(card).center)
    assert isinstance(driver.app.scene, Play)


def test_command_of_a_uci_program_takes_letters_of_keys(driver):
    scene = home(driver)
    scene.choose_game("chess")
    choose(driver, scene.who.players[1].who, outside(scene.who.players[1].who, "uci"))
    driver.tab_to(scene.who.players[1].command)
    for key in (pygame.K_s, pygame.K_c, pygame.K_SPACE):
        driver.key(key)
        driver.type(chr(key))
    assert scene.who.players[1].command.text == "sc " and driver.app.scene is scene


# In people's words


def test_levels_are_words_for_exact_players(driver):
    scene = home(driver)
    for game in game_names():
        scene.choose_game(game)
        driver.frame()
        black = scene.who.players[1]
        for level in (1, 5, COUNT):
            choose(driver, black.who, level)
            assert black.spec == level_player(game, level)
            assert str(black.spec) in driver.tip_at(driver.rect(black.who).center)
    assert driver.zone(black.exactly) is None
    driver.click_on(scene.who.details)
    driver.frame()
    assert driver.zone(black.exactly) and black.exactly.text == str(black.spec)
    driver.key(pygame.K_x)
    driver.key(pygame.K_x)
    assert driver.zone(black.exactly) is not None


def test_a_level_is_chosen_exactly_too(driver):
    scene = home(driver)
    driver.key(pygame.K_x)
    driver.frame()
    black = scene.who.players[1]
    assert black.kind.value == "level" and black.level.value == 3
    choose(driver, black.level, 6)
    assert black.exactly.text == str(black.spec) == "level:6" and black.who.value == 6
    choose(driver, black.kind, "greedy")
    assert black.spec.heuristic and black.who.value == "exactly"
    choose(driver, black.kind, "level")
    assert str(black.spec) == "level:3"


def test_games_and_choices_of_before_there_were_levels_stand(driver):
    scene = home(driver)
    driver.app.choices.players["chess"] = {"white": "human", "black": "strong:location,ms=500"}
    scene.choose_game("chess")
    driver.frame()
    black = scene.who.players[1]
    assert str(black.spec) == "strong:location,ms=500" and black.who.value == black.spec
    assert "Strong, location, 0.5 s" in labels(driver)


def test_a_player_is_written_exactly(driver):
    scene = home(driver)
    driver.key(pygame.K_x)
    driver.frame()
    black = scene.who.players[1]
    driver.tab_to(black.exactly)
    for letter in "greedy:center":
        driver.type(letter)
    assert str(black.spec) == "greedy:center" and black.who.value == "exactly" and not black.exactly.problem
    driver.type("x")
    assert black.exactly.problem and str(black.spec) == "greedy:center", "what it was is still chosen"
    choose(driver, black.who, 3)
    assert black.exactly.text == "level:3" and not black.exactly.problem


def test_enter_in_the_exact_text_of_white_leads_to_that_of_black(driver):
    scene = home(driver)
    driver.key(pygame.K_x)
    white, black = scene.who.players
    driver.tab_to(white.exactly)
    driver.type("greedy:center")
    driver.key(pygame.K_RETURN)
    assert driver.app.scene is scene and driver.focused is black.exactly
    driver.type("rand")  # replaces everything that was there
    assert black.exactly.text == "rand" and black.exactly.problem
    driver.key(pygame.K_RETURN)
    assert driver.app.scene is scene, "it would not be the player that was typed"
    assert scene._problem.startswith("Black: ") and "rand" in scene._problem
    driver.type("om")
    driver.key(pygame.K_RETURN)
    play = driver.app.scene
    assert isinstance(play, Play)
    assert [str(spec) for spec in play.session.study.players] == ["greedy:center", "random"]
    driver.key(pygame.K_p)
    players = driver.app.scene
    driver.tab_to(players.choices[0].exactly)
    driver.key(pygame.K_RETURN)
    assert driver.app.scene is players and driver.focused is players.choices[1].exactly
    driver.key(pygame.K_RETURN)
    assert driver.app.scene is play


def test_watch_has_two_programs_and_play_a_person(driver):
    scene = home(driver)
    driver.click_on(("mode", "Watch"))
    assert [str(player.spec) for player in scene.who.players] == ["level:3"] * 2
    driver.key(pygame.K_p)
    assert [player.spec.is_human for player in scene.who.players] == [True, False]
    choose(driver, scene.who.players[0].who, 1)
    assert scene.who.mode == "Watch" and scene.who.start.label == "Watch"


def test_another_game_keeps_the_mode(driver):
    scene = home(driver)
    driver.app.choices.players["jungle"] = {"white": "random", "black": "level:5"}
    driver.key(pygame.K_w)
    for _ in scene.cards:
        driver.key(pygame.K_RIGHT)
        assert scene.who.mode == "Watch" and not any(player.spec.is_human for player in scene.who.players)
    driver.click_on(next(card for card in scene.cards if card.about.name == "jungle"))
    assert [str(player.spec) for player in scene.who.players] == ["random", "level:5"], "as they were left"
    driver.key(pygame.K_p)
    for _ in scene.cards:
        driver.key(pygame.K_RIGHT)
        assert scene.who.mode == "Play" and scene.who.players[0].spec.is_human
    for mode in ("Analyse", "Arena"):
        driver.click_on(("mode", mode))
        driver.key(pygame.K_RIGHT)
        assert scene.who.mode == mode


def test_what_was_watched_last_is_offered_at_the_next_start(driver, tmp_path):
    driver.click_on(next(card for card in home(driver).cards if card.about.name == "morris"))
    driver.key(pygame.K_w)
    driver.close()
    again = Driver(tmp_path)
    assert home(again).game == "morris" and home(again).who.mode == "Watch"
    again.close()


def test_a_heuristic_is_chosen_by_name(driver):
    scene = home(driver)
    scene.choose_game("morris")
    driver.frame()
    black = scene.who.players[1]
    spec = next(option.value for option in black.who.options if option.label.startswith("Strong, weighted"))
    choose(driver, black.who, spec)
    assert black.spec == spec and str(spec).startswith("strong:weighted")
    assert driver.zone(black.exactly) is None


def test_analyse_searches_every_position_of_its_game(driver, tmp_path):
    scene = home(driver)
    driver.key(pygame.K_a)
    assert scene.who.mode == "Analyse" and driver.zone(scene.who.players[0].who) is None
    driver.key(pygame.K_RETURN)
    play = driver.app.scene
    assert isinstance(play, Play) and play.session.study.people == 2 and play.session.study.analysing
    driver.key(pygame.K_ESCAPE)
    driver.close()
    again = Driver(tmp_path)
    assert home(again).who.mode == "Analyse"
    assert [player.spec.is_human for player in home(again).who.players] == [True, False], "kept for Play"
    again.close()


# Other programs


def test_missing_program_is_reported_and_not_started(driver):
    scene = home(driver)
    scene.choose_game("chess")
    driver.frame()
    black = scene.who.players[1]
    choose(driver, black.who, outside(black.who, "uci"))
    driver.tab_to(black.command)
    driver.type("no-such-engine --fast")
    driver.until(lambda: scene.who.problem)
    assert scene.who.problem == "no-such-engine: no such program on this computer"
    scene.start()
    assert driver.app.scene is scene
    choose(driver, black.who, 3)
    driver.until(lambda: not scene.who.problem)
    scene.start()
    assert isinstance(driver.app.scene, Play)


def test_the_path_that_was_given_is_offered_again(driver, tmp_path):
    import sys

    command = f'"{sys.executable}" engine.py'
    scene = home(driver)
    scene.choose_game("chess")
    driver.frame()
    choose(driver, scene.who.players[1].who, outside(scene.who.players[1].who, "uci"))
    driver.tab_to(scene.who.players[1].command)
    driver.type(command)
    driver.frame(3)
    assert scene.who.problem == ""
    choose(driver, scene.who.players[1].who, 3)
    driver.close()
    again = Driver(tmp_path)
    home(again).choose_game("chess")
    again.frame()
    white = home(again).who.players[0]
    choose(again, white.who, outside(white.who, "uci"))
    assert home(again).who.players[0].spec.command == command
    again.close()


# Earlier games


def save(
    driver: Driver, game: str, plies: int, white: str = "human", black: str = "random", result: str = ""
):
    record = Record.start(load_game(game))
    for _ in range(plies):
        record.play(record.position.moves[0])
    file = driver.saves.begin(record, white, black)
    if result:
        file.append_end("That was it.", result)
    file.close()
    return file.path


def listed(driver: Driver) -> Home:
    scene = home(driver)
    scene.shown_again()
    driver.app.redraw()
    driver.frame(2)
    return scene


def labels(driver: Driver) -> set[str]:
    found = driver.app.event_router.sheet.labels = []
    driver.app.redraw()
    driver.frame()
    driver.app.event_router.sheet.labels = None
    return {label.wanted for label in found}


def shown(driver: Driver) -> set[str]:
    """The labels as drawn, cut where they are."""
    found = driver.app.event_router.sheet.labels = []
    driver.app.redraw()
    driver.frame()
    driver.app.event_router.sheet.labels = None
    return {label.shown for label in found}


def test_what_is_listed_is_said_in_whole_words_at_150_percent(tmp_path):
    driver = Driver(tmp_path, (1280, 720), 1.5)
    save(driver, "morris", 3)
    listed(driver)
    assert {"Games played before", "any kind", "any result"} <= shown(driver)
    driver.close()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_question_mark_of_a_small_card_has_its_own_ground(tmp_path, theme):
    driver = Driver(tmp_path, (640, 480), theme=theme)
    card = home(driver).cards[1]
    at = driver.rect(card.how_to_play).center
    beside = (at[0] - driver.app.theme.px(8), at[1])
    assert driver.app.surface.get_at(beside) == driver.app.theme.panel, "and not the board's"
    driver.close()


def test_the_list_says_who_won_and_is_filtered(tmp_path):
    driver = Driver(tmp_path, (1280, 800))
    save(driver, "isolation", 2, result="white")
    save(driver, "morris", 3, result="black")
    save(driver, "isolation", 4, "random", "random", result="black")
    save(driver, "chess", 5, result="draw")
    save(driver, "chess", 6, black="level:1")
    scene = listed(driver)
    said = labels(driver)
    assert {"You won", "You lost", "Black won", "Draw", "not finished"} <= said
    assert {"You – Random moves", "Random moves – Random moves", "You – Level 1"} <= said
    counts = {"unfinished": 1, "won": 1, "lost": 1, "drawn": 1, "others": 1, "all": 5}
    for kind, count in counts.items():
        choose(driver, scene.history.kind, kind)
        assert len(scene.history.saved) == count, kind
    choose(driver, scene.history.game, "chess")
    assert {saved.game for saved in scene.history.saved} == {"chess"} and len(scene.history.saved) == 2
    choose(driver, scene.history.kind, "won")
    assert scene.history.saved == [] and "There is no such game." in labels(driver)
    driver.close()


def test_several_interrupted_games_can_be_gone_on_with(driver):
    paths = {save(driver, game, 2, black="human"): game for game in ("isolation", "morris", "chess")}
    save(driver, "isolation", 2, result="white")
    scene = listed(driver)
    offered = [saved.path for saved in scene.history.listed.interrupted]
    assert set(offered) == set(paths)
    driver.click_on(scene.history.continue_button)
    assert driver.app.scene.session.study.record.game.name == paths[offered[0]]
    driver.key(pygame.K_ESCAPE)
    driver.frame()
    driver.click_on(scene.history.others)
    assert len(scene.history.others.options) == 2
    driver.key(pygame.K_END)
    wanted = scene.history.others.options[-1].value
    driver.key(pygame.K_RETURN)
    assert driver.app.scene.session.study.record.game.name == paths[wanted]


def answer(driver: Driver, label: str) -> None:
    question = driver.app.scene
    assert isinstance(question, ConfirmDialog)
    driver.click_on(next(button for button in question.buttons if button.label == label))
    driver.frame(2)


def test_a_game_is_deleted_once_the_person_agrees(driver):
    kept, gone = save(driver, "isolation", 1), save(driver, "isolation", 2)
    scene = listed(driver)
    row = [saved.path for saved in scene.history.saved].index(gone)
    driver.move_mouse(scene.history.list.area(row).center)
    driver.click_on(scene.history.delete_row)
    answer(driver, "Keep it")
    assert gone.exists()
    driver.tab_to(scene.history.list)
    scene.history.list.light(row)
    driver.key(pygame.K_DELETE)
    driver.key(pygame.K_ESCAPE)
    assert gone.exists() and driver.app.scene is scene
    driver.tab_to(scene.history.list)
    scene.history.list.light(row)
    driver.key(pygame.K_DELETE)
    assert scene.history.delete_button.label == "Delete 2 games"
    answer(driver, "Delete this game")
    assert not gone.exists() and [saved.path for saved in scene.history.saved] == [kept]


def test_all_listed_games_but_the_played_one_are_deleted(driver):
    for plies in range(1, 6):
        save(driver, "isolation", plies)
    playing = save(driver, "isolation", 7)
    other = save(driver, "morris", 1)
    owner = GameFile.claim(playing)
    scene = listed(driver)
    choose(driver, scene.history.game, "isolation")
    driver.click_on(scene.history.delete_button)
    assert driver.app.scene._exact[-1] == "and 3 more"
    answer(driver, "Delete 6 games")
    assert {saved.path for saved in scene.history.listed.games} == {playing, other}
    assert "being played" in scene._problem
    owner.close()


@pytest.mark.parametrize(("size", "scale"), [((640, 480), 1.0), ((1280, 720), 1.5), ((1920, 1080), 1.0)])
@pytest.mark.parametrize("exact", [False, True])
def test_no_control_lies_over_another(tmp_path, size, scale, exact):
    driver = Driver(tmp_path, size, scale)
    for plies in (1, 2):
        save(driver, "isolation", plies)
    scene = listed(driver)
    driver.app.choices.exact = exact
    for _ in range(2):
        scene.choose_game("chess")
        driver.app.redraw()
        driver.frame()
        zones = [zone for zone in driver.app.event_router.sheet.zones if zone.focusable and zone.rect]
        inside = {scene.history.delete_row, *(card.how_to_play for card in scene.cards)}
        alone = [zone for zone in zones if zone.key not in inside]
        for number, zone in enumerate(alone):
            assert zone.rect.collidelist([other.rect for other in alone[number + 1 :]]) < 0, zone.tip
        driver.click_on(("mode", "Watch"))
    driver.close()


@pytest.mark.parametrize(
    ("size", "scale"),
    [((640, 480), 1.0), ((900, 600), 1.0), ((700, 700), 1.0), ((1280, 720), 1.5), ((1280, 720), 1.0)],
)
@pytest.mark.parametrize("exact", [False, True])
def test_the_list_of_games_has_a_row_in_every_window(tmp_path, size, scale, exact):
    driver = Driver(tmp_path, size, scale)
    for plies in (1, 2):
        save(driver, "isolation", plies)
    scene = listed(driver)
    driver.app.choices.exact = exact
    assert "1 move" in labels(driver) or "2 moves" in labels(driver)
    row = scene.history.list.area(0)
    assert driver.rect(scene.history.list).contains(row) and row.bottom <= size[1]
    driver.click(row.center)
    assert isinstance(driver.app.scene, Play)
    driver.close()


# Worth a look


def test_three_examples_are_offered_while_there_are_no_games(driver):
    scene = home(driver)
    driver.frame()
    tiles = [
        zone.key
        for zone in driver.app.event_router.sheet.zones
        if isinstance(zone.key, tuple) and zone.key[0] == "example"
    ]
    assert len(tiles) == 3 and driver.zone(scene.history.list) is None
    driver.tab_to(tiles[1])
    driver.key(pygame.K_RETURN)
    play = driver.app.scene
    assert isinstance(play, Play)
    example = scene.history.examples.games[1]
    assert play.session.study.cursor == example.shown and play.session.study.of(BackgroundReview).goes_on
    driver.frame(2)
    assert play.dock.foot is not None and play.dock.foot.title == "Timeline"
    assert play.dock.upper.title == "Review"
    play.session.study.of(BackgroundReview).pause()
    driver.key(pygame.K_ESCAPE)
    driver.frame(2)
    assert not scene.history.saved, "looking at it has saved nothing"
    save(driver, "isolation", 3)
    scene.history.read()
    driver.frame(2)
    assert driver.zone(tiles[0]) and driver.zone(scene.history.list), "below a short list"
    assert not driver.rect(tiles[0]).colliderect(driver.rect(scene.history.list))
    for _ in range(8):
        save(driver, "isolation", 3)
    scene.history.read()
    driver.frame(2)
    links = [driver.rect(tile) for tile in tiles]
    listed = driver.rect(scene.history.list)
    assert all(link.top >= listed.bottom and link.height < listed.height for link in links), "a line of names"
    assert "Chess: The Opera Game" in labels(driver)
    driver.click_on(tiles[0])
    driver.until(lambda: isinstance(driver.app.scene, Play))
    assert driver.app.scene.session.players.name(0) == "Paul Morphy"
    driver.app.scene.session.study.of(BackgroundReview).pause()


@pytest.mark.parametrize(
    ("size", "scale", "titled"),
    [((1280, 720), 1.0, True), ((1366, 768), 1.25, False), ((1920, 1080), 2.0, False)],
)
def test_examples_stay_below_the_first_game_where_they_fit(tmp_path, size, scale, titled):
    driver = Driver(tmp_path, size, scale)
    save(driver, "isolation", 3)
    scene = listed(driver)
    driver.until(lambda: not scene.history.reading)
    said = labels(driver)
    assert (WORTH_A_LOOK in said) == titled
    for example in scene.history.examples.games:
        tile = driver.rect(("example", example.path.stem))
        assert tile.top >= driver.rect(scene.history.list).bottom and tile.bottom <= size[1]
        assert any(each.startswith(example.question[:20]) for each in said)
        assert scene.history.examples._picture_side(driver.app.theme, tile), "its picture stays"
    driver.close()


def test_an_example_without_room_for_its_picture_is_a_low_tile(tmp_path):
    driver = Driver(tmp_path, (1280, 720))
    examples, theme = listed(driver).history.examples, driver.app.theme
    sheet = driver.app.event_router.begin(driver.app.surface, theme)
    examples.draw(sheet, pygame.Rect(0, 0, 300, 56))
    tiles = [sheet.zone(("example", each.path.stem)).rect for each in examples.games]
    assert not any(examples._picture_side(theme, tile) for tile in tiles)
    assert {tile.height for tile in tiles} <= set(range(40, 57))
    driver.close()


def test_the_pages_of_an_example_are_not_those_of_the_next_game(driver):
    scene = home(driver)
    before = driver.play("isolation", "human", "human").dock
    asked = before.upper.title, before.foot
    driver.key(pygame.K_ESCAPE)
    scene.history.examples.open(scene.history.examples.games[2])
    driver.until(lambda: isinstance(driver.app.scene, Play) and driver.app.scene.dock.foot is not None)
    driver.frame(2)
    play = driver.app.scene
    assert play.dock.upper.title == "Review"
    play.session.study.of(BackgroundReview).pause()
    driver.key(pygame.K_ESCAPE)
    after = driver.play("isolation", "human", "human").dock
    assert (after.upper.title, after.foot) == asked == ("Evaluation", None)


def test_people_of_an_example_are_called_by_their_names(driver):
    scene = home(driver)
    driver.click_on(("example", scene.history.examples.games[0].path.stem))
    play = driver.app.scene
    assert play.session.players.name(0) == "Paul Morphy"
    play.session.study.of(BackgroundReview).pause()


def test_how_does_it_think_opens_the_lesson_and_searches(driver):
    driver.click_on(home(driver).who.lesson)
    play = driver.app.scene
    driver.frame(2)
    lesson = play.dock.stage
    assert lesson is not None and lesson.title == "Lesson" and lesson.lessons.running
    assert (
        1 < len(play.session.study.record.position.moves) < 20
        and not play.session.study.record.game.has_chance
    )
    driver.key(pygame.K_ESCAPE)
    assert driver.app.scene is play and play.dock.stage is None


def test_compiling_ahead_that_failed_is_told_at_the_end(driver):
    home(driver)._precompile._list = job = Job(LISTING)
    job.run(lambda job: 1 // 0)
    driver.close()
    (line,) = driver.app.parting
    assert line.startswith(f"{LISTING} failed: ZeroDivisionError")
