"""Writes a file with a heuristic that has one more term. A search for gaps has proposed the term: something
that the heuristic does not count although it helps to explain who wins."""

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

from arena.gaps.gaps import Gap
from engines.search_hints import hints_of
from games.contract import BadText, never
from games.figure_text import percent
from games.registry import load_game
from games.text_files import read_text, write_file
from heuristics.contract import UNWRITABLE, Heuristic, Term
from heuristics.lens import Lens
from heuristics.module_loader import MOST_BYTES
from heuristics.registry import free_name, load_heuristic
from heuristics.user_files import NAMED
from study.user_files.new_file import write_new
from study.user_files.user_files import own_file_of

REPLACE = "from dataclasses import replace"


@dataclass(frozen=True)
class WrittenHeuristic:
    """The file of a heuristic with an added term: the new heuristic's name, the term's weight, and the file's
    text."""

    file: Path
    name: str
    weight: float
    text: str

    def set_weight(self, weight: float) -> bool:
        """Writes the file with another weight of the term, unless somebody has changed it since. Returns
        whether it did. Raises BadText if the file cannot be written."""
        try:
            present = self.file.read_text(encoding="utf-8")
        except (OSError, ValueError):
            return False
        if present != self.text.replace("\r\n", "\n"):
            return False
        before, written, after = self.text.rpartition(f"weight={self.weight!r}")
        assert written
        write_file(self.file, f"{before}weight={weight!r}{after}")
        return True


@dataclass
class _File:
    """A file that is being written: its text so far, and the `variable` that holds its heuristic. `is_own`:
    whether the text began as a copy of the person's own file."""

    text: str
    variable: str
    is_own: bool = False
    imports: list[str] = field(default_factory=list)

    def add(self, *lines: str) -> None:
        self.text += "".join(f"{line}\n" for line in lines)

    def take(self, *imports: str) -> None:
        self.imports += imports

    @property
    def whole(self) -> str:
        """The whole text. Imports that it lacks are written before its first import."""
        present = set(self.text.splitlines())
        missing = [line for line in sorted(set(self.imports)) if line not in present]
        lines = self.text.splitlines(keepends=True)
        first = (at for at, line in enumerate(lines) if re.match(r"(from (?!__future__)|import )", line))
        at = next(first, len(lines))
        return "".join([*lines[:at], *(f"{line}\n" for line in missing), *lines[at:]])


def write_with_term(lens: Lens, gap: Gap, folder: Path) -> WrittenHeuristic:
    """Writes a file with a new heuristic: the terms and weights of a lens, and the gap's term with its
    weight. Raises a BadText that says in a line why a term cannot be taken over, or why the file cannot be
    written."""
    if not gap.weight:
        raise BadText(f"“{gap.label}” helps only with other weights of the present terms: tune these first")
    root = lens.heuristic.compiled_as
    if root.parameters:
        raise BadText(
            f"{root.name} has weights that belong to no term, after those of its terms: another file cannot "
            "add a term between them. Add it in the heuristic's own file"
        )
    label = "".join(sign for sign in gap.label if sign not in UNWRITABLE)
    name = free_name(root.game, f"{lens.name} + {label}")
    shipped = _place_of(root)
    made = _from_shipped(root, shipped, name, gap) if shipped else _from_own_file(root, name)
    if lens.prepared.tolist() != root.default_weights.tolist():
        _weigh(made, lens)
    if gap.heuristic:
        _add_term(made, root, gap)
    else:
        _add_feature(made, root, gap)
    file = folder / f"{re.sub(r'[^a-z0-9]+', '_', name.lower()).strip('_')}.py"
    text = made.whole
    write_new(file, text, "heuristic")
    return WrittenHeuristic(file, name, gap.weight, text)


def _place_of(heuristic: Heuristic) -> str:
    """The expression by which a file refers to a heuristic that comes with the program: `morris.mobile`; ""
    for other heuristics. Importing its name directly would make the file define that heuristic a second
    time."""
    module = sys.modules.get(f"heuristics.{heuristic.game}")
    names = vars(module) if module else {}
    return next((f"{heuristic.game}.{name}" for name, value in names.items() if value is heuristic), "")


def _from_shipped(base: Heuristic, place: str, name: str, gap: Gap) -> _File:
    """The text of a file that imports a heuristic of the program, as `place`, and takes over its terms."""
    made = _File("", "mine")
    made.take("from heuristics.contract import Heuristic", f"from heuristics import {base.game}")
    made.add(f'"""{base.name} with a term that it lacked.', "", gap.sentence, '"""', "")
    source = f"{base.name}, and a search for gaps: {percent(gap.share)} of its explainable errors"
    fields = [repr(name), repr(base.game), repr(f"{base.name} with {gap.label}."), repr(source)]
    if base.scale:
        fields.append(f"scale={base.scale!r}")
    if base.unit:
        fields += [f"unit={base.unit!r}", f"per_unit={base.per_unit!r}"]
    if base.phase is not None:
        fields.append(f"phase={place}.phase")
    made.add("", "mine = Heuristic(", *(f"    {each}," for each in fields), ")")
    if base.decisive is not None:
        made.add(f"mine.decisive = {place}.decisive")
    if base.shared is not None:
        made.add(f"mine.shared = {place}.shared  # what several terms share")
    made.add(f"mine.terms += {place}.terms")
    made.text = made.text.replace('"""\n\n\n', '"""\n\n' + "\n".join(sorted(made.imports)) + "\n\n", 1)
    return made


