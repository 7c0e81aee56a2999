"""The game in the window, without its pixels: who plays, when programs think, and the file that every move
goes to. Knowledge about positions is in the study."""

import time
from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import partial

from arena.game_loop import GameLoop
from engines.contract import Engine, Thought
from engines.jobs import DONE, FAILED
from engines.player_kinds import HUMAN, PlayerSpec
from engines.player_text import make_engine, tireless
from engines.table_moves import checksums_played
from games.contract import BLACK, WHITE, BadText
from games.record import Record
from heuristics.former_weights import take_remarks
from heuristics.lens import Lens
from heuristics.registry import version
from study.core.activity import Activity, activity_of
from study.core.lines import take_in
from study.core.settings import PACES, Settings
from study.core.study import Study
from study.core.wishes import Say
from study.format.player_names import player_in_words
from study.game.analysis import HINT_SECONDS, Analysis
from study.game.move_search import MoveSearch
from study.game.search_keeper import SearchKeeper
from study.game.side_engines import SideEngines, analysed_through, first_lens, renewed, reweighed, weights_of
from study.hold.held_move import HeldMove
from study.saved_games.autosave import Autosave
from study.saved_games.game_file import GameFile
from study.saved_games.read_game import ImportedDetails
from study.saved_games.saved_games import RESULTS, Saves

LOOK_SECONDS = 0.35
"""The least time before a program answers a person or goes on with its turn, so that the previous move can be
seen; 0 where motion is switched off."""

DEFAULT_SECONDS = 0.5
"""The seconds for which a position is searched with the default weights before it is searched with changed
ones."""

MakeEngine = Callable[[PlayerSpec, str, int], Engine]


