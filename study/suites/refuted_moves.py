"""Makes a suite of test positions from a scan's refuted moves: moves that a heuristic chose and that a deeper
search found to be bad."""

from heuristics.lens import Lens
from study.compare.deeper_scan import CHOOSER, MOST_GOOD, Refutation
from study.compare.heuristic_pair import HeuristicPair
from study.format.number_text import plies
from study.state.study import Study
from study.state.wishes import Show
from study.suites.suite_browser import SuiteBrowser
from study.suites.suites import Case
from study.suites.user_suites import own_suite


def case_of(found: Refutation, lens: Lens) -> Case:
    """A refutation as a case, with a question and hints. The moves that the deeper search found good pass. If
    there are more than MOST_GOOD of them, the case says to avoid the refuted move instead."""
    position, depth = found.spot.position, found.choices[CHOOSER].depth
    move = position.notation(found.refuted)
    where = found.spot.where or f"position {found.spot.number}"
    name = f"{where}: {found.words(lens)}"
    hints = [f"{term.label} promised too much." for term in found.terms[:1]]
    if len(found.good) > MOST_GOOD:
        question = f"{lens.name} goes wrong here, {plies(depth)} deep. What do you play?"
        return Case(name, position, (), (found.refuted,), question, tuple(hints))
    if found.reply is not None and len(position.chances(found.refuted)) == 1:
        hints.append(f"After {move} comes {position.play(found.refuted).notation(found.reply)}.")
    question = f"{lens.name} plays {move} here, {plies(depth)} deep. What is better?"
    return Case(name, position, found.good, (), question, tuple(hints))


def make_suite(study: Study) -> None:
    """Adds the refuted moves that the last scan has found to one of the person's own suites, and shows it."""
    scan = study.of(HeuristicPair).scan
    scanned, found = scan.scanned, scan.refuted
    if scanned is not None and found and study.data is not None:
        lens, record = scanned.lenses[0], scanned.record
        path = own_suite(study.data, f"{record.game.name} {lens.name} misjudged")
        cases = [case_of(each, lens) for each in found]
        study.of(SuiteBrowser).add(path, cases, record.options)
        study.wish(Show(SuiteBrowser))