def _from_own_file(base: Heuristic, name: str) -> _File:
    """The text of the heuristic's own file, with a new name for the heuristic."""
    file = own_file_of(base)
    if file is None:
        raise BadText(f"{base.name} is in no file of your own: no term can be added to it")
    text = read_text(file, MOST_BYTES)
    named = list(NAMED.finditer(text))
    if len(named) != 1 or named[0]["name"] != base.name:
        found = ", ".join(each["name"] for each in named) or "none"
        raise BadText(f"{file.name}: expected one heuristic, {base.name}, to add a term to; found {found}")
    line = text[: named[0].start()].rsplit("\n", 1)[-1]
    variable = re.match(r"(\w+)\s*(:[^=]*)?=\s*$", line)
    if variable is None:
        raise BadText(f"{file.name}: expected a line that begins with a variable, found {line!r}")
    begin, end = named[0].span("name")
    text = text[:begin] + name.replace('"', "'") + text[end:]
    return _File(text if text.endswith("\n") else f"{text}\n", variable[1], is_own=True)


def _weigh(made: _File, lens: Lens) -> None:
    """Writes the lens's prepared weights (those that the sum uses) as the weights of the terms."""
    names = [term.name for term in lens.heuristic.terms]
    weights = dict(zip(names, map(float, lens.prepared), strict=True))
    terms = f"{made.variable}.terms"
    made.take(REPLACE)
    # The copied file may prepare its weights by a function. These are prepared already and must not change.
    made.add(
        "",
        "# The weights with which the gap was found.",
        *([f"{made.variable}.prepare = lambda weights: weights"] if made.is_own else []),
        "weights = {",
        *(f"    {name!r}: {weight!r}," for name, weight in weights.items()),
        "}",
        f"{terms}[:] = [replace(term, weight=weights[term.name]) for term in {terms}]",
    )


def _add_feature(made: _File, base: Heuristic, gap: Gap) -> None:
    """Adds a term that `heuristics/features.py` makes from the game's rules."""
    made.take("from games.registry import load_game", "from heuristics.features import feature")
    arguments = f"rules, {gap.name!r}"
    if hints_of(load_game(base.game)).noisy is not never:
        made.take("from engines.search_hints import hints_of")
        arguments += ", hints_of(rules).noisy"
    made.add(
        "",
        "# What it lacked. `heuristics/features.py` makes it of the game's rules.",
        f"rules = load_game({base.game!r})",
        f"feature({arguments}).add_to({made.variable}, weight={gap.weight!r})",
    )


def _add_term(made: _File, base: Heuristic, gap: Gap) -> None:
    """Adds the term of another of the game's heuristics. If `base` has a term of that name, the added one
    gets another name."""
    other = load_heuristic(base.game, gap.heuristic)
    place = _place_of(other.compiled_as)
    if not place:
        raise BadText(
            f"“{gap.label}” is defined in your own file of {other.name}: copy its function from there"
        )
    term = next(each for each in other.terms if each.name == gap.name)
    made.take(REPLACE, f"from heuristics import {base.game}")
    made.add(
        "",
        "# What it lacked.",
        f"term = next(term for term in {place}.terms if term.name == {term.name!r})",
    )
    changes = [f"weight={gap.weight!r}"]
    if any(each.name == term.name for each in base.terms):
        changes.append(f"name={f'{term.name} of {other.name}'!r}")
    if _must_be_wrapped(base, other, term):
        _wrap(made, other, term, place)
        changes += ["count=counted", "takes_shared=False", "takes_weights=False", "worth=None"]
        if term.takes_weights:
            changes.append("squares=None")
    else:
        if term.takes_shared and base.shared is None:
            made.add(f"{made.variable}.shared = {place}.shared  # what the term precomputes")
        if term.worth is not None and base.phase is None:
            made.add(f"{made.variable}.phase = {place}.phase")
    made.add(f"{made.variable}.terms.append(replace(term, {', '.join(changes)}))")


def _must_be_wrapped(base: Heuristic, other: Heuristic, term: Term) -> bool:
    """Whether the term needs something that `base` gives its terms in another form: weights, shared values,
    or the phase."""
    shared = term.takes_shared and base.shared not in (None, other.shared)
    phase = term.worth is not None and base.phase not in (None, other.phase)
    return term.takes_weights or shared or phase


def _wrap(made: _File, other: Heuristic, term: Term, place: str) -> None:
    """Writes the function `counted`, which counts what the term counts in its own heuristic: with that
    heuristic's weights, shared values and phase."""
    words = ["state", "side"]
    made.add("count = term.count")
    if term.takes_weights:
        made.take("import numpy as np")
        made.add(f"OF_OTHERS = np.array({Lens.of(other).prepared.tolist()})  # the weights of {other.name}")
        words.append("OF_OTHERS")
    if term.takes_shared:
        made.add(f"shared_of = {place}.shared  # computed for this term alone")
        words.append("shared_of(state)")
    amount = f"count({', '.join(words)})"
    if term.worth is not None:
        middle, end = map(float, term.worth)
        made.add(f"phase_of = {place}.phase")
        amount += f" * (phase_of(state) * {middle!r} + (1.0 - phase_of(state)) * {end!r})"
    made.add("", "", "def counted(state, side):", f"    return {amount}", "", "")
