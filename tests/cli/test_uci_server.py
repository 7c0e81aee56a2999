"""Our UCI engine: by raw text in this process, and as a program under python-chess."""

import os
import queue
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import chess
import chess.engine
import pytest

from cli.uci_server import UciOptions, UciServer, limits_of, score_text, thinking_time
from engines.contract import WIN, Limits
from games.compiling.compiler import jit_disabled
from heuristics.registry import heuristics_of, load_heuristic

ROOT = Path(__file__).parent.parent.parent
MATE_IN_1 = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
MATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
BARE_KINGS = "8/8/4k3/8/8/4K3/8/8 w - - 0 1"
DEPTH = 2 if jit_disabled() else 4


class Talk:
    """A conversation with a server, line by line."""

    def __init__(self, heuristic: str = "piece_value", megabytes: int = 1) -> None:
        self._in: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._out: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.server = UciServer(UciOptions(heuristic, megabytes), self._out.put)
        self._thread = threading.Thread(
            target=self.server.serve, args=(iter(self._in.get, None),), daemon=True
        )
        self._thread.start()

    def say(self, *lines: str) -> None:
        for line in lines:
            self._in.put(line)

    def until(self, word: str, patience: float = 60.0) -> list[str]:
        """The answers up to the first that begins with `word`, inclusive."""
        lines: list[str] = []
        ends = time.perf_counter() + patience
        while not lines or lines[-1].split(" ")[0] != word:
            try:
                lines.append(self._out.get(timeout=max(0.001, ends - time.perf_counter())))
            except queue.Empty:
                raise AssertionError(f"no {word!r} within {patience} s after {lines}") from None
        return lines

    def ask(self, *lines: str) -> list[str]:
        """The answers by the time the server is ready after these lines."""
        self.say(*lines, "isready")
        return self.until("readyok")

    def ended(self, patience: float = 5.0) -> bool:
        self._thread.join(patience)
        return not self._thread.is_alive()

    def end(self) -> None:
        self._in.put(None)
        assert self.ended()


@pytest.fixture
def talk() -> Iterator[Talk]:
    conversation = Talk()
    conversation.ask()
    yield conversation
    conversation.end()


def fields(info: str) -> dict[str, str]:
    """The word after each keyword of an `info` line."""
    words = info.split()
    return dict(pairwise(words))


def infos(lines: list[str]) -> list[dict[str, str]]:
    return [fields(line) for line in lines if line.startswith("info depth")]


def test_it_introduces_itself_with_options(talk):
    talk.say("uci")
    lines = talk.until("uciok")
    assert lines[0].startswith("id name Plyglass")
    assert "option name Hash type spin default 1 min 1 max 4096" in lines
    assert any(line.startswith("option name Threads type spin default 1 min 1 max ") for line in lines)
    assert "option name MultiPV type spin default 1 min 1 max 500" in lines
    assert any(line.startswith("option name Heuristic type combo default piece_value var ") for line in lines)
    for heuristic in heuristics_of("chess"):
        for name, weight in zip(heuristic.weight_names, heuristic.default_weights, strict=True):
            start = f"option name Weight {heuristic.name} {name} type spin default {round(weight * 100)} "
            assert any(line.startswith(start) for line in lines), start


