"""Games to review, and the values of their moves, found without the program's searches."""

from collections.abc import Mapping, Sequence

from engines.contract import EXACT, WIN, Limits, RootMove, Thought
from engines.search_engine import Searcher
from games.contract import DRAW, ONGOING, WHITE
from games.position import Position
from games.random_stream import Draws
from games.record import Record
from games.registry import load_game
from heuristics.lens import Lens
from study.state.move_loss import ReviewedMove, ReviewResult


def random_game(name: str, plies: int, seed: int, text: str | None = None) -> Record:
    """A record of random moves."""
    record = Record.start(load_game(name), text=text)
    draws = Draws(seed)
    for _ in range(plies):
        moves = record.position.moves
        if not moves:
            break
        move = moves[draws.below(len(moves))]
        record.play(move, record.draw_chance(move, draws))
    return record


def small(lens: Lens, **limits: float) -> Searcher:
    """A searcher without compiled kernels."""
    explains = load_game(lens.heuristic.game).has_chance
    limited = Limits(**limits)  # type: ignore[arg-type]
    return Searcher(lens, limited, name="alphabeta", table_megabytes=0.01, compile=False, explains=explains)


def reviewed_as(
    record: Record,
    values: Sequence[float],
    losses: Mapping[int, float] | None = None,
    lens: Lens | None = None,
    scale: float = 3.0,
) -> ReviewResult:
    """A review with these values for White, and with losses of some moves, by ply: by a lens, or else by
    another program in pawns."""
    looked = []
    for index, ply in enumerate(record.plies):
        position = record.positions[index]
        value = values[index] if ply.side == WHITE else -values[index]
        other = next((move for move in position.moves if move != ply.move), ply.move)
        best = RootMove(other, value, EXACT, 5)
        played = RootMove(ply.move, value - (losses or {}).get(index, 0.0), EXACT, 5)
        unit = "" if lens is not None else "pawn"
        thought = Thought(
            position, other, value, 5, 100, 0.1, (other,), (best, played), lens=lens, unit=unit, scale=scale
        )
        looked.append(ReviewedMove(index, ply.move, thought))
    return ReviewResult(tuple(looked), len(looked))


def worth(position: Position, move: int, depth: int, lens: Lens, root: int, ply: int = 1) -> float:
    """The value of a move for `root` by minimax to `depth` plies, with the mean where chance decides."""
    mean = 0.0
    for chance, probability in enumerate(position.chances(move)):
        mean += probability * _after(position.play(move, chance), depth - 1, lens, root, ply)
    return mean


def _after(position: Position, depth: int, lens: Lens, root: int, ply: int) -> float:
    if position.outcome != ONGOING:
        return 0.0 if position.outcome == DRAW else WIN - ply if position.outcome == root else ply - WIN
    if depth == 0:
        return lens.breakdown(position.state, root).value
    values = [worth(position, move, depth, lens, root, ply + 1) for move in position.moves]
    return max(values) if position.to_move == root else min(values)
