"""The names that authors import: what the guide, the course, the templates, PettingZoo and `import plyglass`
show them. A name of this list is not renamed."""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from games.installation import ROOT
from games.registry import game_names
from study.user_files.new_heuristic import new_heuristic
from study.user_files.new_player import new_player

PUBLIC = {
    "arena.training.pettingzoo_environment": {"env"},
    "games.bits": {"lowest_bit", "popcount"},
    "games.chess": {"GAME"},
    "games.contract": {
        "BLACK", "DRAW", "Game", "Guide", "NOBODY", "ONGOING", "Options", "SIDE_NAMES", "State", "WHITE",
        "new_state", "squares_counted_from_a1", "zobrist",
    },
    "games.fen_rows": {"read_fields", "read_rows", "read_side", "write_rows"},
    "games.isolation": {"GAME", "KNIGHT", "SQUARES", "targets"},
    "games.jungle": {"GAME"},
    "games.morris": {"GAME", "NEIGHBOURS", "SQUARES"},
    "games.tabletactics": {"GAME"},
    "heuristics.chess": {"middle_game", "number_of_pawns"},
    "heuristics.contract": {"Heuristic", "Tapered", "where"},
    "heuristics.features": {"feature"},
    "heuristics.isolation": {"ground"},
    "heuristics.jungle": {"piece_count"},
    "heuristics.morris": {"mills", "stash", "stones"},
    "heuristics.tabletactics": {"hitpoints_left"},
    "plyglass": {"breakdown", "explain", "truth", "why_not"},
    "study.setups.setup": {"LetterSetup", "from_the_top"},
    "ui.boards.board_art": {"BoardArt", "Canvas", "picture"},
    "ui.boards.side_plates": {"PLATES"},
    "ui.theme": {"Theme"},
}  # fmt: skip

IMPORT = re.compile(
    r"^[ >\"]*from ((?:arena|engines|games|heuristics|plyglass|study|ui)[\w.]*) import ([^\n\"]*)"
)
"""An import in a text: module and names. Names in brackets over several lines are joined before."""


def imported(text: str) -> Iterator[tuple[str, str]]:
    """(module, name) of all imports in a text."""
    for line in re.sub(r"\(\s*([^()]*?),?\s*\)", lambda m: re.sub(r"\s+", " ", m[1]), text).split("\n"):
        if found := IMPORT.match(line):
            for name in found[2].split(","):
                yield found[1], name.split("#")[0].split(" as ")[0].split(";")[0].strip()


def shown_to_authors(folder: Path) -> Iterator[tuple[str, str]]:
    """All imports that authors are shown; new files of heuristics and players are written into a folder."""
    new_player("mine", folder)
    for game in game_names():
        new_heuristic(f"mine_{game}", game, folder)
    places = [ROOT / "docs" / "guide", ROOT / "docs" / "course", ROOT / "assets" / "new_game", folder]
    files = [path for place in places for path in sorted(place.rglob("*")) if path.suffix in (".md", ".py")]
    for file in (ROOT / "README.md", *files):
        yield from imported(file.read_text(encoding="utf-8"))


def test_every_name_that_authors_are_shown_is_listed(tmp_path: Path) -> None:
    found = {(module, name) for module, name in shown_to_authors(tmp_path) if module != "games.toy"}
    listed = {(module, name) for module, names in PUBLIC.items() for name in names}
    assert found - listed == set() and len(found) > 25


@pytest.mark.parametrize("module", PUBLIC)
def test_listed_names_can_be_imported(module: str) -> None:
    if "pettingzoo" in module:
        pytest.importorskip("pettingzoo")
    there = import_module(module)
    assert {name for name in PUBLIC[module] if not hasattr(there, name)} == set()
