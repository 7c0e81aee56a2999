"""Who won, in words, and which games match the filters."""

from pathlib import Path

import pytest

from engines.player_text import default_opponent
from study.saved_games.saved_game_filters import (
    ALL,
    DRAWN,
    KINDS,
    LOST,
    OTHERS,
    UNFINISHED,
    WON,
    kind_of,
    looked_for,
    players_in_words,
    verdict,
)
from study.saved_games.saved_games import SavedGame

AI = str(default_opponent("jungle"))


def game(white: str = "human", black: str = AI, ending: str = "Over.", result: str = "") -> SavedGame:
    return SavedGame(Path("a"), "jungle", white, black, 3, ending, result=result)


@pytest.mark.parametrize(
    ("saved", "kind", "words"),
    [
        (game(ending=""), UNFINISHED, "not finished"),
        (game(result="white"), WON, "You won"),
        (game(result="black"), LOST, "You lost"),
        (game(AI, "human", result="black"), WON, "You won"),
        (game(result="draw"), DRAWN, "Draw"),
        (game(AI, AI, result="black"), OTHERS, "Blue won"),
        (game("human", "human", result="white"), OTHERS, "Amber won"),
        (game(ending="continued with sides swapped"), OTHERS, "continued with sides swapped"),
    ],
)
def test_how_a_game_ended(saved: SavedGame, kind: str, words: str) -> None:
    assert kind_of(saved) == kind in KINDS and verdict(saved) == words
    assert looked_for(saved, "", ALL) and looked_for(saved, "jungle", kind)
    assert not looked_for(saved, "chess", kind)
    assert sum(looked_for(saved, "jungle", each) for each in KINDS) == 2


def test_what_cannot_be_read_is_among_all_alone() -> None:
    for saved in (SavedGame(Path("a"), problem="broken"), SavedGame(Path("a"), read=False)):
        assert looked_for(saved, "", ALL)
        assert not any(looked_for(saved, "", kind) for kind in KINDS if kind != ALL)
        assert not looked_for(saved, "jungle", ALL)


def test_players_in_words() -> None:
    assert players_in_words(game()) == "You – Level 3"
    assert players_in_words(game("human", "human")) == "A person – A person"
    assert players_in_words(game("greedy:greedy", "random")) == "Greedy, greedy – Random moves"
