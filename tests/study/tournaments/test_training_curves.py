"""The records of trainings, as the window reads them."""

import json
from pathlib import Path

import pytest

from engines.learned.files import own_file, shipped_file
from engines.learned.learners import in_words
from engines.player_text import parse_player
from games.contract import BadText
from study.tournaments.training_curves import TrainingCurve, curve_of, curves, learns, read_curve, read_curves

SHIPPED = shipped_file("qtable-jungle").with_suffix(".json")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The record of a person's own training."""
    monkeypatch.setenv("PLYGLASS_DATA", str(tmp_path))
    path = own_file("qtable-jungle", 7).with_suffix(".json")
    path.parent.mkdir()
    record = json.loads(SHIPPED.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**record, "player": "qtable,trained=7", "seed": 7}), encoding="utf-8")
    return path


def test_a_record_is_read_as_it_was_written() -> None:
    record = json.loads(SHIPPED.read_text(encoding="utf-8"))
    curve = read_curve(SHIPPED, True)
    assert (curve.player, curve.seed, curve.games) == ("qtable", record["seed"], record["games"])
    assert dict(curve.points)["random"] == tuple(
        (point["games"], point["scores"]["random"]) for point in record["curve"]
    )
    assert [(row.against, row.score) for row in curve.results] == [
        (row["against"], row["score"]) for row in record["results"]
    ]
    assert curve.results[0].options == "no_capture_limit 100"


def test_those_of_a_game_are_found_shipped_ones_first(own: Path) -> None:
    found, problems = read_curves("jungle")
    assert problems == [] and found[0].player == "qtable" and found[0].shipped
    assert ("qtable,trained=7", 7) in [(curve.player, curve.seed) for curve in found if not curve.shipped]
    assert read_curves("chess") == ([], []) and learns("jungle") and not learns("chess")


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"curve": [{"scores": 5}]}', '{"curve": [], "results": [{}]}']
)
def test_what_is_no_record_is_a_line(own: Path, text: str) -> None:
    own.write_text(text, encoding="utf-8")
    with pytest.raises(BadText) as error:
        read_curve(own, False)
    assert "\n" not in str(error.value)
    assert len(read_curves("jungle")[1]) == 1


def test_scores_are_shares(own: Path) -> None:
    record = json.loads(own.read_text(encoding="utf-8"))
    record["curve"][0]["scores"]["random"] = 7.0
    own.write_text(json.dumps(record), encoding="utf-8")
    with pytest.raises(BadText, match="expected the record of a training"):
        read_curve(own, False)


def test_they_are_read_aside() -> None:
    steps = curves("jungle")
    seen = []
    while True:
        try:
            seen.append(next(steps))
        except StopIteration as end:
            found, problems = end.value
            break
    assert set(seen) == {None} and found[0].player == "qtable" and problems == []


def test_the_rules_of_a_measurement_in_words() -> None:
    assert in_words({}) == "usual rules"
    assert in_words({"obstacles": ["a5", "c6"], "turn_limit": 30}) == "obstacles a5 c6, turn_limit 30"


def test_the_curve_of_a_game_is_that_of_its_learner(own: Path) -> None:
    known = [
        TrainingCurve(player, shipped, 1, "", 1, 1.0, (), ())
        for player, shipped in (("dqn", True), ("qtable", True), ("qtable,trained=4", False))
    ]

    def shown(*texts: str) -> str:
        return curve_of([parse_player(text, "jungle") for text in texts], known)

    assert shown("human", "qtable,trained=4") == "qtable,trained=4"
    assert shown("human", "qtable") == "qtable" and shown("dqn", "qtable") == "dqn"
    assert shown("human", "random") == "" == shown("human", "dqn,trained=9")
