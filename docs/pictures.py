"""Makes the pictures of the README, of the guide and of the course.

    python -m docs.pictures                    all of them
    python -m docs.pictures why-not tree       these
    python -m docs.pictures --list             lists them

Each is a function below, which leads a window without a display to what is worth looking at. Searches are by
nodes, so that the same program makes the same picture again. It needs Pillow (`requirements-dev.txt`).
"""

import argparse
import io
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pygame
import yaml
from PIL import Image, ImageChops

from docs.camera import Camera
from docs.selective_parts import PARTS, Part, decisive_move
from engines.subprocesses import user_players
from games.contract import BLACK
from games.position import Position
from games.record import Record
from games.registry import load_game
from heuristics import registry
from study.card.report_card import ReportCard
from study.check.check import HeuristicCheck
from study.compare.heuristic_pair import NAMED, HeuristicPair
from study.exercises.exercises import Exercise, Exercises
from study.hold.held_move import HeldMove
from study.lesson_files.lesson_file import LessonFile, write_lesson
from study.on_board.threats import Threats
from study.practice.decide_first import DecideFirst
from study.review.ask_why_not import ask_why_not
from study.review.background_review import BackgroundReview
from study.saved_games.examples import examples
from study.suites.suite_browser import SuiteBrowser
from study.suites.suites import Case
from study.suites.user_suites import own_suite
from study.tournaments.arena_session import Plan
from study.truth.truth import Truth
from study.user_files.course import FOLDER as LESSONS
from study.user_files.course import copy_files, find_lesson
from study.why_not.questions import WhyNotQuestions
from ui.boards.picture import draw_thumbnail
from ui.panels.card.report_card import ReportCardPanel
from ui.panels.check.check import CheckPanel
from ui.panels.compare.two_heuristics import TwoHeuristicsPanel
from ui.panels.evaluation.evaluation import EvaluationPanel
from ui.panels.evaluation.weights import WeightsPanel
from ui.panels.move_list import MoveListPanel
from ui.panels.moves.candidates import CandidatesPanel
from ui.panels.review.review import ReviewPanel
from ui.panels.review.timeline import TimelinePanel
from ui.panels.suites.suites import SuitesPanel
from ui.panels.training import TrainingPanel
from ui.panels.tree.lesson_page import LessonPanel
from ui.panels.tree.search_tree import SearchTreePanel
from ui.panels.truth.truth import TruthPanel
from ui.panels.why_not.why_not import WhyNotPanel
from ui.scenes.home.home import Home
from ui.scenes.play.on_board import LINE, PIECES, REVEALS, THREATS
from ui.scenes.play.play import Play

ROOT = Path(__file__).resolve().parents[1]
GUIDE = ROOT / "docs" / "guide" / "pictures"
COURSE = ROOT / "docs" / "course" / "pictures"
README = ROOT / "assets" / "screenshots"

SMALL: dict[str, Any] = {"lossless": True, "quality": 100, "method": 6}
"""The options that make the smallest WebP; a PNG ignores them."""

COLOURS = 256
MOST_OFF = 24
"""The largest difference, of 255, between a colour of a picture and the drawn one."""


@dataclass(frozen=True)
class Shot:
    """A picture to make: `lead(camera)` leads to it, or takes pictures of its own on the way."""

    path: Path
    lead: Callable[[Camera], object]
    camera: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.path.stem

    def take(self, folder: Path | None = None) -> None:
        """Makes the file, in another `folder` if one is given."""
        path = self.path if folder is None else folder / self.path.name
        with tempfile.TemporaryDirectory(prefix="plyglass-") as data:
            camera = Camera(Path(data), **self.camera)
            try:
                self.lead(camera)
                if not camera.frames:
                    camera.settle()
                    camera.shoot()
            finally:
                camera.close()
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, camera.frames)


SHOTS: list[Shot] = []
"""The pictures in the order of their functions below."""

Lead = Callable[[Camera], object]


