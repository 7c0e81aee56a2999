"""The board of chess: 8×8 squares, and the pieces that python-chess ships as drawings.

The drawings are black and white; here they get the colours of the two sides.
"""

import io

import chess
import chess.svg
import pygame

from games.contract import WHITE, State
from games.position import Position
from ui.boards.board_art import MARGIN, Canvas, Losses, Sign, TiledArt
from ui.colors import values
from ui.theme import Theme

SIZE = 8
LINE_WIDTH, EDGE_WIDTH = 'stroke-width="1.5"', 'stroke-width="3.3"'
"""The width of a drawing's lines, and of the wider strokes below them, which give the piece an edge in its
own colour."""


class ChessArt(TiledArt):
    files = ranks = SIZE
    table = (0.0, 0.0, SIZE + 2 * MARGIN, SIZE + 2 * MARGIN)
    size = table[2:]
    tile = 1.0
    quiet = loses = True
    showcase = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 1 5"

    def draw_tiles(self, canvas: Canvas) -> None:
        surface, theme, geometry = canvas
        lines = [geometry.at((MARGIN + i, MARGIN + i)) for i in range(SIZE + 1)]
        xs, ys = sorted(x for x, _ in lines), sorted(y for _, y in lines)
        for column in range(SIZE):
            for row in range(SIZE):
                area = (xs[column], ys[row], xs[column + 1] - xs[column], ys[row + 1] - ys[row])
                surface.fill(theme.board_dark if (column + row) % 2 else theme.board_light, area)

    def pieces(self, state: State) -> dict[str, str]:
        white = int(state.sides[WHITE])
        standing = {}
        for square, kind in enumerate(state.board.tolist()):
            if kind:
                letter = chess.PIECE_SYMBOLS[kind]
                name = chess.SQUARE_NAMES[square]
                standing[name] = letter.upper() if white >> square & 1 else letter
        return standing

    def piece_size(self, piece: str) -> float:
        return 0.92

    def piece_picture(self, piece: str, pixels: int, theme: Theme) -> pygame.Surface:
        """The drawing of a piece by its letter in FEN. The renderer sometimes returns one pixel more than
        `pixels`, which is cut off."""
        drawing, colors = chess.svg.PIECES[piece], values(theme.name)
        light, dark = "{light}", "{dark}"
        # Long names of colours first, so that #000000 is not taken for #000 and three zeros.
        for ink, places in ((light, ("#ffffff", "#ececec", "#fff")), (dark, ("#000000", "#000"))):
            for place in places:
                drawing = drawing.replace(place, ink)
        side, line, fill = ("white", dark, light) if piece.isupper() else ("black", light, dark)
        edge = ""
        if side == "white":  # without an edge, lines like the king's cross would be lost on squares
            edge = drawing.replace(line, fill).replace(LINE_WIDTH, EDGE_WIDTH).replace(fill, colors[side])
        drawing = edge + drawing.replace(line, colors[f"{side}_ink"]).replace(fill, colors[side])
        head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45" width="45" height="45">'
        file = io.BytesIO(f"{head}{drawing}</svg>".encode())
        exact = pygame.Surface((pixels, pixels), pygame.SRCALPHA)
        exact.blit(pygame.image.load_sized_svg(file, (pixels, pixels)), (0, 0))
        return exact

    def alarmed(self, position: Position) -> tuple[str, ...]:
        """The king in check."""
        state = position.state
        if not state.checkers:
            return ()
        king = "k" if position.to_move else "K"
        return tuple(square for square, piece in self.pieces(state).items() if piece == king)

    def legend(self) -> tuple[Sign, ...]:
        return (Sign("the king is in check", "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "e1"),)

    def lost(self, start: Position, position: Position) -> Losses:
        """Captured pieces, the strongest first; a pawn that was promoted is not lost."""
        before, now = ("".join(self.pieces(at.state).values()) for at in (start, position))
        white, black = (_captured(before, now, order) for order in ("QRBNP", "qrbnp"))
        return white, black

    def choice_piece(self, choice: str, position: Position) -> str:
        letter = choice.removeprefix("=")
        if len(letter) != 1 or letter not in "QRBN":
            return ""
        return letter.lower() if position.to_move else letter

    def choice_name(self, choice: str) -> str:
        return f"Promotes to a {chess.PIECE_NAMES[chess.PIECE_SYMBOLS.index(choice[-1].lower())]}"


def _captured(before: str, now: str, order: str) -> tuple[str, ...]:
    """The letters of one side's captured pieces in this `order`, which ends with the pawn. A piece that is
    there now and was not before counts as a pawn that was promoted."""
    gone = {letter: before.count(letter) - now.count(letter) for letter in order}
    promoted = sum(max(0, -count) for count in gone.values())
    gone[order[-1]] -= promoted
    return tuple(letter for letter in order for _ in range(gone[letter]))
