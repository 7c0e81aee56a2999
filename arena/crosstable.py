"""The results of a tournament so far: points, pairs, ratings, forfeits."""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from arena.bradley_terry import Rating, Ratings, rate
from arena.match import GameResult
from arena.sequential import NONE
from arena.single_game import Effort
from arena.statistics import PairCounts, elo, score_interval
from arena.tournament import Tournament


@dataclass(frozen=True)
class Cell:
    """The results of one pairing, from the perspective of its first player. `wins`, `draws` and `losses`
    count single games; `pairs` counts the pairs of games of which both are over."""

    first: int
    second: int
    wins: int
    draws: int
    losses: int
    pairs: PairCounts

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2


@dataclass(frozen=True)
class Standing:
    """An entrant's results: its points, its mean score of all games, the 95 % interval of the mean over pairs
    whose games are both over, and its rating. For a challenger in a gauntlet, only games against the
    opponents of all challengers count. `forfeits` are the messages of its engine's failures, with the number
    of games lost by each. `effort` is its effort in all its games."""

    entrant: int
    games: int
    points: float
    score: float
    score_low: float
    score_high: float
    rating: Rating
    forfeits: tuple[tuple[str, int], ...]
    effort: Effort

    @property
    def nodes_per_second(self) -> float | None:
        return self.effort.nodes / self.effort.seconds if self.effort.seconds and self.effort.nodes else None


@dataclass(frozen=True)
class Test:
    """The progress of a sequential test: the logarithm of the likelihood ratio, the bounds at which it
    rejects and accepts, and the decision so far (`arena.sequential`)."""

    ratio: float
    low: float
    high: float
    decision: str


@dataclass(frozen=True)
class CrossTable:
    """The results of a tournament: `standings` by entrant, `cells` by pairing, and the number of different
    openings. With a `test`, do not show ratings and intervals: an estimate taken where a test stops is
    biased. `to_json` leaves them out."""

    tournament: Tournament
    games: int
    cells: tuple[Cell, ...]
    standings: tuple[Standing, ...]
    ratings: Ratings
    openings: int
    distinct_games: int
    plies: int
    test: Test | None

    @property
    def ranking(self) -> tuple[Standing, ...]:
        """The standings, best first, by rating. Players that won every game against the rated players come
        first. Players that lost all these games, or played none, come last. Both groups are sorted by
        score."""

        def place(standing: Standing) -> tuple[float, float]:
            rating = standing.rating
            if rating.elo is not None:
                return rating.elo, standing.score
            return (math.inf if rating.low is not None else -math.inf), standing.score

        return tuple(sorted(self.standings, key=place, reverse=True))

    def to_json(self) -> dict[str, Any]:
        """The answer for JSON: `players`, `games`, `table`, `crosstable` and the rest."""
        tournament = self.tournament
        names = [entrant.name for entrant in tournament.entrants]
        cells = []
        for cell in self.cells:
            low, high = cell.pairs.interval()
            row: dict[str, Any] = {
                "first": names[cell.first],
                "second": names[cell.second],
                "games": cell.games,
                "wins": cell.wins,
                "draws": cell.draws,
                "losses": cell.losses,
                "pairs": list(cell.pairs.counts),
                "score": cell.points / cell.games if cell.games else None,
            }
            if self.test is None:
                row |= {"score_low": low, "score_high": high}
                row |= {"elo": elo(cell.pairs.mean), "elo_low": elo(low), "elo_high": elo(high)}
            cells.append(row)
        answer: dict[str, Any] = {
            "name": tournament.name,
            "game": tournament.game,
            "seed": tournament.seed,
            "players": [{"name": e.name, "player": str(e.player)} for e in tournament.entrants],
            "games": self.games,
            "games_in_all": tournament.total,
            "random_plies": tournament.random_plies,
            "distinct_openings": self.openings,
            "distinct_games": self.distinct_games,
            "plies": self.plies,
            "table": [self._row(standing) for standing in self.ranking],
            "crosstable": cells,
            "forfeits": [
                {"name": names[standing.entrant], "failure": line, "games": count}
                for standing in self.standings
                for line, count in standing.forfeits
            ],
        }
        if tournament.test is not None:
            answer |= tournament.test.to_json(self.cells[0].pairs)
        return answer

    def _row(self, standing: Standing) -> dict[str, Any]:
        row: dict[str, Any] = {
            "name": self.tournament.entrants[standing.entrant].name,
            "games": standing.games,
            "points": standing.points,
            "score": standing.score,
            "nodes_per_second": standing.nodes_per_second,
        }
        if self.test is None:
            rating = standing.rating
            row |= {"score_low": standing.score_low, "score_high": standing.score_high}
            row |= {"elo": rating.elo, "elo_low": rating.low, "elo_high": rating.high}
        return row


