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
"""The number of best lines that a search looks for by default."""

MOST_LINES = 500
LINES = ("multipv", (1, MOST_LINES))
THREADS = ("threads", (1, 64))
"""Options that several kinds take, with their ranges."""


@dataclass(frozen=True)
class PlayerSpec:
    """A parsed player. `str(spec)` writes it in the form that `engines.player_text.parse_player` reads.

    `heuristic` is the name of the heuristic that it searches with, `weights` are the weights that only this
    player changes. `command` starts another program; `file` names a file in the person's folder. `level` is
    for a kind with levels, whose text names no heuristic.
    """

    kind: str
    heuristic: str = ""
    options: tuple[tuple[str, int], ...] = ()
    command: str = ""
    weights: tuple[tuple[str, float], ...] = ()
    file: str = ""
    level: int = 0

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
    """The lens that a player evaluates with: its heuristic with the weights that a person changed. The
    player's own weights come before these, as far as the heuristic still has them. Raises BadText for an
    unknown heuristic."""
    return load_lens(game, spec.heuristic, weights).with_weights(spec.weights)


@dataclass(frozen=True)
class Making:
    """What an engine needs in addition to its player's text. `weights` are the weights that a person changed,
    `seed` is used if the text has none, `table_megabytes` is the size of the transposition table. With
    `explains` the engine returns the parts of its values (`Thought.parts`) in games with chance, too.
    `options` are the rules, None for the usual rules; another process needs them, because a position's text
    does not contain all of them. With `tables` the strongest level plays from endgame tables, as in the
    window. With `selective` that search plays the levels that allow it, in place of `strong`."""

    game: str
    weights: Weights | None = None
    seed: int = 0
    table_megabytes: float = 64
    explains: bool = False
    options: Options | None = None
    tables: bool = False
    selective: bool = False


@dataclass(frozen=True)
class Kind:
    """A kind of player. `options` maps an option's name to its range, `switches` an option that is 0 or 1 to
    what it does; `defaults` are the options of a player whose text sets no limit (depth, nodes or time);
    `games` are the games that it plays, None for all.

    Its text has after the colon: a heuristic if it `takes_heuristic`, a command if it `takes_command` (by
    default `usual_command`), a file's name if it `takes_file`, or one of its `levels`, from 1; else
    nothing. `evaluates` says that it values moves although it takes none of these. `check` raises BadText
    for a wrong command or name. `missing` says in one line which file or package such a player lacks on
    this computer. `make` is None for a person. `title` is its name in the window, if that differs from
    `name`.
    """

    name: str
    description: str
    make: Callable[[PlayerSpec, Making], Engine] | None = None
    takes_heuristic: bool = False
    options: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    defaults: Mapping[str, int] = field(default_factory=dict)
    games: tuple[str, ...] | None = None
    takes_command: bool = False
    usual_command: str = ""
    takes_file: bool = False
    levels: int = 0
    evaluates: bool = False
    check: Callable[[str], object] = field(default=lambda text: None)
    switches: Mapping[str, str] = field(default_factory=dict)
    missing: Callable[[PlayerSpec], str] = field(default=lambda spec: "")
    title: str = ""

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
