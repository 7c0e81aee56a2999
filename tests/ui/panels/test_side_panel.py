"""The side panel's pages: tabs, clicks, keys, and texts that stay in their columns."""

import re
import time

import pygame
import pytest
from panel_views import Panel, telling, view_of

from engines.jobs import COMPILING, FAILED, RUNNING, THINKING, News
from heuristics.contract import Heuristic
from heuristics.lens import Lens
from study.format.term_groups import TERM
from study.format.value_format import ValueFormat
from study.state.search_store import SearchStore
from ui.panels.move_list import Turn, turns
from ui.panels.moves.candidates import REST_SECONDS

ROWS = ("term", "candidate", "ply")
NUMBER = re.compile(r"[+−]?[0-9]+(\.[0-9]+)?( [kMG])?")
SIZES = [((420, 600), 1.0), ((420, 600), 1.5), ((640, 900), 1.5), ((360, 560), 1.0), ((640, 900), 0.75)]


def test_pages_by_key_and_click() -> None:
    panel, view = Panel(), view_of("isolation", "improved", 4)
    panel.settle(view)
    assert panel.page == 0
    assert panel.press(pygame.K_2) and panel.page == 1
    assert panel.press(pygame.K_3) and panel.page == 2
    assert panel.press(pygame.K_1) and panel.page == 0
    assert panel.press(pygame.K_TAB, pygame.KMOD_LCTRL) and panel.page == 1
    assert panel.press(pygame.K_TAB, pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT) and panel.page == 0
    assert panel.press(pygame.K_TAB, pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT)
    assert panel.dock.upper is panel.dock.lab, "the last tab"
    assert panel.press(pygame.K_1)
    assert panel.click(panel.zone("tab", 0, 1).center) and panel.page == 1
    assert not panel.dock.key(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode=""), view)
    assert panel.press(pygame.K_0) and panel.dock.upper is panel.dock.lab
    assert not panel.press(pygame.K_z)


def test_choosing_a_heuristic_goes_around() -> None:
    panel, view = Panel(), view_of("isolation", "open", 4)
    panel.settle(view)
    names, chosen = view.lens_names, []
    panel.press(pygame.K_e)
    chosen.append(view.lens.name)
    for _ in range(2):
        panel.press(pygame.K_e, pygame.KMOD_LSHIFT)
        chosen.append(view.lens.name)
    panel.click(panel.zone("after").center)
    chosen.append(view.lens.name)
    assert chosen == [names[1], names[0], names[-1], names[0]]


def test_whose_value_is_named() -> None:
    panel, view = Panel(), view_of("isolation", "custom_score_2", 7)
    panel.settle(view)
    assert view.position.to_move == 1
    assert view.perspective == 0
    panel.press(pygame.K_v)
    panel.draw(view)
    assert view.perspective == 1
    assert "for Black, to move" in panel.texts()
    panel.click(panel.zone("perspective switch").center)
    panel.draw(view)
    assert view.perspective == 0
    assert panel.texts().count("for White") == 1, "it is said once"


def test_now_and_best_line_are_chosen_by_key_and_click() -> None:
    panel, view = Panel(), view_of("isolation", "custom_score", 6, "alphabeta:custom_score,depth=4")
    panel.settle(view)
    panel.press(pygame.K_b)
    assert panel.evaluation.shown == "line"
    panel.click(panel.zone("card", "now").center)
    assert panel.evaluation.shown == "now"
    panel.click(panel.zone("card", "line").center)
    assert panel.evaluation.shown == "line"


def test_hovering_a_term_shows_its_squares_until_it_ends() -> None:
    panel, view = Panel(), view_of("isolation", "improved", 6)
    panel.settle(view)
    panel.point(panel.zone("term", 0).center)
    panel.settle(view)  # it is evaluated in a thread
    squares = view.pointed.squares
    own = view.lens.heuristic.terms[0].squares(view.position.state, 0)
    other = view.lens.heuristic.terms[0].squares(view.position.state, 1)
    expected = {name: 0.0 for name, _ in own + other}
    for name, amount in own:
        expected[name] += amount
    for name, amount in other:
        expected[name] -= amount
    assert squares is not None and dict(squares) == expected
    tip = panel.tip_at(panel.zone("term", 0).center)
    assert view.lens.heuristic.terms[0].description in tip
    assert view.lens.heuristic.terms[0].source in tip
    panel.point((-10, -10))
    assert view.pointed.squares == ()


