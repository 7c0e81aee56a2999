"""Piece values: how much the evaluation changes if the piece is removed from the position.

The values are the numbers that the heuristic computes with; those that favour White are positive. To compare
two lines, each piece's value at the end of the second line is subtracted from its value at the end of the
first. A captured piece counts 0.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from engines.contract import EXACT
from games.contract import ONGOING, WHITE, Options
from games.position import Position
from heuristics.failure import TermFailure
from heuristics.guarded_evaluation import evaluating
from heuristics.lens import Lens
from study.format import number_text
from study.on_board.edited_positions import standing_in, without
from study.searches.lines import line_of
from study.searches.values import for_side, source
from study.state.incremental_cache import Steps
from study.state.search_store import position_key
from study.state.study import Study
from study.why_not.questions import WhyNotQuestions

Worth = Mapping[str, float]
"""The value of each piece, by the square that it is on."""


def worth_steps(position: Position, options: Options, lens: Lens, side: int) -> Steps:
    """Computes the value of each piece of a position, evaluated for `side`. Pieces without which the position
    would be illegal or already decided are left out. Returns a `Worth`, empty if the position itself is
    decided, or a message if the heuristic fails."""
    worth: dict[str, float] = {}
    if position.outcome != ONGOING:
        return worth
    try:
        value = yield from _value_steps(position, lens, side)
        if value is None:
            return worth
        for square in standing_in(position, options):
            left = without(position, options, square)
            yield None
            if left is not None:
                less = yield from _value_steps(left, lens, side)
                if less is not None:
                    worth[square] = for_side(value - less, side, WHITE)
    except TermFailure as failure:
        return str(failure)
    return worth


def _value_steps(position: Position, lens: Lens, side: int) -> Steps:
    """The evaluation, None if the heuristic regards the game as decided."""
    breakdown = yield from evaluating(lens.heuristic, partial(lens.breakdown, position.state, side))
    return None if len(breakdown.rows) > len(lens.heuristic.terms) else breakdown.value


def worth_of(study: Study, position: Position, lens: Lens, side: int) -> Worth | str | None:
    """The piece values of a position, kept in `study.facts`: None while they are computed, a message if the
    heuristic fails."""
    key = ("left out", position_key(position), lens, side)
    found: Worth | str | None = study.facts.ask(
        key, lambda: worth_steps(position, study.record.options, lens, side)
    )
    return found


# A choice between two lines


@dataclass(frozen=True)
class Way:
    """A line of moves from the shown position. `text` is its first move or turn in notation. `positions`
    begin with the shown one. The line ends before a move with a random outcome."""

    text: str
    moves: tuple[int, ...]
    positions: tuple[Position, ...]

    @property
    def end(self) -> Position:
        return self.positions[-1]


@dataclass(frozen=True)
class ComparedChoices:
    """Two lines to compare: that of the better move, and that of the alternative. `source` says which search
    found them. Positions are evaluated by `lens` for `side`."""

    chosen: Way
    asked: Way
    lens: Lens
    side: int
    source: str

    @property
    def ways(self) -> tuple[Way, Way]:
        return self.chosen, self.asked


def choice_of(study: Study) -> ComparedChoices | None:
    """The two lines to compare: those of Why not, if its answer is about the shown position and no other move
    is selected; else the best move's and the selected move's. None if there is no such
    pair, or if a line or an exact value is missing."""
    answer, selected, thought = study.of(WhyNotQuestions).answer, study.pointed.selected, study.thought_here
    if (
        answer is not None
        and not answer.same
        and study.shows(answer.chosen.positions[0])
        and (selected is None or answer.asked.asked == (selected,))
    ):
        chosen, asked = (
            Way(compared_line.text, compared_line.moves, compared_line.positions)
            for compared_line in (answer.chosen, answer.asked)
        )
        how = f"{answer.lens.name}, {number_text.plies(answer.depth)} deep"
        return ComparedChoices(chosen, asked, answer.lens, answer.side, how)
    if thought is None or thought.lens is None or thought.move is None or selected in (None, thought.move):
        return None
    best, other = (_searched_way(study, move) for move in (thought.move, selected))
    if best is None or other is None:
        return None
    return ComparedChoices(best, other, thought.lens, thought.position.to_move, source(thought))


def _searched_way(study: Study, move: int | None) -> Way | None:
    """The line of a move whose value the search knows exactly."""
    thought, row = study.thought_here, study.searched.get(move) if move is not None else None
    if thought is None or row is None or row.bound != EXACT or not row.line:
        return None
    line = line_of(study, thought, row)
    if line is None:
        return None
    return Way(line.moves[0][0], line.played, (line.start, *line.positions))


def worth_of_choice(study: Study, choice: ComparedChoices) -> Worth | str | None:
    """For each piece of the shown position, by its square there: its value at the end of the first line minus
    its value at the end of the second. Pieces that are placed later have the square that they end on. A
    message if there is nothing to compare, None while the values are computed."""
    found = []
    for way in choice.ways:
        if way.end.outcome != ONGOING:
            return f"The game is over at the end of {way.text}'s line: no piece has a value there."
        worth = worth_of(study, way.end, choice.lens, choice.side)
        if worth is None or isinstance(worth, str):
            return worth
        found.append(worth)
    key = ("choice", choice.lens, *((position_key(way.positions[0]), way.moves) for way in choice.ways))
    worths: Worth = study.facts.ask(key, lambda: _difference_steps(choice, study.record.options, found))
    return worths


def _difference_steps(choice: ComparedChoices, options: Options, worths: Sequence[Worth]) -> Steps:
    """The steps of `worth_of_choice`, from the piece values at the ends of both lines. Pieces without a value
    at one of the ends are left out."""
    sums: dict[str, float] = {}
    unknown: set[str] = set()
    for way, worth, sign in zip(choice.ways, worths, (1.0, -1.0), strict=True):
        trails = yield from trail_steps(way.positions, way.moves, options)
        ends = set(trails.values())
        for square, end in trails.items():
            if end and end not in worth:
                unknown.add(square)
            elif end:
                sums[square] = sums.get(square, 0.0) + sign * worth[end]
            else:
                sums.setdefault(square, 0.0)
        for square, amount in worth.items():  # pieces that came along the line, such as a placed stone
            if square not in ends and square not in trails:
                sums[square] = sums.get(square, 0.0) + sign * amount
        yield None
    return {square: amount for square, amount in sums.items() if square not in unknown}


def trail_steps(positions: Sequence[Position], moves: Sequence[int], options: Options) -> Steps:
    """Maps each square of the first position to the square of its piece in the last one, "" if it is gone."""
    before = standing_in(positions[0], options)
    at = {square: square for square in before}
    for position, move, following in zip(positions, moves, positions[1:], strict=False):
        after = standing_in(following, options)
        steps = went(before, after, position.game.click_paths(position.state, move))
        at = {square: steps.get(now, "") if now else "" for square, now in at.items()}
        before = after
        yield None
    return at


def went(
    before: Mapping[str, str], after: Mapping[str, str], paths: Sequence[tuple[str, ...]]
) -> dict[str, str]:
    """Maps each piece's square before a move to its square after it; captured pieces are missing. `paths` are
    the clicks that enter the move. A piece whose name merely changes (it has acted, it was turned over)
    counts as the same piece."""
    steps = {square: square for square, piece in before.items() if after.get(square) == piece}
    # The piece that the move's clicks lead from one square to another.
    for start, end in (path[:2] for path in paths if len(path) > 1):
        came = after.get(end) is not None and after.get(end) != before.get(end)
        if start in before and came and (start not in after or after[end] == before[start]):
            steps[start] = end
    arrived = set(steps.values())  # pieces that stayed, but have another name now
    for square in before:
        if square not in steps and square in after and square not in arrived:
            steps[square] = square
    arrived = set(steps.values())
    for square, piece in before.items():  # pieces that the move carried along, such as the rook in castling
        same = [name for name, other in after.items() if other == piece and name not in arrived]
        if square not in steps and same:
            steps[square] = same[0]
            arrived.add(same[0])
    return steps
