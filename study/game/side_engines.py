"""The engines of a game's programs, and how they follow what a person changes while they play: the file
of a heuristic, or a weight."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from engines.contract import Engine
from engines.jobs import FAILED, Job, Lane, closing, preparing
from engines.player_kinds import PlayerSpec, lens_of
from engines.player_text import parse_player, tireless
from games.contract import BLACK, WHITE, BadText
from heuristics.contract import Heuristic
from heuristics.lens import Lens
from heuristics.presets import differences
from heuristics.registry import default_heuristic, fault_of, load_heuristic, newest, version
from study.core.settings import Settings


def weights_of(lens: Lens, usual: Lens) -> tuple[tuple[str, float], ...]:
    """The weights by which a lens is not the usual one of its heuristic, as a player's text has them."""
    names = lens.heuristic.weight_names
    return tuple((name, lens.weight(name)) for name in names if lens.weight(name) != usual.weight(name))


def playing_through(spec: PlayerSpec, lens: Lens, usual: Lens, game: str) -> PlayerSpec:
    """A player with the weights of a lens of its heuristic; the unchanged player if no text can express
    them."""
    changed = replace(spec, weights=weights_of(lens, usual))
    try:
        return changed if parse_player(str(changed), game) == changed else spec
    except BadText:
        return spec


def first_lens(players: tuple[PlayerSpec, PlayerSpec], game: str, settings: Settings) -> Lens:
    """That of the program that plays, of Black's where both do; else of the game's default."""
    for side in (BLACK, WHITE):
        if players[side].heuristic:
            return lens_of(players[side], game, settings.weights)
    return settings.lens(game, default_heuristic(game).name)


def analysed_through(
    lens: Lens, players: tuple[PlayerSpec, PlayerSpec], game: str, settings: Settings
) -> Lens:
    """The game's default heuristic, unless the person has chosen another to look through, or other
    weights."""
    if lens == first_lens(players, game, settings) == settings.lens(game, lens.name):
        return settings.lens(game, default_heuristic(game).name)
    return lens


def reweighed(
    players: tuple[PlayerSpec, PlayerSpec], before: Lens, lens: Lens, game: str, settings: Settings
) -> tuple[PlayerSpec, PlayerSpec]:
    """The players; those who played through `before` do so through `lens` of the same heuristic."""

    def followed(spec: PlayerSpec) -> PlayerSpec:
        follows = spec.heuristic == lens.name and lens_of(spec, game, settings.weights) == before
        return playing_through(spec, lens, settings.lens(game, lens.name), game) if follows else spec

    return followed(players[WHITE]), followed(players[BLACK])


def renewed(lens: Lens) -> Lens:
    """The lens through the newest version of its heuristic, with the weights that were changed."""
    heuristic = newest(lens.heuristic)
    return lens if heuristic is lens.heuristic else moved(lens, heuristic)


def moved(lens: Lens, heuristic: Heuristic) -> Lens:
    """Another version of a lens's heuristic, with the weights that were changed and that it has, too."""
    changed = differences(lens)
    return Lens.of(heuristic, {name: w for name, w in changed.items() if name in heuristic.weight_names})


