"""Wishes: what the code of a study wants from the screen that shows it, such as a message or a dialog.

The screen takes all wishes once a frame and grants each by its type (`ui/scenes/play/grants.py`).
"""

from dataclasses import dataclass
from pathlib import Path

from games.contract import Options
from games.position import Position
from study.state.features import Feature


class Wish:
    """The base of all wishes."""


@dataclass(frozen=True)
class Say(Wish):
    """Show a line of text to the person."""

    text: str


@dataclass(frozen=True)
class Show(Wish):
    """Bring the page of a feature into view."""

    feature: type[Feature]


@dataclass(frozen=True)
class ShowPage(Wish):
    """Bring the page with that title into view, beside the board, at the foot or in the Lab."""

    title: str


@dataclass(frozen=True)
class ShowOnBoard(Wish):
    """Set what is written on the squares ("" for nothing) and which arrows are drawn, as long as this game is
    shown."""

    on_squares: str
    arrows: tuple[str, ...]


@dataclass(frozen=True)
class FaceSide(Wish):
    """Turn the board so that the side for which the person chooses a move is at the bottom."""

    side: int


@dataclass(frozen=True)
class SaveLesson(Wish):
    """Save the shown position as a lesson file; the person writes question and answer."""


@dataclass(frozen=True)
class MakePack(Wish):
    """Make a class pack of lesson files; the person chooses them and their order."""


@dataclass(frozen=True)
class EditExercise(Wish):
    """Edit the question, the hints and the answer of the shown exercise."""


@dataclass(frozen=True)
class OpenGuide(Wish):
    """Open a page of the guide in the browser, such as "moves"."""

    page: str


@dataclass(frozen=True)
class OpenFile(Wish):
    """Open a person's own file in their editor."""

    path: Path


@dataclass(frozen=True)
class PlayMove(Wish):
    """Make a move in a shown position."""

    position: Position
    move: int


@dataclass(frozen=True)
class AskCase(Wish):
    """Add a position to a suite as a case under these rules; the person chooses the suite. `move` is the move
    that the case is about (None: the person enters it); `should` says whether to play or to avoid it.
    `as_good` are other moves that also pass the case."""

    options: Options
    position: Position
    move: int | None
    should: bool = True
    as_good: tuple[int, ...] = ()


@dataclass(frozen=True)
class AskComment(Wish):
    """Show a dialog that writes a comment on a node."""

    node: int


@dataclass(frozen=True)
class ShowAnswer(Wish):
    """Show the answer that is hidden, because the person gives up. A position without a search is searched
    now."""
