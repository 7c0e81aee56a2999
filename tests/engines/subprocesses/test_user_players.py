"""A person's own player: a file that behaves, and each way in which one may not, in a match."""

import io
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arena.single_game import FORFEIT, SingleGame, play
from engines.contract import EngineFailure
from engines.player_text import make_engine, parse_player
from engines.subprocesses import line_protocol_player, user_players
from engines.subprocesses.line_protocol import greeting, question
from engines.subprocesses.line_protocol_player import ProgramTimeouts
from engines.subprocesses.player_host import Clock, Host
from games.contract import BLACK, WHITE_WINS, BadText
from games.position import Position
from games.registry import load_game
from processes import is_running

ISOLATION = load_game("isolation")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder of a person's own players. A player that is late is given up soon."""
    before = user_players.looked_in()
    user_players.look_in(tmp_path / "players")
    (tmp_path / "players").mkdir()
    monkeypatch.setattr(line_protocol_player, "PATIENT", ProgramTimeouts(start=10.0, late=0.5))
    yield tmp_path / "players"
    user_players.look_in(before)


def choose(*lines: str, before: str = "") -> str:
    body = "".join(f"    {line}\n" for line in lines)
    return f"{before}\ndef choose(position, clock):\n{body}"


# In a process of its own


MISBEHAVED = {
    "raises": (choose("raise ValueError('no idea')"), "ValueError: no idea (", "line 3)"),
    "loops": (choose("while True:", "    pass"), "no move 0.5 s after its time of 0.05 s", "still at line"),
    "late": (choose("import time", "time.sleep(30)"), "no move 0.5 s after its time of 0.05 s", "line 4"),
    "illegal": (choose("return 'z9'"), "played 'z9', not legal in '7/7/7/7/7/7/7 w'", ""),
    "exits": (choose("raise SystemExit(3)"), "SystemExit: 3 (", "line 3)"),
    "ends": (choose("import os", "os._exit(3)"), "ended with exit status 3", ""),
    "syntax": ("def choose(position, clock)\n", "SyntaxError: expected ':'", "line 1)"),
    "nothing": ("def chose(position, clock): pass\n", "expected a function choose(position, clock)", ""),
    "none": (choose("position.moves"), "choose returned None, expected a move", ""),
}


BY_PROCESS = ("raises", "loops", "ends")
"""The kinds that need a process each time; the others are tested without one, below."""


@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=() if kind in BY_PROCESS else pytest.mark.slow) for kind in MISBEHAVED],
)
def test_whoever_misbehaves_loses_the_game_and_says_why(folder, kind):
    source, *told = MISBEHAVED[kind]
    (folder / "mine.py").write_text(source, encoding="utf-8")
    # Only these may be late, however busy the machine is.
    milliseconds = 50 if kind in ("loops", "late") else 30_000
    text = f"own:mine,ms={milliseconds}"
    players = parse_player(text, "isolation"), parse_player("random", "isolation")
    played = play(SingleGame("isolation", players, (), (1, 2, 3), ISOLATION.options()))
    assert (played.outcome, played.ending, played.moves) == (BLACK, FORFEIT, ())
    assert played.failure.startswith(f"{text}: ") and "\n" not in played.failure
    assert all(words in played.failure for words in told), played.failure


def test_a_file_that_is_not_there_is_named(folder):
    players = parse_player("random", "isolation"), parse_player("own:mine", "isolation")
    played = play(SingleGame("isolation", players, (), (1, 2, 3), ISOLATION.options()))
    assert played.outcome == WHITE_WINS
    assert played.failure == f"own:mine: there is no file {folder / 'mine.py'}"


PRINTS = """
import os, subprocess, sys

print("loading")

def choose(position, clock):
    os.write(1, b"move a1\\n")
    sys.__stdout__.write("move a1\\n")
    sys.__stdout__.flush()
    subprocess.run([sys.executable, "-I", "-S", "-c", "print('move a1')"])
    try:
        input("what now? ")
    except EOFError:
        print("nobody answers")
    print("move a1")
    print("I see", len(position.moves), "moves")
    return position.moves[-1]
"""


def test_what_it_prints_is_shown_and_is_no_answer(folder):
    (folder / "mine.py").write_text(PRINTS, encoding="utf-8")
    engine = make_engine(parse_player("own:mine,ms=30000", "isolation"), "isolation")
    position = Position.start(ISOLATION)
    thought = engine.think(position)
    assert (thought.move, thought.remark) == (position.moves[-1], "I see 49 moves")
    pid = engine._process.transport.get_extra_info("subprocess")
    engine.close()
    assert pid.poll() is not None


