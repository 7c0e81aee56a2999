"""Finds terms with the wrong sign by games of the heuristic against itself with the sign of one term turned.
First the players look one ply ahead, for every term. Where the turned sign wins, games between searches must
confirm it: what is good one ply ahead need not be good in a search."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import NormalDist
from typing import Any

import numpy as np

from arena.check.finding import SIGN, Finding, title
from arena.check.walks import Walks
from arena.compiled_games import KernelFailure, borrow, give_back
from arena.kernel_players import plays_compiled
from arena.pools.contributions import Contributions
from arena.single_game import points_of
from arena.statistics import Z_95
from engines.contract import Limits, StopSignal
from engines.search_engine import Searcher
from games.contract import BLACK, WHITE, Game
from games.figure_text import grouped, percents
from games.position import Position
from games.random_stream import drawn_word
from heuristics.lens import Lens

LEVEL = 0.002
"""The probability that the sign of any term is tried in searches, if all signs are right one ply ahead."""

PAIRS, PLIES = 200, 200
"""The pairs of games for each term one ply ahead, and the plies after which a game counts as drawn."""

CONFIRMING, NODES = 300, 200
"""The pairs of games between searches, and the nodes of each search."""

CERTAIN = 2.6
"""By how many standard errors searches with the turned sign must win. So of signs that are wrong one ply
ahead but right in searches, at most 1 of 200 is called wrong."""

FIRST = 40
"""After this many pairs one ply ahead a term is dropped unless its turned sign wins by one standard error."""

HALF = CONFIRMING // 2
"""After this many pairs between searches a term is dropped if its turned sign loses."""

TABLE = 1.0
"""The megabytes of a search's table."""

SIDES = WHITE, BLACK
"""The side of the turned heuristic in the two games of a pair."""


def turned_signs(
    contributions: Contributions,
    walks: Walks,
    starts: Sequence[Any],
    seed: int,
    left_out: frozenset[str],
    mended: Mapping[str, float],
    stop: StopSignal,
) -> Iterator[Finding]:
    """The terms whose turned sign makes the heuristic beat itself, the most certain first. The games begin at
    `starts`. Terms that are `left_out` are not tried; without the compiler none is. A wrong sign makes others
    look wrong, so games are played with the weights that mend the known ones: `mended`, and those found."""
    if not contributions.address:
        return
    lens = contributions.lens.with_weights(mended.items())
    names = [
        term.name
        for term in lens.heuristic.terms
        if term.name not in left_out | mended.keys() and lens.weight(term.name) != 0.0
    ]
    bound = NormalDist().inv_cdf(1.0 - LEVEL / max(1, len(names)))
    while names:
        mine, suspects = contributions.with_lens(lens), []
        found: Finding | None = None
        for name in names:
            turned = lens.with_weight(name, -lens.weight(name))
            points = _one_ply(mine, contributions.with_lens(turned), walks, starts, seed, stop)
            if points is not None and _errors_above_even(points) > bound:
                suspects.append((_errors_above_even(points), name, turned, points))
        for _, name, turned, points in sorted(suspects, key=lambda each: -each[0]):
            searched = _searched(contributions.rules, turned, lens, starts, seed, stop)
            if searched is not None and _errors_above_even(searched) > CERTAIN:
                found, lens = _finding(lens, name, points, searched), turned
                names.remove(name)
                break
        if found is None:
            return
        yield found


def _one_ply(
    mine: Contributions,
    turned: Contributions,
    walks: Walks,
    starts: Sequence[Any],
    seed: int,
    stop: StopSignal,
) -> np.ndarray | None:
    """float64 [PAIRS]: the mean points of the turned heuristic in each pair of games one ply ahead. None if
    the first pairs show that it does not win, and after a stop."""
    points: list[float] = []
    for number in range(PAIRS):
        if stop.requested or (number == FIRST and _errors_above_even(np.array(points)) < 1.0):
            return None
        start, word = starts[number % len(starts)], drawn_word(seed, number)
        lines = [walks.line(start, PLIES, word, players) for players in ((turned, mine), (mine, turned))]
        ends = [mine.rules.outcome(line[-1]) for line in lines]
        points.append(0.5 * sum(points_of(int(end), side) for end, side in zip(ends, SIDES, strict=True)))
    return np.array(points)


def _searched(
    rules: Game, turned: Lens, lens: Lens, starts: Sequence[Any], seed: int, stop: StopSignal
) -> np.ndarray | None:
    """float64 [CONFIRMING]: the mean points of the turned heuristic in each pair of games between searches.
    None if it loses the first half, if the games cannot be played compiled, and after a stop."""
    players = [
        Searcher(each, Limits(nodes=NODES), drawn_word(seed, number), name="check", table_megabytes=TABLE)
        for number, each in enumerate((turned, lens))
    ]
    if not all(plays_compiled(each, rules) for each in players):
        return None
    games = borrow(rules)
    points: list[float] = []
    for number in range(CONFIRMING):
        # From the last start on, so that the first games begin elsewhere than those one ply ahead.
        start, gained = Position(rules, starts[-1 - number % len(starts)]), 0.0
        for side, seats in zip(SIDES, (players, players[::-1]), strict=True):
            try:
                played = games.play(start, seats, drawn_word(seed, number), PLIES, stop)
            except KernelFailure:  # not given back, because the kernel may still write to its memory
                return None
            gained += points_of(played.end.outcome, side)
        points.append(0.5 * gained)
        if stop.requested or (number == HALF and _errors_above_even(np.array(points)) < 0.0):
            points = []
            break
    give_back(games)
    return np.array(points) if points else None


def _errors_above_even(points: np.ndarray) -> float:
    """By how many standard errors the mean of these points is above one half."""
    spread = float(points.std())
    return (float(points.mean()) - 0.5) * float(np.sqrt(len(points))) / spread if spread > 0.0 else 0.0


def _finding(lens: Lens, name: str, points: np.ndarray, searched: np.ndarray) -> Finding:
    weight, (low, high) = lens.weight(name), _interval(searched)
    games = f"{percents(low, high)} of the points in {grouped(2 * len(searched))} games"
    said = f"{title(lens.heuristic.label_of(name))} counts the wrong way round: with its sign turned the "
    said += f"heuristic beats itself, {games}."
    evidence = {
        "games": 2 * len(searched),
        "nodes": NODES,
        "score": float(searched.mean()),
        "score_low": low,
        "score_high": high,
        "one_ply_games": 2 * len(points),
        "one_ply_score": float(points.mean()),
    }
    return Finding(SIGN, said, (name,), evidence, remedy={name: -weight})


def _interval(points: np.ndarray) -> tuple[float, float]:
    """The 95 % interval of the share of points, by pairs."""
    half = Z_95 * float(points.std(ddof=1)) / float(np.sqrt(len(points)))
    return float(points.mean()) - half, float(points.mean()) + half
