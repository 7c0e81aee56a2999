"""What the command line answers, as data: each function returns what `--json` prints.

Bad input raises `games.contract.BadText`; the command line turns that into one line and status 2.
"""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from engines.contract import UNKNOWN, EngineFailure, RootMove, Thought
from engines.own_players import own_players
from engines.players import make_engine, parse_player
from engines.program_kinds import OWN
from engines.registry import kinds
from games.contract import SIDE_NAMES, BadText
from games.perft import perft as count_sequences
from games.position import Position
from games.registry import ENTRIES, load_game
from games.registry import entry as entry_of
from heuristics.failure import TermFailure
from heuristics.lens import Breakdown, Lens
from heuristics.registry import BrokenModule, heuristics_of, own_files
from heuristics.watch import Watched
from study.line_terms import terms_at_end
from study.new_heuristic import new_heuristic
from study.new_player import new_player
from study.settings import Settings
from study.why_not import WhyNot, explainer_of, read_turn
from study.why_told import as_json

MAX_PERFT_DEPTH = 60


def list_games() -> list[dict[str, Any]]:
    return [{"name": entry.name, "title": entry.title, "description": entry.tagline} for entry in ENTRIES]


def list_heuristics(game: str | None, settings: Settings) -> list[dict[str, Any]]:
    """Every heuristic of one game or of all, with its terms and parameters and their weights as set.
    Of all, a game whose heuristics cannot be loaded is a row with an `error`, and so is each file of the
    person's own that cannot be, or not in its newest version."""
    rows: list[dict[str, Any]] = []
    for name in [entry.name for entry in ENTRIES] if game is None else [game]:
        try:
            heuristics = heuristics_of(name)
        except BrokenModule as error:
            if game is not None:
                raise
            rows.append({"game": name, "error": str(error)})
            continue
        for heuristic in heuristics:
            weights = settings.lens(name, heuristic.name).weights
            terms = [
                {
                    "name": term.name,
                    "weight": float(weight),
                    "description": term.description,
                    "source": term.source,
                }
                for term, weight in zip(heuristic.terms, weights, strict=False)
            ]
            others = zip(heuristic.parameters, weights[len(terms) :], strict=True)
            parameters = [{"name": name, "weight": float(weight)} for name, weight in others]
            rows.append(
                {
                    "game": name,
                    "name": heuristic.name,
                    "description": heuristic.description,
                    "source": heuristic.source,
                    "terms": terms,
                    "parameters": parameters,
                }
            )
    for file in own_files():
        if file.problem:
            games = {of for of, _ in file.named} | {heuristic.game for heuristic in file.heuristics}
            if game is None or game in games or not games:
                names = sorted({name for _, name in file.named})
                row = {"name": names[0]} if names else {}
                rows.append({"game": min(games, default=""), **row, "error": file.problem})
    return rows


def start_heuristic(name: str, game: str, settings: Settings) -> dict[str, Any]:
    """Writes a small commented file to start a heuristic from, into the person's own folder."""
    file = new_heuristic(name, game, settings.own_heuristics)
    return {"file": str(file), "game": game, "name": name}


def list_players() -> list[dict[str, Any]]:
    """The person's own players: each with its file, and an `error` where its text is wrong."""
    rows = []
    for player in own_players():
        row = {
            "name": f"{OWN.name}:{player.name}",
            "description": player.description,
            "file": str(player.path),
        }
        rows.append(row | ({"error": player.problem} if player.problem else {}))
    return rows


def start_player(name: str, settings: Settings) -> dict[str, Any]:
    """Writes a small commented file to start a player from, into the person's own folder."""
    return {"file": str(new_player(name, settings.own_players)), "name": f"{OWN.name}:{name}"}


def list_engines() -> list[dict[str, Any]]:
    return [
        {"name": kind.name, "description": kind.description, "options": sorted(kind.options)}
        for kind in kinds()
    ]


