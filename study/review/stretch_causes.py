"""Which terms fell most in the stretch in which a game was lost."""

from heuristics.guarded_evaluation import terms_of
from heuristics.lens import Lens
from study.core.move_loss import Reviewed, ReviewedMove
from study.format.loss_scale import standing
from study.format.term_groups import Part
from study.format.value_format import ValueFormat
from study.moves.line_terms import terms_at_end
from study.review.stretch import Stretch
from study.why_not.main_reasons import reasons


def stretch_causes(reviewed: Reviewed, stretch: Stretch) -> str:
    """The terms of the fall, from the ends of the best lines before and after it: "mostly king safety and
    material". "" if one of its two values is no evaluation, or its terms do not add up."""
    if not stretch.start < stretch.end < len(reviewed.looked):
        return ""
    lens = reviewed.looked[stretch.start].thought.lens
    before, after = (
        _terms(reviewed.looked[index], value, lens)
        for index, value in ((stretch.start, stretch.before), (stretch.end, stretch.after))
    )
    if lens is None or not before or not after:
        return ""
    heuristic, form = lens.heuristic, ValueFormat.of_lens(lens)
    groups = {term.name: term.group for term in terms_of(heuristic)}
    parts = []
    for name in {**before, **after}:
        high, low = before.get(name, 0.0), after.get(name, 0.0)
        level = form.steps(high) == form.steps(low)
        parts.append(Part(name, heuristic.label_of(name), groups.get(name, ""), high - low, level))
    return reasons(form, parts, stretch.before - stretch.after)


def _terms(looked: ReviewedMove, value: float, lens: Lens | None) -> dict[str, float]:
    """The contributions to a position's value for its side to move; empty if they are not known."""
    judged = looked.judged
    if judged is None or lens is None or looked.thought.lens != lens or standing(value):
        return {}
    amounts = dict(terms_at_end(looked.thought, judged.best).amounts)
    return amounts if abs(sum(amounts.values()) - value) <= 1e-9 * max(1.0, abs(value)) else {}
