"""The list of earlier games on the home screen: a person can resume, view, find and delete them."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pygame

from engines.jobs import Job
from games.registry import ENTRIES, entry
from study.saved_games.game_length import length_in_words
from study.saved_games.saved_game_filters import ALL, KINDS, looked_for, players_in_words, verdict
from study.saved_games.saved_games import Listing, SavedGame, delete_games, list_games
from ui.app import App
from ui.boards.registry import has_board
from ui.kit.buttons import Button
from ui.kit.drop_down import DropDown, Menu, Option
from ui.kit.sheet import Sheet
from ui.kit.table import DataTable, drawn
from ui.navigation import DialogAnswer, Navigation
from ui.open_game import continue_game
from ui.scenes.home.example_games import TALLEST, ExampleGames
from ui.scenes.player_choice import ROW
from ui.theme import Theme

MOST_ROWS = 1_000
"""The most games that are listed: the newest. Other files are not read."""

COLUMNS = ((0.0, 0.16), (0.17, 0.50), (0.51, 0.70), (0.71, 0.80))
NARROW_COLUMNS = ((0.0, 0.235), (0.245, 0.43), (0.44, 0.585), (0.59, 0.735))
"""Where the parts of a saved game's line begin and end, as shares of its width: `NARROW_COLUMNS` for lists
narrower than `NARROW` design pixels."""

NARROW = 720

LEAST_CHOICE, CHOICE = 116, 136
"""Widths of a filter in design pixels: what its words need, and what it gets if there is room."""

NONE = "No games yet."
NONE_YET = f"{NONE} Games are saved automatically and appear here."
WORTH_A_LOOK = "Three games that are worth a look:"

LEAST_TITLED = 100
"""From this height on, in design pixels, a line is shown above the example games."""

LEAST_EXAMPLES = 56
"""Least height of the example games below the list, in design pixels."""

HEAD, GAP = 28, 8
"""Heights in design pixels of the line above the list, and of the gap below it."""

LINKS, LEAST_ROWS = 28, 2
"""Height in design pixels of the line with the example games' names, and the least number of rows of the list
above it."""

NAMED = 3
"""How many games are named in the question before they are deleted."""


class History:
    """The list with its buttons. `tell` shows a problem. `read` starts a job that reads the saved games.
    `go_on` is the button that continues the newest interrupted game."""

    def __init__(self, app: App, navigation: Navigation, tell: Callable[[str], None], go_on: Button) -> None:
        self.app = app
        self.navigation = navigation
        self.saved: list[SavedGame] = []  # the games that match the filters
        self.listed = Listing()
        self._reading: Job | None = None
        self._tell = tell
        self.examples = ExampleGames(navigation)
        self.list = DataTable()
        titles = [Option(about.name, about.title) for about in ENTRIES]
        self.game = DropDown(self._filter, "Which games are listed: chess, Morris and so on.")
        self.game.offer([Option("", "any kind"), *titles], "")
        self.kind = DropDown(self._filter, "Which of these games are listed, by how they ended for you.")
        self.kind.offer([Option(kind, words) for kind, words in KINDS.items()], ALL)
        self.continue_button = go_on
        self.others = Menu(self.open_path, "down", "The other games that you can resume.")
        self.delete_button = Button(
            self.ask_to_delete_all, tooltip="Deletes all games that are listed now, if you agree."
        )
        self.delete_row = Button(
            self.ask_to_delete, icon="close", tooltip="Deletes this game, if you agree (Del).", flat=True
        )

    # Reading

    def read(self) -> None:
        if self.app.saves is not None:
            work = partial(list_games, self.app.saves, MOST_ROWS)
            self._reading = self.app.files.do(work, "the list of saved games")

    @property
    def reading(self) -> bool:
        """Whether saved games are still being read."""
        return self._reading is not None

    def stop(self) -> None:
        if self._reading is not None:
            self._reading.drop()
            self._reading = None

    def update(self) -> bool:
        """Lists the games that have been read; returns whether there are new ones."""
        job = self._reading
        if job is None:
            return False
        if job.over:
            self._reading = None
        found = job.news.value
        if job.news.error:
            self._tell(job.news.error)
        if found is None or found is self.listed:
            return bool(job.news.error)
        self.listed = found
        self._filter()
        others = found.interrupted[1:]
        self.others.offer([Option(other.path, _name(other), _detail(other)) for other in others])
        return True

    def _filter(self, chosen: str = "") -> None:
        """Lists the games that match the filters, without those that have no moves."""
        game, kind = self.game.value, self.kind.value
        shown = (saved for saved in self.listed.games if saved.plies or saved.problem or not saved.read)
        self.saved = [saved for saved in shown if looked_for(saved, game, kind)]

    @property
    def last_opponents(self) -> dict[str, str]:
        """For each game, by its name: the players of its newest saved game, in words."""
        last: dict[str, str] = {}
        for saved in self.listed.games:
            if saved.read and not saved.problem and saved.game not in last:
                last[saved.game] = players_in_words(saved)
        return last

    # Opening

    @property
    def interrupted(self) -> str:
        """The game that was interrupted last, in a few words; "" for none."""
        return _name(self.listed.interrupted[0]) if self.listed.interrupted else ""

    def go_on(self) -> None:
        """Continues the game that was interrupted last."""
        if self.listed.interrupted:
            self.open_path(self.listed.interrupted[0].path)

    def open_path(self, path: Path) -> None:
        """Opens a saved game, to continue or to view it."""
        self._tell("")
        continue_game(self.navigation, path)

    def _open_row(self, index: int) -> None:
        saved = self.saved[index]
        if saved.read and not saved.problem and has_board(saved.game):
            self.open_path(saved.path)

    def tip_of_row(self, index: int) -> str:
        saved = self.saved[index]
        if not saved.read:
            return "This game's file is being read."
        if saved.problem:
            return saved.problem
        act = "shows this game" if saved.finished else "continues this game"
        ending = f"\n{saved.ending}" if saved.ending else ""
        return f"A click {act}; Del deletes it.\nExactly: {saved.white} – {saved.black}{ending}"

    # Deleting

    @property
    def _selected(self) -> SavedGame | None:
        return self.saved[self.list.lit] if self.list.lit < len(self.saved) else None

    def marked(self, sheet: Sheet) -> bool:
        """Whether a row is under the pointer or has the focus."""
        return self.list in (sheet.focused, sheet.hovered)

    def ask_to_delete(self) -> None:
        if self._selected is not None:
            self._ask([self._selected])

    def ask_to_delete_all(self) -> None:
        if self.saved:
            self._ask(list(self.saved))

    def _ask(self, games: Sequence[SavedGame]) -> None:
        what = _count(len(games), "this game")
        work = partial(delete_games, games)
        delete = partial(self.navigation.wait, f"Deleting {_count(len(games))}", work, self._tell)
        exact = [f"{_name(saved)}, {_detail(saved)}" for saved in games[:NAMED]]
        if len(games) > NAMED:
            exact.append(f"and {len(games) - NAMED} more")
        self.navigation.ask(
            f"Delete {what}?",
            "A deleted game cannot be brought back:",
            exact,
            (
                DialogAnswer(
                    f"Keep {'it' if len(games) == 1 else 'them'}", "Nothing is deleted.", lambda: None
                ),
                DialogAnswer(f"Delete {what}", f"Deletes {what} from the disk.", delete),
            ),
            lambda: None,
        )

    # Drawing

    def height_of(self, theme: Theme, rows: int) -> int:
        """The height of the line above the list and a number of rows, in real pixels."""
        return theme.px(HEAD) + theme.px(GAP) + rows * theme.px(ROW)

    def draw(self, sheet: Sheet, rect: pygame.Rect) -> None:
        theme, row = sheet.theme, sheet.theme.px(ROW)
        if rect.height < row:
            return
        if not self.listed.games and not self.reading and self.examples.games:
            self._draw_examples(sheet, rect, (f"{NONE_YET} {WORTH_A_LOOK}", f"{NONE} {WORTH_A_LOOK}"))
            return
        head = pygame.Rect(rect.x, rect.y, rect.width, theme.px(HEAD))
        if rect.height >= 2 * row:
            self._draw_head(sheet, head)
        else:
            sheet.label(head, "Games played before", 14, bold=True)
        place = pygame.Rect(rect.x, head.bottom + theme.px(GAP), rect.width, 0)
        place.height = rect.bottom - place.y
        place.height -= self._draw_examples_below(sheet, rect, place)
        if not self.saved and not self.reading:
            text = "There is no such game." if self.listed.games else NONE_YET
            sheet.label(pygame.Rect(place.x, place.y, place.width, row), text, 14, theme.dim)
        place.height -= place.height % row  # whole rows only

        def draw_row(area: pygame.Rect, index: int) -> None:
            _draw_row(sheet, area, self.saved[index])

        rows = drawn(len(self.saved), ROW, draw_row, self._open_row, self.tip_of_row)
        self.list.draw(sheet, place, rows)
        if self.saved and (sheet.points_into(place) or sheet.focused in (self.list, self.delete_row)):
            lit = self.list.area(self.list.lit)
            side = theme.px(28)
            close = pygame.Rect(lit.right - side - theme.px(12), lit.centery - side // 2, side, side)
            if place.contains(close):
                self.delete_row.draw(sheet, close)

    def _draw_examples(self, sheet: Sheet, rect: pygame.Rect, titles: Sequence[str]) -> None:
        """Draws the example games below the longest of the `titles` that fits."""
        theme, top = sheet.theme, rect.y
        if rect.height >= theme.px(LEAST_TITLED):
            head = pygame.Rect(rect.x, rect.y, rect.width, theme.px(24))
            text = next((each for each in titles if theme.width(each) <= rect.width), titles[-1])
            sheet.label(head, text, 14, theme.dim)
            top = head.bottom + theme.px(4)
        self.examples.draw(sheet, pygame.Rect(rect.x, top, rect.width, rect.bottom - top))

    def _draw_examples_below(self, sheet: Sheet, rect: pygame.Rect, place: pygame.Rect) -> int:
        """Draws the example games below the list if there is room, else a line with their names; returns the
        height."""
        theme = sheet.theme
        listed = max(1, len(self.saved)) * theme.px(ROW) + theme.px(8)
        unread = self.reading and not self.listed.games
        if unread or not self.examples.games:
            return 0
        if place.height - listed < theme.px(LEAST_EXAMPLES):
            line = theme.px(LINKS)
            if place.height - line < LEAST_ROWS * theme.px(ROW):
                return 0
            self.examples.draw_links(sheet, pygame.Rect(rect.x, rect.bottom - line, rect.width, line))
            return line
        height = min(place.height - listed, theme.px(28) + theme.px(TALLEST))
        below = pygame.Rect(rect.x, rect.bottom - height, rect.width, height)
        self._draw_examples(sheet, below, (WORTH_A_LOOK,))
        return height

    def _draw_head(self, sheet: Sheet, rect: pygame.Rect) -> None:
        theme, gap = sheet.theme, sheet.theme.px(8)
        left, right = rect.x, rect.right
        self.delete_button.label = f"Delete {_count(len(self.saved))}"
        delete = self.delete_button.wanted_width(theme)
        if self.listed.interrupted:
            more = len(self.others.options)
            if more:
                side = theme.px(28)
                right -= side + theme.px(4)
                self.others.tooltip = f"{more} more that you can resume."
                self.others.draw(sheet, pygame.Rect(rect.right - side, rect.y, side, rect.height))
            room = right - left - 2 * theme.px(LEAST_CHOICE) - delete - 3 * gap
            width = self._name_continued(theme, min(room, rect.width // 3))
            right -= width
            self.continue_button.draw(sheet, pygame.Rect(right, rect.y, width, rect.height))
        title = "Games played before"
        if right - left - theme.width(title, 14, True) - delete - 5 * gap >= 2 * theme.px(LEAST_CHOICE):
            left = (
                sheet.label(pygame.Rect(left, rect.y, rect.width, rect.height), title, bold=True).right
                + 2 * gap
            )
        narrow = min(theme.px(CHOICE), (right - left - delete - 3 * gap) // 2)
        for control in (self.game, self.kind):
            control.draw(sheet, pygame.Rect(left, rect.y, narrow, rect.height))
            left += narrow + gap
        self.delete_button.enabled = bool(self.saved)
        width = min(delete, right - left - gap)
        self.delete_button.draw(sheet, pygame.Rect(left, rect.y, width, rect.height))

    def _name_continued(self, theme: Theme, room: int) -> int:
        """Writes the game's name on its button, as far as there is room; returns the button's width."""
        button, name = self.continue_button, self.interrupted
        for words in (name, name.partition(",")[0], ""):
            button.label = f"Continue {words}".strip()
            if button.wanted_width(theme) <= room:
                break
        return min(room, button.wanted_width(theme))


def _count(games: int, one: str = "1 game") -> str:
    """How many games, in words."""
    return one if games == 1 else f"{games} games"


def _name(saved: SavedGame) -> str:
    """A game and its length, in a few words; the name of a file that was not or cannot be read."""
    if saved.problem or not saved.read:
        return saved.path.name
    return f"{entry(saved.game).title}, {_length(saved)}"


def _length(saved: SavedGame) -> str:
    return length_in_words(saved.game, saved.plies, saved.turns)


def _detail(saved: SavedGame) -> str:
    if saved.problem or not saved.read:
        return _when(saved)
    return f"{players_in_words(saved)}, {_when(saved)}"


def _when(saved: SavedGame) -> str:
    return time.strftime("%d %b %H:%M", time.localtime(saved.modified))


def _draw_row(sheet: Sheet, rect: pygame.Rect, saved: SavedGame) -> None:
    """Draws a game's line, with room for the button at its end."""
    theme = sheet.theme
    pad = theme.px(8)
    inner = rect.inflate(-2 * pad, 0)
    if saved.problem:
        inner.width -= theme.px(36)
        sheet.label(inner, saved.problem, 14, theme.warning)
        return
    when = _when(saved)
    end = inner.right - pad - theme.px(32)
    date = sheet.label(pygame.Rect(inner.x, rect.y, end - inner.x, rect.height), when, 14, theme.dim, "right")
    if saved.read:
        texts = [entry(saved.game).title, players_in_words(saved), verdict(saved), _length(saved)]
    else:
        texts = ["being read …", "", "", ""]
    columns = NARROW_COLUMNS if rect.width < theme.px(NARROW) else COLUMNS
    for (start, stop), text in zip(columns, texts, strict=True):
        x = inner.x + round(start * rect.width)
        limit = min(round((stop - start) * rect.width), date.x - pad - x)
        color = theme.text_color if start == 0.0 else theme.dim
        sheet.label(pygame.Rect(x, rect.y, max(0, limit), rect.height), text, 14, color)
