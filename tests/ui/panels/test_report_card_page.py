"""The page of a report card: a card is begun, paused and resumed, and not confused with another
heuristic's."""

import pytest
from driving import Driver, open_page

from arena.card.card import Card, TermRow
from arena.card.collinearity import TermShape
from arena.card.pairs import Worth
from arena.card.plan import CardPlan
from arena.card.truth_kept import TruthKept
from arena.card.verdicts import EARNS
from arena.term_kinds import HARMS, HELPS, WEIGHT, KindEffect, TermByKind
from arena.truth.measure import OverRandom
from games.record import Record
from games.registry import load_game
from heuristics.registry import load_lens
from study.card.report_card import ReportCard
from study.state.study import Study
from ui.panels.card.report_card import ReportCardPanel, figures, scale_of, shares_of, worth_words


def opened(driver: Driver) -> tuple[ReportCard, ReportCardPanel, Study]:
    """The page, with a card of few games."""
    play = driver.play("isolation", "human", "human")
    report = play.session.study.of(ReportCard)
    report.nodes, report.pairs, report.workers = 10, 10, 1
    page = next(panel for panel in play.dock.panels if isinstance(panel, ReportCardPanel))
    open_page(driver, play, page)
    driver.frame()
    return report, page, play.session.study


@pytest.mark.long
def test_a_card_is_made_paused_and_gone_on_with(driver: Driver) -> None:
    report, page, study = opened(driver)
    assert report.card is None and page.is_empty(study)
    assert page.start.label == "Make the card"
    driver.click_on(page.start)
    driver.until(lambda: report.card is not None and report.card.terms)
    driver.frame()
    assert page.start.label == "Pause"
    driver.click_on(page.start)
    driver.until(lambda: not report.running)
    known = report.card
    assert known is not None and known.stage, "it was paused"
    driver.frame()
    assert page.start.label == "Go on" and known.plan.heuristic in page.start.tooltip
    driver.click_on(page.start)
    driver.until(lambda: not report.running and report.card is not None and not report.card.stage)
    card = report.card
    assert card is not None and {row.name for row in card.terms} == set(card.plan.terms)
    driver.frame()
    assert page.state(study, card).startswith(card.plan.heuristic)
    zone = driver.zone(page.list)
    assert zone is not None and zone.rect.height >= len(card.terms)
    told = figures(card.terms[0], {})
    assert card.terms[0].label in told and worth_words(card.terms[0].worth) in told
    assert worth_words(card.terms[0].worth).endswith(" Elo, 10 pairs")
    fires, truth = shares_of(card.terms[0])
    assert card.truth is not None and truth.endswith(f") of {card.truth.positions}")
    assert fires.startswith("fires in ") and fires.endswith(" positions")
    for sheet_text in (fires, truth):
        assert any(sheet_text in text for text in driver.texts()), "in the row"
    assert card.truth is not None and f"Of {card.truth.positions} proven positions" in told
    assert scale_of(card.terms) >= abs(card.terms[0].worth.elo or 0.0)
    study.lens = study.lens.with_weight(study.lens.heuristic.weight_names[0], 3.5)
    assert page.start.label == "Make the card"
    assert not report.is_of(study) and "with other weights" in page.state(study, card)


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_terms_are_seen_below_long_conclusions(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, scale: float
) -> None:
    driver.app.set("ui.scale", scale)
    study = opened(driver)[2]
    plan = CardPlan("isolation", study.lens.name, study.record.options, 1000, pairs=10)
    row = TermRow("reach", "squares within reach", EARNS, 1.0, worth=Worth(100, 166.0, 121.0, 213.0, 0.0))
    said = "Turn the sign of squares within reach: +166 Elo (+121 to +213), confirmed. "
    truth = TruthKept(400, 0.9, 0.5, 0.5, OverRandom(400, 0.4, 0.3, 0.5))
    card = Card(plan, "", 3 * said, (row,), truth=truth, left_out=("matches",) * 9, no_fit="No fit. " * 9)
    monkeypatch.setattr(ReportCard, "card", property(lambda report: card))
    found = driver.texts()
    assert row.label in found and "+166 [+121, +213] Elo, 100 pairs" in found
    assert any(text.startswith("Turn the sign of squares") for text in found), "what to do comes first"


def test_state_names_another_heuristics_card_without_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("isolation")
    study = Study(Record.start(game), load_lens("isolation", "open"))
    card = Card(CardPlan("isolation", "open", study.record.options), "", "", ())
    monkeypatch.setattr(ReportCard, "card", property(lambda report: card))
    page = ReportCardPanel()
    assert page.state(study, card) == "open"
    study.lens = study.lens.with_weight(study.lens.heuristic.weight_names[0], 3.5)
    assert page.state(study, card) == "open with other weights"
    study.set_lens("improved")
    assert page.state(study, card) == "open", "another heuristic has no other weights"
    study.features.close()


def test_figures_of_a_term_that_never_fires_have_no_empty_line() -> None:
    row = TermRow("dead ends", "dead ends", "dead", -0.5, TermShape(0.0, 0.0, 1.0, None, 0.0, 400, 80))
    assert figures(row, {}) == "dead ends: dead."


def test_tooltip_names_the_most_similar_term_for_people() -> None:
    shape = TermShape(1.0, 1.0, 1.0, 1, 0.9, 400, 80)
    row = TermRow("steps", "free steps", EARNS, 1.0, shape, "pawn_place")
    said = "Most similar to pawn location (correlation +0.90)."
    assert said in figures(row, {"steps": "free steps", "pawn_place": "pawn location"})


def test_tooltip_of_a_term_says_what_it_is_worth_by_kind() -> None:
    effects = (
        KindEffect("placing", 900, 1.25, 0.75, 1.75, HELPS),
        KindEffect("flying", 300, -2.0, -3.0, -1.0, HARMS),
    )
    kinds = TermByKind("steps", "free steps", WEIGHT, effects)
    row = TermRow("steps", "free steps", EARNS, 1.0, by_kind=(kinds,))
    told = "The fit says, by kind: placing 1.25 [0.75, 1.75]; flying −2 [−3, −1]."
    assert told in figures(row, {}).splitlines()
    assert kinds.sentence == "free steps helps (placing), harms (flying)."
