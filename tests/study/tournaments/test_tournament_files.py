"""Tournaments in YAML: the presets, and the messages about mistakes."""

from pathlib import Path

import pytest

from arena.tournament import Tournament
from games.contract import BadText
from study.settings.settings import Settings
from study.tournaments.tournament_files import (
    find_tournament,
    preset_names,
    published_of,
    read_tournament,
    tournament_of,
)

GOOD = """
game: isolation
games: 10
players:
  one: random
  two: greedy:improved
  three: random,busy=1
"""


def read(text: str, tmp_path: Path, settings: Settings | None = None) -> Tournament:
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    return tournament_of(read_tournament(path), path.stem, settings or Settings())


@pytest.mark.parametrize("name", preset_names())
def test_preset_is_played_and_its_published_figures_compared(name: str) -> None:
    file = read_tournament(find_tournament(name))
    tournament = tournament_of(file, name, Settings())
    published = published_of(file)
    assert file.description and published is not None and published.source and published.claims
    assert Tournament.of_text(tournament.text) == tournament
    names = [entrant.name for entrant in tournament.entrants]
    met = {frozenset(pairing) for pairing in tournament.pairings}
    for figure in published.figures:
        if figure.second is not None:
            assert frozenset((names.index(figure.first), names.index(figure.second))) in met
    assert not any(entrant.player.command for entrant in tournament.entrants)
    assert not any(entrant.player.option("ms") for entrant in tournament.entrants), "not repeatable"


def test_the_published_presets_are_there() -> None:
    assert {
        "isolation-published",
        "morris-weights",
        "jungle-published",
        "chess-agents",
        "tabletactics-published",
    } <= set(preset_names())
    isolation = tournament_of(read_tournament(find_tournament("isolation-published")), "i", Settings())
    assert isolation.total == 11200 and len(isolation.pairings) == 28


def test_a_file_is_a_tournament(tmp_path: Path) -> None:
    everybody = read(GOOD, tmp_path)
    assert (everybody.name, everybody.games, everybody.pairings) == ("mine", 10, ((0, 1), (0, 2), (1, 2)))
    assert read(GOOD + "challengers: [two]\n", tmp_path).pairings == ((1, 0), (1, 2))
    own = read(GOOD + "challengers: [two, one]\nopponents: [one]\n", tmp_path)
    assert own.pairings == ((1, 0), (0, 0))
    settings = Settings.model_validate({"weights": {"isolation": {"improved": {"mobility": 2.0}}}})
    assert read(GOOD, tmp_path, settings).weights == {"improved": {"mobility": 2.0}}


def test_rules_of_the_file_stand_before_those_of_the_settings(tmp_path: Path) -> None:
    text = "game: morris\nplayers: {a: random, b: random}\nrules: {quiet_limit: 30}\n"
    settings = Settings.model_validate({"games": {"morris": {"quiet_limit": 50, "repetition": 2}}})
    options = read(text, tmp_path, settings).options.model_dump()
    assert (options["quiet_limit"], options["repetition"]) == (30, 2)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "expected keys such as 'game:'"),
        ("[]", "expected keys"),
        ("game: [", "not YAML"),
        ("game: no-such\nplayers: {a: random, b: random}", "expected one of isolation"),
        ("players: {a: random}", "game: "),
        (GOOD + "gmaes: 3", "gmaes: unknown key"),
        (GOOD.replace("10", "many"), "games: "),
        (GOOD.replace("10", "7"), "even number"),
        (GOOD.replace("greedy:improved", "greedy:good"), "players.two: "),
        (GOOD.replace("greedy:improved", "human"), "no human"),
        (GOOD + "challengers: [four]", "challengers: expected one of one, two, three, found 'four'"),
        (GOOD + "challengers: []", "challengers: "),
        (GOOD + "opponents: [one]", "opponents: expected challengers too"),
        (GOOD + "challengers: [one, two]\nopponents: [one, two]", "would meet twice"),
        (GOOD + "challengers: [one, two, three]", "no challenger"),
        (GOOD + "rules: {fast: 1}", "rules.fast"),
        (GOOD + "sprt: [0, 20]", "sprt: expected two players"),
        (GOOD + "published: {figures: [{first: one, second: two}]}", "expected either score or draws"),
        (GOOD + "published: {figures: [{first: one, draws: 0.5}]}", "second"),
        (GOOD + "published: {figures: [{first: one, score: 50}]}", "published.figures.0.score"),
        (GOOD + "published: {claims: [{text: x, better: one, than: nobody}]}", "found 'nobody'"),
        ("game: isolation\nplayers: {a: random, b: random}\nsprt: [20, 0]", "sprt"),
        (GOOD + "x: &a 1\ny: *a", "alias"),
        (GOOD + "  one: greedy:improved", "line 8: the key 'one' stands twice, first in line 5"),
        (GOOD + "  'one ': greedy:improved", "'one ' differs from 'one' in line 5 by blanks alone"),
        (GOOD + "  ' ': random", "expected names of 1 to 60 characters, found ' '"),
    ],
)
def test_a_mistake_is_one_line(text: str, named: str, tmp_path: Path) -> None:
    with pytest.raises(BadText) as caught:
        read(text, tmp_path)
    assert named in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["no-such", "x\0y", ""])
def test_a_name_that_is_none_says_which_there_are(name: str) -> None:
    with pytest.raises(BadText, match="isolation-published"):
        find_tournament(name)
