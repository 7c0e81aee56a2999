"""The drop-downs in which a side's player is chosen."""

from collections.abc import Callable
from dataclasses import replace

import pygame

from engines.kinds import HUMAN, PlayerSpec
from engines.players import default_opponent, parse_player
from engines.registry import kind_named, kinds_for
from games.contract import WHITE, BadText
from games.registry import ENTRIES
from heuristics.registry import heuristics_of, problem_with
from ui.kit.drop_down import DropDown, Option
from ui.kit.sheet import Sheet
from ui.kit.text_field import TextField

ROW = 32
"""Height of a line of controls in design pixels."""

AMOUNTS = {
    "depth": (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20),
    "ms": (50, 100, 200, 500, 1000, 2000, 5000, 10000, 30000),
    "nodes": (1000, 5000, 20000, 100000, 500000, 2000000, 10000000),
}
LIMIT_LABELS = {"depth": "depth", "ms": "time", "nodes": "nodes"}


def amount_label(limit: str, amount: int) -> str:
    if limit == "depth":
        return str(amount)
    if limit == "ms":
        return f"{amount / 1000:g} s"
    return f"{amount:,}".replace(",", "\u202f")


def default_player(game: str, side: int) -> PlayerSpec:
    """A person as White, the game's usual opponent as Black: a person, too, where its heuristics cannot
    be loaded."""
    return PlayerSpec(HUMAN) if side == WHITE or problem_with(game) else default_opponent(game)


class PlayerChoice:
    """The drop-downs for one side's player."""

    def __init__(self, side: int, changed: Callable[[], object]) -> None:
        self.side = side
        self.game = ENTRIES[0].name
        self.spec = PlayerSpec(HUMAN)
        self.limited = False  # whether this kind of player takes a limit
        self._changed = changed
        self.kind = DropDown(self._choose_kind, "Who plays this side.")
        self.heuristic = DropDown(self._choose_heuristic, "By which heuristic the program judges positions.")
        self.limit = DropDown(self._choose_limit, "What ends the program's thinking.")
        self.amount = DropDown(self._choose_amount, "How far it may go: more is stronger.")
        self.command = TextField(
            self._write_command,
            tooltip="The command that starts the program, with its arguments; any that speaks UCI.",
            placeholder="a command, as stockfish",
        )

    def show(self, game: str, spec: PlayerSpec) -> None:
        """Sets the drop-downs to a player."""
        self.game, self.spec = game, spec
        kind = kind_named(spec.kind)
        self.kind.offer([Option(k.name, k.name, k.description) for k in kinds_for(game)], spec.kind)
        if kind.takes_heuristic:
            known = [] if problem_with(game) else heuristics_of(game)
            offered = [Option(h.name, h.name, h.description) for h in known]
            self.heuristic.offer(offered, spec.heuristic)
        if kind.takes_command:
            self.command.show(spec.command)
        limits = [name for name in AMOUNTS if name in kind.options]
        self.limited = bool(limits)
        if limits:
            given = dict(spec.options) or dict(kind.defaults)
            limit = next((name for name in limits if name in given), limits[0])
            self.limit.offer([Option(name, LIMIT_LABELS[name]) for name in limits], limit)
            amounts = sorted({*AMOUNTS[limit], given.get(limit, AMOUNTS[limit][3])})
            self.amount.offer([Option(n, amount_label(limit, n)) for n in amounts], given.get(limit))

    def _set(self, spec: PlayerSpec) -> None:
        self.show(self.game, spec)
        self._changed()

    def _choose_kind(self, name: str) -> None:
        kind = kind_named(name)
        heuristic = ""
        if kind.takes_heuristic:
            heuristic = self.spec.heuristic or default_player(self.game, 1).heuristic
        command = (self.spec.command or kind.usual_command) if kind.takes_command else ""
        self._set(PlayerSpec(name, heuristic, tuple(kind.defaults.items()), command))

    def _write_command(self, text: str) -> None:
        self.spec = replace(self.spec, command=text.strip())
        try:
            parse_player(str(self.spec), self.game)
            self.command.problem = False
        except BadText:
            self.command.problem = True
        self._changed()

    def _choose_heuristic(self, name: str) -> None:
        self._set(replace(self.spec, heuristic=name, weights=()))

    def _choose_limit(self, limit: str) -> None:
        self._set(replace(self.spec, options=((limit, AMOUNTS[limit][3]),)))

    def _choose_amount(self, amount: int) -> None:
        self._set(replace(self.spec, options=((self.limit.value, amount),)))

    def draw(self, sheet: Sheet, area: pygame.Rect, name: str) -> None:
        surface, theme = sheet.surface, sheet.theme
        kind = kind_named(self.spec.kind)
        gap, row = theme.px(8), theme.px(ROW)
        theme.side_shape(surface, self.side, (area.x + theme.px(10), area.y + row // 2), theme.px(8))
        sheet.label(pygame.Rect(area.x + theme.px(26), area.y, theme.px(62), row), name, bold=True)
        left = area.x + theme.px(92)
        self.kind.draw(sheet, pygame.Rect(left, area.y, area.right - left, row))
        y, narrow = area.y + row + gap, theme.px(76)
        wide = pygame.Rect(area.x, y, area.width - 2 * gap - 2 * narrow, row)
        if kind.takes_heuristic:
            self.heuristic.draw(sheet, wide)
        elif kind.takes_command:
            self.command.draw(sheet, wide)
        else:
            sheet.label(pygame.Rect(left, y, area.right - left, row), kind.description, 14, theme.dim)
        if self.limited:
            self.limit.draw(sheet, pygame.Rect(wide.right + gap, y, narrow, row))
            self.amount.draw(sheet, pygame.Rect(wide.right + 2 * gap + narrow, y, narrow, row))
