"""A program that speaks our line protocol, as good or bad as its argument says; else it plays the last of the
legal moves. It needs nothing but Python, and starts in no time (`python -I -S`)."""

import os
import sys
import time

KIND = sys.argv[1]


def say(line: str) -> None:
    print(line, flush=True)


def hang() -> None:
    time.sleep(60)


def go(legal: list[str]) -> None:
    if KIND == "crash":
        sys.exit(3)
    elif KIND in ("hang", "stubborn", "obedient"):
        if KIND == "hang":
            say("say nothing comes to my mind")
            hang()
    elif KIND == "chatter":  # writes forever, and never decides
        while True:
            os.write(1, b"say what a game\n" * 1000)
    elif KIND == "endless":  # and never ends its line
        while True:
            os.write(1, b"x" * 65536)
    elif KIND == "long":  # ends it, just above the limit
        os.write(1, b"say " + b"x" * 65536 + b"\nmove " + legal[0].encode() + b"\n")
    elif KIND == "answers":
        while True:
            os.write(1, b"move " + legal[0].encode() + b"\n")
    elif KIND == "illegal":
        say("move z9")
    elif KIND == "empty":
        say("move")
    elif KIND == "error":
        say("error I have lost my opening book")
    elif KIND == "ready":
        say("ready")
    elif KIND == "garbage":
        os.write(1, b"\xff\xfe\x00\n\n\nbest move?\nmoves e2e4\n")
        say("move " + legal[-1])
    else:
        say("move " + legal[-1])


def main() -> None:
    legal: list[str] = []
    if KIND == "dead":
        sys.exit(1)
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if len(sys.argv) > 2:
            with open(sys.argv[2], "a", encoding="utf-8") as log:
                log.write(line)
        if word == "begin":
            if KIND == "mute":
                hang()
            say("error no board" if KIND == "unwilling" else "move a1" if KIND == "early" else "ready")
        elif word == "legal":
            legal = rest.split()
        elif word == "go":
            go(legal)
        elif word == "stop" and KIND == "obedient":
            say("move " + legal[-1])
    if KIND == "deaf":
        hang()


main()