def shot(path: Path, **camera: Any) -> Callable[[Lead], Lead]:
    """A decorator: the function leads to the picture `path`; `camera` are the options of its window."""

    def add(lead: Lead) -> Lead:
        SHOTS.append(Shot(path, lead, camera))
        return lead

    return add


def guide(name: str, **camera: Any) -> Callable[[Lead], Lead]:
    """The decorator for a picture of a page of the guide."""
    return shot(GUIDE / f"{name}.webp", **camera)


# Files


def write(path: Path, frames: list[tuple[pygame.Surface, float]]) -> None:
    """Writes one picture, or several as an animation, without loss in the format of the suffix. WebP is
    a quarter smaller than PNG."""
    drawn = [Image.frombytes("RGB", each.get_size(), pygame.image.tobytes(each, "RGB")) for each, _ in frames]
    if len(drawn) == 1:
        reduced(drawn[0]).convert("RGB").save(path, **SMALL)
        return
    milliseconds = [round(1000 * seconds) for _, seconds in frames]
    drawn[0].save(path, save_all=True, append_images=drawn[1:], duration=milliseconds, loop=0, **SMALL)


def reduced(picture: Image.Image) -> Image.Image:
    """The picture with a palette if nobody sees the difference; else unchanged. Of two palettes it takes the
    one that makes the smaller file, for all pictures of the guide are in the package."""

    def size(few: Image.Image) -> int:
        few.convert("RGB").save(file := io.BytesIO(), "WEBP", **SMALL)
        return file.tell()

    methods = Image.Quantize.MAXCOVERAGE, Image.Quantize.FASTOCTREE
    found = [picture.quantize(COLOURS, each, kmeans=3, dither=Image.Dither.NONE) for each in methods]
    good = [few for few in found if _most_off(picture, few) <= MOST_OFF]
    return min(good, key=size, default=picture)


def _most_off(picture: Image.Image, few: Image.Image) -> int:
    """The largest difference between a colour of a picture and the same pixel's of its reduced version."""
    difference = ImageChops.difference(picture, few.convert("RGB"))
    return int(max(band.getextrema()[1] for band in difference.split()))


# What is shown

FLYING = "w1w/3/3/3b2/3/b1b/2w w 0 0 0"
SACRIFICE = "rn2kb1r/p3qppp/2p2n2/1p2p1B1/2B1P3/1QN5/PPP2PPP/R3K2R w KQkq - 0 10"
"""Morphy at the opera, 1858: White may give a knight for two pawns, or draw the bishop back."""

JUDGE = "strong:classical,nodes=400000"
"""The player that searches SACRIFICE."""

LOST_QUEEN = "r1bqkbnr/pppp1ppp/2n5/8/3QP3/8/PPP2PPP/RNB1KBNR w KQkq - 1 4"
MORRIS = "bbw/1w1/1wb/bw1bwb/1w1/bbw/bw1 w 0 0 8"


