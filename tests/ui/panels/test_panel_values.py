"""The numbers that the side panel shows are those that the search used."""

import math
import time

import numpy as np
import pytest
from panel_views import Panel, played, searched, telling, view_of, worked_out

from engines.contract import EXACT, WIN_BAND, RootMove
from engines.jobs import RUNNING, THINKING, News
from engines.player_text import make_engine, parse_player
from games.contract import ONGOING
from games.position import Position
from games.record import Record
from games.registry import load_game
from heuristics.contract import Heuristic
from heuristics.lens import Lens
from heuristics.registry import heuristics_of, load_lens
from samples import random_positions
from study.evaluation.breakdowns import breakdown_now
from study.evaluation.contribution_formula import term_of
from study.format.number_columns import FINE, NumberColumns, round_up
from study.format.value_format import ValueFormat
from study.moves.candidates import Candidate, CandidateList, in_order
from study.searches.lines import best_line, read_line, take_in
from study.state.study import Study

NAMES = ("White", "Black")


def read(thought):  # type: ignore[no-untyped-def]
    return worked_out(read_line(thought, NAMES))


@pytest.mark.parametrize("heuristic", ["custom_score", "custom_score_2"])
def test_best_line_adds_up_to_the_search_value(heuristic: str) -> None:
    sides, decided = set(), 0
    for index, position in enumerate(random_positions(load_game("isolation"), 5, 40)):
        if not position.moves:
            continue
        thought = searched(position, f"alphabeta:{heuristic},depth={4 + index % 3}")
        line = read(thought)
        assert line.side == position.to_move
        if abs(thought.value) > WIN_BAND:
            decided += 1
            winner = thought.pv_end().outcome
            assert winner != ONGOING
            assert line.words.startswith(f"{NAMES[winner]} wins in {len(thought.pv)} pl")
            assert line.breakdown is None
        else:
            sides.add(line.side)
            assert line.breakdown is not None
            assert line.breakdown.value == thought.value
            assert line.breakdown.side == position.to_move
    assert sides == {0, 1}
    assert decided > 0


def test_a_line_is_broken_down_through_the_lens_of_its_search() -> None:
    position = played("isolation", 6).position
    weights = {"isolation": {"custom_score": {"targets": 7.0}}}
    changed = load_lens("isolation", "custom_score", weights)
    engine = make_engine(parse_player("alphabeta:custom_score,depth=5", "isolation"), "isolation", weights)
    thought = engine.think(position)
    assert thought.lens == changed != load_lens("isolation", "custom_score")
    line = read(thought)
    assert line.breakdown.value == thought.value
    assert line.breakdown == changed.breakdown(thought.pv_end().state, position.to_move)


def test_the_best_line_stops_at_chance() -> None:
    record = played("jungle", 0)
    line = read(searched(record.position, "alphabeta:minimax,depth=2"))
    assert len(line.moves) == 1
    assert line.breakdown is None
    assert "mean" in line.words


def test_a_random_player_has_no_value() -> None:
    line = read(searched(played("isolation", 4).position, "random"))
    assert line.value is None
    assert line.breakdown is None


def test_a_snapshot_is_shown_once_its_line_is_read() -> None:
    position = played("isolation", 6).position
    first, second = (searched(position, f"alphabeta:custom_score,depth={depth}") for depth in (4, 5))
    study = view_of("isolation", "custom_score", 6)
    for before, newest in ((None, first), (first, second)):
        telling(study, News(RUNNING, THINKING, newest))
        take_in(study)
        assert study.thought is before, "reading takes more than a step"
        study.facts.advance(time.perf_counter() + 10)
        take_in(study)
        assert study.thought is newest and best_line(study).thought is newest


@pytest.mark.parametrize(
    ("game", "heuristic"),
    [
        ("isolation", "custom_score_2"),
        ("morris", "weighted"),
        ("jungle", "greedy"),
        ("tabletactics", "concentration"),
    ],
)
def test_candidates_are_worth_what_a_search_of_one_ply_says(game: str, heuristic: str) -> None:
    checked = 0
    for position in random_positions(load_game(game), 11, 12):
        if not position.moves:
            continue
        candidates = worked_out(CandidateList(position, load_lens(game, heuristic)).steps())
        thought = searched(position, f"minimax:{heuristic},depth=1")
        values = {row.move: row.value for row in thought.root_moves}
        assert {candidate.move: candidate.value for candidate in candidates.candidates} == values
        for candidate in candidates.candidates:
            checked += 1
            assert sum(outcome.probability for outcome in candidate.outcomes) == pytest.approx(1.0)
            assert candidate.notation == position.notation(candidate.move)
    assert checked > 20


