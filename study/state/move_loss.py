"""What each move of a game lost: its value compared with the value of the search's best move.

Both values are exact, never a bound, and of one depth. If the search has only a bound for the move that was
played, a search of that move alone gives its value.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engines.contract import EXACT, RootMove, Thought
from games.contract import BLACK, WHITE
from games.position import Position
from games.record import numbered
from study.format.loss_scale import (
    clear_advantage,
    cost_in_words,
    is_marked,
    lost_share,
    misses_win,
    standing,
)
from study.format.value_format import ValueFormat
from study.state.search_store import position_key, rows_with
from study.state.term_difference import TermDifference

COSTLIEST = 3
"""The number of costliest moves of each side that are listed, marked or not."""


@dataclass(frozen=True)
class MoveLoss:
    """The move of a game's ply `index` (from 0) compared with the best move of `thought`, the search of the
    position before it. `best` and `played` are the results of the two moves in it, with values of one depth
    for `side`, who made the move."""

    index: int
    thought: Thought
    best: RootMove
    played: RootMove

    @property
    def position(self) -> Position:
        """The position before the move."""
        return self.thought.position

    @property
    def side(self) -> int:
        return self.position.to_move

    @property
    def text(self) -> str:
        """The move with its number, as people write it."""
        return numbered(self.position, self.played.move)

    @property
    def better(self) -> str:
        """The best move with its number, as people write it."""
        return numbered(self.position, self.best.move)

    @property
    def depth(self) -> int:
        """The plies that both values look ahead."""
        return self.best.depth

    @property
    def loss(self) -> float:
        """The value of the best move less the value of the move played, in the numbers that the search
        computes with, not in the heuristic's unit; 0.0 for the best move. If one of the two values is a
        forced win or loss, the number means nothing; then use `words`."""
        return self.best.value - self.played.value

    @property
    def written_loss(self) -> float:
        """The loss as a reader computes it from the two values as they are written."""
        return ValueFormat.of_thought(self.thought).difference(self.best.value, self.played.value)

    @cached_property
    def way(self) -> float:
        """The loss as a share of the game, 0 to 1: 1 turns a won game into a lost one. In a game that is
        nearly decided, a loss weighs little."""
        return lost_share(self.best.value, self.played.value, clear_advantage(self.thought))

    @property
    def marked(self) -> bool:
        """Whether the move is marked: for the size of its loss, and always if it missed a win."""
        return is_marked(self.best.value, self.played.value, clear_advantage(self.thought))

    @property
    def all_the_same(self) -> str:
        """Why a move that is not marked decided nothing: its side was clearly behind already, or is still
        clearly ahead. "" for other moves."""
        clear = clear_advantage(self.thought)
        if self.marked or standing(self.best.value) or standing(self.played.value):
            return ""
        if self.best.value <= -clear:
            return "already behind"
        return "still ahead" if self.played.value >= clear else ""

    @property
    def misses_win(self) -> bool:
        """Whether the best move wins by force and the move played does not."""
        return misses_win(self.best.value, self.played.value)

    @property
    def words(self) -> str:
        """What the move costs, as a verb and its object: "costs 1.25 pawns", "misses a win"."""
        return cost_in_words(self.best.value, self.played.value, ValueFormat.of_thought(self.thought))

    @cached_property
    def key(self) -> Hashable:
        """Equal for two losses that say the same about the same move."""
        best, played = ((row.move, row.value) for row in (self.best, self.played))
        return position_key(self.position), self.thought.lens, self.depth, best, played


def judge(index: int, move: int, thought: Thought, rows: Mapping[int, RootMove]) -> MoveLoss | None:
    """How much a move lost against the best move of `thought`, the search of its position. `rows` are the
    search's results by move. None unless both moves have exact values of one depth."""
    # `thought.move` may be worse than the best move: a level skips better moves on purpose.
    choice = next((row.move for row in thought.best_moves), thought.move)
    best = rows.get(choice) if choice is not None else None
    played = rows.get(move)
    if best is None or played is None or best.depth != played.depth:
        return None
    if best.bound != EXACT or played.bound != EXACT:
        return None
    return MoveLoss(index, thought, best, played)


def worst(move_losses: Iterable[MoveLoss | None], most: int | None = None) -> list[MoveLoss]:
    """The marked moves, in the order of `by_loss`."""
    return by_loss(each for each in move_losses if each is not None and each.marked)[:most]


