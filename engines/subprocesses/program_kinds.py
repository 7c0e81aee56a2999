"""The kinds of players that are other programs: UCI engines, a person's own Python file, and any program that
speaks the line protocol.

The modules that talk to them are slow to import, so the functions import them."""

from engines.contract import Engine
from engines.player_kinds import DEPTH, MS, NODES, Kind, Making, PlayerSpec
from engines.subprocesses import user_players
from engines.subprocesses.launch_command import LaunchCommand, missing_program, split_command
from games.registry import load_game

USUAL_COMMAND = "stockfish"

ELO = ("elo", (1, 4000))
"""The Elo rating that a UCI program limits itself to. The program says which numbers it takes."""


def make_uci(spec: PlayerSpec, making: Making) -> Engine:
    from engines.subprocesses.uci_player import UciPlayer

    return UciPlayer(spec.command or USUAL_COMMAND, UCI.limits(spec), str(spec), elo=spec.option("elo"))


def make_own(spec: PlayerSpec, making: Making) -> Engine:
    from engines.subprocesses.line_protocol_player import LineProtocolPlayer

    return LineProtocolPlayer(
        str(spec), lambda: user_players.command_of(spec.file), *_about(OWN, spec, making)
    )


def make_program(spec: PlayerSpec, making: Making) -> Engine:
    from engines.subprocesses.line_protocol_player import LineProtocolPlayer

    command = LaunchCommand(tuple(split_command(spec.command)))
    return LineProtocolPlayer(str(spec), lambda: command, *_about(PROGRAM, spec, making))


def _about(kind: Kind, spec: PlayerSpec, making: Making) -> tuple:
    """The rules, the seconds for a move, and the seed."""
    options = making.options if making.options is not None else load_game(making.game).options()
    return options, kind.given(spec)["ms"] / 1000, making.seed


UCI = Kind(
    "uci",
    "Another program that speaks UCI, started by its command; stockfish if none is given.",
    make_uci,
    options=dict((DEPTH, NODES, MS, ELO)),
    defaults={"ms": 500},
    games=("chess",),
    takes_command=True,
    usual_command=USUAL_COMMAND,
    title="UCI program",
    check=split_command,
    missing=lambda spec: missing_program(spec.command),
)
OWN = Kind(
    "own",
    "A Python file of your own, with choose(position, clock).",
    make_own,
    options=dict((MS,)),
    defaults={"ms": 1000},
    takes_file=True,
    check=user_players.check_name,
    missing=lambda spec: user_players.missing(spec.file),
)
PROGRAM = Kind(
    "program",
    "Another program that speaks our line protocol, started by its command.",
    make_program,
    options=dict((MS,)),
    defaults={"ms": 1000},
    takes_command=True,
    check=split_command,
    missing=lambda spec: missing_program(spec.command),
)

KINDS = (UCI, OWN, PROGRAM)
