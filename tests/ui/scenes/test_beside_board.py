"""What stands beside the board: the evaluation bar, and what each side has lost."""

import pygame
import pytest
from driving import Driver, texts_written

from engines.contract import EXACT, RootMove, Thought
from games.position import Position
from games.registry import load_game
from study.calibration.chances import chance_of
from study.state.study import LinePosition
from ui.boards.registry import load_art
from ui.scenes.play.beside_board import BY

BAR = "evaluation bar"


@pytest.mark.parametrize(
    ("game", "start", "now", "lost"),
    [
        ("chess", None, "rnb1kbnr/1ppppppp/8/8/8/8/PPPPPP2/RNBQKB1R w KQkq - 0 9", ("NPP", "qp")),
        ("chess", "4k3/P7/8/8/8/8/8/4K2R w K - 0 1", "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1", ("R", "")),
        ("morris", None, "w1w/3/3/6/3/3/b1b w 5 7 0", (("stone_white",) * 2, ())),
        ("jungle", None, None, ((), ())),
        ("isolation", None, "3x3/1x1x3/2x1bx1/1x1x3/3w1x1/2x4/7 w", ((), ())),
    ],
)
def test_what_is_lost_is_what_is_gone_since_the_start(game, start, now, lost):
    art, rules = load_art(game), load_game(game)
    before, after = (Position.start(rules, text=text) for text in (start, now))
    assert art.lost(before, after) == tuple(map(tuple, lost))
    assert art.lost(after, after) == ((), ()), "of a game that began so, nothing is gone"


def test_animals_that_were_taken_and_soldiers_that_fell():
    art, rules = load_art("jungle"), load_game("jungle")
    after = Position.start(rules, text=art.showcase)
    white, black = art.lost(Position.start(rules), after)
    shown = set(art.pieces(after.state).values())
    assert (*white, *black) and not {*white, *black} & shown
    art, rules = load_art("tabletactics"), load_game("tabletactics")
    after = Position.start(rules, text="2n42t222/6/6/6/6/1N424 w play - 8")
    white, black = art.lost(Position.start(rules), after)
    assert [piece[2] for piece in white] == ["F", "F", "T"]
    assert [piece[2] for piece in black] == ["F", "F"]


def test_what_was_lost_stands_beside_the_side_that_took_it(driver):
    play = driver.play("chess", "human", "human", text="k6r/8/8/8/8/8/8/K6R w - - 0 1")
    driver.drag(play, "h1", "h8")
    driver.move_mouse((2, 2))
    place, board = driver.rect(("lost", 1)), play.board.picture.geometry.rect
    assert place.left > board.right and place.bottom == board.bottom
    assert driver.tip_at(place.center) == "Black has lost 1 piece."
    driver.key(pygame.K_f)
    driver.frame()
    assert driver.rect(("lost", 1)).top == play.board.picture.geometry.rect.top
    driver.key(pygame.K_LEFT)
    driver.frame()
    assert driver.zone(("lost", 1)) is None, "in the position before nothing was lost"


def test_on_a_line_it_is_what_is_lost_there(driver):
    play = driver.play("chess", "human", "human", text="k6r/8/8/8/8/8/8/K6R w - - 0 1")
    study = play.session.study
    move = study.position.parse_move("Rxh8+")
    study.ahead = LinePosition(study.position, (move,), (study.position.play(move),), 1)
    driver.app.redraw()
    driver.frame()
    assert driver.zone(("lost", 1)) is not None
    study.leave_line()
    driver.app.redraw()
    driver.frame()
    assert driver.zone(("lost", 1)) is None


def test_the_bar_can_be_hidden_and_that_is_remembered(driver, tmp_path):
    play = driver.play("isolation", "human", "human")
    board = play.board.picture.geometry.rect
    assert driver.rect(BAR).right < board.left and driver.rect(BAR).height == board.height
    driver.until(lambda: "for White" in driver.tip_at(driver.rect(BAR).center))
    driver.key(pygame.K_l)
    driver.frame()
    assert driver.zone(BAR) is None
    driver.close()
    again = Driver(tmp_path)
    again.play("isolation", "human", "human")
    assert again.zone(BAR) is None
    again.key(pygame.K_l)
    again.frame()
    assert again.zone(BAR)


def colours(driver, part: pygame.Rect) -> set[tuple[int, ...]]:
    surface = driver.app.surface
    return {tuple(surface.get_at((part.centerx, y)))[:3] for y in range(part.top + 40, part.bottom - 40)}


def test_bar_grows_from_the_middle_towards_the_better_side(driver):
    driver.play("chess", "human", "human", text="7k/8/8/8/8/8/8/KQ6 w - - 0 1")
    driver.frame()
    bar, theme = driver.rect(BAR), driver.app.theme
    upper, lower = bar.copy(), bar.copy()
    upper.height = lower.height = bar.height // 2 - 4
    lower.bottom = bar.bottom
    amber, blue = tuple(theme.white)[:3], tuple(theme.black)[:3]
    driver.until(lambda: amber in colours(driver, lower))
    assert amber not in colours(driver, upper)
    assert blue not in colours(driver, bar)
    driver.key(pygame.K_f)
    driver.frame(2)
    assert amber in colours(driver, upper) and amber not in colours(driver, lower)


@pytest.mark.parametrize(
    ("heuristic", "words", "reason"),
    [
        ("territory", " %", "The middle of the bar is 50 %."),
        ("improved", "value", "improved has no calibration for these rules."),
        ("open", "value", "open has no calibration for these rules."),
    ],
)
def test_words_at_the_end_of_the_bar_say_what_it_is(driver, monkeypatch, heuristic, words, reason):
    written = texts_written(driver, monkeypatch)
    play = driver.play("isolation", "human", "human")
    play.session.study.set_lens(heuristic)
    driver.until(lambda: reason in driver.tip_at(driver.rect(BAR).center))
    written.clear()
    driver.app.redraw()
    driver.frame()
    assert any(text.endswith(words) for text in written)
    assert (BY in [text.strip() for text in written]) == (heuristic == "open"), "whose count it is"


def test_the_bar_says_the_chance_that_the_page_states(driver, monkeypatch):
    written = texts_written(driver, monkeypatch)
    play = driver.play("isolation", "human", "human", text="4bxx/2xxx2/1x2wxx/3x3/xx3x1/3x3/1x5 w")
    study = play.session.study
    position = study.position
    rows = tuple(RootMove(move, 3.0, EXACT, 5) for move in position.moves)
    move = position.moves[0]
    driver.until(lambda: "%" in driver.tip_at(driver.rect(BAR).center))
    static = driver.tip_at(driver.rect(BAR).center).partition("\n")[0]
    assert static in driver.tip_at(driver.rect(("card", "now")).center)
    study.search_store.keep(Thought(position, move, 3.0, 5, 3000, 0.1, (move,), rows, lens=study.lens))
    driver.until(lambda: static not in driver.tip_at(driver.rect(BAR).center))
    assert "%" not in driver.tip_at(driver.rect(("card", "now")).center), "the bar's value has it"
    chance = chance_of(study, study.thought, 3.0, 0)
    written.clear()
    driver.app.redraw()
    driver.frame()
    said = driver.tip_at(driver.rect(("card", "line")).center)
    assert chance.sentence_for("White") in said and chance.sentence_for("White") in driver.tip_at(
        driver.rect(BAR).center
    )
    assert f"chance {chance.text}" in written and chance.text in written, "on the page and at the bar's end"
