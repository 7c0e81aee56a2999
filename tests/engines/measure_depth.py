"""How many nodes players of chess search to a depth, on eight middle games, in geometric means:

PYTHONPATH=. python tests/engines/measure_depth.py strong:michniewski strong:michniewski,futility=0
"""

import math
import sys

from engines.player_text import make_engine, parse_player
from games.chess import GAME
from games.position import Position

DEPTHS = (8, 10)
MIDDLE_GAMES = (
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 8",
    "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/1BN1B3/PPP1Q1PP/R4RK1 w - - 0 12",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "r1bqk2r/pp1nbppp/2p1pn2/3p4/2PP4/2N1PN2/PP1B1PPP/R2QKB1R w KQkq - 2 8",
    "r3r1k1/pp1q1ppp/2nb1n2/3p1b2/3P4/2NB1N2/PPQ2PPP/R1B1R1K1 w - - 6 14",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/pp3pk1/2p3p1/3pr2p/3R1P2/1PP3P1/P5KP/8 b - - 0 30",
    "3r2k1/1p3ppp/2pq4/p1n5/P6P/1P6/1PB2QP1/1K2R3 w - - 0 1",
)


def nodes_to(player: str, depth: int) -> float:
    logarithms = []
    for text in MIDDLE_GAMES:
        engine = make_engine(parse_player(f"{player},depth={depth}", "chess"), "chess", table_megabytes=16)
        logarithms.append(math.log(engine.think(Position.start(GAME, text=text)).nodes))
    return math.exp(sum(logarithms) / len(logarithms))


if __name__ == "__main__":
    for player in sys.argv[1:]:
        print(player, *(f"depth {depth}: {nodes_to(player, depth):,.0f}" for depth in DEPTHS), sep="  ")