def test_it_deepens_and_moves(talk):
    talk.say("ucinewgame", "position startpos moves e2e4 c7c5", f"go depth {DEPTH}")
    lines = talk.until("bestmove")
    told = infos(lines)
    assert [int(info["depth"]) for info in told] == list(range(1, DEPTH + 1))
    assert all({"score", "nodes", "nps", "time", "pv"} <= set(info) for info in told)
    board = chess.Board("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
    assert chess.Move.from_uci(lines[-1].split()[1]) in board.legal_moves
    assert lines[-1].split()[1] == told[-1]["pv"]


def test_a_mate_is_reported_in_moves(talk):
    talk.say(f"position fen {MATE_IN_1}", f"go depth {DEPTH}")
    lines = talk.until("bestmove")
    assert lines[-1] == "bestmove d1d8"
    assert any("score mate 1" in line for line in lines)


@pytest.mark.parametrize(
    ("value", "heuristic", "text"),
    [
        (12.0, "piece_value", "cp 120"),
        (-3.5, "location", "cp -35"),
        (120.0, "michniewski", "cp 120"),
        (WIN - 1, "location", "mate 1"),
        (WIN - 3, "location", "mate 2"),
        (2 - WIN, "location", "mate -1"),
        (4 - WIN, "location", "mate -2"),
    ],
)
def test_scores(value, heuristic, text):
    assert score_text(value, heuristic) == text


@pytest.mark.parametrize("heuristic", [h.name for h in heuristics_of("chess")])
def test_a_pawn_is_a_hundred_centipawns(heuristic):
    assert load_heuristic("chess", heuristic).weight_names[0] == "pawns"
    weight = float(load_heuristic("chess", heuristic).default_weights[0])
    if heuristic == "classical":  # its term counts material in hundredths of a pawn
        weight *= 100
    assert score_text(weight, heuristic) == "cp 100"


def test_limits_from_the_words_of_go():
    assert limits_of({"depth": 7, "nodes": 50}, 0) == Limits(7, 50, None)
    assert limits_of({"depth": 0, "nodes": -5}, 0) == Limits(1, 1, None)
    assert limits_of({"movetime": 500}, 0).seconds == pytest.approx(0.49)
    assert limits_of({"mate": 3}, 0).depth == 6
    assert limits_of({}, 0) == Limits()
    clocks = {"wtime": 60_000, "btime": 1000, "winc": 0, "binc": 0}
    assert 1.0 < (limits_of(clocks, 0).seconds or 0) < 3.0
    assert (limits_of(clocks, 1).seconds or 0) < 0.1


@pytest.mark.parametrize("left", [-1.0, 0.0, 0.01, 0.1, 1.0, 60.0, 7200.0])
@pytest.mark.parametrize("increment", [0.0, 2.0])
@pytest.mark.parametrize("moves", [None, 1, 2, 40])
def test_no_thought_is_longer_than_the_clock(left, increment, moves):
    seconds = thinking_time(left, increment, moves)
    assert seconds > 0
    assert seconds < max(left, 0.006)


def test_forty_moves_fit_into_the_time_for_forty_moves():
    left = 60.0
    for moves in range(40, 0, -1):
        left -= thinking_time(left, 0.0, moves) + 0.02
    assert left > 0


def test_clock_and_movetime_are_kept(talk):
    for go in ("movetime 150", "wtime 3000 btime 3000", "wtime 300 btime 300 winc 10 binc 10 movestogo 5"):
        talk.say("position startpos", f"go {go}")
        began = time.perf_counter()
        talk.until("bestmove")
        assert time.perf_counter() - began < 1


def test_stop_and_isready_answer_while_it_searches(talk):
    talk.say("position startpos", "go infinite")
    time.sleep(0.3)
    began = time.perf_counter()
    talk.ask()
    assert time.perf_counter() - began < 1
    began = time.perf_counter()
    talk.say("stop")
    lines = talk.until("bestmove")
    assert time.perf_counter() - began < 1  # 50 ms, and slack for a busy machine
    assert lines[-1] != "bestmove (none)"


def test_infinite_keeps_its_move_until_stop(talk):
    talk.say(f"position fen {MATE_IN_1}", "go infinite")  # solved immediately
    time.sleep(0.5)
    assert not any(line.startswith("bestmove") for line in talk.ask())
    talk.say("stop")
    assert talk.until("bestmove")[-1] == "bestmove d1d8"


@pytest.mark.parametrize("limit", ["movetime 60", "wtime 2000 btime 2000", "depth 1", "nodes 50 movetime 60"])
def test_a_pondered_move_is_sent_after_ponderhit(talk, limit):
    talk.say("position startpos moves e2e4", f"go ponder {limit}")
    assert not any(line.startswith("bestmove") for line in talk.ask())
    talk.say("ponderhit")
    assert talk.until("bestmove")[-1] != "bestmove (none)"


def test_pondered_move_is_sent_at_stop(talk):
    talk.say("position startpos moves e2e4", "go ponder wtime 600000 btime 600000", "stop")
    assert talk.until("bestmove")[-1] != "bestmove (none)"
    talk.say("go ponder", "ponderhit")
    assert not any(line.startswith("bestmove") for line in talk.ask())
    talk.say("stop")
    talk.until("bestmove")


def test_stop_without_a_search_says_nothing(talk):
    assert talk.ask("stop", "stop") == ["readyok"]


def test_a_new_go_ends_the_one_before(talk):
    talk.say("position startpos", "go infinite", "position startpos moves e2e4", "go depth 1")
    first, second = talk.until("bestmove")[-1], talk.until("bestmove")[-1]
    assert chess.Move.from_uci(first.split()[1]) in chess.Board().legal_moves
    assert second.split()[1][1] in "78"  # black's


def test_searchmoves_are_obeyed_and_forgotten(talk):
    talk.say(f"position fen {MATE_IN_1}", "go searchmoves h2h3 g2g3 depth 2")
    assert talk.until("bestmove")[-1].split()[1] in ("h2h3", "g2g3")
    talk.say("go depth 2")
    assert talk.until("bestmove")[-1] == "bestmove d1d8"


def test_games_that_are_over_by_rule_get_no_move_or_any(talk):
    talk.say(f"position fen {MATED}", "go depth 2")
    lines = talk.until("bestmove")
    assert lines[-1] == "bestmove (none)"
    assert "info depth 0 score mate 0" in lines
    talk.say(f"position fen {BARE_KINGS}", "go depth 2")
    assert chess.Move.from_uci(talk.until("bestmove")[-1].split()[1]) in chess.Board(BARE_KINGS).legal_moves


def test_a_draw_that_nobody_claimed_is_played_on(talk):
    shuffle = " ".join(["g1f3 g8f6 f3g1 f6g8"] * 3)
    talk.say(f"position startpos moves {shuffle}", "go depth 2")
    assert chess.Move.from_uci(talk.until("bestmove")[-1].split()[1]) in chess.Board().legal_moves
    talk.say("position fen 8/8/4k3/8/8/4K3/4P3/8 w - - 120 90", "go depth 2")
    assert talk.until("bestmove")[-1] != "bestmove (none)"


def test_repetition_is_seen_through_the_moves(talk):
    """Black, a queen up, is told that going back again is a draw; without the moves it would be +9."""
    start, shuffle = "7k/8/8/8/8/1q6/8/7K w - - 0 1", "h1g1 h8g8 g1h1"
    scores = []
    for moves in (shuffle, f"{shuffle} g8h8 {shuffle}"):
        talk.say("ucinewgame", f"position fen {start} moves {moves}", "go searchmoves g8h8 depth 1")
        scores.append(infos(talk.until("bestmove"))[-1]["cp"])
    assert scores == ["900", "0"]


def test_positions_grow_by_their_new_moves_or_start_again(talk):
    talk.ask("position startpos moves e2e4")
    one = talk.server._position
    talk.ask("position startpos moves e2e4 e7e5")
    assert talk.server._position.before is None or talk.server._position.before[0] is one
    talk.ask("position startpos moves d2d4")
    assert talk.server._position.text.startswith("rnbqkbnr/pppppppp/8/8/3P4/")


@pytest.mark.parametrize(
    "line",
    [
        "position fen nonsense",
        "position fen",
        "position",
        "position startpos moves e2e5",
        "position startpos moves 0000",
        "position startpos moves x",
        "setoption",
        "setoption name",
        "setoption name Hash value 0",
        "setoption name Hash value many",
        "setoption name Hash value ٣",
        "setoption name Threads value -1",
        "setoption name Heuristic value cleverness",
        "setoption name Weight location dragons value 3",
        "setoption name Weight location pawns value 1e5",
        "setoption name Nothing value 3",
        "go depth deep",
        "go movetime",
        "go nodes 99999999999999999999999999",
    ],
)
def test_a_wrong_command_is_answered_and_changes_nothing(talk, line):
    text, setup = talk.server._position.text, talk.server._setup
    lines = talk.ask(line)
    assert [line.startswith("info string") for line in lines] == [True, False]
    assert talk.server._position.text == text
    assert talk.server._setup == setup


@pytest.mark.parametrize(
    "line", ["fen nonsense", "fen", "", "startpos moves e2e4 e7e5 e1e3", "startpos moves x"]
)
@pytest.mark.parametrize("go", ["depth 1", "infinite", "", "ponder wtime 1000 btime 1000", "depth deep"])
def test_go_after_a_refused_position_has_no_move(talk, line, go):
    talk.ask("position startpos moves d2d4")
    text = talk.server._position.text
    assert len(talk.ask(f"position {line}")) == 2
    for _ in range(2):
        talk.say(f"go {go}")
        lines = talk.until("bestmove")
        assert len(lines) == 2 and lines[0].startswith(
            "info string go: expected a valid position first; position"
        )
        assert lines[1] == "bestmove 0000"
    assert talk.ask("stop", "ponderhit") == ["readyok"] and talk.server._position.text == text
    talk.say("position startpos moves d2d4", "go depth 1")
    assert talk.until("bestmove")[-1].split()[1][1] in "78"


def test_a_refused_position_ends_the_search_that_runs(talk):
    talk.say("position startpos", "go infinite", "position fen nonsense", "go depth 1")
    assert talk.until("bestmove")[-1] != "bestmove 0000"
    assert talk.until("bestmove")[-1] == "bestmove 0000"


def test_the_clock_that_is_given_is_used():
    own, other = limits_of({"wtime": 60_000}, 0), limits_of({"btime": 60_000}, 0)
    assert own == other and own.seconds
    assert limits_of({"wtime": 60_000, "winc": 500}, 1) == limits_of({"btime": 60_000, "binc": 500}, 1)
    assert limits_of({"wtime": 1000, "btime": 60_000, "binc": 500}, 0) == limits_of({"wtime": 1000}, 0)


def test_go_with_the_clock_of_the_other_side_ends(talk):
    talk.say("position startpos", "go btime 300")
    assert talk.until("bestmove", 10.0)[-1] != "bestmove (none)"
    talk.say("go")
    assert not any(line.startswith("bestmove") for line in talk.ask())
    talk.say("stop")
    talk.until("bestmove")


@pytest.mark.parametrize(
    "line", ["", "   ", "xyzzy", "debug on", "register later", "ponderhit", "\x00\ufffd"]
)
def test_unknown_commands_are_ignored(talk, line):
    assert talk.ask(line) == ["readyok"]


def test_options_reach_the_search(talk):
    lines = talk.ask(
        "setoption name Hash value 2",
        "setoption name threads value 2",
        "setoption name Heuristic value piece_value",
        "setoption name Weight piece_value pawns value 2000",
        "setoption name Weight location knights: location value 150",
    )
    assert lines == ["readyok"]
    engine = talk.server._engine
    assert (engine.table_megabytes, engine.threads) == (2, 2)
    assert float(engine.lens.weights[0]) == 20.0
    assert talk.server._setup.weights["location"] == {"knights: location": 1.5}
    before = engine
    talk.ask()
    assert talk.server._engine is before
    talk.ask("setoption name Clear Hash")
    assert talk.server._engine is not before


def test_the_best_lines_are_sent_one_after_the_other(talk):
    talk.ask("setoption name MultiPV value 3")
    talk.say("position startpos moves e2e4 c7c5", f"go depth {DEPTH}")
    lines = talk.until("bestmove")
    told = infos(lines)
    assert [int(info["multipv"]) for info in told] == [1, 2, 3] * DEPTH
    assert [int(info["depth"]) for info in told] == [d for d in range(1, DEPTH + 1) for _ in range(3)]
    for depth in range(DEPTH):
        first, second, third = told[3 * depth : 3 * depth + 3]
        assert len({info["pv"] for info in (first, second, third)}) == 3
        scores = [
            int(re.search(r"score cp (-?\d+)", line)[1]) for line in lines if f" depth {depth + 1} " in line
        ]
        assert scores == sorted(scores, reverse=True)
    assert lines[-1].split()[1] == told[-3]["pv"]
    assert "readyok" in talk.ask("setoption name MultiPV value 1")
    talk.say("go depth 1")
    assert "multipv" not in talk.until("bestmove")[-2]
    assert "expected" in talk.ask("setoption name MultiPV value 0")[0]


def test_a_weight_changes_the_score(talk):
    a_pawn_up = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"
    talk.say(f"position fen {a_pawn_up}", "go depth 1")
    assert "score cp 100 " in talk.until("bestmove")[-2]
    talk.say("setoption name Weight piece_value pawns value 3000", "go depth 1")
    assert "score cp 300 " in talk.until("bestmove")[-2]


@pytest.mark.parametrize("last", ["quit", None])
def test_quit_and_end_of_input_end_it_in_a_search(last):
    conversation = Talk()
    conversation.ask()
    conversation.say("go infinite")
    time.sleep(0.2)
    conversation._in.put(last)
    assert conversation.ended(1.0)


def test_nobody_listening_ends_it():
    def write(line: str) -> None:
        raise BrokenPipeError

    server = UciServer(UciOptions("piece_value", 1), write)
    server.serve(["uci", "uci", "isready"])
    assert server._deaf


def program(*words: str) -> list[str]:
    return [sys.executable, str(ROOT / "main.py"), "uci", *words]


def test_the_program_under_python_chess():
    """A short game against itself, played as any chess program would ask for it."""
    with chess.engine.SimpleEngine.popen_uci(program("--heuristic", "piece_value"), timeout=120) as engine:
        assert engine.options["Heuristic"].default == "piece_value"
        engine.configure({"Hash": 2, "Weight piece_value pawns": 1100})
        engine.ping()
        board = chess.Board()
        for _ in range(6):
            result = engine.play(board, chess.engine.Limit(nodes=2000), info=chess.engine.INFO_ALL)
            assert result.move in board.legal_moves
            assert result.info["pv"][0] == result.move
            board.push(result.move)
        began = time.perf_counter()
        engine.play(board, chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0, black_inc=0))
        assert time.perf_counter() - began < 1


