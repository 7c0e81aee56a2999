"""Which search is recorded where nothing was searched yet, and which steps a lesson has: the settings say."""

from collections.abc import Iterator

import pytest

from engines.contract import Limits
from engines.jobs import Work
from engines.search.options import is_selective
from engines.tree_recorder import Recording
from games.compiling.compiler import jit_disabled
from games.record import Record
from games.registry import load_game
from heuristics.registry import load_lens
from study.settings.settings import Settings
from study.state.study import Study
from study.tree.lesson import Lessons
from study.tree.tree_recordings import Wanted, searcher_for
from study.why_not.questions import WhyNotQuestions

CHOSEN = Settings(engine={"search": "selective"})


@pytest.fixture
def studies() -> Iterator[dict[bool, Study]]:
    """A study of chess with `selective` chosen, and one without."""
    lens = load_lens("chess", "piece_value")
    made = {chosen: Study(Record.start(load_game("chess")), lens) for chosen in (True, False)}
    made[True].settings = CHOSEN
    yield made
    for study in made.values():
        study.features.close()


@pytest.mark.parametrize("chosen", [True, False])
def test_without_a_search_the_chosen_one_is_recorded(studies: dict[bool, Study], chosen: bool) -> None:
    study = studies[chosen]
    assert is_selective(searcher_for(Wanted(), study).cuts) == chosen
    assert not is_selective(searcher_for(Wanted("alphabeta"), study).cuts)
    engine = study.of(WhyNotQuestions).make(study.position, None, study.lens)
    assert is_selective(engine.cuts) == chosen


@pytest.mark.skipif(jit_disabled(), reason="needs the compiler")
def test_what_is_recorded_is_what_played(studies: dict[bool, Study]) -> None:
    study = studies[True]
    thought = searcher_for(Wanted("selective"), study).to_depth(4).think(study.position)
    study.search_store.keep(thought)
    study.settings = Settings()
    engine = searcher_for(Wanted(), study)
    assert is_selective(engine.cuts) and engine.limits == Limits(depth=4)
    again = engine.recorder(Recording(), engine.limits).think(study.position)
    assert (again.value, again.pv, again.nodes) == (thought.value, thought.pv, thought.nodes)


class _Lane:
    """Keeps the work instead of doing it."""

    def __init__(self) -> None:
        self.works: list[Work] = []

    def do(self, work: Work, name: str) -> None:
        self.works.append(work)


@pytest.mark.parametrize("chosen", [True, False])
def test_a_lesson_ends_with_the_search_that_analyses(studies: dict[bool, Study], chosen: bool) -> None:
    lane = _Lane()
    Lessons(lane).begin(studies[chosen], 2)  # type: ignore[arg-type]
    assert lane.works[0].args[-1] == chosen  # type: ignore[attr-defined]
