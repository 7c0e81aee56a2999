"""Files of results and cards on a drive that cannot be written: they are listed and shown."""

import os
import shutil
import sqlite3
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from tournaments import game_of, toy

from arena.experiments.record import UnitRecord
from arena.results import Results
from arena.tournament_run import TournamentRun
from engines.jobs import Job
from games.contract import BadText
from study.tournaments.tournaments import play_alone


def lock_in(path: Path) -> None:
    """Makes SQLite unable to write beside a file, for root, too: a folder has the name of its log."""
    Path(f"{path}-wal").mkdir()


def test_results_that_cannot_be_written_are_listed(tmp_path: Path) -> None:
    path, one = tmp_path / "results.sqlite", toy()
    with Results(path) as results:
        number = results.enter(one)
        assert results.can_be_written and results.add(number, game_of(one, 0), 1.0)
    lock_in(path)
    before = path.read_bytes()
    with Results(path) as results:
        assert not results.can_be_written
        assert [kept.games for kept in results.tournaments()] == [1]
        assert results.number_of(one) == results.enter(one) == number
        assert results.games(number) == [game_of(one, 0)] and results.tables(number) == []
        assert results.number_of(toy(games=2)) is None
        with pytest.raises(BadText, match=r"results\.sqlite: can only be read, so no game can be played"):
            results.enter(toy(games=2))
        with pytest.raises(BadText, match="readonly database"):
            results.add(number, game_of(one, 1), 1.0)
    assert path.read_bytes() == before


def test_a_run_shows_what_a_read_only_file_has_and_plays_nothing(tmp_path: Path) -> None:
    path, one, over = tmp_path / "results.sqlite", toy(), toy(games=2)
    with Results(path) as results:
        results.add(results.enter(one), game_of(one, 0), 1.0)
        play_alone(TournamentRun(over, results, 1, "threads"), Job())
    lock_in(path)
    with Results(path) as results:
        assert play_alone(TournamentRun(over, results, 1, "threads"), Job()).over
        job = Job()
        job.run(lambda job: play_alone(TournamentRun(one, results, 1, "threads"), job))
        assert "can only be read, so no game can be played" in job.news.error and job.news.value.done == 1
    assert {each.name for each in tmp_path.iterdir()} == {"results.sqlite", "results.sqlite-wal"}


def test_results_of_an_older_program_have_no_tables(tmp_path: Path) -> None:
    path, one = tmp_path / "results.sqlite", toy()
    with Results(path) as results:
        results.enter(one)
    with sqlite3.connect(path) as database:
        database.execute("DROP TABLE endgame_table")
    database.close()
    lock_in(path)
    with Results(path) as results:
        assert results.tables(1) == []


def test_a_file_of_others_is_left_alone_on_a_read_only_drive(tmp_path: Path) -> None:
    path = tmp_path / "songs.sqlite"
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE songs (name)")
    database.close()
    lock_in(path)
    units = partial(UnitRecord, text="x")
    for opened, what in ((Results, "a file of tournaments"), (units, "a file of an experiment")):
        with pytest.raises(BadText, match=f"songs.sqlite: expected .*{what}, found another program"):
            opened(path)


def test_a_card_that_cannot_be_written_gives_its_answers(tmp_path: Path) -> None:
    path = tmp_path / "card.sqlite"
    file = UnitRecord(path, "a card")
    file.keep("stage", 0, [1, 2], 0.5)
    file.close()
    lock_in(path)
    file = UnitRecord(path, "a card")
    assert file.answers("stage") == {0: ([1, 2], 0.5)}
    with pytest.raises(BadText, match="cannot be used for an experiment"):
        file.keep("stage", 1, [3], 0.5)
    file.close()
    with pytest.raises(BadText, match="the file of another experiment"):
        UnitRecord(path, "another")


READING = """
import sys
from pathlib import Path
from arena.results import Results
with Results(Path(sys.argv[1])) as results:
    print([kept.games for kept in results.tournaments()])
"""

DRIVES = [
    (False, "*.sqlite", "[1]"),
    (True, "*.sqlite *-wal *-shm", "[1]"),
    (True, "*.sqlite *-wal", "Copy both files to a folder that can be written"),
]
"""Whether games were still being played, what was copied to the drive, and what is said."""


@pytest.mark.skipif(sys.platform != "linux" or not shutil.which("unshare"), reason="takes a mount")
@pytest.mark.parametrize(("is_open", "copied", "said"), DRIVES)
def test_results_on_a_read_only_drive_are_listed(
    tmp_path: Path, is_open: bool, copied: str, said: str
) -> None:
    for folder in ("kept", "drive"):
        (tmp_path / folder).mkdir()
    one, reading = toy(), f"'{sys.executable}' -c '{READING}' drive/results.sqlite"
    files = " ".join(f"kept/{name}" for name in copied.split())
    mounted = f"mount -t tmpfs tmpfs drive && cp {files} drive && mount -o remount,ro tmpfs drive"
    words = ["unshare", "-rm", "sh", "-c", f"({mounted}) || exit 77; {reading} 2>&1"]
    variables = dict(os.environ, PYTHONPATH=str(Path(__file__).resolve().parent.parent.parent))
    with Results(tmp_path / "kept" / "results.sqlite") as results:
        results.add(results.enter(one), game_of(one, 0), 1.0)
        if not is_open:
            results.close()
        done = subprocess.run(
            words,
            cwd=tmp_path,
            env=variables,
            capture_output=True,
            text=True,
            timeout=120,
            encoding="utf-8",
        )
    if done.returncode == 77:
        pytest.skip("this system mounts nothing for a test")
    assert said in done.stdout
