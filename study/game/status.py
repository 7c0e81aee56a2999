"""The state of a session in a few words."""

from engines.jobs import COMPILING, THINKING
from study.core.activity import STARTING
from study.game.session import Session


def status(session: Session) -> str:
    """What the program or the person to move is doing, or which position this is, in a few words."""
    doing, compiles_anew = session.activity(), session.programs.compiles_anew
    prepares = doing.kind in (COMPILING, STARTING)
    if session.analysis.search is not None:
        analysing = "old version analyses" if compiles_anew(doing.name) else "analysing"
        return COMPILING if prepares else "looking for a hint" if session.analysis.hinting else analysing
    if session.study.failure and session.study.at_end:
        return "stopped"
    if session.study.ahead is not None and not session.move_search.running:
        return "along a line"
    if not session.study.at_end and not session.move_search.running:
        return session.where
    if session.study.over:
        return "the game is over"
    if session.study.is_person(session.study.record.position.to_move):
        mover = session.study.side_name(session.study.record.position.to_move)
        name = "your move" if session.study.people == 1 else f"{mover} to move"
        renews = any(compiles_anew(player.heuristic) for player in session.study.players)
        return f"{name}, {doing.kind}" if prepares else f"{name}, {COMPILING}" if renews else name
    if not session.playing:
        return "paused"
    if session.held is not None:
        return "move held"
    search = session.move_search
    if search.seconds_left:
        return f"next move in {search.seconds_left} s"
    if (
        session.study.people == 0
        and 0.0 < search.pace < 1.0
        and not prepares
        and not (search.running and search.due)
    ):
        return "playing"  # "thinking" would come and go with each move
    return doing.kind if prepares else "old version plays on" if compiles_anew(doing.name) else THINKING
