"""`main.py review`: searches each position of a game, and says what each move lost and why the worst did."""

import argparse
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import Any

from cli.command_io import settings_of, show
from cli.foreground_job import ForegroundJob
from cli.plain_tables import new_console, new_table, value_text
from cli.position import failures_as_mistakes, program_of
from cli.progress_bars import scan_progress
from engines.contract import WIN_BAND
from engines.player_kinds import PlayerSpec
from engines.player_text import make_engine
from engines.registry import kind_named
from games.contract import SIDE_NAMES, BadText
from games.record import Record, joined_to
from games.registry import entry
from heuristics.lens import Lens
from heuristics.registry import default_heuristic
from study.compare.scan_players import is_heuristic
from study.format.value_format import ValueFormat
from study.lesson_files.lesson_game import game_in
from study.review.reviewer import (
    EXPLAINED,
    review_tasks,
    reviewer_of,
    tasks_of,
    usual_player,
    usual_player_by,
)
from study.review.stretch import stretch_of
from study.review.stretch_text import stretch_sentence
from study.saved_games.game_length import length_in_words
from study.saved_games.kept_searches import KeptSearches, read_searches
from study.saved_games.read_game import GameOfFile
from study.settings.settings import Settings
from study.state.move_loss import MoveLoss, ReviewedMove, ReviewResult, costliest, worst
from study.state.search_store import position_key

LIMITS = ("nodes", "depth", "ms")
"""Options that limit the search of a position."""


@dataclass(frozen=True)
class ReviewedGame:
    """A game that was read from a file, and its review: by the player `spec`, with the heuristic and weights
    `lens`."""

    found: GameOfFile
    review_result: ReviewResult
    spec: PlayerSpec
    lens: Lens


def review_game(arguments: argparse.Namespace, settings: Settings, for_page: bool = False) -> ReviewedGame:
    """Reviews the game of a file as the arguments say. Raises BadText if that is impossible. `for_page`:
    completes the review that is in the file, unless the arguments name another player. A page may also show a
    position without moves."""
    found = game_in(arguments.file, settings, arguments.number)
    record = found.record
    game = record.game.name
    if not record.plies and not for_page:
        raise BadText(f"{arguments.file}: expected a game with a move")
    kept = read_searches(record, found.searches) if for_page else KeptSearches()
    spec = _player(arguments.player, game)
    if arguments.player is None and kept.reviewer is not None:
        spec = usual_player_by(kept.reviewer, kept.given)
    made = make_engine(spec, game, settings.weights, arguments.seed, settings.engine.table_megabytes)
    about = entry(game)
    with failures_as_mistakes(), closing(made):
        reviewer = reviewer_of(made)
        if not record.plies:
            return ReviewedGame(found, ReviewResult(), spec, reviewer.lens)
        # Results of an earlier review are used only if the same player found them.
        same = kept.reviewer == reviewer.lens and spec == usual_player_by(reviewer.lens, kept.given)
        known = _known(record, kept.looked) if same else {}
        with scan_progress(len(record.plies)) as on_news:
            tasks, names = tasks_of(record), (about.white, about.black)
            review_result = review_tasks(reviewer, tasks, names, ForegroundJob(on_news), known)
    return ReviewedGame(found, review_result, spec, reviewer.lens)


def _known(record: Record, looked: Sequence[ReviewedMove]) -> dict[int, ReviewedMove]:
    """The results of an earlier review of this game, by ply."""
    by_move = {(position_key(each.thought.position), each.move): each for each in looked}
    tasks = tasks_of(record)
    found = ((task.index, by_move.get((position_key(task.position), task.move))) for task in tasks)
    return {index: replace(each, index=index) for index, each in found if each is not None}


