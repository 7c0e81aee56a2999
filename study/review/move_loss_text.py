"""Puts into words what a move lost, and what a column of the timeline shows."""

from engines.move_noise import skipping
from games.contract import never
from study.calibration.chance import Chance, compared
from study.calibration.chances import chance_of
from study.format import number_text
from study.format.level_text import limits_in_words
from study.format.loss_scale import standing
from study.format.value_format import ValueFormat
from study.review.timeline import OTHERS, Column, Timeline
from study.searches.values import evaluator, for_side
from study.state.move_loss import MoveLoss, judge
from study.state.study import Study
from study.why_not.comparison import ROUNDING


def listed_as(move_loss: MoveLoss) -> str:
    """What the move cost, with one more number: the plies to a forced win or loss, or else the share of the
    way from a won game to a lost one (`MoveLoss.way`), by which moves are marked. "already behind" or "still
    ahead" takes the number's place if the loss decided nothing for that reason."""
    best, played = move_loss.best.value, move_loss.played.value
    if standing(best) != standing(played):
        end = played if standing(played) else best
        return f"{move_loss.words} in {number_text.plies(number_text.plies_to_end(end))}"
    if standing(played):
        return move_loss.words
    if all_the_same := move_loss.all_the_same:
        return f"{move_loss.words}, {all_the_same}"
    return f"{move_loss.words}, {number_text.percent(move_loss.way)} of the way"


def listed_in(study: Study, move_loss: MoveLoss) -> tuple[str, ...]:
    """What the move cost, the longest text first. If the heuristic is calibrated, so that a value stands for
    an expected score (a "chance"), the text has the player's chances instead of the share of the way: two
    different per cents would be confusing."""
    chances = _chances_for(study, move_loss, move_loss.side)
    if chances is None:
        return listed_as(move_loss), move_loss.words
    return f"{move_loss.words}, chances {chances[1].text} instead of {chances[0].text}", move_loss.words


def about_turn(study: Study, index: int) -> str:
    """For a game whose turns may have several actions: which turn the ply `index` is part of, and what a ply
    is. Else ""."""
    record = study.record
    if record.game.idles is never:  # each turn is one move
        return ""
    turn = record.tree[record.line[index]].turn
    counted = "counting the turns of both sides; each action of a turn is a ply"
    return f"{record.label(index)} is turn {turn}, {counted}."


def loss_in_words(study: Study, move_loss: MoveLoss) -> str:
    """What was lost, what was better, and both values, for the side that the window's values are for."""
    whose, text = study.side_names[move_loss.side], study.record.numbered(move_loss.index)
    if move_loss.loss == 0.0:
        return f"{text}: nothing better for {whose} by {_source(move_loss)}."
    values = [_value(study, move_loss, value) for value in (move_loss.best.value, move_loss.played.value)]
    perspective = study.side_name(study.perspective)
    better = f"{study.record.label(move_loss.index)} {move_loss.position.notation(move_loss.best.move)}"
    return (
        f"{text} {move_loss.words} for {whose}: better was {better}, "
        f"{values[0]} instead of {values[1]} for {perspective}, by {_source(move_loss)}."
        f"{_chances(study, move_loss)}{_limits(study, move_loss)}"
    )


def passed_over(study: Study, index: int) -> str:
    """Why the level that made the game's ply `index` did not make a better move, if a search of the position
    knows one; else ""."""
    ply, thought = study.record.plies[index], study.search_store.of(study.record.positions[index])
    move_loss = None if thought is None else judge(index, ply.move, thought, study.rows_of(thought))
    if move_loss is None or move_loss.loss <= 0.0 or not _limits(study, move_loss):
        return ""
    better, player = move_loss.position.notation(move_loss.best.move), str(study.program(ply.side))
    said = f"{move_loss.text} {move_loss.words}: better was {better}."
    if thought is not None and thought.player == player:
        said = f"{study.side_name(ply.side)} {skipping(player, better)}."
    return f"{said}{_limits(study, move_loss)}"


def _limits(study: Study, move_loss: MoveLoss) -> str:
    """A sentence on what limits the level that made the move, such as how far it looks ahead; "" for other
    players."""
    words = limits_in_words(study.program(move_loss.side), study.record.game.name)
    return f" {words}" if words else ""


