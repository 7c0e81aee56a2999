"""Changes the variations of a game as a person asks, and undoes these changes."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.contract import BadText
from games.game_tree import MARKS, OF_MOVES, ROOT
from games.position import Position
from study.practice.hidden_answers import not_hidden
from study.state.features import Feature
from study.state.study import Study
from study.state.wishes import Say
from study.why_not.questions import WhyNotQuestions

NO_MOVE = "This is the first position: no move led here."
NOTHING_TO_UNDO = "No change of the variations is left to undo."


class TreeEdits(Feature):
    """The changes that were made in this window, each with the entries that undo it."""

    def __init__(self, study: Study) -> None:
        self._undo: list[tuple[str, list[dict[str, Any]]]] = []

    @property
    def last(self) -> str:
        """The description of the last change, which `undo` would undo; "" without one."""
        return self._undo[-1][0] if self._undo else ""

    def make(self, study: Study, what: str, *entries: Mapping[str, Any]) -> None:
        """Makes a change and remembers how to undo it. If the shown position is deleted, the last remaining
        position before it is shown."""
        node = study.node
        with study.changing_game():
            undo = study.record.edit(*entries)
        self._undo.append((what, undo))
        self._stay(study, node)

    def undo(self, study: Study) -> None:
        """Undoes the last change."""
        if not self._undo:
            study.wish(Say(NOTHING_TO_UNDO))
            return
        what, entries = self._undo.pop()
        node = study.node
        try:
            with study.changing_game():
                study.record.edit(*entries)
        except BadText:
            study.wish(Say(f"{what} cannot be undone any more: the move before it is gone."))
            return
        restored = next((entry["restore"] for entry in entries if "restore" in entry), None)
        self._stay(study, node if restored is None else restored)
        study.wish(Say(f"Undone: {what[0].lower()}{what[1:]}."))

    def _stay(self, study: Study, node: int) -> None:
        """Shows the position of a node or, if it was deleted, the last position before it that is left."""
        tree = study.record.tree
        while not tree.is_there(node):
            node = tree[node].parent
        study.go_to_node(node)

    # Single changes

    def promote(self, study: Study) -> None:
        """Moves the shown variation one level up: it takes the place of the line from which it branches
        off."""
        tree = study.record.tree
        branch = tree.branch(study.node)
        assert branch is not None, "it is offered only then"
        above = tree[tree[branch].parent]
        # The move before must not end its line any more: the promoted variation now goes on from there.
        opens: list[dict[str, Any]] = [{"last": above.id, "is": False}] if above.last else []
        if above.resigned is not None:
            opens.append({"resigned": above.id, "by": ""})
        self.make(study, f"Moved up {study.record.written_of(branch)}", {"promote": branch}, *opens)

    def delete(self, study: Study) -> None:
        """Deletes the shown move with all that follows it."""
        node = study.node
        text = study.record.written_of(node)
        self.make(study, f"Deleted {text} and what follows", {"delete": node})
        study.wish(Say(f"Deleted {text} and what follows. Ctrl+Z undoes it."))

    def comment(self, study: Study, node: int, text: str) -> None:
        if text != study.record.tree[node].comment:
            self.make(study, "The comment", {"comment": node, "text": text})

    def mark(self, study: Study, mark: int) -> None:
        """Gives the shown move a mark in place of another of its kind, or removes the mark if the move has
        it."""
        node, kind = study.record.tree[study.node], mark in OF_MOVES
        kept = [each for each in node.marks if (each in OF_MOVES) != kind]
        marks = kept if mark in node.marks else sorted([*kept, mark])
        self.make(study, f"The mark {MARKS[mark]}", {"marks": node.id, "nags": marks})

    def keep(self, study: Study, start: Position, lines: Sequence[Sequence[int]], what: str) -> None:
        """Keeps lines from a position of the game as variations, each up to a move that chance decides."""
        record = study.record
        begun = study.node_of(start)
        if begun is None:
            study.wish(Say("That position is no longer in the game."))
            return
        tree = record.tree
        # At the end of the main line, the first move of a line would continue the game itself.
        if tree.first(begun) is None and tree.branch(begun) is None and not tree[begun].ends_line:
            study.wish(Say("The game itself goes on from here. Keep a line of an earlier position."))
            return
        known, node = len(record.tree.nodes), study.node
        with study.changing_game():
            for line in lines:
                at = begun
                for move in line:
                    position = record.tree[at].position
                    assert position is not None
                    if len(position.chances(move)) > 1 or move not in position.moves:
                        break
                    at = record.add_move(at, move)
        # The first new move of each line: deleting it deletes the rest of the line, too.
        made = [each.id for each in record.tree.nodes[known:] if each.parent < known]
        if not made:
            study.wish(Say(f"{what} is in the game already."))
            return
        self._undo.append((what, [{"delete": each} for each in made]))
        self._stay(study, node)
        study.wish(Say(f"{what} is kept in the game. Ctrl+Z undoes it."))

    # Ways through the tree

    def sibling(self, study: Study, step: int) -> bool:
        """Shows the next or the previous move made from the same position. Returns whether there is one."""
        siblings = study.record.tree.siblings(study.node)
        at = siblings.index(study.node) + step
        if not 0 <= at < len(siblings):
            return False
        study.go_to_node(siblings[at])
        return True

    def next_outcome(self, study: Study) -> None:
        """Shows the shown move with its next possible chance outcome, as a variation."""
        record = study.record
        ply, before = record.ply(study.node), record.before(study.node)
        count = len(before.chances(ply.move))
        with study.changing_game():
            node = record.add_move(record.tree[study.node].parent, ply.move, (ply.chance + 1) % count)
        study.go_to_node(node)


def has_no_move(study: Study) -> str | None:
    return None if study.node != ROOT else NO_MOVE


def has_no_outcome(study: Study) -> str | None:
    """Why the shown move has no other outcome, or None."""
    if why := has_no_move(study):
        return why
    record = study.record
    chances = record.before(study.node).chances(record.ply(study.node).move)
    return None if len(chances) > 1 else "Chance did not decide this move."


def no_line(study: Study) -> str | None:
    """Why there is no best line to keep, or None."""
    if why := not_hidden(study):
        return why
    thought = study.thought_here
    return (
        None if thought is not None and thought.pv else "Nothing was searched here: A analyses the position."
    )


def keep_best_line(study: Study) -> None:
    """Keeps the best line of the shown position as a variation."""
    thought = study.thought_here
    assert thought is not None, "it is offered only then"
    study.of(TreeEdits).keep(study, study.position, [thought.pv], "The best line")


def no_answer(study: Study) -> str | None:
    """Why there are no lines of Why not to keep, or None."""
    answered = study.of(WhyNotQuestions).answer is not None
    return not_hidden(study) or (None if answered else "Why not? has no answer yet: W asks.")


def keep_both_lines(study: Study) -> None:
    """Keeps both lines of Why not as variations."""
    answer = study.of(WhyNotQuestions).answer
    assert answer is not None, "it is offered only then"
    lines = [answer.chosen.moves, answer.asked.moves]
    study.of(TreeEdits).keep(study, answer.thought.position, lines, "Both lines")
