"""The text of a row of the review about a move."""

import pytest

from engines.contract import EXACT, WIN, RootMove, Thought
from engines.player_text import parse_player
from heuristics.registry import load_lens
from reviews import random_game, reviewed_as
from study.review.move_loss_text import listed_as, loss_in_words, passed_over
from study.state.study import Study

LIMITS = " Level 1 looks 3 plies ahead and may skip moves that are better by up to 1.5 pawns."


@pytest.mark.parametrize(
    "best, loss, words",
    [
        (1.0, 1.25, "costs 1.25 pawns, 16.3 % of the way"),
        (-4.0, WIN - 12, "loses in 8 plies"),
        (WIN - 5, WIN - 7, "misses a win in 5 plies"),
        (WIN - 5, 2 * WIN - 13, "loses in 8 plies"),
        (8 - WIN, 2.0, "loses 2 plies sooner"),
    ],
)
def test_a_row_says_how_much_a_move_cost(best, loss, words) -> None:
    record = random_game("chess", 1, 3)
    (move_loss,) = reviewed_as(record, [best], {0: loss}).move_losses
    assert listed_as(move_loss) == words


@pytest.mark.parametrize(
    "best, loss, words",
    [
        (-4.0, 0.4, "costs 0.40 pawns, already behind"),
        (4.0, 0.5, "costs 0.50 pawns, still ahead"),
        (0.5, 0.4, "costs 0.40 pawns, 5.5 % of the way"),
    ],
)
def test_a_row_says_why_a_cost_is_no_mistake(best, loss, words) -> None:
    record = random_game("chess", 1, 3)
    (move_loss,) = reviewed_as(record, [best], {0: loss}).move_losses
    assert not move_loss.marked and listed_as(move_loss) == words


def study_with(record, thought, black="level:1"):
    """A study of the game, in which White is a person, with a search of the position before a move."""
    study = Study(record, load_lens("chess", "classical"), len(record.plies))
    study.players = parse_player("human", "chess"), parse_player(black, "chess")
    study.search_store.keep(thought)
    return study


def searched(record, index, player, loss=50.0, own=True):
    """A search of the position before a ply, which another move is better in by `loss`; it chose the ply's
    move if that is the player's `own`."""
    position, move = record.positions[index], record.plies[index].move
    other = next(each for each in position.moves if each != move)
    rows = RootMove(move, 10.0, EXACT, 3, (move,)), RootMove(other, 10.0 + loss, EXACT, 3, (other,))
    row, lens = rows[0 if own else 1], load_lens("chess", "classical")
    return Thought(position, row.move, row.value, 3, 9, 0.1, row.line, rows, lens=lens, player=player)


def test_what_a_level_passed_over_is_named_with_its_limits() -> None:
    record = random_game("chess", 2, 3)
    played, better = record.numbered(1), record.positions[1].notation
    seen = searched(record, 1, "level:1")
    other = better(seen.root_moves[1].move)
    study = study_with(record, seen)
    assert passed_over(study, 1) == f"Black saw {other}, skipped it on purpose (level 1).{LIMITS}"
    study = study_with(record, searched(record, 1, "alphabeta:classical,nodes=300000", own=False))
    assert passed_over(study, 1) == f"{played} costs 0.50 pawns: better was {other}.{LIMITS}"


def test_nothing_is_said_of_a_best_move_and_of_other_players() -> None:
    record = random_game("chess", 2, 3)
    assert passed_over(study_with(record, searched(record, 1, "level:1", loss=-1.0)), 1) == ""
    strong = "strong:classical,nodes=1000"
    assert passed_over(study_with(record, searched(record, 1, strong), black=strong), 1) == ""
    assert passed_over(study_with(record, searched(record, 0, "level:1")), 0) == "", "a person's move"
    assert passed_over(study_with(record, searched(record, 0, "level:1")), 1) == "", "not searched"


def test_a_reviewed_loss_of_a_level_ends_with_its_limits() -> None:
    record = random_game("chess", 2, 3)
    lens = load_lens("chess", "classical")
    (first, second) = reviewed_as(record, [0.0, 0.0], {0: 50.0, 1: 50.0}, lens).move_losses
    study = study_with(record, second.thought)
    assert loss_in_words(study, second).endswith(f" 5 plies deep.{LIMITS}")
    assert LIMITS not in loss_in_words(study, first), "a person's move"