def test_the_mark_of_the_best_line_is_explained() -> None:
    panel, view = Panel(), view_of("isolation", "custom_score", 6, "alphabeta:custom_score,depth=4")
    panel.settle(view)
    tip = panel.tip_at(panel.zone("term", 0).center)
    assert view.thought is not None and view.lens is not None
    end = view.lens.breakdown(view.thought.pv_end().state, 0).rows[0].contribution
    assert f"at the end of the best line {ValueFormat.of_lens(view.lens).exact(end)}" in tip


def test_candidates_are_hovered_selected_and_scrolled() -> None:
    panel, view = Panel(), view_of("isolation", "improved", 0)
    panel.show_page(1)
    panel.settle(view)
    page = panel.candidates
    first, second = (candidate.move for candidate in page.table.order[:2])
    panel.point(panel.zone("candidate", second).center)
    assert panel.arrow == second
    panel.click(panel.zone("candidate", second).center)
    assert page.selected == second
    panel.draw(view)
    notation = view.position.notation(second)
    assert f"after {notation}" in panel.texts()
    panel.wheel(-2)
    panel.draw(view)
    assert page.list_scroll.offset == 96
    panel.wheel(100)
    panel.draw(view)
    assert page.list_scroll.offset == 0
    assert panel.press(pygame.K_UP) and page.selected == first
    for _ in range(10):
        assert panel.press(pygame.K_PAGEDOWN)
    panel.draw(view)
    assert page.selected == page.table.order[-1].move
    assert panel.zone("candidate", page.selected).height > 0
    panel.point((-10, -10))
    assert panel.arrow == page.selected
    panel.show_page(0)
    assert panel.arrow is None


def test_arrow_keys_are_left_to_whoever_has_them() -> None:
    panel, view = Panel(), view_of("isolation", "improved", 0)
    panel.show_page(1)
    panel.settle(view)
    assert panel.press(pygame.K_DOWN) and not panel.press(pygame.K_END)
    panel.point(panel.rect.center)
    assert panel.press(pygame.K_DOWN)
    panel.dock.yields_arrows = True
    assert not panel.press(pygame.K_DOWN)
    panel.click(panel.zone("head", "move").center)
    assert panel.press(pygame.K_DOWN)
    assert not panel.press(pygame.K_HOME)


def test_a_selection_does_not_outlive_its_position() -> None:
    panel, view = Panel(), view_of("isolation", "improved", 4)
    panel.show_page(1)
    panel.settle(view)
    panel.candidates.selected = view.position.moves[0]
    panel.settle(view_of("isolation", "improved", 6))
    assert panel.candidates.selected is None
    assert panel.arrow is None


@pytest.mark.parametrize("leaves", [True, False])
def test_rows_stay_under_the_pointer_while_a_search_runs(leaves: bool) -> None:
    """Until it leaves, or has not moved for a while."""
    panel, view, now = Panel(), view_of("isolation", "custom_score", 2), [100.0]
    panel.candidates.clock = lambda: now[0]
    view.lines = 500
    panel.show_page(1)
    panel.settle(view)
    before = [c.move for c in panel.candidates.table.order]
    panel.point(panel.zone("candidate", before[0]).center)
    later = view_of("isolation", "custom_score", 2, "minimax:custom_score,depth=3")
    view.search_store.keep(later.thought)
    panel.draw(view)
    assert [c.move for c in panel.candidates.table.order] == before
    now[0] += REST_SECONDS - 0.5
    panel.settle(view)
    assert [c.move for c in panel.candidates.table.order] == before
    if leaves:
        panel.point((-10, -10))
    now[0] += 0.5
    panel.settle(view)
    moves = [c.move for c in panel.candidates.table.order]
    assert moves[0] == view.thought.move
    values = {row.move: row.value for row in view.thought.root_moves}
    assert [values[move] for move in moves] == sorted(values.values(), reverse=True)


def test_a_move_with_chance_shows_its_outcomes() -> None:
    panel, view = Panel(), view_of("jungle", "minimax", 0)
    panel.show_page(1)
    panel.settle(view)
    chosen = panel.candidates.chosen()
    assert chosen is not None and chosen.has_chance
    texts = panel.texts()
    position = view.position
    shown = [position.game.chance_text(position.state, chosen.move, i) for i in range(len(chosen.outcomes))]
    assert any(text in texts for text in shown)
    assert f"after {chosen.notation}: mean of 8" in texts


def test_the_move_list_groups_turns() -> None:
    assert turns([0, 1, 0, 1]) == [Turn((0,), (1,)), Turn((2,), (3,))]
    assert turns([0, 0, 1, 1, 1, 0]) == [Turn((0, 1), (2, 3, 4)), Turn((5,), ())]
    assert turns([1, 0]) == [Turn((), (0,)), Turn((1,), ())]
    assert turns([]) == []


