"""Any UCI engine as a player of chess. The package python-chess talks to the program.

`engines.subprocesses.subprocess_player` starts and ends the program, which is not trusted.
"""

import asyncio
import contextlib
import logging
import subprocess
import time
from dataclasses import dataclass
from typing import Any

import chess
import chess.engine

from engines.contract import (
    EXACT,
    UNKNOWN,
    WIN,
    EngineFailure,
    Limits,
    Moves,
    Publish,
    RootMove,
    Thought,
)
from engines.subprocesses.launch_command import own_process_group, split_command
from engines.subprocesses.subprocess_player import RunningProgram, SubprocessPlayer
from games.chess.board import board_of, chess_move, move_of
from games.position import Position
from heuristics.failure import first_line

logging.getLogger("chess.engine").addHandler(logging.NullHandler())  # else its messages go to stderr

PUBLISH_EVERY = 0.05
"""Seconds between two snapshots, at least."""


LIMITS_STRENGTH, STRENGTH = "UCI_LimitStrength", "UCI_Elo"


@dataclass(frozen=True)
class UciTimeouts:
    """Seconds to wait for a program: after its `start` for an answer; until it is `ready` to search (some
    load large files then); `late` for a move after its time is up; after `stop` for a move. In a search
    without a limit of time: the longest `silence`, and the `longest` search."""

    start: float = 10.0
    ready: float = 60.0
    late: float = 5.0
    silence: float = 30.0
    longest: float = 600.0
    stop: float = 0.035


PATIENT = UciTimeouts()


def board_with_history(position: Position) -> chess.Board:
    """The position as a board of python-chess, with the moves since the last irreversible one, so that the
    engine sees repetitions."""
    moves = []
    while position.before is not None:
        position, move = position.before
        moves.append(move)
    board = board_of(position.state)
    for move in reversed(moves):
        board.push(chess_move(move))
    return board


def value_of(score: chess.engine.Score) -> float:
    """The value of an engine's score for the side to move: in pawns, or WIN − plies for a forced mate."""
    moves = score.mate()
    if moves is None:
        return float(score.score(mate_score=0)) / 100.0
    return WIN - (2 * moves - 1) if moves > 0 else -WIN - 2 * moves


