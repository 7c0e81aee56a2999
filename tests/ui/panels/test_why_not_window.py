"""The page Why not: asked by key, by the right button and from the rows of Moves; what it draws, points at
and copies."""

import time
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pygame
import pytest
from driving import Driver
from panel_views import Panel, searched, view_of

from engines.contract import EXACT, WIN, EngineFailure
from engines.jobs import COMPILING, RUNNING, Job, News
from games.compiling.compiler import jit_disabled
from games.random_stream import Draws
from games.record import Record
from games.registry import load_game
from study.format.number_text import short
from study.game.move_entry import moves_over
from study.review.ask_why_not import ask_why_not
from study.state.term_difference import Flip
from study.why_not.comparison import Later
from study.why_not.questions import WhyNotQuestion, WhyNotQuestions, turn_played
from study.why_not.two_searches import WhyNot
from study.why_not.why_not_text import headline, sentence
from ui import clipboard
from ui.kit.sheet import Sheet
from ui.panels.dock import STACKED_LEAST
from ui.panels.why_not.why_not import WhyNotPanel
from ui.panels.why_not.why_not_pictures import number_for
from ui.scenes.play.on_board import BEST

pytestmark = pytest.mark.skipif(jit_disabled(), reason="searches several times")

PLAYER = "alphabeta:improved,depth=4"


def playing(driver, squares=("d4", "a1")):
    """A game of two people with a search of its last position."""
    play = driver.play("isolation", "human", "human")
    for square in squares:
        driver.click_square(play, square)
    study = play.session.study
    study.search_store.keep(searched(study.position, PLAYER))
    driver.frame()
    return play, study


def answered(driver, study):
    driver.until(
        lambda: (
            study.of(WhyNotQuestions).question is not None and study.of(WhyNotQuestions).answer is not None
        ),
        60,
    )
    driver.until(lambda: not study.of(WhyNotQuestions).running, 60)
    driver.frame()
    assert study.of(WhyNotQuestions).problem == ""
    return study.of(WhyNotQuestions).answer


def until_answered(study):
    deadline = time.perf_counter() + 60
    while study.of(WhyNotQuestions).running:
        assert time.perf_counter() < deadline, "no answer"
        time.sleep(0.005)


def other_move(study, text=""):
    return next(move for move in study.position.moves if move != study.thought_here.move)


def test_w_asks_of_the_selected_row(driver):
    play, study = playing(driver)
    driver.key(pygame.K_2)
    driver.until(lambda: not study.facts.busy)
    move = other_move(study)
    driver.click_on("more moves")
    driver.until(lambda: not study.facts.busy)
    driver.app.redraw()
    driver.frame()
    driver.click_on(("candidate", move, id(study.position)))
    driver.move_mouse((5, 5))
    driver.key(pygame.K_w)
    answer = answered(driver, study)
    assert isinstance(play.dock.upper, WhyNotPanel)
    assert answer.asked.asked == (move,) and answer.chosen.asked == (study.thought_here.move,)
    assert answer.chosen.value == study.thought_here.value and answer.depth == 4
    row = study.searched[move]  # Moves showed a bound before, and shows this value now
    assert (row.bound, row.value, row.depth) == (EXACT, answer.asked.value, 4)
    # The end of either line can be shown on the board, and is left again.
    driver.app.redraw()  # all at once, not in parts
    driver.frame()
    for which, compared_line in (("asked", answer.asked), ("chosen", answer.chosen)):
        for end in (compared_line.end, study.position):
            driver.click_on((which, "end"))
            driver.move_mouse((5, 5))
            driver.until(lambda end=end: play.board.picture.position is end)
    driver.click_on("copy why")
    assert clipboard.get() == sentence(answer)


def test_w_after_ones_own_move_asks_why_not_that(driver):
    _play, study = playing(driver)
    study.search_store.keep(searched(study.record.positions[1], PLAYER))
    driver.key(pygame.K_w)
    assert study.cursor == 1  # before the last move, which a person made
    assert study.of(WhyNotQuestions).question.moves == (study.record.plies[1].move,)
    assert answered(driver, study).asked.asked == (study.record.plies[1].move,)


def before_the_programs_reply(driver):
    """A game against a program, shown as the program found it: a person's move led there."""
    record = Record.start(load_game("isolation"))
    for text in ("d4", "a1", "e6", "b3"):
        record.play(record.position.parse_move(text))
    study = driver.play("isolation", "human", "greedy:improved", record=record).session.study
    study.go_to(3)
    return study


def test_w_asks_about_the_own_move_that_led_to_the_position(driver):
    study = before_the_programs_reply(driver)
    own = (study.record.plies[2].move,)
    ask_why_not(study, (study.record.plies[3].move,))  # the program's move, as from a row of Game
    for _ in range(2):
        driver.key(pygame.K_w)
        question = study.of(WhyNotQuestions).question
        assert (study.cursor, question.moves, question.played_by) == (2, own, None)
    study.go_to(1)  # before the program's first move
    driver.key(pygame.K_w)
    assert (study.cursor, study.of(WhyNotQuestions).question.moves) == (0, (study.record.plies[0].move,))


