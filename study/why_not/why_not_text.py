"""Puts a comparison of two moves into sentences, for the window and the command line, and into JSON."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engines.move_noise import skipping
from engines.search_hints import hints_of
from games.contract import ONGOING, SIDE_NAMES
from games.figure_text import listed
from games.record import numbered, numbers_along
from study.format import number_text
from study.format.level_text import limits_in_words
from study.format.loss_scale import ABOUT_EQUAL, clear_advantage, is_marked
from study.format.term_groups import capital
from study.searches.chance_outcome import ChanceOutcome
from study.state.term_difference import Flip, TermDifference
from study.why_not.compared_line import ComparedLine
from study.why_not.comparison import GOING_DEEPER, Comparison, Later, Without
from study.why_not.main_reasons import MOST_NAMES, main_reasons


def sentence(compared: Comparison) -> str:
    """Why the chosen move and not the asked one: all sentences, in one line."""
    return " ".join(sentences(compared))


def headline(compared: Comparison, names: int = MOST_NAMES) -> str:
    """Which of the two moves is better, by how much and why, with at most `names` names of terms."""
    return " ".join(WhyNotText(compared, names).headline())


def brief(compared: Comparison) -> str:
    """Which of the two moves is better, by how much and why, and where the values part."""
    return " ".join(WhyNotText(compared).brief())


def sentences(compared: Comparison) -> Iterator[str]:
    """Why the chosen move and not the asked one, the most important sentence first."""
    return WhyNotText(compared).sentences()


@dataclass(frozen=True)
class WhyNotText:
    """Puts a comparison into words. Values are for the side to move at the root; the sentences name it."""

    compared: Comparison
    names: int = MOST_NAMES
    """The most names of terms and groups in the sentence that says which is better."""
    with_effects: bool = True
    """Whether the sentence that says which is better also says what the moves do, such as "takes a stone"."""
    with_place: bool = False
    """Whether the sentence that says where the values part also says if that is at the end of the line."""

    @property
    def side_name(self) -> str:
        return self.compared.names[self.compared.side]

    @property
    def at(self) -> str:
        return f"(depth {self.compared.depth})"

    @property
    def both(self) -> tuple[ComparedLine, ComparedLine]:
        return self.compared.chosen, self.compared.asked

    def sentences(self) -> Iterator[str]:
        yield from self.headline()
        if not self.compared.same:
            yield from self.where()
            yield from self.details()

    def brief(self) -> Iterator[str]:
        yield from self.headline()
        yield from self.where()

    # Which is better, and why

    def headline(self) -> Iterator[str]:
        compared = self.compared
        if compared.same:
            text, worth = compared.asked.text, self._worth_for(compared.chosen)
            if compared.came_late:
                yield f"{text} came up as best at depth {compared.thought.depth + 1}, which was not finished."
                yield f"It {worth} {self.at}."
            else:
                yield f"{text} is the best move found: it {worth} {self.at}."
            if compared.played_by is not None and str(compared.played_by) == compared.thought.player:
                yield from self._limits()
            return
        turned = compared.turned
        if turned is None:
            yield from self._main()
        else:
            yield self._turned(turned)
        if compared.passed_over is not None:
            skipped = compared.thought.position.notation(compared.passed_over)
            yield f"It {skipping(compared.thought.player, skipped)}."
        elif compared.difference < 0.0 and compared.parts and turned is None:
            yield from self._chosen_otherwise()
        if compared.difference > 0.0:
            yield from self._limits()

    def _limits(self) -> Iterator[str]:
        """What limits the level that played the asked moves, such as how far it looks ahead."""
        words = limits_in_words(self.compared.played_by, self.compared.thought.position.game.name)
        if words:
            yield words

    def _main(self) -> Iterator[str]:
        """Which of two different moves is better, by how much and why; or that they are equal."""
        compared = self.compared
        a, b, whose, at = compared.chosen.text, compared.asked.text, self.side_name, self.at
        if any(number_text.is_decided(compared_line.value) for compared_line in self.both):
            if compared.difference == 0.0:
                verb = "win" if compared.chosen.value > 0 else "lose"
                distance = number_text.plies(number_text.plies_to_end(compared.chosen.value))
                yield f"For {whose}, {a} and {b} both {verb} in {distance}."
            else:
                chosen, asked = (self._worth(compared_line) for compared_line in self.both)
                chosen = listed((*self._effects(compared.chosen), chosen))
                yield f"For {whose}, {a} {chosen}; {b} {asked}."
        elif any(compared_line.is_drawn for compared_line in self.both):
            for compared_line in self.both:
                if compared_line.is_drawn:
                    length = number_text.plies(len(compared_line.moves))
                    drawn = f"The line of {compared_line.text} ends in a draw after {length}, worth 0 by rule"
                    yield f"{drawn}: {compared_line.end.ending}"
                else:
                    yield f"{compared_line.text} {self._worth_for(compared_line)} {at}."
        elif compared.difference == 0.0:
            yield f"{a} and {b} are equal for {whose} {at}."
            if compared.chosen_at <= compared.depth:  # else a deeper search may know better
                yield "Chance picked one."
        elif not compared.form.difference(compared.chosen.value, compared.asked.value):  # equal as written
            yield f"{a} and {b} are equal for {whose} {at}: they differ by {self._difference}."
        else:
            better, worse = self.both[::-1] if compared.difference < 0.0 else self.both
            average = " on average" if any(compared_line.by_chance for compared_line in self.both) else ""
            reasons = main_reasons(compared, self.names)
            why = f", {reasons}" if reasons else ""
            gain = f"by {self._difference}{average} {at}{why}"
            speaks, tempts = self._effects(better), self._effects(worse)
            if tempts and not speaks:
                yield f"{worse.text} {listed(tempts)}, but {better.text} is better{compared.for_whom} {gain}."
            else:
                than = f"is better{compared.for_whom} than {worse.text}"
                yield f"{better.text} {listed((*speaks, than))} {gain}."

    def _effects(self, compared_line: ComparedLine) -> list[str]:
        """What the moves in a line's name do and those in the other line's name do not, in the game's
        words."""
        chosen, asked = ([*dict.fromkeys(_effects(each))] for each in self.both)
        own, other = (chosen, asked) if compared_line is self.compared.chosen else (asked, chosen)
        if not self.with_effects:
            return []
        return [effect for effect in own if effect not in other]

    @property
    def _difference(self) -> str:
        """How much better, in the heuristic's unit."""
        return self.compared.form.gap(self.compared.chosen.value, self.compared.asked.value)

    def _amount(self, value: float) -> str:
        """A value with its unit."""
        return self.compared.form.with_unit(value)

    def _chosen_otherwise(self) -> Iterator[str]:
        """Why the search chose the worse of the two moves, or that finding out would take too long. Nothing
        while a deeper search may still reverse the order of the moves."""
        compared = self.compared
        if compared.came_late:
            head = f"{compared.chosen.text} came up as better at depth {compared.thought.depth + 1}"
            yield f"{head}, which was not finished."
            return
        if compared.chosen_at <= compared.depth:
            if compared.looked_deeper or not compared.doing:  # else one ply deeper may change the order
                yield "The search that chose did not see that."
            return
        too_long = "finding out why would take too long"
        head, worth = f"It was chosen at depth {compared.chosen_at}", compared.refused
        if worth is None:
            yield f"{head}: {too_long}."
            return
        lost = worth < 0.0 and number_text.is_decided(worth)
        found = "loses by force" if lost else f"is worth {self._amount(worth)}{compared.for_whom} at most"
        yield f"{head}, where {compared.asked.text} {found}: {too_long}."

    def _worth(self, compared_line: ComparedLine) -> str:
        """The value of a compared line, with the verb."""
        if compared_line.is_drawn:
            return "ends in a draw, worth 0 by rule"
        if not number_text.is_decided(compared_line.value):
            return f"is worth {self._amount(compared_line.value)}"
        distance = number_text.plies(number_text.plies_to_end(compared_line.value))
        if compared_line.value > 0:
            return f"wins in {distance}"
        reply = compared_line.reply() if compared_line is self.compared.asked else None
        allows = "" if reply is None else f"allows {compared_line.plies[reply][0]} and "
        return f"{allows}loses in {distance}"

    def _worth_for(self, compared_line: ComparedLine) -> str:
        """The value of a compared line, with the verb and the side that it is for."""
        return f"{self._worth(compared_line)} for {self.side_name}"

    # Where and when

    def where(self) -> Iterator[str]:
        """Where the values part, up to which depth the search preferred the asked move, and whether one ply
        more agrees."""
        compared = self.compared
        yield from filter(None, (self.parting, self.crossed))
        if compared.later is not None and compared.turned is None:
            yield self._stays(compared.later)

    @property
    def parting(self) -> str:
        """The sentence that names the move at which the values of both lines part (`Comparison.decisive`);
        "" if there is none."""
        if self.compared.decisive is None:
            return ""
        ply, compared_line = self.compared.decisive
        return f"The values part at {compared_line.plies[ply - 1][0]}{self._place_in(compared_line, ply)}."

    @property
    def crossed(self) -> str:
        """Up to which depth the search preferred the asked move (`Comparison.crossing`); "" if it never
        did."""
        return "" if self.compared.crossing is None else self._crossed(self.compared.crossing)

    @property
    def check(self) -> str:
        """Whether the answer still holds one ply deeper, or that this is being searched. "" if a deeper
        search cannot change it. If the order is reversed there, says which depth the shown lines are of."""
        compared, depth = self.compared, self.compared.depth
        if compared.same or compared.is_decided:
            return ""
        if compared.turned is not None:
            return f"The {'lines and terms' if compared.parts else 'lines'} are those of depth {depth}."
        if compared.later is not None:
            return self._stays(compared.later)
        if compared.looked_deeper:
            return f"Depth {depth + 1} was not searched: it would take too long."
        if not compared.doing:
            return f"Depth {depth + 1} was not searched."
        goes = compared.thought.depth if compared.doing == GOING_DEEPER else depth + 1
        return f"Being checked at depth {goes} …"

    def _place_in(self, compared_line: ComparedLine, ply: int) -> str:
        """The line that a ply is in, for a sentence; "" for the compared moves themselves."""
        if ply <= len(compared_line.asked):
            return ""
        line = f"the line of {compared_line.text}"
        if self.with_place and ply > self.compared.depth:
            return f", in the quiescence search at the end of {line}"
        if self.with_place and ply == len(compared_line.moves):
            return f", at the end of {line}"
        return f" in {line}"

    def details(self) -> Iterator[str]:
        """Further sentences: what the search saw, other weights, the reply, special lines."""
        compared = self.compared
        if compared.sees_otherwise:
            found = compared.thought.value
            was = f"worth {self._amount(found)}{compared.for_whom}"
            if number_text.is_decided(found):
                was = "a forced win" if found > 0 else "a forced loss"
            yield (
                f"Both moves were searched alone. In the search of all moves, {compared.chosen.played} "
                f"was {was}."
            )
        yield from self._weights()
        refutation = self.refutation
        if refutation and compared.difference > 0.0:
            yield refutation
        for compared_line in self.both:
            yield from self._about(compared_line)
        if any(self._within_a_turn(compared_line) for compared_line in self.both):
            compared_line = next(
                compared_line for compared_line in self.both if self._within_a_turn(compared_line)
            )
            yield (
                f"The line of {compared_line.text} ends in the middle of a turn, where an evaluation is less "
                "reliable. A player of the kind strong searches to the end of the turn."
            )
        if compared.failure:
            yield f"The answer stops here: {compared.failure}."

    def _crossed(self, depth: int) -> str:
        """Up to which depth the search preferred the asked move, and the move that changed it."""
        chosen, asked = self.both
        values = list(zip(chosen.values, asked.values, strict=False))
        below = [(a, b) for a, b in values[:depth] if a is not None and b is not None]
        always = all(b >= a for a, b in below)
        head = f"Up to depth {depth}" if always and depth > 1 else f"At depth {depth}"
        text = f"{head} it preferred {asked.text}"
        moved = [(_step(compared_line, depth), compared_line) for compared_line in (asked, chosen)]
        _, compared_line = max(moved, key=lambda pair: pair[0])
        new = _first_new(compared_line, depth)
        return f"{text}; {new} changed that." if new else f"{text}."

    # The weights

    def _weights(self) -> Iterator[str]:
        compared = self.compared
        for flip in compared.flips[:1]:
            yield self.flip(flip)
        if compared.without is not None:
            yield self._without(compared.without)

    def flip(self, flip: Flip) -> str:
        """The weights of a term between which the asked move is the better one, and the best move there."""
        asked, weights = self.compared.asked.text, self._weights_of(flip)
        if len(weights) == 1:
            range_text = f"with {weights[0]}, {asked} becomes the better of the two"
        else:
            range_text = f"between {weights[0]} and {weights[1]}, {asked} is the better of the two"
        best = self.best_beyond(flip)
        there = f"; the best there is {best}" if best else ""
        now = number_text.short(self.compared.lens.weight(flip.term))
        return f"{capital(self._label(flip.term))} weighs {now}: {range_text}{there}."

    def _label(self, term: str) -> str:
        return self.compared.lens.heuristic.label_of(term)

    def better_at(self, flip: Flip) -> tuple[str, ...]:
        """The same as `flip` in a few words, in several texts from the longest to the shortest: for places of
        little width."""
        weights, now = self._weights_of(flip), number_text.short(self.compared.lens.weight(flip.term))
        at = f"at {weights[0]}" if len(weights) == 1 else f"from {weights[0]} to {weights[1]}"
        is_better, best = f"{self.compared.asked.text} is better", self.best_beyond(flip)
        text = f"{at} instead of {now}: {is_better}"
        return *((f"{text}, {best} best of all",) if best else ()), text, f"{at}: {is_better}"

    def _weights_of(self, flip: Flip) -> list[str]:
        """The weight at which the asked move becomes the better one; or the two weights between which it is
        better, the smaller first."""
        weights = {flip.weight: number_text.apart(flip.weight, self.compared.lens.weight(flip.term))}
        if flip.until is not None:
            weights[flip.until] = number_text.apart(flip.until, flip.weight)
        return [weights[weight] for weight in sorted(weights)]

    def best_beyond(self, flip: Flip) -> str:
        """The move that is best just beyond a flip, in notation for people; "" if it is the asked move, or if
        that search took too long."""
        if flip.best is None or flip.best == self.compared.asked.asked[0]:
            return ""
        return self.compared.thought.position.notation(flip.best)

    def _without(self, without: Without) -> str:
        """What would be played if a term counted nothing, and which of the two moves would be better."""
        (chosen, asked), played = self.both, without.played
        still = "still " if played == chosen.played else ""
        head = f"If {self._label(without.term)} counted nothing, it would {still}play {played}"
        better, worse = (chosen, asked) if without.difference > 0.0 else (asked, chosen)
        if played not in (chosen.played, asked.played):
            if without.difference == 0.0:
                return f"{head}; {chosen.text} and {asked.text} would be equal."
            return f"{head}; {better.text} would be better than {worse.text}."
        if chosen.played == asked.played:  # two turns with the same first move
            return f"{head}."
        if without.difference == 0.0:
            return f"{head}, equal to {(asked if still else chosen).text}."
        return (
            f"{head}."
            if better.played == played
            else f"{head}, though {better.text}, searched alone, would be better."
        )

    # The reply, and one ply deeper

    @property
    def refutation(self) -> str:
        """The reply to the asked move, and its cost: the terms that change most from the position after the
        move to the end of its line; "" if there is no reply."""
        compared, compared_line = self.compared, self.compared.asked
        reply = compared_line.reply()
        before = (
            compared_line.statics[reply] if reply is not None and reply < len(compared_line.statics) else None
        )
        if compared.same or reply is None or before is None or compared_line.parts is None:
            return ""
        was = {row.name: row.contribution for row in before.rows}
        changes = [(name, amount - was.get(name, 0.0)) for name, amount in compared_line.parts]
        form = compared.form
        costs = sorted((change, name) for name, change in changes if form.steps(change) < 0)
        does = compared_line.positions[reply].effects(compared_line.moves[reply])
        which = f", which {listed(does)}" if does else ""
        answered = f"{compared_line.text} is answered by {compared_line.plies[reply][0]}{which}"
        if not costs:
            return f"{answered}."
        losses = listed(f"{form.size(change)} ({self._label(name)})" for change, name in costs[:2])
        return f"{answered}. From there to the end of its line {self.side_name} loses {losses}."

    def _turned(self, later: Later) -> str:
        """The sentence for moves whose order is reversed one ply deeper. It replaces the sentence that says
        which move is better. With `with_effects` it also has the amounts and the reasons."""
        compared, depth, form = self.compared, self.compared.depth, self.compared.form
        (now, was), (then, other) = (compared.chosen, compared.asked), (later.chosen, later.asked)
        if compared.difference < 0.0:
            now, was, then, other = was, now, other, then
        if number_text.is_decided(then) or number_text.is_decided(other):
            there = f"it {self._found(other)}, {now.text} {self._found(then)}"
            return f"{was.text} is better{compared.for_whom} than {now.text}: at depth {later.depth} {there}."
        scale, values = clear_advantage(compared.thought), (compared.chosen.value, compared.asked.value)
        large = max(abs(values[0] - values[1]), other - then) > scale * ABOUT_EQUAL
        if large or is_marked(max(values), min(values), scale) or is_marked(other, then, scale):
            head, better = f"Which is better{compared.for_whom} depends on the depth", ""
        else:
            head = f"{now.text} and {was.text} are about equal"
            better = f" is better{compared.for_whom}"
        here, there = f" at depth {depth}", f" at depth {later.depth}"
        if self.with_effects:
            reasons = main_reasons(compared, self.names)
            why = f" ({reasons})" if reasons else ""
            here, there = f" by {self._difference}{here}{why}", f" by {form.gap(other, then)}{there}"
        return f"{head}: {now.text}{better}{here}, {was.text}{there}."

    def _found(self, value: float) -> str:
        """A value of the side to move, with the verb."""
        if not number_text.is_decided(value):
            return f"is worth {self._amount(value)}"
        return f"{'wins' if value > 0.0 else 'loses'} in {number_text.plies(number_text.plies_to_end(value))}"

    def _stays(self, later: Later) -> str:
        """A sentence on the search one ply deeper, if it does not reverse the order of the moves."""
        now, then = self.compared.difference, later.chosen - later.asked
        if now * then > 0.0 or now == then == 0.0:
            if not now:
                return f"At depth {later.depth} both are equal, too."
            better = self.compared.chosen if now > 0.0 else self.compared.asked
            return f"At depth {later.depth} {better.text} is better, too."
        if then == 0.0:
            return f"At depth {later.depth} both are equal."
        better = self.compared.chosen if then > 0.0 else self.compared.asked
        return f"At depth {later.depth} {better.text} is better."

    # Special lines

    def _about(self, compared_line: ComparedLine) -> Iterator[str]:
        depth, worst = self.compared.depth, compared_line.worst
        if worst is not None:
            yield (
                f"The worst that {compared_line.plies[-1][0]} can bring is {worst.text} "
                f"({number_text.percent(worst.probability)}), {self._outcome_words(worst)}."
            )
        below = len(compared_line.moves) - depth
        if below > 0:
            last = "ply" if below == 1 else number_text.plies(below)
            are = "is" if below == 1 else "are"
            text = compared_line.text
            yield f"The last {last} of {text}'s line {are} quiescence search, beyond depth {depth}."

    def _outcome_words(self, outcome: ChanceOutcome) -> str:
        """The value of a chance outcome in words."""
        if number_text.is_decided(outcome.value):
            distance = number_text.plies(number_text.plies_to_end(outcome.value))
            return f"{'won' if outcome.value > 0 else 'lost'}{self.compared.for_whom} in {distance}"
        return f"{self._amount(outcome.value)}{self.compared.for_whom}"

    def _within_a_turn(self, compared_line: ComparedLine) -> bool:
        """Whether a line ends in the middle of a turn, where the evaluation is less reliable, and the engine
        does not search on."""
        end = compared_line.end
        trusted = self.compared.ends_quiet or end.outcome != ONGOING or compared_line.by_chance
        return not trusted and not hints_of(end.game).may_stand_pat(end.state)


