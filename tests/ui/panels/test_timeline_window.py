"""The timeline at the foot and the review, driven by events."""

from dataclasses import replace

import pygame
import pytest
from driving import Driver, choose, open_page

from engines.player_text import parse_player
from games.contract import ONGOING
from heuristics.registry import default_heuristic, load_lens
from reviews import random_game, small
from study.format.value_format import ValueFormat
from study.game.session import Session
from study.review.ask_why_not import ask_why_not_here
from study.review.background_review import (
    BackgroundReview,
    reviewed_losing_move,
    reviewed_move_losses,
    reviewed_stretch,
)
from study.review.move_loss_text import listed_in, loss_in_words
from study.review.stretch_text import happened, moves_of
from study.review.timeline import OTHERS, Column, Course, title_of
from study.searches.values import for_side, move_value
from study.state.move_loss import COSTLIEST, listed, worst
from study.why_not.questions import WhyNotQuestions
from study.why_not.why_not_text import sentence
from ui.panels.move_list import MoveListPanel
from ui.panels.parts.start_and_stop import state_words
from ui.panels.review.review import BOTH, ReviewPanel
from ui.panels.review.timeline import TimelinePanel, source_of
from ui.panels.review.timeline_plot import MOST_ADVANTAGES
from ui.panels.review.timeline_plot import _scale as scale_of
from ui.scenes.play.play import Play
from ui.theme import Theme

SHIFT = pygame.KMOD_SHIFT


class ReviewedWindow:
    """A reviewed game in a window, with its timeline."""

    def __init__(self, driver, game="isolation", plies=24, players=("human", "human"), seed=3):
        self.driver = driver
        record = random_game(game, plies, seed)
        specs = tuple(parse_player(text, game) for text in players)
        session = Session(record, specs, driver.app.settings, driver.app.saves)
        session.study.playing = False
        depth = 2 if game == "isolation" else 1
        session.study.of(BackgroundReview).make = lambda lens, nodes: small(lens, depth=depth)
        self.play: Play = driver.window.play(session)
        driver.frame()

    @property
    def study(self):
        return self.play.session.study

    def panel(self, kind):
        return next(panel for panel in self.play.dock.panels if isinstance(panel, kind))

    @property
    def timeline(self) -> TimelinePanel:
        return self.panel(TimelinePanel)

    @property
    def page(self) -> ReviewPanel:
        return self.panel(ReviewPanel)

    def settle(self):
        """Draws frames until everything is searched and worked out."""
        self.driver.frame()
        self.driver.until(lambda: not (self.study.of(BackgroundReview).running or self.study.facts.busy))
        for _ in range(2):  # what changes by itself is drawn in parts
            self.driver.app.redraw()
            self.driver.frame()

    def review(self):
        self.driver.key(pygame.K_j, SHIFT)
        self.settle()

    def texts(self):
        sheet = self.driver.app.event_router.sheet
        sheet.labels = []
        self.driver.app.redraw()
        self.driver.frame()
        found, sheet.labels = [label.wanted for label in sheet.labels], None
        return found


@pytest.mark.parametrize("game", ["isolation", "chess"])
def test_each_term_has_its_colour_by_name_and_column(driver, game):
    window = ReviewedWindow(driver, game)
    driver.key(pygame.K_j)
    window.settle()
    course, theme, surface = window.timeline.timeline.course, driver.app.theme, driver.app.surface
    names = [*course.terms, *([OTHERS] if course.has_others else [])]
    colors = {}
    for name in names:
        place = driver.rect(("timeline term", name))
        colors[name] = tuple(surface.get_at((place.left + theme.px(5), place.centery)))
    assert len(set(colors.values())) == len(names) > 1
    columns = [window.timeline.plot.place(column.cursor) for column in course.columns]
    plot = surface.subsurface(columns[0].unionall(columns[1:]))
    for name, color in colors.items():
        drawn = pygame.mask.from_threshold(plot, color, (1, 1, 1, 255)).count()
        index = names.index(name) if name != OTHERS else -1
        largest = max(abs(column.amounts[index]) for column in course.columns if column.amounts)
        assert drawn > 20 or largest < window.timeline.plot.scale / 10, name
    for side in (theme.white, theme.black):
        assert tuple(side) not in colors.values()