def costliest(move_losses: Iterable[MoveLoss | None], side: int, most: int = COSTLIEST) -> list[MoveLoss]:
    """The moves of a side that lost the largest shares of the game, marked or not, in the order of `by_loss`.
    A move after which the game is won or lost by force counts only if it is marked."""
    own = (each for each in move_losses if each is not None and each.side == side and each.way > 0.0)
    costly = [each for each in own if each.marked or not standing(each.played.value)]
    return by_loss(sorted(costly, key=lambda each: (-each.way, each.index))[:most])


def listed(move_losses: Sequence[MoveLoss | None], side: int | None = None) -> list[MoveLoss]:
    """The moves that a review lists for both sides, or for one: the marked moves, and the costliest moves of
    each side."""
    sides = (WHITE, BLACK) if side is None else (side,)
    found = [each for each in worst(move_losses) if each.side in sides]
    found += (each for side in sides for each in costliest(move_losses, side) if not each.marked)
    return by_loss(found)


def by_loss(move_losses: Iterable[MoveLoss]) -> list[MoveLoss]:
    """Sorted by the written loss, the largest first, so that moves that decide the game come first. Equal
    losses are sorted by the order of the game."""
    return sorted(move_losses, key=lambda each: (-each.written_loss, -each.loss, each.index))


@dataclass(frozen=True)
class ReviewedMove:
    """What a review has found about a game's ply `index`."""

    index: int
    move: int
    thought: Thought
    """The search of the position before the move."""
    alone: Thought | None = None
    """A search of the move alone to the same depth; None if `thought` has an exact value for it, or the
    search took too long."""
    terms: tuple[TermDifference, ...] = ()
    """How much each term adds to the loss. Empty if nothing was lost, or if a move wins, loses or draws by
    force."""
    why: str = ""
    """Why the best move was better, in a sentence or two; "" if nothing was lost."""
    proven: float | None = None
    """The move's value, if only the search of the position after it found that it wins by force; else
    None."""

    @cached_property
    def move_loss(self) -> MoveLoss | None:
        """The move's loss; None if the review did not find exact values of one depth. A move that wins by
        force missed no win, even if only the search after it saw that."""
        alone = {} if self.alone is None else {self.move: self.alone}
        move_loss = judge(self.index, self.move, self.thought, rows_with(self.thought, alone))
        if move_loss is None or self.proven is None:
            return move_loss
        # No more than the best move's value, so that the loss is not negative.
        won = min(self.proven, max(move_loss.best.value, move_loss.played.value))
        return replace(move_loss, played=replace(move_loss.played, value=won))

    @property
    def beside(self) -> Thought | None:
        """The search that has an exact value for the played move, with that move as its choice; None if none
        has."""
        move_loss = self.move_loss
        if self.alone is not None or move_loss is None:
            return self.alone
        return replace(self.thought.playing(move_loss.played, ""), depth=move_loss.depth)


def settled(looked: ReviewedMove, after: Thought) -> ReviewedMove:
    """`looked` with what the next search, `after`, adds to it: whether the move wins by force after all.
    `after` is the search of the position that the move leads to."""
    move_loss = looked.move_loss
    if move_loss is None or not move_loss.misses_win or len(move_loss.position.chances(looked.move)) > 1:
        return looked
    # A move that chance decides returns above: `after` is the search of only one of its outcomes.
    value = after.value if after.position.to_move == move_loss.side else -after.value
    if standing(value) != 1:
        return looked
    return replace(looked, proven=value - 1, why="", terms=())  # a ply further from the end


@dataclass(frozen=True)
class ReviewResult:
    """The progress of a game's review: the moves that it has `looked` at, of `total` plies, and the `seconds`
    without compiling."""

    looked: tuple[ReviewedMove, ...] = ()
    total: int = 0
    seconds: float = 0.0

    def with_next(self, looked: ReviewedMove, seconds: float) -> "ReviewResult":
        """The progress after one more move; its search may show that the move before wins by force."""
        before = self.looked
        if before and before[-1].index + 1 == looked.index:
            before = (*before[:-1], settled(before[-1], looked.thought))
        return replace(self, looked=(*before, looked), seconds=seconds)

    @property
    def done(self) -> int:
        """The number of plies that are done."""
        return len(self.looked)

    @property
    def move_losses(self) -> tuple[MoveLoss, ...]:
        """The losses in the order of the game, without moves whose loss is not known."""
        return tuple(move_loss for each in self.looked if (move_loss := each.move_loss) is not None)

    @property
    def whys(self) -> dict[int, str]:
        """The sentences that explain losses, by ply."""
        return {each.index: each.why for each in self.looked if each.why}

    @property
    def seconds_left(self) -> float | None:
        """The seconds left at the present rate; None before the first move is reviewed."""
        return None if not self.done else self.seconds / self.done * (self.total - self.done)
