"""Why the value after a search differs from that of the position: the sentence is true, and in the game's
words."""

from dataclasses import replace

import pytest

from engines.contract import EXACT, WIN, Limits, RootMove, Thought
from engines.search_engine import Searcher
from games.contract import BLACK, WHITE
from games.position import Position
from games.record import Record
from games.registry import entry, load_game
from heuristics.lens import Lens
from heuristics.registry import load_lens
from study.moves.seen_ahead import SeenAhead, ahead_of, difference_of
from study.searches.lines import best_line
from study.state.study import Study

PENDING_MATE = "6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 30"


def thought_along(lens: Lens, start: Position, moves: str, value: float | None = None) -> Thought:
    """The thought of a search whose line has these moves. Its value is the evaluation at the line's end,
    unless another one is given."""
    position, line = start, []
    for text in moves.split():
        line.append(position.parse_move(text))
        position = position.play(line[-1])
    if value is None:
        value = lens.breakdown(position.state, start.to_move).value
    row = RootMove(line[0], value, EXACT, len(line), tuple(line))
    return Thought(start, line[0], value, len(line), 100, 0.1, tuple(line), (row,), lens=lens)


def seen(
    game: str, heuristic: str, text: str, moves: str, value: float | None = None, side: int = WHITE
) -> SeenAhead:
    start = Position.start(load_game(game), load_game(game).options(), text)
    about = entry(game)
    found = ahead_of(
        thought_along(load_lens(game, heuristic), start, moves, value), (about.white, about.black)
    )
    assert found is not None
    return replace(found, perspective=side)


@pytest.mark.parametrize(
    ("game", "heuristic", "text", "moves", "sentence"),
    [
        (
            "chess",
            "piece_value",
            "8/5pk1/6pp/1QPbb3/8/7P/5PPK/rB6 w - - 3 37",
            "g2g3 g6g5 h3h4 a1b1",
            "The search sees 38…Rxb1, which takes the bishop: bishops −3.00.",
        ),
        (
            "chess",
            "piece_value",
            "2b1r1k1/p1p1qppp/2p2b2/8/8/P2B1Q1P/1rP2PP1/R3R1K1 w - - 0 19",
            "e1e7 f6e7 f3c6 c8h3",
            "The search sees 19. Rxe7, which takes the queen: queens +9.00, rooks −5.00.",
        ),
        (
            "morris",
            "weighted",
            "3/wbb/www/wbwb1w/b2/1bw/b1b w 0 0 4",
            "a4-a7 d2-d1xb6 g4-g7 b4-b6xa7",
            "The search sees b4-b6xa7, which closes a mill and takes a stone: mills −0.190.",
        ),
        (
            "isolation",
            "improved",
            "2x4/4xx1/1x5/4xxx/w4b1/3xxx1/7 w",
            "c4 e5 e3 d3",
            "The search sees c4: mobility +3.00.",
        ),
        (
            "jungle",
            "minimax",
            "lp1P4/E2d4/8/1T6/3D4/5e2/1LRt4 b - - 2",
            "d6-d5 a6xa7 b7-b6 c1-c2",
            "The search sees a6xa7, which takes the lion: revealed strength +70.0, their captures −30.0, "
            "others +21.0.",
        ),
        (
            "tabletactics",
            "concentration",
            "1n423f32/1f324/T21N11t123/6/2F322F31/6 w play - 6",
            "b4xb5 c2-c3 c3xc4 f2-f1",
            "The search sees c3xc4, which takes the Thief: strength +0.36, hitpoints on few soldiers −0.19.",
        ),
    ],
)
def test_the_move_after_which_the_difference_comes_is_named(game, heuristic, text, moves, sentence) -> None:
    found = seen(game, heuristic, text, moves)
    assert found.differs and found.texts[0] == sentence


def test_the_named_terms_are_those_that_the_two_tables_show() -> None:
    """The reader subtracts one column from the other."""
    found = seen("chess", "piece_value", "8/5pk1/6pp/1QPbb3/8/7P/5PPK/rB6 w - - 3 37", "g2g3 g6g5 h3h4 a1b1")
    before, after = found.statics[0], found.line.breakdown
    assert after is not None
    changed = {
        now.name: then.contribution - now.contribution
        for now, then in zip(before.rows, after.rows, strict=True)
        if then.contribution != now.contribution
    }
    assert changed == {"bishops": -30.0}, "30 are the 3 pawns of the sentence"


def test_unexplained_exchange_names_what_both_sides_take() -> None:
    text, moves = "1k1r3r/1p6/p3Qp1b/2p2P2/1nP4p/1P2R2P/P2P2P1/qBK1R3 w - - 9 26", "a2a4 h6e3 e1e3 a1b1"
    found = seen("chess", "piece_value", text, moves)
    over = "Over 4 plies White takes the bishop, Black takes the rook and the bishop: rooks −5.00."
    assert found.decisive is None
    assert found.texts == (over, "No single move makes the difference, but 4 plies together: rooks −5.00.")


