"""Two moves of one position compared, term by term: why the one was chosen and not the other.

All numbers are for the player who moves at the root. The sentences are made from the numbers here, by
the command line and the window alike.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engines.contract import Thought
from games.contract import DRAW, ONGOING, SIDE_NAMES, WHITE
from games.position import Position
from heuristics.lens import Breakdown, Lens
from study import numbers
from study.outcomes import Outcome

ENDED = "the game's end"
ROUNDING = "rounding"
NAMED_TERMS = 3
"""How many terms the sentence names."""


@dataclass(frozen=True)
class Branch:
    """One of the two: `asked` moves (several where a turn is of several actions), and the line that
    the search found below them, `moves`, which they begin.

    `value` is at `depth` plies; `values` and `lines` by depth, 1 first, None where nothing was searched.
    `positions[i]` stood before `moves[i]`, and the last one is the line's end, unless that is decided by
    chance. `statics[i]` is the evaluation of `positions[i]`, None where the game has ended. `parts` are
    the contributions at the end, by term and in the lens's order: their sum is the value; None where
    the value is no evaluation.
    """

    asked: tuple[int, ...]
    moves: tuple[int, ...]
    value: float
    positions: tuple[Position, ...]
    statics: tuple[Breakdown | None, ...]
    parts: tuple[tuple[str, float], ...] | None
    values: tuple[float | None, ...]
    lines: tuple[tuple[int, ...] | None, ...]
    outcomes: tuple[Outcome, ...] = ()
    """What the chance move that ends the line may bring, valued for the root's player."""

    @property
    def end(self) -> Position:
        return self.positions[-1]

    @property
    def by_chance(self) -> bool:
        """Whether the value is a mean over what the line's last move may bring."""
        return len(self.positions) == len(self.moves)

    @property
    def text(self) -> str:
        """The asked moves, as people write them."""
        return " ".join(p.notation(m) for p, m in zip(self.positions, self.asked, strict=False))

    @property
    def played(self) -> str:
        """The line's first move, as people write it."""
        return self.positions[0].notation(self.moves[0])

    @property
    def move_text(self) -> str:
        """The asked moves, as programs write them."""
        return " ".join(p.move_text(m) for p, m in zip(self.positions, self.asked, strict=False))

    @cached_property
    def plies(self) -> tuple[tuple[str, int], ...]:
        """(the move with its number, the side that moves) for each move of the line."""
        return tuple((numbered(p, m), p.to_move) for p, m in zip(self.positions, self.moves, strict=False))

    @property
    def worst(self) -> Outcome | None:
        """The chance outcome that is worst for the root's player."""
        return min(self.outcomes, key=lambda outcome: outcome.value, default=None)

    def share(self, outcome: Outcome) -> float:
        """How much a chance outcome adds to the mean: the shares sum to 0."""
        mean = sum(each.probability * each.value for each in self.outcomes)
        return outcome.probability * (outcome.value - mean)

    def reply(self) -> int | None:
        """The index in the line of the first move that is not the root player's."""
        sides = [side for _, side in self.plies]
        return next((index for index, side in enumerate(sides) if side != sides[0]), None)

    def worth_after(self, ply: int) -> float | None:
        """The evaluation as it stands after so many plies of the line, or at its end; None where the
        game has ended."""
        if ply >= len(self.moves):
            return self.value
        breakdown = self.statics[ply] if ply < len(self.statics) else None
        return None if breakdown is None else breakdown.value


def numbered(position: Position, move: int) -> str:
    """A move with its number as people write it, such as 2.Nf3 and 2…Qxd5, where the game numbers moves."""
    count = position.game.move_number
    text = position.notation(move)
    if count is None:
        return text
    return f"{count(position.state)}{'.' if position.to_move == WHITE else '…'}{text}"


@dataclass(frozen=True)
class TermDifference:
    """What a term contributes at the two ends, and the weight from which on the asked move would be
    preferred: verified by searches on both sides of it, None where none was found."""

    name: str
    chosen: float
    asked: float
    difference: float
    flip_weight: float | None = None


@dataclass(frozen=True)
class Later:
    """The two values one ply deeper."""

    depth: int
    chosen: float
    asked: float


