"""The review of a game: a move's loss is the difference of two minimax values at one depth. The window's
review stores its findings where all panels look."""

import threading
import time
from dataclasses import replace
from itertools import pairwise

import pytest

from engines.contract import WIN, EngineFailure, Limits
from engines.jobs import Job
from engines.player_text import make_engine, parse_player
from engines.search_engine import Searcher
from games.contract import BadText
from games.registry import entry
from heuristics.registry import default_heuristic, load_lens
from reviews import random_game, small, worth
from study.format.loss_scale import MARKED_FROM
from study.format.value_format import ValueFormat
from study.review.ask_why_not import ask_why_not, ask_why_not_this
from study.review.background_review import SHOWN, BackgroundReview, by_review, reviewed_move_loss, source_in
from study.review.reviewer import EXPLAINED, review_tasks, reviewer_of, tasks_of, usual_player, usual_searcher
from study.searches.values import for_side, move_value, source
from study.state.changes import GAME
from study.state.move_loss import ReviewResult, costliest, judge, listed, worst
from study.state.study import Study
from study.why_not.questions import WhyNotQuestions
from study.why_not.why_not_text import brief, sentence

ISOLATION = load_lens("isolation", "improved")
NAMES = ("White", "Black")

GAMES = (
    ("isolation", "improved", 40, 3, 26, {"depth": 3}),
    ("isolation", "custom_score", 40, 5, 11, {"nodes": 150}),  # ends within an iteration
    ("tabletactics", "concentration", 24, 2, 20, {"depth": 2}),
    ("jungle", "minimax", 12, 4, 11, {"depth": 2}),
)
"""Game, heuristic, plies, seed, first reviewed ply, and the searcher's limits."""


def reviewed_of(record, lens, first=0, stop=None, **limits):
    return review_tasks(small(lens, **limits), tasks_of(record)[first:], NAMES, stop or Job())


@pytest.mark.parametrize(("game", "heuristic", "plies", "seed", "first", "limits"), GAMES)
def test_a_loss_is_what_minimax_says_of_both_moves_at_one_depth(game, heuristic, plies, seed, first, limits):
    lens, record = load_lens(game, heuristic), random_game(game, plies, seed)
    review_result = reviewed_of(record, lens, first, **limits)
    assert len(review_result.looked) == review_result.total == len(record.plies) - first
    assert len(review_result.move_losses) == review_result.total, "all could be compared"
    for move_loss in review_result.move_losses:
        position, ply = record.positions[move_loss.index], record.plies[move_loss.index]
        assert move_loss.side == ply.side and move_loss.played.move == ply.move
        values = {m: worth(position, m, move_loss.depth, lens, ply.side) for m in position.moves}
        assert move_loss.best.value == pytest.approx(max(values.values()), rel=1e-12)
        assert move_loss.played.value == pytest.approx(values[ply.move], rel=1e-12)
        assert move_loss.loss == pytest.approx(max(values.values()) - values[ply.move])
        assert 0.0 <= move_loss.way <= 1.0 and move_loss.marked == (move_loss.way >= MARKED_FROM)
    sides = [record.plies[move_loss.index].side for move_loss in review_result.move_losses]
    assert game != "tabletactics" or any(a == b for a, b in pairwise(sides))


def test_the_worst_are_explained_by_the_numbers_of_their_marks():
    record = random_game("isolation", 40, 3)
    review_result = reviewed_of(record, ISOLATION, 16, depth=3)
    found = worst(review_result.move_losses, EXPLAINED)
    assert found and [each.loss for each in found] == sorted((each.loss for each in found), reverse=True)
    assert all(each.marked and review_result.whys[each.index] for each in worst(review_result.move_losses))
    for move_loss in found:
        why = review_result.whys[move_loss.index]
        move, better = (move_loss.position.notation(row.move) for row in (move_loss.played, move_loss.best))
        if abs(move_loss.best.value) < 1e6 and abs(move_loss.played.value) < 1e6:
            lost = ValueFormat.of_thought(move_loss.thought)
            amount = lost.named(lost.size(move_loss.loss))
            whom = " for Black" if move_loss.side else ""
            assert why.startswith(
                f"{better} is better{whom} than {move} by {amount} (depth {move_loss.depth})"
            )
        else:
            assert why.startswith(f"For {NAMES[move_loss.side]}, {better} ") and move in why
            assert "in " in why and "plies" in why
    assert all(review_result.whys[each.index] for each in listed(review_result.move_losses))


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
    assert way(WIN - 3, 5 - WIN).way == 1.0 and way(WIN - 3, 5 - WIN).words == "loses"
    assert way(WIN - 3, WIN - 5).way == 0.0 and not way(WIN - 3, WIN - 5).marked


