"""`main.py scan`: finds the positions in which two heuristics, or players, choose different moves, and says
what the worse choice costs. With --deeper, it finds the positions in which a deeper search refutes the move
of one heuristic or player."""

import argparse
import os
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from cli.command_io import settings_of, show
from cli.foreground_job import ForegroundJob
from cli.parser import COUNT, counting_number
from cli.plain_tables import new_console, new_table, value_text
from cli.position import failures_as_mistakes, form_of
from cli.progress_bars import scan_progress
from cli.window_notation import move_in_window, moves_in_window
from engines.contract import WIN_BAND
from engines.player_kinds import PlayerSpec, lens_of
from games.contract import BadText
from games.figure_text import percent
from games.registry import load_game
from games.text_files import mistakes_in
from heuristics.contract import Heuristic
from heuristics.lens import Lens
from heuristics.registry import load_heuristic
from study.compare.deeper_scan import FURTHER, DeeperScan, Refutation, refutations
from study.compare.scan import Disagreement, Scan, ScanNews
from study.compare.scan_players import chooser_of, deeper_chooser, is_heuristic, judge_of, maker_of
from study.compare.scan_positions import Spots, random_spots, spots_and_total, spots_of_player
from study.format.value_format import ValueFormat
from study.saved_games.saved_games import Saves
from study.settings.settings import Settings
from study.suites.refuted_moves import case_of
from study.suites.user_suites import add_cases, suite_to_write