def test_candidates_are_worked_out_in_slices() -> None:
    position = played("chess", 12).position
    candidates = CandidateList(position, load_lens("chess", "michniewski"))
    slices = 0
    done = 0
    for _ in candidates.steps():
        slices += 1
        assert candidates.done <= done + 1
        done = candidates.done
    assert slices >= 2 * len(position.moves)
    assert all(candidate.value is not None for candidate in candidates.candidates)


def test_a_term_that_fails_leaves_the_candidates_without_values() -> None:
    broken = Heuristic("broken", "isolation", "Divides by zero.", "this test")

    @broken.own(weight=1.0)
    def nothing(state, side):  # type: ignore[no-untyped-def]
        """Fails."""
        return 1 / 0

    candidates = worked_out(CandidateList(played("isolation", 4).position, Lens.of(broken)).steps())
    assert not candidates.busy
    assert "broken failed: nothing: ZeroDivisionError" in candidates.error
    assert "tests/ui/panels/test_panel_values.py, line" in candidates.error

    panel = Panel()
    view = view_of("isolation", "open", 4)
    view.lens = Lens.of(broken)
    for page in range(3):
        panel.show_page(page)
        panel.settle(view)
        if page < 2:
            assert any("ZeroDivisionError" in text for text in panel.texts())


def test_candidates_in_order() -> None:
    a, b, c, d = (Candidate(move, value=value) for move, value in enumerate((0.0, 5.0, 1.0, 2.0)))
    searched_rows = {0: RootMove(0, 3.0, EXACT), 1: RootMove(1, 3.0, "upper"), 2: RootMove(2, 0.0, "unknown")}
    assert in_order([a, b, c, d], searched_rows, best=0) == [a, b, d, c]
    assert in_order([a, b, c, d], {}) == [b, d, c, a]
    assert in_order([a, b], searched_rows, best=1) == [b, a]


@pytest.mark.parametrize("game", ["isolation", "morris", "chess", "jungle", "tabletactics"])
def test_squares_and_amounts_belong_to_their_terms(game: str) -> None:
    """A term's amount is the difference of both sides' counts. In chess, the amounts on its squares add up to
    its contribution."""
    seen = 0
    for position in random_positions(load_game(game), 3, 6):
        for heuristic in heuristics_of(game):
            for side in (0, 1):
                lens = Lens.of(heuristic)
                breakdown = lens.breakdown(position.state, side)
                for index, row in enumerate(breakdown.rows):
                    term = term_of(heuristic, breakdown, index)
                    assert term.name == row.name
                    amount = lens.amount(breakdown, index)
                    if amount is not None and row.own is not None and row.other is not None:
                        assert amount == pytest.approx(row.own - row.other)
                    squares = lens.squares(term, position.state, side)
                    if game == "chess" and squares is not None:
                        seen += 1
                        total = sum(amount for _, amount in squares)
                        assert total == pytest.approx(row.contribution if side == 0 else -row.contribution)
    assert seen > 0 or game != "chess"


def test_the_shown_totals_are_the_breakdowns() -> None:
    for side_plies in (6, 7):
        view = view_of("isolation", "custom_score", side_plies, "alphabeta:custom_score,depth=5")
        panel = Panel()
        panel.settle(view)
        line = best_line(view)
        assert line is not None and view.thought is not None
        assert line.breakdown is not None and line.breakdown.value == view.thought.value
        now = view.lens.breakdown(view.position.state, view.position.to_move)  # as the search counts
        for shown, breakdown in (("now", now), ("line", line.breakdown)):
            panel.evaluation.shown = shown
            panel.draw(view)
            texts = panel.texts()
            form = ValueFormat.of_lens(view.lens)
            for value in [row.contribution for row in breakdown.rows] + [breakdown.value]:
                assert any(text.lstrip("+−") == form.size(value) for text in texts)


@pytest.mark.parametrize("plies", [6, 200])
def test_a_sum_of_terms_is_no_total_where_the_game_is_over(plies: int) -> None:
    view, panel = view_of("isolation", "custom_score", plies), Panel()
    over = view.position.outcome != ONGOING
    assert over == (plies == 200)
    panel.settle(view)
    panel.draw(view)
    assert ("total" in panel.texts(), "terms alone" in panel.texts()) == (not over, over)
    assert any(text.endswith(" has won") for text in panel.texts()) == over


def test_at_the_end_of_a_game_its_result_stands_alone() -> None:
    """The last search's value says nothing any more, and terms that count nothing are no table."""
    game = load_game("tabletactics")
    record = Record.start(game, text="6/6/n415/N12f324/6/6 b play - 4")
    spec = parse_player("alphabeta:siege,depth=1", "tabletactics")
    view = Study(record, load_lens("tabletactics", "siege"), players=(spec, spec))
    view.search_store.keep(searched(record.position, "alphabeta:siege,depth=1"))
    while record.position.outcome == ONGOING:
        attack = next(m for m in record.position.moves if "x" in record.position.notation(m))
        record.play(attack)
    view.go_to(len(record.plies))
    panel = Panel()
    panel.settle(view)
    texts = panel.texts()
    assert "Black has won" in texts and "last search" not in texts and "terms alone" not in texts
    assert f"{record.position.ending} The heuristic siege counts nothing in a game that is over." in " ".join(
        texts
    )
    panel.evaluation.toggle_shown()
    panel.settle(view)
    assert record.position.ending in " ".join(panel.texts()) and "reading the line …" not in panel.texts()