def test_each_value_is_drawn_at_its_height_on_the_axis(driver):
    window = ReviewedWindow(driver)
    driver.key(pygame.K_j)
    window.settle()
    plot, sheet, theme = window.timeline.plot, driver.app.event_router.sheet, driver.app.theme
    sheet.labels = []
    driver.app.redraw()
    driver.frame()
    left = plot.place(0).left
    beside = [each for each in sheet.labels if left - 60 < each.place.left and each.place.right < left]
    sheet.labels = None
    top, zero, bottom = sorted((each for each in beside if each.place.top >= plot.place(0).top), key=height)
    assert (top.shown[0], zero.shown, bottom.shown[0]) == ("+", "0", "−")
    up, middle, down = (height(label) for label in (top, zero, bottom))
    assert abs((up + down) / 2 - middle) <= 1
    seen = 0
    for column in window.timeline.timeline.course.columns:
        if column.value is None or abs(column.value) > plot.scale:
            continue
        y = round(middle + (up - middle) * column.value / plot.scale)
        at = plot.place(column.cursor).centerx, y
        assert driver.app.surface.get_at(at)[:3] == tuple(theme.text_color)[:3], column.value
        seen += abs(column.value) > plot.scale / 3
    assert seen


def height(label):
    return label.place.centery


def test_only_the_shown_position_has_a_frame(driver):
    window = ReviewedWindow(driver)
    driver.key(pygame.K_j)
    window.settle()
    plot, surface = window.timeline.plot, driver.app.surface
    place = plot.place(6)
    before = surface.subsurface(place).copy()
    driver.move_mouse(place.center)
    driver.frame()
    assert driver.app.event_router.sheet.hovered == "timeline"
    edge = range(place.height - 4)
    assert all(surface.get_at((place.left, place.top + y)) == before.get_at((0, y)) for y in edge)
    assert surface.get_at((place.centerx, place.bottom - 1)) == driver.app.theme.dim


def test_a_key_shows_and_hides_it_and_that_is_remembered(driver, tmp_path):
    window = ReviewedWindow(driver)
    assert driver.zone("timeline") is None
    board = window.play.layout.board.height
    driver.key(pygame.K_j)
    window.settle()
    assert driver.zone("timeline") is not None and window.play.layout.board.height < board
    window.play.close()
    assert driver.app.layout.foot == "Timeline"
    again = ReviewedWindow(driver)
    assert driver.zone("timeline") is not None
    again.play.commands.run("Page: Timeline")
    driver.app.redraw()
    driver.frame()
    assert driver.zone("timeline") is None


def test_clicks_drags_and_keys_lead_through_the_game(driver):
    window = ReviewedWindow(driver)
    driver.key(pygame.K_j)
    window.settle()
    plot, last = window.timeline.plot, len(window.study.record.plies)
    for column in (0, 7, last):
        driver.click(plot.place(column).center)
        assert window.study.cursor == column == plot.column_at(plot.place(column).centerx)
    driver.move_mouse(plot.place(3).center)
    driver.press(plot.place(3).center)
    driver.move_mouse(plot.place(9).center, True)
    assert window.study.cursor == 9
    driver.release(plot.place(9).center)
    driver.tab_to("timeline")
    for key, goal in ((pygame.K_LEFT, 8), (pygame.K_RIGHT, 9), (pygame.K_HOME, 0), (pygame.K_END, last)):
        driver.key(key)
        assert window.study.cursor == goal
    driver.key(pygame.K_UP)
    assert window.study.cursor == last, "nothing is marked yet"


