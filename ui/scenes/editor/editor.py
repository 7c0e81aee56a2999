"""The position editor: a palette of pieces, the board, and the position's text.

The setup of the game (`study.setups`) knows which pieces can be put on the board and what else belongs to a
position. The game itself decides whether a position is legal.
"""

from collections.abc import Callable
from functools import partial

import pygame

from games.contract import BLACK, WHITE, BadText, Options
from games.position import Position
from games.registry import entry, load_game
from study.setups.registry import load_setup
from ui import clipboard
from ui.app import App
from ui.boards.drag import Drag
from ui.boards.move_input import ARROW_KEYS
from ui.boards.picture import Marks, Picture
from ui.boards.registry import load_art
from ui.commands import Command, Commands, KeyLine
from ui.kit.buttons import Button
from ui.kit.rows import cut
from ui.kit.sheet import COMMANDS, Point, Press, Sheet
from ui.kit.text_field import TextField
from ui.navigation import Pair
from ui.scenes.editor.piece_tray import PieceTray, draw_row
from ui.scenes.editor.setup_fields import FieldControls
from ui.scenes.player_choice import PlayerChoice
from ui.scenes.scene import Page
from ui.theme import Theme

TOP, SIDE, FOOT = 44, 400, 44
"""In design pixels: height of the bar, width of the column of controls, least height of the lines below the
board."""

TALL, BELOW = 1.5, 440
"""If the window is at least this many times as high as wide, the controls are below the board. The second
number is their largest height there, in design pixels."""

LEAST_ROW = 20
"""Least height of a row of controls, in design pixels."""

MOST_LINES = 4
"""The most lines of text about what is wrong with a position."""

HAND, ERASER = "hand", "eraser"


