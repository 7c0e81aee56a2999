"""`main.py train`: trains a player that learns, and measures it."""

import argparse

from arena.training.training_run import TrainingRun
from cli.command_io import settings_of, show
from cli.parser import natural_number, positive_number
from cli.text_output import show_training, training_progress
from engines.learned.registry import learner_named


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="a kind of player that learns")
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help="a game; the first that it can play if left out"
    )
    parser.add_argument(
        "--minutes",
        type=positive_number,
        metavar="M",
        help="minutes to train; the usual number of games if left out",
    )
    parser.add_argument("--resume", action="store_true", help="go on where the run of that seed ended")
    parser.add_argument("--seed", type=natural_number, default=1, metavar="N")


def run(arguments: argparse.Namespace) -> None:
    """Trains a player, and shows the results."""
    settings_of(arguments)
    learner = learner_named(arguments.name, arguments.game)
    training = TrainingRun(learner, arguments.seed, arguments.minutes, arguments.resume)
    with training_progress(learner.judges) as on_news:
        record = training.run(on_news)
    show(arguments, record, show_training)
