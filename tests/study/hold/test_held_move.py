"""A program's move is held: why the program wants it, and what another move costs."""

import time
from collections.abc import Callable

import pytest

from engines.contract import EXACT, UPPER, RootMove, Thought
from engines.jobs import Job
from engines.player_text import parse_player
from games.compiling.compiler import jit_disabled
from games.record import Record
from games.registry import load_game
from samples import said
from study.game.session import Session
from study.game.status import status
from study.hold.held_move import ONLY_MOVE, SAYS_NOTHING, HeldMove, next_best
from study.settings.settings import Settings
from study.state.running_search import MoveSearch
from study.why_not.why_not_text import headline

compiled = pytest.mark.skipif(jit_disabled(), reason="searches take too long without the compiler")


def session_of(white: str, black: str, game: str = "isolation", text: str | None = None) -> Session:
    record = Record.start(load_game(game), load_game(game).options(), text)
    return Session(record, (parse_player(white, game), parse_player(black, game)), Settings())


def until(session: Session, condition: Callable[[], object]) -> None:
    deadline = time.perf_counter() + 120
    while not condition():
        assert time.perf_counter() < deadline, "it did not happen in time"
        session.update()
        time.sleep(0.001)


@pytest.fixture
def session():
    session = session_of("greedy:territory", "greedy:territory")
    session.turn.toggle_hold()
    yield session
    session.close()


def test_a_held_move_is_not_played_until_it_is_released(session):
    until(session, lambda: session.study.held)
    for _ in range(50):
        session.update()
    assert not session.study.record.plies and status(session) == "move held"
    wanted = session.study.held.move
    session.turn.move_now()
    until(session, lambda: session.study.record.plies)
    assert session.study.record.plies[0].move == wanted
    until(session, lambda: session.study.held)
    assert len(session.study.record.plies) == 1, "the next move is held as well"


def test_no_longer_holding_plays_the_held_move(session):
    until(session, lambda: session.study.held)
    wanted = session.study.held.move
    session.turn.toggle_hold()
    until(session, lambda: session.study.record.plies)
    assert session.study.record.plies[0].move == wanted


def test_a_step_plays_the_held_move_and_pauses(session):
    until(session, lambda: session.study.held)
    wanted = session.study.held.move
    session.turn.step_once()
    until(session, lambda: not session.study.playing)
    assert [ply.move for ply in session.study.record.plies] == [wanted]


def test_a_look_back_keeps_the_held_move(session):
    until(session, lambda: session.study.held)
    session.turn.move_now()
    until(session, lambda: session.study.record.plies and session.study.held)
    held = session.study.held
    session.study.go_to(0)
    session.update()
    assert session.study.held is held and session.study.playing


@compiled
def test_the_reason_is_that_of_why_not(session):
    held = session.study.of(HeldMove)
    until(session, lambda: held.answer is not None and not held.running)
    thought = session.study.held
    words, name = held.words(session.study), thought.position.notation(thought.move)
    side = session.study.side_name(thought.position.to_move)
    assert words == f"{side} wants {name}. {headline(held.answer)}"
    assert held.answer.asked.asked == (next_best(thought),)
    other = next(m for m in thought.position.moves if m not in (thought.move, next_best(thought)))
    session.study.point(selected=other)
    until(session, lambda: held.answer is not None and held.answer.asked.asked == (other,))


@compiled
def test_another_move_is_played_and_its_cost_is_said(session):
    until(session, lambda: session.study.held)
    thought = session.study.held
    other = next(move for move in thought.position.moves if move != thought.move)
    assert session.turn.person_may_move
    session.turn.enter(other)
    assert session.study.record.plies[0].move == other
    held = session.study.of(HeldMove)
    session.turn.toggle_hold()
    session.turn.pause()
    session.study.go_to(1)
    until(session, lambda: held.consequence(session.study))
    name = thought.position.notation
    words = held.consequence(session.study)
    assert words.startswith(f"{name(other)} was played in place of {name(thought.move)}. ")
    session.update()
    assert words in said(session)
    session.study.go_to(0)
    assert not held.consequence(session.study)


@compiled
def test_two_moves_in_a_row_have_each_their_cost(session):
    for _ in range(2):
        until(session, lambda: session.study.held)
        thought = session.study.held
        session.turn.enter(next(move for move in thought.position.moves if move != thought.move))
    held = session.study.of(HeldMove)
    until(session, lambda: sum("in place of" in words for words in said(session)) == 2)
    for cursor in (1, 2):
        session.study.go_to(cursor)
        assert held.consequence(session.study) in said(session)


def test_a_variation_of_an_earlier_move_replaces_no_held_one(session):
    until(session, lambda: session.study.held)
    session.turn.move_now()
    until(session, lambda: session.study.record.plies and session.study.held)
    known = session.study.record.plies[0].move, session.study.held.move
    session.study.go_to(0)
    session.turn.enter(next(move for move in session.study.position.moves if move not in known))
    assert len(session.study.record.plies) == 1 and session.study.record.plies[0].move not in known
    _, *costs = session.study.of(HeldMove).jobs
    assert not costs


def test_a_player_that_tells_nothing_gives_no_reason():
    session = session_of("random", "random")
    session.turn.toggle_hold()
    held = session.study.of(HeldMove)
    until(session, lambda: session.study.held and held.words(session.study))
    assert held.words(session.study).endswith(SAYS_NOTHING)
    session.close()


def test_no_longer_holding_shows_the_move_that_is_played(session):
    until(session, lambda: session.study.held)
    session.turn.move_now()
    until(session, lambda: session.study.held and session.study.record.plies)
    session.study.go_to(0)
    session.turn.toggle_hold()
    until(session, lambda: len(session.study.record.plies) >= 2)
    assert session.study.at_end and session.study.playing


def test_the_only_move_needs_no_reason():
    text = "b1w4/x1x4/4x2/1x1x2x/7/2x4/7 b"
    session = session_of("greedy:territory", "greedy:territory", text=text)
    position, held = session.study.record.position, session.study.of(HeldMove)
    assert len(position.moves) == 1 and held.words(session.study) == ""
    session.study.holds, found = True, Job()
    thought = Thought(position, position.moves[0], 0.0, 1, 1, 0.1, (), ())
    found.run(lambda job: thought)
    session.study.move_search = MoveSearch(found, due=True)
    assert held.words(session.study).endswith(ONLY_MOVE)
    session.close()


def test_the_next_best_move_is_the_best_of_the_others():
    position = Record.start(load_game("isolation"), load_game("isolation").options()).position
    first, second, third, *_ = position.moves
    rows = (RootMove(first, 3.0, EXACT, 2), RootMove(second, 1.0, UPPER, 2), RootMove(third, 2.0, UPPER, 2))
    assert next_best(Thought(position, first, 3.0, 2, 1, 0.1, (), rows)) == third
    assert next_best(Thought(position, first, 3.0, 2, 1, 0.1, (), ())) == second