@dataclass
class Tally:
    """Counts the results of a tournament, which may come in any order.

    A sequential test counts pairs in the order of their numbers, and ends at the first one that decides. So
    its decision does not depend on which game was over first. `ends` is then the number of games that count;
    later games are ignored.
    """

    tournament: Tournament
    ends: int | None = None
    _points: dict[int, float] = field(default_factory=dict)
    _games: list[Counter[float]] = field(default_factory=list)
    _pairs: list[Counter[float]] = field(default_factory=list)
    _forfeits: list[Counter[str]] = field(default_factory=list)
    _efforts: list[Effort] = field(default_factory=list)
    _moves: set[tuple[tuple[int, int], ...]] = field(default_factory=set)
    _plies: int = 0
    _most_pairs: int = 0
    _waiting: dict[int, GameResult] = field(default_factory=dict)
    _in_order: int = 0

    def __post_init__(self) -> None:
        pairings = len(self.tournament.pairings)
        self._games = [Counter() for _ in range(pairings)]
        self._pairs = [Counter() for _ in range(pairings)]
        self._forfeits = [Counter() for _ in self.tournament.entrants]
        self._efforts = [Effort() for _ in self.tournament.entrants]

    @property
    def games(self) -> int:
        """The number of games that count."""
        return len(self._points)

    def add(self, result: GameResult) -> None:
        """Counts a game. In a sequential test it waits until all games before it, and its pair, are over."""
        if self.tournament.test is None:
            self._count(result)
            return
        self._waiting[result.number] = result
        while self.ends is None and {self._in_order, self._in_order + 1} <= self._waiting.keys():
            for number in (self._in_order, self._in_order + 1):
                self._count(self._waiting.pop(number))
            self._in_order += 2
            if self._test_so_far().decision != NONE:
                self.ends = self._in_order

    def _count(self, result: GameResult) -> None:
        slot = self.tournament.slot(result.number)
        self._points[result.number] = result.points
        self._games[slot.pairing][result.points] += 1
        self._moves.add(result.moves)
        self._plies += result.plies
        self._most_pairs = max(self._most_pairs, slot.pair + 1)
        other = self._points.get(result.number ^ 1)  # the other game of the pair
        if other is not None:
            self._pairs[slot.pairing][result.points + other] += 1
        first, second = self.tournament.pairings[slot.pairing]
        for entrant, effort in zip((first, second), result.efforts, strict=True):
            self._efforts[entrant] += effort
        if result.failure:
            self._forfeits[second if result.points else first][result.failure] += 1

    def _counts(self, pairing: int) -> PairCounts:
        pairs = self._pairs[pairing]
        return PairCounts((pairs[0.0], pairs[0.5], pairs[1.0], pairs[1.5], pairs[2.0]))

    def _test_so_far(self) -> Test:
        test = self.tournament.test
        assert test is not None
        ratio = test.ratio(self._counts(0))  # a tournament with a test has one pairing
        return Test(ratio, *test.bounds, test.decision(ratio))

    def table(self) -> CrossTable:
        """A snapshot of the table."""
        tournament = self.tournament
        cells = tuple(
            Cell(first, second, games[1.0], games[0.5], games[0.0], self._counts(pairing))
            for pairing, ((first, second), games) in enumerate(
                zip(tournament.pairings, self._games, strict=True)
            )
        )
        ratings = rate(len(tournament.entrants), _merged(cells))
        standings = tuple(
            _standing(
                entrant,
                _of_entrant(tournament, entrant, cells),
                ratings.ratings[entrant],
                self._forfeits[entrant],
                self._efforts[entrant],
            )
            for entrant in range(len(tournament.entrants))
        )
        return CrossTable(
            tournament,
            self.games,
            cells,
            standings,
            ratings,
            tournament.matches[0].openings.different(self._most_pairs, tournament.skipped),
            len(self._moves),
            self._plies,
            None if tournament.test is None else self._test_so_far(),
        )


def _merged(cells: Iterable[Cell]) -> dict[tuple[int, int], PairCounts]:
    """The pairs of any two players, counted together: several pairings may name the same two in either
    order."""
    merged: dict[tuple[int, int], list[int]] = {}
    for cell in cells:
        ends, counts = (cell.first, cell.second), cell.pairs.counts
        if cell.first > cell.second:
            ends, counts = (cell.second, cell.first), cell.pairs.swapped.counts
        before = merged.get(ends, [0] * len(counts))
        merged[ends] = [a + b for a, b in zip(before, counts, strict=True)]
    return {ends: PairCounts(tuple(counts)) for ends, counts in merged.items()}  # type: ignore[arg-type]


def _of_entrant(tournament: Tournament, entrant: int, cells: Iterable[Cell]) -> list[Cell]:
    """The pairings that count for an entrant's points. A challenger's are those against the opponents that
    all challengers share, not those in which it is an opponent itself."""
    if entrant in tournament.challengers:
        return [cell for cell in cells if cell.first == entrant]
    return [cell for cell in cells if entrant in (cell.first, cell.second)]


def _standing(
    entrant: int, cells: Iterable[Cell], rating: Rating, forfeits: Counter[str], effort: Effort
) -> Standing:
    """An entrant's standing, from the pairings that count. In games against itself it is the first player."""
    games, points = 0, 0.0
    groups = []
    for cell in cells:
        is_first = entrant == cell.first
        games += cell.games
        points += cell.points if is_first else cell.games - cell.points
        groups.append(cell.pairs if is_first else cell.pairs.swapped)
    low, high = score_interval(groups)
    mean = points / games if games else 0.5
    return Standing(entrant, games, points, mean, low, high, rating, tuple(forfeits.most_common()), effort)