class _Trouble:
    """An error that python-chess can report only to the event loop."""

    def __init__(self) -> None:
        self.text = ""
        self.arose = asyncio.Event()

    def note(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if error is not None and "future" not in context and "task" not in context:
            self.text = first_line(error)
            self.arose.set()


class _Protocol(chess.engine.UciProtocol):
    """UCI as python-chess speaks it, except that an option line it cannot read is ignored."""

    def _line_received(self, line: str) -> None:
        if self.command is not None and line.split(maxsplit=1)[:1] == ["option"]:
            with contextlib.suppress(chess.engine.EngineError):
                self.command.line_received(line)
        else:
            super()._line_received(line)


class _UciProcess(RunningProgram):
    """A running program that has answered `uciok`."""

    def __init__(self, words: list[str], patience: float) -> None:
        super().__init__()
        self.trouble = _Trouble()  # has no reference to this object, so this can be collected
        self.loop.set_exception_handler(self.trouble.note)
        self.protocol: _Protocol = self.begin(self._start(words), patience)

    async def _start(self, words: list[str]) -> _Protocol:
        transport, protocol = await _Protocol.popen(words, stderr=subprocess.DEVNULL, **own_process_group())
        self.runs(transport)
        await protocol.initialize()
        return protocol


class UciPlayer(SubprocessPlayer[_UciProcess]):
    """An engine whose moves a UCI program searches. Values are in pawns.

    `command` is as a person writes it (`engines.subprocesses.launch_command`). The `limits` that are set are
    passed on. `elo` limits its strength by the options UCI_LimitStrength and UCI_Elo, which it must have.
    """

    _fails = (chess.engine.EngineError, OSError)

    def __init__(
        self,
        command: str,
        limits: Limits,
        name: str = "",
        patience: UciTimeouts = PATIENT,
        elo: int | None = None,
    ) -> None:
        super().__init__(name or f"uci:{command}")
        self.command = command
        self.limits = limits
        self.patience = patience
        self.elo = elo
        self._words = split_command(command)

    def prepare(self, game_name: str) -> None:
        if game_name != "chess":
            raise EngineFailure(f"{self.name}: a UCI engine plays chess, not {game_name}")
        super().prepare(game_name)

    def _start(self, game_name: str) -> _UciProcess:
        program = self._words[0]
        try:
            process = _UciProcess(self._words, self.patience.start)
        except FileNotFoundError:
            raise EngineFailure(f"{self.name}: there is no program {program!r}") from None
        except TimeoutError:
            raise EngineFailure(
                f"{self.name}: no answer to 'uci' within {self.patience.start:g} s, is it a UCI engine?"
            ) from None
        except chess.engine.EngineError as error:
            raise EngineFailure(f"{self.name}: {first_line(error)}") from None
        except (OSError, ValueError) as error:
            raise EngineFailure(f"{self.name}: cannot be started: {first_line(error)}") from None
        wrong = self._wrong_strength(process)
        if wrong:
            process.end()
            raise EngineFailure(f"{self.name}: {wrong}")
        return process

    def _wrong_strength(self, process: _UciProcess) -> str:
        """Why the program cannot play at the wanted strength, in a few words; "" if it can."""
        if self.elo is None:
            return ""
        options = process.protocol.options
        for needed in (STRENGTH, LIMITS_STRENGTH):
            if needed not in options:
                return f"cannot limit its strength: it has no option {needed}"
        least, most = options[STRENGTH].min, options[STRENGTH].max
        if least is None or most is None or least <= self.elo <= most:
            return ""
        return f"elo: expected {least} to {most}, found {self.elo}"

    async def _search(
        self,
        process: _UciProcess,
        position: Position,
        halt: asyncio.Event,
        publish: Publish | None,
        only: Moves,
    ) -> Thought:
        line = _Line(position, process.protocol.id.get("name", self._words[0]))
        if halt.is_set():
            return line.thought(None)
        limits, patience = self.limits, self.patience
        asked = asyncio.ensure_future(
            process.protocol.analysis(
                board_with_history(position),
                chess.engine.Limit(time=limits.seconds, depth=limits.depth, nodes=limits.nodes),
                game=self,
                root_moves=[chess_move(move) for move in only] or None,
                options={} if self.elo is None else {LIMITS_STRENGTH: True, STRENGTH: self.elo},
            )
        )
        halted = asyncio.ensure_future(halt.wait())
        troubled = asyncio.ensure_future(process.trouble.arose.wait())
        helpers: list[asyncio.Future[Any]] = [halted, troubled]
        try:
            await asyncio.wait(
                {asked, halted, troubled}, timeout=patience.ready, return_when="FIRST_COMPLETED"
            )
            if halted.done() and not asked.done():
                self._spoiled = True  # it would begin its search only after the stop
                return line.thought(None)
            if not asked.done() and not troubled.done():
                raise EngineFailure(f"{self.name}: no answer within {patience.ready:g} s")
            if troubled.done():
                raise EngineFailure(f"{self.name}: {process.trouble.text}")
            analysis = asked.result()
            heard = shown = time.perf_counter()
            timed = limits.seconds is not None
            ends = heard + (patience.longest if limits.seconds is None else limits.seconds + patience.late)
            news: asyncio.Future[Any] = asyncio.ensure_future(analysis.next())
            helpers.append(news)
            while not troubled.done():
                until = ends if timed else min(ends, heard + patience.silence)
                left = until - time.perf_counter()
                if left <= 0:
                    raise EngineFailure(
                        f"{self.name}: no move after {time.perf_counter() - line.began:.1f} s"
                    )
                await asyncio.wait({news, halted, troubled}, timeout=left, return_when="FIRST_COMPLETED")
                if news.done():
                    info = news.result()
                    if info is None:
                        return line.thought(self._checked((await analysis.wait()).move, position))
                    news = helpers[-1] = asyncio.ensure_future(analysis.next())
                    heard = time.perf_counter()
                    better = line.take(info)
                    self._counters = (line.nodes, line.depth)
                    if better and publish is not None and heard - shown >= PUBLISH_EVERY:
                        publish(line.thought(None))
                        shown = heard
                if halted.done():
                    analysis.stop()
                    finished = asyncio.ensure_future(analysis.wait())
                    await asyncio.wait({finished}, timeout=patience.stop)
                    if not finished.done():
                        return line.thought(None)  # the next search waits for the late answer
                    return line.thought(self._checked(finished.result().move, position))
            raise EngineFailure(f"{self.name}: {process.trouble.text}")
        finally:
            for task in helpers:
                task.cancel()

    def _checked(self, move: chess.Move | None, position: Position) -> int:
        if move is None:
            raise EngineFailure(f"{self.name}: gave no move in {position.text!r}")
        if move_of(move) not in position.moves:
            raise EngineFailure(f"{self.name}: played {move.uci()}, not legal in {position.text!r}")
        return move_of(move)


class _Line:
    """The best line of a search so far, from the engine's `info` lines."""

    def __init__(self, position: Position, program: str) -> None:
        self._program = program
        self.began = time.perf_counter()
        self.depth = self.nodes = 0
        self._position = position
        self._value = 0.0
        self._pv: tuple[int, ...] = ()

    def take(self, info: chess.engine.InfoDict) -> bool:
        """Reads an `info` line. Returns whether it has a line of moves with a score."""
        self.nodes = info.get("nodes", self.nodes)
        if info.get("multipv", 1) != 1 or "lowerbound" in info or "upperbound" in info:
            return False
        pv = tuple(move_of(move) for move in info.get("pv", ()))
        if "score" not in info or not pv or pv[0] not in self._position.moves:
            return False
        self.depth = info.get("depth", self.depth)
        self._value = value_of(info["score"].relative)
        self._pv = pv
        return True

    def thought(self, chosen: int | None) -> Thought:
        """A snapshot with the chosen move, else the best one so far, else any legal one."""
        best = chosen if chosen is not None else self._pv[0] if self._pv else self._position.moves[0]
        fits = bool(self._pv) and self._pv[0] == best
        rows = tuple(
            RootMove(move, self._value, EXACT, self.depth, self._pv)
            if fits and move == best
            else RootMove(move, 0.0, UNKNOWN)
            for move in self._position.moves
        )
        return Thought(
            position=self._position,
            move=best,
            value=self._value,
            depth=self.depth,
            nodes=self.nodes,
            seconds=time.perf_counter() - self.began,
            pv=self._pv if fits else (best,),
            root_moves=rows,
            program=self._program,
            unit="pawns",
        )
