"""What is compiled ahead is all that the window can ask for in a game."""

from dataclasses import replace

import pytest

from arena.check.walks import WALKS
from arena.compiled_games import GAMES
from arena.pools.replay import POOLS
from engines.compiling.kernel_parts import CONTRIBUTIONS, EVALUATION, KernelPart
from engines.levels import LEVEL
from engines.player_text import make_engine, parse_player, tireless
from engines.search_engine import Searcher, parts_of_engine
from games.registry import game_names
from heuristics.levels import COUNT
from heuristics.registry import default_heuristic, heuristics_of, is_as_shipped, look_in
from own_heuristics import MOVER, source, write
from study.game.later_parts import later_parts
from study.review.reviewer import usual_searcher
from study.settings.settings import Settings
from study.why_not.questions import searcher_like


def parts_of_player(text: str, game: str, explains: bool = True) -> set[KernelPart]:
    engine = make_engine(parse_player(text, game), game, table_megabytes=1, explains=explains)
    assert isinstance(engine, Searcher)
    return {*parts_of_engine(engine), *parts_of_engine(replace(engine, lines=3))}


@pytest.mark.parametrize("game", game_names())
def test_a_game_lists_all_that_its_window_asks_for(game: str) -> None:
    """The levels in the window and in the arena, what Arena proposes, an analysis, Review, and why not."""
    usual = default_heuristic(game).name
    listed = set(later_parts(game, (), Settings()))
    for level in range(1, COUNT + 1):
        assert listed >= parts_of_player(f"{LEVEL}:{level}", game)
        assert listed >= parts_of_player(f"{LEVEL}:{level}", game, explains=False)
    assert listed >= parts_of_player(f"alphabeta:{usual},nodes=5000", game, explains=False)
    assert listed >= parts_of_player(str(tireless(usual, lines=3)), game)
    lens = Settings().lens(game, usual)
    assert listed >= {*parts_of_engine(usual_searcher(lens))}
    assert any(part.kind == "games" for part in listed)
    evaluated = {part.heuristic for part in listed if part.kind == EVALUATION}
    assert evaluated == {each.name for each in heuristics_of(game) if is_as_shipped(each)}


def test_the_chosen_search_is_compiled_first() -> None:
    chosen = Settings(engine={"search": "selective"})
    analyst = parts_of_player("selective:classical,depth=100", "chess")
    assert analyst <= set(later_parts("chess", (), Settings()))
    later = later_parts("chess", (parse_player("level:8", "chess"),), chosen)
    assert analyst == set(later[: len(analyst)])


@pytest.mark.parametrize("game", game_names())
def test_a_match_and_a_check_find_their_kernels_compiled(game: str) -> None:
    listed = later_parts(game, (), Settings())
    assert {part.kind for part in listed} >= {GAMES, POOLS, WALKS}
    split = {part.heuristic for part in listed if part.kind == CONTRIBUTIONS}
    assert split == {each.compiled_as.name for each in heuristics_of(game) if is_as_shipped(each)}


def test_the_programs_that_play_come_first() -> None:
    plays = parse_player("minimax:michniewski,depth=2", "chess")
    engine = make_engine(plays, "chess", table_megabytes=1, explains=True)
    assert isinstance(engine, Searcher)
    found = later_parts("chess", (plays,), Settings())
    assert found[:2] == parts_of_engine(engine) and len(set(found)) == len(found)


def test_own_files_are_not_compiled_ahead(tmp_path) -> None:  # type: ignore[no-untyped-def]
    write(tmp_path / "mine.py", source(weight=2.0, body=MOVER))
    look_in(tmp_path)
    try:
        plays = parse_player("alphabeta:mine,depth=2", "isolation")
        found = later_parts("isolation", (plays,), Settings())
        assert found and not any(part.heuristic == "mine" for part in found)
    finally:
        look_in(None)


def test_a_search_for_why_not_is_among_them() -> None:
    from games.position import Position
    from games.registry import load_game

    for game in game_names():
        position = Position.start(load_game(game))
        lens = Settings().lens(game, default_heuristic(game).name)
        engine = searcher_like(position, None, lens)
        assert set(parts_of_engine(engine)) <= set(later_parts(game, (), Settings()))
