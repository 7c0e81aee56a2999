"""The report card of the heuristic that the window shows: the job that makes it, and its result so far."""

from pathlib import Path

from arena.card.card import Card
from arena.card.card_run import CardRun
from arena.card.plan import CardPlan
from games.data_folder import default_folder
from heuristics.presets import changed_weights
from study.state.background_task import BackgroundTask, usual_workers
from study.state.features import Feature
from study.state.study import Study

MINUTES = (2, 10, 30, 120)
"""The choices of minutes for a card."""

FOLDER = "cards"
"""The folder of cards in a person's data folder. A card with the same plan goes on in its file there."""


def card_file(data: Path | None, plan: CardPlan) -> Path:
    """The file that keeps the games of a card."""
    return (data or default_folder()) / FOLDER / plan.file_name


class ReportCard(BackgroundTask, Feature):
    """`minutes` is the time for the whole card, `nodes` the limit of each move of its games. If `pairs` is
    set, it fixes the number of pairs of games in each comparison instead, however long they take."""

    def __init__(self, study: Study) -> None:
        self.minutes = MINUTES[1]
        self.nodes = 1000
        self.workers = usual_workers()
        self.pairs: int | None = None
        self._lane = study.features.lanes.batch

    @property
    def card(self) -> Card | None:
        """The card so far; None before anything is known."""
        return self.newest(Card)

    @property
    def at_work(self) -> bool:
        return self.running

    def begin(self, study: Study) -> None:
        """Makes the card of the shown heuristic with its weights, after ending the running card. An earlier
        card with the same plan is continued from its file."""
        self.drop()
        lens = study.lens
        plan = CardPlan(
            lens.heuristic.game,
            lens.name,
            study.record.options,
            self.nodes,
            pairs=self.pairs,
            minutes=float(self.minutes),
            weights=changed_weights(lens),
        )
        data, workers = study.data, self.workers
        work = lambda job: CardRun(plan, card_file(data, plan), workers).work(job)  # noqa: E731
        self._job = self._lane.do(work, "the report card")

    def is_of(self, study: Study) -> bool:
        """Whether the card is of the shown heuristic with its present weights; True before anything is
        known."""
        return self.card is None or self.card.plan.lens == study.lens

    def close(self) -> None:
        self.stop()