def test_w_asks_about_the_program_s_move_if_no_person_moved(driver):
    record = Record.start(load_game("isolation"))
    for text in ("d4", "a1"):
        record.play(record.position.parse_move(text))
    study = driver.play("isolation", "greedy:improved", "human", record=record).session.study
    study.go_to(0)
    driver.key(pygame.K_w)
    question = study.of(WhyNotQuestions).question
    assert (study.cursor, question.moves) == (0, (record.plies[0].move,)) and question.played_by is not None


def test_right_click_on_the_just_moved_piece_asks_about_it(driver):
    study = before_the_programs_reply(driver)
    press_right(driver, driver.app.scene, "e6")
    question = study.of(WhyNotQuestions).question
    assert (study.cursor, question.moves) == (2, (study.record.plies[2].move,))
    study.go_to(3)
    press_right(driver, driver.app.scene, "g7")  # the own knight could have gone elsewhere: not asked
    assert study.cursor == 3


@pytest.mark.long
def test_answer_about_another_position_says_so_and_leads_there(driver):
    play, study = playing(driver)
    driver.click_square(play, "e6")
    driver.click_square(play, "b3")
    driver.key(pygame.K_LEFT)
    driver.key(pygame.K_LEFT)
    driver.key(pygame.K_w)
    answered(driver, study)
    about = study.of(WhyNotQuestions).question.position

    def said():
        sheet = driver.app.event_router.sheet
        sheet.labels = []
        driver.app.redraw()
        driver.app.frame()
        text, sheet.labels = " ".join(label.shown for label in sheet.labels), None
        return text

    warning = "About move 2 for White, not about the position on the board."
    assert study.cursor == 2 and "About move" not in said() and driver.zone(("elsewhere", "Go there")) is None
    driver.key(pygame.K_RIGHT)
    assert warning in said()
    driver.click_on(("elsewhere", "Go there"))
    assert study.cursor == 2 and study.position is about and warning not in said()
    driver.key(pygame.K_RIGHT)
    driver.click_on(("elsewhere", "Ask here"))
    asked = study.of(WhyNotQuestions).question
    assert asked.position is study.position and asked.moves == (study.record.plies[3].move,)
    answered(driver, study)
    assert "About move" not in said()
    driver.key(pygame.K_END)
    assert "About move 2 for Black" in said()
    driver.key(pygame.K_BACKSPACE)
    driver.key(pygame.K_BACKSPACE)
    driver.key(pygame.K_BACKSPACE)
    assert "About a position that is no longer in the game" in said()
    assert driver.zone(("elsewhere", "Go there")) is None and driver.zone(("elsewhere", "Ask here"))


def test_the_right_button_asks_of_a_square(driver):
    play, study = playing(driver)
    targets = [(move, study.position.move_text(move)) for move in study.position.moves]
    move, square = next((m, s) for m, s in targets if m != study.thought_here.move)
    at = play.board.picture.pixel_of(square)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=at, button=3))
    driver.frame()
    assert answered(driver, study).asked.asked == (move,)
    assert isinstance(play.dock.upper, WhyNotPanel)


def press_right(driver, play, square):
    at = play.board.picture.pixel_of(square)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=at, button=3))
    driver.frame(3)


def test_both_moves_have_arrows_while_the_page_is_open(driver):
    play, study = playing(driver)
    move = other_move(study)
    ask_why_not(study, (move,))
    answer = answered(driver, study)
    driver.frame(3)
    theme, squares = driver.app.theme, [study.position.move_text(m) for m in (answer.chosen.moves[0], move)]

    def arrows():
        driver.frame(3)
        return [(arrow.ways[0][1], arrow.color, arrow.width) for arrow in play.board.arrows]

    drawn = arrows()
    assert [(end, color) for end, color, _ in drawn] == list(
        zip(squares, (theme.hint, theme.mark), strict=True)
    )
    assert drawn[0][2] > drawn[1][2], "the forms differ, too"
    first, second = study.of(WhyNotQuestions).labels(study, answer)
    assert f"thick arrow: {first} {squares[0]}, thin: {second} {squares[1]}" in play.on_board.legend
    study.go_to(1)
    assert arrows() == [], "they belong to another position"
    study.go_to(2)
    assert len(arrows()) == 2
    play.on_board.turn(BEST)
    assert arrows() == [], "one switch hides the best moves' arrows"
    play.on_board.turn(BEST)
    driver.key(pygame.K_1)
    assert arrows() == [], "the page is closed"
    ask_why_not(study, (study.thought_here.move,))
    answered(driver, study)
    assert [(end, color) for end, color, _ in arrows()] == [(squares[0], theme.hint)]
    assert f"arrow: {squares[0]}, the best move found" in play.on_board.legend


