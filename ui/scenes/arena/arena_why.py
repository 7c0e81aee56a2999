"""The page "Why lost?" of the arena: why a player lost a pairing, in a sentence; the terms that made the
difference; and the positions in which the two players chose differently.

A *pairing* is all games between two players. A *pair* is two of them from one opening, with sides swapped.
Its games *part* at the first position in which the two players choose differently. A pair is *uneven* if one
player scored more in it; only such pairs are explained.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from arena.match import GameResult
from arena.tournament import Tournament
from engines.jobs import COMPILING
from study.format.number_text import grouped, seconds
from study.saved_games.game_to_open import GameToOpen
from study.settings.settings import Settings
from study.state.changes import Memo
from study.tournaments.explained_pairing import ExplainedPairing
from study.tournaments.why_lost import PartedChoice, Parting, TermOverAll, WhyLostNews
from study.tournaments.why_lost_text import (
    MatchNames,
    between_cell,
    caveats,
    move_of,
    parting_sentence,
    sentences,
    share_text,
    value_of,
)
from ui.kit.buttons import Button
from ui.kit.cells import DIM, WARNING, TextCell
from ui.kit.flow import PageFlow
from ui.kit.layout import RIGHT, DataColumn
from ui.kit.sheet import Sheet
from ui.kit.table import LINE, Content, DataRow, DataTable, Each

MOST_TERMS = 4
"""The most terms in the table over all pairs."""

ROW = 24
"""Height of a row in design pixels."""

LEAST_PAIRS = 4
"""The table over all pairs is shown only if at least this number of pairs is visible below it."""

MOST_LINES = 3
"""The most lines of the sentence, and of the remarks below it."""

THOUGHT = "its move where the games part, and how it valued that move."
LARGEST = "What the two players disagreed about most."

TERMS = (
    DataColumn("term", "stood between the two", LARGEST, least=96, grow=1),
    DataColumn("lost", "in lost pairs", "In how many, with the share's 95 % interval.", align=RIGHT),
    DataColumn(
        "won", "in won pairs", "If it is as frequent here, it only shows how the two differ.", align=RIGHT
    ),
)


@dataclass(frozen=True)
class _Shown:
    """The page's content, for one state of the work."""

    sentence: str
    caveats: str
    terms: Content
    pairs: Content


