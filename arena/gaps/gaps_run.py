"""Finds gaps: things that a heuristic does not count although they help to explain who wins. Plays games of
the heuristic against itself, and tests candidates on the positions of these and of the program's games."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from arena.card.staged_run import rounded
from arena.experiments.experiment_run import ExperimentRun
from arena.gaps.candidates import GapCandidate, candidates_of, own_terms
from arena.gaps.gaps import PHASES, Gap, Gaps, ShownPosition
from arena.gaps.labelled_positions import Judge, LabelledPositions
from arena.gaps.logit import deviances, fit_logit
from arena.gaps.plan import DEEPER, GapsPlan
from arena.gaps.sampled_positions import (
    POOL_STAGE,
    STAGE,
    UNIT,
    OwnGames,
    Row,
    SampledPositions,
    by_game,
    rows_of_pool,
)
from arena.gaps.selection import (
    explained,
    mixed_labels,
    select,
    shape_columns,
    value_columns,
    weight_of,
)
from arena.pools.pool import NEAR_END
from games.contract import WHITE
from games.registry import load_game
from heuristics.contract import OTHER
from heuristics.failure import TermFailure
from heuristics.lens import Lens

BATCH = 4
"""Units between two reports."""

SHARE = 0.85
"""The share of the minutes for games."""

LEAST_POSITIONS = 300

SEARCHED = 0.5
"""A position's label is a mean of two numbers from 0 to 1: with this weight the chance to win, by the deeper
search's value; with the rest of the weight the result of its game."""

SHOWN = 5
"""Positions that are shown of each answer."""

SURE = 1.96
"""A phase is named if it exceeds half of the gain by this many standard errors."""


