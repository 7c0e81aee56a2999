"""A whole measurement: its figures, its worst positions, and why there are too few positions."""

import pytest

from arena.truth import searched_positions
from arena.truth.measure import CountedChoice, ProvenChoice, ProvenChoices
from arena.truth.proven import Proven
from arena.truth.searched_positions import SearchTally, plies_left
from engines.jobs import Job
from games.compiling.compiler import jit_disabled
from games.contract import BadText
from games.position import Position
from games.registry import load_game
from games.truth import syzygy
from games.truth.fate import DRAWN, Fate
from games.truth.syzygy import Syzygy
from heuristics.registry import load_lens
from study.truth import truth_run
from study.truth.truth_run import (
    SEARCHED,
    ChangedTerm,
    TruthNews,
    TruthRun,
    by_kind,
    mistake_to_json,
    why_so_few,
)
from ui.panels.truth.truth_rows import by_term

needs_the_compiler = pytest.mark.skipif(jit_disabled(), reason="millions of positions")


GAME = load_game("isolation")

FATES = {1: Fate(1, 3), 2: Fate(1, 7), 3: DRAWN, 4: Fate(-1, 2)}


def proven(fates: dict[int, Fate]) -> Proven:
    return Proven(Position.start(load_game("isolation")), fates, "by hand")


def choice(chosen: int, values: dict[int, float], fates: dict[int, Fate] = FATES) -> ProvenChoice:
    return ProvenChoice(proven(fates), chosen, values)


VALUES = {1: 5.0, 2: 1.0, 3: 1.0, 4: 2.0}


def test_most_valued_move_is_right_and_worst_come_first():
    found = choice(4, {1: 1.0, 2: 2.0, 3: 4.0, 4: 5.0})
    assert found.right == 2 and found.rank == (-2, -3.0)
    drawn = choice(3, {1: 0.0, 2: 0.0, 3: 9.0, 4: 0.0})
    assert sorted([drawn, found], key=lambda mistake: mistake.rank)[0].chosen == 4


@needs_the_compiler
def test_morris_in_its_table(tmp_path):
    """`weighted` keeps 339 of 400 positions one ply deep, where a random move keeps 74: the sample agrees."""
    lens = load_lens("morris", "weighted")
    news = TruthRun(lens, load_game("morris").options(), tmp_path, (1,), ["stones"], ("3-3",), 150, 1).work(
        Job()
    )
    row = news.by_depth[0].figures.all
    low, high = row.interval
    assert row.positions == 150 and low < 339 / 400 < high
    assert news.random == pytest.approx(74 / 400, abs=0.03)
    term = news.terms[0]
    assert term.name == "stones" and term.tally.kept == row.kept  # both sides have three stones
    assert term.beside is not None and term.beside.gain == 0.0 and term.beside.positions == 150
    assert all(each.kind == "3–3" for each in news.positions)
    for mistake in news.worst:
        told = mistake_to_json(mistake)
        fates = mistake.proven.fates
        assert fates[mistake.right].result > fates[mistake.chosen].result
        assert told["chosen"]["value"] >= told["right"]["value"]
    assert [mistake.rank for mistake in news.worst] == sorted(mistake.rank for mistake in news.worst)


@needs_the_compiler
def test_a_game_without_tables_is_measured_by_searches(tmp_path):
    lens = load_lens("isolation", "improved")
    news = TruthRun(lens, load_game("isolation").options(), tmp_path, (1,), (), (), 5, 3).work(Job())
    assert news.tables == () and news.by_depth[0].figures.all.positions >= 5
    assert news.to_json()["table"] == SEARCHED
    left = [plies_left(kind) for kind in news.kinds]
    assert len(left) > 1 and left == sorted(left) and set(news.kinds) == set(news.by_depth[0].figures.by_kind)


def test_a_wrong_table_or_term_is_named(tmp_path):
    lens = load_lens("morris", "mobile")
    options = load_game("morris").options()
    with pytest.raises(BadText, match=r"table: expected one of 3-3, 4-3, searched, found .4-4."):
        TruthRun(lens, options, tmp_path, names=("4-4",))
    with pytest.raises(BadText, match=r"term: expected one of stones, .*, found 'speed'"):
        TruthRun(lens, options, tmp_path, without=["speed"])


def test_the_search_for_positions_counts_what_says_nothing():
    tally = SearchTally()
    tally.games = 3
    assert why_so_few(tally) == "No position near the end of 3 games has two moves."
    alike = {1: Fate(1, 3), 2: Fate(1, 5)}
    for fates in (alike, {1: Fate(1, 1), 2: DRAWN}, {1: DRAWN, 2: Fate(-1, 2)}):
        tally.add(proven(fates))
    tally.add(proven({}))
    assert (tally.positions, tally.unproven, tally.alike, tally.won_at_once) == (4, 1, 1, 1)
    assert why_so_few(tally) == (
        "Of 4 positions near the ends of 3 games 25.0 % are too far from the end to be proven, "
        "25.0 % have moves of one outcome, 25.0 % are won at once."
    )


@needs_the_compiler
def test_fewer_positions_than_wanted_have_a_reason(tmp_path, monkeypatch):
    monkeypatch.setattr(searched_positions, "MOST_IN_VAIN", 1)
    monkeypatch.setattr(searched_positions, "PROVER_NODES", 10)
    lens = load_lens("isolation", "improved")
    news = TruthRun(lens, load_game("isolation").options(), tmp_path, (1,), (), (), 50).work(Job())
    assert news.why_few and news.to_json()["why_few"] == news.why_few


