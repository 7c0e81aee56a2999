"""A hash of a heuristic's terms. Saved results name it, so that they are not taken for another version's."""

import hashlib
from pathlib import Path
from weakref import WeakKeyDictionary

from games.compiling.kernel_key import NotDescribed, content_digest
from heuristics.contract import Heuristic
from heuristics.guarded_evaluation import terms_of

SAME_VALUES = {
    "9c8b22264493d843a61b1b81bc92dbc7bc49d289253cc2683c066b9027d0d8a4": (
        "6db23548074f049456d1d4515ca8a0db0bb5c37abe5b74bdd4f210e6d5906eef"  # chess classical
    ),
}
"""By a version's digest: the digest of an earlier version whose terms contribute the same, bit for bit.
Results of the earlier version stay valid: saved searches, cards, calibrations."""

_known: "WeakKeyDictionary[Heuristic, str]" = WeakKeyDictionary()
"""By heuristic, for the life of its module: hashing a large one takes up to 0.2 s."""


def content_hash(heuristic: Heuristic) -> str:
    """A heuristic's hash, 64 hexadecimal digits. It covers the terms' names and their code with all that it
    uses, but no weights, labels, descriptions or comments. If the code uses what cannot be described, it
    covers the whole file. A version in SAME_VALUES has the hash of the earlier version."""
    known = _known.get(heuristic)
    if known is None:
        known = _known[heuristic] = _digest(heuristic)
    return known


def _digest(heuristic: Heuristic) -> str:
    try:
        found = content_digest(_content(heuristic), comments=False)
        return SAME_VALUES.get(found, found)
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
