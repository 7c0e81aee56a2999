"""What a search for gaps depends on."""

from arena.gaps.plan import USUAL_OPENINGS, GapsPlan
from games.registry import load_game


def plan_of(games: int | None = None) -> GapsPlan:
    return GapsPlan("morris", "weighted", load_game("morris").options(), games=games)


def test_text_differs_where_more_games_need_more_openings() -> None:
    """More openings may take more random plies, and then the kept games are not the plan's."""
    assert plan_of(USUAL_OPENINGS + 1).text != plan_of().text


def test_text_is_the_same_for_fewer_games_than_openings() -> None:
    assert plan_of(100).text == plan_of(USUAL_OPENINGS).text == plan_of().text