def run(arguments: argparse.Namespace) -> None:
    game = review_game(arguments, settings_of(arguments))
    found = game.found
    head: dict[str, Any] = {
        "game": found.record.game.name,
        "file": str(arguments.file),
        "player": str(game.spec),
    }
    head |= {"judge": game.lens.name, **ValueFormat.of_lens(game.lens).to_json(), **_limits(game.spec)}
    names = dict(zip(SIDE_NAMES, found.players, strict=True))
    written = {looked.index + 1: _written(looked) for looked in game.review_result.looked}
    show_timed = partial(show_review, seconds=game.review_result.seconds, written=written)
    about = entry(found.record.game.name)
    answer = answer_of(game.review_result, found.record, (about.white, about.black))
    show(arguments, head | names | remarks_on(found) | answer, show_timed)


def _written(looked: ReviewedMove) -> tuple[str, str]:
    """The move and the best move in notation for people; "" if the best move is not known."""
    position, move_loss = looked.thought.position, looked.move_loss
    return position.notation(looked.move), "" if move_loss is None else position.notation(move_loss.best.move)


def remarks_on(found: GameOfFile) -> dict[str, str]:
    """The remarks on how a file was read, as JSON."""
    said = {"problem": found.problem, "not_kept": found.not_kept}
    return {name: text for name, text in said.items() if text}


def _limits(spec: PlayerSpec) -> dict[str, int]:
    """The limits of every position's search: the player's own or, if it names none, its kind's."""
    given = kind_named(spec.kind).given(spec)
    return {name: given[name] for name in LIMITS if name in given}


def _player(text: str | None, game: str) -> PlayerSpec:
    """The player that reviews: the given one, or the usual one, with the given heuristic if there is one."""
    usual = usual_player(default_heuristic(game).name)
    if text is not None and is_heuristic(text, game):
        given = {part.partition("=")[0].strip() for part in text.split(",")}
        options = [(name, value) for name, value in usual.options if name not in given]
        if given & set(LIMITS):  # a given limit replaces all usual ones
            options = [option for option in options if option[0] not in LIMITS]
        text = ",".join([f"alphabeta:{text.strip()}", *(f"{name}={value}" for name, value in options)])
    return usual if text is None else program_of(text, game)


def answer_of(review_result: ReviewResult, record: Record, names: tuple[str, str]) -> dict[str, Any]:
    """A review as JSON, without the time it took, so that a repeated review gives the same document. Values
    are for the side that moved; `number` is the move's number in the game, such as "7…". `names` are the
    sides' names."""

    def with_sentences(moves: Sequence[MoveLoss]) -> list[dict[str, Any]]:
        whys = review_result.whys
        return [
            {"number": record.label(each.index), **_loss(each), "sentence": whys.get(each.index)}
            for each in moves
        ]

    return {
        "plies": [{"number": record.label(looked.index), **_ply(looked)} for looked in review_result.looked],
        "worst": with_sentences(worst(review_result.move_losses, EXPLAINED)),
        "costliest": {
            name: with_sentences(costliest(review_result.move_losses, side))
            for side, name in enumerate(SIDE_NAMES)
        },
        "stretch": _stretch(review_result, record, names),
        "moves": [_move(looked) for looked in review_result.looked],
    }


def _stretch(review_result: ReviewResult, record: Record, names: tuple[str, str]) -> dict[str, Any]:
    """Where the game was lost, or an advantage let slip. Values are for `side`, before the ply `from_ply`
    and after the ply `to_ply`. They are None if nobody was ever clearly ahead."""
    found = stretch_of(record, review_result)
    answer: dict[str, Any] = dict.fromkeys(
        ("side", "lost", "from_ply", "to_ply", "before", "after", "largest_loss", "costliest_ply")
    )
    if found is not None:
        costliest = found.costliest
        answer = {
            "side": SIDE_NAMES[found.side],
            "lost": found.lost,
            "from_ply": found.start + 1,
            "to_ply": found.end,
            "before": found.before,
            "after": found.after,
            "largest_loss": found.most,
            "costliest_ply": None if costliest is None else costliest.index + 1,
        }
    return answer | {"sentence": stretch_sentence(record, review_result, found, names)}


