"""Records what searches find, so that two commits can be compared: nodes, values, moves, lines, parts, and
every row of a recorded tree, over all games and options.

    PYTHONPATH=.:tests python tests/engines/search/record_searches.py before.json
    PYTHONPATH=.:tests python tests/engines/search/record_searches.py after.json --compare before.json

Without the compiler each option is switched by itself. With `--compiled` there are fewer options and deeper
searches.
"""

import argparse
import hashlib
import json
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from engines.contract import EngineFailure
from engines.player_text import make_engine, parse_player
from engines.search.options import CUTS, EXTRAS, cuts_of_strong, cuts_that_serve
from engines.search_engine import Searcher
from engines.selective_memory import GAMES
from engines.tree_recorder import Recording
from fast_records import find_fields_fast
from games.compiling.kept_kernels import default_folder, keep_kernels_in
from games.position import Position
from games.registry import game_names, load_game
from samples import ongoing_positions, searched_heuristic

UNCOMPILED, COMPILED = 200, 20_000
"""Nodes of a search."""


def searchers(game: str, compiled: bool) -> Iterator[tuple[str, Searcher]]:
    """The searches of a game, by name."""
    rules, heuristic = load_game(game), searched_heuristic(game)
    nodes = COMPILED if compiled else UNCOMPILED

    def searcher(
        kind: str, options: str = "", cuts: frozenset[str] | None = None, **flags: float
    ) -> Searcher:
        limits = "depth=2" if kind == "minimax" else f"nodes={nodes}"
        text = f"{kind}:{heuristic},{limits},seed=7{options}"
        engine = make_engine(parse_player(text, game), game, table_megabytes=1)
        assert isinstance(engine, Searcher)
        engine = replace(engine, compile=compiled, cuts=engine.cuts if cuts is None else cuts)
        engine.workspace_flags.update(flags)
        return engine

    strong = cuts_of_strong(rules)
    serving = cuts_that_serve(rules, {cut.name for cut in CUTS})
    every = dict.fromkeys((extra.flag for extra in EXTRAS), 1)
    yield "minimax", searcher("minimax")
    for kind in ("alphabeta", "strong", *(("selective",) if game in GAMES else ())):
        yield kind, searcher(kind)
        for flag in ("slack", "sharing", "use_table", "use_ordering"):
            value = {"slack": 0.5, "sharing": 1}.get(flag, 0)
            yield f"{kind} {flag}={value}", searcher(kind, **{flag: value})
        yield f"{kind} multipv=3", searcher(kind, ",multipv=3")
    yield "alphabeta all extras", searcher("alphabeta", **every)
    if compiled:
        return
    yield "all cuts", searcher("strong", cuts=serving)
    yield "all cuts, sharing", searcher("strong", cuts=serving, sharing=1)
    yield "all cuts, no order", searcher("strong", cuts=serving, use_ordering=0)
    for extra in EXTRAS:
        yield f"with {extra.name}", searcher("alphabeta", **{extra.flag: 1})
        yield f"without {extra.name}", searcher("strong", **{extra.flag: 0})
    for cut in CUTS:
        if cut.name in serving:
            alone = cuts_that_serve(rules, {cut.name, cut.beside, "late_moves"} - {""})
            yield f"only {cut.name}", searcher("alphabeta", cuts=alone, **every)
            yield f"only {cut.name}, plain", searcher("alphabeta", cuts=frozenset({cut.name}))
            yield f"all but {cut.name}", searcher("strong", cuts=cuts_that_serve(rules, serving - {cut.name}))
            if cut.name in strong:
                yield f"strong but {cut.name}", searcher("strong", cuts=strong - {cut.name})


def found(engine: Searcher, position: Position) -> list[Any]:
    """What a search finds in a position."""
    try:
        thought = engine.think(position)
    except EngineFailure as failure:
        return [0, str(failure)]
    rows = [
        (row.move, row.value.hex(), row.bound, row.depth, row.line, [each.hex() for each in row.parts])
        for row in thought.root_moves
    ]
    digest = hashlib.sha256(repr(rows).encode())
    if engine.recording is not None:
        tree = engine.tree()
        for each in fields(tree):
            digest.update(getattr(tree, each.name).tobytes())
    return [
        thought.nodes,
        thought.value.hex(),
        thought.move,
        thought.depth,
        list(thought.pv),
        [each.hex() for each in (*thought.outcomes, *thought.parts)],
        digest.hexdigest()[:16],
    ]


def recorded(game: str, compiled: bool) -> Iterator[tuple[str, list[Any]]]:
    """Each search of a game by its name, with what it has found: as usual, explained and written down."""
    positions = [each for each in ongoing_positions(game, 5, 24) if len(each.moves) > 4][1:12:5]
    for name, engine in searchers(game, compiled):
        usual = engine.with_empty_memory() if engine.deepens else engine
        for number, position in enumerate(positions):
            key = f"{game} {name} {number}"
            if number == 0 or compiled:
                yield key, found(usual, position)
            if engine.deepens and load_game(game).has_chance:
                yield f"{key} explained", found(engine.with_empty_memory(explains=True), position)
            for full in (False, True) if number == 0 else (False,):
                recorder = engine.recorder(Recording(full_windows=full), engine.limits)
                yield f"{key} recorded {full}", found(recorder, position)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--compare", type=Path)
    parser.add_argument("--compiled", action="store_true")
    parser.add_argument("--games", nargs="+", default=game_names())
    asked = parser.parse_args()
    find_fields_fast()
    keep_kernels_in(default_folder())
    answers = {key: row for game in asked.games for key, row in recorded(game, asked.compiled)}
    asked.file.write_text(json.dumps(answers, indent=0), encoding="utf-8")
    print(f"{len(answers)} searches, {sum(row[0] for row in answers.values())} nodes")
    if asked.compare is not None:
        before = json.loads(asked.compare.read_text(encoding="utf-8"))
        differ = [key for key in answers if json.loads(json.dumps(answers[key])) != before.get(key)]
        for key in differ[:20]:
            print(key, before.get(key), answers[key], sep="\n  ")
        print(f"{len(differ)} differ from {asked.compare}")
        raise SystemExit(bool(differ))
