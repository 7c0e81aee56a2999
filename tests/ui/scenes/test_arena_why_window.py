"""The arena's page that says why a match was lost."""

import pygame
import pytest
from driving import Driver, choose
from test_arena_window import arena_of, labels, says

from arena.results import Results
from games.compiling.compiler import jit_disabled
from study.compare.heuristic_pair import HeuristicPair
from study.tournaments.tournaments import results_file
from ui.scenes.arena.arena import Arena
from ui.scenes.play.play import Play

pytestmark = pytest.mark.skipif(jit_disabled(), reason="searches many times")

PLAYERS = ("greedy:custom_score", "greedy:custom_score,targets=-1")


@pytest.fixture
def arena(driver: Driver) -> Arena:
    """The arena with a match that was played to its end."""
    arena = arena_of(driver, *PLAYERS)
    driver.key(pygame.K_SPACE)
    driver.until(lambda: arena.contest.over, 60)
    driver.frame()
    return arena


def explained(driver: Driver, arena: Arena) -> None:
    """Shows the page, and waits for it."""
    driver.key(pygame.K_w)
    driver.frame()
    driver.until(lambda: arena.why.task.news is not None and not arena.why.task.running, 60)
    driver.frame(2)


def test_the_page_begins_with_the_sentence(driver: Driver, arena: Arena) -> None:
    assert "Why lost?" in labels(driver) and not says(driver, "stood between")
    explained(driver, arena)
    news = arena.why.task.news
    assert news is not None and news.found
    lost, won = len(news.pairs(True)), len(news.pairs(False))
    assert says(driver, f"lost {lost} pairs and won {won}.")
    assert says(driver, "Mostly moves outside corners stood between the two")
    assert arena.why.pairs.count == len(news.found)
    driver.key(pygame.K_w)
    driver.frame()
    assert arena.games.list.count == 20 and not says(driver, "stood between")


def test_a_position_opens_with_both_games_and_both_heuristics(driver: Driver, arena: Arena) -> None:
    explained(driver, arena)
    news = arena.why.task.news
    assert news is not None
    parting = next(each for each in news.pairs(True) if each.position is not None)
    row = next(at for at, each in enumerate(arena.why.pairs.rows) if each.key == parting.pair.number)
    driver.click(arena.why.pairs.area(row).center)
    driver.until(lambda: isinstance(driver.app.scene, Play), 60)
    driver.frame(2)
    scene = driver.app.scene
    assert isinstance(scene, Play)
    study = scene.session.study
    assert study.position.text == parting.position.text  # type: ignore[union-attr]
    after = study.record.tree[study.record.node(parting.pair.plies)].children
    moves = [study.record.tree[each].ply.move for each in after]  # type: ignore[union-attr]
    assert moves == [choice.move for choice in parting.choices]
    held = study.of(HeuristicPair).held
    assert held == tuple(news.lenses[choice.player] for choice in parting.choices)
    assert "chose" in study.of(HeuristicPair).sentence_on(study.position)


def test_a_deeper_search_adds_who_was_wrong(driver: Driver, arena: Arena) -> None:
    explained(driver, arena)
    assert "deeper search" not in labels(driver)
    driver.click_on(arena.why.deeper)
    driver.frame()
    driver.until(lambda: not arena.why.task.running, 60)
    driver.frame(2)
    assert "deeper search" in labels(driver) and says(driver, "A deeper search finds its move worse in")
    assert "Ask a deeper search" not in labels(driver)


def test_of_several_players_two_have_to_be_chosen(driver: Driver) -> None:
    arena = arena_of(driver, *PLAYERS, "random")
    driver.key(pygame.K_SPACE)
    driver.until(lambda: arena.contest.over, 60)
    driver.frame()
    driver.key(pygame.K_w)
    driver.frame()
    assert says(driver, "Choose two players: click their score in the table.") and "Games" in labels(driver)
    assert "Why lost?" not in labels(driver)
    arena.table.choose(0)
    driver.frame(2)
    explained(driver, arena)
    assert arena.why.task.pairing == 0 and says(driver, "stood between the two")


def test_values_are_kept_if_the_setup_says_so(driver: Driver) -> None:
    for keeps, games in ((False, 2), (True, 4)):
        arena = arena_of(driver, *PLAYERS, games=20)
        choose(driver, arena.setup.keeps, keeps)
        arena.setup.seed.show(str(games))
        driver.key(pygame.K_SPACE)
        driver.until(lambda: arena.contest.over, 60)  # noqa: B023
        with Results(results_file(driver.saves.data)) as results:
            newest = results.tournaments()[0].id
            assert [bool(game.values) for game in results.games(newest)] == [keeps] * 20
        driver.key(pygame.K_ESCAPE)
    assert driver.app.choices.keeps_values


def test_a_tournament_that_is_over_opens(driver: Driver, arena: Arena) -> None:
    """Its file gives two equal snapshots, one after the other."""
    driver.key(pygame.K_ESCAPE)
    again = arena_of(driver, "random", "random")
    driver.until(lambda: again.known.options, 60)
    again.look_at(again.known.options[0].value)
    driver.until(lambda: again.contest.over, 60)
    driver.frame(3)
    explained(driver, again)
    assert says(driver, "stood between the two")
