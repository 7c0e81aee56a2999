"""The measurement of gaps: what is won back of all losses."""

import numpy as np
from measure import pooled


def test_share_of_losses_is_told_if_something_is_lost():
    lost, won = np.full(200, 0.1), np.full(200, 0.05)
    noise = np.random.default_rng(0).normal(0.0, 0.2, 200)
    assert pooled([lost], [won]) == "0.50 (0.50 to 0.50)"
    assert pooled([lost + noise] * 4, [won + noise] * 4).startswith("0.")
    for nothing in (np.zeros(200), noise - noise.mean() + 0.001):
        assert pooled([nothing], [won]) == "no share: it is not sure that anything was lost"
