"""The course of a game: the contributions of each position add up to its value, for either perspective."""

import time
from itertools import pairwise

import numpy as np
import pytest

from engines.player_text import parse_player
from games.contract import ONGOING
from games.record import Record
from games.registry import load_game
from heuristics.registry import default_heuristic, load_lens
from reviews import random_game, small
from study.compare.heuristic_pair import HeuristicPair
from study.review.background_review import BackgroundReview
from study.review.timeline import (
    MOST_TERMS,
    Timeline,
    colors_of,
    course,
    evaluated,
    most_changing,
)
from study.searches.values import for_side
from study.state.changes import GAME
from study.state.study import Study
from study.state.view_choices import ViewChoices

GAMES = ("isolation", "morris", "chess", "jungle", "tabletactics")
NAMES = ("White", "Black")


def followed(study, timeline=None):
    """A timeline that knows the whole game."""
    timeline = timeline or Timeline()
    timeline.follow(study)
    while study.facts.busy:
        study.facts.advance(time.perf_counter() + 1.0)
        timeline.follow(study)
    timeline.follow(study)
    return timeline


def study_of(game, plies, seed=2, heuristic="", **more):
    record = random_game(game, plies, seed)
    lens = load_lens(game, heuristic or default_heuristic(game).name)
    return Study(record, lens, len(record.plies), **more)


@pytest.mark.parametrize("game", GAMES)
def test_every_column_adds_up_to_what_evaluation_says_there(game):
    study = study_of(game, 14)
    study.search_store.keep(small(study.lens, depth=1).think(study.record.positions[3]))
    course = followed(study).course
    assert [column.cursor for column in course.columns] == list(range(len(study.record.positions)))
    assert len(course.terms) <= MOST_TERMS
    for column in course.columns:
        study.go_to(column.cursor)
        now = study.lens.breakdown(study.position.state, study.perspective)
        assert column.value == for_side(now.value, now.side, 0)
        assert sum(column.amounts) == pytest.approx(column.value, abs=1e-9)
        by_name: dict[str, float] = {}
        for row in now.rows:
            part = row.group or row.label
            by_name[part] = by_name.get(part, 0.0) + for_side(row.contribution, now.side, 0)
        for name, amount in zip(course.terms, column.amounts, strict=False):
            assert amount == pytest.approx(by_name[name], abs=1e-9)
        rest = sum(amount for name, amount in by_name.items() if name not in course.terms)
        assert column.amounts[-1] == pytest.approx(rest)


def test_terms_are_those_that_change_most_in_their_order():
    study = study_of("morris", 30, heuristic="mobile")
    assert not any(term.group for term in study.lens.heuristic.terms)
    found = [study.lens.breakdown(position.state, position.to_move) for position in study.record.positions]
    names = [row.label for row in found[0].rows]
    spread = {
        name: np.var([for_side(f.rows[i].contribution, f.side, 0) for f in found])
        for i, name in enumerate(names)
    }
    chosen = most_changing(found, study.lens, 2)
    assert {spread[name] for name in chosen} == set(sorted(spread.values(), reverse=True)[:2])
    assert list(chosen) == [name for name in names if name in chosen] and len(names) > 2
    made = followed(study).course
    assert set(chosen) <= set(made.terms) and [*made.terms] == [name for name in names if name in made.terms]
    assert [column.value for column in made.columns] == [for_side(f.value, f.side, 0) for f in found]


def test_terms_of_a_group_are_one():
    study = study_of("chess", 30)
    found = [study.lens.breakdown(position.state, position.to_move) for position in study.record.positions]
    rows = found[0].rows
    assert len(rows) > MOST_TERMS and all(row.group for row in rows if row.name == "pawns")
    made = followed(study).course
    parts = list(dict.fromkeys(row.group or row.name for row in rows))
    assert {row.group for row in rows if row.group} & set(made.terms) and set(made.terms) <= set(parts)
    for column, breakdown in zip(made.columns, found, strict=True):
        for name, amount in zip(made.terms, column.amounts, strict=False):
            of_it = [row.contribution for row in breakdown.rows if (row.group or row.name) == name]
            assert amount == pytest.approx(for_side(sum(of_it), breakdown.side, 0), abs=1e-9)
    assert made.has_others == (len(parts) > len(made.terms) and any(c.amounts[-1] for c in made.columns))


