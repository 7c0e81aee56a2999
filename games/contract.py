"""What a game is: the contract between rules and everything above them.

`Rules` holds the rules, `Notation` how positions and moves are written and entered, and a `Game` is both.
`docs/contract.md` lists all fields, also those of the optional hints, and which modules use each.

A **state** is one NumPy record of the game's own dtype (`Game.dtype`), every field readable by name. It holds
all that the future of the game depends on, the options too (draw limits, obstacles), so a kernel needs
nothing else of the game. Two fields are common to all games:

- `to_move`: WHITE (0) or BLACK (1). White moves first. In some games a side moves several times in a row.
- `key`: a 64-bit hash of all that matters for the future, except `quiet`, `quiet_limit` and
  `repetition_limit`.

A state holds no secrets: what a face-down piece is, is drawn by chance only when the piece is turned up.

A **move** is an integer of up to 31 bits. The lowest 6 are the number of the square where it ends, the next 6
that of the square where it begins. These are 0 in a game whose moves only name the end, as in Isolation.
**Kernels** are plain functions that `games.compiling.compiler.compiled` can compile; they take and fill NumPy
records and arrays.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from pydantic import BaseModel, ConfigDict

from games.safe_text import one_line

WHITE, BLACK = 0, 1
SIDE_NAMES = ("white", "black")

ONGOING, WHITE_WINS, BLACK_WINS, DRAW = -1, 0, 1, 2
"""What `Game.outcome` returns; a win is the number of the side that wins."""

State = Any
"""One record of a game's dtype: `np.record` uncompiled, a Numba record compiled."""


class BadText(ValueError):
    """Text that a person wrote and the program cannot use. The message is one line that names the field and
    says what was expected there, even if it quotes a long or strange text."""

    def __init__(self, message: str) -> None:
        super().__init__(one_line(message))


class Options(BaseModel):
    """Options of one game's rules; the base of each game's own. Unknown names are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def one_outcome(state: State, move: int) -> int:
    """`chance_count` of a game without chance."""
    return 1


def certain(state: State, move: int, chance: int) -> float:
    """`chance_probability` of a game without chance."""
    return 1.0


def no_limit(state: State) -> int:
    """`quiet`, `quiet_limit` and `repetition_limit` of a game without such draws."""
    return 0


def never(state: State, move: int) -> bool:
    """The answer no for every move."""
    return False


def never_in_check(state: State) -> bool:
    """`in_check` of a game without check."""
    return False


def squares_counted_from_a1(files: int, ranks: int) -> tuple[str, ...]:
    """The names of a rectangular board's squares in the order of their numbers: a1, b1, …, a2, …."""
    return tuple(f"{'abcdefgh'[file]}{rank + 1}" for rank in range(ranks) for file in range(files))


def zobrist(seed: int, *shape: int) -> np.ndarray:
    """Random 64-bit words, int64 of the given shape; keys are exclusive ors of them."""
    words = np.random.Generator(np.random.PCG64(seed)).integers(
        np.iinfo(np.int64).min, np.iinfo(np.int64).max, size=shape, dtype=np.int64, endpoint=True
    )
    return words


def new_state(dtype: np.dtype) -> State:
    """A zeroed record of `dtype`, its fields as attributes, as kernels use it."""
    return np.zeros(1, dtype).view(np.recarray)[0]


def copy_state(state: State) -> State:
    """A copy of the record."""
    fresh = np.zeros(1, state.dtype).view(np.recarray)
    fresh[0] = state
    return fresh[0]


class FileEntry(Protocol):
    """A line in the list of a file's games: the game's `number`, from 1, its `title`, and the name of its
    `opening`. `header(name)` is a header of the game, "" where it is missing."""

    @property
    def number(self) -> int: ...
    @property
    def title(self) -> str: ...
    @property
    def opening(self) -> str: ...

    def header(self, name: str) -> str: ...


class ReadGame(Protocol):
    """A game that was read from a file: a `games.record.Record`, headers by name, and one line that says
    where the text stopped making sense, else ""."""

    @property
    def record(self) -> Any: ...
    @property
    def headers(self) -> Mapping[str, str]: ...
    @property
    def problem(self) -> str: ...


class GamesFile(Protocol):
    """The games of a file or a text. `left_out`: whether it holds more games than are listed."""

    @property
    def name(self) -> str: ...
    @property
    def entries(self) -> Sequence[FileEntry]: ...
    @property
    def left_out(self) -> bool: ...

    def load(self, number: int, options: Any = None) -> ReadGame:
        """Reads game `number`, from 1, and plays its moves, by the rules' `options` (None: the usual ones).
        Raises BadText if there is no such game, or it has other rules or a wrong first position."""
        ...


