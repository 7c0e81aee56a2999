"""What people kept before the contract of games had three records still counts: calibrations, searches of
saved games and cards, which name a heuristic's content, and tables of endings, which name the rules.

`tests/arena/experiments/test_files_of_before.py` goes on with whole cards and calibrations of that time.
"""

import json
from pathlib import Path

import pytest

from arena.calibration.calibration import Calibration
from games.registry import load_game
from games.truth.tables import Tables, domain_of
from heuristics.content_hash import content_hash
from heuristics.registry import load_heuristic, load_lens

FILES = Path(__file__).with_name("files_before_hints")
HASHES = json.loads((FILES / "hashes.json").read_text(encoding="utf-8"))
"""By heuristic its content hash, and by game the name of its first table. A heuristic whose terms are changed
on purpose leaves the list, and so does a game whose tables are."""


@pytest.mark.parametrize("named", HASHES["contents"])
def test_terms_have_the_hashes_that_files_of_before_name(named: str) -> None:
    assert content_hash(load_heuristic(*named.split())) == HASHES["contents"][named]


@pytest.mark.parametrize("game", HASHES["tables"])
def test_tables_have_the_names_that_files_of_before_have(game: str) -> None:
    domain = domain_of(game)
    assert domain is not None
    assert Tables(domain, Path()).path(domain.groups[0]).name == HASHES["tables"][game]


def test_a_calibration_of_before_is_of_its_heuristic() -> None:
    (file,) = FILES.glob("jungle-hunter-*.json")
    kept = Calibration.read(file.read_text(encoding="utf-8"))
    assert kept.is_of(load_heuristic("jungle", "hunter"), load_game("jungle").options())
    assert kept.has_weights_of(load_lens("jungle", "hunter")) and kept.games == 20
