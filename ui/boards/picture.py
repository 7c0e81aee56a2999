"""A board's picture: the ground, the pieces and their motion, and the signs over them. It knows no moves;
`move_input` and the position editor take a person's input."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

import pygame

from games.contract import WHITE, Game
from games.position import Position
from games.registry import load_game
from study.state.changes import Memo
from ui.boards.arrows import ways
from ui.boards.board_art import BoardArt, Canvas, Geometry
from ui.boards.motion import Change, Motion, change
from ui.boards.overlays import Amounts, Arrow, Overlays, Warmth
from ui.boards.pieces import SMALLEST, Pieces
from ui.boards.registry import load_art
from ui.theme import Theme

LEAST_UNIT = SMALLEST
"""Smallest width of a square, in pixels. A board without room for that is cut off at its edges."""


@dataclass(frozen=True)
class Marks:
    """The signs of one frame: everything that is drawn on the squares except the pieces."""

    chosen: Sequence[str] = ()
    """Squares that have been clicked, framed."""
    targets: frozenset[str] = frozenset()
    """Squares that can be clicked next."""
    begun: bool = False
    """Whether the targets continue a move that has begun."""
    ready: Iterable[str] = ()
    """Squares and places beside the board whose piece can be clicked to begin a move."""
    hovered: str = ""
    cursor: str = ""
    """The keyboard's square, "" for none."""
    reach: str = ""
    """The square whose piece shows what it could do."""
    lifted: str = ""
    """The square whose piece is being dragged and not drawn here."""
    amounts: Amounts = ()
    perspective: int = WHITE
    """The side for which amounts are written."""
    warmths: Sequence[Warmth] = ()
    note: tuple[str, str] = ("", "")
    """A square, and a few words at its foot; "" twice for none."""
    arrows: Sequence[Arrow] = ()
    """Drawn in this order, below the numbers on the squares."""


NO_MARKS = Marks()

Turn = Sequence[tuple[Position, int]]
"""The moves of a turn in order, each with the position that it was made in."""


@dataclass(frozen=True)
class Last:
    """The last move as the board shows it: squares that pieces left and came to, and the start and target of
    each piece that moved."""

    departed: frozenset[str] = frozenset()
    arrived: frozenset[str] = frozenset()
    ways: tuple[tuple[str, str], ...] = ()

    @property
    def origins(self) -> frozenset[str]:
        """The squares where ways begin, except those where another way ends."""
        return frozenset(start for start, _ in self.ways) - {end for _, end in self.ways}

    @property
    def taken(self) -> frozenset[str]:
        """Squares that a piece left without a target: it was taken."""
        return self.departed - {start for start, _ in self.ways}

    def then(self, later: "Last") -> "Last":
        """This move and the next move of the turn, combined. Squares that were only passed through are left
        out."""
        arrived = self.arrived - later.departed | later.arrived
        return Last((self.departed | later.departed) - arrived, arrived, self.ways + later.ways)


NO_LAST = Last()


