"""The table of moves in the window: its columns can be sorted and reached by mouse and keyboard, keep their
places, and show what each move's value is made of."""

from functools import cache
from itertools import count

import pygame
import pytest
from panel_views import Panel, played, telling

from engines.contract import EXACT, UPPER, Limits, Thought
from engines.jobs import RUNNING, THINKING, News
from engines.player_text import parse_player
from engines.search_engine import Searcher
from games.record import Record
from games.registry import game_names, load_game
from heuristics.registry import default_heuristic, load_lens
from study.format.value_format import ValueFormat
from study.game.session import Session
from study.moves.candidate_table import AFTER, DEPTH, MOVE, SEARCHED, Rest
from study.moves.line_terms import by_group, term_names
from study.state.study import Study
from ui.panels.moves.candidate_columns import BAR
from ui.panels.moves.candidates import LINES, CandidatesPanel, proved

from driving import Driver  # isort: skip

PLIES = {"isolation": 8, "morris": 8, "chess": 12, "jungle": 6, "tabletactics": 30}
DEPTHS = {"jungle": 1, "chess": 1}


@cache
def searcher(game: str, heuristic: str, lines: int, depth: int) -> Searcher:
    explains = load_game(game).has_chance
    limits = Limits(depth)
    lens = load_lens(game, heuristic)
    return Searcher(lens, limits, table_megabytes=0.1, compile=False, lines=lines, explains=explains)


@cache
def thought_of(game: str, lines: int, depth: int, plies: int | None = None) -> tuple[Record, Thought]:
    record = played(game, plies or PLIES.get(game, 1))
    return record, searcher(game, default_heuristic(game).name, lines, depth).think(record.position)


def study_of(game: str, lines: int = 500, depth: int | None = None, plies: int | None = None) -> Study:
    record, thought = thought_of(game, lines, depth or DEPTHS.get(game, 2), plies)
    study = Study(record, load_lens(game, default_heuristic(game).name), len(record.plies))
    study.search_store.keep(thought)
    study.view.lines = max(lines, study.view.lines)
    return study


def moves_page(size: tuple[int, int] = (660, 900), scale: float = 1.0) -> Panel:
    panel = Panel(size, scale)
    panel.show_page(1)
    return panel


def order(panel: Panel) -> list[int]:
    return [candidate.move for candidate in panel.candidates.table.order]


def stated(panel: Panel, kind: str, move: int) -> list[float]:
    """The values that a move's row in the table states, for one kind of question."""
    stating = [label.states for label in panel.sheet.labels if label.states is not None]
    return [says.value for says in stating if says.question[0] == kind and says.question[2] == move]


def test_heads_sort_by_click_and_by_keyboard() -> None:
    panel, view = moves_page(), study_of("isolation")
    panel.settle(view)
    values = {row.move: row.value for row in view.thought.root_moves}
    assert [values[move] for move in order(panel)] == sorted(values.values(), reverse=True)
    panel.click(panel.zone("head", SEARCHED).center)
    panel.settle(view)
    assert [values[move] for move in order(panel)] == sorted(values.values())
    while panel.sheet.focused != ("head", AFTER):
        panel.press(pygame.K_TAB)
        panel.draw(view)
    panel.press(pygame.K_RETURN)
    panel.settle(view)
    assert panel.candidates.table.sorting.column == AFTER
    after = [candidate.value for candidate in panel.candidates.table.order]
    assert after == sorted(after, reverse=True)
    term = ("term", panel.candidates.table.terms[0])
    panel.click(panel.zone("head", term).center)
    panel.settle(view)
    assert panel.candidates.table.sorting.column == term
    amounts = [panel.candidates.table._figure(c) for c in panel.candidates.table.order]
    known = [amount for amount in amounts if amount is not None]
    assert known == sorted(known, reverse=True) and len(set(known)) > 1
    assert "click again to reverse" in panel.tip_at(panel.zone("head", MOVE).center)


