"""The game in the window without its drawing: the study of the game, what acts on it, and the file that every
move goes to."""

from engines.table_moves import checksums_played
from games.record import Record
from study.game.analysis import Analysis
from study.game.players import GamePlayers, Pair
from study.game.search_keeper import SearchKeeper
from study.game.side_engines import MakeEngine, SideEngines, first_lens
from study.game.turn import GameTurn
from study.saved_games.autosave import Autosave
from study.saved_games.game_file import GameFile
from study.saved_games.read_game import ImportedDetails
from study.saved_games.saved_games import Saves
from study.searches.lines import take_in
from study.settings.settings import PACES, Settings
from study.state.study import Study
from study.state.view_choices import ViewChoices
from study.state.wishes import Say


class Session:
    """One game, from its first click to its end, and its review.

    `study` has all that is known about the game. `turn` (moves), `players`, `engines` (of the programs) and
    `analysis` act on it. `file` saves the game, `searches` saves its searches. `opened` is what the file of
    an imported game says about the game. `keeps_layout`: the pages that are open beside the board stay open
    for the next game. `plays`: the game's programs begin at once. `only_viewed`: the game was opened only to
    be viewed.
    """

    def __init__(
        self,
        record: Record,
        players: Pair,
        settings: Settings,
        saves: Saves | None = None,
        seed: int = 0,
        resumed: GameFile | None = None,
        engine_maker: MakeEngine | None = None,
        saved: bool = True,
        opened: ImportedDetails | None = None,
        keeps_layout: bool = True,
        plays: bool = True,
        only_viewed: bool = False,
    ) -> None:
        self.study = study = Study(
            record,
            first_lens(players, record.game.name, settings),
            len(record.plies),
            settings=settings,
            data=None if saves is None else saves.data,
            view=ViewChoices() if saves is None else saves.choices.made,
            players=players,
            pace=PACES.index(settings.ui.pace),
        )
        study.playing = plays and not only_viewed and not study.over
        study.only_viewed = only_viewed
        self.opened = opened or ImportedDetails()
        self.keeps_layout = keeps_layout
        self.engines = SideEngines(study, seed, engine_maker)
        self.analysis = Analysis(study, self.engines)
        self.file = Autosave(saves if saved else None, resumed, self._begin_file, self._say)
        record.on_change = self.file.change
        self.searches = SearchKeeper(study, self.file, self._say)
        self.turn = GameTurn(study, self.engines, self.analysis, self.file, self.opened)
        self.players = GamePlayers(
            study, self.engines, self.analysis, self.turn, self.file, self.searches, self.opened
        )

    def another(self, record: Record, players: Pair, saves: Saves | None) -> "Session":
        """A session for the next game, with what the person has set for this one."""
        engines, before = self.engines, self.study
        seed = engines.seed + 2  # each side's engine takes a seed of its own
        made = Session(record, players, before.settings, saves, seed, engine_maker=engines.maker)
        made.study.pace, made.study.holds = before.pace, before.holds
        return made

    def _say(self, text: str) -> None:
        self.study.wish(Say(text))

    def _begin_file(self, saves: Saves) -> GameFile:
        study = self.study
        white, black = (str(spec) for spec in study.players)
        tables = checksums_played(study.players, study.record.game.name, in_window=True)
        return saves.begin(study.record, white, black, self.engines.seed, self.opened.headers, tables)

    def update(self, shown: bool = True) -> bool:
        """Does what a frame does for the game, in this order. `shown`: the picture shows the newest position.
        Returns whether the game changed. Call it once a frame."""
        study = self.study
        study.notice_jobs()  # first, so that what follows sees what jobs have reported in their threads
        study.features.follow(study)  # takes in the results of reviews, questions and exercises
        take_in(study)  # shows the newest snapshot of the search, once its best line is played out
        self.searches.follow()  # writes what was taken in to the game's file
        self.turn.follow_time()  # lets a move be made that has waited long enough
        self.turn.follow_steps()  # may pause programs if the person looks elsewhere
        self.players.update()  # so that the next search has the newest heuristics and weights
        changed = self.turn.update(shown)  # makes the move that is ready, or searches for a move
        self.analysis.update()  # last, because it may search only if no program thinks about its move now
        return changed

    def use_settings(self, settings: Settings) -> None:
        """Takes over changed settings. Searches that depend on them begin again."""
        study = self.study
        before, study.settings = study.settings, settings
        if settings.ui.pace != before.ui.pace:
            study.pace = PACES.index(settings.ui.pace)
        if settings.ui.values != before.ui.values:
            study.facts.forget()
        if settings.engine != before.engine:
            self.turn.drop_searches()
            self.engines.remake()
            self.analysis.remake()
        if settings.engine.search != before.engine.search:
            study.search_store.change_search()

    def close(self) -> str:
        """Ends the searches and the programs that were started, and closes the game's file. Returns a line
        that says why the game could not be saved, else ""."""
        self.turn.drop_searches()
        self.searches.flush()
        self.study.features.close()
        self.engines.close()
        return self.file.close()
