"""What the board shows besides the game, by keys and from the menu: numbers on the squares, of one kind at a
time, arrows of the best line and of a threat, and the table of possible outcomes."""

from dataclasses import replace

import numpy as np
import pygame
import pytest
from driving import texts_written
from panel_views import worked_out

from engines.contract import EXACT, Limits
from engines.learned.policy import Policy, PolicyPlayer
from engines.search_engine import Searcher
from games.position import Position
from heuristics.registry import load_lens
from study.format import number_text
from study.format.value_format import ValueFormat
from study.moves.candidates import candidates
from study.on_board import threats as threats_module
from study.on_board.piece_worth import worth_steps
from study.on_board.threats import Threats
from study.review.move_cost import move_cost
from study.searches.lines import best_line
from study.searches.single_move_search import SingleMoveSearches
from study.searches.values import for_side
from ui.boards.overlays import Overlays
from ui.scenes.play.on_board import BEST, CHOICE, LINE, LINE_PLIES, MOVES, PIECES, REVEALS, TERMS, THREATS

CHESS = "4k3/8/8/3r4/8/8/8/R3K3 w - - 0 1"
KNIGHT = "4k3/p7/8/3p4/4N3/8/P7/4K3 w - - 0 1"
JUNGLE = "4-3/4T3/3E4/2e5/2r5/8/1+6 w D c 3"
MANY = "-1--e---/1d6/8/8/8/8/P++++D+R w CWTLE rcwptl 6"


ARMIES = "4n42f32/6/6/6/6/N424T22 w play - 8"


def by_number(state, moves, count, learned, out):
    """Values of a policy: hundredths, by the number of the move."""
    out[:count] = (np.arange(count) - 2) / 100
    return 0.0


def small(lens, limits=None):
    return Searcher(lens, limits or Limits(), table_megabytes=0.01, compile=False)


@pytest.fixture
def opening(monkeypatch):
    monkeypatch.setattr(threats_module, "searcher_in", lambda study, position, first, lens: small(lens))
    monkeypatch.setattr(threats_module, "FIRST_SECONDS", 0.2)
    return {}


def opened(driver, game, text, heuristic, depth=2):
    """A game of two people, with a search of its first position."""
    play = driver.play(game, "human", "human", text=text)
    study = play.session.study
    study.of(SingleMoveSearches).make = small
    study.set_lens(heuristic)
    if depth:
        study.search_store.keep(small(study.lens, Limits(depth=depth)).think(study.position))
    driver.frame(2)
    return play, study


def told(play):
    return "\n".join(play.on_board.legend)


def test_o_shows_what_each_piece_is_worth(driver):
    play, study = opened(driver, "chess", CHESS, "location")
    driver.key(pygame.K_o)
    driver.until(lambda: play.board.overlay)
    expected = worked_out(worth_steps(study.position, study.record.options, study.lens, study.perspective))
    assert dict(play.board.overlay) == {name: worth / 10 for name, worth in expected.items()}, "in pawns"
    assert expected["a1"] > 0 > expected["d5"]
    assert "e1" not in expected and "for White" in told(play)
    driver.key(pygame.K_v)
    driver.drag(play, "a1", "a2")
    driver.until(lambda: play.board.overlay)
    assert play.board.perspective == 1 and "for Black" in told(play)
    driver.key(pygame.K_o)
    assert not play.board.overlay and not play.on_board.legend


def test_what_stands_on_the_squares_is_one_thing_at_a_time(driver):
    play, _ = opened(driver, "jungle", MANY, "minimax", 0)
    for key, kind in ((pygame.K_t, TERMS), (pygame.K_o, PIECES), (pygame.K_c, REVEALS)):
        driver.key(key)
        driver.until(lambda: play.board.overlay or play.board.warmths)
        assert play.app.layout.on_squares == kind and len(play.on_board.legend) == 1
        assert bool(play.board.warmths) == (kind == REVEALS) != bool(play.board.overlay)
    driver.key(pygame.K_c)
    assert play.app.layout.on_squares == "" and not play.board.warmths


def test_a_term_that_is_pointed_at_comes_before_them(driver):
    play, study = opened(driver, "chess", CHESS, "location")
    driver.key(pygame.K_t)
    driver.frame()
    study.point(squares=[("a1", 7.0)])
    play.update(0.0)
    assert list(play.board.overlay) == [("a1", 7.0)] and not play.on_board.legend


