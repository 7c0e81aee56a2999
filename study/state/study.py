"""All that is known about a game that a person plays or studies. It draws nothing and starts no thread of its
own.

The window's thread owns it. Searches run as jobs and leave their results in `search_store`. Panels ask
`facts` for values that take long to compute. With `point` they mark moves and squares on the board.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from engines.contract import Engine, RootMove, Thought
from engines.jobs import RUNNING, News
from engines.player_kinds import HUMAN, PlayerSpec
from games.contract import ONGOING, WHITE
from games.position import Position
from games.record import Record
from games.registry import Entry, entry
from heuristics.contract import Heuristic
from heuristics.lens import Lens
from heuristics.registry import heuristics_of
from study.format.number_columns import NumberColumns
from study.format.term_groups import AUTHORS, BY_SIZE
from study.settings.settings import Settings
from study.state.activity import Activity, activity_of
from study.state.changes import (
    GAME,
    JOBS,
    LENS,
    LINE,
    PLAYERS,
    POSITION,
    SEARCHES,
    SETTINGS,
    VIEW,
    Changed,
    Changes,
    Telling,
)
from study.state.features import Features, Kind
from study.state.incremental_cache import Facts
from study.state.job_reports import JobReports
from study.state.move_loss import ReviewedMove
from study.state.running_search import MoveSearch, RunningSearch, SideEngine
from study.state.search_store import SearchStore, position_key, rows_with
from study.state.view_choices import ViewChoices
from study.state.wishes import Say, Wish

KEPT_NUMBER_COLUMNS = 64


@dataclass(frozen=True)
class LinePosition:
    """The position on a line after its first `plies` moves, at least one. `positions` are those after each of
    the line's moves, up to a move that chance decides; `start` is the position before the first move."""

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


@dataclass(frozen=True)
class Pointed:
    """What a panel points at on the board."""

    move: int | None = None
    """A move of the shown position."""
    squares: Sequence[tuple[str, float]] = ()
    """Squares with amounts, in the value's unit, positive where they favour White."""
    selected: int | None = None
    """The move that is selected in a list."""
    ahead: LinePosition | None = None
    """A position on a line, which the board shows in place of the game's; `squares` are then of it."""
    reviewed_move: ReviewedMove | None = None
    """The review's result for the selected move, if it was selected in the review's list."""


@dataclass
class Reading:
    """Snapshots of the running search, which the window shows once their best lines are played out
    (`study.searches.lines.take_in`)."""

    incoming: Thought | None = None  # its line is being played out
    taken: Thought | None = None  # the last one that was added to the `search_store`


FIELDS = {
    "cursor": POSITION,
    "ahead": POSITION,
    "lens": LENS,
    "search": SEARCHES,
    "move_search": SEARCHES,
    "preparation": JOBS,
    "analysing": SEARCHES,
    "hint": SEARCHES,
    "hint_for": SEARCHES,
    "search_store": SEARCHES,
    "restoring": SEARCHES,
    "players": PLAYERS,
    "failure": PLAYERS,
    "playing": PLAYERS,
    "one_move": PLAYERS,
    "only_viewed": PLAYERS,
    "holds": PLAYERS,
    "pace": PLAYERS,
    "settings": SETTINGS,
    "pointed": VIEW,
}
"""The kind of change that is counted when a field of a `Study` gets another value."""


