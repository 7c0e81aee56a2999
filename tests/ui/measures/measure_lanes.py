"""Measures the window while a review, a scan, a suite and an endless analysis of chess run together:
milliseconds a frame, the analysis's nodes a second, and seconds to the first answer of why not. Measures the
analysis alone first. On a quiet machine: `PYTHONPATH=.:tests:tests/ui python
tests/ui/measures/measure_lanes.py`."""

import tempfile
import time
from pathlib import Path

from driving import Driver

from engines.player_text import parse_player
from games.compiling.kept_kernels import default_folder, keep_kernels_in
from reviews import random_game
from study.compare.heuristic_pair import HeuristicPair
from study.game.session import Session
from study.review.ask_why_not import ask_why_not
from study.review.background_review import BackgroundReview
from study.suites.suite_browser import SuiteBrowser
from study.why_not.questions import WhyNotQuestions
from ui.frame_report import percentiles

SECONDS = 20.0
FRAME_SECONDS = 1 / 60
PLAYER = "alphabeta:michniewski,depth=5"


def watch(driver: Driver, session: Session, what: str) -> None:
    """Draws frames for a while; prints how long they took and how fast the analysis searched meanwhile."""
    nodes = session.study.counters[0]
    began = time.perf_counter()
    taken, busy = [], time.process_time()
    while time.perf_counter() - began < SECONDS:
        started = time.perf_counter()
        driver.app.frame()
        taken.append((time.perf_counter() - started) * 1e3)
        time.sleep(max(0.0, FRAME_SECONDS - (time.perf_counter() - started)))
    seconds = time.perf_counter() - began
    found = percentiles(taken)
    speed = (session.study.counters[0] - nodes) / seconds
    cores = (time.process_time() - busy) / seconds
    print(
        f"{what}: {len(taken) / seconds:.0f} frames a second, p50 {found['p50']} ms, p99 {found['p99']} ms, "
        f"max {found['max']} ms; {speed:,.0f} nodes a second of the analysis; {cores:.2f} processors busy"
    )


def measure() -> None:
    driver = Driver(Path(tempfile.mkdtemp()))
    settings, people = driver.app.settings, (parse_player("human", "chess"), parse_player("human", "chess"))
    session = Session(random_game("chess", 60, 3), people, settings, driver.saves)
    driver.window.play(session).commands.run("analyse")
    study = session.study
    study.go_to(20)
    review, two, suites = study.of(BackgroundReview), study.of(HeuristicPair), study.of(SuiteBrowser)
    driver.until(lambda: session.study.counters[0] > 100_000 and suites.look("chess").suites, 300)
    shelf = suites.look("chess")
    watch(driver, session, "analysis")
    two.scan.amount = 1000
    review.begin(study)
    two.begin_scan(study)
    suites.begin(shelf.suites[0], suites.spec_of(PLAYER, "chess"))
    running = [review, two.scan, suites]
    assert all(each.running for each in running)
    began = time.perf_counter()
    driver.until(lambda: suites.news is not None and suites.news.done > 0, 300)
    print(f"the suite, asked for last: a first case after {time.perf_counter() - began:.1f} s")
    watch(driver, session, "all at once")
    print("running:", [f"{type(each).__name__} {each.running}" for each in running])
    print("done:", review.news.done, two.scan.news and two.scan.news.done, suites.news and suites.news.done)
    began = time.perf_counter()
    ask_why_not(study, (study.position.moves[-1],))
    driver.until(lambda: study.of(WhyNotQuestions).answer is not None, 120)
    print(f"why not: answered after {time.perf_counter() - began:.2f} s")
    driver.close()


if __name__ == "__main__":
    keep_kernels_in(default_folder())
    measure()
