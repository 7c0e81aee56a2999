"""The notice of the play screen: the names of openings."""

from engines.jobs import Lane
from games.record import Record
from games.registry import load_game
from ui.scenes.play.notice import OpeningNames

SHUFFLED = ("Nf3", "Nf6", "Ng1", "Ng8") * 16


def test_openings_of_lines_that_end_alike_have_their_own_names() -> None:
    chess, lane = load_game("chess"), Lane("names")
    record = Record.start(chess, chess.options(repetition=0, quiet_limit=0))
    names, found = OpeningNames(record, lane), []
    lane.end(60.0)  # waits until the names are loaded
    for first in (("e4", "e5"), ("d4", "d5")):
        record.take_back(len(record.plies))
        for move in (*first, *SHUFFLED):
            record.play(record.position.parse_move(move))
        found.append(names.name(len(record.plies)))
    assert found == ["C20 Open Game", "D00 Queen's Pawn Game, Closed"]
