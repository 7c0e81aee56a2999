"""The terms of each move's value: those after the move, or those at the end of its best line, where the
search's value comes from.

Contributions are for the player to move. If chance decides a line's last move, several positions follow and a
contribution is a mean over them. Only the search knows this mean (`engines.contract.RootMove.parts`).
"""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from engines.contract import EXACT, RootMove, Thought
from games.contract import SIDE_NAMES
from games.registry import load_game
from heuristics.failure import TermFailure
from heuristics.guarded_evaluation import evaluating, terms_of
from heuristics.lens import Breakdown, Lens, Row
from study.format.term_groups import Part, group_title, groups_of
from study.format.value_format import ValueFormat
from study.moves.candidates import Candidate
from study.searches.lines import no_evaluation
from study.state.incremental_cache import Steps, at_once
from study.state.search_store import position_key
from study.state.study import Study
from study.why_not.comparison import ENDED, ROUNDING, named_parts

ENDED_ADDS = "What outcomes that end the game add to the mean."


@dataclass(frozen=True)
class LineTerms:
    """Contributions by a term's name, whose sum is the value; or words that say why there are none."""

    amounts: Mapping[str, float]
    words: str = ""

    def amount(self, name: str) -> float | None:
        """The contribution of a term, 0.0 if it is not among the amounts; None if there are no amounts at
        all."""
        return self.amounts.get(name, 0.0) if self.amounts else None


def term_names(lens: Lens) -> tuple[str, ...]:
    """The names of all that a lens's values consist of: its terms, the decisive term, and in a game of chance
    the part of outcomes that end the game."""
    heuristic = lens.heuristic
    decisive = [heuristic.decisive.name] if heuristic.decisive is not None else []
    ended = [ENDED] if load_game(heuristic.game).has_chance else []
    return (*(term.name for term in heuristic.terms), *decisive, *ended)


def terms_after(candidate: Candidate) -> LineTerms | None:
    """The terms of the static evaluation after a move; means if chance decides. None while they are being
    computed, and if the game may be over after the move."""
    amounts: dict[str, float] = {}
    if candidate.value is None:
        return None
    for outcome in candidate.outcomes:
        if outcome.breakdown is None:
            return None
        for row in outcome.breakdown.rows:
            amounts[row.name] = amounts.get(row.name, 0.0) + outcome.probability * row.contribution
    return LineTerms(amounts)


def terms_at_ends(
    study: Study, thought: Thought, searched: Mapping[int, RootMove], known: Mapping[RootMove, LineTerms]
) -> Mapping[RootMove, LineTerms]:
    """The terms at the ends of a search's lines, by the row of the line's first move, as far as they are
    computed: those of the best moves first. `known` terms are not computed again."""
    if thought.lens is None:
        return {}
    rows = tuple(row for row in searched.values() if row.bound == EXACT and row.line)
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
    """Reads the lines of `rows`, one after another. Yields the same mapping again and again, which grows."""
    found = {row: known[row] for row in rows if row in known}
    yield found
    for row in rows:
        if row not in found:
            found[row] = yield from read_terms(thought, row, names)
            yield found
    return found


def terms_at_end(thought: Thought, row: RootMove) -> LineTerms:
    """The terms at the end of one move's line, computed at once; none if the search used no lens."""
    return at_once(read_terms(thought, row, SIDE_NAMES))


def read_terms(thought: Thought, row: RootMove, names: tuple[str, str]) -> Generator[None, None, LineTerms]:
    """Reads the terms at the end of one move's line, a step at a time."""
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
    if chance and row.parts and words.startswith("mean"):  # other words: a forced win or loss
        return LineTerms(named_parts(lens.heuristic, row.parts))
    if words:
        return LineTerms({}, words)
    try:
        breakdown = yield from evaluating(lens.heuristic, partial(lens.breakdown, position.state, side))
    except TermFailure as failure:
        return LineTerms({}, f"failed: {failure}")
    return LineTerms({row.name: row.contribution for row in breakdown.rows})


def mean_breakdown(lens: Lens, row: RootMove, side: int) -> Breakdown:
    """The breakdown of a value that is a mean over chance outcomes: each term's mean contribution for `side`,
    without counts. The decisive term and the game's end have a row only if they contribute."""
    amounts = named_parts(lens.heuristic, row.parts)
    terms = lens.heuristic.terms
    decisive = lens.heuristic.decisive
    shown = [decisive] if decisive is not None and amounts[decisive.name] else []
    rows = [
        Row(
            term.name,
            lens.weight(term.name) if term in terms else 1.0,
            amounts[term.name],
            None,
            None,
            term.description,
            term.source,
            group=term.group,
            label=term.label,
        )
        for term in (*shown, *terms)
    ]
    if amounts[ENDED]:
        rows.append(Row(ENDED, 1.0, amounts[ENDED], None, None, ENDED_ADDS, "", label=ENDED))
    return Breakdown(row.value, side, tuple(rows))


def by_group(lens: Lens, amounts: Mapping[str, float], total: float) -> list[tuple[str, float]]:
    """(name, subtotal) of each group, in the heuristic's order; a term without a group has an entry of its
    own. The last entry is the rounding difference, if there is one, so that the written subtotals add up to
    the written `total`."""
    form, groups = ValueFormat.of_lens(lens), {term.name: term.group for term in terms_of(lens.heuristic)}
    parts = [
        Part(name, lens.heuristic.label_of(name), groups.get(name, ""), amount, not form.steps(amount))
        for name, amount in amounts.items()
    ]
    rows = [
        (group_title(group.name) or parts[group.terms[0]].label, group.amount)
        for group in groups_of(form, parts)
    ]
    lacking = form.lacking(total, [amount for _, amount in rows])
    return [*rows, (ROUNDING, lacking)] if form.steps(lacking) else rows
