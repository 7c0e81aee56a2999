"""Any game's board: shows a position and takes a move by clicks, drag or keyboard.

The view knows squares, pieces and paths of clicks; what they mean is for the game to know.
"""

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pygame

from games.contract import Game
from games.position import Position
from ui.boards.art import Art, Geometry, Standing, square_at
from ui.boards.motion import Change, Motion, between, change, eased
from ui.boards.paths import ClickFilter
from ui.controls import Button
from ui.theme import Theme

DRAG_PIXELS = 6
ALARM = pygame.Color("#c2478a")
"""Behind a piece in danger; neither of the two colours of the sides."""

NO_CHANGE = Change((), (), ())
ARROW_KEYS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}

Amounts = Sequence[tuple[str, float]]


class BoardView:
    """One board. `on_move(move)` is called when a person has entered a move.

    `hint` and `shown_move` are moves of the shown position that get an arrow; `overlay` are
    amounts by square. All three are set by the owner.
    """

    def __init__(self, game: Game, art: Art, on_move: Callable[[int], None], animated: bool = True) -> None:
        self.game = game
        self.art = art
        self.animated = animated
        self.flipped = False
        self.labelled = True
        self.hint: int | None = None
        self.shown_move: int | None = None
        self.overlay: Amounts = ()
        self.focused = False
        self.ground: pygame.Color | None = None  # what the board lies on; None: the theme's ground
        self.cursor = game.squares[0]
        self._on_move = on_move
        self._position: Position | None = None
        self._pieces: dict[str, str] = {}
        self._last: frozenset[str] = frozenset()
        self._alarmed: tuple[str, ...] = ()
        self._motion: Motion | None = None
        self._filter = ClickFilter(None)
        self._geometry: Geometry | None = None
        self._theme: Theme | None = None
        self._ground: pygame.Surface | None = None
        self._pictures: dict[tuple[str, int], pygame.Surface] = {}
        self._tints: dict[tuple, pygame.Surface] = {}
        self._arrow_paths: dict[int, list[tuple[str, str]]] = {}
        self._hovered = ""
        self._press: tuple[str, tuple[int, int]] | None = None
        self._dragging: tuple[int, int] | None = None
        self._held = False  # whether the press was on a piece that had been chosen before
        self._dropped = ""  # where a drag ended: that piece is there already and does not slide
        self._choices: list[Button] = []
        self._choice_pieces: list[str] = []  # by choice; "" for a worded button
        self._route: tuple[str, ...] = ()  # where a piece stands that is led on, and where to
        self._standing: tuple[Standing, ...] = ()
        self._standing_buttons: dict[str, Button] = {}
        self._entering: tuple[tuple[str, ...], dict[str, str]] | None = None

    # What is shown

    def show(self, position: Position, before: Position | None, now: float, move: int | None = None) -> None:
        """Shows a position; `before` is the one that the last move, `move`, was made in, to mark it.

        The pieces move there from where they were, if motion is on.
        """
        if position is self._position:
            return
        pieces = self.art.pieces(position.state)
        way = self._way(before, move)
        if self._position is not None and self.animated:
            follows = before is self._position and move is not None
            stages = (
                self.art.stages(before, position, move) if follows and before and move is not None else ()
            )
            self._motion = Motion(self._changes((*stages, pieces)), now, way if follows else ("", ""))
        self._last = frozenset(name for name in way if name)
        if before is not None:
            moved = change(self.art.pieces(before.state), pieces, self.art.center, self.art.kind)
            self._last |= moved.squares
        self._position, self._pieces, self._dropped = position, pieces, ""
        self._alarmed = self.art.alarmed(position)
        self._standing = self.art.standing(position)
        self._entering = None
        self._arrow_paths.clear()
        self.hint = self.shown_move = None
        self.overlay = ()

    def _way(self, before: Position | None, move: int | None) -> tuple[str, str]:
        """The squares that a move was entered by, the first and the last; "" for none."""
        if before is None or move is None:
            return "", ""
        paths = self.game.click_paths(before.state, move)
        squares = [name for name in paths[0] if name in self.game.squares] if paths else []
        return (squares[0], squares[-1]) if squares else ("", "")

    def _changes(self, placements: Sequence[dict[str, str]]) -> tuple[tuple[dict[str, str], Change], ...]:
        """What moves between the pieces shown now and each of the placements in turn."""
        changes, shown = [], self._pieces
        for number, placement in enumerate(placements, start=1):
            moved = change(shown, placement, self.art.center, self.art.kind)
            if number == len(placements):
                slides = tuple(slide for slide in moved.slides if slide[2] != self._dropped)
                moved = replace(moved, slides=slides)
            changes.append((placement, moved))
            shown = placement
        return tuple(changes)

    def allow(self, position: Position | None) -> None:
        """Whose moves can be entered: those of `position`, or none."""
        if position is not self._filter.position:
            self._filter = ClickFilter(position)
            route = self._route
            self._drop_clicks()
            self._route = route if position is not None else ()
            goes_on = self.art.goes_on(position) if position is not None else ""
            if goes_on in self._filter.squares:
                self._enter(goes_on)
        if self._route and position is not None and position is self._position and self._motion is None:
            self._lead_on()

    def _lead_on(self) -> None:
        """The next move of a piece that is on its way to a square farther off."""
        here, following, *rest = self._route
        self._route = (following, *rest) if rest else ()
        if self._filter.clicks != (here,):
            self._filter.clear()
            self._filter.click(here)
        if following in self._filter.squares:
            self._enter(following)
        else:
            self._drop_clicks()

    def moving(self, now: float) -> bool:
        """Whether the picture changes by itself."""
        if self._motion is not None and self._motion.over(now):
            self._motion = None
            return True  # once more, to show the end
        return self._motion is not None

    @property
    def clicks(self) -> tuple[str, ...]:
        return self._filter.clicks

    def clear_clicks(self) -> bool:
        """Drops a move that is half entered; whether there was one."""
        had = bool(self._filter.clicks)
        self._drop_clicks()
        return had

    def _drop_clicks(self) -> None:
        self._filter.clear()
        self._route = ()
        self._press = self._dragging = None
        self._make_choices()

    # What the person does

    def handle(self, event: pygame.event.Event) -> bool:
        for button in (*self._choices, *self.standing_buttons):
            if button.handle(event):
                return True
        if self._geometry is None:
            return False
        if event.type == pygame.MOUSEMOTION:
            self._hovered = self.square_at(event.pos)
            if self._press and math.dist(event.pos, self._press[1]) > DRAG_PIXELS:
                self._dragging = event.pos
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._press_at(event.pos)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            return self.clear_clicks()
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self._press:
            return self._release_at(event.pos)
        if event.type == pygame.KEYDOWN and self._choices and self._choose_by_key(event.key):
            return True
        if event.type == pygame.KEYDOWN and self.focused:
            return self._handle_key(event.key)
        return False

    def _press_at(self, pos: tuple[int, int]) -> bool:
        square = self.square_at(pos)
        if not square:
            return (
                self._geometry is not None and self._geometry.rect.collidepoint(pos) and self.clear_clicks()
            )
        self.cursor = square
        self._held = self._filter.clicks == (square,)
        if self._held:  # chosen already: to be dragged, or put down when it is released
            self._press = (square, pos)
            return True
        if self.click(square) and self._filter.clicks and self._filter.clicks[-1] == square:
            self._press = (square, pos)
        return True

    def _release_at(self, pos: tuple[int, int]) -> bool:
        assert self._press is not None
        start, dragged = self._press[0], self._dragging is not None
        self._press = self._dragging = None
        square = self.square_at(pos)
        if dragged and square != start:
            if square in self._filter.squares:
                self._dropped = square
                self.click(square)
            elif self._way_to(square):
                self.click(square)
            else:
                self._drop_clicks()
        elif self._held and not dragged:
            self.click(square)
        return True

    def _handle_key(self, key: int) -> bool:
        if key in ARROW_KEYS:
            self.cursor = self._neighbour(ARROW_KEYS[key])
            return True
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.click(self.cursor)
            return True
        return False

    def _neighbour(self, way: tuple[int, int]) -> str:
        """The nearest square in a direction of the screen; the same where there is none."""
        assert self._geometry is not None
        here = self._geometry.at(self.art.center(self.cursor))
        best, nearest = self.cursor, math.inf
        for name in self.game.squares:
            x, y = self._geometry.at(self.art.center(name))
            ahead = (x - here[0]) * way[0] + (y - here[1]) * way[1]
            aside = abs((x - here[0]) * way[1]) + abs((y - here[1]) * way[0])
            if ahead > 0 and aside <= ahead and ahead + 3 * aside < nearest:
                best, nearest = name, ahead + 3 * aside
        return best

    def click(self, square: str) -> bool:
        """As if the square had been clicked; whether that meant something."""
        clicks = self._filter.clicks
        self._route = ()
        if square not in self._filter.squares:
            way = self._way_to(square)
            if way:
                self._route = (clicks[0], *way)
                self._lead_on()
                return True
            begins = square in self._filter.squares_from_start() and clicks[:1] != (square,)
            self._drop_clicks()
            if not clicks or not begins:
                return bool(clicks)
        self._enter(square)
        return True

    def _way_to(self, square: str) -> tuple[str, ...]:
        """The squares that lead the chosen piece to one that is no single move away; empty for none."""
        clicks, position = self._filter.clicks, self._filter.position
        if len(clicks) != 1 or clicks[0] not in self.game.squares or position is None:
            return ()
        way = self.art.route(position, clicks[0], square)
        return way if way and way[0] in self._filter.squares else ()

    def _enter(self, name: str) -> None:
        move = self._filter.click(name)
        self._make_choices()
        if move is not None:
            self._press = self._dragging = None
            self._on_move(move)
        elif self._filter.clicks and not self._filter.squares and len(self._filter.choices) == 1:
            self._enter(self._filter.choices[0])  # nothing to choose from

    # Choices with a button beside the squares

    @property
    def standing_buttons(self) -> list[Button]:
        """The buttons that always stand beside the squares, as the shown position has them."""
        for name in (choice.choice for choice in self._standing):
            if name not in self._standing_buttons:
                self._standing_buttons[name] = Button(partial(self.choose, name))
        buttons = []
        hinted = self._hinted_choices()
        for choice in self._standing:
            button = self._standing_buttons[choice.choice]
            button.label, button.tooltip = choice.label, choice.tooltip
            button.enabled = self._can_choose(choice.choice)
            button.primary = (
                choice.choice in hinted
                or choice.choice in self._filter.clicks
                or (bool(self._filter.clicks) and choice.choice in self._filter.choices)
            )
            buttons.append(button)
        return buttons

    def _hinted_choices(self) -> set[str]:
        """The choices that begin the hint, or the move that is pointed at elsewhere."""
        if self._position is None or not self._standing:
            return set()
        moves = [move for move in (self.hint, self.shown_move) if move in self._position.moves]
        return {self.game.click_paths(self._position.state, move)[0][0] for move in moves if move is not None}

    def _can_choose(self, name: str) -> bool:
        shown = self._filter.position is not None and self._filter.position is self._position
        return shown and (name in self._filter.choices or name in self._filter.squares_from_start())

    def choose(self, name: str) -> bool:
        """As if the button of a standing choice had been pressed; whether that meant something."""
        if not self._can_choose(name):
            return False
        if name in self._filter.clicks:
            self._drop_clicks()
            return True
        if name not in self._filter.choices:
            self._drop_clicks()
        self._enter(name)
        return True

    def handle_choice_key(self, event: pygame.event.Event) -> bool:
        """A standing choice's key; it stays the choice's own where the choice can't be made now."""
        if event.type != pygame.KEYDOWN or event.mod & (
            pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META
        ):
            return False
        for choice in self._standing:
            if event.key == choice.key:
                self.choose(choice.choice)
                return True
            if self.focused and choice.letter and choice.letter == pygame.key.name(event.key):
                return self.choose(choice.choice)
        return False

    @property
    def choice_keys(self) -> list[tuple[str, str]]:
        """The keys of the game's standing choices, for the list of all keys."""
        return [
            (pygame.key.name(choice.key).upper(), choice.label.lower())
            for choice in self._standing
            if choice.key
        ]

    def _make_choices(self) -> None:
        def button(name: str) -> Button:
            tip = f"{self.art.choice_name(name)}."
            return Button(lambda: self._enter(name), name.capitalize(), tooltip=tip)

        position = self._filter.position
        names = self._open_choices
        self._choices = [button(name) for name in names]
        self._choice_pieces = []
        if self._choices and position is not None:
            self._choice_pieces = [self.art.choice_piece(name, position) for name in names]

    @property
    def _open_choices(self) -> list[str]:
        """The choices that are offered near the squares: those without a standing button."""
        position = self._filter.position
        if position is None or not self._filter.choices:
            return []
        standing = {choice.choice for choice in self.art.standing(position)}
        return [name for name in self._filter.choices if name not in standing]

    @property
    def choice_buttons(self) -> dict[str, Button]:
        """The choices that are open now, by name."""
        return dict(zip(self._open_choices, self._choices, strict=True))

    def _choose_by_key(self, key: int) -> bool:
        """The first letter of a choice chooses it; Enter the one that is drawn first."""
        for name, button in self.choice_buttons.items():
            if name.lstrip("=")[:1].lower() == pygame.key.name(key):
                button.action()
                return True
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER) and all(self._choice_pieces):
            self._choices[-1].action()
            return True
        return False

    def choice_tip_at(self, pos: tuple[int, int]) -> str:
        buttons = (*self._choices, *self.standing_buttons)
        return next((button.tooltip for button in buttons if button.rect.collidepoint(pos)), "")

    def tip_at(self, pos: tuple[int, int]) -> str:
        """What is there, in a sentence: a choice's button, a square, or a place beside the board."""
        if self._geometry is None or self._position is None:
            return ""
        place = self.square_at(pos)
        for name, piece in self._pieces.items():
            if not place and name not in self.game.squares:
                frame = self._geometry.square(self.art.center(name), self.art.piece_size(piece))
                place = name if frame.collidepoint(pos) else ""
        return self.choice_tip_at(pos) or (self.art.describe(self._position, place) if place else "")

    @property
    def clickable(self) -> bool:
        """Whether the square under the mouse can be clicked to some effect."""
        if any(button.hovered and button.usable for button in (*self._choices, *self.standing_buttons)):
            return True
        if not self._hovered or self._filter.position is None:
            return False
        if self._way_to(self._hovered):
            return True
        return self._hovered in self._filter.squares or (
            bool(self._filter.clicks) and self._hovered in self._filter.squares_from_start()
        )

    def square_at(self, pos: tuple[int, int]) -> str:
        """The square at a pixel, "" for none."""
        return square_at(self.art, self.game.squares, self._geometry, pos)

    def pixel_of(self, square: str) -> tuple[int, int]:
        """The middle of a square as last drawn."""
        assert self._geometry is not None
        return self._geometry.at(self.art.center(square))

    # Drawing

    def draw(self, surface: pygame.Surface, rect: pygame.Rect, theme: Theme, now: float) -> None:
        geometry = self._fit(rect, theme)
        surface.blit(self._ground_of(theme, geometry), geometry.origin)
        for square in self._last:
            if square in self.game.squares:
                self._tint(surface, theme, geometry, square, theme.mark, 38)
                if self.art.frames_last:
                    self._frame_last(surface, theme, geometry, square)
        for square in self._alarmed:
            self._draw_alarm(surface, theme, geometry, square)
        if self._position is not None:
            self.art.draw_beside(surface, theme, geometry, self._position)
        self._tint_overlay(surface, theme, geometry)
        self._draw_pieces(surface, theme, geometry, now)
        self._draw_reach(surface, theme, geometry)
        self._draw_marks(surface, theme, geometry)
        self._draw_overlay(surface, theme, geometry)
        for move, color in ((self.hint, theme.accent), (self.shown_move, theme.dim)):
            if move is not None:
                self._draw_arrows(surface, geometry, move, color)
        if self.focused:
            self._outline(surface, theme, geometry, self.cursor, 3)
        if self._dragging and self._press:
            self._draw_dragged(surface, theme, geometry)
        self._draw_standing(surface, theme, geometry)
        self._draw_choices(surface, theme, geometry)

    def _fit(self, rect: pygame.Rect, theme: Theme) -> Geometry:
        width, height = self.art.size
        unit = min(rect.width / width, rect.height / height)
        origin = (
            rect.x + round((rect.width - width * unit) / 2),
            rect.y + round((rect.height - height * unit) / 2),
        )
        geometry = Geometry(origin, unit, self.art.size, self.flipped, self.labelled)
        if geometry != self._geometry or theme is not self._theme:
            if theme is not self._theme or self._geometry is None or self._geometry.unit != unit:
                self._pictures.clear()
                self._tints.clear()
            self._geometry, self._theme, self._ground = geometry, theme, None
        return geometry

    def _ground_of(self, theme: Theme, geometry: Geometry) -> pygame.Surface:
        if self._ground is None:
            self._ground = pygame.Surface(geometry.rect.size)
            self._ground.fill(self.ground or theme.ground)
            local = replace(geometry, origin=(0, 0))
            self.art.draw_ground(self._ground, theme, local)
        return self._ground

    def _picture(self, piece: str, theme: Theme, geometry: Geometry) -> pygame.Surface:
        return self._picture_of(piece, geometry.length(self.art.piece_size(piece)), theme)

    def _picture_of(self, piece: str, pixels: int, theme: Theme) -> pygame.Surface:
        pixels = max(8, pixels)
        found = self._pictures.get((piece, pixels))
        if found is None:
            found = self.art.piece_picture(piece, pixels, theme).convert_alpha()
            self._pictures[piece, pixels] = found
        return found

    def _blit_piece(
        self, surface: pygame.Surface, picture: pygame.Surface, center: tuple[int, int], opacity: float = 1.0
    ) -> None:
        if opacity < 1.0:
            picture.set_alpha(round(255 * opacity))
        surface.blit(picture, picture.get_rect(center=center))
        if opacity < 1.0:
            picture.set_alpha(255)

    def _draw_pieces(self, surface: pygame.Surface, theme: Theme, geometry: Geometry, now: float) -> None:
        placement, moved, part, way = self._shown_pieces(), NO_CHANGE, 1.0, ("", "")
        if self._motion is not None:
            staged, moved, part = self._motion.stage(now)
            last = staged is self._motion.changes[-1][0]
            placement, way = (placement, self._motion.way) if last else (dict(staged), ("", ""))
        soft = eased(part)
        sliding = {target for _, _, target in moved.slides}
        coming = {square for _, square in moved.came}
        leaving = {square: piece for piece, square in moved.left}
        center = self.art.center
        for square, piece in leaving.items():
            if square in coming and self.art.flips(piece, placement.get(square, "")):
                continue
            spot = center(square)
            if square == way[0] != way[1]:  # it lost: it goes where it went, and is gone
                spot = between(spot, center(way[1]), soft)
            picture = self._picture(piece, theme, geometry)
            self._blit_piece(surface, picture, geometry.at(spot), 1 - part**2)
        for square, piece in placement.items():
            if square in sliding or (self._dragging and self._press and square == self._press[0]):
                continue
            picture, spot, opacity = self._picture(piece, theme, geometry), center(square), 1.0
            if square in coming:
                if square in leaving and self.art.flips(leaving[square], piece):
                    back = self._picture(leaving[square], theme, geometry)
                    self._blit_turned(surface, back, picture, geometry.at(spot), part)
                    continue
                opacity = soft
            elif square == way[0] != way[1] and (piece, square) in moved.altered:
                spot = between(spot, center(way[1]), 0.3 * math.sin(math.pi * part))  # a blow at its target
            self._blit_piece(surface, picture, geometry.at(spot), opacity)
            if square == way[1] != way[0] and (piece, square) in moved.altered and part < 1.0:
                radius = geometry.length(self.art.tile * (0.3 + 0.2 * soft))
                pygame.draw.aacircle(surface, ALARM, geometry.at(spot), radius, max(2, theme.px(4)))
        for piece, origin, target in moved.slides:
            at = geometry.at(between(center(origin), center(target), soft))
            self._blit_piece(surface, self._picture(piece, theme, geometry), at)

    def _blit_turned(
        self,
        surface: pygame.Surface,
        back: pygame.Surface,
        face: pygame.Surface,
        center: tuple[int, int],
        part: float,
    ) -> None:
        """A piece that is being turned over, about its upright axis."""
        picture = back if part < 0.5 else face
        size = max(1, round(picture.get_width() * abs(math.cos(math.pi * part)))), picture.get_height()
        if size[0] != picture.get_width():
            picture = pygame.transform.smoothscale(picture, size)
        surface.blit(picture, picture.get_rect(center=center))

    def _draw_reach(self, surface: pygame.Surface, theme: Theme, geometry: Geometry) -> None:
        """What the chosen piece could do, or the one under the mouse."""
        if self._position is None or self._motion is not None or self._dragging:
            return
        chosen = [name for name in self._filter.clicks if name in self._pieces]
        if chosen and self._filter.position is self._position:
            self.art.draw_reach(surface, theme, geometry, self._position, chosen[0])
        elif self._hovered:
            self.art.draw_reach(surface, theme, geometry, self._position, self._hovered)

    def _draw_standing(self, surface: pygame.Surface, theme: Theme, geometry: Geometry) -> None:
        for choice, button in zip(self._standing, self.standing_buttons, strict=True):
            button.rect = geometry.beside(choice.area)
            button.shows_label = not choice.piece
            button.draw(surface, theme)
            if choice.piece:
                side = button.rect.height - theme.px(4)
                drawn = self._picture_of(choice.piece, side, theme)
                left = button.rect.x + theme.px(4)
                opacity = 1.0 if button.enabled else 0.45
                self._blit_piece(surface, drawn, (left + side // 2, button.rect.centery), opacity)
                color = theme.ground if button.primary and button.enabled else theme.text_color
                color = color if button.enabled else theme.dim
                room = button.rect.right - left - side - theme.px(8)
                top = button.rect.centery - theme.line_height(14) // 2
                theme.text(surface, (left + side + theme.px(4), top), choice.label, 14, color, max_width=room)

    def _shown_pieces(self) -> dict[str, str]:
        """The pieces, with a move that is half entered shown on the squares clicked so far."""
        clicks = self._filter.clicks
        if not clicks or self._filter.position is not self._position or self._position is None:
            return self._pieces
        if len(clicks) == 1 and (clicks[0] in self._pieces or self._filter.choices):
            return self._pieces  # only chosen so far
        if self._entering is not None and self._entering[0] == clicks:
            return self._entering[1]
        move = self._filter.candidates[0]
        if len(self._position.chances(move)) > 1:
            return self._pieces
        after = self.art.pieces(self._position.play(move).state)
        shown = dict(self._pieces)
        for square in clicks:
            shown.pop(square, None)
            if square in after:
                shown[square] = after[square]
        self._entering = clicks, shown
        return shown

    def _draw_dragged(self, surface: pygame.Surface, theme: Theme, geometry: Geometry) -> None:
        assert self._press is not None and self._dragging is not None
        piece = self._shown_pieces().get(self._press[0])
        if piece is not None:
            self._blit_piece(surface, self._picture(piece, theme, geometry), self._dragging)

    def _draw_marks(self, surface: pygame.Surface, theme: Theme, geometry: Geometry) -> None:
        """What is chosen, and what can be clicked next."""
        filter_ = self._filter
        if filter_.position is None or filter_.position is not self._position:
            return
        shown = self._shown_pieces()
        for square in filter_.clicks:
            if square in self.game.squares:
                self._outline(surface, theme, geometry, square, 2)
        begun = bool(filter_.clicks)
        for square in filter_.squares:
            at = geometry.at(self.art.center(square))
            lit = square == self._hovered
            if square in shown:
                if begun or lit:
                    radius = geometry.length(self.art.tile * 0.5)
                    width = theme.px(4) if lit else theme.px(2)
                    pygame.draw.aacircle(surface, theme.mark, at, radius, width)
            else:
                radius = geometry.length(0.19 if lit else 0.11)
                pygame.draw.aacircle(surface, theme.shadow, at, radius + max(1, theme.px(1)))
                pygame.draw.aacircle(surface, theme.mark, at, radius)

    def _outline(
        self, surface: pygame.Surface, theme: Theme, geometry: Geometry, square: str, width: int
    ) -> None:
        """A frame round a square, `width` design pixels thick."""
        frame = geometry.square(self.art.center(square), self.art.tile)
        if self.art.round_marks:
            pygame.draw.aacircle(surface, theme.mark, frame.center, frame.width // 2, theme.px(width))
        else:
            pygame.draw.rect(surface, theme.mark, frame, theme.px(width), border_radius=theme.px(6))

    def _frame_last(self, surface: pygame.Surface, theme: Theme, geometry: Geometry, square: str) -> None:
        """A frame inside a square of the last move, where a tint would make it another square's twin."""
        frame = geometry.square(self.art.center(square), self.art.tile)
        frame.inflate_ip(-theme.px(2), -theme.px(2))
        pygame.draw.rect(surface, theme.accent, frame, theme.px(2))

    def _tint_overlay(self, surface: pygame.Surface, theme: Theme, geometry: Geometry) -> None:
        """The squares that have an amount, below the pieces: the more, the stronger the colour."""
        largest = max((abs(amount) for _, amount in self.overlay), default=0.0)
        for square, amount in self.overlay:
            if square in self.game.squares and amount != 0.0:
                color = theme.white if amount > 0 else theme.black
                # The root, so that a king's 900 leaves a pawn's 10 its colour.
                share = math.sqrt(abs(amount) / largest)
                self._tint(surface, theme, geometry, square, color, 50 + round(110 * share))

    def _draw_overlay(self, surface: pygame.Surface, theme: Theme, geometry: Geometry) -> None:
        """Amounts on squares, as numbers with their sign."""
        for square, amount in self.overlay:
            if square not in self.game.squares or amount == 0.0:
                continue
            frame = geometry.square(self.art.center(square), self.art.tile)
            label = f"{amount:+.2f}".rstrip("0").rstrip(".").replace("-", "−")
            box = pygame.Rect(0, 0, theme.width(label, 12, True) + theme.px(8), theme.line_height(12))
            box.midbottom = (frame.centerx, frame.bottom)
            pygame.draw.rect(surface, theme.ground, box, border_radius=theme.px(4))
            theme.text(surface, box.midtop, label, 12, theme.text_color, "center", bold=True)

    def _tint(
        self,
        surface: pygame.Surface,
        theme: Theme,
        geometry: Geometry,
        square: str,
        color: pygame.Color,
        alpha: int,
    ) -> None:
        frame = geometry.square(self.art.center(square), self.art.tile)
        key = ("tint", frame.width, tuple(color), alpha)
        tint = self._tints.get(key)
        if tint is None:
            tint = pygame.Surface(frame.size, pygame.SRCALPHA)
            filled = pygame.Color(color.r, color.g, color.b, alpha)
            if self.art.round_marks:
                pygame.draw.aacircle(tint, filled, tint.get_rect().center, frame.width // 2 - 1)
            else:
                pygame.draw.rect(tint, filled, tint.get_rect(), border_radius=geometry.length(0.06))
            self._tints[key] = tint
        surface.blit(tint, frame)

    def _ways(self, move: int) -> list[tuple[str, str]]:
        """From where to where a move's arrows go; from a square to itself for a placement."""
        ways = self._arrow_paths.get(move)
        if ways is None:
            assert self._position is not None
            ways = []
            path = self.game.click_paths(self._position.state, move)[0]
            squares = [name for name in path if name in self.game.squares]
            if len(self._position.chances(move)) == 1:
                after = self.art.pieces(self._position.play(move).state)
                moved = change(self._pieces, after, self.art.center, self.art.kind)
                ways = [(a, b) for _, a, b in moved.slides]
                ways += [(square, square) for _, square in moved.left if square in self.game.squares]
                if moved.altered and len(squares) > 1:
                    ways = [(squares[0], squares[-1])]
            if not ways:
                ways = list(itertools.pairwise(squares)) or [(s, s) for s in squares]
            self._arrow_paths[move] = ways
        return ways

    def _draw_arrows(
        self, surface: pygame.Surface, geometry: Geometry, move: int, color: pygame.Color
    ) -> None:
        if self._position is None or move not in self._position.moves:
            return
        for start, end in self._ways(move):
            a, b = geometry.at(self.art.center(start)), geometry.at(self.art.center(end))
            if start == end:
                radius = geometry.length(self.art.tile * 0.5)
                pygame.draw.aacircle(surface, color, b, radius, max(2, geometry.length(0.07)))
                continue
            picture, at = self._arrow(a, b, geometry.length(0.16), color)
            surface.blit(picture, at)

    def _arrow(
        self, a: tuple[int, int], b: tuple[int, int], width: int, color: pygame.Color
    ) -> tuple[pygame.Surface, tuple[int, int]]:
        """An arrow's picture and where it belongs."""
        pad = width * 2
        left, top = min(a[0], b[0]) - pad, min(a[1], b[1]) - pad
        size = (abs(a[0] - b[0]) + 2 * pad, abs(a[1] - b[1]) + 2 * pad)
        key = ("arrow", a[0] - b[0], a[1] - b[1], width, tuple(color))
        picture = self._tints.get(key)
        if picture is None:
            fine = 2
            large = pygame.Surface((size[0] * fine, size[1] * fine), pygame.SRCALPHA)
            large.fill((color.r, color.g, color.b, 0))
            length = math.dist(a, b)
            along = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
            across = (-along[1], along[0])

            def at(distance: float, aside: float) -> tuple[float, float]:
                return (
                    (a[0] - left + along[0] * distance + across[0] * aside) * fine,
                    (a[1] - top + along[1] * distance + across[1] * aside) * fine,
                )

            neck, half = length - 2.2 * width, width / 2
            outline = [(width, -half), (neck, -half), (neck, -1.5 * width), (length, 0)]
            outline += [(distance, -aside) for distance, aside in reversed(outline[:-1])]
            pygame.draw.polygon(large, (color.r, color.g, color.b, 215), [at(*point) for point in outline])
            picture = pygame.transform.smoothscale(large, size)
            self._tints[key] = picture
        return picture, (left, top)

    def _draw_alarm(self, surface: pygame.Surface, theme: Theme, geometry: Geometry, square: str) -> None:
        """A frame and a glow behind a piece in danger."""
        frame = geometry.square(self.art.center(square), self.art.tile)
        key = ("alarm", frame.width)
        glow = self._tints.get(key)
        if glow is None:
            glow = pygame.Surface(frame.size, pygame.SRCALPHA)
            color = ALARM
            middle, reach = frame.width // 2, frame.width // 2
            for step in range(16):
                alpha = round(220 * (step + 1) / 16)
                radius = round(reach * (1.1 - 0.65 * step / 15))
                pygame.draw.aacircle(glow, (*color[:3], alpha), (middle, middle), radius)
            pygame.draw.rect(glow, color, glow.get_rect(), max(2, theme.px(3)))
            self._tints[key] = glow
        surface.blit(glow, frame)

    def _draw_piece_choices(self, surface: pygame.Surface, theme: Theme, geometry: Geometry) -> None:
        """The pieces to choose from, the last on the square itself and the others towards the middle."""
        square = next(name for name in reversed(self._filter.clicks) if name in self.game.squares)
        start = geometry.square(self.art.center(square), self.art.tile)
        step = start.height if start.centery < geometry.rect.centery else -start.height
        places = [start.move(0, number * step) for number in range(len(self._choices))]
        box = places[0].unionall(places[1:])
        pygame.draw.rect(
            surface, theme.shadow, box.inflate(theme.px(12), theme.px(12)), border_radius=theme.px(8)
        )
        pygame.draw.rect(surface, theme.raised, box, border_radius=theme.px(4))
        for button, piece, place in zip(
            reversed(self._choices), reversed(self._choice_pieces), places, strict=True
        ):
            button.rect = place
            if button.hovered:
                pygame.draw.rect(surface, theme.accent, place, border_radius=theme.px(4))
            else:
                inner = place.inflate(-theme.px(4), -theme.px(4))
                pygame.draw.rect(surface, theme.board_line, inner, border_radius=theme.px(4))
            self._blit_piece(surface, self._picture(piece, theme, geometry), place.center)

    def _draw_choices(self, surface: pygame.Surface, theme: Theme, geometry: Geometry) -> None:
        if not self._choices:
            return
        if all(self._choice_pieces):
            self._draw_piece_choices(surface, theme, geometry)
            return
        row, gap = theme.px(36), theme.px(4)
        width = max(button.wanted_width(theme) for button in self._choices) + theme.px(16)
        box = pygame.Rect(0, 0, width + 2 * gap, len(self._choices) * (row + gap) + gap)
        squares = [name for name in self._filter.clicks if name in self.game.squares]
        if squares:
            near = geometry.square(self.art.center(squares[-1]), self.art.tile)
            box.midleft = (near.right + gap, near.centery)
        else:
            box.midbottom = geometry.rect.midbottom
        box.clamp_ip(surface.get_rect())
        pygame.draw.rect(surface, theme.panel, box, border_radius=theme.px(8))
        pygame.draw.rect(surface, theme.line, box, theme.px(1), border_radius=theme.px(8))
        for number, button in enumerate(self._choices):
            button.rect = pygame.Rect(box.x + gap, box.y + gap + number * (row + gap), width, row)
            button.draw(surface, theme)


def draw_thumbnail(
    surface: pygame.Surface,
    rect: pygame.Rect,
    theme: Theme,
    game: Game,
    art: Art,
    position: Position,
    ground: pygame.Color,
) -> None:
    """A position as a picture on `ground`, for the home screen."""
    view = BoardView(game, art, lambda move: None, animated=False)
    view.ground, view.labelled = ground, False
    view.show(position, None, 0.0)
    # Only the squares: what stands beside them is left out where the art says what to show.
    x, y, width, height = art.shown or (0.0, 0.0, *art.size)
    unit = min(rect.width / width, rect.height / height)
    whole = pygame.Rect(0, 0, round(art.size[0] * unit), round(art.size[1] * unit))
    whole.x = rect.centerx - round((x + width / 2) * unit)
    whole.y = rect.centery - round((y + height / 2) * unit)
    part = pygame.Rect(0, 0, round(width * unit), round(height * unit))
    part.center = rect.center
    clip = surface.get_clip()
    surface.set_clip(part.clip(clip))
    view.draw(surface, whole, theme, 0.0)
    surface.set_clip(clip)