def example(page: str) -> str:
    """The first example in Python on a page of the guide."""
    text = (GUIDE.parent / page).read_text(encoding="utf-8")
    found = re.search(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert found is not None, f"{page} has no example in Python"
    return found[1]


def write_heuristic(camera: Camera, name: str, text: str) -> None:
    """Writes a file into the person's own heuristics, and loads it."""
    folder = camera.store.settings.own_heuristics
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.py").write_text(text, encoding="utf-8")
    registry.refresh(lambda heuristic: None)


def play_with_rim(camera: Camera, weight: str) -> None:
    """The heuristic of own-heuristics.md in play, with another `weight` of *on the rim*."""
    write_heuristic(camera, "rim", example("own-heuristics.md").replace("-2.5", weight))
    camera.play("isolation", "alphabeta:rim,depth=3", "human", RIM)
    camera.screen.board.picture.flipped = False
    camera.study.set_lens("rim")
    camera.search("alphabeta:rim,depth=3")


RIM = "1x5/3x3/xw3b1/7/4x1x/7/5x1 w"
STUCK = "b6/2x4/1x5/3w3/7/7/7 w"
"""Black cannot move, so a term that divides by its moves fails."""

DIVIDES = textwrap.dedent(
    '''
    from games.bits import popcount
    from games.isolation import targets
    from heuristics.contract import Heuristic

    squeeze = Heuristic("squeeze", "isolation", "Few moves for the other side.", "the guide")


    @squeeze.difference(weight=1.0)
    def moves(state, side):
        """Free squares that the piece could enter."""
        return popcount(targets(state, side))


    @squeeze.own(weight=12.0)
    def squeezed(state, side):
        """1 by the moves that the other side has."""
        return 1 / popcount(targets(state, 1 - side))
    '''
).lstrip()

ENOUGH_PLIES = 8
"""The depth of the searches in the picture of Weights."""

JUNGLE = "-t-cr1--/6d1/8/8/8/4WC2/++LE2RP w DT wple 16"


@guide("playing")
def playing(camera: Camera) -> None:
    """A piece is chosen: its moves are marked."""
    camera.play("morris", "human", "level:5", MORRIS)
    camera.search("alphabeta:mobile,depth=6")
    camera.click_square("d6")
    camera.point((1, 1))


@guide("home")
def home(camera: Camera) -> None:
    """The home screen with three games that were saved."""
    for game, moves in (("morris", "d6 f4 d2"), ("chess", "e2e4 e7e5 g1f3"), ("isolation", "d4 a1 c6")):
        session = camera.play(game).session
        for move in moves.split():
            session.turn.enter(session.study.record.position.parse_move(move))
        camera.window.home()
        camera.settle()


@guide("variations")
def variations(camera: Camera) -> None:
    """What Black could have played in place of the move that is mated."""
    session = camera.play("chess", moves=SCHOLARS_MATE).session
    study = camera.study
    lost = study.record.node(len(study.record.plies) - 2)
    for line in ("g7g6 h5f3 g8f6", "d8e7"):
        study.go_to_node(lost)
        for move in line.split():
            session.turn.enter(study.position.parse_move(move))
            camera.settle()
    camera.page(MoveListPanel)


SCHOLARS_MATE = "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7"


@guide("hold")
def hold(camera: Camera) -> None:
    """A held move of White's in isolation, and why the program wants it."""
    program = "alphabeta:territory,nodes=200000"
    play = camera.play("isolation", program, program, moves="")
    camera.page(CandidatesPanel)
    play.session.turn.toggle_hold()
    play.session.turn.play_or_pause()
    held = camera.study.of(HeldMove)
    camera.until(lambda: held.answer is not None and not held.running)
    camera.settle()


@guide("evaluation")
def evaluation(camera: Camera) -> None:
    """Six terms of Morris, and the best line."""
    camera.play("morris", "human", "level:5", MORRIS)
    camera.search("alphabeta:mobile,depth=4")
    camera.page(EvaluationPanel)


@guide("chances")
def chances(camera: Camera) -> None:
    """A value with a percentage, which is that of the bar."""
    camera.play("isolation", moves="d4 c6 e6 e5")
    camera.search("strong:territory,nodes=8000")
    camera.page(EvaluationPanel)


@guide("moves")
def moves(camera: Camera) -> None:
    camera.play("chess", "human", JUDGE, SACRIFICE)
    camera.study.look_for(5)
    camera.search(f"{JUDGE},multipv=5")
    camera.page(CandidatesPanel)


@guide("why-not")
def why_not(camera: Camera) -> None:
    camera.play("chess", JUDGE, "human", SACRIFICE)
    camera.screen.board.picture.flipped = False
    camera.search(JUDGE)
    ask(camera, "c4d3")


def ask(camera: Camera, move: str) -> None:
    """Asks why not a move, and waits for the whole answer."""
    study = camera.study
    ask_why_not(study, (study.position.parse_move(move),))
    questions = study.of(WhyNotQuestions)
    camera.until(lambda: questions.answer is not None and not questions.running)
    camera.page(WhyNotPanel)


@guide("card")
def card(camera: Camera) -> None:
    camera.play("isolation", "human", "human")
    camera.study.set_lens("custom_score")
    report = camera.study.of(ReportCard)
    report.nodes, report.pairs, report.workers = 100, 150, 2
    report.begin(camera.study)
    camera.page(ReportCardPanel)
    camera.until(lambda: not report.running, 1800.0)
    assert not report.problem, report.problem


@guide("weights")
def weights(camera: Camera) -> None:
    """Stones count three times, White's program plays with that, and another move becomes the best one."""
    camera.play("morris", "strong:weighted,nodes=200000", "human", moves="d6 f4 d2")
    panel, study = camera.page(WeightsPanel), camera.study
    study.set_lens("weighted")
    camera.search(f"strong:weighted,depth={ENOUGH_PLIES}")
    panel.weigh("stones", 3.0)
    moved = study.lens
    camera.search(f"strong:weighted,depth={ENOUGH_PLIES},stones=3")
    camera.until(lambda: study.search_store.of(study.position, moved) is not None)


@guide("compare")
def compare(camera: Camera) -> None:
    camera.play("chess", "human", "human", SACRIFICE)
    pair = camera.study.of(HeuristicPair)
    pair.chosen[:2] = [(NAMED, "classical"), (NAMED, "location")]
    camera.page(TwoHeuristicsPanel)
    camera.until(lambda: pair.choices.news.value is not None and pair.choices.news.phase == "done")


@guide("review")
def review(camera: Camera) -> None:
    """A game of Morris that slides and is then lost by force, reviewed, with its timeline."""
    home = camera.app.scene
    assert isinstance(home, Home)
    home.history.examples.open(examples()[1])
    camera.settle()
    screen = camera.app.scene
    assert isinstance(screen, Play)
    review = camera.study.of(BackgroundReview)  # begins a frame or two after an example is opened
    camera.until(lambda: not review.running and review.whole(screen.session.study.record) is not None)
    camera.page(TimelinePanel)


QUEEN_TRAP = "e2e4 e7e5 g1f3 g8f6 f3e5 f6e4 d1e2 e4f6 e5c6"
"""White wins a queen by a discovered check."""


@guide("practice")
def practice(camera: Camera) -> None:
    """A session of the mistakes of a short game, the worst of which is made again."""
    screen = camera.play("chess", "human", "human", moves=QUEEN_TRAP)
    review = camera.study.of(BackgroundReview)
    review.begin(camera.study)
    camera.until(lambda: not review.running and review.whole(screen.session.study.record) is not None)
    panel = camera.page(ReviewPanel)
    panel.side = BLACK
    camera.redraw()
    mistakes = panel.mistakes(camera.study)
    camera.click_on(panel.practise)
    camera.until(lambda: isinstance(camera.app.scene, Play) and camera.app.scene is not screen)
    study = camera.study
    study.of(DecideFirst).choose(study, mistakes[0].played.move)
    questions = study.of(WhyNotQuestions)
    camera.until(lambda: questions.answer is not None and not questions.running)


def record_tree(camera: Camera, depth: int, *line: str) -> None:
    """Records a search that loses a queen at its end, and goes to the node at the end of a line."""
    camera.play("chess", "human", "human", LOST_QUEEN)
    camera.study.set_lens("location")
    panel = camera.page(SearchTreePanel)
    panel.by.choose([option.value for option in panel.by.options].index("alphabeta"))
    panel.depth.choose([option.value for option in panel.depth.options].index(depth))
    recordings = panel.recordings
    assert recordings is not None
    camera.until(lambda: not recordings.running and panel.tree is not None)
    camera.settle()
    tree = panel.tree
    assert tree is not None
    node = tree.last_root
    for number, text in enumerate(line):
        move = tree.at(node).parse_move(text)
        node = next(child for child in tree.children(node) if tree.rows.move[child] == move)
        panel.cursor.choose(node)
        if number == 0:
            camera.key(pygame.K_z)
    camera.settle()


@guide("tree")
def tree(camera: Camera) -> None:
    record_tree(camera, 3)


@guide("tree-bb4")
def tree_bb4(camera: Camera) -> None:
    record_tree(camera, 3, "d4c3", "f8b4")


def node_of_part(part: Part, camera: Camera) -> None:
    """The board at a node that a part of `selective` answers, with the move that decides."""
    position, theme = Position.start(load_game("chess"), text=part.position), camera.app.theme
    board = pygame.Surface((SMALL_BOARD, SMALL_BOARD))
    draw_thumbnail(board, board.get_rect(), theme, position, theme.ground, decisive_move(part))
    camera.frames.append((board, 0.0))


SMALL_BOARD = 128
"""The side of a board in a table, in pixels."""

SHOTS.extend(Shot(GUIDE / f"{part.picture}.webp", partial(node_of_part, part)) for part in PARTS)


@guide("lesson")
def lesson(camera: Camera) -> None:
    home = camera.app.scene
    assert isinstance(home, Home)
    home.learn()
    camera.settle()
    panel = next(panel for panel in camera.screen.dock.panels if isinstance(panel, LessonPanel))
    camera.until(lambda: panel.lessons is not None and panel.lessons.lesson is not None)


@guide("suites")
def suites(camera: Camera) -> None:
    """A suite whose case fails because the weight is wrong."""
    path = own_suite(camera.store.settings.saved_games, "isolation")
    path.parent.mkdir(parents=True)
    case = {"name": "stay off the rim", "position": RIM, "best": ["d4"]}
    path.write_text(yaml.safe_dump({"game": "isolation", "cases": [case]}), encoding="utf-8")
    play_with_rim(camera, "2.5")
    panel = camera.page(SuitesPanel)
    suites = camera.study.of(SuiteBrowser)
    suites.chosen = path
    camera.until(lambda: suites.looked)
    camera.settle()
    camera.click_on(panel.run)
    camera.until(lambda: not suites.running)


@guide("exercise")
def exercise(camera: Camera) -> None:
    """A lesson file with its first hint shown."""
    position = "r1bqkb1r/ppp2ppp/2n5/3np1N1/2B5/8/PPPP1PPP/RNBQK2R w KQkq - 0 6"
    camera.play("chess", position=position)
    asked = camera.study.position
    hints = ("Which square of Black's is guarded by the king alone?", "Give a piece to draw the king out.")
    question = "White to move. How do you bring the black king into the open?"
    case = Case("The fried liver", asked, (asked.parse_move("Nxf7"),), (), question, hints)
    camera.study.of(Exercises).begin(camera.study, Exercise(case, "Attacks", 2, 8))
    camera.settle()
    camera.study.of(Exercises).next_hint()
    camera.settle()


@guide("class-pack")
def class_pack(camera: Camera) -> None:
    """Three lesson files, added one after another."""
    for name, text in FORKS.items():
        record = Record.start(load_game("chess"), camera.app.settings.options_for("chess"), text)
        asked = record.positions[0]
        case = Case(name, asked, asked.moves[:1], (), "Which move wins a piece?")
        write_lesson(camera.folder / f"{name}.plyglass", LessonFile(record, 0, case))
    maker = camera.window.make_pack(lambda path: None)
    for name in FORKS:
        maker.dropped(camera.folder / f"{name}.plyglass")
        camera.settle()
    maker.name.show("Week 3: forks")


FORKS = {
    "Fork by a knight": "r1bqk2r/ppp2ppp/2n2n2/3pp3/1bB5/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6",
    "Fork by a pawn": "r1bqkb1r/ppp2ppp/2n5/3np3/2B5/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 6",
    "Fork by the queen": "rnbqkb1r/pppp1ppp/8/4p2n/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3",
}
"""Positions of lessons by their names."""


@guide("truth")
def truth(camera: Camera) -> None:
    """Three stones against three: what a table knows of the position, and where the heuristic is wrong."""
    camera.play("morris", "human", "human", FLYING)
    panel = camera.page(TruthPanel)
    truth = camera.study.of(Truth)
    truth.table = "3-3"
    camera.settle()
    while truth.missing:
        camera.click_on(panel.start)
        camera.until(lambda: not truth.running)
    camera.click_on(panel.start)
    camera.until(lambda: truth.news is not None and not truth.running)
    camera.until(lambda: truth.known(camera.study.position) is not None)


@guide("why-not-d4")
def why_not_d4(camera: Camera) -> None:
    play_with_rim(camera, "2.5")
    ask(camera, "d4")


@guide("arena")
def arena(camera: Camera) -> None:
    """A round robin that is over."""
    screen = camera.window.arena("isolation")
    screen.setup.fill(Plan("isolation", ARENA, 100))
    screen.play_or_pause()
    camera.until(lambda: screen.contest.over)


ARENA = (
    "alphabeta:improved,nodes=5000",
    "alphabeta:open,nodes=5000",
    "alphabeta:center,nodes=5000",
    "greedy:improved",
)


@guide("why-lost")
def why_lost(camera: Camera) -> None:
    """Where the games of a match parted: one player does not count mills, which made most of the gap."""
    screen = camera.window.arena("morris")
    screen.setup.fill(
        Plan("morris", tuple(f"alphabeta:weighted,nodes=300{more}" for more in ("", ",mills=0")), 60)
    )
    screen.play_or_pause()
    camera.until(lambda: screen.contest.over)
    screen.turn_why()
    camera.until(lambda: screen.why.task.news is not None and not screen.why.task.running)


@guide("own-heuristics")
def own_heuristics(camera: Camera) -> None:
    """The squares that a term counts light up."""
    play_with_rim(camera, "-2.5")
    camera.page(EvaluationPanel)
    camera.point_at_text("free targets")


@guide("broken-term", size=(1600, 900))
def broken_term(camera: Camera) -> None:
    write_heuristic(camera, "squeeze", DIVIDES)
    camera.play("isolation", "human", "human", STUCK)
    camera.study.set_lens("squeeze")
    camera.page(EvaluationPanel)


FIRST = '''"""Always the first move of the list."""


def choose(position, clock):
    return position.moves[0]
'''


@guide("own-players")
def own_players(camera: Camera) -> None:
    folder = camera.store.settings.own_players
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "mine.py").write_text(f'"""Any legal move."""\n\n{example("own-players.md")}', encoding="utf-8")
    (folder / "first.py").write_text(FIRST, encoding="utf-8")
    user_players.refresh()
    home = camera.app.scene
    assert isinstance(home, Home)
    home.choose_game("isolation")
    camera.settle()
    chooser = home.who.players[1].who
    camera.click_on(chooser)
    chooser.list.wheel(-len(chooser.options))