def position_of(game: str, text: str | None, settings: Settings) -> Position:
    """The position a command speaks of; BadText says that the position's text is wrong."""
    try:
        return Position.start(load_game(game), settings.options_for(game), text)
    except BadText as error:
        if text is None:
            raise
        raise BadText(f"position {text!r}: {error}") from None


def perft(game: str, depth: int, text: str | None, divide: bool, settings: Settings) -> dict[str, Any]:
    """`nodes` and `seconds`, compilation included; `moves` too with `divide`."""
    if not 0 <= depth <= MAX_PERFT_DEPTH:
        raise BadText(f"depth: expected a whole number from 0 to {MAX_PERFT_DEPTH}, found {depth}")
    position = position_of(game, text, settings)
    started = time.perf_counter()
    answer: dict[str, Any] = {"game": game, "position": position.text, "depth": depth}
    if divide and depth > 0:
        moves: dict[str, int] = {}
        for move in position.moves:
            outcomes = range(len(position.chances(move)))
            after = (position.play(move, chance).state for chance in outcomes)
            moves[position.move_text(move)] = sum(
                count_sequences(position.game, state, depth - 1) for state in after
            )
        answer |= {"nodes": sum(moves.values()), "moves": moves}
    else:
        answer["nodes"] = count_sequences(position.game, position.state, depth)
    return answer | {"seconds": time.perf_counter() - started}


def evaluate(
    game: str,
    heuristic_name: str,
    text: str | None,
    side: str | None,
    changes: Mapping[str, float],
    settings: Settings,
) -> dict[str, Any]:
    """The breakdown of a position for one side, by default the player to move."""
    lens = settings.lens(game, heuristic_name)
    for name, weight in changes.items():
        lens = lens.with_weight(name, weight)
    position = position_of(game, text, settings)
    if side is not None and side not in SIDE_NAMES:
        raise BadText(f"side: expected white or black, found {side!r}")
    for_side = position.to_move if side is None else SIDE_NAMES.index(side)
    breakdown = _breakdown(lens, position, for_side)
    head = {"game": game, "heuristic": heuristic_name, "position": position.text}
    return head | breakdown.to_json()


def _breakdown(lens: Lens, position: Position, side: int) -> Breakdown:
    """What the position is worth through the lens; BadText names the term that cannot say it."""
    try:
        return Watched(lens.heuristic, lambda: lens.breakdown(position.state, side)).result()
    except TermFailure as failure:
        raise BadText(str(failure)) from None


def read_batch(file: Path) -> list[dict[str, Any]]:
    """The rows of a batch file, a JSON list of objects."""
    try:
        rows = json.loads(file.read_text(encoding="utf-8"))
        json.dumps(rows, allow_nan=False)  # Python reads numbers that are not JSON, and they go back out
    except (OSError, UnicodeDecodeError) as error:
        raise BadText(f"batch {file}: cannot be read: {error}") from None
    except (ValueError, RecursionError) as error:
        raise BadText(f"batch {file}: not JSON: {error}") from None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise BadText(f"batch {file}: expected a JSON list of objects")
    return rows


def _field(row: Mapping[str, Any], name: str, kind: type, required: bool = True) -> Any:
    value = row.get(name)
    if value is None and not required:
        return None
    if not isinstance(value, kind) or isinstance(value, bool):
        raise BadText(f"{name}: expected a {'text' if kind is str else 'whole number'}, found {value!r}")
    return value


Row = Mapping[str, Any]


def evaluate_batch(rows: Sequence[Row], settings: Settings) -> list[dict[str, Any]]:
    """The rows with `value` added, or `error` where a row is wrong."""

    def value(row: Row) -> float:
        game, heuristic = _field(row, "game", str), _field(row, "heuristic", str)
        position, side = (_field(row, name, str, required=False) for name in ("position", "side"))
        return float(evaluate(game, heuristic, position, side, {}, settings)["value"])

    return _answered(rows, "value", value)


