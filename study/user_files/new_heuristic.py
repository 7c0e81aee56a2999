"""Writes a small commented file for a person to start a heuristic with."""

import re
import sys
import textwrap
from pathlib import Path

from games.contract import BadText, Game
from games.registry import entry, load_game
from heuristics.contract import Heuristic, Term
from heuristics.registry import broken_of, default_heuristic, heuristics_of
from study.user_files.new_file import write_new

START = '''"""{name}: a heuristic for {title}.

While Plyglass runs, save this file and look at Evaluation: the numbers of the shown position follow within
seconds. A mistake is reported with its line, and the previous version stays in use.

A term is a function of the state and a side (0 is {white}, 1 is {black}), and returns a number; its weight
stands beside its name. Terms must not change the state. They are compiled for the search: numbers, loops and
ifs are fast. The fields of `state`, which are explained at the top of {rules}, are
{fields}.
"""

import numpy as np

from games.{game} import GAME
from heuristics.contract import {contract}
{imports}
mine = Heuristic({quoted}, "{game}", "What it values, in a line.", "its author"{phase})

legal_moves, most_moves = GAME.legal_moves, GAME.max_moves


@mine.single("moves", weight=1.0)
def moves(state, side):
    """Moves that the player to move can choose from: a plus for that player, a minus for the other."""
    count = legal_moves(state, np.empty(most_moves, np.int32))
    return count if state.to_move == side else -count

{borrowed}
# Values are easier to read in a unit: `Heuristic(…, unit="pawn", per_unit=100.0)` shows 100 as one pawn.
# Beside a term's weight, `label="free squares"` is the name that people read, and `group="material"` puts the
# term below a subtotal with the others of that group. The text below the function's name is the term's
# tooltip: say what it counts, in one sentence.
#
# Kinds of terms: `difference` calls the function for both sides and subtracts; `own` calls it for the side
# that the value is for, `other` for the opponent; `single` is for what cannot be counted for each side.
# Remove the signs # to try one:
#
# @mine.single("to move", weight=0.5)
# def to_move(state, side):
#     """1 for the player to move."""
#     return 1.0 if state.to_move == side else 0.0
'''

BORROWED = """
# A term that comes with the program; choose the weight that you want:
mine.{kind}({name!r}, weight={weight!r})({function})

"""

TAPERED = """
# A term that comes with the program; choose the weight that you want. Its count is multiplied by {middle!r}
# in the middle game and by {end!r} in the endgame; between them, `phase` says how much of each counts:
mine.{kind}({name!r}, weight={weight!r}, worth=Tapered({middle!r}, {end!r}))({function})

"""


def new_heuristic(name: str, game: str, folder: Path) -> Path:
    """Writes the start of a heuristic of that name into the folder; returns the file. Raises BadText for a
    name that is impossible or taken, and if it cannot be written."""
    rules = load_game(game)
    Heuristic(name, game, "", "")  # raises BadText for an impossible name
    known = {heuristic.name: f" in {heuristic.place[0]}" for heuristic in heuristics_of(game)}
    known |= dict.fromkeys((broken for broken, _ in broken_of(game)), "")
    if name in known:
        raise BadText(f"name: expected a free one, found {name!r}, another heuristic of {game}{known[name]}")
    file = folder / f"{re.sub(r'[^a-z0-9]+', '_', name.lower()).strip('_') or 'heuristic'}.py"
    write_new(file, _text(name, rules), "heuristic")
    return file


def _text(name: str, game: Game) -> str:
    """The text of the new file. It borrows a term of the game's default heuristic, if one can be imported."""
    about = entry(game.name)
    fields = ", ".join(f"`{field}`" for field in game.dtype.names or ())
    heuristic = default_heuristic(game.name)
    term = _importable(heuristic)
    contract, imports, borrowed, phase = "Heuristic", "", "", ""
    if term is not None:
        function = term.count.__name__
        filled = {"kind": term.kind, "name": term.name, "weight": term.weight, "function": function}
        borrowed, names = BORROWED.format(**filled), [function]
        if term.worth is not None and heuristic.phase is not None:
            borrowed = TAPERED.format(**filled, middle=term.worth.middle, end=term.worth.end)
            share = heuristic.phase.__name__
            contract, phase = "Heuristic, Tapered", f", phase={share}"
            names = sorted([function, share])
        imports = f"from heuristics.{game.name} import {', '.join(names)}\n"
    return START.format(
        name=name,
        quoted=repr(name),
        title=about.title,
        game=game.name,
        rules=f"{game.apply.__module__.replace('.', '/')}.py",
        white=about.white,
        black=about.black,
        fields="\n".join(textwrap.wrap(fields, 100)),
        imports=imports,
        contract=contract,
        phase=phase,
        borrowed=borrowed,
    )


def _importable(heuristic: Heuristic) -> Term | None:
    """The heuristic's first term that another file can import by its function's name; None if there is
    none."""
    for term in heuristic.terms:
        module = sys.modules.get(term.count.__module__)
        by_name = getattr(module, term.count.__name__, None)
        if by_name is term.count and not term.takes_weights and not term.count.__name__.startswith("_"):
            return term
    return None
