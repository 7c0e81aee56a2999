"""`main.py tournament`: its JSON, what it refuses, and that killing it loses no finished game."""

import json
import os
import random
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from test_command_line import data, run

import main as program
from arena.results import Results
from games.compiling.compiler import jit_disabled
from games.truth.tables import tables_of
from processes import joined
from study.saved_games.game_to_open import GameToOpen

needs_the_compiler = pytest.mark.skipif(jit_disabled(), reason="makes tables")

ROOT = Path(__file__).parents[2]
FAKE = Path(__file__).parents[1] / "engines" / "subprocesses" / "fake_uci_engine.py"

CUP = """
game: isolation
games: 10
seed: 4
players: {one: random, two: "random,seed=5", three: "random,seed=6"}
published:
  source: nobody
  figures: [{first: one, second: two, score: 0.5}]
  claims: [{text: one is best, better: one, than: three}]
"""


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGLASS_DATA", str(tmp_path / "data"))


def cup(tmp_path: Path, text: str = CUP) -> str:
    path = tmp_path / "cup.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_its_answer_and_its_page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    name, page = cup(tmp_path), tmp_path / "cup.html"
    answer = data(capsys, "tournament", name, "--report", str(page), "--workers", "2")
    assert [row["name"] for row in answer["players"]] == ["one", "two", "three"]
    assert (answer["games"], answer["games_in_all"], answer["seed"]) == (30, 30, 4)
    assert {"name", "score", "elo", "elo_low", "elo_high"} <= answer["table"][0].keys()
    assert len(answer["crosstable"]) == 3 and sum(answer["crosstable"][0]["pairs"]) == 5
    assert Path(answer["file"]) == tmp_path / "data" / "tournaments.sqlite" and Path(answer["file"]).exists()
    assert answer["published"]["sentences"] and answer["published"]["sentences"][0] in page.read_text("utf-8")
    again = data(capsys, "tournament", name)
    assert again["games_per_second"] is None and again["table"] == answer["table"]
    other = data(capsys, "tournament", name, "--games", "2", "--seed", "9", "--file", str(tmp_path / "own"))
    assert (other["games"], other["seed"], other["file"]) == (6, 9, str(tmp_path / "own"))


def test_values_are_kept_if_asked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for words, kept in (((), False), (("--values",), True)):
        file = tmp_path / f"{kept}.sqlite"
        data(capsys, "tournament", cup(tmp_path), "--games", "2", "--file", str(file), *words)
        with Results(file) as results:
            assert [bool(game.values) for game in results.games(1)] == [kept] * 6


def test_what_is_kept_can_be_listed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    listed = data(capsys, "tournament")
    assert "isolation-published" in [row["name"] for row in listed["presets"]] and listed["kept"] == []
    name = cup(tmp_path)
    data(capsys, "tournament", name)
    (kept,) = data(capsys, "tournament")["kept"]
    assert (kept["name"], kept["games"], kept["games_in_all"]) == ("cup", 30, 30)
    games = data(capsys, "tournament", name, "--list")
    assert [game["number"] for game in games] == list(range(1, 31))
    assert {"white": "one", "black": "two"}.items() <= games[0].items() and games[0]["plies"] > 0
    status, out, _ = run(capsys, "tournament", name, "--list")
    assert status == 0 and len(out.splitlines()) == 31
    status, out, _ = run(capsys, "tournament", name)
    assert status == 0 and "30 games, seed 4" in out and "one is best" in out


