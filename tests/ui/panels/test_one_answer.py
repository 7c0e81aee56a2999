"""No two places of the window state different values for the same question, whatever a person does.

Each text that states a value declares it on the sheet, with the question, the side and the source
(`ui.kit.sheet.Stated`). Here the texts themselves are read and compared.
"""

import random
import re
import time
from typing import Any

import pygame
import pytest
from driving import Driver

from engines.contract import EXACT, UNKNOWN, Limits, RootMove, Thought
from engines.player_kinds import PlayerSpec
from engines.player_text import parse_player
from engines.search_engine import Searcher
from games.contract import WHITE
from games.position import Position
from games.record import Record
from games.registry import load_game
from heuristics.lens import Lens
from heuristics.registry import default_heuristic, heuristics_of, load_lens
from study.compare.heuristic_pair import HeuristicPair, lens_of_player
from study.evaluation.breakdowns import counting_side
from study.export.position_report import PositionReport
from study.format.value_format import ValueFormat
from study.game.session import Session
from study.on_board.evaluation_bar import two_opinions
from study.review.background_review import BackgroundReview, reviewed_move_losses
from study.review.timeline import Column
from study.searches.single_move_search import SingleMoveSearches
from study.searches.values import depth_of_value, for_side, move_value, source
from study.state.search_store import position_key
from study.state.study import Study
from study.why_not import two_searches
from study.why_not.questions import WhyNotQuestions
from ui.boards.arrows import ways
from ui.kit.sheet import Label
from ui.panels.review.timeline import TimelinePanel
from ui.scenes.play.export import report_of
from ui.scenes.play.on_board import MOVES
from ui.scenes.play.play import Play

NUMBER = re.compile(r"[+−]?[0-9]+(\.[0-9]+)?")
BAR_LINE = re.compile(r"^([+−]?[0-9]+(?:\.[0-9]+)?)(?: [a-z]+)? for (\w+): (.*)\.$", re.MULTILINE)
GAMES = ("isolation", "morris", "tabletactics", "jungle", "chess")
STEPS = 40
KEYS = (
    *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END, pygame.K_SPACE, pygame.K_PERIOD),
    *(pygame.K_h, pygame.K_f, pygame.K_v, pygame.K_b, pygame.K_e, pygame.K_a, pygame.K_u, pygame.K_m),
    *(pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_4, pygame.K_ESCAPE, pygame.K_UP, pygame.K_DOWN),
    *(pygame.K_TAB, pygame.K_w, pygame.K_w),
    *(pygame.K_t, pygame.K_o, pygame.K_c, pygame.K_i, pygame.K_j),
)
CLICKED = (
    *("perspective switch", "tab", "card", "line", "its line", "term", "candidate"),
    *("explains", "ply", "start"),
    *("before", "after", "second panel", "detail term", "why", "chosen", "asked", "step"),
    *("head", "columns", "lines", "timeline", "review of"),
)
"""What the test points at and clicks, by the first word of its zone's key."""


class Outside:
    """Another program: it values one move, in pawns, and does not explain it."""

    name = "outside"

    def prepare(self, game_name: str) -> None:
        pass

    def think(self, position, publish=None, stop=None, only=()):  # type: ignore[no-untyped-def]
        best = (only or position.moves)[-1]
        value = (int(position.state.key) % 400 - 200) / 100
        rows = tuple(
            RootMove(move, value, EXACT, 5, (move,)) if move == best else RootMove(move, 0.0, UNKNOWN)
            for move in position.moves
        )
        return Thought(position, best, value, 5, 100, 0.01, (best,), rows, program="Fish", unit="pawns")

    def peek(self) -> tuple[int, int]:
        return 100, 5

    def close(self) -> None:
        pass


def made(spec: PlayerSpec, game: str, seed: int) -> Any:
    """Small real searches, uncompiled, so that nothing waits for a compiler."""
    if spec.kind == "random":
        return Outside()
    lens = load_lens(game, spec.heuristic or default_heuristic(game).name)
    return Searcher(lens, Limits(depth=2, nodes=120), seed, table_megabytes=0.01, compile=False)


