"""How often a look for gaps names something where nothing is missing, and how often the interval of a share
holds the true one, in simulated games.

python tests/arena/gaps/simulate.py [--repetitions N] [--first SEED]

The true share is that of models fitted to LARGE games, in as many others.
"""

import argparse
import sys
from pathlib import Path

import numpy as np

sys.path[:0] = [str(Path(__file__).resolve().parents[3]), str(Path(__file__).parent)]

from simulated_games import COPY, GAP, Simulated  # noqa: E402

from arena.gaps.logit import deviances, fit_logit  # noqa: E402
from arena.gaps.selection import explained, select  # noqa: E402

LARGE = 20_000

CASES = ((1000, 0.2), (300, 0.4), (300, 0.6), (300, 0.8), (1000, 0.4))
"""Games, and how much the missing feature counts; own features count 0.2 to 0.5."""

NOTHING = 300, 1000, 3000
"""Games in which nothing is missing."""

HIDDEN = 0.4


def true_shares(gap: float) -> dict[int, float]:
    """The share that each of the two candidates explains which say what is missing."""
    fitted, judged = (Simulated(seed, LARGE, gap, hidden=HIDDEN) for seed in (10**6, 10**6 + 1))

    def deviance(chosen: list[int], deeper: bool = False) -> float:
        def columns(games: Simulated) -> np.ndarray:
            more = [games.deeper] if deeper else []
            return np.hstack([games.base, games.searched, games.candidates[:, chosen], *more])

        fit = fit_logit(columns(fitted), fitted.labels)
        return float(deviances(fit.chances(columns(judged)), judged.labels).sum())

    base = deviance([])
    return {at: (base - deviance([at])) / (base - deviance([at], True)) for at in (GAP, COPY)}


def main() -> None:
    parser = argparse.ArgumentParser("tests/arena/gaps/simulate.py")
    parser.add_argument("--repetitions", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    wanted = parser.parse_args()
    seeds = range(wanted.first, wanted.first + wanted.repetitions)

    def chosen(games: Simulated, seed: int) -> list[int]:
        data = games.base, games.searched, games.candidates, games.labels, games.games
        return [each.index for each in select(*data, seed)]

    for number in NOTHING:
        alarms = sum(bool(chosen(Simulated(seed, number, hidden=HIDDEN), seed)) for seed in seeds)
        print(f"{number} games, nothing missing: something named {alarms} of {len(seeds)}", flush=True)
    for number, gap in CASES:
        true = true_shares(gap)
        named = covered = right = 0
        for seed in seeds:
            games = Simulated(seed, number, gap, hidden=HIDDEN)
            found = chosen(games, seed)
            if not found:
                continue
            named += 1
            if found[0] not in true:
                continue
            right += 1
            data = games.candidates, games.deeper, games.labels, games.games
            (share,) = explained(games.base, games.searched, *data, answers=1, seed=seed).shares
            covered += share.low <= true[found[0]] <= share.high
        print(
            f"{number} games, {gap} missing, true share {true[GAP]:.2f}: named {named} of {len(seeds)}, "
            f"rightly {right}; interval holds the share {covered} of {right} "
            f"({covered / max(1, right):.3f})",
            flush=True,
        )


if __name__ == "__main__":
    main()
