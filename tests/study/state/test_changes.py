"""What has changed in a study, and who notices."""

from collections.abc import Callable

import pytest

from games.record import Record
from games.registry import load_game
from heuristics.registry import load_lens
from study.settings.settings import Settings
from study.state.changes import (
    ANYTHING,
    GAME,
    LENS,
    LINE,
    PLAYERS,
    POSITION,
    SEARCHES,
    SETTINGS,
    VIEW,
    Changed,
    Changes,
    Derived,
    Drawn,
    Follower,
    Memo,
)
from study.state.study import Study


class Notice(Drawn):
    """A part that draws what it says."""

    fields = ("said",)

    def __init__(self) -> None:
        self.said, self.until = "", 0.0


@pytest.fixture
def study() -> Study:
    record = Record.start(load_game("isolation"))
    return Study(record, load_lens("isolation", "territory"))


def test_a_follower_hears_of_its_own_kinds_alone() -> None:
    changes, follower = Changes(), Follower(POSITION | LENS)
    assert follower.moved(changes), "nothing was drawn yet"
    changes.add(VIEW | SEARCHES)
    assert not follower.moved(changes)
    changes.add(LENS)
    assert follower.moved(changes) and not follower.moved(changes)


def test_a_follower_notices_another_study() -> None:
    one, other, follower = Changes(), Changes(), Follower(ANYTHING)
    follower.moved(one)
    assert follower.moved(other) and not follower.moved(other)


def test_each_follower_hears_of_the_same_change() -> None:
    changes, followers = Changes(), (Follower(VIEW), Follower(ANYTHING))
    for follower in followers:
        follower.moved(changes)
    changes.add(VIEW)
    assert [follower.moved(changes) for follower in followers] == [True, True]


def test_a_derived_value_is_made_again_after_a_change() -> None:
    changes, made = Changes(), []
    derived: Derived[int] = Derived(GAME)

    def make() -> int:
        made.append(None)
        return len(made)

    assert [derived.of(changes, make, 100), derived.of(changes, make, 100)] == [1, 1]
    changes.add(POSITION)
    assert derived.of(changes, make, 100) == 1
    changes.add(GAME)
    assert derived.of(changes, make, 100) == 2
    assert derived.of(changes, make, 200) == 3, "the width is another one"


def test_a_kept_value_is_made_again_for_other_inputs() -> None:
    made: list[tuple[str, ...]] = []
    kept: Memo[int] = Memo()

    def of(*inputs: str) -> int:
        return kept.of(lambda: made.append(inputs) or len(made), *inputs)

    assert [of("a"), of("a"), of("b"), of("a")] == [1, 1, 2, 3]
    assert made == [("a",), ("b",), ("a",)], "the last one alone is kept"


def test_a_drawn_part_tells_once_of_another_value() -> None:
    part = Notice()
    assert part.take_change() and not part.take_change(), "it was never drawn"
    part.said = "Saved."
    assert part.take_change() and not part.take_change()
    part.said, part.until = "Saved.", 7.0
    assert not part.take_change(), "what is drawn is the same"


def test_a_follower_that_caught_up_has_heard_all() -> None:
    changes, follower = Changes(), Follower(GAME)
    follower.catch_up(changes)
    assert not follower.moved(changes)
    changes.add(GAME)
    follower.catch_up(changes)
    assert not follower.moved(changes)


def test_another_line_is_a_change_of_the_game_too(study: Study) -> None:
    game, line = Follower(GAME), Follower(LINE)
    for follower in (game, line):
        follower.catch_up(study.changes)
    with study.changing_game():
        study.record.play(study.record.position.moves[0])
    assert game.moved(study.changes) and not line.moved(study.changes)
    with study.changing_game():
        study.record.cut(0)
    assert game.moved(study.changes) and line.moved(study.changes)


@pytest.mark.parametrize(
    ("name", "value", "kind"),
    [
        ("cursor", 1, POSITION),
        ("failure", "It does not answer.", PLAYERS),
        ("holds", True, PLAYERS),
        ("analysing", True, SEARCHES),
    ],
)
def test_a_field_of_a_study_says_what_it_changes(
    study: Study, name: str, value: object, kind: Changed
) -> None:
    heard = {each: Follower(each) for each in Changed}
    for follower in heard.values():
        follower.moved(study.changes)
    setattr(study, name, value)
    moved = [each for each, follower in heard.items() if follower.moved(study.changes)]
    assert moved == [kind]
    setattr(study, name, value)
    assert not any(follower.moved(study.changes) for follower in heard.values()), "it is the same value"


def test_a_lens_with_another_weight_is_a_change(study: Study) -> None:
    follower = Follower(LENS)
    follower.moved(study.changes)
    study.lens = load_lens("isolation", "territory")
    assert not follower.moved(study.changes), "the same heuristic with the same weights"
    name = study.lens.heuristic.weight_names[0]
    study.lens = study.lens.with_weight(name, 0.25)
    assert follower.moved(study.changes)


def test_changed_settings_are_a_change(study: Study) -> None:
    follower = Follower(SETTINGS)
    follower.moved(study.changes)
    study.settings = Settings.model_validate({"ui": {"animation": False}})
    assert follower.moved(study.changes)


@pytest.mark.parametrize(
    "turn",
    [Study.toggle_perspective, Study.toggle_term_order, Study.toggle_costs, lambda study: study.look_for(5)],
)
def test_another_choice_of_the_view_says_so(study: Study, turn: Callable[[Study], object]) -> None:
    follower = Follower(VIEW)
    follower.moved(study.changes)
    turn(study)
    assert follower.moved(study.changes) and not follower.moved(study.changes)
