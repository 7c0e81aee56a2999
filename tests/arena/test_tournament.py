"""Tournaments: their games, what is kept of them, and how they resume where they stopped."""

import json
import sqlite3
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tournaments import game_of, played, table_of, toy

from arena.match import GameResult
from arena.results import Results
from arena.sequential import ACCEPT, SequentialTest
from arena.tournament import Entrant, Tournament, make_tournament
from arena.tournament_run import TournamentProgress, TournamentRun
from engines.jobs import Job
from engines.player_text import parse_player
from games.contract import BLACK, WHITE, BadText
from games.registry import load_game

FAKE = Path(__file__).parents[1] / "engines" / "subprocesses" / "fake_uci_engine.py"


def program(kind: str) -> str:
    return f'uci:"{sys.executable}" "{FAKE}" {kind}'


def results(points: list[tuple[int, float, str]]) -> list[GameResult]:
    """Games by number, with the first player's points, and why a game was lost."""
    return [
        GameResult(number, number % 2, value, ((number, 0),), "", failure)
        for number, value, failure in points
    ]


def test_a_tournament_is_what_its_text_says() -> None:
    one = toy(test=None)
    assert Tournament.of_text(one.text) == one
    test = toy(players=("random", "random,busy=1"), test=SequentialTest(0, 20))
    assert Tournament.of_text(test.text) == test
    weighted = make_tournament(
        "weights",
        "morris",
        [
            Entrant("x", parse_player("greedy:weighted,mills=2", "morris")),
            Entrant("y", parse_player("random", "morris")),
        ],
        [(0, 1)],
        4,
        load_game("morris").options.model_validate({"quiet_limit": 40}),
        weights={"weighted": {"stones": 2.5}, "other": {"stones": 1.0}},
    )
    again = Tournament.of_text(weighted.text)
    assert again == weighted and again.weights == {"weighted": {"stones": 2.5}}
    assert toy(seed=2).text != toy(seed=1).text


def test_pairings_go_on_side_by_side_from_the_same_openings() -> None:
    one = toy(games=4)
    assert [one.slot(number).pairing for number in range(12)] == [0, 0, 1, 1, 2, 2] * 2
    assert [one.slot(number).first_side for number in range(4)] == [WHITE, BLACK, WHITE, BLACK]
    names = [tuple(entrant.name for entrant in one.players(number)) for number in range(6)]
    assert names == [("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b")]
    games = [game_of(one, number) for number in range(12)]
    assert [game.number for game in games] == list(range(12))
    openings = [game.moves[: one.random_plies] for game in games]
    assert len(set(openings[:6])) == len(set(openings[6:])) == 1 and openings[0] != openings[6]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"games": 5}, "even number"),
        ({"entrants": ["random"]}, "2 to 100"),
        ({"entrants": ["random", "human"]}, "no human"),
        ({"random_plies": 60}, "random plies"),
    ],
)
def test_what_cannot_be_played_is_one_line(change: dict[str, Any], named: str) -> None:
    texts = change.get("entrants", ["random", "random"])
    entrants = [Entrant(f"{i}", parse_player(text, "isolation")) for i, text in enumerate(texts)]
    options = load_game("isolation").options()
    with pytest.raises(BadText, match=named):
        make_tournament(
            "bad",
            "isolation",
            entrants,
            [(0, 1)],
            change.get("games", 4),
            options,
            change.get("random_plies"),
        )
    with pytest.raises(BadText, match="once"):
        make_tournament("bad", "isolation", [entrants[0]] * 2, [(0, 1)], 4, options)


def test_every_game_is_kept_and_none_is_played_twice(tmp_path: Path) -> None:
    one, file = toy(), tmp_path / "results.sqlite"
    news = played(one, file)
    assert news.over and news.done == one.total == 18
    with Results(file) as kept:
        (listed,) = kept.tournaments()
        assert (listed.games, listed.text) == (18, one.text)
        games = kept.games(listed.id)
        assert [game.number for game in games] == list(range(18))
        assert games[7] == game_of(one, 7) == kept.game(listed.id, 7)
        assert not kept.add(listed.id, games[0], 1.0)
    assert table_of(one, games).to_json() == news.table.to_json()
    again = played(one, file)
    assert again.games_per_second is None and again.table.to_json() == news.table.to_json()
    assert played(toy(seed=2), file).done == 18  # another tournament in the same file
    with Results(file) as kept:
        assert [row.games for row in kept.tournaments()] == [18, 18]


