"""The review of a game: what a move lost is what minimax says of the two, at one depth; and the window's
review leaves what it finds where all panels look."""

import time
from dataclasses import replace
from itertools import pairwise

import pytest

from engines.contract import WIN, EngineFailure
from engines.jobs import Job
from engines.players import make_engine, parse_player
from games.contract import BadText
from games.registry import entry
from heuristics.registry import load_lens
from reviews import random_game, small, worth
from study.judged import MARKED_FROM, Reviewed, judge, worst
from study.numbers import plain
from study.review import EXPLAINED, reviewer_of, reviewing, tasks_of, usual_player, usual_searcher
from study.study import Study
from study.values import judged_move, move_value, turned

ISOLATION = load_lens("isolation", "improved")
NAMES = ("White", "Black")

GAMES = (
    ("isolation", "improved", 40, 3, 26, {"depth": 3}),
    ("isolation", "custom_score", 40, 5, 11, {"nodes": 150}),  # that ends within an iteration
    ("tabletactics", "concentration", 24, 2, 20, {"depth": 2}),
    ("jungle", "minimax", 12, 4, 11, {"depth": 2}),
)
"""Game, heuristic, plies, seed, the first ply that is looked at, and the searcher's limits."""


def reviewed_of(record, lens, first=0, stop=None, **limits):
    return reviewing(small(lens, **limits), tasks_of(record)[first:], NAMES)(stop or Job())


@pytest.mark.parametrize(("game", "heuristic", "plies", "seed", "first", "limits"), GAMES)
def test_a_loss_is_what_minimax_says_of_both_moves_at_one_depth(game, heuristic, plies, seed, first, limits):
    lens, record = load_lens(game, heuristic), random_game(game, plies, seed)
    reviewed = reviewed_of(record, lens, first, **limits)
    assert len(reviewed.looked) == reviewed.total == len(record.plies) - first
    assert len(reviewed.judged) == reviewed.total, "all could be compared"
    for judged in reviewed.judged:
        position, ply = record.positions[judged.index], record.plies[judged.index]
        assert judged.side == ply.side and judged.played.move == ply.move
        values = {m: worth(position, m, judged.depth, lens, ply.side) for m in position.moves}
        assert judged.best.value == pytest.approx(max(values.values()), rel=1e-12)
        assert judged.played.value == pytest.approx(values[ply.move], rel=1e-12)
        assert judged.loss == pytest.approx(max(values.values()) - values[ply.move])
        assert 0.0 <= judged.way <= 1.0 and judged.marked == (judged.way >= MARKED_FROM)
    sides = [record.plies[judged.index].side for judged in reviewed.judged]
    assert game != "tabletactics" or any(a == b for a, b in pairwise(sides))


def test_the_worst_are_explained_by_the_numbers_of_their_marks():
    record = random_game("isolation", 40, 3)
    reviewed = reviewed_of(record, ISOLATION, 16, depth=3)
    found = worst(reviewed.judged, EXPLAINED)
    assert found and [each.way for each in found] == sorted((each.way for each in found), reverse=True)
    for judged in found:
        why = reviewed.whys[judged.index]
        move, better = (judged.position.notation(row.move) for row in (judged.played, judged.best))
        assert why.startswith(f"For {NAMES[judged.side]}, {better} ") and move in why
        if abs(judged.best.value) < 1e6 and abs(judged.played.value) < 1e6:
            assert f"is better than {move} by {plain(judged.loss, 0)} at depth {judged.depth}" in why
        else:
            assert "in " in why and "plies" in why
    assert worst(reviewed.judged, side=0) == [each for each in worst(reviewed.judged) if each.side == 0]


def test_what_is_lost_or_won_anyway_weighs_little():
    record = random_game("isolation", 3, 1)
    thought = small(ISOLATION, depth=1).think(record.positions[0])
    rows = {row.move: row for row in thought.root_moves}
    move = record.plies[0].move

    def way(best, played):
        known = rows | {thought.move: replace(rows[thought.move], value=best, bound="exact")}
        known[move] = replace(rows[move], value=played, bound="exact")
        return judge(0, move, thought, known)

    assert move != thought.move
    assert way(1.0, 0.0).way > way(21.0, 20.0).way > 0.0
    assert way(WIN - 3, 5 - WIN).way == 1.0 and way(WIN - 3, 5 - WIN).words(0) == "loses"
    assert way(WIN - 3, WIN - 5).way == 0.0 and not way(WIN - 3, WIN - 5).marked


def test_what_a_level_passed_over_is_lost():
    """Beside the best move that its search knew, not beside itself."""
    record = random_game("isolation", 3, 1)
    thought = small(ISOLATION, depth=1).think(record.positions[0])
    best = next(row for row in thought.root_moves if row.move == thought.move)
    worse = next(row for row in thought.root_moves if row.move != thought.move)
    worse = replace(worse, value=best.value - 2.0, bound="exact", depth=best.depth)
    rows = {row.move: row for row in thought.root_moves} | {worse.move: worse}
    passed = replace(thought, move=worse.move, value=worse.value, root_moves=tuple(rows.values()))
    judged = judge(0, worse.move, passed, rows)
    assert (judged.best.move, judged.loss) == (best.move, 2.0)


