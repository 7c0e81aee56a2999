"""Puts into words what limits a level, one of the program's eight strengths."""

from engines.player_kinds import PlayerSpec
from heuristics.registry import default_heuristic, levels_of
from study.format import number_text
from study.format.player_names import player_in_words
from study.format.value_format import ValueFormat

LARGE = 5.0
"""In clear advantages. A level may choose a move that is worse than the best by less than its slack. If the
slack is larger than LARGE, it may play almost any move. But it always takes a forced win."""


def limits_in_words(spec: PlayerSpec | None, game: str) -> str:
    """What a level is limited to: "Level 1 looks 3 plies ahead and may skip moves that are better by up to
    1.5 pawns." "" for a player of another kind, and for None."""
    if spec is None or not spec.level:
        return ""
    level = levels_of(game)[spec.level - 1]
    name = player_in_words(str(spec), game).partition(",")[0]  # without its seed
    if level.nodes is not None:
        return f"{name} searches at most {number_text.grouped(level.nodes)} nodes a move."
    assert level.depth is not None, "a level has a depth or a number of nodes"
    looks = f"{name} looks {number_text.plies(level.depth)} ahead"
    if level.slack == 0.0:
        return f"{looks}."
    if level.slack > LARGE:
        return f"{looks} and may play almost any move."
    heuristic = default_heuristic(game)
    most = ValueFormat.of(heuristic).plain(level.slack * heuristic.clear_advantage)
    return f"{looks} and may skip moves that are better by up to {most}."