def test_answer_comes_into_view_without_the_second_place(driver):
    """In a window with room for one panel, the second panel is not visible, although it was open before."""
    play, study = playing(driver)
    dock = play.dock
    lower = next(panel for panel in dock.panels if isinstance(panel, WhyNotPanel))
    dock.show(lower, study, lower=True)
    assert play.layout.panel.height < driver.app.theme.px(STACKED_LEAST)
    assert dock.upper is not lower and dock.stacked
    driver.key(pygame.K_w)
    driver.frame(3)
    assert dock.upper is lower
    assert dock._drawn[-1][0] is lower


def test_right_button_on_an_unreached_square_says_so(driver):
    play, study = playing(driver)
    press_right(driver, play, "g7")
    assert study.of(WhyNotQuestions).question is None
    assert play.notice.said == "No move of White reaches or leaves g7."


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((640, 480), 1.0), ((1280, 720), 1.5)])
def test_moves_to_choose_from_stay_when_the_game_goes_on(tmp_path, size, scale):
    driver = Driver(tmp_path, size, scale)
    play = driver.play("isolation", "human", "human")
    study = play.session.study
    asked = study.position
    study.of(WhyNotQuestions).ask_among(study, asked, asked.moves)
    driver.frame(2)
    rows = [("why", True, move) for move in asked.moves[:4]]
    before = [driver.rect(row) for row in rows]
    play.session.turn.enter(asked.moves[0])
    driver.frame(2)
    assert [driver.rect(row) for row in rows] == before
    there, lowest = driver.rect(("elsewhere", "Go there")), max(place.bottom for place in before)
    assert there.top > lowest
    driver.click_on(("elsewhere", "Go there"))
    assert study.cursor == 0
    driver.close()


@pytest.mark.long
def test_right_button_on_the_program_s_square_asks_its_move(driver):
    play = driver.play("isolation", "human", PLAYER)
    driver.click_square(play, "d4")
    driver.until(lambda: len(play.session.study.record.plies) == 2)
    study = play.session.study
    before = study.record.positions[1]
    (move,) = moves_over(before, "g7")
    assert not moves_over(study.position, "g7")
    press_right(driver, play, "g7")
    question = study.of(WhyNotQuestions).question
    assert question.position is before and question.moves == (move,) and study.cursor == 1
    assert answered(driver, study).asked.asked == (move,)


def test_several_program_moves_to_a_square_ask_which(driver):
    play = driver.play("chess", "human", PLAYER.replace("improved", "location"))
    play.session.turn.enter(play.session.study.record.position.moves[0])
    driver.until(lambda: len(play.session.study.record.plies) == 2)
    study = play.session.study
    press_right(driver, play, "c6")
    question = study.of(WhyNotQuestions).question
    assert question.position is study.record.positions[1] and question.moves == ()
    assert sorted(map(question.position.notation, question.among)) == ["Nc6", "c6"]


def test_question_that_leads_back_says_how_to_return(driver):
    record = Record.start(load_game("isolation"))
    for _ in range(2):
        record.play(record.position.moves[0])
    play = driver.play("isolation", "human", "greedy:improved", record=record)
    study = play.session.study
    made = record.plies[1].move
    square = record.positions[1].move_text(made)
    press_right(driver, play, square)
    said = f"The board is back before {record.numbered(1)}. The End key leads to the game again."
    assert study.cursor == 1 and play.notice.said == said
    driver.key(pygame.K_END)
    assert study.at_end
    play.notice.say("")
    ask_why_not(study, (study.position.moves[0],))
    driver.frame()
    assert not play.notice.said, "it stays in its position"


@pytest.mark.long
def test_square_that_both_sides_could_mean_asks_which_move(driver):
    """After the program's move, a person may mean that move or the next one."""
    play = driver.play("isolation", "human", PLAYER)
    driver.click_square(play, "d4")
    driver.until(lambda: len(play.session.study.record.plies) == 2)
    study = play.session.study
    before = study.record.positions[1]
    made = study.record.plies[1].move
    squares = (play.session.study.record.position.move_text(move) for move in study.position.moves)
    square = next(square for square in squares if set(moves_over(before, square)) - {made})
    press_right(driver, play, square)
    question = study.of(WhyNotQuestions).question
    theirs, own = moves_over(before, square), moves_over(study.position, square)
    assert (question.moves, question.among) == ((), own)
    assert (question.earlier.position, question.earlier.moves) == (before, theirs)
    driver.app.event_router.sheet.labels = []
    driver.app.redraw()
    driver.frame()
    texts = [label.wanted for label in driver.app.event_router.sheet.labels]
    assert f"Black's last move, in place of {study.record.numbered(1)}" in texts
    assert "White's next move" in texts
    driver.click_on(("why", False, theirs[0]))
    assert study.cursor == 1 and answered(driver, study).asked.asked == theirs[:1]
    driver.key(pygame.K_END)
    press_right(driver, play, square)
    driver.click_on(("why", True, own[0]))
    assert study.at_end and answered(driver, study).asked.asked == own[:1]
    driver.key(pygame.K_END)
    press_right(driver, play, before.move_text(made))
    question = study.of(WhyNotQuestions).question
    assert question.position is before and question.moves == (made,), "nobody else can go there"


