"""The controls that choose a side's player: by name, and with all settings if the details are shown."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame

from engines.jobs import Job
from engines.levels import WORDS as LEVELS_IN_WORDS
from engines.player_kinds import HUMAN, PlayerSpec
from engines.player_text import (
    STRONGEST,
    USUAL_LEVEL,
    default_opponent,
    level_of,
    level_player,
    parse_player,
)
from engines.registry import kind_named, kinds_for
from engines.subprocesses.user_players import own_players
from games.contract import WHITE, BadText
from games.registry import ENTRIES, entry
from heuristics.failure import shortened
from heuristics.registry import broken_of, heuristics_of, problem_with
from study.format.number_text import grouped
from study.format.player_names import player_in_words
from ui.app import App
from ui.kit.drop_down import DropDown, Option
from ui.kit.sheet import Sheet
from ui.kit.text_field import TextField
from ui.theme import Theme

ROW, GAP = 32, 8
"""Height of a line of controls and of the space below it, in design pixels."""

WIDE = 400
"""If a player has only one line, of at least this width in design pixels, the description is at its right."""

LEFT = 92
"""Width of the side's sign and name, before the controls, in design pixels."""

AMOUNTS = {
    "depth": (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20),
    "ms": (50, 100, 200, 500, 1000, 2000, 5000, 10000, 30000),
    "nodes": (1000, 5000, 20000, 100000, 500000, 2000000, 10000000),
}
"""The amounts to choose from for each limit. A limit that is chosen begins with the fourth, of index 3."""

LIMIT_LABELS = {"depth": "depth", "ms": "time", "nodes": "nodes"}

RANDOM, EXACTLY = "random", "exactly"


def amount_label(limit: str, amount: int) -> str:
    if limit == "depth":
        return str(amount)
    if limit == "ms":
        return f"{amount / 1000:g} s"
    return grouped(amount)


def default_player(game: str, side: int) -> PlayerSpec:
    """The default player: a person for White, the game's default opponent for Black, or a person if the
    game's heuristics cannot be loaded."""
    return PlayerSpec(HUMAN) if side == WHITE or problem_with(game) else default_opponent(game)


def outside_players(game: str) -> list[Option]:
    """The players that do not come with the program: the person's own by name, and an option for each kind of
    player that talks to another program."""
    offered = []
    for kind in kinds_for(game):
        options = tuple(kind.defaults.items())
        if kind.takes_file:
            for own in own_players():
                spec = PlayerSpec(kind.name, options=options, file=own.name)
                detail = own.problem or own.description or "your own"
                offered.append(Option(spec, own.name, detail))
        elif kind.takes_command:
            spec = PlayerSpec(kind.name, options=options, command=kind.usual_command)
            offered.append(Option(spec, "Another program", f"{kind.name}: you type its command"))
    return offered


def level_options() -> list[Option]:
    """The levels by number, with what to expect of each."""
    levels = enumerate(LEVELS_IN_WORDS, 1)
    return [Option(level, f"Level {level}", words, level == 1) for level, words in levels]


def heuristic_options(game: str) -> list[Option]:
    """The strongest program with each heuristic of a game, as players."""
    limits = tuple(kind_named(STRONGEST).defaults.items())
    specs = [(PlayerSpec(STRONGEST, each.name, limits), each) for each in heuristics_of(game)]
    return [
        Option(spec, player_in_words(str(spec), game), each.description, number == 0)
        for number, (spec, each) in enumerate(specs)
    ]


def focus_next(players: "Sequence[PlayerChoice]", side: int, done: Callable[[], object]) -> None:
    """Moves the focus from a side's text field to the next side's, if one is shown; calls `done()` after the
    last."""
    for player in players[side + 1 :]:
        if (field := player.field) is not None:
            field.choose_all()
            player.app.event_router.focus(field)
            return
    done()


