"""The engines of a game's programs. They change while they play if a person changes a heuristic's file or a
weight."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace

from engines.contract import Engine
from engines.jobs import FAILED, Job, Lane, closing, preparing
from engines.player_kinds import PlayerSpec, lens_of
from engines.player_text import make_engine, parse_player, tireless
from games.contract import BLACK, WHITE, BadText
from heuristics.contract import Heuristic
from heuristics.lens import Lens
from heuristics.presets import differences
from heuristics.registry import (
    default_heuristic,
    fault_of,
    load_heuristic,
    newest,
    own_files,
    version,
)
from study.settings.settings import Settings
from study.state.running_search import SideEngine
from study.state.study import Study

MakeEngine = Callable[[PlayerSpec, str, int], Engine]
"""Makes the engine of a program for a game, from a seed."""


def weights_of(lens: Lens, usual: Lens) -> tuple[tuple[str, float], ...]:
    """The weights in which a lens differs from the `usual` lens of its heuristic, as (name, weight). They
    become a part of a player's text: `alphabeta:classical,bishops=310`."""
    names = lens.heuristic.weight_names
    return tuple((name, lens.weight(name)) for name in names if lens.weight(name) != usual.weight(name))


def with_lens_weights(spec: PlayerSpec, lens: Lens, usual: Lens, game: str) -> PlayerSpec:
    """The player with the weights of a lens of its heuristic. Unchanged if a player's text cannot express
    them."""
    changed = replace(spec, weights=weights_of(lens, usual))
    try:
        return changed if parse_player(str(changed), game) == changed else spec
    except BadText:
        return spec


def first_lens(players: tuple[PlayerSpec, PlayerSpec], game: str, settings: Settings) -> Lens:
    """The lens that a game shows first: the lens of the program that plays, Black's if both sides are
    programs; else the game's default."""
    for side in (BLACK, WHITE):
        if players[side].heuristic:
            return lens_of(players[side], game, settings.weights)
    return settings.lens(game, default_heuristic(game).name)


def analysis_lens(lens: Lens, players: tuple[PlayerSpec, PlayerSpec], game: str, settings: Settings) -> Lens:
    """The lens of an analysis: the shown `lens`; but the game's default heuristic if that is still the
    `first_lens`, with the weights of the settings."""
    if lens == first_lens(players, game, settings) == settings.lens(game, lens.name):
        return settings.lens(game, default_heuristic(game).name)
    return lens


def reweighed(
    players: tuple[PlayerSpec, PlayerSpec], before: Lens, lens: Lens, game: str, settings: Settings
) -> tuple[PlayerSpec, PlayerSpec]:
    """The players after a change of weights: those that played with the lens `before` now play with `lens`,
    of the same heuristic."""

    def followed(spec: PlayerSpec) -> PlayerSpec:
        follows = spec.heuristic == lens.name and lens_of(spec, game, settings.weights) == before
        return with_lens_weights(spec, lens, settings.lens(game, lens.name), game) if follows else spec

    return followed(players[WHITE]), followed(players[BLACK])


def renewed(lens: Lens) -> Lens:
    """A lens with the newest version of its heuristic and the weights that were changed."""
    heuristic = newest(lens.heuristic)
    return lens if heuristic is lens.heuristic else moved(lens, heuristic)


def moved(lens: Lens, heuristic: Heuristic) -> Lens:
    """A lens with another version of its heuristic and the changed weights that this version has, too."""
    changed = differences(lens)
    return Lens.of(heuristic, {name: w for name, w in changed.items() if name in heuristic.weight_names})


