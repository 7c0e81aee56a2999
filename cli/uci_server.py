"""`main.py uci`: Plyglass as a UCI engine. One thread reads commands; another one (a `Lane`) compiles and
searches, one job after the other.

The other program's commands may be wrong. Unknown commands are ignored, as UCI demands. A wrong command is
answered by an `info string` and otherwise ignored. After a refused position, each `go` is answered by an
`info string` and `bestmove 0000`: a move for another position would be worse than none.

The weights of all chess heuristics are options, in hundredths because UCI has whole numbers only: `setoption
name Weight location knights: location value 150`. A weight that is not set keeps the default of its option.
"""

import argparse
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from cli.command_io import settings_of
from engines.contract import WIN, WIN_BAND, EngineFailure, Limits, Moves, StopSignal, Thought
from engines.jobs import Job, Lane
from engines.player_kinds import MOST_LINES
from engines.player_text import make_engine, parse_player
from engines.registry import kind_named
from engines.search_engine import Searcher
from engines.standard_input import take_standard_input
from games.chess import GAME
from games.chess.board import ChessOptions, board_of, chess_move, move_of
from games.contract import BadText
from games.position import Position
from games.text_files import mistakes_in
from heuristics.contract import MOST_WEIGHT
from heuristics.failure import in_words
from heuristics.former_weights import is_former, take_remarks
from heuristics.lens import Lens
from heuristics.registry import default_heuristic, heuristics_of, load_heuristic

KIND = "strong"
"""The kind of player behind the UCI engine, see `engines.player_text`."""

CENTIPAWNS = {"piece_value": 10.0, "location": 10.0}
"""By heuristic: how many hundredths of a pawn one unit of its values is; 1 for heuristics that are not
named."""

MOST_MEGABYTES = 4096
WEIGHT_RANGE = int(100 * MOST_WEIGHT)
"""The largest weight of an option, in hundredths; the smallest is minus this."""

MOVES_AHEAD = 30
"""The most moves for which the remaining time is planned, and the number if `go` names no `movestogo`."""

OVERHEAD = 0.03
"""Seconds that are kept in reserve for the exchange of a move with the other program."""

SHORTEST = 0.005
"""The least seconds to think."""

BEAT = 1.0
"""Seconds between two lines that say how many nodes have been searched."""

NUMBERS = ("wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime")
FLAGS = ("infinite", "ponder", "searchmoves")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--heuristic", metavar="NAME", help="a heuristic of chess; its usual one if left out")


def run(arguments: argparse.Namespace) -> None:
    settings, name = settings_of(arguments), arguments.heuristic
    heuristic = default_heuristic("chess") if name is None else load_heuristic("chess", name)
    weights = settings.weights.get("chess", {})
    setup = UciOptions(heuristic.name, settings.engine.table_megabytes, weights=weights)
    UciServer(setup, lambda line: print(line, flush=True)).serve(take_standard_input())


@dataclass(frozen=True)
class UciOptions:
    """The UCI options as they are set now; `weights` by heuristic and term, in the heuristics' units."""

    heuristic: str
    megabytes: int = 64
    threads: int = 1
    lines: int = 1
    weights: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    def engine(self) -> Searcher:
        options = f"threads={self.threads},multipv={self.lines}"
        spec = parse_player(f"{KIND}:{self.heuristic},{options}", "chess")
        engine = make_engine(spec, "chess", {"chess": self.weights}, 0, self.megabytes)
        assert isinstance(engine, Searcher)
        return engine


@dataclass(eq=False)
class UciSearch:
    """The search of one `go` command, over all legal moves or `only` some. `held`: as UCI demands after `go
    infinite` and `go ponder`, its move is not sent before `released` is set. `planned`: the limits that hold
    once the opponent has made the expected move (ponder); until then all of them but the time do."""

    position: Position
    limits: Limits
    setup: UciOptions
    only: Moves = ()
    held: bool = False
    planned: Limits | None = None
    began: float = 0.0  # time.perf_counter()
    stop: StopSignal = field(default_factory=StopSignal)
    released: threading.Event = field(default_factory=threading.Event)

    def end(self) -> None:
        self.stop.request()
        self.released.set()

    def go_on_by_the_clock(self) -> None:
        """Turns pondering into an ordinary search, because the expected move was made: the time of `planned`
        begins."""
        if self.planned is None or self.planned == Limits():  # without limits only `stop` ends it
            return
        if self.planned.seconds is not None:
            timer = threading.Timer(self.planned.seconds, self.stop.request)
            timer.daemon = True
            timer.start()
        self.planned = None
        self.released.set()


