"""What each face-down piece may turn out to be, and how good that is: for every move that turns a piece over,
its mean value and the value of each outcome, as the list of moves shows them.

A game says which moves reveal a piece (`Game.revealed_square`) and what they may bring (its chance outcomes).
The values are those of a search of the position, or after one ply if there is none. If a search has only a
bound for a move, the move is searched alone.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from engines.contract import EXACT, UNKNOWN, RootMove, Thought
from games.contract import DRAW
from games.position import Position
from heuristics.lens import Lens
from study.moves.candidates import Candidate, candidates
from study.searches.chance_outcome import ChanceOutcome, outcomes_of
from study.searches.single_move_search import SingleMoveSearches
from study.searches.values import source
from study.state.search_store import has_value, position_key
from study.state.study import Study


@dataclass(frozen=True)
class Reveal:
    """A move that turns over the piece on `square`. `value` is the mean over its `outcomes`, for the player
    to move, `depth` plies ahead; None if it is not known. Then `bound` is an upper bound of the value, if a
    search has one. The outcomes are empty if they have no values, or if there is only one."""

    square: str
    move: int
    text: str
    value: float | None
    bound: float | None = None
    depth: int = 1
    outcomes: tuple[ChanceOutcome, ...] = ()

    @property
    def spread(self) -> float | None:
        """The standard deviation of the outcomes' values; None without outcomes."""
        if self.value is None or not self.outcomes:
            return None
        mean = self.value
        return math.sqrt(sum(each.probability * (each.value - mean) ** 2 for each in self.outcomes))


@dataclass(frozen=True)
class Reveals:
    """All reveals by square, the best of each square first. `side` is the side to move. `lens` and `source`
    say where the values come from. `busy`: more values are being computed."""

    side: int
    lens: Lens
    source: str
    squares: dict[str, tuple[Reveal, ...]]
    busy: bool
    error: str = ""

    def best(self, square: str) -> Reveal | None:
        """The best way to turn over a square's piece; None while another way may have a larger value."""
        first, *others = self.squares[square]
        if first.value is None:
            return None
        unknown = [each for each in others if each.value is None]
        return None if any(each.bound is None or each.bound > first.value for each in unknown) else first

    def share(self, square: str) -> float | None:
        """How good it is to turn over a square's piece: 1 for the best square, 0 for the worst; None if
        `best` is None for it."""
        best = {name: found.value for name in self.squares if (found := self.best(name)) is not None}
        known, value = [each for each in best.values() if each is not None], best.get(square)
        if value is None:
            return None
        low, high = min(known), max(known)
        return (value - low) / (high - low) if high > low else 1.0


def revealing(position: Position) -> list[tuple[str, int]]:
    """(square, move) for each legal move that turns a piece over."""
    shows = position.game.revealed_square
    found = [(str(shows(position.state, move)), move) for move in position.moves]
    return [(square, move) for square, move in found if square]


def reveals_of(study: Study, first: str = "") -> Reveals | None:
    """The possible reveals in the shown position; None if no move reveals a piece. Missing values are
    searched one move at a time, beginning with the moves of the square `first`."""
    position = study.position
    moves = revealing(position)
    if not moves:
        return None
    thought = study.thought_here
    if thought is not None and thought.lens is not None and has_value(thought):
        return _searched(study, thought, thought.lens, moves, first)
    found = candidates(study)
    by_move = {candidate.move: candidate for candidate in found.candidates}
    rows = [_after_one_ply(position, square, by_move[move]) for square, move in moves]
    words = f"{study.lens.name}, after one ply"
    return Reveals(position.to_move, study.lens, words, _by_square(rows), found.busy, found.error)


def _by_square(rows: Sequence[Reveal]) -> dict[str, tuple[Reveal, ...]]:
    """The reveals of each square, the best first; those without a value come last."""
    squares: dict[str, list[Reveal]] = {}
    for row in rows:
        squares.setdefault(row.square, []).append(row)
    for found in squares.values():
        found.sort(key=lambda reveal: (reveal.value is None, -(reveal.value or 0.0), reveal.move))
    return {square: tuple(found) for square, found in squares.items()}


def _after_one_ply(position: Position, square: str, candidate: Candidate) -> Reveal:
    """A reveal with the values after one ply, for a position without a search."""
    outcomes: tuple[ChanceOutcome, ...] = ()
    if candidate.value is not None and candidate.has_chance:
        outcomes = tuple(
            ChanceOutcome(each.text, each.probability, each.value, "draw" if each.ended == DRAW else "")
            for each in candidate.outcomes
        )
    text = position.notation(candidate.move)
    return Reveal(square, candidate.move, text, candidate.value, outcomes=outcomes)


def _searched(
    study: Study, thought: Thought, lens: Lens, moves: Sequence[tuple[str, int]], first: str
) -> Reveals:
    """The reveals with the values of a search of the position. If a value is missing, and no search runs, one
    move is searched alone."""
    values = study.searched
    asked: tuple[int, RootMove] | None = None
    rows = []
    for square, move in sorted(moves, key=lambda found: found[0] != first):
        row = values.get(move)
        text = thought.position.notation(move)
        if row is None or row.bound == UNKNOWN:
            rows.append(Reveal(square, move, text, None))
            continue
        outcomes = _outcomes(study, thought, row)
        chance = len(thought.position.chances(move)) > 1
        # The first move without an exact value is searched alone next.
        if asked is None and (row.bound != EXACT or (chance and not outcomes)):
            key = ("alone", position_key(thought.position), lens, move, row.depth)
            if not study.facts.known(key):
                asked = move, row
        exact = row.bound == EXACT
        value, bound = (row.value, None) if exact else (None, row.value)
        rows.append(Reveal(square, move, text, value, bound, row.depth, outcomes))
    busy = study.running
    if asked is not None and not study.running:
        move, row = asked
        key = ("alone", position_key(thought.position), lens, move, row.depth)
        depth = row.depth
        study.facts.ask(key, lambda: study.of(SingleMoveSearches).steps(thought, move, depth))
        busy = True
    return Reveals(thought.position.to_move, lens, source(thought), _by_square(rows), busy)


def _outcomes(study: Study, thought: Thought, row: RootMove) -> tuple[ChanceOutcome, ...]:
    """The outcomes whose mean is the value of a row; empty if no search has valued them."""
    position, alone = thought.position, study.search_store.alone(thought).get(row.move)
    if row.bound != EXACT or len(position.chances(row.move)) == 1:
        return ()
    values: tuple[float, ...] = ()
    if row.move == thought.move and thought.pv == (row.move,) and thought.value == row.value:
        values = thought.outcomes
    if not values and alone is not None and alone.pv == (row.move,) and alone.value == row.value:
        values = alone.outcomes
    return outcomes_of(position, row.move, values, position.to_move)
