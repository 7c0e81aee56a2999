"""The head of the page Evaluation: who is better, the two values and what they are, and why they differ."""

import time
from dataclasses import replace

import pytest
from panel_views import Panel, telling, view_of

from bars import settled_marks
from engines.contract import EXACT, WIN, RootMove
from engines.jobs import RUNNING, THINKING, News
from engines.player_text import parse_player
from games.contract import BLACK, WHITE
from heuristics.lens import Lens
from heuristics.registry import default_heuristic, load_lens
from study.format.loss_scale import better_by_chance, better_in_words
from study.format.value_format import ValueFormat
from study.moves.seen_ahead import Difference
from study.searches.lines import best_line
from study.state.study import Study

SEARCH = "alphabeta:weighted,depth=3"


def shown(study: Study, size: tuple[int, int] = (420, 640), scale: float = 1.0) -> Panel:
    panel = Panel(size, scale)
    panel.settle(study)
    return panel


def sentence(panel: Panel) -> str:
    tip = panel.zone_of("difference").tip
    assert isinstance(tip, str)
    return tip


def test_the_two_values_are_named_for_what_they_are() -> None:
    study = view_of("morris", "weighted", 12, SEARCH)
    texts, line = shown(study).texts(), best_line(study)
    assert line is not None and line.breakdown is not None
    assert "now, before White's move" in texts, "whose turn it is, and what it does not count"
    assert f"after {len(line.moves)} plies" in texts, "how far away the position of the other value is"


def test_second_value_before_a_search_promises_nothing() -> None:
    texts = shown(view_of("morris", "weighted", 12)).texts()
    assert "looking ahead" in texts and "No search has looked ahead yet." in texts


def test_after_a_move_of_the_line_fewer_plies_are_left() -> None:
    study = view_of("morris", "weighted", 12, SEARCH)
    line, thought = best_line(study), study.thought
    while line is None:
        study.facts.advance(float("inf"))
        line = best_line(study)
    assert thought is not None and thought.move is not None
    study.record.play(thought.move, 0)
    study.go_to(study.cursor + 1)
    assert f"after {len(line.moves) - 1} plies" in shown(study).texts()


def test_a_search_whose_line_was_left_is_the_last_search() -> None:
    study = view_of("morris", "weighted", 12, SEARCH)
    thought = study.thought
    assert thought is not None
    other = next(move for move in study.position.moves if move != thought.move)
    study.record.play(other, 0)
    study.go_to(study.cursor + 1)
    panel = shown(study)
    assert any(text.startswith("last search") for text in panel.texts())
    assert sentence(panel).startswith("The last search expected ")


def test_a_forced_end_is_counted_from_the_shown_position() -> None:
    """Where the game has followed the line by a ply, the win is a ply closer."""
    study = view_of("morris", "weighted", 12, SEARCH)
    thought = study.thought
    assert thought is not None and thought.move is not None
    row = RootMove(thought.move, WIN - 7, EXACT, 7, thought.pv)
    study.search_store.keep(replace(thought, value=WIN - 7, depth=7, root_moves=(row,)))
    winner = study.side_name(study.position.to_move)
    assert shown(study).texts().count(f"{winner} wins in 7 plies") == 2, "who is better, and the value"
    study.record.play(thought.move, 0)
    study.go_to(study.cursor + 1)
    texts = shown(study).texts()
    assert texts.count(f"{winner} wins in 6 plies") == 2 and f"{winner} wins in 7 plies" not in texts


def test_nothing_moves_while_a_search_deepens() -> None:
    """The sentence changes with each depth, and its place and the table's do not."""
    study, panel = view_of("morris", "weighted", 12), Panel()
    panel.settle(study)
    places, said = set(), set()
    for depth in range(1, 5):
        found = view_of("morris", "weighted", 12, f"alphabeta:weighted,depth={depth}").thought
        assert found is not None
        study.search_store.keep(found)
        telling(study, News(RUNNING, THINKING, since=time.perf_counter()), (100, depth))
        panel.settle(study)
        said.add(sentence(panel))
        keys = ("difference", ("card", "now"), "total")
        places.add(tuple(tuple(panel.zone_of(key).rect) for key in keys))
    assert len(places) == 1 and len(said) > 1


def test_the_last_sentence_stays_while_the_next_one_is_read(monkeypatch) -> None:
    study, panel = view_of("morris", "weighted", 12, SEARCH), Panel()
    panel.settle(study)
    before = sentence(panel)
    monkeypatch.setattr("ui.panels.evaluation.first_glance.difference_of", lambda study, now, line: None)
    panel.settle(study)
    assert sentence(panel) == before
    study.go_to(study.cursor - 1)
    panel.settle(study)
    assert not any(zone.key == "difference" for zone in panel.sheet.zones), "it was of another position"


def test_head_shrinks_where_the_table_needs_room_and_stays() -> None:
    study, panel = view_of("chess", "classical", 6), Panel((420, 330))
    panel.settle(study)
    assert not any(zone.key == "who is better" for zone in panel.sheet.zones)
    low = panel.zone("card", "now").height
    study.go_to(0)
    panel.settle(study)
    assert panel.zone("card", "now").height == low
    assert shown(study).zone("card", "now").height > low, "with more room"


