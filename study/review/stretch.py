"""Finds the stretch of a game in which it was lost: where a side's value fell for good, even if none of its
moves is marked.

The values are the review's, of the positions in which this side was to move, so that they do not swing with
the turn. The last value is the game's result by the rules, or else the value of its last position. Values are
compared as shares (`study.format.loss_scale.share`): a clear advantage is a half.

A *passage* is a part of the game in which a share falls from at least `high` to at most `low`, and does not
reach `high` again. It ends at the first share of at most `low` after the last share of at least `high`. So a
loss that the side made good again is no passage, and later moves do not shift the end.

A passage begins at the last share of at least `high`, or at an earlier share if the side had begun to fall
before. Exactly: at the latest share, up to that one, from which three quarters of the fall are still to come.
The fall is measured from the highest share that the passage may begin with. It must begin after each earlier
share of at most `low`, and after each earlier marked move of the side: such a move explains its own loss.

A side has lost if it is a clear advantage behind at the end: in a passage from a third of a clear advantage
behind to a whole one. If nobody has lost, an advantage was let slip in a passage from a clear advantage to a
third of it.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from engines.contract import WIN
from games.contract import BLACK, DRAW, ONGOING, WHITE
from games.record import Record
from study.format.loss_scale import clear_advantage, share, standing
from study.searches.values import for_side
from study.state.move_loss import MoveLoss, ReviewedMove, ReviewResult

CLEAR = 1 / 2
"""The share of a clear advantage."""

SLIGHT = 1 / 4
"""The share of a third of a clear advantage."""

FEW_PLIES = 6
"""The fewest plies of an unfinished game in which a stretch is looked for."""

MOST_OF_IT = 3 / 4
"""The part of the fall that is at least still to come where the passage begins."""


def passage(
    shares: Sequence[float], high: float, low: float, marked: Collection[int] = ()
) -> tuple[int, int] | None:
    """(begin, end) of the passage from `high` to `low` in a list of shares, as described above; None if there
    is none. `marked` are the indices of shares before a marked move."""
    last_high = next((at for at in range(len(shares) - 1, -1, -1) if shares[at] >= high), None)
    if last_high is None:
        return None
    end = next((at for at in range(last_high + 1, len(shares)) if shares[at] <= low), None)
    if end is None:
        return None
    cuts = (at + 1 for at in range(last_high) if at in marked or shares[at] <= low)
    first = max(cuts, default=0)
    fall = max(shares[first : last_high + 1]) - shares[end]
    begins = (at for at in range(last_high, first - 1, -1) if shares[at] - shares[end] >= MOST_OF_IT * fall)
    return next(begins), end


@dataclass(frozen=True)
class Stretch:
    """The positions of the game between which a side lost it, or let an advantage slip."""

    side: int
    lost: bool
    """Whether the side lost the game, and did not only let an advantage slip."""
    start: int
    """The index of the first position, from 0."""
    end: int
    """The index of the last position; `start` if the game was lost from the beginning."""
    before: float
    """The side's value in the first position."""
    after: float
    """The side's value in the last position; if the stretch is a single marked move, the value of this
    move."""
    moves: tuple[MoveLoss, ...]
    """The losses of the side's moves in the stretch, without those that the review did not find."""
    count: int
    """The number of the side's moves in the stretch."""
    last: int
    """The ply of the last of them."""
    drawn: bool = False
    """Whether the game was drawn at its end."""

    @property
    def only(self) -> MoveLoss | None:
        """The move, if the stretch is a single marked move; else None."""
        found = self.costliest
        return found if self.count == 1 and found is not None and found.marked else None

    @cached_property
    def costliest(self) -> MoveLoss | None:
        """The costliest move in it; None if no move cost anything."""
        costly = [move_loss for move_loss in self.moves if move_loss.loss > 0.0]
        return max(costly, key=lambda move_loss: (move_loss.way, move_loss.loss), default=None)

    @property
    def most(self) -> float:
        """The largest amount that one of its moves lost. Losses of a forced win, or to a forced loss, have no
        amount and do not count."""
        amounts = (
            move_loss.loss
            for move_loss in self.moves
            if not standing(move_loss.best.value) and not standing(move_loss.played.value)
        )
        return max(amounts, default=0.0)


def losing_move(review_result: ReviewResult, stretch: Stretch) -> MoveLoss | None:
    """The one move to name, if a side fell behind over several moves and lost: its last move that allowed a
    forced loss, in the stretch or later, marked or not. If there is none, the only marked move in the
    stretch. None if there is no such move either, or if the stretch is itself a single marked move."""
    if not stretch.lost or stretch.only is not None:
        return None
    own = [
        each
        for each in review_result.move_losses
        if each.side == stretch.side and each.index >= stretch.start
    ]
    forced = [each for each in own if standing(each.played.value) < 0 <= standing(each.best.value)]
    if forced:
        return forced[-1]
    marked = [move_loss for move_loss in stretch.moves if move_loss.marked]
    return marked[0] if len(marked) == 1 else None


