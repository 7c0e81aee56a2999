"""A person's own heuristics: the files there are, with what is wrong with them, and how to begin one."""

from collections.abc import Callable
from pathlib import Path

import pygame

from engines.jobs import Job
from games.contract import BadText
from games.registry import entry
from heuristics.failure import shortened
from heuristics.registry import looked_in, own_files, version
from study.editor_program import open_in_editor
from study.new_heuristic import new_heuristic
from ui import clipboard
from ui.app import App
from ui.kit.buttons import Button
from ui.kit.list_box import ListBox
from ui.kit.sheet import Sheet
from ui.kit.text_field import TextField
from ui.scenes.scene import Keys, Scene
from ui.scenes.top_bar import draw_head

ROW = 44


class OwnHeuristics(Scene):
    """A new one is for `game`, the one that the home screen shows."""

    title = "Your heuristics"
    heavy = False

    def __init__(self, app: App, game: str) -> None:
        super().__init__(app)
        self.game = game
        self.back = Button(app.pop, icon="back", tooltip="To the home screen (Esc).", flat=True)
        title = entry(game).title
        self.name = TextField(
            lambda text: None, self.begin, f"The name of a new heuristic for {title}.", "a name, as mine"
        )
        self.new = Button(
            self.begin,
            f"New for {title}",
            tooltip="Writes a small commented file to start from, and opens it in your editor (Enter).",
            primary=True,
        )
        self.list = ListBox(self._open_row, self._tip)
        self.first_focus = self.name
        self.said = ""
        self._warns = False
        self._opening: tuple[Path, Job] | None = None
        self._version = version()

    # What the person does

    def begin(self) -> None:
        """A new file, opened in the editor."""
        folder = looked_in()
        try:
            if folder is None:
                raise BadText("there is no folder for heuristics of your own")
            file = new_heuristic(self.name.text.strip(), self.game, folder)
        except BadText as error:
            self._say(str(error), True)
            return
        self.open(file)

    def open(self, file: Path) -> None:
        """Opens a file in the person's editor."""
        chosen = self.app.settings.ui.editor
        self._say(f"Opening {file} …")
        work: Callable[[Job], str] = lambda job: open_in_editor(file, chosen)  # noqa: E731
        self._opening = (file, self.app.files.do(work, "the editor"))

    def _open_row(self, index: int) -> None:
        self.open(own_files()[index].path)

    def _tip(self, index: int) -> str:
        file = own_files()[index]
        return f"{file.path}\n{file.problem}" if file.problem else f"A click opens {file.path}."

    def _say(self, text: str, warns: bool = False) -> None:
        self.said, self._warns = text, warns

    def tell(self, problem: str) -> None:
        self._say(problem, True)

    def update(self, now: float) -> bool:
        changed = version() != self._version
        self._version = version()
        if self._opening is None or not self._opening[1].over:
            return changed
        (file, job), self._opening = self._opening, None
        problem = job.news.error or job.news.value
        if problem:
            clipboard.put(str(file))
            self._say(f"No editor opens it ({problem}). Its path has been copied: {file}", True)
        else:
            self._say(f"Save {file.name} and the numbers follow: choose the heuristic under Exactly.")
        return True

    # Drawing

    def draw(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        theme = sheet.theme
        bar = draw_head(sheet, rect, self.back, self.title)
        gap, line = theme.px(8), theme.px(32)
        width = min(rect.width - theme.px(48), theme.px(960))
        left, y = rect.centerx - width // 2, bar.bottom + 2 * gap
        button = min(self.new.wanted_width(theme) + theme.px(16), width // 2)
        self.name.draw(sheet, pygame.Rect(left, y, width - button - gap, line))
        self.new.draw(sheet, pygame.Rect(left + width - button, y, button, line))
        y += line + gap
        said = self.said or f"They are files in {looked_in()}; what you save there is loaded at once."
        color = theme.warning if self._warns else theme.dim
        sheet.paragraph(pygame.Rect(left, y, width, 2 * theme.px(20)), shortened(said), 14, color)
        y += 2 * theme.px(20) + gap
        files = own_files()
        place = pygame.Rect(left, y, width, max(0, rect.bottom - y - gap))
        place.height = min(place.height, theme.px(ROW) * len(files))

        def draw_row(area: pygame.Rect, index: int) -> None:
            file = files[index]
            names = ", ".join(f"{h.name} ({entry(h.game).title})" for h in file.heuristics)
            names = names or ", ".join(name for _, name in file.named) or file.path.name
            inner = area.inflate(-2 * gap, -gap)
            top = pygame.Rect(inner.x, inner.y, inner.width, inner.height // 2)
            low = pygame.Rect(inner.x, top.bottom, inner.width, inner.height - top.height)
            end = sheet.label(top, names, bold=True).right
            rest = pygame.Rect(end + 2 * gap, top.y, max(0, top.right - end - 2 * gap), top.height)
            sheet.label(rest, file.path.name, 12, theme.dim, "right")
            about = "; ".join(h.description for h in file.heuristics)
            sheet.label(
                low, shortened(file.problem) or about, 12, theme.warning if file.problem else theme.dim
            )

        if files:
            self.list.draw(sheet, place, len(files), theme.px(ROW), draw_row)

    def keys(self) -> Keys:
        return [("Enter", "begin a heuristic of the name typed, or open the one that is lit")]