def test_sentence_breaks_no_line_before_a_move_or_amount(monkeypatch) -> None:
    said = Difference(("The search sees 11. d5-d6: free steps −0.40, stones shut in −0.20.",), True)
    monkeypatch.setattr("ui.panels.evaluation.first_glance.difference_of", lambda study, now, line: said)
    for width in range(300, 420, 8):
        texts = shown(view_of("morris", "weighted", 12), (width, 640)).texts()
        lines = [text for text in texts if text.startswith("The search sees") or "shut" in text]
        assert not any(text.endswith((" 11.", " in", " steps")) for text in lines)


@pytest.mark.parametrize(
    ("value", "side", "words"),
    [
        (0.0, WHITE, "Neither side is better"),
        (-20.0, WHITE, "About even: Black by 0.20 pawns"),
        (150.0, BLACK, "Black is better, by 1.50 pawns"),
        (320.0, WHITE, "White is clearly better, by 3.20 pawns"),
        (-1200.0, WHITE, "Black is far better, by 12.00 pawns"),
        (WIN - 5, BLACK, "Black wins in 5 plies"),
    ],
)
def test_who_is_better_in_words(value, side, words) -> None:
    form = ValueFormat("pawn", 100.0, 2)
    assert better_in_words(value, side, 300.0, form, ("White", "Black"))[0] == words


@pytest.mark.parametrize(
    ("score", "side", "words"),
    [
        (0.5, WHITE, "Neither side is better"),
        (0.45, WHITE, "About even: White's chance is 45 %"),
        (0.55, WHITE, "About even: White's chance is 55 %"),
        (0.58, WHITE, "White is slightly better: White's chance is 58 %"),
        (0.63, BLACK, "Black is better: Black's chance is 63 %"),
        (0.25, WHITE, "Black is clearly better: White's chance is 25 %"),
        (0.12, WHITE, "Black is far better: White's chance is 12 %"),
    ],
)
def test_who_is_better_by_a_chance_in_words(score, side, words) -> None:
    assert better_by_chance(score, f"{100 * score:.0f} %", side, ("White", "Black"))[0] == words


@pytest.mark.parametrize("player", ["human", "alphabeta:{},depth=2"])
@pytest.mark.parametrize("game", ["chess", "morris", "isolation", "jungle", "tabletactics"])
def test_who_is_better_agrees_with_the_evaluation_bar(game, player) -> None:
    """In Isolation a value for White may be a chance for Black: few squares for the side to move."""
    name = default_heuristic(game).name
    for plies in (2, 6, 11):
        study = view_of(game, name, plies, player.format(name))
        told = shown(study).zone_of("who is better").tip
        assert isinstance(told, str)
        (mark,) = settled_marks(study)
        better, worse = study.side_names if mark.share > 0.0 else study.side_names[::-1]
        assert f"{worse} is" not in told
        assert f"{better} is" in told or told.startswith(("About even", "Neither side", f"{better} wins"))
        if mark.words.endswith("%"):
            assert f"chance is {mark.words}: " in told or told.startswith("Neither side")
        assert ("without looking ahead" in told) == ("static evaluation" in mark.text)


@pytest.mark.parametrize("player", ["human", "alphabeta:territory,depth=2"])
def test_a_resigned_game_is_lost_in_words_as_on_the_bar(player) -> None:
    study = view_of("isolation", "territory", 8, player)
    assert any(text.startswith("chance") for text in shown(study).texts())
    study.record.resign(WHITE)
    panel = shown(study)
    assert panel.zone_of("who is better").tip == study.record.ending
    assert not any("chance" in text for text in panel.texts())
    (mark,) = settled_marks(study)
    assert (mark.words, mark.at) == ("won", BLACK)


def test_two_opinions_are_values_in_words_as_on_the_bar() -> None:
    study = view_of("isolation", "territory", 8, "alphabeta:territory,depth=2")
    white, _ = study.players or ()
    study.players = white, parse_player("alphabeta:improved,depth=2", "isolation")
    panel = shown(study)
    told = panel.zone_of("who is better").tip
    assert isinstance(told, str) and "squares: territory, 2 plies deep" in told
    assert not any("chance" in text for text in panel.texts())
    assert "squares for White: territory, 2 plies deep" in settled_marks(study)[0].text


def test_end_of_the_searched_line_has_its_value_for_both() -> None:
    study = view_of("isolation", "territory", 8, "alphabeta:territory,depth=2")
    thought = study.thought
    assert thought is not None and len(thought.pv) == 2
    for move in thought.pv:
        study.record.play(move, 0)
    study.go_to(study.cursor + 2)
    told = shown(study).zone_of("who is better").tip
    (mark,) = settled_marks(study)
    assert isinstance(told, str) and "2 plies deep" in told and "2 plies deep" in mark.text


def test_another_heuristic_is_told_apart_from_looking_ahead() -> None:
    study = view_of("chess", "location", 8, "alphabeta:location,depth=2")
    study.lens = Lens.of(load_lens("chess", "piece_value").heuristic)
    assert sentence(shown(study)).startswith("By location, which searched, the position is worth ")
