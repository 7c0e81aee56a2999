"""A person's input of a move by clicks, by drag or by keyboard. A game gives each move as click paths: the
squares and choices that a person enters one after another. Knows no rule of any game."""

from collections.abc import Callable, Mapping

import pygame

from games.contract import Game
from games.position import Position
from study.game.move_entry import ClickFilter
from ui.boards.board_art import BoardArt
from ui.boards.drag import Drag
from ui.boards.picture import Picture
from ui.kit.sheet import COMMANDS, ENTERS, Press

ARROW_KEYS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}


class MoveInput:
    """Collects clicks until they make a move. `on_move(move)` is called when a move has been entered,
    `on_refused(square, clicks)` when a square ("": a button beside them) cannot be chosen after those clicks.
    `over` says whether the game has ended in the shown position, `past` whether it continued from there.
    `focused` says whether the keyboard's focus is on the board; `hovered` is the square under the mouse."""

    def __init__(
        self,
        game: Game,
        art: BoardArt,
        picture: Picture,
        on_move: Callable[[int], None],
        on_refused: Callable[[str, tuple[str, ...]], object],
    ) -> None:
        self.game = game
        self.art = art
        self.picture = picture
        self.filter = ClickFilter(None)
        self.drag = Drag()
        self.over = self.past = False
        self.cursor = game.squares[0]
        self.focused = False  # when last drawn
        self.hovered = ""
        self.dropped = ""  # where a drag ended; the picture does not slide that piece
        self.taken = ""  # the place beside the board whose piece is chosen or dragged
        self._stock: Mapping[str, tuple[str, ...]] = {}
        self.on_refused = on_refused
        self._on_move = on_move
        self._held = False  # whether the pressed piece was already chosen when it was pressed
        self._by_itself = ""  # the square or choice that was chosen without a click of the person
        # While a piece moves on over several squares: the square where it is, then the squares ahead.
        self._route: tuple[str, ...] = ()
        # The clicks for which `placement` was last computed, and the result.
        self._entered: tuple[tuple[str, ...], dict[str, str]] | None = None

    @property
    def clicks(self) -> tuple[str, ...]:
        return self.filter.clicks

    @property
    def enters(self) -> bool:
        """Whether moves of the shown position can be entered."""
        return self.filter.position is not None and self.filter.position is self.picture.position

    @property
    def at_rest(self) -> bool:
        """Whether the game has ended here and nobody has begun to enter a move. Then no piece is marked as
        able to move, but a click may still begin a variation."""
        return self.over and not self._has_begun

    @property
    def idle(self) -> bool:
        """Whether no move is expected here: the game has ended or continued, and nobody has begun to enter
        another move. A click on a piece may still begin a variation."""
        return (self.over or self.past) and not self._has_begun

    @property
    def _has_begun(self) -> bool:
        """Whether somebody has begun to enter a move."""
        return bool(self.filter.clicks or self.taken)

    def position_changed(self) -> None:
        """Call this when the picture shows another position."""
        self.dropped, self._entered = "", None

    def allow(self, position: Position | None, over: bool = False, past: bool = False) -> None:
        """Lets a person enter the moves of `position`, or none. `over`: the game has ended there. `past`: it
        continued from there, so no piece is chosen automatically."""
        if over and not self.over:
            self.drop_clicks()
        asks_again = self.over and not over  # the end was taken back: the position is the same
        self.over, self.past = over, past
        if position is not self.filter.position or asks_again:
            self.filter = ClickFilter(position)
            begins = self.filter.squares_from_start()
            stock = self.art.stock(position) if position is not None else {}
            # Only pieces with which a legal move begins.
            self._stock = {place: path for place, path in stock.items() if not path or path[0] in begins}
            route = self._route  # a piece on its way over several moves goes on
            self.drop_clicks()
            self._route = route if position is not None else ()
            goes_on = self.art.goes_on(position, self.picture.entered) if position is not None else ""
            if goes_on in (*self.filter.squares, *self.filter.choices) and not over and not past:
                self.enter(goes_on)
                self._by_itself = goes_on
        if self._route and self.enters and self.picture.motion is None:
            self._enter_next_of_route()

    def _enter_next_of_route(self) -> None:
        """Enters the next move of a piece that goes to a square in several moves."""
        here, following, *rest = self._route
        self._route = (following, *rest) if rest else ()
        if self.filter.clicks != (here,):
            self.filter.clear()
            self.filter.click(here)
        if following in self.filter.squares:
            self.enter(following)
        else:
            self.drop_clicks()

    def clear_clicks(self) -> bool:
        """Drops a half-entered move; returns whether there was one."""
        had = self._has_begun
        self.drop_clicks()
        return had

    def drop_clicks(self) -> None:
        self.filter.clear()
        self._route, self.taken, self._by_itself = (), "", ""
        self.drag.drop()

    # Events

    def press(self, press: Press) -> None:
        """Handles a press of the mouse on the board. The left button chooses or begins a drag, the right
        button cancels the choice."""
        if press.button == 1:
            self._press_at(press.pos)
        elif press.button == 3:
            self.clear_clicks()

    def move_to(self, pos: tuple[int, int]) -> None:
        """Follows the mouse to a pixel."""
        place = self.picture.place_at(pos)
        self.hovered = place if place in self.game.squares or place in self.stock else ""
        dragged = self.drag.at is not None
        self.drag.move(pos)
        if self.drag.at is not None and not dragged and self.drag.held in self.stock:
            self._take_up(self.drag.held)  # marks its targets instead of those of an earlier choice

    def key(self, event: pygame.event.Event) -> bool:
        """Handles a key while the keyboard's focus is on the board."""
        if event.mod & COMMANDS:
            return False
        if event.key == pygame.K_ESCAPE:
            return self.clear_clicks()
        if event.key in ARROW_KEYS:
            self.cursor = self.picture.neighbour(self.cursor, ARROW_KEYS[event.key], self.game.squares)
            return True
        if event.key in ENTERS:
            self.click(self.cursor)
            return True
        return False

    def _press_at(self, pos: tuple[int, int]) -> None:
        square = self.picture.square_at(pos)
        if not square:
            place = self.picture.place_at(pos)
            if place in self.stock:
                self.take(place, pos)
            else:
                self.clear_clicks()
            return
        self.cursor = square
        self._held = self.filter.clicks == (square,)
        if not self._held:
            self.click(square)
        # The piece can now be dragged. If it was chosen before, a release without a drag puts it down.
        if self.filter.clicks and self.filter.clicks[-1] == square:
            self.drag.press(square, pos)

    @property
    def stock(self) -> Mapping[str, tuple[str, ...]]:
        """The pieces beside the squares that can be picked up now, each with the clicks that this enters."""
        return self._stock if self.enters else {}

    def take(self, place: str, pos: tuple[int, int]) -> None:
        """Handles a press on a piece beside the squares: it can be dragged; without a drag it stays chosen
        until it is pressed again."""
        chosen = self.taken == place
        self.drop_clicks()
        self.taken = "" if chosen else place
        self.drag.press(place, pos)

    def _take_up(self, place: str) -> None:
        """Enters the clicks for picking up a piece beside the squares."""
        self.filter.clear()
        for name in self.stock.get(place, ()):
            self.filter.click(name)

    def _put(self, place: str, square: str) -> None:
        """Puts a piece from beside the board on a square; "" puts it back."""
        self.drop_clicks()
        self._take_up(place)
        if square in self.filter.squares:
            self.dropped = square
            self.enter(square)
        else:
            self.drop_clicks()

    def release(self, pos: tuple[int, int]) -> None:
        start, dragged = self.drag.held, self.drag.at is not None
        if not start:
            return
        self.drag.drop()
        square = self.picture.square_at(pos)
        if start in self.stock:
            if dragged:
                self._put(start, square)
            return
        if dragged and square != start:
            if square in self.filter.squares:
                self.dropped = square
                self.click(square)
            elif self._way_to(square):
                self.click(square)
            else:
                clicks = self.filter.clicks
                self.drop_clicks()
                if square:
                    self.on_refused(square, clicks)
        elif self._held and not dragged:
            self.click(square)

    # Clicks

    @property
    def begun(self) -> bool:
        """Whether a move is half entered: more than its piece is chosen."""
        clicks = self.filter.clicks
        chosen = len(clicks) == 1 and (clicks[0] in self.picture.placement or bool(self.filter.choices))
        return any(name in self.game.squares for name in clicks) and not chosen

    def click(self, square: str) -> None:
        """Clicks a square. A first click on a piece that was chosen automatically keeps it chosen, a second
        puts it down. While a half-entered move needs another square, a square that is not legal is refused
        and changes nothing."""
        clicks = self.filter.clicks
        by_itself, self._by_itself = self._by_itself, ""
        if clicks == (square,) == (by_itself,):
            return
        self._route, self.taken = (), ""
        if square not in self.filter.squares:
            way = self._way_to(square)
            if way:
                self._route = (clicks[0], *way)
                self._enter_next_of_route()
                return
            begins = square in self.filter.squares_from_start() and clicks[:1] != (square,)
            stays = self.begun and bool(self.filter.squares)
            if not stays:
                self.drop_clicks()
            if stays or not begins:
                if clicks[-1:] != (square,):
                    self.on_refused(square, clicks)
                return
        self.enter(square)

    def put_down(self, choice: str) -> None:
        """Handles a press on a chosen choice: cancels it. A choice that was chosen automatically is kept the
        first time."""
        by_itself, self._by_itself = self._by_itself, ""
        if choice != by_itself:
            self.drop_clicks()

    def _way_to(self, square: str) -> tuple[str, ...]:
        """The squares over which the chosen piece reaches `square` in several moves; empty if it cannot."""
        clicks, position = self.filter.clicks, self.filter.position
        if len(clicks) != 1 or clicks[0] not in self.game.squares or position is None:
            return ()
        way = self.art.route(position, clicks[0], square)
        return way if way and way[0] in self.filter.squares else ()

    def enter(self, name: str) -> None:
        """Enters a square or a choice that the moves allow next; plays the move when it is complete."""
        move = self.filter.click(name)
        if move is not None:
            self.drag.drop()
            self._on_move(move)
        elif self.filter.clicks and not self.filter.squares and len(self.filter.choices) == 1:
            self.enter(self.filter.choices[0])  # the only choice left

    def can_click(self, square: str) -> bool:
        """Whether a click on the square has an effect."""
        if not square or self.filter.position is None:
            return False
        if square in self.stock:
            return True
        if self._way_to(square) or square in self.filter.squares:
            return True
        return bool(self.filter.clicks) and square in self.filter.squares_from_start()

    # Drawing

    def placement(self) -> Mapping[str, str]:
        """The pieces, with a move that is half entered shown on the squares clicked so far."""
        clicks, position, pieces = self.filter.clicks, self.picture.position, self.picture.placement
        if not self.begun or not self.enters or position is None:
            return pieces
        if self._entered is not None and self._entered[0] == clicks:
            return self._entered[1]
        move = self.filter.candidates[0]
        if len(position.chances(move)) > 1:
            return pieces
        after = self.art.pieces(position.play(move).state)
        shown = dict(pieces)
        for square in clicks:
            shown.pop(square, None)
            if square in after:
                shown[square] = after[square]
        for place in self.stock:  # what was taken from beside the board
            if place not in after:
                shown.pop(place, None)
        self._entered = clicks, shown
        return shown
