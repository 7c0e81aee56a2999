"""Finds terms that behave differently in one kind of position, such as the placing phase of Morris. There
they never change, or they harm by the results of games."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from arena.card.regression import fit_columns
from arena.check.finding import BY_KIND, CONSTANT, Finding, amount_text, title
from arena.check.results import LEVEL, Judged, goes_against
from arena.check.sample import TermSample
from arena.pools.contributions import DECIDED
from arena.term_kinds import HARMS, TermByKind, kinds_in, weights_by_kind
from games.contract import NOBODY, Game
from games.figure_text import grouped

LEAST_GAMES = 100
"""A kind of position is used only if it occurs in this many games."""

USUAL = 0.5
"""A term usually counts in a kind of position if it counts in at least this share of its positions."""

ALIKE = 0.9
"""The correlation from which on a term is taken for a count of the game's pieces of one kind."""


def constant_terms(sample: TermSample) -> Iterator[Finding]:
    """The terms that always contribute the same in one kind of position, though they usually count in all
    other kinds, two or more. A term is not named if it counts pieces of which there are always equally many
    there."""
    names, kinds = kinds_in(sample.rules, sample.states)
    known = [
        number for number in range(len(names)) if len(np.unique(sample.games[kinds == number])) >= LEAST_GAMES
    ]
    if len(known) < 3:
        return
    for at, (key, label) in enumerate(zip(sample.keys, sample.labels, strict=True)):
        amounts = np.stack([sample.own[:, at], sample.other[:, at]])
        silent = [number for number in known if not np.ptp(amounts[:, kinds == number])]
        usual = [
            number for number in known if (amounts[:, kinds == number] != 0.0).any(axis=0).mean() >= USUAL
        ]
        if len(silent) != 1 or set(known) - set(silent) - set(usual):
            continue
        rows = kinds == silent[0]
        if _counts_constant_pieces(sample, at, rows):
            continue
        first = int(np.flatnonzero(rows)[0])
        amount = float(amounts[0, first])
        what = f"is always {amount_text(amount)}" if amount else "never counts"
        where = f"{grouped(int(rows.sum()))} positions of {grouped(len(np.unique(sample.games[rows])))} games"
        yield Finding(
            CONSTANT,
            f"{title(label)} {what} in positions of the kind “{names[silent[0]]}”: {where}.",
            (key,),
            {"kind": names[silent[0]], "positions": int(rows.sum()), "constant": amount},
            sample.text(first),
        )


def _counts_constant_pieces(sample: TermSample, at: int, rows: np.ndarray) -> bool:
    """Whether a term counts pieces of a kind, of which there is always the same number in these positions."""
    amounts = sample.own[~rows, at]
    for column in _pieces(sample.rules, sample.states, sample.sides).T:
        varies = np.ptp(column[~rows]) and np.ptp(amounts)
        if varies and not np.ptp(column[rows]) and abs(np.corrcoef(amounts, column[~rows])[0, 1]) >= ALIKE:
            return True
    return False


def _pieces(rules: Game, states: Any, sides: np.ndarray) -> np.ndarray:
    """int64 [states, columns]: the number of pieces of each kind of the side to move, of the other side and
    of nobody. There are no columns if the game does not define its `contents`."""
    if rules.contents is None:
        return np.zeros((len(states), 0), np.int64)
    out, owners = np.zeros((len(rules.squares), 2), np.int8), NOBODY + 1
    rows = []
    for state, side in zip(states, sides.tolist(), strict=True):
        rules.contents(state, out)
        kinds, of = out.astype(np.int64).T
        of = np.where(of == NOBODY, of, of != side)
        rows.append(np.bincount(owners * kinds + of, minlength=owners * (len(rules.piece_kinds) + 1)))
    return np.array(rows)


def kinds_that_harm(judged: Judged, left_out: frozenset[str]) -> Iterator[Finding]:
    """The terms that harm in some kinds of positions, by the results of games, but not in all. The sentence
    is that of `arena.term_kinds`. A term is only named if it also goes against the results in a fit without
    the other terms. `left_out` are terms that equal others."""
    lens, open_ = judged.lens, judged.is_open
    columns, results, games = judged.own[open_, :DECIDED], judged.results[open_], judged.games[open_]
    value = fit_columns(columns.sum(axis=1)[:, None], results, games)
    live = judged.live(columns, left_out)
    if value.beta[0] <= 0.0 or not live:
        return
    states = [state for state, kept in zip(judged.states, open_, strict=True) if kept]
    names, kinds = kinds_in(judged.rules, states)
    terms = {}
    for at in live:
        term = lens.heuristic.terms[at]
        terms[term.name] = term.label, lens.weight(term.name)
    found = weights_by_kind(
        columns[:, live], results, games, kinds, names, terms, float(value.beta[0]), LEVEL
    )
    for term_by_kind in found.terms:
        at = live[list(terms).index(term_by_kind.name)]
        harmed = [names.index(effect.kind) for effect in term_by_kind.effects if effect.verdict == HARMS]
        if len(harmed) == len(term_by_kind.effects):
            continue
        for number in harmed:
            rows = kinds == number
            if goes_against(columns[rows, at], results[rows], games[rows]):
                misled = np.where(rows, columns[:, at] * (0.5 - results), -np.inf)
                index = int(np.flatnonzero(open_)[int(misled.argmax())])
                yield _finding(term_by_kind, lens.weight(term_by_kind.name), judged.text(index))
                break


def _finding(found: TermByKind, weight: float, position: str) -> Finding:
    said = (
        f"By results {found.sentence} Weights that fit: {found.figures}; its weight is {amount_text(weight)}."
    )
    return Finding(BY_KIND, said, (found.name,), found.to_json(), position)