class UciServer:
    """Serves one program. `write` gets lines without their ends."""

    def __init__(self, setup: UciOptions, write: Callable[[str], None]) -> None:
        self._setup = setup
        self._own_weights = setup.weights
        self._write = write
        self._writing = threading.Lock()
        self._deaf = False  # whether the other program has stopped reading
        self._position = Position.start(GAME)
        self._start_text = ""  # the position before `_moves`, which led to `_position`
        self._moves: list[str] = []
        self._refused = ""  # why the last position was refused
        self._search: UciSearch | None = None
        self._lane = Lane("uci search")
        self._engine: Searcher | None = None  # used by the lane's thread only
        self._engine_setup: UciOptions | None = None  # the options of `_engine`; used by that thread only
        self._forget = False  # whether to empty the table before the next search

    def serve(self, lines: Iterable[str]) -> None:
        """Carries out commands until `quit` or the end of the lines."""
        for line in lines:
            words = line.split()
            if words[:1] == ["quit"] or self._deaf:
                break
            try:
                self._obey(words)
            except BadText as error:
                self._say(f"info string {error}")
            except Exception as error:  # an error of ours must not end the game
                self._say(f"info string {in_words(error)}")
            for remark in take_remarks():
                self._say(f"info string {remark}")
        self._stop()
        self._lane.end(patience=1.0)

    def _say(self, line: str) -> None:
        with self._writing:
            try:
                self._write(line)
            except (OSError, ValueError):  # closed: nobody reads any more
                self._deaf = True

    def _obey(self, words: list[str]) -> None:
        match words:
            case ["uci", *_]:
                self._introduce()
            case ["isready", *_]:
                if self._search is not None:
                    self._say("readyok")
                else:
                    setup = self._setup
                    self._do(lambda: self._get_ready(setup))
            case ["ucinewgame", *_]:
                self._forget = True
            case ["setoption", *rest]:
                self._set_option(rest)
            case ["position", *rest]:
                self._set_position(rest)
            case ["go", *rest]:
                self._go(rest)
            case ["ponderhit", *_]:
                if self._search is not None:
                    self._search.go_on_by_the_clock()
            case ["stop", *_]:
                self._stop()

    # Options

    def _introduce(self) -> None:
        self._say("id name Plyglass")
        self._say("id author the Plyglass contributors")
        setup = self._setup
        self._say(f"option name Hash type spin default {setup.megabytes} min 1 max {MOST_MEGABYTES}")
        self._say(f"option name Threads type spin default {setup.threads} min 1 max {_most_threads()}")
        self._say(f"option name MultiPV type spin default {setup.lines} min 1 max {MOST_LINES}")
        names = " ".join(f"var {heuristic.name}" for heuristic in heuristics_of("chess"))
        self._say(f"option name Heuristic type combo default {setup.heuristic} {names}")
        self._say("option name Clear Hash type button")
        for heuristic in heuristics_of("chess"):
            weights = Lens.of(heuristic, self._own_weights.get(heuristic.name)).weights
            for term, weight in zip(heuristic.weight_names, weights, strict=True):
                self._say(
                    f"option name Weight {heuristic.name} {term} type spin default {round(weight * 100)} "
                    f"min {-WEIGHT_RANGE} max {WEIGHT_RANGE}"
                )
        self._say("uciok")

    def _set_option(self, words: list[str]) -> None:
        text = " ".join(words)
        if not text.startswith("name "):
            raise BadText(f"setoption: expected 'name', found {text[:40]!r}")
        # The last " value ", because the name of a weight may contain another one.
        name, _, value = text.removeprefix("name ").rpartition(" value ")
        name = name or text.removeprefix("name ").removesuffix(" value")
        lower = name.lower()
        if lower == "hash":
            self._setup = replace(self._setup, megabytes=_whole(name, value, 1, MOST_MEGABYTES))
        elif lower == "threads":
            self._setup = replace(self._setup, threads=_whole(name, value, 1, _most_threads()))
        elif lower == "multipv":
            self._setup = replace(self._setup, lines=_whole(name, value, 1, MOST_LINES))
        elif lower == "heuristic":
            self._setup = replace(self._setup, heuristic=load_heuristic("chess", value).name)
        elif lower == "clear hash":
            self._forget = True
        elif lower.startswith("weight "):
            self._set_weight(name, value)
        else:
            raise BadText(f"setoption: there is no option {name!r}")

    def _set_weight(self, name: str, value: str) -> None:
        for heuristic in heuristics_of("chess"):
            for term in (*heuristic.weight_names, *heuristic.former_weights):
                if name.lower() == f"weight {heuristic.name} {term}".lower():
                    hundredths = _whole(name, value, -WEIGHT_RANGE, WEIGHT_RANGE)
                    if is_former(heuristic, term):
                        return
                    weights = {key: dict(own) for key, own in self._setup.weights.items()}
                    weights.setdefault(heuristic.name, {})[term] = hundredths / 100
                    self._setup = replace(self._setup, weights=weights)
                    return
        raise BadText(f"setoption: there is no option {name!r}")

    # Positions

    def _set_position(self, words: list[str]) -> None:
        """Sets the position. After a refused position no search begins, since it would search another
        position."""
        self._refused = "its reason is unknown"  # stays so if an error of ours is raised
        try:
            self._take_position(words)
        except BadText as error:
            self._refused = str(error)
            raise
        self._refused = ""

    def _take_position(self, words: list[str]) -> None:
        at = words.index("moves") if "moves" in words else len(words)
        start, moves = words[:at], [move.lower() for move in words[at + 1 :]]
        if start[:1] not in (["startpos"], ["fen"]):
            raise BadText(f"position: expected startpos or fen, found {' '.join(start)[:40]!r}")
        text = "" if start[0] == "startpos" else " ".join(start[1:])
        if start == ["fen"]:
            raise BadText("position: expected a FEN after fen")
        position, known = self._position, len(self._moves)
        if text != self._start_text or self._moves != moves[:known]:
            with mistakes_in("position"):
                position, known = Position.start(GAME, text=text or None), 0
        for word in moves[known:]:
            try:
                move = board_of(position.state).parse_uci(word)
            except ValueError:
                raise BadText(f"position: {word!r} is not legal in {position.text!r}") from None
            if not move:
                raise BadText("position: expected moves, found a null move")
            position = position.play(move_of(move))
        self._position, self._start_text, self._moves = position, text, moves

    # Searching

    def _go(self, words: list[str]) -> None:
        if why := self._refused:
            self._stop()
            self._do(lambda: self._refuse(why))
            return
        numbers: dict[str, int] = {}
        flags: set[str] = set()
        only: list[str] = []
        words = list(words)
        while words:
            word = words.pop(0)
            if word in NUMBERS:
                numbers[word] = _whole(f"go {word}", words.pop(0) if words else "", -(10**15), 10**15)
            elif word in FLAGS:
                flags.add(word)
                while word == "searchmoves" and words and words[0] not in (*NUMBERS, *FLAGS):
                    only.append(words.pop(0).lower())
        position = _playable(self._position)
        wanted = tuple(move for move in position.moves if only and chess_move(move).uci() in only)
        limits = limits_of(numbers, self._position.to_move)
        # A `go` without limits is endless, too.
        held = bool(flags & {"infinite", "ponder"}) or limits == Limits()
        planned = limits if "ponder" in flags and "infinite" not in flags else None
        if planned is not None:
            limits = replace(limits, seconds=None)
        elif held:
            limits = Limits()
        self._stop()
        self._search = search = UciSearch(position, limits, self._setup, wanted, held, planned)
        self._do(lambda: self._run(search))

    def _stop(self) -> None:
        search = self._search
        if search is not None:
            search.end()

    def _do(self, work: Callable[[], None]) -> None:
        """Gives the lane some work. If it fails, the message goes to the other program."""

        def said(job: Job) -> None:
            try:
                work()
            except Exception as error:
                self._say(f"info string {in_words(error)}")

        self._lane.do(said)

    def _ready_engine(self, setup: UciOptions) -> Searcher:
        if self._engine is None or self._engine_setup != setup or self._forget:
            self._forget = False
            self._engine, self._engine_setup = setup.engine(), setup
        self._engine.prepare("chess")
        return self._engine

    def _get_ready(self, setup: UciOptions) -> None:
        try:
            self._ready_engine(setup)
        finally:
            self._say("readyok")

    def _refuse(self, why: str) -> None:
        """Answers a `go` after a refused position, once the previous search has ended."""
        self._say(f"info string go: expected a valid position first; {why}")
        self._say("bestmove 0000")

    def _run(self, search: UciSearch) -> None:
        best = "(none)"
        try:
            best = self._best(search)
        except EngineFailure as error:
            self._say(f"info string {error}")
            best = chess_move(search.position.moves[0]).uci()
        finally:
            if search.held:
                search.released.wait()
            if self._search is search:
                self._search = None
            self._say(f"bestmove {best}")

    def _best(self, search: UciSearch) -> str:
        if not search.position.moves:
            board = board_of(search.position.state)
            # There are legal moves if the game is drawn, as without mating material.
            some = next(iter(board.legal_moves), None)
            self._say(f"info depth 0 score {'mate 0' if board.is_checkmate() else 'cp 0'}")
            return some.uci() if some else "(none)"
        engine = self._ready_engine(search.setup)
        search.began = time.perf_counter()
        engine.limits = search.limits
        done = threading.Event()
        beat = threading.Thread(target=self._beat, args=(engine, search, done), daemon=True)
        beat.start()
        try:
            thought = engine.think(search.position, lambda t: self._tell(t, search), search.stop, search.only)
        finally:
            done.set()
        if thought.remark:
            self._say(f"info string {thought.remark}")
        assert thought.move is not None
        return chess_move(thought.move).uci()

    def _beat(self, engine: Searcher, search: UciSearch, done: threading.Event) -> None:
        while not done.wait(BEAT):
            self._say("info " + _counts(engine.peek()[0], time.perf_counter() - search.began))

    def _tell(self, thought: Thought, search: UciSearch) -> None:
        if thought.depth > 0:
            counts = _counts(thought.nodes, time.perf_counter() - search.began)
            for number, row in enumerate(thought.best_moves, 1):
                score = score_text(row.value, search.setup.heuristic)
                line = " ".join(chess_move(move).uci() for move in row.line)
                which = f"multipv {number} " if search.setup.lines > 1 else ""
                self._say(f"info depth {thought.depth} {which}score {score} {counts} pv {line}")


