"""Measures what a worse choice costs, from the values of both choices by a search, for the player who
chooses."""

from engines.contract import WIN_BAND, Thought
from study.format import number_text
from study.format.value_format import ValueFormat

MARKED_FROM = 0.1
"""A move is marked if it loses at least this share of the way from a lost game to a won one. In an even
position, that is a quarter of a clear advantage."""

ABOUT_EQUAL = 0.25
"""The largest difference, in clear advantages, that is called about equal or about even."""

EVEN = 5
"""A chance that is at most this many percentage points from 50 % is called about even. It is small, because
in games that are mostly drawn a clear advantage is hardly more than that."""

FAR = 3.0
"""The number of clear advantages beyond which a side is called far better."""


NEITHER = "Neither side is better", "Even"
"""Which side is better in an even position, and the same in fewer words."""


def standing(value: float) -> int:
    """1 for a forced win, −1 for a forced loss, else 0."""
    return int(value > WIN_BAND) - int(value < -WIN_BAND)


def share(value: float, scale: float) -> float:
    """A value as a share from −1 (lost game) to +1 (won game): value / (|value| + scale). A clear advantage,
    `scale`, is half; only a forced win is 1."""
    decided = standing(value)
    return float(decided) if decided else value / (abs(value) + scale)


def lost_share(better: float, worse: float, scale: float) -> float:
    """What the worse of two choices loses, as a share 0 to 1 of the way from a lost game to a won one. In a
    game that is nearly decided, a loss weighs little."""
    return (share(better, scale) - share(worse, scale)) / 2


def misses_win(better: float, worse: float) -> bool:
    """Whether the better of two choices wins by force, and the worse does not."""
    return standing(worse) < standing(better) == 1


def is_marked(better: float, worse: float, scale: float) -> bool:
    """Whether the worse of two choices is a mistake: for the size of its loss, and always if it misses a
    win."""
    return lost_share(better, worse, scale) >= MARKED_FROM or misses_win(better, worse)


def clear_advantage(thought: Thought) -> float:
    """The value of a clear advantage in a search's values: the `scale` of `share`."""
    return thought.scale if thought.lens is None else thought.lens.heuristic.clear_advantage


def better_in_words(
    value: float, side: int, scale: float, form: ValueFormat, names: tuple[str, str]
) -> tuple[str, ...]:
    """Which side a value, which is for `side`, favours, and by how much; then the same in fewer words.
    `scale` is a clear advantage."""
    if decided := number_text.verdict(value, side, names):
        return (decided,)
    if not form.steps(value):
        return NEITHER
    leader, amount = names[side if value > 0.0 else 1 - side], form.with_unit(abs(value)).removeprefix("+")
    short = form.signed(abs(value)).removeprefix("+")
    if how := _how_much(share(abs(value), scale)):
        return f"{leader} is {how}, by {amount}", f"{leader} is {how}, by {short}", f"{leader} by {short}"
    return f"About even: {leader} by {amount}", f"About even: {leader} by {short}", f"{leader} by {short}"


def better_by_chance(score: float, text: str, side: int, names: tuple[str, str]) -> tuple[str, ...]:
    """Which side is better, by the expected `score` of `side`, which is written as `text`; then the same in
    fewer words."""
    away = abs(round(100 * score) - 50)
    if not away:
        return NEITHER
    leader = names[side if score > 0.5 else 1 - side]
    how = _how_much(abs(2.0 * score - 1.0)) or "slightly better" * (away > EVEN)
    said = f"{leader} is {how}" if how else "About even"
    return f"{said}: {names[side]}'s chance is {text}", said


def _how_much(part: float) -> str:
    """The words for a side's advantage, given as a `share` from 0 to 1; "" for about even."""
    if part <= share(ABOUT_EQUAL, 1.0):
        return ""
    if part > share(FAR, 1.0):
        return "far better"
    return "clearly better" if part >= share(1.0, 1.0) else "better"


def cost_in_words(better: float, worse: float, form: ValueFormat) -> str:
    """What the worse of two choices costs, as a verb and its object. It is an amount only if neither is a
    forced win or loss. If both win or both lose, it is the difference in plies."""
    if standing(better) != standing(worse):
        return "loses" if number_text.is_decided(worse) else "misses a win"
    if standing(better):
        later = number_text.plies(round(better - worse))
        return f"wins {later} later" if better > 0 else f"loses {later} sooner"
    return f"costs {form.gap(better, worse)}"