@dataclass(frozen=True)
class FileFormat:
    """A file format in which other programs keep a game's games, such as PGN. The functions raise BadText for
    what they cannot read or write."""

    name: str
    """What people call it."""
    suffix: str
    """The end of its files' names."""
    begins: Callable[[str], bool]
    """`begins(text)`: whether a text looks like this format."""
    open: Callable[[Path], GamesFile]
    of_text: Callable[[str, str], GamesFile]
    """`open(path)` and `of_text(text, name)` return the games of a file or a text."""
    write: Callable[..., str]
    """`write(record, white, black, day, result, headers)` returns a record as text; all arguments except the
    record may be left out."""
    save: Callable[..., None]
    """`save(path, text, append)` writes such a text."""


@dataclass(frozen=True)
class ListedPosition:
    """A position in a list that another program has written: its line, from 1, its name, its text, and the
    moves that should (`best`) and should not (`avoid`) be played there. Both may be empty."""

    line: int
    name: str
    position: str
    best: tuple[str, ...]
    avoid: tuple[str, ...]


@dataclass(frozen=True)
class PositionList:
    """A file format for positions with the moves that should be played there, such as EPD. `name` is what
    people call it, and `suffix` ends the names of its files. `read(text)` raises BadText that names the
    line."""

    name: str
    suffix: str
    read: Callable[[str], Iterator[ListedPosition]]


@dataclass(frozen=True)
class Guide:
    """How a game is played, for somebody who has never seen it: the `rules` in about five paragraphs, how a
    move is entered by `mouse` and by `keyboard`, and an example, the `move` in a `position`, both as text of
    the game's usual rules."""

    rules: tuple[str, ...]
    mouse: str
    keyboard: str
    position: str
    move: str


NOBODY = 2
"""The owner of what belongs to neither side, as `Rules.contents` writes it."""