def _move(looked: ReviewedMove) -> dict[str, Any]:
    """A move and the best move, with the terms of the loss at the ends of both lines."""
    row = _ply(looked)
    terms = [
        {
            "name": term.name,
            "label": term.label,
            "best": term.chosen,
            "move": term.asked,
            "difference": term.difference,
        }
        for term in looked.terms
    ]
    return {name: row[name] for name in ("ply", "side", "move", "loss", "best", "depth")} | {"terms": terms}


def _ply(looked: ReviewedMove) -> dict[str, Any]:
    position, move_loss = looked.thought.position, looked.move_loss
    if move_loss is not None:
        return _loss(move_loss)
    unknown = dict.fromkeys(("value", "depth", "best", "best_value", "loss", "way"))
    head = {"ply": looked.index + 1, "side": SIDE_NAMES[position.to_move]}
    return {**head, "move": position.move_text(looked.move), **unknown, "marked": False}


def _loss(move_loss: MoveLoss) -> dict[str, Any]:
    position = move_loss.position
    return {
        "ply": move_loss.index + 1,
        "side": SIDE_NAMES[move_loss.side],
        "move": position.move_text(move_loss.played.move),
        "value": move_loss.played.value,
        "depth": move_loss.depth,
        "best": position.move_text(move_loss.best.move),
        "best_value": move_loss.best.value,
        "loss": move_loss.loss,
        "way": move_loss.way,
        "marked": move_loss.marked,
    }


def show_review(answer: Mapping[str, Any], seconds: float, written: Mapping[int, tuple[str, str]]) -> None:
    """Prints a review. `written` are, by ply, the move and the best one in notation for people, "" for an
    unknown one."""
    console, form = new_console(), ValueFormat.of_answer(answer)
    for remark in ("problem", "not_kept"):
        if remark in answer:
            console.print(answer[remark])
    turns = sum(1 for _ in groupby(row["side"] for row in answer["plies"]))
    console.print(
        f"{answer['game']}, {length_in_words(answer['game'], len(answer['plies']), turns)}; values "
        f"by {answer['judge']} for the side that moved{f', in {form.units}' if form.unit else ''}"
    )
    console.print(f"searched by {answer['player']}")
    columns = ("value", "its value", "depth", "loss")
    table = new_table("no.", "side", "move", "value", "best", "its value", "depth", "loss", "", right=columns)
    for row in answer["plies"]:
        move, best = written[row["ply"]]
        head = (row["number"], row["side"], move)
        if row["value"] is None:
            table.add_row(*head, "", "", "", "", "", "not searched in time")
            continue
        better = row["move"] != row["best"]
        table.add_row(
            *head,
            value_text(row["value"], form),
            best if better else "",
            value_text(row["best_value"], form) if better else "",
            str(row["depth"]),
            _loss_text(row, form),
            "<-" if row["marked"] else "",
        )
    console.print(table)
    console.print(answer["stretch"]["sentence"])
    for row in _explained_moves(answer, form):
        move, best = written[row["ply"]]
        words = row["sentence"] or f"better was {best}"
        console.print(f"{joined_to(row['number'], move)} ({row['side']}): {words}")
    console.print(f"{seconds:.1f} s")


def _explained_moves(answer: Mapping[str, Any], form: ValueFormat) -> list[Mapping[str, Any]]:
    """The worst moves of a review and each side's costliest, the largest loss first."""
    rows = {
        row["ply"]: row
        for row in (*answer["worst"], *(r for side in answer["costliest"].values() for r in side))
    }
    return sorted(
        rows.values(),
        key=lambda row: (-form.difference(row["best_value"], row["value"]), -row["loss"], row["ply"]),
    )


def _loss_text(row: Mapping[str, Any], form: ValueFormat) -> str:
    """A loss in the reviewer's unit; "" for none, and if one of the two moves wins or loses by force."""
    decided = any(abs(row[name]) > WIN_BAND for name in ("value", "best_value"))
    return "" if decided or not row["loss"] else form.size(form.difference(row["best_value"], row["value"]))
