"""A whole game as a page: its boards, what it says about each ply, and that it is small and loads nothing."""

import base64
import io
import json
import re
from dataclasses import replace

import pygame
import pytest
from driving import Driver

from arena.calibration.calibration import BudgetCurves, Phase, ScoreCurve
from arena.calibration.chance_scale import ChanceScale, Step
from engines.jobs import Job
from games.contract import BLACK, WHITE
from games.registry import entry, game_names
from heuristics.lens import Breakdown
from heuristics.registry import default_heuristic, load_lens
from reviews import random_game, small
from study.export.game_page import PublishedGame, game_page, published_game
from study.review.background_review import BackgroundReview
from study.review.reviewer import review_tasks, tasks_of
from study.review.timeline import evaluated
from study.state.move_loss import COSTLIEST, listed
from ui.game_boards import GameBoards, boards_of
from ui.scenes.file_chooser import FileChooser
from ui.scenes.play import export

MOST_BYTES = 3_000_000


def plain(game, plies, seed=3, heuristic=None):
    """The page of a game without a review."""
    record = random_game(game, plies, seed)
    lens = load_lens(game, heuristic or default_heuristic(game).name)
    seen = tuple(evaluated(position, lens, WHITE) for position in record.positions)
    told = PublishedGame(record, lens, seen, (None,) * len(record.plies), {}, ("<b>", "me & you"))
    return told, game_page(told, boards_of(record))


def data_of(page):
    """The data for the page's script."""
    return json.loads(re.search(r"<script type='application/json' id=boards>(.*?)</script>", page)[1])


def test_sixty_plies_of_chess_are_small_and_load_nothing() -> None:
    told, page = plain("chess", 60)
    assert len(told.record.plies) == 60 and len(page.encode("utf-8")) <= MOST_BYTES
    assert page.count("<section class=ply>") == 61 and page.count("<a data-ply=") == 61
    loaded = re.findall(r"(?:src|href|url)\s*[=(:]\s*[^ ;]*|https?:|@import|<link", page)
    assert loaded == ["src: source}))"], "the sheets"
    assert all(sheet.startswith("data:image/png;base64,") for sheet in data_of(page)["sheets"])
    assert "&lt;b&gt;" in page and "me &amp; you" in page and "<b> –" not in page


def test_one_sided_terms_are_marked() -> None:
    page = plain("jungle", 3, heuristic="minimax")[1]
    assert (
        "own hidden pieces ◐" in page and "strength ◐" not in page and "are one-sided: positions are" in page
    )
    assert "◐" not in plain("morris", 3)[1]