@guide("players")
def players(camera: Camera) -> None:
    """The settings of both players of a game of chess."""
    home = camera.app.scene
    assert isinstance(home, Home)
    home.choose_game("chess")
    camera.settle()
    home.turn_details()


@guide("own-games")
def own_games(camera: Camera) -> None:
    """The game that `games --new` writes, in a temporary checkout."""
    root = camera.folder / "checkout"
    for folder in ("games", "heuristics", "engines", "arena", "study", "cli", "ui", "assets"):
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("main.py", "settings.yaml", "pyproject.toml", "requirements.txt"):
        shutil.copy(ROOT / file, root / file)
    (root / "tests").mkdir()  # every checkout has one
    run(root, "games", "--new", "toy")
    picture = camera.folder / "toy.png"
    run(root, "screenshot", str(picture), "--game", "toy", "--plies", "3", "--seed", "2")
    camera.show_file(picture)


@guide("report")
def report(camera: Camera) -> None:
    """The picture that the command line draws."""
    picture = camera.folder / "report.png"
    run(ROOT, "eval", "chess", "classical", "--position", SACRIFICE, "--picture", str(picture))
    camera.show_file(picture)


def run(root: Path, *words: str) -> None:
    """Runs a command of the program in a checkout."""
    subprocess.run([sys.executable, "main.py", *words], cwd=root, check=True, stdout=subprocess.DEVNULL)


