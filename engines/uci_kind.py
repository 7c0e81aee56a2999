"""The kind of player that is another program; what it takes to talk to one is imported when it is
needed, for that is slow."""

import shutil

from engines.contract import Engine
from engines.kinds import DEPTH, MS, NODES, Kind, Making, PlayerSpec
from games.plain_text import one_line

USUAL_COMMAND = "stockfish"


def make(spec: PlayerSpec, making: Making) -> Engine:
    from engines.uci_player import UciPlayer

    return UciPlayer(spec.command or USUAL_COMMAND, UCI.limits(spec), str(spec))


def check_command(command: str) -> None:
    """Raises BadText where a command cannot be split into words."""
    from engines.uci_player import split_command

    split_command(command)


def missing(command: str) -> str:
    """That the program of a command is not on this computer; "" where it is."""
    from engines.uci_player import split_command

    program = split_command(command)[0].strip('"')
    if shutil.which(program):
        return ""
    return f"{one_line(program)}: no such program on this computer"


UCI = Kind(
    "uci",
    "Another program that speaks UCI, started by its command; stockfish if none is given.",
    make,
    options=dict((DEPTH, NODES, MS)),
    defaults={"ms": 500},
    games=("chess",),
    takes_command=True,
    usual_command=USUAL_COMMAND,
    check_command=check_command,
    missing=missing,
)

KINDS = (UCI,)
