"""Why a match was lost: where the games of uneven pairs part, and the terms between the players."""

from dataclasses import replace
from functools import lru_cache
from math import isnan

import pytest

from arena.match import Match, MatchResult
from arena.parting import AT_AN_END, BY_CHANCE, UnevenPair, uneven_pairs
from engines.jobs import Job
from engines.player_text import parse_player
from games.compiling.compiler import jit_disabled
from games.contract import BadText
from games.registry import load_game
from study.settings.settings import Settings
from study.tournaments.why_lost import LINES, Parting, WhyLost, WhyLostNews, judge_by
from study.tournaments.why_lost_text import (
    ALIKE,
    AS_OFTEN,
    NO_PAIRS,
    NO_TERMS,
    MatchNames,
    caveats,
    parting_sentence,
    sentences,
)

pytestmark = pytest.mark.skipif(jit_disabled(), reason="searches too much")

NAMES = MatchNames(("A", "B"), ("White", "Black"))
MILLS = ("alphabeta:weighted,nodes=300", "alphabeta:weighted,nodes=300,mills=0")


@lru_cache
def played(game: str, players: tuple[str, str], games: int = 8, seed: int = 3) -> tuple[Match, MatchResult]:
    rules = load_game(game)
    first, second = (parse_player(text, game) for text in players)
    match = Match(rules, first, second, games, rules.options(), seed=seed)
    return match, match.play(keeps_values=True)


