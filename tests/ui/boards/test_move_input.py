"""A move that is half entered, as the board shows it."""

from pathlib import Path

from driving import Driver

from ui.scenes.play.play import Play


def stones(play: Play) -> list[int]:
    """The number of White's and Black's stones that are drawn, on the board and beside it."""
    shown = list(play.board.hand.placement().values())
    return [shown.count("stone_white"), shown.count("stone_black")]


def test_a_stone_that_closes_a_mill_is_drawn_once(tmp_path: Path) -> None:
    """While a stone is to be taken, too: it has left the row beside the board."""
    driver = Driver(tmp_path)
    play = driver.play("morris", "human", "human", "w2/3/3/6/3/3/wbb w 7 7 0")
    before = stones(play)
    driver.click_square(play, "a4")
    assert play.board.hand.begun and play.prompt.prompt.startswith("Take a stone")
    assert stones(play) == before == [9, 9]
    driver.click_square(play, "d1")
    driver.frame(2)
    assert stones(play) == [9, 8] and play.session.study.position.to_move == 1
    driver.close()
