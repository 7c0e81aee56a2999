"""Pairs that were not even, and where their games part."""

from collections.abc import Sequence

from arena.match import GameResult
from arena.parting import AT_AN_END, BY_CHANCE, BY_CHOICE, UnevenPair, uneven_pairs
from games.contract import BLACK, WHITE

Moves = Sequence[tuple[int, int]]


def game(number: int, points: float, moves: Moves = ((1, 0),)) -> GameResult:
    return GameResult(number, number % 2, points, tuple(moves), "")


def pairs_of(*games: GameResult) -> list[UnevenPair]:
    return uneven_pairs(games, lambda number: number // 2)


def test_only_whole_pairs_that_were_not_even_are_found() -> None:
    even, whole, half = (1.0, 0.0), (1.0, 0.5), (0.0,)
    points = [*even, *whole, *(0.5, 0.5), *half]
    games = [game(number, value) for number, value in enumerate(points)]
    assert [pair.number for pair in pairs_of(*reversed(games))] == [1]


def test_the_loser_is_who_scored_less_in_the_two_games() -> None:
    points = [(1.0, 0.5), (0.0, 0.5), (1.0, 1.0), (0.0, 0.0)]
    games = [game(2 * at + which, both[which]) for at, both in enumerate(points) for which in (0, 1)]
    assert [pair.loser for pair in pairs_of(*games)] == [1, 0, 1, 0]


def test_games_part_at_the_first_move_that_differs() -> None:
    one, other = [(5, 0), (6, 2), (7, 0), (9, 0)], [(5, 0), (6, 2), (8, 0), (9, 0)]
    (pair,) = pairs_of(game(0, 1.0, one), game(1, 1.0, other))
    assert (pair.plies, pair.how) == (2, BY_CHOICE)


def test_games_part_by_chance_where_one_move_came_out_otherwise() -> None:
    (pair,) = pairs_of(game(0, 1.0, [(5, 0), (6, 2)]), game(1, 1.0, [(5, 0), (6, 1)]))
    assert (pair.plies, pair.how) == (1, BY_CHANCE)


def test_a_game_that_is_part_of_the_other_has_no_choice() -> None:
    (pair,) = pairs_of(game(0, 1.0, [(5, 0)]), game(1, 1.0, [(5, 0), (6, 1)]))
    assert (pair.plies, pair.how) == (1, AT_AN_END)


def test_each_player_has_the_side_to_move_in_one_of_the_games() -> None:
    (pair,) = pairs_of(game(0, 1.0), game(1, 1.0))
    one, other = pair.games
    assert (one.first_side, other.first_side) == (WHITE, BLACK)
    assert pair.game_of(0, WHITE) is one and pair.game_of(1, WHITE) is other
    assert pair.game_of(0, BLACK) is other and pair.game_of(1, BLACK) is one
