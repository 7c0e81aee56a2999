"""The positions in which a check looks at a heuristic's terms. They come from games of several sources: the
program's pool, random games, games of the heuristic against itself and against the usual one, and saved
games."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from arena.check.walks import Walks
from arena.pools.contributions import DECIDED, Contributions
from arena.pools.pool import GamePool, PoolPositions
from games.contract import ONGOING, Game
from games.figure_text import grouped
from games.position import Position
from games.random_stream import drawn_word
from heuristics.lens import Lens

POOL, RANDOM_GAMES, OWN_GAMES, AGAINST_USUAL, SAVED = SOURCES = (
    "pool",
    "random games",
    "own games",
    "games against the usual heuristic",
    "saved games",
)
"""The sources of positions, by their names in a finding's `evidence`."""

IN_WORDS = ("of the pool", "random", "of its own", "against the usual heuristic", "saved")
"""The same sources in a sentence, after a number of games."""

PLIES = 160
"""The most plies of a game that the check itself plays."""


@dataclass(frozen=True)
class GamePositions:
    """Positions of games of one source: a recarray of states, and int64 [n] the number of each one's game."""

    source: str
    states: Any
    games: np.ndarray

    def __len__(self) -> int:
        return len(self.games)

    def drawn(self, of_a_game: int, seed: int) -> "GamePositions":
        """At most `of_a_game` random positions of each game."""
        order = np.lexsort((np.random.default_rng(seed).random(len(self)), self.games))
        games = self.games[order]
        first = np.searchsorted(games, games)
        kept = np.sort(order[np.arange(len(self)) - first < of_a_game])
        return GamePositions(self.source, self.states[kept], self.games[kept])


def pool_games(pool: GamePool) -> GamePositions:
    """All positions of a pool, without those in which a game is over."""
    games = np.repeat(np.arange(pool.games), np.diff(pool.first))
    goes_on = np.ones(len(games), bool)
    goes_on[pool.first[1:][np.array(pool.file.complete, bool)] - 1] = False
    return GamePositions(POOL, pool.states[goes_on], games[goes_on])


def pool_positions(found: PoolPositions) -> GamePositions:
    """Some positions of a pool."""
    return GamePositions(POOL, found.states, found.games)


def saved_games(games: Iterable[Sequence[Position]], dtype: np.dtype) -> GamePositions:
    """All positions of a person's games, without those in which a game is over."""
    states: list[Any] = []
    numbers: list[int] = []
    for number, game in enumerate(games):
        going_on = [position.state for position in game if position.outcome == ONGOING]
        states += going_on
        numbers += [number] * len(going_on)
    return GamePositions(SAVED, np.array(states, dtype).view(np.recarray), np.array(numbers, np.int64))


def walked(
    source: str,
    rules: Game,
    walks: Walks,
    starts: Sequence[Any],
    seed: int,
    players: Sequence[Contributions | None] = (None, None),
) -> GamePositions:
    """The positions of games, one game from each start, without those in which it is over. Every second game
    has the players' sides exchanged."""
    lines = []
    for number, start in enumerate(starts):
        line = walks.line(
            start, PLIES, drawn_word(seed, number), players if number % 2 == 0 else players[::-1]
        )
        lines.append(line if rules.outcome(line[-1]) == ONGOING else line[:-1])
    states = np.concatenate(lines) if lines else np.zeros(0, rules.dtype)
    games = np.repeat(np.arange(len(lines)), [len(line) for line in lines])
    return GamePositions(source, states.view(np.recarray), games)


def games_in_words(counts: dict[str, int]) -> str:
    """The number of games of each source: "448 of the pool, 200 random, 1 saved"."""
    words = dict(zip(SOURCES, IN_WORDS, strict=True))
    return ", ".join(f"{grouped(count)} {words[source]}" for source, count in counts.items())


def undecided(contributions: Contributions, states: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """bool [states]: whether the decisive term decides a state for no side. Then, for these states, what the
    other terms contribute, float64 [states, terms]: for the side to move, and for the other side. Raises
    TermFailure where a term fails."""
    sides = np.asarray(states["to_move"]).astype(np.int64)
    own, other = (contributions.table(states, each.tolist()) for each in (sides, 1 - sides))
    open_ = (own[:, DECIDED] == 0.0) & (other[:, DECIDED] == 0.0)
    return open_, own[open_, :DECIDED], other[open_, :DECIDED]


@dataclass(frozen=True)
class TermSample:
    """The contributions of a heuristic's terms in positions of several sources, float64 [positions, terms]:
    for the side to move (`own`) and for the other side (`other`). Positions that the decisive term decides
    for a side are left out. int64 [positions]: `games`, the number of each position's game, unique among all
    sources; and `sources`, the number of its source in SOURCES."""

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
        open_, own, other = undecided(contributions, states)
        first = np.cumsum([0, *(int(part.games.max(initial=-1)) + 1 for part in parts)])
        games = np.concatenate([part.games + at for part, at in zip(parts, first, strict=False)])
        sources = np.concatenate([np.full(len(part.games), SOURCES.index(part.source)) for part in parts])
        lens, rules = contributions.lens, contributions.rules
        return cls(lens, rules, states[open_], own, other, games[open_], sources[open_])

    def __len__(self) -> int:
        return len(self.own)

    @property
    def sides(self) -> np.ndarray:
        """int64 [positions]: the side to move."""
        found: np.ndarray = np.asarray(self.states["to_move"]).astype(np.int64)
        return found

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
