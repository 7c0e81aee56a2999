"""What turning a piece over may show after an earlier reveal was taken back.

A record remembers what reveals had shown before they were taken back, as `{square: Game.chance_text}`. A
piece that lies face down again stays the same piece: its square must show it again, and no other square may.
All other outcomes stay equally likely, so `possible_chances` returns the outcomes to draw from. Whoever
chooses a move does not learn what is remembered.
"""

from collections.abc import Mapping

from games.contract import Game, State


def possible_chances(game: Game, state: State, move: int, remembered: Mapping[str, str]) -> tuple[int, ...]:
    """The chance outcomes of `move` that agree with the remembered identities, ascending.

    `remembered` may keep squares that have been revealed since. Never empty as long as every
    remembered identity came from the same game's draws.
    """
    count = int(game.chance_count(state, move))
    square = game.revealed_square(state, move)
    if not square:
        return tuple(range(count))
    texts = [game.chance_text(state, move, chance) for chance in range(count)]
    if square in remembered:
        return tuple(chance for chance in range(count) if texts[chance] == remembered[square])
    taken = set(remembered.values())
    return tuple(chance for chance in range(count) if texts[chance] not in taken)
