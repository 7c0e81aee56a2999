"""The table of the legal moves: its order, when that may change, and the terms of each value."""

import time
from dataclasses import replace
from functools import cache
from itertools import count

import pytest

from engines.contract import EXACT, UNKNOWN, UPPER, WIN, Limits, RootMove, Thought
from engines.jobs import RUNNING, Job, News
from engines.search_engine import Searcher
from games.record import Record
from games.registry import game_names, load_game
from heuristics.registry import default_heuristic, load_lens
from samples import ongoing_positions
from study.moves.candidate_table import AFTER, CALM_SECONDS, DEPTH, MOVE, SEARCHED, CandidateTable, Rest
from study.moves.candidates import candidates
from study.moves.line_terms import mean_breakdown
from study.state.running_search import RunningSearch
from study.state.study import Study

DEPTHS = {"jungle": 1, "chess": 1}


@cache
def searcher(game: str, lines: int, depth: int) -> Searcher:
    lens = load_lens(game, default_heuristic(game).name)
    explains = load_game(game).has_chance
    return Searcher(lens, Limits(depth), table_megabytes=0.1, compile=False, lines=lines, explains=explains)


def study_of(game: str, seed: int = 3, lines: int = 1, depth: int = 0) -> Study:
    """A study of a position from a random game, searched uncompiled."""
    position = max(ongoing_positions(game, seed, 3), key=lambda each: len(each.moves))
    rules = load_game(game)
    study = Study(Record(rules, rules.options(), [position]), load_lens(game, default_heuristic(game).name))
    study.view.lines = max(lines, study.view.lines)
    if depth:
        study.search_store.keep(searcher(game, lines, depth).think(position))
    return study


def settled(table: CandidateTable, study: Study, at_line: bool = True, holds: bool = False) -> None:
    for _ in range(5000):
        table.update(study, candidates(study), at_line, holds)
        if not study.facts.busy:
            break
        study.facts.advance(time.perf_counter() + 0.05)
    table.update(study, candidates(study), at_line, holds)


def searched_by(study: Study, rows: tuple[RootMove, ...], lines: int = 500) -> Thought:
    """A search with these results, the best move first; of all moves' values, or of `lines` best lines."""
    known = {row.move: row for row in rows}
    every = tuple(known.get(move, RootMove(move, 0.0, UNKNOWN)) for move in study.position.moves)
    best = rows[0]
    found = Thought(study.position, best.move, best.value, best.depth, 9, 0.1, best.line, every)
    return replace(found, lens=study.lens, lines=lines)


def test_each_column_sorts_either_way_with_unknown_last() -> None:
    study = study_of("isolation")
    table = CandidateTable()
    moves = study.position.moves
    rows = (
        RootMove(moves[1], 3.0, EXACT, 4, (moves[1],)),
        RootMove(moves[0], 2.0, UPPER, 4),
        RootMove(moves[2], 1.0, EXACT, 4, (moves[2],)),
        RootMove(moves[3], 9.0, EXACT, 3, (moves[3],)),
    )
    study.search_store.keep(searched_by(study, rows))
    settled(table, study)
    known = [row.move for row in rows]

    def order() -> list[int]:
        return [candidate.move for candidate in table.order]

    assert order()[:4] == known and table.best_first[0].move == known[0]
    table.sort_by(SEARCHED)
    settled(table, study)
    assert order()[:4] == known[::-1], "the others are worth nothing that is known"
    table.sort_by(DEPTH)
    settled(table, study)
    assert order()[:4] == known
    table.sort_by(MOVE)
    settled(table, study)
    names = [candidate.notation for candidate in table.order]
    assert names == sorted(names)
    table.sort_by(MOVE)
    settled(table, study)
    assert [candidate.notation for candidate in table.order] == names[::-1]
    for column in (AFTER, *(("term", name) for name in table.terms)):
        for backwards in (False, True):
            table.sort_by(column)
            assert table.sorting.backwards == backwards
            settled(table, study)
            figures = [table._figure(candidate) for candidate in table.order]
            some = [figure for figure in figures if figure is not None]
            assert some == sorted(some, reverse=not backwards)
            assert figures[: len(some)] == some, "what is unknown comes last"
            assert len(some) == (len(moves) if column == AFTER else 3), "a bound has no terms"


