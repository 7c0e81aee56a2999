"""Names of players as the window writes them, from the players' texts of the command line."""

from collections.abc import Sequence

from engines.levels import LEVEL
from engines.player_kinds import DEPTH, HUMAN, Kind
from engines.registry import kind_named
from games.contract import BadText
from games.fen_rows import whole_number
from heuristics.registry import load_heuristic
from study.format.number_text import grouped, seconds

UNLIMITED = str(DEPTH[1][1])
"""The largest depth: that of a player that searches until it is stopped."""


def player_in_words(text: str, game: str) -> str:
    """The text of a player of `game` in words: "Level 3", "Strong, classical, 0.5 s". Returns the text itself
    if its kind is not known, because it may come from a file of another version."""
    head, *settings = text.split(",")
    name, _, of = head.partition(":")
    try:
        kind = kind_named(name.strip())
    except BadText:
        return text
    of = of.strip()
    if kind.name == LEVEL:
        parts = [f"{kind.in_words} {of}"]
    elif kind.takes_file:
        parts = [of]
    elif kind.takes_command:
        parts = [f"{kind.in_words} {of or kind.usual_command}".rstrip()]
    else:
        parts = [kind.in_words, *filter(None, [of])]
    words = (_setting_in_words(setting, kind, of, game) for setting in settings)
    return ", ".join([*parts, *filter(None, words)])


def _setting_in_words(setting: str, kind: Kind, heuristic: str, game: str) -> str:
    """An option or a weight of the heuristic in words; "" for a depth without a limit."""
    name, _, value = setting.strip().partition("=")
    number = whole_number(value, 0, 10**15)
    if name == DEPTH[0] and value == UNLIMITED:
        return ""
    if number is not None and name in ("ms", "nodes", DEPTH[0]):
        if name == "ms":
            return seconds(number / 1000)
        return f"{grouped(number)} nodes" if name == "nodes" else f"depth {number}"
    is_weight = kind.takes_heuristic and name not in kind.options
    label = _weight_label(game, heuristic, name) if is_weight else ""
    return f"{label or name.replace('_', ' ')} {value}".rstrip()


def _weight_label(game: str, heuristic: str, name: str) -> str:
    """The name of a weight for people; "" if the heuristic is missing, or cannot be loaded."""
    try:
        return load_heuristic(game, heuristic).label_of(name)
    except BadText:
        return ""


def pair_in_words(white: str, black: str, game: str) -> str:
    """The names of White and Black in words; a person who plays against a program is called "You"."""
    alone = (white == HUMAN) != (black == HUMAN)
    names = ["You" if alone and text == HUMAN else player_in_words(text, game) for text in (white, black)]
    return " – ".join(names)


def entrant_in_words(name: str, text: str, game: str) -> str:
    """A tournament's player: its own name, or its text in words if the text is the name. A number that
    distinguishes two equal texts stays."""
    return player_in_words(text, game) + name.removeprefix(text) if name.startswith(text) else name


def shortened(names: Sequence[str]) -> list[str]:
    """Shortens names: drops the last part if all names with three or more parts have the same last part, and
    all names stay different: "Alpha-beta, open" for "Alpha-beta, open, 1 000 nodes"."""
    parts = [name.split(", ") for name in names]
    ends = {each[-1] for each in parts if len(each) > 2}
    shorter = [", ".join(each[:-1] if len(each) > 2 else each) for each in parts]
    return shorter if len(ends) == 1 and len(set(shorter)) == len(set(names)) else list(names)