class GapsRun(ExperimentRun[GapsPlan, Gaps]):
    """Plays the games and finds the gaps. Reports how many games are played, and in the end the gaps."""

    def _first(self) -> Gaps:
        return Gaps(self.plan, "preparing", str(self.path))

    def _prepare(self) -> bool:
        self._report(replace(self.newest, stage="compiling"))
        return self.plan.self_play.prepare()

    def _make(self) -> None:
        games = self._rows_of_games()
        rules = load_game(self.plan.game)
        self._tell("comparing")
        positions = LabelledPositions.of(games, rules, self.plan.options)
        self._tell("comparing", games=positions.game_count, positions=len(positions.texts))
        found = look(self.plan, positions)
        self._report(replace(found, file=str(self.path), **self._times()))

    def _rows_of_games(self) -> list[list[Row]]:
        """For each game its rows, one for each position that counts (`labelled_positions.Judge`). First come
        the games of the pool, then games of the heuristic against itself: as many as the plan says, or as its
        minutes allow."""
        plan, workshop = self.plan, self._workshop
        judge = Judge(plan.game, plan.player(), plan.options, plan.weights, DEEPER * plan.nodes)

        def own(number: int) -> OwnGames:
            return OwnGames.of(plan, number, judge, NEAR_END)

        def goes_on() -> bool:
            return plan.games is not None or workshop.left(plan.minutes, [STAGE, POOL_STAGE], SHARE) > 0.0

        of_the_pool = rows_of_pool(plan, workshop, judge, goes_on)
        played: list[list[Row]] = []
        known = 0 if plan.games is not None else workshop.known(STAGE)
        while True:
            units = max(known, len(played) // UNIT + BATCH)
            if plan.games is not None:
                units = min(units, -(-plan.games // UNIT))
            parts = workshop.ask(STAGE, range(units), own, goes_on)
            played = by_game(parts)[: plan.games]
            whole = [*of_the_pool, *played]
            self._tell("playing", games=len(whole), positions=sum(map(len, whole)))
            if len(played) == plan.games or len(parts) < units:
                return whole

    def _tell(self, stage: str, **news: Any) -> None:
        self._report(replace(self.newest, stage=stage, **self._times(), **news))

    def _times(self) -> dict[str, Any]:
        return {
            "seconds": self._workshop.taken,
            "compile_seconds": self._workshop.compiling / self._workshop.workers,
        }


def look(plan: GapsPlan, positions: LabelledPositions) -> Gaps:
    """The gaps found in labelled positions."""
    lens = plan.lens
    terms = own_terms(lens, positions.states)
    # The last column is the decisive term. Where it decides, the other terms do not matter.
    undecided = terms[:, -1] == 0.0
    positions, terms = positions.where(undecided), terms[undecided, :-1]
    first = Gaps(plan, "", games=positions.game_count, positions=len(positions.texts))
    if len(positions.texts) < LEAST_POSITIONS:
        found = f"{len(positions.texts)} positions; {LEAST_POSITIONS} are needed"
        return replace(first, remark=f"Too little data: {found}.")
    if len(set(positions.results.tolist())) == 1:
        alike = f"All {positions.game_count} games had the same result"
        return replace(first, remark=f"{alike}, so nothing can be learned from them.")
    candidates, amounts = candidates_of(lens, positions.states, plan.left_out)
    base = shape_columns(terms, positions.progress)
    searched = value_columns(positions.small)
    labels = mixed_labels(positions.results, positions.deeper, SEARCHED)
    # A term that somebody wrote is clearer than a feature that counts nearly the same.
    written = np.array([each.term is not None for each in candidates])
    chosen = select(base, searched, amounts, labels, positions.games, plan.seed, written)
    deeper = value_columns(positions.deeper)
    data = base, searched, amounts, deeper, labels, positions.games
    measured = explained(*data, len(chosen), plan.seed, written)
    base = np.hstack([base, searched])
    columns = amounts[:, [each.index for each in chosen]]
    values = own_values(lens, terms)
    gaps = []
    for at, (each, share) in enumerate(zip(chosen, measured.shares, strict=True)):
        # The first candidate has passed the test of `select`. For each further one the interval must exclude
        # 0.
        if share.share <= 0.0 or (at > 0 and share.low <= 0.0):
            continue
        candidate, amount = candidates[each.index], amounts[:, each.index]
        before, after = (np.hstack([base, columns[:, :count]]) for count in (at, at + 1))
        fit = fit_logit(after, labels)
        gain = deviances(fit_logit(before, labels).chances(before), labels)
        gain = gain - deviances(fit.chances(after), labels)
        phases, phase = phases_of(measured.gains[:, at], positions.progress, positions.games)
        factor = weight_of(values, amount, labels, float(fit.beta[-1]))
        gaps.append(
            Gap(
                candidate.name,
                candidate.label,
                candidate.heuristic.name if candidate.heuristic else "",
                candidate.key,
                share.share,
                share.low,
                share.high,
                each.p,
                rounded(factor * candidate.weight),
                phases,
                tuple(shown(candidate, positions, amount, gain)),
                phase,
            )
        )
    return replace(
        first,
        candidates=len(candidates),
        answers=tuple(gaps),
        missed=measured.missed,
        explainable=measured.explainable,
    )


def own_values(lens: Lens, terms: np.ndarray) -> np.ndarray:
    """float64 [rows]: the value of each position, the sum of its terms without those of weight 0. (`terms`
    has these with weight 1, so that they can be tested.)"""
    silent = [lens.weight(term.name) == 0.0 for term in lens.heuristic.terms]
    total: np.ndarray = terms[:, [not each for each in silent]].sum(axis=1)
    return total


def phases_of(gain: np.ndarray, progress: np.ndarray, games: np.ndarray) -> tuple[tuple[float, ...], str]:
    """How a candidate's `gain`, the deviance that it explains, is spread over the phases: the share of each
    phase, and the phase that has more than half of it for sure (by games). Both are empty if the game does
    not define `progress`, or if there is no gain."""
    ends = [np.quantile(progress, at / len(PHASES)) for at in range(1, len(PHASES))]
    of = np.searchsorted(ends, progress, "left")
    sums, whole = np.bincount(of, gain, len(PHASES)), float(gain.sum())
    if len(set(ends)) < len(PHASES) - 1 or whole <= 0.0:
        return (), ""
    most = int(sums.argmax())
    beyond = np.bincount(games, np.where(of == most, gain, 0.0) - gain / 2)
    is_sure = beyond.sum() > SURE * np.sqrt((beyond**2).sum())
    return tuple(float(each) / whole for each in sums), PHASES[most] if is_sure else ""


def shown(
    candidate: GapCandidate, positions: SampledPositions, amount: np.ndarray, gain: np.ndarray
) -> Sequence[ShownPosition]:
    """Positions of different games, those in which the candidate explains most."""
    found, games = [], set()
    for at in np.argsort(-gain, kind="stable").tolist():
        game = int(positions.games[at])
        if game in games or amount[at] == 0.0:
            continue
        games.add(game)
        squares = tuple(squares_of(candidate, positions.states[at]))
        found.append(ShownPosition(positions.texts[at], float(amount[at]), squares))
        if len(found) == SHOWN:
            break
    return found


def squares_of(candidate: GapCandidate, state: Any) -> list[tuple[str, float]]:
    """The squares that a candidate counts in a position, each with its amount, positive for White."""
    if candidate.term is not None and candidate.heuristic is not None:
        try:
            lens = Lens.of(candidate.heuristic)
            return lens.squares(candidate.term, state, int(state.to_move)) or []
        except TermFailure:
            return []
    if candidate.feature is None or candidate.feature.squares is None:
        return []
    white, black = (candidate.feature.squares(state, side) for side in (0, 1))
    if candidate.feature.kind == OTHER:
        white, black = ([], black) if state.to_move == WHITE else (white, [])
    return [*white, *((square, -amount) for square, amount in black)]
