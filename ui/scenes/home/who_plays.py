"""The part of the home screen that starts games: play, watch, analyse or arena, and who plays."""

from functools import partial

import pygame

from engines.player_kinds import HUMAN, PlayerSpec
from engines.player_text import default_opponent, parse_player, tireless
from games.contract import BLACK, SIDE_NAMES, WHITE, BadText
from games.registry import entry
from heuristics.registry import default_heuristic, problem_with
from study.format.player_names import player_in_words
from ui.app import App
from ui.commands import Commands
from ui.kit.sheet import Sheet
from ui.navigation import Pair
from ui.scenes.player_choice import GAP, ROW, PlayerChoice, default_player, focus_next
from ui.theme import Theme

MODES = PLAY, WATCH, ANALYSE, ARENA = "Play", "Watch", "Analyse", "Arena"
THE_ARENA = (
    "Programs play each other in pairs from the same openings. You get a cross table with "
    "ratings, or a test of which is better, and can open every game."
)
STACKED = 900
"""Below this width, in design pixels, the players are one above the other."""

PAD = 12
"""Space above, between and below the lines, in design pixels."""


class WhoPlays:
    """The choice of mode and players for the chosen game. The players of each game are remembered. `commands`
    are those of the home screen."""

    def __init__(self, app: App, commands: Commands) -> None:
        self.app = app
        self.commands = commands
        start = partial(commands.run, "start")
        self.game = ""  # "" until the first game is shown
        self.players = (
            PlayerChoice(app, WHITE, self._keep, lambda: focus_next(self.players, WHITE, start)),
            PlayerChoice(app, BLACK, self._keep, lambda: focus_next(self.players, BLACK, start)),
        )
        self.start = commands.button("start", primary=True)
        self.swap_button = commands.button("swap sides")
        self.details = commands.button("details")
        self.lesson = commands.button("lesson", flat=True)

    def show(self, game: str) -> None:
        """Switches to another game with its remembered players; the mode stays."""
        mode = self.mode if self.game not in ("", game) else None
        self.game = game
        for side, player in enumerate(self.players):
            player.show(game, self._remembered(side))
        if mode in (PLAY, WATCH):
            self._fit_players(mode)

    def show_again(self) -> None:
        """Fills the lists of players again, because the person's own players or heuristics were loaded."""
        for player in self.players:
            player.show(self.game, player.spec)

    def _remembered(self, side: int) -> PlayerSpec:
        text = self.app.choices.players.get(self.game, {}).get(SIDE_NAMES[side])
        if text is not None:
            try:
                return parse_player(text, self.game)
            except BadText:
                pass  # the player or its heuristic no longer exists
        return default_player(self.game, side)

    def _keep(self) -> None:
        specs = (str(player.spec) for player in self.players)
        self.app.choices.game = self.game
        self.app.choices.players[self.game] = dict(zip(SIDE_NAMES, specs, strict=True))
        self.app.keep_choices()

    # Choices

    @property
    def mode(self) -> str:
        """The chosen mode. Without arena and analysis: play if a person plays, else watch."""
        if self.app.choices.contends:
            return ARENA
        if self.app.choices.analyses:
            return ANALYSE
        return PLAY if any(player.spec.is_human for player in self.players) else WATCH

    def choose_mode(self, mode: str) -> None:
        self.app.choices.analyses = mode == ANALYSE
        self.app.choices.contends = mode == ARENA
        self._fit_players(mode)
        self._keep()

    def _fit_players(self, mode: str | None) -> None:
        """Changes players so that they fit the mode: to play, a person must be among them; to watch, none."""
        if mode == PLAY and self.mode == WATCH:
            self.players[WHITE].show(self.game, PlayerSpec(HUMAN))
        elif mode == WATCH and not problem_with(self.game):
            for player in self.players:
                if player.spec.is_human:
                    player.show(self.game, default_opponent(self.game))

    def swap(self) -> None:
        first, second = (player.spec for player in self.players)
        self.players[0].show(self.game, second)
        self.players[1].show(self.game, first)
        self._keep()

    @property
    def chosen(self) -> Pair:
        """The chosen players. Raises BadText if they cannot play or a program is missing."""
        if self.mode in (ANALYSE, ARENA):
            return PlayerSpec(HUMAN), PlayerSpec(HUMAN)
        for player in self.players:
            if problem := player.wrong or player.missing:
                raise BadText(problem)
        first, second = (parse_player(str(player.spec), self.game) for player in self.players)
        self._keep()
        return first, second

    @property
    def pair(self) -> Pair:
        """The chosen players, even if they cannot play."""
        if self.mode in (ANALYSE, ARENA):
            return PlayerSpec(HUMAN), PlayerSpec(HUMAN)
        return self.players[WHITE].spec, self.players[BLACK].spec

    def take(self, players: Pair) -> None:
        """Takes over players that were chosen on another screen, except in the modes that need none."""
        if self.mode not in (ANALYSE, ARENA):
            for choice, spec in zip(self.players, players, strict=True):
                choice.show(self.game, spec)
            self._keep()

    @property
    def programs(self) -> tuple[PlayerSpec, ...]:
        """The players of the chosen game whose searches are compiled ahead."""
        if self.mode == ARENA:
            return ()
        if self.mode != ANALYSE:
            return tuple(player.spec for player in self.players)
        return () if problem_with(self.game) else (self._analyst,)

    @property
    def _analyst(self) -> PlayerSpec:
        search = self.app.settings.search_of(self.game)
        return tireless(default_heuristic(self.game).name, kind=search)

    @property
    def problem(self) -> str:
        """Why the chosen players cannot play, as far as that is known before the start; "" if they can."""
        return (
            "" if self.mode in (ANALYSE, ARENA) else next((p.missing for p in self.players if p.missing), "")
        )

    def update(self) -> bool:
        """Whether there is something new to show; called once a frame."""
        first, second = (player.update() for player in self.players)
        return first or second

    # Drawing

    def _below(self, theme: Theme, width: int, roomy: bool) -> int:
        """The height of what is below the row of modes, in real pixels."""
        stacked = width < theme.px(STACKED)
        roomy = roomy or not stacked
        least = 2 * theme.px(ROW) + theme.px(GAP)
        heights = [player.height(theme, roomy) for player in self.players]
        return max(least, sum(heights) + theme.px(PAD) if stacked else max(heights))

    def height(self, theme: Theme, width: int, roomy: bool = True) -> int:
        """The height that it needs, in real pixels; without `roomy` it shows less in a narrow window."""
        return 3 * theme.px(PAD) + theme.px(ROW) + self._below(theme, width, roomy)

    def draw(self, sheet: Sheet, rect: pygame.Rect) -> None:
        theme = sheet.theme
        sheet.fill(rect, theme.panel, 8)
        pad, row = theme.px(16), theme.px(ROW)
        start = theme.px(104)
        left = pygame.Rect(rect.x + pad, rect.y + theme.px(PAD), rect.width - 3 * pad - start, row)
        self._draw_modes(sheet, pygame.Rect(left.x, left.y, rect.right - pad - left.x, row))
        top = left.bottom + theme.px(PAD)
        below = pygame.Rect(left.x, top, left.width, rect.bottom - theme.px(PAD) - top)
        if self.mode in (ANALYSE, ARENA):
            text = THE_ARENA if self.mode == ARENA else self._what_analysis_is()
            sheet.paragraph(below, text, 14, theme.dim)
        else:
            self._draw_players(sheet, below)
        place = pygame.Rect(left.right + pad, below.y, start, below.height)
        self.start.draw(sheet, place)

    def _draw_modes(self, sheet: Sheet, rect: pygame.Rect) -> None:
        theme, x, mode = sheet.theme, rect.x, self.mode
        wide = self.lesson.wanted_width(theme) + theme.px(8)
        right = rect.right - theme.px(104) - theme.px(GAP)
        words = sum(theme.width(name, 14, True) for name in MODES)
        space = min(theme.px(32), (right - wide - x - words) // len(MODES))
        for name in MODES:
            tip = self.commands[name].tooltip
            width = theme.width(name, 14, True) + space
            place = pygame.Rect(x, rect.y, width, rect.height)

            sheet.tab(("mode", name), place, name, tip, partial(self.choose_mode, name), name == mode)
            x += width
        self.lesson.draw(sheet, pygame.Rect(right - wide, rect.y, wide, rect.height))
        if mode not in (ANALYSE, ARENA):
            width = min(theme.px(104), rect.right - x)
            self.details.primary = self.app.choices.exact
            self.details.draw(sheet, pygame.Rect(rect.right - width, rect.y, width, rect.height))

    def _draw_players(self, sheet: Sheet, rect: pygame.Rect) -> None:
        theme = sheet.theme
        pad, swap = theme.px(16), theme.px(36)
        about = entry(self.game)
        middle = pygame.Rect(rect.right - swap, rect.centery - swap // 2, swap, swap)
        if rect.width + 3 * pad + theme.px(104) < theme.px(STACKED):
            first = pygame.Rect(rect.topleft, (rect.width - swap - theme.px(GAP), 0))
            first.height = (rect.height - theme.px(PAD)) // 2
            second = first.move(0, rect.height - first.height)
        else:
            first = pygame.Rect(rect.topleft, ((rect.width - swap - 2 * pad) // 2, rect.height))
            middle.x = first.right + pad
            second = first.move(first.width + 2 * pad + swap, 0)
        self.players[0].draw(sheet, first, about.white)
        self.swap_button.draw(sheet, middle)
        self.players[1].draw(sheet, second, about.black)

    def _what_analysis_is(self) -> str:
        if problem_with(self.game):
            return "You move both sides. The programs of this game cannot be loaded."
        return (
            "You move both sides, from the start or from a position that you set up or paste. A strong "
            "program searches each position that you look at: "
            f"{player_in_words(str(self._analyst), self.game)}. "
            "The key A starts this in any game."
        )
