"""The list of a tournament's finished games, which can be opened."""

from collections.abc import Callable, Sequence

import pygame

from arena.match import GameResult
from arena.single_game import FORFEIT
from arena.tournament import Tournament
from arena.tournament_run import TournamentProgress
from games.contract import BLACK, WHITE
from games.registry import entry
from study.saved_games.game_length import length_in_words
from ui.kit.sheet import Sheet
from ui.kit.table import DataTable, drawn
from ui.scenes.arena.arena_table import name_of, names_within
from ui.theme import Theme

ROW = 28
WIDEST_NUMBER, LONGEST_GAME = "10000", "1000 moves"
"""The longest texts for which the columns of a game's number and length have room."""


class ArenaGames:
    """The list, in the order in which the games ended, so that rows do not move under the pointer. While it
    grows, it stays scrolled to its end, unless a person is choosing a game. `watch(tournament, game)` opens a
    game."""

    def __init__(self, watch: Callable[[Tournament, GameResult], object]) -> None:
        self.games: Sequence[GameResult] = ()  # the listed games
        self.list = DataTable()
        self._watch = watch
        self._news: TournamentProgress | None = None
        self._pairing: int | None = None

    def follow(self, news: TournamentProgress | None, pairing: int | None, held: bool) -> None:
        """Lists the games of `news`, or only the games of one `pairing`. `held` says that a person is
        choosing."""
        same = pairing == self._pairing and news is not None and self._news is not None
        if same and news is self._news:
            return
        at_end = self.list.scroll.shows_end()
        self._news, self._pairing = news, pairing
        self.games = () if news is None else news.games
        if news is not None and pairing is not None:
            slot = news.table.tournament.slot
            self.games = [game for game in news.games if slot(game.number).pairing == pairing]
        if not same:
            self.list.restart()
        elif at_end and not held:
            self.list.scroll.to_end()

    def _open(self, index: int) -> None:
        if self._news is not None:
            self._watch(self._news.table.tournament, self.games[index])

    def _tip(self, index: int) -> str:
        assert self._news is not None
        game = self.games[index]
        tournament = self._news.table.tournament
        white, black = (name_of(entrant, tournament) for entrant in tournament.players(game.number))
        ending = f"\n{game.failure or game.ending}" if game.failure or game.ending else ""
        return f"A click shows this game.\n{white} – {black}{ending}"

    @property
    def hint(self) -> str:
        """What a click in the list does, or that there are no games yet."""
        return "a click shows a game" if self.games else "no finished games yet"

    # Drawing

    def draw(self, sheet: Sheet, rect: pygame.Rect) -> None:
        row = sheet.theme.px(ROW)
        if self._news is None:
            return
        place = pygame.Rect(rect.x, rect.y, rect.width, rect.height // row * row)
        tournament = self._news.table.tournament

        def draw_row(area: pygame.Rect, index: int) -> None:
            _draw_row(sheet, area, tournament, self.games[index])

        self.list.draw(sheet, place, drawn(len(self.games), ROW, draw_row, self._open, self._tip))


def _places(theme: Theme, rect: pygame.Rect, won: int) -> list[pygame.Rect]:
    """The places of number, White, Black, winner and length: the players share the width that the other
    columns leave."""
    gap = theme.px(8)
    number, length = theme.width(WIDEST_NUMBER), theme.width(LONGEST_GAME)
    player = max(0, rect.width - number - won - length - 5 * gap) // 2
    places, x = [], rect.x
    for width in (number, player, player, won, length):
        places.append(pygame.Rect(x, rect.y, width, rect.height))
        x += width + gap
    places[-1].right = rect.right - gap
    return places


def _draw_row(sheet: Sheet, rect: pygame.Rect, tournament: Tournament, game: GameResult) -> None:
    theme, about = sheet.theme, entry(tournament.game)
    pad = theme.px(8)
    inner = rect.inflate(-2 * pad, 0)
    winner = None if game.points == 0.5 else game.first_side if game.points == 1.0 else 1 - game.first_side
    places = _places(theme, inner, max(theme.width(f"{name} won") for name in (about.white, about.black)))
    sheet.label(places[0], str(game.number + 1), 14, theme.dim)
    players = tournament.players(game.number)
    for side in (WHITE, BLACK):
        at = places[1 + side]
        sheet.shape(pygame.Rect(at.x, at.y, theme.px(16), at.height), side)
        place = pygame.Rect(at.x + theme.px(22), at.y, at.width - theme.px(22), at.height)
        color = theme.dim if winner == 1 - side else theme.text_color
        name = names_within(theme, tournament, place.width)[tournament.entrants.index(players[side])]
        size = 14 if theme.width(name) <= place.width else 12
        sheet.label(place, name, size, color, inside=True)
    winner_words = "draw" if winner is None else f"{about.side_name(winner)} won"
    color = theme.warning if game.ending == FORFEIT else theme.text_color
    sheet.label(places[3], winner_words, 14, color)
    length = length_in_words(tournament.game, game.plies)
    sheet.label(places[4], length, 14, theme.dim, "right")
