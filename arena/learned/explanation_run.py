"""Explains a learned player: plays games of the player against itself, and finds the readable terms that
predict the values that it gives to positions."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from arena.experiments import units
from arena.experiments.experiment_run import ExperimentRun
from arena.gaps.candidates import GapCandidate, candidates_among, different_heuristics
from arena.gaps.gaps_run import SHOWN, shown
from arena.gaps.sampled_positions import STAGE, UNIT, OwnGames, Row, by_game, rows_of_pool
from arena.gaps.selection import left_over, select
from arena.learned.explanation import KnownTerm, PlayerExplanation, ReadableTerm, Surprise, UnseenTerm
from arena.learned.plan import ExplanationPlan
from arena.learned.player_positions import PlayerPositions, PlayerValues
from arena.learned.readable_terms import LinearFit, effects, held_games, measured, select_readable
from games.registry import load_game

BATCH = 4
"""Units between two reports."""

LEAST_POSITIONS = 300

UNSEEN = 0.02
"""A term explains nothing of the values if the interval of the share that it explains ends below this: both
alone and in addition to the named terms."""

OF_ITS_OWN = 0.75
"""An unseen term must have at least this share of its variance for itself: the value and the named terms must
not predict more of it."""


class ExplanationRun(ExperimentRun[ExplanationPlan, PlayerExplanation]):
    """Plays the games and explains the player's values. Reports how many games are played, and in the end the
    explanation."""

    def _first(self) -> PlayerExplanation:
        return PlayerExplanation(self.plan, "preparing", str(self.path))

    def _prepare(self) -> bool:
        self._tell("compiling")
        return self.plan.self_play.prepare()

    def _make(self) -> None:
        plan, rules = self.plan, load_game(self.plan.game)
        values = PlayerValues(plan.game, plan.player, plan.options)
        own = self._own_games(values)
        self._tell("valuing other games", seconds_left=None)
        pool = rows_of_pool(plan, self._workshop, values)
        self._tell("comparing")
        positions = PlayerPositions.of(own, pool, rules, plan.options)
        found = explain(plan, positions)
        compiled = self._workshop.compiling / self._workshop.workers
        self._report(
            replace(found, file=str(self.path), seconds=self._workshop.taken, compile_seconds=compiled)
        )

    def _own_games(self, values: PlayerValues) -> list[list[Row]]:
        """The rows of each game of the player against itself."""
        plan = self.plan

        def unit(number: int) -> OwnGames:
            return OwnGames.of(plan, number, values, near_end=0)  # up to the end: any value is explained

        found: list[list[Row]] = []
        began, known = units.clock(), UNIT * self._workshop.known(STAGE)
        for number in (*range(BATCH, -(-plan.games // UNIT), BATCH), -(-plan.games // UNIT)):
            found = by_game(self._workshop.ask(STAGE, range(number), unit))[: plan.games]
            played, more = len(found) - known, plan.games - len(found)
            left = (units.clock() - began) / played * more if played > 0 and more else None
            self._tell("playing", games=len(found), positions=sum(map(len, found)), seconds_left=left)
        return found

    def _tell(self, stage: str, **news: Any) -> None:
        self._report(replace(self.newest, stage=stage, **news))


def explain(plan: ExplanationPlan, positions: PlayerPositions) -> PlayerExplanation:
    """The explanation of a player from positions with its values and results."""
    own = positions.where(positions.own)
    first = PlayerExplanation(
        plan, "", games=own.game_count, positions=len(own.texts), judged=len(positions.texts)
    )
    if len(own.texts) < LEAST_POSITIONS:
        found = f"{len(own.texts)} positions; {LEAST_POSITIONS} are needed"
        return replace(first, remark=f"Too little data: {found}.")
    if float(own.values.std()) <= 1e-9 * float(np.abs(own.values).max()):
        return replace(first, remark="It values all positions alike: there is nothing to explain.")
    candidates, amounts = candidates_among(plan.game, different_heuristics(plan.game), positions.states)
    amounts = amounts / np.array([unit_of(each) for each in candidates])
    of_own = amounts[positions.own]
    held = held_games(own.games, plan.seed)
    chosen = select_readable(of_own[~held], own.values[~held], own.games[~held], plan.seed)
    indices = [each.index for each in chosen]
    result = measured(of_own, indices, own.values, own.games, held)
    terms = [
        ReadableTerm(
            known(candidates[each.index]),
            float(weight),
            float(weight) * float(of_own[:, each.index].std()),
            share.share,
            share.low,
            share.high,
            each.p,
        )
        for each, weight, share in zip(chosen, result.fit.beta, result.shares, strict=True)
    ]
    return replace(
        first,
        candidates=len(candidates),
        held=result.positions,
        terms=tuple(terms),
        constant=result.fit.intercept,
        share=result.share.share,
        low=result.share.low,
        high=result.share.high,
        all_candidates=result.all_candidates,
        unseen=unseen_terms(plan, positions, candidates, amounts, indices),
        surprises=surprises(own, result.fit, of_own[:, indices], held) if terms else (),
    )


def unit_of(candidate: GapCandidate) -> float:
    """What a candidate contributes for one more of what it counts. 1.0 for a term that is no count, or whose
    weight changes with the phase: its contribution itself is then the amount."""
    term = candidate.term
    is_count = term is None or (term.counts and term.worth is None)
    return candidate.weight if is_count and candidate.weight else 1.0


def known(candidate: GapCandidate) -> KnownTerm:
    """The keys and names of a candidate, which is all that the explanation keeps of it."""
    of = candidate.heuristic.name if candidate.heuristic else ""
    kind = candidate.term.kind if candidate.term else candidate.feature.kind if candidate.feature else ""
    return KnownTerm(candidate.name, candidate.label, of, candidate.key, kind)


def unseen_terms(
    plan: ExplanationPlan,
    positions: PlayerPositions,
    candidates: Sequence[GapCandidate],
    amounts: np.ndarray,
    chosen: list[int],
) -> tuple[UnseenTerm, ...]:
    """The terms that explain nothing of the values and yet matter for results, with the value and the
    `chosen` terms held equal. They are selected in most of the games. Their effects are measured in the other
    games, where the 95 % interval must show the same sign."""
    spread = float(positions.values.std())
    # The result may depend on the value less than linearly.
    shape = np.column_stack([positions.values, np.arctan(positions.values / spread)])
    base = np.hstack([shape, amounts[:, chosen]])
    ignored = _ignored(positions, amounts, chosen)
    beside = (left_over(base, amounts) ** 2).sum(axis=0)
    ignored &= beside >= OF_ITS_OWN * ((amounts - amounts.mean(axis=0)) ** 2).sum(axis=0)
    tried = np.flatnonzero(ignored)
    if not len(tried) or len(set(positions.results.tolist())) == 1:
        return ()
    held = held_games(positions.games, plan.seed)
    rest, nothing = ~held, np.zeros((len(base), 0))
    data = base[rest], nothing[rest], amounts[rest][:, tried], positions.results[rest]
    found = []
    for each in select(*data, positions.games[rest], plan.seed):
        at = int(tried[each.index])
        amount = amounts[:, [at]]
        selecting, (effect,) = (
            effects(base[rows], amount[rows], positions.results[rows], positions.games[rows])
            for rows in (rest, held)
        )
        if effect.low * effect.high <= 0.0 or effect.size * selecting[0].size <= 0.0:
            continue
        left = left_over(base, positions.results)
        gain = left**2 - left_over(np.hstack([base, amount]), positions.results) ** 2
        examples = shown(candidates[at], positions, amount[:, 0], gain)
        found.append(
            UnseenTerm(
                known(candidates[at]),
                effect.size,
                effect.low,
                effect.high,
                float(amount.std()),
                each.p,
                tuple(examples),
            )
        )
        base = np.hstack([base, amount])
    return tuple(found)


def _ignored(positions: PlayerPositions, amounts: np.ndarray, chosen: list[int]) -> np.ndarray:
    """bool [candidates]: whether each surely explains less than UNSEEN of the values, both alone and in
    addition to the chosen terms."""
    own = positions.own
    values, games = positions.values[own], positions.games[own]
    variance = float(((values - values.mean()) ** 2).sum())
    ignored = np.ones(amounts.shape[1], bool)
    for base in (amounts[own][:, []], amounts[own][:, chosen]):
        left = (left_over(base, amounts[own]) ** 2).sum(axis=0)
        found = effects(base, amounts[own], values, games)
        largest = np.array([max(abs(each.low), abs(each.high)) for each in found])
        ignored &= (left > 0.0) & (largest**2 * left < UNSEEN * variance)
    return ignored


def surprises(
    own: PlayerPositions, fit: LinearFit, columns: np.ndarray, held: np.ndarray
) -> tuple[Surprise, ...]:
    """Positions of different held games, those whose value is farthest from the sum of the terms."""
    said = fit.of(columns)
    found: list[Surprise] = []
    games: set[int] = set()
    for at in np.argsort(-np.abs(own.values - said) * held, kind="stable").tolist():
        game = int(own.games[at])
        if game not in games and held[at]:
            games.add(game)
            found.append(Surprise(own.texts[at], float(own.values[at]), float(said[at])))
        if len(found) == SHOWN:
            break
    return tuple(found)
