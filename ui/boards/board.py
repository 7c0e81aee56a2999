"""The board of any game: the picture of a position, the input of a move, and the buttons beside the squares.
It knows only squares, pieces and click paths, and no rules."""

from collections.abc import Callable, Sequence

import pygame

from games.contract import WHITE, Game
from games.position import Position
from ui.boards.arrows import ways
from ui.boards.board_art import BoardArt
from ui.boards.choices import MoveChoices
from ui.boards.move_input import MoveInput
from ui.boards.overlays import Amounts, Arrow, Warmth, Ways
from ui.boards.picture import Marks, Picture, Turn
from ui.kit.sheet import Point, Press, Sheet
from ui.theme import Theme

LATER_WIDTH = 0.1
"""Width of the arrows of a hint's later moves, in the picture's units."""


class BoardView:
    """One board. `on_move(move)` is called when a person has entered a move.

    `on_ask(square, clicks)` is called when the right button is pressed on a square, `on_refused(square,
    clicks)` when a square cannot be chosen; `clicks` were entered before. The owner sets what is drawn:
    `hint` and `shown_move` are moves of the shown position that get an arrow; `arrows` are further arrows.
    `overlay` are amounts by square, written for the side `perspective`. `warmths` say how good it is to move
    from or to squares: a number at the bottom and a bar at the upper edge. `note` is a square and a few words
    at its bottom. A board whose art is `quiet` marks only the piece under the mouse as able to move, unless
    `marks_all` is set.
    """

    def __init__(
        self,
        game: Game,
        art: BoardArt,
        on_move: Callable[[int], None],
        on_ask: Callable[[str, tuple[str, ...]], object],
        on_refused: Callable[[str, tuple[str, ...]], object],
        animated: bool = True,
    ) -> None:
        self._on_ask = on_ask
        self.game = game
        self.art = art
        self.picture = Picture(game, art, animated)
        self.hand = MoveInput(game, art, self.picture, on_move, on_refused)
        self.choices = MoveChoices(art, self.picture, self.hand, self._hinted)
        self.hint: int | None = None
        self._hinted_later: tuple[Arrow, ...] = ()
        self.shown_move: int | None = None
        self.arrows: Sequence[Arrow] = ()
        self.overlay: Amounts = ()
        self.warmths: Sequence[Warmth] = ()
        self.perspective = WHITE
        self.marks_all = False
        self.note = ("", "")
        self._ways: dict[int, Ways] = {}
        self._sheet: Sheet | None = None  # the sheet of the last frame
        self._rested_at: Point | None = None  # where the pointer was when the shown position last changed

    # What is shown

    def show(
        self,
        position: Position,
        before: Position | None,
        now: float,
        move: int | None = None,
        earlier: Turn = (),
        at_once: bool = False,
    ) -> None:
        """Shows a position; see `Picture.show`."""
        if position is self.picture.position:
            return
        shows, sheet = self.picture.position is not None, self._sheet
        self._rested_at = sheet.pointer if shows and sheet is not None else None
        self.picture.show(position, before, now, move, self.hand.dropped, earlier, at_once)
        self.hand.position_changed()
        self._ways.clear()
        self.hint = self.shown_move = None
        self._hinted_later = ()
        self.arrows = self.overlay = self.warmths = ()
        self.note = ("", "")

    def show_hint(self, steps: Sequence[tuple[Position, int]], theme: Theme) -> None:
        """Shows an arrow for each move of a hint; `steps` are pairs of a position and the move made in it,
        beginning with the shown position."""
        self.hint = steps[0][1]
        self._hinted_later = tuple(
            Arrow(ways(self.art, position, move), theme.hint, number, position.to_move, width=LATER_WIDTH)
            for number, (position, move) in enumerate(steps[1:], start=2)
        )

    @property
    def hints_turn(self) -> bool:
        """Whether the hint has several moves, with numbered arrows."""
        return bool(self._hinted_later)

    def forget_hint(self) -> None:
        """Removes the arrows of a hint."""
        self.hint, self._hinted_later = None, ()

    # What the person does

    def _keys(self, event: pygame.event.Event) -> bool:
        """Handles a key while the focus is on the board."""
        return self.choices.key(event) or self.hand.key(event)

    def key(self, event: pygame.event.Event) -> bool:
        """Handles a key that no control has used: the letter of an open choice (`MoveChoices`), or the key of
        a standing choice, such as the end of a turn. A standing choice uses up its key even while it cannot
        be chosen."""
        return self.choices.key(event) or self.choices.standing_key(event)

    # Drawing

    def lay_out(self, sheet: Sheet, rect: pygame.Rect) -> None:
        """Fits the board into `rect`, and updates which square the focus and the mouse are on. Call it before
        `draw`."""
        hand, self._sheet = self.hand, sheet
        self.picture.fit(rect, sheet.theme)
        hand.focused = sheet.focused == self
        if sheet.hovered != self and not hand.drag.held:
            hand.hovered = ""
        elif sheet.pointer is not None:
            hand.move_to(sheet.pointer)

    def draw(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        hand, drag, theme = self.hand, self.hand.drag, sheet.theme
        placement = hand.placement()
        if hand.at_rest:
            placement = {place: self.art.at_rest(piece) for place, piece in placement.items()}
        canvas = self.picture.draw(sheet.surface, rect, theme, now, self._marks(theme), placement)

        def press(press: Press) -> None:
            square, clicks = self.picture.square_at(press.pos), hand.clicks
            if press.button == 3 and square:
                self._on_ask(square, clicks)
            hand.press(press)

        sheet.add(
            self,
            self.picture.geometry.rect,
            self._tip,
            press=press,
            drag=hand.move_to,
            release=hand.release,
            keys=self._keys,
            ring=False,
            uncovered=True,
            spot=lambda: self.picture.geometry.square(self.art.center(hand.cursor), self.art.tile),
            cursor=pygame.SYSTEM_CURSOR_HAND if hand.can_click(hand.hovered) else None,
        )
        self.choices.draw(sheet, canvas)
        piece = placement.get(drag.held) or self.choices.piece_of(drag.held)
        if drag.at is not None and piece:
            self.picture.pieces.draw(canvas, piece, drag.at)

    def _tip(self) -> str:
        """A sentence about the square under the pointer, or about the keyboard's square."""
        position, sheet = self.picture.position, self._sheet
        if position is None or sheet is None:
            return ""
        by_mouse = sheet.hovered == self and sheet.pointer is not None and not sheet.by_keyboard
        place = self.picture.place_at(sheet.pointer) if by_mouse and sheet.pointer else self.hand.cursor
        return self.art.describe(position, place, self._reach) if place else ""

    @property
    def _reach(self) -> str:
        """The square of the piece that shows its moves: the chosen piece, else the piece under the mouse if
        the mouse has moved since the position changed; "" for none."""
        hand = self.hand
        chosen = (name for name in hand.clicks if name in self.picture.placement and hand.enters)
        return next(chosen, "" if hand.at_rest or self._pointer_rests else hand.hovered)

    @property
    def _pointer_rests(self) -> bool:
        """Whether the mouse has not moved since the shown position changed."""
        sheet, at = self._sheet, self._rested_at
        return sheet is not None and at is not None and sheet.pointer == at

    def _marks(self, theme: Theme) -> Marks:
        hand, clicks = self.hand, self.hand.clicks
        dragged = hand.drag.at is not None
        arrows = [*reversed(self._hinted_later)]  # the first move's arrow lies on top
        first = 1 if self._hinted_later else 0
        for move, color, number in ((self.shown_move, theme.mark, 0), (self.hint, theme.hint, first)):
            if move is not None:
                side = WHITE if self.picture.position is None else self.picture.position.to_move
                arrows.append(Arrow(self._ways_of(move), color, number, side))
        shows_chosen = hand.enters and not hand.begun
        chosen = [name for name in clicks if name in self.game.squares] if shows_chosen else []
        invites = hand.enters and not hand.idle
        begins = hand.filter.squares_from_start() | hand.stock.keys() if invites else frozenset()
        if self.art.quiet and not (self.marks_all or hand.focused):
            begins &= {hand.hovered}
        return Marks(
            chosen=[*chosen, hand.taken] if hand.taken else chosen,
            targets=hand.filter.squares if invites or (hand.enters and clicks) else frozenset(),
            begun=bool(clicks),
            ready=begins,
            hovered=hand.hovered,
            cursor=hand.cursor if hand.focused else "",
            reach="" if dragged else self._reach,
            lifted=hand.drag.held if dragged else "",
            amounts=self.overlay,
            perspective=self.perspective,
            warmths=self.warmths,
            note=self.note,
            arrows=[*arrows, *self.arrows],  # further arrows on top: most are narrower than the hint's
        )

    def _ways_of(self, move: int) -> Ways:
        position = self.picture.position
        if position is None or move not in position.moves:
            return ()
        if move not in self._ways:
            self._ways[move] = ways(self.art, position, move)
        return self._ways[move]

    def _hinted(self) -> frozenset[str]:
        """The first clicks of the hint and of `shown_move`."""
        position = self.picture.position
        if position is None:
            return frozenset()
        moves = [move for move in (self.hint, self.shown_move) if move is not None and move in position.moves]
        return frozenset(self.game.click_paths(position.state, move)[0][0] for move in moves)
