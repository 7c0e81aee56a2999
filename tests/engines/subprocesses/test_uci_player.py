"""Another program as a player: one that behaves, and each way in which one may not."""

import gc
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from arena.match import Match
from engines.contract import EXACT, UNKNOWN, WIN, EngineFailure, Limits, StopSignal
from engines.player_kinds import PlayerSpec
from engines.player_text import make_engine, parse_player
from engines.subprocesses.uci_player import UciPlayer, UciTimeouts, board_with_history, value_of
from games.chess import GAME
from games.chess.board import board_of
from games.contract import BadText
from games.position import Position
from processes import is_running, joined

FAKE = Path(__file__).parent / "fake_uci_engine.py"
IMPATIENT = UciTimeouts(start=5.0, ready=3.0, late=0.2, silence=0.4, longest=0.8)
MATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"


def command(kind: str, *more: str) -> str:
    return joined([sys.executable, str(FAKE), kind, *more])


@pytest.fixture
def player():
    """Makes fake players, and ends them with the test."""
    made = []

    def make(
        kind: str,
        *more: str,
        limits: Limits | None = None,
        patience: UciTimeouts = IMPATIENT,
        elo: int | None = None,
    ) -> UciPlayer:
        limits = limits or Limits(seconds=0.1)
        made.append(UciPlayer(command(kind, *more), limits, patience=patience, elo=elo))
        return made[-1]

    yield make
    for one in made:
        one.close()


def start() -> Position:
    return Position.start(GAME)


def after(*moves: str) -> Position:
    position = start()
    for move in moves:
        position = position.play(position.parse_move(move))
    return position


def test_a_good_engine_plays_and_tells_why(player):
    shown = []
    position = start()
    engine = player("normal")
    thought = engine.think(position, shown.append)
    first = next(iter(board_of(position.state).legal_moves)).uci()
    assert position.move_text(thought.move) == first
    assert (thought.value, thought.depth, thought.nodes) == (-0.35, 3, 40)  # not the bound
    assert thought.pv == (thought.move,)
    assert {row.bound for row in thought.root_moves if row.move != thought.move} == {UNKNOWN}
    assert {row.bound for row in thought.root_moves if row.move == thought.move} == {EXACT}
    assert len(thought.root_moves) == len(position.moves)
    assert engine.peek() == (40, 3)
    assert all(snapshot.move in position.moves for snapshot in shown)


def test_a_program_gets_the_strength_to_play_at(player, tmp_path):
    log = tmp_path / "log"
    engine = player("limited", str(log), elo=2000)
    engine.think(start())
    lines = log.read_text(encoding="utf-8").splitlines()
    assert "setoption name UCI_LimitStrength value true" in lines
    assert "setoption name UCI_Elo value 2000" in lines


@pytest.mark.parametrize(
    ("kind", "elo", "message"),
    [
        ("normal", 2000, "it has no option UCI_Elo"),
        ("rated", 2000, "it has no option UCI_LimitStrength"),
        ("limited", 900, "elo: expected 1350 to 2850, found 900"),
    ],
)
def test_strength_that_a_program_refuses_is_one_line(player, kind, elo, message):
    with pytest.raises(EngineFailure, match=message):
        player(kind, elo=elo).prepare("chess")


def test_a_strength_is_part_of_a_players_text():
    spec = parse_player("uci:stockfish,ms=100,elo=2100", "chess")
    assert str(spec) == "uci:stockfish,ms=100,elo=2100"
    assert make_engine(spec, "chess").elo == 2100


def test_scores_become_values():
    import chess.engine

    assert value_of(chess.engine.Cp(-120)) == -1.2
    assert value_of(chess.engine.Mate(1)) == WIN - 1
    assert value_of(chess.engine.Mate(3)) == WIN - 5
    assert value_of(chess.engine.Mate(-2)) == -(WIN - 4)
    assert value_of(chess.engine.Mate(-0)) == -WIN


def test_the_moves_since_the_last_irreversible_one_are_sent(player, tmp_path):
    log = tmp_path / "log"
    engine = player("normal", str(log), limits=Limits(depth=3, nodes=500, seconds=0.2))
    shuffled = after("e2e4", "g8f6", "g1f3", "f6g8", "f3g1")
    engine.think(shuffled)
    lines = log.read_text(encoding="utf-8").splitlines()
    sent = [line for line in lines if line.startswith("position")]
    assert sent[0].startswith("position fen rnbqkbnr/pppppppp/8/8/4P3/")
    assert sent[0].endswith("moves g8f6 g1f3 f6g8 f3g1")
    assert [line for line in lines if line.startswith("go")] == ["go depth 3 nodes 500 movetime 200"]


