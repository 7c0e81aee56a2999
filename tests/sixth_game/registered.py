"""A plugin for pytest: adds a sixth game, as the README describes.

It has a module in each of the folders, taken from `assets/new_game`, and its line in the lists. With
SIXTH_GAME_IS_BARE in the environment it has only what a game must have (see `games/registry.py`). All of this
happens before any other module of the program is imported, as if the lines were really written there.
"""

import os
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import games
import games.registry
import heuristics
import study.setups
import study.setups.registry
import ui.boards
import ui.boards.registry

FILES = Path(__file__).parents[2] / "assets" / "new_game"

games.__path__.append(str(FILES / "games"))
heuristics.__path__.append(str(FILES / "heuristics"))
study.setups.__path__.append(str(FILES / "study" / "setups"))
ui.boards.__path__.append(str(FILES / "ui" / "boards"))

games.registry.ENTRIES += (games.registry.Entry("toy", "Toy", "Three in a row."),)
ui.boards.registry._ARTS["toy"] = "ToyArt"
if "SIXTH_GAME_IS_BARE" not in os.environ:
    study.setups.registry._SETUPS["toy"] = "ToySetup"
else:
    toy = import_module("games.toy")
    toy.GAME = replace(toy.GAME, mirror=None, mirror_move=None, contents=None)  # type: ignore[attr-defined]