@pytest.mark.parametrize("game", game_names())
def test_a_row_says_what_its_value_is_made_of(game: str) -> None:
    """The contributions of all columns sum to the value; arrows lead to columns that do not fit."""
    panel, view = moves_page((560, 900)), study_of(game)
    panel.settle(view)
    table = panel.candidates.table
    moves = [c.move for c in table.order if not (terms := table.terms_of(c)[0]) or not terms.words][:3]
    sums: dict[int, dict[str, float]] = {move: {} for move in moves}
    seen: set[str] = set()
    for _ in range(20):
        seen |= {z.key[1][1] for z in panel.sheet.zones if begins(z.key, "head") and len(z.key[1]) == 2}
        for label in panel.sheet.labels:
            question = label.states.question if label.states is not None else ("",)
            if question[0] == "term" and question[2] in sums:
                sums[question[2]][question[3]] = label.states.value
        if not any(zone.key == ("columns", "›") for zone in panel.sheet.zones):
            break
        panel.click(panel.zone("columns", "›").center)
        panel.settle(view)
    assert seen == set(term_names(view.lens))
    values = {row.move: row.value for row in view.thought.root_moves}
    sign = 1 if view.position.to_move == view.perspective else -1
    for move in moves:
        assert sum(sums[move].values()) == pytest.approx(sign * values[move], rel=1e-9, abs=1e-9)
    while any(zone.key == ("columns", "‹") for zone in panel.sheet.zones):
        panel.click(panel.zone("columns", "‹").center)
        panel.settle(view)
    assert panel.candidates._first == 0


def test_a_bound_has_no_terms_and_reads_as_one() -> None:
    panel, view = moves_page(), study_of("isolation", lines=2)
    panel.settle(view)
    table = panel.candidates.table
    panel.click(panel.zone_of("more moves").rect.center)
    panel.settle(view)
    bounds = [c for c in table.order if table.row(c).bound == UPPER]
    exact = [c for c in table.order if table.row(c).bound == EXACT]
    assert bounds and len(exact) >= 2 and table.lines == exact
    told = [label.wanted for label in panel.sheet.labels if " · " in label.wanted]
    assert len(told) == len(exact), "what each exact value is made of"
    chosen = bounds[0]
    assert not stated(panel, "term", chosen.move)
    assert "no better than" in panel.tip_at(panel.zone("candidate", chosen.move).center)


@pytest.mark.parametrize("lines", [1, 3])
@pytest.mark.parametrize("game", game_names())
def test_the_best_lines_come_first_and_bounds_are_one_row(game: str, lines: int) -> None:
    """After an analysis, and after the search of a program that plays."""
    panel, view = moves_page(), study_of(game, lines=lines)
    panel.settle(view)
    table = panel.candidates.table
    rows = [table.row(candidate) for candidate in table.lines]
    found = [row.move for row in view.thought.best_moves]
    assert [row.move for row in rows][: len(found)] == found and all(row.bound == EXACT for row in rows)
    assert list(table.ranks.values()) == list(range(1, len(rows) + 1)) and len(rows) <= 3
    sign = 1 if view.position.to_move == view.perspective else -1
    for rank, row in enumerate(rows, 1):
        assert set(stated(panel, "move", row.move)) == {sign * row.value}
        top = panel.zone("candidate", row.move).top
        assert [str(rank)] == [x.wanted for x in panel.sheet.labels if x.column.top == top][:1]
        assert any(begins(zone.key, ("line of", row.move)) for zone in panel.sheet.zones), "its line"
    others = table.others
    assert len(rows) + len(others) == len(view.position.moves)
    assert all(table.row(candidate).value <= rows[-1].value for candidate in others)
    if not others:
        return
    assert not any(begins(zone.key, "head") for zone in panel.sheet.zones)
    most = max(table.row(candidate).value for candidate in others)
    (fold,) = [text for text in panel.texts() if " more move" in text]
    form = ValueFormat.of_thought(view.thought)
    assert fold.startswith(f"{len(others)} more move") and fold.endswith(form.signed(sign * most))
    assert ("at most" if sign > 0 else "at least") in fold
    panel.click(panel.zone("more moves").center)
    panel.settle(view)
    after = [candidate.value for candidate in table.others]
    assert after == sorted(after, reverse=True), "by their value after one ply"
    assert stated(panel, "after", others[0].move) == [] and table.sorting.column == AFTER
    assert not any(begins(zone.key, "head") and zone.key[1] == BAR for zone in panel.sheet.zones)
    assert BAR not in panel.candidates._columns(panel.sheet, panel.rect, view).places, "no bar for a bound"
    panel.click(panel.zone("more moves").center)
    panel.settle(view)
    assert not any(begins(zone.key, "head") for zone in panel.sheet.zones)