def alone(lens: Lens) -> Searcher:
    return Searcher(lens, Limits(), table_megabytes=0.01, compile=False)


def answering(position: Position, first: Thought | None, lens: Lens) -> Searcher:
    """The searcher for why-not questions."""
    lens = first.lens if first is not None and first.lens is not None else lens
    explains = position.game.has_chance
    return Searcher(lens, Limits(depth=2, nodes=120), table_megabytes=0.01, compile=False, explains=explains)


def reviewing(lens: Lens, nodes: int) -> Searcher:
    """The searcher for reviews."""
    explains = load_game(lens.heuristic.game).has_chance
    return Searcher(lens, Limits(nodes=60), table_megabytes=0.01, compile=False, explains=explains)


class Window:
    """A game in a window, and what its texts state."""

    def __init__(self, driver: Driver, game: str, draw: random.Random) -> None:
        self.driver, self.draw = driver, draw
        names = [heuristic.name for heuristic in heuristics_of(game)]
        kinds = ["human", "random", *(f"alphabeta:{draw.choice(names)}" for _ in range(3))]
        players = parse_player(draw.choice(kinds), game), parse_player(draw.choice(kinds), game)
        record = Record.start(load_game(game), driver.app.settings.options_for(game))
        for _ in range(draw.randrange(12)):
            moves = record.position.moves
            if moves:
                move = draw.choice(moves)
                record.play(move, draw.randrange(len(record.position.chances(move))))
        session = Session(record, players, driver.app.settings, None, draw.randrange(1000), engine_maker=made)
        session.study.pace = 0
        self.play: Play = driver.window.play(session)
        self.study.of(BackgroundReview).make = reviewing
        if draw.random() < 0.5:
            self.study.of(BackgroundReview).begin(self.study)

    @property
    def session(self) -> Session:
        return self.play.session  # "New game" begins another one

    @property
    def study(self) -> Study:
        return self.session.study

    def back(self) -> bool:
        """Leaves whatever was opened above the game; returns whether the game is still there."""
        app = self.driver.app
        while app.scene is not self.play and self.play in app.scenes:
            app.pop()
        return self.play in app.scenes

    def act(self) -> None:
        """Does something that a person may do."""
        self.study.of(SingleMoveSearches).make = alone
        self.study.of(WhyNotQuestions).make = answering
        choice = self.draw.random()
        if choice < 0.35:
            self.driver.key(self.draw.choice(KEYS))
        elif choice < 0.5 and self.session.turn.person_may_move:
            self.session.turn.enter(self.draw.choice(self.session.study.position.moves))
        else:
            zones = [
                zone for zone in self.driver.app.event_router.sheet.zones if zone.rect and named(zone.key)
            ]
            if zones:
                where = self.draw.choice(zones).rect.center
                if choice < 0.75:
                    self.driver.move_mouse(where)
                else:
                    self.driver.click(where)

    def stated(self) -> list[Label]:
        """The texts of the next frame that state a value."""
        sheet = self.driver.app.event_router.sheet
        for _ in range(20):  # gives searches and facts some time
            self.driver.frame()
            if not (
                self.study.facts.busy or self.study.of(WhyNotQuestions).running or self.session.study.running
            ):
                break
            time.sleep(0.001)
        sheet.labels = []
        self.driver.app.redraw()
        self.driver.app.frame()  # only one, because a running search gives the next frame other values
        return [label for label in sheet.labels if label.states is not None]


def named(key: object) -> bool:
    return (key[0] if isinstance(key, tuple) and key else key) in CLICKED


