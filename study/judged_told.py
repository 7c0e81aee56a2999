"""What is said of a move that lost something, and of a column of the timeline: one wording for the window's
places."""

from study import numbers
from study.comparison import ROUNDING
from study.judged import Judged
from study.study import Study
from study.timeline import OTHERS, Column, Timeline
from study.values import looked_through, turned


def lost(study: Study, judged: Judged) -> str:
    """What the move costs the player who made it, as a verb and its object."""
    return judged.words(_decimals(study, judged))


def told(study: Study, judged: Judged) -> str:
    """What was lost, what was better, and both values, for whoever the window's values are for."""
    whose, text = study.side_names[judged.side], study.record.numbered(judged.index)
    if judged.loss == 0.0:
        return f"{text}: nothing better for {whose} by {_source(judged)}."
    values = [_value(study, judged, value) for value in (judged.best.value, judged.played.value)]
    eyes = study.side_name(study.eyes)
    better = f"{study.record.label(judged.index)} {judged.position.notation(judged.best.move)}"
    return (
        f"{text} {lost(study, judged)} for {whose}: better was {better}, "
        f"{values[0]} instead of {values[1]} for {eyes}, by {_source(judged)}."
    )


def _source(judged: Judged) -> str:
    return f"{looked_through(judged.thought)}, {numbers.plies(judged.depth)} deep"


def _decimals(study: Study, judged: Judged) -> int:
    lens = judged.thought.lens
    if lens is None:
        return 2
    measures = study.measures(lens)
    measures.make_room_for([judged.best.value, judged.played.value])
    return measures.decimals


def _value(study: Study, judged: Judged, value: float) -> str:
    shown = turned(value, judged.side, study.eyes)
    verdict = numbers.verdict(shown, study.eyes, study.side_names)
    return verdict or numbers.of_a_win(shown) or numbers.signed(shown, _decimals(study, judged))


def column_told(study: Study, timeline: Timeline, column: Column) -> str:
    """A position of the game, line by line: the move that led there, what it is worth and what that is made
    of, through the others as well, and what the move lost."""
    record, cursor = study.record, column.cursor
    assert timeline.course is not None
    head = "The start" if not cursor else f"After {record.numbered(cursor - 1)}"
    if cursor:
        head += f" of {study.side_name(record.plies[cursor - 1].side)}"
    lines = [f"{head}."]
    eyes = study.side_name(study.eyes)
    course = timeline.course
    measures = study.measures(course.lens)
    if column.value is not None and column.amounts is not None:
        measures.make_room_for([column.value, *column.amounts])
        amounts = dict(zip((*course.terms, OTHERS), column.amounts, strict=True))
        rest = numbers.in_units(column.value, measures.decimals)
        rest -= sum(numbers.in_units(amount, measures.decimals) for amount in column.amounts)
        amounts[ROUNDING] = rest / 10**measures.decimals
        parts = [f"{_plain(name)} {numbers.signed(a, measures.decimals)}" for name, a in amounts.items() if a]
        total = numbers.signed(column.value, measures.decimals)
        lines.append(f"{total} for {eyes} by {course.lens.name}, as it stands: {', '.join(parts) or '0'}.")
    elif column.words:
        lines.append(f"{column.words[:1].upper()}{column.words[1:]}.")
    for opinion in timeline.others:
        value = opinion.course.columns[cursor].value
        if value is not None:
            of_it = study.measures(opinion.course.lens)
            of_it.make_room_for([value])
            whose = "" if opinion.side is None else f", which plays {study.side_name(opinion.side)}"
            shown = numbers.signed(value, of_it.decimals)
            lines.append(f"{shown} for {eyes} by {opinion.course.lens.name}{whose}.")
    judged = timeline.judged[cursor - 1] if cursor else None
    if judged is not None and judged.loss > 0.0:
        lines.append(told(study, judged))
    return "\n".join(lines)


def _plain(name: str) -> str:
    return name.replace("_", " ")
