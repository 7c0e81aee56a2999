"""How a person wants values to be shown, in every game."""

from dataclasses import dataclass, field

from engines.player_kinds import USUAL_LINES


@dataclass
class ViewChoices:
    """`for_mover`: values are for the side to move, not always for White. `terms_by_size`: tables of terms
    are sorted by size, not in the heuristic's order. `move_costs`: the costs of moves are shown even without
    a review. `lines` is the number of best lines of an analysis or a hint. `folds` is what is folded or
    unfolded in tables of terms (`Study.folds_of`)."""

    for_mover: bool = False
    terms_by_size: bool = False
    move_costs: bool = False
    lines: int = USUAL_LINES
    folds: dict[str, dict[str, bool]] = field(default_factory=dict)
