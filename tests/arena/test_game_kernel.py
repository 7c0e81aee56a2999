"""Whole games in one kernel: from the same seed, their moves are those of the loop in Python."""

import pickle
import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from math import isnan
from typing import Any

import numpy as np
import pytest

from arena.compiled_games import GAMES, CompiledGames, KernelFailure
from arena.game_loop import GameLoop
from arena.kernel_players import plays_compiled
from arena.match import Match
from arena.sequential import SequentialTest
from arena.single_game import Stopped, can_be_compiled, known_value, play
from engines.compiling import kernel_processes
from engines.compiling.kernel_parts import KernelPart, modules_of_kinds, parts_of_rules
from engines.contract import Engine, StopSignal, Thought
from engines.player_text import make_engine, parse_player
from engines.search_engine import Searcher
from games.compiling.compiler import jit_disabled
from games.compiling.kernel_key import kernel_key
from games.contract import DRAW, ONGOING, BadText, Options
from games.random_stream import Draws
from games.record import Record
from games.registry import game_names, load_game
from heuristics.lens import Lens
from samples import searched_heuristic

pytestmark = pytest.mark.skipif(jit_disabled(), reason="needs the compiler")


@lru_cache
def memory(game: str) -> CompiledGames:
    return CompiledGames(load_game(game))


def engines_of(game: str, players: tuple[str, str], seed: int) -> list[Engine]:
    return [
        make_engine(parse_player(player, game), game, seed=seed + side, table_megabytes=0.5)
        for side, player in enumerate(players)
    ]


def opening(game: str, seed: int, plies: int = 4, options: Options | None = None) -> Record:
    record = Record.start(load_game(game), options)
    draws = Draws(seed)
    for _ in range(plies):
        moves = record.position.moves
        move = moves[draws.below(len(moves))]
        record.play(move, record.draw_chance(move, draws))
    return record


def in_python(record: Record, engines: list[Engine], seed: int, most: int = 100_000) -> Record:
    plies = len(record.plies)
    GameLoop(record, seed).finish(engines, plies + most)
    return record


class Counted:
    """An engine that adds up its nodes, and adds each value to `values`."""

    def __init__(self, engine: Engine, values: list[float]) -> None:
        self.engine, self.nodes, self.values = engine, 0, values

    def __getattr__(self, name: str) -> object:
        return getattr(self.engine, name)

    def think(self, *arguments: Any, **more: Any) -> Thought:
        thought = self.engine.think(*arguments, **more)
        self.nodes += thought.nodes
        self.values.append(known_value(thought))
        return thought


def check_same(
    game: str, players: tuple[str, str], seed: int, options: Options | None = None, most: int = 100_000
) -> Record:
    """Plays one game both ways, and compares everything that is known about it; returns the record."""
    start = opening(game, seed, options=options)
    before = len(start.plies)
    played = memory(game).play(start.position, engines_of(game, players, seed), seed + 7, most)
    values: list[float] = []
    counted = [Counted(engine, values) for engine in engines_of(game, players, seed)]
    record = in_python(start, counted, seed + 7, most)  # type: ignore[arg-type]
    assert [each.nodes for each in counted] == list(played.nodes), (players, seed)
    assert [(ply.move, ply.chance) for ply in record.plies[before:]] == list(played.moves), (players, seed)
    check_same_values(players, list(played.values), values)
    end = played.end
    assert (end.text, int(end.state.key)) == (record.position.text, int(record.position.state.key))
    assert (end.outcome, end.ending) == (record.position.outcome, record.position.ending)
    assert list(end.earlier.last(9999)) == list(record.position.earlier.last(9999))
    return record


def check_same_values(players: tuple[str, str], compiled: list[float], values: list[float]) -> None:
    """The values of both ways are the same. The kernel knows none of a move that a search with cuts was
    stopped at; the searcher searches it again."""
    assert len(compiled) == len(values)
    for found, expected in zip(compiled, values, strict=True):
        assert found == expected or (
            isnan(found)
            and (isnan(expected) or any(kind in "".join(players) for kind in ("strong", "selective")))
        )


def pairings(game: str) -> Iterator[tuple[str, str]]:
    """Each kind of player against each other, with limits of depth, of nodes, and of both."""
    h = searched_heuristic(game)
    players = [
        "random",
        f"greedy:{h}",
        f"minimax:{h},depth=2",
        f"minimax:{h},nodes=150",
        f"alphabeta:{h},depth=3",
        f"alphabeta:{h},nodes=400",
        f"alphabeta:{h},nodes=300,depth=4,aspiration=1",
        f"strong:{h},nodes=300",
        f"strong:{h},depth=2",
    ]
    return ((first, second) for first in players for second in players)


@pytest.mark.long
@pytest.mark.parametrize("game", game_names())
def test_games_of_players_whose_searches_are_compiled_already(game: str) -> None:
    h = searched_heuristic(game)
    players = ("random", f"greedy:{h}", f"alphabeta:{h},nodes=200", f"alphabeta:{h},depth=2,aspiration=1")
    for number, first in enumerate(players):
        check_same(game, (first, players[(number + 1) % 4]), number, most=120)