def test_history_ends_at_an_irreversible_move():
    shuffle = ("g1f3", "g8f6", "f3g1", "f6g8")
    board = board_with_history(after("e2e4", "e7e5", *shuffle))
    assert len(board.move_stack) == 4
    assert board.is_repetition(2)
    assert not board_with_history(after("e2e4", "e7e5", *shuffle, "d2d4")).move_stack


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("crash", "exit code: 3"),
        ("hang", "no move after"),
        ("chatter", "no move after"),
        ("illegal", "e1e5"),
        ("null", "0000"),
        ("none", "gave no move"),
        ("dead", "exit code: 1"),
    ],
)
@pytest.mark.parametrize("limits", [Limits(seconds=0.05), Limits(depth=3)])
def test_a_bad_engine_is_one_clear_line_and_no_hang(player, kind, message, limits):
    engine = player(kind, limits=limits)
    began = time.perf_counter()
    with pytest.raises(EngineFailure) as failure:
        engine.think(start())
    assert message in str(failure.value)
    assert str(failure.value).startswith("uci:")
    assert "\n" not in str(failure.value)
    assert time.perf_counter() - began < 5


def test_a_silent_program_is_given_up(player):
    engine = player("mute", patience=UciTimeouts(start=0.5))
    with pytest.raises(EngineFailure, match=r"no answer to 'uci' within 0\.5 s"):
        engine.prepare("chess")


@pytest.mark.parametrize(
    "words", ["plyglass-no-such-program", "/plyglass/no such/program --fast", str(Path(__file__).parent)]
)
def test_a_missing_program_is_named(words):
    engine = UciPlayer(joined([words]), Limits(seconds=0.1))
    with pytest.raises(EngineFailure) as failure:
        engine.prepare("chess")
    assert words in str(failure.value)


def test_garbage_between_the_lines_is_ignored(player):
    thought = player("garbage").think(start())
    assert (thought.value, thought.depth) == (0.5, 7)


def test_an_option_that_cannot_be_read_costs_that_option_only(player):
    engine = player("misspelt")
    assert engine.think(start()).depth == 3
    assert list(engine._process.protocol.options) == ["Threads"]


def test_an_engine_that_failed_can_be_asked_again(player):
    engine = player("crash")
    for _ in range(2):
        with pytest.raises(EngineFailure, match="exit code: 3"):
            engine.think(start())


def stop_after(seconds: float) -> StopSignal:
    stop = StopSignal()
    threading.Timer(seconds, stop.request).start()
    return stop


@pytest.mark.parametrize(("kind", "choice"), [("patient", 2), ("stubborn", 1), ("hang", None)])
def test_stop_answers_at_once(player, kind, choice):
    """With the engine's move if it comes quickly, else with the best move it named, else with any."""
    engine = player(kind, limits=Limits(seconds=30), patience=UciTimeouts())
    engine.prepare("chess")
    position = start()
    stop = StopSignal()
    asked = []

    def ask() -> None:
        asked.append(time.perf_counter())
        stop.request()

    threading.Timer(0.3, ask).start()
    thought = engine.think(position, stop=stop)
    assert time.perf_counter() - asked[0] < 1  # 50 ms, and slack for a busy machine
    legal = [move.uci() for move in board_of(position.state).legal_moves]
    expected = position.move_text(position.moves[0]) if choice is None else legal[choice]
    assert position.move_text(thought.move) == expected


def test_after_a_late_answer_to_stop_the_next_search_is_right(player):
    engine = player("stubborn", limits=Limits(seconds=30), patience=UciTimeouts())
    engine.prepare("chess")
    engine.think(start(), stop=stop_after(0.2))
    later = after("e2e4", "e7e5")
    thought = engine.think(later, stop=stop_after(1.2))
    assert thought.move in later.moves
    assert thought.depth == 4


def test_a_stop_before_the_search_needs_no_engine_time(player):
    stop = StopSignal()
    stop.request()
    thought = player("hang").think(start(), stop=stop)
    assert thought.move in start().moves


def test_stop_answers_while_the_engine_gets_ready(player):
    engine = player("unready", limits=Limits(seconds=30), patience=UciTimeouts())
    engine.prepare("chess")
    began = time.perf_counter()
    thought = engine.think(start(), stop=stop_after(0.2))
    assert time.perf_counter() - began < 1
    assert thought.move in start().moves
    with pytest.raises(EngineFailure, match=r"no answer within 0\.3 s"):
        player("unready", patience=UciTimeouts(ready=0.3)).think(start())


def test_a_forgotten_player_leaves_no_program_behind():
    engine = UciPlayer(command("hang"), Limits(seconds=1))
    engine.prepare("chess")
    pid = engine._process.transport.get_pid()
    assert is_running(pid)
    del engine
    gc.collect()
    assert not is_running(pid, patience=5)


def test_program_that_outlives_ours_is_ended(tmp_path):
    code = (
        "from engines.contract import Limits; from engines.subprocesses.uci_player import UciPlayer;"
        "import sys;"
        "p = UciPlayer(sys.argv[1], Limits(seconds=1)); p.prepare('chess');"
        "print(p._process.transport.get_pid())"
    )
    root = FAKE.parents[3]
    done = subprocess.run(
        [sys.executable, "-c", code, command("deaf")],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=60,
        encoding="utf-8",
    )
    assert done.stderr == ""
    assert not is_running(int(done.stdout), patience=5)