def test_exact_values_are_lines_and_others_follow() -> None:
    study = study_of("isolation")
    table = CandidateTable()
    moves = study.position.moves
    rows = (
        RootMove(moves[1], 2.0, EXACT, 4, (moves[1],)),  # the choice of a level that skips the better move
        RootMove(moves[0], 3.0, EXACT, 4, (moves[0],)),
        RootMove(moves[2], 1.5, UPPER, 4),
        RootMove(moves[3], 9.0, EXACT, 3, (moves[3],)),
    )
    study.search_store.keep(searched_by(study, rows, lines=1))
    settled(table, study)
    assert [candidate.move for candidate in table.lines] == [moves[0], moves[1]]
    assert table.best is not None and table.best.move == moves[1], "but it played this one"
    assert list(table.ranks.values()) == [1, 0], "another may be better than the second"
    after = [candidate.value for candidate in table.others]
    assert len(after) == len(moves) - 2 and after == sorted(after, reverse=True)
    assert table.rest == Rest(2, 9.0, len(moves) - 4), "one of them is of the depth before"
    assert table.terms_of(table.others[0])[0].amounts, "after the move"
    study.view.lines = 500
    settled(table, study)
    assert not table.lines and len(table.others) == len(moves), "who wants all lines has the table"


def test_next_best_is_a_line_where_the_search_found_it() -> None:
    study, table = study_of("isolation"), CandidateTable()
    moves = study.position.moves
    best, second, third, *others = moves

    def ranks(bound: float, lines: int = 3) -> list[int]:
        study.view.lines = lines
        values = ((best, 3.0, EXACT), (second, 2.0, EXACT), (third, 1.0, EXACT))
        values += tuple((move, bound, UPPER) for move in others)
        rows = tuple(RootMove(m, value, kind, 4, (m,) * (kind == EXACT)) for m, value, kind in values)
        study.search_store.keep(searched_by(study, rows, lines=1))
        settled(table, study)
        assert [candidate.move for candidate in table.lines] == list(moves[: len(table.lines)])
        return list(table.ranks.values())

    assert ranks(0.5) == [1, 2, 3] and ranks(1.5) == [1, 2] and ranks(2.5) == [1]
    assert ranks(0.5, lines=1) == [1], "as many as are wanted"


def test_lines_stand_as_soon_as_there_are_some() -> None:
    """Later, other lines replace them only when rows may change places."""
    study, now = study_of("isolation"), [100.0]
    table = CandidateTable(clock=lambda: now[0])
    moves = study.position.moves
    settled(table, study)
    assert not table.lines
    study.search = RunningSearch(Job())
    study.search.job._news = News(RUNNING)

    def found(best: int, depth: int, holds: bool = False) -> None:
        others = (RootMove(move, 4.0, UPPER, depth) for move in moves if move != best)
        study.search_store.keep(
            searched_by(study, (RootMove(best, 5.0, EXACT, depth, (best,)), *others), lines=1)
        )
        settled(table, study, holds=holds)

    found(moves[0], 1, holds=True)
    assert not table.lines, "not under the pointer"
    found(moves[0], 2)
    assert [candidate.move for candidate in table.lines] == [moves[0]]
    found(moves[1], 3)
    assert [candidate.move for candidate in table.lines] == [moves[0]], "it has only just changed"
    assert table.ranks == {moves[0]: 1} and table.thought.depth == 2, "all is still of the search before"
    now[0] += CALM_SECONDS + 0.01
    table.update(study, candidates(study), True, False)
    assert [candidate.move for candidate in table.lines] == [moves[1]] and table.ranks == {moves[1]: 1}
    now[0] += CALM_SECONDS + 0.01
    found(moves[2], 4, holds=True)
    assert [candidate.move for candidate in table.lines] == [moves[1]], "not under the pointer"
    found(moves[2], 5)
    assert [candidate.move for candidate in table.lines] == [moves[2]], "it has stood long enough"


