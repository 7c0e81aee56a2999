"""Writes a small commented file for a person to start a player with."""

from pathlib import Path

from engines.subprocesses.user_players import SUFFIX, check_name
from study.user_files.new_file import write_new

START = '''"""Leaves the other side as few moves as it can."""

# A player is a file with the function choose(position, clock), and can play every game. Choose it by its name
# in the window, or as own:{name} on the command line. It runs in a process of its own: save this file, and
# the saved version makes its next move. What it prints is shown beside its move, and so is an error, with its
# line.
#
# position.moves              the legal moves, as numbers; position.notation(move) writes one as people do
# position.play(move)         the position after a move; this one does not change
# position.chances(move)      the probabilities of its outcomes; position.play(move, 1) has the second
# position.to_move            0 for White, 1 for Black
# position.outcome            -1 while the game goes on, 0 or 1 for who won, 2 for a draw
# position.text               the whole position in a line
# position.game.name          which game it is
# position.state              its fields, which are explained at the top of games/GAME.py (for chess:
#                             games/chess/kernel.py)
# clock.left                  the seconds left for this move: a late player loses the game


def choose(position, clock):
    """The move to play: its number, or its text."""
    best, fewest = position.moves[0], float("inf")
    for move in position.moves:
        if clock.left < 0.05:
            break
        count = moves_after(position, move)
        if count < fewest:
            best, fewest = move, count
    return best


def moves_after(position, move):
    """How many moves there are after a move; the average if chance decides its outcome."""
    return sum(
        chance * len(position.play(move, number).moves)
        for number, chance in enumerate(position.chances(move))
    )
'''


def new_player(name: str, folder: Path) -> Path:
    """Writes the start of a player of that name into the folder; returns the file. Raises BadText for a name
    that is impossible or taken, and if it cannot be written."""
    check_name(name)
    file = folder / f"{name}{SUFFIX}"
    write_new(file, START.format(name=name), "player")
    return file
