"""The suggested players for a suite: the game's programs, and the shown heuristic."""

from engines.player_kinds import PlayerSpec
from engines.player_text import STRONGEST
from study.game.side_engines import weights_of
from study.state.study import Study

CASE_MILLISECONDS = 200
"""The limit of the suggested players for a case."""

PLIES = 4


def suggested_players(study: Study) -> tuple[str, ...]:
    """Players' texts, each once: the programs that play; the shown heuristic with its present weights, by
    time and by depth; every heuristic of the game."""
    lens = study.lens
    weights = weights_of(lens, study.named(lens.name)) if lens.name in study.lens_names else ()
    quick = (("ms", CASE_MILLISECONDS),)
    found = [
        *(spec for spec in study.players if not spec.is_human),
        PlayerSpec(STRONGEST, lens.name, quick, weights=weights),
        PlayerSpec("alphabeta", lens.name, (("depth", PLIES),), weights=weights),
        *(PlayerSpec(STRONGEST, name, quick) for name in study.lens_names),
    ]
    return tuple(dict.fromkeys(map(str, found)))
