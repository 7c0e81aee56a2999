"""Tournaments: which players meet, how often, and every game by its number.

A `Tournament` has everything that its games depend on; its `text`, one line of JSON, identifies it. A match,
with or without a sequential test, is a tournament of one pairing.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from arena.match import Match
from arena.openings import enough_plies
from arena.sequential import SequentialTest
from arena.single_game import SingleGame
from engines.player_kinds import PlayerSpec
from engines.player_text import parse_player
from games.contract import BLACK, WHITE, BadText, Options
from games.registry import load_game
from games.safe_text import one_line, shown
from games.text_files import read_json

FORMAT = 1

MOST_PLAYERS = 100
MOST_GAMES = 1_000_000
"""The most games of a pairing."""


@dataclass(frozen=True)
class Entrant:
    """A player with its name in the table."""

    name: str
    player: PlayerSpec


@dataclass(frozen=True)
class Slot:
    """The place of a game in the schedule: the pairing, the pair in it, and the side of the pairing's first
    player."""

    pairing: int
    pair: int
    first_side: int


@dataclass(frozen=True)
class Tournament:
    """`games` games of each of the `pairings`, which name two entrants by number. In a pair of games from one
    opening the sides are swapped. All pairings share openings and seeds, so no player gets luckier ones.
    First every pairing plays its first pair, then its second, and so on. The first `skipped` pairs are not
    played, because another tournament of the same players and seed has their results.

    `weights` are the weights of this game's heuristics that a person changed. With a `test` there is one
    pairing, with as many games as the test takes, but at most `games`.
    """

    name: str
    game: str
    entrants: tuple[Entrant, ...]
    pairings: tuple[tuple[int, int], ...]
    games: int
    options: Options
    random_plies: int
    seed: int = 0
    weights: Mapping[str, Mapping[str, float]] | None = None
    table_megabytes: int = 64
    test: SequentialTest | None = None
    skipped: int = 0

    @property
    def total(self) -> int:
        """The number of all games; with a test, the largest possible one."""
        return self.games * len(self.pairings)

    @cached_property
    def challengers(self) -> frozenset[int]:
        """The entrants of a gauntlet that each meet every opponent; none in a round robin of three players or
        more."""
        firsts, seconds = ({pairing[side] for pairing in self.pairings} for side in (0, 1))
        return frozenset(firsts if len(self.pairings) == len(firsts) * len(seconds) else ())

    def slot(self, number: int) -> Slot:
        """The place of a game, 0 to `total` − 1."""
        pair, rest = divmod(number, 2 * len(self.pairings))
        pairing, swapped = divmod(rest, 2)
        return Slot(pairing, pair, BLACK if swapped else WHITE)

    def players(self, number: int) -> tuple[Entrant, Entrant]:
        """Who plays White and Black in a game."""
        slot = self.slot(number)
        first, second = (self.entrants[index] for index in self.pairings[slot.pairing])
        return (first, second) if slot.first_side == WHITE else (second, first)

    @cached_property
    def matches(self) -> tuple[Match, ...]:
        """The match of each pairing."""
        game = load_game(self.game)
        weights = None if self.weights is None else {self.game: self.weights}
        return tuple(
            Match(
                game,
                self.entrants[first].player,
                self.entrants[second].player,
                self.games,
                self.options,
                self.random_plies,
                self.seed,
                weights,
                self.table_megabytes,
                self.test,
            )
            for first, second in self.pairings
        )

    def single_game(self, number: int) -> SingleGame:
        """A game by its number, ready to be sent to a worker."""
        slot = self.slot(number)
        pair = self.skipped + slot.pair
        return self.matches[slot.pairing].single_game(2 * pair + (slot.first_side == BLACK))

    def prepare(self) -> bool:
        """Compiles what the games need, before threads start. Returns whether all games can be played
        compiled."""
        return all(match.prepare() for match in self.matches)

    @cached_property
    def text(self) -> str:
        """One line of JSON, the same for tournaments of the same games."""
        entrants = [[entrant.name, str(entrant.player)] for entrant in self.entrants]
        test = self.test
        skipped = {"skipped": self.skipped} if self.skipped else {}
        return json.dumps(
            {
                "tournament": FORMAT,
                "name": self.name,
                "game": self.game,
                "entrants": entrants,
                "pairings": self.pairings,
                "games": self.games,
                "options": self.options.model_dump(mode="json"),
                "random_plies": self.random_plies,
                "seed": self.seed,
                "weights": self.weights,
                "table_megabytes": self.table_megabytes,
                "test": None if test is None else [test.elo0, test.elo1, test.alpha, test.beta],
                **skipped,
            },
            sort_keys=True,
        )

    @classmethod
    def of_text(cls, text: str) -> "Tournament":
        """The tournament of a `text`. Raises BadText if it names unknown games or players."""
        found = read_json(text)
        if not isinstance(found, dict) or found.get("tournament") != FORMAT:
            raise BadText(f"tournament: expected one of format {FORMAT}, found {shown(text)}")
        try:
            return cls._of_values(found)
        except BadText:
            raise
        except (KeyError, TypeError, ValueError, AttributeError) as error:  # the text is not one of ours
            raise BadText(f"tournament: is damaged: {one_line(str(error))}") from None

    @classmethod
    def _of_values(cls, found: dict[str, Any]) -> "Tournament":
        game = load_game(found["game"])
        return cls(
            found["name"],
            game.name,
            tuple(Entrant(name, parse_player(player, game.name)) for name, player in found["entrants"]),
            tuple((first, second) for first, second in found["pairings"]),
            found["games"],
            game.options.model_validate(found["options"]),
            found["random_plies"],
            found["seed"],
            found["weights"],
            found["table_megabytes"],
            None if found["test"] is None else SequentialTest(*found["test"]),
            found.get("skipped", 0),
        )


def make_tournament(
    name: str,
    game: str,
    entrants: Sequence[Entrant],
    pairings: Sequence[tuple[int, int]],
    games: int,
    options: Options,
    random_plies: int | None = None,
    seed: int = 0,
    weights: Mapping[str, Mapping[str, float]] | None = None,
    table_megabytes: int = 64,
    test: SequentialTest | None = None,
    skipped: int = 0,
) -> Tournament:
    """A tournament as a person asks for it. `random_plies` None stands for enough random moves for more
    openings than pairs. Raises BadText for a tournament that cannot be played."""
    if not 2 <= len(entrants) <= MOST_PLAYERS:
        raise BadText(f"players: expected 2 to {MOST_PLAYERS}, found {len(entrants)}")
    names = [entrant.name for entrant in entrants]
    for entrant in entrants:
        if names.count(entrant.name) > 1:
            raise BadText(
                f"players: expected a name once, found {entrant.name!r} {names.count(entrant.name)} times"
            )
        if entrant.player.is_human:
            raise BadText(f"players: {entrant.name}: a tournament is between programs, expected no human")
    if not 2 <= games <= MOST_GAMES or games % 2:
        raise BadText(
            f"games: expected an even number from 2 to {MOST_GAMES}, of each pairing, found {games}"
        )
    if random_plies is None:
        most = games if test is None else min(games, test.expected_games()[1])
        random_plies = enough_plies(load_game(game), options, skipped + (most + 1) // 2)
    used = {entrant.player.heuristic for entrant in entrants}
    changed = {heuristic: dict(of) for heuristic, of in (weights or {}).items() if heuristic in used and of}
    made = Tournament(
        name,
        game,
        tuple(entrants),
        tuple(pairings),
        games,
        options,
        random_plies,
        seed,
        changed or None,
        table_megabytes,
        test,
        skipped,
    )
    made.matches[0].openings[0]  # raises BadText if random moves end every game
    return made


def round_robin(players: int) -> Iterator[tuple[int, int]]:
    """The pairings in which every player meets every other."""
    return ((first, second) for first in range(players) for second in range(first + 1, players))
