"""Why a search for telling positions found few, in words."""

from arena.truth.searched_positions import SearchTally
from study.format import number_text


def why_so_few(tally: SearchTally) -> str:
    """A sentence on the positions that tell nothing."""
    if not tally.positions:
        return f"No position near the end of {number_text.grouped(tally.games)} games has two moves."
    reasons = (
        (tally.unproven, "are too far from the end to be proven"),
        (tally.alike, "have moves of one outcome"),
        (tally.won_at_once, "are won at once"),
    )
    shares = [f"{number_text.percent(n / tally.positions)} {why}" for n, why in reasons if n]
    games, positions = number_text.grouped(tally.games), number_text.grouped(tally.positions)
    return f"Of {positions} positions near the ends of {games} games {', '.join(shares)}."