@pytest.mark.parametrize("game", game_names())
def test_what_is_said_of_a_line_adds_up(game: str) -> None:
    """Its groups, with the rounding difference, add up to its value, all as written."""
    panel, view = moves_page((900, 900)), study_of(game, lines=3)
    panel.settle(view)
    table, form = panel.candidates.table, ValueFormat.of(view.lens.heuristic)
    told = 0
    for candidate in table.lines:
        terms, older = table.terms_of(candidate)
        assert terms is not None and not older
        if terms.words:
            assert terms.words in panel.texts()
            continue
        value = table.row(candidate).value
        rows = by_group(view.lens, terms.amounts, value)
        assert sum(form.steps(amount) for _, amount in rows) == form.steps(value)
        sign = 1 if view.position.to_move == view.perspective else -1
        said = [f"{name.replace('_', ' ')} {form.signed(sign * amount)}" for name, amount in rows]
        (seen,) = [zone.tip for zone in panel.sheet.zones if zone.key == ("parts of", candidate.move)]
        assert seen == f"At the end of its line: {' · '.join(said)}."
        told += 1
    assert told > 0


def test_a_line_that_ends_in_chance_has_its_table_of_terms() -> None:
    """Every part has a name, and the terms stand below the sentence that says what they are of."""
    panel, view = moves_page(), study_of("jungle", lines=3, plies=1)  # all moves reveal
    panel.settle(view)
    texts, chosen = panel.texts(), panel.candidates.chosen()
    assert f"Mean over the outcomes of {chosen.notation}" in texts
    below = texts[texts.index(f"Mean over the outcomes of {chosen.notation}") :]
    assert {"Material", "Hunt", "total"} <= set(below)
    (parts,) = (zone.tip for zone in panel.sheet.zones if zone.key == ("parts of", chosen.move))
    assert all(part[0].isalpha() for part in parts.partition(": ")[2].split(" · ")), parts
    assert f"{chosen.notation} (chance)" in texts, "and no ?, which marks a mistake in chess"
    assert "Chance decides its outcome." in panel.tip_at(panel.zone("candidate", chosen.move).topleft)


@pytest.mark.parametrize(("size", "scale"), [((560, 590), 1.0), ((560, 590), 1.5), ((500, 420), 1.0)])
@pytest.mark.parametrize("game", game_names())
def test_lines_have_their_places_at_every_size(game: str, size: tuple[int, int], scale: float) -> None:
    panel, view = moves_page(size, scale), study_of(game, lines=3)
    panel.settle(view)
    places = [
        zone.rect for zone in panel.sheet.zones if begins(zone.key, "candidate") or zone.key == "more moves"
    ]
    assert len(places) == len(panel.candidates.table.lines) + bool(panel.candidates.table.others)
    assert all(not a.colliderect(b) for i, a in enumerate(places) for b in places[:i])
    assert all(panel.rect.contains(place) for place in places)
    body = panel.candidates._place
    assert body.height == panel.candidates._height, "all of it is seen"
    moves = [
        zone.rect
        for zone in panel.sheet.zones
        if isinstance(zone.key, tuple) and begins(zone.key[0], "line of")
    ]
    assert moves and all(body.contains(rect) for rect in moves)


