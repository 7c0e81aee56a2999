"""The sentence at the head of Why not takes at most two lines, in every game and at every size."""

from dataclasses import replace
from itertools import islice

import pytest

from asked_moves import compared_with_second
from games.compiling.compiler import jit_disabled
from games.registry import game_names
from heuristics.registry import heuristics_of
from samples import searched_heuristic
from study.format.term_groups import Part
from study.why_not.comparison import Comparison
from study.why_not.why_not_text import WhyNotText, headline
from ui.panels.why_not.why_not import HEADLINES, short_headline
from ui.theme import Theme

pytestmark = pytest.mark.skipif(jit_disabled(), reason="searches")

WIDTHS = ((1.0, 328), (1.5, 492), (1.0, 280), (1.0, 600))
"""(scale, pixels) of the page: in the narrowest panel at 1280x720 with 100 % and 150 %, at 640x480, and in a
wide window."""


def named(compared: Comparison, names: list[str], amounts: list[float]) -> Comparison:
    """The comparison as if terms with these names made the difference, with these amounts in steps."""
    told = replace(compared)
    step = compared.form.of_steps(100) * (1.0 if compared.difference > 0 else -1.0)
    parts = [Part(name, name, "", step * amount, False) for name, amount in zip(names, amounts, strict=True)]
    told.__dict__["parts"] = tuple(parts)
    return told


@pytest.mark.long
@pytest.mark.parametrize("game", game_names())
def test_it_takes_two_lines_at_most(game: str) -> None:
    found = list(islice(compared_with_second(game, 3, 12, 2, heuristic=searched_heuristic(game)), 12))
    plain = next(each for each in found if each.parts and each.difference)
    for heuristic in heuristics_of(game):
        words = {term.label for term in heuristic.terms} | {
            term.group for term in heuristic.terms if term.group
        }
        longest = sorted(words, key=len)[-3:]
        shares = [3.0, 2.0, 2.0][: len(longest)]
        found.append(named(plain, longest, shares))
        found.append(named(plain, longest[-1:], [1.0]))
        found.append(named(plain, longest, [3.0, 2.0, -4.0][: len(longest)]))
    for scale, width in WIDTHS:
        theme = Theme(scale, "dark")
        for compared in found:
            first, *_ = short_headline(theme, compared, width)
            assert len(theme.wrapped(first, width, 14)) <= HEADLINES, first
            whole, bare = headline(compared), next(WhyNotText(compared, 0).headline())
            if len(theme.wrapped(bare, width, 14)) > HEADLINES:  # not even what the moves do has room
                whole = next(WhyNotText(compared, 0, with_effects=False).headline())
            begins = whole.partition(". ")[0].partition(", ")[0].rstrip(".")
            if compared.turned is not None:  # the amounts are left out before the moves are
                begins = begins.partition(": ")[0]
            assert first.startswith(begins)
