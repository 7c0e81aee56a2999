"""Simulated games in which it is known what a heuristic's terms miss."""

import numpy as np

from arena.gaps.logit import chances_of
from arena.gaps.selection import mixed_labels, shape_columns, value_columns

OWN, OTHERS, A_GAME = 4, 25, 6
GAP, COPY, SAID = 3, 4, 5
"""Candidates: what is missing, what says nearly the same, and one of the own terms."""


class Simulated:
    """Games with `gap` times a feature that the own terms lack, and `hidden` times another one that no
    candidate says and a deeper search sees. Positions of one game have one result, and are alike."""

    def __init__(
        self, seed: int, games: int = 600, gap: float = 0.0, slope: float = 1.0, hidden: float = 0.0
    ) -> None:
        random = np.random.default_rng(seed)
        self.games = np.repeat(np.arange(games), A_GAME)
        rows = len(self.games)

        def column(count: int) -> np.ndarray:
            shared = random.normal(size=(games, count))[self.games]
            return shared + random.normal(size=(rows, count))

        self.own, self.candidates = column(OWN), column(OTHERS)
        self.candidates[:, GAP] += 0.5 * self.own[:, 0]
        self.candidates[:, COPY] = self.candidates[:, GAP] + 1.0 * random.normal(size=rows)
        self.candidates[:, SAID] = 2.0 * self.own[:, 1]
        unseen = hidden * column(1)[:, 0]
        self.logits = 0.5 * self.own @ np.array([1.0, 0.6, -0.4, slope]) + gap * self.candidates[:, GAP]
        self.logits += unseen
        last = np.arange(rows) % A_GAME == A_GAME - 1
        won = random.random(games) < chances_of(self.logits[last])
        self.results = won[self.games].astype(float)
        self.progress = np.arange(rows) % A_GAME
        blind = self.logits - gap * self.candidates[:, GAP]
        self.searched = value_columns(blind - unseen + 0.3 * random.normal(size=rows))
        deeper = blind + 0.3 * random.normal(size=rows)
        self.deeper = value_columns(deeper)
        self.labels = mixed_labels(self.results, deeper, 0.5)

    @property
    def base(self) -> np.ndarray:
        """The columns of the own terms."""
        return shape_columns(self.own, self.progress)