class Picture:
    """The picture of one board: of a position (`show`), or of any pieces (`set_up`). `ground` is the colour
    behind the board; None: the theme's."""

    def __init__(self, game: Game, art: BoardArt, animated: bool = True) -> None:
        self.game = game
        self.art = art
        self.animated = animated
        self.flipped = False
        self.labelled = True
        self.ground: pygame.Color | None = None
        self.position: Position | None = None
        self.entered = ("", "")  # the first and the last square of the last move's click path
        self.placement: Mapping[str, str] = {}
        self.motion: Motion | None = None
        self.pieces = Pieces(art)
        self.signs = Overlays(art)
        self.last = NO_LAST
        self._alarmed: tuple[str, ...] = ()
        self._geometry: Geometry | None = None
        self._places: Memo[Geometry] = Memo()
        self._scaled: Memo[None] = Memo()  # by theme and unit
        self._ground: Memo[pygame.Surface] = Memo()
        self._surfaces: Memo[pygame.Surface] = Memo()
        self._painted: Memo[None] = Memo()  # what the surface shows, except motion

    # What is shown

    def show(
        self,
        position: Position,
        before: Position | None = None,
        now: float = 0.0,
        move: int | None = None,
        dropped: str = "",
        earlier: Turn = (),
        at_once: bool = False,
    ) -> None:
        """Shows a position. `move` is the last move and `before` the position in which it was made. Both are
        used to mark it, together with the `earlier` moves of its turn.

        If animation is on, and not `at_once`, the pieces move from where they were, except the piece on the
        square `dropped`: a person has dragged it there.
        """
        placement = self.art.pieces(position.state)
        way = self._way(before, move)
        self.entered = way
        if at_once:
            self.motion = None
        elif self.position is not None and self.animated:
            follows = before is self.position and move is not None
            stages = (
                self.art.stages(before, position, move) if follows and before and move is not None else ()
            )
            changes = self._changes((*stages, placement), dropped)
            self.motion = Motion(changes, now, way if follows else ("", ""))
        self.last = NO_LAST if before is None else self._last_move(before, placement, way)
        for at, made in reversed(earlier):
            after = self.art.pieces(before.state) if before is not None else placement
            self.last = self._last_move(at, after, self._way(at, made)).then(self.last)
            before = at
        self.position, self.placement = position, placement
        self._alarmed = self.art.alarmed(position)

    def set_up(self, placement: Mapping[str, str], position: Position | None) -> None:
        """Shows pieces while a person sets them up; `position` is None while they are not a legal
        position."""
        self.placement, self.position = placement, position
        self._alarmed = self.art.alarmed(position) if position is not None else ()

    def _way(self, before: Position | None, move: int | None) -> tuple[str, str]:
        """The first and the last square of a move's click path; "" twice for none."""
        if before is None or move is None:
            return "", ""
        paths = self.game.click_paths(before.state, move)
        squares = [name for name in paths[0] if name in self.game.squares] if paths else []
        return (squares[0], squares[-1]) if squares else ("", "")

    def _last_move(self, before: Position, placement: Mapping[str, str], way: tuple[str, str]) -> Last:
        """How the last move is marked; `way` is the first and last square of its click path. The way is
        marked if the moving piece became another one or if nothing moved (an attack), but not if a piece was
        placed and another taken."""
        squares = frozenset(self.game.squares)
        moved = change(self.art.pieces(before.state), placement, self.art.center, self.art.kind)
        ways = [(a, b) for _, a, b in moved.slides if a in squares and b in squares]
        departed, arrived = moved.departed & squares, moved.arrived & squares
        if not ways and way[0] != way[1] and way[0] not in arrived:
            ways = [way]
        if not arrived and way[1]:
            arrived = frozenset((way[1],))
        return Last(departed - arrived | {a for a, _ in ways}, arrived, tuple(ways))

    def _changes(
        self, placements: Sequence[Mapping[str, str]], dropped: str
    ) -> tuple[tuple[Mapping[str, str], Change], ...]:
        """The changes from the pieces shown now to the first placement, and from each placement to the
        next."""
        changes, shown = [], self.placement
        for number, placement in enumerate(placements, start=1):
            moved = change(shown, placement, self.art.center, self.art.kind)
            if number == len(placements):
                moved = replace(moved, slides=tuple(slide for slide in moved.slides if slide[2] != dropped))
            changes.append((placement, moved))
            shown = placement
        return tuple(changes)

    def moving(self, now: float) -> bool:
        """Whether the picture is in motion."""
        if self.motion is not None and self.motion.over(now):
            self.motion = None
            return True  # true for one more frame, which draws the end
        return self.motion is not None

    # Squares and pixels

    @property
    def geometry(self) -> Geometry:
        """Where the board lies. Call `fit` or `draw` before."""
        assert self._geometry is not None
        return self._geometry

    def square_at(self, pos: tuple[int, int]) -> str:
        """The square at a pixel; "" for none."""
        if self._geometry is not None:
            x, y = self._geometry.point_at(pos)
            for name in self.game.squares:
                center = self.art.center(name)
                if abs(x - center[0]) <= self.art.reach and abs(y - center[1]) <= self.art.reach:
                    return name
        return ""

    def place_at(self, pos: tuple[int, int]) -> str:
        """The square at a pixel, or the place of a piece beside the board; "" for none."""
        place = self.square_at(pos)
        if place or self._geometry is None:
            return place
        for name, piece in self.placement.items():
            if name not in self.game.squares:
                frame = self._geometry.square(self.art.center(name), self.art.piece_size(piece))
                if frame.collidepoint(pos):
                    return name
        return ""

    def pixel_of(self, place: str) -> tuple[int, int]:
        """The middle of a square, or of a place beside the board."""
        return self.geometry.at(self.art.center(place))

    def neighbour(self, place: str, way: tuple[int, int], places: Sequence[str]) -> str:
        """The nearest of `places` in a direction on the screen; `place` itself if there is none."""
        here = self.pixel_of(place)
        best, nearest = place, float("inf")
        for name in places:
            x, y = self.pixel_of(name)
            # At most 45° off the direction; distance to the side counts three times.
            ahead = (x - here[0]) * way[0] + (y - here[1]) * way[1]
            aside = abs((x - here[0]) * way[1]) + abs((y - here[1]) * way[0])
            if ahead > 0 and aside <= ahead and ahead + 3 * aside < nearest:
                best, nearest = name, ahead + 3 * aside
        return best

    # Drawing

    def draw(
        self,
        surface: pygame.Surface,
        rect: pygame.Rect,
        theme: Theme,
        now: float,
        marks: Marks = NO_MARKS,
        placement: Mapping[str, str] | None = None,
    ) -> Canvas:
        """Draws the board in the middle of `rect`; returns the canvas. Draws the pieces of `placement`, if
        given, instead of the position's."""
        canvas = Canvas(surface, theme, self.fit(rect, theme))
        shown = self.placement if placement is None else placement
        if self.motion is not None:
            self._painted = Memo()
            self._paint(canvas, shown, marks, now)
            return canvas

        # Without motion, the board is painted into a surface of its own, again only after a change.
        size, local = canvas.geometry.rect.size, replace(canvas.geometry, origin=(0, 0))
        kept = self._surfaces.of(lambda: pygame.Surface(size, 0, surface), size)
        paint = partial(self._paint, Canvas(kept, theme, local), shown, marks, now)
        self._painted.of(paint, canvas.geometry, theme, self.position, dict(shown), marks)
        surface.blit(kept, canvas.geometry.origin)
        return canvas

    def _paint(self, canvas: Canvas, shown: Mapping[str, str], marks: Marks, now: float) -> None:
        # The stones beside the board may have amounts, too.
        signs, places = self.signs, {*self.game.squares, *shown}
        amounts = [(place, amount) for place, amount in marks.amounts if place in places and amount != 0.0]
        canvas.surface.blit(self._ground_of(canvas), canvas.geometry.origin)
        self.pieces.draw_all(canvas, shown, self.motion, now, marks.lifted, fills=True)
        for square in self.last.departed:
            signs.departed(canvas, square)
        for square in self.last.arrived:
            signs.arrived(canvas, square)
        for way in self.last.ways:
            signs.trail(canvas, way)
        for square in self._alarmed:
            signs.alarm(canvas, square)
        if self.position is not None:
            self.art.draw_beside(canvas, self.position)
        signs.amounts_below(canvas, amounts)
        if self.art.marked:
            self._draw_chosen(canvas, marks, shown)
        labels = self._labels(canvas, marks, amounts)
        foot = max((signs.foot(canvas, lines) for lines in labels.values()), default=0)
        self.pieces.draw_all(canvas, shown, self.motion, now, marks.lifted, labelled=labels.keys(), foot=foot)
        for warmth in marks.warmths:
            if warmth.share is not None:
                signs.weigh(canvas, warmth.square, warmth.side, warmth.share)
        for squares, sign in ((self.last.origins, signs.began), (self.last.taken, signs.taken)):
            for square in squares:
                piece = shown.get(square)
                # Not on a square with a piece, which the sign would hide.
                if piece is None or self.pieces.fills(piece):
                    sign(canvas, square)
        if self.position is not None and marks.reach and self.motion is None:
            self.art.draw_reach(canvas, self.position, marks.reach)
        for square in self._alarmed:
            signs.exclamation(canvas, square)
        if not self.art.marked:
            self._draw_chosen(canvas, marks, shown)
        self._draw_targets(canvas, marks, shown)
        for arrow in marks.arrows:
            signs.arrow(canvas, arrow)
        signs.amounts(canvas, amounts)
        for square, lines in labels.items():
            signs.write(canvas, square, lines)
        signs.numbers(canvas, marks.arrows)
        if marks.cursor:
            signs.corners(canvas, marks.cursor)

    def _labels(self, canvas: Canvas, marks: Marks, amounts: Amounts) -> dict[str, Sequence[str]]:
        """The lines at the bottom of each square."""
        numbers = self.signs.labels(canvas, amounts, marks.perspective)
        lines: dict[str, tuple[str, ...]] = {square: (number,) for square, number in numbers.items()}
        lines |= {warmth.square: warmth.lines for warmth in marks.warmths}
        square, words = marks.note
        if square:
            lines[square] = (*lines.get(square, ()), words)
        return {square: self.signs.fitting(canvas, each) for square, each in lines.items()}

    def fit(self, rect: pygame.Rect, theme: Theme) -> Geometry:
        """Puts the board into the middle of `rect`; returns its geometry."""
        width, height = self.art.size
        unit = max(LEAST_UNIT, min(rect.width / width, rect.height / height))
        origin = (
            rect.x + round((rect.width - width * unit) / 2),
            rect.y + round((rect.height - height * unit) / 2),
        )
        geometry = Geometry(origin, unit, self.art.size, self.flipped, self.labelled)
        self._scaled.of(self._forget, theme, unit)
        self._geometry = self._places.of(lambda: geometry, geometry)
        return self._geometry

    def _forget(self) -> None:
        """Drops the drawings of another size or theme."""
        self.pieces.forget()
        self.signs.forget()

    def _ground_of(self, canvas: Canvas) -> pygame.Surface:
        return self._ground.of(partial(self._draw_ground, canvas), canvas.geometry, canvas.theme)

    def _draw_ground(self, canvas: Canvas) -> pygame.Surface:
        ground = pygame.Surface(canvas.geometry.rect.size)
        ground.fill(self.ground or canvas.theme.ground)
        local = replace(canvas.geometry, origin=(0, 0))
        self.art.draw_ground(Canvas(ground, canvas.theme, local))
        return ground

    def _draw_chosen(self, canvas: Canvas, marks: Marks, shown: Mapping[str, str]) -> None:
        """Draws frames round the chosen squares, and rings round pieces that can be clicked next to continue
        the move."""
        for square in marks.chosen:
            self.signs.chosen(canvas, square)
        for square in marks.targets & shown.keys() if marks.begun else ():
            self.signs.ring(canvas, square, square == marks.hovered)

    def _draw_targets(self, canvas: Canvas, marks: Marks, shown: Mapping[str, str]) -> None:
        """Marks the other squares and pieces that can be clicked next."""
        for square in marks.targets - shown.keys():
            self.signs.target(canvas, square, square == marks.hovered)
        for square in marks.ready:
            if square not in shown or square in marks.chosen or self.motion is not None:
                continue  # during a motion, the piece may still be on its way
            if not (marks.begun and square in marks.targets):
                self.signs.ready(canvas, square, square == marks.hovered)


