"""Files from before terms had labels: settings, a preset, a saved game and a tournament name weights by the
terms' keys, and each weight is found, or is known as one that the heuristic no longer has.

Commit cd26716, the last before the first label, wrote them. Its `settings.yaml` has every weight of that
time.
"""

import shutil
from pathlib import Path

import pytest
import yaml

from arena.tournament import Tournament
from engines.player_text import parse_player
from heuristics.lens import Lens
from heuristics.registry import heuristics_of, load_heuristic, load_lens, look_in, looked_in
from study.saved_games.saved_games import Saves
from study.settings.settings import Settings
from study.tournaments.tournament_files import read_tournament, tournament_of

FILES = Path(__file__).with_name("files_before_labels")
WEIGHTS = yaml.safe_load((FILES / "settings.yaml").read_text(encoding="utf-8"))["weights"]

DEFAULTS_THEN = {
    ("morris", "mobile"): {"stash": 10.0, "possible_mills": 2.0, "steps": 1.0, "shut in": -2.0},
    ("chess", "classical"): {
        "bishop pair": 40.0,
        "weak pawns": -10.4,
        "rooks on open files": 35.3,
        "open files at the king": -26.7,
        "attack on the king": 8.2,
        "tempo": 39.4,
    },
    ("jungle", "hunter"): {"all prey": -0.2, "nothing to hunt": -15.0, "piece share": 120.0},
    ("tabletactics", "siege"): {"noble hitpoints": 0.5, "attacks on the Noble": 0.1},
}
"""Default weights of that time which are others today. The files have 0.25 more than each default."""


@pytest.mark.parametrize(("game", "name"), [(game, name) for game in WEIGHTS for name in WEIGHTS[game]])
def test_settings_find_every_weight(game: str, name: str) -> None:
    lens = Settings(weights=WEIGHTS).lens(game, name)
    former = lens.heuristic.former_weights
    named = {weight: value for weight, value in WEIGHTS[game][name].items() if weight not in former}
    assert named and {weight: lens.weight(weight) for weight in named} == named
    usual, then = Lens.of(lens.heuristic), DEFAULTS_THEN.get((game, name), {})
    changed = {weight: then.get(weight, usual.weight(weight)) + 0.25 for weight in named}
    assert {weight: lens.weight(weight) for weight in named} == changed


def test_a_preset_has_its_weights_and_shows_labels(tmp_path: Path) -> None:
    before = looked_in()
    shutil.copytree(FILES / "heuristics", tmp_path, dirs_exist_ok=True)
    look_in(tmp_path)
    try:
        preset = load_heuristic("morris", "cautious")
        lens = load_lens("morris", "cautious")
        assert (lens.weight("possible_mills"), lens.weight("shut in"), lens.weight("steps")) == (
            3.5,
            -4.0,
            2.5,
        )
        assert (
            preset.description
            == "mobile with possible mills 3.5 instead of 2.5, stones shut in −4 instead of −1"
        )
        assert preset.label_of("stash") == "stones in hand"
    finally:
        look_in(before)


def test_a_saved_game_has_its_players_weights() -> None:
    record, header, _ = Saves(FILES).load(FILES / "game.plyglass")
    assert len(record.plies) == 3
    spec = parse_player(header["black"], "jungle")
    assert dict(spec.weights) == {"plies to a catch": -0.5, "own face down": 7.0}
    assert str(spec) == header["black"]


def test_a_tournament_is_the_one_that_it_was() -> None:
    was = Tournament.of_text((FILES / "tournament.json").read_text(encoding="utf-8"))
    now = tournament_of(read_tournament(FILES / "tournament.yaml"), "kept", Settings())
    assert now.text == was.text
    assert dict(now.entrants[1].player.weights) == {"possible_mills": 3.0, "stash": 0.5}


def test_no_heuristic_has_lost_a_weight() -> None:
    for game, heuristics in WEIGHTS.items():
        now = {each.name: {*each.weight_names, *each.former_weights} for each in heuristics_of(game)}
        assert all(set(weights) <= now[name] for name, weights in heuristics.items())
