"""The process that runs small searches uncompiled for another process;
`engines.compiling.uncompiled_searches` starts it.

It reads a request per line and writes a line for each: the number of the request, and the result. It ends
at once when its input ends, because then the program that started it is gone. It never imports Numba, and
loads no person's file.
"""

import queue
from collections import OrderedDict
from dataclasses import replace

from engines.compiling.uncompiled_searches import FAILED, STOP, Request, packed, unpacked
from engines.contract import StopSignal
from engines.search_engine import Searcher
from engines.standard_input import requests_of_parent
from games.thread_priority import let_others_go_first

MOST_ENGINES = 2
"""The number of engines that are kept with their memory."""

IDLE = 300.0
"""Seconds without a request after which the process ends."""


def serve() -> None:
    """Runs the searches that standard input asks for. Ends after a while without a request."""
    stops: dict[str, StopSignal] = {}
    engines: OrderedDict[int, Searcher] = OrderedDict()

    def at_once(line: str) -> bool:
        number, _, request = line.partition(" ")
        if request == STOP:
            stops.setdefault(number, StopSignal()).request()
        return request == STOP

    waiting, answers = requests_of_parent(at_once)
    let_others_go_first(in_child=True)
    while True:
        try:
            number, _, text = waiting.get(timeout=IDLE).partition(" ")
        except queue.Empty:
            return
        try:
            found = _answer(unpacked(text), engines, stops.setdefault(number, StopSignal()))
        except Exception:  # the process that asked compiles the search, which reports the failure
            found = FAILED
        stops.pop(number, None)
        answers.write(f"{number} {found}\n")
        answers.flush()


def _answer(request: Request, engines: "OrderedDict[int, Searcher]", stop: StopSignal) -> str:
    """The result of a request's search, for `uncompiled_searches.unpacked`."""
    known = engines.pop(request.engine, None)
    if known is None:
        engine = Searcher(request.lens, compile=False, **request.options)
    else:
        engine = replace(known, **request.options)
    engines[request.engine] = engine
    while len(engines) > MOST_ENGINES:
        engines.popitem(last=False)
    position = request.position
    thought = engine.think(position, stop=stop, only=request.only)
    tree = engine.tree() if engine.recording is not None else None
    return packed((thought, tree), position, engine.lens)
