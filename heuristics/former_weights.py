"""Remarks on weights of terms that a heuristic no longer has.

Settings, presets, saved games, lessons, players' texts, the command line and UCI options may still name such
a weight (`Heuristic.former_weights`). Such a text is read, the weight changes nothing, and a remark says so
once. The window, the command line and the UCI server take the remarks and show them.
"""

from heuristics.contract import Heuristic

_said: set[tuple[str, str, str]] = set()  # game, heuristic, weight
_waiting: dict[tuple[str, str], list[str]] = {}  # weights by game and heuristic


def is_former(heuristic: Heuristic, name: str) -> bool:
    """Whether the heuristic had a weight of this name once. If so, there is a remark on it."""
    if name not in heuristic.former_weights:
        return False
    if (heuristic.game, heuristic.name, name) not in _said:
        _said.add((heuristic.game, heuristic.name, name))
        _waiting.setdefault((heuristic.game, heuristic.name), []).append(name)
    return True


def take_remarks() -> list[str]:
    """The remarks since the last call, a sentence for each heuristic."""
    remarks = []
    while _waiting:
        (_, heuristic), names = _waiting.popitem()
        weights, they = ("weight", "It changes") if len(names) == 1 else ("weights", "They change")
        remarks.append(f"{heuristic} no longer has the {weights} {' and '.join(names)}. {they} nothing.")
    return remarks
