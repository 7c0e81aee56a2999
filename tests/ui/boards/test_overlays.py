"""The signs on a board: what can be clicked and dragged is marked, and no two signs look the same."""

import itertools

import numpy as np
import pygame
import pytest

from games.position import Position
from games.registry import ENTRIES, load_game
from ui.boards import overlays, side_plates
from ui.boards.board_art import Canvas, Geometry
from ui.boards.overlays import Arrow, Overlays, Warmth
from ui.boards.picture import Marks, Picture
from ui.boards.pieces import Pieces
from ui.boards.registry import load_art
from ui.colors import BOARDS, THEMES
from ui.kit.sheet import Zone
from ui.theme import Theme

GAMES = [about.name for about in ENTRIES]


def drawn_signs(driver, play, monkeypatch) -> dict[str, set]:
    """For each sign, what it was drawn on in the next frame."""
    found: dict[str, set] = {}
    for name in (
        "ready",
        "target",
        "ring",
        "chosen",
        "departed",
        "arrived",
        "trail",
        "began",
        "taken",
        "alarm",
    ):

        def record(canvas, square, *rest, name=name):
            found.setdefault(name, set()).add(square)

        monkeypatch.setattr(play.board.picture.signs, name, record)
    driver.app.rescale(1.0)  # makes the next frame paint the board again
    driver.frame()
    return found


@pytest.mark.parametrize("game", GAMES)
def test_what_can_be_clicked_is_marked_from_the_first_move_on(driver, monkeypatch, game):
    play = driver.play(game, "human", "human")
    driver.move_mouse((2, 2))
    found = drawn_signs(driver, play, monkeypatch)
    marked = found.get("ready", set()) | found.get("target", set())
    position = play.session.study.record.position
    paths = [path for move in position.moves for path in play.board.game.click_paths(position.state, move)]
    buttons = {choice.choice for choice in play.board.choices.standing}
    assert marked | buttons >= {path[0] for path in paths}
    assert marked - set(play.board.game.squares) == set(play.board.hand.stock) - buttons


def test_marks_of_chess_are_quiet_once_somebody_has_moved(driver, monkeypatch):
    play = driver.play("chess", "human", "human")
    driver.move_mouse((2, 2))
    assert len(drawn_signs(driver, play, monkeypatch)["ready"]) == 10, "the first game: all that can move"
    play.session.turn.enter(play.session.study.record.position.moves[0])
    assert "ready" not in drawn_signs(driver, play, monkeypatch)
    driver.move_mouse(play.board.picture.pixel_of("g8"))
    assert drawn_signs(driver, play, monkeypatch)["ready"] == {"g8"}
    driver.move_mouse((2, 2))
    driver.tab_to(play.board)
    assert len(drawn_signs(driver, play, monkeypatch)["ready"]) == 10, "the keyboard's focus"
    driver.app.pop()
    play = driver.play("chess", "human", "human")
    driver.move_mouse((2, 2))
    assert "ready" not in drawn_signs(driver, play, monkeypatch), "the second game"
    driver.app.set("ui.chess_marks", True)
    assert len(drawn_signs(driver, play, monkeypatch)["ready"]) == 10
    play = driver.play("isolation", "human", "human", text="7/7/7/7/xxxx3/xwxx3/x1xb3 w")
    driver.app.set("ui.chess_marks", False)
    driver.move_mouse((2, 2))
    assert drawn_signs(driver, play, monkeypatch)["ready"] == {"b2"}, "other boards are as they were"


def test_the_stash_can_be_dragged_and_clicked(driver, monkeypatch):
    play = driver.play("morris", "human", "human")
    board, stash = play.board, "stash 0 8"
    assert stash in drawn_signs(driver, play, monkeypatch)["ready"]
    monkeypatch.undo()
    driver.drag(play, stash, "d6")
    assert [ply.text for ply in play.session.study.record.plies] == ["d6"]
    driver.click(board.picture.pixel_of("stash 1 8"))
    assert drawn_signs(driver, play, monkeypatch)["chosen"] == {"stash 1 8"}
    monkeypatch.undo()
    driver.key(pygame.K_ESCAPE)
    assert driver.app.scene is play and not board.hand.taken
    driver.click(board.picture.pixel_of("stash 1 8"))
    driver.click_square(play, "a1")
    assert [ply.text for ply in play.session.study.record.plies] == ["d6", "a1"]


