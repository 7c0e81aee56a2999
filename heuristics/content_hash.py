"""A hash of a heuristic's terms. Saved results name it, so that they are not taken for another version's."""

import hashlib
from pathlib import Path
from weakref import WeakKeyDictionary

from games.compiling.kernel_key import NotDescribed, content_digest
from heuristics.contract import Heuristic
from heuristics.guarded_evaluation import terms_of

_known: "WeakKeyDictionary[Heuristic, str]" = WeakKeyDictionary()
"""By heuristic, for the life of its module: hashing a large one takes up to 0.2 s."""


def content_hash(heuristic: Heuristic) -> str:
    """A heuristic's hash, 64 hexadecimal digits. It covers the terms' names and their code with all that it
    uses, but no weights, labels, descriptions or comments. If the code uses what cannot be described, it
    covers the whole file."""
    known = _known.get(heuristic)
    if known is None:
        known = _known[heuristic] = _digest(heuristic)
    return known


def _digest(heuristic: Heuristic) -> str:
    try:
        return content_digest(_content(heuristic), comments=False)
    except NotDescribed:
        file = Path(heuristic.place[0])
        source = file.read_bytes() if file.is_file() else b""
        return hashlib.sha256(repr(_names(heuristic)).encode() + source).hexdigest()


def _content(heuristic: Heuristic) -> list[object]:
    """All that a heuristic's values depend on, except the weights."""
    terms = terms_of(heuristic)
    functions = [*(term.count for term in terms), heuristic.prepare, heuristic.shared]
    content: list[object] = [_names(heuristic), list(heuristic.parameters), functions]
    worths = [term.worth for term in terms]
    return [*content, worths, heuristic.phase] if any(worths) else content


def _names(heuristic: Heuristic) -> list[tuple[str, str]]:
    return [(term.name, term.kind) for term in terms_of(heuristic)]