def _effects(compared_line: ComparedLine) -> Iterator[str]:
    """What the moves in a line's name do."""
    for position, move in zip(
        compared_line.positions, compared_line.moves[: compared_line.named], strict=False
    ):
        yield from position.effects(move)


def _step(compared_line: ComparedLine, depth: int) -> float:
    """How much a compared line's value changed from `depth` to the next. −1.0 if not both values are known:
    then the other line's change counts as the larger one."""
    values = compared_line.values[depth - 1 : depth + 1]
    known = [value for value in values if value is not None]
    return abs(known[1] - known[0]) if len(known) == 2 else -1.0


def _first_new(compared_line: ComparedLine, depth: int) -> str:
    """The first move of a compared line at depth + 1 that was not in its line at `depth`."""
    if len(compared_line.lines) <= depth:
        return ""
    before, after = compared_line.lines[depth - 1], compared_line.lines[depth]
    if before is None or after is None:
        return ""
    position, sides = compared_line.positions[0], list[int]()
    for index, move in enumerate(after):
        sides.append(position.to_move)
        if index >= len(before) or before[index] != move:
            number = None if compared_line.number is None else numbers_along(compared_line.number, sides)[-1]
            return numbered(position, move, number)
        if len(position.chances(move)) > 1:
            break
        position = position.play(move)
    return ""