def test_squares_of_a_held_soldier_are_marked(driver, monkeypatch):
    play = driver.play("tabletactics", "human", "human")
    driver.click_square(play, "a1")
    driver.key(pygame.K_ESCAPE)
    driver.click_square(play, "b2")  # several soldiers could go there
    thief = next(b for b in play.board.choices.standing_buttons if b.label == "Thief")
    start = driver.rect(thief).center
    driver.move_mouse(start)
    driver.press(start)
    driver.move_mouse(play.board.picture.pixel_of("d3"), True)
    found = drawn_signs(driver, play, monkeypatch)
    assert found["target"] == {"a2", "b1", "b2"} and "chosen" not in found
    monkeypatch.undo()
    driver.move_mouse(play.board.picture.pixel_of("b1"), True)
    driver.release(play.board.picture.pixel_of("b1"))
    assert [ply.text for ply in play.session.study.record.plies] == ["N@a1", "T@b1"]


def test_board_that_comes_under_the_pointer_says_what_is_there(driver):
    play = driver.play("tabletactics", "human", "human")
    driver.click_square(play, "a1")
    noble, sheet = play.board.picture.pixel_of("a1"), driver.app.event_router.sheet
    sheet.pointer = sheet.hovered = None
    driver.app.redraw()
    driver.app.frame()  # drawn while the pointer is elsewhere
    assert play.board.hand.cursor == "a1" and play.board._tip().startswith("White's Noble")
    beside = (noble[0], play.board.picture.pixel_of("a6")[1])
    sheet.pointer, sheet.hovered = beside, play.board
    assert play.board._tip() == "", "the pointer counts, not the keyboard's square"


def test_the_keyboards_tooltip_stands_beside_its_square(driver):
    play = driver.play("jungle", "human", "human")
    driver.tab_to(play.board)
    zone = driver.zone(play.board)
    assert zone.spot is not None
    for key in (pygame.K_UP, pygame.K_RIGHT):
        driver.key(key)
        assert zone.spot().collidepoint(play.board.picture.pixel_of(play.board.hand.cursor))
        assert play.board._tip() == play.board.art.describe(
            play.session.study.record.position, play.board.hand.cursor
        )
        assert zone.spot().width < play.board.picture.geometry.rect.width / 6


def test_a_turn_that_is_over_is_marked_as_a_whole(driver, monkeypatch):
    text = "6/6/2n421f321/2N421F321/6/6 w play - 6"
    play = driver.play("tabletactics", "human", "human", text=text)
    for square in ("e3", "e4", "e3", "d3", "d2"):
        driver.click_square(play, square)
    assert [ply.text for ply in play.session.study.record.plies] == ["e3xe4", "e3-d3", "d3-d2"]
    found = drawn_signs(driver, play, monkeypatch)
    assert found["departed"] == {"d3"} and found["arrived"] == {"d2"}, "a turn that goes on: its last action"
    driver.key(pygame.K_d)
    found = drawn_signs(driver, play, monkeypatch)
    assert found["departed"] == {"e3", "d3"} and found["arrived"] == {"e4", "d2"}
    assert found["trail"] == {("e3", "e4"), ("e3", "d3"), ("d3", "d2")} and found["began"] == {"e3"}


def test_the_stash_lights_up_where_its_term_is_pointed_at(driver, monkeypatch):
    play = driver.play("morris", "human", "human", text="3/3/3/6/3/3/w2 b 8 9 0")

    def row() -> Zone | None:
        zones = [zone for zone in driver.app.event_router.sheet.zones if zone.rect and callable(zone.tip)]
        return next((zone for zone in zones if str(zone.tip()).startswith("Stones in hand")), None)

    driver.until(row)
    driver.move_mouse(row().rect.center)
    lit: dict[str, float] = {}
    signs = play.board.picture.signs
    monkeypatch.setattr(signs, "amounts_below", lambda canvas, amounts: lit.update(amounts))
    driver.app.rescale(1.0)
    driver.frame()
    white, black = ({f"stash {side} {number}" for number in range(8 + side)} for side in (0, 1))
    assert {place for place, amount in lit.items() if amount > 0} == white
    assert lit.keys() - white == black and max(lit.values()) == -min(lit.values())


