"""The legend of a game's board: each sign on a picture of its square, with what it means."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import pygame

from games.position import Position
from games.registry import load_game
from study.game.move_entry import ClickFilter
from ui.boards.board_art import Sign
from ui.boards.picture import NO_MARKS, Marks, Picture
from ui.boards.registry import load_art
from ui.theme import Theme


@dataclass(frozen=True)
class LegendRow:
    """A picture of a sign on its square, and what the sign means."""

    picture: pygame.Surface
    words: str


@lru_cache(maxsize=8)
def legend_of(game: str, theme: Theme, pixels: int) -> tuple[LegendRow, ...]:
    """The signs that the board of a game can show, on squares of that many pixels. First come the signs that
    all boards have, in positions from the game's guide, then the signs of this board only
    (`BoardArt.legend`)."""
    rules, art = load_game(game), load_art(game)
    assert rules.guide is not None, "the legend is part of the guide"
    before = Position.start(rules, text=rules.guide.position)
    picture = Picture(rules, art, animated=False)
    picture.labelled = False
    picture.show(before)
    rows = [
        LegendRow(_square(picture, theme, pixels, name, marks), words)
        for words, (name, marks) in _of_entry(before, picture.placement).items()
    ]
    found: dict[str, LegendRow] = {}
    for move in before.moves:
        if len(found) == 3:  # all signs of a last move
            break
        picture.show(before.play(move), before, 0.0, move)
        last, pieces = picture.last, picture.placement
        # A square with a piece shows no sign of where a move began or what it took.
        free = {name for name in rules.squares if name not in pieces or picture.pieces.fills(pieces[name])}
        for words, names in (
            ("where the last move began", last.origins & free),
            ("where the last move ended", last.arrived - last.origins),
            ("where the last move took something", last.taken & free),
        ):
            if names and words not in found:
                found[words] = LegendRow(_square(picture, theme, pixels, min(names)), words)
    return (*rows, *found.values(), *(_own(picture, theme, pixels, sign) for sign in art.legend()))


def _of_entry(position: Position, placement: Mapping[str, str]) -> dict[str, tuple[str, Marks]]:
    """The signs while a move is entered, by their meaning: a square and the marks that show the sign on
    it."""
    found: dict[str, tuple[str, Marks]] = {}
    entry = ClickFilter(position)
    starts = sorted(entry.squares)
    begins = [name for name in starts if name in placement]
    if begins:
        found["a piece that can move"] = begins[0], Marks(ready=(begins[0],))
        found["the chosen piece"] = begins[0], Marks(chosen=(begins[0],))
    for start in begins or starts:
        entry.clear()
        # A click that is a whole move leaves nothing to click next.
        if entry.click(start) is None or not begins:
            targets = sorted(entry.squares) if begins else starts
            for name in targets:
                held = name in placement
                words = "a piece that can be clicked next" if held else "a square that can be clicked next"
                found.setdefault(words, (name, Marks(targets=frozenset((name,)), begun=True)))
    free = next(name for name in position.game.squares if name not in placement)
    found["the square of the keyboard"] = free, Marks(cursor=free)
    return found


def _own(picture: Picture, theme: Theme, pixels: int, sign: Sign) -> LegendRow:
    picture.show(Position.start(picture.game, text=sign.position))
    return LegendRow(_square(picture, theme, pixels, sign.square, Marks(reach=sign.reach)), sign.words)


def _square(
    picture: Picture, theme: Theme, pixels: int, square: str, marks: Marks = NO_MARKS
) -> pygame.Surface:
    """A picture of a square of the board, with a margin for its frame."""
    unit = pixels * 0.9
    width, height = (round(length * unit) for length in picture.art.size)
    drawn = pygame.Surface((width, height))
    drawn.fill(theme.ground)
    geometry = picture.draw(drawn, drawn.get_rect(), theme, 0.0, marks).geometry
    part = pygame.Rect(0, 0, pixels, pixels)
    part.center = geometry.at(picture.art.center(square))
    taken = pygame.Surface(part.size)
    taken.fill(theme.ground)
    taken.blit(drawn, (0, 0), part)
    return taken
