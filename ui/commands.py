"""The commands of a screen, in one table. Buttons, menu, keys, the list of keys, tooltips, the palette and
`docs/guide/keys.md` are made from it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar, cast

import pygame

from ui.kit.buttons import Button
from ui.kit.drop_down import Option
from ui.kit.keyboard import spelled

At = TypeVar("At")
Other = TypeVar("Other")

SIGNS = {
    "Left": (pygame.K_LEFT,),
    "Right": (pygame.K_RIGHT,),
    "Up": (pygame.K_UP,),
    "Down": (pygame.K_DOWN,),
    "Home": (pygame.K_HOME,),
    "End": (pygame.K_END,),
    "Enter": (pygame.K_RETURN, pygame.K_KP_ENTER),
    "Space": (pygame.K_SPACE,),
    "Tab": (pygame.K_TAB,),
    "Backspace": (pygame.K_BACKSPACE,),
    "Del": (pygame.K_DELETE,),
    "F1": (pygame.K_F1,),
    "F2": (pygame.K_F2,),
    "F5": (pygame.K_F5,),
    "F11": (pygame.K_F11,),
    "+": (pygame.K_PLUS, pygame.K_EQUALS, pygame.K_KP_PLUS),
    "−": (pygame.K_MINUS, pygame.K_KP_MINUS),
    "0": (pygame.K_0, pygame.K_KP0),
    "?": (pygame.K_QUESTION,),
}
"""The codes of keys by their names. Any other key is a single character, with that character's code."""

Press = tuple[int, bool, bool, bool]
"""A key's code, and whether Ctrl, Shift and Alt are held."""


class Never(str):
    """What `Command.enabled` returns if a command can never be done on this screen: the reason. The menu and
    the list of keys leave such a command out."""


class KeyLine(NamedTuple):
    """A line of the list of keys. A table contains such a line for a key that belongs to a control and not to
    a command."""

    keys: str
    label: str
    group: str


def _always(at: Any) -> str | None:
    return None


@dataclass(frozen=True)
class Command(Generic[At]):
    """A command of a screen. `do(at)` runs it; `at` is the object of its `Commands`, such as the shown game
    with its board and panels.

    `label` names it in menu, palette and list of keys, `caption` on its button. `tip` is a sentence or two;
    the tooltip adds the first of the `keys` to the first sentence. `enabled(at)` is None, or a line that says
    why the command is impossible now. `now(at)` returns those fields, such as the label, that are different
    at this moment. `also` are further keys, which are not shown anywhere.
    """

    name: str
    label: str
    tip: str
    keys: str
    do: Callable[[At], object]
    group: str
    enabled: Callable[[At], str | None] = _always
    icon: str = ""
    caption: str = ""
    now: Callable[[At], dict[str, Any]] | None = None
    also: str = ""

    @property
    def tooltip(self) -> str:
        first, stop, rest = self.tip.partition(". ")
        key = self.keys.partition(", ")[0]
        return f"{first.removesuffix('.')} ({key}).{stop[1:]}{rest}" if key else self.tip

    def where(self, found: Callable[[Other], At]) -> "Command[Other]":
        """The same command for a table whose commands run on another object. `found(other)` returns the part
        of that object on which this command runs."""
        now = self.now
        moved: dict[str, Any] = {
            "do": lambda other: self.do(found(other)),
            "enabled": lambda other: self.enabled(found(other)),
            "now": None if now is None else lambda other: now(found(other)),
        }
        return replace(cast(Any, self), **moved)


def presses(keys: str) -> Iterator[Press]:
    """The key presses that a text names: "Ctrl+Shift+C", "U, Backspace"."""
    for key in filter(None, keys.split(", ")):
        alt, rest = key.startswith("Alt+"), key.removeprefix("Alt+")
        control, rest = rest.startswith("Ctrl+"), rest.removeprefix("Ctrl+")
        shift, rest = rest.startswith("Shift+"), rest.removeprefix("Shift+")
        yield from ((code, control, shift, alt) for code in SIGNS.get(rest) or (ord(rest.lower()),))


