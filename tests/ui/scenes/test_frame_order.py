"""The order of a frame of a game: what happens after a move, and what is drawn again."""

from study.state.changes import VIEW, Derived
from ui.scenes.play.play import STEPS, Play

IN_ORDER = """
    compile ahead, follow game, play sound, export, grant wishes, show position, allow moves, mark board,
    follow time, follow changes, work on facts, move pieces
"""


def test_a_frame_takes_its_steps_in_order():
    names = [step.__name__.strip("_").replace("_", " ") for step in STEPS]
    assert names == [name.strip() for name in IN_ORDER.split(",")]


def test_each_step_says_why_it_is_taken():
    assert [step.__name__ for step in STEPS if not (step.__doc__ or "").endswith(".")] == []


def opened(driver) -> Play:
    """A game of two people whose picture is whole."""
    play = driver.play("isolation", "human", "human")
    driver.until(lambda: not play.rounds.open and not play.session.study.facts.busy)
    driver.frame(5)
    return play


def test_a_move_is_drawn_in_the_frame_in_which_it_is_made(driver):
    play = opened(driver)
    study = play.session.study
    play.session.turn.enter(study.position.moves[0])
    play.update(0.0)
    assert play.rounds.open and play.board.picture.position is study.position


def test_a_frame_without_a_change_draws_nothing(driver):
    play = opened(driver)
    before = play.session.study.changes.count(play._changes.depends)
    for _ in range(5):
        play.update(0.0)
    assert not play.rounds.open and play.session.study.changes.count(play._changes.depends) == before


def test_game_below_another_follows_view_choices_made_there(driver):
    play = opened(driver)
    study, shown = play.session.study, Derived(VIEW)
    assert shown.of(study.changes, lambda: study.view.for_mover) is False
    driver.play("isolation", "human", "human").session.study.toggle_perspective()
    driver.app.pop()
    driver.frame()
    assert shown.of(study.changes, lambda: study.view.for_mover) is True
