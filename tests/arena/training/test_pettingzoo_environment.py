"""The games as environments of PettingZoo, checked by its own test, where it is installed."""

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

from arena.training.pettingzoo_environment import env
from games.registry import game_names, load_game
from games.tabletactics import TableTacticsOptions


@pytest.mark.parametrize("game", game_names())
def test_it_passes_pettingzoos_own_test(game: str) -> None:
    api_test(env(game), num_cycles=300, verbose_progress=False)


@pytest.mark.parametrize("game", ["jungle", "tabletactics"])
def test_the_same_seed_gives_the_same_game(game: str) -> None:
    seed_test(lambda: env(game), num_cycles=60)


@pytest.mark.parametrize("game", game_names())
def test_a_game_of_legal_actions_ends_as_the_rules_say(game: str) -> None:
    environment, draw = env(game, render_mode="ansi"), np.random.default_rng(4)
    environment.reset(seed=1)
    paid = {"white": 0.0, "black": 0.0}
    plies = 0
    for agent in environment.agent_iter(4000):
        observation, reward, terminated, _, _ = environment.last()
        paid[agent] += reward
        position = environment.unwrapped.position
        if terminated:
            assert not observation["action_mask"].any()
            environment.step(None)
            continue
        assert agent == ("white", "black")[position.to_move]
        assert observation["action_mask"].sum() == len(position.moves)
        environment.step(int(draw.choice(observation["action_mask"].nonzero()[0])))
        plies += 1
    outcome = environment.unwrapped.position.outcome
    if plies < 4000:
        expected = {0: (1.0, -1.0), 1: (-1.0, 1.0), 2: (0.0, 0.0)}[outcome]
        assert (paid["white"], paid["black"]) == expected


def test_jungle_is_seen_as_documented_by_the_side_to_move() -> None:
    environment = env("jungle")
    environment.reset(seed=2)
    seen = environment.observe("white")
    assert seen["observation"].shape == (336,) and seen["action_mask"].shape == (280,)
    assert seen["action_mask"].nonzero()[0].tolist() == list(range(8))
    environment.step(0)
    assert environment.observe("black")["action_mask"].nonzero()[0].tolist() == list(range(8))


def test_an_action_that_is_not_legal_is_refused() -> None:
    environment = env("jungle")
    environment.reset()
    with pytest.raises(ValueError, match="not legal for white"):
        environment.step(100)


def test_the_rules_options_can_be_set() -> None:
    environment = env("tabletactics", TableTacticsOptions(obstacles=("c3",)))
    environment.reset()
    square = load_game("tabletactics").squares.index("c3")
    assert environment.unwrapped.position.state.obstacles == 1 << square