def test_what_a_level_skipped_is_lost():
    """It is compared with the best move that the search knew, not with itself."""
    record = random_game("isolation", 3, 1)
    thought = small(ISOLATION, depth=1).think(record.positions[0])
    best = next(row for row in thought.root_moves if row.move == thought.move)
    worse = next(row for row in thought.root_moves if row.move != thought.move)
    worse = replace(worse, value=best.value - 2.0, bound="exact", depth=best.depth)
    rows = {row.move: row for row in thought.root_moves} | {worse.move: worse}
    passed = replace(thought, move=worse.move, value=worse.value, root_moves=tuple(rows.values()))
    move_loss = judge(0, worse.move, passed, rows)
    assert (move_loss.best.move, move_loss.loss) == (best.move, 2.0)


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
    usual = usual_searcher(ISOLATION.with_weight("mobility", 2.0), 5000)
    assert usual.steady and "mobility=2" in usual.name and usual.limits == Limits(nodes=5000)


def test_by_nodes_the_same_review_finds_the_same():
    """Whatever was searched before, and in whatever order."""
    record = random_game("isolation", 24, 3)
    tasks = tasks_of(record)[8:]
    one = review_tasks(small(ISOLATION, nodes=300), tasks, NAMES, Job())
    engine = small(ISOLATION, nodes=300)
    engine.think(record.positions[10])
    two = review_tasks(engine, list(reversed(tasks)), NAMES, Job())

    def found(review_result):
        rows = [
            (j.index, j.best, j.played, review_result.whys.get(j.index)) for j in review_result.move_losses
        ]
        return sorted(rows, key=lambda row: row[0])

    assert found(one) == found(two) and len(found(one)) == len(tasks)
    looked = {each.index: each for each in one.looked}
    for task in tasks:
        alone = small(ISOLATION, nodes=300).think(task.position)
        assert looked[task.index].thought.value in (
            alone.value,
            *(before.value for before in befores(alone)),
        ), "of a search of its own"


def befores(thought):
    while thought.before is not None:
        thought = thought.before
        yield thought


def test_the_terms_of_a_loss_sum_to_it():
    review_result = reviewed_of(random_game("isolation", 40, 3), ISOLATION, 10, depth=3)
    with_terms = [looked for looked in review_result.looked if looked.terms]
    assert len(with_terms) > 3
    for looked in with_terms:
        assert sum(row.difference for row in looked.terms) == pytest.approx(looked.move_loss.loss)
    for looked in review_result.looked:
        decided = max(abs(looked.move_loss.best.value), abs(looked.move_loss.played.value)) > 1e6
        assert decided or bool(looked.terms) == (looked.move_loss.loss > 0.0)


def test_stopped_it_says_what_it_has():
    record = random_game("isolation", 20, 3)
    job = Job()

    class AfterTwo(Job):
        def report(self, value=None, doing=None):
            super().report(value, doing)
            if isinstance(value, ReviewResult) and value.done == 2:
                self.stop.request()

    job = AfterTwo()
    review_result = reviewed_of(record, ISOLATION, stop=job, depth=1)
    assert review_result.done == 2 and review_result.total == 20 and review_result.seconds_left is not None


# In a window