def test_a_bound_is_never_compared():
    record = random_game("isolation", 3, 1)
    thought = small(ISOLATION, depth=3).think(record.positions[0])
    rows = {row.move: row for row in thought.root_moves}
    bounded = next(row for row in thought.root_moves if row.bound == "upper")
    assert judge(0, bounded.move, thought, rows) is None
    assert judge(0, thought.move, thought, rows).loss == 0.0


def test_only_searchers_whose_values_stand_alone_review():
    for text in ("alphabeta:improved,depth=2", "greedy:improved", str(usual_player("improved"))):
        assert reviewer_of(make_engine(parse_player(text, "isolation"), "isolation")).steady
    for text in ("strong:improved", "random"):
        with pytest.raises(BadText, match="player: expected one"):
            reviewer_of(make_engine(parse_player(text, "isolation"), "isolation"))
    usual = usual_searcher(ISOLATION.with_weight("mobility", 2.0), 0.5)
    assert usual.steady and "mobility=2" in usual.name and usual.limits.seconds == 0.5


def test_stopped_it_says_what_it_has():
    record = random_game("isolation", 20, 3)
    job = Job()

    class AfterTwo(Job):
        def report(self, value=None, doing=None):
            super().report(value, doing)
            if isinstance(value, Reviewed) and value.done == 2:
                self.stop.request()

    job = AfterTwo()
    reviewed = reviewed_of(record, ISOLATION, stop=job, depth=1)
    assert reviewed.done == 2 and reviewed.total == 20 and reviewed.seconds_left is not None


# In a window


class Reviewing:
    """A study whose review is small."""

    def __init__(self, record, lens=ISOLATION, depth=2):
        self.study = Study(record, lens, len(record.plies))
        self.study.review.make = lambda lens, seconds: small(lens, depth=depth)

    def run(self):
        deadline = time.perf_counter() + 30
        self.study.review.follow(self.study)
        while self.study.review.running and time.perf_counter() < deadline:
            self.study.review.follow(self.study)
            time.sleep(0.001)
        self.study.review.follow(self.study)
        return self.study.review

    def begin(self):
        self.study.review.begin(self.study)
        return self.run()


@pytest.fixture
def reviewing_study():
    window = Reviewing(random_game("isolation", 24, 3))
    yield window
    window.study.review.close()


def test_what_it_finds_is_what_the_list_of_moves_says(reviewing_study):
    study = reviewing_study.study
    review = reviewing_study.begin()
    assert review.news.done == 24 and review.changes == 24 and not review.problem
    marked = 0
    for index, ply in enumerate(study.record.plies):
        judged, listed = judged_move(study, index), move_value(study, index)
        assert judged is not None and study.thoughts.of(study.record.positions[index]) is judged.thought
        assert listed.value == turned(judged.played.value, ply.side, study.eyes)
        assert listed.row == judged.played and listed.found.thought is judged.thought
        marked += judged.marked
    shown = worst((judged_move(study, index) for index in range(24)), EXPLAINED)
    assert marked > 0 and all(review.why(judged) for judged in shown)


def test_it_goes_on_with_the_game_and_searches_nothing_twice(reviewing_study):
    study = reviewing_study.study
    review = reviewing_study.begin()
    study.record.take_back()
    study.record.play(study.record.position.moves[0])
    reviewing_study.run()
    assert review.news.total == 1 and judged_move(study, 23) is not None
    review.pause()
    study.record.play(study.record.position.moves[0])
    reviewing_study.run()
    assert judged_move(study, 24) is None and not review.goes_on
    reviewing_study.begin()
    assert review.news.total == 1 and judged_move(study, 24) is not None
    study.look_through("open")
    reviewing_study.begin()
    assert review.news.total == 25 and judged_move(study, 0).thought.lens.name == "open"


def test_a_deeper_search_that_does_not_say_leaves_the_mark(reviewing_study):
    study = reviewing_study.study
    reviewing_study.begin()
    index = worst(judged_move(study, i) for i in range(24))[0].index
    before = judged_move(study, index)
    position = study.record.positions[index]
    deeper = small(ISOLATION, depth=3).think(position)
    study.thoughts.keep(deeper)
    after = judged_move(study, index)
    if deeper.move == study.record.plies[index].move:
        assert after.loss == 0.0 and not study.review.why(after)
    else:
        assert after.depth in (2, 3) and (after.depth == 3 or after.key == before.key)


def test_a_heuristic_that_fails_ends_it_with_a_line(reviewing_study):
    def failing(lens, seconds):
        searcher = small(lens, depth=1)

        def think(*arguments, **more):
            raise EngineFailure("improved, mobility: division by zero")

        searcher.think = think
        return searcher

    reviewing_study.study.review.make = failing
    review = reviewing_study.begin()
    assert "division by zero" in review.problem and not review.goes_on


def test_the_names_of_the_sides_are_the_games():
    assert (entry("isolation").white, entry("isolation").black) == NAMES
