"""What the play screen does for each wish: a request that a feature of the study makes to the window."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.contract import BLACK
from study.saved_games.game_to_open import OpenGame
from study.state.wishes import (
    AskCase,
    AskComment,
    EditExercise,
    FaceSide,
    MakePack,
    OpenFile,
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
from ui.scenes.play.context import PlayContext
from ui.scenes.play.exercise import edit_exercise, save_lesson
from ui.scenes.play.sharing import ask_comment, choose_suite, open_game


def grant(context: PlayContext, wishes: Iterable[Wish]) -> None:
    """Does what each wish asks for. All messages (`Say`) come first and are shown together in one line."""
    wishes = tuple(wishes)
    if text := " ".join(wish.text for wish in wishes if isinstance(wish, Say)):
        GRANTS[Say](context, Say(text))
    for wish in wishes:
        if not isinstance(wish, Say):
            GRANTS[type(wish)](context, wish)


def _face(context: PlayContext, wish: FaceSide) -> None:
    context.board.picture.flipped = wish.side == BLACK


def _open_file(context: PlayContext, wish: OpenFile) -> None:
    """Opens a person's own file in their editor."""
    context.app.editor.open(wish.path, context.app.settings.ui.editor)


GRANTS: Mapping[type[Wish], Callable[[PlayContext, Any], object]] = {
    Say: lambda context, wish: context.say(wish.text),
    Show: lambda context, wish: context.dock.call(wish.feature),
    ShowPage: lambda context, wish: context.dock.call_page(wish.title, context.study),
    ShowOnBoard: lambda context, wish: context.on_board.show_only(wish.on_squares, wish.arrows),
    FaceSide: _face,
    SaveLesson: lambda context, wish: save_lesson(context),
    MakePack: lambda context, wish: context.navigation.make_pack(
        lambda path: context.say(f"Saved as {path}.")
    ),
    EditExercise: lambda context, wish: edit_exercise(context),
    OpenGuide: lambda context, wish: context.app.open_guide(wish.page),
    OpenFile: _open_file,
    PlayMove: PlayContext.play_move,
    OpenGame: open_game,
    ShowAnswer: lambda context, wish: context.show_answer(),
    AskComment: ask_comment,
    AskCase: choose_suite,
}
"""The function that grants a wish, by the type of the wish."""
