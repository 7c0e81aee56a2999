"""The hash of a heuristic's terms, so that results found with one version are not taken for another's."""

import hashlib
from pathlib import Path
from weakref import WeakKeyDictionary

from games.compiling.kernel_key import NotDescribed, content_digest
from heuristics.contract import Heuristic

_known: "WeakKeyDictionary[Heuristic, str]" = WeakKeyDictionary()
"""By heuristic, for the life of its module: hashing a large one takes up to 0.2 s."""


def content_hash(heuristic: Heuristic) -> str:
    """64 hexadecimal digits: a hash of its terms' names and code with all that they use, but not of its
    weights, labels, sentences or comments; of its whole file if the code uses what cannot be described."""
    known = _known.get(heuristic)
    if known is None:
        known = _known[heuristic] = _digest(heuristic)
    return known


def _digest(heuristic: Heuristic) -> str:
    terms = [heuristic.decisive, *heuristic.terms] if heuristic.decisive else list(heuristic.terms)
    names = [(term.name, term.kind) for term in terms]
    functions = [*(term.count for term in terms), heuristic.prepare, heuristic.shared]
    try:
        return content_digest([names, list(heuristic.parameters), functions], comments=False)
    except NotDescribed:
        file = Path(heuristic.place[0])
        source = file.read_bytes() if file.is_file() else b""
        return hashlib.sha256(repr(names).encode() + source).hexdigest()