@pytest.mark.long
@pytest.mark.parametrize(
    "bytes_in", [b"", b"uci\nquit\n", b"\xff\xfe\nuci\n\x00\n", b"isready\ngo infinite\n"]
)
def test_the_program_ends_by_itself_and_says_nothing_else(bytes_in):
    done = subprocess.run(program(), input=bytes_in, capture_output=True, timeout=60, cwd="/")
    assert done.returncode == 0
    assert done.stderr == b""
    assert (b"uciok" in done.stdout) == (b"uci\n" in bytes_in)


@pytest.mark.long
@pytest.mark.skipif(jit_disabled(), reason="needs the compiler")
def test_one_request_at_a_time_is_answered_on_cold_kernels(tmp_path):
    """Each request waits for the answer to the one before, as chess programs do: on Windows, a server that
    reads while it compiles answers none."""
    with subprocess.Popen(
        program("--heuristic", "piece_value"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PLYGLASS_CACHE": str(tmp_path)},
        encoding="utf-8",
    ) as server:
        assert server.stdin is not None and server.stdout is not None
        for request, answer in [
            ("uci", "uciok"),
            ("isready", "readyok"),
            ("go nodes 500", "bestmove"),
            ("isready", "readyok"),
        ]:
            server.stdin.write(f"{request}\n")
            server.stdin.flush()
            words = iter(lambda: server.stdout.readline().split(), [])
            assert any(word[0] == answer for word in words), f"no {answer}"
        server.stdin.write("quit\n")
        server.stdin.close()
        assert server.wait(60) == 0
    assert any(tmp_path.rglob("*.kernel")), "the kernels were not compiled here"


def test_a_wrong_heuristic_is_one_line():
    done = subprocess.run(
        program("--heuristic", "wisdom"),
        input="",
        capture_output=True,
        text=True,
        timeout=60,
        encoding="utf-8",
    )
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "wisdom" in done.stderr
