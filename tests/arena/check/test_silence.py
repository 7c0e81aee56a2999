"""Terms that never count, in positions of several sources."""

import numpy as np
import pytest

from arena.check.sample import OWN_GAMES, POOL, RANDOM_GAMES, SAVED, GamePositions, TermSample, saved_games
from arena.check.silence import silent_terms
from arena.pools.contributions import Contributions
from games.position import Position
from games.registry import load_game
from heuristics.contract import Heuristic
from heuristics.lens import Lens

RULES = load_game("isolation")


def two_terms() -> Lens:
    """A term that counts after three plies or more, and one that never does."""
    made = Heuristic("mine", "isolation", "", "")

    @made.single("late", weight=1.0)
    def late(state, side):  # type: ignore[no-untyped-def]
        return 1.0 if int(state.blocked).bit_count() >= 3 else 0.0

    @made.single("never", weight=1.0)
    def never(state, side):  # type: ignore[no-untyped-def]
        return 0.0

    return Lens.of(made)


def games(source: str, plies: int, count: int) -> GamePositions:
    """Games of one position each: the one after `plies` first legal moves."""
    position = Position.start(RULES)
    for _ in range(plies):
        position = position.play(position.moves[0])
    return saved_as(source, [[position]] * count)


def saved_as(source: str, played: list[list[Position]]) -> GamePositions:
    found = saved_games(played, RULES.dtype)
    return GamePositions(source, found.states, found.games)


def dead(*parts: GamePositions) -> dict[str, str]:
    """The sentences, by term. The heuristic is asked in the sample, uncompiled."""
    contributions = Contributions(RULES, two_terms(), compiles=False)
    sample = TermSample.of(contributions, parts)
    return {each.terms[0]: each.sentence for each in silent_terms(sample, contributions, parts)}


def test_sentence_names_the_games_of_each_source() -> None:
    said = dead(games(POOL, 4, 90), games(OWN_GAMES, 1, 20), games(RANDOM_GAMES, 1, 10), games(SAVED, 2, 1))
    assert set(said) == {"never"}
    assert "121 positions of 121 games (90 of the pool, 10 random, 20 of its own, 1 saved)" in said["never"]
    assert "so in at most 3.1 % of such games" in said["never"]


def test_term_that_counts_in_random_games_only_is_dead() -> None:
    said = dead(games(POOL, 1, 110), games(RANDOM_GAMES, 5, 10))
    assert said["late"].startswith("Late counts in random games only: in none of 110 positions of 110 games")
    assert "never counts: in none of 120 positions" in said["never"]


def test_few_games_do_not_make_a_term_dead() -> None:
    assert dead(games(POOL, 1, 99), games(RANDOM_GAMES, 1, 50)) == {}


def test_finished_position_of_a_saved_game_is_left_out() -> None:
    position = Position.start(RULES)
    line = [position]
    while line[-1].moves:
        line.append(line[-1].play(line[-1].moves[0]))
    found = saved_games([line], RULES.dtype)
    assert len(found) == len(line) - 1 and not found.games.any()


@pytest.mark.parametrize("of_a_game", [1, 3])
def test_positions_are_drawn_from_each_game(of_a_game: int) -> None:
    states = np.zeros(9, RULES.dtype).view(np.recarray)
    found = GamePositions(POOL, states, np.repeat([0, 1], [2, 7])).drawn(of_a_game, 1)
    assert np.bincount(found.games).tolist() == [min(2, of_a_game), of_a_game]
