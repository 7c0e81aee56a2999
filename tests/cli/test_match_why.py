"""`main.py match … --why` and `--keep`: why the match was lost, and the kept games with their values. What is
wrong in the command is named before a game is played."""

import re
from pathlib import Path

import pytest
from test_command_line import data, run

from arena.results import Results
from games.compiling.compiler import jit_disabled
from games.position import Position
from games.registry import load_game

pytestmark = pytest.mark.skipif(jit_disabled(), reason="searches many times")

PLAYERS = ("greedy:custom_score", "greedy:custom_score,targets=-1")
WORDS = ("match", "isolation", *PLAYERS, "--games", "12", "--seed", "2")


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGLASS_DATA", str(tmp_path / "data"))


def test_uneven_pairs_are_told_with_the_terms_between(capsys: pytest.CaptureFixture[str]) -> None:
    answer = data(capsys, *WORDS, "--why")
    why = answer["why"]
    both_lost, one_lost, _, one_won, both_won = answer["pairs"]
    assert len(why["pairs"]) == both_lost + one_lost + one_won + both_won > 0
    assert (why["loser"], why["lost"], why["won"]) == ("second", one_won + both_won, both_lost + one_lost)
    assert why["terms"][0]["name"] == "targets" and why["wrong_by"] == "result"
    assert why["caveats"] == [] and "moves outside corners" in why["sentence"]
    for row in why["pairs"]:
        position = Position.start(load_game("isolation"), text=row["position"])
        assert position.parse_move(row["chosen"]) != position.parse_move(row["other"])
        assert row["chosen_depth"] == row["other_depth"] == 1
        if row["gap"] is not None:
            parts = sum(term["difference"] for term in row["terms"]) + row["lines"]
            assert row["gap"] == pytest.approx(parts)
    without = data(capsys, *WORDS)
    times = ("seconds", "nodes_per_second")
    assert {**without, **{name: answer[name] for name in times}} == {
        name: value for name, value in answer.items() if name != "why"
    }


def test_a_judge_says_whose_move_was_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    why = data(capsys, *WORDS, "--why", "--judge", "custom_score")["why"]
    assert why["wrong_by"] == "search"
    judged = [row["judged"] for row in why["pairs"]]
    assert all(each["depth"] == 3 for each in judged)
    wrong = sum(each["chosen"] < each["other"] for each in judged)
    assert f"its move worse in {wrong} of the" in why["sentence"]
    assert why["lost_counted"] <= wrong


def test_the_text_begins_with_the_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, *WORDS, "--why")
    said = re.sub(r"\s+", " ", out)
    assert "greedy:custom_score,targets=-1 lost" in said and "moves outside corners stood between" in said
    assert re.search(r"games 1 and 2: .*custom_score.* chose", said)


def test_kept_games_have_the_values_of_both_players(capsys: pytest.CaptureFixture[str]) -> None:
    answer = data(capsys, *WORDS, "--keep")
    with Results(Path(answer["file"])) as results:
        (kept,) = results.tournaments()
        assert (kept.name, kept.games) == ("Isolation, match", 12)
        games = results.games(kept.id)
        assert all(len(game.values) == len(game.moves) for game in games)
        assert sum(game.points for game in games) == answer["wins"] + answer["draws"] / 2
    data(capsys, *WORDS, "--keep")
    with Results(Path(answer["file"])) as results:
        assert [each.games for each in results.tournaments()] == [12]


def test_a_program_that_cannot_be_started_plays_no_game(capsys: pytest.CaptureFixture[str]) -> None:
    for players in (("random", "uci:no-such-program"), ("uci:no-such-program", "random")):
        status, out, error = run(capsys, "match", "chess", *players, "--games", "4")
        assert (status, out) == (2, "")
        assert "uci:no-such-program: there is no program 'no-such-program'" in error


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--judge", "improved"), "--judge: expected together with --why"),
        (("--why", "--judge", "nobody"), "--judge: expected a heuristic ("),
    ],
)
def test_wrong_options_are_named(
    words: tuple[str, ...], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _, error = run(capsys, *WORDS, *words)
    assert status == 2 and expected in error
