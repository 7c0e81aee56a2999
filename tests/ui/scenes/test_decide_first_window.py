"""Decide first: while the answer is hidden, nothing in the window reveals it."""

import pygame
import pytest
from driving import Driver
from panel_views import searched

from engines.contract import EngineFailure, Limits
from engines.search_engine import Searcher
from games.record import Record
from games.registry import load_game
from heuristics.registry import default_heuristic
from reviews import random_game, small
from study.practice.decide_first import DecideFirst
from study.practice.hidden_answers import FIRST, HiddenAnswers
from study.review.ask_why_not import ask_why_not
from study.review.background_review import BackgroundReview
from study.why_not.questions import WhyNotQuestions
from ui.panels.parts.panel import FOOT, STAGE
from ui.scenes.play.on_board import CHOICE, LINE, MOVES, PIECES, TERMS, THREATS
from ui.scenes.play.play import Play
from ui.theme import Theme

NODES = "strong:classical,nodes=20000"
MOVES_PLAYED = ("e2e4", "e7e5", "g1f3", "a7a6", "b1c3", "h7h6", "f1c4", "b8c6")


def a_game() -> Record:
    record = Record.start(load_game("chess"))
    for text in MOVES_PLAYED:
        record.play(record.position.parse_move(text))
    return record


def seen(driver: Driver) -> list[str]:
    """Every text in the window, with the tooltips of all zones."""
    sheet = driver.app.event_router.sheet
    sheet.labels = []
    driver.app.redraw()
    driver.frame()
    tips = [zone.tip if isinstance(zone.tip, str) else zone.tip() for zone in sheet.zones]
    return [*(label.wanted for label in sheet.labels or ()), *tips]


def telling(driver: Driver, play: Play, name: str) -> set[str]:
    """The panels in which a move's name appears anywhere in the window."""
    found, study = set(), play.session.study
    for panel in (*play.dock.panels, play.dock.lab):
        if not panel.suits(study):
            continue
        if panel.place == STAGE and play.dock.stage is panel:
            play.dock.close_stage()
        if not (panel.place == FOOT and play.dock.foot is panel):
            play.dock.show(panel, study)
        driver.until(lambda: seen(driver) and not study.facts.busy)
        if any(name in text for text in seen(driver)):
            found.add(panel.title)
        play.dock.close_stage()
    return found


def on_board(play: Play) -> tuple[object, ...]:
    board = play.board
    return (
        tuple(board.overlay),
        tuple(board.arrows),
        tuple(board.warmths),
        board.hint,
        board.shown_move,
        board._hinted_later,
    )


BARE = ((), (), (), None, None, ())


def opened(driver: Driver) -> Play:
    """A game in progress, about which everything is known that the program can find out."""
    play = driver.play("chess", "human", "human", record=a_game())
    session = play.session
    study = session.study
    study.go_to(6)
    study.set_lens(default_heuristic("chess").name)
    for position in study.record.positions[4:]:
        study.search_store.keep(searched(position, NODES))
    return play


@pytest.mark.long
def test_nothing_tells_the_best_move_while_it_is_hidden(driver) -> None:
    play = opened(driver)
    study = play.session.study
    thought = study.thought_here
    assert thought is not None and thought.move is not None
    best = study.position.notation(thought.move)
    played = study.record.plies[study.cursor].move
    assert played != thought.move
    review = study.of(BackgroundReview)
    review.make = lambda lens, nodes: Searcher(lens, Limits(nodes=3000), name="alphabeta", table_megabytes=1)
    review.begin(study)
    driver.until(lambda: review.whole(study.record) is not None)
    ask_why_not(study, (played,))
    driver.until(lambda: study.of(WhyNotQuestions).answer is not None)
    play.on_board.layout.arrows = [LINE, THREATS]
    play.context.beside.bar = True
    tell_it = telling(driver, play, best)
    assert {"Evaluation", "Moves", "Why not", "Review"} <= tell_it, tell_it
    assert any(play.board.arrows)
    for kind in (TERMS, PIECES, CHOICE, MOVES):
        play.on_board.layout.on_squares = kind
        driver.frame(3)
    play.session.study.hint = thought
    driver.frame()
    assert play.board.hint == thought.move

    driver.key(pygame.K_d, pygame.KMOD_SHIFT)
    assert study.of(HiddenAnswers).hides(study)
    assert telling(driver, play, best) == set()
    for kind in (TERMS, PIECES, CHOICE, MOVES):
        play.on_board.layout.on_squares = kind
        driver.frame(3)
        assert on_board(play) == BARE
    for key in (pygame.K_w, pygame.K_h, pygame.K_DOWN, pygame.K_RETURN):
        driver.key(key)
        assert on_board(play) == BARE and not any(best in text for text in seen(driver))
    driver.press(play.board.picture.pixel_of("d2"), button=3)
    assert on_board(play) == BARE
    for name in ("hint", "why not", "export", "case"):
        assert FIRST in (play.commands.why_not(name) or ""), name

    driver.key(pygame.K_RIGHT)
    assert study.of(HiddenAnswers).hides(study)
    driver.key(pygame.K_LEFT)
    driver.key(pygame.K_d, pygame.KMOD_SHIFT)
    assert not study.of(HiddenAnswers).hides(study)
    assert telling(driver, play, best) >= tell_it