def test_it_follows_the_perspective_of_the_window():
    study = study_of("isolation", 9)
    timeline = followed(study)
    before = timeline.course
    study.toggle_perspective()
    after = followed(study, timeline).course
    assert study.perspective == 1 and after.side == 1 and after is not before
    for one, other in zip(before.columns, after.columns, strict=True):
        assert other.value == -one.value and other.amounts == tuple(0.0 - a for a in one.amounts)


def test_nothing_is_worked_out_twice(monkeypatch):
    study = study_of("isolation", 12)
    timeline = followed(study)
    asked = []
    heuristic = type(study.lens)
    told = heuristic.breakdown

    def counting(lens, state, side, partly=False):
        asked.append(side)
        return told(lens, state, side, partly)

    monkeypatch.setattr(heuristic, "breakdown", counting)
    course = timeline.course
    for _ in range(3):
        followed(study, timeline)
    assert timeline.course is course and not asked
    study.record.play(study.record.position.moves[0])
    study.change(GAME)
    followed(study, timeline)
    assert len(asked) == 1 and len(timeline.course.columns) == 14


def test_a_new_search_changes_no_column_and_works_none_out_again():
    study = study_of("isolation", 12, heuristic="custom_score")
    timeline = followed(study)
    before = timeline.course
    for index in (0, 1, 2, 3):
        study.search_store.keep(small(study.lens, depth=1).think(study.record.positions[index]))
        assert followed(study, timeline).course == before
    assert len(timeline._known) == 13


def reviewed_in_a_window(study, **limits):
    review = study.of(BackgroundReview)
    review.make = lambda lens, given: small(lens, **limits)
    review.judge = study.lens.name
    review.begin(study)
    while review.goes_on or review.running:
        review.follow(study)
        if not review.running and study.record.position.outcome == ONGOING:
            review.pause()
        time.sleep(0.01)
    review.follow(study)
    return review


@pytest.mark.parametrize("game", ["chess", "jungle", "isolation", "tabletactics"])
def test_review_s_finding_replaces_the_static_value(game):
    study = study_of(game, 12)
    timeline = followed(study)
    assert not timeline.course.is_searched
    review = reviewed_in_a_window(study, depth=1)
    course, plies = followed(study, timeline).course, len(study.record.plies)
    assert len(course.columns) == plies + 1
    for column in course.columns:
        last = column.cursor == plies
        index = column.cursor - last
        looked = review.looked(study.record.positions[index], study.record.plies[index].move)
        row = looked.move_loss.played if last else looked.move_loss.best
        value = for_side(row.value, looked.move_loss.side, 0)
        assert column.searched and column.value == pytest.approx(value)
        assert sum(column.amounts) == pytest.approx(value)
    assert course.is_searched
    study.set_lens(next(name for name in study.lens_names if name != study.lens.name))
    assert not any(column.searched for column in followed(study, timeline).course.columns)


def test_a_sacrifice_at_the_end_is_no_dive():
    """Morphy gives up the queen and mates: that is not nine pawns behind."""
    record = Record.start(load_game("chess"), text="4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 16")
    for move in ("b3b8", "d7b8", "d1d8"):
        record.play(record.position.parse_move(move))
    study = Study(record, load_lens("chess", "classical"), 3)
    timeline = followed(study)
    assert min(column.value for column in timeline.course.columns[:3]) < -500
    reviewed_in_a_window(study, depth=3)
    columns = followed(study, timeline).course.columns
    assert [column.winner for column in columns] == [0] * 4
    assert [column.words for column in columns] == [
        "White wins in 3 plies",
        "White wins in 2 plies",
        "White wins in 1 ply",
        "White has won",
    ]


