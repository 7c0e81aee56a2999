"""The turns of the game in the window: whose move it is, when programs think, how moves are made and taken
back."""

import time

from arena.game_loop import GameLoop
from engines.contract import Engine
from engines.jobs import DONE, FAILED, Job, Work, preparing, searching
from engines.registry import kind_named
from games.contract import BLACK, WHITE, BadText
from study.game.analysis import Analysis
from study.game.side_engines import SideEngines
from study.hold.held_move import HeldMove
from study.saved_games.autosave import Autosave
from study.saved_games.read_game import ImportedDetails
from study.saved_games.saved_games import RESULTS
from study.settings.settings import PACES
from study.state.changes import LINE, SEARCHES, Follower
from study.state.running_search import MoveSearch, RunningSearch
from study.state.study import Study

LOOK_SECONDS = 0.35
"""The least number of seconds before a program answers a person or goes on with its turn, so that the
previous move can be seen; 0 if motion is switched off."""


class GameTurn:
    """Plays the game of `study`: lets its programs think and move, and enters a person's moves. `opened` has
    the result that an opened file states. It is dropped once the game goes on differently."""

    def __init__(
        self, study: Study, engines: SideEngines, analysis: Analysis, file: Autosave, opened: ImportedDetails
    ) -> None:
        self._study = study
        self._engines = engines
        self._analysis = analysis
        self._file = file
        self._opened = opened
        self.prepared = False  # whether compiling ahead has begun
        self._lines = Follower(LINE)
        self._lines.catch_up(study.changes)
        # A game that is resumed does not draw the chance outcomes of its start again.
        self._loop = GameLoop(study.record, seed=engines.seed + len(study.record.plies))

    # Programs

    def prepare(self) -> None:
        """Compiles the search of a program while a person is to move."""
        self.prepared, study = True, self._study
        side = next((side for side in (WHITE, BLACK) if not study.is_person(side)), None)
        if side is not None and not study.over and study.is_person(study.record.position.to_move):
            work = preparing(self._engines.engine(side), study.record.game.name)
            study.preparation = RunningSearch(*self._begun(side, work))

    def follow_steps(self) -> None:
        """Pauses programs that play each other while a person looks at another position, and any program if a
        person has turned to another line."""
        study = self._study
        if self._lines.moved(study.changes) and study.people < 2:
            self.pause()
        alone = study.people == 0 and study.playing and not study.over
        if alone and not study.at_end and study.held is None:
            self.pause()

    def follow_time(self) -> None:
        """Notices that a move that was found may be made now, or that the countdown to it, shown in whole
        seconds, has changed."""
        search = self._study.move_search
        if search is not None and search.follow_time():
            self._study.change(SEARCHES)

    def update(self, shown: bool = True) -> bool:
        """Lets the program to move think. Makes its move once it is ready and the window has `shown` the
        position that it is made in. Returns whether the game changed. Call it once a frame."""
        study = self._study
        if not study.program_to_move:
            return False
        search = study.move_search
        if search is None:
            self._begin_search()
            return False
        if search.news.phase == FAILED:
            self._fail(search.news.error)
            return True
        ready = search.news.phase == DONE and search.due and shown
        if not ready or study.held is not None:
            return False
        try:
            self._play(search.news.value.move)
        except BadText as error:
            self._fail(str(error))
        return True

    @property
    def pace(self) -> float:
        """The seconds that a program's move lasts at least."""
        study = self._study
        if study.people == 1:
            return LOOK_SECONDS if study.record.plies and study.settings.ui.animation else 0.0
        return PACES[study.pace] if study.people == 0 and not study.one_move and not study.holds else 0.0

    def _begin_search(self) -> None:
        study, pace = self._study, self.pace
        record, side = study.record, study.record.position.to_move
        begun = self._begun(side, searching(self._engines.engine(side), record.position))
        study.search = study.move_search = MoveSearch(*begun, pace, time.perf_counter() + pace)

    def _begun(self, side: int, work: Work) -> tuple[Job, Engine, str, bool, float]:
        """Starts `work` for a side's program. Returns the first fields of a `RunningSearch`: the job, the
        engine, the heuristic's name, whether the program is an outside one, and its time limit in seconds."""
        spec, engine = self._study.players[side], self._engines.engine(side)
        job = self._study.features.lanes.play.do(work, str(spec), engine)
        seconds = kind_named(spec.kind).limits(spec).seconds  # the kind's own if the text sets no limit
        return job, engine, spec.heuristic, spec.is_outside, seconds or 0.0

    def _fail(self, message: str) -> None:
        self._study.failure = message
        self._study.move_search = None

    def retry(self) -> None:
        """Lets the program to move search again, also after a failure."""
        self._study.failure = ""
        self.drop_searches()

    def play_or_pause(self) -> None:
        """Lets the programs play on, or pauses them."""
        study = self._study
        if study.playing:
            self.pause()
        else:
            study.playing = True
            study.one_move = study.only_viewed = False
            self._show_end()

    def pause(self) -> None:
        """Pauses the programs. An analysis goes on."""
        self._study.playing = self._study.one_move = False
        if self._analysis.search is None:
            self.drop_searches()

    def step_once(self) -> None:
        """Lets a program make one move, then pauses."""
        study = self._study
        if study.over or study.is_person(study.record.position.to_move):
            return
        self._show_end()
        held = study.held is not None
        study.one_move, study.playing, study.only_viewed = True, True, False
        if held:
            self._release()
        else:
            self.drop_searches()

    @property
    def can_hurry(self) -> bool:
        """Whether *Move now* does something: a program thinks about its move, a hint is searched, or a move
        is held. An endless analysis leads to no move."""
        study, analysis = self._study, self._analysis
        hurries = study.running and (analysis.search is None or study.hint_for is not None)
        return hurries or study.held is not None

    def move_now(self) -> None:
        """Ends the running search with the best move so far; plays a held move."""
        study = self._study
        if study.held is not None:
            self._release()
            return
        if study.move_search is not None:
            study.move_search.hurry()
        self._analysis.hurry()

    def toggle_hold(self) -> None:
        """Starts or stops holding the programs' moves. If a move is being held, it is played."""
        if self._study.held is not None:
            self._release()
        self._study.holds = not self._study.holds

    def change_pace(self, step: int) -> None:
        """Lets two programs play faster by `step` places in `PACES`, which begins with the fastest."""
        self._study.pace = max(0, min(len(PACES) - 1, self._study.pace - step))

    def _release(self) -> None:
        """Plays the held move in the next frame."""
        self._analysis.drop()
        self._show_end()
        assert self._study.move_search is not None
        self._study.move_search.released = True
        self._study.change(SEARCHES)

    def drop_searches(self) -> None:
        """Drops the running search and keeps what it has found so far."""
        study = self._study
        study.collect()
        if study.move_search is not None:
            study.move_search.job.drop()
        self._analysis.drop()
        study.move_search = study.search = None

    # Moves

    @property
    def person_may_move(self) -> bool:
        """Whether a click on the board can be a move: of the game, or of a variation. Variations are possible
        only while no program plays."""
        study = self._study
        if not study.position.moves:
            return False
        plays = study.playing and study.people < 2 and not study.over  # now or after the person's move
        if study.at_end and (study.record.goes_on or plays):  # a click continues the game itself
            human = study.is_person(study.record.position.to_move)
            return human or bool(study.failure) or study.held is not None
        return not plays or study.held is not None  # a click begins or follows a variation

    def enter(self, move: int) -> None:
        """Plays a person's move, also in place of a program's move that is held or a program that failed.
        Before the end of the line it begins a variation, or follows one that begins with the move."""
        study = self._study
        if not self.person_may_move:
            return
        if (held := study.held) is not None and study.at_end:  # else the move is made in another position
            study.of(HeldMove).replaced(study, held, move)
        self.drop_searches()
        cursor = study.cursor
        if study.at_end:
            self._play(move)
            return
        with study.changing_game():
            study.record.cut(cursor)
            try:
                self._play(move)
            finally:
                study.record.follow(study.record.end)
        study.go_to(cursor + 1)

    def _play(self, move: int) -> None:
        """Makes a move of a person or a program at the end of the line."""
        study = self._study
        followed, nodes = study.at_end, len(study.record.tree.nodes)
        self._leave_result()
        with study.changing_game():
            self._loop.play(move)
        study.collect()
        study.move_search = None
        study.failure = ""
        if followed:
            self._show_end()
        if study.one_move:
            study.one_move = study.playing = False
        if study.over and len(study.record.tree.nodes) > nodes:  # else the file has its end already
            self._file.end(study.record.ending, RESULTS[study.record.outcome])

    def _show_end(self) -> None:
        """Shows the last position of the line."""
        self._study.go_to(len(self._study.record.plies))

    def _leave_result(self) -> None:
        """Drops the result that the file states, because the game itself (not only a variation) goes on
        differently."""
        if self._study.record.goes_on:
            self._opened.leave()

    def take_back(self, single: bool = False) -> int:
        """Takes back the person's last turn and what followed. If two people or two programs play, takes back
        the last turn. `single`: takes back only the last move of that turn and what followed. Returns the
        number of plies."""
        study, record = self._study, self._study.record
        made = len(record.plies)
        if study.people == 1:
            side = BLACK if study.is_person(BLACK) else WHITE
        else:
            side = record.plies[-1].side if made else WHITE
        plies = record.plies_since(side) if single else record.plies_since_turn(side)
        if plies:
            self.drop_searches()
            study.go_to(made - plies)
            self._leave_result()
            with study.changing_game():
                record.take_back(plies)
            study.failure = ""
            if study.people == 0:
                study.playing = False
        self._show_end()
        return plies

    def resign(self) -> None:
        """Ends the game by resignation of its person. If two people play, the side to move resigns."""
        study, record = self._study, self._study.record
        side = record.position.to_move
        if not study.is_person(side):
            side = 1 - side
        assert study.is_person(side) and record.goes_on and not study.over
        self.pause()
        self.drop_searches()
        self._leave_result()
        with study.changing_game():
            record.resign(side)
        study.failure = ""
        self._show_end()

    def withdraw_resignation(self) -> bool:
        """Takes the resignation at the end of the line back, and the game goes on. Returns whether there was
        one."""
        study = self._study
        if study.record.resigned is None:
            return False
        self.drop_searches()
        with study.changing_game():
            study.record.resign(None)
        study.playing = True
        self._show_end()
        return True
