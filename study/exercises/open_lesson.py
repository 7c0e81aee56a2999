"""Opens lesson files and class packs as games for the window."""

from pathlib import Path

from games.contract import BadText
from heuristics.lens import Lens
from heuristics.registry import load_lens
from study.exercises.answer_log import AnswerLog, solved
from study.exercises.exercises import Exercise, Exercises
from study.lesson_files.class_pack import ClassPack
from study.lesson_files.lesson_file import LessonFile
from study.saved_games.game_to_open import GameToOpen, OpenGame
from study.state.study import Study
from study.state.wishes import ShowOnBoard, ShowPage


def opened_lesson(lesson: LessonFile, source: str) -> GameToOpen:
    """A lesson file as a game for the window; `source` is its name for people."""
    return _opened(lesson, Exercise(lesson.case, source, lesson=lesson))


def opened_pack(pack: ClassPack, data: Path | None, number: int | None = None) -> GameToOpen:
    """Lesson `number` of a pack as a game; without a number, the first lesson that is not solved yet."""
    if number is None:
        number, lesson = _first_unsolved(pack, data)
    else:
        lesson = pack.read(number)

    def go(study: Study, to: int) -> None:
        study.wish(OpenGame(lambda: opened_pack(pack, data, to), pack.names[to], instead=True))

    return _opened(lesson, Exercise(lesson.case, pack.title, number, len(pack.names), go, lesson))


def _first_unsolved(pack: ClassPack, data: Path | None) -> tuple[int, LessonFile]:
    """The first lesson that is not solved yet, with its number; the first of all if all are solved."""
    answers = {} if data is None else AnswerLog(data).read()
    first: LessonFile | None = None
    for number, lesson in enumerate(pack.lessons()):
        if not solved(answers.get(lesson.case.key, ())):
            return number, lesson
        first = first or lesson
    assert first is not None, "a pack has lessons"
    return 0, first


def _opened(lesson: LessonFile, exercise: Exercise) -> GameToOpen:
    def prepare(study: Study) -> None:
        lens = known_lens(lesson)
        if lens is not None:
            study.show_lens(lens)
        look = lesson.look
        # The first page beside the board is opened last, so that it is the one in front.
        for title in (*reversed(look.side), *filter(None, [look.foot])):
            study.wish(ShowPage(title))
        study.wish(ShowOnBoard(look.on_squares, look.arrows))
        study.of(Exercises).begin(study, exercise)

    code, weights = lesson.code, lesson.weights
    return GameToOpen(lesson.record, shown=lesson.shown, prepare=prepare, code=code, weights=weights)


def known_lens(lesson: LessonFile) -> Lens | None:
    """The lesson's heuristic with its weights. None if it cannot be loaded, or if only code in the file
    defines it."""
    try:
        if lesson.code is not None:
            own = lesson.code.own
            return None if own is None else Lens.of(own).with_weights(lesson.weights.items())
        if not lesson.heuristic:
            return None
        return load_lens(lesson.record.game.name, lesson.heuristic).with_weights(lesson.weights.items())
    except BadText:
        return None
