"""How long compiling is expected to take: only for parts that were measured, here or by the authors."""

import json
from pathlib import Path

import pytest

from engines.compiling import compile_times
from engines.compiling.compile_times import FILE, SHIPPED, CompileTimes
from engines.compiling.kernel_parts import EVALUATION, SEARCH, KernelPart
from engines.player_text import default_opponent, make_engine
from engines.search_engine import Searcher, parts_of_engine

SEARCH_PART = KernelPart("chess", "classical", SEARCH, frozenset({"futility"}))
EVALUATED = KernelPart("chess", "classical", EVALUATION)
OTHER = KernelPart("chess", "location", EVALUATION)


@pytest.fixture(autouse=True)
def shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = {SEARCH_PART.measured_as: 10.0, EVALUATED.measured_as: 4.0, OTHER.measured_as: 2.0}
    monkeypatch.setattr(compile_times, "_shipped", lambda: seconds)


def new(*parts: KernelPart) -> dict[KernelPart, float]:
    return dict.fromkeys(parts, 0.0)


def test_parts_are_compiled_side_by_side_by_children(tmp_path: Path) -> None:
    times = CompileTimes(tmp_path)
    assert times.expected(new(SEARCH_PART, EVALUATED, OTHER), 1) == 16.0
    assert times.expected(new(SEARCH_PART, EVALUATED, OTHER), 2) == 10.0
    assert times.expected({SEARCH_PART: 7.0}, 2) == 3.0
    assert times.expected({SEARCH_PART: 30.0}, 2) == compile_times.LEAST


def test_measured_times_are_kept_and_scale_this_computer(tmp_path: Path) -> None:
    CompileTimes(tmp_path).note(SEARCH_PART, 30.0)
    again = CompileTimes(tmp_path)
    assert again.expected(new(SEARCH_PART), 1) == 30.0
    assert again.expected(new(EVALUATED), 1) == 12.0, "three times as slow as the authors'"


def test_the_least_that_a_part_took_is_kept(tmp_path: Path) -> None:
    times = CompileTimes(tmp_path)
    for seconds in (30.0, 12.0, 50.0):
        times.note(SEARCH_PART, seconds)
    assert times.expected(new(SEARCH_PART), 1) == CompileTimes(tmp_path).expected(new(SEARCH_PART), 1) == 12.0


def test_nothing_is_expected_of_what_was_never_measured(tmp_path: Path) -> None:
    unknown = KernelPart("chess", "mine", EVALUATION)
    assert CompileTimes(tmp_path).expected(new(SEARCH_PART, unknown), 2) == 0.0


def test_a_search_takes_as_long_with_any_heuristic_and_any_cuts() -> None:
    other = KernelPart("chess", "location", SEARCH, frozenset({"malus", "delta"}))
    plain = KernelPart("chess", "location", SEARCH)
    assert other.measured_as == SEARCH_PART.measured_as != EVALUATED.measured_as != OTHER.measured_as
    assert plain.measured_as != other.measured_as


@pytest.mark.parametrize("text", ["", "[]", "{", '{"seconds": [1]}', '{"seconds": {"chess search": "x"}}'])
def test_a_damaged_file_is_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    assert CompileTimes(tmp_path).expected(new(SEARCH_PART), 1) == 10.0


def test_a_folder_that_cannot_be_written_to_stops_nothing(tmp_path: Path) -> None:
    times = CompileTimes(tmp_path / "nowhere")
    times.note(SEARCH_PART, 20.0)
    assert times.expected(new(SEARCH_PART), 1) == 20.0


@pytest.mark.parametrize("game", ["isolation", "morris", "chess", "jungle", "tabletactics"])
def test_the_usual_opponent_of_every_shipped_game_was_measured(game: str) -> None:
    seconds = json.loads(SHIPPED.read_text(encoding="utf-8"))["seconds"]
    engine = make_engine(default_opponent(game), game, explains=True)
    assert isinstance(engine, Searcher)
    assert all(part.measured_as in seconds for part in parts_of_engine(engine))
