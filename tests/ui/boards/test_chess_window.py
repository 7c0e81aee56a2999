"""Chess in the window: clicks, promotion, castling, the overlay, text, files and the editor."""

import pygame
import pytest
from driving import Driver, choose, outside

from games.chess.pgn import PgnFile
from trees import comments_of
from ui import clipboard
from ui.boards.chess import ChessArt
from ui.scenes.editor.editor import Editor
from ui.scenes.file_chooser import FileChooser
from ui.scenes.home.home import Home
from ui.scenes.pgn_games import PgnGames
from ui.scenes.play.change_players import Players
from ui.scenes.play.play import Play
from ui.scenes.play.sharing import text_of_game
from ui.scenes.progress_dialog import ProgressDialog
from ui.theme import Theme

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
PROMOTING = "1n2k3/P7/8/8/8/8/7p/R3K1N1 w Q - 0 1"
TWO_GAMES = """[Event "First"]
[White "Anna"]
[Black "Ben"]
[Result "0-1"]

1. f3 e5 2. g4 {A blunder.} Qh4# 0-1

[Event "Second"]
[White "Cleo"]
[Black "Dan"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 *
"""


@pytest.fixture
def opening(tmp_path):
    FileChooser.last_folder = tmp_path
    return {}


def texts(play: Play) -> list[str]:
    return [ply.text for ply in play.session.study.record.plies]


def choose_piece(driver: Driver, play: Play, name: str) -> None:
    driver.click_on(play.board.choices.open[name])


def control(driver: Driver, key: int, more: int = 0) -> None:
    driver.key(key, pygame.KMOD_CTRL | more)


def test_fools_mate_by_clicks(driver):
    play = driver.play("chess", "human", "human")
    for square in ["f2", "f3", "e7", "e5", "g2", "g4", "d8", "h4"]:
        driver.click_square(play, square)
    assert texts(play) == ["f3", "e5", "g4", "Qh4#"]
    assert play.session.study.over and play.banner.shown(play.session)
    assert play.board.art.alarmed(play.session.study.position) == ("e1",)


