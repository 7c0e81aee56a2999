"""Positions with a clear winner, and the files that hold them. A file of each game comes with the program."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from games.contract import SIDE_NAMES, BadText
from games.registry import load_game
from games.safe_text import shown
from games.text_files import mistakes_in, read_json, read_text, write_file

SHIPPED = Path(__file__).parent / "decided"

MOST_BYTES = 16 << 20

THIRDS = 3
"""The number of parts of a game, by plies."""


@dataclass(frozen=True)
class DecidedPosition:
    """A position that one side wins. `winner` is a side's name; `third` is the third of its game, from 0.
    `proven` says whether a search proved the win; `score` is the winner's share of the points in games that
    a program played against itself from the position, 1.0 where the win is proven. `sign --draw` keeps only
    positions with a score of at least `arena.sign.candidate_game.CLEAR_SHARE`."""

    position: str
    winner: str
    third: int
    proven: bool
    score: float


def shipped_file(game: str) -> Path:
    """The file of a game's positions that comes with the program."""
    return SHIPPED / f"{game}.json"


def write_decided(file: Path, game: str, seed: int, positions: Sequence[DecidedPosition]) -> None:
    """Writes a game's positions, one a line. Raises BadText where that fails."""
    rows = ",\n".join(json.dumps(asdict(position)) for position in positions)
    head = json.dumps({"game": game, "seed": seed}).removesuffix("}")
    write_file(file, f'{head}, "positions": [\n{rows}\n]}}\n', makes_folder=True)


def read_decided(file: Path, game: str) -> tuple[DecidedPosition, ...]:
    """The positions in a file that `write_decided` wrote. Raises BadText if it has none or is of another
    game."""
    text = read_text(file, MOST_BYTES)
    with mistakes_in(file):
        found = read_json(text)
        rows = found.get("positions") if isinstance(found, dict) else None
        if not isinstance(rows, list) or not rows:
            raise BadText("expected positions as `sign --draw` writes them")
        if found.get("game") != load_game(game).name:
            raise BadText(f"expected positions of {game}, found {shown(found.get('game'))}")
        return tuple(_read_row(number, row) for number, row in enumerate(rows, 1))


def _read_row(number: int, row: Any) -> DecidedPosition:
    try:
        made = DecidedPosition(**row)
    except TypeError:
        raise BadText(f"position {number}: expected position, winner, third, proven and score") from None
    if not isinstance(made.position, str):
        raise BadText(f"position {number}: expected a position's text, found {shown(made.position)}")
    fits = (
        made.winner in SIDE_NAMES
        and made.third in range(THIRDS)
        and isinstance(made.proven, bool)
        and isinstance(made.score, int | float)
        and 0.5 < made.score <= 1.0
    )
    if not fits:
        raise BadText(
            f"position {number}: expected winner {' or '.join(SIDE_NAMES)}, third 0 to {THIRDS - 1}, "
            "proven true or false, and a score above 0.5 and up to 1"
        )
    return made
