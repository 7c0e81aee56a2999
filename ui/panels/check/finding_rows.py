"""The rows of the page Check with what a check has found: a sentence for each fault or remark, and a remedy
to try."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import partial

import pygame

from arena.check.finding import Finding
from heuristics.contract import Heuristic
from heuristics.lens import Lens
from heuristics.presets import differences, in_words
from study.check.check import CHANGES, HeuristicCheck, changes_in_words, weights_to_try
from study.check.check_run import CheckNews
from study.evaluation.other_lenses import named_with_age, with_changes
from study.format import number_text
from study.on_board.exhibits import Exhibit
from study.state.study import Study
from study.user_files.user_files import place_of_term
from ui.kit.cells import DIM, TEXT, MarkCell, TextCell
from ui.kit.layout import DataColumn
from ui.kit.sheet import Sheet
from ui.kit.table import LINE, Content, DataRow
from ui.panels.parts.exhibit_row import exhibit_row
from ui.theme import Theme

COLUMNS = (DataColumn("what", least=0, grow=1.0),)

SPACE, BUTTON = 10, 30
"""Design pixels around a finding, and the height of a button below it."""


def finding_rows(study: Study, news: CheckNews, theme: Theme, wrap: Callable[[str], list[str]]) -> Content:
    """A row for each finding, with a row below for its remedy, if it has one. First come the faults, then
    faults of the check before that are not checked again yet, then how many choices a new version changes,
    and last the remarks. `wrap` breaks a sentence into lines."""
    earlier = study.of(HeuristicCheck).earlier
    facts = [finding for finding in news.findings if not finding.is_fault]
    faults = [finding for finding in news.findings if finding.is_fault]

    def rows() -> Iterator[tuple[DataRow, float]]:
        for number, finding in enumerate(faults):
            yield from _rows(study, news, number, finding, wrap)
        if earlier is not None:
            lines = wrap(f"Not checked again yet, found in {_whose(study, earlier.lens)}:")
            heading = tuple(TextCell(line, 12, DIM) for line in lines)
            yield DataRow("earlier", (heading,)), LINE * len(heading)
            for number, finding in enumerate(earlier.findings, len(news.findings)):
                yield from _rows(study, earlier, number, finding, wrap)
        yield from _changes(study, news, wrap)
        for number, finding in enumerate(facts, len(faults)):
            yield from _rows(study, news, number, finding, wrap)

    return Content.of_heights(rows(), COLUMNS, theme, news.lens)


def _whose(study: Study, lens: Lens) -> str:
    """The lens of an earlier check: "rim as saved", "rim, weights changed" or "rim in its previous
    version"."""
    named = named_with_age(study, lens)
    if named != lens.name:
        return named
    return with_changes(lens) if differences(lens) else f"{named} as saved"


def _changes(
    study: Study, news: CheckNews, wrap: Callable[[str], list[str]]
) -> Iterator[tuple[DataRow, float]]:
    """A row that says how many choices the checked version changes; a click shows them. Below it, the button
    that writes a weight that was tried, if no finding has that button. No rows before the checked version
    was compared with the version before."""
    check = study.of(HeuristicCheck)
    scanned, words = check.scan.scanned, changes_in_words(check.scan)
    if scanned is None or scanned.lenses[1] != news.lens or not words:
        return
    lines = wrap(words)
    cells = tuple(TextCell(line) for line in lines)
    show = partial(setattr, check, "view", CHANGES)
    yield DataRow("changes", (cells,), f"{words} Click to see them.", show), LINE * len(cells) + SPACE
    tried = differences(news.lens)
    if all(weights_to_try(finding) != tried for finding in news.findings):
        yield from _write(study, news.lens.heuristic, "changes", tried)


def _rows(
    study: Study, news: CheckNews, number: int, finding: Finding, wrap: Callable[[str], list[str]]
) -> Iterator[tuple[DataRow, float]]:
    """The rows of a finding, each with its height in design pixels."""
    check, lines = study.of(HeuristicCheck), wrap(finding.sentence)
    guilty = next(iter(finding.terms), "")
    exhibit = Exhibit(finding.sentence, news.lens, finding.position, guilty)
    cells = [TextCell(line, color=TEXT if finding.is_fault else DIM) for line in lines]
    place = place_of_term(news.lens.heuristic, guilty) if finding.is_fault else ""
    if place:
        cells.append(TextCell(place, 12, DIM))
    tip = f"{finding.sentence} Click to see it on the board." if finding.position else finding.sentence
    row = exhibit_row(study, check, exhibit, ("finding", number), (tuple(cells),), tip)
    yield row, LINE * len(cells) + SPACE
    if not finding.remedy:
        return
    proposed = weights_to_try(finding)
    weights = in_words(news.lens.heuristic, proposed)
    if news.lens.name == study.lens.name and proposed.items() <= differences(study.lens).items():
        yield DataRow(("tried", number), (TextCell(f"Tried: {weights}", 12, DIM),)), LINE
    else:
        button = MarkCell(draw_button, (f"Try {weights}",))
        tip = f"Sets {weights} on the page Weights. The file does not change."
        yield DataRow(("remedy", number), (button,), tip, partial(check.try_remedy, study, finding)), BUTTON
    yield from _write(study, news.lens.heuristic, number, proposed)


def _write(
    study: Study, heuristic: Heuristic, of: Hashable, proposed: Mapping[str, float]
) -> Iterator[tuple[DataRow, float]]:
    """The button that writes a weight into the heuristic's file; none unless it is a single weight, of a term
    in the person's own file. `of` is what the button belongs to."""
    if len(proposed) != 1:
        return
    ((name, weight),) = proposed.items()
    place = place_of_term(heuristic, name)
    if not place:
        return
    label = f"Write {heuristic.label_of(name)} {number_text.short(weight)} into {place}"
    tip = "Changes this one number in your file and nothing else."
    write = partial(study.of(HeuristicCheck).write_remedy, study, heuristic, name, weight)
    yield DataRow(("write", of), (MarkCell(draw_button, (label,)),), tip, write), BUTTON


def draw_button(sheet: Sheet, place: pygame.Rect, label: str) -> None:
    """Draws what can be tried as a button, in smaller type if it has no room. A click on the row does it."""
    theme = sheet.theme
    size = 14 if theme.width(label) + theme.px(16) <= place.width else 12
    width = min(place.width, theme.width(label, size) + theme.px(16))
    button = pygame.Rect(place.left, place.top + theme.px(1), width, place.height - theme.px(5))
    sheet.fill(button, theme.pressed, 6)
    sheet.label(button, label, size, theme.text_color, "center")
