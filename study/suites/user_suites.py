"""A person's own suites: YAML files in the data folder. Cases are added and removed without changing the rest
of the file."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from games.contract import BadText, Options
from games.safe_text import can_be_kept, shown
from games.text_files import check_name, read_text, write_file
from study.settings.settings import Settings
from study.suites.suites import MOST_BYTES, MOST_CASES, YAML, Case, Suite, read_suite, suite_of
from study.text.yaml_text import compose_yaml

NONE = "cases: []"
"""The line in place of the cases in a suite that has none."""


def own_folder(data: Path) -> Path:
    """The folder of own suites in a person's data."""
    return data / "suites"


def own_suite(data: Path, name: str) -> Path:
    """The file of the person's own suite with a name. Raises BadText if no file can have that name."""
    if not re.fullmatch(r"[\w-][\w .-]*", name) or not can_be_kept(name):
        raise BadText(f"suite {shown(name)}: expected a name of letters, digits, blanks, - and _")
    path = own_folder(data) / f"{name}{YAML}"
    check_name(path)
    return path


def suite_to_write(data: Path, name: str) -> Path:
    """The file of the person's own suite with a name; a name that ends in .yaml is a path itself. Raises
    BadText if no file can have that name."""
    path = Path(name)
    if path.suffix.lower() != YAML:
        return own_suite(data, name)
    check_name(path)
    return path


def can_change(path: Path, data: Path) -> bool:
    """Whether cases can be added to a suite: it must be the person's own and YAML."""
    return path.parent == own_folder(data) and path.suffix.lower() == YAML


def add_case(path: Path, case: Case, options: Options, settings: Settings) -> Suite:
    """Adds a case, as `add_cases` does."""
    return add_cases(path, [case], options, settings)


def add_cases(path: Path, new: Sequence[Case], options: Options, settings: Settings) -> Suite:
    """Adds at least one case, all of a game under these rules, to the end of a suite in YAML. Makes the file
    if there is none; returns the new suite. Raises BadText if the file is of another game or other rules, or
    cannot be read or written. A case that it contains already is not added again."""
    game = new[0].position.game
    if path.exists():
        suite, text = read_suite(path, settings), read_text(path, MOST_BYTES)
        if suite.game != game.name:
            raise BadText(f"{path}: expected a suite of {game.name}, found one of {suite.game}")
        new = [case for case in new if suite.number_of(case) is None]
        if not new:
            return suite
        if suite.options != options:
            raise BadText(f"{path}: expected a suite with the rules of this game: begin a new one")
        if len(suite.cases) + len(new) > MOST_CASES:
            raise BadText(f"{path}: expected at most {MOST_CASES} cases")
    else:
        text = _begun(game.name, options, settings)
    added = "".join(map(_written, {case.key: case for case in new}.values()))
    lines, cases = text.splitlines(), _cases(text, path)
    if cases.value:
        at, indent = _end(lines, cases, len(cases.value) - 1), cases.start_mark.column
    else:
        at, indent = cases.start_mark.line + 1, 2
        lines[at - 1] = lines[at - 1].replace(NONE, "cases:", 1)
    lines[at:at] = [" " * indent + line for line in added.splitlines()]
    return _write(path, lines, settings)


def change_case(path: Path, before: Case, after: Case, settings: Settings) -> Suite:
    """Rewrites a case of a suite in YAML in its place; returns the new suite. Raises BadText if it is not in
    the file any more, or the file cannot be read or written."""
    suite, text = read_suite(path, settings), read_text(path, MOST_BYTES)
    number = suite.number_of(before)
    if number is None:
        raise BadText(f"{path}: the case is not in it any more")
    lines, cases = text.splitlines(), _cases(text, path)
    start, indent = cases.value[number].start_mark.line, cases.start_mark.column
    lines[start : _end(lines, cases, number)] = [" " * indent + line for line in _written(after).splitlines()]
    return _write(path, lines, settings)


def _written(case: Case) -> str:
    """A case in YAML: a list with one element."""
    position = case.position
    entry: dict[str, Any] = {"name": case.name}
    if case.question:
        entry["question"] = case.question
    if case.hints:
        entry["hints"] = list(case.hints)
    entry["position"] = position.text
    for key, moves in (("best", case.best), ("avoid", case.avoid)):
        if moves:
            entry[key] = [position.move_text(move) for move in moves]
    return yaml.safe_dump([entry], sort_keys=False, allow_unicode=True, width=1000)


def _begun(game: str, options: Options, settings: Settings) -> str:
    """A suite without cases in YAML, with the rules that differ from the settings."""
    rules = settings.rules_of(game, options)
    head = {"game": game} | ({"rules": rules} if rules else {})
    return f"{yaml.safe_dump(head, sort_keys=False)}{NONE}\n"


def remove_case(path: Path, case: Case, settings: Settings) -> Suite:
    """Removes a case from a suite in YAML; returns the new suite, even if the case was not in it. Raises
    BadText if the file cannot be read or written, or has its cases in brackets."""
    suite, text = read_suite(path, settings), read_text(path, MOST_BYTES)
    number = suite.number_of(case)
    if number is None:
        return suite
    lines, cases = text.splitlines(), _cases(text, path)
    del lines[cases.value[number].start_mark.line : _end(lines, cases, number)]
    if len(cases.value) == 1:
        at = cases.start_mark.line
        while not lines[at - 1].startswith("cases:"):
            at -= 1
        lines[at - 1] = lines[at - 1].replace("cases:", NONE, 1)
    return _write(path, lines, settings)


def _cases(text: str, path: Path) -> Any:
    """The YAML node of the cases in the text of a suite."""
    cases = next((value for key, value in compose_yaml(text).value if key.value == "cases"), None)
    if cases is None or (cases.value and cases.flow_style) or (NONE not in text and not cases.value):
        raise BadText(f"{path}: expected 'cases:' with each on lines of its own, begun with -, or '{NONE}'")
    return cases


def _end(lines: list[str], cases: Any, number: int) -> int:
    """The line after a case. Blank lines and comments after the last one do not belong to it."""
    mark = cases.end_mark
    end = mark.line if mark.column == 0 else mark.line + 1
    if number + 1 < len(cases.value):
        end = cases.value[number + 1].start_mark.line
    while not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#"):
        end -= 1
    return end


def _write(path: Path, lines: list[str], settings: Settings) -> Suite:
    """Writes the lines to the file, unless they are no valid suite. Returns the suite; raises BadText."""
    text = "".join(f"{line}\n" for line in lines)
    suite = suite_of(text, path, settings)
    write_file(path, text, makes_folder=True)
    return suite