def test_a_picture_stays_until_the_next_is_complete() -> None:
    """In every frame the lines are sorted, of one search, and can be read; no bound is above the last one."""
    frames = count(step=0.02)
    study, table = study_of("isolation", lines=3), CandidateTable(clock=lambda: next(frames))
    study.view.lines, position = 3, study.position
    study.search = RunningSearch(Job())
    study.search.job._news = News(RUNNING)
    shown = []
    for depth in (1, 2, 3):
        found = searcher("isolation", 3, depth).think(position)
        study.search_store.keep(found)
        for frame in range(2000):
            table.update(study, candidates(study), True, False)
            drawn = [table.line(study, candidate) for candidate in table.lines]
            if depth > 1 or frame > 500:
                shown.append(table.thought.depth)
                rows = [table.row(candidate) for candidate in table.lines]
                assert len(rows) == 3 and {(row.bound, row.depth) for row in rows} == {(EXACT, shown[-1])}
                assert [row.value for row in rows] == sorted((row.value for row in rows), reverse=True)
                assert None not in drawn
                assert all(table.terms_of(candidate)[0] is not None for candidate in table.lines)
                assert table.rest.most <= rows[-1].value
            if table.thought is found and frame > 500:
                break
            study.facts.advance(time.perf_counter())
        assert table.thought is found
    assert shown == sorted(shown) and set(shown) == {1, 2, 3}


def test_equal_lines_are_compared_in_their_order() -> None:
    study, table = study_of("isolation"), CandidateTable()
    settled(table, study)
    after = sorted(table.found.candidates, key=lambda candidate: candidate.value)
    best, second, third = (candidate.move for candidate in (after[-1], after[0], after[1]))
    rows = tuple(RootMove(move, 3.0, EXACT, 4, (move,)) for move in (best, second, third))
    rows += tuple(RootMove(c.move, 3.0, UPPER, 4) for c in after[2:-1])
    study.search_store.keep(searched_by(study, rows, lines=3))
    settled(table, study)
    first, next_best, last = table.lines
    assert first.move == best and table.compared(first, True) is next_best
    assert table.compared(next_best, True) is first is table.compared(last, True)


@pytest.mark.parametrize(
    ("rest", "at_least", "words"),
    [
        (Rest(27, 80.0, 0), False, "27 more moves, each at most +0.80"),
        (Rest(27, 80.0, 0), True, "27 more moves, each at least +0.80"),
        (Rest(1, 80.0, 0), False, "1 more move, at most +0.80"),
        (Rest(0, 0.0, 4), False, "4 more moves, not searched"),
        (Rest(20, 80.0, 7), False, "27 more moves, 20 of them at most +0.80"),
        (Rest(3, 5 - WIN, 0), False, "3 more moves, each loses by force"),
        (Rest(2, WIN - 5, 0), True, "2 more moves, each may win, but no sooner than the best"),
        (Rest(1, 5 - WIN, 1), False, "2 more moves, 1 of them loses by force"),
        (Rest(2, 5 - WIN, 1), False, "3 more moves, 2 of them lose by force"),
    ],
)
def test_what_a_search_says_of_the_rest(rest: Rest, at_least: bool, words: str) -> None:
    assert rest.words("+0.80", at_least) == words


def test_terms_after_the_move_sort_too() -> None:
    study, table = study_of("isolation"), CandidateTable()
    settled(table, study)
    table.sort_by(("term", table.terms[0]))
    settled(table, study)
    amounts = [c.breakdown.rows[0].contribution for c in table.order if c.breakdown is not None]
    assert amounts == sorted(amounts, reverse=True) and len(amounts) == len(table.order)