@guide("exported-game")
def exported_game(camera: Camera) -> None:
    """The Opera Game as a page, in the installed browser."""
    page, picture = camera.folder / "opera.html", camera.folder / "opera.png"
    run(ROOT, "export", str(examples()[0].path), "--html", str(page))
    photograph_page(f"{page.as_uri()}#18", picture)
    camera.show_file(picture)


@guide("tournament")
def tournament(camera: Camera) -> None:
    """The report of a small tournament, in the installed browser."""
    plan, page, picture = (camera.folder / name for name in ("mine.yaml", "mine.html", "mine.png"))
    players = "\n".join(f"  {name}: {player}" for name, player in TOURNAMENT.items())
    plan.write_text(f"game: isolation\ngames: 100\nplayers:\n{players}\n", encoding="utf-8")
    results = str(camera.folder / "mine.sqlite")
    run(ROOT, "tournament", str(plan), "--file", results, "--report", str(page))
    photograph_page(page.as_uri(), picture)
    camera.show_file(picture)


TOURNAMENT = {
    "territory": "alphabeta:territory,nodes=2000",
    "improved": "alphabeta:improved,nodes=2000",
    "center": "alphabeta:center,nodes=2000",
    "one ply": "greedy:improved",
}


def photograph_page(address: str, picture: Path) -> None:
    """Takes a picture of a page in a browser."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        raise SystemExit("expected Chromium as a command, to photograph a page")
    switches = (
        "--headless",
        "--no-sandbox",
        "--hide-scrollbars",
        "--force-dark-mode",
        "--window-size=1280,720",
    )
    words = [found, *switches, f"--screenshot={picture}", address]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@guide("settings")
def settings(camera: Camera) -> None:
    camera.window.show_settings()


@guide("scan")
def scan(camera: Camera) -> None:
    """Random positions of Isolation in which two heuristics choose differently."""
    camera.play("isolation", "human", "human", moves="d4 a1")
    pair = camera.study.of(HeuristicPair)
    pair.chosen[:2] = [(NAMED, "open"), (NAMED, "improved")]
    panel = camera.page(TwoHeuristicsPanel)
    panel.scans = True
    pair.scan.amount, pair.scan.depth = 100, 3
    camera.settle()
    camera.click_on(panel.scan.start)
    camera.until(lambda: not pair.scan.running)


@guide("check")
def check(camera: Camera) -> None:
    """What is wrong with a version that was saved just now: Black's rim begins a file later."""
    play_with_rim(camera, "-2.5")
    found, before = camera.study.of(HeuristicCheck), camera.study.lens
    lopsided = "square % 7 in ((1, 6) if side else (0, 6))"
    text = example("own-heuristics.md").replace("square % 7 in (0, 6)", lopsided)
    write_heuristic(camera, "rim", text)
    camera.study.lens = before.of(registry.newest(before.heuristic))
    camera.page(CheckPanel)
    camera.until(lambda: found.said and not found.running and not found.scan.running)
    camera.click_on(("finding", 0))
    camera.settle()