def test_shift_o_compares_the_best_move_with_the_selected_one(driver):
    play, study = opened(driver, "chess", KNIGHT, "location", 1)
    driver.key(pygame.K_o, pygame.KMOD_SHIFT)
    assert play.app.layout.on_squares == CHOICE and "select a move" in told(play)
    driver.key(pygame.K_2)
    other = study.position.parse_move("e4g5")
    assert study.thought_here.move != other
    play.dock.upper.selected = other
    driver.app.redraw()
    driver.until(lambda: play.board.overlay, 90)
    lens, ends = study.thought_here.lens, []
    for move in (study.thought_here.move, other):  # one ply deep, the lines end after their moves
        after = study.position.play(move)
        ends.append(worked_out(worth_steps(after, study.record.options, lens, 0)))
    amounts = dict(play.board.overlay)
    assert amounts.get("d5", 0.0) == pytest.approx(ends[0].get("d5", 0.0) - ends[1]["d5"])
    assert amounts.get("a7", 0.0) == pytest.approx(ends[0]["a7"] - ends[1]["a7"])
    assert any(amounts.values()) and "Ng5" in told(play) and "1 ply deep" in told(play)


def test_i_draws_the_best_line_with_numbers(driver):
    play, study = opened(driver, "chess", CHESS, "location")
    driver.key(pygame.K_i)
    driver.until(lambda: play.board.arrows)
    line = best_line(study)
    arrows = sorted(play.board.arrows, key=lambda arrow: arrow.number)
    assert [arrow.number for arrow in arrows] == [1, 2][: len(line.played)] and LINE_PLIES >= 2
    assert [arrow.side for arrow in arrows] == [side for _, side in line.moves[:LINE_PLIES]]
    path = study.record.game.click_paths(study.position.state, study.thought_here.move)[0]
    assert arrows[0].ways == [(path[0], path[1])] and not arrows[0].dashed
    assert "location, 2 plies deep" in told(play)
    driver.click_on(("line", 0))  # along the line, nothing of the game's position is drawn
    driver.move_mouse((5, 5))
    assert study.ahead is not None and not play.board.arrows
    driver.key(pygame.K_ESCAPE)
    driver.drag(play, "a1", "a2")
    assert not play.board.arrows and "no search of this position" in told(play)


def test_analysis_draws_better_moves_stronger(driver):
    """Without an analysis nothing is drawn, and the choice is remembered."""
    play, study = opened(driver, "chess", CHESS, "location", 0)
    found = replace(small(study.lens, Limits(depth=1)), lines=3).think(study.position)
    study.search_store.keep(found)
    driver.frame(2)
    assert not play.board.arrows, "nobody has asked"
    play.session.study.analysing = True
    play.session.engines.maker = lambda spec, game, seed: driver.engine
    driver.engine.waits = 5.0
    driver.frame(2)
    moves = [row.move for row in found.best_moves]
    weakest, middle, best = play.board.arrows
    names = [study.position.move_text(move) for move in moves]
    assert [each.ways[0] for each in (best, middle, weakest)] == [(n[:2], n[2:4]) for n in names]
    assert best.width > middle.width > weakest.width and best.strength > middle.strength > weakest.strength
    assert "3 best moves" in told(play)
    play.board.hint = moves[0]
    play.update(0.0)
    assert list(play.board.arrows) == [weakest, middle], "the hint's arrow is the best one's"
    play.on_board.turn(BEST)
    play.update(0.0)
    assert not play.board.arrows and not play.app.layout.best_moves


def test_x_draws_what_the_other_side_would_play(driver):
    play, study = opened(driver, "chess", CHESS, "location")
    driver.key(pygame.K_x)
    driver.until(lambda: play.board.arrows)
    passed = Position.start(study.record.game, text=CHESS.replace(" w ", " b "))
    expected = small(study.lens, Limits(depth=2)).think(passed)
    (arrow,) = play.board.arrows
    start, end = study.record.game.click_paths(passed.state, expected.move)[0]
    assert arrow.ways == [(start, end)] and arrow.dashed and arrow.number == 0
    assert f"Black, if to move, would play {passed.notation(expected.move)}" in told(play)
    value = for_side(expected.value, 1, 0)
    assert ValueFormat.of_lens(study.lens).with_unit(value) in told(play) and "2 plies deep" in told(play)
    driver.drag(play, "e1", "e2")  # Black moves, and then White threatens
    driver.until(lambda: "White, if to move" in told(play))
    driver.key(pygame.K_x)
    assert not play.board.arrows and study.of(Threats).found is None


def test_a_side_in_check_cannot_pass_and_a_line_says_so(driver):
    play, _ = opened(driver, "chess", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "location", 1)
    driver.key(pygame.K_x)
    driver.frame()
    assert "White is in check" in told(play) and not play.board.arrows


