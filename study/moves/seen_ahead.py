"""Explains why the value that a search found differs from the static evaluation of the position on the board:
by the move of the best line after which the value changes, and by the terms that change."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from engines.contract import Thought
from games.contract import DRAW, ONGOING, WHITE
from games.figure_text import listed
from heuristics.failure import TermFailure
from heuristics.guarded_evaluation import evaluating
from heuristics.lens import Breakdown, Lens
from study.format import number_text
from study.format.loss_scale import clear_advantage
from study.format.term_groups import capital, groups_of, parts_between
from study.format.value_format import ValueFormat
from study.searches.chance_outcome import ChanceOutcome
from study.searches.lines import Line, line_key, read_line
from study.searches.values import after_plies, evaluator, for_side
from study.state.incremental_cache import Steps, at_once
from study.state.search_store import position_key
from study.state.study import Study
from study.why_not.comparison import lasting_ply, named_parts
from study.why_not.main_reasons import Causes, named_amounts

MOST_NAMES = 3
"""The most terms or groups in the sentence."""

LEAST_REST = 0.1
"""All other terms together are mentioned if they make more than this share of the change."""


def plies_played(study: Study, line: Line) -> int | None:
    """How many plies of a line have been played up to the shown position, 0 if it begins there. None if the
    game has left the line or reached its end."""
    if study.shows(line.start):
        return 0
    shown = position_key(study.position)
    there = (ply for ply, position in enumerate(line.positions, 1) if position_key(position) == shown)
    return next((ply for ply in there if ply < len(line.moves)), None)


def left_at(study: Study, line: Line) -> str:
    """A sentence that says where the game left the line; "" if the line does not begin in a position of the
    game."""
    record, key = study.record, position_key(line.start)
    places = range(study.cursor, -1, -1)
    start = next((at for at in places if position_key(record.positions[at]) == key), None)
    if start is None:
        return ""
    played = record.plies[start : study.cursor]
    for index, (ply, expected) in enumerate(zip(played, line.played, strict=False)):
        if ply.move != expected:
            return f"The last search expected {line.labelled(index)}, not {record.numbered(start + index)}."
        if index >= len(line.positions):
            return f"The last search took the mean over what {line.labelled(index)} could bring."
    return "The game has followed the last search's line to its end."


def differs(
    now: float, now_scale: float, then: float, then_scale: float, forms: tuple[ValueFormat, ...]
) -> bool:
    """Whether two values differ in sign, as they are written, or by more than a clear advantage. The scales
    are what each value's heuristic calls a clear advantage. `forms` are the formats of both, or a common
    one."""
    signs = forms[0].steps(now) * forms[-1].steps(then)
    return signs < 0 or abs(now / now_scale - then / then_scale) > 1.0


@dataclass(frozen=True)
class SeenAhead:
    """Explains the difference between the static evaluation of the board's position and a search's `line`
    through it. `first` is the index of the line's move that comes next there. `statics` are the evaluations
    of that position and of those after it along the line, with the search's lens and for the line's side;
    only the first if `needs_path` is false. The sentence is for the side `perspective`; `names` are the names
    of the sides."""

    line: Line
    first: int
    statics: tuple[Breakdown, ...]
    names: tuple[str, str]
    perspective: int = WHITE

    @property
    def lens(self) -> Lens:
        lens = self.line.lens
        assert lens is not None, "statics are by a lens"
        return lens

    @property
    def form(self) -> ValueFormat:
        return ValueFormat.of_lens(self.line.lens)

    @property
    def now(self) -> float:
        """The static evaluation of the shown position by the search's heuristic, for the line's side."""
        return self.statics[0].value

    @property
    def value(self) -> float:
        assert self.line.value is not None, "the search has a value"
        return self.line.value

    @property
    def differs(self) -> bool:
        """Whether the two values differ in sign, or by more than a clear advantage."""
        scale = clear_advantage(self.line.thought)
        return self._ends_the_game or differs(self.now, scale, self.value, scale, (self.form,))

    @property
    def _ends_the_game(self) -> bool:
        return bool(self.line.words) and not self.line.chance

    @property
    def needs_path(self) -> bool:
        """Whether the sentence needs the move of the line that makes the difference."""
        return self.differs and not self._ends_the_game and not self.line.chance

    # The terms

    @cached_property
    def _ends(self) -> Mapping[str, float]:
        """The contributions that add up to the search's value; empty if the line ends in a draw or a forced
        result, or in chance if the search has no terms for its mean."""
        if self.line.breakdown is not None:
            return _contributions(self.line.breakdown)
        parts = self.line.thought.parts
        return named_parts(self.lens.heuristic, parts) if self.line.chance and parts else {}

    @property
    def _outcomes(self) -> list[ChanceOutcome]:
        """What chance may bring at the end of the line, the worst first; empty if the search has no value for
        each outcome, or if one of them is a forced win or loss."""
        if any(number_text.is_decided(outcome.value) for outcome in self.line.outcomes):
            return []
        return sorted(self.line.outcomes, key=lambda outcome: outcome.value)

    def _changes(
        self, before: Mapping[str, float], after: Mapping[str, float]
    ) -> Iterator[tuple[str, float]]:
        """(name, change) of each group of terms. If one term makes most of a group's change, the term is
        named instead."""
        parts = parts_between(self.lens, before, after)
        alone = {part.label: part.amount for part in parts}
        groups = {group.name for group in groups_of(self.form, parts)}
        for name, amount in named_amounts(self.form, parts):
            yield name, amount if name in groups else alone[name]

    def _reasons(self, most: int, adds_up: bool = True) -> str:
        """The terms that change most from now to the end of the line, with their amounts: at most `most`. If
        these are fewer, and the terms with the opposite sign are large, the largest of those is added. With
        `adds_up`, "others" gives the rest if it is large. If chance decides and the search has no terms: the
        smallest and the largest value that chance may bring."""
        if not self._ends:
            values = [self._amount(outcome.value) for outcome in self._outcomes]
            return f"{values[0]} to {values[-1]}" if values else ""
        changes = self._changes(_contributions(self.statics[0]), self._ends)
        sign = 1.0 if self.value > self.now else -1.0
        causes = Causes.of(changes, sign)
        named = [(name, sign * size) for name, size in causes.main(most)]
        if causes.hurts and len(named) < most and causes.is_opposed:
            named += [(name, -sign * size) for name, size in causes.hurts[:1]]
        change = self.form.difference(self.value, self.now)
        rest = self.form.lacking(change, (amount for _, amount in named))
        if named and adds_up and abs(rest) > LEAST_REST * abs(change):
            named.append(("others", rest))
        return ", ".join(f"{name} {self._amount(amount)}" for name, amount in named)

    def _amount(self, amount: float) -> str:
        return self.form.signed(for_side(amount, self.line.side, self.perspective))

    # The move

    @cached_property
    def _worth(self) -> list[float]:
        """The static evaluations after each further move of the line, with the search's value at its end.
        Empty if the search's value is not an evaluation of the line's last position."""
        worth = [breakdown.value for breakdown in self.statics[1:]]
        return [*worth[:-1], self.value] if worth and self.line.breakdown is not None else []

    def _explains(self, ply: int) -> bool:
        """Whether the move that is `ply` plies ahead explains the difference: it makes at least half of it,
        and mostly by the group of terms that changes most along the whole line. At least half of that group's
        change must last to the end of the line: otherwise the move only began an exchange."""
        before, after = self.statics[ply - 1], self.statics[ply]
        made = self._worth[ply - 1] - (self._worth[ply - 2] if ply > 1 else self.now)
        if made / (self.value - self.now) < 0.5:
            return False
        there = self._groups(_contributions(before), _contributions(after))
        whole = self._groups(_contributions(self.statics[0]), self._ends)
        if not there or not whole:
            return False
        (name, amount), (most, in_all) = (
            max(each.items(), key=lambda row: abs(row[1])) for each in (there, whole)
        )
        return name == most and in_all / amount >= 0.5

    def _groups(self, before: Mapping[str, float], after: Mapping[str, float]) -> dict[str, float]:
        """How much each group of terms changes, by name; groups that do not change are left out."""
        parts = parts_between(self.lens, before, after)
        groups = groups_of(self.form, parts)
        named = (
            (parts[group.terms[0]].group or parts[group.terms[0]].label, group.amount) for group in groups
        )
        return {name: amount for name, amount in named if self.form.steps(amount)}

    @cached_property
    def decisive(self) -> int | None:
        """The index of the line's move that makes the difference: from there on at least half of it stays,
        and the move explains it. None if no single move does."""
        if not self._worth or self.value == self.now:
            return None
        ply = lasting_ply([value - self.now for value in self._worth], self.value - self.now)
        return self.first + ply - 1 if self._explains(ply) else None

    def _does(self, index: int) -> str:
        """What a move of the line does, as a relative clause; "" for most moves."""
        line = self.line
        effects = line.before(index).effects(line.played[index])
        return f", which {listed(effects)}" if effects else ""

    def _deeds(self) -> str:
        """What both sides do along the line, in the game's words: "White takes the queen, Black takes the
        rook"; "" for nothing."""
        line, done = self.line, {side: list[str]() for side in (self.line.side, 1 - self.line.side)}
        for index in range(self.first, len(line.moves)):
            done[line.moves[index][1]] += line.before(index).effects(line.played[index])
        return ", ".join(
            f"{self.names[side]} {_listed_deeds(deeds)}" for side, deeds in done.items() if deeds
        )

    # The sentence

    @property
    def _plies(self) -> str:
        return number_text.plies(len(self.line.moves) - self.first)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The sentence, then shorter ones for narrow places. All begin with a capital."""
        return tuple(dict.fromkeys(self._texts()))

    def _texts(self) -> Iterator[str]:
        if self._ends_the_game:
            yield from self._end()
            return
        reasons = [
            *(self._reasons(names) for names in range(MOST_NAMES, 0, -1)),
            self._reasons(1, adds_up=False),
        ]
        for head in self._heads():
            yield from (f"{head}: {each}." if each else f"{head}." for each in reasons)

    def _heads(self) -> Iterator[str]:
        """The words before the terms, the longest version first."""
        line = self.line
        if not self.differs:
            change = self.form.difference(self.value, self.now)
            by = f"it by {self._amount(change)}" if self.form.steps(change) else "nothing"
            changes = f"Looking ahead changes {by}"
            if line.chance:
                yield f"{changes}, the mean of what {line.labelled(len(line.moves) - 1)} may bring"
            yield changes
        elif line.chance:
            last = line.labelled(len(line.moves) - 1)
            yield f"The search sees {last} and takes the mean of what it may bring"
            yield f"It takes the mean after {last}"
        elif self.decisive is not None:
            yield f"The search sees {line.labelled(self.decisive)}{self._does(self.decisive)}"
            yield f"It sees {line.labelled(self.decisive)}"
        else:
            if deeds := self._deeds():
                yield f"Over {self._plies} {deeds}"
            yield f"No single move makes the difference, but {self._plies} together"

    def _end(self) -> Iterator[str]:
        """The sentence on a line that ends the game."""
        line, value = self.line, self.value
        end = line.positions[-1] if line.positions else line.start
        left = len(line.moves) - self.first
        if number_text.is_decided(value):
            winner = line.side if value > 0.0 else 1 - line.side
            left = number_text.plies_to_end(after_plies(value, self.first))
        elif end.outcome == DRAW:
            yield f"The search sees a draw in {number_text.plies(left)}: {end.ending}"
            yield f"The search sees a draw in {number_text.plies(left)}."
            return
        else:
            winner = end.outcome
        name, plies = self.names[winner], number_text.plies(left)
        last = len(line.moves) - 1
        effects = line.before(last).effects(line.played[last]) if end.outcome != ONGOING else ()
        if effects:
            yield f"In {plies} {line.labelled(last)} {listed(effects)}: {name} wins."
        elif last >= self.first:
            how = "beginning with" if line.moves[self.first][1] == winner else "even after"
            yield f"The search sees {name} win in {plies}, {how} {line.labelled(self.first)}."
        yield f"The search sees {name} win in {plies}."


def _listed_deeds(effects: Sequence[str]) -> str:
    """The effects of moves, each verb only once: "takes the rook and the pawn 2×"."""
    verbs: dict[str, Counter[str]] = {}
    for effect in effects:
        verb, _, rest = effect.partition(" ")
        verbs.setdefault(verb, Counter())[rest] += 1
    return listed(
        f"{verb} {listed(each if count == 1 else f'{each} {count}×' for each, count in objects.items())}"
        for verb, objects in verbs.items()
    )


def _contributions(breakdown: Breakdown) -> dict[str, float]:
    return {row.name: row.contribution for row in breakdown.rows}


def read_ahead(line: Line, first: int, names: tuple[str, str], perspective: int) -> Steps:
    """Evaluates the shown position and, if `SeenAhead.needs_path`, the positions after it along the line, one
    in each step. Returns a `SeenAhead`; None if the search has no heuristic or no value. Raises
    TermFailure."""
    if line.lens is None or line.value is None:
        return None
    found = SeenAhead(line, first, (), names, perspective)
    for position in (line.before(first), *line.positions[first:]):
        if position.outcome != ONGOING or (found.statics and not found.needs_path):
            break
        work = partial(line.lens.breakdown, position.state, line.side)
        static = yield from evaluating(line.lens.heuristic, work)
        found = replace(found, statics=(*found.statics, static))
    return found


def ahead_of(thought: Thought, names: tuple[str, str]) -> SeenAhead | None:
    """What a search sees ahead of its position, for the side to move there, computed at once. None if it has
    no heuristic or no value."""
    number = thought.position.game.move_number
    line = at_once(read_line(thought, names, None if number is None else number(thought.position.state)))
    found: SeenAhead | None = at_once(read_ahead(line, 0, names, line.side))
    return found


@dataclass(frozen=True)
class Difference:
    """Why the value of the shown position differs from the search's value: `texts` is the sentence in several
    lengths, the longest first. `large`: the difference is so large that the page must mention it."""

    texts: tuple[str, ...] = ()
    large: bool = False


def difference_of(study: Study, now: Breakdown | None, line: Line | None) -> Difference | None:
    """Why `now`, the evaluation of the shown position by the shown heuristic, differs from the value of the
    `line` of the newest search. None while that is being computed."""
    if line is None:
        return None if study.thought is not None else Difference(("No search has looked ahead yet.",))
    if line.value is None:
        return Difference(("This player moves without looking ahead.",))
    if now is None:
        return None
    first, large = plies_played(study, line), _differ(study, now, line)
    if first is None:
        return Difference(tuple(filter(None, (left_at(study, line),))), large)
    if line.lens is None:
        program = capital(evaluator(line.thought))
        return Difference((f"{program} does not say what its value is made of.",), large)
    ahead = _read(study, line, first)
    if not isinstance(ahead, SeenAhead):
        return None if ahead is None else Difference((), large)
    if line.lens == study.lens:
        return Difference(ahead.texts, ahead.differs)
    return _by_two(study, now, ahead)


def _differ(study: Study, now: Breakdown, line: Line) -> bool:
    """Whether the two values at the head of the page Evaluation differ in sign or by a clear advantage."""
    assert line.value is not None
    shown = [
        for_side(now.value, now.side, study.perspective),
        for_side(line.value, line.side, study.perspective),
    ]
    forms = ValueFormat.of_lens(study.lens), ValueFormat.of_thought(line.thought)
    return differs(
        shown[0], study.lens.heuristic.clear_advantage, shown[1], clear_advantage(line.thought), forms
    )


def _read(study: Study, line: Line, first: int) -> SeenAhead | str | None:
    """What a line shows from the shown position on; "" if a term fails, None while it is being read."""
    names, perspective = study.side_names, study.perspective

    def steps() -> Steps:
        try:
            return (yield from read_ahead(line, first, names, perspective))
        except TermFailure:
            return ""

    found: SeenAhead | str | None = study.facts.ask(
        ("ahead", line_key(line.thought), first, perspective), steps
    )
    return found


def _by_two(study: Study, now: Breakdown, ahead: SeenAhead) -> Difference:
    """The sentence for a search that used another heuristic than the shown one, or other weights."""
    lens, line = ahead.lens, ahead.line
    large = _differ(study, now, line)
    by = lens.name if lens.name != study.lens.name else f"{lens.name} with other weights"
    own = for_side(ahead.now, line.side, study.perspective)
    head = f"By {by}, which searched, the position is worth {ahead.form.with_unit(own)} now"
    if ahead.differs:
        texts = [f"{head}. {text}" for text in ahead.texts]
        return Difference((*texts, f"{head}."), large)
    return Difference((f"{head}.",), large)