def test_played_move_or_capture_of_its_piece_may_be_meant(driver):
    """On a square to which the program has just gone, the page asks, and names its move first."""
    record = Record.start(load_game("chess"), text="4r2k/8/8/8/4P3/2N5/8/K7 w - - 0 1")
    for move in ("a1a2", "e8e4"):
        record.play(record.position.parse_move(move))
    play = driver.play("chess", "human", PLAYER.replace("improved", "location"), record=record)
    study = play.session.study
    press_right(driver, play, "e4")
    question = study.of(WhyNotQuestions).question
    assert [study.position.notation(move) for move in question.among] == ["Nxe4"]
    before = question.earlier.position
    assert [before.notation(move) for move in question.earlier.moves] == ["Rxe4"]
    driver.app.event_router.sheet.labels = []
    driver.app.redraw()
    driver.frame()
    texts = [label.wanted for label in driver.app.event_router.sheet.labels]
    assert "Black's last move" in texts and "White's next move" in texts
    driver.click_on(("why", False, question.earlier.moves[0]))
    assert answered(driver, study).asked.asked == question.earlier.moves


def test_where_several_moves_may_be_meant_it_asks_which():
    panel, study = Panel((480, 640)), view_of("chess", "location", 6)
    panel.dock.show(panel.dock.panels[3], study)
    among = study.position.moves[:3]
    study.of(WhyNotQuestions).ask_among(study, study.position, among)
    panel.draw(study)
    assert [panel.zone("why", True, move) is not None for move in among] == [True] * 3
    panel.zone_of("why", True, among[1]).enter()
    assert study.pointed.move == among[1], "an arrow says which it is"
    panel.zone_of("why", True, among[1]).leave()
    assert study.pointed.move is None
    study.features.close()


def shown_answer(game, heuristic, plies, player, size=(480, 900), seed=1, scale=1.0, theme="dark"):
    """The page with the whole answer about a move that is not the best."""
    panel, study = Panel(size, scale, theme), view_of(game, heuristic, plies, player, seed)
    move = other_move(study)
    ask_why_not(study, (move,))
    until_answered(study)
    assert study.of(WhyNotQuestions).problem == "", study.of(WhyNotQuestions).problem
    panel.dock.show(panel.dock.panels[3], study)
    for _ in range(2):
        panel.draw(study)
    answer = study.of(WhyNotQuestions).answer
    study.features.close()
    return panel, study, answer


def test_a_move_that_a_program_played_is_not_called_yours(driver):
    play = driver.play("isolation", "human", "greedy:improved")
    driver.click_square(play, "d4")
    study = play.session.study
    driver.until(lambda: len(study.record.plies) == 2, 60)
    for cursor, label, asks in ((1, "played move", "Why"), (0, "your move", "Why not")):
        study.go_to(cursor)
        study.search_store.keep(searched(study.position, PLAYER))
        ask_why_not(study, (study.record.plies[cursor].move,))
        answered(driver, study)
        answer = study.of(WhyNotQuestions).answer
        assert answer.labels[1] == label
        sheet = driver.app.event_router.sheet
        sheet.labels = []
        driver.app.redraw()
        driver.frame()
        assert f"{asks} {answer.asked.text}?" in [each.wanted for each in sheet.labels]


@pytest.mark.parametrize(
    ("white", "black", "cursor", "label"),
    [
        ("human", "greedy:improved", 0, "your move"),
        ("human", "greedy:improved", 1, "asked move"),  # in place of the program's move
        ("human", "human", 0, "asked move"),
        ("greedy:improved", "greedy:center", 0, "asked move"),
    ],
)
def test_a_move_is_yours_only_where_you_play_against_a_program(driver, white, black, cursor, label):
    record = Record.start(load_game("isolation"))
    for _ in range(2):
        record.play(record.position.moves[0])
    study = driver.play("isolation", white, black, record=record).session.study
    study.go_to(cursor)
    study.search_store.keep(searched(study.position, PLAYER))
    other = next(
        m for m in study.position.moves if m not in (record.plies[cursor].move, study.thought_here.move)
    )
    ask_why_not(study, (other,))
    answered(driver, study)
    sheet = driver.app.event_router.sheet
    sheet.labels = []
    driver.app.redraw()
    driver.frame()
    texts = [each.wanted for each in sheet.labels]
    assert label in texts and f"along the line: {label}" in texts
    other = {"asked move", "your move"} - {label}
    assert f"along the line: {other.pop()}" not in texts


