"""What a heuristic is: a sum of named, weighted terms.

A term is one function with a decorator that says which heuristic it belongs to:

    improved = Heuristic("improved", "isolation", "Own mobility minus the opponent's.", source="...")

    @improved.difference(weight=1.0)
    def mobility(state, side):
        \"\"\"Squares that the piece could go to.\"\"\"
        return popcount(targets(state, side))

There are four kinds of terms, which differ in the counts that a breakdown can show:

- `difference`: a feature counted for each side; contributes weight × (own − other);
- `own` and `other`: a feature of one side only; contributes weight × count;
- `single`: not separable by side; contributes weight × f(state, side).

A term takes `(state, side)`. If it needs other weights of the same heuristic, it takes `(state, side,
weights)`: the terms' weights in the order of their declaration, then the parameters. A function of the state
with the decorator `precompute` is called once for all terms; a term whose last parameter is called `shared`
gets its result. A term returns a number and does not change the state. Values are for `side`. A term's value
for one side need not be minus its value for the other: its author may say `one_sided=True`, so that the
window marks it, or `one_sided=False` (`heuristics.sides`). A term added by `decides` replaces the sum if it
is not 0.

The value of a count of 1 may change from the middle game to the endgame: `worth=Tapered(77.0, 89.0)` beside
the weight. The term returns a plain count, and each side's count is multiplied by the worth in the position
before the difference is taken. `Heuristic(..., phase=middle_game)` names the function of the state that
returns the share of the middle game, from 1 to 0. The weight is a factor on both ends.

A term that returns a sum of values, such as values of squares, and no count, says so by `counts=False`: both
sides' sums are then shown as values, without a weight.

Three arguments help people to read values, and change none. `Heuristic(..., unit="pawn", per_unit=100.0)`:
100 of a value are one pawn, and values are shown in pawns; weights stay as they are written.
`group="material"` in a term's decorator: the terms of a group are listed below its subtotal.
`label="stones in hand"`: the window and printed tables show this name. Files, players' texts, commands and
JSON keep the term's own name, so saved weights stay valid.

`evaluator` makes one kernel that adds the terms' contributions in their order. `contributor` makes a kernel
that also returns each contribution. `heuristics.lens.Lens.breakdown` does the same sum step by step in
Python. All three give the same float, bit for bit.
"""

import inspect
import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partialmethod
from typing import Any, NamedTuple, TypeGuard

import numpy as np

from games.contract import BLACK, WHITE, BadText
from games.former_names import PRESENT
from games.safe_text import shown

Kernel = Callable[..., float]
Decorator = Callable[[Kernel], Kernel]
Squares = Callable[..., list[tuple[str, float]]]

MOST_WEIGHT = 1e5
"""The largest size of a weight that a person can set."""

MOST_VALUE = 1e9 - 1e5
"""The largest size of a value: beyond it a search sees a won game. A term that leads there has failed."""

UNWRITABLE = frozenset(",:=")
"""Signs that a heuristic's name cannot hold: they separate the words of a player's text."""

_WHITE, _BLACK = np.int64(WHITE), np.int64(BLACK)
"""The sides, of the type that a kernel takes. For a literal 0 or 1, Numba would compile each term again."""

DIFFERENCE, OWN, OTHER, SINGLE = "difference", "own", "other", "single"


class Tapered(NamedTuple):
    """The factors of a term's count in the middle game and in the endgame, before the term's weight
    multiplies it. In between, the heuristic's `phase` says how much of each counts."""

    middle: float
    end: float

    def at(self, share: float) -> float:
        """The factor with a `share` of the middle game, as the kernels compute it."""
        return share * self.middle + (1.0 - share) * self.end


@dataclass(frozen=True)
class Term:
    """One named summand. `count(state, side[, weights][, shared])` is a kernel; `squares(state, side[,
    weights])` lists (square name, amount) for `side` alone, to show them; no search calls it. `one_sided` is
    what the author says of the term, None if nothing (`heuristics.sides`)."""

    name: str
    weight: float
    kind: str
    count: Kernel
    description: str
    source: str
    takes_weights: bool
    takes_shared: bool = False
    squares: Squares | None = None
    one_sided: bool | None = None
    group: str = ""
    """The group that the term belongs to; "" for none."""
    label: str = ""
    """Its name for people; `name` is the key by which files, players' texts and commands know it."""
    worth: Tapered | None = None
    """The value of a count of 1, where that depends on the phase of the game."""
    counts: bool = True
    """Whether the term counts something; else it is a sum of values, in the heuristic's unit."""