def test_the_review_shows_the_course_of_the_game_at_once(driver):
    window = ReviewedWindow(driver)
    open_page(driver, window.play, window.page)
    window.settle()
    assert not window.study.of(BackgroundReview).changes, "before anything is reviewed"
    plot, theme = window.page.course.plot, driver.app.theme
    drawn = driver.app.surface.subsurface(driver.rect("course of the game"))
    values = [column.value for column in window.page.course.timeline.course.columns]
    assert min(values) < 0 < max(values), "each side is ahead somewhere"
    for color in (theme.white, theme.black):
        assert pygame.mask.from_threshold(drawn, color, (1, 1, 1, 255)).count() > 20
    driver.click(plot.place(5).center)
    assert window.study.cursor == 5
    driver.tab_to("course of the game")
    driver.key(pygame.K_RIGHT)
    assert window.study.cursor == 6
    window.review()
    assert driver.rect("course of the game").bottom < window.page.list.area(0).top
    driver.key(pygame.K_j)
    driver.frame()
    assert driver.zone("course of the game") is None, "the strip below the board shows it"


@pytest.mark.parametrize("game", ["isolation", "tabletactics", "jungle"])
def test_marks_and_list_say_what_the_list_of_moves_says(driver, game):
    window = ReviewedWindow(driver, game, 24 if game == "isolation" else 6)
    driver.key(pygame.K_j)
    window.review()
    study, timeline = window.study, window.timeline.timeline
    assert timeline.move_losses == reviewed_move_losses(study) and None not in timeline.move_losses
    for move_loss in timeline.move_losses:
        shown = move_value(study, move_loss.index)
        assert shown.row == move_loss.played
        assert shown.value == for_side(move_loss.played.value, move_loss.side, study.perspective)
    assert list(timeline.marked) == sorted(worst(timeline.move_losses), key=lambda each: each.index)
    assert window.play.dock.upper is window.page, "the list opens when it is asked for"
    window.texts()
    assert window.page._listed == listed(timeline.move_losses)


def test_costliest_moves_are_listed_with_reasons_and_lead_on(driver):
    window = ReviewedWindow(driver)
    driver.key(pygame.K_j)
    window.review()
    study, page = window.study, window.page
    texts = window.texts()
    first = page._listed[0]
    row = page.list.area(1).center  # below the row of the whole game
    marked, judge = f"{len(window.timeline.timeline.marked)} mistakes", study.of(BackgroundReview).lens.name
    assert f"{marked} (bold), as {judge} judges, new moves are reviewed" in texts
    assert f"or missed a win, as {judge} judges." in driver.tip_at(driver.rect("review state").center)
    two = window.timeline.timeline.marked[:2]
    assert state_words(study, two) == f"2 mistakes, as {judge} judges, new moves are reviewed"
    assert any(words in text for words in listed_in(study, first) for text in texts)
    why = study.of(BackgroundReview).why(first)
    # As much of it as has room.
    assert any(len(text) > 10 and why.startswith(text.rstrip("…")) for text in texts)
    assert why in driver.tip_at(row)
    assert loss_in_words(study, first) in driver.tip_at(row)
    driver.click(row)
    assert study.cursor == first.index and study.pointed.selected == first.played.move
    for side in (1, 0, BOTH):
        driver.click_on(("review of", side))
        driver.frame()
        assert page._listed == listed(reviewed_move_losses(study), None if side == BOTH else side)
    driver.tab_to("timeline")
    driver.key(pygame.K_HOME)
    for move_loss in window.timeline.timeline.marked:
        driver.key(pygame.K_DOWN)
        assert study.cursor == move_loss.index + 1
    driver.key(pygame.K_UP)
    assert study.cursor == window.timeline.timeline.marked[-2].index + 1


