"""`main.py analyse`: what a player would play, and why."""

import argparse
from collections.abc import Mapping
from typing import Any

from cli.command_io import settings_of, show
from cli.plain_tables import bounded_text, new_console, show_breakdown, value_text
from cli.position import breakdown_of, chance_of, line_texts, position_to_search, program_of
from cli.side_outputs import Drawing, export_answer
from cli.window_notation import line_in_window, move_in_window, moves_in_window
from engines.contract import EXACT, UNKNOWN, UPPER, EngineFailure, RootMove, Thought
from engines.player_text import make_engine
from games.contract import BadText
from games.registry import entry
from heuristics.lens import Lens
from study.evaluation.one_sided import as_json
from study.export.position_report import of_analysis
from study.format.value_format import ValueFormat
from study.moves.line_terms import terms_at_end
from study.moves.seen_ahead import ahead_of
from study.settings.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("player", metavar="PLAYER")


def run(arguments: argparse.Namespace, draw: Drawing) -> None:
    settings = settings_of(arguments)
    answer = analyse(arguments.game, arguments.player, arguments.position, arguments.seed, settings)
    export_answer(arguments, answer, of_analysis, draw, settings)
    show(arguments, answer, show_analysis)


def analyse(game: str, player: str, text: str | None, seed: int, settings: Settings) -> dict[str, Any]:
    """What a player would play, and why."""
    spec, position = program_of(player, game), position_to_search(game, text, settings)
    megabytes, rules = settings.engine.table_megabytes, settings.options_for(game)
    engine = make_engine(spec, game, settings.weights, seed, megabytes, explains=True, options=rules)
    try:
        engine.prepare(game)
        thought = engine.think(position)
    except EngineFailure as error:
        if spec.heuristic:
            raise
        # Such as a program that does not start, or a player without training: the input is at fault.
        raise BadText(f"player: {error}") from None
    finally:
        engine.close()
    value, side = thought.value, position.to_move
    chance = chance_of(thought.lens, position, value, side, settings, thought.nodes)
    return {"game": game, "player": str(spec), "position": position.text} | describe(thought) | chance


def describe(thought: Thought) -> dict[str, Any]:
    """A finished search as JSON. `leaf` is the breakdown at the end of the principal variation. `lines` are
    the best moves, as many as the player's `multipv`, with the contributions of terms that their values
    consist of (none if a value is no evaluation). `now` is the value of the position without looking ahead.
    `sentence` says why the search's value differs from `now`; None if they hardly differ."""
    position = thought.position
    answer: dict[str, Any] = {
        "move": None if thought.move is None else position.move_text(thought.move),
        "value": thought.value,
        **ValueFormat.of_thought(thought).to_json(),
        "depth": thought.depth,
        "nodes": thought.nodes,
        "seconds": thought.seconds,
        "pv": line_texts(position, thought.pv),
        "moves": [
            {
                "move": position.move_text(row.move),
                "value": None if row.bound == UNKNOWN else row.value,
                "bound": row.bound,
                **({"remark": row.remark} if row.remark else {}),
            }
            for row in thought.root_moves
        ],
    }
    answer["lines"] = [_line(thought, row) for row in thought.best_moves]
    if thought.remark:
        answer["remark"] = thought.remark
    if thought.lens is not None:
        end = thought.pv_end()
        breakdown = breakdown_of(thought.lens, end, position.to_move)
        answer["leaf"] = {"position": end.text, **as_json(thought.lens, breakdown)}
    registered = entry(position.game.name)
    ahead = ahead_of(thought, (registered.white, registered.black))
    if ahead is not None:
        answer["now"] = ahead.now
        answer["sentence"] = ahead.texts[0] if ahead.differs else None
    return answer


def _line(thought: Thought, row: RootMove) -> dict[str, Any]:
    position, terms = thought.position, terms_at_end(thought, row)
    return {
        "move": position.move_text(row.move),
        "value": row.value,
        "depth": row.depth,
        "pv": line_texts(position, row.line),
        "terms": [_contribution(thought.lens, name, amount) for name, amount in terms.amounts.items()],
    }


def _contribution(lens: Lens | None, name: str, amount: float) -> dict[str, Any]:
    assert lens is not None, "only a search with a heuristic has terms"
    return {"name": name, "label": lens.heuristic.label_of(name), "contribution": amount}


def show_analysis(answer: Mapping[str, Any]) -> None:
    console, form = new_console(), ValueFormat.of_answer(answer)
    speed = answer["nodes"] / answer["seconds"] if answer["seconds"] else 0
    where = answer["game"], answer["position"]
    known = [row for row in answer["moves"] if row["value"] is not None]
    # If no move has a value, the player did not search, and `value` means nothing.
    value = f"  {value_text(answer['value'], form, unit=True)}" if known else ""
    console.print(f"{move_in_window(*where, answer['move'])}{value}")
    console.print(
        f"depth {answer['depth']}, {answer['nodes']} nodes, {answer['seconds']:.2f} s, {speed:.0f} nodes/s"
    )
    if "chance" in answer:
        console.print(answer["chance"]["sentence"])
    if known:
        console.print("best line: " + line_in_window(*where, answer["pv"]))
    if answer.get("sentence"):
        console.print(f"without a search {value_text(answer['now'], form)}. {answer['sentence']}")
    if "remark" in answer:
        console.print(answer["remark"])
    for number, line in enumerate(answer["lines"][1:], 2):
        moves = line_in_window(*where, line["pv"])
        console.print(f"line {number}: {value_text(line['value'], form)}  {moves}")
    known.sort(key=lambda row: (-row["value"], row["bound"] != EXACT))
    names = moves_in_window(*where, [row["move"] for row in known])
    for name, row in zip(names, known, strict=True):
        console.print(f"  {name:8} {bounded_text(row['value'], form, row['bound'] == UPPER)}")
    if "leaf" in answer:
        console.print("at the end of the best line:")
        show_breakdown(answer["leaf"])