def test_amounts_have_the_decimals_of_the_largest():
    art = load_art("chess")
    geometry = Geometry((0, 0), 80.0, art.size)
    canvas = Canvas(pygame.Surface(geometry.rect.size), Theme(), geometry)
    for amounts, expected in (
        ([("a1", 36.5583), ("b2", -2.25)], {"+36.6", "−2.2"}),
        ([("a1", 536.5583), ("b2", -2.25)], {"+537", "−2"}),
        ([("a1", 0.125), ("b2", -0.0625)], {"+0.125", "−0.062"}),
        ([("a1", 2.0), ("b2", -1.0)], {"+2", "−1"}),
        ([("a1", 0.1), ("b2", -0.06)], {"+0.10", "−0.06"}),  # one number of decimals
    ):
        assert set(Overlays(art).labels(canvas, amounts).values()) == expected


def test_two_moves_over_the_same_squares_number_side_by_side(monkeypatch):
    art, drawn = load_art("tabletactics"), {}
    geometry = Geometry((0, 0), 60.0, art.size, False)
    canvas = Canvas(pygame.Surface(geometry.rect.size), Theme(), geometry)
    signs = Overlays(art)

    def record(canvas, arrow, at, radius):
        drawn[arrow.number] = at, radius

    monkeypatch.setattr(signs, "_number", record)
    over = {
        1: ("b2", "b3"),
        2: ("b3", "c3"),
        7: ("a2", "b2"),
        8: ("b2", "b3"),
        9: ("b3", "b2"),
        10: ("b2", "b3"),
    }
    ways = [*over.items(), (11, ("c1", "c1")), (12, ("c1", "c1"))]
    signs.numbers(canvas, [Arrow([way], Theme().hint, number) for number, way in reversed(ways)])
    assert drawn.keys() == {number for number, _ in ways}
    for (one, radius), (other, _) in itertools.combinations(drawn.values(), 2):
        assert max(abs(one[0] - other[0]), abs(one[1] - other[1])) >= radius, "each can be read"
    start, end = (geometry.at(art.center(square)) for square in over[1])
    assert drawn[1][0] == (start[0], round(start[1] + 0.6 * (end[1] - start[1]))), "the first is in its place"


def test_a_stone_that_is_dropped_beside_the_points_goes_back(driver):
    play = driver.play("morris", "human", "human")
    driver.drag(play, "stash 0 8", "stash 1 8")
    assert not play.session.study.record.plies and not play.board.hand.clicks and not play.board.hand.taken
    driver.click(play.board.picture.pixel_of("stash 1 8"))  # of the other side
    assert not play.board.hand.taken


def test_only_the_mover_s_stash_can_be_taken(driver):
    play = driver.play("morris", "human", "human")
    driver.click_square(play, "a1")
    assert set(play.board.hand.stock) == {"stash 1 8"}
    driver.key(pygame.K_LEFT)
    driver.frame()
    assert set(play.board.hand.stock) == {"stash 0 8"}, "a move there begins a variation"


def test_soldiers_to_place_can_be_dragged_onto_their_squares(driver):
    play = driver.play("tabletactics", "human", "human")
    button = next(b for b in play.board.choices.standing_buttons if b.label == "Noble")
    start, end = driver.rect(button).center, play.board.picture.pixel_of("a1")
    driver.move_mouse(start)
    driver.press(start)
    driver.move_mouse((start[0] - 40, start[1]), True)
    driver.move_mouse(end, True)
    assert play.board.hand.drag.at == end
    driver.release(end)
    assert [ply.text for ply in play.session.study.record.plies] == ["N@a1"]
    driver.frame(3)
    button = next(b for b in play.board.choices.standing_buttons if b.label.startswith("Fighter"))
    driver.click_square(play, "b1")  # the square first, then the soldier
    driver.click_on(button)
    assert [ply.text for ply in play.session.study.record.plies] == ["N@a1", "F@b1"]


def test_the_last_move_shows_from_where_and_where_to(driver, monkeypatch):
    play = driver.play("chess", "human", "human")
    driver.drag(play, "e2", "e4")
    found = drawn_signs(driver, play, monkeypatch)
    assert found["departed"] == {"e2"} and found["arrived"] == {"e4"}
    assert found["trail"] == {("e2", "e4")} and found["began"] == {"e2"}