def _chances(study: Study, move_loss: MoveLoss) -> str:
    """A sentence with both values as expected scores, after a space; "" if one has none."""
    chances = _chances_for(study, move_loss, study.perspective)
    return "" if chances is None else f" {compared(*chances)}"


def _chances_for(study: Study, move_loss: MoveLoss, side: int) -> tuple[Chance, Chance] | None:
    """A side's expected scores after the best and after the played move; None if the heuristic is not
    calibrated, and if one of the moves wins or loses by force."""
    best, played = (
        chance_of(study, move_loss.thought, for_side(value, move_loss.side, side), side)
        for value in (move_loss.best.value, move_loss.played.value)
    )
    return None if best is None or played is None else (best, played)


def _source(move_loss: MoveLoss) -> str:
    return f"{evaluator(move_loss.thought)}, {number_text.plies(move_loss.depth)} deep"


def _value(study: Study, move_loss: MoveLoss, value: float) -> str:
    shown = for_side(value, move_loss.side, study.perspective)
    verdict = number_text.verdict(shown, study.perspective, study.side_names)
    return verdict or ValueFormat.of_thought(move_loss.thought).signed(shown)


def column_in_words(study: Study, timeline: Timeline, column: Column) -> str:
    """A position of the game, line by line: the move that led there, its value and what the value is made of,
    the values by the other lenses, and what the move lost."""
    record, cursor = study.record, column.cursor
    assert timeline.course is not None
    head = "The start" if not cursor else f"After {record.numbered(cursor - 1)}"
    if cursor:
        head += f" of {study.side_name(record.plies[cursor - 1].side)}"
    lines = [f"{head}."]
    perspective = study.side_name(study.perspective)
    course = timeline.course
    form = ValueFormat.of_lens(course.lens)
    where = "at the end of the best line" if column.searched else "static evaluation"
    if column.value is not None and column.amounts is not None:
        amounts = dict(zip((*course.terms, OTHERS), column.amounts, strict=True))
        amounts[ROUNDING] = form.lacking(column.value, column.amounts)
        parts = [f"{name} {form.signed(a)}" for name, a in amounts.items() if form.steps(a)]
        total = form.with_unit(column.value)
        lines.append(f"{total} for {perspective} by {course.lens.name}, {where}: {', '.join(parts) or '0'}.")
    elif column.words:
        lines.append(f"{column.words[:1].upper()}{column.words[1:]}.")
    for opinion in timeline.others:
        value = opinion.course.columns[cursor].value
        if value is not None:
            whose = "" if opinion.side is None else f", which plays {study.side_name(opinion.side)}"
            shown = ValueFormat.of_lens(opinion.course.lens).with_unit(value)
            lines.append(f"{shown} for {perspective} by {opinion.course.lens.name}{whose}.")
    if searched := _searched(study, timeline, cursor):
        lines.append(searched)
    move_loss = timeline.move_losses[cursor - 1] if cursor else None
    if move_loss is not None and move_loss.loss > 0.0:
        lines.append(loss_in_words(study, move_loss))
    stretch = timeline.stretch
    if stretch is not None and stretch.start <= cursor <= stretch.end:
        lines.append(timeline.lost_where)
    return "\n".join(lines)


def _searched(study: Study, timeline: Timeline, cursor: int) -> str:
    """A search's value of a position, and the expected score that it stands for; "" if there is none."""
    move_loss = timeline.move_losses[cursor] if cursor < len(timeline.move_losses) else None
    position = study.record.positions[cursor]
    thought = study.search_store.of(position, study.lens) if move_loss is None else move_loss.thought
    if thought is None:
        return ""
    side = study.perspective
    value = for_side(thought.value, thought.position.to_move, side)
    chance = chance_of(study, thought, value, side)
    if chance is None:
        return ""
    shown, name = ValueFormat.of_thought(thought).with_unit(value), study.side_name(side)
    return (
        f"{shown} for {name} by a search {number_text.plies(thought.depth)} deep. {chance.sentence_for(name)}"
    )
