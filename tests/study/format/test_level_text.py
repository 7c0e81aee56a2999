"""What a level's sentence says is what its engine does."""

import pytest

from engines.player_text import make_engine, parse_player
from engines.search_engine import Searcher
from games.registry import game_names
from heuristics.levels import COUNT, Level
from study.format import level_text
from study.format.level_text import limits_in_words
from study.format.number_text import grouped, plies
from study.format.value_format import ValueFormat


@pytest.mark.parametrize("game", game_names())
def test_the_figures_of_each_level_are_those_of_its_engine(game: str) -> None:
    for number in range(1, COUNT + 1):
        spec = parse_player(f"level:{number}", game)
        engine = make_engine(spec, game, table_megabytes=1)
        assert isinstance(engine, Searcher)
        said = limits_in_words(spec, game)
        assert said.startswith(f"Level {number} ")
        slack = engine.workspace_flags.get("slack", 0.0)
        if engine.limits.nodes is not None:
            assert said == f"Level {number} searches at most {grouped(engine.limits.nodes)} nodes a move."
            assert slack == 0.0
        else:
            assert f" looks {plies(engine.limits.depth or 0)} ahead and may " in said
            most = ValueFormat.of(engine.lens.heuristic).plain(slack)
            assert said.endswith((f" skip moves that are better by up to {most}.", " almost any move."))
            large = slack > level_text.LARGE * engine.lens.heuristic.clear_advantage
            assert said.endswith(" almost any move.") == large


def test_the_sentence_in_full() -> None:
    assert limits_in_words(parse_player("level:1,seed=4", "chess"), "chess") == (
        "Level 1 looks 3 plies ahead and may skip moves that are better by up to 1.5 pawns."
    )


def test_a_level_without_slack_has_a_depth_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(level_text, "levels_of", lambda game: [Level(depth=1)])
    assert limits_in_words(parse_player("level:1", "chess"), "chess") == "Level 1 looks 1 ply ahead."


def test_other_players_have_no_such_sentence() -> None:
    assert limits_in_words(None, "chess") == ""
    assert limits_in_words(parse_player("strong:classical,depth=3", "chess"), "chess") == ""