class Session:
    """One game, from its first click to its end, and its review.

    `study` is what is known about the game and which position is shown. `playing` is whether programs may
    think and move; `move_search` is the search of the program to move. `file` is where the game is saved,
    with its `searches`.
    """

    def __init__(
        self,
        record: Record,
        players: tuple[PlayerSpec, PlayerSpec],
        settings: Settings,
        saves: Saves | None = None,
        seed: int = 0,
        resumed: GameFile | None = None,
        engine_maker: MakeEngine | None = None,
        saved: bool = True,
    ) -> None:
        self.seed = seed
        game = record.game.name
        lens = first_lens(players, game, settings)
        self.study = Study(record, lens, len(record.plies), players=players, settings=settings)
        self.study.lens_named = partial(settings.lens, game)
        self.study.counters = self.counters
        self.study.activity = self.activity
        if saves is not None:
            self.study.data = saves.data
            choices = saves.choices.made
            self.study.follows_mover, self.study.terms_by_size = choices.for_mover, choices.terms_by_size
            self.study.shows_costs = choices.move_costs
            self.study.lines, self.study.remember = choices.lines, partial(setattr, choices)
            self.study.folds = choices.folds
        self._followed = self.study.cursor  # the shown position in the last frame
        self._lines = record.changes
        self.playing = not self.study.over
        self.single = False  # pause again after the next move
        self.pace = PACES.index(settings.ui.pace)
        self.opened = ImportedDetails()
        self.looked_at = False  # whether it was opened to look through, and its programs have not played on
        self.keeps_layout = True  # whether the pages beside it stay open for the next game
        self.given_maker = engine_maker
        self._make = engine_maker or self._make_engine
        self.programs = SideEngines(lambda spec, side: self._make(spec, game, seed + side), game)
        self._looked_through = self.study.lens  # in the last frame
        self.file = Autosave(saves if saved else None, resumed, self._begin_file, self._say)
        lane = self.study.features.lanes.play
        self.move_search = MoveSearch(lane)
        self.analysis = Analysis(self._make_analyst, lane)
        self.analysis.lines = self.study.lines
        self.study.engines = lambda: (self.analysis.engine, *self.programs.engines)
        self.loop = GameLoop(record, seed=seed + len(record.plies))
        record.on_change = self.file.change
        self.searches = SearchKeeper(self.study, self.file, self._say)

    # Players

    def _make_engine(self, spec: PlayerSpec, game: str, seed: int) -> Engine:
        megabytes = self.study.settings.engine.table_megabytes
        weights, rules = self.study.settings.weights, self.study.record.options
        return make_engine(spec, game, weights, seed, megabytes, explains=True, options=rules, tables=True)

    def _engine_of(self, side: int) -> Engine:
        return self.programs.engine(side, self.study.players[side])

    def player_name(self, side: int) -> str:
        """The name of a side's player in the top bar."""
        if not self.study.is_person(side):
            return player_in_words(str(self.study.players[side]), self.study.record.game.name)
        if self.opened.names[side]:
            return self.opened.names[side]
        return "You" if self.study.people == 1 else self.study.side_name(side)

    def next_players(self, side: int) -> tuple[PlayerSpec, PlayerSpec]:
        """The players of a new game: the same; after a game of two programs that was only looked at, a person
        on `side` against the other side's program."""
        if not self.looked_at or self.study.people:
            return self.study.players
        first, second = (
            PlayerSpec(HUMAN) if each == side else self.study.players[each] for each in (WHITE, BLACK)
        )
        return first, second

    def prepare_engines(self) -> None:
        """Compiles ahead, if nobody waits for a search."""
        side = next((side for side in (WHITE, BLACK) if not self.study.is_person(side)), None)
        if (
            side is not None
            and not self.study.over
            and self.study.is_person(self.study.record.position.to_move)
        ):
            self.move_search.prepare(
                self._engine_of(side), self.study.record.game.name, str(self.study.players[side])
            )

    def _say(self, text: str) -> None:
        self.study.wish(Say(text))

    # What is shown

    @property
    def where(self) -> str:
        """The shown position of the game in words."""
        return (
            f"after {self.study.record.numbered(self.study.cursor - 1)}" if self.study.cursor else "the start"
        )

    @property
    def human_may_move(self) -> bool:
        """Whether a click on the board can be a move: of the game, or of a variation. Variations are possible
        only while no program plays."""
        if not self.study.position.moves:
            return False
        if self.study.at_end and (self.study.record.goes_on or self._is_played):
            human = self.study.is_person(self.study.record.position.to_move)
            return human or bool(self.study.failure) or self.held is not None
        return not self._is_played

    @property
    def _is_played(self) -> bool:
        """Whether a program plays, now or after the person's move."""
        return self.playing and self.study.people < 2 and not self.study.over

    # Holding the program's moves

    @property
    def held(self) -> Thought | None:
        """The search whose move waits for a person; None without one."""
        return self.move_search.held if self.playing and not self.study.over else None

    @property
    def holds(self) -> bool:
        """Whether the programs' moves are held before they are played."""
        return self.move_search.holds

    def turn_hold(self) -> None:
        """Turns the holding of the programs' moves on or off. A move that is held then is played."""
        self.move_search.holds = not self.move_search.holds

    def _release(self) -> None:
        """Plays the held move in the next frame."""
        self.analysis.drop()
        self.study.go_to(len(self.study.record.plies))
        self.move_search.release()

    def counters(self) -> tuple[int, int]:
        """(nodes, depth in progress) of the running search."""
        if self.analysis.search is not None:
            return self.analysis.counters()
        return self.move_search.counters

    @property
    def searching(self) -> bool:
        """Whether a program compiles or thinks: about its move, for a hint or an analysis."""
        return self.analysis.search is not None or self.move_search.running

    @property
    def can_hurry(self) -> bool:
        """Whether the running search ends by itself, or a move is held, so that the program can be made to
        move at once."""
        hurries = self.searching and (self.analysis.search is None or self.analysis.hinting)
        return hurries or self.held is not None

    def activity(self) -> Activity:
        """What a program does for a hint, an analysis or its move, compiling included."""
        if self.analysis.search is not None:
            limit = HINT_SECONDS if self.analysis.hinting else 0.0
            return activity_of((self.analysis.search,), self._analysed_through().name, limit=limit)
        mover = self.study.record.position.to_move
        spec = self.study.players[1 - mover if self.study.is_person(mover) else mover]
        milliseconds = spec.option("ms")
        limit = milliseconds / 1000 if milliseconds else 0.0
        jobs = (self.move_search.job, self.move_search.preparation)
        return activity_of(jobs, spec.heuristic, spec.is_outside, limit)

    @property
    def version(self) -> Hashable:
        """Changes whenever the game must be drawn again."""
        waits = self.move_search.seconds_left
        return self.study.version, self.playing, self.holds, self.analysis.found, self.analysis.endless, waits

    # The game goes on

    def update(self, shown: bool = True) -> bool:
        """Makes the move that is ready, if any, once the position before it was `shown`. Returns whether the
        game changed. Call it once a frame."""
        self.study.of(HeldMove).thought = self.held
        self.study.features.follow(self.study)
        take_in(self.study)
        self.searches.follow()
        self._notice_steps()
        self._follow_heuristics()
        for remark in take_remarks():
            self._say(remark)
        changed = self._program_to_move and self._go_on(shown)
        self._look_into()
        return changed

    @property
    def _program_to_move(self) -> bool:
        """Whether it is a program's turn to think."""
        going_on = self.playing and not self.study.over and not self.study.failure
        return going_on and not self.study.is_person(self.study.record.position.to_move)

    def _go_on(self, shown: bool) -> bool:
        """Lets the program to move think, and makes its move once it is ready and the position `shown`.
        Returns whether the game changed."""
        search = self.move_search.job
        if search is None:
            self._begin_search()
            return False
        if search.news.phase == FAILED:
            self._fail(search.news.error)
            return True
        ready = search.news.phase == DONE and self.move_search.due and shown
        if not ready or self.held is not None:
            return False
        try:
            self._play(search.news.value.move)
        except BadText as error:
            self._fail(str(error))
        return True

    def _notice_steps(self) -> None:
        """Pauses programs that play each other while a person looks at another position, and any program if a
        person has turned to another line."""
        if self.study.record.changes != self._lines:
            self._lines = self.study.record.changes
            if self.study.people < 2:
                self.pause()
        if self.study.cursor != self._followed:
            self._followed = self.study.cursor
            if self.study.people == 0 and not self.study.over and not self.study.at_end and self.held is None:
                self.pause()

    def _follow_heuristics(self) -> None:
        """Follows a person's changes of heuristics: their files, or the weights."""
        study = self.study
        if self.programs.version != version():
            for line in self.programs.renew(study.lens, self.study.players):
                self._say(line)
            study.lens = self._looked_through = renewed(study.lens)
        taken, sides, problem = self.programs.update()
        if problem:
            self._say(problem)
        study.failure = study.failure and (problem or study.failure)
        if self.study.record.position.to_move in sides and (study.failure or self._program_to_move):
            self.retry()
        self.analysis.go_on(taken)
        before, self._looked_through = self._looked_through, study.lens
        if study.lens != before and study.lens.heuristic is before.heuristic:
            self._reweigh(before, study.lens)

    def _reweigh(self, before: Lens, lens: Lens) -> None:
        """The weights of the window's heuristic have changed. Programs that play by it go on with the new
        ones. If none thinks, the shown position is searched with them."""
        players = reweighed(
            self.study.players, before, lens, self.study.record.game.name, self.study.settings
        )
        if players != self.study.players:
            self.change_players(players, "continued with other weights")
        if not self._program_to_move:
            self._analyse("Analysed with these weights until you press A.")

    def _begin_search(self) -> None:
        side = self.study.record.position.to_move
        pace = PACES[self.pace] if self.study.people == 0 and not self.single and not self.holds else 0.0
        if self.study.people == 1 and self.study.record.plies and self.study.settings.ui.animation:
            pace = LOOK_SECONDS
        engine, name = self._engine_of(side), str(self.study.players[side])
        self.study.search = self.move_search.begin(engine, self.study.record.position, name, pace)

    def _play(self, move: int) -> None:
        followed, nodes = self.study.at_end, len(self.study.record.tree.nodes)
        self._leave_result()
        self.loop.play(move)
        self._after_move(followed, len(self.study.record.tree.nodes) > nodes)
        self._followed = self.study.cursor

    def _leave_result(self) -> None:
        """Forgets the game's result, because the game itself (not only a variation) goes another way."""
        if self.study.record.goes_on:
            self.opened.leave()

    def _after_move(self, followed: bool, new: bool) -> None:
        self.study.collect()
        self.move_search.job = None
        self.study.failure = ""
        if followed:
            self.study.go_to(len(self.study.record.plies))
        if self.single:
            self.single = self.playing = False
        if self.study.over and new:
            self.file.end(self.study.record.ending, RESULTS[self.study.record.outcome])

    def _fail(self, message: str) -> None:
        self.study.failure = message
        self.move_search.job = None

    def enter(self, move: int) -> None:
        """Plays a person's move, or a person's move in place of a program that failed. Before the end of the
        line it begins a variation, or follows one that begins with the move."""
        if not self.human_may_move:
            return
        if (held := self.held) is not None:
            self.study.of(HeldMove).replaced(self.study, held, move)
        self._drop_searches()
        cursor = self.study.cursor
        if self.study.at_end:
            self._play(move)
            return
        self.study.record.cut(cursor)
        try:
            self._play(move)
        finally:
            self.study.record.follow(self.study.record.end)
        self.study.go_to(cursor + 1)
        self._followed = self.study.cursor

    def retry(self) -> None:
        """Lets the failed engine try again."""
        self.study.failure = ""
        self._drop_searches()

    def play_or_pause(self) -> None:
        if self.playing:
            self.pause()
        else:
            self.playing = True
            self.single = self.looked_at = False
            self.study.go_to(len(self.study.record.plies))

    def pause(self) -> None:
        self.playing = False
        self.single = False
        if self.analysis.search is None:
            self._drop_searches()

    def step_once(self) -> None:
        """Lets a program make one move, then pauses."""
        if self.study.over or self.study.is_person(self.study.record.position.to_move):
            return
        self.study.go_to(len(self.study.record.plies))
        held = self.held is not None
        self.single, self.playing, self.looked_at = True, True, False
        if held:
            self._release()
        else:
            self._drop_searches()

    def move_now(self) -> None:
        """Ends the running search with the best move so far; plays a held move."""
        if self.held is not None:
            self._release()
            return
        self.move_search.hurry()
        self.analysis.hurry()

    def use_settings(self, settings: Settings) -> None:
        """Takes over changed settings. Searches that depend on them begin again."""
        before, self.study.settings = self.study.settings, settings
        if settings.ui.pace != before.ui.pace:
            self.pace = PACES.index(settings.ui.pace)
        if settings.ui.values != before.ui.values:
            self.study.facts.forget()
        if settings.engine != before.engine:
            self._drop_searches()
            self.programs.remake()
            self.analysis.remake()

    def take_back(self, single: bool = False) -> int:
        """Takes back the person's last turn and what followed; or the last turn if no person or only persons
        play. With `single` only the last move of that turn. Returns the number of plies."""
        made, record = len(self.study.record.plies), self.study.record
        if self.study.people == 1:
            side = BLACK if self.study.is_person(BLACK) else WHITE
        else:
            side = record.plies[-1].side if made else WHITE
        plies = record.plies_since(side) if single else record.plies_since_turn(side)
        if plies:
            self._drop_searches()
            self.study.go_to(made - plies)
            self._leave_result()
            self.study.record.take_back(plies)
            self.study.failure = ""
            if self.study.people == 0:
                self.playing = False
        self.study.go_to(len(self.study.record.plies))
        return plies

    def resign(self) -> None:
        """Ends the game: its one person resigns, or of two persons the one to move."""
        side = self.study.record.position.to_move
        if not self.study.is_person(side):
            side = 1 - side
        assert self.study.is_person(side) and self.study.record.goes_on and not self.study.over
        self.pause()
        self._drop_searches()
        self._leave_result()
        self.study.record.resign(side)
        self.study.failure = ""
        self.study.go_to(len(self.study.record.plies))

    def withdraw_resignation(self) -> bool:
        """Takes the resignation at the end of the line back, and the game goes on. Returns whether there was
        one."""
        if self.study.record.resigned is None:
            return False
        self._drop_searches()
        self.study.record.resign(None)
        self.playing = True
        self.study.go_to(len(self.study.record.plies))
        return True

    def swap_sides(self) -> None:
        """Swaps the sides of the players. The game goes on in a file of its own."""
        self.programs.trade()
        self.change_players((self.study.players[1], self.study.players[0]), "continued with sides swapped")

    def change_players(
        self, players: tuple[PlayerSpec, PlayerSpec], reason: str = "continued with other players"
    ) -> None:
        """Changes the players. The game goes on in a file of its own."""
        self._drop_searches()
        self.study.players = players
        self.looked_at = False
        self.opened.names = ("", "")
        self.searches.flush()
        self.file.leave(reason)
        self.study.failure = ""

    # Hints and analysis

    def ask_hint(self) -> bool:
        """Asks for a hint for the shown position. Returns whether a move can be made there."""
        if not self.study.position.moves:
            return False
        self.analysis.ask_hint(self.study.position)
        self._look_into()
        return True

    def _analyse(self, remark: str) -> None:
        """Starts the endless analysis and shows a notice."""
        if not self.analysis.endless and self.study.position.moves:
            self.analysis.endless = True
            self._say(remark)

    def _look_into(self) -> None:
        """Searches the shown position if an analysis or a hint is wanted and no program thinks about its
        move."""
        if self.analysis.lines != self.study.lines:
            self.analysis.lines = self.study.lines
            many = "the best line" if self.study.lines == 1 else "several lines"
            self._analyse(f"Analysing {many}. Press A to stop.")
        running = self.analysis.search
        free = not self._program_to_move or self.held is not None
        problem = self.analysis.follow(self.study.position, self._analysed_through, free)
        if problem:
            self._say(f"Nothing found: {problem}")
        if self.analysis.search is not None and self.analysis.search is not running:
            self.study.collect()  # the last results before this search
            self.study.search = self.analysis.search
        self.study.analysed = self.analysis.endless
        advised = self.analysis.endless or self.analysis.found is not None
        self.study.advised = advised or self.held is not None

    def _analysed_through(self) -> Lens:
        """The lens of the analysis. If weights were changed, the default ones search for a moment first,
        because the window shows which move the changed ones replace."""
        lens = analysed_through(
            self.study.lens, self.study.players, self.study.record.game.name, self.study.settings
        )
        default = Lens.of(lens.heuristic)
        if self.analysis.endless and not self._is_known_through(default):
            lens = default
        return self.programs.playable(lens)

    def _is_known_through(self, lens: Lens) -> bool:
        """Whether the shown position has a search by a lens. A running analysis counts after
        DEFAULT_SECONDS."""
        if self.study.thoughts.of(self.study.position, lens) is None:
            return False
        news = self.study.news
        begins = self.analysis.search is not None and self.analysis.lens == lens
        return not begins or time.perf_counter() - news.since > DEFAULT_SECONDS

    def _make_analyst(self, lens: Lens, lines: int) -> Engine:
        usual = self.study.settings.lens(self.study.record.game.name, lens.name)
        spec = tireless(lens.name, lines, self.study.settings.engine.threads)
        spec = replace(spec, weights=weights_of(lens, usual))
        return self._make(spec, self.study.record.game.name, self.seed)

    def _drop_searches(self) -> None:
        """Drops the running search and keeps what it has found so far."""
        self.study.collect()
        self.move_search.drop()
        self.analysis.drop()
        self.study.search = None

    def _begin_file(self, saves: Saves) -> GameFile:
        white, black = (str(spec) for spec in self.study.players)
        tables = checksums_played(self.study.players, self.study.record.game.name, in_window=True)
        return saves.begin(self.study.record, white, black, self.seed, self.opened.headers, tables)

    def close(self) -> str:
        """Ends the searches and the programs that were started. The game stays saved. Returns a line that
        says why it could not be kept, else ""."""
        self._drop_searches()
        self.searches.flush()
        self.study.features.close()
        self.programs.close()
        return self.file.close()
