"""The values that the panels state, each with the question that it answers and its source, such as heuristic
and depth. Tests check that all panels give the same question the same value, if the source is the same."""

from engines.contract import EXACT, RootMove, Thought
from games.contract import ONGOING
from games.position import Position
from heuristics.lens import Breakdown, Lens
from study.moves.candidates import Candidate
from study.searches.lines import Line
from study.searches.values import MoveValue, ShownValue, for_side, source
from study.state.search_store import position_key
from study.state.study import Study
from study.why_not.compared_line import ComparedLine
from study.why_not.comparison import Comparison
from ui.kit.sheet import Stated


def states_now(study: Study, now: Breakdown) -> Stated:
    """The static evaluation `now` of the shown position. The value is converted to the perspective."""
    value = for_side(now.value, now.side, study.perspective)
    return Stated(_evaluation(study.position, now.side), value, study.perspective, study.lens.key)


def _evaluation(position: Position, side: int) -> tuple[object, ...]:
    """The question of a static evaluation: a position, and the `side` for which the terms were counted.
    Counted for the other side, one-sided terms have other amounts, so that is another question."""
    return "evaluation", position_key(position), side


def states_by_lens(study: Study, lens: Lens, now: Breakdown) -> Stated | None:
    """The evaluation of the shown position by any lens, for the perspective, on the page Compare; None if a
    term fails."""
    if now.failure is not None:
        return None
    states = states_now(study, now)
    if lens == study.lens:
        return states
    question = ("evaluation by", position_key(study.position), lens.key)
    return Stated(question, states.value, states.side, lens.key)


def states_alone(study: Study, thought: Thought) -> Stated:
    """The value of the shown position that a search for the page Compare found."""
    assert thought.lens is not None, "a comparison searches with a lens"
    value = for_side(thought.value, thought.position.to_move, study.perspective)
    question = ("compared", position_key(thought.position), thought.lens.key)
    return Stated(question, value, study.perspective, source(thought))


def states_after(study: Study, candidate: Candidate) -> Stated | None:
    """A candidate's static value; None if chance decides the move's outcome, or if the move ends the game."""
    if candidate.value is None or candidate.has_chance or candidate.ended != ONGOING:
        return None
    value = for_side(candidate.value, study.position.to_move, study.perspective)
    question = _evaluation(candidate.outcomes[0].position, study.position.to_move)
    return Stated(question, value, study.perspective, study.lens.key)


def states_found(found: ShownValue) -> Stated:
    """The value that a search found for its position."""
    thought = found.thought
    return Stated(("search", position_key(thought.position)), found.value, found.side, source(thought))


def states_line(study: Study, line: Line) -> Stated | None:
    """The value that the search found for the position in which the best line begins; None for a player that
    does not search."""
    if line.value is None:
        return None
    value = for_side(line.value, line.side, study.perspective)
    return Stated(("search", position_key(line.start)), value, study.perspective, source(line.thought))


def states_searched(study: Study, thought: Thought, row: RootMove) -> Stated:
    """The value or bound that the search found for a move."""
    value = for_side(row.value, thought.position.to_move, study.perspective)
    question = ("move", position_key(thought.position), row.move)
    return Stated(question, value, study.perspective, (source(thought), row.depth, row.bound))


def states_compared_line(compared: Comparison, compared_line: ComparedLine) -> Stated | None:
    """The value that a why-not question found for a move, for the side that makes it. None for a turn of
    several moves. None also if the answer finds the chosen move worse than the asked one, or worth something
    else than in the search that chose it: then other panels may state another value."""
    if len(compared_line.asked) > 1 or compared.difference < 0.0 or compared.sees_otherwise:
        return None
    question = ("move", position_key(compared.thought.position), compared_line.asked[0])
    return Stated(
        question, compared_line.value, compared.side, (source(compared.thought), compared.depth, EXACT)
    )


def states_move(study: Study, found: MoveValue) -> Stated:
    """The value of a move of the game."""
    if found.row is None:
        return states_found(found.found)
    return states_searched(study, found.found.thought, found.row)


def states_term(
    study: Study,
    candidate: Candidate,
    thought: Thought | None,
    row: RootMove | None,
    term: str,
    contribution: float,
) -> Stated:
    """A term's contribution, for the perspective: to a move's value in the search or, where `row` is None, to
    the value after the move."""
    where = position_key(study.position)
    if row is None or thought is None:
        question = ("term after", where, candidate.move, term)
        return Stated(question, contribution, study.perspective, study.lens.key)
    question = ("term", where, candidate.move, term)
    return Stated(question, contribution, study.perspective, (source(thought), row.depth))
