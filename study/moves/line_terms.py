"""What each move's value is made of, term by term: after the move, or at the end of its line, which is
what the search's value is of.

Contributions are for the player to move. Through chance they are means, and the search has to have told
them (`engines.contract.RootMove.parts`): what may come of a reveal is not one position.
"""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass

from engines.contract import EXACT, RootMove, Thought
from games.contract import SIDE_NAMES
from games.registry import load_game
from heuristics.failure import TermFailure
from heuristics.guarded_evaluation import GuardedEvaluation
from heuristics.lens import Lens
from study.core.incremental_cache import Steps, at_once
from study.core.lines import STEP_SECONDS, no_evaluation
from study.core.search_store import position_key
from study.core.study import Study
from study.moves.candidates import Candidate
from study.why_not.comparison import ENDED


@dataclass(frozen=True)
class LineTerms:
    """Contributions by a term's name, whose sum is the value; or the words that say why there are none."""

    amounts: Mapping[str, float]
    words: str = ""

    def amount(self, name: str) -> float | None:
        """Of a term; None where nothing is known. What is not mentioned contributes nothing."""
        return self.amounts.get(name, 0.0) if self.amounts else None


def term_names(lens: Lens) -> tuple[str, ...]:
    """What contributes to values through a lens: its terms, the one that decides, and in a game of chance
    the game's end."""
    *terms, decisive, ended = _named_parts(lens)
    chance = load_game(lens.heuristic.game).has_chance
    return (*terms, *([decisive] if decisive else []), *([ended] if chance else []))


def _named_parts(lens: Lens) -> tuple[str, ...]:
    """What the parts of a search that explains are of, in their order; "" for a term there is not."""
    heuristic = lens.heuristic
    decisive = heuristic.decisive.name if heuristic.decisive is not None else ""
    return (*(term.name for term in heuristic.terms), decisive, ENDED)


def terms_after(candidate: Candidate) -> LineTerms | None:
    """Of the position after a move as it stands; the mean where chance decides. None while that is being
    worked out, and where the game may be over then."""
    amounts: dict[str, float] = {}
    if candidate.value is None:
        return None
    for outcome in candidate.outcomes:
        if outcome.breakdown is None:
            return None
        for row in outcome.breakdown.rows:
            amounts[row.name] = amounts.get(row.name, 0.0) + outcome.probability * row.contribution
    return LineTerms(amounts)


def terms_at_ends(study: Study, known: Mapping[RootMove, LineTerms]) -> Mapping[RootMove, LineTerms]:
    """Those of the moves on the board whose line is known, as far as they are worked out; the best ones
    first. What is `known` is not worked out again."""
    thought = study.thought_here
    if thought is None or thought.lens is None:
        return {}
    rows = tuple(row for row in study.searched.values() if row.bound == EXACT and row.line)
    key = ("line terms", position_key(thought.position), thought.lens, rows)
    found: Mapping[RootMove, LineTerms] = study.facts.ask(
        key, lambda: _read(thought, sorted(rows, key=lambda row: -row.value), known, study.side_names)
    )
    return found


def _read(
    thought: Thought,
    rows: Sequence[RootMove],
    known: Mapping[RootMove, LineTerms],
    names: tuple[str, str],
) -> Steps:
    """Yields and returns one mapping, which grows."""
    found = {row: known[row] for row in rows if row in known}
    yield found
    for row in rows:
        if row not in found:
            found[row] = yield from read_terms(thought, row, names)
            yield found
    return found


def terms_at_end(thought: Thought, row: RootMove) -> LineTerms:
    """Those of one move, at once; nothing for a search that does not say what it evaluated with."""
    return at_once(read_terms(thought, row, SIDE_NAMES))


def read_terms(thought: Thought, row: RootMove, names: tuple[str, str]) -> Generator[None, None, LineTerms]:
    """The same a step at a time."""
    position, side, lens = thought.position, thought.position.to_move, thought.lens
    if lens is None or not row.line:
        return LineTerms({})
    chance = ""
    for move in row.line:
        if len(position.chances(move)) > 1:
            chance = position.notation(move)
            break
        position = position.play(move)
        yield
    words = no_evaluation(row.value, side, position, len(row.line), chance, names)
    if chance and row.parts and words.startswith("mean"):
        return LineTerms(dict(zip(_named_parts(lens), row.parts, strict=True)))
    if words:
        return LineTerms({}, words)
    end = position.state
    with GuardedEvaluation(lens.heuristic, lambda: lens.breakdown(end, side)) as asked:
        while not asked.ready(STEP_SECONDS):
            yield
        try:
            rows = asked.result().rows
        except TermFailure as failure:
            return LineTerms({}, f"failed: {failure}")
    return LineTerms({row.name: row.contribution for row in rows})