def score_text(value: float, heuristic: str) -> str:
    """A value for the side to move as UCI writes it: `cp` hundredths of a pawn, or `mate` in moves."""
    if value > WIN_BAND:
        return f"mate {(round(WIN - value) + 1) // 2}"
    if value < -WIN_BAND:
        return f"mate {-((round(WIN + value) + 1) // 2)}"
    return f"cp {round(value * CENTIPAWNS.get(heuristic, 1.0))}"


def thinking_time(left: float, increment: float, moves_to_go: int | None) -> float:
    """Seconds to think, with `left` seconds on the clock: a fair share of them and most of the increment. It
    is at most half of `left`, or 80 % of it for the last move before more time comes."""
    share = left / min(max(1, moves_to_go or MOVES_AHEAD), MOVES_AHEAD) + 0.75 * increment
    most = left * (0.8 if moves_to_go == 1 else 0.5)
    return max(SHORTEST, min(share, most) - OVERHEAD)


def limits_of(numbers: Mapping[str, int], side: int) -> Limits:
    """The limits that the numbers of a `go` set for the side to move; no limits if it names none."""
    depth = numbers.get("depth")
    if "mate" in numbers:
        depth = min(2 * numbers["mate"], depth or 100)  # a mate in n moves takes fewer than 2n plies
    seconds = None
    if "movetime" in numbers:
        seconds = max(SHORTEST, numbers["movetime"] / 1000 - OVERHEAD / 3)  # no clock runs out
    clocks = [("wtime", "winc"), ("btime", "binc")]
    given = [clock for clock in (clocks[side], clocks[1 - side]) if clock[0] in numbers]
    if given:  # the own clock, else the other's
        left, increment = (numbers.get(name, 0) / 1000 for name in given[0])
        planned = thinking_time(left, increment, numbers.get("movestogo"))
        seconds = planned if seconds is None else min(planned, seconds)
    nodes = numbers.get("nodes")
    return Limits(
        depth=None if depth is None else max(1, min(depth, 100)),
        nodes=None if nodes is None else max(1, nodes),
        seconds=seconds,
    )


def _playable(position: Position) -> Position:
    """The position without draws by repetition and without the limit of quiet moves, if the game is over:
    another program may not count these draws, and ask for a move."""
    if position.moves:
        return position
    return Position.start(GAME, ChessOptions(quiet_limit=0, repetition=0), position.text)


def _most_threads() -> int:
    return kind_named(KIND).options["threads"][1]


def _whole(name: str, text: str, low: int, high: int) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 20):
        raise BadText(f"{name}: expected a whole number, found {text[:40]!r}")
    if not low <= int(text) <= high:
        raise BadText(f"{name}: expected a whole number from {low} to {high}, found {text}")
    return int(text)


def _counts(nodes: int, seconds: float) -> str:
    return f"nodes {nodes} nps {round(nodes / max(seconds, 1e-3))} time {round(seconds * 1000)}"