def test_rows_change_places_when_calm_and_never_when_pointed() -> None:
    study, now = study_of("isolation"), [100.0]
    table = CandidateTable(clock=lambda: now[0])
    moves = study.position.moves
    study.search = RunningSearch(Job())
    study.search.job._news = News(RUNNING)

    def found(best: int, depth: int) -> None:
        rows = tuple(RootMove(move, 5.0 * (move == best), EXACT, depth, (move,)) for move in moves)
        rows = tuple(sorted(rows, key=lambda row: -row.value))
        study.search_store.keep(searched_by(study, rows))

    found(moves[0], 1)
    settled(table, study)
    first = [candidate.move for candidate in table.order]
    found(moves[2], 2)
    settled(table, study)
    assert [candidate.move for candidate in table.order] == first, "it has only just changed"
    assert table.best_first[0].move == moves[2], "but it is known which is the best"
    assert table.row(table.best_first[0]).depth == 2, "and the numbers follow"
    now[0] += CALM_SECONDS + 0.01
    settled(table, study, holds=True)
    assert [candidate.move for candidate in table.order] == first, "the pointer is among them"
    table.update(study, candidates(study), True, False)
    assert table.order[0].move == moves[2]
    found(moves[1], 3)
    for column in (MOVE, SEARCHED):
        table.sort_by(column)
        settled(table, study, holds=True)
    assert table.order[0].move == moves[1], "who sorts wants it sorted"
    found(moves[3], 4)
    study.search.job._news = replace(study.search.job._news, phase="done")
    settled(table, study)
    assert table.order[0].move == moves[3], "the search has ended"


@pytest.mark.parametrize("game", game_names())
def test_the_terms_of_every_move_make_its_value(game: str) -> None:
    study = study_of(game, lines=500, depth=DEPTHS.get(game, 2))
    table = CandidateTable()
    settled(table, study)
    told = 0
    for candidate in table.order:
        terms, older = table.terms_of(candidate)
        row = table.row(candidate)
        assert row is not None and row.bound == EXACT and terms is not None and not older
        if not terms.words:
            told += 1
            assert sum(terms.amounts.values()) == pytest.approx(row.value, rel=1e-9, abs=1e-9)
            assert set(terms.amounts) <= set(table.terms)
    assert told > 0
    settled(table, study, at_line=False)
    for candidate in table.order:
        terms, _ = table.terms_of(candidate)
        if terms is not None:
            assert candidate.value == pytest.approx(sum(terms.amounts.values()))


def test_a_mean_over_outcomes_is_broken_down() -> None:
    study, table = study_of("jungle", lines=500, depth=1), CandidateTable()
    settled(table, study)
    lens, side = study.lens, study.position.to_move
    rows = [row for row in study.searched.values() if len(study.position.chances(row.move)) > 1]
    assert rows
    for row in rows:
        breakdown = mean_breakdown(lens, row, side)
        assert sum(each.contribution for each in breakdown.rows) == pytest.approx(row.value)
        assert all(each.name and each.label and each.description for each in breakdown.rows)


def test_a_forced_end_has_no_terms_but_words() -> None:
    study, table = study_of("isolation"), CandidateTable()
    moves = study.position.moves
    rows = (
        RootMove(moves[0], WIN - 3, EXACT, 4, (moves[0],)),
        RootMove(moves[1], -WIN + 2, EXACT, 4, (moves[1],)),
    )
    study.search_store.keep(searched_by(study, rows))
    settled(table, study)
    said = {c.move: table.terms_of(c)[0] for c in table.order}
    whose = study.side_names
    side = study.position.to_move
    assert said[moves[0]].words == f"{whose[side]} wins in 3 plies"
    assert said[moves[1]].words == f"{whose[1 - side]} wins in 2 plies"
    assert not said[moves[0]].amounts and said[moves[2]] is None


def test_what_is_still_of_the_value_before_is_known_as_such() -> None:
    study, table = study_of("isolation", lines=500, depth=1), CandidateTable()
    settled(table, study)
    candidate = table.order[0]
    assert not table.terms_of(candidate)[1]
    found = searcher("isolation", 500, 2).think(study.position)
    study.search_store.keep(found)
    while table.thought is not found:
        table.update(study, candidates(study), True, False)
        study.facts.advance(time.perf_counter())
    last = table.best_first[-1]
    terms, older = table.terms_of(last)
    assert older and terms is not None, "it is worked out a little in each frame"
    settled(table, study)
    assert not table.terms_of(last)[1]