USUAL_POSITIONS = 100
CHOOSERS = ("first", "second")
DEPTH_OF_PLAYER = "--depth: expected with the name of a heuristic; a player has its own depth=N"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("first", metavar="FIRST", help="a heuristic, or a player that searches with one")
    parser.add_argument(
        "second", metavar="SECOND", nargs="?", help="another heuristic or player; none with --deeper"
    )
    parser.add_argument(
        "--deeper",
        action="store_true",
        help=(
            f"instead of SECOND: finds where a search {FURTHER} plies deeper refutes the move of FIRST, in "
            "games of FIRST against itself and in saved games"
        ),
    )
    parser.add_argument(
        "--suite",
        metavar="NAME",
        help="with --deeper: also adds the positions to your suite NAME, or to a .yaml file",
    )
    looked_at = parser.add_mutually_exclusive_group()
    looked_at.add_argument(
        "--game",
        dest="file",
        type=Path,
        metavar="FILE",
        help="search only the positions of this saved game",
    )
    looked_at.add_argument("--positions", **COUNT, help="number of positions; 100 if left out")
    parser.add_argument(
        "--depth",
        type=counting_number,
        metavar="D",
        help="plies that a heuristic looks ahead to choose; 3 if left out, 2 in games with chance",
    )
    parser.add_argument(
        "--judge",
        metavar="JUDGE",
        help=(
            "with SECOND: who judges what a choice costs: a heuristic, which searches two plies deeper than "
            "FIRST and SECOND, or alphabeta:HEURISTIC,depth=N; the game's usual heuristic if left out"
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
    if arguments.deeper:
        _run_deeper(arguments, settings)
        return
    game = arguments.game
    rules = load_game(game)
    first, second, judge = _who(arguments)
    count = arguments.positions or USUAL_POSITIONS
    random = partial(random_spots, rules, settings.options_for(game), count, arguments.seed)
    spots, total = _positions(arguments, settings, random, count)
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


def _run_deeper(arguments: argparse.Namespace, settings: Settings) -> None:
    """Scans for the moves of one heuristic or player that its own deeper search refutes."""
    game, rules, seed = arguments.game, load_game(arguments.game), arguments.seed
    for name in ("second", "judge"):
        if getattr(arguments, name) is not None:
            raise BadText(f"--deeper: expected without {'--judge' if name == 'judge' else 'SECOND'}")
    if arguments.depth is not None and not is_heuristic(arguments.first, game):
        raise BadText(DEPTH_OF_PLAYER)
    with mistakes_in("FIRST"):
        spec, deeper = deeper_chooser(arguments.first, game, arguments.depth, FURTHER)
    path = None
    if arguments.suite is not None:
        with mistakes_in("--suite"):
            path = suite_to_write(settings.saved_games, arguments.suite)
    options, count = settings.options_for(game), arguments.positions or USUAL_POSITIONS
    saves = Saves(settings.data_folder)
    drawn = partial(spots_of_player, spec, rules, options, settings.weights, saves, seed, count)
    spots, total = _positions(arguments, settings, drawn, count)
    chooser, judge = (maker_of(one, game, settings.weights, seed) for one in (spec, deeper))
    workers = arguments.workers or os.cpu_count() or 1
    scan = DeeperScan(rules, (chooser, judge), judge, spots, total, workers)
    with failures_as_mistakes(), scan_progress(total) as on_news:
        news = scan.work(ForegroundJob(on_news))
    lens = lens_of(spec, game, settings.weights)
    found = refutations(news)
    if path is not None and found:
        with mistakes_in("--suite"):
            add_cases(path, [case_of(each, lens) for each in found], options, settings)
    head = {"game": game, "player": str(spec), "deeper": str(deeper)}
    head |= form_of(spec, game, settings.weights).to_json() | {"seed": seed}
    answer = deeper_answer(news, found, lens) | {"suite": None if path is None or not found else str(path)}
    show(arguments, head | answer, show_deeper_scan)


def deeper_answer(news: ScanNews, found: Sequence[Refutation], lens: Lens) -> dict[str, Any]:
    """A scan of one heuristic as JSON; the worst choice comes first."""
    heuristic = lens.heuristic
    return {
        "positions": news.done,
        "refuted": len(found),
        "right": news.right(0),
        "tied": news.tied,
        "terms": _rates(news, 0, heuristic),
        "look_at": _look_at(news, 0, heuristic),
        "cases": [_case(each, lens) for each in found],
        "seconds": news.seconds,
    }


def _case(found: Refutation, lens: Lens) -> dict[str, Any]:
    """A refutation with the fields of its case in a suite."""
    position, case = found.spot.position, case_of(found, lens)
    shallow, deep = found.choices
    return {
        "name": case.name,
        "position": position.text,
        "question": case.question,
        "hints": list(case.hints),
        "best": [position.move_text(move) for move in case.best],
        "avoid": [position.move_text(move) for move in case.avoid],
        "move": position.move_text(shallow.move),
        "better": position.move_text(deep.move),
        "depth": shallow.depth,
        "judged": shallow.judged,
        "better_judged": deep.judged,
        "cost": found.cost,
        "cost_text": found.words(lens),
        "terms": [
            {"name": term.name, "label": term.label, "promised": term.promised, "left": term.left}
            for term in found.terms
        ],
    }


def _who(arguments: argparse.Namespace) -> tuple[PlayerSpec, PlayerSpec, PlayerSpec]:
    """The two players and their judge."""
    if arguments.second is None:
        raise BadText("SECOND: expected a heuristic or a player, or --deeper")
    if arguments.suite is not None:
        raise BadText("--suite: expected with --deeper")
    game, texts, depth = arguments.game, (arguments.first, arguments.second), arguments.depth
    if depth is not None and not any(is_heuristic(text, game) for text in texts):
        raise BadText(DEPTH_OF_PLAYER)
    with mistakes_in("FIRST"):
        first = chooser_of(arguments.first, game, depth)
    with mistakes_in("SECOND"):
        second = chooser_of(arguments.second, game, depth)
    with mistakes_in("--judge"):
        return first, second, judge_of(arguments.judge, game, (first, second))


def _positions(
    arguments: argparse.Namespace, settings: Settings, spots: Spots, count: int
) -> tuple[Spots, int]:
    """The positions to scan, and the most that there can be: those of the file if one is named, else `count`
    of `spots`."""
    game = arguments.game
    if arguments.file is None:
        return spots, count
    try:
        record, *_ = Saves(settings.data_folder).load(arguments.file)
    except BadText as error:
        raise BadText(f"--game {error}") from None
    if record.game.name != game:
        raise BadText(f"--game {arguments.file}: expected a game of {game}, found one of {record.game.name}")
    return spots_and_total(record.positions, spots, count)


def answer_of(news: ScanNews, heuristics: Sequence[Heuristic]) -> dict[str, Any]:
    """A scan by players with these heuristics as JSON. The worst choice comes first, ties last."""
    return {
        "positions": news.done,
        "differ": news.differ,
        "tied": news.tied,
        "first_worse": len(news.worse(0)),
        "second_worse": len(news.worse(1)),
        "first_right": news.right(0),
        "second_right": news.right(1),
        "terms": [
            {"chooser": name, **row}
            for which, (name, heuristic) in enumerate(zip(CHOOSERS, heuristics, strict=True))
            for row in _rates(news, which, heuristic)
        ],
        "look_at": {
            name: _look_at(news, which, heuristic)
            for which, (name, heuristic) in enumerate(zip(CHOOSERS, heuristics, strict=True))
        },
        "found": [_row(found, heuristics) for found in news.found],
        "seconds": news.seconds,
    }


def _rates(news: ScanNews, which: int, heuristic: Heuristic) -> list[dict[str, Any]]:
    """How many worse and how many right choices of one heuristic each term decided."""
    return [
        {
            "name": rate.term or None,
            "label": label_in(rate.term, heuristic),
            "worse": rate.worse,
            "right": rate.right,
        }
        for rate in news.decided(which)
    ]


def _look_at(news: ScanNews, which: int, heuristic: Heuristic) -> dict[str, Any] | None:
    """The term that misleads one of the two heuristics (`first` or `second`), as JSON; None if none does."""
    rate = news.misleading(which)
    if rate is None:
        return None
    of = {"of_worse": len(news.worse(which)), "of_right": news.right(which)}
    label = label_in(rate.term, heuristic)
    return {"name": rate.term, "label": label, "worse": rate.worse, "right": rate.right} | of


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


MOST_SCANNED = 20
"""The most positions of a scan that are shown to people."""


MOST_MISLED = 2
"""The most terms that are named beside a refuted move."""


def show_scan(answer: Mapping[str, Any]) -> None:
    console, form = new_console(), ValueFormat.of_answer(answer)
    console.print(
        f"{answer['positions']} positions, seed {answer['seed']}: {answer['first']} and {answer['second']} "
        f"choose differently in {answer['differ']}"
    )
    if answer["tied"]:
        console.print(
            f"ties: {answer['tied']} (one heuristic gives both moves the same value, and chance picks one)"
        )
    worse = (f"{answer[f'{which}_worse']} by the {which}" for which in ("first", "second"))
    console.print(f"worse choices: {', '.join(worse)}; measured by {answer['judge']}")
    for which in ("first", "second"):
        terms = [row for row in answer["terms"] if row["chooser"] == which]
        if any(row["worse"] for row in terms):
            console.print(f"worse choices of the {which}, by the term that decided: {_rates_text(terms)}")
        if answer["look_at"][which]:
            console.print(f"{look_at_text(answer['look_at'][which])} (the {which})")
    rows = answer["found"][:MOST_SCANNED]
    if rows:
        columns = ("no.", "ply", "cost")
        choice = ("judged", "decided by")
        titles = ("no.", "ply", "first", *choice, "second", *choice, "cost", "", "position")
        table = new_table(*titles, right=columns)
        for row in rows:
            cells = []
            for which in ("first", "second"):
                found = row[which]
                term = "tie" if found["tied"] else found["label"] or "no term"
                move = move_in_window(answer["game"], row["position"], found["move"])
                cells += [move, value_text(found["judged"], form), term]
            tie = "tie" if row["tied"] else ""
            where = (_cost_text(row, form), tie, row["position"])
            table.add_row(f"{row['number']}", f"{row['ply']}", *cells, *where)
        console.print(table)
    if len(answer["found"]) > len(rows):
        console.print(f"and {len(answer['found']) - len(rows)} more")
    console.print(f"{answer['seconds']:.1f} s")


def _rates_text(terms: Sequence[Mapping[str, Any]]) -> str:
    """How many of the choices that each term decided were worse."""
    rows = (row for row in terms if row["worse"])
    return ", ".join(
        f"{row['label'] or 'no term'} {row['worse']} of {row['worse'] + row['right']}" for row in rows
    )


def look_at_text(found: Mapping[str, Any]) -> str:
    """Which term to look at, and how many of the worse and of the right choices it decides."""
    worse, right = (found[name] / found[f"of_{name}"] for name in ("worse", "right"))
    shares = f"{percent(worse)} of the worse choices and {percent(right)} of the right ones"
    return f"look at {found['label']}: it decides {shares}"


def show_deeper_scan(answer: Mapping[str, Any]) -> None:
    console = new_console()
    refuted, cases = answer["refuted"], answer["cases"]
    ties = f"; in {answer['tied']} more, chance picked one of several equal moves" if answer["tied"] else ""
    console.print(
        f"{answer['positions']} positions, seed {answer['seed']}: {answer['deeper']} refutes "
        f"{refuted} move{'s' * (refuted != 1)} of {answer['player']}{ties}"
    )
    if any(row["worse"] for row in answer["terms"]):
        console.print(f"refuted choices, by the term that decided: {_rates_text(answer['terms'])}")
    if answer["look_at"]:
        console.print(look_at_text(answer["look_at"]))
    elif refuted:
        console.print("no term decides more of the refuted choices than of the right ones, beyond chance")
    if cases:
        table = new_table("where", "plays", "", "better", "misled by", "position")
        for row in cases[:MOST_SCANNED]:
            moves = moves_in_window(answer["game"], row["position"], [row["move"], row["better"]])
            where = row["name"].removesuffix(f": {row['cost_text']}")
            misled = ", ".join(term["label"] for term in row["terms"][:MOST_MISLED])
            table.add_row(where, moves[0], row["cost_text"], moves[1], misled, row["position"])
        console.print(table)
    if len(cases) > MOST_SCANNED:
        console.print(f"and {len(cases) - MOST_SCANNED} more")
    if answer["suite"]:
        console.print(f"written to {answer['suite']}")
    console.print(f"{answer['seconds']:.1f} s")


def _cost_text(row: Mapping[str, Any], form: ValueFormat) -> str:
    """A cost in the judge's unit; "" if a choice wins or loses by force, which its value says."""
    decided = any(abs(row[which]["judged"]) > WIN_BAND for which in ("first", "second"))
    return "" if decided else form.size(form.difference(*(row[w]["judged"] for w in ("first", "second"))))