class QueenWins:
    """Stands in for python-chess's prober: a queen wins, 7 plies from zeroing."""

    def probe_wdl(self, board):
        return 0 if not board.queens else 2 if board.turn else -2

    def probe_dtz(self, board):
        return 3.5 * self.probe_wdl(board)


@pytest.fixture
def with_syzygy(monkeypatch):
    monkeypatch.setattr(syzygy, "_opened", Syzygy(QueenWins(), 4, "c0ffee", ("KQvK", "KQvKN")))


def test_a_heuristic_is_measured_in_positions_that_syzygy_knows(tmp_path, with_syzygy):
    options = load_game("chess").options()
    news = TruthRun(load_lens("chess", "piece_value"), options, tmp_path, (1,), (), ("KQvKN",), 6).work(Job())
    assert news.tables == (("KQvKN", "c0ffee"),) and set(news.kinds) <= {
        "KQvKN, White to move",
        "KQvKN, Black to move",
    }
    figures = news.by_depth[0].figures.all
    assert figures.positions >= 6 and 0.0 <= figures.kept <= 1.0
    assert figures.plies_lost is None  # plies to zeroing do not tell the plies to the end


def test_names_of_both_kinds_of_tables_are_not_mixed(tmp_path, with_syzygy):
    lens, options = load_lens("chess", "piece_value"), load_game("chess").options()
    for names in (("KQvKN", "KPK"), ("KXvK",)):
        with pytest.raises(BadText, match=r"expected one of KQK, .*; or Syzygy tables alone, such as KQvK$"):
            TruthRun(lens, options, tmp_path, names=names)


class StopsOnce(Job):
    """Stops at the first news that `stops` agrees to."""

    def __init__(self, stops):
        super().__init__()
        self.stops = stops

    def report(self, value=None, doing=None):
        super().report(value, doing)
        if value is not None and self.stops(value):
            self.stop.request()


def run_in(folder, wanted=12, depths=(1, 2)):
    return TruthRun(load_lens("isolation", "improved"), GAME.options(), folder, depths, (), (), wanted, 3)


def figures(news):
    answer = news.to_json()
    assert answer.pop("seconds") > 0.0
    return answer, [each.position.text for each in news.positions]


def once_alone(monkeypatch):
    """Counts the blocks of games that are searched, and the units of choices."""
    done = []
    for owner, name in ((truth_run, "proven_near_ends"), (ProvenChoices, "work")):
        usual = getattr(owner, name)

        def counted(*arguments, usual=usual, name=name):
            done.append(name)
            return usual(*arguments)

        monkeypatch.setattr(owner, name, counted)
    return done


@needs_the_compiler
def test_a_stopped_measurement_goes_on_with_the_same_figures(tmp_path, monkeypatch):
    monkeypatch.setattr(truth_run, "NEWS_EVERY", 0.0)
    monkeypatch.setattr(truth_run, "AT_ONCE", 5)
    whole = figures(run_in(tmp_path / "one").work(Job()))
    done = once_alone(monkeypatch)
    run_in(tmp_path / "two").work(StopsOnce(lambda news: len(news.positions) >= 10))
    run_in(tmp_path / "two").work(StopsOnce(lambda news: len(news.by_depth) > 1))
    at_first = len(done)
    assert done.count("work") >= 4
    assert figures(run_in(tmp_path / "two").work(Job())) == whole
    assert len(done) > at_first
    at_end = len(done)
    assert figures(run_in(tmp_path / "two").work(Job())) == whole and len(done) == at_end, "only shown"
    deeper = run_in(tmp_path / "two", depths=(1, 2, 3)).work(Job())
    assert "proven_near_ends" not in done[at_end:] and len(deeper.by_depth) == 3, "in the same positions"


@needs_the_compiler
def test_positions_that_a_person_cut_short_are_not_kept_as_all(tmp_path, monkeypatch):
    monkeypatch.setattr(truth_run, "NEWS_EVERY", 0.0)
    run = run_in(tmp_path)

    class Cuts(Job):
        def report(self, value=None, doing=None):
            super().report(value, doing)
            if value is not None and len(value.positions) == 5:
                run.measure_now()

    cut = run.work(Cuts())
    assert 0 < cut.by_depth[0].figures.all.positions <= 5 and cut.share == 1.0
    assert run_in(tmp_path).work(Job()).by_depth[0].figures.all.positions >= 12


def test_gains_of_terms_are_told_by_kind_of_position():
    """`mobility` keeps the outcome where both share an area, and gives it away where they are apart."""
    lens = load_lens("isolation", "improved")
    shared = Position.start(GAME, text="7/7/2w4/5b1/7/7/7 w")
    apart = Position.start(GAME, text="xxxxxxx/1xxxxxx/xxwxxxx/xxxxxbx/xxxxxxx/xxxx1xx/xxxxxxx w")
    term = ChangedTerm("mobility")
    for position, full, without in ((shared, True, False), (apart, False, True)):
        found = Proven(position, FATES, "by hand")
        for _ in range(60):
            term.add(found, CountedChoice(without, 1.0, 1, None), full)
    told = by_kind([term, ChangedTerm("cut short")], lens)
    assert told is not None and told.counts == {"placing": 0, "one area": 60, "apart": 60}
    assert told.sentence == "Mobility helps (one area), harms (apart)."
    assert by_kind([], lens) is None
    news = TruthNews("isolation", terms=(term,), by_kind=told)
    assert news.to_json()["by_kind"]["terms"][0]["name"] == "mobility"
    (row,) = by_term(news, lens).rows
    assert "by kind: one area +100.0 %" in row.tip
