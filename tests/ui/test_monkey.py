"""The monkey at the window for a short while, and that it notices exceptions."""

import pytest
from monkey import OPENINGS, Fallen, Monkey

from games.registry import game_names
from ui.panels.registry import PANELS
from ui.scenes.chooser import Chooser
from ui.scenes.home.home import Home
from ui.scenes.scene import Form, Page, Scene

EVENTS = 50
"""Of each visit: enough to get nearly everywhere."""


def screens(kind: type[Scene] = Scene) -> set[str]:
    """The names of all screens."""
    found = {name for below in kind.__subclasses__() for name in screens(below)}
    return found if kind in (Scene, Page, Form, Chooser) else found | {kind.__name__}


@pytest.mark.long
def test_nothing_falls_over_in_any_screen_or_game(tmp_path):
    monkey = Monkey(tmp_path, seed=40, events=EVENTS)
    for number in range(len(OPENINGS)):
        monkey.visit(number)
    figures = monkey.figures
    assert set(figures.games) == set(game_names())
    short = {"Question", "Waiting", "AddCase", "CommentDialog", "ExerciseFields"}
    assert set(figures.scenes) >= screens() - short, "it comes about everywhere"
    seldom = 5  # pages of the Lab that only two clicks of chance lead to
    assert len(set(figures.panels)) >= len(PANELS) - seldom


def test_a_failure_names_its_seed_and_its_last_events(tmp_path, monkeypatch):
    def fail(home: Home, *given: object) -> None:
        raise ZeroDivisionError("nothing to divide by")

    monkeypatch.setattr(Home, "key", fail)
    monkey = Monkey(tmp_path, seed=4, events=200)
    with pytest.raises(Fallen) as caught:
        monkey.visit(0)
    story = str(caught.value)
    assert "nothing to divide by" in story and "--seed 4 --visit 0 --events 200" in story
    assert 1 < len([line for line in story.splitlines() if line.startswith("  ") and "Home: " in line]) <= 30
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_mistakes_in_jobs_count_as_failures(tmp_path, monkeypatch):
    def fail(*given: object) -> None:
        raise IndexError("in a thread")

    monkeypatch.setattr("study.saved_games.saved_games._summary", fail)
    monkey = Monkey(tmp_path, seed=1, events=300)
    with pytest.raises(Fallen, match="in a thread"):
        monkey.visit(0)


def test_a_visit_can_be_made_again(tmp_path):
    """The kinds of events are the same; their zones depend on what has been drawn by then."""
    told = []
    for again in ("a", "b"):
        monkey = Monkey(tmp_path / again, seed=9, events=40)
        monkey.visit(OPENINGS.index(next(named for named in OPENINGS if named[0] == "your own files")))
        told.append([done.split(": ")[1].split()[:2] for done in monkey._done])
    assert told[0] == told[1] and len(told[0]) > 20


def test_the_monkey_writes_nothing_outside_its_folder(tmp_path):
    (tmp_path / "inside").mkdir()
    monkey = Monkey(tmp_path / "inside", seed=1)
    with monkey._kept_in(tmp_path / "inside"):
        (tmp_path / "inside" / "a").write_text("may be", encoding="utf-8")
        with pytest.raises(PermissionError):
            (tmp_path / "outside").write_text("may not be", encoding="utf-8")
        with pytest.raises(PermissionError):
            tmp_path.joinpath("folder").mkdir()
    (tmp_path / "outside").write_text("again", encoding="utf-8")