def test_the_keyboard_unfolds_and_selects() -> None:
    panel, view = moves_page(), study_of("isolation", lines=1)
    panel.settle(view)
    table = panel.candidates.table
    for _ in range(len(table.lines) + 3):
        panel.press(pygame.K_DOWN)
    assert panel.candidates.selected == table.lines[-1].move, "what is folded is not gone to"
    while panel.sheet.focused != "more moves":
        panel.press(pygame.K_TAB)
        panel.draw(view)
    panel.press(pygame.K_RETURN)
    panel.settle(view)
    assert panel.candidates.unfolded
    key = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_DOWN)
    assert panel.candidates.key(key, view) and panel.candidates.selected == table.others[0].move


def test_columns_follow_what_is_explained_and_by_which_heuristic() -> None:
    panel, view = moves_page(), study_of("isolation")
    panel.settle(view)
    best = panel.candidates.table.best_first[0]
    (at_line, *_) = stated(panel, "term", best.move)
    panel.click(panel.zone("explains", "after").center)
    panel.settle(view)
    assert not stated(panel, "term", best.move)
    (after, *_) = stated(panel, "term after", best.move)
    rows = best.breakdown.rows
    sign = 1 if view.position.to_move == view.perspective else -1
    assert after == sign * rows[0].contribution
    panel.press(pygame.K_v)
    panel.click(panel.zone("explains", "line").center)
    panel.settle(view)
    for_side = 1 if view.position.to_move == view.perspective else -1
    assert stated(panel, "term", best.move)[0] == (at_line if for_side == sign else -at_line)


def begins(key: object, *words: str) -> bool:
    """Whether a zone's key begins with one of the words; a control is its own key."""
    return isinstance(key, tuple) and key[0] in words


def test_nothing_moves_while_the_search_goes_on() -> None:
    panel, view = moves_page(), study_of("isolation", depth=1)
    telling(view, News(RUNNING, THINKING))
    panel.settle(view)

    def places() -> list[tuple[object, tuple[int, ...]]]:
        kinds = ("candidate", "head", "columns", "lines")
        return [(zone.key, tuple(zone.rect)) for zone in panel.sheet.zones if begins(zone.key, *kinds)]

    before = places()
    depths = [label.wanted for label in panel.sheet.labels if label.wanted == "2"]
    view.search_store.keep(thought_of("isolation", 500, 2)[1])
    panel.settle(view)
    assert places() == before
    assert [label.wanted for label in panel.sheet.labels if label.wanted == "2"] != depths


def test_nothing_goes_blank_at_a_new_depth() -> None:
    """In each frame, lines, their parts and the comparison below stand there, and the values are sorted."""
    panel, view = moves_page((900, 900)), study_of("isolation", lines=3, depth=1)
    telling(view, News(RUNNING, THINKING))
    seconds = count()
    panel.candidates.table._clock = lambda: float(next(seconds))
    panel.settle(view)
    for depth in (2, 3):
        view.search_store.keep(thought_of("isolation", 3, depth)[1])
        for _ in range(30):
            panel.draw(view)
            keys = [zone.key for zone in panel.sheet.zones if isinstance(zone.key, tuple)]
            lines = {key[0][1] for key in keys if key[0] and key[0][0] == "line of"}
            parts = {key[1] for key in keys if key[0] == "parts of"}
            assert len(lines) == 3 and lines == parts
            assert any("compared with" in text for text in panel.texts())
            values = [stated(panel, "move", candidate.move)[0] for candidate in panel.candidates.table.lines]
            assert values in (sorted(values), sorted(values, reverse=True))
        assert panel.candidates.table.thought.depth == depth


