"""Commands that a person has chosen: exactly those, permanently, and none from a broken list."""

import os
from pathlib import Path

import pytest

from engines.player_kinds import PlayerSpec
from engines.player_text import parse_player
from study.saved_games.trusted_programs import MOST, TrustedPrograms


def running(*commands: str) -> list[PlayerSpec]:
    return [parse_player(f"uci:{command}", "chess") for command in commands]


def test_a_command_is_trusted_once_it_was_chosen_and_only_that(tmp_path: Path) -> None:
    trusted = TrustedPrograms(tmp_path)
    players = [*running("sh -c 'x'", "stockfish", "sh -c 'x'"), PlayerSpec("human")]
    assert trusted.unknown(players) == ["sh -c 'x'", "stockfish"]
    trusted.choose(running("stockfish"))
    again = TrustedPrograms(tmp_path)
    assert again.unknown(players) == ["sh -c 'x'"]
    assert again.unknown(running("stockfish -x")) == ["stockfish -x"]
    trusted.choose(running("sh -c 'x'"))
    assert again.unknown(players) == []


def test_two_windows_forget_nothing_of_each_other(tmp_path: Path) -> None:
    one, other = TrustedPrograms(tmp_path), TrustedPrograms(tmp_path)
    one.choose(running("one"))
    other.choose(running("other"))
    assert TrustedPrograms(tmp_path).unknown(running("one", "other")) == []


def test_the_list_is_bounded(tmp_path: Path) -> None:
    trusted = TrustedPrograms(tmp_path)
    trusted.choose(running(*(f"program{number}" for number in range(MOST + 5))))
    assert TrustedPrograms(tmp_path).unknown(running("program4", f"program{MOST + 4}")) == ["program4"]


@pytest.mark.parametrize(
    "content", ["", "[", "[" * 100_000, "[]", '{"commands": 3}', '{"commands": [3, "\\u0000", {}]}', "\0"]
)
def test_a_broken_list_trusts_nothing_and_is_written_again(tmp_path: Path, content: str) -> None:
    (tmp_path / "trusted_commands.json").write_text(content, encoding="utf-8")
    trusted = TrustedPrograms(tmp_path)
    assert trusted.unknown(running("stockfish")) == ["stockfish"]
    trusted.choose(running("stockfish"))
    assert TrustedPrograms(tmp_path).unknown(running("stockfish")) == []


def test_a_full_disk_keeps_the_choice_for_this_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trusted = TrustedPrograms(tmp_path)
    trusted.choose(running("one"))
    with monkeypatch.context() as patched:
        patched.setattr(os, "write", lambda *given: (_ for _ in ()).throw(OSError(28, "No space left")))
        trusted.choose(running("two"))
    assert trusted.unknown(running("one", "two")) == []
    assert TrustedPrograms(tmp_path).unknown(running("one", "two")) == ["two"]
