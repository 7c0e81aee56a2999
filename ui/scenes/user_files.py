"""The screen of a person's own heuristics and players: the files, what is wrong with them, and buttons that
begin new ones."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame

from engines.subprocesses import user_players
from games.contract import BadText
from games.registry import entry
from heuristics import registry
from heuristics.failure import shortened
from study.user_files.new_heuristic import new_heuristic
from study.user_files.new_player import new_player
from study.user_files.user_files import UserFileRow, own_rows
from ui.app import App
from ui.commands import KeyLine
from ui.file_opener import FileOpener
from ui.kit.buttons import Button
from ui.kit.rows import cut
from ui.kit.sheet import Sheet
from ui.kit.table import DataTable, drawn
from ui.kit.text_field import TextField
from ui.scenes.scene import Page

ROW = 44
STARTS = "Writes a small commented file to start from, and opens it in your editor"


class UserFilesScreen(Page):
    """The screen. A new heuristic is for `game`, the game chosen on the home screen."""

    title = "Your heuristics and players"
    leave = "To the home screen (Esc)."
    guide_page = "own-heuristics"
    heavy = False

    def __init__(self, app: App, game: str) -> None:
        super().__init__(app)
        self.game = game
        title = entry(game).title
        self.name = TextField(
            lambda text: None,
            self.begin,
            f"The name of a new heuristic for {title}, or of a new player.",
            "a name, such as mine",
            user_players.LONGEST_NAME,
        )
        self.new = Button(
            self.begin, f"New heuristic for {title}", tooltip=f"{STARTS} (Enter).", primary=True
        )
        self.new_player = Button(self.begin_player, "New player", tooltip=f"{STARTS}.")
        self.list = DataTable()
        self.first_focus = self.name
        self.said = ""
        self.rows: tuple[UserFileRow, ...] = own_rows()
        self._warns = False
        self.opener, self._then = FileOpener(app.files), ""

    # What the person does

    def begin(self) -> None:
        """Writes a new heuristic and opens it in the editor."""
        write = partial(new_heuristic, self.name.text.strip(), self.game)
        where = "Choose it by its name as a player on the home screen, or in a game in Evaluation."
        self._begin(write, registry.looked_in(), f"to load it. {where}")

    def begin_player(self) -> None:
        """Writes a new player and opens it in the editor."""
        write = partial(new_player, self.name.text.strip())
        where = "Choose the player by its name on the home screen."
        self._begin(write, user_players.looked_in(), f"to load it. {where}")

    def _begin(self, write: Callable[[Path], Path], folder: Path | None, then: str) -> None:
        try:
            if folder is None:
                raise BadText("there is no folder for files of your own")
            file = write(folder)
        except BadText as error:
            self._say(str(error), True)
            return
        self.open(file, then)

    def open(self, file: Path, then: str = "to load it again.") -> None:
        """Opens a file in the person's editor; `then` says what saving the file does."""
        self._say(f"Opening {file} …")
        self._then = then
        self.opener.open(file, self.app.settings.ui.editor)

    def _open_row(self, index: int) -> None:
        self.open(self.rows[index].path)

    def _tip(self, index: int) -> str:
        row = self.rows[index]
        return f"{row.path}\n{row.problem}" if row.problem else f"A click opens {row.path}."

    def _say(self, text: str, warns: bool = False) -> None:
        self.said, self._warns = text, warns

    def tell(self, problem: str) -> None:
        self._say(problem, True)

    def update(self, now: float) -> bool:
        opened = self.opener.news()
        if opened is None:
            return False
        self._say(opened.problem or f"Save {opened.path.name} {self._then}", bool(opened.problem))
        return True

    def files_loaded(self) -> None:
        self.rows = own_rows()

    # Drawing

    def draw(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        theme = sheet.theme
        gap, line = theme.px(8), theme.px(32)
        page = self.draw_column(sheet, rect, 2 * gap, theme.px(48))
        row = cut(page, line, gap)
        for button in (self.new_player, self.new):
            wide = min(button.wanted_width(theme) + theme.px(16), page.width // 3)
            button.draw(sheet, pygame.Rect(row.right - wide, row.y, wide, line))
            row.width -= wide + gap
        self.name.draw(sheet, row)
        color = theme.warning if self._warns else theme.text_color if self.said else theme.dim
        message = cut(page, 2 * theme.px(20), gap)
        sheet.paragraph(message, shortened(self.said or "What you save is loaded at once."), 14, color)
        where = shortened(f"The files are in {registry.looked_in()} and {user_players.looked_in()}.")
        high = theme.px(20) * len(theme.wrapped(where, page.width))
        sheet.paragraph(pygame.Rect(page.x, page.bottom - high, page.width, high), where, 14, theme.dim)
        page.height = min(max(0, page.height - high), theme.px(ROW) * len(self.rows))
        if self.rows:
            draw_row = partial(self._draw_row, sheet)
            self.list.draw(sheet, page, drawn(len(self.rows), ROW, draw_row, self._open_row, self._tip))

    def _draw_row(self, sheet: Sheet, area: pygame.Rect, index: int) -> None:
        theme, row = sheet.theme, self.rows[index]
        gap = theme.px(8)
        inner = area.inflate(-2 * gap, -gap)
        top = pygame.Rect(inner.x, inner.y, inner.width, inner.height // 2)
        low = pygame.Rect(inner.x, top.bottom, inner.width, inner.height - top.height)
        end = sheet.label(top, row.title, bold=True).right
        rest = pygame.Rect(end + 2 * gap, top.y, max(0, top.right - end - 2 * gap), top.height)
        sheet.label(rest, row.path.name, 12, theme.dim, "right")
        color = theme.warning if row.problem else theme.dim
        sheet.label(low, shortened(row.problem) or row.about, 12, color)

    def key_lines(self) -> list[KeyLine]:
        return [
            KeyLine("Enter", "Start a heuristic with the typed name, or open the selected file", "Your files")
        ]
