"""What each term of a heuristic contributes in many positions.

found = pool_of("chess").positions(seed=1)
Contributions(found.rules, lens).table(found.states, found.sides)    # float64 [n, terms + 1]
"""

from collections.abc import Callable, Sequence
from copy import copy
from functools import cached_property
from typing import Any

import numpy as np

from engines.compiling import kernel_processes
from engines.compiling.kernel_parts import parts_of_contributions
from engines.compiling.kernels import compiled_contributions, evaluation_arguments
from engines.contract import StopSignal
from games.compiling.compiler import jit_disabled
from games.compiling.function_pointers import address_of
from games.contract import Game, State
from heuristics.lens import Lens, plain_arithmetic

DECIDED = -1
"""The column of the heuristic's decisive term, which replaces the sum of all others where it is not 0."""


class TableStopped(Exception):
    """A table was stopped before its end."""


class Contributions:
    """What the terms of a heuristic with its weights (`lens`) contribute. Compiled if that is possible, which
    takes seconds the first time; with `compiles` False in plain Python, which is faster for a few positions.
    A `stop` ends its tables."""

    def __init__(
        self, rules: Game, lens: Lens, compiles: bool = True, stop: StopSignal | None = None
    ) -> None:
        self.rules, self.lens = rules, lens
        self._stop = stop or StopSignal()
        self.count = len(lens.heuristic.terms)
        self._compiles = compiles and not jit_disabled()

    @cached_property
    def _found(self) -> tuple[Callable[..., float] | None, str]:
        heuristic = self.lens.heuristic.compiled_as
        kernel_processes.compile_there(parts_of_contributions(heuristic))
        return compiled_contributions(self.rules, heuristic)

    def with_lens(self, lens: Lens) -> "Contributions":
        """The same kernel with other weights of the heuristic."""
        other = copy(self)
        other.lens = lens
        return other

    @property
    def obstacle(self) -> str:
        """The line of the heuristic that cannot be compiled, "" if all can. Compiles it, if need be."""
        return self._found[1] if self._compiles else ""

    @property
    def is_compiled(self) -> bool:
        """Whether the terms run compiled. Compiles them, if need be."""
        return self._compiles and self._found[0] is not None

    @cached_property
    def _kernel(self) -> Callable[..., float]:
        kernel = self._found[0] if self._compiles else None
        return kernel or self.lens.heuristic.compiled_as.contributor()

    @cached_property
    def address(self) -> int:
        """The address of the compiled kernel, for other kernels; 0 if it is not compiled."""
        kernel = self._found[0] if self._compiles else None
        arguments = (*evaluation_arguments(self.rules, self.lens.heuristic.compiled_as), np.zeros(0))
        return 0 if kernel is None else address_of(kernel, arguments)

    def of(self, state: State, side: int) -> np.ndarray:
        """float64 [terms + 1]: what each term contributes for that side; last, what the decisive term
        contributes."""
        row: np.ndarray = self.table((state,), (side,))[0]
        return row

    def table(self, states: Any, sides: Sequence[int]) -> np.ndarray:
        """float64 [states, terms + 1]: the row of each state for its side. Raises TermFailure where a
        term fails, TableStopped soon after a stop."""
        rows = np.zeros((len(states), self.count + 1))
        kernel, weights, stop = self._kernel, self.lens.prepared, self._stop
        with plain_arithmetic():
            for row, state, side in zip(rows, states, sides, strict=True):
                if stop.requested:
                    raise TableStopped
                try:
                    kernel(state, side, weights, row)
                except Exception:
                    self.lens.breakdown(state, side)  # raises TermFailure with the line
                    raise
        if not np.isfinite(rows).all():
            at = int(np.flatnonzero(~np.isfinite(rows).all(axis=1))[0])
            self.lens.breakdown(states[at], sides[at])  # raises TermFailure, which names the term
        return rows