def asked(
    game: str, players: tuple[str, str], games: int = 8, keeps_values: bool = True, judge: str = ""
) -> WhyLostNews:
    match, result = played(game, players, games)
    results = result.results
    if not keeps_values:
        results = tuple(replace(each, values=()) for each in results)
    make = judge_by(judge, game, Settings()) if judge else None
    pairs = uneven_pairs(results, lambda number: number // 2)
    return news_of(WhyLost(pairs, match.single_game, int(result.score > 0.5), 1, make))


def news_of(work: WhyLost) -> WhyLostNews:
    job = Job("why")
    job.run(work.work)
    assert job.news.error == ""
    news: WhyLostNews = job.news.value
    return news


def test_a_term_that_one_player_lacks_stands_between_the_two() -> None:
    news = asked("morris", MILLS)
    assert news.loser == 1 and news.pairs(lost=True) and not news.pairs(lost=False)
    counted, _ = news.counted
    assert [(row.name, row.lost) for row in news.terms] == [("mills", len(counted))]


def test_the_parting_is_the_first_position_of_two_choices() -> None:
    match, result = played("morris", MILLS)
    for each in asked("morris", MILLS).found:
        one, other = (result.results[2 * each.pair.number + game] for game in (0, 1))
        plies = each.pair.plies
        assert each.position is not None and one.moves[:plies] == other.moves[:plies]
        record = match.single_game(one.number).opened()
        for move, chance in one.moves[len(record.plies) : plies]:
            record.play(move, chance)
        assert each.position.text == record.position.text
        by_first = one if record.position.to_move == one.first_side else other
        chosen = {choice.player: choice.move for choice in each.choices}
        others = other if by_first is one else one
        assert chosen == {0: by_first.moves[plies][0], 1: others.moves[plies][0]}
        assert each.choices[0].player == each.pair.loser


def test_terms_and_lines_add_up_to_the_gap() -> None:
    for game, players in (("morris", MILLS), ("tabletactics", ("greedy:concentration", "greedy:siege"))):
        explained = [each for each in asked(game, players).found if each.gap is not None]
        assert explained
        for each in explained:
            parts = sum(term.difference for term in each.terms) + each.lines
            assert each.gap == pytest.approx(parts, abs=1e-9)


def test_only_a_term_of_unequal_weight_has_a_part_of_the_gap() -> None:
    news = asked("morris", ("greedy:mobile", "greedy:mobile,steps=0"))
    explained = [each for each in news.found if each.gap is not None]
    assert explained
    for each in explained:
        assert {term.name for term in each.terms if term.difference} <= {"steps"}


def test_values_are_those_that_were_kept_else_found_again() -> None:
    kept, found = asked("morris", MILLS), asked("morris", MILLS, keeps_values=False)
    assert kept.found and all(choice.repeated for each in kept.found for choice in each.choices)
    assert [each.choices for each in kept.found] == [each.choices for each in found.found]
    _, result = played("morris", MILLS)
    for each in kept.found:
        assert each.position is not None
        for choice in each.choices:
            game = each.pair.game_of(choice.player, each.position.to_move)
            assert choice.value == result.results[game.number].values[each.pair.plies]


def test_players_with_one_heuristic_expected_other_lines() -> None:
    news = asked("morris", ("alphabeta:weighted,nodes=1000", "alphabeta:weighted,nodes=50"))
    assert news.found and {each.between for each in news.found} <= {LINES, ""}
    assert ALIKE in sentences(news, NAMES)


def test_a_player_without_a_heuristic_has_no_terms() -> None:
    news = asked("morris", ("greedy:weighted", "random"), 4)
    assert news.found and all(each.gap is None and not each.terms for each in news.found)
    assert NO_TERMS in sentences(news, NAMES)
    for each in news.found:
        assert len(each.choices) == 2
        assert [isnan(choice.value) for choice in each.choices] == [
            choice.player == 1 for choice in each.choices
        ]


def test_a_deeper_search_says_whose_move_was_worse() -> None:
    news = asked("morris", MILLS, judge="weighted")
    lost = news.pairs(lost=True)
    assert news.asked_deeper and all(each.judged is not None for each in lost)
    assert all(each.judged_depth == 2 + max(choice.depth for choice in each.choices) for each in lost)
    wrong = [each for each in lost if each.loser_was_wrong]
    assert news.counted[0] == [each for each in wrong if each.between]
    said = f"A deeper search finds its move worse in {len(wrong)} of the {len(lost)} pairs it lost."
    assert said in sentences(news, NAMES)


def test_without_a_deeper_search_the_result_says_who_was_wrong() -> None:
    said = sentences(asked("morris", MILLS), NAMES)
    assert said[0] == f"B lost {len(asked('morris', MILLS).found)} pairs and won 0."
    assert said[-1] == "No deeper search was asked, so the loser of a pair counts as wrong."


def test_a_term_as_frequent_in_won_pairs_is_no_reason() -> None:
    news = asked("morris", MILLS)
    assert AS_OFTEN not in " ".join(sentences(news, NAMES))
    won = [
        replace(
            each, pair=replace(each.pair, games=tuple(replace(game, points=0.0) for game in each.pair.games))
        )
        for each in news.found
    ]
    both = replace(news, found=(*news.found, *won))
    assert len(both.pairs(lost=False)) == len(news.found)
    assert AS_OFTEN in " ".join(sentences(both, NAMES))


def test_where_no_term_stood_between_they_expected_other_lines() -> None:
    news = asked("morris", MILLS)
    found = tuple(replace(each, terms=(), lines=each.gap or 0.0) for each in news.found)
    said = " ".join(sentences(replace(news, found=found), NAMES))
    assert "Mostly they expected different lines: in " in said


def test_a_judge_is_a_heuristic() -> None:
    with pytest.raises(BadText, match=r"expected a heuristic \(weighted, mobile\), found 'random'"):
        judge_by("random", "morris", Settings())


def test_pairs_that_no_choice_parts_are_said() -> None:
    match, result = played("morris", MILLS)
    both = result.results[0], result.results[1]
    pairs = [UnevenPair(0, both, 3, BY_CHANCE), UnevenPair(1, both, 4, AT_AN_END)]
    news = news_of(WhyLost(pairs, match.single_game, 1))
    assert [(each.position, each.choices) for each in news.found] == [(None, ()), (None, ())]
    said = caveats(news, (match.first, match.second), NAMES)
    where = "so no moves of the players can be compared."
    assert said == [
        f"In 1 pair chance parts the games, {where}",
        f"In 1 pair one game is part of the other, {where}",
    ]
    assert [parting_sentence(each, news, NAMES) for each in news.found] == [
        "Chance parts the games.",
        "One game is part of the other.",
    ]


def test_a_player_limited_by_time_is_said_to_part_by_luck() -> None:
    match, result = played("morris", MILLS)
    clock = parse_player("alphabeta:weighted,ms=5", "morris")
    news = news_of(WhyLost([], match.single_game, 1))
    assert caveats(news, (match.first, clock), NAMES) == [
        "The moves of B depend on time, threads or another program: where games part may be luck."
    ]
    timed = replace(match, second=clock)
    pairs = uneven_pairs(result.results, lambda number: number // 2)[:1]
    (found,) = news_of(WhyLost(pairs, timed.single_game, 1)).found
    assert found.choices[0].move == pairs[0].game_of(1, found.position.to_move).moves[pairs[0].plies][0]  # type: ignore[union-attr]


def test_no_uneven_pairs_are_said() -> None:
    match, _ = played("morris", MILLS)
    assert sentences(news_of(WhyLost([], match.single_game, 0)), NAMES) == [NO_PAIRS]


def test_a_parting_is_a_sentence_with_both_choices_and_values() -> None:
    news = asked("morris", MILLS)
    each = next(each for each in news.found if each.between)
    said = parting_sentence(each, news, NAMES)
    assert said.startswith("B chose ") and " and A chose " in said and "the largest part is mills +" in said


def test_a_stopped_work_has_what_it_found_so_far() -> None:
    match, result = played("morris", MILLS)
    pairs = uneven_pairs(result.results, lambda number: number // 2)
    job = Job("why")
    job.stop.request()
    job.run(WhyLost(pairs, match.single_game, 1).work)
    assert job.news.value.found == () and job.news.value.total == len(pairs)


def test_what_stood_between_is_the_largest_part_of_the_gap() -> None:
    _, result = played("morris", MILLS)
    (pair, *_) = uneven_pairs(result.results, lambda number: number // 2)
    assert Parting(pair, gap=None).between == "" and Parting(pair, gap=0.0).between == ""
    assert Parting(pair, gap=1.0, lines=0.6).between == LINES
