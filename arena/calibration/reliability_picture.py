"""The reliability of a calibration as a picture: expected against actual scores, with intervals."""

from arena.calibration.calibration import Bin, Calibration
from arena.html_page import Markup, joined, markup

SIDE, EDGE, GAP, BELOW = 200, 40, 24, 56
COLORS = "#8a8a8a", "#2f6fb5", "#c0392b"
"""Colours of lines and text, of bins whose interval has the expected score, and of others. All can be seen on
white and on black."""


def picture(calibration: Calibration) -> Markup:
    """An SVG document with a row of squares for each budget, one for each phase."""
    count = max(len(curves.phases) for curves in calibration.budgets)
    width = EDGE + count * (SIDE + GAP)
    height = EDGE + len(calibration.budgets) * (SIDE + BELOW)
    title = (
        f"{calibration.game} {calibration.heuristic}, {calibration.nodes} nodes a move, "
        f"{calibration.games} fresh games"
    )
    parts = [
        markup(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" '
            'height="{1}" font-family="sans-serif" font-size="12" fill="{2}">',
            width,
            height,
            COLORS[0],
        ),
        markup('<text x="{}" y="16">{}</text>', EDGE, title),
    ]
    for row, curves in enumerate(calibration.budgets):
        values = f"{curves.nodes} nodes" if curves.nodes else "no search"
        for number, phase in enumerate(curves.phases):
            left, top = EDGE + number * (SIDE + GAP), EDGE + row * (SIDE + BELOW)
            bins = [each for each in curves.bins if each.phase == number]
            parts += _square(left, top, f"{values}, progress from {phase.start}", bins)
    return joined([*parts, Markup("</svg>"), ""], "\n")


def _square(left: int, top: int, title: str, bins: list[Bin]) -> list[Markup]:
    right, bottom = left + SIDE, top + SIDE
    parts = [
        markup(
            '<rect x="{0}" y="{1}" width="{2}" height="{2}" fill="none" stroke="{3}"/>',
            left,
            top,
            SIDE,
            COLORS[0],
        ),
        markup(
            '<path d="M{} {}L{} {}" stroke="{}" stroke-dasharray="4"/>', left, bottom, right, top, COLORS[0]
        ),
        markup('<text x="{}" y="{}">{}</text>', left, bottom + 32, title),
    ]
    for share in (0, 50, 100):
        along = SIDE * share / 100
        place = '<text x="{:g}" y="{}" text-anchor="middle">{} %</text>'
        parts.append(markup(place, left + along, bottom + 15, share))
    for each in bins:
        color = COLORS[1] if each.holds else COLORS[2]
        x = left + SIDE * each.expected
        low, high, y = (bottom - SIDE * share for share in (each.low, each.high, each.scored))
        line = '<path d="M{:.1f} {:.1f}V{:.1f}" stroke="{}" stroke-width="2"/>'
        parts.append(markup(line, x, low, high, color))
        parts.append(markup('<circle cx="{:.1f}" cy="{:.1f}" r="3" fill="{}"/>', x, y, color))
    return parts
