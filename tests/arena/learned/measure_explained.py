"""Simulated learned players: how well their values are explained, and how true the intervals are.

python -m tests.arena.learned.measure_explained [--runs N]

Each simulated player plays games of which it values six positions. A value is a sum of three of 25 candidates
with known weights, or of none, and noise, half of which all positions of a game share. The command prints
four figures: players without a term of which one is named; players with three of which these are named, and
no other; and intervals that contain the truth, of the share and of the effect on results.
"""

import argparse

import numpy as np

from arena.learned.readable_terms import Readable, effects, held_games, measured, select_readable

CANDIDATES, A_GAME = 25, 6
PLANTED = {3: 8.0, 11: -5.0, 20: 3.0}
"""The weights of the candidates that the values follow."""


class SimulatedPlayer:
    """Games of a player whose values are those of `planted`, and as much noise as leaves them the `share`.
    Each candidate has the variance 1; half of it is the same in all positions of a game. The noise of a game
    is large or small, as that of real games is."""

    def __init__(
        self, seed: int, planted: dict[int, float] = PLANTED, share: float = 0.7, games: int = 200
    ) -> None:
        random = np.random.default_rng(seed)
        self.games = np.repeat(np.arange(games), A_GAME)
        rows = len(self.games)

        def column(count: int) -> np.ndarray:
            mixed = random.normal(size=(games, count))[self.games] + random.normal(size=(rows, count))
            return mixed / np.sqrt(2.0)

        self.candidates = column(CANDIDATES)
        self.beta = np.zeros(CANDIDATES)
        for at, weight in planted.items():
            self.beta[at] = weight
        said = float(self.beta @ self.beta) or 1.0
        self.noise = said * (1.0 - share) / share
        size = np.sqrt(self.noise * random.choice([0.5, 1.5], games))[self.games]
        self.values = 40.0 + self.candidates @ self.beta + size * column(1)[:, 0]
        self.held = held_games(self.games, seed)

    def found(self, seed: int = 0) -> list[int]:
        """The candidates that are named, by their index."""
        rest = ~self.held
        data = self.candidates[rest], self.values[rest], self.games[rest]
        return [each.index for each in select_readable(*data, seed)]

    def measured(self, chosen: list[int]) -> Readable:
        return measured(self.candidates, chosen, self.values, self.games, self.held)

    def truth(self, result: Readable, chosen: list[int]) -> float:
        """The share that a fit would explain in infinitely many games."""
        missed = self.beta.copy()
        missed[chosen] -= result.fit.beta
        intercept = (result.fit.intercept - 40.0) ** 2
        constant = (float(self.values[~self.held].mean()) - 40.0) ** 2
        left = float(missed @ missed) + self.noise + intercept
        return 1.0 - left / (float(self.beta @ self.beta) + self.noise + constant)


def covers_share(seed: int) -> bool:
    """Whether the interval of the share contains the truth."""
    player, chosen = SimulatedPlayer(seed), list(PLANTED)
    result = player.measured(chosen)
    return result.share.low <= player.truth(result, chosen) <= result.share.high


def covers_effect(seed: int) -> bool:
    """Whether the interval of a candidate's effect beside the others contains its weight."""
    player = SimulatedPlayer(seed)
    base = player.candidates[:, [3, 11]]
    (effect,) = effects(base, player.candidates[:, [20]], player.values, player.games)
    return effect.low <= PLANTED[20] <= effect.high


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.arena.learned.measure_explained")
    parser.add_argument("--runs", type=int, default=1000)
    runs = parser.parse_args().runs
    noise = sum(bool(SimulatedPlayer(seed, {}).found(seed)) for seed in range(runs))
    right = sum(SimulatedPlayer(seed).found(seed) == list(PLANTED) for seed in range(runs))
    shares, sizes = (sum(map(covers, range(runs))) for covers in (covers_share, covers_effect))
    print(f"nothing to read, but something named: {noise} of {runs}")
    print(f"three planted terms named in their order, and no other: {right} of {runs}")
    print(f"interval of the share contains the truth: {shares / runs:.3f}")
    print(f"interval of an effect contains the truth: {sizes / runs:.3f}")


if __name__ == "__main__":
    main()
