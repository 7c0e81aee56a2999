"""Every reader of text, with text that nobody would write: only BadText comes out, in one line, and accepted
text can be written and read again. Nonsense from other programs is ignored."""

import asyncio
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli.uci_server import UciOptions, UciServer
from engines.contract import EngineFailure, Limits, Thought
from engines.player_text import parse_player
from engines.registry import kinds
from engines.subprocesses.uci_player import UciPlayer, UciTimeouts, _Protocol, _Trouble, _UciProcess
from games.chess import GAME as CHESS
from games.chess.pgn import PgnFile, pgn_text
from games.contract import BadText
from games.position import Position
from games.registry import game_names, load_game
from heuristics.registry import heuristics_of
from samples import random_positions
from trees import comments_of

counts = pytest.mark.parametrize("count", [40, pytest.param(10_000, marks=pytest.mark.slow)])
anything = st.text(st.characters(), max_size=60)


def fuzz(count: int, text: st.SearchStrategy[str], check: Callable[[str], None]) -> None:
    """Checks `count` texts."""
    given(text)(settings(max_examples=count, suppress_health_check=list(HealthCheck))(check))()


def altered(texts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Texts with some characters replaced, dropped or doubled."""

    def alter(text: str, changes: list[tuple[int, int, str]]) -> str:
        for place, length, by in changes:
            at = place % (len(text) + 1)
            text = text[:at] + by + text[at + length :]
        return text

    by = st.one_of(
        st.text(" /-.,:;=0123456789abcdefghBFKLNPQRTWbfklnpqrtwx+?[]{}()*\n", max_size=3),
        st.text(st.characters(), max_size=2),
        st.sampled_from(["99999999999999999999", " - ", "-1", "1e9", "٣", "\0", "\ud800"]),
    )
    change = st.tuples(st.integers(0, 1 << 16), st.integers(0, 3), by)
    return st.builds(alter, texts, st.lists(change, max_size=3))


def one_line(error: BaseException) -> None:
    assert str(error) and len(str(error).splitlines()) == 1, repr(str(error))


@cache
def position_texts(game: str) -> list[str]:
    return [position.text for position in random_positions(load_game(game), 5, 60)]


@counts
@pytest.mark.parametrize("name", game_names())
def test_texts_of_positions(name, count):
    game = load_game(name)

    def check(text: str) -> None:
        try:
            position = Position.start(game, text=text)
        except BadText as error:
            one_line(error)
            return
        for one in (position, *(position.play(move) for move in position.moves[:1])):
            again = Position.start(game, text=one.text)
            assert again.text == one.text
            assert again.state.key == one.state.key

    fuzz(count, altered(st.sampled_from(position_texts(name))) | anything, check)


@counts
def test_fen(count):
    """Field by field: texts that look like a FEN and describe anything."""
    rows = st.lists(st.sampled_from("12345678kKqQrRbBnNpP"), min_size=1, max_size=8).map("".join)
    full = st.lists(st.sampled_from("kKqQrRbBnNpP1"), min_size=8, max_size=8).map("".join)
    fields = st.tuples(
        st.lists(rows | full | st.just("8"), min_size=7, max_size=9).map("/".join),
        st.sampled_from(["w", "b", "W", "-"]),
        st.text("KQkq-AHah", max_size=4),
        st.sampled_from(["-", "e3", "e6", "a6", "h3", "e4", "i9", ""]),
        st.sampled_from(["0", "1", "99", "100", "9999", "10000", "10001", "-1", "x"]),
        st.sampled_from(["0", "1", "9999", "10000", "10001", "1.5"]),
    )
    texts = st.builds(lambda parts, n: " ".join(parts[:n]), fields, st.integers(1, 6))

    def check(text: str) -> None:
        try:
            position = Position.start(CHESS, text=text)
        except BadText as error:
            one_line(error)
            return
        assert Position.start(CHESS, text=position.text).text == position.text

    fuzz(count, texts, check)


@cache
def pgn_texts() -> list[str]:
    texts = [
        '[Event "A"]\n[White "B \\"c\\""]\n[Result "1-0"]\n\n1. e4 {x} e5 (1... c5 $2) 2. Nf3!? Nc6 1-0\n',
        '[FEN "7k/P7/8/8/8/8/8/K7 w - - 0 1"]\n[SetUp "1"]\n\n1. a8=Q+ Kg7 2. Qh8+ *\n\n[White "D"]\n\nd4 *',
        "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. O-O *",
        "1.e4 e5 2.Bc4 Bc5 3.Nf3 Nf6 4.O-O O-O ; rest\n% escape\n5. d3 d6 1/2-1/2",
    ]
    return texts


@counts
def test_pgn(count):
    def check(text: str) -> None:
        try:
            file = PgnFile.of_text(text, "fuzz")
        except BadText as error:
            one_line(error)
            return
        for entry in file.entries[:3]:
            assert entry.title
            try:
                game = file.load(entry.number)
            except BadText as error:
                one_line(error)
                continue
            assert len(game.problem.splitlines()) <= 1
            written = pgn_text(game.record, headers=game.headers)
            again = PgnFile.of_text(written)
            assert len(again.entries) == 1, written
            read = again.load()
            assert [ply.move for ply in read.record.plies] == [ply.move for ply in game.record.plies]
            assert read.problem == "" and comments_of(read.record) == comments_of(game.record), written

    fuzz(count, altered(st.sampled_from(pgn_texts())) | anything, check)


@counts
def test_players(count):
    games = game_names()
    names = [heuristic.name for game in games for heuristic in heuristics_of(game)]
    options = sorted(
        {f"{option}={value}" for kind in kinds() for option in kind.options for value in (0, 1, 5)}
    )
    texts = st.builds(
        lambda kind, heuristic, given: ",".join([f"{kind}:{heuristic}" if heuristic else kind, *given]),
        st.sampled_from([kind.name for kind in kinds()]),
        st.sampled_from(["", *names, "stockfish --x 'a b'", "'"]),
        st.lists(st.sampled_from(options), max_size=3),
    )

    def check(text: str) -> None:
        for game in games:
            try:
                spec = parse_player(text, game)
            except BadText as error:
                one_line(error)
                continue
            assert parse_player(str(spec), game) == spec

    fuzz(count, texts | altered(texts) | anything, check)


@counts
def test_lines_to_the_uci_server(count):
    lines = st.sampled_from(
        [
            *("uci", "isready", "ucinewgame", "stop", "ponderhit", "debug on", "go ponder wtime 5 btime 5"),
            *("go depth 3 nodes 10 searchmoves e2e4 d2d4 infinite", "go wtime 100 btime 100 movestogo 2"),
            "position startpos moves e2e4 e7e5 g1f3 b8c6",
            "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1 e8c8",
            "setoption name Hash value 5",
            "setoption name Weight location knights: location value 150",
        ]
    )

    def check(text: str) -> None:
        said: list[str] = []
        server = UciServer(UciOptions("location", 1), said.append)
        server._do = lambda work: None  # the work that it gives to its searching thread
        for line in text.split("\n"):
            try:
                server._obey(line.split())
            except BadText as error:
                one_line(error)
        position = server._position
        assert Position.start(CHESS, text=position.text).text == position.text
        assert all(len(line.splitlines()) == 1 for line in said)

    fuzz(count, altered(st.lists(lines, max_size=4).map("\n".join)) | anything, check)


class _Pipe:
    """Stands for a program: answers everything that is written to it."""

    def __init__(self, answer: Callable[[str], None]) -> None:
        self._answer = answer

    def get_pipe_transport(self, number: int) -> "_Pipe":
        return self

    def write(self, data: bytes) -> None:
        for line in data.decode().splitlines():
            self._answer(line)

    def close(self) -> None:
        pass

    def get_pid(self) -> int:
        return 0


class _Talker(_UciProcess):
    """A program that introduces itself with some lines, and answers `go` with other lines and a move."""

    def __init__(self, options: str, answers: str) -> None:
        self.loop = asyncio.new_event_loop()
        self.trouble = _Trouble()
        self.loop.set_exception_handler(self.trouble.note)
        self.transport = None
        self._options, self._answers = options, answers
        self.protocol = self.loop.run_until_complete(self._introduced())

    async def _introduced(self) -> _Protocol:
        self.protocol = _Protocol()
        self.protocol.connection_made(_Pipe(self._hear))  # type: ignore[arg-type]
        await asyncio.wait_for(self.protocol.initialize(), 5.0)
        return self.protocol

    def _hear(self, line: str) -> None:
        known = {"uci": f"{self._options}\nuciok", "isready": "readyok", "stop": "bestmove a2a3"}
        known["go"] = f"{self._answers}\nbestmove a2a3"
        if line.split()[0] in known:
            data = known[line.split()[0]].encode("utf-8", "surrogatepass") + b"\n"
            self.loop.call_soon(self.protocol.pipe_data_received, 1, data)


@counts
def test_lines_from_another_engine(count):
    options = st.sampled_from(
        [
            *("id name x", "option name Hash type spin default 16 min 1 max 33554432", "option"),
            *("option name A type combo default b var b var c", "option name MultiPV type spin default 1"),
            *(
                "option name UCI_Chess960 type check default false",
                "option name B type button",
                "copyprotection",
            ),
        ]
    )
    answers = st.sampled_from(
        [
            "info depth 3 seldepth 5 multipv 1 score cp -35 nodes 20 nps 3 hashfull 1 tbhits 0 pv e2e4 e7e5",
            *("info depth 2 score mate -3 pv d2d4", "info score cp 3 lowerbound wdl 1 2 3 pv a2a3"),
            *("info string pv e2e4", "info refutation e2e4 e7e5", "info currline 1 e2e4 currmove a2a3"),
            *(
                "bestmove e2e4 ponder e7e5",
                "bestmove e2e5",
                "bestmove",
                "readyok",
                "uciok",
                "registration error",
            ),
        ]
    )
    several = st.lists(options, max_size=3).map("\n".join), st.lists(answers, max_size=3).map("\n".join)
    texts = st.builds("{}\f{}".format, altered(several[0]), altered(several[1]) | anything)
    position = Position.start(CHESS)
    patience = UciTimeouts(start=5.0, ready=5.0, late=0.2, silence=0.2, longest=0.5)

    def check(text: str) -> None:
        introduction, _, rest = text.partition("\f")
        player = UciPlayer("nobody", Limits(depth=1), patience=patience)
        process = player._process = _Talker(introduction, rest)
        try:
            thought = player.think(position)
        except EngineFailure as error:
            one_line(error)
        else:
            assert isinstance(thought, Thought) and thought.move in position.moves
            assert thought.pv[0] == thought.move
        finally:
            process.loop.close()

    fuzz(count, texts, check)
