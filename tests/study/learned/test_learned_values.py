"""The explanation of a learned player as the window asks for it."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.learned.explanation import KnownTerm, PlayerExplanation
from arena.learned.plan import ExplanationPlan
from engines.jobs import wait_for
from engines.player_text import parse_player
from games.position import Position
from games.record import Record
from games.registry import load_game
from heuristics.registry import load_lens
from study.learned import learned_values
from study.learned.explanation_file import explanation_file
from study.learned.learned_values import LearnedValues, counted_in, learning_kinds
from study.state.study import Study

JUNGLE = load_game("jungle")
POSITION = "3dE3/2r1c3/1w6/1t3L2/8/1RDe4/5C2 w - - 27"


class FoundAtOnce:
    """An explanation without games."""

    def __init__(self, plan: ExplanationPlan, path: Path, workers: int) -> None:
        self.plan, self.path = plan, path

    def work(self, job: object) -> PlayerExplanation:
        return PlayerExplanation(self.plan, "", str(self.path), games=self.plan.games, candidates=50)


@pytest.fixture
def study(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(learned_values, "ExplanationRun", FoundAtOnce)
    made = Study(Record.start(JUNGLE), load_lens("jungle", "hunter"), data=tmp_path)
    yield made
    made.features.close()


def explained(study: Study, player: str) -> LearnedValues:
    learned = study.of(LearnedValues)
    learned.begin(study, player)
    wait_for([job for job in learned.jobs if job is not None], 60)
    return learned


def test_chosen_player_is_explained_in_its_file(study: Study, tmp_path: Path) -> None:
    study.of(LearnedValues).games = 200
    learned = explained(study, "dqn")
    assert learned.found is not None and learned.found.games == 200
    plan = ExplanationPlan("jungle", parse_player("dqn", "jungle"), JUNGLE.options(), games=200)
    assert learned.found.plan == plan and learned.found.file == str(explanation_file(tmp_path, plan))
    assert not learned.at_work and not learned.problem


def test_player_whose_file_is_missing_is_said(monkeypatch: pytest.MonkeyPatch, study: Study) -> None:
    monkeypatch.setattr(FoundAtOnce, "work", lambda self, job: self.plan.check())
    learned = explained(study, "qtable,trained=123456")
    assert learned.found is None and "no such file" in learned.problem


def test_games_with_learned_players_are_known() -> None:
    assert learning_kinds("jungle") == ["qtable", "dqn", "dqn336"]
    assert learning_kinds("tabletactics") == ["dqn"] and learning_kinds("chess") == []


def test_squares_that_a_term_counts_are_highlighted(study: Study) -> None:
    study.record = Record.start(JUNGLE, text=POSITION)
    position = Position.start(JUNGLE, text=POSITION)
    captures = KnownTerm("can take", "own captures", "minimax", "minimax/can take", "own")
    pieces = KnownTerm("lions on the board", "lions on the board", "", "lions on the board", "difference")
    assert counted_in(pieces, position) == [("f4", 1.0)]
    assert {square for square, _ in counted_in(captures, position)} <= set(JUNGLE.squares)
    own = KnownTerm("own value", "value of own pieces", "greedy", "greedy/own value", "own")
    blacks_turn = Position.start(JUNGLE, text=POSITION.replace(" w ", " b "))
    assert all(amount > 0.0 for _, amount in counted_in(own, position))
    assert all(amount < 0.0 for _, amount in counted_in(own, blacks_turn)), "own is the side to move's"
    assert counted_in(replace(captures, heuristic="gone"), position) == ()
    assert counted_in(replace(pieces, name="gone"), position) == ()
    learned = study.of(LearnedValues)
    learned.point_at(study, pieces)
    assert study.pointed.squares == [("f4", 1.0)]
    learned.point_at(study, None)
    assert not study.pointed.squares
