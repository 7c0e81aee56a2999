"""The nets that come with the program, and players that use them."""

from pathlib import Path

import numpy as np
import pytest

from engines.contract import EXACT
from engines.learned.dqn import LEARNERS, make_values
from engines.learned.files import shipped_file
from engines.learned.net import first_weights
from engines.learned.net_learner import NetLearner
from engines.player_text import make_engine, parse_player
from games.compiling.compiler import compiled, jit_disabled
from games.contract import BadText
from samples import ongoing_positions

each_learner = pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: learner.name)


@each_learner
def test_the_shipped_net_values_every_move_and_plays_the_best(learner: NetLearner) -> None:
    player = make_engine(parse_player(learner.kind, learner.game), learner.game)
    spreads = []
    for position in ongoing_positions(learner.game, 2, 6):
        thought = player.think(position)
        values = [row.value for row in thought.root_moves]
        assert {row.bound for row in thought.root_moves} == {EXACT} and len(values) == len(position.moves)
        assert thought.value == max(values) and max(map(abs, values)) < 5
        spreads.append(max(values) - min(values))
    assert max(spreads) > 0.1, "it knows nothing"
    assert (thought.program, thought.unit, thought.scale) == (learner.kind, "Q", 0.5)


def test_a_net_is_read_as_it_was_written_and_no_other(tmp_path: Path) -> None:
    learner = LEARNERS[0]
    weights = first_weights(learner.view.net, 3, learner.view.rows)
    learner.write(tmp_path / "net.npz", weights, games=5)
    found, header = learner.read(tmp_path / "net.npz")
    assert np.allclose(found, weights, atol=1e-6) and header["games"] == 5
    with pytest.raises(BadText, match=f"expected what {learner.name} has learned, found 'qtable-jungle'"):
        learner.read(shipped_file("qtable-jungle"))
    (tmp_path / "net.npz").write_bytes(shipped_file(learner.name).read_bytes()[:5000])
    with pytest.raises(BadText, match="damaged"):
        learner.read(tmp_path / "net.npz")


@pytest.mark.slow
@pytest.mark.skipif(jit_disabled(), reason="needs the compiler")
@each_learner
def test_a_net_says_the_same_compiled(learner: NetLearner) -> None:
    values = make_values(learner.view)
    fast = compiled(values, allocates=True)
    weights = learner.read(shipped_file(learner.name))[0]
    for position in ongoing_positions(learner.game, 5, 20):
        moves = np.array(position.moves, np.int32)
        found = [np.zeros(len(moves)) for _ in range(2)]
        for which, out in zip((values, fast), found, strict=True):
            which(position.state, moves, len(moves), weights, out)
        assert np.allclose(found[0], found[1], atol=1e-9)
