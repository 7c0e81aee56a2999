"""The session of a game: what acts on its study."""

from pathlib import Path

import pytest

from engines.player_kinds import HUMAN, PlayerSpec
from engines.player_text import parse_player
from engines.random_player import RandomPlayer
from games.record import Record
from games.registry import load_game
from study.game.session import Session
from study.saved_games.saved_games import Saves
from study.settings.settings import Settings

MOST_METHODS = 30
PEOPLE = PlayerSpec(HUMAN), PlayerSpec(HUMAN)


def test_a_session_has_few_methods_and_properties() -> None:
    own = [name for name in dir(Session) if name not in dir(object)]
    assert len([name for name in own if _acts(getattr(Session, name))]) <= MOST_METHODS, own


def _acts(value: object) -> bool:
    return callable(value) or isinstance(value, property)


def test_a_named_heuristic_has_the_weights_of_new_settings() -> None:
    session = Session(Record.start(load_game("morris")), PEOPLE, Settings())
    assert session.study.named("weighted").weight("mills") != 3.0
    session.use_settings(Settings(weights={"morris": {"weighted": {"mills": 3.0}}}))
    assert session.study.named("weighted").weight("mills") == 3.0
    session.close()


def test_level_8_plays_by_the_chosen_search() -> None:
    players = PEOPLE[0], parse_player("level:8", "chess")
    session = Session(Record.start(load_game("chess")), players, Settings(engine={"search": "selective"}))
    assert session.engines.engine(1).name == "selective:classical,nodes=11500"
    session.use_settings(Settings())
    assert session.engines.engine(1).name == "level:8", "a change applies at once"
    session.close()


@pytest.mark.parametrize(
    ("player", "seconds"),
    [
        ("alphabeta:open", 0.5),
        ("alphabeta:open,ms=100", 0.1),
        ("alphabeta:open,depth=2", 0.0),
        ("random", 0.0),
    ],
)
def test_a_turn_knows_the_time_limit_of_its_program(player: str, seconds: float) -> None:
    players = PEOPLE[0], parse_player(player, "isolation")
    record = Record.start(load_game("isolation"))
    session = Session(record, players, Settings(), engine_maker=lambda spec, game, seed: RandomPlayer())
    session.turn.prepare()
    assert session.study.preparation is not None and session.study.preparation.limit == seconds
    session.close()


def test_how_values_are_shown_is_one_choice_for_all_games(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    first, second = (
        Session(Record.start(load_game("isolation")), PEOPLE, Settings(), saves) for _ in range(2)
    )
    first.study.toggle_perspective()
    assert second.study.view.for_mover and saves.choices.made.for_mover
    first.study.look_for(5)
    second.update()
    assert first.study.analysing and not second.study.analysing, "only one of them asked for an analysis"
    first.close()
    second.close()
