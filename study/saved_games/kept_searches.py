"""The searches of a game as lines of its file, after the moves that they are about. A line has the number of
the position's node in the game tree, and the number of an earlier line about its lens and player:

    {"lens": 0, "heuristic": name, "content": hash, "weights": {…}, "unit": …, "player": text}
    {"search": node, "lens": 0, …}                                               a search of the position
    {"alone": node, "lens": 0, …}                                                a search of one of its moves
    {"review": node, "of": move, "given": nodes, "lens": 0, "thought": {…}, "alone": {…}}

Of two lines about the same thing, the later one counts. `study.saved_games.written_thought` writes the
searches themselves. If a heuristic has changed since, its searches of positions are shown as another
program's, and all others are left out.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engines.contract import WIN_BAND, RootMove, Thought
from games.contract import BadText
from games.position import Position
from games.record import Record
from games.safe_text import one_line
from heuristics.content_hash import content_hash
from heuristics.contract import Heuristic
from heuristics.lens import Lens
from heuristics.registry import load_heuristic
from study.saved_games.written_thought import read_thought, write_thought
from study.state.move_loss import ReviewedMove

LENS, SEARCH, ALONE, REVIEW = "lens", "search", "alone", "review"
"""The first keys of lines with searches."""

LONGEST_NAME, LONGEST_PLAYER = 60, 2_000


@dataclass(frozen=True)
class KeptSearches:
    """The searches in a file. `thoughts` are those of positions, `alone` those of single moves, with the
    move. `looked` are the results of the last review, with the lens `reviewer` and `given` nodes a position.
    `stale` are the names of heuristics that have changed since, and `unread` counts lines that make no
    sense."""

    thoughts: tuple[Thought, ...] = ()
    alone: tuple[tuple[int, Thought], ...] = ()
    looked: tuple[ReviewedMove, ...] = ()
    reviewer: Lens | None = None
    given: int = 0
    stale: tuple[str, ...] = ()
    unread: int = 0

    @property
    def remark(self) -> str:
        """One line that says which searches could not be used, and why; "" if all could."""
        said = []
        if self.stale:
            names, have = " and ".join(self.stale), "has" if len(self.stale) == 1 else "have"
            then = "reviewed, so the kept review is left out."
            if self.thoughts or self.alone:
                then = "searched. The values found then are shown without terms. "
                then += "Press A, or review the game, to search again."
            said.append(f"{names} {have} changed since this game was {then}")
        if self.unread:
            searches = "1 search" if self.unread == 1 else f"{self.unread} searches"
            said.append(f"{searches} in the file cannot be read and are left out.")
        return " ".join(said)


@dataclass
class SearchWriter:
    """Makes the lines for a file while it is open. `content` gives a heuristic's content hash."""

    content: Callable[[Heuristic], str] = content_hash
    _numbers: dict[tuple[Lens, str], int] = field(default_factory=dict)

    def searched(self, node: int, thought: Thought, alone: bool = False) -> list[dict[str, Any]]:
        """The lines of a search of a node's position, or of one of its moves `alone`."""
        lens, kind = self._lens(thought), ALONE if alone else SEARCH
        return [*lens, {kind: node, **self._of(thought), **write_thought(thought)}]

    def reviewed(self, node: int, looked: ReviewedMove, given: int, whole: bool) -> list[dict[str, Any]]:
        """The lines of a review's result for a move: the `whole` search, or only its results for the best
        move and for the move that was played."""
        thought = looked.thought
        entries = self._lens(thought)
        move = thought.position.move_text(looked.move)
        entry = {REVIEW: node, "of": move, "given": given, **self._of(thought)}
        best = thought.move if thought.move is not None else looked.move
        entry["thought"] = write_thought(thought, None if whole else (best, looked.move))
        if looked.alone is not None:
            entry[ALONE] = write_thought(looked.alone, (looked.move,))
        return [*entries, entry]

    def _of(self, thought: Thought) -> dict[str, Any]:
        return {} if thought.lens is None else {LENS: self._numbers[thought.lens, thought.player]}

    def _lens(self, thought: Thought) -> list[dict[str, Any]]:
        """The line about a search's lens and player, if the file has none yet."""
        lens = thought.lens
        if lens is None or (lens, thought.player) in self._numbers:
            return []
        heuristic, number = lens.heuristic, len(self._numbers)
        self._numbers[lens, thought.player] = number
        weights = dict(zip(heuristic.weight_names, map(float, lens.weights), strict=True))
        about: dict[str, Any] = {"unit": heuristic.unit, "per_unit": heuristic.per_unit}
        about |= {"scale": heuristic.clear_advantage, "player": thought.player}
        about |= {"content": self.content(heuristic), "weights": weights}
        return [{LENS: number, "heuristic": heuristic.name, **about}]


