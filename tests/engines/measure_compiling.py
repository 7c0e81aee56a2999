"""Measures what compiling a first search costs, function by function: seconds of the processor, in one
process, with no kernel kept.

    PYTHONPATH=.:tests python tests/engines/measure_compiling.py chess strong:classical
"""

import sys
import tempfile
from pathlib import Path

from compile_events import CompileEvents
from engines.player_text import make_engine, parse_player
from games.compiling.kept_kernels import keep_kernels_in

MOST_ROWS = 20

if __name__ == "__main__":
    game, player = sys.argv[1:3]
    keep_kernels_in(Path(tempfile.mkdtemp()))
    events = CompileEvents()
    make_engine(parse_player(player, game), game, table_megabytes=1).prepare(game)
    print(f"{events.seconds:.1f} s, {len(events.rows)} functions; own seconds, and with what they call:")
    for row in sorted(events.rows, key=lambda row: -row.own)[:MOST_ROWS]:
        print(f"{row.own:6.2f} {row.seconds:6.2f}  {row.module}.{row.name}")
    print("own seconds by module:")
    for module, own in events.by_module():
        print(f"{own:6.2f}  {module}")
