"""Where a game has no endgame tables, positions come from the last moves that two programs played. A search
finds out whether each move wins, draws or loses."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from arena.single_game import SingleGame, play
from arena.truth.bounds import Prover
from arena.truth.proven import Proven
from arena.truth.sample import PROVER_NODES
from engines.contract import StopSignal
from engines.player_text import parse_player
from games.contract import Options
from games.position import Position
from games.random_stream import drawn_below, drawn_word
from games.registry import load_game
from games.truth.fate import Fate
from heuristics.registry import default_heuristic

PLAYER_DEPTH = 2
FEWEST_LEFT, MOST_LEFT = 2, 14
"""Positions are drawn between these numbers of plies before the end of a game."""

BEFORE_THE_END = " plies before the end"

OF_A_GAME = 3
"""The most positions that are drawn from a game."""

GAMES_AT_ONCE = 10
"""The number of games near whose ends one prover looks for positions. What it has searched helps it prove
what comes next, so the same games in other blocks could give other positions."""

MOST_IN_VAIN = 100
"""The search ends after this many games in a row without a position in which moves differ in outcome."""


@dataclass
class SearchTally:
    """How far a search for telling positions has come: games played, positions near their ends, and how many
    of these are of little use. `alike` are those whose moves all have the same outcome, though they may still
    be telling by their plies (`Proven.is_telling`)."""

    games: int = 0
    positions: int = 0
    unproven: int = 0
    won_at_once: int = 0
    alike: int = 0

    def add(self, proven: Proven) -> None:
        """Counts a position. One that the search could not prove has no fates."""
        self.positions += 1
        if not proven.fates:
            self.unproven += 1
        elif proven.best == Fate(1, 1):
            self.won_at_once += 1
        elif not proven.differs:
            self.alike += 1


def searched_positions(blocks: Iterable[Iterable[Sequence[Proven]]], tally: SearchTally) -> Iterator[Proven]:
    """Yields the telling positions of blocks of games (`proven_near_ends`). Counts all positions in `tally`.
    Ends after MOST_IN_VAIN games in vain."""
    seen: set[str] = set()
    vain = 0
    for block in blocks:
        vain += GAMES_AT_ONCE
        for found in block:
            tally.games += 1
            for proven in found:
                if proven.position.text in seen:
                    continue
                seen.add(proven.position.text)
                tally.add(proven)
                if proven.is_telling:
                    vain = 0 if proven.differs else vain
                    yield proven
        if vain >= MOST_IN_VAIN:
            return


def proven_near_ends(
    game: str, options: Options, seed: int, first: int, stop: StopSignal
) -> Iterator[list[Proven]]:
    """Yields the positions near the end of each of GAMES_AT_ONCE games; `first` is the number of the first
    game. A position whose moves the search cannot prove has no fates."""
    prover, rules = Prover(game, PROVER_NODES), load_game(game)
    for number in range(first, first + GAMES_AT_ONCE):
        found = []
        for reached, kind in near_the_end(game, options, seed, number):
            # Without the moves before it: what is kept of a position is its text.
            position = Position.start(rules, options, reached.text)
            found.append(Proven(position, prover.fates(position, stop) or {}, kind))
        yield found


def near_the_end(game: str, options: Options, seed: int, number: int) -> list[tuple[Position, str]]:
    """Positions with at least two moves near the end of a game between programs, and their kind. Each
    `number` is another game."""
    player = parse_player(f"alphabeta:{default_heuristic(game).name},depth={PLAYER_DEPTH}", game)
    start, of_game = Position.start(load_game(game), options), drawn_word(seed, number)
    # 2 to 6 random plies. Each random number of the game has an index of its own: 0, 1 to 3, 4 on, 16 on.
    opening = _opening(start, of_game, 2 + drawn_below(of_game, 0, 5))
    seeds = (drawn_word(of_game, 1), drawn_word(of_game, 2), drawn_word(of_game, 3))
    moves = play(SingleGame(game, (player, player), opening, seeds, options)).moves
    span = MOST_LEFT - FEWEST_LEFT + 1
    found = []
    for left in sorted({FEWEST_LEFT + drawn_below(of_game, 4 + n, span) for n in range(OF_A_GAME)}):
        position = start
        for move, chance in moves[: max(0, len(moves) - left)]:
            position = position.play(move, chance)
        if len(position.moves) > 1:
            found.append((position, f"{left}{BEFORE_THE_END}"))
    return found


def plies_left(kind: str) -> int:
    """How many plies before the end of its game a position of that kind stood."""
    return int(kind.removesuffix(BEFORE_THE_END))


def _opening(start: Position, seed: int, plies: int) -> tuple[tuple[int, int], ...]:
    """Random moves, with random chance outcomes."""
    position, made = start, []
    for ply in range(plies):
        if not position.moves:
            break
        word = drawn_word(seed, 16 + ply)
        move = position.moves[drawn_below(word, 0, len(position.moves))]
        chance = drawn_below(word, 1, len(position.chances(move)))
        made.append((move, chance))
        position = position.play(move, chance)
    return tuple(made)