class SideEngines:
    """Makes the engines of a game's programs (`study.engines`, by side), each kept while the side's player
    stays. When a heuristic's file has changed, its new version is compiled in the background (`renew`). The
    previous version plays until that is done; then new engines are made (`update`)."""

    def __init__(self, study: Study, seed: int = 0, maker: MakeEngine | None = None) -> None:
        self.maker = maker
        self.seed = seed
        self._study = study
        self._game = study.record.game.name
        self._compiling: dict[
            str, tuple[Heuristic, Job]
        ] = {}  # by heuristic: the previous version, and the job
        self._lane = Lane("renewal")
        self._ends = Lane("ends")  # ending a program may take time
        self.version = version()
        self._unready: dict[str, str] = {}  # by heuristic: why its newest version does not compile
        self._own = own_files()

    def make(self, spec: PlayerSpec, side: int = 0) -> Engine:
        """A new engine for a program, made by the present settings."""
        seed, study = self.seed + side, self._study
        if self.maker is not None:
            return self.maker(spec, self._game, seed)
        settings = study.settings
        return make_engine(
            spec,
            self._game,
            settings.weights,
            seed,
            settings.engine.table_megabytes,
            explains=True,
            options=study.record.options,
            tables=True,
            selective=settings.is_selective,
        )

    def engine(self, side: int) -> Engine:
        """The engine of a side's program; the two sides never share an engine."""
        engines, spec = self._study.engines, self._study.players[side]
        kept = engines.get(side)
        if kept is None or kept.spec != spec:
            if kept is not None:
                self._ends.do(closing(kept.engine), kept.engine.name)
            engines[side] = SideEngine(spec, self.make(spec, side), self._heuristic(spec))
        return engines[side].engine

    def remake(self) -> None:
        """Ends all engines, so that the next searches make new engines."""
        for kept in self._study.engines.values():
            self._ends.do(closing(kept.engine), kept.engine.name)
        self._study.engines.clear()

    def trade(self) -> None:
        """Swaps the engines of the sides."""
        self._study.engines = {1 - side: kept for side, kept in self._study.engines.items()}

    def _heuristic(self, spec: PlayerSpec) -> Heuristic | None:
        return load_heuristic(self._game, spec.heuristic) if spec.heuristic else None

    # Changed files

    def faults(self) -> tuple[str, ...]:
        """For each player, why it cannot play by the newest version of its heuristic's file, as one line; ""
        where it can, or uses no heuristic."""
        return tuple(self._fault(side, spec) for side, spec in enumerate(self._study.players))

    def _fault(self, side: int, spec: PlayerSpec) -> str:
        if not spec.heuristic:
            return ""
        kept = self._study.engines.get(side)
        try:
            heuristic = kept.heuristic if kept is not None and kept.spec == spec else self._heuristic(spec)
        except BadText as error:
            return str(error)
        return "" if heuristic is None else fault_of(heuristic) or self._unready.get(heuristic.name, "")

    def renew(self) -> list[str]:
        """Compiles changed files of heuristics in the background. Returns what the person should know, a line
        each. Call it when `heuristics.registry.version` has changed."""
        self.version = version()
        used = {kept.heuristic for kept in self._study.engines.values() if kept.heuristic is not None}
        used.add(self._study.lens.heuristic)
        for spec in self._study.players:  # also those whose engine has not been made yet
            with suppress(BadText):
                if (heuristic := self._heuristic(spec)) is not None:
                    used.add(heuristic)
        notices = []
        for heuristic in sorted(used, key=lambda each: each.name):
            if newest(heuristic) is not heuristic:
                self._compile(heuristic)
                notices.append(f"{heuristic.name} was loaded again.")
            elif fault := fault_of(heuristic):
                notices.append(f"{fault}; the previous version stays in use.")
        return [*notices, *self._notices_of_others({heuristic.name for heuristic in used})]

    def _notices_of_others(self, used: set[str]) -> Iterator[str]:
        """What the person should know of own files that have changed, and whose heuristics nobody uses
        here."""
        before, self._own = self._own, own_files()
        for file in self._own:
            loaded = [each.name for each in file.heuristics if each.game == self._game]
            named = loaded or [name for game, name in file.named if game == self._game]
            if file in before or file.is_preset or not named or used & set(named):
                continue
            loaded_files = f"{' and '.join(named)} {'was' if len(named) == 1 else 'were'} loaded"
            yield file.problem or f"{loaded_files}. Press E until Evaluation shows {named[0]}."

    def _compile(self, before: Heuristic) -> None:
        self._unready.pop(before.name, None)
        earlier = self._compiling.pop(before.name, None)
        if earlier is not None:
            earlier[1].drop()
        playing = (kept.spec for kept in self._study.engines.values() if kept.heuristic is before)
        search = self._study.settings.search_of(self._game)
        # Made from the heuristic's name, so that it has the newest version.
        engine = self.make(next(playing, None) or tireless(before.name, kind=search))
        job = self._lane.do(preparing(engine, self._game), f"the new version of {before.name}")
        self._compiling[before.name] = (before, job)

    def playable(self, lens: Lens) -> Lens:
        """The lens to search with now: the previous version while the newest version is being compiled."""
        compiling = self._compiling.get(lens.name)
        return lens if compiling is None else moved(lens, compiling[0])

    def compiles_again(self, name: str) -> bool:
        """Whether the newest version of a heuristic is being compiled while the previous one plays."""
        return name in self._compiling

    def update(self) -> tuple[bool, set[int], str]:
        """Starts to use the versions that are ready. Returns whether there are any, the sides that have
        another engine now, and why a version cannot play, else "". Call it once a frame."""
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
            for side, kept in list(self._study.engines.items()):
                if kept.heuristic is before:
                    self._ends.do(closing(kept.engine), kept.engine.name)
                    del self._study.engines[side]
                    sides.add(side)
        return taken, sides, problem

    def close(self) -> None:
        self._lane.close(patience=0.0)
        self.remake()
        self._ends.end()
