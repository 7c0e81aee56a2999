"""Selects the candidates that explain what a heuristic's own terms do not: forward selection, with a test of
the best candidate in each step.

The base of the regression has all own terms, each with a free weight, so that a term with a wrong weight is
no gap. It also has arcsinh of the value, the game's progress, and products of both (`shape_columns`). The
labels are the results of games, mixed with the chances that a deeper search sees (`mixed_labels`). After a
fit of the base, a candidate's score in a game is the sum over positions of its residual times the label's.

A small search sees threats without any term, so a term for them would win nothing. Therefore the small
search's value is in the base, too. A candidate whose effect changes its sign without that value is dropped.

Is the best of all candidates better than chance? If none adds anything, each game's scores could as well have
the opposite sign. So the signs of whole games are drawn at random, the same for all candidates, and the best
score is noted each time (Hemerik, Goeman and Finos 2020, JRSS B 82:841; Westfall and Young 1993). This keeps
positions of one game together, and candidates that are nearly equal.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from arena.calibration.fit import SCALE
from arena.gaps.logit import deviances, fit_logit
from engines.contract import WIN_BAND

MOST_ANSWERS = 3
LEVEL = 0.05
"""The probability of naming a candidate for a heuristic that misses nothing."""

DRAWS = 2000
"""How often the signs of all games are drawn for the test."""

SAID = 1e-4
"""If the base leaves less than this share of a candidate's variance, the candidate adds nothing to it."""

LEAST_GAMES = 20
"""A candidate must differ from what the base predicts in at least this many games."""

NEAR, SURE = 0.8, 1.96
"""Two candidates whose scores correlate by NEAR or more, over games, say nearly the same. One of them is
better for sure if its sum is larger by SURE standard errors of the difference."""

SAME, WRITTEN, TELLING = 0.99, 8, 2.0
"""For the matches, up to WRITTEN terms that somebody wrote are chosen first, none of which correlates by SAME
with an earlier choice. Then come candidates with scores of TELLING standard errors, none of which correlates
by NEAR with an earlier choice."""

DIGITS = 9
"""The digits after the point by which scores are compared. Further ones depend on the processor, and would
decide between candidates that count the same."""

FOLDS = 5
"""The games are divided into this many parts. What is explained of a part is measured with candidates that
the other parts select, and with models that are fitted to these."""

SAMPLES = 1000
"""Samples of games, drawn with replacement, for an interval."""


@dataclass(frozen=True)
class Found:
    """A selected candidate, by its index, and the probability that chance finds one as good (`p`)."""

    index: int
    p: float


def select(
    base: np.ndarray,
    searched: np.ndarray,
    candidates: np.ndarray,
    labels: np.ndarray,
    games: np.ndarray,
    seed: int,
    preferred: np.ndarray | None = None,
) -> list[Found]:
    """At most MOST_ANSWERS candidates, the best first; each is the best beyond the base, the `searched` value
    and those before it. float64 [rows, columns] all three, int64 [rows] `games`. One of the `preferred`, bool
    [candidates], stands for a best candidate that says nearly the same."""
    _, game_of = np.unique(games, return_inverse=True)
    signs = drawn_signs(int(game_of.max(initial=-1)) + 1, seed)
    found: list[Found] = []
    while len(found) < MOST_ANSWERS:
        scaled = _scaled_scores(base, searched, candidates, labels, game_of, [each.index for each in found])
        sizes = _sizes(scaled)
        best = int(sizes.argmax())
        if not sizes[best]:
            break
        p = chance_of(scaled, float(sizes[best]), signs)
        if p > LEVEL:
            break
        found.append(Found(_representative(scaled, best, preferred), p))
    return found


