"""Leaves the other side as few moves as it can."""

# A player is a file with choose(position, clock); it plays every game whose moves it can choose from. In the
# window it is found by its name, on the command line it is own:mine_player. It has a process of its own: save
# this file, and its next move is made by what you saved. What it prints is shown beside its move, and what
# goes wrong is told with its line.
#
# position.moves              the legal moves, as numbers; position.notation(move) writes one as people do
# position.play(move)         the position after a move; this one stays as it is
# position.chances(move)      how probable is what chance may bring; position.play(move, 1) has the second
# position.to_move            0 for White, 1 for Black
# position.outcome            -1 while the game goes on, 0 or 1 for who won, 2 for a draw
# position.text               the whole position in a line
# position.game.name          which game it is
# position.state              its fields, as they stand at the top of games/GAME.py
# clock.left                  the seconds that are left for this move: who is late loses the game


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
    """How many moves there are after a move; on the average, where chance decides what it brings."""
    return sum(
        chance * len(position.play(move, number).moves)
        for number, chance in enumerate(position.chances(move))
    )
