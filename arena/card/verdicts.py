"""The verdict of a card on a term, in a few words that its figures support."""

import math
from collections.abc import Mapping, Sequence

from arena.card.collinearity import TermShape
from arena.card.pairs import Worth
from arena.statistics import holm
from games.figure_text import grouped, listed

NARROW = 8.0
"""An interval with this half-width, in Elo, is narrow enough for a verdict."""

LEVEL = 0.05
"""The probability of calling any term of a card useful or harmful where no term changes the strength; and,
separately, of calling any useful with more nodes."""

ALIKE, LITTLE, LEAST_PAIRS = 0.95, 30.0, 20
"""The correlation from which on two terms count as nearly the same; a loss in Elo that is small; and the
pairs that are needed before a term counts as replaced."""

EARNS, COSTS, NEVER, OFF = "earns its place", "costs strength", "never fires", "is off: its weight is 0"
EARNS_DEEPER = "earns its place with more nodes"
STANDS_IN, AT_MOST, CANNOT_TELL = "stands in for", "worth at most", "can't tell yet"
"""Beginnings of verdicts."""

ALL_DRAWN = f"{CANNOT_TELL}: all games were drawn"


def significant(worths: Mapping[str, Worth], is_open: bool = False) -> frozenset[str]:
    """The names of the terms whose effect on strength differs from 0. The probability of one mistake or more
    among all is at most LEVEL (`holm`). That also holds with `is_open`, where the numbers
    of pairs depended on the results."""
    chances = [worth.sequential_probability if is_open else worth.probability for worth in worths.values()]
    return frozenset(name for name, p in zip(worths, holm(chances), strict=True) if p <= LEVEL)


def verdict(
    shape: TermShape,
    weight: float,
    worth: Worth | None,
    is_significant: bool,
    refitted: Worth | None,
    partner: str,
    more: str,
    helps_deeper: bool = False,
) -> str:
    """The verdict on a term. `worth`: what it gains against weight 0; `helps_deeper`: whether it surely helps
    with more nodes; `refitted`: what it gains against the others refitted; `partner`: the name of the term
    with the strongest correlation; `more`: how much more a verdict takes, "" where that is not known."""
    if shape.is_silent and weight != 0.0:
        return NEVER
    if weight == 0.0:
        return OFF
    undecided = f"{CANNOT_TELL}: {more}" if more else CANNOT_TELL
    if worth is None or not worth.pairs:
        return undecided
    # An infinite Elo has one bound: the upper one if every game was lost.
    is_worse = worth.elo < 0.0 if worth.elo is not None else worth.high is not None
    if is_significant and is_worse:
        return COSTS
    if partner and refitted is not None and _is_replaced(shape, refitted):
        return f"{STANDS_IN} {partner}"
    if is_significant:
        return EARNS
    if helps_deeper:
        return EARNS_DEEPER
    if worth.half_width <= NARROW:
        assert worth.high is not None
        return f"{AT_MOST} {math.ceil(max(worth.high, 0.0))} Elo"
    return undecided


def _is_replaced(shape: TermShape, refitted: Worth) -> bool:
    """Whether the others, refitted, can replace the term. With a term that says nearly the same it is enough
    that no loss was found; without such a term, the possible loss must be small."""
    if refitted.pairs < LEAST_PAIRS or refitted.is_better:
        return False
    alike = abs(shape.correlation) >= ALIKE
    return alike or (refitted.high is not None and refitted.high <= LITTLE)


def silence(positions: int, fires_at_most: float | None) -> str:
    """How often a term that never fires might still fire, in words: "in 2 400 positions, at most 0.8 %"."""
    limit = "" if fires_at_most is None else f", at most {100 * fires_at_most:.2g} %"
    return f"in {grouped(positions)} positions{limit}"


def sentence(
    verdicts: Mapping[str, str],
    worths: Mapping[str, Worth],
    groups: Mapping[str, str] | None = None,
    remark: str = "",
    silent_in: str = "",
    to_do: Sequence[str] = (),
) -> str:
    """The card in a few sentences: what `to_do`, which terms earn their place, cost strength or never fire;
    `groups` are the verdicts on groups. A `remark` on the games comes before the verdicts. `silent_in` says
    in how many positions terms never fired (`silence`)."""
    sentences: list[str] = [remark] if remark else []
    strengths = {name: math.inf if worth.elo is None else worth.elo for name, worth in worths.items()}
    earning = [name for name, words in verdicts.items() if words == EARNS]
    earning.sort(key=lambda name: -strengths[name])
    if earning:
        sentences.append(f"{'Earn their' if len(earning) > 1 else 'Earns its'} place: {listed(earning)}.")
    deeper = [name for name, words in verdicts.items() if words == EARNS_DEEPER]
    if deeper:
        sentences.append(f"With more nodes {listed(deeper)} earn{'s' * (len(deeper) == 1)} a place.")
    costing = [name for name, words in verdicts.items() if words == COSTS]
    if costing:
        sentences.append(f"{'Cost' if len(costing) > 1 else 'Costs'} strength: {listed(costing)}.")
    silent = [name for name, words in verdicts.items() if words == NEVER]
    if silent:
        where = f" ({silent_in})" if silent_in else ""
        sentences.append(f"Never {'fire' if len(silent) > 1 else 'fires'}: {listed(silent)}{where}.")
    for name, words in verdicts.items():
        other = words.removeprefix(f"{STANDS_IN} ") if words.startswith(STANDS_IN) else ""
        mutual = verdicts.get(other) == f"{STANDS_IN} {name}"
        if mutual and list(verdicts).index(name) < list(verdicts).index(other):
            sentences.append(f"Stand in for each other: {name} and {other}.")
        elif other and not mutual:
            sentences.append(f"Stands in for {other}: {name}.")
    slight = [(words, name) for name, words in verdicts.items() if words.startswith(AT_MOST)]
    if slight:
        named = [f"{name} ({words.removeprefix('worth ')})" for words, name in slight]
        sentences.append(f"Can be dropped at little cost: {listed(named)}.")
    whole = [name for name, words in (groups or {}).items() if words == EARNS]
    if whole:
        sentences.append(f"Group{'s' * (len(whole) > 1)} worth having: {listed(whole)}.")
    if len(sentences) == bool(remark):
        sentences.append("No term stands out yet.")
    return " ".join((*to_do, *sentences))