@dataclass(eq=False)
class Heuristic:
    """A named list of terms, filled by its decorators while its module is imported.

    `prepare(weights) -> weights` (float64 arrays) turns the weights that a person sets into the weights that
    the sum uses, for a published normalisation. `scale` is the size of a value that means a clear advantage,
    in the value's unit: it fills half of the window's evaluation bar. 0: `clear_advantage` estimates it from
    the weights.
    """

    name: str
    game: str
    description: str
    source: str
    prepare: Callable[[np.ndarray], np.ndarray] = field(default=lambda weights: weights)
    terms: list[Term] = field(default_factory=list)
    parameters: dict[str, float] = field(default_factory=dict)
    decisive: Term | None = None
    shared: Callable[[Any], Any] | None = None
    """`shared(state)`, a kernel. Its result, a tuple of numbers or of such tuples, is passed to the terms
    that take it."""
    scale: float = 0.0
    variant_of: "Heuristic | None" = None
    """The heuristic whose terms this one uses, if only the default weights differ; else None."""
    unit: str = ""
    """The unit that values are shown in, in the singular: "pawn". "" for none."""
    per_unit: float = 1.0
    """How much of a value is one unit."""
    phase: Callable[[Any], float] | None = None
    """`phase(state)`, a kernel: the share of the middle game, from 1 to 0, for `Tapered` worths."""
    former_weights: tuple[str, ...] = ()
    """The names of weights that earlier versions had. Files that name such a weight are still read; the
    weight changes nothing, and a remark says so (`heuristics.former_weights`)."""
    place: tuple[str, int] = field(init=False, default=("", 0))
    """(file, line) of its definition."""

    def __post_init__(self) -> None:
        written = self.name.isprintable() and self.name == self.name.strip()
        if not self.name or not written or UNWRITABLE & set(self.name):
            raise BadText(
                f"heuristic {self.name!r}: expected a name that can be written in a player: not empty, "
                f"without {' '.join(sorted(UNWRITABLE))} and without blanks at its ends"
            )
        if not _is_shown(self.unit):
            raise BadText(f"heuristic {self.name}: expected a unit that can be shown, found {self.unit!r}")
        if not _is_positive(self.per_unit):
            raise BadText(
                f"heuristic {self.name}: expected a number above 0 as per_unit, found {self.per_unit!r}"
            )
        if not self.unit and self.per_unit != 1.0:
            raise BadText(f"heuristic {self.name}: expected a unit beside per_unit={self.per_unit:g}")
        if self.phase is not None and not _takes_a_state(self.phase):
            raise BadText(
                f"heuristic {self.name}: expected a function of the state as phase, found {shown(self.phase)}"
            )
        definition = sys._getframe(2)  # beyond the dataclass's own __init__
        self.place = definition.f_code.co_filename, definition.f_lineno

    def difference(
        self,
        name: str = "",
        *,
        weight: float,
        source: str = "",
        group: str = "",
        label: str = "",
        worth: Tapered | None = None,
        counts: bool = True,
    ) -> Decorator:
        return self._adder(
            DIFFERENCE,
            name,
            weight=weight,
            source=source,
            group=group,
            label=label,
            worth=worth,
            counts=counts,
        )

    def _adder(
        self,
        kind: str,
        name: str = "",
        *,
        weight: float,
        source: str = "",
        one_sided: bool | None = None,
        group: str = "",
        label: str = "",
        worth: Tapered | None = None,
        counts: bool = True,
    ) -> Decorator:
        def add(function: Kernel) -> Kernel:
            self._check_worth(function.__name__, worth, counts)
            term = self._make(kind, name, weight, source, function, one_sided, group, label)
            self.terms.append(replace(term, worth=worth, counts=counts))
            return function

        return add

    own = partialmethod(_adder, OWN)
    other = partialmethod(_adder, OTHER)
    single = partialmethod(_adder, SINGLE)

    def decides(
        self,
        name: str = "",
        *,
        source: str = "",
        one_sided: bool | None = None,
        group: str = "",
        label: str = "",
    ) -> Decorator:
        """A `single` term of weight 1 that, when it is not 0, is the whole value."""

        def add(function: Kernel) -> Kernel:
            self.decisive = self._make(SINGLE, name, 1.0, source, function, one_sided, group, label)
            return function

        return add

    def precompute(self, function: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """Declares the function that computes `shared`, before the terms that take it."""
        self.shared = function
        return function

    def _check_worth(self, function: str, worth: object, counts: bool) -> None:
        """Raises BadText for an impossible `worth`, or if this heuristic has no phase to apply it."""
        if worth is None:
            return
        if not isinstance(worth, Tapered) or not all(map(_is_finite, worth)):
            raise BadText(f"term {function}: expected worth=Tapered(middle, end), found {shown(worth)}")
        if self.phase is None:
            raise BadText(
                f"term {function}: expected Heuristic(…, phase=…) for worth=Tapered(…): a function of the "
                f"state that returns the share of the middle game"
            )
        if not counts:
            raise BadText(f"term {function}: expected either worth=Tapered(…) or counts=False, found both")

    def _make(
        self,
        kind: str,
        name: str,
        weight: float,
        source: str,
        function: Kernel,
        one_sided: bool | None,
        group: str,
        label: str,
    ) -> Term:
        parameters = list(inspect.signature(function).parameters)
        last = parameters[-1] if parameters else ""
        if last in PRESENT:
            raise TypeError(f"term {function.__name__}: {last} is called {PRESENT[last]} now")
        takes_shared = last == "shared"
        takes = len(parameters) - takes_shared
        if takes not in (2, 3):
            raise TypeError(
                f"term {function.__name__}: expected (state, side) or (state, side, weights), "
                f"found {takes} parameters"
            )
        if takes_shared and self.shared is None:
            raise TypeError(f"term {function.__name__}: expected a function with @precompute before it")
        if not _is_shown(group):
            raise BadText(f"term {function.__name__}: expected a group that can be shown, found {group!r}")
        if not _is_shown(label):
            raise BadText(f"term {function.__name__}: expected a label that can be shown, found {label!r}")
        name = name or _plain(function.__name__)
        return Term(
            name=name,
            weight=weight,
            kind=kind,
            count=function,
            description=(inspect.getdoc(function) or "").split("\n\n")[0].replace("\n", " "),
            source=source or self.source,
            takes_weights=takes == 3,
            takes_shared=takes_shared,
            squares=getattr(function, "squares", None),
            one_sided=one_sided,
            group=group,
            label=label or _plain(name),
        )

    @property
    def compiled_as(self) -> "Heuristic":
        """The heuristic whose kernels this one uses, with its own weights."""
        return self.variant_of or self

    # Weights

    @property
    def weight_names(self) -> tuple[str, ...]:
        return tuple(term.name for term in self.terms) + tuple(self.parameters)

    @property
    def default_weights(self) -> np.ndarray:
        """The default weights, float64: one for each term, then one for each parameter."""
        return np.array([term.weight for term in self.terms] + list(self.parameters.values()))

    def label_of(self, name: str) -> str:
        """The name for people of a term, or of a weight that belongs to no term."""
        decisive = [self.decisive] if self.decisive else []
        return next((term.label for term in [*self.terms, *decisive] if term.name == name), _plain(name))

    # Values

    @property
    def clear_advantage(self) -> float:
        """The value of a clear advantage: `scale`, or if that is 0, three times the median of the terms'
        weights, each times its largest `worth`."""
        if self.scale > 0.0:
            return self.scale
        sizes = np.abs(self.prepare(self.default_weights)[: len(self.terms)])
        sizes *= [max(map(abs, term.worth)) if term.worth else 1.0 for term in self.terms]
        sizes = sizes[sizes > 0.0]
        return 3.0 * float(np.median(sizes)) if sizes.size else 1.0

    def evaluator(self) -> Kernel:
        """The kernel `evaluate(state, side, prepared_weights) -> float64`.

        It is written out as one flat function: Numba compiles that several times faster than a
        chain of closures, and the terms in it stay the functions that a person wrote.
        """
        return self._written(
            ["def evaluate(state, side, weights):"],
            ["    decision = {decision}", "    if decision != 0.0:", "        return decision"],
            ["    value = value + weights[{index}] * {amount}"],
            "evaluation",
        )

    def contributor(self) -> Kernel:
        """The kernel `contribute(state, side, prepared_weights, out) -> float64`: the evaluator's value, and
        what it is made of.

        It fills `out` (float64) with each term's contribution; their sum, in this order, is the value. The
        next entry is the decisive term's contribution; if it is not 0, all others are 0. Further entries stay
        as they are.
        """
        last = len(self.terms)
        decided = [
            f"    out[{last}] = {{decision}}",
            f"    if out[{last}] != 0.0:",
            f"        for i in range({last}):",
            "            out[i] = 0.0",
            f"        return out[{last}]",
        ]
        added = ["    out[{index}] = weights[{index}] * {amount}", "    value = value + out[{index}]"]
        head = ["def contribute(state, side, weights, out):", f"    out[{last}] = 0.0"]
        return self._written(head, decided, added, "contributions")

    def adder(self) -> Kernel:
        """The kernel `add_up(states, side, prepared_weights, index) -> float64`: the sum of one term's
        contributions over states. It serves to time a term by itself."""
        names = self._names()
        lines = ["def add_up(states, side, weights, index):", "    value = 0.0"]
        for index, term in enumerate(self.terms):
            names[f"count_{index}"] = term.count
            lines += [f"    if index == {index}:", "        for at in range(states.shape[0]):"]
            lines += ["            state = states[at]"]
            if term.takes_shared:
                names["precompute_shared"] = self.shared
                lines.append("            shared = precompute_shared(state)")
            if term.worth:
                names["phase"] = self.phase
                lines.append("            share = float(phase(state))")
            lines.append(f"            value = value + weights[{index}] * {_amount(f'count_{index}', term)}")
        return self._executed([*lines, "    return value"], names, "terms")

    def _names(self) -> dict[str, Any]:
        """By name: the values that the generated code of a kernel uses, besides the terms."""
        return {
            "__name__": __name__,
            "white": _WHITE,
            "black": _BLACK,
            "difference": _difference,
        }

    def _executed(self, lines: list[str], names: dict[str, Any], what: str) -> Kernel:
        """Runs these lines of generated code, in which `names` are known, and returns the function that they
        define. In place of a file, tracebacks show `what` was generated."""
        exec(compile("\n".join(lines), f"<{what} of {self.game} {self.name}>", "exec"), names)
        function: Kernel = names[lines[0].split("(")[0].removeprefix("def ")]
        return function

    def _written(self, lines: list[str], decided: list[str], added: list[str], what: str) -> Kernel:
        """The function made of `lines`, then of `decided` for the decisive term, if there is one, then of
        `added` for each other term."""
        names = self._names()
        decision: list[str] = []
        shared: list[str] = []
        if self.decisive:
            names["decision_count"] = self.decisive.count
            amount = f"float({_call('decision_count', self.decisive, 'side')})"
            decision = [line.format(decision=amount) for line in decided]
        decides_by_shared = self.decisive is not None and self.decisive.takes_shared
        if decides_by_shared or any(term.takes_shared for term in self.terms):
            names["precompute_shared"] = self.shared
            shared = ["    shared = precompute_shared(state)"]
        lines += [*shared, *decision] if decides_by_shared else [*decision, *shared]
        if any(term.worth for term in self.terms):
            names["phase"] = self.phase
            lines.append("    share = float(phase(state))")
        lines.append("    value = 0.0")
        for index, term in enumerate(self.terms):
            name = f"count_{index}"
            names[name] = term.count
            lines += [line.format(index=index, amount=_amount(name, term)) for line in added]
        return self._executed([*lines, "    return value"], names, what)


def _plain(name: str) -> str:
    """A name in code as words: with blanks in place of underscores."""
    return name.replace("_", " ")


def _is_shown(text: object) -> bool:
    """Whether a unit, a group or a label is a text for one line of the window, or empty."""
    return isinstance(text, str) and text.isprintable() and text == text.strip()


def _is_positive(number: object) -> bool:
    return _is_finite(number) and number > 0.0


def _is_finite(number: object) -> TypeGuard[float]:
    return isinstance(number, int | float) and math.isfinite(number)


def _takes_a_state(function: object) -> bool:
    """Whether it is a function of one parameter."""
    return callable(function) and len(inspect.signature(function).parameters) == 1


def _amount(name: str, term: Term) -> str:
    """What a term's weight is multiplied by, as code."""
    if term.kind == DIFFERENCE:
        # Each side is a constant, so that the compiler leaves out the other side's branches.
        white, black = (_of_side(name, term, side) for side in ("white", "black"))
        return f"difference({white}, {black}, side)"
    return _of_side(name, term, "1 - side" if term.kind == OTHER else "side")


def _of_side(name: str, term: Term, side: str) -> str:
    """A side's count, as code; for a term with a worth, times its worth in the position's phase."""
    count = f"float({_call(name, term, side)})"
    if term.worth is None:
        return count
    middle, end = map(float, term.worth)
    return f"{count} * (share * {middle!r} + (1.0 - share) * {end!r})"


def _difference(of_white: float, of_black: float, side: int) -> float:
    return of_white - of_black if side == WHITE else of_black - of_white


def _call(name: str, term: Term, side: str) -> str:
    words = (["weights"] if term.takes_weights else []) + (["shared"] if term.takes_shared else [])
    return f"{name}({', '.join(['state', side, *words])})"


def where(squares: Squares) -> Decorator:
    """A decorator for below a term's own. `squares(state, side)`, or `squares(state, side, weights)`, returns
    the squares that the term counts, or places beside the board, each with its part of the count."""

    def attach(function: Kernel) -> Kernel:
        function.squares = squares  # type: ignore[attr-defined]
        return function

    return attach


@cache
def takes_weights(squares: Squares) -> bool:
    """Whether a function that returns squares has the weights as a parameter."""
    return len(inspect.signature(squares).parameters) == 3


def find(heuristics: Sequence[Heuristic], name: str, game: str) -> Heuristic:
    """The heuristic of this name. Raises BadText if there is none."""
    for heuristic in heuristics:
        if heuristic.name == name:
            return heuristic
    raise BadText(
        f"heuristic: expected one of {', '.join(h.name for h in heuristics)} for {game}, found {name!r}"
    )