def test_a_move_on_the_board_is_the_answer_and_is_not_played(driver) -> None:
    play = opened(driver)
    study = play.session.study
    driver.key(pygame.K_d, pygame.KMOD_SHIFT)
    driver.click_square(play, "d1")
    driver.click_square(play, "e2")
    assert len(study.record.plies) == len(MOVES_PLAYED) and study.cursor == 6
    decide = study.of(DecideFirst)
    assert decide.decision is not None and not study.of(HiddenAnswers).hides(study)
    driver.until(lambda: decide.settled)
    assert decide.verdict is not None and decide.verdict.position is study.position
    assert any(decide.verdict.sentence in text for text in seen(driver))
    assert play.dock.upper.title == "Why not"

    driver.click_on(play.context.deciding.next)
    assert study.cursor == 7 and study.of(HiddenAnswers).hides(study)
    driver.key(pygame.K_LEFT)
    assert not study.of(HiddenAnswers).hides(study)  # an answered position stays so


def test_program_s_move_is_yours_if_you_decide_for_it(driver) -> None:
    play = driver.play("chess", "greedy:location", "human", record=a_game())
    study = play.session.study
    study.go_to(6)
    study.search_store.keep(searched(study.position, NODES))
    driver.key(pygame.K_d, pygame.KMOD_SHIFT)
    for square in ("f1", "c4"):
        driver.click_square(play, square)
    driver.until(lambda: study.of(DecideFirst).settled)
    answer = study.of(WhyNotQuestions).answer
    assert answer is not None and answer.labels[1] == "your move"
    ask_why_not(study, (study.record.plies[6].move,))
    driver.until(lambda: study.of(WhyNotQuestions).answer is not None)
    answer = study.of(WhyNotQuestions).answer
    assert answer is not None and answer.labels[1] == "played move"


def test_a_person_can_give_up(driver) -> None:
    play = opened(driver)
    study = play.session.study
    driver.key(pygame.K_d, pygame.KMOD_SHIFT)
    driver.frame()
    driver.click_on(("cover", play.dock.upper.title))
    assert not study.of(HiddenAnswers).hides(study)
    decision = study.of(DecideFirst).decision
    assert decision is not None and decision.move is None
    driver.until(lambda: study.thought_here is not None and study.thought_here.move is not None)
    best = study.position.notation(study.thought_here.move)
    assert play.context.deciding.text(study) == f"The best move found is {best}."


def test_giving_up_gets_the_review_s_answer_or_the_reason(driver) -> None:
    class Broken:
        def prepare(self, game: str) -> None:
            raise EngineFailure("its terms are broken")

    play = driver.play("isolation", "human", "human", record=random_game("isolation", 8, 3))
    study = play.session.study
    made = []

    def make(lens, nodes):
        made.append(small(lens, depth=2) if study.at_end else Broken())
        return made[-1]

    study.of(BackgroundReview).make = make
    driver.key(pygame.K_d, pygame.KMOD_SHIFT)
    driver.frame()
    driver.click_on(("cover", play.dock.upper.title))
    driver.until(lambda: study.thought_here is not None)
    driver.frame(2)
    found = study.thought_here
    assert found.player == made[0].name and play.board.hint == found.move
    assert (
        play.context.deciding.text(study) == f"The best move found is {study.position.notation(found.move)}."
    )
    study.go_to(4)
    driver.frame()
    driver.click_on(("cover", play.dock.upper.title))
    driver.until(lambda: "its terms are broken" in play.notice.said)
    assert play.context.deciding.text(study) == "You asked for the answer."


def test_an_answer_is_kept_as_a_variation(driver) -> None:
    play = opened(driver)
    study = play.session.study
    played = [ply.move for ply in study.record.plies]
    driver.key(pygame.K_d, pygame.KMOD_SHIFT)
    driver.click_square(play, "d1")
    driver.click_square(play, "e2")
    driver.frame()
    assert play.context.deciding.keep.label == "Keep mine"
    driver.click_on(play.context.deciding.keep)
    assert study.cursor == 7 and [ply.move for ply in study.record.plies[:6]] == played[:6]
    assert study.record.plies[6].move != played[6] and len(study.record.tree.nodes) == len(played) + 2


def test_an_answer_at_the_games_end_can_be_played(driver) -> None:
    play = opened(driver)
    study = play.session.study
    study.go_to(len(study.record.plies))
    driver.key(pygame.K_d, pygame.KMOD_SHIFT)
    driver.click_square(play, "d2")
    driver.click_square(play, "d3")
    assert len(study.record.plies) == len(MOVES_PLAYED)
    driver.frame()
    driver.click_on(play.context.deciding.keep)
    assert len(study.record.plies) == len(MOVES_PLAYED) + 1
    assert study.of(HiddenAnswers).hides(study)


def test_a_finished_game_is_decided_too(driver) -> None:
    record = Record.start(load_game("isolation"))
    while record.position.moves:
        record.play(record.position.moves[0])
    play = driver.play("isolation", "human", "human", record=record)
    study = play.session.study
    driver.key(pygame.K_d, pygame.KMOD_SHIFT)
    assert not study.of(HiddenAnswers).hides(study)  # there is nothing to choose
    study.go_to(2)
    assert study.of(HiddenAnswers).hides(study)
    driver.frame()
    assert play.board.hand.enters


def test_the_best_move_is_read_in_the_smallest_window(tmp_path) -> None:
    driver = Driver(tmp_path, (640, 480))
    play = driver.play("chess", "human", "human", record=a_game())
    study = play.session.study
    study.go_to(6)
    decide = study.of(DecideFirst)
    decide.ask(study, study.position)
    decide.choose(study, study.position.parse_move("a2a3"))
    driver.until(lambda: decide.settled)
    assert decide.verdict.best is not None and decide.verdict.cost
    best = study.position.notation(decide.verdict.best)
    driver.frame(3)
    drawn = []
    theme, usual = driver.app.theme, Theme.text
    theme.text = lambda surface, where, string, *more, **named: (
        drawn.append(string) or usual(theme, surface, where, string, *more, **named)
    )
    driver.app.redraw()
    driver.frame()
    del theme.text
    assert any(text.endswith(f"{best}.") for text in drawn), drawn
    driver.close()