def test_a_file_of_a_module_s_name_and_its_neighbours(folder, monkeypatch):
    """A player called chess does not hide the package chess, and can import the files next to it."""
    monkeypatch.delenv("PYTHONPYCACHEPREFIX")  # otherwise Python would keep the compiled files elsewhere
    (folder / "chess.py").write_text(
        choose("return book.move(position)", before="import book"), encoding="utf-8"
    )
    (folder / "book.py").write_text(
        "def move(position):\n    return position.parse_move('e2e4')\n", encoding="utf-8"
    )
    engine = make_engine(parse_player("own:chess,ms=30000", "chess"), "chess")
    position = Position.start(load_game("chess"))
    assert position.move_text(engine.think(position).move) == "e2e4"
    # Saving it again starts it again.
    (folder / "chess.py").write_text(choose("return 'd2d4'") + "# longer than before\n", encoding="utf-8")
    assert position.move_text(engine.think(position).move) == "d2d4"
    engine.close()
    assert sorted(path.name for path in folder.iterdir()) == ["book.py", "chess.py"], "no compiled files"


KILLED = """
import os, sys, pathlib
from engines.subprocesses import user_players, line_protocol_player
from engines.player_text import make_engine, parse_player
from games.position import Position
from games.registry import load_game

take = line_protocol_player._Lines._take

def kill(self, line):
    if line.startswith(b"say pid"):
        print(line.split()[2].decode(), flush=True)
        os.kill(os.getpid(), 9)
    take(self, line)

line_protocol_player._Lines._take = kill
user_players.look_in(pathlib.Path(sys.argv[1]))
make_engine(parse_player("own:mine", "isolation"), "isolation").think(Position.start(load_game("isolation")))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="processes are killed otherwise there")
def test_its_process_ends_with_ours_whatever_it_is_at(folder):
    """If our process is killed, only the end of its input tells the player."""
    loops = choose("print('pid', os.getpid())", "while True: pass", before="import os")
    (folder / "mine.py").write_text(loops, encoding="utf-8")
    root = Path(__file__).parents[3]
    words = [sys.executable, "-c", KILLED, str(folder)]
    done = subprocess.run(words, cwd=root, capture_output=True, text=True, timeout=60, encoding="utf-8")
    assert not is_running(int(done.stdout), patience=10)


LEAVES = {
    "plays on": "return position.moves[0]",
    "ends": "os._exit(3)",
    "loops": "while True: pass",
}


@pytest.mark.skipif(sys.platform == "win32", reason="there are no groups of processes there")
@pytest.mark.parametrize("kind", LEAVES)
def test_what_it_has_started_ends_with_it(folder, tmp_path, kind):
    """Even where the player has ended before. Otherwise each move of a game may leave a process behind."""
    pids = tmp_path / "pids"
    source = choose(
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(100)'])",
        f"with open({str(pids)!r}, 'a') as stream: stream.write(f'{{child.pid}} ')",
        LEAVES[kind],
        before="import os, subprocess, sys",
    )
    (folder / "mine.py").write_text(source, encoding="utf-8")
    text = "own:mine,ms=50" if kind == "loops" else "own:mine,ms=30000"
    players = parse_player(text, "isolation"), parse_player("random", "isolation")
    played = play(SingleGame("isolation", players, (), (1, 2, 3), ISOLATION.options()))
    assert bool(played.failure) == (kind != "plays on")
    started = [int(pid) for pid in pids.read_text(encoding="utf-8").split()]
    left = [pid for pid in started if is_running(pid, patience=10)]
    for pid in left:
        os.kill(pid, 9)
    assert started and not left


FLOODS = {
    "lines": "while True: print('x' * 1000)",
    "one line": "while True: os.write(1, b'x' * 65536)",
    "short lines": "while True: os.write(1, b'x\\n' * 30000)",
    "its other output": "while True: os.write(2, b'x' * 65536)",
}


@pytest.mark.long
@pytest.mark.parametrize("kind", FLOODS)
def test_one_that_floods_us_is_late_as_any_other(folder, kind):
    (folder / "mine.py").write_text(choose(FLOODS[kind], before="import os"), encoding="utf-8")
    players = parse_player("own:mine,ms=50", "isolation"), parse_player("random", "isolation")
    played = play(SingleGame("isolation", players, (), (1, 2, 3), ISOLATION.options()))
    assert "no move 0.5 s after its time of 0.05 s" in played.failure and len(played.failure) < 1000


# The host, in this process


def asked(file: Path, game: str = "isolation", seed: int = 1) -> tuple[Position, list[str]]:
    """The start of a game, and what a file's host answers about it."""
    rules, said = load_game(game), []
    host, position = Host(file, said.append), Position.start(rules)
    for line in greeting(game, rules.options(), seed):
        host.answer(line)
    for line in question(position, rules.options(), position.moves, 9):
        host.answer(line)
    return position, said


@pytest.mark.parametrize("kind", ["raises", "exits", "syntax", "nothing", "none", "illegal"])
def test_a_mistake_is_reported_and_the_host_goes_on(tmp_path, kind):
    source, *told = MISBEHAVED[kind]
    (tmp_path / "mine.py").write_text(source, encoding="utf-8")
    _, said = asked(tmp_path / "mine.py")
    if kind == "illegal":  # the other end will refuse it
        assert said == ["ready", "move z9"]
        return
    begins = said[1] if said[0] == "ready" else said[0]
    assert begins.startswith("error ") and all(words in begins for words in told)


