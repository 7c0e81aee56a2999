"""Chance in the side panel: the outcomes' values are the search's, and their mean is its value."""

import pygame
import pytest
from panel_views import Panel, played, searched, view_of, worked_out

from games.position import Position
from games.registry import load_game
from study.format import number_text
from study.searches.lines import best_line, read_line

PLAYER = "alphabeta:minimax,depth={}"
STEP_THEN_REVEAL = "8/8/2e5/8/8/2R5/+6+ b DW - 0"
"""Blue has nothing to reveal, and Amber, who moves next, had better reveal."""


def read(thought):
    return worked_out(read_line(thought, ("Amber", "Blue")))


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_mean_of_the_outcomes_is_the_value_of_the_search(depth):
    lengths = set()
    positions = [played("jungle", 6 + 3 * seed, seed).position for seed in range(12)]
    positions.append(Position.start(load_game("jungle"), text=STEP_THEN_REVEAL))
    for position in positions:
        if not position.moves:
            continue
        line = read(searched(position, PLAYER.format(depth)))
        if not line.chance:
            assert line.outcomes == ()
            continue
        lengths.add(len(line.moves))
        mean = 0.0
        for outcome in line.outcomes:
            mean += outcome.probability * outcome.value
        assert mean == line.value, "to the last bit"
        assert len({outcome.text for outcome in line.outcomes}) == len(line.outcomes) > 1
        assert sum(outcome.probability for outcome in line.outcomes) == pytest.approx(1.0)
    assert lengths and (depth == 1 or max(lengths) > 1), "some lines go on before chance decides"


def test_the_outcomes_are_those_that_may_come():
    record = played("jungle", 0)
    line = read(searched(record.position, PLAYER.format(2)))
    animals = ("rat", "cat", "dog", "wolf", "leopard", "tiger", "lion", "elephant")
    assert [outcome.text for outcome in line.outcomes] == [f"Amber {animal}" for animal in animals]


def test_the_evaluation_page_shows_every_outcome_and_the_mean():
    view = view_of("jungle", "minimax", 4, PLAYER.format(2), 3)
    panel = Panel((640, 640))
    panel.settle(view)
    assert "of what" in panel.zone_of("difference").tip, "the head says that it is a mean"
    panel.press(pygame.K_b)
    panel.settle(view)
    line = best_line(view)
    texts = panel.texts()
    assert f"ends in {line.chance}: mean of {len(line.outcomes)}" in texts
    for outcome in line.outcomes:
        assert outcome.text in texts and number_text.percent(outcome.probability) in texts
        assert any(number_text.signed(outcome.value, d) in texts for d in range(4)), outcome
    assert any(number_text.signed(line.value, d) in texts for d in range(4))


def test_the_moves_page_shows_the_outcomes_of_the_chosen_move():
    view = view_of("jungle", "greedy", 4, seed=3)
    panel = Panel((640, 640))
    panel.show_page(1)
    panel.settle(view)
    page = panel.candidates
    chance = next(c for c in page.table.order if c.has_chance)
    page.selected = chance.move
    panel.settle(view)
    texts = panel.texts()
    assert f"after {chance.notation}: mean of {len(chance.outcomes)}" in texts
    assert all(outcome.text in texts for outcome in chance.outcomes)
    assert chance.value == pytest.approx(sum(o.probability * o.value for o in chance.outcomes))


def test_a_line_without_chance_has_no_outcomes():
    position = Position.start(load_game("jungle"), text="8/8/2e5/8/8/2R5/8 b - - 0")
    thought = searched(position, PLAYER.format(3))
    assert len(thought.pv) == 3 and thought.outcomes == () == read(thought).outcomes