class SideEngines:
    """Engines by side, kept while the side's player stays; `make` makes one. When a heuristic's file has
    changed, those that play by it are made and compiled again in the background (`renew`), and the last
    good version plays until they are ready (`update`)."""

    def __init__(self, make: Callable[[PlayerSpec, int], Engine], game: str) -> None:
        self._make = make
        self._game = game
        self._engines: dict[int, tuple[PlayerSpec, Engine, Heuristic | None]] = {}
        self._compiling: dict[str, tuple[Heuristic, Job]] = {}  # by name: the version before, and its end
        self._lane = Lane("renewal")
        self._ends = Lane("ends")  # for it may wait for a program to end, as the window must not
        self.version = version()
        self._unready: dict[str, str] = {}  # why the newest version could not be compiled, by name

    def engine(self, side: int, spec: PlayerSpec) -> Engine:
        """A side's engine, kept while the player stays; the two sides never share one."""
        kept = self._engines.get(side)
        if kept is None or kept[0] != spec:
            if kept is not None:
                self._ends.do(closing(kept[1]), kept[1].name)
            self._engines[side] = (spec, self._make(spec, side), self._heuristic(spec))
        return self._engines[side][1]

    def remake(self) -> None:
        """Makes new engines for the next searches."""
        for _, engine, _ in self._engines.values():
            self._ends.do(closing(engine), engine.name)
        self._engines.clear()

    @property
    def engines(self) -> list[Engine]:
        """Those that there are."""
        return [engine for _, engine, _ in self._engines.values()]

    def trade(self) -> None:
        """Swaps the players with their engines."""
        self._engines = {1 - side: kept for side, kept in self._engines.items()}

    def _heuristic(self, spec: PlayerSpec) -> Heuristic | None:
        return load_heuristic(self._game, spec.heuristic) if spec.heuristic else None

    # Files that have changed

    def faults(self, players: Sequence[PlayerSpec]) -> tuple[str, ...]:
        """Of each player, why it does not play by the newest version of its heuristic's file, as one line;
        "" where it does, or plays by none."""
        return tuple(self._fault(side, spec) for side, spec in enumerate(players))

    def _fault(self, side: int, spec: PlayerSpec) -> str:
        if not spec.heuristic:
            return ""
        kept = self._engines.get(side)
        try:
            heuristic = kept[2] if kept is not None and kept[0] == spec else self._heuristic(spec)
        except BadText as error:
            return str(error)
        return "" if heuristic is None else fault_of(heuristic) or self._unready.get(heuristic.name, "")

    def renew(self, looked_through: Lens, players: Sequence[PlayerSpec]) -> list[str]:
        """Goes on with what the files of heuristics say now, compiling it in the background; returns what
        should be told of it, a line each. To be called when their version has changed."""
        self.version = version()
        used = {made for _, _, made in self._engines.values() if made is not None}
        used.add(looked_through.heuristic)
        for spec in players:  # those, too, whose program has not been made yet
            with suppress(BadText):
                if (heuristic := self._heuristic(spec)) is not None:
                    used.add(heuristic)
        told = []
        for heuristic in sorted(used, key=lambda each: each.name):
            if newest(heuristic) is not heuristic:
                self._compile(heuristic)
                told.append(f"{heuristic.name} was loaded again.")
            elif fault := fault_of(heuristic):
                told.append(f"{fault}; the previous version stays in use.")
        return told

    def _compile(self, before: Heuristic) -> None:
        self._unready.pop(before.name, None)
        earlier = self._compiling.pop(before.name, None)
        if earlier is not None:
            earlier[1].drop()
        spec = next((spec for spec, _, made in self._engines.values() if made is before), None)
        engine = self._make(spec or tireless(before.name), 0)
        job = self._lane.do(preparing(engine, self._game), f"the new version of {before.name}")
        self._compiling[before.name] = (before, job)

    def playable(self, lens: Lens) -> Lens:
        """The lens to search through now: while the newest version is being compiled, that before."""
        compiling = self._compiling.get(lens.name)
        return lens if compiling is None else moved(lens, compiling[0])

    def compiles_anew(self, name: str) -> bool:
        """Whether the newest version of a heuristic is being compiled, and the one before is in play."""
        return name in self._compiling

    def update(self) -> tuple[bool, set[int], str]:
        """Takes the versions that are ready into play; returns whether there are any, the sides that have
        another engine now, and why one cannot play, else "". Once a frame."""
        taken = False
        sides: set[int] = set()
        problem = ""
        for name, (before, job) in list(self._compiling.items()):
            if not job.over:
                continue
            del self._compiling[name]
            if job.news.phase == FAILED:
                problem = self._unready[name] = job.news.error
                continue
            taken = True
            for side, (_, engine, made) in list(self._engines.items()):
                if made is before:
                    self._ends.do(closing(engine), engine.name)
                    del self._engines[side]
                    sides.add(side)
        return taken, sides, problem

    def close(self) -> None:
        self._lane.close(patience=0.0)
        for _, engine, _ in self._engines.values():
            self._ends.do(closing(engine), engine.name)
        self._ends.end()