class Commands(Generic[At]):
    """The commands of a screen and the object that they run on. `say` shows why a command is impossible now.
    If the screen has no command with a name, it is looked up in the commands of the `window`, so that menus
    and buttons can use those, too."""

    def __init__(
        self,
        at: At,
        table: Iterable[Command[At] | KeyLine],
        say: Callable[[str], object] = lambda why: None,
        window: "Commands[Any] | None" = None,
    ) -> None:
        self.at = at
        self._window = window
        self._table = tuple(table)
        self._say = say
        self._commands = {each.name: each for each in self._table if isinstance(each, Command)}
        self._presses = {
            press: each for each in self._commands.values() for press in presses(f"{each.keys}, {each.also}")
        }
        self._buttons: list[tuple[str, Button]] = []

    def __iter__(self) -> Iterator[str]:
        return iter(self._commands)

    def __contains__(self, name: str) -> bool:
        return name in self._commands

    def _owner(self, name: str) -> "Commands[Any]":
        """These commands, or the window's if the screen has none of this name."""
        return self if name in self._commands or self._window is None else self._window

    def __getitem__(self, name: str) -> Command[Any]:
        """The command, with the label and tip that it has at this moment."""
        owner = self._owner(name)
        command = owner._commands[name]
        return command if command.now is None else replace(command, **command.now(owner.at))

    def why_not(self, name: str) -> str | None:
        """Why the command is impossible now; None if it is possible."""
        owner = self._owner(name)
        return owner._commands[name].enabled(owner.at)

    def run(self, name: str) -> None:
        """Runs the command, or shows why it is impossible now."""
        owner, why = self._owner(name), self.why_not(name)
        if why is None:
            owner._commands[name].do(owner.at)
        else:
            owner._say(why)

    # Keys

    def named(self, event: pygame.event.Event) -> str:
        """The name of the command that a press of a key means; "" for none."""
        if event.mod & pygame.KMOD_META:  # keys with Super (Windows, Command) belong to the desktop
            return ""
        key, shift = event.key, bool(event.mod & pygame.KMOD_SHIFT)
        control, alt = bool(event.mod & pygame.KMOD_CTRL), bool(event.mod & pygame.KMOD_ALT)
        # Shift may be needed only to type the character: "+" and "?" on many keyboards.
        found = self._presses.get((key, control, shift, alt)) or self._presses.get((key, control, False, alt))
        return found.name if found is not None else ""

    def key(self, event: pygame.event.Event) -> bool:
        """Runs the key's command; returns whether there is one."""
        name = self.named(event)
        if name:
            self.run(name)
        return bool(name)

    @property
    def lines(self) -> list[KeyLine]:
        """The lines of the list of keys."""
        found = []
        for each in self._table:
            if isinstance(each, KeyLine):
                found.append(each)
            elif each.keys and not isinstance(self.why_not(each.name), Never):
                label = self[each.name].label.removesuffix(" …")
                found.append(KeyLine(each.keys, label, each.group))
        return found

    # Buttons and menus

    def button(self, name: str, primary: bool = False, flat: bool = False) -> Button:
        """A button that runs the command. `look` keeps it up to date."""
        command = self._owner(name)._commands[name]
        run = partial(self.run, name)
        button = Button(run, command.caption, command.icon, command.tooltip, primary, flat)
        self._buttons.append((name, button))
        return button

    def look(self) -> None:
        """Updates the buttons: labels, and which can be pressed. Call it before they are drawn."""
        for name, button in self._buttons:
            command = self[name]
            button.label, button.icon, button.tooltip = command.caption, command.icon, command.tooltip
            button.enabled = self.why_not(name) is None

    def options(self, groups: Iterable[Iterable[str]]) -> list[Option]:
        """The lines of a menu in groups. Commands that can never be done here are left out."""
        found: list[Option] = []
        for group in groups:
            for number, name in enumerate(n for n in group if not isinstance(self.why_not(n), Never)):
                command = self[name]
                key = spelled(command.keys.partition(", ")[0])
                found.append(Option(name, command.label, key, begins=bool(found) and number == 0))
        return found
