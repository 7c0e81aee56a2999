"""The rows of the page Check with what a heuristic does not see. For each term that it lacks: a sentence,
positions in which the term matters, and a button that adds it in a new file and tries it."""

from collections.abc import Callable, Iterator
from functools import partial

from arena.card.card import Confirmation
from arena.gaps.gaps import Gap, Gaps, ShownPosition
from games.registry import load_game
from study.check.check import HeuristicCheck
from study.format import number_text
from study.format.term_groups import capital
from study.gaps.gap_search import AddedTerm
from study.on_board.exhibits import Exhibit
from study.state.study import Study
from ui.kit.cells import DIM, MarkCell, TextCell
from ui.kit.layout import RIGHT, DataColumn
from ui.kit.table import LINE, Content, DataRow
from ui.panels.card.report_card import worth_words
from ui.panels.check.finding_rows import BUTTON, SPACE, draw_button
from ui.panels.parts.exhibit_row import exhibit_row
from ui.theme import Theme

COUNTS = "How much the missing term counts for the player to move."

COLUMNS = (DataColumn("what", least=0, grow=1.0), DataColumn("amount", least=0, align=RIGHT))


def gap_rows(study: Study, found: Gaps, theme: Theme, wrap: Callable[[str], list[str]]) -> Content:
    """The rows of `found.answers`. `wrap` breaks a sentence into lines."""
    rows = (row for number, gap in enumerate(found.answers) for row in _rows(study, found, number, gap, wrap))
    return Content.of_heights(rows, COLUMNS, theme, found.plan)


def _rows(
    study: Study, found: Gaps, number: int, gap: Gap, wrap: Callable[[str], list[str]]
) -> Iterator[tuple[DataRow, float]]:
    """The rows of a missing term, each with its height in design pixels."""
    check = study.of(HeuristicCheck)
    lines = wrap(gap.sentence)
    cells = tuple((TextCell(line), None) for line in lines)
    chance = f"If the heuristic missed nothing, chance would find as much in {number_text.percent(gap.p)} of"
    tip = f"{gap.sentence} {chance} searches."
    yield DataRow(("gap", number), tuple(zip(*cells, strict=True)), tip), LINE * len(lines) + SPACE
    if number == 0:
        head = TextCell("positions in which it matters", 12, DIM), TextCell("it counts", 12, DIM)
        yield DataRow("gap head", head, COUNTS), LINE
    for place, shown in enumerate(gap.positions):
        yield _position(study, found, gap, (number, place), shown), LINE
    added = check.gaps.added
    if gap.weight:
        weight = number_text.short(gap.weight, 3)
        label = f"Try it: add “{gap.label}” with weight {weight}"
        tip = (
            f"Writes a file with {found.plan.heuristic} and this term, which the window then shows. Short "
            "matches choose this weight or a smaller one; longer ones say whether it plays better."
        )
        button = MarkCell(draw_button, (label,)), None
        attempt = partial(added.begin, study, found, gap)
        yield DataRow(("try gap", number), button, tip, attempt), BUTTON
    else:
        text = TextCell("No weight of this term suits the others. Tune these first.", 12, DIM)
        yield DataRow(("no weight", number), (text, None)), LINE + SPACE
    if added.gap is gap:
        for at, line in enumerate(wrap(trial_words(added))):
            yield DataRow(("trial", number, at), (TextCell(line), None)), LINE
        yield DataRow(("after trial", number), (TextCell(""), None)), SPACE


def _position(study: Study, found: Gaps, gap: Gap, key: tuple[int, int], shown: ShownPosition) -> DataRow:
    """A position in which the missing term matters."""
    check, game = study.of(HeuristicCheck), load_game(found.plan.game)
    exhibit = Exhibit(gap.sentence, found.plan.lens, shown.text, squares=shown.squares)
    side = int(game.parse(shown.text, found.plan.options).to_move)
    amount = number_text.signed(shown.amount, 1)
    words = f"position {key[1] + 1}, {study.side_name(side)} to move"
    cells = TextCell(words, color=DIM), TextCell(amount, 12, DIM)
    tip = f"{gap.label} counts {amount} for {study.side_name(side)}. Click to see it on the board."
    return exhibit_row(study, check, exhibit, ("gap position", *key), cells, tip)


def trial_words(added: AddedTerm) -> str:
    """The result of the match with the added term so far, and the file that has the term."""
    if added.problem:
        return added.problem
    written, trial = added.written, added.trial
    if written is None:
        return "Writing the file …"
    tests = "; ".join(map(_test_words, trial.tests)) if trial else ""
    choice = trial.choice if trial else ""
    file = f"{written.file.name} has the term."
    if trial is None or added.running:
        stage = capital(trial.stage) if trial else "Preparing"
        return " ".join(filter(None, (choice, f"{stage} …", f"So far {tests}." if tests else "", file)))
    if choice and not trial.tests:
        return f"{choice} {file}"
    verdict = "It plays better" if trial.confirmed else "That it plays better is not confirmed"
    return " ".join(filter(None, (choice, f"{verdict}{f': {tests}' if tests else ''}.", file)))


def _test_words(test: Confirmation) -> str:
    return f"{worth_words(test.worth)} at {number_text.grouped(test.nodes)} nodes"
