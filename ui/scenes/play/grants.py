"""What the play screen does for each wish of its study."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.contract import BLACK
from study.core.wishes import (
    AskCase,
    AskComment,
    EditExercise,
    FaceSide,
    MakePack,
    OpenGuide,
    PlayMove,
    SaveLesson,
    Say,
    Show,
    ShowAnswer,
    ShowOnBoard,
    ShowPage,
    Wish,
)
from study.saved_games.game_to_open import OpenGame
from ui.scenes.play.desk import PlayDesk
from ui.scenes.play.exercise import edit_exercise, save_lesson
from ui.scenes.play.sharing import ask_comment, choose_suite, open_game


def grant(desk: PlayDesk, wishes: Iterable[Wish]) -> None:
    """Does what each wish asks for. Lines of one frame are shown together, before everything else."""
    wishes = tuple(wishes)
    if said := " ".join(wish.text for wish in wishes if isinstance(wish, Say)):
        GRANTS[Say](desk, Say(said))
    for wish in wishes:
        if not isinstance(wish, Say):
            GRANTS[type(wish)](desk, wish)


def _face(desk: PlayDesk, wish: FaceSide) -> None:
    desk.board.picture.flipped = wish.side == BLACK


GRANTS: Mapping[type[Wish], Callable[[PlayDesk, Any], object]] = {
    Say: lambda desk, wish: desk.say(wish.text),
    Show: lambda desk, wish: desk.dock.call(wish.feature),
    ShowPage: lambda desk, wish: desk.dock.call_page(wish.title, desk.study),
    ShowOnBoard: lambda desk, wish: desk.on_board.show_only(wish.on_squares, wish.arrows),
    FaceSide: _face,
    SaveLesson: lambda desk, wish: save_lesson(desk),
    MakePack: lambda desk, wish: desk.navigation.make_pack(lambda path: desk.say(f"Saved as {path}.")),
    EditExercise: lambda desk, wish: edit_exercise(desk),
    OpenGuide: lambda desk, wish: desk.app.open_guide(wish.page),
    PlayMove: PlayDesk.play_move,
    OpenGame: open_game,
    ShowAnswer: lambda desk, wish: desk.show_answer(),
    AskComment: ask_comment,
    AskCase: choose_suite,
}
"""The function that grants a wish, by the type of the wish."""
