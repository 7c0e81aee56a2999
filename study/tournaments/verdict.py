"""The result of a tournament in one sentence: who is stronger, as far as the games show."""

import math
from collections.abc import Sequence

from arena.crosstable import CrossTable, Standing
from arena.sequential import ACCEPT, REJECT, would_decide
from arena.statistics import LEAST_ELO
from games.figure_text import grouped


def verdict(table: CrossTable, names: Sequence[str], over: bool) -> str:
    """The sentence on a tournament; "" before the first game. `names` are the entrants' names. One player is
    called stronger if the 95 % intervals of the ratings do not overlap."""
    if not table.games:
        return ""
    if table.test is not None:
        return _of_test(table, names)
    first, second = table.ranking[:2]
    best, next_best = names[first.entrant], names[second.entrant]
    if _apart(first, second):
        alone = len(table.standings) == 2
        said = f"{best} is stronger than {next_best}." if alone else f"{best} is the strongest."
    else:
        is_level = first.rating.elo is not None and first.rating.elo == second.rating.elo
        said = undecided(best, next_best, _more_games(table, first, second), is_level)
    return said if over else f"So far: {said}"


def undecided(best: str, next_best: str, more: int | None, is_level: bool = False) -> str:
    """The sentence on two players, either of which may be the stronger one, with how many `more` games would
    tell; `is_level`: nobody leads."""
    tell = "" if more is None else f": about {grouped(more)} more would tell"
    if is_level:
        return f"{best} and {next_best} are level after these games{tell}."
    return f"{best} leads, but after these games {next_best} may be as strong{tell}."


def _more_games(table: CrossTable, first: Standing, second: Standing) -> int | None:
    """About how many more games of the tournament would show which of the two is stronger, if it is by
    at least LEAST_ELO; None if a rating has no interval yet."""
    one, other = first.rating, second.rating
    if one.elo is None or other.elo is None or one.low is None or other.high is None:
        return None
    # How many times narrower the intervals must be. They narrow with the square root of the number of games.
    missing = ((one.elo - one.low) + (other.high - other.elo)) / max(LEAST_ELO, one.elo - other.elo)
    return max(1, math.ceil(table.games * (missing**2 - 1)))


def _apart(first: Standing, second: Standing) -> bool:
    """Whether the intervals of two ratings do not overlap. An interval without a bound overlaps all."""
    low, high = first.rating.low, second.rating.high
    return low is not None and high is not None and low > high


def _of_test(table: CrossTable, names: Sequence[str]) -> str:
    test, asked = table.test, table.tournament.test
    assert test is not None and asked is not None
    first, second = (names[entrant] for entrant in (table.cells[0].first, table.cells[0].second))
    low, high = (f"{elo:g}".replace("-", "−") for elo in (asked.elo0, asked.elo1))
    if test.decision == ACCEPT:
        return f"{first} is better than {second}, by {high} normalized Elo rather than {low}."
    if test.decision == REJECT:
        return f"{first} is not better than {second} by {high} normalized Elo: {low} fits the games better."
    return undecided_test(first, second, asked.more_pairs(table.cells[0].pairs))


def undecided_test(first: str, second: str, more_pairs: int | None) -> str:
    """The sentence on a test that `more_pairs` pairs of games would decide; None: not known."""
    decide = "" if more_pairs is None else f": {would_decide(more_pairs)}"
    return f"Whether {first} is better than {second} is not decided yet{decide}."
