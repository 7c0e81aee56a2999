"""A player of any game: another program that speaks the line protocol (docs/guide/line-protocol.md)."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from engines.contract import UNKNOWN, EngineFailure, Moves, Publish, RootMove, Thought
from engines.subprocesses.launch_command import LaunchCommand, own_process_group
from engines.subprocesses.line_protocol import (
    ERROR,
    LONGEST_LINE,
    MOVE,
    QUIT,
    READY,
    SAY,
    STOP,
    greeting,
    question,
    read_answer,
)
from engines.subprocesses.subprocess_player import RunningProgram, SubprocessPlayer
from games.contract import BadText, Options
from games.position import Position
from heuristics.failure import first_line

MOST_ANSWERS = 16
"""The most unread answers that a program may have written."""


@dataclass(frozen=True)
class ProgramTimeouts:
    """Seconds to wait for a program: after its `start` until it is ready; `late` for a move after its time is
    up; after `stop` for a move; after `quit` for its end."""

    start: float = 20.0
    late: float = 1.0
    stop: float = 0.035
    quit: float = 0.2


PATIENT = ProgramTimeouts()


class _Fault(Exception):
    """A program's mistake, in one line."""


class _Lines(asyncio.SubprocessProtocol):
    """Reads a program's output line by line. Keeps the last remark. `trouble` says why reading has stopped,
    "" while it goes on."""

    def __init__(self) -> None:
        self.answers: deque[tuple[str, str]] = deque()
        self.remark = ""
        self.trouble = ""
        self.news = asyncio.Event()
        self._partial = bytearray()
        self._transport: asyncio.SubprocessTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.SubprocessTransport)
        self._transport = transport

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self._partial += data
        *lines, rest = bytes(self._partial).split(b"\n")
        self._partial = bytearray(rest)
        for number, line in enumerate((*lines, rest)):
            if len(line) > LONGEST_LINE:
                self._give_up(f"wrote a line of more than {LONGEST_LINE} bytes")
                return
            if number < len(lines):
                self._take(line)

    def process_exited(self) -> None:
        # Its last lines may still arrive, and a process that it started may keep the pipe open.
        asyncio.get_running_loop().call_later(0.1, self._ended)

    def connection_lost(self, exc: Exception | None) -> None:
        self._ended()

    def _take(self, line: bytes) -> None:
        word, rest = read_answer(line)
        if word == SAY:
            self.remark = rest or self.remark
            return
        self.answers.append((word, rest))
        self.news.set()
        if len(self.answers) > MOST_ANSWERS:
            self._give_up(f"answered {len(self.answers)} times without being asked")

    def _give_up(self, why: str) -> None:
        """Stops reading, so that a flood of output takes no more memory."""
        self.trouble = self.trouble or why
        self.news.set()
        reader = self._transport.get_pipe_transport(1) if self._transport is not None else None
        if isinstance(reader, asyncio.ReadTransport) and not reader.is_closing():
            reader.pause_reading()

    def _ended(self) -> None:
        if self._transport is not None:
            code = self._transport.get_returncode()
            how = "was killed" if code is None or code < 0 else f"ended with exit status {code}"
            self.trouble = self.trouble or how
            self.news.set()


class _ProgramProcess(RunningProgram):
    """A running program that has answered READY."""

    def __init__(self, command: LaunchCommand, lines: list[str], patience: ProgramTimeouts) -> None:
        super().__init__()
        self.version = command.version
        self.patience = patience
        self.lines = _Lines()  # has no reference to this object, so this can be collected
        self.begin(self._start(command, lines), patience.start)

    async def _start(self, command: LaunchCommand, lines: list[str]) -> None:
        settings = {"stderr": asyncio.subprocess.DEVNULL, "cwd": command.folder, **own_process_group()}
        transport, _ = await self.loop.subprocess_exec(lambda: self.lines, *command.words, **settings)
        self.runs(transport)
        self.tell(*lines)
        word, rest = await self.answer()
        if word == ERROR:
            raise _Fault(rest or "does not play")
        if word != READY:
            raise _Fault(f"expected 'ready' first, found {word!r}")

    def tell(self, *lines: str) -> None:
        """Sends lines to the program. Does not wait until it reads them."""
        assert self.transport is not None
        pipe = self.transport.get_pipe_transport(0)
        if isinstance(pipe, asyncio.WriteTransport) and not pipe.is_closing():
            pipe.write("".join(f"{line}\n" for line in lines).encode())

    async def answer(self) -> tuple[str, str]:
        """The next answer: its first word and the rest. _Fault if none will come."""
        lines = self.lines
        while not lines.answers:
            if lines.trouble:
                raise _Fault(lines.trouble)
            lines.news.clear()
            await lines.news.wait()
        return lines.answers.popleft()

    def end(self) -> None:
        if self.transport is not None and self.transport.get_returncode() is None and not self.lines.trouble:
            self.loop.run_until_complete(self._farewell())
        super().end()

    async def _farewell(self) -> None:
        """Asks the program to quit and waits a moment for its end."""
        self.tell(QUIT)
        assert self.transport is not None
        pipe = self.transport.get_pipe_transport(0)
        if isinstance(pipe, asyncio.WriteTransport):
            pipe.close()
        ends = time.perf_counter() + self.patience.quit
        while self.transport.get_returncode() is None and time.perf_counter() < ends:
            await asyncio.sleep(0.005)