@pytest.mark.parametrize(
    ("size", "scale"), [((640, 480), 1.0), ((1280, 720), 1.5), ((1280, 720), 1.0)], ids=str
)
def test_row_of_the_list_has_its_whole_reason(tmp_path, size, scale):
    driver = Driver(tmp_path, size, scale)
    window = ReviewedWindow(driver)
    window.play.dock.show(window.page, window.study)
    window.review()
    page, theme, sheet = window.page, driver.app.theme, driver.app.event_router.sheet
    for index in range(page.list.count):
        page.list.light(index)
        sheet.labels = []
        driver.app.redraw()
        driver.frame()
        labels, sheet.labels = sheet.labels, None
        area = page.list.area(index)
        below = [
            label
            for label in labels
            if area.contains(label.column) and label.column.y > area.y + theme.px(20)
        ]
        assert " ".join(label.shown for label in below) == page._below(window.study, index)
        assert area.bottom - max(label.column.bottom for label in below) < theme.px(10), "no line is empty"
    driver.close()


def test_no_text_of_the_list_touches_its_scroll_bar(driver):
    window = ReviewedWindow(driver, "isolation")
    window.play.dock.show(window.page, window.study)
    window.review()
    sheet, box = driver.app.event_router.sheet, window.page.list
    sheet.labels = []
    driver.app.redraw()
    driver.frame()
    labels, sheet.labels = sheet.labels, None
    bar = driver.rect(((box, "scroll"), "bar"))
    inside = [label for label in labels if driver.rect(box).contains(label.column)]
    assert len(inside) > 6
    assert max(label.column.right for label in inside) <= bar.left - driver.app.theme.px(4)


def test_where_the_game_was_lost_is_said_first_and_leads_there(driver):
    """Even where no move is marked, and each side's costliest moves stand below."""
    window = ReviewedWindow(driver, plies=60)
    driver.key(pygame.K_j)
    window.settle()
    assert not window.timeline.timeline.lost_where, "nothing is known before the review"
    window.review()
    study, page, timeline = window.study, window.page, window.timeline.timeline
    assert study.record.position.outcome != ONGOING, "somebody has lost"
    texts = window.texts()
    stretch = timeline.stretch
    assert (stretch, timeline.lost_where) == reviewed_stretch(study) and stretch.lost
    assert stretch.side == 1 - study.record.position.outcome
    assert page._lost_where == timeline.lost_where in " ".join(texts)
    assert moves_of(study.record, stretch) in texts and happened(stretch) in texts
    rows = page._row_of
    assert (
        rows[0] is None
        and stretch.only is not None
        and stretch.only.index not in [each and each.index for each in rows]
    )
    assert {each.index for each in page._listed} == {stretch.only.index, *(each.index for each in rows[1:])}
    driver.click(page.list.area(0).center)
    assert study.cursor == stretch.start
    assert timeline.lost_where in driver.tip_at(page.list.area(0).center)
    place = window.timeline.plot.place
    assert timeline.lost_where in driver.tip_at(place(stretch.end).center)
    if stretch.start:
        assert timeline.lost_where not in driver.tip_at(place(stretch.start - 1).center)
    for side in (0, 1):
        costly = sum(each.way > 0.0 for each in timeline.move_losses if each.side == side)
        assert sum(each.side == side for each in page._listed) >= min(COSTLIEST, costly) > 0


def test_lost_move_is_above_the_stretch_of_falling_behind(driver):
    window = ReviewedWindow(driver, "morris", 60, seed=4)
    window.play.dock.show(window.page, window.study)
    window.study.of(BackgroundReview).make = lambda lens, nodes: small(lens, depth=2)
    window.review()
    study, page = window.study, window.page
    losing, stretch = reviewed_losing_move(study), reviewed_stretch(study)[0]
    assert losing.marked and losing.index >= stretch.end and "loses" in losing.words
    assert page._row_of[0].index == losing.index and page._row_of[1] is None
    assert [each.index for each in page._row_of if each].count(losing.index) == 1
    assert "fell behind here" in window.texts() and "lost here" not in window.texts()
    driver.click(page.list.area(1).center)
    assert study.cursor == stretch.start and study.pointed.selected == study.record.plies[stretch.start].move
    tip = driver.tip_at(page.list.area(1).center)
    assert f"Click for the position before {study.record.numbered(stretch.start)}." in tip
    assert "turn" not in tip, "a turn of Morris is one move"