class StopsAt(Job):
    """Stops a tournament once a number of games are kept."""

    def __init__(self, kept: Results, tournament: int, games: int) -> None:
        super().__init__()
        self._enough = lambda: len(kept.games(tournament)) >= games

    def report(self, value: Any = None, doing: str | None = None) -> None:
        super().report(value, doing)
        if self._enough():
            self.stop.request()


def test_a_stopped_tournament_goes_on_where_it_stopped(tmp_path: Path) -> None:
    one, file = toy(games=20), tmp_path / "results.sqlite"
    whole = played(one, tmp_path / "whole.sqlite").table.to_json()
    counts = [0]
    while counts[-1] < one.total:
        with Results(file) as kept:
            run = TournamentRun(one, kept, 2)
            job = StopsAt(kept, run.id, counts[-1] + 9)
            job.run(run.work)
            counts.append(job.news.value.done)
            assert len(kept.games(run.id)) == counts[-1]
    assert len(counts) > 3 and counts == sorted(set(counts))
    assert job.news.value.table.to_json() == whole


def test_a_pause_begins_no_further_game(tmp_path: Path) -> None:
    one = toy(games=20)
    with Results(tmp_path / "results.sqlite") as kept:
        run = TournamentRun(one, kept, 2)
        paused = threading.Event()

        class Pauses(Job):
            def report(self, value: Any = None, doing: str | None = None) -> None:
                super().report(value, doing)
                if doing == "paused":
                    paused.set()

        job = Pauses()
        run.pause()
        worker = threading.Thread(target=job.run, args=(run.work,))
        worker.start()
        assert paused.wait(30) and run.paused and kept.games(run.id) == []
        run.resume()
        worker.join(60)
        assert job.news.value.done == one.total and not run.paused


def test_a_test_ends_at_the_pair_that_decides(tmp_path: Path) -> None:
    test = SequentialTest(0, 80)
    one = toy(games=400, players=("random", "random,seed=5"), test=test)
    wins = results([(number, 1.0, "") for number in range(400)])
    with Results(tmp_path / "results.sqlite") as kept:
        number = kept.enter(one)
        for game in reversed(wins):  # in any order
            kept.add(number, game, 0.0)
    news = played(one, tmp_path / "results.sqlite")
    assert news.over and news.table.test is not None and news.table.test.decision == "accept"
    assert 0 < news.table.games < 400 and news.table.games % 2 == 0
    before = table_of(one, wins[: news.table.games - 2])
    assert before.test is not None and before.test.decision == "none"
    answer = news.table.to_json()
    assert answer["decision"] == "accept" and not {"elo", "score_low"} & {
        *answer["table"][0],
        *answer["crosstable"][0],
    }


def test_standings_and_pairs() -> None:
    one = toy(games=4, players=("random", "random,seed=5"))
    table = table_of(one, results([(0, 1.0, ""), (1, 0.5, ""), (2, 0.0, "late"), (3, 1.0, "late")]))
    (cell,) = table.cells
    assert (cell.wins, cell.draws, cell.losses, cell.pairs.counts) == (2, 1, 1, (0, 0, 1, 1, 0))
    first, second = table.standings
    assert (first.points, second.points, first.score) == (2.5, 1.5, 0.625)
    assert first.score_low == pytest.approx(1 - second.score_high)
    assert first.forfeits == second.forfeits == (("late", 1),)
    assert [standing.entrant for standing in table.ranking] == [0, 1]
    rows = table.to_json()["forfeits"]
    assert rows == [{"name": name, "failure": "late", "games": 1} for name in "ab"]


def test_one_may_play_oneself() -> None:
    entrants = [Entrant(name, parse_player("random", "isolation")) for name in "ab"]
    options = load_game("isolation").options()
    one = make_tournament("self", "isolation", entrants, [(0, 0), (0, 1)], 8, options)
    table = table_of(one, (game_of(one, number) for number in range(16)))
    assert table.cells[0].points == 4.0 and table.cells[0].pairs.counts == (0, 0, 4, 0, 0)
    assert (table.standings[0].games, table.standings[1].games) == (16, 8)


def test_challengers_points_are_of_the_same_opponents() -> None:
    entrants = [Entrant(name, parse_player("random", "isolation")) for name in "abc"]
    options = load_game("isolation").options()
    pairings = [(0, 2), (1, 2), (0, 0), (1, 0)]  # a is among the opponents, too
    one = make_tournament("gauntlet", "isolation", entrants, pairings, 4, options)
    assert one.challengers == {0, 1} and toy().challengers == frozenset()
    table = table_of(one, (game_of(one, number) for number in range(one.total)))
    assert [standing.games for standing in table.standings] == [8, 8, 8]
    assert table.standings[0].points == table.cells[0].points + table.cells[2].points