class Editor(Page):
    """The editor. Calls `done(text, players)` with the text of a legal position and the chosen players.
    `players` are chosen at first. `options` are the game's options; None: those of the settings."""

    title = "Set up a position"
    leave = "Leaves the editor (Esc)."
    guide_page = "playing"

    def __init__(
        self,
        app: App,
        game: str,
        text: str | None,
        players: Pair,
        done: Callable[[str, Pair], None],
        options: Options | None = None,
    ) -> None:
        super().__init__(app)
        self.options = options or app.settings.options_for(game)
        self.picture = Picture(load_game(game), load_art(game), animated=False)
        self.setup = load_setup(game, self.options)
        self.tool = HAND
        self.problem = ""
        self._done = done
        self._typed = ""  # the typed text; "" once a control has changed the position
        self._drag = Drag()  # of a piece on the board or of the palette
        self._painting = False
        self._cursor = self.picture.game.squares[0]  # the square or place that was chosen last
        self._make_controls()
        for choice, spec in zip(self.players, players, strict=True):
            choice.show(game, spec)
        if text is None or not self.setup.read(text):
            self._read_start()
        self._changed()

    def _make_controls(self) -> None:
        self.commands = commands = Commands(self, EDITOR, self.tell)
        self.tools = {name: commands.button(name) for name in (HAND, ERASER, "clear", "start", "flip")}
        self.palette = PieceTray(self.setup, self.picture.pieces, self.choose_tool, self._drag, self._release)
        about = entry(self.picture.game.name)
        self.turns = [
            Button(partial(self.set_turn, side), f"{name} to move", tooltip=f"{name} moves next (T).")
            for side, name in enumerate((about.white, about.black))
        ]
        self.fields = FieldControls(self.setup, self._changed)
        self.field = TextField(self._type, self.finish, f"{self.text_title}. Type or paste one.")
        self.players = [PlayerChoice(self.app, side, self.app.redraw, self.finish) for side in (WHITE, BLACK)]
        self.details = commands.button("details")
        self.done = commands.button("done", primary=True)

    @property
    def text_title(self) -> str:
        """The words above the field of the position's text."""
        return f"The position as {self.picture.game.position_format or 'text'}"

    # What the person does

    def choose_tool(self, tool: str) -> None:
        self.tool = tool

    def set_turn(self, side: int) -> None:
        self.setup.to_move = side
        self._changed()

    def clear(self) -> None:
        self.setup.clear()
        self._changed()

    def _read_start(self) -> None:
        self.setup.read(Position.start(self.picture.game, self.options).text)

    def start(self) -> None:
        self._read_start()
        self._changed()

    def flip(self) -> None:
        self.picture.flipped = not self.picture.flipped

    def _type(self, text: str) -> None:
        self.setup.read(text)
        self._typed = text
        self._judge()

    def place(self, square: str, piece: str) -> None:
        """Puts a piece on a square; "" removes the piece there."""
        self.setup.put(square, piece)
        self._changed()

    def _changed(self) -> None:
        self._typed = ""
        self.field.show(self.setup.text)
        self._judge()

    def _judge(self) -> None:
        """Asks the game whether the text is a legal position."""
        position = None
        self.problem = ""
        try:
            position = Position.start(self.picture.game, self.options, self.text)
        except BadText as error:
            self.problem = str(error)
        self.field.problem = bool(self.problem)
        self.picture.set_up(self.setup.pieces, position)

    @property
    def text(self) -> str:
        return self._typed or self.setup.text

    def finish(self) -> None:
        """Plays from this position, if it is legal and the players can play."""
        if not self.cannot_play:
            first, second = (choice.spec for choice in self.players)
            self._done(self.text, (first, second))

    @property
    def cannot_play(self) -> str:
        """Why nobody can play from here; "" if they can."""
        players = (choice.wrong or choice.missing for choice in self.players)
        return self.problem or next(filter(None, players), "")

    def update(self, now: float) -> bool:
        first, second = (choice.update() for choice in self.players)
        return first or second

    # Events

    @property
    def _keyboard(self) -> bool:
        """Whether the keyboard's focus is on the board."""
        return self.app.event_router.sheet.focused is self.picture

    def _press(self, press: Press) -> None:
        place = self.picture.place_at(press.pos)
        if not place or press.button == 2:
            return
        self._point(place)
        if press.button == 1 and self.tool == HAND:
            if place in self.setup.pieces:
                self._drag.press(place, press.pos)
        elif self._beside(place):
            self._click_beside(place)
        elif press.button == 3 or self.tool == ERASER or self._stands(place, self.tool):
            self.place(place, "")
        else:
            self.place(place, self.tool)
            self._painting = True

    def _point(self, place: str) -> None:
        """Sets the square on which the keyboard and the fields act."""
        self._cursor = place
        self.fields.square = place

    def _beside(self, place: str) -> bool:
        """Whether a place is beside the board, as the pool of animals in Jungle, and no square."""
        return place not in self.picture.game.squares

    def _click_beside(self, place: str) -> None:
        """Clicks a place beside the board. In Jungle this says whether an animal is still face down."""
        self.setup.click_beside(place)
        self._changed()

    def _stands(self, square: str, piece: str) -> bool:
        """Whether a piece of that kind is on a square; its hitpoints and actions do not matter."""
        standing, kind = self.setup.pieces.get(square), self.picture.art.kind
        return standing is not None and kind(standing) == kind(piece)

    def _move_mouse(self, pos: tuple[int, int]) -> None:
        self._drag.move(pos)
        if self._painting:
            square = self.picture.square_at(pos)
            if square and not self._stands(square, self.tool):
                self.place(square, self.tool)

    def _release(self, pos: tuple[int, int]) -> None:
        """Ends a press of the mouse; puts down a dragged piece."""
        held, dragged = self._drag.held, self._drag.at is not None
        self._painting = False
        self._drag.drop()
        square = self.picture.square_at(pos)
        if held in self.palette.buttons:
            if dragged and square:
                self.place(square, held)
                self._point(square)
        elif held and dragged and square != held:
            self.setup.move(held, square)
            self._point(square or self._cursor)
            self._changed()
        elif held and not dragged and self._beside(held):
            self._click_beside(held)

    def key(self, event: pygame.event.Event) -> bool:
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            return self.commands.key(event)
        if event.key in ARROW_KEYS:
            self.app.event_router.focus(self.picture)
            return True
        piece = self.palette.piece_of_key(event)
        if piece:
            self.tool = piece
            if self._keyboard and not self._beside(self._cursor):
                self.place(self._cursor, piece)
            return True
        return self.commands.key(event)

    def paste(self) -> None:
        """Replaces the position's text with the clipboard's."""
        self.dropped_text(clipboard.get())

    def dropped_text(self, text: str) -> None:
        self.field.choose_all()
        self.app.event_router.focus(self.field)
        self.field.insert(" ".join(text.split()))

    def use(self, piece: str) -> None:
        """Puts a piece on the keyboard's square; "" removes the piece there. A place beside the board is
        clicked instead."""
        if self._beside(self._cursor):
            self._click_beside(self._cursor)
        else:
            self.place(self._cursor, piece)

    def _board_keys(self, event: pygame.event.Event) -> bool:
        """Handles a key while the keyboard's focus is on the board."""
        if event.mod & COMMANDS:
            return False
        if event.key == pygame.K_SPACE:
            self.use("" if self.tool in (HAND, ERASER) else self.tool)
            return True
        if event.key not in ARROW_KEYS:
            return False
        beside = [place for place in self.setup.pieces if self._beside(place)]
        places = (*self.picture.game.squares, *beside)
        self._point(self.picture.neighbour(self._cursor, ARROW_KEYS[event.key], places))
        return True

    # Drawing

    def draw(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        theme = sheet.theme
        top, gap = theme.px(TOP), theme.px(8)
        panel = pygame.Rect(rect.x, 0, rect.width, min(theme.px(BELOW), rect.height // 2))
        panel.bottom = rect.bottom
        board = pygame.Rect(rect.x + gap, rect.y + top + gap, rect.width - 2 * gap, 0)
        if rect.height < TALL * rect.width:  # beside the board
            panel.width = min(theme.px(SIDE), rect.width // 2)
            panel.update(rect.right - panel.width, rect.y + top, panel.width, rect.height - top)
            board.width -= panel.width
        status = self._status_lines(theme, board.width)
        foot = max(theme.px(FOOT), len(status) * theme.line_height(14) + gap)
        board.height = (panel.top if panel.width == rect.width else rect.bottom) - foot - board.y
        canvas = self.picture.draw(sheet.surface, board, theme, now, self._marks())
        on_place = sheet.pointer is not None and bool(self.picture.place_at(sheet.pointer))
        sheet.add(
            self.picture,
            self.picture.geometry.rect,
            lambda: self._tip(sheet.pointer),
            press=self._press,
            drag=self._move_mouse,
            release=self._release,
            keys=self._board_keys,
            ring=False,
            cursor=pygame.SYSTEM_CURSOR_HAND if on_place else None,
        )
        sheet.fill(panel, theme.panel)
        self._draw_panel(sheet, panel.inflate(-theme.px(32), -theme.px(32)))
        self._draw_status(sheet, pygame.Rect(board.x, board.bottom, board.width, foot), status)
        self.draw_bar(sheet, rect, f"{entry(self.picture.game.name).title}: set up a position")
        if self._drag.at is not None:
            piece = self.setup.pieces.get(self._drag.held, self._drag.held)
            self.picture.pieces.draw(canvas, piece, self._drag.at)

    def _tip(self, pointer: Point | None) -> str:
        """A sentence about the square under the pointer, or about the keyboard's square."""
        over = pointer is not None and not self._keyboard
        place = self.picture.place_at(pointer) if over and pointer is not None else self._cursor
        position = self.picture.position
        return self.picture.art.describe(position, place) if place and position is not None else ""

    def _marks(self) -> Marks:
        square, dragged = self.fields.square, self._drag.at is not None
        chosen = self.setup.by_square and square in self.setup.pieces and not dragged
        return Marks(
            chosen=(square,) if chosen else (),
            cursor=self._cursor if self._keyboard else "",
            lifted=self._drag.held if dragged else "",
        )

    def _status_lines(self, theme: Theme, width: int) -> list[tuple[str, pygame.Color]]:
        """Whether the position can be played, or what is wrong with it, then the setup's hint, as lines with
        their colours."""
        problem = self.cannot_play
        color = theme.warning if problem else theme.text_color
        verdict = theme.wrapped(problem or "This position can be played.", width, 14)
        lines = [(line, color) for line in verdict[:MOST_LINES]]
        return lines + [(line, theme.dim) for line in theme.wrapped(self.setup.hint, width, 14)]

    def _draw_status(self, sheet: Sheet, rect: pygame.Rect, lines: list[tuple[str, pygame.Color]]) -> None:
        line = sheet.theme.line_height(14)
        top = rect.centery - len(lines) * line // 2
        for number, (text, tone) in enumerate(lines):
            place = pygame.Rect(rect.x, top + number * line, rect.width, line)
            sheet.label(place, text, 14, tone, "center")

    def _draw_panel(self, sheet: Sheet, area: pygame.Rect) -> None:
        theme, details = sheet.theme, self.app.choices.exact
        small = theme.line_height(12) + theme.px(4)
        gap = theme.px(8)
        row = self._row_height(theme, area.height, gap)
        if row == theme.px(LEAST_ROW):
            gap = theme.px(4)
            row = self._row_height(theme, area.height, gap)
        area = area.copy()
        chosen = [name == self.tool for name in self.tools]
        draw_row(sheet, cut(area, row, gap), [*self.tools.values()], chosen)
        others = (4 + details) * (row + gap) + 2 * small + self.fields.height(theme, row, gap)
        y = self.palette.draw(sheet, pygame.Rect(area.topleft, (area.width, area.height - others)), self.tool)
        cut(area, y - area.y)
        about = entry(self.picture.game.name)
        names = (about.white, about.black)
        wholes = [f"{name} to move" for name in names]  # used if there is room next to the side's sign
        fit = max(map(theme.width, wholes)) + theme.px(48) <= (area.width - gap) // 2
        for button, label in zip(self.turns, wholes if fit else names, strict=True):
            button.label = label
        chosen = [self.setup.to_move == side for side in (WHITE, BLACK)]
        for side, place in enumerate(draw_row(sheet, cut(area, row, gap), self.turns, chosen)):
            theme.side_shape(sheet.surface, side, (place.x + theme.px(14), place.centery), theme.px(5))
        self.fields.draw(sheet, cut(area, self.fields.height(theme, row, gap)), row, gap)
        theme.text(sheet.surface, cut(area, small).topleft, self.text_title, 12, theme.dim)
        self.field.draw(sheet, cut(area, row, gap))
        line = cut(area, small)
        theme.text(sheet.surface, line.topleft, "Who plays", 12, theme.dim)
        wide = self.details.wanted_width(theme)
        self.details.primary = details
        self.details.draw(sheet, pygame.Rect(line.right - wide, line.y - theme.px(2), wide, small))
        chip = cut(area, row, gap)
        chip.width = (area.width - gap) // 2
        for choice in self.players:
            choice.draw_chip(sheet, chip)
            if details:
                choice.exactly.draw(sheet, chip.move(0, row + gap))
            chip = chip.move(chip.width + gap, 0)
        cut(area, details * (row + gap))
        done = pygame.Rect(area.x, max(area.y, area.bottom - theme.px(44)), area.width, 0)
        done.height = max(row, min(theme.px(44), area.bottom - done.y))
        self.done.draw(sheet, done)

    def _row_height(self, theme: Theme, height: int, gap: int) -> int:
        """Height of each row of the column; lower if the rows would not fit below the smallest palette."""
        titles = self.fields.height(theme, 0, 0) + 2 * (theme.line_height(12) + theme.px(4))
        palette = self.palette.least_height(theme)
        rows = len(self.fields.rows) + 5  # tools, turns, text, players, and the button below
        rows += self.app.choices.exact  # the players' text
        return max(theme.px(LEAST_ROW), min(theme.px(32), (height - titles - palette) // rows - gap))

    def key_lines(self) -> list[KeyLine]:
        return [*self.palette.keys(PIECES), *self.commands.lines]


PIECES, POSITION = "Pieces", "Position"
# fmt: off
EDITOR: tuple[Command[Editor] | KeyLine, ...] = (
    KeyLine("Arrows", "Choose a square; a piece's key then places the piece there", PIECES),
    KeyLine("Right click", "Remove a piece", PIECES),
    Command("remove", "Remove a piece", "Removes the piece on the chosen square.", "Del",
            lambda editor: editor.use(""), PIECES),
    Command(HAND, "Move pieces", "Drag pieces to other squares, or off the board to remove them.", "M",
            lambda editor: editor.choose_tool(HAND), PIECES, caption="Move"),
    Command(ERASER, "Erase pieces", "A click removes a piece.", "X",
            lambda editor: editor.choose_tool(ERASER), PIECES, caption="Erase"),
    Command("turn", "The other side moves", "The other side moves next.", "T",
            lambda editor: editor.set_turn(1 - editor.setup.to_move), POSITION),
    Command("clear", "Empty board", "Removes all pieces.", "C", Editor.clear, POSITION, caption="Clear"),
    Command("start", "Start position", "Sets up the start position.", "S", Editor.start, POSITION,
            caption="Start"),
    Command("flip", "Flip the board", "Turns the board round.", "F", Editor.flip, POSITION, icon="flip"),
    Command("paste", "Paste a position", "Sets up the position on the clipboard, in chess a FEN.", "Ctrl+V",
            Editor.paste, POSITION),
    Command("copy", "Copy the position", "Copies the position as text, in chess as FEN.", "Ctrl+C",
            lambda editor: clipboard.put(editor.text), POSITION),
    Command("details", "Show or hide the players' details",
            "Shows or hides how the command line writes the players.", "", Editor.turn_details, POSITION,
            icon="down", caption="Details"),
    Command("done", "Play from here", "Starts a game from this position.", "Enter", Editor.finish, POSITION,
            lambda editor: editor.cannot_play or None, "play", "Play from here"),
)
# fmt: on
"""The position editor's commands."""
