"""The saved games that a check looks at."""

import pytest

from arena.check.finding import CheckProgress
from engines.jobs import Job
from games.record import Record
from games.registry import load_game
from heuristics.registry import load_lens
from study.check import check_run
from study.check.check_run import check_work, saved_games
from study.saved_games.saved_games import Saves


def test_saved_games_are_those_of_the_same_rules(tmp_path):
    saves, game = Saves(tmp_path), load_game("morris")
    for name, options in (("morris", None), ("isolation", None), ("morris", {"quiet_limit": 30})):
        rules = load_game(name)
        record = Record.start(rules, rules.options(**options) if options else None)
        record.play(record.position.moves[0])
        saves.begin(record, "human", "human").close()
    (saves.folder / "broken.plyglass").write_text("nothing\n", encoding="utf-8")
    (positions,) = saved_games(tmp_path, game, game.options())
    assert [position.state.to_move for position in positions] == [0, 1]
    assert list(saved_games(None, game, game.options())) == []


@pytest.mark.parametrize("count", [0, 2])
def test_check_gets_the_saved_games(monkeypatch, count):
    given = []

    def check(lens, stop, saved):
        given.extend(saved)
        yield CheckProgress("Done", 1.0)

    monkeypatch.setattr(check_run, "check", check)
    games = [["position"]] * count
    assert check_work(load_lens("isolation", "open"), iter(games))(Job()).share == 1.0
    assert given == games