def check(window: Window) -> int:
    """Checks one frame; returns how many values it stated."""
    labels = window.stated()
    study = window.study  # the frame's game: a new one may begin meanwhile
    answers: dict[Any, dict[Any, float]] = {}
    for label in labels:
        states = label.states
        assert states is not None
        answer = study.of(WhyNotQuestions).answer  # its page is for the side that makes both moves
        compared = set() if answer is None or states.question[0] != "move" else {answer.side}
        assert states.side in {study.perspective} | compared, "one perspective for the whole window"
        if NUMBER.fullmatch(label.shown):
            form = form_of(study, states.source)
            decimals = len(label.shown.partition(".")[2])
            shown = written(form.in_units(states.value), decimals)
            assert decimals <= form.decimals and label.shown.replace("−", "-").lstrip("+") == shown
        for_white = for_side(states.value, states.side, WHITE)
        known = answers.setdefault(states.question, {})
        assert known.setdefault(states.source, for_white) == for_white, (states, known)
    for position in study.record.positions:
        here = position_key(position)
        for label, value in answers.get(("search", here), {}).items():
            depths = {
                depth_of_value(thought)
                for thought in study.search_store.all_of(position)
                if source(thought) == label
            }
            of_moves = [
                found
                for (kind, where, *_), rows in ((q, r) for q, r in answers.items() if q[0] == "move")
                if where == here
                for (searched, depth, bound), found in rows.items()
                if searched == label and bound == EXACT and depth in depths
            ]
            sign = 1 if position.to_move == WHITE else -1
            assert not of_moves or max(sign * found for found in of_moves) <= sign * value
            assert value in {
                for_side(thought.value, thought.position.to_move, WHITE)
                for thought in study.search_store.all_of(position)
            }
        for side in (0, 1):
            for value in answers.get(("evaluation", here, side), {}).values():
                asked = for_side(study.lens.breakdown(position.state, side).value, side, WHITE)
                assert value == asked, (position.text, study.cursor)
    check_own_values(window, labels)
    check_bar(window, answers)
    check_marks(window)
    return len(labels)


def form_of(study: Study, source: Any) -> ValueFormat:
    """How values of a source are written everywhere."""
    while isinstance(source, tuple) and not isinstance(source[0], int):
        source = source[0]
    for heuristic in heuristics_of(study.position.game.name):
        if source[0] == id(heuristic) or f"{source}".startswith(f"{heuristic.name},"):
            return ValueFormat.of(heuristic)
    return ValueFormat()


def check_own_values(window: Window, labels: list[Label]) -> None:
    """Checks that the shown position's own value is for the perspective, whoever has searched it: in the
    panels, in the timeline, and in exports. Beside a search by a one-sided heuristic it may be counted by the
    side that searched."""
    study = window.study
    here, perspective = position_key(study.position), study.perspective
    for states in (label.states for label in labels):
        assert states is not None
        kind, where, *more = states.question
        if where == here and kind == "evaluation":
            assert more[0] in (perspective, counting_side(study))
            assert states.side == perspective
        if where == here and kind == "evaluation by":
            lens = next(lens for lens in study.of(HeuristicPair).lenses(study) if lens.key == states.source)
            assert states.value == lens.breakdown(study.position.state, perspective).value
    foot = window.play.dock.foot
    course = foot.timeline.course if isinstance(foot, TimelinePanel) else None
    if course is not None:
        for column in course.columns:
            if column.value is not None:
                assert course.side == perspective
                assert column.value in timeline_values(study, course.lens, column)
    report = report_of(window.study)
    if isinstance(report, PositionReport) and report.columns[1:2] == (study.side_name(perspective),):
        assert report.rows[-1][1][-1] == study.lens.breakdown(study.position.state, perspective).value


def timeline_values(study: Study, lens: Lens, column: Column) -> set[float]:
    """What a column of the timeline may say, for the perspective: the static evaluation; or what a review
    found for a move from there, be it of a line that has been left, or for the move that led there."""
    index, perspective = column.cursor, study.perspective
    record = study.record
    if not column.searched:
        return {lens.breakdown(record.positions[index].state, perspective).value}
    look = study.of(BackgroundReview).looked
    here = record.positions[index]
    found = [
        (each.move_loss, "best") for each in (look(here, move) for move in here.moves) if each is not None
    ]
    if index and (last := look(record.positions[index - 1], record.plies[index - 1].move)) is not None:
        found.append((last.move_loss, "played"))
    return {for_side(getattr(each, row).value, each.side, perspective) for each, row in found if each}


