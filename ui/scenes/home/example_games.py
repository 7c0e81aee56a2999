"""The example games on the home screen, each with a picture, its game and a question. A game opens with the
timeline and its review."""

from functools import partial

import pygame

from games.registry import entry
from study.review.background_review import BackgroundReview
from study.saved_games.examples import REVIEW_NODES, Example, examples, open_example
from study.state.study import Study
from study.state.wishes import ShowPage
from ui.boards.picture import thumbnail
from ui.kit.buttons import quiet_button
from ui.kit.sheet import Sheet
from ui.navigation import Navigation
from ui.open_game import show_game
from ui.theme import Theme

TALLEST, NARROW, LEAST_PICTURE, LEAST_STACKED = 148, 240, 56, 72
"""In design pixels: the largest height of a tile, the width below which a tile is narrow, the least side of
its picture, and the least height of tiles that are one below the other."""

PAD = 8
"""Space between the edge of a tile and its content, in design pixels."""

TIMELINE = "Timeline"

HEAD = "Examples:"
"""The word before the names of the games, which are drawn if there is no room for tiles."""


class ExampleGames:
    """Draws a tile for each game, or all names in a line."""

    def __init__(self, navigation: Navigation) -> None:
        self.games = examples()
        self._navigation = navigation

    def open(self, example: Example) -> None:
        """Opens the game and starts its review."""
        saves = self._navigation.saves
        assert saves is not None
        show_game(self._navigation, partial(open_example, example, saves, _review), example.title)

    # Drawing

    def draw(self, sheet: Sheet, rect: pygame.Rect) -> None:
        """Draws the tiles side by side, or one below the other if that leaves each more room."""
        theme, gap, count = sheet.theme, sheet.theme.px(12), len(self.games)
        width = (rect.width - gap * (count - 1)) // count
        height = (rect.height - gap * (count - 1)) // count
        stacked = width < theme.px(NARROW) and height >= theme.px(LEAST_STACKED)
        size = (rect.width, height) if stacked else (width, rect.height)
        place = pygame.Rect(rect.topleft, (size[0], min(size[1], theme.px(TALLEST))))
        if not self._picture_side(theme, place):  # without a picture a low tile is enough
            words = self._words_height(theme, place.width - 2 * theme.px(PAD))
            place.height = min(place.height, words + 2 * theme.px(PAD))
        for example in self.games:
            self._draw_tile(sheet, place, example)
            place = place.move(0, place.height + gap) if stacked else place.move(width + gap, 0)

    def draw_links(self, sheet: Sheet, rect: pygame.Rect) -> None:
        """Draws the names of the games in a line. A click opens a game."""
        theme, gap = sheet.theme, sheet.theme.px(8)
        x = sheet.label(rect, HEAD, 14, theme.dim).right + gap
        names = [f"{entry(each.game).title}: {each.title}" for each in self.games]
        if x + sum(theme.width(name) + 2 * gap for name in names) > rect.right:
            names = [entry(each.game).title for each in self.games]
        for example, name in zip(self.games, names, strict=True):
            place = pygame.Rect(x, rect.y, min(theme.width(name) + 2 * gap, rect.right - x), rect.height)
            quiet_button(
                ("example", example.path.stem), name, _tip(example), partial(self.open, example)
            ).draw(sheet, place)
            x = place.right

    def _picture_side(self, theme: Theme, tile: pygame.Rect) -> int:
        """The side of a tile's picture in real pixels; 0 if it does not fit beside the words."""
        inner = tile.inflate(-2 * theme.px(PAD), -2 * theme.px(PAD))
        side = min(inner.height, inner.width // 3)
        wide = inner.width - side - theme.px(PAD)
        titles = max(theme.width(entry(each.game).title, 12, True) for each in self.games)
        fits = titles <= wide and self._words_height(theme, wide) <= inner.height
        return side if side >= theme.px(LEAST_PICTURE) and fits else 0

    def _words_height(self, theme: Theme, width: int) -> int:
        """The height that the longest title and question need."""
        lines = max(len(theme.wrapped(each.question, width, 12)) for each in self.games)
        return theme.line_height(14) + lines * theme.line_height(12)

    def _draw_tile(self, sheet: Sheet, rect: pygame.Rect, example: Example) -> None:
        theme, pad = sheet.theme, sheet.theme.px(PAD)
        title = entry(example.game).title
        over = sheet.add(("example", example.path.stem), rect, _tip(example), partial(self.open, example))
        sheet.fill(rect, theme.raised if over else theme.panel, 8)
        inner = rect.inflate(-2 * pad, -2 * pad)
        if side := self._picture_side(theme, rect):
            picture = thumbnail(theme, example.game, example.position, (side, side), over)
            sheet.surface.blit(picture, inner.topleft)
            inner = pygame.Rect(inner.x + side + pad, inner.y, inner.width - side - pad, inner.height)
        size = 14 if theme.width(title, 14, True) <= inner.width else 12
        line = theme.line_height(14)
        sheet.label(pygame.Rect(inner.x, inner.y, inner.width, line), title, size, bold=True)
        below = pygame.Rect(inner.x, inner.y + line, inner.width, inner.height - line)
        sheet.paragraph(below, example.question, 12, theme.dim)


def _tip(example: Example) -> str:
    title = entry(example.game).title
    return f"{title}: {example.title}\n{example.question}\nOpens the game with its review."


def _review(study: Study) -> None:
    """Starts the review and shows the timeline."""
    review = study.of(BackgroundReview)
    review.nodes = REVIEW_NODES
    review.begin(study)
    study.wish(ShowPage(TIMELINE))
