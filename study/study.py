"""What is known about a game that somebody looks at: no pixel, and no thread of its own.

The window's thread owns it. Searches run as jobs and leave what they found in `thoughts`; panels ask
`facts` and point at moves and squares by `pointed`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engines.contract import RootMove, Thought
from engines.jobs import Job, News
from engines.kinds import PlayerSpec
from games.contract import WHITE
from games.position import Position
from games.record import Record
from games.registry import Entry, entry
from heuristics.lens import Lens
from heuristics.registry import heuristics_of, load_lens
from study.facts import Facts
from study.measures import Measures
from study.thoughts import Thoughts, place


@dataclass
class Pointed:
    """What a panel points at on the board: a move of the shown position, squares with amounts (in
    the value's unit, positive where they favour White), and the move that stays selected."""

    move: int | None = None
    squares: Sequence[tuple[str, float]] = ()
    selected: int | None = None


@dataclass(eq=False)
class Study:
    """One game under study. `cursor` is the index of the shown position in `record.positions`;
    `lens` is what the person looks through; `search` is the job that thinks about the game now, if
    any, for this study to collect its snapshots from, and `counters` its (nodes, depth in progress).

    Whoever has the game played says who plays, what has stopped the programs (`failure`), and which
    lens a heuristic's name stands for (`lens_named`; its default weights, if nobody does).
    """

    record: Record
    lens: Lens
    cursor: int = 0
    thoughts: Thoughts = field(default_factory=Thoughts)
    facts: Facts = field(default_factory=Facts)
    pointed: Pointed = field(default_factory=Pointed)
    search: Job | None = None
    counters: Callable[[], tuple[int, int]] = field(default=lambda: (0, 0))
    players: tuple[PlayerSpec, PlayerSpec] | None = None
    failure: str = ""
    follows_mover: bool = False  # whose eyes values are for: White's, or the player's to move
    lens_named: Callable[[str], Lens] | None = None
    line_read: object = None  # the newest, by `study.lines`
    _measures: dict[Lens, Measures] = field(default_factory=dict)
    _thought_at: tuple[Position, int] | None = None  # for which `_thought` was looked up
    _thought: Thought | None = None

    @property
    def entry(self) -> Entry:
        return entry(self.record.game.name)

    @property
    def side_names(self) -> tuple[str, str]:
        return self.entry.white, self.entry.black

    def side_name(self, side: int) -> str:
        return self.entry.side_name(side)

    @property
    def lens_names(self) -> tuple[str, ...]:
        """The heuristics that the game can be looked at through."""
        return tuple(heuristic.name for heuristic in heuristics_of(self.record.game.name))

    def look_through(self, name: str) -> None:
        """What the person looks through from now on: a heuristic of the game, by its name."""
        named = self.lens_named
        self.lens = load_lens(self.record.game.name, name) if named is None else named(name)

    def look_through_next(self, step: int) -> None:
        """The game's next heuristic, or the one before."""
        names = self.lens_names
        at = names.index(self.lens.name) + step if self.lens.name in names else 0
        self.look_through(names[at % len(names)])

    @property
    def eyes(self) -> int:
        """The side that values are for."""
        return self.position.to_move if self.follows_mover else WHITE

    def measures(self, lens: Lens) -> Measures:
        """How the numbers of a lens are written in this study."""
        if lens not in self._measures:
            self._measures[lens] = Measures.of(lens)
        return self._measures[lens]

    @property
    def news(self) -> News:
        """Of the search that runs or ran last."""
        return News() if self.search is None else self.search.news

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.record.positions[self.cursor]

    @property
    def at_end(self) -> bool:
        """Whether that is the position which the game has reached."""
        return self.cursor == len(self.record.plies)

    def go_to(self, cursor: int) -> None:
        """Shows another position of the game."""
        cursor = max(0, min(cursor, len(self.record.plies)))
        if cursor != self.cursor:
            self.pointed = Pointed()
        self.cursor = cursor

    def collect(self) -> None:
        """Takes in the newest snapshot of the running search."""
        if self.search is not None and isinstance(self.search.news.value, Thought):
            self.thoughts.keep(self.search.news.value)

    @property
    def thought(self) -> Thought | None:
        """The search of the shown position; where there is none, of the nearest one before it."""
        at = (self.position, self.thoughts.changes)
        if self._thought_at != at:
            before = reversed(self.record.positions[: self.cursor + 1])
            found = (self.thoughts.of(position) for position in before)
            self._thought_at = at
            self._thought = next((thought for thought in found if thought is not None), None)
        return self._thought

    @property
    def thought_here(self) -> Thought | None:
        """The search of the shown position."""
        return self.thoughts.of(self.position)

    @property
    def searched(self) -> dict[int, RootMove]:
        """The search's value of each move on the board, by move; empty without a search."""
        thought = self.thought_here
        return {} if thought is None else self.rows_of(thought)

    def rows_of(self, thought: Thought) -> dict[int, RootMove]:
        """What a search found each move of its position to be worth, by move."""
        return {row.move: row for row in thought.root_moves}

    def shows(self, position: Position) -> bool:
        """Whether a position is the one on the board, in all that its future depends on."""
        return position is self.position or place(position) == place(self.position)
