"""`main.py match`: plays a match in pairs of games, both from one opening, with sides swapped."""

import argparse
from contextlib import nullcontext
from typing import Any

from arena.match import GameResult, Match, MatchResult
from arena.parting import loser_of, uneven_pairs
from arena.sequential import ACCEPT, SequentialTest
from cli.arena.match_table import show_match, tell_length
from cli.arena.why_lost_json import why_lost_json
from cli.command_io import settings_of, show
from cli.foreground_job import ForegroundJob
from cli.parser import COUNT, counting_number, finite_number, natural_number
from cli.position import failures_as_mistakes
from cli.progress_bars import counted_progress, scan_progress
from engines.player_text import parse_player
from engines.table_moves import checksums_played
from games.contract import BLACK, WHITE, BadText
from games.registry import entry, load_game
from games.text_files import mistakes_in
from study.compare.scan import MakeSearcher
from study.tournaments.arena_session import names_of
from study.tournaments.kept_match import KeptMatch
from study.tournaments.why_lost import WhyLost, judge_by
from study.tournaments.why_lost_text import MatchNames

LONGEST_TEST = 4
"""Without `--games`, a sequential test ends at the latest after this multiple of the number of games that it
takes on average if the true strength lies half-way between the two that it tests."""

NOT_ACCEPTED = 1
"""Exit status of `match --sprt … --check` if the first player is not shown to be better."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("first", metavar="PLAYER")
    parser.add_argument("second", metavar="PLAYER")
    parser.add_argument(
        "--games",
        **COUNT,
        help="number of games, with --sprt the most; if left out with --sprt, "
        f"{LONGEST_TEST} times as many as a player half-way between ELO0 and ELO1 takes on average",
    )
    parser.add_argument(
        "--sprt",
        type=finite_number,
        nargs=2,
        metavar=("ELO0", "ELO1"),
        help="play until the games decide between two strengths of the first player, in normalized Elo",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="with --sprt: exit status 1 unless the games decide for ELO1",
    )
    parser.add_argument(
        "--random-plies",
        type=natural_number,
        metavar="K",
        help="random plies at the start of a game; if left out, enough for different openings",
    )
    parser.add_argument("--workers", type=counting_number, default=1, metavar="W")
    parser.add_argument(
        "--keep",
        action="store_true",
        help=(
            "keep the games, each move with its value for its player: about 3 kB for a game of chess; the "
            "window's arena lists them"
        ),
    )
    parser.add_argument(
        "--why",
        action="store_true",
        help="show why the match was lost: where the two games of a lost or won pair part, and which terms "
        "made the players choose different moves",
    )
    parser.add_argument(
        "--judge",
        metavar="JUDGE",
        help=(
            "with --why: the heuristic of a search two plies deeper than both players searched, which says "
            "whose move was wrong; if left out, the result says it"
        ),
    )


def run(arguments: argparse.Namespace) -> None:
    settings = settings_of(arguments)
    test = None if arguments.sprt is None else SequentialTest(*arguments.sprt)
    if arguments.check and test is None:
        raise BadText("--check: expected together with --sprt ELO0 ELO1")
    if arguments.judge is not None and not arguments.why:
        raise BadText("--judge: expected together with --why")
    with mistakes_in("--judge"):
        judge = arguments.judge and judge_by(arguments.judge, arguments.game, settings)
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
    with failures_as_mistakes():
        match.prepare(may_forfeit=False)
    if test is not None:
        tell_length(test.expected_games(), most)
    keeping = KeptMatch(match, settings) if arguments.keep else None
    with keeping or nullcontext(), counted_progress("games", most) as advance:

        def on_game(game: GameResult) -> None:
            advance()
            if keeping is not None:
                keeping.add(game)

        result = match.play(arguments.workers, on_game, arguments.keep or arguments.why)
    answer = result.to_json()
    if keeping is not None:
        answer["file"] = str(keeping.path)
    if arguments.why:
        answer["why"] = _why(match, result, judge, arguments.workers)
    tables = checksums_played((match.first, match.second), arguments.game)
    if tables:
        answer["tables"] = tables
    show(arguments, answer, show_match)
    if arguments.check and answer["decision"] != ACCEPT:
        raise SystemExit(NOT_ACCEPTED)


def _why(match: Match, result: MatchResult, judge: MakeSearcher | None, workers: int) -> dict[str, Any]:
    """Why the match was lost, as JSON."""
    pairs = uneven_pairs(result.results, lambda number: number // 2)
    work = WhyLost(pairs, match.single_game, loser_of(result.results), workers, judge)
    with failures_as_mistakes(), scan_progress(len(pairs)) as on_news:
        news = work.work(ForegroundJob(on_news))
    about = entry(match.game.name)
    one, other = names_of((result.first, result.second))
    names = MatchNames((one, other), (about.side_name(WHITE), about.side_name(BLACK)))
    return why_lost_json(news, names, (match.first, match.second))
