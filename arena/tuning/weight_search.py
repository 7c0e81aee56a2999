"""A search for better weights by matches: CMA-ES (Hansen 2016, arXiv:1604.00772) on the weights' factors."""

import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np

from games.contract import BadText
from games.installation import how_to_install

MOST_WEIGHTS = 12
"""The most weights to search. For more, a person would wait too long for enough games."""

SPREAD = 0.3
"""The first standard deviation of a weight's factor."""

RIDGE = 0.02
"""The mean score that doubling or dropping all weights costs, so that the author's weights stay unless others
are better."""


def check_package() -> None:
    """Raises BadText, which says what to install, if the package cma is missing."""
    _cma()


class WeightSearch:
    """Proposes candidates, a generation at a time, and takes their scores. A candidate is a factor for each
    of `count` weights, around 1."""

    def __init__(self, count: int, seed: int) -> None:
        random = np.random.Generator(np.random.PCG64(seed))
        self._strategy: Any = _cma().CMAEvolutionStrategy(
            np.ones(count),
            SPREAD,
            # NaN: cma leaves numpy's global random numbers alone, and uses only those of `randn`.
            {"verbose": -9, "seed": np.nan, "randn": lambda *shape: random.standard_normal(shape)},
        )

    def candidates(self) -> list[np.ndarray]:
        """The next generation: float64 arrays of factors."""
        return [np.asarray(each) for each in self._strategy.ask()]

    def take(self, candidates: Sequence[np.ndarray], scores: Sequence[float]) -> None:
        """Takes the scores of a generation, 0..1 against the present weights."""
        costs = [
            RIDGE * float(np.mean((factors - 1.0) ** 2)) - score
            for factors, score in zip(candidates, scores, strict=True)
        ]
        self._strategy.tell(list(candidates), costs)

    @property
    def middle(self) -> np.ndarray:
        """The centre of the search: float64 factors."""
        return np.asarray(self._strategy.result.xfavorite)


def _cma() -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it warns that a plotting package is missing
            return import_module("cma")
    except ImportError:
        raise BadText(f"--cma: expected the package cma: {how_to_install('tune')}") from None