def _representative(scaled: np.ndarray, best: int, preferred: np.ndarray | None) -> int:
    """The candidate that stands for the best one: the best of the preferred, if it says nearly the same and
    the other is not better for sure. float64 [games, candidates] `scaled`: columns of length 1."""
    if preferred is None or preferred[best]:
        return best
    sizes = _sizes(scaled)
    directed = scaled * np.sign(scaled.sum(axis=0))
    alike = directed.T @ directed[:, best]
    spread = np.sqrt(np.maximum(0.0, 2.0 - 2.0 * alike))
    near = preferred & (alike >= NEAR) & (sizes[best] - sizes <= SURE * spread)
    return int(np.where(near, sizes, 0.0).argmax()) if near.any() else best


def _sizes(scaled: np.ndarray) -> np.ndarray:
    """float64 [candidates]: how large the candidates' scores are, rounded. float64 [games, candidates]
    `scaled`: columns of length 1."""
    sizes: np.ndarray = np.round(np.abs(scaled.sum(axis=0)), DIGITS)
    return sizes


def shortlist(
    base: np.ndarray,
    searched: np.ndarray,
    candidates: np.ndarray,
    labels: np.ndarray,
    games: np.ndarray,
    written: np.ndarray,
    first: Sequence[int],
    most: int,
) -> dict[int, float]:
    """The candidates that are worth a match, at most `most`, by their indexes: `first`, then some that
    somebody wrote, bool [candidates] `written`, then the others, the highest scores first. The value is −1.0
    for a candidate that helps with its sign turned, else 1.0. A written term's sign is only turned if its
    score clearly says so."""
    _, game_of = np.unique(games, return_inverse=True)
    scores = game_scores(np.hstack([base, searched]), candidates, labels, game_of)
    spread = np.sqrt((scores**2).sum(axis=0))
    scaled = scores / np.where(spread > 0.0, spread, 1.0)
    sums = scaled.sum(axis=0)
    alike = np.abs(scaled.T @ scaled)
    usable = (scores != 0.0).sum(axis=0) >= LEAST_GAMES
    order = [int(at) for at in np.argsort(-_sizes(scaled), kind="stable") if usable[at]]
    found = list(first)[:most]
    room = min(most, len(found) + WRITTEN)
    for at in order:
        if written[at] and len(found) < room and not (alike[at, found] >= SAME).any():
            found.append(at)
    for at in order:
        if abs(sums[at]) >= TELLING and len(found) < most and not (alike[at, found] >= NEAR).any():
            found.append(at)
    return {at: -1.0 if sums[at] < (-TELLING if written[at] else 0.0) else 1.0 for at in found}


def drawn_signs(games: int, seed: int) -> np.ndarray:
    """float64 [DRAWS, games]: −1 or 1 for each game."""
    random = np.random.default_rng(seed)
    return random.integers(0, 2, (DRAWS, games)).astype(np.float64) * 2.0 - 1.0


def chance_of(scaled: np.ndarray, size: float, signs: np.ndarray) -> float:
    """How often chance finds a candidate with a score of that size or more. float64 [games, candidates]
    `scaled`: the scores of each game, in standard errors of their sum."""
    by_chance = np.abs(signs @ scaled).max(axis=1)
    return (1.0 + float((by_chance >= size).sum())) / (1.0 + DRAWS)


def _scaled_scores(
    base: np.ndarray,
    searched: np.ndarray,
    candidates: np.ndarray,
    labels: np.ndarray,
    game_of: np.ndarray,
    chosen: list[int],
) -> np.ndarray:
    """float64 [games, candidates]: the scores in addition to the base and the `chosen` candidates, in
    standard errors of their sums. They are 0 for candidates that differ from the base in too few games, and
    for those whose effect changes its sign without the `searched` value."""
    static = np.hstack([base, candidates[:, chosen]])
    scores = game_scores(np.hstack([static, searched]), candidates, labels, game_of)
    alone = game_scores(static, candidates, labels, game_of).sum(axis=0)
    spread = np.sqrt((scores**2).sum(axis=0))
    usable = (spread > 0.0) & ((scores != 0.0).sum(axis=0) >= LEAST_GAMES)
    usable &= scores.sum(axis=0) * alone > 0.0
    usable[chosen] = False
    scaled: np.ndarray = np.where(usable, scores / np.where(spread > 0.0, spread, 1.0), 0.0)
    return scaled