class LineProtocolPlayer(SubprocessPlayer[_ProgramProcess]):
    """An engine whose moves another program chooses. The moves have no values.

    Before each move `command()` returns the command to start, or raises BadText that says why there is none.
    `seconds` is the time for a move, `options` are the rules."""

    _fails = (OSError, _Fault)

    def __init__(
        self,
        name: str,
        command: Callable[[], LaunchCommand],
        options: Options,
        seconds: float,
        seed: int = 0,
        patience: ProgramTimeouts | None = None,
    ) -> None:
        super().__init__(name)
        self.options = options
        self.seconds = seconds
        self.seed = seed
        self.patience = patience or PATIENT
        self._command = command

    def prepare(self, game_name: str) -> None:
        command = self._present_command()
        if self._process is not None and self._process.version != command.version:
            self.close()
        super().prepare(game_name)

    def _present_command(self) -> LaunchCommand:
        """The command for the file's present version. Raises EngineFailure if there is none."""
        try:
            return self._command()
        except BadText as error:
            raise EngineFailure(f"{self.name}: {error}") from None

    def _start(self, game_name: str) -> _ProgramProcess:
        command = self._present_command()
        try:
            return _ProgramProcess(command, greeting(game_name, self.options, self.seed), self.patience)
        except FileNotFoundError:
            raise EngineFailure(f"{self.name}: there is no program {command.words[0]!r}") from None
        except TimeoutError:
            raise EngineFailure(f"{self.name}: is not ready within {self.patience.start:g} s") from None
        except _Fault as error:
            raise EngineFailure(f"{self.name}: {error}") from None
        except (OSError, ValueError) as error:
            raise EngineFailure(f"{self.name}: cannot be started: {first_line(error)}") from None

    async def _search(
        self,
        process: _ProgramProcess,
        position: Position,
        halt: asyncio.Event,
        publish: Publish | None,
        only: Moves,
    ) -> Thought:
        began, moves, lines = time.perf_counter(), only or position.moves, process.lines
        lines.remark = ""
        lines.answers.clear()
        halted = asyncio.ensure_future(halt.wait())
        process.tell(*question(position, self.options, moves, max(1, round(self.seconds * 1000))))
        asked = asyncio.ensure_future(process.answer())
        try:
            limit = self.seconds + self.patience.late
            await asyncio.wait({asked, halted}, timeout=limit, return_when="FIRST_COMPLETED")
            if not asked.done() and halted.done():
                process.tell(STOP)
                await asyncio.wait({asked}, timeout=self.patience.stop)
                if not asked.done():  # its late move must not be read as the answer to the next question
                    self._spoiled = True
                    return _thought(position, moves[0], began, process)
            if not asked.done():
                said = f"; it said: {lines.remark}" if lines.remark else ""
                raise _Fault(f"no move {self.patience.late:g} s after its time of {self.seconds:g} s{said}")
            word, rest = asked.result()
            return _thought(position, _move(word, rest, position, moves), began, process)
        finally:
            halted.cancel()
            asked.cancel()


def _move(word: str, rest: str, position: Position, moves: Moves) -> int:
    """The move of an answer; _Fault if it is not one of the allowed moves."""
    if word == ERROR:
        raise _Fault(rest or "failed")
    if word != MOVE:
        raise _Fault(f"expected 'move MOVE', found {word!r}")
    for write in (position.move_text, position.notation):
        for move in moves:
            if rest == write(move):
                return move
    raise _Fault(f"played {rest!r}, not legal in {position.text!r}")


def _thought(position: Position, move: int, began: float, process: _ProgramProcess) -> Thought:
    return Thought(
        position=position,
        move=move,
        value=0.0,
        depth=0,
        nodes=0,
        seconds=time.perf_counter() - began,
        pv=(move,),
        root_moves=tuple(RootMove(each, 0.0, UNKNOWN) for each in position.moves),
        remark=process.lines.remark,
    )