def test_where_a_piece_went_is_shown_though_its_square_is_gone(driver, monkeypatch):
    play = driver.play("isolation", "human", "human")
    for square in ("d4", "a1", "e6"):
        driver.click_square(play, square)
    found = drawn_signs(driver, play, monkeypatch)
    assert found["arrived"] == {"e6"} and found["departed"] == {"d4"} == found["began"]


def test_a_taken_stone_leaves_its_sign_too(driver, monkeypatch):
    play = driver.play("morris", "human", "human", text="3/3/3/w1w1w1/3/1bb/b2 w 0 0 0")
    position = play.session.study.record.position
    move = next(move for move in position.moves if "x" in position.notation(move))
    start, end, taken = play.board.game.click_paths(position.state, move)[0]
    driver.drag(play, start, end)
    driver.click_square(play, taken)
    found = drawn_signs(driver, play, monkeypatch)
    assert found["trail"] == {(start, end)} and found["departed"] == {start, taken}
    assert found["began"] == {start} and found["taken"] == {taken}


def test_no_trail_leads_from_a_taken_stone_to_the_placed_one(driver, monkeypatch):
    play = driver.play("morris", "human", "human", text="w1w/3/3/6/3/3/b1b w 3 3 0")
    driver.click_square(play, "d7")
    driver.click_square(play, "a1")
    assert [ply.text for ply in play.session.study.record.plies] == ["d7xa1"]
    found = drawn_signs(driver, play, monkeypatch)
    assert found["arrived"] == {"d7"} and found["taken"] == {"a1"}
    assert "trail" not in found and "began" not in found