def _best(
    base: np.ndarray,
    searched: np.ndarray,
    candidates: np.ndarray,
    labels: np.ndarray,
    games: np.ndarray,
    count: int,
    preferred: np.ndarray | None,
) -> list[int]:
    """The first `count` candidates that `select` would choose, also those that chance explains."""
    _, game_of = np.unique(games, return_inverse=True)
    found: list[int] = []
    for _ in range(count):
        scaled = _scaled_scores(base, searched, candidates, labels, game_of, found)
        found.append(_representative(scaled, int(_sizes(scaled).argmax()), preferred))
    return found


def game_scores(
    base: np.ndarray, candidates: np.ndarray, labels: np.ndarray, game_of: np.ndarray
) -> np.ndarray:
    """float64 [games, candidates]: each candidate's score in each game; 0 for a candidate that the base
    predicts already."""
    fit = fit_logit(base, labels)
    chances = fit.chances(base)
    weights = np.maximum(chances * (1.0 - chances), 1e-9)
    root = np.sqrt(weights)[:, None]
    z = candidates * root
    whole = ((z - root * (z * root).sum(axis=0) / weights.sum()) ** 2).sum(axis=0)
    left = left_over(base, z, root)
    rest = (left**2).sum(axis=0)
    left[:, rest <= SAID * whole] = 0.0
    scores = np.zeros((int(game_of.max(initial=-1)) + 1, candidates.shape[1]))
    np.add.at(scores, game_of, left / root * (labels - chances)[:, None])
    return scores


def left_over(columns: np.ndarray, values: np.ndarray, root: np.ndarray | float = 1.0) -> np.ndarray:
    """float64, shaped like `values` [rows, ...]: the residuals of values after a fit of a constant and of the
    columns, float64 [rows, columns]. In a weighted fit `root`, float64 [rows, 1], is the root of the weights;
    `values` are given times it."""
    x = np.hstack([np.ones((len(columns), 1)), columns])
    x = x / np.maximum(np.sqrt((x**2).mean(axis=0)), 1e-300)
    q, r = np.linalg.qr(x * root)
    # Without columns that others determine. The values are projected twice, against rounding.
    q = q[:, np.abs(np.diag(r)) > 1e-9 * np.abs(np.diag(r)).max()]
    left = values - q @ (q.T @ values)
    found: np.ndarray = left - q @ (q.T @ left)
    return found


@dataclass(frozen=True)
class Share:
    """How much of the explainable deviance something explains, with its 95 % interval."""

    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Explained:
    """What candidates explain, each game by models of other games. `missed` is the base's mean deviance of a
    position, and `explainable` how much of it the fullest model explains. `shares` are those of the answers.
    `gains`, float64 [rows, answers]: by how much each answer makes a position's deviance smaller."""

    missed: float
    explainable: float
    shares: tuple[Share, ...]
    gains: np.ndarray


