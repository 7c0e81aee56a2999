"""One-sided terms are marked, and values that contain them say for whom they were evaluated."""

from dataclasses import replace

from panel_views import Panel, view_of

from bars import read_calibrations
from games.contract import BLACK, WHITE
from study.format.loss_scale import share
from study.format.value_format import ValueFormat
from study.on_board.evaluation_bar import _static_marks
from study.searches.lines import best_line
from study.state.search_store import SearchStore
from study.state.study import Study
from ui.panels.evaluation.breakdown_table import ShownBreakdown
from ui.panels.evaluation.evaluation import LINE, NOW, EvaluationPanel
from ui.panels.evaluation.weights import WeightsPanel


def searched_by_black(heuristic: str, game: str = "jungle") -> Study:
    """A position in which Black is to move and has searched, while values are for White."""
    for plies in (9, 10):
        study = view_of(game, heuristic, plies, f"alphabeta:{heuristic},depth=1")
        if study.position.to_move == BLACK:
            return study
    raise AssertionError("Black is to move after one of them")


def tips(panel: Panel) -> dict[str, str]:
    """The tooltips of the table's rows, by term."""
    zones = [zone for zone in panel.sheet.zones if isinstance(zone.key, tuple) and zone.key[0] == "term"]
    texts = [zone.tip if isinstance(zone.tip, str) else zone.tip() for zone in zones]
    return {text.partition(":")[0].lower(): text for text in texts}


def test_one_sided_terms_say_so_in_their_tips_and_others_do_not() -> None:
    study, panel = searched_by_black("minimax"), Panel()
    panel.settle(study)
    told = tips(panel)
    white, black = study.side_names
    assert f"from {white}'s point of view it would not be the same" in told["own hidden pieces"]
    assert f"Here it is from {black}'s point of view." in told["own hidden pieces"], "as the search did"
    assert "One-sided" not in told["revealed strength"]


def test_position_is_counted_by_the_side_that_searched() -> None:
    study, panel = searched_by_black("open", "isolation"), Panel()
    evaluation = next(each for each in panel.dock.panels if isinstance(each, EvaluationPanel))
    panel.settle(study)
    black = study.side_names[BLACK]
    texts = panel.texts()
    assert f"total, from {black}'s view" in texts and f"now, before {black}'s move" in texts
    value = study.lens.breakdown(study.position.state, BLACK).value
    assert value != -study.lens.breakdown(study.position.state, WHITE).value, "who counts matters here"
    form = study.number_columns(study.lens).form
    assert form.signed(0.0 - value) in texts, "for White, as the perspective has it"
    evaluation.shown = LINE
    panel.settle(study)
    assert f"total, from {black}'s view" in panel.texts()
    line = best_line(study)
    assert line is not None
    assert "'s view" not in evaluation.note(study, line)[0], "the head says it, and nothing below"
    evaluation.shown = NOW
    study.toggle_perspective()
    panel.settle(study)
    evaluation.shown = LINE
    panel.settle(study)
    assert "total" in panel.texts(), "it was evaluated for whom values are for"
    assert form.signed(value) in panel.texts(), "the other perspective turns the sign and nothing else"


def test_bar_and_weights_count_as_evaluation_does() -> None:
    study, panel = searched_by_black("open", "isolation"), Panel()
    panel.settle(study)
    value = study.lens.breakdown(study.position.state, BLACK).value
    assert value != -study.lens.breakdown(study.position.state, WHITE).value, "who counts matters here"
    read_calibrations(study, study.lens)
    (mark,) = _static_marks(study, study.lens, None)
    assert mark.counted == BLACK
    assert mark.share == share(-value, study.lens.heuristic.clear_advantage)
    white, black = study.side_names
    in_words = ValueFormat.of_lens(study.lens).with_unit(-value)
    assert mark.text.startswith(f"{in_words} for {white}: "), "as all values of the window are"
    assert mark.text.endswith(f"It is from the point of view of {black}, the side that searched.")
    weights = next(each for each in panel.dock.panels if isinstance(each, WeightsPanel))
    panel.dock.show(weights, study)
    panel.settle(study)
    assert f"now {in_words} for {white}" in panel.texts()


def test_remark_of_the_player_keeps_where_its_line_began() -> None:
    study = searched_by_black("open", "isolation")
    thought = study.thought
    assert thought is not None
    study.search_store.keep(replace(thought, remark="A better move was known, a1, and skipped."))
    study.record.play(study.position.moves[0], 0)
    study.go_to(study.cursor + 1)
    Panel().settle(study)
    said, warns = EvaluationPanel().note(study, best_line(study))
    assert said.startswith("A better move was known, a1, and skipped. The best line was found ")
    assert not warns


def test_a_value_of_an_unfinished_depth_says_so_beside_the_depth() -> None:
    study = searched_by_black("open", "isolation")
    Panel().settle(study)
    line = best_line(study)
    assert line is not None and "not finished" not in EvaluationPanel().note(study, line)[0]
    deep = line.thought.depth
    stopped = replace(line, thought=replace(line.thought, depth=deep - 1))
    said, _ = EvaluationPanel().note(study, stopped)
    assert f"The value is of depth {deep}, which was not finished" in said
    panel, study.search_store = Panel((480, 640)), SearchStore()
    study.search_store.keep(stopped.thought)
    panel.settle(study)
    assert f"depth {deep}, unfinished" in panel.texts()
    tip = panel.sheet.zone(("figure", 0)).tip
    assert f"depth {deep}, which was stopped" in tip and f"Depth {deep - 1} was finished." in tip


def test_two_sided_heuristic_says_nothing_of_sides() -> None:
    study, panel = searched_by_black("mobile", "morris"), Panel()
    evaluation = next(each for each in panel.dock.panels if isinstance(each, EvaluationPanel))
    evaluation.shown = LINE
    panel.settle(study)
    texts = [*panel.texts(), *tips(panel).values()]
    assert not any("valuated for" in text or "One-sided" in text for text in texts)


def test_comparison_is_turned_and_other_sides_rows_left_out() -> None:
    study = searched_by_black("minimax")
    lens, state = study.lens, study.position.state
    for_white, for_black = (lens.breakdown(state, side) for side in (WHITE, BLACK))
    shown = ShownBreakdown(lens, study.number_columns(lens), for_white, study.side_names, WHITE, for_black)
    for index, row in enumerate(for_white.rows):
        expected = None if shown.is_one_sided(row.name) else row.contribution
        assert shown.other(index) == expected
    alike = replace(shown, compared=for_white)
    assert [alike.other(i) for i in range(len(for_white.rows))] == [r.contribution for r in for_white.rows]


def test_the_head_says_who_counted_in_each_size_and_stays() -> None:
    for size, scale in (((420, 640), 1.0), ((300, 380), 1.0), ((640, 620), 1.5)):
        study, panel = searched_by_black("open", "isolation"), Panel(size, scale)
        black = study.side_names[BLACK]
        panel.settle(study)
        said = [text for text in panel.texts() if text == f"from {black}'s view"]
        assert len(said) == 1, (size, panel.texts())
        place = panel.sheet.zone("counted")
        study.toggle_perspective()
        panel.settle(study)
        assert said[0] in panel.texts(), "for either perspective"
        assert place is not None and panel.sheet.zone("counted").rect == place.rect


def test_two_sided_heuristic_has_no_line_on_who_counted() -> None:
    study, panel = searched_by_black("territory", "isolation"), Panel()
    panel.settle(study)
    assert panel.sheet.zone("counted") is None
