"""The page Learned in a window."""

import pytest
from driving import Driver, open_page

from arena.learned.explanation import PlayerExplanation
from study.learned import learned_values
from study.learned.learned_values import LearnedValues
from ui.panels.learned import LearnedPanel


def test_player_at_the_board_is_explained(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    class FoundAtOnce:
        def __init__(self, plan, path, workers):  # type: ignore[no-untyped-def]
            self.plan = plan

        def work(self, job):  # type: ignore[no-untyped-def]
            return PlayerExplanation(self.plan, "", games=400, candidates=111)

    monkeypatch.setattr(learned_values, "ExplanationRun", FoundAtOnce)
    play = driver.play("jungle", "human", "dqn")
    panel = next(panel for panel in play.dock.panels if isinstance(panel, LearnedPanel))
    open_page(driver, play, panel)
    driver.until(lambda: panel.player.value == "dqn")
    assert [option.label for option in panel.player.options][:3] == ["Q-table", "DQN", "DQN 336"]
    driver.click_on(panel.start)
    driver.until(lambda: any("Nothing readable found" in text for text in driver.texts()))
    found = play.session.study.of(LearnedValues).found
    assert found is not None and str(found.plan.player) == "dqn"


def test_game_that_nothing_learned_has_no_such_page(driver: Driver) -> None:
    play = driver.play("isolation", "human", "human")
    panel = next(panel for panel in play.dock.panels if isinstance(panel, LearnedPanel))
    assert not panel.suits(play.session.study)
