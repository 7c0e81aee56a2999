"""Which positions are hidden, by themselves or all of them, until their answers were shown."""

from games.record import Record
from games.registry import load_game
from heuristics.lens import Lens
from heuristics.registry import default_heuristic
from study.practice.hidden_answers import HiddenAnswers
from study.state.study import Study


def test_a_shown_answer_stays_after_all_were_hidden() -> None:
    study = Study(Record.start(load_game("morris")), Lens.of(default_heuristic("morris")))
    hidden = study.of(HiddenAnswers)
    hidden.hide(study, study.position)
    assert hidden.hides(study)
    hidden.show(study, study.position)
    assert not hidden.hides(study)
    hidden.hide_everywhere(study, True)
    assert hidden.hides(study)
    hidden.hide_everywhere(study, False)
    assert not hidden.hides(study)
    hidden.hide(study, study.position)
    assert hidden.hides(study)
