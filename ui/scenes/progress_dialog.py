"""The dialog while a job works with files. At first it shows only the screen below, then what is being done
and its progress. Escape leaves it."""

import time
from collections.abc import Callable
from typing import Any

import pygame

from engines.jobs import FAILED, WAITING, Job
from games.contract import BadText
from ui.app import App
from ui.commands import KeyLine
from ui.kit.sheet import Sheet
from ui.scenes.scene import Scene

QUIET_SECONDS = 0.15
"""Nothing is shown before this time: most files are read by then."""

LONG_SECONDS = 3.0
"""If the work is expected to take longer than this, the time left is shown."""


class ProgressDialog(Scene):
    """The dialog. `text` says what is being done, as in "Opening games.pgn". Calls `done(result)` when the
    job has finished. If the job fails, or `done` raises a BadText, the screen below shows the problem. The
    job may report how many seconds it expects to take."""

    heavy = False
    settings_wait = "Wait until this is done, or leave it with Esc."

    def __init__(self, app: App, text: str, job: Job, done: Callable[[Any], None]) -> None:
        super().__init__(app)
        self.title = app.scene.title
        self._text = text
        self._job = job
        self._done = done
        self._began = time.perf_counter()
        self._before = app.surface.copy()

    def update(self, now: float) -> bool:
        if not self._job.over:
            return now - self._began > QUIET_SECONDS
        news = self._job.news
        problem = news.error if news.phase == FAILED else ""
        self.app.pop()
        try:
            if not problem:
                self._done(news.value)
        except BadText as error:
            problem = str(error)
        if problem:
            self.app.scene.tell(problem)
        return True

    def close(self) -> None:
        self._job.drop()

    def draw(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        surface, theme = sheet.surface, sheet.theme
        surface.blit(self._before, (0, 0))
        seconds = now - self._began
        if seconds <= QUIET_SECONDS:
            return
        news = self._job.news
        wanted = news.value if isinstance(news.value, float) else 0.0
        text = f"{self._text}, {seconds:.1f} s"
        if news.phase == WAITING:
            text += ", waiting for another file"
        elif wanted > LONG_SECONDS:
            left = wanted - seconds
            text += f", about {left:.0f} s left" if left >= 1 else ", nearly done"
        box = pygame.Rect(0, 0, min(rect.width, theme.px(480)), theme.px(120))
        box.center = rect.center
        sheet.fill(box, theme.panel, 8)
        pygame.draw.rect(surface, theme.line, box, theme.px(1), border_radius=theme.px(8))
        row = pygame.Rect(box.x, box.y + theme.px(16), box.width, theme.px(32)).inflate(-theme.px(32), 0)
        sheet.label(row, text, 18, align="center")
        if wanted:
            bar = pygame.Rect(0, 0, theme.px(320), theme.px(8))
            bar.center = box.center
            sheet.fill(bar, theme.raised, 4)
            bar.width = round(bar.width * min(1.0, seconds / wanted))
            sheet.fill(bar, theme.accent, 4)
        at = (box.centerx, box.bottom - theme.px(16) - theme.line_height(14))
        theme.text(surface, at, "Esc: leave it", 14, theme.dim, "center")

    def key_lines(self) -> list[KeyLine]:
        return [KeyLine("Esc", "Leave it", "Waiting")]