def test_no_pipe_is_left_open_whoever_ends_the_program():
    """On Windows asyncio complains of each, here only with this option. Three players: one is closed, one
    forgotten, one left at the end of the process."""
    code = (
        "import gc, sys; from engines.contract import Limits; from games.chess import GAME;"
        "from engines.subprocesses.uci_player import UciPlayer; from games.position import Position;"
        "players = [UciPlayer(sys.argv[1], Limits(seconds=0.1)) for _ in range(3)];"
        "_ = [player.think(Position.start(GAME)) for player in players];"
        "players[0].close(); del players[1]; gc.collect()"
    )
    words = [sys.executable, "-W", "always::ResourceWarning", "-c", code, command("normal")]
    done = subprocess.run(
        words, cwd=FAKE.parents[3], capture_output=True, text=True, encoding="utf-8", timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_killed_program_that_ends_late_writes_nothing():
    """As on a busy machine: asyncio hears of its end after the loop was closed."""
    code = (
        "import sys, time; from engines.contract import Limits;"
        "from engines.subprocesses import subprocess_player;"
        "from engines.subprocesses.uci_player import UciPlayer;"
        "subprocess_player.END_SECONDS = 0.0;"
        "players = [UciPlayer(sys.argv[1], Limits(seconds=0.1)) for _ in range(4)];"
        "_ = [(player.prepare('chess'), player.close()) for player in players];"
        "time.sleep(0.5)"
    )
    words = [sys.executable, "-c", code, command("normal")]
    done = subprocess.run(
        words, cwd=FAKE.parents[3], capture_output=True, text=True, encoding="utf-8", timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_close_ends_a_search_in_another_thread_and_the_program(player):
    engine = player("hang", limits=Limits(seconds=30), patience=UciTimeouts())
    engine.prepare("chess")
    transport = engine._process.transport
    threading.Timer(0.2, engine.close).start()
    with pytest.raises(EngineFailure, match="died"):
        engine.think(start())
    assert transport.get_returncode() is not None
    engine.close()  # closing twice does no harm


def test_no_thought_about_a_finished_game(player):
    with pytest.raises(EngineFailure, match="the game is over"):
        player("normal").think(Position.start(GAME, text=MATED))


def test_other_games_are_refused(player):
    with pytest.raises(EngineFailure, match="plays chess"):
        player("normal").prepare("morris")


@pytest.mark.parametrize(
    "text", ["uci:stockfish,ms=100", "uci:'/opt/my engines/fish' --fast,depth=5,nodes=100", "uci:stockfish"]
)
def test_the_text_of_a_player_round_trips(text):
    spec = parse_player(text, "chess")
    assert str(spec) == text
    assert parse_player(str(spec), "chess") == spec
    assert make_engine(spec, "chess").name == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('uci:""', "expected a program"),
        ('uci:"stockfish', "no closing quotation"),
        ("uci:stockfish,speed=3", "expected depth=N, nodes=N, ms=N"),
        ("uci:a,b,ms=3", "cannot hold a comma"),
        ("uci:stockfish,ms=0", "ms: expected a whole number from 1"),
    ],
)
def test_a_wrong_text_is_refused(text, message):
    with pytest.raises(BadText, match=message):
        parse_player(text, "chess")


@pytest.mark.parametrize("text", ["uci", "uci:", "uci,ms=500"])
def test_without_a_command_it_is_the_usual_one(text):
    assert parse_player(text, "chess").command == "stockfish"
    assert make_engine(PlayerSpec("uci"), "chess").command == "stockfish"


def test_only_chess_has_uci_players():
    with pytest.raises(BadText, match="does not play morris"):
        parse_player("uci:stockfish", "morris")


@pytest.mark.parametrize("kind", ["illegal", "crash"])
def test_in_a_match_a_bad_engine_forfeits(kind):
    def play(first: str, second: str):
        players = (parse_player(first, "chess"), parse_player(second, "chess"))
        return Match(GAME, *players, games=2, options=GAME.options()).play()

    result = play("random", f"uci:{command(kind)},ms=50")
    assert result.wins == 2
    assert all(game.ending == "forfeit" and game.failure for game in result.results)
    missing = play("uci:plyglass-no-such-program", "random")
    assert missing.losses == 2
    assert "there is no program 'plyglass-no-such-program'" in missing.results[0].failure


def test_a_match_against_a_good_engine():
    players = (parse_player(f"uci:{command('normal')},ms=50", "chess"), parse_player("random", "chess"))
    result = Match(GAME, *players, games=2, options=GAME.options(), random_plies=60).play()
    assert [game.failure for game in result.results] == ["", ""]
