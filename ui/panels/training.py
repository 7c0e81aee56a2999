"""How the game's learned players were trained: the curve of a training, on the stage."""

import time

import pygame

from games.installation import COMMAND
from study.core.study import Study
from study.tournaments.training_curves import TrainingCurve, curve_of, curves, learns
from ui.colors import TERM_COLORS
from ui.kit.sheet import Sheet
from ui.panels.parts.panel import LEARN, STAGE, Panel
from ui.panels.parts.sketch import Curve

READ_EVERY = 3.0
"""Seconds after which the records are read again: a training may be running."""


class TrainingPanel(Panel):
    title = "Curves"
    tip = "How the game's learned players were trained, in the board's place"
    question = "How did a learned player learn?"
    guide_page = "learned-players"
    group = LEARN
    sketch = (
        Curve("line", ((1, 1), (1, 7), (11, 7))),
        Curve("accent", ((1, 6.5), (3, 5.5), (5, 3), (8, 2), (11, 1.5))),
    )
    place = STAGE

    def __init__(self) -> None:
        self._found: tuple[list[TrainingCurve], list[str]] | None = None
        self._of = ""
        self._shown = ""  # the player whose curve is shown
        self._players: object = None  # of the game, when that was chosen for them

    def suits(self, study: Study) -> bool:
        return learns(study.record.game.name)

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        game = study.record.game.name
        found = study.facts.ask(("training", game, int(time.monotonic() / READ_EVERY)), lambda: curves(game))
        if found is not None or game != self._of:
            self._found, self._of = found, game
        theme = sheet.theme
        pad = theme.px(20)
        area = rect.inflate(-2 * pad, -2 * pad)
        if self._found is None:
            sheet.label(area, "Reading the records of trainings …", 14, theme.dim)
            return
        known, problems = self._found
        if not known:
            words = problems[0] if problems else f"Nothing has been trained: see {COMMAND} train."
            sheet.paragraph(area, words, 14, theme.dim)
            return
        if self._players != study.players:
            self._players, self._shown = study.players, curve_of(study.players or (), known)
        chosen = next((curve for curve in known if curve.player == self._shown), known[0])
        row = theme.px(28)
        self._draw_players(sheet, pygame.Rect(area.x, area.y, area.width, row), known, chosen)
        words = f"seed {chosen.seed}, {chosen.games:,} games, {chosen.seconds:,.0f} s, {chosen.date}"
        if chosen.shipped:
            words += "; comes with the program"
        sheet.label(pygame.Rect(area.x, area.y + row, area.width, row), words, 14, theme.dim)
        line = theme.px(20)
        table = (len(chosen.results) + 1) * line if chosen.results else 0
        chart = pygame.Rect(area.x, area.y + 2 * row + theme.px(8), area.width, 0)
        chart.height = area.bottom - chart.top - table - theme.px(16)
        self._draw_chart(sheet, chart, chosen)
        for index, result in enumerate(chosen.results):
            place = pygame.Rect(area.x, area.bottom - table + (index + 1) * line, area.width, line)
            sheet.label(place, f"{result.games:,} games against {result.against}, {result.options}", 14)
            figures = f"{result.score:.1%}  ({result.low:.1%} to {result.high:.1%})"
            sheet.label(place, figures, 14, align="right")
        if chosen.results:
            head = pygame.Rect(area.x, area.bottom - table, area.width, line)
            sheet.label(head, "measured in the end, with 95 % intervals", 12, theme.dim)

    def _draw_players(
        self, sheet: Sheet, rect: pygame.Rect, known: list[TrainingCurve], chosen: TrainingCurve
    ) -> None:
        theme, x = sheet.theme, rect.left
        for curve in known:
            width = theme.width(curve.player) + theme.px(20)
            if x + width > rect.right:
                return

            def choose(player: str = curve.player) -> None:
                self._shown = player

            place = pygame.Rect(x, rect.top, width, rect.height)
            tip = f"The training of {curve.player}."
            sheet.button(("training", curve.player), place, curve.player, tip, choose, curve is chosen)
            x += width + theme.px(6)

    def _draw_chart(self, sheet: Sheet, rect: pygame.Rect, curve: TrainingCurve) -> None:
        """Scores upwards, 0 to 100 %, over games."""
        theme = sheet.theme
        colors = [getattr(theme, name) for name in TERM_COLORS]
        plot = pygame.Rect(rect.left + theme.px(44), rect.top + theme.px(24), 0, 0)
        plot.size = rect.right - plot.left - theme.px(8), rect.bottom - plot.top - theme.px(24)
        for share in (0.0, 0.25, 0.5, 0.75, 1.0):
            y = plot.bottom - round(share * plot.height)
            sheet.rule(plot.left, plot.right, y)
            label = pygame.Rect(rect.left, y - theme.px(8), theme.px(38), theme.px(16))
            sheet.label(label, f"{share:.0%}", 12, theme.dim, "right")
        most = max((games for _, points in curve.points for games, _ in points), default=0)
        if most == 0:
            sheet.label(plot, "It was not measured during the training.", 14, theme.dim, "center")
            return
        below = pygame.Rect(plot.left, plot.bottom + theme.px(4), plot.width, theme.px(16))
        sheet.label(below, "games", 12, theme.dim)
        sheet.label(below, f"{most:,}", 12, theme.dim, "right")
        x = plot.left
        for (judge, points), color in zip(curve.points, colors, strict=False):
            at = [
                (
                    plot.left + round(games / most * plot.width),
                    plot.bottom - round(score * plot.height),
                )
                for games, score in points
            ]
            if len(at) > 1:
                pygame.draw.lines(sheet.surface, color, False, at, theme.px(2))
            for where in at:
                pygame.draw.circle(sheet.surface, color, where, theme.px(3))
            mark = pygame.Rect(x, rect.top + theme.px(6), theme.px(12), theme.px(4))
            sheet.fill(mark, color, 1)
            text = f"score against {judge}"
            width = theme.width(text, 12)
            sheet.label(pygame.Rect(mark.right + theme.px(6), rect.top, width, theme.px(16)), text, 12)
            x = mark.right + width + theme.px(24)