@pytest.mark.parametrize(
    "chosen", ["position.moves[3]", "position.move_text(position.moves[3])", "numpy.int64(position.moves[3])"]
)
def test_a_move_is_a_text_or_a_number(tmp_path, chosen):
    (tmp_path / "mine.py").write_text(choose(f"return {chosen}", before="import numpy"), encoding="utf-8")
    position, said = asked(tmp_path / "mine.py")
    assert said == ["ready", f"move {position.move_text(position.moves[3])}"]


@pytest.mark.parametrize("chosen", ["None", "True", "3.0", "position", "[]"])
def test_anything_else_is_none(tmp_path, chosen):
    (tmp_path / "mine.py").write_text(choose(f"return {chosen}"), encoding="utf-8")
    assert asked(tmp_path / "mine.py")[1][1].startswith("error choose returned ")


def test_the_same_seed_has_the_same_luck(tmp_path):
    (tmp_path / "mine.py").write_text(
        choose("return random.choice(position.moves)", before="import random"), encoding="utf-8"
    )
    answers = [asked(tmp_path / "mine.py", seed=seed)[1][1] for seed in (1, 1, 2, 3, 4)]
    assert answers[0] == answers[1] and len(set(answers)) > 1


def test_nothing_is_left_of_a_clock_that_is_stopped():
    clock = Clock(100.0)
    assert 99.0 < clock.left <= 100.0 == clock.seconds
    clock.stop()
    assert clock.left == 0.0


def test_a_file_that_ends_no_line_takes_no_memory():
    said: list[str] = []
    from engines.subprocesses.player_host import _Said

    stream = _Said(said.append)
    assert isinstance(stream, io.TextIOBase)
    for _ in range(1000):
        print("x" * 1000, end="", file=stream)
    assert said == [] and len(stream._partial) <= 1000
    print("\n\n  a\nb", file=stream)
    assert said[-2:] == ["say   a", "say b"]


# The folder


def test_what_is_in_the_folder(folder):
    (folder / "good.py").write_text('"""Plays well.\n\nAt times."""\n', encoding="utf-8")
    (folder / "bad.py").write_text("x = (\n", encoding="utf-8")
    for name in ("_hidden.py", ".also.py", "a,b.py", "notes.txt"):
        (folder / name).write_text("", encoding="utf-8")
    (folder / "folder.py").mkdir()
    found = {player.name: player for player in user_players.own_players()}
    assert list(found) == ["bad", "good"]
    assert found["good"].description == "Plays well." and found["good"].problem == ""
    assert "SyntaxError" in found["bad"].problem and "line 1" in found["bad"].problem
    (folder / "bad.py").write_text('"""Better."""\n', encoding="utf-8")
    before = user_players.own_players()
    user_players.refresh()
    assert user_players.own_players()[0].description == "Better."
    assert user_players.own_players()[1] is before[1], "what has not changed is not read again"


@pytest.mark.parametrize("name", ["", "../mine", "/etc/passwd", "a/b", "a.b", "-m", "a\\b", "x" * 61])
def test_a_name_is_no_path(folder, name):
    with pytest.raises(BadText):
        parse_player(f"own:{name}", "morris")
    assert user_players.missing(name)


def test_the_text_of_a_player_round_trips(folder):
    for text in ("own:my first,ms=20", "own:mine"):
        spec = parse_player(text, "jungle")
        assert str(spec) == text and parse_player(str(spec), "jungle") == spec
        assert spec.is_outside and not spec.command, "nothing that has to be asked about"


def test_without_a_folder_there_are_none():
    before = user_players.looked_in()
    user_players.look_in(None)
    try:
        assert user_players.own_players() == ()
        with pytest.raises(EngineFailure, match="no folder for players of your own"):
            make_engine(parse_player("own:mine", "morris"), "morris").prepare("morris")
    finally:
        user_players.look_in(before)


def test_players_of_version_0_1_go_on_playing(folder):
    shutil.copy(Path(__file__).parent / "players_of_0_1" / "mine_player.py", folder)
    players = parse_player("own:mine_player,ms=1000", "isolation"), parse_player("random", "isolation")
    played = play(SingleGame("isolation", players, (), (1, 2, 3), ISOLATION.options()))
    assert played.failure == "" and len(played.moves) > 2


def test_import_by_a_former_name_says_the_present_one(folder):
    text = "from games.draws import Draws\n\n\ndef choose(position, clock):\n    return position.moves[0]\n"
    (folder / "former.py").write_text(text, encoding="utf-8")
    with pytest.raises(EngineFailure, match=r"games\.draws is called games\.random_stream now .*line 1"):
        make_engine(parse_player("own:former", "isolation"), "isolation").think(Position.start(ISOLATION))
