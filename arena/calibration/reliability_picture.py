"""The reliability of a calibration as a picture: expected against actual scores, with intervals."""

from html import escape

from arena.calibration.calibration import Bin, Calibration

SIDE, EDGE, GAP, BELOW = 200, 40, 24, 56
COLORS = "#8a8a8a", "#2f6fb5", "#c0392b"
"""Colours of lines and text, of bins that hold, and of those that do not. They can be seen on white and on
black."""


def picture(calibration: Calibration) -> str:
    """An SVG document with a row of squares for each budget, one for each phase."""
    count = max(len(curves.phases) for curves in calibration.budgets)
    width = EDGE + count * (SIDE + GAP)
    height = EDGE + len(calibration.budgets) * (SIDE + BELOW)
    title = (
        f"{calibration.game} {calibration.heuristic}, {calibration.nodes} nodes a move, "
        f"{calibration.games} fresh games"
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="sans-serif" font-size="12" fill="{COLORS[0]}">',
        f'<text x="{EDGE}" y="16">{escape(title)}</text>',
    ]
    for row, curves in enumerate(calibration.budgets):
        values = f"{curves.nodes} nodes" if curves.nodes else "no search"
        for number, phase in enumerate(curves.phases):
            left, top = EDGE + number * (SIDE + GAP), EDGE + row * (SIDE + BELOW)
            bins = [each for each in curves.bins if each.phase == number]
            parts += _square(left, top, f"{values}, progress from {phase.start}", bins)
    return "\n".join([*parts, "</svg>", ""])


def _square(left: int, top: int, title: str, bins: list[Bin]) -> list[str]:
    right, bottom = left + SIDE, top + SIDE
    parts = [
        f'<rect x="{left}" y="{top}" width="{SIDE}" height="{SIDE}" fill="none" stroke="{COLORS[0]}"/>',
        f'<path d="M{left} {bottom}L{right} {top}" stroke="{COLORS[0]}" stroke-dasharray="4"/>',
        f'<text x="{left}" y="{bottom + 32}">{escape(title)}</text>',
    ]
    for share in (0, 50, 100):
        along = SIDE * share / 100
        parts.append(f'<text x="{left + along:g}" y="{bottom + 15}" text-anchor="middle">{share} %</text>')
    for each in bins:
        color = COLORS[1] if each.holds else COLORS[2]
        x = left + SIDE * each.expected
        low, high, y = (bottom - SIDE * share for share in (each.low, each.high, each.scored))
        parts.append(f'<path d="M{x:.1f} {low:.1f}V{high:.1f}" stroke="{color}" stroke-width="2"/>')
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{color}"/>')
    return parts
