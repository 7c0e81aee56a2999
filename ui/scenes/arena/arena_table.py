"""A tournament's progress, the likelihood ratio of a test, the cross table, and the ratings as bars with
their intervals."""

from functools import partial

import pygame

from arena.bradley_terry import Rating
from arena.crosstable import CrossTable, Standing
from arena.tournament import Entrant, Tournament
from arena.tournament_run import TournamentProgress
from study.format.number_text import compact, plain, signed
from study.format.player_names import entrant_in_words, shortened
from study.tournaments.verdict import undecided, undecided_test, verdict
from ui.kit.sheet import Sheet
from ui.theme import Theme

ROW = 28
SCALES = (50, 100, 200, 400, 800, 1600)
"""The possible scales of the bars: the Elo at their ends."""

MANY = 100_000
"""The largest number of further games for which the sentences have room."""

NUMBER, ELO, SCORE, NODES, GAP = 20, 88, 56, 56, 8
BAR, LEAST_BAR = 256, 64
CELL, LEAST_CELL = 64, 36
"""Widths of the columns and of the space between them, in design pixels. Bars and cells get the larger width
if there is room."""

LEAST_NAME = 96
"""Least width of the column of names, in design pixels."""


class ArenaTable:
    """The table. `chosen` is the number of the pairing whose games are listed; None lists all games. Call
    `restart` for another tournament."""

    def __init__(self) -> None:
        self.chosen: int | None = None
        self._scale = SCALES[0]

    def restart(self) -> None:
        self.chosen = None
        self._scale = SCALES[0]

    def choose(self, pairing: int | None) -> None:
        """Lists only the games of a pairing; a second click on the pairing lists all games again."""
        self.chosen = None if pairing == self.chosen else pairing

    def draw(self, sheet: Sheet, rect: pygame.Rect, news: TournamentProgress) -> int:
        """Draws the table and returns where it ends."""
        table, row = news.table, sheet.theme.px(ROW)
        y = self._draw_verdict(sheet, rect, news)
        if table.test is not None:
            y = self._draw_test(sheet, pygame.Rect(rect.x, y, rect.width, row), table)
        columns = _columns(sheet, rect, table)
        self._draw_head(sheet, y, row, columns, table)
        y += row
        ranking = table.ranking if table.test is None else table.standings
        for number, standing in enumerate(ranking):
            self._draw_row(sheet, y, row, columns, table, number, standing, [one.entrant for one in ranking])
            y += row
        for line in _forfeits(table)[:2]:
            sheet.label(pygame.Rect(rect.x, y, rect.width, row), line, 12, sheet.theme.warning)
            y += row
        return y

    @staticmethod
    def _draw_verdict(sheet: Sheet, rect: pygame.Rect, news: TournamentProgress) -> int:
        """Draws the result. Its place is as high as the longest possible sentence, so that the table does not
        move. Returns where the place ends."""
        theme, line = sheet.theme, sheet.theme.px(20)
        names = shortened(
            [name_of(entrant, news.table.tournament) for entrant in news.table.tournament.entrants]
        )
        *_, second, longest = sorted(names, key=theme.width)
        is_test = news.table.test is not None
        words = undecided_test(longest, second, MANY) if is_test else undecided(longest, second, MANY)
        most = len(theme.wrapped(f"So far: {words}", rect.width, 14, True))
        sentence = verdict(news.table, names, news.over)
        for number, text in enumerate(theme.wrapped(sentence, rect.width, 14, True)):
            sheet.label(pygame.Rect(rect.x, rect.y + number * line, rect.width, line), text, bold=True)
        return rect.y + most * line + theme.px(4)

    # Test

    def _draw_test(self, sheet: Sheet, rect: pygame.Rect, table: CrossTable) -> int:
        theme, test, asked = sheet.theme, table.test, table.tournament.test
        assert test is not None and asked is not None
        left = sheet.label(rect, "Likelihood ratio", 14).right + theme.px(12)
        number = pygame.Rect(left, rect.y, theme.px(64), rect.height)
        sheet.label(number, signed(test.ratio, 2), 14, align="right", bold=True)
        low, high = (signed(bound, 2) for bound in (test.low, test.high))
        bar = pygame.Rect(number.right + theme.px(64), rect.centery - theme.px(5), 0, theme.px(10))
        bar.width = max(theme.px(80), min(theme.px(320), rect.right - theme.px(64) - bar.x))
        before = pygame.Rect(number.right, rect.y, bar.x - theme.px(8) - number.right, rect.height)
        sheet.label(before, low, 12, theme.dim, "right")
        sheet.label(
            pygame.Rect(bar.right + theme.px(8), rect.y, theme.px(56), rect.height), high, 12, theme.dim
        )
        tip = (
            f"At {high} the test decides that the first player leads by {asked.elo1:g} normalized Elo, "
            f"at {low} that it leads by {asked.elo0:g} at most."
        ).replace("by -", "by −")
        sheet.add("likelihood ratio", rect, tip)
        sheet.fill(bar, theme.raised, 4)
        _bar_from_zero(sheet, bar, test.ratio, test.low, test.high)
        cell = table.cells[0]
        pairs = " ".join(str(count) for count in cell.pairs.counts)
        below = rect.move(0, rect.height)
        counts = f"{cell.wins} won, {cell.draws} drawn, {cell.losses} lost; pairs {pairs}."
        sheet.label(below, counts, 14, theme.dim)
        tip = "Pairs: both lost, one lost, even, one won and both won, for the first player."
        sheet.add("pairs", below, tip, focusable=False)
        return below.bottom

    # Table

    def settle_scale(self, table: CrossTable) -> None:
        """Chooses the scale of the bars. It grows when a rating is beyond it, but shrinks only when a quarter
        of it is enough: ratings change much during the first games, and a scale that often changes cannot be
        read."""
        ratings = [standing.rating.elo for standing in table.standings]
        reach = max((abs(elo) for elo in ratings if elo is not None), default=0.0)
        if reach > self._scale or 4 * reach < self._scale:
            self._scale = next((scale for scale in SCALES if scale >= reach), SCALES[-1])

    def _draw_head(
        self, sheet: Sheet, y: int, row: int, columns: dict[str, pygame.Rect], table: CrossTable
    ) -> None:
        theme = sheet.theme

        def head(name: str, text: str, tip: str, align: str = "right") -> None:
            if name in columns:
                place = _at(columns[name], y, row)
                sheet.add(("head", name), place, tip, focusable=False)
                inner = place.inflate(-theme.px(8), 0) if name.startswith("cell") else place
                sheet.label(inner, text, 12, theme.dim, align)

        head("name", "player", "The best first, by rating." if table.test is None else "", "left")
        head("elo", "Elo", "The rating with its 95 % interval. The mean of all ratings is 0.")
        if "bar" in columns:
            place, ends = _at(columns["bar"], y, row), (f"−{self._scale}", f"+{self._scale}")
            wide, zero = sum(theme.width(end, 12) for end in ends), theme.width("0", 12)
            if wide + theme.px(6) > place.width:
                sheet.label(place, f"± {self._scale}", 12, theme.dim, "center")
            else:
                sheet.label(place, ends[0], 12, theme.dim)
                sheet.label(place, ends[1], 12, theme.dim, "right")
                if wide + zero + theme.px(12) <= place.width:
                    sheet.label(place, "0", 12, theme.dim, "center")
        head("score", "score", "The share of the points: a win is 1, a draw ½.")
        for number in range(len(table.standings)):
            tip = f"The score against the player in row {number + 1}, in percent."
            head(f"cell {number}", str(number + 1), tip)
        head("nodes", "nodes/s", "How fast it searches: equal nodes are not equal time.")

    def _draw_row(
        self,
        sheet: Sheet,
        y: int,
        row: int,
        columns: dict[str, pygame.Rect],
        table: CrossTable,
        number: int,
        standing: Standing,
        order: list[int],
    ) -> None:
        theme = sheet.theme
        whole = pygame.Rect(columns["number"].x, y, columns["end"].right - columns["number"].x, row)
        sheet.rule(whole.left, whole.right, whole.top)
        entrant = table.tournament.entrants[standing.entrant]
        name = names_within(theme, table.tournament, columns["name"].width)[standing.entrant]
        sheet.label(_at(columns["number"], y, row), str(number + 1), 14, theme.dim)
        place = _at(columns["name"], y, row)
        sheet.add(
            ("row", standing.entrant), place, _tip_of(entrant, standing, table.tournament), focusable=False
        )
        leads = number == 0 and table.test is None and table.games > 0
        sheet.label(place, name, 14, bold=leads, inside=True)
        if "elo" in columns:
            self._draw_elo(sheet, _at(columns["elo"], y, row), standing.rating, table)
        if "bar" in columns:
            self._draw_rating(sheet, _at(columns["bar"], y, row), standing.rating)
        score = f"{100 * standing.score:.1f} %" if standing.games else "–"
        sheet.label(_at(columns["score"], y, row), score, 14, align="right")
        for place_of_other, other in enumerate(order):
            if f"cell {place_of_other}" in columns:
                at = _at(columns[f"cell {place_of_other}"], y, row)
                self._draw_cell(sheet, at, table, standing.entrant, other)
        if "nodes" in columns:
            speed = standing.nodes_per_second
            text = compact(speed) if speed is not None else "–"
            sheet.label(_at(columns["nodes"], y, row), text, 14, theme.dim, "right")

    def _draw_elo(self, sheet: Sheet, rect: pygame.Rect, rating: Rating, table: CrossTable) -> None:
        """Draws a rating and the reach of its interval, so that the numbers of all rows are aligned."""
        words, half = elo_parts(rating)
        halves = [sheet.theme.width(elo_parts(standing.rating)[1]) for standing in table.standings]
        after = pygame.Rect(rect.right - max(halves), rect.y, max(halves), rect.height)
        space = sheet.theme.width(" ") if after.width else 0
        whole = pygame.Rect(rect.x, rect.y, after.x - space - rect.x, rect.height)
        fits = sheet.theme.width(words) <= whole.width
        sheet.label(whole if half or fits else rect, words, 14, align="right")
        sheet.label(after, half, 14, align="right")

    def _draw_rating(self, sheet: Sheet, rect: pygame.Rect, rating: Rating) -> None:
        """Draws the rating as a bar from zero, and its interval as a line with ends. If only one bound is
        known, the line is open at the other end."""
        theme, surface = sheet.theme, sheet.surface
        middle = rect.centery
        sheet.zero(rect, rect)

        def x_of(value: float) -> int:
            share = max(-1.0, min(1.0, value / self._scale))
            return rect.centerx + round(share * (rect.width // 2 - theme.px(2)))

        if rating.elo is not None:
            bar = pygame.Rect(min(x_of(0), x_of(rating.elo)), middle - theme.px(5), 0, theme.px(10))
            bar.width = abs(x_of(rating.elo) - x_of(0))
            sheet.fill(bar, theme.faint)
        if rating.low is None and rating.high is None:
            return
        ends = [rect.left if rating.low is None else x_of(rating.low)]
        ends.append(rect.right - 1 if rating.high is None else x_of(rating.high))
        color = theme.text_color
        pygame.draw.line(surface, color, (ends[0], middle), (ends[1], middle), theme.px(2))
        for x, value in zip(ends, (rating.low, rating.high), strict=True):
            # No end is drawn if the interval continues beyond the column.
            if value is not None and abs(value) <= self._scale:
                pygame.draw.line(
                    surface, color, (x, middle - theme.px(5)), (x, middle + theme.px(5)), theme.px(2)
                )

    def _draw_cell(self, sheet: Sheet, rect: pygame.Rect, table: CrossTable, row: int, column: int) -> None:
        theme = sheet.theme
        pairs = [{cell.first, cell.second} for cell in table.cells]
        if {row, column} not in pairs:
            if row == column:
                sheet.label(rect.inflate(-theme.px(8), 0), "·", 14, theme.dim, "right")
            return
        number = pairs.index({row, column})
        cell = table.cells[number]
        first = cell.first == row
        wins, losses = (cell.wins, cell.losses) if first else (cell.losses, cell.wins)
        names = [name_of(table.tournament.entrants[entrant], table.tournament) for entrant in (row, column)]
        tip = (
            f"{names[0]} against {names[1]}: {wins} won, {cell.draws} drawn, {losses} lost. Click "
            "to list only these games, click again for all."
        )
        over = sheet.add(("cell", row, column), rect, tip, partial(self.choose, number))
        if over or self.chosen == number:
            sheet.fill(rect.inflate(-theme.px(2), -theme.px(4)), theme.pressed if over else theme.raised, 4)
        points = wins + cell.draws / 2
        text = f"{100 * points / cell.games:.0f}" if cell.games else "–"
        sheet.label(rect.inflate(-theme.px(8), 0), text, 14, align="right")


def name_of(entrant: Entrant, tournament: Tournament) -> str:
    """The arena's name of a player."""
    return entrant_in_words(entrant.name, str(entrant.player), tournament.game)


def names_within(theme: Theme, tournament: Tournament, width: int) -> list[str]:
    """The players' names for a column of this width. If one would be cut off, a last part that all share is
    left out (`shortened`)."""
    names = [name_of(entrant, tournament) for entrant in tournament.entrants]
    return names if max(theme.width(name, 14, True) for name in names) <= width else shortened(names)


def _columns(sheet: Sheet, rect: pygame.Rect, table: CrossTable) -> dict[str, pygame.Rect]:
    """The places of the columns. If there is too little room, first the speed is left out, then the bars, and
    then the cells of the last players. Spare room goes to names, cells and bars, in this order."""
    theme, players = sheet.theme, len(table.standings)
    cells = [f"cell {number}" for number in range(players)]
    widths = {"number": NUMBER, "name": LEAST_NAME}
    if table.test is None:
        widths |= {"elo": ELO, "bar": LEAST_BAR}
    widths |= {"score": SCORE, **dict.fromkeys(cells, LEAST_CELL), "nodes": NODES}
    # Cells touch each other: their widths include the space between them.
    real = {name: theme.px(width + (0 if name in cells else GAP)) for name, width in widths.items()}

    def spare() -> int:
        after = theme.px(GAP) if "nodes" in real else 0  # the space after the last column
        return rect.width + after - sum(real.values())

    names = [name_of(entrant, table.tournament) for entrant in table.tournament.entrants]
    short, wanted = (max(theme.width(name, 14, True) for name in each) for each in (shortened(names), names))
    if spare() < short + theme.px(GAP) - real["name"]:
        real.pop("nodes")
    for name in ("bar", *reversed(cells)):
        if spare() < 0:
            real.pop(name, None)
    real["name"] += max(0, min(wanted + theme.px(GAP) - real["name"], spare()))
    left = [name for name in cells if name in real]
    more = min(theme.px(CELL - LEAST_CELL), max(0, spare() // 2 // max(1, len(left))))
    for name in left:
        real[name] += more
    if "bar" in real:
        real["bar"] += min(theme.px(BAR - LEAST_BAR), max(0, spare()))
    real["name"] += max(0, spare())
    columns, x = {}, rect.x
    for name, width in real.items():
        columns[name] = pygame.Rect(x, rect.y, width - (0 if name in cells else theme.px(GAP)), 0)
        x += width
    columns["end"] = columns[name]
    return columns


def _at(column: pygame.Rect, y: int, row: int) -> pygame.Rect:
    return pygame.Rect(column.x, y, column.width, row)


def _bar_from_zero(sheet: Sheet, rect: pygame.Rect, value: float, low: float, high: float) -> None:
    """Draws a value between two bounds as a bar from zero."""
    theme = sheet.theme

    def x_of(number: float) -> int:
        share = (max(low, min(high, number)) - low) / (high - low)
        return rect.x + round(share * (rect.width - 1))

    left, right = sorted((x_of(0.0), x_of(value)))
    sheet.fill(pygame.Rect(left, rect.y, max(theme.px(2), right - left), rect.height), theme.accent)
    x = x_of(0.0)
    pygame.draw.line(sheet.surface, theme.dim, (x, rect.y - theme.px(4)), (x, rect.bottom + theme.px(3)))


def elo_parts(rating: Rating) -> tuple[str, str]:
    """A rating, and how far its interval reaches on the wider side. If only a bound is known: "from" or "to"
    the bound, and "". (The font has no "≥" and "≤".)"""
    if rating.elo is not None and rating.low is not None and rating.high is not None:
        half = max(rating.high - rating.elo, rating.elo - rating.low)
        return signed(rating.elo, 0), f"± {plain(half, 0)}"
    if rating.low is not None:
        return f"from {signed(rating.low, 0)}", ""
    if rating.high is not None:
        return f"to {signed(rating.high, 0)}", ""
    return "–", ""


def _tip_of(entrant: Entrant, standing: Standing, tournament: Tournament) -> str:
    points = f"{plain(standing.points, 1)} points of {standing.games} games"
    return f"{name_of(entrant, tournament)}: {points}.\nOn the command line: {entrant.player}"


def _forfeits(table: CrossTable) -> list[str]:
    """Sentences on games that were forfeited."""
    lines = []
    for standing in table.standings:
        name = name_of(table.tournament.entrants[standing.entrant], table.tournament)
        for reason, count in standing.forfeits:
            games = "1 game" if count == 1 else f"{count} games"
            lines.append(f"{name} forfeited {games}: {reason}")
    return lines