@dataclass(frozen=True)
class _LensThen:
    """A lens that a file names. `now` is the same lens today, None if the heuristic has changed or is gone.
    `scale` is the value of a clear advantage. `player` is the text of the player that searched."""

    name: str
    now: Lens | None
    unit: str
    per_unit: float
    scale: float
    player: str

    def found(self, written: Mapping[str, Any], position: Position) -> Thought:
        """A search by the lens. If the heuristic has changed, it looks like another program's."""
        thought = replace(read_thought(written, position, self.now), player=self.player)
        if self.now is not None:
            return thought

        def shown(row: RootMove) -> RootMove:
            outcomes = tuple(map(self._in_units, row.outcomes))
            return replace(row, value=self._in_units(row.value), outcomes=outcomes, parts=())

        return replace(
            thought,
            value=self._in_units(thought.value),
            root_moves=tuple(map(shown, thought.root_moves)),
            outcomes=tuple(map(self._in_units, thought.outcomes)),
            parts=(),
            program=f"an earlier {self.name}",
            unit=self.unit,
            scale=self.scale / self.per_unit,
        )

    def _in_units(self, value: float) -> float:
        return value if abs(value) > WIN_BAND else value / self.per_unit


class _Reader:
    """Reads the lines of one game."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._lenses: dict[int, _LensThen] = {}
        self._wanted: dict[tuple[Any, ...], tuple[_LensThen | None, dict[str, Any]]] = {}
        self._review: tuple[Any, Any] | None = None  # lens and nodes of the last review
        self.unread = 0

    def read(self, lines: Iterable[bytes]) -> KeptSearches:
        for line in lines:
            try:
                entry = json.loads(line)
                if LENS in entry and "heuristic" in entry:
                    self._lenses[entry[LENS]] = self._lens(entry)
                else:
                    self._want(entry)
            except (BadText, ValueError, KeyError, TypeError, AttributeError, RecursionError):
                self.unread += 1
        return self._found()

    def _lens(self, entry: Mapping[str, Any]) -> _LensThen:
        name, per_unit, scale = one_line(entry["heuristic"], LONGEST_NAME), entry["per_unit"], entry["scale"]
        if type(entry[LENS]) is not int or not (0 < float(per_unit) < 1e9 and 0 < float(scale) < 1e9):
            raise BadText("lens: expected its number, per_unit and scale")
        now = self._now(entry["heuristic"], entry["content"], entry["weights"])
        unit, player = one_line(entry["unit"], LONGEST_NAME), one_line(entry["player"], LONGEST_PLAYER)
        return _LensThen(name, now, unit, float(per_unit), float(scale), player)

    def _now(self, name: str, content: str, weights: Mapping[str, float]) -> Lens | None:
        try:
            heuristic = load_heuristic(self._record.game.name, name)
            return Lens.of(heuristic, weights) if content_hash(heuristic) == content else None
        except Exception:  # a person's own file may raise anything when it is loaded
            return None

    def _want(self, entry: dict[str, Any]) -> None:
        """Keeps a line, in place of an earlier one about the same thing."""
        kind = next(each for each in (REVIEW, SEARCH, ALONE) if each in entry)
        node, lens = entry[kind], self._lenses[entry[LENS]] if LENS in entry else None
        if kind == REVIEW:
            self._review = lens, entry["given"]
        # Searches with another number of best lines (`best`), or of another move, are about other things.
        more = {SEARCH: entry.get("best"), ALONE: entry.get("move"), REVIEW: entry.get("of")}[kind]
        key = kind, node, lens, more, entry.get("program"), entry.get("given")
        self._wanted.pop(key, None)
        self._wanted[key] = lens, entry

    def _found(self) -> KeptSearches:
        """The searches of the lines that count, for positions that are still in the game."""
        thoughts: list[Thought] = []
        alone: list[tuple[int, Thought]] = []
        looked: list[ReviewedMove] = []
        stale: dict[str, None] = {}
        for (kind, node, *_), (lens, entry) in self._wanted.items():
            if not self._record.tree.is_there(node):
                continue  # the node was deleted
            position = self._record.tree[node].position
            assert position is not None, "it is there"
            if lens is not None and lens.now is None:
                stale[lens.name] = None
            try:
                if kind == SEARCH:
                    thoughts.append(_found_by(lens, entry, position))
                elif kind == ALONE:
                    found = _found_by(lens, entry, position)
                    if found.move is not None and found.lens is not None:
                        alone.append((found.move, found))
                elif lens is not None and lens.now is not None and (lens, entry["given"]) == self._review:
                    looked.append(_looked(lens, entry, position))
            except (BadText, ValueError, KeyError, TypeError, AttributeError):
                self.unread += 1
        reviewer = looked[0].thought.lens if looked else None
        given = self._review[1] if looked and self._review is not None else 0
        kept = tuple(thoughts), tuple(alone), tuple(looked)
        return KeptSearches(*kept, reviewer, given, tuple(stale), self.unread)


def _found_by(lens: _LensThen | None, written: Mapping[str, Any], position: Position) -> Thought:
    return read_thought(written, position, None) if lens is None else lens.found(written, position)


def _looked(lens: _LensThen, entry: Mapping[str, Any], position: Position) -> ReviewedMove:
    alone = lens.found(entry[ALONE], position) if ALONE in entry else None
    if type(entry["given"]) is not int:
        raise BadText("given: expected a number of nodes")
    # The index is 0 here: whoever uses the result sets the ply that the move has in the game.
    return ReviewedMove(0, position.parse_move(entry["of"]), lens.found(entry["thought"], position), alone)


def read_searches(record: Record, lines: Sequence[bytes]) -> KeptSearches:
    """The searches in lines of a game's file."""
    return _Reader(record).read(lines) if lines else KeptSearches()