@dataclass(frozen=True)
class _Standing:
    """The value of a position for a side; `looked` is the review of the side's move there, None at the end of
    the game."""

    index: int
    value: float
    share: float
    looked: ReviewedMove | None


def stretch_of(record: Record, review_result: ReviewResult) -> Stretch | None:
    """The stretch in which a reviewed game was lost or, if nobody lost, an advantage was let slip; if both
    sides let one slip, the later stretch. None if nobody did, if not all moves were reviewed, or if the game
    is `too_short` and one side was clearly behind from the start."""
    if not record.plies or len(review_result.looked) != len(record.plies):
        return None
    outcome = record.position.outcome
    by_side = {side: _standings(record, review_result, side) for side in (WHITE, BLACK)}
    losers = [side for side, standings in by_side.items() if standings[-1].share <= -CLEAR]
    if losers:
        return _lost(by_side[losers[0]], losers[0], too_short(record))
    slipped = (_slipped(standings, side, outcome == DRAW) for side, standings in by_side.items())
    return max((each for each in slipped if each is not None), key=lambda each: each.end, default=None)


def was_ahead(record: Record, review_result: ReviewResult) -> bool:
    """Whether a side was ever a clear advantage ahead in a reviewed game."""
    standings = (_standings(record, review_result, side) for side in (WHITE, BLACK))
    return any(each.share >= CLEAR for found in standings for each in found)


def too_short(record: Record) -> bool:
    """Whether a game is unfinished and has fewer than FEW_PLIES plies."""
    return record.outcome == ONGOING and len(record.plies) < FEW_PLIES


def _lost(standings: Sequence[_Standing], side: int, short: bool) -> Stretch | None:
    found = _passage(standings, -SLIGHT, -CLEAR)
    if found is None and short:
        return None
    if found is None:  # it was behind all the time
        found = 0, next(at for at, each in enumerate(standings) if each.share <= -CLEAR)
    return _stretch(standings, found, side, lost=True)


def _slipped(standings: Sequence[_Standing], side: int, drawn: bool) -> Stretch | None:
    found = _passage(standings, CLEAR, SLIGHT)
    if found is None:
        return None
    drawn = drawn and found[1] == len(standings) - 1
    return _stretch(standings, found, side, lost=False, drawn=drawn)


def _passage(standings: Sequence[_Standing], high: float, low: float) -> tuple[int, int] | None:
    marked = {
        at
        for at, each in enumerate(standings)
        if each.looked is not None and each.looked.move_loss is not None and each.looked.move_loss.marked
    }
    return passage([each.share for each in standings], high, low, marked)


def _stretch(
    standings: Sequence[_Standing], found: tuple[int, int], side: int, lost: bool, drawn: bool = False
) -> Stretch:
    first, last = (standings[at] for at in found)
    own = [each.looked for each in standings[found[0] : found[1]] if each.looked is not None]
    moves = tuple(looked.move_loss for looked in own if looked.move_loss is not None)
    after = last.value
    if len(own) == len(moves) == 1 and moves[0].marked and abs(after) != WIN:
        after = moves[0].played.value  # as in the list of moves
    ends = first.index, last.index, first.value, after
    return Stretch(side, lost, *ends, moves, len(own), own[-1].index if own else first.index, drawn)


def _standings(record: Record, review_result: ReviewResult, side: int) -> list[_Standing]:
    """The positions in which a side was to move, and the end."""
    standings = []
    for looked in review_result.looked:
        if record.positions[looked.index].to_move == side:
            move_loss = looked.move_loss
            value = looked.thought.value if move_loss is None else move_loss.best.value
            standings.append(_Standing(looked.index, value, _share(looked, value), looked))
    last = review_result.looked[-1]
    value = for_side(_value_at_end(record, last), last.thought.position.to_move, side)
    return [*standings, _Standing(len(record.plies), value, _share(last, value), None)]


def _value_at_end(record: Record, last: ReviewedMove) -> float:
    """The value of the last position for the side that made the last move; for a game that is over, by its
    result."""
    outcome = record.position.outcome
    if outcome == ONGOING:
        return last.thought.value if last.move_loss is None else last.move_loss.played.value
    if outcome == DRAW:
        return 0.0
    return WIN if outcome == last.thought.position.to_move else -WIN


def _share(looked: ReviewedMove, value: float) -> float:
    return share(value, clear_advantage(looked.thought))
