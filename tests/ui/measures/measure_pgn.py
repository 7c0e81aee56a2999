"""How long a PGN file of many games takes to be listed, searched and sorted in the window, and a game of it
to be opened. On a quiet machine:

    PYTHONPATH=.:tests:tests/ui python tests/ui/measures/measure_pgn.py --games 10000
"""

import argparse
import random
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import chess
from driving import Driver

from ui.import_games import open_file
from ui.scenes.pgn_games import ORDERS, PgnGames
from ui.scenes.play.play import Play

DIFFERENT = 200


def moves_of(rng: random.Random) -> str:
    board, words = chess.Board(), []
    for ply in range(rng.randint(60, 100)):
        legal = list(board.legal_moves)
        if not legal:
            break
        move = rng.choice(legal)
        words.append(f"{ply // 2 + 1}. {board.san(move)}" if ply % 2 == 0 else board.san(move))
        words += ["{[%clk 0:10:03] a remark}"] if ply % 9 == 4 else []
        board.push(move)
    return " ".join(words)


def write(path: Path, games: int) -> None:
    rng = random.Random(1)
    bodies = [moves_of(rng) for _ in range(DIFFERENT)]
    with path.open("w", encoding="utf-8") as stream:
        for number in range(games):
            heads = {"Event": f"Open {number % 37}", "Date": f"20{number % 24:02}.05.01", "WhiteElo": "2400"}
            heads |= {"White": f"Player {rng.randint(0, 999)}", "Black": f"Player {rng.randint(0, 999)}"}
            heads |= {"Result": rng.choice(("1-0", "0-1", "1/2-1/2"))}
            stream.writelines(f'[{name} "{value}"]\n' for name, value in heads.items())
            stream.write(f"\n{bodies[number % DIFFERENT]} {heads['Result']}\n\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=10_000)
    games = parser.parse_args().games
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.pgn"
        write(path, games)
        print(f"{games} games, {path.stat().st_size / 1e6:.1f} MB")
        driver = Driver(Path(folder))
        driver.patient = False

        def timed(what: str, act: Callable[[], object], until: Callable[[], bool]) -> None:
            began = time.perf_counter()
            act()
            while not until():
                driver.frame()
                time.sleep(0.01)  # as the window waits for its next frame
            driver.frame()
            print(f"{what}: {time.perf_counter() - began:.3f} s")

        scene = lambda: driver.app.scene  # noqa: E731
        timed("listed", lambda: open_file(driver.window, path), lambda: isinstance(scene(), PgnGames))
        listed = scene()
        timed("searched for two words", lambda: listed._type("player 17"), lambda: True)
        for index, order in enumerate(ORDERS[1:], 1):
            timed(f"sorted {order.label}", partial(listed.order.choose, index), lambda: True)
        for number in (games // 2, games - 1):
            timed(
                f"game {number} opened",
                lambda number=number: listed._done(number),
                lambda: isinstance(scene(), Play),
            )
            driver.app.pop()
        driver.close()


if __name__ == "__main__":
    main()