def check_marks(window: Window) -> None:
    """Checks that marks on the board agree with the list of moves on the same search."""
    study, board = window.study, window.play.board
    game, state = study.position.game, study.position.state
    numbered = [arrow for arrow in board.arrows if arrow.number == 1]
    for arrow in numbered:
        move = study.thought_here.move if study.thought_here is not None else None
        assert move is not None and arrow.ways == ways(board.art, study.position, move)
        assert arrow.side == study.position.to_move
    for index, move_loss in enumerate(reviewed_move_losses(study)):
        if move_loss is not None:
            assert move_loss.loss >= 0.0 and move_loss.best.depth == move_loss.played.depth
            listed = move_value(study, index)
            if listed is not None and listed.found.thought is move_loss.thought:
                assert listed.value == for_side(move_loss.played.value, move_loss.side, study.perspective)
    values = {row.move: row.value for row in study.searched.values() if row.bound == EXACT}
    for warmth in board.warmths:
        if not values or not NUMBER.fullmatch(warmth.lines[0]):
            continue
        if window.play.on_board.shows(MOVES):  # of the best move that begins, or continues, there
            found = list(values.values())
        elif study.thought_here is None or study.thought_here.lens is None:
            continue  # values after one ply, as the legend says: the search has no heuristic
        else:
            moves = [m for m in study.position.moves if game.revealed_square(state, m) == warmth.square]
            found = [max(values[move] for move in moves if move in values)]
        decimals = len(warmth.lines[0].partition(".")[2])
        thought = study.thought_here
        form = ValueFormat() if thought is None else ValueFormat.of_thought(thought)
        for_eyes = [for_side(value, study.position.to_move, study.perspective) for value in found]
        shown = {written(form.in_units(value), decimals) for value in for_eyes}
        assert warmth.lines[0].replace("−", "-").lstrip("+") in shown


def check_bar(window: Window, answers: dict[Any, dict[Any, float]]) -> None:
    """Checks that the evaluation bar's tooltip agrees with the panels, for the same side."""
    study, zone = window.study, window.driver.zone("evaluation bar")
    if zone is None:
        return
    for number, side, where in BAR_LINE.findall(str(zone.tip)):
        assert side == study.side_name(study.perspective), zone.tip
        if where.endswith("static evaluation"):
            played_by = [lens_of_player(study, side) for side in (0, 1)]
            lenses = [lens for lens in (study.lens, *played_by) if lens is not None]
            asked = study.perspective if two_opinions(study) else counting_side(study)
            known = [
                for_side(lens.breakdown(study.position.state, asked).value, asked, WHITE)
                for lens in lenses
                if where.startswith(f"{lens.name},")
            ][:1]
            assert known, "a heuristic that is looked through, or that a program plays by"
            question = ("evaluation", position_key(study.position), asked)
            if where.startswith(f"{study.lens.name},"):
                known += list(answers.get(question, {}).values())
        else:
            known = [
                value
                for source, value in answers.get(("search", position_key(study.position)), {}).items()
                if source == where
            ]
        decimals = len(number.partition(".")[2])
        for value in known:
            turned_value = form_of(study, where).in_units(for_side(value, WHITE, study.perspective))
            assert number.replace("−", "-").lstrip("+") == written(turned_value, decimals)


def written(value: float, decimals: int) -> str:
    text = f"{value:.{decimals}f}"
    return text.lstrip("-") if float(text) == 0.0 else text


@pytest.fixture
def opening(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.setattr(two_searches, "LEAST_SECONDS", 0.01)
    return {"size": (1280, 1000)}


def play_through(driver: Driver, game: str, seed: int) -> int:
    draw = random.Random(seed)
    window = Window(driver, game, draw)
    stated = 0
    for _ in range(STEPS):
        window.act()
        if not window.back():
            window = Window(driver, game, draw)
        stated += check(window)
    window.driver.window.home()
    return stated


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_no_two_places_differ(driver: Driver, game: str) -> None:
    assert play_through(driver, game, 1) > 25


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_two_places_differ_over_many_games(driver: Driver, game: str) -> None:
    assert sum(play_through(driver, game, seed) for seed in range(100, 200)) > 5000
