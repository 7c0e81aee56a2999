"""A kind of player: what its text may contain, and how an engine is made from the text.

A new kind of engine is one module that defines a `Kind` in `KINDS`, and that module's line in
`engines.registry`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from engines.contract import Engine, Limits
from games.contract import Options
from heuristics.lens import Lens, Weights
from heuristics.registry import load_lens

HUMAN = "human"

DEPTH, NODES, MS = ("depth", (1, 100)), ("nodes", (1, 10**15)), ("ms", (1, 86_400_000))
SEED = ("seed", (0, 2**63 - 1))
USUAL_LINES = 3
"""The number of best lines that the window's analysis looks for by default."""

MOST_LINES = 500
LINES = ("multipv", (1, MOST_LINES))
THREADS = ("threads", (1, 64))
"""Options that several kinds take, with their ranges."""


@dataclass(frozen=True)
class PlayerSpec:
    """A parsed player. `str(spec)` writes it in the form that `engines.player_text.parse_player` reads."""

    kind: str
    heuristic: str = ""
    """The name of the heuristic that it searches with."""
    options: tuple[tuple[str, int], ...] = ()
    command: str = ""
    """Starts another program."""
    weights: tuple[tuple[str, float], ...] = ()
    """The weights that only this player changes."""
    file: str = ""
    """The name of a file in the person's folder."""
    level: int = 0
    """Its level, for a kind with levels. The text then names no heuristic."""

    def __str__(self) -> str:
        of = str(self.level) if self.level else self.heuristic or self.command or self.file
        head = f"{self.kind}:{of}" if of else self.kind
        options = [f"{name}={value}" for name, value in self.options]
        weights = [f"{name}={value!r}".removesuffix(".0") for name, value in self.weights]
        return ",".join([head, *options, *weights])

    def option(self, name: str) -> int | None:
        return dict(self.options).get(name)

    @property
    def is_human(self) -> bool:
        return self.kind == HUMAN

    @property
    def is_outside(self) -> bool:
        """Whether its moves come from another process, which may not explain them."""
        return bool(self.command or self.file)


def lens_of(spec: PlayerSpec, game: str, weights: Weights | None) -> Lens:
    """The lens that a player evaluates with: its heuristic with the weights that a person changed. Weights in
    the player's text take precedence over these, unless the heuristic no longer has them. Raises BadText for
    an unknown heuristic."""
    return load_lens(game, spec.heuristic, weights).with_weights(spec.weights)


@dataclass(frozen=True)
class Making:
    """What an engine needs in addition to its player's text."""

    game: str
    weights: Weights | None = None
    """The weights that a person changed."""
    seed: int = 0
    """The seed if the text has none."""
    table_megabytes: float = 64
    """The most memory for the transposition table."""
    explains: bool = False
    """Whether the engine returns the parts of its values (`Thought.parts`) in games with chance. Without
    chance the evaluation at the end of the line has the same parts."""
    options: Options | None = None
    """The rules, None for the usual rules. Another process needs them, because a position's text does not
    contain all of them."""
    tables: bool = False
    """Whether the strongest level plays from endgame tables, as in the window."""
    selective: bool = False
    """Whether the levels that allow it search by `selective` in place of `strong`."""


@dataclass(frozen=True)
class Kind:
    """A kind of player. Its text has after the colon a heuristic, a command, a file's name or a level, by the
    fields below; else nothing."""

    name: str
    description: str
    make: Callable[[PlayerSpec, Making], Engine] | None = None
    """Makes the engine; None for a person."""
    takes_heuristic: bool = False
    options: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """By an option's name: its range."""
    defaults: Mapping[str, int] = field(default_factory=dict)
    """The options of a player whose text sets no limit (depth, nodes or time)."""
    games: tuple[str, ...] | None = None
    """The games that it plays, None for all."""
    takes_command: bool = False
    usual_command: str = ""
    """The command of a player whose text has none."""
    takes_file: bool = False
    levels: int = 0
    """The number of its levels, from 1; 0 for a kind without levels."""
    evaluates: bool = False
    """Whether it values moves although it takes no heuristic, command, file or level."""
    check: Callable[[str], object] = field(default=lambda text: None)
    """Raises BadText for a wrong command or file's name."""
    switches: Mapping[str, str] = field(default_factory=dict)
    """By an option that is 0 or 1: what it does."""
    missing: Callable[[PlayerSpec], str] = field(default=lambda spec: "")
    """Says in one line which file or program such a player lacks on this computer; "" for none."""
    title: str = ""
    """Its name in the window, if that differs from `name`."""

    @property
    def in_words(self) -> str:
        """The kind's name in the window."""
        return self.title or self.name.capitalize()

    def given(self, spec: PlayerSpec) -> dict[str, int]:
        """The options of a player, with the kind's defaults if it sets no limit (depth, nodes or time)."""
        options = dict(spec.options)
        return options if options.keys() & {"depth", "nodes", "ms"} else {**self.defaults, **options}

    def limits(self, spec: PlayerSpec) -> Limits:
        given = self.given(spec)
        seconds = given["ms"] / 1000 if "ms" in given else None
        return Limits(given.get("depth"), given.get("nodes"), seconds)


PERSON = Kind(HUMAN, "A person at this computer.", title="A person")
