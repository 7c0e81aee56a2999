"""A scan finds the positions in which two heuristics choose differently, and its costs are those of separate
searches."""

import threading
import time
from dataclasses import replace
from functools import partial

import pytest

from engines.contract import WIN, EngineFailure, Limits
from engines.jobs import Job
from engines.search_engine import MAX_DEPTH, Searcher
from games.compiling.compiler import jit_disabled
from games.contract import BadText
from games.registry import load_game
from heuristics.registry import load_lens
from study.compare import scan as scan_module
from study.compare import scan_positions
from study.compare.background_scan import cost_in_words, look_at_in_words, reason, worse_in_words
from study.compare.scan import Disagreement, Scan, ScanChoice, ScanNews, TermRate
from study.compare.scan_players import chooser_of, judge_of, maker_of
from study.compare.scan_positions import Spot, random_spots
from study.format.value_format import ValueFormat
from study.why_not.comparison import ENDED

pytestmark = pytest.mark.skipif(jit_disabled(), reason="searches many times")

GAME = load_game("isolation")
LENS = load_lens("isolation", "improved")
OTHER = LENS.with_weight("mobility", -1.0)


def plain(lens, depth, **more):
    return Searcher(lens, Limits(depth=depth), table_megabytes=1, **more)


@pytest.fixture(scope="module", autouse=True)
def games_in_python():
    """Random games that need no compiler."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scan_positions, "jit_disabled", lambda: True)
        yield


def positions(count, seed):
    return random_spots(GAME, GAME.options(), count, seed)


def scan_of(count=40, seed=1, workers=2, first=None, second=None, judge=None):
    return Scan(
        GAME,
        (first or partial(plain, LENS, 2), second or partial(plain, OTHER, 2)),
        judge or partial(plain, LENS, 4),
        partial(positions, count, seed),
        count,
        workers,
    )


def listed(news):
    return [(found.spot.number, found.spot.position.text, found.choices) for found in news.found]


@pytest.fixture(scope="module")
def scanned():
    return scan_of().work(Job())


def test_costs_are_those_of_separate_searches(scanned):
    assert scanned.done == scanned.total == 40 and 5 < len(scanned.found) <= 40
    for found in scanned.found[:6]:
        position = found.spot.position
        for choice, lens in zip(found.choices, (LENS, OTHER), strict=True):
            alone = plain(lens, 2).think(position)
            assert (choice.move, choice.value, choice.depth) == (alone.move, alone.value, alone.depth)
            judged = plain(LENS, 4).think(position, only=(choice.move,))
            assert choice.judged == judged.value
        first, second = (choice.judged for choice in found.choices)
        assert found.cost == max(first, second) - min(first, second)
        assert found.better == (None if first == second else 0 if first > second else 1)


def test_both_choosers_value_both_moves_alone(scanned):
    for found in scanned.found[:6] + scanned.found[-6:]:
        position, (first, second) = found.spot.position, found.choices
        for choice, other, lens in ((first, second, LENS), (second, first, OTHER)):
            own, against = (
                plain(lens, 2).think(position, only=(move,)).value for move in (choice.move, other.move)
            )
            assert (choice.own, choice.other) == (own, against) and choice.own == choice.value
            assert choice.tied == (own == against) and own >= against
            assert choice.term == ("" if choice.tied else choice.term)


def test_who_values_both_moves_alike_is_not_to_blame():
    """One heuristic with two seeds: only the draw between equal moves differs."""
    news = scan_of(first=partial(plain, LENS, 2), second=partial(plain, LENS, 2, seed=5)).work(Job())
    assert news.found and all(found.tied for found in news.found)
    assert (news.differ, news.tied) == (0, len(news.found))
    assert any(found.better is not None for found in news.found), "the judge sees deeper"
    assert news.worse(0) == news.worse(1) == [] and news.decided(0) == news.decided(1) == ()
    assert all(choice.term == "" for found in news.found for choice in found.choices)


@pytest.fixture(scope="module")
def custom():
    """A heuristic that counts much against one that counts little and values many moves equally."""
    first = partial(plain, load_lens("isolation", "custom_score"), 2)
    return scan_of(first=first, second=partial(plain, LENS, 2)).work(Job())


def test_ties_are_counted_apart_and_stand_last(custom):
    tied = [found.tied for found in custom.found]
    assert tied == sorted(tied) and custom.tied == sum(tied) and custom.differ == tied.count(False)
    assert custom.tied > 0
    real, drawn = found_with(9.0, 2.0), replace(found_with(3.0, 4 - WIN), choices=drawn_with(3.0, 4 - WIN))
    assert drawn.tied and not real.tied and sorted([drawn, real], key=lambda each: each.rank)[0] is real
    assert ScanNews((real, drawn), 2, 2, 1.0).worse(1) == [real]


def test_deciding_term_speaks_most_for_the_move(custom):
    lens = load_lens("isolation", "custom_score")
    checked = 0
    for found in custom.found:
        position, (choice, other) = found.spot.position, found.choices
        if choice.tied or max(abs(choice.own), abs(choice.other)) > 1e6:
            assert choice.term in ("", ENDED)
            continue
        ends = [plain(lens, 2).think(position, only=(m,)).pv_end() for m in (choice.move, other.move)]
        rows = [lens.breakdown(end.state, position.to_move).rows for end in ends]
        amounts = {a.name: a.contribution - b.contribution for a, b in zip(*rows, strict=True)}
        assert sum(amounts.values()) == pytest.approx(choice.own - choice.other)
        assert amounts[choice.term] == max(amounts.values()) > 0.0
        checked += 1
    assert checked > 2
    for which in (0, 1):
        worse = [rate.worse for rate in custom.decided(which)]
        assert sum(worse) == len(custom.worse(which)) and worse == sorted(worse, reverse=True)
        right = [found for found in custom.found if found.better == which and not found.tied]
        assert sum(rate.right for rate in custom.decided(which)) == custom.right(which) == len(right)


def test_judged_values_are_those_of_minimax_and_no_bounds(scanned):
    """Plain minimax prunes nothing, so its values of all moves are exact."""
    found = max(scanned.found, key=lambda each: each.spot.plies)  # few moves are left there
    deep = Searcher(LENS, Limits(depth=4), deepens=False, table_megabytes=1, compile=False)
    deep = deep.think(found.spot.position)
    values = {row.move: row.value for row in deep.root_moves}
    assert [choice.judged for choice in found.choices] == [values[c.move] for c in found.choices]


def test_what_is_not_found_is_chosen_alike(scanned):
    differ = {found.spot.number for found in scanned.found}
    for spot in positions(12, 1):
        first, second = (plain(lens, 2).think(spot.position).move for lens in (LENS, OTHER))
        assert (first != second) == (spot.number in differ)


def test_the_worst_choice_stands_first(scanned):
    ranks = [found.rank for found in scanned.found]
    assert ranks == sorted(ranks)
    differ = [found for found in scanned.found if not found.tied]
    plain_costs = [found.cost for found in differ if not found.decides and not found.delays]
    assert plain_costs == sorted(plain_costs, reverse=True)
    worse = scanned.worse(0) + scanned.worse(1)
    blamed = [found for found in scanned.found if found.better is not None and not found.tied]
    assert len(worse) == len(blamed) > 0


def test_the_same_seed_gives_the_same_list_whoever_looks(scanned):
    assert listed(scan_of(workers=1).work(Job())) == listed(scanned)
    assert listed(scan_of(seed=2).work(Job())) != listed(scanned)


def test_dependent_search_begins_with_an_empty_table():
    """With a limit in nodes, a table filled by other positions would let it search deeper."""
    limited = partial(Searcher, LENS, Limits(nodes=150), table_megabytes=1)
    one, three = (scan_of(15, workers=n, first=limited).work(Job()) for n in (1, 3))
    assert listed(one) == listed(three)
    for found in one.found[:3]:
        assert limited().think(found.spot.position).move == found.choices[0].move


class Told(Job):
    """Stops the scan at its first news of a position."""

    def report(self, value=None, doing=None):
        super().report(value, doing)
        if isinstance(value, ScanNews) and value.done:
            self.stop.request()


def test_it_can_be_stopped_and_keeps_what_it_found(monkeypatch):
    monkeypatch.setattr(scan_module, "NEWS_EVERY", 0.0)
    before = set(threading.enumerate())
    began = time.perf_counter()
    news = scan_of(100_000).work(Told())
    assert 0 < news.done < 1000 and news.total == 100_000
    assert time.perf_counter() - began < 20
    for thread in set(threading.enumerate()) - before:
        thread.join(120)
        assert not thread.is_alive(), "a search goes on"


def test_scan_whose_time_is_over_ends_with_what_it_has():
    assert replace(scan_of(), most_seconds=0.0).work(Job()).total == 0
    job = Job()
    job.seconds_waited = 1e9  # for newer work, which does not count
    assert replace(scan_of(), most_seconds=1.0).work(job).done == 40


def test_a_heuristic_that_fails_ends_it_with_a_line():
    class Failing(Searcher):
        def prepare(self, game_name):
            pass

        def think(self, position, publish=None, stop=None, only=()):
            raise EngineFailure("the engine has a headache")

    with pytest.raises(EngineFailure, match="headache"):
        scan_of(first=lambda: Failing(LENS, Limits(depth=1))).work(Job())


def choices_with(first, second, other):
    return ScanChoice(1, 0.0, 2, 0.0, -1.0, "mobility", first), ScanChoice(2, 0.0, 2, 0.0, other, "", second)


def drawn_with(first, second):
    return choices_with(first, second, 0.0)


def found_with(first, second):
    spot = Spot(1, 0, next(positions(1, 1)).position)
    return Disagreement(spot, choices_with(first, second, -1.0))


def test_reasons_and_sums_in_words():
    found = Disagreement(found_with(0.0, 0.0).spot, drawn_with(2.0, 1.0))
    assert [reason(choice, LENS) for choice in found.choices] == ["for mobility", "a tie, picked by chance"]
    ended = replace(found.choices[0], term=ENDED, judged=0.5)
    lost = Disagreement(found.spot, (ended, replace(ended, judged=1.0)))
    blamed = Disagreement(found.spot, (found.choices[0], replace(ended, judged=9.0)))
    news = ScanNews((blamed, lost, found), 3, 3, 1.0)
    told = worse_in_words(news, (LENS,) * 2, ("A", "B"))
    assert told == "Worse choices: A 2 (mobility 1 of 1, the game's end 1 of 1)"
    assert look_at_in_words(news, (LENS,) * 2, ("A", "B")) == ""
    assert worse_in_words(ScanNews((found,), 1, 1, 1.0), (LENS,) * 2, ("A", "B")) == ""


def news_of(worse, right, confirmed=None):
    """A scan in which terms decided this many worse and right choices of the first."""
    found = []
    for counts, judged in ((worse, (0.0, 1.0)), (right, (1.0, 0.0))):
        for term, count in counts.items():
            choices = choices_with(*judged, -1.0)
            found += [Disagreement(None, (replace(choices[0], term=term), choices[1]))] * count
    return ScanNews(tuple(found), len(found), len(found), 1.0, confirmed or {})


def test_term_that_decides_most_choices_is_not_blamed():
    """Material decides most of the worse choices, and as large a share of the right ones."""
    news = news_of({"material": 40, "king": 10}, {"material": 80, "king": 20})
    assert news.decided(0)[0] == TermRate("material", 40, 80) and news.misleading(0) is None
    news = news_of({"material": 30, "king": 20}, {"material": 90, "king": 10})
    assert news.misleading(0) == TermRate("king", 20, 10)
    assert news_of({"king": 3, "material": 1}, {"material": 4}).misleading(0) is None, "too few"
    confirmed = news_of({"material": 30, "king": 20}, {}, {"material": 90, "king": 10})
    assert confirmed.misleading(0) == TermRate("king", 20, 10) and confirmed.right(0) == 100
    ended = news_of({ENDED: 30, "": 20}, {"material": 90})
    assert ended.misleading(0) is None, "the game's end is no term"


def test_term_to_look_at_is_named_with_its_shares():
    news = news_of({"mobility": 20, "other": 30}, {"mobility": 10, "other": 90})
    told = look_at_in_words(news, (LENS,) * 2, ("A", "B"))
    assert told == "Look at mobility of A: it decides 40.0 % of worse choices, 10.0 % of right ones."


MOVES = ValueFormat("move")


def test_what_a_cost_is_called():
    assert cost_in_words(found_with(1.5, 0.25), MOVES) == "costs 1.25 moves"
    assert cost_in_words(found_with(1.0, 1.0), MOVES) == "neither costs anything"
    assert cost_in_words(found_with(3.0, 3 - WIN), MOVES) == "loses"
    assert cost_in_words(found_with(WIN - 3, 8.0), MOVES) == "misses a win"
    assert cost_in_words(found_with(WIN - 5, WIN - 3), MOVES) == "wins 2 plies later"
    assert cost_in_words(found_with(4 - WIN, 3 - WIN), MOVES) == "loses 1 ply sooner"
    ranked = sorted(
        [found_with(WIN - 3, WIN - 9), found_with(9.0, 2.0), found_with(2.0, 4 - WIN)], key=lambda f: f.rank
    )
    assert [found.decides for found in ranked] == [True, False, False] and ranked[-1].delays


def test_a_heuristics_name_is_a_player():
    assert str(chooser_of("improved", "isolation")) == "alphabeta:improved,depth=3"
    assert str(chooser_of("weighted,mills=6", "morris", 2)) == "alphabeta:weighted,depth=2,mills=6"
    assert str(chooser_of("minimax", "jungle", 2)) == "alphabeta:minimax,depth=2"
    assert str(chooser_of("greedy:greedy", "jungle", 2)) == "greedy:greedy"
    assert str(chooser_of("strong:open,ms=5", "isolation")) == "strong:open,ms=5"
    for wrong in ("nobody", "human", "random", "alphabeta:nobody", "improved,nobody=3"):
        with pytest.raises(BadText):
            chooser_of(wrong, "isolation")
    made = maker_of(chooser_of("improved,mobility=4", "isolation"), "isolation", seed=9)()
    assert made.lens.weight("mobility") == 4.0 and made.seed == 9 and made.limits == Limits(depth=3)


def test_a_judge_looks_deeper_and_searches_exactly():
    players = chooser_of("improved", "isolation", 4), chooser_of("open", "isolation", 2)
    assert str(judge_of(None, "isolation", players)) == "alphabeta:territory,depth=6"
    assert str(judge_of("open", "isolation", players)) == "alphabeta:open,depth=6"
    assert str(judge_of("alphabeta:open,depth=5", "isolation", players)) == "alphabeta:open,depth=5"
    timed = chooser_of("alphabeta:open,ms=5", "isolation"), chooser_of("alphabeta:open,ms=9", "isolation")
    assert judge_of("open", "isolation", timed).option("depth") == 5
    for wrong in (
        *(
            "alphabeta:open,depth=4",
            "alphabeta:open,ms=50",
            "alphabeta:open,nodes=900",
            "strong:open,depth=9",
        ),
        *("alphabeta:open,depth=8,threads=2", "greedy:open", "human"),
    ):
        with pytest.raises(BadText):
            judge_of(wrong, "isolation", players)
    deepest = chooser_of("improved", "isolation", MAX_DEPTH), players[1]
    with pytest.raises(BadText, match="found 'territory'"):
        judge_of(None, "isolation", deepest)
