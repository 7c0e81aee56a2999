"""What the page Truth says of a measurement, without a window."""

from arena.truth.measure import Figures, ProvenChoice, TruthTally
from arena.truth.proven import Proven
from games.record import Record
from games.registry import load_game
from games.truth.fate import Fate
from heuristics.registry import load_lens
from study.state.study import Study
from study.truth.figure_words import EQUAL
from study.truth.truth import Truth
from study.truth.truth_run import USUAL_DEPTHS, ByDepth, TruthNews
from ui.kit.cells import NumberCell, TextCell
from ui.kit.table import DataRow
from ui.panels.truth.truth_rows import by_depth, by_kind, worst

TALLY = TruthTally(40, 30, [(3.0, 4)] * 40)
LENS = load_lens("isolation", "improved")


def news() -> TruthNews:
    rows = (ByDepth(1, Figures(TALLY, {"near": TALLY, "far": TALLY}), TruthTally()),)
    return TruthNews("isolation", wanted=400, by_depth=rows, tables=(("x", "y"),))


def texts(row: DataRow) -> list[str]:
    """The texts of a row's cells, from above, then from the left; a number's words or its value."""
    cells = [each for cell in row.cells for each in (cell if isinstance(cell, tuple) else (cell,))]
    return [
        cell.text if isinstance(cell, TextCell) else cell.words or f"{cell.value}"
        for cell in cells
        if isinstance(cell, TextCell | NumberCell)
    ]


def test_each_figure_has_a_value_by_depth_and_room_for_more():
    content = by_depth(news())
    assert texts(content.rows[0]) == ["keeps the outcome", "75.0 %", "60–86", *[""] * 4]
    assert [column.title for column in content.columns][1::2] == ["1 ply ahead", "", ""]
    assert len(USUAL_DEPTHS) == 3 and list(content.rows) == list(by_depth(news()).rows)


def test_a_kind_has_its_figures_and_all_of_them_in_its_tip():
    content = by_kind(news())
    assert [texts(row)[0] for row in content.rows] == ["near", "far"]
    assert texts(content.rows[0])[1] == "75.0 % (60–86) of 40"
    assert content.rows[0].tip.startswith("near: keeps the outcome 75.0 %")


def test_a_mistake_says_what_is_played_and_what_is_right():
    study = Study(Record.start(load_game("isolation")), LENS, 0)
    position = study.position
    wrong, right = position.moves[:2]
    proven = Proven(position, {wrong: Fate(-1, 4), right: Fate(1, 3)}, "near")
    found = TruthNews(
        "isolation", by_depth=news().by_depth, worst=(ProvenChoice(proven, wrong, {wrong: 0.5, right: 0.5}),)
    )
    content = worst(study, found, LENS)
    (row,) = content.rows
    names = [position.notation(move) for move in (wrong, right)]
    assert texts(row) == ["plays", "right", f"{names[0]}, lost in 4", f"{names[1]}, won in 3", "0.5", EQUAL]
    assert list(content.rows) == list(worst(study, found, LENS).rows) and not study.of(Truth).running
    assert not row.chosen
    study.of(Truth).visited = found.worst[0]
    assert worst(study, found, LENS).rows[0].chosen
