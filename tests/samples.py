"""What tests of several floors start from: positions of random games, and the golden figures."""

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import strategies as st

from games.compiling.compiler import jit_disabled
from games.contract import ONGOING, Game
from games.position import Position
from games.registry import game_names, load_game
from heuristics.registry import default_heuristic
from study.core.wishes import Say
from study.game.session import Session

GOLDEN = Path(__file__).parent / "golden"

SEARCHED = {
    "isolation": "custom_score_2",
    "morris": "weighted",
    "chess": "location",
    "jungle": "minimax",
    "tabletactics": "concentration",
}
"""Published heuristics that compile fast, by game; those of Isolation and Jungle are lopsided: their
value for one side is not the negative of that for the other."""


def searched_heuristic(game: str) -> str:
    """The one heuristic a game that the searches' tests use: all the same one, for each is compiled. Which
    is a game's default does not matter here, unless the game is not one of ours."""
    return SEARCHED.get(game) or default_heuristic(game).name


def golden_rows(name: str) -> list[dict[str, Any]]:
    """The rows of `golden/<name>.json` that concern a game of the registry."""
    rows = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    return [row for row in rows if row["game"] in game_names()]


seeds = st.sampled_from(range(3 if jit_disabled() else 8))
"""Of random games. The same ones in all tests, so that a game is played once for many of them: other numbers
lead to games of the same kind."""


def random_walk(game: Game, seed: int, plies: int = 200, text: str | None = None) -> Iterator[Position]:
    """The positions of one random game of at most `plies` plies, the first one included; not to be
    changed, for who asks for the same game gets the same positions."""
    known, going_on = _walked(game, seed, text)
    for ply in range(plies + 1):
        if ply == len(known):
            if (position := next(going_on, None)) is None:
                return
            known.append(position)
        yield known[ply]


@cache
def _walked(game: Game, seed: int, text: str | None) -> tuple[list[Position], Iterator[Position]]:
    """The positions of a random game so far, and what goes on."""
    return [], _random_game(game, seed, text)


def _random_game(game: Game, seed: int, text: str | None = None) -> Iterator[Position]:
    draw = np.random.default_rng(seed)
    position = Position.start(game, text=text)
    while True:
        yield position
        if not position.moves:
            return
        move = position.moves[draw.integers(len(position.moves))]
        chances = position.chances(move)
        position = position.play(move, int(draw.choice(len(chances), p=chances)))


def endless_positions(game: Game, seed: int) -> Iterator[Position]:
    """Positions out of random games, at most four from each, from all stages of the game alike."""
    draw = np.random.default_rng(seed)
    while True:
        walk = list(islice(_random_game(game, int(draw.integers(1 << 31))), 121))
        yield from (walk[i] for i in draw.choice(len(walk), size=min(4, len(walk)), replace=False))


@cache
def random_positions(game: Game, seed: int, count: int) -> list[Position]:
    """The first `count` of the `endless_positions`; not to be changed."""
    return list(islice(endless_positions(game, seed), count))


@cache
def ongoing_positions(name: str, seed: int, count: int) -> list[Position]:
    """Those of the `endless_positions` of a game in which it still goes on; not to be changed."""
    going_on = (p for p in endless_positions(load_game(name), seed) if p.outcome == ONGOING)
    return list(islice(going_on, count))


def said(session: Session) -> list[str]:
    """What the screen of a game has not said yet."""
    return [wish.text for wish in session.study.wishes if isinstance(wish, Say)]