def test_a_new_question_is_read_from_its_sentence_on(driver):
    play, study = playing(driver)
    first, second = study.position.moves[:2]
    ask_why_not(study, (first,))
    answered(driver, study)
    panel = play.dock.upper
    panel.scroll.offset = 40
    driver.frame()
    assert panel.scroll.offset > 0, "the answer is taller than the panel"
    ask_why_not(study, (second,))
    answered(driver, study)
    assert panel.scroll.offset == 0


def test_compiling_for_an_answer_says_what_and_how_long():
    panel, study = Panel((700, 1000)), view_of("isolation", "improved", 6, PLAYER)
    questions = study.of(WhyNotQuestions)
    questions.question = WhyNotQuestion(study.position, (study.position.moves[0],))
    news = News(RUNNING, COMPILING, since=time.perf_counter() - 2.0, part="search", expected=8.0)
    questions._job = cast(Job, SimpleNamespace(news=news, over=False, waits=False, dropped=False))
    panel.dock.show(panel.dock.panels[3], study)
    panel.draw(study)
    (words,) = [label.wanted for label in panel.sheet.labels if label.wanted.startswith("Compiling")]
    assert words.startswith("Compiling search: 2.") and words.endswith("s of about 8.0 s")
    questions._job = None


@pytest.mark.parametrize(("scale", "theme"), [(1.0, "dark"), (1.5, "light")])
def test_the_waterfall_leads_from_the_one_value_to_the_other(scale, theme):
    size = (round(480 * scale), round(1000 * scale))
    panel, study, answer = shown_answer("isolation", "improved", 6, PLAYER, size, 3, scale, theme)
    texts = [label.wanted for label in panel.sheet.labels]
    assert answer.terms and not answer.same
    form, chosen, asked = answer.form, answer.chosen.text, answer.asked.text
    assert answer.side == study.perspective == 0
    assert texts.index("best move") < texts.index("asked move") < texts.index(f"{chosen} instead of {asked}")
    rows = [zone.key for zone in panel.sheet.zones if isinstance(zone.key, tuple) and zone.key[0] == "step"]
    seen = sorted(index for key in rows if len(key) == 3 for index in key[2])
    assert seen == list(range(len(answer.parts))), "each term once, in a group or alone"
    total = sum(form.steps(part.amount) for part in answer.parts)
    lacks = form.steps(answer.difference) - total
    assert (("step", "rounding") in rows) == (lacks != 0)
    for part in answer.parts:
        assert form.signed(part.amount) in texts
    assert texts.count(form.signed(answer.difference)) >= 1
    assert all(label.place.right <= size[0] for label in panel.sheet.labels)


def test_the_waterfall_has_the_same_rows_whatever_room_there_is():
    """Groups are folded until a person unfolds them, and level terms share a row."""
    found = []
    for height in (300, 420, 1400):
        panel, _study, answer = shown_answer(
            "chess", "classical", 14, "alphabeta:classical,depth=2", (340, height)
        )
        rows = [key for key in steps(panel) if len(key) == 3]
        found.append(rows)
        for key in rows:
            amounts = [answer.form.steps(answer.parts[index].amount) for index in key[2]]
            tip = steps(panel)[key].tip()
            assert "level" not in tip.partition(":")[0] or not any(amounts), tip
    assert found[0] == found[1] == found[2]
    seen = sorted(index for key in found[0] for index in key[2])
    assert seen == list(range(len(answer.parts))), "each term once"


@pytest.mark.parametrize(("size", "scale"), [((320, 348), 1.0), ((540, 510), 1.5), ((575, 640), 1.0)])
def test_names_of_the_waterfall_are_whole_while_bars_fit(size, scale):
    player = "alphabeta:classical,depth=2"
    panel, _study, answer = shown_answer("chess", "classical", 14, player, size, 1, scale)
    zones = list(steps(panel).values())
    assert answer.parts and zones
    for label in panel.sheet.labels:
        if label.wanted.startswith("Why not ") or any(zone.rect.contains(label.column) for zone in zones):
            assert label.shown == label.wanted


def steps(panel):
    """The bars of the waterfall: (the row's key, how far to the right of the middle it reaches)."""
    return {
        zone.key: zone for zone in panel.sheet.zones if isinstance(zone.key, tuple) and zone.key[0] == "step"
    }


