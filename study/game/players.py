"""The players of the game in the window: names them, replaces them, and lets programs use changed heuristics
and weights."""

from engines.player_kinds import HUMAN, PlayerSpec
from games.contract import BLACK, WHITE
from heuristics.former_weights import take_remarks
from heuristics.lens import Lens
from heuristics.registry import version
from study.format.player_names import player_in_words
from study.game.analysis import Analysis
from study.game.search_keeper import SearchKeeper
from study.game.side_engines import SideEngines, renewed, reweighed
from study.game.turn import GameTurn
from study.saved_games.autosave import Autosave
from study.saved_games.read_game import ImportedDetails
from study.state.changes import LENS, PLAYERS
from study.state.study import Study
from study.state.wishes import Say

Pair = tuple[PlayerSpec, PlayerSpec]


class GamePlayers:
    """Changes who plays the game of `study`, which then goes on in another file. `opened` has the names of
    the people who played, if the game's file gives them."""

    def __init__(
        self,
        study: Study,
        engines: SideEngines,
        analysis: Analysis,
        turn: GameTurn,
        file: Autosave,
        searches: SearchKeeper,
        opened: ImportedDetails,
    ) -> None:
        self._study = study
        self._engines = engines
        self._analysis = analysis
        self._turn = turn
        self._file = file
        self._searches = searches
        self._opened = opened

    def name(self, side: int) -> str:
        """The name of a side's player in the top bar."""
        study = self._study
        if not study.is_person(side):
            return player_in_words(str(study.players[side]), study.record.game.name)
        if self._opened.names[side]:
            return self._opened.names[side]
        return "You" if study.people == 1 else study.side_name(side)

    def of_new_game(self, side: int) -> Pair:
        """The players of a new game: the present ones. After a game of two programs that was only viewed, a
        person plays `side` against the program of the other side."""
        study = self._study
        if not study.only_viewed or study.people:
            return study.players
        person = PlayerSpec(HUMAN)
        first, second = (person if each == side else study.players[each] for each in (WHITE, BLACK))
        return first, second

    def change(self, players: Pair, reason: str = "continued with other players") -> None:
        """Changes the players. The game goes on in a file of its own."""
        self._turn.drop_searches()
        self._study.players = players
        self._study.only_viewed = False
        self._opened.names = ("", "")
        self._searches.flush()
        self._file.leave(reason)
        self._study.failure = ""

    def swap(self) -> None:
        """Swaps the sides of the players. The game goes on in a file of its own."""
        white, black = self._study.players
        self._engines.trade()
        self.change((black, white), "continued with sides swapped")

    def update(self) -> None:
        """Lets the programs use heuristics whose files, or whose weights, a person has changed. Call it once
        a frame."""
        study, engines = self._study, self._engines
        notices = []
        if engines.version != version():
            notices = engines.renew()
            study.lens = renewed(study.lens)
            study.change(LENS | PLAYERS)
        taken, sides, problem = engines.update()
        for text in (*notices, *filter(None, (problem,))):
            study.wish(Say(text))
        study.failure = study.failure and (
            problem or study.failure
        )  # the newest reason replaces the shown one
        if study.record.position.to_move in sides and (study.failure or study.program_to_move):
            self._turn.retry()
        self._analysis.go_on(taken)
        before, study.reweighed = study.reweighed, None
        if before is not None and study.lens != before and study.lens.heuristic is before.heuristic:
            self._reweigh(before, study.lens)
        for remark in take_remarks():
            study.wish(Say(remark))

    def _reweigh(self, before: Lens, lens: Lens) -> None:
        """The weights of the window's heuristic have changed. Programs that played by it with the former
        weights go on with the new ones. If it is no program's turn, an analysis with the new weights begins,
        unless they were set without one (`Study.show_lens`)."""
        study = self._study
        players = reweighed(study.players, before, lens, study.record.game.name, study.settings)
        if players != study.players:
            self.change(players, "continued with other weights")
        if study.analyses_reweighed and not study.program_to_move:
            study.analyse("Analysed with these weights until you press A.")