@pytest.mark.parametrize(("size", "scale"), [((336, 640), 1.0), ((520, 700), 1.0), ((990, 1000), 1.5)])
@pytest.mark.parametrize("game", game_names())
def test_columns_that_are_shown_are_whole(game: str, size: tuple[int, int], scale: float) -> None:
    panel, view = moves_page(size, scale), study_of(game)
    panel.settle(view)
    for _ in range(12):
        for zone in panel.sheet.zones:
            if begins(zone.key, "head"):
                assert panel.rect.contains(zone.rect) and zone.rect.width > 0
        heads = [zone.rect for zone in panel.sheet.zones if begins(zone.key, "head", "columns")]
        assert all(not a.colliderect(b) for i, a in enumerate(heads) for b in heads[:i])
        if not any(zone.key == ("columns", "›") for zone in panel.sheet.zones):
            break
        panel.click(panel.zone("columns", "›").center)
        panel.settle(view)
    assert any(zone.key == ("head", DEPTH) for zone in panel.sheet.zones) or panel.candidates._first > 0


def test_as_many_lines_are_looked_for_as_is_asked_for(tmp_path) -> None:
    driver = Driver(tmp_path)
    try:
        asked: list[str] = []

        def made(spec, game, seed):  # type: ignore[no-untyped-def]
            asked.append(str(spec))
            limits = Limits(depth=2)
            lines = spec.option("multipv") or 1
            lens = load_lens(game, spec.heuristic)
            return Searcher(lens, limits, seed, table_megabytes=0.1, compile=False, lines=lines)

        record = Record.start(load_game("isolation"), driver.app.settings.options_for("isolation"))
        for move in ("d4", "a1"):
            record.play(record.position.parse_move(move))
        human = parse_player("human", "isolation")
        session = Session(record, (human, human), driver.app.settings, None, engine_maker=made)
        play = driver.window.play(session)
        panel = next(panel for panel in play.dock.panels if isinstance(panel, CandidatesPanel))
        driver.key(pygame.K_1 + play.dock.panels.index(panel))
        driver.frame(2)
        assert session.study.view.lines == LINES[2] == 3
        driver.key(pygame.K_a)
        driver.until(lambda: session.study.thought_here is not None and session.study.thought_here.lines == 3)
        assert session.study.analysing and asked[-1].endswith("multipv=3")
        driver.until(lambda: not session.study.running)
        driver.frame(2)
        assert len(session.study.thought_here.best_moves) == 3
        rows = session.study.searched
        assert sum(row.bound == EXACT for row in rows.values()) >= 3
        driver.click_on(("lines", 1))
        driver.until(lambda: session.study.thought_here.lines == 4)
        driver.tab_to(("lines", -1))
        for _ in range(4):
            driver.key(pygame.K_RETURN)
        assert session.study.view.lines == 1
        for _ in LINES:
            driver.click_on(("lines", 1))
        driver.until(lambda: session.study.thought_here.lines == len(record.position.moves), 90)
        driver.frame(3)
        assert all(row.bound == EXACT for row in session.study.searched.values())
    finally:
        driver.close()


@pytest.mark.parametrize("game", ["morris", "chess", "tabletactics"])
@pytest.mark.parametrize(("size", "scale"), [((360, 600), 1.0), ((530, 480), 1.5)])
def test_last_column_names_its_difference_and_cuts_no_name(game, size, scale):
    panel, study = moves_page(size, scale), study_of(game, lines=3, depth=1)
    panel.settle(study)
    if any(term.group for term in study.lens.heuristic.terms):
        panel.click(panel.zone("detail term").center)  # unfolds a group
        panel.settle(study)
    labels = panel.sheet.labels
    assert any(label.shown.startswith(("minus ", "− ")) or "compared with" in label.shown for label in labels)
    names = {term.label for term in study.lens.heuristic.terms}
    written = [label for label in labels if label.wanted in names]
    assert written and all(label.shown == label.wanted for label in written)


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        (Rest(bounded=3), "The search proved that they are no better."),
        (Rest(bounded=3, unknown=2), "The search proved that those that it looked at are no better."),
        (Rest(unknown=2), "The search has not looked at them."),
    ],
)
def test_moves_that_were_not_searched_are_not_proved_worse(rest, words):
    assert proved(rest).startswith(words)
