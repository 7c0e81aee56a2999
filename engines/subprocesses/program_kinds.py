"""The kinds of players that speak the line protocol: a person's own Python file, and any other program.

The module that talks to them is slow to import, so the functions import it."""

from engines.contract import Engine
from engines.player_kinds import MS, Kind, Making, PlayerSpec
from engines.subprocesses import user_players
from engines.subprocesses.launch_command import LaunchCommand, missing_program, split_command
from games.registry import load_game


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

KINDS = (OWN, PROGRAM)
