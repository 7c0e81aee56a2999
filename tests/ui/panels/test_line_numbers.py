"""Moves of best lines have the game's own numbers, and what stands above values names their unit."""

import pytest
from panel_views import Panel, view_of

from games.compiling.compiler import jit_disabled
from games.contract import WHITE
from games.record import numbered_along
from study.searches.lines import best_line
from study.state.study import Study

pytestmark = pytest.mark.skipif(jit_disabled(), reason="searches")


def test_number_is_before_the_first_and_each_white_turn() -> None:
    plain = [("e4", 0), ("e5", 1), ("Nf3", 0)]
    assert numbered_along(12, plain) == ["12. e4", "e5", "13. Nf3"]
    assert numbered_along(12, plain[1:]) == ["12…e5", "13. Nf3"]
    turns = [("a1-a2", 0), ("a2-a3", 0), ("f6-f5", 1), ("end", 1), ("a3-a4", 0)]
    assert numbered_along(3, turns) == ["3. a1-a2", "a2-a3", "f6-f5", "end", "4. a3-a4"]
    assert numbered_along(3, turns[3:]) == ["3…end", "4. a3-a4"]
    assert numbered_along(None, plain) == ["e4", "e5", "Nf3"] and numbered_along(1, []) == []


def expected(study: Study, count: int) -> list[str]:
    """The first moves of the best line, numbered as the list of moves would if they were played."""
    line = best_line(study)
    assert line is not None
    record, texts, before = study.record, [], None
    made = len(record.plies)
    for move in line.played[:count]:
        record.play(move, 0)
        index, side = len(record.plies) - 1, record.plies[-1].side
        text = record.plies[-1].text
        texts.append(record.label(index) if before is None or (side == WHITE and before != WHITE) else "")
        texts[-1] = f"{texts[-1]} {text}" if texts[-1].endswith(".") else texts[-1] + text
        before = side
    while len(record.plies) > made:
        record.take_back()
    return texts


@pytest.mark.parametrize(
    ("game", "player", "plies"),
    [
        ("chess", "alphabeta:classical,depth=3,multipv=3", 15),
        ("morris", "alphabeta:weighted,depth=3,multipv=3", 8),
        ("tabletactics", "alphabeta:siege,depth=4,multipv=3", 23),
        ("isolation", "alphabeta:improved,depth=3,multipv=3", 9),
    ],
)
def test_lines_are_numbered_as_the_game_is(game: str, player: str, plies: int) -> None:
    panel, study = (
        Panel((575, 1000)),
        view_of(game, player.partition(":")[2].partition(",")[0], plies, player),
    )
    panel.dock.stacked = False
    panel.settle(study)
    texts = expected(study, 3)
    assert texts[0] in panel.texts()
    moves = next(each for each in panel.dock.panels if each.title == "Moves")
    panel.dock.show(moves, study)
    panel.settle(study)
    shown = panel.texts()
    assert [text for text in texts if text in shown] == texts
    tips = {zone.tip for zone in panel.sheet.zones if isinstance(zone.key, tuple) and zone.key[1:] == (0,)}
    assert any(str(tip).startswith(f"{texts[0]}: move 1 of the line") for tip in tips)


def test_the_depth_is_said_in_the_narrowest_panel_too() -> None:
    study = view_of("chess", "classical", 14, "alphabeta:classical,depth=2,multipv=3")
    panel = Panel((320, 348))
    moves = next(each for each in panel.dock.panels if each.title == "Moves")
    panel.dock.show(moves, study)
    panel.settle(study)
    shown = {label.shown for label in panel.sheet.labels or ()}
    assert "Depth 2" in shown and "3" in shown and not any(text.startswith("Dep…") for text in shown)


@pytest.mark.parametrize(("size", "scale"), [((320, 348), 1.0), ((540, 560), 1.5), ((575, 640), 1.0)])
@pytest.mark.parametrize(("game", "heuristic"), [("chess", "classical"), ("tabletactics", "siege")])
def test_no_name_of_a_moves_terms_is_cut_while_bars_have_room(
    game: str, heuristic: str, size: tuple[int, int], scale: float
) -> None:
    study = view_of(game, heuristic, 23, f"alphabeta:{heuristic},depth=2,multipv=3")
    panel = Panel(size, scale)
    moves = next(each for each in panel.dock.panels if each.title == "Moves")
    panel.dock.show(moves, study)
    panel.settle(study)
    keys = ((zone.key, zone.rect) for zone in panel.sheet.zones if isinstance(zone.key, tuple))
    rows = [rect for key, rect in keys if key[0] == "detail term"]
    names = [label for label in panel.sheet.labels or () for row in rows if row.contains(label.column)]
    cut = [label for label in names if label.shown != label.wanted]
    assert len(names) > 6 and (not cut or game != "chess")
    numbers = 2 * panel.theme.width("+88.888") + panel.theme.px(8 * 4 + 20)  # a mark beside the name
    assert all(rows[0].right - label.column.right <= numbers for label in cut), "there is no bar beside them"


def test_the_head_of_moves_names_the_unit_where_there_is_one() -> None:
    panel = Panel((575, 1000))
    panel.dock.stacked = False
    moves = next(each for each in panel.dock.panels if each.title == "Moves")
    study = view_of("chess", "classical", 14, "alphabeta:classical,depth=2,multipv=3")
    panel.dock.show(moves, study)
    panel.settle(study)
    assert any(
        text.startswith(("Best lines, depth", "Depth")) and text.endswith(", in pawns")
        for text in panel.texts()
    )
    panel.click(panel.zone("more moves").center)
    panel.settle(study)
    heads = [zone for zone in panel.sheet.zones if isinstance(zone.key, tuple) and zone.key[0] == "head"]
    labels = panel.sheet.labels or []
    titles = {
        " ".join(label.shown for label in labels if head.rect.collidepoint(label.place.center))
        for head in heads
    }
    assert {"search (pawns)", "after it (pawns)"} <= titles
    other = view_of("isolation", "improved", 6, "alphabeta:improved,depth=2,multipv=3")
    panel = Panel((575, 1000))
    panel.dock.stacked = False
    moves = next(each for each in panel.dock.panels if each.title == "Moves")
    panel.dock.show(moves, other)
    panel.settle(other)
    unit = other.lens.heuristic.unit
    assert any((", in " in text) == bool(unit) for text in panel.texts() if "epth" in text)
