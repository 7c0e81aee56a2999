"""Takes what other modules were called."""

from engines.players import parse_player
from games.draws import Draws
from games.run_of_keys import RunOfKeys

TAKEN = parse_player, Draws, RunOfKeys


def choose(position, clock):
    """The first move."""
    return position.notation(position.moves[0])