def test_clicking_a_move_goes_there() -> None:
    panel, view = Panel(), view_of("tabletactics", "concentration", 30)
    panel.show_page(2)
    panel.settle(view)
    panel.click(panel.zone("ply", 4).center)
    assert view.cursor == 5
    assert panel.press(pygame.K_UP) and view.cursor == 4
    panel.draw(view)
    panel.click(panel.zone("start").center)
    assert view.cursor == 0


def test_the_move_list_follows_the_game() -> None:
    panel, view = Panel((420, 400)), view_of("morris", "weighted", 80)
    panel.show_page(2)
    panel.settle(view)
    assert panel.zone("ply", view.cursor - 1).height > 0
    view.go_to(1)
    panel.settle(view)
    assert panel.move_list.list_scroll.offset == 0
    with view.changing_game():
        view.record.take_back()
    panel.draw(view)
    assert len(panel.move_list._placed) == len(view.record.plies)


def test_what_the_program_is_doing_is_said() -> None:
    panel, view = Panel(), view_of("isolation", "custom_score", 6, "alphabeta:custom_score,depth=4")
    telling(view, News(RUNNING, COMPILING, since=time.perf_counter() - 2.0))
    panel.settle(view)
    assert any(text.startswith("Compiling custom_score: 2") for text in panel.texts())
    telling(view, News(RUNNING, COMPILING, since=time.perf_counter() - 2.0, part="search and evaluation"))
    panel.settle(view)
    told = "Compiling search and evaluation: 2"
    assert any(text.startswith(told) for text in panel.texts())
    telling(view, News(RUNNING, THINKING, since=time.perf_counter() - 2.0), (412_000, 9))
    panel.draw(view)
    texts = panel.texts()
    assert "Thinking" in texts and "depth 9" in texts and "412 k nodes" in texts
    assert any(text.endswith("k /s") for text in texts)
    error = "custom_score failed: OverflowError: far (heuristics/x.py, line 7)"
    telling(view, News(FAILED, error=error))
    panel.draw(view)
    texts = panel.texts()
    assert "Failed; figures of an earlier search" in texts
    assert any(text.startswith("depth ") for text in texts)
    assert "line 7)" in " ".join(texts)
    view.search_store = SearchStore()
    panel.draw(view)
    texts = panel.texts()
    assert "The search failed" in texts and "depth –" in texts


def check_columns(panel: Panel) -> None:
    """Checks that every text lies in its column, and no number is cut."""
    assert panel.sheet.labels
    for label in panel.sheet.labels:
        assert label.place.width <= label.column.width
        assert panel.rect.left <= label.place.left
        assert label.place.right <= panel.rect.right
        if NUMBER.fullmatch(label.wanted):
            assert label.shown == label.wanted, f"{label.wanted!r} does not fit"


def heuristic_with_long_names() -> Heuristic:
    """Eleven terms of all sizes, with names that fit into no column."""
    made = Heuristic("a_name_that_is_much_too_long_for_its_place", "isolation", "Long.", "this test")
    for index in range(11):

        def count(state, side, size=10.0 ** (index % 6)):  # type: ignore[no-untyped-def]
            """Counts something, with a description that goes on for rather a long time."""
            return size / 3 * (side + 1)

        name = f"a term with a rather long name, number {index}"
        made.difference(name, weight=-1.5)(lambda state, side, count=count: count(state, side))
    return made


@pytest.mark.parametrize(("size", "scale"), SIZES)
@pytest.mark.parametrize(
    ("game", "heuristic", "plies", "player"),
    [
        ("isolation", "custom_score", 6, "alphabeta:custom_score,depth=4"),
        ("morris", "weighted", 30, "alphabeta:weighted,depth=3"),
        ("chess", "michniewski", 20, "human"),
        ("jungle", "greedy", 12, "alphabeta:minimax,depth=2"),
        ("tabletactics", "concentration", 30, "human"),
    ],
)
def test_texts_keep_to_their_columns(
    size: tuple[int, int], scale: float, game: str, heuristic: str, plies: int, player: str
) -> None:
    panel, view = Panel(size, scale), view_of(game, heuristic, plies, player)
    for page in range(3):
        panel.show_page(page)
        for shown in ("now", "line"):
            panel.evaluation.shown = shown
            panel.settle(view)
            check_columns(panel)


@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_long_names_and_many_terms_keep_to_their_columns(size: tuple[int, int], scale: float) -> None:
    panel, view = Panel(size, scale), view_of("isolation", "open", 4)
    view.lens = Lens.of(heuristic_with_long_names())
    view.failure = "a very long message " * 40
    for page in range(3):
        panel.show_page(page)
        panel.settle(view)
        check_columns(panel)


