"""The positions in which a check looks at a heuristic's terms, of three sources: the games that come with the
program, random games, and the heuristic's own games."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from arena.check.walks import Walks
from arena.pools.contributions import DECIDED, Contributions
from arena.pools.pool import PoolPositions
from games.contract import Game
from games.random_stream import Draws, drawn_word
from heuristics.lens import Lens

POOL, RANDOM_GAMES, OWN_GAMES, SAVED = SOURCES = ("pool", "random games", "own games", "saved games")
"""The sources of positions, as evidence names them."""

PLIES = 160
"""The most plies of a random game and of a heuristic's own."""


@dataclass(frozen=True)
class GamePositions:
    """Positions of games of one source: a recarray of states, and int64 [n] the number of each one's game."""

    source: str
    states: Any
    games: np.ndarray


def pool_positions(found: PoolPositions) -> GamePositions:
    """The positions of a pool."""
    return GamePositions(POOL, found.states, found.games)


def walked(
    source: str,
    rules: Game,
    walks: Walks,
    starts: Sequence[Any],
    seed: int,
    of_a_game: int,
    players: Sequence[Contributions | None] = (None, None),
) -> GamePositions:
    """Positions of games, one from each start. Every second one has the players' sides exchanged."""
    chosen, numbers = [], []
    for number, start in enumerate(starts):
        sides = players if number % 2 == 0 else players[::-1]
        line = walks.line(start, PLIES, drawn_word(seed, number), sides)
        draws, plies = Draws(drawn_word(seed, (1 << 20) + number)), list(range(len(line)))
        while len(plies) > of_a_game:
            plies.pop(draws.below(len(plies)))
        chosen.append(line[plies])
        numbers += [number] * len(plies)
    states = np.concatenate(chosen) if chosen else np.zeros(0, rules.dtype)
    return GamePositions(source, states.view(np.recarray), np.array(numbers, np.int64))


@dataclass(frozen=True)
class TermSample:
    """The contributions of a lens's terms in positions of several sources, for the side to move (`own`) and
    for the other one (`other`), float64 [positions, terms], without those that the decisive term decides for
    either. `games`: int64 [positions], different for all games; `sources`: the source of each position, by
    its number in SOURCES."""

    lens: Lens
    rules: Game
    states: Any
    own: np.ndarray
    other: np.ndarray
    games: np.ndarray
    sources: np.ndarray

    @classmethod
    def of(cls, contributions: Contributions, parts: Iterable[GamePositions]) -> "TermSample":
        """The sample of these positions. Raises TermFailure where a term fails."""
        parts = list(parts)
        states = np.concatenate([part.states for part in parts]).view(np.recarray)
        sides = np.asarray(states["to_move"]).astype(np.int64)
        own = contributions.table(states, sides.tolist())
        other = contributions.table(states, (1 - sides).tolist())
        first = np.cumsum([0, *(int(part.games.max(initial=-1)) + 1 for part in parts)])
        games = np.concatenate([part.games + at for part, at in zip(parts, first, strict=False)])
        sources = np.concatenate([np.full(len(part.games), SOURCES.index(part.source)) for part in parts])
        open_ = (own[:, DECIDED] == 0.0) & (other[:, DECIDED] == 0.0)
        return cls(
            contributions.lens,
            contributions.rules,
            states[open_],
            own[open_, :DECIDED],
            other[open_, :DECIDED],
            games[open_],
            sources[open_],
        )

    def __len__(self) -> int:
        return len(self.own)

    @property
    def game_count(self) -> int:
        """The number of games with a position."""
        return len(np.unique(self.games))

    @cached_property
    def counts(self) -> dict[str, int]:
        """The number of games of each source."""
        return {
            source: len(np.unique(self.games[self.sources == number]))
            for number, source in enumerate(SOURCES)
            if (self.sources == number).any()
        }

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The terms' names in files and commands."""
        return tuple(term.name for term in self.lens.heuristic.terms)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The terms' names for people."""
        return tuple(term.label for term in self.lens.heuristic.terms)

    def text(self, index: int) -> str:
        """A position as the game writes it."""
        return self.rules.format(self.states[index])
