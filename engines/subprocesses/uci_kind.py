"""The kind of player that is a UCI engine. The module that talks to it is slow to import, so the function
imports it."""

from engines.contract import Engine
from engines.player_kinds import DEPTH, MS, NODES, Kind, Making, PlayerSpec
from engines.subprocesses.launch_command import missing_program, split_command

USUAL_COMMAND = "stockfish"

ELO = ("elo", (1, 4000))
"""The Elo rating that the program limits itself to. The program says which numbers it takes."""


def make(spec: PlayerSpec, making: Making) -> Engine:
    from engines.subprocesses.uci_player import UciPlayer

    return UciPlayer(spec.command or USUAL_COMMAND, UCI.limits(spec), str(spec), elo=spec.option("elo"))


UCI = Kind(
    "uci",
    "Another program that speaks UCI, started by its command; stockfish if none is given.",
    make,
    options=dict((DEPTH, NODES, MS, ELO)),
    defaults={"ms": 500},
    games=("chess",),
    takes_command=True,
    usual_command=USUAL_COMMAND,
    title="UCI program",
    check=split_command,
    missing=lambda spec: missing_program(spec.command),
)

KINDS = (UCI,)
