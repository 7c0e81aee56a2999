"""Weights of terms that a heuristic no longer has: read, of no effect, and remarked on once."""

import json

import pytest

from cli.uci_server import UciOptions, UciServer
from engines.player_kinds import lens_of
from engines.player_text import parse_player
from games.contract import BadText
from games.installation import PROGRAM
from heuristics import former_weights
from heuristics.former_weights import take_remarks
from heuristics.jungle import hunter
from heuristics.lens import Lens
from heuristics.presets import read_preset
from heuristics.registry import default_heuristic, load_lens
from main import main
from study.settings.settings import Settings

REMARK = "hunter no longer has the weight own face down. It changes nothing."
USUAL = Lens.of(hunter)


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch):
    monkeypatch.setattr(former_weights, "_said", set())
    monkeypatch.setattr(former_weights, "_waiting", {})


def test_a_former_weight_changes_nothing_and_is_said_once():
    for lens in (
        Lens.of(hunter, {"own face down": 7.0}),
        USUAL.with_weight("own face down", 7.0),
        USUAL.with_weights([("own face down", 7.0)]),
        load_lens("jungle", "hunter", {"jungle": {"hunter": {"own face down": 7.0}}}),
    ):
        assert lens == USUAL
    assert take_remarks() == [REMARK] and take_remarks() == []


def test_former_weights_of_a_heuristic_share_a_sentence():
    weights = {"own face down": 7.0, "opposing face down": -3.0, "all prey": -1.0}
    assert Lens.of(hunter, weights) == USUAL.with_weight("all prey", -1.0)
    said = "hunter no longer has the weights own face down and opposing face down. They change nothing."
    assert take_remarks() == [said]


def test_other_names_are_refused_as_before():
    for name in ("own face up", ""):
        with pytest.raises(BadText, match="expected one of pieces, strength"):
            Lens.of(hunter, {name: 1.0})
    with pytest.raises(BadText, match="or a weight: pieces, strength"):
        parse_player("greedy:hunter,own face up=1", "jungle")
    assert take_remarks() == []


def test_settings_with_a_former_weight_are_read():
    settings = Settings(weights={"jungle": {"hunter": {"own face down": 5.25, "all prey": -1.0}}})
    assert settings.lens("jungle", "hunter") == USUAL.with_weight("all prey", -1.0)
    assert take_remarks() == [REMARK]


def test_a_player_with_a_former_weight_keeps_its_text():
    text = "alphabeta:hunter,depth=2,all prey=-1,own face down=7"
    spec = parse_player(text, "jungle")
    assert str(spec) == text
    assert lens_of(spec, "jungle", None) == USUAL.with_weight("all prey", -1.0)
    assert take_remarks() == [REMARK]


def test_a_preset_with_a_former_weight_is_described_without_it(tmp_path):
    file = tmp_path / "kept.json"
    weights = {"own face down": 7.0, "untouchable": 50.0}
    preset = {"game": "jungle", "name": "kept", "heuristic": "hunter", "weights": weights}
    file.write_text(json.dumps(preset), encoding="utf-8")
    found = read_preset(file, lambda game, name: hunter)
    assert found.description == "hunter with untouchable pieces 50 instead of 40"
    assert take_remarks() == [REMARK]


def test_the_command_line_says_that_a_weight_is_former(capsys):
    assert main(["eval", "jungle", "hunter", "--weight", "own face down=7", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["value"] == 0.0 and err == f"{PROGRAM}: {REMARK}\n"


def test_an_option_of_uci_may_be_a_former_weight(monkeypatch):
    usual = default_heuristic("chess")
    monkeypatch.setattr(usual, "former_weights", ("castled",))
    said: list[str] = []
    server = UciServer(UciOptions(usual.name), said.append)
    server.serve([f"setoption name Weight {usual.name} castled value 500"])
    assert said == [f"info string {usual.name} no longer has the weight castled. It changes nothing."]
