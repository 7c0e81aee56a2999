"""Another program that speaks our line protocol: one that behaves, and each way in which one may not."""

import gc
import sys
import threading
import time
from pathlib import Path

import pytest

from arena.single_game import FORFEIT, SingleGame, play
from engines.contract import UNKNOWN, EngineFailure, StopSignal
from engines.player_text import make_engine, parse_player
from engines.subprocesses.launch_command import LaunchCommand
from engines.subprocesses.line_protocol import LONGEST_LINE
from engines.subprocesses.line_protocol_player import LineProtocolPlayer, ProgramTimeouts
from engines.subprocesses.subprocess_player import kill_all
from games.contract import BadText
from games.position import Position
from games.registry import load_game
from processes import joined

FAKE = Path(__file__).parent / "fake_program.py"
IMPATIENT = ProgramTimeouts(start=20.0, late=0.2)
MORRIS = load_game("morris")


def words(kind: str, *more: str) -> tuple[str, ...]:
    return (sys.executable, "-I", "-S", str(FAKE), kind, *more)


@pytest.fixture
def player():
    """Makes fake players of morris, and ends them with the test."""
    made = []

    def make(
        kind: str, *more: str, seconds: float = 30.0, patience: ProgramTimeouts = IMPATIENT
    ) -> LineProtocolPlayer:
        command = LaunchCommand(words(kind, *more))
        made.append(LineProtocolPlayer(kind, lambda: command, MORRIS.options(), seconds, 7, patience))
        return made[-1]

    yield make
    for one in made:
        one.close()


def start() -> Position:
    return Position.start(MORRIS)


def test_a_good_program_plays_and_gets_the_whole_position(player, tmp_path):
    log = tmp_path / "log"
    position = start().play(start().moves[0])
    engine = player("good", str(log))
    thought = engine.think(position)
    assert thought.move == position.moves[-1] and thought.pv == (thought.move,)
    assert {row.bound for row in thought.root_moves} == {UNKNOWN} and thought.lens is None
    legal = " ".join(position.move_text(move) for move in position.moves)
    assert log.read_text(encoding="utf-8").splitlines() == [
        "plyglass 1",
        "game morris",
        'rules {"repetition": 3, "quiet_limit": 100}',
        "seed 7",
        "begin",
        f"position {position.text}",
        f"legal {legal}",
        "go 30000",
    ]
    assert engine.think(start()).move == start().moves[-1], "the same process goes on"
    assert log.read_text(encoding="utf-8").count("begin") == 1


def test_it_chooses_between_the_moves_asked_about(player):
    moves = start().moves[3:6]
    thought = player("good").think(start(), only=moves)
    assert thought.move == moves[-1] and len(thought.root_moves) == len(start().moves)


def test_the_other_notation_will_do():
    chess = load_game("chess")
    position = Position.start(chess)
    code = "import sys\nfor line in sys.stdin:\n  w = line.split()[0]\n" + (
        "  if w in ('begin', 'go'): print({'begin': 'ready', 'go': 'move Nf3'}[w], flush=True)"
    )
    command = LaunchCommand((sys.executable, "-I", "-S", "-c", code))
    engine = LineProtocolPlayer("knight", lambda: command, chess.options(), 1.0)
    assert position.move_text(engine.think(position).move) == "g1f3"
    engine.close()


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("dead", "ended with exit status 1"),
        ("unwilling", "no board"),
        ("early", "expected 'ready' first, found 'move'"),
        ("crash", "ended with exit status 3"),
        ("hang", "no move 0.2 s after its time of 0.1 s; it said: nothing comes to my mind"),
        ("chatter", "it said: what a game"),
        ("endless", f"wrote a line of more than {LONGEST_LINE} bytes"),
        ("long", f"wrote a line of more than {LONGEST_LINE} bytes"),
        ("illegal", "played 'z9', not legal in '3/3/3/6/3/3/3 w 9 9 0'"),
        ("empty", "played ''"),
        ("error", "I have lost my opening book"),
        ("ready", "expected 'move MOVE', found 'ready'"),
    ],
)
def test_a_bad_program_is_one_clear_line_and_no_hang(player, kind, message):
    engine = player(kind, seconds=0.1 if kind in ("hang", "chatter") else 30.0)
    with pytest.raises(EngineFailure) as failure:
        engine.think(start())
    assert message in str(failure.value) and str(failure.value).startswith(f"{kind}: ")
    assert "\n" not in str(failure.value)
    assert engine._process is None, "it is ended, and can be asked again"