def explained(
    base: np.ndarray,
    searched: np.ndarray,
    candidates: np.ndarray,
    deeper: np.ndarray,
    labels: np.ndarray,
    games: np.ndarray,
    answers: int,
    seed: int,
    preferred: np.ndarray | None = None,
) -> Explained:
    """The shares of the first `answers`, each beyond those before it. The games are in FOLDS parts. For each
    part the others select as many candidates and fit the models. So each game is judged by what was chosen
    without it.

    share = (deviance of the base − that with the candidate) / (deviance of the base − that of the fullest
    model), which also knows all chosen candidates and a `deeper` search's value, float64 [rows, columns].
    """
    _, game_of = np.unique(games, return_inverse=True)
    number = int(game_of.max(initial=-1)) + 1
    part_of = np.random.default_rng(np.random.SeedSequence([seed, 1])).permutation(number) % FOLDS
    missed = np.zeros((len(labels), answers + 2))  # each model's deviances
    for part in range(FOLDS):
        held = part_of[game_of] == part
        rest = ~held
        chosen = _best(
            base[rest], searched[rest], candidates[rest], labels[rest], games[rest], answers, preferred
        )
        steps = [np.hstack([base, searched, candidates[:, chosen[:count]]]) for count in range(answers + 1)]
        for at, columns in enumerate([*steps, np.hstack([steps[-1], deeper])]):
            fit = fit_logit(columns[rest], labels[rest])
            missed[held, at] = deviances(fit.chances(columns[held]), labels[held])
    sums = np.array([np.bincount(game_of, column, number) for column in missed.T])
    gains, whole = sums[:-2] - sums[1:-1], sums[0] - sums[-1]
    random = np.random.default_rng(seed)
    drawn = random.multinomial(number, np.full(number, 1.0 / number), SAMPLES).astype(np.float64)
    wholes = drawn @ whole
    total = float(whole.sum())
    shares = []
    for gain in gains:
        ratios = (drawn @ gain)[wholes > 0.0] / wholes[wholes > 0.0]
        share = float(gain.sum()) / total if total > 0.0 else 0.0
        low, high = np.quantile(ratios, (0.025, 0.975)) if len(ratios) else (0.0, 1.0)
        shares.append(Share(share, float(low), float(high)))
    by_row = missed[:, :-2] - missed[:, 1:-1]
    return Explained(float(sums[0].sum()) / len(labels), total / len(labels), tuple(shares), by_row)


def shape_columns(terms: np.ndarray, progress: np.ndarray) -> np.ndarray:
    """float64 [rows, terms + 4]: the base. It has all terms; arcsinh of the value, so that large values count
    less than in proportion; the game's progress; and the value and its arcsinh times the progress."""
    values = terms.sum(axis=1)
    scale = float(np.abs(values).mean()) or 1.0
    bent = np.arcsinh(values / (SCALE * scale))
    last = max(1.0, float(progress.max(initial=0)))
    far = progress / last
    return np.column_stack([terms, bent, far, values / scale * far, bent * far])


def mixed_labels(results: np.ndarray, values: np.ndarray, part: float) -> np.ndarray:
    """float64 [rows]: results, mixed with the chances to win by a deeper search's `values`. A fit to the
    results turns values into chances; `part` is the weight of the chances."""
    columns = value_columns(values)
    chances = fit_logit(columns, results).chances(columns)
    mixed: np.ndarray = (1.0 - part) * results + part * chances
    return mixed


def value_columns(values: np.ndarray) -> np.ndarray:
    """float64 [rows, 2]: a search's values as columns of a fit. Values of proven wins are cut to twice the
    size that 99 % of the other values do not exceed."""
    typical = values[np.abs(values) < WIN_BAND]
    most = float(np.quantile(np.abs(typical), 0.99)) if len(typical) else 1.0
    clipped = np.clip(values, -2.0 * (most or 1.0), 2.0 * (most or 1.0))
    bent = np.arcsinh(clipped / (SCALE * (float(np.abs(clipped).mean()) or 1.0)))
    return np.column_stack([clipped, bent])


LEAST_PART = 0.25
"""In a fit with a candidate, the value's coefficient counts as at least this share of that in a fit without
one."""

MOST_RATIO = 4.0
"""With its weight a candidate has at most this many times the standard deviation of the value. Then it
decides almost alone."""


def weight_of(values: np.ndarray, candidate: np.ndarray, labels: np.ndarray, sign: float) -> float:
    """The factor of a candidate's weight with which it is added to a heuristic of these `values`, whose own
    weights stay; 0 where its sign is not the `sign` that it has with all weights free."""
    alone = float(fit_logit(values[:, None], labels).beta[0])
    of_value, of_candidate = map(float, fit_logit(np.column_stack([values, candidate]), labels).beta)
    if of_candidate * sign <= 0.0:
        return 0.0
    most = MOST_RATIO * float(values.std()) / float(candidate.std())
    least = max(of_value, LEAST_PART * alone)
    factor = abs(of_candidate) / least if least > 0.0 else most
    return float(np.copysign(min(factor, most), of_candidate))
