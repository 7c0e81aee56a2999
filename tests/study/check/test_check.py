"""What a window says by itself of a heuristic whose file was saved, without the window."""

import time
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from arena.check.finding import COST, SIGN, SYMMETRY, CheckProgress, Finding
from engines.compiling import kernel_processes
from engines.contract import StopSignal
from engines.jobs import wait_for
from games.compiling.compiler import jit_disabled
from games.position import Position
from games.record import Record
from games.registry import load_game
from heuristics.contract import Heuristic
from heuristics.lens import Lens
from heuristics.registry import load_lens
from heuristics.user_files import UserFile
from study.check import check_run
from study.check.check import (
    CHECKING_AGAIN,
    NOTHING_WRONG,
    POSITIONS,
    HeuristicCheck,
    changes_in_words,
    spots_of_games,
)
from study.check.check_run import CheckNews
from study.compare.background_scan import ScanRun
from study.compare.scan import Disagreement, ScanChoice, ScanNews
from study.compare.scan_positions import Spot, has_choice
from study.on_board.exhibits import Exhibit
from study.saved_games.game_to_open import OpenGame
from study.state.study import Study
from study.state.wishes import Show, ShowPage
from study.user_files import user_files


class StillScan(ScanRun):
    """A scan that notes what it was asked for, and has found what it is told."""

    def __init__(self) -> None:
        self.begun: list[tuple[object, ...]] = []
        self.known: ScanNews | None = None
        self.goes_on = False

    def begin(self, *asked: object) -> None:
        self.begun.append(asked)

    @property
    def news(self) -> ScanNews | None:
        return self.known

    @property
    def running(self) -> bool:
        return self.goes_on


def version(name: str = "mine", weight: float = 1.0) -> Heuristic:
    """A new version of a heuristic, as a saved file gives it."""
    made = Heuristic(name, "isolation", "", "")

    @made.single("to move", weight=weight)
    def to_move(state: object, side: int) -> float:
        return 1.0

    return made


OWN = Path("mine.py")
POSITION = "1x5/3x3/xw3b1/7/4x1x/7/5x1 w"
LOPSIDED = Finding(SYMMETRY, "“to move” counts more for Black.", ("to move",), {"positions": 40}, POSITION)
TURNED = Finding(SIGN, "“to move” goes against results.", ("to move",), remedy={"to move": -2.0004})
SLOW = Finding(COST, "“to move” takes 3 ns.", ("to move",))


@pytest.fixture
def findings(monkeypatch):
    """What a check will find."""
    found: list[Finding] = []
    monkeypatch.setattr(check_run, "check", lambda *asked, **more: iter(found))
    return found


@pytest.fixture
def study(findings):
    made = Study(Record.start(load_game("isolation")), Lens.of(version()))
    made.of(HeuristicCheck).scan = StillScan()
    yield made
    made.features.close()


def saved(study: Study, heuristic: Heuristic) -> list[tuple[object, ...]]:
    """What the scan was asked for once the window shows this version."""
    study.lens = Lens.of(heuristic)
    study.features.follow(study)
    scan = study.of(HeuristicCheck).scan
    assert isinstance(scan, StillScan)
    return scan.begun


def test_saved_version_is_compared_with_the_one_before(study):
    before, after = study.lens.heuristic, version(weight=3.0)
    ((record, lenses, labels, _),) = saved(study, after)
    assert record is study.record and labels == ("version before", "new version")
    assert [lens.heuristic for lens in lenses[:2]] == [before, after] and lenses[2].name == "territory"
    check = study.of(HeuristicCheck)
    assert not check.seen and check.saved_in is study.position


def test_own_heuristic_is_checked_before_it_is_saved(study, findings, monkeypatch):
    findings += [TURNED]
    check, ahead = study.of(HeuristicCheck), []
    monkeypatch.setattr(StillScan, "compile_ahead", lambda scan, lens: ahead.append(lens), raising=False)
    study.features.follow(study)
    assert not ahead, "there are no children that compile"
    monkeypatch.setattr(kernel_processes, "have_begun", lambda: True)
    check.follow(study)
    assert not ahead, "it is in no file of the person's"
    monkeypatch.setattr(user_files, "own_files", lambda: (UserFile(OWN, None, (study.lens.heuristic,)),))
    check.follow(study)
    wait_for([job for job in check.jobs if job is not None], 60)
    assert ahead == [study.lens] and check.news.findings == (TURNED,)
    assert not check.seen and check.saved_in is None and check.said == TURNED.sentence
    check.follow(study)
    assert len(ahead) == 1


