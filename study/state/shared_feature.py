"""Features, such as the check of a heuristic, that a game shares with the games that are opened from it."""

from study.state.background_task import BackgroundTask
from study.state.features import Feature
from study.state.study import Study


class SharedFeature(BackgroundTask, Feature):
    """The base of a feature with a job, whose positions are opened as games of their own. Such a game shares
    the feature object with the game below it, so that the job's results stay visible."""

    def __init__(self, study: Study) -> None:
        self._lanes = study.features.lanes
        self._sharing = 1  # the number of games that share this object

    def share_with(self, study: Study) -> None:
        """Lets another game use this object, too."""
        study.features.take(self, self._lanes)
        self._sharing += 1

    @property
    def is_shared(self) -> bool:
        """Whether another game uses this object, too, and keeps its work running."""
        return self._sharing > 1

    def close(self) -> None:
        """Called when one of the games that share this object is left. The last of them ends the work."""
        self._sharing -= 1
        if self._sharing == 0:
            self.end_work()

    def end_work(self) -> None:
        """Ends all jobs of this feature."""
        self.drop()