def test_who_never_stops_answering_is_given_up(player):
    """Its first answer counts. What it goes on writing is not kept, and the next question ends the
    program."""
    engine = player("answers")
    assert engine.think(start()).move in start().moves
    deadline = time.perf_counter() + 120
    with pytest.raises(EngineFailure, match="without being asked"):
        while time.perf_counter() < deadline:
            engine.think(start())


def test_garbage_between_the_lines_is_ignored_and_shown(player):
    thought = player("garbage").think(start())
    assert thought.move == start().moves[-1] and thought.remark == "moves e2e4"


def test_a_silent_program_is_given_up(player):
    with pytest.raises(EngineFailure, match=r"mute: is not ready within 0\.3 s"):
        player("mute", patience=ProgramTimeouts(start=0.3)).prepare("morris")


def test_a_missing_program_is_named():
    engine = make_engine(parse_player("program:no-such-program --x,ms=100", "jungle"), "jungle")
    with pytest.raises(EngineFailure, match="there is no program 'no-such-program'"):
        engine.prepare("jungle")


@pytest.mark.parametrize(("kind", "which", "waits"), [("obedient", -1, 2.0), ("stubborn", 0, 0.035)])
def test_stop_answers_with_its_move_if_it_is_quick(player, kind, which, waits):
    engine = player(kind, seconds=600.0, patience=ProgramTimeouts(stop=waits))
    engine.prepare("morris")
    stop = StopSignal()
    threading.Timer(0.1, stop.request).start()
    assert engine.think(start(), stop=stop).move == start().moves[which]
    assert (engine._process is None) == (kind == "stubborn"), "its answer would be one to another question"


def test_a_forgotten_player_leaves_no_program_behind():
    command = LaunchCommand(words("deaf"))
    engine = LineProtocolPlayer("deaf", lambda: command, MORRIS.options(), 1.0)
    engine.prepare("morris")
    transport = engine._process.transport
    del engine
    gc.collect()
    assert ended(transport)


def ended(transport) -> bool:
    """Whether its process ends within some seconds."""
    process, ends = transport.get_extra_info("subprocess"), time.perf_counter() + 5
    while process.poll() is None and time.perf_counter() < ends:
        time.sleep(0.01)
    return process.poll() is not None


def test_one_that_does_not_end_by_itself_is_ended(player):
    engine = player("deaf")
    engine.prepare("morris")
    transport = engine._process.transport
    engine.close()
    assert ended(transport)
    engine.close()  # closing twice does no harm


def test_all_end_with_ctrl_c(player):
    engine = player("hang")
    engine.prepare("morris")
    kill_all()
    assert ended(engine._process.transport)
    with pytest.raises(EngineFailure, match=r"killed|exit status|pipe"):
        engine.think(start())


@pytest.mark.parametrize("text", ["program:'my engine' --fast,ms=100", "program:./x"])
def test_the_text_of_a_player_round_trips_in_every_game(text):
    for game in ("isolation", "chess"):
        spec = parse_player(text, game)
        assert str(spec) == text and parse_player(str(spec), game) == spec and spec.is_outside
        assert make_engine(spec, game).name == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("program:", "expected a program"),
        ('program:"x', "no closing quotation"),
        ("program:x,depth=3", "expected ms=N"),
        ("program:x,ms=0", "ms: expected a whole number from 1"),
    ],
)
def test_a_wrong_text_is_refused(text, message):
    with pytest.raises(BadText, match=message):
        parse_player(text, "morris")


def test_a_game_to_its_end_with_the_rules_in_force(tmp_path):
    """Every question carries the position and the rules of the game."""
    log = tmp_path / "log"
    command = joined(words("good", str(log)))
    players = (parse_player(f"program:{command}", "morris"), parse_player("random", "morris"))
    options = MORRIS.options(quiet_limit=20)
    played = play(SingleGame("morris", players, (), (1, 2, 3), options))
    assert played.failure == "" and played.ending != FORFEIT
    assert '"quiet_limit": 20' in log.read_text(encoding="utf-8")
    questions = [line for line in log.read_text(encoding="utf-8").splitlines() if line.startswith("position")]
    assert len(questions) == (len(played.moves) + 1) // 2
