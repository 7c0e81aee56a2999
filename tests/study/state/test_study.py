"""What a study keeps: searches by position and lens, facts, and the shown position."""

import time
from dataclasses import replace

from engines.contract import EXACT, RootMove, Thought
from engines.jobs import Job
from games.position import Position
from games.record import Record
from games.registry import load_game
from heuristics.registry import load_lens
from study.state.incremental_cache import Facts
from study.state.running_search import RunningSearch
from study.state.search_store import SearchStore
from study.state.study import Pointed, Study

GAME = load_game("isolation")
LENS = load_lens("isolation", "improved")
OTHER = load_lens("isolation", "open")


def thought(position: Position, depth: int, lens=LENS) -> Thought:  # type: ignore[no-untyped-def]
    move = position.moves[0]
    rows = tuple(RootMove(m, float(depth), EXACT, depth) for m in position.moves)
    return Thought(position, move, float(depth), depth, 10, 0.1, (move,), rows, lens=lens)


def played(plies: int) -> Record:
    record = Record.start(GAME)
    for _ in range(plies):
        record.play(record.position.moves[3])
    return record


def test_the_deepest_search_of_a_position_is_kept_for_each_lens() -> None:
    position = Position.start(GAME)
    store = SearchStore()
    for depth in (3, 5, 4):
        store.keep(thought(position, depth))
    assert store.of(position).depth == 5
    store.keep(thought(position, 2, OTHER))
    assert store.of(position).lens is OTHER, "the one that found something last"
    assert store.of(position, LENS).depth == 5 and store.of(position, OTHER).depth == 2
    assert store.of(Position.start(GAME), LENS).depth == 5, "an equal position, not the same object"
    assert store.of(position.play(position.moves[0])) is None and len(store) == 1


def test_another_kind_of_search_may_be_less_deep() -> None:
    """Otherwise a search that was chosen in the settings would stay hidden behind a deeper one."""
    position, store = Position.start(GAME), SearchStore()
    deep, strong = (replace(thought(position, depth), player=f"of {depth} plies") for depth in (9, 3))
    store.keep(deep)
    store.keep(strong)
    assert store.of(position) is deep, "as long as nobody has chosen another search"
    store.change_search()
    store.keep(replace(deep, nodes=11))
    store.keep(strong)
    assert store.of(position) is strong, "a late snapshot of the former search changes nothing"
    store.keep(replace(strong, depth=2))
    assert store.of(position) is strong


def test_equal_lenses_are_one_and_changed_weights_another() -> None:
    position = Position.start(GAME)
    store = SearchStore()
    store.keep(thought(position, 3))
    assert store.of(position, load_lens("isolation", "improved")) is not None
    assert store.of(position, LENS.with_weight(LENS.heuristic.weight_names[0], 3.0)) is None


def test_stepping_back_never_shows_what_came_later() -> None:
    study = Study(played(4), LENS, 4)
    positions = study.record.positions
    for index, depth in ((1, 4), (3, 6)):
        study.search_store.keep(thought(positions[index], depth))
    found = []
    for cursor in range(5):
        study.go_to(cursor)
        found.append(None if study.thought is None else study.thought.depth)
    assert found == [None, 4, 4, 6, 6]
    study.go_to(3)
    assert study.thought_here is study.thought
    study.go_to(2)
    assert study.thought_here is None


def test_the_running_search_is_collected_as_it_goes() -> None:
    study = Study(played(1), LENS, 1)
    job = Job()
    study.search = RunningSearch(job)
    study.collect()
    assert study.thought is None
    for depth in (1, 2):
        job.report(thought(study.position, depth))
        study.collect()
        assert study.thought.depth == depth


def test_going_elsewhere_takes_away_what_is_pointed_at() -> None:
    study = Study(played(2), LENS, 2)
    study.pointed = Pointed(move=7)
    study.go_to(2)
    assert study.pointed.move == 7
    study.go_to(-5)
    assert study.cursor == 0 and study.pointed.move is None and not study.at_end
    study.go_to(99)
    assert study.at_end


def test_facts_are_worked_out_only_while_they_are_asked_for() -> None:
    facts, steps = Facts(), []

    def count(name: str, most: int):  # type: ignore[no-untyped-def]
        for number in range(most):
            steps.append(name)
            yield number
        return most

    now = time.perf_counter  # a deadline in the past leaves one step
    assert facts.ask("a", lambda: count("a", 4)) == 0 and facts.busy, "the first step is taken at once"
    facts.advance(now())
    assert steps == ["a", "a"] and not facts.busy
    assert facts.ask("a", lambda: count("wrong", 9)) == 1, "the fact so far"
    facts.ask("b", lambda: count("b", 2))
    facts.advance(now() + 1)
    assert steps == ["a", "a", "b", "a", "a", "b"]
    assert facts.known("a") and facts.ask("a", lambda: count("wrong", 9)) == 4 and not facts.busy
    facts.forget()
    assert not facts.known("a")


def test_between_two_drawings_what_was_asked_for_goes_on() -> None:
    facts = Facts()
    facts.ask("a", lambda: iter(range(4)))
    for _ in range(3):
        assert facts.busy
        facts.work(time.perf_counter())
    assert facts.busy and not facts.known("a"), "it has said what it will say, and is not over"
    facts.work(time.perf_counter() + 10)
    assert facts.known("a") and not facts.busy
    facts.ask("b", lambda: iter(range(2)))
    facts.advance(time.perf_counter())
    facts.work(time.perf_counter() + 10)
    assert not facts.busy and not facts.known("b"), "it is to be asked for in every drawing"


def test_fact_that_nobody_asks_for_is_dropped() -> None:
    facts, ended = Facts(), []

    def endless():  # type: ignore[no-untyped-def]
        try:
            while True:
                yield None
        finally:
            ended.append(True)

    facts.ask("endless", endless)
    facts.advance(time.perf_counter())
    assert not ended
    facts.advance(time.perf_counter())
    assert ended and not facts.busy