def test_each_own_heuristic_is_checked_once_while_nothing_runs(study, findings, monkeypatch):
    check, ahead = study.of(HeuristicCheck), []
    mine, other = study.lens, Lens.of(version("other"))
    monkeypatch.setattr(StillScan, "compile_ahead", lambda scan, lens: ahead.append(lens), raising=False)
    monkeypatch.setattr(kernel_processes, "have_begun", lambda: True)
    own = UserFile(OWN, None, (mine.heuristic, other.heuristic))
    monkeypatch.setattr(user_files, "own_files", lambda: (own,))
    monkeypatch.setattr(Study, "running", True)
    check.follow(study)
    assert not ahead, "a search runs"
    monkeypatch.setattr(Study, "running", False)
    for lens in (mine, other, mine):
        study.lens = lens
        check.follow(study)
        wait_for([job for job in check.jobs if job is not None], 60)
    assert ahead == [mine, other] and check.news.lens == other


def test_another_weight_or_heuristic_is_no_new_version(study):
    mine = study.lens.heuristic
    study.lens = study.lens.with_weight("to move", 9.0)
    assert not saved(study, version("other")) and not saved(study, mine)
    assert study.of(HeuristicCheck).seen


def test_version_saved_while_another_was_shown_is_compared(study):
    before, after = study.lens.heuristic, version()
    assert not saved(study, version("other"))
    ((_, lenses, *_),) = saved(study, after)
    assert [lens.heuristic for lens in lenses[:2]] == [before, after]


@pytest.mark.skipif(jit_disabled(), reason="plays the games of a pool again")
def test_positions_are_of_games_under_the_same_rules():
    game = load_game("isolation")
    spots = list(spots_of_games(game, game.options()))
    assert len(spots) == POSITIONS and [spot.number for spot in spots] == list(range(1, POSITIONS + 1))
    assert not any(spot.moves for spot in spots) and all(has_choice(spot.position) for spot in spots)
    texts = [spot.position.text for spot in spots]
    assert texts == [spot.position.text for spot in spots_of_games(game, game.options())]
    jungle = load_game("jungle")
    mixed = next(spots_of_games(jungle, jungle.options(deal="mixed")))
    assert mixed.moves, "of a random game, under these rules"


def test_positions_are_two_hundred():
    study = Study(Record.start(load_game("isolation")), Lens.of(version()))
    assert study.of(HeuristicCheck).scan.amount == POSITIONS == 200
    study.features.close()


def found(position: Position, number: int, first: float, second: float) -> Disagreement:
    """A position with what the judge makes of both choices."""
    moves = position.moves
    choices = (
        ScanChoice(moves[0], 1.0, 1, 1.0, 0.0, "to move", first),
        ScanChoice(moves[1], 1.0, 1, 1.0, 0.0, "to move", second),
    )
    return Disagreement(Spot(number, 0, position), choices)


@pytest.mark.parametrize(
    ("judged", "goes_on", "words"),
    [
        ([(1, 2), (1, 2), (2, 1), (1, 1)], False, "4 of 200 choices changed; 2 better, 1 worse by the"),
        ([(1, 2)], False, "1 of 200 choices changed; 1 better by the deeper search."),
        ([(1, 1)], False, "1 of 200 choices changed; none better by the deeper search."),
        ([], False, "None of 200 choices changed."),
        ([(1, 2)], True, "1 of 200 choices changed so far."),
    ],
)
def test_changed_choices_are_counted_by_the_judge(study, judged, goes_on, words):
    scan = study.of(HeuristicCheck).scan
    disagreements = tuple(found(study.position, at, *each) for at, each in enumerate(judged))
    scan.known, scan.goes_on = ScanNews(disagreements, 200, 200, 1.0), goes_on
    assert changes_in_words(scan).startswith(words)
    assert study.of(HeuristicCheck).said == ("" if goes_on else changes_in_words(scan))


def checked(study: Study) -> HeuristicCheck:
    """The check, once it is over."""
    check = study.of(HeuristicCheck)
    check.begin(study)
    wait_for([job for job in check.jobs if job is not None], 60)
    assert not check.problem
    return check


def test_first_fault_is_said_before_the_changes(study, findings):
    findings += [SLOW, LOPSIDED, TURNED]
    saved(study, version(weight=3.0))
    check = study.of(HeuristicCheck)
    wait_for([job for job in check.jobs if job is not None], 60)
    assert check.said == "“to move” counts more for Black."
    check.scan.known = ScanNews((), 200, 200, 1.0)
    assert check.said == "“to move” counts more for Black. None of 200 choices changed."
    assert check.said_in_short == check.said
    assert check.news.lens == study.lens and check.news.findings == (LOPSIDED, TURNED, SLOW)


def test_fault_in_short_leaves_out_the_evidence(study, findings):
    findings += [Finding(SIGN, "“rim” counts against “room”, in 40 positions (r = −1). Is it?")]
    check = checked(study)
    assert check.said_in_short == "“rim” counts against “room”."
    check.scan.known = ScanNews((), 200, 200, 1.0)
    assert check.said_in_short == "“rim” counts against “room”. None of 200 choices changed."


