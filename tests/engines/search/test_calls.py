"""The cost of a node as counts: how often a search calls the rules and the evaluation."""

import pytest
from measure_calls import calls_a_hundred_nodes

AT_MOST = {
    ("strong:classical", "chess"): {
        "evaluate": 119, "apply": 105, "outcome": 107, "legal_moves": 18, "noisy_moves": 33,
        "order_hint": 463, "noisy": 157, "loses": 60, "gives_check": 70, "in_check": 111,
    },
    ("strong:mobile", "morris"): {
        "evaluate": 124, "apply": 98, "outcome": 102, "legal_moves": 18, "noisy_moves": 38,
        "order_hint": 254, "noisy": 52, "in_check": 102,
    },
}  # fmt: skip
"""Calls for each hundred nodes, at most. If a search calls less often, lower the figure. docs/lab/speed.md
has the counts of longer searches."""


@pytest.mark.parametrize(("player", "game"), AT_MOST)
def test_a_node_asks_no_more_than_it_did(player, game):
    counts = calls_a_hundred_nodes(player, game, plies=(12, 20), nodes_each=300)
    for function, most in AT_MOST[player, game].items():
        assert counts[function] <= most, function
