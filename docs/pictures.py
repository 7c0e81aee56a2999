"""Makes the pictures of the README, of the guide and of the course.

    python -m docs.pictures                    all of them
    python -m docs.pictures why-not tree       these
    python -m docs.pictures --list             what there is

Each is a function below, which leads a window without a display to what is worth looking at. Searches are by
nodes, so that today's program makes the same picture again. It needs Pillow (`requirements-dev.txt`).
"""

import argparse
import shutil
import sys
import tempfile
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pygame
from PIL import Image, ImageChops

from docs.camera import Camera
from engines.subprocesses import user_players
from heuristics import registry
from study.card.report_card import ReportCard
from study.compare.heuristic_pair import NAMED, HeuristicPair
from study.review.ask_why_not import ask_why_not
from study.review.background_review import Review
from study.saved_games.examples import examples
from study.suites.suite_browser import SuiteBrowser
from study.tournaments.arena_session import Plan
from study.truth.truth import Truth
from study.user_files.course import FOLDER as LESSONS
from study.user_files.course import copy_files, find_lesson
from study.why_not.questions import WhyNotQuestions
from ui.panels.card.report_card import ReportCardPanel
from ui.panels.compare.two_heuristics import TwoHeuristicsPanel
from ui.panels.evaluation.evaluation import EvaluationPanel
from ui.panels.evaluation.weights import WeightsPanel
from ui.panels.moves.candidates import CandidatesPanel
from ui.panels.review.timeline import TimelinePanel
from ui.panels.suites.suites import SuitesPanel
from ui.panels.training import TrainingPanel
from ui.panels.tree.lesson_page import LessonPanel
from ui.panels.tree.search_tree import SearchTreePanel
from ui.panels.truth.truth import TruthPanel
from ui.panels.why_not.why_not import WhyNotPanel
from ui.scenes.home.home import Home

HOUSE = Path(__file__).resolve().parents[1]
GUIDE = HOUSE / "docs" / "guide" / "pictures"
COURSE = HOUSE / "docs" / "course" / "pictures"
README = HOUSE / "assets" / "screenshots"

COLOURS = 256
MOST_OFF = 24
"""By how much of 255 a colour of a picture may differ from the one that was drawn."""


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
        """Makes the file, in another `folder` where that is given."""
        path = self.path if folder is None else folder / self.path.name
        with tempfile.TemporaryDirectory() as data:
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
"""In the order in which they stand below."""

Lead = Callable[[Camera], object]


def shot(path: Path, **camera: Any) -> Callable[[Lead], Lead]:
    """Has the decorated function lead to the picture `path`; `camera` is what its window is like."""

    def add(lead: Lead) -> Lead:
        SHOTS.append(Shot(path, lead, camera))
        return lead

    return add


def guide(name: str, **camera: Any) -> Callable[[Lead], Lead]:
    """The same for a page of the guide."""
    return shot(GUIDE / f"{name}.png", **camera)


# Files


def write(path: Path, frames: list[tuple[pygame.Surface, float]]) -> None:
    """One picture as a small PNG; several as an animation, in the format of the name's ending."""
    drawn = [Image.frombytes("RGB", each.get_size(), pygame.image.tobytes(each, "RGB")) for each, _ in frames]
    if len(drawn) == 1:
        reduced(drawn[0]).save(path, optimize=True)
        return
    milliseconds = [round(1000 * seconds) for _, seconds in frames]
    drawn[0].save(
        path, save_all=True, append_images=drawn[1:], duration=milliseconds, loop=0, lossless=True, method=6
    )


def reduced(picture: Image.Image) -> Image.Image:
    """The picture with a palette, where nobody sees the difference; else as it is."""
    few = picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE)
    difference = ImageChops.difference(picture, few.convert("RGB"))
    most = max(band.getextrema()[1] for band in difference.split())
    return few if most <= MOST_OFF else picture


# What is shown

FLYING = "w1w/3/3/3b2/3/b1b/2w w 0 0 0"
SACRIFICE = "rn2kb1r/p3qppp/2p2n2/1p2p1B1/2B1P3/1QN5/PPP2PPP/R3K2R w KQkq - 0 10"
"""Morphy at the opera, 1858: White may give a knight for two pawns, or draw the bishop back."""

JUDGE = "strong:classical,nodes=400000"
"""Who looks at it."""