@dataclass(eq=False)
class Study(Telling):
    """One game under study. `cursor` is the index of the shown position in `record.positions`; `lens` is the
    shown heuristic with its weights.

    Assigning to a field counts in `changes` by itself (`FIELDS`). Code that changes anything else calls
    `change`. `players` are the players of White and Black. `failure` says why the programs have stopped, ""
    if they have not.
    """

    fields = FIELDS

    record: Record
    lens: Lens
    cursor: int = 0
    reweighed: Lens | None = None  # the lens with its former weights, until the programs use the new ones
    analyses_reweighed: bool = True  # whether the new weights start the analysis
    changes: Changes = field(default_factory=Changes)
    restoring: bool = False  # whether the searches in the game's file are still being read
    search_store: SearchStore = field(init=False)
    facts: Facts = field(default_factory=Facts)
    pointed: Pointed = field(default_factory=Pointed)
    ahead: LinePosition | None = None  # the place on a line that a person steps through, shown on the board
    features: Features = field(init=False)
    settings: Settings = field(default_factory=Settings)
    data: Path | None = None  # the folder of the person's data, if any
    wishes: list[Wish] = field(default_factory=list)  # wishes that the screen has not taken yet
    search: RunningSearch | None = None  # the last one that has begun, for a move, a hint or an analysis
    move_search: MoveSearch | None = None  # the search whose move will be made
    preparation: RunningSearch | None = None  # compiling that was begun before a search needed it
    engines: dict[int, SideEngine] = field(default_factory=dict)  # of the programs, by side
    analyst: Engine | None = None  # the engine of an analysis or a hint
    playing: bool = True  # whether programs may think and move
    one_move: bool = False  # whether programs pause again after their next move
    only_viewed: bool = False  # whether it was opened to be viewed, and no program has played on
    pace: int = 0  # index in PACES: how fast two programs play
    holds: bool = False  # whether a program's move waits until a person allows it
    players: tuple[PlayerSpec, PlayerSpec] = (PlayerSpec(HUMAN), PlayerSpec(HUMAN))
    failure: str = ""
    view: ViewChoices = field(default_factory=ViewChoices)
    analysing: bool = False  # whether the shown position is searched without an end
    hint: Thought | None = None  # the newest hint, while its position is shown
    hint_for: Position | None = None  # the position for which a hint is searched
    reading: Reading = field(default_factory=Reading)
    _reports: JobReports = field(default_factory=JobReports)
    _number_columns: dict[Lens, NumberColumns] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.search_store, self.features = SearchStore(self.changes), Features(self.changes)

    def assigned(self, name: str) -> None:
        self.change(FIELDS[name])

    def change(self, kinds: Changed) -> None:
        """Counts a change of these kinds. Parts that depend on them are updated in the next frame."""
        self.changes.add(kinds)

    @contextmanager
    def changing_game(self) -> Iterator[None]:
        """Counts a change of GAME after the code inside the `with`, and of LINE if another line is shown."""
        line = self.record.changes
        try:
            yield
        finally:
            self.change(GAME if self.record.changes == line else GAME | LINE)

    def notice_jobs(self) -> None:
        """Notices what jobs have reported since the last call, and whether a search runs. Call it once a
        frame."""
        own = (self.search, self.move_search, self.preparation)
        jobs = [search.job for search in own if search is not None]
        if self._reports.moved((*jobs, *self.features.jobs)):
            self.change(JOBS)
        for number_columns in self._number_columns.values():  # bars keep their scale while a search runs
            number_columns.holds = self.running

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
        """The names of the game's heuristics."""
        return tuple(heuristic.name for heuristic in heuristics_of(self.record.game.name))

    def set_lens(self, name: str) -> None:
        """Shows another of the game's heuristics, by its name, from now on."""
        self.show_lens(self.named(name))

    def show_lens(self, lens: Lens, analyses: bool = True) -> None:
        """Shows a heuristic with its weights from now on. Programs that play by the heuristic follow the new
        weights. With `analyses`, other weights start the analysis if no program thinks."""
        if lens.heuristic is not self.lens.heuristic:
            self.reweighed = None
        elif lens != self.lens and self.reweighed is None:
            self.reweighed = self.lens
        self.analyses_reweighed = analyses
        self.lens = lens

    def named(self, name: str) -> Lens:
        """One of the game's heuristics with the weights of the settings."""
        return self.settings.lens(self.record.game.name, name)

    def plays_by_shown_lens(self, side: int) -> bool:
        """Whether a side's program uses the shown heuristic with the same weights."""
        spec = self.players[side]
        if spec.heuristic != self.lens.name:
            return False
        return self.named(spec.heuristic).with_weights(spec.weights) == self.lens

    def show_next_lens(self, step: int) -> None:
        """Shows the game's next heuristic, or the previous one."""
        names = self.lens_names
        at = names.index(self.lens.name) + step if self.lens.name in names else 0
        self.set_lens(names[at % len(names)])

    @property
    def perspective(self) -> int:
        """The side that values are shown for. Static evaluations are computed for it, because a heuristic may
        value the sides differently. A search's value gets the opposite sign if the other side searched."""
        return self.perspective_in(self.position)

    def perspective_in(self, position: Position) -> int:
        """The side that the values of any position are shown for."""
        return position.to_move if self.view.for_mover else WHITE

    def toggle_perspective(self) -> None:
        """Changes to the other perspective."""
        self.view.for_mover = not self.view.for_mover
        self.change(VIEW)

    def look_for(self, lines: int) -> None:
        """Sets the number of best lines. If that changes it, also starts the analysis."""
        if lines != self.view.lines:
            self.view.lines = lines
            self.change(VIEW)
            self.analyse(f"Analysing {'the best line' if lines == 1 else 'several lines'}. Press A to stop.")

    def analyse(self, remark: str = "") -> None:
        """Starts the endless analysis and shows `remark`, unless it runs already or there is no move to
        search."""
        if not self.analysing and self.position.moves:
            self.analysing = True
            if remark:
                self.wish(Say(remark))

    def toggle_analysis(self) -> None:
        """Starts or stops the endless analysis of the position that is shown."""
        self.analysing = not self.analysing

    @property
    def term_order(self) -> str:
        """The order of tables of terms."""
        return BY_SIZE if self.view.terms_by_size else AUTHORS

    def toggle_term_order(self) -> None:
        """Changes to the other order of tables of terms."""
        self.view.terms_by_size = not self.view.terms_by_size
        self.change(VIEW)

    def toggle_costs(self) -> None:
        """Shows what moves cost, or stops showing it."""
        self.view.move_costs = not self.view.move_costs
        self.change(VIEW)

    def folds_of(self, table: str, *heuristics: Heuristic) -> dict[str, bool]:
        """What a person has folded or unfolded in a table of the terms of these heuristics, by
        `TableRow.key`. It is kept for the next game."""
        names = (f"{heuristic.game} {heuristic.name}" for heuristic in heuristics)
        return self.view.folds.setdefault(", ".join((table, *names)), {})

    def number_columns(self, lens: Lens) -> NumberColumns:
        """How the numbers of a lens are written in this study."""
        if lens not in self._number_columns:
            # moving a slider makes hundreds of lenses
            while len(self._number_columns) >= KEPT_NUMBER_COLUMNS:
                del self._number_columns[next(iter(self._number_columns))]
            self._number_columns[lens] = replace(NumberColumns.of(lens), holds=self.running)
        return self._number_columns[lens]

    @property
    def advised(self) -> bool:
        """Whether a person has asked for the best move here, by an analysis, a hint or held moves."""
        return self.analysing or self.hint is not None or self.held is not None

    @property
    def counters(self) -> tuple[int, int]:
        """(nodes, depth in progress) of the running or last search."""
        return (0, 0) if self.search is None else self.search.counters

    @property
    def news(self) -> News:
        """What the running or last search has reported last."""
        return News() if self.search is None else self.search.news

    @property
    def doing(self) -> Activity:
        """What the game's programs are doing, compiling included."""
        begun = [each for each in (self.search, self.preparation) if each is not None and not each.over]
        running = [each for each in begun if each.news.phase == RUNNING] or begun
        if not running:
            return Activity()
        search = running[0]
        return activity_of((search.job,), search.heuristic, search.is_outside, search.limit)

    @property
    def running(self) -> bool:
        """Whether a search runs, for a move, a hint or an analysis."""
        return self.search is not None and not self.search.over

    @property
    def held(self) -> Thought | None:
        """The search whose move waits for a person; None without one."""
        move = self.move_search
        holds = self.holds and self.playing and not self.over
        return move.ready if holds and move is not None and not move.released else None

    @property
    def program_to_move(self) -> bool:
        """Whether a program is to move at the end of the game, and may think."""
        going_on = self.playing and not self.over and not self.failure
        return going_on and not self.is_person(self.record.position.to_move)

    @property
    def position(self) -> Position:
        """The shown position of the game."""
        return self.record.positions[self.cursor]

    @property
    def shown_line_position(self) -> LinePosition | None:
        """The position on a line that the board shows now: the one pointed at, else where a person has
        stepped to. None if the board shows `position`."""
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
        self.point(move=None, squares=(), ahead=None)

    def point(self, **to: Any) -> None:
        """Points at something else: other values for some fields of `Pointed`."""
        pointed = replace(self.pointed, **to)
        if pointed != self.pointed:
            self.pointed = pointed

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
        """How the game ended in the shown position, by the rules or by resignation; ONGOING if it has not
        ended."""
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
            with self.changing_game():
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
            self.search_store.keep(newest)

    @property
    def thought(self) -> Thought | None:
        """The search of the shown position, else of the nearest position before it that was searched; None if
        none was."""
        return self.search_store.nearest(self.record.positions, self.cursor)

    @property
    def thought_here(self) -> Thought | None:
        """The search of the shown position; None without one."""
        return self.search_store.of(self.position)

    @property
    def searched(self) -> dict[int, RootMove]:
        """The search's rows of the moves on the board, by move; empty without a search."""
        thought = self.thought_here
        return {} if thought is None else self.rows_of(thought)

    def rows_of(self, thought: Thought) -> dict[int, RootMove]:
        """The rows of a search by move. A bound becomes exact where a search of the move alone, to the same
        depth, has found its value."""
        return rows_with(thought, self.search_store.alone(thought))

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
        """The node of a position, on the shown line or on another; None for a position that is no longer in
        the game."""
        tree = self.record.tree
        there = (node.id for node in tree.nodes if node.position is position and tree.is_there(node.id))
        return next(there, None)

    def number_of(self, position: Position) -> int | None:
        """The number of the next move in a position, as the game counts moves. None if the position is no
        longer in the game and its state has no number."""
        if position.game.move_number is not None:
            return position.game.move_number(position.state)
        node = self.node if self.shows(position) else self.node_of(position)
        return None if node is None else self.record.number_after(node)

    def shows(self, position: Position) -> bool:
        """Whether a position equals the one on the board in everything its future depends on."""
        return position is self.position or position_key(position) == position_key(self.position)