class Reviewing:
    """A study with a small review."""

    def __init__(self, record, lens=ISOLATION, depth=2):
        self.study = Study(record, lens, len(record.plies))
        self.study.of(BackgroundReview).make = lambda lens, nodes: small(lens, depth=depth)
        self.study.of(BackgroundReview).judge = lens.name

    def run(self):
        deadline = time.perf_counter() + 30
        self.study.of(BackgroundReview).follow(self.study)
        while self.study.of(BackgroundReview).running and time.perf_counter() < deadline:
            self.study.of(BackgroundReview).follow(self.study)
            time.sleep(0.001)
        self.study.of(BackgroundReview).follow(self.study)
        return self.study.of(BackgroundReview)

    def begin(self):
        self.study.of(BackgroundReview).begin(self.study)
        return self.run()


@pytest.fixture
def reviewing_study():
    window = Reviewing(random_game("isolation", 24, 3))
    yield window
    window.study.features.close()


def test_what_it_finds_is_what_the_list_of_moves_says(reviewing_study):
    study = reviewing_study.study
    review = reviewing_study.begin()
    assert review.news.done == 24 and review.changes == 24 and not review.problem
    marked = 0
    for index, ply in enumerate(study.record.plies):
        move_loss, listed = reviewed_move_loss(study, index), move_value(study, index)
        assert (
            move_loss is not None
            and study.search_store.of(study.record.positions[index]) is move_loss.thought
        )
        assert listed.value == for_side(move_loss.played.value, ply.side, study.perspective)
        assert listed.row == move_loss.played and listed.found.thought is move_loss.thought
        marked += move_loss.marked
    shown = worst((reviewed_move_loss(study, index) for index in range(24)), EXPLAINED)
    assert marked > 0 and all(review.why(move_loss) for move_loss in shown)


def test_value_of_the_review_says_so(reviewing_study):
    study = reviewing_study.study
    position = study.record.positions[3]
    own = small(ISOLATION, depth=1).think(position)
    study.search_store.keep(own)
    assert by_review(study, own) == "" and source_in(study, own) == source(own)
    reviewing_study.begin()
    found = study.search_store.of(position)
    assert found is not own and found.depth == 2, "its value has replaced the program's"
    assert source_in(study, found) == f"{source(found)}, by the review, 300\u202f000 nodes"
    assert by_review(study, own) == ""


def test_it_goes_on_with_the_game_and_searches_nothing_twice(reviewing_study):
    study = reviewing_study.study
    review = reviewing_study.begin()
    study.record.take_back()
    study.record.play(study.record.position.moves[0])
    study.change(GAME)
    reviewing_study.run()
    assert review.news.total == 1 and reviewed_move_loss(study, 23) is not None
    review.pause()
    study.record.play(study.record.position.moves[0])
    study.change(GAME)
    reviewing_study.run()
    assert reviewed_move_loss(study, 24) is None and not review.goes_on
    reviewing_study.begin()
    assert review.news.total == 1 and reviewed_move_loss(study, 24) is not None
    study.set_lens("open")
    reviewing_study.begin()
    assert review.news.total == 0, "what is looked through is not who judges"
    review.judge = "open"
    reviewing_study.begin()
    assert review.news.total == 25 and reviewed_move_loss(study, 0).thought.lens.name == "open"


def test_the_usual_heuristic_judges_until_another_is_chosen():
    """Not the shown heuristic: it may have the very mistake that the person looks for."""
    window = Reviewing(random_game("isolation", 8, 3), load_lens("isolation", "open"))
    study = window.study
    study.of(BackgroundReview).judge = None
    study.lens = study.lens.with_weight("mobility", -5.0)
    usual = default_heuristic("isolation").name
    review = window.begin()
    assert review.lens == load_lens("isolation", usual) != study.lens
    assert all(reviewed_move_loss(study, index).thought.lens.name == usual for index in range(8))
    review.judge = SHOWN
    window.begin()
    assert review.lens == study.lens and reviewed_move_loss(study, 0).thought.lens == study.lens
    assert review.whole(study.record) is not None
    review.judge = None
    assert window.begin().news.total == 0, "all was reviewed by this judge before"
    assert review.move_losses(study.record)[0].thought.lens.name == usual
    review.close()


