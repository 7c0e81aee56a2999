"""`main.py bench`: measures by game the nodes a second of rules and of search, games a second, and the time
to compile."""

import argparse
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from arena.match import Match
from arena.single_game import play
from arena.training.environment import Environment
from cli.command_io import settings_of, show
from cli.parser import COUNT
from cli.plain_tables import new_console, new_table
from engines.contract import Limits, Thought
from engines.player_text import make_engine, parse_player
from engines.search_engine import Searcher
from games.compiling.compiler import compiled
from games.compiling.kept_kernels import keep_kernels_in
from games.contract import Game, Options
from games.perft import make_perft
from games.position import Position
from games.registry import game_names, load_game
from heuristics.contract import Heuristic
from heuristics.lens import Lens
from heuristics.registry import default_heuristic, load_heuristic

SECONDS = 1.0
"""The speeds of rules, search and environment are measured over at least this many seconds."""

SEEDS = 6
"""The number of seeds with which a position is searched by one thread and by several."""

NODES_PER_MOVE = 2000
"""The nodes that each player searches for a move, in the games of `--games`."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", help="only this game; all if left out")
    parser.add_argument("heuristic", metavar="HEURISTIC", nargs="?", help="the game's usual one if left out")
    parser.add_argument("--threads", **COUNT, help="compare a search by one thread with a search by N")
    parser.add_argument(
        "--games",
        **COUNT,
        help="play N games in compiled code, with one worker and with two, and an eighth of them by Python, "
        "which calls the compiled search for each move",
    )
    parser.add_argument(
        "--boards",
        **COUNT,
        help="play at random in the environment for reinforcement learning, N games at a time",
    )


def run(arguments: argparse.Namespace) -> None:
    settings = settings_of(arguments)
    keep_kernels_in(None)  # loads no kept kernels, because it measures the time to compile
    megabytes, wanted = settings.engine.table_megabytes, arguments.heuristic
    answer = {}
    for name in [arguments.game] if arguments.game else game_names():
        game, options = load_game(name), settings.options_for(name)
        heuristic = default_heuristic(name) if wanted is None else load_heuristic(name, wanted)
        row = answer[name] = bench_game(game, options, heuristic, megabytes)
        if arguments.threads:
            row |= bench_threads(game, options, heuristic, arguments.threads)
        if arguments.games:
            row |= bench_games(game, options, heuristic, arguments.games, megabytes)
        if arguments.boards:
            row |= bench_environment(game, options, arguments.boards)
    show(arguments, answer, show_bench)


def bench_game(
    game: Game, options: Options, heuristic: Heuristic, table_megabytes: int = 64
) -> dict[str, Any]:
    """Measures one game. Speeds are nodes a second of wall time:

    - `perft_nps`: of counting move sequences, in which the last moves are counted and not made;
    - `search_nps`: of `alphabeta` with the heuristic and a transposition table, in positions after random
      moves; `uncompiled_search_nps` of the same code without the compiler.

    `compile_seconds` is the time to test the heuristic and to compile that search, without kept kernels.
    """
    started = time.perf_counter()
    searching = partial(
        Searcher,
        Lens.of(heuristic),
        Limits(seconds=SECONDS / 2),
        table_megabytes=table_megabytes,
    )
    compiled_search = searching()
    compiled_search.prepare(game.name)
    compiling = time.perf_counter() - started
    positions = middle_games(game, options)
    search = _search_speed(compiled_search, positions)
    plain_search = searching(compile=False)
    plain_search.prepare(game.name)
    plain = _search_speed(plain_search, positions[:2])
    return {
        "heuristic": heuristic.name,
        "perft_nps": _perft_speed(game, options),
        "search_nps": search,
        "uncompiled_search_nps": plain,
        "speed_up": search / plain,
        "compile_seconds": compiling,
        "table_megabytes": table_megabytes,
    }


def bench_threads(game: Game, options: Options, heuristic: Heuristic, threads: int) -> dict[str, Any]:
    """Compares one thread with several that share the transposition table, in ten positions, each to the
    depth that one thread reaches in half a second. Each position is searched with several seeds, because each
    seed leads to another tree. `threads_nps_ratio` is the ratio of nodes a second, `threads_depth_ratio` how
    many times faster the depth is reached (the median over the positions)."""
    kind = f"strong:{heuristic.name}"
    faster = []
    nodes, seconds = [0, 0], [0.0, 0.0]
    for position in middle_games(game, options, count=10):
        runs = race(kind, position, int(SECONDS * 500), threads, SEEDS)
        took = [sum(thought.seconds for thought in thoughts) for thoughts in runs]
        for which, thoughts in enumerate(runs):
            nodes[which] += sum(thought.nodes for thought in thoughts)
            seconds[which] += took[which]
        faster.append(took[0] / took[1])
    return {
        "threads": threads,
        "threads_nps_ratio": nodes[1] / seconds[1] / (nodes[0] / seconds[0]),
        "threads_depth_ratio": float(np.median(faster)),
    }


def race(
    player: str, position: Position, milliseconds: int, threads: int, seeds: int
) -> tuple[list[Thought], list[Thought]]:
    """The searches by one thread and by several, each with a number of seeds, to the depth that one thread
    reaches in `milliseconds`."""
    depth = max(1, _thought(f"{player},ms={milliseconds}", position).depth)
    alone: list[Thought] = []
    together: list[Thought] = []
    for seed in range(seeds):
        for number, thoughts in ((1, alone), (threads, together)):
            text = f"{player},depth={depth},threads={number},seed={seed}"
            thoughts.append(_thought(text, position))
    return alone, together


def bench_games(
    game: Game, options: Options, heuristic: Heuristic, games: int, table_megabytes: int = 64
) -> dict[str, Any]:
    """Measures a match of `alphabeta`, with the heuristic and 2 000 nodes a move, against itself.

    - `games_per_cpu_second`: games a second of processor time, if a compiled kernel plays them whole;
      `python_games_per_cpu_second` the same for an eighth of the games, if Python calls the search for each
      move;
    - `two_workers_ratio`: how many times as many games two threads play as one, in a second of wall time.
    """
    player = parse_player(f"alphabeta:{heuristic.name},nodes={NODES_PER_MOVE}", game.name)
    match = Match(game, player, player, games, options, table_megabytes=table_megabytes)
    match.play()  # not measured: compiles the kernels, and finds the openings
    started = time.perf_counter()
    match.play()
    seconds = time.perf_counter() - started
    started = time.perf_counter()
    match.play(workers=2)
    two_seconds = time.perf_counter() - started
    numbers = range(-(-games // 8))

    def play_in_python() -> None:
        for number in numbers:
            play(match.single_game(number), compiled=False)

    rate, python_rate = games * _rate(match.play), len(numbers) * _rate(play_in_python)
    return {
        "games": games,
        "games_per_cpu_second": rate,
        "python_games_per_cpu_second": python_rate,
        "games_ratio": rate / python_rate,
        "two_workers_ratio": seconds / two_seconds,
    }


def _rate(work: Callable[[], object]) -> float:
    """How often a second of processor time the work is done. It is repeated until the clock has moved,
    which on Windows moves by 1/64 s."""
    count, spent, cpu = 0, 0.0, time.process_time()
    while not spent:
        work()
        count += 1
        spent = time.process_time() - cpu
    return count / spent


def bench_environment(game: Game, options: Options, boards: int) -> dict[str, Any]:
    """Measures the environment for reinforcement learning with a number of games at a time (`boards`), in
    which both sides move at random. `environment_pps`: plies of both sides a second of processor time, in one
    thread."""
    random = make_engine(parse_player("random", game.name), game.name)
    environment = Environment(game, random, boards, options=options)
    draw, rows = np.random.default_rng(0), np.arange(boards)
    plies, cpu = environment.plies, time.process_time()
    while time.process_time() - cpu < SECONDS:
        environment.step(environment.moves[rows, (draw.random(boards) * environment.counts).astype(int)])
    pps = (environment.plies - plies) / (time.process_time() - cpu)
    return {"boards": boards, "environment_pps": pps}


def middle_games(game: Game, options: Options, count: int = 6, plies: int = 12) -> list[Position]:
    """Positions after random moves, always the same ones."""
    positions: list[Position] = []
    seed = 0
    while len(positions) < count:
        generator = np.random.Generator(np.random.PCG64(seed))
        seed += 1
        position = Position.start(game, options)
        for _ in range(plies):
            if not position.moves:
                break
            move = position.moves[int(generator.integers(len(position.moves)))]
            position = position.play(move, int(generator.integers(len(position.chances(move)))))
        if position.moves:
            positions.append(position)
    return positions


def _thought(player: str, position: Position) -> Thought:
    engine = make_engine(parse_player(player, position.game.name), position.game.name)
    engine.prepare(position.game.name)
    return engine.think(position)


def _search_speed(engine: Searcher, positions: list[Position]) -> float:
    nodes, seconds = 0, 0.0
    for position in positions:
        thought = engine.think(position)
        nodes += thought.nodes
        seconds += thought.seconds
    return nodes / seconds


def _perft_speed(game: Game, options: Options) -> float:
    count = compiled(make_perft(game))
    states = np.zeros(64, game.dtype).view(np.recarray)
    states[0] = Position.start(game, options).state
    moves = np.zeros((64, game.max_moves), np.int32)
    count(states, moves, 0, 1)
    for depth in range(1, 60):
        started = time.perf_counter()
        nodes = int(count(states, moves, 0, depth))
        seconds = time.perf_counter() - started
        if seconds >= SECONDS:
            break
    return nodes / seconds


def show_bench(answer: Mapping[str, Mapping[str, Any]]) -> None:
    numbers = ("perft nodes/s", "search nodes/s", "uncompiled", "speed-up", "compiling")
    table = new_table("game", "heuristic", *numbers, right=numbers)
    for name, row in answer.items():
        table.add_row(
            name,
            row["heuristic"],
            f"{row['perft_nps'] / 1e6:.1f} M",
            f"{row['search_nps'] / 1e6:.2f} M",
            f"{row['uncompiled_search_nps'] / 1e3:.1f} k",
            f"{row['speed_up']:.0f}×",
            f"{row['compile_seconds']:.1f} s",
        )
    console = new_console()
    console.print(table)
    for name, row in answer.items():
        if "threads" in row:
            console.print(
                f"{name}: {row['threads']} threads search {row['threads_nps_ratio']:.2f}× the nodes a second"
                f" and reach a depth {row['threads_depth_ratio']:.2f}× as fast (median of ten positions)"
            )
        if "games" in row:
            console.print(
                f"{name}: {row['games_per_cpu_second']:.1f} games a second of processor time in one compiled"
                f" function, {row['python_games_per_cpu_second']:.2f} if Python calls the search for each"
                f" move (ratio {row['games_ratio']:.1f}); two workers play {row['two_workers_ratio']:.2f}×"
                " as many games as one"
            )
        if "boards" in row:
            console.print(
                f"{name}: {row['environment_pps'] / 1e6:.2f} M plies a second of processor time in the"
                f" environment for reinforcement learning, {row['boards']} games at a time"
            )