def test_steps_that_add_up_are_no_single_move() -> None:
    found = seen("isolation", "improved", "7/4wx1/7/5xx/7/4xb1/7 w", "c5 e4 d3 c3")
    assert found.texts == ("No single move makes the difference, but 4 plies together: mobility −3.00.",)


def test_a_recapture_alone_does_not_explain_an_even_exchange() -> None:
    """It makes the largest step, though both knights are gone at the end."""
    text = "4k3/4p3/3p4/4n3/8/3N4/4P3/4K3 w - - 0 20"
    found = seen("chess", "michniewski", text, "d3e5 d6e5")
    assert found.decisive is None and not found.differs
    assert found.texts[0].startswith("Looking ahead changes it by ")


def test_the_amounts_are_for_the_side_that_values_are_for() -> None:
    told = "3/wbb/www/wbwb1w/b2/1bw/b1b w 0 0 4", "a4-a7 d2-d1xb6 g4-g7 b4-b6xa7"
    assert seen("morris", "weighted", *told, side=BLACK).texts[0].endswith(": mills +0.190.")


def test_a_forced_end_is_told_with_the_move_that_ends_it() -> None:
    found = seen("chess", "piece_value", PENDING_MATE, "e1e8", WIN - 1)
    assert found.differs and found.texts == (
        "In 1 ply 30. Re8# gives mate: White wins.",
        "The search sees White win in 1 ply.",
    )


def test_forced_end_with_a_cut_line_begins_with_its_move() -> None:
    found = seen("chess", "piece_value", PENDING_MATE, "g2g3", WIN - 7)
    assert found.texts[0] == "The search sees White win in 7 plies, beginning with 30. g3."


def test_forced_end_for_the_other_side_blames_no_first_move() -> None:
    found = seen("chess", "piece_value", PENDING_MATE, "g2g3", -(WIN - 8))
    assert found.texts[0] == "The search sees Black win in 8 plies, even after 30. g3."


def test_a_draw_by_rule_says_why() -> None:
    found = seen("chess", "piece_value", "k7/8/1K6/8/8/8/8/1q6 w - - 99 90", "b6c7", 0.0)
    assert found.texts[0].startswith("The search sees a draw in 1 ply: No capture and no pawn move for ")


def test_a_value_that_chance_decides_is_the_mean_after_its_move() -> None:
    game = load_game("jungle")
    lens = load_lens("jungle", "minimax")
    engine = Searcher(lens, Limits(depth=1), table_megabytes=0.01, compile=False, explains=True)
    found = ahead_of(engine.think(Record.start(game).position), ("Amber", "Blue"))
    assert found is not None and found.line.chance and found.differs == (abs(found.value - found.now) > 100)
    amounts = dict(found._changes({row.name: row.contribution for row in found.statics[0].rows}, found._ends))
    assert sum(amounts.values()) == pytest.approx(found.value - found.now), "the terms make the difference"


def studied(moves: str = "") -> tuple[Study, Thought]:
    """A study of a game of chess with a search of its start, which expects e4 e5 Qh5."""
    record = Record.start(load_game("chess"))
    lens = load_lens("chess", "piece_value")
    thought = thought_along(lens, record.position, "e2e4 e7e5 d1h5")
    study = Study(record, lens)
    study.search_store.keep(thought)
    for text in moves.split():
        record.play(record.position.parse_move(text), 0)
    study.go_to(len(record.plies))
    return study, thought


def told(study: Study) -> tuple[str, ...]:
    """The sentence of a study, once its line and its positions are read."""
    for _ in range(200):
        study.facts.advance(float("inf"))
        now = study.lens.breakdown(study.position.state, study.perspective)
        found = difference_of(study, now, best_line(study))
        if found is not None:
            return found.texts
    raise AssertionError("it was not read")


def test_after_a_move_of_the_line_the_rest_of_it_counts() -> None:
    study, _ = studied("e2e4")
    assert told(study) == ("Looking ahead changes nothing.",)
    line = best_line(study)
    assert line is not None and len(line.moves) == 3


def test_a_game_that_left_the_line_says_where() -> None:
    assert told(studied("e2e4 c7c5")[0]) == ("The last search expected 1…e5, not 1…c5.",)
    assert told(studied("d2d4")[0]) == ("The last search expected 1. e4, not 1. d4.",)


def test_a_game_beyond_the_line_says_so() -> None:
    assert told(studied("e2e4 e7e5 d1h5 b8c6")[0]) == (
        "The game has followed the last search's line to its end.",
    )


def test_a_search_by_another_heuristic_says_what_that_counts_now() -> None:
    study, _ = studied()
    study.lens = load_lens("chess", "location")
    (text, *_) = told(study)
    assert text == "By piece_value, which searched, the position is worth 0.00 pawns now."


def test_a_position_without_a_search_says_so() -> None:
    study = Study(Record.start(load_game("morris")), load_lens("morris", "weighted"))
    assert told(study) == ("No search has looked ahead yet.",)
