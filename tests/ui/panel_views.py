"""Views of the side panel in real positions, and actions that remember what was asked of them."""

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"

from functools import lru_cache

import numpy as np
import pygame

from engines.contract import Thought
from engines.players import make_engine, parse_player
from games.position import Position
from games.record import Record
from games.registry import entry, load_game
from heuristics.registry import load_lens
from ui.kit.desk import Desk
from ui.kit.sheet import Sheet, Zone
from ui.panels.side_panel import SidePanel
from ui.panels.view import PanelView
from ui.theme import Theme


class Asked:
    """Panel actions that only remember."""

    def __init__(self) -> None:
        self.plies: list[int] = []
        self.heuristics: list[str] = []
        self.moves: list[int | None] = []
        self.squares: list[list[tuple[str, float]] | None] = []

    def go_to(self, ply: int) -> None:
        self.plies.append(ply)

    def choose_heuristic(self, name: str) -> None:
        self.heuristics.append(name)

    def hover_move(self, move: int | None) -> None:
        self.moves.append(move)

    def hover_squares(self, squares: list[tuple[str, float]] | None) -> None:
        self.squares.append(squares)


def played(game_name: str, plies: int, seed: int = 1) -> Record:
    """A record of a random game."""
    record = Record.start(load_game(game_name))
    draw = np.random.default_rng(seed)
    for _ in range(plies):
        moves = record.position.moves
        if not moves:
            break
        move = int(moves[draw.integers(len(moves))])
        record.play(move, record.draw_chance(move, draw))
    return record


@lru_cache(maxsize=16)
def engine(game_name: str, player: str):  # type: ignore[no-untyped-def]
    return make_engine(parse_player(player, game_name), game_name)


def searched(position: Position, player: str) -> Thought:
    return engine(position.game.name, player).think(position)


def view_of(
    game_name: str, heuristic: str, plies: int, player: str = "human", seed: int = 1, **more: object
) -> PanelView:
    """The view after some random plies, with a search by `player` unless it is a person."""
    record = played(game_name, plies, seed)
    spec = parse_player(player, game_name)
    thought = None
    if not spec.is_human and record.position.moves:
        thought = searched(record.position, player)
    return PanelView(
        record=record,
        cursor=len(record.plies),
        position=record.position,
        lens=load_lens(game_name, heuristic),
        entry=entry(game_name),
        players=(spec, spec),
        thought=thought,
        **more,  # type: ignore[arg-type]
    )


class Panel:
    """A panel on a surface of its own, with every text it draws noted."""

    def __init__(self, size: tuple[int, int] = (420, 640), scale: float = 1.0, theme: str = "dark") -> None:
        self.asked = Asked()
        self.theme = Theme(scale, theme)
        self.panel = SidePanel(self.asked)
        pygame.display.init()
        self.desk = Desk(self.theme)
        self.surface = pygame.Surface(size)
        self.rect = self.surface.get_rect()

    @property
    def sheet(self) -> Sheet:
        return self.desk.sheet

    def draw(self, view: PanelView, frames: int = 1) -> None:
        for _ in range(frames):
            if self.sheet.labels is not None:
                self.sheet.labels = []
            self.desk.begin(self.surface, self.theme)
            self.panel.draw(self.sheet, self.rect, view)
            self.desk.finish()

    def settle(self, view: PanelView) -> None:
        """Draws until the panel has worked everything out."""
        self.sheet.labels = []
        for _ in range(2000):
            self.draw(view)
            explanations = self.panel.explanations
            if not explanations.best_line.busy and not explanations.candidates(view).busy:
                self.draw(view)
                return
            explanations.advance(view, 0.01, True)
        raise AssertionError("the panel is never done")

    def texts(self) -> list[str]:
        return [label.wanted for label in self.sheet.labels or ()]

    def zone(self, *key: object) -> pygame.Rect:
        """Where the zone is whose key begins like this."""
        return self.zone_of(*key).rect

    def zone_of(self, *key: object) -> Zone:
        for zone in self.sheet.zones:
            if zone.key == key[0] or (isinstance(zone.key, tuple) and zone.key[: len(key)] == key):
                return zone
        raise AssertionError(f"no zone {key} among {[zone.key for zone in self.sheet.zones]}")

    def tip_at(self, where: tuple[int, int]) -> str:
        zone = self.sheet.zone_at(where)
        return str(zone.tip) if zone is not None else ""

    def press(self, key: int, mod: int = 0) -> bool:
        event = pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="")
        return self.desk.key(event) or self.panel.key(event)

    def point(self, where: tuple[int, int]) -> None:
        self.desk.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=where, rel=(0, 0), buttons=(0, 0, 0)))

    def click(self, where: tuple[int, int]) -> bool:
        self.point(where)
        self.desk.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=where, button=1))
        return self.desk.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=where, button=1))

    def wheel(self, clicks: int) -> None:
        self.desk.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=clicks))
