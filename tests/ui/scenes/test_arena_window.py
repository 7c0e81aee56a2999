"""The arena's screen: programs play each other in view, and any of their games can be opened."""

import itertools
import sqlite3
import threading

import pygame
import pytest
from driving import Driver, choose

from arena import single_game, tournament_run
from arena.bradley_terry import Rating
from arena.executors import AHEAD
from arena.results import Results
from arena.sequential import NONE
from arena.single_game import play
from arena.tournament import Tournament
from arena.tournament_run import PLAYING
from engines.jobs import COMPILING
from study.game.replayed_searches import ReplayedSearches
from study.tournaments.tournaments import results_file
from ui.kit.sheet import Sheet
from ui.scenes.arena import arena_table
from ui.scenes.arena.arena import NOT_YET, STILL_PLAYS, Arena
from ui.scenes.arena.arena_setup import usual_players
from ui.scenes.confirm_dialog import ConfirmDialog
from ui.scenes.home.home import Home
from ui.scenes.play.play import Play

GREEDY, OTHER, RANDOM = "greedy:open", "random", "random,seed=5"


@pytest.fixture(params=[((1280, 720), 1.0)], ids=["usual"])
def opening(request):
    return dict(zip(("size", "scale"), request.param, strict=True))


class Gate:
    """Lets only as many games end as it is told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._may = threading.Semaphore(0)
        self._open = threading.Event()

        def played(game, stop=None):  # type: ignore[no-untyped-def]
            while not self._open.is_set() and not self._may.acquire(timeout=0.01):
                if stop is not None and stop.requested:
                    raise single_game.Stopped
            return play(game, stop)

        monkeypatch.setattr(tournament_run, "play", played)

    def let(self, games: int) -> None:
        for _ in range(games):
            self._may.release()

    def open(self) -> None:
        self._open.set()


@pytest.fixture
def gate(monkeypatch):
    gate = Gate(monkeypatch)
    yield gate
    gate.open()


def arena_of(driver: Driver, *texts: str, game: str = "isolation", games: int = 20) -> Arena:
    """The arena as opened from Home, with these players, who play in threads of this process."""
    driver.app.choices.contests[game] = list(texts)
    driver.window._show(Arena(driver.app, driver.window, game, (), "threads"))
    driver.frame(2)
    scene = driver.app.scene
    assert isinstance(scene, Arena)
    if games != 100:
        choose(driver, scene.setup.games, games)
    return scene


def kept(driver: Driver) -> list[int]:
    """How many games of each tournament are in the file."""
    with Results(results_file(driver.saves.data)) as results:
        return [one.games for one in results.tournaments()]


def done(arena: Arena) -> int:
    return arena.contest.news.done if arena.contest.news is not None else 0


def says(driver: Driver, words: str) -> bool:
    """Whether a line of text, which may be broken, is drawn."""
    return words in " ".join(labels(driver))


def labels(driver: Driver) -> list[str]:
    sheet = driver.app.event_router.sheet
    sheet.labels = []
    driver.app.redraw()
    driver.app.frame()
    found, sheet.labels = [label.wanted for label in sheet.labels], None
    return found


def in_columns(driver: Driver, ratings: list[Rating]) -> None:
    """Checks that in the smallest window, too, numbers end below each other and no head covers another."""
    sheet = driver.app.event_router.sheet
    driver.app.rescale(3.0)
    sheet.labels = []
    driver.app.frame()
    found, sheet.labels = sheet.labels, None
    driver.app.rescale(1.0)
    for part in (0, 1):
        texts = {arena_table.elo_parts(rating)[part] for rating in ratings} - {""}
        assert len({label.place.right for label in found if label.wanted in texts}) <= 1
    top = next(label.place.centery for label in found if label.wanted == "Elo")
    heads = [label for label in found if abs(label.place.centery - top) < 4]
    assert not any(a.place.colliderect(b.place) for a, b in itertools.combinations(heads, 2))
    assert all(label.shown == label.wanted for label in heads)


def test_home_leads_to_the_arena_of_the_game_that_is_chosen(driver):
    home = driver.app.scene
    assert isinstance(home, Home)
    home.choose_game("morris")
    driver.key(pygame.K_g)
    assert home.who.mode == "Arena"
    driver.key(pygame.K_RETURN)
    arena = driver.app.scene
    assert isinstance(arena, Arena) and arena.title == "Arena: Nine Men's Morris"
    plan = arena.setup.plan
    assert plan.players == ("alphabeta:mobile,nodes=5000", "alphabeta:mobile,nodes=1000")
    driver.key(pygame.K_ESCAPE)
    assert driver.app.scene is home


def test_a_round_robin_is_played_beside_the_window_and_kept(driver, gate):
    arena = arena_of(driver, GREEDY, OTHER, RANDOM)
    driver.key(pygame.K_SPACE)
    gate.let(7)
    driver.until(lambda: done(arena) == 7, 60)
    assert arena.contest.plays and arena.start.label == "Pause"
    said = labels(driver)
    assert "7 of 60 games" in said and "playing" in said and {"Elo", "score", "nodes/s"} <= set(said)
    assert kept(driver) == [7]
    gate.open()
    driver.until(lambda: arena.contest.over, 60)
    driver.frame()
    said = labels(driver)
    assert "60 of 60 games" in said and "all is played" in said and not arena.start.enabled
    table = arena.contest.news.table
    ratings = [standing.rating for standing in table.standings]
    assert all(set(arena_table.elo_parts(rating)) <= {*said, ""} for rating in ratings)
    in_columns(driver, ratings)
    assert sum(standing.points for standing in table.standings) == 60 == kept(driver)[0]


def test_what_is_compiled_before_the_first_game_is_said(driver, gate, monkeypatch):
    compiles, prepared = threading.Event(), Tournament.prepare

    def prepare(tournament: Tournament) -> bool:
        assert compiles.wait(60)
        return prepared(tournament)

    monkeypatch.setattr(Tournament, "prepare", prepare)
    arena = arena_of(driver, GREEDY, RANDOM)
    driver.key(pygame.K_SPACE)
    driver.until(lambda: arena.contest.doing == COMPILING)
    driver.until(lambda: arena.contest.news is not None)
    assert [text for text in labels(driver) if text.startswith("compiling, ")]
    compiles.set()
    driver.until(lambda: arena.contest.doing == PLAYING)
    assert "playing" in labels(driver)


def test_pausing_ends_no_game_and_going_on_plays_none_twice(driver, gate):
    arena = arena_of(driver, GREEDY, OTHER)
    driver.click_on(arena.start)
    gate.let(3)
    driver.until(lambda: done(arena) == 3, 60)
    driver.click_on(arena.start)
    assert not arena.contest.plays and arena.start.label == "Go on"
    gate.open()
    driver.until(lambda: arena.contest.doing == "paused", 60)
    paused_at = kept(driver)[0]
    assert 3 <= paused_at <= 3 + AHEAD * arena.setup.workers.value
    driver.frame(10)
    assert kept(driver) == [paused_at] and any("paused" in text for text in labels(driver))
    driver.click_on(arena.start)
    driver.until(lambda: arena.contest.over, 60)
    numbers = [game.number for game in arena.contest.news.games]
    assert sorted(numbers) == list(range(20))


def test_leaving_ends_the_work_and_the_list_leads_back_to_it(driver, gate):
    others = set(threading.enumerate())  # threads of other tests' games
    arena = arena_of(driver, GREEDY, OTHER)
    driver.key(pygame.K_SPACE)
    gate.let(4)
    driver.until(lambda: done(arena) == 4, 60)
    driver.key(pygame.K_ESCAPE)
    assert isinstance(driver.app.scene, Home)
    driver.until(lambda: not [one for one in set(threading.enumerate()) - others if one.name == "batch"])
    before = kept(driver)[0]
    again = arena_of(driver, GREEDY, RANDOM, games=100)
    driver.until(lambda: again.known.options)
    row = next(number for number, one in enumerate(again.known.options) if one.label == "Isolation, games")
    again.known.choose(row)
    driver.until(lambda: done(again) == before, 60)
    driver.frame(2)
    assert again.setup.plan.players == (GREEDY, OTHER) and again.start.label == "Go on"
    gate.open()
    driver.key(pygame.K_SPACE)
    driver.until(lambda: again.contest.over, 60)
    assert kept(driver) == [20]


def test_watched_game_shows_its_players_thoughts(driver, gate):
    arena = arena_of(driver, GREEDY, OTHER)
    driver.key(pygame.K_SPACE)
    gate.let(2)
    driver.until(lambda: len(arena.games.games) == 2, 60)
    index, game = next((i, one) for i, one in enumerate(arena.games.games) if one.number == 0)
    driver.frame()
    driver.click(arena.games.list.area(index).center)
    driver.frame(2)
    watched = driver.app.scene
    assert isinstance(watched, Play)
    record = watched.session.study.record
    assert [(ply.move, ply.chance) for ply in record.plies] == list(game.moves)
    assert watched.session.study.cursor == arena.contest.tournament.random_plies
    driver.until(lambda: not watched.session.study.of(ReplayedSearches).running, 60)
    driver.frame()
    thought = watched.session.study.thought_here
    assert thought is not None and thought.move == record.plies[watched.session.study.cursor].move
    gate.let(5)
    driver.until(lambda: done(arena) >= 7, 60)
    driver.key(pygame.K_ESCAPE)
    assert driver.app.scene is arena and arena.contest.plays
    assert driver.saves.list() == []


def test_a_cell_of_the_table_lists_its_games_alone(driver):
    arena = arena_of(driver, GREEDY, OTHER, RANDOM)
    driver.key(pygame.K_SPACE)
    driver.until(lambda: arena.contest.over, 60)
    driver.frame(2)
    assert len(arena.games.games) == 60
    driver.click_on(("cell", 0, 2))
    driver.frame()
    tournament = arena.contest.tournament
    assert len(arena.games.games) == 20
    assert {tournament.slot(game.number).pairing for game in arena.games.games} == {1}
    assert "20" not in driver.tip_at(driver.rect(("cell", 0, 2)).center)
    driver.click_on(("cell", 0, 2))
    driver.frame()
    assert len(arena.games.games) == 60


def test_test_shows_its_likelihood_ratio_and_no_elo(driver, gate):
    arena = arena_of(driver, GREEDY, OTHER)
    driver.click_on(("arena", "Test"))
    assert any("Takes about 1\u202f600 to 2\u202f600 games" in text for text in [arena.setup.what_it_takes()])
    driver.key(pygame.K_SPACE)
    gate.let(6)
    driver.until(lambda: done(arena) == 6, 60)
    said = labels(driver)
    assert "Likelihood ratio" in said and "Elo" not in said and not arena.contest.over
    assert any("is not decided yet" in text for text in said)
    driver.key(pygame.K_SPACE)
    gate.let(arena.setup.workers.value * AHEAD)
    driver.until(lambda: arena.contest.doing == "paused", 60)
    assert arena.contest.news.table.test.decision == NONE
    assert "paused, undecided" in labels(driver)
    tested = arena.contest.news.games
    driver.click_on(arena.measure_button)
    gate.let(4)
    driver.until(lambda: arena.contest.tournament is not None and done(arena) >= 4, 60)
    measured = arena.contest.tournament
    assert measured.test is None and measured.skipped == max(game.number for game in tested) // 2 + 1
    openings = {game.moves[: measured.random_plies] for game in tested}
    assert not openings & {game.moves[: measured.random_plies] for game in arena.contest.news.games}
    assert "Elo" in labels(driver) and arena.setup.plan.test is None


def test_a_test_that_is_over_says_what_it_decided(driver):
    arena = arena_of(driver, GREEDY, OTHER)
    assert "Games per pair" in labels(driver)
    driver.click_on(("arena", "Test"))
    choose(driver, arena.setup.bounds, (0.0, 50.0))
    assert "Decide between" in labels(driver) and "0 and 50 Elo" in labels(driver)
    driver.key(pygame.K_SPACE)
    driver.until(lambda: arena.contest.over, 60)
    driver.frame()
    said = labels(driver)
    assert any(text.endswith(", by 50 normalized Elo rather than 0.") for text in said)
    assert "the test is over" in said and f"{arena.contest.news.done} games" in said
    assert not arena.start.enabled and arena.contest.news.done < arena.contest.news.total


def test_players_are_added_written_and_taken_away_by_keyboard(driver):
    arena = arena_of(driver, GREEDY, OTHER, games=100)
    driver.tab_to(arena.setup.add)
    driver.key(pygame.K_RETURN)
    assert len(arena.setup.lines) == 3
    line = arena.setup.lines[2]
    assert driver.zone(line.text) is None, "it stands behind the details"
    driver.key(pygame.K_x)
    driver.tab_to(line.text)
    driver.type("random,seed=3")
    assert arena.setup.plan.players == (GREEDY, OTHER, "random,seed=3")
    assert "Random moves, seed 3" in labels(driver)
    driver.key(pygame.K_a, pygame.KMOD_CTRL)
    driver.type("greedy:nobody")
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_SPACE)
    assert not arena.contest.shown and "nobody" in arena.problem and line.text.problem
    assert arena.problem in labels(driver) or any(text in arena.problem for text in labels(driver) if text)
    driver.click_on(line.remove)
    assert arena.setup.plan.players == (GREEDY, OTHER)


def test_a_test_takes_two_players_and_a_person_is_none(driver, monkeypatch):
    arena = arena_of(driver, GREEDY, OTHER, RANDOM, games=100)
    driver.click_on(("arena", "Test"))
    driver.key(pygame.K_SPACE)
    assert "exactly two players" in arena.problem and not arena.contest.shown
    colors, paragraph = {}, Sheet.paragraph
    monkeypatch.setattr(
        Sheet, "paragraph", lambda *args: colors.update({args[2]: args[4]}) or paragraph(*args)
    )
    driver.app.redraw()
    driver.frame()
    assert colors[arena.problem] == driver.app.theme.warning
    arena.setup.lines[0].take("human")
    driver.key(pygame.K_SPACE)
    assert "no human" in arena.problem


def test_a_look_at_the_tab_test_drops_nothing(driver, gate):
    arena = arena_of(driver, GREEDY, OTHER)
    driver.key(pygame.K_SPACE)
    gate.let(2)
    driver.until(lambda: done(arena) == 2, 60)
    driver.click_on(("arena", "Test"))
    driver.frame(2)
    assert arena.contest.plays and done(arena) == 2 and says(driver, STILL_PLAYS)
    assert arena.start.label == "Pause"
    gate.let(2)
    driver.until(lambda: done(arena) == 4, 60)
    driver.click_on(("arena", "Games"))
    assert not arena.differs and not says(driver, STILL_PLAYS)
    gate.open()
    driver.until(lambda: arena.contest.over, 60)
    assert kept(driver) == [20]
    driver.click_on(("arena", "Test"))
    assert says(driver, NOT_YET) and "20 of 20 games" in labels(driver)
    assert arena.start.enabled and arena.start.label == "Start"


def test_a_changed_plan_begins_only_when_a_person_starts_it(driver, gate):
    arena = arena_of(driver, GREEDY, OTHER)
    driver.key(pygame.K_SPACE)
    gate.let(2)
    driver.until(lambda: done(arena) == 2, 60)
    driver.tab_to(arena.setup.seed)
    driver.type("5")
    driver.key(pygame.K_ESCAPE)
    assert arena.contest.plays and arena.contest.tournament.seed == 0
    gate.open()
    driver.key(pygame.K_SPACE)
    assert not arena.contest.plays and arena.start.label == "Start"
    driver.key(pygame.K_SPACE)
    driver.until(lambda: arena.contest.over and arena.contest.tournament.seed == 5, 60)
    assert min(kept(driver)) >= 2 and max(kept(driver)) == 20


def test_other_tournament_replaces_a_running_one_only_if_wanted(driver, gate):
    arena = arena_of(driver, GREEDY, OTHER)
    driver.key(pygame.K_SPACE)
    gate.let(2)
    driver.until(lambda: done(arena) == 2, 60)
    arena.shown_again()
    driver.until(lambda: any(option.label == "Isolation, games" for option in arena.known.options))
    by_name = {option.label: row for row, option in enumerate(arena.known.options)}
    arena.known.choose(by_name["isolation-published"])
    dialog = driver.app.scene
    assert isinstance(dialog, ConfirmDialog)
    driver.key(pygame.K_ESCAPE)
    assert driver.app.scene is arena and arena.contest.plays and done(arena) == 2
    driver.click_on(("arena", "Test"))
    arena.known.choose(by_name["Isolation, games"])  # the same one: back to its plan
    assert driver.app.scene is arena and arena.contest.plays and not arena.differs
    arena.known.choose(by_name["isolation-published"])
    driver.frame()
    driver.click_on(driver.app.scene.buttons[1])
    driver.until(lambda: arena.contest.tournament is not None and len(arena.contest.tournament.entrants) > 2)
    assert not arena.contest.plays and kept(driver)[-1] == 2


def test_a_file_that_is_opened_leaves_the_tournament_playing(driver, gate, tmp_path):
    arena = arena_of(driver, GREEDY, OTHER)
    driver.key(pygame.K_SPACE)
    gate.let(1)
    driver.until(lambda: len(arena.games.games) == 1, 60)
    arena.watch(arena.contest.tournament, arena.games.games[0])
    driver.until(lambda: isinstance(driver.app.scene, Play), 60)
    watched = driver.app.scene
    file = tmp_path / "game.pgn"
    file.write_text("1. e4 e5 *\n", encoding="utf-8")
    driver.app.scene.dropped(file)
    driver.until(lambda: isinstance(driver.app.scene, Play) and driver.app.scene is not watched, 60)
    assert driver.app.scenes[1] is arena and arena.contest.plays and watched not in driver.app.scenes
    driver.key(pygame.K_ESCAPE)
    assert driver.app.scene is arena


def test_a_game_leads_to_the_arena_with_its_programs(driver):
    play = driver.play("isolation", "human", "greedy:open")
    driver.key(pygame.K_g)
    arena = driver.app.scene
    assert isinstance(arena, Arena)
    assert arena.setup.plan.players == ("greedy:open", usual_players("isolation")[0])
    driver.key(pygame.K_ESCAPE)
    assert driver.app.scene is play


def test_from_a_watched_game_the_arena_below_is_shown_again(driver, gate):
    arena = arena_of(driver, GREEDY, OTHER)
    driver.key(pygame.K_SPACE)
    gate.let(1)
    driver.until(lambda: len(arena.games.games) == 1, 60)
    arena.watch(arena.contest.tournament, arena.games.games[0])
    driver.frame(2)
    driver.key(pygame.K_g)
    assert driver.app.scene is arena and arena.contest.plays and len(driver.app.scenes) == 2


@pytest.fixture
def locked(driver):
    """Locks the file of results until the end of the test, as another program does that writes to it."""
    with Results(results_file(driver.saves.data)):
        pass
    other = sqlite3.connect(results_file(driver.saves.data), isolation_level=None)
    yield lambda: other.execute("BEGIN IMMEDIATE")
    other.close()


def test_no_frame_waits_for_a_locked_file_of_results(driver, gate, locked, monkeypatch):
    arena = arena_of(driver, GREEDY, OTHER)
    driver.key(pygame.K_SPACE)
    driver.until(lambda: arena.contest.plays and arena.contest.news is not None, 60)
    locked()
    waited = []
    monkeypatch.setattr(threading.Thread, "join", lambda thread, timeout=None: waited.append(timeout))
    gate.let(3)  # games that have ended, and wait to be saved
    driver.key(pygame.K_ESCAPE)
    assert isinstance(driver.app.scene, Home)
    assert set(waited) == {0.0}
    driver.until(lambda: not driver.app.scene.history.reading)


def test_the_list_of_tournaments_holds_up_no_other_file(driver, locked):
    locked()
    arena = arena_of(driver, GREEDY, OTHER)
    driver.frame(3)
    assert not arena.known.options
    driver.patient = False  # the home screen reads its games in the same lane
    driver.key(pygame.K_ESCAPE)
    job = driver.app.files.do(lambda job: "read", "a file")
    driver.until(lambda: job.over, 10)
    assert job.news.value == "read"


def test_a_plan_that_cannot_be_played_is_reported(driver, monkeypatch):
    arena = arena_of(driver, GREEDY, OTHER)
    results_file(driver.saves.data).write_text(
        "no database at all, but a text of some length" * 40, encoding="utf-8"
    )
    driver.key(pygame.K_SPACE)
    driver.until(lambda: arena.contest.problem)
    assert any("cannot be used for results" in text for text in labels(driver))


def test_a_preset_that_names_a_program_is_asked_about(driver, tmp_path, monkeypatch):
    import study.tournaments.tournament_files as files

    presets = tmp_path / "presets"
    presets.mkdir()
    (presets / "cup.yaml").write_text(
        "game: chess\ndescription: A cup.\ngames: 2\n"
        "players: {one: random, two: 'uci:/no/such/program,ms=10'}\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(files, "PRESETS", presets)
    arena = arena_of(driver, GREEDY, OTHER, games=100)
    driver.until(lambda: arena.known.options)
    assert [option.label for option in arena.known.options] == ["cup"]
    arena.known.choose(0)
    driver.until(lambda: arena.contest.tournament is not None, 60)
    driver.frame(2)
    assert arena.title == "Arena: Chess"
    driver.key(pygame.K_SPACE)
    assert isinstance(driver.app.scene, ConfirmDialog) and not arena.contest.plays
    driver.key(pygame.K_ESCAPE)
    assert driver.app.scene is arena and not arena.contest.plays


@pytest.mark.parametrize(
    "opening", [((640, 480), 1.0), ((1280, 720), 1.5)], indirect=True, ids=["small", "150 %"]
)
def test_table_replaces_the_controls_where_both_do_not_fit(driver):
    arena = arena_of(driver, GREEDY, OTHER)
    assert driver.zone(arena.setup.add) is not None
    driver.key(pygame.K_SPACE)
    driver.until(lambda: arena.contest.over, 60)
    driver.frame()
    assert driver.zone(arena.setup.add) is None and "20 of 20 games" in labels(driver)
    driver.key(pygame.K_t)
    driver.frame()
    assert driver.zone(arena.setup.add) is not None


def test_players_are_listed_by_name_with_texts_in_details(driver):
    arena = arena_of(driver, GREEDY, OTHER, games=100)
    assert not any("greedy:" in text or "alphabeta:" in text for text in labels(driver))
    choose(driver, arena.setup.lines[1].who, "level:2")
    assert arena.setup.plan.players == (GREEDY, "level:2") and "Level 2" in labels(driver)
    driver.click_on(arena.setup.details)
    assert arena.setup.lines[1].text.text == "level:2" and driver.zone(arena.setup.lines[1].text)
    assert "level:2" in driver.tip_at(driver.rect(arena.setup.lines[1].who).center)