def test_the_curve_reaches_each_depth_that_the_sentences_name():
    panel, _study, answer = shown_answer("isolation", "improved", 6, PLAYER, (480, 1000), 3)
    later = answer.later
    assert later is not None and later.depth == answer.depth + 1
    zones = [zone for zone in panel.sheet.zones if isinstance(zone.key, tuple)]
    told = {zone.key[1]: zone.tip for zone in zones if zone.key[0] == "depth"}
    assert sorted(told) == list(range(1, later.depth + 1))
    for compared_line, value in ((answer.chosen, later.chosen), (answer.asked, later.asked)):
        assert f"{compared_line.text} {number_for(answer, value)}" in told[later.depth]


def test_the_curve_has_a_gap_where_a_move_was_not_searched(monkeypatch):
    panel, study, answer = shown_answer("isolation", "improved", 5, PLAYER, (520, 1000))
    asked = replace(answer.asked, values=(1.0,) * 6)
    study.of(WhyNotQuestions).question = WhyNotQuestion(answer.thought.position, asked.asked)
    drawn = {}
    for gap in (False, True):
        values = (2.0, 2.0, None, None, 2.0, 2.0) if gap else (2.0,) * 6
        chosen = replace(answer.chosen, values=values)
        shown = replace(answer, chosen=chosen, asked=asked, depth=6, later=None)
        monkeypatch.setattr(WhyNotQuestions, "answer", property(lambda self, shown=shown: shown))
        panel.draw(study)
        column = panel.zone("depth", 3)
        ground = [panel.surface.get_at((column.right, y)) for y in range(column.top - 2, column.bottom + 2)]
        drawn[gap] = panel.theme.hint in ground
    assert drawn == {False: True, True: False}


@pytest.mark.parametrize(("size", "scale"), [((650, 500), 1.0), ((320, 348), 1.0), ((540, 510), 1.5)])
def test_nothing_moves_when_the_look_one_ply_deeper_ends(monkeypatch, size, scale):
    """The page keeps the room from the start, and names neither move the best where that look disagrees."""
    panel, study, answer = shown_answer("isolation", "improved", 6, PLAYER, size, 3, scale)
    assert answer.later is not None and answer.difference > 0.0
    study.of(WhyNotQuestions).question = WhyNotQuestion(answer.thought.position, answer.asked.asked)
    tops = set()
    agrees, turned = Later(answer.depth + 1, 3.0, 0.0), Later(answer.depth + 1, 0.0, 3.0)
    for later in (None, agrees, turned):
        doing = "" if later else "looking one ply deeper"
        told = replace(answer, later=later, looked_deeper=later is not None, doing=doing)
        monkeypatch.setattr(WhyNotQuestions, "answer", property(lambda self, told=told: told))
        panel.draw(study)
        tops.add(panel.zone("chosen", "end").top)
        texts = panel.texts()
        assert ("best move" in texts) == (later is not turned)
        assert ("chosen move" in texts) == (later is turned)
        assert (f"Being checked at depth {answer.depth + 1} …" in texts) == (later is None)
    assert len(tops) == 1


def test_parting_of_values_is_a_place_in_the_line():
    places = set()
    for seed in range(1, 6):
        panel, _, answer = shown_answer("isolation", "improved", 6, PLAYER, (480, 1000), seed)
        if answer.decisive is None:
            continue
        ply, compared_line = answer.decisive
        line = f"the line of {compared_line.text}"
        if ply == 1:
            place = short = ""
        else:
            short = f" in {line}"
            place = f", at the end of {line}" if ply == len(compared_line.moves) else short
        said = f"The values part at {compared_line.plies[ply - 1][0]}{place}."
        assert any(label.wanted.startswith(said) for label in panel.sheet.labels), said
        assert f"The values part at {compared_line.plies[ply - 1][0]}{short}." in sentence(answer)
        places.add(place[:5])
    assert len(places) > 1, places


