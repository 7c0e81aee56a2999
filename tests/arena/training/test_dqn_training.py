"""The net of TableTactics learns in seconds; most of the test is compiling."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.match import Match
from arena.training.training_run import make_trainer
from engines.learned.files import own_file
from engines.learned.net_learner import NetLearner
from engines.learned.registry import learner_named
from engines.player_text import parse_player
from games.compiling.compiler import jit_disabled
from games.registry import load_game


@pytest.mark.slow
@pytest.mark.skipif(jit_disabled(), reason="needs the compiler")
def test_the_net_of_tabletactics_gets_better_in_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGLASS_DATA", str(tmp_path))
    whole = learner_named("dqn", "tabletactics")
    assert isinstance(whole, NetLearner)
    learner = replace(whole, opponents=("random,busy=1",), kept=4096)
    rules = load_game("tabletactics")
    trainer = make_trainer(learner, 1)

    def score() -> float:
        trainer.write(own_file(learner.name, 1))
        players = (parse_player(text, rules.name) for text in ("dqn,trained=1", learner.judges[0]))
        return Match(rules, *players, 60, rules.options(), seed=5).play().score

    before = score()
    while trainer.games < 200:
        trainer.play()
    after = score()
    assert after > 0.85 and after > before + 0.2, (before, after)
