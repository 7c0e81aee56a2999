"""How much of a point the moves of chess players lose, as a UCI program judges them:

PYTHONPATH=. python tests/engines/measure_choices.py stockfish selective:classical,nodes=20000 uci:stockfish

Every player chooses in the same positions: those of GAMES games of WALKER against itself, after their random
plies and up to LAST_PLY. In each game it has an engine for either side, which remembers. The program searches
JUDGE_NODES nodes after each chosen move. A game's outcome says little of its many choices, so two players are
told apart sooner than by a match of the same time.
"""

import math
import sys
from collections.abc import Iterator

import chess
import chess.engine
import numpy as np

from arena.match import Match
from engines.player_text import make_engine, parse_player
from games.compiling.kept_kernels import default_folder, keep_kernels_in
from games.position import Position
from games.registry import load_game

WALKER, GAMES, LAST_PLY = "selective:classical,nodes=10000", 40, 110
JUDGE_NODES = 40_000

POINTS_PER_HUNDREDTH = 0.0068
"""In the exponent: 100 hundredths of a pawn count as 0.66 points."""

DECIDED = 0.04
"""A position counts if its best judged move is worth more than this, and its worst less than 1 minus this."""

Choices = dict[str, str]
"""Move by position, as UCI texts."""


def walks() -> Iterator[list[Position]]:
    """Each game's positions from the first after its opening on, always the same ones."""
    game, walker = load_game("chess"), parse_player(WALKER, "chess")
    match = Match(game, walker, walker, GAMES, game.options(), random_plies=2)
    for result in match.play().results:
        line = [Position.start(game)]
        for move, chance in result.moves[:LAST_PLY]:
            line.append(line[-1].play(move, chance))
        yield line[2:]


def choices_of(player: str, games: list[list[Position]]) -> Choices:
    spec = parse_player(player, "chess")
    chosen: Choices = {}
    for line in games:
        engines = [make_engine(spec, "chess", seed=side) for side in (0, 1)]
        for position in line:
            if position.moves:
                chosen[position.text] = position.move_text(engines[position.to_move].think(position).move)
        for engine in engines:
            engine.close()
    return chosen


def worth(judge: chess.engine.SimpleEngine, position: str, move: str) -> float:
    """The points that the side to move can expect after its move, from 0 to 1."""
    board = chess.Board(position)
    board.push_uci(move)
    if board.is_game_over():
        return 1.0 if board.is_checkmate() else 0.5
    found = judge.analyse(board, chess.engine.Limit(nodes=JUDGE_NODES), game=object())["score"]
    hundredths = -found.relative.score(mate_score=10_000)
    return 1 / (1 + math.exp(-POINTS_PER_HUNDREDTH * hundredths))


def mean_with_error(values: np.ndarray) -> str:
    """In hundredths of a point."""
    return f"{100 * values.mean():+.2f} ± {100 * values.std(ddof=1) / math.sqrt(len(values)):.2f}"


def measure(program: str, players: list[str]) -> None:
    games = list(walks())
    chosen = [choices_of(player, games) for player in players]
    judge = chess.engine.SimpleEngine.popen_uci(program)
    losses = []
    for position in chosen[0]:
        moves = [choices[position] for choices in chosen]
        worths = {move: worth(judge, position, move) for move in dict.fromkeys(moves)}
        if max(worths.values()) > DECIDED and min(worths.values()) < 1 - DECIDED:
            losses.append([max(worths.values()) - worths[move] for move in moves])
    judge.quit()
    lost = np.array(losses)
    print(f"{len(lost)} positions, hundredths of a point lost a move, and more than the first (± one error)")
    for index, player in enumerate(players):
        more = mean_with_error(lost[:, index] - lost[:, 0])
        print(f"{player}: {mean_with_error(lost[:, index])}, {more}")


if __name__ == "__main__":
    keep_kernels_in(default_folder())
    measure(sys.argv[1], sys.argv[2:])
