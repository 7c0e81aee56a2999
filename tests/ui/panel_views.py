"""Studies of real positions, and the panels beside the board that show them."""

import os
import time

os.environ["SDL_VIDEODRIVER"] = "dummy"

from functools import lru_cache

import pygame

from engines.contract import Engine, Thought
from engines.jobs import Job, News
from engines.player_text import make_engine, parse_player
from games.position import Position
from games.record import Record
from heuristics.registry import load_lens
from reviews import random_game
from study.calibration.chances import Chances
from study.state.running_search import RunningSearch
from study.state.study import Study
from ui.commands import Commands
from ui.kit.event_router import EventRouter
from ui.kit.sheet import Sheet, Zone
from ui.panels.dock import Dock
from ui.panels.evaluation.evaluation import EvaluationPanel
from ui.panels.move_list import MoveListPanel
from ui.panels.moves.candidates import CandidatesPanel
from ui.theme import Theme


def played(game_name: str, plies: int, seed: int = 1) -> Record:
    """A record of a random game."""
    return random_game(game_name, plies, seed)


@lru_cache(maxsize=16)
def engine(game_name: str, player: str):  # type: ignore[no-untyped-def]
    return make_engine(parse_player(player, game_name), game_name)


def searched(position: Position, player: str) -> Thought:
    return engine(position.game.name, player).think(position)


def view_of(game_name: str, heuristic: str, plies: int, player: str = "human", seed: int = 1) -> Study:
    """A study after some random plies, with a search by `player` unless it is a person."""
    record = played(game_name, plies, seed)
    spec = parse_player(player, game_name)
    study = Study(record, load_lens(game_name, heuristic), len(record.plies), players=(spec, spec))
    if not spec.is_human and record.position.moves:
        study.search_store.keep(searched(record.position, player))
    return study


def worked_out(steps):  # type: ignore[no-untyped-def]
    """The result of a fact's steps."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def telling(study: Study, news: News, counters: tuple[int, int] = (0, 0)) -> None:
    """Makes a study's search report this."""
    player = study.players[study.position.to_move]
    study.search = RunningSearch(Job(), Counting(counters), player.heuristic)
    study.search.job._news = news


class Counting(Engine):
    """An engine whose running search has these counters."""

    def __init__(self, counters: tuple[int, int]) -> None:
        self.name = "counting"
        self.counters = counters

    def peek(self) -> tuple[int, int]:
        return self.counters


class Panel:
    """The panels beside the board on a surface of their own, with every text recorded that they draw."""

    def __init__(self, size: tuple[int, int] = (420, 640), scale: float = 1.0, theme: str = "dark") -> None:
        self.theme = Theme(scale, theme)
        self.dock = Dock()
        self.study: Study | None = None
        pygame.display.init()
        self.event_router = EventRouter(self.theme)
        self.event_router.sheet.labels = []
        self.surface = pygame.Surface(size)
        self.rect = self.surface.get_rect()

    def _panel(self, kind):  # type: ignore[no-untyped-def]
        return next(panel for panel in self.dock.panels if isinstance(panel, kind))

    @property
    def evaluation(self) -> EvaluationPanel:
        return self._panel(EvaluationPanel)

    @property
    def candidates(self) -> CandidatesPanel:
        return self._panel(CandidatesPanel)

    @property
    def move_list(self) -> MoveListPanel:
        return self._panel(MoveListPanel)

    @property
    def page(self) -> int:
        return self.dock.panels.index(self.dock.upper)

    def show_page(self, index: int) -> None:
        self.dock.show(self.dock.panels[index], self.study or view_of("isolation", "open", 0))

    @property
    def arrow(self) -> int | None:
        """The move that has an arrow on the board."""
        pointed = self.study.pointed
        return pointed.selected if pointed.move is None else pointed.move

    @property
    def sheet(self) -> Sheet:
        return self.event_router.sheet

    def draw(self, study: Study, frames: int = 1) -> None:
        self.study = study
        for _ in range(frames):
            if self.sheet.labels is not None:
                self.sheet.labels = []
            study.facts.advance(time.perf_counter() + 0.01)
            self.event_router.begin(self.surface, self.theme)
            self.dock.begin(self.sheet)
            self.dock.lay_out_side(self.theme, self.rect, study)
            self.dock.draw_side(self.sheet, self.rect, study)
            self.event_router.finish()

    def settle(self, study: Study) -> None:
        """Draws until the panel has worked everything out, and calibrations are read."""
        self.sheet.labels = []
        for _ in range(2000):
            study.notice_jobs()
            self.draw(study)
            if not all(job.over for job in study.of(Chances).jobs):
                time.sleep(0.001)
            elif not study.facts.busy:
                self.draw(study)
                return
        raise AssertionError("the panel is never done")

    def texts(self) -> list[str]:
        return [label.wanted for label in self.sheet.labels or ()]

    def zone(self, *key: object) -> pygame.Rect:
        """The place of the zone whose key begins like this."""
        return self.zone_of(*key).rect

    def zone_of(self, *key: object) -> Zone:
        for zone in self.sheet.zones:
            if zone.key == key[0] or (isinstance(zone.key, tuple) and zone.key[: len(key)] == key):
                return zone
        raise AssertionError(f"no zone {key} among {[zone.key for zone in self.sheet.zones]}")

    def tip_at(self, where: tuple[int, int]) -> str:
        zone = self.sheet.zone_at(where)
        if zone is None:
            return ""
        return zone.tip if isinstance(zone.tip, str) else zone.tip()

    def press(self, key: int, mod: int = 0) -> bool:
        event = pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="")
        commands = Commands(self.study, self.dock.commands())
        return self.event_router.key(event) or self.dock.key(event, self.study) or commands.key(event)

    def point(self, where: tuple[int, int]) -> None:
        self.event_router.handle(
            pygame.event.Event(pygame.MOUSEMOTION, pos=where, rel=(0, 0), buttons=(0, 0, 0))
        )

    def click(self, where: tuple[int, int]) -> bool:
        self.point(where)
        self.event_router.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=where, button=1))
        return self.event_router.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=where, button=1))

    def wheel(self, clicks: int) -> None:
        self.event_router.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=clicks))
