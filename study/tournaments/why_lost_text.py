"""Puts into sentences why a match was lost. Players have the names of the tournament's table."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan

from arena.parting import AT_AN_END, BY_CHANCE
from arena.statistics import wilson_interval
from engines.player_kinds import PlayerSpec
from games.figure_text import percents
from games.record import numbered
from heuristics.lens import Lens
from study.compare.breakdown_diff import count_in_one_unit, form_of_differences
from study.format.number_text import verdict
from study.format.value_format import ValueFormat
from study.game.replayed_searches import repeats_itself
from study.tournaments.why_lost import LINES, PartedChoice, Parting, WhyLostNews

NO_PAIRS = "All pairs were even, so no position decided between the two."
ALIKE = (
    "Both have the same heuristic and weights, so no term stood between them: they expected different lines."
)
AS_OFTEN = "That is at least as frequent in pairs it won, so it shows how the two differ, not why one lost."
NO_TERMS = "A player does not search with a heuristic, so the terms of the two cannot be compared."


@dataclass(frozen=True)
class MatchNames:
    """The names of the two players, in the order of the match, and of the two sides."""

    players: tuple[str, str]
    sides: tuple[str, str]


def sentences(news: WhyLostNews, names: MatchNames) -> list[str]:
    """Why the match was lost: in how many pairs, what the players disagreed on in them, and who was wrong by
    a deeper search."""
    lost, won = news.pairs(True), news.pairs(False)
    if not lost and not won:
        return [NO_PAIRS]
    said = [f"{names.players[news.loser]} lost {_pairs(len(lost))} and won {len(won)}.", _between(news)]
    if news.asked_deeper:
        judged = [each for each in lost if each.judged is not None]
        wrong = sum(bool(each.loser_was_wrong) for each in judged)
        said.append(f"A deeper search finds its move worse in {wrong} of the {_pairs(len(judged))} it lost.")
    else:
        said.append("No deeper search was asked, so the loser of a pair counts as wrong.")
    return [each for each in said if each]


def _between(news: WhyLostNews) -> str:
    """A sentence on the term on which the players disagreed most often (`WhyLostNews.counted`), or why there
    is none; "" if no pair counts."""
    first, second = news.lenses
    if first is None or second is None:
        return NO_TERMS
    if first == second:
        return ALIKE
    (lost, won), rows = news.counted, news.terms
    if not lost:
        return ""
    row = rows[0]
    share = f"in {share_text(row.lost, len(lost))} of the pairs it lost"
    others = f", and {row.won} of {len(won)} it won" if won else ""
    what = "they expected different lines" if row.name == LINES else f"{row.label} stood between the two"
    said = f"Mostly {what}: {share}{others}."
    as_often = bool(won) and row.won / len(won) >= row.lost / len(lost)
    return f"{said} {AS_OFTEN}" if as_often else said


def _pairs(count: int) -> str:
    return "1 pair" if count == 1 else f"{count} pairs"


def share_text(count: int, number: int) -> str:
    """A share of pairs with its 95 % interval: "22 of 23 (79.0 to 99.2 %)"; "–" of none."""
    if not number:
        return "–"
    return f"{count} of {number} ({percents(*wilson_interval(count / number, number))})"


def caveats(news: WhyLostNews, players: Sequence[PlayerSpec], names: MatchNames) -> list[str]:
    """What limits the answer, such as players that may choose another move next time."""
    said = []
    unsteady = [name for name, spec in zip(names.players, players, strict=True) if not repeats_itself(spec)]
    if unsteady:
        who = " and ".join(unsteady)
        said.append(
            f"The moves of {who} depend on time, threads or another program: where games part may be luck."
        )
    strange = sum(not choice.repeated for each in news.found for choice in each.choices)
    if strange:
        searched = sum(choice.depth > 0 for each in news.found for choice in each.choices)
        said.append(f"Repeated, {strange} of {searched} searches chose another move than in the match.")
    for how, words in ((BY_CHANCE, "chance parts the games"), (AT_AN_END, "one game is part of the other")):
        count = sum(each.pair.how == how for each in news.found)
        if count:
            said.append(f"In {_pairs(count)} {words}, so no moves of the players can be compared.")
    failures = [each.failure for each in news.found if each.failure]
    if failures:
        said.append(f"In {_pairs(len(failures))} a heuristic failed: {failures[0]}")
    return said


# One pair


def parting_sentence(parting: Parting, news: WhyLostNews, names: MatchNames) -> str:
    """Where the games of a pair part: what each player chose, its value for that player, and what they
    disagreed on."""
    pair, position = parting.pair, parting.position
    if position is None:
        return "Chance parts the games." if pair.how == BY_CHANCE else "One game is part of the other."
    chosen = " and ".join(
        f"{names.players[choice.player]} {_chose(choice, parting, news, names)}" for choice in parting.choices
    )
    return " ".join(filter(None, (f"{chosen}.", between_text(parting, news.lenses), judged_text(parting))))


def _chose(choice: PartedChoice, parting: Parting, news: WhyLostNews, names: MatchNames) -> str:
    value = value_of(choice, parting, news.lenses, names)
    return f"chose {move_of(choice, parting)}" + (f" ({value})" if value else "")


def move_of(choice: PartedChoice, parting: Parting) -> str:
    """The move of a choice with its number."""
    assert parting.position is not None
    return numbered(parting.position, choice.move, parting.number)


def value_of(choice: PartedChoice, parting: Parting, lenses: Sequence[Lens | None], names: MatchNames) -> str:
    """The value of a player's move by its own search, for the side to move; "" if the match did not keep it
    and the repeated search chose another move."""
    if isnan(choice.value) or parting.position is None:
        return ""
    decided = verdict(choice.value, parting.position.to_move, names.sides)
    return decided or ValueFormat.of_lens(lenses[choice.player]).with_unit(choice.value)


def between_text(parting: Parting, lenses: tuple[Lens | None, Lens | None]) -> str:
    """What the two disagreed on most, with its part of the gap; "" if a player does not search with a
    heuristic."""
    if any(choice.own is None for choice in parting.choices):
        return ""
    if parting.gap is None:
        return "One player saw a forced win or loss, so no terms are compared."
    part = between_cell(parting, lenses)
    if not part:
        return "When each move is searched alone, the two players do not disagree."
    return f"Of the gap of {_gap_text(parting.gap, lenses)}, the largest part is {part}."


def _gap_text(gap: float, lenses: tuple[Lens | None, Lens | None]) -> str:
    """A gap with its unit."""
    first, second = lenses
    assert first is not None and second is not None
    text = form_of_differences((first, second)).with_unit(gap)
    return text if count_in_one_unit(first, second) else f"{text} clear advantages"


def between_cell(parting: Parting, lenses: tuple[Lens | None, Lens | None]) -> str:
    """What the two disagreed on most, with its part of the gap: "mills +0.048"; "" if there is nothing."""
    name, (first, second) = parting.between, lenses
    if not name or first is None or second is None:
        return ""
    parts = {term.name: (term.label, term.difference) for term in parting.terms}
    label, part = parts.get(name, (LINES, parting.lines))
    return f"{label} {form_of_differences((first, second)).signed(part)}"


def judged_text(parting: Parting) -> str:
    """Which move a deeper search prefers; "" without such a search."""
    if parting.judged is None:
        return ""
    wrong = parting.loser_was_wrong
    which = "worse" if wrong else "no worse" if parting.judged[0] == parting.judged[1] else "better"
    return f"At depth {parting.judged_depth} the loser's move is {which}."
