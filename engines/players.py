"""The one parser of players: `KIND[:HEURISTIC][,option=value ...]`.

`human`, `random`, `greedy:HEURISTIC`, `minimax:HEURISTIC,depth=3`, `alphabeta:HEURISTIC,depth=6`,
`alphabeta:HEURISTIC,ms=500`, `alphabeta:HEURISTIC,nodes=100000`, `strong:HEURISTIC,ms=500`,
and `uci:COMMAND,ms=100` for another program. COMMAND is quoted as in a shell; commas part the
options, so it cannot hold one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engines.contract import Engine, Limits
from engines.random_player import RandomPlayer
from engines.searchers import Searcher
from games.contract import BadText
from games.plain_text import can_be_kept
from games.rows import whole_number
from heuristics.lens import Weights
from heuristics.registry import default_heuristic, heuristics_of, load_heuristic, load_lens

HUMAN = "human"
LONGEST_TEXT = 1000
"""Characters of a player's text: few enough to be shown before a command in it is started."""
USUAL_COMMAND = "stockfish"
"""Of a player that is another program, where none is named."""


@dataclass(frozen=True)
class Kind:
    """What the registry knows of a kind of player. `options` maps an option's name to its range,
    `defaults` are the options of a player that names none."""

    name: str
    description: str
    takes_heuristic: bool = False
    options: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    defaults: Mapping[str, int] = field(default_factory=dict)
    games: tuple[str, ...] | None = None  # None: all
    takes_command: bool = False


_DEPTH, _NODES, _MS = ("depth", (1, 100)), ("nodes", (1, 10**15)), ("ms", (1, 86_400_000))
_SEED = ("seed", (0, 2**63 - 1))

EXTRA_FLAGS = {
    "quiescence": "quiescence",
    "extensions": "check_extension",
    "nullmove": "null_move",
    "reductions": "reductions",
    "deeper_entries": "deeper_entries",
    "prune_chance": "prune_chance",
}
"""By option: the flag of the workspace that it sets. See `engines.search` for what they do."""

_SWITCHES = tuple((name, (0, 1)) for name in (*EXTRA_FLAGS, "aspiration"))
_THREADS = ("threads", (1, 64))

KINDS = (
    Kind(HUMAN, "A person at this computer."),
    Kind("random", "Any legal move.", options=dict((_SEED,))),
    Kind("greedy", "The move with the best value one ply deep.", True, dict((_SEED,))),
    Kind(
        "minimax",
        "Every move to a fixed depth, without pruning.",
        True,
        dict((_DEPTH, _NODES, _MS, _SEED)),
        {"depth": 3},
    ),
    Kind(
        "alphabeta",
        "Iterative deepening alpha-beta with a transposition table; same values as minimax.",
        True,
        dict((_DEPTH, _NODES, _MS, _SEED, _THREADS, *_SWITCHES)),
        {"ms": 500},
    ),
    Kind(
        "strong",
        "Alpha-beta that looks further where it matters and less far elsewhere: all extras on.",
        True,
        dict((_DEPTH, _NODES, _MS, _SEED, _THREADS, *_SWITCHES)),
        {"ms": 500},
    ),
    Kind(
        "uci",
        "Another program that speaks UCI, started by its command; stockfish if none is given.",
        options=dict((_DEPTH, _NODES, _MS)),
        defaults={"ms": 500},
        games=("chess",),
        takes_command=True,
    ),
)


@dataclass(frozen=True)
class PlayerSpec:
    """A parsed player. `str(spec)` writes it back in the form that `parse_player` reads.

    `heuristic` by name, where the kind takes one; `command` where it runs another program."""

    kind: str
    heuristic: str = ""
    options: tuple[tuple[str, int], ...] = ()
    command: str = ""

    def __str__(self) -> str:
        of = self.heuristic or self.command
        head = f"{self.kind}:{of}" if of else self.kind
        return ",".join([head, *(f"{name}={value}" for name, value in self.options)])

    def option(self, name: str) -> int | None:
        return dict(self.options).get(name)

    @property
    def is_human(self) -> bool:
        return self.kind == HUMAN


def kind_named(name: str) -> Kind:
    """A kind of player by name; BadText for one that is not there."""
    for kind in KINDS:
        if kind.name == name:
            return kind
    raise BadText(f"player: expected one of {', '.join(k.name for k in KINDS)}, found {name!r}")