def test_judge_is_chosen_on_the_page_beginning_with_the_usual(driver):
    window = ReviewedWindow(driver)
    study, page = window.study, window.page
    study.set_lens("open")
    window.review()
    usual = default_heuristic("isolation").name
    assert study.of(BackgroundReview).lens.name == page.judge.value == usual != "open"
    assert f"shown: {study.lens.name}" in [option.label for option in page.judge.options]
    choose(driver, page.judge, "improved")
    window.settle()
    assert study.of(BackgroundReview).lens.name == "improved" and "Heuristic" in window.texts()
    assert all(each.thought.lens.name == "improved" for each in page._listed) and page._listed
    assert any("as improved judges" in text for text in window.texts())
    assert page._listed == listed(study.of(BackgroundReview).move_losses(study.record))


def test_why_not_from_the_list_has_the_numbers_of_its_row(driver):
    window = ReviewedWindow(driver)
    window.review()
    study, page = window.study, window.page
    study.of(WhyNotQuestions).make = lambda position, first, lens: small(lens, depth=2)
    first = page._listed[0]
    study.search_store.keep(small(study.of(BackgroundReview).lens, depth=3).think(first.position))
    driver.click(page.list.area(1).center)
    driver.key(pygame.K_w)
    driver.until(
        lambda: study.of(WhyNotQuestions).answer is not None and not study.of(WhyNotQuestions).running
    )
    answer = study.of(WhyNotQuestions).answer
    assert (answer.depth, answer.difference) == (first.depth, first.loss)
    assert sentence(answer).startswith(study.of(BackgroundReview).why(first))


def test_tooltip_says_position_value_and_loss_of_the_move(driver):
    window = ReviewedWindow(driver)
    window.study.set_lens("custom_score")
    driver.key(pygame.K_j)
    window.review()
    marked = window.timeline.timeline.marked[0]
    column = window.timeline.timeline.course.columns[marked.index + 1]
    tip = driver.tip_at(window.timeline.plot.place(marked.index + 1).center)
    ply = window.study.record.plies[marked.index]
    assert f"After {window.study.record.numbered(marked.index)}" in tip and ply.text in tip
    assert (
        f"\n{ValueFormat.of_lens(window.study.lens).with_unit(column.value)} for White by custom_score" in tip
        and loss_in_words(window.study, marked) in tip
    )
    driver.key(pygame.K_v)
    whose = window.study.side_name(window.study.perspective)
    assert f"for {whose}" in driver.tip_at(window.timeline.plot.place(marked.index + 1).center)


def test_timeline_grows_with_the_game_and_the_review_goes_on(driver):
    window = ReviewedWindow(driver, plies=8)
    driver.key(pygame.K_j)
    window.review()
    session = window.play.session
    session.turn.enter(session.study.record.position.moves[0])
    window.settle()
    timeline = window.timeline.timeline
    assert len(timeline.course.columns) == 10 and timeline.move_losses[8] is not None
    driver.click_on(window.timeline.review.button)
    assert not window.study.of(BackgroundReview).goes_on
    session.turn.take_back()
    window.settle()
    assert len(window.timeline.timeline.course.columns) == 9


def test_both_programs_have_a_line_and_nothing_is_painted_twice(driver, monkeypatch):
    window = ReviewedWindow(driver, players=("alphabeta:improved,depth=1", "alphabeta:open,depth=1"))
    driver.key(pygame.K_j)
    window.settle()
    texts = window.texts()
    assert {"improved", "open"} <= set(texts) and "static evaluations, for White" in texts
    plot, painted = window.timeline.plot, []
    paint = plot._paint
    monkeypatch.setattr(plot, "_paint", lambda *given: painted.append(1) or paint(*given))
    for _ in range(5):
        driver.app.redraw()
        driver.frame()
    assert not painted
    driver.click(plot.place(5).center)
    driver.frame()
    assert not painted, "another position is another frame around a column"
    driver.key(pygame.K_e)
    window.settle()
    assert painted