@guide("piece-values")
def piece_values(camera: Camera) -> None:
    camera.play("chess", "human", "human", SACRIFICE)
    camera.search(JUDGE)
    camera.screen.commands.run(PIECES)
    camera.frame()
    camera.until(lambda: not any("computing" in each for each in camera.screen.on_board.legend))


@guide("threats")
def threats(camera: Camera) -> None:
    """The best line in numbers, and what the other side threatens."""
    camera.play("morris", "human", "human", MORRIS)
    camera.search("strong:mobile,nodes=200000")
    for kind in (LINE, THREATS):
        camera.screen.commands.run(kind)
    camera.frame()
    camera.until(lambda: not camera.study.of(Threats).busy)


@guide("face-down")
def face_down(camera: Camera) -> None:
    camera.play("jungle", "human", "human", JUNGLE)
    camera.screen.commands.run(REVEALS)


@guide("learned-players")
def learned_players(camera: Camera) -> None:
    camera.play("jungle", "human", "dqn")
    camera.page(TrainingPanel)


# The course


def begin(camera: Camera, number: int, solved: bool = False) -> list[Path]:
    """Copies the files that a lesson starts from, or the finished ones. Returns their paths."""
    files = [file.path for file in copy_files(find_lesson(number), camera.store.settings)]
    for file in files if solved else []:
        finished = LESSONS / "solutions" / str(number) / file.parent.name / file.name
        if finished.is_file():
            shutil.copy(finished, file)
    registry.refresh(lambda heuristic: None)
    return files