class ArenaWhy:
    """The page. `opens(read, name)` opens a position; `read` reads it, and `name` is its name in messages."""

    def __init__(self, settings: Settings, opens: Callable[[Callable[[], GameToOpen], str], object]) -> None:
        self.task = ExplainedPairing(settings)
        self.pairs, self.terms = DataTable("parting"), DataTable("between")
        self._opens = opens
        self._games: Sequence[GameResult] = ()
        self._shown: Memo[_Shown] = Memo()
        self.again = Button(self._again, tooltip="Also explains the pairs that were played since.")
        self.deeper = Button(
            self._deeper,
            "Ask a deeper search",
            tooltip="Searches two plies deeper than both players: whose move was worse where the games part?",
        )
        self.stop = Button(self.task.stop, "Stop", tooltip="Keeps what was found so far.")

    def follow(self, tournament: Tournament | None, pairing: int | None, games: Sequence[GameResult]) -> None:
        """Starts to explain a pairing, unless it is the same as before. `games` are its games so far."""
        self._games = games
        if tournament is None or pairing is None:
            self.task.drop()
            self.task.tournament = None
        elif (tournament, pairing) != (self.task.tournament, self.task.pairing):
            self.pairs.restart()
            self.task.begin(tournament, pairing, games)

    def _again(self) -> None:
        self._begin(self.task.deeper)

    def _deeper(self) -> None:
        self._begin(True)

    def _begin(self, deeper: bool) -> None:
        if self.task.tournament is not None:
            self.task.begin(self.task.tournament, self.task.pairing, self._games, deeper)

    def close(self) -> None:
        self.task.close()

    # Drawing

    def draw(self, sheet: Sheet, rect: pygame.Rect) -> None:
        page, task, news = PageFlow(sheet, rect), self.task, self.task.news
        if task.problem:
            page.text(task.problem, color=WARNING, key="why problem", most=MOST_LINES)
        if news is None:
            page.draw()
            return
        shown = self._shown.of(partial(self._made, news), news, task.running)
        page.text(shown.sentence, key="why sentence", most=MOST_LINES)
        page.text(shown.caveats, 12, DIM, key="why caveats", most=MOST_LINES)
        if shown.terms.rows:
            page.whole_table(self.terms, shown.terms, importance=1)
        draw_pairs = partial(self.pairs.draw, sheet, content=shown.pairs)
        page.rest(draw_pairs, least=LINE + LEAST_PAIRS * ROW)
        page.draw()

    def _made(self, news: WhyLostNews) -> "_Shown":
        """The page's content, for one state of the work."""
        task = self.task
        sentence = " ".join(sentences(news, task.names))
        if task.running:
            sentence = f"So far: {sentence}" if news.found else ""
        terms = [_term_row(row, news) for row in news.terms[:MOST_TERMS]]
        return _Shown(
            sentence,
            " ".join(caveats(news, task.players, task.names)),
            Content(terms, TERMS, ROW, of=task.tournament),
            self._pairs(news),
        )

    def draw_head(self, sheet: Sheet, rect: pygame.Rect) -> None:
        """Draws the buttons and the progress of the work at the right end of a row."""
        theme, near = sheet.theme, sheet.theme.px(8)
        right = rect.right
        for button in self._buttons():
            width = button.wanted_width(theme) + near
            button.draw(sheet, pygame.Rect(right - width, rect.y, width, rect.height))
            right -= width + near
        place = pygame.Rect(rect.x, rect.y, max(0, right - rect.x), rect.height)
        sheet.label(place, self._state, 14, theme.dim, "right")

    def _buttons(self) -> list[Button]:
        if self.task.running:
            return [self.stop]
        news, more = self.task.news, len(self._games) - self.task.games
        self.again.label = f"Add {grouped(more)} games"
        asks = news is not None and bool(news.found) and not self.task.deeper
        return [*[self.deeper] * asks, *[self.again] * (more > 0)]

    @property
    def _state(self) -> str:
        """The progress of the work; "" while there is none."""
        task, news = self.task, self.task.news
        if not task.running or news is None:
            return ""
        if task.doing == COMPILING:
            return "compiling"
        left = f", {seconds(news.seconds_left)} left" if news.seconds_left else ""
        return f"{grouped(news.done)} of {grouped(news.total)} pairs{left}"

    def _pairs(self, news: WhyLostNews) -> Content:
        """A row for each uneven pair; first the pairs that the loser of the match lost."""
        names = self.task.names
        loser, winner = names.players[news.loser], names.players[1 - news.loser]
        columns: tuple[DataColumn, ...] = (
            DataColumn("games", "games", "The two games of the pair.", align=RIGHT),
            DataColumn("result", "", least=0),
            DataColumn("loser", "the loser chose", f"{loser}: {THOUGHT}", least=96, grow=1),
            DataColumn("winner", "the other chose", f"{winner}: {THOUGHT}", least=96, grow=1),
            DataColumn("between", "between them", LARGEST, least=96, grow=1),
        )
        if news.asked_deeper:
            columns = (
                *columns,
                DataColumn("deeper", "deeper search", f"Whether {loser} chose the worse move."),
            )
        pairs = [*news.pairs(True), *news.pairs(False)]
        rows = Each(pairs, lambda parting: self._pair_row(parting, news, names))
        return Content(rows, columns, ROW, of=self.task.tournament)

    def _pair_row(self, parting: Parting, news: WhyLostNews, names: MatchNames) -> DataRow:
        pair = parting.pair
        numbers = " and ".join(grouped(game.number + 1) for game in pair.games)
        lost = pair.loser == news.loser
        by_player = {choice.player: choice for choice in parting.choices}
        chosen = [by_player.get(player) for player in (news.loser, 1 - news.loser)]
        cells = [
            TextCell(numbers, color=DIM),
            TextCell("lost" if lost else "won", color=DIM),
            *(_choice_cell(choice, parting, news, names) for choice in chosen),
            TextCell(between_cell(parting, news.lenses)),
        ]
        if news.asked_deeper:
            cells.append(TextCell(_deeper_text(parting, lost), color=DIM))
        sentence = parting_sentence(parting, news, names)
        if parting.position is None:
            return DataRow(pair.number, cells, sentence)
        tip = f"{sentence}\nA click shows the position."
        opens = partial(self._opens, self.task.opening(parting), f"games {numbers}")
        return DataRow(pair.number, cells, tip, opens)


def _term_row(row: TermOverAll, news: WhyLostNews) -> DataRow:
    lost, won = news.counted
    shares = share_text(row.lost, len(lost)), share_text(row.won, len(won))
    return DataRow(row.name, (TextCell(row.label), *(TextCell(share) for share in shares)))


def _choice_cell(
    choice: PartedChoice | None, parting: Parting, news: WhyLostNews, names: MatchNames
) -> TextCell:
    if choice is None:
        return TextCell("–", color=DIM)
    value = value_of(choice, parting, news.lenses, names)
    return TextCell(move_of(choice, parting), after=TextCell(value, 12, DIM) if value else None)


def _deeper_text(parting: Parting, lost: bool) -> str:
    """Whether the deeper search found the move of the match's loser worse or better than the other move. (The
    loser of the match may have won this pair.)"""
    if parting.judged is None:
        return ""
    loser, winner = parting.judged
    own, other = (loser, winner) if lost else (winner, loser)
    return "alike" if own == other else "worse" if own < other else "better"