class PlayerChoice:
    """The controls for one side's player. `missing` says that the chosen program or file does not exist; ""
    if it does. `entered()` is called when Enter is pressed in a field."""

    def __init__(
        self, app: App, side: int, changed: Callable[[], object], entered: Callable[[], object]
    ) -> None:
        self.app = app
        self.side = side
        self.game = ENTRIES[0].name
        self.spec = PlayerSpec(HUMAN)
        self.missing = ""
        self._changed = changed
        self._typed: PlayerSpec | None = None  # the player that was last typed into the text field
        # The chosen program or own player, and the job that looks for it on the disk.
        self._looked_for: tuple[PlayerSpec, Job] | None = None
        self.who = DropDown(self._choose_who)
        self.kind = DropDown(self._choose_kind, "What kind of player it is.")
        self.level = DropDown(self._choose_level, "How strong it is: a higher level plays better.")
        self.heuristic = DropDown(
            self._choose_heuristic, "The heuristic with which the program evaluates positions."
        )
        self.limit = DropDown(
            lambda limit: self._limit_to(limit, AMOUNTS[limit][3]), "What ends the program's thinking."
        )
        self.amount = DropDown(
            lambda amount: self._limit_to(self.limit.value, amount),
            "How far it may search: more is stronger.",
        )
        self.command = TextField(
            self._write_command,
            entered,
            tooltip="The command that starts the program, with its arguments.",
            placeholder="a command, such as ./mine --fast",
        )
        self.file = DropDown(
            lambda name: self._set(replace(self.spec, file=name)), "Which of your own players."
        )
        self.exactly = TextField(
            self._write_exactly,
            entered,
            tooltip="The player exactly, as on the command line: KIND:HEURISTIC,option=value ...",
            placeholder="a player, such as random",
        )

    @property
    def field(self) -> TextField | None:
        """The text field that is drawn; None if none is."""
        zone = self.app.event_router.sheet.zone
        return next((field for field in (self.exactly, self.command) if zone(field) is not None), None)

    @property
    def wrong(self) -> str:
        """What is wrong with the text in the player's field, while the field is shown; else ""."""
        if not (self.app.choices.exact and self.exactly.problem):
            return ""
        try:
            parse_player(self.exactly.text, self.game)
        except BadText as error:
            return f"{entry(self.game).side_name(self.side)}: {error}"
        return ""

    def show(self, game: str, spec: PlayerSpec) -> None:
        """Sets the controls to a player."""
        self.game, self.spec = game, spec
        kind = kind_named(spec.kind)
        offered = self._players_offered()
        word = self._word(offered)
        if word == EXACTLY:
            offered.append(
                Option(EXACTLY, player_in_words(str(spec), game), "as written under Details", True)
            )
        self.who.offer(offered, word)
        self.who.tooltip = f"Who plays this side. On the command line: {spec}"
        if spec != self._typed:  # keeps the text that is being typed
            self.exactly.show(str(spec))
            self.exactly.problem = False
        self.kind.offer([Option(k.name, k.in_words, k.description) for k in kinds_for(game)], spec.kind)
        if kind.levels:
            self.level.offer(level_options(), spec.level)
        if kind.takes_heuristic:
            known = [] if problem_with(game) else heuristics_of(game)
            offered = [Option(h.name, h.name, h.description) for h in known]
            offered += [Option(name, name, shortened(problem)) for name, problem in broken_of(game)]
            self.heuristic.offer(offered, spec.heuristic)
        if kind.takes_command and self.command.text.strip() != spec.command:
            self.command.show(spec.command)
        if kind.takes_file:
            self._looked_for = None  # looks again: the file may have appeared or vanished
            files = dict.fromkeys([*(own.name for own in own_players()), spec.file])
            self.file.offer([Option(name, name) for name in files if name], spec.file)
        if limits := self._limits:
            given = dict(spec.options) or dict(kind.defaults)
            limit = next((name for name in limits if name in given), limits[0])
            self.limit.offer([Option(name, LIMIT_LABELS[name]) for name in limits], limit)
            amounts = sorted({*AMOUNTS[limit], given.get(limit, AMOUNTS[limit][3])})
            self.amount.offer([Option(n, amount_label(limit, n)) for n in amounts], given.get(limit))

    @property
    def _limits(self) -> list[str]:
        """The names of the limits that this kind of player can have: depth, ms, nodes."""
        options = kind_named(self.spec.kind).options
        return [name for name in AMOUNTS if name in options]

    # In words

    def _word(self, offered: Sequence[Option]) -> str | int | PlayerSpec:
        """The value of this player's option in the list of players."""
        spec = self.spec
        for option in offered:
            ready = option.value
            if isinstance(ready, PlayerSpec) and (
                ready == spec or (ready.is_outside and (ready.kind, ready.file) == (spec.kind, spec.file))
            ):
                return ready
        if str(spec) in (HUMAN, RANDOM):
            return str(spec)
        return level_of(str(spec)) or EXACTLY

    def _players_offered(self) -> list[Option]:
        offered = [
            Option(HUMAN, player_in_words(HUMAN, self.game), "at this computer"),
            Option(RANDOM, player_in_words(RANDOM, self.game), "any legal one, the weakest program", True),
        ]
        if not problem_with(self.game):
            first, *others = level_options()
            offered += [replace(first, begins=False), *others, *heuristic_options(self.game)]
        outside = outside_players(self.game)
        return offered + [replace(each, begins=each is outside[0]) for each in outside]

    def _choose_who(self, word: str | int | PlayerSpec) -> None:
        if isinstance(word, PlayerSpec):
            self._set(self._with_command(word))
        elif isinstance(word, int):
            self._choose_level(word)
        else:
            self._set(PlayerSpec(word))

    def _with_command(self, spec: PlayerSpec) -> PlayerSpec:
        """The program with the command that was last typed for its kind."""
        return replace(spec, command=self.app.choices.commands.get(spec.kind, spec.command))

    # In detail

    def _set(self, spec: PlayerSpec) -> None:
        self.show(self.game, spec)
        self._changed()

    def _choose_kind(self, name: str) -> None:
        kind = kind_named(name)
        heuristic = ""
        if kind.takes_heuristic:
            heuristic = self.spec.heuristic or default_player(self.game, 1).heuristic
        if kind.levels:
            self._choose_level(self.spec.level or USUAL_LEVEL)
            return
        ready = next((o.value for o in outside_players(self.game) if o.value.kind == name), None)
        spec = ready or PlayerSpec(name, heuristic, tuple(kind.defaults.items()))
        self._set(self._with_command(spec) if kind.takes_command else spec)

    def _write_command(self, text: str) -> None:
        spec = replace(self.spec, command=text.strip())
        try:
            parse_player(str(spec), self.game)
            self.command.problem = False
            self.app.choices.commands[spec.kind] = spec.command
        except BadText:
            self.command.problem = True
        self._set(spec)

    def _write_exactly(self, text: str) -> None:
        try:
            spec = parse_player(text, self.game)
        except BadText:
            self.exactly.problem, self._typed = True, None
            return
        self.exactly.problem, self._typed = False, spec
        self._set(spec)

    def _choose_heuristic(self, name: str) -> None:
        if name in dict(broken_of(self.game)):  # it is listed only to say why it is broken
            self.show(self.game, self.spec)
            return
        self._set(replace(self.spec, heuristic=name, weights=()))

    def _choose_level(self, level: int) -> None:
        self._set(level_player(self.game, level))

    def _limit_to(self, limit: str, amount: int) -> None:
        self._set(replace(self.spec, options=((limit, amount),)))

    # Missing programs

    def update(self) -> bool:
        """Looks for the chosen program on the disk, in a job; returns whether `missing` has changed."""
        spec, looked_for = self.spec, self._looked_for
        kind = kind_named(spec.kind)
        if looked_for is None or looked_for[0] != spec:
            if looked_for is not None:
                looked_for[1].drop()
            before, self.missing, self._looked_for = self.missing, "", None
            if kind.takes_file or (spec.command and not self.command.problem):
                job = self.app.files.do(lambda job: kind.missing(spec), "the search for a program")
                self._looked_for = (spec, job)
            return bool(before)
        found = looked_for[1].news.value or ""
        before, self.missing = self.missing, found
        return found != before

    # Drawing

    def rows(self, roomy: bool = True) -> int:
        """How many lines it needs; without `roomy`, the last line is left out."""
        if self.app.choices.exact:
            return 3 if roomy else 2
        return 2 if roomy else 1

    def height(self, theme: Theme, roomy: bool = True) -> int:
        """The height of these lines in real pixels."""
        rows = self.rows(roomy)
        return rows * theme.px(ROW) + (rows - 1) * theme.px(GAP)

    def draw(self, sheet: Sheet, area: pygame.Rect, name: str, row: int = 0) -> None:
        """Draws as many lines as fit into `area`: who plays, then the details if they are shown (the text for
        the command line, and the settings), else the player's description or, for another program, its
        command. `row` is the height of a line, 0 for the usual height."""
        surface, theme = sheet.surface, sheet.theme
        gap, row = theme.px(GAP), row or theme.px(ROW)
        theme.side_shape(surface, self.side, (area.x + theme.px(10), area.y + row // 2), theme.px(8))
        sheet.label(pygame.Rect(area.x + theme.px(26), area.y, theme.px(62), row), name, bold=True)
        left = area.x + theme.px(LEFT)
        count = max(1, (area.height + gap) // (row + gap))
        first = pygame.Rect(left, area.y, area.right - left, row)
        lines = [first.move(0, number * (row + gap)) for number in range(count)]
        takes_command = kind_named(self.spec.kind).takes_command
        if count == 1 and takes_command:
            lines[0].width = lines[0].width // 2 - gap
            self.command.draw(sheet, lines[0].move(lines[0].width + gap, 0))
        elif count == 1 and lines[0].width >= theme.px(WIDE):
            lines[0].width = lines[0].width // 2 - gap
            beside = lines[0].move(lines[0].width + 2 * gap, 0)
            self._draw_words(sheet, beside.inflate(0, sheet.theme.px(20) - row))  # aligned with the choice
        self.who.draw(sheet, lines[0])
        if count == 1:
            return
        if self.app.choices.exact:
            self.exactly.draw(sheet, lines[1])
        elif takes_command:
            self._draw_detail(sheet, lines[1].x, lines[1])
        else:
            self._draw_words(sheet, lines[1])
        if self.app.choices.exact and count > 2:
            whole = pygame.Rect(area.x, lines[2].y, area.width, row)
            kind = pygame.Rect(whole.x, whole.y, min(theme.px(112), whole.width // 3), row)
            self.kind.draw(sheet, kind)
            self._draw_detail(sheet, kind.right + gap, whole)

    def draw_chip(self, sheet: Sheet, rect: pygame.Rect) -> None:
        """Draws only the list of players, with the side's shape."""
        theme, sign = sheet.theme, sheet.theme.px(24)
        theme.side_shape(sheet.surface, self.side, (rect.x + theme.px(8), rect.centery), theme.px(6))
        self.who.draw(sheet, pygame.Rect(rect.x + sign, rect.y, rect.width - sign, rect.height))

    def _draw_words(self, sheet: Sheet, rect: pygame.Rect) -> None:
        """Draws the player's description, in small type if it would not fit in normal type."""
        text = self.who.options[self.who.index].detail
        size = next((size for size in (14, 12) if sheet.theme.width(text, size) <= rect.width), 12)
        sheet.paragraph(rect, text, size, sheet.theme.dim)

    def _draw_detail(self, sheet: Sheet, left: int, line: pygame.Rect) -> None:
        """Draws the settings of this kind of player, from `left` to the end of `line`."""
        theme, kind = sheet.theme, kind_named(self.spec.kind)
        gap, narrow = theme.px(GAP), theme.px(76)
        wide = pygame.Rect(left, line.y, line.right - left, line.height)
        if self._limits:
            wide.width -= 2 * gap + 2 * narrow
            self.limit.draw(sheet, pygame.Rect(wide.right + gap, line.y, narrow, line.height))
            self.amount.draw(sheet, pygame.Rect(wide.right + 2 * gap + narrow, line.y, narrow, line.height))
        if kind.takes_heuristic:
            self.heuristic.draw(sheet, wide)
        elif kind.takes_command:
            self.command.draw(sheet, wide)
        elif kind.takes_file:
            self.file.draw(sheet, wide)
        elif kind.levels:
            self.level.draw(sheet, wide)
        else:
            sheet.label(wide, kind.description, 14, theme.dim)