@shot(COURSE / "two-trees.webp")
def two_trees(camera: Camera) -> None:
    """The position of lesson 1 as a lesson of the window."""
    camera.play("isolation", "human", "human", "x2xx2/1x1xxxx/1x1xxxb/x1x1xx1/2x1x1x/3wx2/5x1 w")
    camera.study.set_lens("improved")
    panel = camera.page(LessonPanel)
    camera.click_on(panel.start)
    camera.until(lambda: panel.lessons is not None and panel.lessons.lesson is not None)


@shot(COURSE / "rim-term.webp")
def rim_term(camera: Camera) -> None:
    """Lesson 2, part 3: the rim is counted."""
    begin(camera, 2, solved=True)
    camera.play("isolation", "human", "human", "xx5/1xxx3/3w3/4xxx/x1x1xxx/x1xbx2/2x2xx w")
    camera.study.set_lens("room")
    camera.click_square("c7")
    camera.page(EvaluationPanel)


@shot(COURSE / "why-e3.webp")
def why_e3(camera: Camera) -> None:
    """Lesson 3, part 4: why e3, and not d6?"""
    begin(camera, 3)
    camera.play("morris", "human", "human", "2b/2b/1b1/3bww/1w1/bww/bww w 2 2 0")
    camera.study.set_lens("herd")
    camera.search("alphabeta:herd,depth=3")
    ask(camera, "d6")