def test_a_game_opens_in_the_window(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, shown = cup(tmp_path), []
    monkeypatch.setattr("ui.window.run_window", lambda store, saves, opening, *rest: shown.append(opening))
    data(capsys, "tournament", name)
    assert run(capsys, "tournament", name, "--open", "2")[0] == 0
    assert isinstance(shown[0], GameToOpen) and "Game 2 of cup: two against one" in shown[0].remark
    status, _, err = run(capsys, "tournament", name, "--open", "31")
    assert status == 2 and "game 31 of cup: has not been played yet" in err


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["no-such"], "expected one of chess-agents"),
        (["CUP", "--games", "3"], "even number"),
        (["CUP", "--executor", "dask"], "--scheduler"),
        (["CUP", "--scheduler", "tcp://127.0.0.1:1"], "--executor dask"),
        (["CUP", "--report", "no/such/folder.html"], "--report"),
        (["--open", "1"], "the name of a tournament"),
        (["--seed", "0"], "--seed: expected the name of a tournament"),
        (["--trust"], "--trust: expected the name of a tournament"),
        (["CUP", "--open", "1", "--json"], "--json"),
        (["CUP", "--file", "."], "cannot be used"),
    ],
)
def test_mistakes_are_one_line(
    words: list[str], named: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    name = cup(tmp_path)
    status, out, err = run(capsys, "tournament", *(name if word == "CUP" else word for word in words))
    assert status == 2 and out == "" and named in err and len(err.splitlines()) == 1


def test_program_named_in_a_file_starts_only_when_chosen(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    log = tmp_path / "log"
    command = joined([sys.executable, str(FAKE), "crash", str(log)])
    fake = json.dumps(f"uci:{command},depth=1")
    name = cup(tmp_path, f"game: chess\ngames: 2\nplayers: {{fake: {fake}, other: random}}\n")
    status, _, err = run(capsys, "tournament", name)
    assert status == 2 and command in err and "--trust" in err and not log.exists()
    answer = data(capsys, "tournament", name, "--trust", "--executor", "threads")
    assert log.exists() and answer["table"][0]["name"] == "other"
    assert sum(row["games"] for row in answer["forfeits"]) == 2
    assert {row["name"] for row in answer["forfeits"]} == {"fake"}
    assert run(capsys, "tournament", name)[0] == 0  # chosen permanently


def test_protocol_program_too_but_not_an_own_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    name = cup(tmp_path, "game: morris\ngames: 2\nplayers: {fake: 'program:rm -r /x', other: random}\n")
    status, _, err = run(capsys, "tournament", name)
    assert status == 2 and "rm -r /x" in err and "--trust" in err
    name = cup(tmp_path, "game: morris\ngames: 2\nplayers: {mine: 'own:no such', other: random}\n")
    status, _, err = run(capsys, "tournament", name)
    assert status == 2 and "player mine: own:no such: there is no file" in err


# Killing it


def games_in(file: Path) -> int:
    if not file.exists():
        return 0
    database = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    try:
        return int(database.execute("SELECT count(*) FROM game").fetchone()[0])
    except sqlite3.OperationalError:  # its tables do not exist yet
        return 0
    finally:
        database.close()


def table(answer: dict[str, Any]) -> dict[str, Any]:
    """The part of an answer that does not depend on time."""
    timed = ("seconds", "games_per_second", "file")
    rows = [
        {key: value for key, value in row.items() if key != "nodes_per_second"} for row in answer["table"]
    ]
    return {key: value for key, value in answer.items() if key not in timed} | {"table": rows}


def end_by_force(words: list[str], file: Path, games: int) -> None:
    """Begins a tournament, and kills it once a number of games are kept."""
    command = [sys.executable, str(ROOT / "main.py"), *words, "--file", str(file)]
    silent = subprocess.DEVNULL
    process = subprocess.Popen(command, stdout=silent, stderr=silent, env=os.environ)
    try:
        while games_in(file) < games:
            assert process.poll() is None, "it ended before it was to be killed"
            time.sleep(0.001)
    finally:
        process.kill()
        process.wait()


def kill_often(capsys: pytest.CaptureFixture[str], tmp_path: Path, times: int, games: int) -> None:
    name = cup(tmp_path)
    words = ["tournament", name, "--games", str(games), "--workers", "2"]
    whole = data(capsys, *words, "--file", str(tmp_path / "whole"))
    file, draw = tmp_path / "killed", random.Random(times)
    total = 3 * games
    moments = sorted(draw.randrange(1, total * 9 // 10) for _ in range(times))
    kept = 0
    for moment in moments:
        end_by_force(words, file, max(moment, kept + 1))
        assert games_in(file) >= max(moment, kept + 1)
        kept = games_in(file)
    assert kept < total
    finished = data(capsys, *words, "--file", str(file))
    assert table(finished) == table(whole)
    listed = [data(capsys, *words, "--file", str(tmp_path / f), "--list") for f in ("killed", "whole")]
    assert listed[0] == listed[1]


@pytest.mark.long
def test_ending_it_by_force_loses_no_game_that_was_over(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kill_often(capsys, tmp_path, 1, 400)


@pytest.mark.slow
def test_ending_it_by_force_ten_times_gives_the_same_table(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kill_often(capsys, tmp_path, 10, 3000)


def test_the_window_is_not_asked_for_without_a_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert program.main(["tournament", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["kept"] == []


@needs_the_compiler
def test_tables_of_a_player_are_named_by_checksums(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    tables = tables_of("chess")
    assert tables is not None
    tables.make(lambda making: None, ("KQK",))
    kept = tables.kept_checksums
    assert kept["KQK"] == tables.checksums["KQK"] and len(kept["KQK"]) == 64
    with_tables, without = "strong:piece_value,depth=1,tables=1", "strong:piece_value,depth=1"
    text = f'game: chess\ngames: 2\nplayers: {{one: "{with_tables}", two: "{without}"}}\n'
    answer = data(capsys, "tournament", cup(tmp_path, text))
    assert {row["name"]: row["checksum"] for row in answer["tables"]} == kept
    with Results(Path(answer["file"])) as results:
        (entered,) = results.tournaments()
        assert dict(results.tables(entered.id)) == kept
        results.note_tables(entered.id, {"KQK": "other"})  # resumed after the table was made again
        assert ("KQK", "other") in results.tables(entered.id)
    again = data(capsys, "tournament", cup(tmp_path, text))
    assert len(again["tables"]) == len(kept) + 1
    plain = text.replace(with_tables, f"{without},seed=5")
    assert "tables" not in data(capsys, "tournament", cup(tmp_path, plain))
    match = data(capsys, "match", "chess", with_tables, without, "--games", "2")
    assert match["tables"] == kept
    assert "tables" not in data(capsys, "match", "chess", without, without, "--games", "2")


def test_a_file_from_before_tables_were_noted_takes_them(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    Results(path).close()
    with sqlite3.connect(path) as database:
        database.execute("DROP TABLE endgame_table")
    with Results(path) as results:
        assert results.tables(1) == []
