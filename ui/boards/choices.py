"""The choices beside the squares while a move is entered: the pieces that a pawn may become, and choices that
always have a button, such as the end of a turn."""

from collections.abc import Callable
from functools import partial

import pygame

from study.state.changes import Memo
from ui.boards.board_art import BoardArt, Canvas, FixedChoice
from ui.boards.move_input import MoveInput
from ui.boards.picture import Picture
from ui.kit.buttons import Button, Grip
from ui.kit.sheet import COMMANDS, ENTERS, Press, Sheet
from ui.theme import Theme


class MoveChoices:
    """The buttons for the choices of the move that is being entered. Open choices appear near the squares
    when they are needed; standing choices always have a button beside the squares. `hinted()` returns the
    first clicks of a hint and of the move selected in a panel."""

    def __init__(
        self, art: BoardArt, picture: Picture, hand: MoveInput, hinted: Callable[[], frozenset[str]]
    ) -> None:
        self.art = art
        self.picture = picture
        self.hand = hand
        self._hinted = hinted
        self._open: Memo[dict[str, Button]] = Memo()
        self._pieces: list[str] = []  # the piece on each open choice; "" for a button with words
        self._standing: Memo[tuple[FixedChoice, ...]] = Memo()
        self._standing_buttons: dict[str, Button] = {}

    # Open choices

    @property
    def open(self) -> dict[str, Button]:
        """The choices offered near the squares, by name: those without a standing button."""
        return self._open.of(self._opened, self.hand.filter.position, self.hand.filter.clicks)

    def _opened(self) -> dict[str, Button]:
        filter_, names = self.hand.filter, list[str]()
        if filter_.position is not None and filter_.choices:
            standing = {choice.choice for choice in self.art.standing(filter_.position)}
            names = [name for name in filter_.choices if name not in standing]
            self._pieces = [self.art.choice_piece(name, filter_.position) for name in names]
        return {name: self._button(name) for name in names}

    def _button(self, name: str) -> Button:
        tip = f"{self.art.choice_name(name)}."
        return Button(partial(self.hand.enter, name), name.capitalize(), tooltip=tip)

    def key(self, event: pygame.event.Event) -> bool:
        """Handles a key: the first letter of an open choice chooses it. Enter chooses the piece that is drawn
        on the square."""
        if event.mod & COMMANDS:
            return False
        for name, button in self.open.items():
            if name.lstrip("=")[:1].lower() == pygame.key.name(event.key):
                button.action()
                return True
        if event.key in ENTERS and self.open and all(self._pieces):
            list(self.open.values())[-1].action()
            return True
        return False

    # Standing choices

    @property
    def standing(self) -> tuple[FixedChoice, ...]:
        position = self.picture.position
        return self._standing.of(lambda: () if position is None else self.art.standing(position), position)

    @property
    def standing_buttons(self) -> list[Button]:
        """The buttons of the standing choices, brought up to date."""
        filter_, hinted = self.hand.filter, self._hinted() if self.standing else frozenset()
        buttons = []
        for choice in self.standing:
            name = choice.choice
            if name not in self._standing_buttons:
                grip = Grip(partial(self._press, name), self.hand.move_to, self.hand.release)
                button = Button(partial(self.choose, name), grip=grip if choice.piece else None)
                self._standing_buttons[name] = button
            button = self._standing_buttons[name]
            button.label, button.tooltip = choice.label, choice.tooltip
            button.enabled = self._can_choose(name)
            asked = choice.due and button.enabled
            begun = name in filter_.clicks or (bool(filter_.clicks) and name in filter_.choices)
            button.primary = asked or begun or name in hinted
            buttons.append(button)
        return buttons

    def _press(self, name: str, press: Press) -> None:
        """Begins to drag a standing choice that shows a piece, when the mouse is pressed on it."""
        if press.button == 1 and name in self.hand.stock:
            self.hand.drag.press(name, press.pos)

    def piece_of(self, name: str) -> str:
        """The piece that a standing choice shows; "" for none."""
        return next((choice.piece for choice in self.standing if choice.choice == name), "")

    def _can_choose(self, name: str) -> bool:
        filter_ = self.hand.filter
        can_enter = self.hand.enters and not self.hand.idle
        return can_enter and (name in filter_.choices or name in filter_.squares_from_start())

    def choose(self, name: str) -> bool:
        """Does what the button of a standing choice does; returns whether that had an effect."""
        if not self._can_choose(name):
            return False
        if name in self.hand.clicks:
            self.hand.put_down(name)
            return True
        if name not in self.hand.filter.choices:
            self.hand.drop_clicks()
        self.hand.enter(name)
        return True

    def standing_key(self, event: pygame.event.Event) -> bool:
        """Handles the keys of standing choices, and their letters while the board has the focus. If a
        choice is impossible now, its key is answered with the reason, and its letter is left to others."""
        if event.mod & COMMANDS:
            return False
        for choice in self.standing:
            if event.key == choice.key:
                if not self.choose(choice.choice):
                    self.hand.on_refused("", self.hand.clicks)
                return True
            if self.hand.focused and choice.letter and choice.letter == pygame.key.name(event.key):
                return self.choose(choice.choice)
        return False

    @property
    def keys(self) -> list[tuple[str, str]]:
        """The keys of the standing choices, for the list of all keys."""
        return [
            (pygame.key.name(choice.key).upper(), choice.label.lower())
            for choice in self.standing
            if choice.key
        ]

    # Drawing

    def draw(self, sheet: Sheet, canvas: Canvas) -> None:
        self._draw_standing(sheet, canvas)
        if self.open and all(self._pieces):
            self._draw_pieces(sheet, canvas)
        elif self.open:
            self._draw_words(sheet, canvas)

    def _draw_standing(self, sheet: Sheet, canvas: Canvas) -> None:
        surface, theme, geometry = canvas
        for choice, button in zip(self.standing, self.standing_buttons, strict=True):
            place = geometry.beside(choice.area)
            button.shows_label = not choice.piece
            button.draw(sheet, place)
            if choice.piece:
                left = place.x + theme.px(4)
                opacity = 1.0 if button.enabled else 0.45
                side, lines, size = _fitted(theme, choice.label, place)
                middle = left + side // 2 if lines else place.centerx  # in the middle if no word fits
                self.picture.pieces.draw(canvas, choice.piece, (middle, place.centery), opacity, side)
                color = theme.on_accent if button.primary and button.enabled else theme.text_color
                color = color if button.enabled else theme.dim
                line = theme.line_height(size)
                top = place.centery - len(lines) * line // 2
                for number, text in enumerate(lines):
                    theme.text(surface, (left + side + theme.px(4), top + number * line), text, size, color)

    def _square(self) -> str:
        """The square that was clicked last; "" for none."""
        squares = [name for name in self.hand.clicks if name in self.picture.game.squares]
        return squares[-1] if squares else ""

    def _draw_pieces(self, sheet: Sheet, canvas: Canvas) -> None:
        """Draws the pieces to choose from: the last on the square itself, the others towards the middle."""
        surface, theme, geometry = canvas
        start = geometry.square(self.art.center(self._square()), self.art.tile)
        step = start.height if start.centery < geometry.rect.centery else -start.height
        places = [start.move(0, number * step) for number in range(len(self.open))]
        box = places[0].unionall(places[1:])
        pygame.draw.rect(
            surface, theme.shadow, box.inflate(theme.px(12), theme.px(12)), border_radius=theme.px(8)
        )
        pygame.draw.rect(surface, theme.raised, box, border_radius=theme.px(4))
        backwards = zip(reversed(self.open.values()), reversed(self._pieces), places, strict=True)
        for button, piece, place in backwards:
            if button.register(sheet, place):
                pygame.draw.rect(surface, theme.board_light, place, border_radius=theme.px(4))
                pygame.draw.rect(surface, theme.mark, place, theme.px(2), border_radius=theme.px(4))
            else:
                inner = place.inflate(-theme.px(4), -theme.px(4))
                pygame.draw.rect(surface, theme.board_dark, inner, border_radius=theme.px(4))
            self.picture.pieces.draw(canvas, piece, place.center)

    def _draw_words(self, sheet: Sheet, canvas: Canvas) -> None:
        surface, theme, geometry = canvas
        row, gap = theme.px(36), theme.px(4)
        width = max(button.wanted_width(theme) for button in self.open.values()) + theme.px(16)
        box = pygame.Rect(0, 0, width + 2 * gap, len(self.open) * (row + gap) + gap)
        square = self._square()
        if square:
            near = geometry.square(self.art.center(square), self.art.tile)
            box.midleft = (near.right + gap, near.centery)
        else:
            box.midbottom = geometry.rect.midbottom
        box.clamp_ip(surface.get_rect())
        pygame.draw.rect(surface, theme.panel, box, border_radius=theme.px(8))
        pygame.draw.rect(surface, theme.line, box, theme.px(1), border_radius=theme.px(8))
        for number, button in enumerate(self.open.values()):
            top = box.y + gap + number * (row + gap)
            button.draw(sheet, pygame.Rect(box.x + gap, top, width, row))


def _fitted(theme: Theme, label: str, place: pygame.Rect) -> tuple[int, list[str], int]:
    """How a choice's piece and label fit into its place: the piece's width, the lines of the label, and their
    text size. Words that are too long take two lines, or a smaller piece. If they still do not fit, only the
    number of pieces is left, or no label."""
    whole = place.height - theme.px(4)
    words = label.split()
    looks = [
        (side, lines, size)
        for side in (whole, whole * 2 // 3)
        for lines in ([label], words)
        for size in (14, 12)
    ]
    looks += [(whole, words[-1:], size) for size in (14, 12) if "×" in label]
    for side, lines, size in looks:
        wide = max(theme.width(text, size) for text in lines)
        if wide <= place.width - side - theme.px(12) and len(lines) * theme.line_height(size) <= place.height:
            return side, lines, size
    return whole, [], 12
