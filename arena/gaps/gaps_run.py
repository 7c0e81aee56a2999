"""Finds gaps: things that a heuristic does not count although they help to explain who wins. Plays games of
the heuristic against itself, and tests candidates on the positions of these and of the program's games. The
best candidates then play matches."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from arena.card.pairs import Worth
from arena.card.staged_run import rounded
from arena.executors import DASK, PROCESSES
from arena.experiments.experiment_run import COMPILING, ExperimentRun
from arena.gaps.candidate_matches import MOST_CANDIDATES, CandidateMatches
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
    MOST_ANSWERS,
    Found,
    Share,
    explained,
    mixed_labels,
    select,
    shape_columns,
    shortlist,
    value_columns,
    weight_of,
)
from arena.pools.pool import NEAR_END
from games.compiling.compiler_clock import seconds_compiling
from games.contract import WHITE
from games.registry import load_game
from heuristics.contract import OTHER
from heuristics.failure import TermFailure
from heuristics.lens import Lens

BATCH = 4
"""Units between two reports."""

SHARE, WHOLE = 0.45, 0.95
"""The share of the minutes for games, and that for games and matches."""

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
        compared = Compared.of(self.plan, positions)
        found = compared.gaps(self._matches(compared)) if isinstance(compared, Compared) else compared
        self._report(replace(found, file=str(self.path), **self._times()))

    def _matches(self, compared: "Compared") -> CandidateMatches | None:
        """The matches of the best candidates, all played; None if they cannot be played, or if time ran
        out."""
        plan, workshop = self.plan, self._workshop
        if self._executor in (PROCESSES, DASK):  # the players are known to this process alone
            return None
        self._tell("compiling")
        matches, seconds = compared.matches, seconds_compiling()
        prepared = matches.prepare()
        workshop.account_for(COMPILING, workshop.workers * (seconds_compiling() - seconds))
        if not prepared:
            return None

        def goes_on() -> bool:
            stages = [STAGE, POOL_STAGE, *matches.stages]
            return plan.games is not None or workshop.left(plan.minutes, stages, WHOLE) > 0.0

        self._tell("playing the best candidates")
        return matches if matches.play(workshop, goes_on) else None

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


@dataclass(frozen=True)
class Compared:
    """The candidates compared with what a heuristic leaves unexplained in labelled positions. float64
    [positions, ...]: `base` of its own terms, `searched` with the values of the small search, `amounts` of
    the candidates, `labels` to explain, and `values` of the heuristic. bool [candidates] `written`: whether
    somebody wrote it as a term. `chosen` are the candidates that the selection found, `first` is the result
    without its answers."""

    first: Gaps
    positions: LabelledPositions
    candidates: tuple[GapCandidate, ...]
    amounts: np.ndarray
    base: np.ndarray
    searched: np.ndarray
    labels: np.ndarray
    values: np.ndarray
    written: np.ndarray
    chosen: list[Found]

    @classmethod
    def of(cls, plan: GapsPlan, positions: LabelledPositions) -> "Compared | Gaps":
        """The comparison for a plan; gaps with a remark if there is too little to compare."""
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
        first = replace(first, candidates=len(candidates))
        columns = amounts, base, searched, labels, own_values(lens, terms), written
        return cls(first, positions, candidates, *columns, chosen)

    @cached_property
    def matches(self) -> CandidateMatches:
        """The matches of the best candidates, not played yet."""
        data = self.base, self.searched, self.amounts, self.labels, self.positions.games
        first = [each.index for each in self.chosen]
        signs = shortlist(*data, self.written, first, MOST_CANDIDATES)
        spread = self.amounts.std(axis=0)
        units = {
            at: sign * self.candidates[at].weight * float(self.values.std()) / float(spread[at])
            for at, sign in signs.items()
        }
        return CandidateMatches(self.first.plan, self.candidates, units)

    def gaps(self, matches: CandidateMatches | None) -> Gaps:
        """The answers: the candidates that win, the best first; then those that the selection found, unless
        they scored half of the points or less. One place is kept for the first of these."""
        plan, games = self.first.plan, self.positions.games
        deeper = value_columns(self.positions.deeper)
        data = deeper, self.labels, games
        answers: list[Gap] = []
        proven = [each for each in matches.played if each.is_proven] if matches else []
        lost = {at for at, mean in matches.means.items() if mean <= 0.5} if matches else set()
        first = next((each.index for each in self.chosen if each.index not in lost), None)
        places = MOST_ANSWERS
        if first is not None and first not in [each.index for each in proven[:MOST_ANSWERS]]:
            places -= 1
        for each in [*proven[:places], *(each for each in proven[places:] if each.index == first)]:
            # Matches chose it, so `explained` repeats no choice.
            alone = self.amounts[:, [each.index]]
            known = explained(self.base, self.searched, alone, *data, 1, plan.seed)
            answers.append(
                self._gap(each.index, [], known.shares[0], known.gains[:, 0], each.p, each.weight, each.worth)
            )
        known_already = lost | {each.index for each in proven}
        count = len(self.chosen)
        measured = explained(self.base, self.searched, self.amounts, *data, count, plan.seed, self.written)
        for at, (found, share) in enumerate(zip(self.chosen, measured.shares, strict=True)):
            # The first candidate has passed the test of `select`. For each further one the interval must
            # exclude 0.
            if share.share <= 0.0 or (at > 0 and share.low <= 0.0) or found.index in known_already:
                continue
            before = [each.index for each in self.chosen[:at]]
            answers.append(self._gap(found.index, before, share, measured.gains[:, at], found.p))
        return replace(
            self.first,
            answers=tuple(answers[:MOST_ANSWERS]),
            missed=measured.missed,
            explainable=measured.explainable,
        )

    def _gap(
        self,
        index: int,
        before: list[int],
        share: Share,
        gains: np.ndarray,
        p: float,
        weight: float | None = None,
        match: Worth | None = None,
    ) -> Gap:
        """The answer for a candidate: what it explains beyond those `before` it. `weight` None: as fitted."""
        candidate, amount, labels = self.candidates[index], self.amounts[:, index], self.labels
        base = np.hstack([self.base, self.searched, self.amounts[:, before]])
        fit = fit_logit(after := np.column_stack([base, amount]), labels)
        gain = deviances(fit_logit(base, labels).chances(base), labels)
        gain = gain - deviances(fit.chances(after), labels)
        phases, phase = phases_of(gains, self.positions.progress, self.positions.games)
        if weight is None:
            factor = weight_of(self.values, amount, labels, float(fit.beta[-1]))
            weight = rounded(factor * candidate.weight)
        return Gap(
            candidate.name,
            candidate.label,
            candidate.heuristic.name if candidate.heuristic else "",
            candidate.key,
            share.share,
            share.low,
            share.high,
            p,
            weight,
            phases,
            tuple(shown(candidate, self.positions, amount, gain)),
            phase,
            match,
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
