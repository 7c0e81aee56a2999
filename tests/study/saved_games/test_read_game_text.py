"""A game from a text file, for the command line."""

from pathlib import Path

import pytest

from games.contract import BadText
from study.saved_games.read_game import read_game
from study.settings.settings import Settings
from trees import has_variations

HEAD = "isolation 7/7/7/7/7/7/7 w\n"


def test_a_game_with_a_variation_is_read(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(HEAD + "1. d4 (1. c3 zz) e5\n", encoding="utf-8")
    game = read_game(path, Settings())
    assert [ply.text for ply in game.record.plies] == ["d4", "e5"] and has_variations(game.record)
    assert "'zz' is not legal" in game.not_kept


@pytest.mark.parametrize("text", ["", "isolation\n", "7/7\n1. d4", HEAD + "1. zz"])
def test_a_line_names_the_file_and_what_is_wrong(tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadText, match=r"game\.txt") as error:
        read_game(path, Settings())
    assert len(str(error.value).splitlines()) == 1