def kinds_for(game: str) -> tuple[Kind, ...]:
    """The kinds of player that can play a game."""
    return tuple(kind for kind in KINDS if kind.games is None or game in kind.games)


def check_player_text(text: str) -> None:
    """Refuses, by BadText, what no player's text can be, whatever the game."""
    if len(text) > LONGEST_TEXT:
        raise BadText(f"player: expected at most {LONGEST_TEXT} characters, found {len(text)}")
    if not can_be_kept(text):
        raise BadText(f"player {text!r}: expected text without NUL and halves of characters")


def parse_player(text: str, game: str) -> PlayerSpec:
    """A player of `game` from its text; BadText names the part that is wrong."""
    check_player_text(text)
    head, *settings = text.strip().split(",")
    kind_name, colon, heuristic = head.partition(":")
    kind = kind_named(kind_name)
    if kind not in kinds_for(game):
        raise BadText(f"player {text!r}: {kind.name} does not play {game}")
    if kind.takes_command:
        from engines.uci_player import split_command  # slow to import, and seldom needed

        try:
            command = heuristic.strip() or USUAL_COMMAND
            split_command(command)
        except BadText as error:
            raise BadText(f"player {text!r}: {error}") from None
        return PlayerSpec(kind.name, "", _read_options(text, kind, settings), command)
    names = ", ".join(h.name for h in heuristics_of(game))
    if kind.takes_heuristic and not heuristic:
        raise BadText(f"player {text!r}: expected {kind.name}:HEURISTIC with one of {names}")
    if not kind.takes_heuristic and colon:
        raise BadText(f"player {text!r}: {kind.name} takes no heuristic")
    if heuristic:
        try:
            load_heuristic(game, heuristic)
        except BadText as error:
            raise BadText(f"player {text!r}: {error}") from None
    return PlayerSpec(kind.name, heuristic, _read_options(text, kind, settings))


def _read_options(text: str, kind: Kind, settings: list[str]) -> tuple[tuple[str, int], ...]:
    options: dict[str, int] = {}
    for setting in settings:
        name, equals, value = setting.strip().partition("=")
        if name not in kind.options or not equals:
            expected = ", ".join(f"{option}=N" for option in kind.options) or "no options"
            comma = "; a command cannot hold a comma" if kind.takes_command else ""
            raise BadText(f"player {text!r}: expected {expected} for {kind.name}, found {setting!r}{comma}")
        if name in options:
            raise BadText(f"player {text!r}: {name} is given twice")
        low, high = kind.options[name]
        number = whole_number(value, low, high)
        if number is None:
            raise BadText(
                f"player {text!r}: {name}: expected a whole number from {low} to {high}, found {value!r}"
            )
        options[name] = number
    return tuple(options.items())


def default_opponent(game: str) -> PlayerSpec:
    """The AI that a person meets who has not chosen one: the game's default heuristic, half a second."""
    return PlayerSpec("alphabeta", default_heuristic(game).name, (("ms", 500),))


def make_engine(
    spec: PlayerSpec,
    game: str,
    weights: Weights | None = None,
    seed: int = 0,
    table_megabytes: float = 64,
) -> Engine:
    """The engine that a player's text describes; its own `seed=` option wins over `seed`."""
    assert not spec.is_human
    given = dict(spec.options)
    seed = given.pop("seed", seed)
    if spec.kind == "random":
        return RandomPlayer(seed)
    if not given.keys() & {"depth", "nodes", "ms"}:
        given |= kind_named(spec.kind).defaults
    limits = Limits(
        depth=given.get("depth"),
        nodes=given.get("nodes"),
        seconds=given["ms"] / 1000 if "ms" in given else None,
    )
    if kind_named(spec.kind).takes_command:
        from engines.uci_player import UciPlayer

        return UciPlayer(spec.command or USUAL_COMMAND, limits, str(spec))
    deepens = spec.kind in ("alphabeta", "strong")
    switched_on = int(spec.kind == "strong")
    if spec.kind == "greedy":
        limits = Limits(depth=1)
    elif not deepens and limits.depth is None:
        limits = replace(limits, depth=kind_named("minimax").defaults["depth"])
    return Searcher(
        load_lens(game, spec.heuristic, weights),
        limits,
        seed,
        str(spec),
        deepens,
        table_megabytes,
        workspace_flags={flag: given.get(name, switched_on) for name, flag in EXTRA_FLAGS.items()},
        aspires=bool(given.get("aspiration", switched_on)),
        threads=given.get("threads", 1),
    )
