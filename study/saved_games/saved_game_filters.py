"""How saved games are described and filtered."""

from engines.player_kinds import HUMAN
from games.contract import SIDE_NAMES
from games.registry import entry
from study.format.player_names import pair_in_words
from study.saved_games.saved_games import RESULTS, SavedGame

ALL, UNFINISHED, WON, LOST, DRAWN, OTHERS = "all", "unfinished", "won", "lost", "drawn", "others"

KINDS = {
    ALL: "any result",
    UNFINISHED: "not finished",
    WON: "you won",
    LOST: "you lost",
    DRAWN: "drawn",
    OTHERS: "others",
}
"""The kinds of games to filter by, as the window names them. OTHERS are finished games without a result in
the file, and games that one of two people or one of two programs has won."""


def persons_side(saved: SavedGame) -> str:
    """The side of the person in a game against a program; "" in other games."""
    sides = [side for side in SIDE_NAMES if getattr(saved, side) == HUMAN]
    return sides[0] if len(sides) == 1 else ""


def kind_of(saved: SavedGame) -> str:
    """The kind of a game, one of KINDS but not ALL."""
    if not saved.finished:
        return UNFINISHED
    if saved.result == RESULTS[-1]:
        return DRAWN
    side = persons_side(saved)
    if not side or not saved.result:
        return OTHERS
    return WON if saved.result == side else LOST


def looked_for(saved: SavedGame, game: str, kind: str) -> bool:
    """Whether a saved game is of `game` ("" for any) and of a kind. A file that is not read yet, or cannot be
    read, belongs to ALL only."""
    if not game and kind == ALL:
        return True
    if not saved.read or saved.problem:
        return False
    return (not game or saved.game == game) and kind in (ALL, kind_of(saved))


def verdict(saved: SavedGame) -> str:
    """The result, in a word or two; or why the game ended, if its file gives no result."""
    kind = kind_of(saved)
    if kind == OTHERS and saved.result:
        return f"{entry(saved.game).side_name(SIDE_NAMES.index(saved.result))} won"
    words = {UNFINISHED: "not finished", WON: "You won", LOST: "You lost", DRAWN: "Draw"}
    return words.get(kind, saved.ending)


def players_in_words(saved: SavedGame) -> str:
    return pair_in_words(saved.white, saved.black, saved.game)
