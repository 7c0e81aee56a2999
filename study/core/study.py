"""What is known about a game that somebody studies: no pixel, and no thread of its own.

The window's thread owns it. Searches run as jobs and leave their results in `thoughts`; panels ask `facts`
and point at moves and squares by `pointed`.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from engines.contract import Engine, RootMove, Thought
from engines.jobs import RUNNING, WAITING, Job, News
from engines.player_kinds import HUMAN, USUAL_LINES, PlayerSpec
from games.contract import ONGOING, WHITE
from games.position import Position
from games.record import Record
from games.registry import Entry, entry
from heuristics.contract import Heuristic
from heuristics.lens import Lens
from heuristics.registry import heuristics_of, load_lens
from study.core.activity import Activity, activity_of
from study.core.changes import LENS, PLAYERS, POSITION, SEARCHES, SETTINGS, VIEW, Changed, Changes
from study.core.features import Features, Kind
from study.core.incremental_cache import Facts
from study.core.move_loss import ReviewedMove
from study.core.search_store import SearchStore, position_key, rows_with
from study.core.settings import Settings
from study.core.wishes import Wish
from study.format.number_columns import NumberColumns
from study.format.term_groups import AUTHORS, BY_SIZE

KEPT_MEASURES = 64


@dataclass(frozen=True)
class LinePosition:
    """A place on a line: after its first `plies` moves, at least one. `positions` are those after each of its
    moves, `start` is the position before them."""

    start: Position
    moves: tuple[int, ...]
    positions: tuple[Position, ...]
    plies: int

    @property
    def position(self) -> Position:
        return self.positions[self.plies - 1]

    @property
    def before(self) -> Position:
        """The position in which the last move was made."""
        return self.positions[self.plies - 2] if self.plies > 1 else self.start

    @property
    def move(self) -> int:
        return self.moves[self.plies - 1]


@dataclass
class Pointed:
    """What a panel points at on the board: a move of the shown position, squares with amounts (in the value's
    unit, positive where they favour White), and the move that stays selected. `ahead` is the place on a line
    that has the squares, or that is itself pointed at; None for the shown position. `reviewed` is the
    review's result for the selected move, if it was selected in the review's list."""

    move: int | None = None
    squares: Sequence[tuple[str, float]] = ()
    selected: int | None = None
    ahead: LinePosition | None = None
    reviewed: ReviewedMove | None = None


@dataclass
class Reading:
    """Snapshots of the running search: the one whose line is being read (`study.core.lines.take_in`), and the
    last that was taken in."""

    incoming: Thought | None = None
    taken: Thought | None = None


FIELDS = {
    "cursor": POSITION,
    "ahead": POSITION,
    "lens": LENS,
    "search": SEARCHES,
    "advised": SEARCHES,
    "analysed": SEARCHES,
    "players": PLAYERS,
    "failure": PLAYERS,
    "settings": SETTINGS,
    "lines": VIEW,
    "follows_mover": VIEW,
    "shows_costs": VIEW,
    "terms_by_size": VIEW,
}
"""What changes when another value is assigned to a field of a `Study`."""


@dataclass(eq=False)
class Study:
    """One game under study. `cursor` is the index of the shown position in `record.positions`; `lens` is the
    shown heuristic with its weights; `search` is the job that searches for the game now, if any, `counters`
    its (nodes, depth in progress), and `activity` what the game's programs are doing.

    A changed field counts in `changes` by itself (`FIELDS`). Whoever changes anything else says so
    (`change`).

    The owner of the game sets who plays, the `failure` that has stopped the programs, and which lens belongs
    to a heuristic's name (`lens_named`; without it, the default weights).
    """

    record: Record
    lens: Lens
    cursor: int = 0
    changes: Changes = field(default_factory=Changes)
    thoughts: SearchStore = field(default_factory=SearchStore)
    facts: Facts = field(default_factory=Facts)
    pointed: Pointed = field(default_factory=Pointed)
    ahead: LinePosition | None = None  # the place on a line that a person steps through, shown on the board
    features: Features = field(default_factory=Features)
    settings: Settings = field(default_factory=Settings)
    data: Path | None = None  # the folder of the person's data, if any
    wishes: list[Wish] = field(default_factory=list)  # those that the screen has not taken yet
    search: Job | None = None
    counters: Callable[[], tuple[int, int]] = field(default=lambda: (0, 0))
    activity: Callable[[], Activity] | None = None
    players: tuple[PlayerSpec, PlayerSpec] = (PlayerSpec(HUMAN), PlayerSpec(HUMAN))
    failure: str = ""
    lines: int = USUAL_LINES  # the number of best lines of an analysis or a hint
    advised: bool = False  # whether a person has asked for the best move here
    analysed: bool = False  # whether the endless analysis is on
    follows_mover: bool = False  # whether values are for the side to move, not for White
    shows_costs: bool = False  # whether what moves cost is shown while nothing is reviewed, too
    terms_by_size: bool = False
    """Whether tables of terms are sorted by size; else they have the heuristic's order."""
    folds: dict[str, dict[str, bool]] = field(default_factory=dict)
    """What a person has folded or unfolded in tables of terms (`folds_of`)."""
    remember: Callable[[str, Any], object] | None = None
    """Called with a name of `Preferences` and its value when a person changes how values are shown."""
    lens_named: Callable[[str], Lens] | None = None
    engines: Callable[[], Iterable[Engine | None]] = tuple  # those that have searched and still exist
    reading: Reading = field(default_factory=Reading)
    _measures: dict[Lens, NumberColumns] = field(default_factory=dict)

    def __setattr__(self, name: str, value: Any) -> None:
        before = self.__dict__.get(name, value)
        super().__setattr__(name, value)
        if name in FIELDS and before is not value and before != value:
            self.change(FIELDS[name])

    def change(self, kinds: Changed) -> None:
        """Says that something of these kinds has changed. Whoever depends on them looks again in the next
        frame."""
        self.changes.add(kinds)

    def of(self, kind: type[Kind]) -> Kind:
        """The feature of that kind, made when it is first asked for."""
        return self.features.of(kind, self)

    def wish(self, wish: Wish) -> None:
        """Adds a wish for the screen."""
        self.wishes.append(wish)

    def take_wishes(self) -> list[Wish]:
        """The wishes since the last call. Call it once a frame."""
        taken, self.wishes = self.wishes, []
        return taken

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
        """The game's heuristics."""
        return tuple(heuristic.name for heuristic in heuristics_of(self.record.game.name))

    def set_lens(self, name: str) -> None:
        """Shows another of the game's heuristics, by its name, from now on."""
        self.lens = self.named(name)

    def named(self, name: str) -> Lens:
        """The lens that belongs to the name of one of the game's heuristics."""
        named = self.lens_named
        return load_lens(self.record.game.name, name) if named is None else named(name)

    def is_played_through(self, side: int) -> bool:
        """Whether a side's program plays by the shown heuristic with the same weights."""
        spec, named = self.players[side], self.lens_named
        if named is None or spec.heuristic != self.lens.name:
            return False
        return named(spec.heuristic).with_weights(spec.weights) == self.lens

    def look_through_next(self, step: int) -> None:
        """Shows the game's next heuristic, or the previous one."""
        names = self.lens_names
        at = names.index(self.lens.name) + step if self.lens.name in names else 0
        self.set_lens(names[at % len(names)])

    @property
    def perspective(self) -> int:
        """The side that values are for, and for which positions are evaluated: a heuristic need not value
        both sides alike. A search evaluates for the side that searched, and the sign of its values is
        changed."""
        return self.perspective_in(self.position)

    def perspective_in(self, position: Position) -> int:
        """The side that values of a position are for, in a list of other positions than the shown one."""
        return position.to_move if self.follows_mover else WHITE

    def turn_perspective(self) -> None:
        """Changes to the other perspective."""
        self.follows_mover = not self.follows_mover
        self._remember("for_mover", self.follows_mover)

    def look_for(self, lines: int) -> None:
        """Sets the number of best lines of an analysis."""
        self.lines = lines
        self._remember("lines", lines)

    def _remember(self, name: str, value: Any) -> None:
        if self.remember is not None:
            self.remember(name, value)

    @property
    def term_order(self) -> str:
        """The order of tables of terms."""
        return BY_SIZE if self.terms_by_size else AUTHORS

    def turn_term_order(self) -> None:
        """Changes to the other order of tables of terms."""
        self.terms_by_size = not self.terms_by_size
        self._remember("terms_by_size", self.terms_by_size)

    def turn_costs(self) -> None:
        """Shows what moves cost, or stops showing it."""
        self.shows_costs = not self.shows_costs
        self._remember("move_costs", self.shows_costs)

    def folds_of(self, table: str, *heuristics: Heuristic) -> dict[str, bool]:
        """What a person has folded or unfolded in a table of the terms of these heuristics, by
        `TableRow.key`. It is kept for the next game."""
        names = (f"{heuristic.game} {heuristic.name}" for heuristic in heuristics)
        return self.folds.setdefault(", ".join((table, *names)), {})

    def measures(self, lens: Lens) -> NumberColumns:
        """How the numbers of a lens are written in this study."""
        if lens not in self._measures:
            while len(self._measures) >= KEPT_MEASURES:  # moving a slider makes hundreds of lenses
                del self._measures[next(iter(self._measures))]
            self._measures[lens] = NumberColumns.of(lens)
        measures = self._measures[lens]
        measures.holds = self.running
        return measures

    @property
    def news(self) -> News:
        """The news of the running or last search."""
        return News() if self.search is None else self.search.news

    @property
    def doing(self) -> Activity:
        """The activity of the game's programs, or of the search if nobody sets `activity`."""
        if self.activity is not None:
            return self.activity()
        return activity_of((self.search,), self.players[self.position.to_move].heuristic)

    @property
    def running(self) -> bool:
        """Whether a search runs, for a move or a hint."""
        return self.search is not None and self.news.phase in (WAITING, RUNNING)

    @property
    def position(self) -> Position:
        """The shown position of the game."""
        return self.record.positions[self.cursor]

    @property
    def shown_line_position(self) -> LinePosition | None:
        """The place on a line that the board shows now, None where it shows `position`: the one that is
        pointed at, else the one that a person has stepped to."""
        pointed = self.pointed
        if pointed.ahead is not None:
            return pointed.ahead
        return None if pointed.squares or pointed.move is not None else self.ahead

    def step_ahead(self, step: int) -> None:
        """Steps along the line; before its first move, back to the position. Forgets what was pointed at,
        because the pointer may still rest on the clicked move."""
        ahead = self.ahead
        if ahead is not None:
            plies = min(ahead.plies + step, len(ahead.positions))
            self._show_ahead(replace(ahead, plies=plies) if plies > 0 else None)

    def leave_line(self) -> None:
        """Returns from the line to the position."""
        self._show_ahead(None)

    def _show_ahead(self, ahead: LinePosition | None) -> None:
        self.ahead = ahead
        self.pointed.ahead = self.pointed.move = None
        self.pointed.squares = ()

    @property
    def at_end(self) -> bool:
        """Whether the shown position is the last of the game."""
        return self.cursor == len(self.record.plies)

    @property
    def over(self) -> bool:
        """Whether the game is over at the end of its line, by the rules or by resignation."""
        return self.record.outcome != ONGOING

    @property
    def outcome(self) -> int:
        """How the game ended in the shown position, by the rules or by resignation; ONGOING where it goes
        on."""
        return self.record.outcome if self.at_end else self.position.outcome

    def go_to(self, cursor: int) -> None:
        """Shows another position of the game."""
        cursor = max(0, min(cursor, len(self.record.plies)))
        self.ahead = None
        if cursor != self.cursor:
            self.pointed = Pointed()
        self.cursor = cursor

    @property
    def node(self) -> int:
        """The node of the shown position in the tree of the game."""
        return self.record.node(self.cursor)

    def go_to_node(self, node: int) -> None:
        """Shows the position of a node, and the line through it."""
        depth = self.record.tree[node].depth
        if depth > len(self.record.line) or self.record.node(depth) != node:
            self.record.follow(node)
            self.cursor = min(self.cursor, len(self.record.plies))
            self.pointed = Pointed()
        self.go_to(depth)

    def collect(self) -> None:
        """Takes in the newest snapshot of the running search at once, because the search is over or
        dropped."""
        self.reading.incoming = None
        newest = None if self.search is None else self.search.news.value
        if isinstance(newest, Thought) and newest is not self.reading.taken:
            self.reading.taken = newest
            self.thoughts.keep(newest)

    @property
    def thought(self) -> Thought | None:
        """The search of the shown position, else of the nearest position before it that was searched."""
        return self.thoughts.nearest(self.record.positions, self.cursor)

    @property
    def thought_here(self) -> Thought | None:
        """The search of the shown position."""
        return self.thoughts.of(self.position)

    @property
    def version(self) -> Hashable:
        """Changes whenever the study must be drawn again."""
        found = self.news, self.thoughts.changes, self.features.version
        game = len(self.record.plies), self.record.changes, self.record.tree.version
        return found, self.cursor, game, self.failure

    @property
    def searched(self) -> dict[int, RootMove]:
        """The search's rows of the moves on the board, by move; empty without a search."""
        thought = self.thought_here
        return {} if thought is None else self.rows_of(thought)

    def rows_of(self, thought: Thought) -> dict[int, RootMove]:
        """The rows of a search by move. A bound becomes exact where a search of the move alone, to the same
        depth, has found its value."""
        return rows_with(thought, self.thoughts.alone(thought))

    def is_person(self, side: int) -> bool:
        """Whether a person plays a side."""
        return self.players[side].is_human

    @property
    def people(self) -> int:
        """How many of the players are people."""
        return sum(spec.is_human for spec in self.players)

    def program(self, side: int) -> PlayerSpec | None:
        """The program that plays a side; None for a person."""
        return None if self.is_person(side) else self.players[side]

    def node_of(self, position: Position) -> int | None:
        """The node of a position, on the shown line or another one; None for a position that is no longer in
        the game."""
        tree = self.record.tree
        there = (node.id for node in tree.nodes if node.position is position and tree.is_there(node.id))
        return next(there, None)

    def number_of(self, position: Position) -> int | None:
        """The number of the next move in a position, as the game counts moves; None where it is not known."""
        if position.game.move_number is not None:
            return position.game.move_number(position.state)
        node = self.node if self.shows(position) else self.node_of(position)
        return None if node is None else self.record.number_after(node)

    def shows(self, position: Position) -> bool:
        """Whether a position equals the one on the board in everything its future depends on."""
        return position is self.position or position_key(position) == position_key(self.position)