def test_other_searches_are_not_taken_over(reviewing_study):
    study = reviewing_study.study
    position = study.record.positions[4]
    study.search_store.keep(small(ISOLATION, depth=4).think(position))
    review = reviewing_study.begin()
    assert review.looked(position, study.record.plies[4].move).thought.depth <= 2
    assert reviewed_move_loss(study, 4).depth <= 2


def test_why_not_from_the_list_answers_from_the_review(reviewing_study):
    """A deeper search of the position answers by itself, at its own depth."""
    study = reviewing_study.study
    review = reviewing_study.begin()
    shown = worst(review.move_losses(study.record))
    assert len(shown) > 2
    for move_loss in shown[:4]:
        looked = review.looked(move_loss.position, move_loss.played.move)
        study.search_store.keep(small(ISOLATION, depth=4).think(move_loss.position))
        study.go_to(move_loss.index)
        study.point(selected=looked.move, reviewed_move=looked)
        study.of(WhyNotQuestions).make = lambda position, first, lens: small(lens, depth=2)
        ask_why_not_this(study)
        deadline = time.perf_counter() + 30
        while study.of(WhyNotQuestions).running and time.perf_counter() < deadline:
            time.sleep(0.001)
        answer = study.of(WhyNotQuestions).answer
        assert (answer.thought, answer.depth) == (looked.thought, move_loss.depth)
        assert (answer.chosen.value, answer.asked.value) == (move_loss.best.value, move_loss.played.value)
        # One ply deeper the preference may change, which would be said first.
        soon = replace(answer, later=None)
        assert sentence(soon).startswith(looked.why), "with more that is known"
        assert brief(soon).startswith(looked.why.split(" The difference")[0])
    study.go_to(0)
    assert study.pointed.reviewed_move is None
    study.features.close()


def test_reviewed_position_is_answered_without_its_row(reviewing_study, monkeypatch):
    """Another page was opened meanwhile. Without the review's search of the move, a new one would have less
    time, and would compare both moves at a smaller depth than the row."""
    study = reviewing_study.study
    review = reviewing_study.begin()
    move_loss = worst(review.move_losses(study.record))[0]
    move, asked = move_loss.played.move, []
    looked = review.looked(move_loss.position, move)
    monkeypatch.setattr(
        study.of(WhyNotQuestions), "ask", lambda *about, **more: asked.append((about[3], more.get("beside")))
    )
    study.go_to(move_loss.index)
    ask_why_not(study, (move,))
    assert asked == [(looked.thought, looked.beside)] and looked.beside is not None
    deeper = small(ISOLATION, depth=looked.thought.depth + 1).think(move_loss.position)
    study.search_store.keep(deeper)
    ask_why_not(study, (move,))
    assert asked[1] == (deeper, None), "a deeper search answers, at its own depth"


def test_the_largest_loss_stands_first_as_it_is_shown():
    record = random_game("isolation", 3, 1)
    thought = small(ISOLATION, depth=1).think(record.positions[0])
    rows = {row.move: row for row in thought.root_moves}
    move = record.plies[0].move

    def lost(index, best, played):
        known = rows | {thought.move: replace(rows[thought.move], value=best, bound="exact")}
        known[move] = replace(rows[move], value=played, bound="exact")
        return judge(index, move, thought, known)

    clear = ISOLATION.heuristic.clear_advantage
    found = [
        lost(0, clear, 0.0),
        lost(1, 12 * clear, 2 * clear),
        lost(2, clear, 4 - WIN),
        lost(3, clear, -clear),
    ]
    assert all(each.marked for each in found) and found[3].way > found[1].way
    assert [each.index for each in worst(found)] == [2, 1, 3, 0] and found[2].words == "loses"


def lost_by(index, best, played, side=0):
    """The loss of a move with the value `played`, where the best move's is `best`, made by a side."""
    record = random_game("isolation", 3, 1)
    thought = small(ISOLATION, depth=1).think(record.positions[side])
    rows = {row.move: row for row in thought.root_moves}
    move = next(move for move in rows if move != thought.move)
    known = rows | {thought.move: replace(rows[thought.move], value=best, bound="exact")}
    known[move] = replace(rows[move], value=played, bound="exact", depth=rows[thought.move].depth)
    return judge(index, move, thought, known)


