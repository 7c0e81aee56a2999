"""The state of a session in a few words."""

from engines.jobs import COMPILING, THINKING
from study.core.activity import STARTING
from study.format import number_text
from study.game.session import Session


def status(session: Session) -> str:
    """What the program or the person to move is doing, or which position this is, in a few words."""
    doing, compiles_anew = session.activity(), session.programs.compiles_anew
    prepares = doing.kind in (COMPILING, STARTING)
    if session.analysis.search is not None:
        analysing = "old version analyses" if compiles_anew(doing.name) else "analysing"
        return COMPILING if prepares else "looking for a hint" if session.analysis.hinting else analysing
    if session.study.failure and session.at_end:
        return "stopped"
    if session.study.ahead is not None and not session.move_search.running:
        return "along a line"
    if not session.at_end and not session.move_search.running:
        return session.where
    if session.over:
        return "the game is over"
    if session.is_human(session.position.to_move):
        mover = session.study.side_name(session.position.to_move)
        name = "your move" if session.humans == 1 else f"{mover} to move"
        renews = any(compiles_anew(player.heuristic) for player in session.players)
        return f"{name}, {doing.kind}" if prepares else f"{name}, {COMPILING}" if renews else name
    if not session.playing:
        return "paused"
    if session.held is not None:
        return "move held"
    search = session.move_search
    if search.seconds_left:
        return f"next move in {search.seconds_left} s"
    if (
        session.humans == 0
        and 0.0 < search.pace < 1.0
        and not prepares
        and not (search.running and search.due)
    ):
        return "playing"  # "thinking" would come and go with each move
    return doing.kind if prepares else "old version plays on" if compiles_anew(doing.name) else THINKING


def compiling_once(session: Session) -> str:
    """What is being compiled while a person waits, and for how long, in words; "" where nobody waits."""
    doing = session.activity()
    waits = session.analysis.search is not None or not session.is_human(session.position.to_move)
    if doing.kind != COMPILING or not doing.part or not waits:
        return ""
    about = f", about {number_text.seconds(doing.expected)}" if doing.expected else ""
    if 0.0 < doing.expected < doing.seconds:
        about = ", and longer than expected"
    return f"Compiling {session.study.entry.title}: the first time only{about}."
