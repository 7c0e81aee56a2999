"""A change travels one way: whoever makes it says so, and whoever depends on it asks `study.state.changes`.
No part of the window or the study remembers by itself what it saw last."""

import ast
from collections.abc import Iterator

import pytest

from docs.architecture import modules

pytestmark = pytest.mark.usefixtures("trees_are_forgotten")

MECHANISM = {"study.state.changes", "study.state.job_reports"}

ASKED_FOR = {
    "study.compare.paired_search PairedSearch.ask _asked": "the question that the running job answers",
    "study.exercises.exercises Exercises.follow _recorded": "a decision is recorded once",
    "study.format.term_groups Arrangement.rows _parts": "rows keep their places while a search runs",
    "study.format.term_groups Arrangement.rows _place": "rows keep their places while a search runs",
    "study.game.watched_files WatchedFiles.loaded_again _loaded": "files, of which no study knows",
    "study.hold.held_move HeldMove.follow _compared": "the question that the running job answers",
    "study.on_board.threats Threats.look _asked": "the question that the running job answers",
    "study.on_board.threats Threats.look _depth": "the question that the running job answers",
    "study.practice.practice Practice._record_now _recorded": "a decision is recorded once",
    "study.saved_games.preferences PreferencesFile.keep _kept": "what the file holds",
    "ui.kit.event_router EventRouter._show_cursor _cursor": "what the system was told",
    "ui.kit.event_router EventRouter._take_text _takes_text": "what the system was told",
    "ui.panels.tree.icicle Icicle.show _tree": "the tree that it shows",
    "ui.scenes.arena.arena_games ArenaGames.follow _news": "the games that are listed",
    "ui.scenes.arena.arena_games ArenaGames.follow _pairing": "the games that are listed",
    "ui.scenes.confirm_dialog ConfirmDialog.update _seen_all": "what the person has read",
    "ui.scenes.play.context Hints._follow_review _better": "the hint on the board",
    "ui.scenes.play.context Hints.follow _found": "the hint on the board",
}
"""What is no memory of the last frame, and what it is."""


def methods(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The methods of a module's classes, with their names."""
    for made in ast.walk(tree):
        if isinstance(made, ast.ClassDef):
            for node in made.body:
                if isinstance(node, ast.FunctionDef):
                    yield f"{made.name}.{node.name}", node


def own_field(node: ast.expr) -> str:
    """The name of a private field of `self`; "" for anything else."""
    mine = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    return node.attr if mine and node.attr.startswith("_") else ""


def pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What is assigned to what, one by one."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        for one, other in zip(target.elts, value.elts, strict=True):
            yield from pairs(one, other)
    else:
        yield target, value


def remembered(method: ast.FunctionDef) -> set[str]:
    """The private fields that a method compares with something and then sets to just that."""
    compared, names, found = set(), {}, set()
    assigned = [
        (target, value)
        for node in ast.walk(method)
        if isinstance(node, ast.Assign)
        for each in node.targets
        for target, value in pairs(each, node.value)
    ]
    for target, value in assigned:  # `before, self._x = self._x, now` compares the field by another name
        if isinstance(target, ast.Name) and own_field(value):
            names[target.id] = own_field(value)
    for node in ast.walk(method):
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            left, right = node.left, node.comparators[0]
            if isinstance(node.ops[0], ast.Eq | ast.NotEq | ast.Is | ast.IsNot):
                for one, other in ((left, right), (right, left)):
                    field = own_field(one) or (names.get(one.id, "") if isinstance(one, ast.Name) else "")
                    compared.add((field, ast.unparse(other)))
    for target, value in assigned:
        if own_field(target) and not isinstance(value, ast.Constant):
            texts = {ast.unparse(value), ast.unparse(target)}
            found |= {field for field, text in compared if field == own_field(target) and text in texts}
    return found


def test_no_part_remembers_what_it_saw_last():
    found = {
        f"{name} {method} {field}"
        for name, tree in modules().items()
        if name.startswith(("study.", "ui.")) and name not in MECHANISM
        for method, node in methods(tree)
        for field in remembered(node)
    }
    assert found == set(ASKED_FOR)


def test_no_part_counts_its_versions():
    """Counters of files and of the heuristics' registry stay: they count what no study knows."""
    found = [
        f"{name} {method}"
        for name, tree in modules().items()
        if name.startswith(("study.", "ui."))
        for method, _ in methods(tree)
        if method.endswith(".version")
    ]
    assert not found


@pytest.mark.parametrize(
    "body",
    [
        "if now != self._seen:\n            self._seen = now",
        "if (a, b) != self._of:\n            self._of = (a, b)",
        "if question is not self._read:\n            self._read, self.top = question, 0",
        "before, self._seen = self._seen, now\n        return now is not before and self._seen",
        "changed = self._seen != now\n        self._seen = now\n        return changed",
    ],
)
def test_the_check_catches_a_memory_of_the_last_frame(body):
    tree = ast.parse(f"class Panel:\n    def draw(self, now):\n        {body}\n")
    assert [remembered(node) for _, node in methods(tree)] != [set()]