def test_a_missed_win_is_always_marked():
    """However far ahead the side still is afterwards."""
    clear = ISOLATION.heuristic.clear_advantage
    missed = lost_by(0, WIN - 5, 60 * clear)
    assert missed.way < MARKED_FROM and missed.marked and missed.words == "misses a win"
    assert worst([missed]) == costliest([missed], 0) == listed([missed]) == [missed]
    for best, played in ((WIN - 5, WIN - 7), (-60 * clear, 5 - WIN), (5 - WIN, 3 - WIN)):
        assert not lost_by(0, best, played).marked


def test_each_side_s_costliest_moves_are_listed_unmarked():
    clear = ISOLATION.heuristic.clear_advantage
    small_losses = [
        lost_by(index, 0.0, -clear * share, side)
        for index, (share, side) in enumerate(
            ((0.05, 0), (0.02, 0), (0.1, 0), (0.03, 0), (0.04, 1), (0.0, 1), (0.06, 1))
        )
    ]
    assert not any(each.marked for each in small_losses) and not worst(small_losses)
    assert [each.index for each in costliest(small_losses, 0)] == [2, 0, 3]
    assert [each.index for each in costliest(small_losses, 1)] == [6, 4], "what lost nothing is none"
    assert [each.index for each in listed(small_losses)] == [2, 6, 0, 4, 3], "by what they say they cost"
    assert listed(small_losses, 1) == costliest(small_losses, 1)
    hopeless = lost_by(7, -60 * clear, 4 - WIN)
    assert hopeless.way > 0.0 and hopeless not in costliest([*small_losses, hopeless], 0)
    marked = [lost_by(number, clear, -clear) for number in range(8, 14)]
    assert listed([*marked, None]) == marked, "all that is marked, however many"


def test_a_deeper_search_leaves_the_mark(reviewing_study):
    study = reviewing_study.study
    reviewing_study.begin()
    index = worst(reviewed_move_loss(study, i) for i in range(24))[0].index
    before = reviewed_move_loss(study, index)
    position = study.record.positions[index]
    deeper = small(ISOLATION, depth=3).think(position)
    study.search_store.keep(deeper)
    after = reviewed_move_loss(study, index)
    assert after.key == before.key and study.of(BackgroundReview).why(after), (
        "it is the review's mark, at its depth"
    )


def test_a_heuristic_that_fails_ends_it_with_a_line(reviewing_study):
    class Failing(Searcher):
        def think(self, *arguments, **more):
            raise EngineFailure("improved, mobility: division by zero")

    def failing(lens, nodes):
        return Failing(lens, Limits(depth=1), compile=False, table_megabytes=0.01)

    reviewing_study.study.of(BackgroundReview).make = failing
    review = reviewing_study.begin()
    assert "division by zero" in review.problem and not review.goes_on


def test_the_names_of_the_sides_are_the_games():
    assert (entry("isolation").white, entry("isolation").black) == NAMES


def test_it_waits_while_what_was_asked_for_after_it_goes_on(reviewing_study):
    study, go_on = reviewing_study.study, threading.Event()
    review = study.of(BackgroundReview)
    review.make = lambda lens, nodes: small(lens, depth=3)  # takes a while
    review.begin(study)
    newest = study.features.lanes.batch.do(lambda job: go_on.wait(30), "the scan")
    until = time.perf_counter() + 20
    while not review.waits:
        assert time.perf_counter() < until and review.running
        time.sleep(0.001)
    assert review.waits == "goes on after the scan"
    done = review.news.done
    time.sleep(0.3)
    assert review.news.done == done < len(study.record.plies) and not newest.over
    go_on.set()
    assert reviewing_study.run().news.done == len(study.record.plies) and not review.waits
    assert review._job.seconds_waited > 0.2