LOST_QUEEN = "r1bqkbnr/pppp1ppp/2n5/8/3QP3/8/PPP2PPP/RNB1KBNR w KQkq - 1 4"
MORRIS = "bbw/1w1/1wb/bw1bwb/1w1/bbw/bw1 w 0 0 8"


def write_rim(camera: Camera, weight: str) -> None:
    """Writes the guide's heuristic of one's own, whose weight of *on the rim* may be wrong."""
    folder = camera.store.settings.own_heuristics
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "rim.py").write_text(RIM.replace("-2.5", weight), encoding="utf-8")
    registry.refresh(lambda heuristic: None)


RIM = textwrap.dedent(
    '''
    """Isolation: mobility, and away from the rim."""

    from games.bits import popcount
    from games.isolation import SQUARES, targets
    from heuristics.contract import Heuristic, where

    rim = Heuristic("rim", "isolation", "Mobility, and away from the rim.", "the guide")


    def reached(state, side):
        return [(name, 1.0) for square, name in enumerate(SQUARES) if targets(state, side) >> square & 1]


    def rim_square(state, side):
        return [(SQUARES[state.pieces[side]], 1.0)] if standing_on_the_rim(state, side) else []


    @rim.difference(weight=1.0)
    @where(reached)
    def free_targets(state, side):
        """Free squares that the piece could enter."""
        return popcount(targets(state, side))


    @rim.difference("on the rim", weight=-2.5)
    @where(rim_square)
    def standing_on_the_rim(state, side):
        """1 while the piece stands on the rim of the board."""
        square = state.pieces[side]
        return 1 if square >= 0 and (square % 7 in (0, 6) or square // 7 in (0, 6)) else 0
    '''
).lstrip()

PLAYER = textwrap.dedent(
    '''
    """Takes what can be taken, and moves at random else."""

    import random


    def choose(position, clock):
        return random.choice(position.moves)
    '''
).lstrip()


@guide("playing")
def playing(camera: Camera) -> None:
    """A piece is chosen: its moves are marked, and the reply's value is explained beside it."""
    camera.play("morris", "human", "level:5", MORRIS)
    camera.search("alphabeta:weighted,depth=6")
    camera.click_square("d6")
    camera.point((1, 1))


@guide("evaluation")
def evaluation(camera: Camera) -> None:
    camera.play("chess", "human", JUDGE, SACRIFICE)
    camera.search(JUDGE)
    camera.page(EvaluationPanel)


@guide("moves")
def moves(camera: Camera) -> None:
    camera.play("chess", "human", JUDGE, SACRIFICE)
    camera.search(f"{JUDGE},multipv=3")
    camera.page(CandidatesPanel)


@guide("why-not")
def why_not(camera: Camera) -> None:
    camera.play("chess", JUDGE, "human", SACRIFICE)
    camera.screen.board.flipped = False
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
    camera.play("morris", "human", "human", MORRIS)
    camera.study.set_lens("weighted")
    panel = camera.page(WeightsPanel)
    panel.weigh("mills", 8.0)
    camera.search("alphabeta:weighted,mills=8,depth=6")


@guide("compare")
def compare(camera: Camera) -> None:
    camera.play("chess", "human", "human", SACRIFICE)
    pair = camera.study.of(HeuristicPair)
    pair.chosen[:2] = [(NAMED, "classical"), (NAMED, "location")]
    camera.page(TwoHeuristicsPanel)
    camera.until(lambda: pair.choices.news.value is not None and pair.choices.news.phase == "done")


@guide("review")
def review(camera: Camera) -> None:
    """The Opera Game, reviewed, with its timeline."""
    home = camera.app.scene
    assert isinstance(home, Home)
    home.history.examples.open(examples()[0])
    camera.settle()
    reviewed = camera.study.of(Review)
    camera.until(lambda: not reviewed.running)
    camera.study.go_to(18)
    camera.page(TimelinePanel)


@guide("tree")
def tree(camera: Camera) -> None:
    camera.play("chess", "human", "human", LOST_QUEEN)
    camera.study.set_lens("location")
    panel = camera.page(SearchTreePanel)
    panel.by.choose([option.value for option in panel.by.options].index("alphabeta"))
    panel.depth.choose([option.value for option in panel.depth.options].index(3))
    recordings = panel.recordings
    assert recordings is not None
    camera.until(lambda: not recordings.running and panel.tree is not None)