def test_castling_by_drag_and_by_clicks(driver):
    play = driver.play("chess", "human", "human", text="r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    driver.drag(play, "e1", "g1")
    driver.click_square(play, "e8")
    driver.click_square(play, "c8")
    assert texts(play) == ["O-O", "O-O-O"]


@pytest.mark.parametrize(
    ("choice", "target", "text"),
    [("=N", "a8", "a8=N"), ("=Q", "b8", "axb8=Q+"), ("=R", "b8", "axb8=R+"), ("=B", "a8", "a8=B")],
)
def test_promotion_is_asked_for_on_the_board(driver, choice, target, text):
    play = driver.play("chess", "human", "human", text=PROMOTING)
    driver.drag(play, "a7", target)
    assert texts(play) == [] and set(play.board.choices.open) == {"=Q", "=R", "=B", "=N"}
    driver.frame()
    rects = [driver.rect(button) for button in play.board.choices.open.values()]
    assert driver.rect(play.board.choices.open["=Q"]).center == play.board.picture.pixel_of(target)
    assert all(play.layout.board.contains(rect) for rect in rects)
    choose_piece(driver, play, choice)
    assert texts(play) == [text]


def test_promotion_by_key_and_escape(driver):
    play = driver.play("chess", "human", "human", text=PROMOTING)
    driver.drag(play, "a7", "a8")
    driver.key(pygame.K_ESCAPE)
    assert not play.board.choices.open and texts(play) == []
    driver.drag(play, "a7", "a8")
    driver.key(pygame.K_n)
    assert texts(play) == ["a8=N"]
    driver.drag(play, "h2", "g1")
    driver.frame()
    queen = driver.rect(play.board.choices.open["=Q"])
    assert queen.center == play.board.picture.pixel_of("g1")
    assert all(play.layout.board.contains(driver.rect(b)) for b in play.board.choices.open.values())
    driver.key(pygame.K_RETURN)
    assert texts(play)[-1] == "hxg1=Q+"


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("letter", "KQRBNPkqrbnp")
def test_pieces_are_drawn_in_the_colours_of_their_side(driver, letter, theme):
    theme = Theme(name=theme)
    drawn = ChessArt().piece_picture(letter, 64, theme)
    assert drawn.get_size() == (64, 64) and drawn.get_at((0, 0)).a == 0
    ours = (theme.white, theme.white_ink), (theme.black, theme.black_ink)
    fill, line, *theirs = (
        pygame.mask.from_threshold(drawn, color, (2, 2, 2, 255)).count()
        for color in (*ours[letter.islower()], *ours[letter.isupper()])
    )
    assert fill > 200 and sum(theirs) < 5
    assert line > 20 or letter == "p", "a black pawn has nothing to be drawn inside"


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_kings_cross_is_seen_on_squares_of_its_lines(driver, theme):
    """White's was a line in the colour of the squares alone."""
    theme = Theme(name=theme)
    cross = ChessArt().piece_picture("K", 64, theme).subsurface((24, 4, 16, 11))
    assert pygame.mask.from_threshold(cross, theme.white, (40, 40, 40, 255)).count() > 15


def test_overlay_of_all_terms_adds_up_to_the_value(driver):
    play = driver.play("chess", "human", "human")
    play.session.study.set_lens("location")
    driver.frame()
    driver.key(pygame.K_t)
    amounts = dict(play.board.overlay)
    breakdown = play.session.study.lens.breakdown(play.session.study.position.state, 0)
    assert sum(amounts.values()) == pytest.approx(breakdown.value)
    assert amounts["b1"] > 0 > amounts["b8"] and amounts["e1"] == -amounts["e8"]
    driver.key(pygame.K_t)
    assert not play.board.overlay


def test_hovering_a_term_marks_its_pieces(driver):
    play = driver.play("chess", "human", "human", text="4k3/8/8/3n4/8/8/8/N3K3 w - - 0 1")
    play.session.study.set_lens("location")
    driver.frame(3)
    seen = {}
    for y in range(play.layout.panel.top, play.layout.panel.bottom, 6):
        driver.move_mouse((play.layout.panel.x + 40, y))
        driver.frame()
        if play.board.overlay:
            seen[tuple(sorted(play.board.overlay))] = True
    wanted = [amounts for amounts in seen if {name for name, _ in amounts} == {"a1", "d5"}]
    assert wanted, "no term marks just the two knights"
    values = {dict(amounts)["a1"] for amounts in wanted}
    assert len(values) == 2, "the knight itself and where it stands"


def test_copy_and_paste_of_positions(driver):
    play = driver.play("chess", "human", "human")
    driver.click_square(play, "e2")
    driver.click_square(play, "e4")
    control(driver, pygame.K_c)
    text = play.session.study.record.position.text
    assert clipboard.get() == text
    clipboard.put(" 4k3/8/8/8/8/8/4P3/4K3  w - - 0 1\n")
    control(driver, pygame.K_v)
    assert play.session.study.record.positions[0].text == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    clipboard.put("4k3/8/8/8/8/8/4P3/8 w - - 0 1")
    control(driver, pygame.K_v)
    assert "white king" in play.notice.said and "\n" not in play.notice.said
    assert play.session.study.record.positions[0].text == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


def test_paste_on_the_home_screen_finds_the_game(driver):
    home = driver.app.scene
    assert isinstance(home, Home)
    home.choose_game("isolation")
    clipboard.put("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    control(driver, pygame.K_v)
    play = driver.app.scene
    assert isinstance(play, Play) and play.session.study.record.game.name == "chess"
    driver.key(pygame.K_ESCAPE)
    clipboard.put("hello there")
    control(driver, pygame.K_v)
    assert driver.app.scene is home and "Not opened" in home._problem


def test_copied_game_is_pgn(driver):
    play = driver.play("chess", "human", "human")
    for square in ["e2", "e4", "e7", "e5"]:
        driver.click_square(play, square)
    control(driver, pygame.K_c, pygame.KMOD_SHIFT)
    game = PgnFile.of_text(clipboard.get()).load(1)
    assert [ply.text for ply in game.record.plies] == ["e4", "e5"]


def test_other_games_copy_their_moves(driver):
    play = driver.play("isolation", "human", "human")
    driver.click_square(play, "d4")
    control(driver, pygame.K_c, pygame.KMOD_SHIFT)
    assert "1. d4" in clipboard.get()
    control(driver, pygame.K_c)
    assert clipboard.get() == play.session.study.record.position.text


def test_pgn_of_two_games_is_listed_and_opened(driver, tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(TWO_GAMES, encoding="utf-8")
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    driver.frame()
    listed = driver.app.scene
    assert isinstance(listed, PgnGames) and listed.count == 2
    driver.type("dan")
    assert listed.count == 1
    driver.key(pygame.K_RETURN)
    play = driver.app.scene
    assert isinstance(play, Play) and texts(play) == ["e4", "e5", "Nf3", "Nc6", "Bb5"]
    assert play.session.players.name(0) == "Cleo" and play.session.study.cursor == 5
    driver.key(pygame.K_HOME)
    assert play.session.study.cursor == 0
    driver.key(pygame.K_ESCAPE)
    assert driver.app.scene is listed
    driver.key(pygame.K_ESCAPE)
    assert isinstance(driver.app.scene, Home)


def test_open_by_the_file_chooser_save_and_open_again(driver, tmp_path):
    (tmp_path / "one.pgn").write_text(TWO_GAMES.split('\n[Event "Second')[0], encoding="utf-8")
    control(driver, pygame.K_o)
    chooser = driver.app.scene
    assert isinstance(chooser, FileChooser)
    names = [chooser.line(index)[0] for index in range(chooser.count)]
    driver.click(chooser.list.area(names.index("one.pgn")).center)
    play = driver.app.scene
    assert isinstance(play, Play) and texts(play) == ["f3", "e5", "g4", "Qh4#"]
    control(driver, pygame.K_s)
    saver = driver.app.scene
    assert isinstance(saver, FileChooser)
    saver.field.choose_all()
    driver.type(str(tmp_path / "copy"))
    driver.key(pygame.K_RETURN)
    assert driver.app.scene is play and "copy.pgn" in play.notice.said
    game = PgnFile.open(tmp_path / "copy.pgn").load(1)
    assert [ply.text for ply in game.record.plies] == texts(play)
    assert game.headers["White"] == "Anna" and comments_of(game.record) == {3: "A blunder."}
    driver.key(pygame.K_u)
    driver.key(pygame.K_u)
    game = PgnFile.of_text(text_of_game(play.context)).load(1)
    assert game.headers["Result"] == "*" and not comments_of(game.record)


def test_a_file_that_is_no_pgn_is_reported(driver, tmp_path):
    path = tmp_path / "photo.pgn"
    path.write_bytes(bytes(range(256)))
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    driver.frame()
    home = driver.app.scene
    assert isinstance(home, Home) and "photo.pgn" in home._problem


def test_a_large_file_is_read_beside_the_window(driver, tmp_path):
    path = tmp_path / "large.pgn"
    path.write_text(TWO_GAMES * 6000, encoding="utf-8")
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    driver.patient = False
    driver.frame()
    assert isinstance(driver.app.scene, ProgressDialog)
    driver.until(lambda: isinstance(driver.app.scene, PgnGames), 90)
    assert driver.app.scene.count == 12000


def test_editor_makes_a_position_and_plays_it(driver):
    home = driver.app.scene
    home.choose_game("chess")
    driver.frame()
    driver.click_on(home.elsewhere["set up"])
    editor = driver.app.scene
    assert isinstance(editor, Editor) and editor.text == START
    driver.click_on(editor.tools["clear"])
    assert editor.problem and not editor.done.enabled
    for piece, square in (("K", "e1"), ("k", "e8"), ("R", "h1"), ("p", "d5"), ("P", "e5")):
        driver.click_on(editor.palette.buttons[piece])
        driver.click(editor.picture.pixel_of(square))
    assert editor.text == "4k3/8/8/3pP3/8/8/8/4K2R w - - 0 1" and not editor.problem
    driver.click_on(editor.fields.named("castling K")[0])
    driver.click_on(editor.fields.named("en passant")[0])
    driver.key(pygame.K_DOWN)
    driver.key(pygame.K_RETURN)
    assert editor.text == "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1"
    driver.click_on(editor.tools["hand"])
    a, b = editor.picture.pixel_of("e8"), editor.picture.pixel_of("c8")
    driver.move_mouse(a)
    driver.press(a)
    driver.move_mouse(b, True)
    driver.release(b)
    assert editor.text.startswith("2k5/")
    home.who.players[1].show("chess", home.who.players[0].spec)
    driver.click_on(editor.done)
    play = driver.app.scene
    assert (
        isinstance(play, Play)
        and play.session.study.record.position.text == "2k5/8/8/3pP3/8/8/8/4K2R w K d6 0 1"
    )


def test_editor_takes_text_and_says_what_is_wrong(driver):
    home = driver.app.scene
    home.choose_game("chess")
    control(driver, pygame.K_e)
    editor = driver.app.scene
    assert isinstance(editor, Editor)
    clipboard.put("4k3/8/8/8/8/8/8/4K2Q b - - 3 9")
    control(driver, pygame.K_v)
    assert editor.text == "4k3/8/8/8/8/8/8/4K2Q b - - 3 9" and editor.setup.to_move == 1
    clipboard.put("4k3/8/8/8/8/8/8 b - - 3 9")
    editor.field.choose_all()
    control(driver, pygame.K_v)
    assert editor.problem and not editor.done.enabled
    driver.click(editor.picture.pixel_of("a1"))
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_ESCAPE)
    assert driver.app.scene is home


def test_opening_is_named(driver):
    play = driver.play("chess", "human", "human")
    for square in ["e2", "e4", "e7", "e5", "g1", "f3", "b8", "c6", "f1", "b5"]:
        driver.click_square(play, square)
    driver.until(lambda: play.notice.openings.name(5))
    assert "Ruy Lopez" in play.notice.openings.name(5) and "Ruy Lopez" not in play.notice.openings.name(2)


def test_a_missing_uci_engine_is_reported_and_the_game_goes_on(tmp_path):
    from engines.player_text import parse_player
    from games.record import Record
    from games.registry import load_game
    from study.game.session import Session
    from study.saved_games.saved_games import Saves

    driver = Driver(tmp_path)
    try:
        record = Record.start(load_game("chess"))
        players = (parse_player("human", "chess"), parse_player("uci:/no/such/engine", "chess"))
        play = driver.window.play(Session(record, players, driver.app.settings, Saves(tmp_path)))
        driver.frame()
        driver.click_square(play, "e2")
        driver.click_square(play, "e4")
        driver.until(lambda: play.session.study.failure, 90)
        assert "/no/such/engine" in play.session.study.failure and "\n" not in play.session.study.failure
        driver.click_square(play, "e7")
        driver.click_square(play, "e5")
        assert texts(play) == ["e4", "e5"]
        driver.key(pygame.K_p)
        scene = driver.app.scene
        assert isinstance(scene, Players)
        scene.choices[1]._choose_kind("random")
        driver.click_on(scene.accept)
        assert driver.app.scene is play and play.session.study.players[1].kind == "random"
    finally:
        driver.close()


def test_home_offers_a_command_for_uci(driver):
    home = driver.app.scene
    home.choose_game("chess")
    choice = home.who.players[1]
    choose(driver, choice.who, outside(choice.who, "uci"))
    driver.click_on(choice.command)
    driver.click_on(choice.command)
    driver.type("fish --fast")
    assert str(choice.spec).startswith("uci:fish --fast,")
    driver.type(' "open')
    assert choice.command.problem
    driver.click_on(home.who.start)
    assert driver.app.scene is home and home._problem


@pytest.mark.parametrize(("scale", "named"), [(1.0, True), (1.5, False)])
def test_way_back_goes_before_the_opening_s_name(tmp_path, scale, named):
    driver = Driver(tmp_path, scale=scale)
    play = driver.play("chess", "human", "human")
    for text in ("e4", "d5", "Nf3", "a6"):
        position = play.session.study.record.position
        play.session.turn.enter(next(move for move in position.moves if position.notation(move) == text))
    driver.until(lambda: play.notice.openings.name(3))
    driver.key(pygame.K_LEFT)
    sheet = driver.app.event_router.sheet
    sheet.labels = []
    driver.app.redraw()
    driver.frame()
    (shown,) = [label.shown for label in sheet.labels if "2. Nf3" in label.shown and "End" in label.shown]
    assert shown.endswith("After 2. Nf3; the End key leads back to the game.")
    assert shown.startswith("B01 Scandinavian") == named
    driver.close()