def test_nothing_moves_while_the_numbers_run() -> None:
    panel, view = Panel(), view_of("isolation", "custom_score", 6, "alphabeta:custom_score,depth=5")
    panel.settle(view)

    def places() -> list[tuple[str, tuple[int, int]]]:
        return [
            (str(zone.key[0] if isinstance(zone.key, tuple) else zone.key), zone.rect.topleft)
            for zone in panel.sheet.zones
        ]

    telling(view, News(RUNNING, THINKING, since=time.perf_counter()), (17, 1))
    panel.draw(view)
    before = places()
    telling(view, News(RUNNING, THINKING, since=time.perf_counter() - 100), (123_456_789, 24))
    panel.draw(view)
    assert places() == before


@pytest.mark.parametrize("height", range(600, 720, 2))
def test_terms_come_closer_before_one_is_cut_off(height: int) -> None:
    panel, view = Panel((660, height)), view_of("chess", "location", 0)
    panel.settle(view)
    roomy = panel.zone("term", 1).top - panel.zone("term", 0).top == panel.theme.px(24)
    assert not (roomy and panel.evaluation.table.scroll.needed)


def test_a_very_small_panel_is_drawn_all_the_same() -> None:
    panel, view = Panel((120, 90)), view_of("chess", "michniewski", 10)
    for page in range(3):
        panel.show_page(page)
        panel.draw(view, 3)
        assert panel.sheet.zones


def test_both_palettes_and_another_scale() -> None:
    panel, view = Panel(theme="light"), view_of("morris", "weighted", 10)
    panel.settle(view)
    light = panel.surface.get_at((2, 300))
    other = Panel(scale=1.5)
    panel.theme = other.theme
    panel.draw(view)
    assert panel.surface.get_at((2, 300)) != light
    assert panel.zone("tab", 0).height > 40


@pytest.mark.parametrize("page", [0, 1, 2])
@pytest.mark.parametrize(
    ("game", "heuristic", "plies"), [("chess", "michniewski", 60), ("jungle", "greedy", 12)]
)
def test_tab_reaches_every_zone_and_every_row(game: str, heuristic: str, plies: int, page: int) -> None:
    panel, view = Panel((420, 420)), view_of(game, heuristic, plies)
    panel.show_page(page)
    panel.settle(view)
    table = panel.evaluation.table.arrangement
    while page == 0 and (folded := [row for row in table.shown if row.kind != TERM and not row.unfolded]):
        for row in folded:
            table.toggle(row)
        panel.settle(view)
    ring = {zone.key for zone in panel.sheet.zones if zone.focusable and zone.rect}
    seen = set()
    for mod in (0, pygame.KMOD_LSHIFT):
        round_trip = set()
        while True:
            panel.press(pygame.K_TAB, mod)
            panel.draw(view)
            focused = panel.sheet.focused
            assert focused is not None and panel.sheet.zone(focused).rect, "what has the focus is in sight"
            if focused in round_trip:
                break
            round_trip.add(focused)
        assert ring <= round_trip or mod
        seen |= round_trip
    rows = [key for key in seen if isinstance(key, tuple) and key[0] in ROWS]
    whole = (
        len(view.lens.heuristic.terms),
        len(view.position.moves),
        len(view.record.plies),
    )
    assert len(rows) == whole[page], "rows out of sight are scrolled to"


def test_term_reached_by_tab_is_shown_and_explained() -> None:
    panel, view = Panel(), view_of("isolation", "improved", 6)
    panel.settle(view)
    while panel.sheet.focused != panel.zone_of("term", 0).key:
        panel.press(pygame.K_TAB)
        panel.draw(view)
    assert view.pointed.squares
    assert panel.event_router.update(1e12) and panel.event_router.tooltip == panel.zone_of("term", 0).tip()
    panel.press(pygame.K_TAB, pygame.KMOD_LSHIFT)
    assert view.pointed.squares == ()


def test_a_list_is_dragged_by_its_bar() -> None:
    panel, view = Panel((420, 400)), view_of("morris", "weighted", 80)
    panel.show_page(2)
    panel.settle(view)
    scroll = panel.move_list.list_scroll
    bar = panel.zone_of(("game", "bar"))
    assert scroll.offset > 0
    panel.point((bar.rect.centerx, bar.rect.bottom - 4))
    for kind, y in ((pygame.MOUSEBUTTONDOWN, bar.rect.bottom - 4), (pygame.MOUSEMOTION, bar.rect.top - 50)):
        panel.event_router.handle(
            pygame.event.Event(kind, pos=(bar.rect.centerx, y), button=1, buttons=(1, 0, 0))
        )
    assert scroll.offset == 0