def perft_batch(rows: Sequence[Row], settings: Settings) -> list[dict[str, Any]]:
    """The rows with `nodes` added, or `error` where a row is wrong."""

    def nodes(row: Row) -> int:
        game, depth = _field(row, "game", str), _field(row, "depth", int)
        position = _field(row, "position", str, required=False)
        return int(perft(game, depth, position, False, settings)["nodes"])

    return _answered(rows, "nodes", nodes)


def _answered(rows: Sequence[Row], name: str, answer: Callable[[Row], float]) -> list[dict[str, Any]]:
    answers = []
    for row in rows:
        try:
            answers.append({**row, name: answer(row)})
        except BadText as error:
            answers.append({**row, "error": str(error)})
    return answers


def analyse(game: str, player: str, text: str | None, seed: int, settings: Settings) -> dict[str, Any]:
    """What a player would play, and why."""
    spec = parse_player(player, game)
    if spec.is_human:
        raise BadText("player: expected a program, found 'human'")
    position = position_of(game, text, settings)
    if not position.moves:
        raise BadText(f"position {position.text!r}: the game is over: {position.ending}")
    megabytes, rules = settings.engine.table_megabytes, settings.options_for(game)
    engine = make_engine(spec, game, settings.weights, seed, megabytes, explains=True, options=rules)
    try:
        engine.prepare(game)
        thought = engine.think(position)
    except EngineFailure as error:
        if spec.heuristic:
            raise
        raise BadText(f"player: {error}") from None
    finally:
        engine.close()
    return {"game": game, "player": str(spec), "position": position.text} | describe(thought)


def why_not(
    game: str, player: str, move: str, text: str | None, seed: int, settings: Settings
) -> dict[str, Any]:
    """Why a player does not play a move, or the moves of a turn, parted by blanks."""
    spec = parse_player(player, game)
    if not spec.heuristic:
        raise BadText(f"player: expected one that searches with a heuristic, found {player!r}")
    position = position_of(game, text, settings)
    if not position.moves:
        raise BadText(f"position {position.text!r}: the game is over: {position.ending}")
    asked = read_turn(position, move)
    engine = make_engine(spec, game, settings.weights, seed, settings.engine.table_megabytes)
    started = time.perf_counter()
    names = (entry_of(game).white, entry_of(game).black)
    try:
        answer = as_json(WhyNot(explainer_of(engine), position, asked, names).answer())
    except EngineFailure as error:
        raise BadText(str(error)) from None
    finally:
        engine.close()
    head = {"game": game, "player": str(spec), "position": position.text}
    return head | answer | {"seconds": time.perf_counter() - started}


def describe(thought: Thought) -> dict[str, Any]:
    """A finished thought as JSON; `leaf` is the breakdown at the end of the principal variation, `lines`
    are the best moves, as many as were asked for, with the terms' contributions that their values are made
    of (none where a value is no evaluation)."""
    position = thought.position
    answer: dict[str, Any] = {
        "move": None if thought.move is None else position.move_text(thought.move),
        "value": thought.value,
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
        breakdown = _breakdown(thought.lens, end, position.to_move)
        answer["leaf"] = {"position": end.text, **breakdown.to_json()}
    return answer


def _line(thought: Thought, row: RootMove) -> dict[str, Any]:
    position, terms = thought.position, terms_at_end(thought, row)
    return {
        "move": position.move_text(row.move),
        "value": row.value,
        "depth": row.depth,
        "pv": line_texts(position, row.line),
        "terms": [{"name": name, "contribution": amount} for name, amount in terms.amounts.items()],
    }


def line_texts(position: Position, line: Sequence[int]) -> list[str]:
    """A variation's moves as text, up to and including the first that chance decides."""
    texts = []
    for move in line:
        texts.append(position.move_text(move))
        if len(position.chances(move)) > 1:
            break
        position = position.play(move)
    return texts
