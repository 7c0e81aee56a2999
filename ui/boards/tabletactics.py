"""The board of TableTactics: soldiers with their hitpoints, actions and free steps, and signs where a soldier
can go and what it can attack. Beside the squares are the turn, the army to place and the button that ends the
turn."""

from collections.abc import Mapping

import pygame

from games.contract import BLACK, SIDE_NAMES, WHITE, State
from games.position import Position
from games.tabletactics import (
    ACTIONS,
    END,
    HITPOINTS,
    HOMES,
    LETTERS,
    NOBLE,
    SIZE,
    SPEED,
    SQUARES,
    attackable,
    obstacles,
    reachable,
    route,
    soldiers,
    to_place,
    turn_begun,
)
from study.setups.tabletactics import NAMES, OBSTACLE, soldier_piece
from study.state.changes import Memo
from ui.boards.board_art import MARGIN, Canvas, FixedChoice, Losses, Sign, TiledArt, missing, picture
from ui.boards.side_plates import draw_number, draw_plate
from ui.colors import SIDE_TINTS
from ui.theme import Theme

STRIP = 1.9
"""Width of the column beside the squares, in units."""

TIRED = (175, 175, 175, 255)
"""The colours of a soldier that can do nothing more are multiplied by this, in parts of 255."""

FIRST_STOCK = 2.2
"""Top of the list of soldiers to be placed, in units."""

END_TURN = (SIZE + 2 * MARGIN + 0.12, SIZE + MARGIN - 0.72, STRIP - 0.2, 0.62)
"""Place of the button that ends the turn: (x, y, width, height), in units."""

FREE = "free step", "free"
"""The words on a square that a free step reaches: the longer ones if there is room."""

LEGEND = (
    ("actions", "actions left / needed"),
    ("hitpoints", "hitpoints"),
    ("steps", "free steps"),
    ("ready", "can act"),
)
"""The marks and what they mean. The dots of a soldier are the actions it has left, the dots of a square the
actions needed to reach it."""

LEGEND_POSITION = "6/3n422/#2f122/1F30N42t222/4T211/6 w play e2:2 6"
"""A position in which every sign of a soldier occurs."""