@pytest.mark.parametrize("game", ["morris", "jungle"])
def test_levels_draw_the_same_moves_in_the_kernel(game: str) -> None:
    record = check_same(game, ("level:1", "level:2"), 3, most=60)
    passed_over = 0
    engines = engines_of(game, ("level:1", "level:2"), 3)
    assert all(plays_compiled(engine, load_game(game)) for engine in engines)
    for position, ply in list(zip(record.positions, record.plies, strict=False))[4:]:
        thought = engines[ply.side].think(position)
        assert thought.move == ply.move
        passed_over += thought.best_moves[0].value > thought.value
    assert passed_over


SELECTIVE, STRONG = "selective:piece_value,nodes=200", "strong:piece_value,nodes=200"


@pytest.mark.parametrize(
    "players", [(SELECTIVE, SELECTIVE), (SELECTIVE, STRONG), (STRONG, SELECTIVE), (SELECTIVE, "random")]
)
def test_a_selective_search_plays_the_same_in_the_kernel(players: tuple[str, str]) -> None:
    """Its workspace is another record. Whoever played on a side before, nothing of that game is left."""
    assert all(plays_compiled(engine, load_game("chess")) for engine in engines_of("chess", players, 2))
    check_same("chess", players, 2, most=30)


def test_a_busy_player_at_random_is_as_busy_in_the_kernel() -> None:
    rules = load_game("tabletactics")
    record = check_same("tabletactics", ("random,busy=1", "random"), 5)
    early = [0, 0]
    for position, ply in zip(record.positions, record.plies, strict=False):
        early[ply.side] += rules.idles(position.state, ply.move) and len(position.moves) > 1
    opened = sum(ply.side == 0 for ply in opening("tabletactics", 5).plies)
    assert early[0] <= opened and early[1] > 0


def test_a_learned_player_plays_the_same_in_the_kernel() -> None:
    check_same("jungle", ("qtable", "random"), 3, most=40)
    record = check_same("jungle", ("random", "qtable"), 4, most=40)
    assert len(record.plies) == 44 and all(
        plays_compiled(engine, load_game("jungle"))
        for engine in engines_of("jungle", ("qtable", "random"), 1)
    )


def test_draws_by_repetition_and_by_counters_end_games() -> None:
    endings = set()
    rules = load_game("morris")
    short = rules.options(quiet_limit=12)
    for seed in range(12):
        for options in (None, short):
            record = check_same("morris", ("greedy:weighted", "greedy:weighted"), seed, options)
            if record.position.outcome == DRAW:
                endings.add(record.position.ending.split()[1])
    assert len(endings) == 2, endings


def test_runs_and_games_that_outgrow_their_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.compiled_games.ROOM", 4)
    monkeypatch.setitem(globals(), "memory", lru_cache(lambda game: CompiledGames(load_game(game))))
    record = check_same("morris", ("random", "alphabeta:weighted,nodes=50"), 3)
    assert len(record.plies) > 20


def test_weights_need_no_new_kernel_and_are_obeyed() -> None:
    rules = load_game("isolation")
    engines = engines_of("isolation", ("greedy:custom_score_2", "greedy:custom_score_2"), 1)
    plain = [memory("isolation").play(opening("isolation", s).position, engines, s).moves for s in range(6)]
    kernels = engines[0].load(rules)  # type: ignore[attr-defined]
    engine = engines[1]
    assert isinstance(engine, Searcher)
    engine.lens = Lens.of(engine.lens.heuristic, dict.fromkeys(engine.lens.heuristic.weight_names, -3.0))
    changed = [memory("isolation").play(opening("isolation", s).position, engines, s).moves for s in range(6)]
    assert engine.load(rules) is kernels and len(kernels.search.minimax.signatures) == 1
    assert changed != plain


def test_whole_games_are_a_part_that_a_child_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = load_game("isolation")
    (part,) = parts_of_rules(rules, GAMES)
    kernel, _ = part.kernel()
    assert kernel is memory("isolation")._play and KernelPart.from_line(part.to_line()) == part
    assert part.measured_as == "isolation games" and "arena.compiled_games" in modules_of_kinds()
    asked: list[KernelPart] = []
    monkeypatch.setattr(kernel_processes, "compile_there", asked.extend)
    CompiledGames(rules).prepare()
    assert asked == [part] and part.is_ready()
    assert parts_of_rules(replace(rules, name="mine"), GAMES) == (), "only games of the registry have parts"


def test_the_kernel_can_be_kept_between_starts() -> None:
    """It holds no address, and nothing else that only this process has."""
    keys = {kernel_key(memory(game)._play, ()) for game in ("isolation", "morris")}
    assert len(keys) == 2


