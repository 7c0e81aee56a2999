"""`main.py export`: a whole game as one page of HTML, with boards, timeline and explained mistakes."""

import argparse
from pathlib import Path
from typing import Any

from arena.calibration.kept_calibrations import scale_for
from cli.command_io import settings_of, show
from cli.review import remarks_on, review_game
from cli.side_outputs import Drawing
from games.contract import BadText
from games.text_files import check_name, write_file
from study.export.game_page import game_page, published_game
from study.format.player_names import player_in_words
from study.settings.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "out", type=Path, nargs="?", metavar="OUT", help="the page to write, right after FILE"
    )
    parser.add_argument(
        "--html", type=Path, metavar="OUT", help="the page to write, if it is not given after FILE"
    )


def run(arguments: argparse.Namespace, draw: Drawing) -> None:
    settings = settings_of(arguments)
    if (arguments.html is None) == (arguments.out is None):
        raise BadText("export: expected the page to write, as OUT or as --html OUT")
    show(arguments, write_page(arguments, arguments.html or arguments.out, settings, draw), _tell)


def write_page(arguments: argparse.Namespace, out: Path, settings: Settings, draw: Drawing) -> dict[str, Any]:
    """Reviews the game of a file as the arguments say and writes its page. Returns the answer as JSON."""
    check_folder(out)
    game = review_game(arguments, settings, for_page=True)
    record = game.found.record
    found = game.found
    white, black = (
        name or player_in_words(player, record.game.name)
        for name, player in zip(found.names, found.players, strict=True)
    )
    reviewer = str(game.spec) if record.plies else ""
    scale = scale_for(game.lens, record.options, settings.saved_games)
    told = published_game(record, game.lens, game.review_result, (white, black), reviewer, scale)
    text = game_page(told, draw.boards(record))
    write_file(out, text)
    answer = {"file": str(out), "bytes": len(text.encode("utf-8")), "plies": len(record.plies)}
    return answer | remarks_on(found)


def check_folder(out: Path) -> None:
    """Raises BadText if no file can have this path: for its name, because it is a folder, or because its
    folder is missing."""
    check_name(out)
    if out.is_dir() or not out.absolute().parent.is_dir():
        raise BadText(f"{out}: expected a file in a folder that exists")


def _tell(answer: dict[str, object]) -> None:
    for remark in ("problem", "not_kept"):
        if remark in answer:
            print(answer[remark])
    print(answer["file"])
