"""Asks why a move of the position on the board was not played, and chooses the search that answers: the
review's, or another search of the position."""

from collections.abc import Sequence

from study.review.background_review import BackgroundReview
from study.state.move_loss import ReviewedMove
from study.state.study import Study
from study.state.wishes import Say
from study.why_not.questions import WhyNotQuestions, turn_played, who_searched


def ask_why_not(study: Study, moves: Sequence[int], decided: bool = False) -> None:
    """Asks why these moves of the shown position, of one turn, are not played. The review's search answers
    for the move selected in the review's list. It also answers for another move that the review has looked
    at, unless a search of the position is deeper. `decided` as in `WhyNotQuestions.ask`."""
    questions, reviewed = study.of(WhyNotQuestions), _reviewed(study, moves)
    if reviewed is not None:
        found, lens = reviewed.thought, reviewed.thought.lens or study.lens
        questions.ask(study, study.position, moves, found, lens, beside=reviewed.beside, decided=decided)
        return
    thought = study.thought_here
    searcher = None if thought is None else who_searched(study, thought)
    questions.ask(study, study.position, moves, thought, study.lens, searcher, decided=decided)


def step_to(study: Study, node: int) -> None:
    """Shows a position of the game, to ask about a move there. If the board goes back for that, a message
    says so."""
    before = study.cursor
    study.go_to_node(node)
    if study.cursor < min(before, len(study.record.plies)):
        made = study.record.numbered(study.cursor)
        study.wish(Say(f"The board is back before {made}. The End key leads to the game again."))


def _reviewed(study: Study, moves: Sequence[int]) -> ReviewedMove | None:
    """The review's result for the asked moves, if its search should answer; else None."""
    if len(moves) != 1:
        return None
    pointed = study.pointed.reviewed_move
    if pointed is not None and pointed.move == moves[0] and study.shows(pointed.thought.position):
        return pointed
    looked, other = study.of(BackgroundReview).looked(study.position, moves[0]), study.thought_here
    if looked is None or looked.proven is not None:  # proven: this search does not see the forced win
        return None
    return None if other is not None and other.depth > looked.thought.depth else looked


def ask_why_not_this(study: Study) -> None:
    """Asks about the move that is pointed at or selected. If there is none, asks about a person's turn: the
    turn played from the shown position, or the last one before it, to which the board goes back. Asking again
    there is about the same turn."""
    pointed = study.pointed.selected if study.pointed.move is None else study.pointed.move
    if pointed is not None and pointed in study.position.moves:
        ask_why_not(study, (pointed,))
        return
    step_to(study, study.record.node(_persons_turn(study)))
    ask_why_not_here(study)


def _persons_turn(study: Study) -> int:
    """How many plies come before a person's turn: the turn played from the shown position, or the last one
    before it. The shown position's plies if there is none."""
    plies, cursor = study.record.plies, study.cursor
    if cursor < len(plies) and study.is_person(plies[cursor].side):
        return cursor
    begins = next((ply for ply in range(cursor - 1, -1, -1) if study.is_person(plies[ply].side)), None)
    if begins is None:
        return cursor
    while begins > 0 and plies[begins - 1].side == plies[begins].side:
        begins -= 1
    return begins


def ask_why_not_here(study: Study) -> None:
    """Asks about the turn that was played from the shown position; if there is none, asks which move is
    meant."""
    turn = turn_played(study.record, study.cursor)
    if turn:
        ask_why_not(study, turn)
    elif study.position.moves:
        study.of(WhyNotQuestions).ask_among(study, study.position, study.position.moves)