class TableTacticsArt(TiledArt):
    files, ranks, ranks_right = SIZE, SIZE, True
    table = shown = (0.0, 0.0, SIZE + 2 * MARGIN, SIZE + 2 * MARGIN)
    size = (SIZE + 2 * MARGIN + STRIP, SIZE + 2 * MARGIN)
    tile = 0.96
    loses = marked = True
    showcase = "3t222/2f22n422/2T21f122/2F223/1N424/1F324 w play - 8"

    def __init__(self) -> None:
        self._tints: dict[tuple[object, ...], pygame.Surface] = {}
        self._reach: Memo[tuple[dict[str, int], list[str]]] = Memo()

    def draw_ground(self, canvas: Canvas) -> None:
        super().draw_ground(canvas)
        surface, theme, geometry = canvas
        for side, names in enumerate(HOMES):
            for name in names:
                frame = geometry.square(self.center(name), self.tile - 0.06)
                pygame.draw.rect(
                    surface, theme.side_color(side), frame, max(1, theme.px(1)), border_radius=theme.px(4)
                )

    # Soldiers

    def pieces(self, state: State) -> dict[str, str]:
        standing = dict.fromkeys(obstacles(state), OBSTACLE)
        waits = -1 if state.placing else 1 - int(state.to_move)
        for soldier in soldiers(state):
            standing[soldier.square] = soldier_piece(soldier, not state.placing and soldier.side != waits)
        return standing

    def kind(self, piece: str) -> str:
        return piece[:3]  # the side and the soldier's letter

    def at_rest(self, piece: str) -> str:
        return piece if piece == OBSTACLE else " ".join((*piece.split()[:3], "-", "-"))

    def piece_size(self, piece: str) -> float:
        return 0.94

    def piece_picture(self, piece: str, pixels: int, theme: Theme) -> pygame.Surface:
        if piece == OBSTACLE:
            return picture(OBSTACLE, pixels, theme, "tabletactics")
        side, letter, hitpoints, actions, steps = piece.split()
        drawn = pygame.Surface((pixels, pixels), pygame.SRCALPHA)
        unit = pixels / 100
        place = (47 * unit, 44 * unit)
        draw_plate(drawn, theme, int(side), "tabletactics", NAMES[letter].lower(), place, 80 * unit)
        if actions == "0" and steps == "0":
            drawn.fill(TIRED, special_flags=pygame.BLEND_RGBA_MULT)
        if hitpoints != "-":
            _draw_hitpoints(
                drawn, theme, unit, int(side), int(hitpoints), int(HITPOINTS[LETTERS.index(letter)])
            )
        if actions != "-":
            for number in range(ACTIONS):
                middle = round(91 * unit), round((10 + 16 * number) * unit)
                pygame.draw.aacircle(drawn, theme.ink, middle, max(2, round(7.5 * unit)))
                left = number < int(actions)
                tone, radius = (theme.paper, 5.5) if left else (theme.spent, 3)
                pygame.draw.aacircle(drawn, tone, middle, max(1, round(radius * unit)))
        if steps not in ("0", "-"):
            draw_number(drawn, theme, f"+{steps}", (14 * unit, 14 * unit), 14 * unit)
        return drawn

    def lost(self, start: Position, position: Position) -> Losses:
        """The soldiers that lost all hitpoints."""
        before, now = _armies(start.state), _armies(position.state)
        return missing(before[WHITE], now[WHITE]), missing(before[BLACK], now[BLACK])

    # What a soldier can do

    def goes_on(self, position: Position, way: tuple[str, str]) -> str:
        """During a turn: the soldier that has just moved or attacked and may act again, else the only soldier
        that can still act. (A soldier of the side to move that lacks actions has acted in this turn.) While
        armies are placed: the first kind of soldier, so that a click on a square is enough."""
        if position.state.placing:
            waiting = to_place(position.state, position.to_move)
            # A single kind, or the Noble first: `MoveInput.enter` adds the only choice by itself.
            return waiting[0] if waiting[0] != waiting[-1] and LETTERS[NOBLE] not in waiting else ""
        for soldier in soldiers(position.state):
            if soldier.steps_left or (soldier.square in way and 0 < soldier.actions < ACTIONS):
                return soldier.square
        acting = {move >> 6 for move in position.moves if move != END}  # the squares of their soldiers
        return SQUARES[acting.pop()] if len(acting) == 1 and turn_begun(position.state) else ""

    def route(self, position: Position, square: str, target: str) -> tuple[str, ...]:
        return route(position.state, square, target)

    def _can(self, position: Position, square: str) -> tuple[dict[str, int], list[str]]:
        state = position.state
        return self._reach.of(lambda: (reachable(state, square), attackable(state, square)), position, square)

    def draw_reach(self, canvas: Canvas, position: Position, square: str) -> None:
        """Marks the squares within reach, with the actions that they cost, and the enemies that can be
        attacked."""
        surface, theme, geometry = canvas
        squares, enemies = self._can(position, square)
        side = next((s.side for s in soldiers(position.state) if s.square == square), WHITE)
        for name, cost in squares.items():
            frame = geometry.square(self.center(name), self.tile)
            surface.blit(self._tint(side, frame.width, cost, theme), frame)
        for name in enemies:
            _draw_target(canvas, geometry.at(self.center(name)))

    def _tint(self, side: int, width: int, cost: int, theme: Theme) -> pygame.Surface:
        """The mark of a square within reach: a frame with a dot for each action that it costs."""
        key = (side, width, cost, theme)
        tint = self._tints.get(key)
        if tint is None:
            if len(self._tints) > 24:
                self._tints.clear()
            tint = self._tints[key] = pygame.Surface((width, width), pygame.SRCALPHA)
            box, round_by = tint.get_rect(), round(width * 0.06)
            pygame.draw.rect(tint, theme.tint(SIDE_TINTS[side]), box, border_radius=round_by)
            pygame.draw.rect(tint, theme.side_color(side), box, theme.px(2), border_radius=round_by)
            if cost:
                gap, radius = width * 0.16, max(2, round(width * 0.05))
                for number in range(cost):
                    x = width / 2 + (number - (cost - 1) / 2) * gap
                    middle = round(x), round(width * 0.87)
                    pygame.draw.aacircle(tint, theme.ink, middle, radius + max(1, round(width * 0.02)))
                    pygame.draw.aacircle(tint, theme.paper, middle, radius)
            elif theme.line_height(12) < width * 0.4:  # below the dot in the middle
                at = (width // 2, round(width * 0.98) - theme.line_height(12))
                words = next((each for each in FREE if theme.width(each, 12) < width * 0.96), FREE[-1])
                theme.text(tint, at, words, 12, theme.mark, "center")
        return tint

    # Beside the squares

    def standing(self, position: Position) -> tuple[FixedChoice, ...]:
        left, wide = SIZE + 2 * MARGIN + 0.12, STRIP - 0.2
        state = position.state
        if not state.placing:
            if not position.moves:
                return ()
            tip = "Ends the turn (D)."
            acts = any(each.actions for each in soldiers(state) if each.side == position.to_move)
            return (FixedChoice("end", "End turn", tip, END_TURN, key=pygame.K_d, due=not acts),)
        side, waiting = position.to_move, to_place(state, position.to_move)
        choices = []
        for number, letter in enumerate(LETTERS):
            count = waiting.count(letter)
            name = NAMES[letter] + (f" ×{count}" if count > 1 else "")
            hits, speed = HITPOINTS[number], SPEED[number]
            tip = f"{name}: {hits} hitpoints, {speed} steps an action. "
            if number != NOBLE and LETTERS[NOBLE] in waiting:
                tip += "The Noble is placed first."
            else:
                tip += f"Choose it, then its square ({letter}, with the focus on the board)."
            if count:
                area = (left, FIRST_STOCK + 0.86 * number, wide, 0.78)
                piece = f"{side} {letter} - - -"
                choices.append(FixedChoice(letter, name, tip, area, letter=letter.lower(), piece=piece))
        return tuple(choices)

    def stock(self, position: Position) -> Mapping[str, tuple[str, ...]]:
        """The soldiers to place, by their choices in `standing`."""
        return {choice.choice: (choice.choice,) for choice in self.standing(position) if choice.piece}

    def draw_beside(self, canvas: Canvas, position: Position) -> None:
        """Draws the number of the turn and what the marks on the soldiers mean; while armies are placed, who
        places soldiers."""
        surface, theme, geometry = canvas
        if not geometry.labelled:
            return
        state = position.state
        box = geometry.beside((SIZE + 2 * MARGIN + 0.12, MARGIN, STRIP - 0.2, SIZE))
        limit = int(state.turn_limit)
        turn = min(int(state.turns) + 1, limit) if limit else int(state.turns) + 1
        text = f"Turn {turn} of {limit}" if limit else f"Turn {turn}"
        size = 14 if theme.width(text, 14, True) <= box.width else 12
        y = box.y + theme.px(4)
        for line in theme.wrapped(text, box.width, size, bold=True):
            theme.text(surface, (box.x, y), line, size, theme.text_color, bold=True, max_width=box.width)
            y += theme.line_height(size)
        if state.placing:
            text = f"{SIDE_NAMES[position.to_move].capitalize()} places soldiers"
            lines = theme.wrapped(text, box.width, size)
            if y + len(lines) * theme.line_height(size) <= geometry.beside((0, FIRST_STOCK, 1, 1)).top:
                for line in lines:
                    theme.text(surface, (box.x, y), line, size, max_width=box.width)
                    y += theme.line_height(size)
            return
        if limit:
            bar = pygame.Rect(box.x, y + theme.px(2), box.width, theme.px(4))
            pygame.draw.rect(surface, theme.raised, bar, border_radius=theme.px(2))
            bar.width = round(bar.width * min(1.0, int(state.turns) / limit))
            pygame.draw.rect(surface, theme.dim, bar, border_radius=theme.px(2))
        ends = geometry.beside(END_TURN).top
        top = max(box.y + geometry.length(1.0), y + theme.px(12))
        self._draw_legend(surface, theme, position.to_move, pygame.Rect(box.x, top, box.width, ends - top))

    def _draw_legend(self, surface: pygame.Surface, theme: Theme, side: int, place: pygame.Rect) -> None:
        """Draws what the marks on the soldiers mean, unless there is too little room for one of the texts."""
        line, left = theme.line_height(12), theme.px(28)
        step = max(line, theme.px(20))
        said = [(mark, theme.wrapped(words, place.width - left, 12)) for mark, words in LEGEND]
        wide = max(theme.width(text, 12) for _, lines in said for text in lines)
        if (
            wide > place.width - left
            or sum(step + line * (len(lines) - 1) for _, lines in said) > place.height
        ):
            return
        y = place.top
        for mark, lines in said:
            _draw_mark(surface, theme, mark, side, (place.x + theme.px(12), y + line // 2))
            for number, text in enumerate(lines):
                theme.text(surface, (place.x + left, y + number * line), text, 12, theme.dim)
            y += step + line * (len(lines) - 1)

    def describe(self, position: Position, place: str, reach: str = "") -> str:
        if place in obstacles(position.state):
            return "An obstacle: no soldier can enter it."
        soldier = next((s for s in soldiers(position.state) if s.square == place), None)
        squares, enemies = self._can(position, reach) if reach else ({}, [])
        if soldier is None:
            said = []
            if place in squares:
                cost = squares[place]
                said.append(
                    f"Going here takes {cost} action{'s'[: cost > 1]}." if cost else "A free step away."
                )
            home = next((side for side, names in enumerate(HOMES) if place in names), None)
            if home is not None:
                said.append(f"{SIDE_NAMES[home].capitalize()}'s corner, where its army is placed.")
            return " ".join(said)
        whole = int(HITPOINTS[LETTERS.index(soldier.letter)])
        text = f"{SIDE_NAMES[soldier.side].capitalize()}'s {NAMES[soldier.letter]}: "
        text += f"{soldier.hitpoints} of {whole} hitpoints"
        if position.state.placing or soldier.side != position.to_move:
            return f"{text}. An attack takes one of them." if place in enemies else f"{text}."
        text += f", {soldier.actions} of {ACTIONS} actions left"
        if soldier.steps_left:
            text += f", {soldier.steps_left} free {'step' if soldier.steps_left == 1 else 'steps'}"
        acts = any(move >> 6 == SQUARES.index(place) for move in position.moves if move != END)
        return f"{text}. {'It can act' if acts else 'It cannot act any more'} in this turn."

    def legend(self) -> tuple[Sign, ...]:
        return (
            Sign("hitpoints: the bright ones are left", LEGEND_POSITION, "d4"),
            Sign("actions of a soldier: the large dots are left", LEGEND_POSITION, "c3"),
            Sign("a grey soldier has no action left", LEGEND_POSITION, "b3"),
            Sign("free steps that are left", LEGEND_POSITION, "e2"),
            Sign("within reach: a dot for each action that it takes", LEGEND_POSITION, "c1", "c3"),
            Sign("“free step”: within reach without an action", LEGEND_POSITION, "f2", "e2"),
            Sign("an enemy that can be attacked", LEGEND_POSITION, "d3", "c3"),
            Sign("a corner in which an army is placed", LEGEND_POSITION, "a1"),
            Sign("an obstacle, which nobody enters", LEGEND_POSITION, "a4"),
        )


def _armies(state: State) -> tuple[list[str], list[str]]:
    """Each side's soldiers, on the board or still to be placed, without their hitpoints, actions and
    steps."""
    armies: tuple[list[str], list[str]] = ([], [])
    for side in (WHITE, BLACK):
        standing = [soldier.letter for soldier in soldiers(state) if soldier.side == side]
        letters = sorted([*standing, *to_place(state, side)], key=LETTERS.index)
        armies[side].extend(f"{side} {letter} - - -" for letter in letters)
    return armies


def _draw_hitpoints(
    drawn: pygame.Surface, theme: Theme, unit: float, side: int, left: int, whole: int
) -> None:
    """Draws a bar with a cell for each hitpoint that the soldier had at first, filled from the left."""
    cell, gap = 18 * unit, 2 * unit
    start = 47 * unit - (whole * cell + (whole - 1) * gap) / 2
    for number in range(whole):
        box = pygame.Rect(
            round(start + number * (cell + gap)), round(84 * unit), round(cell), round(13 * unit)
        )
        pygame.draw.rect(drawn, theme.ink, box, border_radius=max(1, round(3 * unit)))
        inner = box.inflate(-max(2, round(4 * unit)), -max(2, round(4 * unit)))
        if number < left:
            pygame.draw.rect(
                drawn, _hitpoint_color(theme, side), inner, border_radius=max(1, round(2 * unit))
            )


def _hitpoint_color(theme: Theme, side: int) -> pygame.Color:
    return theme.black_hitpoint if side else theme.white_hitpoint


def _draw_mark(surface: pygame.Surface, theme: Theme, mark: str, side: int, middle: tuple[int, int]) -> None:
    """Draws a soldier's mark for the legend."""
    x, y = middle
    if mark == "actions":
        for aside in (-5, 5):
            pygame.draw.aacircle(surface, theme.ink, (x + theme.px(aside), y), theme.px(5))
            pygame.draw.aacircle(surface, theme.paper, (x + theme.px(aside), y), theme.px(4))
    elif mark == "hitpoints":
        for aside in (-5, 5):
            cell = pygame.Rect(0, 0, theme.px(8), theme.px(6))
            cell.center = (x + theme.px(aside), y)
            pygame.draw.rect(
                surface, theme.ink, cell.inflate(theme.px(2), theme.px(2)), border_radius=theme.px(2)
            )
            pygame.draw.rect(surface, _hitpoint_color(theme, side), cell, border_radius=theme.px(1))
    elif mark == "ready":
        left, low, side = x - theme.px(5), y + theme.px(5), theme.px(9)
        pygame.draw.polygon(surface, theme.mark, ((left, low), (left, low - side), (left + side, low)))
    else:
        theme.text(surface, (x, y - theme.line_height(12) // 2), "+2", 12, theme.text_color, "center", True)


def _draw_target(canvas: Canvas, middle: tuple[int, int]) -> None:
    """Draws a cross-hair round an enemy that can be attacked."""
    surface, theme, geometry = canvas
    # Centred on the plate, so that the hitpoints below it can be read.
    x, y = middle[0] - geometry.length(0.03), middle[1] - geometry.length(0.055)
    radius, thick = geometry.length(0.29), max(2, theme.px(3))
    for color, wide in ((theme.shadow, thick + max(2, theme.px(2))), (theme.alarm, thick)):
        pygame.draw.aacircle(surface, color, (x, y), radius + (wide - thick) // 2, wide)
        inner, outer = radius - geometry.length(0.08), radius + geometry.length(0.05)
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            start = (x + dx * inner, y + dy * inner)
            pygame.draw.line(surface, color, start, (x + dx * outer, y + dy * outer), wide)
