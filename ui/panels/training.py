"""The page Curves, in the board's place: how the game's learned players were trained."""

from collections.abc import Sequence
from functools import partial

import pygame

from games.installation import COMMAND
from study.format.number_text import grouped, percent, seconds
from study.format.player_names import player_in_words
from study.state.changes import Memo
from study.state.study import Study
from study.tournaments.training_curves import Measured, NewestCurves, TrainingCurve, curve_of, learns
from ui.colors import TERM_COLORS
from ui.kit.buttons import quiet_button
from ui.kit.drop_down import DropDown, Option
from ui.kit.rows import in_rows, right_of
from ui.kit.sheet import Sheet
from ui.panels.parts.panel import LEARN, STAGE, Panel
from ui.panels.parts.sketch import Curve

WIDE = 400
"""From this width on, in design pixels, the page has a wide margin."""


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
    tells = False

    def __init__(self) -> None:
        self._curves = NewestCurves()
        self._shown = ""  # the player whose curve is shown
        self._begun: Memo[None] = Memo()  # by the game's players: the curve of one of them is shown first
        self.player = DropDown(self._choose, "The training of which player.")

    def _choose(self, player: str) -> None:
        self._shown = player

    def suits(self, study: Study) -> bool:
        return learns(study.record.game.name)

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        game = study.record.game.name
        found = self._curves.of(study)
        theme = sheet.theme
        pad = theme.px(20 if rect.width >= theme.px(WIDE) else 8)
        area = rect.inflate(-2 * pad, -2 * pad)
        if found is None:
            sheet.label(area, "Reading the records of trainings …", 14, theme.dim)
            return
        known, problems = found
        if not known:
            words = problems[0] if problems else f"Nothing has been trained: see {COMMAND} train."
            sheet.paragraph(area, words, 14, theme.dim)
            return
        self._begun.of(lambda: self._choose(curve_of(study.players, known)), study.players)
        chosen = next((curve for curve in known if curve.player == self._shown), known[0])
        row = theme.px(28)
        self._draw_players(sheet, pygame.Rect(area.x, area.y, area.width, row), known, chosen)
        words = f"seed {chosen.seed}, {grouped(chosen.games)} games, {seconds(chosen.seconds)}, {chosen.date}"
        if chosen.shipped:
            words += "; comes with the program"
        line = theme.px(20)
        about = sheet.text(area, area.y + row + theme.px(4), words, 14, theme.dim)
        roomy = all(
            theme.width(_against(one, game)) + theme.px(12) + theme.width(_score(one)) <= area.width
            for one in chosen.results
        )
        size, high = (14, line) if roomy else (12, theme.px(16))
        table = len(chosen.results) * high + line if chosen.results else 0
        chart = pygame.Rect(area.x, about.bottom + theme.px(8), area.width, 0)
        chart.height = area.bottom - chart.top - table - theme.px(16)
        self._draw_chart(sheet, chart, chosen, game)
        for index, result in enumerate(chosen.results):
            place = pygame.Rect(area.x, area.bottom - table + line + index * high, area.width, high)
            score = _score(result) if roomy else percent(result.score)
            room = place.width - theme.width(score, size) - theme.px(4)
            name = pygame.Rect(place.topleft, (room, high))
            sheet.label(name, _against(result, game), size)
            sheet.label(place, score, size, align="right")
            tip = f"{_score(result)}, with a 95 % interval, in {grouped(result.games)} games against "
            tip += f"{_against(result, game)}."
            sheet.add(("measured", index), place, tip, focusable=False)
        if chosen.results:
            head = pygame.Rect(area.x, area.bottom - table, area.width, line)
            sheet.label(head, _measured(chosen.results, roomy), 12, theme.dim)

    def _draw_players(
        self, sheet: Sheet, rect: pygame.Rect, known: list[TrainingCurve], chosen: TrainingCurve
    ) -> None:
        theme, gap = sheet.theme, sheet.theme.px(6)
        widths = [theme.width(curve.player) + theme.px(20) for curve in known]
        if sum(widths) + gap * (len(widths) - 1) > rect.width:
            self.player.offer([Option(curve.player, curve.player) for curve in known], chosen.player)
            self.player.draw(sheet, rect)
            return
        for curve, place in zip(known, in_rows(rect, widths, gap, gap), strict=True):
            tip, choose = f"The training of {curve.player}.", partial(self._choose, curve.player)
            quiet_button(("training", curve.player), curve.player, tip, choose, curve is chosen).draw(
                sheet, place
            )

    def _draw_chart(self, sheet: Sheet, rect: pygame.Rect, curve: TrainingCurve, game: str) -> None:
        """Draws the scores, 0 to 100 %, over the number of games."""
        theme = sheet.theme
        colors = [getattr(theme, name) for name in TERM_COLORS]
        line, gap = theme.px(16), theme.px(24)
        named = [f"score against {player_in_words(judge, game)}" for judge, _ in curve.points]
        mark, beside = theme.px(12), theme.px(6)
        widths = [mark + beside + theme.width(text, 12) for text in named]
        legend = in_rows(pygame.Rect(rect.left, rect.top, rect.width, line), widths, gap, 0)
        top = legend[-1].bottom if legend else rect.top
        plot = pygame.Rect(rect.left + theme.px(44), top + theme.px(8), 0, 0)
        plot.size = rect.right - plot.left - theme.px(8), max(line, rect.bottom - top - theme.px(32))
        steps = next(steps for steps in (4, 2, 1) if steps == 1 or steps * line <= plot.height)
        for share in (step / steps for step in range(steps + 1)):
            y = plot.bottom - round(share * plot.height)
            sheet.rule(plot.left, plot.right, y)
            label = pygame.Rect(rect.left, y - theme.px(8), theme.px(38), theme.px(16))
            sheet.label(label, f"{share * 100:.0f} %", 12, theme.dim, "right")
        most = max((games for _, points in curve.points for games, _ in points), default=0)
        if most == 0:
            sheet.label(plot, "This player was not measured during its training.", 14, theme.dim, "center")
            return
        below = pygame.Rect(plot.left, plot.bottom + theme.px(4), plot.width, theme.px(16))
        sheet.label(below, "games", 12, theme.dim)
        sheet.label(below, grouped(most), 12, theme.dim, "right")
        for (_, points), text, place, color in zip(curve.points, named, legend, colors, strict=False):
            spots = ((games / most * plot.width, score * plot.height) for games, score in points)
            at = [(plot.left + round(x), plot.bottom - round(y)) for x, y in spots]
            if len(at) > 1:
                pygame.draw.lines(sheet.surface, color, False, at, theme.px(2))
            for where in at:
                pygame.draw.circle(sheet.surface, color, where, theme.px(3))
            sheet.fill(pygame.Rect(place.left, place.top + theme.px(6), mark, theme.px(4)), color, 1)
            sheet.label(right_of(place, place.left + mark + beside), text, 12)


def _measured(results: Sequence[Measured], intervals: bool) -> str:
    """Says in how many games each score was measured."""
    games = sorted({result.games for result in results})
    each = " to ".join(grouped(count) for count in dict.fromkeys((games[0], games[-1])))
    return f"score in {each} games each" + (", with 95 % intervals, against" if intervals else ", against")


def _against(result: Measured, game: str) -> str:
    """The opponent and the rules of a measurement."""
    return f"{player_in_words(result.against, game)}, {result.options.replace('_', ' ')}"


def _score(result: Measured) -> str:
    return f"{percent(result.score)}  ({percent(result.low)} to {percent(result.high)})"
