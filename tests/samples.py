"""Samples for tests of several layers: positions of random games, and the golden figures."""

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import strategies as st

from games.compiling.compiler import jit_disabled
from games.contract import ONGOING, Game, Options, State
from games.position import Position
from games.registry import game_names, load_game
from heuristics.registry import default_heuristic
from study.game.session import Session
from study.state.wishes import Say

GOLDEN = Path(__file__).parent / "golden"

SEARCHED = {
    "isolation": "custom_score_2",
    "morris": "weighted",
    "chess": "location",
    "jungle": "minimax",
    "tabletactics": "concentration",
}
"""Published heuristics that compile fast, by game. Those of Isolation and Jungle are not antisymmetric: their
value for one side is not the negative of the value for the other."""


def searched_heuristic(game: str) -> str:
    """The heuristic that a game's search tests use. All use the same one, because each has to be compiled; it
    need not be the game's default, unless the game is not one of ours."""
    return SEARCHED.get(game) or default_heuristic(game).name


def golden_rows(name: str) -> list[dict[str, Any]]:
    """The rows of `golden/<name>.json` for games of the registry."""
    rows = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    return [row for row in rows if row["game"] in game_names()]


seeds = st.sampled_from(range(3 if jit_disabled() else 8))
"""Seeds of random games. All tests draw from the same few, so that a game is played once for many tests; more
seeds would give the same kinds of games."""


def random_walk(
    game: Game, seed: int, plies: int = 200, text: str | None = None, options: Options | None = None
) -> Iterator[Position]:
    """The positions of a random game of at most `plies` plies, from the first. Do not change them: whoever
    asks for the same game gets the same positions."""
    known, going_on = _walked(game, seed, text, options)
    for ply in range(plies + 1):
        if ply == len(known):
            if (position := next(going_on, None)) is None:
                return
            known.append(position)
        yield known[ply]


@cache
def _walked(
    game: Game, seed: int, text: str | None, options: Options | None
) -> tuple[list[Position], Iterator[Position]]:
    """The positions of a random game so far, and the iterator of the rest."""
    return [], _random_game(game, seed, text, options)


def _random_game(
    game: Game, seed: int, text: str | None = None, options: Options | None = None
) -> Iterator[Position]:
    draw = np.random.default_rng(seed)
    position = Position.start(game, options, text)
    while True:
        yield position
        if not position.moves:
            return
        move = position.moves[draw.integers(len(position.moves))]
        chances = position.chances(move)
        position = position.play(move, int(draw.choice(len(chances), p=chances)))


def endless_positions(game: Game, seed: int) -> Iterator[Position]:
    """Positions of random games, at most four from each, spread over all stages of the game."""
    draw = np.random.default_rng(seed)
    while True:
        walk = list(islice(_random_game(game, int(draw.integers(1 << 31))), 121))
        yield from (walk[i] for i in draw.choice(len(walk), size=min(4, len(walk)), replace=False))


@cache
def random_positions(game: Game, seed: int, count: int) -> list[Position]:
    """The first `count` of the `endless_positions`. Do not change them."""
    return list(islice(endless_positions(game, seed), count))


@cache
def ongoing_positions(name: str, seed: int, count: int) -> list[Position]:
    """The first `count` of the `endless_positions` in which the game is not over. Do not change them."""
    going_on = (p for p in endless_positions(load_game(name), seed) if p.outcome == ONGOING)
    return list(islice(going_on, count))


def fields(state: State) -> dict[str, object]:
    """All fields of a state by name."""
    return {name: np.asarray(state[name]).tolist() for name in state.dtype.names}


def said(session: Session) -> list[str]:
    """The messages that a game's screen has not shown yet."""
    return [wish.text for wish in session.study.wishes if isinstance(wish, Say)]
