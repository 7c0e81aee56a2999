"""`main.py train`: trains a player that learns, and measures it."""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn

from arena.training.training_run import TrainingRun
from cli.command_io import settings_of, show
from cli.parser import natural_number, positive_number
from cli.plain_tables import WIDTH, new_console, new_table
from cli.progress_bars import WORDS, progress_bar
from engines.learned.learners import in_words
from engines.learned.registry import learner_named
from games.figure_text import percent
from study.format import number_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="a kind of player that learns, such as qtable")
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        help="a game; the first that the player can learn if left out",
    )
    parser.add_argument(
        "--minutes",
        type=positive_number,
        metavar="M",
        help="minutes to train; the usual number of games if left out",
    )
    parser.add_argument(
        "--resume", action="store_true", help="go on where the training with the same --seed ended"
    )
    parser.add_argument(
        "--seed",
        type=natural_number,
        default=1,
        metavar="N",
        help="fixes all random choices, and names the run; 1 if left out",
    )


def run(arguments: argparse.Namespace) -> None:
    """Trains a player, and shows the results."""
    settings_of(arguments)  # for what it does: a wrong setting is reported, and kernels are kept
    learner = learner_named(arguments.name, arguments.game)
    training = TrainingRun(learner, arguments.seed, arguments.minutes, arguments.resume)
    with training_progress(learner.judges) as on_news:
        record = training.run(on_news)
    show(arguments, record, show_training)


@contextmanager
def training_progress(judges: Sequence[str]) -> Iterator[Callable[[Any], None]]:
    """A progress bar while a player learns, with its last scores. If standard error is no terminal, it prints
    a line for each measurement instead. Yields a function that takes
    `arena.training.training_run.TrainingNews`."""
    console = Console(stderr=True)
    printed = 0  # the number of measurements that have been printed

    def scores(news: Any) -> str:
        if news.measuring:
            return f"measuring: {news.measuring}"
        if not news.curve:
            return ""
        point = news.curve[-1]
        return ", ".join(f"{number_text.percent(point.scores[judge])} against {judge}" for judge in judges)

    with progress_bar(BarColumn(), WORDS, lines=False) as update:

        def on_news(news: Any) -> None:
            nonlocal printed
            words = f"{news.games:,} games  {scores(news)}"
            update(completed=news.share, words=words)
            if not console.is_terminal and (len(news.curve) > printed or news.measuring):
                printed = len(news.curve)
                console.print(f"{news.seconds:.0f} s  {words}", highlight=False, markup=False, width=WIDTH)

        yield on_news


def show_training(answer: Mapping[str, Any]) -> None:
    console = new_console()
    console.print(
        f"{answer['learner']}: {answer['games']:,} games in {answer['seconds']:.0f} s, seed {answer['seed']}"
    )
    columns = ("games", "score", "from", "to", "won", "drawn", "lost")
    table = new_table("against", "options", *columns, right=columns)
    for row in answer["results"]:
        table.add_row(
            row["against"],
            in_words(row["options"]),
            str(row["games"]),
            *(percent(row[name]) for name in ("score", "score_low", "score_high")),
            *(str(row[name]) for name in ("wins", "draws", "losses")),
        )
    console.print(table)
    console.print(f"plays as {answer['player']}, from {answer['file']}")
