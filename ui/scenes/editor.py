"""The position editor: pieces from a palette onto the board, and the position's text beside it."""

import math
from collections.abc import Callable

import pygame

from games.contract import SIDE_NAMES, BadText
from games.position import Position
from games.registry import entry, load_game
from ui.app import App
from ui.boards.art import Geometry, square_at
from ui.boards.chess_setup import CASTLING, CASTLING_NAMES
from ui.boards.registry import load_art, load_setup
from ui.controls import Button, Control, Dropdown, FocusRing, Option
from ui.scenes.scene import Keys, Scene
from ui.text_field import TextField
from ui.theme import Theme

TOP, SIDE, FOOT = 44, 400, 44
"""Heights of the bar and of the line below the board, the width of the column, in design pixels."""

HAND, ERASER = "hand", "eraser"
DRAG_PIXELS = 6


class Editor(Scene):
    """`done(text)` is called with the text of a position that the game takes."""

    title = "Set up a position"

    def __init__(self, app: App, game: str, text: str | None, done: Callable[[str], None]) -> None:
        super().__init__(app)
        self.game = load_game(game)
        self.entry = entry(game)
        self.art = load_art(game)
        self.setup = load_setup(game)
        self.options = app.settings.options_for(game)
        self.tool = HAND
        self.flipped = False
        self.problem = ""
        self._done = done
        self._typed = ""  # a text that the person typed and that the board could not take over
        self._geometry: Geometry | None = None
        self._ground: tuple[object, pygame.Surface] | None = None
        self._pictures: dict[tuple[str, int], pygame.Surface] = {}
        self._drag: tuple[str, tuple[int, int]] | None = None  # piece in the hand, where the mouse is
        self._from = ""
        self._pressed_at = (0, 0)
        self._painting = False
        self._cursor = self.game.squares[0]
        self._keyboard = False
        self._make_controls()
        if text is None or not self.setup.read(text):
            self.setup.start()
        self._changed()

    def _make_controls(self) -> None:
        self.back = Button(self.app.pop, icon="back", tooltip="Leaves the editor (Esc).", flat=True)
        self.hand = Button(
            lambda: self._choose(HAND), "Move", tooltip="Drag pieces about; off the board removes (M)."
        )
        self.eraser = Button(lambda: self._choose(ERASER), "Erase", tooltip="A click removes a piece (X).")
        self.pieces = {
            piece: Button(lambda piece=piece: self._choose(piece), tooltip=f"Places this piece ({piece}).")
            for row in self.setup.palette
            for piece in row
        }
        names = (self.entry.white, self.entry.black)
        self.turns = [
            Button(
                lambda side=side: self._set_turn(side),
                f"{names[side]} to move",
                tooltip=f"{names[side]} moves next (T).",
            )
            for side in (0, 1)
        ]
        self.castling = {
            letter: Button(
                lambda letter=letter: self._flip_castling(letter),
                "  O-O" if letter in "Kk" else "   O-O-O",
                tooltip=f"Whether castling is still allowed: {CASTLING_NAMES[letter].lower()}.",
            )
            for letter in CASTLING
        }
        self.passed = Dropdown(self._set_passed, "The square that a pawn has just passed with two steps.")
        self.clear = Button(self._clear, "Clear", tooltip="An empty board (C).")
        self.start = Button(self._start, "Start", tooltip="The pieces as a game begins (S).")
        self.flip = Button(self._flip, "", "flip", "Turns the board round (F).")
        self.field = TextField(self._type, self.finish, "The position as text; type or paste one.")
        self.done = Button(
            self.finish, "Play from here", "play", "Starts a game from this position (Enter).", True
        )
        self._focus = FocusRing(lambda: self._controls)

    @property
    def _controls(self) -> list[Control]:
        return [
            self.back,
            self.hand,
            self.eraser,
            *self.pieces.values(),
            *self.turns,
            *self.castling.values(),
            self.passed,
            self.clear,
            self.start,
            self.flip,
            self.field,
            self.done,
        ]

    # What the person does

    def _choose(self, tool: str) -> None:
        self.tool = tool

    def _set_turn(self, side: int) -> None:
        self.setup.to_move = side
        self._changed()

    def _flip_castling(self, letter: str) -> None:
        self.setup.flip_castling(letter)
        self._changed()

    def _set_passed(self, square: str) -> None:
        self.setup.en_passant = square
        self._changed()

    def _clear(self) -> None:
        self.setup.clear()
        self._changed()

    def _start(self) -> None:
        self.setup.start()
        self._changed()

    def _flip(self) -> None:
        self.flipped = not self.flipped

    def _type(self, text: str) -> None:
        read = self.setup.read(text)
        self._typed = text
        if read:
            self._offer()
        self.problem = self._problem_of(text)
        self.field.problem = bool(self.problem)

    def place(self, square: str, piece: str) -> None:
        """Puts a piece on a square, "" removes."""
        self.setup.place(square, piece)
        self._changed()

    def _changed(self) -> None:
        self._typed = ""
        self._offer()
        text = self.setup.text
        self.field.show(text)
        self.problem = self._problem_of(text)
        self.field.problem = bool(self.problem)

    def _offer(self) -> None:
        squares = self.setup.en_passant_squares()
        self.passed.offer(
            [Option(name, "none" if name == "-" else name) for name in squares], self.setup.en_passant
        )

    def _problem_of(self, text: str) -> str:
        try:
            Position.start(self.game, self.options, text)
        except BadText as error:
            return str(error)
        return ""

    @property
    def text(self) -> str:
        return self._typed or self.setup.text

    def finish(self) -> None:
        """Plays from this position, if the game takes it."""
        if not self.problem:
            self._done(self.text)

    # Events

    def handle(self, event: pygame.event.Event) -> bool:
        if self.passed.open:
            return self.passed.handle(event)
        if event.type == pygame.MOUSEMOTION:
            for control in self._controls:
                control.handle(event)
            self._move_mouse(event.pos)
            return True
        if self._focus.handle(event):
            if self.field.focused:
                self.field.choose_all()
            return True
        if any(control.handle(event) for control in self._controls):
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 3):
            return self._press(event.pos, event.button)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            return self._release(event.pos)
        return event.type == pygame.KEYDOWN and self._handle_key(event)

    def _press(self, pos: tuple[int, int], button: int) -> bool:
        square = self.square_at(pos)
        self._keyboard = False
        if not square:
            return False
        self._cursor = square
        standing = self.setup.pieces.get(square, "")
        if button == 3 or self.tool == ERASER:
            self.place(square, "")
        elif self.tool == HAND:
            if standing:
                self._drag, self._from, self._pressed_at = (standing, pos), square, pos
        elif standing == self.tool:
            self.place(square, "")
        else:
            self.place(square, self.tool)
            self._painting = True
        return True

    def _move_mouse(self, pos: tuple[int, int]) -> None:
        if self._drag is not None:
            self._drag = (self._drag[0], pos)
        elif self._painting:
            square = self.square_at(pos)
            if square and self.setup.pieces.get(square) != self.tool:
                self.place(square, self.tool)

    def _release(self, pos: tuple[int, int]) -> bool:
        self._painting = False
        if self._drag is None:
            return False
        piece, moved = self._drag[0], math.dist(pos, self._pressed_at) > DRAG_PIXELS
        self._drag = None
        target = self.square_at(pos)
        if moved and target != self._from:
            self.setup.place(self._from, "")
            if target:
                self.setup.place(target, piece)
            self._changed()
        return True

    def _handle_key(self, event: pygame.event.Event) -> bool:
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            if event.key == pygame.K_v:
                self.field.choose_all()
                self.field.focused = True
                return self.field.handle(event)
            if event.key == pygame.K_c:
                from ui import clipboard

                clipboard.put(self.text)
                return True
            return False
        arrows = {
            pygame.K_LEFT: (-1, 0),
            pygame.K_RIGHT: (1, 0),
            pygame.K_UP: (0, 1),
            pygame.K_DOWN: (0, -1),
        }
        if event.key in arrows:
            self._step_cursor(*arrows[event.key])
            return True
        letter = event.unicode
        if letter in self.pieces and letter.lower() in "kqrbnp" and letter:
            self.tool = letter
            if self._keyboard:
                self.place(self._cursor, letter)
            return True
        actions = {
            pygame.K_m: lambda: self._choose(HAND),
            pygame.K_x: lambda: self._choose(ERASER),
            pygame.K_t: lambda: self._set_turn(1 - self.setup.to_move),
            pygame.K_c: self._clear,
            pygame.K_s: self._start,
            pygame.K_f: self._flip,
            pygame.K_DELETE: lambda: self.place(self._cursor, ""),
            pygame.K_SPACE: lambda: self.place(
                self._cursor, "" if self.tool in (HAND, ERASER) else self.tool
            ),
            pygame.K_RETURN: self.finish,
            pygame.K_KP_ENTER: self.finish,
        }
        action = actions.get(event.key)
        if action is None:
            return False
        action()
        return True

    def _step_cursor(self, right: int, up: int) -> None:
        if self.flipped:
            right, up = -right, -up
        if self._keyboard:
            file, rank = "abcdefgh".index(self._cursor[0]) + right, int(self._cursor[1]) + up
            name = f"{'abcdefgh'[file % 8]}{(rank - 1) % 8 + 1}"
            if name in self.game.squares:
                self._cursor = name
        self._keyboard = True

    def escape(self) -> bool:
        if self.passed.open:
            self.passed.open = False
            return True
        if any(control.focused for control in self._controls) or self._keyboard:
            self._focus.clear()
            self._keyboard = False
            return True
        return False

    def square_at(self, pos: tuple[int, int]) -> str:
        """The square at a pixel, "" for none."""
        return square_at(self.art, self.game.squares, self._geometry, pos)

    def pixel_of(self, square: str) -> tuple[int, int]:
        """The middle of a square as last drawn."""
        assert self._geometry is not None
        return self._geometry.at(self.art.center(square))

    # Drawing

    def draw(self, surface: pygame.Surface, rect: pygame.Rect, now: float) -> None:
        theme = self.app.theme
        top, side, foot = theme.px(TOP), min(theme.px(SIDE), rect.width // 2), theme.px(FOOT)
        gap = theme.px(8)
        board = pygame.Rect(rect.x + gap, rect.y + top + gap, rect.width - side - 2 * gap, 0)
        board.height = rect.bottom - foot - board.y
        self._draw_board(surface, board, theme)
        panel = pygame.Rect(rect.right - side, rect.y + top, side, rect.height - top)
        pygame.draw.rect(surface, theme.panel, panel)
        self._draw_panel(surface, panel.inflate(-theme.px(32), -theme.px(32)), theme)
        self._draw_status(surface, pygame.Rect(board.x, board.bottom, board.width, foot), theme)
        bar = pygame.Rect(rect.x, rect.y, rect.width, top)
        pygame.draw.rect(surface, theme.panel, bar)
        pygame.draw.line(surface, theme.line, bar.bottomleft, bar.bottomright)
        self.back.rect = pygame.Rect(bar.x + gap, bar.y + theme.px(4), theme.px(36), theme.px(36))
        self.back.draw(surface, theme)
        head = bar.centery - theme.line_height(18) // 2
        theme.text(
            surface,
            (self.back.rect.right + gap, head),
            f"{self.entry.title}: set up a position",
            18,
            bold=True,
        )
        self.passed.draw_list(surface, theme)
        if self._drag is not None and self._geometry is not None:
            picture = self._picture(self._drag[0], self._piece_pixels(self._drag[0]), theme)
            surface.blit(picture, picture.get_rect(center=self._drag[1]))

    def _piece_pixels(self, piece: str) -> int:
        assert self._geometry is not None
        return max(8, self._geometry.length(self.art.piece_size(piece)))

    def _picture(self, piece: str, pixels: int, theme: Theme) -> pygame.Surface:
        found = self._pictures.get((piece, pixels))
        if found is None:
            if len(self._pictures) > 100:
                self._pictures.clear()
            found = self.art.piece_picture(piece, pixels, theme).convert_alpha()
            self._pictures[piece, pixels] = found
        return found

    def _draw_board(self, surface: pygame.Surface, rect: pygame.Rect, theme: Theme) -> None:
        width, height = self.art.size
        unit = min(rect.width / width, rect.height / height)
        origin = (
            rect.x + round((rect.width - width * unit) / 2),
            rect.y + round((rect.height - height * unit) / 2),
        )
        geometry = Geometry(origin, unit, self.art.size, self.flipped)
        key = (geometry, theme)
        if self._ground is None or self._ground[0] != key:
            ground = pygame.Surface(geometry.rect.size)
            ground.fill(theme.ground)
            self.art.draw_ground(ground, theme, Geometry((0, 0), unit, self.art.size, self.flipped))
            self._ground = (key, ground)
        self._geometry = geometry
        surface.blit(self._ground[1], origin)
        for square, piece in self.setup.pieces.items():
            if self._drag is not None and square == self._from:
                continue
            picture = self._picture(piece, self._piece_pixels(piece), theme)
            surface.blit(picture, picture.get_rect(center=geometry.at(self.art.center(square))))
        if self._keyboard:
            frame = geometry.square(self.art.center(self._cursor), self.art.tile)
            pygame.draw.rect(surface, theme.mark, frame, theme.px(3), border_radius=theme.px(4))

    def _draw_status(self, surface: pygame.Surface, rect: pygame.Rect, theme: Theme) -> None:
        text = self.problem or "This position can be played."
        color = theme.warning if self.problem else theme.dim
        top = rect.centery - theme.line_height(14) // 2
        theme.text(surface, (rect.centerx, top), text, 14, color, "center", max_width=rect.width)

    def _draw_panel(self, surface: pygame.Surface, area: pygame.Rect, theme: Theme) -> None:
        gap, row = theme.px(8), theme.px(32)
        small = theme.line_height(12) + theme.px(4)
        y = area.y
        tools = [self.hand, self.eraser, self.clear, self.start, self.flip]
        self._row(surface, theme, area, y, row, tools, [self.tool == HAND, self.tool == ERASER, *[False] * 3])
        y += row + gap
        others = 6 * (row + gap) + 2 * small + theme.px(44)
        cell = min((area.width - 5 * gap) // 6, theme.px(56), max(row, (area.height - others) // 2 - gap))
        y = self._draw_palette(surface, area, theme, y, cell)
        self._row(surface, theme, area, y, row, self.turns, [self.setup.to_move == side for side in (0, 1)])
        self._shapes(surface, theme, self.turns, (0, 1))
        y += row + gap
        theme.text(surface, (area.x, y), "Castling still allowed", 12, theme.dim)
        y += small
        for letter, button in self.castling.items():
            button.enabled = self.setup.can_castle(letter)
        chosen = [letter in self.setup.castling and self.setup.can_castle(letter) for letter in self.castling]
        self._row(surface, theme, area, y, row, list(self.castling.values()), chosen)
        self._shapes(surface, theme, list(self.castling.values()), (0, 0, 1, 1))
        y += row + gap
        middle = y + row // 2 - theme.line_height(14) // 2
        theme.text(surface, (area.x, middle), "En passant on", 14, theme.dim)
        self.passed.enabled = len(self.passed.options) > 1
        self.passed.rect = pygame.Rect(area.x + area.width // 2, y, area.width - area.width // 2, row)
        self.passed.draw(surface, theme)
        y += row + gap
        theme.text(surface, (area.x, y), "The position as text", 12, theme.dim)
        y += small
        self.field.rect = pygame.Rect(area.x, y, area.width, row)
        self.field.draw(surface, theme)
        self.done.enabled = not self.problem
        self.done.rect = pygame.Rect(area.x, max(y + row + gap, area.bottom - theme.px(44)), area.width, 0)
        self.done.rect.height = max(row, min(theme.px(44), area.bottom - self.done.rect.y))
        self.done.draw(surface, theme)

    def _draw_palette(
        self, surface: pygame.Surface, area: pygame.Rect, theme: Theme, y: int, cell: int
    ) -> int:
        """The pieces to choose from; returns where they end."""
        gap = theme.px(8)
        for line in self.setup.palette:
            for number, piece in enumerate(line):
                button = self.pieces[piece]
                button.rect = pygame.Rect(area.x + number * (cell + gap), y, cell, cell)
                ground = theme.dim if button.hovered else theme.board_line
                pygame.draw.rect(surface, ground, button.rect, border_radius=theme.px(6))
                picture = self._picture(piece, cell - theme.px(4), theme)
                surface.blit(picture, picture.get_rect(center=button.rect.center))
                if self.tool == piece:
                    self._chosen(surface, theme, button.rect)
                button.draw_focus(surface, theme)
            y += cell + gap
        return y

    def _shapes(
        self, surface: pygame.Surface, theme: Theme, buttons: list[Button], sides: tuple[int, ...]
    ) -> None:
        """The sign of a side at the left of each button."""
        for button, side in zip(buttons, sides, strict=True):
            theme.side_shape(surface, side, (button.rect.x + theme.px(14), button.rect.centery), theme.px(5))

    def _row(
        self,
        surface: pygame.Surface,
        theme: Theme,
        area: pygame.Rect,
        y: int,
        height: int,
        buttons: list[Button],
        chosen: list[bool],
    ) -> None:
        """Buttons of equal width in a row; the chosen ones are framed."""
        gap = theme.px(8)
        width = (area.width - gap * (len(buttons) - 1)) // len(buttons)
        for number, (button, on) in enumerate(zip(buttons, chosen, strict=True)):
            button.rect = pygame.Rect(area.x + number * (width + gap), y, width, height)
            button.draw(surface, theme)
            if on:
                self._chosen(surface, theme, button.rect)

    def _chosen(self, surface: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        pygame.draw.rect(surface, theme.accent, rect, theme.px(2), border_radius=theme.px(6))

    # The rest of the contract

    def tooltip_at(self, pos: tuple[int, int]) -> str:
        for control in self._controls:
            if control.visible and control.rect.collidepoint(pos):
                return control.tooltip
        return ""

    def clickable_at(self, pos: tuple[int, int]) -> bool:
        if any(control.usable and control.rect.collidepoint(pos) for control in self._controls):
            return True
        return bool(self.square_at(pos))

    def keys(self) -> Keys:
        return [
            (
                "K Q R B N P",
                f"this piece of {SIDE_NAMES[1].capitalize()}; with Shift of {SIDE_NAMES[0].capitalize()}",
            ),
            ("Arrows", "choose a square, on which a piece's key then places it"),
            ("Delete, right click", "remove a piece"),
            ("M, X", "move pieces, erase pieces"),
            ("T", "the other side moves"),
            ("C, S", "empty board, start position"),
            ("F", "flip the board"),
            ("Ctrl V, Ctrl C", "paste, copy the position"),
            ("Enter", "play from here"),
        ]
