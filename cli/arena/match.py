"""`main.py match`: a match of colour-swapped pairs."""

import argparse

from arena.match import Match
from arena.sequential import ACCEPT, SequentialTest
from cli.output.command_io import settings_of, show
from cli.output.text_output import counted_progress, show_match, tell_length
from cli.parser import COUNT, counting_number, finite_number, natural_number
from engines.player_text import parse_player
from engines.table_moves import checksums_played
from games.contract import BadText
from games.registry import load_game

LONGEST_TEST = 4
"""The largest length of a sequential test, in times of its average length half-way between the hypotheses."""

NOT_ACCEPTED = 1
"""Exit status of `match --sprt … --check` if the first player is not shown to be better."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("first", metavar="PLAYER")
    parser.add_argument("second", metavar="PLAYER")
    parser.add_argument("--games", **COUNT, help="how many; with --sprt at most")
    parser.add_argument(
        "--sprt",
        type=finite_number,
        nargs=2,
        metavar=("ELO0", "ELO1"),
        help="play until it is decided between two strengths of the first player, in normalized Elo",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="with --sprt: exit status 1 unless the first player is shown to be better",
    )
    parser.add_argument(
        "--random-plies",
        type=natural_number,
        metavar="K",
        help="random moves at the start of a game; by default as many as give enough openings",
    )
    parser.add_argument("--workers", type=counting_number, default=1, metavar="W")


def run(arguments: argparse.Namespace) -> None:
    settings = settings_of(arguments)
    test = None if arguments.sprt is None else SequentialTest(*arguments.sprt)
    if arguments.check and test is None:
        raise BadText("--check: expected together with --sprt ELO0 ELO1")
    if arguments.games is None and test is None:
        raise BadText("--games: expected, or --sprt ELO0 ELO1 instead")
    most: int = arguments.games or LONGEST_TEST * test.expected_games()[1]  # type: ignore[union-attr]
    match = Match(
        load_game(arguments.game),
        parse_player(arguments.first, arguments.game),
        parse_player(arguments.second, arguments.game),
        most,
        settings.options_for(arguments.game),
        arguments.random_plies,
        arguments.seed,
        settings.weights,
        settings.engine.table_megabytes,
        test,
    )
    if test is not None:
        tell_length(test.expected_games(), most)
    with counted_progress("games", most) as advance:
        result = match.play(arguments.workers, advance)
    answer = result.to_json()
    tables = checksums_played((match.first, match.second), arguments.game)
    if tables:
        answer["tables"] = tables
    show(arguments, answer, show_match)
    if arguments.check and answer["decision"] != ACCEPT:
        raise SystemExit(NOT_ACCEPTED)
