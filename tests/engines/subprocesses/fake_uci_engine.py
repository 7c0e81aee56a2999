"""A UCI engine for tests, as good or bad as its argument says. It plays the first legal move."""

import sys
import time
from pathlib import Path

import chess

KIND = sys.argv[1]


def say(line: str) -> None:
    print(line, flush=True)


def hang() -> None:
    time.sleep(60)


def go(board: chess.Board, words: list[str]) -> None:
    best = next(iter(board.legal_moves)).uci()
    if KIND == "crash":
        sys.exit(3)
    if KIND == "hang":
        hang()
    if KIND == "chatter":  # writes forever, and never decides
        while True:
            say("info depth 1 nodes 10")
            time.sleep(0.01)
    if KIND == "illegal":
        say("bestmove e1e5")
    elif KIND == "null":
        say("bestmove 0000")
    elif KIND == "none":
        say("bestmove (none)")
    elif KIND == "garbage":
        sys.stdout.buffer.write(
            b"\xff\xfe\x00 \n\n\ninfo depth x score cp\ninfo score cp 1 pv e9e9 zz\nbest move?\n"
        )
        sys.stdout.buffer.flush()
        say("info depth 7 nodes 70 score cp 50 pv " + best)
        say("bestmove " + best)
    else:
        say(f"info depth 1 nodes 20 score mate 2 pv {best}")
        say(f"info depth 2 nodes 30 score cp 900 lowerbound pv {best}")
        say(f"info depth 3 nodes 40 score cp -35 pv {best}")
        say("bestmove " + best)


def main() -> None:
    board = chess.Board()
    searching = False
    if KIND == "dead":
        sys.exit(1)
    for line in sys.stdin:
        words = line.split()
        if len(sys.argv) > 2:
            with Path(sys.argv[2]).open("a", encoding="utf-8") as log:
                log.write(line)
        match words:
            case ["uci"]:
                if KIND == "mute":
                    hang()
                say("id name fake")
                if KIND == "misspelt":
                    say("option name Hash type spin default many min 1 max 16")
                    say("option name Style type combo default Wild var Solid")
                    say("option name Noise type dial default 3")
                    say("option")
                    say("option name Threads type spin default 1 min 1 max 8")
                if KIND == "limited":
                    say("option name UCI_LimitStrength type check default false")
                if KIND in ("limited", "rated"):
                    say("option name UCI_Elo type spin default 1350 min 1350 max 2850")
                say("uciok")
            case ["isready"]:
                if KIND == "unready":
                    hang()
                say("readyok")
            case ["position", *rest]:
                moves = rest[rest.index("moves") + 1 :] if "moves" in rest else []
                fen = rest[1:7] if rest[0] == "fen" else []
                board = chess.Board(" ".join(fen)) if fen else chess.Board()
                for move in moves:
                    board.push_uci(move)
            case ["go", *rest] if KIND in ("patient", "stubborn"):
                searching = True
                say("info depth 4 nodes 44 score cp 10 pv " + list(board.legal_moves)[1].uci())
            case ["go", *rest]:
                go(board, rest)
            case ["stop"] if searching:
                searching = False
                if KIND == "stubborn":
                    time.sleep(0.5)
                say("bestmove " + list(board.legal_moves)[2].uci())
            case ["quit"]:
                return
    if KIND == "deaf":
        hang()


main()
