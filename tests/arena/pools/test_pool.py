"""The games that come with the program: played again, refused where rules have changed, and sampled."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from arena.pools.making import made
from arena.pools.pool import APART, NEAR_END, GamePool, _loaded, pool_of, replayed
from arena.pools.pool_file import SHIPPED, read_pool, shipped_file, write_pool
from arena.pools.replay import POOLS
from arena.single_game import points_of
from engines.compiling.kernel_parts import parts_of_rules
from games.compiling.compiler import jit_disabled
from games.contract import WHITE, BadText
from games.position import Position
from games.registry import game_names, load_game

pytestmark = pytest.mark.skipif(jit_disabled(), reason="plays thousands of moves")

MOST_BYTES = 80_000
"""Of all pools together, which the wheel carries."""

GAMES = [name for name in game_names() if shipped_file(name).is_file()]


def test_all_games_have_a_pool_and_pools_are_small() -> None:
    assert {"isolation", "morris", "chess", "jungle", "tabletactics"} <= set(GAMES)
    assert sum(path.stat().st_size for path in SHIPPED.iterdir()) <= MOST_BYTES


@pytest.mark.parametrize("game", GAMES)
def test_each_pool_is_played_again_by_todays_rules(game: str) -> None:
    pool = pool_of(game)
    for number in (0, pool.games - 1):
        position = Position.start(pool.rules, pool.file.options)
        for state in pool.line(number)[1:]:
            followers = {
                after.text: after
                for move in position.moves
                for after in (position.play(move, chance) for chance in range(len(position.chances(move))))
            }
            position = followers[pool.rules.format(state)]
        if pool.file.complete[number]:
            assert points_of(position.outcome, WHITE) == pool.file.white[number]


@pytest.mark.parametrize("game", GAMES)
def test_most_games_are_decided_and_none_is_twice(game: str) -> None:
    file = pool_of(game).file
    assert file.games and np.mean(np.array(file.white) == 0.5) < 0.4
    assert 0.35 < np.mean(file.white) < 0.65
    assert len(set(file.numbers)) == len(file.numbers)


def test_positions_are_apart_and_not_near_the_end() -> None:
    pool = pool_of("morris")

    def first_plies(seed: int) -> list[int]:
        return pool.positions(seed, of_a_game=5).plies[:50].tolist()

    found = pool.positions(1, of_a_game=5)
    assert first_plies(1) == found.plies[:50].tolist(), "the same seed, the same positions"
    assert first_plies(2) != first_plies(1)
    for number in np.unique(found.games):
        plies = found.plies[found.games == number]
        assert (np.diff(plies) >= APART).all() and len(plies) <= 5
        assert plies[0] >= pool.file.opened[number]
        if pool.file.complete[number]:
            assert plies[-1] < len(pool.line(number)) - NEAR_END


def test_results_are_those_of_the_side_to_move() -> None:
    found = pool_of("isolation").positions(1)
    black = found.sides == 1
    assert black.any() and (found.results[black] == 1.0 - found.white[black]).all()
    assert (found.results[~black] == found.white[~black]).all()
    first = int(np.flatnonzero(black)[0])
    assert found.text(first) == found.position(first).text


def test_pool_is_refused_where_the_rules_have_changed() -> None:
    rules = load_game("isolation")

    def fewer(state, out):  # type: ignore[no-untyped-def]
        count = legal_moves(state, out)
        return count - 1 if count > 3 else count

    legal_moves = rules.legal_moves
    changed = replace(rules, legal_moves=fewer)
    with pytest.raises(BadText, match="the games that come with isolation break its rules: python"):
        replayed(changed, read_pool(shipped_file("isolation"), changed))


def test_game_without_a_pool_is_told_how_to_make_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("arena.pools.pool.shipped_file", lambda game: tmp_path / f"{game}.pool")
    with pytest.raises(BadText, match=r"no games of morris come .* python -m arena.pools.making morris"):
        _loaded.__wrapped__(load_game("morris"))


def test_file_gives_back_the_games_that_were_written(tmp_path: Path) -> None:
    rules = load_game("isolation")
    pool = made(rules, rules.options(), 3, seed=5)
    write_pool(tmp_path / "pool", pool)
    found = read_pool(tmp_path / "pool", rules)
    assert found == pool
    assert replayed(rules, found).games == 3


@pytest.mark.parametrize("content", [b"", b"nothing", b"x\x9c\x03\x00\x00\x00\x00\x01"])
def test_file_that_is_no_pool_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "broken.pool").write_bytes(content)
    with pytest.raises(BadText, match=r"broken\.pool: expected a pool of games"):
        read_pool(tmp_path / "broken.pool", load_game("isolation"))
    with pytest.raises(BadText, match="no such file"):
        read_pool(tmp_path / "missing.pool", load_game("isolation"))


def test_replay_is_a_part_that_a_child_compiles() -> None:
    rules = load_game("isolation")
    (part,) = parts_of_rules(rules, POOLS)
    assert isinstance(pool_of("isolation"), GamePool) and part.is_ready()
    assert parts_of_rules(replace(rules, name="mine"), POOLS) == (), "only games of the registry have parts"
