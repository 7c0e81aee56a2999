"""What the page of a scan says of the positions that it found, without a window."""

from games.record import Record
from games.registry import load_game
from heuristics.registry import load_lens
from study.compare.background_scan import GAME, Scanned
from study.compare.heuristic_pair import HeuristicPair
from study.compare.scan import Disagreement, ScanChoice, ScanNews
from study.compare.scan_positions import Spot
from study.state.study import Study
from ui.kit.cells import TextCell
from ui.panels.compare.scan_rows import scan_rows

LENSES = (
    load_lens("isolation", "improved"),
    load_lens("isolation", "open"),
    load_lens("isolation", "improved"),
)


def test_a_row_has_both_choices_what_decided_them_and_the_cost():
    opened: list[tuple[object, ...]] = []
    study = Study(Record.start(load_game("isolation")), LENSES[0], 0)
    position = study.position
    first, second = position.moves[:2]
    choices = (
        ScanChoice(first, 2.0, 1, 2.0, 1.0, "mobility", 3.0),
        ScanChoice(second, 1.0, 1, 1.0, 1.0, "", 1.0),
    )
    found = Disagreement(Spot(1, 0, position), choices)
    scanned = Scanned(LENSES, ("improved", "open"), 1, GAME, study.record, (position,))
    news = ScanNews((found,), 6, 6, 1.0)

    def opening(*asked: object) -> None:
        opened.append(asked)

    content = scan_rows(study, news, scanned, opening)
    assert [column.title for column in content.columns] == ["move", "improved", "open", "cost"]
    (row,) = content.rows
    lines = [cell for cells in row.cells for cell in cells]
    names = [position.notation(move) for move in (first, second)]
    texts = [study.record.label(0), "", names[0], "mobility", names[1], "a tie", "2.00", "tie"]
    assert [cell.text for cell in lines if isinstance(cell, TextCell)] == texts
    values = [cell.after.value for cell in lines if cell.after is not None]
    assert values == [3.0, 1.0] and not any(cell.bold for cell in lines), "none of a tie is better"
    assert (
        list(scan_rows(study, news, scanned, opening).rows) == [row]
        and not study.of(HeuristicPair).scan.running
    )
    row.click()
    assert opened == [(scanned, found)]