def test_head_of_a_partly_reviewed_game_says_so():
    lens = load_lens("isolation", default_heuristic("isolation").name)
    columns = [Column(at, (), 1.0) for at in range(2)]
    reviewed = [replace(column, searched=True) for column in columns]
    words = {
        source_of(Course(lens, 0, (), tuple(shown), ()))
        for shown in (columns, [reviewed[0], columns[1]], reviewed)
    }
    assert words == {"static evaluations", "partly by the review", "by the review"}


def test_how_far_the_review_has_come_is_said_once(driver):
    window = ReviewedWindow(driver)
    driver.key(pygame.K_j)
    window.review()
    said = [
        text
        for text in window.texts()
        if "decided it" in text or (" mistake" in text and "Practise" not in text)
    ]
    assert window.play.dock.upper is window.page and len(said) == 1
    assert state_words(window.study, ()).startswith("no single move decided it, as ")
    driver.key(pygame.K_1)
    strip = said[0].replace(" (bold)", "")
    assert " ".join(window.texts()).count(strip) == 1, "by the strip, in its lines, without the page"
    assert window.timeline.review.button.label == window.page.start.button.label


def test_where_the_review_s_values_stand_it_is_named_once(driver):
    window = ReviewedWindow(driver)
    study, nodes = window.study, "by the review, 300\u202f000 nodes"
    window.review()
    study.go_to(4)
    driver.key(pygame.K_1)
    window.settle()
    texts = " ".join(window.texts())
    assert texts.count(f"The best line was searched {nodes}.") == 1
    assert nodes in driver.tip_at(driver.rect(("card", "line")).center)
    driver.key(pygame.K_1 + window.play.dock.panels.index(window.panel(MoveListPanel)))
    window.settle()
    assert f", {nodes}, before the move." in driver.tip_at(driver.rect(("ply", 4)).center)
    ask_why_not_here(study)
    driver.until(lambda: study.of(WhyNotQuestions).answer and not study.of(WhyNotQuestions).running)
    window.settle()
    assert f"This position was searched {nodes}." in window.texts()


def test_a_review_that_is_paused_says_so(driver):
    window = ReviewedWindow(driver)
    review = window.study.of(BackgroundReview)
    driver.key(pygame.K_j, SHIFT)
    driver.until(lambda: review.news.done >= 2)
    driver.key(pygame.K_j, SHIFT)
    driver.until(lambda: not review.running)
    driver.frame()
    done, total = review.news.done, review.news.total
    assert done < total
    assert state_words(window.study, ()).startswith(f"paused at {done} of {total}, as ")
    two = [each for each in reviewed_move_losses(window.study) if each is not None][:2]
    assert state_words(window.study, two).startswith(f"2 mistakes, paused at {done} of {total}, as ")


def test_names_beside_the_course_and_the_board_are_not_cut(driver, monkeypatch):
    window = ReviewedWindow(driver, "jungle", 12)
    driver.key(pygame.K_j)
    window.settle()
    shown, fitted = {}, Theme.fitted
    monkeypatch.setattr(Theme, "fitted", lambda *args: shown.setdefault(args[1], fitted(*args)))
    driver.app.rescale(1.0)
    driver.frame()
    for name in ("hidden", "distance to all prey"):
        assert shown[name] == name