@pytest.mark.parametrize("better", ["chosen", "asked"])
def test_a_bar_to_the_right_helps_the_move_that_was_chosen(monkeypatch, better):
    """Whoever moves, and in either perspective. Where the asked move is better, the page says so."""
    sides = set()
    for plies in (5, 6, 7, 8):
        panel, study, answer = shown_answer(
            "isolation", "custom_score", plies, "alphabeta:custom_score,depth=4", (520, 1000), 3
        )
        if not answer.parts or answer.difference <= 0.0:
            continue
        answer = replace(answer, later=None)  # one ply deeper the other may be better
        sides.add(answer.side)
        question = WhyNotQuestion(answer.thought.position, answer.asked.asked)
        study.of(WhyNotQuestions).question = question  # it was closed with the study
        monkeypatch.setattr(WhyNotQuestions, "answer", property(lambda self, answer=answer: answer))
        if better == "asked":
            swapped = replace(answer, chosen=answer.asked, asked=answer.chosen)
            monkeypatch.setattr(WhyNotQuestions, "answer", property(lambda self, swapped=swapped: swapped))
            answer = swapped
        filled = []
        fill = Sheet.fill

        def record(self, rect, color, radius=0, filled=filled, fill=fill):
            filled.append(pygame.Rect(rect))
            fill(self, rect, color, radius)

        monkeypatch.setattr(Sheet, "fill", record)
        for perspective in (False, True):
            study.view.for_mover = perspective
            filled.clear()
            panel.draw(study)
            texts = [label.wanted for label in panel.sheet.labels]
            assert answer.labels == (("its move" if better == "asked" else "best move"), "your move")
            chosen, asked = ("chosen move" if better == "asked" else "best move"), "asked move"
            assert {f"from {asked} to {chosen}", f"helps {asked}", f"helps {chosen}"} <= set(texts)
            (head,) = [label for label in panel.sheet.labels if label.wanted == f"helps {chosen}"][:1]
            middle = head.column.left - panel.sheet.theme.px(8)
            compared = 0
            for key, zone in steps(panel).items():
                if len(key) != 3 or answer.form.steps(sum(answer.parts[i].amount for i in key[2])) == 0:
                    continue
                amount = sum(answer.parts[i].amount for i in key[2])
                (bar,) = [
                    rect for rect in filled if zone.rect.contains(rect) and rect.height < zone.rect.height
                ]
                assert bar.left == middle if amount > 0 else bar.right == middle
                compared += 1
            assert compared > 0
            said = headline(answer)
            first, second = answer.chosen.text, answer.asked.text
            if better == "asked":
                first, second = second, first
            assert said.startswith(f"{first} is better{answer.for_whom} than {second} by ")
        monkeypatch.undo()
    assert sides == {0, 1}


@pytest.mark.parametrize(("plies", "whose"), [(5, "Black"), (6, "White")])
def test_all_values_are_for_the_side_that_makes_both_moves(monkeypatch, plies, whose):
    """The better move has the larger number, the higher curve and the longer bar, for Black as for White."""
    panel, study, answer = shown_answer("isolation", "improved", plies, PLAYER, (520, 1400))
    assert answer.names[answer.side] == whose and answer.difference > 0.0 and study.perspective == 0
    study.of(WhyNotQuestions).question = WhyNotQuestion(answer.thought.position, answer.asked.asked)
    monkeypatch.setattr(WhyNotQuestions, "answer", property(lambda self: answer))
    sheet, form = panel.sheet, answer.form
    for _ in range(2):
        panel.draw(study)
        texts = panel.texts()
        assert f"for {whose}" in texts and f"terms, for {whose}" in texts
        stated = {
            x.states.question[2]: x for x in sheet.labels if x.states and x.states.question[0] == "move"
        }
        chosen, asked = (stated[compared_line.asked[0]] for compared_line in (answer.chosen, answer.asked))
        assert chosen.states.side == asked.states.side == answer.side
        assert (chosen.shown, asked.shown) == (
            form.signed(answer.chosen.value),
            form.signed(answer.asked.value),
        )
        gain = form.signed(form.difference(answer.chosen.value, answer.asked.value))
        assert gain.startswith("+") and gain in texts
        assert panel.zone_of("depth", answer.depth).tip.startswith(
            f"Depth {answer.depth}: {answer.chosen.text} {chosen.shown}; {answer.asked.text} {asked.shown}"
        )
        study.toggle_perspective()  # the other pages' choice


def test_decided_value_names_its_side_and_has_one_number(monkeypatch):
    panel, study, answer = shown_answer("isolation", "improved", 5, PLAYER, (520, 1000))
    chosen = replace(answer.chosen, value=1.0, values=(1.0, 1.0))
    asked = replace(answer.asked, value=6 - WIN, values=(6 - WIN, 6 - WIN))
    answer = replace(answer, chosen=chosen, asked=asked, depth=2)
    study.of(WhyNotQuestions).question = WhyNotQuestion(answer.thought.position, asked.asked)
    monkeypatch.setattr(WhyNotQuestions, "answer", property(lambda self: answer))
    shapes = []
    monkeypatch.setattr(Sheet, "shape", lambda self, rect, side: shapes.append((rect.copy(), side)))
    panel.draw(study)
    labels = panel.sheet.labels
    (number,) = [label for label in labels if label.wanted == "loses in 6"]
    whose = [side for rect, side in shapes if rect.centery == number.place.centery]
    assert whose == [answer.side]
    level = number_for(answer, 1.0)
    (title,) = [label for label in labels if label.wanted == "values by depth"]
    below = [label for label in labels if label.wanted == level and label.place.y > title.place.y]
    assert len([label for label in below if label.place.y < title.place.y + 96]) == 1


