"""Shipped heuristics with planted terms whose worth is known: files for `heuristics.registry.lend`.

`dead` never fires, and `copy` counts what another term counts. `noise` is random, with the weight in `LOUD`;
`careless` prefers a wounded Noble. `whisper` only decides between moves that are otherwise equal.
"""

from pathlib import Path

BASES = {"isolation": ("territory", 0), "morris": ("weighted", 0), "tabletactics": ("concentration", 0)}
"""By game: the heuristic, and the index of the term that `copy` repeats."""

HARMFUL = {"isolation": "noise", "morris": "noise", "tabletactics": "careless"}
LOUD = {"isolation": 60.0, "morris": 12.0, "tabletactics": 0.5}
"""By game: the weight of the harmful term. `test_planted_terms.py` measures what it costs."""

FILE = """
from dataclasses import replace
from importlib import import_module

import numpy as np

from heuristics.contract import Heuristic

# In a list, for a file's heuristics are those that its module names.
ORIGINAL = [import_module("heuristics.{game}").{base}]
COUNT = len(ORIGINAL[0].terms)


def prepare(weights):
    # As the original does, and what is planted by the same divisor.
    planted_here = len(weights) - COUNT - len(ORIGINAL[0].parameters)
    own = np.delete(weights, range(COUNT, COUNT + planted_here))
    prepared = ORIGINAL[0].prepare(own)
    largest = int(np.argmax(np.abs(own[:COUNT])))
    share = prepared[largest] / own[largest] if own[largest] else 1.0
    return np.insert(prepared, COUNT, weights[COUNT : COUNT + planted_here] * share)


planted = replace(
    ORIGINAL[0],
    prepare=prepare,
    name="planted {kind}",
    terms=list(ORIGINAL[0].terms),
    parameters=dict(ORIGINAL[0].parameters),
    variant_of=None,
)


def scatter(state):
    mixed = (state.key * 0x1E3779B97F4A7C15) & 0x7FFFFFFFFFFFFFFF
    return (mixed >> 20) % 2001 / 1000.0 - 1.0

"""

TERMS = {
    "dead": '''
@planted.single("dead", weight=1.0)
def dead(state, side):
    """Nothing, ever."""
    return 0.0
''',
    "copy": """
planted.terms.append(replace(ORIGINAL[0].terms[{index}], name="copy", label="copy"))
""",
    "noise": '''
@planted.single("noise", weight={loud})
def noise(state, side):
    """Anything."""
    return scatter(state) if side == 0 else -scatter(state)
''',
    "careless": """
SIEGE = [import_module("heuristics.{game}").siege]
noble = next(term for term in SIEGE[0].terms if term.name == "noble hitpoints")
planted.terms.append(replace(noble, name="careless", weight=-{loud}))
""",
    "whisper": '''
@planted.single("whisper", weight={loud})
def whisper(state, side):
    """Next to nothing."""
    return scatter(state) if side == 0 else -scatter(state)
''',
}


def write(folder: Path, game: str, *terms: str, loud: float | None = None) -> Path:
    """Writes a file with the planted heuristic of a game; returns its path."""
    base, index = BASES[game]
    parts = [
        TERMS[term].format(game=game, index=index, loud=LOUD[game] if loud is None else loud)
        for term in terms
    ]
    path = folder / f"{game}_{'_'.join(terms) or 'plain'}.py"
    path.write_text(
        FILE.format(game=game, base=base, kind=" ".join(terms)) + "".join(parts), encoding="utf-8"
    )
    return path