@pytest.mark.parametrize("game", ["morris", "jungle", "tabletactics"])
def test_what_a_review_without_marks_says_is_whole(driver, game):
    play = driver.play(game, "human", "level:5", record=random_game(game, 2, 3))
    play.session.turn.pause()
    study = play.session.study
    review = study.of(BackgroundReview)
    review.make = lambda lens, nodes: small(lens, depth=1)
    review.begin(study)
    driver.until(lambda: review.whole(study.record) is not None)
    play.dock.show(play.dock.side_panels[0], study)
    if play.dock.foot is None:
        play.dock.show(next(panel for panel in play.dock.panels if isinstance(panel, TimelinePanel)), study)
    driver.frame(3)
    driver.app.event_router.sheet.labels = []
    driver.app.redraw()
    driver.app.frame()
    labels, driver.app.event_router.sheet.labels = driver.app.event_router.sheet.labels, None
    assert any("no single move decided it" in label.wanted for label in labels)
    assert not [label.wanted for label in labels if label.shown != label.wanted]


def test_the_end_of_a_game_offers_its_review(driver):
    window = ReviewedWindow(driver, plies=80)
    assert window.play.session.study.over
    driver.click_on(window.play.review)  # below the board: no banner covers an opened game
    window.settle()
    assert len(reviewed_move_losses(window.study)) == len(window.study.record.plies)
    assert None not in reviewed_move_losses(window.study) and not window.study.of(BackgroundReview).goes_on


def test_a_short_game_and_a_long_one_fit(driver):
    for plies in (0, 300):
        window = ReviewedWindow(driver, "morris", plies, seed=5)
        driver.key(pygame.K_j) if driver.zone("timeline") is None else None
        window.settle()
        plot, last = window.timeline.plot, len(window.study.record.plies)
        zone = driver.rect("timeline")
        assert all(zone.contains(plot.place(column)) for column in (0, last // 2, last))
        assert plot.column_at(zone.right - 1) == last
    lens = load_lens("morris", default_heuristic("morris").name)
    assert window.timeline.timeline.course.lens == lens


def test_the_parts_of_a_tooltip_make_its_total(driver):
    window = ReviewedWindow(driver, "jungle", 8)
    driver.key(pygame.K_j)
    window.settle()
    for cursor in range(9):
        line = driver.tip_at(window.timeline.plot.place(cursor).center).split("\n")[1]
        total, parts = line.split(" for ", 1)[0], line.rsplit(": ", 1)[1].removesuffix(".")
        amounts = [
            float(part.rsplit(" ", 1)[1].replace("−", "-")) for part in parts.split(", ") if part != "0"
        ]
        assert sum(amounts) == pytest.approx(float(total.replace("−", "-")), abs=1e-9)


def test_what_is_decided_by_far_leaves_room_for_what_was_not(driver):
    """Terms of a won game are many clear advantages. The rest of the game is seen all the same."""
    window = ReviewedWindow(driver, "chess", 12)
    driver.key(pygame.K_j)
    window.settle()
    plot, course = window.timeline.plot, window.timeline.timeline.course
    clear = course.lens.heuristic.clear_advantage
    won = [replace(column, amounts=(40 * clear,), value=40 * clear) for column in course.columns]
    assert scale_of(replace(course, columns=tuple(won)), ()) == MOST_ADVANTAGES * clear
    assert 0 < plot.scale <= MOST_ADVANTAGES * clear


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((1920, 1080), 1.0), ((1920, 1080), 1.5)])
def test_names_of_terms_are_whole_where_the_strip_has_room(tmp_path, size, scale):
    driver = Driver(tmp_path, size, scale)
    shown = ReviewedWindow(driver, "tabletactics", 30)
    driver.key(pygame.K_j)
    driver.frame(2)
    panel = next(p for p in shown.play.dock.panels if isinstance(p, TimelinePanel))
    theme, course = driver.app.theme, panel.timeline.course
    for term in course.terms:
        place = driver.zone(("timeline term", term)).rect
        name = title_of(term, course.lens)
        assert theme.width(name, 12) <= place.width - theme.px(10 + 6 + 4), name
    driver.close()
