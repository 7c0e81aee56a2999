"""What a kind of player is: what may stand in its text, and how one is made of it.

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
"""How many best lines a search looks for by default."""

MOST_LINES = 500
LINES = ("multipv", (1, MOST_LINES))
THREADS = ("threads", (1, 64))
"""Options that several kinds take, with their ranges."""


@dataclass(frozen=True)
class PlayerSpec:
    """A parsed player. `str(spec)` writes it back in the form that `engines.player_text.parse_player`
    reads.

    `heuristic` by name, where it searches with one, with the `weights` that this player alone has
    otherwise; `command` where it runs another program, `file` by name where it runs one of the person's
    own folder; `level` where the kind has levels, whose heuristic no text names."""

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
        """Whether its moves come from another process, about which nothing is known."""
        return bool(self.command or self.file)


def lens_of(spec: PlayerSpec, game: str, weights: Weights | None) -> Lens:
    """The lens that a player evaluates with: its heuristic with the weights that a person changed, and then
    its own weights, as far as the heuristic has them. Its file may have been loaded again since. BadText for
    an unknown heuristic."""
    return load_lens(game, spec.heuristic, weights).with_weights(spec.weights)


@dataclass(frozen=True)
class Making:
    """What an engine is made of beside its player's text: the game, the weights that a person
    changed, the seed where the text has none, and the memory of a search's table; whether it is to say
    what its values are made of (`Thought.parts`) where chance would hide that; the game's rules, None
    for the usual ones: what is no part of a position's text, another process must be told; and whether the
    strongest level plays from endgame tables, as in the window."""

    game: str
    weights: Weights | None = None
    seed: int = 0
    table_megabytes: float = 64
    explains: bool = False
    options: Options | None = None
    tables: bool = False


@dataclass(frozen=True)
class Kind:
    """A kind of player. `options` maps an option's name to its range, `switches` an option that is 0 or 1 to
    what it does; `defaults` are the options of a player that names none; `games` are those that it plays,
    None for all.

    After the colon stands a heuristic where it `takes_heuristic`, a command where it
    `takes_command`, for which `usual_command` stands in, a file's name where it `takes_file`, one of its
    `levels` where it has some, from 1; else nothing. `evaluates`: it says what moves are worth with none of
    them. `check` refuses a command or a name by BadText, and `missing` asks the disk for what such a player
    needs and says, in a line, what is not there. `make` is None for a person. `title` is what the window
    calls it, where that is not its name.
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
        """What the window calls it."""
        return self.title or self.name.capitalize()

    def given(self, spec: PlayerSpec) -> dict[str, int]:
        """The options of a player, with the defaults where it sets no limit."""
        options = dict(spec.options)
        return options if options.keys() & {"depth", "nodes", "ms"} else {**self.defaults, **options}

    def limits(self, spec: PlayerSpec) -> Limits:
        given = self.given(spec)
        seconds = given["ms"] / 1000 if "ms" in given else None
        return Limits(given.get("depth"), given.get("nodes"), seconds)


PERSON = Kind(HUMAN, "A person at this computer.", title="A person")
