"""`main.py train`: trains a player that learns, and measures it."""

import argparse

from arena.training.training_run import TrainingRun
from cli.output.command_io import settings_of, show
from cli.output.text_output import show_training, training_progress
from engines.learned.registry import learner_named


def run(arguments: argparse.Namespace) -> None:
    """Trains a player, and shows the results."""
    settings_of(arguments)
    learner = learner_named(arguments.name, arguments.game)
    training = TrainingRun(learner, arguments.seed, arguments.minutes, arguments.resume)
    with training_progress(learner.judges) as on_news:
        record = training.run(on_news)
    show(arguments, record, show_training)