def test_c_shows_what_turning_over_may_bring(driver):
    play, study = opened(driver, "jungle", MANY, "minimax")
    driver.key(pygame.K_c)
    driver.until(lambda: play.board.warmths and "searching" not in told(play), 60)
    searched, game = study.searched, study.record.game
    by_square = {game.revealed_square(study.position.state, move): searched[move] for move in searched}
    assert {warmth.square for warmth in play.board.warmths} == set(by_square) - {""}
    form = ValueFormat.of_lens(study.lens)
    for warmth in play.board.warmths:
        row = by_square[warmth.square]
        assert warmth.lines[0] == form.signed(row.value) and row.bound == EXACT
        assert warmth.lines[1].startswith("± ") and warmth.side == study.position.to_move
    best = max(play.board.warmths, key=lambda warmth: by_square[warmth.square].value)
    assert best.share == 1.0 and "2 plies deep" in told(play)


def test_without_a_search_they_are_the_values_of_one_ply(driver):
    play, study = opened(driver, "jungle", MANY, "minimax", 0)
    driver.key(pygame.K_c)
    driver.until(lambda: play.board.warmths and "searching" not in told(play))
    listed = {candidate.move: candidate.value for candidate in candidates(study).candidates}
    shares = {warmth.square: warmth.share for warmth in play.board.warmths}
    state, revealed = study.position.state, study.record.game.revealed_square
    values = {revealed(state, move): value for move, value in listed.items() if revealed(state, move)}
    assert sorted(shares, key=shares.get) == sorted(values, key=values.get) and "after one ply" in told(play)


@pytest.mark.parametrize("way", ["mouse", "keyboard", "list"])
def test_outcomes_of_the_pointed_animal_are_a_table(driver, way):
    play, study = opened(driver, "jungle", MANY, "minimax", 0)
    driver.key(pygame.K_c)
    driver.until(lambda: play.board.warmths and "searching" not in told(play))
    sheet = driver.app.event_router.sheet
    if way == "mouse":
        driver.move_mouse(play.board.picture.pixel_of("c1"))
    elif way == "keyboard":
        driver.tab_to(play.board)
        play.board.hand.cursor = "c1"
    else:
        driver.key(pygame.K_2)
        driver.frame(2)
        driver.click_on(("candidate", study.position.parse_move("c1"), id(study.position)))
        driver.move_mouse((5, 5))
    driver.frame(2)
    sheet.labels = []
    driver.app.redraw()
    driver.frame()
    board = play.board.picture.geometry.rect
    texts = [label.wanted for label in sheet.labels if board.contains(label.place)]
    chances = study.position.chances(study.position.parse_move("c1"))
    assert f"c1: mean of {len(chances)}" in texts
    move = study.position.parse_move("c1")
    for index in range(len(chances)):
        assert study.record.game.chance_text(study.position.state, move, index) in texts


def test_an_attack_turns_over_as_well(driver):
    play, _ = opened(driver, "jungle", JUNGLE, "minimax")
    driver.key(pygame.K_c)
    driver.until(lambda: play.board.warmths and "searching" not in told(play), 60)
    assert {warmth.square for warmth in play.board.warmths} == {"e7", "b1"}, "an attack, and a reveal"


def test_costs_stand_on_the_board_and_in_the_list_of_moves(driver, monkeypatch):
    """While a person analyses, with nothing reviewed."""
    play, study = opened(driver, "chess", CHESS, "classical", 0)
    start = study.position
    driver.drag(play, "a1", "a2")
    driver.key(pygame.K_q, pygame.KMOD_SHIFT)
    assert play.board.note == ("", "") and "no search knows what it cost" in told(play)
    study.search_store.keep(replace(small(study.lens, Limits(depth=1)), lines=99).think(start))
    driver.frame(2)
    cost = move_cost(study, 0)
    assert cost is not None and play.board.note == ("a2", cost.short)
    assert f"1. Ra2 {cost.words}" in told(play)
    driver.click_on(("tab", 0, 2))
    written = texts_written(driver, monkeypatch)
    assert written.count(cost.short) == 1, "in the list"
    driver.click_on("costs")
    assert play.board.note == ("", "") and not play.on_board.legend
    assert not driver.app.choices.move_costs
    assert cost.short not in texts_written(driver, monkeypatch)


def test_q_shows_what_each_move_is_worth(driver):
    play, study = opened(driver, "tabletactics", ARMIES, "concentration", 0)
    driver.key(pygame.K_q)
    assert not play.board.warmths and "no search of this position" in told(play)
    study.search_store.keep(
        PolicyPlayer(lambda: Policy(by_number, np.zeros(1), 1.0), "q", "q").think(study.position)
    )
    driver.frame(2)
    rows = {study.position.notation(row.move): row.value for row in study.thought_here.root_moves}
    shown = {warmth.square: warmth for warmth in play.board.warmths}
    assert set(shown) == {"a1", "f1"}
    best = max(value for name, value in rows.items() if name.startswith("a1"))
    assert shown["a1"].lines == (number_text.signed(best, 2),)
    end = number_text.signed(rows["end"], 2)
    assert told(play) == f"value of each piece's best move (Q), end {end}, + for White"
    driver.move_mouse(play.board.picture.pixel_of("a1"))
    driver.frame(2)
    shown = {warmth.square: warmth.lines[0] for warmth in play.board.warmths}
    assert shown == {to: number_text.signed(rows[f"a1-{to}"], 2) for to in ("a2", "b1")}
    assert told(play) == "value of each move from a1 (Q), + for White"