# In motion


@shot(README / "why.webp")
def why(camera: Camera) -> None:
    """A program gives a knight away. Why not draw the bishop back? The answer unfolds."""
    play = camera.play("chess", JUDGE, "human", SACRIFICE)
    play.board.picture.flipped = False
    camera.settle()
    camera.shoot(1.2)
    play.session.turn.step_once()
    camera.until(lambda: play.session.study.running)
    camera.until(lambda: len(play.session.study.record.plies) == 1)
    camera.settle()
    camera.shoot(2.0)
    camera.key(pygame.K_LEFT)
    camera.settle()
    start, goal = (camera.app.surface.get_rect().center, play.board.picture.pixel_of("d3"))
    for step in range(POINTER_STEPS + 1):
        share = step / POINTER_STEPS
        at = (round(start[0] + share * (goal[0] - start[0])), round(start[1] + share * (goal[1] - start[1])))
        camera.point(at)
        camera.shoot(0.12 if step < POINTER_STEPS else 0.8, at)
    camera.click(goal, button=3)
    questions = camera.study.of(WhyNotQuestions)
    seen: list[object] = [None]
    while questions.running or seen[-1] is None:
        camera.until(lambda: questions.answer is not seen[-1] or not questions.running)
        seen.append(questions.answer)
        camera.redraw()
        if questions.answer is not None and len(camera.frames) < MOST_FRAMES:
            camera.shoot(0.25, goal)
    camera.settle()
    camera.shoot(5.0, goal)


POINTER_STEPS = 8
"""The number of pictures of the moving mouse."""

MOST_FRAMES = 30

# The command


def main() -> int:
    parser = argparse.ArgumentParser(prog="docs.pictures", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", metavar="NAME", nargs="*", help="pictures; else all")
    parser.add_argument("--list", action="store_true", help="list the pictures")
    parser.add_argument("--folder", type=Path, help="write them here, to look at them first")
    arguments = parser.parse_args()
    named = {shot.name: shot for shot in SHOTS}
    if unknown := [name for name in arguments.names if name not in named]:
        print(f"{unknown[0]}: expected one of {', '.join(named)}", file=sys.stderr)
        return 2
    for each in [named[name] for name in arguments.names] or SHOTS:
        if not arguments.list:
            each.take(arguments.folder)
        print(each.path.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
