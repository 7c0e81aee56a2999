"""`main.py scan`: the positions in which two heuristics, or players, choose differently, and what the worse
choice costs."""

import argparse
import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from cli.output.command_io import settings_of, show
from cli.output.foreground_job import ForegroundJob
from cli.output.text_output import scan_progress, show_scan
from cli.parser import COUNT, counting_number
from cli.position import failures_as_mistakes, form_of
from engines.player_kinds import PlayerSpec
from games.contract import BadText
from games.registry import load_game
from games.text_files import mistakes_in
from heuristics.contract import Heuristic
from heuristics.registry import load_heuristic
from study.compare.scan import Disagreement, Scan, ScanNews
from study.compare.scan_players import chooser_of, is_heuristic, judge_of, maker_of
from study.compare.scan_positions import Spots, has_choice, random_spots, spots_of_game
from study.saved_games.saved_games import Saves
from study.settings.settings import Settings

USUAL_POSITIONS = 100
CHOOSERS = ("first", "second")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("first", metavar="FIRST", help="a heuristic, or a player that searches with one")
    parser.add_argument("second", metavar="SECOND", help="the other one")
    looked_at = parser.add_mutually_exclusive_group()
    looked_at.add_argument(
        "--game", dest="file", type=Path, metavar="FILE", help="the positions of a saved game"
    )
    looked_at.add_argument("--positions", **COUNT, help="number of random positions; 100 if left out")
    parser.add_argument(
        "--depth",
        type=counting_number,
        metavar="D",
        help="plies that a heuristic chooses with; 3 if left out, 2 where there is chance",
    )
    parser.add_argument(
        "--judge",
        metavar="JUDGE",
        help=(
            "who judges what a choice costs: a heuristic, for two plies more, or "
            "alphabeta:HEURISTIC,depth=N; the game's usual heuristic if left out"
        ),
    )
    parser.add_argument(
        "--workers",
        type=counting_number,
        metavar="W",
        help="positions at a time; as many as there are processors if left out",
    )


def run(arguments: argparse.Namespace) -> None:
    settings = settings_of(arguments)
    game = arguments.game
    rules = load_game(game)
    first, second, judge = _who(arguments)
    spots, total = _positions(arguments, settings)
    first_made, second_made, judge_made = (
        maker_of(spec, game, settings.weights, arguments.seed) for spec in (first, second, judge)
    )
    workers = arguments.workers or os.cpu_count() or 1
    scan = Scan(rules, (first_made, second_made), judge_made, spots, total, workers)
    with failures_as_mistakes(), scan_progress(total) as on_news:
        news = scan.work(ForegroundJob(on_news))
    head: dict[str, Any] = {"game": game, "first": str(first), "second": str(second), "judge": str(judge)}
    head |= form_of(judge, game, settings.weights).to_json()
    heuristics = [load_heuristic(game, spec.heuristic) for spec in (first, second)]
    show(arguments, head | {"seed": arguments.seed} | answer_of(news, heuristics), show_scan)


def _who(arguments: argparse.Namespace) -> tuple[PlayerSpec, PlayerSpec, PlayerSpec]:
    """The two players and their judge."""
    game, texts, depth = arguments.game, (arguments.first, arguments.second), arguments.depth
    if depth is not None and not any(is_heuristic(text, game) for text in texts):
        raise BadText("--depth: expected with the name of a heuristic, for players say it themselves")
    with mistakes_in("FIRST"):
        first = chooser_of(arguments.first, game, depth)
    with mistakes_in("SECOND"):
        second = chooser_of(arguments.second, game, depth)
    with mistakes_in("--judge"):
        return first, second, judge_of(arguments.judge, game, (first, second))


def _positions(arguments: argparse.Namespace, settings: Settings) -> tuple[Spots, int]:
    """The positions to scan, and their largest number."""
    game = arguments.game
    if arguments.file is None:
        count = arguments.positions or USUAL_POSITIONS
        options = settings.options_for(game)
        return partial(random_spots, load_game(game), options, count, arguments.seed), count
    try:
        record, *_ = Saves(settings.data_folder).load(arguments.file)
    except BadText as error:
        raise BadText(f"--game {error}") from None
    if record.game.name != game:
        raise BadText(f"--game {arguments.file}: expected a game of {game}, found one of {record.game.name}")
    return partial(spots_of_game, record.positions), sum(map(has_choice, record.positions))


def answer_of(news: ScanNews, heuristics: Sequence[Heuristic]) -> dict[str, Any]:
    """A scan by players with these heuristics as JSON. The worst choice comes first, ties last."""
    return {
        "positions": news.done,
        "differ": news.differ,
        "tied": news.tied,
        "first_worse": len(news.worse(0)),
        "second_worse": len(news.worse(1)),
        "terms": [
            {"name": term or None, "label": label_in(term, heuristic), "chooser": name, "worse": count}
            for which, (name, heuristic) in enumerate(zip(CHOOSERS, heuristics, strict=True))
            for term, count in news.decided(which).items()
        ],
        "found": [_row(found, heuristics) for found in news.found],
        "seconds": news.seconds,
    }


def label_in(term: str, heuristic: Heuristic) -> str | None:
    """The label of the term that decided; None for none."""
    return heuristic.label_of(term) if term else None


def _row(found: Disagreement, heuristics: Sequence[Heuristic]) -> dict[str, Any]:
    position = found.spot.position
    choices = {
        name: {
            "move": position.move_text(choice.move),
            "value": choice.value,
            "depth": choice.depth,
            "own": choice.own,
            "other": choice.other,
            "tied": choice.tied,
            "term": choice.term or None,
            "label": label_in(choice.term, heuristic),
            "judged": choice.judged,
        }
        for name, choice, heuristic in zip(CHOOSERS, found.choices, heuristics, strict=True)
    }
    return {
        "number": found.spot.number,
        "ply": found.spot.plies,
        "position": position.text,
        **choices,
        "tied": found.tied,
        "better": None if found.better is None else CHOOSERS[found.better],
        "cost": found.cost,
    }