def draw_thumbnail(
    surface: pygame.Surface,
    rect: pygame.Rect,
    theme: Theme,
    position: Position,
    ground: pygame.Color,
    move: int | None = None,
    labelled: bool = False,
) -> None:
    """Draws a position as a small picture on `ground`, with an arrow for `move` if there is one, and with
    coordinates if `labelled`."""
    art = load_art(position.game.name)
    # Only the part that the art names (`BoardArt.shown`): usually without the pieces beside the squares.
    x, y, width, height = art.shown or (0.0, 0.0, *art.size)
    unit = min(rect.width / width, rect.height / height)
    if 0 < unit < LEAST_UNIT:  # drawn larger and scaled down: a board this small would be cut off
        size = (math.ceil(length * LEAST_UNIT / unit) + 1 for length in rect.size)
        large = pygame.Surface(tuple(size))
        large.fill(ground)
        draw_thumbnail(large, large.get_rect(), theme, position, ground, move, labelled)
        surface.blit(pygame.transform.smoothscale(large, rect.size), rect)
        return
    picture = Picture(position.game, art, animated=False)
    picture.ground, picture.labelled = ground, labelled
    picture.show(position)
    whole = pygame.Rect(0, 0, round(art.size[0] * unit), round(art.size[1] * unit))
    whole.x = rect.centerx - round((x + width / 2) * unit)
    whole.y = rect.centery - round((y + height / 2) * unit)
    part = pygame.Rect(0, 0, round(width * unit), round(height * unit))
    part.center = rect.center
    clip = surface.get_clip()
    surface.set_clip(part.clip(clip))
    arrows = [Arrow(ways(art, position, move), theme.mark)] if move is not None else []
    picture.draw(surface, whole, theme, 0.0, Marks(arrows=arrows))
    surface.set_clip(clip)


@lru_cache(maxsize=32)
def thumbnail(theme: Theme, game: str, text: str, size: tuple[int, int], lit: bool) -> pygame.Surface:
    """A small picture of a position, `size` pixels wide and high, on the background of a panel, or of a `lit`
    panel."""
    ground = theme.raised if lit else theme.panel
    drawn = pygame.Surface(size)
    drawn.fill(ground)
    draw_thumbnail(drawn, drawn.get_rect(), theme, Position.start(load_game(game), text=text), ground)
    return drawn
