"""A check of a heuristic: sound ones get no false sentence, and planted faults are named."""

import json
from itertools import islice

import pytest
from measure_check import TRUE, false_findings, findings, names
from planted_faults import PLANTS, plant

from arena.check.check import Checking, check
from arena.check.finding import COST, ONE_SIDED, SIGN, SYMMETRY, CheckProgress, Finding
from arena.check.turned import turned_signs
from engines.contract import StopSignal
from games.compiling.compiler import jit_disabled
from heuristics.contract import Heuristic
from heuristics.failure import TermFailure
from heuristics.lens import Lens
from heuristics.registry import heuristics_of, load_heuristic, load_lens

pytestmark = pytest.mark.skipif(jit_disabled(), reason="plays thousands of moves")


def test_list_of_true_findings_has_all_shipped_heuristics() -> None:
    games = ("isolation", "morris", "chess", "jungle", "tabletactics")
    assert set(TRUE) == {f"{game} {heuristic.name}" for game in games for heuristic in heuristics_of(game)}


LONG = [
    *(pytest.param(game, marks=pytest.mark.long) for game in ("jungle", "tabletactics")),
    pytest.param("chess", marks=[pytest.mark.long, pytest.mark.slow]),
]


@pytest.mark.parametrize("game", ["isolation", "morris", *LONG])
def test_nothing_false_is_said_of_a_shipped_heuristic(game: str) -> None:
    for heuristic in heuristics_of(game):
        assert false_findings(game, heuristic.name, findings(Lens.of(heuristic), 7)) == []


SLOWER = ("constant", "by kind")
KINDS = [pytest.param(kind, marks=pytest.mark.long) if kind in SLOWER else kind for kind in PLANTS]


@pytest.mark.parametrize("kind", KINDS)
def test_planted_fault_is_named(kind: str) -> None:
    for game, seed in (("isolation", 1), ("morris", 2)):
        planted = plant(kind, game, seed)
        if planted is None:  # in a game without such faults
            continue
        found = list(findings(Lens.of(planted.heuristic), seed))
        assert names(planted, found), (planted.what, [each.sentence for each in found])


def test_guilty_term_of_a_true_asymmetry_is_named() -> None:
    (guilty,) = [each for each in findings(load_lens("jungle", "hunter"), 1) if each.kind == SYMMETRY]
    assert guilty.terms == ("plies to a catch",) and guilty.position
    assert "for White here" in guilty.sentence and "in the mirror image" in guilty.sentence


def test_one_sided_is_said_and_is_no_fault() -> None:
    found = list(findings(load_lens("jungle", "minimax"), 1))
    (said,) = [each for each in found if each.kind == ONE_SIDED]
    assert not said.is_fault and "own hidden pieces" in said.sentence
    assert [each for each in found if each.is_fault] == []


def test_sign_of_a_term_that_matters_is_refuted_by_results() -> None:
    """Without the other heuristics' terms to compare with."""
    planted = Lens.of(load_heuristic("morris", "mobile"), {"stones": -1.5, "possible_mills": -0.2})
    signs = {key for each in findings(planted, 1) if each.kind == "sign" for key in each.terms}
    assert "possible_mills" in signs


def test_sign_is_refuted_by_games_against_itself() -> None:
    (sign,) = [each for each in findings(load_lens("isolation", "center"), 1) if each.kind == SIGN]
    assert sign.terms == ("distance from centre",) and sign.remedy == {"distance from centre": -1.0}
    assert sign.evidence["score_low"] > 0.5 and sign.evidence["one_ply_score"] > 0.6
    assert "with its sign turned the heuristic beats itself" in sign.sentence


def test_signs_are_asked_with_the_known_wrong_ones_mended() -> None:
    right = load_lens("morris", "mobile").weight("stones")
    checking = Checking(Lens.of(load_heuristic("morris", "mobile"), {"stones": -right}), 1)
    for doing, work in islice(checking.steps(), 2):
        assert list(work()) == [], doing
    assert checking.walks is not None
    games = checking.contributions, checking.walks, checking._starts(), 1
    found = list(turned_signs(*games, frozenset(), {}, StopSignal()))
    assert [each.terms for each in found] == [("stones",)] and found[0].remedy == {"stones": right}
    assert list(turned_signs(*games, frozenset(), {"stones": right}, StopSignal())) == []


def test_each_step_is_told_and_a_stop_ends_the_check() -> None:
    stop = StopSignal()
    told = []
    for news in check(load_lens("isolation", "territory"), 1, stop):
        if isinstance(news, CheckProgress):
            told.append(news)
            if len(told) == 3:
                stop.request()
    assert [news.share for news in told] == sorted(news.share for news in told)
    assert len(told) == 3 and told[0].share == 0.0


def test_costs_name_the_costliest_term() -> None:
    slow = Heuristic("slow", "isolation", "Counts slowly.", "a test")

    @slow.difference(weight=1.0)
    def quick(state, side):  # type: ignore[no-untyped-def]
        return state.to_move * 1.0 + side

    @slow.difference(weight=1.0)
    def tardy(state, side):  # type: ignore[no-untyped-def]
        total = 0.0
        for at in range(400):
            total += ((state.key + at * (side + 1)) % 7) * 0.001
        return total

    (cost,) = [each for each in check(Lens.of(slow), 1) if isinstance(each, Finding) and each.kind == COST]
    assert cost.terms[0] == "tardy" and not cost.is_fault
    spent = cost.evidence["terms_ns"]
    assert spent["tardy"] > 10 * spent["quick"]
    assert cost.evidence["node_ns"] >= spent["tardy"]


def test_failing_term_ends_the_check_with_its_line() -> None:
    broken = Heuristic("broken", "isolation", "Divides by nothing.", "a test")

    @broken.single("divides", weight=1.0)
    def divides(state, side):  # type: ignore[no-untyped-def]
        return 1.0 / (state.to_move - state.to_move)

    with pytest.raises(TermFailure, match="divides"):
        list(check(Lens.of(broken)))


def test_findings_are_json() -> None:
    for each in findings(load_lens("chess", "piece_value"), 1):
        row = json.loads(json.dumps(each.to_json()))
        assert {"kind", "text", "terms", "position", "remedy"} <= row.keys()
        assert row["remedy"] is None or all(isinstance(value, float) for value in row["remedy"].values())