def test_steps_are_for_one_side_or_for_who_moves():
    study = study_of("isolation", 12, heuristic="custom_score", view=ViewChoices(for_mover=True))
    timeline = followed(study)
    for cursor in (12, 11, 10, 3):
        study.go_to(cursor)
        side = study.position.to_move
        for column, position in zip(
            followed(study, timeline).course.columns, study.record.positions, strict=True
        ):
            assert column.value == study.lens.breakdown(position.state, side).value
    assert len(timeline._known) == 2 * 13


def test_a_heuristic_that_is_shown_again_has_its_course_again():
    study = study_of("isolation", 5, heuristic="improved")
    timeline = followed(study)
    before = timeline.course
    for name in ("center", "improved"):
        study.set_lens(name)
        assert followed(study, timeline).course.lens.name == name
    assert timeline.course == before


def test_the_end_of_a_game_has_words_instead():
    study = study_of("isolation", 60)
    last = followed(study).course.columns[-1]
    winner = study.record.position.outcome
    assert last.amounts is None and last.winner == winner
    assert last.words == f"{NAMES[winner]} has won"


def test_a_heuristic_that_fails_leaves_words():
    study = study_of("isolation", 2)
    positions = study.record.positions
    made = course(positions, ["mobility: division by zero", None, None], study.lens, 0, NAMES)
    assert made.columns[0].words == "mobility: division by zero" and made.terms == ()
    assert made.columns[1].words == "" and made.columns[1].value is None


def test_what_both_programs_think_are_two_courses():
    players = tuple(parse_player(f"alphabeta:{name},depth=1", "isolation") for name in ("improved", "open"))
    study = study_of("isolation", 8, heuristic="improved", players=players)
    timeline = followed(study)
    assert [(other.course.lens.name, other.side) for other in timeline.others] == [("open", 1)]
    assert timeline.course.lens.name == "improved"
    study.set_lens("center")
    timeline = followed(study, timeline)
    assert [(each.course.lens.name, each.side) for each in timeline.others] == [("improved", 0), ("open", 1)]
    improved, open_ = timeline.others
    assert improved.value_in(study.lens, improved.course.lens.heuristic.clear_advantage) == pytest.approx(
        study.lens.heuristic.clear_advantage
    )
    for other in (improved.course, open_.course):
        for column, (position, _) in zip(other.columns, pairwise(study.record.positions), strict=False):
            assert column.value == other.lens.breakdown(position.state, 0).value


def test_the_second_of_two_compared_is_a_course_too():
    study = study_of("isolation", 4, heuristic="improved")
    assert followed(study).others == ()
    study.of(HeuristicPair).chosen[1] = ("named", "open")
    assert [(other.course.lens.name, other.side) for other in followed(study).others] == [("open", None)]


@pytest.mark.parametrize(("game", "heuristic"), [("chess", ""), ("morris", "mobile"), ("tabletactics", "")])
def test_a_term_keeps_its_colour_as_the_game_goes_on(game, heuristic):
    study = study_of(game, 24, heuristic=heuristic)
    positions = study.record.positions
    seen = [evaluated(position, study.lens, 0) for position in positions]
    colors: dict[str, int] = {}
    kept: dict[str, int] = {}
    for end in range(1, len(positions) + 1):
        made = course(positions[:end], seen[:end], study.lens, 0, NAMES, kept)
        kept = dict(zip(made.terms, made.colors, strict=True))
        assert len(set(made.colors)) == len(made.terms)
        assert all(colors.get(term, at) == at for term, at in kept.items()), end
        colors |= kept
    whole = course(positions, seen, study.lens, 0, NAMES)
    assert {term: colors[term] for term in whole.terms} == dict(zip(whole.terms, whole.colors, strict=True))


def test_with_more_terms_than_colours_the_kept_ones_stay():
    lens = load_lens("morris", "mobile")
    names = [lens.heuristic.label_of(term.name) for term in lens.heuristic.terms]
    assert colors_of(names[1:3], lens, {}) == (1, 2)  # its place in the heuristic
    assert colors_of([*names[1:3], "a seventh"], lens, {"a seventh": 1}) == (0, 2, 1)