def test_depth_of_the_asked_move_is_seen_without_colour(monkeypatch):
    panel, study, answer = shown_answer("isolation", "improved", 5, PLAYER, (520, 1000))
    depth = 9
    chosen = replace(answer.chosen, value=3.0, values=(1.0,) * 5 + (3.0,) * 4)
    asked = replace(answer.asked, value=2.0, values=(2.0,) * depth)
    answer = replace(answer, chosen=chosen, asked=asked, depth=depth)
    assert answer.crossing == 5
    study.of(WhyNotQuestions).question = WhyNotQuestion(answer.thought.position, asked.asked)
    monkeypatch.setattr(WhyNotQuestions, "answer", property(lambda self: answer))
    panel.draw(study)
    hint, seen = panel.theme.hint, {}
    for number in range(1, depth + 1):
        column = panel.zone("depth", number)
        seen[number] = max(
            sum(
                panel.surface.get_at((column.centerx + aside, y)) == hint
                for y in range(column.top, column.bottom)
            )
            for aside in (-1, 0, 1)
        )
    others = [count for number, count in seen.items() if number != 5]
    assert seen[5] > 2 * max(others), "a line of its own"
    assert "worth more" in panel.zone_of("depth", 5).tip and "worth more" not in panel.zone_of("depth", 4).tip
    assert "5" in panel.texts()


def test_chance_shows_its_outcomes():
    study = view_of("jungle", "minimax", 0)
    study.search_store.keep(searched(study.position, "alphabeta:minimax,depth=1"))
    panel = Panel((480, 1400))
    ask_why_not(study, (other_move(study),))
    until_answered(study)
    assert study.of(WhyNotQuestions).problem == "", study.of(WhyNotQuestions).problem
    panel.dock.show(panel.dock.panels[3], study)
    panel.draw(study)
    answer = study.of(WhyNotQuestions).answer
    assert answer.asked.outcomes
    texts = {label.wanted for label in panel.sheet.labels}
    assert {outcome.text for outcome in answer.asked.outcomes} <= texts
    study.features.close()


def test_a_failure_is_a_line(monkeypatch):
    def fails(asking, report=None):
        raise EngineFailure("term 'mobility' failed")

    monkeypatch.setattr(WhyNot, "answer", fails)
    panel, study = Panel(), view_of("isolation", "improved", 4)
    study.search_store.keep(searched(study.position, PLAYER))
    ask_why_not(study, (other_move(study),))
    until_answered(study)
    panel.dock.show(panel.dock.panels[3], study)
    panel.draw(study)
    assert "term 'mobility' failed" in [label.wanted for label in panel.sheet.labels]
    study.features.close()


def test_a_turn_is_asked_about_as_it_was_played():
    study = view_of("tabletactics", "concentration", 30, seed=4)
    draws = Draws(2)
    for _ in range(12):
        if study.record.position.moves:
            study.record.play(study.record.position.moves[draws.below(len(study.record.position.moves))])
    for cursor in range(len(study.record.plies)):
        turn = turn_played(study.record, cursor)
        sides = [ply.side for ply in study.record.plies[cursor:]]
        length = next((i for i, side in enumerate(sides) if side != sides[0]), len(sides))
        assert turn == tuple(ply.move for ply in study.record.plies[cursor : cursor + length])
    assert turn_played(study.record, len(study.record.plies)) == ()


def test_moves_over_a_square():
    study = view_of("chess", "location", 0)
    position = study.position
    texts = lambda moves: [position.move_text(move) for move in moves]  # noqa: E731
    assert texts(moves_over(position, "e4")) == ["e2e4"]
    assert texts(moves_over(position, "g1")) == ["g1f3", "g1h3"]
    assert texts(moves_over(position, "f3", ("g1",))) == ["g1f3"]
    assert moves_over(position, "e5") == ()


def test_weights_that_change_the_order_have_a_heading(monkeypatch):
    panel, study, answer = shown_answer("isolation", "improved", 5, PLAYER, (900, 1400))
    term = max(answer.terms, key=lambda row: abs(row.difference)).name
    study.of(WhyNotQuestions).question = WhyNotQuestion(answer.thought.position, answer.asked.asked)
    for flips in ((), (Flip(term, 0.625),)):
        told = replace(answer, flips=flips)
        monkeypatch.setattr(WhyNotQuestions, "answer", property(lambda self, told=told: told))
        panel.draw(study)
        shown = [label.shown for label in panel.sheet.labels]
        now = short(answer.lens.weight(term))
        assert ("with another weight" in shown) == bool(flips)
        assert (f"at 0.625 instead of {now}: {answer.asked.text} is better" in shown) == bool(flips)


@pytest.mark.parametrize("width", [276, 330])
def test_names_of_terms_take_two_lines_before_they_are_cut(width):
    player = "alphabeta:siege,depth=2"
    panel, _study, answer = shown_answer("tabletactics", "siege", 20, player, (width, 1600))
    shown = " ".join(label.shown for label in panel.event_router.sheet.labels)
    table = shown[shown.index("terms, for" if "terms, for" in shown else "for White") :]
    for part in answer.parts:
        assert part.label in table, f"{part.label} is cut: {table}"
