"""The commands for variations: switch between them, edit them, and keep lines as variations."""

from functools import partial

from games.game_tree import MARKS
from study.state.study import Study
from study.state.wishes import AskComment, Say
from study.variations.tree_edits import (
    NOTHING_TO_UNDO,
    TreeEdits,
    has_no_move,
    has_no_outcome,
    keep_best_line,
    keep_both_lines,
    no_answer,
    no_line,
)
from ui.commands import Command, KeyLine

VARIATIONS = "Variations"

IN_WORDS = {
    1: "good move",
    2: "mistake",
    3: "very good move",
    4: "blunder",
    5: "interesting move",
    6: "doubtful move",
    7: "only move",
    10: "equal",
    13: "unclear",
    14: "White is slightly better",
    15: "Black is slightly better",
    16: "White is better",
    17: "Black is better",
    18: "White is winning",
    19: "Black is winning",
}
"""The marks in words."""

WITH_KEYS = (1, 2, 3, 4, 5, 6)
"""The marks that Ctrl and a digit set."""


def say(study: Study, text: str) -> None:
    study.wish(Say(text))


def _edits(study: Study) -> TreeEdits:
    return study.of(TreeEdits)


def _other(step: int, study: Study) -> None:
    if not _edits(study).sibling(study, step):
        say(study, "There is no further move from that position.")


def _alone(study: Study) -> str | None:
    if why := has_no_move(study):
        return why
    more = len(study.record.tree.siblings(study.node)) > 1
    return None if more else "No other move was tried here. Play one on the board."


def _on_main_line(study: Study) -> str | None:
    return None if study.record.tree.branch(study.node) is not None else "This is the main line already."


def _nothing_to_undo(study: Study) -> str | None:
    return None if _edits(study).last else NOTHING_TO_UNDO


def _mark(mark: int) -> Command[Study]:
    keys = f"Ctrl+{mark}" if mark in WITH_KEYS else ""
    return Command(
        f"mark {mark}",
        f"Mark the move {MARKS[mark]}: {IN_WORDS[mark]}",
        f"Marks the shown move as {MARKS[mark]} ({IN_WORDS[mark]}), or takes the mark away.",
        "",
        lambda study: _edits(study).mark(study, mark),
        VARIATIONS,
        has_no_move,
        also=keys,
    )


MARK_KEYS = KeyLine("Ctrl+1 – 6", "Mark the move !, ?, !!, ??, !?, ?!", VARIATIONS)

EDIT_COMMANDS: tuple[Command[Study], ...] = (
    Command(
        "other move before",
        "Move tried before this one",
        "To the previous move made from the same position.",
        "Ctrl+Up",
        partial(_other, -1),
        VARIATIONS,
        _alone,
    ),
    Command(
        "other move after",
        "Move tried after this one",
        "To the next move made from the same position.",
        "Ctrl+Down",
        partial(_other, 1),
        VARIATIONS,
        _alone,
    ),
    Command(
        "comment",
        "Comment the move …",
        "Writes a comment on the shown move.",
        "Ctrl+M",
        lambda study: study.wish(AskComment(study.node)),
        VARIATIONS,
        caption="Comment",
    ),
    Command(
        "promote",
        "Move the variation up",
        "Moves the variation one level up: it comes before the line that it left.",
        "Ctrl+P",
        lambda study: _edits(study).promote(study),
        VARIATIONS,
        _on_main_line,
        caption="Move up",
    ),
    Command(
        "delete",
        "Delete the move and what follows",
        "Deletes the shown move and what follows it.",
        "Ctrl+Del",
        lambda study: _edits(study).delete(study),
        VARIATIONS,
        has_no_move,
        caption="Delete",
    ),
    Command(
        "undo edit",
        "Undo the last change of the variations",
        "Undoes the last deletion, move up, mark, comment or kept line.",
        "Ctrl+Z",
        lambda study: _edits(study).undo(study),
        VARIATIONS,
        _nothing_to_undo,
        caption="Undo",
    ),
    Command(
        "next outcome",
        "The move with its next outcome",
        "Shows the move with another outcome, as a variation.",
        "Ctrl+R",
        lambda study: _edits(study).next_outcome(study),
        VARIATIONS,
        has_no_outcome,
    ),
    Command(
        "keep best line",
        "Keep the best line",
        "Keeps the best line of the position as a variation.",
        "Ctrl+B",
        keep_best_line,
        VARIATIONS,
        no_line,
    ),
    Command(
        "keep both lines",
        "Keep both lines of Why not",
        "Keeps both lines of Why not as variations.",
        "Ctrl+Shift+B",
        keep_both_lines,
        VARIATIONS,
        no_answer,
    ),
    *map(_mark, MARKS),
)