def test_a_king_in_check_is_marked(driver, monkeypatch):
    play = driver.play("chess", "human", "human", text="4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
    assert drawn_signs(driver, play, monkeypatch)["alarm"] == {"e1"}


def shape(draw) -> set[tuple[int, int]]:
    """The pixels of a grey 80 × 80 square that a sign makes much lighter or darker; colours do not count."""
    art = load_art("chess")
    geometry = Geometry((0, 0), 80.0, art.size)
    surface = pygame.Surface(geometry.rect.size)
    surface.fill("#6a7280")
    draw(Overlays(art), Canvas(surface, Theme(), geometry))
    frame = geometry.square(art.center("e4"), 1.0)
    grey = pygame.transform.grayscale(surface)
    before = pygame.transform.grayscale(surface.subsurface((0, 0, 1, 1))).get_at((0, 0)).r
    cells = itertools.product(range(frame.left, frame.right, 2), range(frame.top, frame.bottom, 2))
    changes = {at: abs(grey.get_at(at).r - before) for at in cells}
    most = max(changes.values())
    return {at for at, change in changes.items() if change > most / 2}


def changed(art, theme: Theme, draw) -> int:
    """How much a sign changes the empty board: the sum over all pixels."""
    geometry = Geometry((0, 0), 80.0, art.size)
    surface = pygame.Surface(geometry.rect.size)
    canvas = Canvas(surface, theme, geometry)
    art.draw_ground(canvas)
    before = pygame.surfarray.array3d(surface).astype(int)
    draw(Overlays(art), canvas)
    return int(np.abs(pygame.surfarray.array3d(surface) - before).sum())


@pytest.mark.long
@pytest.mark.parametrize("boards", BOARDS)
@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_under_the_mouse_is_weaker_than_what_is_chosen(game, name, boards):
    squares = load_game(game).squares
    art, theme, square = load_art(game), Theme(1.0, name, boards), squares[min(10, len(squares) - 1)]
    chosen = changed(art, theme, lambda signs, canvas: signs.chosen(canvas, square))
    calm = changed(art, theme, lambda signs, canvas: signs.ready(canvas, square, False))
    ready = changed(art, theme, lambda signs, canvas: signs.ready(canvas, square, True))
    ring = changed(art, theme, lambda signs, canvas: signs.ring(canvas, square, True))
    assert calm < ready < chosen / 2 and ring < 0.75 * chosen


def test_a_piece_under_the_mouse_is_no_ring_and_no_frame(driver, monkeypatch):
    play = driver.play("chess", "human", "human")
    driver.click_square(play, "g1")
    driver.move_mouse(play.board.picture.pixel_of("b1"))
    found = drawn_signs(driver, play, monkeypatch)
    assert found["chosen"] == {"g1"} and "b1" in found["ready"] and "ring" not in found


def test_marks_of_squares_differ_by_their_form():
    shapes = {
        "focus": shape(lambda signs, canvas: signs.corners(canvas, "e4")),
        "last move, from": shape(lambda signs, canvas: signs.began(canvas, "e4")),
        "last move, taken": shape(lambda signs, canvas: signs.taken(canvas, "e4")),
        "last move, to": shape(lambda signs, canvas: signs.arrived(canvas, "e4")),
        "selection": shape(lambda signs, canvas: signs.chosen(canvas, "e4")),
        "hint": shape(lambda signs, canvas: signs.arrow(canvas, Arrow([("e4", "e6")], canvas.theme.hint))),
        "check": shape(lambda signs, canvas: (signs.alarm(canvas, "e4"), signs.exclamation(canvas, "e4"))),
        "can be clicked": shape(lambda signs, canvas: signs.ready(canvas, "e4", False)),
    }
    assert load_game("chess").squares and all(shapes.values())
    ring, cross = (shapes[f"last move, {name}"] for name in ("from", "taken"))
    for axis in (0, 1):
        spans = [max(at[axis] for at in each) - min(at[axis] for at in each) for each in (ring, cross)]
        assert abs(spans[0] - spans[1]) <= 4, "of one size"
    for (one, a), (other, b) in itertools.combinations(shapes.items(), 2):
        alike = len(a & b) / len(a | b)
        assert alike < 0.8, (one, other, alike)


@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.parametrize("game", GAMES)
def test_numbers_on_squares_stand_beside_pieces(driver, game: str, scale: float, monkeypatch) -> None:
    """No number lies on the drawing of a piece, and every piece keeps half of its height."""
    art, position = load_art(game), Position.start(load_game(game), text=load_art(game).showcase)
    picture, theme = Picture(position.game, art, animated=False), Theme(scale)
    picture.show(position)
    squares = [name for name in position.game.squares if name in picture.placement]
    faces = [name for name in squares if not picture.pieces.fills(picture.placement[name])]
    written = [Warmth(faces[0], ("+0.13", "± 0.25"), 0, 0.5)]
    amounts = [(name, 0.25 if index % 2 else -1.10) for index, name in enumerate(faces[1:])]
    marks = Marks(amounts=amounts, warmths=written, note=(faces[-1], "−0.40"))
    drawn: list[tuple[pygame.Rect, int]] = []
    pills: list[pygame.Rect] = []
    plain = Pieces.draw

    def draw(pieces, canvas, piece, center, opacity=1.0, pixels=0):  # type: ignore[no-untyped-def]
        size = pixels or canvas.geometry.length(art.piece_size(piece))
        drawing = pieces.drawing(piece, size, theme)
        corner = drawing.get_rect(center=center).topleft
        usual = pieces.drawing(piece, canvas.geometry.length(art.piece_size(piece)), theme)
        drawn.append((drawing.get_bounding_rect().move(corner), usual.get_bounding_rect().height))
        plain(pieces, canvas, piece, center, opacity, pixels)

    def draw_pill(surface, theme, bottom, text):  # type: ignore[no-untyped-def]
        pills.append(side_plates.draw_pill(surface, theme, bottom, text))

    monkeypatch.setattr(Pieces, "draw", draw)
    monkeypatch.setattr(overlays, "draw_pill", draw_pill)
    rect = pygame.Rect(0, 0, round(64 * art.size[0]), round(64 * art.size[1]))
    picture.draw(pygame.Surface(rect.size), rect, theme, 0.0, marks)
    frames = [picture.geometry.square(art.center(name), art.tile) for name in faces]
    on_squares = [
        (box, usual) for box, usual in drawn if any(frame.collidepoint(box.center) for frame in frames)
    ]
    assert len(on_squares) >= len(faces) and len(pills) >= len(faces) - 1 > 0
    for pill in pills:
        frame = next(frame for frame in frames if frame.collidepoint(pill.center))
        box, usual = next(each for each in on_squares if frame.collidepoint(each[0].center))
        assert not pill.colliderect(box) and box.height >= usual / 2