def test_nothing_is_kept_from_another_game() -> None:
    players = ("alphabeta:custom_score_2,nodes=300", "alphabeta:custom_score_2,depth=3")
    used, start = memory("isolation"), opening("isolation", 5).position
    first = used.play(start, engines_of("isolation", players, 1), 2).moves
    used.play(start, engines_of("isolation", players[::-1], 9), 2)
    assert used.play(start, engines_of("isolation", players, 1), 2).moves == first


def test_who_can_play_in_the_kernel() -> None:
    rules = load_game("isolation")
    for text, can in (
        ("random", True),
        ("alphabeta:custom_score_2,nodes=10", True),
        ("greedy:custom_score_2", True),
        ("alphabeta:custom_score_2,ms=10", False),
        ("alphabeta:custom_score_2,nodes=100,ms=10", False),
        ("alphabeta:custom_score_2,nodes=10,threads=2", False),
    ):
        assert plays_compiled(make_engine(parse_player(text, "isolation"), "isolation"), rules) is can, text


def isolation_match(games: int, test: SequentialTest | None = None) -> Match:
    rules = load_game("isolation")
    first, second = (
        parse_player(text, "isolation")
        for text in ("alphabeta:custom_score_2,nodes=300", "greedy:custom_score_2")
    )
    return Match(rules, first, second, games, rules.options(), seed=4, test=test)


def test_a_match_is_the_same_with_and_without_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    one = isolation_match(40, SequentialTest(0, 150))
    result = one.play(workers=2)
    assert (
        can_be_compiled(one.single_game(0).engines(), one.game) and result.to_json()["decision"] == "accept"
    )
    monkeypatch.setattr("arena.single_game.plays_compiled", lambda engine, rules: False)
    again = one.play()
    assert again.results == result.results
    for ours, theirs in zip(result.results, again.results, strict=True):
        assert [effort.nodes for effort in ours.efforts] == [effort.nodes for effort in theirs.efforts]
        assert all(0 < effort.seconds < 5 for effort in ours.efforts)
    assert all(result.nodes_per_second)


def test_games_are_sent_as_they_are() -> None:
    """Games and their results can be pickled, to be sent to another process."""
    game = isolation_match(4).single_game(3)
    played = play(pickle.loads(pickle.dumps(game)))
    assert pickle.loads(pickle.dumps(played)) == played == play(game)
    assert played.moves[: len(game.opening)] == game.opening and len(game.opening) >= 2


def test_an_opening_that_no_game_has_is_bad_text() -> None:
    game = isolation_match(4).single_game(3)
    for opening in (((5, 0), (5, 0)), ((5, 1),), ((-3, 0),)):
        with pytest.raises(BadText, match=r"legal|chance"):
            play(replace(game, opening=opening))


def test_game_goes_on_in_python_after_a_kernel_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = [play(isolation_match(2).single_game(number)) for number in (0, 1)]

    def fails(self: CompiledGames, *_: object, **__: object) -> None:
        raise KernelFailure

    monkeypatch.setattr(CompiledGames, "play", fails)
    assert [play(isolation_match(2).single_game(number)) for number in (0, 1)] == compiled


@pytest.mark.parametrize("compiles", [True, False])
def test_a_game_can_be_stopped(compiles: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stops a game that would take hours. The next game in the same memory is whole."""
    if not compiles:
        monkeypatch.setattr("arena.single_game.plays_compiled", lambda engine, rules: False)
    player = parse_player("alphabeta:custom_score_2,depth=60", "isolation")
    game = replace(isolation_match(2).single_game(0), players=(player, player))
    stop = StopSignal()
    later = threading.Timer(0.2, stop.request)
    later.start()
    with pytest.raises(Stopped):
        play(game, stop)
    later.join()
    assert play(isolation_match(2).single_game(0)).ending


def test_raising_or_endless_heuristic_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.compiled_games.PATIENCE", 0.3)
    games = CompiledGames(load_game("isolation"))
    start = opening("isolation", 1).position
    engines = engines_of("isolation", ("random", "random"), 1)
    assert games.play(start, engines, 1).end.outcome != ONGOING

    def raises(*_: object) -> bool:
        raise ZeroDivisionError

    waiting = np.zeros(1)

    def never_ends(*_: object) -> bool:
        while waiting[0] == 0.0:
            pass
        return True

    for kernel in (raises, never_ends):
        monkeypatch.setattr(games, "_play", kernel)
        with pytest.raises(KernelFailure):
            games.play(start, engines, 1)
    waiting[0] = 1.0


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_a_thousand_games_of_all_players(game: str) -> None:
    """243 games of each game; with the rules' own draw limits, and with short ones."""
    rules = load_game(game)
    short = {"quiet_limit": 14, "no_capture_limit": 30, "turn_limit": 10}
    changes = {name: value for name, value in short.items() if name in rules.options.model_fields}
    outcomes = set()
    played = 0
    for seed, players in enumerate(list(pairings(game)) * 3):
        options = rules.options(**changes) if seed % 3 == 2 else None
        record = check_same(game, players, seed, options)
        outcomes.add(record.position.outcome)
        played += 1
    assert played == 243 and len(outcomes) >= 2