@dataclass(frozen=True)
class Comparison:
    """`chosen` against `asked`, both searched to `depth` by `thought`'s engine, through `lens`.

    `names` are what the sides are called. `flips` holds verified flip weights by term; `without` is the
    term that weighs most and what the engine plays with weight 0 for it; `doing` says what is still being
    worked out, else "".
    """

    thought: Thought
    lens: Lens
    names: tuple[str, str]
    depth: int
    chosen: Branch
    asked: Branch
    flips: tuple[tuple[str, float], ...] = ()
    without: tuple[str, str] | None = None
    later: Later | None = None
    ends_quiet: bool = True
    """Whether the engine looks on from the depth until a position can be trusted."""
    doing: str = ""

    @property
    def side(self) -> int:
        return self.thought.position.to_move

    @property
    def difference(self) -> float:
        return self.chosen.value - self.asked.value

    @property
    def same(self) -> bool:
        """Whether what is asked about is what was chosen."""
        return self.chosen.moves[: len(self.asked.asked)] == self.asked.asked

    @cached_property
    def terms(self) -> tuple[TermDifference, ...]:
        """A row for each term, in the lens's order; the differences sum to `difference`, for which there
        may be a last row with what rounding has left. Empty where a value is no evaluation."""
        if self.same or self.chosen.parts is None or self.asked.parts is None:
            return ()
        ours, theirs = dict(self.chosen.parts), dict(self.asked.parts)
        flips = dict(self.flips)
        rows = []
        total = 0.0
        for name in {**ours, **theirs}:
            a, b = ours.get(name, 0.0), theirs.get(name, 0.0)
            rows.append(TermDifference(name, a, b, a - b, flips.get(name)))
            total += a - b
        rest = self.difference - total
        if rest != 0.0:
            rows.append(TermDifference(ROUNDING, 0.0, 0.0, rest))
        return tuple(rows)

    @cached_property
    def decimals(self) -> int:
        """With how many decimals the numbers are written."""
        parts = [amount for branch in (self.chosen, self.asked) for _, amount in branch.parts or ()]
        outcomes = [outcome.value for branch in (self.chosen, self.asked) for outcome in branch.outcomes]
        values = [self.chosen.value, self.asked.value, *parts, *outcomes]
        return numbers.decimals_of(value for value in values if abs(value) < numbers.LEAST_SHARE_OF_A_WIN)

    @property
    def ranked(self) -> list[TermDifference]:
        """The rows that make a difference as it is written, the largest first; with what the rounding of
        the numbers leaves as a row of its own."""
        rows = [row for row in self.terms if row.name != ROUNDING and round(row.difference, self.decimals)]
        rest = round(self.difference, self.decimals) - sum(
            round(row.difference, self.decimals) for row in rows
        )
        rest = round(rest, self.decimals)
        rows.sort(key=lambda row: -abs(row.difference))
        return [*rows, TermDifference(ROUNDING, 0.0, 0.0, rest)] if rest else rows

    @cached_property
    def decisive(self) -> tuple[int, Branch] | None:
        """(ply, the line that it is of): the first ply, from 1, from which on at least half of the final
        difference stays in what the positions of both lines are worth; None where there are no terms."""
        if not self.terms or self.difference == 0.0:
            return None
        longest = max(len(self.chosen.moves), len(self.asked.moves))
        first = longest
        for ply in range(longest, 0, -1):
            a, b = self.chosen.worth_after(ply), self.asked.worth_after(ply)
            if a is None or b is None or (a - b) / self.difference < 0.5:
                break
            first = ply

        def change(branch: Branch) -> float:
            before, after = branch.worth_after(first - 1), branch.worth_after(first)
            if first > len(branch.moves) or before is None or after is None:
                return -1.0
            return abs(after - before)

        return first, max((self.asked, self.chosen), key=change)

    @cached_property
    def crossing(self) -> int | None:
        """The last depth below `depth` at which the asked move was worth more; None if it never was."""
        if self.difference <= 0.0:
            return None
        pairs = list(zip(self.chosen.values, self.asked.values, strict=False))[: self.depth - 1]
        before = [depth for depth, (a, b) in enumerate(pairs, 1) if a is not None and b is not None and b > a]
        return before[-1] if before else None

    # In words

    def shown(self, value: float) -> str:
        """A value as people read it."""
        return numbers.signed(value, self.decimals)

    def worth(self, branch: Branch) -> str:
        """What a branch is worth, with the verb."""
        if not numbers.is_decided(branch.value):
            share = numbers.of_a_win(branch.value)
            return f"is worth {share or self.shown(branch.value)}"
        distance = numbers.plies(numbers.plies_to_end(branch.value))
        if branch.value > 0:
            return f"wins in {distance}"
        reply = branch.reply() if branch is self.asked else None
        allows = "" if reply is None else f"allows {branch.plies[reply][0]} and "
        return f"{allows}loses in {distance}"

    @property
    def sentence(self) -> str:
        return " ".join(self.sentences())

    def sentences(self) -> Iterator[str]:
        """Why the one and not the other, the most important first."""
        a, b, whom = self.chosen.text, self.asked.text, self.names[self.side]
        at = f"at depth {self.depth}"
        if self.same:
            yield f"{b} is what it plays: it {self.worth(self.chosen)} for {whom} {at}."
            return
        drawn = [branch for branch in (self.chosen, self.asked) if _drawn(branch)]
        if any(numbers.is_decided(branch.value) for branch in (self.chosen, self.asked)):
            if self.difference == 0.0:
                verb = "win" if self.chosen.value > 0 else "lose"
                distance = numbers.plies(numbers.plies_to_end(self.chosen.value))
                yield f"For {whom}, {a} and {b} both {verb} in {distance}."
            else:
                yield f"For {whom}, {a} {self.worth(self.chosen)}; {b} {self.worth(self.asked)}."
        elif drawn:
            for branch in (self.chosen, self.asked):
                if branch in drawn:
                    length = numbers.plies(len(branch.moves))
                    yield f"The line of {branch.text} ends in a draw after {length}, worth 0 by rule: " + (
                        branch.end.ending
                    )
                else:
                    yield f"{branch.text} {self.worth(branch)} for {whom} {at}."
        elif self.difference == 0.0:
            yield (
                f"{a} and {b} are worth the same for {whom} {at}, {self.shown(self.chosen.value)}: "
                "drawn by the seed."
            )
        elif self.difference < 0.0:
            better = f"Searched alone, {b} is better for {whom} than {a} by {self._amount} {at}"
            yield f"{better}: {self._because()}"
            yield "The search that chose did not see that."
        else:
            yield f"For {whom}, {a} is better than {b} by {self._amount} {at}: {self._because()}"
        yield from self._further()

    @property
    def _amount(self) -> str:
        return numbers.plain(abs(self.difference), self.decimals)

    def _because(self) -> str:
        """The terms that make the better one better."""
        sign = 1.0 if self.difference > 0.0 else -1.0
        rows = [(_written(row.name), sign * row.difference) for row in self.ranked]
        named = [f"{name} {self.shown(amount)}" for name, amount in rows[:NAMED_TERMS]]
        rest = round(sum(round(amount, self.decimals) for _, amount in rows[NAMED_TERMS:]), self.decimals)
        if rest:
            named.append(f"others {self.shown(rest)}")
        on_average = " on average" if self.chosen.by_chance or self.asked.by_chance else ""
        return ", ".join(named) + f"{on_average}."

    def _further(self) -> Iterator[str]:
        decisive, asked = self.decisive, self.asked.text
        if decisive is not None:
            ply, branch = decisive
            yield f"The difference arises with {branch.plies[ply - 1][0]}."
        if self.crossing is not None:
            yield self._crossed(self.crossing)
        for name, weight in self.flips[:1]:
            now, to = numbers.short(self.lens.weight(name)), numbers.short(weight)
            yield f"{_written(name).capitalize()} weighs {now}: from {to} on it would prefer {asked}."
        if self.without is not None:
            name, move = self.without
            still = "still " if move == self.chosen.played else ""
            yield f"Without {_written(name)} it would {still}play {move}."
        if self.refutation and self.difference > 0.0:
            yield self.refutation
        if self.later is not None:
            yield f"At depth {self.later.depth} {self._stays(self.later)}."
        for branch in (self.chosen, self.asked):
            worst = branch.worst
            if worst is not None:
                yield (
                    f"The worst that {branch.plies[-1][0]} can bring is {worst.text} "
                    f"({numbers.percent(worst.probability)}), {self.outcome_words(worst)}."
                )
            below = len(branch.moves) - self.depth
            if below > 0:
                yield (
                    f"The last {numbers.plies(below)} of {branch.text}'s line lie below depth {self.depth}: "
                    "it looks on until the position is quiet."
                )
        for branch in (self.chosen, self.asked):
            if self._within_a_turn(branch):
                yield (
                    f"The line of {branch.text} ends in the middle of a turn, where an evaluation says less; "
                    "a player of the kind strong looks on to its end."
                )
                break

    def outcome_words(self, outcome: Outcome) -> str:
        """What a chance outcome is worth."""
        if numbers.is_decided(outcome.value):
            distance = numbers.plies(numbers.plies_to_end(outcome.value))
            return f"{'won' if outcome.value > 0 else 'lost'} in {distance}"
        return numbers.of_a_win(outcome.value) or self.shown(outcome.value)

    def _stays(self, later: Later) -> str:
        """What one ply more makes of it."""
        now, then = self.difference, later.chosen - later.asked
        if now * then > 0.0 or now == then == 0.0:
            return "the same is true"
        if then == 0.0:
            return "both are worth the same"
        better = self.chosen if then > 0.0 else self.asked
        return f"it prefers {better.text}" if now == 0.0 else f"it changes its mind, to {better.text}"

    def _crossed(self, depth: int) -> str:
        """Up to which depth it preferred the asked move, and the move that changed it."""
        values = list(zip(self.chosen.values, self.asked.values, strict=False))
        below = [(a, b) for a, b in values[:depth] if a is not None and b is not None]
        always = all(b >= a for a, b in below)
        head = f"Up to depth {depth}" if always and depth > 1 else f"At depth {depth}"
        text = f"{head} it preferred {self.asked.text}"
        moved = [(_step(branch, depth), branch) for branch in (self.asked, self.chosen)]
        _, branch = max(moved, key=lambda pair: pair[0])
        new = _first_new(branch, depth)
        return f"{text}; {new} changed that." if new else f"{text}."

    @property
    def refutation(self) -> str:
        """How the asked move is answered, and what that costs: the terms that change most from the
        position after it to the end of its line."""
        branch = self.asked
        reply = branch.reply()
        before = branch.statics[reply] if reply is not None and reply < len(branch.statics) else None
        if self.same or reply is None or before is None or branch.parts is None:
            return ""
        was = {row.name: row.contribution for row in before.rows}
        changes = [(name, amount - was.get(name, 0.0)) for name, amount in branch.parts]
        costs = sorted((change, name) for name, change in changes if round(change, self.decimals) < 0)
        if not costs:
            return f"{branch.text} is answered by {branch.plies[reply][0]}."
        told = ", ".join(f"{_written(name)} {self.shown(change)}" for change, name in costs[:2])
        return f"{branch.text} is answered by {branch.plies[reply][0]}: {told} by the end of the line."

    def _within_a_turn(self, branch: Branch) -> bool:
        """Whether a line ends where the evaluation cannot be trusted, and the engine does not look on."""
        end = branch.end
        trusted = self.ends_quiet or end.outcome != ONGOING or branch.by_chance
        return not trusted and not end.game.may_stand_pat(end.state)

    # As data

    def to_json(self) -> dict[str, Any]:
        def line(branch: Branch) -> list[str]:
            return [p.move_text(m) for p, m in zip(branch.positions, branch.moves, strict=False)]

        def term(row: TermDifference) -> dict[str, Any]:
            told: dict[str, Any] = {
                "name": row.name,
                "chosen": row.chosen,
                "asked": row.asked,
                "difference": row.difference,
            }
            return told if row.flip_weight is None else told | {"flip_weight": row.flip_weight}

        decisive, later, without = self.decisive, self.later, self.without
        return {
            "chosen": self.chosen.move_text,
            "asked": self.asked.move_text,
            "side": SIDE_NAMES[self.side],
            "depth": self.depth,
            "chosen_value": self.chosen.value,
            "asked_value": self.asked.value,
            "difference": self.difference,
            "terms": [term(row) for row in self.terms],
            "chosen_line": line(self.chosen),
            "asked_line": line(self.asked),
            "decisive_ply": None if decisive is None else decisive[0],
            "decisive_move": None if decisive is None else decisive[1].plies[decisive[0] - 1][0],
            "crossing_depth": self.crossing,
            "chosen_values": list(self.chosen.values),
            "asked_values": list(self.asked.values),
            "refutation": self.refutation or None,
            "without": None if without is None else {"term": without[0], "move": without[1]},
            "deeper": None
            if later is None
            else {"depth": later.depth, "chosen_value": later.chosen, "asked_value": later.asked},
            "sentence": self.sentence,
        }


def _drawn(branch: Branch) -> bool:
    return not branch.by_chance and branch.end.outcome == DRAW


def _written(name: str) -> str:
    """A term's name for people."""
    return name.replace("_", " ")


def _step(branch: Branch, depth: int) -> float:
    """How much a branch's value changed from one depth to the next."""
    values = branch.values[depth - 1 : depth + 1]
    known = [value for value in values if value is not None]
    return abs(known[1] - known[0]) if len(known) == 2 else -1.0


def _first_new(branch: Branch, depth: int) -> str:
    """The first move of a branch's line at depth + 1 that was not in that at `depth`."""
    if len(branch.lines) <= depth:
        return ""
    before, after = branch.lines[depth - 1], branch.lines[depth]
    if before is None or after is None:
        return ""
    position = branch.positions[0]
    for index, move in enumerate(after):
        if index >= len(before) or before[index] != move:
            return numbered(position, move)
        if len(position.chances(move)) > 1:
            break
        position = position.play(move)
    return ""