@guide("lesson")
def lesson(camera: Camera) -> None:
    home = camera.app.scene
    assert isinstance(home, Home)
    home.learn()
    camera.settle()
    panel = next(panel for panel in camera.screen.places.panels if isinstance(panel, LessonPanel))
    camera.until(lambda: panel.lessons is not None and panel.lessons.lesson is not None)


@guide("suites")
def suites(camera: Camera) -> None:
    """The suite of positions that are won by force, run by a shallow program: some fail."""
    camera.play("morris", "human", "alphabeta:mobile,depth=3", MORRIS)
    panel = camera.page(SuitesPanel)
    suites = camera.study.of(SuiteBrowser)
    camera.until(lambda: suites.looked)
    camera.settle()
    camera.click_on(panel.run)
    camera.until(lambda: not suites.running)


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


@guide("own-heuristics")
def own_heuristics(camera: Camera) -> None:
    write_rim(camera, "-2.5")
    camera.play("isolation", "human", "alphabeta:rim,depth=3", "1x5/3x3/xw3b1/7/4x1x/7/5x1 w")
    camera.study.set_lens("rim")
    camera.search("alphabeta:rim,depth=3")
    camera.page(EvaluationPanel)


@guide("own-players")
def own_players(camera: Camera) -> None:
    folder = camera.store.settings.own_players
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "grabber.py").write_text(PLAYER, encoding="utf-8")
    user_players.refresh()
    home = camera.app.scene
    assert isinstance(home, Home)
    home.choose_game("isolation")
    camera.settle()
    chooser = home.who.players[1].who
    camera.click_on(chooser)
    chooser.list.wheel(-len(chooser.options))


@guide("learned-players")
def learned_players(camera: Camera) -> None:
    camera.play("jungle", "human", "dqn")
    camera.page(TrainingPanel)


# The course


def begin(camera: Camera, number: int, solved: bool = False) -> list[Path]:
    """Copies the files that a lesson starts from, or the finished ones; returns where they are."""
    files = [file.path for file in copy_files(find_lesson(number), camera.store.settings)]
    for file in files if solved else []:
        finished = LESSONS / "solutions" / str(number) / file.parent.name / file.name
        if finished.is_file():
            shutil.copy(finished, file)
    registry.refresh(lambda heuristic: None)
    return files


@shot(COURSE / "two-trees.png")
def two_trees(camera: Camera) -> None:
    """The position of lesson 1 as a lesson of the window."""
    camera.play("isolation", "human", "human", "x2xx2/1x1xxxx/1x1xxxb/x1x1xx1/2x1x1x/3wx2/5x1 w")
    camera.study.set_lens("improved")
    panel = camera.page(LessonPanel)
    camera.click_on(panel.start)
    camera.until(lambda: panel.lessons is not None and panel.lessons.lesson is not None)


@shot(COURSE / "rim-term.png")
def rim_term(camera: Camera) -> None:
    """Lesson 2, part 3: the rim is counted."""
    begin(camera, 2, solved=True)
    camera.play("isolation", "human", "human", "xx5/1xxx3/3w3/4xxx/x1x1xxx/x1xbx2/2x2xx w")
    camera.study.set_lens("room")
    camera.click_square("c7")
    camera.page(EvaluationPanel)


@shot(COURSE / "why-e3.png")
def why_e3(camera: Camera) -> None:
    """Lesson 3, part 4: why e3, and not d6?"""
    begin(camera, 3)
    camera.play("morris", "human", "human", "2b/2b/1b1/3bww/1w1/bww/bww w 2 2 0")
    camera.study.set_lens("herd")
    camera.search("alphabeta:herd,depth=3")
    ask(camera, "d6")


# The command


def main() -> int:
    parser = argparse.ArgumentParser(prog="docs.pictures", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", metavar="NAME", nargs="*", help="which; else all")
    parser.add_argument("--list", action="store_true", help="print what there is")
    parser.add_argument("--folder", type=Path, help="write them here, to look at them first")
    arguments = parser.parse_args()
    named = {shot.name: shot for shot in SHOTS}
    if unknown := [name for name in arguments.names if name not in named]:
        print(f"{unknown[0]}: expected one of {', '.join(named)}", file=sys.stderr)
        return 2
    for each in [named[name] for name in arguments.names] or SHOTS:
        if not arguments.list:
            each.take(arguments.folder)
        print(each.path.relative_to(HOUSE))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