def test_row_of_the_rounding_difference_has_its_place_early() -> None:
    """Both armies are alike at first, so that each contribution is 0: the counts say that rows will be
    rounded. A heuristic of whole numbers has no such row."""
    concentration = load_lens("tabletactics", "concentration")
    game = load_game("tabletactics")
    start = Record.start(game, text="6/6/2n421f321/2N421F321/6/6 w play - 6").position
    breakdown = concentration.breakdown(start.state, 0)
    assert NumberColumns.of(concentration).remainder(breakdown) == 0.0
    rest = [row.contribution for row in breakdown.rows if row.label == "strength"]
    assert rest == [0.0]
    territory = load_lens("isolation", "territory")
    number_columns = NumberColumns.of(territory)
    for position in random_positions(load_game("isolation"), 9, 20):
        assert number_columns.remainder(territory.breakdown(position.state, 0)) is None


def test_columns_never_shrink() -> None:
    lens = load_lens("isolation", "custom_score")
    number_columns = NumberColumns.of(lens)
    widths = []
    for position in random_positions(load_game("isolation"), 9, 30):
        number_columns.include([lens.breakdown(position.state, 0)])
        widths.append((len(number_columns.sample()), len(number_columns.count_sample())))
    assert widths == sorted(widths)


def test_the_scale_of_bars_never_shrinks_once_a_bar_was_shown() -> None:
    number_columns = NumberColumns(scale=20.0)
    for largest, scale in ((6.0, 20.0), (0.0, 20.0), (0.2, 20.0), (25.0, 30.0), (1.0, 30.0)):
        number_columns.fit(largest)
        assert number_columns.scale == scale


def test_only_the_first_bar_makes_a_wrong_guess_smaller() -> None:
    number_columns = NumberColumns(scale=1000.0)
    number_columns.fit(0.0)
    assert number_columns.scale == 1000.0, "nothing was shown"
    number_columns.fit(2.0)
    assert number_columns.scale == 10.0
    number_columns.fit(0.2)
    assert number_columns.scale == 10.0


@pytest.mark.parametrize(("game", "name"), [("chess", "classical"), ("tabletactics", "siege")])
def test_the_bars_of_a_game_keep_their_scale_or_get_a_larger_one(game: str, name: str) -> None:
    lens, scales = load_lens(game, name), []
    number_columns, most = NumberColumns.of(lens), round_up(2 * lens.heuristic.clear_advantage, FINE)
    for position in played(game, 60).positions:
        breakdown = lens.breakdown(position.state, 0)
        number_columns.include([breakdown])
        scales += [number_columns.scale] * number_columns.fitted
        sizes = [abs(row.contribution) for row in number_columns.undecided(breakdown)]
        assert max(sizes) <= number_columns.scale or number_columns.scale == most
    assert scales == sorted(scales) and scales[-1] <= most, scales
    assert game != "chess" or len(set(scales)) > 1, scales
    assert NumberColumns.of(lens.with_weight(lens.heuristic.weight_names[0], 99.0)).most > most


def test_a_guessed_scale_of_bars_is_within_the_limit() -> None:
    for lens in (load_lens("chess", "piece_value"), load_lens("tabletactics", "concentration")):
        number_columns = NumberColumns.of(lens)
        assert 0.0 < number_columns.scale <= number_columns.most < math.inf, lens.name


@pytest.mark.parametrize(("value", "rounded"), [(0.0, 0.0), (1.0, 1.0), (1.2, 2.0), (0.3, 0.5), (700, 1000)])
def test_scales_are_round(value: float, rounded: float) -> None:
    assert round_up(value) == pytest.approx(rounded)


def test_changed_weights_are_used() -> None:
    view = view_of("morris", "weighted", 9)
    view.lens = Lens(view.lens.heuristic, np.array([9.0, 0.0, 0.0, 0.0]))
    panel = Panel()
    panel.settle(view)
    while breakdown_now(view) is None:
        view.facts.advance(time.perf_counter())
    assert breakdown_now(view) == view.lens.breakdown(view.position.state, 0)
    assert "9/82" in panel.texts()


def test_positions_are_compared_by_all_that_matters() -> None:
    study = view_of("morris", "weighted", 0)
    one = Position.start(load_game("morris"))
    assert one is not study.position and study.shows(one)
    assert not study.shows(one.play(one.moves[0]))
