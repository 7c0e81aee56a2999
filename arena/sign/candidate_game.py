"""A game between two programs of one level, and a position in it with a clear winner."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from itertools import islice
from typing import Any

from arena.sign.decided_positions import THIRDS, DecidedPosition
from arena.single_game import PlayedMoves, SingleGame, play, points_of
from engines.contract import WIN_BAND, StopSignal
from engines.player_kinds import PlayerSpec
from engines.player_text import make_engine
from games.contract import BLACK, BLACK_WINS, SIDE_NAMES, WHITE, WHITE_WINS
from games.position import Position
from games.random_stream import Draws, drawn_word
from games.registry import load_game

LEVEL = 6
"""The level of both programs (`engines.player_text.level_player`)."""

TRIES = 3
"""The most positions of a game that are judged. The first one with a clear winner is taken."""

PROOF_NODES = 20_000

BUDGETS = range(400, 1_600, 50)
"""White's nodes a move in each game that is played out. Black has the same budgets in the reverse order."""

CLEAR_SHARE = 0.8
"""A position has a clear winner if one side gets at least this share of the points."""


@dataclass(frozen=True)
class CandidateGame:
    """A unit of work: plays a game and draws a position from it. Its positions are judged with `heuristic`,
    the game's usual one. Without `may_be_proven`, positions whose win a search proves are skipped."""

    game: SingleGame
    heuristic: str
    seed: int
    may_be_proven: bool

    def work(self, stop: StopSignal) -> dict[str, Any] | None:
        """The fields of a `DecidedPosition` at a random ply after the opening. None if nobody won the game,
        or if none of TRIES positions has a clear winner."""
        played = play(self.game, stop)
        if played.outcome not in (WHITE_WINS, BLACK_WINS) or played.failure:
            return None
        for ply in islice(self._plies(len(played.moves)), TRIES):
            winner, proven, score = self._judged(played.moves[:ply], stop)
            if winner and (self.may_be_proven or not proven):
                position = self._position(played.moves[:ply]).text
                third = THIRDS * ply // len(played.moves)
                return asdict(DecidedPosition(position, winner, third, proven, score))
        return None

    def _plies(self, plies: int) -> Iterator[int]:
        """All plies after the opening in a random order."""
        left, draws = list(range(len(self.game.opening), plies)), Draws(self.seed)
        while left:
            yield left.pop(draws.below(len(left)))

    def _position(self, moves: PlayedMoves) -> Position:
        position = Position.start(load_game(self.game.game), self.game.options)
        for move, chance in moves:
            position = position.play(move, chance)
        return position

    def _judged(self, moves: PlayedMoves, stop: StopSignal) -> tuple[str, bool, float]:
        """Who clearly wins after these moves, "" for nobody; whether that is proven; the winner's score."""
        position = self._position(moves)
        value = self._searched(position, stop)
        if abs(value) > WIN_BAND:
            winner = position.to_move if value > 0 else 1 - position.to_move
            return SIDE_NAMES[winner], True, 1.0
        white = self._played_out(moves, stop)
        for side, share in ((WHITE, white), (BLACK, 1.0 - white)):
            if share >= CLEAR_SHARE:
                return SIDE_NAMES[side], False, round(share, 4)
        return "", False, 0.5

    def _searched(self, position: Position, stop: StopSignal) -> float:
        """The value by plain alpha-beta with PROOF_NODES, for the side to move."""
        player = PlayerSpec("alphabeta", self.heuristic, (("nodes", PROOF_NODES),))
        game = self.game
        with closing(make_engine(player, game.game, seed=self.seed, table_megabytes=4)) as engine:
            return float(engine.think(position, stop=stop).value)

    def _played_out(self, moves: PlayedMoves, stop: StopSignal) -> float:
        """White's share of the points in games from a position; ½ as soon as no side can reach CLEAR_SHARE
        any more."""
        white, number = 0.0, len(BUDGETS)
        for played, budgets in enumerate(zip(BUDGETS, reversed(BUDGETS), strict=True)):
            best = max(white + number - played, number - white)
            if best < CLEAR_SHARE * number:
                return 0.5
            players = [PlayerSpec("strong", self.heuristic, (("nodes", nodes),)) for nodes in budgets]
            seeds = [drawn_word(self.seed, 3 * played + i) for i in range(3)]
            single = replace(
                self.game,
                players=(players[WHITE], players[BLACK]),
                opening=moves,
                seeds=(seeds[0], seeds[1], seeds[2]),
            )
            white += points_of(play(single, stop).outcome, WHITE)
        return white / number