def test_what_is_no_fault_counts_as_nothing_wrong(study, findings):
    findings += [SLOW]
    assert checked(study).said == NOTHING_WRONG


def test_check_is_of_the_weights_that_were_moved(study, findings):
    study.lens = study.lens.with_weight("to move", 5.0)
    assert checked(study).news.lens.weight("to move") == 5.0


def test_remedy_sets_the_weights_and_opens_them(study, findings):
    findings += [TURNED]
    checked(study).try_remedy(study, TURNED)
    assert study.lens.weight("to move") == -2.0 and study.take_wishes() == [ShowPage("Weights")]


def test_tried_remedy_is_checked_and_compared(study, findings):
    findings += [TURNED]
    check = checked(study)
    check.try_remedy(study, TURNED)
    wait_for([job for job in check.jobs if job is not None], 60)
    assert check.news.lens == study.lens and not check.seen
    ((_, lenses, labels, _),) = check.scan.begun
    assert [lens.weight("to move") for lens in lenses[:2]] == [1.0, -2.0] and labels == ("before", "tried")


def test_findings_stay_until_the_next_check_is_over(study, findings, monkeypatch):
    findings += [LOPSIDED, TURNED]
    check, again, go_on = checked(study), Event(), Event()

    def slowly(*asked: object, **more: object):
        yield CheckProgress("Compares mirror images", 0.0)
        again.wait(60)
        yield TURNED
        go_on.wait(60)

    monkeypatch.setattr(check_run, "check", slowly)
    before = study.lens
    check.try_remedy(study, TURNED)
    assert check.earlier == CheckNews(before, (LOPSIDED, TURNED), "", 1.0)
    assert check.said == CHECKING_AGAIN and not check.is_known
    check.begin(study)
    assert check.earlier is not None, "a check that was broken off leaves them"
    again.set()
    wait_until(lambda: check.news.findings)
    assert check.earlier.findings == (LOPSIDED,) and check.said == TURNED.sentence
    go_on.set()
    wait_for([job for job in check.jobs if job is not None], 60)
    assert check.earlier is None and check.news.findings == (TURNED,)


def test_unfinished_check_never_says_nothing_is_wrong(study, monkeypatch):
    def broken_off(*asked: object, stop: StopSignal, **more: object):
        yield CheckProgress("Compares mirror images", 0.5)
        stop.request()

    monkeypatch.setattr(check_run, "check", broken_off)
    check = checked(study)
    assert check.news.share == 0.5 and check.said == "" and not check.is_known


def test_findings_of_another_heuristic_do_not_stay(study, findings):
    findings += [TURNED]
    check = checked(study)
    study.lens = Lens.of(version("other"))
    check.begin(study)
    assert check.earlier is None


def wait_until(reached: Callable[[], object]) -> None:
    until = time.monotonic() + 60
    while not reached() and time.monotonic() < until:
        time.sleep(0.001)
    assert reached()


def exhibit(study: Study, sentence: str, position: str = POSITION, **more: object) -> Exhibit:
    return Exhibit(sentence, study.lens, position, **more)


def test_position_is_a_game_with_the_same_findings(study, findings):
    findings += [LOPSIDED]
    check, first = checked(study), exhibit(study, LOPSIDED.sentence)
    check.look_at(study, first)
    (wish,) = study.take_wishes()
    assert isinstance(wish, OpenGame) and not wish.instead
    opened = wish.read()
    assert opened.record.position.text == POSITION and opened.remark.startswith(LOPSIDED.sentence)
    there = Study(opened.record, study.lens)
    opened.prepare(there)
    assert there.of(HeuristicCheck) is check and check.visited == first
    assert there.take_wishes() == [Show(HeuristicCheck)]
    check.look_at(there, first)
    assert not there.take_wishes(), "it is shown already"
    check.look_at(there, exhibit(study, "Another.", "w6/7/7/3b3/7/7/7 w"))
    (wish,) = there.take_wishes()
    assert wish.instead
    there.features.close()
    assert check.news is not None, "the game below it goes on"


def test_squares_light_up_while_their_position_is_shown(findings):
    study = Study(Record.start(load_game("isolation")), load_lens("isolation", "open"))
    check, term = study.of(HeuristicCheck), study.lens.heuristic.terms[0].name
    for shown in (exhibit(study, "One.", term=term), exhibit(study, "Two.", squares=(("a1", 2.0),))):
        opened = check.game_of(study.record, shown)
        there = Study(opened.record, study.lens)
        opened.prepare(there)
        lit = list(there.pointed.squares)
        assert lit and (not shown.squares or lit == [("a1", 2.0)])
        check.light(there, None)
        assert not there.pointed.squares
        check.light(there, shown)
        assert there.pointed.squares
        check.light(study, shown)
        assert not study.pointed.squares, "another position is shown there"
        there.features.close()
    study.features.close()
