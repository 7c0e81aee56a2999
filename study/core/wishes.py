"""What a study wishes of the screen that shows it. The screen takes all wishes once a frame."""

from dataclasses import dataclass

from games.contract import Options
from games.position import Position
from study.core.features import Feature


class Wish:
    """The base of them all."""


@dataclass(frozen=True)
class Say(Wish):
    """A line for the person."""

    text: str


@dataclass(frozen=True)
class Show(Wish):
    """The page of a feature comes into view."""

    feature: type[Feature]


@dataclass(frozen=True)
class ShowPage(Wish):
    """The page of that title comes into view, wherever its place is."""

    title: str


@dataclass(frozen=True)
class ShowOnBoard(Wish):
    """What is written on the squares ("" for nothing), and whose arrows are drawn, as long as this game is
    shown."""

    on_squares: str
    arrows: tuple[str, ...]


@dataclass(frozen=True)
class FaceSide(Wish):
    """The board is turned to a side: the one that the person answers for."""

    side: int


@dataclass(frozen=True)
class SaveLesson(Wish):
    """The shown position becomes a lesson file; the person says with which question and answer."""


@dataclass(frozen=True)
class MakePack(Wish):
    """Lesson files become a class pack; the person says which ones, and in which order."""


@dataclass(frozen=True)
class EditExercise(Wish):
    """The question, the hints and the answer of the exercise that is shown are edited."""


@dataclass(frozen=True)
class OpenGuide(Wish):
    """A page of the guide opens in the browser, as "moves"."""

    page: str


@dataclass(frozen=True)
class PlayMove(Wish):
    """A move is made in a position that is shown."""

    position: Position
    move: int


@dataclass(frozen=True)
class AskedCase(Wish):
    """A position becomes a case of a suite under these rules; the person says of which. `move` is what the
    case is about (None: not said), `should` whether it should be played there. `as_good` are moves that pass
    the case as well as `move`."""

    options: Options
    position: Position
    move: int | None
    should: bool = True
    as_good: tuple[int, ...] = ()