def as_json(compared: Comparison) -> dict[str, Any]:
    """The comparison as the command line prints it. Values are for `side`, the side to move at the root."""
    decisive, later, without = compared.decisive, compared.later, compared.without
    return {
        "chosen": compared.chosen.move_text,
        "asked": compared.asked.move_text,
        "side": SIDE_NAMES[compared.side],
        "depth": compared.depth,
        "chosen_value": compared.chosen.value,
        "asked_value": compared.asked.value,
        "difference": compared.difference,
        "labels": list(compared.labels),
        **compared.form.to_json(),
        "terms": [_term(compared, row) for row in compared.terms],
        "chosen_line": _line(compared.chosen),
        "asked_line": _line(compared.asked),
        "chosen_outcomes": _outcomes(compared.chosen),
        "asked_outcomes": _outcomes(compared.asked),
        "decisive_ply": None if decisive is None else decisive[0],
        "decisive_move": None if decisive is None else decisive[1].plies[decisive[0] - 1][0],
        "crossing_depth": compared.crossing,
        "chosen_values": list(compared.chosen.values),
        "asked_values": list(compared.asked.values),
        "refutation": WhyNotText(compared).refutation or None,
        "without": None
        if without is None
        else {"term": without.term, "move": without.played, "difference": without.difference},
        "deeper": None
        if later is None
        else {"depth": later.depth, "chosen_value": later.chosen, "asked_value": later.asked},
        "failure": compared.failure or None,
        "sentence": sentence(compared),
    }


def _term(compared: Comparison, row: TermDifference) -> dict[str, Any]:
    row_json: dict[str, Any] = {
        "name": row.name,
        "label": row.label,
        "chosen": row.chosen,
        "asked": row.asked,
        "difference": row.difference,
    }
    if row.flip is not None:
        best = row.flip.best
        row_json |= {
            "weight": compared.lens.weight(row.name),
            "flip_weight": row.flip.weight,
            "flip_until": row.flip.until,
            "best_beyond": None if best is None else compared.thought.position.move_text(best),
        }
    return row_json


def _line(compared_line: ComparedLine) -> list[str]:
    return [p.move_text(m) for p, m in zip(compared_line.positions, compared_line.moves, strict=False)]


def _outcomes(compared_line: ComparedLine) -> list[dict[str, Any]]:
    """The outcomes of the chance move at the end of the line; empty if there is none."""
    return [
        {
            "outcome": outcome.text,
            "probability": outcome.probability,
            "value": outcome.value,
            "share": compared_line.share(outcome),
        }
        for outcome in compared_line.outcomes
    ]
