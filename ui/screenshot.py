"""Pictures of the screens, made without a display."""

import os
import time
from pathlib import Path

import pygame

from games.contract import BadText
from games.random_stream import Draws
from games.record import Record
from games.text_files import check_name
from study.game.session import Session
from study.saved_games.saved_games import Saves
from study.settings.settings import Settings
from study.settings.settings_store import SettingsStore
from ui.display import SIZE
from ui.window import GameAtStart, Window, record_at_start

SETTLING_FRAMES = 30
"""Frames before the picture is taken, because panels compute what they show a little in each frame."""


def render(
    out: Path,
    settings: Settings,
    opening: GameAtStart | None = None,
    plies: int = 0,
    size: tuple[int, int] = SIZE,
    seconds: float = 0.0,
    page: int = 0,
    saves: Saves | None = None,
) -> None:
    """Writes the home screen, or with `opening` the play screen of a game, as a PNG.

    `plies` random moves are made first, by the opening's seed. Then the players have `seconds` of real time,
    compiling included, in which a program thinks and moves as in the window. `page` is the number of the side
    panel, from 0. Raises BadText for an impossible opening, and if the file cannot be written.
    """
    check_name(out)
    record = None if opening is None else record_at_start(opening, settings)
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    window = Window(SettingsStore.of(settings), saves, size, resizable=False)
    app = window.app
    try:
        if opening is not None and record is not None:
            _play_at_random(record, plies, opening.seed)
            session = Session(
                record, (opening.white, opening.black), settings, None, opening.seed, plays=seconds > 0
            )
            play = window.play(session, prepares=False)
            play.dock.show(play.dock.side_panels[page], session.study)
        deadline = time.perf_counter() + seconds
        app.frame()
        while time.perf_counter() < deadline:
            app.frame()
            time.sleep(0.01)
        for _ in range(SETTLING_FRAMES):
            app.redraw()
            app.frame()
        try:
            pygame.image.save(app.surface, str(out))
        except (pygame.error, OSError) as error:
            raise BadText(f"{out}: cannot be written: {error}") from None
    finally:
        app.close()


def _play_at_random(record: Record, plies: int, seed: int) -> None:
    draws = Draws(seed)
    for _ in range(plies):
        moves = record.position.moves
        if not moves:
            return
        move = moves[draws.below(len(moves))]
        record.play(move, record.draw_chance(move, draws))