@dataclass(frozen=True)
class PositionKinds:
    """Kinds of positions in which different things matter, such as placing and moving stones. Each position
    is of one kind. `names` for people, in the order of play; `kind_of(state)` is the index of its kind."""

    names: tuple[str, ...]
    kind_of: Callable[[State], int]


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules of a game. The functions of the first list are kernels, which can be compiled; those of the
    second are plain Python.

    - `legal_moves(state, out) -> n` fills `out` (int32[max_moves]) with the legal moves in ascending order,
      and returns their number: 0 when the board decides the game. Draws by counters and material are ignored.
    - `apply(state, move, chance, next)` fills the record `next`; `chance` is the index of the chance outcome,
      0 for a move without chance.
    - `outcome(state)`: ONGOING or how the game ended; repetition does not count.
    - `chance_count(state, move)`: the number of chance outcomes, 1 without chance; `chance_probability(state,
      move, chance)`: the probability of one of them.
    - `quiet(state)`: plies since the last capture or the like, `quiet_limit(state)`: the number at which the
      game is drawn, 0 for never; `repetition_limit(state)`: the occurrence of a position that draws the game,
      0 for never. In games with repetition turns alternate, and a move that sets `quiet` to 0 is
      irreversible.
    - `in_check(state)`: whether the side to move is threatened with the loss of the game.
    - `pass_turn(state, next)` fills `next` with the state after a turn without a move. None where that makes
      no sense.
    - `idles(state, move)`: whether the move only ends a turn of several actions before it ends by itself.
    - `count_moves(state)`: the number of legal moves, found faster than by `legal_moves`. None for a game
      that has no faster way.
    - `mirror(state, next) -> bool` fills the record `next` with the mirror image of a position: the same
      position for the other side. Pieces, rights and the turn change sides, and the board is turned or
      reflected where squares tell the sides apart. Returns False where the game has no such position, and
      `next` then means nothing. The mirror image of the mirror image is the position itself, field by field.
      Who wins in one loses in the other. `mirror_move(state, move)`: the move of the mirror image that
      corresponds to a legal move. Both moves lead to mirror images again; only the number that people give a
      move may differ. Chance outcomes may come in another order. A game has both kernels or neither (None).
    - `contents(state, out)` fills `out` (int8[len(squares), 2]) with the kind and the owner of what stands on
      each square, in the order of `squares`. Kinds are the game's own numbers from 1, and 0 is an empty
      square. Owners are WHITE, BLACK, or NOBODY: for an empty square, for what belongs to no side, and where
      the owner is unknown. None for a game that does not say.

    In plain Python:

    - `initial(options) -> State`: the position that a game with these `options` of its rules begins with.
    - `squares`: the names of the squares, each one once.
    - `piece_kinds`: what people call the kinds of `contents`, in the plural, in the order of their numbers.
      Empty for a game that does not say.
    - `progress(state)`: how far the game has come: a whole number from 0 that never falls as the game is
      played. It divides games into phases. None for a game that does not say.
    - `kinds`: its kinds of positions. If None, positions are divided by `progress`.
    - `opening_plies`: the least number of random plies with which a match opens games, so that they differ.
    """

    name: str
    dtype: np.dtype
    max_moves: int
    squares: tuple[str, ...]
    initial: Callable[[Any], State]
    legal_moves: Callable[..., int]
    apply: Callable[..., None]
    outcome: Callable[[State], int]
    options: type[Options] = Options
    chance_count: Callable[[State, int], int] = one_outcome
    chance_probability: Callable[[State, int, int], float] = certain
    quiet: Callable[[State], int] = no_limit
    quiet_limit: Callable[[State], int] = no_limit
    repetition_limit: Callable[[State], int] = no_limit
    in_check: Callable[[State], bool] = never_in_check
    pass_turn: Callable[[State, State], None] | None = None
    idles: Callable[[State, int], bool] = never
    count_moves: Callable[[State], int] | None = None
    mirror: Callable[[State, State], bool] | None = None
    mirror_move: Callable[[State, int], int] | None = None
    contents: Callable[[State, np.ndarray], None] | None = None
    piece_kinds: tuple[str, ...] = ()
    progress: Callable[[State], int] | None = None
    kinds: PositionKinds | None = None
    opening_plies: int = 2

    @property
    def has_chance(self) -> bool:
        return self.chance_count is not one_outcome

    @property
    def has_repetition(self) -> bool:
        return self.repetition_limit is not no_limit


@dataclass(frozen=True, kw_only=True)
class Notation:
    """How a person reads and enters a game: its texts, clicks, files and guide. All in plain Python.

    - `parse(text, options) -> State` and `format(state) -> text`, which round-trip; `parse` raises `BadText`.
    - `notation(state, move) -> text`, for people; `move_text(state, move) -> text`, for programs; moves are
      read back by comparing with both, see `games.position.Position.parse_move`.
    - `click_paths(state, move)`: the ways to enter the move, each a tuple of square names. A text that is no
      square's name is a choice to offer (a promotion, a button).
    - `ending(state, outcome) -> text`: why the game is over, as a sentence.
    - `approaching(state) -> text`: a warning before a draw by a limit, else "".
    - `prompt(state, clicks) -> text`: what to do next, where it may not be obvious, else "".
      `clicks` is the part of a click path that has been entered.
    - `refusal(state, clicks, square) -> text`: the rule by which a square cannot be clicked next; "" where
      the marks on the board say enough.
    - `effects(state, move) -> texts`: what a legal move does besides going somewhere, each with its verb,
      such as "takes the queen"; none for most moves, and nothing that chance decides.
    - `chance_text(state, move, chance) -> text`: what a chance outcome shows; and `revealed_square(state,
      move) -> text`: the square that shows it, else "". When a move that revealed a piece is taken back,
      `games.reveals` uses both to remember the piece.

    Optional parts, None or empty in a game without them:

    - `move_number(state)`: the number that people give the next move, if the state has it, as in chess.
    - `opening(record, plies) -> text`: the name of the opening that the first `plies` plies of a record
      (None: all) have led to, "" for none. The first call may take long.
    - `files`: the kinds of files that its games can be read from and written to, the usual one first.
    - `positions`: the kind of file that lists its positions with what should be played there.
    - `position_format`: the name of the notation of a position's text, if it has one, such as FEN.
    - `guide`: how the game is played.
    """

    parse: Callable[[str, Any], State]
    format: Callable[[State], str]
    notation: Callable[[State, int], str]
    click_paths: Callable[[State, int], tuple[tuple[str, ...], ...]]
    ending: Callable[[State, int], str]
    move_text: Callable[[State, int], str] | None = None
    approaching: Callable[[State], str] = field(default=lambda state: "")
    prompt: Callable[[State, tuple[str, ...]], str] = field(default=lambda state, clicks: "")
    refusal: Callable[[State, tuple[str, ...], str], str] = field(default=lambda state, clicks, square: "")
    effects: Callable[[State, int], tuple[str, ...]] = field(default=lambda state, move: ())
    chance_text: Callable[[State, int, int], str] = field(default=lambda state, move, chance: "")
    revealed_square: Callable[[State, int], str] = field(default=lambda state, move: "")
    move_number: Callable[[State], int] | None = None
    opening: Callable[[Any, int | None], str] | None = None
    files: tuple[FileFormat, ...] = ()
    positions: PositionList | None = None
    position_format: str = ""
    guide: Guide | None = None


@dataclass(frozen=True, kw_only=True)
class Game(Rules, Notation):
    """One game: its rules and its notation."""