@pytest.mark.parametrize("game", game_names())
def test_the_boards_are_those_that_were_drawn(game) -> None:
    told, page = plain(game, 3)
    data = data_of(page)
    sheets = [
        pygame.image.load(io.BytesIO(base64.b64decode(sheet.split(",")[1])), "sheet.png")
        for sheet in data["sheets"]
    ]
    side, columns, boards = data["side"], data["columns"], [{}]
    for changes in data["boards"]:
        boards.append(boards[-1] | dict(zip(changes[::2], changes[1::2], strict=True)))
    boards = boards[1:]
    drawn = GameBoards(told.record)
    for number, _ in enumerate(drawn.draw()):
        if number % 3 != 2:
            continue  # the step for each theme comes first, and then the board is cut into tiles
        for sheet, surface in zip(sheets, drawn._surfaces, strict=True):
            laid = pygame.Surface(surface.get_size())
            for at, tile in boards[number // 3].items():
                area = (tile % data["across"] * side, tile // data["across"] * side, side, side)
                laid.blit(sheet, (at % columns * side, at // columns * side), area)
            assert pygame.image.tobytes(laid, "RGB") == pygame.image.tobytes(surface, "RGB")
    assert len({tuple(sorted(board.items())) for board in boards}) == len(told.record.plies) + 1


def rows_of(section):
    """The rows of a position's table: (class of the row, name, value)."""
    found = re.findall(r"<tr(?: class='?([^'>]*)'?)?><td[^>]*>(.*?)</td>.*?<td>([^<]*)</td></tr>", section)
    return [(kind, re.sub("<.*?>", "", name), value) for kind, name, value in found]


def number(text):
    return float(text.replace("−", "-"))


@pytest.mark.parametrize("game", game_names())
def test_each_position_is_broken_down_in_groups_and_unit(game) -> None:
    told, page = plain(game, 4)
    form, sections = told.form, re.findall(r"<section class=ply>(.*?)</section>", page, re.DOTALL)
    assert f"in {form.units}" in page.split("<section")[0] or not form.unit
    for seen, section in zip(told.seen, sections, strict=True):
        assert isinstance(seen, Breakdown) and seen.side == WHITE
        *rows, (_, name, value) = rows_of(section)
        assert (name, value) == ("value", form.signed(seen.value))
        heads = [number(amount) for kind, _, amount in rows if "head" in kind]
        terms = [number(amount) for kind, _, amount in rows if "head" not in kind]
        assert sum(terms) == pytest.approx(number(value)), "each term is there once"
        alone = [number(amount) for kind, _, amount in rows if kind == ""]
        assert sum(alone) + sum(heads) == pytest.approx(number(value)), "folded, it adds up as well"
        assert {row.group for row in seen.rows} <= {""} or heads


def test_what_was_lost_where_and_by_which_moves_is_said() -> None:
    record = random_game("isolation", 40, 5)
    lens = load_lens("isolation", "improved")
    searcher = small(lens, depth=2)
    review_result = review_tasks(searcher, tasks_of(record), ("White", "Black"), Job())
    told = published_game(record, lens, review_result, ("Level 3", ""), "somebody")
    page = game_page(told, boards_of(record))
    marked = [move_loss for move_loss in told.move_losses if move_loss is not None and move_loss.marked]
    assert marked and review_result.whys and told.lost_where and told.stretch is not None
    assert "Level 3 – Black" in page
    assert page.count("<p class=why>") == page.count("class=lost>") == len(marked)
    assert page.count("<i class='lost") == len(marked) and page.count("<i class='stretch") == 1
    assert f"<p class=lead>{told.lost_where}" in page and "Searched by somebody." in page
    assert page.count("class=between") == told.stretch.end - told.stretch.start
    costly, found = page.split("<ol class=costly>")[1], listed(told.move_losses)
    linked = [int(ply) - 1 for ply in re.findall(r"data-ply=(\d+)><b>", costly)]
    assert linked == [move_loss.index for move_loss in found]
    assert len([move_loss for move_loss in found if move_loss.side == BLACK]) >= COSTLIEST
    assert all(
        move_loss.words in costly and review_result.whys[move_loss.index] in costly for move_loss in found
    )
    assert costly.count("class=other") == len(found) - len(marked)


def test_names_of_sides_are_no_markup_anywhere(monkeypatch) -> None:
    record, lens = random_game("isolation", 60, 5), load_lens("isolation", "improved")
    names = ("<i>Tom</i>", "Dick & Harry")
    named = replace(entry("isolation"), white=names[0], black=names[1])
    monkeypatch.setattr("study.export.game_page.entry", lambda game: named)
    review_result = review_tasks(small(lens, depth=2), tasks_of(record), names, Job())
    page = game_page(published_game(record, lens, review_result, ("", ""), "somebody"), boards_of(record))
    assert re.search("(&lt;i&gt;Tom&lt;/i&gt;|Dick &amp; Harry) wins in", page)
    assert "<i>Tom" not in page and "Dick & " not in page


def test_a_page_says_what_was_lost_as_chances() -> None:
    record, lens = random_game("isolation", 12, 5), load_lens("isolation", "improved")
    review_result = review_tasks(small(lens, depth=2), tasks_of(record), ("White", "Black"), Job())
    curve = ScoreCurve((-10.0, 10.0), (0.1, 0.9), (0.01, 0.01))
    scale = ChanceScale((Step(BudgetCurves(0, (Phase(0, curve),), ()), 2000),))
    told = published_game(record, lens, review_result, ("", ""), "somebody", scale)
    page = game_page(told, boards_of(record))
    said = re.findall(
        r"As chances: (\d+) % instead of (\d+) %, between two programs of 2\u202f000 nodes", page
    )
    assert said and all(int(best) != int(played) for best, played in said[:1])
    move_loss = next(each for each in told.move_losses if each is not None and each.loss > 0.0)
    best = move_loss.best.value if move_loss.side == WHITE else -move_loss.best.value
    assert int(said[0][0]) == round(100 * min(0.9, max(0.1, 0.5 + best * 0.04)))
    assert "As chances" not in game_page(replace(told, scale=None), boards_of(record))


@pytest.mark.parametrize("reviewed", [False, True])
def test_a_game_is_saved_as_a_page_from_the_window(tmp_path, monkeypatch, reviewed) -> None:
    """What the window has reviewed is not searched again."""
    asked = []

    def searcher(lens):
        asked.append(lens)
        return small(lens, depth=1)

    monkeypatch.setattr(export, "usual_searcher", searcher)
    monkeypatch.setattr(FileChooser, "last_folder", tmp_path)
    driver = Driver(tmp_path)
    try:
        play = driver.play("isolation", "human", "human")
        for square in ("d4", "a1", "b3"):
            driver.click_square(play, square)
        study = play.session.study
        if reviewed:
            study.of(BackgroundReview).make = lambda lens, nodes: small(lens, depth=1)
            study.of(BackgroundReview).begin(study)
            driver.until(
                lambda: not study.of(BackgroundReview).running and study.of(BackgroundReview).changes == 3
            )
        driver.until(lambda: not study.facts.busy)
        driver.key(pygame.K_s, pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
        driver.click_on(driver.app.scene.buttons[3])
        driver.key(pygame.K_RETURN)
        driver.until(lambda: play.notice.said.startswith("Saved as"))
        (path,) = tmp_path.glob("isolation-*.html")
        page = path.read_text(encoding="utf-8")
        assert page.count("<section class=ply>") == 4 and "What cost most" in page
        assert driver.app.scene is play and bool(asked) is not reviewed
    finally:
        driver.close()
