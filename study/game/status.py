"""What happens in the window's game, in a few words: "your move", "thinking", "paused"."""

from engines.jobs import COMPILING, THINKING
from study.game.session import Session
from study.state.activity import STARTING
from study.state.study import Study


def where(study: Study) -> str:
    """The shown position of the game in words."""
    return f"after {study.record.numbered(study.cursor - 1)}" if study.cursor else "the start"


def status(session: Session) -> str:
    """What happens in the game, in a few words, for the bar above the board: who is to move, what compiles or
    thinks, or which earlier position is shown."""
    study, compiles_again = session.study, session.engines.compiles_again
    doing, search = study.doing, study.move_search
    thinks = search is not None and not search.over
    prepares = doing.kind in (COMPILING, STARTING)
    if session.analysis.search is not None:
        analysing = "old version analyses" if compiles_again(doing.name) else "analysing"
        return COMPILING if prepares else analysing if study.hint_for is None else "looking for a hint"
    if study.failure and study.at_end:
        return "stopped"
    if study.ahead is not None and not thinks:
        return "along a line"
    if not study.at_end and not thinks:
        return where(study)
    if study.over:
        return "the game is over"
    if study.is_person(study.record.position.to_move):
        mover = study.side_name(study.record.position.to_move)
        name = "your move" if study.people == 1 else f"{mover} to move"
        renews = any(compiles_again(player.heuristic) for player in study.players)
        return f"{name}, {doing.kind}" if prepares else f"{name}, {COMPILING}" if renews else name
    if not study.playing:
        return "paused"
    if study.held is not None:
        return "move held"
    if search is not None and search.seconds_left:
        return f"next move in {search.seconds_left} s"
    fast = study.people == 0 and 0.0 < session.turn.pace < 1.0
    if fast and not prepares and not (search is not None and not search.over and search.due):
        return "playing"  # "thinking" would come and go with each move
    return doing.kind if prepares else "old version plays on" if compiles_again(doing.name) else THINKING
