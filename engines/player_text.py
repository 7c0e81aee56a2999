"""Reads players from text, such as `alphabeta:classical,depth=6`: `KIND[:HEURISTIC][,option=value ...]`.

`engines.registry` has all kinds. Some players: `human`, `random`, `greedy:HEURISTIC`,
`minimax:HEURISTIC,depth=3`, `alphabeta:HEURISTIC,depth=6`, `alphabeta:HEURISTIC,ms=500`,
`alphabeta:HEURISTIC,nodes=100000`, `strong:HEURISTIC,ms=500`, `level:3` for one of the levels that every game
has (`engines.levels`), `own:NAME,ms=500` for a Python file of a person's own, and `uci:COMMAND,ms=100` or
`program:COMMAND,ms=100` for another program. COMMAND is quoted as in a shell; it cannot contain a comma,
because commas separate the options. A weight of the heuristic is an option too: `alphabeta:weighted,mills=3`.
"""

import math

from engines.contract import Engine
from engines.levels import LEVEL
from engines.player_kinds import DEPTH, LINES, THREADS, Kind, Making, PlayerSpec
from engines.registry import kind_named, kinds_for
from games.contract import BadText, Options
from games.fen_rows import whole_number
from games.safe_text import can_be_kept
from games.text_files import mistakes_in
from heuristics.contract import Heuristic
from heuristics.lens import Lens, Weights
from heuristics.levels import COUNT
from heuristics.registry import default_heuristic, heuristics_of, load_heuristic

LONGEST_TEXT = 1000
"""The most characters of a player's text. The window shows a command whole before it starts the program."""


def check_player_text(text: str) -> None:
    """Raises BadText for a text that cannot be a player of any game."""
    if len(text) > LONGEST_TEXT:
        raise BadText(f"player: expected at most {LONGEST_TEXT} characters, found {len(text)}")
    if not can_be_kept(text):
        raise BadText(f"player {text!r}: expected text without NUL and lone surrogates")


def parse_player(text: str, game: str) -> PlayerSpec:
    """A player of `game` from its text. On failure raises a BadText that names the part that is wrong."""
    check_player_text(text)
    head, *settings = text.strip().split(",")
    kind_name, colon, heuristic = head.partition(":")
    kind = kind_named(kind_name)
    if kind not in kinds_for(game):
        raise BadText(
            f"player {text!r}: {kind.name} does not play {game}, only {', '.join(kind.games or ())}"
        )
    is_plain = not (kind.takes_command or kind.takes_file or kind.levels)
    names = ", ".join(h.name for h in heuristics_of(game)) if is_plain else ""
    with mistakes_in(f"player {text!r}"):
        if kind.takes_command or kind.takes_file:
            of = heuristic.strip() or kind.usual_command
            kind.check(of)
            options, _ = _read_options(kind, settings)
            command, file = (of, "") if kind.takes_command else ("", of)
            return PlayerSpec(kind.name, "", options, command, file=file)
        if kind.levels:
            level = whole_number(heuristic.strip(), 1, kind.levels)
            if level is None:
                expected = f"expected {kind.name}:N with a whole number from 1 to {kind.levels}"
                raise BadText(f"{expected}, found {heuristic!r}")
            options, _ = _read_options(kind, settings)
            return PlayerSpec(kind.name, default_heuristic(game).name, options, level=level)
        if kind.takes_heuristic and not heuristic:
            raise BadText(f"expected {kind.name}:HEURISTIC with one of {names}")
        if not kind.takes_heuristic and colon:
            raise BadText(f"{kind.name} takes no heuristic")
        evaluates = load_heuristic(game, heuristic) if heuristic else None
        options, weights = _read_options(kind, settings, evaluates)
        if evaluates is not None:
            Lens.of(evaluates, dict(weights))
        return PlayerSpec(kind.name, heuristic, options, weights=weights)


def _read_options(
    kind: Kind, settings: list[str], heuristic: Heuristic | None = None
) -> tuple[tuple[tuple[str, int], ...], tuple[tuple[str, float], ...]]:
    """The options, and the weights by name. If a weight and an option of this kind have the same name, the
    name means the option."""
    weight_names = () if heuristic is None else heuristic.weight_names
    former = () if heuristic is None else heuristic.former_weights
    options: dict[str, int] = {}
    weights: dict[str, float] = {}
    for setting in settings:
        name, equals, value = setting.strip().partition("=")
        is_weight = (name in weight_names or name in former) and name not in kind.options
        if not (is_weight or name in kind.options) or not equals:
            expected = ", ".join(f"{option}=N" for option in kind.options) or "no options"
            comma = "; a command cannot hold a comma" if kind.takes_command else ""
            or_weight = f", or a weight: {', '.join(weight_names)}" if weight_names else ""
            raise BadText(f"expected {expected} for {kind.name}{or_weight}, found {setting!r}{comma}")
        if name in options or name in weights:
            raise BadText(f"{name} is given twice")
        if is_weight:
            weights[name] = _weight(name, value)
            continue
        low, high = kind.options[name]
        number = whole_number(value, low, high)
        if number is None:
            raise BadText(f"{name}: expected a whole number from {low} to {high}, found {value!r}")
        options[name] = number
    return tuple(options.items()), tuple(weights.items())


def _weight(name: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise BadText(f"{name}: expected a number, found {value!r}")
    return number


STRONGEST = "strong"
"""The strongest kind of player that every game has."""

USUAL_LEVEL = 3
"""The level of the default opponent."""


def level_player(game: str, level: int) -> PlayerSpec:
    """The program of a level. Raises BrokenModule where the game's heuristics cannot be loaded."""
    return PlayerSpec(LEVEL, default_heuristic(game).name, level=level)


def level_of(text: str) -> int:
    """The level of a player's text `level:N`, 0 for any other text."""
    levels = (level for level in range(1, COUNT + 1) if text == f"{LEVEL}:{level}")
    return next(levels, 0)


def default_opponent(game: str) -> PlayerSpec:
    """The opponent that a new game proposes."""
    return level_player(game, USUAL_LEVEL)


def tireless(heuristic: str, lines: int = 1, threads: int = 1, kind: str = STRONGEST) -> PlayerSpec:
    """The program for an endless analysis, without a limit of time or nodes. It finds that many best `lines`,
    and searches in that many `threads`."""
    name, (_, deepest) = DEPTH
    several = tuple((of, n) for of, n in ((LINES[0], lines), (THREADS[0], threads)) if n > 1)
    return PlayerSpec(kind, heuristic, ((name, deepest), *several))


def make_engine(
    spec: PlayerSpec,
    game: str,
    weights: Weights | None = None,
    seed: int = 0,
    table_megabytes: float = 64,
    explains: bool = False,
    options: Options | None = None,
    tables: bool = False,
    selective: bool = False,
) -> Engine:
    """The engine that a player's text describes. A `seed=` option in the text takes precedence over `seed`.
    For `explains`, `options`, `tables` and `selective` see `engines.player_kinds.Making`."""
    kind = kind_named(spec.kind)
    assert kind.make is not None, "a person is no engine"
    return kind.make(spec, Making(game, weights, seed, table_megabytes, explains, options, tables, selective))
