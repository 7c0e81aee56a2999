"""Players by name."""

import pytest

from engines.player_text import tireless
from engines.registry import kinds
from study.format.player_names import entrant_in_words, pair_in_words, player_in_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("human", "A person"),
        ("random", "Random moves"),
        ("random,seed=3", "Random moves, seed 3"),
        ("level:3", "Level 3"),
        ("level:2,seed=5", "Level 2, seed 5"),
        ("strong:classical", "Strong, classical"),
        ("strong:classical,ms=500", "Strong, classical, 0.5 s"),
        ("alphabeta:weighted,nodes=5000,mills=3.5", "Alpha-beta, weighted, 5\u202f000 nodes, mills 3.5"),
        ("minimax:center,depth=2", "Minimax, center, depth 2"),
        (
            "alphabeta:weighted,depth=4,quiescence=1,prune_chance=0",
            "Alpha-beta, weighted, depth 4, quiescence 1, prune chance 0",
        ),
        ("own:my player,ms=1000", "my player, 1.0 s"),
        ("uci", "UCI program stockfish"),
        ("program:./mine --fast,ms=100", "Program ./mine --fast, 0.1 s"),
        ("dqn", "DQN"),
        ("oracle:future,depth=2", "oracle:future,depth=2"),
        ("", ""),
    ],
)
def test_a_player_in_words(text, words):
    assert player_in_words(text, "morris") == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("greedy:weighted,possible_mills=3", "Greedy, weighted, possible mills 3"),
        ("alphabeta:weighted,depth=2,stash=4", "Alpha-beta, weighted, depth 2, stones in hand 4"),
        ("greedy:gone,stash=4", "Greedy, gone, stash 4"),
        ("greedy:weighted,not_there=4", "Greedy, weighted, not there 4"),
    ],
)
def test_a_weight_is_called_by_the_label_of_its_term(text, words):
    assert player_in_words(text, "morris") == words


def test_a_weight_in_a_name_goes_by_the_game():
    text = "greedy:custom_score,overlap=-2"
    assert player_in_words(text, "isolation") == "Greedy, custom_score, contested square -2"
    assert player_in_words(text, "morris") == "Greedy, custom_score, overlap -2"
    assert entrant_in_words(text, text, "isolation") == player_in_words(text, "isolation")
    assert pair_in_words("human", text, "isolation") == f"You – {player_in_words(text, 'isolation')}"


def test_what_searches_until_it_is_stopped_has_no_limit():
    assert player_in_words(str(tireless("classical")), "chess") == "Strong, classical"


def test_no_two_kinds_are_called_the_same():
    titles = [kind.in_words for kind in kinds()]
    assert len(set(titles)) == len(titles) and all(title[0].isupper() for title in titles)


def test_a_person_against_a_program_is_you():
    assert pair_in_words("human", "level:3", "morris") == "You – Level 3"
    assert pair_in_words("human", "human", "morris") == "A person – A person"
    assert pair_in_words("greedy:greedy", "random", "morris") == "Greedy, greedy – Random moves"


def test_players_of_a_tournament_keep_names_and_numbers():
    assert entrant_in_words("greedy:center", "greedy:center", "morris") == "Greedy, center"
    assert entrant_in_words("greedy:center (2)", "greedy:center", "morris") == "Greedy, center (2)"
    assert entrant_in_words("Champion", "greedy:center", "morris") == "Champion"
