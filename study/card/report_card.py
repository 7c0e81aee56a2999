"""The report card that a person has begun in a window: of the heuristic that the game is looked through."""

import os
from collections.abc import Hashable
from pathlib import Path

from arena.card.card import Card
from arena.card.card_run import CardRun
from arena.card.plan import CardPlan
from engines.jobs import Job
from games.data_folder import default_folder
from heuristics.presets import differences
from study.core.background_task import BackgroundTask
from study.core.features import Feature
from study.core.study import Study

MINUTES = (2, 10, 30, 120)
"""What a card may be given."""

FOLDER = "cards"
"""In the folder of a person's data; a card that is asked for again goes on in its file there."""


def card_file(data: Path | None, plan: CardPlan) -> Path:
    """Where a card is kept."""
    return (data or default_folder()) / FOLDER / plan.file_name


class ReportCard(BackgroundTask, Feature):
    """`minutes` is what it is given, `nodes` what a move of its games is."""

    def __init__(self, study: Study) -> None:
        self.minutes = MINUTES[1]
        self.nodes = 1000
        self.workers = max(1, (os.cpu_count() or 2) - 1)
        self.pairs: int | None = None
        self._lane = study.features.lanes.batch

    @property
    def card(self) -> Card | None:
        """What is known so far; None before the first."""
        value = None if self._job is None else self._job.news.value
        return value if isinstance(value, Card) else None

    @property
    def version(self) -> Hashable:
        return id(self.card), self.running, self.waits, self.problem

    def begin(self, study: Study) -> None:
        """Makes the card of what the game is looked through now, or goes on with it; the one before ends."""
        self.drop()
        lens, game = study.lens, study.record.game.name
        changes = differences(lens)
        weights = {game: {lens.name: changes}} if changes else None
        plan = CardPlan(
            game,
            lens.name,
            study.record.options,
            self.nodes,
            pairs=self.pairs,
            minutes=float(self.minutes),
            weights=weights,
        )
        data, workers = study.data, self.workers

        def work(job: Job) -> Card:
            return CardRun(plan, card_file(data, plan), workers).work(job)

        self._job = self._lane.do(work, "the card")

    def is_of(self, study: Study) -> bool:
        """Whether the card is of the heuristic, with its weights, that the game is looked through."""
        return self.card is None or self.card.plan.lens == study.lens

    def close(self) -> None:
        self.stop()