@pytest.mark.parametrize("kind", ["crash", "illegal"])
def test_failing_outside_engine_loses_and_is_told_apart(kind: str, tmp_path: Path) -> None:
    one = toy(games=2, players=("random", program(kind) + ",depth=1"), game="chess")
    news = played(one, tmp_path / "results.sqlite", "threads")
    lines = news.table.standings[1].forfeits
    assert news.table.standings[0].points == 2 and sum(count for _, count in lines) == 2
    assert news.table.standings[0].forfeits == () and {game.ending for game in news.games} == {"forfeit"}


def test_missing_program_is_named_before_it_loses(tmp_path: Path) -> None:
    one = toy(games=2, players=("random", "uci:no-such-program"), game="chess")
    with Results(tmp_path / "results.sqlite") as kept, pytest.raises(BadText, match=r"player b: .*no-such"):
        TournamentRun(one, kept).work(Job())


# The file


def _foreign(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE songs (name)")
    database.close()


def _newer(path: Path) -> None:
    Results(path).close()
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()


@pytest.mark.parametrize(
    "make",
    [
        lambda path: path.write_bytes(b"no database, but long enough to be taken for one" * 100),
        lambda path: path.mkdir(),
        _foreign,
        _newer,
    ],
)
def test_a_file_that_is_none_of_ours_is_left_alone(make: Callable[[Path], object], tmp_path: Path) -> None:
    path = tmp_path / "file"
    make(path)
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(BadText, match="file: "):
        Results(path)
    assert not path.is_file() or path.read_bytes() == before


def test_two_writers_keep_one_game_once(tmp_path: Path) -> None:
    one = toy()
    with Results(tmp_path / "file") as first, Results(tmp_path / "file") as second:
        number = first.enter(one)
        assert second.enter(one) == number
        game = game_of(one, 3)
        assert first.add(number, game, 1.0) and not second.add(number, game, 2.0)
        assert second.games(number) == [game]


def test_the_text_of_a_tournament_of_another_format_is_bad() -> None:
    with pytest.raises(BadText, match="format 1"):
        Tournament.of_text(json.dumps({"tournament": 2}))


def test_news_tell_the_rate_of_this_run(tmp_path: Path) -> None:
    news: TournamentProgress = played(toy(games=10), tmp_path / "file")
    assert news.games_per_second is not None and news.games_per_second > 0 and news.seconds_left == 0


def test_skipped_pairs_are_those_that_others_have_played() -> None:
    """A tournament that skips pairs starts where one with the same players and seed would be. It counts as
    another tournament; the text of one without skipped pairs has no such field."""
    one = toy(games=8, players=("random", "random,seed=5"))
    later = replace(one, skipped=2, games=4)
    assert [later.single_game(number) for number in range(4)] == [one.single_game(4 + n) for n in range(4)]
    assert "skipped" not in one.text and later.text != one.text
    assert Tournament.of_text(later.text).skipped == 2 and Tournament.of_text(one.text).skipped == 0
    table = table_of(later, [game_of(later, number) for number in range(4)])
    assert table.openings == 2 and later.matches[0].openings.different(2, 2) == 2


def test_a_test_is_over_with_the_game_that_decides_it() -> None:
    """Even if no other game was being played at that time."""
    test = SequentialTest(0.0, 300.0)
    one = toy(games=400, test=test, players=("random", "random,seed=5"))
    games = results([(number, 1.0 if number % 4 else 0.5, "") for number in range(100)])
    ends = next(n for n in range(2, 100, 2) if table_of(one, games[:n]).test.decision == ACCEPT)

    def news(count: int) -> TournamentProgress:
        return TournamentProgress(table_of(one, games[:count]), count, one.total, 1.0, None, ())

    assert news(ends).over and not news(ends - 2).over


def test_run_that_may_not_play_yet_shows_and_compiles_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, file = toy(), tmp_path / "results.sqlite"
    prepared: list[bool] = []
    monkeypatch.setattr(Tournament, "prepare", lambda tournament: prepared.append(True) or True)
    may_play = threading.Event()
    with Results(file) as results:
        results.add(results.enter(one), game_of(one, 0), 1.0)
        run, job = TournamentRun(one, results, 1, "threads", may_play=may_play), Job()
        thread = threading.Thread(target=job.run, args=(run.work,))
        thread.start()
        while job.news.doing != "paused":
            assert thread.is_alive()
        assert job.news.value.done == 1 and run.paused and not prepared
        may_play.set()
        thread.join()
    assert job.news.error == "" and job.news.value.over and prepared
