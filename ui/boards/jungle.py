"""The board of Jungle: 8×7 squares, animals on discs and diamonds. Two columns beside the board list each
side's animals; those that have been seen are pale and crossed out."""

import pygame

from games.contract import BLACK, WHITE, State
from games.jungle import ANIMALS, FILES, LOSES, RANKS, RESULT, SIDES, TAKES, Piece, face_down, pieces
from games.position import Position
from study.setups.jungle import BACKS, pool_animal, pool_piece, pool_place
from ui.boards.board_art import MARGIN, Canvas, Losses, TiledArt, missing, picture
from ui.boards.side_plates import draw_number, draw_pill, draw_plate, pill_height
from ui.theme import Theme

POOL, POOL_SIZE = 0.86, 0.72
"""In units: the width of the columns beside the board, which list the animals, and the size of an animal
there."""

KNOWN_OPACITY = 70
"""Opacity, from 0 to 255, of an animal in these columns that has been seen."""

FIGHTS = {TAKES: "takes", LOSES: "loses", 0: "both go"}
"""The result of an attack in words."""


class JungleArt(TiledArt):
    files, ranks, ranks_right = FILES, RANKS, True
    table = shown = (POOL, 0.0, FILES + 2 * MARGIN, RANKS + 2 * MARGIN)
    size = (FILES + 2 * MARGIN + 2 * POOL, RANKS + 2 * MARGIN)
    tile = 0.96
    loses = True
    showcase = "-1-2-2/2l5/4e3/1r1T4/3C2d1/1L3E2/+2R+1+1 w DWP cwt 3"

    def center(self, square: str) -> tuple[float, float]:
        animal = pool_animal(square)
        if animal is None:
            return super().center(square)
        side, strength = animal
        # The strongest is at the top, below the heading.
        along = 1.02 + (8 - strength) * (self.size[1] - 1.5) / 7
        return (POOL / 2 if side == WHITE else self.size[0] - POOL / 2), along

    def pieces(self, state: State) -> dict[str, str]:
        standing = {piece.square: _name(piece) for piece in pieces(state)}
        for side in (WHITE, BLACK):
            unseen = face_down(state, side)
            for strength, animal in enumerate(ANIMALS, start=1):
                standing[pool_place(side, strength)] = pool_piece(side, strength, animal in unseen)
        return standing

    def lost(self, start: Position, position: Position) -> Losses:
        """The lost animals that had been revealed, the strongest first."""
        before, now = _gone(start.state), _gone(position.state)
        return missing(now[WHITE], before[WHITE]), missing(now[BLACK], before[BLACK])

    def kind(self, piece: str) -> str:
        return piece.removesuffix(" known")

    def flips(self, before: str, after: str) -> bool:
        return (before in BACKS) != (after in BACKS)

    def stages(self, before: Position, after: Position, move: int) -> tuple[dict[str, str], ...]:
        """The placement in which an attack has turned the target face up but is not yet fought out."""
        path = before.game.click_paths(before.state, move)[0]
        standing = self.pieces(before.state)
        if len(path) == 1 or standing.get(path[1]) not in BACKS:
            return ()
        for side in (WHITE, BLACK):
            seen = set(face_down(before.state, side)) - set(face_down(after.state, side))
            for animal in seen:
                if side == before.to_move:
                    return ()  # in a mixed deal, a piece of the same side: there is no fight
                strength = ANIMALS.index(animal) + 1
                standing[path[1]] = f"{side} {strength}"
                standing[pool_place(side, strength)] = pool_piece(side, strength, unseen=False)
        return (standing,)

    def piece_size(self, piece: str) -> float:
        return POOL_SIZE if piece.startswith("pool") else 0.88

    def piece_picture(self, piece: str, pixels: int, theme: Theme) -> pygame.Surface:
        if piece in BACKS:
            return picture(piece, pixels, theme, "jungle")
        words = piece.removeprefix("pool ").split()
        side, strength = int(words[0]), int(words[1])
        drawn = pygame.Surface((pixels, pixels), pygame.SRCALPHA)
        middle = (pixels / 2, pixels / 2)
        draw_plate(drawn, theme, side, "jungle", ANIMALS[strength - 1], middle, pixels)
        draw_number(drawn, theme, str(strength), (pixels * 0.82, pixels * 0.83), pixels * 0.165)
        if "known" in words:
            drawn.set_alpha(KNOWN_OPACITY)
            faded = pygame.Surface((pixels, pixels), pygame.SRCALPHA)
            faded.blit(drawn, (0, 0))
            ends = (pixels * 0.14, pixels * 0.86), (pixels * 0.86, pixels * 0.14)
            pygame.draw.aaline(faded, theme.dim, *ends, max(2, pixels // 20))
            return faded
        return drawn

    def draw_beside(self, canvas: Canvas, position: Position) -> None:
        """Draws how many of each side's animals are still face down, at the strongest end of their list."""
        surface, theme, geometry = canvas
        if not geometry.labelled or theme.line_height(12) > 0.3 * geometry.unit:
            return
        room = geometry.length(POOL)
        for side in (WHITE, BLACK):
            x, y = geometry.at(self.center(pool_place(side, 8)))
            outward = -1 if y < geometry.rect.centery else 1
            edge = y + outward * geometry.length(POOL_SIZE / 2 + 0.04)
            top = edge - 2 * theme.line_height(12) if outward < 0 else edge
            heading = "face down" if theme.width("face down", 12) <= room else "hidden"
            texts = (heading, f"{len(face_down(position.state, side))} of {len(ANIMALS)}")
            for line, text in enumerate(texts):
                at = (x, top + line * theme.line_height(12))
                theme.text(surface, at, text, 12, theme.dim, "center", max_width=room)

    def draw_reach(self, canvas: Canvas, position: Position, square: str) -> None:
        """Draws how a fight with each revealed neighbour would end."""
        surface, theme, geometry = canvas
        standing = {piece.square: piece for piece in pieces(position.state)}
        piece = standing.get(square)
        if piece is None or not piece.strength:
            return
        x, y = self.center(square)
        for other in standing.values():
            near = self.center(other.square)
            if other.strength and other.side != piece.side and abs(near[0] - x) + abs(near[1] - y) < 1.5:
                result = FIGHTS[int(RESULT[piece.strength, other.strength])]
                frame = geometry.square(near, self.tile)
                at = (frame.centerx, frame.y + pill_height(theme, result))
                draw_pill(surface, theme, at, result)

    def describe(self, position: Position, place: str, reach: str = "") -> str:
        state = position.state
        animal = pool_animal(place)
        if animal is not None:
            side, name = animal[0], ANIMALS[animal[1] - 1]
            unseen = name in face_down(state, side)
            return f"The {SIDES[side]} {name} {'is still face down' if unseen else 'has been seen'}."
        piece = next((piece for piece in pieces(state) if piece.square == place), None)
        if piece is None:
            return ""
        if not piece.strength:
            owners = [side for side in (WHITE, BLACK) if piece.side in (side, 2)]
            may_be = [f"{SIDES[side]}: {', '.join(face_down(state, side))}" for side in owners]
            return f"Face down. It may be {'; '.join(may_be)}."
        takes = _animals(piece.strength, TAKES)
        loses = _animals(piece.strength, LOSES)
        return f"{SIDES[piece.side]} {piece.animal}, {piece.strength}: takes {takes}; loses to {loses}."


def _name(piece: Piece) -> str:
    return f"{piece.side} {piece.strength}" if piece.strength else BACKS[piece.side]


def _gone(state: State) -> tuple[list[str], list[str]]:
    """Each side's animals that have left the board after they were revealed."""
    standing = {_name(piece) for piece in pieces(state)}
    gone: tuple[list[str], list[str]] = ([], [])
    for side in (WHITE, BLACK):
        unseen = face_down(state, side)
        for strength in range(len(ANIMALS), 0, -1):
            name = f"{side} {strength}"
            if name not in standing and ANIMALS[strength - 1] not in unseen:
                gone[side].append(name)
    return gone


def _animals(strength: int, result: int) -> str:
    """The animals against which an attack ends with `result`, as text."""
    names = [animal for other, animal in enumerate(ANIMALS, start=1) if RESULT[strength, other] == result]
    return ", ".join(names) or "none"