def test_a_move_without_a_value_has_no_question_mark(driver):
    play, _ = opened(driver, "chess", CHESS, "classical", 2)
    driver.key(pygame.K_q)
    driver.frame(2)
    words = {warmth.lines for warmth in play.board.warmths}
    assert (number_text.NOTHING,) in words and ("?",) not in words


def test_a_game_without_chance_offers_no_reveals(driver):
    play, _ = opened(driver, "chess", CHESS, "location")
    values = {option.value for option in play.menu.options}
    assert REVEALS not in values and {TERMS, PIECES, CHOICE, LINE, THREATS} <= values
    driver.key(pygame.K_c)
    assert play.app.layout.on_squares == ""
    assert {"T", "O", "Shift+O", "I", "X"} <= {line.keys for line in play.key_lines()}


@pytest.mark.parametrize("kind", [TERMS, PIECES, CHOICE, REVEALS, MOVES, LINE, THREATS])
def test_the_menu_shows_and_hides_each(driver, kind):
    play, _ = opened(driver, "jungle", MANY, "minimax", 0)

    def option():
        return next(option for option in play.menu.options if option.value == kind)

    assert option().label.startswith("Show ")
    driver.click_on(play.menu)
    rows = [option.value for option in play.menu.options]
    play.menu.list.light(rows.index(kind))
    driver.frame()
    driver.click(play.menu.list.area(rows.index(kind)).center)
    assert play.on_board.shows(kind) and option().label.startswith("Hide ")
    play.menu.choose(rows.index(kind))
    driver.app.redraw()
    driver.frame()
    assert not play.on_board.shows(kind) and option().label.startswith("Show ")


def test_it_is_remembered(driver):
    play, _ = opened(driver, "isolation", None, "improved", 0)
    for key in (pygame.K_o, pygame.K_i, pygame.K_x):
        driver.key(key)
    driver.window.home()
    play = driver.play("morris", "human", "human")
    assert [kind for kind in (TERMS, PIECES, LINE, THREATS) if play.on_board.shows(kind)] == [
        PIECES,
        LINE,
        THREATS,
    ]
    driver.app.keep_choices()
    again = type(driver.saves)(driver.saves.folder.parent)
    layout = again.choices.made.layout
    assert (layout.on_squares, layout.arrows) == (PIECES, [LINE, THREATS])


def test_all_of_it_at_once_is_drawn_in_a_fixed_order(driver, monkeypatch):
    play, _ = opened(driver, "chess", CHESS, "location")
    for key in (pygame.K_o, pygame.K_i, pygame.K_x):
        driver.key(key)
    driver.until(lambda: play.board.overlay and len(play.board.arrows) >= 2)
    drawn = []
    for name in ("amounts_below", "arrow", "amounts"):
        whole = getattr(Overlays, name)

        def record(self, canvas, *rest, name=name, whole=whole):
            drawn.append(name)
            whole(self, canvas, *rest)

        monkeypatch.setattr(Overlays, name, record)
    driver.app.rescale(1.0)
    driver.frame()
    order = list(dict.fromkeys(drawn))
    assert order == ["amounts_below", "arrow", "amounts"], "no arrow covers a number"
    assert len(play.on_board.legend) == 3
    assert driver.tip_at(driver.rect("legend").center).count("\n") == 2


@pytest.mark.parametrize("game", ["isolation", "morris", "tabletactics"])
def test_every_game_draws_them(driver, game):
    play = driver.play(game, "human", "human")
    for _ in range(4):
        play.session.turn.enter(play.session.study.record.position.moves[0])
    study = play.session.study
    study.search_store.keep(small(study.lens, Limits(depth=2)).think(study.position))
    for key in (pygame.K_o, pygame.K_i, pygame.K_x):
        driver.key(key)
    driver.until(lambda: not study.facts.busy and not study.of(Threats).busy and play.on_board.legend)
    driver.frame(2)
    assert any(not arrow.dashed for arrow in play.board.arrows)
    assert study.of(Threats).found is not None or study.of(Threats).problem in told(play)
    assert load_lens(game, study.lens.name) == study.lens
